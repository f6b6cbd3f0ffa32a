//! Builds the program: every class on the class path, the builtin ones, and a place for every other class that is named.

use super::builtin::{BUILTINS, HIDDEN_FIELDS, Shape, VALUE_CLASSES};
use super::types::{ClassId, Element, FieldId, FieldKind, MethodId, ReferenceType};
use crate::classfile::{
    AccessFlags, ClassFile, ClassName, Code, FieldReference, FieldType, Instruction, LoadableConstant, Method,
    MethodType, parse_field_descriptor, parse_method_descriptor,
};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where a class's definition comes from.
#[derive(Clone, Debug)]
pub enum Linkage {
    /// On the class path.
    Loaded(Arc<ClassFile>),
    /// One of the JDK's core classes: its place in the hierarchy is known, its members are not.
    Builtin,
    /// Named by some class, defined nowhere.
    Missing,
}

/// A linked class or interface.
#[derive(Debug)]
pub struct Class {
    /// Internal name.
    pub name: ClassName,
    /// Flags; for builtin and missing classes what is known of them.
    pub flags: AccessFlags,
    /// Definition.
    pub linkage: Linkage,
    /// Superclass; none for `java/lang/Object` and for missing classes.
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Fields that the class declares.
    pub fields: Vec<FieldId>,
    /// Methods that the class declares.
    pub methods: Vec<MethodId>,
    /// Itself and all its superclasses and superinterfaces, sorted.
    pub(super) supertypes: Vec<ClassId>,
    /// Whether some supertype is missing, so that `supertypes` may lack some.
    pub(super) supertypes_incomplete: bool,
    /// Itself and all subtypes on the class path, sorted.
    pub(super) subtypes: Vec<ClassId>,
    pub(super) methods_by_signature: FxHashMap<(Arc<str>, Arc<str>), MethodId>,
    pub(super) fields_by_signature: FxHashMap<(Arc<str>, Arc<str>), FieldId>,
}

impl Class {
    /// Whether the class can have instances of exactly its type.
    pub fn is_concrete(&self) -> bool {
        !self.flags.is_abstract() && !self.flags.is_interface()
    }

    /// The class file, when the class is on the class path.
    pub fn file(&self) -> Option<&Arc<ClassFile>> {
        match &self.linkage {
            Linkage::Loaded(file) => Some(file),
            _ => None,
        }
    }

    /// Whether the class is an enum, or the body of one of its constants.
    pub fn is_enum(&self) -> bool {
        self.flags.is_enum()
    }
}

/// A declared field.
#[derive(Debug)]
pub struct FieldInfo {
    /// Declaring class.
    pub class: ClassId,
    /// Name.
    pub name: Arc<str>,
    /// Flags.
    pub flags: AccessFlags,
    /// Declared type.
    pub kind: FieldKind,
    /// `ConstantValue`.
    pub constant: Option<LoadableConstant>,
}

/// A declared method.
#[derive(Debug)]
pub struct MethodInfo {
    /// Declaring class.
    pub class: ClassId,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
    /// Flags.
    pub flags: AccessFlags,
    /// Declared parameter types, without the receiver.
    pub parameters: Vec<FieldKind>,
    /// Declared result type.
    pub result: Option<FieldKind>,
    /// Position in the class file's method list.
    pub position: usize,
}

impl MethodInfo {
    /// Whether calls pass a receiver.
    pub fn has_receiver(&self) -> bool {
        !self.flags.is_static()
    }
}

/// All classes of one job, linked. Immutable and shared between workers.
#[derive(Debug, Default)]
pub struct Program {
    pub(super) classes: Vec<Class>,
    pub(super) fields: Vec<FieldInfo>,
    pub(super) methods: Vec<MethodInfo>,
    pub(super) by_name: FxHashMap<ClassName, ClassId>,
}

