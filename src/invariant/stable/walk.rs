//! What one method's code says of stable facts: a walk through its code up to a fixed point, and once more to note the
//! results.

mod instructions;

use super::super::writers::owned_or_replaced_fields;
use super::arrays::{Arrays, Int, NO_NUMBER};
use super::facts::{Facts, Level, Outcome, static_constants};
use super::frame::{Entry, Exact, Frame, NARROW, WIDE, parameter};
use crate::classfile::{Code, Condition, Instruction, Relation, ValueKind};
use crate::graph::CallGraph;
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program};
use crate::run;
use std::collections::BTreeMap;

/// The most fields of a class that a constructor is watched for; with more, none counts as assigned.
const MOST_FIELDS: usize = 64;
/// The most local variables and entries of the stack; of a method with more nothing is known.
const MOST_ENTRIES: usize = 1 << 10;

/// A walk through a method's code.
pub(super) struct Walk<'w, 'p> {
    pub(super) facts: &'w mut Facts,
    pub(super) program: &'p Program,
    calls: &'p CallGraph,
    pub(super) method: MethodId,
    pub(super) level: Level,
    pub(super) code: &'p Code,
    pub(super) class: ClassId,
    /// The fields that the method is to assign: of a constructor, those that only code of the class path assigns; of an initialiser,
    /// the static final ones.
    own: Vec<FieldId>,
    pub(super) is_constructor: bool,
    /// Whether it is watched what becomes of the receiver, since that is being made.
    pub(super) tracks_this: bool,
    /// Whether what is found is noted: when the frames are final.
    pub(super) notes: bool,
    outcome: Outcome,
    /// The parameters that were the lengths of arrays which were stored in arrays, by the fields that refer to these.
    pub(super) lengths: Vec<(FieldId, Int)>,
    /// What the final fields of ints are at the constructor's end, whichever end.
    pub(super) ints: Option<Vec<(FieldId, Int)>>,
}

impl Facts {
    /// Walks until nothing falls any more.
    pub(super) fn settle(&mut self, (program, calls): (&Program, &CallGraph)) {
        self.take_back();
        while let Some(next) = self.begin_next() {
            Walk::through(self, (program, calls), next);
        }
    }
}

impl<'w, 'p> Walk<'w, 'p> {
    /// Walks through a method, and notes in the facts what it does to them. What its calls do is taken from the facts, which learn who
    /// has asked.
    pub(super) fn through(
        facts: &'w mut Facts,
        (program, calls): (&'p Program, &'p CallGraph),
        (method, level): (MethodId, Level),
    ) {
        let Some(code) = program.code(method) else { return };
        let info = program.method(method);
        let is_constructor = &*info.name == "<init>";
        let own = match &*info.name {
            "<init>" if program.is_user_method(method) => owned_or_replaced_fields(program, info.class),
            "<clinit>" => static_constants(program, info.class),
            _ => Vec::new(),
        };
        let outcome = Outcome::of_no_return();
        let tracks_this = is_constructor || (info.has_receiver() && facts.is_helper(method));
        let class = info.class;
        let mut walk = Walk {
            facts,
            program,
            calls,
            method,
            level,
            code,
            class,
            own,
            is_constructor,
            tracks_this,
            notes: false,
            outcome,
            lengths: Vec::new(),
            ints: None,
        };
        let entries = usize::from(code.max_locals) + usize::from(code.max_stack);
        if entries > MOST_ENTRIES || code.instructions.len() >= 1 << 16 || !walk.walk() {
            walk.give_up();
        }
        let outcome = walk.outcome;
        facts.note_outcome((method, level), outcome);
    }

    /// Nothing is known of what the code does.
    fn give_up(&mut self) {
        self.outcome = Outcome::UNKNOWN;
        self.notes = true;
        self.facts.note_replacing(self.method, false);
        for decoded in &self.code.instructions {
            match &decoded.instruction {
                Instruction::PutField(field) | Instruction::PutStatic(field) => {
                    if let Some(field) = self.program.resolve_field(field) {
                        self.facts.note_store(field, false, Exact::Any);
                    }
                }
                Instruction::Invoke(kind, called) => self.pass((*kind, called), &[], &self.start()),
                _ => {}
            }
        }
        self.lose_this(&self.start());
        self.give_up_all();
    }

