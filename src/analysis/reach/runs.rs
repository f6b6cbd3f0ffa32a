//! Runs that lead to the target: a JVM confirms each, unless the input is only to be told.

use super::super::check::replaying::Confirmation;
use super::super::reason::{Cause, Claim, Event};
use super::super::target::labelled;
use super::confirm::Witness;
use super::found::{Found, found};
use super::record::Sight;
use super::whole_paths::{Heard, Listener};
use crate::classfile::ClassName;
use crate::explore::{Explorer, Outcome, PathEnd};
use crate::program::MethodId;
use crate::report::{Defect, JobError, Progress};
use crate::session::workspace::Workspace;

/// Confirms runs that reach the target.
pub(super) struct Runs<'q> {
    pub(super) workspace: &'q Workspace,
    pub(super) entry: MethodId,
    pub(super) witness: Witness<'q>,
    pub(super) parameters: Vec<String>,
    pub(super) initialised: Vec<ClassName>,
    pub(super) progress: &'q dyn Progress,
    /// Whether no JVM is asked: the input is only to be told.
    pub(super) only_told: bool,
    /// What ends everything.
    pub(super) error: Option<JobError>,
    pub(super) defects: Vec<Defect>,
    pub(super) notes: Vec<String>,
}

impl<'q> Runs<'q> {
    fn found(&self, explorer: &mut Explorer<'q, Sight<'q>>, end: PathEnd<Sight<'q>>) -> Result<Found, String> {
        found(&mut explorer.machine, self.entry, (&self.parameters, &self.initialised), end)
    }
}

impl<'q> Listener<'q> for Runs<'q> {
    type Enough = Box<Found>;

    fn begins(&self) {
        self.progress.done("");
    }

    fn hears(&mut self, explorer: &mut Explorer<'q, Sight<'q>>, end: PathEnd<Sight<'q>>) -> Heard<Box<Found>> {
        let found = match self.found(explorer, end) {
            Ok(found) => found,
            Err(why) => return Heard::GoOn(Cause::Unwritten(Event::Reached, why)),
        };
        if self.only_told {
            return Heard::Enough(Box::new(found));
        }
        if !found.is_reachable {
            return Heard::GoOn(Cause::ReachedInUnreachedState(Some(found.input)));
        }
        match self.witness.confirm(&found) {
            Confirmation::Confirmed(message) => {
                let outcome = match message {
                    Some(message) => format!("{}: {message}", found.outcome),
                    None => found.outcome.clone(),
                };
                Heard::Enough(Box::new(Found { outcome, ..found }))
            }
            Confirmation::NoJvm(reason) => {
                let text = format!("nothing is called reached that no JVM has shown, and there is none: {reason}");
                self.error = Some(JobError::Input(text));
                Heard::Enough(Box::new(found))
            }
            Confirmation::NotRun(reason) => Heard::GoOn(Cause::NotShown(Claim::Reached(found.input), reason)),
            Confirmation::Disagrees(what) if !found.environment.is_empty() => {
                Heard::GoOn(Cause::OtherMachine(Claim::Reached(found.input), what))
            }
            Confirmation::Disagrees(what) => {
                let method = labelled(&self.workspace.program, self.entry);
                let message = format!("claims that {} reaches the target; {what}", found.input);
                self.defects.push(Defect { method, message });
                Heard::GoOn(Cause::Contradicted(None))
            }
        }
    }

    fn input(&self, explorer: &mut Explorer<'q, Sight<'q>>, end: &PathEnd<Sight<'q>>) -> Option<String> {
        let mut end = end.clone();
        if matches!(end.outcome, Outcome::Stopped(_)) {
            end.outcome = Outcome::Returned(None);
        }
        self.found(explorer, end).ok().map(|found| found.input)
    }
}
