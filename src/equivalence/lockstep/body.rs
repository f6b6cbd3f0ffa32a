//! Steps through one body: numbers are computed, and whatever else happens is an event.

use super::Lockstep;
use super::history::{BEGINNING, Event, History, Raised, Symbol};
use super::path::{End, Ending, Entry, Path};
use crate::classfile::{
    ArrayAccess, BinaryOperator, ClassName, Code, Condition, ExceptionHandler, FieldReference, FieldType, Instruction,
    LoadableConstant, PrimitiveType, Relation, ValueKind, java_name, parse_field_descriptor, parse_method_descriptor,
};
use crate::exec::{combine, compared, converted, domain_of_element, domain_of_type, related};
use crate::graph::{Liveness, Loops, initialiser};
use crate::program::{ClassId, FieldId};
use crate::term::{Domain, FloatOperator, TermId};

/// Why a comparison was given up, in one line.
pub(super) type GivenUp = String;

/// A body with its loops.
pub(super) struct Body<'c> {
    pub(super) code: &'c Code,
    pub(super) loops: Loops,
    pub(super) liveness: Liveness,
    /// The heads of its loops, ascending.
    pub(super) heads: Vec<u32>,
    /// Whether it is that of the new version.
    pub(super) is_new: bool,
}

impl<'c> Body<'c> {
    pub(super) fn of(code: &'c Code, is_new: bool) -> Body<'c> {
        let loops = Loops::of(code);
        let heads = (0..code.instructions.len() as u32).filter(|at| loops.is_head(*at)).collect();
        Body { code, loops, liveness: Liveness::of(code), heads, is_new }
    }
}

/// How one instruction goes on.
pub(super) enum Step {
    /// At the next instruction.
    Next,
    /// Elsewhere.
    Jump(u32),
    /// Both ways: where the condition holds, elsewhere, else at the next instruction.
    Branch(TermId, u32),
    /// A way of a switch: where the condition holds, elsewhere; else the instruction is executed again, and knows that.
    Case(TermId, u32),
    /// The instruction is executed again, knowing that the condition holds, and knowing that it does not.
    Fork(TermId),
    /// The JVM throws where the condition holds; else the instruction is executed again, and knows that.
    RaiseIf(TermId, Raised),
    /// The initialiser of a class fails where the condition holds; else the instruction is executed again.
    FailIf(TermId, ClassId),
    /// The last event throws where it says so; else it has given its value, and has initialised a class.
    Called(History, Option<ClassId>),
    /// An exception is thrown.
    Throw(TermId),
    /// At the first instruction of a method that was called.
    Entered,
    /// The method returns.
    Return(Option<Entry>),
}

/// An exception whose message tells nothing.
pub(super) fn raised(class: &'static str) -> Raised {
    Raised { class, about: Vec::new(), of: None }
}

pub(super) fn malformed() -> GivenUp {
    "the code is malformed".into()
}

/// What the JVM throws at an instruction (JVMS 6.5).
pub(super) const NULL: &str = "java/lang/NullPointerException";
const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
const ARITHMETIC: &str = "java/lang/ArithmeticException";
const STORE: &str = "java/lang/ArrayStoreException";
const CAST: &str = "java/lang/ClassCastException";
const SIZE: &str = "java/lang/NegativeArraySizeException";

impl<'a> Lockstep<'a> {
    /// Runs a path to its ends: of the method, or heads of loops that it comes to after its first instruction.
    pub(super) fn run(&mut self, body: &Body<'_>, start: Path) -> Result<Vec<End>, GivenUp> {
        let mut ends = Vec::new();
        let mut open = vec![(start, true)];
        while let Some((mut path, mut is_first)) = open.pop() {
            loop {
                self.spend()?;
                if !is_first && path.running.is_none() && body.heads.contains(&path.instruction) {
                    ends.push(End { path, ending: Ending::Head });
                    break;
                }
                is_first = false;
                if self.is_barred(body, &path) {
                    return Err("the versions cannot be compared".into());
                }
                match self.step(body, &mut path)? {
                    Step::Next => path.instruction += 1,
                    Step::Jump(to) => path.instruction = to,
                    Step::Branch(condition, to) => {
                        let [yes, no] = self.decide(&path, condition)?;
                        let Some(mut stays) = no else {
                            let Some(mut jumps) = yes else { break };
                            jumps.instruction = to;
                            path = jumps;
                            continue;
                        };
                        stays.instruction += 1;
                        if let Some(mut jumps) = yes {
                            jumps.instruction = to;
                            open.push((jumps, false));
                        }
                        path = stays;
                    }
                    Step::Case(condition, to) => {
                        let [yes, no] = self.decide(&path, condition)?;
                        if let Some(mut jumps) = yes {
                            pop(&mut jumps)?;
                            jumps.instruction = to;
                            open.push((jumps, false));
                        }
                        let Some(goes_on) = no else { break };
                        path = goes_on;
                        is_first = true;
                    }
                    Step::Fork(condition) => {
                        let [yes, no] = self.decide(&path, condition)?;
                        open.extend(yes.map(|path| (path, true)));
                        let Some(goes_on) = no else { break };
                        path = goes_on;
                        is_first = true;
                    }
                    Step::RaiseIf(condition, exception) => {
                        let [yes, no] = self.decide(&path, condition)?;
                        if let Some(raises) = yes {
                            self.raise(body, raises, exception, (&mut open, &mut ends))?;
                        }
                        let Some(goes_on) = no else { break };
                        path = goes_on;
                        // Nothing was done yet: the instruction knows more now.
                        is_first = true;
                    }
                    Step::FailIf(condition, class) => {
                        let [yes, no] = self.decide(&path, condition)?;
                        if let Some(mut fails) = yes {
                            // Its next use fails too, in another way.
                            fails.initialised.remove(&class);
                            let exception = raised("java/lang/ExceptionInInitializerError");
                            self.raise(body, fails, exception, (&mut open, &mut ends))?;
                        }
                        let Some(goes_on) = no else { break };
                        path = goes_on;
                        is_first = true;
                    }
                    Step::Called(history, used) => {
                        let throws = self.symbol(Symbol::Throws(history), Domain::Boolean);
                        let one = self.pool.int(1);
                        let condition = self.pool.equal(throws, one);
                        let [yes, no] = self.decide_fresh(&path, throws, condition);
                        if let Some(mut thrown) = yes {
                            let exception = self.symbol(Symbol::Thrown(history), Domain::Int);
                            thrown.not_null.insert(exception);
                            self.throw(body, thrown, exception, (&mut open, &mut ends))?;
                        }
                        let Some(mut returned) = no else { break };
                        returned.initialised.extend(used);
                        returned.instruction += 1;
                        path = returned;
                    }
                    Step::Throw(exception) => {
                        self.throw(body, path, exception, (&mut open, &mut ends))?;
                        break;
                    }
                    Step::Entered => is_first = true,
                    Step::Return(value) if path.leave() => {
                        path.operands.extend(value);
                        path.instruction += 1;
                    }
                    Step::Return(value) => {
                        ends.push(End { path, ending: Ending::Returned(value) });
                        break;
                    }
                }
            }
            if ends.len() + open.len() > super::MOST_ENDS {
                return Err("too many paths".into());
            }
        }
        Ok(ends)
    }

