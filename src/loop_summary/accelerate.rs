//! Loops run forward on small inputs. The numbers that a method is given are kept as small as its necessary condition
//! allows, so that every loop is short; what arrays hold is left to the solver. If that finds nothing, the numbers may
//! be a little larger.
//!
//! This finds inputs of which a model of the condition says too little: where loops write through references that they
//! pick, or where only one order of the iterations leads on.

use super::goal::Goal;
use super::run::Gone;
use super::walk::{Record, Walker};
use crate::exec::State;
use crate::explore::{Branch, Path, Work};
use crate::heap::{Constraint, InputOrigin, PathCondition, Value};
use crate::program::MethodId;
use crate::run;
use crate::solver::Answer;
use crate::term::{InputId, Model, Sort, TermId};

/// How much larger than necessary numbers may be, in one search after the other.
const GROWTHS: [i64; 5] = [0, 1, 2, 4, MOST_GROWTH];
const MOST_GROWTH: i64 = 8;
/// Numbers that must be larger than this are not kept small.
const LARGEST: i64 = 1 << 12;
/// Numbers that are kept small; of more, the first.
const MOST_NUMBERS: usize = 8;

/// What is tried before anything dearer.
pub(super) const LITTLE: Work = Work { instructions: 40_000, solver_resources: 4_000_000, ..Work::UNLIMITED };
/// What is tried in the end.
pub(super) const MUCH: Work = Work { instructions: 60_000, solver_resources: 20_000_000, ..Work::UNLIMITED };

/// How a search ended.
enum Searched {
    /// At the goal.
    Found(Box<State>),
    /// There is nothing left.
    Nothing,
    /// It would take more work.
    Spent,
}

impl Walker<'_, '_> {
    /// Searches the inputs with small numbers that satisfy what a path's condition says of the inputs alone. The state at the goal,
    /// if it is found.
    pub(super) fn accelerate(
        &mut self,
        path: &Path<Record>,
        (entry, arguments, goal): (MethodId, &[Value], &Goal),
        work: Work,
    ) -> Option<Box<State>> {
        let model = path.state.path.model.clone();
        let state = self.beginning(path, &model, entry, arguments);
        let numbers = self.given_numbers(&state);
        if numbers.is_empty() {
            return None;
        }
        let until = self.until(work);
        let mut conditions = self.of_inputs(&state);
        conditions.extend(self.readable_lengths(path));
        let mut least: Vec<(TermId, i64)> = Vec::with_capacity(numbers.len());
        for number in numbers {
            let Some(bound) = self.least(number, &conditions) else { continue };
            conditions.extend(self.within(number, bound + MOST_GROWTH));
            least.push((number, bound));
        }
        let mut searched: Option<TermId> = None;
        for growth in GROWTHS {
            let mut asked = conditions.clone();
            let mut all = self.explorer.machine.pool.truth(true);
            for (number, bound) in &least {
                for side in self.within(*number, bound + growth) {
                    all = self.explorer.machine.pool.conjunction(all, side);
                    asked.push(side);
                }
            }
            if let Some(searched) = searched {
                asked.push(self.explorer.machine.pool.not(searched));
            }
            searched = Some(all);
            let Answer::Satisfiable(model) = self.stepper.check(&mut self.explorer.machine.pool, &asked) else {
                continue;
            };
            let begun = self.begun(state.clone(), &asked, model, entry);
            match self.search(begun, goal, until) {
                Searched::Found(found) => return Some(found),
                Searched::Nothing => {}
                Searched::Spent => return None,
            }
        }
        None
    }

    /// Searches from the input that a model describes, among those that satisfy what a path's condition says of the inputs alone.
    pub(super) fn search_near(
        &mut self,
        path: &Path<Record>,
        model: &Model,
        (entry, arguments, goal): (MethodId, &[Value], &Goal),
        work: Work,
    ) -> Option<Box<State>> {
        let state = self.beginning(path, model, entry, arguments);
        let conditions = self.of_inputs(&state);
        let until = self.until(work);
        let begun = self.begun(state, &conditions, model.clone(), entry);
        match self.search(begun, goal, until) {
            Searched::Found(found) => Some(found),
            Searched::Nothing | Searched::Spent => None,
        }
    }

