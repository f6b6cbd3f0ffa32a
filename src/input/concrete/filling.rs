//! What the arguments, the statics and the objects of an input hold.

use super::super::case::{ConcreteValue, FieldName, ObjectPlace, field_name, number_of, zero};
use super::super::dump::{Content, elements, field_content};
use super::Input;
use crate::exec::State;
use crate::heap::{Body, InputOrigin, ObjectId, Reference, SymbolOrigin, Value};
use crate::program::{FieldId, MethodId};
use crate::term::{InputId, evaluate};

/// The arguments of a case, and its statics.
type Places = (Vec<ConcreteValue>, Vec<(FieldName, ConcreteValue)>);

impl Input<'_, '_, '_> {
    /// Fills the objects, the statics and the arguments.
    pub(super) fn places(&mut self, method: MethodId, constructs: bool) -> Result<Places, String> {
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

    pub(super) fn assign_field(
        &mut self,
        object: ObjectId,
        field: FieldId,
        value: ConcreteValue,
    ) -> Result<(), String> {
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
