//! What single instructions do with the facts that a walk has: operands, fields, array elements and calls.

use super::super::arrays::Int;
use super::super::facts::{Outcome, gives_no_nulls};
use super::super::frame::{Entry, Exact, Frame, Fresh, NARROW, OfField, WIDE, of_kind, parameter};
use super::{MOST_FIELDS, Walk};
use crate::classfile::{
    ArrayAccess, Conversion, FieldReference, Instruction, InvokeKind, LoadableConstant, MethodReference, ValueKind,
    parse_method_descriptor,
};
use crate::exec::COPYING_ARRAYS;
use crate::program::{FieldId, FieldKind, ReferenceType, rearrange};

impl Walk<'_, '_> {
    pub(super) fn straight(&mut self, at: usize, instruction: &Instruction, frame: &mut Frame) {
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
    pub(super) fn push(&self, at: usize, descriptor: &str, known: (Option<u64>, Exact), frame: &mut Frame) {
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
    pub(in crate::invariant::stable) fn is_assigned(&self, field: FieldId, frame: &Frame) -> bool {
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
