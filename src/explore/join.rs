//! Joining: where the sides of a conditional meet again, one path goes on. Locals and operands in which the sides
//! differ become terms that choose by the condition. So a row of n conditionals that only compute costs n paths, and
//! not 2^n. After Avgerinos et al., "Enhancing Symbolic Execution with Veritesting" (2014).

use super::budget::Exhausted;
use super::driver::{CallHandler, Explorer, Pause};
use super::path::{Branch, Path, Recorder};
use crate::exec::{Machine, State};
use crate::graph::{JoinPoint, Liveness};
use crate::heap::{Choice, Constraint, Value};
use crate::program::MethodId;
use crate::term::{Sort, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// How often the sides of a conditional are followed in vain, before its paths are left apart.
const MOST_FAILURES: u32 = 3;
/// The most sides that are joined at once.
const MOST_SIDES: usize = 8;

/// What is known of the code of methods, as far as it was asked for.
#[derive(Debug, Default)]
pub(super) struct Joins {
    points: FxHashMap<(MethodId, u32), Option<JoinPoint>>,
    /// How often the sides of a conditional did not meet as they were expected to.
    failed: FxHashMap<(MethodId, u32), u32>,
    live: FxHashMap<MethodId, Rc<Liveness>>,
}

impl Joins {
    fn note_failure(&mut self, place: (MethodId, u32)) {
        let failed = self.failed.entry(place).or_default();
        *failed += 1;
        if *failed >= MOST_FAILURES {
            self.points.insert(place, None);
        }
    }
}

/// A place at which paths are to be joined: in a frame, by how many frames there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    frames: usize,
    point: JoinPoint,
}

impl Meeting {
    /// Whether a state has come to it.
    pub(super) fn is_at(self, machine: &Machine<'_>, state: &State) -> bool {
        if state.frames.len() != self.frames {
            return false;
        }
        let Some(frame) = state.frame() else { return false };
        machine.program.code(frame.method).is_some_and(|code| self.point.is_at(code, frame.instruction))
    }
}

impl<R: Recorder> Explorer<'_, R> {
    /// Makes the choice of a conditional, and where its sides meet again, goes on with one path from there. Where they do not, or
    /// a side does more than compute, each goes on by itself from the conditional.
    pub(super) fn fork_and_join(
        &mut self,
        path: Path<R>,
        choice: Choice,
        calls: &mut dyn CallHandler<R>,
    ) -> Result<Vec<Branch<R>>, Exhausted> {
        let Some((place, meeting)) = self.meeting(&path, &choice) else { return Ok(self.fork(path, choice)) };
        let before = path.clone();
        let branches = self.fork(path, choice);
        let are_open = branches.iter().all(|branch| matches!(branch, Branch::Open(_)));
        if branches.len() < 2 || !are_open {
            return Ok(branches);
        }
        let outer = self.until_meeting.replace(meeting);
        let sides = self.follow_sides(branches.clone(), meeting, calls);
        self.until_meeting = outer;
        Ok(match sides?.and_then(|sides| self.joined(before, &sides, meeting)) {
            Some(joined) => vec![Branch::Open(joined)],
            None => {
                self.joins.note_failure(place);
                branches
            }
        })
    }

    /// The conditional that asks for a choice, and where its sides meet.
    fn meeting(&mut self, path: &Path<R>, choice: &Choice) -> Option<((MethodId, u32), Meeting)> {
        let is_drawn = path.state.heap.samples.is_some();
        if !self.joins_paths || !matches!(choice, Choice::Condition(_)) || self.guide.is_some() || is_drawn {
            return None;
        }
        let next = self.machine.upcoming(&path.state).ok()?;
        let code = self.machine.program.code(next.method)?;
        let loops = self.machine.loops(next.method);
        let place = (next.method, next.position);
        let point = self.joins.points.entry(place);
        let point = (*point.or_insert_with(|| JoinPoint::of(code, &loops, next.position)))?;
        Some((place, Meeting { frames: path.state.frames.len(), point }))
    }

    /// Follows the sides until all have come to where they meet; none where one does not.
    fn follow_sides(
        &mut self,
        branches: Vec<Branch<R>>,
        meeting: Meeting,
        calls: &mut dyn CallHandler<R>,
    ) -> Result<Option<Vec<Path<R>>>, Exhausted> {
        let mut open: Vec<Branch<R>> = branches.into_iter().rev().collect();
        let mut sides = Vec::new();
        while let Some(branch) = open.pop() {
            let Branch::Open(path) = branch else { return Ok(None) };
            if meeting.is_at(&self.machine, &path.state) {
                sides.push(path);
            } else {
                match self.proceed(path, calls)? {
                    Pause::Asks(path, choice @ Choice::Condition(_)) => {
                        open.extend(self.fork_and_join(path, choice, calls)?.into_iter().rev());
                    }
                    Pause::Became(mut branches) => match (branches.pop(), branches.is_empty()) {
                        (Some(Branch::Open(path)), true) if meeting.is_at(&self.machine, &path.state) => {
                            sides.push(path)
                        }
                        _ => return Ok(None),
                    },
                    Pause::Asks(..) => return Ok(None),
                }
            }
            if sides.len() + open.len() > MOST_SIDES {
                return Ok(None);
            }
        }
        Ok(Some(sides))
    }

    /// One path in place of all sides; none where they differ in more than numbers.
    fn joined(&mut self, before: Path<R>, sides: &[Path<R>], meeting: Meeting) -> Option<Path<R>> {
        let first = sides.first()?;
        let is_like =
            |side: &Path<R>| is_unchanged(&before.state, &side.state) && side.state.has_loops_of(&first.state);
        if !sides.iter().all(is_like) {
            return None;
        }
        let guards: Vec<TermId> = sides
            .iter()
            .map(|side| guard(&mut self.machine.pool, &before.state, &side.state))
            .collect::<Option<_>>()?;
        let mut merged = first.state.frame()?.clone();
        let live = match meeting.point {
            JoinPoint::Before(_) => Some(self.live(merged.method)?),
            JoinPoint::Return => None,
        };
        // What is no other side is the last one.
        let (_, chosen) = guards.split_last()?;
        let Machine { pool, joined: choices, .. } = &mut self.machine;
        let mut choose = |values: Vec<Value>| choose(pool, choices, chosen, &values);
        for slot in 0..merged.locals.len() {
            let values = sides.iter().map(|side| side.state.frame()?.locals.get(slot).copied());
            let values: Vec<Value> = values.collect::<Option<_>>()?;
            let is_live = live.as_ref().is_some_and(|live| live.is_live(merged.instruction, slot));
            merged.locals[slot] = match choose(values) {
                Some(value) => value,
                None if is_live => return None,
                None => Value::Nothing,
            };
        }
        for entry in 0..merged.stack.len() {
            let values = sides.iter().map(|side| side.state.frame()?.stack.get(entry).copied());
            merged.stack[entry] = choose(values.collect::<Option<_>>()?)?;
        }
        let most = |of: fn(&State) -> u64| sides.iter().map(|side| of(&side.state)).max().unwrap_or_default();
        let (steps, depth) = (most(|state| state.steps), most(|state| u64::from(state.depth)));
        let mut joined = before;
        *joined.state.frame_mut()? = merged;
        joined.state.steps = steps;
        joined.state.depth = depth as u32;
        Some(joined)
    }

    fn live(&mut self, method: MethodId) -> Option<Rc<Liveness>> {
        let code = self.machine.program.code(method)?;
        Some(self.joins.live.entry(method).or_insert_with(|| Rc::new(Liveness::of(code))).clone())
    }
}

