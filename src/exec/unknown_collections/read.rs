//! One call of a method that reads a collection of which only some elements are known: its answer.

use super::super::machine::Machine;
use super::super::state::State;
use super::super::stop::Interrupt;
use super::{Answer, COLLECTION, ENTRY, LIST, OBJECT, Reads, fields};
use crate::classfile::{ClassName, GenericType, PrimitiveType};
use crate::heap::{
    Asked, Choice, Held, Holding, InstanceBody, LookupKey, ObjectId, Reference, SymbolId, SymbolOrigin, Value,
};
use crate::program::{ClassId, FieldId, FieldKind, Program, ReferenceType, compares_quietly};
use crate::term::TermId;

/// What stands for a type argument of a collection.
#[derive(Clone, Debug)]
struct Argument {
    /// As it is declared.
    declared: GenericType,
    /// Whether none is null.
    is_object: bool,
}

/// A call of an unknown collection.
pub(super) struct Read<'m, 'p> {
    pub(super) machine: &'m mut Machine<'p>,
    pub(super) state: &'m mut State,
    /// The collection, table, entry or iterator.
    pub(super) object: ObjectId,
    /// The interface whose type arguments it has.
    pub(super) kind: &'static str,
    /// The other arguments.
    pub(super) arguments: &'m [Value],
}

impl Read<'_, '_> {
    pub(super) fn answer(&mut self, reads: Reads) -> Result<Option<Answer>, Interrupt> {
        let given = match reads {
            Reads::Element => return self.element_at(),
            Reads::Next => return self.next(),
            Reads::Size => self.size(self.object)?.map(Value::Int),
            Reads::IsEmpty => self.size(self.object)?.map(|size| {
                let pool = &mut self.machine.pool;
                let zero = pool.int(0);
                let is_empty = pool.equal(size, zero);
                self.truth(is_empty)
            }),
            Reads::End(which) => Some(self.part(which, 0)),
            Reads::Holds => self.quiet_argument()?.map(|key| self.holds(key)),
            Reads::ValueOf => self.quiet_argument()?.map(|key| self.value_of(key)),
            Reads::ValueOrDefault => self.value_or_default()?,
            Reads::Keys => self.view("java/util/Set", |[keys, _]| vec![keys.clone()]),
            Reads::Values => self.view(COLLECTION, |[_, values]| vec![values.clone()]),
            Reads::Entries => self.view("java/util/Set", |arguments| {
                vec![GenericType::Class(ClassName::from(ENTRY), arguments.to_vec())]
            }),
            Reads::Key => Some(self.part("key", 0)),
            Reads::Value => Some(self.part("value", 1)),
            Reads::Array => self.array()?,
            Reads::ArrayLike => self.array_like()?,
            Reads::Index(which) => match self.quiet_argument()? {
                Some(key) => self.index(which, key)?,
                None => None,
            },
            Reads::Iterator(of) => self.iterator(of),
            Reads::HasNext => self.has_next()?,
            Reads::AsIn(_) => None,
        };
        Ok(given.map(Answer::Gives))
    }

    fn truth(&mut self, condition: TermId) -> Value {
        let pool = &mut self.machine.pool;
        let (one, zero) = (pool.int(1), pool.int(0));
        Value::Int(pool.if_then_else(condition, one, zero))
    }

    /// The number of elements, which is not negative.
    fn size(&mut self, of: ObjectId) -> Result<Option<TermId>, Interrupt> {
        let Some((field, _)) = fields(self.machine.program) else { return Ok(None) };
        let (heap, mut context) = self.machine.heap_context(self.state);
        let Some(size) = heap.size_of_unknown(&mut context, of, field) else { return Ok(None) };
        if let Some(given) = self.machine.given(self.state, of, field) {
            return Err(Choice::Given(given).into());
        }
        let pool = &mut self.machine.pool;
        let zero = pool.int(0);
        let is_one = pool.less_or_equal(zero, size);
        if pool.as_truth(is_one) == Some(true) || self.state.path.known(is_one) == Some(true) {
            return Ok(Some(size));
        }
        Err(Choice::Given(is_one).into())
    }

