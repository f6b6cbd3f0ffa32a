//! Which methods have trees of their own: those whose calls can be described by terms. All others are executed inline, as part
//! of their caller.

use crate::classfile::Instruction;
use crate::graph::{CallGraph, DistinctCalls, possible_targets};
use crate::program::{FieldId, FieldKind, MethodId, Program, ReferenceType, is_desugared};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Methods that are executed inline, and why.
pub type Inlined = Vec<(MethodId, String)>;

/// What a method and all that it calls may do to the heap, from the code alone.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// Instance fields of the class path that may be read or written.
    pub fields: BTreeSet<FieldId>,
    /// Those that may be written.
    pub written: BTreeSet<FieldId>,
    /// Whether elements of arrays may be written.
    pub writes_arrays: bool,
    /// Whether static fields that are not final may be read or written.
    pub uses_statics: bool,
    /// Whether code from outside of the class path may run that may call back.
    pub calls_back: bool,
}

/// Knows which methods are composed.
pub struct ComposedMethods<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    effects: FxHashMap<MethodId, Effects>,
    reasons: FxHashMap<MethodId, Option<String>>,
    /// Those whose reason was found while they ran.
    noted: BTreeSet<MethodId>,
}

impl<'p> ComposedMethods<'p> {
    /// For a program.
    pub fn new(program: &'p Program, calls: &'p CallGraph) -> Self {
        ComposedMethods {
            program,
            calls,
            effects: FxHashMap::default(),
            reasons: FxHashMap::default(),
            noted: BTreeSet::new(),
        }
    }

    /// Why calls of a method are executed inline; none when they are composed.
    pub fn inlined(&mut self, method: MethodId) -> Option<&str> {
        if !self.reasons.contains_key(&method) {
            let reason = self.reason(method).map(str::to_owned);
            self.reasons.insert(method, reason);
        }
        self.reasons.get(&method).and_then(Option::as_deref)
    }

    /// Methods that were found to be executed inline while they ran, and so on.
    pub fn note_inlined(&mut self, method: MethodId, reason: String) {
        self.reasons.insert(method, Some(reason));
        self.noted.insert(method);
    }

    /// Those of [`ComposedMethods::note_inlined`] among a method and all that it may call, in order.
    pub fn noted_below(&self, method: MethodId) -> Inlined {
        let below = self.closure(method);
        let reason = |method: &MethodId| Some((*method, self.reasons.get(method)?.clone()?));
        self.noted.intersection(&below).filter_map(reason).collect()
    }

    /// Methods of the class path that had a reason, in order.
    pub fn all_inlined(&self) -> Inlined {
        let with_reason = |(method, reason): (&MethodId, &Option<String>)| {
            let reason = reason.clone().filter(|_| self.program.is_user_method(*method))?;
            Some((*method, reason))
        };
        let mut all: Vec<(MethodId, String)> = self.reasons.iter().filter_map(with_reason).collect();
        all.sort();
        all
    }

