//! Iterators of tables and rings that are inputs: what they give next is any of what is held.

use super::collections::RING_ENDS;
use super::driver::Explorer;
use super::path::{Path, Recorder};
use crate::exec::Call;
use crate::heap::{Choice, Heap, Holding, InputOrigin, ObjectId, OpenPlace, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program, ReferenceType};
use crate::term::{Node, TermPool};

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
    /// It gives the next element of a ring.
    InRing,
}

/// The iterator of a ring, its method, and its fields: the ring, where it is, how many are left, and where it was.
const RING_ITERATOR: &str = "java/util/ArrayDeque$DeqIterator";
const NEXT_IN_RING: (&str, &str) = ("next", "()Ljava/lang/Object;");
const RING_FIELDS: [(&str, &str); 4] =
    [("this$0", "Ljava/util/ArrayDeque;"), ("cursor", "I"), ("remaining", "I"), ("lastRet", "I")];

fn ring_fields(program: &Program) -> Option<[FieldId; 4]> {
    let fields = RING_FIELDS.map(|(name, descriptor)| program.field_by_name((RING_ITERATOR, name, descriptor)));
    let [Some(ring), Some(at), Some(left), Some(was)] = fields else { return None };
    Some([ring, at, left, was])
}

/// What a method of the iterators of tables does, if it is one that walks through the table.
pub(super) fn step_of(program: &Program, method: MethodId) -> Option<Step> {
    let info = program.method(method);
    let class = program.class(info.class);
    if class.is_jdk && &*class.name == RING_ITERATOR {
        return ((&*info.name, &*info.descriptor) == NEXT_IN_RING).then_some(Step::InRing);
    }
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
    heap.holding(heap.referred(heap.field_value(iterator, table)?)?).cloned()
}

/// An iterator that notices changes of its collection.
#[derive(Clone, Copy, Debug)]
pub struct Noticing {
    iterator: ObjectId,
    /// The field with the number of changes that it knows of.
    expected: FieldId,
    /// The collection.
    pub collection: ObjectId,
    /// The field with the number of its changes.
    changes: FieldId,
}

/// Iterators that notice changes, beside those of tables: their class, the type of the collection, and the class with the number of changes.
const NOTICING: [(&str, &str, &str); 3] = [
    ("java/util/ArrayList$Itr", "Ljava/util/ArrayList;", "java/util/AbstractList"),
    ("java/util/LinkedList$ListItr", "Ljava/util/LinkedList;", "java/util/AbstractList"),
    ("java/util/PriorityQueue$Itr", "Ljava/util/PriorityQueue;", "java/util/PriorityQueue"),
];

impl Noticing {
    /// What an object is if it is such an iterator.
    pub fn of(program: &Program, heap: &Heap, iterator: ObjectId) -> Option<Noticing> {
        let tables = ITERATORS.iter().map(|of| (of.class, of.table, of.changes));
        let all: Vec<(&str, &str, &str)> = tables.chain(NOTICING).collect();
        let row = |class: ClassId| {
            let info = program.class(class);
            all.iter().find(|(of, ..)| info.is_jdk && *of == &*info.name)
        };
        let (class, collection, counting) = *program.superclasses(heap.exact_class(iterator)?).find_map(row)?;
        let collection = program.field_by_name((class, "this$0", collection))?;
        Some(Noticing {
            iterator,
            expected: program.field_by_name((class, "expectedModCount", "I"))?,
            collection: heap.referred(heap.field_value(iterator, collection)?)?,
            changes: program.field_by_name((counting, "modCount", "I"))?,
        })
    }

    /// Whether it knows of all changes.
    pub fn is_in_step(&self, heap: &Heap) -> bool {
        let known = heap.field_value(self.iterator, self.expected);
        known.is_some() && known == heap.field_value(self.collection, self.changes)
    }

    /// Makes the collection one of whose changes it knows.
    pub fn put_in_step(&self, heap: &mut Heap) {
        if let Some(known) = heap.field_value(self.iterator, self.expected) {
            heap.write_field(self.collection, self.changes, known);
        }
    }
}

/// The table of which an object is the entry that an iterator has given last.
pub fn table_of_entry(program: &Program, heap: &Heap, entry: ObjectId) -> Option<ObjectId> {
    let refers_to = |iterator: ObjectId, field: FieldId| heap.referred(heap.field_value(iterator, field)?);
    let fields: Vec<Fields> = ITERATORS.iter().filter_map(|of| Fields::of(program, of)).collect();
    (0..heap.object_count() as u32).map(ObjectId).find_map(|iterator| {
        let of = fields.iter().find(|of| refers_to(iterator, of.current) == Some(entry))?;
        refers_to(iterator, of.table)
    })
}