    fn element_at(&mut self) -> Result<Option<Answer>, Interrupt> {
        let Some(index) = self.arguments.first().and_then(|value| value.number()) else { return Ok(None) };
        let Some(size) = self.size(self.object)? else { return Ok(None) };
        let pool = &mut self.machine.pool;
        let zero = pool.int(0);
        let (from, below) = (pool.less_or_equal(zero, index), pool.less(index, size));
        if !self.state.path.decide(pool, from)? || !self.state.path.decide(pool, below)? {
            return Ok(Some(Answer::Throws("java/lang/IndexOutOfBoundsException")));
        }
        Ok(Some(Answer::Gives(self.answered(Asked::Element(index), 0))))
    }

    /// What was answered before, or anything that the collection may hold.
    fn answered(&mut self, asked: Asked, place: usize) -> Value {
        if let Some(known) = self.state.heap.read_before(self.object, asked) {
            return known;
        }
        let argument = self.arguments_of(self.object).into_iter().nth(place);
        let value = self.anything(argument);
        self.state.heap.keep_read(self.object, asked, value);
        value
    }

    fn part(&mut self, which: &'static str, place: usize) -> Value {
        self.answered(Asked::Part(which), place)
    }

    fn number(&mut self, asked: Asked, of: PrimitiveType) -> Value {
        self.machine.any_number(self.state, (self.object, asked), of)
    }

    fn holds(&mut self, key: LookupKey) -> Value {
        self.number(Asked::Holds(key), PrimitiveType::Boolean)
    }

    /// What a table has for a key: null where it is known not to have it.
    fn value_of(&mut self, key: LookupKey) -> Value {
        let holds = self.state.heap.read_before(self.object, Asked::Holds(key)).and_then(Value::number);
        if let Some(holds) = holds {
            let pool = &mut self.machine.pool;
            let zero = pool.int(0);
            let is_missing = pool.equal(holds, zero);
            if pool.as_truth(is_missing).or_else(|| self.state.path.known(is_missing)) == Some(true) {
                return Value::Reference(Reference::Null);
            }
        }
        self.state.heap.note_access_of_table();
        self.answered(Asked::ValueOf(key), 1)
    }

    /// An argument that is looked for, if neither hashing nor comparing it with what may be held runs code of the program, and a sorted collection
    /// has an order for it: all that is held is of one final class of the JDK, or of an enum.
    fn quiet_argument(&mut self) -> Result<Option<LookupKey>, Interrupt> {
        let Some(Value::Reference(argument)) = self.arguments.first().copied() else { return Ok(None) };
        let program = self.machine.program;
        let held = self.arguments_of(self.object).into_iter().next().map(|argument| argument.declared);
        let Some(GenericType::Class(name, _)) = held else { return Ok(None) };
        let Some(held) = program.class_by_name(&name) else { return Ok(None) };
        let found = program.class(held);
        let is_final = found.is_enum() || (found.is_jdk && found.flags.is_final());
        let has_order = program
            .class_by_name("java/lang/Comparable")
            .is_some_and(|comparable| program.is_subclass(held, comparable) == Some(true));
        if !is_final || !has_order || !compares_quietly(program, held) || self.may_be_ordered_by_program() {
            return Ok(None);
        }
        let object = match self.state.heap.current(argument) {
            Reference::Null => return Ok(None),
            Reference::Symbol(symbol) => return Err(Choice::Symbol(symbol).into()),
            Reference::Object(object) => object,
        };
        let heap = &self.state.heap;
        let is_of_it = |body: &InstanceBody| {
            !body.open && body.types.iter().all(|class| program.is_subclass(*class, held) == Some(true))
        };
        if !heap.instance(object).is_some_and(is_of_it) {
            return Ok(None);
        }
        let (heap, mut context) = self.machine.heap_context(self.state);
        let value = heap.value_class(program, object).and_then(|class| {
            let text = heap.text_of(&mut context, object);
            let value = text.or_else(|| heap.boxed(&mut context, object)?.number())?;
            Some(LookupKey::Value(class, value))
        });
        Ok(Some(value.unwrap_or(LookupKey::Object(object))))
    }

