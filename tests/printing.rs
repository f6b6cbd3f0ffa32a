//! What reports look like, as text and as JSON, from data made by hand.

use crate::support::golden::check_golden;
use casewise::exec::{Caveat, CodePlace, StopReason};
use casewise::report::{
    CaseView, CodeLine, Layout, MethodReport, Problem, Report, RunCosts, ScheduleView, StoppedView, SummaryView,
    Totals, show_as_text, summaries_as_json, summarize_as_json, summarize_as_text,
};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

fn printed(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut output = Vec::new();
    write(&mut output).unwrap();
    String::from_utf8(output).unwrap()
}

fn method(class: &str, method: &str, descriptor: &str, cases: u64, caveats: Vec<Caveat>) -> MethodReport {
    MethodReport {
        class: class.into(),
        method: method.into(),
        descriptor: descriptor.into(),
        cases,
        throwing: 0,
        complete: !caveats.iter().any(Caveat::is_incomplete),
        caveats,
        time_ms: 0.412_345_678,
    }
}

/// An instruction of method `m(I)V` on a source line.
fn place(class: &str, line: u16) -> CodePlace {
    CodePlace { class: class.into(), method: "m".into(), descriptor: "(I)V".into(), instruction: 0, line: Some(line) }
}

fn report() -> Report {
    let of_foo = |name, descriptor, cases, caveats| method("casestudies.Foo", name, descriptor, cases, caveats);
    let open = || Caveat::OpenType("fixtures.Shapes$Shape".into());
    let methods = vec![
        of_foo("<init>", "(ILcasestudies/Foo;)V", 1, vec![Caveat::MathematicalIntegers]),
        MethodReport { time_ms: 0.0, ..of_foo("abs", "(I)I", 2, vec![Caveat::MathematicalIntegers]) },
        MethodReport {
            time_ms: 1834.2,
            throwing: 20,
            ..of_foo(
                "m",
                "(Lcasestudies/Foo;Lcasestudies/Foo;Lcasestudies/Foo;)V",
                20196,
                vec![
                    Caveat::MathematicalIntegers,
                    Caveat::Stopped(7, StopReason::LoopBound(place("Foo", 60))),
                    Caveat::Ended(casewise::run::Ending::Time),
                    Caveat::MaxCases,
                ],
            )
        },
        MethodReport {
            throwing: 2,
            ..method(
                "fixtures.Shapes",
                "area",
                "([[Lfixtures/Shapes$Shape;J)D",
                14,
                vec![open(), Caveat::MathematicalIntegers],
            )
        },
        MethodReport {
            complete: false,
            ..method(
                "fixtures.Shapes",
                "x\u{1b}[31m",
                "()V",
                0,
                vec![
                    Caveat::Stopped(1, StopReason::UnsupportedInstruction("dmul".into())),
                    Caveat::MathematicalIntegers,
                    open(),
                ],
            )
        },
    ];
    let run = RunCosts {
        time_ms: 1_998.765_432_1,
        states: 27762,
        instructions: 223_786,
        work: 241_234,
        solver_queries: 345,
        solver_calls: 12,
        solver_guesses: 3,
        unfinished: 0,
        peak_memory_bytes: 64_123_456,
        cache_hits: 1,
        cache_misses: 4,
    };
    Report {
        methods,
        totals: Totals { methods: 5, cases: 20213, complete: 3, without_open_calls: 3, run },
        problems: vec![Problem { origin: "Bad.class".into(), message: "ends too early".into(), is_input: true }],
        shard: None,
    }
}

#[test]
fn methods_as_text() {
    check_golden("summarize.txt", &printed(|output| summarize_as_text(&report(), output)));
}

#[test]
fn methods_as_json() {
    check_golden("summarize.json", &printed(|output| summarize_as_json(&report(), output)));
}

#[test]
fn no_methods_are_said_to_be_none() {
    let text = printed(|output| summarize_as_text(&Report::default(), output));
    assert_eq!(text.lines().next(), Some("no methods to summarise: the classes have none with code"));
    assert_eq!(printed(|output| summaries_as_json(&[], output)), "{\n  \"methods\": []\n}\n");
}

