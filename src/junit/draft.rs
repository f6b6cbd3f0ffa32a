//! One test while it is written: its statements, its variables, and what it needs besides.

use super::names::{TypeNames, Variables};
use super::seen::{Observations, Place};
use crate::input::{ConcreteCase, ConcreteObject, ConcreteValue, ObjectPlace};
use crate::program::{MethodId, Program};
use crate::summary::MethodName;
use std::collections::BTreeSet;

/// Methods of the test class that reach what Java's access rules close.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    /// Reads a field.
    Read,
    /// Writes a field.
    Write,
}

/// What the tests of a class share.
pub(super) struct Site<'p> {
    pub(super) program: &'p Program,
    /// The package of the tests, in internal form.
    pub(super) package: String,
    pub(super) types: TypeNames<'p>,
    pub(super) junit: super::JUnit,
    /// Whether tests are written that observe.
    pub(super) observes: bool,
    /// Whether tests that differ only in values become one.
    pub(super) is_parameterized: bool,
    /// The major version of the class under test: which Java its tests may be written in.
    pub(super) version: u16,
    /// Names of the JDK that a class of the package hides.
    pub(super) hidden: Vec<&'static str>,
    pub(super) helpers: BTreeSet<Helper>,
    /// Classes that parameterized tests need imported.
    pub(super) imports: BTreeSet<&'static str>,
    /// Methods of JUnit's that are imported.
    pub(super) assertions: BTreeSet<&'static str>,
}

/// The first version of class files whose Java has `List.of`.
const WITH_FACTORIES: u16 = 53;

impl Site<'_> {
    /// Whether the Java of the class under test has `List.of` and its like.
    pub(super) fn has_factories(&self) -> bool {
        self.version >= WITH_FACTORIES
    }
}

/// A test while it is written.
pub(super) struct Draft<'a, 'p> {
    pub(super) site: &'a mut Site<'p>,
    pub(super) case: &'a ConcreteCase,
    pub(super) variables: Variables,
    pub(super) statements: Vec<String>,
    /// The variables of the input's objects.
    pub(super) names: Vec<Option<String>>,
    /// Objects whose variable is being declared.
    pub(super) running: Vec<bool>,
    /// Assignments that wait for an object's variable: the object, and the statement with `{}` in its place.
    pub(super) waiting: Vec<(usize, String)>,
    /// How often each object is referred to.
    pub(super) uses: Vec<usize>,
    /// Objects that need a variable, since assertions speak of them.
    pub(super) spoken_of: Vec<bool>,
    /// Whether what is called compares references, so that equal strings must not be one.
    pub(super) tells_identity: bool,
    /// Methods that leave everything as it is, as far as code of the class path says: what runs before the call need not call them.
    pub(super) idle: Vec<&'a MethodName>,
    /// What a JVM has shown of it, if one was asked.
    pub(super) shown: Option<&'a Observations>,
    /// What the next assertion is about, where that is a place of its own.
    pub(super) place: Option<Place>,
    /// What comes of a call to a constructor, in words, once it is known.
    pub(super) told: Option<String>,
    /// Statements that say only that something is there, with the place and its expression.
    pub(super) opaque: Vec<(usize, Place, String)>,
    /// What is asked of a new object: the place, and the expression.
    pub(super) answers: Vec<(Place, String)>,
    /// The statement that catches what is thrown, with the variable that has it.
    pub(super) catches: Option<(usize, Option<String>)>,
    pub(super) is_reflective: bool,
    /// The method whose exception an assertion catches.
    pub(super) caught: Option<MethodId>,
    /// What the test has to declare for what it calls.
    pub(super) throws: Option<Checked>,
    pub(super) assertion_count: usize,
}

/// The checked exceptions that a test declares, the wider ones later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Checked {
    Exception,
    Throwable,
}

impl<'a, 'p> Draft<'a, 'p> {
    /// An empty test of a case.
    pub(super) fn new(site: &'a mut Site<'p>, case: &'a ConcreteCase) -> Self {
        let count = case.objects.len();
        let variables = Variables::beside(site.types.first());
        Draft {
            site,
            case,
            variables,
            statements: Vec::new(),
            names: vec![None; count],
            running: vec![false; count],
            waiting: Vec::new(),
            uses: uses(case),
            spoken_of: vec![false; count],
            tells_identity: false,
            idle: Vec::new(),
            shown: None,
            place: None,
            told: None,
            opaque: Vec::new(),
            answers: Vec::new(),
            catches: None,
            is_reflective: false,
            caught: None,
            throws: None,
            assertion_count: 0,
        }
    }

    /// Notes that a method is called: what it declares to throw, the test must declare too.
    pub(super) fn note_call(&mut self, method: MethodId) {
        let program = self.site.program;
        if self.caught == Some(method) {
            return;
        }
        let declared = program.method_file(method).map_or(&[][..], |file| file.exceptions.as_slice());
        let checked = declared.iter().filter_map(|name| {
            let class = program.class_by_name(name);
            let is_a = |parent: &str| {
                let parent = program.class_by_name(parent);
                class.zip(parent).is_some_and(|(class, parent)| program.is_subclass(class, parent) == Some(true))
            };
            let is_unchecked = is_a("java/lang/RuntimeException") || is_a("java/lang/Error");
            let needed = if is_a("java/lang/Exception") { Checked::Exception } else { Checked::Throwable };
            (!is_unchecked).then_some(needed)
        });
        self.throws = self.throws.max(checked.max());
    }

    /// Says that assertions speak of an object, which then needs a variable.
    pub(super) fn speak_of(&mut self, object: usize) {
        if let Some(spoken_of) = self.spoken_of.get_mut(object) {
            *spoken_of = true;
        }
    }

    /// Takes a helper into the test class.
    pub(super) fn help(&mut self, helper: Helper) {
        self.site.helpers.insert(helper);
        self.is_reflective = true;
    }
}

/// How often the objects of a case are referred to from arguments and what these reach. What only resets objects of static
/// finals counts nothing.
fn uses(case: &ConcreteCase) -> Vec<usize> {
    let mut uses = vec![0_usize; case.objects.len()];
    let mut open: Vec<usize> = Vec::new();
    let mut count = |value: &ConcreteValue, open: &mut Vec<usize>| {
        if let ConcreteValue::Object(number) = value
            && let Some(uses) = uses.get_mut(*number)
        {
            *uses += 1;
            if *uses == 1 {
                open.push(*number);
            }
        }
    };
    case.arguments.iter().for_each(|value| count(value, &mut open));
    case.statics.iter().for_each(|(_, value)| count(value, &mut open));
    while let Some(object) = open.pop() {
        match case.objects.get(object) {
            Some(ConcreteObject::Static(_)) => continue,
            Some(ConcreteObject::Made(calls)) => {
                calls.iter().flat_map(|call| &call.arguments).for_each(|value| count(value, &mut open));
            }
            _ => {}
        }
        let held = case.assignments.iter().filter(|(holder, _, _)| *holder == object);
        held.for_each(|(_, _, value)| count(value, &mut open));
    }
    uses
}

/// What is assigned to the elements of an array, by index; the last assignment counts.
pub(super) fn element(case: &ConcreteCase, array: usize, index: i32) -> Option<ConcreteValue> {
    case.assignments.iter().rev().find_map(|(holder, place, value)| {
        (*holder == array && *place == ObjectPlace::Element(index)).then_some(*value)
    })
}
