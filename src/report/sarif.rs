//! What `check` and `prove` found as SARIF 2.1.0, for code scanning: a result for each cause or assertion, with fingerprints that
//! survive edits elsewhere.

use super::baseline::{Absent, FINGERPRINT};
use super::check::{CheckReport, CheckedMethod, Finding};
use super::diff::{ChangeKind, ComparedMethod, DiffReport, DiffRole, DiffVerdict};
use super::notation::method_label;
use super::property::Property;
use super::prove::{AssertionReport, ProofSubject, ProofVerdict, ProveReport};
use super::rank::{FailureCause, Rank, Suppression};
use super::uri::relative_reference;
use serde::Serialize;
use serde_sarif::sarif::{
    ArtifactLocation, CodeFlow, Location, LogicalLocation, Message, MultiformatMessageString, PhysicalLocation,
    PropertyBag, Region, ReportingDescriptor, Result, ResultLevel, Run, Sarif, Suppression as SarifSuppression,
    ThreadFlow, ThreadFlowLocation, Tool, ToolComponent,
};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Where the format of the document is described.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Where sources are: below the folder of the run, by the path that class files name.
pub type SourcePlaces = BTreeMap<String, String>;

/// The name of the folder of the run, in which sources are.
const SOURCE_ROOT: &str = "%SRCROOT%";

/// The property of a run that has the report of a shard.
pub(super) const SHARD: &str = "casewiseShard";

/// The rule of assertions of which nothing is known.
const UNKNOWN: &str = "unknown";

/// The rules of failures.
fn failure_rules() -> Vec<ReportingDescriptor> {
    vec![
        rule(rule_name(Property::Exception), "An exception escapes that the method does not declare"),
        rule(rule_name(Property::Assert), "An assert fails"),
    ]
}

/// Writes the causes that `check` shows as SARIF 2.1.0, each at the method that leads there first. With a baseline each result says
/// whether it is new, and what is not found any more is there as absent. The SARIF of a shard has its whole report in the properties of
/// the run, for `merge`.
///
/// # Errors
/// When the output cannot be written.
pub fn check_as_sarif(
    report: &CheckReport,
    shows_all: bool,
    absent: &Absent,
    places: &SourcePlaces,
    output: &mut dyn Write,
) -> io::Result<()> {
    let found = report.shown_causes(shows_all).filter_map(|cause| result_of_cause(report, cause, places));
    let results = found.chain(absent.0.iter().cloned()).collect();
    write_run(failure_rules(), results, (places, whole(report, report.shard.is_some())?), output)
}

/// The whole report, of a shard: results alone do not tell how they are joined with those of others.
fn whole(report: &impl Serialize, is_shard: bool) -> io::Result<Option<serde_json::Value>> {
    Ok(if is_shard { Some(serde_json::to_value(report)?) } else { None })
}

/// A cause, by its first entry.
fn result_of_cause(report: &CheckReport, cause: &FailureCause, places: &SourcePlaces) -> Option<Result> {
    let labelled = |method: &CheckedMethod| method_label(&method.class, &method.method, &method.descriptor);
    let (method, finding) = report.finding(cause.entries.first()?)?;
    let mut result = Result { level: Some(level(cause.rank)), ..result(labelled(method), finding, places) };
    result.partial_fingerprints = Some(BTreeMap::from([(FINGERPRINT.to_owned(), cause.fingerprint.clone())]));
    result.baseline_state = cause.baseline.map(|state| serde_json::json!(state));
    result.suppressions = cause.suppression.as_ref().map(|why| vec![suppression(why)]);
    let entries = cause.entries.iter().filter_map(|entry| report.finding(entry));
    let entries: Vec<String> = entries.map(|(method, _)| labelled(method)).collect();
    if let Some(properties) = &mut result.properties {
        properties.additional_properties.insert("rank".to_owned(), serde_json::json!(cause.rank));
        properties.additional_properties.insert("entries".to_owned(), serde_json::json!(entries));
    }
    Some(result)
}

/// Why a result is not to be told, and where that is said.
fn suppression(why: &Suppression) -> SarifSuppression {
    let properties = [("origin", Some(&why.origin)), ("until", why.until.as_ref())];
    let properties = properties.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let properties = properties.map(|(name, value)| (name, serde_json::json!(value))).collect::<BTreeMap<_, _>>();
    SarifSuppression::builder()
        .kind(serde_json::json!(why.kind))
        .justification(why.reason.clone())
        .properties(PropertyBag::builder().additional_properties(properties).build())
        .build()
}

