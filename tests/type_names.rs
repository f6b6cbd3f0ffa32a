//! No two public types of src/ share a name: who reads a name, in the code or on a page, knows which type is meant.

use crate::folder_rules::paths::tokens;
use crate::folder_rules::rust_files;
use std::collections::BTreeMap;

/// One API twice, for a program with the feature and for one without: only one of the two is compiled.
const WITH_FEATURE: &str = "src/store/remote/";
const WITHOUT_FEATURE: &str = "src/store/no_remote.rs";

/// The public types at the top level of a source.
fn public_types(source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for three in texts.windows(3) {
        match three {
            ["{", ..] => depth += 1,
            ["}", ..] => depth -= 1,
            ["pub", "struct" | "enum" | "trait" | "type", name] if depth == 0 => found.push((*name).to_owned()),
            _ => {}
        }
    }
    found
}

fn is_one_api(files: &[&str]) -> bool {
    matches!(files, [WITHOUT_FEATURE, other] if other.starts_with(WITH_FEATURE))
}

#[test]
fn no_two_public_types_share_a_name() {
    let files = rust_files(&["src"]);
    let mut declared: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (file, source) in &files {
        for name in public_types(source) {
            declared.entry(name).or_default().push(file);
        }
    }
    assert!(declared.len() > 500, "only {} public types were found below src", declared.len());
    declared.retain(|_, files| files.len() > 1 && !is_one_api(files));
    assert!(declared.is_empty(), "\n{declared:#?}");
}

#[test]
fn public_types_are_those_at_the_top_level() {
    let source = "
        pub struct One<'a>(&'a str);
        pub(crate) enum Kept { First }
        mod inner { pub type Inner = u8; }
        pub enum Two { pub_struct }
        // pub struct Told;
        pub trait Three { type Part; }
        pub type Four = u8;
    ";
    assert_eq!(public_types(source), ["One", "Two", "Three", "Four"]);
}

/// What may be spent is counted in one way, whatever spends it.
#[test]
fn one_type_is_a_budget() {
    let files = rust_files(&["src"]);
    let budgets = files.iter().flat_map(|(file, source)| {
        let tokens = tokens(source);
        let named = tokens.windows(2).filter(|two| ["struct", "enum"].contains(&two[0].text.as_str()));
        let names: Vec<String> = named.map(|two| two[1].text.clone()).filter(|name| name.ends_with("Budget")).collect();
        names.into_iter().map(move |name| format!("{file}: {name}"))
    });
    assert_eq!(budgets.collect::<Vec<String>>(), ["src/explore/budget.rs: Budget"]);
}
