//! The tools of the JDK that is there.

use serde_json::Value;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The folder of the JDK that is there.
#[allow(dead_code)]
pub fn java_home() -> String {
    let output = jdk_tool("java").args(["-XshowSettings:properties", "-version"]).output().unwrap();
    let settings = String::from_utf8_lossy(&output.stderr).into_owned();
    settings.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).unwrap().to_owned()
}

/// A tool of `JAVA_HOME`'s JDK, or else of the path's.
pub fn jdk_tool(name: &str) -> Command {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name));
    let mut tool = Command::new(home.filter(|tool| tool.is_file()).unwrap_or_else(|| name.into()));
    if name == "javac" {
        // Of a few small classes, half the processor time goes into compiling the compiler.
        tool.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    }
    tool
}

/// Compiles sources, each a path with its text, to a folder; they are written beside it, for `classes` below `classes.sources`.
pub fn compile(sources: &[(impl AsRef<Path>, impl AsRef<str>)], classes: &Path) {
    let folder = classes.with_extension("sources");
    let files: Vec<PathBuf> = sources.iter().map(|(path, _)| folder.join(path)).collect();
    for (file, (_, text)) in files.iter().zip(sources) {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text.as_ref()).unwrap();
    }
    assert!(jdk_tool("javac").args(["-g", "-nowarn", "-d"]).arg(classes).args(&files).status().unwrap().success());
}

/// What `check` says as JSON of sources, each a path with its text, without a cache.
pub fn report_of_sources(sources: &[(impl AsRef<Path>, impl AsRef<str>)], options: &[&str]) -> Value {
    serde_json::from_str(&check_sources(sources, &[&["--format", "json"][..], options].concat())).unwrap()
}

/// What a report says of the method of a name.
#[track_caller]
pub fn of_method<'r>(report: &'r Value, name: &str) -> &'r Value {
    report["methods"].as_array().unwrap().iter().find(|method| method["method"] == name).unwrap()
}

/// What `check` prints of sources, each a path with its text, without a cache.
pub fn check_sources(sources: &[(impl AsRef<Path>, impl AsRef<str>)], options: &[&str]) -> String {
    let folder = TempDir::new().unwrap();
    let classes = folder.path().join("classes");
    compile(sources, &classes);
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.arg("check").arg(&classes).args(["--fail-on", "never", "--no-cache"]).args(options);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}
