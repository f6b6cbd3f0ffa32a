//! Two versions of a class path as one program: its methods' bodies in each, what differs, and what cannot be compared.

use super::callbacks::tells_declarations;
use super::incomparable::Incomparable;
use super::resolved::Members;
use crate::classfile::{ClassFile, ClassName, Code, Instruction, InvokeKind, LoadableConstant, LoadedClass, java_name};
use crate::equivalence::{Barriers, Changes, Version, only_sets_its_fields};
use crate::exec::Machine;
use crate::graph::CallGraph;
use crate::models::{Models, finds_by_name};
use crate::program::versions::{ClassDifference, MethodDifference, Side, inherited, merge};
use crate::program::{ClassId, MethodId, Program};
use crate::session::Job;
use crate::session::workspace::{Workspace, jdk_of};
use crate::term::Arithmetic;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Two versions as one program.
pub(super) struct Versions {
    pub(super) program: Program,
    /// Calls of both versions.
    pub(super) calls: CallGraph,
    pub(super) old: Version,
    pub(super) new: Version,
    pub(super) changes: Changes,
    /// The classes that differ.
    pub(super) differences: BTreeMap<ClassName, ClassDifference>,
    /// Where they cannot be compared.
    pub(super) barriers: Barriers,
    /// Why, by number.
    pub(super) reasons: Vec<Incomparable>,
    /// Classes whose initialisers differ in what others can see beside their static fields.
    otherwise: FxHashSet<ClassId>,
    /// Methods that read static fields which may hold something else.
    static_readers: FxHashSet<MethodId>,
}

impl Versions {
    /// Of what was loaded of both.
    pub(super) fn of(old: &Workspace, new: &Workspace, job: &Job) -> Result<Versions, crate::report::JobError> {
        let files =
            |workspace: &Workspace| workspace.loaded().iter().map(|loaded| loaded.class.clone()).collect::<Vec<_>>();
        let merged = merge(files(old), files(new));
        let program = Program::link_with(merged.files.iter().cloned(), jdk_of(job)?);
        let dependencies: FxHashSet<&str> = dependencies(old.loaded()).chain(dependencies(new.loaded())).collect();
        let own: FxHashSet<&str> = own(old.loaded()).chain(own(new.loaded())).collect();
        let program = program.with_dependencies(dependencies.into_iter().filter(|name| !own.contains(name)));
        let (mut before, mut after) = (Version::default(), Version::default());
        for (name, difference) in &merged.differences {
            let Some(class) = program.class_by_name(name) else { continue };
            let Some(file) = program.class(class).file().cloned() else { continue };
            for ((method, descriptor), how) in &difference.methods {
                let Some(id) = program.method_by_name((name, method, descriptor)) else { continue };
                match how {
                    MethodDifference::Body(body) => after.replace(&program, id, (**body).clone()),
                    MethodDifference::Only(side) => {
                        let version = if *side == Side::Old { &mut after } else { &mut before };
                        if let Some(body) = stand_in(&file, &program, id) {
                            version.replace(&program, id, body);
                        }
                    }
                    MethodDifference::Kind => {}
                }
            }
        }
        let changes = Changes::between(&program, &before, &after);
        let variants = before.replaced().chain(after.replaced()).collect();
        let calls = CallGraph::with_bodies(&program, &variants);
        let mut versions = Versions {
            program,
            calls,
            old: before,
            new: after,
            changes,
            differences: merged.differences,
            barriers: Barriers::default(),
            reasons: Vec::new(),
            otherwise: FxHashSet::default(),
            static_readers: FxHashSet::default(),
        };
        versions.find_initialisers(old, new);
        versions.find_barriers(old, new, job)?;
        Ok(versions)
    }

    /// The method of a class by name and descriptor.
    pub(super) fn method(&self, class: &str, name: &str, descriptor: &str) -> Option<MethodId> {
        self.program.method_by_name((class, name, descriptor))
    }

    /// The body of a method in the new version.
    pub(super) fn new_code(&self, method: MethodId) -> Option<&Code> {
        self.program.code(self.new.body_of(method))
    }

    /// Whether the code of a method, in some version, reads a static field that may hold something else.
    pub(super) fn reads_other_static(&self, method: MethodId) -> bool {
        self.static_readers.contains(&method)
    }

