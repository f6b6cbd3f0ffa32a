//! What may run while classes of the class path are initialised (JVMS 5.5), and what such code may see.

use super::call_graph::{DistinctCalls, possible_targets};
use super::callbacks::may_call_back_from;
use crate::classfile::Instruction;
use crate::program::{ClassId, FieldId, MethodId, OfClass, OfField, Program, Read, as_one, is_desugared};
use crate::run;
use rustc_hash::FxHashSet;

/// The initialiser of a class.
pub fn initialiser(program: &Program, class: ClassId) -> Option<MethodId> {
    program.class(class).methods.iter().copied().find(|method| &*program.method(*method).name == "<clinit>")
}

/// The initialisers of the class path that the first use of a class runs, by its name.
pub fn begun(program: &Program, class: &str) -> Vec<MethodId> {
    program.class_by_name(class).map_or_else(Vec::new, |class| initialisers(program, class))
}

fn initialisers(program: &Program, class: ClassId) -> Vec<MethodId> {
    let of_user = program.supertypes(class).iter().filter(|class| program.is_user_class(**class));
    of_user.filter_map(|class| initialiser(program, *class)).collect()
}

/// Whether code may read a static field of the class path before the initialiser of its class has assigned it last: what the
/// initialiser calls until then, and the initialisers that begin by that.
pub fn is_seen_early(program: &Program, field: FieldId) -> bool {
    as_one(Read::Field(OfField::SeenEarly, field), || program.seen_early_once(field, || find_early(program, field)))
}

fn find_early(program: &Program, field: FieldId) -> bool {
    let own = program.field(field).class;
    let Some(first) = initialiser(program, own) else { return false };
    let code = program.code(first).map_or(&[][..], |code| &code.instructions);
    let assigns = |instruction: &Instruction| match instruction {
        Instruction::PutStatic(reference) => program.resolve_field(reference) == Some(field),
        _ => false,
    };
    let Some(last) = code.iter().rposition(|decoded| assigns(&decoded.instruction)) else { return true };
    let goes_back = code.iter().enumerate().any(|(at, decoded)| match &decoded.instruction {
        Instruction::Branch(_, target) | Instruction::Goto(target) => {
            (*target as usize) <= at && (*target as usize) < last
        }
        _ => false,
    });
    if goes_back {
        return true;
    }
    let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([first]);
    // Those of the classes above run first.
    let mut open: Vec<MethodId> =
        initialisers(program, own).into_iter().filter(|method| seen.insert(*method)).collect();
    let mut has_called_back = false;
    let mut until = code.get(..last).unwrap_or_default();
    let mut caller = first;
    loop {
        for decoded in until {
            let mut reached = reached_by(program, &decoded.instruction, own);
            match &decoded.instruction {
                Instruction::InvokeDynamic(_) => return true,
                Instruction::Invoke(kind, called)
                    if !has_called_back && may_call_back_from(program, caller, *kind, called) =>
                {
                    has_called_back = true;
                    reached.extend(program.known_to_the_jdk());
                }
                _ => {}
            }
            open.extend(reached.into_iter().filter(|method| seen.insert(*method)));
        }
        let Some(next) = open.pop() else { return false };
        if program.mentioning(field).contains(&next) {
            return true;
        }
        until = program.code(next).map_or(&[][..], |code| &code.instructions);
        caller = next;
    }
}

/// Whether initialising one class of the class path may begin the initialisation of another. What the JDK calls back is methods of the
/// classes of which objects are made meanwhile.
pub fn may_begin(program: &Program, first: ClassId, other: ClassId) -> bool {
    as_one(Read::Begins(first, other), || {
        program.begins_once((first, other), || finds_beginning(program, first, other))
    })
}

