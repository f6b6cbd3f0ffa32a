//! What collections hold that a loop changes and that the method has made: whatever was ever put in. That is guessed to be what was put in
//! before the loop, and made weaker by what iterations put in, until no iteration puts in anything else.

use super::renewed::Renewed;
use super::walk::{Record, Walker};
use crate::explore::Path;
use crate::heap::{Heap, Held, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, Program};
use crate::term::TermPool;
use std::rc::Rc;

/// Where collections keep whether they were told an order: class, field and descriptor; of those that were not it is null or 0.
const ORDERS: [(&str, &str, &str); 3] = [
    ("java/util/LinkedHashMap", "accessOrder", "Z"),
    ("java/util/PriorityQueue", "comparator", "Ljava/util/Comparator;"),
    ("java/util/TreeMap", "comparator", "Ljava/util/Comparator;"),
];

/// What was ever put into collections, by type argument.
pub(super) type AllHeld = Vec<(ObjectId, Rc<[Held]>)>;

impl Walker<'_, '_> {
    /// Begins with what is known before a loop of collections that it changes, of which parts may be changed by it, and that are not among
    /// those that are known.
    pub(super) fn hold(&self, before: &Heap, renewed: &[Renewed], known: &mut AllHeld) {
        let renewed = renewed.iter().filter_map(|place| match place {
            Renewed::Collection(collection) => Some(*collection),
            _ => None,
        });
        for collection in before.all_followed().into_iter().chain(renewed) {
            if known.iter().all(|(of, _)| *of != collection)
                && let Some(held) = self.held_before(before, collection)
            {
                known.push((collection, held));
            }
        }
    }

    /// What was ever put into collections is this, on a path that is at the loop's head.
    pub(super) fn follow(&self, path: &mut Path<Record>, known: &AllHeld) {
        let program = self.explorer.machine.program;
        known.iter().for_each(|(collection, held)| path.state.heap.follow(program, *collection, held.clone()));
    }

    /// Takes in what iterations have put into collections; whether that is anything else than what is known.
    pub(super) fn hold_more(&self, back: &[Path<Record>], known: &mut AllHeld) -> bool {
        let program = self.explorer.machine.program;
        let mut is_news = false;
        for (collection, held) in known {
            let mut all = held.to_vec();
            for path in back {
                let after = path.state.heap.followed(*collection);
                for (place, held) in all.iter_mut().enumerate() {
                    let after = after.and_then(|after| after.get(place)).copied();
                    *held = held.or(program, after.unwrap_or_default());
                }
            }
            if *all != **held {
                (*held, is_news) = (all.into(), true);
            }
        }
        is_news
    }

    /// What was ever put into a collection that the path has made; none where that is not known.
    fn held_before(&self, heap: &Heap, collection: ObjectId) -> Option<Rc<[Held]>> {
        if let Some(held) = heap.followed(collection) {
            return Some(held.clone());
        }
        let program = self.explorer.machine.program;
        let class = heap.exact_class(collection)?;
        let is_made = heap.object(collection).is_some_and(|object| matches!(object.origin, Origin::Allocated));
        if !is_made || has_views(program, heap, collection) {
            return None;
        }
        let nothing = Held {
            is_in_own_order: is_told_no_order(program, (&self.explorer.machine.pool, heap), (collection, class)),
            ..Held::NOTHING
        };
        let mut held = nothing;
        for part in heap.parts(program, collection).into_iter().filter(|part| *part != collection) {
            heap.array(part)?;
            let stored = heap.stored_elements(part).into_iter();
            held = stored.fold(held, |held, value| held.or(program, Held::of(program, heap, value)));
        }
        match program.type_variables(class).len() {
            1 => Some(Rc::from([held])),
            count => (held == nothing).then(|| vec![nothing; count].into()),
        }
    }
}

/// Whether something may be put into a collection by what is no part of it and knows its parts: a list that is a part of it, for example.
fn has_views(program: &Program, heap: &Heap, collection: ObjectId) -> bool {
    let parts = heap.parts(program, collection);
    let [iterator, list_iterator] =
        ["java/util/Iterator", "java/util/ListIterator"].map(|name| program.class_by_name(name));
    let is_of = |class: ClassId, above: Option<ClassId>| {
        above.is_some_and(|above| program.is_subclass(class, above) == Some(true))
    };
    let puts_nothing = |class: &ClassId| {
        !program.is_hidden_in_jdk(*class) || (is_of(*class, iterator) && !is_of(*class, list_iterator))
    };
    let others = (0..heap.object_count() as u32).map(ObjectId).filter(|object| !parts.contains(object));
    others.filter_map(|object| heap.instance(object)).any(|body| {
        let knows = |value: Value| heap.referred(value).is_some_and(|object| parts.contains(&object));
        !body.types.iter().all(puts_nothing) && body.fields.iter().any(|(_, value)| knows(*value))
    })
}

fn is_told_no_order(
    program: &Program,
    (pool, heap): (&TermPool, &Heap),
    (collection, class): (ObjectId, ClassId),
) -> bool {
    ORDERS.iter().all(|order| {
        let field = program.field_by_name(*order);
        let is_of_it = |field: &FieldId| program.is_subclass(class, program.field(*field).class) == Some(true);
        field.filter(is_of_it).is_none_or(|field| match heap.field_value(collection, field) {
            Some(Value::Reference(reference)) => heap.current(reference) == Reference::Null,
            Some(value) => value.number().and_then(|number| pool.as_int(number)) == Some(0),
            None => false,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    #[test]
    fn every_row_is_a_field() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        assert!(ORDERS.into_iter().all(|row| program.field_by_name(row).is_some()));
    }
}
