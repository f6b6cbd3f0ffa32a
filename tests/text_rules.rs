//! Every rewrite rule on texts by its name: it fires, evaluation of random texts finds both sides equal, and Z3 finds no
//! difference.

use crate::random_texts;

use crate::random_terms::Random;
use casewise::solver::{Equivalence, equivalent};
use casewise::term::{
    Arithmetic, Domain, ElementKind, InputId, Sort, TermId, TermPool, TermTable, TextOperator, evaluate, evaluate_text,
    render,
};

/// Builds the left side of a rule; `s` and `t` are texts, `i` and `n` an `int` each.
struct Rule<'a> {
    pool: &'a mut TermPool,
}

impl Rule<'_> {
    fn s(&mut self) -> TermId {
        self.pool.input(InputId(0), Domain::Text)
    }
    fn t(&mut self) -> TermId {
        self.pool.input(InputId(1), Domain::Text)
    }
    fn i(&mut self) -> TermId {
        self.pool.input(InputId(3), Domain::Int)
    }
    fn n(&mut self) -> TermId {
        self.pool.input(InputId(4), Domain::Int)
    }
    fn c(&mut self) -> TermId {
        self.pool.input(InputId(6), Domain::Contents(ElementKind::Char))
    }
    fn condition(&mut self) -> TermId {
        let (i, n) = (self.i(), self.n());
        self.pool.less(i, n)
    }
    fn text(&mut self, text: &str) -> TermId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.pool.text(&units)
    }
    fn int(&mut self, value: i32) -> TermId {
        self.pool.int(value)
    }
    fn op(&mut self, operator: TextOperator, arguments: &[TermId]) -> TermId {
        self.pool.text_operation(operator, arguments)
    }
}

type Build = fn(&mut Rule) -> TermId;

