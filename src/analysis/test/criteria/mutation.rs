//! Mutation: for each mutant of an instruction, an input for which what it computes differs from what the original does
//! (equation 1 of the paper, for all instructions and not conditions alone).

use super::super::criterion::Criterion;
use super::super::goal::{Gathered, PathView};
use super::infection::infects;
use crate::run;

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    for step in &path.trail.steps {
        run::checkpoint();
        let (method, position) = step.site;
        let code = path.program.code(method);
        let Some(decoded) = code.and_then(|code| code.instructions.get(position as usize)) else { continue };
        for mutant in path.mutants.at(step.site) {
            let condition = infects(found.pool, &decoded.instruction, step, mutant.replacement());
            found.add(step.site, Criterion::Mutation, detail(mutant), condition);
        }
    }
    let with_steps: std::collections::BTreeSet<_> = path.trail.steps.iter().map(|step| step.site).collect();
    for site in path.trail.reached.iter().filter(|site| !with_steps.contains(site)) {
        for mutant in path.mutants.at(*site) {
            found.reached(*site, Criterion::Mutation, detail(mutant));
        }
    }
}

fn detail(mutant: &crate::mutation::Mutant) -> String {
    format!("{}: {}", mutant.operator.name(), mutant.description)
}
