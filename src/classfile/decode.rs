//! From the bytes of one class file to a `ClassFile`.

use super::annotations::{self, Annotations, MethodAnnotations};
use super::attributes::{self, Known, for_each_attribute};
use super::class::{AccessFlags, ClassFile, Field, Method};
use super::code::decode_code;
use super::constant_pool::ConstantPool;
use super::container::{Container, parse_container};
use super::error::{ClassFileError, Decoded};
use super::instruction::ClassName;
use super::nullness::{self, MethodNullness};
use super::wellformed;
use classfile_parser::field_info::FieldInfo;
use classfile_parser::method_info::MethodInfo;
use std::sync::Arc;

/// `ACC_MODULE`: the file describes a module and declares no class.
const MODULE_FLAG: u16 = 0x8000;

/// Decodes a class file. Whatever the bytes are, the answer is a class or one line that says what is wrong where.
pub fn decode_class(bytes: &[u8]) -> Result<ClassFile, ClassFileError> {
    let Container { parsed, flags, rewritten_tags } = parse_container(bytes)?;
    let mut pool = ConstantPool::new(parsed.const_pool, rewritten_tags, bytes.len())?;

    // Code refers to bootstrap methods, and the attribute with them comes after it.
    let mut bootstrap_methods = Vec::new();
    for_each_attribute(&parsed.attributes, &pool, |name, reader| {
        if name != "BootstrapMethods" {
            return Ok(Known::No);
        }
        bootstrap_methods = attributes::bootstrap_methods(reader)?;
        Ok(Known::Yes)
    })?;
    pool.set_bootstrap_methods(bootstrap_methods);

    let name = pool.class_name(parsed.this_class).map_err(|error| error.within("this class"))?;
    let superclass = pool.optional_class_name(parsed.super_class).map_err(|error| error.within("superclass"))?;
    if superclass.is_none() && &*name != "java/lang/Object" && flags & MODULE_FLAG == 0 {
        return Err(ClassFileError::malformed(format!("class {name} has no superclass")));
    }
    let interfaces: Decoded<Vec<ClassName>> = parsed.interfaces.iter().map(|index| pool.class_name(*index)).collect();
    let mut class = ClassFile {
        version: (parsed.major_version, parsed.minor_version),
        flags: AccessFlags(flags),
        name,
        superclass,
        interfaces: interfaces.map_err(|error| error.within("interfaces"))?,
        fields: parsed.fields.iter().map(|field| decode_field(field, &pool)).collect::<Decoded<_>>()?,
        methods: parsed.methods.iter().map(|method| decode_method(method, &pool)).collect::<Decoded<_>>()?,
        source_file: None,
        signature: None,
        inner_classes: Vec::new(),
        enclosing_method: None,
        nest_host: None,
        nest_members: Vec::new(),
        record: None,
        permitted_subclasses: None,
        bootstrap_methods: pool.resolved_bootstrap_methods()?,
        is_misread: pool.has_misread_type(),
        annotations: Annotations::default(),
        nullness: None,
    };
    // No descriptor has type arguments.
    let is_bracketed = |descriptor: &str| descriptor.contains('<');
    class.is_misread |= class.fields.iter().any(|field| is_bracketed(&field.descriptor))
        || class.methods.iter().any(|method| is_bracketed(&method.descriptor));
    for_each_attribute(&parsed.attributes, &pool, |name, reader| {
        nullness::note_scope(name, reader.rest(), &pool, &mut class.nullness);
        match name {
            "SourceFile" => class.source_file = attributes::text(reader, &pool)?,
            "Signature" => class.signature = attributes::text(reader, &pool)?,
            "InnerClasses" => class.inner_classes = attributes::inner_classes(reader, &pool)?,
            "EnclosingMethod" => class.enclosing_method = Some(attributes::enclosing_method(reader, &pool)?),
            "NestHost" => class.nest_host = Some(pool.class_name(reader.u16()?)?),
            "NestMembers" => class.nest_members = attributes::class_list(reader, &pool)?,
            "Record" => class.record = Some(attributes::record(reader, &pool)?),
            "RuntimeVisibleAnnotations" => class.annotations = annotations::several(reader, &pool),
            "PermittedSubclasses" => class.permitted_subclasses = Some(attributes::class_list(reader, &pool)?),
            _ => return Ok(Known::No),
        }
        Ok(Known::Yes)
    })?;
    // A module's description has neither members nor a place in a hierarchy.
    if flags & MODULE_FLAG == 0 {
        wellformed::check(&class)?;
    }
    Ok(class)
}

