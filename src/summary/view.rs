//! Cases in words: access paths for inputs, Java-like conditions, and the code as the paper's Fig. 2 prints it.

use super::case::{
    CaseConstraint, CaseOutcome, CasePath, CaseResult, Location, NumberLocation, OpenCallRecord, OpenLocation, Summary,
};
use super::step::CaseStep;
use crate::classfile::{java_name, render as render_instruction, simple_name};
use crate::program::is_held_value;
use crate::term::{Arithmetic, InputId, LONGEST, TermId, TermPool, render_within, text_literal};

/// Terms that are longer are cut, unless they are asked for whole.
const LONGEST_CUT: usize = 240;

/// Names the parts of a summary.
pub struct SummaryNames<'s> {
    summary: &'s Summary,
    parameters: Vec<String>,
    pool: TermPool,
    terms: Vec<TermId>,
    constructs: bool,
    is_whole: bool,
}

/// PC and HPC of a path, conjunct by conjunct.
#[derive(Debug, Default)]
pub struct Conditions {
    /// PC.
    pub path: Vec<String>,
    /// HPC.
    pub heap: Vec<String>,
    /// Both, in the order of discovery.
    pub all: Vec<String>,
    /// The references of the input, in that order.
    pub references: Vec<FollowedReference>,
}

/// A reference of the input that a path follows.
#[derive(Debug)]
pub struct FollowedReference {
    /// The input object whose field or element it is.
    pub owner: Option<u32>,
    /// The name of the variable, field or element.
    pub name: String,
    /// The whole place.
    pub place: String,
    /// What is there.
    pub to: Referent,
}

/// What a reference of the input refers to.
#[derive(Debug)]
pub enum Referent {
    /// Nothing.
    Null,
    /// The next input object, or one that is known, by number.
    Object(u32),
    /// What a static field holds.
    Static(String),
}

impl<'s> SummaryNames<'s> {
    /// Names for a summary whose parameters, the receiver first, are called as given; none when its terms are not well
    /// formed. `constructs` when the method is a constructor.
    pub fn new(
        summary: &'s Summary,
        arithmetic: Arithmetic,
        parameters: Vec<String>,
        constructs: bool,
    ) -> Option<Self> {
        let mut pool = TermPool::new(arithmetic);
        let terms = summary.terms.import(&mut pool).ok()?;
        Some(SummaryNames { summary, parameters, pool, terms, constructs, is_whole: true })
    }

    /// The same names, with terms that are cut, and marked, where they are very long.
    pub fn with_short_terms(self) -> Self {
        SummaryNames { is_whole: false, ..self }
    }

    /// The access paths of a path's input objects: each by the location where it was met.
    fn objects(&self, path: &CasePath) -> Vec<String> {
        let mut objects = Vec::new();
        if self.constructs {
            objects.push("this".to_string());
        }
        for constraint in &path.constraints {
            if let CaseConstraint::New(location) = constraint {
                let name = self.location(path, &objects, *location);
                objects.push(name);
            }
        }
        objects
    }

    fn parameter(&self, position: u16) -> String {
        self.parameters.get(usize::from(position)).cloned().unwrap_or_else(|| format!("argument{position}"))
    }

    fn field(&self, number: u32) -> &str {
        self.summary.fields.get(number as usize).map_or("?", |field| &field.name)
    }

    /// Whether a field is what a string, string builder or box holds: people name it by the object.
    fn is_hidden(&self, number: u32) -> bool {
        self.summary.fields.get(number as usize).is_some_and(|field| is_held_value(&field.class, &field.name))
    }

    fn static_field(&self, number: u32) -> String {
        self.summary
            .fields
            .get(number as usize)
            .map_or("?".into(), |field| format!("{}.{}", simple_name(&field.class), field.name))
    }

    fn location(&self, path: &CasePath, objects: &[String], location: Location) -> String {
        let object = |number: u32| objects.get(number as usize).map_or("?", String::as_str);
        match location {
            Location::Parameter(position) => self.parameter(position),
            Location::Field(owner, field) => format!("{}.{}", object(owner), self.field(field)),
            Location::Static(field) => self.static_field(field),
            Location::Element(array, index) => format!("{}[{}]", object(array), self.term(path, objects, index)),
            Location::Open(call, place) => self.open_location(path, objects, call, place),
        }
    }

