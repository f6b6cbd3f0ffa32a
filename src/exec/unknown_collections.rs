//! Calls that read collections of which only the interface is known: a list that is passed in may be of any class. The result is anything
//! that the interface's documentation allows, the same each time until something is changed that may be behind the collection. What throws,
//! or changes a collection, is left to who else can say.
//!
//! Only what is shown of all states may rest on this: inputs that fail are looked for elsewhere.

mod read;

use super::invoke::Call;
use super::machine::Machine;
use super::premise::Premise;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{InvokeKind, MethodReference, PrimitiveType};
use crate::heap::{Asked, ObjectId, Reference, Value, size_of_unknown};
use crate::program::{ClassId, FieldId, FieldKind, Program, ReferenceType};
use read::Read;
use std::sync::Arc;

/// What a call reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    Size,
    IsEmpty,
    /// The element at an index.
    Element,
    /// The first or last element, or null.
    End(&'static str),
    /// Whether it holds an object, or a key.
    Holds,
    /// What the table has for a key.
    ValueOf,
    ValueOrDefault,
    /// The keys, the values or the entries of a table.
    Keys,
    Values,
    Entries,
    /// The key or the value of an entry.
    Key,
    Value,
    /// All elements in a new array.
    Array,
    /// All elements in an array of the type of one that is given.
    ArrayLike,
    /// The index of an object, or -1.
    Index(&'static str),
    /// A new iterator of this type.
    Iterator(&'static str),
    HasNext,
    Next,
    /// What the code of this class does that only calls other methods of the collection.
    AsIn(&'static str),
}

const COLLECTION: &str = "java/util/Collection";
const LIST: &str = "java/util/List";
const QUEUE: &str = "java/util/Queue";
const DEQUE: &str = "java/util/Deque";
const MAP: &str = "java/util/Map";
const ENTRY: &str = "java/util/Map$Entry";
const ITERATOR: &str = "java/util/Iterator";
const ITERABLE: &str = "java/lang/Iterable";
const SET: &str = "java/util/Set";
const OBJECT: &str = "java/lang/Object";

/// Interface, name and descriptor of the methods, and what they read.
static ROWS: [(&str, &str, &str, Reads); 40] = [
    (COLLECTION, "size", "()I", Reads::Size),
    (COLLECTION, "isEmpty", "()Z", Reads::IsEmpty),
    (COLLECTION, "contains", "(Ljava/lang/Object;)Z", Reads::Holds),
    (COLLECTION, "iterator", "()Ljava/util/Iterator;", Reads::Iterator(ITERATOR)),
    (COLLECTION, "toArray", "()[Ljava/lang/Object;", Reads::Array),
    (COLLECTION, "toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;", Reads::ArrayLike),
    (COLLECTION, "containsAll", "(Ljava/util/Collection;)Z", Reads::AsIn("java/util/AbstractCollection")),
    (COLLECTION, "toString", "()Ljava/lang/String;", Reads::AsIn("java/util/AbstractCollection")),
    (COLLECTION, "toArray", "(Ljava/util/function/IntFunction;)[Ljava/lang/Object;", Reads::AsIn(COLLECTION)),
    (COLLECTION, "spliterator", "()Ljava/util/Spliterator;", Reads::AsIn(COLLECTION)),
    (COLLECTION, "stream", "()Ljava/util/stream/Stream;", Reads::AsIn(COLLECTION)),
    (COLLECTION, "forEach", "(Ljava/util/function/Consumer;)V", Reads::AsIn(ITERABLE)),
    (SET, "equals", "(Ljava/lang/Object;)Z", Reads::AsIn("java/util/AbstractSet")),
    (SET, "hashCode", "()I", Reads::AsIn("java/util/AbstractSet")),
    (LIST, "indexOf", "(Ljava/lang/Object;)I", Reads::Index("first")),
    (LIST, "lastIndexOf", "(Ljava/lang/Object;)I", Reads::Index("last")),
    (LIST, "equals", "(Ljava/lang/Object;)Z", Reads::AsIn("java/util/AbstractList")),
    (LIST, "hashCode", "()I", Reads::AsIn("java/util/AbstractList")),
    (LIST, "listIterator", "()Ljava/util/ListIterator;", Reads::Iterator("java/util/ListIterator")),
    (LIST, "get", "(I)Ljava/lang/Object;", Reads::Element),
    (QUEUE, "peek", "()Ljava/lang/Object;", Reads::End("first")),
    (DEQUE, "peekFirst", "()Ljava/lang/Object;", Reads::End("first")),
    (DEQUE, "peekLast", "()Ljava/lang/Object;", Reads::End("last")),
    (MAP, "size", "()I", Reads::Size),
    (MAP, "isEmpty", "()Z", Reads::IsEmpty),
    (MAP, "containsKey", "(Ljava/lang/Object;)Z", Reads::Holds),
    (MAP, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", Reads::ValueOf),
    (MAP, "getOrDefault", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", Reads::ValueOrDefault),
    (MAP, "keySet", "()Ljava/util/Set;", Reads::Keys),
    (MAP, "values", "()Ljava/util/Collection;", Reads::Values),
    (MAP, "entrySet", "()Ljava/util/Set;", Reads::Entries),
    (MAP, "forEach", "(Ljava/util/function/BiConsumer;)V", Reads::AsIn(MAP)),
    (MAP, "toString", "()Ljava/lang/String;", Reads::AsIn("java/util/AbstractMap")),
    (MAP, "equals", "(Ljava/lang/Object;)Z", Reads::AsIn("java/util/AbstractMap")),
    (MAP, "hashCode", "()I", Reads::AsIn("java/util/AbstractMap")),
    (ENTRY, "getKey", "()Ljava/lang/Object;", Reads::Key),
    (ENTRY, "getValue", "()Ljava/lang/Object;", Reads::Value),
    (ITERATOR, "hasNext", "()Z", Reads::HasNext),
    (ITERATOR, "next", "()Ljava/lang/Object;", Reads::Next),
    (ITERATOR, "forEachRemaining", "(Ljava/util/function/Consumer;)V", Reads::AsIn(ITERATOR)),
];

/// What makes a list of the elements of a collection, which nobody can change.
const COPY: (&str, &str, &str) = (LIST, "copyOf", "(Ljava/util/Collection;)Ljava/util/List;");

/// The field that is taken for how far an iterator has come.
const CURSOR: (&str, &str, &str) = ("java/util/ArrayList$Itr", "cursor", "I");

/// What a call comes to.
enum Answer {
    /// It gives this.
    Gives(Value),
    /// It throws an exception of this class, or one below.
    Throws(&'static str),
}

/// The fields of another class that are taken for what unknown collections have.
fn fields(program: &Program) -> Option<(FieldId, FieldId)> {
    Some((size_of_unknown(program)?, program.field_by_name(CURSOR)?))
}

/// Whether a class has fields of collections: it is the JDK's, or a collection itself.
fn is_of_collection(program: &Program, class: ClassId) -> bool {
    let is_a =
        |name: &str| program.class_by_name(name).is_some_and(|above| program.is_subclass(class, above) == Some(true));
    program.class(class).is_jdk || is_a(COLLECTION) || is_a(MAP)
}

impl Machine<'_> {
    /// What a method reads of a receiver that is an unknown collection; none for other methods and receivers.
    pub(super) fn reads_of_unknown(
        &self,
        state: &State,
        receiver: ObjectId,
        reference: &MethodReference,
    ) -> Option<(&'static str, Reads)> {
        let program = self.program;
        if !state.heap.is_unknown(program, receiver) {
            return None;
        }
        let is_of_type = |interface: ClassId| {
            state.heap.known_type(program, receiver, ReferenceType::class(interface)) == Some(true)
        };
        let is_row = |(interface, name, descriptor, _): &&(&str, &str, &str, Reads)| {
            (*name, *descriptor) == (&*reference.name, &*reference.descriptor)
                && program.class_by_name(interface).is_some_and(is_of_type)
        };
        let (interface, .., reads) = ROWS.iter().find(is_row)?;
        let is_iterators = *interface == ITERATOR;
        (!is_iterators || state.heap.iterated(receiver).is_some()).then_some((*interface, *reads))
    }

    /// Answers a call that reads an unknown collection, where that is asked for; none where nothing can be said.
    ///
    /// # Errors
    /// A choice that has to be made first.
    pub(super) fn read_unknown(
        &mut self,
        state: &mut State,
        reference: &Arc<MethodReference>,
        arguments: &[Value],
    ) -> Result<Option<Effect>, Interrupt> {
        if !self.reads_unknown_collections {
            return Ok(None);
        }
        let Some((Value::Reference(receiver), others)) = arguments.split_first() else { return Ok(None) };
        let Reference::Object(object) = state.heap.current(*receiver) else { return Ok(None) };
        let Some((interface, reads)) = self.reads_of_unknown(state, object, reference) else { return Ok(None) };
        if let Reads::AsIn(class) = reads {
            let call = self.call_as_in(class, reference, arguments);
            if call.is_some() {
                self.take_for_granted(state, Premise::CollectionsAsDocumented);
            }
            return Ok(call.map(|call| Effect::Call(Box::new(call))));
        }
        let kind = if matches!(interface, MAP | ENTRY) { interface } else { COLLECTION };
        let mut read = Read { machine: &mut *self, state: &mut *state, object, kind, arguments: others };
        let Some(answer) = read.answer(reads)? else { return Ok(None) };
        self.tell(state, answer, arguments.len()).map(Some)
    }

    /// Answers a call that copies an unknown collection, where that is asked for; none of other calls.
    ///
    /// # Errors
    /// A choice that has to be made first.
    pub(super) fn copy_unknown(
        &mut self,
        state: &mut State,
        reference: &MethodReference,
        arguments: &[Value],
    ) -> Result<Option<Effect>, Interrupt> {
        let is_copy = || (&*reference.class, &*reference.name, &*reference.descriptor) == COPY;
        let [Value::Reference(given)] = arguments else { return Ok(None) };
        if !self.reads_unknown_collections || !is_copy() {
            return Ok(None);
        }
        let Some(object) = state.heap.resolve(*given)? else { return Ok(None) };
        if !state.heap.is_unknown(self.program, object) {
            return Ok(None);
        }
        let mut read = Read { machine: &mut *self, state: &mut *state, object, kind: COLLECTION, arguments: &[] };
        let Some(answer) = read.copy()? else { return Ok(None) };
        self.tell(state, answer, arguments.len()).map(Some)
    }

    /// What a call of so many arguments does that is answered so.
    fn tell(&mut self, state: &mut State, answer: Answer, arguments: usize) -> Result<Effect, Interrupt> {
        self.take_for_granted(state, Premise::CollectionsAsDocumented);
        if let Some(frame) = state.frame_mut() {
            frame.answers.clear();
        }
        Ok(match answer {
            Answer::Gives(value) => {
                state.replace_operands(arguments, value);
                Effect::Next
            }
            Answer::Throws(class) => {
                let class = self.builtin(class)?;
                Effect::Throw(state.heap.open_exception(class))
            }
        })
    }

    /// A call whose result and effects are documented to be those of code of the JDK that only calls other methods of the collection. Where
    /// another collection is given to it, that one's class must not be of the class path: what is called on it is not documented.
    fn call_as_in(&self, class: &str, reference: &Arc<MethodReference>, arguments: &[Value]) -> Option<Call> {
        let program = self.program;
        let method = program.method_by_name((class, &reference.name, &reference.descriptor))?;
        let is_given_another = matches!(&*reference.name, "equals" | "containsAll");
        let has_user_class = |name: &&str| {
            let class = program.class_by_name(name);
            class.is_some_and(|class| program.concrete_subtypes(class).iter().any(|of| program.is_user_class(*of)))
        };
        if is_given_another && [COLLECTION, MAP].iter().any(has_user_class) {
            return None;
        }
        let (reference, arguments) = (reference.clone(), arguments.to_vec());
        Some(Call { reference, kind: InvokeKind::Virtual, method, arguments, for_model: None })
    }

    /// Notes that a field is written, which may be one of a collection that is behind an unknown one.
    pub fn note_collection_field_written(&self, state: &mut State, object: ObjectId, field: FieldId) {
        if state.heap.has_unknown_collections() && is_of_collection(self.program, self.program.field(field).class) {
            state.heap.note_change_of_collection(object);
        }
    }
}

/// Refuses to tell an iterator through an unknown collection from another one: collections without elements may share theirs.
///
/// # Errors
/// The stop.
pub(super) fn refuse_iterators(state: &State, both: [ObjectId; 2]) -> Result<(), Interrupt> {
    refuse(both, |object| state.heap.iterated(object).is_some(), "java.util.Collection.iterator")
}

/// Refuses to tell a copy of an unknown collection from another object: it is that collection where nobody can change that, and empty copies
/// are one.
///
/// # Errors
/// The stop.
pub(super) fn refuse_copies(state: &State, both: [ObjectId; 2]) -> Result<(), Interrupt> {
    refuse(both, |object| state.heap.is_copy(object), "java.util.List.copyOf")
}

/// Stops where one of two objects is given by a method that may give the other one too.
fn refuse(both: [ObjectId; 2], is_given: impl Fn(ObjectId) -> bool, method: &str) -> Result<(), Interrupt> {
    match both.into_iter().any(is_given) {
        true => Err(StopReason::UnknownReceiver(method.into()).into()),
        false => Ok(()),
    }
}

impl Machine<'_> {
    /// Whether an unknown collection is of exactly a class: nobody can say, and it stays so.
    ///
    /// # Errors
    /// The choice.
    pub(super) fn is_exactly(
        &mut self,
        state: &mut State,
        object: ObjectId,
        class: ClassId,
    ) -> Result<bool, Interrupt> {
        let known = self.any_number(state, (object, Asked::IsExactly(class)), PrimitiveType::Boolean);
        let Some(known) = known.number() else { return Ok(false) };
        let zero = self.pool.int(0);
        let is_another = self.pool.equal(known, zero);
        Ok(!state.path.decide(&mut self.pool, is_another)?)
    }

    /// What an unknown collection has answered before, or any number of a type.
    fn any_number(&mut self, state: &mut State, (object, asked): (ObjectId, Asked), of: PrimitiveType) -> Value {
        if let Some(known) = state.heap.read_before(object, asked) {
            return known;
        }
        let (heap, mut context) = self.heap_context(state);
        let value = heap.open_result(&mut context, 0, FieldKind::Primitive(of));
        heap.keep_read(object, asked, value);
        value
    }

    /// Whether an object is a collection or a table of which only the interface is known, and is read as such.
    pub(super) fn is_unknown_collection(&self, state: &State, object: ObjectId) -> bool {
        let program = self.program;
        let is_open = state.heap.instance(object).is_some_and(|body| body.open);
        let is_a = |name: &&str| {
            let class = program.class_by_name(name).map(ReferenceType::class);
            class.is_some_and(|class| state.heap.known_type(program, object, class) == Some(true))
        };
        self.reads_unknown_collections && is_open && [COLLECTION, MAP].iter().any(is_a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::{DecodedInstruction, Instruction, Jdk};

    #[test]
    fn every_row_is_a_method_of_an_interface() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for (interface, name, descriptor, reads) in &ROWS {
            if matches!(reads, Reads::AsIn(_)) {
                // It may be declared above.
                assert!(program.class_by_name(interface).is_some(), "{interface}");
                continue;
            }
            let method = program.method_by_name((interface, name, descriptor));
            let method = method.unwrap_or_else(|| panic!("{interface}.{name}{descriptor}"));
            assert!(program.class(program.method(method).class).flags.is_interface(), "{interface}.{name}");
        }
        assert!(program.method_by_name(COPY).is_some());
        assert!(fields(&program).is_some());
    }

    #[test]
    fn code_that_stands_for_a_collections_own_reads_no_fields() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for (_, name, descriptor, reads) in &ROWS {
            let Reads::AsIn(class) = reads else { continue };
            let method = program.method_by_name((class, name, descriptor));
            let code = method.and_then(|method| program.code(method));
            let code = code.unwrap_or_else(|| panic!("{class}.{name}{descriptor}"));
            let is_of_field = |one: &DecodedInstruction| {
                matches!(one.instruction, Instruction::GetField(_) | Instruction::PutField(_))
            };
            assert!(!code.instructions.iter().any(is_of_field), "{class}.{name}{descriptor}");
        }
    }
}
