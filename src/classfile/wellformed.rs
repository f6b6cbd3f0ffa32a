//! What a JVM checks of a class file before it defines the class (JVMS 4.8), beside what decoding needs: names, flags, and that nothing is
//! there twice. A class that fails one of these never runs, so nothing is said of its methods. The checks are those that HotSpot makes, so
//! that no class is refused that it loads; each says what HotSpot says.

use super::class::{AccessFlags, ClassFile, Field, Method};
use super::descriptor::{FieldType, is_unqualified_name, parse_method_descriptor};
use super::error::{ClassFileError, Decoded};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Class-file versions from which rules differ.
const JAVA_5: u16 = 49;
const JAVA_6: u16 = 50;
const JAVA_7: u16 = 51;
const JAVA_8: u16 = 52;
const JAVA_17: u16 = 61;
/// JVMS 4.3.3: slots of a method's parameters, receiver included.
const MOST_ARGUMENT_SLOTS: usize = 255;

const STRICT: u16 = 0x0800;
/// Of a field volatile, of a method bridge.
const VOLATILE: u16 = 0x0040;

/// Refuses a class that a JVM would not define for what its own class file says.
///
/// # Errors
/// The first rule that the class breaks.
pub(super) fn check(class: &ClassFile) -> Decoded<()> {
    check_class(class)?;
    let mut texts = Texts::default();
    let mut seen = FxHashSet::default();
    for field in &class.fields {
        let place = || format!("field {}", field.name);
        check_field(class, field, &mut texts).map_err(|error| error.within(place()))?;
        if !seen.insert((texts.number(&field.name), texts.number(&field.descriptor))) {
            return malformed(format!("duplicate field {} with descriptor {}", field.name, field.descriptor));
        }
    }
    seen.clear();
    for method in &class.methods {
        let place = || format!("method {}{}", method.name, method.descriptor);
        check_method(class, method, &mut texts).map_err(|error| error.within(place()))?;
        if !seen.insert((texts.number(&method.name), texts.number(&method.descriptor))) {
            return malformed(format!("duplicate method {} with descriptor {}", method.name, method.descriptor));
        }
    }
    Ok(())
}

/// What is known of names and descriptors. Thousands of members may share a long one, which is looked at once.
#[derive(Default)]
struct Texts<'c> {
    by_place: FxHashMap<*const u8, usize>,
    by_content: FxHashMap<&'c str, usize>,
    known: Vec<Known>,
}

/// What is known of one text.
#[derive(Clone, Copy)]
struct Known {
    /// Whether it is an unqualified name (JVMS 4.2.2).
    is_unqualified: bool,
    /// Whether it is the name of a method that is not special.
    is_method: bool,
    /// As a method descriptor: how many slots the parameters take, and whether there is a result.
    method: Option<(usize, bool)>,
}

impl<'c> Texts<'c> {
    /// The same number for equal texts.
    fn number(&mut self, text: &'c Arc<str>) -> usize {
        if let Some(number) = self.by_place.get(&text.as_ptr()) {
            return *number;
        }
        let number = *self.by_content.entry(text).or_insert(self.known.len());
        if number == self.known.len() {
            let types = parse_method_descriptor(text);
            let method = types.map(|types| (types.parameters.iter().map(slots).sum(), types.result.is_some()));
            let is_unqualified = is_unqualified_name(text);
            let is_method = is_unqualified && !text.contains(['<', '>']);
            self.known.push(Known { is_unqualified, is_method, method });
        }
        // An empty text is nowhere.
        if !text.is_empty() {
            self.by_place.insert(text.as_ptr(), number);
        }
        number
    }

    fn known(&mut self, text: &'c Arc<str>) -> Known {
        let number = self.number(text);
        self.known.get(number).copied().unwrap_or(Known { is_unqualified: false, is_method: false, method: None })
    }
}

fn slots(parameter: &FieldType) -> usize {
    usize::from(parameter.slots())
}

fn malformed<T>(message: impl Into<String>) -> Decoded<T> {
    Err(ClassFileError::malformed(message))
}

fn check_class(class: &ClassFile) -> Decoded<()> {
    let flags = class.flags;
    // Compilers of old left it out.
    let is_abstract = flags.is_abstract() || (flags.is_interface() && class.version.0 < JAVA_6);
    let is_modern = class.version.0 >= JAVA_5;
    let is_illegal = (is_abstract && flags.is_final())
        || (flags.is_interface() && !is_abstract)
        || (flags.is_interface() && is_modern && (flags.is_super() || flags.is_enum()))
        || (!flags.is_interface() && is_modern && flags.is_annotation());
    if is_illegal {
        return malformed(format!("illegal class modifiers 0x{:X}", flags.0));
    }
    if let Some(superclass) = &class.superclass
        && flags.is_interface()
        && **superclass != *"java/lang/Object"
    {
        return malformed(format!("an interface has {superclass} as its superclass, not java/lang/Object"));
    }
    let mut seen = FxHashSet::default();
    for interface in &class.interfaces {
        if !seen.insert(interface) {
            return malformed(format!("duplicate interface {interface}"));
        }
    }
    Ok(())
}

