//! Classes, methods and fields that were added, removed, renamed or narrowed, and who must do something about it: the Java Language
//! Specification says in its chapter 13 what still links, and the Java Object Serialization Specification in its chapter 5 what is still
//! read.

use crate::classfile::{
    AccessFlags, ClassFile, ClassName, Code, Field, Instruction, LoadableConstant, Method, java_name,
    parse_field_descriptor, render_constant,
};
use crate::program::versions::{OldNames, same_body_by};
use crate::program::{ClassId, Program, is_desugared};
use crate::report::{Compatibility, MemberChange, method_label};
use crate::session::workspace::Workspace;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Bodies of fewer instructions tell nothing of a method: many others have them.
const TELLING: usize = 6;

/// What was done to the classes that are answered for, and to their members.
pub(super) fn changes(old: &Workspace, new: &Workspace, names: &OldNames) -> Vec<MemberChange> {
    let (before, after) = (selected(old), selected(new));
    let mut found = Found { changes: BTreeSet::new(), new_names: names.reversed() };
    let has = |classes: &Classes<'_>, name: &ClassName| classes.contains_key(name);
    let removed: Vec<&Class<'_>> = before.values().filter(|class| !has(&after, &class.file.name)).collect();
    let added: Vec<&Class<'_>> = after.values().filter(|class| !has(&before, &class.file.name)).collect();
    for class in removed.iter().filter(|class| class.is_api) {
        let same =
            added.iter().filter(|other| is_moved(class.file, other.file)).map(|other| other.file).collect::<Vec<_>>();
        match *same {
            [moved] => found.class(class, Compatibility::Binary, format!("renamed to {}", java_name(&moved.name))),
            _ => found.class(class, Compatibility::Binary, "removed".into()),
        }
    }
    for class in added.iter().filter(|class| class.is_api) {
        let is_moved = removed.iter().any(|other| is_moved(other.file, class.file));
        if !is_moved {
            found.class(class, Compatibility::None, "added".into());
        }
    }
    for (name, class) in &before {
        if let Some(other) = after.get(name) {
            found.compare(class, other);
            found.serialised((&old.program, class), (&new.program, other));
        }
    }
    found.changes.into_iter().collect()
}

/// A class that is answered for.
struct Class<'w> {
    file: &'w ClassFile,
    flags: AccessFlags,
    /// Whether code of other packages can name it.
    is_api: bool,
    id: ClassId,
}

type Classes<'w> = BTreeMap<ClassName, Class<'w>>;

fn selected(workspace: &Workspace) -> Classes<'_> {
    let program = &workspace.program;
    let of = |id: &ClassId| {
        let class = program.class(*id);
        let file = class.file()?;
        if class.flags.is_synthetic() || file.enclosing_method.is_some() {
            return None;
        }
        Some((file.name.clone(), Class { file, flags: class.flags, is_api: is_api(program, *id), id: *id }))
    };
    workspace.selected.iter().filter_map(of).collect()
}

/// Whether code of other packages can name a class: so can it the classes around it.
fn is_api(program: &Program, class: ClassId) -> bool {
    let flags = program.class(class).flags;
    let around = program.class_name(class).rsplit_once('$').and_then(|(around, _)| program.class_by_name(around));
    (flags.is_public() || flags.is_protected()) && around.is_none_or(|around| is_api(program, around))
}

fn is_open(flags: AccessFlags) -> bool {
    flags.is_public() || flags.is_protected()
}

/// How widely something can be used.
fn reach(flags: AccessFlags) -> (u8, &'static str) {
    match flags {
        _ if flags.is_public() => (3, "public"),
        _ if flags.is_protected() => (2, "protected"),
        _ if flags.is_private() => (0, "private"),
        _ => (1, "package-private"),
    }
}

/// Whether a class is another one under a new name: it has the same members, and methods with the same bodies where these say nothing of
/// the class itself.
fn is_moved(old: &ClassFile, new: &ClassFile) -> bool {
    let members = |file: &ClassFile| -> BTreeSet<String> {
        let own = |descriptor: &str| descriptor.replace(&format!("L{};", file.name), "L;");
        let methods = file.methods.iter().map(|method| format!("{}{}", method.name, own(&method.descriptor)));
        methods.chain(file.fields.iter().map(|field| format!("{} {}", field.name, own(&field.descriptor)))).collect()
    };
    let size = |file: &ClassFile| {
        let codes = file.methods.iter().filter_map(|method| method.code.as_ref());
        codes.map(|code| code.instructions.len()).collect::<Vec<_>>()
    };
    let total: usize = size(old).iter().sum();
    total >= TELLING && members(old) == members(new) && size(old) == size(new)
}

