//! Runs of a method on drawn inputs: what exploring does not get to, because it is behind more work than it may spend, some
//! plain call often does.

use super::propose::{Explored, Plan, propose_drawn};
use super::trail::{Shared, Trail};
use crate::classfile::{Instruction, LoadableConstant};
use crate::exec::Limits;
use crate::explore::{Budget, Inline, Path, PathEnd};
use crate::heap::{Experience, Reference, Samples, SymbolId, Value, Vocabulary};
use crate::program::{ClassId, MethodId, Program};
use crate::replay::text_hash;
use crate::run;
use crate::session::check::Start;
use crate::session::check::assume::OfMethod;
use crate::session::check::finding::Subject;
use crate::session::check::round::{Bounds, Context, begin, state_at_start};
use crate::session::check::watch::Watches;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Runs of one method, and how many in a row may cover nothing new.
const MOST_RUNS: u64 = 3_000;
const MOST_IDLE_RUNS: u64 = 400;
/// Runs between which what was built is forgotten: terms are never given back.
const RUNS_AT_ONCE: u64 = 100;
/// Instructions of one run.
const RUN_STEPS: u64 = 200_000;
/// Instructions of all runs of a method, where no clock ends them.
const INSTRUCTIONS: u64 = 4_000_000;
/// The most elements of drawn collections and arrays.
const COLLECTION_SIZE: u32 = 3;
const ARRAY_LENGTH: i32 = 64;
/// The longest text of the code that is drawn.
const LONGEST_TEXT: usize = 40;

/// How far drawing has got for a method.
#[derive(Default)]
pub(super) struct Drawing {
    runs: u64,
    idle_runs: u64,
    instructions: u64,
    experience: Experience,
}

impl Drawing {
    /// Whether no more inputs are drawn.
    pub(super) fn is_done(&self) -> bool {
        self.runs >= MOST_RUNS || self.idle_runs >= MOST_IDLE_RUNS || self.instructions >= INSTRUCTIONS
    }

    /// Runs the method until it is done or time is over, and proposes the runs that cover what no proposal does.
    pub(super) fn run(
        &mut self,
        context: Context<'_>,
        subject: &Subject<'_>,
        plan: &Plan<'_>,
        explored: &mut Explored,
    ) {
        let vocabulary = Rc::new(vocabulary(context, subject.method));
        let experience = Rc::new(RefCell::new(std::mem::take(&mut self.experience)));
        let is_over = || run::is_over(plan.deadline);
        while !self.is_done() && !is_over() {
            self.run_some(context, subject, plan, explored, (&vocabulary, &experience));
        }
        self.experience = experience.take();
    }

    fn run_some<'p>(
        &mut self,
        context: Context<'p>,
        subject: &Subject<'_>,
        plan: &Plan<'_>,
        explored: &mut Explored,
        (vocabulary, experience): (&Rc<Vocabulary>, &Rc<RefCell<Experience>>),
    ) {
        let method = subject.method;
        let limits = Limits {
            loop_bound: u32::MAX,
            depth: u32::MAX,
            array_length: ARRAY_LENGTH,
            recursion: u32::MAX,
            path_steps: RUN_STEPS,
        };
        let start = Start::of(context.job);
        let budget = Budget::until(plan.deadline);
        let bounds = Bounds { start, limits, collection_size: COLLECTION_SIZE, budget, prepared: None };
        let assumed = OfMethod::default();
        let arithmetic = context.job.job.arithmetic;
        let (mut explorer, _) = begin::<Trail<'p>>(context.program, arithmetic, method, &assumed, bounds);
        explorer.shared = Shared { watched: plan.watched.clone(), ..Shared::default() };
        let seen = Trail::seen(&mut explorer.shared);
        seen.program = Some(context.program);
        seen.reach(method, 0);
        let mut calls = Inline { calls: context.calls, recursion: u32::MAX, only_decided: true };
        for _ in 0..RUNS_AT_ONCE {
            if self.is_done() || run::is_over(plan.deadline) {
                break;
            }
            self.runs += 1;
            explorer.machine.samples =
                Some(Samples::new(vocabulary.clone(), experience.clone(), seed(context.program, method, self.runs)));
            let mut state = state_at_start(&mut explorer.machine, method, &assumed, start, COLLECTION_SIZE);
            state.heap.construction.set_before_run(true);
            let parameters: Vec<Value> = (0..state.heap.symbol_count() as u32)
                .map(|id| Value::Reference(Reference::Symbol(SymbolId(id))))
                .collect();
            state.decide_first(parameters.into_iter());
            let path = Path { state: Box::new(state), record: Trail::default() };
            let mut is_news = false;
            let before = explorer.costs.instructions;
            explorer.explore(path, &mut calls, &mut |explorer, end: PathEnd<Trail<'p>>| {
                is_news |= propose_drawn(context, subject, plan, explorer, &end, explored);
            });
            self.instructions += explorer.costs.instructions - before;
            self.idle_runs = if is_news { 0 } else { self.idle_runs + 1 };
        }
    }
}

/// What a run draws from: different for each run of each method, and always the same.
fn seed(program: &Program, method: MethodId, run: u64) -> u64 {
    let hash = text_hash(&program.method_label(method));
    hash.wrapping_add(run.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17))
}

/// What the code of a method's class mentions, and of the classes that it calls.
fn vocabulary(context: Context<'_>, method: MethodId) -> Vocabulary {
    let program = context.program;
    let own = program.method(method).class;
    let mut classes: Vec<ClassId> = vec![own];
    for own in &program.class(own).methods {
        for callee in context.calls.callees(*own) {
            let class = program.method(*callee).class;
            if program.is_user_class(class) && !classes.contains(&class) {
                classes.push(class);
            }
        }
    }
    if let Some((_, others)) = classes.split_first_mut() {
        others.sort_by(|left, right| program.class_name(*left).cmp(program.class_name(*right)));
    }
    let mut found = Vocabulary::default();
    for class in classes {
        for method in &program.class(class).methods {
            for decoded in program.code(*method).into_iter().flat_map(|code| &code.instructions) {
                note(&decoded.instruction, &mut found);
            }
        }
    }
    found
}

fn note(instruction: &Instruction, found: &mut Vocabulary) {
    let mut number = |value: i64| {
        if !found.numbers.contains(&value) {
            found.numbers.push(value);
        }
        if let Ok(unit) = u16::try_from(value)
            && (9..127).contains(&unit)
            && !found.units.contains(&unit)
        {
            found.units.push(unit);
        }
    };
    match instruction {
        Instruction::IntConstant(value) => number(i64::from(*value)),
        Instruction::LongConstant(value) => number(*value),
        Instruction::Switch(switch) => switch.cases.iter().for_each(|(key, _)| number(i64::from(*key))),
        Instruction::Constant(LoadableConstant::String(text)) if text.0.len() <= LONGEST_TEXT => {
            let text: Arc<[u16]> = text.0.clone();
            if !found.texts.contains(&text) {
                found.texts.push(text);
            }
        }
        _ => {}
    }
}
