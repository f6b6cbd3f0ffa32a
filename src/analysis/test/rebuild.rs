//! Finds a constructor call that makes an object of an input which was described by its fields.

use super::trail::{Shared, Trail};
use crate::analysis::check::round::Context;
use crate::exec::{Limits, Machine};
use crate::explore::{Branch, Budget, Explorer, Inline, Outcome, Path, PathEnd, Work};
use crate::heap::{InputOrigin, ObjectId, Origin, Reference, Value};
use crate::input::{ConcreteCall, ConcreteCase, ConcreteObject, ConcreteValue, ObjectPlace, concrete_number};
use crate::models::Models;
use crate::program::{ClassId, FieldId, MethodId, package_of};
use crate::solver::PathSolver;
use crate::summary::{MethodName, initial_state};
use crate::term::{Arithmetic, Domain, InputId, TermPool};
use std::collections::BTreeMap;

/// What exploring a constructor may cost.
const BUDGET: Budget = Budget {
    cases: 64,
    ends: 64,
    work: Work { instructions: 20_000, states: 20_000, solver_resources: 1_000_000 },
    ..Budget::until(None)
};
const LIMITS: Limits = Limits { loop_bound: 2, depth: 64, array_length: 4, recursion: 2, path_steps: 10_000 };
/// Z3's resource limit for one question.
const SOLVER_RESOURCES: u64 = 500_000;

/// Makes the objects of classes of the class path, whose fields are numbers or null, by constructors, where there is a call that
/// leaves them as they are described. What is not possible stays as it is.
pub(super) fn rebuild(context: Context<'_>, case: &mut ConcreteCase) {
    let program = context.program;
    let package = package_of(&case.method.class).to_owned();
    for number in 0..case.objects.len() {
        let Some(ConcreteObject::New(class)) = case.objects.get(number) else { continue };
        let Some(class) = program.class_by_name(class).filter(|class| program.is_user_class(*class)) else { continue };
        let Some(wanted) = wanted_fields(context, class, number, case) else { continue };
        let makers = program.constructors(class, &package);
        let setters: BTreeMap<FieldId, MethodId> =
            wanted.keys().filter_map(|field| Some((*field, program.setter(*field, &package)?))).collect();
        let by_constructor: BTreeMap<FieldId, Option<i64>> = wanted
            .iter()
            .map(|(field, value)| (*field, Some(*value).filter(|_| !setters.contains_key(field))))
            .collect();
        let made = makers.iter().find_map(|maker| arguments_for(context, maker.method, &by_constructor));
        if let Some(call) = made {
            let set = setters.iter().filter_map(|(field, setter)| {
                let value = concrete_number(program.field(*field).kind, *wanted.get(field)?);
                Some(ConcreteCall { method: method_name(context, *setter), arguments: vec![value], script: None })
            });
            let calls: Vec<ConcreteCall> = std::iter::once(call).chain(set).collect();
            if let Some(object) = case.objects.get_mut(number) {
                *object = ConcreteObject::Made(calls);
            }
            case.assignments.retain(|(holder, _, _)| *holder != number);
        }
    }
}

/// All fields of an object with the numbers that they hold, zero for null; none when one holds an object.
fn wanted_fields(
    context: Context<'_>,
    class: ClassId,
    number: usize,
    case: &ConcreteCase,
) -> Option<BTreeMap<FieldId, i64>> {
    let program = context.program;
    let mut wanted = BTreeMap::new();
    for class in program.superclasses(class) {
        for field in &program.class(class).fields {
            let info = program.field(*field);
            if info.flags.is_static() {
                continue;
            }
            let is_it = |place: &ObjectPlace| matches!(place, ObjectPlace::Field(name) if name.name == info.name && name.class == program.class(class).name);
            let assigned = case.assignments.iter().find(|(holder, place, _)| *holder == number && is_it(place));
            let value = match assigned.map(|(_, _, value)| *value) {
                None | Some(ConcreteValue::Null) => 0,
                Some(ConcreteValue::Int(value) | ConcreteValue::Long(value)) => value,
                Some(ConcreteValue::Float(bits)) => i64::from(bits),
                Some(ConcreteValue::Double(bits)) => bits as i64,
                Some(ConcreteValue::Object(_)) => return None,
            };
            wanted.insert(*field, value);
        }
    }
    Some(wanted)
}