    /// The JVM throws an exception at the running instruction.
    fn raise(
        &mut self,
        body: &Body<'_>,
        mut path: Path,
        exception: Raised,
        (open, ends): (&mut Vec<(Path, bool)>, &mut Vec<End>),
    ) -> Result<(), GivenUp> {
        let program = self.program;
        let thrown = program.class_by_name(exception.class).ok_or("an exception without a class")?;
        loop {
            for handler in self.handlers(body, &path)? {
                let is_caught = match &handler.catch_type {
                    None => true,
                    Some(name) => {
                        let class = program.class_by_name(name).ok_or("a handler of an unknown class")?;
                        program.is_subclass(thrown, class).ok_or("a handler of an unknown class")?
                    }
                };
                if is_caught {
                    self.happens(&mut path, Event::Raised(exception));
                    let object = self.symbol(Symbol::Given(path.history), Domain::Int);
                    path.not_null.insert(object);
                    path.operands = vec![Entry { kind: ValueKind::Reference, term: object }];
                    path.instruction = handler.handler;
                    open.push((path, false));
                    return Ok(());
                }
            }
            if !path.leave() {
                break;
            }
        }
        ends.push(End { path, ending: Ending::Raised(exception) });
        Ok(())
    }

    /// An exception of which nothing is known but what was decided about it is thrown at the running instruction.
    fn throw(
        &mut self,
        body: &Body<'_>,
        mut path: Path,
        exception: TermId,
        (open, ends): (&mut Vec<(Path, bool)>, &mut Vec<End>),
    ) -> Result<(), GivenUp> {
        loop {
            for handler in self.handlers(body, &path)? {
                let caught = |mut path: Path| {
                    path.operands = vec![Entry { kind: ValueKind::Reference, term: exception }];
                    path.instruction = handler.handler;
                    path
                };
                match &handler.catch_type {
                    Some(name) if &**name != "java/lang/Throwable" => {
                        let condition = self.is_a(name, exception);
                        let [yes, no] = self.decide(&path, condition)?;
                        open.extend(yes.map(|path| (caught(path), false)));
                        let Some(goes_on) = no else { return Ok(()) };
                        path = goes_on;
                    }
                    _ => {
                        open.push((caught(path), false));
                        return Ok(());
                    }
                }
            }
            if !path.leave() {
                break;
            }
        }
        ends.push(End { path, ending: Ending::Threw(exception) });
        Ok(())
    }

