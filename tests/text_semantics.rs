//! Texts mean what Java means: every operator on a corpus of random texts, by evaluation, by constant folding, and by the
//! JVM.

use crate::random_texts;

use crate::random_terms::Random;
use casewise::term::{
    Arithmetic, Domain, ElementKind, InputId, Model, Sort, TermId, TermPool, TextOperator, evaluate, evaluate_text,
};
use std::io::Write;
use std::process::{Command, Stdio};

const ROUNDS: u64 = 26_000;

const OPERATORS: [TextOperator; 25] = {
    use TextOperator as T;
    [
        T::Concat,
        T::Substring,
        T::Length,
        T::CharAt,
        T::StartsWith,
        T::IndexOf,
        T::LastIndexOf,
        T::Compare,
        T::Hash,
        T::ReplaceUnit,
        T::Replace,
        T::Trim,
        T::StripLeading,
        T::StripTrailing,
        T::ToLowerAscii,
        T::ToUpperAscii,
        T::AllBelow,
        T::OfNumber,
        T::OfUnit,
        T::OfContents,
        T::ToContents,
        T::IsInt,
        T::IsLong,
        T::ParseInt,
        T::ParseLong,
    ]
};

/// One operation: `None` stands for equality.
struct Operation {
    operator: Option<TextOperator>,
    texts: [Vec<u16>; 3],
    index: i32,
    other: i32,
    number: i64,
}

impl Operation {
    fn random(random: &mut Random, round: u64) -> Self {
        let operator = OPERATORS.get(round as usize % (OPERATORS.len() + 1)).copied();
        let is_number = matches!(
            operator,
            Some(TextOperator::IsInt | TextOperator::IsLong | TextOperator::ParseInt | TextOperator::ParseLong)
        );
        let first = if is_number && random.below(2) == 0 {
            random_texts::numeral(random)
        } else {
            random_texts::text(random, if is_number { 4 } else { 9 })
        };
        let mut others = [random_texts::text(random, 3), random_texts::text(random, 3)];
        if random.below(3) == 0 && !first.is_empty() {
            // A part of the first, so that it is found.
            let from = random.below(first.len() as u64) as usize;
            let to = (from + random.below(4) as usize).min(first.len());
            others[0] = first[from..to].to_vec();
        }
        if random.below(12) == 0 {
            others[0] = first.clone();
        }
        let mut index = match random.below(12) {
            0 => random.number(Sort::Int) as i32,
            _ => random.below(14) as i32 - 3,
        };
        if is_number {
            index = [10, 10, 16, 2, 36, 1, 37][random.below(7) as usize];
        }
        if matches!(operator, Some(TextOperator::ReplaceUnit | TextOperator::AllBelow)) && !first.is_empty() {
            index = i32::from(first[random.below(first.len() as u64) as usize]) + random.below(2) as i32;
        }
        let other = match random.below(12) {
            0 => random.number(Sort::Int) as i32,
            _ => random.below(14) as i32 - 3,
        };
        let [second, third] = others;
        Operation { operator, texts: [first, second, third], index, other, number: random.number(Sort::Long) }
    }

    /// The line that tells the JVM of it.
    fn line(&self) -> String {
        let name = self.operator.map_or(String::from("Equal"), |operator| format!("{operator:?}"));
        let [a, b, c] = self.texts.each_ref().map(|text| units(text));
        format!("{name} {a} {b} {c} {} {} {}\n", self.index, self.other, self.number)
    }

