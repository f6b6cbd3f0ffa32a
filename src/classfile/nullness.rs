//! What annotations say of null: of parameters and fields, and of all that a class, a package or a module declares. They are read from
//! every attribute in which compilers leave annotations, visible at run time or not (JVMS 4.7.16 to 4.7.21).

use super::annotations::skip_elements;
use super::constant_pool::ConstantPool;
use super::error::{ClassFileError, Decoded};
use super::reader::Reader;

/// What is said of null at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nullness {
    /// It may be null.
    Nullable,
    /// It is never null.
    NotNull,
}

/// What is said of null within a class, a method, a package or a module, where nothing is said at the place itself.
pub type NullnessScope = Option<Nullness>;

/// Annotations of one place, by their descriptors.
const AT_PLACES: [(&str, Nullness); 27] = [
    ("Lorg/jspecify/annotations/Nullable;", Nullness::Nullable),
    ("Lorg/jspecify/annotations/NonNull;", Nullness::NotNull),
    ("Lorg/jetbrains/annotations/Nullable;", Nullness::Nullable),
    ("Lorg/jetbrains/annotations/NotNull;", Nullness::NotNull),
    ("Lorg/checkerframework/checker/nullness/qual/Nullable;", Nullness::Nullable),
    ("Lorg/checkerframework/checker/nullness/qual/NonNull;", Nullness::NotNull),
    ("Lorg/checkerframework/checker/nullness/compatqual/NullableDecl;", Nullness::Nullable),
    ("Lorg/checkerframework/checker/nullness/compatqual/NonNullDecl;", Nullness::NotNull),
    ("Lorg/springframework/lang/Nullable;", Nullness::Nullable),
    ("Lorg/springframework/lang/NonNull;", Nullness::NotNull),
    ("Ljakarta/annotation/Nullable;", Nullness::Nullable),
    ("Ljakarta/annotation/Nonnull;", Nullness::NotNull),
    ("Ljavax/annotation/Nullable;", Nullness::Nullable),
    ("Ljavax/annotation/CheckForNull;", Nullness::Nullable),
    ("Ljavax/annotation/Nonnull;", Nullness::NotNull),
    ("Ledu/umd/cs/findbugs/annotations/Nullable;", Nullness::Nullable),
    ("Ledu/umd/cs/findbugs/annotations/CheckForNull;", Nullness::Nullable),
    ("Ledu/umd/cs/findbugs/annotations/PossiblyNull;", Nullness::Nullable),
    ("Ledu/umd/cs/findbugs/annotations/NonNull;", Nullness::NotNull),
    ("Lorg/eclipse/jdt/annotation/Nullable;", Nullness::Nullable),
    ("Lorg/eclipse/jdt/annotation/NonNull;", Nullness::NotNull),
    ("Landroidx/annotation/Nullable;", Nullness::Nullable),
    ("Landroidx/annotation/NonNull;", Nullness::NotNull),
    ("Landroid/annotation/Nullable;", Nullness::Nullable),
    ("Landroid/annotation/NonNull;", Nullness::NotNull),
    ("Lio/micronaut/core/annotation/Nullable;", Nullness::Nullable),
    ("Lio/micronaut/core/annotation/NonNull;", Nullness::NotNull),
];

/// Annotations of all that a class, a package or a module declares.
const OF_SCOPES: [(&str, NullnessScope); 7] = [
    ("Lorg/jspecify/annotations/NullMarked;", Some(Nullness::NotNull)),
    ("Lorg/jspecify/annotations/NullUnmarked;", None),
    ("Lorg/jetbrains/annotations/NotNullByDefault;", Some(Nullness::NotNull)),
    ("Lorg/springframework/lang/NonNullApi;", Some(Nullness::NotNull)),
    ("Ljavax/annotation/ParametersAreNonnullByDefault;", Some(Nullness::NotNull)),
    ("Ljavax/annotation/ParametersAreNullableByDefault;", Some(Nullness::Nullable)),
    ("Lorg/eclipse/jdt/annotation/NonNullByDefault;", Some(Nullness::NotNull)),
];

/// What a method's annotations say of null.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MethodNullness {
    /// Within the method; the outer one is none where nothing is said.
    pub scope: Option<NullnessScope>,
    /// Of its parameters, by their places in the attributes. With fewer places than parameters, the first parameters are those that
    /// compilers add (JVMS 4.7.18).
    pub parameters: Vec<Option<Nullness>>,
}

impl MethodNullness {
    /// What is said of one of so many parameters, counted from 0 without the receiver.
    pub fn of_parameter(&self, place: usize, parameters: usize) -> Option<Nullness> {
        let added = parameters.saturating_sub(self.parameters.len());
        *self.parameters.get(place.checked_sub(added)?)?
    }

