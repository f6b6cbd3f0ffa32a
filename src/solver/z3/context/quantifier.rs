//! Quantifiers and uninterpreted functions. The invariants are those of the module above.

use super::{Ast, Context, Kind};
use std::ffi::CString;
use z3_sys::*;

impl Context {
    /// For all, or for some, values of the unknowns `bound`; instantiated where all `patterns` match, or where Z3 likes when there
    /// are none.
    pub(in crate::solver::z3) fn quantifier(
        &self,
        is_universal: bool,
        bound: &[Ast],
        patterns: &[Ast],
        body: Ast,
    ) -> Option<Ast> {
        if bound.is_empty() {
            return Some(body);
        }
        let count = u32::try_from(bound.len()).ok()?;
        let pattern_terms = u32::try_from(patterns.len()).ok()?;
        // SAFETY: the module's invariants; unknowns are applications of nullary functions, which is what can be bound; the
        // vectors hold as many entries as said and outlive the calls; the pattern is handed to the very next call, counted
        // as a term meanwhile.
        unsafe {
            let mut apps: Vec<Z3_app> = Vec::with_capacity(bound.len());
            for unknown in bound {
                apps.push(Z3_to_app(self.context, unknown.0)?);
            }
            let raw: Vec<Z3_ast> = patterns.iter().map(|pattern| pattern.0).collect();
            let mut made: Vec<Z3_pattern> = Vec::new();
            if !raw.is_empty() {
                let pattern = Z3_mk_pattern(self.context, pattern_terms, raw.as_ptr())?;
                self.raise(Z3_pattern_to_ast(self.context, pattern)?);
                made.push(pattern);
            }
            self.keep(Z3_mk_quantifier_const(
                self.context,
                is_universal,
                0,
                count,
                apps.as_ptr(),
                made.len() as u32,
                made.as_ptr(),
                body.0,
            ))
        }
    }

    /// An uninterpreted function applied; without arguments, an unknown.
    pub(in crate::solver::z3) fn apply(
        &self,
        name: &str,
        sorts: &[Kind],
        result: Kind,
        arguments: &[Ast],
    ) -> Option<Ast> {
        if sorts.len() != arguments.len() {
            return None;
        }
        let name = CString::new(name).ok()?;
        let count = u32::try_from(sorts.len()).ok()?;
        let domain: Vec<Z3_sort> = sorts.iter().map(|sort| sort.0).collect();
        let raw: Vec<Z3_ast> = arguments.iter().map(|argument| argument.0).collect();
        // SAFETY: the module's invariants; `name`, `domain` and `raw` outlive their use; the function is handed to the very
        // next call.
        unsafe {
            let symbol = Z3_mk_string_symbol(self.context, name.as_ptr())?;
            let function = Z3_mk_func_decl(self.context, symbol, count, domain.as_ptr(), result.0)?;
            self.keep(Z3_mk_app(self.context, function, count, raw.as_ptr()))
        }
    }

    /// A term with parts replaced.
    pub(in crate::solver::z3) fn replace(&self, term: Ast, from: &[Ast], to: &[Ast]) -> Option<Ast> {
        if from.len() != to.len() {
            return None;
        }
        let count = u32::try_from(from.len()).ok()?;
        let from: Vec<Z3_ast> = from.iter().map(|part| part.0).collect();
        let to: Vec<Z3_ast> = to.iter().map(|part| part.0).collect();
        // SAFETY: the module's invariants; both vectors hold `count` terms and outlive the call.
        self.keep(unsafe { Z3_substitute(self.context, term.0, count, from.as_ptr(), to.as_ptr()) })
    }
}
