//! Lazy initialisation (Khurshid, Păsăreanu, Visser, TACAS 2003): what an input reference can be at its first use.

use super::array::{ArrayBody, Contents, Elements};
use super::constraint::Constraint;
use super::memory::{Body, Context, Heap, InputOrigin, InstanceBody, Object, Origin};
use super::value::{ObjectId, Reference, SymbolId, array_element_kind};
use crate::program::{ClassId, Element, FieldKind, Program, ReferenceType, is_desugared};
use crate::term::{Domain, TermId};
use std::rc::Rc;

/// One way to decide a reference input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// Null.
    Null,
    /// A new object, different from every input object met before.
    New,
    /// An object met before, or a constant.
    Alias(ObjectId),
}

/// The classes that remain for an object when a reference of this type points to it: none when it cannot; for arrays an
/// empty list when nothing changes and the component's classes when it narrows.
pub fn compatible_types(program: &Program, heap: &Heap, object: ObjectId, declared: ReferenceType) -> Option<TypeFit> {
    match &heap.object(object)?.body {
        Body::Instance(body) => {
            let class = declared.as_class()?;
            let kept: Vec<ClassId> =
                body.types.iter().copied().filter(|id| program.is_subclass(*id, class) != Some(false)).collect();
            if kept.is_empty() {
                None
            } else if kept.len() == body.types.len() {
                Some(TypeFit::Unchanged)
            } else {
                Some(TypeFit::Types(kept.into()))
            }
        }
        Body::Array(body) => {
            let actual = body.component.array_of();
            if program.is_subtype(actual, declared) == Some(true) {
                return Some(TypeFit::Unchanged);
            }
            let wanted = match declared.component()? {
                FieldKind::Reference(ReferenceType { element: Element::Class(class), dimensions: 0 }) => class,
                _ => return None,
            };
            let possible = body.possible_components.as_ref()?;
            let kept: Vec<ClassId> =
                possible.iter().copied().filter(|id| program.is_subclass(*id, wanted) == Some(true)).collect();
            (!kept.is_empty()).then(|| TypeFit::Components(kept.into()))
        }
    }
}

/// Whether two objects may be one, as far as their classes say.
pub fn compatible_classes(heap: &Heap, one: ObjectId, other: ObjectId) -> bool {
    match (heap.object(one).map(|found| &found.body), heap.object(other).map(|found| &found.body)) {
        (Some(Body::Instance(one)), Some(Body::Instance(other))) => {
            other.open || one.types.iter().any(|class| other.types.contains(class))
        }
        (Some(Body::Array(one)), Some(Body::Array(other))) => {
            one.component == other.component || one.possible_components.is_some() || other.possible_components.is_some()
        }
        _ => false,
    }
}

/// What making a reference point to an object says of the object's type.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeFit {
    /// Nothing new.
    Unchanged,
    /// The object's class is one of these.
    Types(Rc<[ClassId]>),
    /// The array's component class is one of these.
    Components(Rc<[ClassId]>),
}

impl Heap {
    /// Everything that an undecided input can be: null, new (of no class at all when the class path has none for the type:
    /// such a path is to be stopped), and every type-compatible object that is an input met before, or that class initialisation
    /// has left and inputs are compared with. The constants of an enum type are given by the caller, since an enum has no other instances.
    pub fn alternatives(
        &self,
        program: &Program,
        symbol: SymbolId,
        enum_constants: Option<&[ObjectId]>,
    ) -> Vec<Alternative> {
        let Some(info) = self.symbol(symbol) else { return Vec::new() };
        let mut found = Vec::new();
        if info.nullable {
            found.push(Alternative::Null);
        }
        if let Some(constants) = enum_constants {
            found.extend(constants.iter().map(|object| Alternative::Alias(*object)));
            return found;
        }
        found.push(Alternative::New);
        if info.declared.as_class().is_some_and(|class| program.is_value_class(class)) {
            // Which of two equal strings or boxes an input is, only a comparison of references can tell.
            return found;
        }
        found.extend(self.construction.left(symbol).map(Alternative::Alias));
        let met = self.input_objects.iter().filter(|object| self.can_be_met_by(**object, info.origin));
        for object in met.chain(self.compared_constants.iter().map(|(constant, _)| constant)) {
            if compatible_types(program, self, *object, info.declared).is_some() {
                found.push(Alternative::Alias(*object));
            }
        }
        found
    }

