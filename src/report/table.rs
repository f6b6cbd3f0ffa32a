//! Tables of cells with several lines, drawn with box characters and wrapped to a width. Rows are measured first and
//! written one by one after, so that a table of any length needs no memory.

use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Characters after which a line that has no better place may be broken.
const BREAKS: [char; 12] = ['.', ',', ';', '/', ')', ']', '}', '=', '&', '|', '+', '$'];

/// A column: its heading, and how narrow it may become.
pub(super) struct Column {
    /// What stands above it.
    pub heading: &'static str,
    /// Its lines are wrapped to no less than this; none where they are not wrapped.
    pub narrowest: Option<usize>,
}

/// The lines of a cell.
pub(super) type Cell = Vec<String>;

/// The columns of a table, and how wide they are. A row has a cell for each column.
pub(super) struct Table {
    columns: Vec<Column>,
    widths: Vec<usize>,
}

impl Table {
    /// A table without rows.
    pub(super) fn new(columns: Vec<Column>) -> Self {
        let widths = columns.iter().map(|column| column.heading.width()).collect();
        Table { columns, widths }
    }

    /// Makes the columns wide enough for a row.
    pub(super) fn measure(&mut self, row: &[Cell]) {
        for (width, cell) in self.widths.iter_mut().zip(row) {
            *width = cell.iter().map(|line| line.width()).fold(*width, usize::max);
        }
    }

    /// Makes the widest columns narrower until the table is no wider than `width`, where that is possible.
    pub(super) fn fit(&mut self, width: usize) {
        let available = width.saturating_sub(3 * self.columns.len() + 1);
        if self.widths.iter().sum::<usize>() <= available {
            return;
        }
        // The largest cap on the columns that wrap under which the table fits.
        let (mut low, mut high) = (0, available);
        while low < high {
            let middle = (low + high).div_ceil(2);
            if self.capped(middle).iter().sum::<usize>() <= available { low = middle } else { high = middle - 1 }
        }
        let capped = self.capped(low);
        let natural = std::mem::replace(&mut self.widths, capped);
        let mut left = available.saturating_sub(self.widths.iter().sum::<usize>());
        for (width, natural) in self.widths.iter_mut().zip(natural) {
            if left > 0 && *width < natural {
                *width += 1;
                left -= 1;
            }
        }
    }

    fn capped(&self, cap: usize) -> Vec<usize> {
        let mut widths = self.widths.clone();
        for (width, column) in widths.iter_mut().zip(&self.columns) {
            if let Some(narrowest) = column.narrowest {
                *width = (*width).min(cap.max(narrowest));
            }
        }
        widths
    }

    /// Writes the headings.
    pub(super) fn write_head(&self, output: &mut dyn Write) -> io::Result<()> {
        self.write_rule(output, ['┌', '┬', '┐'])?;
        let headings: Vec<Cell> = self.columns.iter().map(|column| vec![column.heading.to_owned()]).collect();
        self.write_lines(output, &headings)
    }

    /// Writes a row, with a line above it.
    pub(super) fn write_row(&self, output: &mut dyn Write, row: &[Cell]) -> io::Result<()> {
        self.write_rule(output, ['├', '┼', '┤'])?;
        self.write_lines(output, row)
    }

    /// Writes the line that ends the table.
    pub(super) fn write_foot(&self, output: &mut dyn Write) -> io::Result<()> {
        self.write_rule(output, ['└', '┴', '┘'])
    }

    fn write_rule(&self, output: &mut dyn Write, [left, middle, right]: [char; 3]) -> io::Result<()> {
        let mut line = String::new();
        for (index, width) in self.widths.iter().enumerate() {
            line.push(if index == 0 { left } else { middle });
            line.extend(std::iter::repeat_n('─', width + 2));
        }
        line.push(right);
        writeln!(output, "{line}")
    }

    fn write_lines(&self, output: &mut dyn Write, row: &[Cell]) -> io::Result<()> {
        let mut wrapped: Vec<Vec<String>> = Vec::with_capacity(row.len());
        for (cell, width) in row.iter().zip(&self.widths) {
            wrapped.push(cell.iter().flat_map(|line| wrap(line, *width)).collect());
        }
        let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let mut text = String::new();
            for (cell, width) in wrapped.iter().zip(&self.widths) {
                let part = cell.get(line).map_or("", String::as_str);
                text.push_str("│ ");
                text.push_str(part);
                text.extend(std::iter::repeat_n(' ', width.saturating_sub(part.width()) + 1));
            }
            text.push('│');
            writeln!(output, "{text}")?;
        }
        Ok(())
    }
}