fn decode_field(field: &FieldInfo, pool: &ConstantPool) -> Decoded<Field> {
    let name = pool.text(field.name_index).map_err(|error| error.within("field name"))?;
    decode_named_field(field, Arc::clone(&name), pool).map_err(|error| error.within(format!("field {name}")))
}

fn decode_named_field(info: &FieldInfo, name: Arc<str>, pool: &ConstantPool) -> Decoded<Field> {
    let descriptor = pool.field_descriptor(info.descriptor_index)?;
    let flags = AccessFlags(info.access_flags.bits());
    let annotations = Annotations::default();
    let mut field = Field { flags, name, descriptor, signature: None, constant: None, annotations, nullness: None };
    for_each_attribute(&info.attributes, pool, |name, reader| {
        nullness::note_field(name, reader.rest(), pool, &mut field.nullness);
        match name {
            "Signature" => field.signature = attributes::text(reader, pool)?,
            "RuntimeVisibleAnnotations" => field.annotations = annotations::several(reader, pool),
            "ConstantValue" => field.constant = Some(attributes::constant_value(reader, pool, &field.descriptor)?),
            _ => return Ok(Known::No),
        }
        Ok(Known::Yes)
    })?;
    Ok(field)
}

fn decode_method(method: &MethodInfo, pool: &ConstantPool) -> Decoded<Method> {
    let name = pool.text(method.name_index).map_err(|error| error.within("method name"))?;
    let descriptor =
        pool.method_descriptor(method.descriptor_index).map_err(|error| error.within(format!("method {name}")))?;
    decode_named_method(method, Arc::clone(&name), Arc::clone(&descriptor), pool)
        .map_err(|error| error.within(format!("method {name}{descriptor}")))
}

fn decode_named_method(
    info: &MethodInfo,
    name: Arc<str>,
    descriptor: Arc<str>,
    pool: &ConstantPool,
) -> Decoded<Method> {
    let mut method = Method {
        flags: AccessFlags(info.access_flags.bits()),
        name,
        descriptor,
        signature: None,
        exceptions: Vec::new(),
        parameter_names: Vec::new(),
        code: None,
        annotations: MethodAnnotations::default(),
        nullness: MethodNullness::default(),
    };
    let mut code = None;
    for_each_attribute(&info.attributes, pool, |name, reader| {
        nullness::note_method(name, reader.rest(), pool, &mut method.nullness);
        match name {
            "Code" if code.is_some() => {
                return Err(ClassFileError::malformed("the method has two bodies"));
            }
            "Code" => code = Some(reader.take(reader.remaining())?),
            "Signature" => method.signature = attributes::text(reader, pool)?,
            "Exceptions" => method.exceptions = attributes::class_list(reader, pool)?,
            "RuntimeVisibleAnnotations" => method.annotations.declared = annotations::several(reader, pool),
            "RuntimeVisibleParameterAnnotations" => {
                method.annotations.of_parameters = annotations::of_parameters(reader, pool);
            }
            "AnnotationDefault" => method.annotations.default = annotations::default_value(reader, pool),
            "MethodParameters" => method.parameter_names = attributes::parameter_names(reader, pool)?,
            _ => return Ok(Known::No),
        }
        Ok(Known::Yes)
    })?;
    let bodiless = method.flags.is_abstract() || method.flags.is_native();
    match (code, bodiless) {
        (Some(content), false) => method.code = Some(decode_code(content, pool)?),
        (None, true) => {}
        (Some(_), true) => {
            return Err(ClassFileError::malformed("an abstract or native method has a body"));
        }
        (None, false) => {
            return Err(ClassFileError::malformed("the method has no body and is neither abstract nor native"));
        }
    }
    Ok(method)
}
