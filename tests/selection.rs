//! Which classes commands answer for: those of the paths that patterns select. What is on `--classpath` is executed where it
//! is called, in casewise and in JVMs, and never answered for.

use crate::support::jdk::jdk_tool;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const LIBRARY: &str = "package library;
public class Sharing {
    public static int share(int total, int people) {
        return total / people;
    }
    public static int twice(int number) {
        return number + number;
    }
    public static int checked(int number) {
        assert number != 77;
        return number;
    }
    public int unused(int[] numbers) { return numbers[0]; }
    public static void main(String[] arguments) { }
}";

/// The same class as another version of the library has it.
const OTHER_LIBRARY: &str = "package library;
public class Sharing {
    public static int share(int total, int people) { return people == 0 ? 0 : total / people; }
    public static int twice(int number) { return 3 * number; }
}";

const BILL: &str = "package app;
import library.Sharing;
public class Bill {
    public static int each(int people) {
        return Sharing.share(100, people);
    }
    public static int tip(int amount) {
        return Sharing.twice(amount) / 2;
    }
    public static int total(int amount) {
        return Sharing.checked(amount);
    }
    public static class Line {
        public static int half(int amount) { assert amount != 5; return amount / 2; }
    }
}";

const OTHER: &str = "package app.other;
public class Rebate {
    public static int rebate(int amount) { Runnable later = new Runnable() { public void run() { } }; return amount - 1; }
}";

const TEST: &str = "package app;
public class BillTest {
    @org.junit.jupiter.api.Test
    void tips() { org.junit.jupiter.api.Assertions.assertEquals(5, Bill.tip(5)); }
    @org.junit.jupiter.api.Test
    void shares() { org.junit.jupiter.api.Assertions.assertEquals(50, Bill.each(2)); }
}";

/// An application and the library that it uses, compiled: `classes`, `library`, `other-library`.
struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let project = Project(tempfile::tempdir().unwrap());
        project.compile("library/Sharing", LIBRARY, "library", &[]);
        project.compile("other/Sharing", OTHER_LIBRARY, "other-library", &[]);
        project.compile("Bill", BILL, "classes", &[project.path("library")]);
        project.compile("Rebate", OTHER, "classes", &[]);
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn compile(&self, name: &str, text: &str, into: &str, class_path: &[PathBuf]) {
        let source = self.path("sources").join(format!("{name}.java"));
        fs::create_dir_all(source.parent().unwrap()).unwrap();
        fs::write(&source, text).unwrap();
        let mut javac = jdk_tool("javac");
        javac.args(["-g", "-nowarn", "-proc:none", "-d"]).arg(self.path(into)).arg("-cp");
        let output = javac.arg(std::env::join_paths(class_path).unwrap()).arg(&source).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The library as `jars/library.jar`, beside what is no jar.
    fn pack(&self) {
        fs::create_dir(self.path("jars")).unwrap();
        fs::write(self.path("jars/notes.txt"), "no jar").unwrap();
        let mut jar = jdk_tool("jar");
        jar.arg("cf").arg(self.path("jars/library.jar")).arg("-C").arg(self.path("library")).arg(".");
        assert!(jar.status().unwrap().success());
    }

    fn run(&self, arguments: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(self.0.path()).env_remove("RUST_BACKTRACE").args(arguments.split_whitespace());
        command.output().unwrap()
    }

    /// What a command prints as JSON; it has nothing to say on stderr.
    #[track_caller]
    fn json(&self, arguments: &str) -> Value {
        let output = self.run(&format!("{arguments} --format json"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.is_empty(), "{arguments}: {errors}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// The classes of the methods that `summarize` lists.
    #[track_caller]
    fn summarised(&self, arguments: &str) -> Vec<String> {
        let report = self.json(&format!("summarize --no-cache --jobs 1 {arguments}"));
        classes(&report["methods"])
    }

    /// Nothing is done: exit code 3, and one line that has these words.
    #[track_caller]
    fn refused(&self, arguments: &str, words: &[&str]) {
        let output = self.run(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), errors.lines().count()), (Some(3), 1), "{arguments}: {errors}");
        for word in words {
            assert!(errors.contains(word), "{arguments}: no {word} in {errors}");
        }
    }
}

/// The classes of some entries of a report, each once.
fn classes(entries: &Value) -> Vec<String> {
    let named: BTreeSet<&str> =
        entries.as_array().unwrap().iter().map(|entry| entry["class"].as_str().unwrap()).collect();
    named.into_iter().map(str::to_owned).collect()
}

fn method<'r>(report: &'r Value, name: &str) -> &'r Value {
    report["methods"].as_array().unwrap().iter().find(|method| method["method"] == name).unwrap()
}

