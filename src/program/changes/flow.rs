//! Where references to a group's objects go: each method that they can come to is gone through until nothing new is found.

mod instructions;

use super::super::link::Program;
use super::super::types::{ClassId, FieldId, MethodId};
use super::frame::{Frame, reference};
use super::objects::{FIRST, MOST, Object, Place, Set};
use super::{Changed, Group};
use crate::classfile::Code;
use crate::run;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many methods are followed, and how often all of them are gone through, at most: beyond, anything may have been changed.
const MOST_METHODS: usize = 1_500;
const MOST_ROUNDS: usize = 60;
/// The most entries of local variables and operand stacks that are kept for one method, for all its instructions together.
const MOST_ENTRIES: usize = 1 << 22;

/// What is known so far.
pub(super) struct Flow<'p> {
    pub(super) program: &'p Program,
    pub(super) group: &'p Group,
    /// By number, from [`FIRST`] on.
    objects: Vec<Object>,
    /// Numbers of the objects that the code makes, by class; arrays have none.
    made: FxHashMap<Option<ClassId>, u32>,
    /// What fields and elements hold.
    held: FxHashMap<Place, Set>,
    /// What static fields of the class path hold since class initialisation.
    pub(super) initial: FxHashMap<FieldId, Set>,
    /// What code stores in them.
    pub(super) stored: FxHashMap<FieldId, Set>,
    /// Objects that code has which is not known.
    pub(super) escaped: Set,
    /// Objects that class initialisation has left, and those through which others come to them.
    pub(super) relevant: Set,
    /// The methods that are followed, and what their arguments can be.
    order: Vec<MethodId>,
    arguments: FxHashMap<MethodId, Vec<Set>>,
    pub(super) results: FxHashMap<MethodId, Set>,
    /// Methods of the JDK that unknown code can call on objects.
    pub(super) open_methods: FxHashSet<MethodId>,
    changed: Vec<Changed>,
    pub(super) has_grown: bool,
    is_given_up: bool,
}

