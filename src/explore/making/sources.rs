//! What an input object can be made by: constructors and methods of the classes that are considered.

use super::super::common::{MOST_CONSTANTS, class_objects, constants, held, stand_in};
use super::super::drawn_ways::DrawnWays;
use super::super::driver::Explorer;
use super::super::path::{Path, Recorder};
use super::super::recipes::{Recipe, recipe};
use super::MOST_IMPLEMENTATIONS;
use crate::classfile::{GenericType, java_name};
use crate::exec::{Caveat, Interrupt, StopReason};
use crate::heap::{Caller, MakingPlan, ObjectId, SymbolId};
use crate::program::{ClassId, MethodId, Program, ReferenceType, TEXT_FIELD, distinguished_classes, tested_types};
use std::rc::Rc;

/// How many methods are tried as the one that was called before.
const MOST_CHANGES: usize = 12;

/// A way to get an object of a declared type.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// Calls.
    Plan(MakingPlan),
    /// An object that is there already: a constant.
    Constant(ObjectId),
    /// An array, where the declared type does not say so.
    Array(ReferenceType),
    /// An object of a class from outside the class path, without a constructor's run.
    Opaque(ClassId),
}

impl<R: Recorder> Explorer<'_, R> {
    /// Every way to get an object of a declared class, in the order of classes and members.
    ///
    /// # Errors
    /// A stop, when the initialiser of an enum cannot be executed.
    pub(super) fn sources(
        &mut self,
        path: &mut Path<R>,
        symbol: SymbolId,
        declared: ClassId,
    ) -> Result<Vec<Source>, StopReason> {
        let program = self.machine.program;
        let Some(caller) = path.state.heap.construction.caller().cloned() else { return Ok(Vec::new()) };
        let arguments = path.state.heap.construction.type_arguments(symbol);
        let recipe = recipe(program, declared, &arguments, caller.collection_size);
        let (is_recipe, is_exact) = (recipe.is_some(), matches!(recipe, Some(Recipe::Several(_))));
        let mut sources: Vec<Source> = match recipe {
            Some(Recipe::Sizes(plans)) => {
                self.machine.caveats.insert(Caveat::InputSizeBound(caller.collection_size));
                plans.into_iter().map(Source::Plan).collect()
            }
            Some(Recipe::Several(plans)) => {
                self.note_other_ways(path, symbol, declared);
                plans.into_iter().map(Source::Plan).collect()
            }
            Some(Recipe::Some(plans)) => {
                self.machine.caveats.insert(Caveat::OpenType(java_name(program.class_name(declared))));
                plans.into_iter().map(Source::Plan).collect()
            }
            None => Vec::new(),
        };
        let constants_of_class = class_objects(&self.machine, &mut path.state, declared);
        sources.extend(constants_of_class.into_iter().map(Source::Constant));
        let (mut classes, opaque) = self.considered_classes(&caller, declared, &mut sources);
        classes.retain(|class| !program.is_of_other_arguments(*class, declared, &arguments));
        if is_exact {
            self.add_distinguished(path, declared, &mut classes);
        }
        if sources.iter().all(|source| matches!(source, Source::Constant(_))) {
            if opaque.is_none() && program.is_open(declared) {
                self.machine.caveats.insert(Caveat::OpenType(java_name(&program.class(declared).name)));
            }
            sources.extend(opaque.map(Source::Opaque));
        }
        // Where there are classes that implement it, one of these is what callers pass.
        let is_makeable = !classes.is_empty() || sources.iter().any(|source| !matches!(source, Source::Opaque(_)));
        if !is_makeable && program.functional_method(declared).is_some() {
            let scripts = program.scripts(declared, &caller.package, &arguments);
            if path.state.heap.samples.is_some() {
                // Of one that nothing is known of nothing can be called.
                sources.retain(|source| !matches!(source, Source::Opaque(_)));
            } else if !sources.iter().any(|source| matches!(source, Source::Opaque(_))) {
                self.machine.caveats.insert(Caveat::OpenType(java_name(program.class_name(declared))));
            }
            sources.extend(scripts.into_iter().map(MakingPlan::of_script).map(Source::Plan));
        } else if is_recipe {
            // Of what people use one of the JDK's classes for, nobody writes a class that always gives the same.
        } else if let Some(samples) = path.state.heap.samples.as_mut().filter(|samples| samples.has_scripts())
            && program.needs_subclass(declared, &caller.package)
            && (!is_makeable || samples.takes_script())
        {
            let scripts = program.scripts(declared, &caller.package, &arguments);
            if !scripts.is_empty() {
                // Where one is drawn, it is what was drawn.
                sources = scripts.into_iter().map(MakingPlan::of_script).map(Source::Plan).collect();
                return Ok(sources);
            }
        }
        if !program.is_user_class(declared) {
            self.add_tested(path, declared, (&arguments, caller.collection_size, is_exact), &mut sources);
        }
        for class in classes {
            if program.class(class).is_enum() {
                match self.machine.enum_constants(&mut path.state, class) {
                    Ok(constants) => {
                        sources.extend(constants.into_iter().flatten().map(|(_, object)| Source::Constant(object)));
                    }
                    Err(Interrupt::Stop(reason)) => return Err(reason),
                    Err(_) => return Err(StopReason::Internal("a choice during class initialisation".into())),
                }
                continue;
            }
            if !program.class(class).is_user() && is_known_without_constructor(program, class) {
                sources.push(Source::Opaque(class));
                continue;
            }
            if let Some(mut samples) = path.state.heap.samples.take() {
                let ways = self
                    .drawn_ways
                    .entry(class)
                    .or_insert_with(|| DrawnWays::of(&mut self.machine, class, &caller.package));
                let shown = held(&mut self.machine, &mut path.state, ways.constants());
                sources.extend(shown.into_iter().map(Source::Constant));
                sources.extend(ways.draw(program, &mut samples).into_iter().map(Source::Plan));
                path.state.heap.samples = Some(samples);
                continue;
            }
            let mut makers = program.constructors(class, &caller.package);
            if makers.is_empty() {
                if caller.calls_before == 0 || path.state.receiver != Some(symbol) {
                    let constants = constants(&mut self.machine, class, &caller.package);
                    let shown = held(&mut self.machine, &mut path.state, &constants);
                    sources.extend(shown.into_iter().map(Source::Constant));
                }
                makers = program.factories(class, &caller.package);
            }
            if program.is_user_class(class)
                && (makers.is_empty()
                    || program.is_made_otherwise(class, &makers, MOST_CONSTANTS)
                    || program.may_be_finalized(class))
            {
                self.machine.caveats.insert(Caveat::StateAfterConstruction(java_name(program.class_name(class))));
            }
            let plans: Vec<MakingPlan> = makers.into_iter().map(|maker| MakingPlan::of(program, maker)).collect();
            if caller.calls_before > 0 && path.state.receiver == Some(symbol) {
                sources.extend(changed(program, &caller, class, plans).into_iter().map(Source::Plan));
            } else {
                sources.extend(plans.into_iter().map(Source::Plan));
            }
        }
        Ok(sources)
    }

    /// The classes whose constructors are considered for a declared type, and the class from outside the class path that an object
    /// without a constructor's run is of. Where people take another class in a declared one's place, that is a source.
    fn considered_classes(
        &mut self,
        caller: &Caller,
        declared: ClassId,
        sources: &mut Vec<Source>,
    ) -> (Vec<ClassId>, Option<ClassId>) {
        let program = self.machine.program;
        let Some(class) = stand_in(program, declared) else { return considered_classes(program, caller, declared) };
        self.machine.caveats.insert(Caveat::OpenType(java_name(&program.class(declared).name)));
        match recipe(program, class, &[], caller.collection_size) {
            Some(Recipe::Several(plans) | Recipe::Sizes(plans) | Recipe::Some(plans)) => {
                sources.extend(plans.into_iter().map(Source::Plan))
            }
            None if is_known_without_constructor(program, class) => sources.push(Source::Opaque(class)),
            None => return considered_classes(program, caller, declared),
        }
        let like = program.concrete_subtypes(declared).iter().copied().filter(|class| *class == caller.class);
        (like.collect(), None)
    }

    /// The classes that the code of a method tells apart.
    fn distinguished(&mut self, method: MethodId) -> Rc<[ClassId]> {
        let program = self.machine.program;
        self.distinguished.get_or_insert_with(|| distinguished_classes(program, method).into()).clone()
    }

    /// Adds the classes of the class path that the method under test tells from a declared one, whose own objects are made as
    /// ones of exactly that.
    fn add_distinguished(&mut self, path: &Path<R>, declared: ClassId, classes: &mut Vec<ClassId>) {
        let program = self.machine.program;
        let Some(method) = path.state.frames.first().map(|frame| frame.method) else { return };
        for class in self.distinguished(method).iter() {
            for class in program.user_subtypes(*class) {
                let is_one = program.class(*class).is_concrete() && program.is_subclass(*class, declared) == Some(true);
                if is_one && !classes.contains(class) && classes.len() < MOST_IMPLEMENTATIONS {
                    classes.push(*class);
                }
            }
        }
    }

    /// Adds what the method under test asks objects of a declared type for: arrays, strings and boxes, collections.
    fn add_tested(
        &mut self,
        path: &Path<R>,
        declared: ClassId,
        (arguments, most_elements, is_exact): (&[GenericType], u32, bool),
        sources: &mut Vec<Source>,
    ) {
        let program = self.machine.program;
        let Some(method) = path.state.frames.first().map(|frame| frame.method) else { return };
        let mut tested = self.tested_types.get_or_insert_with(|| tested_types(program, method).into()).to_vec();
        if is_exact {
            for class in self.distinguished(method).iter().map(|class| ReferenceType::class(*class)) {
                if !tested.contains(&class) {
                    tested.push(class);
                }
            }
        }
        let wide = ReferenceType::class(declared);
        let fits = |narrow: &&ReferenceType| **narrow != wide && program.is_subtype(**narrow, wide) == Some(true);
        for narrow in tested.iter().filter(fits) {
            let Some(class) = narrow.as_class() else {
                sources.push(Source::Array(*narrow));
                continue;
            };
            if program.is_user_class(class)
                || sources.iter().any(|known| matches!(known, Source::Opaque(it) if *it == class))
            {
                continue;
            }
            match recipe(program, class, arguments, most_elements) {
                // The smallest and the next one say what there is to say.
                Some(Recipe::Sizes(plans)) => sources.extend(plans.into_iter().take(2).map(Source::Plan)),
                Some(Recipe::Several(plans) | Recipe::Some(plans)) => {
                    sources.extend(plans.into_iter().map(Source::Plan));
                }
                None if program.is_value_class(class) => sources.push(Source::Opaque(class)),
                None => {}
            }
        }
    }
}

