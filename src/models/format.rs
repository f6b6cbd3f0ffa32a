//! `String.format`: the common conversions of a constant format, where the default locale makes no difference.

use super::arguments::{Abrupt, Call};
use super::string::Outcome;
use super::string_parts::elements;
use super::{Model, Precision, value};
use crate::heap::{Reference, Value};
use crate::term::{TermId, TextOperator as T};

pub(super) const TABLE: &[Model] = &[
    value(
        "java/lang/String",
        "format",
        "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
        Precision::Bounded,
        format,
    ),
    value("java/lang/String", "formatted", "([Ljava/lang/Object;)Ljava/lang/String;", Precision::Bounded, format),
];

/// A part of a format.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// Text as it is.
    Text(String),
    /// A conversion of the next argument.
    Conversion(Conversion),
}

/// `%[-][0][width]letter`.
#[derive(Debug, PartialEq, Eq)]
struct Conversion {
    letter: char,
    left: bool,
    zeros: bool,
    width: usize,
}

/// The widest field that is filled.
const WIDEST: usize = 1000;

/// The parts of a format; none when there is something in it that is not understood.
fn parts(format: &str) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut text = String::new();
    let mut rest = format.chars().peekable();
    while let Some(character) = rest.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        let (mut left, mut zeros, mut width) = (false, false, 0usize);
        while let Some(flag) = rest.next_if(|flag| matches!(flag, '-' | '0')) {
            if flag == '-' { left = true } else { zeros = true }
        }
        while let Some(digit) = rest.next_if(char::is_ascii_digit) {
            width = width.checked_mul(10)?.checked_add(digit.to_digit(10)? as usize)?;
        }
        let plain = !left && !zeros && width == 0;
        match rest.next()? {
            '%' if plain => text.push('%'),
            'n' if plain => text.push('\n'),
            letter @ ('s' | 'd' | 'c' | 'b' | 'x') if !(left && (zeros || width == 0)) && (!zeros || width > 0) => {
                if zeros && !matches!(letter, 'd' | 'x') || width > WIDEST {
                    return None;
                }
                parts.push(Part::Text(std::mem::take(&mut text)));
                parts.push(Part::Conversion(Conversion { letter, left, zeros, width }));
            }
            _ => return None,
        }
    }
    parts.push(Part::Text(text));
    Some(parts)
}

fn format(call: &mut Call<'_, '_>) -> Outcome {
    let pattern = call.text(0)?;
    let Some(pattern) = call.machine.pool.as_text(pattern).map(String::from_utf16_lossy) else {
        return call.unmodelled("with a format that inputs decide");
    };
    let Some(parts) = parts(&pattern) else { return call.unmodelled("with this format") };
    let mut arguments = elements(call, 1)?.into_iter();
    let mut texts = Vec::new();
    let mut asked = 0;
    for part in parts {
        texts.push(match part {
            Part::Text(text) => call.constant(&text),
            Part::Conversion(conversion) => match arguments.next() {
                Some(argument) => converted(call, &conversion, argument, &mut asked)?,
                None => return call.unmodelled("with too few arguments"),
            },
        });
    }
    let whole = call.operation(T::Concat, &texts);
    call.shared_string(whole)
}

/// What a conversion makes of an argument; counts the methods that it asks for.
fn converted(
    call: &mut Call<'_, '_>,
    conversion: &Conversion,
    argument: Reference,
    asked: &mut usize,
) -> Result<TermId, Abrupt> {
    let object = call.state.heap.resolve_exactly(argument)?;
    let class = object.and_then(|object| call.state.heap.value_class(call.machine.program, object));
    let class = class.map(|class| call.machine.program.class(class).name.clone()).unwrap_or_default();
    let boxed = match object {
        Some(object) => {
            let (heap, mut context) = call.machine.heap_context(call.state);
            heap.boxed(&mut context, object)
        }
        None => None,
    };
    let is_integer = matches!(&*class, "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte");
    let text = match (conversion.letter, boxed) {
        ('b', Some(Value::Int(truth))) if &*class == "java/lang/Boolean" => call.text_of_truth(truth)?,
        ('b', _) => call.constant(if object.is_some() { "true" } else { "false" }),
        (_, None) if object.is_none() && conversion.zeros => return call.unmodelled("of null, filled with zeros"),
        (_, None) if object.is_none() => call.constant("null"),
        ('s', _) => {
            if object.is_some_and(|object| implements_formattable(call, object)) {
                return call.unmodelled("of a Formattable");
            }
            let text = call.text_of_reference(argument, *asked)?;
            let is_held = boxed.is_some() || object.is_some_and(|object| call.text_of(object).is_some());
            *asked += usize::from(!is_held);
            text
        }
        ('d', Some(Value::Int(number) | Value::Long(number))) if is_integer => call.operation(T::OfNumber, &[number]),
        ('c', Some(Value::Int(unit))) if &*class == "java/lang/Character" => call.operation(T::OfUnit, &[unit]),
        ('x', Some(content)) if is_integer => hexadecimal(call, &class, content)?,
        _ => return call.unmodelled("with an argument that does not fit"),
    };
    filled(call, conversion, text)
}

fn implements_formattable(call: &Call<'_, '_>, object: crate::heap::ObjectId) -> bool {
    let program = call.machine.program;
    let formattable = program.class_by_name("java/util/Formattable");
    let class = call.state.heap.exact_class(object);
    class.zip(formattable).is_some_and(|(class, formattable)| program.is_subclass(class, formattable) != Some(false))
}

fn hexadecimal(call: &mut Call<'_, '_>, class: &str, content: Value) -> Result<TermId, Abrupt> {
    let constant = content.number().and_then(|number| call.machine.pool.as_constant(number));
    let Some(constant) = constant else { return call.unmodelled("of a hexadecimal number that inputs decide") };
    let digits = match class {
        "java/lang/Long" => format!("{constant:x}"),
        "java/lang/Integer" => format!("{:x}", constant as i32),
        "java/lang/Short" => format!("{:x}", constant as i16),
        _ => format!("{:x}", constant as i8),
    };
    Ok(call.constant(&digits))
}

/// A text in a field of the conversion's width.
fn filled(call: &mut Call<'_, '_>, conversion: &Conversion, text: TermId) -> Result<TermId, Abrupt> {
    if conversion.width == 0 {
        return Ok(text);
    }
    let Some(units) = call.machine.pool.as_text(text).map(<[u16]>::to_vec) else {
        return call.unmodelled("in a field, of what inputs decide");
    };
    let missing = conversion.width.saturating_sub(units.len());
    let sign = usize::from(conversion.zeros && units.first() == Some(&u16::from(b'-')));
    let (head, tail) = units.split_at_checked(sign).unwrap_or((&[], &units));
    let filler = vec![u16::from(if conversion.zeros { b'0' } else { b' ' }); missing];
    let whole = if conversion.left { [head, tail, &filler].concat() } else { [head, &filler, tail].concat() };
    Ok(call.machine.pool.text(&whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let text = |text: &str| Part::Text(text.into());
        let conversion = |letter, left, zeros, width| Part::Conversion(Conversion { letter, left, zeros, width });
        assert_eq!(
            parts("a%d%%%-5s|%05d%n"),
            Some(vec![
                text("a"),
                conversion('d', false, false, 0),
                text("%"),
                conversion('s', true, false, 5),
                text("|"),
                conversion('d', false, true, 5),
                text("\n"),
            ])
        );
        for strange in ["%", "%q", "%.2f", "%-d", "%0d", "%05s", "%-05d", "%1$s"] {
            assert_eq!(parts(strange), None, "{strange}");
        }
    }
}
