//! Equivalence where loops have no bound. Both bodies are compared piece by piece. A piece begins at the start, or
//! where a loop begins another iteration, and goes to the next such state or to the end. If corresponding pieces come
//! to the same, the bodies do the same, however often loops run and whether or not they end.

use super::ends::Pair;
use super::heads::Head;
use super::run::Trace;
use super::version::{Changes, Version};
use super::{BodyEquivalence, End, Subject};
use crate::classfile::{Code, DecodedInstruction};
use crate::exec::{Limits, State, StopReason};
use crate::explore::{Outcome, Path};
use crate::graph::{Liveness, successors};
use crate::heap::Value;
use std::rc::Rc;

/// Rounds in which facts may turn out to be wrong.
const MOST_ROUNDS: usize = 8;
/// Iterations that the other body may still begin where the original has come to its end.
const MOST_MORE_ITERATIONS: usize = 3;

/// A piece of the original body: where it begins, and what its paths come to.
struct Piece {
    /// The head; none for the start of the method.
    head: Option<Head>,
    /// The local variables at its begin.
    locals: Vec<Value>,
    ends: Vec<End>,
}

/// All pieces of the original body.
pub(super) struct Pieces {
    all: Vec<Piece>,
    live: Liveness,
}

/// The loop that a path has come back to, if it stopped for that.
pub(super) fn came_back_to(outcome: &Outcome, state: &State) -> Option<u32> {
    match (outcome, state.frames.as_slice()) {
        (Outcome::Stopped(StopReason::LoopBound(place)), [frame]) if frame.instruction == place.instruction => {
            Some(frame.instruction)
        }
        _ => None,
    }
}

impl<'p> Subject<'p> {
    /// The original body in pieces.
    ///
    /// # Errors
    /// In one line, why it does not fall into pieces whose ends are all known.
    pub(super) fn pieces(&mut self) -> Result<Pieces, String> {
        let program = self.explorer.machine.program;
        let code = program.code(self.method).ok_or("the method has no body")?;
        let live = Liveness::of(code);
        let start = self.start();
        let original = self.original.clone();
        let (ends, missing) = self.iterations(vec![start], &original);
        if let Some(reason) = missing {
            return Err(reason);
        }
        let start = Piece { head: None, locals: self.arguments.clone(), ends };
        let mut heads: Vec<Head> = Vec::new();
        self.arrive(code, &live, &start.ends, &mut heads)?;
        for _ in 0..MOST_ROUNDS {
            let mut pieces = Vec::new();
            let mut is_stable = true;
            let mut next = 0;
            while let Some(head) = heads.get(next).cloned() {
                next += 1;
                let (starts, locals) = head.states(&mut self.explorer, self.method)?;
                let (ends, missing) = self.iterations(starts, &original);
                if let Some(reason) = missing {
                    return Err(reason);
                }
                is_stable &= self.arrive(code, &live, &ends, &mut heads)?;
                pieces.push(Piece { head: Some(head), locals, ends });
            }
            if is_stable {
                if let Some(caveat) = self.explorer.machine.caveats.iter().next() {
                    return Err(caveat.to_string());
                }
                pieces.insert(0, start);
                return Ok(Pieces { all: pieces, live });
            }
        }
        Err("the facts about a loop do not settle".into())
    }

    /// Notes the heads that paths came back to; whether those known before stand for all their states.
    fn arrive(&mut self, code: &Code, live: &Liveness, ends: &[End], heads: &mut Vec<Head>) -> Result<bool, String> {
        let mut is_stable = true;
        for end in ends {
            let state = &end.path.state;
            let Some(instruction) = came_back_to(&end.outcome, state) else { continue };
            match heads.iter_mut().find(|head| head.instruction == instruction) {
                Some(head) => is_stable &= head.admits(&mut self.explorer, state)?,
                None => heads.push(Head::at(&mut self.explorer, code, live, state)?),
            }
        }
        Ok(is_stable)
    }

    /// Runs paths until a loop begins another iteration, or to their ends.
    fn iterations(&mut self, starts: Vec<Path<Trace>>, version: &Version) -> (Vec<End>, Option<String>) {
        let limits = self.explorer.machine.limits;
        self.explorer.machine.limits = Limits { loop_bound: 0, ..limits };
        let (mut all, mut missing) = (Vec::new(), None);
        for start in starts {
            let ends = self.run(start, version, true);
            missing = missing.or_else(|| ends.reason());
            all.extend(ends.reached);
        }
        self.explorer.machine.limits = limits;
        (all, missing)
    }