    /// Whether the collection may be sorted by a comparator of the class path. A list is not.
    fn may_be_ordered_by_program(&self) -> bool {
        let program = self.machine.program;
        let list = program.class_by_name(LIST).map(ReferenceType::class);
        let is_list = list.is_some_and(|list| self.state.heap.known_type(program, self.object, list) == Some(true));
        let comparator = program.class_by_name("java/util/Comparator");
        let has_user_class =
            |class: ClassId| program.concrete_subtypes(class).iter().any(|class| program.is_user_class(*class));
        !is_list && comparator.is_none_or(has_user_class)
    }

    fn value_or_default(&mut self) -> Result<Option<Value>, Interrupt> {
        let (Some(key), Some(default)) = (self.quiet_argument()?, self.arguments.get(1)) else { return Ok(None) };
        let Some(holds) = self.holds(key).number() else { return Ok(None) };
        let pool = &mut self.machine.pool;
        let zero = pool.int(0);
        let is_missing = pool.equal(holds, zero);
        let is_default = self.state.path.decide(pool, is_missing)?;
        Ok(Some(if is_default { *default } else { self.value_of(key) }))
    }

    /// A view of a table, which holds what these type arguments say. Some tables make a new one each time.
    fn view(&mut self, interface: &str, held: impl Fn(&[GenericType; 2]) -> Vec<GenericType>) -> Option<Value> {
        let declared = |argument: Option<Argument>| argument.map_or(GenericType::Anything, |one| one.declared);
        let mut arguments = self.arguments_of(self.object).into_iter();
        let arguments = [declared(arguments.next()), declared(arguments.next())];
        let view = GenericType::Class(ClassName::from(interface), held(&arguments));
        Some(self.anything(Some(Argument { declared: view, is_object: true })))
    }

    /// Where an object is found, or -1.
    fn index(&mut self, which: &'static str, key: LookupKey) -> Result<Option<Value>, Interrupt> {
        let Some(size) = self.size(self.object)? else { return Ok(None) };
        let index = self.number(Asked::Index(which, key), PrimitiveType::Int);
        let Some(number) = index.number() else { return Ok(None) };
        let pool = &mut self.machine.pool;
        let least = pool.int(-1);
        let (from, below) = (pool.less_or_equal(least, number), pool.less(number, size));
        let is_one = pool.conjunction(from, below);
        if pool.as_truth(is_one) == Some(true) || self.state.path.known(is_one) == Some(true) {
            return Ok(Some(index));
        }
        Err(Choice::Given(is_one).into())
    }

    /// An array of all elements for one without elements: itself, where the collection has none either.
    fn array_like(&mut self) -> Result<Option<Value>, Interrupt> {
        let Some(Value::Reference(given)) = self.arguments.first().copied() else { return Ok(None) };
        let Reference::Object(array) = self.state.heap.current(given) else { return Ok(None) };
        let (program, pool) = (self.machine.program, &mut self.machine.pool);
        let zero = pool.int(0);
        let Some(body) = self.state.heap.array(array).filter(|body| body.length == zero) else { return Ok(None) };
        let (FieldKind::Reference(component), None) = (body.component, &body.possible_components) else {
            return Ok(None);
        };
        let Some(size) = self.size(self.object)? else { return Ok(None) };
        let is_empty = self.machine.pool.equal(size, zero);
        if self.state.path.decide(&mut self.machine.pool, is_empty)? {
            return Ok(Some(Value::Reference(given)));
        }
        // What it holds must fit, whatever it is.
        let held = self.arguments_of(self.object).into_iter().next();
        let held = held.and_then(|argument| program.erased_kind(Some(&argument.declared)));
        match held {
            Some(FieldKind::Reference(held)) if program.is_subtype(held, component) == Some(true) => {
                self.array_of(component, size)
            }
            _ => Ok(None),
        }
    }

    /// A new array of all elements, of which nobody else knows.
    fn array(&mut self) -> Result<Option<Value>, Interrupt> {
        let Some(length) = self.size(self.object)? else { return Ok(None) };
        match self.machine.program.class_by_name(OBJECT) {
            Some(object) => self.array_of(ReferenceType::class(object), length),
            None => Ok(None),
        }
    }

