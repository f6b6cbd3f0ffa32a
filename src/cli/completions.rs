//! `casewise completions`: what shells need to complete command lines, and manual pages.

use super::exit::{Failure, Status};
use super::output::write_result;
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use std::io;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  casewise completions bash > ~/.local/share/bash-completion/completions/casewise
  casewise completions zsh > ~/.zfunc/_casewise
  casewise completions --man ~/.local/share/man/man1";

/// Print what a shell needs to complete command lines, or write manual pages
///
/// Both are made from the options of this program, so that they never say anything else than `--help` does.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    /// The shell
    ///
    /// Its completions are printed to stdout.
    #[arg(value_name = "SHELL", value_enum, required_unless_present = "man")]
    shell: Option<Shell>,

    /// Write a manual page for each subcommand into this folder
    ///
    /// The pages are `casewise.1`, `casewise-check.1` and so on; the folder is made where it is not there.
    #[arg(long, value_name = "DIR")]
    man: Option<PathBuf>,
}

/// Runs the subcommand for the options of `command`.
pub(super) fn run(arguments: &Arguments, mut command: Command) -> Result<Status, Failure> {
    if let Some(folder) = &arguments.man {
        let named =
            |error: io::Error| Failure::Output(io::Error::new(error.kind(), format!("{}: {error}", folder.display())));
        std::fs::create_dir_all(folder).map_err(named)?;
        clap_mangen::generate_to(command.clone().disable_help_subcommand(true), folder).map_err(named)?;
    }
    if let Some(shell) = arguments.shell {
        let mut script = Vec::new();
        generate(shell, &mut command, "casewise", &mut script);
        write_result(|output| output.write_all(&script))?;
    }
    Ok(Status::Done)
}
