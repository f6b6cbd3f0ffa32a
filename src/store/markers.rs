//! What says in a folder of the store's own that it is a cache.

use super::files::{is_absent, is_shard_name, is_temporary_name, temporary_file};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// What tells a reader, and the backup programs that ask (<https://bford.info/cachedir/>), what the folder is.
const MARKERS: [(&str, &str); 2] = [
    (
        "README",
        "This folder is a cache of casewise. It changes how fast an analysis is, never what it finds.\n\
         It may be deleted at any time, and several processes may use it at once.\n",
    ),
    ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of casewise.\n"),
];

/// Files that keep an empty folder under version control: a folder with nothing else in it is empty to us.
const PLACEHOLDERS: [&str; 3] = [".gitkeep", ".keep", ".gitignore"];

/// Whether a file has this content. What is no file, or of another length, is not opened: it could wait or have no end.
fn holds(path: &Path, content: &[u8]) -> io::Result<bool> {
    let is_alike = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() == content.len() as u64,
        Err(error) if is_absent(&error) => false,
        Err(error) => return Err(error),
    };
    Ok(is_alike && fs::read(path).is_ok_and(|found| found == content))
}

/// Writes what says that the folder is a cache, unless it holds something foreign.
pub(super) fn mark(folder: &Path) -> io::Result<()> {
    if MARKERS.iter().all(|(name, _)| folder.join(name).exists()) {
        return Ok(());
    }
    for item in fs::read_dir(folder)? {
        let name = item?.file_name();
        let Some(name) = name.to_str() else { return Ok(()) };
        let ours = match MARKERS.iter().find(|(marker, _)| *marker == name) {
            Some((_, text)) => holds(&folder.join(name), text.as_bytes())?,
            None => is_shard_name(name) || is_temporary_name(name) || PLACEHOLDERS.contains(&name),
        };
        if !ours {
            return Ok(());
        }
    }
    for (name, text) in MARKERS {
        let mut file = temporary_file(folder)?;
        file.write_all(text.as_bytes())?;
        match file.persist_noclobber(folder.join(name)) {
            Err(refused) if refused.error.kind() == ErrorKind::AlreadyExists => {}
            other => drop(other?),
        }
    }
    Ok(())
}
