//! Makes a path that threw into a finding: a readable input, the condition, the trace, the fingerprint.

use super::circumstances::{Circumstances, circumstances, mentioned};
use super::classify::Kind;
use super::expected_frame::ExpectedFrame;
use super::replaying::Question;
use super::round::{CauseKey, Context, Simplicity, Thrown};
use crate::analysis::input_data::input_data;
use crate::classfile::{ClassName, java_name, render};
use crate::exec::{ExceptionSource, Machine, State, Statics};
use crate::explore::Outcome;
use crate::heap::{Constraint, EnvironmentSource, InputOrigin, ObjectId, PersistentVector, SymbolId, SymbolOrigin};
use crate::input::{ConcreteCase, ConcreteObject, Names, concretise, initialised_classes, input_text, minimise};
use crate::program::{ClassId, MethodId, Program, is_desugared};
use crate::report::{Finding, Property, TraceFrame};
use crate::term::{InputId, follow_choices};
use rustc_hash::FxHashMap;

/// A finding with the input that a JVM is to confirm.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Candidate {
    /// What it means.
    pub(in crate::analysis) kind: Kind,
    /// The finding, not confirmed yet.
    pub(in crate::analysis) finding: Finding,
    /// The input.
    pub(in crate::analysis) case: ConcreteCase,
    pub(in crate::analysis) simplicity: Simplicity,
    pub(in crate::analysis) circumstances: Circumstances,
    /// Whether the input is one that a caller is known to be able to make.
    pub(in crate::analysis) is_reachable: bool,
    /// The values of the machine that it depends on.
    pub(in crate::analysis) environment: Vec<EnvironmentSource>,
    /// The line of the place that throws, where the JVM can be expected to name the same place.
    pub(in crate::analysis) expected_frame: Option<ExpectedFrame>,
}

impl Candidate {
    /// What a JVM is asked to confirm it.
    pub(in crate::analysis) fn question(&self) -> Question {
        Question::of(&self.case, &self.environment, self.expected_frame.as_ref())
    }
}

/// What a method's candidates share.
pub(in crate::analysis) struct Subject<'a> {
    pub(in crate::analysis) method: MethodId,
    /// Names of the parameters, the receiver first.
    pub(in crate::analysis) parameters: &'a [String],
}

/// The candidate of a cause: of the simplest of its paths for which an input can be written, those first that any code may well
/// bring about.
///
/// # Errors
/// In one line, why there is none.
pub(in crate::analysis) fn candidate(
    context: Context<'_>,
    subject: &Subject<'_>,
    machine: &mut Machine<'_>,
    cause: &CauseKey,
    paths: Vec<Thrown>,
) -> Result<Candidate, String> {
    let mut found = Err(String::from("no path"));
    for path in paths {
        match candidate_of(context, subject, machine, cause, path) {
            Ok(candidate) if candidate.circumstances.is_ordinary(context.program) => return Ok(candidate),
            other => found = found.or(other),
        }
    }
    found
}

