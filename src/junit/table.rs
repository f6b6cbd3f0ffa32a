//! Parameterized tests: tests that differ only in values become one, with a row of values for each.

use super::draft::Site;
use super::identifier::is_variable;
use super::names::Variables;
use super::page::Page;
use super::varying::{Piece, Varying, pieces, plain};
use std::collections::BTreeSet;

/// More parameters than this are hard to read.
const MOST_PARAMETERS: usize = 4;
/// Fewer tests than this stay apart where something else comes of each.
const FEWEST_ROWS: usize = 3;

/// A test that could be a row of another.
pub(super) struct Candidate<'a> {
    /// What it has in common with those that it could become one with, beside its statements.
    pub(super) key: String,
    /// What comes of the call, in words.
    pub(super) outcome: &'a str,
    pub(super) statements: &'a [String],
    pub(super) variables: &'a Variables,
    /// Whether it must stay as it is.
    pub(super) is_apart: bool,
}

/// A test to be written: several tests that became one, or one as it is.
pub(super) struct Table {
    /// The tests, by position.
    pub(super) members: Vec<usize>,
    pub(super) statements: Vec<String>,
    /// Types and names.
    pub(super) parameters: Vec<(String, String)>,
    /// The values of the parameters, each row once.
    rows: Vec<Vec<Varying>>,
}

/// Makes tests one that differ only in values. The order is that of their first tests.
pub(super) fn tables(site: &Site<'_>, candidates: &[Candidate<'_>]) -> Vec<Table> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (at, candidate) in candidates.iter().enumerate() {
        let key = match candidate.is_apart {
            true => format!("{at}"),
            false => format!("{}\n{}", candidate.key, shape(candidate.statements)),
        };
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(at),
            None => groups.push((key, vec![at])),
        }
    }
    let mut found: Vec<Table> = groups.into_iter().flat_map(|(_, members)| joined(site, candidates, members)).collect();
    found.sort_by_key(|table| table.members.first().copied());
    found
}

/// Statements without their values.
fn shape(statements: &[String]) -> String {
    let of = |statement: &String| {
        let parts = pieces(statement).into_iter().map(|piece| match piece {
            Piece::Text(text) => text,
            Piece::Varying(value, _) => {
                format!("\u{1}{} {} {:?}", value.kind, value.is_compared, value.around)
            }
        });
        parts.collect::<Vec<String>>().join("\u{2}")
    };
    statements.iter().map(of).collect::<Vec<String>>().join("\n")
}

/// What tests of one shape become.
fn joined(site: &Site<'_>, candidates: &[Candidate<'_>], members: Vec<usize>) -> Vec<Table> {
    let outcome = |at: &usize| candidates.get(*at).map_or("", |candidate| candidate.outcome);
    let is_same = members.iter().all(|at| members.first().is_some_and(|first| outcome(first) == outcome(at)));
    if (is_same || members.len() >= FEWEST_ROWS)
        && let Some(table) = table(site, candidates, &members)
    {
        return vec![table];
    }
    if is_same {
        return members.into_iter().map(|at| single(candidates, at)).collect();
    }
    let mut found = Vec::new();
    let mut left = members;
    while let Some(first) = left.first().copied() {
        let (same, others): (Vec<usize>, Vec<usize>) = left.iter().partition(|at| outcome(at) == outcome(&first));
        found.extend(joined(site, candidates, same));
        left = others;
    }
    found
}

