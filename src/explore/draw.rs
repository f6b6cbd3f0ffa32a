//! Paths whose inputs are drawn: of every choice one side is taken, at random, and no solver is asked.

use super::driver::Explorer;
use super::path::{Branch, Path, Recorder};
use crate::exec::StopReason;
use crate::heap::{Alternative, Choice, Constraint, DrawnNulls, Giving, Heap, MakingPlan, SymbolId, SymbolOrigin};
use crate::program::{ClassId, Program};
use crate::term::evaluate;

/// One draw in so many is null where that is possible, or an object that is there already.
const NULL_OF: usize = 7;
/// The same of what methods of scripted classes give: most such classes leave out what they are not asked for.
const NULL_OF_SCRIPTS: usize = 3;
/// The same of what objects are made of, in runs that look for states that only a null leaves.
const NULL_WITHIN: usize = 2;
const ALIAS_OF: usize = 9;
/// The same of what has no identity that matters, such as dates.
const EQUAL_OF: usize = 3;

impl<R: Recorder> Explorer<'_, R> {
    /// One way to make a choice; none where what was drawn before excludes it.
    pub(super) fn draw(&mut self, mut path: Path<R>, choice: Choice) -> Vec<Branch<R>> {
        // The terms of a given input are those of any input: which way is its own, its values say.
        let state = &mut path.state;
        if let Some(samples) = state.heap.samples.as_mut().filter(|samples| samples.is_given()) {
            samples.fill(&mut state.path.model);
        }
        let mut drawn = match choice {
            Choice::Condition(condition) => {
                // What the machine decides is as the model says.
                let pool = &mut self.machine.pool;
                let Some(holds) = evaluate(pool, condition, &path.state.path.model) else { return Vec::new() };
                let decided = if holds != 0 { condition } else { pool.not(condition) };
                path.state.path.assume(pool, decided);
                vec![Branch::Open(path)]
            }
            Choice::Bound(bound) => {
                if evaluate(&self.machine.pool, bound, &path.state.path.model) != Some(1) {
                    return vec![Branch::stopped(path, StopReason::ArrayLengthBound)];
                }
                path.state.path.assume_bound(&mut self.machine.pool, bound);
                path.state.path.constraints.push_back(Constraint::Bound(bound));
                vec![Branch::Open(path)]
            }
            Choice::Given(condition) => self.conjoin(path, condition).into_iter().collect(),
            Choice::Asked(object, wanted) => {
                let ways = self.fork_asked(path.clone(), object, wanted);
                let mut ways: Vec<Branch<R>> = ways.into_iter().filter(|way| matches!(way, Branch::Open(_))).collect();
                let at = below(&mut path, ways.len());
                if at < ways.len() { vec![ways.swap_remove(at)] } else { Vec::new() }
            }
            Choice::Symbol(symbol) => self.draw_object(path, symbol).into_iter().collect(),
            Choice::Types(object, mut groups) => {
                stray(&mut path);
                let at = below(&mut path, groups.len());
                let (heap, mut context) = self.machine.heap_context(&mut path.state);
                if at < groups.len() {
                    Heap::restrict_types(heap, &mut context, object, groups.swap_remove(at));
                }
                vec![Branch::Open(path)]
            }
            Choice::Components(object, mut groups) => {
                stray(&mut path);
                let at = below(&mut path, groups.len());
                let (heap, mut context) = self.machine.heap_context(&mut path.state);
                if at < groups.len() {
                    Heap::restrict_components(heap, &mut context, object, groups.swap_remove(at));
                }
                vec![Branch::Open(path)]
            }
        };
        let program = self.machine.program;
        drawn.retain_mut(|branch| match branch {
            Branch::Open(path) => path.state.heap.narrow_element_types(program),
            Branch::Ended(_) => true,
        });
        drawn
    }

    /// An input reference as one of what it can be.
    fn draw_object(&mut self, mut path: Path<R>, symbol: SymbolId) -> Option<Branch<R>> {
        if path.state.heap.samples.as_ref().is_some_and(|samples| samples.is_given()) {
            return Some(self.give_object(path, symbol));
        }
        let info = path.state.heap.symbol(symbol);
        if let Some((SymbolOrigin::Before(_), stand_in)) = info.map(|info| (info.origin, info.declared.as_class())) {
            return stand_in.and_then(|stand_in| self.draw_call_before(path, symbol, stand_in));
        }
        let constants = match self.constants_of(&mut path, symbol) {
            Ok(constants) => constants,
            Err(reason) => return Some(Branch::stopped(path, reason)),
        };
        let mut alternatives = path.state.heap.alternatives(self.machine.program, symbol, constants.as_deref());
        while !alternatives.is_empty() {
            let at = position(self.machine.program, &mut path, symbol, &alternatives);
            let alternative = alternatives.swap_remove(at);
            let made = self.make_alternative(&path, symbol, alternative);
            let mut made: Vec<Branch<R>> =
                made.into_iter().filter(|branch| matches!(branch, Branch::Open(_))).collect();
            if made.is_empty() {
                continue;
            }
            let at = below(&mut path, made.len());
            let chosen = made.swap_remove(at);
            return Some(chosen);
        }
        Some(Branch::stopped(path, StopReason::NoInstance("a drawn input".into())))
    }
}