/// A rule: its name, the left side, and how the right side reads.
const RULES: &[(&str, Build, &str)] = {
    use TextOperator as T;
    &[
        (
            "concat-flat",
            |r| {
                let (s, t) = (r.s(), r.t());
                let a = r.op(T::Concat, &[s, t]);
                r.op(T::Concat, &[a, s])
            },
            "s + t + s",
        ),
        (
            "concat-empty",
            |r| {
                let (s, e) = (r.s(), r.text(""));
                r.op(T::Concat, &[e, s, e])
            },
            "s",
        ),
        (
            "concat-constants",
            |r| {
                let (s, a, b) = (r.s(), r.text("a"), r.text("b"));
                r.op(T::Concat, &[s, a, b])
            },
            "s + \"ab\"",
        ),
        (
            "length-concat",
            |r| {
                let (s, a) = (r.s(), r.text("ab"));
                let c = r.op(T::Concat, &[s, a]);
                r.op(T::Length, &[c])
            },
            "s.length() + 2",
        ),
        (
            "length-unit",
            |r| {
                let n = r.n();
                let u = r.op(T::OfUnit, &[n]);
                r.op(T::Length, &[u])
            },
            "1",
        ),
        (
            "length-kept",
            |r| {
                let s = r.s();
                let u = r.op(T::ToUpperAscii, &[s]);
                r.op(T::Length, &[u])
            },
            "s.length()",
        ),
        (
            "length-choice",
            |r| {
                let (c, s, a) = (r.condition(), r.s(), r.text("abc"));
                let x = r.pool.if_then_else(c, a, s);
                r.op(T::Length, &[x])
            },
            "i < n ? 3 : s.length()",
        ),
        (
            "length-substring",
            |r| {
                let (s, a, b) = (r.s(), r.int(0), r.int(3));
                let x = r.op(T::Substring, &[s, a, b]);
                r.op(T::Length, &[x])
            },
            "s.length() < 3 ? s.length() : 3",
        ),
        (
            "length-contents",
            |r| {
                let (c, a, b) = (r.c(), r.i(), r.int(3));
                let x = r.op(T::OfContents, &[c, a, b]);
                r.op(T::Length, &[x])
            },
            "3",
        ),
        (
            "char-at-negative",
            |r| {
                let (s, a) = (r.s(), r.int(-1));
                r.op(T::CharAt, &[s, a])
            },
            "0",
        ),
        (
            "char-at-unit",
            |r| {
                let (n, i) = (r.n(), r.i());
                let u = r.op(T::OfUnit, &[n]);
                r.op(T::CharAt, &[u, i])
            },
            "i == 0 ? (char) n : 0",
        ),
        (
            "char-at-concat",
            |r| {
                let (a, s, i) = (r.text("ab"), r.s(), r.int(1));
                let x = r.op(T::Concat, &[a, s]);
                r.op(T::CharAt, &[x, i])
            },
            "98",
        ),
        (
            "char-at-concat",
            |r| {
                let (a, s, i) = (r.text("ab"), r.s(), r.int(3));
                let x = r.op(T::Concat, &[a, s]);
                r.op(T::CharAt, &[x, i])
            },
            "s.charAt(1)",
        ),
        (
            "char-at-substring",
            |r| {
                let (s, f, e, i) = (r.s(), r.int(2), r.i(), r.int(1));
                let x = r.op(T::Substring, &[s, f, e]);
                r.op(T::CharAt, &[x, i])
            },
            "i > 3 ? s.charAt(3) : 0",
        ),
        (
            "char-at-contents",
            |r| {
                let (c, f, e, i) = (r.c(), r.i(), r.int(3), r.int(1));
                let x = r.op(T::OfContents, &[c, f, e]);
                r.op(T::CharAt, &[x, i])
            },
            "c[i + 1]",
        ),
        (
            "select-text",
            |r| {
                let (s, i) = (r.s(), r.i());
                let x = r.op(T::ToContents, &[s]);
                r.pool.select(x, i)
            },
            "s.charAt(i)",
        ),
        (
            "substring-empty",
            |r| {
                let (s, f, e) = (r.s(), r.int(3), r.int(2));
                r.op(T::Substring, &[s, f, e])
            },
            "\"\"",
        ),
        (
            "substring-whole",
            |r| {
                let (s, f) = (r.s(), r.int(0));
                let e = r.op(T::Length, &[s]);
                r.op(T::Substring, &[s, f, e])
            },
            "s",
        ),
        (
            "substring-first",
            |r| {
                let (a, s, f, e) = (r.text("abc"), r.s(), r.int(1), r.int(2));
                let x = r.op(T::Concat, &[a, s]);
                r.op(T::Substring, &[x, f, e])
            },
            "\"b\"",
        ),
        (
            "substring-rest",
            |r| {
                let (a, s, f, e) = (r.text("abc"), r.s(), r.int(3), r.int(5));
                let x = r.op(T::Concat, &[a, s]);
                r.op(T::Substring, &[x, f, e])
            },
            "s.substring(0, 2)",
        ),
        (
            "substring-substring",
            |r| {
                let (s, a, b, c) = (r.s(), r.int(1), r.int(5), r.int(2));
                let x = r.op(T::Substring, &[s, a, b]);
                r.op(T::Substring, &[x, a, c])
            },
            "s.substring(2, 3)",
        ),
        (
            "contents-whole",
            |r| {
                let (s, f) = (r.s(), r.int(0));
                let (c, e) = (r.op(T::ToContents, &[s]), r.op(T::Length, &[s]));
                r.op(T::OfContents, &[c, f, e])
            },
            "s",
        ),
        (
            "contents-empty",
            |r| {
                let (c, i, e) = (r.c(), r.i(), r.int(0));
                r.op(T::OfContents, &[c, i, e])
            },
            "\"\"",
        ),
        (
            "starts-with-empty",
            |r| {
                let (s, p, o) = (r.s(), r.text(""), r.int(0));
                r.op(T::StartsWith, &[s, p, o])
            },
            "true",
        ),
        (
            "starts-with-negative",
            |r| {
                let (s, p, o) = (r.s(), r.text("a"), r.int(-1));
                r.op(T::StartsWith, &[s, p, o])
            },
            "false",
        ),
        (
            "starts-with-itself",
            |r| {
                let (s, t, o) = (r.s(), r.t(), r.int(0));
                let x = r.op(T::Concat, &[s, t]);
                r.op(T::StartsWith, &[x, s, o])
            },
            "true",
        ),
        (
            "starts-with-constant",
            |r| {
                let (s, a, p, o) = (r.s(), r.text("ab"), r.text("abc"), r.int(0));
                let x = r.op(T::Concat, &[a, s]);
                r.op(T::StartsWith, &[x, p, o])
            },
            "s.startsWith(\"c\")",
        ),
        (
            "starts-with-constant",
            |r| {
                let (s, a, p, o) = (r.s(), r.text("ab"), r.text("ac"), r.int(0));
                let x = r.op(T::Concat, &[a, s]);
                r.op(T::StartsWith, &[x, p, o])
            },
            "false",
        ),
        (
            "starts-with-short",
            |r| {
                let (n, p, o) = (r.n(), r.text("ab"), r.int(0));
                let x = r.op(T::OfUnit, &[n]);
                r.op(T::StartsWith, &[x, p, o])
            },
            "false",
        ),
        (
            "starts-with-within",
            |r| {
                let (s, a, p, m) = (r.s(), r.text("abc"), r.text("bc"), r.int(1));
                let (x, o) = (r.op(T::Concat, &[s, a]), r.op(T::Length, &[s]));
                let o = r.pool.add(o, m);
                r.op(T::StartsWith, &[x, p, o])
            },
            "true",
        ),
        (
            "index-of-empty",
            |r| {
                let (s, p, o) = (r.s(), r.text(""), r.int(0));
                r.op(T::IndexOf, &[s, p, o])
            },
            "0",
        ),
        (
            "index-of-itself",
            |r| {
                let (s, t, o) = (r.s(), r.t(), r.int(-2));
                let x = r.op(T::Concat, &[s, t]);
                r.op(T::IndexOf, &[x, s, o])
            },
            "0",
        ),
        (
            "index-of-before",
            |r| {
                let (s, p, o) = (r.s(), r.text("="), r.int(0));
                let i = r.op(T::IndexOf, &[s, p, o]);
                let x = r.op(T::Substring, &[s, o, i]);
                r.op(T::IndexOf, &[x, p, o])
            },
            "-1",
        ),
        (
            "index-of-short",
            |r| {
                let (n, p, o) = (r.n(), r.text("ab"), r.int(0));
                let x = r.op(T::OfUnit, &[n]);
                r.op(T::IndexOf, &[x, p, o])
            },
            "-1",
        ),
        (
            "index-of-constant",
            |r| {
                let (s, a, p, o) = (r.s(), r.text("xab"), r.text("ab"), r.int(0));
                let x = r.op(T::Concat, &[a, s]);
                r.op(T::IndexOf, &[x, p, o])
            },
            "1",
        ),
        (
            "last-index-of-negative",
            |r| {
                let (s, t, o) = (r.s(), r.t(), r.int(-1));
                r.op(T::LastIndexOf, &[s, t, o])
            },
            "-1",
        ),
        (
            "last-index-of-empty",
            |r| {
                let (s, p, o) = (r.s(), r.text(""), r.int(i32::MAX));
                r.op(T::LastIndexOf, &[s, p, o])
            },
            "s.length()",
        ),
        (
            "compare-itself",
            |r| {
                let s = r.s();
                r.op(T::Compare, &[s, s])
            },
            "0",
        ),
        (
            "compare-empty",
            |r| {
                let (s, e) = (r.s(), r.text(""));
                r.op(T::Compare, &[e, s])
            },
            "-s.length()",
        ),
        (
            "equal-compare-texts",
            |r| {
                let (s, t, z) = (r.s(), r.t(), r.int(0));
                let x = r.op(T::Compare, &[s, t]);
                r.pool.equal(x, z)
            },
            "s.equals(t)",
        ),
        (
            "all-below-everything",
            |r| {
                let (s, l) = (r.s(), r.int(65_536));
                r.op(T::AllBelow, &[s, l])
            },
            "true",
        ),
        (
            "all-below-nothing",
            |r| {
                let (s, l) = (r.s(), r.int(0));
                r.op(T::AllBelow, &[s, l])
            },
            "s.length() == 0",
        ),
        (
            "all-below-concat",
            |r| {
                let (s, a, l) = (r.s(), r.text("é"), r.int(128));
                let x = r.op(T::Concat, &[s, a]);
                r.op(T::AllBelow, &[x, l])
            },
            "false",
        ),
        (
            "all-below-number",
            |r| {
                let (n, l) = (r.n(), r.int(128));
                let x = r.op(T::OfNumber, &[n]);
                r.op(T::AllBelow, &[x, l])
            },
            "true",
        ),
        (
            "all-below-case",
            |r| {
                let (s, l) = (r.s(), r.int(128));
                let x = r.op(T::ToLowerAscii, &[s]);
                r.op(T::AllBelow, &[x, l])
            },
            "s.chars().allMatch(c -> c < 128)",
        ),
        (
            "is-number-radix",
            |r| {
                let (s, x) = (r.s(), r.int(37));
                r.op(T::IsInt, &[s, x])
            },
            "false",
        ),
        (
            "is-number-written",
            |r| {
                let (i, x) = (r.i(), r.int(10));
                let s = r.op(T::OfNumber, &[i]);
                r.op(T::IsInt, &[s, x])
            },
            "true",
        ),
        (
            "parse-written",
            |r| {
                let (i, x) = (r.i(), r.int(10));
                let s = r.op(T::OfNumber, &[i]);
                r.op(T::ParseInt, &[s, x])
            },
            "i",
        ),
        (
            "parse-radix",
            |r| {
                let (s, x) = (r.s(), r.int(1));
                r.op(T::ParseLong, &[s, x])
            },
            "0L",
        ),
        (
            "text-equal-length",
            |r| {
                let (n, b) = (r.n(), r.text("ab"));
                let a = r.op(T::OfUnit, &[n]);
                r.pool.equal(a, b)
            },
            "false",
        ),
        (
            "text-equal-empty",
            |r| {
                let (s, e) = (r.s(), r.text(""));
                r.pool.equal(s, e)
            },
            "s.length() == 0",
        ),
        (
            "text-equal-parts",
            |r| {
                let (s, t, a) = (r.s(), r.t(), r.text("k="));
                let (x, y) = (r.op(T::Concat, &[a, s]), r.op(T::Concat, &[a, t]));
                r.pool.equal(x, y)
            },
            "s.equals(t)",
        ),
        (
            "text-equal-parts",
            |r| {
                let (s, a, b) = (r.s(), r.text("k="), r.text("k=v"));
                let x = r.op(T::Concat, &[a, s]);
                r.pool.equal(x, b)
            },
            "s.equals(\"v\")",
        ),
        (
            "text-equal-numbers",
            |r| {
                let (i, n) = (r.i(), r.n());
                let (x, y) = (r.op(T::OfNumber, &[i]), r.op(T::OfNumber, &[n]));
                r.pool.equal(x, y)
            },
            "i == n",
        ),
        (
            "text-equal-number",
            |r| {
                let (i, b) = (r.i(), r.text("7"));
                let x = r.op(T::OfNumber, &[i]);
                r.pool.equal(x, b)
            },
            "i == 7",
        ),
        (
            "text-equal-number",
            |r| {
                let (i, b) = (r.i(), r.text("07"));
                let x = r.op(T::OfNumber, &[i]);
                r.pool.equal(x, b)
            },
            "false",
        ),
        (
            "text-equal-unit",
            |r| {
                let (n, b) = (r.n(), r.text("x"));
                let x = r.op(T::OfUnit, &[n]);
                r.pool.equal(x, b)
            },
            "(char) n == 120",
        ),
        (
            "text-equal-choice",
            |r| {
                let (c, a, b, s) = (r.condition(), r.text("a"), r.text("b"), r.s());
                let x = r.pool.if_then_else(c, a, s);
                r.pool.equal(x, b)
            },
            "s.equals(\"b\") && i >= n",
        ),
        (
            "text-choice",
            |r| {
                let (c, a, b) = (r.condition(), r.text("a"), r.text("bc"));
                let x = r.pool.if_then_else(c, a, b);
                r.op(T::Hash, &[x])
            },
            "i < n ? 97 : 3137",
        ),
        (
            "replace-nothing",
            |r| {
                let (s, t) = (r.s(), r.t());
                r.op(T::Replace, &[s, t, t])
            },
            "s",
        ),
        (
            "text-idempotent",
            |r| {
                let s = r.s();
                let x = r.op(T::Trim, &[s]);
                r.op(T::Trim, &[x])
            },
            "s.trim()",
        ),
    ]
};