    /// Proves that the method does the same in another version, piece by piece.
    ///
    /// # Errors
    /// In one line, why that was not proved.
    pub(super) fn prove_by_pieces(
        &mut self,
        pieces: &Pieces,
        version: &Version,
        changes: &Changes,
    ) -> Result<(), String> {
        let program = self.explorer.machine.program;
        let code = program.code(version.body_of(self.method)).ok_or("the method has no body")?;
        let own = program.code(self.method).ok_or("the method has no body")?;
        let live = Liveness::of(code);
        // The jump on which a path has come back counts too: it stopped within it.
        let method = self.method;
        let is_changed = |at: u32| changes.is_changed((method, at));
        let leads = |to: u32, from: u32, decoded: &DecodedInstruction| {
            successors(&decoded.instruction, from).into_iter().any(|next| next == to)
        };
        let jumps_on_change =
            |to: u32| (0..).zip(&own.instructions).any(|(from, decoded)| is_changed(from) && leads(to, from, decoded));
        for piece in &pieces.all {
            for end in &piece.ends {
                let came_back = came_back_to(&end.outcome, &end.path.state);
                let comes_to_changed = came_back.is_some_and(|at| is_changed(at) || jumps_on_change(at));
                if !comes_to_changed && !self.executes_changed(&end.path, changes) {
                    continue;
                }
                let start = self.rewound_piece(piece, end, version, changes)?;
                for other in self.others(start, end, version)? {
                    let counterpart = |at| changes.counterpart(self.method, at);
                    let locals = same_head(end, &other, &counterpart, (&pieces.live, &live))?;
                    let pair = Pair {
                        calls: self.calls,
                        method: self.method,
                        original: end,
                        barriers: &self.barriers,
                        locals,
                        is_from_start: false,
                        unclear: None,
                    };
                    match pair.compare(&mut self.explorer, other) {
                        BodyEquivalence::Equivalent => {}
                        BodyEquivalence::Unknown(reason) => return Err(reason),
                        BodyEquivalence::Differs(_) => return Err("the bodies differ".into()),
                    }
                }
            }
        }
        Ok(())
    }

    /// What a piece of the other body comes to. Where the original has come to its end and the other body to a loop, it goes on: it
    /// may leave the loop an iteration later and have done nothing in it.
    fn others(&mut self, start: Path<Trace>, original: &End, version: &Version) -> Result<Vec<End>, String> {
        let is_over = came_back_to(&original.outcome, &original.path.state).is_none();
        let mut found = Vec::new();
        let mut starts = vec![start];
        for _ in 0..=MOST_MORE_ITERATIONS {
            let (ends, missing) = self.iterations(std::mem::take(&mut starts), version);
            if let Some(reason) = missing {
                return Err(reason);
            }
            for mut end in ends {
                let goes_on = is_over && came_back_to(&end.outcome, &end.path.state).is_some();
                match end.path.state.frames.last_mut() {
                    Some(frame) if goes_on => {
                        Rc::make_mut(frame).loops = Default::default();
                        starts.push(end.path);
                    }
                    _ => found.push(end),
                }
            }
            if starts.is_empty() {
                return Ok(found);
            }
        }
        Err("the other body stays in a loop that the original has left".into())
    }

    /// The begin of a piece in the other body, on the inputs of a path.
    fn rewound_piece(
        &mut self,
        piece: &Piece,
        end: &End,
        version: &Version,
        changes: &Changes,
    ) -> Result<Path<Trace>, String> {
        let Some(head) = &piece.head else { return Ok(self.rewound(&end.path.state, version)) };
        let counterpart = changes.counterpart(self.method, head.instruction);
        let instruction = counterpart.ok_or("the begin of a loop is changed")?;
        let mut path = self.rewound(&end.path.state, version);
        let length = path.state.frame().map_or(0, |frame| frame.locals.len());
        let mut locals = piece.locals.clone();
        locals.resize(length.max(locals.len()), Value::Nothing);
        let body = version.body_of(self.method);
        path.state.frames = vec![Rc::new(head.frame(body, &locals, instruction))];
        Ok(path)
    }
}

/// What the local variables that may still be read hold, where both paths came back to the same loop; nothing where neither
/// came back to one.
fn same_head(
    original: &End,
    other: &End,
    counterpart: &dyn Fn(u32) -> Option<u32>,
    (live, live_there): (&Liveness, &Liveness),
) -> Result<Vec<(Value, Value)>, String> {
    let here = came_back_to(&original.outcome, &original.path.state);
    let there = came_back_to(&other.outcome, &other.path.state);
    let (here, there) = match (here, there) {
        (None, None) => return Ok(Vec::new()),
        (Some(here), Some(there)) if counterpart(here) == Some(there) => (here, there),
        _ => return Err("the bodies leave a loop at different times".into()),
    };
    let (Some(left), Some(right)) = (original.path.state.frame(), other.path.state.frame()) else {
        return Err("a loop without a frame".into());
    };
    if !left.stack.is_empty() || !right.stack.is_empty() {
        return Err("a loop that begins with operands".into());
    }
    let mut pairs = Vec::new();
    for slot in 0..left.locals.len().max(right.locals.len()) {
        if live.is_live(here, slot) || live_there.is_live(there, slot) {
            let value = |locals: &[Value]| locals.get(slot).copied().unwrap_or(Value::Nothing);
            pairs.push((value(&left.locals), value(&right.locals)));
        }
    }
    Ok(pairs)
}
