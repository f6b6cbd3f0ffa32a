//! Bad input, unknown names, unusable folders: one line each, the right exit code, and everything else done.

use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder to run casewise in.
struct Place(TempDir);

/// What a run did: exit code, stdout, the lines of stderr.
struct Ran {
    code: Option<i32>,
    output: String,
    errors: Vec<String>,
}

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CASEWISE_FIXTURES"))
}

impl Place {
    fn new() -> Self {
        Place(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    /// Copies a fixture's class file, as much of it as `keep` says.
    fn copy_class(&self, class: &str, to: &str, keep: impl FnOnce(usize) -> usize) {
        let bytes = fs::read(fixtures().join(class)).unwrap();
        self.write(to, &bytes[..keep(bytes.len())]);
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(self.0.path()).env_remove("RUST_BACKTRACE").stdin(Stdio::null());
        let fixtures = fixtures();
        for argument in arguments.split_whitespace() {
            match argument.strip_prefix("FIXTURES") {
                Some(below) => command.arg(fixtures.join(below.trim_start_matches('/'))),
                None => command.arg(argument),
            };
        }
        command
    }

    /// Runs casewise. `FIXTURES/x` stands for a file or folder of the compiled fixtures.
    fn run(&self, arguments: &str) -> Ran {
        let Output { status, stdout, stderr } = self.command(arguments).output().unwrap();
        Ran {
            code: status.code(),
            output: String::from_utf8(stdout).unwrap(),
            errors: String::from_utf8(stderr).unwrap().lines().map(str::to_owned).collect(),
        }
    }
}

impl Ran {
    /// Nothing was done: the code, nothing on stdout, and one line on stderr that has these words.
    #[track_caller]
    fn refused(&self, code: i32, words: &[&str]) {
        assert_eq!((self.code, self.output.as_str()), (Some(code), ""), "{:?}", self.errors);
        self.told(words);
    }

    /// One line is on stderr, and has these words.
    #[track_caller]
    fn told(&self, words: &[&str]) {
        assert_eq!(self.errors.len(), 1, "{:?}", self.errors);
        assert!(self.errors[0].starts_with("casewise: "), "{:?}", self.errors);
        for word in words {
            assert!(self.errors[0].contains(word), "no {word} in {:?}", self.errors);
        }
    }

    /// Done, with nothing on stderr.
    #[track_caller]
    fn done(&self) -> &str {
        assert_eq!((self.code, self.errors.as_slice()), (Some(0), [].as_slice()));
        &self.output
    }

    /// The methods of a JSON result by `class.method`.
    fn methods(&self) -> Vec<String> {
        let result: Value = serde_json::from_str(&self.output).unwrap();
        let text = |method: &Value, field: &str| method[field].as_str().unwrap().to_owned();
        let methods = result["methods"].as_array().unwrap();
        methods.iter().map(|method| format!("{}.{}", text(method, "class"), text(method, "method"))).collect()
    }

    #[track_caller]
    fn summarised(&self, method: &str) {
        assert!(self.methods().iter().any(|name| name == method), "no {method} in {:?}", self.methods());
    }
}

const OPTIONS: &str = "--no-cache --jobs 1 --format json";

#[test]
fn no_such_path() {
    Place::new().run(&format!("summarize nowhere {OPTIONS}")).refused(3, &["nowhere", "no such"]);
    Place::new().run(&format!("show nowhere --method C.m {OPTIONS}")).refused(3, &["nowhere", "no such"]);
}

#[test]
fn several_paths_of_which_none_can_be_read_cost_a_line_each() {
    let ran = Place::new().run(&format!("summarize nowhere elsewhere {OPTIONS}"));
    assert_eq!((ran.code, ran.errors.len()), (Some(3), 2), "{:?}", ran.errors);
    assert!(ran.errors[0].contains("nowhere") && ran.errors[1].contains("elsewhere"));
}

#[test]
fn not_a_class_file() {
    let place = Place::new();
    place.write("Notes.class", b"Dear diary");
    place.run(&format!("summarize Notes.class {OPTIONS}")).refused(3, &["Notes.class", "class file"]);
    place.write("notes.txt", b"Dear diary");
    place.run(&format!("summarize notes.txt {OPTIONS}")).refused(3, &["notes.txt"]);
    place.write("Source.java", b"class Source {}");
    place.run(&format!("summarize Source.java {OPTIONS}")).refused(3, &["Source.java"]);
}

#[test]
fn an_empty_class_file() {
    let place = Place::new();
    place.write("Empty.class", b"");
    place.run(&format!("summarize Empty.class {OPTIONS}")).refused(3, &["Empty.class"]);
}

#[test]
fn a_truncated_class_costs_a_line_and_the_others_are_done() {
    let place = Place::new();
    place.copy_class("casestudies/R.class", "classes/casestudies/R.class", |length| length);
    place.copy_class("casestudies/Foo.class", "classes/casestudies/Foo.class", |length| length / 2);
    let ran = place.run(&format!("summarize classes --class casestudies.R --method gcd {OPTIONS}"));
    assert_eq!(ran.code, Some(1));
    ran.told(&["Foo.class"]);
    ran.summarised("casestudies.R.gcd");
    let result: Value = serde_json::from_str(&ran.output).unwrap();
    assert_eq!(result["problems"].as_array().unwrap().len(), 1);
    assert!(result["problems"][0]["origin"].as_str().unwrap().contains("Foo.class"));
}

#[test]
fn a_truncated_class_alone() {
    let place = Place::new();
    for part in [4, 10, 100] {
        place.copy_class("casestudies/R.class", "R.class", |length| length.min(part));
        place.run(&format!("summarize R.class {OPTIONS}")).refused(3, &["R.class"]);
    }
}

#[test]
fn an_empty_folder() {
    let place = Place::new();
    fs::create_dir(place.path("empty")).unwrap();
    place.run(&format!("summarize empty {OPTIONS}")).refused(3, &["empty", "no class files"]);
}

#[test]
fn a_class_of_a_newer_java() {
    let place = Place::new();
    let mut bytes = fs::read(fixtures().join("casestudies/R.class")).unwrap();
    bytes[6..8].copy_from_slice(&70_u16.to_be_bytes());
    place.write("R.class", &bytes);
    place
        .run(&format!("summarize R.class {OPTIONS}"))
        .refused(3, &["R.class", "version 70", "Java 26", "69 (Java 25)"]);
}

#[test]
fn a_huge_method_is_done() {
    let ran = Place::new().run(&format!("summarize FIXTURES/fixtures/HugeMethod.class {OPTIONS}"));
    ran.done();
    ran.summarised("fixtures.HugeMethod.straight");
}

#[test]
fn out_of_time_is_said_and_not_cached() {
    let place = Place::new();
    let started = std::time::Instant::now();
    let text = place.run("summarize FIXTURES/casestudies/R.class --method simp --timeout 1 --cache kept --jobs 1");
    assert!(text.done().contains("incomplete: "), "{}", text.output);
    assert!(text.output.contains("Unfinished    1 method, for want of time"), "{}", text.output);
    let json = format!("summarize FIXTURES/casestudies/R.class --method simp {OPTIONS} --timeout 1");
    // The first round's answer is there; what the clock has cut of the next one is neither told nor kept, but that it was cut.
    let again = |seconds: &str| {
        let again = place.run(&json.replace("--no-cache", "--cache kept").replace("--timeout 1", seconds));
        let result: Value = serde_json::from_str(again.done()).unwrap();
        assert_eq!(result["methods"][0]["complete"], false);
        assert_eq!(result["totals"]["run"]["unfinished"], 1, "{}", again.output);
        result
    };
    assert_eq!(again("--timeout 1")["totals"]["run"]["states"], 0);
    assert_ne!(again("--timeout 2")["totals"]["run"]["states"], 0);
    assert_eq!(again("--timeout 2")["totals"]["run"]["states"], 0);
    assert!(started.elapsed().as_secs() < 30);
}

#[test]
fn one_bad_path_of_two() {
    let place = Place::new();
    let ran = place.run(&format!("summarize nowhere FIXTURES/casestudies/R.class --method abs {OPTIONS}"));
    assert_eq!(ran.code, Some(1));
    ran.told(&["nowhere"]);
    ran.summarised("casestudies.R.abs");
}

#[test]
fn unknown_classes_come_with_the_nearest_names() {
    let place = Place::new();
    let check = |class: &str, nearest: &str| {
        let nearest = format!("`{nearest}`");
        place.run(&format!("summarize FIXTURES --class {class} {OPTIONS}")).refused(3, &[class, &nearest]);
    };
    check("casestudies.Fooo", "casestudies.Foo");
    check("serchtree", "fixtures.SearchTree");
    check("fixtures.R", "casestudies.R");
    let ran = place.run(&format!("summarize FIXTURES --class NothingOfTheSort {OPTIONS}"));
    ran.refused(3, &["NothingOfTheSort"]);
    assert!(!ran.errors[0].contains("did you mean"));
}

#[test]
fn unknown_methods_come_with_the_nearest_names() {
    let place = Place::new();
    let check = |subcommand: &str, method: &str, nearest: &str| {
        let nearest = format!("`{nearest}`");
        place.run(&format!("{subcommand} FIXTURES --method {method} {OPTIONS}")).refused(3, &[method, &nearest]);
    };
    check("summarize", "R.gdc", "casestudies.R.gcd");
    check("summarize", "casestudies.R.simplfy", "casestudies.R.simplify");
    check("show", "R.gdc", "casestudies.R.gcd");
    check("show", "Foo.gcd", "casestudies.R.gcd");
}

#[test]
fn targets_and_entries_that_mean_nothing_or_too_much() {
    let place = Place::new();
    let check = |arguments: &str, words: &[&str]| place.run(&format!("reach FIXTURES {arguments}")).refused(3, words);
    check("--target casestudies.R.gdc:3", &["no method", "R.gdc", "`casestudies.R.gcd(int,int)`"]);
    check("--target Fooo.q:3", &["no class", "Fooo", "`casestudies.Foo`"]);
    check("--target R.gcd:1", &["line 1 of R.gcd has no code", "lines "]);
    check("--target R.gcd@1000", &["no instruction of R.gcd is at offset 1000"]);
    check("--target assert", &["no `main`", "--entry"]);
    check("--target assert --entry <init>", &["the entry `<init>` can be", "more", "name one of them"]);
    check("--target assert --entry R.abs", &["nothing that casestudies.R.abs(int) may call has an `assert`"]);
    check("--target throw:ArithmeticExcepton --entry R.gcd", &["no exception", "ArithmeticException"]);
    check("--target throw:casestudies.R --entry R.gcd", &["R is no exception"]);
    check("--target throw:StackOverflowError --entry R.gcd", &["is no target", "resources"]);
    check("--target R.gcd@0 --start x=abc", &["--start", "`abc` is no value of `x`"]);
    check("--target R.gcd@0 --start zzz=1", &["--start", "no parameter", "`zzz`"]);
}

#[test]
fn a_case_that_is_not_there() {
    let place = Place::new();
    place
        .run(&format!("show FIXTURES/casestudies --method R.abs --case 99 {OPTIONS}"))
        .refused(3, &["no case 99", "casestudies.R.abs(int)", "0 to 1"]);
    let ran = place.run(&format!("show FIXTURES/casestudies --method R.abs --case 1 {OPTIONS}"));
    let result: Value = serde_json::from_str(ran.done()).unwrap();
    assert_eq!(result["methods"][0]["cases"].as_array().unwrap().len(), 1);
    assert_eq!(result["methods"][0]["cases"][0]["index"], 1);
}

#[test]
fn an_incomplete_summary_is_no_failure() {
    let ran = Place::new().run("summarize FIXTURES/fixtures/EndlessLoop.class --no-cache --jobs 1");
    let text = ran.done();
    assert!(text.contains("incomplete: ") && text.contains("\nSolver calls "), "{text}");
}

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly() {
    let place = Place::new();
    for subcommand in ["summarize", "show"] {
        let mut command = place.command(&format!("{subcommand} FIXTURES/casestudies --method R.gcd {OPTIONS}"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let Output { status, stderr, .. } = child.wait_with_output().unwrap();
        assert_eq!((status.code(), String::from_utf8(stderr).unwrap().as_str()), (Some(0), ""));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_result_that_cannot_be_written_is_a_failure() {
    let place = Place::new();
    let mut command = place.command(&format!("summarize FIXTURES/casestudies --method R.abs {OPTIONS}"));
    let full = File::options().write(true).open("/dev/full").unwrap();
    let Output { status, stderr, .. } = command.stdout(full).output().unwrap();
    assert_eq!(status.code(), Some(74));
    assert!(String::from_utf8(stderr).unwrap().starts_with("casewise: cannot write the result"));
}

#[test]
fn no_cache_leaves_no_folder() {
    let place = Place::new();
    place.run(&format!("summarize FIXTURES/casestudies --method R.abs {OPTIONS}")).done();
    assert_eq!(fs::read_dir(place.0.path()).unwrap().count(), 0);
    place.run("summarize FIXTURES/casestudies --method R.abs").done();
    assert!(place.path("summaries-cache").is_dir());
}

#[test]
fn a_cache_folder_that_cannot_be_one() {
    let place = Place::new();
    place.write("file", b"not a folder");
    place.run("summarize FIXTURES/casestudies --method R.abs --cache file").refused(4, &["file"]);
    for action in ["stats", "verify", "clear"] {
        place.run(&format!("cache {action} --cache file")).refused(4, &["file"]);
    }
    assert_eq!(fs::read(place.path("file")).unwrap(), b"not a folder");
}

#[test]
fn a_cache_that_is_not_there_is_empty() {
    let place = Place::new();
    assert!(place.run("cache stats").done().contains("Summaries     0\n"));
    assert_eq!(place.run("cache verify").done(), "0 summaries, all sound\n");
    assert_eq!(place.run("cache clear").done(), "0 summaries removed\n");
    assert_eq!(fs::read_dir(place.0.path()).unwrap().count(), 0);
}

#[test]
fn a_cache_is_counted_checked_and_emptied() {
    let place = Place::new();
    place.run("summarize FIXTURES/casestudies --method R.gcd --cache kept").done();
    let stats = place.run("cache stats --cache kept");
    assert!(stats.done().starts_with("Folder        kept\n") && !stats.output.contains("Summaries     0\n"));
    assert!(place.run("cache verify --cache kept").done().ends_with("summaries, all sound\n"));
    let removed = place.run("cache clear --cache kept");
    assert!(removed.done().ends_with("summaries removed\n") && !removed.output.starts_with("0 "));
    assert!(place.run("cache stats --cache kept").done().contains("Summaries     0\n"));
}

#[test]
fn a_damaged_cache_is_found_out_and_costs_nothing_but_time() {
    let place = Place::new();
    let summarize = "summarize FIXTURES/casestudies --method R.gcd --cache kept --jobs 1";
    let before = place.run(summarize);
    before.done();
    damage(&place.path("kept"));
    let verify = place.run("cache verify --cache kept");
    assert_eq!(verify.code, Some(4));
    assert!(!verify.errors.is_empty());
    let after = place.run(summarize);
    assert_eq!(after.code, Some(0), "{:?}", after.errors);
    assert!(!after.errors.is_empty());
    let first_words = |ran: &Ran| ran.output.lines().next().unwrap().split("complete").next().unwrap().to_owned();
    assert_eq!(first_words(&before), first_words(&after));
}

/// Turns round most bits of every file.
fn damage(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            damage(&path);
        } else {
            let mut bytes = fs::read(&path).unwrap();
            bytes.iter_mut().skip(16).for_each(|byte| *byte = !*byte);
            fs::write(&path, bytes).unwrap();
        }
    }
}
