//! The source of a test class around its tests: package, imports, comment, what restores static fields, helpers.

use super::draft::{Checked, Helper, Site};
use super::identifier::{self, spoken};
use super::names::TypeNames;
use super::outcome::{outcome_words, value_words};
use super::page::Page;
use super::query::queries;
use super::seen::{Place, Seen};
use super::shape::{EffectsOf, is_open};
use super::table::{Candidate, Table, tables};
use super::test_method::{Body, body};
use super::test_name::test_name;
use super::title::{Title, identifiers, words_of};
use super::varying::plain;
use super::words::{capitalised, in_package};
use super::{Idle, JUnit, TestCase, TestClass, Written, WrittenTest, literal};
use crate::input::{ConcreteCase, ConcreteObject, ExpectedOutcome};
use crate::program::{FieldId, MethodId, Program, package_of};
use crate::summary::MethodName;
use std::collections::BTreeSet;

/// Purposes longer than this are not written.
const LONGEST_PURPOSE: usize = 100;
/// Findings are cut here: a constant has its limits.
const LONGEST_FINDING: usize = 1_000;
/// Where the types of parameters are longer, their number tells a method from its overloads.
const LONGEST_TYPES: usize = 24;

/// A test with all but its name.
struct Ready<'a> {
    case: usize,
    test: &'a TestCase,
    finding: Option<&'a str>,
    body: Body,
}

/// Writes the tests of a class.
pub(super) fn write(program: &Program, effects: &mut EffectsOf<'_>, class: &TestClass, observes: bool) -> Written {
    let package = match &class.package {
        Some(package) => package.replace('.', "/"),
        None => package_of(&class.under_test).to_owned(),
    };
    let simple = test_name(program, &package, &class.under_test, class.package.is_none());
    let refused = identifier::check_package(program, &package).err();
    let file = program.class_by_name(&class.under_test).and_then(|id| program.class(id).file());
    let mut site = Site {
        program,
        types: TypeNames::new(program, &package, &simple),
        hidden: identifier::hidden(program, &package),
        package,
        junit: class.junit,
        observes,
        is_parameterized: class.is_parameterized && class.junit == JUnit::Five && !observes,
        imports: BTreeSet::new(),
        version: file.map_or(52, |file| file.version.0),
        helpers: BTreeSet::new(),
        assertions: BTreeSet::new(),
    };
    let mut ready = Vec::new();
    let mut titles = Vec::new();
    let mut unwritable = Vec::new();
    let passing = class.tests.iter().map(|test| (test, None));
    let failing = class.failing.iter().map(|failing| (&failing.test, Some(failing.finding.as_str())));
    for (position, (test, finding)) in passing.chain(failing).enumerate() {
        let name = &test.case.method;
        let written = match name.find(program) {
            _ if refused.is_some() => Err(refused.clone().unwrap_or_default()),
            None => Err(format!("{} is not there", name.name)),
            Some(method) => attempt(&mut site, effects, method, test, finding.is_some()),
        };
        match written {
            Ok((body, title)) => {
                ready.push(Ready { case: position, test, finding, body });
                titles.push(title);
            }
            Err(reason) => unwritable.push((position, reason)),
        }
    }
    let tables = tables(&site, &candidates(&ready, &titles));
    let shared = |table: &Table| Title::of_all(&table.members.iter().map(|at| &titles[*at]).collect::<Vec<_>>());
    let names = identifiers(&tables.iter().map(shared).collect::<Vec<_>>(), &titles);
    let restored: BTreeSet<FieldId> = ready.iter().flat_map(|ready| ready.body.changed.iter().copied()).collect();
    let mut page = Page::default();
    let mut restoring = Page::default();
    restore(&mut site, &restored, &mut restoring);
    let mut tests = Vec::new();
    let mut body = Page::default();
    write_tests(&mut site, (&ready, &tables, &names), &mut body, &mut tests);
    let is_used = |name: &&str| body.lines.iter().any(|line| line.contains(&format!("{name}(")));
    site.assertions.retain(is_used);
    head(&mut site, class, &simple, !restoring.lines.is_empty(), &mut page);
    let before = page.lines.len() + restoring.lines.len();
    for test in &mut tests {
        test.line += before;
        test.lines = (test.lines.0 + before, test.lines.1 + before);
    }
    page.lines.extend(restoring.lines);
    page.lines.extend(body.lines);
    helpers(&site.helpers, &mut page);
    page.line(0, "}");
    let dotted = in_package(&site.package, &simple).replace('/', ".");
    Written { name: dotted, source: page.lines.join("\n") + "\n", tests, unwritable }
}

