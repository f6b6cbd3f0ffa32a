//! What unknown code can do with objects that it has: assign fields that it can name, store in arrays, and call methods.

use super::super::types::{ClassId, FieldId, MethodId};
use super::flow::Flow;
use super::objects::Set;
use rustc_hash::FxHashSet;

impl Flow<'_> {
    /// Lets unknown code have objects.
    pub(super) fn escape(&mut self, set: Set) {
        let objects = set.objects();
        if !self.escaped.contains(objects) {
            self.escaped = self.escaped.or(objects);
            self.has_grown = true;
        }
    }

    /// Lets code that cannot be followed have objects: it may change all that it reaches.
    pub(super) fn spoil(&mut self, set: Set) {
        let given = set.objects();
        if !given.meets(self.relevant) {
            return;
        }
        for object in self.reached_from(given).iter() {
            self.change(object, None);
        }
        self.escape(given);
    }

    /// Does with the objects that unknown code has what it may do.
    pub(super) fn spread_escaped(&mut self) {
        for object in self.escaped.and(self.relevant).iter() {
            let Some(known) = self.object(object) else { continue };
            match known.class {
                Some(class) => self.use_instance(object, class),
                None => {
                    if known.is_initial {
                        self.change(object, None);
                    }
                    let elements = self.held((Some(object), None));
                    self.escape(elements);
                }
            }
        }
    }

    fn use_instance(&mut self, object: u32, class: ClassId) {
        let program = self.program;
        for parent in program.superclasses(class) {
            let is_jdk = !program.is_user_class(parent);
            for field in program.class(parent).fields.iter().copied() {
                let flags = program.field(field).flags;
                if flags.is_static() {
                    continue;
                }
                if !is_jdk {
                    self.visit_mentioning(field);
                }
                let is_open = self.is_open_field(field);
                // Code of the JDK may assign what others cannot name. It is taken to read of other classes' objects what all may.
                if (is_open || (is_jdk && !flags.is_private())) && !flags.is_final() && !program.is_cache(field) {
                    self.change(object, Some(field));
                }
                if is_open {
                    let held = self.held((Some(object), Some(field)));
                    self.escape(held);
                }
            }
        }
        for method in self.methods_of(class) {
            let info = program.method(method);
            let mut arguments = vec![Set::OUTSIDE; info.parameters.len() + 1];
            if let Some(first) = arguments.first_mut() {
                *first = Set::one(object);
            }
            if !program.is_user_method(method) && self.open_methods.insert(method) {
                self.has_grown = true;
            }
            if program.stated_effect(method).is_some() {
                self.call_stated(method, &arguments);
            } else if program.code(method).is_some() {
                self.enter(method, &arguments);
            } else {
                self.spoil(Set::one(object));
            }
        }
    }

    /// The methods that can be called on an object of a class, but for those of `Object`.
    fn methods_of(&self, class: ClassId) -> Vec<MethodId> {
        let program = self.program;
        let is_interface = |id: &ClassId| program.class(*id).flags.is_interface();
        let is_root = |id: &ClassId| &**program.class_name(*id) == "java/lang/Object";
        let interfaces = program.supertypes(class).iter().copied().filter(is_interface);
        let classes = program.superclasses(class).filter(|parent| !is_root(parent));
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for parent in classes.chain(interfaces) {
            for method in program.class(parent).methods.iter().copied() {
                let info = program.method(method);
                let is_hidden = info.flags.is_private() && !program.is_user_method(method);
                if info.flags.is_static() || info.flags.is_abstract() || info.name.starts_with('<') || is_hidden {
                    continue;
                }
                if seen.insert((info.name.clone(), info.descriptor.clone())) {
                    found.push(method);
                }
            }
        }
        found
    }

    /// Whether code from elsewhere can name a field: protected ones too, in a subclass.
    pub(super) fn is_open_field(&self, field: FieldId) -> bool {
        let info = self.program.field(field);
        let is_user = self.program.is_user_class(info.class);
        info.flags.is_public()
            || info.flags.is_protected()
            || (is_user && self.program.is_field_reached_by_reflection(field))
    }

    /// Whether code from elsewhere can call a method of the class path.
    pub(super) fn is_open_method(&self, method: MethodId) -> bool {
        let flags = self.program.method(method).flags;
        self.program.is_user_method(method)
            && (flags.is_public() || flags.is_protected() || self.program.is_method_reached_by_reflection(method))
    }
}
