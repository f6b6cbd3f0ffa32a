//! The folders of src/ keep to their order and to what each must not know; files keep to their form. ARCHITECTURE.md is
//! the map; the page of each folder says why.

#[path = "folder_rules/paths.rs"]
pub(crate) mod paths;
#[path = "folder_rules/text.rs"]
mod text;

use paths::{declared_modules, lines_without_tests, module_of, named_paths, tokens};
use std::fs;
use std::path::Path;
use text::compared_sentences;

/// The house: each folder imports only from those before it.
pub(crate) const HOUSE: [&str; 28] = [
    "run",
    "classfile",
    "term",
    "formula",
    "store",
    "program",
    "graph",
    "solver",
    "heap",
    "exec",
    "models",
    "explore",
    "summary",
    "input",
    "backward",
    "concolic",
    "demand",
    "loop_summary",
    "invariant",
    "induction",
    "equivalence",
    "mutation",
    "junit",
    "replay",
    "report",
    "session",
    "analysis",
    "cli",
];

/// What a folder must not know, whatever the order above says.
struct Rule {
    folder: &'static str,
    /// Folders it imports nothing from.
    folders: &'static [&'static str],
    /// Names that its code does not contain; `Name::` forbids only what is inside, not the name itself.
    names: &'static [&'static str],
}

const RULES: [Rule; 23] = [
    Rule { folder: "classfile", folders: &["program"], names: &[] },
    Rule { folder: "term", folders: &["classfile", "program"], names: &[] },
    Rule { folder: "formula", folders: &["classfile"], names: &[] },
    Rule { folder: "store", folders: &["term"], names: &[] },
    Rule { folder: "program", folders: &["exec", "heap"], names: &[] },
    Rule { folder: "graph", folders: &["term"], names: &[] },
    Rule { folder: "solver", folders: &["heap"], names: &[] },
    // Values and objects, whatever instruction made them.
    Rule { folder: "heap", folders: &["exec"], names: &["Instruction"] },
    Rule { folder: "exec", folders: &["explore", "summary"], names: &[] },
    Rule { folder: "models", folders: &["explore"], names: &[] },
    // The driver hands instructions to a recorder and looks at none.
    Rule { folder: "explore", folders: &["summary"], names: &["Instruction::"] },
    // Composition runs inside an exploration but chooses no order.
    Rule { folder: "summary", folders: &[], names: &["PathSelector", "Selector"] },
    // It follows the code backward by itself.
    Rule { folder: "backward", folders: &["models", "explore"], names: &[] },
    // What is computed is not kept.
    Rule { folder: "loop_summary", folders: &["store", "backward", "concolic", "demand"], names: &[] },
    // Bytecode before and after, whatever it does.
    Rule {
        folder: "mutation",
        folders: &[
            "term",
            "formula",
            "store",
            "program",
            "graph",
            "solver",
            "heap",
            "exec",
            "models",
            "explore",
            "summary",
            "invariant",
            "input",
            "backward",
            "concolic",
            "demand",
            "loop_summary",
            "equivalence",
        ],
        names: &[],
    },
    // Two bodies of a method, explored, and nothing else that is known of them.
    Rule {
        folder: "equivalence",
        folders: &["store", "invariant", "backward", "concolic", "demand", "loop_summary"],
        names: &[],
    },
    // It begins with a path that is there.
    Rule { folder: "input", folders: &["store", "models", "invariant"], names: &[] },
    // One path at a time: what there is to know of an instruction the driver knows.
    Rule { folder: "concolic", folders: &["summary"], names: &["Instruction::"] },
    Rule {
        folder: "junit",
        folders: &[
            "term",
            "formula",
            "store",
            "graph",
            "solver",
            "heap",
            "exec",
            "models",
            "explore",
            "invariant",
            "backward",
            "concolic",
            "demand",
            "loop_summary",
            "equivalence",
            "mutation",
        ],
        names: &["TermId", "TermPool"],
    },
    Rule { folder: "replay", folders: &[], names: &["TermId", "TermPool"] },
    Rule {
        folder: "report",
        folders: &["term", "solver", "heap", "exec", "models", "explore", "summary", "input", "concolic"],
        names: &["TermId", "TermPool"],
    },
    // It serves the questions and asks none.
    Rule {
        folder: "session",
        folders: &[
            "formula",
            "heap",
            "backward",
            "concolic",
            "demand",
            "loop_summary",
            "equivalence",
            "mutation",
            "junit",
            "replay",
            "analysis",
            "cli",
        ],
        names: &[],
    },
    Rule { folder: "analysis", folders: &["formula", "cli"], names: &[] },
];