fn candidate_of(
    context: Context<'_>,
    subject: &Subject<'_>,
    machine: &mut Machine<'_>,
    (kind, exception, place): &CauseKey,
    path: Thrown,
) -> Result<Candidate, String> {
    let program = context.program;
    let Thrown { mut state, exception: object, source, environment, simplicity } = path;
    let known = circumstances(program, subject.method, &state, (exception, source.as_ref()));
    let mentioned = mentioned(&machine.pool, &state);
    // What was drawn is in no condition: it stays as it is.
    let path_condition = if state.end_drawing() {
        Vec::new()
    } else {
        minimise(program, &machine.pool, &mut state);
        let own = with_own_path(machine, &state);
        Names::new(program, &machine.pool, &own, subject.parameters).conditions()
    };
    let outcome = Outcome::Threw(object);
    let has_other_trace = machine.has_other_trace(&state, object);
    let needs_state = state.heap.has_changed_constants() || reads_own_objects(program, &state);
    // A path that begins with statics as initialisation leaves them is a first call in a JVM: each class is initialised at its first
    // use. Where that order would show, and where calls were before, all that the method uses is initialised before it.
    let is_first_call = matches!(machine.statics, Statics::Initialised { .. }) && machine.initialises_in_any_order();
    let initialised = if is_first_call || !state.unusable.is_empty() {
        Vec::new()
    } else {
        machine.without_failing(&initialised_classes(program, context.calls, subject.method))
    };
    let case = concretise(machine, subject.method, state, &outcome, &initialised)?;
    let input = input_text(program, subject.method, &case, subject.parameters);
    let name = java_name(exception);
    let line = place.and_then(|(method, position)| program.line(method, position));
    let frames = source.as_ref().map_or_else(Vec::new, |source| frames(program, source));
    let finding = Finding {
        property: match kind {
            Kind::Failure(property) => *property,
            Kind::Rejects | Kind::Declared => Property::Exception,
        },
        message: None,
        source_file: place.and_then(|(method, _)| source_path(program, method)),
        line,
        place: place.map_or_else(String::new, |(method, _)| program.method_label(method)),
        input,
        input_data: input_data(program, subject.method, &case, subject.parameters),
        path_condition,
        trace: frames.iter().map(TraceFrame::text).collect(),
        frames,
        confirmed: false,
        not_replayed: None,
        fingerprint: fingerprint(program, Some(subject.method), &name, *place),
        cause: fingerprint(program, None, &name, *place),
        exception: name,
    };
    let mut circumstances = known.of_input(program, (subject.method, &case), exception, mentioned.as_ref());
    circumstances.is_unconditional &= finding.path_condition.is_empty();
    let expected_frame = place.filter(|_| !has_other_trace).map(|place| ExpectedFrame::of(program, place));
    let is_reachable = !needs_state && is_reachable(program, &case);
    let kind = *kind;
    Ok(Candidate { kind, finding, case, simplicity, circumstances, is_reachable, environment, expected_frame })
}

/// The state with the conditions of the one path among those joined that its model takes.
fn with_own_path(machine: &mut Machine<'_>, state: &State) -> State {
    let mut own = state.clone();
    if machine.joined.is_empty() {
        return own;
    }
    let followed = (&machine.joined, &state.path.model);
    let (mut memo, mut conditions) = (FxHashMap::default(), Vec::new());
    own.path.constraints = PersistentVector::default();
    for constraint in &state.path.constraints {
        match constraint {
            Constraint::Condition(term) => {
                let last = follow_choices(&mut machine.pool, *term, followed, &mut memo, &mut conditions);
                let all = conditions.drain(..).chain([last]).filter(|term| machine.pool.as_truth(*term).is_none());
                all.for_each(|term| own.path.constraints.push_back(Constraint::Condition(term)));
            }
            other => own.path.constraints.push_back(other.clone()),
        }
    }
    own
}

/// The classes to initialise before a replay: those whose initialisers do not throw. Where one throws on the path, it is left
/// to the first use, which another class's initialiser may be.
pub(in crate::analysis) fn initialised_before(
    machine: &Machine<'_>,
    state: &State,
    classes: &[ClassName],
) -> Vec<ClassName> {
    if state.unusable.is_empty() { machine.without_failing(classes) } else { Vec::new() }
}

/// Whether the path read a field of an object of the user's classes that no calls have made: not any object of its class would do.
pub(in crate::analysis) fn reads_own_objects(program: &Program, state: &State) -> bool {
    let heap = &state.heap;
    let is_own = |object: ObjectId| {
        let types = heap.instance(object).map_or(&[][..], |body| &body.types);
        heap.is_input(object) && !heap.is_made(object) && types.iter().any(|class| program.is_user_class(*class))
    };
    let symbols = (0..heap.symbol_count() as u32).filter_map(|number| heap.symbol(SymbolId(number)));
    let inputs = (0..heap.input_count() as u32).filter_map(|number| heap.input(InputId(number)));
    symbols.map(|symbol| symbol.origin).any(|origin| matches!(origin, SymbolOrigin::Field(of, _) if is_own(of)))
        || inputs.map(|input| input.origin).any(|origin| matches!(origin, InputOrigin::Field(of, _) if is_own(of)))
}

