//! Which objects are hashed and compared without running any code of the program.

use super::{ClassId, FieldKind, Program};

/// How deep the objects that are part of another are looked at.
const DEEPEST: usize = 4;

/// Whether objects of exactly this class hash and compare without running any code of the program: by identity, or by what they are made
/// of, which is numbers, texts, and such objects.
pub fn compares_quietly(program: &Program, class: ClassId) -> bool {
    compares_quietly_within(program, class, DEEPEST)
}

fn compares_quietly_within(program: &Program, class: ClassId, depth: usize) -> bool {
    let found = program.class(class);
    if program.is_value_class(class) || found.is_enum() || has_identity(program, class) {
        return true;
    }
    if !found.is_jdk || !found.flags.is_final() || depth == 0 {
        return false;
    }
    let fields =
        program.superclasses(class).flat_map(|above| &program.class(above).fields).map(|field| program.field(*field));
    fields.into_iter().filter(|field| !field.flags.is_static()).all(|field| match field.kind {
        FieldKind::Primitive(_) | FieldKind::Text => true,
        FieldKind::Reference(held) => held.as_class().is_some_and(|held| {
            program.class(held).flags.is_final() && compares_quietly_within(program, held, depth - 1)
        }),
    })
}

/// Whether a class inherits what `Object` has for hashing and comparing, and has no order of its own.
fn has_identity(program: &Program, class: ClassId) -> bool {
    const ASKED: [(&str, &str); 2] = [("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z")];
    let declares = |above: ClassId| {
        let mut methods = program.class(above).methods.iter().map(|method| program.method(*method));
        methods.any(|method| ASKED.contains(&(&*method.name, &*method.descriptor)))
    };
    let mut above = program.superclasses(class).filter(|above| program.class(*above).superclass.is_some());
    let comparable = program.class_by_name("java/lang/Comparable");
    let is_comparable = comparable.is_none_or(|comparable| program.is_subclass(class, comparable) != Some(false));
    !is_comparable && above.all(|above| !declares(above))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    fn jdk() -> Program {
        Program::link_with([], Some(Jdk::find().expect("a JDK")))
    }

    #[test]
    fn what_runs_code_of_others_does_not_compare_quietly() {
        let program = jdk();
        let is_quiet = |name: &str| compares_quietly(&program, program.class_by_name(name).unwrap());
        for quiet in
            ["java/lang/String", "java/lang/Long", "java/util/UUID", "java/time/LocalDateTime", "java/lang/Thread"]
        {
            assert!(is_quiet(quiet), "{quiet}");
        }
        for other in ["java/util/Optional", "java/util/ArrayList", "java/math/BigDecimal", "java/util/HashMap"] {
            assert!(!is_quiet(other), "{other}");
        }
    }
}
