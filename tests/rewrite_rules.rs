//! Every rewrite rule by its name: it fires, and Z3 finds both sides of its equation equal in each arithmetic it is used
//! in.

#[path = "rewrite_rules/floating_point.rs"]
mod floating_point;

use casewise::solver::{Equivalence, equivalent};
use casewise::term::{Arithmetic, Domain, ElementKind, InputId, TermId, TermPool, render};

const JAVA: &[Arithmetic] = &[Arithmetic::Java];
const BOTH: &[Arithmetic] = &[Arithmetic::Java, Arithmetic::Math];

type Build = fn(&mut TermPool) -> TermId;

/// A rule: its name, where it holds, its sides.
type Rule = (&'static str, &'static [Arithmetic], Build, Build);

use self::x as int_input;

fn truth(pool: &mut TermPool, value: bool) -> TermId {
    pool.truth(value)
}

fn x(pool: &mut TermPool) -> TermId {
    pool.input(InputId(0), Domain::Int)
}
fn y(pool: &mut TermPool) -> TermId {
    pool.input(InputId(1), Domain::Int)
}
fn z(pool: &mut TermPool) -> TermId {
    pool.input(InputId(2), Domain::Int)
}
fn l(pool: &mut TermPool) -> TermId {
    pool.input(InputId(3), Domain::Long)
}
fn m(pool: &mut TermPool) -> TermId {
    pool.input(InputId(4), Domain::Long)
}
fn boolean(pool: &mut TermPool) -> TermId {
    pool.input(InputId(5), Domain::Boolean)
}
fn byte(pool: &mut TermPool) -> TermId {
    pool.input(InputId(6), Domain::Byte)
}
fn char(pool: &mut TermPool) -> TermId {
    pool.input(InputId(7), Domain::Char)
}
fn length(pool: &mut TermPool) -> TermId {
    pool.input(InputId(8), Domain::Length)
}
fn a(pool: &mut TermPool) -> TermId {
    pool.input(InputId(9), Domain::Contents(ElementKind::Int))
}
fn b(pool: &mut TermPool) -> TermId {
    pool.input(InputId(10), Domain::Contents(ElementKind::Int))
}
fn p(pool: &mut TermPool) -> TermId {
    let (x, y) = (x(pool), y(pool));
    pool.less(x, y)
}
fn q(pool: &mut TermPool) -> TermId {
    let (x, zero) = (x(pool), pool.int(0));
    pool.equal(x, zero)
}

/// `build!(pool: add(x, int 5))`: nested builder calls; lower-case words are the inputs above.
macro_rules! term {
    ($pool:ident; int $value:literal) => { $pool.int($value) };
    ($pool:ident; long $value:literal) => { $pool.long($value) };
    ($pool:ident; truth $value:literal) => { $pool.truth($value) };
    ($pool:ident; zeroed) => { $pool.zeroed(ElementKind::Int) };
    ($pool:ident; elements) => { $pool.contents_of(ElementKind::Int, &[7, 0, -3]) };
    ($pool:ident; $name:ident) => { $name($pool) };
    ($pool:ident; $method:ident [ $($kind:ident $([$($inner:tt)*])? $($literal:literal)?),+ ]) => {{
        let arguments = [$(term!($pool; $kind $([$($inner)*])? $($literal)?)),+];
        apply!($pool, $method, arguments)
    }};
}
macro_rules! apply {
    ($pool:ident, negate, $arguments:ident) => {
        $pool.negate($arguments[0])
    };
    ($pool:ident, not, $arguments:ident) => {
        $pool.not($arguments[0])
    };
    ($pool:ident, int_to_long, $arguments:ident) => {
        $pool.int_to_long($arguments[0])
    };
    ($pool:ident, long_to_int, $arguments:ident) => {
        $pool.long_to_int($arguments[0])
    };
    ($pool:ident, to_byte, $arguments:ident) => {
        $pool.to_byte($arguments[0])
    };
    ($pool:ident, to_char, $arguments:ident) => {
        $pool.to_char($arguments[0])
    };
    ($pool:ident, to_short, $arguments:ident) => {
        $pool.to_short($arguments[0])
    };
    ($pool:ident, if_then_else, $arguments:ident) => {
        $pool.if_then_else($arguments[0], $arguments[1], $arguments[2])
    };
    ($pool:ident, store, $arguments:ident) => {
        $pool.store($arguments[0], $arguments[1], $arguments[2])
    };
    ($pool:ident, copy, $arguments:ident) => {
        $pool.copy($arguments[0], $arguments[1], $arguments[2], $arguments[3], $arguments[4])
    };
    ($pool:ident, $method:ident, $arguments:ident) => {
        $pool.$method($arguments[0], $arguments[1])
    };
}
macro_rules! rule {
    ($name:literal, $arithmetics:expr, [$($left:tt)*] = [$($right:tt)*]) => {
        (
            $name,
            $arithmetics,
            (|pool| term!(pool; $($left)*)) as Build,
            (|pool| term!(pool; $($right)*)) as Build,
        )
    };
}

