//! Which proposals kill which mutants: a JVM runs them with the mutant's class file in place of the class, and compares. For a
//! mutant that survives, the two bodies of its method are compared symbolically: that gives an input which kills it, or a proof
//! that none does.

use super::criteria::Criterion;
use super::goal::{GoalKey, Ledger};
use super::mutants::Mutants;
use super::propose::Proposal;
use super::rebuild::rebuild;
use super::trail::Site;
use crate::classfile::ClassName;
use crate::mutation::{Mutant, counting};
use crate::replay::{Answer, Jvm, job_line, limited_job, patched_job};
use crate::session::check::input::input_text;
use crate::session::check::round::Context;
use crate::session::equivalence::{Comparer, Comparison};
use crate::summary::ConcreteCase;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Proposals that are run against a mutant, wave after wave, until one kills it.
const WAVES: [usize; 4] = [1, 3, 12, 48];
/// How long an input may run on a mutant: what takes longer has come into a loop.
const LIMIT: Duration = Duration::from_millis(500);

/// Why a mutant was not compared with the original.
pub(super) const TIME_IS_OVER: &str = "the time is over";
/// Why a job was not run to its end, where that is what the mutant does.
const ENDS: [&str; 4] = ["ran longer", "the program ended", "the JVM ended", "the JVM does not answer"];

/// What is known of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// These proposals kill it; there may be more.
    Killed(Vec<usize>),
    /// It does the same as the original for every input.
    Equivalent,
    /// No proposal that was run kills it, and nothing else is known, for this reason.
    Survives(String),
    /// No class file can express it, so that no tool makes it.
    Impossible,
}

/// A JVM that runs proposals on mutants.
pub(super) struct Killer {
    pub(super) jvm: Jvm,
    folder: tempfile::TempDir,
}

impl Killer {
    /// A killer with a JVM that loads the classes of each job anew.
    pub(super) fn new(jvm: Jvm) -> Result<Killer, String> {
        let folder = tempfile::tempdir().map_err(|error| format!("no folder for mutants: {error}"))?;
        Ok(Killer { jvm, folder })
    }

    /// The fate of each mutant, in their order. What was found of survivors is added to the proposals.
    pub(super) fn judge(
        &mut self,
        context: Context<'_>,
        mutants: &Mutants,
        bytes: &BTreeMap<ClassName, Vec<u8>>,
        proposals: &mut Vec<Proposal>,
        deadline: Option<Instant>,
    ) -> Vec<Fate> {
        let expected = self.expected(proposals);
        let files: Vec<Option<(PathBuf, Vec<u8>)>> =
            mutants.all().iter().map(|(_, mutant)| self.file(mutant, bytes)).collect();
        let mut fates: Vec<Option<Fate>> =
            files.iter().map(|file| file.is_none().then_some(Fate::Impossible)).collect();
        let candidates: Vec<Vec<usize>> =
            mutants.all().iter().map(|(site, mutant)| candidates(*site, mutant, proposals, &expected)).collect();
        let mut begin = 0;
        let is_over = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        for wave in WAVES {
            if is_over() {
                break;
            }
            self.wave(mutants, &files, &candidates, (begin, wave), proposals, &expected, &mut fates);
            begin += wave;
        }
        let mut comparer = Comparer::new(context.program, context.calls);
        let fates = fates.into_iter().zip(mutants.all()).zip(&files).map(|((fate, (site, mutant)), file)| {
            fate.unwrap_or_else(|| match file {
                Some(_) if is_over() => Fate::Survives(TIME_IS_OVER.into()),
                Some((_, changed)) => survivor(context, &mut comparer, (*site, mutant), changed, proposals),
                None => Fate::Impossible,
            })
        });
        fates.collect()
    }

    /// What each proposal gives, where it gives that twice.
    fn expected(&mut self, proposals: &[Proposal]) -> Vec<Option<String>> {
        let jobs: Vec<String> = proposals.iter().map(|proposal| job_line(&proposal.case)).collect();
        let (first, second) = (self.jvm.run(&jobs), self.jvm.run(&jobs));
        let same = first.into_iter().zip(second).map(|answers| match answers {
            (Answer::Result(first), Answer::Result(second)) if first == second => Some(first),
            _ => None,
        });
        same.collect()
    }

