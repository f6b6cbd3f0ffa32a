//! The stable facts that were asked for so far, and what rests on each. A fact is assumed until some code contradicts
//! it; then everything that rests on it is walked through again.

mod contents;

use super::super::writers::owned_or_replaced_fields;
use super::frame::{Exact, Parameters};
use crate::classfile::{Instruction, LoadableConstant};
use crate::graph::{CallGraph, initialiser, is_seen_early};
use crate::heap::{Held, Length};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program};
pub(super) use contents::{declared_contents, gives_no_nulls};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How far the JDK's code is followed from that of the class path, which is at level 0.
pub(super) type Level = u8;
/// Calls in calls of the JDK that are followed.
const DEEPEST: Level = 3;
/// Instructions of a method and of an initialiser of the JDK that is followed.
const LONGEST: usize = 250;
const LONGEST_INITIALISER: usize = 3_000;

/// Methods whose results are never null, by class, name and descriptor, as their specification says: native ones, and those that may take
/// what they give from a table.
const NEVER_NULL: [(&str, &str, &str); 11] = [
    ("java/lang/Boolean", "valueOf", "(Z)Ljava/lang/Boolean;"),
    ("java/lang/Byte", "valueOf", "(B)Ljava/lang/Byte;"),
    ("java/lang/Character", "valueOf", "(C)Ljava/lang/Character;"),
    ("java/lang/Double", "valueOf", "(D)Ljava/lang/Double;"),
    ("java/lang/Float", "valueOf", "(F)Ljava/lang/Float;"),
    ("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;"),
    ("java/lang/Long", "valueOf", "(J)Ljava/lang/Long;"),
    ("java/lang/Short", "valueOf", "(S)Ljava/lang/Short;"),
    ("java/lang/Object", "clone", "()Ljava/lang/Object;"),
    ("java/lang/Object", "getClass", "()Ljava/lang/Class;"),
    ("java/lang/String", "intern", "()Ljava/lang/String;"),
];

/// What is known of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FieldFact {
    pub(super) never_null: bool,
    pub(super) exact: Exact,
}

impl FieldFact {
    const UNKNOWN: FieldFact = FieldFact { never_null: false, exact: Exact::Any };
    const NOTHING_STORED: FieldFact = FieldFact { never_null: true, exact: Exact::Nothing };
}

/// What is known when a method has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The result is not null where these parameters are not; none: it may be.
    pub(super) never_null: Option<Parameters>,
    /// Of which class the result is.
    pub(super) exact: Exact,
    /// A class or array type of which it is, maybe by one below.
    pub(super) class: Exact,
    /// These parameters are not null.
    pub(super) requires: Parameters,
}

impl Outcome {
    pub(super) const UNKNOWN: Outcome = Outcome { never_null: None, exact: Exact::Any, class: Exact::Any, requires: 0 };

    /// Of a method that does not return.
    pub(super) fn of_no_return() -> Outcome {
        Outcome { never_null: Some(0), exact: Exact::Nothing, class: Exact::Nothing, requires: Parameters::MAX }
    }

    /// Of a method that ends in one of two ways.
    pub(super) fn or(self, other: Outcome) -> Outcome {
        Outcome {
            never_null: self.never_null.zip(other.never_null).map(|(left, right)| left | right),
            exact: self.exact.or(other.exact),
            class: self.class.or(other.class),
            requires: self.requires & other.requires,
        }
    }
}

/// Something that rests on code and that other code rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Fact {
    Field(FieldId),
    /// That an argument is never null; the receiver is the first.
    Parameter(MethodId, usize),
    Outcome(MethodId, Level),
    /// What the collection of a field holds.
    Contents(FieldId),
    /// What becomes of the object that is being made.
    Shown(MethodId),
}

/// What a method does with its receiver while a constructor is making it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// Whether code that is not followed may come by it.
    pub(super) leaks: bool,
    /// The fields that are read of it.
    pub(super) reads: Vec<FieldId>,
}

/// The method that a walk is through, and how far it is from the class path.
pub(super) type Walked = (MethodId, Level);

