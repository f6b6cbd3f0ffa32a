//! Equivalence of two bodies in lockstep. Numbers are computed. Everything else that a body does is an event whose
//! effects nobody looks into, above all calls of methods that are the same in both versions. Bodies with the same
//! history of events have read the same values. Two bodies do the same if on the same inputs they make the same history
//! and come to the same end (calls: Godlin & Strichman, "Regression verification", DAC 2009).
//!
//! Loops are cut at their heads: both bodies must come to the same head together. What their local variables have in
//! common there is guessed at the first arrival, and dropped where an iteration does not keep it (Houdini).

mod body;
mod calls;
mod history;
mod path;

use super::version::Barriers;
use crate::classfile::{ClassName, Code, InvokeKind, MethodReference, ValueKind};
use crate::exec::{domain_of_field, domain_of_kind};
use crate::program::{ClassId, FieldKind, MethodId, Program};
use crate::solver::{Answer, PathSolver};
use crate::term::{Arithmetic, Domain, InputId, Model, TermId, TermPool};
use body::{Body, GivenUp};
use history::{BEGINNING, Event, Histories, History, Raised, Symbol};
use path::{End, Ending, Entry, Path};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Paths of one piece.
const MOST_ENDS: usize = 2_000;
/// Instructions of all paths.
const MOST_STEPS: u64 = 200_000;
/// Questions to the solver, and what each may cost.
const MOST_QUESTIONS: u64 = 3_000;
const QUESTION_RESOURCES: u64 = 100_000;
/// Calls within calls that are followed.
const MOST_CALLS: usize = 4;
/// Loops within loops.
const MOST_NESTED: usize = 4;
/// Rounds in which what locals have in common may turn out to be wrong.
const MOST_ROUNDS: usize = 12;

/// What is known of the class of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticType {
    /// An internal name, or the descriptor of an array type.
    pub name: ClassName,
    /// Whether the object is of this class and of no subclass.
    pub is_exact: bool,
}

/// Whether a call does the same in both versions.
pub type IsSameCall<'a> = &'a dyn Fn(&NamedCall<'_>, &[Option<StaticType>]) -> bool;

/// A call as its instruction names it.
#[derive(Clone, Copy, Debug)]
pub struct NamedCall<'c> {
    /// The class whose code it is in.
    pub caller: ClassId,
    /// How it calls.
    pub kind: InvokeKind,
    /// What it names.
    pub called: &'c MethodReference,
}

/// What is compared in lockstep.
pub struct InLockstep<'a> {
    /// The program that has both bodies.
    pub program: &'a Program,
    /// The method that they are of.
    pub method: MethodId,
    /// The method or variant that has each body.
    pub bodies: [MethodId; 2],
    /// Whether a call does the same in both versions, given what is known of the types of its arguments, the receiver first.
    pub is_same_call: IsSameCall<'a>,
    /// What runs in the old version, or else in the new one, where a call enters one method of the class path alone.
    pub target: &'a dyn Fn(&NamedCall<'_>, bool) -> Option<MethodId>,
    /// Whether calls are followed that do the same in both versions: one of them may do itself what the other one calls.
    pub opens_all: bool,
    /// Whether the JDK may call methods that do something else.
    pub calls_back: bool,
    /// Whether some class has other supertypes in the new version: what is asked of an object's class may have another answer.
    pub types_differ: bool,
    /// Where versions cannot be compared.
    pub barriers: &'a Barriers,
}

/// Proves that both bodies of a method do the same, for all states and inputs, where the calls that do are the same.
///
/// # Errors
/// In one line, why that was not proved.
pub fn prove_in_lockstep(job: &InLockstep<'_>) -> Result<(), String> {
    let code = |body: MethodId| job.program.code(body).ok_or("the method has no body");
    let (old, new) = (code(job.bodies[0])?, code(job.bodies[1])?);
    let (old, new) = (Body::of(old, false), Body::of(new, true));
    if old.heads.len() != new.heads.len() {
        return Err("the bodies have not the same loops".into());
    }
    let info = job.program.method(job.method);
    let mut lockstep = Lockstep {
        program: job.program,
        bodies: job.bodies,
        is_same_call: job.is_same_call,
        target: job.target,
        opens_all: job.opens_all,
        calls_back: job.calls_back,
        types_differ: job.types_differ,
        barriers: job.barriers,
        own: info.class,
        initialises: &*info.name == "<clinit>",
        pool: TermPool::new(Arithmetic::Java),
        solver: PathSolver::new(Arithmetic::Java, QUESTION_RESOURCES),
        histories: Histories::default(),
        decided_alone: FxHashMap::default(),
        types: FxHashMap::default(),
        followed: FxHashMap::default(),
        steps: 0,
        questions: 0,
        serial: 0,
    };
    let start = lockstep.start(job.method, &old);
    let begin = Path { locals: resized(&start.locals, new.code), ..start.clone() };
    lockstep.pieces((&old, &new), (start, begin), &mut Vec::new())
}

