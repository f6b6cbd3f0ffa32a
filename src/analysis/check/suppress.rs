//! Findings that are not told, since a fingerprint in the configuration or an annotation around the place says so.

mod annotated;

use crate::report::{CheckReport, FailureCause, Problem, Suppression, SuppressionKind};
use annotated::{Annotated, Place};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

/// What is not to be told of the findings of a check.
#[derive(Clone, Debug, Default)]
pub struct Suppressions {
    /// Entries of a configuration; the first one about a cause counts.
    pub entries: Vec<Suppress>,
    /// Folders of sources, whose annotations count.
    pub source_roots: Vec<PathBuf>,
    /// Whether entries that are about nothing are told: where everything is checked that they may be about.
    pub tells_unused: bool,
}

/// An entry of a configuration.
#[derive(Clone, Debug)]
pub struct Suppress {
    /// The fingerprint of the cause.
    pub fingerprint: String,
    /// Why.
    pub reason: String,
    /// The last day on which it counts, as it is written.
    pub until: Option<String>,
    /// Where the entry is, as `casewise.toml:12`.
    pub origin: String,
}

/// What whoever suppresses findings should know.
pub(super) struct Told {
    /// Entries that are about nothing.
    pub(super) unused: Vec<Problem>,
    /// Sources whose annotations are not known, by name.
    pub(super) unread: Vec<Problem>,
}

/// Notes of each cause whether it is not to be told; what is wrong with entries and sources is in the result.
pub(super) fn suppress(asked: &Suppressions, report: &mut CheckReport) -> Told {
    let mut sources = Sources { roots: &asked.source_roots, read: BTreeMap::new(), problems: Vec::new() };
    let files: Vec<Option<String>> = report.causes.iter().map(|cause| source_of(report, cause)).collect();
    for (cause, file) in report.causes.iter_mut().zip(files) {
        let entry = asked.entries.iter().find(|entry| entry.fingerprint == cause.fingerprint);
        cause.suppression = entry.map(Suppress::told).or_else(|| sources.annotated(cause, file.as_ref()));
    }
    let is_found = |entry: &&Suppress| report.causes.iter().any(|cause| cause.fingerprint == entry.fingerprint);
    let unused = asked.entries.iter().filter(|entry| asked.tells_unused && !is_found(entry));
    let unused = unused.map(|entry| Problem {
        origin: entry.origin.clone(),
        message: format!("this run finds nothing with the fingerprint {}", entry.fingerprint),
        is_input: false,
    });
    let unused = unused.collect();
    sources.problems.sort_by(|left, right| left.origin.cmp(&right.origin));
    Told { unused, unread: sources.problems }
}

fn source_of(report: &CheckReport, cause: &FailureCause) -> Option<String> {
    let (_, finding) = report.finding(cause.entries.first()?)?;
    finding.source_file.clone()
}

impl Suppress {
    fn told(&self) -> Suppression {
        let (reason, origin, until) = (self.reason.clone(), self.origin.clone(), self.until.clone());
        Suppression { kind: SuppressionKind::External, reason, origin, until }
    }
}

/// Sources, each read once.
struct Sources<'s> {
    roots: &'s [PathBuf],
    /// The file, and what is annotated in it; nothing where it is not there, not understood, or says nothing of casewise.
    read: BTreeMap<String, Option<(PathBuf, Annotated)>>,
    problems: Vec<Problem>,
}

impl Sources<'_> {
    /// What an annotation around the place of a cause says.
    fn annotated(&mut self, cause: &FailureCause, file: Option<&String>) -> Option<Suppression> {
        let file = file.filter(|file| file.ends_with(".java") && is_inside(file))?;
        if !self.read.contains_key(file) {
            let found = self.read_file(file);
            self.read.insert(file.clone(), found);
        }
        let (path, annotated) = self.read.get(file)?.as_ref()?;
        // No name of a method has a dot.
        let (class, method) = cause.place.rsplit_once('.')?;
        let class = class.rsplit('.').next()?;
        let line = annotated.around(&Place { class, method, line: cause.line.map(u32::from) })?;
        let origin = format!("{}:{line}", path.display());
        Some(Suppression { kind: SuppressionKind::InSource, reason: "annotated so".to_owned(), origin, until: None })
    }

    fn read_file(&mut self, file: &str) -> Option<(PathBuf, Annotated)> {
        for path in self.roots.iter().map(|root| root.join(file)) {
            let message = match fs::read_to_string(&path) {
                Ok(source) if !annotated::is_mentioned(&source) => return None,
                Ok(source) => match Annotated::of(&source) {
                    Some(found) => return Some((path, found)),
                    None => "not understood as Java, so that no annotation in it suppresses anything".to_owned(),
                },
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => error.to_string(),
            };
            self.problems.push(Problem { origin: path.display().to_string(), message, is_input: false });
            return None;
        }
        None
    }
}

/// Whether a path that a class file names stays in the folder that it is looked for in.
pub(crate) fn is_inside(file: &str) -> bool {
    Path::new(file).components().all(|component| matches!(component, Component::Normal(_)))
}
