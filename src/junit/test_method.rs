//! One test: the input, the call, the assertions.

use super::TestCase;
use super::arrange::{closed, is_copied};
use super::assertion::Known;
use super::call::encloses_instances;
use super::draft::{Checked, Draft, Site};
use super::identifier;
use super::names::Variables;
use super::observe::{Form, Sight};
use super::query::{CONSTRUCTED, Query};
use super::seen::{Place, Seen};
use super::shape::{Effects, is_open};
use super::sink::sink_queries;
use super::varying::MESSAGE;
use crate::input::{ConcreteObject, ConcreteValue, ExpectedObject, ExpectedOutcome, declared_field};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, Program, ReferenceType};
use crate::summary::MethodName;
use std::collections::BTreeSet;

/// The text of a test, without its name.
pub(super) struct Body {
    pub(super) statements: Vec<String>,
    /// What it declares to throw.
    pub(super) throws: Option<Checked>,
    pub(super) is_reflective: bool,
    pub(super) assertions: usize,
    /// Static fields that it may change.
    pub(super) changed: BTreeSet<FieldId>,
    /// What comes of it, in words: `setsSizeTo3`, `returns1Point5`.
    pub(super) told: Option<String>,
    /// Whether a method that returns nothing is not seen to do anything.
    pub(super) shows_no_effect: bool,
    /// Of a test that observes: what each observation is of, by its number.
    pub(super) places: Vec<Place>,
    /// The variables that it has.
    pub(super) variables: Variables,
}

/// A receiver or an argument: its object among the input's and among the result's, and its declared class.
struct Root<'q> {
    object: usize,
    expected: usize,
    class: Option<ClassId>,
    kind: FieldKind,
    sights: Vec<Sight>,
    /// What else is asked of it.
    asked: Vec<&'q Query>,
}

/// The longest name of a field that the name of a test has.
const LONGEST_NAME: usize = 20;

