//! The final heap of a path as plain data: objects numbered as they are met from the outcome, receiver and arguments.

use super::case::{
    ConcreteValue, ExpectedObject, ExpectedOutcome, ExpectedResult, FieldName, field_name, number_of, zero,
};
use crate::classfile::ClassName;
use crate::exec::{Machine, State};
use crate::explore::Outcome;
use crate::heap::{Body, Contents, Literal, ObjectId, Origin, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::{BOX_FIELD, ClassId, FieldId, FieldKind, MethodId, Program, ReferenceType, is_desugared};
use crate::term::{evaluate, evaluate_text};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a place holds: a value, or an object that has no number yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Content {
    Value(ConcreteValue),
    Object(ObjectId),
}

/// Arrays beyond this length are not printed.
const LONGEST_ARRAY: i64 = 1 << 20;
/// So many objects are looked at where all that they hold is.
const MOST_OBJECTS: usize = 5_000;

/// What of objects is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// What a JVM tells.
    Told,
    /// What objects of the JDK hold too.
    Whole,
}

/// The result that a final state describes.
pub(super) fn dump(
    machine: &mut Machine<'_>,
    (method, constructed): (MethodId, Option<ObjectId>),
    state: &mut State,
    outcome: &Outcome,
    watched: &[FieldId],
    (extent, classes): (Extent, &FxHashMap<ObjectId, ReferenceType>),
) -> Result<ExpectedResult, String> {
    let program = machine.program;
    let info = program.method(method);
    let mut dump = Dump {
        machine,
        state,
        extent,
        classes,
        numbers: FxHashMap::default(),
        values: FxHashMap::default(),
        objects: Vec::new(),
    };
    let outcome = match outcome {
        Outcome::Returned(value) => ExpectedOutcome::Returned(match (value, info.result) {
            (Some(value), Some(kind)) => {
                let content = content(dump.machine, dump.state, *value, kind)?;
                Some(dump.number(content)?)
            }
            _ => None,
        }),
        Outcome::Threw(exception) => {
            let class = dump.class_of(*exception)?;
            let name = program.class(class).name.clone();
            // Where a stack trace begins is no part of a result.
            let thrown = Content::Object(*exception);
            ExpectedOutcome::Threw(
                name,
                if extent == Extent::Told { dump.number(thrown)? } else { ConcreteValue::Null },
            )
        }
        Outcome::Stopped(reason) => return Err(reason.to_string()),
    };
    let receiver = match constructed {
        Some(_) if matches!(outcome, ExpectedOutcome::Threw(..)) => None,
        Some(object) => Some(dump.number(Content::Object(object))?),
        None if info.has_receiver() => {
            let content = dump.parameter(0);
            Some(dump.number(content)?)
        }
        None => None,
    };
    let mut arguments = Vec::new();
    for (position, kind) in info.parameters.iter().enumerate() {
        if matches!(kind, FieldKind::Reference(_)) {
            let content = dump.parameter(position + usize::from(info.has_receiver()));
            arguments.push((position, dump.number(content)?));
        }
    }
    let mut statics = Vec::new();
    for field in watched {
        let kind = program.field(*field).kind;
        let content = match dump.state.heap.static_value(*field) {
            Some(value) => content(dump.machine, dump.state, value, kind)?,
            None => Content::Value(zero(kind)),
        };
        statics.push(dump.number(content)?);
    }
    let objects = dump.finish();
    Ok(ExpectedResult { outcome, receiver, arguments, statics, objects })
}

/// The name that a JVM tells of an object's class: that of a lambda expression is hidden.
fn printed_name(program: &Program, class: ClassId) -> ClassName {
    let name = program.class_name(class);
    if is_desugared(name) { "hidden".into() } else { name.clone() }
}

/// What a value is under the path's model.
fn content(machine: &Machine<'_>, state: &State, value: Value, kind: FieldKind) -> Result<Content, String> {
    Ok(match value {
        Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term) => {
            let number = evaluate(&machine.pool, term, &state.path.model).ok_or("a number beyond 64 bits")?;
            Content::Value(number_of(kind, number))
        }
        Value::Reference(reference) => match state.heap.current(reference) {
            Reference::Object(object) => Content::Object(object),
            // An input that nothing depends on is null.
            Reference::Null | Reference::Symbol(_) => Content::Value(ConcreteValue::Null),
        },
        Value::ReturnAddress(_) | Value::Nothing | Value::Text(_) => return Err("a place without a value".into()),
    })
}

