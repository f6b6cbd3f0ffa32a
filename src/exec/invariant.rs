//! Conditions that hold of every object of a class whenever no code of the class runs, and how an input that is read comes to
//! satisfy them. Who infers them is not known here.

use super::machine::Machine;
use super::premise::Premises;
use super::state::State;
use crate::classfile::{PrimitiveType, java_name};
use crate::heap::{Heap, Held, ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program};
use crate::term::{Sort, TermId, TermPool};
use std::sync::Arc;

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// An int or long field.
    Field(FieldId),
    /// The length of the array that a field refers to.
    Length(FieldId),
    /// The place of the constant that a field of an enum's type refers to, counted from 0; -1 where it is null.
    Ordinal(FieldId),
    /// A number.
    Constant(i64),
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<=`.
    LessOrEqual,
    /// `<`.
    Less,
    /// `==`.
    Equal,
    /// `!=`.
    NotEqual,
}

/// A condition on the fields of one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// The field is null.
    Null(FieldId),
    /// The field is not null.
    NotNull(FieldId),
    /// Two numbers compare so; the length of no array compares as one likes.
    Compare(Operand, Comparison, Operand),
}

/// One of these holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invariant(pub Vec<Atom>);

/// What holds of the objects of a class, of the fields that the class declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassInvariants {
    /// All of these hold.
    pub conditions: Vec<Invariant>,
    /// What these fields refer to is null or an instance of exactly this class.
    pub exact: Vec<(FieldId, ClassId)>,
    /// What the collections hold that these fields refer to, by type argument.
    pub held: Vec<(FieldId, Vec<Held>)>,
    /// What was taken for granted for it.
    pub premises: Premises,
}

impl ClassInvariants {
    /// Adds what is known of the class from elsewhere.
    pub fn add(&mut self, others: &ClassInvariants) {
        let news = others.conditions.iter().filter(|known| !self.conditions.contains(known));
        let news: Vec<Invariant> = news.cloned().collect();
        self.conditions.extend(news);
        let news = others.exact.iter().filter(|known| !self.exact.contains(known));
        let news: Vec<(FieldId, ClassId)> = news.copied().collect();
        self.exact.extend(news);
        let news = others.held.iter().filter(|known| !self.held.contains(known));
        let news: Vec<(FieldId, Vec<Held>)> = news.cloned().collect();
        self.held.extend(news);
        self.premises.add(&others.premises);
    }

    /// Whether all that is known is known elsewhere too.
    pub fn is_part_of(&self, others: &ClassInvariants) -> bool {
        self.conditions.iter().all(|known| others.conditions.contains(known))
            && self.exact.iter().all(|known| others.exact.contains(known))
            && self.held.iter().all(|known| others.held.contains(known))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.exact.is_empty() && self.held.is_empty()
    }
}

/// Knows the invariants of classes.
pub trait Invariants: Sync {
    /// What holds of the objects of a class.
    fn of(&self, class: ClassId) -> Arc<ClassInvariants>;

    /// The same where a method is entered that may run while code of the class is changing an object.
    fn of_amid(&self, class: ClassId, _entry: MethodId) -> Arc<ClassInvariants> {
        self.of(class)
    }

    /// What holds of the static fields of a class when a method begins.
    fn of_statics(&self, _class: ClassId, _method: MethodId) -> Arc<ClassInvariants> {
        Arc::default()
    }
}

/// What is explored for what it leaves: code that others are in the middle of may call it.
#[derive(Clone, Copy, Debug)]
pub struct Entered {
    /// Where code is entered.
    pub method: MethodId,
    /// The class of which all code that changes objects is explored: it is not in the middle of anything.
    pub own: Option<ClassId>,
}

/// What is known of a field's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// A number.
    Number(TermId),
    /// Null.
    Null,
    /// An object; with a length where it is an array, and its place where it is a constant of an enum.
    Object(Option<TermId>, Option<i64>),
    /// Null where the first is true, else an array of this length, or the constant of an enum at this place.
    Undecided(TermId, TermId, TermId),
    /// Nothing yet.
    Nothing,
}

impl Atom {
    /// The fields that it is about.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        let of = |operand: &Operand| match operand {
            Operand::Field(field) | Operand::Length(field) | Operand::Ordinal(field) => Some(*field),
            Operand::Constant(_) => None,
        };
        let both = match self {
            Atom::Null(field) | Atom::NotNull(field) => [Some(*field), None],
            Atom::Compare(left, _, right) => [of(left), of(right)],
        };
        both.into_iter().flatten()
    }

    /// Its truth; none where too little is known.
    fn truth(&self, pool: &mut TermPool, known: &[(FieldId, Known)]) -> Option<TermId> {
        match self {
            Atom::Null(field) => is_null(pool, look_up(known, *field)),
            Atom::NotNull(field) => is_null(pool, look_up(known, *field)).map(|null| pool.not(null)),
            Atom::Compare(left, comparison, right) => {
                let (left, no_left) = number(*left, known)?;
                let (right, no_right) = number(*right, known)?;
                let (Some(left), Some(right)) = (left, right) else { return Some(pool.truth(true)) };
                let (left, right) = (left.term(pool, right), right.term(pool, left));
                let compared = match comparison {
                    Comparison::LessOrEqual => pool.less_or_equal(left, right),
                    Comparison::Less => pool.less(left, right),
                    Comparison::Equal => pool.equal(left, right),
                    Comparison::NotEqual => pool.not_equal(left, right),
                };
                let compared = no_left.map_or(compared, |none| pool.disjunction(none, compared));
                Some(no_right.map_or(compared, |none| pool.disjunction(none, compared)))
            }
        }
    }
}

/// A number whose sort may depend on what it is compared with.
#[derive(Clone, Copy)]
enum Number {
    Term(TermId),
    Constant(i64),
}

impl Number {
    fn term(self, pool: &mut TermPool, other: Number) -> TermId {
        match (self, other) {
            (Number::Term(term), _) => term,
            (Number::Constant(value), Number::Term(other)) if pool.sort(other) == Sort::Long => pool.long(value),
            (Number::Constant(value), _) => pool.int(i32::try_from(value).unwrap_or(i32::MAX)),
        }
    }
}

fn look_up(known: &[(FieldId, Known)], field: FieldId) -> Known {
    known.iter().find(|(of, _)| *of == field).map_or(Known::Nothing, |(_, known)| *known)
}

fn is_null(pool: &mut TermPool, known: Known) -> Option<TermId> {
    match known {
        Known::Null => Some(pool.truth(true)),
        Known::Object(..) => Some(pool.truth(false)),
        Known::Undecided(null, ..) => Some(null),
        Known::Number(_) | Known::Nothing => None,
    }
}

/// A number, none where there is no array, and the condition under which there is none.
type Compared = (Option<Number>, Option<TermId>);

fn number(operand: Operand, known: &[(FieldId, Known)]) -> Option<Compared> {
    Some(match operand {
        Operand::Constant(value) => (Some(Number::Constant(value)), None),
        Operand::Field(field) => match look_up(known, field) {
            Known::Number(term) => (Some(Number::Term(term)), None),
            _ => return None,
        },
        Operand::Length(field) => match look_up(known, field) {
            Known::Null => (None, None),
            Known::Object(Some(length), _) => (Some(Number::Term(length)), None),
            Known::Undecided(null, length, _) => (Some(Number::Term(length)), Some(null)),
            _ => return None,
        },
        Operand::Ordinal(field) => match look_up(known, field) {
            Known::Null => (Some(Number::Constant(-1)), None),
            Known::Object(_, Some(ordinal)) => (Some(Number::Constant(ordinal)), None),
            Known::Undecided(_, _, ordinal) => (Some(Number::Term(ordinal)), None),
            _ => return None,
        },
    })
}

impl std::fmt::Display for Comparison {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Comparison::LessOrEqual => "<=",
            Comparison::Less => "<",
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
        })
    }
}

impl Operand {
    fn told(&self, program: &Program) -> String {
        match self {
            Operand::Field(field) => program.field(*field).name.to_string(),
            Operand::Length(field) => format!("{}.length", program.field(*field).name),
            Operand::Ordinal(field) => program.field(*field).name.to_string(),
            Operand::Constant(value) => value.to_string(),
        }
    }
}

impl Invariant {
    /// The condition in Java notation.
    pub fn told(&self, program: &Program) -> String {
        let told = |atom: &Atom| match atom {
            Atom::Null(field) => format!("{} == null", program.field(*field).name),
            Atom::NotNull(field) => format!("{} != null", program.field(*field).name),
            Atom::Compare(Operand::Field(field), comparison, Operand::Constant(0))
                if program.field(*field).kind == FieldKind::Primitive(PrimitiveType::Boolean) =>
            {
                let negation = if *comparison == Comparison::Equal { "!" } else { "" };
                format!("{negation}{}", program.field(*field).name)
            }
            Atom::Compare(Operand::Ordinal(field), comparison, Operand::Constant(place)) => {
                let constants = program.constants_of_field(*field);
                let constant = usize::try_from(*place).ok().and_then(|place| constants.get(place));
                let constant = constant.map_or("?", |constant| &*program.field(*constant).name);
                format!("{} {comparison} {constant}", program.field(*field).name)
            }
            Atom::Compare(left, comparison, right) => {
                format!("{} {comparison} {}", left.told(program), right.told(program))
            }
        };
        self.0.iter().map(told).collect::<Vec<String>>().join(" || ")
    }

    /// The fields that it is about, some more than once.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> + '_ {
        self.0.iter().flat_map(Atom::fields)
    }

    /// Its truth for what is known of its fields; none where that is too little.
    pub fn truth(&self, pool: &mut TermPool, known: &[(FieldId, Known)]) -> Option<TermId> {
        let mut all = pool.truth(false);
        let mut is_open = false;
        for atom in &self.0 {
            match atom.truth(pool, known) {
                Some(truth) => all = pool.disjunction(all, truth),
                None => is_open = true,
            }
        }
        (!is_open || pool.as_truth(all) == Some(true)).then_some(all)
    }
}

/// What a collection holds, in words; none where nothing is known.
pub fn told_held(program: &Program, (field, arguments): &(FieldId, Vec<Held>)) -> String {
    let told = arguments.iter().map(|held| {
        let class = held.class.map_or("?".to_owned(), |class| java_name(program.class_name(class)));
        if held.is_object { format!("{class}, never null") } else { class }
    });
    format!("{} holds {}", program.field(*field).name, told.collect::<Vec<String>>().join("; "))
}

impl Machine<'_> {
    /// What was taken for granted of inputs, by class; in no order.
    pub fn taken_invariants(&self) -> impl Iterator<Item = (ClassId, &ClassInvariants)> {
        self.class_invariants.iter().chain(&self.static_invariants).map(|(class, known)| (*class, &**known))
    }

    /// What holds of the objects of a class, where that is to be taken for granted of inputs.
    pub fn invariants_of(&mut self, class: ClassId) -> Option<Arc<ClassInvariants>> {
        let source = self.invariants?;
        let found = || match self.takes_objects_for {
            Some(Entered { method, own }) if own != Some(class) => source.of_amid(class, method),
            _ => source.of(class),
        };
        Some(self.class_invariants.entry(class).or_insert_with(found).clone())
    }

    /// A condition that holds since an input object, of which this field was read or decided, satisfies the invariants of its
    /// class; none where the path knows all of them.
    pub fn given(&mut self, state: &mut State, object: ObjectId, field: FieldId) -> Option<TermId> {
        state.heap.initial_field(object, field)?;
        let invariants = self.invariants_of(self.program.field(field).class)?;
        self.first_given(state, &invariants, field, |heap, field| heap.initial_field(object, field))
    }

    /// The same of a static field that was read or decided.
    pub fn given_static(&mut self, state: &mut State, field: FieldId) -> Option<TermId> {
        state.heap.initial_static(field)?;
        let invariants = self.invariants_of_statics(self.program.field(field).class)?;
        self.first_given(state, &invariants, field, |heap, field| heap.initial_static(field))
    }

    fn first_given(
        &mut self,
        state: &State,
        invariants: &ClassInvariants,
        field: FieldId,
        at_start: impl Fn(&Heap, FieldId) -> Option<Value>,
    ) -> Option<TermId> {
        for invariant in invariants.conditions.iter().filter(|invariant| invariant.fields().any(|it| it == field)) {
            let heap = &state.heap;
            let program = self.program;
            let known: Vec<(FieldId, Known)> = invariant
                .fields()
                .map(|field| (field, known_at_start((program, &self.pool), heap, at_start(heap, field))))
                .collect();
            let truth = invariant.truth(&mut self.pool, &known);
            let is_new =
                |truth: &TermId| self.pool.as_truth(*truth) != Some(true) && state.path.known(*truth) != Some(true);
            if let Some(truth) = truth.filter(is_new) {
                return Some(truth);
            }
        }
        None
    }

    /// Whether the invariants of a static field that is an input are to be taken for granted.
    pub(super) fn takes_statics_of(&self, state: &State, field: FieldId) -> bool {
        self.takes_statics_for.is_some() && state.heap.initial_static(field).is_some()
    }

    /// What holds of the static fields of a class, where that is to be taken for granted.
    fn invariants_of_statics(&mut self, class: ClassId) -> Option<Arc<ClassInvariants>> {
        let (source, method) = (self.invariants?, self.takes_statics_for?);
        Some(self.static_invariants.entry(class).or_insert_with(|| source.of_statics(class, method)).clone())
    }

    /// Notes of a reference that was read from a static field that is an input that it is not null, where invariants say so.
    pub(super) fn require_given_static(&mut self, state: &mut State, field: FieldId, value: Value) {
        let Value::Reference(Reference::Symbol(symbol)) = value else { return };
        let Some(invariants) = self.invariants_of_statics(self.program.field(field).class) else { return };
        let is_first = state.heap.initial_static(field) == Some(value);
        if is_first && invariants.conditions.iter().any(|invariant| *invariant.0 == [Atom::NotNull(field)]) {
            state.heap.require_object(symbol);
        }
    }

    /// The class that what a field refers to is exactly an instance of, where invariants say so. Of an object of the JDK they depend on
    /// the class of which the object, the holder, is an instance itself.
    pub fn exact_class(&mut self, holder: Option<ClassId>, field: FieldId) -> Option<ClassId> {
        let info = self.program.field(field);
        let invariants = if info.flags.is_static() {
            self.invariants_of_statics(info.class)?
        } else if self.program.is_user_class(info.class) {
            self.invariants_of(info.class)?
        } else {
            self.invariants_of(holder?)?
        };
        invariants.exact.iter().find(|(known, _)| *known == field).map(|(_, class)| *class)
    }

    /// Notes of a reference that was read from a field of an input object what invariants say of it by themselves: that it is not null, and
    /// what it holds.
    pub fn note_given(&mut self, state: &mut State, (object, field): (ObjectId, FieldId), value: Value) {
        self.require_given(state, object, field, value);
        self.note_held(state, (object, field), value);
    }

    fn require_given(&mut self, state: &mut State, object: ObjectId, field: FieldId, value: Value) {
        let Value::Reference(Reference::Symbol(symbol)) = value else { return };
        if state.heap.initial_field(object, field) != Some(value) {
            // The path has assigned it since.
            return;
        }
        let Some(invariants) = self.invariants_of(self.program.field(field).class) else { return };
        if invariants.conditions.iter().any(|invariant| *invariant.0 == [Atom::NotNull(field)]) {
            state.heap.require_object(symbol);
        }
    }
}

/// What is known of a value of a heap that is not looked into further: of what a field held when the object, or the class, was last
/// known to satisfy its invariants.
pub(super) fn known_at_start((program, pool): (&Program, &TermPool), heap: &Heap, value: Option<Value>) -> Known {
    match value {
        None => Known::Nothing,
        Some(Value::Reference(reference)) => match heap.current(reference) {
            Reference::Null => Known::Null,
            Reference::Object(object) => known_object((program, pool), heap, object),
            Reference::Symbol(_) => Known::Nothing,
        },
        Some(value) => value.number().map_or(Known::Nothing, Known::Number),
    }
}

/// What is known of an object of a heap.
pub fn known_object((program, pool): (&Program, &TermPool), heap: &Heap, object: ObjectId) -> Known {
    let is_enum = |class: &ClassId| program.superclasses(*class).any(|class| program.class(class).is_enum());
    let body = heap.instance(object).filter(|body| !body.types.is_empty() && body.types.iter().all(is_enum));
    let ordinal = body.and_then(|_| {
        let field = program.field_by_name(("java/lang/Enum", "ordinal", "I"))?;
        match heap.field_value(object, field)? {
            Value::Int(term) => pool.as_int(term).map(i64::from),
            _ => None,
        }
    });
    Known::Object(heap.array(object).map(|body| body.length), ordinal)
}
