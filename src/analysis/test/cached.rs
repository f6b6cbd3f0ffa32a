//! Suites that were written before: a class's suite is kept under a key of everything that it depends on, so that a second run
//! on the same classes and options explores, compiles and runs nothing.

use super::SuiteJob;
use crate::junit::JUnit;
use crate::program::{MethodId, Program};
use crate::report::SuiteClass;
use crate::run;
use crate::session::workspace::Workspace;
use crate::store::{Key, Store, decode, encode};
use blake3::Hasher;
use std::collections::BTreeSet;

/// Changes with every change of what suites are: with every change of the program, then.
const FORMAT: &str = concat!("suite ", env!("CARGO_PKG_VERSION"), " ", env!("CASEWISE_SOURCES"));

/// Keeps suites in a store.
pub(super) struct Cache<'a> {
    store: Store,
    program: &'a Program,
    base: Hasher,
}

impl<'a> Cache<'a> {
    /// A cache of a job's suites in a store. Classes have line numbers, and suites tell them: keys cover the class files as they
    /// are, all of them, since inputs can be of any class.
    ///
    /// # Errors
    /// In one line, when a class file is no longer there.
    pub(super) fn new(store: Store, job: &SuiteJob, workspace: &'a Workspace) -> Result<Cache<'a>, String> {
        let mut base = Hasher::new();
        text(&mut base, FORMAT);
        text(&mut base, workspace.program.jdk().map_or("", |jdk| jdk.identity()));
        for criterion in &job.criteria {
            text(&mut base, criterion.name());
        }
        let junit = if job.junit == JUnit::Four { "4" } else { "5" };
        let junit = format!("{junit} {}", job.is_parameterized);
        text(&mut base, &format!("{junit} {} {} {:?} {}", job.runs, job.check.effort, job.package, job.all_failures));
        text(&mut base, run::isolation().name());
        base.update(&workspace.fingerprint()?);
        Ok(Cache { store, program: &workspace.program, base })
    }

    fn key(&self, class: &str, methods: &[MethodId]) -> Key {
        let mut hasher = self.base.clone();
        text(&mut hasher, class);
        let labels: BTreeSet<String> = methods.iter().map(|method| self.program.method_label(*method)).collect();
        for label in labels {
            text(&mut hasher, &label);
        }
        Key(*hasher.finalize().as_bytes())
    }

    /// The suite of a class, if it was kept. An entry that is damaged is none.
    pub(super) fn get(&self, class: &str, methods: &[MethodId]) -> Option<SuiteClass> {
        let bytes = self.store.get(&self.key(class, methods)).ok().flatten()?;
        decode(&bytes).ok()
    }

    /// Keeps the suite of a class. What cannot be kept is made again.
    pub(super) fn put(&self, class: &str, methods: &[MethodId], suite: &SuiteClass) {
        if let Ok(bytes) = encode(suite) {
            let _ = self.store.put(&self.key(class, methods), &bytes);
        }
    }
}

fn text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
