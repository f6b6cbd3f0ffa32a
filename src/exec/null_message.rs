//! What the JVM says of a null that it met (JEP 358): what could not be done, and which expression was null. The expression is
//! read off the code before the instruction, as far as that runs straight on to it.

use crate::classfile::{
    ArrayAccess, Code, FieldType, Instruction, MethodReference, java_name, parse_method_descriptor,
};
use crate::program::{MethodId, Program};

/// How deep an expression is described.
const DEEPEST: u32 = 5;

/// What is known of an expression.
enum Source {
    /// It is written like this.
    Text(String),
    /// The JVM does not describe it.
    Undescribed,
}

/// The message of the exception that an instruction raises because the operand `depth` entries below the top is null; none
/// where the code does not tell it.
pub(super) fn describe(program: &Program, method: MethodId, position: u32, depth: usize) -> Option<String> {
    let code = program.code(method)?;
    let instruction = &code.instructions.get(position as usize)?.instruction;
    let action = action(instruction)?;
    let expression = Expression { program, method, code };
    let source = producer(code, position, depth)?;
    let is_call = matches!(instruction_at(code, source)?, Instruction::Invoke(..));
    Some(match expression.at(source, DEEPEST)? {
        Source::Text(text) if is_call => format!("{action} because the return value of \"{text}\" is null"),
        Source::Text(text) => format!("{action} because \"{text}\" is null"),
        Source::Undescribed => action,
    })
}

fn instruction_at(code: &Code, position: u32) -> Option<&Instruction> {
    code.instructions.get(position as usize).map(|decoded| &decoded.instruction)
}

/// What an instruction could not do.
fn action(instruction: &Instruction) -> Option<String> {
    Some(match instruction {
        Instruction::ArrayLoad(access) => format!("Cannot load from {} array", elements(*access)),
        Instruction::ArrayStore(access) => format!("Cannot store to {} array", elements(*access)),
        Instruction::ArrayLength => "Cannot read the array length".into(),
        Instruction::Throw => "Cannot throw exception".into(),
        Instruction::MonitorEnter => "Cannot enter synchronized block".into(),
        Instruction::MonitorExit => "Cannot exit synchronized block".into(),
        Instruction::GetField(field) => format!("Cannot read field \"{}\"", field.name),
        Instruction::PutField(field) => format!("Cannot assign field \"{}\"", field.name),
        Instruction::Invoke(_, method) if &*method.name != "<init>" => {
            format!("Cannot invoke \"{}\"", method_text(method)?)
        }
        _ => return None,
    })
}

fn elements(access: ArrayAccess) -> &'static str {
    match access {
        ArrayAccess::ByteOrBoolean => "byte/boolean",
        ArrayAccess::Char => "char",
        ArrayAccess::Short => "short",
        ArrayAccess::Int => "int",
        ArrayAccess::Long => "long",
        ArrayAccess::Float => "float",
        ArrayAccess::Double => "double",
        ArrayAccess::Reference => "object",
    }
}

/// A type's name; two are written without their package.
fn type_text(name: &str) -> String {
    match name.strip_prefix("java.lang.") {
        Some(short) if matches!(short.trim_end_matches("[]"), "Object" | "String") => short.to_owned(),
        _ => name.to_owned(),
    }
}

fn method_text(method: &MethodReference) -> Option<String> {
    let parameters = parse_method_descriptor(&method.descriptor)?.parameters;
    let parameters: Vec<String> = parameters.iter().map(|parameter| type_text(&parameter.java_name())).collect();
    Some(format!("{}.{}({})", type_text(&java_name(&method.class)), method.name, parameters.join(", ")))
}

/// The method in which expressions are described.
struct Expression<'p> {
    program: &'p Program,
    method: MethodId,
    code: &'p Code,
}

