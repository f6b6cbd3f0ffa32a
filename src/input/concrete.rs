//! Turns the end of a path into plain data: an input that takes it, and what a JVM has to make of that input.

mod console;
mod making;

use super::case::{
    ConcreteCase, ConcreteChoice, ConcreteObject, ConcreteValue, FieldName, ObjectPlace, field_name, number_of, zero,
};
use super::dump::{Content, dump, elements, field_content};
use crate::classfile::ClassName;
use crate::exec::{Interrupt, Machine, State};
use crate::explore::Outcome;
use crate::graph::{CallGraph, begun_before};
use crate::heap::{Alternative, Body, InputOrigin, Literal, ObjectId, Origin, Reference, SymbolOrigin, Value};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program, ReferenceType};
use crate::run;
use crate::summary::MethodName;
use crate::term::{Domain, InputId, evaluate};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Arrays beyond this length are not made concrete.
const LONGEST_ARRAY: i64 = 1 << 20;

/// The classes whose initialisers the code of a method and of all that it may call can run.
pub fn initialised_classes(program: &Program, calls: &CallGraph, method: MethodId) -> Vec<ClassName> {
    let mut seen = FxHashSet::from_iter([method]);
    let mut waiting = vec![method];
    let mut classes = Vec::new();
    while let Some(method) = waiting.pop() {
        run::checkpoint();
        waiting.extend(calls.callees(method).iter().filter(|callee| seen.insert(**callee)));
        classes.extend(program.initialised_with(program.method(method).class));
        let Some(code) = program.code(method) else { continue };
        for decoded in &code.instructions {
            use crate::classfile::Instruction as I;
            let name = match &decoded.instruction {
                I::GetStatic(field) | I::PutStatic(field) => &field.class,
                I::New(class) => class,
                _ => continue,
            };
            classes.extend(program.class_by_name(name).into_iter().flat_map(|class| program.initialised_with(class)));
        }
    }
    classes.retain(|class| program.is_user_class(*class));
    classes.sort_unstable();
    classes.dedup();
    let has_initialiser = |class: &ClassId| {
        program.class(*class).methods.iter().any(|method| &*program.method(*method).name == "<clinit>")
    };
    let mut seen = FxHashSet::default();
    let in_order = classes.into_iter().flat_map(|class| begun_before(program, class).into_iter().chain([class]));
    let initialised = in_order.filter(|class| has_initialiser(class) && seen.insert(*class));
    initialised.map(|class| program.class(class).name.clone()).collect()
}

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
    let constructed = (0..state.heap.object_count() as u32)
        .map(ObjectId)
        .find(|object| matches!(state.heap.object(*object).map(|object| &object.origin), Some(Origin::Constructed(_))));
    let instance_class = match constructed {
        Some(object) => Some(input.class_of(object)?),
        None => None,
    };
    let (objects, assignments, classes) = (input.objects, input.assignments, input.classes);
    let watched: Vec<FieldId> = state
        .heap
        .touched_statics(program)
        .into_iter()
        .filter(|field| {
            let field = program.field(*field);
            !field.flags.is_final() && program.is_user_class(field.class)
        })
        .collect();
    let expected = dump(machine, method, constructed, &mut state, outcome, &watched, &classes)?;
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