/// A test's body and what names it. What a test that cannot be written would have needed is forgotten.
fn attempt(
    site: &mut Site<'_>,
    effects: &mut EffectsOf<'_>,
    method: MethodId,
    test: &TestCase,
    fails: bool,
) -> Result<(Body, Title), String> {
    if let (true, ExpectedOutcome::Threw(class, _)) = (fails, &test.case.expected.outcome)
        && !identifier::is_one_word(class)
    {
        return Err(super::arrange::closed(class));
    }
    let before = (site.types.clone(), site.helpers.clone(), site.assertions.clone());
    let is_void = site.program.method(method).result.is_none();
    let queries = if is_void && !fails { queries(site.program, effects, method, &site.package) } else { Vec::new() };
    // A test that did not pass without such calls is written with them.
    let is_short = site.observes || test.shown.is_some();
    let idle = if is_short { idle(site.program, effects, &test.case) } else { Vec::new() };
    let effects = effects.of(method);
    match body(site, (method, &queries, idle), &effects, test, fails) {
        Ok(body) => {
            if let Some(name) = hidden_name(site, &body) {
                (site.types, site.helpers, site.assertions) = before;
                return Err(format!("a class of the package is named {name}, which the test needs for the JDK's"));
            }
            let title = title(site.program, method, test, &body, fails);
            Ok((body, title))
        }
        Err(reason) => {
            (site.types, site.helpers, site.assertions) = before;
            Err(reason)
        }
    }
}

/// The methods that a case calls on its objects and that most likely change none. A test that fails without them is written with them.
fn idle<'c>(program: &Program, effects: &mut EffectsOf<'_>, case: &'c ConcreteCase) -> Vec<&'c MethodName> {
    let made = case.objects.iter().filter_map(|object| match object {
        ConcreteObject::Made(calls) => Some(calls.iter().skip(1).map(|call| &call.method)),
        _ => None,
    });
    let mut is_idle = |called: &&MethodName| {
        let method = called.find(program);
        let user = method.filter(|method| program.is_user_method(*method));
        user.is_some_and(|method| effects.of(method).is_idle(program, program.method(method).class))
    };
    made.flatten().filter(|called| is_idle(called)).collect()
}

