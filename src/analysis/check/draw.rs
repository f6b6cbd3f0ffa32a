//! Runs of a method on drawn inputs. A plain sequence of calls often shows a failure that exploring does not reach
//! within its budget.

use super::Start;
use super::assume::OfMethod;
use super::round::{AtCalls, Bounds, Context, begin, state_at_start};
use super::watch::Watches;
use crate::exec::{Limits, State};
use crate::explore::{Budget, Explorer, Inline, Path, PathEnd};
use crate::heap::{
    DrawnNulls, Experience, PlainerValue, Reference, Samples, SymbolId, SymbolOrigin, Value, Vocabulary,
};
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

/// Idle instructions that a method may have for each one up to its last news: what came late may be followed by more. Measured on gson and
/// commons-codec, with 40,000 idle instructions beside: half and a third of the instructions show 97 and 99 % of what all would.
const IDLE_FOR_NEWS: u64 = 3;

/// Where objects of scripted classes are drawn, all are that can be in so many runs, and then one in so many.
const SCRIPTED_RUNS: u64 = 12;
const SCRIPT_OF: usize = 3;

/// Runs on plainer values for each run that has shown something new, and their instructions.
const MOST_PLAINER: u64 = 24;
const MOST_PLAINER_STEPS: u64 = 50_000;

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
    /// Whether runs of which something new comes are tried on plainer values.
    makes_plainer: bool,
}

/// Why a run is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::analysis) enum Attempt {
    /// Its inputs were drawn. The answer is whether anything new came of it.
    Drawn,
    /// It is the last one of which anything new came, on plainer values. The answer is whether it shows the same, and so takes its place.
    Plainer,
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
            makes_plainer: false,
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

    /// The same, and what shows something new is tried on plainer values too.
    pub(in crate::analysis) fn with_plainer_values(self) -> Drawing {
        Drawing { makes_plainer: true, ..self }
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
        let limits = Limits {
            loop_bound: u32::MAX,
            depth: u32::MAX,
            array_length: ARRAY_LENGTH,
            recursion: u32::MAX,
            path_steps: RUN_STEPS,
        };
        let budget = Budget::until(deadline);
        let bounds = Bounds { start, limits, collection_size: COLLECTION_SIZE, budget, calls: AtCalls::Execute };
        while !self.is_done() && !run::is_over(deadline) {
            let arithmetic = context.job.job.arithmetic;
            let (mut explorer, _) = begin::<R>(context.program, arithmetic, method, assumed, bounds);
            explorer.shared = shared();
            let seen = R::seen(&mut explorer.shared);
            seen.program = Some(context.program);
            seen.reach(method, 0);
            let most_terms = explorer.machine.pool.len() + MOST_TERMS;
            while !self.is_done() && !run::is_over(deadline) && explorer.machine.pool.len() < most_terms {
                self.runs += 1;
                let known = self.makes_plainer.then(|| experience.borrow().clone());
                let seed = seed(context.program, method, self.runs);
                let samples = self.sampling(Samples::new(vocabulary.clone(), experience.clone(), seed));
                let run = DrawnRun { context, method, assumed, start, calls_before: self.calls_before };
                let before = explorer.costs.steps();
                let shown = run.show(&mut explorer, samples, Attempt::Drawn, visit);
                self.instructions += explorer.costs.steps() - before;
                if shown.is_empty() {
                    self.idle_runs += 1;
                    continue;
                }
                (self.idle_runs, self.until_news) = (0, self.instructions);
                if let (Some(known), [drawn]) = (known, shown.as_slice()) {
                    let again = || {
                        let experience = Rc::new(RefCell::new(known.clone()));
                        self.sampling(Samples::new(vocabulary.clone(), experience, seed))
                    };
                    run.make_plainer(&mut explorer, drawn.clone(), (&again, deadline), visit);
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
type Visit<'v, 'p, R> = &'v mut dyn FnMut(&mut Explorer<'p, R>, PathEnd<R>, Attempt) -> bool;

/// A run on drawn inputs.
struct DrawnRun<'a, 'p> {
    context: Context<'p>,
    method: MethodId,
    assumed: &'a OfMethod,
    start: Start,
    calls_before: bool,
}

impl<'p> DrawnRun<'_, 'p> {
    /// Runs the method, and shows how that ends. Returns what was drawn for the ends to which the answer was yes.
    fn show<R: Watches<'p> + Default>(
        &self,
        explorer: &mut Explorer<'p, R>,
        samples: Samples,
        attempt: Attempt,
        visit: Visit<'_, 'p, R>,
    ) -> Vec<Samples> {
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
        let mut shown = Vec::new();
        explorer.explore(path, &mut calls, &mut |explorer, end| {
            let drawn = end.path.state.heap.samples.clone();
            if visit(explorer, end, attempt) {
                shown.extend(drawn.map(|drawn| *drawn));
            }
        });
        shown
    }

    /// Tries plainer values in place of what was drawn for a run, one after the other, as long as some show the same.
    fn make_plainer<R: Watches<'p> + Default>(
        &self,
        explorer: &mut Explorer<'p, R>,
        mut drawn: Samples,
        (again, deadline): (&dyn Fn() -> Samples, Option<Instant>),
        visit: Visit<'_, 'p, R>,
    ) {
        let mut kept: Vec<PlainerValue> = Vec::new();
        let (mut place, mut tries) = (0, 0);
        let most = explorer.costs.steps().saturating_add(MOST_PLAINER_STEPS);
        while place < drawn.count() {
            let found = drawn.plainer(place).into_iter().find_map(|plainer| {
                tries += 1;
                if tries > MOST_PLAINER || explorer.costs.steps() > most || run::is_over(deadline) {
                    return None;
                }
                let mut replaced = kept.clone();
                replaced.retain(|other| !other.is_at_place_of(&plainer));
                replaced.push(plainer);
                let samples = again().with_replacements(&replaced);
                let shown = self.show(explorer, samples, Attempt::Plainer, visit).pop()?;
                Some((replaced, shown))
            });
            match found {
                Some((replaced, shown)) => (kept, drawn) = (replaced, shown),
                None => place += 1,
            }
        }
    }
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
