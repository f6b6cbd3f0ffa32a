//! Which calls into the JDK run no code of the class path: those that are given nothing that leads to its objects, and those whose
//! bytecode calls nothing on what it is given. The JDK is taken to keep no such objects in static fields of its own.

use crate::classfile::{ClassFile, Code, FieldType, GenericType, Instruction, InvokeKind, MethodReference};
use crate::classfile::{parse_field_descriptor, parse_field_signature, parse_method_descriptor};
use crate::equivalence::StaticType;
use crate::graph::may_call_back;
use crate::models::{asks_for_types, asks_how_declared, finds_by_name, leads_nowhere, runs_no_code};
use crate::program::{ClassId, Dispatch, MethodId, MethodTarget, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::hash::Hash;

/// So many methods of the JDK are looked at for a call.
const MOST_METHODS: usize = 60;

const ENUM: &str = "java/lang/Enum";
const COPY: &str = "(Ljava/lang/Object;ILjava/lang/Object;II)V";

/// What is known of calls into the JDK.
pub(super) struct Callbacks<'p> {
    program: &'p Program,
    types_differ: bool,
    /// Whether some enum has other constants, or has them in another order, in the new version.
    enums_differ: bool,
    /// Classes, by name, whose objects lead to nothing of the class path, or may.
    plain: RefCell<FxHashMap<String, bool>>,
    /// Methods whose bytecode calls nothing on what it is given, or may.
    quiet: RefCell<FxHashMap<MethodId, bool>>,
}

