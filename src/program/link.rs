//! The program: every class on the class path, the builtin ones, a place for every other class that is named, and the JDK's
//! classes, each loaded when it is first looked at.

mod names;

use super::builtin::{BUILTINS, VALUE_CLASSES};
use super::class::{Class, FieldInfo, MethodInfo};
use super::names::for_each_named_class;
use super::reads::{OfClass, OfMethod, Read, is_heard, note};
use super::types::{ClassId, FieldId, MethodId};
use crate::classfile::{ClassFile, ClassName, Code, Jdk, Method, Resources};
use crate::run::{self, Identity};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

/// All classes of one job, linked, shared between workers. The classes of the class path are there from the start, and their
/// identities are in the order of their names. A class of the JDK is read when it is first looked at, and what only such
/// classes name gets identities in the order in which the workers happen to come by: no result may depend on that order.
#[derive(Debug, Default)]
pub struct Program {
    identity: Identity,
    pub(super) places: boxcar::Vec<Place>,
    pub(super) fields: boxcar::Vec<FieldInfo>,
    pub(super) methods: boxcar::Vec<MethodInfo>,
    /// The classes that were linked at the start.
    by_name: FxHashMap<ClassName, ClassId>,
    /// The classes that were named since.
    named_later: RwLock<FxHashMap<ClassName, ClassId>>,
    user_classes: Vec<ClassId>,
    /// By class, as far as they were there at the start, whether it is one of them.
    are_user_classes: Vec<bool>,
    /// Those of the class path that are there for others to use, in the order of their identities.
    dependencies: Vec<ClassId>,
    /// The classes of [`VALUE_CLASSES`]; they are builtin, so that each has its place from the start.
    value_classes: Vec<ClassId>,
    user_methods: usize,
    user_fields: usize,
    /// The subtypes on the class path of each class that has some, sorted by name.
    pub(super) user_subtypes: FxHashMap<ClassId, Vec<ClassId>>,
    pub(super) jdk: Option<Jdk>,
    /// What the class path has beside its classes, where code may see it.
    pub(super) resources: Option<Resources>,
    /// The classes that stand for call sites in the JDK's classes loaded so far.
    pub(super) desugared: Mutex<FxHashMap<ClassName, Arc<ClassFile>>>,
    /// The classes of the class path by the name of the outermost class, once somebody has asked.
    pub(super) near: OnceLock<FxHashMap<Box<str>, Vec<ClassId>>>,
    /// Whether somebody may write other classes of types, as far as somebody has asked.
    pub(super) other_subtypes: RwLock<FxHashMap<ClassId, bool>>,
    pub(super) named_elsewhere: RwLock<FxHashMap<ClassId, bool>>,
    /// The methods of the class path that the JDK can call, once somebody has asked.
    pub(super) known_to_the_jdk: OnceLock<Vec<MethodId>>,
    /// Of static fields: whether code may read them before they are assigned, as far as somebody has asked.
    seen_early: RwLock<FxHashMap<FieldId, bool>>,
    /// Whether initialising one class may begin the initialisation of another, as far as somebody has asked.
    begins: RwLock<FxHashMap<(ClassId, ClassId), bool>>,
    leaves: RwLock<FxHashMap<MethodId, bool>>,
    /// Classes whose initialisation has begun whenever that of others begins, as far as somebody has asked.
    begun_before: RwLock<FxHashMap<ClassId, Option<ClassId>>>,
    /// What code mentions, once somebody has asked.
    pub(super) mentions: OnceLock<super::changes::Mentions>,
    /// What code may change of objects that class initialisation has left, as far as somebody has asked.
    pub(super) changes: Mutex<super::changes::Groups>,
    /// The classes whose objects let others take their places in streams, once somebody has asked.
    pub(super) replaced_in_streams: OnceLock<FxHashSet<ClassId>>,
    /// The classes whose objects may be otherwise when they are read back from a stream.
    pub(super) serialized_in_part: OnceLock<FxHashSet<ClassId>>,
    /// The constructor calls of the class path, once somebody has asked.
    pub(super) constructor_calls: OnceLock<super::makers::ConstructorCalls>,
}

/// What is known of a key, or else found now.
pub(super) fn once<K: Copy + Eq + std::hash::Hash, V: Copy>(
    all: &RwLock<FxHashMap<K, V>>,
    key: K,
    find: impl FnOnce() -> V,
) -> V {
    let known = all.read().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
    known.unwrap_or_else(|| {
        let found = find();
        all.write().unwrap_or_else(PoisonError::into_inner).insert(key, found);
        found
    })
}

/// A class's name, and the class once somebody has looked at it.
#[derive(Debug)]
pub(super) struct Place {
    name: ClassName,
    class: OnceLock<Class>,
}

impl Program {
    /// A number that no other program of this process has.
    pub fn identity(&self) -> u64 {
        self.identity.number()
    }

    /// What was found of a static field by whoever asked first whether code may read it before it is assigned.
    pub fn seen_early_once(&self, field: FieldId, find: impl FnOnce() -> bool) -> bool {
        once(&self.seen_early, field, find)
    }

