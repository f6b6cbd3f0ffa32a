//! `invokedynamic` as ordinary code: each call site whose bootstrap method is known becomes `invokestatic` of a method of a
//! synthetic class that does what the bootstrap method would have linked. One file per bootstrap method. A call site of any
//! other bootstrap method stays, and the interpreter stops at it.

mod assembler;
mod concatenation;
mod conversion;
mod lambda;
mod member;
mod proxy;
mod record;
mod script;
mod switches;

use crate::classfile::{
    AccessFlags, Annotations, ClassFile, ClassName, DynamicReference, Field, Instruction, InvokeKind, Method,
    MethodReference,
};
use std::collections::BTreeMap;
use std::sync::Arc;

pub use member::{HANDLE_CLASS, MADE, Use, using_name};
pub(super) use member::{handle_class, used_member, using};
pub(super) use proxy::proxy;
pub use proxy::{MAKES_PROXY, proxied_interface, proxy_name};
pub use script::scripted_type;
pub(super) use script::{MAKES_SCRIPTED, scripted, scripted_name};

/// Part of the name of every synthetic class, and of no other.
const MARK: &str = "$$casewise$";

/// The method of a synthetic class that stands for the call site.
const ENTRY: &str = "link";

/// `ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC`.
const CLASS_FLAGS: AccessFlags = AccessFlags(0x1030);
/// `ACC_STATIC | ACC_SYNTHETIC`.
const STATIC_FLAGS: AccessFlags = AccessFlags(0x1008);
/// `ACC_PUBLIC | ACC_SYNTHETIC`.
const PUBLIC_FLAGS: AccessFlags = AccessFlags(0x1001);
/// `ACC_FINAL | ACC_SYNTHETIC`.
const FIELD_FLAGS: AccessFlags = AccessFlags(0x1010);

/// Whether a class, by internal name, is one that this pass made. It is no class of the program that a person wrote: it is not
/// listed, and no input can be of it.
pub fn is_desugared(name: &str) -> bool {
    name.contains(MARK)
}

/// The class that a synthetic class was made for; none for other classes.
pub(super) fn desugared_host(name: &str) -> Option<&str> {
    name.split_once(MARK).map(|(host, _)| host)
}

/// Replaces the call sites of a class whose bootstrap methods are known, and gives the classes that they now call.
///
/// The names depend on the class, the method and the place among the method's call sites: an edit of another method
/// changes nothing.
pub fn desugar(file: &mut Arc<ClassFile>) -> Vec<ClassFile> {
    let dynamic = |method: &Method| {
        let code = method.code.as_ref();
        code.is_some_and(|code| {
            code.instructions.iter().any(|it| matches!(it.instruction, Instruction::InvokeDynamic(_)))
        })
    };
    if !file.methods.iter().any(dynamic) {
        return Vec::new();
    }
    let file = Arc::make_mut(file);
    let mut made = Vec::new();
    let mut counts: BTreeMap<Arc<str>, usize> = BTreeMap::new();
    let host = Host::of(file);
    for method in &mut file.methods {
        let Some(code) = &mut method.code else { continue };
        for decoded in &mut code.instructions {
            let Instruction::InvokeDynamic(site) = &decoded.instruction else { continue };
            let number = counts.entry(method.name.clone()).or_default();
            let plain: String = method.name.chars().filter(|letter| !matches!(letter, '<' | '>')).collect();
            let name = Arc::from(format!("{}{MARK}{plain}${number}", host.name));
            *number += 1;
            let Some(class) = link(&host, name, site) else { continue };
            let entry = MethodReference {
                class: class.name.clone(),
                name: Arc::from(ENTRY),
                descriptor: site.descriptor.clone(),
                interface: false,
            };
            decoded.instruction = Instruction::Invoke(InvokeKind::Static, Arc::new(entry));
            made.push(class);
        }
    }
    made
}

/// The class that a call site is in.
struct Host {
    name: ClassName,
    version: (u16, u16),
    /// What `Class.getSimpleName` says; none when the class has no name.
    simple_name: Option<Arc<str>>,
}

impl Host {
    fn of(file: &ClassFile) -> Host {
        let simple_name = match file.inner_classes.iter().find(|inner| inner.inner == file.name) {
            Some(inner) => inner.name.clone(),
            None => file.name.rsplit('/').next().map(Arc::from),
        };
        Host { name: file.name.clone(), version: file.version, simple_name }
    }
}

/// The synthetic class of a call site; none when its bootstrap method is unknown or its arguments are not as documented.
fn link(host: &Host, name: ClassName, site: &DynamicReference) -> Option<ClassFile> {
    match (&*site.bootstrap.class, &*site.bootstrap.name) {
        ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => lambda::link(host, name, site),
        ("java/lang/invoke/StringConcatFactory", _) => concatenation::link(host, name, site),
        ("java/lang/runtime/ObjectMethods", "bootstrap") => record::link(host, name, site),
        ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => switches::link(host, name, site),
        _ => None,
    }
}

/// A synthetic class without source, attributes or constructors.
fn synthetic_class(
    host: &Host,
    name: ClassName,
    interfaces: Vec<ClassName>,
    fields: Vec<Field>,
    methods: Vec<Method>,
) -> ClassFile {
    ClassFile {
        version: host.version,
        flags: CLASS_FLAGS,
        name,
        superclass: Some(Arc::from("java/lang/Object")),
        interfaces,
        fields,
        methods,
        source_file: None,
        signature: None,
        inner_classes: Vec::new(),
        enclosing_method: None,
        nest_host: Some(host.name.clone()),
        nest_members: Vec::new(),
        record: None,
        permitted_subclasses: None,
        bootstrap_methods: Vec::new(),
        is_misread: false,
        annotations: Annotations::default(),
        nullness: None,
    }
}
