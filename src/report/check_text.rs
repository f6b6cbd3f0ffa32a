//! What `check` found, for people: the failures first, one for each cause and in the order in which they are worth reading, then
//! what is open, then the sums.

use super::check::{CheckReport, CheckedMethod, Finding, ReasonCount, Refusal, Verdict};
use super::notation::{counted, duration, method_label};
use super::printable::printable;
use super::rank::{CauseEntry, FailureCause, Rank, Suppression};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// How many of the most frequent reasons the sums list.
const LISTED_REASONS: usize = 10;

/// So many characters of the conditions of a finding are shown.
const MOST_CHARACTERS: usize = 160;
const AND: &str = " && ";

/// With more methods than this, those that do not fail are counted and not listed.
const LISTED_METHODS: usize = 20;

/// How many of the methods that lead to a cause are named.
const NAMED_ENTRIES: usize = 3;

/// How much of a report is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportDetail {
    /// Every finding and every method; otherwise what is worth reading first.
    pub all: bool,
    /// Conditions whole, however long.
    pub full: bool,
}

/// Writes the result of `check`: what is worth reading, and the rest in numbers, or all of it.
///
/// # Errors
/// When the output cannot be written.
pub fn check_as_text(report: &CheckReport, shown: ReportDetail, output: &mut dyn Write) -> io::Result<()> {
    let lists_methods = shown.all || report.methods.len() <= LISTED_METHODS;
    write_causes(report, (shown, lists_methods), output)?;
    if lists_methods {
        let leading = |cause: &FailureCause| cause.entries.first().map(|entry| entry.method);
        let leading: BTreeSet<usize> = report.told_causes(shown.all).filter_map(leading).collect();
        for verdict in [Verdict::Fails, Verdict::Incomplete, Verdict::Holds] {
            let of_verdict = report.methods.iter().enumerate().filter(|(_, method)| method.verdict == verdict);
            for (position, method) in of_verdict {
                // What stands with a cause has its methods there.
                if !leading.contains(&position) {
                    write_verdict(method, output)?;
                    write_hidden(report, position, shown.all, output)?;
                    write_rest(method, shown, output)?;
                }
            }
        }
    }
    for defect in &report.defects {
        writeln!(output, "DEFECT OF CASEWISE  {}: {}", printable(&defect.method), printable(&defect.message))?;
    }
    write_totals(report, shown.all, output)
}

/// The findings, one for each cause, those of one method in a row under one line.
fn write_causes(
    report: &CheckReport,
    (shown, lists_methods): (ReportDetail, bool),
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut open: Option<usize> = None;
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for cause in report.told_causes(shown.all) {
        let Some((first, others)) = cause.entries.split_first() else { continue };
        let Some((method, finding)) = report.finding(first) else { continue };
        if open != Some(first.method) {
            write_rest_of(report, open, (shown, lists_methods), &mut told, output)?;
            write_verdict(method, output)?;
            open = Some(first.method);
        }
        write_finding(finding, shown.full, output)?;
        if let Some(suppression) = &cause.suppression {
            writeln!(output, "    {}", suppressed(suppression))?;
        }
        if shown.full {
            writeln!(output, "    fingerprint: {}", cause.fingerprint)?;
        }
        write_others(report, others, shown.all, output)?;
    }
    write_rest_of(report, open, (shown, lists_methods), &mut told, output)
}

/// What else is known of a method, after its findings, once.
fn write_rest_of(
    report: &CheckReport,
    position: Option<usize>,
    (shown, lists_methods): (ReportDetail, bool),
    told: &mut BTreeSet<usize>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let method = position.filter(|position| lists_methods && told.insert(*position));
    let Some((position, method)) = method.and_then(|position| Some((position, report.methods.get(position)?))) else {
        return Ok(());
    };
    write_hidden(report, position, shown.all, output)?;
    write_rest(method, shown, output)
}

/// The other methods that lead to a cause.
fn write_others(
    report: &CheckReport,
    others: &[CauseEntry],
    shows_all: bool,
    output: &mut dyn Write,
) -> io::Result<()> {
    let most = if shows_all { others.len() } else { NAMED_ENTRIES };
    let named = others.iter().take(most).filter_map(|entry| report.methods.get(entry.method));
    let mut names: Vec<String> =
        named.map(|method| method_label(&method.class, &method.method, &method.descriptor)).collect();
    if names.is_empty() {
        return Ok(());
    }
    if let Some(more) = others.len().checked_sub(most).filter(|more| *more > 0) {
        names.push(format!("{more} more"));
    }
    writeln!(output, "    also in: {}", printable(&names.join(", ")))
}

