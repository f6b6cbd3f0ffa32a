//! `casewise config`: the options that are in force, and where each comes from. And what goes before each command: the file of the project.

mod apply;
mod file;

use super::exit::{Failure, Status, warn};
use super::options::{Format, FormatOption, jobs_or_cores};
use super::output::write_result;
use crate::analysis::Suppress;
use crate::classfile::Jdk;
use crate::report::{
    ConfigReport, JobError, OptionInForce, OptionSource, SuppressInForce, config_as_json, config_as_text, nearest_names,
};
use crate::run::default_limit;
use crate::session::RemoteUrl;
use apply::Given;
#[cfg(test)]
pub(super) use apply::key_of;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command};
use file::ProjectFile;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

const EXAMPLES: &str = "\
Examples:
  casewise config
  casewise config check
  casewise config check build/classes --nulls all
  casewise config --format json";

/// Print the options that are in force, and where each comes from
///
/// The file `casewise.toml` of the folder of the run, or of the next one above that has it, gives options other defaults: `timeout = 120` for all
/// commands, or in a table of the command, `[check]`. It is looked for up to the root of a repository. Its keys are the names of options, and `paths`; the
/// command line goes before it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    format: FormatOption,

    /// Only for this command, with what is said for it on the command line
    ///
    /// The command is not executed. Without it the options of all commands are printed.
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// A value without the secrets that URLs of caches may have.
fn shown(value: &OsStr) -> String {
    RemoteUrl::without_secrets(&value.display().to_string())
}

/// What the file of the project says, compared with the options that there are.
#[derive(Debug, Default)]
pub(super) struct Config {
    file: Option<ProjectFile>,
    given: Vec<Given>,
}

impl Config {
    /// Reads the file of the project, if there is one.
    ///
    /// # Errors
    /// When it cannot be read or is wrong.
    pub(super) fn find(program: &Command) -> Result<Config, JobError> {
        let Some(file) = ProjectFile::find()? else { return Ok(Config::default()) };
        let given = apply::given(&file, program)?;
        Ok(Config { file: Some(file), given })
    }

    /// What a command line says, with the file's options where it says nothing.
    ///
    /// # Errors
    /// As clap has them, help among them.
    pub(super) fn parse(&self, program: &Command, words: &[OsString]) -> Result<ArgMatches, clap::Error> {
        let parse = |given: &[Given]| apply::with_defaults(program.clone(), given).try_get_matches_from(words);
        let matches = parse(&self.given)?;
        let given = apply::not_overruled(&self.given, program, &matches);
        if given.len() == self.given.len() { Ok(matches) } else { parse(&given) }
    }

    /// The findings that are not to be told. Entries whose last day is over are told on stderr.
    pub(super) fn suppressed(&self) -> Vec<Suppress> {
        let Some(file) = &self.file else { return Vec::new() };
        let mut found = Vec::new();
        for entry in &file.suppress {
            let (origin, until) = (file.origin(entry.line), entry.until.map(|day| day.to_string()));
            match &until {
                Some(day) if entry.is_over() => warn(&format!("{origin}: this entry counted until {day}")),
                _ => {
                    let (fingerprint, reason) = (entry.fingerprint.clone(), entry.reason.clone());
                    found.push(Suppress { fingerprint, reason, until, origin });
                }
            }
        }
        found
    }
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments, config: &Config, program: &Command) -> Result<Status, Failure> {
    let names: Vec<&str> = apply::commands(program).map(Command::get_name).collect();
    let asked: Vec<&str> = match arguments.words.first() {
        None => names,
        Some(word) => match names.iter().find(|name| word == **name) {
            Some(name) => vec![*name],
            None => {
                let (name, kind) = (word.display().to_string(), "command that casewise.toml is for");
                let suggestions = nearest_names(&name, names);
                return Err(JobError::Unknown { kind, name, suggestions }.into());
            }
        },
    };
    // Nothing is executed: nothing needs to be said.
    let relaxed = program.clone().mut_subcommands(|command| {
        command.subcommand_required(false).arg_required_else_help(false).mut_args(|option| option.required(false))
    });
    let mut report = ConfigReport { file: config.file.as_ref().map(ProjectFile::path), ..ConfigReport::default() };
    let mut rows: BTreeMap<(String, Vec<String>, Option<String>), OptionInForce> = BTreeMap::new();
    for name in asked {
        let words: Vec<OsString> = match arguments.words.as_slice() {
            [] => vec!["casewise".into(), name.into()],
            words => [&["casewise".into()], words].concat(),
        };
        let matches = match config.parse(&relaxed, &words) {
            Ok(matches) => matches,
            Err(refusal) => {
                let _ = refusal.print();
                return Ok(if refusal.use_stderr() { Status::Usage } else { Status::Done });
            }
        };
        for row in config.in_force(&relaxed, name, &matches) {
            let key = (row.option.clone(), row.values.clone(), row.origin.clone());
            rows.entry(key).or_insert(OptionInForce { commands: Vec::new(), ..row }).commands.push(name.to_owned());
        }
    }
    report.options = rows.into_values().collect();
    if let Some(file) = &config.file {
        report.suppress = file.suppress.iter().map(|entry| suppress_in_force(file, entry)).collect();
    }
    write_result(|output| match arguments.format.format {
        Format::Text => config_as_text(&report, output),
        Format::Json => config_as_json(&report, output),
    })?;
    Ok(Status::Done)
}

