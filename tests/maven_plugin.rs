//! The Maven plugin in projects that are built by Maven itself. scripts/build-maven-plugin has put the plugin, and what Maven needs
//! without a network, into a repository in the target folder.
#![cfg(unix)]

use crate::release;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

fn repository() -> PathBuf {
    let repository = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("m2");
    assert!(
        repository.join("casewise-plugin.stamp").exists(),
        "{}: run scripts/build-maven-plugin",
        repository.display()
    );
    repository
}

/// A copy of the repository: what is installed into it is in no other.
struct OwnRepository(TempDir);

impl OwnRepository {
    fn new() -> OwnRepository {
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        // Hard links: the repository is large, and nothing that is in it is written again.
        let copied = Command::new("cp").arg("-al").arg(repository()).arg(folder.path().join("m2")).status();
        assert!(copied.unwrap().success());
        OwnRepository(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("m2")
    }
}

/// A copy of a project of tests/maven_plugin.
struct Project(TempDir);

impl Project {
    fn new(name: &str) -> Project {
        let folder = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/maven_plugin").join(name), folder.path());
        Project(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The line of a text in a file, counted as people count.
    fn line(&self, file: &str, text: &str) -> usize {
        self.text(file).lines().position(|line| line.contains(text)).unwrap() + 1
    }

    fn replace(&self, file: &str, from: &str, to: &str) {
        let text = self.text(file);
        assert!(text.contains(from));
        fs::write(self.path(file), text.replace(from, to)).unwrap();
    }

    /// Maven with the program that the tests run.
    fn maven(&self, arguments: &[&str]) -> Build {
        self.maven_with(&repository(), arguments)
    }

    /// The same with another repository.
    fn maven_with(&self, repository: &Path, arguments: &[&str]) -> Build {
        let program = format!("-Dcasewise.executable={}", env!("CARGO_BIN_EXE_casewise"));
        self.maven_of(repository, &[arguments, &[program.as_str()]].concat())
    }

    fn maven_of(&self, repository: &Path, arguments: &[&str]) -> Build {
        Build(self.command(repository, arguments).output().unwrap())
    }

    fn command(&self, repository: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new("mvn");
        command.args(["--batch-mode", "--offline", "-Dstyle.color=never"]).args(arguments);
        command.arg(format!("-Dmaven.repo.local={}", repository.display())).current_dir(self.0.path());
        // No casewise of this machine.
        let path = std::env::var_os("PATH").unwrap_or_default();
        let without = std::env::split_paths(&path).filter(|folder| !folder.join("casewise").exists());
        command.env_remove("CASEWISE").env("PATH", std::env::join_paths(without).unwrap());
        command
    }
}

fn copy(from: &Path, to: &Path) {
    for item in fs::read_dir(from).unwrap() {
        let path = item.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            fs::create_dir(&target).unwrap();
            copy(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
}

/// What Maven did.
struct Build(Output);

impl Build {
    fn log(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    #[track_caller]
    fn succeeds(&self) -> String {
        assert!(self.0.status.success(), "{}", self.log());
        self.log()
    }

    /// Fails with an error at a line of a file.
    #[track_caller]
    fn fails_at(&self, project: &Project, file: &str, text: &str) -> String {
        let place = format!("{}:[{}]", project.path(file).canonicalize().unwrap().display(), project.line(file, text));
        let log = self.log();
        assert!(!self.0.status.success() && log.contains("BUILD FAILURE"), "{log}");
        assert!(log.lines().any(|line| line.starts_with("[ERROR]") && line.contains(&place)), "{place} in {log}");
        log
    }
}

const BASKET: &str = "src/main/java/shop/Basket.java";

#[test]
fn verify_finds_a_planted_bug_and_fails_the_build_with_its_line() {
    let project = Project::new("fresh");
    let log = project.maven(&["verify"]).fails_at(&project, BASKET, "total / items");
    assert!(log.contains("shop.Basket.mean throws java.lang.ArithmeticException (/ by zero)"), "{log}");
    let report: Value = serde_json::from_str(&project.text("target/casewise/check.json")).unwrap();
    assert!(project.text("target/casewise/check.txt").contains("shop.Basket.mean"));
    let sarif: Value = serde_json::from_str(&project.text("target/casewise/check.sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), report["causes"].as_array().unwrap().len());
    let mean = results.iter().find(|result| result["message"]["text"].as_str().unwrap().contains("mean")).unwrap();
    let place = &mean["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], BASKET);
    assert_eq!(place["region"]["startLine"], project.line(BASKET, "total / items"));
}

#[test]
fn verify_succeeds_where_nothing_fails_or_the_build_is_told_so() {
    let project = Project::new("fresh");
    let log = project.maven(&["verify", "-Dcasewise.failOn=never"]).succeeds();
    assert!(log.lines().any(|line| line.starts_with("[WARNING]") && line.contains("mean")), "{log}");
    project.replace(BASKET, "return total / items", "return items == 0 ? 0 : total / items");
    project.replace(BASKET, "assert deposit != 77 || price != 7;", "");
    let log = project.maven(&["verify"]).succeeds();
    assert!(!log.contains("throws"), "{log}");
    project.replace(BASKET, "items == 0 ? 0 : ", "");
    assert!(!project.maven(&["verify", "-Dcasewise.skip"]).succeeds().contains("throws"));
}

#[test]
fn what_is_in_the_baseline_fails_no_build() {
    let project = Project::new("fresh");
    let baseline = format!("-Dcasewise.baseline={}", project.path("known.sarif").display());
    project.maven(&["verify", &baseline, "-Dcasewise.updateBaseline"]).succeeds();
    project.maven(&["verify", &baseline]).succeeds();
    project.replace(BASKET, "return price + deposit;", "return price + deposit / (price - 3);");
    let log = project.maven(&["verify", &baseline]).fails_at(&project, BASKET, "deposit / (price - 3)");
    assert!(!log.contains("shop.Basket.mean"), "{log}");
}

#[test]
fn modules_are_told_by_their_own_sources_and_use_each_other() {
    let project = Project::new("modules");
    project.maven(&["verify"]).fails_at(&project, "app/src/main/java/shop/app/Shelf.java", "1000 / ");
    let codes = "text/src/shop/text/Codes.java";
    project.replace(codes, "? code : 0", "? code / (code - 7) : 0");
    project.maven(&["verify"]).fails_at(&project, codes, "code / (code - 7)");
}

#[test]
fn prove_test_and_summarize_write_their_reports() {
    let project = Project::new("fresh");
    let goal = |name: &str| format!("io.github.casewise:casewise-maven-plugin:{}:{name}", env!("CARGO_PKG_VERSION"));
    project.maven(&["compile", &goal("prove")]).fails_at(&project, BASKET, "assert ");
    let log = project.maven(&["compile", &goal("test"), &goal("summarize")]).succeeds();
    assert!(log.contains("casewise test: ") && log.contains("casewise summarize: "), "{log}");
    for name in ["prove.json", "prove.sarif", "test.json", "test.html", "summarize.json", "summarize.txt"] {
        assert!(!project.text(&format!("target/casewise/{name}")).is_empty(), "{name}");
    }
    assert!(project.path("target/casewise/tests/shop/BasketTest.java").is_file());
}

const DEPOSITS: &str = "shop/src/main/java/shop/Basket.java";

/// The project that is compared with its releases, with another version.
fn set_version(project: &Project, from: &str, to: &str) {
    for pom in ["pom.xml", "prices/pom.xml", "shop/pom.xml"] {
        project.replace(pom, &format!("<version>{from}</version>"), &format!("<version>{to}</version>"));
    }
}

/// Another deposit; and the other module's method has another parameter, without which the same tax is computed as before.
fn change(project: &Project) {
    project.replace(DEPOSITS, "bottles > 0", "bottles > 1");
    project.replace(DEPOSITS, "Tax.of(price)", "Tax.of(price, 5)");
    let tax = "prices/src/main/java/shop/prices/Tax.java";
    project.replace(tax, "of(int price)", "of(int price, int share)");
    project.replace(tax, "price / 5", "price / share");
}

#[test]
fn a_change_since_the_last_release_fails_the_build_at_its_line_unless_it_is_expected() {
    let project = Project::new("released");
    let own = OwnRepository::new();
    let log = project.maven_with(&own.path(), &["install"]).succeeds();
    assert!(log.contains("no release of example.released:shop below 1.0"), "{log}");

    set_version(&project, "1.0", "1.1-SNAPSHOT");
    change(&project);
    let log = project.maven_with(&own.path(), &["verify"]).fails_at(&project, DEPOSITS, "bottles > 1");
    assert!(log.contains("Comparing with example.released:shop:jar:1.0"), "{log}");
    assert!(log.contains("[WARNING] shop.prices.Tax.of(int): removed"), "{log}");
    // The release runs with the release of the other module.
    assert!(!log.contains("shop.Basket.total"), "{log}");
    assert!(project.text("shop/target/casewise/diff.txt").contains("same      shop.Basket.total(int)"));
    assert!(project.text("shop/target/casewise/diff.html").contains("deposit"));
    let report: Value = serde_json::from_str(&project.text("shop/target/casewise/diff.json")).unwrap();
    assert_eq!(report["totals"]["unexpected"], 1);
    let sarif: Value = serde_json::from_str(&project.text("shop/target/casewise/diff.sarif")).unwrap();
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], DEPOSITS);
    assert_eq!(place["region"]["startLine"], project.line(DEPOSITS, "bottles > 1"));

    fs::write(project.path("shop/changes.txt"), "shop.Basket.deposit result\nshop.Basket.none\n").unwrap();
    let log = project.maven_with(&own.path(), &["verify", "-Dcasewise.expect=changes.txt"]).succeeds();
    assert!(log.contains("not shown: 1 expected"), "{log}");
    assert!(log.contains("[WARNING] expected, and not found: shop.Basket.none"), "{log}");
}

#[test]
fn the_newest_release_is_compared_with_or_what_is_named() {
    let project = Project::new("released");
    let own = OwnRepository::new();
    let install = || project.maven_with(&own.path(), &["install", "-Dcasewise.skip"]).succeeds();
    install();
    set_version(&project, "1.0", "1.1");
    change(&project);
    install();
    // A snapshot is no release.
    set_version(&project, "1.1", "1.2-SNAPSHOT");
    install();
    set_version(&project, "1.2-SNAPSHOT", "1.3-SNAPSHOT");
    let log = project.maven_with(&own.path(), &["verify"]).succeeds();
    assert!(log.contains("Comparing with example.released:shop:jar:1.1\n"), "{log}");

    let told = project.maven_with(&own.path(), &["verify", "-Dcasewise.diff.version=1.0"]);
    told.fails_at(&project, DEPOSITS, "bottles > 1");
    let told =
        project.maven_with(&own.path(), &["verify", "-Dcasewise.diff.version=1.0", "-Dcasewise.diff.failOn=never"]);
    let log = told.succeeds();
    assert!(log.lines().any(|line| line.starts_with("[WARNING]") && line.contains("shop.Basket.deposit")), "{log}");
    let told = project.maven_with(&own.path(), &["verify", "-Dcasewise.diff.version=0.9"]).log();
    assert!(told.contains("BUILD FAILURE") && told.contains("prices:jar:0.9 cannot be compared with"), "{told}");

    // A jar has the class path of the project, which has no method of the old module any more.
    let jar = own.path().join("example/released/shop/1.0/shop-1.0.jar");
    let old = format!("-Dcasewise.diff.old={}", jar.display());
    let log = project.maven_with(&own.path(), &["verify", &old]).fails_at(&project, DEPOSITS, "int tax");
    assert!(log.contains("java.lang.NoSuchMethodError"), "{log}");
}

#[test]
fn a_build_that_is_told_to_end_ends_the_program() {
    let project = Project::new("fresh");
    let program = project.path("casewise");
    // What nobody ends ends by itself, long after.
    let script = "#!/bin/bash\ntrap 'echo > ended; exit' TERM\necho > started\n\
                  for ((i = 0; i < 6000; i++)); do sleep 0.1; done\necho > forgotten\n";
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command =
        project.command(&repository(), &["verify", &format!("-Dcasewise.executable={}", program.display())]);
    let mut maven = command.stdout(Stdio::null()).spawn().unwrap();
    while !project.path("started").exists() {
        assert!(maven.try_wait().unwrap().is_none());
        sleep(Duration::from_millis(50));
    }
    assert!(Command::new("kill").arg(maven.id().to_string()).status().unwrap().success());
    maven.wait().unwrap();
    while !project.path("ended").exists() {
        assert!(!project.path("forgotten").exists());
        sleep(Duration::from_millis(50));
    }
}

#[test]
fn where_no_program_is_installed_that_of_the_release_is_taken() {
    let project = Project::new("fresh");
    let own = OwnRepository::new();
    let log = project.maven_of(&own.path(), &["verify"]).log();
    assert!(log.contains("there is no archive of it"), "{log}");

    let archive = release::archive();
    let folder = own.path().join("io/github/casewise/casewise").join(env!("CARGO_PKG_VERSION"));
    fs::create_dir_all(&folder).unwrap();
    fs::copy(&archive, folder.join(archive.file_name().unwrap())).unwrap();
    project.maven_of(&own.path(), &["verify"]).fails_at(&project, BASKET, "total / items");
}
