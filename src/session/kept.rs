//! What earlier runs have found of methods. An entry is found under the question, its options and the method's name. It
//! lists what its making has read of the program, and is valid as long as the program answers the same.

mod derived;
mod groups;

use super::invariants::Library;
use super::workspace::Workspace;
use crate::exec::{Invariants, told_held, vocabulary_of_class, vocabulary_of_method};
use crate::graph::{CallGraph, begun_before, is_seen_early, may_begin};
use crate::invariant::{StableFacts, entries, owned_fields, owned_statics, static_entries};
use crate::program::{ClassId, FieldId, GroupId, MethodId, OfClass, OfField, OfMethod, Program, Read, Reads};
use crate::run;
use crate::store::{Key, Store, decode, encode};
use blake3::Hasher;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};

/// Changes with every change of what answers are: with every change of the program, then.
const FORMAT: &str = concat!("kept ", env!("CARGO_PKG_VERSION"), " ", env!("CASEWISE_SOURCES"));

type Digest = [u8; 32];

/// What is kept of a method.
#[derive(Serialize, Deserialize)]
struct Entry<T> {
    /// What the questions are about: classes by internal name, members by class, name and descriptor.
    names: Vec<String>,
    /// What was read.
    reads: Vec<NamedRead>,
    /// A digest of the answers, in their order.
    answers: Digest,
    found: T,
}

/// A question to a program, by the position of what it is about.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum NamedRead {
    Class(OfClass, u32),
    Method(OfMethod, u32),
    Field(OfField, u32),
    Classes,
    Resources,
    Everything,
    Begins(u32, u32),
    Amid(u32, u32),
    /// Of a group, by the name of its entry.
    Changes(u32),
}

/// Keeps what is found of methods in a store.
pub(crate) struct Kept<'w> {
    store: Store,
    program: &'w Program,
    calls: &'w CallGraph,
    base: Hasher,
    methods: FxHashMap<String, MethodId>,
    fields: FxHashMap<String, FieldId>,
    digests: Mutex<FxHashMap<Read, Digest>>,
    /// Groups by the names of their entries; none where a part is no longer there.
    groups: Mutex<FxHashMap<String, Option<GroupId>>>,
    group_names: Mutex<FxHashMap<GroupId, String>>,
    stable: StableFacts<'w>,
    invariants: &'w Library<'w>,
}

impl<'w> Kept<'w> {
    /// What a store keeps of methods under a question: what is asked, and the options that can change the answer. `invariants`: what
    /// the run knows of its classes.
    ///
    /// # Errors
    /// In one line, when a class file is no longer there.
    pub(crate) fn of(
        store: Store,
        question: &str,
        (workspace, invariants): (&'w Workspace, &'w Library<'w>),
    ) -> Result<Kept<'w>, String> {
        let program = &workspace.program;
        let mut base = Hasher::new();
        text(&mut base, FORMAT);
        text(&mut base, question);
        // What a JVM was asked is a part of some answers.
        text(&mut base, run::isolation().name());
        match program.jdk() {
            Some(jdk) => {
                text(&mut base, jdk.identity());
                // Answers say nothing of the JDK's classes, unless one of the class path takes the place of one of them.
                for (_, class) in program.user_classes().filter(|(_, class)| jdk.class(&class.name).is_some()) {
                    text(&mut base, &class.name);
                }
            }
            // Which names are known at all depends on every class.
            None => drop(base.update(&workspace.fingerprint()?)),
        }
        let methods = program.methods().map(|(method, _)| (method_name(program, method), method));
        let classes = program.user_classes().flat_map(|(_, class)| &class.fields);
        Ok(Kept {
            store,
            calls: &workspace.calls,
            base,
            methods: methods.collect(),
            fields: classes.map(|field| (field_name(program, *field), *field)).collect(),
            digests: Mutex::default(),
            groups: Mutex::default(),
            group_names: Mutex::default(),
            stable: StableFacts::new(program, &workspace.calls),
            invariants,
            program,
        })
    }

    /// What was found of a method, where it would be found again. An entry that is damaged is none. `asked`: what is asked of this
    /// method.
    pub(crate) fn get<T: DeserializeOwned>(&self, method: MethodId, asked: &str) -> Option<T> {
        self.valid(&self.key(method, asked))
    }

    /// What was last found of a method, whether or not it would be found again.
    pub(crate) fn noted<T: DeserializeOwned>(&self, method: MethodId, asked: &str) -> Option<T> {
        self.entry(&self.key(method, asked)).map(|entry| entry.found)
    }

