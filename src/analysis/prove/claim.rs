//! From an input that was computed, without running a path, to a claim that a JVM can confirm.

use super::super::check::circumstances::Circumstances;
use super::super::check::classify::Kind;
use super::super::check::expected_frame::ExpectedFrame;
use super::super::check::finding::{Candidate, fingerprint, frame};
use super::super::check::round::Simplicity;
use super::technique::Question;
use crate::analysis::input_data::input_data;
use crate::classfile::java_name;
use crate::input::{ConcreteCase, ConcreteValue, ExpectedOutcome, ExpectedResult, input_text};
use crate::program::MethodId;
use crate::report::{Finding, Property};

/// What the assertion does when it fails.
fn throws(question: &Question<'_, '_>) -> ExpectedResult {
    ExpectedResult {
        outcome: ExpectedOutcome::Threw(question.assertion.target.exception.clone(), ConcreteValue::Null),
        receiver: None,
        arguments: Vec::new(),
        statics: Vec::new(),
        objects: Vec::new(),
    }
}

/// The claim that the assertion fails when a root is called with this input, whatever result the input expects. `conditions`: under
/// which it happens, in words.
pub(in crate::analysis) fn claim_of_case(
    question: &Question<'_, '_>,
    root: MethodId,
    case: ConcreteCase,
    conditions: Vec<String>,
) -> Candidate {
    let program = question.context.program;
    let target = &question.assertion.target;
    let case = ConcreteCase { expected: throws(question), ..case };
    let thrower = program.method(target.method);
    let is_assertion = &*target.exception == "java/lang/AssertionError";
    let property = if is_assertion { Property::Assert } else { Property::Exception };
    let exception = java_name(&target.exception);
    let place = (target.method, target.instruction);
    let frame = frame(program, place);
    let line = frame.line;
    let finding = Finding {
        property,
        message: None,
        source_file: frame.source_file.clone(),
        line,
        place: frame.method.clone(),
        input: input_text(program, root, &case, &program.parameter_names(root, "p")),
        input_data: input_data(program, root, &case, &program.parameter_names(root, "p")),
        path_condition: conditions,
        trace: vec![frame.text()],
        frames: vec![frame],
        confirmed: false,
        not_replayed: None,
        fingerprint: fingerprint(program, Some(root), &exception, Some(place)),
        cause: fingerprint(program, None, &exception, Some(place)),
        exception,
    };
    let expected_frame =
        ExpectedFrame { class: program.class(thrower.class).name.clone(), method: thrower.name.to_string(), line };
    Candidate {
        kind: Kind::Failure(property),
        finding,
        case,
        simplicity: Simplicity::default(),
        circumstances: Circumstances::default(),
        is_reachable: true,
        environment: Vec::new(),
        expected_frame: Some(expected_frame),
    }
}
