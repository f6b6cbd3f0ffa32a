//! What initialising a class leaves, kept for the next exploration that begins with the same class: some initialisers run for
//! seconds, and every round of every method of the class would run them again. With it, what machines have found out.

use super::initialisation::InitialisedClasses;
use super::machine::{Machine, SharedFacts};
use super::premise::Premises;
use super::stop::Caveat;
use crate::program::{ClassId, Reads, listening, note_all};
use crate::run;
use crate::term::TermPool;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Instructions of initialisers from which on their result is kept.
const WORTH_KEEPING: u64 = 5_000;
/// Classes of which the result is kept, the latest.
const MOST_KEPT: usize = 6;

/// The results of one program's initialisers, each as the first that a machine runs: so it depends on the class alone, and what
/// is kept is what would come out again.
#[derive(Debug, Default)]
pub struct Prepared {
    kept: RefCell<VecDeque<(ClassId, Rc<Kept>)>>,
    shared: SharedFacts,
}

impl Prepared {
    /// What machines have found out.
    pub fn shared(&self) -> SharedFacts {
        self.shared.clone()
    }
}

/// What the initialisation of a class leaves in a machine.
#[derive(Debug)]
struct Kept {
    pool: TermPool,
    initialised: InitialisedClasses,
    caveats: BTreeSet<Caveat>,
    premises: Premises,
    /// What the initialisers have read of the program.
    reads: Reads,
}

impl Machine<'_> {
    /// Initialises the class whose method is to run, in a machine that has done nothing yet.
    pub fn initialise_first(&mut self, class: ClassId, prepared: &Prepared) {
        let found = prepared.kept.borrow().iter().find(|(known, _)| *known == class).map(|(_, kept)| kept.clone());
        if let Some(kept) = found {
            self.pool = kept.pool.clone();
            self.initialised = kept.initialised.clone();
            self.caveats.extend(kept.caveats.iter().cloned());
            self.premises.add(&kept.premises);
            note_all(&kept.reads);
            return;
        }
        let mut reads = Reads::default();
        listening(&mut reads, || self.fails_to_initialise(class));
        note_all(&reads);
        // What an initialiser leaves that had to end is nobody else's.
        if self.initialised.steps < WORTH_KEEPING || run::is_over(None) {
            return;
        }
        let kept = Kept {
            pool: self.pool.clone(),
            initialised: self.initialised.clone(),
            caveats: self.caveats.clone(),
            premises: self.premises.clone(),
            reads,
        };
        let mut all = prepared.kept.borrow_mut();
        if all.len() >= MOST_KEPT {
            all.pop_front();
        }
        all.push_back((class, Rc::new(kept)));
    }
}
