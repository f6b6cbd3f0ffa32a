//! Pairs the paths of two explorations of one method and compares them.

use super::canonical::{Case, Cell, Shared, Untouched};
use casewise::solver::{Equivalence, equivalent};
use casewise::term::{Arithmetic, Domain, ElementKind, Sort, TermId, evaluate_truth};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Default)]
pub struct Totals {
    pub cases: usize,
    pub stops: usize,
    /// Pairs with conditions or results that differ as written, so that the solver was asked.
    pub asked: usize,
}

/// Every difference between two sets of paths, in words.
pub fn differences(shared: &mut Shared, composed: Vec<Case>, inline: Vec<Case>, totals: &mut Totals) -> Vec<String> {
    let mut found = Vec::new();
    let count = |cases: &[Case]| cases.iter().filter(|case| !case.stopped).count();
    let (left, right) = (count(&composed), count(&inline));
    if left != right {
        found.push(format!("{left} cases composed, {right} inline"));
    }
    totals.cases += left;
    totals.stops += composed.len() - left;
    let mut groups: BTreeMap<(String, String), (Vec<Case>, Vec<Case>)> = BTreeMap::new();
    for case in composed {
        groups.entry((case.signature.clone(), case.outcome.clone())).or_default().0.push(case);
    }
    for case in inline {
        groups.entry((case.signature.clone(), case.outcome.clone())).or_default().1.push(case);
    }
    let mut left_over: (Vec<Case>, Vec<Case>) = Default::default();
    for (left, right) in groups.into_values() {
        pair(shared, left, right, &mut left_over, totals, &mut found);
    }
    let stops = |cases: &mut Vec<Case>| cases.extract_if(.., |case| case.stopped).collect::<Vec<_>>();
    let stopped = (stops(&mut left_over.0), stops(&mut left_over.1));
    for (side, cases) in [("composed", &left_over.0), ("inline", &left_over.1)] {
        for case in cases.iter().take(6) {
            found.push(format!("only {side}: {}", describe(shared, case)));
        }
        if cases.len() > 6 {
            found.push(format!("… and {} more only {side}", cases.len() - 6));
        }
    }
    for (side, cases) in [("composed", &stopped.0), ("inline", &stopped.1)] {
        for case in cases.iter().take(6) {
            found.push(format!("stopped only {side}: {}", describe(shared, case)));
        }
        if cases.len() > 6 {
            found.push(format!("… and {} more stopped only {side}", cases.len() - 6));
        }
    }
    found
}

fn describe(shared: &Shared, case: &Case) -> String {
    let conditions: Vec<String> = case.conditions.iter().map(|term| shared.render(*term)).collect();
    let number = case.number.map(|term| format!(" ({})", shared.render(term))).unwrap_or_default();
    format!("{}{number} when [{}] and [{}]", case.outcome, case.signature, conditions.join(" && "))
}

fn pair(
    shared: &mut Shared,
    left: Vec<Case>,
    right: Vec<Case>,
    left_over: &mut (Vec<Case>, Vec<Case>),
    totals: &mut Totals,
    found: &mut Vec<String>,
) {
    let mut by_conditions: HashMap<BTreeSet<TermId>, Vec<Case>> = HashMap::new();
    for case in right {
        by_conditions.entry(case.conditions.clone()).or_default().push(case);
    }
    let mut open = Vec::new();
    for case in left {
        match by_conditions.get_mut(&case.conditions).and_then(Vec::pop) {
            Some(other) => compare(shared, &case, &other, totals, found),
            None => open.push(case),
        }
    }
    let mut rest: Vec<Case> = by_conditions.into_values().flatten().collect();
    for case in open {
        totals.asked += 1;
        match rest.iter().position(|other| same_conditions(shared, &case, other)) {
            Some(position) => {
                let other = rest.swap_remove(position);
                compare(shared, &case, &other, totals, found);
            }
            None => left_over.0.push(case),
        }
    }
    left_over.1.extend(rest);
}

fn same_conditions(shared: &mut Shared, left: &Case, right: &Case) -> bool {
    let refuted = |model_of: &Case, other: &Case| {
        other.conditions.iter().any(|term| evaluate_truth(&shared.pool, *term, &model_of.model) == Some(false))
    };
    // The model of a path that stopped need not satisfy the condition on which it did, and a bound can exclude it.
    if !left.stopped && (refuted(left, right) || refuted(right, left)) {
        return false;
    }
    let bounds: Vec<TermId> =
        if left.stopped { Vec::new() } else { left.bounds.union(&right.bounds).copied().collect() };
    let left = conjunction(shared, &left.conditions);
    let right = conjunction(shared, &right.conditions);
    equivalent(&mut shared.pool, Arithmetic::Java, &bounds, left, right) == Equivalence::Equal
}

