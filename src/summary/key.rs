//! Cache keys: everything that can change a summary and nothing else. A key covers the method's own code without line
//! numbers, what its references resolve to, the shape of the classes that it names, the keys of what it can call, the
//! initialisers whose results it reads, and the options.
//!
//! A method may run in two ways: in a run of its own, where classes are initialised and only static finals and the
//! constants of enums depend on initialisers; and as part of an initialiser, where every first use of a class runs that
//! class's initialiser too. So a method has two nodes in the graph of dependencies.

use super::analyse::AnalysisOptions;
use super::called_back::leads_back;
use super::case::Level;
use crate::classfile::{Instruction, InvokeKind, LoadableConstant, MethodReference};
use crate::graph::{DistinctCalls, possible_targets, strongly_connected};
use crate::program::{ClassId, Dispatch, Element, FieldKind, Linkage, MethodId, MethodInfo, MethodTarget, Program};
use blake3::Hasher;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// A content address.
pub type SummaryKey = [u8; 32];

/// Changes with every change of what summaries mean or how they are stored: with every change of the program, then.
const FORMAT: &str = concat!("casewise ", env!("CARGO_PKG_VERSION"), " ", env!("CASEWISE_SOURCES"));

/// The keys of all methods of a program under some options.
pub struct SummaryKeys {
    methods: Vec<SummaryKey>,
}

impl SummaryKeys {
    /// Computes the keys of summaries that are made under some options.
    pub fn of(program: &Program, options: &AnalysisOptions) -> SummaryKeys {
        Self::of_results(program, &options_text(options))
    }

    /// Computes the keys of results of another kind that depend on a method in the same way; `kind` tells them apart.
    pub fn of_results(program: &Program, kind: &str) -> SummaryKeys {
        let shapes = Shapes::of(program);
        let called_back = CalledBack::of(program, &shapes);
        let count = program.methods().count();
        // Two nodes of each method, and two of all that the JDK may call back, which many methods lead to.
        let nodes = count + 1;
        let mut own = Vec::with_capacity(nodes * 2);
        let mut edges = Vec::with_capacity(nodes * 2);
        let mut within_initialisers = Vec::with_capacity(nodes);
        for (id, _) in program.methods() {
            let Content { digest, callees, initialisers, uses, enters_jdk } = Content::of(program, id, &shapes);
            own.push(if enters_jdk { called_back.within(digest) } else { digest });
            let as_initialiser = |method: &MethodId| method.index() + nodes;
            let all = enters_jdk.then_some(count);
            let read = initialisers.iter().map(as_initialiser);
            edges.push(callees.iter().map(|method| method.index()).chain(all).chain(read).collect::<Vec<usize>>());
            let run = callees.iter().chain(&initialisers).chain(&uses);
            let all = all.map(|all| all + nodes);
            within_initialisers.push(run.map(as_initialiser).chain(all).collect::<Vec<usize>>());
        }
        own.push([0; 32]);
        edges.push(called_back.methods.iter().map(|method| method.index()).collect());
        within_initialisers.push(called_back.methods.iter().map(|method| method.index() + nodes).collect());
        own.extend_from_within(..);
        edges.append(&mut within_initialisers);
        let mut base = Hasher::new();
        base.update(FORMAT.as_bytes());
        text(&mut base, program.jdk().map_or("", |jdk| jdk.identity()));
        base.update(kind.as_bytes());
        let mut methods = vec![[0; 32]; edges.len()];
        for component in strongly_connected(&edges) {
            let members: BTreeSet<usize> = component.iter().copied().collect();
            let outside: BTreeSet<SummaryKey> = members
                .iter()
                .flat_map(|member| edges.get(*member).into_iter().flatten())
                .filter(|target| !members.contains(target))
                .filter_map(|target| methods.get(*target).copied())
                .collect();
            let inside: BTreeSet<SummaryKey> = members.iter().filter_map(|member| own.get(*member).copied()).collect();
            let mut shared = base.clone();
            for keys in [&inside, &outside] {
                number(&mut shared, keys.len());
                keys.iter().for_each(|key| {
                    shared.update(key);
                });
            }
            for member in &members {
                let mut hasher = shared.clone();
                if let (Some(digest), Some(slot)) = (own.get(*member), methods.get_mut(*member)) {
                    hasher.update(digest);
                    *slot = *hasher.finalize().as_bytes();
                }
            }
        }
        methods.truncate(count);
        SummaryKeys { methods }
    }

