//! The command line: what a command line means, and the exit codes. One file per subcommand; the work itself is done by
//! [`analysis`](crate::analysis), the printing by [`report`](crate::report).
//!
//! # Exit codes
//!
//! | code | meaning |
//! |---|---|
//! | 0 | done; summaries that are incomplete say so, and are no failure |
//! | 1 | some input could not be read, everything else was done; a line on stderr for each |
//! | 2 | the command line is wrong |
//! | 3 | nothing could be done: no such path, no class found, unknown class, method or case, `casewise.toml` is wrong, reports that are not the shards of one run (`merge`) |
//! | 4 | a cache cannot be used, or `cache verify` found damage |
//! | 5 | the Z3 library is not the one that casewise was built for |
//! | 10 | a checked method fails (`check --fail-on`), an assertion is refuted (`prove --fail-on`), the target is reached (`reach`, `explore`), a change is not among those that are meant (`diff`) |
//! | 11 | nothing fails, and some answer is incomplete (`check --fail-on incomplete`) or unknown (`prove --fail-on unknown`); not reached (`reach`, `explore`) |
//! | 12 | the mutation score is lower than asked for (`mutate --fail-under`) |
//! | 70 | a defect of casewise |
//! | 71 | the memory limit was reached, and nothing could be given up: there is no report |
//! | 74 | the result could not be written (a reader that went away, as `head` does, is none of these) |
//! | 130, 143 | SIGINT or SIGTERM ended the run; the report has what was done until then. A second one ends it without |

mod cache;
mod check;
mod completions;
mod config;
mod diff;
mod exit;
mod explore;
mod invariants;
mod merge;
mod mutate;
mod natives;
mod options;
mod output;
mod pages;
mod plan;
mod progress;
mod prove;
mod reach;
mod replay;
mod shard;
mod show;
mod sources;
mod summarize;
mod test;

use crate::report::JobError;
use crate::run::handle_signals;
use crate::session::close_remote_caches;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use config::Config;
use exit::Status;
use std::ffi::OsString;
use std::process::ExitCode;

const EXIT_CODES: &str = "\
Exit codes:
  0   done; summaries that are incomplete say so, and are no failure
  1   some input could not be read, everything else was done; a line on stderr for each
  2   the command line is wrong
  3   nothing could be done: no such path, no class found, unknown class, method or case,
      `casewise.toml` is wrong, reports that are not the shards of one run (`merge`)
  4   a cache cannot be used, or `cache verify` found damage
  5   the Z3 library is not the one that casewise was built for
  10  a checked method fails (`check --fail-on`), an assertion is refuted (`prove --fail-on`),
      the target is reached (`reach`, `explore`), a change is not among those that are
      meant (`diff`)
  11  nothing fails, some answer is incomplete (`check --fail-on incomplete`) or unknown
      (`prove --fail-on unknown`); the target is neither reached nor shown to be unreachable
      (`reach`, `explore`)
  12  the mutation score is lower than asked for (`mutate --fail-under`)
  70  a defect of casewise
  71  the memory limit was reached, and nothing could be given up: there is no report
  74  the result could not be written
  130, 143
      SIGINT or SIGTERM ended the run; the report has what was done until then. A second
      one ends it at once, without";

const EXAMPLES: &str = "\
Examples:
  casewise check build/classes
  casewise test build/classes --out src/generated-test/java
  casewise summarize build/classes
  casewise show build/classes --method Account.withdraw
  casewise cache stats";

/// What can Java methods do, and on which inputs? Summarises compiled classes by symbolic execution.
///
/// casewise reads what javac compiled, needs no JVM, and summarises each method once: a case for each path through it,
/// with the condition on its inputs, the path's own code and its outcome. Where a method calls another, the callee's
/// summary is composed into the caller's. Whatever a summary leaves out is said in it.
#[derive(Debug, Parser)]
#[command(name = "casewise", version, after_help = EXAMPLES, after_long_help = long_after_help())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Prove(prove::Arguments),
    Reach(reach::Arguments),
    Explore(explore::Arguments),
    Test(test::Arguments),
    Summarize(summarize::Arguments),
    Invariants(invariants::Arguments),
    Diff(diff::Arguments),
    Plan(plan::Arguments),
    Merge(merge::Arguments),
    Mutate(mutate::Arguments),
    Natives(natives::Arguments),
    Show(show::Arguments),
    Cache(cache::Arguments),
    Config(config::Arguments),
    Completions(completions::Arguments),
}

fn long_after_help() -> String {
    format!("{EXAMPLES}\n\n{EXIT_CODES}")
}