/// A comparison at work.
struct Lockstep<'a> {
    program: &'a Program,
    bodies: [MethodId; 2],
    is_same_call: IsSameCall<'a>,
    target: &'a dyn Fn(&NamedCall<'_>, bool) -> Option<MethodId>,
    opens_all: bool,
    calls_back: bool,
    types_differ: bool,
    barriers: &'a Barriers,
    /// The class of the method.
    own: ClassId,
    /// Whether it is a class initialiser.
    initialises: bool,
    pool: TermPool,
    solver: PathSolver,
    histories: Histories,
    /// What decides conditions that are about no input of another condition.
    decided_alone: FxHashMap<TermId, Alone>,
    /// What is known of the classes of references.
    types: FxHashMap<TermId, StaticType>,
    /// The history that the new body is to make too: what comes after each of its parts.
    followed: FxHashMap<History, History>,
    steps: u64,
    questions: u64,
    /// Loops that were entered.
    serial: u32,
}

/// Inputs that make a condition true, and such that make it false.
type Alone = [Option<Vec<(InputId, i64)>>; 2];

/// A local variable at the head of a loop: whether it is the new body's, and its slot.
type Member = (bool, u16);

/// A loop that both bodies are in.
struct Active {
    /// Which one, in the order of heads.
    number: usize,
    /// Locals that hold the same at its head, as far as iterations have kept it so.
    alike: Vec<Vec<Member>>,
}

impl<'a> Lockstep<'a> {
    fn start(&mut self, method: MethodId, body: &Body<'_>) -> Path {
        let info = self.program.method(method);
        let mut locals = Vec::new();
        let mut not_null = FxHashSet::default();
        if info.has_receiver() {
            let term = self.symbol(Symbol::Parameter(0), Domain::Int);
            self.is_of(term, self.program.class_name(info.class), false);
            not_null.insert(term);
            locals.push(Some(Entry { kind: ValueKind::Reference, term }));
        }
        for kind in info.parameters.clone() {
            let declared = match kind {
                FieldKind::Reference(reference) => Some(self.program.type_name(reference)),
                FieldKind::Primitive(_) | FieldKind::Text => None,
            };
            let (kind, domain) = (kind.value_kind(), domain_of_field(kind));
            let term = self.symbol(Symbol::Parameter(locals.len() as u16), domain);
            if let Some(declared) = declared {
                self.is_of(term, &declared, false);
            }
            let entry = Entry { kind, term };
            locals.push(Some(entry));
            if entry.is_wide() {
                locals.push(None);
            }
        }
        let locals = resized(&locals, body.code);
        Path {
            running: None,
            callers: Vec::new(),
            instruction: 0,
            locals,
            operands: Vec::new(),
            conditions: Vec::new(),
            model: Model::default(),
            not_null,
            initialised: FxHashSet::default(),
            history: BEGINNING,
        }
    }

    /// Proves that both bodies come from these states to the same ends, or together to the head of a loop that they are in.
    fn pieces(
        &mut self,
        bodies: (&Body<'_>, &Body<'_>),
        starts: (Path, Path),
        active: &mut Vec<Active>,
    ) -> Result<(), GivenUp> {
        let (old, new) = bodies;
        self.followed.clear();
        // What comes of the other ends is wanted too: what is taken to be alike may not be so.
        let mut done = Ok(());
        for end in self.run(old, starts.0)? {
            self.follow(end.path.history);
            let others = self.run(new, starts.1.knowing(&end.path))?;
            for other in others {
                done = done.and(self.same_end(bodies, &end, other, active));
            }
        }
        done
    }

