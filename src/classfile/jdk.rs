//! The classes of a JDK, read one by one as they are asked for: out of `lib/modules` (Java 9 and later) or `rt.jar` (Java 8).

use super::class::ClassFile;
use super::decode::decode_class;
use ristretto_jimage::Image;
use std::fmt;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use zip::ZipArchive;

/// The module that nearly every class is in.
const BASE: &str = "java.base";
/// The fields of `release` that say which JDK it is. Others name the machine that it was built on.
const IDENTIFYING: [&str; 4] = ["IMPLEMENTOR", "IMPLEMENTOR_VERSION", "JAVA_VERSION", "JAVA_RUNTIME_VERSION"];

/// A JDK whose classes can be read, by any number of threads.
pub struct Jdk {
    home: PathBuf,
    archive: Archive,
    identity: String,
}

enum Archive {
    /// `lib/modules` and its modules, the one that is asked most first.
    Image(Image, Vec<String>),
    /// `rt.jar`.
    Jar(Mutex<ZipArchive<BufReader<File>>>),
}

impl fmt::Debug for Jdk {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Jdk")
            .field("home", &self.home)
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

impl Jdk {
    /// Opens the JDK of a folder (what `JAVA_HOME` names). No class is read yet.
    ///
    /// # Errors
    /// One line that says what is missing or cannot be read.
    pub fn open(home: &Path) -> Result<Jdk, String> {
        let release = Release::read(home);
        let modules = home.join("lib").join("modules");
        let jars = [home.join("jre").join("lib").join("rt.jar"), home.join("lib").join("rt.jar")];
        let (file, archive) = if modules.is_file() {
            let image = Image::from_file(&modules).map_err(|error| format!("{}: {error}", modules.display()))?;
            let names = release.modules().unwrap_or_else(|| modules_of(&image));
            (modules, Archive::Image(image, names))
        } else if let Some(jar) = jars.into_iter().find(|jar| jar.is_file()) {
            let unreadable = |error: &dyn fmt::Display| format!("{}: {error}", jar.display());
            let file = File::open(&jar).map_err(|error| unreadable(&error))?;
            let archive = ZipArchive::new(BufReader::new(file)).map_err(|error| unreadable(&error))?;
            (jar, Archive::Jar(Mutex::new(archive)))
        } else {
            return Err(format!("{}: no JDK: it has neither lib/modules nor rt.jar", home.display()));
        };
        let size = fs::metadata(&file).map(|metadata| metadata.len()).unwrap_or(0);
        let identity = format!("{} {size}", release.identity());
        Ok(Jdk { home: home.to_path_buf(), archive, identity })
    }

    /// The JDK of `JAVA_HOME`, else of the `java` on the `PATH`; none when there is neither, or when it cannot be read.
    pub fn find() -> Option<Jdk> {
        if let Some(home) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty())
            && let Ok(jdk) = Jdk::open(Path::new(&home))
        {
            return Some(jdk);
        }
        let path = std::env::var_os("PATH")?;
        let name = format!("java{}", std::env::consts::EXE_SUFFIX);
        let programs =
            std::env::split_paths(&path).map(|folder| folder.join(&name)).filter(|program| program.is_file());
        programs.filter_map(|program| fs::canonicalize(program).ok()).find_map(|program| {
            // `bin/java`, or `jre/bin/java` of Java 8.
            program.ancestors().skip(2).take(2).find_map(|home| Jdk::open(home).ok())
        })
    }

    /// What tells this JDK from others, wherever it is installed: vendor, version, and the size of its classes.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// The folder that it was opened from.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// A class by internal name; none when the JDK has no such class.
    ///
    /// # Errors
    /// One line, when the class is there and cannot be read.
    pub fn class(&self, name: &str) -> Option<Result<ClassFile, String>> {
        match &self.archive {
            Archive::Image(image, modules) => {
                let resource =
                    modules.iter().find_map(|module| image.get_resource(&format!("/{module}/{name}.class")).ok())?;
                Some(decode_class(resource.data()).map_err(|error| format!("{name}: {error}")))
            }
            Archive::Jar(archive) => {
                let mut archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
                let entry = archive.by_name(&format!("{name}.class")).ok()?;
                Some(match super::class_path::read_limited(entry) {
                    Ok(Some(bytes)) => decode_class(&bytes).map_err(|error| format!("{name}: {error}")),
                    Ok(None) => Err(format!("{name}: too large")),
                    Err(error) => Err(format!("{name}: {error}")),
                })
            }
        }
    }

    /// Whether a class, by internal name, is in the module `java.base`. Before Java 9 there are no modules.
    pub fn is_in_base(&self, name: &str) -> bool {
        match &self.archive {
            Archive::Image(image, _) => image.get_resource(&format!("/{BASE}/{name}.class")).is_ok(),
            Archive::Jar(_) => false,
        }
    }

    /// The internal names of all classes of a module, sorted; of the whole JDK where it has no modules. Reads all names.
    pub fn class_names(&self, module: &str) -> Vec<String> {
        let mut names: Vec<String> = match &self.archive {
            Archive::Image(image, _) => image
                .iter()
                .filter_map(Result::ok)
                .filter(|resource| resource.module() == module && resource.extension() == "class")
                .map(|resource| resource.name())
                .collect(),
            Archive::Jar(archive) => {
                let archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
                archive.file_names().filter_map(Result::ok).map(std::borrow::Cow::into_owned).collect()
            }
        };
        names.retain_mut(|name| {
            let stem = name.strip_suffix(".class").map(str::to_owned);
            let is_class = stem.as_ref().is_some_and(|stem| !stem.ends_with("module-info"));
            *name = stem.unwrap_or_default();
            is_class
        });
        names.sort_unstable();
        names
    }
}

/// The modules that an image has, should its JDK not say so.
fn modules_of(image: &Image) -> Vec<String> {
    let mut names: Vec<String> = image
        .iter()
        .filter_map(Result::ok)
        .filter(|resource| resource.extension() == "class")
        .map(|resource| resource.module().to_owned())
        .collect();
    names.sort_unstable();
    names.dedup();
    base_first(names)
}

fn base_first(mut names: Vec<String>) -> Vec<String> {
    names.sort_by_key(|name| name != BASE);
    names
}

/// The `release` file of a JDK: lines `KEY="value"`.
struct Release(Vec<(String, String)>);

impl Release {
    fn read(home: &Path) -> Release {
        let text = fs::read_to_string(home.join("release")).unwrap_or_default();
        let line = |line: &str| {
            let (key, value) = line.split_once('=')?;
            Some((key.trim().to_owned(), value.trim().trim_matches('"').to_owned()))
        };
        Release(text.lines().filter_map(line).collect())
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    fn modules(&self) -> Option<Vec<String>> {
        let names: Vec<String> = self.get("MODULES")?.split_whitespace().map(str::to_owned).collect();
        (!names.is_empty()).then(|| base_first(names))
    }

    fn identity(&self) -> String {
        let values: Vec<&str> = IDENTIFYING.iter().map(|key| self.get(key).unwrap_or("")).collect();
        values.join("/")
    }
}
