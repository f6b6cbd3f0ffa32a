//! Reports of `check`, `diff` and `summarize` that are made by hand: ordinary ones, hostile ones, and large ones.

use casewise::report::{
    BehaviourChange, CasePicture, CaseView, CauseEntry, ChangeKind, CheckReport, CheckedMethod, ComparedMethod,
    Compatibility, Defect, DiffReason, DiffReasonKind, DiffReport, DiffRole, DiffVerdict, FailureCause, Finding,
    HeapEdge, HeapEnd, InputData, MemberChange, MethodReport, Property, Rank, Reason, ReasonKind, Refusal, Report,
    SourceLines, SummaryView, TouchedPaths, Uncovered, Verdict,
};

/// A report on three methods of a class and one of another.
pub fn report() -> CheckReport {
    let mut share = method("bank.Account", "share", "(I)I", Verdict::Fails);
    share.findings = vec![finding("java.lang.ArithmeticException", "balance = 0, parts = 0")];
    let mut withdraw = method("bank.Account", "withdraw", "(I)Z", Verdict::Incomplete);
    withdraw.reasons = vec![reason("loop bound 8")];
    withdraw.rejects = vec![Refusal {
        exception: "java.lang.IllegalArgumentException".into(),
        line: Some(12),
        input: Some("amount = 0".into()),
    }];
    withdraw.unreached_states = vec![finding("java.lang.IllegalStateException", "balance = -1")];
    withdraw.uncovered = Some(vec![Uncovered { line: Some(20), what: "line".into(), reason: "infeasible".into() }]);
    let mut holds = method("bank.Account", "isVip", "()Z", Verdict::Holds);
    holds.invariants = vec!["bank.Account.balance >= 0".into()];
    let other = method("bank.Empty", "nothing", "()V", Verdict::Holds);
    summed(vec![share, withdraw, holds, other])
}

/// The same with texts that try to be markup, to turn the direction of writing, and to be wide.
pub fn hostile() -> CheckReport {
    let wide = "W".repeat(400);
    let image = "<img src=x onerror=alert(1)>";
    let mut report = report();
    for (at, method) in report.methods.iter_mut().enumerate() {
        method.class = format!("p.{}</script><!--{image}\u{202e}\"'&{wide}", if at < 3 { "a/../b" } else { "A" });
        for finding in method.findings.iter_mut().chain(&mut method.unreached_states) {
            finding.message = Some(format!("{image}\u{1b}[31m\u{0}</script>{wide}"));
            finding.input = format!("{image}{wide}");
            finding.path_condition = vec![format!("x.{wide} == \"{image}\""); 3];
            finding.trace = vec![format!("{image}{wide}"); 3];
            finding.place = format!("{image}{wide}");
        }
        for reason in &mut method.reasons {
            reason.text = format!("{image}\u{202e}{wide}");
            reason.place = Some(wide.clone());
        }
    }
    report.defects = vec![Defect { method: wide.clone(), message: image.into() }];
    let CheckReport { methods, defects, .. } = report;
    CheckReport { defects, ..summed(methods) }
}

/// Classes with so many methods each, of which every other fails.
pub fn large(classes: usize, methods: usize) -> CheckReport {
    let mut all = Vec::new();
    for class in 0..classes {
        for at in 0..methods {
            let class = format!("com.example.library.part{}.Class{class:03}", class % 20);
            let verdict = if at % 2 == 0 { Verdict::Fails } else { Verdict::Incomplete };
            let mut method = method(&class, &format!("method{at}"), "(ILjava/lang/String;)V", verdict);
            method.reasons = vec![reason("loop bound 8"), reason("budget of work used up with paths left")];
            if verdict == Verdict::Fails {
                method.findings =
                    vec![finding("java.lang.NullPointerException", "text = null, number = 2147483647"); 2];
            }
            all.push(method);
        }
    }
    summed(all)
}

/// A method of which there is more to say than a page has room for.
pub fn verbose() -> CheckReport {
    let mut method = method("bank.Account", "share", "(I)I", Verdict::Fails);
    let mut long = finding("java.lang.ArithmeticException", &"x".repeat(100_000));
    long.path_condition = vec!["parts == 0".into(); 10_000];
    long.trace = vec!["bank.Account.share:23".into(); 10_000];
    method.findings = vec![long; 3_000];
    method.reasons = vec![reason(&"y".repeat(50_000)); 1_000];
    method.uncovered =
        Some(vec![Uncovered { line: Some(20), what: "line".into(), reason: "infeasible".into() }; 100_000]);
    summed(vec![method])
}

/// What two builds do differently.
pub fn changes() -> DiffReport {
    let method = |name: &str, verdict, changes, reasons| ComparedMethod {
        class: "bank.Account".into(),
        method: name.into(),
        descriptor: "(I)I".into(),
        source_file: Some("bank/Account.java".into()),
        lines: Some(SourceLines { first: 11, last: 17 }),
        old_lines: Some(SourceLines { first: 11, last: 17 }),
        is_public: true,
        role: if name == "caller" { DiffRole::Caller } else { DiffRole::Edited },
        verdict,
        changes,
        paths: Some(TouchedPaths { all: 4, touched: 1 }),
        reasons,
        time_ms: 1.0,
    };
    let change = BehaviourChange {
        kind: ChangeKind::NewlyThrows,
        input: "balance = 0, amount = 1".into(),
        conditions: vec!["balance < amount".into()],
        old: "returns false".into(),
        new: format!("throws java.lang.IllegalStateException: <b>{}", "W".repeat(300)),
        is_made: false,
        expected: false,
        fingerprint: "f".into(),
    };
    let open = DiffReason { kind: DiffReasonKind::Open, text: "loop bound 8".into() };
    let member = MemberChange {
        breaks: Compatibility::Binary,
        class: "bank.Account".into(),
        member: Some("close()".into()),
        what: "removed".into(),
    };
    let mut report = DiffReport {
        methods: vec![
            method("withdraw", DiffVerdict::Changed, vec![change; 5], vec![]),
            method("caller", DiffVerdict::Unknown, vec![], vec![open]),
            method("same", DiffVerdict::Same, vec![], vec![]),
        ],
        members: vec![member],
        unused_expectations: vec!["bank.Account.gone".into()],
        ..DiffReport::default()
    };
    report.sum_up();
    report
}