    fn note(&mut self, place: usize, said: Option<Nullness>) {
        if self.parameters.len() <= place {
            self.parameters.resize(place + 1, None);
        }
        if let Some(known) = self.parameters.get_mut(place) {
            *known = known.or(said);
        }
    }
}

/// The targets of type annotations that matter here (JVMS table 4.7.20-A).
const FIELD_TARGET: u8 = 0x13;
const PARAMETER_TARGET: u8 = 0x16;

/// Takes what an attribute of a class, a package or a module says. What is wrong with annotations is no error: a JVM does not look.
pub(super) fn note_scope(name: &str, content: &[u8], pool: &ConstantPool, scope: &mut Option<NullnessScope>) {
    if is_plain(name) {
        let _ = each_annotation(&mut Reader::new(content), pool, |kind| *scope = scope.or(scope_of(kind)));
    }
}

/// Takes what an attribute of a field says.
pub(super) fn note_field(name: &str, content: &[u8], pool: &ConstantPool, said: &mut Option<Nullness>) {
    let reader = &mut Reader::new(content);
    let _ = match name {
        _ if is_plain(name) => each_annotation(reader, pool, |kind| *said = said.or(place_of(kind))),
        _ if is_of_types(name) => each_type_annotation(reader, pool, |target, kind| {
            if target == (FIELD_TARGET, 0) {
                *said = said.or(place_of(kind));
            }
        }),
        _ => Ok(()),
    };
}

/// Takes what an attribute of a method says.
pub(super) fn note_method(name: &str, content: &[u8], pool: &ConstantPool, said: &mut MethodNullness) {
    let reader = &mut Reader::new(content);
    let _ = match name {
        "RuntimeVisibleParameterAnnotations" | "RuntimeInvisibleParameterAnnotations" => {
            each_parameter(reader, pool, said)
        }
        _ if is_plain(name) => each_annotation(reader, pool, |kind| said.scope = said.scope.or(scope_of(kind))),
        _ if is_of_types(name) => each_type_annotation(reader, pool, |(target, place), kind| {
            if target == PARAMETER_TARGET {
                said.note(place, place_of(kind));
            }
        }),
        _ => Ok(()),
    };
}

fn is_plain(attribute: &str) -> bool {
    matches!(attribute, "RuntimeVisibleAnnotations" | "RuntimeInvisibleAnnotations")
}

fn is_of_types(attribute: &str) -> bool {
    matches!(attribute, "RuntimeVisibleTypeAnnotations" | "RuntimeInvisibleTypeAnnotations")
}

fn place_of(kind: &str) -> Option<Nullness> {
    AT_PLACES.iter().find(|(known, _)| *known == kind).map(|(_, said)| *said)
}

fn scope_of(kind: &str) -> Option<NullnessScope> {
    OF_SCOPES.iter().find(|(known, _)| *known == kind).map(|(_, said)| *said)
}

/// Reads annotations, and hands on the descriptor of the type of each.
fn each_annotation(reader: &mut Reader<'_>, pool: &ConstantPool, mut found: impl FnMut(&str)) -> Decoded<()> {
    for _ in 0..reader.u16()? {
        found(&pool.text(reader.u16()?)?);
        skip_elements(reader, pool)?;
    }
    Ok(())
}

fn each_parameter(reader: &mut Reader<'_>, pool: &ConstantPool, said: &mut MethodNullness) -> Decoded<()> {
    for place in 0..usize::from(reader.u8()?) {
        said.note(place, None);
        each_annotation(reader, pool, |kind| said.note(place, place_of(kind)))?;
    }
    Ok(())
}

/// Reads annotations of types, and hands on those of whole types: the target with the number of the parameter, and the descriptor.
fn each_type_annotation(
    reader: &mut Reader<'_>,
    pool: &ConstantPool,
    mut found: impl FnMut((u8, usize), &str),
) -> Decoded<()> {
    for _ in 0..reader.u16()? {
        let target = reader.u8()?;
        let mut place = 0;
        match target {
            0x13..=0x15 => {}
            0x00 | 0x01 | PARAMETER_TARGET => place = usize::from(reader.u8()?),
            0x10 | 0x17 | 0x42..=0x46 => drop(reader.u16()?),
            0x11 | 0x12 => drop(reader.take(2)?),
            0x40 | 0x41 => {
                let entries = usize::from(reader.u16()?);
                reader.take(6 * entries)?;
            }
            0x47..=0x4B => drop(reader.take(3)?),
            _ => return Err(ClassFileError::malformed("an unknown target of a type annotation")),
        }
        // Steps into an array, a wildcard or a type argument lead away from the type itself; one into a nested class does not.
        let steps = usize::from(reader.u8()?);
        let is_whole = reader.take(2 * steps)?.chunks(2).all(|step| step.first() == Some(&1));
        let kind = pool.text(reader.u16()?)?;
        skip_elements(reader, pool)?;
        if is_whole {
            found((target, place), &kind);
        }
    }
    Ok(())
}