/// The plans by which a caller makes an object of a class and then calls so many methods on it: the same method several times
/// first. Before one call, also what factories and methods of other objects give.
fn changed(program: &Program, caller: &Caller, class: ClassId, mut plans: Vec<MakingPlan>) -> Vec<MakingPlan> {
    let package = &caller.package;
    for maker in program.factories(class, package) {
        if plans.iter().all(|plan| plan.calls.first().is_none_or(|call| call.method != maker.method)) {
            plans.push(MakingPlan::of(program, maker));
        }
    }
    let mut changing = program.changing_methods(class, package);
    if caller.calls_before > 1 {
        changing.retain(|method| program.assigns_fields(*method));
    }
    let sequences = sequences(&changing, caller.calls_before);
    let mut found: Vec<MakingPlan> = Vec::new();
    if caller.calls_before == 1 {
        found.extend(plans.iter().filter(|plan| plan.is_factory).cloned());
        let gives = program.instance_factories(class, package).into_iter().take(MOST_CHANGES);
        found.extend(gives.map(|method| MakingPlan::of_instance_method(program, method, class)));
    }
    for sequence in sequences {
        for plan in &plans {
            found.push(sequence.iter().fold(plan.clone(), |plan, method| plan.and_then(program, *method)));
        }
    }
    found
}