/// A line as lines no wider than `width`, the later ones indented a little more than the first. Broken at spaces where
/// there are some, else after punctuation, else anywhere.
pub(super) fn wrap(line: &str, width: usize) -> Vec<String> {
    if line.width() <= width {
        return vec![line.to_owned()];
    }
    let lead = line.chars().take_while(|character| *character == ' ').count();
    let indentation = " ".repeat((lead + 2).min(width / 3));
    let mut lines = Vec::new();
    let mut current = String::new();
    let mut rest = line;
    while current.width() + rest.width() > width {
        let taken = prefix(rest, width.saturating_sub(current.width()), if lines.is_empty() { lead } else { 0 });
        let (now, later) = rest.split_at_checked(taken).unwrap_or((rest, ""));
        current.push_str(now.trim_end());
        lines.push(std::mem::replace(&mut current, indentation.clone()));
        rest = later.trim_start();
    }
    if !rest.is_empty() {
        current.push_str(rest);
        lines.push(current);
    }
    lines
}

/// How many bytes of a text, at least one character, to put on a line of `width`; no break within the first `lead`.
fn prefix(text: &str, width: usize, lead: usize) -> usize {
    let (mut columns, mut end) = (0, 0);
    let (mut space, mut punctuation, mut word) = (None, None, None);
    let mut before = ' ';
    for (offset, character) in text.char_indices() {
        if character == ' ' && offset > lead && columns <= width {
            space = Some(offset);
        }
        columns += character.width().unwrap_or(0);
        if columns > width {
            break;
        }
        if before.is_lowercase() && character.is_uppercase() {
            word = Some(offset);
        }
        before = character;
        end = offset + character.len_utf8();
        if BREAKS.contains(&character) && offset > lead {
            punctuation = Some(end);
        }
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    // A break that leaves most of the line empty is no good one.
    let good = |at: &usize| *at >= end / 3;
    space.filter(good).or(punctuation.filter(good)).or(word.filter(good)).unwrap_or(end).max(first)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[track_caller]
    fn check_wrap(line: &str, width: usize, expected: &[&str]) {
        let lines = wrap(line, width);
        assert_eq!(lines, expected);
        assert!(lines.iter().all(|line| line.width() <= width));
    }

    #[test]
    fn lines_break_at_spaces_then_after_punctuation_then_anywhere() {
        check_wrap("short", 5, &["short"]);
        check_wrap("x + yyyy + z", 8, &["x + yyyy", "  + z"]);
        check_wrap("invokestatic java.util.Objects.hash", 20, &["invokestatic", "  java.util.Objects.", "  hash"]);
        check_wrap("NullPointerException", 19, &["NullPointer", "  Exception"]);
        check_wrap("abcdefghijklmnop", 8, &["abcdefgh", "  ijklmn", "  op"]);
        check_wrap("  getfield next.next", 12, &["  getfield", "    next.", "    next"]);
        check_wrap("名名名名", 5, &["名名", " 名名"]);
    }

    #[test]
    fn wrapping_ends_at_any_width() {
        for text in ["", " ", "a b", "名", "      ", "aaaa....bbbb    c"] {
            for width in 0..12 {
                let lines = wrap(text, width);
                let kept: String = lines.concat().split_whitespace().collect();
                assert_eq!(kept, text.split_whitespace().collect::<String>());
            }
        }
    }

    fn table(rows: &[[Cell; 3]], width: usize) -> String {
        let column = |heading, narrowest| Column { heading, narrowest };
        let mut table = Table::new(vec![column("Case", None), column("PC", Some(10)), column("Code", Some(13))]);
        rows.iter().for_each(|row| table.measure(row));
        table.fit(width);
        let mut output = Vec::new();
        table.write_head(&mut output).unwrap();
        rows.iter().for_each(|row| table.write_row(&mut output, row).unwrap());
        table.write_foot(&mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn tables_are_as_wide_as_they_need_or_may_be() {
        let cell = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Cell>();
        let rows = [
            [cell(&["0"]), cell(&["{}"]), cell(&["iconst -1", "ireturn"])],
            [cell(&["1"]), cell(&["{x.value > 0}"]), cell(&["aload x", "getfield value", "ireturn"])],
        ];
        insta::assert_snapshot!(table(&rows, 80), @r"
        ┌──────┬───────────────┬────────────────┐
        │ Case │ PC            │ Code           │
        ├──────┼───────────────┼────────────────┤
        │ 0    │ {}            │ iconst -1      │
        │      │               │ ireturn        │
        ├──────┼───────────────┼────────────────┤
        │ 1    │ {x.value > 0} │ aload x        │
        │      │               │ getfield value │
        │      │               │ ireturn        │
        └──────┴───────────────┴────────────────┘
        ");
        insta::assert_snapshot!(table(&rows, 38), @r"
        ┌──────┬─────────────┬───────────────┐
        │ Case │ PC          │ Code          │
        ├──────┼─────────────┼───────────────┤
        │ 0    │ {}          │ iconst -1     │
        │      │             │ ireturn       │
        ├──────┼─────────────┼───────────────┤
        │ 1    │ {x.value >  │ aload x       │
        │      │   0}        │ getfield      │
        │      │             │   value       │
        │      │             │ ireturn       │
        └──────┴─────────────┴───────────────┘
        ");
        assert_eq!(table(&rows, 0), table(&rows, 37));
    }
}
