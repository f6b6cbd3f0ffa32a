//! scripts/setup: what it installs for building, and what only for the tests. What it calls are stubs that note how they are called.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A machine with nothing but a shell, its usual tools and the programs of these names, and a checkout that has Z3.
struct Machine(TempDir);

impl Machine {
    fn new(programs: &[&str]) -> Machine {
        let machine = Machine(tempfile::tempdir().unwrap());
        let folder = machine.0.path();
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::create_dir_all(folder.join("scripts")).unwrap();
        fs::create_dir_all(folder.join(".z3")).unwrap();
        let script = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/setup")).unwrap();
        let version = script.lines().find_map(|line| line.strip_prefix("z3_version=")).unwrap();
        fs::write(folder.join(".z3").join(format!("version-{version}")), "").unwrap();
        fs::write(folder.join("scripts/setup"), script).unwrap();
        let path = std::env::var_os("PATH").unwrap();
        for tool in ["bash", "dirname", "sort", "head", "sed", "cut", "env"] {
            let found = std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|path| path.exists());
            symlink(found.unwrap(), folder.join("bin").join(tool)).unwrap();
        }
        machine.stub("id", "echo 0");
        machine.stub("apt-get", &format!("echo \"$@\" >> {}", folder.join("installed").display()));
        machine.stub("javac", "echo javac 25.0.1");
        machine.stub("cargo", "");
        machine.stub("rustc", "echo rustc 9.99.0");
        programs.iter().for_each(|name| machine.stub(name, ""));
        machine
    }

    fn stub(&self, name: &str, text: &str) {
        let file = self.0.path().join("bin").join(name);
        fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn setup(&self, arguments: &[&str]) -> Output {
        let bin = self.0.path().join("bin");
        let mut command = Command::new(bin.join("bash"));
        command.arg(self.0.path().join("scripts/setup")).args(arguments).env_clear().env("PATH", bin);
        command.output().unwrap()
    }

    /// The packages that were installed.
    fn installed(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.0.path().join("installed")).unwrap_or_default();
        let lines =
            calls.lines().filter_map(|line| line.split_once(" install ").map(|(_, packages)| packages.to_owned()));
        lines
            .flat_map(|line| {
                line.split(' ').filter(|word| !word.starts_with('-')).map(str::to_owned).collect::<Vec<_>>()
            })
            .collect()
    }
}

#[test]
fn a_first_result_needs_nothing_that_only_tests_need() {
    let machine = Machine::new(&[]);
    let output = machine.setup(&[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(machine.installed(), ["g++"]);
}

#[test]
fn what_tests_need_is_installed_for_them() {
    let machine = Machine::new(&["cc", "c++"]);
    let output = machine.setup(&["--tests"]);
    // The stub installs nothing, so that there is no browser afterwards; that is said, and is no failure.
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(
        machine.installed(),
        ["strace", "maven", "curl", "redis-server", "chromium", "fonts-dejavu-core", "gradle"]
    );
}

#[test]
fn nothing_is_said_or_installed_where_all_is_there() {
    let machine = Machine::new(&["cc", "c++", "strace", "mvn", "gradle", "curl", "redis-server", "chromium"]);
    let output = machine.setup(&["--tests"]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    assert!(machine.installed().is_empty());
}
