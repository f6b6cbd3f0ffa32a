//! How many elements a collection has whose class tells that in a field, and how many characters a string or string builder has.

use super::memory::{Context, Heap, Origin};
use super::persistent::{PersistentMap, PersistentSet};
use super::value::{ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, Program, TEXT_FIELD};
use crate::term::{TermId, TermPool, TextOperator};

/// Classes of collections, and the field that has the number of their elements.
const SIZES: [(&str, &str, &str); 6] = [
    ("java/util/ArrayList", "size", "I"),
    ("java/util/EnumMap", "size", "I"),
    ("java/util/HashMap", "size", "I"),
    ("java/util/LinkedList", "size", "I"),
    ("java/util/PriorityQueue", "size", "I"),
    ("java/util/TreeMap", "size", "I"),
];
/// Classes that have the field of another one.
const AS_ABOVE: [&str; 1] = ["java/util/LinkedHashMap"];

/// Lists that nobody can change, and the field that has their elements in an array, or their second element.
const FIXED: [(&str, &str, &str); 2] = [
    ("java/util/ImmutableCollections$ListN", "elements", "[Ljava/lang/Object;"),
    ("java/util/ImmutableCollections$List12", "e1", "Ljava/lang/Object;"),
];

/// How large a collection is and was.
#[derive(Clone, Copy, Debug)]
pub struct KnownSize {
    field: FieldId,
    now: Value,
    initial: Option<TermId>,
    is_changed: bool,
}

/// What the sizes of collections were.
#[derive(Clone, Debug, Default)]
pub struct Sizes {
    /// At the start, or after the last open call.
    initial: PersistentMap<ObjectId, TermId>,
    /// The collections that were changed since as wholes: what is read of them now is not what was there at the start.
    changed: PersistentSet<ObjectId>,
}

/// The field that has the number of elements of collections of exactly a class; none where no field has.
pub fn size_field(program: &Program, class: ClassId) -> Option<FieldId> {
    let info = program.class(class);
    let is_known = info.is_jdk && (SIZES.iter().any(|(of, ..)| *of == &*info.name) || AS_ABOVE.contains(&&*info.name));
    let declared = |above: ClassId| SIZES.iter().find(|(of, ..)| *of == &**program.class_name(above));
    let field = |above: ClassId| program.field_by_name(*declared(above)?);
    is_known.then(|| program.superclasses(class).find_map(field))?
}

/// The field that is taken for the number of elements of collections of which only the interface is known.
pub fn size_of_unknown(program: &Program) -> Option<FieldId> {
    program.field_by_name(*SIZES.first()?)
}

impl Heap {
    /// Notes what is read of a collection that may be its size at the start.
    pub(super) fn keep_initial_size(&mut self, program: &Program, object: ObjectId, field: FieldId, value: Value) {
        let Some(size) = value.number() else { return };
        let is_one = || match self.is_unknown(program, object) {
            true => size_of_unknown(program) == Some(field),
            false => self.exact_class(object).and_then(|class| size_field(program, class)) == Some(field),
        };
        if program.class(program.field(field).class).is_jdk && is_one() && !self.sizes.changed.contains(&object) {
            self.sizes.initial.insert(object, size);
        }
    }

    /// Notes that a collection is changed as a whole: its fields are new from now on.
    pub(super) fn note_resized(&mut self, collection: ObjectId) {
        self.sizes.changed.insert(collection);
    }

    /// Forgets how many elements a collection had at the start: code elsewhere may have changed it, and left it as its owner keeps it.
    pub(super) fn forget_initial_size(&mut self, collection: ObjectId) {
        self.sizes.initial.remove(&collection);
        self.sizes.changed.remove(&collection);
    }

    /// The size of an object at the start, as far as it was read: of a collection the number of its elements, of a string or string
    /// builder that of its characters.
    pub fn initial_size(&self, (program, pool): (&Program, &mut TermPool), object: ObjectId) -> Option<TermId> {
        if let Some(size) = self.sizes.initial.get(&object) {
            return Some(*size);
        }
        let field = program.hidden_field(self.exact_class(object)?, TEXT_FIELD)?;
        match self.initial_field(object, field)? {
            Value::Text(text) => Some(pool.text_operation(TextOperator::Length, &[text])),
            _ => None,
        }
    }

