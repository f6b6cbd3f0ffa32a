//! What methods do that is plain from their bytecode: getters, constructors that only assign, and which fields a call may
//! write.

use crate::classfile::{Condition, FieldReference, Instruction, InvokeKind, ValueKind};
use crate::program::{ClassId, Dispatch, FieldId, FieldKind, MethodId, MethodTarget, Program, package_of};
use crate::run;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Superclasses beyond this many are not looked at.
const DEEPEST: usize = 64;

/// Whether code of a package can use a member with these flags of a class that it can name.
pub(super) fn is_open(program: &Program, flags: crate::classfile::AccessFlags, class: ClassId, package: &str) -> bool {
    flags.is_public() || (!flags.is_private() && package_of(program.class_name(class)) == package)
}

fn instructions(program: &Program, method: MethodId) -> Vec<&Instruction> {
    program
        .code(method)
        .map_or_else(Vec::new, |code| code.instructions.iter().map(|decoded| &decoded.instruction).collect())
}

/// A method that returns a field of its object and does nothing else, open to a package: a getter, or a record's accessor.
pub(super) fn getter(program: &Program, field: FieldId, package: &str) -> Option<MethodId> {
    let info = program.field(field);
    let methods = program.class(info.class).methods.iter().copied();
    methods.into_iter().find(|method| {
        let candidate = program.method(*method);
        let reads = |reference: &FieldReference| program.resolve_field(reference) == Some(field);
        candidate.has_receiver()
            && candidate.parameters.is_empty()
            && !candidate.flags.is_synthetic()
            && candidate.result == Some(info.kind)
            && is_open(program, candidate.flags, candidate.class, package)
            && matches!(
                instructions(program, *method).as_slice(),
                [Instruction::Load(ValueKind::Reference, 0), Instruction::GetField(reference), Instruction::Return(Some(_))]
                if reads(reference)
            )
    })
}

/// The fields that a constructor gives its parameters to, in the order of the parameters; none when it does anything else.
pub(super) fn assigned_by(program: &Program, constructor: MethodId) -> Option<Vec<FieldId>> {
    let info = program.method(constructor);
    let code = instructions(program, constructor);
    let (before, rest) = code.split_at_checked(2)?;
    let [Instruction::Load(ValueKind::Reference, 0), Instruction::Invoke(InvokeKind::Special, called)] = before else {
        return None;
    };
    if &*called.name != "<init>" || &*called.descriptor != "()V" || !does_nothing(program, &called.class, 0) {
        return None;
    }
    let mut slots = BTreeMap::new();
    let mut slot = 1;
    for (position, kind) in info.parameters.iter().enumerate() {
        slots.insert(slot, position);
        slot += u16::try_from(kind.slots()).ok()?;
    }
    let (last, body) = rest.split_last()?;
    if !matches!(last, Instruction::Return(None)) || body.len() != 3 * info.parameters.len() {
        return None;
    }
    let mut fields: Vec<Option<FieldId>> = vec![None; info.parameters.len()];
    for step in body.chunks(3) {
        let [Instruction::Load(ValueKind::Reference, 0), Instruction::Load(_, slot), Instruction::PutField(field)] =
            step
        else {
            return None;
        };
        *fields.get_mut(*slots.get(slot)?)? = program.resolve_field(field);
    }
    fields.into_iter().collect()
}

/// Whether the constructor without parameters of a class, and those before it, do nothing.
fn does_nothing(program: &Program, class: &str, depth: usize) -> bool {
    if matches!(class, "java/lang/Object" | "java/lang/Record") {
        return true;
    }
    let Some(method) = program.method_by_name((class, "<init>", "()V")).filter(|_| depth < DEEPEST) else {
        return false;
    };
    match instructions(program, method).as_slice() {
        [
            Instruction::Load(ValueKind::Reference, 0),
            Instruction::Invoke(InvokeKind::Special, called),
            Instruction::Return(None),
        ] => &*called.descriptor == "()V" && does_nothing(program, &called.class, depth + 1),
        _ => false,
    }
}

/// What the code of methods may change.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Instance fields.
    pub(super) fields: BTreeSet<FieldId>,
    /// Those that the method assigns itself, or by what its class has for it.
    pub(super) own: BTreeSet<FieldId>,
    /// Static fields.
    pub(super) statics: BTreeSet<FieldId>,
    /// Whether arrays may be written.
    pub(super) arrays: bool,
    /// Whether references are compared.
    pub(super) identity: bool,
}

impl Effects {
    /// Whether it assigns no field that objects of a class have, and no static field of the class path: what it changes beyond that are
    /// most often objects of its own.
    pub(super) fn is_idle(&self, program: &Program, class: ClassId) -> bool {
        let has = |field: &FieldId| program.is_subclass(class, program.field(*field).class) == Some(true);
        let is_of_user = |field: &FieldId| program.is_user_class(program.field(*field).class);
        !self.fields.iter().any(has) && !self.statics.iter().any(is_of_user)
    }

    /// Whether it assigns no field and no element.
    pub(super) fn is_nothing(&self) -> bool {
        self.fields.is_empty() && self.statics.is_empty() && !self.arrays
    }
}

