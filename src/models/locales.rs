//! `java.util.Locale`: what is made of the default locale and replaced then, and which locales providers of the JDK have.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::classfile::{Code, Instruction, InvokeKind, MethodReference};
use crate::heap::{EnvironmentSource, MachineObject, ObjectId, Reference, Value};
use crate::program::{ClassId, Program};
use crate::term::Domain;
use std::sync::Arc;

const LOCALE: &str = "java/util/Locale";
const BASE: &str = "sun/util/locale/BaseLocale";
const BASE_OF: (&str, &str, &str) = (LOCALE, "baseLocale", "Lsun/util/locale/BaseLocale;");
const EXTENSIONS: (&str, &str, &str) = (LOCALE, "localeExtensions", "Lsun/util/locale/LocaleExtensions;");
const FORMATTER: &str = "java/time/format/DateTimeFormatter";
const LOCALE_OF: (&str, &str, &str) = (FORMATTER, "locale", "Ljava/util/Locale;");
/// The other fields of a formatter.
const COPIED: [(&str, &str, &str); 6] = [
    (FORMATTER, "printerParser", "Ljava/time/format/DateTimeFormatterBuilder$CompositePrinterParser;"),
    (FORMATTER, "decimalStyle", "Ljava/time/format/DecimalStyle;"),
    (FORMATTER, "resolverStyle", "Ljava/time/format/ResolverStyle;"),
    (FORMATTER, "resolverFields", "Ljava/util/Set;"),
    (FORMATTER, "chrono", "Ljava/time/chrono/Chronology;"),
    (FORMATTER, "zone", "Ljava/time/ZoneId;"),
];
/// The parts of a locale.
const PARTS: [&str; 4] = ["language", "script", "region", "variant"];
const PROVIDER: &str = "java/util/spi/LocaleServiceProvider";
const ADAPTER: &str = "sun/util/locale/provider/LocaleProviderAdapter";

pub(super) const TABLE: &[MethodModel] = &[
    value(
        FORMATTER,
        "withLocale",
        "(Ljava/util/Locale;)Ljava/time/format/DateTimeFormatter;",
        Precision::Exact,
        with_locale,
    ),
    value(PROVIDER, "isSupportedLocale", "(Ljava/util/Locale;)Z", Precision::Exact, is_supported),
];

/// The default locale of which nothing is known yet, if an object is one.
fn unknown_default(call: &Call<'_, '_>, object: ObjectId) -> Option<MachineObject> {
    let which = call.state.heap.is_of_machine(object)?;
    let base = call.machine.program.field_by_name(BASE_OF)?;
    let is_default = matches!(which, MachineObject::DefaultLocale | MachineObject::LocaleOfCategory(_));
    (is_default && call.state.heap.field_value(object, base).is_none()).then_some(which)
}

/// The parts of a locale that code has made, where they are constants and it has no extensions.
fn parts(call: &mut Call<'_, '_>, locale: ObjectId) -> Result<Option<[String; 4]>, Abrupt> {
    if call.state.heap.is_input(locale) || call.state.heap.is_of_machine(locale).is_some() {
        return Ok(None);
    }
    let (base, extensions) = (call.get(locale, BASE_OF)?, call.get(locale, EXTENSIONS)?);
    let (Value::Reference(base), Value::Reference(Reference::Null)) = (base, extensions) else { return Ok(None) };
    let Some(base) = call.state.heap.resolve(base)? else { return Ok(None) };
    let mut parts = PARTS.map(|_| String::new());
    for (part, name) in parts.iter_mut().zip(PARTS) {
        let Value::Reference(text) = call.get(base, (BASE, name, "Ljava/lang/String;"))? else { return Ok(None) };
        let text = call.state.heap.resolve(text)?.and_then(|text| call.text_of(text));
        match text.and_then(|text| call.machine.pool.as_text(text)).map(String::from_utf16) {
            Some(Ok(text)) => *part = text,
            _ => return Ok(None),
        }
    }
    Ok(Some(parts))
}

/// A formatter with another locale: a copy, or itself where its locale is that one already. Of a formatter with the default locale the
/// machine says so; that locale is known then.
fn with_locale(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (formatter, locale) = (call.present(0)?, call.present(1)?);
    let Value::Reference(before) = call.get(formatter, LOCALE_OF)? else { return Err(Abrupt::RunsCode) };
    let Some(which) = call.state.heap.resolve(before)?.and_then(|before| unknown_default(call, before)) else {
        return Err(Abrupt::RunsCode);
    };
    let Some(parts) = parts(call, locale)? else { return Err(Abrupt::RunsCode) };
    if call.state.heap.exact_class(formatter).is_none() || !call.state.heap.knows_the_machine() {
        return Err(Abrupt::RunsCode);
    }
    let source = EnvironmentSource::DefaultLocaleIs(which, parts.join("_").into());
    let is_it = call.environment(source, Domain::Boolean)?;
    let zero = call.small(0);
    let is_it = call.machine.pool.not_equal(is_it, zero);
    let is_itself = call.decide(is_it)?;
    let given = call.value(1);
    if is_itself {
        call.set(formatter, LOCALE_OF, given);
        return Ok(Some(call.value(0)));
    }
    let copy = call.state.heap.allocate(call.machine.builtin(FORMATTER)?);
    for field in COPIED {
        let held = call.get(formatter, field)?;
        call.set(copy, field, held);
    }
    call.set(copy, LOCALE_OF, given);
    Ok(Some(Value::Reference(Reference::Object(copy))))
}

