//! Which proposals kill which mutants: a JVM runs them with the mutant's class file in place of the class, and compares. For a
//! mutant that survives, the two bodies of its method are compared symbolically: that gives an input which kills it, or a proof
//! that none does.

use super::criteria::Criterion;
use super::goal::{GoalKey, Ledger};
use super::mutants::Mutants;
use super::propose::Proposal;
use super::rebuild::rebuild;
use super::trail::Site;
use crate::classfile::{ClassName, decode_class};
use crate::mutation::Mutant;
use crate::replay::{Answer, Jvm, job_line, limited_job, patched_job};
use crate::session::check::input::input_text;
use crate::session::check::round::Context;
use crate::session::equivalence::{Comparison, ComparisonBudget, Subject, patched_body};
use crate::session::view::parameter_names;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

/// Proposals that are run against a mutant, wave after wave, until one kills it.
const WAVES: [usize; 4] = [1, 3, 12, 48];
/// How long an input may run on a mutant: what takes longer has come into a loop.
const LIMIT: Duration = Duration::from_millis(500);

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
    ) -> Vec<Fate> {
        let expected = self.expected(proposals);
        let files: Vec<Option<PathBuf>> = mutants.all().iter().map(|(_, mutant)| self.file(mutant, bytes)).collect();
        let mut fates: Vec<Option<Fate>> =
            files.iter().map(|file| file.is_none().then_some(Fate::Impossible)).collect();
        let candidates: Vec<Vec<usize>> =
            mutants.all().iter().map(|(site, mutant)| candidates(*site, mutant, proposals, &expected)).collect();
        let mut begin = 0;
        for wave in WAVES {
            self.wave(mutants, &files, &candidates, (begin, wave), proposals, &expected, &mut fates);
            begin += wave;
        }
        let mut comparer = Comparer { context, subjects: BTreeMap::new() };
        let fates = fates.into_iter().zip(mutants.all()).zip(&files).map(|((fate, (site, mutant)), file)| {
            fate.unwrap_or_else(|| match file.as_ref().map(std::fs::read) {
                Some(Ok(changed)) => comparer.compare(*site, mutant, &changed, proposals),
                _ => Fate::Impossible,
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

    fn file(&self, mutant: &Mutant, bytes: &BTreeMap<ClassName, Vec<u8>>) -> Option<PathBuf> {
        let changed = mutant.apply(bytes.get(&mutant.class)?).ok()?;
        let name = blake3::hash(&changed).to_hex();
        let path = self.folder.path().join(name.as_str());
        std::fs::write(&path, changed).ok()?;
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
            let (None, Some(Some(file)), Some(candidates)) =
                (fates.get(at).cloned().flatten(), files.get(at), candidates.get(at))
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

/// Compares bodies of methods.
struct Comparer<'p> {
    context: Context<'p>,
    subjects: BTreeMap<crate::program::MethodId, Subject<'p>>,
}

impl Comparer<'_> {
    fn compare(&mut self, site: Site, mutant: &Mutant, changed: &[u8], proposals: &mut Vec<Proposal>) -> Fate {
        let Context { program, calls, .. } = self.context;
        let (method, _) = site;
        let body = decode_class(changed)
            .map_err(|error| error.to_string())
            .and_then(|file| patched_body(program, method, &file));
        let body = match body {
            Ok(body) => body,
            Err(reason) => return Fate::Survives(reason),
        };
        let subject = self
            .subjects
            .entry(method)
            .or_insert_with(|| Subject::explore(program, calls, method, ComparisonBudget::default()));
        match subject.compare(&body) {
            Comparison::Equivalent => Fate::Equivalent,
            Comparison::Unknown(reason) => Fate::Survives(reason),
            Comparison::Differs(difference) if program.method(method).flags.is_private() => {
                let input = input_text(program, method, &difference.case, &parameter_names(program, method, "p"));
                Fate::Survives(format!("only the private method is known to differ, for {input}"))
            }
            Comparison::Differs(difference) => {
                let mut case = difference.case;
                rebuild(self.context, &mut case);
                let input = input_text(program, method, &case, &parameter_names(program, method, "p"));
                let proposal = Proposal {
                    method,
                    case,
                    conditions: Vec::new(),
                    input,
                    meets: BTreeSet::from([goal_of(site, mutant)]),
                    reached: BTreeSet::from([site]),
                };
                let at = proposals.iter().position(|known| known.case == proposal.case).unwrap_or_else(|| {
                    proposals.push(proposal);
                    proposals.len() - 1
                });
                Fate::Killed(vec![at])
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
            Fate::Survives(reason) => {
                let standing = ledger.standing(&key);
                standing.is_met = false;
                standing.open = Some(reason.clone());
                // A test that comes close may still do what no tried one did.
            }
        }
    }
}
