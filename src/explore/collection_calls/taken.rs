//! One call of a method of a collection that is known row by row: whether it is taken, and the paths on which it is.

use super::super::collections::{Gives, Need, RING_ENDS, Row, Size, keeps_elements};
use super::super::driver::Explorer;
use super::super::path::{Branch, Path, Recorder};
use super::{STRING, argument, note_puts};
use crate::exec::{Call, StopReason};
use crate::heap::{Choice, Held, Holding, ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, ReferenceType, compares_quietly};
use crate::term::TermId;

/// A call that a row is taken for.
pub(super) struct Taken<'t, 'p, R: Recorder> {
    pub(super) explorer: &'t mut Explorer<'p, R>,
    pub(super) path: Path<R>,
    pub(super) row: &'static Row,
    pub(super) collection: ObjectId,
    pub(super) call: &'t Call,
    /// The field of the collection's size, and the size before the call.
    pub(super) size: Option<(FieldId, TermId)>,
    /// Whether it is empty, where the row tells that.
    pub(super) is_empty: bool,
}

impl<R: Recorder> Taken<'_, '_, R> {
    /// Whether what the row needs holds.
    ///
    /// # Errors
    /// What has to be decided first.
    pub(super) fn needs_hold(&mut self) -> Result<bool, Choice> {
        self.size = self.row.size_field(self.explorer.machine.program).map(|field| (field, self.read(field)));
        if let Some((field, size)) = self.size {
            let (machine, state) = (&mut self.explorer.machine, &mut self.path.state);
            if let Some(given) = machine.given(state, self.collection, field) {
                return Err(Choice::Given(given));
            }
            let pool = &mut self.explorer.machine.pool;
            let zero = pool.int(0);
            let is_one = pool.less_or_equal(zero, size);
            if pool.as_truth(is_one) != Some(true) && self.path.state.path.known(is_one) != Some(true) {
                return Err(Choice::Given(is_one));
            }
        }
        for need in self.row.needs {
            let holds = match need {
                Need::Index(at) => self.is_index(*at, false)?,
                Need::IndexOrSize(at) => self.is_index(*at, true)?,
                Need::Quiet(at) => self.is_quiet(*at)?,
                Need::QuietKeys => self.held(0).is_nothing || self.quiet_class().is_some(),
                Need::NotNull(at) => self.is_object(*at)?,
                Need::Filled => self.is_filled()?,
                Need::Ordered(at) => self.is_one_of(*at, self.order().or_else(|| self.order_of_first(*at)))?,
                Need::InOrder => self.order().is_some() || (self.held(0).is_nothing && self.held(0).is_in_own_order),
                Need::ToldNoOrder => self.held(0).is_in_own_order,
                Need::Key(at) => self.is_one_of(*at, self.keys())?,
                Need::Null(at) => self.argument(*at) == Some(Reference::Null),
                Need::Objects => self.held(0).is_object,
                Need::Text(at) => self.is_one_of(*at, self.explorer.machine.program.class_by_name(STRING))?,
                Need::Texts => self.holds_texts(),
            };
            if !holds {
                return Ok(false);
            }
        }
        if self.row.gives == Gives::HasValue {
            self.choose_value()?;
        }
        if matches!(self.row.gives, Gives::EntryIfAny | Gives::ElementIfAny) {
            let Some((_, size)) = self.size else { return Ok(false) };
            let pool = &mut self.explorer.machine.pool;
            let zero = pool.int(0);
            let is_empty = pool.equal(size, zero);
            self.is_empty = self.path.state.path.decide(pool, is_empty)?;
        }
        Ok(true)
    }

    /// What is known of all that stands for a type argument of the collection.
    fn held(&self, argument: usize) -> Held {
        match self.path.state.heap.holding(self.collection) {
            Some(Holding::Arguments(all)) => all.get(argument).copied().unwrap_or_default(),
            _ => Held::default(),
        }
    }

    /// The class of which all elements or keys are that are there, where these hash and compare without running any code of the program.
    fn quiet_class(&self) -> Option<ClassId> {
        self.quiet(self.held(0).class?.as_class()?)
    }

    /// A class, where objects of it hash and compare so.
    fn quiet(&self, class: ClassId) -> Option<ClassId> {
        let program = self.explorer.machine.program;
        let is_exact = program.class(class).flags.is_final() || program.class(class).is_enum();
        (is_exact && compares_quietly(program, class)).then_some(class)
    }

