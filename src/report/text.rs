//! Results as text: a line per method with the totals of the paper's Table 1, and summaries as tables like its Fig. 2.

use super::notation::{counted, distinct_labels, duration, size};
use super::printable::printable;
use super::table::{Cell, Column, Table, wrap};
use super::{CaseView, CodeLine, MethodReport, Report, RunCosts, ScheduleView, StoppedView, SummaryView, Totals};
use crate::exec::Caveat;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// How to lay out a summary.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Columns of the terminal, or of the page.
    pub width: usize,
    /// How many cases the summary has, where only some of them are shown.
    pub cases: Option<u64>,
}

/// Columns are aligned up to these widths; what is longer pushes the rest of its line.
const WIDEST_LABEL: usize = 64;
const WIDEST_STATUS: usize = 48;
/// Notes name this many methods; the others are counted. The methods' lines have the numbers of their notes.
const MOST_NAMED: usize = 3;

/// Writes the result of `summarize`: a line per method, notes, totals. Problems are not written here.
///
/// # Errors
/// When the output cannot be written.
pub fn summarize_as_text(report: &Report, output: &mut dyn Write) -> io::Result<()> {
    let labels = distinct_labels(&report.methods);
    let notes = notes(&report.methods);
    if report.methods.is_empty() {
        writeln!(output, "no methods to summarise: the classes have none with code")?;
    }
    write_methods(report, &labels, &notes, output)?;
    for (number, note) in (1..).zip(&notes) {
        let number = if note.is_general { String::new() } else { format!(" [{number}]") };
        let about = if note.is_general {
            String::new()
        } else {
            let named: Vec<&str> = note
                .methods
                .iter()
                .filter_map(|index| labels.get(*index))
                .take(MOST_NAMED)
                .map(String::as_str)
                .collect();
            let more = note.methods.len().saturating_sub(named.len());
            format!(" ({}{})", named.join(", "), if more > 0 { format!(" and {more} more") } else { String::new() })
        };
        writeln!(output, "note{number}: {}{about}", printable(&note.text))?;
    }
    writeln!(output)?;
    write_totals(&report.totals, output)
}

/// A caveat that takes nothing away from completeness, and the methods it is about.
struct Note {
    text: String,
    methods: Vec<usize>,
    /// Whether it is about all methods.
    is_general: bool,
}

/// The qualifying caveats in the order in which they are met; those about all methods come last.
fn notes(methods: &[MethodReport]) -> Vec<Note> {
    let mut notes: Vec<(&Caveat, Vec<usize>)> = Vec::new();
    for (index, method) in methods.iter().enumerate() {
        for caveat in method.caveats.iter().filter(|caveat| !caveat.is_incomplete() && !is_open_call(caveat)) {
            match notes.iter_mut().find(|(known, _)| *known == caveat) {
                Some((_, about)) => about.push(index),
                None => notes.push((caveat, vec![index])),
            }
        }
    }
    let mut notes: Vec<Note> = notes
        .into_iter()
        .map(|(caveat, about)| Note {
            text: caveat.to_string(),
            is_general: about.len() == methods.len(),
            methods: about,
        })
        .collect();
    notes.sort_by_key(|note| note.is_general);
    notes
}

fn write_methods(report: &Report, labels: &[String], notes: &[Note], output: &mut dyn Write) -> io::Result<()> {
    let statuses: Vec<String> = report
        .methods
        .iter()
        .enumerate()
        .map(|(index, method)| {
            let numbers: Vec<String> = (1..)
                .zip(notes)
                .filter(|(_, note)| !note.is_general && note.methods.binary_search(&index).is_ok())
                .map(|(number, _): (usize, _)| number.to_string())
                .collect();
            let status = status(method.complete, &method.caveats);
            if numbers.is_empty() { status } else { format!("{status} [{}]", numbers.join(", ")) }
        })
        .collect();
    let cases: Vec<String> = report.methods.iter().map(cases_and_throws).collect();
    let label_width = widest(labels, WIDEST_LABEL);
    let status_width = widest(&statuses, WIDEST_STATUS);
    let count_width = report.methods.iter().map(|method| method.cases.to_string().len()).max().unwrap_or(0);
    // The counts are right-aligned, what follows them left-aligned.
    let padded = |method: &MethodReport, text: &String| {
        format!("{}{text}", " ".repeat(count_width.saturating_sub(method.cases.to_string().len())))
    };
    let cases: Vec<String> = report.methods.iter().zip(&cases).map(|(method, text)| padded(method, text)).collect();
    let cases_width = widest(&cases, usize::MAX);
    for (((method, label), status), cases) in report.methods.iter().zip(labels).zip(&statuses).zip(&cases) {
        let is_cached = method.time_ms == 0.0 && report.totals.run.cache_hits > 0;
        let time = if is_cached { "cached".to_owned() } else { duration(method.time_ms) };
        writeln!(
            output,
            "{}  {}  {}  {time}",
            pad(label, label_width),
            pad(cases, cases_width),
            pad(status, status_width)
        )?;
    }
    Ok(())
}

