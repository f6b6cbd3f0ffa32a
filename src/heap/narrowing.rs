//! What a path has found out about the class of an object that may be of classes that are not listed with it.

use super::memory::{Body, Heap, InstanceBody, Object, Origin, SymbolOrigin};
use super::value::{ObjectId, Reference, SymbolId, Value};
use crate::program::{ClassId, Element, Program, ReferenceType};
use std::rc::Rc;

/// What a path knows of an object's class beside the classes that are listed with the object.
#[derive(Clone, Debug, Default)]
pub struct Narrowing {
    /// Types that it is of.
    is: Vec<ReferenceType>,
    /// Types that it is not of.
    is_not: Vec<ReferenceType>,
    /// Whether the object is of exactly its class where it can be, since a call has been made as if it were.
    is_settled: bool,
    /// Whether it was made as one of exactly its class, and another path would have to begin with one of a subclass.
    stands_for_others: bool,
    /// Whose class object it is, where that may be of a class that is not listed.
    class_of: Option<ClassOf>,
    /// The input array whose run-time class it has, where that may be narrower than what it is declared as.
    typed_as: Option<ObjectId>,
}

/// Which class a class object stands for, where that is not listed.
#[derive(Clone, Copy, Debug)]
enum ClassOf {
    /// That of an object.
    Object(ObjectId),
    /// That of which an array's elements are at most.
    Component(ObjectId),
}

impl Heap {
    /// Notes that an object is of a type.
    pub fn say_is(&mut self, object: ObjectId, what: ReferenceType) {
        self.narrowing_mut(object, |known| known.is.push(what));
    }

    /// Notes that an object is not of a type.
    pub fn say_is_not(&mut self, object: ObjectId, what: ReferenceType) {
        self.narrowing_mut(object, |known| known.is_not.push(what));
    }

    /// Notes that an object was taken to be of exactly its class: whatever else it could have been, a caveat has said.
    pub fn settle(&mut self, object: ObjectId) {
        self.narrowing_mut(object, |known| known.is_settled = true);
    }

    /// Whether an object was taken to be of exactly its class.
    pub fn is_settled(&self, object: ObjectId) -> bool {
        self.narrowings.get(&object).is_some_and(|known| known.is_settled)
    }

    /// Notes that an object of exactly its class stands for those of subclasses too, but for those of some types.
    pub fn stand_for_others(&mut self, object: ObjectId, but_for: &[ReferenceType]) {
        self.narrowing_mut(object, |known| {
            known.stands_for_others = true;
            known.is_not.extend(but_for);
        });
    }

    /// Whether an object is being made by calls, or has been.
    pub fn is_made(&self, object: ObjectId) -> bool {
        self.peek(object).is_some_and(|object| matches!(object.origin, Origin::Made))
    }

    /// Says whether an object may be of classes that are not listed with it.
    pub fn set_open(&mut self, object: ObjectId, is_open: bool) {
        if let Some(Object { body: Body::Instance(body), .. }) = self.object_mut(object) {
            body.open = is_open;
        }
    }

    /// Whether an object of exactly its class stands for those of subclasses too.
    pub fn stands_for_others(&self, object: ObjectId) -> bool {
        self.narrowings.get(&object).is_some_and(|known| known.stands_for_others)
    }

    /// A class object of an object that may be of a class that is not listed: which one, nobody has said. `class`: that of class objects.
    pub fn class_object_of(&mut self, object: ObjectId, class: ClassId) -> ObjectId {
        let body = InstanceBody { types: Rc::from([class]), open: false, fields: Vec::new() };
        let given = self.add(Object { origin: Origin::Allocated, body: Body::Instance(body) });
        self.narrowing_mut(given, |known| known.class_of = Some(ClassOf::Object(object)));
        given
    }

    /// The class object of the component type of an input array that may be of a narrower type. `class`: that of class objects.
    pub fn component_class_of(&mut self, array: ObjectId, class: ClassId) -> ObjectId {
        let given = self.class_object_of(array, class);
        self.narrowing_mut(given, |known| known.class_of = Some(ClassOf::Component(array)));
        given
    }

    /// The object whose class object it is, where that may be of a class that is not listed.
    pub fn owner_of_class(&self, given: ObjectId) -> Option<ObjectId> {
        match self.narrowings.get(&given)?.class_of? {
            ClassOf::Object(object) => Some(object),
            ClassOf::Component(_) => None,
        }
    }

    /// The array whose component type a class object stands for, where that may be narrower than what the array is declared as.
    pub fn owner_of_component(&self, given: ObjectId) -> Option<ObjectId> {
        match self.narrowings.get(&given)?.class_of? {
            ClassOf::Component(array) => Some(array),
            ClassOf::Object(_) => None,
        }
    }

    /// Whether a class object belongs to an input whose class is not decided.
    pub fn is_class_of_input(&self, given: ObjectId) -> bool {
        self.narrowings.get(&given).is_some_and(|known| known.class_of.is_some())
    }

    /// Notes that a new array has the run-time class of an input array.
    pub fn type_as(&mut self, array: ObjectId, original: ObjectId) {
        self.narrowing_mut(array, |known| known.typed_as = Some(original));
    }

