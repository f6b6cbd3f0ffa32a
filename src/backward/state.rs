//! A state of backward execution: the path from a location to what must not happen, and the condition on what holds at the
//! location under which it is taken.

use super::variables::{Variable, Variables};
use crate::classfile::ArrayAccess;
use crate::program::{FieldId, MethodId};
use crate::term::{InputId, Node, TermId, TermPool, substitute};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A path forward from a location: where it is, and what may come next; more than one where paths were merged.
#[derive(Debug)]
pub struct PathNode {
    /// How many activations above the one that the path began in, backward; less than 0 for its callers.
    pub depth: i32,
    /// The method.
    pub method: MethodId,
    /// The instruction.
    pub instruction: u32,
    /// What comes next; nothing at the end.
    pub next: Vec<Rc<PathNode>>,
}

impl Drop for PathNode {
    /// One after the other: a long path would need as deep a stack.
    fn drop(&mut self) {
        let mut open = std::mem::take(&mut self.next);
        while let Some(node) = open.pop() {
            if let Some(mut node) = Rc::into_inner(node) {
                open.append(&mut node.next);
            }
        }
    }
}

/// An instruction that a condition comes from, or that an assignment in it comes from.
pub(super) type Origin = (MethodId, u32);

/// A condition on what holds at the location, with what it comes from.
#[derive(Clone, Debug)]
pub(super) struct Conjunct {
    pub(super) term: TermId,
    pub(super) origins: Rc<BTreeSet<Origin>>,
}

/// What is read from the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Cell {
    /// An instance field.
    Field(FieldId),
    /// An element of an array.
    Element(Elements),
    /// The length of an array. It never changes.
    Length,
}

/// Arrays that can be one: those of other kinds of elements cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Elements {
    ByteOrBoolean,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl Elements {
    pub(super) fn of(access: ArrayAccess) -> Elements {
        match access {
            ArrayAccess::ByteOrBoolean => Elements::ByteOrBoolean,
            ArrayAccess::Char => Elements::Char,
            ArrayAccess::Short => Elements::Short,
            ArrayAccess::Int => Elements::Int,
            ArrayAccess::Long => Elements::Long,
            ArrayAccess::Float => Elements::Float,
            ArrayAccess::Double => Elements::Double,
            ArrayAccess::Reference => Elements::Reference,
        }
    }
}

/// A value that the heap holds at the location.
#[derive(Clone, Copy, Debug)]
pub(super) struct Read {
    pub(super) cell: Cell,
    /// Of which object.
    pub(super) object: TermId,
    /// At which index, of an array's element.
    pub(super) index: Option<TermId>,
    /// The value: an input.
    pub(super) value: TermId,
}

/// A path with its condition at a location: before an instruction.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) path: Rc<PathNode>,
    pub(super) method: MethodId,
    pub(super) position: u32,
    /// The calls that the path returns from, the innermost last.
    pub(super) calls: Vec<(MethodId, u32)>,
    /// How often the path went up into a caller that it does not return to.
    pub(super) risen: i32,
    pub(super) conjuncts: Vec<Conjunct>,
    pub(super) reads: Vec<Read>,
    /// Calls that were taken to do anything, by what they call.
    pub(super) anything: Rc<BTreeSet<String>>,
    /// Pieces on the path.
    pub(super) length: u32,
}

impl State {
    /// Moves to an earlier location.
    pub(super) fn moved(mut self, method: MethodId, position: u32) -> State {
        let depth = self.calls.len() as i32 - self.risen;
        self.path = Rc::new(PathNode { depth, method, instruction: position, next: vec![self.path] });
        self.method = method;
        self.position = position;
        self.length += 1;
        self
    }

    /// Adds a condition. `false`: the state is none.
    #[must_use]
    pub(super) fn require(&mut self, pool: &TermPool, term: TermId, origin: Origin) -> bool {
        let origins = Rc::new(BTreeSet::from([origin]));
        add(pool, &mut self.conjuncts, term, &origins)
    }

