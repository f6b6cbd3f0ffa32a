//! What an iteration changes: how the state at the head of a loop is another when a path comes back to it.

use super::super::obstacle::Unsummarised;
use super::super::renewed::{Met, Renewed, may_write};
use super::super::trouble::{Hoist, NotSummarised, Trouble};
use super::super::walk::{Record, Walker};
use super::Location;
use crate::explore::{Path, table_of_entry};
use crate::heap::{
    Base, Body, Contents, Heap, InputOrigin, Object, ObjectId, OpenPlace, Origin, Reference, SymbolOrigin, Value,
    size_field,
};
use crate::term::{Node, TermId, TermPool};
use std::rc::Rc;

/// What iterations change, compared with what is known.
pub(super) enum Changes {
    /// What is known is all.
    All,
    /// These too: numbers and contents, and what may hold anything.
    More(Vec<Location>, Vec<Renewed>),
}

impl Walker<'_, '_> {
    /// What iterations change beyond what is known.
    pub(super) fn changes(
        &mut self,
        start: &Path<Record>,
        back: &[Path<Record>],
        (known, renewed): (&[Location], &[Renewed]),
        live: &[bool],
    ) -> Result<Changes, NotSummarised> {
        let level = self.scopes.len();
        let mut more: Vec<Location> = Vec::new();
        let mut others: Vec<Renewed> = Vec::new();
        let mut add = |location: Location| {
            if !known.contains(&location) && !more.contains(&location) {
                more.push(location);
            }
        };
        let before = &start.state.heap;
        let entries = before.entries(self.explorer.machine.program);
        for path in back {
            let after = &path.state.heap;
            let (Some(old), Some(new)) = (start.state.frame(), path.state.frame()) else {
                return Err(Unsummarised::NoCode.into());
            };
            if !new.stack.is_empty() || path.state.unusable.len() != start.state.unusable.len() {
                return Err(Unsummarised::Operands.into());
            }
            let is_given_away = |object: ObjectId| {
                (object.0 as usize) < before.object_count() && !before.input_objects().any(|known| known == object)
            };
            if !renewed.contains(&Renewed::Made)
                && !others.contains(&Renewed::Made)
                && after.input_objects().any(is_given_away)
            {
                others.push(Renewed::Made);
            }
            if !after.has_collections_of(before) {
                return Err(Unsummarised::StoresIntoInput.into());
            }
            for (slot, (old, new)) in old.locals.iter().zip(&new.locals).enumerate() {
                if !live.get(slot).copied().unwrap_or(true) || is_same(before, after, *old, *new) {
                    continue;
                }
                match (old, new) {
                    (Value::Reference(_), Value::Reference(_)) => {
                        others.extend(self.renewal((before, after), renewed, &Met::Local(slot, *old, *new))?);
                    }
                    _ if old.number().is_some() && new.number().is_some() => add(Location::Local(slot)),
                    _ => return Err(Unsummarised::ChangesReference.into()),
                }
            }
            for number in 0..before.object_count() as u32 {
                let object = ObjectId(number);
                let (Some(old), Some(new)) = (before.object(object), after.object(object)) else {
                    return Err(Unsummarised::OtherObject.into());
                };
                if renewed.contains(&Renewed::Collection(object)) {
                    continue;
                }
                // With any collection, all entries of tables are anything.
                let mut all = renewed.iter().chain(&others);
                if entries.contains(&object) && all.any(|place| matches!(place, Renewed::Collection(_))) {
                    continue;
                }
                if is_changed(old, new)
                    && let Some(collection) = self.collection_of((before, after), object)
                {
                    if !others.contains(&Renewed::Collection(collection)) {
                        others.push(Renewed::Collection(collection));
                    }
                    let program = self.explorer.machine.program;
                    if let Some(size) = before.exact_class(collection).and_then(|class| size_field(program, class)) {
                        if before.field_value(collection, size).is_none() {
                            return Err(Trouble::Hoist(level, Hoist::Field(collection, size)).into());
                        }
                        add(Location::Field(collection, size));
                    }
                    continue;
                }
                if is_forgotten(old, new) {
                    return Err(Unsummarised::OtherObject.into());
                }
                match (&old.body, &new.body) {
                    (Body::Array(old), Body::Array(new)) => match (&old.contents, &new.contents) {
                        (Contents::Primitive(_, old), Contents::Primitive(_, new)) => {
                            if old != new {
                                add(Location::Contents(object));
                            }
                        }
                        (Contents::References(old), Contents::References(new)) => {
                            if !Rc::ptr_eq(old, new) {
                                others.extend(self.renewal((before, after), renewed, &Met::Elements(object))?);
                            }
                        }
                        _ => return Err(Unsummarised::OtherObject.into()),
                    },
                    (Body::Instance(old), Body::Instance(new)) => {
                        for (field, value) in &new.fields {
                            let Some((_, earlier)) = old.fields.iter().find(|(known, _)| known == field) else {
                                return Err(Trouble::Hoist(level, Hoist::Field(object, *field)).into());
                            };
                            if is_same(before, after, *earlier, *value) {
                                continue;
                            }
                            match value.number() {
                                Some(_) => add(Location::Field(object, *field)),
                                None => {
                                    others.extend(self.renewal(
                                        (before, after),
                                        renewed,
                                        &Met::Field(object, *field, *value),
                                    )?);
                                }
                            }
                        }
                    }
                    _ => return Err(Unsummarised::OtherObject.into()),
                }
            }
            let is_stored_into = |object: &ObjectId| holds_references(&self.explorer.machine.pool, after, *object);
            let new = before.object_count()..after.object_count();
            for object in new.map(|number| ObjectId(number as u32)).filter(is_stored_into) {
                if self.is_part_of_renewed(after, [renewed, &others], object) {
                    continue;
                }
                match self.collection_of((before, after), object) {
                    Some(table) => others.push(Renewed::Collection(table)),
                    None => return Err(Unsummarised::StoresIntoInput.into()),
                }
            }
            let program = self.explorer.machine.program;
            for field in after.touched_statics(program) {
                let info = program.field(field);
                if info.flags.is_final() {
                    continue;
                }
                let Some(value) = after.static_value(field) else { continue };
                match before.static_value(field) {
                    None if program.is_user_class(info.class) => {
                        return Err(Trouble::Hoist(level, Hoist::Static(field)).into());
                    }
                    None => return Err(Unsummarised::UsesStaticOfJdk.into()),
                    Some(earlier) if is_same(before, after, earlier, value) => {}
                    Some(_) if value.number().is_some() => add(Location::Static(field)),
                    Some(_) => return Err(Unsummarised::ChangesStatic.into()),
                }
            }
            if before.input_count() != after.input_count() && reads_more(before, after) {
                return Err(Unsummarised::ReadsFromOutside.into());
            }
        }
        let writes_elsewhere = || back.iter().any(|path| self.writes_elsewhere(before, path, [renewed, &others]));
        if !(others.is_empty() && renewed.is_empty()) && writes_elsewhere() {
            // What is anything may be one of these, whose state is not as other code leaves it.
            return Err(Unsummarised::StoresIntoInput.into());
        }
        let is_all = more.is_empty() && others.is_empty();
        Ok(if is_all { Changes::All } else { Changes::More(more, others) })
    }

