//! Assertions: that an expression is what the case expects.

use super::JUnit;
use super::arrange::{boxed_type, closed, varying_number};
use super::draft::Draft;
use super::identifier;
use super::literal;
use super::observe::{Form, Observer, Sight};
use super::seen::{Place, Seen};
use super::shape::enum_constants;
use super::varying::{EXPECTED, Varying, plain};
use crate::classfile::PrimitiveType;
use crate::input::{ConcreteValue, ExpectedObject};
use crate::program::{FieldId, FieldKind};
use std::collections::{BTreeMap, BTreeSet};

/// The expressions of expected objects that the test has a variable for.
pub(super) type Known = BTreeMap<usize, String>;

impl Draft<'_, '_> {
    pub(super) fn observer<'b>(&'b self, known: &'b BTreeSet<usize>) -> Observer<'b> {
        Observer { program: self.site.program, package: &self.site.package, expected: &self.case.expected, known }
    }

    pub(super) fn asserted(&mut self, assertion: &'static str, arguments: &[&str]) {
        self.site.assertions.insert(assertion);
        self.assertion_count += 1;
        self.statements.push(format!("{assertion}({});", arguments.join(", ")));
    }

    /// Asserts that an expression of a declared type is a value. What cannot be seen is not asserted.
    ///
    /// # Errors
    /// When the value needs a name that the test cannot use.
    pub(super) fn assert_value(
        &mut self,
        expression: &str,
        kind: FieldKind,
        value: ConcreteValue,
        known: &Known,
    ) -> Result<(), String> {
        match value {
            ConcreteValue::Int(number) => match kind {
                FieldKind::Primitive(PrimitiveType::Boolean) => {
                    self.assert_condition(expression, number != 0);
                }
                FieldKind::Primitive(PrimitiveType::Char) => {
                    self.assert_number(PrimitiveType::Char, number, expression);
                }
                _ => self.assert_number(PrimitiveType::Int, number, expression),
            },
            ConcreteValue::Long(number) => self.assert_number(PrimitiveType::Long, number, expression),
            ConcreteValue::Float(bits) => {
                let number = f64::from(f32::from_bits(bits));
                let expected = self.expected_number(PrimitiveType::Float, value);
                self.assert_floating(&expected, expression, number, Some("f"));
            }
            ConcreteValue::Double(bits) => {
                let expected = self.expected_number(PrimitiveType::Double, value);
                self.assert_floating(&expected, expression, f64::from_bits(bits), None);
            }
            ConcreteValue::Null => self.asserted("assertNull", &[expression]),
            ConcreteValue::Object(number) => self.assert_object(expression, kind, number, known)?,
        }
        Ok(())
    }

    fn assert_condition(&mut self, expression: &str, is_true: bool) {
        let assertion = if is_true { "assertTrue" } else { "assertFalse" };
        self.site.assertions.insert(assertion);
        self.assertion_count += 1;
        let begin = self.varying(&Varying::assertion(is_true), &format!("{assertion}("));
        self.statements.push(format!("{begin}{expression});"));
    }

    fn assert_number(&mut self, kind: PrimitiveType, number: i64, expression: &str) {
        let expected = self.expected_number(kind, ConcreteValue::Int(number));
        self.asserted("assertEquals", &[&expected, expression]);
    }

    fn expected_number(&self, kind: PrimitiveType, value: ConcreteValue) -> String {
        let value = varying_number(kind, value, EXPECTED).compared();
        self.varying(&value, &value.expression)
    }

    fn assert_floating(&mut self, expected: &str, expression: &str, number: f64, suffix: Option<&str>) {
        match (literal::tolerance(number, suffix.is_some()), self.site.junit) {
            (Some(tolerance), _) => self.asserted("assertEquals", &[expected, expression, &tolerance]),
            (None, JUnit::Five) => self.asserted("assertEquals", &[expected, expression]),
            (None, JUnit::Four) if number == 0.0 && number.is_sign_negative() => {
                // A tolerance does not tell the zeros from each other.
                let of = if suffix.is_some() { "Float.valueOf" } else { "Double.valueOf" };
                self.asserted("assertEquals", &[&format!("{of}({expected})"), &format!("{of}({expression})")]);
            }
            (None, JUnit::Four) => {
                let none = if suffix.is_some() { "0.0f" } else { "0.0" };
                self.asserted("assertEquals", &[expected, expression, none]);
            }
        }
    }