    /// The method that has a body in some version.
    pub(super) fn method_of(&self, body: MethodId) -> MethodId {
        self.old.method_of(self.new.method_of(body))
    }

    /// Whether a method's own body differs.
    pub(super) fn differs_itself(&self, method: MethodId) -> bool {
        self.changes.concerns(method)
    }

    /// What a method may run, itself first; in the order of the call graph's components.
    pub(super) fn runs(&self, method: MethodId) -> Vec<MethodId> {
        self.calls.reachable(&[method])
    }

    /// Whether both versions have a field, by the internal name of the class that declares it and its own.
    pub(super) fn has_both(&self, class: &str, name: &str) -> bool {
        let Some(difference) = self.differences.get(class) else { return true };
        let is_it = |(field, _): &(Arc<str>, Arc<str>)| **field == *name;
        !difference.fields.iter().any(is_it) && !difference.statics.iter().any(is_it)
    }

    fn find_barriers(&mut self, old: &Workspace, new: &Workspace, job: &Job) -> Result<(), crate::report::JobError> {
        let statics = self.differing_statics(old, new, job)?;
        let program = &self.program;
        let mut found: BTreeMap<Incomparable, usize> = BTreeMap::new();
        let (mut barriers, mut static_readers) = (Barriers::default(), FxHashSet::default());
        let mut number = |why: Incomparable| {
            let next = found.len();
            *found.entry(why).or_insert(next)
        };
        let mut differing = Differing { statics, ..Differing::default() };
        let supertypes = |workspace: &Workspace, name: &str| -> BTreeSet<ClassName> {
            let program = &workspace.program;
            let class = program.class_by_name(name);
            let all = class.into_iter().flat_map(|class| program.supertypes(class).to_vec());
            all.map(|class| program.class_name(class).clone()).collect()
        };
        for (name, difference) in &self.differences {
            let Some(class) = program.class_by_name(name) else { continue };
            if difference.is_reshaped {
                differing.reshaped.insert(name.clone());
                let (before, after) = (supertypes(old, name), supertypes(new, name));
                differing.supertypes.extend(before.symmetric_difference(&after).cloned());
                // Those below it inherit its shape.
                for below in program.user_subtypes(class) {
                    barriers.bar_inputs(*below, number(Incomparable::Reshaped(name.clone())));
                }
            }
            for field in program.class(class).fields.iter().copied() {
                let info = program.field(field);
                let is_it = |(field, _): &(Arc<str>, Arc<str>)| *field == info.name;
                if !info.flags.is_static() && difference.fields.iter().any(is_it) {
                    differing.fields.insert((name.clone(), info.name.clone()));
                    barriers.ignore(field);
                }
            }
            let kinds = difference.methods.iter().filter(|(_, how)| matches!(how, MethodDifference::Kind));
            for ((method, descriptor), _) in kinds {
                differing.kinds.insert((name.clone(), method.clone(), descriptor.clone()));
                if let Some(id) = self.method(name, method, descriptor) {
                    barriers.bar(id, 0, number(Incomparable::Kind(program.method_label(id))));
                }
            }
        }
        if !self.differences.is_empty() {
            let mut members = Members::of([program, &old.program, &new.program]);
            for (method, info) in program.methods() {
                let only = self.only(method);
                for body in BTreeSet::from([method, self.old.body_of(method), self.new.body_of(method)]) {
                    let Some(code) = program.code(body) else { continue };
                    let runs_in =
                        |version: &Version, other: Side| only != Some(other) && version.body_of(method) == body;
                    let sides = [runs_in(&self.old, Side::New), runs_in(&self.new, Side::Old)];
                    for (at, decoded) in (0..).zip(&code.instructions) {
                        let instruction = &decoded.instruction;
                        let why = differing
                            .mentioned(program, instruction)
                            .or_else(|| members.finds_other(instruction, info.class, sides))
                            .or_else(|| self.initialises(instruction, info.class));
                        if let Some(why) = why {
                            if matches!(why, Incomparable::Static(..))
                                && matches!(decoded.instruction, Instruction::GetStatic(_))
                            {
                                static_readers.insert(method);
                            }
                            barriers.bar(body, at, number(why));
                        }
                    }
                    for handler in &code.handlers {
                        let caught = handler.catch_type.as_ref().filter(|class| differing.supertypes.contains(*class));
                        if let Some(class) = caught {
                            barriers.bar(body, handler.handler, number(Incomparable::Reshaped(class.clone())));
                        }
                    }
                }
            }
        }
        let mut reasons: Vec<(usize, Incomparable)> = found.into_iter().map(|(why, number)| (number, why)).collect();
        reasons.sort_unstable();
        self.reasons = reasons.into_iter().map(|(_, why)| why).collect();
        (self.barriers, self.static_readers) = (barriers, static_readers);
        Ok(())
    }

