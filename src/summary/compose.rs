//! Composition of summaries at invokes (Algorithm 2).
//!
//! `checkAndSet` walks a callee's constraints in the order in which its exploration found them, paths with a common
//! beginning together. Where the caller's heap is not initialised yet it is now ("eager" lazy initialisation). A callee's
//! `Ref = new` means a fresh object or any compatible input object of the caller that the callee did not itself name, so
//! every such alias is a path of its own: composing must find what inlining finds.

mod bind;
mod project;

use super::case::{CaseConstraint, CaseInput, CaseOutcome, Level, Location};
use super::execute::{CaseEnd, execute_case};
use super::library::{Library, LoadedSummary};
use super::recording::{Recording, Scheduled};
use crate::exec::{Call, Caveat, Interrupt, StopReason};
use crate::explore::{Branch, CallHandler, CallLimits, Explorer, Inline, Outcome, Path, PathEnd, Work};
use crate::graph::CallGraph;
use crate::heap::{Alternative, Base, Body, Choice, Contents, ObjectId, Reference, Value};
use crate::program::{ClassId, FieldKind, MethodId, Program, is_desugared};
use crate::term::{Domain, Node, Sort, TermId, evaluate};
use bind::{Taken, bind_alias, bind_new, excludes};
use project::{project_as, project_result, read_location};
use std::rc::Rc;

/// Composes callees' summaries; executes inline what has none that can be composed.
pub struct Compose<'s> {
    library: Library<'s>,
    inline: Inline<'s>,
    calls: &'s CallGraph,
    root: MethodId,
    level: Level,
    recursion: Level,
    /// How far calls are followed that cannot be composed; none for as far as they go.
    limits: Option<CallLimits>,
    /// The most that a call took.
    pub(super) most: CallLimits,
}

/// A path with part of a callee's constraints established.
#[derive(Clone)]
struct Partial {
    path: Path<Recording>,
    /// The caller's objects for the callee's input objects.
    objects: Vec<ObjectId>,
    /// The caller's terms for the callee's numeric inputs.
    numbers: Vec<(u32, TermId)>,
    /// Arrays whose elements the callee's inputs are, and whether an index of the callee's was no number.
    reads: Vec<(ObjectId, bool)>,
    /// Whether an object was bound whose class the callee did not consider.
    outside: bool,
}

/// What became of a path when a constraint was applied.
enum Applied {
    Holds(Partial),
    Ended(PathEnd<Recording>),
    /// The caller passes something that the callee's summary did not consider.
    Outside,
}

/// The caller passes something that the callee's summary did not consider.
struct Outside;

/// A path on which a reference was bound, or why it was not.
type Bound = Result<Partial, Unbound>;

/// Why a reference was not bound.
enum Unbound {
    /// The path stopped.
    Stopped(Partial, StopReason),
    /// The caller passes something that the callee's summary did not consider.
    Outside,
}

/// Goes on from what a location of the callee's input holds in the caller.
type Bind<'b> = &'b dyn Fn(&mut Explorer<'_, Recording>, Partial, Reference) -> Vec<Bound>;

/// What all of one call's paths share.
struct Callee<'c> {
    call: &'c Call,
    loaded: Rc<LoadedSummary>,
    level: Level,
    position: u32,
    /// Whether the caller's state is the input state of the callee's own analysis, which has considered all that it holds.
    own_input: bool,
}

impl<'s> Compose<'s> {
    /// A handler for the analysis of `root` at a recursion level.
    pub fn new(library: Library<'s>, calls: &'s CallGraph, root: MethodId, level: Level, recursion: Level) -> Self {
        let activations = if level > 0 { level } else { recursion };
        let inline = Inline { calls, recursion: activations, only_decided: false };
        Compose { library, inline, calls, root, level, recursion, limits: None, most: CallLimits::default() }
    }

    /// The same handler, which leaves calls open that cost more than these limits.
    #[must_use]
    pub fn within(self, limits: Option<CallLimits>) -> Self {
        Compose { limits, ..self }
    }