fn widest(texts: &[String], limit: usize) -> usize {
    texts.iter().map(|text| text.width()).filter(|width| *width <= limit).max().unwrap_or(0)
}

fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

fn cases_and_throws(method: &MethodReport) -> String {
    let cases = counted(method.cases, "case", "cases");
    if method.throwing == 0 { cases } else { format!("{cases} ({} throw)", method.throwing) }
}

/// `complete`, with the calls that are left open, or what is missing: the first such caveat and how many more there are.
pub(super) fn status(complete: bool, caveats: &[Caveat]) -> String {
    let (word, is_told): (_, fn(&Caveat) -> bool) = match complete {
        true => ("complete", is_open_call),
        false => ("incomplete", Caveat::is_incomplete),
    };
    let mut told = caveats.iter().filter(|caveat| is_told(caveat));
    match told.next() {
        None => word.to_owned(),
        Some(first) => match told.count() {
            0 => format!("{word}: {}", printable(&first.to_string())),
            more => format!("{word}: {} (+{more} more)", printable(&first.to_string())),
        },
    }
}

/// Whether a caveat says that calls were left open. There are many of them, and each is its method's alone.
fn is_open_call(caveat: &Caveat) -> bool {
    matches!(caveat, Caveat::OpenCalls(..))
}

fn solver_calls(run: &RunCosts) -> String {
    let calls = format!("{} of {}", run.solver_calls, counted(run.solver_queries, "query", "queries"));
    match run.solver_guesses {
        0 => calls,
        guesses => format!("{calls}, {guesses} guessed"),
    }
}

fn write_totals(totals: &Totals, output: &mut dyn Write) -> io::Result<()> {
    let Totals { methods, cases, complete, without_open_calls, run } = totals;
    let with_open_calls = match complete.saturating_sub(*without_open_calls) {
        0 => String::new(),
        open => format!(", {open} of them with open calls"),
    };
    let incomplete = methods.saturating_sub(*complete);
    let rows = [
        ("Methods", format!("{methods} ({complete} complete{with_open_calls}, {incomplete} incomplete)")),
        ("Cases", cases.to_string()),
        ("Time", duration(run.time_ms)),
        ("States", run.states.to_string()),
        ("Instructions", run.instructions.to_string()),
        ("Solver calls", solver_calls(run)),
        ("Max. memory", size(run.peak_memory_bytes)),
        (
            "Cache",
            format!("{}, {}", counted(run.cache_hits, "hit", "hits"), counted(run.cache_misses, "miss", "misses")),
        ),
    ];
    let unfinished = (
        "Unfinished",
        format!("{}, for want of time: a longer --timeout goes on", counted(run.unfinished, "method", "methods")),
    );
    let rows = rows.into_iter().chain((run.unfinished > 0).then_some(unfinished));
    for (name, value) in rows {
        writeln!(output, "{name:<14}{value}")?;
    }
    Ok(())
}

/// Writes a whole summary: the declaration, what qualifies it, its cases as a table, the paths that stopped.
///
/// # Errors
/// When the output cannot be written.
pub fn show_as_text(view: &SummaryView, layout: Layout, output: &mut dyn Write) -> io::Result<()> {
    write_header(view, layout, output)?;
    if !view.cases.is_empty() {
        write_cases(view, layout.width, output)?;
    }
    for (number, lines) in view.codes.iter().flatten().enumerate() {
        writeln!(output, "code {number}:")?;
        for line in code(lines) {
            write_wrapped(&format!("  {line}"), layout.width, output)?;
        }
    }
    if !view.stopped.is_empty() && !is_part(view, layout) {
        let listed = u64::try_from(view.stopped.len()).unwrap_or(u64::MAX);
        let all = listed.saturating_add(view.stopped_not_listed);
        let more = match view.stopped_not_listed {
            0 => String::new(),
            _ => format!(", {listed} of them listed (see --full)"),
        };
        writeln!(output, "{} stopped{more}:", counted(all, "path", "paths"))?;
        for (number, stopped) in (1..).zip(&view.stopped) {
            write_stopped(number, stopped, layout.width, output)?;
        }
    }
    Ok(())
}

/// Whether only some of the cases are shown. Stopped paths are then left to the header's caveats, which count them.
fn is_part(view: &SummaryView, layout: Layout) -> bool {
    layout.cases.is_some_and(|all| u64::try_from(view.cases.len()) != Ok(all))
}

