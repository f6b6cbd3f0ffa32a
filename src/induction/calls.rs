//! Calls of recursive methods by their contracts, in an exploration.

use super::numbers::{Argument, arguments};
use super::settle::Contracts;
use crate::exec::Call;
use crate::explore::{Branch, CallHandler, Explorer, Inline, Path, Recorder};
use crate::heap::Value;
use crate::program::MethodId;
use crate::solver::Answer;
use crate::term::TermId;

/// Takes contracts for what recursive calls do whose arguments are not constants, and executes all others inline.
pub struct ContractedCalls<'c> {
    /// How other calls are executed.
    pub inline: Inline<'c>,
    /// The contracts.
    pub contracts: &'c Contracts,
    /// The demands, by method and position, that some call does not meet.
    pub broken: Vec<(MethodId, usize)>,
}

impl<R: Recorder> CallHandler<R> for ContractedCalls<'_> {
    fn always_enters(&self, method: MethodId) -> bool {
        CallHandler::<R>::always_enters(&self.inline, method)
    }

    fn call(&mut self, explorer: &mut Explorer<'_, R>, mut path: Path<R>, call: &Call) -> Vec<Branch<R>> {
        let contract = self.contracts.of(call.method).filter(|_| call.for_model.is_none());
        let passed = contract.and_then(|_| arguments(&path.state.heap, &call.arguments));
        let (Some(contract), Some(passed)) = (contract, passed) else { return self.inline.call(explorer, path, call) };
        let pool = &mut explorer.machine.pool;
        let is_constant =
            |argument: &Argument| argument.number().is_some_and(|number| pool.as_constant(number).is_some());
        if passed.iter().all(is_constant) {
            return self.inline.call(explorer, path, call);
        }
        // Without bounds on sizes: what only they imply is no fact.
        let known = path.state.path.solver_path(false);
        for (position, demand) in contract.demands.iter().enumerate() {
            let pool = &mut explorer.machine.pool;
            let is_met = demand.of(pool, &passed).is_some_and(|said| {
                let mut asked = known.clone();
                asked.push(pool.not(said));
                explorer.solver.check(pool, &asked) == Answer::Unsatisfiable
            });
            if !is_met && !self.broken.contains(&(call.method, position)) {
                self.broken.push((call.method, position));
            }
        }
        explorer.costs.states += 1;
        let result = match explorer.machine.return_unknown(&mut path.state, call) {
            Ok(Some(Value::Int(result) | Value::Long(result))) => result,
            _ => return self.inline.call(explorer, path, call),
        };
        let said: Vec<TermId> =
            contract.claims.iter().filter_map(|claim| claim.of(&mut explorer.machine.pool, &passed, result)).collect();
        explorer.conjoin_all(path, said).into_iter().collect()
    }
}
