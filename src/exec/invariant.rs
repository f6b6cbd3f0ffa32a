//! Conditions that hold of every object of a class whenever no code of the class runs, and how an input that is read comes to
//! satisfy them. Who infers them is not known here.

use super::machine::Machine;
use super::premise::Premises;
use super::state::State;
use crate::classfile::{PrimitiveType, java_name};
use crate::heap::{Heap, Held, Length, ObjectId, OpenPlace, Reference, SymbolId, SymbolOrigin, Value};
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

impl Machine<'_> {
    /// Whether an input that is read of a parameter, a static field or a field of the class path was decided to be a collection that is in
    /// such a place already, where one of both says that no other object has it.
    pub fn has_collection_of_another(&mut self, state: &State, symbol: SymbolId) -> bool {
        let Some(decided) = state.heap.symbol(symbol).and_then(|symbol| symbol.value) else { return false };
        let Reference::Object(object) = decided else { return false };
        let program = self.program;
        let origins = state.heap.symbols_of(object).filter_map(|symbol| state.heap.symbol(symbol));
        let mut places: Vec<SymbolOrigin> = origins
            .map(|symbol| symbol.origin)
            .filter(|origin| match origin {
                SymbolOrigin::Parameter(_) | SymbolOrigin::Static(_) => true,
                SymbolOrigin::Field(_, field) => program.is_user_class(program.field(*field).class),
                _ => false,
            })
            .collect();
        places.dedup();
        let fields: Vec<FieldId> = places
            .iter()
            .filter_map(|origin| match origin {
                SymbolOrigin::Field(_, field) => Some(*field),
                _ => None,
            })
            .collect();
        places.len() > 1
            && fields.into_iter().any(|field| {
                let known = self.invariants_of(program.field(field).class);
                let is_array = program.field(field).kind.is_array();
                let is_own = |sized: &Sized| sized.field == field && !sized.is_fixed && !is_array;
                known.is_some_and(|known| known.sized.iter().any(is_own))
            })
    }

    /// What was taken for granted of inputs, by class; in no order.
    pub fn taken_invariants(&self) -> impl Iterator<Item = (ClassId, &ClassInvariants)> {
        self.class_invariants.iter().chain(&self.static_invariants).map(|(class, known)| (*class, &**known))
    }

    /// What holds of the objects of a class, where that is to be taken for granted of inputs.
    pub fn invariants_of(&mut self, class: ClassId) -> Option<Arc<ClassInvariants>> {
        let source = self.invariants?;
        let found = || match self.takes_objects_for {
            Some(ExploredEntry { method, own }) if own != Some(class) => source.of_amid(class, method),
            _ => source.of(class),
        };
        Some(self.class_invariants.entry(class).or_insert_with(found).clone())
    }

    /// A condition that holds since an input object, of which this field was read or decided, satisfies the invariants of its
    /// class; none where the path knows all of them.
    pub fn given(&mut self, state: &mut State, object: ObjectId, field: FieldId) -> Option<TermId> {
        state.heap.initial_field(object, field)?;
        let invariants = self.invariants_of(self.program.field(field).class)?;
        self.read_sizes(state, &invariants, object);
        let given = self.first_given(state, &invariants, field, |heap, field| heap.initial_field(object, field));
        // The field that has the length of the arrays in its array was read with it.
        let held = invariants.held.iter().find(|(of, _)| *of == field).and_then(|(_, held)| held.first());
        let of_lengths = match held.and_then(|held| held.length) {
            Some(Length::OfField(of)) => {
                self.first_given(state, &invariants, of, |heap, field| heap.initial_field(object, field))
            }
            _ => None,
        };
        given.or(of_lengths).or_else(|| self.given_of_owner(state, object))
    }

    /// Reads the sizes of what fields of an input object refer to, where invariants tell something of them.
    fn read_sizes(&mut self, state: &mut State, invariants: &ClassInvariants, object: ObjectId) {
        let atoms = invariants.conditions.iter().flat_map(|invariant| &invariant.0);
        for field in atoms.flat_map(Atom::sized) {
            let held = state.heap.initial_field(object, field).and_then(|value| state.heap.referred(value));
            let Some(held) = held else { continue };
            let (heap, mut context) = self.heap_context(state);
            heap.size_now(&mut context, held);
        }
    }

    /// The same of what was an object's collection at the start, whose size is told there.
    fn given_of_owner(&mut self, state: &State, collection: ObjectId) -> Option<TermId> {
        state.heap.initial_size((self.program, &mut self.pool), collection)?;
        let origins = state.heap.symbols_of(collection).filter_map(|symbol| state.heap.symbol(symbol));
        let owners: Vec<(ObjectId, FieldId)> = origins
            .filter_map(|symbol| match symbol.origin {
                SymbolOrigin::Field(owner, field) | SymbolOrigin::Open(_, OpenPlace::Field(owner, field)) => {
                    Some((owner, field))
                }
                _ => None,
            })
            .collect();
        owners.into_iter().find_map(|(owner, field)| {
            state.heap.initial_field(owner, field)?;
            let invariants = self.invariants_of(self.program.field(field).class)?;
            let is_told =
                invariants.conditions.iter().flat_map(|known| &known.0).any(|atom| atom.sized().any(|it| it == field));
            is_told
                .then(|| self.first_given(state, &invariants, field, |heap, field| heap.initial_field(owner, field)))?
        })
    }

    /// The same of a static field that was read or decided.
    pub fn given_static(&mut self, state: &mut State, field: FieldId) -> Option<TermId> {
        state.heap.initial_static(field)?;
        let invariants = self.invariants_of_statics(self.program.field(field).class)?;
        self.first_given(state, &invariants, field, |heap, field| heap.initial_static(field))
    }

    /// Whether an object that the path has made satisfies what is known of all objects of its class, whatever the inputs of the path are.
    pub fn satisfies_invariants(&mut self, heap: &Heap, object: ObjectId) -> bool {
        let program = self.program;
        let Some(class) = heap.exact_class(object) else { return false };
        program.superclasses(class).filter(|above| program.is_user_class(*above)).all(|above| {
            let Some(invariants) = self.invariants_of(above) else { return false };
            invariants.conditions.iter().all(|condition| {
                let mut now =
                    |field| (field, known_at_start((program, &mut self.pool), heap, heap.field_value(object, field)));
                let known: Vec<(FieldId, Known)> = condition.fields().map(&mut now).collect();
                let truth = condition.truth(&mut self.pool, &known).filter(|_| condition.of_elements().is_none());
                truth.is_some_and(|truth| self.pool.as_truth(truth) == Some(true))
            })
        })
    }

    fn first_given(
        &mut self,
        state: &State,
        invariants: &ClassInvariants,
        field: FieldId,
        at_start: impl Fn(&Heap, FieldId) -> Option<Value>,
    ) -> Option<TermId> {
        for invariant in invariants.conditions.iter().filter(|invariant| invariant.fields().any(|it| it == field)) {
            let (program, heap) = (self.program, &state.heap);
            let known: Vec<(FieldId, Known)> = invariant
                .fields()
                .map(|field| (field, known_at_start((program, &mut self.pool), heap, at_start(heap, field))))
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

    /// The class or array type of which what a field refers to exactly is, where invariants say so. Of an object of the JDK they depend on
    /// the class of which the object, the holder, is an instance itself.
    pub fn exact_type(&mut self, holder: Option<ClassId>, field: FieldId) -> Option<ReferenceType> {
        let info = self.program.field(field);
        let invariants = if info.flags.is_static() {
            self.invariants_of_statics(info.class)?
        } else if self.program.is_user_class(info.class) {
            self.invariants_of(info.class)?
        } else {
            self.invariants_of(holder?)?
        };
        invariants.exact.iter().find(|(known, _)| *known == field).map(|(_, exactly)| *exactly)
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