/// Sequences of so many of these methods: of more calls, fewer methods are tried.
fn sequences(methods: &[MethodId], calls: usize) -> Vec<Vec<MethodId>> {
    let most = MOST_CHANGES / calls.max(1);
    let repeated = methods.iter().take(MOST_CHANGES).map(|method| vec![*method; calls]);
    let mut mixed: Vec<Vec<MethodId>> = vec![Vec::new()];
    for _ in 0..calls {
        let longer = mixed.iter().flat_map(|begun| {
            methods.iter().take(most).map(|method| begun.iter().copied().chain([*method]).collect::<Vec<MethodId>>())
        });
        mixed = longer.collect();
    }
    let is_mixed = |sequence: &Vec<MethodId>| sequence.windows(2).any(|two| two.first() != two.last());
    repeated.chain(mixed.into_iter().filter(is_mixed)).collect()
}

/// The classes whose constructors are considered for a declared type, and the class from outside the class path that an
/// object without a constructor's run is of.
fn considered_classes(program: &Program, caller: &Caller, declared: ClassId) -> (Vec<ClassId>, Option<ClassId>) {
    let definition = program.class(declared);
    let subtypes = || program.concrete_subtypes(declared).iter().copied().filter(|class| *class != declared);
    if definition.is_user() {
        return (program.concrete_subtypes(declared).to_vec(), None);
    }
    if definition.is_concrete() {
        // Any class is an Object; what matters most is how the class under test treats its like.
        let like = subtypes().filter(|class| *class == caller.class);
        return (like.collect(), is_known_without_constructor(program, declared).then_some(declared));
    }
    let known: Vec<ClassId> = subtypes()
        .filter(|class| program.class(*class).is_enum() || !program.constructors(*class, &caller.package).is_empty())
        .take(MOST_IMPLEMENTATIONS)
        .collect();
    let opaque = known.is_empty().then_some(declared);
    (known, opaque)
}

/// Whether an object of a class from outside the class path needs no constructor's run to be in a state that it can be in.
fn is_known_without_constructor(program: &Program, class: ClassId) -> bool {
    let definition = program.class(class);
    definition.file().is_none()
        || program.is_value_class(class)
        || program.hidden_field(class, TEXT_FIELD).is_some()
        || matches!(&*definition.name, "java/lang/Object" | "java/lang/Class")
}
