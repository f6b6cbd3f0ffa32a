//! The pages of a report: what they are called, how they name each other, and that none is too large.

use super::parts::{Page, wrapped};
use crate::report::uri::relative_reference;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeMap;
use std::io;

/// No page has more bytes: a browser opens one at once.
pub const MOST_BYTES: usize = 1_000_000;
/// What the frame of a page, its style and its script may take of that.
const FRAME_BYTES: usize = 60_000;
/// So much of what is about a class stands on one page.
pub(super) const BODY_BYTES: usize = MOST_BYTES - FRAME_BYTES;
/// So many characters of a class's name are in that of its page; file systems take 255 bytes.
const NAME_CHARACTERS: usize = 120;
/// What some file systems keep for themselves, whatever follows the first dot.
const RESERVED: [&str; 4] = ["con", "prn", "aux", "nul"];

/// Where the pages of a report go: the index, and beside it a folder with a page or more for each class.
pub struct Site<'w> {
    index: String,
    folder: String,
    write: &'w mut dyn FnMut(&str, &str) -> io::Result<()>,
}

impl<'w> Site<'w> {
    /// A site whose index has this file name. What writes a page gets its path relative to the folder of the index, and its text.
    pub fn new(index: &str, write: &'w mut dyn FnMut(&str, &str) -> io::Result<()>) -> Site<'w> {
        Site { index: index.to_owned(), folder: Site::folder_of(index), write }
    }

    /// The folder with the pages of classes, beside an index of this file name.
    pub fn folder_of(index: &str) -> String {
        match index.rsplit_once('.').map_or(index, |(stem, _)| stem) {
            "index" => "classes".to_owned(),
            stem => format!("{stem}-classes"),
        }
    }

    /// The reference from the index to a page of a class.
    pub(super) fn to(&self, page: &str) -> String {
        relative_reference(&format!("{}/{page}", self.folder)).unwrap_or_default()
    }

    /// The reference from the index to the folder of the pages.
    pub(super) fn folder(&self) -> String {
        relative_reference(&self.folder).unwrap_or_default()
    }

    /// The reference from a page of a class to the index.
    pub(super) fn back(&self) -> String {
        format!("../{}", relative_reference(&self.index).unwrap_or_default())
    }

    /// Writes the index.
    pub(super) fn write_index(&mut self, page: &Page<'_>) -> io::Result<()> {
        (self.write)(&self.index, &page.text())
    }

    /// Writes a page of a class.
    pub(super) fn write_class(&mut self, file: &str, page: &Page<'_>) -> io::Result<()> {
        (self.write)(&format!("{}/{file}", self.folder), &page.text())
    }
}

/// The names of the pages of some classes, in their order: letters, digits and a few signs, however classes are called, and no two of them
/// the same where capitals do not count.
pub(super) fn page_names<'c>(classes: impl Iterator<Item = &'c str>) -> Vec<String> {
    let classes: Vec<&str> = classes.collect();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for class in &classes {
        *uses.entry(class.to_lowercase()).or_default() += 1;
    }
    let name = |class: &&str| {
        let plain: String = class.chars().map(|it| if is_plain(it) { it } else { '_' }).take(NAME_CHARACTERS).collect();
        let lower = plain.to_lowercase();
        let first = lower.split('.').next().unwrap_or_default();
        let is_reserved = RESERVED.contains(&first) || is_port(first) || lower.starts_with('.');
        if plain == **class && !is_reserved && uses.get(&lower) == Some(&1) && !plain.is_empty() {
            return plain;
        }
        let digest = blake3::hash(class.as_bytes()).to_hex();
        format!("~{}-{}", plain.trim_start_matches('.'), digest.get(..16).unwrap_or_default())
    };
    classes.iter().map(name).collect()
}

fn is_plain(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-' | '$')
}

/// `com1` and its like.
fn is_port(name: &str) -> bool {
    name.len() == 4 && (name.starts_with("com") || name.starts_with("lpt"))
}

/// The file of a class's page of this number, from 0. No class's name has the sign that stands before the number.
pub(super) fn page_file(name: &str, number: usize) -> String {
    match number {
        0 => format!("{name}.html"),
        more => format!("{name}~{}.html", more + 1),
    }
}