    /// Executes a call inline as far as the limits go, and leaves it open beyond.
    fn follow(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        call: &Call,
    ) -> Vec<Branch<Recording>> {
        let Some(limits) = self.limits else { return vec![explorer.enter(path, call)] };
        let before = explorer.spent();
        let followed = explorer.follow(path.clone(), call, &limits, self);
        // A call that was not followed to its end would have taken more.
        let (ends, work) = match &followed {
            Some(branches) => (branches.len() as u64, explorer.spent().without(before)),
            None => (u64::MAX, Work::UNLIMITED),
        };
        self.most = self.most.or_more(CallLimits { cases: 0, ends, work });
        followed.unwrap_or_else(|| leave_open(explorer, path, call))
    }

    /// The level of summary that a call composes; none when the recursion bound is reached.
    fn level_of(&self, path: &Path<Recording>, call: &Call) -> Option<Level> {
        let Some(running) = self.inline.activations(path, call) else { return Some(0) };
        let allowed = if self.calls.mutually_recursive(self.root, call.method) { self.level } else { self.recursion };
        allowed.checked_sub(running).filter(|left| *left > 0)
    }
}

impl CallHandler<Recording> for Compose<'_> {
    fn call(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        call: &Call,
    ) -> Vec<Branch<Recording>> {
        let Some(level) = self.level_of(&path, call) else {
            let method = explorer.machine.program.method_label(call.method);
            let reason = StopReason::RecursionBound(method);
            let is_open = explorer.open_calls && call.for_model.is_none();
            return if is_open { explorer.open_call(path, reason) } else { vec![Branch::stopped(path, reason)] };
        };
        if call.for_model.is_some() {
            return vec![explorer.enter(path, call)];
        }
        let machine = &mut explorer.machine;
        // The JDK's methods have no summaries, and the call graph does not know whom they call back.
        let is_jdk = |method: MethodId| !machine.program.is_user_method(method);
        if path.state.frames.iter().any(|frame| is_jdk(frame.method)) {
            return vec![explorer.enter(path, call)];
        }
        if is_jdk(call.method) {
            return self.follow(explorer, path, call);
        }
        let loaded = self.library.get(machine.program, &mut machine.pool, call.method, level);
        let Some(loaded) = loaded else { return self.follow(explorer, path, call) };
        if !loaded.summary.composable {
            // What its own analysis could not get through, a caller does not either.
            let is_too_large = |limits: CallLimits| !loaded.summary.is_complete() || loaded.summary.ends > limits.ends;
            return if self.limits.is_some_and(is_too_large) {
                leave_open(explorer, path, call)
            } else {
                self.follow(explorer, path, call)
            };
        }
        // The summary is one of objects as class initialisation leaves them, and the path has changed some.
        let takes_initialised = |caveat: &Caveat| matches!(caveat, Caveat::InitialisedState(_));
        if path.state.heap.has_changed_imports() && loaded.summary.caveats.iter().any(takes_initialised) {
            return self.follow(explorer, path, call);
        }
        let cases = loaded.summary.paths.len() as u64;
        self.most = self.most.or_more(CallLimits { cases, ..CallLimits::default() });
        if self.limits.is_some_and(|limits| cases > limits.cases) {
            return leave_open(explorer, path, call);
        }
        let qualifying = loaded.summary.caveats.iter().filter(|caveat| caveat.qualifies_callers());
        explorer.machine.caveats.extend(qualifying.cloned());
        let count = loaded.summary.paths.len();
        match self.compose_range(explorer, path.clone(), (call, false), loaded, level, 0..count) {
            Ok(branches) if branches.iter().any(is_surprised) => {
                match explorer.machine.refused_call(&path.state, call) {
                    Some(reason) => vec![Branch::stopped(path, reason)],
                    None => branches,
                }
            }
            Ok(branches) => branches,
            Err(Outside) => self.follow(explorer, path, call),
        }
    }
}

