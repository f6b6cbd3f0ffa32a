//! Claims that results of small arguments suggest.

use super::body::{Body, End, Way};
use super::claim::{Claim, Fact, Feature, Guard, Relation, Sum};
use super::demand::Demand;
use super::numbers::Argument;
use crate::term::{InputId, Model, Node, TermId, evaluate, evaluate_truth, greatest_common_divisor};
use rustc_hash::FxHashMap;

/// The most arguments whose results are looked at, and how deep calls may nest for one.
const MOST_SAMPLES: usize = 400;
const DEEPEST: u32 = 150;
/// The most ways that are gone in all.
const MOST_WAYS: u32 = 60_000;
/// Coefficients and distances that claims may have.
const LARGEST_COEFFICIENT: i128 = 1_000_000;
const LARGEST_DIVISOR: i128 = 4;
const LARGEST_DISTANCE: i64 = 3;
/// An argument that has no more values than these has a claim for each, where nothing shorter says what the result is.
const MOST_VALUES: i64 = 64;
/// The most guards that are tried for each argument.
const MOST_GUARDS: usize = 24;

/// Arguments and what a method returns for them.
pub(super) type Sample = (Vec<i64>, i64);

/// Runs bodies on numbers.
pub(super) struct Runs<'b> {
    bodies: &'b [Body],
    known: FxHashMap<(usize, Vec<i64>), Option<i64>>,
    ways: u32,
}

impl<'b> Runs<'b> {
    pub(super) fn of(bodies: &'b [Body]) -> Self {
        Runs { bodies, known: FxHashMap::default(), ways: 0 }
    }

    /// What a body returns; none where it throws, or does not return soon.
    fn result(&mut self, body: usize, arguments: &[i64], depth: u32) -> Option<i64> {
        let key = (body, arguments.to_vec());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        if depth == 0 || self.ways > MOST_WAYS {
            return None;
        }
        // What comes back to itself has no result.
        self.known.insert(key.clone(), None);
        let bodies = self.bodies;
        let result = bodies.get(body).and_then(|found| {
            let mut model = Model::new();
            for (parameter, value) in found.parameters.iter().zip(arguments) {
                model.set(input_of(found, parameter.number()?)?, *value);
            }
            found.ways.iter().find_map(|way| self.along(found, way, model.clone(), depth))?
        });
        self.known.insert(key, result);
        result
    }

    /// What a way returns, where these arguments take it: none of none.
    fn along(&mut self, body: &Body, way: &Way, mut model: Model, depth: u32) -> Option<Option<i64>> {
        self.ways += 1;
        let mut decided = 0;
        let holds = |model: &Model, from: usize, to: usize| {
            let conditions = way.conditions.get(from..to).unwrap_or_default();
            conditions.iter().all(|condition| evaluate_truth(&body.pool, *condition, model) == Some(true))
        };
        for call in &way.calls {
            if !holds(&model, decided, call.conditions) {
                return None;
            }
            decided = call.conditions;
            let number = |argument: &Argument| evaluate(&body.pool, argument.number()?, &model);
            let arguments: Option<Vec<i64>> = call.arguments.iter().map(number).collect();
            let callee = self.bodies.iter().position(|it| it.method == call.method);
            let (Some(arguments), Some(callee)) = (arguments, callee) else { return Some(None) };
            let (Some(result), Some(input)) = (self.result(callee, &arguments, depth - 1), input_of(body, call.result))
            else {
                return Some(None);
            };
            model.set(input, result);
        }
        if !holds(&model, decided, way.conditions.len()) {
            return None;
        }
        match way.end {
            End::Returns(result) => Some(evaluate(&body.pool, result, &model)),
            End::Otherwise => Some(None),
        }
    }