    fn same_end(
        &mut self,
        bodies: (&Body<'_>, &Body<'_>),
        end: &End,
        other: End,
        active: &mut Vec<Active>,
    ) -> Result<(), GivenUp> {
        let differ = || "the bodies do not do the same step by step".to_owned();
        let goes_on = matches!(end.ending, Ending::Head) != matches!(other.ending, Ending::Head);
        if !goes_on && end.path.history != other.path.history {
            return Err(differ());
        }
        match (&end.ending, &other.ending) {
            (Ending::Returned(None), Ending::Returned(None)) => Ok(()),
            (Ending::Returned(Some(left)), Ending::Returned(Some(right))) => {
                let is_same = left.kind == right.kind && self.are_equal(&other.path, left.term, right.term)?;
                is_same.then_some(()).ok_or_else(differ)
            }
            (Ending::Threw(left), Ending::Threw(right)) => {
                self.are_equal(&other.path, *left, *right)?.then_some(()).ok_or_else(differ)
            }
            (Ending::Raised(left), Ending::Raised(right)) => {
                self.is_same_raised(&other.path, left, right).then_some(()).ok_or_else(differ)
            }
            (Ending::Head, Ending::Head) => {
                let number = |body: &Body<'_>, at: u32| body.heads.iter().position(|head| *head == at);
                let here = number(bodies.0, end.path.instruction);
                match (here, number(bodies.1, other.path.instruction)) {
                    (Some(here), Some(there)) if here == there => {
                        self.at_head(bodies, here, &end.path, other.path, active)
                    }
                    _ => Err("the bodies come to different loops".into()),
                }
            }
            // One body may do in the loop's last round what the other one does before it.
            (Ending::Head, _) => {
                self.followed.clear();
                let ends = self.run(bodies.0, end.path.knowing(&other.path))?;
                ends.iter().try_for_each(|end| self.same_last_end(bodies, end, other.clone(), active))
            }
            (_, Ending::Head) => {
                self.follow(end.path.history);
                let others = self.run(bodies.1, other.path)?;
                others.into_iter().try_for_each(|other| self.same_last_end(bodies, end, other, active))
            }
            _ => Err(differ()),
        }
    }

    /// The same of ends of which none is at the head of a loop any more.
    fn same_last_end(
        &mut self,
        bodies: (&Body<'_>, &Body<'_>),
        end: &End,
        other: End,
        active: &mut Vec<Active>,
    ) -> Result<(), GivenUp> {
        if matches!(end.ending, Ending::Head) || matches!(other.ending, Ending::Head) {
            return Err("the bodies leave a loop at different times".into());
        }
        self.same_end(bodies, end, other, active)
    }

    /// Both bodies have come to the head of the same loop: again, or for the first time.
    fn at_head(
        &mut self,
        bodies: (&Body<'_>, &Body<'_>),
        number: usize,
        old: &Path,
        new: Path,
        active: &mut Vec<Active>,
    ) -> Result<(), GivenUp> {
        if !old.operands.is_empty() || !new.operands.is_empty() {
            return Err("a loop that begins with operands".into());
        }
        if let Some(at) = active.iter().position(|entered| entered.number == number) {
            let alike = active.get_mut(at).map(|entered| std::mem::take(&mut entered.alike)).unwrap_or_default();
            let mut kept = Vec::new();
            for class in alike {
                kept.extend(self.alike(class, old, &new)?);
            }
            active.get_mut(at).into_iter().for_each(|entered| entered.alike.append(&mut kept));
            return Ok(());
        }
        if active.len() >= MOST_NESTED {
            return Err("loops within too many loops".into());
        }
        self.enter(bodies, number, (old, &new), active)
    }

