//! The algorithm of Fig. 1 of "Source Code Assertion Verification Using Backward Symbolic Execution": a worklist of paths with
//! their conditions, from what must not happen to where executions begin.
//!
//! Beyond the paper, a state is dropped whose condition implies that of a state seen before at the same location: what reaches
//! the one reaches the other.

use super::cut::Cut;
use super::engine::Engine;
use super::heuristics::{DoCheck, DoMerge, Heuristics, Worklist};
use super::numeric::NumericSummaries;
use super::state::{Conjunct, Origin, PathNode, Read, State, consistency};
use super::target::{BackwardTarget, Occasion};
use super::variables::{Variable, Variables};
use crate::classfile::{Instruction, ValueKind};
use crate::graph::CallGraph;
use crate::program::{MethodId, Program};
use crate::run;
use crate::solver::{Answer, PathSolver};
use crate::term::{Arithmetic, InputId, Model, TermId, TermPool, evaluate_truth, substitute};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

/// Z3's work for one question.
const QUESTION: u64 = 1_000_000;
/// States seen at a location that a new one is compared with: so many of the first, and of the last.
const COMPARED: usize = 4;
/// How often a location is seen before conditions there are reduced, and how many conjuncts are tried at once.
const REDUCED_AFTER: usize = 3;
const MOST_REDUCTIONS: usize = 3;
/// Unsatisfiable conditions whose cores are looked for.
const CORES: usize = 40;
/// The most conjuncts of which a core is looked for.
const CORE_SIZE: usize = 40;

/// What backward execution may spend, in work; the deadline ends it as out of time.
#[derive(Clone, Copy, Debug)]
pub struct Spending {
    /// States.
    pub states: u64,
    /// Z3's work.
    pub solver_resources: u64,
    /// When it ends.
    pub deadline: Option<Instant>,
}

/// A path from a beginning to what must not happen, possible as far as the condition says.
#[derive(Debug)]
pub struct FoundPath<'a> {
    /// The method that it begins in.
    pub root: MethodId,
    /// The path.
    pub path: &'a Rc<PathNode>,
    /// Calls that were taken to do anything.
    pub anything: &'a BTreeSet<String>,
}

/// What to do after a path was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterPath {
    /// Go on: the path is none of the program's, or it is not known whether it is.
    Continue,
    /// End here.
    Stop,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct BackwardResult {
    /// Whether no path leads to what must not happen.
    pub is_proved: bool,
    /// What was not followed, or not decided.
    pub cut: BTreeSet<Cut>,
    /// The instructions whose conditions contradict each other, of the paths that were looked at.
    pub core: BTreeSet<Origin>,
    /// Whether contradictions were looked at for all paths.
    pub core_is_whole: bool,
    /// States.
    pub states: u64,
    /// States that a state seen before covers.
    pub covered: u64,
    /// Paths that were refuted.
    pub refuted: u64,
    /// Paths that were found possible.
    pub possible: u64,
}

