//! The classes of a JDK, read one by one as they are asked for: out of `lib/modules` (Java 9 and later) or `rt.jar` (Java 8).

use super::class::ClassFile;
use super::decode::decode_class;
use super::module_info::provided;
use ristretto_jimage::Image;
use std::fmt;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use zip::ZipArchive;

/// The module that nearly every class is in.
const BASE: &str = "java.base";
/// The fields of `release` that say which JDK it is. Others name the machine that it was built on.
const IDENTIFYING: [&str; 4] = ["IMPLEMENTOR", "IMPLEMENTOR_VERSION", "JAVA_VERSION", "JAVA_RUNTIME_VERSION"];

/// The files of its folder that its classes read, of which any may be changed without changing the version.
const FILES: [&str; 6] = [
    "conf/net.properties",
    "conf/security/java.security",
    "conf/security/policy/unlimited/default_US_export.policy",
    "conf/security/policy/unlimited/default_local.policy",
    "lib/currency.properties",
    "lib/tzdb.dat",
];
/// The folders of its folder that its classes go through.
const FOLDERS: [&str; 1] = ["conf/security/policy/unlimited"];
/// The largest file that is read.
const LARGEST_FILE: u64 = 16 << 20;

/// A JDK whose classes can be read, by any number of threads.
pub struct Jdk {
    home: PathBuf,
    archive: Archive,
    identity: String,
    version: String,
    files: Vec<(&'static str, Arc<[u8]>)>,
    /// What the folders have that its classes go through.
    folders: Vec<(&'static str, Vec<String>)>,
    /// Those of the files that are not there.
    missing: Vec<&'static str>,
    /// The resources whose names have no extension, by their full names, once somebody has asked.
    without_extension: OnceLock<Vec<(String, Arc<[u8]>)>>,
    /// What the modules provide for which service, once somebody has asked.
    services: OnceLock<Vec<(String, Vec<String>)>>,
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
        let files = read_files(home);
        let version = release.get("JAVA_VERSION").unwrap_or("").to_owned();
        let mut identity = format!("{} {size}", release.identity());
        for (path, content) in &files {
            identity.push_str(&format!(" {path}/{}/{:016x}", content.len(), digest(content)));
        }
        let missing: Vec<&str> =
            FILES.into_iter().filter(|path| fs::symlink_metadata(home.join(path)).is_err()).collect();
        for path in &missing {
            identity.push_str(&format!(" no {path}"));
        }
        let folders: Vec<_> = FOLDERS.into_iter().map(|path| (path, names_in(&home.join(path)))).collect();
        for (path, names) in &folders {
            identity.push_str(&format!(" {path}: {}", names.join(", ")));
        }
        let home = home.to_path_buf();
        let (without_extension, services) = (OnceLock::new(), OnceLock::new());
        Ok(Jdk { home, archive, identity, version, files, folders, missing, without_extension, services })
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

    /// What tells this JDK from others, wherever it is installed: vendor, version, the size of its classes, and what the files hold
    /// that [`Jdk::file`] gives.
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
        self.is_in_module(BASE, name)
    }

    /// Whether a class, by internal name, is in a module.
    pub fn is_in_module(&self, module: &str, name: &str) -> bool {
        match &self.archive {
            Archive::Image(image, _) => image.get_resource(&format!("/{module}/{name}.class")).is_ok(),
            Archive::Jar(_) => false,
        }
    }

    /// A resource of a module, by its path; none when it has none.
    pub fn resource_of(&self, module: &str, path: &str) -> Option<Vec<u8>> {
        match &self.archive {
            Archive::Image(image, _) => {
                let found = image.get_resource(&format!("/{module}/{path}")).ok();
                found.map(|resource| resource.data().to_vec()).or_else(|| self.unnamed(image, module, path))
            }
            Archive::Jar(_) => None,
        }
    }

    /// A resource whose name has no extension, which the image's index is not asked for. Reads all names once.
    fn unnamed(&self, image: &Image, module: &str, path: &str) -> Option<Vec<u8>> {
        if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
            return None;
        }
        let all = self.without_extension.get_or_init(|| {
            let resources = image.iter().filter_map(Result::ok).filter(|resource| resource.extension().is_empty());
            let mut all: Vec<(String, Arc<[u8]>)> = resources
                .map(|resource| (format!("{}/{}", resource.module(), resource.name()), resource.data().into()))
                .collect();
            all.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
            all
        });
        let name = format!("{module}/{path}");
        let at = all.binary_search_by(|(known, _)| known.as_str().cmp(&name)).ok()?;
        all.get(at).map(|(_, content)| content.to_vec())
    }

