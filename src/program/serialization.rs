//! What Java's serialization does to objects of the class path: which of their fields it brings back as they were, and which of
//! their methods it calls (Java Object Serialization Specification, 2 and 3).

use super::link::Program;
use super::reads::{OfField, Read, as_one};
use super::types::{ClassId, FieldId, FieldKind, MethodId};
use crate::classfile::Instruction;
use rustc_hash::FxHashSet;

/// A name and a descriptor.
type Member = (&'static str, &'static str);

const READ_RESOLVE: Member = ("readResolve", "()Ljava/lang/Object;");
const WRITE_REPLACE: Member = ("writeReplace", "()Ljava/lang/Object;");

/// The method by which the fields of a class are read.
const READ_OBJECT: Member = ("readObject", "(Ljava/io/ObjectInputStream;)V");
/// The methods by which an object of a class is made from a stream, which may be private.
const READING: [Member; 3] = [READ_OBJECT, ("readObjectNoData", "()V"), READ_RESOLVE];

/// Those by which one is written.
const WRITING: [Member; 2] = [("writeObject", "(Ljava/io/ObjectOutputStream;)V"), WRITE_REPLACE];

/// The static field by which a class says itself which of its fields are written.
const WRITTEN_FIELDS: &str = "serialPersistentFields";

impl Program {
    /// Whether objects of a class can be written to a stream and read back; so is what is not known.
    fn is_serializable(&self, class: ClassId) -> bool {
        let serializable = self.class_by_name("java/io/Serializable");
        serializable.is_none_or(|serializable| self.is_subclass(class, serializable) != Some(false))
    }

    /// Whether a method is one that serialization calls, private or not.
    pub fn is_called_by_serialization(&self, method: MethodId) -> bool {
        READING.iter().chain(&WRITING).any(|known| self.is_member(method, *known))
    }

    /// Whether an object of a class that was read back from a stream may lack what a field that the class declares or inherits held, or
    /// hold something else: a transient field has its default, one of a class that is not serializable what the constructor without
    /// arguments leaves, and one of a class that reads it by its own code, or chooses what is written, anything. None is read back of a class
    /// that refuses it.
    pub fn may_be_lost_in_a_stream(&self, class: ClassId, field: FieldId) -> bool {
        let info = self.field(field);
        if info.flags.is_static() || !self.is_serializable(class) || self.refuses_streams(class) {
            return false;
        }
        let declaring = self.class(info.class);
        let reads_itself = || self.reads_itself(info.class);
        let chooses = || {
            let mut fields = declaring.fields.iter().map(|field| self.field(*field));
            fields.any(|field| field.flags.is_static() && &*field.name == WRITTEN_FIELDS)
        };
        info.flags.is_transient()
            || !self.is_serializable(info.class)
            || reads_itself()
            || chooses()
            || self.may_be_replaced_in_a_stream(field)
    }

    /// Whether a class has code that makes its objects from streams.
    fn reads_itself(&self, class: ClassId) -> bool {
        self.class(class).methods.iter().any(|it| READING.iter().any(|known| self.is_member(*it, *known)))
    }

    /// Whether reading an object of a class from a stream always throws, before code comes by it: its `readObject`, or that of a class above,
    /// does nothing else, as where another object is written in its place. Fields are read from the topmost class down.
    fn refuses_streams(&self, class: ClassId) -> bool {
        let is_reading = |above: &ClassId| self.is_serializable(*above) && self.reads_itself(*above);
        let first = self.superclasses(class).filter(is_reading).last();
        first.is_some_and(|reading| self.class(reading).methods.iter().any(|method| self.only_refuses(*method)))
    }

    /// Whether a method is a `readObject` that throws whatever is read, and uses neither the object nor the stream.
    fn only_refuses(&self, method: MethodId) -> bool {
        let flags = self.method(method).flags;
        if !self.is_member(method, READ_OBJECT) || !flags.is_private() || flags.is_static() {
            return false;
        }
        let is_used = |instruction: &Instruction| matches!(instruction, Instruction::Load(..) | Instruction::Return(_));
        self.code(method).is_some_and(|code| !code.instructions.iter().any(|decoded| is_used(&decoded.instruction)))
    }

    /// Whether a class of the class path lets another object take the place of its own, which a field may refer to.
    pub(super) fn may_be_replaced_in_a_stream(&self, field: FieldId) -> bool {
        as_one(Read::Field(OfField::ReplacedInAStream, field), || {
            let FieldKind::Reference(declared) = self.field(field).kind else { return false };
            let Some(class) = declared.as_class() else { return false };
            let replaced = self.replaced_in_streams.get_or_init(|| self.find_replaced());
            std::iter::once(&class).chain(self.user_subtypes(class)).any(|class| replaced.contains(class))
        })
    }

    /// The classes of the class path, with those below, whose objects let others take their places.
    fn find_replaced(&self) -> FxHashSet<ClassId> {
        let replaces = |method: &MethodId| [READ_RESOLVE, WRITE_REPLACE].iter().any(|it| self.is_member(*method, *it));
        let of_themselves = self.user_classes().filter(|(_, class)| class.methods.iter().any(replaces));
        of_themselves.flat_map(|(id, _)| std::iter::once(id).chain(self.user_subtypes(id).iter().copied())).collect()
    }

    fn is_member(&self, method: MethodId, (name, descriptor): Member) -> bool {
        let info = self.method(method);
        (&*info.name, &*info.descriptor) == (name, descriptor)
    }
}
