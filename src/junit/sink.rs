//! What a call writes to the streams and writers that its receiver and arguments are made of.

use super::draft::Draft;
use super::query::Query;
use super::seen::{Place, Seen};
use super::title::text_words;
use crate::input::ConcreteObject;
use crate::program::Program;

/// Classes of the JDK that keep what is written to them, and the questions that show it, those that show more first.
const SINKS: [(&str, &str, &str); 3] = [
    ("java/io/ByteArrayOutputStream", "toString", "()Ljava/lang/String;"),
    ("java/io/ByteArrayOutputStream", "size", "()I"),
    ("java/io/StringWriter", "toString", "()Ljava/lang/String;"),
];
/// In the places of a test: the position of the first of these.
const FIRST: usize = usize::MAX / 2;

/// An object of the input that keeps what is written to it.
pub(super) struct Sink<'q> {
    /// Its number among the input's objects.
    pub(super) object: usize,
    /// Its position in the places of the test.
    pub(super) position: usize,
    /// What is asked of it.
    pub(super) asked: Vec<&'q Query>,
}

/// The questions, each with the class that it is for.
pub(super) fn sink_queries(program: &Program) -> Vec<(&'static str, Query)> {
    let query = |(class, name, descriptor): (&'static str, &str, &str)| {
        let method = program.method_by_name((class, name, descriptor))?;
        Some((class, Query { method, suffix: format!(".{name}()"), about: "Output".into() }))
    };
    SINKS.into_iter().filter_map(query).collect()
}

impl Draft<'_, '_> {
    /// The sinks of the input: where the test observes, with all questions, else with the one whose answer tells what calls of the method
    /// write, or that they write nothing.
    pub(super) fn sinks<'q>(&self, queries: &'q [(&'static str, Query)], even_constant: bool) -> Vec<Sink<'q>> {
        let mut found = Vec::new();
        let mut positions = FIRST..;
        for (object, made) in self.case.objects.iter().enumerate() {
            let ConcreteObject::Made(calls) = made else { continue };
            let Some(class) = calls.first().map(|call| &*call.method.class) else { continue };
            let mut asked = queries.iter().filter(|(of, _)| *of == class).map(|(_, query)| query).peekable();
            let Some(position) = asked.peek().and_then(|_| positions.next()) else { continue };
            let asked: Vec<&Query> = match self.site.observes {
                true => asked.collect(),
                false => asked.filter(|query| self.is_told(position, query, even_constant)).take(1).collect(),
            };
            if !asked.is_empty() {
                found.push(Sink { object, position, asked });
            }
        }
        found
    }

    /// Whether the answer is known, the same on all platforms, and, unless that is no matter, another after some call of the method.
    fn is_told(&self, position: usize, query: &Query, even_constant: bool) -> bool {
        let place = Place::Part(position, query.suffix.clone());
        self.shown.is_some_and(|shown| {
            (even_constant || !shown.constant.contains(&place))
                && match shown.values.get(&place) {
                    Some(Seen::Text(text)) => text.chars().all(|it| it.is_ascii_graphic() || it == ' '),
                    Some(Seen::Boxed(..)) => true,
                    _ => false,
                }
        })
    }

    /// What is written to a sink, in words; none where the call writes nothing, or where that is not known.
    pub(super) fn written_words(&self, sinks: &[Sink<'_>]) -> Option<String> {
        let shown = self.shown?;
        let places = sinks
            .iter()
            .flat_map(|sink| sink.asked.iter().map(|query| Place::Part(sink.position, query.suffix.clone())));
        let place = places.into_iter().find(|place| shown.changed.contains(place))?;
        let said = match shown.values.get(&place) {
            Some(Seen::Text(text)) => text_words(text),
            _ => None,
        };
        Some(said.map_or_else(|| "changesOutput".into(), |said| format!("writes{said}")))
    }
}
