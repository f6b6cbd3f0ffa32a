//! The question that the technique answers, from the outside: can this place be reached when this method is called?

use super::decide::{Decided, Spent};
use super::goal::{Excuses, Goal};
use super::necessary::Necessary;
use super::obstacle::Obstacle;
use super::trouble::Trouble;
use super::walk::{End, Record, Walker};
use crate::exec::{Invariants, Limits, Machine, Premises, StopReason};
use crate::explore::{Budget, Explorer, Inline, Outcome, Path};
use crate::formula::{Formula, render_formula};
use crate::graph::CallGraph;
use crate::heap::InputOrigin;
use crate::input::{ConcreteCase, concretise, initialised_classes};
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::solver::PathSolver;
use crate::summary::initial_state;
use crate::term::{Arithmetic, InputId, render};
use std::time::{Duration, Instant};

/// Z3's resource limit for one question.
const SOLVER_RESOURCES: u64 = 200_000;
/// The same on integers, which are asked first from states that invariants allow: of lengths of texts beside counters, these tell in a
/// hundredth of the work what theories of texts do.
const INTEGER_RESOURCES: u64 = 25_000;

/// Can a goal be reached when a method is called, on whatever input?
#[derive(Clone, Copy)]
pub struct GoalQuestion<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its call graph.
    pub calls: &'p CallGraph,
    /// The method that is called.
    pub entry: MethodId,
    /// How integers compute.
    pub arithmetic: Arithmetic,
    /// What the answer may cost.
    pub budget: Budget,
    /// What is looked for.
    pub seeks: Seeks,
    /// What holds of the objects that are there when the method begins, and whether it holds of static fields too.
    pub invariants: Option<(&'p dyn Invariants, bool)>,
    /// Whether it is also guessed that numbers stay below the constants and divisors that loops compute with: what few loops need, and all
    /// pay for.
    pub guesses_limits: bool,
    /// With [`Goal::Throws`], the exceptions that are not looked for.
    pub excuses: Option<Excuses<'p>>,
}

/// What is looked for at the ends of the paths to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seeks {
    /// What is necessary to take them, which is not decided.
    Condition,
    /// Whether it can be that none is taken: the first path of which that is not shown ends the search.
    Refutation,
    /// That, or an input that takes one.
    Input,
}

/// An input that leads to the goal.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The input; what it expects is not said.
    pub case: ConcreteCase,
    /// Whether the interpreter has run it to the goal. Else a JVM is to say.
    pub is_run: bool,
    /// The condition of the path, in words.
    pub conditions: Vec<String>,
    /// How often the backbones of each loop on its path were taken: the method, the instruction, counts.
    pub counts: Vec<(MethodId, u32, Vec<i64>)>,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum GoalVerdict {
    /// On no input: the necessary condition is unsatisfiable.
    Unreachable,
    /// On this one.
    Reached(Box<Claim>),
    /// This one may lead there, a JVM is to say.
    Perhaps(Box<Claim>),
    /// What stood in the way.
    Unknown(Vec<Obstacle>),
}

/// Where the time went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Profile {
    /// Walking paths and summarising loops.
    pub building: Duration,
    /// Unfolding formulas, deciding them, deciding them with their quantifiers, running inputs.
    pub unfolding: Duration,
    /// Deciding unfolded formulas.
    pub unfolded: Duration,
    /// Deciding formulas with their quantifiers.
    pub quantified: Duration,
    /// Running inputs.
    pub running: Duration,
}

/// The answer, and how it was found.
pub struct Findings {
    /// The answer.
    pub verdict: GoalVerdict,
    /// The abstract path conditions of the paths to the goal, each a conjunction in words.
    pub conditions: Vec<Vec<String>>,
    /// Loops that were summarised.
    pub summaries: u32,
    /// Instructions executed.
    pub instructions: u64,
    /// Questions to Z3.
    pub solver_calls: u64,
    /// The solver's work.
    pub solver_resources: u64,
    /// Where the time went.
    pub profile: Profile,
    /// The condition itself; none where the paths that were walked are not all there are.
    pub necessary: Option<Necessary>,
    /// What was taken for granted of the world around the class path.
    pub premises: Premises,
}

/// Finds the condition that is necessary to reach a goal, and decides it.
pub fn necessary_condition(question: &GoalQuestion<'_>, goal: &Goal) -> Findings {
    necessary_condition_with(question, goal, &|| ())
}

