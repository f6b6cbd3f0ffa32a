//! Compares texts with the files under `tests/goldens`. With `BLESS=1` in the environment, rewrites the files.

use std::fs;
use std::path::Path;

/// Asserts that a text is that of a golden file.
#[track_caller]
pub fn check_golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join("goldens").join(name);
    if std::env::var_os("BLESS").is_some_and(|value| value == "1") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, actual).unwrap();
        return;
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    if expected == actual {
        return;
    }
    let line = expected.lines().zip(actual.lines()).take_while(|(left, right)| left == right).count();
    panic!(
        "tests/goldens/{name} differs from line {}; BLESS=1 rewrites it\nexpected: {}\n  actual: {}\n\nall of it:\n{actual}",
        line + 1,
        expected.lines().nth(line).unwrap_or("(the end)"),
        actual.lines().nth(line).unwrap_or("(the end)"),
    );
}
