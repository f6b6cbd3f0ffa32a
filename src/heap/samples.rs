//! Inputs that are drawn in place of being symbols: numbers and texts of what the code mentions and of what people write. A run
//! on drawn inputs asks no solver, and neither does one on a given input.

mod given;

pub use given::{Given, GivenObject, GivenValue, Giving};

use super::memory::InputOrigin;
use super::persistent::PersistentVector;
use crate::program::MethodId;
use crate::term::{ContentsValue, Domain, ElementKind, InputId, Model, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Trials of a method before experience counts.
const FIRST_TRIALS: u32 = 4;
/// The most parts of a drawn text.
const MOST_PARTS: usize = 12;
/// The most elements of a drawn array that are not zero.
const MOST_ELEMENTS: usize = 5;
/// One number or text in so many is one that was drawn before.
const AGAIN_OF: usize = 5;
/// What texts are made of, whatever the code mentions.
const COMMON_UNITS: &[u8] = b"abcAZ0123456789 .-";
const COMMON_NUMBERS: [i64; 10] = [0, 1, 2, 3, -1, 5, 7, 10, -2, 100];
const COMMON_FLOATS: [f64; 10] = [0.0, 1.0, -1.0, 0.5, 2.5, 100.0, -0.0, f64::NAN, f64::INFINITY, 1e-10];

/// What code mentions.
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// Its strings.
    pub texts: Vec<Arc<[u16]>>,
    /// Its numbers that are units of text.
    pub units: Vec<u16>,
    /// Its numbers.
    pub numbers: Vec<i64>,
}

/// Draws inputs, always the same ones from the same seed.
#[derive(Clone, Debug)]
pub struct Samples {
    vocabulary: Rc<Vocabulary>,
    random: u64,
    drawn: PersistentVector<(InputId, Domain, Drawn)>,
    /// What people pass for the next number, where that is known.
    usual: Option<&'static [i64]>,
    experience: Rc<RefCell<Experience>>,
    nulls: DrawnNulls,
    /// One object in so many is of a scripted class, where there are any; none is in none.
    scripts: Option<usize>,
    /// How much of what was drawn is in the model.
    filled: usize,
    /// The input that is taken in place of a drawn one.
    giving: Option<Giving>,
}

/// Where null is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawnNulls {
    /// Seldom.
    Seldom,
    /// For each argument of the method that can be null: what fails for that is seen at once.
    Passed,
    /// Often for what objects are made of: a state that only a null leaves is seldom met else.
    Within,
}

/// How often methods that make inputs were tried, and how often one came of it.
pub type Experience = FxHashMap<MethodId, (u32, u32)>;

/// A drawn value.
#[derive(Clone, Debug)]
enum Drawn {
    Number(i64),
    Text(Arc<[u16]>),
    Contents(ContentsValue),
}

impl Samples {
    /// Nothing drawn yet.
    pub fn new(vocabulary: Rc<Vocabulary>, experience: Rc<RefCell<Experience>>, seed: u64) -> Samples {
        Samples {
            vocabulary,
            random: seed,
            drawn: PersistentVector::default(),
            usual: None,
            experience,
            nulls: DrawnNulls::Seldom,
            scripts: None,
            filled: 0,
            giving: None,
        }
    }

    /// Nothing to be drawn: the input is given.
    pub fn of_input(input: Rc<Given>) -> Samples {
        Samples { giving: Some(Giving::new(input)), ..Samples::new(Rc::default(), Rc::default(), 0) }
    }

    /// Whether the input is given.
    pub fn is_given(&self) -> bool {
        self.giving.is_some()
    }

    /// The input that is given; none where inputs are drawn.
    pub fn giving(&mut self) -> Option<&mut Giving> {
        self.giving.as_mut()
    }

    /// The same, with null where it is said.
    pub fn with_nulls(self, nulls: DrawnNulls) -> Samples {
        Samples { nulls, ..self }
    }

    /// Where null is drawn.
    pub fn nulls(&self) -> DrawnNulls {
        self.nulls
    }

    /// The same, with one object in so many of a class that a caller would have to write.
    pub fn with_scripts(self, one_in: usize) -> Samples {
        Samples { scripts: Some(one_in), ..self }
    }

    /// Whether the next object is of a scripted class, if there can be one.
    pub fn takes_script(&mut self) -> bool {
        self.scripts.is_some_and(|one_in| self.below(one_in) == 0)
    }

    /// Whether some objects are of scripted classes.
    pub fn has_scripts(&self) -> bool {
        self.scripts.is_some()
    }

    /// Notes that a method is tried to make an input.
    pub fn note_trial(&self, maker: MethodId) {
        self.experience.borrow_mut().entry(maker).or_default().0 += 1;
    }

    /// Notes that a method has made an input.
    pub fn note_success(&self, maker: MethodId) {
        self.experience.borrow_mut().entry(maker).or_default().1 += 1;
    }

    /// Whether a method is to be tried: the less often something came of it, the less often.
    pub fn is_promising(&mut self, maker: MethodId) -> bool {
        let (trials, successes) = self.experience.borrow().get(&maker).copied().unwrap_or_default();
        trials < FIRST_TRIALS || self.below(trials as usize) <= 2 * successes as usize + 1
    }

