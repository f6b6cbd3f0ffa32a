//! The classes that are mutated: their bytes, their mutants, and their parts by which tests are found that reach a mutant.

use super::MutateJob;
use crate::classfile::{ClassFile, ClassName, LoadedClass};
use crate::mutation::{Mutant, Part, Probes, class_mutants, instrument};
use crate::report::JobError;
use crate::run;
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a name of a file has at most, in bytes and without its ending, and what a path has below a temporary folder.
const LONGEST_NAME: usize = 240;
const LONGEST_PATH: usize = 3_000;

/// A class under test.
pub(super) struct Subject {
    pub(super) class: Arc<ClassFile>,
    pub(super) bytes: Vec<u8>,
    pub(super) mutants: Vec<Mutant>,
    /// None where the class has no room for probes, or a name that no file can have.
    parts: Option<Vec<Part>>,
}

/// The classes under test, and folders with the same classes instrumented.
pub(super) struct Subjects {
    pub(super) subjects: Vec<Subject>,
    /// Classes that tell which of their parts run.
    pub(super) covered: PathBuf,
    /// Classes that tell how often their loops go round.
    pub(super) counting: PathBuf,
}

impl Subjects {
    /// Reads and instruments all classes; those that a job selects have mutants.
    pub(super) fn select(classes: &[LoadedClass], job: &MutateJob, folder: &Path) -> Result<Subjects, JobError> {
        let selected: FxHashSet<&ClassName> =
            job.selection.of(classes)?.into_iter().map(|loaded| &loaded.class.name).collect();
        let (covered, counting) = (folder.join("covered"), folder.join("counting"));
        let mut subjects = Vec::new();
        let mut first = 0_u32;
        for loaded in classes {
            run::checkpoint();
            let class = Arc::clone(&loaded.class);
            let bytes = loaded.bytes().map_err(JobError::Input)?;
            let mutants =
                if selected.contains(&class.name) { class_mutants(&class, &job.operators) } else { Vec::new() };
            let is_writable = is_file_name(&class.name);
            let parts = instrument(&class, &bytes, Probes::Parts(first)).ok().filter(|_| is_writable);
            if let Some((instrumented, parts)) = &parts {
                write_class(&covered, &class.name, instrumented)?;
                first = first.saturating_add(u32::try_from(parts.len()).unwrap_or(u32::MAX));
            }
            if is_writable && let Ok((instrumented, _)) = instrument(&class, &bytes, Probes::Rounds) {
                write_class(&counting, &class.name, &instrumented)?;
            }
            subjects.push(Subject { class, bytes, mutants, parts: parts.map(|(_, parts)| parts) });
        }
        Ok(Subjects { subjects, covered, counting })
    }
}

impl Subject {
    /// The part of the class that a mutant changes; none where that is not known.
    pub(super) fn part(&self, mutant: &Mutant) -> Option<u32> {
        let (name, descriptor) = &mutant.method;
        let mut parts = self.parts.iter().flatten();
        let part = parts.find(|part| {
            (part.start..part.end).contains(&mutant.position)
                && part.method.0 == **name
                && part.method.1 == **descriptor
        });
        part.map(|part| part.number)
    }
}

/// Whether a file can have the name of a class. A class in a jar may have others.
fn is_file_name(class: &str) -> bool {
    class.len() <= LONGEST_PATH && !class.contains('\0') && class.split('/').all(|part| part.len() <= LONGEST_NAME)
}

/// Writes a class file where the class loader finds it in a folder.
fn write_class(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), JobError> {
    let path = folder.join(format!("{name}.class"));
    let written = path.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&path, bytes));
    written.map_err(|error| JobError::Input(format!("{}: {error}", path.display())))
}
