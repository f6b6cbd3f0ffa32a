//! `casewise show`: whole summaries.

use super::exit::{Failure, Status, tell_problems};
use super::options::{AnalysisOptions, Format, FormatOption, PathOptions, SelectionOptions};
use super::output::{width, write_result};
use super::progress::ProgressLine;
use crate::analysis::{self, Shown};
use crate::report::{Layout, Report, SummaryView, method_label, show_as_text, summaries_as_json};
use crate::session::Job;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  casewise show build/classes --method Account.withdraw
  casewise show build/classes --method com.example.Account.withdraw --case 3 --code
  casewise show app.jar --method Account.withdraw --format json";

/// Show a method's summary: a row per case with its conditions, outcome, effects and schedule
///
/// Prints a table with a row for each case: the path condition over numbers (PC), the heap path condition over
/// references (HPC), the outcome, the effects (fields and arrays that are written, of new objects too, and calls of the
/// JDK that casewise models), and the schedule (which case of each callee is composed, in the order of the calls). Paths
/// that stopped before they ended follow, with the reason.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    /// The method to show
    ///
    /// `Account.withdraw` or `com.example.Account.withdraw`. Of several methods with that name, all are shown.
    /// Constructors are named `<init>`.
    #[arg(long, value_name = "C.m", required = true)]
    method: String,

    /// Only this case, counted from 0 [default: all cases]
    ///
    /// The number that the table and the schedules of callers have.
    #[arg(long, value_name = "N")]
    case: Option<u32>,

    /// Show the specialised code too: the bytecode of each path alone
    ///
    /// Each distinct code once, after the cases, which have its number.
    #[arg(long)]
    code: bool,

    /// Show long conditions whole, and every path that stopped
    ///
    /// Else a condition or outcome of more than 240 characters is cut, with a mark, and of the paths that stopped for one
    /// reason the first 20 are listed.
    #[arg(long)]
    full: bool,

    #[command(flatten)]
    format: FormatOption,

    #[command(flatten)]
    analysis: AnalysisOptions,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let job =
        Job { method: Some(arguments.method.clone()), ..arguments.analysis.job(&arguments.paths, &arguments.classes) };
    let progress = ProgressLine::new();
    let shown = Shown { case: arguments.case, code: arguments.code, full: arguments.full, pictured: None };
    let (mut views, report) = analysis::show(&job, shown, &progress)?;
    drop(progress);
    let status = tell_problems(&report.problems);
    if let Some(case) = arguments.case {
        if views.iter().all(|view| view.cases.is_empty()) {
            return Err(Failure::NoSuchCase(no_such_case(case, &views, &report)));
        }
        // Of several methods with the name, those that have the case.
        views.retain(|view| !view.cases.is_empty());
    }
    write_result(|output| match arguments.format.format {
        Format::Json => summaries_as_json(&views, output),
        Format::Text => {
            for (index, view) in views.iter().enumerate() {
                if index > 0 {
                    writeln!(output)?;
                }
                show_as_text(view, Layout { width: width(), cases: all_cases(view, &report) }, output)?;
            }
            Ok(())
        }
    })?;
    Ok(status)
}

/// How many cases the summary of a method has, of which a view may have only one.
fn all_cases(view: &SummaryView, report: &Report) -> Option<u64> {
    let same = |method: &&crate::report::MethodReport| {
        (&method.class, &method.method, &method.descriptor) == (&view.class, &view.method, &view.descriptor)
    };
    report.methods.iter().find(same).map(|method| method.cases)
}

fn no_such_case(case: u32, views: &[SummaryView], report: &Report) -> String {
    let counts: Vec<String> = views
        .iter()
        .map(|view| {
            let label = method_label(&view.class, &view.method, &view.descriptor);
            match all_cases(view, report) {
                None | Some(0) => format!("{label} has no cases"),
                Some(1) => format!("{label} has only case 0"),
                Some(count) => format!("{label} has cases 0 to {}", count.saturating_sub(1)),
            }
        })
        .collect();
    format!("no case {case}: {}", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::MethodReport;

    #[test]
    fn a_case_that_is_not_there_is_answered_with_those_that_are() {
        let view = |method: &str| SummaryView {
            class: "p.C".into(),
            method: method.into(),
            descriptor: "(I)V".into(),
            declaration: String::new(),
            source_file: None,
            complete: true,
            caveats: Vec::new(),
            cases: Vec::new(),
            codes: None,
            stopped: Vec::new(),
            stopped_not_listed: 0,
        };
        let method = |name: &str, cases| MethodReport {
            class: "p.C".into(),
            method: name.into(),
            descriptor: "(I)V".into(),
            cases,
            throwing: 0,
            complete: true,
            caveats: Vec::new(),
            time_ms: 1.0,
        };
        let report = Report { methods: vec![method("a", 22), method("b", 1)], ..Report::default() };
        assert_eq!(
            no_such_case(99, &[view("a"), view("b"), view("c")], &report),
            "no case 99: p.C.a(int) has cases 0 to 21, p.C.b(int) has only case 0, p.C.c(int) has no cases"
        );
    }
}