/// Whether a caller can make an input without more than it is known to be able to: objects of the user's classes only where
/// nothing is known of their state and there is a constructor, and static fields as they are.
pub(in crate::analysis) fn is_reachable(program: &Program, case: &ConcreteCase) -> bool {
    let mut made = case.objects.iter().filter_map(|object| match object {
        ConcreteObject::New(class) => program.class_by_name(class).filter(|class| program.is_user_class(*class)),
        _ => None,
    });
    let has_constructor = |class: ClassId| {
        program.class(class).methods.iter().any(|method| {
            let info = program.method(*method);
            &*info.name == "<init>" && !info.flags.is_private()
        })
    };
    case.statics.is_empty() && made.all(has_constructor)
}

/// An instruction's method and line, as `p.C.m:12`.
pub(in crate::analysis) fn place_text(program: &Program, place: (MethodId, u32)) -> String {
    frame(program, place).text()
}

/// An instruction as a frame of a stack trace.
pub(in crate::analysis) fn frame(program: &Program, (method, position): (MethodId, u32)) -> TraceFrame {
    TraceFrame {
        method: program.method_label(method),
        source_file: source_path(program, method),
        line: program.line(method, position),
    }
}

/// The frames of a stack trace, the innermost first.
fn frames(program: &Program, source: &ExceptionSource) -> Vec<TraceFrame> {
    let is_shown = |(method, _): &&(MethodId, u32)| !is_desugared(program.class_name(program.method(*method).class));
    source.trace.iter().rev().filter(is_shown).map(|place| frame(program, *place)).collect()
}

/// The same as texts.
pub(in crate::analysis) fn trace(program: &Program, source: &ExceptionSource) -> Vec<String> {
    frames(program, source).iter().map(TraceFrame::text).collect()
}

/// The source file of a method's class in the folder of its package.
pub(in crate::analysis) fn source_path(program: &Program, method: MethodId) -> Option<String> {
    let class = program.class(program.method(method).class);
    let file = class.file()?.source_file.as_ref()?;
    Some(match class.name.rsplit_once('/') {
        Some((package, _)) => format!("{package}/{file}"),
        None => file.to_string(),
    })
}

/// What stays the same while code elsewhere changes: the method, unless it is that of any method, the exception, and in the
/// method that throws the instruction's text, counted among its equals.
pub(in crate::analysis) fn fingerprint(
    program: &Program,
    method: Option<MethodId>,
    exception: &str,
    place: Option<(MethodId, u32)>,
) -> String {
    let name = |method: MethodId| {
        let info = program.method(method);
        format!("{}.{}{}", program.class(info.class).name, info.name, info.descriptor)
    };
    let mut parts: Vec<String> = method.map(name).into_iter().chain([exception.to_owned()]).collect();
    if let Some((thrower, position)) = place {
        parts.push(name(thrower));
        if let Some(code) = program.code(thrower) {
            let text = |at: usize| code.instructions.get(at).map(|decoded| render(&decoded.instruction));
            let own = text(position as usize).unwrap_or_default();
            let before = (0..position as usize).filter(|at| text(*at).as_deref() == Some(own.as_str())).count();
            parts.push(own);
            parts.push(before.to_string());
        }
    }
    fingerprint_of(&parts)
}

/// The fingerprint of what is told by these parts, in this order.
pub(in crate::analysis) fn fingerprint_of(parts: &[String]) -> String {
    let hash = blake3::hash(parts.join("\n").as_bytes()).to_hex();
    hash.as_str().chars().take(32).collect()
}