fn check_field<'c>(class: &ClassFile, field: &'c Field, texts: &mut Texts<'c>) -> Decoded<()> {
    if !texts.known(&field.name).is_unqualified {
        return malformed("it is no name of a field");
    }
    let flags = field.flags;
    let is_volatile = flags.0 & VOLATILE != 0;
    let is_illegal = if class.flags.is_interface() {
        !flags.is_public()
            || !flags.is_static()
            || !flags.is_final()
            || has_two_visibilities(flags)
            || is_volatile
            || flags.is_transient()
            || (class.version.0 >= JAVA_5 && flags.is_enum())
    } else {
        has_two_visibilities(flags) || (flags.is_final() && is_volatile)
    };
    if is_illegal { malformed(format!("illegal field modifiers 0x{:X}", flags.0)) } else { Ok(()) }
}

fn check_method<'c>(class: &ClassFile, method: &'c Method, texts: &mut Texts<'c>) -> Decoded<()> {
    let is_special = matches!(&*method.name, "<init>" | "<clinit>");
    if !is_special && !texts.known(&method.name).is_method {
        return malformed("it is no name of a method");
    }
    let Some((parameters, has_result)) = texts.known(&method.descriptor).method else {
        return malformed("it has no descriptor");
    };
    let slots = parameters + usize::from(!method.flags.is_static());
    if slots > MOST_ARGUMENT_SLOTS {
        return malformed("too many arguments");
    }
    if method.code.as_ref().is_some_and(|code| usize::from(code.max_locals) < slots) {
        return malformed("arguments do not fit into its local variables");
    }
    match &*method.name {
        "<clinit>" => check_initialiser(class, method),
        "<init>" if class.flags.is_interface() => malformed("an interface has no constructor"),
        "<init>" if has_result => malformed("a constructor returns nothing"),
        _ if has_illegal_flags(class, method) => malformed(format!("illegal method modifiers 0x{:X}", method.flags.0)),
        _ => Ok(()),
    }
}

/// JVMS 2.9.2. Its other flags mean nothing.
fn check_initialiser(class: &ClassFile, method: &Method) -> Decoded<()> {
    let is_modern = class.version.0 >= JAVA_7;
    if is_modern && !method.flags.is_static() {
        return malformed("it is not static");
    }
    if is_modern && &*method.descriptor != "()V" {
        return malformed("illegal descriptor of a class initialiser");
    }
    Ok(())
}

/// JVMS table 4.6-A.
fn has_illegal_flags(class: &ClassFile, method: &Method) -> bool {
    let (flags, version) = (method.flags, class.version.0);
    let is_strict = version < JAVA_17 && flags.0 & STRICT != 0;
    if class.flags.is_interface() {
        let is_concrete_only = flags.is_final() || flags.is_native() || flags.is_synchronized() || flags.is_protected();
        return if version >= JAVA_8 {
            flags.is_public() == flags.is_private()
                || is_concrete_only
                || (flags.is_abstract() && (flags.is_private() || flags.is_static() || is_strict))
        } else if version >= JAVA_5 {
            !flags.is_public()
                || flags.is_private()
                || is_concrete_only
                || flags.is_static()
                || !flags.is_abstract()
                || is_strict
        } else {
            !flags.is_public() || flags.is_static() || flags.is_final() || flags.is_native() || !flags.is_abstract()
        };
    }
    if has_two_visibilities(flags) {
        return true;
    }
    let is_modern = version >= JAVA_5;
    if &*method.name == "<init>" {
        return flags.is_static()
            || flags.is_final()
            || flags.is_synchronized()
            || flags.is_native()
            || flags.is_abstract()
            || (is_modern && flags.is_bridge());
    }
    flags.is_abstract()
        && (flags.is_final()
            || flags.is_native()
            || flags.is_private()
            || flags.is_static()
            || (is_modern && (flags.is_synchronized() || is_strict)))
}

fn has_two_visibilities(flags: AccessFlags) -> bool {
    [flags.is_public(), flags.is_protected(), flags.is_private()].into_iter().filter(|is_set| *is_set).count() > 1
}