    /// The key of a method's summary at a level, made in a round.
    pub fn key(&self, method: MethodId, level: Level, round: usize) -> SummaryKey {
        let mut hasher = Hasher::new();
        hasher.update(self.methods.get(method.index()).map_or(&[][..], |key| key));
        hasher.update(&level.to_le_bytes());
        number(&mut hasher, round);
        *hasher.finalize().as_bytes()
    }
}

/// The options that can change a result. The deadline is none: what it cuts is never stored.
fn options_text(options: &AnalysisOptions) -> String {
    let AnalysisOptions { arithmetic, limits, budget, composable, solver_resources, inline, calls } = options;
    format!(
        "{arithmetic:?} {limits:?} {} {} {:?} {composable:?} {solver_resources} {inline} {calls:?}",
        budget.cases, budget.ends, budget.work
    )
}

fn number(hasher: &mut Hasher, number: usize) {
    hasher.update(&(number as u64).to_le_bytes());
}

fn text(hasher: &mut Hasher, text: &str) {
    number(hasher, text.len());
    hasher.update(text.as_bytes());
}

/// What a class says to those who name it: no method bodies.
struct Shape {
    /// Itself and its supertypes: what is known of an object made of it.
    ancestors: SummaryKey,
    /// Itself and its subtypes with theirs: what an input declared as it can be.
    descendants: SummaryKey,
}

/// The shapes of the classes that were linked at the start. What is named only by the JDK is covered by the JDK's identity.
struct Shapes(Vec<Shape>);

impl Shapes {
    fn of(program: &Program) -> Shapes {
        Shapes(program.linked().map(|id| Shape::of(program, id)).collect())
    }

    fn get(&self, class: ClassId) -> Option<&Shape> {
        self.0.get(class.index())
    }
}

/// What the JDK's code may meet of the class path: methods that override or implement its own, and, since its fields and
/// parameters are declared as `Object`, instances of every class.
struct CalledBack {
    methods: Vec<MethodId>,
    shapes: SummaryKey,
}

impl CalledBack {
    fn of(program: &Program, shapes: &Shapes) -> CalledBack {
        let mut hasher = Hasher::new();
        let mut signatures = FxHashSet::default();
        for (id, _) in program.user_classes() {
            shapes.get(id).iter().for_each(|shape| {
                hasher.update(&shape.ancestors);
            });
            for parent in program.supertypes(id).iter().filter(|parent| !program.is_user_class(**parent)) {
                for method in &program.class(*parent).methods {
                    let info = program.method(*method);
                    signatures.insert((info.name.clone(), info.descriptor.clone()));
                }
            }
        }
        let overrides = |info: &MethodInfo| {
            let is_special = info.flags.is_static() || info.flags.is_private() || info.name.starts_with('<');
            !is_special && signatures.contains(&(info.name.clone(), info.descriptor.clone()))
        };
        let methods = program.methods().filter(|(_, info)| overrides(info)).map(|(id, _)| id).collect();
        CalledBack { methods, shapes: *hasher.finalize().as_bytes() }
    }

    /// The digest of a method that calls the JDK.
    fn within(&self, digest: SummaryKey) -> SummaryKey {
        let mut hasher = Hasher::new();
        hasher.update(&digest);
        hasher.update(&self.shapes);
        *hasher.finalize().as_bytes()
    }
}

impl Shape {
    fn of(program: &Program, id: ClassId) -> Shape {
        if program.jdk().is_some() && !program.is_user_class(id) {
            // The JDK's identity covers the rest; which of its classes have been looked at must not matter.
            let mut hasher = Hasher::new();
            text(&mut hasher, program.class_name(id));
            let ancestors = *hasher.finalize().as_bytes();
            for class in program.user_subtypes(id) {
                declaration(program, *class, &mut hasher);
            }
            return Shape { ancestors, descendants: *hasher.finalize().as_bytes() };
        }
        let digest = |classes: &[ClassId]| {
            let mut hasher = Hasher::new();
            text(&mut hasher, &program.class(id).name);
            classes.iter().for_each(|class| declaration(program, *class, &mut hasher));
            *hasher.finalize().as_bytes()
        };
        let mut supertypes = program.supertypes(id).to_vec();
        program.sort_by_name(&mut supertypes);
        Shape { ancestors: digest(&supertypes), descendants: digest(program.subtypes(id)) }
    }
}