impl Compose<'_> {
    /// Composes one case of a method's summary in the input state of the method's own analysis; nothing when there is no
    /// such case or the state excludes it.
    pub fn compose_case(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        call: &Call,
        level: Level,
        case: u32,
    ) -> Vec<Branch<Recording>> {
        let machine = &mut explorer.machine;
        let Some(loaded) = self.library.get(machine.program, &mut machine.pool, call.method, level) else {
            return Vec::new();
        };
        let Some(position) = loaded.case_positions.get(case as usize).map(|position| *position as usize) else {
            return Vec::new();
        };
        self.compose_range(explorer, path, (call, true), loaded, level, position..position + 1).unwrap_or_default()
    }

    fn compose_range(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        (call, own_input): (&Call, bool),
        loaded: Rc<LoadedSummary>,
        level: Level,
        range: std::ops::Range<usize>,
    ) -> Result<Vec<Branch<Recording>>, Outside> {
        let position = path.state.frame().map_or(0, |frame| frame.instruction);
        let mut objects = Vec::new();
        if &*call.reference.name == "<init>"
            && let Some(Value::Reference(receiver)) = call.arguments.first()
            && let Reference::Object(object) = path.state.heap.current(*receiver)
        {
            objects.push(object);
        }
        let callee = Callee { call, loaded, level, position, own_input };
        let start = Partial { path, objects, numbers: Vec::new(), reads: Vec::new(), outside: false };
        let mut branches = Vec::new();
        self.descend(explorer, &callee, range, 0, start, &mut branches)?;
        Ok(branches)
    }

    /// Establishes, from the constraint at `depth` on, the constraints of the callee's paths in `range`, which agree on
    /// those before; runs each path whose constraints hold.
    fn descend(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        callee: &Callee<'_>,
        range: std::ops::Range<usize>,
        depth: usize,
        partial: Partial,
        branches: &mut Vec<Branch<Recording>>,
    ) -> Result<(), Outside> {
        let mut start = range.start;
        let mut left = Some(partial);
        while start < range.end {
            let Some(constraint) = callee.loaded.constraint(start, depth) else {
                let partial = if start + 1 == range.end { left.take() } else { left.clone() };
                if let Some(partial) = partial {
                    self.finish(explorer, callee, start, partial, branches)?;
                }
                start += 1;
                continue;
            };
            let mut end = start + 1;
            while end < range.end && callee.loaded.constraint(end, depth) == Some(constraint) {
                end += 1;
            }
            let next = end;
            if left.as_ref().is_some_and(|left| excludes(explorer, callee, constraint, left)) {
                start = next;
                continue;
            }
            let partial = if end == range.end { left.take() } else { left.clone() };
            let Some(partial) = partial else { break };
            let inputs = callee.loaded.path(start).map_or(&[][..], |path| path.inputs.as_slice());
            for applied in self.apply(explorer, callee, inputs, constraint, partial)? {
                match applied {
                    Applied::Holds(Partial { outside: true, .. }) => return Err(Outside),
                    Applied::Holds(mut partial) => {
                        if !partial.path.state.heap.narrow_element_types(explorer.machine.program) {
                            continue;
                        }
                        self.descend(explorer, callee, start..end, depth + 1, partial, branches)?;
                    }
                    Applied::Ended(end) => branches.push(Branch::Ended(end)),
                    Applied::Outside => return Err(Outside),
                }
            }
            start = end;
        }
        Ok(())
    }

    /// Checks one constraint against the caller's state and sets what was open.
    fn apply(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        callee: &Callee<'_>,
        inputs: &[CaseInput],
        constraint: &CaseConstraint,
        partial: Partial,
    ) -> Result<Vec<Applied>, Outside> {
        match constraint {
            CaseConstraint::Condition(term) => {
                let mut partial = partial;
                let Some(condition) = project_as(explorer, callee, inputs, *term, &mut partial, Sort::Bool) else {
                    return Ok(vec![broken(partial, "a condition over an unknown input")]);
                };
                let Partial { mut path, objects, numbers, reads, outside } = partial;
                try_witness(explorer, inputs, &numbers, &mut path, condition);
                Ok(match explorer.conjoin(path, condition) {
                    None => Vec::new(),
                    Some(Branch::Open(path)) => {
                        vec![Applied::Holds(Partial { path, objects, numbers, reads, outside })]
                    }
                    Some(Branch::Ended(end)) => vec![Applied::Ended(end)],
                })
            }
            CaseConstraint::Bound(term) => {
                let mut partial = partial;
                let Some(bound) = project_as(explorer, callee, inputs, *term, &mut partial, Sort::Bool) else {
                    return Ok(vec![broken(partial, "a bound over an unknown input")]);
                };
                let pool = &explorer.machine.pool;
                // A size that the caller knows is not bounded.
                if pool.as_truth(bound).is_some() || partial.path.state.path.is_bounded(pool, bound) {
                    return Ok(vec![Applied::Holds(partial)]);
                }
                let Partial { path, objects, numbers, reads, outside } = partial;
                Ok(vec![match explorer.assume_bound(path, bound) {
                    Branch::Open(path) => Applied::Holds(Partial { path, objects, numbers, reads, outside }),
                    Branch::Ended(end) => Applied::Ended(end),
                }])
            }
            CaseConstraint::Element(array, index, read) => {
                let mut partial = partial;
                let (Some(object), Some(index)) = (
                    partial.objects.get(*array as usize).copied(),
                    project_as(explorer, callee, inputs, *index, &mut partial, Sort::Int),
                ) else {
                    return Ok(vec![broken(partial, "an element of an unknown array")]);
                };
                if *read {
                    note_read(explorer, &mut partial, object, index)?;
                }
                Ok(with_choices(explorer, partial, |explorer, partial| {
                    let (heap, mut context) = explorer.machine.heap_context(&mut partial.path.state);
                    if *read {
                        heap.read_element(&mut context, object, index).map(|_| true)
                    } else {
                        heap.locate_element(&mut context, object, index).map(|()| true)
                    }
                }))
            }
            CaseConstraint::Null(location) => {
                Ok(self.at_location(explorer, callee, inputs, *location, partial, &|explorer, partial, found| {
                    match found {
                        Reference::Null => vec![Ok(partial)],
                        Reference::Object(_) => Vec::new(),
                        Reference::Symbol(symbol) => {
                            let nullable = partial.path.state.heap.symbol(symbol).is_some_and(|it| it.nullable);
                            let mut partial = partial;
                            if !nullable {
                                return Vec::new();
                            }
                            // Where an enum cannot be initialised, its inputs cannot be decided.
                            if explorer.constants_of(&mut partial.path, symbol).is_err() {
                                return Vec::new();
                            }
                            explorer.decide_symbol(&mut partial.path, symbol, Alternative::Null);
                            vec![Ok(partial)]
                        }
                    }
                }))
            }
            CaseConstraint::New(location) => {
                let declared = declared_class(explorer.machine.program, callee, *location);
                let is_own = callee.own_input;
                let taken = Taken::of(explorer, callee, *location);
                Ok(self.at_location(explorer, callee, inputs, *location, partial, &|explorer, partial, found| {
                    let mut bound = bind_new(explorer, partial, found, taken);
                    if !is_own {
                        bound.iter_mut().flatten().for_each(|partial| note_class(explorer, partial, declared));
                    }
                    bound
                }))
            }
            CaseConstraint::Alias(location, object) => {
                let target = partial.objects.get(*object as usize).copied();
                Ok(self.at_location(explorer, callee, inputs, *location, partial, &|explorer, partial, found| {
                    bind_alias(explorer, partial, found, target)
                }))
            }
            CaseConstraint::AliasStatic(location, field) => {
                let mut partial = partial;
                let Some(field) = callee.loaded.field(*field) else {
                    return Ok(vec![broken(partial, "an unknown static field")]);
                };
                let target = match explorer.machine.initialised_static(&mut partial.path.state, field) {
                    Ok(Value::Reference(Reference::Object(object))) => Some(object),
                    Ok(_) => None,
                    Err(Interrupt::Stop(reason)) => return Ok(vec![stopped(partial, reason)]),
                    Err(Interrupt::Choice(_) | Interrupt::Infeasible) => {
                        return Ok(vec![broken(partial, "a choice in an initialiser")]);
                    }
                };
                Ok(self.at_location(explorer, callee, inputs, *location, partial, &|explorer, partial, found| {
                    bind_alias(explorer, partial, found, target)
                }))
            }
            CaseConstraint::Types(object, classes) => restrict_types(explorer, callee, partial, *object, classes),
            CaseConstraint::Components(object, classes) => {
                restrict_components(explorer, callee, partial, *object, classes)
            }
        }
    }

    /// Reads a location of the callee's input in the caller's heap and goes on with what is there.
    fn at_location(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        callee: &Callee<'_>,
        inputs: &[CaseInput],
        location: Location,
        mut partial: Partial,
        then: Bind<'_>,
    ) -> Vec<Applied> {
        let Location::Element(_, index) = location else {
            let value = read_location(explorer, callee, location, None, &mut partial).ok().flatten();
            let Some(Value::Reference(reference)) = value else {
                return vec![broken(partial, "no reference at a location")];
            };
            let current = partial.path.state.heap.current(reference);
            return then(explorer, partial, current).into_iter().map(applied).collect();
        };
        let index = project_as(explorer, callee, inputs, index, &mut partial, Sort::Int);
        let read = with_choices(explorer, partial, |explorer, partial| {
            read_location(explorer, callee, location, index, partial).map(|value| value.is_some())
        });
        let mut results = Vec::new();
        for read in read {
            match read {
                Applied::Holds(mut partial) => {
                    // The read of this alternative, again: it needs no choice now and changes nothing.
                    let value = read_location(explorer, callee, location, index, &mut partial).ok().flatten();
                    match value {
                        Some(Value::Reference(reference)) => {
                            let current = partial.path.state.heap.current(reference);
                            results.extend(then(explorer, partial, current).into_iter().map(applied));
                        }
                        _ => results.push(broken(partial, "no reference at a location")),
                    }
                }
                ended => results.push(ended),
            }
        }
        results
    }

    /// Runs the callee's path at `position` in a state that satisfies its constraints.
    fn finish(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        callee: &Callee<'_>,
        position: usize,
        partial: Partial,
        branches: &mut Vec<Branch<Recording>>,
    ) -> Result<(), Outside> {
        let mut partial = partial;
        let Some(case_path) = callee.loaded.path(position) else { return Ok(()) };
        let call = callee.call;
        if let CaseOutcome::Stopped(reason) = &case_path.outcome {
            let reason = callee.loaded.summary.reasons.get(*reason as usize).cloned();
            let reason = reason.unwrap_or_else(|| StopReason::Internal("a stop without a reason".into()));
            if self.limits.is_some() {
                branches.extend(explorer.open_call(partial.path, reason));
            } else if reason.depends_on_context() {
                branches.push(explorer.enter(partial.path, call));
            } else {
                branches.push(Branch::stopped(partial.path, reason));
            }
            return Ok(());
        }
        let Some(case) = callee.loaded.case_numbers.get(position).copied().flatten() else { return Ok(()) };
        let scheduled = Scheduled { method: call.method, level: callee.level, case };
        let pure = callee.loaded.summary.codes.get(case_path.code as usize).is_some_and(|code| code.pure);
        let projected = if pure { project_result(explorer, callee, case_path, &mut partial) } else { None };
        let mut path = partial.path;
        let run = match projected {
            Some(value) => Ok((CaseEnd::Returned(value), 0)),
            None => execute_case(
                &mut explorer.machine,
                &mut self.library,
                &mut path.state,
                (&callee.loaded, call.method),
                case,
                &call.arguments,
            ),
        };
        match run {
            Err(reason) => branches.push(Branch::stopped(path, reason)),
            Ok((end, executed)) => {
                explorer.costs.instructions += executed;
                path.state.steps += executed;
                match end {
                    CaseEnd::Returned(value) => {
                        let result = value.map(|value| {
                            let constant = value.number().and_then(|term| explorer.machine.pool.as_constant(term));
                            (value, constant)
                        });
                        path.record.composed(&mut explorer.shared, call, callee.position, scheduled, result, pure);
                        branches.push(match explorer.machine.finish_call(&mut path.state, call, value) {
                            Ok(()) => Branch::Open(path),
                            Err(Interrupt::Stop(reason)) => Branch::stopped(path, reason),
                            Err(Interrupt::Choice(_) | Interrupt::Infeasible) => {
                                Branch::stopped(path, StopReason::Internal("a choice after a call".into()))
                            }
                        });
                    }
                    CaseEnd::Threw(exception) => {
                        explorer.throw_at_call(path, exception, branches, &mut |record, shared, caught| {
                            record.composed_throw(shared, callee.call, callee.position, scheduled, caught);
                        });
                    }
                    CaseEnd::Undecided => return Err(Outside),
                }
            }
        }
        Ok(())
    }
}