impl Program {
    /// Links the given classes. The first definition of a name wins. Never fails: what is named and not there becomes a
    /// [`Linkage::Missing`] class.
    pub fn link(files: impl IntoIterator<Item = Arc<ClassFile>>) -> Program {
        let mut definitions: BTreeMap<ClassName, Option<Arc<ClassFile>>> = BTreeMap::new();
        for file in files {
            definitions.entry(file.name.clone()).or_insert(Some(file));
        }
        let loaded: Vec<Arc<ClassFile>> = definitions.values().flatten().cloned().collect();
        for (name, superclass, _, interfaces) in BUILTINS {
            for name in std::iter::once(name).chain(std::iter::once(superclass)).chain(interfaces.iter()) {
                if !name.is_empty() {
                    definitions.entry(Arc::from(*name)).or_insert(None);
                }
            }
        }
        for file in &loaded {
            for_each_named_class(file, &mut |name| {
                if !definitions.contains_key(name) {
                    definitions.insert(Arc::from(name), None);
                }
            });
        }
        let mut program = Program::default();
        for (position, name) in definitions.keys().enumerate() {
            program.by_name.insert(name.clone(), ClassId(position as u32));
        }
        let builtins: FxHashMap<&str, &super::builtin::Builtin> = BUILTINS.iter().map(|row| (row.0, row)).collect();
        for (name, file) in definitions {
            let class = match (file, builtins.get(&*name)) {
                (Some(file), _) => program.loaded_class(file),
                (None, Some((_, superclass, shape, interfaces))) => Class {
                    flags: AccessFlags(match shape {
                        Shape::Class => 0x0001,
                        Shape::Abstract => 0x0401,
                        Shape::Final => 0x0011,
                        Shape::Interface => 0x0601,
                    }),
                    superclass: program.by_name.get(*superclass).copied(),
                    interfaces: interfaces.iter().filter_map(|name| program.by_name.get(*name).copied()).collect(),
                    ..empty_class(name, Linkage::Builtin)
                },
                (None, None) => Class {
                    flags: AccessFlags(0x0001),
                    superclass: program.by_name.get("java/lang/Object").copied(),
                    ..empty_class(name, Linkage::Missing)
                },
            };
            let class = program.with_hidden_fields(class);
            program.classes.push(class);
        }
        program.complete_hierarchy();
        program
    }

    fn loaded_class(&mut self, file: Arc<ClassFile>) -> Class {
        let id = ClassId(self.classes.len() as u32);
        let mut class = Class {
            flags: file.flags,
            superclass: file.superclass.as_ref().and_then(|name| self.by_name.get(name).copied()),
            interfaces: file.interfaces.iter().filter_map(|name| self.by_name.get(name).copied()).collect(),
            ..empty_class(file.name.clone(), Linkage::Loaded(file.clone()))
        };
        for field in &file.fields {
            let Some(kind) = parse_field_descriptor(&field.descriptor).and_then(|kind| self.field_kind(&kind)) else {
                continue;
            };
            let field_id = FieldId(self.fields.len() as u32);
            self.fields.push(FieldInfo {
                class: id,
                name: field.name.clone(),
                flags: field.flags,
                kind,
                constant: field.constant.clone(),
            });
            class.fields.push(field_id);
            class.fields_by_signature.entry((field.name.clone(), field.descriptor.clone())).or_insert(field_id);
        }
        for (position, method) in file.methods.iter().enumerate() {
            let Some(MethodType { parameters, result }) = parse_method_descriptor(&method.descriptor) else { continue };
            let parameters = parameters.iter().filter_map(|kind| self.field_kind(kind)).collect();
            let result = result.and_then(|kind| self.field_kind(&kind));
            let method_id = MethodId(self.methods.len() as u32);
            self.methods.push(MethodInfo {
                class: id,
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                flags: method.flags,
                parameters,
                result,
                position,
            });
            class.methods.push(method_id);
            class.methods_by_signature.entry((method.name.clone(), method.descriptor.clone())).or_insert(method_id);
        }
        class
    }