    /// What was found by whoever asked first whether initialising one class may begin the initialisation of another.
    pub fn begins_once(&self, classes: (ClassId, ClassId), find: impl FnOnce() -> bool) -> bool {
        once(&self.begins, classes, find)
    }

    /// What was found by whoever asked first whether a method of the JDK runs no code but its own and that of methods which nobody can
    /// override.
    pub fn is_leaf_once(&self, method: MethodId, find: impl FnOnce() -> bool) -> bool {
        once(&self.leaves, method, find)
    }

    /// What was found by whoever asked first of a class whose initialisation has begun whenever that of another begins.
    pub fn begun_before_once(&self, class: ClassId, find: impl FnOnce() -> Option<ClassId>) -> Option<ClassId> {
        once(&self.begun_before, class, find)
    }

    /// Links the given classes, without a JDK. The first definition of a name wins. Never fails: what is named and not
    /// there becomes a [`super::Linkage::Missing`] class.
    pub fn link(files: impl IntoIterator<Item = Arc<ClassFile>>) -> Program {
        Program::link_with(files, None)
    }

    /// Links the given classes, as [`Program::link`]. What they do not define is taken from the JDK where it has it.
    pub fn link_with(files: impl IntoIterator<Item = Arc<ClassFile>>, jdk: Option<Jdk>) -> Program {
        let mut definitions: BTreeMap<ClassName, Option<Arc<ClassFile>>> = BTreeMap::new();
        for mut file in files {
            run::checkpoint();
            if !definitions.contains_key(&file.name) {
                for made in super::desugar::desugar(&mut file) {
                    definitions.insert(made.name.clone(), Some(Arc::new(made)));
                }
                definitions.insert(file.name.clone(), Some(file));
            }
        }
        let loaded: Vec<Arc<ClassFile>> = definitions.values().flatten().cloned().collect();
        for (name, superclass, _, interfaces) in BUILTINS {
            for name in std::iter::once(name).chain(std::iter::once(superclass)).chain(interfaces.iter()) {
                if !name.is_empty() {
                    definitions.entry(Arc::from(*name)).or_insert(None);
                }
            }
        }
        for file in &loaded {
            for_each_named_class(file, &mut |name| {
                if !definitions.contains_key(name) {
                    definitions.insert(Arc::from(name), None);
                }
            });
        }
        let mut program = Program { jdk, ..Program::default() };
        for (position, name) in definitions.keys().enumerate() {
            program.by_name.insert(name.clone(), ClassId(position as u32));
            program.places.push(Place { name: name.clone(), class: OnceLock::new() });
        }
        program.value_classes = VALUE_CLASSES.iter().filter_map(|name| program.by_name.get(*name)).copied().collect();
        for (position, file) in definitions.into_values().enumerate() {
            run::checkpoint();
            let id = ClassId(position as u32);
            program.are_user_classes.push(file.is_some());
            if let Some(file) = file {
                program.user_classes.push(id);
                let class = program.loaded_class(id, file);
                if let Some(place) = program.places.get(position) {
                    // The place is empty: nobody else knows the program yet.
                    let _ = place.class.set(class);
                }
            }
        }
        program.user_methods = program.methods.count();
        program.user_fields = program.fields.count();
        program.find_user_subtypes();
        program
    }

