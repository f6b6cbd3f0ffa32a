//! Forking: every choice of a path is made here.

mod references;

use super::driver::Explorer;
use super::path::{Branch, Outcome, Path, Recorder};
use crate::exec::{MODEST_LENGTH, Premise, StopReason};
use crate::heap::{Choice, Constraint, Context, Heap, InputOrigin, ObjectId};
use crate::program::ClassId;
use crate::solver::{Answer, refusal};
use crate::term::{Domain, InputId, Model, TermId, evaluate};
use std::rc::Rc;

impl<R: Recorder> Explorer<'_, R> {
    /// Every way to make a choice on a path, in the order in which they are explored.
    pub fn fork(&mut self, path: Path<R>, choice: Choice) -> Vec<Branch<R>> {
        if path.state.heap.samples.is_some() {
            return self.draw(path, choice);
        }
        let mut branches = match choice {
            Choice::Condition(condition) => self.fork_condition(path, condition),
            Choice::Symbol(symbol) => self.fork_symbol(path, symbol),
            Choice::Types(object, groups) => self.fork_classes(path, object, groups, Heap::restrict_types),
            Choice::Components(object, groups) => self.fork_classes(path, object, groups, Heap::restrict_components),
            Choice::Bound(bound) => return vec![self.assume_bound(path, bound)],
            Choice::Asked(object, wanted) => self.fork_asked(path, object, wanted),
            Choice::Given(condition) => return self.conjoin(path, condition).into_iter().collect(),
        };
        let program = self.machine.program;
        branches.retain_mut(|branch| match branch {
            Branch::Open(path) => path.state.heap.narrow_element_types(program),
            Branch::Ended(_) => true,
        });
        if branches.len() > 1
            && let Some(mut guide) = self.guide.take()
        {
            let before = branches.len();
            // What could not be decided is no matter either where nothing that is looked for comes after it.
            branches.retain(|branch| match branch {
                Branch::Open(path) => !guide.excludes(&self.machine.pool, &path.state),
                Branch::Ended(end) => {
                    !matches!(end.outcome, Outcome::Stopped(_)) || !guide.excludes(&self.machine.pool, &end.path.state)
                }
            });
            self.costs.guided += (before - branches.len()) as u64;
            self.guide = Some(guide);
        }
        if branches.len() > 1 {
            let limit = self.machine.limits.depth;
            for branch in &mut branches {
                self.costs.states += 1;
                if let Branch::Open(path) = branch {
                    path.state.depth += 1;
                    if path.state.depth > limit {
                        *branch = Branch::stopped(path.clone(), StopReason::DepthBound);
                    }
                }
            }
        }
        branches
    }

    /// One branch for each group of classes that an object, or an array's elements, can be of.
    fn fork_classes(
        &mut self,
        path: Path<R>,
        object: ObjectId,
        groups: Vec<Rc<[ClassId]>>,
        restrict: fn(&mut Heap, &mut Context<'_>, ObjectId, Rc<[ClassId]>),
    ) -> Vec<Branch<R>> {
        let narrowed = groups.into_iter().map(|classes| {
            let mut path = path.clone();
            let (heap, mut context) = self.machine.heap_context(&mut path.state);
            restrict(heap, &mut context, object, classes);
            Branch::Open(path)
        });
        narrowed.collect()
    }

    fn fork_condition(&mut self, mut path: Path<R>, condition: TermId) -> Vec<Branch<R>> {
        if let Some(why) = refusal(&self.machine.pool, condition) {
            return vec![Branch::stopped(path, StopReason::from(why))];
        }
        let pool = &mut self.machine.pool;
        let negation = pool.not(condition);
        let Some(model_says) = evaluate(pool, condition, &path.state.path.model).map(|value| value != 0) else {
            // Unbounded arithmetic left 64 bits under the model: ask for both sides.
            return [condition, negation].into_iter().filter_map(|side| self.conjoin(path.clone(), side)).collect();
        };
        let (here, there) = if model_says { (condition, negation) } else { (negation, condition) };
        match self.extend(&path, there) {
            Extension::Impossible => {
                path.state.path.note(&mut self.machine.pool, here, true);
                vec![Branch::Open(path)]
            }
            extension => {
                let mut other = path.clone();
                path.state.path.assume(&mut self.machine.pool, here);
                let other = match extension {
                    Extension::Possible(model) => {
                        other.state.path.model = model;
                        other.state.path.assume(&mut self.machine.pool, there);
                        Branch::Open(other)
                    }
                    Extension::Stopped(reason) => {
                        other.state.path.assume(&mut self.machine.pool, there);
                        Branch::stopped(other, reason)
                    }
                    Extension::Impossible => return vec![Branch::Open(path)],
                };
                let here = Branch::Open(path);
                if model_says { vec![here, other] } else { vec![other, here] }
            }
        }
    }

    /// The path with conditions added, up to the first that ends it; none when they contradict.
    pub fn conjoin_all(&mut self, path: Path<R>, conditions: impl IntoIterator<Item = TermId>) -> Option<Branch<R>> {
        let mut branch = Branch::Open(path);
        for condition in conditions {
            let Branch::Open(path) = branch else { return Some(branch) };
            branch = self.conjoin(path, condition)?;
        }
        Some(branch)
    }

    /// The path with a condition added; none when they contradict.
    pub fn conjoin(&mut self, mut path: Path<R>, condition: TermId) -> Option<Branch<R>> {
        match self.machine.pool.as_truth(condition).or_else(|| path.state.path.known(condition)) {
            Some(true) => return Some(Branch::Open(path)),
            Some(false) => return None,
            None => {}
        }
        if evaluate(&self.machine.pool, condition, &path.state.path.model) == Some(1) {
            path.state.path.assume(&mut self.machine.pool, condition);
            return Some(Branch::Open(path));
        }
        match self.extend(&path, condition) {
            Extension::Impossible => None,
            Extension::Possible(model) => {
                path.state.path.model = model;
                path.state.path.assume(&mut self.machine.pool, condition);
                Some(Branch::Open(path))
            }
            Extension::Stopped(reason) => {
                path.state.path.assume(&mut self.machine.pool, condition);
                Some(Branch::stopped(path, reason))
            }
        }
    }

    /// The path with a condition that its model satisfies, as one of two sides; none where what is known of types contradicts.
    pub fn assume(&mut self, mut path: Path<R>, condition: TermId) -> Option<Path<R>> {
        path.state.path.assume(&mut self.machine.pool, condition);
        path.state.depth += 1;
        path.state.heap.narrow_element_types(self.machine.program).then_some(path)
    }

    fn extend(&mut self, path: &Path<R>, condition: TermId) -> Extension {
        let constraints = &path.state.path;
        let bounds: Vec<TermId> = constraints.bounds.iter().copied().collect();
        let conditions = constraints.solver_path(false);
        let extension = self.extend_conditions(&bounds, &conditions, condition, &constraints.model);
        match extension {
            Extension::Stopped(StopReason::ArrayLengthBound)
                if self.machine.lengths_are_modest && self.needs_huge_arrays(path, conditions, condition) =>
            {
                self.machine.take_for_granted(&path.state, Premise::ModestArrays);
                Extension::Impossible
            }
            other => other,
        }
    }

    /// Whether a condition is not possible beside others while arrays of the input have modest lengths.
    fn needs_huge_arrays(&mut self, path: &Path<R>, mut conditions: Vec<TermId>, condition: TermId) -> bool {
        let pool = &mut self.machine.pool;
        let mut inputs: Vec<InputId> =
            conditions.iter().chain([&condition]).flat_map(|term| pool.inputs(*term)).copied().collect();
        inputs.sort_unstable();
        inputs.dedup();
        let largest = pool.int(MODEST_LENGTH);
        let is_length = |input: &InputId| {
            matches!(path.state.heap.input(*input).map(|input| input.origin), Some(InputOrigin::Length(_)))
        };
        for input in inputs.into_iter().filter(is_length) {
            let length = pool.input(input, Domain::Length);
            conditions.push(pool.less_or_equal(length, largest));
        }
        let answer = self.solver.extend(&mut self.machine.pool, &conditions, condition, &path.state.path.model);
        matches!(answer, Answer::Unsatisfiable)
    }

    /// Whether a condition is possible beside others within bounds, all of which hold in `model`.
    pub fn extend_conditions(
        &mut self,
        bounds: &[TermId],
        conditions: &[TermId],
        condition: TermId,
        model: &Model,
    ) -> Extension {
        let bounded: Vec<TermId> = bounds.iter().chain(conditions).copied().collect();
        match self.solver.extend(&mut self.machine.pool, &bounded, condition, model) {
            Answer::Satisfiable(model) => Extension::Possible(model),
            Answer::Unknown(why) => Extension::Stopped(StopReason::from(why)),
            Answer::Unsatisfiable if bounds.is_empty() => Extension::Impossible,
            Answer::Unsatisfiable => match self.solver.extend(&mut self.machine.pool, conditions, condition, model) {
                Answer::Satisfiable(_) => Extension::Stopped(StopReason::ArrayLengthBound),
                Answer::Unsatisfiable => Extension::Impossible,
                Answer::Unknown(why) => Extension::Stopped(StopReason::from(why)),
            },
        }
    }

    /// The path with a bound on the size of an array that it allocates.
    pub fn assume_bound(&mut self, mut path: Path<R>, bound: TermId) -> Branch<R> {
        if evaluate(&self.machine.pool, bound, &path.state.path.model) != Some(1) {
            let constraints = path.state.path.solver_path(true);
            let model = path.state.path.model.clone();
            match self.solver.extend(&mut self.machine.pool, &constraints, bound, &model) {
                Answer::Satisfiable(model) => path.state.path.model = model,
                Answer::Unsatisfiable => return Branch::stopped(path, StopReason::ArrayLengthBound),
                Answer::Unknown(why) => return Branch::stopped(path, StopReason::from(why)),
            }
        }
        path.state.path.assume_bound(&mut self.machine.pool, bound);
        path.state.path.constraints.push_back(Constraint::Bound(bound));
        Branch::Open(path)
    }
}

/// Whether a condition is possible beside others.
#[derive(Clone, Debug)]
pub enum Extension {
    /// In this model.
    Possible(Model),
    /// It contradicts them.
    Impossible,
    /// It is not known, or only possible beyond the bounds.
    Stopped(StopReason),
}
