//! The papers' case studies, with every option at its default: the numbers of cases are those that independent programs count.
//!
//! Case study 1 is counted by running the methods on many numbers and collecting the different sequences of branches; case
//! study 2 by replaying the choices of lazy initialisation over sets of signs. Both read Fig. 3 of Rojas and Păsăreanu.

use casewise::analysis::summarize;
use casewise::report::Silent;
use casewise::session::{Job, Selection};
use casewise::term::Arithmetic;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

/// The numbers of cases that casewise finds for the methods of a class.
fn found(class: &str, method: &str, arithmetic: Arithmetic, inline: bool) -> u64 {
    let job = Job {
        paths: vec![PathBuf::from(env!("CASEWISE_FIXTURES")).join("casestudies")],
        selection: Selection { classes: vec![format!("casestudies.{class}")], ..Selection::default() },
        method: Some(method.to_string()),
        arithmetic,
        inline,
        timeout: None,
        ..Job::default()
    };
    let report = summarize(&job, &Silent).unwrap();
    let [only] = report.methods.as_slice() else { panic!("{method}: {:?}", report.methods) };
    assert!(only.complete, "{only:?}");
    only.cases
}

fn check(class: &str, method: &str, arithmetic: Arithmetic, expected: u64) {
    for inline in [false, true] {
        let cases = found(class, method, arithmetic, inline);
        assert_eq!(cases, expected, "{method} {arithmetic:?} inline: {inline}");
    }
}

const BOTH: [Arithmetic; 2] = [Arithmetic::Math, Arithmetic::Java];

/// Case study 1 run on numbers: `i64` values, wrapped to 32 bits after every operation in Java's arithmetic.
struct Run {
    wraps: bool,
    branches: Vec<bool>,
}

impl Run {
    fn branch(&mut self, taken: bool) -> bool {
        self.branches.push(taken);
        taken
    }

    fn number(&self, value: i64) -> i64 {
        if self.wraps { i64::from(value as i32) } else { value }
    }

    fn abs(&mut self, x: i64) -> i64 {
        if self.branch(x >= 0) { x } else { self.number(-x) }
    }

    fn gcd(&mut self, mut x: i64, mut y: i64) -> i64 {
        if self.branch(x == 0) {
            return self.abs(y);
        }
        let mut i = 0;
        while self.branch(y != 0) && i < 2 {
            if self.branch(x > y) {
                x = self.number(x - y);
            } else {
                y = self.number(y - x);
            }
            if i == 2 {
                return -1;
            }
            i += 1;
        }
        self.abs(x)
    }
}

/// The number of different branch sequences of a method over many pairs of numbers: small ones, and in Java's arithmetic
/// those near the ends of the range and of its half, where sums wrap.
fn sequences(arithmetic: Arithmetic, method: impl Fn(&mut Run, i64, i64)) -> u64 {
    let wraps = arithmetic == Arithmetic::Java;
    let mut numbers: Vec<i64> = (-24..=24).collect();
    if wraps {
        for around in [i64::from(i32::MIN), i64::from(i32::MIN / 2), i64::from(i32::MAX / 2), i64::from(i32::MAX)] {
            let near = (around - 24..=around + 24).filter(|number| i32::try_from(*number).is_ok());
            numbers.extend(near);
        }
    }
    let mut seen = BTreeSet::new();
    for x in &numbers {
        for y in &numbers {
            let mut run = Run { wraps, branches: Vec::new() };
            method(&mut run, *x, *y);
            seen.insert(run.branches);
        }
    }
    seen.len() as u64
}

#[test]
fn case_study_1_has_a_case_for_each_sequence_of_branches() {
    for arithmetic in BOTH {
        let abs = sequences(arithmetic, |run, x, _| {
            run.abs(x);
        });
        let gcd = sequences(arithmetic, |run, x, y| {
            run.gcd(x, y);
        });
        let simplify = sequences(arithmetic, |run, x, y| {
            let gcd = run.gcd(x, y);
            run.branch(gcd != 0);
        });
        println!("{arithmetic:?}: abs {abs}, gcd {gcd}, simplify {simplify}, simp3 {}", simplify.pow(3));
        check("R", "abs", arithmetic, abs);
        check("R", "gcd", arithmetic, gcd);
        check("R", "simplify", arithmetic, simplify);
        // The three fractions have nothing in common.
        check("R", "simp3", arithmetic, simplify.pow(3));
    }
}

/// Signs: of `Integer.MIN_VALUE`, which is its own negation, of other negative numbers, of zero, of positive numbers.
const LEAST: u8 = 1;
const NEGATIVE: u8 = 2;
const ZERO: u8 = 4;
const POSITIVE: u8 = 8;

fn negated(signs: u8) -> u8 {
    (signs & (LEAST | ZERO))
        | if signs & NEGATIVE != 0 { POSITIVE } else { 0 }
        | if signs & POSITIVE != 0 { NEGATIVE } else { 0 }
}

