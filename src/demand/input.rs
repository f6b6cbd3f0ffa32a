//! From a model of a formula to the concrete input of the entry that it describes.

use super::composable::{is_primitive_array, is_string};
use super::translate::field_element_kind;
use super::tree::{TreeInput, Trees};
use crate::concolic::{ConcolicObject, ConcolicValue, ConcreteInput, is_initialised};
use crate::program::{ClassId, FieldKind, MethodId, Program, ReferenceType, TEXT_FIELD};
use crate::term::{Domain, Model, TermId, TermPool, TextOperator};
use std::collections::BTreeMap;

/// What inputs are asked for that keep executions short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small {
    /// The longest arrays.
    length: i32,
    /// The greatest numbers, of either sign.
    number: i64,
}

impl Small {
    /// That a number is small; none where it is of another sort.
    pub fn bounds(self, pool: &mut TermPool, number: TermId) -> Option<[TermId; 2]> {
        let sort = pool.sort(number);
        if !sort.is_number() {
            return None;
        }
        let (least, most) = (pool.constant(sort, -self.number), pool.constant(sort, self.number));
        Some([pool.less_or_equal(least, number), pool.less_or_equal(number, most)])
    }
}

/// What is asked for, one after the other until there is such an input.
pub const SMALL: [Small; 3] =
    [Small { length: 40, number: 20 }, Small { length: 100, number: 1000 }, Small { length: 1000, number: 100_000 }];

/// The declared types of a method's parameters, receiver first.
pub fn parameter_kinds(program: &Program, method: MethodId) -> Vec<FieldKind> {
    let info = program.method(method);
    let receiver = info.has_receiver().then(|| FieldKind::Reference(ReferenceType::class(info.class)));
    receiver.into_iter().chain(info.parameters.iter().copied()).collect()
}

/// What an input is asked to be like where that is possible: numbers are small, which keeps loops short, so are arrays, and no
/// two parameters are the same array.
pub fn preferences(
    program: &Program,
    pool: &mut TermPool,
    trees: &mut Trees,
    (entry, small): (MethodId, Small),
) -> Vec<TermId> {
    let mut wanted = Vec::new();
    let mut arrays: Vec<(ReferenceType, TermId)> = Vec::new();
    for (position, kind) in (0_u16..).zip(parameter_kinds(program, entry)) {
        let FieldKind::Reference(reference) = kind else {
            let Some(id) = trees.known_input(entry, TreeInput::Parameter(position)) else { continue };
            let domain = trees.domain(id).unwrap_or(Domain::Float);
            if matches!(domain, Domain::Int | Domain::Long | Domain::Short) {
                let number = pool.input(id, domain);
                wanted.extend(small.bounds(pool, number).into_iter().flatten());
            }
            continue;
        };
        if let Some(id) = trees.known_input(entry, TreeInput::Text(position)) {
            let text = pool.input(id, Domain::Text);
            let length = pool.text_operation(TextOperator::Length, &[text]);
            let most = pool.int(small.length);
            wanted.push(pool.less_or_equal(length, most));
        }
        if !is_primitive_array(reference) {
            continue;
        }
        if trees.known_input(entry, TreeInput::Length(position)).is_some() {
            let length = trees.input_term(pool, entry, TreeInput::Length(position), Domain::Length);
            let most = pool.int(small.length);
            wanted.push(pool.less_or_equal(length, most));
        }
        if trees.known_input(entry, TreeInput::Parameter(position)).is_none() {
            continue;
        }
        let this = trees.input_term(pool, entry, TreeInput::Parameter(position), Domain::Length);
        for (_, other) in arrays.iter().filter(|(known, _)| *known == reference) {
            let zero = pool.int(0);
            let (is_null, differs) = (pool.equal(this, zero), pool.not_equal(this, *other));
            wanted.push(pool.disjunction(is_null, differs));
        }
        arrays.push((reference, this));
    }
    wanted
}

/// The input that a model describes.
pub fn input_of(program: &Program, trees: &Trees, entry: MethodId, model: &Model) -> ConcreteInput {
    let mut reader = Reader { program, trees, entry, model, known: BTreeMap::new(), input: ConcreteInput::default() };
    for (position, kind) in (0_u16..).zip(parameter_kinds(program, entry)) {
        let value = reader.parameter(position, kind);
        reader.input.parameters.push(value);
    }
    for number in 0.. {
        let Some(id) = trees.known_input(entry, TreeInput::Asked(number)) else { break };
        let value = match trees.domain(id) {
            Some(Domain::Text) => ConcolicValue::Text(model.text(id)),
            _ => ConcolicValue::Number(model.get(id)),
        };
        reader.input.asked.push(value);
    }
    reader.input
}