fn write_totals(report: &CheckReport, shows_all: bool, output: &mut dyn Write) -> io::Result<()> {
    let totals = &report.totals;
    if !report.methods.is_empty() {
        writeln!(output)?;
    }
    writeln!(
        output,
        "{}: {} ({}, {} confirmed by a JVM), {}, {}; {}{}",
        counted(totals.methods, "method", "methods"),
        counted(totals.fails, "fails", "fail"),
        counted(totals.findings, "finding", "findings"),
        totals.confirmed,
        counted(totals.holds, "holds", "hold"),
        format_args!("{} incomplete", totals.incomplete),
        duration(totals.time_ms),
        match totals.run.kept {
            0 => String::new(),
            kept => format!(", {} known from before", counted(kept, "method", "methods")),
        },
    )?;
    let known = report.shown_causes(shows_all).filter(|cause| cause.is_known()).count() as u64;
    if known > 0 {
        writeln!(output, "not shown: {} that the baseline has", counted(known, "cause", "causes"))?;
    }
    let suppressed = report.shown_causes(shows_all).filter(|cause| !cause.is_known() && cause.suppression.is_some());
    let suppressed = suppressed.count() as u64;
    if suppressed > 0 {
        let causes = counted(suppressed, "cause", "causes");
        match shows_all {
            true => writeln!(output, "shown and suppressed: {causes}")?,
            false => writeln!(output, "not shown (--all lists all): {causes}, suppressed")?,
        }
    }
    if !shows_all {
        for (rank, what) in HIDDEN {
            let causes = report.causes.iter().filter(|cause| cause.rank == rank).count() as u64;
            if causes > 0 {
                writeln!(output, "not shown (--all lists all): {}, {what}", counted(causes, "cause", "causes"))?;
            }
        }
    }
    if totals.reasons.len() > 1 {
        write_left_open(&totals.reasons, output)?;
    }
    Ok(())
}

/// The most frequent reasons why something is left open, and how many others there are.
pub(super) fn write_left_open(reasons: &[ReasonCount], output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "left open:")?;
    for reason in reasons.iter().take(LISTED_REASONS) {
        let methods = counted(reason.methods, "method", "methods");
        writeln!(output, "  {methods}: {}", printable(&reason.reason))?;
    }
    match reasons.len().saturating_sub(LISTED_REASONS) {
        0 => Ok(()),
        more => writeln!(output, "  and {}", counted(more as u64, "other reason", "other reasons")),
    }
}

/// Why a cause is not to be told, and where that is said.
pub(super) fn suppressed(Suppression { reason, origin, until, .. }: &Suppression) -> String {
    let until = until.as_ref().map_or(String::new(), |day| format!(" until {day}"));
    printable(&format!("suppressed{until}: {reason} ({origin})")).into_owned()
}

/// What is not shown of each rank.
pub(super) const HIDDEN: [(Rank, &str); 6] = [
    (Rank::Inner, "brought about only by code of the same package or a subclass"),
    (Rank::Thrown, "thrown on purpose"),
    (Rank::Range, "an index or a size out of bounds that the caller passes"),
    (Rank::Unchecked, "an argument of another type than the generic types say"),
    (Rank::Null, "a null that nothing says is passed (--nulls all counts it)"),
    (Rank::Scripted, "an object of a class that nobody has written"),
];

/// A line for each way in which a method fails that does not stand with it.
fn write_hidden(report: &CheckReport, position: usize, shows_all: bool, output: &mut dyn Write) -> io::Result<()> {
    for cause in report.causes.iter().filter(|cause| cause.entries.iter().any(|entry| entry.method == position)) {
        let is_told = cause.is_told(shows_all);
        if is_told && cause.is_led_by(position) {
            continue;
        }
        let line = cause.line.map_or(String::new(), |line| format!(":{line}"));
        let what = printable(&format!("{} at {}{line}", cause.exception, cause.place)).into_owned();
        let by_rank = || HIDDEN.iter().find(|(rank, _)| *rank == cause.rank).map_or("", |(_, why)| *why);
        match &cause.suppression {
            _ if is_told => writeln!(output, "  see above: {what}")?,
            _ if cause.is_known() => writeln!(output, "  not shown: {what}, which the baseline has")?,
            Some(suppression) => writeln!(output, "  not shown: {what}, {}", suppressed(suppression))?,
            None => writeln!(output, "  not shown: {what}, {}", by_rank())?,
        }
    }
    Ok(())
}

fn write_verdict(method: &CheckedMethod, output: &mut dyn Write) -> io::Result<()> {
    let verdict = match method.verdict {
        Verdict::Fails => "FAILS",
        Verdict::Incomplete => "incomplete",
        Verdict::Holds => "holds",
    };
    writeln!(output, "{verdict:<10}  {}", method_label(&method.class, &method.method, &method.descriptor))
}

