//! Method handles are applied: what each kind does with its arguments, and how these are converted.

use super::super::arguments::{Abrupt, Call, NULL_POINTER};
use super::super::members::NULL;
use super::super::method_types::text_of;
use super::super::value_conversions::{BOXES, box_of, widens};
use super::{FIRST, HELD, Kind, OTHERS, OWNER, SECOND, TARGET, USES};
use crate::classfile::{FieldType, MethodType, PrimitiveType};
use crate::heap::{ObjectId, Value};
use crate::program::Use;

impl Call<'_, '_> {
    /// What a handle gives for arguments of exactly its type. `answered` counts what members have given so far; what was given is
    /// not asked for again.
    pub(in crate::models) fn apply(
        &mut self,
        handle: ObjectId,
        mut given: Vec<Value>,
        answered: &mut usize,
    ) -> Result<Value, Abrupt> {
        match self.kind_of(handle)? {
            Kind::Member => self.apply_member(handle, given, answered),
            Kind::Identity => Ok(given.pop().unwrap_or(Value::Nothing)),
            Kind::Bound => {
                let target = self.handle_in(handle, TARGET)?;
                let (position, held) = (self.number_in(handle, FIRST)?, self.get(handle, HELD)?);
                let wanted = self.type_of_handle(target)?.parameters.get(position).cloned();
                let Some(wanted) = wanted else { return self.unmodelled("of this handle") };
                let object = FieldType::Reference("java/lang/Object".into());
                let held = self.convert(held, &object, &wanted)?;
                given.insert(position.min(given.len()), held);
                self.apply(target, given, answered)
            }
            Kind::Converts => {
                let target = self.handle_in(handle, TARGET)?;
                let (outer, inner) = (self.type_of_handle(handle)?, self.type_of_handle(target)?);
                self.apply_converted(target, (&outer, &inner), given, answered)
            }
            Kind::Drops => {
                let target = self.handle_in(handle, TARGET)?;
                let (position, count) = (self.number_in(handle, FIRST)?, self.number_in(handle, SECOND)?);
                let end = position.saturating_add(count).min(given.len());
                given.drain(position.min(end)..end);
                self.apply(target, given, answered)
            }
            Kind::FiltersResult => {
                let target = self.handle_in(handle, TARGET)?;
                let others = self.get(handle, OTHERS)?;
                let result = self.apply(target, given, answered)?;
                let filter = self.other(others, 0)?;
                let takes = !self.type_of_handle(filter)?.parameters.is_empty();
                self.apply(filter, if takes { vec![result] } else { Vec::new() }, answered)
            }
            Kind::FiltersArguments => {
                let target = self.handle_in(handle, TARGET)?;
                let (position, others) = (self.number_in(handle, FIRST)?, self.get(handle, OTHERS)?);
                let filters = self.elements_of(others)?;
                for (number, filter) in filters.into_iter().enumerate() {
                    let Value::Reference(filter) = filter else { return self.unmodelled("of something else") };
                    let Some(filter) = self.state.heap.resolve(filter)? else { continue };
                    let Some(argument) = given.get(position + number).copied() else {
                        return self.unmodelled("of this handle");
                    };
                    let filtered = self.apply(filter, vec![argument], answered)?;
                    if let Some(slot) = given.get_mut(position + number) {
                        *slot = filtered;
                    }
                }
                self.apply(target, given, answered)
            }
            Kind::Guards => {
                let target = self.handle_in(handle, TARGET)?;
                let others = self.get(handle, OTHERS)?;
                let (test, fallback) = (self.other(others, 0)?, self.other(others, 1)?);
                let asked = self.type_of_handle(test)?.parameters.len();
                let tested = given.iter().take(asked).copied().collect();
                let Value::Int(holds) = self.apply(test, tested, answered)? else {
                    return self.unmodelled("of this handle");
                };
                let zero = self.small(0);
                let holds = self.machine.pool.not_equal(holds, zero);
                let chosen = if self.decide(holds)? { target } else { fallback };
                self.apply(chosen, given, answered)
            }
            kind => self.apply_combined(kind, handle, given, answered),
        }
    }

    pub(in crate::models) fn other(&mut self, others: Value, position: usize) -> Result<ObjectId, Abrupt> {
        let found = self.elements_of(others)?.get(position).copied();
        let Some(Value::Reference(found)) = found else { return self.unmodelled("of this handle") };
        self.state.heap.resolve(found)?.ok_or(Abrupt::Threw(NULL_POINTER))
    }

    fn apply_member(&mut self, handle: ObjectId, given: Vec<Value>, answered: &mut usize) -> Result<Value, Abrupt> {
        let position = *answered;
        *answered += 1;
        if let Some(answer) = self.given(position) {
            return Ok(answer);
        }
        let Value::Reference(owner) = self.get(handle, OWNER)? else { return self.unmodelled("of something else") };
        let owner = super::super::class_objects::mirrored_name(self.state, owner)?;
        let class = owner.as_deref().and_then(|owner| self.machine.program.class_by_name(owner));
        let (member, used) = (self.number_in(handle, FIRST)?, self.number_in(handle, SECOND)?);
        let (Some(class), Some(used)) = (class, USES.get(used).copied()) else {
            return self.unmodelled("of this handle");
        };
        if used == Use::Sets {
            let declared = self.machine.program.class(class).file().and_then(|file| file.fields.get(member));
            let field = declared.and_then(|declared| {
                self.machine.program.field_by_name((owner.as_deref()?, &declared.name, &declared.descriptor))
            });
            let Some(field) = field else { return self.unmodelled("of this field") };
            self.require_assignable(field)?;
        }
        // The receiver comes first.
        let has_receiver = match used {
            Use::Gets | Use::Sets => {
                let file = self.machine.program.class(class).file();
                file.and_then(|file| file.fields.get(member)).is_some_and(|field| !field.flags.is_static())
            }
            _ => {
                let file = self.machine.program.class(class).file();
                let method = file.and_then(|file| file.methods.get(member));
                method.is_some_and(|method| !method.flags.is_static() && &*method.name != "<init>")
            }
        };
        if has_receiver && let Some(Value::Reference(receiver)) = given.first() {
            self.state.heap.resolve(*receiver)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
        }
        Err(self.uses((class, member), used, given))
    }

