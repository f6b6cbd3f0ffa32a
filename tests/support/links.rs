//! Links of pages in Markdown, and what they lead to.

use std::fs;
use std::path::Path;

/// The lines outside of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The line without its pieces of code.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The anchors of a page's headings, as GitHub makes them of texts in ASCII.
pub fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let mut found: Vec<String> = Vec::new();
    for heading in headings {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
        let anchor: String = kept.map(|it| if it == ' ' { '-' } else { it }).collect();
        assert!(!found.contains(&anchor), "two headings are #{anchor}");
        found.push(anchor);
    }
    found
}

fn of_line(line: &str) -> Vec<String> {
    let mut rest = line;
    let mut found = Vec::new();
    while let Some((_, after)) = rest.split_once("](") {
        let (address, remainder) = after.split_once(')').unwrap();
        found.push(address.to_owned());
        rest = remainder;
    }
    found
}

/// The addresses of the links of a text.
pub fn links(text: &str) -> Vec<String> {
    prose(text).flat_map(|line| of_line(&without_code(line))).collect()
}

fn is_broken(page: &Path, text: &str, address: &str) -> bool {
    if address.starts_with("https://") {
        return false;
    }
    let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
    let target = if file.is_empty() { page.to_path_buf() } else { page.parent().unwrap().join(file) };
    if anchor.is_empty() {
        return !target.exists();
    }
    let of_target = if file.is_empty() { Ok(text.to_owned()) } else { fs::read_to_string(&target) };
    !of_target.is_ok_and(|text| anchors(&text).iter().any(|known| known == anchor))
}

/// The links of a page of this text that lead nowhere.
pub fn broken_links(page: &Path, text: &str) -> Vec<String> {
    let broken = links(text).into_iter().filter(|address| is_broken(page, text, address));
    broken.map(|address| format!("{}: {address} leads nowhere", page.display())).collect()
}