/// Writes the test of a case; of one that fails today only the call.
///
/// # Errors
/// In one line, why no test can be written.
pub(super) fn body(
    site: &mut Site<'_>,
    (method, queries, idle): (MethodId, &[Query], Vec<&MethodName>),
    effects: &Effects,
    test: &TestCase,
    fails: bool,
) -> Result<Body, String> {
    let case = &test.case;
    let program = site.program;
    let info = program.method(method);
    if !case.choices.is_empty() {
        return Err("the program asks for inputs of its own".into());
    }
    if &*info.name == "<clinit>" || info.flags.is_synthetic() {
        return Err("a method that source code cannot call".into());
    }
    if !site.types.is_nameable(info.class) {
        return Err(closed(program.class_name(info.class)));
    }
    if &*info.name != "<init>" {
        identifier::method(program, method)?;
    }
    let is_constructor = &*info.name == "<init>";
    let has_receiver = info.has_receiver() && !is_constructor;
    let mut draft = Draft::new(site, case);
    draft.shown = test.shown.as_ref();
    draft.idle = idle;
    draft.tells_identity = effects.identity && draft.shown.is_none();
    draft.caught = (!fails && matches!(case.expected.outcome, ExpectedOutcome::Threw(..))).then_some(method);
    if has_receiver {
        draft.check_dispatch(method)?;
    }
    let mut roots = draft.roots(method, has_receiver);
    let outcome_objects = draft.reachable_from_outcome();
    let known: BTreeSet<usize> = roots.iter().map(|root| root.expected).collect();
    let is_asked = |root: &Root<'_>| {
        let is_receiver = case.arguments.first() == Some(&ConcreteValue::Object(root.object));
        has_receiver && info.result.is_none() && is_receiver && !fails
    };
    for (position, root) in roots.iter_mut().enumerate() {
        root.sights = if fails { Vec::new() } else { draft.changes(root, &known, effects) };
        if let Some(shown) = &test.shown {
            // What the method assigns where it does something else is worth a word.
            let is_own = |sight: &Sight| sight.field.is_some_and(|field| effects.own.contains(&field));
            let is_constant =
                |sight: &Sight| shown.constant.contains(&Place::Part(position, sight.suffix.clone())) && !is_own(sight);
            root.sights.retain(|sight| !is_constant(sight));
        }
        root.asked = match (is_asked(root), draft.site.observes) {
            (false, _) => Vec::new(),
            (true, true) => queries.iter().collect(),
            (true, false) if root.sights.is_empty() => draft.changed_answers(queries, position),
            (true, false) => Vec::new(),
        };
        let is_needed =
            !root.sights.is_empty() || !root.asked.is_empty() || (!fails && outcome_objects.contains(&root.expected));
        if is_needed {
            draft.speak_of(root.object);
        }
    }
    let queries_of_sinks = sink_queries(program);
    let is_returning = !fails && matches!(case.expected.outcome, ExpectedOutcome::Returned(_));
    let mut sinks = if is_returning { draft.sinks(&queries_of_sinks, false) } else { Vec::new() };
    // Where a call is seen to change nothing, that is what a test can say.
    let says_nothing = sinks.is_empty() && roots.iter().all(|root| root.sights.is_empty() && root.asked.is_empty());
    if says_nothing
        && !draft.site.observes
        && case.expected.outcome == ExpectedOutcome::Returned(None)
        && let Some(receiver) = roots.first_mut().filter(|root| is_asked(root))
    {
        sinks = draft.sinks(&queries_of_sinks, true);
        if sinks.is_empty() {
            receiver.asked = draft.known_answers(queries, 0);
        }
        if !receiver.asked.is_empty() {
            draft.speak_of(receiver.object);
        }
    }
    for sink in &sinks {
        draft.speak_of(sink.object);
    }
    let mut changed = BTreeSet::new();
    for (name, value) in &case.statics {
        draft.assign_static(name, *value)?;
        changed.extend(declared_field(program, name));
    }
    let watched = case.watched.iter().filter_map(|name| declared_field(program, name));
    let asserted_statics: Vec<FieldId> = watched.filter(|field| effects.statics.contains(field)).collect();
    changed.extend(asserted_statics.iter().copied());
    let call = draft.act(method, has_receiver, is_constructor)?;
    let known = draft.known(&roots);
    let acts = draft.statements.len();
    let mut observing = Observing::default();
    if fails {
        draft.statements.push(format!("{call};"));
    } else {
        draft.assert_outcome((method, queries), call, is_constructor, &known)?;
        let changes = draft.statements.len();
        for (position, root) in roots.iter().enumerate() {
            draft.assert_changes(root, position, &known, &mut observing)?;
        }
        for sink in &sinks {
            if let Some(Some(name)) = draft.names.get(sink.object).cloned() {
                draft.assert_answers(&sink.asked, (&name, sink.position), &mut observing)?;
            }
        }
        draft.assert_statics(effects, &known)?;
        if draft.site.observes {
            draft.statements = observing.around(&draft, acts, changes);
        }
    }
    if let Some((object, _)) = draft.waiting.first() {
        return Err(format!("object {object} of the input is referred to before it can be made"));
    }
    if draft.variables.hide_any(draft.site.types.first()) {
        return Err("a variable would hide a class".into());
    }
    let is_void = case.expected.outcome == ExpectedOutcome::Returned(None) && !is_constructor;
    let seen = effect(program, method, test, (&roots, draft.written_words(&sinks)));
    let shows_no_effect = is_void && test.shown.is_some() && seen.is_none() && asserted_statics.is_empty();
    Ok(Body {
        shows_no_effect,
        throws: draft.throws,
        is_reflective: draft.is_reflective,
        assertions: draft.assertion_count,
        told: draft.told.take().or_else(|| told(program, method, test, (&roots, seen, !sinks.is_empty()))),
        places: observing.places,
        statements: draft.statements,
        variables: draft.variables,
        changed,
    })
}

impl Draft<'_, '_> {
    /// A call of a method runs the one under test, not one that overrides it.
    fn check_dispatch(&self, method: MethodId) -> Result<(), String> {
        let program = self.site.program;
        let info = program.method(method);
        let Some(ConcreteValue::Object(number)) = self.case.expected.receiver else { return Ok(()) };
        let Some(ExpectedObject::Instance(class, _)) = self.case.expected.objects.get(number) else { return Ok(()) };
        let Some(class) = program.class_by_name(class) else { return Ok(()) };
        let declares = |class: &ClassId| {
            program.class(*class).methods.iter().copied().find(|candidate| {
                let other = program.method(*candidate);
                other.name == info.name && other.descriptor == info.descriptor && !other.flags.is_abstract()
            })
        };
        let found = program.superclasses(class).find_map(|class| declares(&class));
        match found {
            Some(found) if found != method && !info.flags.is_private() => {
                Err(format!("{} overrides the method", crate::classfile::simple_name(program.class_name(class))))
            }
            _ => Ok(()),
        }
    }