/// The same; `at_goal` is called for each path to the goal, before its condition is decided.
pub fn necessary_condition_with(question: &GoalQuestion<'_>, goal: &Goal, at_goal: &dyn Fn()) -> Findings {
    let begun = Instant::now();
    let GoalQuestion { program, calls, entry, arithmetic, budget, seeks, invariants, guesses_limits, excuses } =
        *question;
    let limits = Limits {
        loop_bound: u32::MAX,
        depth: 100_000,
        array_length: i32::MAX,
        recursion: 4,
        path_steps: budget.work.instructions,
    };
    let mut machine = Machine::new(program, arithmetic, limits, &Models);
    machine.user_types_are_closed = true;
    machine.tracks_monitors = true;
    machine.initialises_classes = true;
    machine.invariants = invariants.map(|(known, _)| known);
    machine.reads_unknown_collections = invariants.is_some();
    machine.asks_for_types = invariants.is_some();
    machine.lengths_are_modest = invariants.is_some();
    machine.takes_statics_for = invariants.filter(|(_, of_statics)| *of_statics).map(|_| entry);
    let solver = match invariants {
        Some(_) => PathSolver::with_integers(arithmetic, SOLVER_RESOURCES, INTEGER_RESOURCES),
        None => PathSolver::new(arithmetic, SOLVER_RESOURCES),
    };
    let mut explorer: Explorer<'_, Record> = Explorer::new(machine, solver, budget);
    let (mut state, arguments) = initial_state(&mut explorer.machine, entry, true);
    state.initialises = Some(program.method(entry).class);
    state.heap.keeps_initial_fields = invariants.is_some();
    let inline = Inline { calls, recursion: limits.recursion, only_decided: true };
    let mut walker = Walker::new(explorer, inline, goal.clone(), budget);
    walker.guesses_limits = guesses_limits;
    walker.excuses = excuses;
    let mut open = vec![Path { state: Box::new(state), record: Record::default() }];
    let mut spent = Spent::default();
    let mut reasons: Vec<Obstacle> = Vec::new();
    let mut conditions = Vec::new();
    let mut necessary = Vec::new();
    let mut perhaps = None;
    let mut reached = None;
    loop {
        match walker.next_end(&mut open) {
            Ok(None) => break,
            Err(Trouble::Budget) => {
                reasons.push(Obstacle::Budget);
                break;
            }
            Err(Trouble::Hoist(..)) => {
                reasons.push(Obstacle::NoLoop);
                break;
            }
            Ok(Some(End::Stopped(reason))) => {
                reasons.push(match reason {
                    // There is no bound: the loop could not be summarised.
                    StopReason::LoopBound(place) => Obstacle::AtLoop(place),
                    other => Obstacle::Stopped(other),
                });
            }
            Ok(Some(End::Back(_) | End::Gone | End::Ended(..))) => {}
            Ok(Some(End::Goal(path))) => {
                let words = conditions_of(&walker, &path, entry);
                conditions.push(words.clone());
                necessary.push(path.clone());
                match seeks {
                    Seeks::Condition => continue,
                    Seeks::Refutation if walker.is_impossible(&path, &mut spent) => {
                        necessary.pop();
                        continue;
                    }
                    Seeks::Refutation => {
                        reasons.push(Obstacle::Undecided);
                        break;
                    }
                    Seeks::Input => {}
                }
                at_goal();
                match walker.decide(&path, (entry, &arguments, goal), &mut spent) {
                    Decided::Impossible => {
                        necessary.pop();
                    }
                    Decided::Open => reasons.push(Obstacle::Undecided),
                    Decided::Found(state) => {
                        // How often loops have run on the way is not counted there.
                        let model = state.path.model.clone();
                        let found = Path { state, record: Record::default() };
                        match claim(&mut walker, calls, &found, &model, (entry, &arguments), words, true) {
                            Ok(claim) => {
                                reached = Some(claim);
                                break;
                            }
                            Err(why) => reasons.push(Obstacle::Unwritten(why)),
                        }
                    }
                    Decided::Reached(model) => {
                        match claim(&mut walker, calls, &path, &model, (entry, &arguments), words, true) {
                            Ok(claim) => {
                                reached = Some(claim);
                                break;
                            }
                            Err(why) => reasons.push(Obstacle::Unwritten(why)),
                        }
                    }
                    Decided::Perhaps(model) => {
                        match claim(&mut walker, calls, &path, &model, (entry, &arguments), words, false) {
                            Ok(claim) => {
                                perhaps.get_or_insert(claim);
                            }
                            Err(why) => reasons.push(Obstacle::Unwritten(why)),
                        }
                    }
                }
            }
        }
    }
    reasons.extend(walker.given_up.iter().cloned().map(Obstacle::Loop));
    reasons.extend(walker.explorer.machine.caveats.iter().cloned().map(Obstacle::Qualified));
    reasons.sort_by_cached_key(ToString::to_string);
    reasons.dedup();
    let is_all = reasons.is_empty();
    let verdict = match (reached, perhaps) {
        (Some(claim), _) => GoalVerdict::Reached(Box::new(claim)),
        (None, Some(claim)) => GoalVerdict::Perhaps(Box::new(claim)),
        (None, None) if is_all && seeks != Seeks::Condition => GoalVerdict::Unreachable,
        (None, None) if is_all && necessary.is_empty() => GoalVerdict::Unreachable,
        (None, None) => GoalVerdict::Unknown(reasons),
    };
    let own_inputs = walker.own_count();
    let total = begun.elapsed();
    let deciding = spent.unfolding + spent.unfolded + spent.quantified + spent.running;
    let (summaries, instructions) = (walker.summaries, walker.explorer.costs.instructions);
    let solvers = [&walker.explorer.solver, &walker.decider, &walker.stepper, &walker.prover];
    let counts = solvers.map(PathSolver::statistics);
    let solver_calls = counts.iter().map(|counts| counts.solver_calls).sum();
    let solver_resources = counts.iter().map(|counts| counts.resources).sum();
    let premises = walker.explorer.machine.premises();
    let pool = walker.explorer.machine.pool;
    Findings {
        verdict,
        conditions,
        summaries,
        instructions,
        solver_calls,
        solver_resources,
        profile: Profile {
            building: total.saturating_sub(deciding),
            unfolding: spent.unfolding,
            unfolded: spent.unfolded,
            quantified: spent.quantified,
            running: spent.running,
        },
        necessary: is_all.then(|| Necessary::of(pool, &necessary, own_inputs)),
        premises,
    }
}