#[derive(Default)]
struct Found {
    changes: BTreeSet<MemberChange>,
    /// What the new version calls what has the old name in its program.
    new_names: OldNames,
}

impl Found {
    fn class(&mut self, class: &Class<'_>, breaks: Compatibility, what: String) {
        let class = java_name(&class.file.name);
        self.changes.insert(MemberChange { breaks, class, member: None, what });
    }

    fn member(&mut self, class: &Class<'_>, member: String, breaks: Compatibility, what: String) {
        let class = java_name(&class.file.name);
        self.changes.insert(MemberChange { breaks, class, member: Some(member), what });
    }

    fn compare(&mut self, old: &Class<'_>, new: &Class<'_>) {
        if !old.is_api {
            return;
        }
        let (before, after) = (old.flags, new.flags);
        if !new.is_api || reach(after).0 < reach(before).0 {
            let (from, to) = (reach(before).1, if new.is_api { reach(after).1 } else { "no longer accessible" });
            self.class(old, Compatibility::Binary, format!("narrowed: {from} → {to}"));
        }
        let turned = |what: fn(AccessFlags) -> bool| !what(before) && what(after);
        if turned(AccessFlags::is_final) {
            self.class(old, Compatibility::Binary, "now final: what extends it does not link".into());
        }
        if turned(AccessFlags::is_abstract) && !before.is_interface() {
            self.class(old, Compatibility::Binary, "now abstract: what makes instances of it does not link".into());
        }
        if before.is_interface() != after.is_interface() {
            self.class(old, Compatibility::Binary, "turned from class to interface or back".into());
        }
        self.supertypes(old, new);
        self.methods(old, new);
        self.fields(old, new);
    }