/// What is known so far, and what is to be walked through again.
#[derive(Debug, Default)]
pub(super) struct Facts {
    fields: FxHashMap<FieldId, FieldFact>,
    /// The fields that may refer to the results of a method once their objects are read back from a stream.
    replaced_by: FxHashMap<MethodId, Vec<FieldId>>,
    /// What the collections hold that fields refer to, by type argument.
    contents: FxHashMap<FieldId, Vec<Held>>,
    /// Of which class all is exactly that was put there, by type argument.
    exact_contents: FxHashMap<(FieldId, usize), Exact>,
    /// How long the arrays are that were stored in the arrays which fields refer to.
    lengths: FxHashMap<FieldId, Vec<Length>>,
    /// Those of which something is stored that is not known to be without nulls and not to change.
    modifiable: FxHashSet<FieldId>,
    /// Those whose collections are changed by what asks objects of callers meanwhile.
    asking: FxHashSet<FieldId>,
    /// Those of which other objects may have the same collection, or code elsewhere may take something out.
    shared: FxHashSet<FieldId>,
    /// The methods that may change how much is in the collections of a field.
    changed_by: FxHashMap<FieldId, FxHashSet<MethodId>>,
    parameters: FxHashMap<(MethodId, usize), bool>,
    outcomes: FxHashMap<Walked, Outcome>,
    shown: FxHashMap<MethodId, Shown>,
    asked_by: FxHashMap<Fact, FxHashSet<Walked>>,
    open: Vec<Walked>,
    /// The one that is being walked through: should that be interrupted, it is open.
    present: Option<Walked>,
    /// The fields of classes of which something can be known.
    owned: FxHashMap<ClassId, Arc<FxHashSet<FieldId>>>,
    /// The names of methods whose arguments somebody has asked for.
    watched: FxHashSet<Arc<str>>,
    /// Whether handles of methods of a class may be about, which nobody sees called.
    has_handles: FxHashMap<ClassId, bool>,
}

impl Facts {
    /// What was being walked through when that was interrupted is open again.
    pub(super) fn take_back(&mut self) {
        let interrupted = self.present.take();
        self.open.extend(interrupted);
    }

    /// Begins with the next one that is open.
    pub(super) fn begin_next(&mut self) -> Option<Walked> {
        self.present = self.open.pop();
        self.present
    }

    fn walk_again(&mut self, fact: Fact) {
        let asked_by: Vec<Walked> = self.asked_by.get(&fact).into_iter().flatten().copied().collect();
        asked_by.into_iter().for_each(|walked| self.reopen(walked));
    }

    fn reopen(&mut self, walked: Walked) {
        if !self.open.contains(&walked) {
            self.open.push(walked);
        }
    }

    fn note_asker(&mut self, fact: Fact, asker: Walked) {
        self.asked_by.entry(fact).or_default().insert(asker);
    }

    /// What is known of an instance field, which somebody wants to know from now on.
    pub(super) fn want(&mut self, program: &Program, field: FieldId) -> FieldFact {
        if let Some(known) = self.fields.get(&field) {
            return *known;
        }
        if !self.is_owned(program, field) {
            return FieldFact::UNKNOWN;
        }
        self.fields.insert(field, FieldFact::NOTHING_STORED);
        self.want_replaced(program, field);
        let class = program.field(field).class;
        let is_constructor = |method: &MethodId| &*program.method(*method).name == "<init>";
        let constructors = program.class(class).methods.iter().copied().filter(is_constructor);
        program.assigning(field).chain(constructors).for_each(|method| self.reopen((method, 0)));
        self.fields.get(&field).copied().unwrap_or(FieldFact::UNKNOWN)
    }

    /// Begins to watch what takes the place of objects in streams, where a field may refer to that once its object is read back.
    fn want_replaced(&mut self, program: &Program, field: FieldId) {
        if !program.may_be_replaced_in_a_stream(field) {
            return;
        }
        self.note_store(field, true, Exact::Any);
        for method in program.replacing_in_a_stream(field) {
            if program.code(method).is_none() {
                self.note_store(field, false, Exact::Any);
            }
            self.replaced_by.entry(method).or_default().push(field);
            self.reopen((method, 0));
        }
    }

    /// Notes what may take the place of an object in a stream, where a method says so.
    pub(super) fn note_replacing(&mut self, method: MethodId, never_null: bool) {
        for field in self.replaced_by.get(&method).cloned().unwrap_or_default() {
            self.note_store(field, never_null, Exact::Any);
        }
    }

    /// As [`Facts::want`], for a walk.
    pub(super) fn field(&mut self, program: &Program, field: FieldId, asker: Walked) -> FieldFact {
        if program.field(field).flags.is_static() {
            return FieldFact::UNKNOWN;
        }
        let known = self.want(program, field);
        if known != FieldFact::UNKNOWN {
            self.note_asker(Fact::Field(field), asker);
        }
        known
    }