    /// A number below another one, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        // SplitMix64.
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit.max(1) as u64) as usize
    }

    /// Says what people pass for the numbers that are drawn next.
    pub fn expect(&mut self, usual: Option<&'static [i64]>) {
        self.usual = usual;
    }

    /// What was drawn for another input of the same kind: that two are the same is often what matters.
    fn again(&mut self, domain: Domain) -> Option<Drawn> {
        if !matches!(domain, Domain::Text | Domain::Int | Domain::Long) || self.below(AGAIN_OF) != 0 {
            return None;
        }
        let drawn = self.drawn.iter().filter(|(_, other, _)| *other == domain).map(|(_, _, drawn)| drawn.clone());
        let drawn: Vec<Drawn> = drawn.collect();
        self.pick(&drawn)
    }

    /// The value of a new input, as a term.
    pub fn draw(&mut self, pool: &mut TermPool, id: InputId, (origin, domain): (InputOrigin, Domain)) -> TermId {
        let drawn = match &mut self.giving {
            Some(giving) => giving.draw(origin, domain),
            None => self.drawn(domain),
        };
        let term = match (&drawn, domain) {
            // The run goes as the model says, into which this is written.
            _ if self.giving.is_some() => pool.input(id, domain),
            (Drawn::Text(text), _) => pool.text(text),
            (Drawn::Contents(contents), Domain::Contents(kind)) => stored(pool, kind, contents),
            (Drawn::Number(number), _) => constant(pool, domain, *number),
            (Drawn::Contents(_), _) => constant(pool, domain, 0),
        };
        self.drawn.push_back((id, domain, drawn));
        term
    }

    fn drawn(&mut self, domain: Domain) -> Drawn {
        let again = if self.usual.is_none() { self.again(domain) } else { None };
        match (domain, again) {
            (_, Some(again)) => again,
            (Domain::Text, _) => Drawn::Text(self.text()),
            (Domain::Contents(kind), _) => Drawn::Contents(self.contents(kind)),
            _ => Drawn::Number(self.number(domain)),
        }
    }

    /// Writes what was drawn since that was done last into a model.
    pub fn fill(&mut self, model: &mut Model) {
        let new = self.drawn.iter().skip(self.filled);
        for (id, _, drawn) in new {
            match drawn {
                Drawn::Number(number) => model.set(*id, *number),
                Drawn::Text(text) => model.set_text(*id, text.clone()),
                Drawn::Contents(contents) => model.set_contents(*id, contents.clone()),
            }
        }
        self.filled = self.drawn.len();
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let at = self.below(from.len());
        from.get(at).cloned()
    }

    fn number(&mut self, domain: Domain) -> i64 {
        match domain {
            Domain::Boolean => self.below(2) as i64,
            Domain::Length => self.below(MOST_ELEMENTS) as i64,
            Domain::Char => i64::from(self.unit()),
            Domain::Float => i64::from((self.float() as f32).to_bits()),
            Domain::Double => self.float().to_bits() as i64,
            _ => {
                let vocabulary = self.vocabulary.clone();
                let usual = self.usual.unwrap_or_default();
                let number = match self.below(8) {
                    _ if !usual.is_empty() => self.pick(usual),
                    0..=4 => self.pick(&COMMON_NUMBERS),
                    5 | 6 => self.pick(&vocabulary.numbers),
                    _ => self.pick(&[i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX)]),
                };
                let number = number.unwrap_or(0);
                match domain {
                    Domain::Byte => number.clamp(i64::from(i8::MIN), i64::from(i8::MAX)),
                    Domain::Short => number.clamp(i64::from(i16::MIN), i64::from(i16::MAX)),
                    Domain::Long => number,
                    _ => number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)),
                }
            }
        }
    }

    fn float(&mut self) -> f64 {
        let vocabulary = self.vocabulary.clone();
        let mentioned = if self.below(3) == 0 { self.pick(&vocabulary.numbers) } else { None };
        mentioned.map(|number| number as f64).or_else(|| self.pick(&COMMON_FLOATS)).unwrap_or(0.0)
    }

    fn unit(&mut self) -> u16 {
        let vocabulary = self.vocabulary.clone();
        let mentioned = if self.below(2) == 0 { self.pick(&vocabulary.units) } else { None };
        mentioned.or_else(|| self.pick(COMMON_UNITS).map(u16::from)).unwrap_or(0)
    }

    fn text(&mut self) -> Arc<[u16]> {
        let vocabulary = self.vocabulary.clone();
        if self.below(4) == 0
            && let Some(text) = self.pick(&vocabulary.texts)
        {
            return text;
        }
        let parts = if self.below(3) == 0 { self.below(MOST_PARTS + 1) } else { self.below(4) };
        let mut text: Vec<u16> = Vec::new();
        for _ in 0..parts {
            match self.below(6) {
                0 => text.extend(self.pick(&vocabulary.texts).iter().flat_map(|part| part.iter())),
                // What is said twice in a row is told apart by some code.
                1 => text.extend(text.last().copied()),
                _ => text.push(self.unit()),
            }
        }
        text.into()
    }

    fn contents(&mut self, kind: ElementKind) -> ContentsValue {
        let mut contents = ContentsValue::default();
        for index in 0..MOST_ELEMENTS as i64 {
            contents.elements.insert(index, self.number(kind.domain()));
        }
        contents
    }
}

/// The elements of an array as a term.
fn stored(pool: &mut TermPool, kind: ElementKind, contents: &ContentsValue) -> TermId {
    contents.elements.iter().fold(pool.zeroed(kind), |term, (index, number)| {
        let (at, value) = (pool.int(*index as i32), constant(pool, kind.domain(), *number));
        pool.store(term, at, value)
    })
}

/// A number of a domain as a term.
fn constant(pool: &mut TermPool, domain: Domain, number: i64) -> TermId {
    match domain {
        Domain::Long => pool.long(number),
        Domain::Float => pool.float(f32::from_bits(number as u32)),
        Domain::Double => pool.double(f64::from_bits(number as u64)),
        _ => pool.int(number as i32),
    }
}
