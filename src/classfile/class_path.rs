//! Finds and decodes the classes of a class path: folders, jars and single class files.
//!
//! A class that cannot be read is a problem to report, never a reason to leave out the others.

use super::class::ClassFile;
use super::decode::decode_class;
use super::instruction::ClassName;
use crate::run;
use rustc_hash::FxHashSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zip::ZipArchive;

/// No class file that a compiler writes comes near this size; a jar's entry that claims to may unpack to anything.
const LARGEST_CLASS_FILE: u64 = 16 << 20;
/// Classes for newer Java releases in a multi-release jar; the base versions of the classes are outside.
const VERSIONS_FOLDER: &str = "META-INF/versions/";
/// Nobody nests classes deeper than this.
const DEEPEST_NESTING: usize = 256;
/// `ACC_MODULE`.
const MODULE_FLAG: u16 = 0x8000;

/// The classes of a class path, and what went wrong while loading them.
#[derive(Clone, Debug, Default)]
pub struct LoadedClassPath {
    /// Every class once, as the first entry that has it defines it; in the order of the entries.
    pub classes: Vec<LoadedClass>,
    /// What could not be loaded, in the order in which it was met.
    pub problems: Vec<LoadProblem>,
}

/// A class and where it comes from.
#[derive(Clone, Debug)]
pub struct LoadedClass {
    /// The class.
    pub class: Arc<ClassFile>,
    /// The file, or the jar and its entry as `some.jar!/p/C.class`.
    pub origin: String,
    /// Whether it is there for others to use, and no answer is about it.
    pub is_dependency: bool,
}

impl LoadedClass {
    /// The top-level class that it is nested in, or itself; `classes` finds those around it.
    pub fn top_level<'c>(&'c self, classes: impl Fn(&str) -> Option<&'c LoadedClass>) -> &'c ClassName {
        let mut class = &*self.class;
        // Class files may claim anything, even to be nested in each other.
        for _ in 0..DEEPEST_NESTING {
            let entry = class.inner_classes.iter().find(|entry| entry.inner == class.name);
            let enclosing = || class.enclosing_method.as_ref().map(|(class, _)| class);
            let Some(outer) = entry.and_then(|entry| entry.outer.as_ref()).or_else(enclosing) else { break };
            match classes(outer) {
                Some(found) => class = &found.class,
                None => return outer,
            }
        }
        &class.name
    }

    /// The class file's bytes, read again.
    ///
    /// # Errors
    /// In one line, when the file or the jar is not what it was.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        let read = match self.origin.split_once("!/") {
            Some((jar, entry)) => {
                let archive =
                    File::open(jar).and_then(|file| ZipArchive::new(BufReader::new(file)).map_err(Into::into));
                archive.and_then(|mut archive| archive.by_name(entry).map_err(Into::into).and_then(read_limited))
            }
            None => File::open(&self.origin).and_then(read_limited),
        };
        match read {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(format!("{}: {}", self.origin, too_large())),
            Err(error) => Err(format!("{}: {error}", self.origin)),
        }
    }
}

/// Something on the class path that yields no classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadProblem {
    /// The path as given, the file inside it, or the jar and its entry.
    pub origin: String,
    /// What is wrong, on one line.
    pub message: String,
    /// The kind of problem.
    pub kind: LoadProblemKind,
}

impl fmt::Display for LoadProblem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.origin, self.message)
    }
}

/// Kinds of problems with a class path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoadProblemKind {
    /// The path does not exist.
    NoSuchPath,
    /// The path is neither a folder nor a class file nor a jar.
    NotAClassFile,
    /// A class file that cannot be decoded.
    BadClass,
    /// A jar that cannot be opened, or an entry of it that cannot be unpacked.
    BadJar,
    /// The operating system does not let it be read.
    Unreadable,
    /// A folder or jar without class files.
    Empty,
}

/// Loads everything on a class path. Equal files give equal results in an equal order.
pub fn load_class_path(paths: &[PathBuf]) -> LoadedClassPath {
    load_with_dependencies(paths, &[])
}

