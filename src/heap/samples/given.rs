//! An input that is given from the beginning: a run takes it in place of drawing one.

use super::Drawn;
use crate::heap::making_plan::MakingPlan;
use crate::heap::memory::{InputOrigin, SymbolOrigin};
use crate::heap::value::{ObjectId, SymbolId};
use crate::program::{ClassId, FieldId, ReferenceType};
use crate::term::{ContentsValue, Domain, Model, TermPool, evaluate};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// An input: what is passed, and the objects that it is made of.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The receiver and the arguments. Of a constructor the object that it makes has a place too.
    pub arguments: Vec<GivenValue>,
    /// The objects, in any order.
    pub objects: Vec<GivenObject>,
}

/// A value of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenValue {
    /// Null.
    Null,
    /// A number; of floating point its bits.
    Number(i64),
    /// The object at this position.
    Object(usize),
}

/// An object of an input.
#[derive(Clone, Debug)]
pub enum GivenObject {
    /// What calls make, with the arguments of all of them, and the fields that are assigned then.
    Made(MakingPlan, Vec<GivenValue>, Vec<(FieldId, GivenValue)>),
    /// A value of the JDK's, such as a box, with what its fields hold that is not zero.
    Opaque(ClassId, Vec<(FieldId, i64)>),
    /// A string.
    Text(ClassId, Arc<[u16]>),
    /// An array with its elements.
    Array(ReferenceType, Vec<GivenValue>),
    /// What a static field holds.
    Constant(FieldId),
}

/// An input while a run takes it.
#[derive(Clone, Debug)]
pub struct Giving {
    input: Rc<Given>,
    /// The objects that are there, by their positions, and the other way round.
    symbols: FxHashMap<usize, SymbolId>,
    positions: FxHashMap<ObjectId, usize>,
    /// The object that comes next.
    next: Option<usize>,
    /// Whether something was asked for of which the input says nothing.
    has_strayed: bool,
}

impl Giving {
    pub(super) fn new(input: Rc<Given>) -> Giving {
        let (symbols, positions) = Default::default();
        Giving { input, symbols, positions, next: None, has_strayed: false }
    }

    /// The input.
    pub fn input(&self) -> Rc<Given> {
        self.input.clone()
    }

    /// What a reference input is; none where the input does not say.
    pub fn reference(&mut self, pool: &TermPool, model: &Model, origin: SymbolOrigin) -> Option<GivenValue> {
        let found = match origin {
            SymbolOrigin::Parameter(place) => self.input.arguments.get(usize::from(place)).copied(),
            SymbolOrigin::Argument(object, place) => self.argument(object, place),
            SymbolOrigin::Element(array, index) => {
                let index = evaluate(pool, index, model).and_then(|index| usize::try_from(index).ok());
                index.and_then(|index| self.elements(array)?.get(index).copied())
            }
            SymbolOrigin::Field(object, field) => self.assigned(object, field),
            _ => None,
        };
        self.has_strayed |= found.is_none();
        found
    }

    /// Whether the input assigns a field of an object that calls make.
    pub fn assigns(&mut self, object: ObjectId, field: FieldId) -> bool {
        self.assigned(object, field).is_some()
    }

    /// The input that stands for an object already.
    pub fn symbol(&self, object: usize) -> Option<SymbolId> {
        self.symbols.get(&object).copied()
    }

    /// Says which object is made next, for which input.
    pub fn begin(&mut self, object: usize, symbol: SymbolId) {
        self.next = Some(object);
        self.symbols.insert(object, symbol);
    }

    /// Says which one that was.
    pub fn end(&mut self, object: ObjectId) {
        self.position(object);
    }

    /// Notes that the run has left the input.
    pub fn stray(&mut self) {
        self.has_strayed = true;
    }

    /// Whether it has.
    pub fn has_strayed(&self) -> bool {
        self.has_strayed
    }

    /// What a number, a text or the contents of an array are.
    pub(super) fn draw(&mut self, origin: InputOrigin, domain: Domain) -> Drawn {
        let found = match origin {
            InputOrigin::Parameter(place) => self.input.arguments.get(usize::from(place)).and_then(number),
            InputOrigin::Argument(object, place) => self.argument(object, place).as_ref().and_then(number),
            InputOrigin::Length(array) => {
                self.elements(array).map(<[GivenValue]>::len).map(|length| Drawn::Number(length as i64))
            }
            InputOrigin::Contents(array) => self.elements(array).map(|elements| {
                let mut contents = ContentsValue::default();
                let numbers = (0..).zip(elements).filter_map(|(at, element)| match element {
                    GivenValue::Number(number) => Some((at, *number)),
                    _ => None,
                });
                contents.elements.extend(numbers);
                Drawn::Contents(contents)
            }),
            InputOrigin::Field(object, field) => match self.object(object) {
                Some(GivenObject::Text(_, text)) if domain == Domain::Text => Some(Drawn::Text(text.clone())),
                Some(GivenObject::Opaque(_, fields)) if domain != Domain::Text => {
                    let held = fields.iter().find(|(other, _)| *other == field);
                    Some(Drawn::Number(held.map_or(0, |(_, number)| *number)))
                }
                _ => self.assigned(object, field).as_ref().and_then(number),
            },
            _ => None,
        };
        self.has_strayed |= found.is_none();
        found.unwrap_or_else(|| match domain {
            Domain::Text => Drawn::Text(Arc::from([])),
            Domain::Contents(_) => Drawn::Contents(ContentsValue::default()),
            _ => Drawn::Number(0),
        })
    }

    /// Where an object stands: one that is not known is the one that was to come next.
    fn position(&mut self, object: ObjectId) -> Option<usize> {
        let known = self.positions.get(&object).copied();
        known.or_else(|| {
            let next = self.next.take()?;
            self.positions.insert(object, next);
            Some(next)
        })
    }

    fn object(&mut self, object: ObjectId) -> Option<&GivenObject> {
        let position = self.position(object)?;
        self.input.objects.get(position)
    }

    fn argument(&mut self, object: ObjectId, place: u16) -> Option<GivenValue> {
        match self.object(object)? {
            GivenObject::Made(_, arguments, _) => arguments.get(usize::from(place)).copied(),
            _ => None,
        }
    }

    fn assigned(&mut self, object: ObjectId, field: FieldId) -> Option<GivenValue> {
        match self.object(object)? {
            GivenObject::Made(_, _, fields) => {
                fields.iter().find(|(other, _)| *other == field).map(|(_, value)| *value)
            }
            _ => None,
        }
    }

    fn elements(&mut self, array: ObjectId) -> Option<&[GivenValue]> {
        match self.object(array)? {
            GivenObject::Array(_, elements) => Some(elements),
            _ => None,
        }
    }
}

fn number(value: &GivenValue) -> Option<Drawn> {
    match value {
        GivenValue::Number(number) => Some(Drawn::Number(*number)),
        _ => None,
    }
}
