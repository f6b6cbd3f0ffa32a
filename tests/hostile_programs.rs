//! Code under analysis that wants more than to be analysed: it runs in a box, nothing happens outside, nothing is left behind, and
//! what is said of it is true. Without a box, or with none wanted, what is executed is what was asked for.

use crate::support::jdk::java_home;
use crate::support::place::noting_jdk;
use casewise::run::{enclose, obstacle};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::net::{TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};
use tempfile::TempDir;

/// What hostile programs reach for.
struct Outside {
    folder: TempDir,
    connections: TcpListener,
    datagrams: UdpSocket,
    /// What marks processes that they start.
    mark: String,
    before: BTreeMap<PathBuf, String>,
}

impl Outside {
    fn new() -> Outside {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("kept"), "as it was").unwrap();
        fs::create_dir(folder.path().join("folder")).unwrap();
        let connections = TcpListener::bind("127.0.0.1:0").unwrap();
        connections.set_nonblocking(true).unwrap();
        let datagrams = UdpSocket::bind(connections.local_addr().unwrap()).unwrap();
        datagrams.set_nonblocking(true).unwrap();
        // A number of seconds that no other test and no other run waits.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos();
        let mark = format!("{}{}", std::process::id(), now % 1_000_000);
        let before = described(folder.path());
        Outside { folder, connections, datagrams, mark, before }
    }

    /// The program on hostile classes.
    fn casewise(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.args(arguments).stdin(Stdio::null());
        command.env("HOSTILE_FOLDER", self.folder.path()).env("HOSTILE_MARK", &self.mark);
        command.env("HOSTILE_PORT", self.connections.local_addr().unwrap().port().to_string());
        command.output().unwrap()
    }

    fn check(&self, more: &[&str]) -> BTreeMap<String, Value> {
        let command = [&["check", env!("CASEWISE_HOSTILE_FIXTURES"), "--no-cache", "--format", "json"], more].concat();
        let output = self.casewise(&command);
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
        let methods = report["methods"].as_array().unwrap().iter();
        let quotients = methods.filter(|method| method["method"] == "quotient");
        quotients.map(|method| (method["class"].as_str().unwrap().to_owned(), method.clone())).collect()
    }

    /// Nothing has happened here.
    fn assert_untouched(&self, by: &str) {
        assert_eq!(described(self.folder.path()), self.before, "{by}");
        assert!(self.connections.accept().is_err(), "{by} has connected");
        assert!(self.datagrams.recv(&mut [0; 8]).is_err(), "{by} has sent something");
        assert_eq!(processes(&self.mark), Vec::<String>::new(), "{by} has left processes");
    }
}

/// All files of a folder with their content, rights and times.
fn described(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        let metadata = fs::symlink_metadata(&path).unwrap();
        let content = fs::read_to_string(&path).unwrap_or_default();
        found.insert(path, format!("{content:?} {:?} {:?}", metadata.permissions(), metadata.modified().unwrap()));
    }
    found
}

/// The command lines of processes that have a word.
fn processes(word: &str) -> Vec<String> {
    let command_lines = fs::read_dir("/proc").unwrap().filter_map(|process| {
        let text = fs::read_to_string(process.ok()?.path().join("cmdline")).ok()?;
        Some(text.replace('\0', " "))
    });
    command_lines.filter(|text| text.contains(word)).collect()
}

/// The hostile programs whose initialisers come to an end, so that the division by zero after them is shown by a JVM.
const COME_TO_AN_END: [&str; 17] = [
    "ChangesPermissions",
    "Connects",
    "DeletesFiles",
    "EndsProcesses",
    "FloodsChannel",
    "ForgesAnswers",
    "ForgesChannel",
    "LeavesManyThreads",
    "LeavesThread",
    "Listens",
    "ReadsInput",
    "ReadsJobs",
    "SendsDatagrams",
    "StartsProcesses",
    "TakesMemory",
    "TakesNativeMemory",
    "WritesFiles",
];

/// Those after whose initialisers nothing runs.
const NEVER_COME_TO_AN_END: [&str; 8] = [
    "Exits",
    "ExitsNever",
    "FillsDisk",
    "Halts",
    "HidesFolders",
    "KeepsRemovedFiles",
    "NeverInitialised",
    "StopsThreads",
];