    fn assert_object(&mut self, expression: &str, kind: FieldKind, number: usize, known: &Known) -> Result<(), String> {
        let place = self.place.take();
        let numbers: BTreeSet<usize> = known.keys().copied().collect();
        let form = self.observer(&numbers).form(number);
        if form != Form::Value
            && let Some(same) = known.get(&number)
        {
            let same = same.clone();
            self.asserted("assertSame", &[&same, expression]);
            return Ok(());
        }
        match form {
            Form::Value => {
                let expected = self.expected_value(number, kind)?;
                match expected.as_str() {
                    "true" if self.is_boolean(kind) => self.asserted("assertTrue", &[expression]),
                    "false" if self.is_boolean(kind) => self.asserted("assertFalse", &[expression]),
                    _ => self.asserted("assertEquals", &[&expected, expression]),
                }
            }
            Form::Builder => {
                let Some(ExpectedObject::Builder(_, text)) = self.case.expected.objects.get(number) else {
                    return Ok(());
                };
                let text = self.expected_text(&literal::string(text), EXPECTED);
                self.asserted("assertEquals", &[&text, &format!("{expression}.toString()")]);
            }
            Form::Array => self.assert_array(expression, kind, number, known)?,
            Form::Instance(class) => self.assert_instance(expression, kind, (number, class), known)?,
            Form::Opaque => self.assert_opaque(expression, place),
        }
        Ok(())
    }

    /// Asserts what a JVM has shown of an object of which the case says nothing, or that it is there.
    fn assert_opaque(&mut self, expression: &str, place: Option<Place>) {
        let shown = self.shown.and_then(|shown| shown.values.get(place.as_ref()?));
        if let Some(expected) = shown.filter(|seen| **seen != Seen::Null).and_then(|seen| self.seen(seen)) {
            return self.asserted("assertEquals", &[&expected, expression]);
        }
        let at = self.statements.len();
        self.opaque.extend(place.map(|place| (at, place, expression.to_owned())));
        self.asserted("assertNotNull", &[expression]);
    }

    fn is_boolean(&self, kind: FieldKind) -> bool {
        match kind {
            FieldKind::Reference(reference) => {
                reference.as_class().is_some_and(|class| &**self.site.program.class_name(class) == "java/lang/Boolean")
            }
            _ => false,
        }
    }

    /// A string, box, enum constant or class object as an expression.
    fn expected_value(&mut self, number: usize, kind: FieldKind) -> Result<String, String> {
        let expected = &self.case.expected;
        match expected.objects.get(number) {
            Some(ExpectedObject::String(text)) => Ok(self.expected_text(&literal::string(text), EXPECTED)),
            Some(ExpectedObject::Class(class)) => {
                let name = self.site.types.mirrored(class).ok_or_else(|| closed(class))?;
                Ok(format!("{name}.class"))
            }
            Some(ExpectedObject::Instance(class, fields)) => {
                let held = fields.first().map_or(ConcreteValue::Int(0), |(_, value)| *value);
                if let Some(primitive) = boxed_type(class) {
                    // Of a truth value there is an assertion.
                    let literal = match primitive {
                        PrimitiveType::Boolean => varying_number(primitive, held, EXPECTED).expression,
                        _ => self.expected_number(primitive, held),
                    };
                    let is_declared_box = match kind {
                        FieldKind::Reference(reference) => reference
                            .as_class()
                            .is_some_and(|declared| boxed_type(self.site.program.class_name(declared)).is_some()),
                        _ => false,
                    };
                    // JUnit 4 cannot tell whether the number or the object is meant.
                    return Ok(
                        if is_declared_box && self.site.junit == JUnit::Four && primitive != PrimitiveType::Boolean {
                            format!("{}.valueOf({literal})", crate::classfile::simple_name(class))
                        } else {
                            literal
                        },
                    );
                }
                let class = self.site.program.class_by_name(class).ok_or_else(|| closed(class))?;
                self.enum_constant(class, fields)
            }
            _ => Err("an object without a literal".into()),
        }
    }

