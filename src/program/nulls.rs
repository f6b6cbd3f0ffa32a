//! Where a null is to be expected: where annotations say so; without annotations, where code compares a value with null
//! and goes on with a null, or passes the value to such code.

use super::access::package_of;
use super::link::Program;
use super::stack::rearrange;
use super::types::{ClassId, FieldId, FieldKind, MethodId};
use crate::classfile::{
    ArrayAccess, Code, Condition, Conversion, Instruction, InvokeKind, LoadableConstant, MethodReference, Nullness,
    NullnessScope, ValueKind, parse_method_descriptor,
};
use std::collections::BTreeSet;

/// Whether a null is to be expected at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NullPlace {
    /// An annotation says that it may be null.
    Nullable,
    /// Nothing is said; the code compares it with null and goes on where it is.
    Compared,
    /// Nothing is said, and nothing shows that anybody thought of null.
    Unexpected,
    /// An annotation, of its own or of all around it, says that it is never null.
    NotNull,
}

/// Methods of the JDK that say what to do with a null: class, name, descriptor. What others do with one, who passes it may not know.
const FOR_NULLS: [(&str, &str, &str); 6] = [
    ("java/util/Objects", "isNull", "(Ljava/lang/Object;)Z"),
    ("java/util/Objects", "nonNull", "(Ljava/lang/Object;)Z"),
    ("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z"),
    ("java/util/Objects", "requireNonNullElse", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    (
        "java/util/Objects",
        "requireNonNullElseGet",
        "(Ljava/lang/Object;Ljava/util/function/Supplier;)Ljava/lang/Object;",
    ),
    ("java/util/Optional", "ofNullable", "(Ljava/lang/Object;)Ljava/util/Optional;"),
];

/// The most parameters that are looked at along calls.
const MOST_PLACES: usize = 64;

impl Program {
    /// Whether a parameter may be expected to be null. It is counted from 0, without the receiver.
    pub fn null_parameter(&self, method: MethodId, place: usize) -> NullPlace {
        let info = self.method(method);
        let file = self.method_file(method);
        let own = file.and_then(|file| file.nullness.of_parameter(place, info.parameters.len()));
        let around = || file.and_then(|file| file.nullness.scope).unwrap_or_else(|| self.null_scope(info.class));
        let compares = || Comparisons { program: self, seen: BTreeSet::new() }.of_parameter(method, place);
        null_place(own, around, compares)
    }

    /// Whether a field may be expected to be null.
    pub fn null_field(&self, field: FieldId) -> NullPlace {
        let info = self.field(field);
        let class = self.class(info.class);
        let file = class.file().and_then(|file| file.fields.iter().find(|known| known.name == info.name));
        let own = file.and_then(|file| file.nullness);
        null_place(own, || self.null_scope(info.class), || self.compares_field(field))
    }

    /// What is said of null in all of a class, by itself, a class around it, its package or its module.
    fn null_scope(&self, class: ClassId) -> NullnessScope {
        let name = self.class_name(class);
        let outer = name.match_indices('$').map(|(at, _)| name.get(..at).unwrap_or_default());
        let package = match package_of(name) {
            "" => String::from("package-info"),
            package => format!("{package}/package-info"),
        };
        let inner_first: Vec<&str> = outer.chain([&**name]).collect();
        let places = inner_first.into_iter().rev().chain([package.as_str(), "module-info"]);
        let file = |name: &str| self.class(self.class_by_name(name)?).file().map(|file| file.nullness);
        places.filter_map(file).flatten().next().unwrap_or_default()
    }

    /// Whether the code of a field's class compares what the field holds with null.
    fn compares_field(&self, field: FieldId) -> bool {
        let methods = &self.class(self.field(field).class).methods;
        methods.iter().filter_map(|method| self.code(*method)).any(|code| {
            let pairs = code.instructions.iter().zip(code.instructions.iter().skip(1)).enumerate();
            pairs.into_iter().any(|(at, (reads, asks))| match (&reads.instruction, &asks.instruction) {
                (Instruction::GetField(read), Instruction::Branch(Condition::Null(jumps), target)) => {
                    self.resolve_field(read) == Some(field) && !only_throws(code, null_side(at + 1, *jumps, *target))
                }
                _ => false,
            })
        })
    }
}

fn null_place(
    own: Option<Nullness>,
    around: impl FnOnce() -> NullnessScope,
    compares: impl FnOnce() -> bool,
) -> NullPlace {
    match own.or_else(around) {
        Some(Nullness::Nullable) => NullPlace::Nullable,
        Some(Nullness::NotNull) => NullPlace::NotNull,
        None if compares() => NullPlace::Compared,
        None => NullPlace::Unexpected,
    }
}

/// Where code goes on with a null after a comparison.
fn null_side(at: usize, jumps: bool, target: u32) -> usize {
    if jumps { target as usize } else { at + 1 }
}

/// Whether code from an instruction on does nothing but throw: it refuses.
fn only_throws(code: &Code, from: usize) -> bool {
    for decoded in code.instructions.iter().skip(from) {
        match decoded.instruction {
            Instruction::Throw => return true,
            Instruction::Return(_)
            | Instruction::Goto(_)
            | Instruction::Branch(..)
            | Instruction::Switch(_)
            | Instruction::JumpSubroutine(_)
            | Instruction::ReturnFromSubroutine(_) => return false,
            _ => {}
        }
    }
    false
}

/// An entry of the operand stack: whether it is what is looked for, and whether it takes two slots.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    is_it: bool,
    is_wide: bool,
}

