//! What a static field holds once its class is initialised, as text, for comparing versions of a program. The text is
//! the same where what the field reaches is the same: objects of two versions have no numbers in common.

use super::machine::Machine;
use super::state::State;
use crate::heap::{Body, Contents, Context, Literal, ObjectId, Origin, Reference, Value};
use crate::program::{FieldId, FieldKind, Program};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Elements of all arrays, and objects, that are told of at most.
const MOST: usize = 20_000;

impl Machine<'_> {
    /// What a static field holds after initialisation, with all that it reaches. None where the initialiser of its class was not run to
    /// its end, or where that is not one value, or is too much.
    pub fn told_initial_value(&mut self, field: FieldId) -> Option<String> {
        self.run_initialiser(self.program.field(field).class).ok()?;
        let heap = self.initialised.heap.clone();
        let Some(value) = heap.static_value(field) else { return Some(String::new()) };
        let state = State { heap, ..State::default() };
        self.among_initialisers(|machine| {
            let mut teller = Teller { machine, state, numbers: FxHashMap::default(), waiting: Vec::new(), left: MOST };
            let mut text = teller.value(value)?;
            let mut next = 0;
            while let Some(object) = teller.waiting.get(next).copied() {
                let told = teller.object(object)?;
                // Writing to a string cannot fail.
                let _ = write!(text, " #{next}={told}");
                next += 1;
            }
            Some(text)
        })
    }
}

fn kind_of(program: &Program, kind: FieldKind) -> String {
    match kind {
        FieldKind::Reference(reference) => program.type_name(reference),
        other => format!("{other:?}"),
    }
}

/// Tells of the objects of a heap, in the order in which they are met.
struct Teller<'t, 'p> {
    machine: &'t mut Machine<'p>,
    state: State,
    numbers: FxHashMap<ObjectId, usize>,
    waiting: Vec<ObjectId>,
    left: usize,
}

impl Teller<'_, '_> {
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn value(&mut self, value: Value) -> Option<String> {
        self.spend()?;
        let pool = &self.machine.pool;
        Some(match value {
            Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term) => {
                pool.as_constant(term)?.to_string()
            }
            Value::Text(term) => format!("{:?}", pool.as_text(term)?),
            Value::Reference(Reference::Null) => "null".into(),
            Value::Reference(Reference::Object(object)) => {
                let next = self.waiting.len();
                let number = *self.numbers.entry(object).or_insert(next);
                if number == next {
                    self.waiting.push(object);
                }
                format!("#{number}")
            }
            _ => return None,
        })
    }

    fn object(&mut self, id: ObjectId) -> Option<String> {
        self.spend()?;
        let program = self.machine.program;
        let object = self.state.heap.object(id)?.clone();
        match &object.origin {
            Origin::Literal(Literal::Class(name)) => return Some(format!("class {name}")),
            Origin::Literal(Literal::MethodType(descriptor)) => return Some(format!("type {descriptor}")),
            Origin::Literal(Literal::String(_)) | Origin::Allocated => {}
            // What was not made by the initialiser is told apart by more than its fields.
            _ => return None,
        }
        match object.body {
            Body::Instance(body) => {
                let [class] = *body.types else { return None };
                let mut fields = body.fields.iter().map(|(field, value)| (*field, *value)).collect::<Vec<_>>();
                let place = |field: FieldId| {
                    let field = program.field(field);
                    (program.class_name(field.class).clone(), field.name.clone())
                };
                fields.sort_by_key(|(field, _)| place(*field));
                let mut text = format!("{}{{", program.class_name(class));
                for (field, value) in fields {
                    let told = self.value(value)?;
                    // What was never touched holds the same.
                    if told == "0" || told == "null" {
                        continue;
                    }
                    let field = program.field(field);
                    let _ = write!(text, "{}.{}={told},", program.class_name(field.class), field.name);
                }
                Some(text + "}")
            }
            Body::Array(body) => {
                let length = usize::try_from(self.machine.pool.as_int(body.length)?).ok()?;
                let kind = match &body.contents {
                    Contents::Primitive(kind, _) => format!("{kind:?}"),
                    Contents::References(_) => kind_of(program, body.component),
                };
                let mut text = format!("{kind}[");
                for index in 0..length.min(MOST + 1) {
                    let index = self.machine.pool.int(i32::try_from(index).ok()?);
                    let told = match &body.contents {
                        Contents::Primitive(_, contents) => {
                            self.spend()?;
                            let element = self.machine.pool.select(*contents, index);
                            self.machine.pool.as_constant(element)?.to_string()
                        }
                        Contents::References(elements) => {
                            let mut path = std::mem::take(&mut self.state.path);
                            let mut context = Context { program, pool: &mut self.machine.pool, path: &mut path };
                            let element = elements.read(&mut self.state.heap, &mut context, index);
                            self.state.path = path;
                            self.value(element.ok()?)?
                        }
                    };
                    let _ = write!(text, "{told},");
                }
                Some(text + "]")
            }
        }
    }
}
