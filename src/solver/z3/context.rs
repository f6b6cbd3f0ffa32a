//! A small safe face of Z3's C interface: one context, its terms, one incremental solver.
//!
//! The interface of crate `z3` keeps its context in a thread-local variable, which every `PathSolver` having its own
//! context rules out. So the C functions are called here, and nowhere else.
//!
//! What every `unsafe` block below relies on:
//! * `Context` owns its `Z3_context`, made by `Z3_mk_context_rc`, from creation to drop; it cannot be sent to another
//!   thread, since raw pointers are neither `Send` nor `Sync`.
//! * An `Ast` or `Kind` is only made by methods of a `Context` and only handed back to it: they do not leave
//!   `solver/z3/`, where each solver has a single context and drops them together with it.
//! * Each of them has had its reference count raised when it was made; the counts are lowered when the context goes, and not
//!   before.
//! * Z3 keeps what it made last until the next call has ended, so a rounding mode or a function that is handed to the very
//!   next call needs no count.
//! * With no error handler set, a call that fails returns null, which the bindings give as `None`.

mod floats;
mod quantifier;
mod text;

use crate::run::{self, Interruptible};
use std::cell::RefCell;
use std::ffi::{CStr, CString};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use z3_sys::*;

/// A Z3 term of one [`Context`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Ast(Z3_ast);

/// A Z3 sort of one [`Context`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind(Z3_sort);

/// What a check said.
#[derive(Clone, Debug)]
pub(super) enum Checked {
    Satisfiable,
    Unsatisfiable,
    Unknown(String),
}

/// A Z3 context with one solver.
#[derive(Debug)]
pub(super) struct Context {
    context: Z3_context,
    solver: Z3_solver,
    logic: Option<String>,
    resource_limit: u64,
    /// Whether solvers leave out what their limit of work does not end: Gröbner bases.
    ends_by_work: bool,
    /// When checks have to end, whatever work they may do.
    deadline: Option<Instant>,
    /// What has had its count raised. Lowering the counts before the context goes is no matter of correctness: measured, a
    /// context that still holds terms takes ten times as long to delete as one to make.
    kept: RefCell<Vec<Z3_ast>>,
    interruptible: Arc<SharedContext>,
}

/// A context as other threads see it: what they may do is interrupt it, as long as it is there.
#[derive(Debug)]
struct SharedContext(Mutex<Option<Z3_context>>);

// SAFETY: `Z3_interrupt` may be called from any thread, and is the only thing that is done with the pointer; the lock is held
// meanwhile, and `Context` takes the pointer out under the lock before the context goes.
unsafe impl Send for SharedContext {}
// SAFETY: as for `Send`.
unsafe impl Sync for SharedContext {}

impl Interruptible for SharedContext {
    fn interrupt(&self) {
        if let Some(context) = *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // SAFETY: the context is alive while it stands here.
            unsafe { Z3_interrupt(context) };
        }
    }
}

/// A model of the last satisfiable check.
#[derive(Debug)]
pub(super) struct Z3Model<'a> {
    context: &'a Context,
    model: Z3_model,
}

/// Functions of one and two terms by name: `name: Z3 function`.
macro_rules! operators {
    (unary { $($unary:ident: $unary_function:ident),* $(,)? } binary { $($binary:ident: $binary_function:ident),* $(,)? }) => {
        $(pub(super) fn $unary(&self, a: Ast) -> Option<Ast> {
            // SAFETY: the module's invariants: a live context and a term of it.
            self.keep(unsafe { $unary_function(self.context, a.0) })
        })*
        $(pub(super) fn $binary(&self, a: Ast, b: Ast) -> Option<Ast> {
            // SAFETY: the module's invariants: a live context and terms of it.
            self.keep(unsafe { $binary_function(self.context, a.0, b.0) })
        })*
    };
}

