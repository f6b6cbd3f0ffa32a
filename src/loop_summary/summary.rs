//! Summaries of loops: what a loop changes, its backbones, and the state after some number of iterations of each (section 3.1).

use super::held::AllHeld;
use super::obstacle::Unsummarised;
use super::renewed::{Met, Renewed, may_write};
use super::walk::{Hoist, NotSummarised, Record, Scope, Trouble, Walker, assigned, is_same};
use crate::explore::{Branch, Noticing, Path, table_of_entry};
use crate::formula::{Formula, Replacement};
use crate::graph::Loops;
use crate::heap::{
    Base, Body, Contents, Heap, InputOrigin, Object, ObjectId, OpenPlace, Origin, SymbolOrigin, Value,
    primitive_domain, size_field,
};
use crate::program::{FieldId, FieldKind};
use crate::term::{ContentsValue, Domain, InputId, Model, Node, Sort, TermId, TermPool, evaluate};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Rounds until it is known what a loop changes.
const MOST_ROUNDS: usize = 12;
/// Paths through a loop's body that are told apart by what they change, and all of them.
const MOST_BACKBONES: usize = 16;
const MOST_MEMBERS: usize = 64;

/// A place whose value a loop changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// A local variable.
    Local(usize),
    /// An instance field.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
    /// The elements of a primitive array.
    Contents(ObjectId),
}

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

enum Changes {
    All,
    More(Vec<Location>, Vec<Renewed>),
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

    /// Puts the number of elements into a collection that was renewed, where the location has that: its elements are its own from then on.
    pub(super) fn put_size(&self, path: &mut Path<Record>, renewed: &[Renewed], location: Location, size: TermId) {
        if let Location::Field(collection, field) = location
            && renewed.contains(&Renewed::Collection(collection))
            && self.is_size(&path.state.heap, location)
        {
            path.state.heap.set_size(self.explorer.machine.program, collection, field, size);
        }
    }

    /// Whether an object is only known to a collection that is anything anew in each iteration.
    fn is_part_of_renewed(&self, heap: &Heap, renewed: [&[Renewed]; 2], object: ObjectId) -> bool {
        let program = self.explorer.machine.program;
        renewed.into_iter().flatten().any(|place| {
            matches!(place, Renewed::Collection(collection)
                if heap.has_part(program, *collection, object)
                    || heap.was_part(program, *collection, object)
                    || table_of_entry(program, heap, object) == Some(*collection))
        })
    }

    /// Whether a path has written numbers to input objects that were not met before.
    fn writes_elsewhere(&self, before: &Heap, path: &Path<Record>, renewed: [&[Renewed]; 2]) -> bool {
        let heap = &path.state.heap;
        let mut met = (before.object_count()..heap.object_count()).map(|number| ObjectId(number as u32));
        met.any(|object| {
            is_written(heap, object, &self.explorer.machine.pool) && !self.is_part_of_renewed(heap, renewed, object)
        })
    }

    /// Whether a location has the number of elements of a collection.
    fn is_size(&self, heap: &Heap, location: Location) -> bool {
        let Location::Field(object, field) = location else { return false };
        let program = self.explorer.machine.program;
        heap.exact_class(object).and_then(|class| size_field(program, class)) == Some(field)
    }

    /// The value at a location that holds a number or contents.
    fn value_at(&self, path: &Path<Record>, location: Location) -> Option<(TermId, Domain)> {
        let heap = &path.state.heap;
        let pool = &self.explorer.machine.pool;
        let program = self.explorer.machine.program;
        let of_kind = |field: FieldId, value: Value| {
            let term = value.number()?;
            let domain = match program.field(field).kind {
                FieldKind::Primitive(primitive) => primitive_domain(primitive),
                _ => return None,
            };
            Some((term, domain))
        };
        match location {
            Location::Local(slot) => {
                let term = path.state.frame()?.locals.get(slot)?.number()?;
                Some((term, domain_of_sort(pool.sort(term))?))
            }
            Location::Field(object, field) => of_kind(field, heap.field_value(object, field)?),
            Location::Static(field) => of_kind(field, heap.static_value(field)?),
            Location::Contents(object) => match heap.array(object)?.contents {
                Contents::Primitive(kind, contents) => Some((contents, Domain::Contents(kind))),
                Contents::References(_) => None,
            },
        }
    }

