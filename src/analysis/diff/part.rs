//! The part of a comparison that a shard answers for. What of a build has changed decides which callers are looked at, and what is
//! proved of one method helps to prove others. So each shard compares all methods whose code differs; what is divided are the callers,
//! with what these call in turn.

use super::DiffJob;
use super::edited::Methods;
use super::tests::Shown;
use super::versions::Versions;
use crate::classfile::{ClassName, java_name};
use crate::program::MethodId;
use crate::report::{DiffReport, JobError, Shard};
use crate::session::ShardOf;
use crate::session::shard::Share;
use crate::session::workspace::Workspace;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What a shard answers for, class by class: tests are written for classes.
pub(super) struct Part {
    /// The methods that it answers for.
    pub(super) own: FxHashSet<MethodId>,
    classes: FxHashSet<ClassName>,
    /// These and what they may run: whether it has changed decides on them.
    needed: FxHashSet<MethodId>,
    shard: Shard,
}

impl Part {
    /// Of a shard.
    ///
    /// # Errors
    /// When a class or the list of changes that are meant cannot be read again.
    pub(super) fn of(
        methods: &Methods<'_>,
        (old, new): (&Workspace, &Workspace),
        job: &DiffJob,
        of: &ShardOf,
    ) -> Result<Part, JobError> {
        let versions = methods.versions();
        let program = &versions.program;
        let mut by_class: BTreeMap<ClassName, Vec<MethodId>> = BTreeMap::new();
        for method in methods.all() {
            let class = program.class_name(program.method(*method).class).clone();
            by_class.entry(class).or_default().push(*method);
        }
        let classes: Vec<(ClassName, Vec<MethodId>)> = by_class.into_iter().collect();
        let named = classes.iter().map(|(name, methods)| (&**name, methods.as_slice()));
        let share = Share::of_classes(program, named, of)?;
        let meant = job.expected.as_ref().map(std::fs::read_to_string).transpose().unwrap_or_default();
        let DiffJob { callers, replay, effort, tests, .. } = job;
        let options = format!("{callers} {replay} {effort} {tests:?} {meant:?}");
        let shard = share.told("diff", &[old, new], &options)?;
        let taken = share.take(&classes);
        let own: Vec<MethodId> = taken.iter().flat_map(|(_, methods)| methods.iter().copied()).collect();
        let needed = versions.calls.reachable(&own).into_iter().collect();
        let classes = taken.into_iter().map(|(name, _)| name).collect();
        Ok(Part { own: own.into_iter().collect(), classes, needed, shard })
    }

    /// Whether it answers for a method.
    pub(super) fn has(&self, method: MethodId) -> bool {
        self.own.contains(&method)
    }

    /// Whether what becomes of a method decides on one that it answers for.
    pub(super) fn needs(&self, method: MethodId) -> bool {
        self.needed.contains(&method)
    }

    /// Leaves in a report what it answers for.
    pub(super) fn retain_own(&self, report: &mut DiffReport, shown: &mut Vec<Shown>, versions: &Versions) {
        let name = |method: &MethodId| {
            let info = versions.program.method(*method);
            (java_name(versions.program.class_name(info.class)), info.name.to_string(), info.descriptor.to_string())
        };
        let own: FxHashSet<_> = self.own.iter().map(name).collect();
        report.methods.retain(|it| own.contains(&(it.class.clone(), it.method.clone(), it.descriptor.clone())));
        shown.retain(|it| self.classes.contains(&it.class));
        report.shard = Some(Box::new(Shard { places: Vec::new(), ..self.shard.clone() }));
    }
}