impl Context {
    /// A new context and solver that may spend `resource_limit` units of Z3's work per check (0: no limit).
    /// `logic` names the SMT-LIB logic that all terms will be of.
    pub(super) fn new(resource_limit: u64, logic: Option<&str>) -> Option<Context> {
        // SAFETY: a fresh configuration is used for one context and deleted; the results are checked for null. The
        // solver is kept alive by its raised count until `drop`.
        unsafe {
            let configuration = Z3_mk_config()?;
            let context = Z3_mk_context_rc(configuration);
            Z3_del_config(configuration);
            let context = context?;
            Z3_set_error_handler(context, None);
            let Some(solver) = make_solver(context, logic) else {
                Z3_del_context(context);
                return None;
            };
            Z3_solver_inc_ref(context, solver);
            let interruptible = Arc::new(SharedContext(Mutex::new(Some(context))));
            run::interrupts(&interruptible);
            let made = Context {
                context,
                solver,
                logic: logic.map(str::to_owned),
                resource_limit,
                ends_by_work: false,
                deadline: None,
                kept: RefCell::default(),
                interruptible,
            };
            made.set_up()?;
            Some(made)
        }
    }

    /// Puts a new solver, in which nothing is asserted, in the place of the present one.
    pub(super) fn renew_solver(&mut self) -> Option<()> {
        // SAFETY: the context is alive; the new solver is kept alive by its raised count until `drop` or the next renewal,
        // and the old one is not used after its count is lowered.
        unsafe {
            let solver = make_solver(self.context, self.logic.as_deref())?;
            Z3_solver_inc_ref(self.context, solver);
            Z3_solver_dec_ref(self.context, self.solver);
            self.solver = solver;
        }
        self.set_up()
    }

    /// A new solver leaves signals to the program, and spends no more than it may.
    fn set_up(&self) -> Option<()> {
        // SAFETY: as in `set_parameters`, which has the parameters alive meanwhile.
        self.set_parameters(c"ctrl_c", |parameters, symbol| unsafe {
            Z3_params_set_bool(self.context, parameters, symbol, false);
        })?;
        if self.logic.is_none() {
            // Measured: of the questions on integers, cuts by Hermite's normal form take half of the time and settle none. What they
            // take is not counted as work.
            // SAFETY: as above.
            self.set_parameters(c"arith.enable_hnf", |parameters, symbol| unsafe {
                Z3_params_set_bool(self.context, parameters, symbol, false);
            })?;
        }
        if self.ends_by_work {
            // SAFETY: as above.
            self.set_parameters(c"arith.nl.grobner", |parameters, symbol| unsafe {
                Z3_params_set_bool(self.context, parameters, symbol, false);
            })?;
        }
        if self.resource_limit == 0 {
            return Some(());
        }
        self.limit_work(self.resource_limit)
    }

    /// Each check may spend this much (0: no limit).
    fn limit_work(&self, limit: u64) -> Option<()> {
        self.set_parameter(c"rlimit", u32::try_from(limit).unwrap_or(u32::MAX))
    }

    /// Whether solvers that are made from now on leave out what their limit of work does not end.
    pub(super) fn end_by_work(&mut self, ends: bool) {
        self.ends_by_work = ends;
    }

    /// What a solver that is made from now on may spend per check (0: no limit).
    pub(super) fn set_resource_limit(&mut self, limit: u64) {
        self.resource_limit = limit;
    }

    /// Checks end at this time, with an unknown answer.
    pub(super) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Whether time is left for a check, which is told how much.
    pub(in crate::solver::z3) fn has_time(&self) -> bool {
        let Some(deadline) = self.deadline else { return true };
        let left = deadline.saturating_duration_since(Instant::now()).as_millis();
        left > 0 && self.set_parameter(c"timeout", u32::try_from(left).unwrap_or(u32::MAX)).is_some()
    }

    fn set_parameter(&self, name: &CStr, value: u32) -> Option<()> {
        // SAFETY: as in `set_parameters`, which has the parameters alive meanwhile.
        self.set_parameters(name, |parameters, symbol| unsafe {
            Z3_params_set_uint(self.context, parameters, symbol, value);
        })
    }

    fn set_parameters(&self, name: &CStr, set: impl FnOnce(Z3_params, Z3_symbol)) -> Option<()> {
        // SAFETY: the parameters are alive between raising and lowering their count; `name` outlives its use.
        unsafe {
            let parameters = Z3_mk_params(self.context)?;
            Z3_params_inc_ref(self.context, parameters);
            let symbol = Z3_mk_string_symbol(self.context, name.as_ptr());
            if let Some(symbol) = symbol {
                set(parameters, symbol);
                Z3_solver_set_params(self.context, self.solver, parameters);
            }
            Z3_params_dec_ref(self.context, parameters);
            symbol.map(|_| ())
        }
    }

