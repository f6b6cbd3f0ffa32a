//! Names made of others.

/// A class of a package by its simple name, in internal form.
pub(super) fn in_package(package: &str, simple: &str) -> String {
    if package.is_empty() { simple.to_owned() } else { format!("{package}/{simple}") }
}

/// A name with a small first letter; of an abbreviation all its first capitals are small.
pub(super) fn uncapitalised(name: &str) -> String {
    let capitals = name.chars().take_while(|character| character.is_uppercase()).count();
    let small = if capitals > 1 && capitals < name.chars().count() { capitals - 1 } else { capitals };
    name.chars()
        .enumerate()
        .map(|(at, character)| if at < small { character.to_ascii_lowercase() } else { character })
        .collect()
}

/// A name with a capital first letter.
pub(super) fn capitalised(name: &str) -> String {
    let mut characters = name.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_are_small_as_people_write_them() {
        assert_eq!(uncapitalised("BoundedBuffer"), "boundedBuffer");
        assert_eq!(uncapitalised("URLReader"), "urlReader");
        assert_eq!((uncapitalised("R"), capitalised("xs")), ("r".to_owned(), "Xs".to_owned()));
    }
}
