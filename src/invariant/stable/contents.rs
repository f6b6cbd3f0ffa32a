//! What becomes of the collections that fields refer to, as a walk comes by them: what is put into one, and whether code that is not followed
//! may come by it.

mod given_away;
mod methods;
mod put;

use super::facts::declared_contents;
use super::filling::only_reads_array;
use super::frame::{Entry, Exact, Frame, Fresh, OfField};
use super::walk::Walk;
use crate::classfile::{InvokeKind, MethodReference};
use crate::heap::Held;
use crate::program::{FieldId, is_desugared};
pub(super) use methods::is_collection;
pub use methods::looks_alone;
use methods::{
    APPENDING, ASKING_ENTRIES, CHANGEABLE, ENTRIES, EQUALS, KEYED, LEADING_TO_ENTRIES, NEXT, ORDERING, READING,
    READING_ARGUMENTS, SETTING, SHOWING, TAKING, TAKING_COMPARATORS, Taken, VALUES, only_looks,
};

impl Walk<'_, '_> {
    /// Of which watched field a value is that is read from it.
    pub(super) fn of_field(&self, field: FieldId) -> OfField {
        if self.facts.watches_contents(field) { OfField::One(field) } else { OfField::No }
    }

    /// A value is stored in a field; `is_own`: of the method's receiver.
    pub(super) fn keep(&mut self, field: Option<FieldId>, (value, is_own): (Entry, bool), frame: &mut Frame) {
        let Some(field) = field.filter(|field| self.facts.watches_contents(*field)) else {
            return self.give_away(value, frame);
        };
        let is_null = value.exact == Exact::Nothing && value.never_null.is_none();
        if value.of_field == OfField::One(field) && self.notes {
            // Two objects may have it then.
            self.facts.note_shared(field);
            self.facts.note_lengths(field, &[]);
        }
        if is_null || value.of_field == OfField::One(field) {
            return;
        }
        if value.view_of != OfField::No {
            self.give_away(value, frame);
        }
        if value.fresh == Fresh::Array {
            return self.keep_array(field, value, is_own, frame);
        }
        if self.notes {
            if value.fresh != Fresh::WithoutNulls {
                self.facts.note_modifiable(field);
            }
            match value.fresh {
                Fresh::Empty => {}
                Fresh::WithoutNulls => self.facts.note_any_classes(field),
                Fresh::KeyedBy(keys) => {
                    let declared = declared_contents(self.program, field).first().and_then(|held| held.class);
                    if declared != Some(keys) {
                        self.facts.give_up_contents(field);
                    }
                }
                Fresh::Ordered => self.facts.note_ordered(field),
                Fresh::CopyOf(place) => {
                    let class = match value.exact {
                        Exact::One(class) => Some(&**self.program.class_name(class)),
                        _ => None,
                    };
                    if class.is_none_or(|class| TAKING_COMPARATORS.contains(&class)) {
                        self.facts.note_ordered(field);
                    }
                    match class {
                        Some(KEYED) => self.facts.give_up_contents(field),
                        _ => self.put_all(field, place),
                    }
                }
                Fresh::Array | Fresh::Filled | Fresh::No => self.facts.give_up_contents(field),
            }
        }
        if value.fresh == Fresh::No {
            return self.give_away(value, frame);
        }
        frame.renew(value.number, Fresh::No, OfField::One(field));
    }

    /// What a call does to the contents of collections that it is given.
    pub(super) fn pass_collections(
        &mut self,
        (kind, called): (InvokeKind, &MethodReference),
        arguments: &[Entry],
        frame: &mut Frame,
    ) {
        let receiver = arguments.first().filter(|_| kind != InvokeKind::Static).copied();
        if receiver.is_none() && self.change_array(called, arguments, frame) {
            return;
        }
        let others = arguments.get(usize::from(receiver.is_some())..).unwrap_or_default();
        for (place, argument) in others.iter().enumerate() {
            if argument.entry_of != OfField::No || !self.only_reads(called, receiver, place, others) {
                self.give_away(*argument, frame);
            } else if SHOWING.contains(&(&*called.class, &*called.name, &*called.descriptor)) {
                self.show(*argument);
            } else if ORDERING.contains(&(&*called.class, &*called.name, &*called.descriptor))
                && let OfField::One(field) = argument.of_field
                && !self.are_quiet(field, others.get(1..).unwrap_or_default())
            {
                self.facts.note_asking(field);
            }
        }
        let Some(receiver) = receiver else { return };
        self.call_entry(receiver, called, others, frame);
        if !matches!(receiver.fresh, Fresh::No | Fresh::Array) {
            let fresh = self.filled(called, receiver.fresh, others);
            frame.renew(receiver.number, fresh, receiver.of_field);
        }
        match receiver.of_field {
            OfField::One(field) if self.notes => self.put(field, called, others, frame),
            OfField::Several if self.notes => self.give_up_all(),
            _ => {}
        }
        match receiver.view_of {
            OfField::One(field) if self.notes && self.puts_by_part(called) => self.facts.give_up_contents(field),
            OfField::Several if self.notes && self.puts_by_part(called) => self.give_up_all(),
            OfField::One(field) if self.notes && !only_looks(self.program, called) => {
                self.facts.note_changed_by(field, self.method);
            }
            OfField::Several if self.notes => self.share_all(),
            _ => {}
        }
    }