    /// Adds the state of JDK classes that models keep.
    fn with_hidden_fields(&mut self, mut class: Class) -> Class {
        for (_, name, kind) in HIDDEN_FIELDS.iter().filter(|(owner, ..)| *owner == &*class.name) {
            let is_declared = class.fields.iter().any(|field| {
                let declared = self.field(*field);
                &*declared.name == *name && declared.kind == *kind && !declared.flags.is_static()
            });
            if is_declared {
                continue;
            }
            class.fields.push(FieldId(self.fields.len() as u32));
            self.fields.push(FieldInfo {
                class: ClassId(self.classes.len() as u32),
                name: Arc::from(*name),
                flags: AccessFlags(0x0012),
                kind: *kind,
                constant: None,
            });
        }
        class
    }

    /// Whether instances of the class are values: strings and boxes.
    pub fn is_value_class(&self, class: ClassId) -> bool {
        let class = self.class(class);
        class.name.starts_with("java/lang/") && VALUE_CLASSES.contains(&&*class.name)
    }

    /// A field that models keep in a class; none when the class has no such field.
    pub fn hidden_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let fields = &self.class(class).fields;
        fields.iter().copied().find(|field| {
            let field = self.field(*field);
            &*field.name == name && !field.flags.is_static()
        })
    }

    /// A field by the class that declares it; builtin ones too.
    pub fn declared_field(&self, reference: &FieldReference) -> Option<FieldId> {
        let class = self.class(self.class_by_name(&reference.class)?);
        class.fields.iter().copied().find(|field| {
            self.field(*field).name == reference.name && self.field_descriptor(*field) == *reference.descriptor
        })
    }

    /// A class by identity.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.index()]
    }

    /// A field by identity.
    pub fn field(&self, id: FieldId) -> &FieldInfo {
        &self.fields[id.index()]
    }

    /// A method by identity.
    pub fn method(&self, id: MethodId) -> &MethodInfo {
        &self.methods[id.index()]
    }

    /// A method's class-file form, with its code.
    pub fn method_file(&self, id: MethodId) -> Option<&Method> {
        let info = self.method(id);
        self.class(info.class).file().and_then(|file| file.methods.get(info.position))
    }

    /// A method's body.
    pub fn code(&self, id: MethodId) -> Option<&Code> {
        self.method_file(id).and_then(|method| method.code.as_ref())
    }

    /// All classes, in name order.
    pub fn classes(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        self.classes.iter().enumerate().map(|(position, class)| (ClassId(position as u32), class))
    }

    /// All methods of classes on the class path, in class and file order.
    pub fn methods(&self) -> impl Iterator<Item = (MethodId, &MethodInfo)> {
        self.methods.iter().enumerate().map(|(position, method)| (MethodId(position as u32), method))
    }

    /// A class by internal name.
    pub fn class_by_name(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied()
    }

    /// A method by internal class name, name and descriptor.
    pub fn method_by_name(&self, (class, name, descriptor): (&str, &str, &str)) -> Option<MethodId> {
        let class = self.class(self.class_by_name(class)?);
        class.methods.iter().copied().find(|method| {
            let method = self.method(*method);
            &*method.name == name && &*method.descriptor == descriptor
        })
    }

    /// A field's descriptor.
    pub fn field_descriptor(&self, field: FieldId) -> String {
        match self.field(field).kind {
            FieldKind::Primitive(primitive) => primitive_descriptor(primitive).to_string(),
            FieldKind::Reference(reference) if reference.dimensions > 0 => self.type_name(reference),
            FieldKind::Reference(reference) => format!("L{};", self.type_name(reference)),
            // No descriptor of the JVM's: no class file can name such a field.
            FieldKind::Text => "text".to_string(),
        }
    }

    /// `Class.method` in Java notation, for people: `p.C.m`.
    pub fn method_label(&self, id: MethodId) -> String {
        let method = self.method(id);
        format!("{}.{}", crate::classfile::java_name(&self.class(method.class).name), method.name)
    }

    /// The linked form of a parsed type; none when it names a class that no loaded class names.
    pub fn field_kind(&self, kind: &FieldType) -> Option<FieldKind> {
        match kind {
            FieldType::Primitive(primitive) => Some(FieldKind::Primitive(*primitive)),
            FieldType::Reference(name) => self.reference_type(name).map(FieldKind::Reference),
        }
    }

    /// A class or array type by internal name (`p/C`, `[I`, `[Lp/C;`).
    pub fn reference_type(&self, name: &str) -> Option<ReferenceType> {
        let dimensions = name.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions == 0 {
            return self.class_by_name(name).map(ReferenceType::class);
        }
        let element = match parse_field_descriptor(name.get(dimensions..)?)? {
            FieldType::Primitive(primitive) => Element::Primitive(primitive),
            FieldType::Reference(name) => Element::Class(self.class_by_name(&name)?),
        };
        Some(ReferenceType { element, dimensions: u8::try_from(dimensions).ok()? })
    }

    /// The internal name of a reference type: `p/C`, or a descriptor for arrays.
    pub fn type_name(&self, reference: ReferenceType) -> String {
        let element = match reference.element {
            Element::Class(class) if reference.dimensions == 0 => return self.class(class).name.to_string(),
            Element::Class(class) => format!("L{};", self.class(class).name),
            Element::Primitive(primitive) => primitive_descriptor(primitive).to_string(),
        };
        "[".repeat(usize::from(reference.dimensions)) + &element
    }
}

