//! What a walk does where it comes to a loop: it executes a short one as it is, and goes on behind the summary of another.

use super::super::obstacle::Unsummarised;
use super::super::summary::Summary;
use super::super::trouble::{Hoist, NotPassed, NotSummarised, Trouble};
use super::halting::Unrolling;
use super::{End, Record, Scope, Walker};
use crate::exec::{Event, StopReason};
use crate::explore::{Branch, CallHandler, Halt, Inline, Path, advance, note_call};
use crate::heap::Choice;
use std::rc::Rc;

impl Walker<'_, '_> {
    /// A path through a loop that decides nothing, whose iterations are few: executed as they are.
    pub(super) fn unroll(&mut self, path: &Path<Record>, depth: usize, head: u32) -> Option<Path<Record>> {
        let mut path = path.clone();
        let (mut steps, mut iterations) = (0, 0);
        loop {
            let mut unrolling = Unrolling {
                goal: &self.goal,
                scopes: &self.scopes,
                record: &mut path.record,
                at: (depth, head),
                steps: &mut steps,
                iterations: &mut iterations,
                instructions: &mut self.explorer.costs.instructions,
                constraints: 0,
                is_out: false,
                is_in_vain: false,
            };
            let halt = advance(&mut self.explorer.machine, &mut path.state, &mut unrolling);
            let (is_out, is_in_vain) = (unrolling.is_out, unrolling.is_in_vain);
            match halt {
                Halt::Before if is_out => return Some(path),
                Halt::After(Event::Call(call)) if !is_in_vain => {
                    note_call(self.explorer.machine.program, &mut path, &call);
                    let mut inline = Inline { ..self.inline };
                    match inline.call(&mut self.explorer, path, &call).pop() {
                        Some(Branch::Open(entered)) => path = entered,
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
    }

    /// The paths on which a loop was run some number of times and is left now.
    pub(super) fn through(
        &mut self,
        path: Path<Record>,
        depth: usize,
        head: u32,
    ) -> Result<Vec<Path<Record>>, NotPassed> {
        let level = self.scopes.len();
        self.summaries += 1;
        match self.summarise(&path, depth, head) {
            Ok(summary) => Ok(self.leave(path, depth, head, &Rc::new(summary))),
            Err(NotSummarised::Loop(reason)) => {
                if !self.given_up.contains(&reason) {
                    self.given_up.push(reason.clone());
                }
                let method = path.state.frame().map(|frame| frame.method);
                let place = method.map(|method| self.explorer.machine.code_place(method, head));
                Err(place.map_or_else(|| StopReason::Internal(reason.to_string()), StopReason::LoopBound).into())
            }
            Err(NotSummarised::Walk(Trouble::Hoist(at, hoist))) if at == level => {
                self.scopes.truncate(level);
                Ok(self.hoist(path, hoist)?)
            }
            Err(NotSummarised::Walk(trouble)) => {
                self.scopes.truncate(level);
                Err(trouble.into())
            }
        }
    }

    /// The path on which what a loop asks for is decided before it.
    fn hoist(&mut self, mut path: Path<Record>, hoist: Hoist) -> Result<Vec<Path<Record>>, Trouble> {
        let (heap, mut context) = self.explorer.machine.heap_context(&mut path.state);
        let choice = match hoist {
            Hoist::Symbol(symbol) => Some(Choice::Symbol(symbol)),
            Hoist::Element(array, index) => heap.read_element(&mut context, array, index).err(),
            Hoist::Field(object, field) => {
                let value = heap.read_field(&mut context, object, field);
                heap.write_field(object, field, value);
                self.explorer.machine.note_given(&mut path.state, (object, field), value);
                while let Some(given) = self.explorer.machine.given(&mut path.state, object, field) {
                    match self.assume(path, given) {
                        Some(assumed) => path = assumed,
                        None => return Ok(Vec::new()),
                    }
                }
                None
            }
            Hoist::Static(field) => {
                heap.read_static(&mut context, field);
                None
            }
        };
        let Some(choice) = choice else { return Ok(vec![path]) };
        let mut open = Vec::new();
        let stopped = {
            let branches = self.explorer.fork(path, choice);
            self.go_on(branches, &mut open)?
        };
        open.reverse();
        if let Some(End::Stopped(reason)) = stopped {
            self.given_up.push(Unsummarised::Stops(reason));
        }
        Ok(open)
    }

    /// Walks one iteration of a loop from a state at its head.
    pub(in crate::loop_summary) fn iterate(
        &mut self,
        mut start: Path<Record>,
        scope: Scope,
    ) -> Result<Vec<Path<Record>>, NotSummarised> {
        start.record.is_at_head = true;
        self.scopes.push(scope);
        let mut open = vec![start];
        let mut back = Vec::new();
        loop {
            match self.next_end(&mut open)? {
                None => break,
                Some(End::Back(path)) => back.push(path),
                Some(End::Gone | End::Goal(_) | End::Ended(..)) => {}
                Some(End::Stopped(reason)) => {
                    self.scopes.pop();
                    return Err(Unsummarised::Stops(reason).into());
                }
            }
        }
        self.scopes.pop();
        Ok(back)
    }

    /// Paths at a loop's head after some number of iterations, to leave the loop from there.
    fn leave(&mut self, path: Path<Record>, depth: usize, head: u32, summary: &Rc<Summary>) -> Vec<Path<Record>> {
        let mut paths = self.apply(path, summary);
        for path in &mut paths {
            path.record.leaving.push((depth, head));
            path.record.is_at_head = true;
        }
        paths
    }
}
