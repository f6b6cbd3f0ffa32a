//! The ways in which a caller can make an input: every accessible constructor of every class that the input can be of.

mod sources;

use super::driver::Explorer;
use super::path::{Branch, Path, Recorder};
use crate::classfile::{MethodReference, java_name};
use crate::exec::{Caveat, StopReason};
use crate::heap::{Alternative, Cycle, MakingPlan, ObjectId, Reference, SymbolId, SymbolOrigin};
use crate::program::{ClassId, FieldKind, MethodTarget, ReferenceType};
use sources::Source;

/// With more classes of the class path that implement an interface from elsewhere than this, not all are considered.
pub(super) const MOST_IMPLEMENTATIONS: usize = 8;

impl<R: Recorder> Explorer<'_, R> {
    /// What an alternative of an undecided input becomes where inputs are made by a caller.
    pub(super) fn make_alternative(
        &mut self,
        path: &Path<R>,
        symbol: SymbolId,
        alternative: Alternative,
    ) -> Vec<Branch<R>> {
        let decided = |explorer: &mut Self, alternative| {
            let mut path = path.clone();
            explorer.decide_symbol(&mut path, symbol, alternative);
            path
        };
        if let Alternative::Alias(object) = alternative
            && !self.runs_on(path, symbol, object)
        {
            return Vec::new();
        }
        match alternative {
            Alternative::Null => vec![Branch::Open(decided(self, alternative))],
            Alternative::Alias(object) => match path.state.heap.cycle(symbol, object) {
                Cycle::None => vec![Branch::Open(decided(self, alternative))],
                Cycle::Arguments => Vec::new(),
                Cycle::Contents => {
                    let path = decided(self, alternative);
                    let class = self.class_label(&path, object);
                    vec![Branch::stopped(path, StopReason::ConstructorDependsOnState(class))]
                }
            },
            Alternative::New => {
                let declared = path.state.heap.symbol(symbol).and_then(|info| info.declared.as_class());
                let Some(class) = declared else { return vec![Branch::Open(decided(self, alternative))] };
                self.machine.note_closed_ways(&path.state, class);
                self.make_new(path, symbol, class)
            }
        }
    }

    /// Whether the method under test is what a call on an object that is there already would run.
    fn runs_on(&self, path: &Path<R>, symbol: SymbolId, object: ObjectId) -> bool {
        let body = path.state.heap.instance(object);
        let class = body.and_then(|body| body.types.first().copied());
        class.is_none_or(|class| self.is_receiver_class(path, symbol, class))
    }

    /// Whether an input can be of a class: a receiver is of one for which a call runs the method under test, and not one
    /// that overrides it.
    fn is_receiver_class(&self, path: &Path<R>, symbol: SymbolId, class: ClassId) -> bool {
        let program = self.machine.program;
        let Some(method) = path.state.frames.first().map(|frame| frame.method) else { return true };
        let info = program.method(method);
        if path.state.receiver != Some(symbol) || info.flags.is_private() {
            return true;
        }
        let declaring = program.class(info.class);
        let reference = MethodReference {
            class: declaring.name.clone(),
            name: info.name.clone(),
            descriptor: info.descriptor.clone(),
            interface: declaring.flags.is_interface(),
        };
        program.select(class, &reference) == MethodTarget::Method(method)
    }

    fn class_label(&self, path: &Path<R>, object: ObjectId) -> String {
        let body = path.state.heap.instance(object);
        let class = body.and_then(|body| body.types.first().copied());
        class.map_or_else(|| "an array".into(), |class| java_name(&self.machine.program.class(class).name))
    }

    fn make_new(&mut self, path: &Path<R>, symbol: SymbolId, declared: ClassId) -> Vec<Branch<R>> {
        let program = self.machine.program;
        let label = java_name(&program.class(declared).name);
        let mut start = path.clone();
        let mut sources = match self.sources(&mut start, symbol, declared) {
            Ok(sources) => sources,
            Err(reason) => return vec![Branch::stopped(start, reason)],
        };
        sources.retain(|source| match source {
            Source::Plan(plan) => {
                self.is_receiver_class(path, symbol, plan.class) && !self.machine.is_of_no_use(plan.class)
            }
            Source::Constant(object) => self.runs_on(path, symbol, *object),
            Source::Opaque(_) | Source::Array(_) => true,
        });
        if sources.is_empty() {
            return vec![Branch::stopped(start, StopReason::NoConstructor(label))];
        }
        if let Some(samples) = &mut start.state.heap.samples {
            sources.retain(|source| match source {
                Source::Plan(MakingPlan { calls, .. }) => {
                    calls.first().is_none_or(|call| samples.is_promising(call.method))
                }
                _ => true,
            });
            if samples.takes_script() {
                self.prefer_scripts(path, &mut sources);
            }
            let count = sources.len();
            sources.rotate_left(samples.below(count).min(count));
        }
        let is_drawn = start.state.heap.samples.is_some();
        let listed = self.listed(&sources);
        let construction = &start.state.heap.construction;
        let is_too_deep = construction.caller().is_some_and(|caller| construction.nesting() >= caller.nesting);
        let mut branches = Vec::with_capacity(sources.len());
        let mut stopped = false;
        for source in sources {
            let mut path = start.clone();
            branches.push(match source {
                Source::Plan(_) if is_too_deep => {
                    if std::mem::replace(&mut stopped, true) {
                        continue;
                    }
                    Branch::stopped(path, StopReason::ConstructionDepth(label.clone()))
                }
                Source::Plan(plan) => {
                    if let (Some(samples), Some(call)) = (&path.state.heap.samples, plan.calls.first()) {
                        samples.note_trial(call.method);
                    }
                    self.begin_making(&mut path, symbol, &plan, &listed);
                    Branch::Open(path)
                }
                Source::Constant(object) => {
                    self.decide_symbol(&mut path, symbol, Alternative::Alias(object));
                    Branch::Open(path)
                }
                Source::Array(array) => {
                    path.state.heap.narrow_declared(symbol, array);
                    self.decide_symbol(&mut path, symbol, Alternative::New);
                    Branch::Open(path)
                }
                Source::Opaque(class) => {
                    self.decide_symbol(&mut path, symbol, Alternative::New);
                    let is_exact = program.class(class).flags.is_final();
                    path.state.heap.restrict_to_opaque(symbol, class, is_exact);
                    if let Reference::Object(object) = path.state.heap.current(Reference::Symbol(symbol))
                        && !is_exact
                    {
                        listed.iter().for_each(|other| path.state.heap.say_is_not(object, *other));
                    }
                    Branch::Open(path)
                }
            });
            if is_drawn && matches!(branches.last(), Some(Branch::Open(_))) {
                break;
            }
        }
        branches
    }

    /// Leaves the ways to which a caller can pass an object of a scripted class, where there are some.
    fn prefer_scripts(&self, path: &Path<R>, sources: &mut Vec<Source>) {
        let program = self.machine.program;
        let Some(caller) = path.state.heap.construction.caller() else { return };
        let takes_script = |source: &Source| match source {
            Source::Plan(plan) => plan.calls.iter().flat_map(|call| &call.parameters).any(|(kind, _)| match kind {
                FieldKind::Reference(kind) => kind.as_class().is_some_and(|class| {
                    program.is_user_class(class) && program.needs_subclass(class, &caller.package)
                }),
                _ => false,
            }),
            _ => false,
        };
        if sources.iter().any(takes_script) {
            sources.retain(takes_script);
        }
    }

    /// Begins to make an input by calls. One of a class of the JDK stands for those of its subclasses, but for those of the types
    /// that are listed: other branches are of them.
    pub(super) fn begin_making(
        &mut self,
        path: &mut Path<R>,
        symbol: SymbolId,
        plan: &MakingPlan,
        listed: &[ReferenceType],
    ) {
        let program = self.machine.program;
        let object = self.machine.begin_building(&mut path.state, symbol, plan);
        if !program.is_user_class(plan.class) && !program.class(plan.class).flags.is_final() {
            let own = ReferenceType::class(plan.class);
            let others = listed.iter().copied().filter(|other| program.is_subtype(own, *other) != Some(true));
            path.state.heap.stand_for_others(object, &others.collect::<Vec<_>>());
        }
    }

    /// The types of which all objects are among some sources.
    fn listed(&self, sources: &[Source]) -> Vec<ReferenceType> {
        let program = self.machine.program;
        let classes: Vec<ClassId> = sources
            .iter()
            .filter_map(|source| match source {
                Source::Plan(plan) => Some(plan.class),
                Source::Opaque(class) if program.is_value_class(*class) => Some(*class),
                _ => None,
            })
            .collect();
        let is_whole = |class: &&ClassId| {
            let mut others = program.user_subtypes(**class).iter().filter(|other| program.class(**other).is_concrete());
            others.all(|other| classes.contains(other))
        };
        let arrays = sources.iter().filter_map(|source| match source {
            Source::Array(array) => Some(*array),
            _ => None,
        });
        classes.iter().filter(is_whole).map(|class| ReferenceType::class(*class)).chain(arrays).collect()
    }

    /// Notes what a recipe that makes all objects of a class of the JDK leaves out: those of a class of the caller's, which exceptions note
    /// where they are asked; and causes that were set later, by which the cause of a cause may be what it is the cause of.
    fn note_other_ways(&mut self, path: &Path<R>, symbol: SymbolId, declared: ClassId) {
        let program = self.machine.program;
        let throwable = program.class_by_name("java/lang/Throwable");
        if throwable.is_none_or(|throwable| program.is_subclass(declared, throwable) != Some(true)) {
            self.machine.note_no_other_class(&path.state, declared);
            return;
        }
        let heap = &path.state.heap;
        let made_for = |symbol: SymbolId| match heap.symbol(symbol)?.origin {
            SymbolOrigin::Argument(object, _) => heap.construction.made(object).map(|made| made.symbol),
            _ => None,
        };
        if made_for(symbol).and_then(made_for).is_some() {
            self.machine.caveats.insert(Caveat::StateAfterConstruction(java_name(program.class_name(declared))));
        }
    }
}