impl<'p> Callbacks<'p> {
    /// Of a program in which classes may have other supertypes in the new version, and enums other constants.
    pub(super) fn new(program: &'p Program, types_differ: bool, enums_differ: bool) -> Callbacks<'p> {
        Callbacks { program, types_differ, enums_differ, plain: RefCell::default(), quiet: RefCell::default() }
    }

    /// Whether a call may run code of the class path, or tell in what the versions differ without that.
    fn may_see(&self, kind: InvokeKind, called: &MethodReference) -> bool {
        self.types_differ || self.enums_differ || may_call_back(self.program, kind, called)
    }

    /// Whether a call tells how objects are typed, or where constants of enums stand, in which the versions differ.
    fn tells_a_difference(&self, kind: InvokeKind, called: &MethodReference) -> bool {
        let is_of_enum = || {
            let class = self.program.class_by_name(&called.class);
            class.is_some_and(|class| match self.target(kind, called, None, class) {
                Some(method) => &**self.program.class_name(self.program.method(method).class) == ENUM,
                None => &*called.class == ENUM,
            })
        };
        self.types_differ && asks_for_types(&called.class, &called.name) || self.enums_differ && is_of_enum()
    }

    /// Whether a call may run code of the class path, given what is known of the types of its arguments, the receiver first.
    pub(super) fn may_run(&self, kind: InvokeKind, called: &MethodReference, given: &[Option<StaticType>]) -> bool {
        if self.tells_a_difference(kind, called) {
            return true;
        }
        let named = (&*called.class, &*called.name, &*called.descriptor);
        // Copying asks what an array takes.
        let is_copy = !self.types_differ && named == ("java/lang/System", "arraycopy", COPY);
        let is_silent = is_copy || runs_no_code(named);
        if is_silent || !self.may_see(kind, called) || called.class.starts_with('[') {
            return false;
        }
        let Some(class) = self.program.class_by_name(&called.class) else { return true };
        let is_plain = |known: &Option<StaticType>| known.as_ref().is_some_and(|known| self.is_plain(&known.name));
        if given.iter().all(is_plain) {
            return false;
        }
        let receiver = given.first().and_then(Option::as_ref).filter(|known| known.is_exact);
        let exact = receiver.and_then(|known| self.program.class_by_name(&known.name));
        let target = self.target(kind, called, exact.filter(|_| kind != InvokeKind::Static), class);
        !target.is_some_and(|target| self.is_quiet(target))
    }

    /// Whether a method of the class path makes a call into the JDK that may run code of it, for all that the types say that it names.
    pub(super) fn may_run_in(&self, method: MethodId, code: &Code) -> bool {
        let program = self.program;
        let own = program.method(method);
        code.instructions.iter().any(|decoded| match &decoded.instruction {
            Instruction::Invoke(kind, called) => {
                let Some(parsed) = parse_method_descriptor(&called.descriptor) else { return true };
                let makes_own = *kind == InvokeKind::Special && &*called.name == "<init>" && &*own.name == "<init>";
                let receiver = match kind {
                    InvokeKind::Static => None,
                    _ if makes_own => Some(program.class_name(own.class).clone()),
                    _ => Some(called.class.clone()),
                };
                let named = |kind: &FieldType| match kind {
                    FieldType::Primitive(_) => "[I".into(),
                    FieldType::Reference(name) => name.clone(),
                };
                let types = receiver.into_iter().chain(parsed.parameters.iter().map(named));
                let given: Vec<_> = types.map(|name| Some(StaticType { name, is_exact: false })).collect();
                self.may_run(*kind, called, &given) || finds_by_name(&called.class, &called.name)
            }
            Instruction::InvokeDynamic(_) => true,
            _ => false,
        })
    }

    /// Whether objects of a type lead to no object of the class path: its fields hold numbers, and other such objects.
    fn is_plain(&self, name: &str) -> bool {
        let mut seen = FxHashSet::default();
        let found = self.leads_nowhere(name, &mut seen);
        remember(&self.plain, name.to_owned(), seen, found)
    }

    fn leads_nowhere(&self, name: &str, seen: &mut FxHashSet<String>) -> bool {
        let program = self.program;
        if let Some(element) = name.strip_prefix('[') {
            return parse_field_descriptor(element).is_some_and(|element| self.type_leads_nowhere(&element, seen));
        }
        if let Some(known) = self.plain.borrow().get(name) {
            return *known;
        }
        if !seen.insert(name.to_owned()) {
            return true;
        }
        let Some(class) = program.class_by_name(name) else { return false };
        if program.is_value_class(class) || leads_nowhere(name) && program.user_subtypes(class).is_empty() {
            return true;
        }
        let has_only_its_own = program.class(class).flags.is_final() || program.class(class).is_enum();
        if program.is_user_class(class) || !has_only_its_own {
            return false;
        }
        program
            .superclasses(class)
            .filter(|parent| &**program.class_name(*parent) != "java/lang/Object")
            .all(|parent| program.class(parent).file().is_some_and(|file| self.fields_lead_nowhere(file, seen)))
    }

    fn type_leads_nowhere(&self, kind: &FieldType, seen: &mut FxHashSet<String>) -> bool {
        match kind {
            FieldType::Primitive(_) => true,
            FieldType::Reference(name) => self.leads_nowhere(name, seen),
        }
    }

    fn fields_lead_nowhere(&self, file: &ClassFile, seen: &mut FxHashSet<String>) -> bool {
        file.fields.iter().filter(|field| !field.flags.is_static()).all(|field| {
            match field.signature.as_deref() {
                // The JDK puts into a field of its own what its declaration says.
                Some(signature) if field.flags.is_private() => {
                    parse_field_signature(signature).is_some_and(|kind| self.generic_leads_nowhere(&kind, seen))
                }
                _ => {
                    let kind = parse_field_descriptor(&field.descriptor);
                    kind.is_some_and(|kind| self.type_leads_nowhere(&kind, seen))
                }
            }
        })
    }

    fn generic_leads_nowhere(&self, kind: &GenericType, seen: &mut FxHashSet<String>) -> bool {
        match kind {
            GenericType::Primitive(_) => true,
            GenericType::Array(element) => self.generic_leads_nowhere(element, seen),
            GenericType::Class(name, arguments) if arguments.is_empty() => self.leads_nowhere(name, seen),
            // What a collection of such objects holds, unless the class path has collections of this kind.
            GenericType::Class(name, arguments) => {
                let class = self.program.class_by_name(name);
                class.is_some_and(|class| self.program.user_subtypes(class).is_empty())
                    && arguments.iter().all(|argument| self.generic_leads_nowhere(argument, seen))
            }
            GenericType::Variable(_) | GenericType::Anything => false,
        }
    }

    /// The one method that a call enters; none where that is not known.
    fn target(
        &self,
        kind: InvokeKind,
        called: &MethodReference,
        exact: Option<ClassId>,
        caller: ClassId,
    ) -> Option<MethodId> {
        let program = self.program;
        let target = match (program.resolve_method(kind, called, caller), exact) {
            (Dispatch::Fixed(target), _) => target,
            (Dispatch::Virtual, Some(exact)) => program.select(exact, called),
            (Dispatch::Virtual, None) => {
                let class = program.class_by_name(&called.class)?;
                let MethodTarget::Method(method) = program.select(class, called) else { return None };
                let is_only = program.class(class).flags.is_final() || program.method(method).flags.is_final();
                return is_only.then_some(method);
            }
        };
        match target {
            MethodTarget::Method(method) => Some(method),
            _ => None,
        }
    }

    /// Whether the bytecode of a method of the JDK, and of all that it calls, calls nothing that may be code of the class path.
    fn is_quiet(&self, method: MethodId) -> bool {
        let mut seen = FxHashSet::default();
        let found = self.follow(method, &mut seen);
        remember(&self.quiet, method, seen, found)
    }

    fn follow(&self, method: MethodId, seen: &mut FxHashSet<MethodId>) -> bool {
        if let Some(known) = self.quiet.borrow().get(&method) {
            return *known;
        }
        if !seen.insert(method) {
            return true;
        }
        let program = self.program;
        let info = program.method(method);
        let class = info.class;
        if program.is_user_class(class) || seen.len() > MOST_METHODS {
            return false;
        }
        let Some(code) = program.code(method) else {
            return runs_no_code((program.class_name(class), &info.name, &info.descriptor));
        };
        code.instructions.iter().all(|decoded| match &decoded.instruction {
            Instruction::Invoke(kind, called) if self.tells_a_difference(*kind, called) => false,
            Instruction::Invoke(kind, called) => {
                !self.may_see(*kind, called)
                    || self.target(*kind, called, None, class).is_some_and(|target| self.follow(target, seen))
            }
            Instruction::InvokeDynamic(_) => false,
            Instruction::InstanceOf(_) | Instruction::CheckCast(_) => !self.types_differ,
            Instruction::GetField(field) => !self.enums_differ || &*field.class != ENUM,
            _ => true,
        })
    }
}

/// Whether a call tells how a class is declared, or what an annotation of it says.
pub(super) fn tells_declarations(program: &Program, called: &MethodReference) -> bool {
    let class = program.class_by_name(&called.class);
    asks_how_declared(&called.class, &called.name)
        || class.is_some_and(|class| program.class(class).flags.is_annotation())
}

/// Remembers an answer that was found by way of others: where it is yes, so are theirs; where it is no, theirs may rest on what was asked.
fn remember<K: Eq + Hash>(known: &RefCell<FxHashMap<K, bool>>, asked: K, others: FxHashSet<K>, found: bool) -> bool {
    let mut known = known.borrow_mut();
    if found {
        known.extend(others.into_iter().map(|other| (other, true)));
    } else {
        known.insert(asked, false);
    }
    found
}
