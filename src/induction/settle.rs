//! Contracts, and how those are found that hold.

use super::body::{Body, End, Way};
use super::claim::{Claim, Fact, Guard, Relation, Sum};
use super::demand::Demand;
use super::numbers::Argument;
use super::plain::{components, constants};
use super::sample::{Runs, claims};
use crate::graph::CallGraph;
use crate::program::{MethodId, Program};
use crate::run;
use crate::solver::Answer;
use crate::term::{Arithmetic, InputId, Node, TermId, TermPool, substitute};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The most questions to the solver for one component, and what they may cost.
const MOST_QUESTIONS: u32 = 6_000;
const MOST_WORK: u64 = 4_000_000;
/// Constants of code beyond these are of no use to demands and guards: the smallest ones stay.
const MOST_CONSTANTS: usize = 12;

/// What every call of a method meets, and what its result is like then.
#[derive(Clone, Debug)]
pub(super) struct Contract {
    pub(super) method: MethodId,
    pub(super) demands: Vec<Demand>,
    pub(super) claims: Vec<Claim>,
}

/// The contracts of the recursive methods that a method may call.
pub struct Contracts {
    components: Vec<Component>,
}

/// Methods that call one another, a contract and a body of each, in the same order.
struct Component {
    bodies: Vec<Body>,
    contracts: Vec<Contract>,
    constants: Vec<i64>,
    questions: u32,
}

impl Contracts {
    /// Of the methods that `entry` may call, itself included: all that may be demanded, and nothing that is claimed. None where
    /// contracts can be found for none of them.
    pub fn sought(
        (program, calls): (&Program, &CallGraph),
        arithmetic: Arithmetic,
        entry: MethodId,
    ) -> Option<Contracts> {
        let found = components(program, calls, entry).into_iter().filter_map(|methods| {
            let mut constants = constants(program, methods.iter().chain([&entry]));
            constants.extend([0, 1]);
            constants.sort_by_key(|value| (value.unsigned_abs(), *value));
            constants.dedup();
            constants.truncate(MOST_CONSTANTS);
            let body = |method: &MethodId| Body::of((program, calls), arithmetic, &methods, *method);
            let bodies: Vec<Body> = methods.iter().map(body).collect::<Option<Vec<Body>>>()?;
            // Next to a constant is what a comparison with it leaves.
            let mut limits: Vec<i64> = constants.iter().flat_map(|value| [value - 1, *value, value + 1]).collect();
            limits.sort_unstable();
            limits.dedup();
            let contract = |body: &Body| Contract {
                method: body.method,
                demands: Demand::candidates(&body.pool, &body.parameters, &limits),
                claims: Vec::new(),
            };
            let contracts = bodies.iter().map(contract).collect();
            Some(Component { bodies, contracts, constants, questions: 0 })
        });
        let components: Vec<Component> = found.collect();
        (!components.is_empty()).then_some(Contracts { components })
    }

    /// The contract of a method.
    pub(super) fn of(&self, method: MethodId) -> Option<&Contract> {
        self.components.iter().flat_map(|component| &component.contracts).find(|contract| contract.method == method)
    }

    /// Gives demands up that some call does not meet.
    pub fn give_up(&mut self, broken: &[(MethodId, usize)]) {
        for contract in self.components.iter_mut().flat_map(|component| &mut component.contracts) {
            let mut position = 0;
            contract.demands.retain(|_| {
                position += 1;
                !broken.contains(&(contract.method, position - 1))
            });
        }
    }

    /// Finds what holds of results under the demands that are left. Whether the bodies return wherever these are met; where not, or
    /// where that takes too many questions, no contract holds.
    pub fn settle(&mut self) -> bool {
        self.components.iter_mut().all(Component::settle)
    }
}

impl Component {
    fn settle(&mut self) -> bool {
        self.guess();
        while self.drop_broken() {
            if self.is_exhausted() {
                return false;
            }
        }
        self.always_returns() && !self.is_exhausted()
    }

    /// Whether a contract is not worth more questions.
    fn is_exhausted(&self) -> bool {
        let work: u64 = self.bodies.iter().map(|body| body.solver.statistics().resources).sum();
        self.questions > MOST_QUESTIONS || work > MOST_WORK || run::is_over(None)
    }

    /// Drops the demands that calls for small arguments do not meet, and claims what all of their results bear out.
    fn guess(&mut self) {
        let mut runs = Runs::of(&self.bodies);
        loop {
            let mut is_news = false;
            for (number, contract) in self.contracts.iter_mut().enumerate() {
                runs.try_small(number, &contract.demands, &self.constants);
            }
            for (number, contract) in self.contracts.iter_mut().enumerate() {
                let before = contract.demands.len();
                contract.demands.retain(|demand| runs.is_met(number, demand));
                is_news |= contract.demands.len() < before;
            }
            if !is_news {
                break;
            }
        }
        for (number, contract) in self.contracts.iter_mut().enumerate() {
            let samples = runs.samples(number, &contract.demands);
            contract.claims = match self.bodies.get(number).map(|body| body.parameters.as_slice()) {
                Some(parameters) if parameters.iter().any(|it| matches!(it, Argument::Array(..))) => {
                    of_arrays(parameters)
                }
                _ => claims(&samples, &contract.demands, &self.constants),
            };
        }
    }

    /// Drops what does not follow for calls and results within the bodies from what is demanded and claimed; whether anything was.
    fn drop_broken(&mut self) -> bool {
        let mut is_news = false;
        for number in 0..self.bodies.len() {
            let ways = Rc::clone(&self.bodies[number].ways);
            for way in ways.iter() {
                for at in 0..way.calls.len() {
                    is_news |= self.drop_demands(number, way, at);
                }
                if let End::Returns(result) = way.end {
                    is_news |= self.drop_claims(number, way, result);
                }
            }
        }
        is_news
    }