fn lines(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

fn code(instructions: &[(&str, u16)]) -> Vec<CodeLine> {
    let line = |(text, line): &(&str, u16)| CodeLine { text: (*text).into(), line: (*line > 0).then_some(*line) };
    instructions.iter().map(line).collect()
}

/// The paper's Fig. 2, but for the code.
fn small_summary() -> SummaryView {
    let case = |index, pc: &[&str], hpc: &[&str], outcome: &str| CaseView {
        index,
        path_condition: lines(pc),
        heap_path_condition: lines(hpc),
        outcome: outcome.into(),
        effects: Vec::new(),
        schedule: Vec::new(),
        code: None,
        picture: None,
    };
    SummaryView {
        class: "paper.Example".into(),
        method: "m".into(),
        descriptor: "(Lpaper/A;)I".into(),
        declaration: "int m(A x)".into(),
        source_file: None,
        complete: true,
        caveats: Vec::new(),
        cases: vec![
            case(0, &[], &["x = null"], "returns -1"),
            case(1, &["x.a > 0"], &["x = new"], "returns x.a"),
            case(2, &["x.a <= 0"], &["x = new"], "returns x.b"),
        ],
        codes: None,
        stopped: Vec::new(),
        stopped_not_listed: 0,
    }
}

/// A case composed of others, with conditions that no line holds, and paths that stopped.
fn large_summary() -> SummaryView {
    let entry = |method: &str, case, nested| ScheduleView { method: method.into(), case, nested };
    let abs = || entry("casestudies.Foo.abs", 0, Vec::new());
    SummaryView {
        class: "casestudies.Foo".into(),
        method: "m".into(),
        descriptor: "(Lcasestudies/Foo;Lcasestudies/Foo;Lcasestudies/Foo;)V".into(),
        declaration: "static void m(Foo x, Foo y, Foo z)".into(),
        source_file: Some("Foo.java".into()),
        complete: false,
        caveats: vec![
            Caveat::MathematicalIntegers,
            Caveat::Stopped(1, StopReason::LoopBound(place("casestudies/Foo", 60))),
            Caveat::Stopped(1, StopReason::MissingMethod("com.example.billing.InvoiceNumbers.next".into())),
        ],
        cases: vec![
            CaseView {
                index: 128,
                path_condition: lines(&[
                    "z.f >= 0",
                    "z.f != 0",
                    "z.next.next.f * 31 + (y.next.f << 3) - 2147483647 != z.next.f / (x.f + 1)",
                ]),
                heap_path_condition: lines(&["x = null", "y = null", "z = new", "z.next = z"]),
                schedule: vec![entry("casestudies.Foo.q", 6, vec![abs()]), entry("casestudies.Foo.q", 2, vec![])],
                outcome: "returns Integer z.next.next.f * 31 + (y.next.f << 3)".into(),
                effects: lines(&["writes Foo.f", "writes elements of int[]", "calls System.arraycopy"]),
                code: Some(0),
                picture: None,
            },
            CaseView {
                index: 129,
                path_condition: Vec::new(),
                heap_path_condition: lines(&["z = null"]),
                outcome: "throws java.lang.NullPointerException".into(),
                effects: Vec::new(),
                schedule: Vec::new(),
                code: Some(1),
                picture: None,
            },
        ],
        codes: Some(vec![
            code(&[
                ("aload z", 60),
                ("getfield next", 60),
                ("invokestatic Foo.q", 60),
                ("invokestatic com.example.quite.long.packages.Names.canonicalName", 61),
                ("return", 62),
            ]),
            Vec::new(),
        ]),
        stopped: vec![
            StoppedView {
                path_condition: lines(&["z.f > 0", "z.next.f > 0"]),
                heap_path_condition: lines(&["x = new"]),
                reason: "loop bound reached at casestudies.Foo.m:60".into(),
            },
            StoppedView {
                path_condition: Vec::new(),
                heap_path_condition: Vec::new(),
                reason: "call to com.example.billing.InvoiceNumbers.next, which is not on the class path".into(),
            },
        ],
        stopped_not_listed: 7,
    }
}

fn shown(view: &SummaryView, width: usize, cases: Option<u64>) -> String {
    printed(|output| show_as_text(view, Layout { width, cases }, output))
}

#[test]
fn a_summary_as_a_table() {
    check_golden("show-small.txt", &shown(&small_summary(), 120, None));
}

#[test]
fn a_wide_summary_is_wrapped() {
    for width in [80, 120] {
        let text = shown(&large_summary(), width, None);
        check_golden(&format!("show-large-{width}.txt"), &text);
        assert!(text.lines().all(|line| line.width() <= width));
    }
}

#[test]
fn one_case_of_many_is_said_to_be_one() {
    let mut view = large_summary();
    view.cases.truncate(1);
    let text = shown(&view, 120, Some(20196));
    assert_eq!(text.lines().nth(2), Some("1 of 20196 cases, incomplete"));
    assert!(text.contains("missing: 1 path stopped: loop bound") && !text.contains("stopped:\n"));
}

#[test]
fn summaries_as_json_have_every_field() {
    check_golden("show.json", &printed(|output| summaries_as_json(&[small_summary(), large_summary()], output)));
}