/// Looks for comparisons with null along calls.
struct Comparisons<'p> {
    program: &'p Program,
    seen: BTreeSet<(MethodId, usize)>,
}

impl Comparisons<'_> {
    /// Whether a method compares a parameter with null and goes on where it is, or passes it to one that does.
    fn of_parameter(&mut self, method: MethodId, place: usize) -> bool {
        if self.seen.len() >= MOST_PLACES || !self.seen.insert((method, place)) {
            return false;
        }
        let (program, info) = (self.program, self.program.method(method));
        let Some(code) = program.code(method) else { return false };
        let before = info.parameters.iter().take(place).map(|kind| kind.slots()).sum::<usize>();
        let local = before + usize::from(info.has_receiver());
        let mut stack: Vec<Entry> = Vec::new();
        let mut leaders: BTreeSet<usize> = BTreeSet::new();
        for decoded in &code.instructions {
            match &decoded.instruction {
                Instruction::Branch(_, target) | Instruction::Goto(target) => drop(leaders.insert(*target as usize)),
                _ => {}
            }
        }
        for (at, decoded) in code.instructions.iter().enumerate() {
            // What other ways in have left on the stack is not looked at.
            if leaders.contains(&at) {
                stack.clear();
            }
            match &decoded.instruction {
                Instruction::Load(ValueKind::Reference, loaded) => {
                    stack.push(Entry { is_it: usize::from(*loaded) == local, is_wide: false });
                }
                Instruction::Branch(Condition::Null(jumps), target) => {
                    let asked = stack.pop().unwrap_or_default();
                    if asked.is_it && !only_throws(code, null_side(at, *jumps, *target)) {
                        return true;
                    }
                }
                Instruction::Invoke(kind, called) => {
                    if self.passes((*kind, called), info.class, &mut stack) {
                        return true;
                    }
                }
                // The same object under another type.
                Instruction::CheckCast(_) => {}
                other => step(other, &mut stack),
            }
        }
        false
    }

    /// Whether a call passes what is looked for to where it is compared. Takes its arguments from the stack, and leaves its result.
    fn passes(
        &mut self,
        (kind, called): (InvokeKind, &MethodReference),
        caller: ClassId,
        stack: &mut Vec<Entry>,
    ) -> bool {
        let Some(parsed) = parse_method_descriptor(&called.descriptor) else { return false };
        let arguments = stack.split_off(stack.len().saturating_sub(parsed.parameters.len()));
        // Where the stack is not known all the way down, the arguments that are known are the last ones.
        let unknown = parsed.parameters.len() - arguments.len();
        if kind != InvokeKind::Static {
            stack.pop();
        }
        if let Some(result) = &parsed.result {
            stack.push(Entry { is_it: false, is_wide: result.slots() == 2 });
        }
        if FOR_NULLS.contains(&(&*called.class, &*called.name, &*called.descriptor)) {
            return arguments.iter().any(|argument| argument.is_it);
        }
        let target = self.program.target_by_declaration(kind, called, caller);
        let is_users = |target: &MethodId| self.program.is_user_class(self.program.method(*target).class);
        let Some(target) = target.filter(is_users) else { return false };
        let passed = arguments.iter().enumerate().filter(|(_, argument)| argument.is_it);
        let places: Vec<usize> = passed.map(|(at, _)| at + unknown).collect();
        let is_reference =
            |place: &usize| matches!(self.program.method(target).parameters.get(*place), Some(FieldKind::Reference(_)));
        let places: Vec<usize> = places.into_iter().filter(is_reference).collect();
        places.into_iter().any(|place| self.of_parameter(target, place))
    }
}

