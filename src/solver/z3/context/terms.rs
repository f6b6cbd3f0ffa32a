//! Sorts and terms of truth, bit-vectors, integers and arrays. The invariants are those of the module above.

use super::{Ast, Context, Kind};
use std::ffi::CString;
use z3_sys::*;

/// Functions of one and two terms by name: `name: Z3 function`.
macro_rules! operators {
    (unary { $($unary:ident: $unary_function:ident),* $(,)? } binary { $($binary:ident: $binary_function:ident),* $(,)? }) => {
        $(pub(in crate::solver::z3) fn $unary(&self, a: Ast) -> Option<Ast> {
            // SAFETY: the module's invariants: a live context and a term of it.
            self.keep(unsafe { $unary_function(self.context, a.0) })
        })*
        $(pub(in crate::solver::z3) fn $binary(&self, a: Ast, b: Ast) -> Option<Ast> {
            // SAFETY: the module's invariants: a live context and terms of it.
            self.keep(unsafe { $binary_function(self.context, a.0, b.0) })
        })*
    };
}

impl Context {
    pub(in crate::solver::z3) fn bit_vectors(&self, width: u32) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_bv_sort(self.context, width) })
    }

    pub(in crate::solver::z3) fn integers(&self) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_int_sort(self.context) })
    }

    pub(in crate::solver::z3) fn arrays(&self, index: Kind, element: Kind) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_array_sort(self.context, index.0, element.0) })
    }

    /// The constant of a number in a program: an unknown of a sort.
    pub(in crate::solver::z3) fn unknown(&self, number: u32, kind: Kind) -> Option<Ast> {
        let name = CString::new(format!("i{number}")).ok()?;
        // SAFETY: the module's invariants; `name` outlives its use.
        unsafe {
            let symbol = Z3_mk_string_symbol(self.context, name.as_ptr())?;
            self.keep(Z3_mk_const(self.context, symbol, kind.0))
        }
    }

    pub(in crate::solver::z3) fn number(&self, value: i64, kind: Kind) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_int64(self.context, value, kind.0) })
    }

    /// A number by its decimal digits.
    pub(in crate::solver::z3) fn big_number(&self, digits: &str, kind: Kind) -> Option<Ast> {
        let digits = CString::new(digits).ok()?;
        // SAFETY: the module's invariants; `digits` outlives its use.
        self.keep(unsafe { Z3_mk_numeral(self.context, digits.as_ptr(), kind.0) })
    }

    pub(in crate::solver::z3) fn truth(&self, value: bool) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { if value { Z3_mk_true(self.context) } else { Z3_mk_false(self.context) } })
    }

    pub(in crate::solver::z3) fn choice(&self, condition: Ast, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_ite(self.context, condition.0, a.0, b.0) })
    }

    pub(in crate::solver::z3) fn all(&self, parts: &[Ast]) -> Option<Ast> {
        match parts {
            [] => self.truth(true),
            [single] => Some(*single),
            _ => self.variadic(parts, Z3_mk_and),
        }
    }

    pub(in crate::solver::z3) fn integer_sum(&self, parts: &[Ast]) -> Option<Ast> {
        self.variadic(parts, Z3_mk_add)
    }

    pub(in crate::solver::z3) fn integer_product(&self, a: Ast, b: Ast) -> Option<Ast> {
        self.variadic(&[a, b], Z3_mk_mul)
    }

    pub(super) fn variadic(
        &self,
        parts: &[Ast],
        function: unsafe extern "C" fn(Z3_context, u32, *const Z3_ast) -> Option<Z3_ast>,
    ) -> Option<Ast> {
        let raw: Vec<Z3_ast> = parts.iter().map(|part| part.0).collect();
        let count = u32::try_from(raw.len()).ok()?;
        // SAFETY: the module's invariants; `raw` holds `count` terms and outlives the call.
        self.keep(unsafe { function(self.context, count, raw.as_ptr()) })
    }

    operators! {
        unary {
            not: Z3_mk_not,
            bits_negate: Z3_mk_bvneg,
            integer_negate: Z3_mk_unary_minus,
            float_negate: Z3_mk_fpa_neg,
            float_absolute: Z3_mk_fpa_abs,
            float_is_nan: Z3_mk_fpa_is_nan,
            float_is_negative: Z3_mk_fpa_is_negative,
            float_to_bits: Z3_mk_fpa_to_ieee_bv,
        }
        binary {
            equal: Z3_mk_eq,
            select: Z3_mk_select,
            bits_add: Z3_mk_bvadd,
            bits_multiply: Z3_mk_bvmul,
            bits_divide: Z3_mk_bvsdiv,
            bits_remainder: Z3_mk_bvsrem,
            bits_shift_left: Z3_mk_bvshl,
            bits_shift_right: Z3_mk_bvashr,
            bits_unsigned_shift_right: Z3_mk_bvlshr,
            bits_and: Z3_mk_bvand,
            bits_or: Z3_mk_bvor,
            bits_xor: Z3_mk_bvxor,
            bits_less: Z3_mk_bvslt,
            integer_less: Z3_mk_lt,
            integer_divide: Z3_mk_div,
            integer_modulo: Z3_mk_mod,
            float_equal: Z3_mk_fpa_eq,
            float_less: Z3_mk_fpa_lt,
            float_at_most: Z3_mk_fpa_leq,
        }
    }

    pub(in crate::solver::z3) fn extract(&self, high: u32, low: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_extract(self.context, high, low, a.0) })
    }

    pub(in crate::solver::z3) fn sign_extend(&self, by: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_sign_ext(self.context, by, a.0) })
    }

    pub(in crate::solver::z3) fn zero_extend(&self, by: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_zero_ext(self.context, by, a.0) })
    }

    pub(in crate::solver::z3) fn integer_to_bits(&self, width: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_int2bv(self.context, width, a.0) })
    }

    /// The signed number of a bit-vector.
    pub(in crate::solver::z3) fn bits_to_integer(&self, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_bv2int(self.context, a.0, true) })
    }
}