impl<R: Recorder> Explorer<'_, R> {
    /// The table that an iterator is of, or is to be of, where that is known to be an object.
    pub(super) fn table_of_iterator(&self, path: &Path<R>, step: Step, call: &Call) -> Option<ObjectId> {
        let heap = &path.state.heap;
        let object = |at: usize| heap.referred(*call.arguments.get(at)?);
        let table = match step {
            Step::Begin(_) => return object(1),
            Step::Next(of) => Fields::of(self.machine.program, of)?.table,
            Step::InRing => ring_fields(self.machine.program)?[0],
        };
        heap.referred(heap.field_value(object(0)?, table)?)
    }

    /// Whether an iterator has given more entries than loops are to run: whether there is one more nobody decides.
    pub(super) fn has_gone_on(&self, path: &mut Path<R>, step: Step, call: &Call) -> bool {
        let (Step::Next(_) | Step::InRing, Some(Value::Reference(Reference::Object(iterator)))) =
            (step, call.arguments.first())
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
        let (of, begins) = match step {
            Step::Begin(of) => (of, true),
            Step::Next(of) => (of, false),
            Step::InRing => return self.iterate_ring(path, table, call),
        };
        let Some(fields) = Fields::of(program, of) else { return Ok(false) };
        let Some(Value::Reference(iterator)) = call.arguments.first() else { return Ok(false) };
        let Some(iterator) = path.state.heap.resolve(*iterator)? else { return Ok(false) };
        let (heap, mut context) = self.machine.heap_context(&mut path.state);
        let changes = heap.read_field(&mut context, table, fields.changes);
        let kind = program.field(fields.next).kind;
        let result = if begins {
            heap.write_field(iterator, fields.table, Value::Reference(Reference::Object(table)));
            heap.write_field(iterator, fields.expected, changes);
            None
        } else {
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
        };
        let any = heap.open_result(&mut context, 0, kind);
        if let (Value::Reference(Reference::Symbol(symbol)), Some(holding)) = (any, heap.holding(table).cloned()) {
            heap.set_holding(symbol, holding);
        }
        heap.write_field(iterator, fields.next, any);
        Ok(self.machine.finish_call(&mut path.state, call, result).is_ok())
    }

    /// Gives the next element of a ring that is as it was when the iterator was made: none of its elements is null. The iterator stays where the
    /// ring begins, which tells that; where it really is nobody knows.
    fn iterate_ring(&mut self, path: &mut Path<R>, ring: ObjectId, call: &Call) -> Result<bool, Choice> {
        let program = self.machine.program;
        let Some([_, at, left, was]) = ring_fields(program) else { return Ok(false) };
        let [Some(head), Some(tail)] = RING_ENDS.map(|end| program.field_by_name(end)) else { return Ok(false) };
        let Some(object) = program.class_by_name("java/lang/Object") else { return Ok(false) };
        let Some(Value::Reference(iterator)) = call.arguments.first() else { return Ok(false) };
        let Some(iterator) = path.state.heap.resolve(*iterator)? else { return Ok(false) };
        let (heap, mut context) = self.machine.heap_context(&mut path.state);
        let place = heap.read_field(&mut context, iterator, at);
        let remaining = heap.read_field(&mut context, iterator, left).number();
        let is_as_found = [head, tail].into_iter().all(|end| {
            heap.read_field(&mut context, ring, end);
            is_untouched(heap, context.pool, (ring, end))
        });
        let Some(remaining) = remaining.filter(|_| is_as_found && heap.field_value(ring, head) == Some(place)) else {
            return Ok(false);
        };
        let pool = &mut self.machine.pool;
        let (zero, one) = (pool.int(0), pool.int(1));
        let has_more = pool.less(zero, remaining);
        if !path.state.path.decide(pool, has_more)? {
            return Ok(false);
        }
        let fewer = pool.subtract(remaining, one);
        let (heap, mut context) = self.machine.heap_context(&mut path.state);
        heap.write_field(iterator, left, Value::Int(fewer));
        heap.write_field(iterator, was, place);
        let element = heap.open_result(&mut context, 0, FieldKind::Reference(ReferenceType::class(object)));
        if let Value::Reference(Reference::Symbol(symbol)) = element {
            heap.require_object(symbol);
            if let Some(Holding::Arguments(held)) = heap.holding(ring).cloned()
                && let Some(held) = held.first()
            {
                heap.take_for_held(symbol, *held);
            }
        }
        Ok(self.machine.finish_call(&mut path.state, call, Some(element)).is_ok())
    }
}

/// Whether a number in a field is what was there at first, or what a call has left of which a row tells: no code has written it since.
fn is_untouched(heap: &Heap, pool: &TermPool, (object, field): (ObjectId, FieldId)) -> bool {
    let term = heap.field_value(object, field).and_then(Value::number);
    let Some(Node::Input(input, _)) = term.map(|term| pool.node(term)) else { return false };
    heap.is_read_from(*input, (InputOrigin::Field(object, field), OpenPlace::Field(object, field)))
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
        let (name, descriptor) = NEXT_IN_RING;
        let next = program.method_by_name((RING_ITERATOR, name, descriptor)).unwrap();
        assert_eq!(step_of(&program, next), Some(Step::InRing));
        assert!(ring_fields(&program).is_some());
        for (class, collection, counting) in NOTICING {
            let fields = [(class, "this$0", collection), (class, "expectedModCount", "I"), (counting, "modCount", "I")];
            assert!(fields.iter().all(|field| program.field_by_name(*field).is_some()), "{class}");
        }
    }
}