#[test]
fn what_hostile_programs_do_stays_in_the_box() {
    if let Some(why) = obstacle() {
        return says_that_there_is_no_box(why);
    }
    let outside = Outside::new();
    let found = outside.check(&["--replay", "sandbox", "--timeout", "600"]);
    outside.assert_untouched("some program");
    let mut names: Vec<&str> = COME_TO_AN_END.iter().chain(&NEVER_COME_TO_AN_END).copied().collect();
    names.sort_unstable();
    assert_eq!(found.keys().map(|name| name.trim_start_matches("hostile.")).collect::<Vec<_>>(), names);
    for name in names {
        let method = &found[&format!("hostile.{name}")];
        let confirmed: Vec<bool> = method["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["exception"] == "java.lang.ArithmeticException" && finding["confirmed"] == true)
            .collect();
        if COME_TO_AN_END.contains(&name) {
            assert_eq!((&method["verdict"], &confirmed[..]), (&Value::from("fails"), &[true][..]), "{name}: {method}");
        } else {
            assert_eq!((&method["verdict"], &confirmed[..]), (&Value::from("incomplete"), &[][..]), "{name}: {method}");
        }
    }
}

/// Memory that a program takes is not the analysis's, whose answers are there however little there is.
#[test]
fn what_takes_memory_is_given_up_before_the_run() {
    if obstacle().is_some() {
        return;
    }
    let outside = Outside::new();
    let programs = ["FloodsChannel", "TakesMemory", "TakesNativeMemory"].map(|name| format!("hostile.{name}"));
    let classes: Vec<&str> = programs.iter().flat_map(|name| ["--class", name]).collect();
    let found = outside.check(&[&classes[..], &["--memory", "512M", "--timeout", "300"]].concat());
    assert_eq!(found.len(), programs.len());
    assert_eq!(found["hostile.FloodsChannel"]["verdict"], "fails");
}

/// Programs that change what is outside, or that others would notice: each works without the box and fails in it.
#[test]
fn system_calls_of_the_box_are_those_of_programs_that_compute() {
    if obstacle().is_some() {
        return;
    }
    let own = TempDir::new().unwrap();
    let file = own.path().join("file");
    let here = std::process::id().to_string();
    let file = file.to_str().unwrap();
    let new = format!("{file}-new");
    let attempts: &[&[&str]] = &[
        &["chmod", "640", file],
        &["touch", "-d", "2001-02-03", file],
        &["fallocate", "-l", "4096", &new],
        &["flock", "-n", file, "true"],
        &["kill", "-0", &here],
        &["renice", "-n", "0", "-p", &here],
        &["ionice", "-c", "2", "-n", "4", "-p", &here],
        &["prlimit", "--pid", &here, "--core=0"],
        &["setsid", "-w", "true"],
        &["sh", "-c", "true | true"],
    ];
    let status = |command: &[&str], is_boxed: bool| {
        fs::write(file, "as it was").unwrap();
        let mut process = Command::new(command[0]);
        process.args(&command[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        if is_boxed {
            enclose(&mut process, own.path(), 64 << 20).unwrap();
        }
        process.status().unwrap()
    };
    for command in attempts {
        assert!(status(command, false).success(), "{command:?}");
        assert!(!status(command, true).success(), "{command:?}");
    }
    for command in [&["cat", file][..], &["rm", file], &["sh", "-c", "echo x > \"$0\"", &new]] {
        assert!(status(command, true).success(), "{command:?}");
    }
}

/// Where the system has no box: it is said, once, and not to be had by asking for it.
fn says_that_there_is_no_box(why: &str) {
    let outside = Outside::new();
    let harmless = ["check", env!("CASEWISE_HOSTILE_FIXTURES"), "--no-cache", "--class", "hostile.ForgesAnswers"];
    let said = String::from_utf8(outside.casewise(&harmless).stderr).unwrap();
    assert_eq!(said, format!("casewise: code is executed with your rights, since there is no sandbox here: {why}\n"));
    let refused = outside.casewise(&[&harmless[..], &["--replay", "sandbox"]].concat());
    assert_eq!(refused.status.code(), Some(3));
}

/// What a program writes to where results once came from changes nothing, whether there is a box or not.
#[test]
fn forged_answers_are_nobodys() {
    let outside = Outside::new();
    for program in ["ForgesAnswers", "ForgesChannel"] {
        let class = format!("hostile.{program}");
        let found = outside.check(&["--replay", "plain", "--class", &class]);
        let findings = found[&class]["findings"].as_array().unwrap();
        assert_eq!(findings.len(), 1, "{program}");
        assert_eq!(findings[0]["confirmed"], true, "{program}");
    }
    outside.assert_untouched("forging");
}

/// What the environment says to JVMs is not said to those that confirm.
#[test]
fn agents_of_the_environment_stay_out() {
    let outside = Outside::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.args(["check", env!("CASEWISE_HOSTILE_FIXTURES"), "--no-cache", "--class", "hostile.ForgesAnswers"]);
    // A JVM that is told of an agent that is not there does not start.
    for variable in ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"] {
        command.env(variable, "-javaagent:/there/is/none.jar");
    }
    command.env("HOSTILE_FOLDER", outside.folder.path());
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("confirmed by a JVM"), "{text}");
}

/// Tests that are written for hostile code run in the box too.
#[test]
fn written_tests_run_in_the_box() {
    if obstacle().is_some() {
        return;
    }
    let outside = Outside::new();
    for program in ["WritesFiles", "DeletesFiles", "StartsProcesses", "Connects"] {
        let out = TempDir::new().unwrap();
        let class = format!("hostile.{program}");
        let folder = out.path().to_str().unwrap();
        let command = [
            "test",
            env!("CASEWISE_HOSTILE_FIXTURES"),
            "--no-cache",
            "--class",
            &class,
            "--out",
            folder,
            "--format",
            "json",
        ];
        let output = outside.casewise(&command);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
        outside.assert_untouched(program);
    }
}

/// With `--replay none` no process is started by any command: neither one that the environment names, nor, where system calls
/// can be watched, any other.
#[test]
fn nothing_is_executed_where_nothing_is_to_be() {
    let place = TempDir::new().unwrap();
    let classes = env!("CASEWISE_CHECK_FIXTURES");
    let out = place.path().join("out");
    let out = out.to_str().unwrap();
    let commands: [&[&str]; 8] = [
        &["check", classes, "--class", "check.Average", "--no-cache", "--replay", "none"],
        &["check", classes, "--class", "check.Average", "--no-cache", "--no-replay"],
        &["prove", classes, "--class", "check.Average", "--no-cache", "--replay", "none"],
        &[
            "reach",
            classes,
            "--target",
            "throw:ArithmeticException",
            "--entry",
            "check.Average.meanBad",
            "--replay",
            "none",
        ],
        &[
            "explore",
            classes,
            "--target",
            "throw:ArithmeticException",
            "--entry",
            "check.Average.meanBad",
            "--no-replay",
        ],
        &["test", classes, "--class", "check.Average", "--no-cache", "--out", out, "--replay", "none"],
        &["test", classes, "--class", "check.Average", "--no-cache", "--out", out, "--no-run"],
        &["summarize", classes, "--class", "check.Average", "--no-cache"],
    ];
    let watch = if strace_works() { watched } else { noted };
    for command in commands {
        assert_eq!(watch(place.path(), command), vec![env!("CARGO_BIN_EXE_casewise").to_owned()], "{command:?}");
    }
    // The same watch sees a JVM where one is to be asked.
    let asks = ["check", classes, "--class", "check.Average", "--no-cache", "--replay", "plain"];
    assert!(watch(place.path(), &asks).iter().any(|program| program.ends_with("/java")));
}

/// Whether processes may be watched here; some containers forbid it.
fn strace_works() -> bool {
    let quiet = Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    quiet.is_ok_and(|status| status.success())
}

/// The programs that a command starts, itself included: as a JDK notes them.
fn noted(place: &Path, command: &[&str]) -> Vec<String> {
    let jdk = place.join("jdk");
    let jdk = if jdk.exists() { jdk } else { noting_jdk(place) };
    let _ = fs::remove_file(place.join("starts"));
    let casewise = env!("CARGO_BIN_EXE_casewise");
    let status = Command::new(casewise).args(command).env("JAVA_HOME", &jdk).stdout(Stdio::null()).status().unwrap();
    assert!(matches!(status.code(), Some(0 | 1 | 10 | 11)), "{command:?}: {status}");
    let starts = fs::read_to_string(place.join("starts")).unwrap_or_default();
    let java = jdk.join("bin/java").display().to_string();
    std::iter::once(casewise.to_owned()).chain(starts.lines().map(|_| java.clone())).collect()
}

/// The programs that a command starts, itself included: as the kernel is asked for them.
fn watched(place: &Path, command: &[&str]) -> Vec<String> {
    let home = java_home();
    let trace = place.join("trace");
    let status = Command::new("strace")
        .args(["-f", "-qq", "-e", "trace=execve", "-o"])
        .arg(&trace)
        .arg(env!("CARGO_BIN_EXE_casewise"))
        .args(command)
        .env("JAVA_HOME", &home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .unwrap();
    assert!(matches!(status.code(), Some(0 | 1 | 10 | 11)), "{command:?}: {status}");
    let text = fs::read_to_string(&trace).unwrap();
    let started = text.lines().filter(|line| line.contains("execve(") && line.ends_with("= 0"));
    started.map(|line| line.split('"').nth(1).unwrap().to_owned()).collect()
}