fn single(candidates: &[Candidate<'_>], at: usize) -> Table {
    let statements = candidates.get(at).map_or(&[][..], |candidate| candidate.statements);
    Table {
        members: vec![at],
        statements: statements.iter().map(|statement| plain(statement)).collect(),
        parameters: Vec::new(),
        rows: Vec::new(),
    }
}

/// A parameter while it is found.
struct Column {
    /// Where it stands, among all values of the statements.
    places: Vec<usize>,
    /// The value of each test.
    values: Vec<Varying>,
}

/// One test of several; none where too much differs.
fn table(site: &Site<'_>, candidates: &[Candidate<'_>], members: &[usize]) -> Option<Table> {
    let first = *members.first()?;
    let mut table = single(candidates, first);
    if members.len() == 1 {
        return Some(table);
    }
    members.clone_into(&mut table.members);
    let values: Vec<Vec<Varying>> = members
        .iter()
        .map(|at| candidates.get(*at).map_or(&[][..], |candidate| candidate.statements))
        .map(|statements| statements.iter().flat_map(|statement| pieces(statement)).filter_map(varying).collect())
        .collect();
    let columns = columns(&values)?;
    if columns.is_empty() {
        return Some(table);
    }
    let kind = |column: &Column| column.values.first().map_or("", |value| value.kind.as_str()).to_owned();
    let is_hidden = |name: &str| site.hidden.contains(&name);
    let is_hidden = (columns.iter().any(|column| kind(column) == "String") && is_hidden("String"))
        || (columns.iter().any(|column| is_of_objects(&kind(column))) && is_hidden("Object"));
    if columns.len() > MOST_PARAMETERS || is_hidden {
        return None;
    }
    let candidate = candidates.get(first)?;
    let mut variables = candidate.variables.clone();
    let names = named(&columns, candidate.statements, &mut variables);
    if variables.hide_any(site.types.first()) {
        return None;
    }
    table.statements = rewritten(candidate.statements, &columns, &names);
    table.parameters = columns.iter().map(kind).zip(names).collect();
    for at in 0..members.len() {
        let row: Vec<Varying> = columns.iter().filter_map(|column| column.values.get(at).cloned()).collect();
        let is_known = |known: &Vec<Varying>| {
            known.iter().map(|value| &value.expression).eq(row.iter().map(|value| &value.expression))
        };
        if !table.rows.iter().any(is_known) {
            table.rows.push(row);
        }
    }
    Some(table)
}

fn varying(piece: Piece) -> Option<Varying> {
    match piece {
        Piece::Text(_) => None,
        Piece::Varying(value, _) => Some(value),
    }
}

/// What differs, in the order in which it stands in the statements, what assertions compare with last. Numbers and texts that are the same in each test are one parameter,
/// but for what assertions compare with: that it is what is passed, too, may be by chance.
fn columns(values: &[Vec<Varying>]) -> Option<Vec<Column>> {
    let is_compared = |value: &Varying| value.is_compared;
    let mut found: Vec<Column> = Vec::new();
    for place in 0..values.first()?.len() {
        let column: Vec<Varying> = values.iter().map(|row| row.get(place).cloned()).collect::<Option<_>>()?;
        let first = column.first()?;
        if column.iter().all(|value| value.expression == first.expression) {
            continue;
        }
        let is_same = |known: &&mut Column| {
            let both = || known.values.iter().zip(&column);
            // Two arrays of the same elements are two.
            !first.kind.ends_with(']')
                && both().all(|(known, value)| {
                    known.expression == value.expression
                        && known.kind == value.kind
                        && is_compared(known) == is_compared(value)
                })
        };
        match found.iter_mut().find(is_same) {
            Some(known) => known.places.push(place),
            None => found.push(Column { places: vec![place], values: column }),
        }
    }
    // What is passed is read before what comes of it.
    found.sort_by_key(|column| column.values.first().is_some_and(is_compared));
    Some(found)
}

/// The variable that a statement does nothing but give a value.
fn declared(statement: &[Piece]) -> Option<&str> {
    let [Piece::Text(before), Piece::Varying(value, _), Piece::Text(after)] = statement else { return None };
    let name = before.strip_prefix(&value.kind)?.strip_prefix(' ')?.strip_suffix(" = ")?;
    (after == ";" && is_variable(name)).then_some(name)
}

/// The names of parameters: of one that would only be the value of a variable, the variable's.
fn named(columns: &[Column], statements: &[String], variables: &mut Variables) -> Vec<String> {
    let mut place = 0;
    let mut known: Vec<(usize, String)> = Vec::new();
    for statement in statements {
        let statement = pieces(statement);
        let name = declared(&statement);
        known.extend(name.map(|name| (place, name.to_owned())));
        place += statement.into_iter().filter_map(varying).count();
    }
    let mut name = |column: &Column| {
        let declared = known.iter().find(|(place, _)| column.places.as_slice() == [*place]);
        match (declared, column.values.first()) {
            (Some((_, name)), _) => name.clone(),
            (None, value) => variables.fresh(value.map_or("value", |value| value.name.as_str())),
        }
    };
    columns.iter().map(&mut name).collect()
}