fn suppress_in_force(file: &ProjectFile, entry: &file::Entry) -> SuppressInForce {
    SuppressInForce {
        fingerprint: entry.fingerprint.clone(),
        reason: entry.reason.clone(),
        until: entry.until.map(|day| day.to_string()),
        is_over: entry.is_over(),
        origin: file.origin(entry.line),
    }
}

impl Config {
    /// The options of a command that have a value.
    fn in_force(&self, program: &Command, name: &str, matches: &ArgMatches) -> Vec<OptionInForce> {
        let (Some(command), Some((_, matches))) = (program.find_subcommand(name), matches.subcommand()) else {
            return Vec::new();
        };
        let row = |option: &clap::Arg| {
            let id = option.get_id().as_str();
            let values = || matches.get_raw(id).into_iter().flatten().map(shown).collect();
            let given = self.given.iter().find(|given| given.command == name && given.id == id);
            let (values, source, origin) = match (matches.value_source(id), given) {
                (Some(ValueSource::DefaultValue), Some(given)) if is_of_file(matches, given) => {
                    (values(), OptionSource::File, self.file.as_ref().map(|file| file.origin(given.line)))
                }
                (Some(ValueSource::DefaultValue), _) => (values(), OptionSource::Default, None),
                (Some(_), _) => (values(), OptionSource::CommandLine, None),
                (None, _) => by_itself(id, matches)?,
            };
            let option = apply::key_of(option).to_owned();
            Some(OptionInForce { option, values, source, origin, commands: Vec::new() })
        };
        command.get_arguments().filter_map(row).collect()
    }
}

/// Whether a default is still the file's: what excludes it on the command line has put it away.
fn is_of_file(matches: &ArgMatches, given: &Given) -> bool {
    matches.get_raw(&given.id).into_iter().flatten().eq(given.values.iter().map(OsString::as_os_str))
}

/// What options are that nobody has given and that depend on the machine.
fn by_itself(id: &str, matches: &ArgMatches) -> Option<(Vec<String>, OptionSource, Option<String>)> {
    match id {
        "jdk" if !matches.try_get_one::<bool>("no_jdk").ok().flatten().is_some_and(|none| *none) => {
            let home = Jdk::find()?.home().to_path_buf();
            let is_named = std::env::var_os("JAVA_HOME").is_some_and(|named| *named == *home);
            let origin = if is_named { "JAVA_HOME" } else { "PATH" };
            Some((vec![home.display().to_string()], OptionSource::Environment, Some(origin.to_owned())))
        }
        "jobs" => Some((vec![jobs_or_cores(None).to_string()], OptionSource::Default, None)),
        "memory" => Some((vec![format!("{}M", default_limit()? >> 20)], OptionSource::Default, None)),
        _ => None,
    }
}