fn built(arithmetic: Arithmetic, build: Build) -> (TermPool, TermId) {
    let mut pool = TermPool::new(arithmetic);
    let term = build(&mut Rule { pool: &mut pool });
    (pool, term)
}

fn value(pool: &TermPool, term: TermId, model: &casewise::term::Model) -> String {
    match pool.sort(term) {
        Sort::Text => format!("{:?}", evaluate_text(pool, term, model)),
        _ => format!("{:?}", evaluate(pool, term, model)),
    }
}

#[test]
fn every_rule_fires() {
    let names = ["s", "t", "", "i", "n", "", "c"];
    for &(name, build, expected) in RULES {
        let (pool, term) = built(Arithmetic::Java, build);
        assert_eq!(render(&pool, term, &|input| names[input.0 as usize].to_owned()), expected, "{name}");
    }
}

#[test]
fn both_sides_evaluate_alike() {
    let mut random = Random::new(5);
    for &(name, build, _) in RULES {
        for arithmetic in [Arithmetic::Java, Arithmetic::Math] {
            let (pool, term) = built(arithmetic, build);
            let mut naive = TermPool::new_unsimplified(arithmetic);
            let left = build(&mut Rule { pool: &mut naive });
            for _ in 0..200 {
                let model = random_texts::model(&mut random);
                assert_eq!(value(&pool, term, &model), value(&naive, left, &model), "{name}: {model:?}");
            }
        }
    }
}

