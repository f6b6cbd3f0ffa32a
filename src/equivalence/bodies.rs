//! Compares methods with their mutants, each method explored once.

use super::{BodyEquivalence, ComparisonBounds, Subject, patched_body};
use crate::classfile::decode_class;
use crate::graph::CallGraph;
use crate::program::{MethodId, Program};
use std::collections::BTreeMap;

/// Compares methods of a program with the bodies that changed class files have for them.
pub struct Comparer<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    subjects: BTreeMap<MethodId, Subject<'p>>,
}

impl<'p> Comparer<'p> {
    /// A comparer that has explored nothing yet.
    pub fn new(program: &'p Program, calls: &'p CallGraph) -> Self {
        Comparer { program, calls, subjects: BTreeMap::new() }
    }

    /// Compares a method with its body in a changed class file.
    pub fn compare(&mut self, method: MethodId, changed: &[u8]) -> BodyEquivalence {
        let (program, calls) = (self.program, self.calls);
        let body = decode_class(changed)
            .map_err(|error| error.to_string())
            .and_then(|file| patched_body(program, method, &file));
        match body {
            Err(reason) => BodyEquivalence::Unknown(reason),
            Ok(body) => self
                .subjects
                .entry(method)
                .or_insert_with(|| Subject::explore(program, calls, method, ComparisonBounds::default()))
                .compare(&body),
        }
    }
}