    /// Puts a number or contents into a location.
    pub(super) fn put(&self, path: &mut Path<Record>, location: Location, term: TermId) {
        let value = Value::of_sort(self.explorer.machine.pool.sort(term), term);
        match (location, value) {
            (Location::Local(slot), Some(value)) => {
                if let Some(place) = path.state.frame_mut().and_then(|frame| frame.locals.get_mut(slot)) {
                    *place = value;
                }
            }
            (Location::Field(object, field), Some(value)) => path.state.heap.write_field(object, field, value),
            (Location::Static(field), Some(value)) => path.state.heap.write_static(field, value),
            (Location::Contents(object), _) => {
                if let Some(body) = path.state.heap.array_mut(object)
                    && let Contents::Primitive(_, contents) = &mut body.contents
                {
                    *contents = term;
                }
            }
            _ => {}
        }
    }

    /// Whether a path has written to input objects that were not met before, of which more is taken for granted where they are met again; or has
    /// made such objects that others have, and may still write to them.
    fn breaks_invariants(&mut self, before: &Heap, path: &Path<Record>) -> bool {
        let writer = path.state.frame().map(|frame| self.explorer.machine.program.method(frame.method).class);
        let (machine, heap) = (&mut self.explorer.machine, &path.state.heap);
        let met = (before.object_count()..heap.object_count()).map(|number| ObjectId(number as u32));
        let program = machine.program;
        let is_shared = |object: ObjectId| {
            let class = heap.exact_class(object).zip(writer);
            heap.input_objects().any(|input| input == object)
                && heap.object(object).is_some_and(|it| matches!(it.origin, Origin::Allocated))
                && class.is_some_and(|(class, writer)| may_write(program, writer, class))
        };
        let is_unsure = |object: &ObjectId| is_written(heap, *object, &machine.pool) || is_shared(*object);
        let written: Vec<ObjectId> = met.filter(is_unsure).collect();
        written.into_iter().any(|object| {
            let classes = heap.instance(object).map(|body| body.types.to_vec()).unwrap_or_default();
            let mut above = classes.into_iter().flat_map(|class| machine.program.superclasses(class));
            above.any(|class| machine.invariants_of(class).is_some_and(|known| !known.is_empty()))
        })
    }

