//! Exceptions of a body in lockstep: what raises them, and which handler of its goes on.

use super::super::Lockstep;
use super::super::history::{Event, Raised, Symbol};
use super::super::path::{End, Ending, Entry, Path};
use super::{Body, GivenUp, malformed};
use crate::classfile::{ClassName, ExceptionHandler, ValueKind};
use crate::term::{Domain, TermId};

impl<'a> Lockstep<'a> {
    /// The JVM throws an exception at the running instruction.
    pub(super) fn raise(
        &mut self,
        body: &Body<'_>,
        mut path: Path,
        exception: Raised,
        (open, ends): (&mut Vec<(Path, bool)>, &mut Vec<End>),
    ) -> Result<(), GivenUp> {
        let program = self.program;
        let thrown = program.class_by_name(exception.class).ok_or("an exception without a class")?;
        loop {
            for handler in self.handlers(body, &path)? {
                let is_caught = match &handler.catch_type {
                    None => true,
                    Some(name) => {
                        let class = program.class_by_name(name).ok_or("a handler of an unknown class")?;
                        program.is_subclass(thrown, class).ok_or("a handler of an unknown class")?
                    }
                };
                if is_caught {
                    self.happens(&mut path, Event::Raised(exception));
                    let object = self.symbol(Symbol::Given(path.history), Domain::Int);
                    path.not_null.insert(object);
                    path.operands = vec![Entry { kind: ValueKind::Reference, term: object }];
                    path.instruction = handler.handler;
                    open.push((path, false));
                    return Ok(());
                }
            }
            if !path.leave() {
                break;
            }
        }
        ends.push(End { path, ending: Ending::Raised(exception) });
        Ok(())
    }

    /// An exception of which nothing is known but what was decided about it is thrown at the running instruction.
    pub(super) fn throw(
        &mut self,
        body: &Body<'_>,
        mut path: Path,
        exception: TermId,
        (open, ends): (&mut Vec<(Path, bool)>, &mut Vec<End>),
    ) -> Result<(), GivenUp> {
        loop {
            for handler in self.handlers(body, &path)? {
                let caught = |mut path: Path| {
                    path.operands = vec![Entry { kind: ValueKind::Reference, term: exception }];
                    path.instruction = handler.handler;
                    path
                };
                match &handler.catch_type {
                    Some(name) if &**name != "java/lang/Throwable" => {
                        let condition = self.is_a(name, exception);
                        let [yes, no] = self.decide(&path, condition)?;
                        open.extend(yes.map(|path| (caught(path), false)));
                        let Some(goes_on) = no else { return Ok(()) };
                        path = goes_on;
                    }
                    _ => {
                        open.push((caught(path), false));
                        return Ok(());
                    }
                }
            }
            if !path.leave() {
                break;
            }
        }
        ends.push(End { path, ending: Ending::Threw(exception) });
        Ok(())
    }

    /// The handlers that the running instruction has, in the order in which they are tried.
    fn handlers<'c>(&self, body: &Body<'c>, path: &Path) -> Result<Vec<&'c ExceptionHandler>, GivenUp>
    where
        'a: 'c,
    {
        let at = path.instruction;
        let all = self.code(body, path).ok_or_else(malformed)?.handlers.iter();
        Ok(all.filter(|handler| at >= handler.start && at < handler.end).collect())
    }

    pub(super) fn is_a(&mut self, class: &ClassName, object: TermId) -> TermId {
        let answer = self.symbol(Symbol::IsA(class.clone(), object), Domain::Boolean);
        let one = self.pool.int(1);
        self.pool.equal(answer, one)
    }

    /// The condition that a reference is null; none where that is known not to be.
    pub(in crate::equivalence::lockstep) fn null(&mut self, path: &Path, reference: TermId) -> Option<TermId> {
        if path.not_null.contains(&reference) {
            return None;
        }
        let null = self.pool.int(0);
        let condition = self.pool.equal(reference, null);
        (self.known(path, condition) != Some(false)).then_some(condition)
    }
}
