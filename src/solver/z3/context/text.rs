//! What texts need of Z3 beyond numbers: unknowns by name and fresh ones, and checks under assumptions with their cores.
//! The invariants are those of the module above.

use super::{Ast, Checked, Context, Kind, Z3Model};
use std::ffi::CString;
use z3_sys::*;

/// Functions on strings by name: `name: Z3 function (arguments)`.
macro_rules! string_operators {
    ($($name:ident: $function:ident ($($argument:ident),+)),* $(,)?) => {
        $(pub(in crate::solver::z3) fn $name(&self, $($argument: Ast),+) -> Option<Ast> {
            // SAFETY: the module's invariants: a live context and terms of it.
            self.keep(unsafe { $function(self.context, $($argument.0),+) })
        })*
    };
}

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

    /// The bits of `a` above those of `b`.
    pub(in crate::solver::z3) fn bits_concat(&self, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants: a live context and terms of it.
        self.keep(unsafe { Z3_mk_concat(self.context, a.0, b.0) })
    }

    pub(in crate::solver::z3) fn strings(&self) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_string_sort(self.context) })
    }

    /// A string of the theory of strings.
    pub(in crate::solver::z3) fn string(&self, units: &[u16]) -> Option<Ast> {
        let codes: Vec<u32> = units.iter().map(|&unit| u32::from(unit)).collect();
        let count = u32::try_from(codes.len()).ok()?;
        // SAFETY: the module's invariants; `codes` holds `count` numbers and outlives the call.
        self.keep(unsafe { Z3_mk_u32string(self.context, count, codes.as_ptr()) })
    }

    pub(in crate::solver::z3) fn string_concat(&self, parts: &[Ast]) -> Option<Ast> {
        match parts {
            [] => self.string(&[]),
            [single] => Some(*single),
            _ => self.variadic(parts, Z3_mk_seq_concat),
        }
    }

    /// The part of a string from a position on, of at most this length.
    pub(in crate::solver::z3) fn string_part(&self, string: Ast, from: Ast, length: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_seq_extract(self.context, string.0, from.0, length.0) })
    }

    /// Every occurrence replaced.
    pub(in crate::solver::z3) fn string_replace(&self, string: Ast, sought: Ast, replacement: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_seq_replace_all(self.context, string.0, sought.0, replacement.0) })
    }

    /// The first position from `from` on at which `sought` stands, else -1.
    pub(in crate::solver::z3) fn string_index(&self, string: Ast, sought: Ast, from: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_seq_index(self.context, string.0, sought.0, from.0) })
    }

    /// A check in which these unknown truth values are true. Of them, those that it takes to refute the rest come second;
    /// they are none unless the answer is "unsatisfiable".
    pub(in crate::solver::z3) fn check_assuming(&self, assumptions: &[Ast]) -> (Checked, Vec<Ast>) {
        if !self.has_time() {
            return (Checked::Unknown(String::from("out of time")), Vec::new());
        }
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

    /// As [`Context::check_assuming`], for no more than `limit` units of work.
    pub(in crate::solver::z3) fn check_briefly(&self, assumptions: &[Ast], limit: u64) -> Checked {
        if self.limit_work(limit).is_none() {
            return Checked::Unknown(String::from("no limit could be set"));
        }
        let (checked, _) = self.check_assuming(assumptions);
        match self.limit_work(self.resource_limit) {
            Some(()) => checked,
            None => Checked::Unknown(String::from("no limit could be set")),
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

    string_operators! {
        string_length: Z3_mk_seq_length (string),
        string_at: Z3_mk_seq_at (string, index),
        string_prefix: Z3_mk_seq_prefix (prefix, string),
        string_suffix: Z3_mk_seq_suffix (suffix, string),
        string_contains: Z3_mk_seq_contains (string, sought),
        string_less: Z3_mk_str_lt (a, b),
        string_code: Z3_mk_string_to_code (string),
        code_string: Z3_mk_string_from_code (code),
        number_string: Z3_mk_int_to_str (number),
    }
}

impl Z3Model<'_> {
    /// The codes of the characters of a string of at most `longest`.
    pub(in crate::solver::z3) fn string(&self, ast: Ast, longest: usize) -> Option<Vec<u32>> {
        let mut codes = Vec::new();
        // SAFETY: the value is counted while it is read, and is asked whether it is a string; the buffer has as many places
        // as the string has characters.
        let is_read = self.with_value(ast, |context, value| unsafe {
            if !Z3_is_string(context, value) {
                return false;
            }
            let count = Z3_get_string_length(context, value);
            let is_short = usize::try_from(count).is_ok_and(|count| count <= longest);
            if is_short {
                codes.resize(count as usize, 0);
                Z3_get_string_contents(context, value, count, codes.as_mut_ptr());
            }
            is_short
        });
        is_read.then_some(codes)
    }
}