/// How grave a finding of a rank is.
fn level(rank: Rank) -> ResultLevel {
    match rank {
        Rank::Always | Rank::Assertion | Rank::Public => ResultLevel::Error,
        Rank::Inner | Rank::Thrown => ResultLevel::Warning,
        Rank::Range | Rank::Unchecked | Rank::Null | Rank::Scripted => ResultLevel::Note,
    }
}

/// Writes the assertions that `prove` refutes as SARIF 2.1.0, and those of which nothing is known as notes.
///
/// # Errors
/// When the output cannot be written.
pub fn prove_as_sarif(report: &ProveReport, places: &SourcePlaces, output: &mut dyn Write) -> io::Result<()> {
    let mut rules = failure_rules();
    rules.push(rule(UNKNOWN, "It is not known whether an assertion can fail"));
    if report.assertions.iter().any(|assertion| assertion.subject == ProofSubject::Line) {
        rules.push(rule(rule_name(Property::Reached), "A line that is asked about is reached"));
    }
    let label = |it: &AssertionReport| method_label(&it.class, &it.method, &it.descriptor);
    let results: Vec<Result> = report
        .assertions
        .iter()
        .filter_map(|assertion| match (&assertion.finding, assertion.verdict) {
            (Some(finding), ProofVerdict::Refuted) => Some(result(label(assertion), finding, places)),
            (_, ProofVerdict::Unknown) => Some(open(assertion, label(assertion), places)),
            _ => None,
        })
        .collect();
    write_run(rules, results, (places, None), output)
}

/// Writes what `diff` found as SARIF 2.1.0: a result for each way in which a method has changed, at its place in the new version. What is
/// meant is a note.
///
/// # Errors
/// When the output cannot be written.
pub fn diff_as_sarif(report: &DiffReport, places: &SourcePlaces, output: &mut dyn Write) -> io::Result<()> {
    let rules = ChangeKind::ALL.map(|kind| rule(kind.name(), &format!("A method {} in the new version", kind.words())));
    let changed = report.methods.iter().filter(|method| method.verdict == DiffVerdict::Changed);
    let results = changed.flat_map(|method| results_of_changes(method, places));
    write_run(rules.into(), results.collect(), (places, whole(report, report.shard.is_some())?), output)
}

fn results_of_changes<'r>(method: &'r ComparedMethod, places: &'r SourcePlaces) -> impl Iterator<Item = Result> + 'r {
    let label = method_label(&method.class, &method.method, &method.descriptor);
    method.changes.iter().map(move |change| {
        let kind = change.kind.words();
        let input = if change.input.is_empty() { String::new() } else { format!(" on {}", change.input) };
        let text = format!("{label} {kind}{input}: it {}, and {} in the old version", change.new, change.old);
        let level = match method.role {
            _ if change.expected || !change.is_made => ResultLevel::Note,
            DiffRole::Edited if change.kind == ChangeKind::NewlyThrows => ResultLevel::Error,
            DiffRole::Edited | DiffRole::Caller => ResultLevel::Warning,
        };
        let properties = BTreeMap::from([
            ("input".to_owned(), serde_json::json!(change.input)),
            ("conditions".to_owned(), serde_json::json!(change.conditions)),
            ("old".to_owned(), serde_json::json!(change.old)),
            ("new".to_owned(), serde_json::json!(change.new)),
            ("expected".to_owned(), serde_json::json!(change.expected)),
        ]);
        Result::builder()
            .rule_id(change.kind.name())
            .level(level)
            .message(message(&text))
            .locations(vec![location(
                (method.source_file.as_ref(), method.lines.map(|lines| lines.first)),
                label.clone(),
                places,
            )])
            .partial_fingerprints(BTreeMap::from([(FINGERPRINT.to_owned(), change.fingerprint.clone())]))
            .properties(PropertyBag::builder().additional_properties(properties).build())
            .build()
    })
}

/// Writes a run of casewise, with the rules that its results name.
fn write_run(
    rules: Vec<ReportingDescriptor>,
    results: Vec<Result>,
    (places, shard): (&SourcePlaces, Option<serde_json::Value>),
    output: &mut dyn Write,
) -> io::Result<()> {
    let driver = ToolComponent::builder().name("casewise").version(env!("CARGO_PKG_VERSION")).rules(rules).build();
    let mut run = Run::builder().tool(Tool::builder().driver(driver).build()).results(results).build();
    if !places.is_empty() {
        // Where that folder is, who reads the report knows: a report is the same wherever it is made.
        let root = ArtifactLocation::builder().description(message("the folder in which casewise ran")).build();
        run.original_uri_base_ids = Some(BTreeMap::from([(SOURCE_ROOT.to_owned(), root)]));
    }
    if let Some(shard) = shard {
        let properties = BTreeMap::from([(SHARD.to_owned(), shard)]);
        run.properties = Some(PropertyBag::builder().additional_properties(properties).build());
    }
    let document = Sarif::builder().schema(SCHEMA).version(serde_json::json!("2.1.0")).runs(vec![run]).build();
    serde_json::to_writer_pretty(&mut *output, &document)?;
    writeln!(output)
}

