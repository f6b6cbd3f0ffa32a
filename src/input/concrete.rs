//! Turns the end of a path into plain data: an input that takes it, and what a JVM has to make of that input.

mod classes;
mod console;
mod filling;
mod making;

use super::case::{
    ConcreteCase, ConcreteChoice, ConcreteObject, ConcreteValue, ExpectedResult, ObjectPlace, field_name,
};
use super::dump::{Extent, dump};
use crate::classfile::ClassName;
use crate::exec::{Interrupt, Machine, State};
use crate::explore::Outcome;
use crate::heap::{Alternative, InputOrigin, Literal, ObjectId, Origin, Reference, Value};
use crate::program::{FieldId, MethodId, Program, ReferenceType};
use crate::summary::MethodName;
use crate::term::{Domain, InputId};
use classes::declared_classes;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Arrays beyond this length are not made concrete.
const LONGEST_ARRAY: i64 = 1 << 20;

/// The input that a path's model describes, and the result that its final state describes. Arguments are found by the
/// origins of the state's inputs, whoever recorded the path.
///
/// # Errors
/// In one line, why there is no such input.
pub fn concretise(
    machine: &mut Machine<'_>,
    method: MethodId,
    mut state: State,
    outcome: &Outcome,
    initialised: &[ClassName],
) -> Result<ConcreteCase, String> {
    let program = machine.program;
    state.path.follows_model = true;
    decide_receiver(machine, &mut state)?;
    let mut input = Input {
        machine,
        state: &state,
        declared: declared_classes(&state),
        objects: Vec::new(),
        assignments: Vec::new(),
        numbers: FxHashMap::default(),
        classes: FxHashMap::default(),
    };
    let info = program.method(method);
    let constructs = &*info.name == "<init>";
    input.static_objects()?;
    input.input_objects()?;
    let (arguments, statics) = input.places(method, constructs)?;
    input.assign_by_methods();
    let constructed = constructed(&state);
    let instance_class = match constructed {
        Some(object) => Some(input.class_of(object)?),
        None => None,
    };
    let (objects, assignments, classes) = (input.objects, input.assignments, input.classes);
    let watched = watched_statics(program, &state);
    let expected = dump(machine, (method, constructed), &mut state, outcome, &watched, (Extent::Told, &classes))?;
    Ok(ConcreteCase {
        method: MethodName {
            class: program.class(info.class).name.clone(),
            name: info.name.clone(),
            descriptor: info.descriptor.clone(),
        },
        initialised: initialised.to_vec(),
        objects,
        assignments,
        statics,
        instance_class: instance_class.filter(|class| *class != info.class).map(|id| program.class(id).name.clone()),
        arguments,
        choices: choices(&state),
        console: console::text(&state),
        watched: watched.iter().map(|field| field_name(program, *field)).collect(),
        expected,
    })
}

/// What a run on a given input leads to, with all that objects of the JDK hold: to compare with that of another run. A JVM tells less.
///
/// # Errors
/// In one line, why that cannot be said.
pub fn whole_result(
    machine: &mut Machine<'_>,
    method: MethodId,
    mut state: State,
    outcome: &Outcome,
) -> Result<ExpectedResult, String> {
    state.path.follows_model = true;
    decide_receiver(machine, &mut state)?;
    let watched = watched_statics(machine.program, &state);
    let constructed = constructed(&state);
    let classes = FxHashMap::default();
    dump(machine, (method, constructed), &mut state, outcome, &watched, (Extent::Whole, &classes))
}

/// The object that the method constructs.
fn constructed(state: &State) -> Option<ObjectId> {
    let is_constructed = |object: &ObjectId| {
        matches!(state.heap.object(*object).map(|object| &object.origin), Some(Origin::Constructed(_)))
    };
    (0..state.heap.object_count() as u32).map(ObjectId).find(is_constructed)
}

/// The static fields of the class path that a path has touched and that may change.
fn watched_statics(program: &Program, state: &State) -> Vec<FieldId> {
    let may_change = |field: &FieldId| {
        let field = program.field(*field);
        !field.flags.is_final() && program.is_user_class(field.class)
    };
    state.heap.touched_statics(program).into_iter().filter(may_change).collect()
}

/// What the program asked for, in order.
fn choices(state: &State) -> Vec<ConcreteChoice> {
    let mut found = Vec::new();
    for id in (0..state.heap.input_count() as u32).map(InputId) {
        let Some(input) = state.heap.input(id).filter(|input| matches!(input.origin, InputOrigin::Choice(_))) else {
            continue;
        };
        let value = state.path.model.get(id);
        found.push(match input.domain {
            Domain::Text => ConcreteChoice::Text(state.path.model.get_text(id).cloned().unwrap_or_default()),
            Domain::Long => ConcreteChoice::Number(ConcreteValue::Long(value)),
            Domain::Float => ConcreteChoice::Number(ConcreteValue::Float(value as u32)),
            Domain::Double => ConcreteChoice::Number(ConcreteValue::Double(value as u64)),
            _ => ConcreteChoice::Number(ConcreteValue::Int(value)),
        });
    }
    found
}

