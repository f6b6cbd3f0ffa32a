//! What a loop changes that is no number: references, texts, elements of arrays of references, and collections that the method has made.
//! Nothing is known of it but its type where an iteration begins, and after the loop.

use super::obstacle::Unsummarised;
use super::walk::{Record, Walker};
use crate::explore::{Noticing, Path, holding_of_next, table_of_entry};
use crate::heap::{Heap, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, Program, ReferenceType, package_of};

/// Classes of collections whose calls are told by a table where nothing is known of what they hold.
const COLLECTIONS: [&str; 7] = [
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/LinkedHashMap",
    "java/util/LinkedList",
    "java/util/PriorityQueue",
    "java/util/TreeMap",
];

/// A place that a loop changes whose content is no number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Renewed {
    /// A local variable, a type that all its values have, and whether none of them is null.
    Local(usize, ReferenceType, bool),
    /// A field: a reference, or a text.
    Field(ObjectId, FieldId),
    /// The elements of an array of references.
    Elements(ObjectId),
    /// A collection of the JDK, with all that only it has.
    Collection(ObjectId),
    /// What others know of all that the method has made: an iteration gives some of it away.
    Made,
}

/// A change that is no number, as it is met where an iteration ends.
pub(super) enum Met {
    Local(usize, Value, Value),
    Field(ObjectId, FieldId, Value),
    Elements(ObjectId),
}

impl Walker<'_, '_> {
    /// Puts anything into a place that a loop changes.
    pub(super) fn renew(&mut self, path: &mut Path<Record>, place: Renewed) {
        let program = self.explorer.machine.program;
        let (heap, mut context) = self.explorer.machine.heap_context(&mut path.state);
        let kind = match place {
            Renewed::Local(_, of, _) => Some(FieldKind::Reference(of)),
            Renewed::Field(_, field) => Some(program.field(field).kind),
            Renewed::Elements(_) | Renewed::Collection(_) | Renewed::Made => None,
        };
        // It may be whatever the method has made by now, but for a text.
        if kind != Some(FieldKind::Text) {
            heap.give_away_made();
        }
        let value = kind.map(|kind| heap.open_result(&mut context, 0, kind));
        match (place, value) {
            (Renewed::Local(slot, _, is_object), Some(value)) => {
                if let (true, Value::Reference(Reference::Symbol(symbol))) = (is_object, value) {
                    heap.require_object(symbol);
                }
                if let Some(local) = path.state.frame_mut().and_then(|frame| frame.locals.get_mut(slot)) {
                    *local = value;
                }
            }
            (Renewed::Field(object, field), Some(value)) => {
                heap.write_field(object, field, value);
                if let Value::Reference(Reference::Symbol(symbol)) = value
                    && let Some(holding) = holding_of_next(program, heap, (object, field))
                {
                    heap.set_holding(symbol, holding);
                }
            }
            (Renewed::Elements(array), _) => heap.renew_elements(&mut context, array),
            (Renewed::Collection(collection), _) => {
                // Who has an entry of it sees what becomes of that.
                let fields_of = |entry: ObjectId| heap.instance(entry).into_iter().flat_map(|body| body.fields.iter());
                let entries = heap.entries(program).into_iter();
                let entries = entries.flat_map(|entry| fields_of(entry).map(move |(field, _)| (entry, *field)));
                let entries: Vec<(ObjectId, FieldId)> = entries.collect();
                heap.change_alone(&mut context, collection);
                heap.renew_collection(collection);
                for (entry, field) in entries {
                    let (heap, mut context) = self.explorer.machine.heap_context(&mut path.state);
                    let value = heap.read_field(&mut context, entry, field);
                    heap.write_field(entry, field, value);
                    self.explorer.machine.note_given(&mut path.state, (entry, field), value);
                }
            }
            (Renewed::Made | Renewed::Local(..) | Renewed::Field(..), _) => {}
        }
    }

    /// What has to be renewed for a change; nothing where that is done already.
    ///
    /// # Errors
    /// Why the loop has no summary.
    pub(super) fn renewal(
        &mut self,
        (before, after): (&Heap, &Heap),
        known: &[Renewed],
        met: &Met,
    ) -> Result<Option<Renewed>, Unsummarised> {
        let program = self.explorer.machine.program;
        let (wanted, why, values) = match *met {
            Met::Local(slot, old, new) => {
                let given = known.iter().find_map(|known| match known {
                    Renewed::Local(of, given, is_object) if *of == slot => Some((*given, *is_object)),
                    _ => None,
                });
                let types = [before.type_of(program, old), after.type_of(program, new)].into_iter().flatten();
                let types = types.chain(given.map(|(given, _)| given));
                let Some(all) = program.widest(types) else { return Err(Unsummarised::ChangesReference) };
                let is_object =
                    before.is_surely_object(old) && after.is_surely_object(new) && given.is_none_or(|(_, given)| given);
                (Renewed::Local(slot, all, is_object), Unsummarised::ChangesReference, vec![new])
            }
            Met::Field(object, field, value) => {
                (Renewed::Field(object, field), Unsummarised::ChangesField, vec![value])
            }
            Met::Elements(array) => {
                (Renewed::Elements(array), Unsummarised::StoresIntoArray, after.stored_elements(array))
            }
        };
        if !self.explorer.machine.reads_unknown_collections
            || !values.iter().all(|value| self.was_there((before, after), *value))
        {
            return Err(why);
        }
        Ok((!known.contains(&wanted)).then_some(wanted))
    }

