//! Summaries of loops: what a loop changes, its backbones, and the state after some number of iterations of each (section 3.1).

mod backbones;
mod changes;
mod location;

use super::held::AllHeld;
use super::obstacle::Unsummarised;
use super::renewed::Renewed;
use super::trouble::NotSummarised;
use super::walk::{Record, Scope, Walker};
use crate::classfile::{Code, Instruction};
use crate::explore::{Branch, Noticing, Path};
use crate::formula::Formula;
use crate::graph::Loops;
use crate::heap::{ObjectId, Value};
use crate::term::{ContentsValue, Domain, InputId, Model, Node, Sort, TermId, TermPool, evaluate};
use changes::Changes;
pub(super) use location::Location;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Rounds until it is known what a loop changes.
const MOST_ROUNDS: usize = 12;
/// Paths through a loop's body that are told apart by what they change, and all of them.
const MOST_BACKBONES: usize = 16;
const MOST_MEMBERS: usize = 64;

/// A location that a loop changes.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    pub(super) location: Location,
    /// Its value when the loop begins.
    pub(super) entry: TermId,
    /// What stands for its value when an iteration begins.
    pub(super) input: InputId,
    pub(super) variable: TermId,
    pub(super) domain: Domain,
}

/// A path through the body of a loop.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// What decides that an iteration takes it.
    pub(super) conditions: Vec<TermId>,
    /// What loops within it say of their counters.
    pub(super) formulas: Vec<Rc<Formula>>,
    /// Inputs that each iteration has its own of.
    pub(super) locals: Vec<(InputId, Domain)>,
    /// The values after it, in the order of what is changed.
    pub(super) effects: Vec<TermId>,
    /// A model of the conditions.
    pub(super) model: Model,
}

/// Paths that change the same in the same way: one counter counts them.
#[derive(Clone, Debug)]
pub(super) struct Backbone {
    pub(super) members: Vec<Member>,
}

/// What is known of a loop.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    pub(super) changed: Vec<Changed>,
    pub(super) backbones: Vec<Backbone>,
    /// For each backbone, what stands for the number of its iterations.
    pub(super) counters: Vec<(InputId, TermId)>,
    /// The iterated symbolic state: a term over the counters and the values at the begin, where one is known.
    pub(super) iterated: Vec<Option<TermId>>,
    /// What holds at the head always, over the values there and the counters.
    pub(super) invariants: Vec<TermId>,
    /// What holds when the loop begins.
    pub(super) context: Vec<TermId>,
    /// The inputs that have one value throughout.
    pub(super) scope: Rc<Scope>,
    /// The local variables that are read after the head.
    pub(super) live: Vec<bool>,
    /// What else the loop changes: it may hold anything.
    pub(super) renewed: Vec<Renewed>,
    /// What was ever put into collections that are renewed.
    pub(super) held: AllHeld,
    /// The iterators that know of all changes of what is renewed, whenever an iteration begins.
    pub(super) in_step: Vec<Noticing>,
    /// Whether an iteration writes to objects that were not met before the loop.
    pub(super) writes_elsewhere: bool,
    /// Where.
    pub(super) method: crate::program::MethodId,
    pub(super) head: u32,
}

