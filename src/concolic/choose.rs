//! Which dangling node is tried next: the nearest to the target, or a fair choice among classes (section 5).

use crate::exec::State;
use crate::program::MethodId;
use rustc_hash::FxHasher;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::hash::{Hash, Hasher};

/// An order of dangling nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choose {
    /// The nearest to the target in the interprocedural control flow; of these the shallowest, then the oldest.
    Nearest,
    /// In turns by branch statement, by stack and by depth, each time one of the class that was chosen least often.
    Fair,
}

/// What is known of a dangling node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dangling {
    /// The instruction that asks for the decision.
    pub place: (MethodId, u32),
    /// Tells the activations at that moment from others: [`stack_number`].
    pub stack: u64,
    /// Decisions before it.
    pub depth: u32,
    /// How far the target is from where it leads.
    pub distance: u32,
}

/// A number for the activations of a state, the same for the same.
#[must_use]
pub fn stack_number(state: &State) -> u64 {
    let mut hasher = FxHasher::default();
    for frame in &state.frames {
        (frame.method.index(), frame.instruction).hash(&mut hasher);
    }
    hasher.finish()
}

/// Dangling nodes that wait to be tried.
#[derive(Debug)]
pub struct Waiting<T> {
    choose: Choose,
    /// All that ever waited, and whether they still do.
    all: Vec<(T, bool)>,
    nearest: BinaryHeap<Reverse<(u32, u32, usize)>>,
    fair: [Classes; 3],
    turn: usize,
}

/// The classes of one partition.
type Classes = BTreeMap<u64, Class>;

#[derive(Debug, Default)]
struct Class {
    chosen: u64,
    members: VecDeque<usize>,
}

impl<T: Copy> Waiting<T> {
    /// Nothing waits.
    pub fn new(choose: Choose) -> Self {
        Waiting { choose, all: Vec::new(), nearest: BinaryHeap::new(), fair: Default::default(), turn: 0 }
    }

    /// Adds a dangling node.
    pub fn add(&mut self, node: T, known: Dangling) {
        let number = self.all.len();
        self.all.push((node, true));
        match self.choose {
            Choose::Nearest => self.nearest.push(Reverse((known.distance, known.depth, number))),
            Choose::Fair => {
                let (method, instruction) = known.place;
                let statement = ((method.index() as u64) << 32) | u64::from(instruction);
                for (classes, class) in self.fair.iter_mut().zip([statement, known.stack, u64::from(known.depth)]) {
                    classes.entry(class).or_default().members.push_back(number);
                }
            }
        }
    }

    /// The next one of those for which `is_open`; the others are forgotten.
    pub fn next(&mut self, is_open: impl Fn(T) -> bool) -> Option<T> {
        loop {
            let number = match self.choose {
                Choose::Nearest => self.nearest.pop().map(|Reverse((.., number))| number)?,
                Choose::Fair => self.fairest()?,
            };
            if let Some((node, waits)) = self.all.get_mut(number)
                && std::mem::replace(waits, false)
                && is_open(*node)
            {
                return Some(*node);
            }
        }
    }

    fn fairest(&mut self) -> Option<usize> {
        self.turn = (self.turn + 1) % self.fair.len();
        let all = &self.all;
        let classes = self.fair.get_mut(self.turn)?;
        classes.retain(|_, class| {
            while class.members.front().is_some_and(|number| all.get(*number).is_none_or(|(_, waits)| !waits)) {
                class.members.pop_front();
            }
            // How often a class was chosen counts when new members come.
            !class.members.is_empty() || class.chosen > 0
        });
        let open = classes.values_mut().filter(|class| !class.members.is_empty());
        let class = open.min_by_key(|class| class.chosen)?;
        class.chosen += 1;
        class.members.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Program;

    fn known(place: (MethodId, u32), depth: u32, distance: u32) -> Dangling {
        Dangling { place, stack: 0, depth, distance }
    }

    fn method() -> MethodId {
        let file = crate::classfile::load_class_path(&[std::path::PathBuf::from(env!("CASEWISE_FIXTURES"))]);
        let program = Program::link(file.classes.into_iter().map(|loaded| loaded.class));
        program.methods().map(|(method, _)| method).next().unwrap()
    }

    #[test]
    fn the_nearest_goes_first_then_the_shallowest_then_the_oldest() {
        let method = method();
        let mut waiting = Waiting::new(Choose::Nearest);
        for (name, depth, distance) in [("far", 0, 9), ("deep", 7, 3), ("first", 2, 3), ("second", 2, 3)] {
            waiting.add(name, known((method, 0), depth, distance));
        }
        let order: Vec<&str> = std::iter::from_fn(|| waiting.next(|_| true)).collect();
        assert_eq!(order, ["first", "second", "deep", "far"]);
    }

    #[test]
    fn a_class_with_many_members_does_not_keep_the_others_waiting() {
        let method = method();
        let mut waiting = Waiting::new(Choose::Fair);
        for number in 0..100 {
            waiting.add(number, known((method, 0), 0, 0));
        }
        waiting.add(1000, known((method, 1), 1, 0));
        let order: Vec<u32> = std::iter::from_fn(|| waiting.next(|_| true)).collect();
        assert_eq!(order.len(), 101);
        // Within two turns of each of the three partitions.
        assert!(order.iter().position(|number| *number == 1000).is_some_and(|at| at < 2 * 3), "{order:?}");
    }

    #[test]
    fn what_is_no_longer_open_is_passed_over() {
        let method = method();
        let mut waiting = Waiting::new(Choose::Fair);
        for number in 0..10 {
            waiting.add(number, known((method, number), number, 0));
        }
        let odd: Vec<u32> = std::iter::from_fn(|| waiting.next(|number| number % 2 == 1)).collect();
        assert_eq!(odd.len(), 5);
    }
}
