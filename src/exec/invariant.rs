//! Conditions that hold of every object of a class whenever no code of the class runs, and how an input that is read comes to
//! satisfy them. Who infers them is not known here.

mod taken;

use super::premise::Premises;
use crate::classfile::{PrimitiveType, java_name};
use crate::heap::{Heap, Held, Length, ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program, ReferenceType};
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
    /// How many elements the collection has that a field refers to; only of fields of whose collections that is known to be their
    /// object's alone ([`Sized`]).
    Size(FieldId),
    /// The first of two int fields less the second, as Java computes it.
    Difference(FieldId, FieldId),
    /// A number.
    Constant(i64),
}

/// A field that refers to collections of a class of the JDK which tells how many elements they have in a field of their own: no
/// two objects have one collection, and only known code changes how many elements one has. Or to arrays of references: no two fields have
/// one, and only known code changes what is in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sized {
    /// The field that refers to the collection.
    pub field: FieldId,
    /// The methods that may change it, in their order.
    pub changed_by: Vec<MethodId>,
    /// Whether nobody can change it.
    pub is_fixed: bool,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberRelation {
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
    Compare(Operand, NumberRelation, Operand),
    /// As many elements from the first on are not null as the second field says, of the array that the first refers to. It stands alone.
    Objects(FieldId, FieldId),
}

/// One of these holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Invariant(pub Vec<Atom>);

/// What holds of the objects of a class, of the fields that the class declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassInvariants {
    /// All of these hold.
    pub conditions: Vec<Invariant>,
    /// What these fields refer to is null or an object of exactly this class or array type.
    pub exact: Vec<(FieldId, ReferenceType)>,
    /// What the collections hold that these fields refer to, by type argument.
    pub held: Vec<(FieldId, Vec<Held>)>,
    /// The fields of whose collections it is known who changes how many elements they have.
    pub sized: Vec<Sized>,
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
        let news: Vec<(FieldId, ReferenceType)> = news.copied().collect();
        self.exact.extend(news);
        let news = others.held.iter().filter(|known| !self.held.contains(known));
        let news: Vec<(FieldId, Vec<Held>)> = news.cloned().collect();
        self.held.extend(news);
        let news = others.sized.iter().filter(|known| self.sized.iter().all(|other| other.field != known.field));
        let news: Vec<Sized> = news.cloned().collect();
        self.sized.extend(news);
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

    /// Whether a method may run on an object of its class while a constructor of it is at work.
    fn may_run_while_made(&self, _method: MethodId) -> bool {
        false
    }

    /// What holds of the static fields of a class when a method begins.
    fn of_statics(&self, _class: ClassId, _method: MethodId) -> Arc<ClassInvariants> {
        Arc::default()
    }
}

/// An entry that is explored for what it leaves: code that others are in the middle of may call it.
#[derive(Clone, Copy, Debug)]
pub struct ExploredEntry {
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
    /// An object.
    Object(Parts),
    /// Null where this is true, else an object.
    Undecided(TermId, Parts),
    /// Nothing yet.
    Nothing,
}

/// What is known of an object.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parts {
    /// The length, of an array.
    pub length: Option<TermId>,
    /// The place, of a constant of an enum.
    pub ordinal: Option<TermId>,
    /// How many elements it has, of a collection.
    pub size: Option<TermId>,
}

impl Atom {
    /// The fields that it is about.
    pub fn fields(&self) -> impl Iterator<Item = FieldId> {
        let of = |operand: &Operand| match operand {
            Operand::Field(field) | Operand::Length(field) | Operand::Ordinal(field) | Operand::Size(field) => {
                [Some(*field), None]
            }
            Operand::Difference(left, right) => [Some(*left), Some(*right)],
            Operand::Constant(_) => [None, None],
        };
        let both = match self {
            Atom::Null(field) | Atom::NotNull(field) => [[Some(*field), None], [None, None]],
            Atom::Objects(array, count) => [[Some(*array), Some(*count)], [None, None]],
            Atom::Compare(left, _, right) => [of(left), of(right)],
        };
        both.into_iter().flatten().flatten()
    }

    /// The fields of whose collections it tells how many elements they have, and of whose arrays what they hold.
    pub fn sized(&self) -> impl Iterator<Item = FieldId> {
        let operands = match self {
            Atom::Compare(left, _, right) => [Some(*left), Some(*right)],
            Atom::Objects(array, _) => [Some(Operand::Size(*array)), None],
            Atom::Null(_) | Atom::NotNull(_) => [None, None],
        };
        operands.into_iter().flatten().filter_map(|operand| match operand {
            Operand::Size(field) => Some(field),
            _ => None,
        })
    }