    /// The handlers that the running instruction has, in the order in which they are tried.
    fn handlers<'c>(&self, body: &Body<'c>, path: &Path) -> Result<Vec<&'c ExceptionHandler>, GivenUp>
    where
        'a: 'c,
    {
        let at = path.instruction;
        let all = self.code(body, path).ok_or_else(malformed)?.handlers.iter();
        Ok(all.filter(|handler| at >= handler.start && at < handler.end).collect())
    }

    fn is_a(&mut self, class: &ClassName, object: TermId) -> TermId {
        let answer = self.symbol(Symbol::IsA(class.clone(), object), Domain::Boolean);
        let one = self.pool.int(1);
        self.pool.equal(answer, one)
    }

    /// The condition that a reference is null; none where that is known not to be.
    pub(super) fn null(&mut self, path: &Path, reference: TermId) -> Option<TermId> {
        if path.not_null.contains(&reference) {
            return None;
        }
        let null = self.pool.int(0);
        let condition = self.pool.equal(reference, null);
        (self.known(path, condition) != Some(false)).then_some(condition)
    }

    fn step(&mut self, body: &Body<'_>, path: &mut Path) -> Result<Step, GivenUp> {
        use Instruction as I;
        let code = self.code(body, path).ok_or_else(malformed)?;
        let decoded = code.instructions.get(path.instruction as usize).ok_or_else(malformed)?;
        let reference = |term| Entry { kind: ValueKind::Reference, term };
        Ok(match &decoded.instruction {
            I::Nop => Step::Next,
            I::NullConstant => {
                let term = self.pool.int(0);
                push(path, reference(term))
            }
            I::IntConstant(value) => {
                let term = self.pool.int(*value);
                push(path, Entry { kind: ValueKind::Int, term })
            }
            I::LongConstant(value) => {
                let term = self.pool.long(*value);
                push(path, Entry { kind: ValueKind::Long, term })
            }
            I::Constant(constant) => self.constant(path, constant),
            I::Load(kind, slot) => {
                let entry = path.locals.get(usize::from(*slot)).copied().flatten().ok_or_else(malformed)?;
                if entry.kind != *kind {
                    return Err(malformed());
                }
                push(path, entry)
            }
            I::Store(kind, slot) => {
                let entry = pop(path)?;
                if entry.kind != *kind {
                    return Err("a return address".into());
                }
                let slot = usize::from(*slot);
                let end = slot + if entry.is_wide() { 2 } else { 1 };
                if path.locals.len() < end {
                    path.locals.resize(end, None);
                }
                path.locals[slot] = Some(entry);
                if entry.is_wide() {
                    path.locals[slot + 1] = None;
                }
                Step::Next
            }
            I::Increment(slot, amount) => {
                let local = path.locals.get_mut(usize::from(*slot)).and_then(Option::as_mut).ok_or_else(malformed)?;
                let amount = self.pool.int(i32::from(*amount));
                local.term = self.pool.add(local.term, amount);
                Step::Next
            }
            I::Pop => {
                pop(path)?;
                Step::Next
            }
            I::Pop2 => {
                if !pop(path)?.is_wide() {
                    pop(path)?;
                }
                Step::Next
            }
            I::Dup => duplicate(path, 1, 0)?,
            I::DupX1 => duplicate(path, 1, 1)?,
            I::DupX2 => duplicate(path, 1, 2)?,
            I::Dup2 => duplicate(path, 2, 0)?,
            I::Dup2X1 => duplicate(path, 2, 1)?,
            I::Dup2X2 => duplicate(path, 2, 2)?,
            I::Swap => {
                let (first, second) = (pop(path)?, pop(path)?);
                path.operands.extend([first, second]);
                Step::Next
            }
            I::Binary(kind, operator) => self.binary(path, *kind, *operator)?,
            I::Negate(kind) => {
                let operand = pop(path)?;
                let term = match kind {
                    ValueKind::Float | ValueKind::Double => {
                        self.pool.floating_point(FloatOperator::Negate, &[operand.term])
                    }
                    _ => self.pool.negate(operand.term),
                };
                push(path, Entry { kind: *kind, term })
            }
            I::Convert(conversion) => {
                let operand = pop(path)?;
                let (term, kind) = converted(&mut self.pool, *conversion, operand.term).ok_or_else(malformed)?;
                push(path, Entry { kind, term })
            }
            I::Compare(comparison) => {
                let (right, left) = (pop(path)?, pop(path)?);
                let term = compared(&mut self.pool, *comparison, left.term, right.term);
                push(path, Entry { kind: ValueKind::Int, term })
            }
            I::Branch(condition, to) => {
                let right = pop(path)?;
                let term = match condition {
                    Condition::IntZero(relation) => {
                        let zero = self.pool.int(0);
                        related(&mut self.pool, *relation, right.term, zero)
                    }
                    Condition::IntCompare(relation) => {
                        let left = pop(path)?;
                        related(&mut self.pool, *relation, left.term, right.term)
                    }
                    Condition::ReferenceEqual(equal) => {
                        let left = pop(path)?;
                        let relation = if *equal { Relation::Equal } else { Relation::NotEqual };
                        related(&mut self.pool, relation, left.term, right.term)
                    }
                    Condition::Null(is_null) => match self.null(path, right.term) {
                        None => self.pool.truth(!*is_null),
                        Some(null) if *is_null => null,
                        Some(null) => self.pool.not(null),
                    },
                };
                Step::Branch(term, *to)
            }
            I::Goto(to) => Step::Jump(*to),
            I::Switch(switch) => {
                let key = path.operands.last().ok_or_else(malformed)?.term;
                let mut goes_on = Step::Jump(switch.default);
                for (value, to) in &switch.cases {
                    let value = self.pool.int(*value);
                    let condition = self.pool.equal(key, value);
                    match self.known(path, condition) {
                        Some(true) => {
                            goes_on = Step::Jump(*to);
                            break;
                        }
                        Some(false) => {}
                        None => return Ok(Step::Case(condition, *to)),
                    }
                }
                pop(path)?;
                goes_on
            }
            I::Return(None) => Step::Return(None),
            I::Return(Some(_)) => Step::Return(Some(pop(path)?)),
            I::GetStatic(field) => self.get_static(path, field)?,
            I::PutStatic(field) => self.put_static(path, field)?,
            I::GetField(field) => {
                let object = path.operands.last().ok_or_else(malformed)?.term;
                if let Some(null) = self.null(path, object) {
                    return Ok(Step::RaiseIf(null, raised(NULL)));
                }
                pop(path)?;
                let id = self.field(field)?;
                let declared = parse_field_descriptor(&field.descriptor).ok_or_else(malformed)?;
                let (kind, domain) = (declared.value_kind(), domain_of_type(&declared));
                let term = match self.histories.field(path.history, id, object) {
                    Ok(known) => known,
                    Err(since) => self.symbol(Symbol::Field(since, id, object), domain),
                };
                self.is_declared(term, &declared);
                push(path, Entry { kind, term })
            }
            I::PutField(field) => {
                let object = nth(path, 1)?.term;
                if let Some(null) = self.null(path, object) {
                    return Ok(Step::RaiseIf(null, raised(NULL)));
                }
                let value = pop(path)?;
                pop(path)?;
                let id = self.field(field)?;
                if !self.barriers.ignores(id) {
                    let kept = self.kept(field, value)?;
                    self.happens(path, Event::Put(id, object, kept));
                }
                Step::Next
            }
            I::Invoke(kind, method) => self.invoke(body, path, (*kind, method))?,
            I::InvokeDynamic(dynamic) => {
                let parsed = parse_method_descriptor(&dynamic.descriptor).ok_or_else(malformed)?;
                if self.calls_back {
                    return Err("what the JDK may call has changed".into());
                }
                let arguments = self.arguments(path, parsed.parameters.len())?;
                self.happens(path, Event::Dynamic(dynamic.clone(), arguments));
                self.give(path, parsed.result.as_ref());
                Step::Called(path.history, None)
            }
            I::New(class) => {
                if let Some(step) = self.initialise(path, class)? {
                    return Ok(step);
                }
                self.happens(path, Event::New(class.clone()));
                self.allocated(path, class)
            }
            I::NewPrimitiveArray(_) | I::NewReferenceArray(_) => self.new_array(path, &decoded.instruction)?,
            I::NewMultiArray(class, dimensions) => {
                for at in 0..usize::from(*dimensions) {
                    let length = nth(path, at)?.term;
                    if let Some(step) = self.negative(path, length) {
                        return Ok(step);
                    }
                }
                let lengths = self.arguments(path, usize::from(*dimensions))?;
                self.happens(path, Event::NewArray(class.clone(), lengths));
                self.allocated(path, class)
            }
            I::ArrayLength => {
                let array = path.operands.last().ok_or_else(malformed)?.term;
                if let Some(null) = self.null(path, array) {
                    return Ok(Step::RaiseIf(null, raised(NULL)));
                }
                pop(path)?;
                let term = self.symbol(Symbol::Length(array), Domain::Length);
                push(path, Entry { kind: ValueKind::Int, term })
            }
            I::ArrayLoad(access) => {
                let (index, array) = (nth(path, 0)?.term, nth(path, 1)?.term);
                if let Some(step) = self.outside(path, array, index) {
                    return Ok(step);
                }
                path.operands.truncate(path.operands.len() - 2);
                let (kind, domain) = (access.value_kind(), domain_of_element(*access));
                let term = match self.histories.element(path.history, array, index) {
                    Ok(known) => known,
                    Err(since) => self.symbol(Symbol::Element(since, *access, array, index), domain),
                };
                let holds =
                    self.types.get(&array).and_then(|known| parse_field_descriptor(known.name.strip_prefix('[')?));
                if let Some(element) = holds {
                    self.is_declared(term, &element);
                }
                push(path, Entry { kind, term })
            }
            I::ArrayStore(access) => {
                let (value, index, array) = (nth(path, 0)?, nth(path, 1)?.term, nth(path, 2)?.term);
                if let Some(step) = self.outside(path, array, index) {
                    return Ok(step);
                }
                if *access == ArrayAccess::Reference && self.pool.as_int(value.term) != Some(0) {
                    if self.types_differ {
                        return Err("a class has other supertypes".into());
                    }
                    let takes = self.symbol(Symbol::Takes(array, value.term), Domain::Boolean);
                    let zero = self.pool.int(0);
                    let refuses = self.pool.equal(takes, zero);
                    if self.known(path, refuses) != Some(false) {
                        return Ok(Step::RaiseIf(refuses, Raised { about: vec![value.term], ..raised(STORE) }));
                    }
                }
                path.operands.truncate(path.operands.len() - 3);
                self.happens(path, Event::Store(*access, array, index, value.term));
                Step::Next
            }
            I::Throw => {
                let exception = path.operands.last().ok_or_else(malformed)?.term;
                match self.null(path, exception) {
                    Some(null) => Step::RaiseIf(null, raised(NULL)),
                    None => Step::Throw(exception),
                }
            }
            I::InstanceOf(class) => {
                let object = pop(path)?.term;
                let answer = self.symbol(Symbol::IsA(class.clone(), object), Domain::Boolean);
                let term = match self.null(path, object) {
                    None => answer,
                    Some(null) => {
                        let zero = self.pool.int(0);
                        self.pool.if_then_else(null, zero, answer)
                    }
                };
                push(path, Entry { kind: ValueKind::Int, term })
            }
            I::CheckCast(class) => {
                let object = path.operands.last().ok_or_else(malformed)?.term;
                let is = self.is_a(class, object);
                let null = self.pool.int(0);
                let is_null = self.pool.equal(object, null);
                let passes = self.pool.disjunction(is_null, is);
                let fails = self.pool.not(passes);
                match self.known(path, fails) {
                    Some(false) => Step::Next,
                    _ => Step::RaiseIf(fails, Raised { about: vec![object], of: Some(class.clone()), ..raised(CAST) }),
                }
            }
            I::MonitorEnter | I::MonitorExit => {
                let object = path.operands.last().ok_or_else(malformed)?.term;
                if let Some(null) = self.null(path, object) {
                    return Ok(Step::RaiseIf(null, raised(NULL)));
                }
                pop(path)?;
                let is_entered = decoded.instruction == I::MonitorEnter;
                self.happens(path, Event::Monitor(is_entered, object));
                Step::Next
            }
            I::JumpSubroutine(_) | I::ReturnFromSubroutine(_) => return Err("a subroutine".into()),
        })
    }

