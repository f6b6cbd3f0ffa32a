//! A version of a program: the bodies that methods have there in place of the ones that the program has, and where bodies of two
//! versions differ.

use super::body::Mapping;
use crate::classfile::Code;
use crate::heap::{Heap, Reference, SymbolId};
use crate::program::{ClassId, FieldId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The bodies that methods have in a version of a program, where these are not the ones that the program has.
#[derive(Clone, Debug, Default)]
pub struct Version {
    bodies: FxHashMap<MethodId, MethodId>,
    methods: FxHashMap<MethodId, MethodId>,
}

impl Version {
    /// Gives a method another body in this version.
    pub fn replace(&mut self, program: &Program, method: MethodId, body: Code) {
        let variant = program.add_variant(method, Arc::new(body));
        self.bodies.insert(method, variant);
        self.methods.insert(variant, method);
    }

    /// The same version without its own bodies of some methods.
    #[must_use]
    pub fn without(&self, methods: &FxHashSet<MethodId>) -> Version {
        let mut version = self.clone();
        version.bodies.retain(|method, _| !methods.contains(method));
        version.methods.retain(|_, method| !methods.contains(method));
        version
    }

    /// What runs when a method is called.
    pub fn body_of(&self, method: MethodId) -> MethodId {
        self.bodies.get(&method).copied().unwrap_or(method)
    }

    /// The method that something is the body of.
    pub fn method_of(&self, running: MethodId) -> MethodId {
        self.methods.get(&running).copied().unwrap_or(running)
    }

    /// The methods that have another body here, each with what has it.
    pub fn replaced(&self) -> impl Iterator<Item = (MethodId, MethodId)> + '_ {
        self.bodies.iter().map(|(method, variant)| (*method, *variant))
    }
}

/// Where versions cannot be compared by their bodies: what a path must not come to, and what is not looked at.
#[derive(Clone, Debug, Default)]
pub struct Barriers {
    /// Instructions, by the body that has them, each with the number of the reason.
    instructions: FxHashMap<MethodId, FxHashMap<u32, usize>>,
    /// Classes that no input may be of, each with the number of the reason.
    classes: FxHashMap<ClassId, usize>,
    /// Instance fields that only one version has.
    fields: FxHashSet<FieldId>,
}

impl Barriers {
    /// Says that what comes to an instruction of a body cannot be compared, for the reason of this number.
    pub fn bar(&mut self, body: MethodId, instruction: u32, reason: usize) {
        self.instructions.entry(body).or_default().entry(instruction).or_insert(reason);
    }

    /// Says the same of what has inputs of a class.
    pub fn bar_inputs(&mut self, class: ClassId, reason: usize) {
        self.classes.entry(class).or_insert(reason);
    }

    /// Says that what a field holds in the end is not looked at.
    pub fn ignore(&mut self, field: FieldId) {
        self.fields.insert(field);
    }

    /// The bodies that have instructions of this kind.
    pub fn bodies(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.instructions.keys().copied()
    }

    /// Whether what comes to an instruction of a body cannot be compared.
    pub(super) fn bars(&self, body: MethodId, instruction: u32) -> bool {
        self.instructions.get(&body).is_some_and(|barred| barred.contains_key(&instruction))
    }

    /// Whether a field is not looked at.
    pub(super) fn ignores(&self, field: FieldId) -> bool {
        self.fields.contains(&field)
    }

    /// The number of the reason for which a path cannot be compared that executed these instructions and has this heap.
    pub(super) fn met<'e>(&self, executed: impl Iterator<Item = &'e (MethodId, u32)>, heap: &Heap) -> Option<usize> {
        let at = |(body, instruction): &(MethodId, u32)| self.instructions.get(body)?.get(instruction).copied();
        let instruction = if self.instructions.is_empty() { None } else { executed.filter_map(at).min() };
        // An input may also be what initialisation has left: a constant of an enum.
        let symbols = (0..heap.symbol_count() as u32).filter_map(|number| heap.symbol(SymbolId(number)));
        let decided = symbols.filter_map(|symbol| match symbol.value {
            Some(Reference::Object(object)) => Some(object),
            _ => None,
        });
        let inputs = heap.input_objects().chain(decided).filter_map(|object| heap.instance(object));
        let types = inputs.flat_map(|body| body.types.iter());
        let class = || types.filter_map(|class| self.classes.get(class).copied()).min();
        instruction.or_else(|| if self.classes.is_empty() { None } else { class() })
    }
}

/// Where the bodies of two versions differ.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// How the two bodies correspond, of each method that has two; none where all of it counts as changed.
    mappings: FxHashMap<MethodId, Option<Mapping>>,
}

impl Changes {
    /// Between the bodies of two versions.
    pub fn between(program: &Program, original: &Version, other: &Version) -> Changes {
        let mut changes = Changes::default();
        for (method, _) in original.replaced().chain(other.replaced()) {
            let bodies = (program.code(original.body_of(method)), program.code(other.body_of(method)));
            let mapping = match bodies {
                // What has no body in the program has one in its place that stands for what is inherited.
                (Some(before), Some(after)) if original.body_of(method) == method => {
                    match Mapping::between(before, after) {
                        Some(mapping) => Some(mapping),
                        None => continue,
                    }
                }
                _ => None,
            };
            changes.mappings.insert(method, mapping);
        }
        changes
    }

    /// Only in one method.
    pub(super) fn of(method: MethodId, mapping: Mapping) -> Changes {
        Changes { mappings: FxHashMap::from_iter([(method, Some(mapping))]) }
    }

    /// Whether a method has two bodies.
    pub fn concerns(&self, method: MethodId) -> bool {
        self.mappings.contains_key(&method)
    }

    /// The methods that have two bodies.
    pub fn methods(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.mappings.keys().copied()
    }

    /// Whether one method alone has two bodies, and which.
    pub(super) fn only(&self) -> Option<(MethodId, Option<Mapping>)> {
        let mut all = self.mappings.iter();
        all.next().filter(|_| all.next().is_none()).map(|(method, mapping)| (*method, *mapping))
    }

    /// Whether an instruction of the original version belongs to what was changed.
    pub(super) fn is_changed(&self, (method, instruction): (MethodId, u32)) -> bool {
        match self.mappings.get(&method) {
            None => false,
            Some(None) => true,
            Some(Some(mapping)) => mapping.is_changed(instruction),
        }
    }

    /// The place in the other body of a method where the same is to be done next; none within what was changed.
    pub(super) fn counterpart(&self, method: MethodId, instruction: u32) -> Option<u32> {
        match self.mappings.get(&method) {
            None => Some(instruction),
            Some(None) => None,
            Some(Some(mapping)) => mapping.counterpart(instruction),
        }
    }
}