/// Whether a side has left the heap, and what is beside it, as it was.
fn is_unchanged(before: &State, side: &State) -> bool {
    let sizes = |state: &State| (state.path.bounds.len(), state.open_calls.len(), state.undecided.len());
    sizes(before) == sizes(side) && side.heap.is_read_like(&before.heap)
}

/// What a side has been decided by since; none where that is more than conditions.
fn guard(pool: &mut TermPool, before: &State, side: &State) -> Option<TermId> {
    let mut guard = pool.truth(true);
    for constraint in side.path.constraints.iter().skip(before.path.constraints.len()) {
        let Constraint::Condition(condition) = constraint else { return None };
        guard = pool.conjunction(guard, *condition);
    }
    Some(guard)
}

/// The value that is the first one under the first guard, and so on, and else the last one; none where they differ and are no
/// numbers of one type. The choices that this makes are added to `choices`.
fn choose(pool: &mut TermPool, choices: &mut FxHashSet<TermId>, guards: &[TermId], values: &[Value]) -> Option<Value> {
    let (last, others) = values.split_last()?;
    if others.iter().all(|value| value == last) {
        return Some(*last);
    }
    let is_of_type = |value: &Value| std::mem::discriminant(value) == std::mem::discriminant(last);
    if !others.iter().all(is_of_type) {
        return None;
    }
    let terms: Vec<TermId> = others.iter().map(|value| value.number()).collect::<Option<_>>()?;
    let last = last.number()?;
    let mut chosen = |pool: &mut TermPool, terms: &[TermId], last: TermId| {
        guards.iter().zip(terms).rev().fold(last, |other, (guard, term)| {
            let chosen = pool.if_then_else(*guard, *term, other);
            choices.insert(chosen);
            chosen
        })
    };
    let term = match differences(pool, &terms, last) {
        // Of what was added a sum is left, whose parts depend on one condition each.
        Some(differences) => {
            let zero = pool.subtract(last, last);
            let difference = chosen(pool, &differences, zero);
            pool.add(last, difference)
        }
        None => chosen(pool, &terms, last),
    };
    Value::of_sort(pool.sort(term), term)
}

/// By how much whole numbers differ from another, where that is always a constant and it is none itself.
fn differences(pool: &mut TermPool, terms: &[TermId], last: TermId) -> Option<Vec<TermId>> {
    if !matches!(pool.sort(last), Sort::Int | Sort::Long) || pool.as_constant(last).is_some() {
        return None;
    }
    let differences: Vec<TermId> = terms.iter().map(|term| pool.subtract(*term, last)).collect();
    differences.iter().all(|difference| pool.as_constant(*difference).is_some()).then_some(differences)
}
