//! Writes JUnit tests from concrete cases: plain data in, Java source out, the same bytes for the same data.
//!
//! A test makes its input as a caller would, calls the method, and asserts what can be seen of the result. What cannot be
//! written says why.

mod arrange;
mod assertion;
mod call;
mod draft;
mod identifier;
mod instance;
mod layout;
mod literal;
mod names;
mod observe;
mod outcome;
mod page;
mod query;
mod seen;
mod seen_value;
mod shape;
mod sink;
mod table;
mod test_method;
mod test_name;
mod title;
mod varying;
mod words;

pub use identifier::is_package;
pub use seen::{Observations, Place, Seen};

use crate::classfile::ClassName;
use crate::input::ConcreteCase;
use crate::program::{FieldId, Program};
use shape::EffectsOf;
use std::collections::BTreeSet;

/// The JUnit that tests are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JUnit {
    /// JUnit 4.13.
    Four,
    /// JUnit 5.8 and later.
    Five,
}

/// The tests of a class, as data.
#[derive(Clone, Debug)]
pub struct TestClass {
    /// The package of the tests, in Java's notation; that of the class under test when none.
    pub package: Option<String>,
    /// The class under test.
    pub under_test: ClassName,
    /// What it does today.
    pub tests: Vec<TestCase>,
    /// Inputs on which it fails today.
    pub failing: Vec<FailingCase>,
    /// The JUnit that they are for.
    pub junit: JUnit,
    /// Whether tests that differ only in values become one with parameters. JUnit 4 has none of the kind.
    pub is_parameterized: bool,
    /// What the comment of the test class says.
    pub header: Vec<String>,
}

/// A value of a case on which what comes of the call does not depend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Idle {
    /// An argument, counted without the receiver.
    Argument(usize),
    /// An argument of the call that makes the receiver.
    OfReceiver(usize),
    /// What is assigned to a field of the receiver, or of an argument.
    Field(Option<usize>, FieldId),
}

/// A case that becomes a test.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// Input and expected result.
    pub case: ConcreteCase,
    /// The path condition in Java-like notation over the names of the parameters.
    pub conditions: Vec<String>,
    /// What in its input could be something else; none where that is not known.
    pub idle: Option<BTreeSet<Idle>>,
    /// What the input is there for.
    pub purpose: Vec<String>,
    /// What a JVM has shown of its test. None where none was asked: then equal strings are told apart where code might do that.
    pub shown: Option<Observations>,
    /// Whether it has a test for itself where others differ only in values.
    pub is_apart: bool,
}

/// A case that becomes a disabled test: the call that should not fail.
#[derive(Clone, Debug)]
pub struct FailingCase {
    /// The input.
    pub test: TestCase,
    /// What is wrong, in one line.
    pub finding: String,
}

/// A test class as Java source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its full name in Java's notation.
    pub name: String,
    /// The source, ASCII.
    pub source: String,
    /// Its tests, in the order of their cases, those of failing cases last.
    pub tests: Vec<WrittenTest>,
    /// Cases, by position, the failing ones counted on, of which no test can be written, and why.
    pub unwritable: Vec<(usize, String)>,
}

/// Where a test is in its source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenTest {
    /// Name of the method.
    pub name: String,
    /// The positions of its cases, at least one: of a parameterized test there are several. The failing ones are counted on.
    pub cases: Vec<usize>,
    /// Whether it uses reflection.
    pub is_reflective: bool,
    /// The nested class that it is in, by its simple name.
    pub nested_in: Option<String>,
    /// How many assertions it has.
    pub assertions: usize,
    /// Whether its method returns nothing and is not seen to do anything: one that does nothing would pass.
    pub shows_no_effect: bool,
    /// In a class that observes: what each observation is of, by its number.
    pub places: Vec<Place>,
    /// The line of its declaration, counted from 1.
    pub line: usize,
    /// The lines of all of it, first and last.
    pub lines: (usize, usize),
    /// For a disabled one: the class of the exception that it ends with today, in Java's notation with `$` for members.
    pub fails_with: Option<String>,
}

impl Written {
    /// The same without some of its tests: without their lines. Imports stay that only these need.
    pub fn only(&self, is_kept: impl Fn(&WrittenTest) -> bool) -> Written {
        let gone: Vec<(usize, usize)> =
            self.tests.iter().filter(|test| !is_kept(test)).map(|test| test.lines).collect();
        let is_gone = |line: usize| gone.iter().any(|(first, last)| (*first..=*last).contains(&line));
        let before = |line: usize| (1..line).filter(|line| is_gone(*line)).count();
        let lines = self.source.lines().enumerate().filter(|(at, _)| !is_gone(at + 1)).map(|(_, line)| line);
        let source = lines.flat_map(|line| [line, "\n"]).collect();
        let tests = self.tests.iter().filter(|test| is_kept(test)).map(|test| {
            let moved = before(test.line);
            let lines = (test.lines.0 - moved, test.lines.1 - moved);
            WrittenTest { line: test.line - moved, lines, ..test.clone() }
        });
        Written { name: self.name.clone(), source, tests: tests.collect(), unwritable: self.unwritable.clone() }
    }
}

/// Writes the tests of classes of one program. What it finds out of the program's code serves all of them.
pub struct Writer<'p> {
    program: &'p Program,
    /// None before the first class.
    effects: Option<EffectsOf<'p>>,
}

impl<'p> Writer<'p> {
    /// Of the classes of a program.
    pub fn new(program: &'p Program) -> Writer<'p> {
        Writer { program, effects: None }
    }

    /// Writes the tests of a class. Goes through checkpoints.
    pub fn write(&mut self, class: &TestClass) -> Written {
        self.written(class, false)
    }

    /// The same tests, which do not assert what their calls change but tell it to the harness that runs them.
    pub fn observing(&mut self, class: &TestClass) -> Written {
        self.written(class, true)
    }

    fn written(&mut self, class: &TestClass, observes: bool) -> Written {
        let effects = self.effects.get_or_insert_with(|| EffectsOf::new(self.program));
        layout::write(self.program, effects, class, observes)
    }
}

/// The nested class that holds the disabled tests in JUnit 5.
const FAILING: &str = "Failing";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_a_class_keeps_its_lines() {
        let test = |name: &str, lines: (usize, usize)| WrittenTest {
            name: name.into(),
            cases: vec![lines.0],
            is_reflective: false,
            nested_in: None,
            assertions: 1,
            shows_no_effect: false,
            places: Vec::new(),
            line: lines.0 + 1,
            lines,
            fails_with: None,
        };
        let source = "class T {\n@Test\nvoid a() {}\n\n@Test\nvoid b() {}\n}\n".to_owned();
        let tests = vec![test("a", (2, 3)), test("b", (5, 6))];
        let written = Written { name: "T".into(), source, tests, unwritable: Vec::new() };
        let left = written.only(|test| test.name == "b");
        assert_eq!(left.source, "class T {\n\n@Test\nvoid b() {}\n}\n");
        let places: Vec<(&str, usize, (usize, usize))> =
            left.tests.iter().map(|test| (test.name.as_str(), test.line, test.lines)).collect();
        assert_eq!(places, [("b", 4, (3, 4))]);
        assert_eq!(written.only(|_| true), written);
    }
}
