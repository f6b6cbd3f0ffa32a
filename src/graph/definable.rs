//! Which classes of the class path a JVM would refuse to define, because of their supertypes (JVMS 5.3.5) or because
//! their name belongs to the JDK. Such a class never runs. Analyses may rely on hierarchies without cycles.

use super::call_graph::strongly_connected;
use crate::classfile::{ClassFile, ClassName, Jdk, Method, java_name};
use crate::program::package_of;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::sync::Arc;

/// The classes that a JVM would not define, each with the reason in one line that begins with the JVM's own error. Of several definitions
/// of a name the first counts.
pub fn undefinable(files: &[Arc<ClassFile>], jdk: Option<&Jdk>) -> FxHashMap<ClassName, String> {
    // A JVM does not come to these: whoever names one gets the JDK's, or none.
    let of_jdk = |file: &Arc<ClassFile>| Some((file.name.clone(), taken_by_jdk(&file.name, jdk)?));
    let taken: FxHashMap<ClassName, String> = files.iter().filter_map(of_jdk).collect();
    let files: Vec<&Arc<ClassFile>> = files.iter().filter(|file| !taken.contains_key(&file.name)).collect();
    let hierarchy = Hierarchy::new(&files, jdk);
    let mut refused: FxHashMap<ClassName, String> = FxHashMap::default();
    // Supertypes come before what extends them, and what is circular comes together.
    for together in strongly_connected(&hierarchy.graph) {
        for position in &together {
            let (Some(file), Some(above)) = (files.get(*position), hierarchy.graph.get(*position)) else { continue };
            let is_circular = together.len() > 1 || above.contains(position);
            let reason = if is_circular {
                Some("ClassCircularityError: it is among its own supertypes".to_owned())
            } else {
                let left_out = supertypes(file).find(|name| refused.contains_key(*name));
                let left_out = left_out.map(|name| format!("NoClassDefFoundError: {} is left out", java_name(name)));
                left_out.or_else(|| hierarchy.contradiction(file))
            };
            refused.extend(reason.map(|reason| (file.name.clone(), reason)));
        }
    }
    refused.extend(taken);
    refused
}

/// Why the class path cannot define a name; none where it can.
fn taken_by_jdk(name: &str, jdk: Option<&Jdk>) -> Option<String> {
    if name.starts_with("java/") {
        return Some(format!("SecurityException: prohibited package name: {}", java_name(package_of(name))));
    }
    jdk?.class(name).map(|_| "the JDK has a class of that name, which is the one that runs".to_owned())
}

fn supertypes(file: &ClassFile) -> impl Iterator<Item = &ClassName> {
    file.superclass.iter().chain(&file.interfaces)
}

/// What classes extend and implement.
struct Hierarchy<'f> {
    files: &'f [&'f Arc<ClassFile>],
    positions: FxHashMap<&'f str, usize>,
    /// From each class to its supertypes on the class path.
    graph: Vec<Vec<usize>>,
    jdk: Option<&'f Jdk>,
    /// Classes of the JDK that were looked at.
    of_jdk: RefCell<FxHashMap<ClassName, Option<Arc<ClassFile>>>>,
}

impl<'f> Hierarchy<'f> {
    fn new(files: &'f [&'f Arc<ClassFile>], jdk: Option<&'f Jdk>) -> Self {
        let mut positions: FxHashMap<&str, usize> = FxHashMap::default();
        for (position, file) in files.iter().enumerate() {
            positions.entry(&file.name).or_insert(position);
        }
        let above = |file: &&Arc<ClassFile>| -> Vec<usize> {
            supertypes(file).filter_map(|name| positions.get(&**name).copied()).collect()
        };
        let graph = files.iter().map(above).collect();
        Hierarchy { files, positions, graph, jdk, of_jdk: RefCell::default() }
    }

    /// A class of the class path, else of the JDK; none where it is missing.
    fn class(&self, name: &ClassName) -> Option<Arc<ClassFile>> {
        if let Some(position) = self.positions.get(&**name) {
            return self.files.get(*position).map(|file| Arc::clone(file));
        }
        let known = self.of_jdk.borrow().get(name).cloned();
        known.unwrap_or_else(|| {
            let found = self.jdk.and_then(|jdk| jdk.class(name)?.ok()).map(Arc::new);
            self.of_jdk.borrow_mut().insert(name.clone(), found.clone());
            found
        })
    }

    /// What a JVM would refuse of a class whose supertypes on the class path it defines.
    fn contradiction(&self, file: &ClassFile) -> Option<String> {
        let superclass = file.superclass.as_ref().and_then(|name| self.class(name));
        if let Some(superclass) = &superclass {
            let name = java_name(&superclass.name);
            if superclass.flags.is_interface() {
                return Some(format!("IncompatibleClassChangeError: {name} is an interface, not a superclass"));
            }
            if superclass.flags.is_final() {
                return Some(format!("IncompatibleClassChangeError: cannot inherit from final class {name}"));
            }
        }
        let interfaces: Vec<Arc<ClassFile>> = file.interfaces.iter().filter_map(|name| self.class(name)).collect();
        if let Some(class) = interfaces.iter().find(|class| !class.flags.is_interface()) {
            return Some(format!("IncompatibleClassChangeError: {} is not an interface", java_name(&class.name)));
        }
        for above in superclass.iter().chain(&interfaces) {
            let name = java_name(&above.name);
            if !above.flags.is_public() && package_of(&above.name) != package_of(&file.name) {
                return Some(format!("IllegalAccessError: cannot access its supertype {name}"));
            }
            if above.permitted_subclasses.as_ref().is_some_and(|permitted| !permitted.contains(&file.name)) {
                return Some(format!("IncompatibleClassChangeError: cannot inherit from sealed class {name}"));
            }
        }
        self.overridden_final_method(file, superclass)
    }

    /// JVMS 5.4.5: no instance method takes the place of a final one.
    fn overridden_final_method(&self, file: &ClassFile, superclass: Option<Arc<ClassFile>>) -> Option<String> {
        let is_virtual =
            |method: &&Method| !method.flags.is_static() && !method.flags.is_private() && !method.name.starts_with('<');
        let signature = |method: &Method| (method.name.clone(), method.descriptor.clone());
        let own: FxHashSet<(Arc<str>, Arc<str>)> = file.methods.iter().filter(is_virtual).map(signature).collect();
        let mut above = if own.is_empty() { None } else { superclass };
        while let Some(class) = above {
            let is_near = package_of(&class.name) == package_of(&file.name);
            let is_inherited = |method: &&Method| is_near || method.flags.is_public() || method.flags.is_protected();
            let finals = class.methods.iter().filter(|method| method.flags.is_final()).filter(is_virtual);
            for method in finals.filter(is_inherited) {
                if own.contains(&signature(method)) {
                    let (class, name) = (java_name(&class.name), &method.name);
                    return Some(format!("IncompatibleClassChangeError: overrides final method {class}.{name}"));
                }
            }
            above = class.superclass.as_ref().and_then(|name| self.class(name));
        }
        None
    }
}
