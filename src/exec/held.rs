//! What is read of the JDK's collections that are inputs, where it is known what these hold (`heap/holding.rs`).

use super::invariant::Invariant;
use super::machine::Machine;
use super::state::State;
use crate::classfile::GenericType;
use crate::heap::{Choice, Counted, Heap, Held, Holding, Length, ObjectId, Reference, Value};
use crate::program::{FieldId, Program, ReferenceType};
use std::rc::Rc;

/// A class, a field and a descriptor.
type Named = (&'static str, &'static str, &'static str);

/// Arrays of the JDK's collections that hold their elements, though their types do not say so: class, field, descriptor; and the field with
/// the number of these elements, where one has it.
const ELEMENTS: [(Named, Option<&str>); 3] = [
    (("java/util/ArrayList", "elementData", "[Ljava/lang/Object;"), Some("size")),
    (("java/util/ArrayDeque", "elements", "[Ljava/lang/Object;"), None),
    (("java/util/PriorityQueue", "queue", "[Ljava/lang/Object;"), Some("size")),
];

/// The tables of sets, whose values say nothing: all are one object of this class.
const TABLES_OF_SETS: [(Named, &str); 2] = [
    (("java/util/HashSet", "map", "Ljava/util/HashMap;"), "java/lang/Object"),
    (("java/util/TreeSet", "m", "Ljava/util/NavigableMap;"), "java/lang/Object"),
];

/// Parts of collections that are of exactly one class where it is known all that was stored, so that the collections were made by their own
/// constructors: field, and class of the part.
const PARTS: [(Named, &str); 1] = [(("java/util/TreeSet", "m", "Ljava/util/NavigableMap;"), "java/util/TreeMap")];

/// The class of which a part of a collection that is an input exactly is.
pub fn exact_part(program: &Program, heap: &Heap, (object, field): (ObjectId, FieldId)) -> Option<ReferenceType> {
    let Some(Holding::Arguments(_)) = heap.holding(object) else { return None };
    let (_, class) = PARTS.iter().find(|(named, _)| program.field_by_name(*named) == Some(field))?;
    program.reference_type(class)
}

impl Machine<'_> {
    /// Notes of a reference that was read from a field of an input object for the first time what is known of it, since it is held by a
    /// collection, or is a collection of which it is known what it holds.
    pub(super) fn note_held(&mut self, state: &mut State, (object, field): (ObjectId, FieldId), value: Value) {
        let Value::Reference(Reference::Symbol(symbol)) = value else { return };
        let is_news = state.heap.symbol(symbol).is_some_and(|it| it.value.is_none() && it.holding.is_none());
        if !is_news || state.heap.initial_field(object, field) != Some(value) {
            return;
        }
        if self.program.is_user_class(self.program.field(field).class) {
            let holding = self.holding_of_field(state, (object, field));
            return holding.into_iter().for_each(|holding| state.heap.set_holding(symbol, holding));
        }
        let Some(Holding::Arguments(arguments)) = state.heap.holding(object).cloned() else { return };
        if exact_part(self.program, &state.heap, (object, field)).is_some() {
            state.heap.require_object(symbol);
        }
        match read_of(self.program, (object, field), &arguments) {
            Some(Read::Argument(held)) => state.heap.take_for_held(symbol, held),
            Some(Read::Part(holding)) => state.heap.set_holding(symbol, holding),
            None => {}
        }
    }

    /// What is known of what a field of the class path refers to: a collection, or an array of references. A field that has the length of arrays
    /// in the array is read with it.
    fn holding_of_field(&mut self, state: &mut State, (object, field): (ObjectId, FieldId)) -> Option<Holding> {
        let known = self.invariants_of(self.program.field(field).class)?;
        match known.held.iter().find(|(of, _)| *of == field) {
            Some((_, held)) if self.program.field(field).kind.is_array() => {
                let held = *held.first()?;
                if let Some(Length::OfField(of)) = held.length {
                    let (heap, mut context) = self.heap_context(state);
                    heap.read_field(&mut context, object, of);
                }
                Some(Holding::Elements(held, Counted::All(object)))
            }
            Some((_, held)) => {
                let declared = |(place, held): (usize, &Held)| Held { declared: Some((field, place)), ..*held };
                Some(Holding::Arguments(held.iter().enumerate().map(declared).collect()))
            }
            None => {
                let mut of_elements = known.conditions.iter().filter_map(Invariant::of_elements);
                let (_, count) = of_elements.find(|(array, _)| *array == field)?;
                let held = Held { is_object: true, ..Held::default() };
                Some(Holding::Elements(held, Counted::UpTo(object, count)))
            }
        }
    }

    /// A choice that takes it for granted that an array in an object's own array is as long as all of these are, where the path does not
    /// know that.
    pub(super) fn given_length(&mut self, state: &State, array: ObjectId) -> Result<(), Choice> {
        let Some(Holding::Long(wanted)) = state.heap.holding(array) else { return Ok(()) };
        let Some(body) = state.heap.array(array) else { return Ok(()) };
        let is_as_long = self.pool.equal(body.length, *wanted);
        if self.pool.as_truth(is_as_long).or_else(|| state.path.known(is_as_long)) == Some(true) {
            return Ok(());
        }
        Err(Choice::Given(is_as_long))
    }
}