    fn roots<'q>(&self, method: MethodId, has_receiver: bool) -> Vec<Root<'q>> {
        let program = self.site.program;
        let info = program.method(method);
        let expected = &self.case.expected;
        let receiver = has_receiver.then(|| {
            let kind = FieldKind::Reference(ReferenceType::class(info.class));
            (self.case.arguments.first().copied(), expected.receiver, kind)
        });
        let arguments = expected.arguments.iter().filter_map(|(position, value)| {
            let held = self.case.arguments.get(position + usize::from(has_receiver)).copied();
            Some((held, Some(*value), *info.parameters.get(*position)?))
        });
        let mut roots: Vec<Root<'q>> = Vec::new();
        for (held, value, kind) in receiver.into_iter().chain(arguments) {
            let (Some(ConcreteValue::Object(object)), Some(ConcreteValue::Object(expected))) = (held, value) else {
                continue;
            };
            let Some(made) = self.case.objects.get(object) else { continue };
            let is_constant = matches!(made, ConcreteObject::String(_) | ConcreteObject::Class(_));
            if is_constant || roots.iter().any(|root| root.object == object || root.expected == expected) {
                continue;
            }
            let class = self.class_of(made);
            roots.push(Root { object, expected, class, kind, sights: Vec::new(), asked: Vec::new() });
        }
        roots
    }

    /// The expected objects that the outcome reaches.
    fn reachable_from_outcome(&self) -> BTreeSet<usize> {
        let expected = &self.case.expected;
        let mut open: Vec<ConcreteValue> = match &expected.outcome {
            ExpectedOutcome::Returned(value) => value.iter().copied().collect(),
            ExpectedOutcome::Threw(_, exception) => vec![*exception],
        };
        let mut found = BTreeSet::new();
        while let Some(value) = open.pop() {
            let ConcreteValue::Object(number) = value else { continue };
            if !found.insert(number) {
                continue;
            }
            match expected.objects.get(number) {
                Some(ExpectedObject::Instance(_, fields)) => open.extend(fields.iter().map(|(_, value)| *value)),
                Some(ExpectedObject::Array(_, elements)) => open.extend(elements),
                _ => {}
            }
        }
        found
    }

    /// What the call may have changed of an object, as far as it can be seen.
    fn changes(&self, root: &Root<'_>, known: &BTreeSet<usize>, effects: &Effects) -> Vec<Sight> {
        let mut others = known.clone();
        others.remove(&root.expected);
        let observer = self.observer(&others);
        let whole =
            |value| vec![Sight { suffix: String::new(), kind: root.kind, value, name: String::new(), field: None }];
        // Only constructors assign final fields, and the object was made before the call.
        let is_assigned =
            |field: FieldId| effects.fields.contains(&field) && !self.site.program.field(field).flags.is_final();
        match observer.form(root.expected) {
            Form::Value | Form::Opaque => Vec::new(),
            Form::Builder => {
                let before = match self.case.objects.get(root.object) {
                    Some(ConcreteObject::Builder(_, text)) => Some(text),
                    _ => None,
                };
                let after = match self.case.expected.objects.get(root.expected) {
                    Some(ExpectedObject::Builder(_, text)) => Some(text),
                    _ => None,
                };
                if before == after { Vec::new() } else { whole(ConcreteValue::Object(root.expected)) }
            }
            Form::Array if !effects.arrays => {
                observer.sights(root.expected, None, &|field| field.is_some_and(is_assigned))
            }
            Form::Array if observer.is_plain_array(root.expected, 0) => whole(ConcreteValue::Object(root.expected)),
            Form::Array | Form::Instance(_) => observer.sights(root.expected, root.class, &|field| match field {
                Some(field) => is_assigned(field),
                None => effects.arrays,
            }),
        }
    }

