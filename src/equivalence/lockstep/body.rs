//! Steps through one body: numbers are computed, and whatever else happens is an event.

mod effects;
mod exceptions;
mod stack;

use super::Lockstep;
use super::history::{Event, History, Raised, Symbol};
use super::path::{End, Ending, Entry, Path};
use crate::classfile::{
    ArrayAccess, BinaryOperator, Code, Condition, Instruction, LoadableConstant, Relation, ValueKind,
    parse_field_descriptor, parse_method_descriptor,
};
use crate::exec::{combine, compared, converted, domain_of_element, domain_of_type, related};
use crate::graph::{Liveness, Loops};
use crate::program::ClassId;
use crate::term::{Domain, FloatOperator, TermId};
use stack::duplicate;
pub(super) use stack::{nth, pop, push};

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

impl Lockstep<'_> {
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

    pub(super) fn arguments(&mut self, path: &mut Path, count: usize) -> Result<Vec<TermId>, GivenUp> {
        let from = path.operands.len().checked_sub(count).ok_or_else(malformed)?;
        Ok(path.operands.split_off(from).into_iter().map(|entry| entry.term).collect())
    }
}
