//! What the operand stack holds before each instruction of a method: the kinds of its entries.

use crate::classfile::{
    Code, Condition, Conversion, FieldType, Instruction, InvokeKind, LoadableConstant, ValueKind,
    parse_field_descriptor, parse_method_descriptor,
};
use crate::exec::rearrangement;
use crate::graph::successors;

/// The kinds of the entries before each instruction, lowest first; none for what is never reached.
pub(super) type Shapes = Vec<Option<Vec<ValueKind>>>;

/// The stack shapes of a method. Code that the machine's verifier accepts has one shape at each instruction.
pub(super) fn shapes(code: &Code) -> Shapes {
    let mut found: Shapes = vec![None; code.instructions.len()];
    let mut open: Vec<(u32, Vec<ValueKind>)> = vec![(0, Vec::new())];
    open.extend(code.handlers.iter().map(|handler| (handler.handler, vec![ValueKind::Reference])));
    while let Some((position, shape)) = open.pop() {
        let Some(known) = found.get_mut(position as usize) else { continue };
        if known.is_some() {
            continue;
        }
        *known = Some(shape.clone());
        let Some(decoded) = code.instructions.get(position as usize) else { continue };
        if let Some(after) = after(&decoded.instruction, shape) {
            open.extend(successors(&decoded.instruction, position).into_iter().map(|next| (next, after.clone())));
        }
    }
    found
}

/// The shape after an instruction; none where it is not known.
fn after(instruction: &Instruction, mut shape: Vec<ValueKind>) -> Option<Vec<ValueKind>> {
    use Instruction as I;
    let wide = |depth: usize| {
        let kind = shape.len().checked_sub(depth + 1).and_then(|at| shape.get(at));
        matches!(kind, Some(ValueKind::Long | ValueKind::Double))
    };
    if let Some((taken, left)) = rearrangement(instruction, wide) {
        let base = shape.len().checked_sub(taken)?;
        let operands = shape.split_off(base);
        for position in left {
            shape.push(*operands.get(*position)?);
        }
        return Some(shape);
    }
    let (taken, pushed): (usize, Option<ValueKind>) = match instruction {
        I::Nop | I::Increment(..) | I::Goto(_) | I::ReturnFromSubroutine(_) => (0, None),
        I::NullConstant => (0, Some(ValueKind::Reference)),
        I::IntConstant(_) => (0, Some(ValueKind::Int)),
        I::LongConstant(_) => (0, Some(ValueKind::Long)),
        I::Constant(constant) => (0, Some(kind_of_constant(constant)?)),
        I::Load(kind, _) => (0, Some(*kind)),
        I::Store(..) => (1, None),
        I::ArrayLoad(access) => (2, Some(access.value_kind())),
        I::ArrayStore(_) => (3, None),
        I::Binary(kind, _) => (2, Some(*kind)),
        I::Negate(kind) => (1, Some(*kind)),
        I::Convert(Conversion::Between(_, to)) => (1, Some(*to)),
        I::Convert(_) => (1, Some(ValueKind::Int)),
        I::Compare(_) => (2, Some(ValueKind::Int)),
        I::Branch(Condition::IntZero(_) | Condition::Null(_), _) => (1, None),
        I::Branch(..) => (2, None),
        I::Switch(_) => (1, None),
        I::GetStatic(field) => (0, Some(parse_field_descriptor(&field.descriptor)?.value_kind())),
        I::PutStatic(_) => (1, None),
        I::GetField(field) => (1, Some(parse_field_descriptor(&field.descriptor)?.value_kind())),
        I::PutField(_) => (2, None),
        I::Invoke(kind, callee) => {
            let parsed = parse_method_descriptor(&callee.descriptor)?;
            let receiver = usize::from(!matches!(kind, InvokeKind::Static));
            (parsed.parameters.len() + receiver, parsed.result.as_ref().map(FieldType::value_kind))
        }
        I::InvokeDynamic(site) => {
            let parsed = parse_method_descriptor(&site.descriptor)?;
            (parsed.parameters.len(), parsed.result.as_ref().map(FieldType::value_kind))
        }
        I::New(_) => (0, Some(ValueKind::Reference)),
        I::NewPrimitiveArray(_) | I::NewReferenceArray(_) | I::CheckCast(_) => (1, Some(ValueKind::Reference)),
        I::NewMultiArray(_, dimensions) => (usize::from(*dimensions), Some(ValueKind::Reference)),
        I::ArrayLength | I::InstanceOf(_) => (1, Some(ValueKind::Int)),
        I::MonitorEnter | I::MonitorExit => (1, None),
        I::Return(_) | I::Throw | I::JumpSubroutine(_) => return None,
        I::Pop | I::Pop2 | I::Dup | I::DupX1 | I::DupX2 | I::Dup2 | I::Dup2X1 | I::Dup2X2 | I::Swap => return None,
    };
    let base = shape.len().checked_sub(taken)?;
    shape.truncate(base);
    shape.extend(pushed);
    Some(shape)
}

fn kind_of_constant(constant: &LoadableConstant) -> Option<ValueKind> {
    Some(match constant {
        LoadableConstant::Float(_) => ValueKind::Float,
        LoadableConstant::Double(_) => ValueKind::Double,
        LoadableConstant::Int(_) => ValueKind::Int,
        LoadableConstant::Long(_) => ValueKind::Long,
        LoadableConstant::Dynamic(dynamic) => parse_field_descriptor(&dynamic.descriptor)?.value_kind(),
        _ => ValueKind::Reference,
    })
}
