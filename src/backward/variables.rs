//! The variables of backward execution as inputs of the term pool. A variable's current version is one input, the same on every
//! path, so that conditions at one location can be compared; an assignment that is passed backward replaces it by what was
//! assigned, over the versions before.

use crate::classfile::ValueKind;
use crate::exec::{domain_of_field, domain_of_kind};
use crate::program::{FieldId, FieldKind};
use crate::term::{Domain, InputId, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Something that has a value at a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    /// A local variable: how many activations below the running one, slot.
    Local(u16, u16, ValueKind),
    /// An entry of the operand stack, counted from the lowest.
    Stack(u16, u16, ValueKind),
    /// A static field.
    Static(FieldId),
    /// A value that a path does not say more of: what a call gave, what was read from the heap, a new object.
    Fresh(u32),
}

/// All variables so far.
#[derive(Default)]
pub(super) struct Variables {
    ids: FxHashMap<Variable, InputId>,
    known: Vec<Known>,
    fresh: u32,
}

#[derive(Clone, Copy)]
struct Known {
    variable: Variable,
    domain: Domain,
    is_reference: bool,
}

impl Variables {
    /// The term of a variable of the running activation or one below, of a kind.
    pub(super) fn typed(&mut self, pool: &mut TermPool, variable: Variable) -> TermId {
        let (Variable::Local(.., kind) | Variable::Stack(.., kind)) = variable else {
            return self.intern(pool, variable, Domain::Int, false);
        };
        self.intern(pool, variable, domain_of_kind(kind), kind == ValueKind::Reference)
    }

    /// The term of a static field.
    pub(super) fn static_field(&mut self, pool: &mut TermPool, field: FieldId, kind: FieldKind) -> TermId {
        self.intern(pool, Variable::Static(field), domain_of_field(kind), matches!(kind, FieldKind::Reference(_)))
    }

    /// The term of something new.
    pub(super) fn fresh(&mut self, pool: &mut TermPool, domain: Domain, is_reference: bool) -> TermId {
        self.fresh += 1;
        self.intern(pool, Variable::Fresh(self.fresh), domain, is_reference)
    }

    fn intern(&mut self, pool: &mut TermPool, variable: Variable, domain: Domain, is_reference: bool) -> TermId {
        let next = InputId(self.known.len() as u32);
        let id = *self.ids.entry(variable).or_insert(next);
        if id == next {
            self.known.push(Known { variable, domain, is_reference });
        }
        let domain = self.known.get(id.0 as usize).map_or(domain, |known| known.domain);
        pool.input(id, domain)
    }

    /// The input of a variable, where something has mentioned it.
    pub(super) fn find(&self, variable: Variable) -> Option<InputId> {
        self.ids.get(&variable).copied()
    }

    /// The variable of an input.
    pub(super) fn variable(&self, id: InputId) -> Option<Variable> {
        self.known.get(id.0 as usize).map(|known| known.variable)
    }

    /// Whether an input stands for a reference.
    pub(super) fn is_reference(&self, id: InputId) -> bool {
        self.known.get(id.0 as usize).is_some_and(|known| known.is_reference)
    }
}