    /// The array whose run-time class an array has: the input array that it was made after, or itself.
    pub fn typed_as(&self, array: ObjectId) -> ObjectId {
        self.narrowings.get(&array).and_then(|known| known.typed_as).unwrap_or(array)
    }

    fn narrowing_mut(&mut self, object: ObjectId, change: impl FnOnce(&mut Narrowing)) {
        let mut known = self.narrowings.get(&object).cloned().unwrap_or_default();
        change(&mut known);
        self.narrowings.insert(object, known);
    }

    /// The declared types of the inputs that were decided to be an object.
    pub fn declared_types(&self, object: ObjectId) -> Vec<ReferenceType> {
        let mut found: Vec<ReferenceType> = Vec::new();
        for symbol in self.symbols_of(object).filter_map(|symbol| self.symbol(symbol)) {
            if !found.contains(&symbol.declared) {
                found.push(symbol.declared);
            }
        }
        found
    }

    /// Whether a value is a reference that is known not to be null.
    pub fn is_surely_object(&self, value: Value) -> bool {
        let Value::Reference(reference) = value else { return false };
        match self.current(reference) {
            Reference::Null => false,
            Reference::Object(_) => true,
            Reference::Symbol(symbol) => self.symbol(symbol).is_some_and(|symbol| !symbol.nullable),
        }
    }

    /// The type of a reference; none of null, and of what is no reference.
    pub fn type_of(&self, program: &Program, value: Value) -> Option<ReferenceType> {
        let Value::Reference(reference) = value else { return None };
        let object = match self.current(reference) {
            Reference::Null => return None,
            Reference::Symbol(symbol) => return self.symbol(symbol).map(|symbol| symbol.declared),
            Reference::Object(object) => object,
        };
        if let Some(declared) = self.declared_types(object).first() {
            return Some(*declared);
        }
        match &self.object(object)?.body {
            Body::Array(_) => self.array_type(object),
            Body::Instance(body) => match *body.types {
                [class] => Some(ReferenceType::class(class)),
                _ => program.class_by_name("java/lang/Object").map(ReferenceType::class),
            },
        }
    }

    /// The inputs that were decided to be an object.
    pub fn symbols_of(&self, object: ObjectId) -> impl Iterator<Item = SymbolId> {
        let symbols = (0..self.symbol_count() as u32).map(SymbolId);
        symbols.filter(move |id| self.symbol(*id).is_some_and(|symbol| symbol.value == Some(Reference::Object(object))))
    }

    /// The input that was first decided to be an object.
    pub fn symbol_of(&self, object: ObjectId) -> Option<SymbolId> {
        self.symbols_of(object).next()
    }

    /// Where it is read from.
    pub fn first_origin(&self, object: ObjectId) -> Option<SymbolOrigin> {
        self.symbol(self.symbol_of(object)?).map(|symbol| symbol.origin)
    }

    /// Whether the path says of such an object that it is of no such type.
    pub fn is_said_not(&self, program: &Program, object: ObjectId, wanted: ReferenceType) -> bool {
        self.narrowings.get(&object).is_some_and(|known| {
            known.is_settled || known.is_not.iter().any(|is_not| program.is_subtype(wanted, *is_not) == Some(true))
        })
    }

    /// Whether an object that may be of a class that is not listed is of a type; none where the path leaves that open.
    pub fn known_type(&self, program: &Program, object: ObjectId, wanted: ReferenceType) -> Option<bool> {
        let known = self.narrowings.get(&object);
        let mut types = self.declared_types(object);
        types.extend(known.into_iter().flat_map(|known| &known.is));
        if types.iter().any(|is| program.is_subtype(*is, wanted) == Some(true)) {
            return Some(true);
        }
        (self.is_said_not(program, object, wanted) || types.iter().any(|is| !can_be_both(program, *is, wanted)))
            .then_some(false)
    }
}

/// Whether an object of one type can be of another one too. Types of the class path have no subtypes elsewhere.
fn can_be_both(program: &Program, is: ReferenceType, wanted: ReferenceType) -> bool {
    if program.is_subtype(wanted, is) != Some(false) {
        // Of a type that nobody on the class path implements, a caller may have written a class.
        return true;
    }
    let (Some(is), Some(wanted)) = (is.as_class(), wanted.as_class()) else { return false };
    if program.is_user_class(wanted) {
        return program.subtypes(wanted).iter().any(|class| has_both(program, *class, is));
    }
    if program.is_user_class(is) {
        return program.subtypes(is).iter().any(|class| has_both(program, *class, wanted));
    }
    // Neither is a subtype of the other: a third class can be one of both only where one of them is an interface.
    let can_be_extended = |class: ClassId| !program.class(class).flags.is_final();
    let is_interface = |class: ClassId| program.class(class).flags.is_interface();
    can_be_extended(is) && can_be_extended(wanted) && (is_interface(is) || is_interface(wanted))
}

fn has_both(program: &Program, class: ClassId, other: ClassId) -> bool {
    program.class(class).is_concrete() && program.is_subclass(class, other) != Some(false)
}

/// Whether a type is a class of the class path.
pub fn is_of_class_path(program: &Program, wanted: ReferenceType) -> bool {
    matches!(wanted, ReferenceType { element: Element::Class(class), dimensions: 0 } if program.is_user_class(class))
}
