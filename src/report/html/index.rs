//! The index of a report: sums, what there is to read first, the classes with links to their pages, and what its search finds.

use super::fitting::{Rows, fitting, left_out};
use super::parts::{Column, Page, alerts, shown, sums, table, wrapped};
use super::site::{Site, page_file};
use crate::report::{Defect, Problem};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::io;

/// So many bytes the rows of the classes may take.
const TABLE_BYTES: usize = 350_000;
/// So many bytes what the search knows may take.
const DATA_BYTES: usize = 400_000;
/// So many bytes what stands above the classes may take.
pub(super) const FIRST_BYTES: usize = 150_000;

/// A class of a report.
pub(super) struct IndexClass<'r> {
    /// In Java notation.
    pub(super) name: &'r str,
    /// The name of its pages.
    pub(super) page: String,
    /// The first methods of its pages behind the first.
    pub(super) breaks: Vec<usize>,
    /// What the table says of it.
    pub(super) cells: Vec<Markup>,
    /// Its methods, in the order of its pages.
    pub(super) methods: Vec<IndexMethod>,
}

/// A method that the search finds.
pub(super) struct IndexMethod {
    /// Its name with its parameters.
    pub(super) label: String,
    /// Its answer, by position in the answers of the index.
    pub(super) answer: Option<usize>,
    /// What else it is found by.
    pub(super) words: String,
}

/// An index.
pub(super) struct Index<'r> {
    pub(super) title: &'r str,
    pub(super) sums: Vec<(&'r str, String)>,
    pub(super) defects: &'r [Defect],
    pub(super) problems: &'r [Problem],
    /// What there is to read first.
    pub(super) first: Markup,
    /// The columns of the table behind the class.
    pub(super) columns: &'r [Column<'r>],
    pub(super) classes: Vec<IndexClass<'r>>,
    /// What is said where there is no class.
    pub(super) nothing: &'r str,
    /// The answers that methods have: the word, and its style.
    pub(super) answers: &'r [(&'r str, &'r str)],
    /// What is said below the table.
    pub(super) legend: Markup,
    /// What the footer says.
    pub(super) note: &'r str,
}

impl Index<'_> {
    /// Writes the page.
    pub(super) fn write(&self, site: &mut Site<'_>) -> io::Result<()> {
        let data = self.data();
        let main = html! {
            h1 { (self.title) }
            (sums(&self.sums))
            (alerts(self.defects, self.problems))
            (self.first)
            section.beside aria-labelledby="overview" {
                h2 id="overview" { "Classes" }
                (self.table(site))
                (self.legend)
            }
        };
        let folder = site.folder();
        let data = format!("{{\"folder\":{},{data}}}", in_script(&json!(folder)));
        site.write_index(&Page {
            title: self.title,
            finds: Some(("Search", "class, method, answer or exception")),
            index: None,
            main,
            note: self.note,
            data: Some(&data),
        })
    }

    fn table(&self, site: &Site<'_>) -> Markup {
        if self.classes.is_empty() {
            return html! { p { (self.nothing) } };
        }
        let rows = fitting(&self.classes, TABLE_BYTES, |class| {
            html! {
                tr {
                    th scope="row" { a href=(site.to(&page_file(&class.page, 0))) { (wrapped(class.name)) } }
                    @for (cell, (_, is_number)) in class.cells.iter().zip(self.columns) { td.number[*is_number] { (cell) } }
                }
            }
        });
        let columns: Vec<Column<'_>> = [("Class", false)].iter().chain(self.columns).copied().collect();
        html! {
            (table("Classes", Some("overview"), &columns, &rows.rows))
            @if rows.left_out > 0 {
                p.facts { (rows.left_out) " more classes are not listed, since the page would be too large. The search finds them." }
            }
        }
    }

    /// What the search knows: everything, or where that is too much no exceptions, or no methods, or as many classes as fit.
    fn data(&self) -> String {
        let answers = json!(self.answers);
        let mut most = self.classes.len();
        for detail in [2, 1, 0, 0] {
            let classes: Vec<Value> = self.classes.iter().take(most).map(|class| entry(class, detail)).collect();
            let data = in_script(&json!(classes));
            if data.len() <= DATA_BYTES || detail == 0 && most < self.classes.len() {
                return format!("\"answers\":{},\"whole\":{},\"classes\":{data}", in_script(&answers), detail > 0);
            }
            if detail == 0 {
                most = most * DATA_BYTES / data.len();
            }
        }
        "\"answers\":[],\"whole\":false,\"classes\":[]".to_owned()
    }
}

fn entry(class: &IndexClass<'_>, detail: usize) -> Value {
    let method = |method: &IndexMethod| {
        let answer = method.answer.map_or("-".to_owned(), |answer| answer.to_string());
        let label = shown(&method.label);
        if detail > 1 && !method.words.is_empty() {
            format!("{answer}{label}\t{}", shown(&method.words))
        } else {
            format!("{answer}{label}")
        }
    };
    let methods: Vec<String> = if detail > 0 { class.methods.iter().map(method).collect() } else { Vec::new() };
    json!([shown(class.name), class.page, class.breaks, methods])
}

/// What there is to read first, and what is said below it. Where there is none, `nothing` is said; `what` may be left out.
pub(super) fn first(rows: &Rows, nothing: &str, what: &str, below: &Markup) -> Markup {
    html! {
        section.beside aria-labelledby="findings" {
            h2 id="findings" { "What to read first" }
            @if rows.shown == 0 && rows.left_out == 0 { p { (nothing) } }
            ol.causes { (rows.rows) }
            (left_out(rows.left_out, what))
            (below)
        }
    }
}

/// A value as it may stand in a script element: nothing in it ends the element or begins a comment.
fn in_script(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026")
}
