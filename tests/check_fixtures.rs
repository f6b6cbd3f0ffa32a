//! `casewise check` says of the realistic fixtures what the table beside them expects: every failure is found and confirmed,
//! nothing else is reported, and what holds holds exactly.

use crate::kept_answers::{Checks, assert_kept};
use crate::support::place::{Place, copy};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Expected failures that are not found yet, each with what is missing: the answer must be `incomplete`, and say so.
const NOT_FOUND: [(&str, &str); 0] = [];
/// Methods that hold and of which that is not shown yet.
const NOT_SHOWN: [(&str, &str); 0] = [];

/// A row of the table: verdict, and the finding where it is `fails`.
struct Row {
    verdict: String,
    finding: Option<(String, u64, String)>,
}

/// The rows of each method.
fn table() -> BTreeMap<(String, String, String), Vec<Row>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("java-fixtures/check/expected.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut rows: BTreeMap<_, Vec<Row>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let finding =
            (cells[3] == "fails").then(|| (cells[4].to_owned(), cells[5].parse().unwrap(), cells[6].to_owned()));
        let method = (cells[0].to_owned(), cells[1].to_owned(), cells[2].to_owned());
        rows.entry(method).or_default().push(Row { verdict: cells[3].to_owned(), finding });
    }
    rows
}

/// What is wrong with the answer for a method; none when it is right.
fn complaint(rows: &[Row], answer: &Value) -> Option<String> {
    let verdict = answer["verdict"].as_str().unwrap();
    let name = format!("{}.{}", answer["class"].as_str().unwrap(), answer["method"].as_str().unwrap());
    let is_known = |list: &[(&str, &str)]| verdict == "incomplete" && list.iter().any(|(known, _)| *known == name);
    let found: BTreeSet<(String, u64, String)> = answer["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| {
            assert_eq!(finding["confirmed"], true, "{finding:#}");
            let text = |name: &str| finding[name].as_str().unwrap().to_owned();
            (text("exception"), finding["line"].as_u64().unwrap(), text("property"))
        })
        .collect();
    let expected: BTreeSet<(String, u64, String)> = rows.iter().filter_map(|row| row.finding.clone()).collect();
    let complaint = match rows[0].verdict.as_str() {
        "fails" if found != expected && !is_known(&NOT_FOUND) => format!("expected {expected:?}, found {found:?}"),
        "holds" if verdict != "holds" && !is_known(&NOT_SHOWN) => format!("holds, but is {verdict}, {found:?}"),
        "may-fail" if verdict == "holds" => "may fail, but holds".to_owned(),
        "not-fails" if verdict == "fails" => format!("a false alarm: {found:?}"),
        _ => return None,
    };
    Some(format!("{name}: {complaint}; {}", answer["reasons"]))
}

#[test]
fn the_fixtures_are_judged_as_expected_by_a_first_and_a_second_run() {
    let place = Place::new();
    copy(Path::new(env!("CASEWISE_CHECK_FIXTURES")), &place.path("classes"));
    let first = place.check("--timeout 0 --jobs 2 --cache kept");
    let report = &first.0;
    assert_eq!(report["defects"].as_array().unwrap().len(), 0, "{:#}", report["defects"]);
    let text = |answer: &Value, name: &str| answer[name].as_str().unwrap().to_owned();
    let answers: BTreeMap<_, &Value> = report["methods"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| ((text(answer, "class"), text(answer, "method"), text(answer, "descriptor")), answer))
        .collect();
    let complaints: Vec<String> = table()
        .iter()
        .filter_map(|(method, rows)| match answers.get(method) {
            Some(answer) => complaint(rows, answer),
            None => Some(format!("{method:?} is not checked")),
        })
        .collect();
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
    assert_kept(&place, &first);
}
