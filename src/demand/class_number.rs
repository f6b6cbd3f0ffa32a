//! The numbers by which terms name classes: made from the classes' names, so that they mean the same in every run.

use crate::program::{ClassId, Program};
use rustc_hash::FxHashMap;

/// Numbers of classes, above 0.
#[derive(Clone, Debug, Default)]
pub struct ClassNumbers {
    numbers: FxHashMap<ClassId, i32>,
    classes: FxHashMap<i32, ClassId>,
    has_clash: bool,
}

impl ClassNumbers {
    /// The number of a class: no other class has it.
    pub fn number(&mut self, program: &Program, class: ClassId) -> i32 {
        if let Some(known) = self.numbers.get(&class) {
            return *known;
        }
        let [a, b, c, d, ..] = *blake3::hash(program.class_name(class).as_bytes()).as_bytes();
        let mut number = i32::from_le_bytes([a, b, c, d & 0x3f]).max(1);
        while self.classes.contains_key(&number) {
            self.has_clash = true;
            number += 1;
        }
        self.numbers.insert(class, number);
        self.classes.insert(number, class);
        number
    }

    /// The class of a number.
    pub fn class(&self, number: i64) -> Option<ClassId> {
        self.classes.get(&i32::try_from(number).ok()?).copied()
    }

    /// Whether two names made the same number, so that a number depends on which class was met first.
    pub fn has_clash(&self) -> bool {
        self.has_clash
    }
}
