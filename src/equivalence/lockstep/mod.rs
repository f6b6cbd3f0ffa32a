//! Equivalence of two bodies in lockstep. Numbers are computed. Everything else that a body does is an event whose
//! effects nobody looks into, above all calls of methods that are the same in both versions. Bodies with the same
//! history of events have read the same values. Two bodies do the same if on the same inputs they make the same history
//! and come to the same end (calls: Godlin & Strichman, "Regression verification", DAC 2009).
//!
//! Loops are cut at their heads: both bodies must come to the same head together. What their local variables have in
//! common there is guessed at the first arrival, and dropped where an iteration does not keep it (Houdini).

mod body;
mod calls;
mod decide;
mod history;
mod path;
mod same;

use super::version::Barriers;
use crate::classfile::{ClassName, Code, InvokeKind, MethodReference, ValueKind};
use crate::exec::{domain_of_field, domain_of_kind};
use crate::program::{ClassId, FieldKind, MethodId, Program};
use crate::solver::PathSolver;
use crate::term::{Arithmetic, Domain, Model, TermId, TermPool};
use body::{Body, GivenUp};
use decide::{Alone, Member};
use history::{BEGINNING, Event, Histories, History, Symbol};
use path::{Entry, Path};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Paths of one piece.
const MOST_ENDS: usize = 2_000;
/// Instructions of all paths.
const MOST_STEPS: u64 = 200_000;
/// What Z3 may spend on each question.
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
