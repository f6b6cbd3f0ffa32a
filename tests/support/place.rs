//! A folder with classes to analyse and a cache, and a JDK that notes when a JVM starts.
#![allow(dead_code)]

use super::jdk::{java_home, jdk_tool};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder with classes, the cache `kept`, and a JDK that notes when a JVM starts.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Place {
        Place(TempDir::new().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Compiles sources, each a class of package `p` with its text, to `classes`, in place of what was there.
    pub fn compile(&self, sources: &[(&str, &str)]) {
        let _ = fs::remove_dir_all(self.path("sources"));
        let _ = fs::remove_dir_all(self.path("classes"));
        fs::create_dir(self.path("sources")).unwrap();
        let files: Vec<PathBuf> = sources
            .iter()
            .map(|(name, text)| {
                let file = self.path("sources").join(format!("{name}.java"));
                fs::write(&file, format!("package p;\n{text}")).unwrap();
                file
            })
            .collect();
        let mut javac = jdk_tool("javac");
        javac.args(["-g", "-nowarn", "--release", "8", "-Xlint:-options", "-d"]).arg(self.path("classes")).args(files);
        assert!(javac.status().unwrap().success());
    }

    /// How many JVMs of the noting JDK were started.
    pub fn starts(&self) -> usize {
        fs::read_to_string(self.path("starts")).unwrap_or_default().lines().count()
    }
}

/// Copies the class files of a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for item in fs::read_dir(from).unwrap() {
        let path = item.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else if path.extension().is_some_and(|extension| extension == "class") {
            fs::copy(&path, target).unwrap();
        }
    }
}

/// A JDK that notes each start of its `java` in the file `starts`.
#[cfg(unix)]
pub fn noting_jdk(place: &Path) -> PathBuf {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let home = java_home();
    let noting = place.join("jdk");
    fs::create_dir_all(noting.join("bin")).unwrap();
    for name in ["lib", "release", "conf"] {
        symlink(Path::new(&home).join(name), noting.join(name)).unwrap();
    }
    let java = noting.join("bin/java");
    let starts = place.join("starts");
    fs::write(&java, format!("#!/bin/sh\necho start >> {}\nexec {home}/bin/java \"$@\"\n", starts.display())).unwrap();
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
    noting
}
