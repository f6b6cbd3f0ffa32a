//! One step backward: from a location to the locations before it, with what the code between assigns and requires.

mod instructions;

use super::cut::Cut;
use super::flow::{Entering, Flow};
use super::heap;
use super::heuristics::Heuristics;
use super::numeric::{NumericSummaries, NumericSummary, is_numeric};
use super::state::{Cell, Origin, State};
use super::transfer::{Transfer, transfer};
use super::variables::{Variable, Variables};
use crate::classfile::{Instruction, ValueKind};
use crate::exec::domain_of_field;
use crate::graph::CallGraph;
use crate::program::{ClassId, FieldKind, MethodId, Program};
use crate::term::{Domain, InputId, TermId, TermPool, substitute};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What steps backward share.
pub(super) struct Engine<'p> {
    pub(super) program: &'p Program,
    pub(super) calls: &'p CallGraph,
    pub(super) pool: TermPool,
    pub(super) variables: Variables,
    pub(super) heuristics: Heuristics,
    /// What was not followed, in words.
    pub(super) cut: BTreeSet<Cut>,
    flows: BTreeMap<MethodId, Rc<Flow>>,
    transfers: FxHashMap<(MethodId, u32, u32), Option<Rc<Transfer>>>,
    summaries: &'p dyn NumericSummaries,
    /// Summaries of methods as terms over their parameters; none where there is none.
    composed: FxHashMap<MethodId, Option<Rc<Composed>>>,
}

/// A numeric summary in the pool: its parameters, under which condition it returns, and what.
struct Composed {
    parameters: Vec<InputId>,
    returns: TermId,
    result: TermId,
}

impl<'p> Engine<'p> {
    pub(super) fn new(
        (program, calls): (&'p Program, &'p CallGraph),
        summaries: &'p dyn NumericSummaries,
        pool: TermPool,
        heuristics: Heuristics,
    ) -> Self {
        Engine {
            program,
            calls,
            pool,
            variables: Variables::default(),
            heuristics,
            cut: BTreeSet::new(),
            flows: BTreeMap::new(),
            transfers: FxHashMap::default(),
            summaries,
            composed: FxHashMap::default(),
        }
    }

    /// The control flow of a method.
    pub(super) fn flow(&mut self, method: MethodId) -> Rc<Flow> {
        let program = self.program;
        let made = || Rc::new(program.code(method).map(Flow::of).unwrap_or_default());
        self.flows.entry(method).or_insert_with(made).clone()
    }

