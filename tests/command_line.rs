//! Help, usage errors and their exit codes.

use crate::support::golden::check_golden;
use assert_cmd::Command;

fn casewise(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.env_remove("COLUMNS").env_remove("RUST_BACKTRACE").args(arguments);
    command
}

#[track_caller]
fn check_help(arguments: &[&str], golden: &str) {
    let result = casewise(arguments).assert().code(0).get_output().clone();
    assert!(result.stderr.is_empty());
    check_golden(golden, &String::from_utf8(result.stdout).unwrap());
}

/// The command line is refused, in words that have these in them.
#[track_caller]
fn check_usage(arguments: &[&str], words: &[&str]) {
    let result = casewise(arguments).assert().code(2).get_output().clone();
    let message = String::from_utf8(result.stderr).unwrap();
    for word in words {
        assert!(message.contains(word), "no {word} in: {message}");
    }
    assert!(result.stdout.is_empty());
}

#[test]
fn help_tells_every_option_its_default_and_the_exit_codes() {
    check_help(&["--help"], "help.txt");
    check_help(&["check", "--help"], "help-check.txt");
    check_help(&["prove", "--help"], "help-prove.txt");
    check_help(&["summarize", "--help"], "help-summarize.txt");
    check_help(&["show", "--help"], "help-show.txt");
    check_help(&["invariants", "--help"], "help-invariants.txt");
    check_help(&["diff", "--help"], "help-diff.txt");
    check_help(&["plan", "--help"], "help-plan.txt");
    check_help(&["merge", "--help"], "help-merge.txt");
    check_help(&["mutate", "--help"], "help-mutate.txt");
    check_help(&["natives", "--help"], "help-natives.txt");
    check_help(&["test", "--help"], "help-test.txt");
    check_help(&["reach", "--help"], "help-reach.txt");
    check_help(&["explore", "--help"], "help-explore.txt");
    check_help(&["cache", "--help"], "help-cache.txt");
    check_help(&["config", "--help"], "help-config.txt");
    check_help(&["completions", "--help"], "help-completions.txt");
}

#[test]
fn short_help_has_a_line_per_option() {
    check_help(&["-h"], "help-brief.txt");
    check_help(&["summarize", "-h"], "help-summarize-brief.txt");
}

#[test]
fn the_version_is_the_package_s() {
    casewise(&["--version"]).assert().code(0).stdout(format!("casewise {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn command_lines_that_mean_nothing_are_refused() {
    check_usage(&[], &["Usage: casewise"]);
    check_usage(&["summarise"], &["summarise", "summarize"]);
    check_usage(&["summarize"], &["<PATH>"]);
    check_usage(&["show", "classes"], &["--method <C.m>"]);
    check_usage(&["cache"], &["stats", "verify", "clear"]);
    check_usage(&["cache", "empty"], &["empty"]);
    check_usage(&["summarize", "classes", "--loopbound", "3"], &["--loopbound", "--loop-bound"]);
}

#[test]
fn values_that_mean_nothing_are_refused() {
    check_usage(&["summarize", "classes", "--arith", "float"], &["float", "java, math"]);
    check_usage(&["summarize", "classes", "--format", "xml"], &["xml", "text, json"]);
    check_usage(&["summarize", "classes", "--loop-bound", "many"], &["many", "--loop-bound"]);
    check_usage(&["summarize", "classes", "--loop-bound", "4294967296"], &["4294967296"]);
    check_usage(&["summarize", "classes", "--array-length=-1"], &["-1", "--array-length"]);
    check_usage(&["summarize", "classes", "--max-cases", "0"], &["--max-cases"]);
    check_usage(&["summarize", "classes", "--jobs", "0"], &["--jobs"]);
    check_usage(&["summarize", "classes", "--timeout", "soon"], &["soon"]);
    check_usage(&["show", "classes", "--method", "C.m", "--case", "-1"], &["-1"]);
    check_usage(&["reach", "classes", "--target", "C.m"], &["`C.m` is no target", "C.m:LINE"]);
    check_usage(&["reach", "classes", "--target", "assert", "--start", "p"], &["`p` is no value"]);
    check_usage(&["reach", "classes", "--target", "assert", "--strategy", "luck"], &["demand, standard"]);
    check_usage(&["reach", "classes"], &["--target <TARGET>"]);
    check_usage(&["reach", "classes", "--target", "assert", "--guide", "star"], &["apc, none"]);
    check_usage(&["explore", "classes"], &["--target <TARGET>"]);
}

#[test]
fn a_cache_and_no_cache_exclude_each_other() {
    check_usage(&["summarize", "classes", "--cache", "folder", "--no-cache"], &["--cache <DIR|URL>", "--no-cache"]);
}