fn write_header(view: &SummaryView, layout: Layout, output: &mut dyn Write) -> io::Result<()> {
    let source = view.source_file.as_deref().map_or(String::new(), |file| format!(" ({})", printable(file)));
    writeln!(output, "{}{source}", printable(&view.class))?;
    writeln!(output, "{}", printable(&view.declaration))?;
    let shown = u64::try_from(view.cases.len()).unwrap_or(u64::MAX);
    let cases = match layout.cases {
        Some(all) if is_part(view, layout) => format!("{shown} of {}", counted(all, "case", "cases")),
        _ => counted(shown, "case", "cases"),
    };
    writeln!(output, "{cases}, {}", if view.complete { "complete" } else { "incomplete" })?;
    for caveat in &view.caveats {
        let kind = if caveat.is_incomplete() { "missing" } else { "note" };
        write_wrapped(&format!("{kind}: {}", printable(&caveat.to_string())), layout.width, output)?;
    }
    Ok(())
}

fn write_wrapped(line: &str, width: usize, output: &mut dyn Write) -> io::Result<()> {
    wrap(line, width.max(20)).iter().try_for_each(|line| writeln!(output, "{line}"))
}

/// Cases are turned into rows twice, once to measure them: there can be more of them than memory would like.
fn write_cases(view: &SummaryView, width: usize, output: &mut dyn Write) -> io::Result<()> {
    let column = |heading, narrowest| Column { heading, narrowest };
    // Together with the lines between them these fit into 80 columns.
    let mut columns = vec![
        column("Case", None),
        column("PC", Some(9)),
        column("HPC", Some(9)),
        column("Outcome", Some(10)),
        column("Effects", Some(10)),
        column("Schedule", Some(12)),
    ];
    if view.codes.is_some() {
        columns.push(column("Code", None));
    }
    let mut table = Table::new(columns);
    view.cases.iter().for_each(|case| table.measure(&row(case)));
    table.fit(width);
    table.write_head(output)?;
    view.cases.iter().try_for_each(|case| table.write_row(output, &row(case)))?;
    table.write_foot(output)
}

fn row(case: &CaseView) -> Vec<Cell> {
    let effects = match case.effects.as_slice() {
        [] => vec!["none".to_owned()],
        effects => effects.iter().map(|effect| printable(effect).into_owned()).collect(),
    };
    let mut row = vec![
        vec![case.index.to_string()],
        conjunction(&case.path_condition),
        conjunction(&case.heap_path_condition),
        vec![printable(&case.outcome).into_owned()],
        effects,
        schedule(&case.schedule),
    ];
    row.extend(case.code.map(|code| vec![code.to_string()]));
    row
}

/// `{a && b}`, a conjunct per line.
fn conjunction(conjuncts: &[String]) -> Cell {
    let Some(last) = conjuncts.len().checked_sub(1) else {
        return vec!["{}".to_owned()];
    };
    let line = |(index, conjunct): (usize, &String)| {
        let open = if index == 0 { '{' } else { ' ' };
        let close = if index == last { "}" } else { " &&" };
        format!("{open}{}{close}", printable(conjunct))
    };
    conjuncts.iter().enumerate().map(line).collect()
}

/// An instruction per line, its source line after it where that is known.
fn code(lines: &[CodeLine]) -> Cell {
    if lines.is_empty() {
        return vec!["[]".to_owned()];
    }
    let text = |line: &CodeLine| match line.line {
        Some(number) => format!("{} :{number}", printable(&line.text)),
        None => printable(&line.text).into_owned(),
    };
    lines.iter().map(text).collect()
}

/// The positions of the cases in the order in which their methods are invoked, as the paper writes them: `[6, 0]`. Below,
/// the methods, each under the one that invokes it.
fn schedule(entries: &[ScheduleView]) -> Cell {
    let mut positions = Vec::new();
    let mut names = Vec::new();
    let mut open: Vec<(usize, &ScheduleView)> = entries.iter().rev().map(|entry| (0, entry)).collect();
    while let Some((depth, entry)) = open.pop() {
        positions.push(entry.case.to_string());
        names.push(format!("{}{}: {}", "  ".repeat(depth), printable(&entry.method), entry.case));
        open.extend(entry.nested.iter().rev().map(|nested| (depth + 1, nested)));
    }
    let mut cell = vec![format!("[{}]", positions.join(", "))];
    cell.append(&mut names);
    cell
}

fn write_stopped(number: usize, stopped: &StoppedView, width: usize, output: &mut dyn Write) -> io::Result<()> {
    write_wrapped(&format!("  {number}. {}", printable(&stopped.reason)), width, output)?;
    for (name, conjuncts) in [("PC", &stopped.path_condition), ("HPC", &stopped.heap_path_condition)] {
        if !conjuncts.is_empty() {
            let text = format!("     {name}: {{{}}}", printable(&conjuncts.join(" && ")));
            write_wrapped(&text, width, output)?;
        }
    }
    Ok(())
}