    /// Runs a body on small arguments that meet demands, and on some near constants.
    pub(super) fn try_small(&mut self, body: usize, demands: &[Demand], constants: &[i64]) {
        let Some(found) = self.bodies.get(body) else { return };
        let parameters = found.parameters.len();
        if parameters == 0 || !found.parameters.iter().all(|parameter| parameter.number().is_some()) {
            return;
        }
        let mut values: Vec<i64> = match parameters {
            1 => (-4..=16).collect(),
            2 => (-2..=7).collect(),
            _ => (-1..=3).collect(),
        };
        for constant in constants.iter().filter(|constant| constant.unsigned_abs() < 1 << 30) {
            values.extend([-11, -2, -1, 0, 1, 2, 5].map(|distance| constant + distance));
        }
        if let (1, Some((low, high))) = (parameters, values_of(demands, 0))
            && high.checked_sub(low).is_some_and(|width| width < MOST_VALUES)
        {
            values.extend(low..=high);
        }
        values.sort_by_key(|value| (value.unsigned_abs(), *value < 0));
        values.dedup();
        let most = match parameters {
            1 => MOST_SAMPLES,
            2 => 20,
            _ => 6,
        };
        let mut tuples: Vec<Vec<i64>> = vec![Vec::new()];
        for position in 0..parameters {
            let is_in = |value: &i64| demands.iter().all(|demand| bounds_meet(demand, position, *value));
            let allowed: Vec<i64> = values.iter().copied().filter(is_in).take(most).collect();
            let longer = |tuple: &Vec<i64>| -> Vec<Vec<i64>> {
                allowed.iter().map(|value| [tuple.as_slice(), &[*value]].concat()).collect()
            };
            tuples = tuples.iter().flat_map(longer).take(MOST_SAMPLES * 2).collect();
        }
        tuples.retain(|tuple| demands.iter().all(|demand| meets(demand, tuple)));
        for tuple in tuples.into_iter().take(MOST_SAMPLES) {
            self.result(body, &tuple, DEEPEST);
        }
    }

    /// Whether all arguments that a body was run on meet a demand.
    pub(super) fn is_met(&self, body: usize, demand: &Demand) -> bool {
        self.known.keys().filter(|(of, _)| *of == body).all(|(_, tuple)| meets(demand, tuple))
    }

    /// What a body has returned for arguments that meet demands, small arguments first.
    pub(super) fn samples(&self, body: usize, demands: &[Demand]) -> Vec<Sample> {
        let of_body = self.known.iter().filter(|((of, _), _)| *of == body);
        let returned = of_body.filter_map(|((_, tuple), result)| Some((tuple.clone(), (*result)?)));
        let mut found: Vec<Sample> =
            returned.filter(|(tuple, _)| demands.iter().all(|demand| meets(demand, tuple))).collect();
        found.sort_by_cached_key(|(tuple, _)| {
            (tuple.iter().map(|value| value.unsigned_abs() >> 6).sum::<u64>(), tuple.clone())
        });
        found.truncate(MOST_SAMPLES);
        found
    }
}

fn input_of(body: &Body, term: TermId) -> Option<InputId> {
    match body.pool.node(term) {
        Node::Input(input, _) => Some(*input),
        _ => None,
    }
}

/// Whether a demand allows a value to an argument, whatever the others are.
fn bounds_meet(demand: &Demand, position: usize, value: i64) -> bool {
    match *demand {
        Demand::AtLeast(a, low) if a == position => value >= low,
        Demand::AtMost(a, high) if a == position => value <= high,
        Demand::Odd(a) if a == position => value & 1 == 1,
        _ => true,
    }
}

/// Whether numbers meet a demand.
fn meets(demand: &Demand, tuple: &[i64]) -> bool {
    let value = |position: usize| tuple.get(position).copied().unwrap_or_default();
    match *demand {
        Demand::Ordered(a, b) => value(a) <= value(b),
        Demand::Below(a, b) => value(a) < value(b),
        _ => (0..tuple.len()).all(|position| bounds_meet(demand, position, value(position))),
    }
}