/// Loads everything on a class path, and then what its classes use. Of the dependencies' entries, `folder/*` means all jars
/// of a folder. A class that is on both is that of the class path. What manifests name is not followed.
pub fn load_with_dependencies(paths: &[PathBuf], dependencies: &[PathBuf]) -> LoadedClassPath {
    let mut loader = Loader::default();
    for path in paths {
        loader.load_entry(path);
    }
    loader.is_dependency = true;
    for path in dependencies.iter().filter(|path| !paths.contains(path)) {
        match jars_of(path) {
            Some(jars) => loader.load_jars(path, jars),
            None => loader.load_entry(path),
        }
    }
    loader.loaded
}

/// The jars that an entry of a class path means by `folder/*`, in the order of their names, or why the folder cannot be read; none where
/// the entry is of another form.
pub fn jars_of(entry: &Path) -> Option<io::Result<Vec<PathBuf>>> {
    let folder = match (entry.file_name()?.to_str()?, entry.parent()) {
        ("*", Some(folder)) if !folder.as_os_str().is_empty() => folder,
        ("*", _) => Path::new("."),
        _ => return None,
    };
    let children =
        fs::read_dir(folder).and_then(|children| children.map(|child| child.map(|child| child.path())).collect());
    Some(children.map(|mut jars: Vec<PathBuf>| {
        jars.retain(|child| has_extension(child, "jar") && child.is_file());
        jars.sort();
        jars
    }))
}

#[derive(Default)]
struct Loader {
    loaded: LoadedClassPath,
    names: FxHashSet<ClassName>,
    /// How many class files were met, readable or not.
    seen: usize,
    /// Whether what is loaded now is there for others to use.
    is_dependency: bool,
}

impl Loader {
    fn problem(&mut self, origin: impl Into<String>, kind: LoadProblemKind, message: impl fmt::Display) {
        let message = message.to_string().replace(['\n', '\r'], " ");
        self.loaded.problems.push(LoadProblem { origin: origin.into(), message, kind });
    }

