//! The tools of the JDK that is there.

use std::env;
use std::path::Path;
use std::process::Command;

/// The folder of the JDK that is there.
#[allow(dead_code)]
pub fn java_home() -> String {
    let output = jdk_tool("java").args(["-XshowSettings:properties", "-version"]).output().unwrap();
    let settings = String::from_utf8_lossy(&output.stderr).into_owned();
    settings.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).unwrap().to_owned()
}

/// A tool of `JAVA_HOME`'s JDK, or else of the path's.
pub fn jdk_tool(name: &str) -> Command {
    let home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin").join(name));
    Command::new(home.filter(|tool| tool.is_file()).unwrap_or_else(|| name.into()))
}
