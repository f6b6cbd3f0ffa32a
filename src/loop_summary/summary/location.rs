//! Places whose values a loop changes: what is there, and how something else is put there.

use super::super::renewed::Renewed;
use super::super::walk::{Record, Walker};
use crate::explore::Path;
use crate::heap::{Contents, Heap, ObjectId, Value, primitive_domain, size_field};
use crate::program::{FieldId, FieldKind};
use crate::term::{Domain, Sort, TermId};

/// A place whose value a loop changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::loop_summary) enum Location {
    /// A local variable.
    Local(usize),
    /// An instance field.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
    /// The elements of a primitive array.
    Contents(ObjectId),
}

impl Walker<'_, '_> {
    /// Whether a location has the number of elements of a collection.
    pub(super) fn is_size(&self, heap: &Heap, location: Location) -> bool {
        let Location::Field(object, field) = location else { return false };
        let program = self.explorer.machine.program;
        heap.exact_class(object).and_then(|class| size_field(program, class)) == Some(field)
    }

    /// The value at a location that holds a number or contents.
    pub(super) fn value_at(&self, path: &Path<Record>, location: Location) -> Option<(TermId, Domain)> {
        let heap = &path.state.heap;
        let pool = &self.explorer.machine.pool;
        let program = self.explorer.machine.program;
        let of_kind = |field: FieldId, value: Value| {
            let term = value.number()?;
            let domain = match program.field(field).kind {
                FieldKind::Primitive(primitive) => primitive_domain(primitive),
                _ => return None,
            };
            Some((term, domain))
        };
        match location {
            Location::Local(slot) => {
                let term = path.state.frame()?.locals.get(slot)?.number()?;
                Some((term, domain_of_sort(pool.sort(term))?))
            }
            Location::Field(object, field) => of_kind(field, heap.field_value(object, field)?),
            Location::Static(field) => of_kind(field, heap.static_value(field)?),
            Location::Contents(object) => match heap.array(object)?.contents {
                Contents::Primitive(kind, contents) => Some((contents, Domain::Contents(kind))),
                Contents::References(_) => None,
            },
        }
    }

    /// Puts a number or contents into a location.
    pub(in crate::loop_summary) fn put(&self, path: &mut Path<Record>, location: Location, term: TermId) {
        let value = Value::of_sort(self.explorer.machine.pool.sort(term), term);
        match (location, value) {
            (Location::Local(slot), Some(value)) => {
                if let Some(place) = path.state.frame_mut().and_then(|frame| frame.locals.get_mut(slot)) {
                    *place = value;
                }
            }
            (Location::Field(object, field), Some(value)) => path.state.heap.write_field(object, field, value),
            (Location::Static(field), Some(value)) => path.state.heap.write_static(field, value),
            (Location::Contents(object), _) => {
                if let Some(body) = path.state.heap.array_mut(object)
                    && let Contents::Primitive(_, contents) = &mut body.contents
                {
                    *contents = term;
                }
            }
            _ => {}
        }
    }

    /// Puts the number of elements into a collection that was renewed, where the location has that: its elements are its own from then on.
    pub(in crate::loop_summary) fn put_size(
        &self,
        path: &mut Path<Record>,
        renewed: &[Renewed],
        location: Location,
        size: TermId,
    ) {
        if let Location::Field(collection, field) = location
            && renewed.contains(&Renewed::Collection(collection))
            && self.is_size(&path.state.heap, location)
        {
            path.state.heap.set_size(self.explorer.machine.program, collection, field, size);
        }
    }
}

fn domain_of_sort(sort: Sort) -> Option<Domain> {
    Some(match sort {
        Sort::Int => Domain::Int,
        Sort::Long => Domain::Long,
        Sort::Float => Domain::Float,
        Sort::Double => Domain::Double,
        _ => return None,
    })
}