/// Where the caller passes inputs of its own on, the values of the callee's witness for them often satisfy the caller's path
/// too: then the model is found without the solver.
fn try_witness(
    explorer: &mut Explorer<'_, Recording>,
    inputs: &[CaseInput],
    numbers: &[(u32, TermId)],
    path: &mut Path<Recording>,
    condition: TermId,
) {
    let pool = &explorer.machine.pool;
    let constraints = &mut path.state.path;
    if pool.as_truth(condition).is_some() || evaluate(pool, condition, &constraints.model) == Some(1) {
        return;
    }
    let mut candidate = constraints.model.clone();
    for (input, term) in numbers {
        if let (Node::Input(id, domain), Some(known)) =
            (pool.node(*term), inputs.iter().find(|known| known.input == *input))
            && !matches!(known.domain, Domain::Contents(_) | Domain::Text)
            && domain
                .bounds(pool.arithmetic())
                .is_none_or(|(low, high)| known.witness >= low && high.is_none_or(|high| known.witness <= high))
        {
            candidate.set(*id, known.witness);
        }
    }
    let holds = |term: &TermId| evaluate(pool, *term, &candidate) == Some(1);
    if holds(&condition) && constraints.conditions.iter().all(holds) && constraints.bounds.iter().all(holds) {
        constraints.model = candidate;
    }
}