    /// What iterations change beyond what is known.
    fn changes(
        &mut self,
        start: &Path<Record>,
        back: &[Path<Record>],
        (known, renewed): (&[Location], &[Renewed]),
        live: &[bool],
    ) -> Result<Changes, NotSummarised> {
        let level = self.scopes.len();
        let mut more: Vec<Location> = Vec::new();
        let mut others: Vec<Renewed> = Vec::new();
        let mut add = |location: Location| {
            if !known.contains(&location) && !more.contains(&location) {
                more.push(location);
            }
        };
        let before = &start.state.heap;
        let entries = before.entries(self.explorer.machine.program);
        for path in back {
            let after = &path.state.heap;
            let (Some(old), Some(new)) = (start.state.frame(), path.state.frame()) else {
                return Err(Unsummarised::NoCode.into());
            };
            if !new.stack.is_empty() || path.state.unusable.len() != start.state.unusable.len() {
                return Err(Unsummarised::Operands.into());
            }
            let is_given_away = |object: ObjectId| {
                (object.0 as usize) < before.object_count() && !before.input_objects().any(|known| known == object)
            };
            if !renewed.contains(&Renewed::Made)
                && !others.contains(&Renewed::Made)
                && after.input_objects().any(is_given_away)
            {
                others.push(Renewed::Made);
            }
            if !after.has_collections_of(before) {
                return Err(Unsummarised::StoresIntoInput.into());
            }
            for (slot, (old, new)) in old.locals.iter().zip(&new.locals).enumerate() {
                if !live.get(slot).copied().unwrap_or(true) || is_same(before, after, *old, *new) {
                    continue;
                }
                match (old, new) {
                    (Value::Reference(_), Value::Reference(_)) => {
                        others.extend(self.renewal((before, after), renewed, &Met::Local(slot, *old, *new))?);
                    }
                    _ if old.number().is_some() && new.number().is_some() => add(Location::Local(slot)),
                    _ => return Err(Unsummarised::ChangesReference.into()),
                }
            }
            for number in 0..before.object_count() as u32 {
                let object = ObjectId(number);
                let (Some(old), Some(new)) = (before.object(object), after.object(object)) else {
                    return Err(Unsummarised::OtherObject.into());
                };
                if renewed.contains(&Renewed::Collection(object)) {
                    continue;
                }
                // With any collection, all entries of tables are anything.
                let mut all = renewed.iter().chain(&others);
                if entries.contains(&object) && all.any(|place| matches!(place, Renewed::Collection(_))) {
                    continue;
                }
                if is_changed(old, new)
                    && let Some(collection) = self.collection_of((before, after), object)
                {
                    if !others.contains(&Renewed::Collection(collection)) {
                        others.push(Renewed::Collection(collection));
                    }
                    let program = self.explorer.machine.program;
                    if let Some(size) = before.exact_class(collection).and_then(|class| size_field(program, class)) {
                        if before.field_value(collection, size).is_none() {
                            return Err(Trouble::Hoist(level, Hoist::Field(collection, size)).into());
                        }
                        add(Location::Field(collection, size));
                    }
                    continue;
                }
                if is_forgotten(old, new) {
                    return Err(Unsummarised::OtherObject.into());
                }
                match (&old.body, &new.body) {
                    (Body::Array(old), Body::Array(new)) => match (&old.contents, &new.contents) {
                        (Contents::Primitive(_, old), Contents::Primitive(_, new)) => {
                            if old != new {
                                add(Location::Contents(object));
                            }
                        }
                        (Contents::References(old), Contents::References(new)) => {
                            if !Rc::ptr_eq(old, new) {
                                others.extend(self.renewal((before, after), renewed, &Met::Elements(object))?);
                            }
                        }
                        _ => return Err(Unsummarised::OtherObject.into()),
                    },
                    (Body::Instance(old), Body::Instance(new)) => {
                        for (field, value) in &new.fields {
                            let Some((_, earlier)) = old.fields.iter().find(|(known, _)| known == field) else {
                                return Err(Trouble::Hoist(level, Hoist::Field(object, *field)).into());
                            };
                            if is_same(before, after, *earlier, *value) {
                                continue;
                            }
                            match value.number() {
                                Some(_) => add(Location::Field(object, *field)),
                                None => {
                                    others.extend(self.renewal(
                                        (before, after),
                                        renewed,
                                        &Met::Field(object, *field, *value),
                                    )?);
                                }
                            }
                        }
                    }
                    _ => return Err(Unsummarised::OtherObject.into()),
                }
            }
            let is_stored_into = |object: &ObjectId| holds_references(&self.explorer.machine.pool, after, *object);
            let new = before.object_count()..after.object_count();
            for object in new.map(|number| ObjectId(number as u32)).filter(is_stored_into) {
                if self.is_part_of_renewed(after, [renewed, &others], object) {
                    continue;
                }
                match self.collection_of((before, after), object) {
                    Some(table) => others.push(Renewed::Collection(table)),
                    None => return Err(Unsummarised::StoresIntoInput.into()),
                }
            }
            let program = self.explorer.machine.program;
            for field in after.touched_statics(program) {
                let info = program.field(field);
                if info.flags.is_final() {
                    continue;
                }
                let Some(value) = after.static_value(field) else { continue };
                match before.static_value(field) {
                    None if program.is_user_class(info.class) => {
                        return Err(Trouble::Hoist(level, Hoist::Static(field)).into());
                    }
                    None => return Err(Unsummarised::UsesStaticOfJdk.into()),
                    Some(earlier) if is_same(before, after, earlier, value) => {}
                    Some(_) if value.number().is_some() => add(Location::Static(field)),
                    Some(_) => return Err(Unsummarised::ChangesStatic.into()),
                }
            }
            if before.input_count() != after.input_count() && reads_more(before, after) {
                return Err(Unsummarised::ReadsFromOutside.into());
            }
        }
        let writes_elsewhere = || back.iter().any(|path| self.writes_elsewhere(before, path, [renewed, &others]));
        if !(others.is_empty() && renewed.is_empty()) && writes_elsewhere() {
            // What is anything may be one of these, whose state is not as other code leaves it.
            return Err(Unsummarised::StoresIntoInput.into());
        }
        let is_all = more.is_empty() && others.is_empty();
        Ok(if is_all { Changes::All } else { Changes::More(more, others) })
    }

