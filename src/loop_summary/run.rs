//! A model as an input, and the run of the interpreter on it: does it reach the goal?

use super::goal::Goal;
use super::walk::{Record, Walker};
use crate::exec::{Event, Frame, Machine, State, Upcoming};
use crate::explore::{Branch, CallHandler, Halt, Inline, Path, Until, advance};
use crate::heap::{Choice, Contents, ObjectId, Reference, Value};
use crate::program::MethodId;
use crate::term::{InputId, Model, Node, TermId};
use std::rc::Rc;

/// Instructions of one run.
const MOST_STEPS: u64 = 400_000;
/// Elements of an array that are written out.
const MOST_ELEMENTS: usize = 512;

/// What came of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ran {
    /// It reached the goal.
    Reached,
    /// It ended elsewhere.
    Elsewhere,
    /// It had not ended yet.
    TooLong,
}

/// How far a path was executed.
pub(super) enum Gone {
    /// To the goal.
    Goal(Path<Record>),
    /// To an end that is not the goal.
    Elsewhere,
    /// To where it asks for a choice.
    Asks(Path<Record>, Choice),
    /// As far as it may.
    Late,
}

/// Counts instructions; halts at the goal, and when so many were executed.
struct Toward<'a> {
    goal: &'a Goal,
    instructions: &'a mut u64,
    last: u64,
    is_there: bool,
}

impl Until for Toward<'_> {
    fn before(&mut self, _: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> bool {
        if *self.instructions >= self.last {
            return true;
        }
        let goal = Goal::Executed(upcoming.method, upcoming.position);
        self.is_there = *self.goal == goal && state.initialises.is_none();
        if !self.is_there {
            *self.instructions += 1;
        }
        self.is_there
    }

    fn after(&mut self, _: &mut Machine<'_>, _: &State, executed: Upcoming<'_>, event: &Event) -> bool {
        self.is_there |= self.goal.is_met(executed, event);
        self.is_there
    }
}

impl Walker<'_, '_> {
    /// The state in which the method begins on the input that a model describes, with all that a path decided about it.
    pub(super) fn beginning(
        &mut self,
        path: &Path<Record>,
        model: &Model,
        entry: MethodId,
        arguments: &[Value],
    ) -> State {
        let program = self.explorer.machine.program;
        let mut state = State::default();
        state.heap = path.state.heap.rewound(program, &mut self.explorer.machine.pool);
        state.path = path.state.path.clone();
        state.path.model = model.clone();
        let locals = program.code(entry).map_or(0, |code| usize::from(code.max_locals));
        state.frames.push(Rc::new(Frame::new(entry, locals, arguments)));
        state
    }

    /// Runs the method from its beginning on a concrete input.
    pub(super) fn run(&mut self, mut state: State, goal: &Goal) -> Ran {
        state.path.follows_model = true;
        state.steps = 0;
        let class = state.frame().map(|frame| self.explorer.machine.program.method(frame.method).class);
        state.initialises = class;
        self.make_concrete(&mut state);
        let mut path = Path { state: Box::new(state), record: Record::default() };
        let last = self.explorer.costs.instructions + MOST_STEPS;
        loop {
            match self.go(path, goal, last) {
                Gone::Goal(_) => return Ran::Reached,
                Gone::Elsewhere => return Ran::Elsewhere,
                Gone::Late => return Ran::TooLong,
                Gone::Asks(asking, choice) => match self.choose(asking, choice) {
                    Some(chosen) => path = chosen,
                    None => return Ran::Elsewhere,
                },
            }
        }
    }

    /// Executes a path up to the goal, its end, or its next choice; no further than until so many instructions were executed.
    pub(super) fn go(&mut self, mut path: Path<Record>, goal: &Goal, last: u64) -> Gone {
        loop {
            let instructions = &mut self.explorer.costs.instructions;
            let mut toward = Toward { goal, instructions, last, is_there: false };
            let halt = advance(&mut self.explorer.machine, &mut path.state, &mut toward);
            if toward.is_there {
                return Gone::Goal(path);
            }
            match halt {
                Halt::Before if self.explorer.costs.instructions >= last => return Gone::Late,
                Halt::After(Event::Call(call)) => {
                    let mut inline = Inline { ..self.inline };
                    match inline.call(&mut self.explorer, path, &call).pop() {
                        Some(Branch::Open(entered)) => path = entered,
                        _ => return Gone::Elsewhere,
                    }
                }
                Halt::Asks(choice) => return Gone::Asks(path, choice),
                Halt::Before | Halt::After(_) | Halt::Stopped(_) | Halt::Infeasible => return Gone::Elsewhere,
            }
        }
    }

    /// What the path did not decide: an object rather than null, the first of several classes.
    fn choose(&mut self, path: Path<Record>, choice: Choice) -> Option<Path<Record>> {
        let symbol = match &choice {
            Choice::Symbol(symbol) => Some(*symbol),
            _ => None,
        };
        let mut fallback = None;
        for branch in self.explorer.fork(path, choice) {
            let Branch::Open(path) = branch else { continue };
            let is_null =
                symbol.is_some_and(|symbol| path.state.heap.current(Reference::Symbol(symbol)) == Reference::Null);
            if !is_null {
                return Some(path);
            }
            fallback.get_or_insert(path);
        }
        fallback
    }

    /// Puts numbers in the place of inputs, so that terms do not grow while the run goes on.
    fn make_concrete(&mut self, state: &mut State) {
        let model = state.path.model.clone();
        let pool = &mut self.explorer.machine.pool;
        let constant = |pool: &mut crate::term::TermPool, term: TermId| match *pool.node(term) {
            Node::Input(input, domain) if domain.sort().is_number() => {
                Some(pool.constant(domain.sort(), model.get(input)))
            }
            _ => None,
        };
        if let Some(frame) = state.frame_mut() {
            for value in &mut frame.locals {
                if let Some(term) = value.number()
                    && let Some(number) = constant(pool, term)
                    && let Some(concrete) = Value::of_sort(pool.sort(number), number)
                {
                    *value = concrete;
                }
            }
        }
        for number in 0..state.heap.object_count() as u32 {
            let Some(body) = state.heap.array(ObjectId(number)).cloned() else { continue };
            let length = constant(pool, body.length);
            let contents = match body.contents {
                Contents::Primitive(kind, contents) => match *pool.node(contents) {
                    Node::Input(input, _) => Some((kind, input)),
                    _ => None,
                },
                Contents::References(_) => None,
            };
            let written = contents.and_then(|(kind, input)| written_out(pool, &model, kind, input));
            if let Some(body) = state.heap.array_mut(ObjectId(number)) {
                if let Some(length) = length {
                    body.length = length;
                }
                if let (Some(written), Contents::Primitive(_, contents)) = (written, &mut body.contents) {
                    *contents = written;
                }
            }
        }
    }
}

fn written_out(
    pool: &mut crate::term::TermPool,
    model: &Model,
    kind: crate::term::ElementKind,
    input: InputId,
) -> Option<TermId> {
    if !kind.sort().is_number() {
        return None;
    }
    let mut contents = pool.zeroed(kind);
    let Some(value) = model.get_contents(input) else { return Some(contents) };
    if value.default != 0 || value.elements.len() > MOST_ELEMENTS {
        return None;
    }
    for (index, element) in &value.elements {
        let index = pool.int(i32::try_from(*index).ok()?);
        let element = pool.constant(kind.sort(), *element);
        contents = pool.store(contents, index, element);
    }
    Some(contents)
}
