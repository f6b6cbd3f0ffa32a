//! What is known of every state in which a loop begins another iteration: the kinds of the local variables, and facts about
//! numbers that hold each time. Facts begin as guesses, and those that some arrival breaks are dropped.

use super::run::Trace;
use crate::classfile::{Code, PrimitiveType, parse_field_descriptor};
use crate::exec::{Frame, State};
use crate::explore::{Branch, Explorer, Path};
use crate::graph::Liveness;
use crate::heap::{Body, Choice, Heap, InputOrigin, ObjectId, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::{FieldKind, MethodId, Program, ReferenceType};
use crate::solver::Answer;
use crate::term::{TermId, TextOperator, evaluate_truth};
use std::rc::Rc;

/// Local variables beyond this many numbers, or arrays and strings, are in no facts.
const MOST_RELATED: usize = 6;

/// What a local variable holds at a loop's head.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Slot {
    /// Nothing that is read from there on.
    Nothing,
    /// Any number of a type.
    Number(PrimitiveType),
    /// A reference of a type.
    Reference { declared: ReferenceType, nullable: bool },
}

/// A fact about ints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    /// A local is at least a constant.
    AtLeast(usize, i32),
    /// A local is at most a constant.
    AtMost(usize, i32),
    /// A local is at most another.
    NotAbove(usize, usize),
    /// A local is at most the length of an array or string, where that is not null.
    WithinLength(usize, usize),
}

/// What is known of the states at a loop's head.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) instruction: u32,
    slots: Vec<Slot>,
    facts: Vec<Fact>,
}

impl Head {
    /// The head that a path has come back to, with all facts that hold there.
    ///
    /// # Errors
    /// In one line, when the kinds of the local variables are not known.
    pub(super) fn at(
        explorer: &mut Explorer<'_, Trace>,
        code: &Code,
        live: &Liveness,
        state: &State,
    ) -> Result<Head, String> {
        let frame = state.frame().ok_or("a loop without a frame")?;
        if !frame.stack.is_empty() {
            return Err("a loop that begins with operands".into());
        }
        let program = explorer.machine.program;
        let mut slots = Vec::with_capacity(frame.locals.len());
        for (slot, value) in frame.locals.iter().enumerate() {
            let is_live = live.is_live(frame.instruction, slot);
            slots.push(if is_live {
                kind_of(program, code, state, (frame.instruction, slot), *value)?
            } else {
                Slot::Nothing
            });
        }
        let mut head = Head { instruction: frame.instruction, slots, facts: Vec::new() };
        head.facts = head.candidates(explorer, &frame.locals);
        head.drop_broken(explorer, state);
        Ok(head)
    }

    /// Guesses.
    fn candidates(&self, explorer: &Explorer<'_, Trace>, locals: &[Value]) -> Vec<Fact> {
        let is_number = |slot: &Slot| matches!(slot, Slot::Number(PrimitiveType::Int));
        let places = |wanted: &dyn Fn(&Slot) -> bool| -> Vec<usize> {
            let found = self.slots.iter().enumerate().filter(|(_, slot)| wanted(slot)).map(|(at, _)| at);
            found.take(MOST_RELATED).collect()
        };
        let numbers = places(&is_number);
        let measured = places(&|slot| matches!(slot, Slot::Reference { .. }));
        let mut facts = Vec::new();
        for slot in &numbers {
            let constant = match locals.get(*slot) {
                Some(Value::Int(term)) => explorer.machine.pool.as_int(*term),
                _ => None,
            };
            for low in [constant, Some(1), Some(0), Some(-1)].into_iter().flatten() {
                facts.push(Fact::AtLeast(*slot, low));
            }
            facts.extend(constant.map(|high| Fact::AtMost(*slot, high)));
            facts.extend(numbers.iter().filter(|other| *other != slot).map(|other| Fact::NotAbove(*slot, *other)));
            facts.extend(measured.iter().map(|array| Fact::WithinLength(*slot, *array)));
        }
        facts
    }

    /// Whether a state that a path has come back with is one of those that the head stands for. What it breaks is dropped,
    /// which makes the head stand for more states.
    ///
    /// # Errors
    /// In one line, when the head cannot stand for it.
    pub(super) fn admits(&mut self, explorer: &mut Explorer<'_, Trace>, state: &State) -> Result<bool, String> {
        let program = explorer.machine.program;
        let frame = state.frame().ok_or("a loop without a frame")?;
        if !frame.stack.is_empty() {
            return Err("a loop that begins with operands".into());
        }
        let mut is_admitted = true;
        for (slot, value) in self.slots.iter_mut().zip(&frame.locals) {
            match (slot, value) {
                (Slot::Nothing, _) => {}
                (Slot::Number(kind), value) if number_kind(*value) == Some(*kind) => {}
                (Slot::Reference { declared, nullable }, Value::Reference(reference)) => {
                    if !is_of(program, &state.heap, *reference, *declared) {
                        return Err("a local variable of several types".into());
                    }
                    if !*nullable && can_be_null(&state.heap, *reference) {
                        *nullable = true;
                        is_admitted = false;
                    }
                }
                _ => return Err("a local variable of several types".into()),
            }
        }
        Ok(!self.drop_broken(explorer, state) && is_admitted)
    }