    /// The same where they are ordered by themselves too.
    fn order(&self) -> Option<ClassId> {
        self.ordered(self.quiet_class()?)
    }

    /// The class of an argument, where nothing is there with which it would be compared.
    fn order_of_first(&self, at: usize) -> Option<ClassId> {
        let class = self.path.state.heap.type_of(self.explorer.machine.program, *self.call.arguments.get(at)?);
        self.ordered(self.quiet(class?.as_class()?)?).filter(|_| self.held(0).is_nothing)
    }

    /// A class, where its objects are ordered by themselves in the collection.
    fn ordered(&self, class: ClassId) -> Option<ClassId> {
        let program = self.explorer.machine.program;
        let comparable = program.class_by_name("java/lang/Comparable")?;
        let is_so = self.held(0).is_in_own_order && program.is_subclass(class, comparable) == Some(true);
        is_so.then_some(class)
    }

    /// Whether an argument is no null and of a class, if that is known.
    fn is_one_of(&self, at: usize, class: Option<ClassId>) -> Result<bool, Choice> {
        let Some(class) = class else { return Ok(false) };
        Ok(self.is_object(at)? && self.is_of(at, class)?)
    }

    /// Whether all elements are strings, or null, of a collection that keeps them itself.
    fn holds_texts(&self) -> bool {
        let program = self.explorer.machine.program;
        let class = self.path.state.heap.exact_class(self.collection);
        let held = self.held(0).class.and_then(ReferenceType::as_class);
        class.is_some_and(|class| keeps_elements(program, class))
            && held.is_some_and(|held| &**program.class_name(held) == STRING)
    }

    /// The enum of which all keys are that are there.
    fn keys(&self) -> Option<ClassId> {
        let class = self.held(0).class?.as_class()?;
        self.explorer.machine.program.class(class).is_enum().then_some(class)
    }