/// What an instance field holds.
pub(super) fn field_content(
    machine: &Machine<'_>,
    state: &State,
    object: ObjectId,
    field: FieldId,
) -> Result<Content, String> {
    let kind = machine.program.field(field).kind;
    let held = state.heap.instance(object).and_then(|body| body.fields.iter().find(|(id, _)| *id == field));
    match held {
        Some((_, value)) => content(machine, state, *value, kind),
        None => Ok(Content::Value(zero(kind))),
    }
}

/// The elements of an array, in a state that follows its model.
pub(super) fn elements(machine: &mut Machine<'_>, state: &mut State, array: ObjectId) -> Result<Vec<Content>, String> {
    let Some(body) = state.heap.array(array).cloned() else { return Err("no array".into()) };
    let length = evaluate(&machine.pool, body.length, &state.path.model).ok_or("an array length beyond 64 bits")?;
    if length > LONGEST_ARRAY {
        return Err(format!("an array of {length} elements"));
    }
    let mut found = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
    for index in 0..length as i32 {
        let index = machine.pool.int(index);
        found.push(match &body.contents {
            Contents::Primitive(_, contents) => {
                let element = machine.pool.select(*contents, index);
                let number = evaluate(&machine.pool, element, &state.path.model);
                Content::Value(number_of(body.component, number.ok_or("an element beyond 64 bits")?))
            }
            Contents::References(_) => {
                let (heap, mut context) = machine.heap_context(state);
                let value = heap.read_element(&mut context, array, index).map_err(|_| "an undecided element")?;
                content(machine, state, value, body.component)?
            }
        });
    }
    Ok(found)
}

/// The instance fields of a class that are printed: those that classes on the class path declare, an enum constant's ordinal,
/// and what a box boxes, or all of them; sorted by declaring class and name.
fn printed_fields(program: &Program, class: ClassId, extent: Extent) -> Vec<FieldId> {
    if is_desugared(program.class_name(class)) {
        return Vec::new();
    }
    let is_ordinal = |field: FieldId| {
        let info = program.field(field);
        &*info.name == "ordinal" && &**program.class_name(info.class) == "java/lang/Enum"
    };
    let mut fields: Vec<FieldId> = program
        .superclasses(class)
        .flat_map(|parent| program.class(parent).fields.iter().copied())
        .filter(|field| {
            extent == Extent::Whole || program.is_user_class(program.field(*field).class) || is_ordinal(*field)
        })
        .filter(|field| !program.field(*field).flags.is_static())
        .chain(program.hidden_field(class, BOX_FIELD).filter(|_| program.is_value_class(class)))
        .collect();
    fields.sort_by_cached_key(|field| {
        let FieldName { class, name } = field_name(program, *field);
        let units = |text: &str| text.encode_utf16().collect::<Vec<u16>>();
        (units(&class), units(&name), program.field_descriptor(*field))
    });
    fields
}

/// An object that has a number, its places in the order in which they are printed, and how many of them have been walked.
struct Found {
    shape: Shape,
    places: Vec<Content>,
    walked: usize,
}

enum Shape {
    Instance(ClassId, Vec<FieldId>),
    Array(String),
    Class(ClassName),
    String(Arc<[u16]>),
    Builder(ClassName, Arc<[u16]>),
}

/// What makes two strings, or two boxes, one object as far as a result tells.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Held {
    Text(Arc<[u16]>),
    Boxed(ClassId, String),
}

struct Dump<'e, 'p> {
    machine: &'e mut Machine<'p>,
    state: &'e mut State,
    extent: Extent,
    classes: &'e FxHashMap<ObjectId, ReferenceType>,
    numbers: FxHashMap<ObjectId, usize>,
    values: FxHashMap<Held, usize>,
    objects: Vec<Found>,
}

impl Dump<'_, '_> {
    /// What a parameter was: arguments are the inputs themselves.
    fn parameter(&self, position: usize) -> Content {
        let heap = &self.state.heap;
        let symbol = (0..heap.symbol_count() as u32)
            .filter_map(|number| heap.symbol(SymbolId(number)))
            .find(|symbol| matches!(symbol.origin, SymbolOrigin::Parameter(known) if usize::from(known) == position));
        match symbol.and_then(|symbol| symbol.value) {
            Some(Reference::Object(object)) => Content::Object(object),
            _ => Content::Value(ConcreteValue::Null),
        }
    }

    fn class_of(&self, object: ObjectId) -> Result<ClassId, String> {
        if let Some(class) = self.classes.get(&object).and_then(|class| class.as_class()) {
            return Ok(class);
        }
        let types = self.state.heap.instance(object).map(|body| body.types.clone()).unwrap_or_default();
        types.first().copied().ok_or_else(|| "an object without a class".into())
    }

