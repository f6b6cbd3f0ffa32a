//! The heap as it was when the method began, as far as a path has found out about it, and the path's writes applied to
//! it again. Two runs on one input are compared so.

use super::array::{Contents, Elements};
use super::constraint::Choice;
use super::memory::{Body, Context, Heap, InputOrigin, Object, Origin, SymbolOrigin};
use super::value::{ObjectId, Reference, SymbolId, Value};
use crate::program::{FieldId, Program};
use crate::term::{Domain, InputId, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the inputs met so far say of the heap at the start.
#[derive(Default)]
struct Beginning {
    fields: FxHashMap<ObjectId, Vec<(FieldId, Value)>>,
    contents: FxHashMap<ObjectId, TermId>,
    statics: Vec<(FieldId, Value)>,
}

impl Heap {
    /// The heap when the method began: every input object holds its inputs again, what class initialisation left is as it
    /// was, and nothing is forgotten of what the path decided about inputs. Objects that the path allocated stay, and
    /// nothing refers to them.
    pub fn rewound(&self, program: &Program, pool: &mut TermPool) -> Heap {
        let beginning = self.beginning(pool);
        let mut heap = self.clone();
        for number in 0..heap.object_count() as u32 {
            heap.rewind_object(ObjectId(number), &beginning);
        }
        let is_final = |field: FieldId| program.field(field).flags.is_final();
        // What is neither an input nor final is the JDK's, and read anew from class initialisation.
        let kept = self.static_entries().filter(|(field, _)| is_final(*field));
        let statics = kept.chain(beginning.statics).collect();
        heap.set_statics(statics);
        heap
    }

    fn beginning(&self, pool: &mut TermPool) -> Beginning {
        let mut beginning = Beginning::default();
        for number in 0..self.symbol_count() as u32 {
            let value = Value::Reference(Reference::Symbol(SymbolId(number)));
            match self.symbol(SymbolId(number)).map(|symbol| symbol.origin) {
                Some(SymbolOrigin::Field(object, field)) => {
                    beginning.fields.entry(object).or_default().push((field, value));
                }
                Some(SymbolOrigin::Static(field)) => beginning.statics.push((field, value)),
                _ => {}
            }
        }
        for number in 0..self.input_count() as u32 {
            let Some(input) = self.input(InputId(number)) else { continue };
            let term = pool.input(InputId(number), input.domain);
            match input.origin {
                InputOrigin::Field(object, field) => {
                    beginning.fields.entry(object).or_default().push((field, input_value(input.domain, term)));
                }
                InputOrigin::Static(field) => beginning.statics.push((field, input_value(input.domain, term))),
                InputOrigin::Contents(array) => {
                    beginning.contents.insert(array, term);
                }
                _ => {}
            }
        }
        beginning
    }

    fn rewind_object(&mut self, id: ObjectId, beginning: &Beginning) {
        let Some(Object { origin, .. }) = self.peek(id) else { return };
        match origin {
            Origin::Allocated | Origin::Made => return,
            Origin::Initialised(_) => {
                if let Some(imported) = self.as_imported(id) {
                    self.replace_object(id, imported);
                }
                return;
            }
            Origin::Input | Origin::Constructed(_) | Origin::Literal(_) => {}
        }
        let Some(object) = self.object_mut(id) else { return };
        match &mut object.body {
            Body::Instance(body) => body.fields = beginning.fields.get(&id).cloned().unwrap_or_default(),
            Body::Array(body) => match &mut body.contents {
                Contents::References(elements) => *elements = Rc::new(Elements::initial(id)),
                Contents::Primitive(_, contents) => {
                    if let Some(input) = beginning.contents.get(&id) {
                        *contents = *input;
                    }
                }
            },
        }
    }

    /// Meets in a rewound heap all that `end`, a heap that a path from there has come to, holds values of: fields and
    /// elements of input objects, and static fields that are inputs.
    ///
    /// # Errors
    /// A choice, when the path does not decide which element of an array is meant.
    pub fn meet(&mut self, context: &mut Context<'_>, end: &Heap) -> Result<(), Choice> {
        for number in 0..end.object_count() as u32 {
            let id = ObjectId(number);
            let Some(object) = end.peek(id) else { continue };
            if !matches!(object.origin, Origin::Input | Origin::Constructed(_)) {
                continue;
            }
            match &object.body {
                Body::Instance(body) => {
                    for (field, _) in &body.fields {
                        self.read_field(context, id, *field);
                    }
                }
                Body::Array(body) => {
                    let Contents::References(elements) = &body.contents else { continue };
                    let written = elements.clone();
                    let (constant, symbolic) = written.written_one_by_one();
                    for (index, _) in constant {
                        let index = context.pool.int(index);
                        self.read_element(context, id, index)?;
                    }
                    for (index, _) in symbolic {
                        self.read_element(context, id, *index)?;
                    }
                }
            }
        }
        for field in end.touched_statics(context.program) {
            let info = context.program.field(field);
            if !info.flags.is_final() && context.program.is_user_class(info.class) {
                self.read_static(context, field);
            }
        }
        Ok(())
    }

    /// This rewound heap with all that a path from it, or from an earlier state of it, has left in `end`. What was decided
    /// about types since stays.
    #[must_use]
    pub fn overlaid(&self, end: &Heap) -> Heap {
        let mut heap = self.clone();
        for number in 0..end.object_count() as u32 {
            let id = ObjectId(number);
            let Some(ended) = end.peek(id) else { continue };
            match &ended.body {
                Body::Instance(body) => {
                    for (field, value) in &body.fields {
                        heap.store_field(id, *field, *value);
                    }
                }
                Body::Array(body) => {
                    if let Some(Object { body: Body::Array(here), .. }) = heap.object_mut(id) {
                        here.contents = body.contents.clone();
                    }
                }
            }
        }
        let mut statics: FxHashMap<FieldId, Value> = self.static_entries().collect();
        statics.extend(end.static_entries());
        heap.set_statics(statics.into_iter().collect());
        heap
    }
}

/// A number or text that is an input.
fn input_value(domain: Domain, term: TermId) -> Value {
    match domain {
        Domain::Text => Value::Text(term),
        _ => Value::of_sort(domain.sort(), term).unwrap_or(Value::Int(term)),
    }
}
