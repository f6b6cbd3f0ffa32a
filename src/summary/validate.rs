//! Checks a summary that came from bytes: every position is within its table, so that nothing that reads it can go wrong.

use super::case::{CaseConstraint, CaseOutcome, CasePath, CaseResult, Location, NumberLocation, OpenLocation, Summary};

impl Summary {
    /// Whether the summary is well formed; it is when casewise wrote it.
    pub fn is_well_formed(&self) -> bool {
        let steps = self.steps.len();
        self.codes.iter().all(|code| code.steps.iter().all(|(step, _)| (*step as usize) < steps))
            && self.paths.iter().all(|path| self.path_is_well_formed(path))
    }

    fn path_is_well_formed(&self, path: &CasePath) -> bool {
        let constructed = path.constraints.iter().filter(|it| matches!(it, CaseConstraint::New(_))).count() + 1;
        let object = |number: u32| (number as usize) < constructed;
        let term = |number: u32| (number as usize) < self.terms.len();
        let field = |number: u32| (number as usize) < self.fields.len();
        let class = |number: &u32| (*number as usize) < self.classes.len();
        let open_location = |call: u32, place: OpenLocation| {
            let object = |number: Option<u32>| number.is_none_or(object);
            (call as usize) < path.open_calls.len()
                && match place {
                    OpenLocation::Result => true,
                    OpenLocation::Field(owner, name) => object(owner) && field(name),
                    OpenLocation::Static(name) => field(name),
                    OpenLocation::Element(array, index) => object(array) && term(index),
                    OpenLocation::Contents(array) => object(array),
                }
        };
        let location = |location: &Location| match location {
            Location::Parameter(_) => true,
            Location::Field(owner, name) => object(*owner) && field(*name),
            Location::Static(name) => field(*name),
            Location::Element(array, index) => object(*array) && term(*index),
            Location::Open(call, place) => open_location(*call, *place),
        };
        let constraint = |constraint: &CaseConstraint| match constraint {
            CaseConstraint::Condition(condition) | CaseConstraint::Bound(condition) => term(*condition),
            CaseConstraint::Null(place) | CaseConstraint::New(place) => location(place),
            CaseConstraint::Alias(place, target) => location(place) && object(*target),
            CaseConstraint::AliasStatic(place, name) => location(place) && field(*name),
            CaseConstraint::Types(owner, classes) | CaseConstraint::Components(owner, classes) => {
                object(*owner) && classes.iter().all(class)
            }
            CaseConstraint::Element(array, index, _) => object(*array) && term(*index),
        };
        let outcome = match &path.outcome {
            CaseOutcome::Returned(CaseResult::Number(number)) => term(*number),
            CaseOutcome::Returned(CaseResult::Input(number)) => object(*number),
            CaseOutcome::Returned(CaseResult::Undecided(place)) => location(place),
            CaseOutcome::Returned(CaseResult::Holding(number, held)) => class(number) && term(*held),
            CaseOutcome::Returned(CaseResult::Made(number)) | CaseOutcome::Threw(number) => class(number),
            CaseOutcome::Returned(CaseResult::Static(name)) => field(*name),
            CaseOutcome::Returned(_) => true,
            CaseOutcome::Stopped(reason) => (*reason as usize) < self.reasons.len(),
        };
        let inputs = path.inputs.iter().all(|input| match input.location {
            NumberLocation::Parameter(_) => true,
            NumberLocation::Field(owner, name) => object(owner) && field(name),
            NumberLocation::Static(name) => field(name),
            NumberLocation::Length(array) | NumberLocation::Contents(array) => object(array),
            NumberLocation::Open(call, place) => open_location(call, place),
        });
        outcome
            && inputs
            && (path.code as usize) < self.codes.len()
            && path.open_calls.iter().all(|call| (call.reason as usize) < self.reasons.len())
            && path.schedule.iter().all(|(method, _)| (*method as usize) < self.methods.len())
            && path.constraints.iter().all(constraint)
    }
}