    fn load_entry(&mut self, path: &Path) {
        let origin = path.display().to_string();
        let metadata = match fs::metadata(path) {
            Ok(metadata) => metadata,
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return self.problem(origin, LoadProblemKind::NoSuchPath, "no such file or folder");
            }
            Err(error) => return self.problem(origin, LoadProblemKind::Unreadable, error),
        };
        let (seen, problems) = (self.seen, self.loaded.problems.len());
        if metadata.is_dir() {
            self.load_folders(path);
        } else if metadata.is_file() && has_extension(path, "class") {
            self.load_class_file(path);
        } else if metadata.is_file() && has_extension(path, "jar") {
            self.load_jar(path);
        } else {
            let message = if has_extension(path, "java") {
                "a source file; compile it and name the folder with the class files"
            } else {
                "neither a folder nor a .class file nor a .jar file"
            };
            return self.problem(origin, LoadProblemKind::NotAClassFile, message);
        }
        if self.seen == seen && self.loaded.problems.len() == problems {
            self.problem(origin, LoadProblemKind::Empty, "holds no class files");
        }
    }

    /// Loads a folder's class files and then those of its subfolders, each in the order of their names. How deep folders nest is the
    /// input's, so those that are open are kept in a list.
    fn load_folders(&mut self, root: &Path) {
        let mut visited = FxHashSet::default();
        let mut open = vec![root.to_path_buf()];
        while let Some(folder) = open.pop() {
            if folder.strip_prefix(root) != Ok(Path::new("META-INF/versions")) {
                let mut folders = self.load_folder(&folder, &mut visited);
                folders.reverse();
                open.append(&mut folders);
            }
        }
    }

    /// Loads a folder's own class files: the folders in it.
    fn load_folder(&mut self, folder: &Path, visited: &mut FxHashSet<(u64, u64)>) -> Vec<PathBuf> {
        run::checkpoint();
        let children = fs::metadata(folder).and_then(|metadata| {
            let children: io::Result<Vec<PathBuf>> =
                fs::read_dir(folder)?.map(|child| child.map(|child| child.path())).collect();
            Ok(((metadata.dev(), metadata.ino()), children?))
        });
        let mut folders = Vec::new();
        let (identity, mut children) = match children {
            Ok(children) => children,
            Err(error) => {
                self.problem(folder.display().to_string(), LoadProblemKind::Unreadable, error);
                return folders;
            }
        };
        // Links may lead here again, even from below.
        if !visited.insert(identity) {
            return folders;
        }
        children.sort();
        for child in children {
            match fs::metadata(&child) {
                Ok(metadata) if metadata.is_dir() => folders.push(child),
                Ok(metadata) if metadata.is_file() && has_extension(&child, "class") => self.load_class_file(&child),
                Ok(_) => {}
                Err(error) if has_extension(&child, "class") => {
                    self.problem(child.display().to_string(), LoadProblemKind::Unreadable, error);
                }
                Err(_) => {}
            }
        }
        folders
    }

    /// Loads the jars that `folder/*` means.
    fn load_jars(&mut self, pattern: &Path, jars: io::Result<Vec<PathBuf>>) {
        let jars = match jars {
            Ok(jars) => jars,
            Err(error) => {
                return self.problem(pattern.display().to_string(), LoadProblemKind::Unreadable, error);
            }
        };
        if jars.is_empty() {
            self.problem(pattern.display().to_string(), LoadProblemKind::Empty, "the folder has no jars");
        }
        for jar in jars {
            self.load_jar(&jar);
        }
    }

    fn load_class_file(&mut self, path: &Path) {
        self.seen += 1;
        let origin = path.display().to_string();
        match File::open(path).and_then(read_limited) {
            Ok(Some(bytes)) => self.add_class(&bytes, origin),
            Ok(None) => self.problem(origin, LoadProblemKind::BadClass, too_large()),
            Err(error) => self.problem(origin, LoadProblemKind::Unreadable, error),
        }
    }

    fn load_jar(&mut self, path: &Path) {
        let origin = path.display().to_string();
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) => return self.problem(origin, LoadProblemKind::Unreadable, error),
        };
        let mut archive = match ZipArchive::new(BufReader::new(file)) {
            Ok(archive) => archive,
            Err(error) => {
                return self.problem(origin, LoadProblemKind::BadJar, format!("not a readable jar: {error}"));
            }
        };
        let mut entries: Vec<(String, usize)> = Vec::new();
        for index in 0..archive.len() {
            match archive.name_for_index(index) {
                Some(Ok(name)) if name.ends_with(".class") && !name.starts_with(VERSIONS_FOLDER) => {
                    entries.push((name.into_owned(), index));
                }
                Some(Err(error)) => {
                    let message = format!("entry {index} has an unreadable name: {error}");
                    self.problem(origin.clone(), LoadProblemKind::BadJar, message);
                }
                _ => {}
            }
        }
        entries.sort();
        for (name, index) in entries {
            self.seen += 1;
            let origin = format!("{origin}!/{name}");
            let content = archive.by_index(index).map_err(io::Error::from).and_then(read_limited);
            match content {
                Ok(Some(bytes)) => self.add_class(&bytes, origin),
                Ok(None) => self.problem(origin, LoadProblemKind::BadClass, too_large()),
                Err(error) => self.problem(origin, LoadProblemKind::BadJar, format!("cannot be unpacked: {error}")),
            }
        }
    }

    fn add_class(&mut self, bytes: &[u8], origin: String) {
        run::checkpoint();
        match decode_class(bytes) {
            // A module's description is no class.
            Ok(class) if class.flags.0 & MODULE_FLAG != 0 => {}
            Ok(class) => {
                if self.names.insert(Arc::clone(&class.name)) {
                    self.loaded.classes.push(LoadedClass {
                        class: Arc::new(class),
                        origin,
                        is_dependency: self.is_dependency,
                    });
                }
            }
            Err(error) => self.problem(origin, LoadProblemKind::BadClass, error),
        }
    }
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found.eq_ignore_ascii_case(extension))
}

/// Everything that there is to read, or none when it is too much.
pub(super) fn read_limited(source: impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    source.take(LARGEST_CLASS_FILE + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LARGEST_CLASS_FILE).then_some(bytes))
}

fn too_large() -> String {
    format!("larger than {} MiB, which no class file is", LARGEST_CLASS_FILE >> 20)
}
