//! Objects of which only the state is known: a constructor that makes it, then assignments, then reflection.

use super::arrange::{Target, type_parameters, zero};
use super::draft::Draft;
use super::identifier::{self, is_variable};
use super::shape::assigned_by;
use crate::input::{ConcreteValue, ObjectPlace, declared_field};
use crate::program::{FieldId, Maker, MethodId};

/// How an object with a given state is made.
pub(super) struct Plan {
    constructor: MethodId,
    arguments: Vec<ConcreteValue>,
    /// Whether it may make something else, or throw: nothing that catches exceptions may hide that.
    pub(super) is_guess: bool,
    /// What is assigned afterwards.
    pub(super) rest: Vec<(FieldId, ConcreteValue)>,
}

impl Draft<'_, '_> {
    /// The plan for an object; none when no constructor is known that makes it.
    pub(super) fn plan(&self, class: &str, number: usize) -> Option<Plan> {
        let program = self.site.program;
        let id = program.class_by_name(class)?;
        let state = self.state(number)?;
        let mut best: Option<Plan> = None;
        let makers = program.constructors(id, &self.site.package);
        for maker in makers.iter().filter(|maker| !maker.has_enclosing_instance) {
            let Some(fields) = assigned_by(program, maker.method) else { continue };
            let held = |field: &FieldId| state.iter().find(|(known, _)| known == field).map(|(_, value)| *value);
            let arguments = fields
                .iter()
                .map(|field| held(field).unwrap_or_else(|| zero(Some(program.field(*field).kind))))
                .collect();
            // What such a constructor does not assign is zero.
            let is_left = |(field, value): &&(FieldId, ConcreteValue)| {
                !fields.contains(field) && *value != zero(Some(program.field(*field).kind))
            };
            let rest: Vec<_> = state.iter().filter(is_left).copied().collect();
            let is_better = best.as_ref().is_none_or(|best| self.effort(&rest) < self.effort(&best.rest));
            if is_better {
                best = Some(Plan { constructor: maker.method, arguments, is_guess: false, rest });
            }
        }
        if best.is_some() {
            return best;
        }
        if let Some(plan) = makers.iter().find_map(|maker| self.named_plan(maker, &state)) {
            return Some(plan);
        }
        // A constructor that does more: everything is assigned afterwards, zeros as well.
        let plain = makers.iter().find(|maker| program.method(maker.method).parameters.is_empty());
        let constructor = match plain {
            Some(maker) => maker.method,
            None if program.is_user_class(id) => return None,
            None => program
                .method_by_name((class, "<init>", "()V"))
                .filter(|method| program.method(*method).flags.is_public())?,
        };
        let mut rest = state.clone();
        for parent in program.superclasses(id).filter(|parent| program.is_user_class(*parent)) {
            for field in &program.class(parent).fields {
                let info = program.field(*field);
                let is_open_question = !info.flags.is_static() && !info.flags.is_synthetic();
                if is_open_question && !state.iter().any(|(known, _)| known == field) {
                    rest.push((*field, zero(Some(info.kind))));
                }
            }
        }
        Some(Plan { constructor, arguments: Vec::new(), is_guess: true, rest })
    }

    /// A constructor whose parameters are named as fields are, and so are likely to become them. Whether they do is seen when
    /// the test runs.
    fn named_plan(&self, maker: &Maker, state: &[(FieldId, ConcreteValue)]) -> Option<Plan> {
        let program = self.site.program;
        let info = program.method(maker.method);
        let names = program.parameter_names(maker.method, "");
        let fields: Vec<FieldId> = program
            .superclasses(maker.class)
            .filter(|parent| program.is_user_class(*parent))
            .flat_map(|parent| program.class(parent).fields.iter().copied())
            .filter(|field| !program.field(*field).flags.is_static())
            .collect();
        let held = |field: FieldId| {
            let value = state.iter().find(|(known, _)| *known == field).map(|(_, value)| *value);
            value.unwrap_or_else(|| zero(Some(program.field(field).kind)))
        };
        let mut given = Vec::new();
        for (name, kind) in names.iter().skip(1).zip(&info.parameters) {
            let is_its = |field: &FieldId| *program.field(*field).name == **name && program.field(*field).kind == *kind;
            given.push(fields.iter().copied().find(is_its)?);
        }
        let is_enclosed = maker.has_enclosing_instance || given.is_empty();
        let rest: Vec<_> = state.iter().filter(|(field, _)| !given.contains(field)).copied().collect();
        let arguments = given.iter().map(|field| held(*field)).collect();
        (!is_enclosed).then_some(Plan { constructor: maker.method, arguments, is_guess: true, rest })
    }

    /// Assignments by reflection, then plain ones.
    fn effort(&self, rest: &[(FieldId, ConcreteValue)]) -> (usize, usize) {
        let closed =
            |(field, _): &&(FieldId, ConcreteValue)| !self.site.program.is_assignable(*field, &self.site.package);
        (rest.iter().filter(closed).count(), rest.len())
    }

    /// What the fields of an object hold, the last assignment of each; none when a field is not there.
    fn state(&self, number: usize) -> Option<Vec<(FieldId, ConcreteValue)>> {
        let mut state: Vec<(FieldId, ConcreteValue)> = Vec::new();
        for (holder, place, value) in &self.case.assignments {
            let (true, ObjectPlace::Field(name)) = (*holder == number, place) else { continue };
            let field = declared_field(self.site.program, name)?;
            state.retain(|(known, _)| *known != field);
            state.push((field, *value));
        }
        Some(state)
    }

    /// The expression that makes an object before anything is assigned.
    pub(super) fn instance(
        &mut self,
        class: &str,
        number: usize,
        depth: usize,
        has_variable: bool,
    ) -> Result<String, String> {
        let program = self.site.program;
        let plan = self
            .plan(class, number)
            .filter(|plan| has_variable || plan.rest.is_empty())
            .ok_or_else(|| format!("no constructor is known to make this {}", crate::classfile::simple_name(class)))?;
        let id = program.class_by_name(class).ok_or("a class that is not there")?;
        let name = self.site.types.class(id).ok_or_else(|| super::arrange::closed(class))?;
        let diamond = if type_parameters(program, id).is_empty() { "" } else { "<>" };
        identifier::callable(program, plan.constructor)?;
        self.note_call(plan.constructor);
        let generics = program.generic_parameters(plan.constructor);
        let names = program.parameter_names(plan.constructor, "");
        let kinds = &program.method(plan.constructor).parameters;
        let mut arguments = Vec::new();
        for (position, (kind, value)) in kinds.iter().zip(&plan.arguments).enumerate() {
            let target = Target {
                generic: generics.get(position).and_then(Option::as_ref),
                name: names.get(position + 1).map(String::as_str).filter(|name| is_variable(name)),
                depth: depth + 1,
                ..Target::of(*kind)
            };
            arguments.push(self.value(*value, target)?);
        }
        Ok(format!("new {name}{diamond}({})", arguments.join(", ")))
    }
}