    /// A place as an open call has left it: the call's result as `List.size()`, another place as `x.f after List.add()`. Of
    /// several calls of one method on a path, the second is `List.size()#2`.
    fn open_location(&self, path: &CasePath, objects: &[String], call: u32, place: OpenLocation) -> String {
        let object =
            |number: Option<u32>| number.and_then(|number| objects.get(number as usize)).map_or("?", String::as_str);
        let label = |call: &OpenCallRecord| format!("{}.{}()", simple_name(&call.method.class), call.method.name);
        let before = path.open_calls.get(..=call as usize).unwrap_or(&[]);
        let named = before.last().map_or("?".into(), label);
        let alike = before.iter().filter(|call| label(call) == named).count();
        let called = if alike > 1 { format!("{named}#{alike}") } else { named };
        let name = match place {
            OpenLocation::Result => return called,
            OpenLocation::Field(owner, field) if self.is_hidden(field) => object(owner).to_string(),
            OpenLocation::Field(owner, field) => format!("{}.{}", object(owner), self.field(field)),
            OpenLocation::Static(field) => self.static_field(field),
            OpenLocation::Element(array, index) => {
                format!("{}[{}]", object(array), self.term(path, objects, index))
            }
            OpenLocation::Contents(array) => object(array).to_string(),
        };
        format!("({name} after {called})")
    }

    fn input(&self, path: &CasePath, objects: &[String], input: InputId) -> String {
        let object = |number: u32| objects.get(number as usize).map_or("?", String::as_str);
        match path.inputs.iter().find(|known| known.input == input.0).map(|known| known.location) {
            None => format!("input{}", input.0),
            Some(NumberLocation::Parameter(position)) => self.parameter(position),
            Some(NumberLocation::Field(owner, field)) if self.is_hidden(field) => object(owner).to_string(),
            Some(NumberLocation::Field(owner, field)) => format!("{}.{}", object(owner), self.field(field)),
            Some(NumberLocation::Static(field)) => self.static_field(field),
            Some(NumberLocation::Length(array)) => format!("{}.length", object(array)),
            Some(NumberLocation::Contents(array)) => object(array).to_string(),
            Some(NumberLocation::Open(call, place)) => self.open_location(path, objects, call, place),
        }
    }

    fn term(&self, path: &CasePath, objects: &[String], number: u32) -> String {
        match self.terms.get(number as usize) {
            Some(term) => {
                let longest = if self.is_whole { LONGEST } else { LONGEST_CUT };
                let mut text = render_within(&self.pool, *term, longest, &|input| self.input(path, objects, input));
                if text.len() > longest {
                    text.truncate(text.floor_char_boundary(longest));
                    text.push_str(if self.is_whole { "… (cut)" } else { "… (cut, see --full)" });
                }
                text
            }
            None => "?".into(),
        }
    }

    /// PC and HPC. A condition on array lengths alone belongs to the heap.
    pub fn conditions(&self, path: &CasePath) -> Conditions {
        let objects = self.objects(path);
        let mut met = usize::from(self.constructs);
        let mut result = Conditions::default();
        for constraint in &path.constraints {
            let name = |location: &Location| self.location(path, &objects, *location);
            let object = |number: &u32| objects.get(*number as usize).cloned().unwrap_or_else(|| "?".into());
            let reference = |location: &Location, to| self.reference(path, &objects, *location, to);
            let (text, is_of_heap) = match constraint {
                CaseConstraint::Condition(number) => {
                    (self.term(path, &objects, *number), self.is_about_lengths(path, *number))
                }
                CaseConstraint::Null(location) => {
                    result.references.push(reference(location, Referent::Null));
                    (format!("{} = null", name(location)), true)
                }
                CaseConstraint::New(location) => {
                    result.references.push(reference(location, Referent::Object(met as u32)));
                    met += 1;
                    let text = name(location);
                    if text == "this" {
                        continue;
                    }
                    (format!("{text} = new"), true)
                }
                CaseConstraint::Alias(location, target) => {
                    result.references.push(reference(location, Referent::Object(*target)));
                    (format!("{} = {}", name(location), object(target)), true)
                }
                CaseConstraint::AliasStatic(location, field) => {
                    let known = self.static_field(*field);
                    let text = format!("{} = {known}", name(location));
                    result.references.push(reference(location, Referent::Static(known)));
                    (text, true)
                }
                CaseConstraint::Types(owner, classes) => {
                    (format!("{} is {}", object(owner), self.class_list(classes)), true)
                }
                CaseConstraint::Components(owner, classes) => {
                    (format!("elements of {} are {}", object(owner), self.class_list(classes)), true)
                }
                CaseConstraint::Element(..) | CaseConstraint::Bound(_) => continue,
            };
            result.all.push(text.clone());
            if is_of_heap { result.heap.push(text) } else { result.path.push(text) }
        }
        debug_assert_eq!(met, objects.len());
        result
    }

