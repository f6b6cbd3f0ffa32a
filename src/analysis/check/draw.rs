//! Runs of a method on drawn inputs. A plain sequence of calls often shows a failure that exploring does not reach
//! within its budget.

use super::Start;
use super::assume::OfMethod;
use super::round::{AtCalls, Bounds, Context, begin, environment_of, state_at_start};
use super::watch::Watches;
use crate::exec::{Limits, State};
use crate::explore::{Budget, Explorer, Inline, Outcome, Path, PathEnd};
use crate::heap::{DrawnNulls, Experience, Given, Reference, Samples, SymbolId, SymbolOrigin, Value, Vocabulary};
use crate::program::{MethodId, Program, ReferenceType};
use crate::replay::text_hash;
use crate::run;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

/// Terms after which what runs have built is forgotten, since terms are never given back. What initialisers leave goes with them.
const MOST_TERMS: usize = 200_000;
/// Instructions of one run.
const RUN_STEPS: u64 = 200_000;
/// The most elements of drawn collections and arrays.
const COLLECTION_SIZE: u32 = 3;
const ARRAY_LENGTH: i32 = 64;
/// The longest array that a run on a given input makes.
const LONGEST_ARRAY: i32 = 1 << 14;

/// Idle instructions that a method may have for each one up to its last news: what came late may be followed by more. Measured on gson and
/// commons-codec, with 40,000 idle instructions beside: half and a third of the instructions show 97 and 99 % of what all would.
const IDLE_FOR_NEWS: u64 = 3;

/// Where objects of scripted classes are drawn, all are that can be in so many runs, and then one in so many.
const SCRIPTED_RUNS: u64 = 12;
const SCRIPT_OF: usize = 3;

/// In one run of so many, what objects are made of is often null.
const NULLS_WITHIN: u64 = 10;

/// The most static methods that are called before the method.
const MOST_CALLS_BEFORE: usize = 4;

/// How much is drawn for a method.
#[derive(Clone, Copy)]
pub(in crate::analysis) struct Most {
    /// Runs.
    pub(in crate::analysis) runs: u64,
    /// Runs in a row of which nothing new comes.
    pub(in crate::analysis) idle_runs: u64,
    /// Instructions of all runs, where no clock ends them.
    pub(in crate::analysis) instructions: u64,
    /// Instructions of which nothing new comes, beside those that a method may have for each one before its last news.
    pub(in crate::analysis) idle_instructions: u64,
}

impl Most {
    /// So many times as much.
    pub(in crate::analysis) fn times(self, effort: u64) -> Most {
        Most {
            runs: self.runs.saturating_mul(effort),
            idle_runs: self.idle_runs.saturating_mul(effort),
            instructions: self.instructions.saturating_mul(effort),
            idle_instructions: self.idle_instructions.saturating_mul(effort),
        }
    }
}

/// How far drawing has got for a method.
pub(in crate::analysis) struct Drawing {
    most: Most,
    runs: u64,
    idle_runs: u64,
    instructions: u64,
    /// Instructions up to the last run of which anything new came.
    until_news: u64,
    experience: Experience,
    /// Whether static methods are called before the method.
    calls_before: bool,
    /// Whether there are objects of classes that a caller would have to write.
    scripts: bool,
}

impl Drawing {
    /// Nothing drawn yet.
    pub(in crate::analysis) fn new(most: Most) -> Drawing {
        let experience = Experience::default();
        Drawing {
            most,
            runs: 0,
            idle_runs: 0,
            instructions: 0,
            until_news: 0,
            experience,
            calls_before: false,
            scripts: false,
        }
    }

    /// Instructions of all runs so far.
    pub(in crate::analysis) fn instructions(&self) -> u64 {
        self.instructions
    }

    /// Sets how much is drawn in all, what was drawn before included.
    pub(in crate::analysis) fn up_to(&mut self, most: Most) {
        self.most = most;
    }

    /// The same, and static methods of the class under test are called before the method.
    pub(in crate::analysis) fn with_calls_before(self) -> Drawing {
        Drawing { calls_before: true, ..self }
    }

    /// The same, and some objects are of scripted classes.
    pub(in crate::analysis) fn with_scripts(self) -> Drawing {
        Drawing { scripts: true, ..self }
    }