    fn find_initialisers(&mut self, old: &Workspace, new: &Workspace) {
        let differ = self.differences.iter().filter(|(_, difference)| difference.initialises_otherwise);
        let is_seen = |(name, _): &(&ClassName, &ClassDifference)| {
            [old, new].into_iter().any(|workspace| {
                let program = &workspace.program;
                program.class_by_name(name).is_some_and(|class| !only_sets_its_fields(program, class))
            })
        };
        self.otherwise = differ.filter(is_seen).filter_map(|(name, _)| self.program.class_by_name(name)).collect();
    }

    /// Why an instruction of a class may not be compared where it is the first use of another class.
    fn initialises(&self, instruction: &Instruction, class: ClassId) -> Option<Incomparable> {
        if self.otherwise.is_empty() {
            return None;
        }
        let program = &self.program;
        let used = match instruction {
            Instruction::GetStatic(field) | Instruction::PutStatic(field) => {
                program.field(program.resolve_field(field)?).class
            }
            Instruction::New(name) => program.class_by_name(name)?,
            Instruction::Invoke(InvokeKind::Static, called) => program.class_by_name(&called.class)?,
            _ => return None,
        };
        let is_done = program.superclasses(class).any(|own| own == used);
        let all = if is_done { Vec::new() } else { program.initialised_with(used) };
        let other = all.into_iter().find(|class| self.otherwise.contains(class))?;
        Some(Incomparable::Initialiser(program.class_name(other).clone()))
    }

    /// Whether a method may run code that the JDK finds by name, which may be any, or asks how classes are declared.
    pub(super) fn reflects(&self, method: MethodId) -> bool {
        let program = &self.program;
        let finds = |run: MethodId, instruction: &Instruction| match instruction {
            Instruction::Invoke(_, called) => {
                finds_by_name(&called.class, &called.name)
                    || program.is_user_method(run) && tells_declarations(program, called)
            }
            _ => false,
        };
        self.runs(method).into_iter().any(|run| {
            let bodies = [program.code(self.old.body_of(run)), self.new_code(run)];
            let mut instructions = bodies.into_iter().flatten().flat_map(|code| &code.instructions);
            instructions.any(|decoded| finds(run, &decoded.instruction))
        })
    }

    /// The version that alone declares a method; none where both do.
    fn only(&self, method: MethodId) -> Option<Side> {
        let info = self.program.method(method);
        let difference = self.differences.get(self.program.class_name(info.class))?;
        match difference.methods.get(&(info.name.clone(), info.descriptor.clone())) {
            Some(MethodDifference::Only(side)) => Some(*side),
            _ => difference.only,
        }
    }

    /// Static fields of classes whose initialisers differ, of which it is not known that they hold the same.
    fn differing_statics(
        &self,
        old: &Workspace,
        new: &Workspace,
        job: &Job,
    ) -> Result<FxHashMap<(ClassName, Arc<str>), Incomparable>, crate::report::JobError> {
        let mut found = FxHashMap::default();
        for (class, difference) in &self.differences {
            if !difference.initialises_otherwise && difference.statics.is_empty() {
                continue;
            }
            let left = held_at_start(&old.program, class, job);
            let right = held_at_start(&new.program, class, job);
            let fields = self.program.class_by_name(class).map(|class| &self.program.class(class).fields);
            for field in fields.into_iter().flatten().map(|field| self.program.field(*field)) {
                let is_it = |(name, _): &(Arc<str>, Arc<str>)| *name == field.name;
                let may_differ = difference.initialises_otherwise || difference.statics.iter().any(is_it);
                if !field.flags.is_static() || !may_differ {
                    continue;
                }
                let why = match (&left, &right) {
                    (Some(left), Some(right)) => {
                        let same = left.get(&field.name).is_some_and(|held| right.get(&field.name) == Some(held));
                        (!same).then(|| Incomparable::Static(class.clone(), field.name.clone()))
                    }
                    _ => Some(Incomparable::Initialiser(class.clone())),
                };
                if let Some(why) = why {
                    found.entry((class.clone(), field.name.clone())).or_insert(why);
                }
            }
        }
        Ok(found)
    }
}