    fn enum_constant(
        &mut self,
        class: crate::program::ClassId,
        fields: &[(crate::input::FieldName, ConcreteValue)],
    ) -> Result<String, String> {
        let program = self.site.program;
        let (owner, constants) = enum_constants(program, class).ok_or("no enum")?;
        let ordinal = fields.iter().find(|(name, _)| &*name.name == "ordinal" && &*name.class == "java/lang/Enum");
        let Some((_, ConcreteValue::Int(ordinal))) = ordinal else {
            return Err("a constant without an ordinal".into());
        };
        let at = usize::try_from(*ordinal).map_err(|_| "a constant without an ordinal")?;
        let constant = constants.get(at).ok_or("a constant that is not there")?;
        let name = self.site.types.class(owner).ok_or_else(|| closed(program.class_name(owner)))?;
        Ok(format!("{name}.{}", identifier::field(program, *constant)?))
    }

    fn assert_array(&mut self, expression: &str, kind: FieldKind, number: usize, known: &Known) -> Result<(), String> {
        let case = self.case;
        let Some(ExpectedObject::Array(descriptor, elements)) = case.expected.objects.get(number) else {
            return Ok(());
        };
        let named = self.site.types.descriptor(descriptor).ok_or_else(|| closed(descriptor))?;
        let is_declared_array = kind.is_array();
        let expression = if is_declared_array { expression.to_owned() } else { format!("(({named}) {expression})") };
        let numbers: BTreeSet<usize> = known.keys().copied().collect();
        if let Some(begin) = self.observer(&numbers).begin_of_numbers(number) {
            let copied = format!("{}.copyOf({expression}, {begin})", self.jdk("java/util/Arrays")?);
            let literal = self.expected_array(number, &named, begin)?;
            self.asserted("assertArrayEquals", &[&literal, &copied]);
            return Ok(());
        }
        if !self.observer(&numbers).is_plain_array(number, 0) {
            self.asserted("assertEquals", &[&elements.len().to_string(), &format!("{expression}.length")]);
            let observer = self.observer(&numbers);
            let sights = observer.sights(number, None, &|_| true);
            return self.assert_sights(&expression, &sights, known);
        }
        let literal = self.expected_array(number, &named, usize::MAX)?;
        // Braces alone are no expression.
        let floats = match descriptor.as_str() {
            "[F" if self.site.junit == JUnit::Four => Some("0.0f"),
            "[D" if self.site.junit == JUnit::Four => Some("0.0"),
            _ => None,
        };
        match floats {
            Some(tolerance) => self.asserted("assertArrayEquals", &[&literal, &expression, tolerance]),
            None => self.asserted("assertArrayEquals", &[&literal, &expression]),
        }
        Ok(())
    }

    /// An array of the first elements of one that is expected, so many at most, as one value.
    fn expected_array(&mut self, number: usize, named: &str, most: usize) -> Result<String, String> {
        let made = plain(&self.array_literal(number, named, most)?);
        Ok(self.varying(&Varying::array(named, made.clone(), EXPECTED).compared(), &made))
    }

    /// An array of the first elements of one that is expected, so many at most.
    fn array_literal(&mut self, number: usize, named: &str, most: usize) -> Result<String, String> {
        let case = self.case;
        let Some(ExpectedObject::Array(descriptor, elements)) = case.expected.objects.get(number) else {
            return Err("no array".into());
        };
        let elements = elements.get(..most).unwrap_or(elements);
        if let Some(made) = self.text_array(descriptor, elements) {
            return Ok(made);
        }
        let component = crate::classfile::parse_field_descriptor(descriptor.get(1..).unwrap_or_default());
        let kind = component.and_then(|component| self.site.program.field_kind(&component));
        if elements.is_empty() && !named.ends_with("[][]") {
            return Ok(format!("new {}[0]", named.strip_suffix("[]").unwrap_or(named)));
        }
        let is_zero = |value: &ConcreteValue| *value == super::arrange::zero(kind);
        if elements.len() > 4 && elements.iter().all(is_zero) && !named.ends_with("[][]") {
            return Ok(format!("new {}[{}]", named.strip_suffix("[]").unwrap_or(named), elements.len()));
        }
        let mut texts = Vec::new();
        for value in elements {
            texts.push(match value {
                ConcreteValue::Object(held) => match case.expected.objects.get(*held) {
                    Some(ExpectedObject::Array(inner, _)) => {
                        let inner = self.site.types.descriptor(inner).ok_or_else(|| closed(inner))?;
                        super::arrange::inner_initialiser(named, self.array_literal(*held, &inner, usize::MAX)?)
                    }
                    _ => self.expected_value(*held, FieldKind::Text)?,
                },
                other => self.value(
                    *other,
                    super::arrange::Target {
                        narrows: true,
                        ..super::arrange::Target::of(kind.unwrap_or(FieldKind::Text))
                    },
                )?,
            });
        }
        Ok(format!("new {named} {{{}}}", texts.join(", ")))
    }

