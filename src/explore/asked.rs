//! A path asks whether an object is of a class that is not listed with it. The path forks: in one branch the object is
//! not of that class, in the other an object of that class has been in its place from the beginning.

use super::common::MOST_CONSTANTS;
use super::driver::Explorer;
use super::making::MOST_IMPLEMENTATIONS;
use super::path::{Branch, Path, Recorder};
use super::recipes::{Recipe, recipe};
use crate::classfile::java_name;
use crate::exec::{Caveat, StopReason};
use crate::heap::{Alternative, Caller, Constraint, Cycle, MakingPlan, ObjectId, SymbolId, is_of_class_path};
use crate::program::{ClassId, ReferenceType};
use std::rc::Rc;

impl<R: Recorder> Explorer<'_, R> {
    /// The path on which the object is of the type, if there can be one, and the path on which it is not.
    pub(super) fn fork_asked(&mut self, path: Path<R>, object: ObjectId, wanted: ReferenceType) -> Vec<Branch<R>> {
        let mut branches = match path.state.heap.construction.caller().cloned() {
            Some(caller) => self.make_of_type(&path, object, wanted, &caller),
            None => self.narrow_to(&path, object, wanted).into_iter().collect(),
        };
        branches.push(self.without_type(path, object, wanted));
        branches
    }

    /// Notes that an object is not considered to be of a type that it could be of.
    fn leave_out(&mut self, wanted: ReferenceType) {
        let name = java_name(&self.machine.program.type_name(wanted));
        self.machine.caveats.insert(Caveat::OpenType(name));
    }

    /// Notes that a type is not considered that no class of the class path is of: a caller's may be.
    fn leave_out_without_classes(&mut self, wanted: ReferenceType, class: ClassId) {
        let program = self.machine.program;
        if program.is_user_class(class) && program.concrete_subtypes(class).is_empty() {
            self.leave_out(wanted);
        }
    }

    fn without_type(&mut self, mut path: Path<R>, object: ObjectId, wanted: ReferenceType) -> Branch<R> {
        let program = self.machine.program;
        path.state.heap.say_is_not(object, wanted);
        let types = path.state.heap.instance(object).map(|body| body.types.clone()).unwrap_or_default();
        let is_left = |class: &ClassId| program.is_subtype(ReferenceType::class(*class), wanted) != Some(true);
        let mut left: Vec<ClassId> = types.iter().copied().filter(is_left).collect();
        if left.is_empty() {
            // One of a class that nobody has listed is left.
            let declared = path.state.heap.declared_types(object).into_iter().filter_map(ReferenceType::as_class);
            left.extend(declared.filter(|class| !program.is_user_class(*class)).take(1));
        }
        if left.len() != types.len() || left.iter().ne(types.iter()) {
            let (heap, mut context) = self.machine.heap_context(&mut path.state);
            heap.restrict_types(&mut context, object, left.into());
        }
        Branch::Open(path)
    }

    /// An object in any state, as one of a type.
    fn narrow_to(&mut self, path: &Path<R>, object: ObjectId, wanted: ReferenceType) -> Option<Branch<R>> {
        let program = self.machine.program;
        let Some(class) = wanted.as_class() else {
            self.leave_out(wanted);
            return None;
        };
        let listed = path.state.heap.instance(object).map(|body| body.types.clone()).unwrap_or_default();
        let fits = |of: &ClassId| program.is_subclass(*of, class) == Some(true);
        let mut types: Vec<ClassId> = listed.iter().copied().filter(fits).collect();
        if !program.is_user_class(class) && !types.contains(&class) {
            types.push(class);
            program.sort_by_name(&mut types);
        }
        if types.is_empty() && program.is_user_class(class) {
            // What is listed is what was asked for before.
            types = program.concrete_subtypes(class).to_vec();
        }
        if types.is_empty() {
            self.leave_out_without_classes(wanted, class);
            return None;
        }
        let mut path = path.clone();
        path.state.heap.say_is(object, wanted);
        path.state.heap.set_open(object, program.is_open(class));
        let (heap, mut context) = self.machine.heap_context(&mut path.state);
        heap.restrict_types(&mut context, object, types.into());
        Some(Branch::Open(path))
    }

    /// The objects met before that may be of classes that are not listed with them, and then what an input of a type from elsewhere
    /// points to. Where they cannot be told apart, that is a caveat, and there are none.
    pub(super) fn open_objects(&mut self, path: &Path<R>, symbol: SymbolId) -> Vec<ObjectId> {
        let program = self.machine.program;
        let heap = &path.state.heap;
        let Some((declared, origin)) = heap.symbol(symbol).map(|info| (info.declared, info.origin)) else {
            return Vec::new();
        };
        // Which of two equal strings or boxes an input is, only a comparison of references can tell.
        if declared.as_class().is_some_and(|class| program.is_user_class(class) || program.is_value_class(class)) {
            return Vec::new();
        }
        let is_open = |object: &ObjectId| {
            let Some(body) = heap.instance(*object).filter(|body| body.open) else { return false };
            let stated = heap.declared_types(*object).into_iter().filter_map(ReferenceType::as_class);
            body.types.iter().copied().chain(stated).any(|class| program.is_open(class))
                && heap.can_be_met_by(*object, origin)
                && (!self.machine.asks_for_types || heap.known_type(program, *object, declared).is_none())
        };
        let open: Vec<ObjectId> = heap.input_objects().filter(is_open).collect();
        if self.machine.asks_for_types && declared.as_class().is_some() && heap.construction.caller().is_none() {
            return open;
        }
        if !open.is_empty() {
            self.leave_out(declared);
        }
        Vec::new()
    }

    /// An input as such an object, which is of the input's type then.
    pub(super) fn alias_of_open(&mut self, path: &Path<R>, symbol: SymbolId, object: ObjectId) -> Option<Branch<R>> {
        let declared = path.state.heap.symbol(symbol)?.declared;
        let mut branch = self.narrow_to(path, object, declared)?;
        if let Branch::Open(path) = &mut branch {
            self.decide_symbol(path, symbol, Alternative::Alias(object));
        }
        Some(branch)
    }

    /// An input as an object met before of which it is not known whether it is of the input's type, and then is.
    pub(super) fn alias_of_any_type(&mut self, path: &Path<R>, symbol: SymbolId) -> Vec<Branch<R>> {
        let program = self.machine.program;
        let heap = &path.state.heap;
        let declared = heap.symbol(symbol).map(|info| info.declared);
        let Some((declared, caller)) = declared.zip(heap.construction.caller().cloned()) else { return Vec::new() };
        if !self.machine.asks_for_types || !is_of_class_path(program, declared) || heap.samples.is_some() {
            return Vec::new();
        }
        let can_be = |object: &ObjectId| {
            !heap.is_made(*object)
                && heap.instance(*object).is_some_and(|body| body.open)
                && heap.cycle(symbol, *object) != Cycle::Arguments
                && heap.known_type(program, *object, declared).is_none()
        };
        let objects: Vec<ObjectId> = heap.input_objects().filter(can_be).collect();
        let mut branches = Vec::new();
        for object in objects {
            for mut branch in self.make_of_type(path, object, declared, &caller) {
                if let Branch::Open(path) = &mut branch {
                    self.decide_symbol(path, symbol, Alternative::Alias(object));
                }
                branches.push(branch);
            }
        }
        branches
    }

    /// An object of which nothing is known, as one of a type that callers make.
    pub(super) fn make_of_type(
        &mut self,
        path: &Path<R>,
        object: ObjectId,
        wanted: ReferenceType,
        caller: &Caller,
    ) -> Vec<Branch<R>> {
        let program = self.machine.program;
        let heap = &path.state.heap;
        let (true, Some(class), Some(symbol)) = (!heap.is_made(object), wanted.as_class(), heap.symbol_of(object))
        else {
            self.leave_out(wanted);
            return Vec::new();
        };
        self.leave_out_without_classes(wanted, class);
        let mut branches = Vec::new();
        let mut plans: Vec<MakingPlan> = Vec::new();
        let mut classes: Vec<ClassId> = program.user_subtypes(class).to_vec();
        let can_be = |class: &ClassId| {
            program.class(*class).is_concrete()
                && heap.known_type(program, object, ReferenceType::class(*class)) != Some(false)
        };
        classes.retain(can_be);
        // The classes of lambda expressions, and more than a few, are left out.
        let mut is_complete = !program.is_open(class) && classes.len() <= MOST_IMPLEMENTATIONS;
        for class in classes.into_iter().take(MOST_IMPLEMENTATIONS) {
            let makers = program.constructors(class, &caller.package);
            let is_makeable = !makers.is_empty() && !program.class(class).is_enum();
            is_complete &= is_makeable;
            if is_makeable && program.is_made_otherwise(class, &makers, MOST_CONSTANTS) {
                let name = java_name(program.class_name(class));
                self.machine.caveats.insert(Caveat::StateAfterConstruction(name));
            }
            if is_makeable && !self.machine.is_of_no_use(class) {
                plans.extend(makers.into_iter().map(|maker| MakingPlan::of(program, maker)));
            }
        }
        if !is_of_class_path(program, wanted) {
            if program.is_value_class(class) {
                is_complete = true;
                branches.extend(self.narrow_to(path, object, wanted));
            } else {
                match recipe(program, class, &[], caller.collection_size) {
                    Some(Recipe::Sizes(sizes)) => {
                        self.machine.caveats.insert(Caveat::InputSizeBound(caller.collection_size));
                        plans.extend(sizes.into_iter().take(2));
                    }
                    Some(Recipe::Several(several)) => plans.extend(several),
                    Some(Recipe::Some(some)) => {
                        is_complete = false;
                        plans.extend(some);
                    }
                    None => is_complete = false,
                }
            }
        }
        if !is_complete {
            self.leave_out(wanted);
        }
        let is_too_deep = heap.construction.nesting() >= caller.nesting;
        if is_too_deep && !plans.is_empty() {
            let label = java_name(program.class_name(class));
            branches.push(Branch::stopped(path.clone(), StopReason::ConstructionDepth(label)));
            return branches;
        }
        for plan in plans {
            let mut path = path.clone();
            let (heap, context) = self.machine.heap_context(&mut path.state);
            heap.say_is(object, wanted);
            context.path.constraints.push_back(Constraint::Types(object, Rc::from([plan.class])));
            self.begin_making(&mut path, symbol, &plan, &[]);
            branches.push(Branch::Open(path));
        }
        branches
    }
}
