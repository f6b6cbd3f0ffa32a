//! What an analysis learns of a program. Every question to the program is noted while somebody listens, and the answer
//! to each has a digest. A result stays valid as long as the answers are the same.
//!
//! Questions about classes of the JDK are not noted: the JDK's identity covers them, unless a class of the class path
//! has the name of one of them. Without a JDK, whether a name is known depends on all classes; that is not noted
//! either.

use super::changes::GroupId;
use super::class::Linkage;
use super::link::Program;
use super::types::{ClassId, FieldId, MethodId};
use crate::classfile::ClassFile;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};

/// A question to a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Read {
    /// A question about a class.
    Class(OfClass, ClassId),
    /// A question about a method of the class path.
    Method(OfMethod, MethodId),
    /// A question about a field of the class path.
    Field(OfField, FieldId),
    /// Which classes are on the class path.
    Classes,
    /// What the class path has beside its classes.
    Resources,
    /// Everything that there is.
    Everything,
    /// Whether initialising the first class may begin the initialisation of the other.
    Begins(ClassId, ClassId),
    /// Whether a method may run while code is changing an object of a class.
    Amid(ClassId, MethodId),
    /// What code may have changed of a group's objects since class initialisation.
    Changes(GroupId),
}

/// Questions about a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OfClass {
    /// Its definition, without the bodies of its methods.
    Definition,
    /// Whether it is on the class path.
    Presence,
    /// Whether it is on the class path for others to use.
    Dependency,
    /// Its supertypes.
    Supertypes,
    /// Its subtypes on the class path.
    Subtypes,
    /// Whether somebody may write another class of it.
    OtherSubtypes,
    /// Whether code of any package may name it.
    NamedElsewhere,
    /// The classes that an input declared as it can be an instance of.
    Inputs,
    /// The classes whose names begin with that of its outermost class.
    Neighbours,
    /// Where code is entered that may change its objects.
    Writers,
    /// Where code is entered that may assign its static fields, and what may run meanwhile.
    StaticWriters,
    /// The constructor calls of the class path that make its objects.
    Constructions,
    /// Whether its constructors may be called by reflection.
    ConstructedByReflection,
    /// What always holds of its fields, whatever the flow of control.
    StableFacts,
    /// What its code is found to establish of its objects.
    Invariants,
    /// The same of its static fields, and what may run while that does not hold.
    StaticInvariants,
    /// The class whose initialisation has begun whenever its own begins.
    BegunBefore,
    /// What its code mentions, and that of the classes that it calls.
    Vocabulary,
}

/// Questions about a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OfMethod {
    /// Its body, without lines and names of variables.
    Body,
    /// The lines of its body and the names of its variables.
    Lines,
    /// Whether it may call itself, directly or by others.
    Recursion,
    /// The methods that it may call and that may call it.
    Component,
    /// Whether constructors of its class's objects may call it.
    RunWhileMade,
    /// The methods that call methods of its name and descriptor.
    Callers,
    /// Whether it may be called by reflection.
    ReachedByReflection,
    /// The methods of the class path that its code may invoke.
    Callees,
    /// The methods of the class path whose code may invoke it.
    Invokers,
    /// What its code mentions, and that of the methods that it calls.
    Vocabulary,
    /// What its instructions, and those of the methods of its class that it calls, say that it may do.
    Effects,
}

/// Questions about a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OfField {
    /// Whether it may be assigned after its object's construction.
    AssignedAfterConstruction,
    /// Whether it may be assigned after its class's initialisation.
    AssignedAfterInitialisation,
    /// The methods that read or assign it.
    Mentions,
    /// Whether it may be assigned by reflection.
    AssignedByReflection,
    /// Whether it may be come by by reflection.
    ReachedByReflection,
    /// Whether code may read it before the initialiser of its class has assigned it.
    SeenEarly,
    /// Whether serialization may bring back another object than it refers to.
    ReplacedInAStream,
}

/// The questions of an analysis. Nearly every instruction asks some, so what is asked of classes, methods and fields is noted by number, for
/// each kind of question.
#[derive(Debug, Default)]
pub struct Reads {
    of_classes: ByKind<OfClass>,
    of_methods: ByKind<OfMethod>,
    of_fields: ByKind<OfField>,
    others: FxHashSet<Read>,
}

/// A set of small numbers.
#[derive(Debug, Default)]
struct Numbers(Vec<u64>);

impl Numbers {
    fn insert(&mut self, number: usize) {
        let word = number / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        if let Some(word) = self.0.get_mut(word) {
            *word |= 1 << (number % 64);
        }
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let words = (0_u32..).zip(&self.0);
        words.flat_map(|(at, word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit))
    }
}

/// Numbers for each kind of question, at the kind's place.
#[derive(Debug)]
struct ByKind<K>(Vec<Option<(K, Numbers)>>);

