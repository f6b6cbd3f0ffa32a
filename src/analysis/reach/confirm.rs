//! Asks a JVM whether an input reaches the target: whether the place is passed, or the exception thrown at its place.

use super::super::check::jvm::{TIMEOUT, jvm_options};
use super::super::check::replaying::{Confirmation, NotShown, judge, obstacle};
use super::found::Found;
use crate::mutation::mark;
use crate::program::{MethodId, Program, Read, note};
use crate::replay::{JobFailure, JobResult, Jvm, job_line, patched_job, reaching_job, told_by_probes};
use crate::run::{self, TemporaryFolder};
use crate::session::workspace::Workspace;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread::JoinHandle;

/// A JVM that starts while the search goes on.
pub(in crate::analysis) struct Witness<'w> {
    workspace: &'w Workspace,
    starting: Option<JoinHandle<Result<Jvm, String>>>,
    jvm: Option<Jvm>,
    /// The folder with classes that have a probe, and the files in it.
    folder: Option<TemporaryFolder>,
    marked: BTreeMap<(MethodId, u32), PathBuf>,
}

impl<'w> Witness<'w> {
    /// Begins to start a JVM.
    pub(in crate::analysis) fn start(workspace: &'w Workspace) -> Self {
        let roots = workspace.roots.clone();
        let run = run::handle();
        let starting = std::thread::spawn(move || {
            let _entered = run.enter();
            Jvm::start(&roots, jvm_options())
        });
        Witness { workspace, starting: Some(starting), jvm: None, folder: None, marked: BTreeMap::new() }
    }

    /// A witness without a JVM.
    pub(in crate::analysis) fn absent(workspace: &'w Workspace) -> Self {
        Witness { workspace, starting: None, jvm: None, folder: None, marked: BTreeMap::new() }
    }

    /// What the JVM says of an input.
    pub(in crate::analysis) fn confirm(&mut self, found: &Found) -> Confirmation {
        // Any code that the JVM runs.
        note(Read::Everything);
        if let Some(reason) = obstacle(&found.case, &found.environment) {
            return Confirmation::NotRun(reason);
        }
        let job = match (found.is_place, found.place) {
            (true, Some(place)) => match self.marked(place) {
                Ok(file) => {
                    let class = self.workspace.program.class_name(self.workspace.program.method(place.0).class);
                    patched_job(&reaching_job(&job_line(&found.case)), class, &file)
                }
                Err(reason) => return Confirmation::NotRun(NotShown::NoProbe(reason)),
            },
            _ => format!("trace {}", job_line(&found.case)),
        };
        let program = &self.workspace.program;
        let jvm = match self.running() {
            Ok(jvm) => jvm,
            Err(reason) => return Confirmation::NoJvm(reason),
        };
        match said_of(program, found, jvm.run_one(&job)) {
            // What ran in that JVM before may have had a hand in it.
            Confirmation::Disagrees(_) => said_of(program, found, jvm.run_alone(&job)),
            other => other,
        }
    }

    fn running(&mut self) -> Result<&mut Jvm, String> {
        if let Some(starting) = self.starting.take() {
            self.jvm = Some(starting.join().map_err(|_| "starting it failed".to_owned())??);
        }
        self.jvm.as_mut().ok_or_else(|| "it does not start".into())
    }

    /// The file of a class with a probe at a place.
    fn marked(&mut self, place: (MethodId, u32)) -> Result<PathBuf, String> {
        if let Some(file) = self.marked.get(&place) {
            return Ok(file.clone());
        }
        let program = &self.workspace.program;
        let info = program.method(place.0);
        let bytes = self.workspace.bytes(program.class_name(info.class))?;
        let marked = mark(&bytes, (&info.name, &info.descriptor), &[place.1])?;
        let folder = match &self.folder {
            Some(folder) => folder,
            None => {
                let folder = TemporaryFolder::new().map_err(|error| format!("no folder for a class: {error}"))?;
                self.folder.insert(folder)
            }
        };
        let file = folder.path().join(format!("{}.class", self.marked.len()));
        std::fs::write(&file, marked).map_err(|error| format!("{}: {error}", file.display()))?;
        self.marked.insert(place, file.clone());
        Ok(file)
    }
}

/// What an answer says of an input.
fn said_of(program: &Program, found: &Found, answer: JobResult) -> Confirmation {
    if !found.is_place {
        return judge(program, &found.case, found.expected_frame.as_ref(), &answer);
    }
    let line = match answer {
        JobResult::NotRun(failure) => return Confirmation::NotRun(NotShown::Failed(failure)),
        JobResult::Result(line) => line,
    };
    match told_by_probes(&line) {
        Some((true, _)) => Confirmation::Confirmed(None),
        Some((false, result)) => match JobFailure::told(result, TIMEOUT) {
            Some(failure @ JobFailure::RanTooLong(_)) => Confirmation::NotRun(NotShown::Failed(failure)),
            Some(failure) => Confirmation::Disagrees(format!("the JVM does not come there: {failure}")),
            None => {
                let said: Vec<&str> = result.split(' ').take(2).collect();
                Confirmation::Disagrees(format!("the JVM does not come there: {}", said.join(" ")))
            }
        },
        None => Confirmation::NotRun(NotShown::Unexpected(line)),
    }
}
