//! Which proposals kill which mutants: a JVM runs them with the mutant's class file in place of the class, and compares. For a
//! mutant that survives, the two bodies of its method are compared symbolically: that gives an input which kills it, or a proof
//! that none does.

use super::Class;
use super::criterion::Criterion;
use super::goal::{GoalKey, Ledger};
use super::mutants::Mutants;
use super::propose::{Plan, Proposal, Proposing};
use super::rebuild::rebuild;
use super::trail::Site;
use crate::analysis::check::round::Context;
use crate::analysis::check::work::share;
use crate::classfile::ClassName;
use crate::equivalence::{BodyEquivalence, Comparer};
use crate::input::{ConcreteCase, ConcreteObject, Oddity, input_text};
use crate::mutation::{Mutant, counting};
use crate::program::MethodId;
use crate::replay::{JobFailure, JobResult, Jvm, job_line, limited_job, patched_job};
use crate::run::{self, AnalysisFailure, TemporaryFolder};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Proposals that are run against a mutant, wave after wave, until one kills it.
const WAVES: [usize; 4] = [1, 3, 12, 48];
/// How long an input may run on a mutant before it is looked at whether it would end.
const LIMIT: Duration = Duration::from_millis(500);

/// Inputs for each mutant that none of the first ones kills.
const INPUTS_AGAIN: u32 = 8;

/// What is known of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// These proposals kill it; there may be more.
    Killed(Vec<usize>),
    /// It does the same as the original for every input.
    Equivalent,
    /// No proposal that was run kills it, and nothing else is known, for this reason.
    Survives(String),
    /// No proposal that was run kills it, and the time was over before it was compared with the original.
    OutOfTime,
    /// No class file can express it, so that no tool makes it.
    Impossible,
}

/// A JVM that runs proposals on mutants.
pub(super) struct Killer {
    pub(super) jvm: Jvm,
    folder: Arc<TemporaryFolder>,
}

/// What is known of the mutants of a class: their files and their fates, in their order.
pub(super) struct Judged<'a> {
    pub(super) mutants: &'a Mutants,
    pub(super) files: &'a [Option<PathBuf>],
    pub(super) fates: &'a [Fate],
}

impl Killer {
    /// A killer with a JVM that loads the classes of each job anew. The files of mutants are in a folder.
    pub(super) fn new(jvm: Jvm, folder: Arc<TemporaryFolder>) -> Killer {
        Killer { jvm, folder }
    }

    /// The fate of each mutant, in their order, and their files. What was found of survivors is added to the proposals.
    pub(super) fn judge(
        &mut self,
        context: Context<'_>,
        class: &Class,
        proposals: &mut Vec<Proposal>,
        deadline: Option<Instant>,
    ) -> (Vec<Fate>, Vec<Option<PathBuf>>) {
        let all = class.mutants.all();
        let is_over = || run::is_over(deadline);
        let mut files: Vec<Option<PathBuf>> = Vec::with_capacity(all.len());
        let mut fates: Vec<Option<Fate>> = Vec::with_capacity(all.len());
        for (_, mutant) in all {
            let file = if is_over() { None } else { self.file(mutant, &class.bytes) };
            fates.push(match file {
                Some(_) => None,
                None if is_over() => Some(Fate::OutOfTime),
                None => Some(Fate::Impossible),
            });
            files.push(file);
        }
        self.run_waves(&class.mutants, &files, (proposals, 0), &is_over, &mut fates);
        let mut comparer = Comparer::new(context.program, context.calls);
        let mut differences: BTreeMap<usize, ConcreteCase> = BTreeMap::new();
        let mut reasons: BTreeMap<usize, String> = BTreeMap::new();
        for (at, (fate, file)) in fates.iter_mut().zip(&files).enumerate().filter(|(_, (fate, _))| fate.is_none()) {
            let (Some(_), Some((site, mutant))) = (file, all.get(at)) else { continue };
            if is_over() {
                *fate = Some(Fate::OutOfTime);
                continue;
            }
            let Some(Ok(changed)) = class.bytes.get(&mutant.class).map(|bytes| mutant.apply(bytes)) else { continue };
            let compare = || survivor(context, &mut comparer, site.0, &changed);
            let compared = match run::analysis_until(deadline, compare) {
                Ok(compared) => compared,
                Err(AnalysisFailure::Ended(_)) => {
                    *fate = Some(Fate::OutOfTime);
                    // What it was at when it was ended is not known.
                    comparer = Comparer::new(context.program, context.calls);
                    continue;
                }
                Err(AnalysisFailure::Panicked(message)) => std::panic::resume_unwind(Box::new(message)),
            };
            match compared {
                Survivor::Equivalent => *fate = Some(Fate::Equivalent),
                Survivor::Differs(case) if is_described(context, &case) => _ = differences.insert(at, *case),
                Survivor::Differs(case) => *fate = Some(killed_by(context, at, class, *case, proposals)),
                Survivor::Unknown(reason) => _ = reasons.insert(at, reason),
            }
        }
        let open: Vec<usize> = (0..).zip(&fates).filter(|(_, fate)| fate.is_none()).map(|(at, _)| at).collect();
        let known = proposals.len();
        propose_again(context, class, &class.mutants.only(&open), proposals, deadline);
        self.run_waves(&class.mutants, &files, (proposals, known), &is_over, &mut fates);
        let fates = fates.into_iter().enumerate().map(|(at, fate)| {
            fate.unwrap_or_else(|| match differences.remove(&at) {
                Some(case) => killed_by(context, at, class, case, proposals),
                None => Fate::Survives(reasons.remove(&at).unwrap_or_default()),
            })
        });
        (fates.collect(), files)
    }