    /// The version of Java that it is of, as the property `java.specification.version` has it; none where it does not say.
    pub fn specification(&self) -> Option<String> {
        let mut parts = self.version.split(['.', '-', '+', '_']);
        match (parts.next()?, parts.next()) {
            ("1", Some(minor)) => Some(format!("1.{minor}")),
            ("", _) => None,
            (major, _) => Some(major.to_owned()),
        }
    }

    /// The content of a file of the JDK's folder, by its path in there with `/`; none of other files than those that its classes read.
    pub fn file(&self, path: &str) -> Option<Arc<[u8]>> {
        self.files.iter().find(|(known, _)| *known == path).map(|(_, content)| content.clone())
    }

    /// The names of what a folder of the JDK has, by its path in there, in order; none of other folders than those that have nothing but
    /// files which are known.
    pub fn folder(&self, path: &str) -> Option<&[String]> {
        let (_, names) = self.folders.iter().find(|(known, _)| *known == path)?;
        let prefix = format!("{path}/");
        let known = |name: &String| self.files.iter().any(|(known, _)| known.strip_prefix(&*prefix) == Some(name));
        (!names.is_empty() && names.iter().all(known)).then_some(names)
    }

    /// Whether a file that its classes look for is not in the JDK's folder, by its path in there.
    pub fn lacks_file(&self, path: &str) -> bool {
        self.missing.contains(&path)
    }

    /// A resource that stands among the JDK's classes, by its path; none when there is none.
    pub fn resource(&self, path: &str) -> Option<Vec<u8>> {
        match &self.archive {
            Archive::Image(image, modules) => {
                let found = |module: &String| image.get_resource(&format!("/{module}/{path}")).ok();
                modules.iter().find_map(found).map(|resource| resource.data().to_vec())
            }
            Archive::Jar(archive) => {
                let mut archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
                super::class_path::read_limited(archive.by_name(path).ok()?).ok()?
            }
        }
    }

    /// The classes that provide a service, in their order, all as internal names: nothing where no module provides it, none where several
    /// do, since nothing says which goes first.
    pub fn providers(&self, service: &str) -> Option<Vec<String>> {
        let mut found = self.provided(service)?.map(|(_, providers)| providers.clone());
        let first = found.next().unwrap_or_default();
        found.next().is_none().then_some(first)
    }

    /// The same of all modules that provide it, in no order.
    pub fn providers_of_all(&self, service: &str) -> Option<Vec<String>> {
        Some(self.provided(service)?.flat_map(|(_, providers)| providers.iter().cloned()).collect())
    }

    /// What the modules say that they provide for a service.
    fn provided<'j>(&'j self, service: &'j str) -> Option<impl Iterator<Item = &'j (String, Vec<String>)>> {
        let Archive::Image(image, modules) = &self.archive else { return None };
        let all = self.services.get_or_init(|| {
            let description = |module: &String| image.get_resource(&format!("/{module}/module-info.class")).ok();
            modules.iter().filter_map(description).flat_map(|resource| provided(resource.data())).collect()
        });
        Some(all.iter().filter(move |(known, _)| known == service))
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

/// The files of a JDK's folder, as far as they are there.
fn read_files(home: &Path) -> Vec<(&'static str, Arc<[u8]>)> {
    let read = |path: &'static str| {
        let file = home.join(path);
        let is_fit = fs::metadata(&file).is_ok_and(|metadata| metadata.is_file() && metadata.len() <= LARGEST_FILE);
        let content = if is_fit { fs::read(&file).ok()? } else { return None };
        Some((path, Arc::from(content)))
    };
    FILES.into_iter().filter_map(read).collect()
}

/// The names of what a folder has, in order; none where it is not there.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// 64 bits that other content hardly shares (FNV-1a): it tells versions of a file, and guards against nobody.
fn digest(content: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    content.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
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
