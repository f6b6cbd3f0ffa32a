//! The ways, beside its constructors, to make a drawn input of a class: factories, and methods that are called
//! afterwards.

use super::common::constants;
use crate::classfile::PrimitiveType;
use crate::exec::Machine;
use crate::heap::{MakingPlan, Samples};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program};

/// How many methods are called on a drawn input before it is used.
const MOST_CHANGES_IN_A_ROW: usize = 4;
/// One of so many of them may be one that returns something and assigns no field.
const LESS_LIKELY_OF: usize = 6;

/// What there is to draw from for a class. It is the same for each run, so it is looked for once.
pub(super) struct DrawnWays {
    class: ClassId,
    /// The constants that hold its objects.
    constants: Vec<FieldId>,
    factories: Vec<MakingPlan>,
    constructors: Vec<MakingPlan>,
    /// The methods by which objects of the class give another one of it, of which there may be many.
    of_the_class: Vec<MethodId>,
    /// The methods by which objects of other classes give one.
    of_others: Vec<MethodId>,
    changing: Vec<MethodId>,
    /// Those of them that are there to change something.
    likely: Vec<MethodId>,
}

impl DrawnWays {
    /// What code of a package can draw from for a class.
    pub(super) fn of(machine: &mut Machine<'_>, class: ClassId, package: &str) -> DrawnWays {
        let program = machine.program;
        let plans = |makers: Vec<_>| makers.into_iter().map(|maker| MakingPlan::of(program, maker)).collect();
        let (of_the_class, of_others) = program
            .instance_factories(class, package)
            .into_iter()
            .partition(|method| program.method(*method).class == class);
        let changing = program.changing_methods(class, package);
        let likely = changing.iter().copied().filter(|method| is_likely_change(program, *method)).collect();
        DrawnWays {
            class,
            constants: constants(machine, class, package),
            factories: plans(program.factories(class, package)),
            constructors: plans(program.constructors(class, package)),
            of_the_class,
            of_others,
            changing,
            likely,
        }
    }

    /// The constants that hold objects of the class.
    pub(super) fn constants(&self) -> &[FieldId] {
        &self.constants
    }

    /// The plans of one run.
    pub(super) fn draw(&self, program: &Program, samples: &mut Samples) -> Vec<MakingPlan> {
        let mut plans = self.factories.clone();
        let own = self.of_the_class.as_slice();
        let some = if own.is_empty() { None } else { own.get(samples.below(own.len())) };
        let methods = self.of_others.iter().chain(some);
        plans.extend(methods.map(|method| MakingPlan::of_instance_method(program, *method, self.class)));
        let stays = self.changing.is_empty() || (self.likely.is_empty() && samples.below(LESS_LIKELY_OF) != 0);
        let changed = self.factories.iter().chain(&self.constructors).filter(|_| !stays);
        for plan in changed {
            let mut plan = plan.clone();
            for _ in 0..=samples.below(MOST_CHANGES_IN_A_ROW) {
                // Most often one that is there to change something.
                let any = self.likely.is_empty() || samples.below(LESS_LIKELY_OF) == 0;
                let from = if any { &self.changing } else { &self.likely };
                if let Some(method) = from.get(samples.below(from.len())) {
                    plan = plan.and_then(program, *method);
                }
            }
            plans.push(plan);
        }
        plans.extend(self.constructors.iter().cloned());
        plans
    }
}

/// Whether a method is one that people call to change its object: it gives nothing, or only whether it did, or assigns a field.
fn is_likely_change(program: &Program, method: MethodId) -> bool {
    let result = program.method(method).result;
    matches!(result, None | Some(FieldKind::Primitive(PrimitiveType::Boolean))) || program.assigns_fields(method)
}