/// Imports that a rule forbids and that are meant: folder, path. `Caveat` is plain data that the report is made of.
const EXCEPTIONS: [(&str, [&str; 2]); 1] = [("report", ["exec", "Caveat"])];

/// The one place of each named dependency: beginnings of paths of files.
const DEPENDENCIES: [(&str, &[&str]); 34] = [
    ("signal_hook", &["src/run/"]),
    ("rustix", &["src/run/"]),
    ("classfile_parser", &["src/classfile/"]),
    ("z3", &["src/solver/z3/"]),
    ("z3_sys", &["src/solver/z3/"]),
    ("flate2", &["src/models/"]),
    ("petgraph", &["src/graph/"]),
    ("bincode", &["src/store/"]),
    ("clap", &["src/cli/"]),
    ("libm", &["src/models/"]),
    ("zip", &["src/classfile/"]),
    ("glob", &["src/session/"]),
    ("ristretto_jimage", &["src/classfile/"]),
    ("boxcar", &["src/program/"]),
    ("indicatif", &["src/cli/"]),
    ("terminal_size", &["src/cli/"]),
    ("strsim", &["src/report/"]),
    ("schemars", &["src/report/"]),
    ("serde_sarif", &["src/report/"]),
    ("unicode_width", &["src/report/"]),
    ("maud", &["src/report/html/"]),
    ("toml", &["src/cli/config/"]),
    ("time", &["src/run/", "src/cli/config/"]),
    ("tree_sitter", &["src/analysis/check/suppress/"]),
    ("tree_sitter_java", &["src/analysis/check/suppress/"]),
    // The library leaves the choice of an allocator to whoever links it.
    ("mimalloc", &["src/main.rs"]),
    ("opendal", &["src/store/remote/"]),
    ("opendal_http_transport_reqwest", &["src/store/remote/"]),
    ("redis", &["src/store/remote/"]),
    ("rustls", &["src/store/remote/"]),
    ("tokio", &["src/store/remote/"]),
    ("futures_util", &["src/store/remote/"]),
    ("percent_encoding", &["src/store/remote/"]),
    ("url", &["src/store/remote/"]),
];

/// Where what another program says is parsed: Z3's reasons, the harness.
const PARSERS: [&str; 2] = ["src/solver/z3/", "src/replay/"];

/// The callers of the interpreter's step: the run loop, and the initialiser of a class, which asks nobody.
const STEPPERS: [&str; 2] = ["src/exec/initialisation/running.rs", "src/explore/advance.rs"];

const MOST_LINES: usize = 800;

fn place(folder: &str) -> Option<usize> {
    HOUSE.iter().position(|name| *name == folder)
}

/// What is wrong with the imports and the names of a file of src/, one line each.
fn violations(file: &str, source: &str) -> Vec<String> {
    let tokens = tokens(source);
    let folder = match file {
        // The program's entry stands with the command line.
        "src/main.rs" => "cli".to_owned(),
        _ => module_of(file).first().cloned().unwrap_or_default(),
    };
    let is_root = file == "src/lib.rs";
    let rule = RULES.iter().find(|rule| rule.folder == folder);
    let local = declared_modules(&tokens);
    let mut found = Vec::new();
    if !is_root && place(&folder).is_none() {
        found.push(format!("{file}: {folder} has no place in the order of folders"));
    }
    for path in named_paths(file, &tokens) {
        let at = format!("{file}:{}", path.line);
        let first = path.segments.first().map_or("", String::as_str);
        if !path.is_in_crate {
            let place = DEPENDENCIES.iter().find(|(name, _)| *name == first && !local.contains(name));
            if let Some((name, places)) = place
                && !places.iter().any(|place| file.starts_with(place))
            {
                found.push(format!("{at}: {name} is used only in {}", places.join(" and ")));
            }
            continue;
        }
        if is_root || first == folder {
            continue;
        }
        if place(first).is_none() {
            found.push(format!("{at}: names crate::{first}, not a folder's item: its place cannot be seen"));
            continue;
        }
        if place(first) > place(&folder) {
            found.push(format!("{at}: {folder} imports from {first}, which is not above it"));
        }
        let is_meant = EXCEPTIONS.iter().any(|(to, exception)| *to == folder && path.segments == exception.as_slice());
        if rule.is_some_and(|rule| rule.folders.contains(&first)) && !is_meant {
            found.push(format!("{at}: {folder} must not know {first}"));
        }
    }
    for name in rule.map_or(&[][..], |rule| rule.names) {
        let bare = name.trim_end_matches("::");
        for (token, next) in tokens.iter().zip(tokens.iter().skip(1)) {
            if token.text == bare && (bare == *name || next.text == "::") {
                found.push(format!("{file}:{}: {folder} must not know {name}", token.line));
            }
        }
    }
    found
}