    /// Arranges the input and writes the call.
    fn act(&mut self, method: MethodId, has_receiver: bool, is_constructor: bool) -> Result<String, String> {
        let program = self.site.program;
        let info = program.method(method);
        let case = self.case;
        if is_constructor && case.instance_class.is_some() {
            return self.anonymous(method);
        }
        if !has_receiver {
            return self.call(&case.method, None, &case.arguments, 0);
        }
        let (receiver, arguments) = case.arguments.split_first().ok_or("a call without a receiver")?;
        let ConcreteValue::Object(number) = receiver else { return Err("a receiver that is null".into()) };
        let is_collection = matches!(case.objects.get(*number), Some(ConcreteObject::Made(calls)) if is_copied(calls));
        let simple = super::names::source_parts(program, program.class_name(info.class));
        let wanted = super::words::uncapitalised(simple.last().map_or("object", String::as_str));
        let target = super::arrange::Target {
            name: Some(&wanted).filter(|_| !is_collection).map(String::as_str),
            ..super::arrange::Target::of(FieldKind::Reference(ReferenceType::class(info.class)))
        };
        let text = self.value(*receiver, target)?;
        let text = if text.starts_with('(') { format!("({text})") } else { text };
        self.call(&case.method, Some(&text), arguments, 0)
    }

    /// A constructor of an abstract class, called by an anonymous subclass that adds nothing.
    fn anonymous(&mut self, method: MethodId) -> Result<String, String> {
        let program = self.site.program;
        let info = program.method(method);
        if !program.class(info.class).flags.is_abstract() {
            return Err("a constructor that runs for an object of a subclass".into());
        }
        if has_abstract_methods(program, info.class) || encloses_instances(program, info.class) {
            return Err("a constructor of an abstract class whose methods a test would have to write".into());
        }
        let case = self.case;
        let made = self.call(&case.method, None, &case.arguments, 0)?;
        // An anonymous class takes no diamond before Java 9.
        Ok(format!("{} {{}}", made.replace("<>", "")))
    }

