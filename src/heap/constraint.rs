//! What a path has decided: the path condition and the heap path condition, in the order of discovery.
//!
//! The forms of the heap constraints are those of Rojas and Păsăreanu, section 3.1, and beyond them the run-time type of an
//! object and the identity of an array element.

use super::persistent::{PersistentMap, PersistentVector};
use super::value::{ObjectId, SymbolId};
use crate::program::{ClassId, ReferenceType};
use crate::term::{Model, TermId, TermPool, evaluate};
use std::rc::Rc;

/// One conjunct of PC or HPC.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// A numeric condition (PC).
    Condition(TermId),
    /// `Ref = null`.
    Null(SymbolId),
    /// `Ref = new`: not null, not aliased with any input object met before.
    New(SymbolId, ObjectId),
    /// `Ref1 = Ref2`.
    Alias(SymbolId, ObjectId),
    /// The run-time class is one of these.
    Types(ObjectId, Rc<[ClassId]>),
    /// The component class of an input array is one of these.
    Components(ObjectId, Rc<[ClassId]>),
    /// The element at this index is none of the array's elements touched before; read into the symbol, or only written.
    Element(ObjectId, TermId, Option<SymbolId>),
    /// A size is within the array bound: an assumption, no part of the path condition.
    Bound(TermId),
}

/// What must be decided before an instruction can be executed. Every fork of the exploration is one of these.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A numeric condition: true or false.
    Condition(TermId),
    /// A reference input: null, new or an alias.
    Symbol(SymbolId),
    /// The run-time class of an object: one alternative per group.
    Types(ObjectId, Vec<Rc<[ClassId]>>),
    /// The component class of an input array: one alternative per group.
    Components(ObjectId, Vec<Rc<[ClassId]>>),
    /// A size that the array bound limits: assume the condition, or stop.
    Bound(TermId),
    /// Whether an object that may be of a class that is not listed is of a type: yes or no.
    Asked(ObjectId, ReferenceType),
    /// A condition that holds of an input, whatever it is: the path goes on with it.
    Given(TermId),
}

/// The constraints of a path with a model of its numeric part.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    /// All constraints, in the order of discovery.
    pub constraints: PersistentVector<Constraint>,
    /// The numeric ones, in the same order, for the solver.
    pub conditions: PersistentVector<TermId>,
    /// Assumptions that bound array lengths; no part of the path condition.
    pub bounds: PersistentVector<TermId>,
    /// Satisfies `conditions` and `bounds`.
    pub model: Model,
    decided: PersistentMap<TermId, bool>,
    /// Whether the path is re-executed under constraints that decide everything, so that the model answers.
    pub follows_model: bool,
}

impl PathCondition {
    /// Whether a condition holds on this path; asks for a choice when that is open.
    pub fn decide(&self, pool: &mut TermPool, condition: TermId) -> Result<bool, Choice> {
        if let Some(truth) = pool.as_truth(condition) {
            return Ok(truth);
        }
        if self.follows_model {
            return Ok(evaluate(pool, condition, &self.model).is_some_and(|value| value != 0));
        }
        match self.decided.get(&condition) {
            Some(truth) => Ok(*truth),
            None => Err(Choice::Condition(condition)),
        }
    }

    /// Whether a condition is already known, without asking.
    pub fn known(&self, condition: TermId) -> Option<bool> {
        self.decided.get(&condition).copied()
    }

    /// Notes that the constraints imply `condition` (or its negation).
    pub fn note(&mut self, pool: &mut TermPool, condition: TermId, truth: bool) {
        self.decided.insert(condition, truth);
        let negation = pool.not(condition);
        self.decided.insert(negation, !truth);
    }

    /// Adds a condition; the caller vouches that `model` satisfies it.
    pub fn assume(&mut self, pool: &mut TermPool, condition: TermId) {
        if pool.as_truth(condition).is_some() {
            return;
        }
        self.note(pool, condition, true);
        self.conditions.push_back(condition);
        self.constraints.push_back(Constraint::Condition(condition));
    }

    /// Adds a bound on a size; the caller vouches that `model` satisfies it.
    pub fn assume_bound(&mut self, pool: &mut TermPool, condition: TermId) {
        if pool.as_truth(condition).is_none() {
            self.decided.insert(condition, true);
            self.bounds.push_back(condition);
        }
    }

    /// Whether a size is already bounded.
    pub fn is_bounded(&self, pool: &TermPool, condition: TermId) -> bool {
        pool.as_truth(condition) == Some(true) || self.follows_model || self.decided.get(&condition) == Some(&true)
    }

    /// Conditions and bounds, for the solver.
    pub fn solver_path(&self, with_bounds: bool) -> Vec<TermId> {
        let bounds = with_bounds.then(|| self.bounds.iter().copied());
        bounds.into_iter().flatten().chain(self.conditions.iter().copied()).collect()
    }
}