fn rules() -> Vec<Rule> {
    let mut all = integer_rules();
    all.extend(floating_point::rules());
    all
}

fn integer_rules() -> Vec<Rule> {
    vec![
        rule!("sum-linear", BOTH, [add[y, x]] = [add[x, y]]),
        rule!("sum-linear", BOTH, [subtract[add[x, y], x]] = [y]),
        rule!("sum-linear", BOTH, [add[add[x, int 3], subtract[y, int 3]]] = [add[y, x]]),
        rule!("sum-linear", BOTH, [negate[subtract[x, y]]] = [subtract[y, x]]),
        rule!("scale-linear", BOTH, [multiply[int 3, add[x, int 2]]] = [add[multiply[x, int 3], int 6]]),
        rule!("scale-linear", BOTH, [multiply[x, int 0]] = [int 0]),
        rule!("product-coefficient", BOTH, [multiply[negate[x], y]] = [negate[multiply[x, y]]]),
        rule!("product-order", BOTH, [multiply[y, x]] = [multiply[x, y]]),
        rule!("divide-fold", BOTH, [divide[int -7, int 2]] = [int -3]),
        rule!("divide-fold", JAVA, [divide[int -2147483648, int -1]] = [int -2147483648]),
        rule!("divide-zero", BOTH, [divide[int 0, add[byte, int 200]]] = [int 0]),
        rule!("divide-self", BOTH, [divide[add[byte, int 200], add[byte, int 200]]] = [int 1]),
        rule!("divide-by-one", BOTH, [divide[x, int 1]] = [x]),
        rule!("divide-by-minus-one", BOTH, [divide[x, int -1]] = [negate[x]]),
        rule!("divide-small", BOTH, [divide[byte, int 129]] = [int 0]),
        rule!("divide-multiple", BOTH, [divide[multiply[byte, int 6], int 3]] = [multiply[byte, int 2]]),
        rule!("divide-twice", BOTH, [divide[divide[char, int 3], int 5]] = [divide[char, int 15]]),
        rule!("remainder-fold", BOTH, [remainder[int -7, int 2]] = [int -1]),
        rule!("remainder-zero", BOTH, [remainder[int 0, x]] = [int 0]),
        rule!("remainder-self", BOTH, [remainder[x, x]] = [int 0]),
        rule!("remainder-by-one", BOTH, [remainder[x, int -1]] = [int 0]),
        rule!("remainder-by-zero", BOTH, [remainder[x, int 0]] = [x]),
        rule!("remainder-small", BOTH, [remainder[byte, int 129]] = [byte]),
        rule!("remainder-multiple", BOTH, [remainder[multiply[byte, int 6], int 3]] = [int 0]),
        rule!("remainder-sign", BOTH, [remainder[x, int -8]] = [remainder[x, int 8]]),
        rule!("bitwise-order", BOTH, [and[y, x]] = [and[x, y]]),
        rule!("bitwise-order", BOTH, [xor[int 5, x]] = [xor[x, int 5]]),
        rule!("and-self", JAVA, [and[x, x]] = [x]),
        rule!("and-self", BOTH, [and[byte, byte]] = [byte]),
        rule!("and-zero", BOTH, [and[x, int 0]] = [int 0]),
        rule!("and-ones", JAVA, [and[x, int -1]] = [x]),
        rule!("and-ones", BOTH, [and[byte, int -1]] = [byte]),
        rule!("and-covering-mask", BOTH, [and[char, int 65535]] = [char]),
        rule!("and-and", BOTH, [and[and[x, int 12], int 6]] = [and[x, int 4]]),
        rule!("or-self", BOTH, [or[byte, byte]] = [byte]),
        rule!("or-zero", JAVA, [or[x, int 0]] = [x]),
        rule!("or-zero", BOTH, [or[byte, int 0]] = [byte]),
        rule!("or-ones", BOTH, [or[x, int -1]] = [int -1]),
        rule!("or-or", BOTH, [or[or[x, int 12], int 6]] = [or[x, int 14]]),
        rule!("xor-self", BOTH, [xor[x, x]] = [int 0]),
        rule!("xor-zero", JAVA, [xor[x, int 0]] = [x]),
        rule!("xor-ones", JAVA, [xor[x, int -1]] = [subtract[int -1, x]]),
        rule!("xor-ones", BOTH, [xor[byte, int -1]] = [subtract[int -1, byte]]),
        rule!("xor-xor", BOTH, [xor[xor[x, int 12], int 6]] = [xor[x, int 10]]),
        rule!("shift-left-product", JAVA, [shift_left[x, int 35]] = [multiply[x, int 8]]),
        rule!("shift-left-product", JAVA, [shift_left[l, int 35]] = [multiply[l, long 34359738368]]),
        rule!("shift-zero", JAVA, [shift_right[x, int 32]] = [x]),
        rule!("shift-zero", BOTH, [unsigned_shift_right[byte, int 0]] = [byte]),
        rule!("shift-right-twice", BOTH, [shift_right[shift_right[x, int 3], int 30]] = [shift_right[x, int 31]]),
        rule!("unsigned-shift-of-natural", BOTH, [unsigned_shift_right[char, int 3]] = [shift_right[char, int 3]]),
        rule!("shift-masked", BOTH, [shift_right[x, and[y, int 31]]] = [shift_right[x, y]]),
        rule!("shift-masked", BOTH, [shift_left[l, and[y, int 63]]] = [shift_left[l, y]]),
        rule!("long-to-int-of-int-to-long", BOTH, [long_to_int[int_to_long[x]]] = [x]),
        rule!(
            "long-to-int-of-sum",
            JAVA,
            [long_to_int[add[int_to_long[x], multiply[int_to_long[y], long 5]]]] = [add[x, multiply[y, int 5]]]
        ),
        rule!("narrow-fitting", BOTH, [to_short[byte]] = [byte]),
        rule!("narrow-fitting", BOTH, [to_char[and[x, int 255]]] = [and[x, int 255]]),
        rule!("narrow-narrow", BOTH, [to_byte[to_char[x]]] = [to_byte[x]]),
        rule!("narrow-narrow", BOTH, [to_char[to_short[x]]] = [to_char[x]]),
        rule!("narrow-mask", BOTH, [to_byte[and[x, int 255]]] = [to_byte[x]]),
        rule!("compare-self", BOTH, [compare_long[l, l]] = [int 0]),
        rule!("compare-decided", BOTH, [compare_long[int_to_long[byte], long 128]] = [int -1]),
        rule!("equal-apart", BOTH, [equal[byte, int 128]] = [truth false]),
        rule!("equal-order", BOTH, [equal[y, x]] = [equal[x, y]]),
        rule!("equal-order", BOTH, [equal[int 3, x]] = [equal[x, int 3]]),
        rule!("equal-linear", BOTH, [equal[subtract[x, y], int 0]] = [equal[x, y]]),
        rule!("equal-linear", BOTH, [equal[add[x, int 3], int 5]] = [equal[x, int 2]]),
        rule!("equal-linear", BOTH, [equal[int 0, subtract[y, x]]] = [equal[x, y]]),
        rule!("equal-linear", BOTH, [equal[multiply[x, int 3], multiply[y, int 3]]] = [equal[x, y]]),
        rule!("equal-indivisible", BOTH, [equal[multiply[x, int 2], int 5]] = [truth false]),
        rule!("equal-inverse", BOTH, [equal[multiply[x, int 3], int 6]] = [equal[x, int 2]]),
        rule!("equal-inverse", JAVA, [equal[multiply[x, int 3], int 1]] = [equal[x, int -1431655765]]),
        rule!("equal-widened", BOTH, [equal[int_to_long[x], int_to_long[y]]] = [equal[x, y]]),
        rule!("equal-widened-constant", BOTH, [equal[int_to_long[x], long 7]] = [equal[x, int 7]]),
        rule!("equal-xor", JAVA, [equal[xor[x, int 5], int 3]] = [equal[x, int 6]]),
        rule!("equal-compare", BOTH, [equal[compare_long[l, m], int 0]] = [equal[l, m]]),
        rule!("equal-compare", BOTH, [equal[compare_long[l, m], int -1]] = [less[l, m]]),
        rule!("equal-compare", BOTH, [equal[compare_long[l, m], int 1]] = [less[m, l]]),
        rule!("equal-choice", BOTH, [equal[if_then_else[p, int 1, int 0], int 0]] = [not[p]]),
        rule!("equal-choice", BOTH, [not_equal[if_then_else[p, int 1, int 0], int 0]] = [p]),
        rule!("equal-one", BOTH, [equal[boolean, int 1]] = [not_equal[boolean, int 0]]),
        rule!("less-decided", BOTH, [less[byte, int 128]] = [truth true]),
        rule!("less-decided", BOTH, [less[length, int 0]] = [truth false]),
        rule!("less-linear", BOTH, [less[subtract[length, int 1], int 0]] = [less[length, int 1]]),
        rule!("less-linear", BOTH, [less[multiply[byte, int 4], int 9]] = [less[byte, int 3]]),
        rule!("less-linear", BOTH, [less[int 9, multiply[byte, int 4]]] = [less[int 2, byte]]),
        rule!("less-linear", BOTH, [less[subtract[byte, char], int 0]] = [less[byte, char]]),
        rule!("less-widened", BOTH, [less[int_to_long[x], int_to_long[y]]] = [less[x, y]]),
        rule!("less-widened-constant", BOTH, [less[int_to_long[x], long 7]] = [less[x, int 7]]),
        rule!("less-compare", BOTH, [less[compare_long[l, m], int 0]] = [less[l, m]]),
        rule!("less-compare", BOTH, [less_or_equal[compare_long[l, m], int 0]] = [less_or_equal[l, m]]),
        rule!("less-compare", BOTH, [less[int -1, compare_long[l, m]]] = [greater_or_equal[l, m]]),
        rule!("less-choice", BOTH, [less[if_then_else[p, int -1, int 1], int 0]] = [p]),
        rule!("less-one", BOTH, [less[int 0, boolean]] = [not_equal[boolean, int 0]]),
        rule!("less-one", BOTH, [less[boolean, int 1]] = [equal[boolean, int 0]]),
        rule!("equal-truth", BOTH, [equal[p, truth false]] = [not[p]]),
        rule!("equal-negated", BOTH, [equal[not[p], q]] = [not[equal[p, q]]]),
        rule!("not-not", BOTH, [not[not[p]]] = [p]),
        rule!("and-true", BOTH, [conjunction[p, truth true]] = [p]),
        rule!("and-false", BOTH, [conjunction[truth false, p]] = [truth false]),
        rule!("and-idempotent", BOTH, [conjunction[p, p]] = [p]),
        rule!("and-flat", BOTH, [conjunction[q, conjunction[p, q]]] = [conjunction[p, q]]),
        rule!("and-complement", BOTH, [conjunction[p, conjunction[q, not[p]]]] = [truth false]),
        rule!("or-as-and", BOTH, [disjunction[p, q]] = [not[conjunction[not[q], not[p]]]]),
        rule!("choice-decided", BOTH, [if_then_else[truth true, x, y]] = [x]),
        rule!("choice-same", BOTH, [if_then_else[p, x, x]] = [x]),
        rule!("choice-negated", BOTH, [if_then_else[not[p], x, y]] = [if_then_else[p, y, x]]),
        rule!("choice-nested", BOTH, [if_then_else[p, if_then_else[p, x, y], z]] = [if_then_else[p, x, z]]),
        rule!("choice-nested", BOTH, [if_then_else[p, x, if_then_else[p, y, z]]] = [if_then_else[p, x, z]]),
        rule!("choice-truth", BOTH, [if_then_else[p, truth true, q]] = [disjunction[p, q]]),
        rule!("choice-truth", BOTH, [if_then_else[p, truth false, q]] = [conjunction[not[p], q]]),
        rule!("choice-truth", BOTH, [if_then_else[p, q, truth true]] = [disjunction[not[p], q]]),
        rule!("choice-truth", BOTH, [if_then_else[p, q, truth false]] = [conjunction[p, q]]),
        rule!("select-zeroed", BOTH, [select[zeroed, x]] = [int 0]),
        rule!("select-elements", BOTH, [select[elements, int 2]] = [int -3]),
        rule!("select-elements", BOTH, [select[elements, int 3]] = [int 0]),
        rule!("select-elements", BOTH, [select[elements, int -1]] = [int 0]),
        rule!(
            "select-elements",
            BOTH,
            [select[elements, x]] = [select[store[store[zeroed, int 0, int 7], int 2, int -3], x]]
        ),
        rule!("select-store", BOTH, [select[store[a, x, y], x]] = [y]),
        rule!("select-store", BOTH, [select[store[a, int 1, y], int 2]] = [select[a, int 2]]),
        rule!("select-store", BOTH, [select[store[a, x, y], add[x, int 1]]] = [select[a, add[x, int 1]]]),
        rule!(
            "select-store",
            BOTH,
            [select[store[a, x, y], z]] = [if_then_else[equal[x, z], y, select[a, z]]]
        ),
        rule!(
            "select-copy",
            BOTH,
            [select[copy[a, int 2, b, int 5, int 3], int 4]] = [select[b, int 7]]
        ),
        rule!(
            "select-copy",
            BOTH,
            [select[copy[a, int 2, b, int 5, int 3], int 5]] = [select[a, int 5]]
        ),
        rule!(
            "select-copy",
            BOTH,
            [select[copy[a, int 0, b, int 5, length], length]] = [select[a, length]]
        ),
        rule!(
            "select-choice",
            BOTH,
            [select[if_then_else[p, a, b], z]] = [if_then_else[p, select[a, z], select[b, z]]]
        ),
        rule!("store-store", BOTH, [select[store[store[a, x, y], x, z], y]] = [select[store[a, x, z], y]]),
        rule!("store-same", BOTH, [select[store[a, x, select[a, x]], y]] = [select[a, y]]),
        rule!("store-zero", BOTH, [select[store[zeroed, x, int 0], y]] = [int 0]),
        rule!("copy-nothing", BOTH, [select[copy[a, length, b, x, int 0], y]] = [select[a, y]]),
        rule!("copy-itself", BOTH, [select[copy[a, x, a, x, length], y]] = [select[a, y]]),
    ]
}

