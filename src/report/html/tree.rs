//! The decision tree of a summary: what its cases decide, in the order in which they do, and where each ends.

use super::parts::shown;
use crate::report::data::{CasePicture, CaseView};
use maud::{Markup, html};

/// More decisions in a row are counted.
const MOST_IN_A_ROW: usize = 8;

/// A decision, or several in a row after which nothing branches, and what follows.
struct Node<'v> {
    decisions: &'v [String],
    /// The case that ends here.
    ends: Vec<&'v CaseView>,
    children: Vec<Node<'v>>,
}

/// A case with what it is drawn from.
type Pictured<'v> = (&'v CaseView, &'v CasePicture);

/// The tree of some cases. A case's end says the line on which it is, with its text where that is known.
pub(super) fn tree(cases: &[CaseView], source: &dyn Fn(u16) -> Option<String>) -> Markup {
    let pictured: Vec<Pictured<'_>> = cases.iter().filter_map(|case| Some((case, case.picture.as_ref()?))).collect();
    let nodes = branches(&pictured, 0);
    html! { ul.tree { @for node in &nodes { (drawn(node, source)) } } }
}

/// The branches of cases that have the same decisions up to some number. There are never more levels than cases.
fn branches<'v>(cases: &[Pictured<'v>], depth: usize) -> Vec<Node<'v>> {
    let mut groups: Vec<(Option<&String>, Vec<Pictured<'v>>)> = Vec::new();
    for case in cases {
        let decision = case.1.decisions.get(depth);
        match groups.iter_mut().find(|(known, _)| *known == decision) {
            Some((_, group)) => group.push(*case),
            None => groups.push((decision, vec![*case])),
        }
    }
    groups.into_iter().map(|(decision, group)| node(decision.is_some(), &group, depth)).collect()
}

fn node<'v>(decides: bool, group: &[Pictured<'v>], depth: usize) -> Node<'v> {
    let Some(((_, first), others)) = group.split_first().filter(|_| decides) else {
        return Node { decisions: &[], ends: group.iter().map(|(case, _)| *case).collect(), children: Vec::new() };
    };
    // As many decisions as all of them have alike.
    let alike = |end: usize| {
        first.decisions.get(end).is_some_and(|it| others.iter().all(|(_, other)| other.decisions.get(end) == Some(it)))
    };
    let mut end = depth + 1;
    while alike(end) {
        end += 1;
    }
    let decisions = first.decisions.get(depth..end).unwrap_or_default();
    if group.iter().all(|(_, picture)| picture.decisions.len() == end) {
        return Node { decisions, ends: group.iter().map(|(case, _)| *case).collect(), children: Vec::new() };
    }
    Node { decisions, ends: Vec::new(), children: branches(group, end) }
}

fn drawn(node: &Node<'_>, source: &dyn Fn(u16) -> Option<String>) -> Markup {
    html! {
        li {
            @if node.decisions.is_empty() {
                span.decision { "always" }
            } @else {
                span.decision {
                    @for (at, decision) in node.decisions.iter().take(MOST_IN_A_ROW).enumerate() {
                        @if at > 0 { span.nothing { " and " } }
                        code { (shown(decision)) }
                    }
                    @if node.decisions.len() > MOST_IN_A_ROW {
                        span.nothing { " and " (node.decisions.len() - MOST_IN_A_ROW) " more" }
                    }
                }
            }
            @for case in &node.ends { (end(case, source)) }
            @if !node.children.is_empty() {
                ul { @for child in &node.children { (drawn(child, source)) } }
            }
        }
    }
}

fn end(case: &CaseView, source: &dyn Fn(u16) -> Option<String>) -> Markup {
    let throws = case.outcome.starts_with("throws");
    let line = case.picture.as_ref().and_then(|picture| picture.lines.last().copied());
    html! {
        div.end {
            span.nothing { "case " (case.index) ": " }
            b.unmet[throws] { code { (shown(&case.outcome)) } }
            @if let Some(line) = line {
                span.nothing { " at line " (line) }
                @if let Some(text) = source(line) { " " code.nothing { (shown(text.trim())) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(index: u32, decisions: &[&str]) -> CaseView {
        CaseView {
            index,
            path_condition: Vec::new(),
            heap_path_condition: Vec::new(),
            outcome: format!("returns {index}"),
            effects: Vec::new(),
            schedule: Vec::new(),
            code: None,
            picture: Some(CasePicture {
                decisions: decisions.iter().map(ToString::to_string).collect(),
                heap: Vec::new(),
                lines: vec![7],
            }),
        }
    }

    /// A tree as text: decisions, then what follows in parentheses.
    fn text(node: &Node<'_>) -> String {
        let ends: Vec<String> = node.ends.iter().map(|case| case.index.to_string()).collect();
        let children: Vec<String> = node.children.iter().map(text).collect();
        format!("{}[{}]({})", node.decisions.join("&"), ends.join(","), children.join(" "))
    }

    fn tree_of(cases: &[CaseView]) -> String {
        let pictured: Vec<_> = cases.iter().filter_map(|case| Some((case, case.picture.as_ref()?))).collect();
        branches(&pictured, 0).iter().map(text).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn what_cases_have_alike_stands_once() {
        let cases = [case(0, &["a", "b", "c"]), case(1, &["a", "b", "!c"]), case(2, &["!a"])];
        assert_eq!(tree_of(&cases), "a&b[](c[0]() !c[1]()) !a[2]()");
    }

    #[test]
    fn a_case_may_end_where_others_go_on_and_two_may_decide_the_same() {
        assert_eq!(tree_of(&[case(0, &["a"]), case(1, &["a", "b"])]), "a[]([0]() b[1]())");
        assert_eq!(tree_of(&[case(0, &["a"]), case(1, &["a"])]), "a[0,1]()");
        assert_eq!(tree_of(&[case(0, &[])]), "[0]()");
    }
}
