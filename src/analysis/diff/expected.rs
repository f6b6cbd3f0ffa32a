//! Changes that are meant: a file with a method on each line, and how it may change.

use crate::program::MethodId;
use crate::report::{ChangeKind, ComparedMethod, JobError, method_label};
use crate::session::workspace::Workspace;
use std::path::Path;

/// Changes that are meant.
#[derive(Debug, Default)]
pub(super) struct Expected(Vec<Line>);

#[derive(Debug)]
struct Line {
    text: String,
    method: String,
    kind: Option<ChangeKind>,
    is_used: bool,
}

impl Expected {
    /// Of a file with lines like `p.C.m(int)`, `C.m` or `p.C.m newly_throws`; `#` begins a line that says why.
    ///
    /// # Errors
    /// When the file cannot be read, or a line has a word after the method that is no kind of change.
    pub(super) fn of(path: &Path) -> Result<Expected, JobError> {
        let name = path.display();
        let text = std::fs::read_to_string(path).map_err(|error| JobError::Input(format!("{name}: {error}")))?;
        let mut lines = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            // Parameters may be written with blanks between them.
            let end = line.rfind(')').map_or_else(|| line.find(char::is_whitespace).unwrap_or(line.len()), |at| at + 1);
            let (method, word) = line.split_at(end);
            let kind = match word.trim() {
                "" => None,
                word => Some(ChangeKind::ALL.into_iter().find(|kind| kind.name() == word).ok_or_else(|| {
                    let names = ChangeKind::ALL.map(ChangeKind::name).join(", ");
                    JobError::Input(format!("{name}:{}: `{word}` is no kind of change; these are: {names}", number + 1))
                })?),
            };
            let method = method.split_whitespace().collect();
            lines.push(Line { text: line.to_owned(), method, kind, is_used: false });
        }
        Ok(Expected(lines))
    }

    /// Marks the changes of a method that are meant.
    pub(super) fn mark(&mut self, workspace: &Workspace, id: Option<MethodId>, method: &mut ComparedMethod) {
        let label = method_label(&method.class, &method.method, &method.descriptor);
        let parameters = label.find('(').and_then(|at| label.get(at..)).unwrap_or_default();
        for line in &mut self.0 {
            let rest = id.and_then(|id| workspace.named(id, &line.method));
            if !rest.is_some_and(|rest| rest.is_empty() || rest == parameters) {
                continue;
            }
            for change in &mut method.changes {
                if line.kind.is_none_or(|kind| kind == change.kind) {
                    change.expected = true;
                    line.is_used = true;
                }
            }
        }
    }

    /// The lines that no change fits.
    pub(super) fn unused(self) -> Vec<String> {
        self.0.into_iter().filter(|line| !line.is_used).map(|line| line.text).collect()
    }
}