    /// The paths that came back to the head, those together that change the same.
    fn backbones(
        &mut self,
        start: &Path<Record>,
        back: Vec<Path<Record>>,
        changed: &[Changed],
        scope: &Scope,
    ) -> Vec<Backbone> {
        let before = start.state.path.conditions.len();
        let formulas_before = start.record.formulas.len();
        let mut found: Vec<Backbone> = Vec::new();
        for path in back {
            let mut effects: Vec<TermId> = Vec::with_capacity(changed.len());
            for changed in changed {
                let value = self.value_at(&path, changed.location).map_or(changed.variable, |(term, _)| term);
                effects.push(value);
            }
            let conditions: Vec<TermId> = path.state.path.conditions.iter().skip(before).copied().collect();
            let formulas: Vec<Rc<Formula>> = path.record.formulas.iter().skip(formulas_before).cloned().collect();
            let member = self.own_member(&path, conditions, formulas, effects, scope);
            let is_alike = |other: &Backbone| {
                other.members.first().is_some_and(|first| {
                    first.effects == member.effects
                        && member.effects.iter().all(|effect| {
                            let inputs = self.explorer.machine.pool.inputs(*effect);
                            inputs.iter().all(|input| !member.locals.iter().any(|(local, _)| local == input))
                        })
                })
            };
            match found.iter().position(is_alike).and_then(|at| found.get_mut(at)) {
                Some(other) => other.members.push(member),
                None => found.push(Backbone { members: vec![member] }),
            }
        }
        found
    }

