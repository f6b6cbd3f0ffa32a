//! Calls of collections that are inputs, by what the table says of them: the collection is left as anything of the size that the call leaves,
//! and the result is anything of its type. So a method that puts something into a list of its own is followed to its end, whatever the list
//! holds. Only what is shown of all states may rest on this: inputs that fail are looked for elsewhere.

mod taken;

use super::collection_views::{puts_by_part, shows_no_part};
use super::collections::{Row, Size, as_in_interface, is_of_interface, row_of};
use super::driver::{CallHandler, Explorer, Inline};
use super::path::{Branch, Path, Recorder};
use super::table_iterators::{Step, step_of};
use crate::classfile::GenericType;
use crate::exec::{Call, Frame, StopReason};
use crate::heap::{Choice, Heap, ObjectId, Origin, Reference, SymbolId, Value};
use crate::program::{MethodId, Program};
use taken::Taken;

const STRING: &str = "java/lang/String";

/// Takes rows of the table for calls of collections that are inputs, and executes all other calls inline.
pub struct CollectionCalls<'c> {
    /// How other calls are executed.
    inline: Inline<'c>,
    /// Whether rows are taken; else it is only noted that there was a call of which there is one.
    takes_rows: bool,
    /// Whether a collection that is an input was called that has a row for the call.
    pub has_met_one: bool,
}

impl<R: Recorder> CallHandler<R> for CollectionCalls<'_> {
    fn always_enters(&self, method: MethodId) -> bool {
        CallHandler::<R>::always_enters(&self.inline, method)
    }

    fn call(&mut self, explorer: &mut Explorer<'_, R>, path: Path<R>, call: &Call) -> Vec<Branch<R>> {
        let program = explorer.machine.program;
        if let Some(step) = step_of(program, call.method)
            && let Some(table) = explorer.table_of_iterator(&path, step, call)
            && is_unknown(program, &path.state.heap, table)
        {
            return self.iterate(explorer, path, (step, table), call);
        }
        if let Some(of_interface) = as_in_interface(program, call.method)
            && let Some(table) = unknown_argument(program, &path.state.heap, (call, 0))
        {
            self.has_met_one = true;
            if self.takes_rows && !is_changed_within(program, &path, table) {
                let call = Call { method: of_interface, ..call.clone() };
                return self.inline.call(explorer, path, &call);
            }
        }
        if let Some(symbol) = undecided(program, &path.state.heap, call) {
            return explorer.fork(path, Choice::Symbol(symbol));
        }
        let Some((row, collection)) = called(program, &path.state.heap, call) else {
            return self.run(explorer, path, call);
        };
        self.has_met_one = true;
        if !self.takes_rows {
            return self.inline.call(explorer, path, call);
        }
        if row.size != Size::Unchanged && is_changed_within(program, &path, collection) {
            let method = program.method_label(call.method);
            return vec![Branch::stopped(path, StopReason::Unmodelled(method))];
        }
        let mut taken = Taken { explorer, path, row, collection, call, size: None, is_empty: false };
        match taken.needs_hold() {
            Ok(true) => taken.finish(),
            Ok(false) => {
                let path = taken.path;
                self.run(explorer, path, call)
            }
            Err(choice) => {
                let path = taken.path;
                explorer.fork(path, choice)
            }
        }
    }
}

impl<'c> CollectionCalls<'c> {
    /// Where rows are taken, or not.
    pub fn new(inline: Inline<'c>, takes_rows: bool) -> Self {
        CollectionCalls { inline, takes_rows, has_met_one: false }
    }

    /// Whether a call is one for which there is a row, of a collection that is an input.
    pub fn has_row(program: &Program, heap: &Heap, call: &Call) -> bool {
        called(program, heap, call).is_some()
    }

    /// Executes a call, which may put something into a collection of which it is kept what was ever put in.
    fn run<R: Recorder>(&mut self, explorer: &mut Explorer<'_, R>, mut path: Path<R>, call: &Call) -> Vec<Branch<R>> {
        note_call(explorer.machine.program, &mut path, call);
        self.inline.call(explorer, path, call)
    }

    fn iterate<R: Recorder>(
        &mut self,
        explorer: &mut Explorer<'_, R>,
        mut path: Path<R>,
        step: (Step, ObjectId),
        call: &Call,
    ) -> Vec<Branch<R>> {
        self.has_met_one = true;
        if !self.takes_rows {
            return self.inline.call(explorer, path, call);
        }
        match explorer.iterate(&mut path, step, call) {
            Ok(true) if explorer.has_gone_on(&mut path, step.0, call) => {
                let frame = path.state.frame().map(|frame| (frame.method, frame.instruction));
                let place = frame.map(|(method, position)| explorer.machine.code_place(method, position));
                let reason = place.map_or(StopReason::InstructionBudget, StopReason::LoopBound);
                vec![Branch::stopped(path, reason)]
            }
            Ok(true) => vec![Branch::Open(path)],
            Ok(false) => self.inline.call(explorer, path, call),
            Err(choice) => explorer.fork(path, choice),
        }
    }
}

/// The row of a call, and the collection that it is of, if that is not known but for its class.
fn called(program: &Program, heap: &Heap, call: &Call) -> Option<(&'static Row, ObjectId)> {
    let row = row_of(program, call.method)?;
    Some((row, unknown_argument(program, heap, (call, row.of))?))
}