/// Of texts of at most four units, for which a bound says it all.
#[test]
fn z3_finds_no_difference() {
    let mut proved = 0;
    for &(name, build, _) in RULES {
        let (mut pool, term) = built(Arithmetic::Java, build);
        let mut naive = TermPool::new_unsimplified(Arithmetic::Java);
        let left = build(&mut Rule { pool: &mut naive });
        let (table, positions) = TermTable::export(&naive, &[left]);
        let left = table.import(&mut pool).expect("well-formed")[positions[0] as usize];
        let most = pool.int(5);
        let are_short = [0, 1].map(|id| {
            let text = pool.input(InputId(id), Domain::Text);
            let length = pool.text_operation(TextOperator::Length, &[text]);
            pool.less(length, most)
        });
        let mut assumption = are_short.to_vec();
        if ["is-number-written", "parse-written", "text-equal-numbers"].contains(&name) {
            // Ten digits and their way back are too much for Z3 in a test.
            let (least, most) = (pool.int(-100), pool.int(100));
            for id in [3, 4] {
                let number = pool.input(InputId(id), Domain::Int);
                assumption.extend([pool.less(least, number), pool.less(number, most)]);
            }
        }
        match equivalent(&mut pool, Arithmetic::Java, &assumption, left, term) {
            Equivalence::Equal => proved += 1,
            Equivalence::Unknown(reason) => eprintln!("{name}: {reason}"),
            Equivalence::Different(model) => panic!("{name}: {model:?}"),
        }
    }
    eprintln!("{proved} of {} proved", RULES.len());
    assert_eq!(proved, RULES.len());
}