impl<K> Default for ByKind<K> {
    fn default() -> Self {
        ByKind(Vec::new())
    }
}

impl<K: Copy> ByKind<K> {
    fn insert(&mut self, place: usize, kind: K, number: usize) {
        if place >= self.0.len() {
            self.0.resize_with(place + 1, || None);
        }
        if let Some(numbers) = self.0.get_mut(place) {
            numbers.get_or_insert_with(|| (kind, Numbers::default())).1.insert(number);
        }
    }

    fn iter(&self) -> impl Iterator<Item = (K, u32)> + '_ {
        self.0.iter().flatten().flat_map(|(kind, numbers)| numbers.iter().map(|number| (*kind, number)))
    }
}

impl Reads {
    /// The questions, each once, in an order that is the same in every run on the same classes.
    pub fn all(&self) -> Vec<Read> {
        let of_classes = self.of_classes.iter().map(|(kind, id)| Read::Class(kind, ClassId(id)));
        let of_methods = self.of_methods.iter().map(|(kind, id)| Read::Method(kind, MethodId(id)));
        let of_fields = self.of_fields.iter().map(|(kind, id)| Read::Field(kind, FieldId(id)));
        let mut others: Vec<Read> = self.others.iter().copied().collect();
        others.sort_unstable();
        of_classes.chain(of_methods).chain(of_fields).chain(others).collect()
    }

    fn insert(&mut self, read: Read) {
        match read {
            Read::Class(kind, class) => self.of_classes.insert(kind as usize, kind, class.index()),
            Read::Method(kind, method) => self.of_methods.insert(kind as usize, kind, method.index()),
            Read::Field(kind, field) => self.of_fields.insert(kind as usize, kind, field.index()),
            other => drop(self.others.insert(other)),
        }
    }
}

thread_local! {
    static LISTENS: Cell<bool> = const { Cell::new(false) };
    static HEARD: RefCell<Reads> = RefCell::default();
}

/// Says of this thread whether somebody listens, until it is dropped.
struct Listening(bool);

impl Listening {
    fn set(listens: bool) -> Listening {
        Listening(LISTENS.replace(listens))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        LISTENS.set(self.0);
    }
}

/// Does something, and notes what this thread asks of programs meanwhile.
pub fn listening<T>(reads: &mut Reads, work: impl FnOnce() -> T) -> T {
    let before = HEARD.replace(std::mem::take(reads));
    let listening = Listening::set(true);
    let done = work();
    drop(listening);
    *reads = HEARD.replace(before);
    done
}

/// Does something of which only the outcome matters, and that is noted as one question.
pub fn as_one<T>(read: Read, work: impl FnOnce() -> T) -> T {
    note(read);
    let _unheard = Listening::set(false);
    work()
}

/// Notes a question.
pub fn note(read: Read) {
    if LISTENS.get() {
        HEARD.with_borrow_mut(|reads| reads.insert(read));
    }
}

/// Notes the questions of earlier work whose outcome is used again.
pub fn note_all(reads: &Reads) {
    if LISTENS.get() {
        reads.all().into_iter().for_each(note);
    }
}

/// Whether somebody listens.
pub fn is_heard() -> bool {
    LISTENS.get()
}