/// A name that a test uses without more and that a class of its package hides.
fn hidden_name(site: &Site<'_>, body: &Body) -> Option<&'static str> {
    let mut around = String::new();
    if body.is_reflective || !body.changed.is_empty() {
        around.push_str("Object Class AssertionError ReflectiveOperationException");
    }
    match body.throws {
        None => {}
        Some(Checked::Exception) => around.push_str(" Exception"),
        Some(Checked::Throwable) => around.push_str(" Throwable"),
    }
    let statements: Vec<String> = body.statements.iter().map(|statement| plain(statement)).collect();
    let texts = || statements.iter().chain([&around]);
    let mut hidden = site.hidden.iter().copied();
    hidden.find(|name| texts().any(|text| identifier::has_simple_name(text, name)))
}

fn title(program: &Program, method: MethodId, test: &TestCase, body: &Body, fails: bool) -> Title {
    let parameters: Vec<String> = program.parameter_names(method, "argument").iter().map(|name| spoken(name)).collect();
    let outcome = match (&body.told, fails) {
        (_, true) => "doesNotThrow".to_owned(),
        (Some(told), false) => told.clone(),
        (None, false) => outcome_words(program, method, &test.case, &parameters),
    };
    Title {
        method: method_label(program, method),
        outcome,
        message: match test.shown.as_ref().and_then(|shown| shown.values.get(&Place::Message)) {
            Some(Seen::Text(message)) if !fails => Some(message.clone()),
            _ => None,
        },
        parameters: program.parameter_names(method, "argument"),
        is_of_several: false,
        is_known: test.idle.is_some(),
        conditions: deciding_conditions(program, method, test),
        values: value_words(program, method, &test.case, (&parameters, &test.idle.clone().unwrap_or_default())),
        all_values: value_words(program, method, &test.case, (&parameters, &BTreeSet::new())),
    }
}

/// The conditions of a test, but for those that speak only of arguments that could be something else.
fn deciding_conditions(program: &Program, method: MethodId, test: &TestCase) -> Vec<String> {
    let names = program.parameter_names(method, "argument");
    let first = usize::from(program.method(method).has_receiver());
    let Some(idle) = &test.idle else { return test.conditions.clone() };
    let is_idle = |word: &str| {
        let at = names.iter().position(|name| name == word)?;
        Some(at.checked_sub(first).is_some_and(|at| idle.contains(&Idle::Argument(at))))
    };
    let is_deciding = |condition: &&String| {
        let mut spoken_of = words_of(condition).into_iter().filter_map(|word| is_idle(&word)).peekable();
        spoken_of.peek().is_none() || !spoken_of.all(|is_idle| is_idle)
    };
    test.conditions.iter().filter(is_deciding).cloned().collect()
}

/// A method's name, with its parameter types where others have the same name.
fn method_label(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    let name = match &*info.name {
        "<init>" => "constructor".to_owned(),
        name if name.is_ascii() => spoken(name).replace('$', "_"),
        _ => "method".to_owned(),
    };
    let methods = program
        .class(info.class)
        .methods
        .iter()
        .map(|other| program.method(*other))
        .filter(|other| other.name == info.name && !other.flags.is_synthetic() && !other.flags.is_private());
    let counts: Vec<usize> = methods.map(|other| other.parameters.len()).collect();
    if counts.len() < 2 {
        return name;
    }
    let types: Vec<String> = info
        .parameters
        .iter()
        .map(|kind| {
            let named = match kind {
                crate::program::FieldKind::Primitive(primitive) => {
                    crate::classfile::primitive_name(*primitive).to_owned()
                }
                crate::program::FieldKind::Reference(reference) => {
                    crate::classfile::simple_name(&program.type_name(*reference))
                }
                crate::program::FieldKind::Text => "text".to_owned(),
            };
            let arrays = named.matches("[]").count();
            let plain = named.replace("[]", "");
            let last = plain.rsplit('$').next().unwrap_or(&plain).to_owned();
            format!("{}{}", capitalised(&spoken(&last)), "Array".repeat(arrays))
        })
        .collect();
    let count = types.len();
    let types = types.join("And");
    let is_told_by_count = counts.iter().filter(|other| **other == count).count() == 1;
    match count {
        0 => format!("{name}OfNothing"),
        2.. if types.len() > LONGEST_TYPES && is_told_by_count => format!("{name}Of{count}Arguments"),
        1..=3 => format!("{name}Of{types}"),
        _ => format!("{name}Of{count}Arguments"),
    }
}

/// What keeps static fields as they were before a test.
fn restore(site: &mut Site<'_>, fields: &BTreeSet<FieldId>, page: &mut Page) {
    let program = site.program;
    let (mut saved, mut back) = (Vec::new(), Vec::new());
    let mut variables = super::names::Variables::default();
    for field in fields {
        let info = program.field(*field);
        let Some(class) = site.types.class(info.class) else { continue };
        let name = variables.fresh(&format!("saved{}", capitalised(&spoken(&info.name))));
        let kind = site.types.kind(info.kind);
        let is_plain = is_open(program, info.flags, info.class, &site.package);
        match (kind.filter(|_| is_plain), identifier::field(program, *field)) {
            (Some(kind), Ok(member)) => {
                saved.push(format!("private final {kind} {name} = {class}.{member};"));
                back.push(format!("{class}.{member} = {name};"));
            }
            _ => {
                let member = literal::text(&info.name);
                site.helpers.extend([Helper::Read, Helper::Write]);
                saved.push(format!("private final Object {name} = read({class}.class, null, {member});"));
                back.push(format!("write({class}.class, null, {member}, {name});"));
            }
        }
    }
    if saved.is_empty() {
        return;
    }
    page.line(0, "");
    saved.iter().for_each(|line| page.line(1, line));
    page.line(0, "");
    let (annotation, visibility) = match site.junit {
        JUnit::Five => ("@AfterEach", ""),
        JUnit::Four => ("@After", "public "),
    };
    page.line(1, annotation);
    page.line(1, &format!("{visibility}void restoreStaticFields() {{"));
    back.iter().for_each(|line| page.line(2, line));
    page.line(1, "}");
}

/// The tests as what could become rows of one: those that do the same but for values.
fn candidates<'r>(ready: &'r [Ready<'_>], titles: &'r [Title]) -> Vec<Candidate<'r>> {
    let candidate = |(ready, title): (&'r Ready<'_>, &'r Title)| {
        let MethodName { class, name, descriptor } = &ready.test.case.method;
        let Body { throws, is_reflective, assertions, .. } = &ready.body;
        Candidate {
            key: format!("{class}.{name}{descriptor} {throws:?} {is_reflective} {assertions}"),
            outcome: &title.outcome,
            statements: &ready.body.statements,
            variables: &ready.body.variables,
            is_apart: ready.test.is_apart || ready.finding.is_some(),
        }
    };
    ready.iter().zip(titles).map(candidate).collect()
}

