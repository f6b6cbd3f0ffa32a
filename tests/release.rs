//! The archive that scripts/release makes: what is in it, and that it runs by itself.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// The archive with the program that the tests run.
pub fn archive() -> PathBuf {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| make(Path::new(env!("CARGO_TARGET_TMPDIR")).join("release").as_path())).clone()
}

fn make(folder: &Path) -> PathBuf {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/release");
    let output = Command::new(script)
        .args(["--program", env!("CARGO_BIN_EXE_casewise")])
        .arg("--out")
        .arg(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    folder.join(format!("{}.tar.gz", name()))
}

/// The archive's name, which is also that of the folder in it.
fn name() -> String {
    format!("casewise-{}-{}-{}", env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH)
}

fn unpacked() -> (TempDir, PathBuf) {
    let place = tempfile::tempdir().unwrap();
    assert!(Command::new("tar").arg("-xzf").arg(archive()).arg("-C").arg(place.path()).status().unwrap().success());
    let folder = place.path().join(name());
    (place, folder)
}

/// The program of the archive, with nothing of this machine's settings.
fn program(folder: &Path, home: &Path) -> Command {
    let mut command = Command::new(folder.join("casewise"));
    command.env_clear().env("HOME", home).current_dir(home);
    command
}

#[test]
fn the_archive_checks_classes_without_a_checkout_or_rust() {
    let (place, folder) = unpacked();
    let classes = Path::new(env!("CASEWISE_CHECK_FIXTURES"));
    let mut command = program(&folder, place.path());
    let jdk = crate::classfile_support::java_home();
    command.arg("check").arg(classes).args(["--class", "check.Average", "--format", "json", "--jdk"]).arg(jdk);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(10), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["totals"]["fails"], report["totals"]["confirmed"]);
}

#[test]
fn the_library_that_is_loaded_is_the_one_of_the_archive() {
    let (place, folder) = unpacked();
    let output = program(&folder, place.path()).env("LD_DEBUG", "libs").arg("--version").output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    let loaded: Vec<&str> =
        told.lines().filter(|line| line.contains("calling init:") && line.contains("libz3")).collect();
    let own = folder.to_string_lossy().into_owned();
    assert!(!loaded.is_empty() && loaded.iter().all(|line| line.contains(&own)), "{loaded:?}");
}

#[test]
fn the_archive_has_the_licences_of_all_that_it_is_made_of() {
    let (_place, folder) = unpacked();
    let notices = fs::read_to_string(folder.join("THIRD-PARTY-NOTICES.txt")).unwrap();
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let dependencies = lock.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let crates: Vec<&str> =
        dependencies.lines().filter_map(|line| line.split_once(" = ").map(|(name, _)| name)).collect();
    assert!(!crates.is_empty());
    for name in crates {
        assert!(notices.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
    assert!(notices.contains("Copyright (c) Microsoft Corporation") && notices.contains("Rust's standard library"));
    assert!(folder.join("LICENSE").is_file() && folder.join("completions/casewise.bash").is_file());
    assert!(folder.join("man/man1/casewise-check.1").is_file());
}

#[test]
fn the_same_program_gives_the_same_archive() {
    let again = tempfile::tempdir().unwrap();
    assert_eq!(fs::read(archive()).unwrap(), fs::read(make(again.path())).unwrap());
}
