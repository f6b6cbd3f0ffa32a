//! Plainer values in place of drawn ones: shorter texts, smaller numbers. Whether a run on them shows the same is for the caller to see
//! (Zeller & Hildebrandt, "Simplifying and isolating failure-inducing input", TSE 2002; of what was drawn, not of what it made:
//! MacIver & Donaldson, "Test-case reduction via test-case generation", ECOOP 2020).

use super::{Drawn, Samples};
use crate::term::{ContentsValue, Domain};
use std::sync::Arc;

/// In longer texts not each unit is looked at by itself.
const LONGEST_BY_UNIT: usize = 16;
/// The plainest unit of text.
const PLAIN: u16 = b'a' as u16;

/// A value that is taken in place of the one that is drawn at a place.
#[derive(Clone, Debug)]
pub struct PlainerValue {
    /// In the order of what is drawn.
    place: usize,
    domain: Domain,
    value: Drawn,
}

impl PlainerValue {
    /// The value, where it is for this place.
    pub(super) fn at(&self, place: usize, domain: Domain) -> Option<&Drawn> {
        (self.place == place && self.domain == domain).then_some(&self.value)
    }

    /// Whether both are for the same place.
    pub fn is_at_place_of(&self, other: &PlainerValue) -> bool {
        self.place == other.place
    }
}

impl Samples {
    /// How many values were drawn.
    pub fn count(&self) -> usize {
        self.drawn.len()
    }

    /// Plainer values than the one that was drawn at a place, the plainest first. Each is less than it in an order without endless descent.
    pub fn plainer(&self, place: usize) -> Vec<PlainerValue> {
        let Some((_, domain, drawn)) = self.drawn.get(place) else { return Vec::new() };
        let domain = *domain;
        let values: Vec<Drawn> = match drawn {
            Drawn::Text(text) => texts(text).into_iter().map(|text| Drawn::Text(text.into())).collect(),
            Drawn::Number(number) => numbers(domain, *number).into_iter().map(Drawn::Number).collect(),
            Drawn::Contents(contents) => arrays(domain, contents).into_iter().map(Drawn::Contents).collect(),
        };
        values.into_iter().map(|value| PlainerValue { place, domain, value }).collect()
    }
}

/// Shorter texts, then some as long with plainer units.
fn texts(text: &Arc<[u16]>) -> Vec<Vec<u16>> {
    let length = text.len();
    let is_plain = |unit: u16| u8::try_from(unit).is_ok_and(|unit| unit.is_ascii_alphanumeric());
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_vec();
    let mut found: Vec<Vec<u16>> = Vec::new();
    if length > 1 {
        found.extend([vec![PLAIN], part(0, length / 2), part(length / 2, length)]);
    }
    if length <= LONGEST_BY_UNIT {
        let without = |at: usize| [part(0, at), part(at + 1, length)].concat();
        found.extend((0..length).map(without));
        let odd = (0..length).filter(|at| text.get(*at).is_some_and(|unit| !is_plain(*unit)));
        found.extend(odd.map(|at| [part(0, at), vec![PLAIN], part(at + 1, length)].concat()));
    }
    found
}

/// Numbers nearer to zero, or positive ones; of floating point and units of text, plain ones.
fn numbers(domain: Domain, number: i64) -> Vec<i64> {
    let bits: Vec<i64> = match domain {
        Domain::Boolean | Domain::Text | Domain::Contents(_) => Vec::new(),
        Domain::Char => vec![i64::from(PLAIN)],
        Domain::Float => [0.0_f32, 1.0].map(|plain| i64::from(plain.to_bits())).to_vec(),
        Domain::Double => [0.0_f64, 1.0].map(|plain| plain.to_bits() as i64).to_vec(),
        _ => vec![0, 1, number / 2, number - number.signum(), number.saturating_neg()],
    };
    let rank = |number: i64| rank(domain, number);
    bits.into_iter().filter(|plainer| rank(*plainer) < rank(number)).collect()
}

/// The less, the plainer.
fn rank(domain: Domain, number: i64) -> (u64, bool) {
    match domain {
        Domain::Char => {
            let is_plain = u8::try_from(number).is_ok_and(|unit| unit.is_ascii_alphanumeric());
            (u64::from(!is_plain), false)
        }
        Domain::Float => (float_rank(f64::from(f32::from_bits(number as u32))), false),
        Domain::Double => (float_rank(f64::from_bits(number as u64)), false),
        _ => (number.unsigned_abs(), number < 0),
    }
}

fn float_rank(number: f64) -> u64 {
    match number {
        _ if number.to_bits() == 0 => 0,
        _ if number == 1.0 => 1,
        _ => 2,
    }
}

/// Arrays with plainer elements: all of them, then each by itself.
fn arrays(domain: Domain, contents: &ContentsValue) -> Vec<ContentsValue> {
    let Domain::Contents(kind) = domain else { return Vec::new() };
    let domain = kind.domain();
    let plainer: Vec<(i64, Vec<i64>)> =
        contents.elements.iter().map(|(index, number)| (*index, numbers(domain, *number))).collect();
    let with = |changes: Vec<(i64, i64)>| {
        let mut changed = contents.clone();
        changed.elements.extend(changes);
        changed
    };
    let all: Vec<(i64, i64)> =
        plainer.iter().filter_map(|(index, numbers)| Some((*index, *numbers.first()?))).collect();
    let mut found: Vec<ContentsValue> = Vec::new();
    if all.len() > 1 {
        found.push(with(all));
    }
    found
        .extend(plainer.iter().flat_map(|(index, numbers)| numbers.iter().map(|number| with(vec![(*index, *number)]))));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plainer_values_are_shorter_or_nearer_to_zero() {
        let text = |text: &str| -> Arc<[u16]> { text.encode_utf16().collect() };
        let plainest = |found: Vec<Vec<u16>>| found.first().map(|units| String::from_utf16_lossy(units));
        assert_eq!(plainest(texts(&text("^SCH"))).as_deref(), Some("a"));
        assert_eq!(plainest(texts(&text("=a"))).as_deref(), Some("a"));
        assert_eq!(texts(&text("a")), [Vec::<u16>::new()]);
        for (domain, number) in [
            (Domain::Int, i64::from(i32::MIN)),
            (Domain::Long, i64::MIN),
            (Domain::Byte, -1),
            (Domain::Char, 0),
            (Domain::Double, f64::NAN.to_bits() as i64),
        ] {
            let found = numbers(domain, number);
            assert!(!found.is_empty(), "{domain:?} {number}");
            assert!(found.iter().all(|plainer| rank(domain, *plainer) < rank(domain, number)), "{domain:?} {number}");
            assert!(numbers(domain, 0).is_empty() || domain == Domain::Char, "{domain:?}");
        }
    }
}
