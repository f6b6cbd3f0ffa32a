//! Small methods, every mutant of their text that one replacement makes, and random inputs as jobs of the harness.

use super::random::Random;
use std::fmt::Write;

/// A method: result, name, parameters by type and name, body.
pub struct Template(pub &'static str, pub &'static str, pub &'static [(&'static str, &'static str)], pub &'static str);

/// Words are apart by spaces, so that a mutant is another word in the place of one.
pub const TEMPLATES: &[Template] = &[
    Template("int", "abs", &[("int", "x")], "return x < 0 ? - x : x ;"),
    Template(
        "int",
        "middle",
        &[("int", "a"), ("int", "b"), ("int", "c")],
        "int least = a < b ? a : b ; int most = a < b ? b : a ; return c < least ? least : c > most ? most : c ;",
    ),
    Template(
        "int",
        "triangle",
        &[("int", "a"), ("int", "b"), ("int", "c")],
        "if ( a <= 0 || b <= 0 || c <= 0 ) return 4 ; if ( a == b && b == c ) return 1 ; if ( a == b || b == c || a == c ) return 2 ; return 3 ;",
    ),
    Template(
        "int",
        "clamp",
        &[("int", "x"), ("int", "low"), ("int", "high")],
        "if ( x < low ) return low ; if ( x > high ) return high ; return x ;",
    ),
    Template("boolean", "leap", &[("int", "year")], "return year % 4 == 0 && ( year % 100 != 0 || year % 400 == 0 ) ;"),
    Template(
        "int",
        "bits",
        &[("int", "x")],
        "int count = 0 ; for ( int i = 0 ; i < 8 ; i ++ ) { if ( ( x & ( 1 << i ) ) != 0 ) count ++ ; } return count ;",
    ),
    Template(
        "int",
        "added",
        &[("int", "a"), ("int", "b")],
        "int sum = a + b ; if ( a > 0 && b > 0 && sum < 0 ) return 2147483647 ; if ( a < 0 && b < 0 && sum >= 0 ) return -2147483648 ; return sum ;",
    ),
    Template(
        "int",
        "divided",
        &[("int", "a"), ("int", "b")],
        "try { return a / b ; } catch ( ArithmeticException e ) { return 0 ; }",
    ),
    Template("int", "sign", &[("long", "x")], "if ( x > 0 ) return 1 ; if ( x < 0 ) return -1 ; return 0 ;"),
    Template(
        "boolean",
        "logic",
        &[("boolean", "a"), ("boolean", "b"), ("int", "x")],
        "return a && x > 0 || ! a && b && x < 10 ;",
    ),
    Template(
        "double",
        "nearest",
        &[("double", "x")],
        "if ( x >= 1.0 ) return 1.0 ; if ( x <= 0.0 ) return 0.0 ; return x ;",
    ),
    Template(
        "void",
        "swap",
        &[("int[]", "a"), ("int", "i"), ("int", "j")],
        "int t = a [ i ] ; a [ i ] = a [ j ] ; a [ j ] = t ;",
    ),
    Template(
        "int",
        "first",
        &[("int[]", "a")],
        "if ( a == null || a.length == 0 ) return -1 ; int x = a [ 0 ] ; return x > 0 ? x : 0 ;",
    ),
    Template("void", "count", &[("int", "x")], "total = total + 1 ; if ( x > 3 ) total = total + x - 3 ;"),
    Template("boolean", "starts", &[("String", "s")], "return s != null && s.length() > 0 && s.charAt( 0 ) == 'a' ;"),
    Template(
        "boolean",
        "same",
        &[("String", "s"), ("String", "t")],
        "return s.length() == t.length() && s.equals( t ) ;",
    ),
    Template(
        "int",
        "found",
        &[("int[]", "a"), ("int", "x")],
        "for ( int i = 0 ; i < a.length ; i ++ ) { if ( a [ i ] == x ) return i ; } return -1 ;",
    ),
    Template(
        "int",
        "largest",
        &[("int[]", "a")],
        "int most = a [ 0 ] ; for ( int i = 1 ; i < a.length ; i ++ ) { if ( a [ i ] > most ) most = a [ i ] ; } return most ;",
    ),
    Template(
        "int",
        "summed",
        &[("int", "n")],
        "int sum = 0 ; for ( int i = 0 ; i < n ; i ++ ) { sum += i ; } return sum ;",
    ),
    Template(
        "int",
        "factorial",
        &[("int", "n")],
        "if ( n <= 1 ) return 1 ; int product = 1 ; int i = 2 ; while ( i <= n ) { product = product * i ; i ++ ; } return product ;",
    ),
    Template("int", "digit", &[("char", "c")], "if ( c >= '0' && c <= '9' ) return c - '0' ; return -1 ;"),
    Template(
        "int",
        "season",
        &[("int", "month")],
        "switch ( month ) { case 12 : case 1 : case 2 : return 0 ; case 3 : case 4 : case 5 : return 1 ; default : return month < 9 ? 2 : 3 ; }",
    ),
];

