//! The algorithm of Fig. 1 of "Source Code Assertion Verification Using Backward Symbolic Execution": a worklist of paths with
//! their conditions, from what must not happen to where executions begin.
//!
//! Beyond the paper, a state is dropped whose condition implies that of a state seen before at the same location: what reaches
//! the one reaches the other.

mod question;
mod same_location;

use super::cut::Cut;
use super::engine::Engine;
use super::heuristics::{DoCheck, DoMerge, Heuristics, Worklist};
use super::numeric::NumericSummaries;
use super::state::{Conjunct, PathNode, Read, State, consistency};
use super::target::{BackwardTarget, Occasion};
use crate::classfile::{Instruction, ValueKind};
use crate::graph::CallGraph;
use crate::program::{MethodId, Program};
use crate::run;
use crate::solver::{Answer, PathSolver};
use crate::term::{Arithmetic, TermId, TermPool};
pub use question::{AfterPath, BackwardResult, FoundPath, IsEntry, Spending};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Z3's work for one question.
const QUESTION: u64 = 1_000_000;
/// Unsatisfiable conditions whose cores are looked for.
const CORES: usize = 40;
/// The most conjuncts of which a core is looked for.
const CORE_SIZE: usize = 40;

/// Follows the paths to a target backward. `visit` sees each path that reaches a method where executions begin.
pub fn run(
    (program, calls): (&Program, &CallGraph),
    summaries: &dyn NumericSummaries,
    target: &BackwardTarget,
    is_entry: &IsEntry<'_>,
    arithmetic: Arithmetic,
    (heuristics, spending): (Heuristics, Spending),
    visit: &mut dyn FnMut(&FoundPath<'_>) -> AfterPath,
) -> BackwardResult {
    let engine = Engine::new((program, calls), summaries, TermPool::new(arithmetic), heuristics);
    let mut search = Search {
        engine,
        solver: PathSolver::new(arithmetic, QUESTION),
        worklist: Worklist::default(),
        seen: FxHashMap::default(),
        chance: 1,
        contradictions: Vec::new(),
        outcome: BackwardResult { core_is_whole: true, ..BackwardResult::default() },
    };
    search.run(target, is_entry, spending, visit);
    let found = &mut search.outcome;
    found.cut.append(&mut search.engine.cut);
    found.is_proved = found.cut.is_empty() && found.possible == 0;
    if found.is_proved {
        search.note_cores();
    }
    search.outcome
}

/// A location with the calls that a path returns from.
type Location = (MethodId, u32, Vec<(MethodId, u32)>);

/// What a state requires.
struct Seen {
    conjuncts: Vec<TermId>,
    reads: Vec<Read>,
}

struct Search<'p> {
    engine: Engine<'p>,
    solver: PathSolver,
    worklist: Worklist,
    seen: FxHashMap<Location, Vec<Seen>>,
    /// Of the order among equals.
    chance: u64,
    /// What the first paths that were refuted require.
    contradictions: Vec<(Vec<Conjunct>, Vec<Read>)>,
    outcome: BackwardResult,
}

