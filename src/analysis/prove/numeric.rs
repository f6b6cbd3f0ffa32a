//! Summaries of numeric methods for backward execution: each explored once, within a small budget.

use super::super::check::round::Context;
use super::super::check::watch::{Seen, Watcher};
use crate::backward::{NumericSummaries, NumericSummary};
use crate::exec::{Caveat, Limits, Machine};
use crate::explore::{Budget, Explorer, Inline, Outcome, Path, PathEnd, Work};
use crate::heap::InputOrigin;
use crate::models::Models;
use crate::program::MethodId;
use crate::solver::PathSolver;
use crate::summary::initial_state;
use crate::term::{InputId, TermId, TermTable};

/// What is explored of a method, and what a summary that is worth composing may cost.
const LIMITS: Limits = Limits { loop_bound: 4, depth: 200, array_length: 4, recursion: 2, path_steps: 20_000 };
const INSTRUCTIONS: u64 = 50_000;
const SOLVER_RESOURCES: u64 = 500_000;
const QUESTION: u64 = 100_000;
const MOST_CASES: usize = 24;

/// Explores methods when their summaries are asked for.
pub(super) struct Explored<'p>(pub(super) Context<'p>);

impl NumericSummaries for Explored<'_> {
    fn summary(&self, method: MethodId) -> Option<NumericSummary> {
        let Context { program, calls, job, .. } = self.0;
        let arithmetic = job.job.arithmetic;
        let machine = Machine::new(program, arithmetic, LIMITS, &Models);
        let solver = PathSolver::new(arithmetic, QUESTION);
        let budget = Budget {
            ends: MOST_CASES as u64 * 2,
            work: Work { instructions: INSTRUCTIONS, solver_resources: SOLVER_RESOURCES, ..Work::UNLIMITED },
            ..Budget::until(None)
        };
        let mut explorer: Explorer<'_, Watcher<'_>> = Explorer::new(machine, solver, budget);
        explorer.shared = Seen::default();
        let (state, _) = initial_state(&mut explorer.machine, method, true);
        let mut parameters: Vec<(u16, InputId)> = Vec::new();
        for id in (0..state.heap.input_count() as u32).map(InputId) {
            match state.heap.input(id).map(|input| input.origin) {
                Some(InputOrigin::Parameter(position)) => parameters.push((position, id)),
                _ => return None,
            }
        }
        parameters.sort_unstable();
        let start = Path { state: Box::new(state), record: Watcher::default() };
        let mut inline = Inline { calls, recursion: LIMITS.recursion, only_decided: true };
        let mut cases: Vec<(Vec<TermId>, TermId)> = Vec::new();
        let mut is_whole = true;
        let exhausted = explorer.explore(start, &mut inline, &mut |_, end: PathEnd<Watcher<'_>>| match end.outcome {
            Outcome::Returned(Some(value)) => match value.number() {
                Some(result) => cases.push((end.path.state.path.solver_path(true), result)),
                None => is_whole = false,
            },
            // Whoever calls it does not go on.
            Outcome::Threw(_) => {}
            _ => is_whole = false,
        });
        let is_plain = |caveat: &Caveat| matches!(caveat, Caveat::MathematicalIntegers);
        is_whole &= exhausted.is_none() && explorer.machine.caveats.iter().all(is_plain);
        let known: Vec<InputId> = parameters.into_iter().map(|(_, id)| id).collect();
        let pool = &explorer.machine.pool;
        let is_known = |term: &TermId| pool.inputs(*term).iter().all(|id| known.contains(id));
        is_whole &= cases.iter().all(|(conditions, result)| conditions.iter().chain([result]).all(is_known));
        if !is_whole || cases.len() > MOST_CASES || known.len() != program.method(method).parameters.len() {
            return None;
        }
        let roots: Vec<TermId> =
            cases.iter().flat_map(|(conditions, result)| conditions.iter().chain([result])).copied().collect();
        let (terms, positions) = TermTable::export(pool, &roots);
        let mut positions = positions.into_iter();
        let mut found = Vec::new();
        for (conditions, _) in &cases {
            let conditions: Vec<u32> = positions.by_ref().take(conditions.len()).collect();
            found.push((conditions, positions.next()?));
        }
        Some(NumericSummary { terms, parameters: known, cases: found })
    }
}
