//! Which classes a job answers for: of those on its paths, what names and patterns select. Classes that are only on the
//! class path beside them are executed where they are called, and never answered for.

use crate::classfile::{LoadedClass, java_name, simple_name};
use crate::report::{JobError, nearest_names};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Names and patterns of classes. An empty selection selects all.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only classes of these names (Java or internal name, simple name).
    pub classes: Vec<String>,
    /// Only classes of these patterns.
    pub include: Vec<ClassPattern>,
    /// No classes of these patterns.
    pub exclude: Vec<ClassPattern>,
}

/// A pattern of class names: `p.*` are the classes of a package, `p.**` those of its subpackages too, `**.C` the classes of a
/// name in any package. A nested class goes with its top-level class, unless the pattern names a `$`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassPattern {
    text: String,
    pattern: glob::Pattern,
}

impl FromStr for ClassPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("it names no class".into());
        }
        let pattern = glob::Pattern::new(&text.replace('.', "/")).map_err(
            |_| "a pattern is a class name in which `*` is any part of a name, and `**` any packages (p.*, p.**, **.C)",
        )?;
        Ok(ClassPattern { text: text.to_owned(), pattern })
    }
}

impl fmt::Display for ClassPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl ClassPattern {
    /// Whether a class is meant, by its internal name and that of its top-level class.
    fn matches(&self, class: &str, top_level: &str) -> bool {
        let options = glob::MatchOptions { require_literal_separator: true, ..glob::MatchOptions::new() };
        self.pattern.matches_with(if self.text.contains('$') { class } else { top_level }, options)
    }

    /// The same pattern about other packages or classes: what it would be for this class.
    fn like(&self, class: &str) -> String {
        let class = class.replace('/', ".");
        let (package, name) = class.rsplit_once('.').unwrap_or(("", &class));
        match self.text.rsplit_once('.') {
            Some((_, last)) if last.contains('*') => format!("{package}.{last}"),
            Some((packages, _)) if packages.contains('*') => format!("**.{name}"),
            _ => class,
        }
    }
}

impl Selection {
    /// The classes that are selected, in the order in which they are given; dependencies never are.
    ///
    /// # Errors
    /// When a name or a pattern is none of any class, or when no class is left.
    pub(crate) fn of<'c>(&self, classes: &'c [LoadedClass]) -> Result<Vec<&'c LoadedClass>, JobError> {
        let by_name: FxHashMap<&str, &'c LoadedClass> =
            classes.iter().map(|loaded| (&*loaded.class.name, loaded)).collect();
        let top_level = |loaded: &'c LoadedClass| loaded.top_level(|name| by_name.get(name).copied());
        let is_named = |asked: &str, loaded: &LoadedClass| is_called(&loaded.class.name, asked);
        let is_meant =
            |pattern: &ClassPattern, loaded: &'c LoadedClass| pattern.matches(&loaded.class.name, top_level(loaded));
        let own = || classes.iter().filter(|loaded| !loaded.is_dependency);
        for asked in &self.classes {
            if !own().any(|loaded| is_named(asked, loaded)) {
                refuse_dependency(asked, classes.iter().any(|loaded| is_named(asked, loaded)))?;
                let names: Vec<String> = own().map(|loaded| java_name(&loaded.class.name)).collect();
                let suggestions = nearest_names(asked, names.iter().map(String::as_str));
                return Err(JobError::Unknown { kind: "class", name: asked.clone(), suggestions });
            }
        }
        for pattern in self.include.iter().chain(&self.exclude) {
            if !own().any(|loaded| is_meant(pattern, loaded)) {
                refuse_dependency(&pattern.text, classes.iter().any(|loaded| is_meant(pattern, loaded)))?;
                let alike: BTreeSet<String> = own().map(|loaded| pattern.like(top_level(loaded))).collect();
                let suggestions = nearest_names(&pattern.text, alike.iter().map(String::as_str));
                return Err(JobError::NoMatch { pattern: pattern.text.clone(), suggestions });
            }
        }
        let is_selected = |loaded: &&'c LoadedClass| {
            (self.classes.is_empty() || self.classes.iter().any(|asked| is_named(asked, loaded)))
                && (self.include.is_empty() || self.include.iter().any(|pattern| is_meant(pattern, loaded)))
                && !self.exclude.iter().any(|pattern| is_meant(pattern, loaded))
        };
        let selected: Vec<&LoadedClass> = own().filter(is_selected).collect();
        match selected.is_empty() {
            true => Err(JobError::Input("no class is left of what is selected and not excluded".into())),
            false => Ok(selected),
        }
    }
}

/// Says so where what is asked for is only among the dependencies.
fn refuse_dependency(asked: &str, is_dependency: bool) -> Result<(), JobError> {
    match is_dependency {
        true => Err(JobError::Input(format!(
            "`{asked}` is only on --classpath, whose classes are not answered for: name its folder or jar as a PATH"
        ))),
        false => Ok(()),
    }
}

/// Whether a class is one that a user calls by this name.
pub(crate) fn is_called(internal: &str, asked: &str) -> bool {
    let (java, simple) = (java_name(internal), simple_name(internal));
    internal == asked
        || java == asked
        || simple == asked
        || simple.replace('$', ".") == asked
        || java.replace('$', ".") == asked
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn matches(pattern: &str, class: &str) -> bool {
        let top_level = class.split_once("$").map_or(class, |(outer, _)| outer);
        pattern.parse::<ClassPattern>().unwrap().matches(class, top_level)
    }

    #[test]
    fn patterns_are_of_packages_and_classes() {
        let classes = ["C", "p/C", "p/C$D", "p/q/C", "p/q/E"];
        let matched =
            |pattern: &str| -> Vec<&str> { classes.iter().copied().filter(|class| matches(pattern, class)).collect() };
        assert_eq!(matched("*"), ["C"]);
        assert_eq!(matched("p.*"), ["p/C", "p/C$D"]);
        assert_eq!(matched("p.**"), ["p/C", "p/C$D", "p/q/C", "p/q/E"]);
        assert_eq!(matched("**.C"), ["C", "p/C", "p/C$D", "p/q/C"]);
        assert_eq!(matched("p.C"), ["p/C", "p/C$D"]);
        assert_eq!(matched("p/q/E"), ["p/q/E"]);
        assert_eq!(matched("p.C$*"), ["p/C$D"]);
        assert_eq!(matched("**.C$D"), ["p/C$D"]);
        assert_eq!(matched("**.E*"), ["p/q/E"]);
        assert_eq!(matched("C.D"), Vec::<&str>::new());
        assert_eq!(matched("**"), classes);
    }

    #[test]
    fn what_is_no_pattern_is_refused() {
        for text in ["", "p**", "p.C**", "p.***"] {
            assert!(text.parse::<ClassPattern>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_pattern_is_compared_with_its_like() {
        let like = |pattern: &str| pattern.parse::<ClassPattern>().unwrap().like("com/example/Account");
        assert_eq!(like("com.exmple.**"), "com.example.**");
        assert_eq!(like("**.Acount"), "**.Account");
        assert_eq!(like("com.example.Acount"), "com.example.Account");
    }
}
