//! `java.util.StringTokenizer`: where a known text is taken apart, which the JDK does with long lists. Other texts are left to the code.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::heap::{ObjectId, Value};

const TOKENIZER: &str = "java/util/StringTokenizer";

pub(super) const TABLE: &[MethodModel] = &[
    value(TOKENIZER, "skipDelimiters", "(I)I", Precision::Exact, |call| advance(call, true)),
    value(TOKENIZER, "scanToken", "(I)I", Precision::Exact, |call| advance(call, false)),
];

/// The text in a field, where it is known.
fn known(call: &mut Call<'_, '_>, tokenizer: ObjectId, field: &str) -> Result<Option<Vec<u16>>, Abrupt> {
    let Value::Reference(text) = call.get(tokenizer, (TOKENIZER, field, "Ljava/lang/String;"))? else {
        return Ok(None);
    };
    let text = call.state.heap.resolve(text)?.and_then(|text| call.text_of(text));
    Ok(text.and_then(|text| call.machine.pool.as_text(text)).map(<[u16]>::to_vec))
}

/// The next place from one on where what is skipped ends: delimiters, or what is none.
fn advance(call: &mut Call<'_, '_>, skips_delimiters: bool) -> Result<Option<Value>, Abrupt> {
    let tokenizer = call.present(0)?;
    for flag in ["retDelims", "hasSurrogates"] {
        match call.get(tokenizer, (TOKENIZER, flag, "Z"))? {
            Value::Int(flag) if call.machine.pool.as_int(flag) == Some(0) => {}
            _ => return Err(Abrupt::RunsCode),
        }
    }
    let from = call.int(1)?;
    let from = call.machine.pool.as_int(from).and_then(|from| usize::try_from(from).ok());
    let (text, delimiters) = (known(call, tokenizer, "str")?, known(call, tokenizer, "delimiters")?);
    let (Some(from), Some(text), Some(delimiters)) = (from, text, delimiters) else { return Err(Abrupt::RunsCode) };
    let rest = text.get(from..).unwrap_or_default();
    let skipped = rest.iter().take_while(|unit| delimiters.contains(unit) == skips_delimiters).count();
    Ok(Some(Value::Int(call.small((from + skipped) as i32))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::rows::program_with;

    #[test]
    fn every_row_is_of_the_jdk_at_hand() {
        program_with(TABLE);
    }
}
