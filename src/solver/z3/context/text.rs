//! What texts need of Z3 beyond numbers: unknowns by name and fresh ones, and checks under assumptions with their cores.
//! The invariants are those of the module above.

use super::{Ast, Checked, Context, Kind};
use std::ffi::CString;
use z3_sys::*;

impl Context {
    pub(in crate::solver::z3) fn truths(&self) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_bool_sort(self.context) })
    }

    /// An unknown of a sort by its name.
    pub(in crate::solver::z3) fn named(&self, name: &str, kind: Kind) -> Option<Ast> {
        let name = CString::new(name).ok()?;
        // SAFETY: the module's invariants; `name` outlives its use.
        unsafe {
            let symbol = Z3_mk_string_symbol(self.context, name.as_ptr())?;
            self.keep(Z3_mk_const(self.context, symbol, kind.0))
        }
    }

    /// An unknown that nothing else names.
    pub(in crate::solver::z3) fn fresh(&self, kind: Kind) -> Option<Ast> {
        // SAFETY: the module's invariants; the prefix is a constant.
        self.keep(unsafe { Z3_mk_fresh_const(self.context, c"f".as_ptr(), kind.0) })
    }

    pub(in crate::solver::z3) fn any(&self, parts: &[Ast]) -> Option<Ast> {
        match parts {
            [] => self.truth(false),
            [single] => Some(*single),
            _ => self.variadic(parts, Z3_mk_or),
        }
    }

    /// `premise -> conclusion`.
    pub(in crate::solver::z3) fn implies(&self, premise: Ast, conclusion: Ast) -> Option<Ast> {
        self.any(&[self.not(premise)?, conclusion])
    }

    /// `a < b` of bit-vectors without a sign.
    pub(in crate::solver::z3) fn bits_unsigned_less(&self, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants: a live context and terms of it.
        self.keep(unsafe { Z3_mk_bvult(self.context, a.0, b.0) })
    }

    /// A check in which these unknown truth values are true. Of them, those that it takes to refute the rest come second;
    /// they are none unless the answer is "unsatisfiable".
    pub(in crate::solver::z3) fn check_assuming(&self, assumptions: &[Ast]) -> (Checked, Vec<Ast>) {
        let raw: Vec<Z3_ast> = assumptions.iter().map(|assumption| assumption.0).collect();
        let Ok(count) = u32::try_from(raw.len()) else {
            return (Checked::Unknown(String::from("too many assumptions")), Vec::new());
        };
        // SAFETY: the solver lives as long as the context; `raw` holds `count` terms and outlives the call.
        match unsafe { Z3_solver_check_assumptions(self.context, self.solver, count, raw.as_ptr()) } {
            Z3_L_TRUE => (Checked::Satisfiable, Vec::new()),
            Z3_L_FALSE => (Checked::Unsatisfiable, self.core(assumptions)),
            _ => (Checked::Unknown(self.reason_unknown()), Vec::new()),
        }
    }

    /// The assumptions in the core of the last refutation; all of them where Z3 gives no core.
    fn core(&self, assumptions: &[Ast]) -> Vec<Ast> {
        // SAFETY: the vector is alive between raising and lowering its count; positions are below its size; its terms are
        // only compared.
        unsafe {
            let Some(core) = Z3_solver_get_unsat_core(self.context, self.solver) else { return assumptions.to_vec() };
            Z3_ast_vector_inc_ref(self.context, core);
            let size = Z3_ast_vector_size(self.context, core);
            let is_in = |assumption: &&Ast| {
                (0..size).any(|position| Z3_ast_vector_get(self.context, core, position) == Some(assumption.0))
            };
            let found = assumptions.iter().filter(is_in).copied().collect();
            Z3_ast_vector_dec_ref(self.context, core);
            found
        }
    }
}