impl Walker<'_, '_> {
    /// The summary of a loop that a path has come to, or why there is none.
    pub(super) fn summarise(&mut self, path: &Path<Record>, depth: usize, head: u32) -> Result<Summary, NotSummarised> {
        let Some(frame) = path.state.frame() else { return Err(Unsummarised::NoCode.into()) };
        if !frame.stack.is_empty() || !frame.answers.is_empty() || !path.state.building.is_empty() {
            return Err(Unsummarised::Operands.into());
        }
        let method = frame.method;
        let Some(code) = self.code(method) else { return Err(Unsummarised::NoCode.into()) };
        let loops: Rc<Loops> = self.explorer.machine.loops(method);
        let live = self.liveness(method);
        let mut locations: Vec<Location> = assigned(code, |position| loops.contains(head, position))
            .into_iter()
            .filter(|slot| live.is_live(head, *slot))
            .filter(|slot| frame.locals.get(*slot).is_some_and(|value| value.number().is_some()))
            .map(Location::Local)
            .collect();
        let live: Vec<bool> = (0..frame.locals.len()).map(|slot| live.is_live(head, slot)).collect();
        let mut renewed: Vec<Renewed> = Vec::new();
        let mut held = AllHeld::new();
        for _ in 0..MOST_ROUNDS {
            let Some((mut start, changed)) = self.havoc(path, &locations, &live) else {
                return Err(Unsummarised::NoNumber.into());
            };
            for place in &renewed {
                self.renew(&mut start, *place);
            }
            self.hold(&path.state.heap, &renewed, &mut held);
            self.follow(&mut start, &held);
            for changed in &changed {
                self.put_size(&mut start, &renewed, changed.location, changed.variable);
            }
            let in_step = self.in_step(&path.state.heap, &renewed);
            in_step.iter().for_each(|iterator| iterator.put_in_step(&mut start.state.heap));
            let scope = |walker: &Self| Scope {
                depth,
                head,
                symbols: path.state.heap.symbol_count() as u32,
                objects: path.state.heap.object_count() as u32,
                changing: changed.iter().map(|changed| changed.input).collect(),
                inputs: path.state.heap.input_count() as u32,
                own_inputs: walker.own_count(),
            };
            let known = Rc::new(scope(self));
            let back = self.iterate(start.clone(), scope(self))?;
            match self.changes(&start, &back, (&locations, &renewed), &live)? {
                Changes::More(more, others) => {
                    locations.extend(more);
                    for place in others {
                        renewed.retain(|known| !is_same_place(*known, place));
                        renewed.push(place);
                    }
                    // What a collection has is no place of its own, but for the number of its elements.
                    let heap = &path.state.heap;
                    let program = self.explorer.machine.program;
                    let is_size = |location: Location| self.is_size(heap, location);
                    let is_part = |object: ObjectId| {
                        let mut collections = renewed.iter().filter_map(|known| match known {
                            Renewed::Collection(collection) => Some(*collection),
                            _ => None,
                        });
                        collections.any(|collection| heap.has_part(program, collection, object))
                    };
                    locations.retain(|location| match location {
                        Location::Field(object, _) | Location::Contents(object) => {
                            is_size(*location) || !is_part(*object)
                        }
                        Location::Local(_) | Location::Static(_) => true,
                    });
                }
                Changes::All if self.hold_more(&back, &mut held) => {}
                Changes::All => {
                    let is_in_step = |path: &Path<Record>| in_step.iter().all(|of| of.is_in_step(&path.state.heap));
                    if !back.iter().all(is_in_step)
                        || back.iter().any(|path| self.breaks_invariants(&start.state.heap, path))
                    {
                        return Err(Unsummarised::StoresIntoInput.into());
                    }
                    let writes_elsewhere =
                        back.iter().any(|path| self.writes_elsewhere(&start.state.heap, path, [&renewed, &[]]));
                    let backbones = self.backbones(&start, back, &changed, &known);
                    if backbones.len() > MOST_BACKBONES
                        || backbones.iter().map(|backbone| backbone.members.len()).sum::<usize>() > MOST_MEMBERS
                    {
                        return Err(Unsummarised::TooManyPaths.into());
                    }
                    let context = self.context(path, &changed, &backbones);
                    let domain = self.counter_domain();
                    let counters = backbones.iter().map(|_| self.fresh(domain)).collect();
                    let mut summary = Summary {
                        iterated: vec![None; changed.len()],
                        changed,
                        backbones,
                        counters,
                        invariants: Vec::new(),
                        context,
                        scope: known,
                        live,
                        renewed,
                        held,
                        in_step,
                        writes_elsewhere,
                        method,
                        head,
                    };
                    self.iterated_state(&mut summary);
                    self.find_invariants(&mut summary);
                    return Ok(summary);
                }
            }
        }
        Err(Unsummarised::Unsettled.into())
    }