fn dependencies(classes: &[LoadedClass]) -> impl Iterator<Item = &str> {
    classes.iter().filter(|loaded| loaded.is_dependency).map(|loaded| &*loaded.class.name)
}

fn own(classes: &[LoadedClass]) -> impl Iterator<Item = &str> {
    classes.iter().filter(|loaded| !loaded.is_dependency).map(|loaded| &*loaded.class.name)
}

/// What stands for a method in the version that does not declare it; none where nobody can call it there.
fn stand_in(file: &ClassFile, program: &Program, method: MethodId) -> Option<Code> {
    let info = program.method(method);
    if !info.has_receiver() || info.flags.is_private() || &*info.name == "<init>" {
        return None;
    }
    let declared = file.methods.iter().find(|it| it.name == info.name && it.descriptor == info.descriptor)?;
    declared.code.as_ref()?;
    Some(inherited(file, declared))
}

/// What cannot be compared where an instruction mentions it.
#[derive(Default)]
struct Differing {
    reshaped: FxHashSet<ClassName>,
    /// What classes of these are instances of in one version alone.
    supertypes: FxHashSet<ClassName>,
    statics: FxHashMap<(ClassName, Arc<str>), Incomparable>,
    /// Instance fields that only one version has.
    fields: FxHashSet<(ClassName, Arc<str>)>,
    /// Methods that are of another kind.
    kinds: FxHashSet<(ClassName, Arc<str>, Arc<str>)>,
}

impl Differing {
    /// What an instruction mentions of it.
    fn mentioned(&self, program: &Program, instruction: &Instruction) -> Option<Incomparable> {
        let class = match instruction {
            Instruction::GetStatic(field) | Instruction::PutStatic(field) => {
                let found = program.resolve_field(field).map(|field| program.field(field).class);
                let holder = found.map_or(&field.class, |class| program.class_name(class));
                if let Some(why) = self.statics.get(&(holder.clone(), field.name.clone())) {
                    return Some(why.clone());
                }
                &field.class
            }
            // What is written there only its readers can tell.
            Instruction::GetField(field) => {
                if self.fields.contains(&(field.class.clone(), field.name.clone())) {
                    return Some(Incomparable::Field(field.class.clone(), field.name.clone()));
                }
                &field.class
            }
            Instruction::PutField(field) => &field.class,
            Instruction::Invoke(_, method) => {
                if self.kinds.contains(&(method.class.clone(), method.name.clone(), method.descriptor.clone())) {
                    return Some(Incomparable::Kind(format!("{}.{}", java_name(&method.class), method.name)));
                }
                &method.class
            }
            Instruction::New(class)
            | Instruction::CheckCast(class)
            | Instruction::InstanceOf(class)
            | Instruction::Constant(LoadableConstant::Class(class)) => class,
            _ => return None,
        };
        let asks = matches!(instruction, Instruction::CheckCast(_) | Instruction::InstanceOf(_));
        let is_it = self.reshaped.contains(class) || (asks && self.supertypes.contains(class));
        is_it.then(|| Incomparable::Reshaped(class.clone()))
    }
}

/// What the static fields of a class hold once it is initialised, in words that are equal where that is; none where its initialiser was not
/// followed to its end.
fn held_at_start(program: &Program, class: &str, job: &Job) -> Option<BTreeMap<Arc<str>, String>> {
    let id = program.class_by_name(class)?;
    let mut machine = Machine::new(program, Arithmetic::Java, job.limits, &Models);
    machine.initialises_classes = true;
    if machine.fails_to_initialise(id) || !machine.caveats.is_empty() {
        return None;
    }
    let fields = program.class(id).fields.iter().copied().filter(|field| program.field(*field).flags.is_static());
    let told = fields.map(|field| Some((program.field(field).name.clone(), machine.told_initial_value(field)?)));
    let told: Vec<(Arc<str>, String)> = told.flatten().collect();
    Some(told.into_iter().collect())
}