    /// Proves that a loop does the same in both bodies, and what comes after it.
    fn enter(
        &mut self,
        bodies: (&Body<'_>, &Body<'_>),
        number: usize,
        (old, new): (&Path, &Path),
        active: &mut Vec<Active>,
    ) -> Result<(), GivenUp> {
        let ours = assigned(bodies.0, number).into_iter().map(|slot| (false, slot));
        let theirs = assigned(bodies.1, number).into_iter().map(|slot| (true, slot));
        let (lives, others): (Vec<Member>, Vec<Member>) = ours.chain(theirs).partition(|(is_new, slot)| match is_new {
            false => bodies.0.liveness.is_live(old.instruction, usize::from(*slot)),
            true => bodies.1.liveness.is_live(new.instruction, usize::from(*slot)),
        });
        // What holds the same now may do so in each iteration.
        let mut alike = self.alike(lives, old, new)?;
        for _ in 0..MOST_ROUNDS {
            self.serial += 1;
            let history = self.histories.after(old.history, Event::Loop(self.serial));
            // The new path knows all that the old one does.
            let known = |path: &Path| Path { history, ..path.knowing(new) };
            let mut begins = (known(old), known(new));
            for member in &others {
                *local_of(&mut begins, *member)? = None;
            }
            for (class, members) in (0_u16..).zip(&alike) {
                for member in members {
                    let local = local_of(&mut begins, *member)?;
                    let Some(entry) = *local else { continue };
                    let symbol = Symbol::Local(self.serial, class);
                    let term = self.symbol(symbol, domain_of_kind(entry.kind));
                    *local = Some(Entry { term, ..entry });
                }
            }
            active.push(Active { number, alike: alike.clone() });
            let done = self.pieces(bodies, begins, active);
            let kept = active.pop().map(|entered| entered.alike).unwrap_or_default();
            if kept == alike {
                return done;
            }
            alike = kept;
        }
        Err("what loops have in common does not settle".into())
    }

    /// Those of local variables that hold the same, together.
    fn alike(&mut self, members: Vec<Member>, old: &Path, new: &Path) -> Result<Vec<Vec<Member>>, GivenUp> {
        let mut classes: Vec<(Option<Entry>, Vec<Member>)> = Vec::new();
        for (is_new, slot) in members {
            let held = if is_new { new.local(slot) } else { old.local(slot) };
            let mut found = None;
            for (at, (known, _)) in classes.iter().enumerate() {
                if self.hold_the_same(new, *known, held)? {
                    found = Some(at);
                    break;
                }
            }
            match found.and_then(|at| classes.get_mut(at)) {
                Some((_, class)) => class.push((is_new, slot)),
                None => classes.push((held, vec![(is_new, slot)])),
            }
        }
        Ok(classes.into_iter().map(|(_, class)| class).collect())
    }

    fn hold_the_same(&mut self, path: &Path, left: Option<Entry>, right: Option<Entry>) -> Result<bool, GivenUp> {
        match (left, right) {
            (Some(left), Some(right)) if left.kind == right.kind => self.are_equal(path, left.term, right.term),
            _ => Ok(false),
        }
    }

    /// Whether two values are the same on a path, whatever the inputs are. Floating-point numbers are by their bits alone.
    fn are_equal(&mut self, path: &Path, left: TermId, right: TermId) -> Result<bool, GivenUp> {
        if left == right {
            return Ok(true);
        }
        if self.pool.sort(left) != self.pool.sort(right)
            || self.pool.mentions_floating_point(left)
            || self.pool.mentions_floating_point(right)
        {
            return Ok(false);
        }
        let differ = self.pool.not_equal(left, right);
        match self.known(path, differ) {
            Some(differ) => Ok(!differ),
            None => Ok(matches!(self.ask(path, differ)?, Answer::Unsatisfiable)),
        }
    }

    fn symbol(&mut self, symbol: Symbol, domain: Domain) -> TermId {
        self.histories.symbol(&mut self.pool, symbol, domain)
    }

    /// Remembers the type of a reference: what it was declared to be where it was met first, which the verifier holds to.
    fn is_of(&mut self, reference: TermId, class: &str, is_exact: bool) {
        self.types.entry(reference).or_insert_with(|| StaticType { name: class.into(), is_exact });
    }

    /// What happens on the paths that are run next is compared with a history.
    fn follow(&mut self, end: History) {
        self.followed.clear();
        let mut history = end;
        while let Some((before, _)) = self.histories.last(history) {
            self.followed.insert(*before, history);
            history = *before;
        }
    }

    /// Something happens on a path. Where the old body has done the same with the same values, it is the same event.
    fn happens(&mut self, path: &mut Path, event: Event) {
        let expected = self.followed.get(&path.history).copied();
        if let Some(history) = expected
            && let Some((_, known)) = self.histories.last(history).cloned()
            && (known == event || self.is_same_event(path, &known, &event))
        {
            path.history = history;
            return;
        }
        path.history = self.histories.after(path.history, event);
    }