    /// Whether no more inputs are drawn.
    pub(in crate::analysis) fn is_done(&self) -> bool {
        let idle = self.most.idle_instructions.saturating_add(self.until_news.saturating_mul(IDLE_FOR_NEWS));
        self.runs >= self.most.runs
            || self.idle_runs >= self.most.idle_runs
            || self.instructions >= self.most.instructions
            || self.instructions.saturating_sub(self.until_news) >= idle
    }

    /// Runs a method on values of a vocabulary until all is drawn or time is over. What each run ends with is shown to `visit`.
    pub(in crate::analysis) fn run<'p, R: Watches<'p> + Default>(
        &mut self,
        context: Context<'p>,
        (method, assumed): (MethodId, &OfMethod),
        vocabulary: Vocabulary,
        deadline: Option<Instant>,
        shared: &dyn Fn() -> R::Shared,
        visit: Visit<'_, 'p, R>,
    ) {
        let vocabulary = Rc::new(vocabulary);
        let experience = Rc::new(RefCell::new(std::mem::take(&mut self.experience)));
        let start = Start::of(context.job);
        let run = DrawnRun { context, method, assumed, start, calls_before: self.calls_before };
        while !self.is_done() && !run::is_over(deadline) {
            let mut explorer = run.explorer(shared(), deadline);
            let most_terms = explorer.machine.pool.len() + MOST_TERMS;
            while !self.is_done() && !run::is_over(deadline) && explorer.machine.pool.len() < most_terms {
                self.runs += 1;
                let seed = seed(context.program, method, self.runs);
                let samples = self.sampling(Samples::new(vocabulary.clone(), experience.clone(), seed));
                let before = explorer.costs.steps();
                let is_news = run.show(&mut explorer, samples, visit);
                self.instructions += explorer.costs.steps() - before;
                match is_news {
                    true => (self.idle_runs, self.until_news) = (0, self.instructions),
                    false => self.idle_runs += 1,
                }
            }
        }
        self.experience = experience.take();
    }

    /// What the run at hand draws from.
    fn sampling(&self, samples: Samples) -> Samples {
        let one_in = if self.runs <= SCRIPTED_RUNS { 1 } else { SCRIPT_OF };
        let samples = if self.scripts { samples.with_scripts(one_in) } else { samples };
        samples.with_nulls(match self.runs {
            1 => DrawnNulls::Passed,
            run if run.is_multiple_of(NULLS_WITHIN) => DrawnNulls::Within,
            _ => DrawnNulls::Seldom,
        })
    }
}

/// Takes what a run ends with.
type Visit<'v, 'p, R> = &'v mut dyn FnMut(&mut Explorer<'p, R>, PathEnd<R>) -> bool;

/// A run on drawn inputs.
struct DrawnRun<'a, 'p> {
    context: Context<'p>,
    method: MethodId,
    assumed: &'a OfMethod,
    start: Start,
    calls_before: bool,
}

impl<'p> DrawnRun<'_, 'p> {
    /// What runs the method, again and again.
    fn explorer<R: Watches<'p>>(&self, shared: R::Shared, deadline: Option<Instant>) -> Explorer<'p, R> {
        let DrawnRun { context, method, assumed, start, .. } = *self;
        let limits = Limits {
            loop_bound: u32::MAX,
            depth: u32::MAX,
            array_length: ARRAY_LENGTH,
            recursion: u32::MAX,
            path_steps: RUN_STEPS,
        };
        let budget = Budget::until(deadline);
        let bounds = Bounds { start, limits, collection_size: COLLECTION_SIZE, budget, calls: AtCalls::Execute };
        let arithmetic = context.job.job.arithmetic;
        let (mut explorer, _) = begin::<R>(context.program, arithmetic, method, assumed, bounds);
        explorer.shared = shared;
        let seen = R::seen(&mut explorer.shared);
        seen.program = Some(context.program);
        seen.reach(method, 0);
        explorer
    }

    /// Runs the method, and shows how that ends. Returns whether the answer was yes.
    fn show<R: Watches<'p> + Default>(
        &self,
        explorer: &mut Explorer<'p, R>,
        samples: Samples,
        visit: Visit<'_, 'p, R>,
    ) -> bool {
        let DrawnRun { context, method, .. } = *self;
        explorer.machine.samples = Some(samples);
        let mut state = state_at_start(&mut explorer.machine, method, self.assumed, self.start, COLLECTION_SIZE);
        state.heap.construction.set_before_run(true);
        let parameters: Vec<Value> =
            (0..state.heap.symbol_count() as u32).map(|id| Value::Reference(Reference::Symbol(SymbolId(id)))).collect();
        let before = if self.calls_before { calls_before(context.program, method, &mut state) } else { Vec::new() };
        state.decide_first(before.into_iter().chain(parameters).collect::<Vec<Value>>().into_iter());
        let path = Path { state: Box::new(state), record: R::default() };
        let mut calls = Inline { calls: context.calls, recursion: u32::MAX, only_decided: true };
        let mut is_news = false;
        explorer.explore(path, &mut calls, &mut |explorer, end| is_news |= visit(explorer, end));
        is_news
    }
}

