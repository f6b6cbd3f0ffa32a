//! What one method's code says of stable facts: a walk through its code up to a fixed point, and once more to note the
//! results.

use super::super::writers::owned_or_replaced_fields;
use super::arrays::{Arrays, Int, NO_NUMBER};
use super::facts::{Facts, Level, Outcome, gives_no_nulls, static_constants};
use super::frame::{Entry, Exact, Frame, Fresh, NARROW, OfField, WIDE, of_kind, parameter};
use crate::classfile::{
    ArrayAccess, Code, Condition, Conversion, FieldReference, Instruction, InvokeKind, LoadableConstant,
    MethodReference, Relation, ValueKind, parse_method_descriptor,
};
use crate::exec::COPYING_ARRAYS;
use crate::graph::CallGraph;
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program, ReferenceType, rearrange};
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

    fn straight(&mut self, at: usize, instruction: &Instruction, frame: &mut Frame) {
        use Instruction as I;
        if rearrange(instruction, &mut frame.stack, |entry| entry.is_wide) {
            return;
        }
        let unknown = (None, Exact::Any);
        if let Some((slot, added)) = changed_local(instruction) {
            frame.change_local(slot, added);
        }
        match instruction {
            I::Nop | I::Increment(..) => {}
            I::NullConstant => {
                let entry = frame.result(at, None, Exact::Nothing);
                frame.push(Entry { class: Exact::Nothing, ..entry });
            }
            I::IntConstant(value) => frame.push(Entry { int: Int::Constant(*value), ..NARROW }),
            I::LongConstant(_) => frame.push(WIDE),
            I::Constant(constant) => match constant {
                LoadableConstant::Double(_) | LoadableConstant::Long(_) => frame.push(WIDE),
                LoadableConstant::Int(value) => frame.push(Entry { int: Int::Constant(*value), ..NARROW }),
                LoadableConstant::Float(_) => frame.push(NARROW),
                LoadableConstant::Dynamic(dynamic) => self.push(at, &dynamic.descriptor, unknown, frame),
                LoadableConstant::String(_) => {
                    self.push(at, "Ljava/lang/String;", (Some(0), Exact::Any), frame);
                }
                LoadableConstant::Class(name) => {
                    let entry = frame.result(at, Some(0), Exact::Any);
                    frame.push(Entry { names: self.program.reference_type(name), ..entry });
                }
                _ => self.push_reference(at, (Some(0), Exact::Any), frame),
            },
            I::Load(kind, local) => frame.push(match kind {
                ValueKind::Reference => frame.locals.get(usize::from(*local)).copied().unwrap_or(NARROW),
                ValueKind::Int => {
                    let int = frame.locals.get(usize::from(*local)).map_or(Int::Unknown, |known| known.int);
                    Entry { int, local: Some(*local), ..NARROW }
                }
                kind => of_kind(*kind),
            }),
            I::Store(kind, local) => {
                let value = frame.pop();
                if let Some(slot) = frame.locals.get_mut(usize::from(*local)) {
                    *slot = match kind {
                        ValueKind::Reference => value,
                        kind => Entry { int: value.int, ..of_kind(*kind) },
                    };
                }
            }
            I::ArrayLoad(access) => {
                frame.pop();
                let array = frame.pop();
                frame.refine(array.number);
                match access {
                    ArrayAccess::Reference => {
                        let entry = frame.result(at, None, Exact::Any);
                        frame.push(Entry { class: component_of(array.class), ..entry });
                    }
                    ArrayAccess::Long | ArrayAccess::Double => frame.push(WIDE),
                    _ => frame.push(NARROW),
                }
            }
            I::ArrayStore(access) => {
                let (value, index, array) = (frame.pop(), frame.pop(), frame.pop());
                if value.is_this {
                    self.lose_this(frame);
                }
                if *access == ArrayAccess::Reference {
                    self.store_element(array, index, value, frame);
                }
                self.give_away(value, frame);
                frame.refine(array.number);
            }
            I::GetStatic(field) => {
                let known = self.static_value(field);
                self.push(at, &field.descriptor, known, frame);
            }
            I::PutStatic(field) => {
                let value = frame.pop();
                if value.is_this {
                    self.lose_this(frame);
                }
                self.store(field, value, frame);
                self.give_away(value, frame);
                self.assign(field, frame);
            }
            I::GetField(field) => self.get_field(at, field, frame),
            I::PutField(field) => self.put_field(field, frame),
            I::Invoke(kind, called) => self.invoke(at, (*kind, called), frame),
            I::InvokeDynamic(called) => {
                let arguments = self.arguments(&called.descriptor, false, frame);
                if arguments.iter().any(|argument| argument.is_this) {
                    self.lose_this(frame);
                }
                arguments.iter().for_each(|argument| self.give_away(*argument, frame));
                self.push_result(at, &called.descriptor, unknown, frame);
            }
            I::New(class) => {
                let made = Exact::of(self.program.class_by_name(class));
                let entry = frame.result(at, Some(0), made);
                frame.push(Entry { class: made, fresh: Fresh::Empty, ..entry });
            }
            I::NewPrimitiveArray(primitive) => {
                frame.pop();
                self.push_array(at, Some(FieldKind::Primitive(*primitive).array_of()), frame);
            }
            I::NewReferenceArray(component) => {
                let count = frame.pop().int;
                let component = self.program.reference_type(component).map(FieldKind::Reference);
                self.push_array(at, component.map(FieldKind::array_of), frame);
                frame.make_array(count, None);
            }
            I::NewMultiArray(array, dimensions) => {
                let sizes = frame.stack.split_off(frame.stack.len().saturating_sub(usize::from(*dimensions)));
                self.push_array(at, self.program.reference_type(array), frame);
                let size = |at: usize| sizes.get(at).map(|size| size.int);
                frame.make_array(size(0).unwrap_or_default(), size(1));
            }
            I::InstanceOf(_) => {
                let value = frame.pop();
                frame.push(Entry { tests: value.number, ..NARROW });
            }
            I::ArrayLength => {
                let array = frame.pop();
                frame.refine(array.number);
                frame.push(Entry { int: frame.length_of(array.number), ..NARROW });
            }
            I::MonitorEnter | I::MonitorExit => {
                let object = frame.pop();
                frame.refine(object.number);
            }
            I::Binary(kind, _) => {
                frame.pop();
                frame.pop();
                frame.push(of_kind(*kind));
            }
            I::Negate(kind) => {
                frame.pop();
                frame.push(of_kind(*kind));
            }
            I::Convert(conversion) => {
                frame.pop();
                frame.push(match conversion {
                    Conversion::Between(_, to) => of_kind(*to),
                    _ => NARROW,
                });
            }
            I::Compare(_) => {
                frame.pop();
                frame.pop();
                frame.push(NARROW);
            }
            I::CheckCast(class) => {
                // It keeps its value.
                if let Some(value) = frame.stack.last_mut() {
                    value.class = Exact::of_type(self.program.reference_type(class));
                }
            }
            _ => {}
        }
    }

    fn push_reference(&self, at: usize, (never_null, exact): (Option<u64>, Exact), frame: &mut Frame) {
        let entry = frame.result(at, never_null, exact);
        frame.push(entry);
    }

    /// Pushes a new array.
    fn push_array(&self, at: usize, made: Option<ReferenceType>, frame: &mut Frame) {
        let made = Exact::of_type(made);
        let entry = frame.result(at, Some(0), made);
        frame.push(Entry { class: made, ..entry });
    }

    /// Pushes a value of a type.
    fn push(&self, at: usize, descriptor: &str, known: (Option<u64>, Exact), frame: &mut Frame) {
        match descriptor.as_bytes().first() {
            Some(b'J' | b'D') => frame.push(WIDE),
            Some(b'L' | b'[') => {
                let class = descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';'));
                let entry = frame.result(at, known.0, known.1);
                let class = Exact::of_type(self.program.reference_type(class.unwrap_or(descriptor)));
                frame.push(Entry { class, ..entry });
            }
            _ => frame.push(NARROW),
        }
    }

    /// Pushes what a method returns, if it returns anything.
    fn push_result(&self, at: usize, descriptor: &str, known: (Option<u64>, Exact), frame: &mut Frame) {
        if let Some((_, result)) = descriptor.rsplit_once(')')
            && result != "V"
        {
            self.push(at, result, known, frame);
        }
    }

    fn arguments(&self, descriptor: &str, has_receiver: bool, frame: &mut Frame) -> Vec<Entry> {
        let count = parse_method_descriptor(descriptor).map_or(0, |parsed| parsed.parameters.len());
        let from = frame.stack.len().saturating_sub(count + usize::from(has_receiver));
        frame.stack.drain(from..).collect()
    }

    fn static_value(&mut self, reference: &FieldReference) -> (Option<u64>, Exact) {
        let Some(field) = self.program.resolve_field(reference) else { return (None, Exact::Any) };
        let known = self.facts.static_field(self.program, field, (self.method, self.level));
        (known.never_null.then_some(0), known.exact)
    }

    fn get_field(&mut self, at: usize, reference: &FieldReference, frame: &mut Frame) {
        let receiver = frame.pop();
        frame.refine(receiver.number);
        let mut known = (None, Exact::Any);
        if let Some(field) = self.program.resolve_field(reference) {
            let fact = self.facts.field(self.program, field, (self.method, self.level));
            if receiver.is_this && self.notes {
                self.facts.note_read(self.method, field);
            }
            let is_assigned = !receiver.is_this || !self.is_constructor || self.is_assigned(field, frame);
            known = ((fact.never_null && is_assigned).then_some(0), fact.exact);
        }
        self.push(at, &reference.descriptor, known, frame);
        let resolved = self.program.resolve_field(reference);
        let of_field = resolved.map_or(OfField::No, |field| self.of_field(field));
        let int = resolved.map_or(Int::Unknown, |field| self.int_of(field, receiver, frame));
        let kept =
            resolved.filter(|_| receiver.is_this && receiver.number == 0).and_then(|field| frame.kept_array(field));
        if let Some(value) = frame.stack.last_mut() {
            (value.of_field, value.int) = (of_field, int);
            value.number = kept.unwrap_or(value.number);
        }
    }

    /// The place of a field among those that are watched.
    fn place_of(&self, field: FieldId) -> Option<usize> {
        self.own.iter().take(MOST_FIELDS).position(|own| *own == field)
    }

    /// Whether a field of the object that is being made is assigned by now: those of the classes above are, when their constructors
    /// are done.
    pub(super) fn is_assigned(&self, field: FieldId, frame: &Frame) -> bool {
        let class = self.program.field(field).class;
        let is_of_above = class != self.class && self.program.is_subclass(self.class, class) == Some(true);
        is_of_above || self.place_of(field).is_some_and(|place| frame.assigned >> place & 1 == 1)
    }

    fn put_field(&mut self, reference: &FieldReference, frame: &mut Frame) {
        let value = frame.pop();
        let receiver = frame.pop();
        // What is read of a field is not known to be the object.
        if value.is_this {
            self.lose_this(frame);
        }
        frame.refine(receiver.number);
        self.store(reference, value, frame);
        let field = self.program.resolve_field(reference);
        let is_own = receiver.number == 0 && self.program.method(self.method).has_receiver();
        self.keep(field, (value, is_own), frame);
        if receiver.is_this && receiver.number == 0 {
            self.assign(reference, frame);
            if let Some(field) = field {
                self.assign_int(field, value.int, frame);
            }
        }
    }

    /// Notes that a field which is watched is assigned by now.
    fn assign(&self, reference: &FieldReference, frame: &mut Frame) {
        if let Some(place) = self.program.resolve_field(reference).and_then(|field| self.place_of(field)) {
            frame.assigned |= 1 << place;
        }
    }

    fn store(&mut self, reference: &FieldReference, value: Entry, frame: &Frame) {
        if self.notes
            && let Some(field) = self.program.resolve_field(reference)
        {
            self.facts.note_store(field, frame.is_known(value), value.exact);
        }
    }

    fn invoke(&mut self, at: usize, call: (InvokeKind, &MethodReference), frame: &mut Frame) {
        let (kind, called) = call;
        let arguments = self.arguments(&called.descriptor, kind != InvokeKind::Static, frame);
        let targets = self.targets(call, arguments.first().copied());
        let begins_this = kind == InvokeKind::Special && &*called.name == "<init>";
        match arguments.iter().position(|argument| argument.is_this) {
            // Its constructor does nothing, with or without a JDK.
            Some(0) if begins_this && &*called.class == "java/lang/Object" => {}
            Some(0) if self.only_fills_in_trace(called) => {}
            Some(0) if begins_this => self.construct(targets.as_ref().and_then(|all| all.first().copied()), frame),
            Some(0) if kind != InvokeKind::Static && arguments.iter().skip(1).all(|argument| !argument.is_this) => {
                self.help(targets.as_deref(), frame)
            }
            Some(_) => self.lose_this(frame),
            None => {}
        }
        if self.notes {
            self.pass(call, &arguments, frame);
        }
        self.pass_collections(call, &arguments, frame);
        if let Some(receiver) = arguments.first().filter(|_| kind != InvokeKind::Static) {
            frame.refine(receiver.number);
        }
        let outcomes: Option<Vec<Outcome>> = targets.map(|targets| {
            let asker = (self.method, self.level);
            targets.iter().map(|target| self.facts.outcome(self.program, *target, asker)).collect()
        });
        let is_clone = called.class.starts_with('[') && &*called.name == "clone";
        let is_copy = is_clone || COPYING_ARRAYS.contains(&(&*called.class, &*called.name, &*called.descriptor));
        let outcome = match outcomes {
            // A clone (JLS 10.7) and these copies are of the type of what they are made of, which is no null then.
            _ if is_copy => {
                let exact = arguments.first().map_or(Exact::Any, |original| original.exact);
                Outcome { never_null: Some(0), exact, class: exact, requires: 1 }
            }
            Some(outcomes) => outcomes.into_iter().fold(Outcome::of_no_return(), Outcome::or),
            None => Outcome::UNKNOWN,
        };
        for (place, argument) in arguments.iter().enumerate() {
            if parameter(place).is_some_and(|bit| outcome.requires & bit != 0) {
                frame.refine(argument.number);
            }
        }
        let never_null = outcome.never_null.and_then(|wanted| {
            let is_wanted = |place: usize| parameter(place).is_some_and(|bit| wanted & bit != 0);
            let wanted = arguments.iter().enumerate().filter(|(place, _)| is_wanted(*place));
            wanted
                .map(|(_, it)| if frame.is_known(*it) { Some(0) } else { it.never_null })
                .try_fold(0, |all, one| Some(all | one?))
        });
        self.push_result(at, &called.descriptor, (never_null, outcome.exact), frame);
        if is_copy {
            frame.make_array(Int::Unknown, None);
            frame.fill_unknown();
        }
        let has_result = !called.descriptor.ends_with(")V");
        if let Some(receiver) = arguments.first().filter(|_| has_result && kind != InvokeKind::Static) {
            let (view_of, entry_of) = (self.view_of(called, *receiver), self.entry_of(called, *receiver));
            let taken = self.taken(called, *receiver);
            if let Some(result) = frame.stack.last_mut() {
                (result.view_of, result.entry_of) = (view_of, entry_of);
                if let Some((held, exact)) = taken {
                    result.never_null = held.is_object.then_some(0);
                    (result.exact, result.class) = (exact, Exact::of_type(held.class));
                }
            }
        }
        if gives_no_nulls(call)
            && let Some(result) = frame.stack.last_mut()
        {
            (result.never_null, result.fresh) = (Some(0), Fresh::WithoutNulls);
        }
    }
}

/// The local variable that an instruction gives another value, and what it adds to the one that it had, if it does that.
fn changed_local(instruction: &Instruction) -> Option<(u16, Option<i32>)> {
    match instruction {
        Instruction::Increment(slot, added) => Some((*slot, Some(i32::from(*added)))),
        Instruction::Store(_, slot) => Some((*slot, None)),
        _ => None,
    }
}

/// Of which type what an array of a type holds is.
fn component_of(array: Exact) -> Exact {
    match array {
        Exact::Array(array) => match array.component() {
            Some(FieldKind::Reference(component)) => Exact::of_type(Some(component)),
            _ => Exact::Any,
        },
        _ => Exact::Any,
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