    /// The frame before the first instruction.
    fn start(&self) -> Frame {
        let info = self.program.method(self.method);
        let mut locals = vec![NARROW; usize::from(self.code.max_locals)];
        let receiver = info.has_receiver().then_some(None).into_iter();
        let mut slot = 0;
        for (place, kind) in receiver.chain(info.parameters.iter().map(Some)).enumerate() {
            let entry = match kind {
                None => Entry { number: 0, never_null: Some(0), is_this: self.tracks_this, ..NARROW },
                Some(FieldKind::Reference(declared)) => Entry {
                    number: place as u32,
                    never_null: parameter(place),
                    class: Exact::of_type(Some(*declared)),
                    ..NARROW
                },
                Some(kind) if kind.slots() == 2 => WIDE,
                Some(_) => Entry { int: Int::Parameter(place as u32), ..NARROW },
            };
            if let Some(local) = locals.get_mut(slot) {
                *local = entry;
            }
            slot += kind.map_or(1, |kind| kind.slots());
        }
        Frame { locals, stack: Vec::new(), not_null: 0, assigned: 0, arrays: Arrays::default() }
    }

    /// Goes through all code; false where it cannot be gone through.
    fn walk(&mut self) -> bool {
        let mut first = self.start();
        let info = self.program.method(self.method);
        for place in 0..info.parameters.len() + usize::from(info.has_receiver()) {
            if self.facts.parameter((self.program, self.calls), (self.method, place), (self.method, self.level)) {
                first.refine(place as u32);
            }
        }
        let leaders = self.leaders();
        let mut before: BTreeMap<usize, Frame> = BTreeMap::new();
        let mut open: Vec<(usize, Frame)> = vec![(0, first)];
        while let Some((at, frame)) = open.pop() {
            run::checkpoint();
            if frame.stack.len() > usize::from(self.code.max_stack) {
                return false;
            }
            let frame = match before.get_mut(&at) {
                Some(known) if known.stack.len() != frame.stack.len() => return false,
                Some(known) => {
                    if !known.join(&frame, at) {
                        continue;
                    }
                    known.clone()
                }
                None => {
                    before.insert(at, frame.clone());
                    frame
                }
            };
            if !self.block(at, frame, &leaders, &mut open) {
                return false;
            }
        }
        self.notes = true;
        if self.is_constructor && self.program.may_be_finalized(self.class) {
            // It may be given an object whose constructor threw as soon as it had begun.
            self.lose_this(&self.start());
        }
        self.outcome = Outcome::of_no_return();
        for (at, frame) in before {
            self.block(at, frame, &leaders, &mut Vec::new());
        }
        self.settle_lengths();
        true
    }

    /// Whether each instruction is one at which ways meet or handlers begin.
    fn leaders(&self) -> Vec<bool> {
        let mut leaders = vec![false; self.code.instructions.len()];
        let mut note = |at: u32| {
            if let Some(leader) = leaders.get_mut(at as usize) {
                *leader = true;
            }
        };
        note(0);
        for decoded in &self.code.instructions {
            match &decoded.instruction {
                Instruction::Branch(_, target) | Instruction::Goto(target) => note(*target),
                Instruction::Switch(switch) => {
                    switch.cases.iter().for_each(|(_, target)| note(*target));
                    note(switch.default);
                }
                _ => {}
            }
        }
        self.code.handlers.iter().for_each(|handler| note(handler.handler));
        leaders
    }

