//! Iterators of tables that are inputs: the next entry is any, whatever the table holds.

use super::driver::Explorer;
use super::path::{Path, Recorder};
use crate::exec::Call;
use crate::heap::{Choice, Heap, Holding, ObjectId, Reference, Value};
use crate::program::{FieldId, MethodId, Program};

/// Iterators of one class: their own, that of the table, and that of its entries, the last two as types of fields.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Iterators {
    class: &'static str,
    table: &'static str,
    entry: &'static str,
    /// The parameters of their constructor, where that looks for the first entry in the table.
    begins: Option<&'static str>,
    /// The method that gives the next entry, and the field that has what it gave last.
    next: &'static str,
    current: &'static str,
    /// The class with the number of changes of the table.
    changes: &'static str,
}

static ITERATORS: [Iterators; 3] = [
    Iterators {
        class: "java/util/HashMap$HashIterator",
        table: "Ljava/util/HashMap;",
        entry: "Ljava/util/HashMap$Node;",
        begins: Some("Ljava/util/HashMap;"),
        next: "nextNode",
        current: "current",
        changes: "java/util/HashMap",
    },
    Iterators {
        class: "java/util/LinkedHashMap$LinkedHashIterator",
        table: "Ljava/util/LinkedHashMap;",
        entry: "Ljava/util/LinkedHashMap$Entry;",
        begins: Some("Ljava/util/LinkedHashMap;"),
        next: "nextNode",
        current: "current",
        changes: "java/util/HashMap",
    },
    Iterators {
        class: "java/util/TreeMap$PrivateEntryIterator",
        table: "Ljava/util/TreeMap;",
        entry: "Ljava/util/TreeMap$Entry;",
        begins: None,
        next: "nextEntry",
        current: "lastReturned",
        changes: "java/util/TreeMap",
    },
];

/// A step of an iterator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It is made.
    Begin(&'static Iterators),
    /// It gives its next entry.
    Next(&'static Iterators),
}

/// What a method of the iterators of tables does, if it is one that walks through the table.
pub(super) fn step_of(program: &Program, method: MethodId) -> Option<Step> {
    let info = program.method(method);
    let class = program.class(info.class);
    let of = ITERATORS.iter().find(|of| class.is_jdk && *class.name == *of.class)?;
    let (parameters, result) = info.descriptor.strip_prefix('(')?.split_once(')')?;
    match (&*info.name, parameters, result) {
        ("<init>", table, "V") if of.begins == Some(table) => Some(Step::Begin(of)),
        (next, "", entry) if next == of.next && entry == of.entry => Some(Step::Next(of)),
        _ => None,
    }
}

/// The fields that a step reads and writes.
struct Fields {
    table: FieldId,
    next: FieldId,
    current: FieldId,
    expected: FieldId,
    changes: FieldId,
}

impl Fields {
    fn of(program: &Program, of: &Iterators) -> Option<Fields> {
        let own = |name, descriptor| program.field_by_name((of.class, name, descriptor));
        Some(Fields {
            table: own("this$0", of.table)?,
            next: own("next", of.entry)?,
            current: own(of.current, of.entry)?,
            expected: own("expectedModCount", "I")?,
            changes: program.field_by_name((of.changes, "modCount", "I"))?,
        })
    }
}

/// What the next entry holds that an iterator of a table keeps in a field.
pub fn holding_of_next(program: &Program, heap: &Heap, (iterator, field): (ObjectId, FieldId)) -> Option<Holding> {
    let of = ITERATORS.iter().find(|of| program.field_by_name((of.class, "next", of.entry)) == Some(field))?;
    let table = Fields::of(program, of)?.table;
    let Value::Reference(table) = heap.field_value(iterator, table)? else { return None };
    match heap.current(table) {
        Reference::Object(table) => heap.holding(table).cloned(),
        _ => None,
    }
}

impl<R: Recorder> Explorer<'_, R> {
    /// The table that an iterator is of, or is to be of, where that is known to be an object.
    pub(super) fn table_of_iterator(&self, path: &Path<R>, step: Step, call: &Call) -> Option<ObjectId> {
        let heap = &path.state.heap;
        let object = |at: usize| match call.arguments.get(at) {
            Some(Value::Reference(reference)) => match heap.current(*reference) {
                Reference::Object(object) => Some(object),
                _ => None,
            },
            _ => None,
        };
        match step {
            Step::Begin(_) => object(1),
            Step::Next(of) => {
                let table = Fields::of(self.machine.program, of)?.table;
                let Value::Reference(table) = heap.field_value(object(0)?, table)? else { return None };
                match heap.current(table) {
                    Reference::Object(table) => Some(table),
                    _ => None,
                }
            }
        }
    }

    /// Whether an iterator has given more entries than loops are to run: whether there is one more nobody decides.
    pub(super) fn has_gone_on(&self, path: &mut Path<R>, step: Step, call: &Call) -> bool {
        let (Step::Next(_), Some(Value::Reference(Reference::Object(iterator)))) = (step, call.arguments.first())
        else {
            return false;
        };
        path.state.heap.count_step(*iterator) > self.machine.limits.loop_bound
    }

    /// Takes a step; whether it was one that throws nothing, else nothing is done.
    ///
    /// # Errors
    /// What has to be decided first.
    pub(super) fn iterate(
        &mut self,
        path: &mut Path<R>,
        (step, table): (Step, ObjectId),
        call: &Call,
    ) -> Result<bool, Choice> {
        let program = self.machine.program;
        let (Step::Begin(of) | Step::Next(of)) = step;
        let Some(fields) = Fields::of(program, of) else { return Ok(false) };
        let Some(Value::Reference(iterator)) = call.arguments.first() else { return Ok(false) };
        let Some(iterator) = path.state.heap.resolve(*iterator)? else { return Ok(false) };
        let (heap, mut context) = self.machine.heap_context(&mut path.state);
        let changes = heap.read_field(&mut context, table, fields.changes);
        let kind = program.field(fields.next).kind;
        let result = match step {
            Step::Begin(_) => {
                heap.write_field(iterator, fields.table, Value::Reference(Reference::Object(table)));
                heap.write_field(iterator, fields.expected, changes);
                None
            }
            Step::Next(_) => {
                if heap.read_field(&mut context, iterator, fields.expected) != changes {
                    return Ok(false);
                }
                let Value::Reference(next) = heap.read_field(&mut context, iterator, fields.next) else {
                    return Ok(false);
                };
                let Some(next) = heap.resolve(next)? else { return Ok(false) };
                let next = Value::Reference(Reference::Object(next));
                heap.write_field(iterator, fields.current, next);
                Some(next)
            }
        };
        let any = heap.open_result(&mut context, 0, kind);
        if let (Value::Reference(Reference::Symbol(symbol)), Some(holding)) = (any, heap.holding(table).cloned()) {
            heap.set_holding(symbol, holding);
        }
        heap.write_field(iterator, fields.next, any);
        Ok(self.machine.finish_call(&mut path.state, call, result).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    #[test]
    fn iterators_have_the_methods_and_the_fields() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for of in &ITERATORS {
            let step = |name, descriptor: &str| {
                step_of(&program, program.method_by_name((of.class, name, descriptor)).unwrap())
            };
            if let Some(begins) = of.begins {
                assert_eq!(step("<init>", &format!("({begins})V")), Some(Step::Begin(of)));
            }
            assert_eq!(step(of.next, &format!("(){}", of.entry)), Some(Step::Next(of)));
            assert_eq!(step("hasNext", "()Z"), None);
            assert!(Fields::of(&program, of).is_some());
        }
    }
}