    fn constant(&mut self, path: &mut Path, constant: &LoadableConstant) -> Step {
        let entry = match constant {
            LoadableConstant::Float(bits) => {
                Entry { kind: ValueKind::Float, term: self.pool.float(f32::from_bits(*bits)) }
            }
            LoadableConstant::Double(bits) => {
                Entry { kind: ValueKind::Double, term: self.pool.double(f64::from_bits(*bits)) }
            }
            LoadableConstant::Int(value) => Entry { kind: ValueKind::Int, term: self.pool.int(*value) },
            LoadableConstant::Long(value) => Entry { kind: ValueKind::Long, term: self.pool.long(*value) },
            other => {
                let term = self.symbol(Symbol::Constant(other.clone()), Domain::Int);
                if matches!(other, LoadableConstant::String(_)) {
                    self.is_of(term, "java/lang/String", true);
                }
                path.not_null.insert(term);
                Entry { kind: ValueKind::Reference, term }
            }
        };
        push(path, entry)
    }

    fn binary(&mut self, path: &mut Path, kind: ValueKind, operator: BinaryOperator) -> Result<Step, GivenUp> {
        let (right, left) = (nth(path, 0)?, nth(path, 1)?);
        let is_integral = matches!(kind, ValueKind::Int | ValueKind::Long);
        if is_integral && matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) {
            let zero = if kind == ValueKind::Long { self.pool.long(0) } else { self.pool.int(0) };
            let by_zero = self.pool.equal(right.term, zero);
            if self.known(path, by_zero) != Some(false) {
                return Ok(Step::RaiseIf(by_zero, raised(ARITHMETIC)));
            }
        }
        let term = combine(&mut self.pool, kind, operator, left.term, right.term).ok_or_else(malformed)?;
        path.operands.truncate(path.operands.len() - 2);
        Ok(push(path, Entry { kind, term }))
    }

    fn field(&self, reference: &FieldReference) -> Result<FieldId, GivenUp> {
        let missing = || format!("{} is not on the class path", java_name(&reference.class));
        self.program.resolve_field(reference).ok_or_else(missing)
    }

    /// What a field keeps of a value: as much as its type has.
    fn kept(&mut self, field: &FieldReference, value: Entry) -> Result<TermId, GivenUp> {
        Ok(match parse_field_descriptor(&field.descriptor).ok_or_else(malformed)? {
            FieldType::Primitive(PrimitiveType::Byte) => self.pool.to_byte(value.term),
            FieldType::Primitive(PrimitiveType::Char) => self.pool.to_char(value.term),
            FieldType::Primitive(PrimitiveType::Short) => self.pool.to_short(value.term),
            FieldType::Primitive(PrimitiveType::Boolean) => {
                let one = self.pool.int(1);
                self.pool.and(value.term, one)
            }
            _ => value.term,
        })
    }

    fn get_static(&mut self, path: &mut Path, field: &FieldReference) -> Result<Step, GivenUp> {
        let id = self.field(field)?;
        let info = self.program.field(id);
        if let Some(step) = self.initialise_of(path, info.class)? {
            return Ok(step);
        }
        let declared = parse_field_descriptor(&field.descriptor).ok_or_else(malformed)?;
        let (kind, domain) = (declared.value_kind(), domain_of_type(&declared));
        let since = if info.flags.is_final() && self.program.is_user_class(info.class) && !self.initialises {
            Err(BEGINNING)
        } else {
            self.histories.static_field(path.history, id)
        };
        let term = match since {
            Ok(known) => known,
            Err(since) => self.symbol(Symbol::Static(since, id), domain),
        };
        self.is_declared(term, &declared);
        Ok(push(path, Entry { kind, term }))
    }

    fn put_static(&mut self, path: &mut Path, field: &FieldReference) -> Result<Step, GivenUp> {
        let id = self.field(field)?;
        if let Some(step) = self.initialise_of(path, self.program.field(id).class)? {
            return Ok(step);
        }
        let value = pop(path)?;
        let kept = self.kept(field, value)?;
        self.happens(path, Event::PutStatic(id, kept));
        Ok(Step::Next)
    }

    /// What the first use of a class does.
    fn initialise(&mut self, path: &mut Path, class: &ClassName) -> Result<Option<Step>, GivenUp> {
        let id = self.program.class_by_name(class);
        let id = id.ok_or_else(|| format!("{} is not on the class path", java_name(class)))?;
        self.initialise_of(path, id)
    }

    /// The same of a class that is there. The instruction is executed again when that is done.
    pub(super) fn initialise_of(&mut self, path: &mut Path, class: ClassId) -> Result<Option<Step>, GivenUp> {
        let program = self.program;
        if !program.is_user_class(class) || path.initialised.contains(&class) {
            return Ok(None);
        }
        path.initialised.insert(class);
        let all = program.initialised_with(class);
        // A superinterface may not be initialised yet (JVMS 5.5).
        let is_done = program.superclasses(self.own).any(|own| own == class);
        if is_done || !all.iter().any(|class| initialiser(program, *class).is_some()) {
            return Ok(None);
        }
        self.happens(path, Event::Initialise(class));
        let throws = self.symbol(Symbol::Throws(path.history), Domain::Boolean);
        let one = self.pool.int(1);
        let fails = self.pool.equal(throws, one);
        Ok(Some(Step::FailIf(fails, class)))
    }

    pub(super) fn arguments(&mut self, path: &mut Path, count: usize) -> Result<Vec<TermId>, GivenUp> {
        let from = path.operands.len().checked_sub(count).ok_or_else(malformed)?;
        Ok(path.operands.split_off(from).into_iter().map(|entry| entry.term).collect())
    }

    /// Puts what the last event has given, if it gives anything.
    pub(super) fn give(&mut self, path: &mut Path, result: Option<&FieldType>) {
        if let Some(result) = result {
            let (kind, domain) = (result.value_kind(), domain_of_type(result));
            let term = self.symbol(Symbol::Given(path.history), domain);
            self.is_declared(term, result);
            path.operands.push(Entry { kind, term });
        }
    }

    /// Puts the object of a class or array type that the last event has allocated.
    fn allocated(&mut self, path: &mut Path, class: &str) -> Step {
        let term = self.symbol(Symbol::Given(path.history), Domain::Int);
        self.is_of(term, class, true);
        path.not_null.insert(term);
        push(path, Entry { kind: ValueKind::Reference, term })
    }

    fn new_array(&mut self, path: &mut Path, instruction: &Instruction) -> Result<Step, GivenUp> {
        let length = path.operands.last().ok_or_else(malformed)?.term;
        if let Some(step) = self.negative(path, length) {
            return Ok(step);
        }
        pop(path)?;
        let element = match instruction {
            Instruction::NewPrimitiveArray(kind) => FieldType::Primitive(*kind),
            Instruction::NewReferenceArray(class) => FieldType::Reference(class.clone()),
            _ => return Err(malformed()),
        };
        let class = ClassName::from(format!("[{}", element.descriptor()));
        self.happens(path, Event::NewArray(class.clone(), vec![length]));
        let step = self.allocated(path, &class);
        let array = path.operands.last().ok_or_else(malformed)?.term;
        let known = self.symbol(Symbol::Length(array), Domain::Length);
        let condition = self.pool.equal(known, length);
        self.assume(path, condition)?;
        Ok(step)
    }

    fn negative(&mut self, path: &Path, length: TermId) -> Option<Step> {
        let zero = self.pool.int(0);
        let negative = self.pool.less(length, zero);
        (self.known(path, negative) != Some(false))
            .then_some(Step::RaiseIf(negative, Raised { about: vec![length], ..raised(SIZE) }))
    }

    /// What an access to an array raises, where it may.
    fn outside(&mut self, path: &Path, array: TermId, index: TermId) -> Option<Step> {
        if let Some(null) = self.null(path, array) {
            return Some(Step::RaiseIf(null, raised(NULL)));
        }
        let zero = self.pool.int(0);
        let length = self.symbol(Symbol::Length(array), Domain::Length);
        let below = self.pool.less(index, zero);
        let above = self.pool.greater_or_equal(index, length);
        let outside = self.pool.disjunction(below, above);
        (self.known(path, outside) != Some(false))
            .then_some(Step::RaiseIf(outside, Raised { about: vec![index, length], ..raised(BOUNDS) }))
    }
}

pub(super) fn push(path: &mut Path, entry: Entry) -> Step {
    path.operands.push(entry);
    Step::Next
}

pub(super) fn pop(path: &mut Path) -> Result<Entry, GivenUp> {
    path.operands.pop().ok_or_else(malformed)
}

/// An operand, counted from the topmost.
pub(super) fn nth(path: &Path, depth: usize) -> Result<Entry, GivenUp> {
    let at = path.operands.len().checked_sub(depth + 1).ok_or_else(malformed)?;
    path.operands.get(at).copied().ok_or_else(malformed)
}

/// Puts the topmost operands of so many slots a second time, below others of so many slots.
fn duplicate(path: &mut Path, slots: usize, below: usize) -> Result<Step, GivenUp> {
    let taken = |path: &mut Path, slots: usize| -> Result<Vec<Entry>, GivenUp> {
        let (mut found, mut width) = (Vec::new(), 0);
        while width < slots {
            let entry = pop(path)?;
            width += if entry.is_wide() { 2 } else { 1 };
            found.insert(0, entry);
        }
        Ok(found)
    };
    let top = taken(path, slots)?;
    let under = taken(path, below)?;
    path.operands.extend(top.iter().chain(&under).chain(&top));
    Ok(Step::Next)
}
