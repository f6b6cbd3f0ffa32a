//! One case of a callee, applied to a path of the caller: its inputs bound, its conditions added, and its effects written.

use super::super::case::{CaseConstraint, CaseInput, CaseOutcome, Location};
use super::super::execute::{CaseEnd, execute_case};
use super::super::recording::{Recording, Scheduled};
use super::bind::{Taken, bind_alias, bind_new};
use super::project::{project_as, project_result, read_location};
use super::restrict::{declared_class, note_class, note_read, restrict_components, restrict_types};
use super::{Applied, Bind, Bound, Callee, Compose, Outside, Partial, Unbound, broken, stopped, with_choices};
use crate::exec::{Interrupt, StopReason};
use crate::explore::{Branch, Explorer, Outcome, Path, PathEnd};
use crate::heap::{Alternative, Reference, Value};
use crate::term::{Domain, Node, Sort, TermId, evaluate};

impl Compose<'_> {
    /// Checks one constraint against the caller's state and sets what was open.
    pub(super) fn apply(
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
    pub(super) fn finish(
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

pub(super) fn applied(bound: Bound) -> Applied {
    match bound {
        Ok(partial) => Applied::Holds(partial),
        Err(Unbound::Stopped(partial, reason)) => stopped(partial, reason),
        Err(Unbound::Outside) => Applied::Outside,
    }
}

/// Whether composing came to something that it cannot be: that is a defect, unless no verifier passes the call.
pub(super) fn is_surprised(branch: &Branch<Recording>) -> bool {
    matches!(branch, Branch::Ended(PathEnd { outcome: Outcome::Stopped(StopReason::Internal(_)), .. }))
}