impl Expression<'_> {
    /// The expression that an instruction gives the value of; none where the code does not tell it.
    fn at(&self, position: u32, detail: u32) -> Option<Source> {
        if detail == 0 {
            return Some(Source::Undescribed);
        }
        Some(Source::Text(match instruction_at(self.code, position)? {
            Instruction::NullConstant => "null".into(),
            Instruction::IntConstant(number) if i16::try_from(*number).is_ok() => number.to_string(),
            Instruction::Load(_, slot) => self.variable(position, *slot)?,
            Instruction::GetStatic(field) => format!("{}.{}", type_text(&java_name(&field.class)), field.name),
            Instruction::GetField(field) => match self.operand(position, 0, detail - 1)? {
                Source::Text(object) => format!("{object}.{}", field.name),
                Source::Undescribed => field.name.to_string(),
            },
            Instruction::Invoke(_, method) => method_text(method)?,
            Instruction::ArrayLoad(_) => {
                let array = self.operand(position, 1, detail - 1)?;
                let index = self.operand(position, 0, detail)?;
                let text = |source, otherwise: &str| match source {
                    Source::Text(text) => text,
                    Source::Undescribed => otherwise.to_owned(),
                };
                format!("{}[{}]", text(array, "<array>"), text(index, "..."))
            }
            _ => return Some(Source::Undescribed),
        }))
    }

    fn operand(&self, position: u32, depth: usize, detail: u32) -> Option<Source> {
        self.at(producer(self.code, position, depth)?, detail)
    }

    /// The name of a local variable at an instruction.
    fn variable(&self, position: u32, slot: u16) -> Option<String> {
        let named = self
            .code
            .local_variables
            .iter()
            .find(|variable| variable.index == slot && variable.start <= position && position < variable.end);
        if let Some(variable) = named {
            return Some(variable.name.to_string());
        }
        let info = self.program.method(self.method);
        let first = u16::from(!info.flags.is_static());
        let is_written = self.code.instructions.iter().any(|decoded| match decoded.instruction {
            Instruction::Store(_, stored) | Instruction::Increment(stored, _) => stored == slot,
            _ => false,
        });
        let parameters = parse_method_descriptor(&info.descriptor)?.parameters;
        let end = first + parameters.iter().map(FieldType::slots).sum::<u16>();
        if slot >= end {
            return Some(format!("<local{slot}>"));
        }
        if is_written {
            return None;
        }
        if slot < first {
            return Some("this".into());
        }
        let mut next = first;
        let number = parameters.iter().position(|parameter| {
            next += parameter.slots();
            slot < next
        })?;
        Some(format!("<parameter{}>", number + 1))
    }
}

/// The instruction that has put an operand onto the stack, `depth` entries below the top, as it is before an instruction; none
/// where the code does not run straight from the one to the other.
fn producer(code: &Code, position: u32, depth: usize) -> Option<u32> {
    let mut depth = depth;
    let mut at = position;
    while !is_joined(code, at) {
        at = at.checked_sub(1)?;
        let instruction = instruction_at(code, at)?;
        depth = match instruction {
            Instruction::Goto(_) | Instruction::Return(_) | Instruction::Throw | Instruction::Switch(_) => return None,
            Instruction::Dup => depth.saturating_sub(1),
            Instruction::CheckCast(_) => depth,
            _ => {
                let (pops, pushes) = operands(instruction)?;
                if depth < pushes {
                    return Some(at);
                }
                depth - pushes + pops
            }
        };
    }
    None
}

/// Whether control comes to an instruction from elsewhere than the one before.
fn is_joined(code: &Code, position: u32) -> bool {
    code.handlers.iter().any(|handler| handler.handler == position)
        || code.instructions.iter().any(|decoded| match &decoded.instruction {
            Instruction::Branch(_, target) | Instruction::Goto(target) | Instruction::JumpSubroutine(target) => {
                *target == position
            }
            Instruction::Switch(switch) => {
                switch.default == position || switch.cases.iter().any(|(_, target)| *target == position)
            }
            _ => false,
        })
}

/// How many operands an instruction takes and leaves; a long is one. None where that depends on what they are.
fn operands(instruction: &Instruction) -> Option<(usize, usize)> {
    Some(match instruction {
        Instruction::Nop | Instruction::Increment(..) => (0, 0),
        Instruction::NullConstant
        | Instruction::IntConstant(_)
        | Instruction::LongConstant(_)
        | Instruction::Constant(_)
        | Instruction::Load(..)
        | Instruction::GetStatic(_)
        | Instruction::New(_) => (0, 1),
        Instruction::Store(..) | Instruction::Pop | Instruction::PutStatic(_) => (1, 0),
        Instruction::MonitorEnter | Instruction::MonitorExit => (1, 0),
        Instruction::ArrayLoad(_) | Instruction::Binary(..) | Instruction::Compare(_) => (2, 1),
        Instruction::ArrayStore(_) => (3, 0),
        Instruction::Negate(_)
        | Instruction::Convert(_)
        | Instruction::GetField(_)
        | Instruction::NewPrimitiveArray(_)
        | Instruction::NewReferenceArray(_)
        | Instruction::ArrayLength
        | Instruction::InstanceOf(_) => (1, 1),
        Instruction::PutField(_) => (2, 0),
        Instruction::Branch(condition, _) => {
            use crate::classfile::Condition;
            (if matches!(condition, Condition::IntZero(_) | Condition::Null(_)) { 1 } else { 2 }, 0)
        }
        Instruction::Invoke(kind, method) => {
            let shape = parse_method_descriptor(&method.descriptor)?;
            let receiver = usize::from(*kind != crate::classfile::InvokeKind::Static);
            (shape.parameters.len() + receiver, usize::from(shape.result.is_some()))
        }
        _ => return None,
    })
}
