//! What action.yml runs, as far as it runs without GitHub: the steps that fetch a release and check with it.

use crate::release;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A runner's temporary folder with the program of a release, and what the action has written for its last steps.
struct Runner(TempDir);

impl Runner {
    /// From the releases of a folder, as GitHub has them below an address.
    fn new() -> Runner {
        let runner = Runner(tempfile::tempdir().unwrap());
        let archive = release::archive();
        let folder = runner.path("releases").join(concat!("v", env!("CARGO_PKG_VERSION")));
        fs::create_dir_all(&folder).unwrap();
        for file in [archive.clone(), archive.with_extension("gz.sha256")] {
            fs::copy(&file, folder.join(file.file_name().unwrap())).unwrap();
        }
        runner
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn step(&self, name: &str, inputs: &[(&str, &str)]) -> Output {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("integrations/github").join(name);
        let mut command = Command::new(script);
        command.env("RUNNER_TEMP", self.0.path()).env("GITHUB_OUTPUT", self.path("outputs")).current_dir(self.0.path());
        command.env("CASEWISE_VERSION", env!("CARGO_PKG_VERSION"));
        command.env("CASEWISE_RELEASES", format!("file://{}", self.path("releases").display()));
        command.envs(inputs.iter().copied()).output().unwrap()
    }

    #[track_caller]
    fn install(&self) {
        let output = self.step("install", &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The value of an output of the step that checks.
    fn told(&self, name: &str) -> String {
        let outputs = fs::read_to_string(self.path("outputs")).unwrap();
        outputs.lines().find_map(|line| line.strip_prefix(&format!("{name}="))).unwrap().to_owned()
    }
}

const CLASSES: &str = env!("CASEWISE_CHECK_FIXTURES");

#[test]
fn a_finding_is_written_before_the_job_is_told_to_fail() {
    let runner = Runner::new();
    runner.install();
    let paths = format!("\n  {CLASSES}  \n");
    let inputs =
        [("INPUT_PATHS", paths.as_str()), ("INPUT_ARGUMENTS", "--class=check.Average"), ("INPUT_SOURCE_ROOTS", "")];
    let output = runner.step("check", &inputs);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(runner.told("exit-code"), "10");
    let sarif: Value = serde_json::from_str(&fs::read_to_string(runner.told("sarif")).unwrap()).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert!(
        results.iter().any(|result| result["message"]["text"].as_str().unwrap().contains("meanBad")),
        "{results:?}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("check.Average.meanBad"));

    // What is kept serves the next run, which may have another secret, since it is another machine.
    let settings = runner.path("settings");
    let again = runner.step("check", &[&inputs[..], &[("XDG_CONFIG_HOME", settings.to_str().unwrap())]].concat());
    assert!(again.status.success() && again.stderr.is_empty(), "{}", String::from_utf8_lossy(&again.stderr));
}

#[test]
fn a_wrong_input_fails_the_step_itself() {
    let runner = Runner::new();
    runner.install();
    let output = runner.step("check", &[("INPUT_PATHS", "no-such-folder")]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!runner.path("outputs").exists());
}

#[test]
fn an_archive_that_is_not_the_released_one_is_not_unpacked() {
    let runner = Runner::new();
    let name = release::archive().file_name().unwrap().to_owned();
    let archive = runner.path("releases").join(concat!("v", env!("CARGO_PKG_VERSION"))).join(name);
    let mut bytes = fs::read(&archive).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&archive, bytes).unwrap();
    assert!(!runner.step("install", &[]).status.success());
    assert!(!runner.path("casewise/program/casewise").exists());
}

#[test]
fn the_action_takes_the_release_of_its_own_version() {
    let action = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("action.yml")).unwrap();
    let version = action.split("description: The release of casewise.").nth(1).unwrap().lines().nth(1).unwrap();
    assert_eq!(version.trim(), concat!("default: ", env!("CARGO_PKG_VERSION")));
}
