//! What machines of one thread have found out of a program, and keep for one another: loops, and what initialisers leave, some of
//! which run for seconds and would be run again by every round of every method.

use super::caveat::Caveat;
use super::initialisation::InitialisedClasses;
use super::machine::{Machine, Statics};
use super::premise::Premises;
use crate::graph::Loops;
use crate::heap::ObjectId;
use crate::program::{ClassId, MethodId, Program, Reads};
use crate::term::Arithmetic;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// Programs of which facts are kept, the latest: a comparison has two.
const PROGRAMS: usize = 2;
/// Terms and objects of all that is kept of initialisers.
const MOST_KEPT: usize = 600_000;

thread_local! {
    static FACTS: RefCell<VecDeque<(u64, SharedFacts)>> = const { RefCell::new(VecDeque::new()) };
}

/// What was found out of a program. Nothing of it can be told from what a machine finds out itself.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedFacts(Rc<Facts>);

#[derive(Debug, Default)]
struct Facts {
    loops: RefCell<FxHashMap<MethodId, Rc<Loops>>>,
    /// Of classes that were initialised as the first: whether that throws, and what was read of the program for it.
    failing: RefCell<FxHashMap<ClassId, (bool, Rc<Reads>)>>,
    initialisers: RefCell<KeptInitialisers>,
}

impl SharedFacts {
    /// The facts of a program that this thread shares.
    pub(super) fn of(program: &Program) -> SharedFacts {
        FACTS.with_borrow_mut(|all| {
            if let Some((_, facts)) = all.iter().find(|(identity, _)| *identity == program.identity()) {
                return facts.clone();
            }
            let facts = SharedFacts::default();
            all.push_back((program.identity(), facts.clone()));
            if all.len() > PROGRAMS {
                all.pop_front();
            }
            facts
        })
    }

    /// The loops of a method.
    pub(super) fn loops(&self, method: MethodId, find: impl FnOnce() -> Rc<Loops>) -> Rc<Loops> {
        self.0.loops.borrow_mut().entry(method).or_insert_with(find).clone()
    }

    /// Whether the initialisation of a class throws where it is the first, if that is known, with what was read for it.
    pub(super) fn fails_first(&self, class: ClassId) -> Option<(bool, Rc<Reads>)> {
        self.0.failing.borrow().get(&class).cloned()
    }

    /// Notes whether the initialisation of a class throws where it is the first.
    pub(super) fn note_first(&self, class: ClassId, fails: bool, reads: Reads) {
        self.0.failing.borrow_mut().insert(class, (fails, Rc::new(reads)));
    }

    /// What an initialiser has left that was run under these circumstances.
    pub(super) fn initialised(&self, circumstances: &Circumstances) -> Option<Rc<Kept>> {
        self.0.initialisers.borrow_mut().find(circumstances)
    }

    /// Keeps what an initialiser has left.
    pub(super) fn keep(&self, circumstances: Circumstances, kept: Kept) {
        self.0.initialisers.borrow_mut().add(circumstances, kept);
    }
}

/// What later initialisers may depend on: what has happened to the classes of a machine, in this order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Happened {
    /// The initialiser of a class was run, with those that it begins. Classes where no code runs are none of these.
    Initialised(ClassId),
    /// A path has taken the identity hash code of an object of this number.
    NumberOnPath(u32),
    /// A path has filled a table in an order that differs from run to run.
    OrderOnPath(ObjectId),
    /// On a path, code has set a system property.
    PropertySet(Arc<str>),
    /// On a path, the JDK has read a system property.
    PropertyRead(Arc<str>),
}

/// All on which the run of an initialiser depends beside the program: its class, how the machine is set, and what has happened before.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Circumstances {
    /// The class.
    pub(super) class: ClassId,
    arithmetic: Arithmetic,
    statics: Statics,
    settings: [bool; 5],
    before: Box<[Happened]>,
}

/// What the run of an initialiser leaves in a machine.
#[derive(Debug)]
pub(super) struct Kept {
    /// The classes after it, itself with how it has ended.
    pub(super) initialised: InitialisedClasses,
    /// The caveats that it has met.
    pub(super) caveats: BTreeSet<Caveat>,
    /// What it has taken for granted.
    pub(super) premises: Premises,
    /// What it has read of the program, where somebody listened.
    pub(super) reads: Option<Reads>,
}

impl Kept {
    fn size(&self) -> usize {
        self.initialised.pool.len() + self.initialised.heap.object_count()
    }
}

/// What initialisers have left, with when it was asked for last.
#[derive(Debug, Default)]
struct KeptInitialisers {
    all: FxHashMap<Circumstances, (u64, Rc<Kept>)>,
    asked: u64,
    size: usize,
}

impl KeptInitialisers {
    fn find(&mut self, circumstances: &Circumstances) -> Option<Rc<Kept>> {
        let (last, kept) = self.all.get_mut(circumstances)?;
        self.asked += 1;
        *last = self.asked;
        Some(kept.clone())
    }

    fn add(&mut self, circumstances: Circumstances, kept: Kept) {
        self.asked += 1;
        self.size += kept.size();
        let before = self.all.insert(circumstances, (self.asked, Rc::new(kept)));
        self.size -= before.map_or(0, |(_, kept)| kept.size());
        while self.size > MOST_KEPT
            && let Some(oldest) = self.all.values().map(|(last, _)| *last).min()
        {
            self.all.retain(|_, (last, kept)| {
                let stays = *last != oldest;
                self.size -= if stays { 0 } else { kept.size() };
                stays
            });
        }
    }
}

impl Machine<'_> {
    /// The circumstances under which the initialiser of a class would be run now.
    pub(super) fn circumstances(&self, class: ClassId) -> Circumstances {
        Circumstances {
            class,
            arithmetic: self.pool.arithmetic(),
            statics: self.statics,
            // What else can be set is about inputs, and initialisers have none: bounds too.
            settings: [
                self.initialises_classes,
                self.user_types_are_closed,
                self.tracks_monitors,
                self.writes_messages,
                self.keeps_traces,
            ],
            before: self.initialised.before.clone().into(),
        }
    }
}