impl<'p> Flow<'p> {
    /// Follows a group's objects to the end.
    pub(super) fn of(program: &'p Program, group: &'p Group) -> Flow<'p> {
        let number = |position: usize| u32::try_from(position).unwrap_or(u32::MAX).saturating_add(FIRST);
        let objects = group.objects.iter().map(|object| Object { class: object.class, is_initial: true });
        let mut flow = Flow {
            program,
            group,
            objects: objects.collect(),
            made: FxHashMap::default(),
            held: FxHashMap::default(),
            initial: FxHashMap::default(),
            stored: FxHashMap::default(),
            escaped: Set::NONE,
            relevant: Set::NONE,
            order: Vec::new(),
            arguments: FxHashMap::default(),
            results: FxHashMap::default(),
            open_methods: FxHashSet::default(),
            changed: vec![Changed::default(); group.objects.len()],
            has_grown: false,
            is_given_up: number(group.objects.len()) >= MOST,
        };
        if flow.is_given_up {
            return flow;
        }
        let held = |value: &Option<usize>| value.map_or(Set::OUTSIDE, |position| Set::one(number(position)));
        for (position, object) in group.objects.iter().enumerate() {
            let this = number(position);
            if object.is_made {
                flow.made.insert(object.class, this);
            }
            flow.relevant = flow.relevant.or(Set::one(this));
            let fields = object.fields.iter().map(|(field, value)| (Some(*field), value));
            let elements = object.elements.iter().map(|value| (None, value));
            for (field, value) in fields.chain(elements) {
                flow.hold((Some(this), field), held(value));
            }
            if object.is_escaped {
                flow.escape(Set::one(this));
            }
        }
        for (field, position) in &group.statics {
            let object = Set::one(number(*position));
            let known = flow.initial.entry(*field).or_default();
            *known = known.or(object);
            if flow.is_open_field(*field) {
                flow.escape(object);
            }
        }
        for (field, _) in &group.statics {
            flow.visit_mentioning(*field);
        }
        flow.follow();
        flow
    }

    /// What may have been changed, by object.
    pub(super) fn into_changes(mut self) -> Vec<Changed> {
        for object in self.escaped.iter() {
            if let Some(changed) = self.changed.get_mut((object - FIRST) as usize) {
                changed.is_escaped = true;
            }
        }
        if self.is_given_up {
            let all = self.changed.into_iter();
            return all.map(|known| Changed { anything: true, is_escaped: true, ..known }).collect();
        }
        self.changed
    }

    fn follow(&mut self) {
        for _ in 0..MOST_ROUNDS {
            run::checkpoint();
            self.has_grown = false;
            let mut next = 0;
            while let Some(method) = self.order.get(next).copied() {
                self.go_through(method);
                next += 1;
                if self.order.len() > MOST_METHODS {
                    self.is_given_up = true;
                    return;
                }
            }
            self.spread_escaped();
            self.find_relevant();
            if !self.has_grown {
                return;
            }
        }
        self.is_given_up = true;
    }

    /// Which of the objects that code makes lead to those of class initialisation.
    fn find_relevant(&mut self) {
        loop {
            let leads = |(place, set): (&Place, &Set)| place.0.filter(|_| set.meets(self.relevant));
            let found = self.held.iter().filter_map(leads).fold(self.relevant, |all, object| all.or(Set::one(object)));
            if found == self.relevant {
                return;
            }
            self.relevant = found;
            self.has_grown = true;
        }
    }

    /// All that objects lead to, and they themselves.
    pub(super) fn reached_from(&self, set: Set) -> Set {
        let mut all = set;
        loop {
            let is_in = |(place, _): &(&Place, &Set)| place.0.is_some_and(|object| all.meets(Set::one(object)));
            let found = self.held.iter().filter(is_in).fold(all, |all, (_, set)| all.or(*set));
            if found == all {
                return all;
            }
            all = found;
        }
    }

    pub(super) fn object(&self, number: u32) -> Option<Object> {
        self.objects.get(number.checked_sub(FIRST)? as usize).copied()
    }

    /// The object that stands for those of a class that code makes.
    pub(super) fn made(&mut self, class: Option<ClassId>) -> Set {
        if let Some(number) = self.made.get(&class) {
            return Set::one(*number);
        }
        let number = self.objects.len() as u32 + FIRST;
        if number >= MOST {
            // No number is left: it is treated like what comes from elsewhere.
            return Set::OUTSIDE;
        }
        self.objects.push(Object { class, is_initial: false });
        self.made.insert(class, number);
        Set::one(number)
    }

    /// With what has escaped, where references come from elsewhere.
    pub(super) fn expand(&self, set: Set) -> Set {
        if set.meets(Set::OUTSIDE) { set.or(self.escaped) } else { set }
    }

    /// Notes what a place holds.
    pub(super) fn hold(&mut self, place: Place, set: Set) {
        let known = self.held.entry(place).or_default();
        if !known.contains(set) {
            *known = known.or(set);
            self.has_grown = true;
        }
    }

    /// Lets an object hold what another does.
    pub(super) fn copy_held(&mut self, from: u32, to: u32) {
        let of_it: Vec<(Place, Set)> =
            self.held.iter().filter(|(place, _)| place.0 == Some(from)).map(|(place, set)| (*place, *set)).collect();
        for ((_, field), set) in of_it {
            self.hold((Some(to), field), set);
        }
    }

    /// What any field or element of objects holds.
    pub(super) fn held_by(&self, set: Set) -> Set {
        let all = self.expand(set);
        let is_in = |(place, _): &(&Place, &Set)| place.0.is_some_and(|object| all.meets(Set::one(object)));
        let held = self.held.iter().filter(is_in).fold(Set::NONE, |all, (_, set)| all.or(*set));
        held.or(Set::OUTSIDE)
    }

    pub(super) fn held(&self, place: Place) -> Set {
        self.held.get(&place).copied().unwrap_or_default()
    }

    /// Notes that a field, or without one the elements, of an object may be assigned.
    pub(super) fn change(&mut self, object: u32, field: Option<FieldId>) {
        let changed = object.checked_sub(FIRST).and_then(|position| self.changed.get_mut(position as usize));
        if let Some(changed) = changed {
            match field {
                Some(field) => drop(changed.fields.insert(field)),
                None => changed.anything = true,
            }
        }
    }

    /// A method that is to be followed. What arguments from elsewhere a method of the class path gets is never known.
    pub(super) fn enter(&mut self, method: MethodId, arguments: &[Set]) {
        let info = self.program.method(method);
        let count = info.parameters.len() + usize::from(info.has_receiver());
        let is_user = self.program.is_user_method(method);
        let is_constructor = &*info.name == "<init>";
        let (order, has_grown) = (&mut self.order, &mut self.has_grown);
        let known = self.arguments.entry(method).or_insert_with(|| {
            order.push(method);
            *has_grown = true;
            let mut known = vec![if is_user { Set::OUTSIDE } else { Set::NONE }; count];
            if let Some(first) = known.first_mut().filter(|_| is_constructor && is_user) {
                *first = Set::MADE;
            }
            known
        });
        for (known, argument) in known.iter_mut().zip(arguments) {
            if !known.contains(*argument) {
                *known = known.or(*argument);
                *has_grown = true;
            }
        }
    }

    pub(super) fn visit_mentioning(&mut self, field: FieldId) {
        let program = self.program;
        for method in program.mentioning(field) {
            self.enter(*method, &[]);
        }
    }

    /// Follows what is known through a method's code.
    fn go_through(&mut self, method: MethodId) {
        let program = self.program;
        let Some(code) = program.code(method) else { return };
        let mut locals = vec![Set::NONE; usize::from(code.max_locals)];
        let frame_entries = usize::from(code.max_locals) + usize::from(code.max_stack);
        if code.instructions.len().saturating_mul(frame_entries) > MOST_ENTRIES {
            self.is_given_up = true;
            return;
        }
        let info = program.method(method);
        let arguments = self.arguments.get(&method).cloned().unwrap_or_default();
        let mut slot = 0;
        let kinds = info.has_receiver().then_some(1).into_iter();
        for (slots, set) in kinds.chain(info.parameters.iter().map(|kind| kind.slots())).zip(arguments) {
            if let Some(local) = locals.get_mut(slot) {
                *local = set;
            }
            slot += slots;
        }
        let mut before: Vec<Option<Frame>> = vec![None; code.instructions.len()];
        let mut open = vec![(0_usize, Frame { locals, stack: Vec::new() })];
        while let Some((at, frame)) = open.pop() {
            // No verifier passes such code, and what is kept of it has no bound.
            if frame.stack.len() > usize::from(code.max_stack) {
                self.is_given_up = true;
                return;
            }
            let Some(known) = before.get_mut(at) else { continue };
            match known {
                Some(known) if known.stack.len() == frame.stack.len() => {
                    if !known.join(&frame) {
                        continue;
                    }
                }
                Some(_) => {
                    self.is_given_up = true;
                    return;
                }
                None => *known = Some(frame),
            }
            let Some(frame) = before.get(at).cloned().flatten() else { continue };
            self.enter_handlers(code, at, &frame, &mut open);
            self.step(method, code, at, frame, &mut open);
        }
    }

    fn enter_handlers(&self, code: &Code, at: usize, frame: &Frame, open: &mut Vec<(usize, Frame)>) {
        for handler in &code.handlers {
            if (handler.start as usize..handler.end as usize).contains(&at) {
                let stack = vec![reference(Set::OUTSIDE)];
                open.push((handler.handler as usize, Frame { locals: frame.locals.clone(), stack }));
            }
        }
    }
}