    /// The iterators that know of all changes of the collections that are renewed.
    pub(super) fn in_step(&self, heap: &Heap, renewed: &[Renewed]) -> Vec<Noticing> {
        let objects = (0..heap.object_count() as u32).map(ObjectId);
        let noticing = objects.filter_map(|object| Noticing::of(self.explorer.machine.program, heap, object));
        let is_renewed = |of: &Noticing| renewed.contains(&Renewed::Collection(of.collection));
        noticing.filter(|of| is_renewed(of) && of.is_in_step(heap)).collect()
    }

    /// The collection of which an object is a part, if calls of it are told by a table.
    pub(super) fn collection_with(&self, before: &Heap, part: ObjectId) -> Option<ObjectId> {
        let program = self.explorer.machine.program;
        let is_one = |object: &ObjectId| {
            let origin = before.object(*object).map(|object| &object.origin);
            let is_known = matches!(origin, Some(Origin::Allocated | Origin::Input));
            let is_exact = before.instance(*object).is_some_and(|body| !body.open);
            let class = before.exact_class(*object).map(|class| program.class(class));
            is_known && is_exact && class.is_some_and(|class| class.is_jdk && COLLECTIONS.contains(&&*class.name))
        };
        if !self.explorer.machine.reads_unknown_collections {
            return None;
        }
        let mut collections = (0..before.object_count() as u32).map(ObjectId).filter(is_one);
        collections.find(|collection| before.has_part(program, *collection, part))
    }

    /// The same of an object that an iteration changes, or the table of which it is the entry that was given last.
    pub(super) fn collection_of(&self, (before, after): (&Heap, &Heap), part: ObjectId) -> Option<ObjectId> {
        let of_entry = || {
            let table = table_of_entry(self.explorer.machine.program, after, part)?;
            self.collection_with(before, table)
        };
        self.collection_with(before, part).or_else(of_entry)
    }

    /// Whether a value is null, was there before the iteration, is told from others by what it holds alone, or is known to be in a state that
    /// other code may find it in: what the iteration has made may be in another.
    fn was_there(&mut self, (before, after): (&Heap, &Heap), value: Value) -> bool {
        let Value::Reference(reference) = value else { return true };
        let Reference::Object(object) = after.current(reference) else { return true };
        (object.0 as usize) < before.object_count()
            || after.is_input(object)
            || after.value_class(self.explorer.machine.program, object).is_some()
            || self.is_as_others_find_it(before, after, object)
    }

    /// Whether an object of the class path that an iteration has made, which refers to none that it has made, satisfies all invariants of its
    /// class.
    fn is_as_others_find_it(&mut self, before: &Heap, after: &Heap, object: ObjectId) -> bool {
        let machine = &mut self.explorer.machine;
        let is_user = after.exact_class(object).is_some_and(|class| machine.program.is_user_class(class));
        let is_new = |value: &Value| match value {
            Value::Reference(reference) => match after.current(*reference) {
                Reference::Object(held) => (held.0 as usize) >= before.object_count() && !after.is_input(held),
                Reference::Null | Reference::Symbol(_) => false,
            },
            _ => false,
        };
        let refers_to_new =
            after.instance(object).is_none_or(|body| body.fields.iter().any(|(_, value)| is_new(value)));
        is_user && !refers_to_new && machine.satisfies_invariants(after, object)
    }
}

/// Whether code of a class may assign fields of the objects of another: these may be in a state that no other code finds them in.
pub(super) fn may_write(program: &Program, writer: ClassId, class: ClassId) -> bool {
    let is_near = class == writer || program.neighbours(class).contains(&writer);
    let is_in_package = package_of(program.class_name(class)) == package_of(program.class_name(writer));
    let fields = program.superclasses(class).flat_map(|above| &program.class(above).fields);
    fields.map(|field| program.field(*field).flags).filter(|flags| !flags.is_static() && !flags.is_final()).any(
        |flags| match flags.is_private() {
            true => is_near,
            false => is_in_package || flags.is_public() || flags.is_protected(),
        },
    )
}