    fn file(&self, mutant: &Mutant, bytes: &BTreeMap<ClassName, Vec<u8>>) -> Option<(PathBuf, Vec<u8>)> {
        let changed = mutant.apply(bytes.get(&mutant.class)?).ok()?;
        let path = self.folder.path().join(blake3::hash(&changed).to_hex().as_str());
        // Loops are counted, so that most that never end are ended without the JVM.
        std::fs::write(&path, counting(changed.clone())).ok()?;
        Some((path, changed))
    }

    #[allow(clippy::too_many_arguments)]
    fn wave(
        &mut self,
        mutants: &Mutants,
        files: &[Option<(PathBuf, Vec<u8>)>],
        candidates: &[Vec<usize>],
        (begin, count): (usize, usize),
        proposals: &[Proposal],
        expected: &[Option<String>],
        fates: &mut [Option<Fate>],
    ) {
        let mut asked = Vec::new();
        let mut jobs = Vec::new();
        for (at, (_, mutant)) in mutants.all().iter().enumerate() {
            let (Some(None), Some(Some((file, _))), Some(candidates)) =
                (fates.get(at), files.get(at), candidates.get(at))
            else {
                continue;
            };
            for candidate in candidates.iter().skip(begin).take(count) {
                let Some(proposal) = proposals.get(*candidate) else { continue };
                jobs.push(limited_job(&patched_job(&job_line(&proposal.case), &mutant.class, file), LIMIT));
                asked.push((at, *candidate));
            }
        }
        for ((at, candidate), answer) in asked.into_iter().zip(self.jvm.run(&jobs)) {
            let expected = expected.get(candidate).and_then(Option::as_deref);
            let is_killed = match answer {
                Answer::Result(line) => expected != Some(line.as_str()),
                // It runs without end, or takes the JVM with it; an error of the harness says nothing.
                Answer::NotRun(reason) => ENDS.iter().any(|end| reason.starts_with(end)),
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
    let (mut infecting, other): (Vec<usize>, Vec<usize>) = (0..proposals.len())
        .filter(|at| runs(at) && reaches(at))
        .partition(|at| proposals.get(*at).is_some_and(|proposal| proposal.meets.contains(&key)));
    infecting.extend(other);
    infecting
}

/// The goal of killing a mutant.
pub(super) fn goal_of(site: Site, mutant: &Mutant) -> GoalKey {
    let detail = format!("{}: {}", mutant.operator.name(), mutant.description);
    GoalKey { site, criterion: Criterion::Mutation, detail: detail.into() }
}

/// What a mutant is that no proposal kills. An input that tells it from the original becomes a proposal.
fn survivor(
    context: Context<'_>,
    comparer: &mut Comparer<'_>,
    (site, mutant): (Site, &Mutant),
    changed: &[u8],
    proposals: &mut Vec<Proposal>,
) -> Fate {
    let program = context.program;
    let (method, _) = site;
    let difference = match comparer.compare(method, changed) {
        Comparison::Equivalent => return Fate::Equivalent,
        Comparison::Unknown(reason) => return Fate::Survives(reason),
        Comparison::Differs(difference) => difference,
    };
    let mut case = difference.case;
    let input = |case: &ConcreteCase| input_text(program, method, case, &program.parameter_names(method, "p"));
    if program.method(method).flags.is_private() {
        return Fate::Survives(format!("only the private method is known to differ, for {}", input(&case)));
    }
    rebuild(context, &mut case);
    let at = proposals.iter().position(|known| known.case == case).unwrap_or_else(|| {
        let input = input(&case);
        let reached = BTreeSet::from([site]);
        proposals.push(Proposal { method, case, conditions: Vec::new(), input, meets: BTreeSet::new(), reached });
        proposals.len() - 1
    });
    if let Some(proposal) = proposals.get_mut(at) {
        proposal.meets.insert(goal_of(site, mutant));
    }
    Fate::Killed(vec![at])
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
            Fate::Survives(reason) => {
                let standing = ledger.standing(&key);
                standing.is_met = false;
                standing.open = Some(reason.clone());
                // A test that comes close may still do what no tried one did.
            }
        }
    }
}