/// A call of a constructor that leaves the fields as wanted; those of which nothing is wanted as they come.
fn arguments_for(
    context: Context<'_>,
    maker: MethodId,
    wanted: &BTreeMap<FieldId, Option<i64>>,
) -> Option<ConcreteCall> {
    let program = context.program;
    let machine = Machine::new(program, Arithmetic::Java, LIMITS, &Models);
    let solver = PathSolver::new(Arithmetic::Java, SOLVER_RESOURCES);
    let mut explorer: Explorer<'_, Trail<'_>> = Explorer::new(machine, solver, BUDGET);
    explorer.shared = Shared::default();
    let (state, _) = initial_state(&mut explorer.machine, maker, true);
    let start = Path { state: Box::new(state), record: Trail::default() };
    let mut inline = Inline { calls: context.calls, recursion: LIMITS.recursion, only_decided: true };
    let mut ends: Vec<Path<Trail<'_>>> = Vec::new();
    explorer.explore(start, &mut inline, &mut |_, end: PathEnd<Trail<'_>>| {
        if matches!(end.outcome, Outcome::Returned(_)) {
            ends.push(end.path);
        }
    });
    ends.into_iter().find_map(|path| {
        let mut solved = path;
        for (field, value) in fields_left(&solved)? {
            let Some(wanted) = *wanted.get(&field)? else { continue };
            let condition = holds(&mut explorer.machine.pool, value, wanted)?;
            match explorer.conjoin(solved, condition) {
                Some(Branch::Open(next)) => solved = next,
                _ => return None,
            }
        }
        let left: Vec<FieldId> = fields_left(&solved)?.into_iter().map(|(field, _)| field).collect();
        let is_rest_zero =
            wanted.iter().all(|(field, value)| value.is_none_or(|value| value == 0) || left.contains(field));
        is_rest_zero.then(|| call_of(context, maker, &solved)).flatten()
    })
}

/// The fields that a constructor has assigned.
fn fields_left(path: &Path<Trail<'_>>) -> Option<Vec<(FieldId, Value)>> {
    let heap = &path.state.heap;
    let is_it =
        |object: &ObjectId| matches!(heap.object(*object).map(|object| &object.origin), Some(Origin::Constructed(_)));
    let object = (0..heap.object_count() as u32).map(ObjectId).find(is_it)?;
    Some(heap.instance(object)?.fields.clone())
}

/// That a field holds a number, or null.
fn holds(pool: &mut TermPool, value: Value, wanted: i64) -> Option<crate::term::TermId> {
    match value {
        Value::Reference(Reference::Null) if wanted == 0 => Some(pool.truth(true)),
        Value::Reference(_) => None,
        value => {
            let term = value.number()?;
            let sort = pool.sort(term);
            let constant = pool.constant(sort, wanted);
            Some(pool.equal(term, constant))
        }
    }
}

/// The call that a path's model describes; none where an argument would have to be an object.
fn call_of(context: Context<'_>, maker: MethodId, path: &Path<Trail<'_>>) -> Option<ConcreteCall> {
    let program = context.program;
    let info = program.method(maker);
    let heap = &path.state.heap;
    let numbers = (0..heap.input_count() as u32).filter_map(|number| {
        let input = heap.input(InputId(number))?;
        match (input.origin, input.domain) {
            (InputOrigin::Parameter(position), domain) if domain != Domain::Text => {
                Some((usize::from(position), path.state.path.model.get(InputId(number))))
            }
            _ => None,
        }
    });
    let numbers: BTreeMap<usize, i64> = numbers.collect();
    let needs_objects = heap.input_objects().next().is_some();
    let arguments = info.parameters.iter().enumerate().map(|(position, kind)| {
        // The receiver is the first.
        let value = numbers.get(&(position + 1)).copied().unwrap_or(0);
        concrete_number(*kind, value)
    });
    let method = method_name(context, maker);
    (!needs_objects).then(|| ConcreteCall { method, arguments: arguments.collect(), script: None })
}

fn method_name(context: Context<'_>, method: MethodId) -> MethodName {
    let info = context.program.method(method);
    MethodName {
        class: context.program.class(info.class).name.clone(),
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
    }
}
