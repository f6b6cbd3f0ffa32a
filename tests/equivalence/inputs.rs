//! Random inputs for methods by their descriptors, as jobs of the harness.

use crate::support::random::Random;
use casewise::classfile::{FieldType, PrimitiveType, parse_method_descriptor};
use std::fmt::Write;

const NUMBERS: [i64; 22] = [
    0,
    1,
    -1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    12,
    99,
    100,
    101,
    400,
    2000,
    2_147_483_647,
    2_147_483_646,
    -2_147_483_648,
    -2_147_483_647,
    -100,
];
const REALS: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    1.000_000_1,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MIN_POSITIVE,
    f64::MAX,
];
const TEXTS: [&str; 8] = ["", "a", "b", "ab", "ba", "aa", "A", "a\u{0}"];
const CHARACTERS: [u16; 9] = [47, 48, 49, 56, 57, 58, 0, 65535, 97];
/// How many objects of the class there are.
const OBJECTS: usize = 3;

fn number(random: &mut Random) -> i64 {
    match random.below(3) {
        0 => i64::from(random.next() as i32),
        1 => random.below(20) as i64 - 5,
        _ => NUMBERS[random.below(NUMBERS.len())],
    }
}

/// A call with random arguments, in a heap of random objects of the class: `class` has the fields `value`, `next` and `total`.
pub fn job(random: &mut Random, class: &str, name: &str, descriptor: &str, has_receiver: bool) -> String {
    let mut line = format!("watch:{class}.total s:{class}.total=i:{}", number(random));
    for object in 0..OBJECTS {
        write!(line, " o{object}=new:{class}").unwrap();
    }
    for object in 0..OBJECTS {
        write!(line, " o{object}.{class}.value=i:{}", random.below(3)).unwrap();
        if random.below(3) > 0 {
            write!(line, " o{object}.{class}.next=o{}", random.below(OBJECTS)).unwrap();
        }
    }
    let mut arguments = String::new();
    if has_receiver {
        arguments += " o0";
    }
    let mut made = OBJECTS;
    let mut last = None;
    for kind in parse_method_descriptor(descriptor).unwrap().parameters {
        let argument = match kind {
            FieldType::Primitive(kind) => primitive(random, kind),
            FieldType::Reference(_) if random.below(8) == 0 => "null".to_owned(),
            FieldType::Reference(name) if &*name == class => format!("o{}", random.below(OBJECTS)),
            FieldType::Reference(name) => match &last {
                Some((known, argument)) if *known == name && random.below(3) == 0 => String::clone(argument),
                _ => {
                    line += &object(random, made, &name);
                    made += 1;
                    let argument = format!("o{}", made - 1);
                    last = Some((name, argument.clone()));
                    argument
                }
            },
        };
        write!(arguments, " {argument}").unwrap();
    }
    format!("{line} call:{class}.{name}{descriptor}{arguments}")
}

fn primitive(random: &mut Random, kind: PrimitiveType) -> String {
    match kind {
        PrimitiveType::Boolean => format!("i:{}", random.below(2)),
        PrimitiveType::Byte => format!("i:{}", random.below(40) as i64 - 5),
        PrimitiveType::Char => format!("i:{}", CHARACTERS[random.below(CHARACTERS.len())]),
        PrimitiveType::Long => format!("j:{}", number(random).wrapping_mul([1, 1 << 32, -1][random.below(3)])),
        PrimitiveType::Double => format!("d:{:016x}", REALS[random.below(REALS.len())].to_bits()),
        _ => format!("i:{}", number(random)),
    }
}

/// A string, or an array of ints.
fn object(random: &mut Random, number: usize, kind: &str) -> String {
    if kind == "java/lang/String" {
        let text = TEXTS[random.below(TEXTS.len())];
        let units: String = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
        return format!(" o{number}=string:{units}");
    }
    let length = random.below(7);
    let mut line = format!(" o{number}=array:[I:{length}");
    for at in 0..length {
        write!(line, " o{number}[{at}]=i:{}", self::number(random) % 5).unwrap();
    }
    line
}

/// A call with random arguments, on an object that a constructor makes of random ones where the method needs one.
pub fn made_job(
    random: &mut Random,
    (class, constructor): (&str, Option<&str>),
    name: &str,
    descriptor: &str,
) -> String {
    let mut line = String::new();
    let mut made = 0;
    let mut arguments = |random: &mut Random, line: &mut String, descriptor: &str| -> Vec<String> {
        let kinds = parse_method_descriptor(descriptor).unwrap().parameters;
        let argument = |kind: FieldType| match kind {
            FieldType::Primitive(kind) => primitive(random, kind),
            FieldType::Reference(_) if random.below(8) == 0 => "null".to_owned(),
            FieldType::Reference(name) => {
                *line += &object(random, made, &name);
                made += 1;
                format!("o{}", made - 1)
            }
        };
        kinds.into_iter().map(argument).collect()
    };
    let own = arguments(random, &mut line, descriptor);
    let receiver = constructor.map(|constructor| {
        let given = arguments(random, &mut line, constructor);
        let given: String = given.iter().map(|argument| format!(",{argument}")).collect();
        (constructor, given)
    });
    let mut call = format!(" call:{class}.{name}{descriptor}");
    if let Some((constructor, given)) = receiver {
        write!(line, " o{made}=make:{class}.<init>{constructor}{given}").unwrap();
        write!(call, " o{made}").unwrap();
    }
    for argument in own {
        write!(call, " {argument}").unwrap();
    }
    format!("{line}{call}").trim_start().to_owned()
}
