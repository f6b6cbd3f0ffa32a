//! Arrays of references that a method makes: how far one is filled with objects, and how long the arrays are that it holds. Where a loop fills
//! an array, all elements below the loop's variable are objects whenever the loop begins again; so all are when it ends.

use crate::program::FieldId;

/// Which value an entry is; what is no reference is none.
pub(super) type Number = u32;
pub(super) const NO_NUMBER: Number = Number::MAX;

/// What an int is known to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Int {
    #[default]
    Unknown,
    Constant(i32),
    /// What the parameter at this place was given.
    Parameter(u32),
    /// What this final field of the receiver is.
    Field(FieldId),
    /// The length of the array of this number.
    LengthOf(Number),
}

/// Which elements of an array are objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filled {
    /// Not known.
    Not,
    /// As many from the first on.
    UpTo(i32),
    /// Those below a local variable.
    Below(u16),
    /// And the one that it names.
    Through(u16),
    All,
}

/// An array that the method has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Made {
    pub(super) number: Number,
    pub(super) count: Int,
    pub(super) filled: Filled,
    /// How long the arrays are that were stored in it; none: nothing was.
    pub(super) lengths: Option<Int>,
}

impl Made {
    /// What is in it is not known any more.
    pub(super) fn lose_elements(&mut self) {
        (self.filled, self.lengths) = (Filled::Not, Some(Int::Unknown));
    }
}

/// The arrays that a method has made, as far as they are followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrays {
    pub(super) made: Vec<Made>,
    /// The fields of the object that a constructor is making in which it has stored some.
    pub(super) kept: Vec<(FieldId, Number)>,
    /// What its final fields of ints were assigned.
    pub(super) ints: Vec<(FieldId, Int)>,
}

impl Arrays {
    pub(super) fn made(&self, number: Number) -> Option<&Made> {
        self.made.iter().find(|made| made.number == number)
    }

    pub(super) fn made_mut(&mut self, number: Number) -> Option<&mut Made> {
        self.made.iter_mut().find(|made| made.number == number)
    }

    /// An array is not followed any more.
    pub(super) fn forget(&mut self, number: Number) {
        self.made.retain(|made| made.number != number);
        for made in &mut self.made {
            if made.count == Int::LengthOf(number) {
                made.count = Int::Unknown;
            }
            made.lengths =
                made.lengths.map(|length| if length == Int::LengthOf(number) { Int::Unknown } else { length });
        }
        self.kept.iter_mut().filter(|(_, kept)| *kept == number).for_each(|(_, kept)| *kept = NO_NUMBER);
    }

    /// The fields whose arrays may have an element that is null.
    pub(super) fn unfilled(&self) -> impl Iterator<Item = FieldId> + '_ {
        let is_whole = |number: Number| self.made(number).is_some_and(|made| made.filled == Filled::All);
        self.kept.iter().filter(move |(_, number)| !is_whole(*number)).map(|(field, _)| *field)
    }

    /// Takes another way in; `locals`: the ints of the local variables, both ways.
    pub(super) fn join(&mut self, other: &Arrays, locals: [&[Int]; 2]) {
        self.made.retain(|made| other.made(made.number).is_some_and(|other| other.count == made.count));
        for made in &mut self.made {
            let Some(other) = other.made(made.number) else { continue };
            made.filled = joined([made.filled, other.filled], locals);
            made.lengths = match (made.lengths, other.lengths) {
                (None, length) | (length, None) => length,
                (Some(left), Some(right)) => Some(if left == right { left } else { Int::Unknown }),
            };
        }
        let news: Vec<(FieldId, Number)> =
            other.kept.iter().filter(|kept| !self.kept.contains(kept)).copied().collect();
        self.kept.extend(news);
        self.ints.retain(|known| other.ints.contains(known));
    }
}

/// What is filled either way. A way in only ever loses something, but that a number becomes the variable that has it.
fn joined([mine, other]: [Filled; 2], locals: [&[Int]; 2]) -> Filled {
    let constant = |way: usize, slot: usize| match locals[way].get(slot) {
        Some(Int::Constant(value)) => Some(*value),
        _ => None,
    };
    let is_below = |way: usize, filled: Filled, slot: u16| match filled {
        Filled::All => true,
        Filled::Below(below) | Filled::Through(below) => below == slot,
        Filled::UpTo(count) => constant(way, usize::from(slot)).is_some_and(|value| value <= count),
        Filled::Not => false,
    };
    match (mine, other) {
        (left, right) if left == right => left,
        (Filled::Not, _) | (_, Filled::Not) => Filled::Not,
        (Filled::All, one) | (one, Filled::All) => one,
        (Filled::UpTo(left), Filled::UpTo(right)) => {
            let is_variable = |slot: &u16| {
                constant(0, usize::from(*slot)) != constant(1, usize::from(*slot))
                    && is_below(0, mine, *slot)
                    && is_below(1, other, *slot)
            };
            let count = u16::try_from(locals[0].len()).unwrap_or(u16::MAX);
            (0..count).find(is_variable).map_or(Filled::UpTo(left.min(right)), Filled::Below)
        }
        (Filled::Below(slot) | Filled::Through(slot), _) | (_, Filled::Below(slot) | Filled::Through(slot)) => {
            if is_below(0, mine, slot) && is_below(1, other, slot) {
                Filled::Below(slot)
            } else {
                Filled::Not
            }
        }
    }
}