fn conjunction(shared: &mut Shared, terms: &BTreeSet<TermId>) -> TermId {
    let truth = shared.pool.truth(true);
    terms.iter().fold(truth, |all, term| shared.pool.conjunction(all, *term))
}

fn compare(shared: &mut Shared, left: &Case, right: &Case, totals: &mut Totals, found: &mut Vec<String>) {
    let assumption: Vec<TermId> = left.conditions.iter().chain(&left.bounds).copied().collect();
    if let (Some(a), Some(b)) = (left.number, right.number)
        && !same_number(shared, &assumption, a, b, totals)
    {
        found.push(format!("returns {} or {}: {}", shared.render(a), shared.render(b), describe(shared, left)));
    }
    let places: BTreeSet<&String> = left.heap.keys().chain(right.heap.keys()).collect();
    for place in places {
        let (a, b) = (left.heap.get(place), right.heap.get(place));
        let same = match (a, b) {
            (Some((a, _)), Some((b, _))) => same_cell(shared, &assumption, a, b, totals),
            (Some((cell, untouched)), None) | (None, Some((cell, untouched))) => {
                let before = before(shared, left, place, cell, untouched);
                before.is_some_and(|before| same_cell(shared, &assumption, cell, &before, totals))
            }
            (None, None) => true,
        };
        if !same {
            let show = |cell: Option<&(Cell, Untouched)>| match cell {
                None => "untouched".to_owned(),
                Some((Cell::Number(term) | Cell::Contents(term, _), _)) => shared.render(*term),
                Some((Cell::Reference(name), _)) => name.clone(),
            };
            found.push(format!("{place} holds {} or {}: {}", show(a), show(b), describe(shared, left)));
        }
    }
}

/// What a place that one run has not touched holds at its end.
fn before(shared: &mut Shared, case: &Case, place: &str, cell: &Cell, untouched: &Untouched) -> Option<Cell> {
    Some(match (untouched, cell) {
        (Untouched::Initialised(before), _) => before.clone(),
        (Untouched::Default, Cell::Reference(_)) => Cell::Reference("null".to_owned()),
        (Untouched::Default, Cell::Number(term)) => Cell::Number(match shared.pool.sort(*term) {
            Sort::Float => shared.pool.float(0.0),
            Sort::Double => shared.pool.double(0.0),
            Sort::Text => shared.pool.text(&[]),
            sort => shared.pool.constant(sort, 0),
        }),
        (Untouched::Default, Cell::Contents(term, length)) => {
            let kind = shared.pool.element_kind(*term);
            Cell::Contents(shared.pool.zeroed(kind), *length)
        }
        (Untouched::Input, Cell::Reference(_)) => {
            let decided = case.signature.split("; ").find_map(|part| part.strip_prefix(place)?.strip_prefix('='));
            Cell::Reference(decided.map_or_else(|| format!("input {place}"), str::to_owned))
        }
        (Untouched::Input, Cell::Number(_)) => {
            let domain = [
                Domain::Int,
                Domain::Long,
                Domain::Boolean,
                Domain::Byte,
                Domain::Char,
                Domain::Short,
                Domain::Float,
                Domain::Double,
            ];
            Cell::Number(domain.into_iter().find_map(|domain| shared.known_input(place, domain))?)
        }
        (Untouched::Input, Cell::Contents(term, length)) => {
            let kind: ElementKind = shared.pool.element_kind(*term);
            Cell::Contents(shared.input(place, Domain::Contents(kind)), *length)
        }
    })
}

fn same_number(shared: &mut Shared, assumption: &[TermId], a: TermId, b: TermId, totals: &mut Totals) -> bool {
    if a == b {
        return true;
    }
    totals.asked += 1;
    shared.pool.sort(a) == shared.pool.sort(b)
        && equivalent(&mut shared.pool, Arithmetic::Java, assumption, a, b) == Equivalence::Equal
}

fn same_cell(shared: &mut Shared, assumption: &[TermId], a: &Cell, b: &Cell, totals: &mut Totals) -> bool {
    match (a, b) {
        (Cell::Number(a), Cell::Number(b)) => same_number(shared, assumption, *a, *b, totals),
        (Cell::Reference(a), Cell::Reference(b)) => a == b,
        (Cell::Contents(a, length), Cell::Contents(b, other)) => {
            if !same_number(shared, assumption, *length, *other, totals) {
                return false;
            }
            if a == b {
                return true;
            }
            // The same element at every index within the array.
            let index = shared.input("<any index>", Domain::Length);
            let within = shared.pool.less(index, *length);
            let mut assumption = assumption.to_vec();
            assumption.push(within);
            let (a, b) = (shared.pool.select(*a, index), shared.pool.select(*b, index));
            same_number(shared, &assumption, a, b, totals)
        }
        _ => false,
    }
}