/// The classes that a method names, and its calls.
struct Named<'c> {
    /// Those of inputs, whose subtypes matter.
    inputs: BTreeSet<ClassId>,
    /// All of them.
    all: BTreeSet<ClassId>,
    calls: DistinctCalls<'c>,
}

impl Named<'_> {
    fn input(&mut self, class: Option<ClassId>) {
        self.inputs.extend(class);
        self.all.extend(class);
    }
}

fn declaration(program: &Program, id: ClassId, hasher: &mut Hasher) {
    let class = program.class(id);
    text(hasher, &class.name);
    if class.is_jdk {
        return;
    }
    hasher.update(&class.flags.0.to_le_bytes());
    hasher.update(match class.linkage {
        Linkage::Loaded(_) => b"loaded",
        Linkage::Builtin => b"builtin",
        Linkage::Missing => b"missing",
    });
    number(hasher, class.interfaces.len());
    for parent in class.superclass.iter().chain(&class.interfaces) {
        text(hasher, &program.class(*parent).name);
    }
    number(hasher, class.fields.len());
    for field in &class.fields {
        let info = program.field(*field);
        text(hasher, &info.name);
        text(hasher, &program.field_descriptor(*field));
        hasher.update(&info.flags.0.to_le_bytes());
        text(hasher, &format!("{:?}", info.constant));
    }
}

/// What a method is made of and depends on.
#[derive(Default)]
struct Content {
    /// Its code and what that resolves to.
    digest: SummaryKey,
    /// What it can call.
    callees: Vec<MethodId>,
    /// The initialisers whose results it reads.
    initialisers: Vec<MethodId>,
    /// The initialisers that it runs when it is part of one.
    uses: Vec<MethodId>,
    /// Whether it calls methods of the JDK that may call back, or look at the class path's classes.
    enters_jdk: bool,
}

impl Content {
    fn of(program: &Program, id: MethodId, shapes: &Shapes) -> Content {
        let info = program.method(id);
        let mut content = Content::default();
        let mut hasher = Hasher::new();
        text(&mut hasher, &program.class(info.class).name);
        text(&mut hasher, &info.name);
        text(&mut hasher, &info.descriptor);
        hasher.update(&info.flags.0.to_le_bytes());
        let mut named =
            Named { inputs: BTreeSet::new(), all: BTreeSet::from([info.class]), calls: DistinctCalls::default() };
        if info.has_receiver() {
            named.input(Some(info.class));
        }
        info.parameters.iter().for_each(|kind| named.input(class_of(*kind)));
        if let Some(code) = program.code(id) {
            hasher.update(&code.max_locals.to_le_bytes());
            number(&mut hasher, code.handlers.len());
            for handler in &code.handlers {
                text(&mut hasher, &format!("{handler:?}"));
                named.all.extend(handler.catch_type.as_ref().and_then(|name| program.class_by_name(name)));
            }
            for decoded in &code.instructions {
                // The derived text of an instruction names everything in it and nothing else.
                text(&mut hasher, &format!("{:?}", decoded.instruction));
                content.instruction(program, info.class, &decoded.instruction, &mut named, &mut hasher);
            }
        }
        named.all.retain(|class| shapes.get(*class).is_some());
        number(&mut hasher, named.all.len());
        for class in &named.all {
            shapes.get(*class).iter().for_each(|shape| {
                hasher.update(&shape.ancestors);
            });
            if program.is_user_class(*class) && program.class(*class).is_enum() {
                content.initialisers.extend(initialisers(program, *class));
            }
        }
        for class in &named.inputs {
            shapes.get(*class).iter().for_each(|shape| {
                hasher.update(&shape.descendants);
            });
            // An input of the class may be a constant of an enum.
            let types = program.user_subtypes(*class).iter().filter(|class| program.class(**class).is_enum());
            types.for_each(|class| content.initialisers.extend(initialisers(program, *class)));
        }
        for methods in [&mut content.callees, &mut content.initialisers, &mut content.uses] {
            methods.sort_unstable();
            methods.dedup();
        }
        content.digest = *hasher.finalize().as_bytes();
        content
    }