#[derive(Clone, Copy, PartialEq)]
enum Number {
    Constant(i64),
    /// A field's initial value, negated or not.
    Field {
        field: usize,
        negated: bool,
    },
}

#[derive(Clone, Copy, PartialEq)]
enum Next {
    Unknown,
    Known(Option<usize>),
}

/// One run of case study 2 along a list of choices.
struct Choices {
    java: bool,
    list: Vec<(usize, usize)>,
    taken: usize,
    signs: Vec<u8>,
    objects: Vec<(Number, Next)>,
}

impl Choices {
    fn choose(&mut self, count: usize) -> usize {
        if count == 1 {
            return 0;
        }
        if self.taken == self.list.len() {
            self.list.push((0, count));
        }
        self.list[self.taken].1 = count;
        self.taken += 1;
        self.list[self.taken - 1].0
    }

    /// Null, a new object, or one of those before.
    fn initialise(&mut self) -> Option<usize> {
        match self.choose(2 + self.objects.len()) {
            0 => None,
            1 => {
                self.signs.push(if self.java { LEAST } else { 0 } | NEGATIVE | ZERO | POSITIVE);
                self.objects.push((Number::Field { field: self.signs.len() - 1, negated: false }, Next::Unknown));
                Some(self.objects.len() - 1)
            }
            alias => Some(alias - 2),
        }
    }

    fn next(&mut self, object: usize) -> Option<usize> {
        if self.objects[object].1 == Next::Unknown {
            let next = self.initialise();
            self.objects[object].1 = Next::Known(next);
        }
        match self.objects[object].1 {
            Next::Known(next) => next,
            Next::Unknown => unreachable!(),
        }
    }

    fn branch(&mut self, number: Number, wanted: u8) -> bool {
        let (field, is_negated) = match number {
            Number::Constant(value) => {
                let sign = match value.signum() {
                    0 => ZERO,
                    1 => POSITIVE,
                    _ => NEGATIVE,
                };
                return wanted & sign != 0;
            }
            Number::Field { field, negated } => (field, negated),
        };
        let wanted = if is_negated { negated(wanted) } else { wanted };
        let (inside, outside) = (self.signs[field] & wanted, self.signs[field] & !wanted);
        if outside == 0 || inside == 0 {
            return outside == 0;
        }
        let taken = self.choose(2) == 0;
        self.signs[field] = if taken { inside } else { outside };
        taken
    }

    fn abs(&mut self, number: Number) -> Number {
        if self.branch(number, ZERO | POSITIVE) {
            return number;
        }
        match number {
            Number::Constant(value) => Number::Constant(-value),
            Number::Field { field, negated } => Number::Field { field, negated: !negated },
        }
    }

    fn q(&mut self, x: Option<usize>, y: impl FnOnce(&mut Self) -> Option<usize>) -> Number {
        const NOT_ZERO: u8 = LEAST | NEGATIVE | POSITIVE;
        if let Some(x) = x {
            if let Some(next) = self.next(x)
                && let Some(after) = self.next(next)
                && self.branch(self.objects[after].0, NOT_ZERO)
            {
                return self.abs(self.objects[after].0);
            }
            return Number::Constant(1);
        }
        if let Some(y) = y(self)
            && let Some(next) = self.next(y)
            && self.branch(self.objects[next].0, NOT_ZERO)
        {
            return self.abs(self.objects[next].0);
        }
        Number::Constant(2)
    }
}

fn paths(java: bool, method: impl Fn(&mut Choices)) -> u64 {
    let mut list = Vec::new();
    let mut count = 0;
    loop {
        let mut choices = Choices { java, list, taken: 0, signs: Vec::new(), objects: Vec::new() };
        method(&mut choices);
        count += 1;
        list = choices.list;
        list.truncate(choices.taken);
        while list.last().is_some_and(|(chosen, options)| chosen + 1 >= *options) {
            list.pop();
        }
        match list.last_mut() {
            Some(last) => last.0 += 1,
            None => return count,
        }
    }
}

/// The loop of `m` over an array of this many elements.
fn loop_over(choices: &mut Choices, length: usize) {
    let array: Vec<Option<usize>> = (0..length).map(|_| choices.initialise()).collect();
    for element in array.into_iter().flatten() {
        let value = choices.q(Some(element), |_| None);
        choices.objects[element].0 = value;
    }
}

#[test]
fn case_study_2_has_a_case_for_each_shape_of_the_heap_and_sign() {
    for arithmetic in BOTH {
        let java = arithmetic == Arithmetic::Java;
        let q = paths(java, |choices| {
            let x = choices.initialise();
            choices.q(x, Choices::initialise);
        });
        let mut expected: HashMap<&str, u64> = HashMap::from([("q", q)]);
        for (method, length) in [("m1", 1), ("m2", 2), ("m", 3)] {
            expected.insert(method, paths(java, |choices| loop_over(choices, length)));
        }
        println!("{arithmetic:?}: {expected:?}");
        for (method, count) in expected {
            check("Foo", method, arithmetic, count);
        }
    }
}