    /// Of each of some proposals, whether it kills all those mutants among what is wanted of it that some proposal is known to kill.
    pub(super) fn kill_all(&mut self, judged: &Judged<'_>, proposals: &[(&Proposal, &BTreeSet<GoalKey>)]) -> Vec<bool> {
        let is_killed = |fate: Option<&Fate>| matches!(fate, Some(Fate::Killed(_)));
        let asked = judged.mutants.all().iter().enumerate().map(|(at, (site, mutant))| {
            let key = goal_of(*site, mutant);
            let asking =
                (0..proposals.len()).filter(|of| proposals.get(*of).is_some_and(|(_, wanted)| wanted.contains(&key)));
            if is_killed(judged.fates.get(at)) { asking.collect() } else { Vec::new() }
        });
        let asked: Vec<Vec<usize>> = asked.collect();
        if asked.iter().all(Vec::is_empty) {
            return vec![true; proposals.len()];
        }
        let runs: Vec<Proposal> = proposals.iter().map(|(proposal, _)| Proposal::clone(proposal)).collect();
        let expected = self.expected(&runs);
        let mut fates: Vec<Option<Fate>> = vec![None; asked.len()];
        self.wave(judged.mutants, judged.files, &asked, (0, usize::MAX), &runs, &expected, &mut fates);
        let kills = |at: usize, fate: &Option<Fate>| matches!(fate, Some(Fate::Killed(by)) if by.contains(&at));
        let runs_twice = |at: usize| expected.get(at).is_some_and(Option::is_some);
        let kills_all = |at: usize| {
            let mut asked = asked.iter().zip(&fates).filter(|(asking, _)| asking.contains(&at)).peekable();
            asked.peek().is_none() || (runs_twice(at) && asked.all(|(_, fate)| kills(at, fate)))
        };
        (0..proposals.len()).map(kills_all).collect()
    }

    /// Runs the proposals from a position on against the mutants of which nothing is known.
    fn run_waves(
        &mut self,
        mutants: &Mutants,
        files: &[Option<PathBuf>],
        (proposals, first): (&[Proposal], usize),
        is_over: &dyn Fn() -> bool,
        fates: &mut [Option<Fate>],
    ) {
        let new = proposals.get(first..).unwrap_or_default();
        if new.is_empty() || fates.iter().all(Option::is_some) {
            return;
        }
        let mut expected = vec![None; first];
        expected.extend(self.expected(new));
        let candidates: Vec<Vec<usize>> =
            mutants.all().iter().map(|(site, mutant)| candidates(*site, mutant, proposals, &expected)).collect();
        let mut begin = 0;
        for wave in WAVES {
            if is_over() {
                break;
            }
            self.wave(mutants, files, &candidates, (begin, wave), proposals, &expected, fates);
            begin += wave;
        }
    }

    /// What each proposal gives, where it gives that twice.
    fn expected(&mut self, proposals: &[Proposal]) -> Vec<Option<String>> {
        let jobs: Vec<String> = proposals.iter().map(|proposal| job_line(&proposal.case)).collect();
        let (first, second) = (self.jvm.run(&jobs), self.jvm.run(&jobs));
        let same = first.into_iter().zip(second).map(|answers| match answers {
            (JobResult::Result(first), JobResult::Result(second)) if first == second => Some(first),
            _ => None,
        });
        same.collect()
    }

    /// The file with the class that a mutant makes. What is in it is not kept here: there can be thousands.
    fn file(&self, mutant: &Mutant, bytes: &BTreeMap<ClassName, Vec<u8>>) -> Option<PathBuf> {
        let changed = mutant.apply(bytes.get(&mutant.class)?).ok()?;
        let path = self.folder.path().join(blake3::hash(&changed).to_hex().as_str());
        // Loops are counted, so that most that never end are ended without the JVM.
        std::fs::write(&path, counting(changed)).ok()?;
        Some(path)
    }