/// What the code of one method does by itself.
#[derive(Debug, Default)]
struct Own {
    effects: Effects,
    /// The names and descriptors that it calls, each once: places in [`EffectsOf::targets`].
    calls: BTreeSet<usize>,
    /// The methods that it calls and that no receiver chooses: constructors, static and private ones.
    chosen: BTreeSet<MethodId>,
}

/// Finds what methods may change: of a virtual call, every method of that name and descriptor may be meant.
pub(super) struct EffectsOf<'p> {
    program: &'p Program,
    /// Where the methods of a name and descriptor are in `targets`.
    places: FxHashMap<(Arc<str>, Arc<str>), usize>,
    targets: Vec<Vec<MethodId>>,
    own: FxHashMap<MethodId, Own>,
    known: FxHashMap<MethodId, Arc<Effects>>,
}

impl<'p> EffectsOf<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let mut places = FxHashMap::default();
        let mut targets: Vec<Vec<MethodId>> = Vec::new();
        for (method, info) in program.methods() {
            let place = *places.entry((info.name.clone(), info.descriptor.clone())).or_insert(targets.len());
            match targets.get_mut(place) {
                Some(group) => group.push(method),
                None => targets.push(vec![method]),
            }
        }
        EffectsOf { program, places, targets, own: FxHashMap::default(), known: FxHashMap::default() }
    }

    /// What a call of a method may change.
    pub(super) fn of(&mut self, method: MethodId) -> Arc<Effects> {
        if let Some(known) = self.known.get(&method) {
            return known.clone();
        }
        run::checkpoint();
        let mut effects = Effects::default();
        let mut called: FxHashSet<usize> = FxHashSet::default();
        let mut followed: FxHashSet<MethodId> = FxHashSet::default();
        let mut open = vec![method];
        while let Some(current) = open.pop() {
            let (program, places) = (self.program, &self.places);
            let own = self.own.entry(current).or_insert_with(|| own_effects(program, places, current));
            effects.fields.extend(&own.effects.fields);
            effects.statics.extend(&own.effects.statics);
            effects.arrays |= own.effects.arrays;
            effects.identity |= own.effects.identity;
            let calls = own.calls.iter().filter(|place| called.insert(**place));
            open.extend(calls.filter_map(|place| self.targets.get(*place)).flatten());
            open.extend(own.chosen.iter().filter(|method| followed.insert(**method)));
        }
        effects.own = self.own_fields(method);
        let effects = Arc::new(effects);
        self.known.insert(method, effects.clone());
        effects
    }

    /// The fields that a method assigns, or static and private ones of its class that it calls. They have been looked at.
    fn own_fields(&self, method: MethodId) -> BTreeSet<FieldId> {
        let class = self.program.method(method).class;
        let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([method]);
        let mut open = vec![method];
        let mut fields = BTreeSet::new();
        while let Some(own) = open.pop().and_then(|current| self.own.get(&current)) {
            fields.extend(&own.effects.fields);
            let of_class = own.chosen.iter().filter(|called| self.program.method(**called).class == class);
            open.extend(of_class.filter(|called| seen.insert(**called)));
        }
        fields
    }
}

fn own_effects(program: &Program, places: &FxHashMap<(Arc<str>, Arc<str>), usize>, method: MethodId) -> Own {
    let mut own = Own::default();
    let effects = &mut own.effects;
    for instruction in instructions(program, method) {
        match instruction {
            Instruction::PutField(field) => effects.fields.extend(program.resolve_field(field)),
            Instruction::PutStatic(field) => effects.statics.extend(program.resolve_field(field)),
            Instruction::ArrayStore(_) => effects.arrays = true,
            Instruction::Branch(Condition::ReferenceEqual(_), _) => effects.identity = true,
            Instruction::Invoke(kind, called) => {
                // `Arrays.sort`, `System.arraycopy` and their like.
                effects.arrays |= called.class.starts_with("java/") && called.descriptor.contains('[');
                match program.resolve_method(*kind, called, program.method(method).class) {
                    Dispatch::Fixed(MethodTarget::Method(target)) => {
                        own.chosen.extend(Some(target).filter(|target| program.is_user_method(*target)));
                    }
                    _ => own.calls.extend(places.get(&(called.name.clone(), called.descriptor.clone()))),
                }
            }
            _ => {}
        }
    }
    own
}

/// The constants of an enum in the order of their ordinals; none for other classes.
pub(super) fn enum_constants(program: &Program, class: ClassId) -> Option<(ClassId, Vec<FieldId>)> {
    let owner = program.superclasses(class).take(DEEPEST).find(|candidate| {
        let info = program.class(*candidate);
        info.is_enum() && info.superclass.is_some_and(|parent| &**program.class_name(parent) == "java/lang/Enum")
    })?;
    let fields = program.class(owner).fields.iter().copied();
    Some((owner, fields.filter(|field| program.field(*field).flags.is_enum()).collect()))
}

/// Whether a subclass of the declaring class that a variable is of has a field of the same name.
pub(super) fn is_hidden(program: &Program, field: FieldId, declared: ClassId) -> bool {
    let info = program.field(field);
    program.superclasses(declared).take_while(|class| *class != info.class).any(|class| {
        let fields = &program.class(class).fields;
        fields.iter().any(|other| program.field(*other).name == info.name)
    })
}

/// Whether two types are both of the kind that one value can be.
pub(super) fn is_reference(kind: FieldKind) -> bool {
    matches!(kind, FieldKind::Reference(_))
}