/// The result of an assertion of which nothing is known.
fn open(assertion: &AssertionReport, label: String, places: &SourcePlaces) -> Result {
    let reasons: Vec<&str> = assertion.reasons.iter().map(|reason| reason.text.as_str()).collect();
    let what = match assertion.exception.as_str() {
        "" => "this is reached".to_owned(),
        exception => format!("{exception} can be thrown here"),
    };
    let text = format!("not known whether {what}: {}", reasons.join("; "));
    Result::builder()
        .rule_id(UNKNOWN)
        .level(ResultLevel::Note)
        .message(message(&text))
        .locations(vec![location((assertion.source_file.as_ref(), assertion.line), label, places)])
        .build()
}

/// A message in plain text. Names could write a link in it, `[text](where)`; its brackets are escaped then.
fn message(text: &str) -> Message {
    let plain = if text.contains("](") { text.replace('[', "\\[").replace(']', "\\]") } else { text.to_owned() };
    Message::builder().text(plain).build()
}

fn rule_name(property: Property) -> &'static str {
    match property {
        Property::Assert => "assert",
        Property::Exception => "exception",
        Property::Reached => "reached",
    }
}

fn rule(name: &str, text: &str) -> ReportingDescriptor {
    ReportingDescriptor::builder()
        .id(name)
        .short_description(MultiformatMessageString::builder().text(text).build())
        .build()
}

fn result(label: String, finding: &Finding, places: &SourcePlaces) -> Result {
    let detail = finding.message.as_ref().map_or(String::new(), |message| format!(" ({message})"));
    let text = match finding.property {
        Property::Reached => format!("{label} is reached here on {}", finding.input),
        Property::Assert | Property::Exception => {
            format!("{label} throws {}{detail} on {}", finding.exception, finding.input)
        }
    };
    let properties = BTreeMap::from([
        ("confirmed".to_owned(), serde_json::json!(finding.confirmed)),
        ("input".to_owned(), serde_json::json!(finding.input)),
        ("pathCondition".to_owned(), serde_json::json!(finding.path_condition)),
        ("trace".to_owned(), serde_json::json!(finding.trace)),
    ]);
    let mut result = Result::builder()
        .rule_id(rule_name(finding.property))
        .level(ResultLevel::Error)
        .message(message(&text))
        .locations(vec![location((finding.source_file.as_ref(), finding.line), label, places)])
        .partial_fingerprints(BTreeMap::from([(FINGERPRINT.to_owned(), finding.fingerprint.clone())]))
        .properties(PropertyBag::builder().additional_properties(properties).build())
        .build();
    if finding.frames.len() > 1 {
        result.code_flows = Some(vec![flow(finding, places)]);
    }
    result
}

/// The way from the method that was checked to the place that throws.
fn flow(finding: &Finding, places: &SourcePlaces) -> CodeFlow {
    let steps = finding.frames.iter().rev().map(|frame| {
        let place = location((frame.source_file.as_ref(), frame.line), frame.method.clone(), places);
        ThreadFlowLocation::builder().location(place).build()
    });
    CodeFlow::builder().thread_flows(vec![ThreadFlow::builder().locations(steps.collect::<Vec<_>>()).build()]).build()
}

/// A place in a source, and the method that it is about.
fn location((source_file, line): (Option<&String>, Option<u16>), label: String, places: &SourcePlaces) -> Location {
    let logical = LogicalLocation::builder().fully_qualified_name(label).kind("function").build();
    // Where a class file names its source in a way that leaves the folder, there is no artifact to show.
    let found = source_file.and_then(|file| places.get(file));
    let Some(file) = found.or(source_file).and_then(|file| relative_reference(file)) else {
        return Location::builder().logical_locations(vec![logical]).build();
    };
    let mut artifact = ArtifactLocation::builder().uri(file).build();
    artifact.uri_base_id = found.map(|_| SOURCE_ROOT.to_owned());
    let physical = match line {
        Some(line) => PhysicalLocation::builder()
            .artifact_location(artifact)
            .region(Region::builder().start_line(i64::from(line)).build())
            .build(),
        None => PhysicalLocation::builder().artifact_location(artifact).build(),
    };
    Location::builder().physical_location(physical).logical_locations(vec![logical]).build()
}