    /// Calls a handle whose type is `inner` as one of type `outer`, which it can be.
    pub(in crate::models) fn apply_converted(
        &mut self,
        target: ObjectId,
        (outer, inner): (&MethodType, &MethodType),
        given: Vec<Value>,
        answered: &mut usize,
    ) -> Result<Value, Abrupt> {
        self.apply_between(target, (outer, inner), given, answered, Self::convert)
    }

    /// Applies a handle of another type than the one that it is called by, with what converts a value from a type to another.
    pub(in crate::models) fn apply_between(
        &mut self,
        target: ObjectId,
        (outer, inner): (&MethodType, &MethodType),
        given: Vec<Value>,
        answered: &mut usize,
        convert: fn(&mut Self, Value, &FieldType, &FieldType) -> Result<Value, Abrupt>,
    ) -> Result<Value, Abrupt> {
        let mut passed = Vec::with_capacity(given.len());
        for ((value, from), to) in given.into_iter().zip(&outer.parameters).zip(&inner.parameters) {
            passed.push(convert(self, value, from, to)?);
        }
        let result = self.apply(target, passed, answered)?;
        match (&inner.result, &outer.result) {
            (_, None) => Ok(Value::Nothing),
            (Some(from), Some(to)) => convert(self, result, from, to),
            (None, Some(FieldType::Reference(_))) => Ok(NULL),
            (None, Some(FieldType::Primitive(kind))) => Ok(self.zero(*kind)),
        }
    }

    pub(in crate::models) fn zero(&mut self, kind: PrimitiveType) -> Value {
        crate::heap::default_value(&mut self.machine.pool, crate::program::FieldKind::Primitive(kind))
    }

    /// A value converted as `MethodHandle.asType` says, where the types can be.
    pub(in crate::models) fn convert(
        &mut self,
        value: Value,
        from: &FieldType,
        to: &FieldType,
    ) -> Result<Value, Abrupt> {
        match (from, to) {
            _ if from == to => Ok(value),
            (FieldType::Primitive(_), FieldType::Primitive(to)) => Ok(self.widened(value, *to)),
            (FieldType::Primitive(from), FieldType::Reference(_)) => self.in_box(value, *from),
            (FieldType::Reference(_), FieldType::Reference(wanted)) => {
                let Value::Reference(found) = value else { return self.unmodelled("of something else") };
                // An interface is passed as it is.
                let is_interface = self
                    .machine
                    .program
                    .reference_type(wanted)
                    .and_then(|wanted| wanted.as_class())
                    .is_some_and(|class| self.machine.program.class(class).flags.is_interface());
                if let Some(object) = self.state.heap.resolve(found)?
                    && !is_interface
                    && !self.machine.has_type(self.state, object, wanted)?
                {
                    return Err(Abrupt::Threw("java/lang/ClassCastException"));
                }
                Ok(value)
            }
            (FieldType::Reference(_), FieldType::Primitive(to)) => {
                let Value::Reference(found) = value else { return self.unmodelled("of something else") };
                let object = self.state.heap.resolve(found)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
                match self.unboxed(object)? {
                    Some((value, from)) if widens(from, *to) => Ok(self.widened(value, *to)),
                    _ => Err(Abrupt::Threw("java/lang/ClassCastException")),
                }
            }
        }
    }

    /// Whether `asType` converts from one type to another (see there).
    pub(in crate::models) fn can_convert(&self, from: &FieldType, to: &FieldType) -> bool {
        let program = self.machine.program;
        let is_subtype = |sub: &str, super_type: &str| {
            let types = program.reference_type(sub).zip(program.reference_type(super_type));
            types.is_some_and(|(sub, super_type)| program.is_subtype(sub, super_type) == Some(true))
        };
        match (from, to) {
            (FieldType::Primitive(from), FieldType::Primitive(to)) => widens(*from, *to),
            (FieldType::Reference(_), FieldType::Reference(_)) => true,
            (FieldType::Primitive(from), FieldType::Reference(to)) => is_subtype(box_of(*from), to),
            (FieldType::Reference(from), FieldType::Primitive(to)) => {
                match BOXES.iter().find(|(_, class)| **class == **from) {
                    Some((held, _)) => widens(*held, *to),
                    None => is_subtype(box_of(*to), from),
                }
            }
        }
    }

    pub(in crate::models) fn can_be(&self, inner: &MethodType, outer: &MethodType) -> bool {
        let arguments = outer.parameters.iter().zip(&inner.parameters);
        outer.parameters.len() == inner.parameters.len()
            && arguments.into_iter().all(|(from, to)| self.can_convert(from, to))
            && match (&inner.result, &outer.result) {
                (Some(from), Some(to)) => self.can_convert(from, to),
                _ => true,
            }
    }

    /// What `asType` throws.
    pub(in crate::models) fn cannot_be(&mut self, inner: &MethodType, outer: &MethodType) -> Abrupt {
        let message = format!("cannot convert MethodHandle{} to {}", text_of(inner), text_of(outer));
        match self.exception("java/lang/invoke/WrongMethodTypeException", Some(&message)) {
            Ok(exception) => Abrupt::ThrewObject(exception),
            Err(abrupt) => abrupt,
        }
    }
}