impl Program {
    /// The answer to a question, as text that is equal where the answer is; none where the program alone does not know it.
    pub fn answer(&self, read: Read) -> Option<String> {
        let _unheard = Listening::set(false);
        let names = |classes: &[ClassId]| {
            let mut names: Vec<&str> = classes.iter().map(|class| &**self.class_name(*class)).collect();
            names.sort_unstable();
            names.join(" ")
        };
        Some(match read {
            Read::Class(OfClass::Definition, class) => match &self.class(class).linkage {
                _ if self.class(class).is_jdk => "jdk".into(),
                Linkage::Builtin => "builtin".into(),
                Linkage::Missing => "missing".into(),
                Linkage::Loaded(file) => definition(file),
            },
            Read::Class(OfClass::Presence, class) => self.is_user_class(class).to_string(),
            Read::Class(OfClass::Dependency, class) => self.is_dependency(class).to_string(),
            Read::Class(OfClass::Supertypes, class) => {
                format!("{} {}", names(self.supertypes(class)), self.has_missing_supertypes(class))
            }
            Read::Class(OfClass::Subtypes, class) => names(self.user_subtypes(class)),
            Read::Class(OfClass::OtherSubtypes, class) => self.may_have_other_subtypes(class).to_string(),
            Read::Class(OfClass::NamedElsewhere, class) => self.is_named_elsewhere(class).to_string(),
            Read::Class(OfClass::Inputs, class) => names(self.concrete_subtypes(class)),
            Read::Class(OfClass::Neighbours, class) => names(&self.neighbours(class)),
            Read::Method(OfMethod::Body, method) => self.code(method).map_or_else(String::new, |code| {
                let instructions: Vec<_> = code.instructions.iter().map(|decoded| &decoded.instruction).collect();
                format!("{} {} {:?} {instructions:?}", code.max_stack, code.max_locals, code.handlers)
            }),
            Read::Method(OfMethod::Effects, method) => {
                format!("{:?} {}", self.effects(method), self.assigns_fields(method))
            }
            Read::Method(OfMethod::Lines, method) => self
                .code(method)
                .map_or_else(String::new, |code| format!("{:?} {:?}", code.lines, code.local_variables)),
            Read::Method(OfMethod::Callers, method) => self.signatures(self.callers_of_signature(method)),
            Read::Class(OfClass::Constructions, class) => self.constructions_told(class),
            Read::Class(OfClass::ConstructedByReflection, class) => {
                self.is_constructed_by_reflection(class).to_string()
            }
            Read::Class(
                OfClass::Writers
                | OfClass::StaticWriters
                | OfClass::StableFacts
                | OfClass::Invariants
                | OfClass::StaticInvariants
                | OfClass::BegunBefore
                | OfClass::Vocabulary,
                _,
            )
            | Read::Field(OfField::SeenEarly, _)
            | Read::Begins(..)
            | Read::Amid(..)
            | Read::Changes(_) => return None,
            Read::Method(
                OfMethod::Recursion
                | OfMethod::Component
                | OfMethod::RunWhileMade
                | OfMethod::Callees
                | OfMethod::Invokers
                | OfMethod::Vocabulary,
                _,
            ) => return None,
            Read::Field(OfField::AssignedAfterConstruction, field) => {
                self.is_assigned_after_construction(field).to_string()
            }
            Read::Field(OfField::AssignedAfterInitialisation, field) => {
                self.is_assigned_after_initialisation(field).to_string()
            }
            Read::Field(OfField::AssignedByReflection, field) => self.is_assigned_by_reflection(field).to_string(),
            Read::Field(OfField::ReachedByReflection, field) => self.is_field_reached_by_reflection(field).to_string(),
            Read::Method(OfMethod::ReachedByReflection, method) => {
                self.is_method_reached_by_reflection(method).to_string()
            }
            Read::Field(OfField::ReplacedInAStream, field) => self.replacing_told(field),
            Read::Field(OfField::Mentions, field) => self.signatures(self.mentioning(field)),
            Read::Resources => self.resources_told().unwrap_or_default().to_owned(),
            Read::Classes => self.user_classes().map(|(_, class)| &*class.name).collect::<Vec<&str>>().join(" "),
            Read::Everything => self.user_classes().map(|(_, class)| format!("{:?}", class.linkage)).collect(),
        })
    }
}

impl Program {
    /// Methods by their names, for comparison.
    pub(super) fn signatures(&self, methods: &[MethodId]) -> String {
        let name = |method: &MethodId| {
            let info = self.method(*method);
            format!("{} {} {}", self.class_name(info.class), info.name, info.descriptor)
        };
        methods.iter().map(name).collect::<Vec<String>>().join(", ")
    }
}

/// A class file without the bodies of its methods. The bootstrap methods are part of the instructions that use them, and what
/// annotations say of null is asked when results are told, anew in each run.
fn definition(file: &ClassFile) -> String {
    let ClassFile {
        version,
        flags,
        name,
        superclass,
        interfaces,
        fields,
        methods,
        source_file,
        signature,
        inner_classes,
        enclosing_method,
        nest_host,
        nest_members,
        record,
        permitted_subclasses,
        bootstrap_methods: _,
        is_misread: _,
        annotations,
        nullness: _,
    } = file;
    let header = (version, flags, name, superclass, interfaces, fields);
    let attributes = (source_file, signature, inner_classes, enclosing_method, nest_host, nest_members);
    let methods: Vec<_> = methods
        .iter()
        .map(|method| {
            let declared = (method.flags, &method.name, &method.descriptor, &method.signature);
            (declared, &method.exceptions, &method.parameter_names, method.code.is_some(), &method.annotations)
        })
        .collect();
    format!("{header:?} {attributes:?} {record:?} {permitted_subclasses:?} {methods:?} {annotations:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_noted_while_somebody_listens_and_only_then() {
        let (body, other) = (Read::Method(OfMethod::Body, MethodId(70)), Read::Classes);
        let mut reads = Reads::default();
        note(other);
        listening(&mut reads, || {
            note(body);
            note(body);
            as_one(other, || note(Read::Everything));
        });
        note(Read::Everything);
        assert_eq!(reads.all(), [body, other]);
        listening(&mut reads, || note(Read::Everything));
        assert_eq!(reads.all().len(), 3, "what was noted before stays");
    }
}
