//! The classes that objects and arrays of an input are made instances of.

use super::Input;
use crate::exec::State;
use crate::heap::{ObjectId, Origin, Reference, SymbolOrigin};
use crate::program::{ClassId, FieldKind, ReferenceType};
use rustc_hash::FxHashMap;

/// The classes of the reference inputs that first pointed to each object.
pub(super) fn declared_classes(state: &State) -> FxHashMap<ObjectId, ReferenceType> {
    let mut declared = FxHashMap::default();
    for number in 0..state.heap.symbol_count() as u32 {
        if let Some(symbol) = state.heap.symbol(crate::heap::SymbolId(number))
            && let Some(Reference::Object(object)) = symbol.value
        {
            declared.entry(object).or_insert(symbol.declared);
        }
    }
    declared
}

impl Input<'_, '_, '_> {
    /// The class that an object is made an instance of: the declared one, if it can be.
    pub(super) fn class_of(&mut self, object: ObjectId) -> Result<ClassId, String> {
        if let Some(class) = self.classes.get(&object).and_then(|class| class.as_class()) {
            return Ok(class);
        }
        let program = self.machine.program;
        let heap = &self.state.heap;
        let types = heap.instance(object).map(|body| body.types.clone()).unwrap_or_default();
        let wanted = match heap.object(object).map(|object| &object.origin) {
            Some(Origin::Constructed(class)) => Some(*class),
            _ => self.declared.get(&object).and_then(|declared| declared.as_class()),
        };
        let usable = |class: &ClassId| program.class(*class).is_concrete() && !program.class(*class).is_enum();
        let known = |class: &ClassId| {
            usable(class) && !matches!(program.class(*class).linkage, crate::program::Linkage::Missing)
        };
        let caller = heap.construction.caller();
        let opaque = || {
            types.iter().find_map(|opaque| {
                program.user_subtypes(*opaque).iter().copied().find(|class| {
                    let is_nameable = caller.is_none_or(|caller| program.is_nameable(*class, &caller.package));
                    is_nameable && known(class)
                })
            })
        };
        let class = wanted
            .filter(|class| types.contains(class) && known(class))
            .or_else(|| types.iter().copied().find(known))
            .or_else(opaque)
            .or_else(|| types.iter().copied().find(|class| program.class(*class).is_concrete()))
            .ok_or_else(|| {
                let names = wanted.map(|class| crate::classfile::java_name(&program.class(class).name));
                format!("no class on the class path has instances that are a {}", names.unwrap_or_default())
            })?;
        if matches!(program.class(class).linkage, crate::program::Linkage::Missing) {
            let name = crate::classfile::java_name(&program.class(class).name);
            return Err(format!("an instance of {name}, which is not on the class path"));
        }
        self.classes.insert(object, ReferenceType::class(class));
        Ok(class)
    }

    /// Chooses an array's class so that it can hold what the input holds in it.
    pub(super) fn array_class(&mut self, array: ObjectId) {
        let Some(body) = self.state.heap.array(array) else { return };
        let declared = body.component.array_of();
        let mut candidates: Vec<ReferenceType> = match &body.possible_components {
            None => vec![declared],
            Some(classes) => classes.iter().map(|class| ReferenceType::class(*class).array_of()).collect(),
        };
        if let Some(position) = candidates.iter().position(|candidate| *candidate == declared) {
            candidates.swap(0, position);
        }
        let program = self.machine.program;
        let heap = &self.state.heap;
        let held: Vec<ReferenceType> = (0..heap.symbol_count() as u32)
            .filter_map(|number| heap.symbol(crate::heap::SymbolId(number)))
            .filter(|symbol| matches!(symbol.origin, SymbolOrigin::Element(of, _) if of == array))
            .filter_map(|symbol| match symbol.value {
                Some(Reference::Object(object)) => self.classes.get(&object).copied(),
                _ => None,
            })
            .collect();
        let accepts = |candidate: &&ReferenceType| match candidate.component() {
            Some(FieldKind::Reference(component)) => {
                held.iter().all(|class| program.is_subtype(*class, component) == Some(true))
            }
            _ => true,
        };
        let chosen = candidates.iter().find(accepts).or(candidates.first()).copied().unwrap_or(declared);
        self.classes.insert(array, chosen);
    }
}
