//! Reads `casewise.toml`: what a project sets for everybody who runs casewise in it.

use crate::report::{JobError, nearest_names};
use crate::run::today;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};
use time::{Date, Month};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub(super) const NAME: &str = "casewise.toml";

/// The key of the entries about findings that are not to be told.
pub(super) const SUPPRESS: &str = "suppress";

/// The file of a project, its keys not compared with anything yet.
#[derive(Debug, Default)]
pub(super) struct ProjectFile {
    /// Its folder as seen from that of the run: empty, `..`, `../..`.
    pub(super) folder: PathBuf,
    /// In the order of their lines.
    pub(super) settings: Vec<Setting>,
    pub(super) suppress: Vec<Entry>,
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The command in whose table it is.
    pub(super) section: Option<String>,
    pub(super) key: String,
    pub(super) value: Written,
    pub(super) line: usize,
}

/// A value as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Flag(bool),
    One(String),
    Many(Vec<String>),
    /// A table: only those of commands mean something, and these are given out as their keys.
    Nothing,
}

/// A finding that is not to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) fingerprint: String,
    pub(super) reason: String,
    /// The last day on which it counts.
    pub(super) until: Option<Date>,
    pub(super) line: usize,
}

impl Entry {
    /// Whether its last day is over.
    pub(super) fn is_over(&self) -> bool {
        self.until.is_some_and(|day| day < today())
    }
}

impl ProjectFile {
    /// The file of the folder of the run or of the next one above that has it, not beyond the root of a repository.
    ///
    /// # Errors
    /// When it cannot be read or is wrong.
    pub(super) fn find() -> Result<Option<ProjectFile>, JobError> {
        let Ok(current) = std::env::current_dir() else { return Ok(None) };
        let mut folder = PathBuf::new();
        for absolute in current.ancestors() {
            let path = folder.join(NAME);
            match fs::read_to_string(&path) {
                Ok(text) => return ProjectFile::parse(&text, folder).map(Some),
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => return Err(JobError::Input(format!("{}: {error}", path.display()))),
            }
            if absolute.join(".git").exists() {
                break;
            }
            folder.push("..");
        }
        Ok(None)
    }

    /// The path of the file as seen from the folder of the run.
    pub(super) fn path(&self) -> String {
        self.folder.join(NAME).display().to_string()
    }

    /// A line of the file, as `casewise.toml:12`.
    pub(super) fn origin(&self, line: usize) -> String {
        format!("{}:{line}", self.path())
    }

    /// An error at a line of the file.
    pub(super) fn error(&self, line: usize, message: &str) -> JobError {
        JobError::Input(format!("{}: {message}", self.origin(line)))
    }

    fn parse(text: &str, folder: PathBuf) -> Result<ProjectFile, JobError> {
        let mut file = ProjectFile { folder, ..ProjectFile::default() };
        let reader = Reader { text };
        let table = DeTable::parse(text).map_err(|error| {
            let line = reader.line(&error.span().unwrap_or_default());
            file.error(line, &error.message().replace('\n', " "))
        })?;
        for (key, value) in table.get_ref() {
            let line = reader.line(&key.span());
            let key = key.get_ref().to_string();
            let result = match value.get_ref() {
                _ if key == SUPPRESS => reader.entries(value, line).map(|entries| file.suppress = entries),
                DeValue::Table(section) => {
                    // A table that is empty may have a wrong name too.
                    file.settings.push(Setting { section: Some(key.clone()), ..Setting::nothing(line) });
                    section.iter().try_for_each(|(own, value)| {
                        let setting = reader.setting(Some(&key), own, value)?;
                        file.settings.push(setting);
                        Ok(())
                    })
                }
                written => reader.written(&key, written, line).map(|value| {
                    file.settings.push(Setting { section: None, key, value, line });
                }),
            };
            result.map_err(|Wrong { line, message }| file.error(line, &message))?;
        }
        file.settings.sort_by_key(|setting| setting.line);
        file.suppress.sort_by_key(|entry| entry.line);
        Ok(file)
    }
}

impl Setting {
    fn nothing(line: usize) -> Setting {
        Setting { section: None, key: String::new(), value: Written::Nothing, line }
    }
}

/// What is wrong at a line.
struct Wrong {
    line: usize,
    message: String,
}

struct Reader<'t> {
    text: &'t str,
}

type Key<'t> = Spanned<std::borrow::Cow<'t, str>>;