/// What is wrong with the form of a file, one line each.
fn form(file: &str, source: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !source.starts_with("//! ") {
        found.push(format!("{file}: its first line does not say what it is for (//!)"));
    }
    let is_tests = file.ends_with("/tests.rs") || file.contains("/tests/");
    let lines = lines_without_tests(source);
    if file.starts_with("src/") && !is_tests && lines > MOST_LINES {
        found.push(format!("{file}: {lines} lines without its tests, more than {MOST_LINES}: split it"));
    }
    found
}

/// Where a file decides by a sentence, one line each.
fn sentences(file: &str, source: &str) -> Vec<String> {
    if PARSERS.iter().any(|place| file.starts_with(place)) {
        return Vec::new();
    }
    let told = |(line, text): (usize, String)| format!("{file}:{line}: goes by the text {text:?}: give it a type");
    compared_sentences(source).into_iter().map(told).collect()
}

/// Whether a file executes instructions one by one. Outside of the interpreter's folder, `self` is no machine.
fn steps(file: &str, source: &str) -> bool {
    let tokens = tokens(source);
    tokens.windows(4).any(|four| match four {
        [of, dot, step, open] => {
            let is_step = (dot.text.as_str(), step.text.as_str(), open.text.as_str()) == (".", "step", "(");
            is_step && (of.text != "self" || file.starts_with("src/exec/"))
        }
        _ => false,
    })
}

/// The Rust files below these folders, with their text, by path from the root.
pub(crate) fn rust_files(roots: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open: Vec<_> = roots.iter().map(|name| root.join(name)).collect();
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().components();
            let name: Vec<_> = name.map(|part| part.as_os_str().to_str().unwrap().to_owned()).collect();
            files.push((name.join("/"), fs::read_to_string(&path).unwrap()));
        }
    }
    files.sort();
    files
}

