//! Stable facts: facts about one field that are true at every store, whatever the flow of control. A field is never
//! null, or refers to instances of exactly one class, if all values that are ever stored there are so, and if no code
//! sees an object before its constructor has assigned the field. Stable facts are found by walking through the code,
//! not by exploring it, so they are known of classes whose code is too much to explore. They are a greatest fixed
//! point: all are assumed until some store contradicts one (as for invariants, Houdini).

mod arrays;
mod calls;
mod contents;
mod facts;
mod filling;
mod frame;
mod walk;

pub(super) use contents::looks_alone;

use super::writers::owned_or_replaced_fields;
use crate::exec::{Atom, ClassInvariants, Invariant, Invariants, Premise, Sized};
use crate::graph::CallGraph;
use crate::heap::{Held, Length, size_field};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, OfClass, Program, Read, ReferenceType, as_one};
use facts::Facts;
use frame::Exact;
use std::sync::{Arc, Mutex, PoisonError};

/// The stable facts of a program, found out as they are asked for. What is found does not depend on the order in which that is.
#[derive(Debug)]
pub struct StableFacts<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    facts: Mutex<Facts>,
}

impl<'p> StableFacts<'p> {
    /// Of a program, of which nothing is known yet.
    pub fn new(program: &'p Program, calls: &'p CallGraph) -> Self {
        StableFacts { program, calls, facts: Mutex::default() }
    }

    /// What is never null of the fields of a class's objects, and what is of exactly one class.
    pub fn of_class(&self, class: ClassId) -> ClassInvariants {
        as_one(Read::Class(OfClass::StableFacts, class), || {
            let program = self.program;
            let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
            let is_reference = |field: &FieldId| matches!(program.field(*field).kind, FieldKind::Reference(_));
            let fields: Vec<FieldId> =
                owned_or_replaced_fields(program, class).into_iter().filter(is_reference).collect();
            for field in &fields {
                facts.want(program, *field);
                facts.want_contents(program, *field);
            }
            let is_of_arrays = |field: &FieldId| matches!(program.field(*field).kind, FieldKind::Reference(declared) if declared.dimensions > 1);
            let has_arrays_of_arrays = fields.iter().any(is_of_arrays);
            let constructors = if has_arrays_of_arrays { constructors(program, class) } else { Vec::new() };
            for constructor in &constructors {
                facts.want_shown(program, *constructor);
            }
            facts.settle((program, self.calls));
            let is_shown_early = constructors.into_iter().any(|it| facts.want_shown(program, it));
            let mut known = ClassInvariants::default();
            for field in fields {
                if program.field(field).kind.is_array() {
                    let held: Vec<Held> = facts.want_contents(program, field);
                    if let Some(changed_by) = facts.changing(field) {
                        known.sized.push(Sized { field, changed_by, is_fixed: false });
                    }
                    // Before a constructor has assigned a field, that is another number.
                    let is_one = |length: &Length| matches!(length, Length::Constant(_)) || !is_shown_early;
                    let length = facts.length(field).filter(is_one);
                    let held: Vec<Held> =
                        held.into_iter().filter(|held| held.is_object).map(|held| Held { length, ..held }).collect();
                    if !held.is_empty() {
                        known.held.push((field, held));
                    }
                } else if facts.is_without_nulls(field) {
                    let without_nulls = Held { is_object: true, ..Held::default() };
                    known.sized.push(Sized { field, changed_by: Vec::new(), is_fixed: true });
                    known.held.push((field, vec![without_nulls; facts.want_contents(program, field).len()]));
                }
                if facts.asks(field) {
                    known.premises.others.insert(Premise::ComparisonsAsDocumented);
                }
                let fact = facts.want(program, field);
                if fact.never_null {
                    known.conditions.push(Invariant(vec![Atom::NotNull(field)]));
                }
                if let Exact::Array(exactly) = fact.exact
                    && says_something(program, field, exactly)
                {
                    known.exact.push((field, exactly));
                }
                if let Exact::One(class) = fact.exact {
                    known.exact.push((field, ReferenceType::class(class)));
                    let held = facts.want_contents(program, field);
                    let is_collection =
                        contents::is_collection(program, class) && program.type_variables(class).len() == held.len();
                    if size_field(program, class).is_some()
                        && let Some(changed_by) = facts.changing(field)
                    {
                        known.sized.push(Sized { field, changed_by, is_fixed: false });
                    }
                    let exactly = |place: usize| match facts.exact_content(field, place) {
                        Exact::One(class) => Some(class),
                        _ => None,
                    };
                    let of = |(place, held): (usize, Held)| Held { exactly: exactly(place), ..held };
                    let held: Vec<Held> = held.into_iter().enumerate().map(of).collect();
                    let is_news = known.held.last().is_none_or(|(of, _)| *of != field);
                    if is_news && is_collection && held.iter().any(|held| *held != Held::default()) {
                        known.held.push((field, held));
                    }
                }
            }
            known
        })
    }
}

/// Whether it says more than the field's declaration that what a field refers to is exactly of a class or an array type. Arrays of other types
/// than the declared one are not told.
pub(super) fn says_something(program: &Program, field: FieldId, exactly: ReferenceType) -> bool {
    let is_declared = program.field(field).kind == FieldKind::Reference(exactly);
    exactly.dimensions == 0 || (is_declared && program.may_be_narrower_anywhere(exactly))
}

fn constructors(program: &Program, class: ClassId) -> Vec<MethodId> {
    let is_constructor = |method: &MethodId| &*program.method(*method).name == "<init>";
    program.class(class).methods.iter().copied().filter(is_constructor).collect()
}

impl StableFacts<'_> {
    /// Whether code that is not followed may come by an object of a class, or of one below it, while a constructor is making it.
    pub fn leaks_while_made(&self, class: ClassId) -> bool {
        let program = self.program;
        let classes = program.superclasses(class).chain(program.user_subtypes(class).iter().copied());
        let classes = classes.filter(|class| program.is_user_class(*class));
        let constructors: Vec<MethodId> = classes.flat_map(|class| constructors(program, class)).collect();
        let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
        for constructor in &constructors {
            facts.want_shown(program, *constructor);
        }
        facts.settle((program, self.calls));
        constructors.iter().any(|constructor| facts.want_shown(program, *constructor))
    }
}

impl Invariants for StableFacts<'_> {
    fn of(&self, class: ClassId) -> Arc<ClassInvariants> {
        Arc::new(if self.program.is_user_class(class) {
            self.of_class(class)
        } else {
            super::known(self.program, class)
        })
    }
}
