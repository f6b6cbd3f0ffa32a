//! Which classes are read, and which are answered for.

use crate::session::{ClassPattern, JdkSource, Selection};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// The classes that those of the paths use.
#[derive(Debug, Args)]
pub(in crate::cli) struct ClassPathOption {
    /// Folders, class files and jars with the classes that these use (also `-cp`)
    ///
    /// Entries as for `java -cp`, `lib/*` for all jars of a folder; can be given several times. Their classes are executed
    /// where they are called and found by JVMs; no answer is about them. A class that a PATH has too is taken from there.
    /// `Class-Path` entries of manifests are not followed.
    #[arg(long, value_name = "CLASSPATH")]
    classpath: Vec<OsString>,
}

impl ClassPathOption {
    pub(in crate::cli) fn entries(&self) -> Vec<PathBuf> {
        self.classpath.iter().flat_map(class_path_entries).collect()
    }
}

/// The entries of a class path, as one value of an option.
pub(in crate::cli) fn class_path_entries(paths: &OsString) -> impl Iterator<Item = PathBuf> {
    std::env::split_paths(paths).filter(|entry| !entry.as_os_str().is_empty())
}

/// Which classes are answered for.
#[derive(Debug, Args)]
pub(in crate::cli) struct SelectionOptions {
    /// Only this class; can be given several times
    ///
    /// Its name with its package (`com.example.Account`), or without it where no other class has that name.
    #[arg(long, value_name = "C")]
    class: Vec<String>,

    /// Only classes of this pattern; can be given several times
    ///
    /// `com.example.*` are the classes of a package, `com.example.**` those of its subpackages too, `**.Account` or
    /// `**.*Test` the classes of a name in any package. A nested class goes with its top-level class, unless the pattern
    /// names a `$`. Other classes are executed where they are called, and no answer is about them.
    #[arg(long, value_name = "PATTERN", value_parser = clap::value_parser!(ClassPattern))]
    include: Vec<ClassPattern>,

    /// No classes of this pattern; can be given several times
    ///
    /// Patterns are those of `--include`, before which this option goes.
    #[arg(long, value_name = "PATTERN", value_parser = clap::value_parser!(ClassPattern))]
    exclude: Vec<ClassPattern>,
}

impl SelectionOptions {
    /// Whether no class is left out.
    pub(in crate::cli) fn is_of_all(&self) -> bool {
        self.class.is_empty() && self.include.is_empty() && self.exclude.is_empty()
    }

    pub(in crate::cli) fn selection(&self) -> Selection {
        Selection { classes: self.class.clone(), include: self.include.clone(), exclude: self.exclude.clone() }
    }
}

/// Where classes are read from.
#[derive(Debug, Args)]
pub(in crate::cli) struct PathOptions {
    /// Folders, class files and jars with the classes
    ///
    /// The classes that answers are about: folders (searched whole), single class files, and jars. Of a class that several
    /// entries have, the first is taken. What cannot be read costs a line on stderr, and everything else is done.
    #[arg(value_name = "PATH", required = true)]
    pub(in crate::cli) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(in crate::cli) class_path: ClassPathOption,

    /// JDK whose classes are used [default: that of JAVA_HOME, else of the java on the PATH]
    ///
    /// The code of its classes runs like that of your own, but for what casewise models. It is read, never executed. Without
    /// a JDK only the core of its class hierarchy is known, and paths that need more of it stop.
    #[arg(long, value_name = "DIR", conflicts_with = "no_jdk")]
    pub(in crate::cli) jdk: Option<PathBuf>,

    /// Use no JDK, even if there is one
    ///
    /// Results then depend on no JDK, and say where one was needed.
    #[arg(long)]
    pub(in crate::cli) no_jdk: bool,
}

impl PathOptions {
    pub(in crate::cli) fn jdk(&self) -> JdkSource {
        match &self.jdk {
            _ if self.no_jdk => JdkSource::None,
            Some(home) => JdkSource::Folder(home.clone()),
            None => JdkSource::Found,
        }
    }
}