    /// Notes what the length of each array is that is stored in an array which a field refers to.
    pub(super) fn note_lengths(&mut self, field: FieldId, known: &[Length]) {
        let all = self.lengths.entry(field).or_insert_with(|| known.to_vec());
        all.retain(|length| known.contains(length));
    }

    /// What that is, for the array of each object.
    pub(super) fn length(&self, field: FieldId) -> Option<Length> {
        self.lengths.get(&field)?.first().copied()
    }

    fn is_owned(&mut self, program: &Program, field: FieldId) -> bool {
        let info = program.field(field);
        if !matches!(info.kind, FieldKind::Reference(_)) || !program.is_user_class(info.class) {
            return false;
        }
        let owned = self
            .owned
            .entry(info.class)
            .or_insert_with(|| Arc::new(owned_or_replaced_fields(program, info.class).into_iter().collect()));
        owned.contains(&field)
    }

    /// What is known of a static final field, of which no code sees that it is not assigned yet.
    pub(super) fn static_field(&mut self, program: &Program, field: FieldId, asker: Walked) -> FieldFact {
        let info = program.field(field);
        let is_constant = info.flags.is_static() && info.flags.is_final();
        if !is_constant || !matches!(info.kind, FieldKind::Reference(_)) {
            return FieldFact::UNKNOWN;
        }
        if !self.fields.contains_key(&field) {
            let known = initialiser(program, info.class)
                .filter(|initialiser| {
                    let code = program.code(*initialiser).map_or(&[][..], |code| &code.instructions);
                    // No code of the class path runs while a class of the JDK is initialised.
                    let is_jdk = program.class(info.class).is_jdk && code.len() <= LONGEST_INITIALISER;
                    is_jdk || (program.is_user_class(info.class) && !is_seen_early(program, field))
                })
                .map_or(FieldFact::UNKNOWN, |initialiser| {
                    let level = if program.is_user_method(initialiser) { 0 } else { DEEPEST };
                    self.reopen((initialiser, level));
                    FieldFact::NOTHING_STORED
                });
            self.fields.insert(field, known);
        }
        self.note_asker(Fact::Field(field), asker);
        self.fields.get(&field).copied().unwrap_or(FieldFact::UNKNOWN)
    }

    /// Notes that a field gets a value, or shows the one it has from the beginning.
    pub(super) fn note_store(&mut self, field: FieldId, never_null: bool, exact: Exact) {
        let Some(known) = self.fields.get_mut(&field) else { return };
        let joined = FieldFact { never_null: known.never_null && never_null, exact: known.exact.or(exact) };
        if joined != *known {
            *known = joined;
            self.walk_again(Fact::Field(field));
        }
    }

    /// Whether an argument of a method is never null, as far as all calls of it are known.
    pub(super) fn parameter(
        &mut self,
        (program, calls): (&Program, &CallGraph),
        (method, place): (MethodId, usize),
        asker: Walked,
    ) -> bool {
        let info = program.method(method);
        let is_receiver = info.has_receiver() && place == 0;
        let kind = info.parameters.get(place.wrapping_sub(usize::from(info.has_receiver())));
        if is_receiver || !matches!(kind, Some(FieldKind::Reference(_))) || !program.is_user_method(method) {
            return is_receiver;
        }
        if !self.parameters.contains_key(&(method, place)) {
            let is_enclosing = place == 1 && &*info.name == "<init>" && program.has_enclosing_instance(info.class);
            if !is_enclosing && !self.is_closed(program, method) {
                return false;
            }
            self.parameters.insert((method, place), true);
            self.watched.insert(info.name.clone());
            calls.callers(method).iter().for_each(|caller| self.reopen((*caller, 0)));
        }
        self.note_asker(Fact::Parameter(method, place), asker);
        self.parameters.get(&(method, place)).copied().unwrap_or(false)
    }

    /// Whether only calls in code of the class path can run a method of it: private ones, and constructors of classes that nobody else
    /// can name.
    fn is_closed(&mut self, program: &Program, method: MethodId) -> bool {
        let info = program.method(method);
        if (!info.flags.is_private() && !program.is_hidden_constructor(method)) || program.is_run_by_reflection(method)
        {
            return false;
        }
        let has_handles = self.has_handles.entry(info.class).or_insert_with(|| {
            let methods = program.neighbours(info.class).into_iter().flat_map(|near| &program.class(near).methods);
            methods.into_iter().any(|method| mentions_handles(program, *method))
        });
        !*has_handles
    }