/// Whether a provider of the JDK has a locale: it makes locales of all its tags, of which it then looks for one. The tag of a plain
/// locale is among them, or it is not there: the JDK's lists have them as `Locale.toLanguageTag` writes them.
fn is_supported(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if let Some(answer) = call.given(0) {
        return Ok(Some(answer));
    }
    let (provider, locale) = (call.present(0)?, call.present(1)?);
    let program = call.machine.program;
    let class = call.state.heap.exact_class(provider);
    let Some(tags) = class.and_then(|class| field_of_tags(program, class)) else { return Err(Abrupt::RunsCode) };
    let Some(tag) = parts(call, locale)?.and_then(|parts| plain_tag(&parts)) else { return Err(Abrupt::RunsCode) };
    let Some(Value::Reference(tags)) = call.read(provider, &tags) else { return Err(Abrupt::RunsCode) };
    let Some(tags) = call.state.heap.resolve(tags)? else { return Err(Abrupt::RunsCode) };
    let descriptor = "(Ljava/lang/Object;)Z";
    let class = call.state.heap.exact_class(tags);
    let method = class.into_iter().flat_map(|class| program.superclasses(class)).find_map(|class| {
        let name = program.class_name(class);
        program.method_by_name((name, "contains", descriptor)).map(|method| (name.clone(), method))
    });
    let Some((name, method)) = method.filter(|(_, method)| program.code(*method).is_some()) else {
        return Err(Abrupt::RunsCode);
    };
    let tag = call.constant(&tag);
    let tag = call.new_string(tag)?.unwrap_or(Value::Nothing);
    let reference =
        MethodReference { class: name, name: "contains".into(), descriptor: descriptor.into(), interface: false };
    Err(Abrupt::Calls(Box::new(crate::exec::Call {
        reference: Arc::new(reference),
        kind: InvokeKind::Special,
        method,
        arguments: vec![Value::Reference(Reference::Object(tags)), tag],
        for_model: None,
    })))
}

/// The field with the tags of which a provider of the JDK makes its locales, as its code says.
fn field_of_tags(program: &Program, class: ClassId) -> Option<String> {
    let all = program.superclasses(class).find_map(|class| {
        program.method_by_name((program.class_name(class), "getAvailableLocales", "()[Ljava/util/Locale;"))
    })?;
    if !program.class(program.method(all).class).is_jdk {
        return None;
    }
    let code: &Code = program.code(all)?;
    let instructions: Vec<&Instruction> = code.instructions.iter().map(|decoded| &decoded.instruction).collect();
    match instructions[..] {
        [
            Instruction::Load(..),
            Instruction::GetField(field),
            Instruction::Invoke(InvokeKind::Static, made),
            Instruction::Return(_),
        ] if &*made.class == ADAPTER && &*made.name == "toLocaleArray" => Some(field.name.to_string()),
        _ => None,
    }
}

/// Languages with other codes before, of which a tag says one and a locale may have the other; and those of the three locales that
/// have tags of their own.
const OTHERWISE: [&str; 11] = ["he", "id", "in", "iw", "ja", "ji", "nb", "nn", "no", "th", "yi"];

/// The tag of a locale that has a language and at most a script and a country.
fn plain_tag([language, script, country, variant]: &[String; 4]) -> Option<String> {
    let is_lower = |text: &str| text.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_upper = |text: &str| text.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_plain = matches!(language.len(), 2 | 3)
        && is_lower(language)
        && !OTHERWISE.contains(&&**language)
        && (script.is_empty() || script.len() == 4 && script.is_ascii())
        && (country.is_empty() || country.len() == 2 && is_upper(country))
        && variant.is_empty();
    let parts = [language, script, country].into_iter().filter(|part| !part.is_empty());
    is_plain.then(|| parts.map(String::as_str).collect::<Vec<&str>>().join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;
    use crate::models::rows::program_with;

    #[test]
    fn every_row_and_field_is_of_the_jdk_at_hand() {
        let program = program_with(TABLE);
        for field in COPIED.into_iter().chain([BASE_OF, EXTENSIONS, LOCALE_OF]) {
            assert!(program.field_by_name(field).is_some(), "{field:?}");
        }
    }

    #[test]
    fn the_provider_of_calendars_says_what_it_makes_its_locales_of() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        let class = program.class_by_name("sun/util/locale/provider/CalendarDataProviderImpl").expect("a class");
        assert_eq!(field_of_tags(&program, class), Some("langtags".to_owned()));
    }
}