    /// Whether a collection may have another size than at the start, or a builder another text.
    pub fn is_resized(&self, program: &Program, object: ObjectId) -> bool {
        let Some(class) = self.exact_class(object) else { return false };
        let is_other = |field: FieldId, before: Option<Value>| {
            let now = self.field_value(object, field);
            now.is_some() && now != before
        };
        if let Some(field) = program.hidden_field(class, TEXT_FIELD) {
            return is_other(field, self.initial_field(object, field));
        }
        let before = |field| self.initial_field(object, field);
        let is_changed = |field| self.sizes.changed.contains(&object) || is_other(field, before(field));
        size_field(program, class).is_some_and(is_changed)
    }

    /// Leaves a collection with another number of elements, after it was changed as a whole: what is known of collections of its class
    /// holds of it.
    pub fn set_size(&mut self, program: &Program, collection: ObjectId, field: FieldId, size: TermId) {
        self.store_field(collection, field, Value::Int(size));
        self.keep_initial_field(program, collection, field, Value::Int(size));
    }

    /// The size of an object now; none where it has none.
    pub fn size_now(&mut self, context: &mut Context<'_>, object: ObjectId) -> Option<TermId> {
        let program = context.program;
        if self.is_unknown(program, object) {
            return self.size_of_unknown(context, object, size_of_unknown(program)?);
        }
        let class = self.exact_class(object)?;
        if let Some(text) = self.text_of(context, object) {
            return Some(context.pool.text_operation(TextOperator::Length, &[text]));
        }
        if let Some(field) = size_field(program, class) {
            return self.read_field(context, object, field).number();
        }
        self.size_of_fixed(context, (object, class))
    }

    /// The size of a collection now and at the start, to be restored after a call that leaves it.
    pub fn size_known(&mut self, context: &mut Context<'_>, collection: ObjectId) -> Option<KnownSize> {
        let field = size_field(context.program, self.exact_class(collection)?)?;
        let now = self.read_field(context, collection, field);
        let initial = self.sizes.initial.get(&collection).copied();
        Some(KnownSize { field, now, initial, is_changed: self.sizes.changed.contains(&collection) })
    }

    /// Leaves a collection as large as it was.
    pub fn restore_size(&mut self, collection: ObjectId, known: KnownSize) {
        self.store_field(collection, known.field, known.now);
        if known.is_changed {
            self.sizes.changed.insert(collection);
        } else {
            self.sizes.changed.remove(&collection);
        }
        if let Some(initial) = known.initial {
            self.sizes.initial.insert(collection, initial);
        }
    }

    /// The size of a list that nobody can change: of one or two elements, or of those in an array.
    fn size_of_fixed(&mut self, context: &mut Context<'_>, (list, class): (ObjectId, ClassId)) -> Option<TermId> {
        let program = context.program;
        let place = FIXED.iter().position(|(of, ..)| program.class_by_name(of) == Some(class))?;
        let field = program.field_by_name(*FIXED.get(place)?)?;
        let Value::Reference(held) = self.read_field(context, list, field) else { return None };
        let Reference::Object(held) = self.current(held) else { return None };
        if let Some(elements) = self.array(held) {
            return Some(elements.length);
        }
        // What stands for no second element is made when the class is initialised.
        let is_none = matches!(self.peek(held)?.origin, Origin::Initialised(_));
        Some(context.pool.int(if is_none { 1 } else { 2 }))
    }

    /// Whether an object is of a class of which only an interface of the JDK is known.
    pub fn is_unknown(&self, program: &Program, object: ObjectId) -> bool {
        let is_interface = |class: &ClassId| program.class(*class).is_jdk && program.class(*class).flags.is_interface();
        self.instance(object).is_some_and(|body| body.open && body.types.iter().any(is_interface))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    #[test]
    fn every_row_is_a_field() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for name in SIZES.iter().map(|(class, ..)| *class).chain(AS_ABOVE) {
            let field = size_field(&program, program.class_by_name(name).unwrap());
            assert!(field.is_some(), "{name}");
        }
        assert!(FIXED.iter().all(|named| program.field_by_name(*named).is_some()));
        assert!(size_of_unknown(&program).is_some());
    }
}