    #[allow(clippy::too_many_arguments)]
    fn wave(
        &mut self,
        mutants: &Mutants,
        files: &[Option<PathBuf>],
        candidates: &[Vec<usize>],
        (begin, count): (usize, usize),
        proposals: &[Proposal],
        expected: &[Option<String>],
        fates: &mut [Option<Fate>],
    ) {
        let mut asked = Vec::new();
        let mut jobs = Vec::new();
        for (at, (_, mutant)) in mutants.all().iter().enumerate() {
            let (Some(None), Some(Some(file)), Some(candidates)) = (fates.get(at), files.get(at), candidates.get(at))
            else {
                continue;
            };
            for candidate in candidates.iter().skip(begin).take(count) {
                let Some(proposal) = proposals.get(*candidate) else { continue };
                jobs.push(patched_job(&job_line(&proposal.case), &mutant.class, file));
                asked.push((at, *candidate));
            }
        }
        let limited: Vec<String> = jobs.iter().map(|job| limited_job(job, LIMIT)).collect();
        let answers = self.jvm.run(&limited);
        for (((at, candidate), job), answer) in asked.into_iter().zip(&jobs).zip(answers) {
            let answer = match (answer, proposals.get(candidate)) {
                (JobResult::NotRun(failure), Some(proposal)) if failure.is_of_a_clock() => {
                    self.jvm.run_patiently(job, &job_line(&proposal.case), LIMIT)
                }
                (answer, _) => answer,
            };
            let expected = expected.get(candidate).and_then(Option::as_deref);
            let is_killed = match answer {
                JobResult::Result(line) => expected != Some(line.as_str()),
                // It runs without end, or takes the JVM with it; an error of the harness says nothing.
                JobResult::NotRun(failure) => match failure {
                    JobFailure::RanTooLong(_) | JobFailure::Exited | JobFailure::JvmEnded | JobFailure::NoAnswer => {
                        true
                    }
                    JobFailure::WroteTooMuch => true,
                    JobFailure::OutOfMemory
                    | JobFailure::NotStarted(_)
                    | JobFailure::Refused(_)
                    | JobFailure::Unusable(_)
                    | JobFailure::RunEnds(_) => false,
                },
            };
            if is_killed && let Some(fate) = fates.get_mut(at) {
                match fate {
                    Some(Fate::Killed(by)) => by.push(candidate),
                    _ => *fate = Some(Fate::Killed(vec![candidate])),
                }
            }
        }
    }
}

/// The proposals that may kill a mutant, the likeliest first: those whose input makes its instruction do something else.
fn candidates(site: Site, mutant: &Mutant, proposals: &[Proposal], expected: &[Option<String>]) -> Vec<usize> {
    let key = goal_of(site, mutant);
    let runs = |at: &usize| expected.get(*at).is_some_and(Option::is_some);
    let reaches = |at: &usize| proposals.get(*at).is_some_and(|proposal| proposal.reached.contains(&site));
    let (mut infecting, mut other): (Vec<usize>, Vec<usize>) = (0..proposals.len())
        .filter(|at| runs(at) && reaches(at))
        .partition(|at| proposals.get(*at).is_some_and(|proposal| proposal.meets.contains(&key)));
    // Of those, what people would write is first: it is what is read if it kills.
    let oddity = |at: &usize| proposals.get(*at).map(|proposal| proposal.oddity.total());
    infecting.sort_by_key(oddity);
    other.sort_by_key(oddity);
    infecting.extend(other);
    infecting
}

/// The goal of killing a mutant.
pub(super) fn goal_of(site: Site, mutant: &Mutant) -> GoalKey {
    let detail = format!("{}: {}", mutant.operator.name(), mutant.description);
    GoalKey { site, criterion: Criterion::Mutation, detail: detail.into() }
}

/// What a mutant is that no proposal kills.
enum Survivor {
    Equivalent,
    /// On this input it does something else.
    Differs(Box<ConcreteCase>),
    Unknown(String),
}

fn survivor(context: Context<'_>, comparer: &mut Comparer<'_>, method: MethodId, changed: &[u8]) -> Survivor {
    let program = context.program;
    let mut case = match comparer.compare(method, changed) {
        BodyEquivalence::Equivalent => return Survivor::Equivalent,
        BodyEquivalence::Unknown(reason) => return Survivor::Unknown(reason),
        BodyEquivalence::Differs(difference) => difference.case,
    };
    if program.method(method).flags.is_private() {
        let input = input_text(program, method, &case, &program.parameter_names(method, "p"));
        return Survivor::Unknown(format!("only the private method is known to differ, for {input}"));
    }
    rebuild(context, &mut case);
    Survivor::Differs(Box::new(case))
}

