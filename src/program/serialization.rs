//! What Java's serialization does to objects of the class path: which of their fields it brings back as they were, and which of
//! their methods it calls (Java Object Serialization Specification, 2 and 3).

use super::link::Program;
use super::reads::{OfField, Read, as_one};
use super::types::{ClassId, Element, FieldId, FieldKind, MethodId, ReferenceType};
use crate::classfile::{DecodedInstruction, GenericType, Instruction};
use rustc_hash::{FxHashMap, FxHashSet};

/// A name and a descriptor.
type Member = (&'static str, &'static str);

const READ_RESOLVE: Member = ("readResolve", "()Ljava/lang/Object;");
const WRITE_REPLACE: Member = ("writeReplace", "()Ljava/lang/Object;");

/// The method by which the fields of a class are read.
const READ_OBJECT: Member = ("readObject", "(Ljava/io/ObjectInputStream;)V");
/// The methods by which the fields of an object of a class are read from a stream, which may be private.
const READING: [Member; 2] = [READ_OBJECT, ("readObjectNoData", "()V")];

/// That by which they are written.
const WRITE_OBJECT: Member = ("writeObject", "(Ljava/io/ObjectOutputStream;)V");

/// The methods by which an object lets another take its place, once its fields are read or before they are written.
const REPLACING: [Member; 2] = [READ_RESOLVE, WRITE_REPLACE];

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
        READING.iter().chain(&REPLACING).chain([&WRITE_OBJECT]).any(|known| self.is_member(method, *known))
    }

    /// Whether an object of a class that was read back from a stream may lack what a field that the class declares or inherits held: a
    /// transient field has its default, one of a class that is not serializable what the constructor without arguments leaves, and one of a
    /// class that reads it by its own code, or chooses what is written, anything. None is read back of a class that refuses it.
    pub fn may_be_lost_in_a_stream(&self, class: ClassId, field: FieldId) -> bool {
        let info = self.field(field);
        if info.flags.is_static() || !self.may_be_read_back(class) {
            return false;
        }
        let declaring = self.class(info.class);
        let reads_itself = || self.reads_itself(info.class);
        let chooses = || {
            let mut fields = declaring.fields.iter().map(|field| self.field(*field));
            fields.any(|field| field.flags.is_static() && &*field.name == WRITTEN_FIELDS)
        };
        info.flags.is_transient() || !self.is_serializable(info.class) || reads_itself() || chooses()
    }

    fn may_be_read_back(&self, class: ClassId) -> bool {
        self.is_serializable(class) && !self.refuses_streams(class)
    }

    /// Whether a class has code that reads the fields of its objects from streams.
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

    /// Whether a class of the class path lets another object take the place of its own, which an instance field may refer to in an object
    /// that is read back.
    pub fn may_be_replaced_in_a_stream(&self, field: FieldId) -> bool {
        self.may_be_read_back(self.field(field).class)
            && as_one(Read::Field(OfField::ReplacedInAStream, field), || self.are_replaced(self.referred_to(field)))
    }

    /// Whether that may be so of what an array or a collection holds to which the field refers, by its declaration.
    pub fn may_hold_replaced_in_a_stream(&self, field: FieldId) -> bool {
        self.may_be_read_back(self.field(field).class)
            && as_one(Read::Field(OfField::ReplacedInAStream, field), || self.are_replaced(self.held_by(field)))
    }

    fn are_replaced(&self, mut classes: impl Iterator<Item = ClassId>) -> bool {
        let replaced = self.replaced_in_streams.get_or_init(|| self.find_replaced());
        !replaced.is_empty() && classes.any(|class| replaced.contains(&class))
    }

    /// Which methods replace what a field refers to or holds, for comparison.
    pub(super) fn replacing_told(&self, field: FieldId) -> String {
        let holds = if self.may_hold_replaced_in_a_stream(field) { " and what it holds" } else { "" };
        self.signatures(&self.replacing_in_a_stream(field)) + holds
    }

    /// The methods of the class path whose results may be what a field refers to once its object is read back, in order. What is written
    /// in place of an object may be of any class, and itself give way to another when it is read.
    pub fn replacing_in_a_stream(&self, field: FieldId) -> Vec<MethodId> {
        as_one(Read::Field(OfField::ReplacedInAStream, field), || {
            let above = self.referred_to(field).flat_map(|class| self.superclasses(class));
            let mut found: Vec<MethodId> = above.flat_map(|class| self.replacing_of(class)).collect();
            if found.iter().any(|method| self.is_member(*method, WRITE_REPLACE)) {
                found = self.user_classes().flat_map(|(class, _)| self.replacing_of(class)).collect();
            }
            found.sort_unstable();
            found.dedup();
            found
        })
    }

    /// Whether an object of a class that is read back from a stream may be in a state in which no constructor left it: it lacks what a field
    /// held, refers to something else, was made by its own code, or leads to such an object.
    pub(super) fn is_serialized_in_part(&self, class: ClassId) -> bool {
        self.serialized_in_part.get_or_init(|| self.find_serialized_in_part()).contains(&class)
    }

    fn find_serialized_in_part(&self) -> FxHashSet<ClassId> {
        let external = self.class_by_name("java/io/Externalizable");
        let changes = |class: ClassId| {
            let is_external = external.is_some_and(|external| self.is_subclass(class, external) == Some(true));
            is_external
                || self.is_remade_otherwise(class)
                || self.own_fields(class).any(|field| self.is_changed(class, field))
        };
        let mut open: Vec<ClassId> = self.user_classes().map(|(class, _)| class).collect();
        open.retain(|class| self.may_be_read_back(*class) && !self.class(*class).is_enum());
        let (changed, mut rest): (Vec<ClassId>, Vec<ClassId>) = open.into_iter().partition(|class| changes(*class));
        let mut found: FxHashSet<ClassId> = changed.into_iter().collect();
        loop {
            let leads = |class: &ClassId| {
                !found.is_empty()
                    && (self.is_below_a_holder(*class)
                        || self.own_fields(*class).any(|field| self.may_lead_to(field, &found)))
            };
            let (more, others): (Vec<ClassId>, Vec<ClassId>) = rest.into_iter().partition(leads);
            if more.is_empty() {
                return found;
            }
            found.extend(more);
            rest = others;
        }
    }

    /// Whether a class is a record that may keep something else than its constructor is given, which runs again on what is read.
    fn is_remade_otherwise(&self, class: ClassId) -> bool {
        let record = self.class_by_name("java/lang/Record");
        if record.is_none_or(|record| self.class(class).superclass != Some(record)) {
            return false;
        }
        let components: Vec<FieldId> = self.instance_fields(class).collect();
        let is_canonical = |method: &&MethodId| {
            let info = self.method(**method);
            &*info.name == "<init>"
                && info.parameters.iter().eq(components.iter().map(|field| &self.field(*field).kind))
        };
        let constructor = self.class(class).methods.iter().find(is_canonical);
        let code = constructor.and_then(|method| self.code(*method)).map_or(&[][..], |code| &code.instructions);
        // Where the arguments are, behind the record.
        let places = components.iter().scan(1, |next, field| {
            let place = *next;
            *next += self.field(*field).kind.slots();
            Some((*field, place))
        });
        let places: FxHashMap<FieldId, usize> = places.collect();
        let keeps_another = |pair: &[DecodedInstruction]| match pair {
            [before, DecodedInstruction { instruction: Instruction::PutField(stored), .. }] => {
                let kept = self.resolve_field(stored).and_then(|field| places.get(&field));
                let loaded = match before.instruction {
                    Instruction::Load(_, local) => Some(usize::from(local)),
                    _ => None,
                };
                loaded.is_none() || loaded != kept.copied()
            }
            _ => false,
        };
        let assigns =
            |it: &DecodedInstruction| matches!(it.instruction, Instruction::Store(..) | Instruction::Increment(..));
        code.is_empty() || code.iter().any(assigns) || code.windows(2).any(keeps_another)
    }

    /// The instance fields that a class declares.
    fn instance_fields(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        self.class(class).fields.iter().copied().filter(|field| !self.field(*field).flags.is_static())
    }

    /// Those of an object of a class that the class path declares.
    fn own_fields(&self, class: ClassId) -> impl Iterator<Item = FieldId> {
        let above = self.superclasses(class).filter(|above| self.is_user_class(*above));
        above.flat_map(|above| self.instance_fields(above))
    }

    fn is_changed(&self, class: ClassId, field: FieldId) -> bool {
        self.may_be_lost_in_a_stream(class, field)
            || self.may_be_replaced_in_a_stream(field)
            || self.may_hold_replaced_in_a_stream(field)
    }

    /// Whether a class extends one of the JDK's that may hold objects of others: one with fields for that, or of which nothing is known.
    fn is_below_a_holder(&self, class: ClassId) -> bool {
        let root = self.class_by_name("java/lang/Object");
        let mut above = self.superclasses(class).filter(|above| !self.is_user_class(*above) && Some(*above) != root);
        above.any(|above| {
            let is_reference = |field: FieldId| matches!(self.field(field).kind, FieldKind::Reference(_));
            let is_unknown = self.class(above).file().is_none();
            is_unknown || self.instance_fields(above).any(is_reference)
        })
    }

    /// Whether a field may refer to an object of some classes, or to one of the JDK's that may lead to one.
    fn may_lead_to(&self, field: FieldId, classes: &FxHashSet<ClassId>) -> bool {
        let FieldKind::Reference(ReferenceType { element: Element::Class(class), .. }) = self.field(field).kind else {
            return false;
        };
        if self.is_user_class(class) && !self.class(class).flags.is_interface() {
            return self.and_below(class).any(|class| classes.contains(&class));
        }
        !self.is_value_class(class) && !self.class(class).is_enum()
    }

    /// The classes of the class path of which a field may refer to objects.
    fn referred_to(&self, field: FieldId) -> impl Iterator<Item = ClassId> {
        let declared = match self.field(field).kind {
            FieldKind::Reference(declared) => declared.as_class(),
            _ => None,
        };
        declared.into_iter().flat_map(|class| self.and_below(class))
    }

    /// The classes of the class path of which objects are in the array or the collection that a field refers to, by its declaration.
    fn held_by(&self, field: FieldId) -> impl Iterator<Item = ClassId> {
        let arguments = match self.generic_field(field) {
            Some(GenericType::Class(_, arguments)) => arguments,
            _ => Vec::new(),
        };
        let of_arguments = arguments.into_iter().filter_map(|argument| self.erased_kind(Some(&argument)));
        let is_array = self.field(field).kind.is_array();
        let held = of_arguments.chain(is_array.then_some(self.field(field).kind));
        let element = |kind: FieldKind| match kind {
            FieldKind::Reference(ReferenceType { element: Element::Class(class), .. }) => Some(class),
            _ => None,
        };
        held.filter_map(element).flat_map(|class| self.and_below(class))
    }

    fn and_below(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        std::iter::once(class).chain(self.user_subtypes(class).iter().copied())
    }

    fn replacing_of(&self, class: ClassId) -> impl Iterator<Item = MethodId> {
        let methods: &[MethodId] = if self.is_user_class(class) { &self.class(class).methods } else { &[] };
        methods.iter().copied().filter(|method| REPLACING.iter().any(|it| self.is_member(*method, *it)))
    }

    /// The classes of the class path, with those below, whose objects let others take their places.
    fn find_replaced(&self) -> FxHashSet<ClassId> {
        let of_themselves = self.user_classes().filter(|(class, _)| self.replacing_of(*class).next().is_some());
        of_themselves.flat_map(|(class, _)| self.and_below(class)).collect()
    }

    fn is_member(&self, method: MethodId, (name, descriptor): Member) -> bool {
        let info = self.method(method);
        (&*info.name, &*info.descriptor) == (name, descriptor)
    }
}
