//! `org.sosy_lab.sv_benchmarks.Verifier`, by which programs ask for inputs of their own: each call gives a fresh one, and an
//! assumption that fails ends its path without an outcome.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::classfile::PrimitiveType;
use crate::exec::{Interrupt, StopReason};
use crate::heap::{InputOrigin, SymbolOrigin, Value};
use crate::program::FieldKind;

macro_rules! choice {
    ($name:literal, $descriptor:literal, $kind:expr) => {
        value("org/sosy_lab/sv_benchmarks/Verifier", $name, $descriptor, Precision::Exact, |call| {
            Ok(Some(chosen(call, $kind)?))
        })
    };
}

pub(super) const TABLE: &[MethodModel] = &[
    choice!("nondetBoolean", "()Z", FieldKind::Primitive(PrimitiveType::Boolean)),
    choice!("nondetByte", "()B", FieldKind::Primitive(PrimitiveType::Byte)),
    choice!("nondetChar", "()C", FieldKind::Primitive(PrimitiveType::Char)),
    choice!("nondetShort", "()S", FieldKind::Primitive(PrimitiveType::Short)),
    choice!("nondetInt", "()I", FieldKind::Primitive(PrimitiveType::Int)),
    choice!("nondetLong", "()J", FieldKind::Primitive(PrimitiveType::Long)),
    choice!("nondetFloat", "()F", FieldKind::Primitive(PrimitiveType::Float)),
    choice!("nondetDouble", "()D", FieldKind::Primitive(PrimitiveType::Double)),
    value("org/sosy_lab/sv_benchmarks/Verifier", "nondetString", "()Ljava/lang/String;", Precision::Exact, text),
    value("org/sosy_lab/sv_benchmarks/Verifier", "assume", "(Z)V", Precision::Exact, assume),
];

/// The next input. A summary has no place for one, so only where whole programs are run there is any.
fn chosen(call: &mut Call<'_, '_>, kind: FieldKind) -> Result<Value, Abrupt> {
    if !call.state.heap.takes_choices {
        let what = format!("org.sosy_lab.sv_benchmarks.Verifier.{}", call.model.name);
        return Err(Interrupt::from(StopReason::NoModel(what)).into());
    }
    let number = (0..call.state.heap.input_count() as u32)
        .filter_map(|input| call.state.heap.input(crate::term::InputId(input)))
        .filter(|input| matches!(input.origin, InputOrigin::Choice(_)))
        .count();
    let number = u16::try_from(number).unwrap_or(u16::MAX);
    let origins = (SymbolOrigin::Parameter(number), InputOrigin::Choice(number));
    Ok(call.state.heap.new_value(&mut call.machine.pool, kind, origins))
}

fn text(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    match chosen(call, FieldKind::Text)? {
        Value::Text(text) => call.new_string(text),
        _ => Err(Interrupt::from(StopReason::Internal("a text that is none".into())).into()),
    }
}

fn assume(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (truth, zero) = (call.int(0)?, call.small(0));
    let holds = call.machine.pool.not_equal(truth, zero);
    if call.decide(holds)? { Ok(None) } else { Err(Interrupt::from(StopReason::AssumptionFails).into()) }
}
