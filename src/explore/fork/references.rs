//! Forks over what an undecided reference points to.

use super::super::driver::Explorer;
use super::super::path::{Branch, Path, Recorder};
use crate::classfile::java_name;
use crate::exec::{Interrupt, StopReason, exact_part};
use crate::heap::{Alternative, Constraint, Heap, Holding, ObjectId, OpenPlace, Reference, SymbolId, SymbolOrigin};
use crate::program::{ClassId, FieldId, Program, ReferenceType, asked_classes};

impl<R: Recorder> Explorer<'_, R> {
    pub(super) fn fork_symbol(&mut self, mut path: Path<R>, symbol: SymbolId) -> Vec<Branch<R>> {
        let constants = match self.constants_of(&mut path, symbol) {
            Ok(constants) => constants,
            Err(reason) => return vec![Branch::stopped(path, reason)],
        };
        let open = self.open_objects(&path, symbol);
        let mut alternatives = path.state.heap.alternatives(self.machine.program, symbol, constants.as_deref());
        alternatives.retain(|alternative| match alternative {
            Alternative::Alias(object) => {
                !open.contains(object) && !is_of_another_table(self.machine.program, &path.state.heap, symbol, *object)
            }
            _ => true,
        });
        let mut branches = Vec::with_capacity(alternatives.len());
        for alternative in alternatives {
            if path.state.heap.construction.is_active() {
                branches.extend(self.make_alternative(&path, symbol, alternative));
                continue;
            }
            let mut path = path.clone();
            self.decide_symbol(&mut path, symbol, alternative);
            if self.open_calls {
                self.make_opaque(&mut path, symbol);
                self.add_asked_classes(&mut path, symbol);
            }
            branches.push(match self.type_without_instances(&path, symbol) {
                None => Branch::Open(path),
                Some(class) => Branch::stopped(path, StopReason::NoInstance(class)),
            });
        }
        branches.extend(self.alias_of_any_type(&path, symbol));
        branches.extend(open.into_iter().filter_map(|object| self.alias_of_open(&path, symbol, object)));
        let branches = branches.into_iter().filter_map(|branch| self.assume_length(branch, symbol));
        let mut branches: Vec<Branch<R>> = branches.collect();
        if self.machine.contents_are_inputs {
            branches.iter_mut().for_each(|branch| self.make_static_exact(branch, symbol));
        }
        if self.machine.invariants.is_some() {
            branches = branches.into_iter().filter_map(|branch| self.assume_invariants(branch, symbol)).collect();
        }
        branches
    }

    /// A branch on which a field of an input object was decided, with what the invariants of the object's class then say; none
    /// where they exclude it.
    fn assume_invariants(&mut self, branch: Branch<R>, symbol: SymbolId) -> Option<Branch<R>> {
        let Branch::Open(mut path) = branch else { return Some(branch) };
        let is_null = path.state.heap.current(Reference::Symbol(symbol)) == Reference::Null;
        if is_null && let Some(condition) = path.state.heap.may_be_null_if(&mut self.machine.pool, symbol) {
            return self.conjoin(path, condition);
        }
        let exactly = path.state.heap.symbol(symbol).and_then(|info| info.exactly).map(ReferenceType::class);
        if exactly.is_some_and(|exactly| !self.make_exactly(&mut path, symbol, exactly)) {
            return None;
        }
        let origin = path.state.heap.symbol(symbol).map(|info| info.origin);
        let (object, field) = match origin {
            Some(SymbolOrigin::Field(object, field)) => (Some(object), field),
            Some(SymbolOrigin::Open(_, OpenPlace::Field(object, field))) => (Some(object), field),
            Some(SymbolOrigin::Static(field) | SymbolOrigin::Open(_, OpenPlace::Static(field))) => (None, field),
            Some(SymbolOrigin::Parameter(_)) => {
                let is_anothers = self.machine.has_collection_of_another(&path.state, symbol);
                return (!is_anothers).then_some(Branch::Open(path));
            }
            _ => return Some(Branch::Open(path)),
        };
        if self.machine.has_collection_of_another(&path.state, symbol) {
            return None;
        }
        if !self.make_exact(&mut path, symbol, (object, field)) {
            return None;
        }
        let mut branch = Branch::Open(path);
        loop {
            let Branch::Open(mut path) = branch else { return Some(branch) };
            let given = match object {
                Some(object) => self.machine.given(&mut path.state, object, field),
                None => self.machine.given_static(&mut path.state, field),
            };
            match given {
                None => return Some(Branch::Open(path)),
                Some(condition) => branch = self.conjoin(path, condition)?,
            }
        }
    }

    /// Makes a new object that a static final field was decided to refer to one of the class that class initialisation has made.
    fn make_static_exact(&mut self, branch: &mut Branch<R>, symbol: SymbolId) {
        let Branch::Open(path) = branch else { return };
        if let Some(SymbolOrigin::Static(field)) = path.state.heap.symbol(symbol).map(|info| info.origin)
            && is_new(path, symbol)
            && let Some(class) = self.machine.class_of_contents(field)
        {
            path.state.heap.restrict_to_opaque(symbol, class, true);
        }
    }

    /// Makes a new object that a field was decided to refer to one of the class or array type that invariants name. False where it was
    /// decided to be an object from before that cannot be of that.
    fn make_exact(
        &mut self,
        path: &mut Path<R>,
        symbol: SymbolId,
        (object, field): (Option<ObjectId>, FieldId),
    ) -> bool {
        let program = self.machine.program;
        let holder = object.and_then(|object| path.state.heap.exact_class(object));
        let part = object.and_then(|object| exact_part(program, &path.state.heap, (object, field)));
        let exactly = part.or_else(|| self.machine.exact_type(holder, field));
        exactly.is_none_or(|exactly| self.make_exactly(path, symbol, exactly))
    }

    /// The same, of a class or array type.
    fn make_exactly(&self, path: &mut Path<R>, symbol: SymbolId, exactly: ReferenceType) -> bool {
        let program = self.machine.program;
        let is_new = is_new(path, symbol);
        let heap = &mut path.state.heap;
        if !is_new {
            let Reference::Object(decided) = heap.current(Reference::Symbol(symbol)) else { return true };
            return heap.declared_types(decided).iter().all(|it| program.is_subtype(exactly, *it) != Some(false));
        }
        match exactly.as_class() {
            Some(class) => heap.restrict_to_opaque(symbol, class, true),
            None => heap.restrict_to_array(symbol, exactly),
        }
        true
    }

    /// A branch on which a parameter was decided, with what is assumed of its length; none where that excludes it.
    fn assume_length(&mut self, branch: Branch<R>, symbol: SymbolId) -> Option<Branch<R>> {
        let Branch::Open(mut path) = branch else { return Some(branch) };
        let (heap, mut context) = self.machine.heap_context(&mut path.state);
        match heap.assumed_length(&mut context, symbol) {
            None => Some(Branch::Open(path)),
            Some(condition) => self.conjoin(path, condition),
        }
    }

    /// The declared type of a reference that was decided to be an object of no class.
    fn type_without_instances(&self, path: &Path<R>, symbol: SymbolId) -> Option<String> {
        let heap = &path.state.heap;
        let Reference::Object(object) = heap.current(Reference::Symbol(symbol)) else { return None };
        let body = heap.instance(object)?;
        let class = heap.symbol(symbol)?.declared.as_class()?;
        body.types.is_empty().then(|| java_name(&self.machine.program.class(class).name))
    }

    /// Where no class on the class path fits, an object stands for one of a class from elsewhere.
    fn make_opaque(&mut self, path: &mut Path<R>, symbol: SymbolId) {
        if self.type_without_instances(path, symbol).is_some()
            && let Some(class) = path.state.heap.symbol(symbol).and_then(|info| info.declared.as_class())
        {
            path.state.heap.restrict_to_opaque(symbol, class, false);
        }
    }

    /// What may be of a class from elsewhere may be of those that the running methods ask it for: the result of `Map.get` is cast to
    /// what the map holds.
    fn add_asked_classes(&mut self, path: &mut Path<R>, symbol: SymbolId) {
        let program = self.machine.program;
        let heap = &mut path.state.heap;
        let declared = heap.symbol(symbol).and_then(|info| info.declared.as_class());
        let (Some(declared), Reference::Object(object)) = (declared, heap.current(Reference::Symbol(symbol))) else {
            return;
        };
        let Some(body) = heap.instance(object).filter(|body| body.open) else { return };
        let mut types: Vec<ClassId> = body.types.to_vec();
        for frame in &path.state.frames {
            let asked = self.asked_classes.entry(frame.method);
            let asked = asked.or_insert_with(|| asked_classes(program, frame.method).into());
            for class in asked.iter().filter(|class| program.is_subclass(**class, declared) == Some(true)) {
                for &possible in program.concrete_subtypes(*class) {
                    if !types.contains(&possible) {
                        types.push(possible);
                    }
                }
            }
        }
        if types.len() > body.types.len() {
            program.sort_by_name(&mut types);
            heap.set_types(object, types.into());
        }
    }

    /// The constants that an input reference of an enum type can be; none when its type is no enum.
    ///
    /// # Errors
    /// A stop, when the enum's initialiser cannot be executed.
    pub fn constants_of(&mut self, path: &mut Path<R>, symbol: SymbolId) -> Result<Option<Vec<ObjectId>>, StopReason> {
        let declared = path.state.heap.symbol(symbol).and_then(|info| info.declared.as_class());
        let Some(class) = declared else { return Ok(None) };
        match self.machine.enum_constants(&mut path.state, class) {
            Ok(constants) => Ok(constants.map(|all| all.into_iter().map(|(_, object)| object).collect())),
            // An object stands for one of the constants.
            Err(Interrupt::Stop(_)) if self.open_calls => Ok(None),
            Err(Interrupt::Stop(reason)) => Err(reason),
            Err(Interrupt::Choice(_) | Interrupt::Infeasible) => {
                Err(StopReason::Internal("a choice during class initialisation".into()))
            }
        }
    }

    /// Makes an input reference one of its alternatives.
    pub fn decide_symbol(&mut self, path: &mut Path<R>, symbol: SymbolId, alternative: Alternative) {
        let array_length = self.machine.limits.array_length;
        let (heap, mut context) = self.machine.heap_context(&mut path.state);
        // A new length is 0 in the model, so the bound holds there.
        if let Some(bound) = heap.decide_symbol(&mut context, symbol, alternative, array_length) {
            path.state.path.assume_bound(&mut self.machine.pool, bound);
        }
    }
}