    /// What the table has for the key is chosen by now: null, or an object.
    ///
    /// # Errors
    /// The choice.
    fn choose_value(&mut self) -> Result<(), Choice> {
        let Some(key) = self.argument(1) else { return Ok(()) };
        let held = Held { is_object: false, ..self.held(1) };
        let Some(any) = self.explorer.machine.program.class_by_name("java/lang/Object") else { return Ok(()) };
        let (heap, mut context) = self.explorer.machine.heap_context(&mut self.path.state);
        let value = heap.looked_up(self.collection, key).unwrap_or_else(|| {
            let value = heap.open_result(&mut context, 0, FieldKind::Reference(ReferenceType::class(any)));
            if let Value::Reference(Reference::Symbol(symbol)) = value {
                heap.take_for_held(symbol, held);
            }
            heap.keep_lookup(self.collection, key, value);
            value
        });
        match value {
            Value::Reference(reference) => match heap.current(reference) {
                Reference::Symbol(symbol) => Err(Choice::Symbol(symbol)),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Whether an argument that is not null is of a class.
    fn is_of(&self, at: usize, class: ClassId) -> Result<bool, Choice> {
        let (program, heap) = (self.explorer.machine.program, &self.path.state.heap);
        match self.argument(at) {
            Some(Reference::Object(object)) => Ok(heap.instance(object).is_some_and(|body| {
                !body.open
                    && !body.types.is_empty()
                    && body.types.iter().all(|of| program.is_subclass(*of, class) == Some(true))
            })),
            Some(Reference::Symbol(symbol)) => {
                let declared = heap.symbol(symbol).and_then(|symbol| symbol.declared.as_class());
                if declared == Some(class) { Ok(true) } else { Err(Choice::Symbol(symbol)) }
            }
            _ => Ok(false),
        }
    }

    fn read(&mut self, field: FieldId) -> TermId {
        let (heap, mut context) = self.explorer.machine.heap_context(&mut self.path.state);
        let value = heap.read_field(&mut context, self.collection, field).number();
        value.unwrap_or_else(|| self.explorer.machine.pool.int(0))
    }

    fn is_index(&mut self, at: usize, or_size: bool) -> Result<bool, Choice> {
        let index = self.call.arguments.get(at).and_then(|value| value.number());
        let (Some(index), Some((_, size))) = (index, self.size) else { return Ok(false) };
        let pool = &mut self.explorer.machine.pool;
        let zero = pool.int(0);
        let from = pool.less_or_equal(zero, index);
        let below = if or_size { pool.less_or_equal(index, size) } else { pool.less(index, size) };
        let path = &self.path.state.path;
        Ok(path.decide(pool, from)? && path.decide(pool, below)?)
    }

    fn is_filled(&mut self) -> Result<bool, Choice> {
        let ends = RING_ENDS.map(|end| self.explorer.machine.program.field_by_name(end));
        let [Some(head), Some(tail)] = ends else { return Ok(false) };
        let (head, tail) = (self.read(head), self.read(tail));
        let pool = &mut self.explorer.machine.pool;
        let is_empty = pool.equal(head, tail);
        Ok(!self.path.state.path.decide(pool, is_empty)?)
    }

    fn argument(&self, at: usize) -> Option<Reference> {
        argument(&self.path.state.heap, self.call, at)
    }

    fn is_object(&self, at: usize) -> Result<bool, Choice> {
        match self.argument(at) {
            Some(Reference::Symbol(symbol)) => {
                let is_nullable = self.path.state.heap.symbol(symbol).is_none_or(|symbol| symbol.nullable);
                if is_nullable { Err(Choice::Symbol(symbol)) } else { Ok(true) }
            }
            argument => Ok(matches!(argument, Some(Reference::Object(_)))),
        }
    }

    fn is_quiet(&self, at: usize) -> Result<bool, Choice> {
        let (program, heap) = (self.explorer.machine.program, &self.path.state.heap);
        match self.argument(at) {
            None => Ok(false),
            Some(Reference::Null) => Ok(true),
            Some(Reference::Object(object)) => Ok(match heap.instance(object) {
                Some(body) => !body.open && body.types.iter().all(|class| compares_quietly(program, *class)),
                None => heap.array(object).is_some(),
            }),
            Some(Reference::Symbol(symbol)) => {
                let declared = heap.symbol(symbol).and_then(|symbol| symbol.declared.as_class());
                let is_final = declared.filter(|class| program.class(*class).flags.is_final());
                if is_final.is_some_and(|class| compares_quietly(program, class)) {
                    return Ok(true);
                }
                Err(Choice::Symbol(symbol))
            }
        }
    }

    /// Ends the call.
    pub(super) fn finish(mut self) -> Vec<Branch<R>> {
        let result = self.explorer.machine.program.method(self.call.method).result;
        let is_lookup = match self.row.gives {
            Gives::Entry | Gives::Value | Gives::HasValue => self.row.size == Size::Unchanged,
            _ => false,
        };
        let key = self.argument(1).filter(|_| is_lookup);
        let (first, second) = (self.held(0), self.held(1));
        note_puts(self.explorer.machine.program, &mut self.path.state.heap, self.call);
        let gives_what_is_there = matches!(
            self.row.gives,
            Gives::Entry | Gives::AnyEntry | Gives::EntryIfAny | Gives::ElementIfAny | Gives::Previous | Gives::Value
        );
        let is_nothing_there = gives_what_is_there && first.is_nothing && first.is_object;
        let (heap, mut context) = self.explorer.machine.heap_context(&mut self.path.state);
        let known = key.and_then(|key| heap.looked_up(self.collection, key));
        let value = match (self.row.gives, result) {
            (_, None) => None,
            (Gives::HasValue, Some(kind)) => match known {
                Some(Value::Reference(value)) if heap.current(value) != Reference::Null => {
                    Some(Value::Int(context.pool.int(1)))
                }
                // Null may be the value.
                Some(_) if second.is_object => Some(Value::Int(context.pool.int(0))),
                _ => Some(heap.open_result(&mut context, 0, kind)),
            },
            (Gives::True, Some(_)) => Some(Value::Int(context.pool.int(1))),
            (_, Some(_)) if self.is_empty || is_nothing_there => Some(Value::Reference(Reference::Null)),
            (_, Some(kind)) => known.or_else(|| Some(heap.open_result(&mut context, 0, kind))),
        };
        if let (Some(key), None, Some(value)) = (key.filter(|_| self.row.gives != Gives::HasValue), known, value) {
            heap.keep_lookup(self.collection, key, value);
        }
        if let (Gives::Present | Gives::EntryIfAny | Gives::Object, Some(Value::Reference(Reference::Symbol(symbol)))) =
            (self.row.gives, value)
        {
            heap.require_object(symbol);
        }
        if let Some(Value::Reference(Reference::Symbol(symbol))) = value {
            match self.row.gives {
                Gives::Element | Gives::Present | Gives::ElementIfAny => heap.take_for_held(symbol, first),
                Gives::Previous | Gives::Value => heap.take_for_held(symbol, Held { is_object: false, ..second }),
                Gives::Entry | Gives::AnyEntry | Gives::EntryIfAny => {
                    if let Some(holding @ Holding::Arguments(_)) = heap.holding(self.collection).cloned() {
                        heap.set_holding(symbol, holding);
                    }
                }
                _ => {}
            }
        }
        if self.row.size != Size::Unchanged && !self.is_empty {
            heap.change_alone(&mut context, self.collection);
            for argument in self.call.arguments.iter().skip(1) {
                if let Value::Reference(reference) = argument
                    && let Reference::Object(put) = heap.current(*reference)
                {
                    heap.give_away(put);
                }
            }
        }
        self.set_size();
        let conditions = self.conditions(value.and_then(Value::number));
        self.explorer.costs.states += 1;
        if self.explorer.machine.finish_call(&mut self.path.state, self.call, value).is_err() {
            let method = self.explorer.machine.program.method_label(self.call.method);
            return vec![Branch::stopped(self.path, StopReason::CallBudget(method))];
        }
        self.explorer.conjoin_all(self.path, conditions).into_iter().collect()
    }

    /// Leaves the collection with as many elements as the row says, where it says how many.
    fn set_size(&mut self) {
        let Some((field, before)) = self.size else { return };
        let (program, pool) = (self.explorer.machine.program, &mut self.explorer.machine.pool);
        let after = match self.row.size {
            Size::Zero => pool.int(0),
            Size::By(step) => {
                let step = pool.int(step);
                pool.add(before, step)
            }
            Size::Unchanged | Size::Perhaps(_) | Size::Unknown => return,
        };
        if self.is_empty {
            return;
        }
        self.path.state.heap.set_size(program, self.collection, field, after);
    }

    /// What holds of the result and of the size after the call.
    fn conditions(&mut self, result: Option<TermId>) -> Vec<TermId> {
        let Some((field, before)) = self.size else { return Vec::new() };
        let mut found = Vec::new();
        if let Some(result) = result {
            let pool = &mut self.explorer.machine.pool;
            let zero = pool.int(0);
            match self.row.gives {
                Gives::IndexOrNone => {
                    let none = pool.int(-1);
                    found.extend([pool.less_or_equal(none, result), pool.less(result, before)]);
                }
                Gives::IsThere | Gives::IsChanged => {
                    let (is_not, has_some) = (pool.equal(result, zero), pool.less(zero, before));
                    found.push(pool.disjunction(is_not, has_some));
                }
                _ => {}
            }
        }
        if matches!(self.row.size, Size::Unchanged | Size::Unknown) || self.is_empty {
            return found;
        }
        let after = self.read(field);
        let pool = &mut self.explorer.machine.pool;
        let zero = pool.int(0);
        found.push(pool.less_or_equal(zero, after));
        let (Size::By(step) | Size::Perhaps(step)) = self.row.size else { return found };
        if matches!(self.row.size, Size::Perhaps(_)) {
            let step_term = pool.int(step);
            let stepped = pool.add(before, step_term);
            let is_stepped = pool.equal(after, stepped);
            let as_before = pool.equal(after, before);
            found.push(match (self.row.gives, result) {
                (Gives::IsChanged, Some(result)) => {
                    let is_not = pool.equal(result, zero);
                    let is_changed = pool.not(is_not);
                    let (neither, both) =
                        (pool.conjunction(is_not, as_before), pool.conjunction(is_changed, is_stepped));
                    pool.disjunction(neither, both)
                }
                _ => pool.disjunction(as_before, is_stepped),
            });
        }
        // There is no room for more elements than the largest int.
        found.push(if step > 0 { pool.less_or_equal(before, after) } else { pool.less_or_equal(after, before) });
        found
    }
}