    fn array_of(&mut self, component: ReferenceType, length: TermId) -> Result<Option<Value>, Interrupt> {
        let held = self.held();
        let heap = &mut self.state.heap;
        let array = heap.new_unknown_array(FieldKind::Reference(component), length);
        heap.hold_elements(array, held);
        Ok(Some(Value::Reference(Reference::Object(array))))
    }

    /// A list of all elements that nobody can change; where one is null, there is none.
    pub(super) fn copy(&mut self) -> Result<Option<Answer>, Interrupt> {
        let program = self.machine.program;
        let Some(size) = self.size(self.object)? else { return Ok(None) };
        let (Some(list), Some((field, _))) = (program.class_by_name(LIST), fields(program)) else { return Ok(None) };
        let held = self.held();
        if !held.is_object {
            let holds_null = self.number(Asked::HoldsNull, PrimitiveType::Boolean);
            let Some(holds_null) = holds_null.number() else { return Ok(None) };
            let pool = &mut self.machine.pool;
            let zero = pool.int(0);
            let (says_so, is_some) = (pool.not_equal(holds_null, zero), pool.less(zero, size));
            let has_null = pool.conjunction(says_so, is_some);
            if self.state.path.decide(pool, has_null)? {
                return Ok(Some(Answer::Throws("java/lang/NullPointerException")));
            }
        }
        let copy = self.state.heap.new_copy(list, Held { is_object: true, ..held }, (field, size));
        Ok(Some(Answer::Gives(Value::Reference(Reference::Object(copy)))))
    }

    fn iterator(&mut self, of: &str) -> Option<Value> {
        let program = self.machine.program;
        let (class, (_, cursor)) = (program.class_by_name(of)?, fields(program)?);
        let list = ReferenceType::class(program.class_by_name(LIST)?);
        let is_list = self.state.heap.known_type(program, self.object, list) == Some(true);
        let iterator = self.state.heap.new_unknown_iterator(class, self.object, is_list);
        let zero = self.machine.pool.int(0);
        self.state.heap.write_field(iterator, cursor, Value::Int(zero));
        Some(Value::Reference(Reference::Object(iterator)))
    }

    /// What an iterator goes through, if nothing was changed since it was made, how far it has come, and whether there is more.
    fn position(&mut self) -> Result<Option<(ObjectId, FieldId, TermId, TermId)>, Interrupt> {
        let Some((collection, is_changed)) = self.state.heap.iterated(self.object) else { return Ok(None) };
        let Some((_, field)) = fields(self.machine.program).filter(|_| !is_changed) else { return Ok(None) };
        let Some(size) = self.size(collection)? else { return Ok(None) };
        let Some(cursor) = self.state.heap.field_value(self.object, field).and_then(Value::number) else {
            return Ok(None);
        };
        let has_more = self.machine.pool.less(cursor, size);
        Ok(Some((collection, field, cursor, has_more)))
    }

    fn has_next(&mut self) -> Result<Option<Value>, Interrupt> {
        let Some((.., has_more)) = self.position()? else { return Ok(None) };
        Ok(Some(self.truth(has_more)))
    }

    fn next(&mut self) -> Result<Option<Answer>, Interrupt> {
        let Some((collection, field, cursor, has_more)) = self.position()? else { return Ok(None) };
        if !self.state.path.decide(&mut self.machine.pool, has_more)? {
            return Ok(Some(Answer::Throws("java/util/NoSuchElementException")));
        }
        let pool = &mut self.machine.pool;
        let one = pool.int(1);
        let next = pool.add(cursor, one);
        self.state.heap.write_field(self.object, field, Value::Int(next));
        let argument = self.arguments_of(collection).into_iter().next();
        Ok(Some(Answer::Gives(self.anything(argument))))
    }