    /// Replaces variables by the values that they were assigned at an instruction. `false`: the state is none.
    #[must_use]
    pub(super) fn assign(
        &mut self,
        pool: &mut TermPool,
        assigned: &FxHashMap<InputId, TermId>,
        origin: Option<Origin>,
    ) -> bool {
        if assigned.is_empty() {
            return true;
        }
        let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut replace = |pool: &mut TermPool, id: InputId, domain| {
            assigned.get(&id).copied().unwrap_or_else(|| pool.input(id, domain))
        };
        for read in &mut self.reads {
            read.object = substitute(pool, read.object, &mut replace, &mut memo);
            read.index = read.index.map(|index| substitute(pool, index, &mut replace, &mut memo));
        }
        let before = std::mem::take(&mut self.conjuncts);
        for conjunct in before {
            let term = substitute(pool, conjunct.term, &mut replace, &mut memo);
            let origins = match origin {
                Some(origin) if term != conjunct.term && !conjunct.origins.contains(&origin) => {
                    let mut origins = (*conjunct.origins).clone();
                    origins.insert(origin);
                    Rc::new(origins)
                }
                _ => conjunct.origins,
            };
            if !add(pool, &mut self.conjuncts, term, &origins) {
                return false;
            }
        }
        true
    }

    /// The inputs that the condition mentions.
    pub(super) fn mentioned(&self, pool: &TermPool) -> FxHashSet<InputId> {
        let of_reads = self.reads.iter().flat_map(|read| [Some(read.object), read.index].into_iter().flatten());
        let terms = self.conjuncts.iter().map(|conjunct| conjunct.term).chain(of_reads);
        let mut found: FxHashSet<InputId> = FxHashSet::default();
        for term in terms {
            found.extend(pool.inputs(term));
        }
        found
    }

    /// Moves the variables of all activations up or down by one: into the callee of the running activation, or back to its
    /// caller, of which then nothing may be left.
    #[must_use]
    pub(super) fn shift(&mut self, pool: &mut TermPool, variables: &mut Variables, down: bool) -> bool {
        let mut assigned: FxHashMap<InputId, TermId> = FxHashMap::default();
        let mut mentioned: Vec<InputId> = self.mentioned(pool).into_iter().collect();
        mentioned.sort_unstable();
        for id in mentioned {
            let shifted = |depth: u16| if down { depth.saturating_add(1) } else { depth.saturating_sub(1) };
            let moved = match variables.variable(id) {
                Some(Variable::Local(depth, slot, kind)) => Variable::Local(shifted(depth), slot, kind),
                Some(Variable::Stack(depth, index, kind)) => Variable::Stack(shifted(depth), index, kind),
                _ => continue,
            };
            assigned.insert(id, variables.typed(pool, moved));
        }
        self.assign(pool, &assigned, None)
    }

    /// The condition as terms, with that equal reads give equal values.
    pub(super) fn condition(&self, pool: &mut TermPool) -> Vec<TermId> {
        let mut found: Vec<TermId> = self.conjuncts.iter().map(|conjunct| conjunct.term).collect();
        consistency(pool, &self.reads, &mut found);
        found
    }
}

/// Adds that what is read from one place is one value.
pub(super) fn consistency(pool: &mut TermPool, reads: &[Read], into: &mut Vec<TermId>) {
    for (position, read) in reads.iter().enumerate() {
        for other in reads.iter().skip(position + 1).filter(|other| other.cell == read.cell) {
            let mut same = pool.equal(read.object, other.object);
            if let (Some(index), Some(other)) = (read.index, other.index) {
                let at = pool.equal(index, other);
                same = pool.conjunction(same, at);
            }
            let differs = pool.not(same);
            let equal = pool.equal(read.value, other.value);
            let consistent = pool.disjunction(differs, equal);
            if pool.as_truth(consistent) != Some(true) {
                into.push(consistent);
            }
        }
    }
}

/// Adds the parts of a conjunction that are not there yet. `false`: one is false.
fn add(pool: &TermPool, conjuncts: &mut Vec<Conjunct>, term: TermId, origins: &Rc<BTreeSet<Origin>>) -> bool {
    match pool.node(term) {
        Node::Truth(value) => *value,
        Node::Conjunction(parts) => parts.iter().all(|part| add(pool, conjuncts, *part, origins)),
        _ => {
            if !conjuncts.iter().any(|conjunct| conjunct.term == term) {
                conjuncts.push(Conjunct { term, origins: origins.clone() });
            }
            true
        }
    }
}