    /// A value with its object's number; an object met for the first time is numbered, and all that it reaches after it.
    fn number(&mut self, content: Content) -> Result<ConcreteValue, String> {
        let object = match content {
            Content::Value(value) => return Ok(value),
            Content::Object(object) => object,
        };
        if let Some(number) = self.numbers.get(&object) {
            return Ok(ConcreteValue::Object(*number));
        }
        let root = self.meet(object)?;
        let mut open = vec![root];
        while let Some(current) = open.last().copied() {
            let Some(found) = self.objects.get_mut(current) else { break };
            let place = found.places.get(found.walked).copied();
            found.walked += 1;
            match place {
                None => {
                    open.pop();
                }
                Some(Content::Object(next)) if !self.numbers.contains_key(&next) => open.push(self.meet(next)?),
                Some(_) => {}
            }
        }
        Ok(ConcreteValue::Object(root))
    }

    fn meet(&mut self, object: ObjectId) -> Result<usize, String> {
        if self.extent == Extent::Whole && self.objects.len() >= MOST_OBJECTS {
            return Err("too many objects".into());
        }
        let found = self.look(object)?;
        let number = self.objects.len();
        if let Some(held) = self.held(&found) {
            let known = *self.values.entry(held).or_insert(number);
            if known != number {
                self.numbers.insert(object, known);
                return Ok(known);
            }
        }
        self.objects.push(found);
        self.numbers.insert(object, number);
        Ok(number)
    }

    /// What a string or box holds; none for other objects.
    fn held(&self, found: &Found) -> Option<Held> {
        match &found.shape {
            Shape::String(text) => Some(Held::Text(text.clone())),
            Shape::Instance(class, _) if self.machine.program.is_value_class(*class) => {
                Some(Held::Boxed(*class, format!("{:?}", found.places)))
            }
            _ => None,
        }
    }

    /// The text of a string or string builder at the end of the path.
    fn text(&mut self, object: ObjectId) -> Result<Arc<[u16]>, String> {
        let (heap, mut context) = self.machine.heap_context(self.state);
        let Some(text) = heap.text_of(&mut context, object) else { return Ok(Arc::from([])) };
        let units = evaluate_text(&self.machine.pool, text, &self.state.path.model);
        units.ok_or_else(|| "a text that is too long".into())
    }

    fn look(&mut self, object: ObjectId) -> Result<Found, String> {
        let program = self.machine.program;
        let info = self.state.heap.object(object).ok_or("an object of another heap")?;
        if let Origin::Literal(literal) = &info.origin {
            let shape = match literal {
                Literal::String(text) => Shape::String(text.0.clone()),
                Literal::Class(name) => Shape::Class(name.clone()),
                Literal::MethodType(_) => return Err("a method type".into()),
            };
            return Ok(Found { shape, places: Vec::new(), walked: 0 });
        }
        if let Body::Array(body) = &info.body {
            let class = self.classes.get(&object).copied().unwrap_or_else(|| body.component.array_of());
            let shape = Shape::Array(program.type_name(class));
            return Ok(Found { shape, places: elements(self.machine, self.state, object)?, walked: 0 });
        }
        let class = self.class_of(object)?;
        let shape = match &*program.class(class).name {
            "java/lang/String" => Shape::String(self.text(object)?),
            name @ ("java/lang/StringBuilder" | "java/lang/StringBuffer") => {
                Shape::Builder(name.into(), self.text(object)?)
            }
            "java/lang/Class" => Shape::Class("java/lang/Object".into()),
            _ => Shape::Instance(class, printed_fields(program, class, self.extent)),
        };
        let mut places = Vec::new();
        if let Shape::Instance(_, fields) = &shape {
            for field in fields {
                places.push(field_content(self.machine, self.state, object, *field)?);
            }
        }
        Ok(Found { shape, places, walked: 0 })
    }

    fn finish(self) -> Vec<ExpectedObject> {
        let program = self.machine.program;
        let numbers = &self.numbers;
        let value = |content: Content| match content {
            Content::Value(value) => value,
            Content::Object(object) => {
                numbers.get(&object).map_or(ConcreteValue::Null, |number| ConcreteValue::Object(*number))
            }
        };
        let finished = self.objects.into_iter().map(|found| {
            let values = found.places.into_iter().map(value);
            match found.shape {
                Shape::Instance(class, fields) => ExpectedObject::Instance(
                    printed_name(program, class),
                    fields.into_iter().map(|field| field_name(program, field)).zip(values).collect(),
                ),
                Shape::Array(descriptor) => ExpectedObject::Array(descriptor, values.collect()),
                Shape::Class(name) => ExpectedObject::Class(name),
                Shape::String(text) => ExpectedObject::String(text),
                Shape::Builder(class, text) => ExpectedObject::Builder(class, text),
            }
        });
        finished.collect()
    }
}