    /// The variables of receiver and arguments, by the numbers that their objects have in the result.
    fn known(&self, roots: &[Root<'_>]) -> Known {
        let mut known = Known::new();
        for root in roots {
            if let Some(Some(name)) = self.names.get(root.object) {
                known.insert(root.expected, name.clone());
            }
        }
        known
    }

    fn assert_outcome(
        &mut self,
        (method, queries): (MethodId, &[Query]),
        call: String,
        is_constructor: bool,
        known: &Known,
    ) -> Result<(), String> {
        let program = self.site.program;
        let info = program.method(method);
        match &self.case.expected.outcome {
            ExpectedOutcome::Threw(class, exception) => self.assert_throws(&call, class, *exception, known),
            ExpectedOutcome::Returned(None) if is_constructor => {
                self.assert_constructed((method, queries), call, known)
            }
            ExpectedOutcome::Returned(None) => {
                self.statements.push(format!("{call};"));
                Ok(())
            }
            ExpectedOutcome::Returned(Some(value)) => {
                let kind = info.result.ok_or("a value of a method that returns none")?;
                self.place = Some(Place::Result);
                self.assert_value(&call, kind, *value, known)
            }
        }
    }

    fn assert_throws(
        &mut self,
        call: &str,
        class: &str,
        exception: ConcreteValue,
        known: &Known,
    ) -> Result<(), String> {
        let program = self.site.program;
        let thrown = program.class_by_name(class).ok_or_else(|| closed(class))?;
        let nameable = program.superclasses(thrown).find(|class| self.site.types.is_nameable(*class));
        let named = nameable.ok_or_else(|| closed(class))?;
        let name = self.site.types.class(named).ok_or_else(|| closed(class))?;
        let numbers: BTreeSet<usize> = known.keys().copied().collect();
        let sights = match exception {
            ConcreteValue::Object(number) => self.observer(&numbers).sights(number, Some(named), &|_| true),
            _ => Vec::new(),
        };
        self.site.assertions.insert("assertThrows");
        self.assertion_count += 1;
        let assertion = format!("assertThrows({name}.class, () -> {call});");
        let message = match self.shown.and_then(|shown| shown.values.get(&Place::Message)) {
            Some(Seen::Text(message)) => Some(self.expected_text(&super::literal::text(message), MESSAGE)),
            _ => None,
        };
        let at = self.statements.len();
        if sights.is_empty() && message.is_none() {
            self.statements.push(assertion);
            self.catches = Some((at, None));
            return Ok(());
        }
        let variable = self.variables.fresh("thrown");
        self.statements.push(format!("{name} {variable} = {assertion}"));
        self.catches = Some((at, Some(variable.clone())));
        if let Some(message) = message {
            self.asserted("assertEquals", &[&message, &format!("{variable}.getMessage()")]);
        }
        self.assert_sights(&variable, &sights, known)
    }

    fn assert_constructed(
        &mut self,
        (method, queries): (MethodId, &[Query]),
        call: String,
        known: &Known,
    ) -> Result<(), String> {
        let program = self.site.program;
        let class = program.method(method).class;
        let numbers: BTreeSet<usize> = known.keys().copied().collect();
        let sights = match self.case.expected.receiver {
            Some(ConcreteValue::Object(number)) => self.observer(&numbers).sights(number, Some(class), &|_| true),
            _ => Vec::new(),
        };
        let asked = match self.site.observes {
            true => queries.iter().collect(),
            false => self.known_answers(queries, CONSTRUCTED),
        };
        let names = program.parameter_names(method, "");
        // What is called like a parameter is what the caller sets.
        let (passed, others): (Vec<&Sight>, Vec<&Sight>) = sights.iter().partition(|sight| names.contains(&sight.name));
        let said = |sight: &&Sight| set([*sight]).or_else(|| self.shown_of(sight));
        self.told = passed.iter().chain(&others).find_map(said);
        self.told = self.told.take().or_else(|| asked.iter().find_map(|query| self.answered(query)));
        let place = |sight: &Sight| Some(Place::Part(CONSTRUCTED, sight.suffix.clone()));
        match sights.as_slice() {
            [] if asked.is_empty() || self.case.instance_class.is_some() => self.statements.push(format!("{call};")),
            [] => self.ask((class, call), &asked)?,
            [one] if self.case.instance_class.is_none() => {
                self.place = place(one);
                self.assert_value(&format!("{call}{}", one.suffix), one.kind, one.value, known)?;
            }
            _ => {
                let variable = self.constructed(class, &call)?;
                for sight in &sights {
                    self.place = place(sight);
                    let expression = format!("{variable}{}", sight.suffix);
                    self.assert_value(&expression, sight.kind, sight.value, known)?;
                }
            }
        }
        self.place = None;
        Ok(())
    }

    /// What a JVM has shown of a part of a new object, in words.
    fn shown_of(&self, sight: &Sight) -> Option<String> {
        let seen = self.shown?.values.get(&Place::Part(CONSTRUCTED, sight.suffix.clone()))?;
        sets(&sight.name, super::outcome::seen_words(seen)?)
    }

    /// What a new object answers to a question, in words.
    fn answered(&self, query: &Query) -> Option<String> {
        let seen = self.shown?.values.get(&Place::Part(CONSTRUCTED, query.suffix.clone()))?;
        Some(format!("gives{}{}", query.about, super::outcome::seen_words(seen)?))
    }

    /// A variable for a new object.
    fn constructed(&mut self, class: ClassId, call: &str) -> Result<String, String> {
        let program = self.site.program;
        let typed = self.typed(class, None)?;
        let parts = super::names::source_parts(program, program.class_name(class));
        let wanted = super::words::uncapitalised(parts.last().map_or("made", String::as_str));
        let variable = self.variables.fresh(&wanted);
        self.statements.push(format!("{typed} {variable} = {call};"));
        Ok(variable)
    }

    /// Asks a new object of which nothing else can be seen.
    fn ask(&mut self, (class, call): (ClassId, String), asked: &[&Query]) -> Result<(), String> {
        if let ([one], false) = (asked, self.site.observes) {
            return self.assert_answer(one, &format!("{call}{}", one.suffix), CONSTRUCTED);
        }
        let variable = self.constructed(class, &call)?;
        for query in asked {
            let expression = format!("{variable}{}", query.suffix);
            self.assert_answer(query, &expression, CONSTRUCTED)?;
            self.answers.push((Place::Part(CONSTRUCTED, query.suffix.clone()), expression));
        }
        Ok(())
    }

    fn assert_changes(
        &mut self,
        root: &Root<'_>,
        position: usize,
        known: &Known,
        observing: &mut Observing,
    ) -> Result<(), String> {
        let Some(name) = known.get(&root.expected).cloned() else { return Ok(()) };
        let mut others = known.clone();
        others.remove(&root.expected);
        for sight in &root.sights {
            let place = Place::Part(position, sight.suffix.clone());
            let expression = format!("{name}{}", sight.suffix);
            self.place = Some(place.clone());
            self.assert_value(&expression, sight.kind, sight.value, &others)?;
            self.place = None;
            observing.parts.push((place, expression));
        }
        self.assert_answers(&root.asked, (&name, position), observing)
    }

    fn assert_answers(
        &mut self,
        asked: &[&Query],
        (name, position): (&str, usize),
        observing: &mut Observing,
    ) -> Result<(), String> {
        for query in asked {
            let expression = format!("{name}{}", query.suffix);
            self.assert_answer(query, &expression, position)?;
            observing.parts.push((Place::Part(position, query.suffix.clone()), expression));
        }
        Ok(())
    }

    /// Static fields that the call may have changed.
    fn assert_statics(&mut self, effects: &Effects, known: &Known) -> Result<(), String> {
        let program = self.site.program;
        let case = self.case;
        for (name, value) in case.watched.iter().zip(&case.expected.statics) {
            let Some(field) = declared_field(program, name).filter(|field| effects.statics.contains(field)) else {
                continue;
            };
            let info = program.field(field);
            if is_open(program, info.flags, info.class, &self.site.package)
                && let Some(class) = self.site.types.class(info.class)
                && let Ok(member) = identifier::field(program, field)
            {
                self.assert_value(&format!("{class}.{member}"), info.kind, *value, known)?;
            }
        }
        Ok(())
    }
}

/// The test that observes, in place of one that asserts.
#[derive(Default)]
struct Observing {
    /// What is seen of receiver and arguments, with its expression.
    parts: Vec<(Place, String)>,
    places: Vec<Place>,
}

impl Observing {
    /// Writes it from a test whose call is among the statements from one to another: before it and after it, it tells of each part what
    /// it is; and of the result and the message, of which the test says nothing.
    fn around(&mut self, draft: &Draft<'_, '_>, acts: usize, changes: usize) -> Vec<String> {
        const HARNESS: &str = "casewise.replay.Observations";
        let mut tell = |what: &str, place: &Place, value: &str| {
            let number = self.places.iter().position(|known| known == place).unwrap_or_else(|| {
                self.places.push(place.clone());
                self.places.len() - 1
            });
            format!("{HARNESS}.{what}({number}, {value});")
        };
        let mut statements: Vec<String> = draft.statements.get(..acts).unwrap_or_default().to_vec();
        for (place, expression) in &self.parts {
            statements.push(tell("before", place, &format!("() -> {expression}")));
        }
        for (at, statement) in draft.statements.iter().enumerate().take(changes).skip(acts) {
            if let Some((_, place, expression)) = draft.opaque.iter().find(|(opaque, _, _)| *opaque == at) {
                statements.push(tell("value", place, expression));
                continue;
            }
            match &draft.catches {
                Some((caught, None)) if *caught == at => {
                    statements.push(tell("thrown", &Place::Message, statement.trim_end_matches(';')));
                }
                Some((caught, Some(variable))) if *caught == at => {
                    statements.push(statement.clone());
                    statements.push(tell("thrown", &Place::Message, variable));
                }
                _ => statements.push(statement.clone()),
            }
        }
        for (place, expression) in self.parts.iter().chain(&draft.answers) {
            statements.push(tell("after", place, &format!("() -> {expression}")));
        }
        statements
    }
}

/// What a constructor sets of what is seen, in words; none where that is no number or truth value.
fn set<'s>(sights: impl IntoIterator<Item = &'s Sight>) -> Option<String> {
    let said = |sight: &Sight| sets(&sight.name, super::outcome::number_value(sight.value, sight.kind)?);
    sights.into_iter().find_map(said)
}

