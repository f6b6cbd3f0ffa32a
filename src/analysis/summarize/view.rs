//! A summary as plain data for `show`.

use super::effects::effects;
use super::engine::Engine;
use super::lines::{with_line, with_lines};
use crate::classfile::{java_name, simple_name};
use crate::program::{FieldKind, MethodId};
use crate::report::{CasePicture, CaseView, CodeLine, HeapEdge, HeapEnd, ScheduleView, StoppedView, SummaryView};
use crate::summary::{CaseOutcome, CasePath, Conditions, Referent, Summary, SummaryNames, SummarySource};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// How many paths that stopped for one reason are listed, unless all are asked for.
const MOST_STOPPED: usize = 20;

/// What is to be told of a summary.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// Only this case.
    pub case: Option<u32>,
    /// The specialised code too.
    pub code: bool,
    /// Long conditions whole, and every path that stopped.
    pub full: bool,
    /// What pictures of cases are drawn from, of so many cases.
    pub pictured: Option<u32>,
}

/// The view of a method's summary.
pub(super) fn summary_view(
    engine: &Engine<'_>,
    method: MethodId,
    summary: &Summary,
    shown: Shown,
) -> Option<SummaryView> {
    let program = engine.program;
    let info = program.method(method);
    let class = program.class(info.class);
    let parameters = program.parameter_names(method, "argument");
    let constructs = &*info.name == "<init>";
    let names = SummaryNames::new(summary, engine.options.arithmetic, parameters.clone(), constructs)?;
    let names = if shown.full { names } else { names.with_short_terms() };
    let code = program.code(method);
    let line = |position: Option<u32>| position.and_then(|position| code.and_then(|code| code.line(position)));
    let mut cases = Vec::new();
    let mut codes = Codes::default();
    let mut stopped = Vec::new();
    let mut stopped_for: BTreeMap<u32, usize> = BTreeMap::new();
    let mut stopped_not_listed = 0;
    let mut number = 0;
    for path in &summary.paths {
        if let CaseOutcome::Stopped(reason) = &path.outcome {
            if shown.case.is_some() {
                continue;
            }
            let count = stopped_for.entry(*reason).or_default();
            *count += 1;
            if *count > MOST_STOPPED && !shown.full {
                stopped_not_listed += 1;
                continue;
            }
            let reason = summary.reasons.get(*reason as usize);
            let reason = reason.map_or("?".into(), |reason| with_line(program, reason).to_string());
            let conditions = names.conditions(path);
            stopped.push(StoppedView { path_condition: conditions.path, heap_path_condition: conditions.heap, reason });
            continue;
        }
        if shown.case.is_none_or(|only| only == number) && shown.pictured.is_none_or(|most| number < most) {
            let mut conditions = names.conditions(path);
            let lines = || names.code(path.code).into_iter().filter_map(|(_, position)| line(position));
            cases.push(CaseView {
                index: number,
                picture: shown.pictured.is_some().then(|| picture(&mut conditions, lines())),
                path_condition: conditions.path,
                heap_path_condition: conditions.heap,
                outcome: names.outcome(path),
                effects: effects(engine, summary, path),
                schedule: if shown.pictured.is_some() { Vec::new() } else { schedule(engine, summary, path) },
                code: shown.code.then(|| codes.number(path.code)),
            });
        }
        number += 1;
    }
    let lines = |code: u32| {
        let lines = names.code(code).into_iter();
        lines.map(|(text, position)| CodeLine { text, line: line(position) }).collect()
    };
    Some(SummaryView {
        class: java_name(&class.name),
        method: info.name.to_string(),
        descriptor: info.descriptor.to_string(),
        declaration: declaration(engine, method, &parameters),
        source_file: class.file().and_then(|file| file.source_file.as_ref().map(ToString::to_string)),
        complete: summary.is_complete(),
        caveats: with_lines(program, &summary.caveats),
        cases,
        codes: shown.code.then(|| codes.met.into_iter().map(lines).collect()),
        stopped,
        stopped_not_listed,
    })
}

/// What a case is drawn from. The objects are numbered as its references come to them.
fn picture(conditions: &mut Conditions, lines: impl DoubleEndedIterator<Item = u16>) -> CasePicture {
    let mut met = BTreeSet::new();
    let heap = std::mem::take(&mut conditions.references).into_iter().map(|reference| {
        let to = match reference.to {
            Referent::Null => HeapEnd::Null,
            Referent::Object(number) if met.insert(number) => HeapEnd::New(number),
            Referent::Object(number) => HeapEnd::Same(number),
            Referent::Static(name) => HeapEnd::Known(name),
        };
        HeapEdge { owner: reference.owner, name: reference.name, text: reference.place, to }
    });
    let heap = heap.collect();
    let mut seen = BTreeSet::new();
    let mut lines: Vec<u16> = lines.rev().filter(|line| seen.insert(*line)).collect();
    lines.reverse();
    CasePicture { decisions: std::mem::take(&mut conditions.all), heap, lines }
}

/// The codes of cases, numbered as they are met.
#[derive(Default)]
struct Codes {
    met: Vec<u32>,
    numbers: BTreeMap<u32, u32>,
}

impl Codes {
    fn number(&mut self, code: u32) -> u32 {
        *self.numbers.entry(code).or_insert_with(|| {
            self.met.push(code);
            self.met.len() as u32 - 1
        })
    }
}

/// A case's schedule with the schedules of the cases that it names.
fn schedule(engine: &Engine<'_>, summary: &Summary, path: &CasePath) -> Vec<ScheduleView> {
    path.schedule
        .iter()
        .filter_map(|(method, case)| {
            let (name, level) = summary.methods.get(*method as usize)?;
            let callee = name.find(engine.program)?;
            let nested: Arc<Summary> = engine.summary(callee, *level)?;
            let nested_path = nested.cases().nth(*case as usize)?;
            Some(ScheduleView {
                method: format!("{}.{}", java_name(&name.class), name.name),
                case: *case,
                nested: schedule(engine, &nested, nested_path),
            })
        })
        .collect()
}

fn declaration(engine: &Engine<'_>, method: MethodId, parameters: &[String]) -> String {
    let program = engine.program;
    let info = program.method(method);
    let type_name = |kind: &FieldKind| match kind {
        FieldKind::Primitive(primitive) => crate::classfile::primitive_name(*primitive).to_string(),
        FieldKind::Reference(reference) => simple_name(&program.type_name(*reference)),
        FieldKind::Text => "String".to_string(),
    };
    let own = parameters.iter().skip(usize::from(info.has_receiver()));
    let listed: Vec<String> =
        info.parameters.iter().zip(own).map(|(kind, name)| format!("{} {name}", type_name(kind))).collect();
    let modifier = if info.flags.is_static() { "static " } else { "" };
    if &*info.name == "<init>" {
        return format!("{}({})", simple_name(&program.class(info.class).name), listed.join(", "));
    }
    let result = info.result.as_ref().map_or("void".to_string(), type_name);
    format!("{modifier}{result} {}({})", info.name, listed.join(", "))
}