const OWN: [&str; 4] = ["app.Bill", "app.Bill$Line", "app.other.Rebate", "app.other.Rebate$1"];

#[test]
fn check_answers_for_no_dependency_and_executes_it() {
    let project = Project::new();
    let report = project.json("check classes --classpath library --jobs 1");
    assert_eq!(classes(&report["methods"]), OWN);
    assert!(!report.to_string().contains("unused"), "{report}");
    assert_eq!(method(&report, "tip")["verdict"], "holds");
    let each = method(&report, "each");
    assert_eq!(each["verdict"], "fails");
    let finding = &each["findings"][0];
    // A JVM finds the library's class too; what fails is told of the line that calls it.
    assert_eq!(
        (&finding["confirmed"], &finding["place"], &finding["line"]),
        (&true.into(), &"app.Bill.each".into(), &5.into())
    );
    assert_eq!(finding["exception"], "java.lang.ArithmeticException");
    let trace = finding["trace"].as_array().unwrap();
    assert_eq!(trace, &["library.Sharing.share:4", "app.Bill.each:5"], "{trace:?}");
}

#[test]
fn without_the_dependency_its_callers_are_incomplete() {
    let project = Project::new();
    let report = project.json("check classes --jobs 1");
    assert_eq!(method(&report, "tip")["verdict"], "incomplete");
    assert_eq!(method(&report, "each")["verdict"], "incomplete");
}

#[test]
fn the_class_path_has_the_names_and_the_entries_of_java() {
    let project = Project::new();
    project.pack();
    fs::create_dir(project.path("empty")).unwrap();
    for class_path in [
        "-cp library",
        "-classpath library",
        "--classpath=library",
        "-cp jars/library.jar",
        "-cp jars/*",
        "-cp jars/* --classpath library",
    ] {
        let report = project.json(&format!("check classes {class_path} --class Bill --method tip --jobs 1"));
        assert_eq!(method(&report, "tip")["verdict"], "holds", "{class_path}");
        assert_eq!(report["methods"].as_array().unwrap().len(), 1, "{class_path}");
    }
    let separated = std::env::join_paths(["classes", "library"]).unwrap();
    let report = project.json(&format!("check classes -cp {} --method tip --jobs 1", separated.display()));
    assert_eq!(method(&report, "tip")["verdict"], "holds");
    let output = project.run("summarize classes -cp empty/* --no-cache --jobs 1");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(0) && errors == "casewise: empty/*: the folder has no jars\n", "{errors}");
}

#[test]
fn of_a_class_that_both_have_the_paths_are_taken_first() {
    let project = Project::new();
    // The version on the paths divides by no zero, and is answered for; the other is not looked at.
    let report = project.json("check classes other-library -cp library --jobs 1");
    assert_eq!(method(&report, "each")["verdict"], "holds");
    assert!(classes(&report["methods"]).contains(&"library.Sharing".to_owned()));
    // By the JVM too.
    let report = project.json("check classes library -cp other-library --jobs 1 --method each");
    assert_eq!(method(&report, "each")["findings"][0]["confirmed"], true);
    // Of two dependencies the first is taken.
    let report = project.json("check classes -cp other-library -cp library --jobs 1 --method each");
    assert_eq!(method(&report, "each")["verdict"], "holds");
    let report = project.json("check classes -cp library -cp other-library --jobs 1 --method each");
    assert_eq!(method(&report, "each")["verdict"], "fails");
}