/// Statements with parameters for what differs.
fn rewritten(statements: &[String], columns: &[Column], names: &[String]) -> Vec<String> {
    let mut place = 0;
    let mut written = Vec::new();
    for statement in statements {
        let parts = pieces(statement);
        let variable = declared(&parts).map(str::to_owned);
        let mut text = String::new();
        let mut is_parameter = false;
        for part in parts {
            match part {
                Piece::Text(part) => text.push_str(&part),
                Piece::Varying(value, shown) => {
                    let column = columns.iter().position(|column| column.places.contains(&place));
                    let name = column.and_then(|column| names.get(column));
                    is_parameter |= name.is_some() && name == variable.as_ref();
                    text.push_str(&match (name, value.around) {
                        (Some(name), Some(around)) => around.replace("{}", name),
                        (Some(name), None) => name.clone(),
                        (None, _) => shown,
                    });
                    place += 1;
                }
            }
        }
        if !is_parameter {
            written.push(text);
        }
    }
    written
}

/// Where the rows of a parameterized test are.
enum Source<'t> {
    /// In an annotation, with this attribute of `ValueSource`.
    Values(&'static str),
    /// In an annotation, as comma-separated cells.
    Cells(Vec<Vec<&'t str>>),
    /// In a method that gives them.
    Method,
}

/// Whether a type is an array whose elements are objects.
fn is_of_objects(kind: &str) -> bool {
    const PRIMITIVES: [&str; 8] = ["boolean", "byte", "char", "short", "int", "long", "float", "double"];
    kind.strip_suffix("[]").is_some_and(|element| !PRIMITIVES.contains(&element))
}

impl Table {
    /// Whether the test has parameters.
    pub(super) fn is_parameterized(&self) -> bool {
        !self.parameters.is_empty()
    }

    fn source(&self) -> Source<'_> {
        const ATTRIBUTES: [(&str, &str); 9] = [
            ("boolean", "booleans"),
            ("byte", "bytes"),
            ("char", "chars"),
            ("short", "shorts"),
            ("int", "ints"),
            ("long", "longs"),
            ("float", "floats"),
            ("double", "doubles"),
            ("String", "strings"),
        ];
        if let [(kind, _)] = self.parameters.as_slice()
            && let Some((_, attribute)) = ATTRIBUTES.iter().find(|(known, _)| known == kind)
        {
            return Source::Values(attribute);
        }
        let cells = self.rows.iter().map(|row| row.iter().map(|value| value.cell.as_deref()).collect());
        cells.collect::<Option<Vec<Vec<&str>>>>().map_or(Source::Method, Source::Cells)
    }

    /// Writes what stands before the declaration of the test, and returns what must be imported.
    pub(super) fn annotate(&self, depth: usize, page: &mut Page) -> BTreeSet<&'static str> {
        let mut imports = BTreeSet::from(["org.junit.jupiter.params.ParameterizedTest"]);
        page.line(depth, "@ParameterizedTest");
        match self.source() {
            Source::Values(attribute) => {
                imports.insert("org.junit.jupiter.params.provider.ValueSource");
                let values: Vec<String> = self.rows.iter().flatten().map(|value| value.expression.clone()).collect();
                page.list(depth, &format!("@ValueSource({attribute} = {{"), &values, "})");
            }
            Source::Cells(cells) => {
                imports.insert("org.junit.jupiter.params.provider.CsvSource");
                let rows: Vec<String> = cells.iter().map(|row| format!("\"{}\"", row.join(", "))).collect();
                page.list(depth, "@CsvSource({", &rows, "})");
            }
            Source::Method => {
                imports.insert("org.junit.jupiter.params.provider.MethodSource");
                page.line(depth, "@MethodSource");
            }
        }
        imports
    }

    /// Writes the method that gives the rows, which is called like the test, where there is need of one. Returns what must be imported.
    pub(super) fn provide(&self, name: &str, depth: usize, page: &mut Page) -> BTreeSet<&'static str> {
        let Source::Method = self.source() else { return BTreeSet::new() };
        // An array of objects alone would be taken for all arguments.
        let is_cast = matches!(self.parameters.as_slice(), [(kind, _)] if is_of_objects(kind));
        let row = |row: &Vec<Varying>| {
            let values: Vec<&str> = row.iter().map(|value| value.expression.as_str()).collect();
            let cast = if is_cast { "(Object) " } else { "" };
            format!("Arguments.of({cast}{})", values.join(", "))
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        page.line(0, "");
        page.line(depth, &format!("static Stream<Arguments> {name}() {{"));
        page.list(depth + 1, "return Stream.of(", &rows, ");");
        page.line(depth, "}");
        BTreeSet::from(["java.util.stream.Stream", "org.junit.jupiter.params.provider.Arguments"])
    }
}