fn method(class: &str, name: &str, descriptor: &str, verdict: Verdict) -> CheckedMethod {
    CheckedMethod {
        class: class.into(),
        method: name.into(),
        descriptor: descriptor.into(),
        source_file: Some("bank/Account.java".into()),
        verdict,
        findings: vec![],
        unreached_states: vec![],
        rejects: vec![],
        declared: vec![],
        reasons: vec![],
        invariants: vec![],
        closed_types: vec![],
        premises: vec![],
        uncovered: None,
        paths: 4,
        time_ms: 1.0,
    }
}

fn reason(text: &str) -> Reason {
    Reason { kind: ReasonKind::Bound, paths: 2, text: text.into(), place: Some("bank.Account.withdraw:13".into()) }
}

fn finding(exception: &str, input: &str) -> Finding {
    Finding {
        property: Property::Exception,
        exception: exception.into(),
        message: Some("/ by zero".into()),
        source_file: Some("bank/Account.java".into()),
        line: Some(23),
        place: "bank.Account.share".into(),
        input: input.into(),
        input_data: InputData::default(),
        path_condition: vec!["parts == 0".into()],
        trace: vec!["bank.Account.share:23".into()],
        frames: vec![],
        confirmed: true,
        not_replayed: None,
        fingerprint: "f".into(),
        cause: "c".into(),
    }
}

/// A report whose causes are the findings, of alternating ranks.
fn summed(methods: Vec<CheckedMethod>) -> CheckReport {
    let mut causes = Vec::new();
    for (position, method) in methods.iter().enumerate() {
        for (number, finding) in method.findings.iter().enumerate() {
            let rank = if number % 2 == 0 { Rank::Public } else { Rank::Null };
            let entry = CauseEntry { rank, method: position, finding: number };
            causes.push(FailureCause {
                fingerprint: format!("{position}"),
                rank,
                property: finding.property,
                exception: finding.exception.clone(),
                place: finding.place.clone(),
                line: finding.line,
                baseline: None,
                suppression: None,
                entries: vec![entry.clone(); 5],
            });
        }
    }
    let mut report = CheckReport { methods, causes, ..CheckReport::default() };
    report.sum_up();
    report
}

/// Summaries of two methods: one over a heap with aliases, one whose names try to be markup and to be wide.
pub fn summaries() -> (Report, Vec<SummaryView>) {
    let hostile = format!("<img src=x onerror=alert(1)>{}", "W".repeat(300));
    let views = vec![summary("withdraw", "x.next.f"), summary("share", &hostile)];
    let method = |view: &SummaryView| MethodReport {
        class: view.class.clone(),
        method: view.method.clone(),
        descriptor: view.descriptor.clone(),
        cases: 70,
        throwing: 1,
        complete: view.method == "withdraw",
        caveats: vec![],
        time_ms: 1.0,
    };
    let mut report = Report { methods: views.iter().map(method).collect(), ..Report::default() };
    report.totals.methods = 2;
    report.totals.cases = 140;
    (report, views)
}

fn summary(name: &str, read: &str) -> SummaryView {
    let edge = |owner, name: &str, text: &str, to| HeapEdge { owner, name: name.into(), text: text.into(), to };
    let x = || edge(None, "x", "x", HeapEnd::New(0));
    let heaps = [
        vec![edge(None, "x", "x", HeapEnd::Null)],
        vec![x(), edge(Some(0), "next", "x.next", HeapEnd::Null)],
        vec![
            x(),
            edge(Some(0), "next", "x.next", HeapEnd::New(1)),
            edge(Some(1), "next", "x.next.next", HeapEnd::Same(0)),
        ],
        vec![x(), edge(Some(0), read, read, HeapEnd::Same(0)), edge(None, "y", "y", HeapEnd::Same(0))],
        vec![x(), edge(Some(0), "next", "x.next", HeapEnd::Known(format!("Colour.{read}")))],
    ];
    let case = |(index, heap): (usize, Vec<HeapEdge>)| {
        let word = |edge: &HeapEdge| match &edge.to {
            HeapEnd::Null => format!("{} = null", edge.text),
            other => format!("{} = {other:?}", edge.text),
        };
        let mut decisions: Vec<String> = heap.iter().map(word).collect();
        decisions.push(format!("{read} > {index}"));
        CaseView {
            index: index as u32,
            path_condition: vec![],
            heap_path_condition: vec![],
            outcome: if index == 0 {
                "throws java.lang.NullPointerException".into()
            } else {
                format!("returns {read}")
            },
            effects: vec![format!("writes {read}")],
            schedule: vec![],
            code: None,
            picture: Some(CasePicture { decisions, heap, lines: vec![11, 13 + index as u16] }),
        }
    };
    SummaryView {
        class: "bank.Account".into(),
        method: name.into(),
        descriptor: "(I)I".into(),
        declaration: format!("int {name}(int parts)"),
        source_file: Some("Account.java".into()),
        complete: true,
        caveats: vec![],
        cases: heaps.into_iter().enumerate().map(case).collect(),
        codes: None,
        stopped: vec![],
        stopped_not_listed: 0,
    }
}
