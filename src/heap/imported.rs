//! What class initialisation has left, copied into the heap of a path when the path first comes to it.

use super::array::{ArrayBody, Contents};
use super::memory::{Body, Heap, InputOrigin, Object, Origin};
use super::value::{ObjectId, Reference, Value};
use crate::program::FieldId;
use crate::term::TermCarrier;
use std::rc::Rc;

impl Heap {
    /// The value that a static field has in a heap after class initialisation, with all that it reaches copied into this
    /// heap, and its terms taken over into this heap's pool. An object is copied once.
    pub fn import(&mut self, initialised: &Heap, terms: &mut TermCarrier<'_>, value: Value) -> Value {
        let Value::Reference(reference) = value else { return value.with_term(|term| terms.carry(term)) };
        let Reference::Object(root) = initialised.current(reference) else { return value };
        let mut open = vec![root];
        let mut copied = Vec::new();
        while let Some(id) = open.pop() {
            if self.imported.contains_key(&id) {
                continue;
            }
            let Some(object) = initialised.object(id) else { continue };
            let of_machine = initialised.is_of_machine(id);
            if let Some(here) = of_machine.and_then(|which| self.machine_object(which)) {
                self.imported.insert(id, here);
                continue;
            }
            let here = if let Origin::Literal(literal) = &object.origin {
                let class = initialised.instance(id).and_then(|body| body.types.first().copied());
                class.map(|class| self.literal(class, literal.clone()))
            } else {
                let here = self.add(Object { origin: Origin::Initialised(id), body: object.body.clone() });
                copied.push((id, here));
                Some(here)
            };
            let Some(here) = here else { continue };
            self.imported.insert(id, here);
            self.of_machine.extend(of_machine.map(|which| (which, here)));
            for value in initialised.references_of(id) {
                if let Value::Reference(Reference::Object(target)) = value {
                    open.push(target);
                }
            }
        }
        for (there, here) in copied {
            self.rewrite_imported(initialised, terms, there, here);
        }
        self.imported.get(&root).map_or(value, |here| Value::Reference(Reference::Object(*here)))
    }

    /// As [`Heap::import`], for the heap of initialisers whose work does not stay: the objects from number `base` on are
    /// theirs alone, and become objects that this path has allocated.
    pub fn import_apart(
        &mut self,
        initialised: &Heap,
        terms: &mut TermCarrier<'_>,
        value: Value,
        base: usize,
    ) -> Value {
        let is_apart = |id: ObjectId| id.0 as usize >= base;
        let shared = self.imported.clone();
        self.imported.retain(|id, _| !is_apart(*id));
        let value = self.import(initialised, terms, value);
        for (there, here) in std::mem::replace(&mut self.imported, shared) {
            if !is_apart(there) {
                self.imported.insert(there, here);
            } else if let Some(object) = self.object_mut(here)
                && matches!(object.origin, Origin::Initialised(_))
            {
                object.origin = Origin::Allocated;
            }
        }
        value
    }

    /// The object of this heap that is the copy of one that class initialisation has left.
    pub fn imported(&self, initialised: ObjectId) -> Option<ObjectId> {
        self.imported.get(&initialised).copied()
    }

    /// Whether a field of an object holds what class initialisation has left there.
    pub fn is_as_initialised(&self, object: ObjectId, field: FieldId) -> bool {
        let Some(initial) = self.as_imported.get(&object) else { return false };
        let Body::Instance(body) = &initial.body else { return false };
        let initial = body.fields.iter().find(|(id, _)| *id == field).map(|(_, value)| *value);
        self.field_value(object, field) == initial
    }

    /// What class initialisation has left that an assignment to a field concerns, if it is an input too: the object itself where an
    /// input has that field, or those whose field the path knows where the object is an input.
    pub fn initialised_beside(&self, object: ObjectId, field: FieldId) -> Vec<ObjectId> {
        let initial = |id: ObjectId| match self.peek(id)?.origin {
            Origin::Initialised(initial) => Some(initial),
            _ => None,
        };
        if let Some(initial) = initial(object) {
            let is_known = self.input_objects.iter().any(|input| self.field_value(*input, field).is_some());
            return if is_known { vec![initial] } else { Vec::new() };
        }
        if !self.is_input(object) {
            return Vec::new();
        }
        let has_field = |id: &ObjectId| self.field_value(*id, field).is_some();
        let mut found: Vec<ObjectId> = self.as_imported.keys().copied().filter(has_field).filter_map(initial).collect();
        found.sort_unstable();
        found
    }

    /// Whether class initialisation has left an object.
    pub fn is_initialised(&self, object: ObjectId) -> bool {
        self.as_imported.contains_key(&object)
    }

    /// Whether the path begins with other numbers in fields of what class initialisation has left than that leaves there.
    pub fn has_changed_constants(&self) -> bool {
        self.inputs.iter().any(|input| match input.origin {
            InputOrigin::Field(object, _) => self.as_imported.contains_key(&object),
            _ => false,
        })
    }

    fn references_of(&self, id: ObjectId) -> Vec<Value> {
        match self.object(id).map(|object| &object.body) {
            Some(Body::Instance(body)) => body.fields.iter().map(|(_, value)| *value).collect(),
            Some(Body::Array(ArrayBody { contents: Contents::References(elements), .. })) => elements.concrete_values(),
            _ => Vec::new(),
        }
    }

    fn rewrite_imported(&mut self, initialised: &Heap, terms: &mut TermCarrier<'_>, there: ObjectId, here: ObjectId) {
        let imported = self.imported.clone();
        let translate = |terms: &mut TermCarrier<'_>, value: Value| match value {
            Value::Reference(Reference::Object(id)) => {
                Value::Reference(imported.get(&id).map_or(Reference::Null, |id| Reference::Object(*id)))
            }
            other => other.with_term(|term| terms.carry(term)),
        };
        let Some(object) = initialised.object(there) else { return };
        let mut body = object.body.clone();
        match &mut body {
            Body::Instance(instance) => {
                for (_, value) in &mut instance.fields {
                    *value = translate(terms, *value);
                }
            }
            Body::Array(array) => {
                array.length = terms.carry(array.length);
                match &mut array.contents {
                    Contents::References(elements) => *elements = Rc::new(elements.mapped(terms, &translate)),
                    Contents::Primitive(_, contents) => *contents = terms.carry(*contents),
                }
            }
        }
        if let Some(object) = self.object_mut(here) {
            object.body = body;
        }
        if let Some(object) = self.objects.get(here.0 as usize) {
            self.as_imported.insert(here, object.clone());
        }
    }

    /// An object that class initialisation left, as it was when it was copied into this heap.
    pub(super) fn as_imported(&self, here: ObjectId) -> Option<Rc<Object>> {
        self.as_imported.get(&here).cloned()
    }

    /// Whether anything that class initialisation left has been changed since it was copied into this heap.
    pub fn has_changed_imports(&self) -> bool {
        self.changed_imports().next().is_some()
    }

    /// What class initialisation left and has been changed since it was copied into this heap, in no order.
    pub(super) fn changed_imports(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.as_imported.keys().copied().filter(|here| !self.is_as_imported(*here))
    }

    /// Whether an object is as class initialisation left it.
    pub(super) fn is_as_imported(&self, here: ObjectId) -> bool {
        let object = self.objects.get(here.0 as usize);
        object.zip(self.as_imported.get(&here)).is_some_and(|(object, imported)| Rc::ptr_eq(object, imported))
    }
}
