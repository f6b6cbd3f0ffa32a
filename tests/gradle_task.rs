//! The task for Gradle in docs/builds.md, in a project that is built by Gradle.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the documentation tells to write into `build.gradle`.
fn task() -> String {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/builds.md")).unwrap();
    page.split("```groovy\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

#[test]
fn check_runs_the_task_and_fails_where_something_is_found() {
    if Command::new("gradle").arg("--version").output().is_err() {
        eprintln!("SKIPPED for want of Gradle, which scripts/setup --tests tries to install");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "src/main/java/shop/Basket.java";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/maven_plugin/fresh").join(source))
        .unwrap();
    let build = |text: &str| {
        fs::create_dir_all(folder.path().join(source).parent().unwrap()).unwrap();
        fs::write(folder.path().join(source), text).unwrap();
        fs::write(folder.path().join("settings.gradle"), "rootProject.name = 'fresh'\n").unwrap();
        fs::write(folder.path().join("build.gradle"), format!("plugins {{\n    id 'java'\n}}\n\n{}", task())).unwrap();
        let mut path = OsString::from(Path::new(env!("CARGO_BIN_EXE_casewise")).parent().unwrap());
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let mut command = Command::new("gradle");
        command.args(["--offline", "--no-daemon", "check"]).arg("--gradle-user-home").arg(folder.path().join("home"));
        let output = command.env("PATH", path).current_dir(folder.path()).output().unwrap();
        let told = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        (output.status.success(), told)
    };
    let line = text.lines().position(|line| line.contains("total / items")).unwrap() + 1;
    let (succeeds, told) = build(&text);
    assert!(!succeeds && told.contains(&format!("at shop.Basket.mean:{line}\n")), "{told}");
    let mended = text
        .replace("return total / items", "return items == 0 ? 0 : total / items")
        .replace("assert ", "assert true || ");
    let (succeeds, told) = build(&mended);
    assert!(succeeds && !told.contains("FAILS"), "{told}");
}