    fn is_same_raised(&mut self, path: &Path, left: &Raised, right: &Raised) -> bool {
        let mut about = left.about.iter().zip(&right.about);
        (left.class, &left.of, left.about.len()) == (right.class, &right.of, right.about.len())
            && about.all(|(left, right)| self.are_equal(path, *left, *right).unwrap_or(false))
    }

    fn is_same_event(&mut self, path: &Path, known: &Event, event: &Event) -> bool {
        if let (Event::Raised(left), Event::Raised(right)) = (known, event) {
            return self.is_same_raised(path, left, right);
        }
        let mut all_equal = |left: &[TermId], right: &[TermId]| {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| self.are_equal(path, *left, *right).unwrap_or(false))
        };
        match (known, event) {
            (Event::Call(kind, method, left), Event::Call(other, called, right)) => {
                kind == other && method == called && all_equal(left, right)
            }
            (Event::Dynamic(left, one), Event::Dynamic(right, other)) => left == right && all_equal(one, other),
            (Event::Put(left, of, value), Event::Put(right, object, other)) => {
                left == right && all_equal(&[*of, *value], &[*object, *other])
            }
            (Event::PutStatic(left, value), Event::PutStatic(right, other)) => {
                left == right && all_equal(&[*value], &[*other])
            }
            (Event::Store(left, of, at, value), Event::Store(right, array, index, other)) => {
                left == right && all_equal(&[*of, *at, *value], &[*array, *index, *other])
            }
            (Event::NewArray(left, one), Event::NewArray(right, other)) => left == right && all_equal(one, other),
            (Event::Monitor(left, of), Event::Monitor(right, object)) => left == right && all_equal(&[*of], &[*object]),
            _ => false,
        }
    }

    /// Whether a path decides a condition without being asked more than it says.
    fn known(&mut self, path: &Path, condition: TermId) -> Option<bool> {
        if let Some(truth) = self.pool.as_truth(condition) {
            return Some(truth);
        }
        let opposite = self.pool.not(condition);
        let says = |term: TermId| path.conditions.contains(&term);
        if says(condition) {
            Some(true)
        } else if says(opposite) {
            Some(false)
        } else {
            None
        }
    }

    /// The path where a condition holds, and where it does not; none where that cannot be.
    fn decide(&mut self, path: &Path, condition: TermId) -> Result<[Option<Path>; 2], GivenUp> {
        match self.known(path, condition) {
            Some(true) => return Ok([Some(path.clone()), None]),
            Some(false) => return Ok([None, Some(path.clone())]),
            None => {}
        }
        let opposite = self.pool.not(condition);
        if let Some(models) = self.alone(path, condition)? {
            return Ok([(condition, 0), (opposite, 1)].map(|(term, side)| {
                let solution = models.get(side)?.as_ref()?;
                let mut taken = path.clone();
                taken.conditions.push(term);
                solution.iter().for_each(|(input, value)| taken.model.set(*input, *value));
                Some(taken)
            }));
        }
        let mut ways = [None, None];
        for (way, term) in ways.iter_mut().zip([condition, opposite]) {
            match self.ask(path, term)? {
                Answer::Satisfiable(model) => {
                    let mut taken = Path { model, ..path.clone() };
                    taken.conditions.push(term);
                    *way = Some(taken);
                }
                Answer::Unsatisfiable => {}
                // What cannot be comes to no wrong end: it is followed in vain.
                Answer::Unknown(_) => {
                    let mut taken = path.clone();
                    taken.conditions.push(term);
                    *way = Some(taken);
                }
            }
        }
        Ok(ways)
    }

    /// What makes a condition true, and what makes it false, where no other condition of a path is about its inputs: then it is the same on
    /// each such path. None where others are.
    fn alone(&mut self, path: &Path, condition: TermId) -> Result<Option<Alone>, GivenUp> {
        let own = self.pool.inputs(condition).to_vec();
        let is_own = |term: &TermId| self.pool.inputs(*term).iter().any(|input| own.contains(input));
        if own.len() != 1 || path.conditions.iter().any(is_own) {
            return Ok(None);
        }
        if let Some(known) = self.decided_alone.get(&condition) {
            return Ok(Some(known.clone()));
        }
        let opposite = self.pool.not(condition);
        let nowhere = Path { conditions: Vec::new(), model: Model::default(), ..path.clone() };
        let mut found: Alone = [None, None];
        for (solution, term) in found.iter_mut().zip([condition, opposite]) {
            match self.ask(&nowhere, term)? {
                Answer::Satisfiable(model) => {
                    *solution = Some(own.iter().map(|input| (*input, model.get(*input))).collect());
                }
                Answer::Unsatisfiable => {}
                Answer::Unknown(_) => return Err("the solver does not know".into()),
            }
        }
        self.decided_alone.insert(condition, found.clone());
        Ok(Some(found))
    }

    /// The same of a condition that nothing but a value decides of which nothing is known: 1 where it holds.
    fn decide_fresh(&mut self, path: &Path, value: TermId, condition: TermId) -> [Option<Path>; 2] {
        match self.known(path, condition) {
            Some(true) => return [Some(path.clone()), None],
            Some(false) => return [None, Some(path.clone())],
            None => {}
        }
        let opposite = self.pool.not(condition);
        let inputs = self.pool.inputs(value).to_vec();
        [(condition, 1), (opposite, 0)].map(|(term, number)| {
            let mut taken = path.clone();
            taken.conditions.push(term);
            inputs.iter().for_each(|input| taken.model.set(*input, number));
            Some(taken)
        })
    }

    /// Takes a condition for one that holds.
    fn assume(&mut self, path: &mut Path, condition: TermId) -> Result<(), GivenUp> {
        if self.known(path, condition) == Some(true) {
            return Ok(());
        }
        match self.ask(path, condition)? {
            Answer::Satisfiable(model) => {
                path.model = model;
                path.conditions.push(condition);
                Ok(())
            }
            _ => Err("the solver does not know".into()),
        }
    }

    fn ask(&mut self, path: &Path, condition: TermId) -> Result<Answer, GivenUp> {
        self.questions += 1;
        if self.questions > MOST_QUESTIONS {
            return Err("budget of work used up".into());
        }
        Ok(self.solver.extend(&mut self.pool, &path.conditions, condition, &path.model))
    }

    fn spend(&mut self) -> Result<(), GivenUp> {
        crate::run::checkpoint();
        self.steps += 1;
        if self.steps > MOST_STEPS { Err("budget of work used up".into()) } else { Ok(()) }
    }

    fn is_barred(&self, body: &Body<'_>, path: &Path) -> bool {
        let running = path.running.unwrap_or(self.bodies[usize::from(body.is_new)]);
        self.barriers.bars(running, path.instruction)
    }

    /// The code that runs on a path.
    fn code<'c>(&self, body: &Body<'c>, path: &Path) -> Option<&'c Code>
    where
        'a: 'c,
    {
        match path.running {
            None => Some(body.code),
            Some(running) => self.program.code(running),
        }
    }
}