    fn reason(&mut self, method: MethodId) -> Option<&'static str> {
        let program = self.program;
        let info = program.method(method);
        if !program.is_user_method(method) || is_desugared(&program.class(info.class).name) {
            return Some("it is not on the class path");
        }
        if info.name.starts_with('<') {
            return Some("it is a constructor");
        }
        let receiver = info.has_receiver().then(|| FieldKind::Reference(ReferenceType::class(info.class)));
        if !info.parameters.iter().chain(&receiver).all(|kind| self.is_term(*kind)) {
            return Some("a parameter is of a type that no term describes");
        }
        if matches!(info.result, Some(FieldKind::Reference(_) | FieldKind::Text)) {
            return Some("its result is a reference");
        }
        if self.is_straight(method) {
            return Some("it has a single path");
        }
        let effects = self.effects(method).clone();
        if effects.uses_statics {
            return Some("it uses static fields");
        }
        if effects.calls_back {
            return Some("it calls code from outside of the class path that may call back");
        }
        if !effects.fields.iter().all(|field| self.is_described(program.field(*field).kind)) {
            return Some("it uses a field of a type that no term describes");
        }
        None
    }

    /// Whether an argument of a declared type can be described by terms: numbers, arrays of primitives, strings, and objects
    /// of the class path.
    fn is_term(&self, kind: FieldKind) -> bool {
        let is_value = |reference: ReferenceType| is_primitive_array(reference) || is_string(self.program, reference);
        self.is_described(kind) || matches!(kind, FieldKind::Reference(reference) if is_value(reference))
    }

    /// Whether the values of fields of a declared type can be described by terms: numbers, and objects of the class path by
    /// their identities.
    fn is_described(&self, kind: FieldKind) -> bool {
        match kind {
            FieldKind::Primitive(_) => true,
            FieldKind::Text => false,
            FieldKind::Reference(reference) => reference.as_class().is_some_and(|class| {
                let definition = self.program.class(class);
                self.program.is_user_class(class) && !definition.is_enum() && !is_desugared(&definition.name)
            }),
        }
    }

    /// Whether a method has no branches and calls nothing.
    fn is_straight(&self, method: MethodId) -> bool {
        let is_plain = |instruction: &Instruction| {
            !matches!(instruction, Instruction::Branch(..) | Instruction::Switch(_) | Instruction::Invoke(..))
        };
        let code = self.program.code(method);
        code.is_none_or(|code| code.instructions.iter().all(|decoded| is_plain(&decoded.instruction)))
    }

    /// What a method and all that it calls may do.
    pub fn effects(&mut self, method: MethodId) -> &Effects {
        if !self.effects.contains_key(&method) {
            let mut found = Effects::default();
            for callee in self.closure(method) {
                self.add(callee, &mut found);
            }
            self.effects.insert(method, found);
        }
        self.effects.entry(method).or_default()
    }

    /// A method and all methods of the class path that it may call, directly or not.
    pub fn closure(&self, method: MethodId) -> BTreeSet<MethodId> {
        let mut found = BTreeSet::from([method]);
        let mut open = vec![method];
        while let Some(next) = open.pop() {
            for callee in self.calls.callees(next) {
                if found.insert(*callee) {
                    open.push(*callee);
                }
            }
        }
        found
    }

    fn add(&self, method: MethodId, found: &mut Effects) {
        let program = self.program;
        let Some(code) = program.code(method) else { return };
        let own = program.method(method).class;
        let mut calls = DistinctCalls::default();
        for decoded in &code.instructions {
            match &decoded.instruction {
                Instruction::Invoke(kind, reference) if !calls.is_new(*kind, reference) => {}
                Instruction::GetField(reference) => found.fields.extend(program.resolve_field(reference)),
                Instruction::PutField(reference) => {
                    let field = program.resolve_field(reference);
                    found.fields.extend(field);
                    found.written.extend(field);
                }
                Instruction::GetStatic(reference) | Instruction::PutStatic(reference) => {
                    found.uses_statics |= program.resolve_field(reference).is_none_or(|field| {
                        let info = program.field(field);
                        !info.flags.is_final() && program.is_user_class(info.class)
                    });
                }
                Instruction::ArrayStore(_) => found.writes_arrays = true,
                Instruction::Invoke(kind, reference) => {
                    let is_outside = possible_targets(program, *kind, reference, own).is_empty();
                    found.writes_arrays |= is_outside && reference.descriptor.contains('[');
                    found.calls_back |=
                        is_outside && !is_closed(&reference.class, &reference.name, &reference.descriptor);
                }
                _ => {}
            }
        }
    }
}

/// Whether a method from outside of the class path calls nothing of the class path: it gets numbers, arrays of numbers and
/// strings only.
fn is_closed(class: &str, name: &str, descriptor: &str) -> bool {
    const VALUES: &[&str] = &[
        "String",
        "StringBuilder",
        "StringBuffer",
        "Math",
        "StrictMath",
        "Integer",
        "Long",
        "Short",
        "Byte",
        "Character",
        "Boolean",
        "Float",
        "Double",
        "System",
    ];
    let Some(class) = class.strip_prefix("java/lang/") else { return false };
    let is_constructor = name == "<init>";
    let is_thrown = class.ends_with("Exception") || class.ends_with("Error");
    let is_known = VALUES.contains(&class) || (is_constructor && (is_thrown || class == "Object"));
    let parameters = descriptor.split(')').next().unwrap_or(descriptor).replace("Ljava/lang/String;", "");
    let is_copy = class == "System" && name == "arraycopy";
    is_known && (is_copy || !parameters.contains('L'))
}

/// Whether a type is that of arrays of primitives.
pub fn is_primitive_array(reference: ReferenceType) -> bool {
    matches!(reference.component(), Some(FieldKind::Primitive(_)))
}

/// Whether a type is `String`.
pub fn is_string(program: &Program, reference: ReferenceType) -> bool {
    reference.as_class().is_some_and(|class| &**program.class_name(class) == "java/lang/String")
}

/// Whether a call was composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Composed {
    /// It is done.
    Yes,
    /// It has to be executed inline, and nothing was done.
    No,
}