/// Does what the process's command line says.
pub fn main() -> ExitCode {
    // What is read and printed can be nested as deeply as an input wants it.
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(command_line);
    let status = thread.map_or_else(|_| command_line(), |thread| thread.join().unwrap_or(Status::Defect));
    status.into()
}

/// Stack of the command line; of it, only what is touched is used.
const STACK_BYTES: usize = 256 << 20;

fn command_line() -> Status {
    exit::guarded(|| {
        if let Err(error) = handle_signals() {
            return exit::Failure::Job(JobError::Input(format!("signals cannot be handled: {error}"))).tell();
        }
        let status = run(std::env::args_os());
        exit::tell_signal().unwrap_or(status)
    })
}

/// `-cp`, as users of `java` and `javac` write it: clap's short options have one letter.
fn with_long_names(arguments: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut are_options = true;
    arguments.into_iter().map(move |argument| {
        are_options &= argument != "--";
        let is_class_path = are_options && (argument == "-cp" || argument == "-classpath");
        if is_class_path { "--classpath".into() } else { argument }
    })
}

fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let words: Vec<OsString> = with_long_names(arguments).collect();
    let mut program = Arguments::command();
    let (config, wrong) = Config::find(&program).map_or_else(|error| (Config::default(), Some(error)), |it| (it, None));
    let parsed = config.parse(&program, &words).and_then(|matches| {
        let caches = options::check_caches(&matches);
        let arguments = Arguments::from_arg_matches(&matches).map_err(|refusal| refusal.format(&mut program));
        arguments.map(|arguments| (arguments, caches))
    });
    if let Some(error) = wrong {
        let needs_none = match &parsed {
            Ok((arguments, _)) => matches!(arguments.command, Command::Completions(_)),
            Err(refusal) => !refusal.use_stderr(),
        };
        if !needs_none {
            return exit::Failure::Job(error).tell();
        }
    }
    let parsed = match parsed {
        Ok((arguments, Ok(()))) => Ok(arguments),
        Ok((_, Err(wrong))) => return exit::Failure::Job(wrong).tell(),
        Err(refusal) => Err(refusal),
    };
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(refusal) => {
            // Help and version come this way too, as refusals that print to stdout. Nobody is left to tell when neither
            // can be written.
            let _ = refusal.print();
            return if refusal.use_stderr() { Status::Usage } else { Status::Done };
        }
    };
    let result = match arguments.command {
        Command::Check(arguments) => check::run(&arguments, &config),
        Command::Prove(arguments) => prove::run(&arguments),
        Command::Reach(arguments) => reach::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Test(arguments) => test::run(&arguments),
        Command::Summarize(arguments) => summarize::run(&arguments),
        Command::Invariants(arguments) => invariants::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Plan(arguments) => plan::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Mutate(arguments) => mutate::run(&arguments),
        Command::Natives(arguments) => natives::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Cache(arguments) => cache::run(&arguments),
        Command::Config(arguments) => config::run(&arguments, &config, &program),
        Command::Completions(arguments) => completions::run(&arguments, program),
    };
    let status = result.unwrap_or_else(|failure| failure.tell());
    close_remote_caches().iter().for_each(|line| exit::warn(line));
    status
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parser_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn keys_of_the_project_s_file_mean_one_thing() {
        let program = Arguments::command();
        let mut names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        // The table of this command would have the name of an option: there is none.
        names.retain(|name| *name != "cache");
        names.push("suppress");
        for command in program.get_subcommands() {
            let keys = command.get_arguments().map(config::key_of);
            assert_eq!(keys.filter(|key| names.contains(key)).collect::<Vec<_>>(), Vec::<&str>::new());
        }
    }

    #[test]
    fn the_class_path_has_its_usual_name_too() {
        let given = ["casewise", "check", "-cp", "a", "-classpath", "b", "--", "-cp"].map(OsString::from);
        let long: Vec<OsString> = with_long_names(given).collect();
        assert_eq!(
            long,
            ["casewise", "check", "--classpath", "a", "--classpath", "b", "--", "-cp"].map(OsString::from)
        );
    }

    #[test]
    fn every_option_has_a_short_and_a_long_help() {
        let mut open = vec![Arguments::command()];
        let mut missing = Vec::new();
        while let Some(command) = open.pop() {
            for option in command.get_arguments().filter(|option| option.get_id() != "help") {
                let has_long_help = option.get_long_help().is_some() || option.get_id() == "version";
                if option.get_help().is_none() || !has_long_help {
                    missing.push(format!("{} {}", command.get_name(), option.get_id()));
                }
            }
            open.extend(command.get_subcommands().cloned());
        }
        assert_eq!(missing, Vec::<String>::new());
    }
}