/// The collection of a call that has a row, where that is an argument of which nothing was asked yet.
fn undecided(program: &Program, heap: &Heap, call: &Call) -> Option<SymbolId> {
    let row = row_of(program, call.method).filter(|row| row.of > 0)?;
    match argument(heap, call, row.of).filter(|_| call.for_model.is_none())? {
        Reference::Symbol(symbol) => Some(symbol),
        Reference::Null | Reference::Object(_) => None,
    }
}

/// An argument of a call, counted from the receiver, if it is a collection that is not known but for its class.
fn unknown_argument(program: &Program, heap: &Heap, (call, at): (&Call, usize)) -> Option<ObjectId> {
    let Reference::Object(collection) = argument(heap, call, at).filter(|_| call.for_model.is_none())? else {
        return None;
    };
    is_unknown(program, heap, collection).then_some(collection)
}

/// What an argument of a call refers to by now, counted from the receiver; none of a number.
fn argument(heap: &Heap, call: &Call, at: usize) -> Option<Reference> {
    match call.arguments.get(at) {
        Some(Value::Reference(reference)) => Some(heap.current(*reference)),
        _ => None,
    }
}

/// Notes what a call that is executed puts into a collection of which it is kept what was ever put in.
pub fn note_call<R: Recorder>(program: &Program, path: &mut Path<R>, call: &Call) {
    if !is_called_by_own_code(program, path, call) {
        note_puts(program, &mut path.state.heap, call);
    }
}

/// Whether a method of a collection is called by another one of it: what that may put in was noted when it was called itself.
fn is_called_by_own_code<R: Recorder>(program: &Program, path: &Path<R>, call: &Call) -> bool {
    let Some(Reference::Object(collection)) = argument(&path.state.heap, call, 0) else { return false };
    path.state.frame().is_some_and(|caller| {
        let info = program.method(caller.method);
        let class = program.class(info.class);
        let is_own = class.is_jdk && info.has_receiver() && !class.flags.is_interface();
        let receiver = caller.locals.first().copied();
        is_own && receiver.and_then(|receiver| path.state.heap.referred(receiver)) == Some(collection)
    })
}

/// Notes what a call puts into a collection of which it is kept what was ever put in: arguments that stand for its type arguments, and anything
/// where an argument may bring something along, or where the result is a part of it by which something may be put in. A row says of a method
/// that there is no more to it.
fn note_puts(program: &Program, heap: &mut Heap, call: &Call) {
    let info = program.method(call.method);
    let all = heap.all_followed();
    if all.is_empty() || !program.class(info.class).is_jdk || !info.has_receiver() {
        return;
    }
    let named = (&*info.name, &*info.descriptor);
    if puts_by_part(program, info.class, named) {
        return all.into_iter().for_each(|collection| heap.note_any_put(program, collection));
    }
    let Some(Reference::Object(collection)) = argument(heap, call, 0) else { return };
    let Some(class) = heap.exact_class(collection).filter(|_| all.contains(&collection)) else { return };
    let has_row = row_of(program, call.method).is_some();
    if !has_row && !shows_no_part(program, class, named) {
        return heap.note_any_put(program, collection);
    }
    let variables = program.type_variables(info.class);
    for (at, generic) in program.parameters_with_variables(call.method).into_iter().enumerate() {
        let Some(generic) = generic else { continue };
        for (place, variable) in variables.iter().enumerate() {
            match &generic {
                GenericType::Variable(name) if name == variable => {
                    heap.note_put(program, (collection, place), call.arguments.get(at + 1).copied());
                }
                generic if !has_row && generic.mentions(variable) => heap.note_put(program, (collection, place), None),
                _ => {}
            }
        }
    }
}

/// Whether a call of a collection comes from a function that was given to a method of this collection: where it changes the collection, that
/// method throws in the end, other than that of the interface.
fn is_changed_within<R: Recorder>(program: &Program, path: &Path<R>, collection: ObjectId) -> bool {
    let is_of_it = |frame: &Frame| {
        let Some(Value::Reference(receiver)) = frame.locals.first() else { return false };
        path.state.heap.current(*receiver) == Reference::Object(collection)
    };
    let iterator = program.class_by_name("java/util/Iterator");
    let is_iterators = |frame: &Frame| {
        let class = program.method(frame.method).class;
        program.class(class).is_jdk && iterator.is_some_and(|above| program.is_subclass(class, above) == Some(true))
    };
    let mut frames = path.state.frames.iter().zip(path.state.frames.iter().skip(1));
    frames.any(|(frame, within)| {
        is_of_interface(program, frame.method) && is_of_it(frame) && !is_of_it(within) && !is_iterators(within)
    })
}

/// Whether a path is in a function that was given to a method of a collection that is an input.
pub(super) fn is_in_given_function<R: Recorder>(program: &Program, path: &Path<R>) -> bool {
    path.state.frames.iter().any(|frame| is_of_interface(program, frame.method))
}

/// Whether an object is an input of exactly one class, which is the JDK's.
fn is_unknown(program: &Program, heap: &Heap, object: ObjectId) -> bool {
    let is_input = heap.object(object).is_some_and(|found| matches!(found.origin, Origin::Input));
    let is_exact = heap.instance(object).is_some_and(|body| !body.open);
    is_input && is_exact && heap.exact_class(object).is_some_and(|class| program.class(class).is_jdk)
}