impl<R: Recorder> Explorer<'_, R> {
    /// A call of a static method of the class under test that changes what is there for all.
    fn draw_call_before(&mut self, mut path: Path<R>, symbol: SymbolId, stand_in: ClassId) -> Option<Branch<R>> {
        let program = self.machine.program;
        let class = program.method(path.state.frames.first()?.method).class;
        let package = path.state.heap.construction.caller()?.package.clone();
        let changing = program.changing_static_methods(class, &package);
        let method = changing.get(below(&mut path, changing.len()))?;
        let plan = MakingPlan::of_call_before(program, *method, stand_in);
        self.machine.begin_building(&mut path.state, symbol, &plan);
        Some(Branch::Open(path))
    }
}

/// Where the input is given: what is chosen next is chosen without it.
fn stray<R>(path: &mut Path<R>) {
    path.state.heap.samples.as_mut().and_then(|samples| samples.giving()).into_iter().for_each(Giving::stray);
}

/// A drawn number below a limit.
fn below<R>(path: &mut Path<R>, limit: usize) -> usize {
    path.state.heap.samples.as_mut().map_or(0, |samples| samples.below(limit))
}

/// Which of some alternatives is drawn: seldom null, and seldom what is there already.
fn position<R>(program: &Program, path: &mut Path<R>, symbol: SymbolId, alternatives: &[Alternative]) -> usize {
    let info = path.state.heap.symbol(symbol);
    let origin = info.map(|info| info.origin);
    let is_users = info.and_then(|info| info.declared.as_class()).is_none_or(|class| program.is_user_class(class));
    let has_scripts = path.state.heap.samples.as_ref().is_some_and(|samples| samples.has_scripts());
    let is_scripted = |made| has_scripts && path.state.heap.construction.is_scripted(program, made);
    let nulls = path.state.heap.samples.as_ref().map_or(DrawnNulls::Seldom, |samples| samples.nulls());
    let null_of = match origin {
        Some(SymbolOrigin::Argument(..)) if nulls == DrawnNulls::Within => NULL_WITHIN,
        Some(SymbolOrigin::Argument(made, _)) if is_scripted(made) => NULL_OF_SCRIPTS,
        // What other inputs are made of is checked by many constructors.
        Some(SymbolOrigin::Argument(..)) => 4 * NULL_OF,
        _ => NULL_OF,
    };
    let null = alternatives.iter().position(|one| matches!(one, Alternative::Null));
    let takes_null = matches!(origin, Some(SymbolOrigin::Parameter(_))) && nulls == DrawnNulls::Passed;
    if let Some(null) = null
        && (takes_null || below(path, null_of) == 0)
    {
        return null;
    }
    let new = alternatives.iter().position(|one| matches!(one, Alternative::New));
    if let Some(new) = new
        && below(path, if is_users { ALIAS_OF } else { EQUAL_OF }) != 0
    {
        return new;
    }
    let others: Vec<usize> =
        (0..alternatives.len()).filter(|at| Some(*at) != null || alternatives.len() == 1).collect();
    others.get(below(path, others.len())).copied().unwrap_or(0)
}