    fn supertypes(&mut self, old: &Class<'_>, new: &Class<'_>) {
        let of = |class: &Class<'_>| -> BTreeSet<ClassName> {
            class.file.interfaces.iter().chain(&class.file.superclass).cloned().collect()
        };
        let (before, after) = (of(old), of(new));
        for lost in before.difference(&after).filter(|name| &***name != "java/lang/Object") {
            self.class(old, Compatibility::Binary, format!("no longer extends or implements {}", java_name(lost)));
        }
        for more in after.difference(&before).filter(|name| &***name != "java/lang/Object") {
            self.class(old, Compatibility::None, format!("now extends or implements {}", java_name(more)));
        }
        if old.file.permitted_subclasses.is_none() && new.file.permitted_subclasses.is_some() {
            self.class(old, Compatibility::Binary, "now sealed".into());
        }
    }

    fn methods(&mut self, old: &Class<'_>, new: &Class<'_>) {
        let is_listed = |method: &&Method| !method.flags.is_synthetic() && &*method.name != "<clinit>";
        let key = |method: &Method| (method.name.clone(), method.descriptor.clone());
        let before: Vec<&Method> = old.file.methods.iter().filter(is_listed).collect();
        let after: Vec<&Method> = new.file.methods.iter().filter(is_listed).collect();
        let label = |method: &Method| member_label(&old.file.name, method);
        let absent = |methods: &[&Method], method: &Method| !methods.iter().any(|other| key(other) == key(method));
        let added: Vec<&Method> = after.iter().copied().filter(|method| absent(&before, method)).collect();
        for method in &before {
            if !is_open(method.flags) {
                continue;
            }
            let Some(other) = after.iter().find(|other| key(other) == key(method)) else {
                let (breaks, what) = gone(method, new.file, &added);
                self.member(old, label(method), breaks, what);
                continue;
            };
            self.method(old, (method, other));
        }
        for method in added.iter().filter(|method| is_open(method.flags)) {
            let is_twin = |other: &&&Method| absent(&after, other) && is_renamed(other, method);
            let is_retyped = |other: &&&Method| {
                absent(&after, other) && other.name == method.name && parameters(other) == parameters(method)
            };
            if before.iter().any(|other| is_twin(&other) || is_retyped(&other)) {
                continue;
            }
            let must_be_implemented = method.flags.is_abstract();
            let (breaks, what) = if must_be_implemented && &*method.name != "<init>" {
                (Compatibility::Source, "added, abstract: who extends or implements the class must write it")
            } else {
                (Compatibility::None, "added")
            };
            self.member(old, label(method), breaks, what.into());
        }
    }

    fn method(&mut self, class: &Class<'_>, (old, new): (&Method, &Method)) {
        let label = || member_label(&class.file.name, old);
        let (before, after) = (old.flags, new.flags);
        if reach(after).0 < reach(before).0 {
            let what = format!("narrowed: {} → {}", reach(before).1, reach(after).1);
            self.member(class, label(), Compatibility::Binary, what);
        }
        if before.is_static() != after.is_static() {
            let what = if after.is_static() { "now static" } else { "no longer static" };
            self.member(class, label(), Compatibility::Binary, what.into());
        }
        if !before.is_final() && after.is_final() && !before.is_static() && !class.flags.is_final() {
            self.member(class, label(), Compatibility::Binary, "now final: what overrides it does not link".into());
        }
        if !before.is_abstract() && after.is_abstract() {
            self.member(class, label(), Compatibility::Binary, "now abstract".into());
        }
        let declared = |names: &[ClassName], others: &[ClassName]| {
            let more = names.iter().filter(|name| !others.contains(name)).map(|name| java_name(name));
            more.collect::<Vec<_>>().join(", ")
        };
        let (more, fewer) = (declared(&new.exceptions, &old.exceptions), declared(&old.exceptions, &new.exceptions));
        if !more.is_empty() {
            self.member(class, label(), Compatibility::Source, format!("now declares {more}"));
        }
        if !fewer.is_empty() {
            self.member(class, label(), Compatibility::Source, format!("no longer declares {fewer}"));
        }
    }

    fn fields(&mut self, old: &Class<'_>, new: &Class<'_>) {
        let find = |file: &'_ ClassFile, name: &str| file.fields.iter().position(|field| *field.name == *name);
        for field in old.file.fields.iter().filter(|field| is_open(field.flags) && !field.flags.is_synthetic()) {
            let name = field.name.to_string();
            let other = find(new.file, &field.name).and_then(|at| new.file.fields.get(at));
            match other {
                None => self.member(old, name, Compatibility::Binary, "removed".into()),
                Some(other) => self.field(old, (field, other)),
            }
        }
        for field in new.file.fields.iter().filter(|field| is_open(field.flags) && !field.flags.is_synthetic()) {
            if find(old.file, &field.name).is_none() {
                self.member(old, field.name.to_string(), Compatibility::None, "added".into());
            }
        }
    }

    fn field(&mut self, class: &Class<'_>, (old, new): (&Field, &Field)) {
        let name = || old.name.to_string();
        let (before, after) = (old.flags, new.flags);
        if old.descriptor != new.descriptor {
            let what = format!("of another type: {} → {}", type_name(&old.descriptor), type_name(&new.descriptor));
            self.member(class, name(), Compatibility::Binary, what);
        }
        if reach(after).0 < reach(before).0 {
            let what = format!("narrowed: {} → {}", reach(before).1, reach(after).1);
            self.member(class, name(), Compatibility::Binary, what);
        }
        if before.is_static() != after.is_static() {
            let what = if after.is_static() { "now static" } else { "no longer static" };
            self.member(class, name(), Compatibility::Binary, what.into());
        }
        if !before.is_final() && after.is_final() {
            self.member(class, name(), Compatibility::Binary, "now final: what assigns it does not link".into());
        }
        if old.constant != new.constant {
            let text =
                |constant: &Option<LoadableConstant>| constant.as_ref().map_or("no constant".into(), render_constant);
            let what = format!(
                "constant {} → {}: what was compiled before has the old one",
                text(&old.constant),
                text(&new.constant)
            );
            self.member(class, name(), Compatibility::Behaviour, what);
        }
    }

    /// What changes in how objects are written and read (Java Object Serialization Specification, 4.6 and 5.6).
    fn serialised(&mut self, (before, old): (&Program, &Class<'_>), (after, new): (&Program, &Class<'_>)) {
        let is_serializable = |program: &Program, class: &Class<'_>| {
            let serializable = program.class_by_name("java/io/Serializable");
            serializable.is_some_and(|it| program.is_subclass(class.id, it) == Some(true))
                && !class.flags.is_interface()
        };
        if !is_serializable(before, old) || old.flags.is_enum() {
            return;
        }
        if !is_serializable(after, new) {
            return self.class(old, Compatibility::Serialised, "no longer serializable".into());
        }
        let version = |class: &Class<'_>| {
            let field =
                class.file.fields.iter().find(|field| &*field.name == "serialVersionUID" && field.flags.is_static());
            field.and_then(|field| field.constant.clone())
        };
        let (known, now) = (version(old), version(new));
        if known != now {
            return self.class(
                old,
                Compatibility::Serialised,
                "another serialVersionUID: what was written is refused".into(),
            );
        }
        let form = |class: &Class<'_>, names: &OldNames| -> BTreeMap<Arc<str>, Arc<str>> {
            let name =
                |field: &Field| names.of_field(&class.file.name, &field.name).unwrap_or_else(|| field.name.clone());
            let fields =
                class.file.fields.iter().filter(|field| !field.flags.is_static() && !field.flags.is_transient());
            fields.map(|field| (name(field), field.descriptor.clone())).collect()
        };
        let (fields, others) = (form(old, &OldNames::default()), form(new, &self.new_names));
        for (name, descriptor) in &fields {
            match others.get(name) {
                None => {
                    self.member(old, name.to_string(), Compatibility::Serialised, "no longer written".into());
                }
                Some(other) if other != descriptor => {
                    let what = format!("written as {}, was {}", type_name(other), type_name(descriptor));
                    self.member(old, name.to_string(), Compatibility::Serialised, what);
                }
                Some(_) => {}
            }
        }
        for name in others.keys().filter(|name| !fields.contains_key(*name)) {
            let what = "written too: what was written before is read without it".to_owned();
            self.member(old, name.to_string(), Compatibility::Serialised, what);
        }
    }
}