/// What a call sets to a value in words; none where the name is none in source, or too long.
fn sets(name: &str, value: String) -> Option<String> {
    let is_named = identifier::is_word(name) && name.len() <= LONGEST_NAME;
    is_named.then(|| format!("sets{}To{value}", super::words::capitalised(name)))
}

/// What comes of a call where the case alone does not say it: what a method that returns nothing does to its receiver, or what a JVM has
/// shown of a result.
fn told(
    program: &Program,
    method: MethodId,
    test: &TestCase,
    (roots, effect, has_sinks): (&[Root<'_>], Option<String>, bool),
) -> Option<String> {
    let case = &test.case;
    if let (Some(shown), ExpectedOutcome::Returned(Some(_))) = (&test.shown, &case.expected.outcome) {
        return Some(format!("returns{}", super::outcome::seen_words(shown.values.get(&Place::Result)?)?));
    }
    if case.expected.outcome != ExpectedOutcome::Returned(None) || &*program.method(method).name == "<init>" {
        return None;
    }
    effect
        .or_else(|| unchanged_argument(program, method, test, roots))
        .or_else(|| roots.iter().find_map(|root| root.asked.first()).map(|it| format!("leaves{}Unchanged", it.about)))
        .or_else(|| has_sinks.then(|| "writesNothing".into()))
}

/// What a call is seen to do to its receiver and its arguments, in words.
fn effect(
    program: &Program,
    method: MethodId,
    test: &TestCase,
    (roots, written): (&[Root<'_>], Option<String>),
) -> Option<String> {
    let is_changed = |position: usize, suffix: &String| {
        test.shown.as_ref().is_none_or(|it| it.changed.contains(&Place::Part(position, suffix.clone())))
    };
    let sights = roots.iter().enumerate().flat_map(|(position, root)| root.sights.iter().map(move |it| (position, it)));
    let said = sights
        .into_iter()
        .filter(|(position, sight)| is_changed(*position, &sight.suffix))
        .find_map(|(_, sight)| set(std::slice::from_ref(sight)));
    let asked = roots.iter().enumerate().flat_map(|(position, root)| root.asked.iter().map(move |it| (position, it)));
    let mut changed = asked.filter(|(position, query)| is_changed(*position, &query.suffix));
    said.or(written)
        .or_else(|| changed.next().map(|(_, query)| format!("changes{}", query.about)))
        .or_else(|| changed_argument(program, method, test, roots))
}

/// The first argument of which a JVM has shown that the call changes it, in words.
fn changed_argument(program: &Program, method: MethodId, test: &TestCase, roots: &[Root<'_>]) -> Option<String> {
    let shown = test.shown.as_ref()?;
    let has_changed =
        |position: usize| shown.changed.iter().any(|place| matches!(place, Place::Part(of, _) if *of == position));
    let changed = roots.iter().enumerate().filter(|(position, _)| has_changed(*position)).map(|(_, root)| root);
    Some(format!("changes{}", argument_among(program, method, test, changed)?))
}

/// The first argument of which the test says what it is, where a JVM has shown that nothing is changed, in words.
fn unchanged_argument(program: &Program, method: MethodId, test: &TestCase, roots: &[Root<'_>]) -> Option<String> {
    test.shown.as_ref().filter(|shown| shown.changed.is_empty())?;
    let told = roots.iter().filter(|root| !root.sights.is_empty());
    Some(format!("leaves{}Unchanged", argument_among(program, method, test, told)?))
}

/// The first of some objects that is an argument, by the name of its parameter.
fn argument_among<'r, 'q: 'r>(
    program: &Program,
    method: MethodId,
    test: &TestCase,
    mut roots: impl Iterator<Item = &'r Root<'q>>,
) -> Option<String> {
    let names = program.parameter_names(method, "argument");
    roots.find_map(|root| {
        let is_root = |argument: &ConcreteValue| *argument == ConcreteValue::Object(root.object);
        let name = names.get(test.case.arguments.iter().position(is_root)?).filter(|name| *name != "this")?;
        Some(super::words::capitalised(&identifier::spoken(name)))
    })
}

/// Whether a class leaves methods to its subclasses.
fn has_abstract_methods(program: &Program, class: ClassId) -> bool {
    let has_body = |name: &str, descriptor: &str| {
        program.superclasses(class).any(|parent| {
            program.class(parent).methods.iter().any(|method| {
                let info = program.method(*method);
                &*info.name == name && &*info.descriptor == descriptor && !info.flags.is_abstract()
            })
        })
    };
    program.supertypes(class).iter().any(|parent| {
        program.class(*parent).methods.iter().any(|method| {
            let info = program.method(*method);
            info.flags.is_abstract() && !has_body(&info.name, &info.descriptor)
        })
    })
}
