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
mod model;
mod quantifier;
mod terms;
mod text;

use crate::run::{self, Interruptible};
pub(super) use model::Z3Model;
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