    fn keep(&self, ast: Option<Z3_ast>) -> Option<Ast> {
        let ast = ast?;
        self.raise(ast);
        Some(Ast(ast))
    }

    fn keep_sort(&self, sort: Option<Z3_sort>) -> Option<Kind> {
        let sort = sort?;
        // SAFETY: the sort was just made by this context; a sort is a term to the reference counts.
        self.raise(unsafe { Z3_sort_to_ast(self.context, sort) }?);
        Some(Kind(sort))
    }

    /// Raises the count of what the context has just made.
    fn raise(&self, ast: Z3_ast) {
        run::checkpoint();
        // SAFETY: the callers have it from this context, by the call before this one.
        unsafe { Z3_inc_ref(self.context, ast) };
        self.kept.borrow_mut().push(ast);
    }

    pub(super) fn bit_vectors(&self, width: u32) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_bv_sort(self.context, width) })
    }

    pub(super) fn integers(&self) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_int_sort(self.context) })
    }

    pub(super) fn arrays(&self, index: Kind, element: Kind) -> Option<Kind> {
        // SAFETY: the module's invariants.
        self.keep_sort(unsafe { Z3_mk_array_sort(self.context, index.0, element.0) })
    }

    /// The constant of a number in a program: an unknown of a sort.
    pub(super) fn unknown(&self, number: u32, kind: Kind) -> Option<Ast> {
        let name = CString::new(format!("i{number}")).ok()?;
        // SAFETY: the module's invariants; `name` outlives its use.
        unsafe {
            let symbol = Z3_mk_string_symbol(self.context, name.as_ptr())?;
            self.keep(Z3_mk_const(self.context, symbol, kind.0))
        }
    }

    pub(super) fn number(&self, value: i64, kind: Kind) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_int64(self.context, value, kind.0) })
    }

    /// A number by its decimal digits.
    pub(super) fn big_number(&self, digits: &str, kind: Kind) -> Option<Ast> {
        let digits = CString::new(digits).ok()?;
        // SAFETY: the module's invariants; `digits` outlives its use.
        self.keep(unsafe { Z3_mk_numeral(self.context, digits.as_ptr(), kind.0) })
    }

    pub(super) fn truth(&self, value: bool) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { if value { Z3_mk_true(self.context) } else { Z3_mk_false(self.context) } })
    }

    pub(super) fn choice(&self, condition: Ast, a: Ast, b: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_ite(self.context, condition.0, a.0, b.0) })
    }

    pub(super) fn all(&self, parts: &[Ast]) -> Option<Ast> {
        match parts {
            [] => self.truth(true),
            [single] => Some(*single),
            _ => self.variadic(parts, Z3_mk_and),
        }
    }

    pub(super) fn integer_sum(&self, parts: &[Ast]) -> Option<Ast> {
        self.variadic(parts, Z3_mk_add)
    }

    pub(super) fn integer_product(&self, a: Ast, b: Ast) -> Option<Ast> {
        self.variadic(&[a, b], Z3_mk_mul)
    }

    fn variadic(
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

    pub(super) fn extract(&self, high: u32, low: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_extract(self.context, high, low, a.0) })
    }

    pub(super) fn sign_extend(&self, by: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_sign_ext(self.context, by, a.0) })
    }

    pub(super) fn zero_extend(&self, by: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_zero_ext(self.context, by, a.0) })
    }

    pub(super) fn integer_to_bits(&self, width: u32, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_int2bv(self.context, width, a.0) })
    }

    /// The signed number of a bit-vector.
    pub(super) fn bits_to_integer(&self, a: Ast) -> Option<Ast> {
        // SAFETY: the module's invariants.
        self.keep(unsafe { Z3_mk_bv2int(self.context, a.0, true) })
    }

    pub(super) fn push(&self) {
        // SAFETY: the solver lives as long as the context.
        unsafe { Z3_solver_push(self.context, self.solver) };
    }

    pub(super) fn pop(&self, levels: u32) {
        // SAFETY: the solver lives as long as the context; the caller pops no more levels than it pushed.
        unsafe { Z3_solver_pop(self.context, self.solver, levels) };
    }

    pub(super) fn assert(&self, a: Ast) {
        // SAFETY: the module's invariants.
        unsafe { Z3_solver_assert(self.context, self.solver, a.0) };
    }

    pub(super) fn check(&self) -> Checked {
        if !self.has_time() {
            return Checked::Unknown(String::from("out of time"));
        }
        // SAFETY: the solver lives as long as the context.
        match unsafe { Z3_solver_check(self.context, self.solver) } {
            Z3_L_TRUE => Checked::Satisfiable,
            Z3_L_FALSE => Checked::Unsatisfiable,
            _ => Checked::Unknown(self.reason_unknown()),
        }
    }

    /// Units of work that the context has spent so far, as `rlimit` counts them.
    pub(super) fn resources(&self) -> u64 {
        // SAFETY: the statistics are alive between raising and lowering their count; positions are below their size, and
        // a key's text is compared before the next call.
        unsafe {
            let Some(statistics) = Z3_solver_get_statistics(self.context, self.solver) else { return 0 };
            Z3_stats_inc_ref(self.context, statistics);
            let mut found = 0;
            for position in 0..Z3_stats_size(self.context, statistics) {
                let key = Z3_stats_get_key(self.context, statistics, position);
                if !key.is_null()
                    && CStr::from_ptr(key) == c"rlimit count"
                    && Z3_stats_is_uint(self.context, statistics, position)
                {
                    found = u64::from(Z3_stats_get_uint_value(self.context, statistics, position));
                }
            }
            Z3_stats_dec_ref(self.context, statistics);
            found
        }
    }

    fn reason_unknown(&self) -> String {
        // SAFETY: the returned text belongs to the context and is copied before the next call.
        unsafe {
            let text = Z3_solver_get_reason_unknown(self.context, self.solver);
            if text.is_null() {
                return String::from("no reason given");
            }
            let text = CStr::from_ptr(text).to_string_lossy();
            // Z3 says so of a check that its resource limit ended.
            if text.contains("canceled") || text.contains("resource limit") {
                String::from("resource limit reached")
            } else {
                text.into_owned()
            }
        }
    }

    pub(super) fn model(&self) -> Option<Z3Model<'_>> {
        // SAFETY: the solver lives as long as the context; the model's count is raised here and lowered when dropped.
        unsafe {
            let model = Z3_solver_get_model(self.context, self.solver)?;
            Z3_model_inc_ref(self.context, model);
            Some(Z3Model { context: self, model })
        }
    }
}