    fn reference(&self, path: &CasePath, objects: &[String], location: Location, to: Referent) -> FollowedReference {
        let place = self.location(path, objects, location);
        let (owner, name) = match location {
            Location::Field(owner, field) => (Some(owner), self.field(field).to_owned()),
            Location::Element(array, index) => (Some(array), format!("[{}]", self.term(path, objects, index))),
            Location::Parameter(_) | Location::Static(_) | Location::Open(..) => (None, place.clone()),
        };
        FollowedReference { owner, name, place, to }
    }

    fn is_about_lengths(&self, path: &CasePath, number: u32) -> bool {
        let Some(term) = self.terms.get(number as usize) else { return false };
        let inputs = self.pool.inputs(*term);
        !inputs.is_empty()
            && inputs.iter().all(|input| {
                path.inputs
                    .iter()
                    .any(|known| known.input == input.0 && matches!(known.location, NumberLocation::Length(_)))
            })
    }

    fn class_list(&self, classes: &[u32]) -> String {
        const SHOWN: usize = 4;
        let names: Vec<String> = classes
            .iter()
            .filter_map(|class| self.summary.classes.get(*class as usize))
            .map(|name| simple_name(name))
            .collect();
        match names.as_slice() {
            [] => "nothing".into(),
            [only] => only.clone(),
            few if few.len() <= SHOWN => few.join(" or "),
            many => format!("{} or {} more", many[..SHOWN].join(" or "), many.len() - SHOWN),
        }
    }

    /// How a path ends.
    pub fn outcome(&self, path: &CasePath) -> String {
        let objects = self.objects(path);
        match &path.outcome {
            CaseOutcome::Returned(CaseResult::Void) => "returns".into(),
            CaseOutcome::Returned(CaseResult::Number(term)) => format!("returns {}", self.term(path, &objects, *term)),
            CaseOutcome::Returned(CaseResult::Null) => "returns null".into(),
            CaseOutcome::Returned(CaseResult::Input(object)) => {
                format!("returns {}", objects.get(*object as usize).map_or("?", String::as_str))
            }
            CaseOutcome::Returned(CaseResult::Undecided(location)) => {
                format!("returns {}", self.location(path, &objects, *location))
            }
            CaseOutcome::Returned(CaseResult::Static(field)) => format!("returns {}", self.static_field(*field)),
            CaseOutcome::Returned(CaseResult::Constant(text)) => format!("returns {}", text_literal(text)),
            CaseOutcome::Returned(CaseResult::Holding(class, held)) => {
                let held = self.term(path, &objects, *held);
                match self.class_list(&[*class]).as_str() {
                    "String" => format!("returns {held}"),
                    class => format!("returns {class} {held}"),
                }
            }
            CaseOutcome::Returned(CaseResult::Made(class)) => format!("returns new {}", self.class_list(&[*class])),
            CaseOutcome::Returned(CaseResult::Other) => "returns a value".into(),
            CaseOutcome::Threw(class) => {
                let name = self.summary.classes.get(*class as usize);
                format!("throws {}", name.map_or("?".into(), |name| java_name(name)))
            }
            CaseOutcome::Stopped(reason) => {
                let reason = self.summary.reasons.get(*reason as usize);
                format!("stopped: {}", reason.map_or("?".into(), ToString::to_string))
            }
        }
    }

    /// The steps of a code, by its position, with the instruction positions they come from.
    pub fn code(&self, code: u32) -> Vec<(String, Option<u32>)> {
        let Some(code) = self.summary.codes.get(code as usize) else { return Vec::new() };
        code.steps
            .iter()
            .map(|(step, position)| {
                let text = self.summary.steps.get(*step as usize).map_or("?".into(), step_text);
                (text, (*position != super::recording::NO_POSITION).then_some(*position))
            })
            .collect()
    }
}

fn step_text(step: &CaseStep) -> String {
    match step {
        CaseStep::Instruction(instruction) => render_instruction(instruction),
        CaseStep::Raise(class) => format!("raise {}", simple_name(class)),
        CaseStep::Throw => "athrow".into(),
        CaseStep::Compose(kind, reference, _) => {
            render_instruction(&crate::classfile::Instruction::Invoke(*kind, reference.clone()))
        }
        CaseStep::Open(kind, reference, _, _) => {
            let invoke = crate::classfile::Instruction::Invoke(*kind, reference.clone());
            format!("open {}", render_instruction(&invoke))
        }
        CaseStep::Enter(reference, ..) => format!("enter {}.{}", simple_name(&reference.class), reference.name),
        CaseStep::Catch(_) => "catch".into(),
    }
}