/// Claims that all samples bear out.
pub(super) fn claims(samples: &[Sample], demands: &[Demand], constants: &[i64]) -> Vec<Claim> {
    let Some(parameters) = samples.first().map(|(arguments, _)| arguments.len()) else { return Vec::new() };
    let mut found = bounds(samples, Guard::Always, parameters);
    if let Some(sum) = fitted(samples.iter(), parameters) {
        found.push(Claim { guard: Guard::Always, fact: Fact::Result(Relation::Is, sum) });
        return found;
    }
    let mut is_told = vec![false; samples.len()];
    for guard in guards(samples, parameters, constants) {
        let chosen: Vec<usize> = (0..samples.len()).filter(|at| guard.holds(&samples[*at].0)).collect();
        if chosen.is_empty() || chosen.len() == samples.len() {
            continue;
        }
        let of_guard: Vec<Sample> = chosen.iter().map(|at| samples[*at].clone()).collect();
        if let Some(sum) = fitted(of_guard.iter(), parameters) {
            found.push(Claim { guard, fact: Fact::Result(Relation::Is, sum) });
            chosen.iter().for_each(|at| is_told[*at] = true);
        } else {
            let news = bounds(&of_guard, guard, parameters);
            let is_news =
                |claim: &Claim| !found.iter().any(|known| known.guard == Guard::Always && known.fact == claim.fact);
            let news: Vec<Claim> = news.into_iter().filter(is_news).collect();
            found.extend(news);
        }
    }
    if is_told.contains(&false)
        && parameters == 1
        && let Some((low, high)) = values_of(demands, 0)
        && high - low < MOST_VALUES
    {
        for (arguments, result) in samples {
            let value = arguments.first().copied().unwrap_or_default();
            let fact = Fact::Result(Relation::Is, Sum::constant(*result));
            found.push(Claim { guard: Guard::Where(0, Relation::Is, value), fact });
        }
    }
    found
}

/// The least and the largest value that demands leave to an argument.
fn values_of(demands: &[Demand], position: usize) -> Option<(i64, i64)> {
    let lows = demands.iter().filter_map(|demand| match demand {
        Demand::AtLeast(a, low) if *a == position => Some(*low),
        _ => None,
    });
    let highs = demands.iter().filter_map(|demand| match demand {
        Demand::AtMost(a, high) if *a == position => Some(*high),
        _ => None,
    });
    Some((lows.max()?, highs.min()?))
}

/// For which arguments results may have something in common that others have not.
fn guards(samples: &[Sample], parameters: usize, constants: &[i64]) -> Vec<Guard> {
    let mut found = Vec::new();
    for a in 0..parameters {
        let is_sampled = |value: &&i64| samples.iter().any(|(arguments, _)| arguments.get(a) == Some(value));
        for value in constants.iter().filter(is_sampled) {
            found.push(Guard::Where(a, Relation::Is, *value));
        }
        for value in constants {
            found.push(Guard::Where(a, Relation::AtMost, *value));
            found.push(Guard::Where(a, Relation::AtLeast, value.saturating_add(1)));
        }
        found.push(Guard::Odd(a));
    }
    found.truncate(MOST_GUARDS * parameters);
    found
}

/// Bounds of results, by constants and by arguments.
fn bounds(samples: &[Sample], guard: Guard, parameters: usize) -> Vec<Claim> {
    let mut found = Vec::new();
    let mut add = |relation: Relation, sum: Sum| found.push(Claim { guard, fact: Fact::Result(relation, sum) });
    let results = || samples.iter().map(|(_, result)| *result);
    if let (Some(least), Some(most)) = (results().min(), results().max()) {
        [-1, 0, 1]
            .into_iter()
            .filter(|value| *value < least)
            .for_each(|value| add(Relation::AtLeast, Sum::constant(value)));
        add(Relation::AtLeast, Sum::constant(least));
        add(Relation::AtMost, Sum::constant(most));
    }
    for a in 0..parameters {
        let distances = || samples.iter().filter_map(|(arguments, result)| result.checked_sub(*arguments.get(a)?));
        if let Some(least) = distances().min().filter(|least| least.unsigned_abs() <= LARGEST_DISTANCE as u64) {
            add(Relation::AtLeast, Sum::beside(a, least));
        }
        if let Some(most) = distances().max().filter(|most| most.unsigned_abs() <= LARGEST_DISTANCE as u64) {
            add(Relation::AtMost, Sum::beside(a, most));
        }
    }
    if results().all(|result| result & 1 == 1) {
        found.push(Claim { guard, fact: Fact::Odd });
    }
    found
}