/// Leaves a call open that costs more than its caller spends on it.
fn leave_open(explorer: &mut Explorer<'_, Recording>, path: Path<Recording>, call: &Call) -> Vec<Branch<Recording>> {
    let method = explorer.machine.program.method_label(call.method);
    explorer.open_call(path, StopReason::CallBudget(method))
}

/// Repeats an operation until no choice is open; keeps the paths on which it says true.
fn with_choices(
    explorer: &mut Explorer<'_, Recording>,
    partial: Partial,
    operation: impl Fn(&mut Explorer<'_, Recording>, &mut Partial) -> Result<bool, Choice>,
) -> Vec<Applied> {
    let mut open = vec![Applied::Holds(partial)];
    let mut done = Vec::new();
    while let Some(applied) = open.pop() {
        let mut partial = match applied {
            Applied::Holds(partial) => partial,
            ended => {
                done.push(ended);
                continue;
            }
        };
        match operation(explorer, &mut partial) {
            Ok(true) => done.push(Applied::Holds(partial)),
            Ok(false) => {}
            Err(choice) => {
                let Partial { path, objects, numbers, reads, outside } = partial;
                let branches = explorer.fork(path, choice);
                open.extend(branches.into_iter().rev().map(|branch| match branch {
                    Branch::Open(path) => Applied::Holds(Partial {
                        path,
                        objects: objects.clone(),
                        numbers: numbers.clone(),
                        reads: reads.clone(),
                        outside,
                    }),
                    Branch::Ended(end) => Applied::Ended(end),
                }));
            }
        }
    }
    done
}

/// A callee tells the elements that it reads apart. The elements of an array that the caller made, or copied into, are told
/// apart only where something was written, so a callee that reads two of them decides more than the caller need know.
fn note_read(
    explorer: &Explorer<'_, Recording>,
    partial: &mut Partial,
    array: ObjectId,
    index: TermId,
) -> Result<(), Outside> {
    let body = partial.path.state.heap.array(array);
    let is_initial = body.is_some_and(|body| match &body.contents {
        Contents::References(elements) => matches!(elements.base(), Base::Initial(_)),
        _ => true,
    });
    if is_initial {
        return Ok(());
    }
    let symbolic = explorer.machine.pool.as_int(index).is_none();
    if partial.reads.iter().any(|(known, other)| *known == array && (symbolic || *other)) {
        return Err(Outside);
    }
    partial.reads.push((array, symbolic));
    Ok(())
}

/// The class that a location of the callee is declared as; none for elements, whose array the caller may know better.
fn declared_class(program: &Program, callee: &Callee<'_>, location: Location) -> Option<ClassId> {
    let info = program.method(callee.call.method);
    let kind = match location {
        Location::Parameter(position) => match usize::from(position).checked_sub(usize::from(info.has_receiver())) {
            None => return Some(info.class),
            Some(position) => *info.parameters.get(position)?,
        },
        Location::Field(_, field) | Location::Static(field) => program.field(callee.loaded.field(field)?).kind,
        Location::Element(..) | Location::Open(..) => return None,
    };
    match kind {
        FieldKind::Reference(reference) => reference.as_class(),
        FieldKind::Primitive(_) | FieldKind::Text => None,
    }
}

/// A callee considers no lambda expression's object for an input, and of the classes that are not on the class path only the
/// one that it is declared as.
fn note_class(explorer: &Explorer<'_, Recording>, partial: &mut Partial, declared: Option<ClassId>) {
    let Some(object) = partial.objects.last() else { return };
    let program = explorer.machine.program;
    let is_considered = |class: &ClassId| {
        Some(*class) == declared || (program.is_user_class(*class) && !is_desugared(program.class_name(*class)))
    };
    if let Some(body) = partial.path.state.heap.instance(*object) {
        partial.outside |= !body.types.iter().all(is_considered);
    }
}

fn restrict_types(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    mut partial: Partial,
    object: u32,
    classes: &[u32],
) -> Result<Vec<Applied>, Outside> {
    let wanted = callee.loaded.classes(classes);
    let Some(object) = partial.objects.get(object as usize).copied() else {
        return Ok(vec![broken(partial, "the type of an unknown object")]);
    };
    let program = explorer.machine.program;
    let Some(Body::Instance(body)) = partial.path.state.heap.object(object).map(|object| &object.body) else {
        return Err(Outside);
    };
    let kept: Vec<ClassId> = body.types.iter().copied().filter(|class| wanted.contains(class)).collect();
    if kept.len() == body.types.len() {
        return Ok(vec![Applied::Holds(partial)]);
    }
    // A class from outside the class path may be none of those that the callee told apart.
    let is_outside = |class: &ClassId| !program.is_user_class(*class);
    if !callee.own_input && body.types.iter().any(|class| !kept.contains(class) && is_outside(class)) {
        return Err(Outside);
    }
    if kept.is_empty() {
        return Ok(Vec::new());
    }
    let (heap, mut context) = explorer.machine.heap_context(&mut partial.path.state);
    heap.restrict_types(&mut context, object, kept.into());
    Ok(vec![Applied::Holds(partial)])
}

fn restrict_components(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    mut partial: Partial,
    object: u32,
    classes: &[u32],
) -> Result<Vec<Applied>, Outside> {
    let wanted = callee.loaded.classes(classes);
    let Some(object) = partial.objects.get(object as usize).copied() else {
        return Ok(vec![broken(partial, "the type of an unknown array")]);
    };
    let Some(body) = partial.path.state.heap.array(object) else { return Err(Outside) };
    let possible: Vec<ClassId> = match (&body.possible_components, body.component) {
        (Some(classes), _) => classes.to_vec(),
        (None, FieldKind::Reference(component)) => component.as_class().into_iter().collect(),
        _ => Vec::new(),
    };
    let is_outside = |class: &ClassId| !explorer.machine.program.is_user_class(*class);
    if possible.is_empty() || (!callee.own_input && possible.iter().any(is_outside)) {
        return Err(Outside);
    }
    // The caller knows more of the array than the callee did, and so may have less to decide.
    if wanted.iter().any(|class| !possible.contains(class)) {
        return Err(Outside);
    }
    let kept = wanted;
    if kept.len() < possible.len() {
        let (heap, mut context) = explorer.machine.heap_context(&mut partial.path.state);
        heap.restrict_components(&mut context, object, kept.into());
    }
    Ok(vec![Applied::Holds(partial)])
}

fn applied(bound: Bound) -> Applied {
    match bound {
        Ok(partial) => Applied::Holds(partial),
        Err(Unbound::Stopped(partial, reason)) => stopped(partial, reason),
        Err(Unbound::Outside) => Applied::Outside,
    }
}

fn stopped(partial: Partial, reason: StopReason) -> Applied {
    Applied::Ended(PathEnd { path: partial.path, outcome: Outcome::Stopped(reason) })
}

/// Whether composing came to something that it cannot be: that is a defect, unless no verifier passes the call.
fn is_surprised(branch: &Branch<Recording>) -> bool {
    matches!(branch, Branch::Ended(PathEnd { outcome: Outcome::Stopped(StopReason::Internal(_)), .. }))
}

fn broken(partial: Partial, what: &str) -> Applied {
    stopped(partial, StopReason::Internal(format!("composition: {what}")))
}
