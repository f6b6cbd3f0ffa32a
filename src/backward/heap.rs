//! The heap backward. A value that is read is an input until the write is passed that it came from, with a case for
//! each way in which two objects may be the same. An allocation says that no older reference is the new object.

use super::state::{Cell, Origin, Read, State};
use super::variables::Variables;
use crate::term::{Domain, InputId, Sort, TermId, TermPool, substitute};
use rustc_hash::FxHashMap;

/// Notes that `value`, an input, is what a cell of an object holds at the location; where that has a name already, `value` is
/// replaced by it. `false`: the state is none.
#[must_use]
pub(super) fn read(
    pool: &mut TermPool,
    state: &mut State,
    (cell, object, index): (Cell, TermId, Option<TermId>),
    value: TermId,
) -> bool {
    let known = state.reads.iter().find(|read| read.cell == cell && read.object == object && read.index == index);
    let is_mentioned = |term: TermId| pool.inputs(value).iter().any(|id| pool.inputs(term).contains(id));
    let of_reads = state.reads.iter().flat_map(|read| [Some(read.object), read.index].into_iter().flatten());
    if !state.conjuncts.iter().map(|conjunct| conjunct.term).chain(of_reads).any(is_mentioned) {
        return true;
    }
    let Some(known) = known.map(|read| read.value) else {
        state.reads.push(Read { cell, object, index, value });
        return true;
    };
    let mut assigned: FxHashMap<InputId, TermId> = FxHashMap::default();
    replace(pool, &mut assigned, value, known);
    state.assign(pool, &assigned, None)
}

/// Gives each read a value that it has at an earlier location: `earlier` says which, or that nothing is read any more. Younger
/// reads first: of which object an older one is may depend on what they give.
fn pass(
    pool: &mut TermPool,
    state: &mut State,
    mut earlier: impl FnMut(&mut TermPool, &Read) -> Earlier,
    origin: Origin,
) -> bool {
    let mut assigned: FxHashMap<InputId, TermId> = FxHashMap::default();
    let mut kept: Vec<Read> = Vec::new();
    for mut read in std::mem::take(&mut state.reads).into_iter().rev() {
        if !assigned.is_empty() {
            let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
            let mut by = |pool: &mut TermPool, id: InputId, domain| {
                assigned.get(&id).copied().unwrap_or_else(|| pool.input(id, domain))
            };
            read.object = substitute(pool, read.object, &mut by, &mut memo);
            read.index = read.index.map(|index| substitute(pool, index, &mut by, &mut memo));
        }
        match earlier(pool, &read) {
            Earlier::Same => kept.push(read),
            Earlier::Nothing => {}
            Earlier::Is(value) => replace(pool, &mut assigned, read.value, value),
            Earlier::IsOrReads(chosen, before) => {
                replace(pool, &mut assigned, read.value, chosen);
                kept.push(Read { value: before, ..read });
            }
        }
    }
    kept.reverse();
    state.reads = kept;
    state.assign(pool, &assigned, Some(origin))
}

/// What a read is at an earlier location.
enum Earlier {
    /// The same.
    Same,
    /// None: its value can be anything.
    Nothing,
    /// None: its value is this.
    Is(TermId),
    /// Its value is the first term, which is over the second, which is read.
    IsOrReads(TermId, TermId),
}

/// Passes a write: what is read after it is what was written where the place is the same, else what was there before. `false`:
/// the state is none.
#[must_use]
pub(super) fn write(
    pool: &mut TermPool,
    variables: &mut Variables,
    state: &mut State,
    (cell, object, index): (Cell, TermId, Option<TermId>),
    value: TermId,
    origin: Origin,
) -> bool {
    let earlier = |pool: &mut TermPool, read: &Read| {
        if read.cell != cell {
            return Earlier::Same;
        }
        let mut same = pool.equal(read.object, object);
        if let (Some(of_read), Some(index)) = (read.index, index) {
            let at = pool.equal(of_read, index);
            same = pool.conjunction(same, at);
        }
        match pool.as_truth(same) {
            Some(false) => Earlier::Same,
            Some(true) => Earlier::Is(value),
            None => {
                let before = fresh_like(pool, variables, read.value);
                Earlier::IsOrReads(pool.if_then_else(same, value, before), before)
            }
        }
    };
    pass(pool, state, earlier, origin)
}

