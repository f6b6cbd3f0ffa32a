//! What a `Scanner` takes from the default locale: how numbers are written. Integers in a text of ASCII letters,
//! digits, signs and white space read the same in every locale. Whatever else depends on the locale stops the path.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::heap::{Reference, Value};

const SCANNER: &str = "java/util/Scanner";
const TEXT: &str = "()Ljava/lang/String;";

/// These go before the bytecode of a scanner that its own code has made.
pub(super) const TABLE: &[MethodModel] = &[
    value(SCANNER, "useLocale", "(Ljava/util/Locale;)Ljava/util/Scanner;", Precision::Exact, use_locale),
    value(SCANNER, "buildIntegerPatternString", TEXT, Precision::Exact, integers),
    value(SCANNER, "buildFloatAndDecimalPattern", "()V", Precision::Exact, decimals),
];

/// Whether a model is one of these.
pub(super) fn has(model: &MethodModel) -> bool {
    TABLE.iter().any(|row| (row.class, row.name, row.descriptor) == (model.class, model.name, model.descriptor))
}

fn is_default(call: &Call<'_, '_>, locale: Option<Value>) -> Result<bool, Abrupt> {
    let Some(Value::Reference(locale)) = locale else { return Ok(false) };
    let locale = call.state.heap.resolve(locale)?;
    Ok(locale.is_some_and(|locale| call.state.heap.is_of_machine(locale).is_some()))
}

fn use_locale(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let scanner = call.present(0)?;
    let locale = call.value(1);
    if !is_default(call, Some(locale))? {
        // The code does nothing where it is the locale before, from which the scanner has what the code takes from it otherwise.
        let before = call.read(scanner, "locale");
        if is_default(call, before)? && call.object(1)?.is_some() {
            call.write(scanner, "locale", Value::Reference(Reference::Null))?;
        }
        return Err(Abrupt::RunsCode);
    }
    call.write(scanner, "locale", locale)?;
    for pattern in ["integerPattern", "floatPattern"] {
        call.write(scanner, pattern, Value::Reference(Reference::Null))?;
    }
    Ok(Some(call.value(0)))
}

/// Whether a unit has the same meaning in integers of every locale.
fn is_plain(unit: u16) -> bool {
    let is_it = |byte: u8| byte.is_ascii_alphanumeric() || byte.is_ascii_whitespace() || matches!(byte, b'+' | b'-');
    u8::try_from(unit).is_ok_and(is_it)
}

fn integers(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let scanner = call.present(0)?;
    let locale = call.read(scanner, "locale");
    if !is_default(call, locale)? {
        return Err(Abrupt::RunsCode);
    }
    let held = |call: &Call<'_, '_>, object, field| match call.read(object, field) {
        Some(Value::Reference(reference)) => call.state.heap.resolve(reference).ok().flatten(),
        _ => None,
    };
    // Since Java 24 a `StringReader` has a reader of characters.
    let source = held(call, scanner, "source").and_then(|source| {
        let reader = held(call, source, "r");
        held(call, source, "str").or_else(|| held(call, reader?, "val$cs"))
    });
    let text = source.and_then(|source| call.text_of(source));
    let units = text.and_then(|text| call.machine.pool.as_text(text));
    if units.is_some_and(|units| units.iter().all(|unit| is_plain(*unit))) {
        return Err(Abrupt::RunsCode);
    }
    call.refuse("of such a text in the default locale")
}

fn decimals(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let scanner = call.present(0)?;
    let locale = call.read(scanner, "locale");
    if is_default(call, locale)? { call.refuse("in the default locale") } else { Err(Abrupt::RunsCode) }
}