    /// The totals at which work is spent that begins now.
    fn until(&self, work: Work) -> Work {
        Work {
            instructions: self.explorer.costs.instructions + work.instructions,
            solver_resources: self.explorer.solver.statistics().resources + work.solver_resources,
            states: work.states,
        }
    }

    /// The numbers that the method is given.
    fn given_numbers(&mut self, state: &State) -> Vec<TermId> {
        let mut found = Vec::new();
        for number in 0..state.heap.input_count() as u32 {
            let Some(input) = state.heap.input(InputId(number)) else { continue };
            let is_given = matches!(
                input.origin,
                InputOrigin::Parameter(_) | InputOrigin::Field(..) | InputOrigin::Static(_) | InputOrigin::Choice(_)
            );
            if is_given && matches!(input.domain.sort(), Sort::Int | Sort::Long) {
                let domain = input.domain;
                found.push(self.explorer.machine.pool.input(InputId(number), domain));
            }
        }
        found.truncate(MOST_NUMBERS);
        found
    }

    /// The conditions of a state that are about nothing but inputs.
    fn of_inputs(&self, state: &State) -> Vec<TermId> {
        let pool = &self.explorer.machine.pool;
        let is_of_inputs = |term: &TermId| pool.inputs(*term).iter().all(|input| !input.is_of_loop());
        state.path.conditions.iter().copied().filter(is_of_inputs).collect()
    }

    /// That a number is not further from 0 than this.
    fn within(&mut self, number: TermId, bound: i64) -> [TermId; 2] {
        let pool = &mut self.explorer.machine.pool;
        let sort = pool.sort(number);
        let (low, high) = (pool.constant(sort, -bound), pool.constant(sort, bound));
        [pool.less_or_equal(low, number), pool.less_or_equal(number, high)]
    }

    /// How far from 0 a number must be under conditions; none where that is far.
    fn least(&mut self, number: TermId, conditions: &[TermId]) -> Option<i64> {
        let is_possible = |walker: &mut Self, bound: i64| {
            let mut asked = conditions.to_vec();
            asked.extend(walker.within(number, bound));
            matches!(walker.stepper.check(&mut walker.explorer.machine.pool, &asked), Answer::Satisfiable(_))
        };
        let mut high = 0;
        while !is_possible(self, high) {
            high = (high * 2).max(1);
            if high > LARGEST {
                return None;
            }
        }
        let mut low = high / 2;
        // Not possible with `low`, unless that is 0 and `high` too.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            match is_possible(self, middle) {
                true => high = middle,
                false => low = middle,
            }
        }
        Some(high)
    }

    /// The beginning of a path on which conditions on the inputs hold, as they do in a model.
    fn begun(&mut self, mut state: State, conditions: &[TermId], model: Model, entry: MethodId) -> State {
        let decided = std::mem::take(&mut state.path).constraints;
        state.path = PathCondition::default();
        state.path.model = model;
        for condition in conditions {
            state.path.assume(&mut self.explorer.machine.pool, *condition);
        }
        let is_of_heap = |constraint: &&Constraint| !matches!(constraint, Constraint::Condition(_));
        state.path.constraints.extend(decided.iter().filter(is_of_heap).cloned());
        state.initialises = Some(self.explorer.machine.program.method(entry).class);
        state
    }

    /// Searches paths to the goal depth first, the one that the state's model takes before others.
    fn search(&mut self, begun: State, goal: &Goal, until: Work) -> Searched {
        let mut open = vec![Path { state: Box::new(begun), record: Record::default() }];
        while let Some(path) = open.pop() {
            let is_late = || run::is_over(self.budget.deadline);
            if self.explorer.solver.statistics().resources > until.solver_resources || is_late() {
                return Searched::Spent;
            }
            match self.go(path, goal, until.instructions) {
                Gone::Goal(path) => return Searched::Found(path.state),
                Gone::Elsewhere => {}
                Gone::Late => return Searched::Spent,
                Gone::Asks(asking, choice) => {
                    let before = asking.state.path.model.clone();
                    let mut ways: Vec<Path<Record>> = Vec::new();
                    for branch in self.explorer.fork(asking, choice) {
                        if let Branch::Open(way) = branch {
                            ways.push(way);
                        }
                    }
                    // The way that the model takes comes last on the stack, and so first.
                    ways.sort_by_key(|way| way.state.path.model == before);
                    open.extend(ways);
                }
            }
        }
        Searched::Nothing
    }
}