/// Runs a method on inputs that are given, one after the other.
pub(in crate::analysis) struct GivenRuns<'a, 'p, R: Watches<'p>> {
    run: DrawnRun<'a, 'p>,
    explorer: Explorer<'p, R>,
    most_terms: usize,
}

impl<'a, 'p, R: Watches<'p> + Default> GivenRuns<'a, 'p, R> {
    /// None so far. At the deadline nothing is run any more.
    pub(in crate::analysis) fn new(
        context: Context<'p>,
        method: MethodId,
        assumed: &'a OfMethod,
        (shared, deadline): (R::Shared, Option<Instant>),
    ) -> GivenRuns<'a, 'p, R> {
        let run = DrawnRun { context, method, assumed, start: Start::of(context.job), calls_before: false };
        let mut explorer = run.explorer(shared, deadline);
        explorer.machine.limits.array_length = LONGEST_ARRAY;
        let most_terms = explorer.machine.pool.len() + MOST_TERMS;
        GivenRuns { run, explorer, most_terms }
    }

    /// Runs the method, and shows how that ends, unless the run asks for more than the input says. Returns whether the answer was yes.
    pub(in crate::analysis) fn run(&mut self, input: Rc<Given>, visit: Visit<'_, 'p, R>) -> bool {
        if self.explorer.machine.pool.len() > self.most_terms {
            return false;
        }
        self.run.show(&mut self.explorer, Samples::of_input(input), &mut |explorer, mut end| {
            let samples = end.path.state.heap.samples.as_mut();
            let has_strayed = samples.and_then(|samples| samples.giving()).is_none_or(|giving| giving.has_strayed());
            !has_strayed && visit(explorer, end)
        })
    }
}

/// Whether a run has come to an end, and asked for nothing but its input.
pub(in crate::analysis) fn depends_on_input_alone<'p, R: Watches<'p>>(
    explorer: &Explorer<'p, R>,
    end: &PathEnd<R>,
) -> bool {
    !matches!(end.outcome, Outcome::Stopped(_)) && environment_of(&explorer.machine.pool, &end.path.state).is_empty()
}

/// Stand-ins for what static methods give that are called before a method, where its class has some that change anything.
fn calls_before(program: &Program, method: MethodId, state: &mut State) -> Vec<Value> {
    let class = program.method(method).class;
    let nothing = program.class_by_name("java/lang/Void");
    let (Some(nothing), Some(caller)) = (nothing, state.heap.construction.caller().cloned()) else { return Vec::new() };
    if program.changing_static_methods(class, &caller.package).is_empty() {
        return Vec::new();
    }
    let count =
        state.heap.samples.as_mut().map_or(0, |samples| samples.below(2) * (1 + samples.below(MOST_CALLS_BEFORE)));
    let stand_in = |call: usize| {
        let symbol = state.heap.new_symbol(SymbolOrigin::Before(call as u16), ReferenceType::class(nothing), false);
        Value::Reference(Reference::Symbol(symbol))
    };
    (0..count).map(stand_in).collect()
}

/// What a run draws from: different for each run of each method, and always the same.
fn seed(program: &Program, method: MethodId, run: u64) -> u64 {
    let hash = text_hash(&program.method_label(method));
    hash.wrapping_add(run.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17))
}
