//! What the file of a project says, as defaults of the options that commands declare.

use super::file::{ProjectFile, Setting, Written, is_below, unknown};
use crate::report::{JobError, nearest_names};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::any::TypeId;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A command that has no table, since a key has its name, and only takes that key.
const CACHE: &str = "cache";

/// Commands for which the file says nothing.
const APART: [&str; 2] = ["completions", "config"];

/// Options that weaken what protects whoever runs casewise, or that are no lasting settings: a file that a repository brings must not have them.
const COMMAND_LINE_ONLY: [&str; 5] = ["plan-file", "replay", "shard", "trust-cache", "update-baseline"];

/// Options that name what is written: below the folder of the file, when a file says them.
const WRITTEN: [&str; 3] = ["out", "output", "report"];

/// A default that the file gives to an option of a command.
#[derive(Clone, Debug)]
pub(super) struct Given {
    pub(super) command: String,
    /// The option's name for clap.
    pub(super) id: String,
    pub(super) values: Vec<OsString>,
    pub(super) line: usize,
}

/// The commands that the file is for.
pub(super) fn commands(program: &Command) -> impl Iterator<Item = &Command> {
    program.get_subcommands().filter(|command| !APART.contains(&command.get_name()))
}

/// The name of an option in the file: on the command line it is written with `--` before it. That of what has no name there is told in the
/// documentation: `paths`.
pub(in crate::cli) fn key_of(option: &Arg) -> &str {
    option.get_long().unwrap_or(option.get_id().as_str())
}

/// The options of a command that the file may say.
fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    let is_cache = command.get_name() == CACHE;
    command.get_arguments().filter(move |option| !is_cache || key_of(option) == CACHE)
}

/// Compares a file with the options that there are.
///
/// # Errors
/// The first line that is wrong.
pub(super) fn given(file: &ProjectFile, program: &Command) -> Result<Vec<Given>, JobError> {
    file.settings
        .iter()
        .try_for_each(|setting| check_name(setting, program).map_err(|message| file.error(setting.line, &message)))?;
    let of_commands = commands(program).map(|command| given_to(command, file)).collect::<Result<Vec<_>, _>>()?;
    Ok(of_commands.concat())
}

/// What a file says for a command. What is in the command's table goes before what is said for all.
fn given_to(command: &Command, file: &ProjectFile) -> Result<Vec<Given>, JobError> {
    let mut found = Vec::new();
    let mut settled: Vec<(&Arg, bool)> = Vec::new();
    for section in [Some(command.get_name()), None] {
        let mut of_table: Vec<(&Arg, bool)> = Vec::new();
        for setting in file.settings.iter().filter(|setting| setting.section.as_deref() == section) {
            let Some(option) = options(command).find(|option| key_of(option) == setting.key) else { continue };
            let error = |message: String| file.error(setting.line, &message);
            // A flag that is false excludes nothing.
            let is_on = setting.value != Written::Flag(false);
            let excludes =
                |(other, is_other_on): &&(&Arg, bool)| is_on && *is_other_on && exclude(command, other, option);
            let is_said = settled.iter().any(|(other, _)| other.get_id() == option.get_id());
            if is_said || settled.iter().any(|other| excludes(&other)) {
                continue;
            }
            let values = values(file, setting, option).map_err(|message| match section {
                None => error(format!("{message}, for `casewise {}`", command.get_name())),
                Some(_) => error(message),
            })?;
            if let Some((other, _)) = of_table.iter().find(excludes) {
                return Err(error(format!("`{}` and `{}` exclude each other", key_of(other), setting.key)));
            }
            of_table.push((option, is_on));
            let (command, id) = (command.get_name().to_owned(), option.get_id().to_string());
            found.push(Given { command, id, values, line: setting.line });
        }
        settled.extend(of_table);
    }
    Ok(found)
}

/// Whether a key, or the table that it is in, has a name that there is.
fn check_name(setting: &Setting, program: &Command) -> Result<(), String> {
    let sections = || commands(program).filter(|command| command.get_name() != CACHE);
    let keys = |command| options(command).map(key_of).filter(|key| !COMMAND_LINE_ONLY.contains(key));
    let known: Vec<&str> = match &setting.section {
        Some(name) => match sections().find(|command| command.get_name() == name) {
            Some(_) if setting.key.is_empty() => return Ok(()),
            Some(command) => keys(command).collect(),
            None if setting.key.is_empty() && commands(program).flat_map(keys).any(|key| key == name) => {
                return Err(format!("`{name}` is an option, and no table"));
            }
            None => return Err(unknown(name, sections().map(Command::get_name))),
        },
        None => {
            let names = sections().map(Command::get_name).chain([super::file::SUPPRESS]);
            commands(program).flat_map(keys).chain(names).collect()
        }
    };
    if COMMAND_LINE_ONLY.contains(&setting.key.as_str()) {
        return Err(format!("`{}` is for the command line alone", setting.key));
    }
    if sections().any(|command| setting.section.is_none() && command.get_name() == setting.key) {
        return Err(format!("`{}` is a command: its options are in a table, [{}]", setting.key, setting.key));
    }
    if known.contains(&setting.key.as_str()) { Ok(()) } else { Err(unknown(&setting.key, known)) }
}