/// What became of a method that the class no longer declares.
fn gone(method: &Method, new: &ClassFile, added: &[&Method]) -> (Compatibility, String) {
    let retyped = added.iter().find(|other| other.name == method.name && parameters(other) == parameters(method));
    if let Some(other) = retyped {
        let result = |method: &Method| type_name(method.descriptor.rsplit(')').next().unwrap_or_default());
        return (Compatibility::Binary, format!("returns another type: {} → {}", result(method), result(other)));
    }
    let twins: Vec<&&Method> = added.iter().filter(|other| is_renamed(method, other)).collect();
    match *twins {
        [other] => (Compatibility::Binary, format!("renamed to {}", member_label(&new.name, other))),
        _ => (Compatibility::Binary, "removed, or only inherited".into()),
    }
}

/// Whether a method is another one under a new name.
fn is_renamed(old: &Method, new: &Method) -> bool {
    old.descriptor == new.descriptor
        && old.flags.is_static() == new.flags.is_static()
        && match (&old.code, &new.code) {
            (Some(before), Some(after)) => before.instructions.len() >= TELLING && has_same_code(before, after),
            _ => false,
        }
}

/// Whether two bodies are the same, whatever the classes are called that stand for call sites of `invokedynamic`: they are named after the
/// method.
fn has_same_code(old: &Code, new: &Code) -> bool {
    same_body_by(old, new, |left, right| match (left, right) {
        (Instruction::New(one), Instruction::New(other)) => one == other || (is_desugared(one) && is_desugared(other)),
        (Instruction::Invoke(kind, one), Instruction::Invoke(how, other)) => {
            let is_named = one == other || (is_desugared(&one.class) && is_desugared(&other.class));
            kind == how && is_named && one.descriptor == other.descriptor
        }
        (left, right) => left == right,
    })
}

fn parameters(method: &Method) -> &str {
    method.descriptor.split(')').next().unwrap_or_default()
}

/// A method as people write it, without its class.
fn member_label(class: &str, method: &Method) -> String {
    let class = java_name(class);
    let label = method_label(&class, &method.name, &method.descriptor);
    label.strip_prefix(&format!("{class}.")).map_or_else(|| label.clone(), str::to_owned)
}

fn type_name(descriptor: &str) -> String {
    parse_field_descriptor(descriptor).map_or_else(|| "void".to_owned(), |kind| kind.java_name())
}