/// What is about the methods of a class, put on as few pages as it takes: of each page, what stands on it and its first method.
pub(super) struct Split {
    pub(super) bodies: Vec<(usize, String)>,
}

impl Split {
    /// Puts sections on pages, in their order. The first page has less room, by what else stands there.
    pub(super) fn of(sections: impl Iterator<Item = Markup>, taken: usize) -> Split {
        let mut bodies = vec![(0, String::new())];
        let mut room = BODY_BYTES.saturating_sub(taken);
        for (at, section) in sections.enumerate() {
            let section = section.into_string();
            if let Some((first, body)) = bodies.last_mut()
                && (body.len() + section.len() <= room || *first == at)
            {
                body.push_str(&section);
                continue;
            }
            bodies.push((at, section));
            room = BODY_BYTES;
        }
        Split { bodies }
    }

    /// Writes the pages of a class under a name. The box in the toolbar finds methods by what is said here.
    pub(super) fn write(&self, class: &str, name: &str, finds: &str, site: &mut Site<'_>) -> io::Result<()> {
        let back = site.back();
        for (number, (_, body)) in self.bodies.iter().enumerate() {
            let main = html! {
                h1 { (wrapped(class)) }
                (self.others(name, number))
                (PreEscaped(body))
            };
            let page =
                Page { title: class, finds: Some(("Filter", finds)), index: Some(&back), main, note: "", data: None };
            site.write_class(&page_file(name, number), &page)?;
        }
        Ok(())
    }

    /// Links to the other pages of the class.
    fn others(&self, name: &str, number: usize) -> Markup {
        html! {
            @if self.bodies.len() > 1 {
                nav aria-label="Pages of the class" {
                    ul.links {
                        @for other in 0..self.bodies.len() {
                            li {
                                @if other == number {
                                    b { "Page " (other + 1) }
                                } @else {
                                    a href=(page_file(name, other)) { "Page " (other + 1) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The first methods of the pages behind the first one.
    pub(super) fn breaks(&self) -> Vec<usize> {
        self.bodies.iter().skip(1).map(|(first, _)| *first).collect()
    }

    /// The page on which a method is.
    pub(super) fn page_of(breaks: &[usize], method: usize) -> usize {
        breaks.iter().take_while(|first| **first <= method).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ordinary_classes_keep_their_names() {
        assert_eq!(page_names(["p.C", "p.C$D", "A"].into_iter()), ["p.C", "p.C$D", "A"]);
        assert_eq!((page_file("p.C", 0), page_file("p.C", 1)), ("p.C.html".into(), "p.C~2.html".into()));
    }

    #[test]
    fn hostile_names_are_those_of_files_and_all_different() {
        let long = "x".repeat(9_000);
        let classes =
            ["p.a", "p.A", "p.ä", "p.ö", "..", "../../x", "con", "COM1.x", "a b", "a?b", "", "<b>", &long, "a\0", "~"];
        let names = page_names(classes.into_iter());
        let different: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(different.len(), classes.len());
        for name in &names {
            assert!(name.len() < 200 && !name.starts_with('.'), "{name}");
            assert!(name.chars().all(|it| is_plain(it) || it == '~'), "{name}");
            assert!(!RESERVED.contains(&name.as_str()), "{name}");
        }
    }

    #[test]
    fn methods_are_on_the_pages_that_the_breaks_say() {
        let sections = [400_000, 400_000, 400_000, 2_000_000, 10].map(|size| PreEscaped("x".repeat(size)));
        let split = Split::of(sections.into_iter(), 200_000);
        assert_eq!(split.breaks(), [1, 3, 4]);
        assert_eq!([0, 1, 2, 3, 4].map(|method| Split::page_of(&split.breaks(), method)), [0, 1, 1, 2, 3]);
    }

    #[test]
    fn the_folder_is_named_for_the_index() {
        assert_eq!(
            (Site::folder_of("index.html"), Site::folder_of("x.y.html")),
            ("classes".into(), "x.y-classes".into())
        );
    }
}
