//! The solver of one analysis: decides whether a path can be extended, from cheap to dear.

use super::adjust_text;
use super::cache::Cache;
use super::cheap::{self, Known};
use super::enumerate::{self, Tried};
use super::float_ranges;
use super::guess;
use super::guess_text;
use super::kinds::{adds_up_cases, multiplies};
use super::polynomial;
use super::ranges::Ranges;
use super::readable::readable;
use super::registry;
use super::slice;
use super::text_search;
use super::{Answer, Solver, SolverStatistics, Unknown};
use crate::term::{Arithmetic, InputId, Model, TermId, TermPool, evaluate_truth, is_larger};
use std::time::Instant;

/// Terms of one condition, each counted once, that are looked at. Measured: Z3 simplifies some 20,000 a second, which neither
/// its limit of work nor its deadline ends; and what is tried before Z3 is asked reads the whole condition each time.
const MOST_TERMS: usize = 10_000;

/// What an answer about a text counts that was found near the model at hand: a third of what Z3 takes for such a question. If it
/// counted next to nothing, loops over texts would use up all other work (measured: twice the paths of a library, and no more
/// methods settled).
const NEAR_WORK: u64 = 3_000;

/// How many nodes are evaluated in the time of a unit of Z3's work.
const NODES_OF_A_UNIT: u64 = 10;

/// What a conjunction may cost on integers before bit-vectors are asked, as a part of what a question may cost. Measured: of the
/// conjunctions with products and quotients that integers decide at all, all but few take a hundredth.
const FIRST_ON_INTEGERS: u64 = 8;

/// Decides path conditions over terms of one pool. Its answers depend on the sequence of calls and on nothing else.
pub struct PathSolver {
    /// Asked last, of what nothing cheaper decides.
    last: Box<dyn Solver>,
    cache: Cache,
    statistics: SolverStatistics,
    /// What the last solver may spend on a question in one way (0: no limit).
    resource_limit: u64,
    /// Which conjunctions of Java's arithmetic are asked on integers first, and what that may cost.
    on_integers: (OnIntegers, u64),
}

/// Which conjunctions of Java's arithmetic are asked on integers first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OnIntegers {
    All,
    /// Those in which many cases are added up, or that multiply or divide; others after bit-vectors, where these give up.
    Hard,
}

impl PathSolver {
    /// A solver for terms of an arithmetic. `resource_limit` counts the last solver's work per check (0: no limit).
    pub fn new(arithmetic: Arithmetic, resource_limit: u64) -> Self {
        PathSolver::with_hard_on_integers(arithmetic, resource_limit, resource_limit / FIRST_ON_INTEGERS)
    }

    /// The same, which asks conjunctions of Java's arithmetic on integers first, with so much work: for conditions on counters of 64
    /// bits, which bit-vectors are slow to add up.
    pub fn with_integers(arithmetic: Arithmetic, resource_limit: u64, integer_limit: u64) -> Self {
        let on_integers = (OnIntegers::All, integer_limit);
        PathSolver { on_integers, ..PathSolver::new(arithmetic, resource_limit) }
    }

    /// The same, which asks with so much work on integers first those in which many values are added up that depend on cases, of
    /// which bit-vectors find out by trying which add up, and those that multiply or divide.
    pub fn with_hard_on_integers(arithmetic: Arithmetic, resource_limit: u64, integer_limit: u64) -> Self {
        let on_integers = (OnIntegers::Hard, integer_limit);
        PathSolver { on_integers, ..PathSolver::over(registry::last(arithmetic, resource_limit), resource_limit) }
    }

    /// The chain that ends with this solver, which spends no more than the limit on a question (0: no limit).
    pub fn over(last: Box<dyn Solver>, resource_limit: u64) -> Self {
        PathSolver {
            last,
            cache: Cache::default(),
            statistics: SolverStatistics::default(),
            resource_limit,
            on_integers: (OnIntegers::Hard, resource_limit / FIRST_ON_INTEGERS),
        }
    }