/// Passes the allocation of an object, which `object` stands for after it: nothing that was there before is that object, and its
/// cells hold zero, but for the length of an array, and those of an array of arrays. `false`: the state is none.
#[must_use]
pub(super) fn allocate(
    pool: &mut TermPool,
    variables: &mut Variables,
    state: &mut State,
    object: TermId,
    (length, is_zeroed): (Option<TermId>, bool),
    origin: Origin,
) -> bool {
    let null = pool.int(0);
    let earlier = |pool: &mut TermPool, read: &Read| {
        let same = pool.equal(read.object, object);
        let initial = match read.cell {
            Cell::Length => length,
            _ if is_zeroed => Some(zero(pool, read.value)),
            _ => None,
        };
        match (pool.as_truth(same), initial) {
            (Some(false), _) => Earlier::Same,
            (Some(true), None) => Earlier::Nothing,
            (Some(true), Some(initial)) => Earlier::Is(initial),
            (None, initial) => {
                let initial = initial.unwrap_or_else(|| fresh_like(pool, variables, read.value));
                let before = fresh_like(pool, variables, read.value);
                Earlier::IsOrReads(pool.if_then_else(same, initial, before), before)
            }
        }
    };
    if !pass(pool, state, earlier, origin) {
        return false;
    }
    let mut there: Vec<InputId> = state.mentioned(pool).into_iter().collect();
    there.extend(state.reads.iter().flat_map(|read| pool.inputs(read.value).to_vec()));
    there.sort_unstable();
    there.dedup();
    for id in there.into_iter().filter(|id| variables.is_reference(*id)) {
        let other = pool.input(id, Domain::Int);
        if other == object || !is_from_before(variables, state, id, other) {
            continue;
        }
        let same = pool.equal(other, object);
        let differs = pool.not(same);
        if !state.require(pool, differs, origin) {
            return false;
        }
    }
    let is_null = pool.equal(object, null);
    let is_there = pool.not(is_null);
    state.require(pool, is_there, origin)
}

/// Whether an input stands for a reference that exists at the location: what variables hold there, and what is read from the
/// heap there; the results of later calls may not.
fn is_from_before(variables: &Variables, state: &State, id: InputId, term: TermId) -> bool {
    use super::variables::Variable;
    match variables.variable(id) {
        Some(Variable::Local(..) | Variable::Stack(..) | Variable::Static(_)) => true,
        _ => state.reads.iter().any(|read| read.value == term),
    }
}

/// Forgets what is read from the heap, but lengths: a call may have changed anything.
pub(super) fn forget(state: &mut State) {
    state.reads.retain(|read| read.cell == Cell::Length);
}

fn replace(pool: &TermPool, assigned: &mut FxHashMap<InputId, TermId>, value: TermId, by: TermId) {
    if let [id] = pool.inputs(value) {
        assigned.insert(*id, by);
    }
}

fn fresh_like(pool: &mut TermPool, variables: &mut Variables, value: TermId) -> TermId {
    let (domain, is_reference) = match (pool.node(value), pool.inputs(value)) {
        (crate::term::Node::Input(id, domain), _) => (*domain, variables.is_reference(*id)),
        _ => (Domain::Int, false),
    };
    variables.fresh(pool, domain, is_reference)
}

fn zero(pool: &mut TermPool, value: TermId) -> TermId {
    match pool.sort(value) {
        Sort::Long => pool.long(0),
        Sort::Float => pool.float(0.0),
        Sort::Double => pool.double(0.0),
        _ => pool.int(0),
    }
}
