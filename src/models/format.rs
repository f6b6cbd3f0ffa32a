//! `String.format`: the common conversions of a constant format, where the default locale makes no difference.

use super::arguments::{Abrupt, Call, Outcome};
use super::string_parts::elements;
use super::{MethodModel, Precision, constants, value};
use crate::exec::Premise;
use crate::heap::{ObjectId, Reference, Value};
use crate::term::{Domain, TermId, TextOperator as T};
use std::sync::Arc;

const FORMAT: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;";

pub(super) const TABLE: &[MethodModel] = &[
    value("java/lang/String", "format", FORMAT, Precision::Bounded, format),
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

/// `%[-][0][width][.precision]letter`, the precision for floating-point numbers only.
#[derive(Debug, PartialEq, Eq)]
struct Conversion {
    letter: char,
    left: bool,
    zeros: bool,
    width: usize,
    precision: Option<usize>,
}

impl Conversion {
    /// The shortest and the longest text that it makes of a float or double, with a sign and all digits.
    fn lengths(&self) -> (i32, i32) {
        let digits = LONGEST_NUMBER.saturating_add(self.precision.unwrap_or(6));
        (1, i32::try_from(digits.max(self.width)).unwrap_or(i32::MAX))
    }

    fn is_floating(&self) -> bool {
        matches!(self.letter, 'f' | 'e' | 'g')
    }
}

impl std::fmt::Display for Conversion {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let flags = format!("{}{}", if self.left { "-" } else { "" }, if self.zeros { "0" } else { "" });
        let width = if self.width > 0 { self.width.to_string() } else { String::new() };
        let precision = self.precision.map(|digits| format!(".{digits}")).unwrap_or_default();
        write!(formatter, "%{flags}{width}{precision}{}", self.letter)
    }
}

/// More than the digits of the largest double, with a sign and a point.
const LONGEST_NUMBER: usize = 330;

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
        let mut precision = None;
        if rest.next_if_eq(&'.').is_some() {
            let digits: String = std::iter::from_fn(|| rest.next_if(char::is_ascii_digit)).collect();
            precision = Some(digits.parse().ok()?);
        }
        let plain = !left && !zeros && width == 0 && precision.is_none();
        match rest.next()? {
            '%' if plain => text.push('%'),
            'n' if plain => text.push('\n'),
            letter @ ('s' | 'd' | 'c' | 'b' | 'x' | 'f' | 'e' | 'g')
                if !(left && (zeros || width == 0)) && (!zeros || width > 0) =>
            {
                let conversion = Conversion { letter, left, zeros, width, precision };
                let takes_zeros = matches!(letter, 'd' | 'x') || conversion.is_floating();
                if zeros && !takes_zeros || precision.is_some() && !conversion.is_floating() || width > WIDEST {
                    return None;
                }
                parts.push(Part::Text(std::mem::take(&mut text)));
                parts.push(Part::Conversion(conversion));
            }
            _ => return None,
        }
    }
    parts.push(Part::Text(text));
    Some(parts)
}

fn format(call: &mut Call<'_, '_>) -> Outcome {
    match understood(call, 0)? {
        Some((parts, arguments)) => {
            let text = formatted(call, parts, arguments)?;
            call.shared_string(text)
        }
        None => call.unmodelled("with this format and these arguments"),
    }
}

/// The text that `printf` prints, whose format is the second argument.
pub(super) fn printed(call: &mut Call<'_, '_>) -> Result<TermId, Abrupt> {
    if let Some((parts, arguments)) = understood(call, 1)? {
        return formatted(call, parts, arguments);
    }
    if !constants::are_constant(call.machine, call.state, call.arguments) {
        return call.unmodelled("with this format and these arguments");
    }
    let method = ("java/lang/String", "format", FORMAT);
    match call.answer(0, method, call.arguments.iter().skip(1).copied().collect())? {
        Value::Reference(text) => call.text_of_reference(text, 1),
        _ => call.unmodelled("without a text"),
    }
}

/// The parts of a format, and the arguments of its conversions.
type Understood = (Vec<Part>, Vec<Reference>);

/// The parts of the format at a position, and the arguments after it; none where a part is not understood or an argument does not fit,
/// before anything is asked for its text.
fn understood(call: &mut Call<'_, '_>, position: usize) -> Result<Option<Understood>, Abrupt> {
    let pattern = call.text(position)?;
    // Without an array each argument is null, and none is missing: the JDK's code knows what comes of it.
    if let Value::Reference(array) = call.value(position + 1)
        && call.state.heap.resolve(array)?.is_none()
    {
        return Ok(None);
    }
    let Some(pattern) = call.machine.pool.as_text(pattern).map(String::from_utf16_lossy) else { return Ok(None) };
    let Some(parts) = parts(&pattern) else { return Ok(None) };
    let arguments = elements(call, position + 1)?;
    let mut given = arguments.iter();
    for part in &parts {
        let Part::Conversion(conversion) = part else { continue };
        match given.next() {
            Some(argument) if fits(call, conversion, *argument)? => {}
            _ => return Ok(None),
        }
    }
    Ok(Some((parts, arguments)))
}