/// The shortest sum of features that gives all results, where more samples bear it out than determine it.
fn fitted<'s>(samples: impl Iterator<Item = &'s Sample> + Clone, parameters: usize) -> Option<Sum> {
    let mut features = vec![Feature::One];
    let all = 0..parameters;
    let larger: [Vec<Feature>; 5] = [
        Vec::new(),
        all.clone().map(Feature::Argument).collect(),
        all.clone().map(Feature::LowBit).collect(),
        all.clone().flat_map(|a| (a..parameters).map(move |b| Feature::Product(a, b))).collect(),
        all.map(Feature::PowerOfTwo).collect(),
    ];
    for more in larger {
        features.extend(more);
        if samples.clone().count() < features.len() + 2 {
            return None;
        }
        let rows = samples.clone().map(|(arguments, result)| {
            let values: Option<Vec<i128>> = features.iter().map(|feature| value_of(*feature, arguments)).collect();
            values.map(|mut values| {
                values.push(i128::from(*result));
                values
            })
        });
        let Some(rows) = rows.collect::<Option<Vec<_>>>() else { continue };
        if let Some((coefficients, divisor)) = solved(rows, features.len()) {
            let parts = coefficients.into_iter().zip(features).filter(|(coefficient, _)| *coefficient != 0).collect();
            return Some(Sum { parts, divisor });
        }
    }
    None
}

fn value_of(feature: Feature, arguments: &[i64]) -> Option<i128> {
    let value = |position: usize| arguments.get(position).copied().map(i128::from);
    match feature {
        Feature::One => Some(1),
        Feature::Argument(a) => value(a),
        Feature::LowBit(a) => value(a).map(|value| value & 1),
        Feature::Product(a, b) => value(a)?.checked_mul(value(b)?),
        Feature::PowerOfTwo(a) => value(a).filter(|value| (0..31).contains(value)).map(|value| 1 << value),
    }
}

/// Coefficients with a common divisor that solve all rows, whose last number is what the others add up to, by elimination without
/// fractions; none where there are none, or none that are small.
fn solved(mut rows: Vec<Vec<i128>>, unknowns: usize) -> Option<(Vec<i64>, i64)> {
    let mut pivots: Vec<Option<usize>> = vec![None; unknowns];
    let mut done = 0;
    for column in 0..unknowns {
        let Some(at) = (done..rows.len()).find(|row| rows[*row][column] != 0) else { continue };
        rows.swap(done, at);
        let pivot = rows[done].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(number, row)| *number != done && row[column] != 0) {
            let factor = row[column];
            for (value, from) in row.iter_mut().zip(&pivot) {
                *value = value.checked_mul(pivot[column])?.checked_sub(from.checked_mul(factor)?)?;
            }
            let divisor = row.iter().fold(0, |divisor, value| greatest_common_divisor(divisor, *value));
            if divisor > 1 {
                row.iter_mut().for_each(|value| *value /= divisor);
            }
        }
        pivots[column] = Some(done);
        done += 1;
    }
    if rows.get(done..)?.iter().any(|row| row.last() != Some(&0)) {
        return None;
    }
    let fraction = |column: usize| match pivots[column] {
        None => (0, 1),
        Some(row) => {
            let (over, under) = (*rows[row].last().unwrap_or(&0), rows[row][column]);
            let divisor = greatest_common_divisor(over, under) * under.signum();
            (over / divisor, under / divisor)
        }
    };
    let fractions: Vec<(i128, i128)> = (0..unknowns).map(fraction).collect();
    let divisor = fractions.iter().try_fold(1_i128, |common, (_, under)| {
        let common = common / greatest_common_divisor(common, *under) * under;
        (common <= LARGEST_DIVISOR).then_some(common)
    })?;
    let whole = |(over, under): &(i128, i128)| {
        let coefficient = over * (divisor / under);
        (coefficient.abs() <= LARGEST_COEFFICIENT).then(|| i64::try_from(coefficient).ok())?
    };
    Some((fractions.iter().map(whole).collect::<Option<Vec<i64>>>()?, i64::try_from(divisor).ok()?))
}