struct Reader<'r> {
    program: &'r Program,
    trees: &'r Trees,
    entry: MethodId,
    model: &'r Model,
    /// Objects by identity in the model and class; a model may give objects of unrelated types one identity.
    known: BTreeMap<(i64, ReferenceType), i64>,
    input: ConcreteInput,
}

impl Reader<'_> {
    fn number(&self, place: TreeInput) -> i64 {
        self.trees.known_input(self.entry, place).map_or(0, |id| self.model.get(id))
    }

    fn parameter(&mut self, position: u16, kind: FieldKind) -> ConcolicValue {
        let value = self.number(TreeInput::Parameter(position));
        let FieldKind::Reference(reference) = kind else { return ConcolicValue::Number(value) };
        let is_receiver = position == 0 && self.program.method(self.entry).has_receiver();
        let identity = if is_receiver && value == 0 { i64::from(i32::MAX) } else { value };
        if identity == 0 {
            return ConcolicValue::Null;
        }
        if is_initialised(identity) {
            return ConcolicValue::Object(identity);
        }
        if !is_primitive_array(reference) && !is_string(self.program, reference) {
            return self.object(identity, reference);
        }
        let class = reference;
        // A string is an object of its own.
        let key = if is_string(self.program, reference) { i64::MAX - i64::from(position) } else { identity };
        if let Some(known) = self.known.get(&(key, class)) {
            return ConcolicValue::Object(*known);
        }
        let number = self.add(key, class);
        if let Some(object) = self.input.heap.objects.get_mut(&number) {
            match class.as_class() {
                Some(string) => {
                    let text = self.trees.known_input(self.entry, TreeInput::Text(position));
                    let field = self.program.hidden_field(string, TEXT_FIELD);
                    if let (Some(text), Some(field)) = (text, field) {
                        object.fields.insert(field, ConcolicValue::Text(self.model.text(text)));
                    }
                }
                None => {
                    object.length = self
                        .trees
                        .known_input(self.entry, TreeInput::Length(position))
                        .map_or(0, |id| self.model.get(id));
                    let contents = self.trees.known_input(self.entry, TreeInput::Contents(position));
                    object.contents = contents.and_then(|id| self.model.get_contents(id).cloned()).unwrap_or_default();
                }
            }
        }
        ConcolicValue::Object(number)
    }

    fn add(&mut self, key: i64, class: ReferenceType) -> i64 {
        let number = self.input.heap.objects.len() as i64 + 1;
        self.input.heap.objects.insert(number, ConcolicObject::new(class));
        self.known.insert((key, class), number);
        number
    }

    /// The class of an object of an identity that a reference of a declared type points to.
    fn class(&self, identity: i64, declared: ClassId) -> Option<ClassId> {
        let program = self.program;
        let possible = program.concrete_subtypes(declared);
        let said = self.trees.known_classes().and_then(|id| self.model.get_contents(id)).map(|all| all.get(identity));
        let said =
            said.and_then(|number| self.trees.class_numbers.class(number)).filter(|class| possible.contains(class));
        said.or_else(|| possible.iter().copied().find(|class| *class == declared)).or(possible.first().copied())
    }

    /// An instance, with all that it reaches.
    fn object(&mut self, identity: i64, declared: ReferenceType) -> ConcolicValue {
        let mut waiting = Vec::new();
        let result = self.instance(identity, declared, &mut waiting);
        while let Some((number, identity, class)) = waiting.pop() {
            for field in self.trees.fields_of(self.entry) {
                let info = self.program.field(field);
                if self.program.is_subclass(class, info.class) != Some(true) {
                    continue;
                }
                let Some(id) = self.trees.known_input(self.entry, TreeInput::Field(field)) else { continue };
                let value = self.model.get_contents(id).map_or(0, |contents| contents.get(identity));
                let value = match info.kind {
                    FieldKind::Reference(_) if value == 0 => continue,
                    FieldKind::Reference(declared) => self.instance(value, declared, &mut waiting),
                    kind if field_element_kind(kind).is_some() => ConcolicValue::Number(value),
                    _ => continue,
                };
                if let Some(object) = self.input.heap.objects.get_mut(&number) {
                    object.fields.insert(field, value);
                }
            }
        }
        result
    }

    fn instance(
        &mut self,
        identity: i64,
        declared: ReferenceType,
        waiting: &mut Vec<(i64, i64, ClassId)>,
    ) -> ConcolicValue {
        if is_initialised(identity) {
            return ConcolicValue::Object(identity);
        }
        let class = match declared.as_class() {
            Some(class) => match self.class(identity, class) {
                Some(class) => ReferenceType::class(class),
                None => return ConcolicValue::Null,
            },
            None => declared,
        };
        if let Some(known) = self.known.get(&(identity, class)) {
            return ConcolicValue::Object(*known);
        }
        let number = self.add(identity, class);
        if let Some(class) = class.as_class() {
            waiting.push((number, identity, class));
        }
        ConcolicValue::Object(number)
    }
}