fn formatted(call: &mut Call<'_, '_>, parts: Vec<Part>, arguments: Vec<Reference>) -> Result<TermId, Abrupt> {
    let mut arguments = arguments.into_iter();
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
    Ok(call.operation(T::Concat, &texts))
}

/// The name of the class of an argument that is a string or a box; empty for another object, and for null.
fn value_class_name(call: &Call<'_, '_>, object: Option<ObjectId>) -> Arc<str> {
    let class = object.and_then(|object| call.state.heap.value_class(call.machine.program, object));
    class.map(|class| call.machine.program.class(class).name.clone()).unwrap_or_default()
}

fn is_integer(class: &str) -> bool {
    matches!(class, "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte")
}

/// Whether a conversion takes an argument, by its class.
fn fits(call: &mut Call<'_, '_>, conversion: &Conversion, argument: Reference) -> Result<bool, Abrupt> {
    let Some(object) = call.state.heap.resolve_exactly(argument)? else { return Ok(!conversion.is_floating()) };
    let class = value_class_name(call, Some(object));
    let (heap, mut context) = call.machine.heap_context(call.state);
    let boxed = heap.boxed(&mut context, object);
    Ok(match conversion.letter {
        // The JDK's code writes the known ones.
        'f' | 'e' | 'g' => match boxed {
            Some(Value::Float(number) | Value::Double(number)) => call.machine.pool.as_constant(number).is_none(),
            _ => false,
        },
        'd' | 'x' => is_integer(&class),
        'c' => &*class == "java/lang/Character",
        _ => true,
    })
}

/// What a conversion makes of an argument; counts the methods that it asks for.
fn converted(
    call: &mut Call<'_, '_>,
    conversion: &Conversion,
    argument: Reference,
    asked: &mut usize,
) -> Result<TermId, Abrupt> {
    let object = call.state.heap.resolve_exactly(argument)?;
    let class = value_class_name(call, object);
    let boxed = match object {
        Some(object) => {
            let (heap, mut context) = call.machine.heap_context(call.state);
            heap.boxed(&mut context, object)
        }
        None => None,
    };
    let is_integer = is_integer(&class);
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
            let is_asked = match boxed {
                Some(number @ (Value::Float(_) | Value::Double(_))) => call.asks_for_text(number),
                Some(_) => false,
                None => object.is_some_and(|object| call.text_of(object).is_none()),
            };
            *asked += usize::from(is_asked);
            text
        }
        (_, Some(Value::Float(number) | Value::Double(number))) if conversion.is_floating() => {
            return call.unfollowed_text(
                &format!("String.format({:?})", conversion.to_string()),
                &[number],
                conversion.lengths(),
            );
        }
        ('d', Some(Value::Int(number) | Value::Long(number))) if is_integer => {
            call.take_for_granted(Premise::DefaultLocale);
            call.operation(T::OfNumber, &[number])
        }
        ('c', Some(Value::Int(unit))) if &*class == "java/lang/Character" => call.operation(T::OfUnit, &[unit]),
        ('x', Some(content)) if is_integer => hexadecimal(call, &class, content)?,
        _ => return call.unmodelled("with an argument that does not fit"),
    };
    filled(call, conversion, text)
}

fn implements_formattable(call: &Call<'_, '_>, object: ObjectId) -> bool {
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
        return filled_somehow(call, conversion, text);
    };
    let missing = conversion.width.saturating_sub(units.len());
    let sign = usize::from(conversion.zeros && units.first() == Some(&u16::from(b'-')));
    let (head, tail) = units.split_at_checked(sign).unwrap_or((&[], &units));
    let filler = vec![u16::from(if conversion.zeros { b'0' } else { b' ' }); missing];
    let whole = if conversion.left { [head, tail, &filler].concat() } else { [head, &filler, tail].concat() };
    Ok(call.machine.pool.text(&whole))
}

/// A text that inputs decide, in a field: of its characters no more is known than how many there are.
fn filled_somehow(call: &mut Call<'_, '_>, conversion: &Conversion, text: TermId) -> Result<TermId, Abrupt> {
    let filled = call.unfollowed(&format!("String.format({:?})", conversion.to_string()), &[text], Domain::Text)?;
    let width = call.small(i32::try_from(conversion.width).unwrap_or(i32::MAX));
    let (length, unfilled) = (call.length(filled), call.length(text));
    let pool = &mut call.machine.pool;
    let is_wide = pool.less(width, unfilled);
    let expected = pool.if_then_else(is_wide, unfilled, width);
    let is_as_long = pool.equal(length, expected);
    call.granted(is_as_long)?;
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let text = |text: &str| Part::Text(text.into());
        let conversion =
            |letter, left, zeros, width| Part::Conversion(Conversion { letter, left, zeros, width, precision: None });
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
        for floating in ["%.2f", "%-8.3e", "%010.1f", "%g"] {
            let parts = parts(floating).unwrap();
            assert!(matches!(&parts[1], Part::Conversion(conversion) if conversion.to_string() == floating));
        }
        for strange in ["%", "%q", "%.2s", "%.f", "%-d", "%0d", "%05s", "%-05d", "%1$s"] {
            assert_eq!(parts(strange), None, "{strange}");
        }
    }
}
