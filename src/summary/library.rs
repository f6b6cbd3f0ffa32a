//! The summaries that an analysis composes, with their names resolved in its program and their terms in its pool.

use super::case::{CaseConstraint, CasePath, Level, Summary};
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::term::{TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A summary ready to be composed.
#[derive(Debug)]
pub struct LoadedSummary {
    /// The summary.
    pub summary: Arc<Summary>,
    /// Its terms in the analysis's pool.
    pub terms: Vec<TermId>,
    /// Its classes.
    pub classes: Vec<Option<ClassId>>,
    /// Its fields.
    pub fields: Vec<Option<FieldId>>,
    /// The methods that its schedules name.
    pub methods: Vec<Option<(MethodId, Level)>>,
    /// The paths' positions among the cases; stops have none.
    pub case_numbers: Vec<Option<u32>>,
    /// The paths that are cases, by case number.
    pub case_positions: Vec<u32>,
}

impl LoadedSummary {
    /// Resolves a summary; none when its terms are not well formed.
    pub fn load(summary: Arc<Summary>, program: &Program, pool: &mut TermPool) -> Option<LoadedSummary> {
        let terms = summary.terms.import(pool).ok()?;
        let classes = summary.classes.iter().map(|name| program.class_by_name(name)).collect();
        let fields = summary.fields.iter().map(|field| program.declared_field(field)).collect();
        let methods = summary
            .methods
            .iter()
            .map(|(name, level)| program.method_by_name(name_parts(name)).map(|method| (method, *level)))
            .collect();
        let mut case_numbers = Vec::with_capacity(summary.paths.len());
        let mut case_positions = Vec::new();
        for (position, path) in summary.paths.iter().enumerate() {
            let is_case = !matches!(path.outcome, super::case::CaseOutcome::Stopped(_));
            case_numbers.push(is_case.then_some(case_positions.len() as u32));
            if is_case {
                case_positions.push(position as u32);
            }
        }
        Some(LoadedSummary { summary, terms, classes, fields, methods, case_numbers, case_positions })
    }

    /// A path by position.
    pub fn path(&self, position: usize) -> Option<&CasePath> {
        self.summary.paths.get(position)
    }

    /// A case by number.
    pub fn case(&self, number: u32) -> Option<&CasePath> {
        self.case_positions.get(number as usize).and_then(|position| self.path(*position as usize))
    }

    /// A term.
    pub fn term(&self, number: u32) -> Option<TermId> {
        self.terms.get(number as usize).copied()
    }

    /// A field.
    pub fn field(&self, number: u32) -> Option<FieldId> {
        self.fields.get(number as usize).copied().flatten()
    }

    /// Classes, sorted by name; those that the program does not have are left out.
    pub fn classes(&self, numbers: &[u32]) -> Vec<ClassId> {
        let mut numbers = numbers.to_vec();
        numbers.sort_unstable_by_key(|number| self.summary.classes.get(*number as usize));
        numbers.iter().filter_map(|number| self.classes.get(*number as usize).copied().flatten()).collect()
    }

    /// How many constraints two neighbouring paths share from the start.
    pub fn constraint(&self, position: usize, depth: usize) -> Option<&CaseConstraint> {
        self.path(position).and_then(|path| path.constraints.get(depth))
    }
}

/// A method's name as the program looks it up.
pub(super) fn name_parts(name: &super::case::MethodName) -> (&str, &str, &str) {
    (&name.class, &name.name, &name.descriptor)
}

/// Where summaries come from: those made earlier in the run, by method and level.
pub trait SummarySource: Sync {
    /// A finished summary; none when there is none to compose.
    fn summary(&self, method: MethodId, level: Level) -> Option<Arc<Summary>>;
}

/// The summaries that one analysis has loaded so far.
pub struct Library<'s> {
    source: &'s dyn SummarySource,
    loaded: FxHashMap<(MethodId, Level), Option<Rc<LoadedSummary>>>,
}

impl<'s> Library<'s> {
    /// An empty library over a source.
    pub fn new(source: &'s dyn SummarySource) -> Self {
        Library { source, loaded: FxHashMap::default() }
    }

    /// A summary, loaded at first use.
    pub fn get(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        method: MethodId,
        level: Level,
    ) -> Option<Rc<LoadedSummary>> {
        let source = self.source;
        self.loaded
            .entry((method, level))
            .or_insert_with(|| {
                let summary = source.summary(method, level)?;
                LoadedSummary::load(summary, program, pool).map(Rc::new)
            })
            .clone()
    }
}