#[test]
fn summaries_compose_those_of_dependencies_and_list_none_of_them() {
    let project = Project::new();
    assert_eq!(project.summarised("classes -cp library"), OWN.map(str::to_owned).to_vec());
    let report = project.json("summarize classes -cp library --no-cache --jobs 1 --method each");
    let each = method(&report, "each");
    assert_eq!((&each["cases"], &each["throwing"], &each["complete"]), (&2.into(), &1.into(), &true.into()));
    let shown = project.json("show classes -cp library --no-cache --jobs 1 --method each");
    assert!(shown.to_string().contains("library.Sharing.share"), "{shown}");
    project.refused("show classes -cp library --no-cache --method Sharing.share", &["no method", "Sharing.share"]);
}

#[test]
fn assertions_of_dependencies_are_not_asked_about() {
    let project = Project::new();
    let report = project.json("prove classes -cp library --jobs 1");
    assert_eq!(classes(&report["assertions"]), ["app.Bill$Line"]);
    let report = project.json("prove classes library --jobs 1");
    assert_eq!(classes(&report["assertions"]), ["app.Bill$Line", "library.Sharing"]);
}

#[test]
fn targets_may_be_in_dependencies() {
    let project = Project::new();
    for command in ["reach", "explore"] {
        let found = project.json(&format!("{command} classes -cp library --target Sharing.twice:7 --entry Bill.tip"));
        assert_eq!(found["verdict"], "reached", "{found}");
        let thrown =
            project.json(&format!("{command} classes -cp library --target throw:ArithmeticException --entry each"));
        assert_eq!(thrown["verdict"], "reached", "{thrown}");
        let failing = format!("{command} classes -cp library --target assert --entry Bill.total");
        project.refused(&failing, &["nothing that app.Bill.total(int) may call has an `assert`"]);
        // A `main` of a dependency is none of the application's.
        project.refused(&format!("{command} classes -cp library --target assert"), &["there is no `main`"]);
        let of_library = format!("{command} classes library --target assert --entry Bill.total");
        project.refused(&format!("{of_library} --exclude library.*"), &["may call has an `assert`"]);
        assert_eq!(project.json(&of_library)["verdict"], "reached");
    }
}

#[test]
fn tests_are_written_for_no_dependency_and_run_with_it() {
    let project = Project::new();
    let report = project.json("test classes -cp library --out tests --no-cache --augment none --jobs 1");
    let written = classes(&report["classes"]);
    assert!(
        written.contains(&"app.Bill".to_owned()) && !written.contains(&"library.Sharing".to_owned()),
        "{written:?}"
    );
    assert!(!project.path("tests/library").exists());
    let bill = report["classes"].as_array().unwrap().iter().find(|class| class["class"] == "app.Bill").unwrap();
    assert_eq!(bill["not_run"], Value::Null, "{bill}");
    let source = fs::read_to_string(project.path("tests/app/BillTest.java")).unwrap();
    assert!(source.contains("Bill.tip(") && source.contains("Bill.each("), "{source}");
}

#[test]
fn dependencies_are_not_mutated() {
    let project = Project::new();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let junit = target.join("junit/junit-platform-console-standalone-1.11.4.jar");
    assert!(junit.exists(), "{}: run scripts/fetch-junit", junit.display());
    let class_path = [project.path("classes"), project.path("library"), junit.clone()];
    project.compile("BillTest", TEST, "test-classes", &class_path);
    let tests = std::env::join_paths([project.path("test-classes"), junit.clone()]).unwrap();
    let options = format!("--tests {} --jobs 1 --no-compare", tests.display());
    let report = project.json(&format!("mutate classes -cp library {options}"));
    let mutated = classes(&report["mutants"]);
    assert!(
        mutated.contains(&"app.Bill".to_owned()) && !mutated.contains(&"library.Sharing".to_owned()),
        "{mutated:?}"
    );
    let killed = report["mutants"].as_array().unwrap().iter().any(|mutant| mutant["status"] == "killed");
    assert!(killed, "{report}");
    // JUnit may be among the dependencies.
    let report =
        project.json(&format!("mutate classes -cp library -cp {} {options} --exclude app.Bill", junit.display()));
    assert!(classes(&report["mutants"]).iter().all(|class| class.starts_with("app.other.")), "{report}");
}

