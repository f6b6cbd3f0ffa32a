//! Writing reports as HTML: an index and a folder of pages beside it.

use super::exit::Failure;
use crate::report::{JobError, PrintableWriter, Site, WRITTEN_BY};
use clap::Args;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where a report is written as HTML.
#[derive(Debug, Args)]
pub(super) struct ReportOption {
    /// Write an HTML report into this folder
    ///
    /// `index.html`, with what to read first, all classes and a search, and a page for each class in `classes`. The pages need no server and
    /// no network, and none has more than a megabyte. A name that ends in `.html` is that of the index: after `a.html` the pages of
    /// classes are in `a-classes` beside it. Pages of an earlier report of the same name are written over or removed.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

impl ReportOption {
    /// Whether a report is asked for.
    pub(super) fn is_wanted(&self) -> bool {
        self.report.is_some()
    }

    /// Makes the folders, before hours are spent on a report.
    ///
    /// # Errors
    /// When they cannot be made, or a file is in the way.
    pub(super) fn prepare(&self) -> Result<(), Failure> {
        self.place()?.map_or(Ok(()), |place| place.make_folders().map(drop)).map_err(Failure::Output)
    }

    /// Writes the pages, where a report is asked for.
    ///
    /// # Errors
    /// When one cannot be written, or casewise has not written what is there.
    pub(super) fn write(&self, render: impl FnOnce(&mut Site<'_>) -> io::Result<()>) -> Result<(), Failure> {
        let Some(place) = self.place()? else { return Ok(()) };
        let pages = place.make_folders().map_err(Failure::Output)?;
        let mut written = BTreeSet::new();
        let mut write = |name: &str, text: &str| {
            let path = place.folder.join(name);
            written.insert(path.clone());
            write_page(&path, text).map_err(|error| named(&path, &error))
        };
        render(&mut Site::new(&place.index, &mut write)).map_err(Failure::Output)?;
        remove_others(&pages, &written).map_err(|error| Failure::Output(named(&pages, &error)))
    }

    fn place(&self) -> Result<Option<Place>, Failure> {
        let Some(path) = &self.report else { return Ok(None) };
        let is_index = path.extension().is_some_and(|extension| extension == "html") && !path.is_dir();
        if !is_index {
            if path.is_file() {
                return Err(Failure::Job(JobError::Input(format!(
                    "{}: a file is no folder for a report; the name of an index ends in .html",
                    path.display()
                ))));
            }
            return Ok(Some(Place { folder: path.clone(), index: "index.html".to_owned() }));
        }
        match path.file_name().and_then(|name| name.to_str()) {
            Some(name) => {
                Ok(Some(Place { folder: path.parent().unwrap_or(Path::new("")).to_owned(), index: name.to_owned() }))
            }
            None => Err(Failure::Job(JobError::Input(format!("{}: no name for an index", path.display())))),
        }
    }
}

/// Where the index of a report is.
struct Place {
    folder: PathBuf,
    index: String,
}

impl Place {
    /// Makes the folder of the index and that of the pages, unless they are there: the latter.
    fn make_folders(&self) -> io::Result<PathBuf> {
        let pages = self.folder.join(Site::folder_of(&self.index));
        fs::create_dir_all(&pages).map_err(|error| named(&pages, &error))?;
        Ok(pages)
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a page where none is, or in place of one of casewise's.
fn write_page(path: &Path, text: &str) -> io::Result<()> {
    if path.exists() && !is_own(path)? {
        return Err(io::Error::other("not written over, since casewise did not write it"));
    }
    let mut output = PrintableWriter::new(BufWriter::new(fs::File::create(path)?));
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Whether casewise has written a file.
fn is_own(path: &Path) -> io::Result<bool> {
    let known = fs::read(path)?;
    Ok(known.is_empty() || known.windows(WRITTEN_BY.len()).any(|part| part == WRITTEN_BY.as_bytes()))
}

/// Removes the pages of an earlier report that this one does not have.
fn remove_others(folder: &Path, written: &BTreeSet<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_page = path.extension().is_some_and(|extension| extension == "html") && entry.file_type()?.is_file();
        if is_page && !written.contains(&path) && is_own(&path)? {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::report::{SourceFiles, SuiteClass, SuiteReport, suite_as_html};

    fn option(path: &Path) -> ReportOption {
        ReportOption { report: Some(path.to_owned()) }
    }

    fn write(path: &Path, classes: &[&str]) -> Result<(), Failure> {
        let class = |name: &&str| SuiteClass { class: (*name).to_owned(), ..SuiteClass::default() };
        let report = SuiteReport { classes: classes.iter().map(class).collect(), ..SuiteReport::default() };
        option(path).write(|site| suite_as_html(&report, &SourceFiles::new(), site))
    }

    #[test]
    fn an_index_is_in_the_folder_or_has_its_own_name() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| option(&folder.path().join(name)).place().unwrap().unwrap();
        assert_eq!((place("a").folder, place("a").index), (folder.path().join("a"), "index.html".into()));
        assert_eq!((place("b.html").folder, place("b.html").index), (folder.path().to_owned(), "b.html".into()));
    }

    #[test]
    fn earlier_pages_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), &["p.A", "p.B"]).unwrap();
        let classes = folder.path().join("classes");
        fs::write(classes.join("mine.html"), "<p>mine").unwrap();
        fs::write(classes.join("A.class"), WRITTEN_BY).unwrap();
        write(folder.path(), &["p.B"]).unwrap();
        let mut names: Vec<_> = fs::read_dir(&classes).unwrap().map(|it| it.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["A.class", "mine.html", "p.B.html"]);
    }

    #[test]
    fn what_somebody_else_has_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("classes")).unwrap();
        fs::write(folder.path().join("classes/p.A.html"), "<p>mine").unwrap();
        let refused = write(folder.path(), &["p.A"]).unwrap_err();
        assert!(format!("{refused:?}").contains("not written over"), "{refused:?}");
    }

    #[test]
    fn a_file_is_no_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("report");
        fs::write(&file, "").unwrap();
        assert!(matches!(option(&file).prepare(), Err(Failure::Job(JobError::Input(_)))));
        assert!(matches!(option(&file.join("below")).prepare(), Err(Failure::Output(_))));
    }
}