/// A receiver that nothing on the path depends on is still an object.
fn decide_receiver(machine: &mut Machine<'_>, state: &mut State) -> Result<(), String> {
    for number in 0..state.heap.symbol_count() as u32 {
        let id = crate::heap::SymbolId(number);
        let Some(symbol) = state.heap.symbol(id) else { continue };
        if symbol.nullable || symbol.value.is_some() {
            continue;
        }
        let Some(class) = symbol.declared.as_class() else { continue };
        let alternative = match machine.enum_constants(state, class) {
            Ok(Some(constants)) => match constants.first() {
                Some((_, constant)) => Alternative::Alias(*constant),
                None => return Err("an enum without constants".into()),
            },
            Ok(None) => Alternative::New,
            Err(Interrupt::Stop(reason)) => return Err(reason.to_string()),
            Err(Interrupt::Choice(_) | Interrupt::Infeasible) => return Err("a choice in an initialiser".into()),
        };
        let array_length = machine.limits.array_length;
        let (heap, mut context) = machine.heap_context(state);
        heap.decide_symbol(&mut context, id, alternative, array_length);
    }
    Ok(())
}

/// An input under construction.
struct Input<'e, 'p, 's> {
    machine: &'e mut Machine<'p>,
    state: &'s State,
    declared: FxHashMap<ObjectId, ReferenceType>,
    objects: Vec<ConcreteObject>,
    assignments: Vec<(usize, ObjectPlace, ConcreteValue)>,
    numbers: FxHashMap<ObjectId, usize>,
    classes: FxHashMap<ObjectId, ReferenceType>,
}

impl Input<'_, '_, '_> {
    fn program(&self) -> &Program {
        self.machine.program
    }

    fn add(&mut self, id: ObjectId, object: ConcreteObject) -> usize {
        let number = self.objects.len();
        self.objects.push(object);
        self.numbers.insert(id, number);
        number
    }

    /// The objects in static finals that the path met, as initialisation left them.
    fn static_objects(&mut self) -> Result<(), String> {
        let program = self.machine.program;
        for field in self.state.heap.touched_statics(program) {
            let info = program.field(field);
            let object = match self.state.heap.static_value(field) {
                Some(Value::Reference(Reference::Object(object))) if info.flags.is_final() => Some(object),
                // What the field holds by now may be something else.
                Some(_) if !info.flags.is_final() => self.machine.initial_object(self.state, field),
                _ => None,
            };
            let Some(object) = object else { continue };
            let is_named = program.is_user_class(info.class) && info.flags.is_final();
            if !is_named && !self.is_decided_for_an_input(object) {
                continue;
            }
            let is_initialised =
                matches!(self.state.heap.object(object).map(|it| &it.origin), Some(Origin::Initialised(_)));
            if is_initialised && !self.numbers.contains_key(&object) {
                let name = field_name(self.machine.program, field);
                self.add(object, ConcreteObject::Static(name));
            }
        }
        Ok(())
    }

    /// Declares the objects of the input heap.
    fn input_objects(&mut self) -> Result<(), String> {
        let inputs: Vec<ObjectId> = self.state.heap.input_objects().filter(|object| !self.is_made(*object)).collect();
        // Arrays choose their class by what they hold, so that comes first.
        let (arrays, instances): (Vec<ObjectId>, Vec<ObjectId>) =
            inputs.iter().partition(|object| self.state.heap.array(**object).is_some());
        for object in instances {
            self.class_of(object)?;
        }
        for object in arrays {
            self.array_class(object);
        }
        for object in inputs {
            let made = match self.state.heap.array(object) {
                None => {
                    let class = self.class_of(object)?;
                    match &*self.program().class(class).name {
                        "java/lang/String" => ConcreteObject::String(self.initial_text(object)),
                        name @ ("java/lang/StringBuilder" | "java/lang/StringBuffer") => {
                            ConcreteObject::Builder(name.into(), self.initial_text(object))
                        }
                        "java/lang/Class" => ConcreteObject::Class("java/lang/Object".into()),
                        name => ConcreteObject::New(name.into()),
                    }
                }
                Some(_) => {
                    let length = self.length(object);
                    if length > LONGEST_ARRAY {
                        return Err(format!("an input array of {length} elements"));
                    }
                    let class = self.classes.get(&object).copied().ok_or("an array without a class")?;
                    ConcreteObject::Array(self.program().type_name(class), length as i32)
                }
            };
            self.add(object, made);
        }
        let literals: Vec<(ObjectId, ConcreteObject)> = (0..self.state.heap.object_count() as u32)
            .map(ObjectId)
            .filter_map(|id| match &self.state.heap.object(id)?.origin {
                Origin::Literal(Literal::Class(name)) if self.is_decided_for_an_input(id) => {
                    Some((id, ConcreteObject::Class(name.clone())))
                }
                _ => None,
            })
            .collect();
        for (id, literal) in literals {
            self.add(id, literal);
        }
        self.made_objects()
    }

    /// The text that an input string or string builder begins with; the empty one when the path never looked at it.
    fn initial_text(&self, object: ObjectId) -> Arc<[u16]> {
        let texts = (0..self.state.heap.input_count() as u32).map(InputId).filter(|id| {
            let input = self.state.heap.input(*id);
            input.is_some_and(|input| {
                input.domain == Domain::Text && matches!(input.origin, InputOrigin::Field(of, _) if of == object)
            })
        });
        texts.map(|id| self.state.path.model.text(id)).next().unwrap_or_else(|| Arc::from([]))
    }

    fn length(&self, array: ObjectId) -> i64 {
        (0..self.state.heap.input_count() as u32)
            .find(|number| {
                let input = self.state.heap.input(InputId(*number));
                input.is_some_and(|input| input.origin == InputOrigin::Length(array))
            })
            .map_or(0, |number| self.state.path.model.get(InputId(number)))
    }
}
