//! Objects that are told apart by what they hold: strings and boxes, and the string builders that strings are made with. What
//! they hold is in hidden fields, so that an input of such a class is one reference and one text or number.

use super::constraint::Choice;
use super::memory::{Context, Heap, Literal, Object, Origin};
use super::value::{ObjectId, Reference, Value};
use crate::program::{BOX_FIELD, ClassId, Program, SHARED_FIELD, TEXT_FIELD};
use crate::term::TermId;

/// How an object of a value class relates to the others of the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Made on the path by an allocation: no other reference names it.
    Fresh,
    /// The JVM may have given an object that was there before in its place.
    Shared,
    /// An interned constant.
    Constant,
    /// From outside of the path: part of the input, or left by class initialisation.
    Outside,
}

impl Heap {
    /// The class of an object that can be of one class only.
    pub fn exact_class(&self, object: ObjectId) -> Option<ClassId> {
        match self.instance(object)?.types.as_ref() {
            [class] => Some(*class),
            _ => None,
        }
    }

    /// The value class of an object; none when it is, or can be, of another class.
    pub fn value_class(&self, program: &Program, object: ObjectId) -> Option<ClassId> {
        self.exact_class(object).filter(|class| program.is_value_class(*class))
    }

    /// The text of a string or string builder; none when the object is neither.
    pub fn text_of(&mut self, context: &mut Context<'_>, object: ObjectId) -> Option<TermId> {
        let field = context.program.hidden_field(self.exact_class(object)?, TEXT_FIELD)?;
        match self.read_field(context, object, field) {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Replaces the text of a string builder, or gives a new string its own.
    pub fn set_text(&mut self, program: &Program, object: ObjectId, text: TermId) {
        let field = self.exact_class(object).and_then(|class| program.hidden_field(class, TEXT_FIELD));
        if let Some(field) = field {
            self.write_field(object, field, Value::Text(text));
        }
    }

    /// What a box boxes; none when the object is no box.
    pub fn boxed(&mut self, context: &mut Context<'_>, object: ObjectId) -> Option<Value> {
        let class = self.value_class(context.program, object)?;
        let field = context.program.hidden_field(class, BOX_FIELD)?;
        match self.read_field(context, object, field) {
            value if value.number().is_some() => Some(value),
            _ => None,
        }
    }

    /// Gives a new box what it boxes.
    pub fn set_boxed(&mut self, program: &Program, object: ObjectId, value: Value) {
        let field = self.exact_class(object).and_then(|class| program.hidden_field(class, BOX_FIELD));
        if let Some(field) = field {
            self.write_field(object, field, value);
        }
    }

    /// Notes of a new string or box that the JVM may give an object that is there already instead; `mark` is the number 1.
    pub fn mark_shared(&mut self, program: &Program, object: ObjectId, mark: TermId) {
        let field = self.exact_class(object).and_then(|class| program.hidden_field(class, SHARED_FIELD));
        if let Some(field) = field {
            self.write_field(object, field, Value::Int(mark));
        }
    }

    /// How an object of a value class relates to the others of the class.
    pub fn sharing(&self, program: &Program, object: ObjectId) -> Sharing {
        let marked =
            self.exact_class(object).and_then(|class| program.hidden_field(class, SHARED_FIELD)).is_some_and(|field| {
                self.instance(object).is_some_and(|body| body.fields.iter().any(|(known, _)| *known == field))
            });
        match self.object(object) {
            Some(Object { origin: Origin::Literal(Literal::String(_)), .. }) => Sharing::Constant,
            Some(Object { origin: Origin::Allocated, .. }) if marked => Sharing::Shared,
            Some(Object { origin: Origin::Allocated, .. }) => Sharing::Fresh,
            // What class initialisation boxed comes from the caches too.
            Some(Object { origin: Origin::Initialised(_), .. }) if marked => Sharing::Shared,
            _ => Sharing::Outside,
        }
    }

    /// The object that a reference points to, when its class is decided.
    ///
    /// # Errors
    /// The choice, when the input or its class is undecided.
    pub fn resolve_exactly(&self, reference: Reference) -> Result<Option<ObjectId>, Choice> {
        let Some(object) = self.resolve(reference)? else { return Ok(None) };
        match self.instance(object).map(|body| body.types.as_ref()) {
            Some(types) if types.len() > 1 => {
                Err(Choice::Types(object, types.iter().map(|class| [*class].into()).collect()))
            }
            _ => Ok(Some(object)),
        }
    }
}