#[test]
fn every_rule_fires() {
    for (name, arithmetics, left, right) in rules() {
        for &arithmetic in arithmetics {
            let mut pool = TermPool::new(arithmetic);
            // Inputs in one order, whichever side mentions them first.
            for input in [x, y, z, l, m, boolean, byte, char, length, a, b, p, q] {
                input(&mut pool);
            }
            for input in floating_point::inputs() {
                input(&mut pool);
            }
            let (left, right) = (left(&mut pool), right(&mut pool));
            let text = |id| render(&pool, id, &|input| format!("v{}", input.0));
            assert_eq!(left, right, "{name} ({arithmetic:?}): {} and {}", text(left), text(right));
        }
    }
}

#[test]
fn every_rule_holds() {
    let mut wrong = Vec::new();
    for (name, arithmetics, left, right) in rules() {
        for &arithmetic in arithmetics {
            let mut pool = TermPool::new_unsimplified(arithmetic);
            let (left, right) = (left(&mut pool), right(&mut pool));
            let text = |pool: &TermPool, id| render(pool, id, &|input| format!("v{}", input.0));
            let start = std::time::Instant::now();
            let answer = equivalent(&mut pool, arithmetic, &[], left, right);
            if answer != Equivalence::Equal {
                wrong.push(format!(
                    "{name} ({arithmetic:?}): {} and {}: {answer:?}",
                    text(&pool, left),
                    text(&pool, right)
                ));
            }
            if start.elapsed().as_millis() > 300 {
                eprintln!("slow: {name} {arithmetic:?} {:?}", start.elapsed());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The names of rules are those of the comments in the simplifier, so that none goes without a test.
#[test]
fn every_rule_of_the_simplifier_is_tested() {
    let tested: std::collections::BTreeSet<&str> = rules().into_iter().map(|(name, ..)| name).collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/term/simplify");
    let mut missing = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the simplifier's folder") {
        let path = entry.expect("an entry").path();
        // Those on texts, there and elsewhere, are tested in tests/text_rules.rs.
        if path.file_stem().is_some_and(|name| name == "text") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("a source file");
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("// ")) {
            for part in line.trim_start_matches("// ").split("; ") {
                let Some((name, _)) = part.split_once(": ") else { continue };
                let is_name =
                    name.contains('-') && name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
                if is_name && !name.contains("text") && !tested.contains(name) {
                    missing.push(name.to_string());
                }
            }
        }
    }
    assert!(missing.is_empty(), "rules without a test: {missing:?}");
}