    fn assert_instance(
        &mut self,
        expression: &str,
        kind: FieldKind,
        (number, class): (usize, crate::program::ClassId),
        known: &Known,
    ) -> Result<(), String> {
        let program = self.site.program;
        let declared = match kind {
            FieldKind::Reference(reference) => reference.as_class(),
            _ => None,
        };
        let is_known = declared == Some(class);
        let name = self.site.types.class(class);
        let numbers: BTreeSet<usize> = known.keys().copied().collect();
        let seen_as = if is_known || name.is_some() { Some(class) } else { declared };
        let sights = self.observer(&numbers).sights(number, seen_as, &|_: Option<FieldId>| true);
        let Some(name) = name.filter(|_| !is_known) else {
            if sights.is_empty() {
                self.asserted("assertNotNull", &[expression]);
                return Ok(());
            }
            let variable = self.result_variable(expression, declared, sights.len())?;
            return self.assert_sights(&variable, &sights, known);
        };
        let is_generic = !super::arrange::type_parameters(program, class).is_empty();
        match (self.site.junit, sights.is_empty()) {
            (JUnit::Five, true) => self.asserted("assertInstanceOf", &[&format!("{name}.class"), expression]),
            (JUnit::Five, false) if !is_generic => {
                let parts = super::names::source_parts(program, program.class_name(class));
                let wanted = super::words::uncapitalised(parts.last().map_or("result", String::as_str));
                let variable = self.variables.fresh(&wanted);
                self.site.assertions.insert("assertInstanceOf");
                self.assertion_count += 1;
                self.statements.push(format!("{name} {variable} = assertInstanceOf({name}.class, {expression});"));
                self.assert_sights(&variable, &sights, known)?;
            }
            _ => {
                let variable = self.result_variable(expression, declared, 2)?;
                self.asserted("assertTrue", &[&format!("{variable} instanceof {name}")]);
                let named = if is_generic { format!("{name}<{}>", wildcards(program, class)) } else { name };
                self.assert_sights(&format!("(({named}) {variable})"), &sights, known)?;
            }
        }
        Ok(())
    }

    /// A variable for an expression that is used several times.
    fn result_variable(
        &mut self,
        expression: &str,
        declared: Option<crate::program::ClassId>,
        uses: usize,
    ) -> Result<String, String> {
        let is_simple = expression.chars().all(|character| character.is_alphanumeric() || "._$".contains(character));
        if uses < 2 || is_simple {
            return Ok(expression.to_owned());
        }
        let program = self.site.program;
        let declared = declared.ok_or("a result of no class")?;
        let name = self.site.types.class(declared).ok_or_else(|| closed(program.class_name(declared)))?;
        let is_generic = !super::arrange::type_parameters(program, declared).is_empty();
        let typed = if is_generic { format!("{name}<{}>", wildcards(program, declared)) } else { name };
        let variable = self.variables.fresh("result");
        self.statements.push(format!("{typed} {variable} = {expression};"));
        Ok(variable)
    }

    /// Asserts what is seen of an object.
    pub(super) fn assert_sights(&mut self, object: &str, sights: &[Sight], known: &Known) -> Result<(), String> {
        for sight in sights {
            self.assert_value(&format!("{object}{}", sight.suffix), sight.kind, sight.value, known)?;
        }
        Ok(())
    }
}

fn wildcards(program: &crate::program::Program, class: crate::program::ClassId) -> String {
    vec!["?"; super::arrange::type_parameters(program, class).len()].join(", ")
}
