//! Cache keys: everything that can change a summary and nothing else. A key covers the method's own code without line
//! numbers, the shape of the classes that it names, the keys of what it can call, and the options.

use super::analyse::AnalysisOptions;
use super::case::Level;
use crate::classfile::{FieldReference, Instruction, LoadableConstant};
use crate::graph::{possible_targets, strongly_connected};
use crate::program::{ClassId, Element, FieldKind, MethodId, Program};
use blake3::Hasher;
use std::collections::BTreeSet;

/// A content address.
pub type SummaryKey = [u8; 32];

/// Changes with every change of what summaries mean or how they are stored.
const FORMAT: &str = concat!("casewise summary 2, ", env!("CARGO_PKG_VERSION"));

/// The keys of all methods of a program under some options.
pub struct SummaryKeys {
    methods: Vec<SummaryKey>,
}

impl SummaryKeys {
    /// Computes the keys.
    pub fn of(program: &Program, options: &AnalysisOptions) -> SummaryKeys {
        let shapes: Vec<SummaryKey> = program.classes().map(|(id, _)| shape(program, id)).collect();
        let count = program.methods().count();
        let mut own = Vec::with_capacity(count);
        let mut edges = Vec::with_capacity(count);
        for (id, _) in program.methods() {
            let (digest, targets) = own_digest(program, id, &shapes);
            own.push(digest);
            edges.push(targets.into_iter().map(MethodId::index).collect::<Vec<usize>>());
        }
        let mut base = Hasher::new();
        base.update(FORMAT.as_bytes());
        base.update(options_text(options).as_bytes());
        let mut methods = vec![[0; 32]; count];
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
            inside.iter().chain(&outside).for_each(|key| {
                shared.update(key);
            });
            for member in &members {
                let mut hasher = shared.clone();
                if let (Some(digest), Some(slot)) = (own.get(*member), methods.get_mut(*member)) {
                    hasher.update(digest);
                    *slot = *hasher.finalize().as_bytes();
                }
            }
        }
        SummaryKeys { methods }
    }

    /// The key of a method's summary at a level.
    pub fn key(&self, method: MethodId, level: Level) -> SummaryKey {
        let mut hasher = Hasher::new();
        hasher.update(self.methods.get(method.index()).map_or(&[][..], |key| key));
        hasher.update(&level.to_le_bytes());
        *hasher.finalize().as_bytes()
    }
}

/// The options that can change a result. The deadline is none: what it cuts is never stored.
fn options_text(options: &AnalysisOptions) -> String {
    let AnalysisOptions { arithmetic, limits, budget, composable, solver_resources, inline } = options;
    format!(
        "{arithmetic:?} {limits:?} {} {} {} {} {composable:?} {solver_resources} {inline}",
        budget.cases, budget.ends, budget.instructions, budget.solver_resources
    )
}

fn text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}

/// What a class says to those who name it, itself and its super- and subtypes: no method bodies.
fn shape(program: &Program, id: ClassId) -> SummaryKey {
    let mut hasher = Hasher::new();
    for related in program.supertypes(id).iter().chain(program.subtypes(id)) {
        let class = program.class(*related);
        text(&mut hasher, &class.name);
        hasher.update(&class.flags.0.to_le_bytes());
        hasher.update(&[u8::from(class.file().is_some())]);
        for parent in class.superclass.iter().chain(&class.interfaces) {
            text(&mut hasher, &program.class(*parent).name);
        }
        for field in &class.fields {
            let info = program.field(*field);
            text(&mut hasher, &info.name);
            text(&mut hasher, &program.field_descriptor(*field));
            hasher.update(&info.flags.0.to_le_bytes());
            text(&mut hasher, &format!("{:?}", info.constant));
        }
        hasher.update(b";");
    }
    *hasher.finalize().as_bytes()
}

/// A method's code and what it resolves to, and the methods whose keys its own depends on.
fn own_digest(program: &Program, id: MethodId, shapes: &[SummaryKey]) -> (SummaryKey, Vec<MethodId>) {
    let info = program.method(id);
    let mut hasher = Hasher::new();
    text(&mut hasher, &program.class(info.class).name);
    text(&mut hasher, &info.name);
    text(&mut hasher, &info.descriptor);
    hasher.update(&info.flags.0.to_le_bytes());
    let mut named = BTreeSet::from([info.class]);
    let mut targets = Vec::new();
    info.parameters.iter().chain(&info.result).for_each(|kind| named.extend(class_of(*kind)));
    if let Some(code) = program.code(id) {
        hasher.update(&code.max_locals.to_le_bytes());
        for handler in &code.handlers {
            text(&mut hasher, &format!("{handler:?}"));
            named.extend(handler.catch_type.as_ref().and_then(|name| program.class_by_name(name)));
        }
        for decoded in &code.instructions {
            // The derived text of an instruction names everything in it and nothing else.
            text(&mut hasher, &format!("{:?}", decoded.instruction));
            match &decoded.instruction {
                Instruction::GetStatic(field)
                | Instruction::PutStatic(field)
                | Instruction::GetField(field)
                | Instruction::PutField(field) => name_field(program, field, &mut named, &mut targets),
                Instruction::Invoke(kind, method) => {
                    for target in possible_targets(program, *kind, method, info.class) {
                        text(&mut hasher, &program.method_label(target));
                        text(&mut hasher, &program.method(target).descriptor);
                        targets.push(target);
                    }
                    named.extend(program.class_by_name(&method.class));
                }
                Instruction::New(name)
                | Instruction::NewReferenceArray(name)
                | Instruction::NewMultiArray(name, _)
                | Instruction::CheckCast(name)
                | Instruction::InstanceOf(name)
                | Instruction::Constant(LoadableConstant::Class(name)) => {
                    let class = program.reference_type(name).map(FieldKind::Reference).and_then(class_of);
                    named.extend(class);
                }
                _ => {}
            }
        }
    }
    for class in &named {
        if let Some(shape) = shapes.get(class.index()) {
            hasher.update(shape);
        }
        if program.class(*class).is_enum() {
            targets.extend(initialiser(program, *class));
        }
    }
    targets.sort_unstable();
    targets.dedup();
    (*hasher.finalize().as_bytes(), targets)
}

fn name_field(
    program: &Program,
    reference: &FieldReference,
    named: &mut BTreeSet<ClassId>,
    targets: &mut Vec<MethodId>,
) {
    named.extend(program.class_by_name(&reference.class));
    if let Some(field) = program.resolve_field(reference) {
        let info = program.field(field);
        named.insert(info.class);
        named.extend(class_of(info.kind));
        if info.flags.is_static() && info.flags.is_final() {
            targets.extend(initialiser(program, info.class));
        }
    }
}

fn initialiser(program: &Program, class: ClassId) -> Option<MethodId> {
    let methods = &program.class(class).methods;
    methods.iter().copied().find(|method| &*program.method(*method).name == "<clinit>")
}

fn class_of(kind: FieldKind) -> Option<ClassId> {
    match kind {
        FieldKind::Reference(reference) => match reference.element {
            Element::Class(class) => Some(class),
            Element::Primitive(_) => None,
        },
        FieldKind::Primitive(_) => None,
    }
}