/// What a word is replaced by.
fn replacements(word: &str) -> Vec<String> {
    let fixed: &[&str] = match word {
        "<" => &["<=", "!=", ">=", ">"],
        "<=" => &["<", "==", ">=", ">"],
        ">" => &[">=", "!=", "<", "<="],
        ">=" => &[">", "==", "<", "<="],
        "==" => &["!="],
        "!=" => &["=="],
        "+" => &["-", "|", "^"],
        "*" => &["/", "+"],
        "/" => &["*", "%"],
        "%" => &["/", "*"],
        "&&" => &["||", "&"],
        "||" => &["&&", "|"],
        "++" => &["--"],
        "&" => &["|", "^"],
        "<<" => &[">>", ">>>"],
        "+=" => &["-=", "|="],
        "!" => &[""],
        "-" => &["+"],
        "1.0" => &["0.0", "2.0"],
        "0.0" => &["-0.0", "1.0"],
        "'0'" => &["'1'"],
        _ => &[],
    };
    let mut all: Vec<String> = fixed.iter().map(|text| (*text).to_owned()).collect();
    if let Ok(number) = word.parse::<i32>() {
        all.extend([number.wrapping_add(1), number.wrapping_sub(1)].map(|number| number.to_string()));
    }
    all
}

/// The texts of a template's mutants.
fn mutated(body: &str) -> Vec<String> {
    let words: Vec<&str> = body.split(' ').collect();
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        // A null is compared with nothing but references; a label must stay the only one.
        let is_null = words.get(at + 1) == Some(&"null");
        let is_label = at > 0 && words[at - 1] == "case";
        for replacement in replacements(word) {
            if (is_null && !["==", "!="].contains(&&*replacement)) || is_label {
                continue;
            }
            let mut other: Vec<&str> = words.clone();
            other[at] = &replacement;
            all.push(other.join(" "));
        }
    }
    all
}

/// A Java class with every template and its mutants: `name` and `name_0`, `name_1`, …
pub fn source(class: &str) -> String {
    let mut text = format!("final class {class} {{\n    static int total;\n");
    for Template(result, name, parameters, body) in TEMPLATES {
        let list: Vec<String> = parameters.iter().map(|(kind, name)| format!("{kind} {name}")).collect();
        let list = list.join(", ");
        writeln!(text, "    static {result} {name}({list}) {{ {body} }}").unwrap();
        for (number, body) in mutated(body).iter().enumerate() {
            writeln!(text, "    static {result} {name}_{number}({list}) {{ {body} }}").unwrap();
        }
    }
    text + "}\n"
}

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
    2147483647,
    2147483646,
    -2147483648,
    -2147483647,
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

fn number(random: &mut Random) -> i64 {
    match random.below(3) {
        0 => i64::from(random.next() as i32),
        1 => random.below(20) as i64 - 5,
        _ => NUMBERS[random.below(NUMBERS.len())],
    }
}

/// A call of a method with random arguments as a job, for any method of its type: the place of the name is left open.
pub fn job(random: &mut Random, class: &str, template: &Template) -> (String, String) {
    let Template(result, _, parameters, _) = template;
    let mut before = format!("watch:{class}.total s:{class}.total=i:{} ", number(random));
    let mut arguments = String::new();
    let mut descriptor = String::new();
    let mut objects = 0;
    for (kind, name) in *parameters {
        descriptor += self::descriptor(kind);
        let argument = match *kind {
            // So many times a loop runs.
            "int" if *name == "n" => format!("i:{}", random.below(40) as i64 - 5),
            "int" => format!("i:{}", number(random)),
            "boolean" => format!("i:{}", random.below(2)),
            "char" => format!("i:{}", [47, 48, 49, 56, 57, 58, 0, 65535, 97][random.below(9)]),
            "long" => format!("j:{}", number(random).wrapping_mul([1, 1 << 32, -1][random.below(3)])),
            "double" => format!("d:{:016x}", REALS[random.below(REALS.len())].to_bits()),
            _ if random.below(8) == 0 => "null".to_owned(),
            _ if objects > 0 && random.below(3) == 0 => "o0".to_owned(),
            "String" => {
                let text = TEXTS[random.below(TEXTS.len())];
                let units: String = text.encode_utf16().map(|unit| format!("{unit:04x}")).collect();
                write!(before, "o{objects}=string:{units} ").unwrap();
                objects += 1;
                format!("o{}", objects - 1)
            }
            _ => {
                let length = random.below(7);
                write!(before, "o{objects}=array:[I:{length} ").unwrap();
                for at in 0..length {
                    write!(before, "o{objects}[{at}]=i:{} ", number(random) % 5).unwrap();
                }
                objects += 1;
                format!("o{}", objects - 1)
            }
        };
        write!(arguments, " {argument}").unwrap();
    }
    (format!("{before}call:{class}."), format!("({descriptor}){}{arguments}", self::descriptor(result)))
}

fn descriptor(kind: &str) -> &'static str {
    match kind {
        "int" => "I",
        "boolean" => "Z",
        "char" => "C",
        "long" => "J",
        "double" => "D",
        "void" => "V",
        "int[]" => "[I",
        _ => "Ljava/lang/String;",
    }
}
