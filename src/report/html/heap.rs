//! The input heap of a case as a picture: a box for each object, an arrow for each reference that the case has followed.

use super::parts::shown;
use crate::report::data::{HeapEdge, HeapEnd};
use maud::{Markup, html};

/// More objects are not drawn.
const MOST_OBJECTS: usize = 8;
const STEP: usize = 150;
const WIDTH: usize = 100;
const TOP: usize = 84;
const HEIGHT: usize = 30;
/// So many characters of a name have room.
const NAME: usize = 15;

/// The picture of what a case knows of its input heap; nothing where it has no object.
pub(super) fn heap(edges: &[HeapEdge]) -> Markup {
    let numbers = edges.iter().flat_map(|edge| [edge.owner.map(|owner| owner as usize), object_of(&edge.to)]);
    let objects = numbers.flatten().max().map_or(0, |last| last + 1);
    if objects == 0 {
        return html! {};
    }
    if objects > MOST_OBJECTS {
        return html! { p.facts { (objects) " objects are too many for a picture." } };
    }
    let texts: Vec<String> = edges.iter().map(|edge| format!("{} = {}", edge.text, end(&edge.to))).collect();
    let most_held = (0..objects).map(|object| held(edges, object).len()).max().unwrap_or(0);
    let roots: Vec<&HeapEdge> =
        edges.iter().filter(|edge| edge.owner.is_none() && object_of(&edge.to).is_none()).collect();
    let height = TOP + HEIGHT + 50 + 16 * most_held + 18 * roots.len();
    let width = STEP * objects + 20;
    html! {
        div.box tabindex="0" role="region" aria-label="Heap" {
            svg.heap width=(width) height=(height) viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(shown(&texts.join(", "))) {
                @for object in 0..objects { (drawn(edges, object)) }
                @for edge in edges { (arrow(edge)) }
                @for (at, edge) in roots.iter().enumerate() {
                    text x="10" y=(height - 8 - 18 * at) { (cut(&edge.text)) " = " (cut(&end(&edge.to))) }
                }
            }
        }
    }
}

fn end(to: &HeapEnd) -> String {
    match to {
        HeapEnd::Null => "null".to_owned(),
        HeapEnd::New(_) => "new".to_owned(),
        HeapEnd::Same(object) => format!("object {object}"),
        HeapEnd::Known(name) => name.clone(),
    }
}

fn object_of(to: &HeapEnd) -> Option<usize> {
    match to {
        HeapEnd::New(object) | HeapEnd::Same(object) => Some(*object as usize),
        HeapEnd::Null | HeapEnd::Known(_) => None,
    }
}

/// What an object holds that is no other object.
fn held(edges: &[HeapEdge], object: usize) -> Vec<&HeapEdge> {
    let of = |edge: &&HeapEdge| edge.owner == Some(object as u32) && object_of(&edge.to).is_none();
    edges.iter().filter(of).collect()
}

fn left(object: usize) -> usize {
    10 + STEP * object
}

fn drawn(edges: &[HeapEdge], object: usize) -> Markup {
    let name = edges.iter().find(|edge| matches!(edge.to, HeapEnd::New(number) if number as usize == object));
    // What a constructor makes is there before any reference to it.
    let (x, name) = (left(object), name.map_or("this", |edge| edge.text.as_str()));
    html! {
        rect.object x=(x) y=(TOP) width=(WIDTH) height=(HEIGHT) rx="6" {}
        text x=(x + WIDTH / 2) y=(TOP + 20) text-anchor="middle" { title { (shown(name)) } (cut(name)) }
        @for (at, edge) in held(edges, object).iter().enumerate() {
            text.held x=(x) y=(TOP + HEIGHT + 46 + 16 * at) { (cut(&edge.name)) " = " (cut(&end(&edge.to))) }
        }
    }
}

/// The arrow of a reference to an object: to one that comes later above the boxes, to an earlier one or itself below them.
fn arrow(edge: &HeapEdge) -> Markup {
    let Some(to) = object_of(&edge.to) else { return html! {} };
    let end = left(to) + WIDTH / 2;
    let Some(from) = edge.owner.map(|owner| owner as usize) else {
        // A variable above its object; of several, each a little more to the right.
        let shift = if matches!(edge.to, HeapEnd::New(_)) { 0 } else { 30 };
        return html! {
            text x=(end + shift) y="14" text-anchor="middle" { (cut(&edge.name)) }
            path.arrow d={ "M" (end + shift) " 20 L" (end + shift / 2) " " (TOP - 2) } {}
            (tip(end + shift / 2, TOP, true))
        };
    };
    let start = left(from) + WIDTH / 2;
    if to > from {
        let (start, end) = (start + 20, end - 20);
        let peak = TOP.saturating_sub(26 + 10 * (to - from)).max(30);
        html! {
            path.arrow d={ "M" (start) " " (TOP) " Q" (usize::midpoint(start, end)) " " (peak) " " (end) " " (TOP - 2) } {}
            (tip(end, TOP, true))
            text x=(usize::midpoint(start, end)) y=(usize::midpoint(TOP, peak) - 4) text-anchor="middle" { (cut(&edge.name)) }
        }
    } else {
        let (start, end) = (start + 25, if to == from { end - 25 } else { end });
        let (bottom, low) = (TOP + HEIGHT, TOP + HEIGHT + 44);
        html! {
            path.arrow d={ "M" (start) " " (bottom) " Q" (usize::midpoint(start, end)) " " (low) " " (end) " " (bottom + 2) } {}
            (tip(end, bottom, false))
            text x=(usize::midpoint(start, end)) y=(bottom + 32) text-anchor="middle" { (cut(&edge.name)) }
        }
    }
}

/// The tip of an arrow that comes from above or from below.
fn tip(x: usize, y: usize, is_down: bool) -> Markup {
    let back = if is_down { y - 8 } else { y + 8 };
    html! { path.tip d={ "M" (x) " " (y) " L" (x - 4) " " (back) " L" (x + 4) " " (back) " Z" } {} }
}

/// As much of a name as has room.
fn cut(name: &str) -> String {
    if name.chars().count() <= NAME {
        return shown(name).into_owned();
    }
    let first: String = name.chars().take(NAME - 1).collect();
    format!("{}…", shown(&first))
}
