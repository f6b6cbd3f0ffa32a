//! Limits hold: time, memory and signals end every command with a report, and leave no process behind. The whole of it is
//! `scripts/measure-limits`; this is its sample.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What every exit code of a finished run is, on inputs that may be broken, fail or be incomplete.
const ENDED: [i32; 6] = [0, 1, 3, 10, 11, 12];

/// How much longer than its time a run may take here, where other tests run beside it. The script asks for two seconds.
const SLACK: Duration = Duration::from_secs(10);

fn casewise(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn compile(folder: &Path, name: &str, text: &str) {
    let source = folder.join(format!("{name}.java"));
    std::fs::write(&source, text).unwrap();
    let done = Command::new("javac").args(["-J-Xss64m", "-nowarn", "-g", "-d"]).arg(folder).arg(&source).status();
    assert!(done.unwrap().success());
}

/// Runs every command that needs no tests; each must be over when its time is.
fn every_command_is_in_time(folder: &Path, entry: &str, seconds: u64) {
    let path = folder.to_str().unwrap();
    let (out, cache) = (folder.join("out"), folder.join("cache"));
    let (out, cache) = (out.to_str().unwrap(), cache.to_str().unwrap());
    let target = ["--target", "throw:java.lang.ArithmeticException", "--entry", entry];
    let commands: [(&str, &[&str]); 7] = [
        ("summarize", &["--cache", cache]),
        ("show", &["--method", entry, "--cache", cache]),
        ("check", &[]),
        ("prove", &["--cache", cache]),
        ("reach", &target),
        ("explore", &target),
        ("test", &["--out", out, "--cache", cache]),
    ];
    for (command, more) in commands {
        let begun = Instant::now();
        let timeout = seconds.to_string();
        let mut run = casewise(&[command, path, "--format", "json", "--timeout", &timeout, "--memory", "2G"]);
        let output = run.args(more).output().unwrap();
        let took = begun.elapsed();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(took <= Duration::from_secs(seconds) + SLACK, "{command} took {took:?}: {said}");
        assert!(
            output.status.code().is_some_and(|code| ENDED.contains(&code)),
            "{command}: {:?}: {said}",
            output.status
        );
        let is_report = serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok();
        assert!(is_report || (output.stdout.is_empty() && !said.is_empty()), "{command}: {said}");
    }
    if Path::new(cache).exists() {
        assert!(casewise(&["cache", "verify", "--cache", cache]).output().unwrap().status.success());
    }
}

#[test]
fn a_method_of_5000_lines_that_nest_one_term_is_over_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let lines = "r = r * a + i;\n".repeat(5_000);
    let text = format!(
        "public class Deep {{ public static int m(int a, int i) {{ int r = i;\n{lines}\
         if (r == 12345) throw new IllegalStateException(); return r; }} }}"
    );
    compile(folder.path(), "Deep", &text);
    every_command_is_in_time(folder.path(), "Deep.m", 2);
}

#[test]
fn thousands_of_methods_are_over_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let methods: String = (0..6_000)
        .map(|at| format!("public static int m{at}(int a, int[] b) {{ return b[{}] / a; }}\n", at % 7))
        .collect();
    compile(folder.path(), "Many", &format!("public class Many {{ {methods} }}"));
    every_command_is_in_time(folder.path(), "Many.m7", 2);
}

/// The processes that run in a session.
fn running_in(session: u32) -> Vec<String> {
    let stats = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let stat = std::fs::read_to_string(entry.ok()?.path().join("stat")).ok()?;
        let fields: Vec<String> = stat.rsplit(')').next()?.split_whitespace().map(str::to_owned).collect();
        (fields.first()? != "Z" && fields.get(3)?.parse() == Ok(session)).then_some(stat)
    });
    stats.collect()
}

/// Sends a signal to a run at a moment; it must end soon, with a whole report, and leave no process behind.
fn a_signal_ends(command: &[&str], signal: &str, code: i32, after: Duration) {
    let paths = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/java-fixtures");
    let mut run = Command::new("setsid");
    run.arg(env!("CARGO_BIN_EXE_casewise")).args(command).arg(&paths).args(["--format", "json", "--timeout", "60"]);
    let child = run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let id = child.id();
    std::thread::sleep(after);
    let sent = Command::new("kill").args([signal, &id.to_string()]).status().unwrap();
    assert!(sent.success());
    let at = Instant::now();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(at.elapsed() <= SLACK, "{command:?} {signal}: {:?}", at.elapsed());
    assert_eq!(output.status.code(), Some(code), "{command:?} {signal}: {said}");
    assert!(said.contains("interrupted"), "{said}");
    let is_report = serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok();
    assert!(is_report || output.stdout.is_empty(), "{command:?}: {said}");
    assert_eq!(running_in(id), Vec::<String>::new());
}

#[test]
fn signals_end_a_run_with_its_report() {
    let cache = tempfile::tempdir().unwrap();
    let cache = cache.path().to_str().unwrap();
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        a_signal_ends(&["summarize", "--cache", cache], signal, code, Duration::from_millis(300));
        a_signal_ends(&["check"], signal, code, Duration::from_millis(900));
        a_signal_ends(&["test", "--no-cache", "--out", cache], signal, code, Duration::from_millis(1_500));
    }
    assert!(casewise(&["cache", "verify", "--cache", cache]).output().unwrap().status.success());
}
