//! Sources of classes for a report, looked for in folders that the command line names.

use super::exit::Failure;
use crate::analysis::is_inside;
use crate::report::{JobError, Problem, SourceFiles, SourcePlaces, SuiteReport};
use std::fs;
use std::io::ErrorKind;
use std::path::{Component, PathBuf};

/// Refuses folders that are none, before hours are spent on a report.
///
/// # Errors
/// When one is no folder.
pub(super) fn check_folders(folders: &[PathBuf]) -> Result<(), Failure> {
    match folders.iter().find(|folder| !folder.is_dir()) {
        Some(folder) => Err(JobError::Input(format!("{}: no folder of sources", folder.display())).into()),
        None => Ok(()),
    }
}

/// The sources of the classes of a report; of several folders, the first that has a file. What cannot be read is a problem.
pub(super) fn sources_of(report: &SuiteReport, folders: &[PathBuf]) -> (SourceFiles, Vec<Problem>) {
    sources_among(report.classes.iter().filter_map(|class| class.source_file.as_ref()), folders)
}

/// The same of files that class files name.
pub(super) fn sources_among<'f>(
    files: impl Iterator<Item = &'f String>,
    folders: &[PathBuf],
) -> (SourceFiles, Vec<Problem>) {
    let mut found = SourceFiles::new();
    let mut problems = Vec::new();
    for file in files {
        if found.contains_key(file) || !is_inside(file) {
            continue;
        }
        for path in folders.iter().map(|folder| folder.join(file)) {
            match fs::read(&path) {
                Ok(bytes) => {
                    found.insert(file.clone(), String::from_utf8_lossy(&bytes).into_owned());
                    break;
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    let (origin, message) = (path.display().to_string(), error.to_string());
                    problems.push(Problem { origin, message, is_input: false });
                }
            }
        }
    }
    (found, problems)
}

/// Where sources are below the folder of the run: of several folders, the first that has a file counts. Files are named as class files
/// do. What is in none of the folders, or not below that of the run, is left out.
pub(super) fn places_of<'a>(files: impl Iterator<Item = &'a String>, folders: &[PathBuf]) -> SourcePlaces {
    let current = std::env::current_dir().unwrap_or_default();
    let place = |file: &String| {
        let found = folders.iter().map(|folder| folder.join(file)).find(|path| path.is_file())?;
        let below = current.join(found);
        let parts = below.strip_prefix(&current).ok()?.components().filter(|part| *part != Component::CurDir);
        let names: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
        Some((file.clone(), names?.join("/")))
    };
    files.filter(|file| is_inside(file)).filter_map(place).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::report::SuiteClass;

    fn report(files: &[&str]) -> SuiteReport {
        let class = |file: &&str| SuiteClass { source_file: Some((*file).to_owned()), ..SuiteClass::default() };
        SuiteReport { classes: files.iter().map(class).collect(), ..SuiteReport::default() }
    }

    #[test]
    fn the_first_folder_that_has_a_file_gives_it() {
        let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (folder, file) in [(&first, "A.java"), (&second, "A.java"), (&second, "B.java")] {
            fs::write(folder.path().join(file), folder.path().display().to_string()).unwrap();
        }
        let folders = [first.path().to_owned(), second.path().to_owned()];
        let (found, problems) = sources_of(&report(&["A.java", "B.java", "C.java"]), &folders);
        assert_eq!(found.get("A.java"), Some(&first.path().display().to_string()));
        assert_eq!(found.get("B.java"), Some(&second.path().display().to_string()));
        assert!(!found.contains_key("C.java") && problems.is_empty());
    }

    #[test]
    fn a_class_file_cannot_name_a_source_outside_the_folders() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("sources");
        fs::create_dir(&folder).unwrap();
        fs::write(outer.path().join("secret"), "secret").unwrap();
        let absolute = outer.path().join("secret").display().to_string();
        let (found, _) = sources_of(&report(&["../secret", &absolute]), &[folder]);
        assert!(found.is_empty());
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("A.java")).unwrap();
        let (found, problems) = sources_of(&report(&["A.java"]), &[folder.path().to_owned()]);
        assert!(found.is_empty());
        assert_eq!(problems.len(), 1);
    }
}