    /// The same program, in which classes of these names are there for others to use.
    pub fn with_dependencies<'n>(mut self, names: impl Iterator<Item = &'n str>) -> Program {
        self.dependencies = names.filter_map(|name| self.by_name.get(name).copied()).collect();
        self.dependencies.sort_unstable();
        self
    }

    /// The same program, whose code finds what these entries of the class path have beside classes.
    pub fn with_resources(self, roots: Vec<PathBuf>) -> Program {
        Program { resources: Some(Resources::new(roots)), ..self }
    }

    /// What the class path has beside its classes under a path; none where it has nothing there, or that is not known.
    pub fn resource(&self, path: &str) -> Option<Vec<u8>> {
        note(Read::Resources);
        self.resources.as_ref()?.find(path)
    }

    /// Whether a class is on the class path for others to use: it does what it does, and no report is about it.
    pub fn is_dependency(&self, id: ClassId) -> bool {
        note(Read::Class(OfClass::Dependency, id));
        self.dependencies.binary_search(&id).is_ok()
    }

    /// What tells all that the class path has beside its classes from anything else; none where that is not known or not
    /// looked at.
    pub fn resources_told(&self) -> Option<&str> {
        note(Read::Resources);
        self.resources.as_ref().and_then(Resources::told)
    }

    /// The JDK that the program's classes come from, apart from those of the class path.
    pub fn jdk(&self) -> Option<&Jdk> {
        self.jdk.as_ref()
    }

    /// Whether instances of the class are values: strings and boxes.
    pub fn is_value_class(&self, class: ClassId) -> bool {
        self.value_classes.contains(&class)
    }

    /// A class by identity.
    pub fn class(&self, id: ClassId) -> &Class {
        let class = self.look_at(id);
        if !class.is_jdk {
            note(Read::Class(OfClass::Definition, id));
        }
        class
    }

    /// A class by identity, for an answer that is noted as a whole.
    pub(super) fn look_at(&self, id: ClassId) -> &Class {
        let place = &self.places[id.index()];
        place.class.get_or_init(|| self.define(id, &place.name))
    }

    /// A class's internal name. The class need not be loaded for it.
    pub fn class_name(&self, id: ClassId) -> &ClassName {
        &self.places[id.index()].name
    }

    /// Whether a class is on the class path. The class need not be loaded for it.
    pub fn is_user_class(&self, id: ClassId) -> bool {
        let is_jdk = || self.places[id.index()].class.get().is_some_and(|class| class.is_jdk);
        if is_heard() && !is_jdk() {
            note(Read::Class(OfClass::Presence, id));
        }
        self.are_user_classes.get(id.index()).is_some_and(|is_user| *is_user)
    }

    /// Puts fields into an order that is the same in every run: those of the class path as they stand there, then others by
    /// the names of class and field.
    pub fn sort_fields(&self, fields: &mut [FieldId]) {
        fields.sort_unstable_by_key(|field| {
            let is_user = field.index() < self.user_fields;
            let info = self.field(*field);
            (!is_user, if is_user { field.index() } else { 0 }, self.class_name(info.class), &info.name)
        });
    }

    /// Every class that was linked at the start, in the order of the names.
    pub fn linked(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..self.by_name.len()).map(|position| ClassId(position as u32))
    }

    /// A field by identity.
    pub fn field(&self, id: FieldId) -> &FieldInfo {
        let info = &self.fields[id.index()];
        if id.index() < self.user_fields {
            note(Read::Class(OfClass::Definition, info.class));
        }
        info
    }

    /// A method by identity.
    pub fn method(&self, id: MethodId) -> &MethodInfo {
        let info = &self.methods[id.index()];
        if is_heard() && self.is_user_method(id) {
            note(Read::Class(OfClass::Definition, info.class));
        }
        info
    }

    /// A method's class-file form, with its code.
    pub fn method_file(&self, id: MethodId) -> Option<&Method> {
        let info = self.method(id);
        info.file.methods.get(info.position)
    }

    /// A method's body.
    pub fn code(&self, id: MethodId) -> Option<&Code> {
        let info = self.method(id);
        // Each instruction that is executed asks for it.
        if is_heard() && self.is_user_method(id) {
            note(Read::Method(OfMethod::Body, id));
        }
        match &info.body {
            Some(body) => Some(body),
            None => info.file.methods.get(info.position)?.code.as_ref(),
        }
    }

    /// Whether a method has a body, which the definition of its class says.
    pub(super) fn has_code(&self, id: MethodId) -> bool {
        let info = self.method(id);
        info.body.is_some() || info.file.methods.get(info.position).is_some_and(|method| method.code.is_some())
    }

    /// The source line of an instruction, where the class file has line numbers.
    pub fn line(&self, id: MethodId, position: u32) -> Option<u16> {
        self.code_with_lines(id)?.line(position)
    }

    /// A method's body, for who looks at lines and names of variables too.
    pub fn code_with_lines(&self, id: MethodId) -> Option<&Code> {
        if self.is_user_method(id) {
            note(Read::Method(OfMethod::Lines, id));
        }
        self.code(id)
    }

    /// A method that is like another but for its body. What is read of it is not noted. No reference resolves to it and no class lists it: only who has its
    /// identity can run it, and calls of the method within the body go to the method as it is.
    pub fn add_variant(&self, method: MethodId, body: Arc<Code>) -> MethodId {
        let info = self.method(method);
        let variant = MethodInfo {
            class: info.class,
            file: Arc::clone(&info.file),
            name: info.name.clone(),
            descriptor: info.descriptor.clone(),
            flags: info.flags,
            parameters: info.parameters.clone(),
            result: info.result,
            position: info.position,
            body: Some(body),
        };
        MethodId(self.methods.push(variant) as u32)
    }

    /// The classes on the class path, in name order.
    pub fn user_classes(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        note(Read::Classes);
        self.user_classes.iter().map(|id| (*id, self.class(*id)))
    }

    /// All methods of classes on the class path, in class and file order.
    pub fn methods(&self) -> impl Iterator<Item = (MethodId, &MethodInfo)> {
        note(Read::Everything);
        let methods = self.methods.iter().take(self.user_methods);
        methods.map(|(position, method)| (MethodId(position as u32), method))
    }

    /// The method at a position in the program's table ([`MethodId::index`]).
    pub fn method_at(&self, position: u32) -> Option<MethodId> {
        self.methods.get(position as usize).map(|_| MethodId(position))
    }

    /// Whether a method is declared by a class on the class path.
    pub fn is_user_method(&self, id: MethodId) -> bool {
        id.index() < self.user_methods
    }
}
