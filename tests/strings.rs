//! Strings, string builders and boxes: what the cases of methods that use them say.

use casewise::exec::{Caveat, Limits};
use casewise::explore::{Budget, Work};
use casewise::graph::CallGraph;
use casewise::program::{MethodId, Program};
use casewise::summary::{AnalysisOptions, Calls, Composable, Level, Summary, SummaryNames, SummarySource, analyse};
use casewise::{classfile, models, term};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

struct Nothing;

impl SummarySource for Nothing {
    fn summary(&self, _: MethodId, _: Level) -> Option<Arc<Summary>> {
        None
    }
}

static PROGRAM: LazyLock<(Program, CallGraph)> = LazyLock::new(|| {
    let loaded = classfile::load_class_path(&[PathBuf::from(env!("CASEWISE_FIXTURES"))]);
    let program = Program::link(loaded.classes.into_iter().map(|class| class.class));
    let calls = CallGraph::of(&program);
    (program, calls)
});

/// What an analysis of a method says: each case as conditions and outcome, and the caveats.
struct Told {
    cases: Vec<String>,
    caveats: Vec<Caveat>,
}

/// Analyses a method of a fixture, callees inline, without a JDK; `parameters` names its parameters.
fn told(class: &str, method: &str, parameters: &[&str]) -> Told {
    let (program, calls) = &*PROGRAM;
    let name = format!("fixtures.{class}.{method}");
    let (id, _) = program.methods().find(|(id, _)| program.method_label(*id) == name).expect(&name);
    let options = AnalysisOptions {
        arithmetic: term::Arithmetic::Java,
        limits: Limits { loop_bound: 3, depth: 10_000, array_length: 16, recursion: 3, path_steps: 100_000 },
        budget: Budget {
            cases: 2_000,
            ends: 4_000,
            work: Work { instructions: 2_000_000, solver_resources: 40_000_000, ..Work::UNLIMITED },
            ..Budget::until(None)
        },
        composable: Composable {
            ends: 2_000,
            work: Work { instructions: 200_000, solver_resources: 20_000_000, ..Work::UNLIMITED },
            reference_arrays: true,
        },
        solver_resources: 500_000,
        inline: true,
        calls: Calls::Followed,
    };
    let made = analyse(program, calls, &models::Models, &Nothing, (id, 0), &options, &mut |_, _| {});
    let parameters = parameters.iter().map(ToString::to_string).collect();
    let names = SummaryNames::new(&made.summary, term::Arithmetic::Java, parameters, false).unwrap();
    let cases = made.summary.paths.iter().map(|path| {
        let conditions = names.conditions(path);
        let all: Vec<String> = conditions.heap.into_iter().chain(conditions.path).collect();
        format!("{}: {}", all.join(", "), names.outcome(path))
    });
    Told { cases: cases.collect(), caveats: made.summary.caveats.clone() }
}

#[track_caller]
fn check(class: &str, method: &str, parameters: &[&str], expected: &[&str]) -> Vec<Caveat> {
    let told = told(class, method, parameters);
    let mut cases = told.cases;
    cases.sort();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(cases, expected, "{class}.{method}");
    told.caveats
}

#[test]
fn a_string_input_is_a_reference_and_a_text() {
    let caveats = check(
        "Strings",
        "first",
        &["text"],
        &[
            "text = null: throws java.lang.NullPointerException",
            "text = new, text.length() <= 0: throws java.lang.StringIndexOutOfBoundsException",
            "text = new, text.length() > 0: returns text.charAt(0)",
        ],
    );
    assert_eq!(caveats, []);
}

#[test]
fn results_read_like_java() {
    check(
        "Strings",
        "word",
        &["number"],
        &[
            "number == 0: returns \"zero\"",
            "number != 0, number == 1: returns \"one\"",
            "number != 0, number != 1: returns String.valueOf(number)",
        ],
    );
    check(
        "StringBuilders",
        "bracketed",
        &["text"],
        &["text = null: returns \"[null]\"", "text = new: returns \"[\" + text + \"]\""],
    );
}

#[test]
fn a_model_calls_the_to_string_of_the_program() {
    check(
        "StringBuilders",
        "show",
        &["point"],
        &[
            "point = null: returns \"at null.\"",
            "point = new: returns \"at (\" + String.valueOf(point.x) + \",\" + String.valueOf(point.y) + \").\"",
        ],
    );
}

#[test]
fn equal_literals_are_one_object_and_inputs_are_taken_as_others() {
    assert_eq!(check("Strings", "callsWithLiterals", &[], &[": returns 11"]), []);
    assert_eq!(check("StringCalls", "interned", &[], &[": returns 1"]), []);
    let caveats = check("Strings", "isConstant", &["text"], &["text = null: returns 0", "text = new: returns 0"]);
    assert_eq!(caveats, [Caveat::DistinctObjects("java.lang.String".into())]);
}

#[test]
fn boxes_share_what_the_caches_hold() {
    let caveats = check(
        "Boxes",
        "cached",
        &["number"],
        &["number >= -128 && number <= 127: returns 1", "number < -128 || number > 127: returns 0"],
    );
    assert_eq!(caveats, []);
    check("Boxes", "cachedBoolean", &["truth"], &[": returns 1"]);
}

#[test]
fn input_boxes_are_taken_as_distinct() {
    let told = told("Boxes", "sameInput", &["left", "right"]);
    assert_eq!(told.caveats, [Caveat::DistinctObjects("java.lang.Integer".into())]);
    assert!(told.cases.iter().all(|case| !case.starts_with("left = new, right = left")), "{:?}", told.cases);
}

#[test]
fn what_no_model_covers_is_a_stop_with_its_reason() {
    let summary = told("StringCalls", "length", &["text"]);
    assert!(summary.caveats.iter().any(|caveat| matches!(caveat, Caveat::OpenType(_))), "{:?}", summary.caveats);
    assert!(summary.cases.iter().any(|case| case.ends_with("returns text.length()")), "{:?}", summary.cases);
}

#[test]
fn outcomes_are_those_of_cases() {
    // Nothing that a fixture does with constants stops.
    for (class, method) in [
        ("StringCalls", "searches"),
        ("StringCalls", "parts"),
        ("StringCalls", "comparisons"),
        ("StringCalls", "builders"),
        ("StringCalls", "splits"),
        ("Boxes", "constants"),
    ] {
        let told = told(class, method, &[]);
        assert_eq!(told.caveats, [], "{class}.{method}");
        assert_eq!(told.cases.len(), 1, "{class}.{method}");
    }
}