    /// Whether an object is only known to a collection that is anything anew in each iteration.
    fn is_part_of_renewed(&self, heap: &Heap, renewed: [&[Renewed]; 2], object: ObjectId) -> bool {
        let program = self.explorer.machine.program;
        renewed.into_iter().flatten().any(|place| {
            matches!(place, Renewed::Collection(collection)
                if heap.has_part(program, *collection, object)
                    || heap.was_part(program, *collection, object)
                    || table_of_entry(program, heap, object) == Some(*collection))
        })
    }

    /// Whether a path has written numbers to input objects that were not met before.
    pub(super) fn writes_elsewhere(&self, before: &Heap, path: &Path<Record>, renewed: [&[Renewed]; 2]) -> bool {
        let heap = &path.state.heap;
        let mut met = (before.object_count()..heap.object_count()).map(|number| ObjectId(number as u32));
        met.any(|object| {
            is_written(heap, object, &self.explorer.machine.pool) && !self.is_part_of_renewed(heap, renewed, object)
        })
    }

    /// Whether a path has written to input objects that were not met before, of which more is taken for granted where they are met again; or has
    /// made such objects that others have, and may still write to them.
    pub(super) fn breaks_invariants(&mut self, before: &Heap, path: &Path<Record>) -> bool {
        let writer = path.state.frame().map(|frame| self.explorer.machine.program.method(frame.method).class);
        let (machine, heap) = (&mut self.explorer.machine, &path.state.heap);
        let met = (before.object_count()..heap.object_count()).map(|number| ObjectId(number as u32));
        let program = machine.program;
        let is_shared = |object: ObjectId| {
            let class = heap.exact_class(object).zip(writer);
            heap.input_objects().any(|input| input == object)
                && heap.object(object).is_some_and(|it| matches!(it.origin, Origin::Allocated))
                && class.is_some_and(|(class, writer)| may_write(program, writer, class))
        };
        let is_unsure = |object: &ObjectId| is_written(heap, *object, &machine.pool) || is_shared(*object);
        let written: Vec<ObjectId> = met.filter(is_unsure).collect();
        written.into_iter().any(|object| {
            let classes = heap.instance(object).map(|body| body.types.to_vec()).unwrap_or_default();
            let mut above = classes.into_iter().flat_map(|class| machine.program.superclasses(class));
            above.any(|class| machine.invariants_of(class).is_some_and(|known| !known.is_empty()))
        })
    }
}