/// Whether two options must not be given together.
fn exclude(command: &Command, first: &Arg, second: &Arg) -> bool {
    let names = |one: &Arg, other: &Arg| {
        command.get_arg_conflicts_with(one).iter().any(|conflict| conflict.get_id() == other.get_id())
    };
    names(first, second) || names(second, first)
}

fn is_flag(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::SetTrue)
}

/// The values of a key, as a command line would have them.
fn values(file: &ProjectFile, setting: &Setting, option: &Arg) -> Result<Vec<OsString>, String> {
    let key = &setting.key;
    let takes_many = matches!(option.get_action(), ArgAction::Append);
    let texts = match &setting.value {
        Written::Flag(flag) if is_flag(option) => return Ok(vec![flag.to_string().into()]),
        _ if is_flag(option) => return Err(format!("`{key}` is true or false")),
        Written::One(text) => vec![text.clone()],
        Written::Many(texts) if texts.is_empty() => return Err(format!("`{key}` has no value")),
        Written::Many(texts) if takes_many => texts.clone(),
        Written::Many(_) => return Err(format!("`{key}` has one value, and is no list")),
        Written::Flag(_) | Written::Nothing => return Err(format!("`{key}` is a text or a number")),
    };
    let parts = texts.iter().flat_map(|text| match option.get_value_delimiter() {
        Some(delimiter) => text.split(delimiter).collect(),
        None => vec![text.as_str()],
    });
    parts.map(|text| value(file, key, option, text)).collect()
}

/// A value that the option takes; paths are relative to the folder of the file.
fn value(file: &ProjectFile, key: &str, option: &Arg, text: &str) -> Result<OsString, String> {
    if WRITTEN.contains(&key) && !is_below(Path::new(text)) {
        return Err(format!("`{key}` is written, and must be below the folder of this file"));
    }
    check_value(key, option, text)?;
    let kind = option.get_value_parser().type_id();
    if kind == TypeId::of::<PathBuf>() {
        return Ok(file.folder.join(text).into_os_string());
    }
    if kind == TypeId::of::<OsString>() {
        let entries = std::env::split_paths(OsStr::new(text)).map(|entry| file.folder.join(entry));
        return std::env::join_paths(entries).map_err(|error| format!("`{key}`: {error}"));
    }
    Ok(text.into())
}

/// Asks the option's own parser, on a command line of its own.
fn check_value(key: &str, option: &Arg, text: &str) -> Result<(), String> {
    let alone = Arg::new("value").long("value").action(ArgAction::Set).value_parser(option.get_value_parser().clone());
    let program = Command::new("casewise").no_binary_name(true).arg(alone);
    let Err(error) = program.try_get_matches_from([format!("--value={text}")]) else { return Ok(()) };
    let allowed = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(allowed)) => allowed.as_slice(),
        _ => &[],
    };
    let why = match error.source() {
        Some(why) => format!(": {why}"),
        None if allowed.is_empty() => String::new(),
        None => {
            let nearest = nearest_names(text, allowed.iter().map(String::as_str));
            format!(" ({}){}", allowed.join(", "), super::super::exit::meant(&nearest))
        }
    };
    let is_empty = error.kind() == ErrorKind::InvalidValue && text.is_empty();
    Err(if is_empty { format!("`{key}` is empty") } else { format!("`{text}` is no value of `{key}`{why}") })
}

/// Gives a program these defaults.
pub(super) fn with_defaults(program: Command, given: &[Given]) -> Command {
    given.iter().fold(program, |program, given| {
        program
            .mut_subcommand(&given.command, |command| command.mut_arg(&given.id, |option| with_default(option, given)))
    })
}

fn with_default(option: Arg, given: &Given) -> Arg {
    let is_set_flag = is_flag(&option) && given.values.iter().any(|value| value == "true");
    let option = option.required(false).default_values(given.values.clone());
    if !is_set_flag {
        return option;
    }
    // What the file switches on, the command line switches off: `--strict=false`.
    option.action(ArgAction::Set).num_args(0..=1).require_equals(true).default_missing_value("true")
}

/// Those of the defaults that do not exclude what the command line says.
pub(super) fn not_overruled(given: &[Given], program: &Command, matches: &ArgMatches) -> Vec<Given> {
    let Some((name, matches)) = matches.subcommand() else { return given.to_vec() };
    let Some(command) = program.find_subcommand(name) else { return given.to_vec() };
    let is_said = |option: &&Arg| matches.value_source(option.get_id().as_str()) == Some(ValueSource::CommandLine);
    let said: Vec<&Arg> = command.get_arguments().filter(is_said).collect();
    let is_overruled = |given: &&Given| {
        let option = command.get_arguments().find(|option| *option.get_id() == given.id);
        given.command == name && option.is_some_and(|option| said.iter().any(|said| exclude(command, said, option)))
    };
    given.iter().filter(|given| !is_overruled(given)).cloned().collect()
}