    fn drop_demands(&mut self, number: usize, way: &Way, at: usize) -> bool {
        let call = &way.calls[at];
        let Some(callee) = self.contracts.iter().position(|contract| contract.method == call.method) else {
            return false;
        };
        let known = self.known(number, way, at);
        let demands = std::mem::take(&mut self.contracts[callee].demands);
        let before = demands.len();
        let kept = self.following(number, &known, demands, |pool, demand| demand.of(pool, &call.arguments));
        self.contracts[callee].demands = kept;
        self.contracts[callee].demands.len() < before
    }

    fn drop_claims(&mut self, number: usize, way: &Way, result: TermId) -> bool {
        let known = self.known(number, way, way.calls.len());
        let parameters = self.bodies[number].parameters.clone();
        let claims = std::mem::take(&mut self.contracts[number].claims);
        let before = claims.len();
        let kept = self.following(number, &known, claims, |pool, claim| claim.of(pool, &parameters, result));
        self.contracts[number].claims = kept;
        self.contracts[number].claims.len() < before
    }

    /// Those of some statements that follow from what is known on a way.
    fn following<T>(
        &mut self,
        number: usize,
        known: &Known,
        statements: Vec<T>,
        said: impl Fn(&mut TermPool, &T) -> Option<TermId>,
    ) -> Vec<T> {
        let mut follows = |statement: &T| {
            said(&mut self.bodies[number].pool, statement).is_some_and(|said| self.follows(number, known, said))
        };
        statements.into_iter().filter(|statement| follows(statement)).collect()
    }

    /// Whether no way that meets the demands ends but by returning.
    fn always_returns(&mut self) -> bool {
        for number in 0..self.bodies.len() {
            let ways = Rc::clone(&self.bodies[number].ways);
            for way in ways.iter().filter(|way| way.end == End::Otherwise) {
                let known = self.known(number, way, way.calls.len());
                let never = self.bodies[number].pool.truth(false);
                if !self.follows(number, &known, never) {
                    return false;
                }
            }
        }
        true
    }

    /// What holds on a way before the call at a position among its calls, or at its end: the demands, its conditions so far, and
    /// what is claimed of the calls before.
    fn known(&mut self, number: usize, way: &Way, at: usize) -> Known {
        let body = &mut self.bodies[number];
        let mut known = Known::default();
        let demands = self.contracts[number].demands.iter();
        known.conditions.extend(demands.filter_map(|demand| demand.of(&mut body.pool, &body.parameters)));
        let upto = way.calls.get(at).map_or(way.conditions.len(), |call| call.conditions);
        known.conditions.extend(way.conditions.iter().take(upto));
        for call in way.calls.iter().take(at) {
            let claims = self.contracts.iter().filter(|contract| contract.method == call.method);
            for claim in claims.flat_map(|contract| &contract.claims) {
                let value = claim.value().and_then(|sum| {
                    let sort = body.pool.sort(call.result);
                    sum.of(&mut body.pool, sort, &call.arguments)
                });
                match (value, body.pool.node(call.result)) {
                    (Some(value), Node::Input(input, _)) => {
                        known.values.push((*input, value));
                    }
                    _ => known.conditions.extend(claim.of(&mut body.pool, &call.arguments, call.result)),
                }
            }
        }
        known
    }

    /// Whether a condition follows.
    fn follows(&mut self, number: usize, known: &Known, said: TermId) -> bool {
        self.questions += 1;
        if self.is_exhausted() {
            return false;
        }
        let body = &mut self.bodies[number];
        let mut asked = known.conditions.clone();
        asked.push(body.pool.not(said));
        let asked: Vec<TermId> = asked.into_iter().map(|condition| known.told(&mut body.pool, condition)).collect();
        body.solver.check(&mut body.pool, &asked) == Answer::Unsatisfiable
    }
}

/// What is known on a way.
#[derive(Default)]
struct Known {
    conditions: Vec<TermId>,
    /// What results of calls are, in the order of the calls.
    values: Vec<(InputId, TermId)>,
}

impl Known {
    /// A condition with what results are in their places. A value may speak of results of earlier calls.
    fn told(&self, pool: &mut TermPool, condition: TermId) -> TermId {
        self.values.iter().rev().fold(condition, |condition, (result, value)| {
            let mut memo = FxHashMap::default();
            let mut replacement = |pool: &mut TermPool, input: InputId, domain| match input == *result {
                true => *value,
                false => pool.input(input, domain),
            };
            substitute(pool, condition, &mut replacement, &mut memo)
        })
    }
}

/// What may be claimed of results of methods that search in arrays.
fn of_arrays(parameters: &[Argument]) -> Vec<Claim> {
    let mut found = Vec::new();
    let mut add = |fact: Fact| found.push(Claim { guard: Guard::Always, fact });
    for value in [-1, 0, 1] {
        add(Fact::Result(Relation::AtLeast, Sum::constant(value)));
    }
    for (position, parameter) in parameters.iter().enumerate() {
        match parameter {
            Argument::Number(_) => {
                add(Fact::Result(Relation::AtLeast, Sum::beside(position, 0)));
                add(Fact::Result(Relation::AtMost, Sum::beside(position, 0)));
            }
            Argument::Array(..) => {
                add(Fact::BelowLength(position));
                let numbers = parameters.iter().enumerate().filter(|(_, it)| it.number().is_some());
                numbers.for_each(|(value, _)| add(Fact::Place(position, value)));
            }
        }
    }
    found
}
