//! What else can be asked of an object whose state no field and no getter shows: methods that compute from it and change nothing.

use super::assertion::Known;
use super::draft::Draft;
use super::identifier;
use super::seen::{Place, Seen};
use super::shape::{EffectsOf, is_open};
use crate::classfile::PrimitiveType;
use crate::input::ConcreteValue;
use crate::program::{FieldKind, MethodId, Program};

/// How many are asked of one object, and how many answers a test asserts.
const MOST_ASKED: usize = 4;
const MOST_ASSERTED: usize = 2;
/// Results of these classes of the JDK, and of those in the packages, can be written down.
const WRITTEN_DOWN: [&str; 6] =
    ["java/lang/String", "java/util/Optional", "java/util/List", "java/util/Set", "java/util/Map", "java/util/UUID"];
const PACKAGES: [&str; 2] = ["java/math/", "java/time/"];

/// In the places of a test: the position of the object that its constructor makes.
pub(super) const CONSTRUCTED: usize = usize::MAX;

/// A question to an object.
pub(super) struct Query {
    pub(super) method: MethodId,
    /// What follows the object's expression.
    pub(super) suffix: String,
    /// What it is about, in words.
    pub(super) about: String,
}

/// The questions to the receiver of a method: methods without parameters, those that are named as questions first.
pub(super) fn queries(program: &Program, effects: &mut EffectsOf<'_>, method: MethodId, package: &str) -> Vec<Query> {
    let asked = program.method(method);
    let mut found: Vec<(u8, Query)> = Vec::new();
    for class in program.superclasses(asked.class).filter(|class| program.is_user_class(*class)) {
        for candidate in program.class(class).methods.iter().copied() {
            let info = program.method(candidate);
            let is_answer = info.result.is_some_and(|kind| is_written_down(program, kind));
            let is_asked = info.has_receiver()
                && info.parameters.is_empty()
                && !info.flags.is_synthetic()
                && is_open(program, info.flags, class, package)
                && &*info.name != "hashCode";
            if !is_answer || !is_asked || candidate == method {
                continue;
            }
            let Ok(name) = identifier::method(program, candidate) else { continue };
            let is_known = found.iter().any(|(_, query)| query.suffix == format!(".{name}()"));
            if is_known || !effects.of(candidate).is_nothing() {
                continue;
            }
            let stripped = ["get", "is"].iter().find_map(|start| name.strip_prefix(start)).filter(|it| !it.is_empty());
            let rank = if &*name == "toString" { 2 } else { u8::from(stripped.is_none()) };
            let about = super::words::capitalised(stripped.unwrap_or(&name));
            found.push((rank, Query { method: candidate, suffix: format!(".{name}()"), about }));
        }
    }
    let throwable = program.class_by_name("java/lang/Throwable");
    if throwable.is_some_and(|throwable| program.is_subclass(asked.class, throwable) == Some(true))
        && let Some(method) = program.method_by_name(("java/lang/Throwable", "getMessage", "()Ljava/lang/String;"))
    {
        found.push((1, Query { method, suffix: ".getMessage()".into(), about: "Message".into() }));
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, query)| query).take(MOST_ASKED).collect()
}

fn is_written_down(program: &Program, kind: FieldKind) -> bool {
    match kind {
        FieldKind::Primitive(_) | FieldKind::Text => true,
        FieldKind::Reference(reference) => reference.as_class().is_some_and(|class| {
            let name = &**program.class_name(class);
            WRITTEN_DOWN.contains(&name) || PACKAGES.iter().any(|package| name.starts_with(package))
        }),
    }
}

impl Draft<'_, '_> {
    /// The questions whose answers some call of the method changes.
    pub(super) fn changed_answers<'q>(&self, queries: &'q [Query], position: usize) -> Vec<&'q Query> {
        let Some(shown) = self.shown else { return Vec::new() };
        let changes = |query: &&Query| {
            let place = Place::Part(position, query.suffix.clone());
            !shown.constant.contains(&place) && shown.values.get(&place).is_some_and(|seen| *seen != Seen::Null)
        };
        queries.iter().filter(changes).take(MOST_ASSERTED).collect()
    }

    /// The questions whose answers are known, whatever changes them: to a root, or to a new object.
    pub(super) fn known_answers<'q>(&self, queries: &'q [Query], position: usize) -> Vec<&'q Query> {
        let Some(shown) = self.shown else { return Vec::new() };
        let is_known = |query: &&Query| shown.values.contains_key(&Place::Part(position, query.suffix.clone()));
        queries.iter().filter(is_known).take(MOST_ASSERTED).collect()
    }

    /// Asserts what the answer to a question is.
    ///
    /// # Errors
    /// As for other values.
    pub(super) fn assert_answer(&mut self, query: &Query, expression: &str, position: usize) -> Result<(), String> {
        let place = Place::Part(position, query.suffix.clone());
        let Some(seen) = self.shown.and_then(|shown| shown.values.get(&place)) else { return Ok(()) };
        self.note_call(query.method);
        match seen {
            Seen::Boxed(kind, number) => {
                let value = match kind {
                    PrimitiveType::Long => ConcreteValue::Long(*number),
                    PrimitiveType::Float => ConcreteValue::Float(u32::try_from(*number & 0xffff_ffff).unwrap_or(0)),
                    PrimitiveType::Double => ConcreteValue::Double(number.cast_unsigned()),
                    _ => ConcreteValue::Int(*number),
                };
                self.assert_value(expression, FieldKind::Primitive(*kind), value, &Known::new())
            }
            Seen::Null => {
                self.asserted("assertNull", &[expression]);
                Ok(())
            }
            other => {
                if let Some(expected) = self.seen(other) {
                    self.asserted("assertEquals", &[&expected, expression]);
                }
                Ok(())
            }
        }
    }
}