/// Whether an input has objects of the class path of which only the fields are known: no call may leave them so.
fn is_described(context: Context<'_>, case: &ConcreteCase) -> bool {
    let is_assigned = |number: usize| case.assignments.iter().any(|(holder, _, _)| *holder == number);
    let is_user = |class: &ClassName| {
        context.program.class_by_name(class).is_some_and(|class| context.program.is_user_class(class))
    };
    case.objects
        .iter()
        .enumerate()
        .any(|(number, object)| matches!(object, ConcreteObject::New(class) if is_user(class)) && is_assigned(number))
}

/// Makes an input that tells a mutant from the original a proposal.
fn killed_by(
    context: Context<'_>,
    mutant: usize,
    class: &Class,
    case: ConcreteCase,
    proposals: &mut Vec<Proposal>,
) -> Fate {
    let Some((site, mutant)) = class.mutants.all().get(mutant) else { return Fate::Impossible };
    let (program, method) = (context.program, site.0);
    let at = proposals.iter().position(|known| known.case == case).unwrap_or_else(|| {
        let input = input_text(program, method, &case, &program.parameter_names(method, "p"));
        let reached = BTreeSet::from([*site]);
        let (nulls, idle, original, conditions, meets) = Default::default();
        let oddity = Oddity::of(&case);
        proposals.push(Proposal { method, case, oddity, nulls, idle, original, conditions, input, meets, reached });
        proposals.len() - 1
    });
    if let Some(proposal) = proposals.get_mut(at) {
        proposal.meets.insert(goal_of(*site, mutant));
    }
    Fate::Killed(vec![at])
}

/// Explores the methods under test that run mutants once more, for other inputs that make the mutants' instructions do something
/// else: that the first one came to the same in the end does not say that all do.
fn propose_again(
    context: Context<'_>,
    class: &Class,
    mutants: &Mutants,
    proposals: &mut Vec<Proposal>,
    deadline: Option<Instant>,
) {
    let mutated: BTreeSet<MethodId> = mutants.all().iter().map(|((method, _), _)| *method).collect();
    let (tested, inner): (Vec<MethodId>, Vec<MethodId>) =
        mutated.into_iter().partition(|method| class.methods.contains(method));
    let runs_inner =
        |method: &MethodId| context.calls.reachable(&[*method]).iter().any(|callee| inner.contains(callee));
    let methods: Vec<MethodId> = class
        .methods
        .iter()
        .copied()
        .filter(|method| tested.contains(method) || (!inner.is_empty() && runs_inner(method)))
        .collect();
    let mut left = methods.len();
    for method in methods {
        let plan = Plan {
            criteria: &[Criterion::Mutation],
            watched: &class.watched,
            mutants,
            inputs: INPUTS_AGAIN,
            deadline: share(deadline, left, 1),
        };
        left = left.saturating_sub(1);
        // A defect of casewise has shown when the method was explored first.
        let explore = || Proposing::new(context, method).proposals(context, &plan);
        for proposal in run::analysis_until(plan.deadline, explore).unwrap_or_default() {
            if !proposals.iter().any(|known| known.case == proposal.case) {
                proposals.push(proposal);
            }
        }
    }
}

/// Puts what is known of mutants in the place of the weaker goals of their conditions.
pub(super) fn settle(mutants: &Mutants, fates: &[Fate], proposals: &mut [Proposal], ledger: &mut Ledger) {
    for ((site, mutant), fate) in mutants.all().iter().zip(fates) {
        let key = goal_of(*site, mutant);
        match fate {
            Fate::Killed(by) => {
                for (at, proposal) in proposals.iter_mut().enumerate() {
                    if by.contains(&at) {
                        proposal.meets.insert(key.clone());
                    } else {
                        proposal.meets.remove(&key);
                    }
                }
                ledger.standing(&key).is_met = true;
            }
            Fate::Equivalent | Fate::Impossible => {
                for proposal in proposals.iter_mut() {
                    proposal.meets.remove(&key);
                }
                ledger.goals.remove(&key);
            }
            Fate::Survives(_) | Fate::OutOfTime => {
                let standing = ledger.standing(&key);
                standing.is_met = false;
                standing.open = Some(match fate {
                    Fate::Survives(reason) => reason.clone(),
                    _ => "the time is over".into(),
                });
                // A test that comes close may still do what no tried one did.
            }
        }
    }
}