    /// Decides a reference input and records the constraint. A new array gets a symbolic length of at most
    /// `array_length`, which is returned for the path's bounds.
    pub fn decide_symbol(
        &mut self,
        context: &mut Context<'_>,
        symbol: SymbolId,
        alternative: Alternative,
        array_length: i32,
    ) -> Option<TermId> {
        let declared = self.symbol(symbol)?.declared;
        match alternative {
            Alternative::Null => {
                self.set_symbol(symbol, Reference::Null);
                context.path.constraints.push_back(Constraint::Null(symbol));
                None
            }
            Alternative::New => {
                let (object, bound) = self.new_input_object(context, declared, array_length);
                self.set_symbol(symbol, Reference::Object(object));
                self.note_holding(symbol, object);
                self.note_beside_parts(context.program, symbol);
                context.path.constraints.push_back(Constraint::New(symbol, object));
                bound
            }
            Alternative::Alias(object) => {
                let compatibility = compatible_types(context.program, self, object, declared);
                self.set_symbol(symbol, Reference::Object(object));
                context.path.constraints.push_back(Constraint::Alias(symbol, object));
                match compatibility {
                    Some(TypeFit::Types(types)) => self.restrict_types(context, object, types),
                    Some(TypeFit::Components(types)) => self.restrict_components(context, object, types),
                    _ => {}
                }
                None
            }
        }
    }

    /// Narrows an object's class on this path.
    pub fn restrict_types(&mut self, context: &mut Context<'_>, object: ObjectId, types: Rc<[ClassId]>) {
        context.path.constraints.push_back(Constraint::Types(object, types.clone()));
        self.set_types(object, types);
    }

    /// Narrows the component class of an input array on this path.
    pub fn restrict_components(&mut self, context: &mut Context<'_>, object: ObjectId, types: Rc<[ClassId]>) {
        context.path.constraints.push_back(Constraint::Components(object, types.clone()));
        self.set_components(object, types);
    }

    fn set_components(&mut self, object: ObjectId, types: Rc<[ClassId]>) {
        if let Some(Object { body: Body::Array(body), .. }) = self.object_mut(object) {
            body.possible_components = Some(types);
        }
    }

    /// Narrows the types of input arrays and of the objects that they held at the start to what fits together: an element of
    /// a `C[]` is a `C`. Returns whether anything fits; where nothing does, there is no such heap.
    pub fn narrow_element_types(&mut self, program: &Program) -> bool {
        loop {
            let mut changed = false;
            for (array, object) in self.held_at_the_start() {
                let Some(components) = self.array(array).and_then(|body| body.possible_components.clone()) else {
                    continue;
                };
                let Some(types) = self.instance(object).map(|body| body.types.clone()) else { continue };
                let fits =
                    |class: &ClassId, component: &ClassId| program.is_subclass(*class, *component) != Some(false);
                let kept: Vec<ClassId> =
                    components.iter().copied().filter(|it| types.iter().any(|class| fits(class, it))).collect();
                let left: Vec<ClassId> =
                    types.iter().copied().filter(|class| components.iter().any(|it| fits(class, it))).collect();
                if kept.is_empty() || left.is_empty() {
                    return false;
                }
                if kept.len() < components.len() {
                    changed = true;
                    self.set_components(array, kept.into());
                }
                if left.len() < types.len() {
                    changed = true;
                    self.set_types(object, left.into());
                }
            }
            if !changed {
                return true;
            }
        }
    }

    /// Input arrays whose class is open, with the objects that lazy initialisation found in them.
    fn held_at_the_start(&self) -> Vec<(ObjectId, ObjectId)> {
        let mut found = Vec::new();
        for (array, touched) in &self.initial_elements {
            if self.array(*array).is_none_or(|body| body.possible_components.is_none()) {
                continue;
            }
            for (_, symbol) in touched {
                if let Reference::Object(object) = self.current(Reference::Symbol(*symbol)) {
                    found.push((*array, object));
                }
            }
        }
        found.sort_unstable();
        found
    }

