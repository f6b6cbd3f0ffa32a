//! Conditions that hold of every object of a class whenever no code of the class runs, and how an input that is read comes to
//! satisfy them. Who infers them is not known here.

use super::machine::Machine;
use super::state::State;
use crate::classfile::PrimitiveType;
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, Program};
use crate::term::{Sort, TermId, TermPool};
use std::sync::Arc;

/// One side of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// An int or long field.
    Field(FieldId),
    /// The length of the array that a field refers to.
    Length(FieldId),
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
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty() && self.exact.is_empty()
    }
}

/// Knows the invariants of classes.
pub trait Invariants: Sync {
    /// What holds of the objects of a class.
    fn of(&self, class: ClassId) -> Arc<ClassInvariants>;
}

/// What is known of a field's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// A number.
    Number(TermId),
    /// Null.
    Null,
    /// An object; with a length where it is an array.
    Object(Option<TermId>),
    /// Null where the first is true, else an array of this length.
    Undecided(TermId, TermId),
    /// Nothing yet.
    Nothing,
}

impl Atom {
    /// The fields that it is about.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        let of = |operand: &Operand| match operand {
            Operand::Field(field) | Operand::Length(field) => Some(*field),
            Operand::Constant(_) => None,
        };
        let both = match self {
            Atom::Null(field) | Atom::NotNull(field) => [Some(*field), None],
            Atom::Compare(left, _, right) => [of(left), of(right)],
        };
        both.into_iter().flatten()
    }

    /// Its truth; none where too little is known.
    fn truth(&self, pool: &mut TermPool, look_up: &mut dyn FnMut(FieldId) -> Known) -> Option<TermId> {
        match self {
            Atom::Null(field) => is_null(pool, look_up(*field)),
            Atom::NotNull(field) => is_null(pool, look_up(*field)).map(|null| pool.not(null)),
            Atom::Compare(left, comparison, right) => {
                let (left, no_left) = number(*left, look_up)?;
                let (right, no_right) = number(*right, look_up)?;
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

fn is_null(pool: &mut TermPool, known: Known) -> Option<TermId> {
    match known {
        Known::Null => Some(pool.truth(true)),
        Known::Object(_) => Some(pool.truth(false)),
        Known::Undecided(null, _) => Some(null),
        Known::Number(_) | Known::Nothing => None,
    }
}

/// A number, none where there is no array, and the condition under which there is none.
type Compared = (Option<Number>, Option<TermId>);

fn number(operand: Operand, look_up: &mut dyn FnMut(FieldId) -> Known) -> Option<Compared> {
    Some(match operand {
        Operand::Constant(value) => (Some(Number::Constant(value)), None),
        Operand::Field(field) => match look_up(field) {
            Known::Number(term) => (Some(Number::Term(term)), None),
            _ => return None,
        },
        Operand::Length(field) => match look_up(field) {
            Known::Null => (None, None),
            Known::Object(Some(length)) => (Some(Number::Term(length)), None),
            Known::Undecided(null, length) => (Some(Number::Term(length)), Some(null)),
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

    /// Its truth; none where too little is known.
    pub fn truth(&self, pool: &mut TermPool, look_up: &mut dyn FnMut(FieldId) -> Known) -> Option<TermId> {
        let mut all = pool.truth(false);
        let mut is_open = false;
        for atom in &self.0 {
            match atom.truth(pool, look_up) {
                Some(truth) => all = pool.disjunction(all, truth),
                None => is_open = true,
            }
        }
        (!is_open || pool.as_truth(all) == Some(true)).then_some(all)
    }
}

impl Machine<'_> {
    /// What was taken for granted of inputs, by class; in no order.
    pub fn taken_invariants(&self) -> impl Iterator<Item = (ClassId, &ClassInvariants)> {
        self.class_invariants.iter().map(|(class, known)| (*class, &**known))
    }

    /// What holds of the objects of a class, where that is to be taken for granted of inputs.
    pub(super) fn invariants_of(&mut self, class: ClassId) -> Option<Arc<ClassInvariants>> {
        let source = self.invariants?;
        Some(self.class_invariants.entry(class).or_insert_with(|| source.of(class)).clone())
    }

    /// A condition that holds since an input object, of which this field was read or decided, satisfies the invariants of its
    /// class; none where the path knows all of them.
    pub fn given(&mut self, state: &mut State, object: ObjectId, field: FieldId) -> Option<TermId> {
        state.heap.initial_field(object, field)?;
        let invariants = self.invariants_of(self.program.field(field).class)?;
        for invariant in invariants.conditions.iter().filter(|invariant| invariant.fields().any(|it| it == field)) {
            let heap = &state.heap;
            let truth = invariant.truth(&mut self.pool, &mut |field| known_at_start(heap, object, field));
            let is_new =
                |truth: &TermId| self.pool.as_truth(*truth) != Some(true) && state.path.known(*truth) != Some(true);
            if let Some(truth) = truth.filter(is_new) {
                return Some(truth);
            }
        }
        None
    }

    /// The class that what a field refers to is exactly an instance of, where invariants say so.
    pub fn exact_class(&mut self, field: FieldId) -> Option<ClassId> {
        let invariants = self.invariants_of(self.program.field(field).class)?;
        invariants.exact.iter().find(|(known, _)| *known == field).map(|(_, class)| *class)
    }

    /// Notes of a reference that was read from a field of an input object that it is not null, where invariants say so.
    pub(super) fn require_given(&mut self, state: &mut State, field: FieldId, value: Value) {
        let Value::Reference(Reference::Symbol(symbol)) = value else { return };
        let Some(invariants) = self.invariants_of(self.program.field(field).class) else { return };
        if invariants.conditions.iter().any(|invariant| *invariant.0 == [Atom::NotNull(field)]) {
            state.heap.require_object(symbol);
        }
    }
}

/// What a field of an input object held when the object was last known to satisfy its invariants, as far as that is decided.
fn known_at_start(heap: &crate::heap::Heap, object: ObjectId, field: FieldId) -> Known {
    match heap.initial_field(object, field) {
        None => Known::Nothing,
        Some(Value::Reference(reference)) => match heap.current(reference) {
            Reference::Null => Known::Null,
            Reference::Object(object) => Known::Object(heap.array(object).map(|body| body.length)),
            Reference::Symbol(_) => Known::Nothing,
        },
        Some(value) => value.number().map_or(Known::Nothing, Known::Number),
    }
}