/// An input as a claim.
fn claim(
    walker: &mut Walker<'_, '_>,
    calls: &CallGraph,
    path: &Path<Record>,
    model: &crate::term::Model,
    (entry, arguments): (MethodId, &[crate::heap::Value]),
    conditions: Vec<String>,
    is_run: bool,
) -> Result<Claim, String> {
    let state = walker.beginning(path, model, entry, arguments);
    let initialised = initialised_classes(walker.explorer.machine.program, calls, entry);
    let machine = &mut walker.explorer.machine;
    let case = concretise(machine, entry, state, &Outcome::Returned(None), &initialised)?;
    Ok(Claim { case, is_run, conditions, counts: Walker::counts(path, model) })
}

/// The abstract path condition of a path, in words.
fn conditions_of(walker: &Walker<'_, '_>, path: &Path<Record>, entry: MethodId) -> Vec<String> {
    let machine = &walker.explorer.machine;
    let names = machine.program.parameter_names(entry, "p");
    let name = |input: InputId| {
        let origin = path.state.heap.input(input).map(|input| input.origin);
        match origin {
            Some(InputOrigin::Parameter(position)) => {
                names.get(usize::from(position)).cloned().unwrap_or_else(|| format!("p{position}"))
            }
            Some(InputOrigin::Length(object)) => format!("length{}", object.0),
            Some(InputOrigin::Contents(object)) => format!("elements{}", object.0),
            Some(_) => format!("v{}", input.0),
            None => {
                let mut counters = path.record.entered.iter().flat_map(|entered| &entered.counters);
                match counters.position(|(counter, _)| *counter == input) {
                    Some(number) => format!("k{}", number + 1),
                    None => format!("t{}", input.number_in_loops().unwrap_or(0)),
                }
            }
        }
    };
    let terms = path.state.path.conditions.iter().map(|term| render(&machine.pool, *term, &name));
    let formulas =
        path.record.formulas.iter().map(|formula: &std::rc::Rc<Formula>| render_formula(&machine.pool, formula, &name));
    terms.chain(formulas).collect()
}