impl Search<'_> {
    fn run(
        &mut self,
        target: &BackwardTarget,
        is_entry: &IsEntry<'_>,
        spending: Spending,
        visit: &mut dyn FnMut(&FoundPath<'_>) -> AfterPath,
    ) {
        let Some(start) = self.start(target) else { return };
        if self.consider(start, is_entry, visit) == AfterPath::Stop {
            return;
        }
        while let Some(state) = self.worklist.pick(self.engine.heuristics.pick_next) {
            if let Some(ending) = run::ending(spending.deadline) {
                self.outcome.cut.insert(Cut::Ended(ending));
                return;
            }
            let spent = self.solver.statistics().resources;
            if self.outcome.states >= spending.states || spent >= spending.solver_resources {
                self.outcome.cut.insert(Cut::Budget(self.outcome.states));
                return;
            }
            for before in self.ingoing(&state, is_entry) {
                if before.length > self.engine.heuristics.do_follow {
                    self.outcome.cut.insert(Cut::LongPath);
                    continue;
                }
                if self.consider(before, is_entry, visit) == AfterPath::Stop {
                    return;
                }
            }
        }
    }

    /// The states before a state; what leads into a callee and out of it are edges of their own.
    fn ingoing(&mut self, state: &State, is_entry: &IsEntry<'_>) -> Vec<State> {
        let mut found = self.engine.before(state);
        if state.position == 0 {
            if !state.calls.is_empty() {
                found.extend(self.engine.leave(state));
            } else if !is_entry(state.method) {
                found.extend(self.engine.rise(state));
            }
        }
        self.arrange(state, &mut found);
        found
    }

    /// The order in which states before a state are considered, which is the reverse of that in which the youngest are
    /// continued: the way out of a loop toward the beginning comes first, and of the others none is preferred always.
    fn arrange(&mut self, state: &State, found: &mut [State]) {
        for position in (1..found.len()).rev() {
            // The numbers of Knuth's MMIX: the same in every run.
            self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let other = (self.chance >> 33) as usize % (position + 1);
            found.swap(position, other);
        }
        let is_outward = |before: &State| {
            before.method == state.method && before.calls == state.calls && before.position < state.position
        };
        found.sort_by_key(is_outward);
    }

    /// The state at the target: what must not happen, does.
    fn start(&mut self, target: &BackwardTarget) -> Option<State> {
        // Straight code that cannot throw is executed to its end: who reaches its beginning reaches all of it.
        let beginning = match target.occasion {
            Occasion::Reached => self.engine.flow(target.method).beginning(target.instruction),
            _ => Some(target.instruction),
        };
        let Some(position) = beginning else {
            self.outcome.cut.insert(Cut::Target);
            return None;
        };
        let path = PathNode { depth: 0, method: target.method, instruction: position, next: Vec::new() };
        let mut state = State {
            path: Rc::new(path),
            method: target.method,
            position,
            calls: Vec::new(),
            risen: 0,
            conjuncts: Vec::new(),
            reads: Vec::new(),
            anything: Rc::default(),
            length: 0,
        };
        let Some(condition) = self.occasion(&mut state, target) else {
            self.outcome.cut.insert(Cut::Target);
            return None;
        };
        state.require(&self.engine.pool, condition, (target.method, target.instruction)).then_some(state)
    }

    fn occasion(&mut self, state: &mut State, target: &BackwardTarget) -> Option<TermId> {
        let engine = &mut self.engine;
        let instruction = engine.instruction(target.method, target.instruction)?;
        let flow = engine.flow(target.method);
        let shape = flow.shape(target.instruction);
        let under = |depth: usize| shape.len().checked_sub(depth + 1);
        use Instruction as I;
        let object_under = |instruction: &Instruction| match instruction {
            I::PutField(_) | I::ArrayLoad(_) => Some(1),
            I::ArrayStore(_) => Some(2),
            I::Invoke(_, callee) => {
                crate::classfile::parse_method_descriptor(&callee.descriptor).map(|parsed| parsed.parameters.len())
            }
            _ => Some(0),
        };
        Some(match target.occasion {
            Occasion::Reached => engine.pool.truth(true),
            Occasion::DivisorIsZero => {
                let kind = shape.last().copied()?;
                let divisor = engine.operand(under(0)?, kind);
                engine.is_zero(divisor)
            }
            Occasion::ReferenceIsNull => {
                let object = engine.operand(under(object_under(instruction)?)?, ValueKind::Reference);
                engine.is_zero(object)
            }
            Occasion::IndexOutOfBounds => {
                let depth = object_under(instruction)?;
                let array = engine.operand(under(depth)?, ValueKind::Reference);
                let index = engine.operand(under(depth.checked_sub(1)?)?, ValueKind::Int);
                let length = engine.length(state, array);
                let within = engine.is_within(index, length);
                let (outside, is_null) = (engine.pool.not(within), engine.is_zero(array));
                let is_there = engine.pool.not(is_null);
                engine.pool.conjunction(outside, is_there)
            }
            Occasion::LengthIsNegative => {
                let length = engine.operand(under(0)?, ValueKind::Int);
                let zero = engine.pool.int(0);
                engine.pool.less(length, zero)
            }
            Occasion::OtherClass => {
                let object = engine.operand(under(0)?, ValueKind::Reference);
                let is_null = engine.is_zero(object);
                engine.pool.not(is_null)
            }
        })
    }

    /// Decides what becomes of a new state: merged, reported, dropped, or to be continued.
    fn consider(
        &mut self,
        mut state: State,
        is_entry: &IsEntry<'_>,
        visit: &mut dyn FnMut(&FoundPath<'_>) -> AfterPath,
    ) -> AfterPath {
        self.outcome.states += 1;
        let mut is_merged = false;
        if let DoMerge::UpTo(size) = self.engine.heuristics.do_merge {
            let reads = state.reads.len();
            if reads == 0
                && let Some(other) = self.worklist.take_beside(&state, |other| other.reads.is_empty())
            {
                match self.merged(state, other, size) {
                    Ok(merged) => {
                        state = merged;
                        is_merged = true;
                    }
                    Err((one, other)) => {
                        self.worklist.add(other);
                        state = *one;
                    }
                }
            }
        }
        if state.position == 0 && state.calls.is_empty() && is_entry(state.method) {
            let mut entry = state.clone();
            if self.engine.entered(&mut entry) {
                match self.possible(&entry) {
                    Answer::Unsatisfiable => {}
                    known => {
                        self.outcome.possible += 1;
                        if matches!(known, Answer::Unknown(_)) {
                            self.outcome.cut.insert(Cut::SolverUnknown);
                        }
                        let found = FoundPath { root: state.method, path: &state.path, anything: &state.anything };
                        if visit(&found) == AfterPath::Stop {
                            return AfterPath::Stop;
                        }
                    }
                }
            }
        }
        let flow = self.engine.flow(state.method);
        let ways = flow.pieces.get(&state.position).map_or(0, |piece| piece.from.len());
        let is_join = ways > 1 || (ways == 1 && state.position == 0);
        // What a merged state is made of was seen and is not continued by itself.
        let is_checked = is_join || self.engine.heuristics.do_check == DoCheck::Always;
        let known = if is_checked { Some(self.possible(&state)) } else { None };
        if known == Some(Answer::Unsatisfiable) {
            return AfterPath::Continue;
        }
        let model = match known {
            Some(Answer::Satisfiable(model)) => Some(model),
            _ => None,
        };
        // What a merged state is made of was seen and is not continued by itself.
        if is_join && !is_merged && self.is_covered(&state, model.as_ref()) {
            self.outcome.covered += 1;
            return AfterPath::Continue;
        }
        if is_join {
            self.reduce(&mut state);
            let location = (state.method, state.position, state.calls.clone());
            let conjuncts = state.conjuncts.iter().map(|conjunct| conjunct.term).collect();
            self.seen.entry(location).or_default().push(Seen { conjuncts, reads: state.reads.clone() });
        }
        self.worklist.add(state);
        AfterPath::Continue
    }

    /// Whether a state is possible, as far as its condition says.
    fn possible(&mut self, state: &State) -> Answer {
        let condition = state.condition(&mut self.engine.pool);
        let answer = self.solver.check(&mut self.engine.pool, &condition);
        if answer == Answer::Unsatisfiable {
            self.outcome.refuted += 1;
            if self.contradictions.len() < CORES && state.conjuncts.len() <= CORE_SIZE {
                self.contradictions.push((state.conjuncts.clone(), state.reads.clone()));
            } else {
                self.outcome.core_is_whole = false;
            }
        }
        answer
    }

    /// Finds which instructions' conditions contradict each other, of paths that were refuted: conjuncts without which the rest
    /// does too are left out. Only a proof needs it, so it is done at the end.
    fn note_cores(&mut self) {
        for (conjuncts, reads) in std::mem::take(&mut self.contradictions) {
            let mut kept: Vec<&Conjunct> = conjuncts.iter().collect();
            let mut consistent: Vec<TermId> = Vec::new();
            consistency(&mut self.engine.pool, &reads, &mut consistent);
            let mut position = 0;
            while position < kept.len() {
                let others = kept.iter().enumerate().filter(|(at, _)| *at != position);
                let without: Vec<TermId> =
                    others.map(|(_, conjunct)| conjunct.term).chain(consistent.iter().copied()).collect();
                match self.solver.check(&mut self.engine.pool, &without) {
                    Answer::Unsatisfiable => {
                        kept.remove(position);
                    }
                    _ => position += 1,
                }
            }
            self.outcome.core.extend(kept.iter().flat_map(|conjunct| conjunct.origins.iter().copied()));
        }
    }
}