/// What a field of a collection leads to.
enum Read {
    /// What stands for a type argument.
    Argument(Held),
    /// A part of the collection.
    Part(Holding),
}

fn read_of(program: &Program, (object, field): (ObjectId, FieldId), arguments: &Rc<[Held]>) -> Option<Read> {
    let info = program.field(field);
    let descriptor = program.field_descriptor(field);
    let named = (&**program.class_name(info.class), &*info.name, &*descriptor);
    if let Some((_, count)) = ELEMENTS.iter().find(|(named_so, _)| *named_so == named) {
        let count = count.and_then(|count| program.field_by_name((named.0, count, "I")));
        let counted = count.map_or(Counted::Unknown, |count| Counted::UpTo(object, count));
        return Some(Read::Part(Holding::Elements(*arguments.first()?, counted)));
    }
    let variables = program.type_variables(info.class);
    if variables.len() != arguments.len() {
        return None;
    }
    let of = |generic: &GenericType| match generic {
        GenericType::Variable(name) => {
            let place = variables.iter().position(|variable| variable == name);
            place.and_then(|place| arguments.get(place)).copied().unwrap_or_default()
        }
        _ => Held::default(),
    };
    if let Some((_, class)) = TABLES_OF_SETS.iter().find(|(named_so, _)| *named_so == named) {
        let exactly = program.class_by_name(class)?;
        let values = Held {
            class: Some(ReferenceType::class(exactly)),
            exactly: Some(exactly),
            is_object: true,
            ..Held::default()
        };
        return Some(Read::Part(Holding::Arguments(Rc::from([*arguments.first()?, values]))));
    }
    Some(match program.field_with_variables(field)? {
        generic @ GenericType::Variable(_) => Read::Argument(of(&generic)),
        GenericType::Class(_, inner) => Read::Part(Holding::Arguments(inner.iter().map(of).collect())),
        GenericType::Array(element) => match *element {
            GenericType::Class(_, inner) => Read::Part(Holding::OfEach(inner.iter().map(of).collect())),
            _ => return None,
        },
        GenericType::Primitive(_) | GenericType::Anything => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    #[test]
    fn every_row_is_a_field_of_a_collection() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for (named, count) in ELEMENTS {
            let field = program.field_by_name(named).unwrap_or_else(|| panic!("{named:?}"));
            assert_eq!(program.type_variables(program.field(field).class).len(), 1, "{named:?}");
            assert!(count.is_none_or(|count| program.field_by_name((named.0, count, "I")).is_some()), "{named:?}");
        }
        for (named, class) in PARTS.into_iter().chain(TABLES_OF_SETS) {
            assert!(program.field_by_name(named).is_some() && program.class_by_name(class).is_some(), "{named:?}");
        }
    }
}