    /// Drops the facts that a state breaks; whether there were any.
    fn drop_broken(&mut self, explorer: &mut Explorer<'_, Trace>, state: &State) -> bool {
        let Some(locals) = state.frame().map(|frame| frame.locals.clone()) else { return false };
        let before = self.facts.len();
        let mut state = state.clone();
        self.facts.retain(|fact| match fact.on(explorer, &mut state, &locals) {
            Instance::Holds => true,
            Instance::Open => false,
            Instance::If(condition) => always(explorer, &state, condition),
        });
        self.facts.len() < before
    }

    /// Every state at the head, as the starts of paths, and the local variables.
    pub(super) fn states(
        &self,
        explorer: &mut Explorer<'_, Trace>,
        method: MethodId,
    ) -> Result<(Vec<Path<Trace>>, Vec<Value>), String> {
        let mut state = State::default();
        state.heap.statics_are_inputs = true;
        let mut locals = Vec::with_capacity(self.slots.len());
        for (position, slot) in self.slots.iter().enumerate() {
            let position = u16::try_from(position).map_err(|_| "too many local variables")?;
            let origin = SymbolOrigin::Parameter(position);
            locals.push(match slot {
                Slot::Nothing => Value::Nothing,
                Slot::Number(kind) => {
                    let origins = (origin, InputOrigin::Parameter(position));
                    state.heap.new_value(&mut explorer.machine.pool, FieldKind::Primitive(*kind), origins)
                }
                Slot::Reference { declared, nullable } => {
                    Value::Reference(Reference::Symbol(state.heap.new_symbol(origin, *declared, *nullable)))
                }
            });
        }
        state.frames.push(Rc::new(self.frame(method, &locals, self.instruction)));
        let mut open = vec![Path { state: Box::new(state), record: Trace::default() }];
        for fact in &self.facts {
            open = self.assume(explorer, open, *fact, &locals)?;
        }
        Ok((open, locals))
    }

    /// A frame at the head, or at what is the head in another body.
    pub(super) fn frame(&self, method: MethodId, locals: &[Value], instruction: u32) -> Frame {
        Frame { instruction, locals: locals.to_vec(), ..Frame::new(method, 0, &[]) }
    }

    fn assume(
        &self,
        explorer: &mut Explorer<'_, Trace>,
        paths: Vec<Path<Trace>>,
        fact: Fact,
        locals: &[Value],
    ) -> Result<Vec<Path<Trace>>, String> {
        let mut assumed = Vec::new();
        for path in self.with_length(explorer, paths, fact, locals)? {
            let mut state = (*path.state).clone();
            let condition = match fact.on(explorer, &mut state, locals) {
                Instance::Holds => {
                    assumed.push(path);
                    continue;
                }
                Instance::Open => return Err("a fact about nothing".into()),
                Instance::If(condition) => condition,
            };
            let path = Path { state: Box::new(state), ..path };
            match explorer.conjoin(path, condition) {
                Some(Branch::Open(path)) => assumed.push(path),
                Some(Branch::Ended(_)) => return Err("a fact that the solver cannot assume".into()),
                None => {}
            }
        }
        Ok(assumed)
    }

    /// The paths with what a fact is about decided.
    fn with_length(
        &self,
        explorer: &mut Explorer<'_, Trace>,
        mut open: Vec<Path<Trace>>,
        fact: Fact,
        locals: &[Value],
    ) -> Result<Vec<Path<Trace>>, String> {
        let Fact::WithinLength(_, measured) = fact else { return Ok(open) };
        let Some(Value::Reference(reference)) = locals.get(measured) else { return Ok(open) };
        let mut decided = Vec::new();
        while let Some(path) = open.pop() {
            let Reference::Symbol(symbol) = path.state.heap.current(*reference) else {
                decided.push(path);
                continue;
            };
            for branch in explorer.fork(path, Choice::Symbol(symbol)) {
                match branch {
                    Branch::Open(path) => open.push(path),
                    Branch::Ended(end) => return Err(format!("{:?}", end.outcome)),
                }
            }
        }
        Ok(decided)
    }
}

/// What a fact says of a state.
enum Instance {
    /// Nothing that could fail.
    Holds,
    /// It is not decided what it is about.
    Open,
    /// This condition.
    If(TermId),
}

impl Fact {
    fn on(self, explorer: &mut Explorer<'_, Trace>, state: &mut State, locals: &[Value]) -> Instance {
        let number = |slot: usize| match locals.get(slot) {
            Some(Value::Int(term)) => Some(*term),
            _ => None,
        };
        let (low, high) = match self {
            Fact::AtLeast(slot, low) => (Some(explorer.machine.pool.int(low)), number(slot)),
            Fact::AtMost(slot, high) => (number(slot), Some(explorer.machine.pool.int(high))),
            Fact::NotAbove(slot, other) => (number(slot), number(other)),
            Fact::WithinLength(slot, measured) => {
                let Some(Value::Reference(reference)) = locals.get(measured) else { return Instance::Open };
                match state.heap.current(*reference) {
                    Reference::Null => return Instance::Holds,
                    Reference::Symbol(_) => return Instance::Open,
                    Reference::Object(object) => (number(slot), length(explorer, state, object)),
                }
            }
        };
        match (low, high) {
            (Some(low), Some(high)) => Instance::If(explorer.machine.pool.less_or_equal(low, high)),
            _ => Instance::Open,
        }
    }
}

