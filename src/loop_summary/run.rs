//! A model as an input, and the run of the interpreter on it: does it reach the goal?

use super::walk::{Goal, Record, Walker};
use crate::exec::{Event, Frame, Interrupt, State};
use crate::explore::{Branch, CallHandler, Inline, Path};
use crate::heap::{Choice, Constraint, Contents, ObjectId, PathCondition, Reference, Value};
use crate::program::MethodId;
use crate::term::{InputId, Model, Node, TermId};
use std::rc::Rc;

/// Instructions of one run.
const MOST_STEPS: u64 = 400_000;
/// Instructions of a search.
const MOST_SEARCHED: u64 = 60_000;
/// Work of the solver for these.
const MOST_SEARCHING: u64 = 20_000_000;
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
        for _ in 0..MOST_STEPS {
            let Some((method, position)) = path.state.frame().map(|frame| (frame.method, frame.instruction)) else {
                return Ran::Elsewhere;
            };
            if *goal == Goal::Executed(method, position) && path.state.initialises.is_none() {
                return Ran::Reached;
            }
            self.explorer.costs.instructions += 1;
            match self.explorer.machine.step(&mut path.state) {
                Ok(Event::Call(call)) => {
                    let mut inline = Inline { ..self.inline };
                    match inline.call(&mut self.explorer, path, &call).pop() {
                        Some(Branch::Open(entered)) => path = entered,
                        _ => return Ran::Elsewhere,
                    }
                }
                Ok(Event::Raised(class, _, caught)) => {
                    if *goal == Goal::Raises(method, position, class) {
                        return Ran::Reached;
                    }
                    if caught.is_none() {
                        return Ran::Elsewhere;
                    }
                }
                Ok(Event::Finished(_) | Event::Threw(_)) => return Ran::Elsewhere,
                Ok(_) => {}
                Err(Interrupt::Choice(choice)) => match self.choose(path, choice) {
                    Some(chosen) => path = chosen,
                    None => return Ran::Elsewhere,
                },
                Err(_) => return Ran::Elsewhere,
            }
        }
        Ran::TooLong
    }

    /// Searches paths to the goal depth first from the one that a model takes, under what is necessary of the inputs alone. The
    /// state at the goal, if it is found.
    pub(super) fn search(
        &mut self,
        path: &Path<Record>,
        model: &Model,
        (entry, arguments, goal): (MethodId, &[Value], &Goal),
    ) -> Option<Box<State>> {
        let mut state = self.beginning(path, model, entry, arguments);
        let pool = &self.explorer.machine.pool;
        let is_of_inputs = |term: &TermId| pool.inputs(*term).iter().all(|input| input.0 < super::walk::FIRST_OWN);
        let conditions: Vec<TermId> = state.path.conditions.iter().copied().filter(is_of_inputs).collect();
        let decided = state.path.constraints.clone();
        state.path = PathCondition::default();
        state.path.model = model.clone();
        for condition in conditions {
            state.path.assume(&mut self.explorer.machine.pool, condition);
        }
        let is_of_heap = |constraint: &&Constraint| !matches!(constraint, Constraint::Condition(_));
        state.path.constraints.extend(decided.iter().filter(is_of_heap).cloned());
        state.initialises = Some(self.explorer.machine.program.method(entry).class);
        let mut open = vec![Path { state: Box::new(state), record: Record::default() }];
        let last = self.explorer.costs.instructions + MOST_SEARCHED;
        let most = self.explorer.solver.statistics().resources + MOST_SEARCHING;
        while let Some(mut path) = open.pop() {
            loop {
                let is_late = || self.budget.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline);
                if self.explorer.costs.instructions > last
                    || self.explorer.solver.statistics().resources > most
                    || is_late()
                {
                    return None;
                }
                let Some((method, position)) = path.state.frame().map(|frame| (frame.method, frame.instruction)) else {
                    break;
                };
                if *goal == Goal::Executed(method, position) && path.state.initialises.is_none() {
                    return Some(path.state);
                }
                self.explorer.costs.instructions += 1;
                match self.explorer.machine.step(&mut path.state) {
                    Ok(Event::Call(call)) => {
                        let mut inline = Inline { ..self.inline };
                        match inline.call(&mut self.explorer, path, &call).pop() {
                            Some(Branch::Open(entered)) => path = entered,
                            _ => break,
                        }
                    }
                    Ok(Event::Raised(class, _, caught)) => {
                        if *goal == Goal::Raises(method, position, class) {
                            return Some(path.state);
                        }
                        if caught.is_none() {
                            break;
                        }
                    }
                    Ok(Event::Finished(_) | Event::Threw(_)) | Err(Interrupt::Stop(_) | Interrupt::Infeasible) => break,
                    Ok(_) => {}
                    Err(Interrupt::Choice(choice)) => {
                        let before = path.state.path.model.clone();
                        let branches = self.explorer.fork(path, choice);
                        let mut ways: Vec<Path<Record>> = Vec::new();
                        for branch in branches {
                            if let Branch::Open(way) = branch {
                                ways.push(way);
                            }
                        }
                        // The way that the model takes comes last on the stack, and so first.
                        ways.sort_by_key(|way| way.state.path.model == before);
                        open.extend(ways);
                        break;
                    }
                }
            }
        }
        None
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