    /// Goes on from an instruction to the next at which ways meet. False where the code cannot be gone through.
    fn block(&mut self, mut at: usize, mut frame: Frame, leaders: &[bool], open: &mut Vec<(usize, Frame)>) -> bool {
        let code = self.code;
        loop {
            let Some(decoded) = code.instructions.get(at) else { return false };
            if !self.notes {
                for handler in &code.handlers {
                    if (handler.start as usize..handler.end as usize).contains(&at) {
                        let mut caught = frame.clone();
                        caught.lose_arrays_on_stack();
                        caught.stack.clear();
                        // What the instruction did before it threw is not known.
                        caught.fill();
                        let exception = caught.result(handler.handler as usize, Some(0), Exact::Any);
                        caught.push(exception);
                        open.push((handler.handler as usize, caught));
                    }
                }
            }
            match &decoded.instruction {
                Instruction::Branch(condition, target) => {
                    let [taken, not_taken] = branches(*condition, &mut frame);
                    if let Some(taken) = taken {
                        open.push((*target as usize, taken));
                    }
                    match not_taken {
                        Some(not_taken) => frame = not_taken,
                        None => return true,
                    }
                }
                Instruction::Goto(target) => {
                    open.push((*target as usize, frame));
                    return true;
                }
                Instruction::Switch(switch) => {
                    frame.pop();
                    let targets = switch.cases.iter().map(|(_, target)| *target).chain([switch.default]);
                    open.extend(targets.map(|target| (target as usize, frame.clone())));
                    return true;
                }
                Instruction::JumpSubroutine(_) | Instruction::ReturnFromSubroutine(_) => return false,
                Instruction::Return(kind) => {
                    let result = (*kind == Some(ValueKind::Reference)).then(|| frame.pop());
                    if let Some(result) = result {
                        self.give_away(result, &mut frame);
                    }
                    self.return_from(&frame, result);
                    return true;
                }
                Instruction::Throw => {
                    if frame.pop().is_this {
                        self.lose_this(&frame);
                    }
                    return true;
                }
                other => self.straight(at, other, &mut frame),
            }
            at += 1;
            if leaders.get(at).copied().unwrap_or(false) {
                open.push((at, frame));
                return true;
            }
        }
    }

    fn return_from(&mut self, frame: &Frame, result: Option<Entry>) {
        if self.notes {
            self.end_with_arrays(frame);
        }
        // Its caller has the object, or sees the class.
        self.lose_fields(frame);
        let not_null = |parameters: u64| parameters & !frame.not_null;
        let never_null = result.map_or(Some(0), |result| result.never_null.map(not_null));
        if self.notes && result.is_some() {
            self.facts.note_replacing(self.method, never_null == Some(0));
        }
        if result.is_some_and(|result| result.is_this) {
            self.lose_this(frame);
        }
        self.outcome = self.outcome.or(Outcome {
            never_null,
            exact: result.map_or(Exact::Nothing, |result| result.exact),
            class: result.map_or(Exact::Nothing, |result| result.class),
            requires: frame.not_null,
        });
    }

    /// The object that the constructor is making comes to where other code may see it.
    pub(super) fn lose_this(&mut self, frame: &Frame) {
        if self.tracks_this && self.notes {
            self.facts.note_leak(self.method);
            self.lose_fields(frame);
            self.show_arrays(frame);
        }
    }

    /// Fields that are not assigned by now are null for whoever sees the object.
    fn lose_fields(&mut self, frame: &Frame) {
        if self.notes {
            let is_lost = |place: usize| place >= MOST_FIELDS || frame.assigned >> place & 1 == 0;
            let lost = self.own.iter().enumerate().filter(|(place, _)| is_lost(*place));
            lost.for_each(|(_, field)| self.facts.note_store(*field, false, Exact::Nothing));
        }
    }
}

/// The frames where a condition holds and where it does not; none where it cannot be so.
fn branches(condition: Condition, frame: &mut Frame) -> [Option<Frame>; 2] {
    let last = frame.pop();
    match condition {
        Condition::Null(is_null) => {
            let of_null = (last.never_null != Some(0)).then(|| frame.clone());
            let mut not_null = frame.clone();
            not_null.refine(last.number);
            if is_null { [of_null, Some(not_null)] } else { [Some(not_null), of_null] }
        }
        Condition::IntZero(relation) => {
            let mut holds = frame.clone();
            if last.tests != NO_NUMBER {
                holds.refine(last.tests);
            }
            match relation {
                Relation::Equal => [Some(frame.clone()), Some(holds)],
                Relation::NotEqual => [Some(holds), Some(frame.clone())],
                _ => [Some(frame.clone()), Some(frame.clone())],
            }
        }
        Condition::IntCompare(relation) => {
            let left = frame.pop();
            let (mut taken, mut not_taken) = (frame.clone(), frame.clone());
            taken.compare(left, relation, last);
            not_taken.compare(left, relation.negated(), last);
            [Some(taken), Some(not_taken)]
        }
        Condition::ReferenceEqual(_) => {
            frame.pop();
            [Some(frame.clone()), Some(frame.clone())]
        }
    }
}