    fn new_input_object(
        &mut self,
        context: &mut Context<'_>,
        declared: ReferenceType,
        array_length: i32,
    ) -> (ObjectId, Option<TermId>) {
        let id = ObjectId(self.object_count() as u32);
        let (body, bound) = match declared.component() {
            None => {
                let class = declared.as_class();
                let types: Rc<[ClassId]> =
                    class.map(|class| context.program.concrete_subtypes(class)).unwrap_or_default().into();
                let open = class.is_some_and(|class| context.program.is_open(class));
                (Body::Instance(InstanceBody { types, open, fields: Vec::new() }), None)
            }
            Some(component) => {
                let length = self.new_input(context.pool, InputOrigin::Length(id), Domain::Length);
                let limit = context.pool.int(array_length);
                let bound = context.pool.less_or_equal(length, limit);
                let contents = match component {
                    FieldKind::Reference(_) | FieldKind::Text => Contents::References(Rc::new(Elements::initial(id))),
                    FieldKind::Primitive(primitive) => {
                        let kind = array_element_kind(primitive);
                        let contents = self.new_input(context.pool, InputOrigin::Contents(id), Domain::Contents(kind));
                        Contents::Primitive(kind, contents)
                    }
                };
                let possible_components = match component {
                    FieldKind::Reference(reference) => reference.as_class().and_then(|class| {
                        // Nobody can name the classes of lambda expressions, so no array is of them.
                        let nameable = |id: &ClassId| !is_desugared(&context.program.class(*id).name);
                        let subtypes = context.program.subtypes(class).iter().copied();
                        let possible: Vec<ClassId> = subtypes.filter(nameable).collect();
                        (context.program.is_user_class(class) && possible.len() > 1).then(|| Rc::from(possible))
                    }),
                    FieldKind::Primitive(_) | FieldKind::Text => None,
                };
                (Body::Array(ArrayBody { component, possible_components, length, contents }), Some(bound))
            }
        };
        self.add(Object { origin: Origin::Input, body });
        self.input_objects.push_back(id);
        (id, bound)
    }

    /// Takes an undecided input for one that was declared with a narrower type.
    pub fn narrow_declared(&mut self, symbol: SymbolId, narrow: ReferenceType) {
        if let Some(symbol) = self.symbol_mut(symbol).filter(|symbol| symbol.value.is_none()) {
            symbol.declared = narrow;
        }
    }

    /// Makes the object that an input was decided to be one of exactly this class, or of a class from outside the class path
    /// unless `is_exact`.
    pub fn restrict_to_opaque(&mut self, symbol: SymbolId, class: ClassId, is_exact: bool) {
        if let Reference::Object(object) = self.current(Reference::Symbol(symbol)) {
            self.set_types(object, Rc::from([class]));
            if is_exact && let Some(Object { body: Body::Instance(body), .. }) = self.object_mut(object) {
                body.open = false;
            }
        }
    }

    /// Makes an input array one of exactly this type, if it is declared so.
    pub fn restrict_to_array(&mut self, symbol: SymbolId, exactly: ReferenceType) {
        let Reference::Object(object) = self.current(Reference::Symbol(symbol)) else { return };
        if self.array_type(object) == Some(exactly) {
            let component = exactly.component().and_then(|component| match component {
                FieldKind::Reference(reference) => reference.as_class(),
                FieldKind::Primitive(_) | FieldKind::Text => None,
            });
            if let Some(class) = component {
                self.set_components(object, Rc::from([class]));
            }
            self.settle(object);
        }
    }

    /// Adds an input object of exactly this class whose constructor is to run: zero fields, known to nobody else.
    pub(super) fn new_made_object(&mut self, class: ClassId) -> ObjectId {
        let body = InstanceBody { types: Rc::from([class]), open: false, fields: Vec::new() };
        self.add(Object { origin: Origin::Made, body: Body::Instance(body) })
    }

    /// Makes an input object one of exactly this class whose constructor is to run.
    pub(super) fn become_made(&mut self, object: ObjectId, class: ClassId) {
        if let Some(object) = self.object_mut(object) {
            let body = InstanceBody { types: Rc::from([class]), open: false, fields: Vec::new() };
            *object = Object { origin: Origin::Made, body: Body::Instance(body) };
        }
    }

    /// Adds the receiver of a constructor's run: zero fields, known to nobody else.
    pub fn new_constructed_object(&mut self, program: &Program, class: ClassId) -> ObjectId {
        let types: Rc<[ClassId]> = program.concrete_subtypes(class).into();
        let types = if types.is_empty() { Rc::from([class]) } else { types };
        let body = InstanceBody { types, open: false, fields: Vec::new() };
        self.add(Object { origin: Origin::Constructed(class), body: Body::Instance(body) })
    }

    /// The input objects in the order in which they were met.
    pub fn input_objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.input_objects.iter().copied()
    }
}
