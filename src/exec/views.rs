//! Views that tables keep once they were asked for them: one that is new does the same. Where collections are read whatever they hold, an
//! input has none yet, and its first view is made.

use super::machine::Machine;
use super::state::State;
use super::stop::{Interrupt, StopReason};
use crate::heap::{ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, Program};

/// The fields that keep views.
const VIEWS: [(&str, &str, &str); 8] = [
    ("java/util/AbstractMap", "keySet", "Ljava/util/Set;"),
    ("java/util/AbstractMap", "values", "Ljava/util/Collection;"),
    ("java/util/EnumMap", "entrySet", "Ljava/util/Set;"),
    ("java/util/HashMap", "entrySet", "Ljava/util/Set;"),
    ("java/util/IdentityHashMap", "entrySet", "Ljava/util/Set;"),
    ("java/util/TreeMap", "descendingMap", "Ljava/util/NavigableMap;"),
    ("java/util/TreeMap", "entrySet", "Ljava/util/TreeMap$EntrySet;"),
    ("java/util/TreeMap", "navigableKeySet", "Ljava/util/TreeMap$KeySet;"),
];

fn is_view(program: &Program, field: FieldId) -> bool {
    let info = program.field(field);
    let class = program.class(info.class);
    class.is_jdk && VIEWS.iter().any(|(of, name, _)| (*of, *name) == (&*class.name, &*info.name))
}

impl Machine<'_> {
    /// What a field holds that was read of an input: no view, where it keeps one of a table of a class of the JDK.
    pub(super) fn without_view(&self, state: &mut State, object: ObjectId, field: FieldId, value: Value) -> Value {
        let program = self.program;
        let Value::Reference(Reference::Symbol(symbol)) = value else { return value };
        let is_open = state.heap.symbol(symbol).is_some_and(|symbol| symbol.value.is_none());
        let is_exact = || state.heap.exact_class(object).is_some_and(|class| program.class(class).is_jdk);
        if !self.reads_unknown_collections || !is_open || !is_view(program, field) || !is_exact() {
            return value;
        }
        let none = Value::Reference(Reference::Null);
        state.heap.write_field(object, field, none);
        none
    }

    /// Refuses to tell a view that the path has made from one that was there: it may be the one that the table has kept.
    ///
    /// # Errors
    /// The stop.
    pub(super) fn refuse_views(&self, state: &State, one: ObjectId, other: ObjectId) -> Result<(), Interrupt> {
        let program = self.program;
        let is_a = |class: ClassId, above: &str| {
            program.class_by_name(above).is_some_and(|above| program.is_subclass(class, above) == Some(true))
        };
        let is_kept = |class: ClassId| {
            program.is_hidden_in_jdk(class) && (is_a(class, "java/util/Collection") || is_a(class, "java/util/Map"))
        };
        let is_made = |object: ObjectId| {
            let origin = state.heap.object(object).map(|found| &found.origin);
            matches!(origin, Some(Origin::Allocated)) && state.heap.exact_class(object).is_some_and(is_kept)
        };
        let is_made_beside = |made: ObjectId, input: ObjectId| is_made(made) && state.heap.is_input(input);
        match self.reads_unknown_collections && (is_made_beside(one, other) || is_made_beside(other, one)) {
            true => Err(StopReason::UnspecifiedIdentity.into()),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    #[test]
    fn every_row_is_a_field() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for named in VIEWS {
            let field = program.field_by_name(named).unwrap_or_else(|| panic!("{named:?}"));
            assert!(is_view(&program, field));
        }
    }
}