/// What is known of a method beside its findings.
fn write_rest(method: &CheckedMethod, shown: ReportDetail, output: &mut dyn Write) -> io::Result<()> {
    for finding in &method.unreached_states {
        writeln!(output, "  needs a state not shown reachable:")?;
        write_finding(finding, shown.full, output)?;
    }
    for refusal in &method.rejects {
        write_refusal("rejects", refusal, output)?;
    }
    for refusal in &method.declared {
        write_refusal("declared", refusal, output)?;
    }
    for reason in &method.reasons {
        let place = reason.place.as_ref().map_or(String::new(), |place| format!(", at {place}"));
        let text = format!("{}{}", printable(&reason.text), printable(&place));
        match reason.paths {
            0 => writeln!(output, "  not known: {text}")?,
            paths => writeln!(output, "  not known: {text} ({})", counted(paths, "path", "paths"))?,
        }
    }
    for invariant in &method.invariants {
        writeln!(output, "  rests on: {}", printable(invariant))?;
    }
    if !method.closed_types.is_empty() {
        let types = method.closed_types.join(" or a ");
        writeln!(output, "  rests on: no class from elsewhere is a {}", printable(&types))?;
    }
    for premise in &method.premises {
        writeln!(output, "  rests on: {premise}")?;
    }
    for place in method.uncovered.iter().flatten() {
        let line = place.line.map_or(String::new(), |line| format!("line {line}: "));
        writeln!(output, "  not covered: {line}{}: {}", printable(&place.what), printable(&place.reason))?;
    }
    Ok(())
}

pub(super) fn write_finding(finding: &Finding, is_whole: bool, output: &mut dyn Write) -> io::Result<()> {
    let message = finding.message.as_ref().map_or(String::new(), |message| format!(": {message}"));
    if !finding.exception.is_empty() {
        writeln!(output, "  {}{}", finding.exception, printable(&message))?;
    }
    for frame in &finding.trace {
        writeln!(output, "    at {}", printable(frame))?;
    }
    let input = if finding.input.is_empty() { "(none)" } else { &finding.input };
    writeln!(output, "    input: {}", printable(input))?;
    if !finding.path_condition.is_empty() {
        writeln!(output, "    when:  {}", printable(&conditions(&finding.path_condition, is_whole)))?;
    }
    match (&finding.not_replayed, finding.confirmed) {
        (_, true) => writeln!(output, "    confirmed by a JVM"),
        (Some(reason), false) => writeln!(output, "    not replayed: {}", printable(reason)),
        (None, false) => writeln!(output, "    not replayed"),
    }
}

/// Conditions in one line: whole, or the first ones and, since these tell most of the failure, more of the last ones.
pub(super) fn conditions(all: &[String], is_whole: bool) -> String {
    let whole = all.join(AND);
    if is_whole || whole.chars().count() <= MOST_CHARACTERS {
        return whole;
    }
    let size = |condition: &String| condition.chars().count() + AND.len();
    // Those of an end within so many characters, and never more than there are.
    let fitting = |conditions: &mut dyn Iterator<Item = &String>, room: usize| {
        let sums = conditions.scan(0, |sum, condition| {
            *sum += size(condition);
            Some(*sum)
        });
        sums.take_while(|sum| *sum <= room).count()
    };
    let last = fitting(&mut all.iter().rev(), MOST_CHARACTERS * 2 / 3).max(1);
    let (before, last) = all.split_at(all.len().saturating_sub(last));
    let taken: usize = last.iter().map(size).sum();
    let first = fitting(&mut before.iter(), MOST_CHARACTERS.saturating_sub(taken));
    let (first, between) = before.split_at(first.min(before.len()));
    let more = (!between.is_empty()).then(|| format!("… {} more …", between.len()));
    let parts = first.iter().cloned().chain(more).chain(last.iter().cloned());
    parts.map(|part| cut(&part)).collect::<Vec<String>>().join(AND)
}

/// A condition that is too long by itself, without its middle.
fn cut(condition: &str) -> String {
    let size = condition.chars().count();
    if size <= MOST_CHARACTERS {
        return condition.to_owned();
    }
    let end = MOST_CHARACTERS / 2;
    let first: String = condition.chars().take(end).collect();
    let last: String = condition.chars().skip(size - end).collect();
    format!("{first} … {last}")
}

fn write_refusal(word: &str, refusal: &Refusal, output: &mut dyn Write) -> io::Result<()> {
    let line = refusal.line.map_or(String::new(), |line| format!(" at line {line}"));
    let input = match refusal.input.as_deref() {
        None => String::new(),
        Some("") => " always".to_owned(),
        Some(input) => format!(" on {input}"),
    };
    writeln!(output, "  {word} {}{line}{}", refusal.exception, printable(&input))
}
