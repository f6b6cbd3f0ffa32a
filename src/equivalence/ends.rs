//! Compares two ends of paths on the same inputs: can a caller tell them apart?

use super::difference::confirmed;
use super::run::Trace;
use super::sides::Sides;
use super::walk::{Obstacle, Walk};
use super::{Barriers, BodyEquivalence, End};
use crate::explore::{Branch, Explorer, Path};
use crate::graph::CallGraph;
use crate::heap::{Choice, Value};
use crate::program::MethodId;
use crate::solver::Answer;
use crate::term::TermId;

/// Most ways to decide what a comparison leaves open.
const MOST_BRANCHES: usize = 200;

/// The comparison of an end of the original body with an end that another body came to from there.
pub(super) struct Pair<'a> {
    pub(super) calls: &'a CallGraph,
    pub(super) method: MethodId,
    pub(super) original: &'a End,
    pub(super) barriers: &'a Barriers,
    /// What local variables hold, where both came back to the same loop.
    pub(super) locals: Vec<(Value, Value)>,
    /// Whether the paths begin where the method does, so that a difference is one for a caller.
    pub(super) is_from_start: bool,
    /// The first reason for which the ends may not be the same.
    pub(super) unclear: Option<String>,
}

impl Pair<'_> {
    /// Compares.
    pub(super) fn compare(mut self, explorer: &mut Explorer<'_, Trace>, other: End) -> BodyEquivalence {
        if self.original.path.record.begun != other.path.record.begun {
            self.unclear = Some("a class is initialised in one version alone, or earlier".into());
        }
        let mut open = vec![other.path];
        for _ in 0..MOST_BRANCHES {
            let Some(mut path) = open.pop() else {
                return self.unclear.map_or(BodyEquivalence::Equivalent, BodyEquivalence::Unknown);
            };
            let outcomes = (&self.original.outcome, &other.outcome);
            let sides = match Sides::of(explorer, &self.original.path.state, &mut path) {
                Ok(sides) => sides,
                Err(choice) => {
                    open.extend(self.decide(explorer, path, choice));
                    continue;
                }
            };
            let mut walk = Walk::new(explorer, &mut path, sides, self.barriers);
            let walked = walk.ends(outcomes, &self.locals);
            let (sides, found) = walk.finish();
            match walked {
                Err(Obstacle::Open(choice)) => {
                    path.state.heap = sides.mutated.heap;
                    open.extend(self.decide(explorer, path, choice));
                    continue;
                }
                Err(Obstacle::Unclear(reason)) => {
                    self.unclear.get_or_insert(reason);
                }
                Ok(()) => {}
            }
            if let Some(reason) = found.unclear {
                self.unclear.get_or_insert(reason);
            }
            let always = explorer.machine.pool.truth(true);
            for condition in found.differs.then_some(always).into_iter().chain(found.conditions) {
                match is_possible(explorer, &mut path, condition) {
                    Ok(false) => {}
                    Ok(true) if !self.is_from_start => {
                        return BodyEquivalence::Unknown("the bodies differ in a state within a loop".into());
                    }
                    Ok(true) => {
                        match confirmed(explorer, self.calls, self.method, (&sides, &path), outcomes) {
                            Ok(difference) => return BodyEquivalence::Differs(difference),
                            Err(reason) => self.unclear.get_or_insert(reason),
                        };
                    }
                    Err(reason) => {
                        self.unclear.get_or_insert(reason);
                    }
                }
            }
        }
        BodyEquivalence::Unknown("too many ways to decide how the ends compare".into())
    }

    /// The ways to make a choice that the comparison needs.
    fn decide(&mut self, explorer: &mut Explorer<'_, Trace>, path: Path<Trace>, choice: Choice) -> Vec<Path<Trace>> {
        let mut open = Vec::new();
        for branch in explorer.fork(path, choice) {
            match branch {
                Branch::Open(path) => open.push(path),
                Branch::Ended(end) => {
                    self.unclear.get_or_insert(format!("{:?}", end.outcome));
                }
            }
        }
        open
    }
}

/// Whether a condition can hold at the end of a path; its model then satisfies it.
fn is_possible(explorer: &mut Explorer<'_, Trace>, path: &mut Path<Trace>, condition: TermId) -> Result<bool, String> {
    let constraints = &mut path.state.path;
    let is_bounded = !constraints.bounds.is_empty();
    // Arrays of a readable length first; but a proof is one for any length.
    for with_bounds in [true, false] {
        if !with_bounds && !is_bounded {
            break;
        }
        let conjuncts = constraints.solver_path(with_bounds);
        match explorer.solver.extend(&mut explorer.machine.pool, &conjuncts, condition, &constraints.model) {
            Answer::Satisfiable(model) => {
                constraints.model = model;
                return Ok(true);
            }
            Answer::Unsatisfiable => {}
            Answer::Unknown(why) => return Err(format!("solver does not know ({why})")),
        }
    }
    Ok(false)
}