    /// Its truth; none where too little is known.
    fn truth(&self, pool: &mut TermPool, known: &[(FieldId, Known)]) -> Option<TermId> {
        match self {
            Atom::Null(field) => is_null(pool, look_up(known, *field)),
            Atom::NotNull(field) => is_null(pool, look_up(known, *field)).map(|null| pool.not(null)),
            // It is known of each element when that is read.
            Atom::Objects(..) => Some(pool.truth(true)),
            Atom::Compare(left, comparison, right) => {
                let (left, no_left) = number(pool, *left, known)?;
                let (right, no_right) = number(pool, *right, known)?;
                let (Some(left), Some(right)) = (left, right) else { return Some(pool.truth(true)) };
                let (left, right) = (left.term(pool, right), right.term(pool, left));
                let compared = match comparison {
                    NumberRelation::LessOrEqual => pool.less_or_equal(left, right),
                    NumberRelation::Less => pool.less(left, right),
                    NumberRelation::Equal => pool.equal(left, right),
                    NumberRelation::NotEqual => pool.not_equal(left, right),
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

fn number(pool: &mut TermPool, operand: Operand, known: &[(FieldId, Known)]) -> Option<Compared> {
    Some(match operand {
        Operand::Constant(value) => (Some(Number::Constant(value)), None),
        Operand::Field(field) => match look_up(known, field) {
            Known::Number(term) => (Some(Number::Term(term)), None),
            _ => return None,
        },
        Operand::Difference(left, right) => match (look_up(known, left), look_up(known, right)) {
            (Known::Number(left), Known::Number(right)) => (Some(Number::Term(pool.subtract(left, right))), None),
            _ => return None,
        },
        Operand::Length(field) => part(look_up(known, field), |parts| parts.length)?,
        Operand::Size(field) => part(look_up(known, field), |parts| parts.size)?,
        Operand::Ordinal(field) => match look_up(known, field) {
            Known::Null => (Some(Number::Constant(-1)), None),
            Known::Object(parts) | Known::Undecided(_, parts) => (Some(Number::Term(parts.ordinal?)), None),
            _ => return None,
        },
    })
}

/// A number of an object that may be null.
fn part(known: Known, of: impl Fn(Parts) -> Option<TermId>) -> Option<Compared> {
    match known {
        Known::Null => Some((None, None)),
        Known::Object(parts) => Some((Some(Number::Term(of(parts)?)), None)),
        Known::Undecided(null, parts) => Some((Some(Number::Term(of(parts)?)), Some(null))),
        Known::Number(_) | Known::Nothing => None,
    }
}

impl std::fmt::Display for NumberRelation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            NumberRelation::LessOrEqual => "<=",
            NumberRelation::Less => "<",
            NumberRelation::Equal => "==",
            NumberRelation::NotEqual => "!=",
        })
    }
}

impl Operand {
    fn told(&self, program: &Program) -> String {
        match self {
            Operand::Field(field) => program.field(*field).name.to_string(),
            Operand::Length(field) => format!("{}.length", program.field(*field).name),
            Operand::Ordinal(field) => program.field(*field).name.to_string(),
            Operand::Size(field) => format!("{}.size()", program.field(*field).name),
            Operand::Difference(left, right) => {
                format!("{} - {}", program.field(*left).name, program.field(*right).name)
            }
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
            Atom::Objects(array, count) => {
                let (array, count) = (&program.field(*array).name, &program.field(*count).name);
                format!("{array}[i] != null for each i < {count}")
            }
            Atom::Compare(Operand::Field(field), comparison, Operand::Constant(0))
                if program.field(*field).kind == FieldKind::Primitive(PrimitiveType::Boolean) =>
            {
                let negation = if *comparison == NumberRelation::Equal { "!" } else { "" };
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

    /// The array and the number of elements, if it says that these are objects.
    pub fn of_elements(&self) -> Option<(FieldId, FieldId)> {
        match self.0.as_slice() {
            [Atom::Objects(array, count)] => Some((*array, *count)),
            _ => None,
        }
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
        let class = held.class.map_or("?".to_owned(), |class| java_name(&program.type_name(class)));
        let never_null = if held.is_object { ", never null" } else { "" };
        let in_own_order = if held.is_in_own_order { ", in no order that it was told" } else { "" };
        let length = match held.length {
            None => String::new(),
            Some(Length::Constant(length)) => format!(", each of length {length}"),
            Some(Length::OfField(field)) => format!(", each of length {}", program.field(field).name),
        };
        format!("{class}{never_null}{in_own_order}{length}")
    });
    format!("{} holds {}", program.field(*field).name, told.collect::<Vec<String>>().join("; "))
}

/// What is known of a value of a heap that is not looked into further: of what a field held when the object, or the class, was last
/// known to satisfy its invariants.
pub(super) fn known_at_start((program, pool): (&Program, &mut TermPool), heap: &Heap, value: Option<Value>) -> Known {
    match value {
        None => Known::Nothing,
        Some(Value::Reference(reference)) => match heap.current(reference) {
            Reference::Null => Known::Null,
            Reference::Object(object) => {
                let size = heap.initial_size((program, &mut *pool), object);
                Known::Object(Parts { size, ..parts_of((program, pool), heap, object) })
            }
            Reference::Symbol(_) => Known::Nothing,
        },
        Some(value) => value.number().map_or(Known::Nothing, Known::Number),
    }
}

/// What is known of an object of a heap, but for how many elements it has.
pub fn parts_of((program, pool): (&Program, &mut TermPool), heap: &Heap, object: ObjectId) -> Parts {
    let is_enum = |class: &ClassId| program.superclasses(*class).any(|class| program.class(class).is_enum());
    let body = heap.instance(object).filter(|body| !body.types.is_empty() && body.types.iter().all(is_enum));
    let ordinal = body.and_then(|_| {
        let field = program.field_by_name(("java/lang/Enum", "ordinal", "I"))?;
        match heap.field_value(object, field)? {
            Value::Int(term) => pool.as_int(term).map(|ordinal| pool.int(ordinal)),
            _ => None,
        }
    });
    Parts { length: heap.array(object).map(|body| body.length), ordinal, size: None }
}
