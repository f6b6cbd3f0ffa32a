//! Whether classes initialise without an exception, found out once in a run: some initialisers run for long, and many methods use
//! the same classes.

use super::Job;
use super::once::OnceOfClass;
use super::workspace::Workspace;
use crate::classfile::ClassName;
use crate::exec::{Limits, Machine};
use crate::graph::CallGraph;
use crate::input::initialised_classes;
use crate::models::Models;
use crate::program::{MethodId, OfMethod, Program, Read, as_one};
use crate::term::Arithmetic;

/// What initialisers do, each as the first that a machine runs.
pub(crate) struct Initialisers<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    arithmetic: Arithmetic,
    limits: Limits,
    succeed: OnceOfClass<bool>,
}

impl<'p> Initialisers<'p> {
    /// Of a workspace's program, of which none has run yet.
    pub(crate) fn of(workspace: &'p Workspace, job: &Job) -> Self {
        Initialisers {
            program: &workspace.program,
            calls: &workspace.calls,
            arithmetic: job.arithmetic,
            limits: job.limits,
            succeed: OnceOfClass::default(),
        }
    }

    /// The classes that a method's code may use and that initialise without an exception.
    pub(crate) fn without_failure(&self, method: MethodId) -> Vec<ClassName> {
        let read = Read::Method(OfMethod::Initialised, method);
        let mut classes = as_one(read, || initialised_classes(self.program, self.calls, method));
        classes.retain(|class| self.succeeds(class));
        classes
    }

    fn succeeds(&self, name: &ClassName) -> bool {
        let Some(class) = self.program.class_by_name(name) else { return true };
        *self.succeed.of(class, || {
            let mut machine = Machine::new(self.program, self.arithmetic, self.limits, &Models);
            machine.initialises_classes = true;
            !machine.fails_to_initialise(class)
        })
    }
}