    /// A method of an entry is called, or of what leads to entries.
    fn call_entry(&mut self, receiver: Entry, called: &MethodReference, others: &[Entry], frame: &mut Frame) {
        if receiver.entry_of == OfField::No || !self.notes {
            return;
        }
        let named = (&*called.name, &*called.descriptor);
        match (receiver.entry_of, others) {
            (OfField::One(field), [value]) if named == SETTING => {
                self.note_argument(field, VALUES, *value, frame.is_known(*value));
            }
            _ if LEADING_TO_ENTRIES.contains(&named) || ASKING_ENTRIES.contains(&named) => {}
            // Code elsewhere has entries then.
            (OfField::One(field), _) => self.facts.note_put(self.program, (field, VALUES), Held::default(), Exact::Any),
            _ => self.give_up_all(),
        }
    }

    /// Of which watched field's table the result of a call is an entry, or leads to one.
    pub(super) fn entry_of(&self, called: &MethodReference, receiver: Entry) -> OfField {
        let named = (&*called.name, &*called.descriptor);
        match receiver.entry_of {
            OfField::No if named == ENTRIES => receiver.of_field,
            entry_of if LEADING_TO_ENTRIES.contains(&named) => entry_of,
            _ => OfField::No,
        }
    }

    /// Of which watched field's collection the result of a call is a view.
    pub(super) fn view_of(&self, called: &MethodReference, receiver: Entry) -> OfField {
        let is_view = called.descriptor.rsplit_once(')').is_some_and(|(_, result)| CHANGEABLE.contains(&result));
        match (receiver.of_field, receiver.view_of) {
            _ if !is_view => OfField::No,
            (OfField::No, view_of) => view_of,
            (of_field, _) => of_field,
        }
    }

    /// What is known of the result of a call that gives what a watched field's collection holds: of which type and class it is, and whether it
    /// is never null.
    pub(super) fn taken(&mut self, called: &MethodReference, receiver: Entry) -> Option<(Held, Exact)> {
        let program = self.program;
        let class = program.class_by_name(&called.class)?;
        let is_one = |(declaring, name, descriptor, ..): &&(&str, &str, &str, usize, Taken)| {
            let declaring = program.class_by_name(declaring);
            (*name, *descriptor) == (&*called.name, &*called.descriptor)
                && declaring.is_some_and(|above| program.is_subclass(class, above) == Some(true))
        };
        let row = TAKING.iter().find(is_one)?;
        let of = if *row == NEXT { receiver.view_of } else { receiver.of_field };
        let OfField::One(field) = of else { return None };
        if *row == NEXT && (receiver.entry_of != OfField::No || declared_contents(program, field).len() != 1) {
            return None;
        }
        let (held, exact) = self.facts.content((field, row.3), (self.method, self.level));
        Some((Held { is_object: held.is_object && row.4 == Taken::One, ..held }, exact))
    }

    /// Whether a method does nothing to the collection that is an argument of it but read it, and gives nobody anything by which it could be
    /// changed.
    fn only_reads(&self, called: &MethodReference, receiver: Option<Entry>, place: usize, others: &[Entry]) -> bool {
        let named = (&*called.class, &*called.name, &*called.descriptor);
        let is_first = place == usize::from((&*called.class, &*called.name) == ("java/lang/String", "join"));
        let is_own = |entry: Option<&Entry>| match entry.map(|entry| entry.exact) {
            // A class of the class path may have methods of its own.
            Some(Exact::One(class)) => is_collection(self.program, class),
            // Nothing is stored there yet, as far as is known; it is walked through again.
            Some(Exact::Nothing) => true,
            _ => false,
        };
        if receiver.is_none() {
            // Texts are made of what `toString` says.
            let is_text = is_desugared(&called.class) && called.descriptor.ends_with(")Ljava/lang/String;");
            let is_compared = named == EQUALS && is_own(others.first());
            let is_read = || READING.contains(&named) || SHOWING.contains(&named) || only_reads_array(called);
            return is_text || is_compared || (is_first && is_read());
        }
        if APPENDING.contains(&named) {
            return true;
        }
        is_own(receiver.as_ref()) && READING_ARGUMENTS.contains(&(&*called.name, &*called.descriptor))
    }
}