    /// Whether somebody wants to know of arguments of methods of a name.
    pub(super) fn are_watched(&self, name: &str) -> bool {
        self.watched.contains(name)
    }

    /// Notes what is passed to a method.
    pub(super) fn note_argument(&mut self, (method, place): (MethodId, usize), is_known: bool) {
        match self.parameters.get_mut(&(method, place)) {
            Some(known) if *known && !is_known => *known = false,
            _ => return,
        }
        self.walk_again(Fact::Parameter(method, place));
    }

    /// What is known when a method has returned.
    pub(super) fn outcome(&mut self, program: &Program, method: MethodId, asker: Walked) -> Outcome {
        let info = program.method(method);
        let named = (&**program.class_name(info.class), &*info.name, &*info.descriptor);
        if NEVER_NULL.contains(&named) {
            return Outcome { never_null: Some(0), ..Outcome::UNKNOWN };
        }
        let is_user = program.is_user_method(method);
        let level = if is_user { 0 } else { asker.1 + 1 };
        let is_short = program.code(method).is_some_and(|code| is_user || code.instructions.len() <= LONGEST);
        if !is_short || level > DEEPEST {
            return Outcome::UNKNOWN;
        }
        let walked = (method, level);
        let is_new = !self.outcomes.contains_key(&walked);
        if is_new {
            self.outcomes.insert(walked, Outcome::of_no_return());
            self.reopen(walked);
        }
        self.note_asker(Fact::Outcome(method, level), asker);
        self.outcomes.get(&walked).copied().unwrap_or(Outcome::UNKNOWN)
    }

    /// Notes how a method ends.
    pub(super) fn note_outcome(&mut self, walked: Walked, outcome: Outcome) {
        let Some(known) = self.outcomes.get_mut(&walked) else { return };
        let joined = known.or(outcome);
        if joined != *known {
            *known = joined;
            self.walk_again(Fact::Outcome(walked.0, walked.1));
        }
    }

    /// What a method, or the constructor of a class above, does with an object that is being made.
    pub(super) fn shown(&mut self, program: &Program, method: MethodId, asker: Walked) -> Shown {
        if program.code(method).is_none() {
            return Shown { leaks: true, reads: Vec::new() };
        }
        let is_new = !self.shown.contains_key(&method);
        if is_new {
            self.shown.insert(method, Shown::default());
            let level = if program.is_user_method(method) { 0 } else { DEEPEST };
            self.reopen((method, level));
        }
        self.note_asker(Fact::Shown(method), asker);
        self.shown.get(&method).cloned().unwrap_or_default()
    }

    /// As [`Facts::shown`], for somebody who is no walk.
    pub(super) fn want_shown(&mut self, program: &Program, method: MethodId) -> bool {
        self.shown(program, method, (method, 0)).leaks
    }

    /// Whether somebody has asked what a method does with an object that is being made.
    pub(super) fn is_helper(&self, method: MethodId) -> bool {
        self.shown.contains_key(&method)
    }

    /// Notes that code which is not followed may come by an object that is being made.
    pub(super) fn note_leak(&mut self, method: MethodId) {
        match self.shown.get_mut(&method) {
            Some(known) if !known.leaks => known.leaks = true,
            _ => return,
        }
        self.walk_again(Fact::Shown(method));
    }

    /// Notes that a field of an object that is being made is read.
    pub(super) fn note_read(&mut self, method: MethodId, field: FieldId) {
        match self.shown.get_mut(&method) {
            Some(known) if !known.reads.contains(&field) => known.reads.push(field),
            _ => return,
        }
        self.walk_again(Fact::Shown(method));
    }
}

/// Whether a method's code may make handles of methods.
fn mentions_handles(program: &Program, method: MethodId) -> bool {
    let code = program.code(method).map_or(&[][..], |code| &code.instructions);
    code.iter().any(|decoded| {
        matches!(
            decoded.instruction,
            Instruction::InvokeDynamic(_)
                | Instruction::Constant(LoadableConstant::MethodHandle(_) | LoadableConstant::Dynamic(_))
        )
    })
}

/// The static final fields of a class that refer to objects.
pub(super) fn static_constants(program: &Program, class: ClassId) -> Vec<FieldId> {
    let is_one = |field: &FieldId| {
        let info = program.field(*field);
        info.flags.is_static() && info.flags.is_final() && matches!(info.kind, FieldKind::Reference(_))
    };
    program.class(class).fields.iter().copied().filter(is_one).collect()
}
