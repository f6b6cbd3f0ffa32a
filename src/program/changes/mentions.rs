//! Which methods of the class path mention a field, or call methods of a signature.

use super::super::link::Program;
use super::super::reads::{OfClass, OfField, OfMethod, Read, as_one};
use super::super::types::{ClassId, FieldId, MethodId};
use crate::classfile::{Instruction, LoadableConstant};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What the code of the class path mentions.
#[derive(Debug, Default)]
pub(in super::super) struct Mentions {
    fields: FxHashMap<FieldId, Vec<MethodId>>,
    calls: FxHashMap<(Arc<str>, Arc<str>), Vec<MethodId>>,
    reflection: Reflection,
}

/// What the code of the class path may do to its own members by reflection: by the names that stand in the outermost class that
/// reflects.
#[derive(Debug, Default)]
struct Reflection {
    /// Outermost classes of which fields may be assigned, with the names of these; without one, of any class.
    assigned: FxHashMap<Option<Arc<str>>, FxHashSet<Arc<str>>>,
    /// Outermost classes of which any field may be assigned, since they are listed.
    listed: FxHashSet<Option<Arc<str>>>,
    /// Outermost classes of which members are looked for by code that has the classes' names.
    reached: FxHashMap<Arc<str>, Reached>,
    /// Outermost classes of which constructors may be called.
    constructed: FxHashSet<Arc<str>>,
}

/// Members that are looked for.
#[derive(Debug, Default)]
struct Reached {
    names: FxHashSet<Arc<str>>,
    /// They are listed.
    all: bool,
}

/// The methods by which code assigns fields of a name that it has as a text: class, and what the method's name begins with.
const ASSIGNING: [(&str, &str); 10] = [
    ("java/lang/reflect/Field", "set"),
    ("java/lang/invoke/MethodHandles$Lookup", "findSetter"),
    ("java/lang/invoke/MethodHandles$Lookup", "findStaticSetter"),
    ("java/lang/invoke/MethodHandles$Lookup", "findVarHandle"),
    ("java/lang/invoke/MethodHandles$Lookup", "findStaticVarHandle"),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflectSetter"),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflectVarHandle"),
    ("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "newUpdater"),
    ("java/util/concurrent/atomic/AtomicLongFieldUpdater", "newUpdater"),
    ("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", "newUpdater"),
];
/// The methods that list fields.
const LISTING: [(&str, &str); 2] = [("java/lang/Class", "getDeclaredFields"), ("java/lang/Class", "getFields")];

/// The methods by which code looks for fields and methods: class, and what the method's name begins with.
const REACHING: [(&str, &str); 6] = [
    ("java/lang/Class", "getDeclaredField"),
    ("java/lang/Class", "getDeclaredMethod"),
    ("java/lang/Class", "getField"),
    ("java/lang/Class", "getMethod"),
    ("java/lang/invoke/MethodHandles$Lookup", "find"),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflect"),
];
/// Those that list them.
const LISTING_ALL: [(&str, &str); 2] =
    [("java/lang/Class", "getDeclaredFields"), ("java/lang/Class", "getDeclaredMethods")];

/// The methods by which code calls constructors, or finds them to be called: class, and what the method's name begins with.
const CONSTRUCTING: [(&str, &str); 6] = [
    ("java/lang/Class", "getConstructor"),
    ("java/lang/Class", "getDeclaredConstructor"),
    ("java/lang/Class", "newInstance"),
    ("java/lang/invoke/MethodHandles$Lookup", "findConstructor"),
    ("java/lang/invoke/MethodHandles$Lookup", "findSpecial"),
    ("java/lang/invoke/MethodHandles$Lookup", "unreflectConstructor"),
];

/// The methods that give a class whose name does not stand in the code.
const FINDING: [(&str, &str); 4] = [
    ("java/lang/Class", "forName"),
    ("java/lang/Class", "getSuperclass"),
    ("java/lang/ClassLoader", "loadClass"),
    ("java/lang/Object", "getClass"),
];

fn outermost(class: &str) -> &str {
    class.split('$').next().unwrap_or(class)
}

/// What the code of an outermost class says of reflection.
#[derive(Default)]
struct Said {
    texts: Vec<Arc<str>>,
    /// The outermost classes of class constants.
    classes: Vec<Arc<str>>,
    finds: bool,
    assigns: bool,
    lists: bool,
    constructs: bool,
    /// How often members are looked for.
    reached: usize,
    reaches_all: bool,
}