/// The length of an array or a string.
fn length(explorer: &mut Explorer<'_, Trace>, state: &mut State, object: ObjectId) -> Option<TermId> {
    if let Some(body) = state.heap.array(object) {
        return Some(body.length);
    }
    state.heap.value_class(explorer.machine.program, object)?;
    let (heap, mut context) = explorer.machine.heap_context(state);
    let text = heap.text_of(&mut context, object)?;
    Some(explorer.machine.pool.text_operation(TextOperator::Length, &[text]))
}

/// Whether a condition holds on a path for all inputs.
fn always(explorer: &mut Explorer<'_, Trace>, state: &State, condition: TermId) -> bool {
    let path = &state.path;
    let pool = &mut explorer.machine.pool;
    if evaluate_truth(pool, condition, &path.model) == Some(false) {
        return false;
    }
    let negation = pool.not(condition);
    let conjuncts = path.solver_path(false);
    matches!(explorer.solver.extend(pool, &conjuncts, negation, &path.model), Answer::Unsatisfiable)
}

fn number_kind(value: Value) -> Option<PrimitiveType> {
    match value {
        Value::Int(_) => Some(PrimitiveType::Int),
        Value::Long(_) => Some(PrimitiveType::Long),
        Value::Float(_) => Some(PrimitiveType::Float),
        Value::Double(_) => Some(PrimitiveType::Double),
        _ => None,
    }
}

/// What a local variable is taken to hold at a head: by its declaration, else by what it holds now.
fn kind_of(
    program: &Program,
    code: &Code,
    state: &State,
    (instruction, slot): (u32, usize),
    value: Value,
) -> Result<Slot, String> {
    let Value::Reference(reference) = value else {
        return number_kind(value).map(Slot::Number).ok_or_else(|| "a local variable of no known type".into());
    };
    let variable = code
        .local_variables
        .iter()
        .find(|variable| usize::from(variable.index) == slot && (variable.start..variable.end).contains(&instruction));
    let named = variable.and_then(|variable| parse_field_descriptor(&variable.descriptor));
    let named = named.and_then(|kind| program.field_kind(&kind));
    let declared = match named {
        Some(FieldKind::Reference(declared)) => Some(declared),
        _ => None,
    };
    let declared = declared.or_else(|| match state.heap.current(reference) {
        Reference::Null => None,
        Reference::Symbol(symbol) => state.heap.symbol(symbol).map(|symbol| symbol.declared),
        Reference::Object(object) => declared_as(&state.heap, object)
            .or_else(|| state.heap.exact_class(object).map(ReferenceType::class))
            .or_else(|| state.heap.array_type(object)),
    });
    let declared = declared.ok_or("a local variable of no known type")?;
    if !is_of(program, &state.heap, reference, declared) {
        return Err("a local variable of no known type".into());
    }
    Ok(Slot::Reference { declared, nullable: can_be_null(&state.heap, reference) })
}

/// The declared type of the first input that an object was found in.
fn declared_as(heap: &Heap, object: ObjectId) -> Option<ReferenceType> {
    inputs_of(heap, object).next()
}

fn inputs_of(heap: &Heap, object: ObjectId) -> impl Iterator<Item = ReferenceType> + '_ {
    let symbols = (0..heap.symbol_count() as u32).filter_map(|number| heap.symbol(SymbolId(number)));
    symbols.filter(move |symbol| symbol.value == Some(Reference::Object(object))).map(|symbol| symbol.declared)
}

fn can_be_null(heap: &Heap, reference: Reference) -> bool {
    match heap.current(reference) {
        Reference::Null => true,
        Reference::Object(_) => false,
        Reference::Symbol(symbol) => heap.symbol(symbol).is_none_or(|symbol| symbol.nullable),
    }
}

/// Whether a reference is null or certainly of a type.
fn is_of(program: &Program, heap: &Heap, reference: Reference, wanted: ReferenceType) -> bool {
    let fits = |kind: ReferenceType| program.is_subtype(kind, wanted) == Some(true);
    match heap.current(reference) {
        Reference::Null => true,
        Reference::Symbol(symbol) => heap.symbol(symbol).is_some_and(|symbol| fits(symbol.declared)),
        Reference::Object(object) => {
            inputs_of(heap, object).any(fits)
                || match heap.object(object).map(|object| &object.body) {
                    Some(Body::Instance(body)) => {
                        !body.open && body.types.iter().all(|class| fits(ReferenceType::class(*class)))
                    }
                    Some(Body::Array(body)) => fits(body.component.array_of()),
                    None => false,
                }
        }
    }
}
