//! Class files with names that no compiler writes: those of javac with other texts in their constant pools.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The class files of a source, by their names. Parameters have names, local variables none: a JVM looks at these.
pub fn compiled(folder: &Path, name: &str, source: &str) -> Vec<(String, Vec<u8>)> {
    let (file, classes) = (folder.join(format!("{name}.java")), folder.join("compiled-by-javac"));
    fs::write(&file, source).unwrap();
    let mut javac = Command::new("javac");
    javac.args(["-g:source,lines", "-parameters", "-implicit:none", "-d"]).arg(&classes).arg(&file);
    assert!(javac.status().unwrap().success());
    let package = fs::read_dir(&classes).unwrap().next().unwrap().unwrap().path();
    let files = fs::read_dir(package).unwrap().map(|entry| entry.unwrap());
    files.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// A class file whose texts have other names in place of these. Names are without zeros and within the first plane, where
/// modified UTF-8 is UTF-8.
pub fn renamed(bytes: &[u8], names: &[(&str, &str)]) -> Vec<u8> {
    let count = u16::from_be_bytes([bytes[8], bytes[9]]);
    let mut written = bytes[..10].to_vec();
    let (mut at, mut number) = (10, 1);
    while number < count {
        let size = match bytes[at] {
            1 => 3 + usize::from(u16::from_be_bytes([bytes[at + 1], bytes[at + 2]])),
            3 | 4 | 9..=12 | 17 | 18 => 5,
            5 | 6 => 9,
            7 | 8 | 16 | 19 | 20 => 3,
            15 => 4,
            tag => panic!("no constant has tag {tag}"),
        };
        let entry = &bytes[at..at + size];
        if entry[0] == 1 {
            let mut text = String::from_utf8(entry[3..].to_vec()).unwrap();
            for (old, new) in names {
                text = text.replace(old, new);
            }
            written.push(1);
            written.extend(u16::try_from(text.len()).unwrap().to_be_bytes());
            written.extend(text.as_bytes());
        } else {
            written.extend(entry);
        }
        number += if matches!(entry[0], 5 | 6) { 2 } else { 1 };
        at += size;
    }
    written.extend(&bytes[at..]);
    written
}