impl Reader<'_> {
    /// From 1.
    fn line(&self, span: &Range<usize>) -> usize {
        self.text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
    }

    fn setting(&self, section: Option<&str>, key: &Key<'_>, value: &Spanned<DeValue<'_>>) -> Result<Setting, Wrong> {
        let line = self.line(&key.span());
        let value = self.written(key.get_ref(), value.get_ref(), line)?;
        Ok(Setting { section: section.map(str::to_owned), key: key.get_ref().to_string(), value, line })
    }

    fn written(&self, key: &str, value: &DeValue<'_>, line: usize) -> Result<Written, Wrong> {
        let one = |value: &DeValue<'_>| match value {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.to_string()),
            _ => None,
        };
        let found = match value {
            DeValue::Boolean(flag) => Some(Written::Flag(*flag)),
            DeValue::Array(values) => {
                values.iter().map(|value| one(value.get_ref())).collect::<Option<Vec<_>>>().map(Written::Many)
            }
            DeValue::Table(_) => Some(Written::Nothing),
            value => one(value).map(Written::One),
        };
        let message = || format!("`{key}` is a text, a whole number, true or false, or a list of texts and numbers");
        found.ok_or_else(|| Wrong { line, message: message() })
    }

    fn entries(&self, value: &Spanned<DeValue<'_>>, line: usize) -> Result<Vec<Entry>, Wrong> {
        let wrong =
            |line| Wrong { line, message: format!("`{SUPPRESS}` is a list of tables, each begun by [[{SUPPRESS}]]") };
        let DeValue::Array(entries) = value.get_ref() else { return Err(wrong(line)) };
        let table = |entry: &Spanned<DeValue<'_>>| {
            let line = self.line(&entry.span());
            match entry.get_ref() {
                DeValue::Table(table) => self.entry(table, line),
                _ => Err(wrong(line)),
            }
        };
        entries.iter().map(table).collect()
    }

    fn entry(&self, table: &DeTable<'_>, line: usize) -> Result<Entry, Wrong> {
        let (mut fingerprint, mut reason, mut until) = (None, None, None);
        for (key, value) in table {
            let line = self.line(&key.span());
            let wrong = |message: String| Wrong { line, message };
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("fingerprint", DeValue::String(text)) if !text.trim().is_empty() => {
                    fingerprint = Some(text.to_string())
                }
                ("reason", DeValue::String(text)) if !text.trim().is_empty() => reason = Some(text.to_string()),
                ("until", DeValue::Datetime(day)) if day.time.is_none() => {
                    let day = day.date.and_then(|day| {
                        let month = Month::try_from(day.month).ok()?;
                        Date::from_calendar_date(i32::from(day.year), month, day.day).ok()
                    });
                    until = Some(day.ok_or_else(|| wrong("`until` is no day of the calendar".to_owned()))?);
                }
                (key @ ("fingerprint" | "reason"), _) => {
                    return Err(wrong(format!("`{key}` is a text, and not empty")));
                }
                ("until", _) => return Err(wrong("`until` is a day, as 2030-12-31 without quotes".to_owned())),
                (key, _) => return Err(wrong(unknown(key, ["fingerprint", "reason", "until"]))),
            }
        }
        let missing = |key: &str| Wrong { line, message: format!("this entry of `{SUPPRESS}` has no `{key}`") };
        let fingerprint = fingerprint.ok_or_else(|| missing("fingerprint"))?;
        Ok(Entry { fingerprint, reason: reason.ok_or_else(|| missing("reason"))?, until, line })
    }
}

/// That a key is not known, with the names that are nearest to it.
pub(super) fn unknown<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let nearest = nearest_names(key, known);
    format!("there is no key `{key}`{}", super::super::exit::meant(&nearest))
}

/// Whether a path of the file stays in its folder.
pub(super) fn is_below(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[track_caller]
    fn refused(text: &str, message: &str) {
        let told = match ProjectFile::parse(text, PathBuf::new()) {
            Err(JobError::Input(told)) => told,
            other => format!("{other:?}"),
        };
        assert_eq!(told, message);
    }

    #[test]
    fn keys_have_their_lines_and_tables() {
        let text = "# ours\npaths = ['a', 'b']\n\ntimeout = 1_000\n[check]\nstrict = true\n[prove]\n";
        let file = ProjectFile::parse(text, PathBuf::from("..")).unwrap();
        let told = file.settings.iter().map(|it| (it.section.as_deref(), it.key.as_str(), it.value.clone(), it.line));
        let expected = [
            (None, "paths", Written::Many(vec!["a".into(), "b".into()]), 2),
            (None, "timeout", Written::One("1000".into()), 4),
            (Some("check"), "", Written::Nothing, 5),
            (Some("check"), "strict", Written::Flag(true), 6),
            (Some("prove"), "", Written::Nothing, 7),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        assert_eq!(file.origin(4), "../casewise.toml:4");
    }

    #[test]
    fn entries_have_a_reason_and_may_end() {
        let text = "[[suppress]]\nfingerprint = 'a'\nreason = 'known'\n\n[[suppress]]\nfingerprint = 'b'\nreason = 'old'\nuntil = 2020-02-29\n";
        let file = ProjectFile::parse(text, PathBuf::new()).unwrap();
        let told: Vec<_> = file.suppress.iter().map(|it| (it.fingerprint.as_str(), it.is_over(), it.line)).collect();
        assert_eq!(told, [("a", false, 1), ("b", true, 5)]);
    }

    #[test]
    fn what_is_wrong_has_one_line_with_its_place() {
        refused(
            "a = 1\nb = 1.5\n",
            "casewise.toml:2: `b` is a text, a whole number, true or false, or a list of texts and numbers",
        );
        refused("suppress = 1", "casewise.toml:1: `suppress` is a list of tables, each begun by [[suppress]]");
        refused("[[suppress]]\nfingerprint = 'a'", "casewise.toml:1: this entry of `suppress` has no `reason`");
        refused(
            "[[suppress]]\nfingerprint = 'a'\nreasons = 'a'",
            "casewise.toml:3: there is no key `reasons`; did you mean `reason`?",
        );
        let head = "[[suppress]]\nfingerprint = 'a'\n";
        refused(&format!("{head}reason = ' '"), "casewise.toml:3: `reason` is a text, and not empty");
        refused(
            &format!("{head}until = '2030-01-01'"),
            "casewise.toml:3: `until` is a day, as 2030-12-31 without quotes",
        );
    }
}