    /// Its term over leaves that `text` and `number` make.
    fn term(
        &self,
        pool: &mut TermPool,
        text: impl Fn(&mut TermPool, usize) -> TermId,
        number: impl Fn(&mut TermPool, usize) -> TermId,
    ) -> TermId {
        use TextOperator as T;
        let (a, b, c) = (text(pool, 0), text(pool, 1), text(pool, 2));
        let (i, j, n) = (number(pool, 0), number(pool, 1), number(pool, 2));
        let Some(operator) = self.operator else { return pool.equal(a, b) };
        let arguments: Vec<TermId> = match operator {
            T::Concat | T::Replace => vec![a, b, c],
            T::Substring | T::ReplaceUnit => vec![a, i, j],
            T::Length | T::Hash | T::Trim | T::StripLeading | T::StripTrailing | T::ToLowerAscii => vec![a],
            T::ToUpperAscii => vec![a],
            T::CharAt | T::AllBelow | T::IsInt | T::IsLong | T::ParseInt | T::ParseLong => vec![a, i],
            T::StartsWith | T::IndexOf | T::LastIndexOf => vec![a, b, i],
            T::Compare => vec![a, b],
            T::OfNumber => vec![n],
            T::OfUnit => vec![i],
            T::ToContents => {
                let contents = pool.text_operation(T::ToContents, &[a]);
                return pool.select(contents, i);
            }
            T::OfContents => {
                let (from, length) = (pool.int(self.index.clamp(0, 20)), pool.int(self.other.clamp(0, 20)));
                let mut contents = pool.zeroed(ElementKind::Char);
                for at in 0..self.texts[0].len() {
                    let at = pool.int(at as i32);
                    let unit = pool.text_operation(T::CharAt, &[a, at]);
                    contents = pool.store(contents, at, unit);
                }
                vec![contents, from, length]
            }
        };
        pool.text_operation(operator, &arguments)
    }

    fn model(&self) -> Model {
        let mut model = Model::new();
        for (id, text) in (0..).zip(&self.texts) {
            model.set_text(InputId(id), text.as_slice().into());
        }
        model.set(InputId(3), i64::from(self.index));
        model.set(InputId(4), i64::from(self.other));
        model.set(InputId(5), self.number);
        model
    }

    fn over_inputs(&self, pool: &mut TermPool) -> TermId {
        let domains = [Domain::Int, Domain::Int, Domain::Long];
        self.term(
            pool,
            |pool, at| pool.input(InputId(at as u32), Domain::Text),
            |pool, at| pool.input(InputId(3 + at as u32), domains[at]),
        )
    }

    fn over_constants(&self, pool: &mut TermPool) -> TermId {
        self.term(
            pool,
            |pool, at| pool.text(&self.texts[at]),
            |pool, at| match at {
                0 => pool.int(self.index),
                1 => pool.int(self.other),
                _ => pool.long(self.number),
            },
        )
    }
}

fn units(text: &[u16]) -> String {
    text.iter().fold(String::from("t"), |line, unit| format!("{line}{unit:04x}"))
}

fn shown(pool: &TermPool, id: TermId, model: &Model) -> String {
    match pool.sort(id) {
        Sort::Text => units(&evaluate_text(pool, id, model).expect("it has a value")),
        Sort::Bool => (evaluate(pool, id, model).expect("it has a value") != 0).to_string(),
        _ => evaluate(pool, id, model).expect("it has a value").to_string(),
    }
}

fn java_answers(operations: &[Operation]) -> Option<Vec<String>> {
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text_semantics/TextSemantics.java");
    let started = Command::new("java").arg(driver).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut process = match started {
        Ok(process) => process,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("{error}"),
    };
    let mut input = process.stdin.take().expect("a pipe");
    let lines: String = operations.iter().map(Operation::line).collect();
    let feeder = std::thread::spawn(move || input.write_all(lines.as_bytes()).expect("the driver reads"));
    let output = process.wait_with_output().expect("the driver ends");
    feeder.join().expect("fed");
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).expect("ASCII").lines().map(String::from).collect())
}

#[test]
fn every_operator_computes_what_the_jdk_computes() {
    let mut random = Random::new(20_260_101);
    let operations: Vec<Operation> = (0..ROUNDS).map(|round| Operation::random(&mut random, round)).collect();
    let Some(answers) = java_answers(&operations) else {
        eprintln!("skipped: there is no java");
        return;
    };
    assert_eq!(answers.len(), operations.len());
    let mut pool = TermPool::new(Arithmetic::Java);
    let mut naive = TermPool::new_unsimplified(Arithmetic::Java);
    for (operation, answer) in operations.iter().zip(&answers) {
        let model = operation.model();
        let constant = operation.over_constants(&mut pool);
        assert_eq!(shown(&pool, constant, &Model::new()), *answer, "folding {}", operation.line());
        let term = operation.over_inputs(&mut pool);
        assert_eq!(shown(&pool, term, &model), *answer, "evaluating {}", operation.line());
        let term = operation.over_inputs(&mut naive);
        assert_eq!(shown(&naive, term, &model), *answer, "evaluating as built {}", operation.line());
    }
}