/// Where executions begin: whether a method is called from anywhere.
pub type IsEntry<'a> = dyn Fn(MethodId) -> bool + 'a;

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

    /// Where a path has gone around a loop some times: leaves out conjuncts that follow from the others, so that conditions do
    /// not grow by one with each iteration.
    fn reduce(&mut self, state: &mut State) {
        let location = (state.method, state.position, state.calls.clone());
        let times = self.seen.get(&location).map_or(0, Vec::len);
        if times < REDUCED_AFTER || state.conjuncts.len() < 3 {
            return;
        }
        let pool = &mut self.engine.pool;
        let mut end = state.conjuncts.len();
        for _ in 0..MOST_REDUCTIONS {
            let Some(position) = end.checked_sub(1) else { break };
            let Some(conjunct) = state.conjuncts.get(position) else { break };
            let term = conjunct.term;
            let others = state.conjuncts.iter().map(|other| other.term).filter(|other| *other != term);
            let concerns = |other: &TermId| pool.inputs(*other).iter().any(|id| pool.inputs(term).contains(id));
            let mut question: Vec<TermId> = others.filter(concerns).collect();
            let fails = pool.not(term);
            question.push(fails);
            if question.len() > 1 && self.solver.check(pool, &question) == Answer::Unsatisfiable {
                state.conjuncts.remove(position);
            }
            end = position;
        }
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

    /// Whether the condition of a state seen before at the location follows from that of a state.
    /// `model`: one of the state's condition.
    fn is_covered(&mut self, state: &State, model: Option<&Model>) -> bool {
        let location = (state.method, state.position, state.calls.clone());
        let Some(seen) = self.seen.get(&location) else { return false };
        let last = seen.len().saturating_sub(COMPARED).max(COMPARED);
        let candidates = seen.iter().take(COMPARED).chain(seen.iter().skip(last));
        let terms: BTreeSet<TermId> = state.conjuncts.iter().map(|conjunct| conjunct.term).collect();
        let pool = &mut self.engine.pool;
        for other in candidates {
            // What both read from one place is one value; of what only the other reads nothing follows.
            let mut same: FxHashMap<InputId, TermId> = FxHashMap::default();
            let mut others_alone: Vec<InputId> = Vec::new();
            for read in &other.reads {
                let is_it =
                    |known: &&Read| (known.cell, known.object, known.index) == (read.cell, read.object, read.index);
                match (state.reads.iter().find(is_it), pool.inputs(read.value)) {
                    (Some(known), [id]) => {
                        same.insert(*id, known.value);
                    }
                    (_, ids) => others_alone.extend(ids),
                }
            }
            let is_alone = |term: &TermId| pool.inputs(*term).iter().any(|id| others_alone.contains(id));
            if other.conjuncts.iter().any(is_alone) {
                continue;
            }
            let mut memo = FxHashMap::default();
            let mut rename = |pool: &mut TermPool, id: InputId, domain| {
                same.get(&id).copied().unwrap_or_else(|| pool.input(id, domain))
            };
            let wanted: Vec<TermId> =
                other.conjuncts.iter().map(|term| substitute(pool, *term, &mut rename, &mut memo)).collect();
            let open: Vec<TermId> = wanted.into_iter().filter(|term| !terms.contains(term)).collect();
            if open.is_empty() {
                return true;
            }
            if open.iter().any(|term| mentions_unknown(pool, &self.engine.variables, *term, state)) {
                continue;
            }
            let mut all = pool.truth(true);
            for term in &open {
                all = pool.conjunction(all, *term);
            }
            let fails = pool.not(all);
            // Where the state's own model is none of the other's there is no need to ask.
            if model.is_some_and(|model| evaluate_truth(pool, fails, model) == Some(true)) {
                continue;
            }
            let mut question = state.condition(pool);
            question.push(fails);
            if self.solver.check(pool, &question) == Answer::Unsatisfiable {
                return true;
            }
        }
        false
    }

    /// One state of two at one location: what both require, and what either does. The states again where that is too large.
    fn merged(&mut self, one: State, other: State, size: u32) -> Result<State, (Box<State>, State)> {
        let pool = &mut self.engine.pool;
        let is_of =
            |conjunct: &Conjunct, state: &State| state.conjuncts.iter().any(|known| known.term == conjunct.term);
        let (common, left): (Vec<Conjunct>, Vec<Conjunct>) =
            one.conjuncts.iter().cloned().partition(|conjunct| is_of(conjunct, &other));
        let right: Vec<Conjunct> = other.conjuncts.iter().filter(|conjunct| !is_of(conjunct, &one)).cloned().collect();
        let mut all = |conjuncts: &[Conjunct]| {
            let mut all = pool.truth(true);
            for conjunct in conjuncts {
                all = pool.conjunction(all, conjunct.term);
            }
            all
        };
        let (of_left, of_right) = (all(&left), all(&right));
        if pool.size(of_left).saturating_add(pool.size(of_right)) > size {
            return Err((Box::new(one), other));
        }
        let either = pool.disjunction(of_left, of_right);
        let origins: BTreeSet<Origin> =
            left.iter().chain(&right).flat_map(|conjunct| conjunct.origins.iter().copied()).collect();
        let depth = one.calls.len() as i32 - one.risen;
        let next: Vec<Rc<PathNode>> = one.path.next.iter().chain(&other.path.next).cloned().collect();
        let path = PathNode { depth, method: one.method, instruction: one.position, next };
        let mut merged = State {
            path: Rc::new(path),
            conjuncts: common,
            anything: Rc::new(one.anything.union(&other.anything).cloned().collect()),
            length: one.length.max(other.length),
            ..one
        };
        if pool.as_truth(either) != Some(true) {
            merged.conjuncts.push(Conjunct { term: either, origins: Rc::new(origins) });
        }
        Ok(merged)
    }
}

/// Whether a term of another state mentions something fresh that is not known to this state: nothing that it says follows then.
fn mentions_unknown(pool: &TermPool, variables: &Variables, term: TermId, state: &State) -> bool {
    pool.inputs(term).iter().any(|id| {
        let is_fresh = matches!(variables.variable(*id), Some(Variable::Fresh(_)));
        let is_read = state.reads.iter().any(|read| pool.inputs(read.value) == [*id]);
        let is_known = || state.conjuncts.iter().any(|conjunct| pool.inputs(conjunct.term).contains(id));
        is_fresh && !is_read && !is_known()
    })
}
