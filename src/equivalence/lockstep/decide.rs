//! What is known of conditions in lockstep, and what is asked of the solver.

use super::body::GivenUp;
use super::history::Event;
use super::path::Path;
use super::{Lockstep, MOST_STEPS};
use crate::solver::Answer;
use crate::term::{InputId, Model, TermId};

/// Questions to the solver, and what each may cost.
const MOST_QUESTIONS: u64 = 3_000;

/// Inputs that make a condition true, and such that make it false.
pub(super) type Alone = [Option<Vec<(InputId, i64)>>; 2];

/// A local variable at the head of a loop: whether it is the new body's, and its slot.
pub(super) type Member = (bool, u16);

impl Lockstep<'_> {
    /// Something happens on a path. Where the old body has done the same with the same values, it is the same event.
    pub(super) fn happens(&mut self, path: &mut Path, event: Event) {
        let expected = self.followed.get(&path.history).copied();
        if let Some(history) = expected
            && let Some((_, known)) = self.histories.last(history).cloned()
            && (known == event || self.is_same_event(path, &known, &event))
        {
            path.history = history;
            return;
        }
        path.history = self.histories.after(path.history, event);
    }

    /// Whether a path decides a condition without being asked more than it says.
    pub(super) fn known(&mut self, path: &Path, condition: TermId) -> Option<bool> {
        if let Some(truth) = self.pool.as_truth(condition) {
            return Some(truth);
        }
        let opposite = self.pool.not(condition);
        let says = |term: TermId| path.conditions.contains(&term);
        if says(condition) {
            Some(true)
        } else if says(opposite) {
            Some(false)
        } else {
            None
        }
    }

    /// The path where a condition holds, and where it does not; none where that cannot be.
    pub(super) fn decide(&mut self, path: &Path, condition: TermId) -> Result<[Option<Path>; 2], GivenUp> {
        match self.known(path, condition) {
            Some(true) => return Ok([Some(path.clone()), None]),
            Some(false) => return Ok([None, Some(path.clone())]),
            None => {}
        }
        let opposite = self.pool.not(condition);
        if let Some(models) = self.alone(path, condition)? {
            return Ok([(condition, 0), (opposite, 1)].map(|(term, side)| {
                let solution = models.get(side)?.as_ref()?;
                let mut taken = path.clone();
                taken.conditions.push(term);
                solution.iter().for_each(|(input, value)| taken.model.set(*input, *value));
                Some(taken)
            }));
        }
        let mut ways = [None, None];
        for (way, term) in ways.iter_mut().zip([condition, opposite]) {
            match self.ask(path, term)? {
                Answer::Satisfiable(model) => {
                    let mut taken = Path { model, ..path.clone() };
                    taken.conditions.push(term);
                    *way = Some(taken);
                }
                Answer::Unsatisfiable => {}
                // What cannot be comes to no wrong end: it is followed in vain.
                Answer::Unknown(_) => {
                    let mut taken = path.clone();
                    taken.conditions.push(term);
                    *way = Some(taken);
                }
            }
        }
        Ok(ways)
    }

    /// What makes a condition true, and what makes it false, where no other condition of a path is about its inputs: then it is the same on
    /// each such path. None where others are.
    fn alone(&mut self, path: &Path, condition: TermId) -> Result<Option<Alone>, GivenUp> {
        let own = self.pool.inputs(condition).to_vec();
        let is_own = |term: &TermId| self.pool.inputs(*term).iter().any(|input| own.contains(input));
        if own.len() != 1 || path.conditions.iter().any(is_own) {
            return Ok(None);
        }
        if let Some(known) = self.decided_alone.get(&condition) {
            return Ok(Some(known.clone()));
        }
        let opposite = self.pool.not(condition);
        let nowhere = Path { conditions: Vec::new(), model: Model::default(), ..path.clone() };
        let mut found: Alone = [None, None];
        for (solution, term) in found.iter_mut().zip([condition, opposite]) {
            match self.ask(&nowhere, term)? {
                Answer::Satisfiable(model) => {
                    *solution = Some(own.iter().map(|input| (*input, model.get(*input))).collect());
                }
                Answer::Unsatisfiable => {}
                Answer::Unknown(_) => return Err("the solver does not know".into()),
            }
        }
        self.decided_alone.insert(condition, found.clone());
        Ok(Some(found))
    }

    /// The same of a condition that nothing but a value decides of which nothing is known: 1 where it holds.
    pub(super) fn decide_fresh(&mut self, path: &Path, value: TermId, condition: TermId) -> [Option<Path>; 2] {
        match self.known(path, condition) {
            Some(true) => return [Some(path.clone()), None],
            Some(false) => return [None, Some(path.clone())],
            None => {}
        }
        let opposite = self.pool.not(condition);
        let inputs = self.pool.inputs(value).to_vec();
        [(condition, 1), (opposite, 0)].map(|(term, number)| {
            let mut taken = path.clone();
            taken.conditions.push(term);
            inputs.iter().for_each(|input| taken.model.set(*input, number));
            Some(taken)
        })
    }

    /// Takes a condition for one that holds.
    pub(super) fn assume(&mut self, path: &mut Path, condition: TermId) -> Result<(), GivenUp> {
        if self.known(path, condition) == Some(true) {
            return Ok(());
        }
        match self.ask(path, condition)? {
            Answer::Satisfiable(model) => {
                path.model = model;
                path.conditions.push(condition);
                Ok(())
            }
            _ => Err("the solver does not know".into()),
        }
    }

    pub(super) fn ask(&mut self, path: &Path, condition: TermId) -> Result<Answer, GivenUp> {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return Err("budget of work used up".into());
        }
        Ok(self.solver.extend(&mut self.pool, &path.conditions, condition, &path.model))
    }

    pub(super) fn spend(&mut self) -> Result<(), GivenUp> {
        crate::run::checkpoint();
        self.steps += 1;
        if self.steps > MOST_STEPS { Err("budget of work used up".into()) } else { Ok(()) }
    }
}