/// Whether an entry of a table is asked for, and an object is an entry of another one, which holds something else: no two tables have an entry
/// in common.
fn is_of_another_table(program: &Program, heap: &Heap, symbol: SymbolId, object: ObjectId) -> bool {
    const ENTRY: &str = "java/util/HashMap$Node";
    let asked = heap.symbol(symbol);
    let is_entry = asked.and_then(|asked| asked.declared.as_class());
    if is_entry.is_none_or(|class| &**program.class_name(class) != ENTRY) {
        return false;
    }
    let asked = asked.and_then(|asked| asked.holding.as_ref());
    let (Some(Holding::Arguments(asked)), Some(Holding::Arguments(held))) = (asked, heap.holding(object)) else {
        return false;
    };
    let differ = |one: ReferenceType, other: ReferenceType| {
        program.is_subtype(one, other) == Some(false) && program.is_subtype(other, one) == Some(false)
    };
    asked
        .iter()
        .zip(held.iter())
        .any(|(one, other)| one.class.zip(other.class).is_some_and(|(one, other)| differ(one, other)))
}

/// Whether a reference was decided to be a new object.
fn is_new<R: Recorder>(path: &Path<R>, symbol: SymbolId) -> bool {
    let mut decided = path.state.path.constraints.iter().rev();
    decided.any(|constraint| matches!(constraint, Constraint::New(of, _) if *of == symbol))
}