    /// A path through the body with inputs that no other path has.
    fn own_member(
        &mut self,
        path: &Path<Record>,
        conditions: Vec<TermId>,
        formulas: Vec<Rc<Formula>>,
        effects: Vec<TermId>,
        scope: &Scope,
    ) -> Member {
        let mut inputs: Vec<InputId> = Vec::new();
        for term in conditions.iter().chain(&effects) {
            inputs.extend(self.explorer.machine.pool.inputs(*term));
        }
        for formula in &formulas {
            inputs.extend(formula.free_inputs(&self.explorer.machine.pool));
        }
        inputs.sort_unstable();
        inputs.dedup();
        let is_own = |input: &InputId| !scope.has_input(*input);
        let mut locals = Vec::new();
        let mut replacement = Replacement::default();
        let mut model = path.state.path.model.clone();
        for input in inputs.into_iter().filter(is_own) {
            let known = path.state.heap.input(input).map(|input| input.domain);
            let Some(domain) = self.own_domain(input).or(known) else { continue };
            if input.is_of_loop() {
                locals.push((input, domain));
                continue;
            }
            let (own, term) = self.fresh(domain);
            copy_input(&mut model, input, own);
            replacement.insert(input, term);
            locals.push((own, domain));
        }
        let mut memo = FxHashMap::default();
        let pool = &mut self.explorer.machine.pool;
        let mut renamed = |pool: &mut TermPool, terms: Vec<TermId>| -> Vec<TermId> {
            let new = |term| crate::formula::replaced(pool, term, &replacement, &mut memo);
            terms.into_iter().map(new).collect()
        };
        let conditions = renamed(pool, conditions);
        let effects = renamed(pool, effects);
        let formulas = match replacement.is_empty() {
            true => formulas,
            false => formulas.iter().map(|formula| Rc::new(formula.replace(pool, &replacement))).collect(),
        };
        Member { conditions, formulas, locals, effects, model }
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

/// Whether numbers of an input object were written.
fn is_written(heap: &Heap, object: ObjectId, pool: &TermPool) -> bool {
    let is_initial = |term: TermId, place: (InputOrigin, OpenPlace)| match pool.node(term) {
        Node::Input(input, _) => heap.is_read_from(*input, place),
        _ => false,
    };
    heap.is_input(object)
        && heap.object(object).is_some_and(|found| match &found.body {
            Body::Instance(body) => body.fields.iter().any(|(field, value)| {
                let place = (InputOrigin::Field(object, *field), OpenPlace::Field(object, *field));
                value.number().is_some_and(|term| !is_initial(term, place))
            }),
            Body::Array(body) => match &body.contents {
                Contents::Primitive(_, contents) => {
                    !is_initial(*contents, (InputOrigin::Contents(object), OpenPlace::Contents(object)))
                }
                Contents::References(_) => false,
            },
        })
}

/// Whether two renew one place.
fn is_same_place(one: Renewed, other: Renewed) -> bool {
    match (one, other) {
        (Renewed::Local(one, ..), Renewed::Local(other, ..)) => one == other,
        _ => one == other,
    }
}

/// Whether something of an object is another after an iteration, or is not known any more.
fn is_changed(old: &Object, new: &Object) -> bool {
    match (&old.body, &new.body) {
        (Body::Instance(old), Body::Instance(new)) => old.fields.iter().any(|field| !new.fields.contains(field)),
        (Body::Array(old), Body::Array(new)) => match (&old.contents, &new.contents) {
            (Contents::References(old), Contents::References(new)) => !Rc::ptr_eq(old, new),
            (Contents::Primitive(_, old), Contents::Primitive(_, new)) => old != new,
            _ => true,
        },
        _ => true,
    }
}

/// Whether something that was known of an object is not known any more.
fn is_forgotten(old: &Object, new: &Object) -> bool {
    match (&old.body, &new.body) {
        (Body::Instance(old), Body::Instance(new)) => {
            old.fields.iter().any(|(field, _)| !new.fields.iter().any(|(other, _)| other == field))
        }
        _ => false,
    }
}

/// Whether references were stored into an input object: what it refers to then, later paths would not know.
fn holds_references(pool: &TermPool, heap: &Heap, object: ObjectId) -> bool {
    if !heap.is_input(object) {
        return false;
    }
    match heap.object(object).map(|object| &object.body) {
        Some(Body::Instance(body)) => body.fields.iter().any(|(field, value)| match value {
            Value::Reference(crate::heap::Reference::Symbol(symbol)) => {
                let here = OpenPlace::Field(object, *field);
                !heap.symbol(*symbol).is_some_and(|symbol| match symbol.origin {
                    SymbolOrigin::Open(_, place) => place == here,
                    origin => origin == SymbolOrigin::Field(object, *field),
                })
            }
            Value::Text(text) => match pool.node(*text) {
                Node::Input(input, _) => {
                    let place = (InputOrigin::Field(object, *field), OpenPlace::Field(object, *field));
                    !heap.is_read_from(*input, place)
                }
                _ => true,
            },
            Value::Reference(_) => true,
            _ => false,
        }),
        Some(Body::Array(body)) => match &body.contents {
            Contents::References(elements) => {
                let (mut constant, symbolic) = elements.written_one_by_one();
                constant.next().is_some()
                    || !symbolic.is_empty()
                    || !matches!(elements.base(), Base::Initial(array) if *array == object)
            }
            Contents::Primitive(..) => false,
        },
        None => false,
    }
}

/// Whether a path has read from its console or asked for values of the machine since.
fn reads_more(before: &Heap, after: &Heap) -> bool {
    (after.asks_beyond_arguments() && !before.asks_beyond_arguments())
        || format!("{:?}", before.console) != format!("{:?}", after.console)
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

fn domain_of_sort(sort: Sort) -> Option<Domain> {
    Some(match sort {
        Sort::Int => Domain::Int,
        Sort::Long => Domain::Long,
        Sort::Float => Domain::Float,
        Sort::Double => Domain::Double,
        _ => return None,
    })
}
