//! The mutants of a class under test, by the instruction that each changes.

use super::trail::Site;
use crate::classfile::ClassName;
use crate::mutation::{Mutant, Operator, mutants};
use crate::program::{MethodId, Program};
use crate::run;
use std::collections::{BTreeMap, BTreeSet};

/// Mutants by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Mutants {
    all: Vec<(Site, Mutant)>,
    by_site: BTreeMap<Site, Vec<usize>>,
}

impl Mutants {
    /// The mutants of classes that tests are to kill.
    pub(super) fn of(
        program: &Program,
        bytes: &BTreeMap<ClassName, Vec<u8>>,
        operators: &BTreeSet<Operator>,
    ) -> Mutants {
        let mut found = Mutants::default();
        for (name, bytes) in bytes {
            let Some(class) = program.class_by_name(name) else { continue };
            let methods = program.class(class).methods.iter().map(|method| {
                let info = program.method(*method);
                ((&*info.name, &*info.descriptor), *method)
            });
            let methods: BTreeMap<(&str, &str), MethodId> = methods.collect();
            for mutant in mutants(bytes, operators).unwrap_or_default() {
                run::checkpoint();
                let Some(&method) = methods.get(&(&*mutant.method.0, &*mutant.method.1)) else { continue };
                let site = (method, mutant.position);
                found.by_site.entry(site).or_default().push(found.all.len());
                found.all.push((site, mutant));
            }
        }
        found
    }

    /// Some of them, by their positions among all.
    pub(super) fn only(&self, positions: &[usize]) -> Mutants {
        let mut found = Mutants::default();
        for (site, mutant) in positions.iter().filter_map(|position| self.all.get(*position)) {
            found.by_site.entry(*site).or_default().push(found.all.len());
            found.all.push((*site, mutant.clone()));
        }
        found
    }

    /// The mutants that change an instruction.
    pub(super) fn at(&self, site: Site) -> impl Iterator<Item = &Mutant> {
        let positions = self.by_site.get(&site).into_iter().flatten();
        positions.filter_map(|position| self.all.get(*position)).map(|(_, mutant)| mutant)
    }

    /// All, in the order of the code.
    pub(super) fn all(&self) -> &[(Site, Mutant)] {
        &self.all
    }
}