    /// Is `path ∧ new` satisfiable, where `model` satisfies every conjunct of `path`? A model that is returned satisfies
    /// all of it.
    pub fn extend(&mut self, pool: &mut TermPool, path: &[TermId], new: TermId, model: &Model) -> Answer {
        self.statistics.queries += 1;
        let answer = self.decide(pool, path, new, model);
        if matches!(answer, Answer::Unknown(_)) {
            self.statistics.unknowns += 1;
        }
        answer
    }

    /// Is the conjunction satisfiable?
    pub fn check(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Answer {
        self.statistics.queries += 1;
        let answer = self.decide_all(pool, conjuncts);
        if matches!(answer, Answer::Unknown(_)) {
            self.statistics.unknowns += 1;
        }
        answer
    }

    /// The last solver is not asked for longer than until then: what it has not decided is unknown. What is asked without a deadline counts
    /// work alone.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.last.set_deadline(deadline);
    }

    /// How the answers were found.
    pub fn statistics(&self) -> SolverStatistics {
        let resources = self.statistics.resources + self.last.resources();
        SolverStatistics { solver_calls: self.last.checks(), resources, ..self.statistics }
    }

    fn decide(&mut self, pool: &mut TermPool, path: &[TermId], new: TermId, model: &Model) -> Answer {
        if let Some(value) = pool.as_truth(new) {
            self.statistics.decided_by_model += 1;
            return if value { Answer::Satisfiable(model.clone()) } else { Answer::Unsatisfiable };
        }
        if let Some(why) = refusal(pool, new) {
            return Answer::Unknown(why);
        }
        if evaluate_truth(pool, new, model) == Some(true) {
            self.statistics.decided_by_model += 1;
            return Answer::Satisfiable(model.clone());
        }
        let (atom, value) = cheap::literal(pool, new);
        if path.iter().any(|&conjunct| cheap::literal(pool, conjunct) == (atom, !value)) {
            self.statistics.decided_by_model += 1;
            return Answer::Unsatisfiable;
        }
        let mut slice = slice::connected(pool, path, new);
        if cheap::refutes(pool, &slice, new) {
            self.statistics.decided_by_cheap_reasoning += 1;
            return Answer::Unsatisfiable;
        }
        if let Some(model) = cheap::adjust(pool, &slice, new, model) {
            self.statistics.decided_by_cheap_reasoning += 1;
            return Answer::Satisfiable(model);
        }
        if let Some(model) = adjust_text::adjust(pool, &slice, new, model) {
            self.statistics.decided_by_guess += 1;
            self.statistics.resources += NEAR_WORK;
            return Answer::Satisfiable(model);
        }
        slice.push(new);
        match self.ask(pool, &slice, model) {
            Answer::Satisfiable(part) => completed(pool, &slice, model, &part),
            other => other,
        }
    }

