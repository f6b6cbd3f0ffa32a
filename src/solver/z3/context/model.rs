//! What a model of the last satisfiable check says. The invariants are those of the module above.

use super::{Ast, Context};
use z3_sys::*;

/// A model of the last satisfiable check.
#[derive(Debug)]
pub(in crate::solver::z3) struct Z3Model<'a> {
    context: &'a Context,
    model: Z3_model,
}

impl Context {
    pub(in crate::solver::z3) fn model(&self) -> Option<Z3Model<'_>> {
        // SAFETY: the solver lives as long as the context; the model's count is raised here and lowered when dropped.
        unsafe {
            let model = Z3_solver_get_model(self.context, self.solver)?;
            Z3_model_inc_ref(self.context, model);
            Some(Z3Model { context: self, model })
        }
    }
}

impl Z3Model<'_> {
    /// The value of a term that is a number, completed where the model leaves it open. `None`: not within 64 bits.
    pub(in crate::solver::z3) fn integer(&self, ast: Ast) -> Option<i64> {
        let mut value = 0i64;
        // SAFETY: the value is counted while it is read; `value` outlives the call.
        self.with_value(ast, |context, number| unsafe { Z3_get_numeral_int64(context, number, &mut value) })
            .then_some(value)
    }

    /// The bits of a bit-vector term, completed where the model leaves it open.
    pub(in crate::solver::z3) fn bits(&self, ast: Ast) -> Option<u64> {
        let mut value = 0u64;
        // SAFETY: the value is counted while it is read; `value` outlives the call.
        self.with_value(ast, |context, number| unsafe { Z3_get_numeral_uint64(context, number, &mut value) })
            .then_some(value)
    }

    pub(super) fn with_value(&self, ast: Ast, read: impl FnOnce(Z3_context, Z3_ast) -> bool) -> bool {
        let context = self.context.context;
        let mut value = ast.0;
        // SAFETY: the model and the term belong to the context; the value's count is raised while it is in use.
        unsafe {
            if !Z3_model_eval(context, self.model, ast.0, true, &mut value) {
                return false;
            }
            Z3_inc_ref(context, value);
            let done = read(context, value);
            Z3_dec_ref(context, value);
            done
        }
    }
}

impl Drop for Z3Model<'_> {
    fn drop(&mut self) {
        // SAFETY: the count was raised when the model was taken.
        unsafe { Z3_model_dec_ref(self.context.context, self.model) };
    }
}