    /// What is kept under a key, where the program answers what its making has read as it did then.
    fn valid<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let entry: Entry<T> = self.entry(key)?;
        let reads: Option<Vec<Read>> = entry.reads.iter().map(|read| self.present(&entry.names, *read)).collect();
        (self.digest_of_all(&reads?) == entry.answers).then_some(entry.found)
    }

    /// What is kept under a key, whether or not it would be found again.
    fn entry<T: DeserializeOwned>(&self, key: &Key) -> Option<Entry<T>> {
        decode(&self.store.get(key).ok().flatten()?).ok()
    }

    /// Keeps what was found of a method, and what was read for it. What cannot be kept is found again.
    pub(crate) fn put<T: Serialize>(&self, method: MethodId, asked: &str, found: &T, reads: &Reads) {
        self.put_entry(&self.key(method, asked), found, reads);
    }

    fn put_entry<T: Serialize>(&self, key: &Key, found: &T, reads: &Reads) {
        let reads = self.without_repetition(reads.all());
        let mut names = Names::default();
        let named = reads.iter().map(|read| match *read {
            Read::Class(of, class) => NamedRead::Class(of, names.number(class_name(self.program, class))),
            Read::Method(of, method) => NamedRead::Method(of, names.number(method_name(self.program, method))),
            Read::Field(of, field) => NamedRead::Field(of, names.number(field_name(self.program, field))),
            Read::Classes => NamedRead::Classes,
            Read::Resources => NamedRead::Resources,
            Read::Everything => NamedRead::Everything,
            Read::Begins(first, other) => {
                let mut number = |class| names.number(class_name(self.program, class));
                NamedRead::Begins(number(first), number(other))
            }
            Read::Amid(class, method) => {
                let class = names.number(class_name(self.program, class));
                NamedRead::Amid(class, names.number(method_name(self.program, method)))
            }
            Read::Changes(group) => NamedRead::Changes(names.number(self.group_name(group))),
        });
        let named: Vec<NamedRead> = named.collect();
        let answers = self.digest_of_all(&reads);
        let entry = Entry { names: names.all, reads: named, answers, found };
        if let Ok(bytes) = encode(&entry) {
            let _ = self.store.put(key, &bytes);
        }
    }

    /// Without what other questions answer, and what is always answered in the same way.
    fn without_repetition(&self, mut reads: Vec<Read>) -> Vec<Read> {
        let defined: FxHashSet<ClassId> = reads
            .iter()
            .filter_map(|read| match read {
                Read::Class(OfClass::Definition, class) => Some(*class),
                _ => None,
            })
            .collect();
        reads.retain(|read| match read {
            Read::Class(OfClass::Presence, class) => !defined.contains(class),
            Read::Field(_, field) => self.program.class(self.program.field(*field).class).is_user(),
            _ => true,
        });
        reads
    }

    fn key(&self, method: MethodId, asked: &str) -> Key {
        self.key_of(&method_name(self.program, method), asked)
    }

    fn key_of(&self, name: &str, asked: &str) -> Key {
        let mut hasher = self.base.clone();
        text(&mut hasher, name);
        text(&mut hasher, asked);
        Key(*hasher.finalize().as_bytes())
    }

    /// A question to the program as it is now; none where there is no such class, method or field.
    fn present(&self, names: &[String], read: NamedRead) -> Option<Read> {
        let name = |position: u32| names.get(position as usize);
        Some(match read {
            NamedRead::Class(of, position) => Read::Class(of, self.program.class_by_name(name(position)?)?),
            NamedRead::Method(of, position) => Read::Method(of, self.method_named(name(position)?)?),
            NamedRead::Field(of, position) => Read::Field(of, *self.fields.get(name(position)?)?),
            NamedRead::Classes => Read::Classes,
            NamedRead::Resources => Read::Resources,
            NamedRead::Everything => Read::Everything,
            NamedRead::Begins(first, other) => {
                let class = |position| self.program.class_by_name(name(position)?);
                Read::Begins(class(first)?, class(other)?)
            }
            NamedRead::Amid(class, method) => {
                Read::Amid(self.program.class_by_name(name(class)?)?, self.method_named(name(method)?)?)
            }
            NamedRead::Changes(position) => Read::Changes(self.group_of(name(position)?)?),
        })
    }

    /// A method by its name, of the class path or of the JDK: who calls one of that is asked too.
    fn method_named(&self, name: &str) -> Option<MethodId> {
        if let Some(method) = self.methods.get(name) {
            return Some(*method);
        }
        let mut parts = name.splitn(3, ' ');
        let named = (parts.next()?, parts.next()?, parts.next()?);
        let method = self.program.method_by_name(named)?;
        (!self.program.is_user_method(method)).then_some(method)
    }

    fn digest_of_all(&self, reads: &[Read]) -> Digest {
        let mut hasher = Hasher::new();
        reads.iter().for_each(|read| {
            hasher.update(&self.digest(*read));
        });
        *hasher.finalize().as_bytes()
    }

    fn digest(&self, read: Read) -> Digest {
        let known = || self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(digest) = known().get(&read) {
            return *digest;
        }
        let digest = *blake3::hash(self.answer(read).as_bytes()).as_bytes();
        known().insert(read, digest);
        digest
    }

    /// Where code is entered that may change the objects of a class.
    fn writers_of(&self, class: ClassId) -> String {
        let sized = self.stable.of_class(class).sized;
        let entries = entries((self.program, self.calls), class, (&owned_fields(self.program, class), &sized));
        self.names_of(&entries.methods).join(" ")
    }

    fn names_of<'m>(&self, methods: impl IntoIterator<Item = &'m MethodId>) -> Vec<String> {
        methods.into_iter().map(|method| method_name(self.program, *method)).collect()
    }

    /// Where code is entered that may assign the static fields of a class, and what may run meanwhile.
    fn static_writers_of(&self, class: ClassId) -> String {
        let entries = static_entries((self.program, self.calls), class, &owned_statics(self.program, class));
        let sorted = |mut names: Vec<String>| {
            names.sort_unstable();
            names.join(" ")
        };
        format!("{}, {}", sorted(self.names_of(&entries.methods)), sorted(self.names_of(&entries.at_work)))
    }

    /// What is never null in objects of a class, and what is of exactly one class.
    fn stable_facts_of(&self, class: ClassId) -> String {
        let known = self.stable.of_class(class);
        let conditions = known.conditions.iter().map(|condition| condition.told(self.program));
        let exact = known.exact.iter().map(|(field, exactly)| {
            format!("{} {}", field_name(self.program, *field), self.program.type_name(*exactly))
        });
        let held = known.held.iter().map(|held| told_held(self.program, held));
        let sized = known.sized.iter().map(|sized| {
            let changed_by = self.names_of(&sized.changed_by).join(" ");
            let is_fixed = if sized.is_fixed { "fixed" } else { "own" };
            format!("{} {is_fixed}, changed by {changed_by}", field_name(self.program, sized.field))
        });
        conditions.chain(exact).chain(held).chain(sized).collect::<Vec<String>>().join(", ")
    }

    fn answer(&self, read: Read) -> String {
        let (of, method) = match read {
            Read::Class(OfClass::Writers, class) => return self.writers_of(class),
            Read::Class(OfClass::StaticWriters, class) => return self.static_writers_of(class),
            Read::Class(of @ (OfClass::Invariants | OfClass::StaticInvariants), class) => {
                return self.invariants_told(of, class);
            }
            Read::Class(OfClass::StableFacts, class) => return self.stable_facts_of(class),
            Read::Class(OfClass::BegunBefore, class) => {
                return begun_before(self.program, class)
                    .map_or_else(String::new, |class| class_name(self.program, class));
            }
            Read::Class(OfClass::Vocabulary, class) => {
                return format!("{:?}", vocabulary_of_class(self.program, self.calls, class));
            }
            Read::Changes(group) => return self.changes_told(group),
            Read::Amid(class, method) => return self.invariants.may_run_amid(class, method).to_string(),
            Read::Begins(first, other) => return may_begin(self.program, first, other).to_string(),
            Read::Field(OfField::SeenEarly, field) => return is_seen_early(self.program, field).to_string(),
            Read::Method(of, method) => (of, method),
            _ => return self.program.answer(read).unwrap_or_default(),
        };
        match of {
            OfMethod::Body
            | OfMethod::Lines
            | OfMethod::Callers
            | OfMethod::Effects
            | OfMethod::ReachedByReflection => self.program.answer(read).unwrap_or_default(),
            OfMethod::Callees => self.names_of(self.calls.callees(method)).join(" "),
            OfMethod::Invokers => self.names_of(self.calls.callers(method)).join(" "),
            OfMethod::Vocabulary => format!("{:?}", vocabulary_of_method(self.program, self.calls, method)),
            OfMethod::RunWhileMade => self.invariants.may_run_while_made(method).to_string(),
            OfMethod::Recursion => self.calls.mutually_recursive(method, method).to_string(),
            OfMethod::Component => {
                let component = self.calls.components().get(self.calls.component_of(method));
                let members = component.map_or(&[][..], |component| &component.methods);
                members.iter().map(|member| method_name(self.program, *member)).collect::<Vec<String>>().join(" ")
            }
        }
    }
}

/// Numbers for names, each of which is kept once.
#[derive(Default)]
struct Names {
    all: Vec<String>,
    numbers: FxHashMap<String, u32>,
}

impl Names {
    fn number(&mut self, name: String) -> u32 {
        let next = self.all.len() as u32;
        *self.numbers.entry(name).or_insert_with_key(|name| {
            self.all.push(name.clone());
            next
        })
    }
}

fn class_name(program: &Program, class: ClassId) -> String {
    program.class_name(class).to_string()
}

/// A method by class, name and descriptor.
pub(crate) fn method_name(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    format!("{} {} {}", program.class_name(info.class), info.name, info.descriptor)
}

fn field_name(program: &Program, field: FieldId) -> String {
    let info = program.field(field);
    format!("{} {} {}", program.class_name(info.class), info.name, program.field_descriptor(field))
}

fn text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
