//! Lines of Java source, broken where they are too wide.

/// Lines of code longer than this are broken.
const WIDEST: usize = 120;
/// Arguments of at most this length share lines.
const SHORT: usize = 12;

const LAMBDA: &str = "() -> ";

/// Lines of source.
#[derive(Default)]
pub(super) struct Page {
    pub(super) lines: Vec<String>,
}

impl Page {
    /// A line, indented.
    pub(super) fn line(&mut self, depth: usize, text: &str) {
        self.lines.push(if text.is_empty() { String::new() } else { format!("{}{text}", "    ".repeat(depth)) });
    }

    /// A statement, broken between its arguments where it is too wide.
    pub(super) fn statement(&mut self, depth: usize, text: &str) {
        if text.len() + 4 * depth <= WIDEST {
            return self.line(depth, text);
        }
        let Some((head, arguments, tail)) = arguments(text) else { return self.line(depth, text) };
        self.line(depth, head);
        let last = arguments.len().saturating_sub(1);
        if arguments.iter().all(|argument| argument.len() <= SHORT) {
            return self.filled(depth + 2, &arguments, tail);
        }
        for (at, argument) in arguments.iter().enumerate() {
            self.statement(depth + 2, &format!("{argument}{}", if at == last { tail } else { "," }));
        }
    }

    /// Several of a kind between an opening and what closes it: on one line, or as few as there is space for.
    pub(super) fn list(&mut self, depth: usize, head: &str, elements: &[String], tail: &str) {
        let line = format!("{head}{}{tail}", elements.join(", "));
        if line.len() + 4 * depth <= WIDEST {
            return self.line(depth, &line);
        }
        self.line(depth, head);
        if elements.iter().all(|element| element.len() <= SHORT) {
            let elements: Vec<&str> = elements.iter().map(String::as_str).collect();
            self.filled(depth + 2, &elements, "");
        } else {
            let last = elements.len().saturating_sub(1);
            for (at, element) in elements.iter().enumerate() {
                self.statement(depth + 2, &format!("{element}{}", if at == last { "" } else { "," }));
            }
        }
        self.line(depth, tail);
    }

    /// Short arguments, as many on a line as there is space for.
    fn filled(&mut self, depth: usize, arguments: &[&str], tail: &str) {
        let mut text = String::new();
        for (at, argument) in arguments.iter().enumerate() {
            let next = format!("{argument}{}", if at + 1 == arguments.len() { tail } else { "," });
            if !text.is_empty() && text.len() + 1 + next.len() + 4 * depth > WIDEST {
                self.line(depth, &std::mem::take(&mut text));
            }
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&next);
        }
        self.line(depth, &text);
    }
}

/// A call taken apart: up to its first parenthesis, its arguments, and from the parenthesis that closes it on.
fn arguments(text: &str) -> Option<(&str, Vec<&str>, &str)> {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    let (mut open, mut start) = (None, 0);
    let mut found = Vec::new();
    // The parentheses of a lambda expression are not those of a call.
    let skipped = text.strip_prefix(LAMBDA).map_or(0, |_| LAMBDA.len());
    for (at, character) in text.char_indices().skip(skipped) {
        if quote.is_some() {
            if !escaped && Some(character) == quote {
                quote = None;
            }
            escaped = character == '\\' && !escaped;
            continue;
        }
        match character {
            '"' | '\'' => quote = Some(character),
            '(' | '{' | '[' => {
                depth += 1;
                if matches!(character, '(' | '{') && open.is_none() {
                    (open, start, depth) = (Some(at + 1), at + 1, 1);
                }
            }
            ',' if depth == 1 && open.is_some() => {
                found.push(text.get(start..at)?.trim());
                start = at + 1;
            }
            ')' | '}' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some(open) = open
                {
                    found.push(text.get(start..at)?.trim());
                    let is_empty = found.iter().all(|argument| argument.is_empty());
                    return (!is_empty).then_some((text.get(..open)?, found, text.get(at..)?));
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn wide_statements_break_between_arguments() {
        let (head, arguments, tail) = arguments("assertEquals(\"a, (b\", C.f(new int[] {1, 2}, ','));").unwrap();
        assert_eq!((head, tail), ("assertEquals(", ");"));
        assert_eq!(arguments, ["\"a, (b\"", "C.f(new int[] {1, 2}, ',')"]);
        assert_eq!(super::arguments("int[] values = {1, 2};").unwrap().1, ["1", "2"]);
        assert_eq!(super::arguments("() -> f(1, 2)").unwrap().0, "() -> f(");
        assert_eq!(super::arguments("value = other;"), None);
    }
}