    /// The conditions of a path that say something of what a loop reads: those about counters and values of loops before it count
    /// only where it depends on them. To assume less is to find less, and nothing that is not so.
    fn context(&self, path: &Path<Record>, changed: &[Changed], backbones: &[Backbone]) -> Vec<TermId> {
        let pool = &self.explorer.machine.pool;
        let own = |term: &TermId| pool.inputs(*term).iter().copied().filter(|input| input.is_of_loop());
        let members = backbones.iter().flat_map(|backbone| &backbone.members);
        let read = members.flat_map(|member| member.conditions.iter().chain(&member.effects));
        let entries = changed.iter().map(|changed| &changed.entry);
        let mut needed: FxHashSet<InputId> = entries.chain(read).flat_map(own).collect();
        let conditions: Vec<TermId> = path.state.path.conditions.iter().copied().collect();
        let mut is_needed: Vec<bool> = conditions.iter().map(|term| own(term).next().is_none()).collect();
        loop {
            let before = needed.len();
            for (term, is_needed) in conditions.iter().zip(&mut is_needed) {
                if !*is_needed && own(term).any(|input| needed.contains(&input)) {
                    *is_needed = true;
                    needed.extend(own(term));
                }
            }
            if needed.len() == before {
                break;
            }
        }
        conditions.into_iter().zip(is_needed).filter_map(|(term, is_needed)| is_needed.then_some(term)).collect()
    }

    /// What counters range over: numbers of 64 bits in Java's arithmetic, else all that are not negative.
    pub(super) fn counter_domain(&self) -> Domain {
        match self.arithmetic {
            crate::term::Arithmetic::Java => Domain::Long,
            crate::term::Arithmetic::Math => Domain::Length,
        }
    }

    /// The state at the head with anything in what the loop changes, and what stands for it.
    fn havoc(
        &mut self,
        path: &Path<Record>,
        locations: &[Location],
        live: &[bool],
    ) -> Option<(Path<Record>, Vec<Changed>)> {
        let mut path = path.clone();
        forget_dead(&mut path, live);
        let mut changed = Vec::with_capacity(locations.len());
        for location in locations {
            let (entry, domain) = self.value_at(&path, *location)?;
            let (input, variable) = self.fresh(domain);
            let pool = &self.explorer.machine.pool;
            let model = &mut path.state.path.model;
            copy_value(pool, model, entry, input);
            self.put(&mut path, *location, variable);
            changed.push(Changed { location: *location, entry, input, variable, domain });
        }
        Some((path, changed))
    }

    /// Paths with a condition added.
    pub(super) fn assume(&mut self, path: Path<Record>, condition: TermId) -> Option<Path<Record>> {
        match self.explorer.conjoin(path, condition)? {
            Branch::Open(path) => Some(path),
            // The solver does not know: the path is kept.
            Branch::Ended(end) => Some(end.path),
        }
    }
}

/// The local variables that the instructions of a loop assign.
fn assigned(code: &Code, contains: impl Fn(u32) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for (position, decoded) in code.instructions.iter().enumerate() {
        if !contains(position as u32) {
            continue;
        }
        if let Instruction::Store(_, slot) | Instruction::Increment(slot, _) = decoded.instruction
            && !found.contains(&usize::from(slot))
        {
            found.push(usize::from(slot));
        }
    }
    found
}

/// Forgets what no instruction reads.
pub(super) fn forget_dead(path: &mut Path<Record>, live: &[bool]) {
    if let Some(frame) = path.state.frame_mut() {
        for (slot, value) in frame.locals.iter_mut().enumerate() {
            if !live.get(slot).copied().unwrap_or(true) {
                *value = Value::Nothing;
            }
        }
    }
}

/// Whether two renew one place.
fn is_same_place(one: Renewed, other: Renewed) -> bool {
    match (one, other) {
        (Renewed::Local(one, ..), Renewed::Local(other, ..)) => one == other,
        _ => one == other,
    }
}

/// Makes an input have the value of a term in a model.
pub(super) fn copy_value(pool: &TermPool, model: &mut Model, term: TermId, input: InputId) {
    match pool.node(term) {
        Node::Input(source, _) => {
            let source = *source;
            copy_input(model, source, input);
        }
        _ if matches!(pool.sort(term), Sort::Contents(_)) => {
            model.set_contents(input, ContentsValue::default());
        }
        _ => {
            if let Some(value) = evaluate(pool, term, model) {
                model.set(input, value);
            }
        }
    }
}

fn copy_input(model: &mut Model, source: InputId, input: InputId) {
    if let Some(contents) = model.get_contents(source).cloned() {
        model.set_contents(input, contents);
    } else if let Some(units) = model.get_text(source).cloned() {
        model.set_text(input, units);
    } else if let Some(value) = model.get_assigned(source) {
        model.set(input, value);
    }
}