/// What any other instruction does to the stack.
fn step(instruction: &Instruction, stack: &mut Vec<Entry>) {
    use Instruction as I;
    if rearrange(instruction, stack, |entry| entry.is_wide) {
        return;
    }
    let is_wide = |kind: ValueKind| matches!(kind, ValueKind::Long | ValueKind::Double);
    let of_type = |descriptor: &str| matches!(descriptor, "J" | "D");
    let (popped, pushed) = match instruction {
        I::NullConstant | I::IntConstant(_) | I::New(_) => (0, Some(false)),
        I::LongConstant(_) => (0, Some(true)),
        I::Constant(constant) => {
            let is_wide = match constant {
                LoadableConstant::Double(_) | LoadableConstant::Long(_) => true,
                LoadableConstant::Dynamic(dynamic) => of_type(&dynamic.descriptor),
                _ => false,
            };
            (0, Some(is_wide))
        }
        I::Load(kind, _) => (0, Some(is_wide(*kind))),
        I::Store(..) | I::PutStatic(_) | I::MonitorEnter | I::MonitorExit | I::Throw | I::Switch(_) => (1, None),
        I::ArrayLoad(access) => (2, Some(matches!(access, ArrayAccess::Long | ArrayAccess::Double))),
        I::ArrayStore(_) => (3, None),
        I::Binary(kind, _) => (2, Some(is_wide(*kind))),
        I::Negate(kind) => (1, Some(is_wide(*kind))),
        I::Convert(Conversion::Between(_, kind)) => (1, Some(is_wide(*kind))),
        I::Convert(_) | I::NewPrimitiveArray(_) | I::NewReferenceArray(_) | I::ArrayLength | I::InstanceOf(_) => {
            (1, Some(false))
        }
        I::Compare(_) => (2, Some(false)),
        I::Branch(Condition::IntZero(_) | Condition::Null(_), _) => (1, None),
        I::Branch(Condition::IntCompare(_) | Condition::ReferenceEqual(_), _) => (2, None),
        I::Return(kind) => (usize::from(kind.is_some()), None),
        I::GetStatic(field) => (0, Some(of_type(&field.descriptor))),
        I::GetField(field) => (1, Some(of_type(&field.descriptor))),
        I::PutField(_) => (2, None),
        I::NewMultiArray(_, dimensions) => (usize::from(*dimensions), Some(false)),
        I::InvokeDynamic(called) => {
            let parsed = parse_method_descriptor(&called.descriptor);
            let result = parsed.as_ref().and_then(|parsed| parsed.result.as_ref()).map(|result| result.slots() == 2);
            (parsed.map_or(0, |parsed| parsed.parameters.len()), result)
        }
        _ => (0, None),
    };
    stack.truncate(stack.len().saturating_sub(popped));
    stack.extend(pushed.map(|is_wide| Entry { is_it: false, is_wide }));
}
