//! Makes a class out of its definition: a class file of the class path or the JDK, or a row of the builtin table.

use super::builtin::{BUILTINS, Builtin, HIDDEN_FIELDS, Shape};
use super::class::{Class, FieldInfo, Linkage, MethodInfo, empty_class};
use super::desugar::{
    HANDLE_CLASS, desugar, desugared_host, handle_class, proxied_interface, proxy, scripted_type, used_member, using,
};
use super::link::Program;
use super::types::{ClassId, FieldId, MethodId};
use crate::classfile::{
    AccessFlags, ClassFile, ClassName, Method, MethodType, parse_field_descriptor, parse_method_descriptor,
};
use rustc_hash::FxHashMap;
use std::sync::{Arc, LazyLock, PoisonError};

static BUILTINS_BY_NAME: LazyLock<FxHashMap<&str, &Builtin>> =
    LazyLock::new(|| BUILTINS.iter().map(|row| (row.0, row)).collect());

impl Program {
    /// The class of a name that the class path does not define: the JDK's, else a builtin one, else a missing one.
    pub(super) fn define(&self, id: ClassId, name: &ClassName) -> Class {
        if let Some(file) = self.jdk_class(name) {
            let class = Class { is_jdk: true, ..self.loaded_class(id, file) };
            return self.with_hidden_fields(id, class);
        }
        if let Some((_, superclass, shape, interfaces)) = BUILTINS_BY_NAME.get(&**name) {
            let class = Class {
                flags: AccessFlags(match shape {
                    Shape::Class => 0x0001,
                    Shape::Abstract => 0x0401,
                    Shape::Final => 0x0011,
                    Shape::Interface => 0x0601,
                }),
                superclass: if superclass.is_empty() { None } else { self.class_by_name(superclass) },
                interfaces: interfaces.iter().filter_map(|name| self.class_by_name(name)).collect(),
                ..empty_class(name.clone(), Linkage::Builtin)
            };
            return self.with_hidden_fields(id, class);
        }
        Class {
            flags: AccessFlags(0x0001),
            superclass: self.class_by_name("java/lang/Object"),
            ..empty_class(name.clone(), Linkage::Missing)
        }
    }

    /// A class of the JDK, or one that stands for a call site in it.
    fn jdk_class(&self, name: &ClassName) -> Option<Arc<ClassFile>> {
        let jdk = self.jdk.as_ref()?;
        if let Some(scripted) = scripted_type(name) {
            return self.scripted_class(scripted).map(Arc::new);
        }
        if let Some((class, position, what)) = used_member(name) {
            let file = self.class(self.class_by_name(class)?).file()?;
            return using(file, position, what).map(Arc::new);
        }
        if let Some(interface) = proxied_interface(name) {
            return self.proxy_class(interface);
        }
        if **name == *HANDLE_CLASS {
            let handle = self.class(self.class_by_name("java/lang/invoke/MethodHandle")?).file()?;
            return Some(Arc::new(handle_class(handle)));
        }
        let desugared = || self.desugared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(host) = desugared_host(name) {
            // It is known once its host is. No class of the class path has such a host: theirs are linked at the start.
            self.class(self.class_by_name(host)?);
            return desugared().get(name).cloned();
        }
        // A class that cannot be read is as good as missing.
        let mut file = Arc::new(jdk.class(name)?.ok()?);
        let made = desugar(&mut file);
        desugared().extend(made.into_iter().map(|class| (class.name.clone(), Arc::new(class))));
        Some(file)
    }

    /// The class of an interface's proxies.
    fn proxy_class(&self, interface: &str) -> Option<Arc<ClassFile>> {
        let interface = self.class_by_name(interface)?;
        let mut above: Vec<ClassId> = self.supertypes(interface).to_vec();
        // An interface before those above it: it says more.
        above.sort_by_key(|class| (std::cmp::Reverse(self.supertypes(*class).len()), self.class_name(*class)));
        let methods = above.iter().filter(|class| self.class(**class).flags.is_interface()).flat_map(|class| {
            let class = self.class(*class);
            let of_file = class.file().into_iter().flat_map(|file| &file.methods);
            let is_forwarded = |method: &&Method| !method.flags.is_static() && method.flags.is_public();
            of_file.filter(is_forwarded).map(|method| (&class.name, method))
        });
        let methods: Vec<(&ClassName, &Method)> = methods.collect();
        proxy(self.class(interface).file()?, &methods).map(Arc::new)
    }

    pub(super) fn loaded_class(&self, id: ClassId, file: Arc<ClassFile>) -> Class {
        let mut class = Class {
            flags: file.flags,
            superclass: file.superclass.as_ref().and_then(|name| self.class_by_name(name)),
            interfaces: file.interfaces.iter().filter_map(|name| self.class_by_name(name)).collect(),
            ..empty_class(file.name.clone(), Linkage::Loaded(file.clone()))
        };
        for field in &file.fields {
            let Some(kind) = parse_field_descriptor(&field.descriptor).and_then(|kind| self.field_kind(&kind)) else {
                continue;
            };
            let position = self.fields.push(FieldInfo {
                class: id,
                name: field.name.clone(),
                flags: field.flags,
                kind,
                constant: field.constant.clone(),
            });
            let field_id = FieldId(position as u32);
            class.fields.push(field_id);
            class.fields_by_signature.entry((field.name.clone(), field.descriptor.clone())).or_insert(field_id);
        }
        for (place, method) in file.methods.iter().enumerate() {
            let Some(MethodType { parameters, result }) = parse_method_descriptor(&method.descriptor) else { continue };
            let parameters = parameters.iter().filter_map(|kind| self.field_kind(kind)).collect();
            let result = result.and_then(|kind| self.field_kind(&kind));
            let position = self.methods.push(MethodInfo {
                class: id,
                name: method.name.clone(),
                descriptor: method.descriptor.clone(),
                flags: method.flags,
                parameters,
                result,
                position: place,
                file: Arc::clone(&file),
                body: None,
            });
            let method_id = MethodId(position as u32);
            class.methods.push(method_id);
            class.methods_by_signature.entry((method.name.clone(), method.descriptor.clone())).or_insert(method_id);
        }
        class
    }

    /// Adds the state of JDK classes that models keep.
    fn with_hidden_fields(&self, id: ClassId, mut class: Class) -> Class {
        for (_, name, kind) in HIDDEN_FIELDS.iter().filter(|(owner, ..)| *owner == &*class.name) {
            let is_declared = class.fields.iter().any(|field| {
                let declared = self.field(*field);
                &*declared.name == *name && declared.kind == *kind && !declared.flags.is_static()
            });
            if is_declared {
                continue;
            }
            let position = self.fields.push(FieldInfo {
                class: id,
                name: Arc::from(*name),
                flags: AccessFlags(0x0012),
                kind: *kind,
                constant: None,
            });
            class.fields.push(FieldId(position as u32));
        }
        class
    }
}
