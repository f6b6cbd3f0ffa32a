//! The name of a class of tests, which is also that of its file.

use super::words::in_package;
use crate::program::{Program, package_of};

/// What a name has of that of the class under test at most: file systems take 255 bytes.
const LONGEST: usize = 120;

/// The simple name of a class's tests from its own: of ASCII and short. Classes that differ in it by case alone, or in what is
/// left out of it, get different names, since file systems may not tell such files apart.
pub(super) fn test_name(program: &Program, package: &str, under_test: &str, keeps_package: bool) -> String {
    let base = stem(under_test);
    let is_beside =
        |name: &str| !keeps_package || package_of(name).to_lowercase() == package_of(under_test).to_lowercase();
    let is_alike = |name: &str| stem(name).eq_ignore_ascii_case(&base) && is_beside(name);
    let user = || program.user_classes().map(|(_, class)| &*class.name);
    let rank = user().filter(|name| *name < under_test && is_alike(name)).count();
    let is_there = |name: &str| {
        let wanted = in_package(package, name);
        user().any(|class| class.eq_ignore_ascii_case(&wanted))
    };
    let names = (0..u32::MAX).map(|number| match number {
        0 => format!("{base}Test"),
        1 => format!("{base}CasesTest"),
        _ => format!("{base}Cases{number}Test"),
    });
    let is_of_another = |name: &str| {
        let before = name.strip_suffix("Test").unwrap_or(name);
        user().any(|class| class != under_test && stem(class).eq_ignore_ascii_case(before))
    };
    let free = names.enumerate().filter(|(at, name)| !is_there(name) && (*at == 0 || !is_of_another(name)));
    free.map(|(_, name)| name).nth(rank).unwrap_or_default()
}

/// What the name of a class's tests begins with.
fn stem(class: &str) -> String {
    let simple = class.rsplit('/').next().unwrap_or(class);
    let kept = simple.chars().filter(|character| character.is_ascii_alphanumeric() || *character == '_');
    let kept: String = kept.take(LONGEST).collect();
    if kept.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        kept
    } else {
        format!("Class{kept}")
    }
}