/// The solver that path conditions are checked with: for a logic, or Z3's general incremental one.
///
/// # Safety
/// `context` must be a live context.
unsafe fn make_solver(context: Z3_context, logic: Option<&str>) -> Option<Z3_solver> {
    match logic {
        // SAFETY: as the caller promises; `name` outlives its use.
        Some(logic) => unsafe {
            let name = CString::new(logic).ok()?;
            let symbol = Z3_mk_string_symbol(context, name.as_ptr())?;
            Z3_mk_solver_for_logic(context, symbol)
        },
        // SAFETY: as the caller promises.
        None => unsafe { Z3_mk_simple_solver(context) },
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        self.interruptible.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        // SAFETY: nothing made by the context is used after it; each count is lowered once for the once that it was raised.
        unsafe {
            Z3_solver_dec_ref(self.context, self.solver);
            for ast in self.kept.get_mut().drain(..).rev() {
                Z3_dec_ref(self.context, ast);
            }
            Z3_del_context(self.context);
        }
    }
}

impl Z3Model<'_> {
    /// The value of a term that is a number, completed where the model leaves it open. `None`: not within 64 bits.
    pub(super) fn integer(&self, ast: Ast) -> Option<i64> {
        let mut value = 0i64;
        // SAFETY: the value is counted while it is read; `value` outlives the call.
        self.with_value(ast, |context, number| unsafe { Z3_get_numeral_int64(context, number, &mut value) })
            .then_some(value)
    }

    /// The bits of a bit-vector term, completed where the model leaves it open.
    pub(super) fn bits(&self, ast: Ast) -> Option<u64> {
        let mut value = 0u64;
        // SAFETY: the value is counted while it is read; `value` outlives the call.
        self.with_value(ast, |context, number| unsafe { Z3_get_numeral_uint64(context, number, &mut value) })
            .then_some(value)
    }

    fn with_value(&self, ast: Ast, read: impl FnOnce(Z3_context, Z3_ast) -> bool) -> bool {
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