/// The descriptor letter of a primitive type.
pub(super) fn primitive_descriptor(primitive: crate::classfile::PrimitiveType) -> &'static str {
    use crate::classfile::PrimitiveType as P;
    match primitive {
        P::Boolean => "Z",
        P::Byte => "B",
        P::Char => "C",
        P::Short => "S",
        P::Int => "I",
        P::Long => "J",
        P::Float => "F",
        P::Double => "D",
    }
}

fn empty_class(name: ClassName, linkage: Linkage) -> Class {
    Class {
        name,
        flags: AccessFlags::default(),
        linkage,
        superclass: None,
        interfaces: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        supertypes: Vec::new(),
        supertypes_incomplete: false,
        subtypes: Vec::new(),
        methods_by_signature: FxHashMap::default(),
        fields_by_signature: FxHashMap::default(),
    }
}

/// Calls `visit` with the name of every class that a class file names in its header, members and instructions.
fn for_each_named_class(file: &ClassFile, visit: &mut dyn FnMut(&str)) {
    file.superclass.iter().chain(&file.interfaces).for_each(|name| visit(name));
    for field in &file.fields {
        visit_descriptor(&field.descriptor, visit);
    }
    for method in &file.methods {
        visit_descriptor(&method.descriptor, visit);
        let Some(code) = &method.code else { continue };
        code.handlers.iter().filter_map(|handler| handler.catch_type.as_ref()).for_each(|name| visit_type(name, visit));
        for decoded in &code.instructions {
            match &decoded.instruction {
                Instruction::GetStatic(field)
                | Instruction::PutStatic(field)
                | Instruction::GetField(field)
                | Instruction::PutField(field) => {
                    visit_type(&field.class, visit);
                    visit_descriptor(&field.descriptor, visit);
                }
                Instruction::Invoke(_, method) => {
                    visit_type(&method.class, visit);
                    visit_descriptor(&method.descriptor, visit);
                }
                Instruction::New(name)
                | Instruction::NewReferenceArray(name)
                | Instruction::NewMultiArray(name, _)
                | Instruction::CheckCast(name)
                | Instruction::InstanceOf(name)
                | Instruction::Constant(LoadableConstant::Class(name)) => visit_type(name, visit),
                Instruction::InvokeDynamic(dynamic) => visit_descriptor(&dynamic.descriptor, visit),
                _ => {}
            }
        }
    }
}

fn visit_type(name: &str, visit: &mut dyn FnMut(&str)) {
    if name.starts_with('[') {
        visit_descriptor(name, visit);
    } else {
        visit(name);
    }
}

fn visit_descriptor(descriptor: &str, visit: &mut dyn FnMut(&str)) {
    let mut rest = descriptor;
    while let Some(start) = rest.find('L') {
        let Some(length) = rest.get(start..).and_then(|tail| tail.find(';')) else { return };
        if let Some(name) = rest.get(start + 1..start + length) {
            visit(name);
        }
        rest = rest.get(start + length..).unwrap_or("");
    }
}
