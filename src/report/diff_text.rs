//! What `diff` found, for people: what has changed first, worst first, with the callers that show it; then what is open, what was done to
//! members, and the sums.

use super::check::ReasonCount;
use super::check_text::{conditions, write_left_open};
use super::diff::{
    BehaviourChange, ComparedMethod, Compatibility, DiffReport, DiffRole, DiffVerdict, MemberChange, RoleTotals,
};
use super::notation::{counted, duration, method_label};
use super::printable::printable;
use std::io::{self, Write};

/// With more methods than this, those that do the same are counted and not listed.
const LISTED_METHODS: usize = 20;

/// Writes the result of `diff`; `all`: every method and every change of a member; `full`: with conditions whole, however long.
///
/// # Errors
/// When the output cannot be written.
pub fn diff_as_text(report: &DiffReport, all: bool, full: bool, output: &mut dyn Write) -> io::Result<()> {
    let lists = all || report.methods.len() <= LISTED_METHODS;
    for method in &report.methods {
        match method.verdict {
            DiffVerdict::Changed => write_changed(method, full, output)?,
            DiffVerdict::Unknown if lists || !method.changes.is_empty() => {
                writeln!(output, "unknown   {}{}", label(method), caller(method))?;
                for change in &method.changes {
                    write_change(change, full, output)?;
                }
                for reason in &method.reasons {
                    writeln!(output, "  not known: {}", printable(&reason.text))?;
                }
            }
            DiffVerdict::Same if lists => writeln!(output, "same      {}{}", label(method), caller(method))?,
            _ => {}
        }
    }
    write_members(&report.members, all, output)?;
    for line in &report.unused_expectations {
        writeln!(output, "expected, and not found: {}", printable(line))?;
    }
    write_totals(report, output)
}

fn label(method: &ComparedMethod) -> String {
    method_label(&method.class, &method.method, &method.descriptor)
}

fn caller(method: &ComparedMethod) -> &'static str {
    if method.role == DiffRole::Caller { "  (a caller)" } else { "" }
}

fn write_changed(method: &ComparedMethod, full: bool, output: &mut dyn Write) -> io::Result<()> {
    let is_expected = !method.changes.is_empty() && method.changes.iter().all(|change| change.expected);
    let verdict = if is_expected { "changed" } else { "CHANGED" };
    writeln!(output, "{verdict:<8}  {}{}", label(method), caller(method))?;
    for change in &method.changes {
        write_change(change, full, output)?;
    }
    if let Some(paths) = method.paths.filter(|paths| paths.touched > 0) {
        writeln!(output, "  on {} of {}", paths.touched, counted(paths.all, "path", "paths"))?;
    }
    Ok(())
}

fn write_change(change: &BehaviourChange, full: bool, output: &mut dyn Write) -> io::Result<()> {
    let expected = if change.expected { " (expected)" } else { "" };
    writeln!(output, "  {}{expected}", change.kind.words())?;
    let input = if change.input.is_empty() { "(none)" } else { &change.input };
    writeln!(output, "    input: {}", printable(input))?;
    if !change.is_made {
        writeln!(output, "      (its fields were set: no calls are known that lead there)")?;
    }
    if !change.conditions.is_empty() {
        writeln!(output, "    when:  {}", printable(&conditions(&change.conditions, full)))?;
    }
    writeln!(output, "    old:   {}", printable(&change.old))?;
    writeln!(output, "    new:   {}", printable(&change.new))
}

/// What was done to members: all that somebody must do something about, and the rest in numbers.
fn write_members(members: &[MemberChange], all: bool, output: &mut dyn Write) -> io::Result<()> {
    let is_shown = |change: &&MemberChange| all || change.breaks != Compatibility::None;
    let mut last = None;
    for change in members.iter().filter(is_shown) {
        if last != Some(change.breaks) {
            let heading = match change.breaks {
                Compatibility::Binary => "What was compiled against the old version does not link:",
                Compatibility::Source => "Sources that use the old version do not compile:",
                Compatibility::Serialised => "What the old version has written is read otherwise:",
                Compatibility::Behaviour => "What was compiled before behaves as before:",
                Compatibility::None => "Breaks nothing:",
            };
            writeln!(output, "{heading}")?;
            last = Some(change.breaks);
        }
        let member = change.member.as_ref().map_or(String::new(), |member| format!(".{member}"));
        writeln!(output, "  {}{}: {}", change.class, printable(&member), printable(&change.what))?;
    }
    let hidden = members.len() - members.iter().filter(is_shown).count();
    if hidden > 0 {
        let what = counted(hidden as u64, "change of a member breaks", "changes of members break");
        writeln!(output, "{what} nothing (--all lists all)")?;
    }
    Ok(())
}

fn write_totals(report: &DiffReport, output: &mut dyn Write) -> io::Result<()> {
    let totals = &report.totals;
    if !report.methods.is_empty() || !report.members.is_empty() {
        writeln!(output)?;
    }
    let told = |of: RoleTotals| format!("{} changed, {} same, {} unknown", of.changed, of.same, of.unknown);
    writeln!(
        output,
        "{}: {} in code ({}); {}",
        counted(totals.methods, "method", "methods"),
        counted(totals.edited.all, "differs", "differ"),
        told(totals.edited),
        duration(totals.time_ms),
    )?;
    if totals.callers.all > 0 {
        let callers = counted(totals.callers.all, "caller", "callers");
        writeln!(output, "{callers} of what has changed: {}", told(totals.callers))?;
    }
    if totals.callers_left > 0 {
        let callers = counted(totals.callers_left, "caller", "callers");
        writeln!(output, "not compared: {callers} of methods of which it is not known whether they have changed")?;
    }
    for version in ["old", "new"] {
        let of_version = report.tests.iter().filter(|class| class.version == version);
        let (classes, tests) = of_version.fold((0, 0), |(classes, tests), class| (classes + 1, tests + class.tests));
        if tests > 0 {
            let (tests, classes) = (counted(tests, "test passes", "tests pass"), counted(classes, "class", "classes"));
            writeln!(output, "{tests} with the {version} version alone, in {classes}")?;
        }
    }
    let unknown = report.methods.iter().filter(|method| method.verdict == DiffVerdict::Unknown);
    let reasons = ReasonCount::of(unknown.flat_map(|method| &method.reasons).map(|reason| reason.text.as_str()));
    if report.methods.len() > LISTED_METHODS && !reasons.is_empty() {
        write_left_open(&reasons, output)?;
    }
    Ok(())
}