/// Whether two values are the same; references by what they are by now.
fn is_same(before: &Heap, after: &Heap, old: Value, new: Value) -> bool {
    match (old, new) {
        (Value::Reference(old), Value::Reference(new)) => {
            let resolved = |reference: Reference| after.current(reference);
            before.current(old) == after.current(new) || resolved(old) == resolved(new)
        }
        _ => old == new,
    }
}

/// Whether numbers of an input object were written.
fn is_written(heap: &Heap, object: ObjectId, pool: &TermPool) -> bool {
    let is_initial = |term: TermId, place: (InputOrigin, OpenPlace)| match pool.node(term) {
        Node::Input(input, _) => heap.is_read_from(*input, place),
        _ => false,
    };
    heap.is_input(object)
        && heap.object(object).is_some_and(|found| match &found.body {
            Body::Instance(body) => body.fields.iter().any(|(field, value)| {
                let place = (InputOrigin::Field(object, *field), OpenPlace::Field(object, *field));
                value.number().is_some_and(|term| !is_initial(term, place))
            }),
            Body::Array(body) => match &body.contents {
                Contents::Primitive(_, contents) => {
                    !is_initial(*contents, (InputOrigin::Contents(object), OpenPlace::Contents(object)))
                }
                Contents::References(_) => false,
            },
        })
}

/// Whether something of an object is another after an iteration, or is not known any more.
fn is_changed(old: &Object, new: &Object) -> bool {
    match (&old.body, &new.body) {
        (Body::Instance(old), Body::Instance(new)) => old.fields.iter().any(|field| !new.fields.contains(field)),
        (Body::Array(old), Body::Array(new)) => match (&old.contents, &new.contents) {
            (Contents::References(old), Contents::References(new)) => !Rc::ptr_eq(old, new),
            (Contents::Primitive(_, old), Contents::Primitive(_, new)) => old != new,
            _ => true,
        },
        _ => true,
    }
}

/// Whether something that was known of an object is not known any more.
fn is_forgotten(old: &Object, new: &Object) -> bool {
    match (&old.body, &new.body) {
        (Body::Instance(old), Body::Instance(new)) => {
            old.fields.iter().any(|(field, _)| !new.fields.iter().any(|(other, _)| other == field))
        }
        _ => false,
    }
}

/// Whether references were stored into an input object: what it refers to then, later paths would not know.
fn holds_references(pool: &TermPool, heap: &Heap, object: ObjectId) -> bool {
    if !heap.is_input(object) {
        return false;
    }
    match heap.object(object).map(|object| &object.body) {
        Some(Body::Instance(body)) => body.fields.iter().any(|(field, value)| match value {
            Value::Reference(Reference::Symbol(symbol)) => {
                let here = OpenPlace::Field(object, *field);
                !heap.symbol(*symbol).is_some_and(|symbol| match symbol.origin {
                    SymbolOrigin::Open(_, place) => place == here,
                    origin => origin == SymbolOrigin::Field(object, *field),
                })
            }
            Value::Text(text) => match pool.node(*text) {
                Node::Input(input, _) => {
                    let place = (InputOrigin::Field(object, *field), OpenPlace::Field(object, *field));
                    !heap.is_read_from(*input, place)
                }
                _ => true,
            },
            Value::Reference(_) => true,
            _ => false,
        }),
        Some(Body::Array(body)) => match &body.contents {
            Contents::References(elements) => {
                let (mut constant, symbolic) = elements.written_one_by_one();
                constant.next().is_some()
                    || !symbolic.is_empty()
                    || !matches!(elements.base(), Base::Initial(array) if *array == object)
            }
            Contents::Primitive(..) => false,
        },
        None => false,
    }
}

/// Whether a path has read from its console or asked for values of the machine since.
fn reads_more(before: &Heap, after: &Heap) -> bool {
    (after.asks_beyond_arguments() && !before.asks_beyond_arguments())
        || format!("{:?}", before.console) != format!("{:?}", after.console)
}