    fn instruction<'c>(
        &mut self,
        program: &Program,
        caller: ClassId,
        instruction: &'c Instruction,
        named: &mut Named<'c>,
        hasher: &mut Hasher,
    ) {
        match instruction {
            Instruction::GetStatic(field)
            | Instruction::PutStatic(field)
            | Instruction::GetField(field)
            | Instruction::PutField(field) => {
                named.all.extend(program.class_by_name(&field.class));
                let Some(field) = program.resolve_field(field) else { return };
                let info = program.field(field);
                named.all.insert(info.class);
                if let Instruction::GetStatic(_) | Instruction::GetField(_) = instruction {
                    named.input(class_of(info.kind));
                }
                if info.flags.is_static() {
                    let read = if info.flags.is_final() { &mut self.initialisers } else { &mut self.uses };
                    read.extend(initialisers(program, info.class));
                }
            }
            Instruction::Invoke(kind, method) => {
                if named.calls.is_new(*kind, method) {
                    self.enters_jdk |= resolution(program, *kind, method, caller, hasher);
                    self.callees.extend(possible_targets(program, *kind, method, caller));
                }
                let class = program.class_by_name(&method.class);
                named.all.extend(class);
                if *kind == InvokeKind::Static {
                    self.uses.extend(class.into_iter().flat_map(|class| initialisers(program, class)));
                }
            }
            Instruction::New(name)
            | Instruction::NewReferenceArray(name)
            | Instruction::NewMultiArray(name, _)
            | Instruction::Constant(LoadableConstant::Class(name)) => {
                let class = program.reference_type(name).map(FieldKind::Reference).and_then(class_of);
                named.all.extend(class);
                if let Instruction::New(_) = instruction {
                    self.uses.extend(class.into_iter().flat_map(|class| initialisers(program, class)));
                }
            }
            Instruction::CheckCast(name) | Instruction::InstanceOf(name) => {
                named.input(program.reference_type(name).map(FieldKind::Reference).and_then(class_of));
            }
            _ => {}
        }
    }
}

/// What an invoke instruction can run, by receiver. Whether it may run code of the JDK that leads back.
fn resolution(
    program: &Program,
    kind: InvokeKind,
    method: &MethodReference,
    caller: ClassId,
    hasher: &mut Hasher,
) -> bool {
    let mut enters_jdk = false;
    if program.jdk().is_some() {
        let named = program.class_by_name(&method.class);
        if let Some(class) = named.filter(|class| !program.is_user_class(*class)) {
            enters_jdk = leads_back(program, program.resolve_method(kind, method, caller));
            if program.user_subtypes(class).is_empty() {
                return enters_jdk;
            }
        }
    }
    let mut target = |target: &MethodTarget, hasher: &mut Hasher| match target {
        MethodTarget::Method(method) if !program.is_user_method(*method) => {
            let info = program.method(*method);
            let class = program.class_name(info.class);
            enters_jdk |= leads_back(program, Dispatch::Fixed(MethodTarget::Method(*method)));
            text(hasher, class);
        }
        MethodTarget::Method(method) => {
            let info = program.method(*method);
            text(hasher, &program.method_label(*method));
            text(hasher, &info.descriptor);
            hasher.update(&info.flags.0.to_le_bytes());
        }
        MethodTarget::External(class) => text(hasher, &program.class(*class).name),
        MethodTarget::None => text(hasher, ""),
        MethodTarget::OtherKind => text(hasher, "other kind"),
    };
    match program.resolve_method(kind, method, caller) {
        Dispatch::Fixed(only) => target(&only, hasher),
        Dispatch::Virtual => {
            let receivers = program.class_by_name(&method.class).map(|class| program.concrete_subtypes(class));
            for &receiver in receivers.into_iter().flatten() {
                match program.select(receiver, method) {
                    // What a class inherits from elsewhere its ancestors tell; many classes inherit `toString`.
                    MethodTarget::External(_) => {}
                    selected => {
                        text(hasher, &program.class(receiver).name);
                        target(&selected, hasher);
                    }
                }
            }
        }
    }
    enters_jdk
}

/// The initialisers that run when a class is initialised, but for those that they use themselves.
fn initialisers(program: &Program, class: ClassId) -> impl Iterator<Item = MethodId> + '_ {
    let methods =
        program.initialised_with(class).into_iter().flat_map(|class| program.class(class).methods.iter().copied());
    methods.filter(|method| program.is_user_method(*method) && &*program.method(*method).name == "<clinit>")
}

fn class_of(kind: FieldKind) -> Option<ClassId> {
    match kind {
        FieldKind::Reference(reference) => match reference.element {
            Element::Class(class) => Some(class),
            Element::Primitive(_) => None,
        },
        FieldKind::Primitive(_) | FieldKind::Text => None,
    }
}
