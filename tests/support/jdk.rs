//! The tools of the JDK that is there.

use std::env;
use std::path::Path;
use std::process::Command;

/// A tool of `JAVA_HOME`'s JDK, or else of the path's.
pub fn jdk_tool(name: &str) -> Command {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name));
    Command::new(home.filter(|tool| tool.is_file()).unwrap_or_else(|| name.into()))
}