    /// Anything that a type argument says.
    fn anything(&mut self, argument: Option<Argument>) -> Value {
        let program = self.machine.program;
        let (declared, is_object) = match argument {
            Some(argument) => (argument.declared, argument.is_object),
            None => (GenericType::Anything, false),
        };
        let kind = program.erased_kind(Some(&declared)).unwrap_or(FieldKind::Text);
        let (heap, mut context) = self.machine.heap_context(self.state);
        // What the path has made may be there, where something refers to it that was there before.
        heap.give_away_escaped(program);
        let value = heap.open_result(&mut context, 0, kind);
        if let Value::Reference(Reference::Symbol(symbol)) = value {
            if is_object {
                heap.require_object(symbol);
            }
            if let GenericType::Class(_, arguments) = declared
                && !arguments.is_empty()
            {
                heap.set_holding(symbol, Holding::Declared(arguments.into()));
            }
        }
        value
    }

    /// What the type arguments of a collection are: as a fact of it says, as it was found in another one, or as the parameter or field is
    /// declared that refers to it. What refers to it as something else says nothing.
    fn arguments_of(&self, object: ObjectId) -> Vec<Argument> {
        let (program, heap) = (self.machine.program, &self.state.heap);
        let Some(kind) = program.class_by_name(self.kind) else { return Vec::new() };
        let as_declared = |declared: GenericType| Argument { declared, is_object: false };
        let is_one = |symbol: &SymbolId| {
            let declared = heap.symbol(*symbol).and_then(|symbol| symbol.declared.as_class());
            declared.is_some_and(|class| program.is_subclass(class, kind) == Some(true))
        };
        let declared = heap.symbols_of(object).find(is_one).and_then(|symbol| heap.symbol(symbol)).and_then(|symbol| {
            match (&symbol.holding, symbol.origin) {
                (Some(Holding::Declared(arguments)), _) => Some(arguments.to_vec()),
                (Some(Holding::OfField(field, place)), _) => {
                    let declared = arguments_of_jdk(program, program.generic_field(*field)?)?;
                    arguments_of_jdk(program, declared.into_iter().nth(*place)?)
                }
                (_, SymbolOrigin::Parameter(place)) => arguments_of_jdk(program, self.declared_parameter(place)?),
                (_, SymbolOrigin::Field(_, field) | SymbolOrigin::Static(field)) => {
                    arguments_of_jdk(program, program.generic_field(field)?)
                }
                _ => None,
            }
        });
        let mut found: Vec<Argument> = declared.unwrap_or_default().into_iter().map(as_declared).collect();
        if let Some(Holding::Arguments(held)) = heap.holding(object) {
            found.resize_with(held.len(), || as_declared(GenericType::Anything));
            for (argument, held) in found.iter_mut().zip(held.iter()) {
                argument.is_object = held.is_object;
                let class = held.class.and_then(ReferenceType::as_class);
                if let (GenericType::Anything, Some(class)) = (&argument.declared, class) {
                    argument.declared = GenericType::Class(program.class_name(class).clone(), Vec::new());
                }
            }
        }
        found
    }

    /// What is known of all elements of the collection.
    fn held(&self) -> Held {
        let argument = self.arguments_of(self.object).into_iter().next();
        let class = argument.as_ref().and_then(|argument| self.machine.program.named_type(&argument.declared));
        Held { class, is_object: argument.is_some_and(|argument| argument.is_object), ..Held::default() }
    }

    /// How a parameter of the outermost method is declared.
    fn declared_parameter(&self, place: u16) -> Option<GenericType> {
        let program = self.machine.program;
        let entry = self.state.frames.first()?.method;
        let place = usize::from(place).checked_sub(usize::from(program.method(entry).has_receiver()))?;
        program.generic_parameters(entry).into_iter().nth(place).flatten()
    }
}

/// The type arguments of a type that is the JDK's, whose interfaces pass theirs on as they are.
fn arguments_of_jdk(program: &Program, declared: GenericType) -> Option<Vec<GenericType>> {
    match declared {
        GenericType::Class(name, arguments) => {
            let is_jdk = program.class_by_name(&name).is_some_and(|class| program.class(class).is_jdk);
            is_jdk.then_some(arguments)
        }
        _ => None,
    }
}