fn finds_beginning(program: &Program, first: ClassId, other: ClassId) -> bool {
    let Some(wanted) = initialiser(program, other) else { return false };
    if begun_before(program, first).is_some_and(|before| program.is_subclass(before, other) == Some(true)) {
        return false;
    }
    let mut open = initialisers(program, first);
    let mut seen: FxHashSet<MethodId> = open.iter().copied().collect();
    let (mut made, mut has_called_back) = (FxHashSet::<ClassId>::default(), false);
    while !seen.contains(&wanted) {
        run::checkpoint();
        let Some(next) = open.pop() else {
            let is_of_made = |method: &&MethodId| {
                let class = program.method(**method).class;
                made.iter().any(|made| program.is_subclass(*made, class) == Some(true))
            };
            let called = program.known_to_the_jdk().iter().filter(is_of_made);
            open.extend(called.filter(|method| has_called_back && seen.insert(**method)));
            if open.is_empty() {
                return false;
            }
            continue;
        };
        let caller = program.method(next).class;
        let mut calls = DistinctCalls::default();
        for decoded in program.code(next).map_or(&[][..], |code| &code.instructions) {
            match &decoded.instruction {
                Instruction::InvokeDynamic(_) => return true,
                Instruction::Invoke(kind, called) if !calls.is_new(*kind, called) => continue,
                Instruction::Invoke(kind, called) => {
                    has_called_back |= may_call_back_from(program, next, *kind, called);
                }
                Instruction::New(class) => made.extend(program.class_by_name(class)),
                _ => {}
            }
            let reached = reached_by(program, &decoded.instruction, caller);
            open.extend(reached.into_iter().filter(|method| seen.insert(*method)));
        }
    }
    true
}

/// A class whose initialisation has begun whenever that of another begins: the other can be named in its package alone, and the only
/// code there that uses it for the first time is that of the class, of its subclasses and its own. None where there is no such class.
pub fn begun_before(program: &Program, class: ClassId) -> Option<ClassId> {
    if !program.is_user_class(class) {
        return None;
    }
    as_one(Read::Class(OfClass::BegunBefore, class), || {
        program.begun_before_once(class, || finds_begun_before(program, class))
    })
}

fn finds_begun_before(program: &Program, class: ClassId) -> Option<ClassId> {
    let definition = program.class(class);
    let is_started = |method: &MethodId| &*program.method(*method).name == "main";
    // What a lambda expression is made into has no initialiser, and there may be thousands.
    if definition.flags.is_public()
        || is_desugared(&definition.name)
        || definition.flags.is_interface()
        || program.subtypes(class).len() > 1
        || definition.methods.iter().any(is_started)
    {
        return None;
    }
    let statics = definition.fields.iter().filter(|field| program.field(**field).flags.is_static());
    let of_fields = statics.flat_map(|field| program.mentioning(*field));
    let begins = |method: &&MethodId| {
        let info = program.method(**method);
        info.flags.is_static() || &*info.name == "<init>"
    };
    // Methods of other classes may be called so too, which leaves fewer classes.
    let signatures = definition.methods.iter().filter(begins);
    let mut of_methods: Vec<&MethodId> = signatures.flat_map(|method| program.callers_of_signature(*method)).collect();
    // One method may call many, and its code is looked through once.
    of_methods.sort_unstable();
    of_methods.dedup();
    let calls = |method: &&MethodId| {
        let code = program.code(**method).map_or(&[][..], |code| &code.instructions);
        code.iter().any(|decoded| match &decoded.instruction {
            Instruction::Invoke(_, called) => program.class_by_name(&called.class) == Some(class),
            _ => false,
        })
    };
    let users = of_fields.chain(of_methods.into_iter().filter(calls)).map(|method| program.method(*method).class);
    let mut users: Vec<ClassId> = users.filter(|user| *user != class).collect();
    users.sort_unstable();
    users.dedup();
    let (first, others) = users.split_first()?;
    program.superclasses(*first).find(|before| {
        program.is_user_class(*before)
            && *before != class
            && !program.class(*before).flags.is_interface()
            && others.iter().all(|user| program.is_subclass(*user, *before) == Some(true))
    })
}

/// The methods of the class path that an instruction may run, but for those that the JDK calls.
fn reached_by(program: &Program, instruction: &Instruction, caller: ClassId) -> Vec<MethodId> {
    match instruction {
        Instruction::Invoke(kind, called) => {
            let targets = possible_targets(program, *kind, called, caller);
            targets.into_iter().chain(begun(program, &called.class)).collect()
        }
        Instruction::New(class) => begun(program, class),
        Instruction::GetStatic(field) | Instruction::PutStatic(field) => {
            let found = program.resolve_field(field);
            found.map_or_else(Vec::new, |field| initialisers(program, program.field(field).class))
        }
        _ => Vec::new(),
    }
}