#[test]
fn folders_import_only_from_those_above_them() {
    let files = rust_files(&["src"]);
    assert!(files.len() > 50, "only {} files were found below src", files.len());
    let found: Vec<String> = files.iter().flat_map(|(file, source)| violations(file, source)).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn files_say_what_they_are_for_and_stay_small() {
    let files = rust_files(&["src", "tests", "benches", "build.rs"]);
    let found: Vec<String> = files.iter().flat_map(|(file, source)| form(file, source)).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn nothing_is_decided_by_reading_a_sentence() {
    let files = rust_files(&["src"]);
    let found: Vec<String> = files.iter().flat_map(|(file, source)| sentences(file, source)).collect();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

#[test]
fn instructions_are_executed_by_one_loop() {
    let files = rust_files(&["src"]);
    let stepping = files.iter().filter(|(file, source)| steps(file, source)).map(|(file, _)| file.as_str());
    assert_eq!(stepping.collect::<Vec<&str>>(), STEPPERS);
}

/// The checker against small sources: what each violates.
#[track_caller]
fn check(file: &str, source: &str, expected: &[&str]) {
    let found = violations(file, source);
    assert_eq!(found, expected, "{file}: {source}");
}

#[test]
fn an_import_from_below_is_found_however_it_is_written() {
    let below = &["src/heap/value.rs:1: heap imports from explore, which is not above it"];
    for source in [
        "use crate::explore::Path;",
        "pub(crate) use crate::explore as search;",
        "use crate::{explore::{Path, Branch}};".replace("{Path, Branch}", "Path").as_str(),
        "use crate::{term::TermId, explore};",
        "use super::super::explore::Path;",
        "fn f(path: &crate::explore::Path) {}",
        "fn f() { let x = casewise::explore::run::<u8>(); }",
        "mod inner { use super::super::super::explore::Path; }",
        "type A = <crate::explore::Path as Iterator>::Item;",
        "macro_rules! m { () => { $crate::explore::run() } }",
        "use crate::explore::*;",
    ] {
        check("src/heap/value.rs", source, below);
    }
    check(
        "src/heap/mod.rs",
        "use super::explore::Path;",
        &["src/heap/mod.rs:1: heap imports from explore, which is not above it"],
    );
    check(
        "src/session.rs",
        "use crate::cli::run;",
        &[
            "src/session.rs:1: session imports from cli, which is not above it",
            "src/session.rs:1: session must not know cli",
        ],
    );
    // A folder beside a file of its name is the same part.
    check("src/session/engine.rs", "use super::Job;\nuse super::super::session::Job;", &[]);
    check(
        "src/report/text.rs",
        "use crate::session::Job;",
        &["src/report/text.rs:1: report imports from session, which is not above it"],
    );
}

#[test]
fn every_path_of_a_group_is_found() {
    let source = "use crate::{\n    explore::{Path, fork::Fork},\n    summary,\n};\n";
    check(
        "src/heap/value.rs",
        source,
        &[
            "src/heap/value.rs:2: heap imports from explore, which is not above it",
            "src/heap/value.rs:2: heap imports from explore, which is not above it",
            "src/heap/value.rs:3: heap imports from summary, which is not above it",
        ],
    );
}

#[test]
fn imports_from_above_and_from_the_own_folder_are_fine() {
    for source in [
        "use crate::term::{self, TermId};",
        "use crate::heap::value::Value;",
        "use super::array::Elements;",
        "use super::super::term::TermId;",
        "pub(in crate::heap) fn f() {}",
        "pub(crate) fn f(x: u8) -> impl Iterator + use<'_> {}",
        "use std::{fmt, rc::Rc};",
    ] {
        check("src/heap/value.rs", source, &[]);
    }
    check("src/lib.rs", "pub mod heap;\npub use crate::heap::Value;", &[]);
    check("src/main.rs", "fn main() { casewise::cli::run(); casewise::session::run(); }", &[]);
}

#[test]
fn comments_and_strings_import_nothing() {
    for source in [
        "// use crate::explore::Path;",
        "//! See [`crate::explore::Path`].",
        "/// [Path](crate::explore::Path)\nfn f() {}",
        "/* use crate::explore; /* nested */ crate::explore::Path */",
        "const A: &str = \"use crate::explore::Path; \\\" crate::explore::Path\";",
        "const A: &str = r#\"crate::explore::Path \" \"#;",
        "const A: &[u8] = b\"crate::explore::Path\";",
        "const A: [char; 3] = ['\"', '\\'', '/']; // crate::explore::Path",
        "fn f<'a>(x: &'a str) {} // \" crate::explore::Path",
    ] {
        check("src/heap/value.rs", source, &[]);
    }
    // What follows a literal is read again.
    let after = "const A: char = '\"'; const B: &str = r\"\\\"; use crate::explore::Path;";
    check("src/heap/value.rs", after, &["src/heap/value.rs:1: heap imports from explore, which is not above it"]);
}

#[test]
fn what_a_folder_must_not_know_is_found_whatever_the_order() {
    check("src/term/pool.rs", "use crate::classfile::Code;", &["src/term/pool.rs:1: term must not know classfile"]);
    check("src/store/mod.rs", "use crate::term::TermTable;", &["src/store/mod.rs:1: store must not know term"]);
    check("src/graph/loops.rs", "use crate::term::TermId;", &["src/graph/loops.rs:1: graph must not know term"]);
    check(
        "src/heap/value.rs",
        "use crate::classfile::Instruction;",
        &["src/heap/value.rs:1: heap must not know Instruction"],
    );
    check("src/replay/input.rs", "fn f(id: TermId) {}", &["src/replay/input.rs:1: replay must not know TermId"]);
    check("src/report/text.rs", "use crate::heap::Value;", &["src/report/text.rs:1: report must not know heap"]);
}

#[test]
fn the_driver_may_carry_instructions_but_not_look_at_them() {
    check("src/explore/path.rs", "use crate::classfile::Instruction;\nstruct A<'a>(&'a Instruction);", &[]);
    check(
        "src/explore/path.rs",
        "fn f() { matches!(x, Instruction::Nop); }",
        &["src/explore/path.rs:1: explore must not know Instruction::"],
    );
}

#[test]
fn the_report_may_name_caveats_and_nothing_else_of_the_interpreter() {
    check("src/report/data.rs", "use crate::exec::Caveat;", &[]);
    check(
        "src/report/data.rs",
        "use crate::exec::{Caveat, State};",
        &["src/report/data.rs:1: report must not know exec"],
    );
}

#[test]
fn a_dependency_is_used_only_in_its_place() {
    let only = |file: &str, rule: &str| vec![format!("{file}:1: {rule}")];
    for (file, source, rule) in [
        ("src/program/link.rs", "use classfile_parser::ClassFile;", "classfile_parser is used only in src/classfile/"),
        ("src/main.rs", "fn main() { z3::full_version(); }", "z3 is used only in src/solver/z3/"),
        ("src/solver/cache.rs", "use ::z3::Context;", "z3 is used only in src/solver/z3/"),
        ("src/solver/cache.rs", "extern crate z3_sys;", "z3_sys is used only in src/solver/z3/"),
        ("src/exec/loops.rs", "use petgraph as graphs;", "petgraph is used only in src/graph/"),
        ("src/term/table.rs", "#[derive(bincode::Encode)] struct A;", "bincode is used only in src/store/"),
        ("src/session.rs", "use {clap::Parser, std::fs};", "clap is used only in src/cli/"),
        ("src/cli/mod.rs", "use zip::ZipArchive;", "zip is used only in src/classfile/"),
        ("src/session/engine.rs", "use clap::Args;", "clap is used only in src/cli/"),
        ("src/lib.rs", "static A: mimalloc::MiMalloc = B;", "mimalloc is used only in src/main.rs"),
    ] {
        assert_eq!(violations(file, source), only(file, rule), "{source}");
    }
    for (file, source) in [
        ("src/solver/z3/context.rs", "use z3_sys::*; fn f() { z3::full_version(); }"),
        ("src/solver/mod.rs", "mod z3;\npub use z3::Z3Solver;"),
        ("src/heap/array.rs", "fn f() { a.iter().zip(b).count(); std::iter::zip(a, b); }"),
        ("src/store/codec.rs", "use bincode::config;"),
        ("src/main.rs", "static A: mimalloc::MiMalloc = mimalloc::MiMalloc;"),
    ] {
        assert_eq!(violations(file, source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn a_sentence_that_is_compared_is_found() {
    for source in [
        "fn f(text: &str) -> bool { text.starts_with(\"ran longer\") }",
        "fn f(text: &str) -> bool { text.ends_with(\n\"during class initialisation\") }",
        "fn f(text: &str) -> bool { text == \"the JVM \\\"ended\\\"\" }",
    ] {
        assert_eq!(sentences("src/session/a.rs", source).len(), 1, "{source}");
        assert_eq!(sentences("src/replay/a.rs", source), Vec::<String>::new(), "{source}");
    }
    for source in [
        "fn f(text: &str) -> bool { text == \"timeout\" || text.contains(\" \") }",
        "// Where text == \"of two words\".",
        "fn f() { print(\" == \", a, \", of more words\"); }",
        "fn f() {}\n#[cfg(test)]\nmod tests { fn g(text: &str) { assert!(text == \"of words\"); } }",
    ] {
        assert_eq!(sentences("src/session/a.rs", source), Vec::<String>::new(), "{source}");
    }
}

#[test]
fn who_executes_instructions_is_found() {
    assert!(steps("src/demand/run.rs", "fn f() { self.machine.step(&mut state); }"));
    assert!(steps("src/exec/a.rs", "fn f() { self.step(state); }"));
    assert!(!steps("src/junit/a.rs", "fn f() { self.step(sight); }"));
    assert!(!steps("src/demand/run.rs", "fn f() { self.steps(); (0..3).step_by(2); }"));
}

#[test]
fn what_the_order_does_not_place_is_found() {
    check("src/helpers/mod.rs", "fn f() {}", &["src/helpers/mod.rs: helpers has no place in the order of folders"]);
    check(
        "src/heap/value.rs",
        "use crate::Shortcut;",
        &["src/heap/value.rs:1: names crate::Shortcut, not a folder's item: its place cannot be seen"],
    );
    check(
        "src/heap/value.rs",
        "use crate::*;",
        &["src/heap/value.rs:1: names crate::*, not a folder's item: its place cannot be seen"],
    );
}

#[test]
fn long_files_and_files_without_a_first_line_are_found() {
    let long = "//! A file.\n".to_owned() + &"fn f() {}\n".repeat(MOST_LINES);
    let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    fn g() { if true {} }\n".repeat(MOST_LINES));
    assert_eq!(form("src/a.rs", &long), ["src/a.rs: 801 lines without its tests, more than 800: split it"]);
    assert_eq!(form("src/a.rs", &(long.clone() + &tests)).len(), 1);
    assert_eq!(form("src/a.rs", &format!("//! A file.\nfn f() {{}}\n{tests}")), Vec::<String>::new());
    assert_eq!(form("tests/a.rs", &long), Vec::<String>::new());
    assert_eq!(form("src/a.rs", "// A file.\n"), ["src/a.rs: its first line does not say what it is for (//!)"]);
    assert_eq!(lines_without_tests("fn f() {}\n#[cfg(test)]\nmod tests {\n    fn g() {}\n}\nfn h() {}\n"), 2);
}