#[test]
fn patterns_select_classes() {
    let project = Project::new();
    let selected = |options: &str| project.summarised(&format!("classes -cp library {options}"));
    assert_eq!(selected("--include app.*"), ["app.Bill", "app.Bill$Line"]);
    assert_eq!(selected("--include app.**"), OWN);
    assert_eq!(selected("--include **.Rebate"), ["app.other.Rebate", "app.other.Rebate$1"]);
    assert_eq!(selected("--include **.Rebate --include app.*"), OWN);
    assert_eq!(selected("--include app.Bill$*"), ["app.Bill$Line"]);
    assert_eq!(selected("--exclude app.Bill"), ["app.other.Rebate", "app.other.Rebate$1"]);
    assert_eq!(
        selected("--include app.** --exclude **.Bill$Line"),
        ["app.Bill", "app.other.Rebate", "app.other.Rebate$1"]
    );
    assert_eq!(selected("--class Bill --class Rebate"), ["app.Bill", "app.other.Rebate"]);
    assert_eq!(selected("--class app.Bill.Line --class Rebate --exclude app.other.*"), ["app.Bill$Line"]);
}

#[test]
fn what_selects_nothing_is_refused_with_what_is_near() {
    let project = Project::new();
    let refused = |options: &str, words: &[&str]| {
        project.refused(&format!("summarize classes -cp library --no-cache {options}"), words);
    };
    refused("--include app.ohter.*", &["no class matches `app.ohter.*`", "did you mean `app.other.*`"]);
    refused("--exclude app.Bil", &["no class matches `app.Bil`", "`app.Bill`"]);
    refused("--include **.Rebat", &["`**.Rebate`"]);
    refused("--class Bill --class Rebat", &["no class is named `Rebat`", "`app.other.Rebate`"]);
    refused("--include library.*", &["`library.*` is only on --classpath"]);
    refused("--class Sharing", &["`Sharing` is only on --classpath"]);
    refused("--exclude app.**", &["no class is left"]);
    let output = project.run("check classes --include app.Bill**");
    assert_eq!(output.status.code(), Some(2));
    for command in ["check", "prove", "test", "show --method tip", "reach --target assert", "explore --target assert"] {
        project.refused(&format!("{command} classes --include app.ohter.*"), &["no class matches `app.ohter.*`"]);
    }
}

#[test]
fn a_method_is_found_by_a_name_that_java_could_not_write() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("Odd.java");
    fs::write(&source, "public class Odd {\n public static int a_b_c(int x) { return 1 / x; }\n}").unwrap();
    assert!(jdk_tool("javac").args(["-g", "-d"]).arg(folder.path()).arg(&source).status().unwrap().success());
    // A name in a class file may have any character but `.`, `;`, `[`, `/`, `<` and `>` (JVMS 4.2.2).
    let file = folder.path().join("Odd.class");
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes.windows(5).position(|window| window == b"a_b_c").unwrap();
    bytes[at..at + 5].copy_from_slice(b"a(b)c");
    fs::write(&file, bytes).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        let output = command.current_dir(folder.path()).args(arguments).args(["--format", "json"]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        serde_json::from_slice::<Value>(&output.stdout).unwrap_or_else(|_| panic!("{arguments:?}: {errors}"))
    };
    for name in ["a(b)c", "Odd.a(b)c", "Odd.a(b)c(int)"] {
        for command in ["summarize", "check"] {
            let method = &run(&[command, "Odd.class", "--no-cache", "--method", name])["methods"][0];
            assert_eq!(method["method"], "a(b)c", "{command} {name}");
        }
    }
    let reached =
        run(&["reach", "Odd.class", "--target", "throw:java.lang.ArithmeticException", "--entry", "Odd.a(b)c"]);
    assert_eq!(reached["verdict"], "reached");
}