impl Path {
    fn local(&self, slot: u16) -> Option<Entry> {
        self.locals.get(usize::from(slot)).copied().flatten()
    }
}

fn resized(locals: &[Option<Entry>], code: &Code) -> Vec<Option<Entry>> {
    let mut locals = locals.to_vec();
    locals.resize(locals.len().max(usize::from(code.max_locals)), None);
    locals
}

/// A local variable of one of two paths.
fn local_of(paths: &mut (Path, Path), (is_new, slot): Member) -> Result<&mut Option<Entry>, GivenUp> {
    let path = if is_new { &mut paths.1 } else { &mut paths.0 };
    path.locals.get_mut(usize::from(slot)).ok_or_else(|| "the code is malformed".into())
}

/// The slots that a loop assigns.
fn assigned(body: &Body<'_>, number: usize) -> BTreeSet<u16> {
    use crate::classfile::Instruction as I;
    let Some(head) = body.heads.get(number) else { return BTreeSet::new() };
    let inside = (0..).zip(&body.code.instructions).filter(|(at, _)| body.loops.contains(*head, *at));
    inside
        .filter_map(|(_, decoded)| match decoded.instruction {
            I::Store(_, slot) | I::Increment(slot, _) => Some(slot),
            _ => None,
        })
        .collect()
}