    fn decide_all(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Answer {
        let mut open: Vec<TermId> = Vec::new();
        for &conjunct in conjuncts {
            match pool.as_truth(conjunct) {
                Some(true) => {}
                Some(false) => {
                    self.statistics.decided_by_model += 1;
                    return Answer::Unsatisfiable;
                }
                None => match refusal(pool, conjunct) {
                    Some(why) => return Answer::Unknown(why),
                    None => open.push(conjunct),
                },
            }
        }
        let known = Known::of(pool, &open);
        if open.iter().any(|&conjunct| known.truth(pool, conjunct) == Some(false)) {
            self.statistics.decided_by_model += 1;
            return Answer::Unsatisfiable;
        }
        let mut model = Model::new();
        let mut unknown = None;
        for group in slice::components(pool, &open) {
            if group.iter().all(|&conjunct| evaluate_truth(pool, conjunct, &model) == Some(true)) {
                continue;
            }
            if let Some((&last, before)) = group.split_last()
                && cheap::refutes(pool, before, last)
            {
                self.statistics.decided_by_cheap_reasoning += 1;
                return Answer::Unsatisfiable;
            }
            match self.ask(pool, &group, &model) {
                Answer::Satisfiable(part) => match completed(pool, &group, &model, &part) {
                    Answer::Satisfiable(completed) => model = completed,
                    other => unknown = Some(other),
                },
                Answer::Unsatisfiable => return Answer::Unsatisfiable,
                other => unknown = Some(other),
            }
        }
        unknown.unwrap_or(Answer::Satisfiable(model))
    }

    /// Asks the cache, then guesses from `start` where that may take long, then asks the last solver, and guesses where
    /// that gives up.
    fn ask(&mut self, pool: &mut TermPool, conjuncts: &[TermId], start: &Model) -> Answer {
        let key = self.cache.key(pool, conjuncts);
        if let Some(answer) = self.cache.get(pool, &key) {
            self.statistics.decided_by_cache += 1;
            return answer;
        }
        let mut ranges = Ranges::left_by(pool, conjuncts);
        if ranges.is_empty(pool) || float_ranges::refute(pool, conjuncts) || polynomial::refute(pool, conjuncts) {
            self.statistics.decided_by_cheap_reasoning += 1;
            self.cache.put(key, &Answer::Unsatisfiable);
            return Answer::Unsatisfiable;
        }
        if let Some(answer) = self.ask_without_texts(pool, conjuncts) {
            self.statistics.decided_by_cheap_reasoning += u64::from(!matches!(answer, Answer::Unknown(_)));
            self.cache.put(key, &answer);
            return answer;
        }
        let is_slow = is_slow(pool, conjuncts);
        let guessed = match is_slow {
            true => guess::guess(pool, conjuncts, start),
            false => guess_text::guess(pool, conjuncts, start),
        };
        let answer = match guessed {
            Some(model) => {
                self.statistics.decided_by_guess += 1;
                Answer::Satisfiable(model)
            }
            None => match self.ask_last(pool, conjuncts, &mut ranges) {
                Answer::Satisfiable(model) => Answer::Satisfiable(readable(pool, conjuncts, model)),
                Answer::Unknown(Unknown::Solver(why)) => {
                    // A search from `start` has been made already where the last solver is slow.
                    let starts = self.last.take_near().into_iter().chain((!is_slow).then(|| start.clone()));
                    match starts.into_iter().find_map(|start| guess::guess(pool, conjuncts, &start)) {
                        Some(model) => {
                            self.statistics.decided_by_guess += 1;
                            Answer::Satisfiable(model)
                        }
                        None => Answer::Unknown(Unknown::Solver(why)),
                    }
                }
                other => other,
            },
        };
        self.cache.put(key, &answer);
        answer
    }

    /// What numbers alone say where texts are asked about: that none satisfy a conjunction which operators on texts can give, or a model.
    /// Where all is asked on integers first, that is asked of all texts, else of searches in them, and models are left to others.
    fn ask_without_texts(&mut self, pool: &mut TermPool, conjuncts: &[TermId]) -> Option<Answer> {
        let is_always = self.on_integers.0 == OnIntegers::All;
        let weaker = text_search::without_texts(pool, conjuncts, !is_always)?;
        let most = if is_always { self.on_integers.1 } else { self.resource_limit / FIRST_ON_INTEGERS };
        let model = match self.ask_numbers(pool, &weaker.conjuncts, most) {
            Answer::Satisfiable(model) if is_always => model,
            Answer::Unsatisfiable => return Some(Answer::Unsatisfiable),
            _ => return None,
        };
        if let Some(whole) = weaker.completed(pool, conjuncts, &model) {
            return Some(Answer::Satisfiable(whole));
        }
        // The numbers may be those of a text that is too long to be written.
        let shortened = weaker.shortened(pool);
        if let Answer::Satisfiable(model) = self.ask_numbers(pool, &shortened, most)
            && let Some(whole) = weaker.completed(pool, conjuncts, &model)
        {
            return Some(Answer::Satisfiable(whole));
        }
        // Theories of texts would look for one.
        weaker.is_whole.then(|| Answer::Unknown(Unknown::Solver(String::from("no short text found"))))
    }

    /// Asks the last solver about numbers, on integers and with so much work.
    fn ask_numbers(&mut self, pool: &mut TermPool, conjuncts: &[TermId], most: u64) -> Answer {
        let mut ranges = Ranges::left_by(pool, conjuncts);
        if ranges.is_empty(pool) {
            return Answer::Unsatisfiable;
        }
        self.last.check_on_integers(pool, (conjuncts, &ranges), most)
    }

    /// Asks the last solver on integers where that promises most, then tries all values where they are few, then asks on bit-vectors, and on integers
    /// with more work where these give up. The conjunction leaves these ranges to terms.
    fn ask_last(&mut self, pool: &mut TermPool, conjuncts: &[TermId], ranges: &mut Ranges) -> Answer {
        let (which, first) = self.on_integers;
        let is_mostly_linear = which == OnIntegers::All || adds_up_cases(pool, conjuncts);
        let is_first = is_mostly_linear || multiplies(pool, conjuncts);
        // What multiplies is decided soon there, or not at all.
        let first = if is_mostly_linear { first } else { first.min(self.resource_limit / FIRST_ON_INTEGERS) };
        if is_first {
            let answer = self.last.check_on_integers(pool, (conjuncts, ranges), first);
            if !matches!(answer, Answer::Unknown(_)) {
                return answer;
            }
        }
        if let Some(tried) = is_first.then(|| enumerate::try_all(pool, conjuncts, ranges)).flatten() {
            let (Tried::Holds(_, work) | Tried::Never(work)) = &tried;
            self.statistics.resources += work / NODES_OF_A_UNIT;
            self.statistics.decided_by_cheap_reasoning += 1;
            return match tried {
                Tried::Holds(model, _) => Answer::Satisfiable(model),
                Tried::Never(_) => Answer::Unsatisfiable,
            };
        }
        let answer = self.last.check(pool, conjuncts);
        if !matches!(answer, Answer::Unknown(Unknown::Solver(_))) || is_first && self.resource_limit <= first {
            return answer;
        }
        match self.last.check_on_integers(pool, (conjuncts, ranges), self.resource_limit) {
            Answer::Unknown(_) => answer,
            known => known,
        }
    }
}

/// Whether the last solver is slow to decide conditions: those on floating-point numbers, and on numbers that are multiplied or divided.
/// Measured on joda-time: half of the conjunctions that it gave up, nearly all of the latter kind, have a model that is guessed.
fn is_slow(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    let mentions = |has: fn(&TermPool, TermId) -> bool| conjuncts.iter().any(|&conjunct| has(pool, conjunct));
    mentions(TermPool::mentions_floating_point) || multiplies(pool, conjuncts) && !mentions(text_search::mentions_text)
}

/// Why a condition is not looked at, where it is not: it has too many terms.
pub fn refusal(pool: &TermPool, condition: TermId) -> Option<Unknown> {
    is_larger(pool, condition, MOST_TERMS)
        .then(|| Unknown::Solver(format!("a condition of more than {MOST_TERMS} terms")))
}

/// The model with what `part` says of the conjuncts' inputs. Checked: a model that does not hold is not returned.
fn completed(pool: &TermPool, conjuncts: &[TermId], model: &Model, part: &Model) -> Answer {
    let mut result = model.clone();
    let mut inputs: Vec<InputId> = conjuncts.iter().flat_map(|&conjunct| pool.inputs(conjunct)).copied().collect();
    inputs.sort_unstable();
    inputs.dedup();
    for input in inputs {
        result.forget(input);
    }
    result.merge_from(part);
    if conjuncts.iter().all(|&conjunct| evaluate_truth(pool, conjunct, &result) == Some(true)) {
        Answer::Satisfiable(result)
    } else {
        Answer::Unknown(Unknown::Solver(String::from("model mismatch")))
    }
}