impl Said {
    fn note(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Constant(LoadableConstant::String(text)) => {
                self.texts.extend(String::from_utf16(&text.0).ok().map(Arc::from));
            }
            Instruction::Constant(LoadableConstant::Class(class)) => self.classes.push(outermost(class).into()),
            Instruction::Invoke(_, called) => {
                self.finds |= FINDING.iter().any(|(_, name)| *called.name == **name);
                let is = |(class, begin): &(&str, &str)| *called.class == **class && called.name.starts_with(begin);
                self.assigns |= ASSIGNING.iter().any(is);
                self.lists |= LISTING.iter().any(is);
                self.constructs |= CONSTRUCTING.iter().any(is);
                self.reached += usize::from(REACHING.iter().any(is));
                self.reaches_all |= LISTING_ALL.iter().any(is);
            }
            _ => {}
        }
    }
}

impl Program {
    /// The methods of the class path that read or assign a field.
    pub fn mentioning(&self, field: FieldId) -> &[MethodId] {
        as_one(Read::Field(OfField::Mentions, field), || {
            self.mentions().fields.get(&field).map_or(&[][..], Vec::as_slice)
        })
    }

    /// The methods of the class path that assign a field.
    pub fn assigning(&self, field: FieldId) -> impl Iterator<Item = MethodId> + '_ {
        let assigns = move |instruction: &Instruction| match instruction {
            Instruction::PutField(reference) | Instruction::PutStatic(reference) => {
                self.resolve_field(reference) == Some(field)
            }
            _ => false,
        };
        self.mentioning(field).iter().copied().filter(move |method| {
            let code = self.code(*method);
            code.is_some_and(|code| code.instructions.iter().any(|decoded| assigns(&decoded.instruction)))
        })
    }

    /// Whether code of the class path may assign a field of the class path by reflection, as far as it has its name as a text.
    pub fn is_assigned_by_reflection(&self, field: FieldId) -> bool {
        as_one(Read::Field(OfField::AssignedByReflection, field), || {
            let reflection = &self.mentions().reflection;
            let info = self.field(field);
            let class = Some(Arc::from(outermost(self.class_name(info.class))));
            [class, None].iter().any(|class| {
                let names = reflection.assigned.get(class);
                reflection.listed.contains(class) || names.is_some_and(|names| names.contains(&info.name))
            })
        })
    }

    /// Whether code of the class path may come by a field of one of its classes by reflection, since the field's name stands in it, and the
    /// class's too: to read it, or to assign it though it is final.
    pub fn is_field_reached_by_reflection(&self, field: FieldId) -> bool {
        as_one(Read::Field(OfField::ReachedByReflection, field), || {
            let info = self.field(field);
            self.is_reached_by_reflection(info.class, &info.name)
        })
    }

    /// The same of a method.
    pub fn is_method_reached_by_reflection(&self, method: MethodId) -> bool {
        as_one(Read::Method(OfMethod::ReachedByReflection, method), || {
            let info = self.method(method);
            self.is_reached_by_reflection(info.class, &info.name)
        })
    }

    /// Whether code of the class path may run a method, or a constructor, by reflection.
    pub fn is_run_by_reflection(&self, method: MethodId) -> bool {
        let info = self.method(method);
        match &*info.name {
            "<init>" => self.is_constructed_by_reflection(info.class),
            _ => self.is_method_reached_by_reflection(method),
        }
    }

    fn is_reached_by_reflection(&self, class: ClassId, name: &str) -> bool {
        let reached = self.mentions().reflection.reached.get(outermost(self.class_name(class)));
        reached.is_some_and(|reached| reached.all || reached.names.contains(name))
    }

    /// Whether code of the class path may call constructors of a class by reflection, since the class's name stands in it.
    pub fn is_constructed_by_reflection(&self, class: ClassId) -> bool {
        as_one(Read::Class(OfClass::ConstructedByReflection, class), || {
            self.mentions().reflection.constructed.contains(outermost(self.class_name(class)))
        })
    }

    /// The methods of the class path that call methods with the name and descriptor of a method.
    pub fn callers_of_signature(&self, method: MethodId) -> &[MethodId] {
        as_one(Read::Method(OfMethod::Callers, method), || {
            let info = self.method(method);
            let key = (info.name.clone(), info.descriptor.clone());
            self.mentions().calls.get(&key).map_or(&[][..], Vec::as_slice)
        })
    }

    /// Whether code of the class path calls a method that is declared beside a static field of the JDK to set it: it is given something, and
    /// gives nothing back.
    pub fn is_set_by_class_path(&self, field: FieldId) -> bool {
        let class = self.field(field).class;
        let assigns = |method: &&MethodId| {
            let info = self.method(**method);
            if info.result.is_some() || info.parameters.is_empty() {
                return false;
            }
            let code = self.code(**method).map_or(&[][..], |code| &code.instructions);
            code.iter().any(|decoded| match &decoded.instruction {
                Instruction::PutStatic(reference) => self.resolve_field(reference) == Some(field),
                _ => false,
            })
        };
        let calls = |caller: &MethodId| {
            let code = self.code(*caller).map_or(&[][..], |code| &code.instructions);
            code.iter().any(|decoded| match &decoded.instruction {
                Instruction::Invoke(_, called) => self
                    .class_by_name(&called.class)
                    .is_some_and(|called| called == class || self.is_subclass(called, class) == Some(true)),
                _ => false,
            })
        };
        let mut setting = self.class(class).methods.iter().filter(assigns);
        setting.any(|method| self.callers_of_signature(*method).iter().any(calls))
    }

    /// Whether a method is the initialiser of its class, or a private static one that only that calls, itself or by others.
    pub(in super::super) fn only_initialises(&self, method: MethodId) -> bool {
        let class = self.method(method).class;
        let mut open = vec![method];
        let mut seen = Vec::new();
        while let Some(method) = open.pop() {
            let info = self.method(method);
            if (&*info.name == "<clinit>" && info.class == class) || seen.contains(&method) {
                continue;
            }
            let callers: Vec<MethodId> = self.callers_of(method).collect();
            let is_helper = info.flags.is_private() && info.flags.is_static() && info.class == class;
            // Nobody is seen to call it: what calls it may be anything.
            if !is_helper || callers.is_empty() {
                return false;
            }
            seen.push(method);
            open.extend(callers);
        }
        true
    }

    /// The methods of the class path that call a private or static method by its class's name.
    fn callers_of(&self, method: MethodId) -> impl Iterator<Item = MethodId> + '_ {
        let is_call = move |instruction: &Instruction| match instruction {
            Instruction::Invoke(_, called) => {
                self.method_by_name((&called.class, &called.name, &called.descriptor)) == Some(method)
            }
            _ => false,
        };
        self.callers_of_signature(method).iter().copied().filter(move |caller| {
            let code = self.code(*caller);
            code.is_some_and(|code| code.instructions.iter().any(|decoded| is_call(&decoded.instruction)))
        })
    }

    fn mentions(&self) -> &Mentions {
        self.mentions.get_or_init(|| {
            let mut mentions = Mentions::default();
            let mut said: FxHashMap<&str, Said> = FxHashMap::default();
            for (method, info) in self.methods() {
                let said = said.entry(outermost(self.class_name(info.class))).or_default();
                let (texts, reached) = (said.texts.len(), said.reached);
                for decoded in self.code(method).into_iter().flat_map(|code| &code.instructions) {
                    said.note(&decoded.instruction);
                    let found = match &decoded.instruction {
                        Instruction::GetStatic(field)
                        | Instruction::PutStatic(field)
                        | Instruction::GetField(field)
                        | Instruction::PutField(field) => {
                            let Some(field) = self.resolve_field(field) else { continue };
                            mentions.fields.entry(field).or_default()
                        }
                        Instruction::Invoke(_, called) => {
                            mentions.calls.entry((called.name.clone(), called.descriptor.clone())).or_default()
                        }
                        _ => continue,
                    };
                    if found.last() != Some(&method) {
                        found.push(method);
                    }
                }
                // More is looked for than there are texts: the names come from its callers, who may be elsewhere.
                said.reaches_all |= !info.flags.is_private() && said.reached - reached > said.texts.len() - texts;
            }
            for (class, said) in &said {
                let named = || said.classes.iter().cloned().chain([Arc::from(*class)]);
                if said.constructs {
                    mentions.reflection.constructed.extend(named());
                }
                for class in named().filter(|_| said.reached > 0) {
                    let reached = mentions.reflection.reached.entry(class).or_default();
                    reached.all |= said.reaches_all;
                    reached.names.extend(said.texts.iter().cloned());
                }
            }
            for (class, said) in said.into_iter().filter(|(_, said)| said.assigns) {
                let named = said.classes.into_iter().chain([Arc::from(class)]).map(Some);
                for class in named.chain(said.finds.then_some(None)) {
                    if said.lists {
                        mentions.reflection.listed.insert(class.clone());
                    }
                    mentions.reflection.assigned.entry(class).or_default().extend(said.texts.iter().cloned());
                }
            }
            mentions
        })
    }
}