fn write_tests(
    site: &mut Site<'_>,
    (ready, tables, names): (&[Ready<'_>], &[Table], &[String]),
    page: &mut Page,
    tests: &mut Vec<WrittenTest>,
) {
    let five = site.junit == JUnit::Five;
    let mut is_inside = false;
    for (table, name) in tables.iter().zip(names) {
        let members: Vec<&Ready<'_>> = table.members.iter().filter_map(|at| ready.get(*at)).collect();
        let Some(ready) = members.first() else { continue };
        if ready.finding.is_some() && !is_inside {
            is_inside = true;
            page.line(0, "");
            if five {
                page.line(1, "/** Inputs on which the code fails today. */");
                page.line(1, "@Nested");
                page.line(1, &format!("class {} {{", super::FAILING));
            } else {
                page.line(1, "// Inputs on which the code fails today.");
            }
        }
        let depth = if ready.finding.is_some() && five { 2 } else { 1 };
        tests.push(write_test(site, (&members, table), name, depth, page));
    }
    if is_inside && five {
        page.line(1, "}");
    }
}

fn write_test(
    site: &mut Site<'_>,
    (members, table): (&[&Ready<'_>], &Table),
    name: &str,
    depth: usize,
    page: &mut Page,
) -> WrittenTest {
    let five = site.junit == JUnit::Five;
    let ready = members[0];
    page.line(0, "");
    let first = page.lines.len() + 1;
    if table.is_parameterized() {
        // Of conditions that are true in one row and false in another.
        if table.statements.iter().any(|statement| statement.starts_with("assertEquals(")) {
            site.assertions.insert("assertEquals");
        }
        site.imports.extend(table.annotate(depth, page));
    } else {
        site.imports.insert(if five { "org.junit.jupiter.api.Test" } else { "org.junit.Test" });
        page.line(depth, "@Test");
    }
    if let Some(finding) = ready.finding {
        let annotation = if five { "Disabled" } else { "Ignore" };
        let short: String = finding.chars().take(LONGEST_FINDING).collect();
        page.line(depth, &format!("@{annotation}({})", literal::text(&short)));
    }
    let visibility = if five { "" } else { "public " };
    let throws = match ready.body.throws {
        None => "",
        Some(Checked::Exception) => " throws Exception",
        Some(Checked::Throwable) => " throws Throwable",
    };
    let parameters: Vec<String> = table.parameters.iter().map(|(kind, name)| format!("{kind} {name}")).collect();
    let line = page.lines.len() + 1;
    page.statement(depth, &format!("{visibility}void {name}({}){throws} {{", parameters.join(", ")));
    let is_of_all = members.iter().all(|member| member.test.purpose == ready.test.purpose);
    let purpose = literal::comment(&ready.test.purpose.join("; "));
    if is_of_all && !purpose.is_empty() && purpose.len() <= LONGEST_PURPOSE && purpose.is_ascii() {
        page.line(depth + 1, &format!("// {purpose}"));
    }
    if ready.body.is_reflective {
        page.line(depth + 1, "// By reflection: no accessible code is known that reaches this state.");
    }
    for statement in &table.statements {
        page.statement(depth + 1, statement);
    }
    if ready.body.assertions == 0 && ready.finding.is_none() {
        page.line(depth + 1, "// Does not throw; nothing else can be seen.");
    }
    page.line(depth, "}");
    site.imports.extend(table.provide(name, depth, page));
    let fails_with = match (&ready.test.case.expected.outcome, ready.finding) {
        (ExpectedOutcome::Threw(class, _), Some(_)) => Some(class.replace('/', ".")),
        _ => None,
    };
    WrittenTest {
        name: name.to_owned(),
        cases: members.iter().map(|member| member.case).collect(),
        is_reflective: ready.body.is_reflective,
        nested_in: (five && ready.finding.is_some()).then(|| super::FAILING.to_owned()),
        assertions: ready.body.assertions,
        shows_no_effect: members.iter().all(|member| member.body.shows_no_effect),
        places: ready.body.places.clone(),
        line,
        lines: (first, page.lines.len()),
        fails_with,
    }
}

/// Package, imports, the comment and the line that opens the class.
fn head(site: &mut Site<'_>, class: &TestClass, simple: &str, restores: bool, page: &mut Page) {
    if !site.package.is_empty() {
        let package = identifier::package(&site.package).unwrap_or_default();
        page.line(0, &format!("package {package};"));
        page.line(0, "");
    }
    let five = class.junit == JUnit::Five;
    let asserted = if five { "org.junit.jupiter.api.Assertions" } else { "org.junit.Assert" };
    for assertion in &site.assertions {
        page.line(0, &format!("import static {asserted}.{assertion};"));
    }
    if !site.assertions.is_empty() {
        page.line(0, "");
    }
    let mut imports = site.types.imports();
    let fails = !class.failing.is_empty();
    let own: &[(&str, bool)] = if five {
        &[
            ("org.junit.jupiter.api.AfterEach", restores),
            ("org.junit.jupiter.api.Disabled", fails),
            ("org.junit.jupiter.api.Nested", fails),
        ]
    } else {
        &[("org.junit.After", restores), ("org.junit.Ignore", fails)]
    };
    imports.extend(own.iter().filter(|(_, is_used)| *is_used).map(|(name, _)| (*name).to_owned()));
    imports.extend(site.imports.iter().map(|name| (*name).to_owned()));
    if !site.helpers.is_empty() {
        imports.push("java.lang.reflect.Field".into());
    }
    imports.sort();
    imports.iter().for_each(|import| page.line(0, &format!("import {import};")));
    page.line(0, "");
    if let [line] = class.header.as_slice() {
        page.line(0, &format!("/** {} */", literal::comment(line)));
    } else if !class.header.is_empty() {
        page.line(0, "/**");
        for line in &class.header {
            page.line(0, format!(" * {}", literal::comment(line)).trim_end());
        }
        page.line(0, " */");
    }
    let visibility = if five { "" } else { "public " };
    page.line(0, &format!("{visibility}class {simple} {{"));
}

fn helpers(helpers: &BTreeSet<Helper>, page: &mut Page) {
    for helper in helpers {
        let (comment, declaration, act) = match helper {
            Helper::Read => (
                "Reads a field that access rules close.",
                "Object read(Class<?> owner, Object object, String name)",
                "return field.get(object);",
            ),
            Helper::Write => (
                "Writes a field that access rules close.",
                "void write(Class<?> owner, Object object, String name, Object value)",
                "field.set(object, value);",
            ),
        };
        page.line(0, "");
        page.line(1, &format!("/** {comment} */"));
        page.line(1, &format!("private static {declaration} {{"));
        page.line(2, "try {");
        page.line(3, "Field field = owner.getDeclaredField(name);");
        page.line(3, "field.setAccessible(true);");
        page.line(3, act);
        page.line(2, "} catch (ReflectiveOperationException closed) {");
        page.line(3, "throw new AssertionError(closed);");
        page.line(2, "}");
        page.line(1, "}");
    }
}