    /// The instruction at a place.
    pub(super) fn instruction(&self, method: MethodId, position: u32) -> Option<&'p Instruction> {
        let program: &'p Program = self.program;
        program.code(method)?.instructions.get(position as usize).map(|decoded| &decoded.instruction)
    }

    /// The states before a state, within its method and the methods that it calls.
    pub(super) fn before(&mut self, state: &State) -> Vec<State> {
        let flow = self.flow(state.method);
        let Some(piece) = flow.pieces.get(&state.position) else { return Vec::new() };
        let mut found = Vec::new();
        for entering in &piece.from {
            match *entering {
                Entering::After(start) => match flow.pieces.get(&start) {
                    Some(before) if before.is_special => {
                        if let Some(instruction) = self.instruction(state.method, start) {
                            self.special(&flow, state.clone(), start, instruction, &mut found);
                        }
                    }
                    Some(before) => found.extend(self.straight(&flow, state, (start, before.end))),
                    None => {}
                },
                Entering::Handling(start) => {
                    if let Some(instruction) = self.instruction(state.method, start) {
                        found.extend(self.thrown(&flow, state, start, instruction));
                    }
                }
            }
        }
        found
    }

    /// The state before a piece of straight code.
    fn straight(&mut self, flow: &Flow, state: &State, (start, end): (u32, u32)) -> Option<State> {
        let (method, to) = (state.method, state.position);
        let program: &'p Program = self.program;
        let code = program.code(method)?;
        let (pool, variables) = (&mut self.pool, &mut self.variables);
        let made = self
            .transfers
            .entry((method, start, to))
            .or_insert_with(|| transfer(pool, variables, code, (start, end), flow.shape(start), to).map(Rc::new));
        let Some(transfer) = made.clone() else {
            self.cut.insert(Cut::Code(self.program.method_label(method), start));
            return None;
        };
        let mut before = state.clone();
        let origin = (method, transfer.assigned_at.unwrap_or(start));
        let is_possible = before.assign(&mut self.pool, &transfer.assigned, Some(origin))
            && before.require(&self.pool, transfer.condition, (method, transfer.decided_at));
        is_possible.then(|| before.moved(method, start))
    }

    /// The operand variable at an index of the running activation's stack.
    pub(super) fn operand(&mut self, index: usize, kind: ValueKind) -> TermId {
        self.variables.typed(&mut self.pool, Variable::Stack(0, index as u16, kind))
    }

    /// Gives the operand at an index a value, over the versions before. `false`: the state is none.
    #[must_use]
    pub(super) fn give(
        &mut self,
        state: &mut State,
        (index, kind): (usize, ValueKind),
        value: TermId,
        origin: Origin,
    ) -> bool {
        let Some(id) = self.variables.find(Variable::Stack(0, index as u16, kind)) else { return true };
        let assigned: FxHashMap<InputId, TermId> = FxHashMap::from_iter([(id, value)]);
        state.assign(&mut self.pool, &assigned, Some(origin))
    }

    /// A new value for the operand at an index: of which nothing is known.
    #[must_use]
    pub(super) fn give_anything(
        &mut self,
        state: &mut State,
        (index, kind): (usize, ValueKind),
        domain: Domain,
        origin: Origin,
    ) -> Option<TermId> {
        let value = self.variables.fresh(&mut self.pool, domain, kind == ValueKind::Reference);
        self.give(state, (index, kind), value, origin).then_some(value)
    }

    /// Requires that a number, or a reference, is not zero, or null.
    #[must_use]
    pub(super) fn require_not_zero(&mut self, state: &mut State, term: TermId, origin: Origin) -> bool {
        let is_zero = self.is_zero(term);
        let is_not = self.pool.not(is_zero);
        state.require(&self.pool, is_not, origin)
    }

    /// That a number is zero, or a reference null.
    pub(super) fn is_zero(&mut self, term: TermId) -> TermId {
        let zero = match self.pool.sort(term) {
            crate::term::Sort::Long => self.pool.long(0),
            _ => self.pool.int(0),
        };
        self.pool.equal(term, zero)
    }

    /// That an index is one of an array.
    pub(super) fn is_within(&mut self, index: TermId, length: TermId) -> TermId {
        let zero = self.pool.int(0);
        let low = self.pool.less_or_equal(zero, index);
        let high = self.pool.less(index, length);
        self.pool.conjunction(low, high)
    }

    /// The length of an array at the location.
    pub(super) fn length(&mut self, state: &mut State, array: TermId) -> TermId {
        let known = state.reads.iter().find(|read| read.cell == Cell::Length && read.object == array);
        if let Some(read) = known {
            return read.value;
        }
        let value = self.variables.fresh(&mut self.pool, Domain::Length, false);
        state.reads.push(super::state::Read { cell: Cell::Length, object: array, index: None, value });
        value
    }

    /// What a numeric method gives for these arguments, and under which condition it returns.
    pub(super) fn composed(&mut self, method: MethodId, arguments: &[TermId]) -> Option<(TermId, TermId)> {
        if !self.composed.contains_key(&method) {
            let is_it = is_numeric(self.program, self.calls, method);
            let summary = if is_it { self.summaries.summary(method) } else { None };
            let made = summary.and_then(|summary| self.import(&summary)).map(Rc::new);
            self.composed.insert(method, made);
        }
        let composed = self.composed.get(&method)?.clone()?;
        if composed.parameters.len() != arguments.len() {
            return None;
        }
        let argument = |id: InputId| composed.parameters.iter().position(|known| *known == id);
        let mut replace = |pool: &mut TermPool, id: InputId, domain| {
            argument(id).and_then(|at| arguments.get(at)).copied().unwrap_or_else(|| pool.input(id, domain))
        };
        let mut memo = FxHashMap::default();
        let returns = substitute(&mut self.pool, composed.returns, &mut replace, &mut memo);
        let result = substitute(&mut self.pool, composed.result, &mut replace, &mut memo);
        Some((returns, result))
    }

    /// A summary as two terms: where it returns, and a choice between the results of its cases.
    fn import(&mut self, summary: &NumericSummary) -> Option<Composed> {
        let pool = &mut self.pool;
        let terms = summary.terms.import(pool).ok()?;
        let mut returns = pool.truth(false);
        let mut result = None;
        for (conditions, value) in &summary.cases {
            let mut all = pool.truth(true);
            for condition in conditions {
                all = pool.conjunction(all, *terms.get(*condition as usize)?);
            }
            let value = *terms.get(*value as usize)?;
            returns = pool.disjunction(returns, all);
            result = Some(result.map_or(value, |others| pool.if_then_else(all, value, others)));
        }
        Some(Composed { parameters: summary.parameters.clone(), returns, result: result? })
    }

    /// Forgets what a call may have changed: static fields and the heap. None: the state is none.
    #[must_use]
    pub(super) fn anything(&mut self, state: &mut State, what: &str) -> Option<()> {
        let mut assigned: FxHashMap<InputId, TermId> = FxHashMap::default();
        let mut mentioned: Vec<InputId> = state.mentioned(&self.pool).into_iter().collect();
        mentioned.sort_unstable();
        for id in mentioned {
            if let Some(Variable::Static(field)) = self.variables.variable(id) {
                let kind = self.program.field(field).kind;
                let is_reference = matches!(kind, FieldKind::Reference(_));
                assigned.insert(id, self.variables.fresh(&mut self.pool, domain_of_field(kind), is_reference));
            }
        }
        let is_possible = state.assign(&mut self.pool, &assigned, None);
        heap::forget(state);
        let mut known = (*state.anything).clone();
        known.insert(what.to_owned());
        state.anything = Rc::new(known);
        is_possible.then_some(())
    }
}