/// The classes of the reference inputs that first pointed to each object.
fn declared_classes(state: &State) -> FxHashMap<ObjectId, ReferenceType> {
    let mut declared = FxHashMap::default();
    for number in 0..state.heap.symbol_count() as u32 {
        if let Some(symbol) = state.heap.symbol(crate::heap::SymbolId(number))
            && let Some(Reference::Object(object)) = symbol.value
        {
            declared.entry(object).or_insert(symbol.declared);
        }
    }
    declared
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

/// The arguments of a case, and its statics.
type Places = (Vec<ConcreteValue>, Vec<(FieldName, ConcreteValue)>);

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

    /// The class that an object is made an instance of: the declared one, if it can be.
    fn class_of(&mut self, object: ObjectId) -> Result<ClassId, String> {
        if let Some(class) = self.classes.get(&object).and_then(|class| class.as_class()) {
            return Ok(class);
        }
        let program = self.machine.program;
        let heap = &self.state.heap;
        let types = heap.instance(object).map(|body| body.types.clone()).unwrap_or_default();
        let wanted = match heap.object(object).map(|object| &object.origin) {
            Some(Origin::Constructed(class)) => Some(*class),
            _ => self.declared.get(&object).and_then(|declared| declared.as_class()),
        };
        let usable = |class: &ClassId| program.class(*class).is_concrete() && !program.class(*class).is_enum();
        let known = |class: &ClassId| {
            usable(class) && !matches!(program.class(*class).linkage, crate::program::Linkage::Missing)
        };
        let caller = heap.construction.caller();
        let opaque = || {
            types.iter().find_map(|opaque| {
                program.user_subtypes(*opaque).iter().copied().find(|class| {
                    let is_nameable = caller.is_none_or(|caller| program.is_nameable(*class, &caller.package));
                    is_nameable && known(class)
                })
            })
        };
        let class = wanted
            .filter(|class| types.contains(class) && known(class))
            .or_else(|| types.iter().copied().find(known))
            .or_else(opaque)
            .or_else(|| types.iter().copied().find(|class| program.class(*class).is_concrete()))
            .ok_or_else(|| {
                let names = wanted.map(|class| crate::classfile::java_name(&program.class(class).name));
                format!("no class on the class path has instances that are a {}", names.unwrap_or_default())
            })?;
        if matches!(program.class(class).linkage, crate::program::Linkage::Missing) {
            let name = crate::classfile::java_name(&program.class(class).name);
            return Err(format!("an instance of {name}, which is not on the class path"));
        }
        self.classes.insert(object, ReferenceType::class(class));
        Ok(class)
    }

    /// Chooses an array's class so that it can hold what the input holds in it.
    fn array_class(&mut self, array: ObjectId) {
        let Some(body) = self.state.heap.array(array) else { return };
        let declared = body.component.array_of();
        let mut candidates: Vec<ReferenceType> = match &body.possible_components {
            None => vec![declared],
            Some(classes) => classes.iter().map(|class| ReferenceType::class(*class).array_of()).collect(),
        };
        if let Some(position) = candidates.iter().position(|candidate| *candidate == declared) {
            candidates.swap(0, position);
        }
        let program = self.machine.program;
        let heap = &self.state.heap;
        let held: Vec<ReferenceType> = (0..heap.symbol_count() as u32)
            .filter_map(|number| heap.symbol(crate::heap::SymbolId(number)))
            .filter(|symbol| matches!(symbol.origin, SymbolOrigin::Element(of, _) if of == array))
            .filter_map(|symbol| match symbol.value {
                Some(Reference::Object(object)) => self.classes.get(&object).copied(),
                _ => None,
            })
            .collect();
        let accepts = |candidate: &&ReferenceType| match candidate.component() {
            Some(FieldKind::Reference(component)) => {
                held.iter().all(|class| program.is_subtype(*class, component) == Some(true))
            }
            _ => true,
        };
        let chosen = candidates.iter().find(accepts).or(candidates.first()).copied().unwrap_or(declared);
        self.classes.insert(array, chosen);
    }

    /// Fills the objects, the statics and the arguments.
    fn places(&mut self, method: MethodId, constructs: bool) -> Result<Places, String> {
        let program = self.machine.program;
        let info = program.method(method);
        let mut arguments: Vec<ConcreteValue> = info.parameters.iter().map(|kind| zero(*kind)).collect();
        if info.has_receiver() {
            arguments.insert(0, ConcreteValue::Null);
        }
        let mut statics = Vec::new();
        for number in 0..self.state.heap.input_count() as u32 {
            let Some(input) = self.state.heap.input(InputId(number)) else { continue };
            let value = self.state.path.model.get(InputId(number));
            match input.origin {
                InputOrigin::Parameter(position) => {
                    let position = usize::from(position);
                    if let Some(slot) = arguments.get_mut(position) {
                        *slot = match slot {
                            ConcreteValue::Long(_) => ConcreteValue::Long(value),
                            ConcreteValue::Float(_) => ConcreteValue::Float(value as u32),
                            ConcreteValue::Double(_) => ConcreteValue::Double(value as u64),
                            _ => ConcreteValue::Int(value),
                        };
                    }
                }
                InputOrigin::Argument(object, position) => self.set_number_argument(object, position, value),
                InputOrigin::Field(object, field)
                    if value != 0 || self.is_made(object) || self.state.heap.is_initialised(object) =>
                {
                    self.assign_field(object, field, number_of(program.field(field).kind, value))?;
                }
                InputOrigin::Static(field) => {
                    statics.push((field_name(program, field), number_of(program.field(field).kind, value)));
                }
                InputOrigin::Contents(array) => {
                    let Some(contents) = self.state.path.model.get_contents(InputId(number)).cloned() else { continue };
                    let kind = self.state.heap.array(array).map(|body| body.component);
                    let (Some(kind), Some(holder)) = (kind, self.numbers.get(&array).copied()) else { continue };
                    for index in 0..self.length(array) {
                        let value = contents.get(index);
                        if value != 0 {
                            let place = ObjectPlace::Element(index as i32);
                            self.assignments.push((holder, place, number_of(kind, value)));
                        }
                    }
                }
                InputOrigin::Field(..)
                | InputOrigin::Length(_)
                | InputOrigin::Choice(_)
                | InputOrigin::Environment(_)
                | InputOrigin::Result(_)
                | InputOrigin::Open(..) => {}
            }
        }
        for number in 0..self.state.heap.symbol_count() as u32 {
            let id = crate::heap::SymbolId(number);
            let Some(symbol) = self.state.heap.symbol(id) else { continue };
            if let SymbolOrigin::Field(object, field) = symbol.origin
                && self.is_made(object)
            {
                let held = match symbol.value {
                    Some(Reference::Object(held)) => Some(held),
                    _ => None,
                };
                self.assign_made_field((object, field), id, held)?;
                continue;
            }
            let value = match symbol.value {
                Some(Reference::Object(object)) => ConcreteValue::Object(
                    self.numbers.get(&object).copied().ok_or("a reference to an object that has no name")?,
                ),
                _ => ConcreteValue::Null,
            };
            match symbol.origin {
                SymbolOrigin::Parameter(position) => {
                    if let Some(slot) = arguments.get_mut(usize::from(position)) {
                        *slot = value;
                    }
                }
                SymbolOrigin::Argument(object, position) => self.set_argument(object, position, value),
                SymbolOrigin::Field(object, field) if value != ConcreteValue::Null => {
                    self.assign_field(object, field, value)?;
                }
                SymbolOrigin::Static(field) => statics.push((field_name(program, field), value)),
                SymbolOrigin::Element(array, index) if value != ConcreteValue::Null => {
                    let index =
                        evaluate(&self.machine.pool, index, &self.state.path.model).ok_or("an index beyond 64 bits")?;
                    let holder = self.numbers.get(&array).copied().ok_or("an element of no input array")?;
                    let index = i32::try_from(index).map_err(|_| "an index beyond 32 bits")?;
                    self.assignments.push((holder, ObjectPlace::Element(index), value));
                }
                SymbolOrigin::Field(..)
                | SymbolOrigin::Element(..)
                | SymbolOrigin::Before(_)
                | SymbolOrigin::Open(..) => {}
            }
        }
        self.reset_statics()?;
        if constructs {
            arguments.remove(0);
        }
        Ok((arguments, statics))
    }

    fn assign_field(&mut self, object: ObjectId, field: FieldId, value: ConcreteValue) -> Result<(), String> {
        let name = field_name(self.machine.program, field);
        let Some(holder) = self.numbers.get(&object).copied() else {
            return Err(format!("a field {} that is set before the constructor runs", name.name));
        };
        self.assignments.push((holder, ObjectPlace::Field(name), value));
        Ok(())
    }

    /// Puts what objects of static finals hold back to what initialisation left, since earlier runs may have changed it.
    fn reset_statics(&mut self) -> Result<(), String> {
        let program = self.machine.program;
        let mut fresh = State::default();
        fresh.heap.statics_are_inputs = true;
        let mut named = Vec::new();
        for field in self.state.heap.touched_statics(program) {
            let Some(Value::Reference(Reference::Object(here))) = self.state.heap.static_value(field) else { continue };
            let info = program.field(field);
            if !info.flags.is_final() || !program.is_user_class(info.class) {
                continue;
            }
            let (Some(number), Ok(Value::Reference(Reference::Object(object)))) =
                (self.numbers.get(&here).copied(), self.machine.initialised_static(&mut fresh, field))
            else {
                continue;
            };
            named.push((number, object));
        }
        fresh.path.follows_model = true;
        let mut found = Vec::new();
        for (number, object) in &named {
            let places: Vec<(ObjectPlace, Content)> = match fresh.heap.object(*object).map(|object| &object.body) {
                Some(Body::Instance(body)) => {
                    let fields: Vec<FieldId> = body.fields.iter().map(|(field, _)| *field).collect();
                    let can_change = |field: &FieldId| {
                        let info = program.field(*field);
                        !info.flags.is_final() && program.is_user_class(info.class)
                    };
                    let mut places = Vec::new();
                    for field in fields.into_iter().filter(can_change) {
                        let content = field_content(self.machine, &fresh, *object, field)?;
                        places.push((ObjectPlace::Field(field_name(program, field)), content));
                    }
                    places
                }
                Some(Body::Array(_)) => {
                    let elements = elements(self.machine, &mut fresh, *object)?;
                    elements
                        .into_iter()
                        .enumerate()
                        .map(|(at, content)| (ObjectPlace::Element(at as i32), content))
                        .collect()
                }
                None => Vec::new(),
            };
            for (place, content) in places {
                let value = match content {
                    Content::Value(value) => value,
                    Content::Object(object) => match named.iter().find(|(_, known)| *known == object) {
                        Some((number, _)) => ConcreteValue::Object(*number),
                        None => continue,
                    },
                };
                found.push((*number, place, value));
            }
        }
        // What the path begins with goes before.
        self.assignments.splice(0..0, found);
        Ok(())
    }
}
