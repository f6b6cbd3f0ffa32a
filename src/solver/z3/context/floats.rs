//! Terms of floating-point numbers. The invariants are those of the module above.

use super::{Ast, Context, Kind};
use std::ffi::CString;
use z3_sys::*;

impl Context {
    pub(in crate::solver::z3) fn singles(&self) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_fpa_sort_32(self.context) })
    }

    pub(in crate::solver::z3) fn doubles(&self) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_fpa_sort_64(self.context) })
    }

    /// The floating-point number that a bit-vector of its width stands for.
    pub(in crate::solver::z3) fn float_of_bits(&self, a: Ast, kind: Kind) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_to_fp_bv(self.context, a.0, kind.0) })
    }

    /// The nearest floating-point number of another sort.
    pub(in crate::solver::z3) fn float_of_float(&self, a: Ast, kind: Kind) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_to_fp_float(self.context, Z3_mk_fpa_rne(self.context)?, a.0, kind.0) })
    }

    /// The floating-point number nearest to a signed bit-vector.
    pub(in crate::solver::z3) fn float_of_signed(&self, a: Ast, kind: Kind) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_to_fp_signed(self.context, Z3_mk_fpa_rne(self.context)?, a.0, kind.0) })
    }

    /// The number towards zero as a signed bit-vector; unspecified where it does not fit.
    pub(in crate::solver::z3) fn float_to_signed(&self, a: Ast, width: u32) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_to_sbv(self.context, Z3_mk_fpa_rtz(self.context)?, a.0, width) })
    }

    pub(in crate::solver::z3) fn float_square_root(&self, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_sqrt(self.context, Z3_mk_fpa_rne(self.context)?, a.0) })
    }

    pub(in crate::solver::z3) fn float_floor(&self, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_round_to_integral(self.context, Z3_mk_fpa_rtn(self.context)?, a.0) })
    }

    pub(in crate::solver::z3) fn float_ceiling(&self, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_round_to_integral(self.context, Z3_mk_fpa_rtp(self.context)?, a.0) })
    }

    pub(in crate::solver::z3) fn float_round_to_even(&self, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_round_to_integral(self.context, Z3_mk_fpa_rne(self.context)?, a.0) })
    }

    pub(in crate::solver::z3) fn float_add(&self, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_add(self.context, Z3_mk_fpa_rne(self.context)?, a.0, b.0) })
    }

    pub(in crate::solver::z3) fn float_subtract(&self, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_sub(self.context, Z3_mk_fpa_rne(self.context)?, a.0, b.0) })
    }

    pub(in crate::solver::z3) fn float_multiply(&self, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_mul(self.context, Z3_mk_fpa_rne(self.context)?, a.0, b.0) })
    }

    pub(in crate::solver::z3) fn float_divide(&self, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_fpa_div(self.context, Z3_mk_fpa_rne(self.context)?, a.0, b.0) })
    }

    /// An unknown that belongs to two terms: the same two give the same one.
    pub(in crate::solver::z3) fn float_remainder_name(&self, a: Ast, b: Ast, kind: Kind) -> Option<Ast> {
        let name = CString::new("remainder").ok()?;
        // SAFETY: the module's invariants; `name`, `domain` and `arguments` outlive their use.
        unsafe {
            let symbol = Z3_mk_string_symbol(self.context, name.as_ptr())?;
            let (domain, arguments) = ([kind.0, kind.0], [a.0, b.0]);
            let function = Z3_mk_func_decl(self.context, symbol, 2, domain.as_ptr(), kind.0)?;
            self.keep(Z3_mk_app(self.context, function, 2, arguments.as_ptr()))
        }
    }
}