impl Engine<'_> {
    /// What the initialiser of a class may do where an instruction needs the class for the first time: nothing that a path
    /// sees, or anything. `false`: the state is none.
    #[must_use]
    pub(super) fn initialised(&mut self, state: &mut State, class: &str) -> bool {
        let Some(class) = self.program.class_by_name(class).filter(|class| self.program.is_user_class(*class)) else {
            return true;
        };
        // A method runs after its own class was initialised, or its superclasses.
        let is_own =
            |method: MethodId| self.program.initialised_with(self.program.method(method).class).contains(&class);
        if is_own(state.method) || state.calls.iter().any(|(method, _)| is_own(*method)) {
            return true;
        }
        if self.program.initialised_with(class).into_iter().all(|class| self.only_sets_its_own(class)) {
            return true;
        }
        let what = format!("the initialiser of {}", crate::classfile::java_name(self.program.class_name(class)));
        self.anything(state, &what).is_some()
    }

    /// Whether the initialiser of a class changes nothing but static fields of that class.
    fn only_sets_its_own(&self, class: ClassId) -> bool {
        let program = self.program;
        let mut initialisers = program
            .class(class)
            .methods
            .iter()
            .filter(|method| program.is_user_class(class) && &*program.method(**method).name == "<clinit>");
        initialisers.all(|method| {
            program.code(*method).is_none_or(|code| {
                code.instructions.iter().all(|decoded| match &decoded.instruction {
                    Instruction::PutStatic(field) => field.class == *program.class_name(class),
                    Instruction::PutField(_) | Instruction::InvokeDynamic(_) => false,
                    Instruction::ArrayStore(_) => true,
                    Instruction::GetStatic(field) => field.class == *program.class_name(class),
                    Instruction::Invoke(_, callee) => {
                        let of_class = (&*callee.class, &*callee.name) == ("java/lang/Class", "desiredAssertionStatus");
                        of_class || super::pure::is_pure(callee)
                    }
                    _ => true,
                })
            })
        })
    }
}
