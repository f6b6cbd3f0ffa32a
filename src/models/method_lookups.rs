//! `java.lang.invoke.MethodHandles.Lookup`: which member a handle is of, and whether the class that asks may use it.

use super::arguments::{Abrupt, Call};
use super::method_combinators::varying;
use super::method_handles::{HANDLES, bound};
use super::method_types::text_of;
use super::{MethodModel, Precision, value};
use crate::classfile::{
    AccessFlags, FieldType, MethodType, java_name, parse_field_descriptor, parse_method_descriptor,
};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, MethodId, Use, package_of};

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
/// `MethodHandles.Lookup.UNCONDITIONAL`.
const UNCONDITIONAL: i32 = 32;
const METHOD: &str =
    "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
const CONSTRUCTOR: &str = "(Ljava/lang/Class;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
const FIELD: &str = "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;";
const OF_METHOD: &str = "(Ljava/lang/reflect/Method;)Ljava/lang/invoke/MethodHandle;";
const OF_CONSTRUCTOR: &str = "(Ljava/lang/reflect/Constructor;)Ljava/lang/invoke/MethodHandle;";
const OF_FIELD: &str = "(Ljava/lang/reflect/Field;)Ljava/lang/invoke/MethodHandle;";
/// What gives the JDK's reflection handles of fields, since Java 22.
const INVOKE_ACCESS: &str = "java/lang/invoke/MethodHandleImpl$1";
const UNREFLECT: &str = "(Ljava/lang/reflect/Field;Z)Ljava/lang/invoke/MethodHandle;";

pub(super) const TABLE: &[MethodModel] = &[
    value(HANDLES, "publicLookup", "()Ljava/lang/invoke/MethodHandles$Lookup;", Precision::Exact, public_lookup),
    value(
        LOOKUP,
        "bind",
        "(Ljava/lang/Object;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
        Precision::Bounded,
        bind,
    ),
    value(LOOKUP, "findStatic", METHOD, Precision::Exact, |call| find_method(call, true)),
    value(LOOKUP, "findVirtual", METHOD, Precision::Exact, |call| find_method(call, false)),
    value(LOOKUP, "findConstructor", CONSTRUCTOR, Precision::Exact, find_constructor),
    value(LOOKUP, "findGetter", FIELD, Precision::Exact, |call| find_field(call, false, Use::Gets)),
    value(LOOKUP, "findSetter", FIELD, Precision::Exact, |call| find_field(call, false, Use::Sets)),
    value(LOOKUP, "findStaticGetter", FIELD, Precision::Exact, |call| find_field(call, true, Use::Gets)),
    value(LOOKUP, "findStaticSetter", FIELD, Precision::Exact, |call| find_field(call, true, Use::Sets)),
    value(LOOKUP, "unreflect", OF_METHOD, Precision::Exact, unreflect),
    value(LOOKUP, "unreflectConstructor", OF_CONSTRUCTOR, Precision::Exact, unreflect_constructor),
    value(LOOKUP, "unreflectGetter", OF_FIELD, Precision::Exact, |call| unreflect_field(call, Use::Gets)),
    value(LOOKUP, "unreflectSetter", OF_FIELD, Precision::Exact, |call| unreflect_field(call, Use::Sets)),
    value(
        "jdk/internal/access/SharedSecrets",
        "getJavaLangInvokeAccess",
        "()Ljdk/internal/access/JavaLangInvokeAccess;",
        Precision::Exact,
        |call| {
            let class = call.machine.builtin(INVOKE_ACCESS)?;
            Ok(Some(Value::Reference(Reference::Object(call.state.heap.allocate(class)))))
        },
    ),
    value(INVOKE_ACCESS, "unreflectField", UNREFLECT, Precision::Exact, unreflect_for_accessor),
    value("jdk/internal/misc/VM", "isJavaLangInvokeInited", "()Z", Precision::Exact, |call| {
        Ok(Some(Value::Int(call.small(1))))
    }),
];

type Outcome = Result<Option<Value>, Abrupt>;

impl Call<'_, '_> {
    /// Whether the class with the receiver's rights may use a member of a class; a stop where the rules are others than these.
    fn require_access(&self, owner: ClassId, flags: AccessFlags) -> Result<(), Abrupt> {
        let asks = self.rights()?;
        if self.is_public_lookup()? {
            let program = self.machine.program;
            let is_exported = !program.class(owner).is_jdk || program.class_name(owner).starts_with("java/");
            let may = flags.is_public() && program.class(owner).flags.is_public() && is_exported;
            return if may { Ok(()) } else { self.unmodelled("of a member that is not accessible") };
        }
        let program = self.machine.program;
        let (asking, owning) = (program.class_name(asks), program.class_name(owner));
        let host = |class: ClassId| {
            let definition = program.class(class);
            definition.file().and_then(|file| file.nest_host.clone()).unwrap_or_else(|| definition.name.clone())
        };
        let (is_jdk, asks_as_jdk) = (program.class(owner).is_jdk, program.class(asks).is_jdk);
        let same_package = is_jdk == asks_as_jdk && package_of(asking) == package_of(owning);
        // What Java SE has in these packages is exported to everybody.
        let is_exported = is_jdk == asks_as_jdk || owning.starts_with("java/");
        let is_nameable = program.class(owner).flags.is_public() && is_exported;
        let may = if flags.is_private() {
            host(asks) == host(owner)
        } else {
            same_package || (flags.is_public() && is_nameable)
        };
        if may { Ok(()) } else { self.unmodelled("of a member that is not accessible") }
    }

    /// Whether the receiver is a lookup that has the rights of everybody.
    fn is_public_lookup(&self) -> Result<bool, Abrupt> {
        let lookup = self.present(0)?;
        let modes = self.read(lookup, "allowedModes").and_then(|modes| modes.number());
        Ok(modes.is_some_and(|modes| self.machine.pool.as_int(modes) == Some(UNCONDITIONAL)))
    }

    /// A handle of a method or constructor, its receiver of class `class`.
    fn method_handle(&mut self, method: MethodId, class: ClassId) -> Outcome {
        let program = self.machine.program;
        let info = program.method(method);
        let Some(mut called) = parse_method_descriptor(&info.descriptor) else {
            return self.unmodelled("of this method");
        };
        let receiver = FieldType::Reference(program.class_name(class).clone());
        if &*info.name == "<init>" {
            called.result = Some(receiver);
        } else if info.has_receiver() {
            called.parameters.insert(0, receiver);
        }
        /// `ACC_VARARGS`.
        const VARIES: u16 = 0x80;
        let made = self.member_handle((info.class, info.position, Use::Calls), &called)?;
        match made {
            Some(Value::Reference(Reference::Object(made))) if info.flags.0 & VARIES != 0 => {
                Ok(Some(Value::Reference(Reference::Object(varying(self, made)?))))
            }
            made => Ok(made),
        }
    }

    fn field_handle(&mut self, field: FieldId, class: ClassId, what: Use) -> Outcome {
        let program = self.machine.program;
        let info = program.field(field);
        let descriptor = program.field_descriptor(field);
        let Some(kind) = parse_field_descriptor(&descriptor) else { return self.unmodelled("of this field") };
        let mut parameters = Vec::new();
        if !info.flags.is_static() {
            parameters.push(FieldType::Reference(program.class_name(class).clone()));
        }
        let declared = program.class(info.class).file().map(|file| &file.fields);
        let position =
            declared.and_then(|all| all.iter().position(|it| it.name == info.name && *it.descriptor == *descriptor));
        let Some(position) = position else { return self.unmodelled("of this field") };
        let result = (what == Use::Gets).then(|| kind.clone());
        if what == Use::Sets {
            parameters.push(kind);
        }
        self.member_handle((info.class, position, what), &MethodType { parameters, result })
    }

    /// Refuses what would make wrong what is known of a field: an assignment that no code of the class path is seen to make, and
    /// one of a final field.
    pub(super) fn require_assignable(&self, field: FieldId) -> Result<(), Abrupt> {
        let program = self.machine.program;
        let info = program.field(field);
        let is_user = program.is_user_class(info.class);
        if info.flags.is_final() || (is_user && !program.is_assigned_by_reflection(field)) {
            return self.unmodelled("of a field that is not known to be assigned");
        }
        Ok(())
    }

    fn no_such(&mut self, class: &str, message: &str, error: &str) -> Abrupt {
        let made = self.exception(class, Some(message)).and_then(|exception| {
            let cause = self.machine.new_exception(self.state, error)?;
            let cause = Value::Reference(Reference::Object(cause));
            self.set(exception, ("java/lang/Throwable", "cause", "Ljava/lang/Throwable;"), cause);
            Ok(exception)
        });
        match made {
            Ok(exception) => Abrupt::ThrewObject(exception),
            Err(abrupt) => abrupt,
        }
    }
}

/// `MethodHandles.publicLookup`: of `Object`, with no right but to what is public.
fn public_lookup(call: &mut Call<'_, '_>) -> Outcome {
    let lookup = call.new_lookup("java/lang/Object")?;
    if let Some(Value::Reference(Reference::Object(lookup))) = lookup {
        let modes = Value::Int(call.small(UNCONDITIONAL));
        call.write(lookup, "allowedModes", modes)?;
    }
    Ok(lookup)
}

/// The handle of a method of an object, with the object put in.
fn bind(call: &mut Call<'_, '_>) -> Outcome {
    let receiver = call.present(1)?;
    let Some(class) = call.state.heap.exact_class(receiver) else { return call.unmodelled("of an array") };
    let made = find_method_of(call, class, false)?;
    let Some(Value::Reference(Reference::Object(made))) = made else { return Ok(made) };
    let fixed = call.fixed_arity(made)?.unwrap_or(made);
    let inner = call.type_of_handle(fixed)?;
    let made_now = bound(call, fixed, &inner, (0, call.value(1)))?;
    let bound = if fixed == made { made_now } else { varying(call, made_now)? };
    Ok(Some(Value::Reference(Reference::Object(bound))))
}

fn find_method(call: &mut Call<'_, '_>, is_static: bool) -> Outcome {
    let class = call.argument_class(1)?;
    find_method_of(call, class, is_static)
}

fn find_method_of(call: &mut Call<'_, '_>, class: ClassId, is_static: bool) -> Outcome {
    let name = call.constant_name(2)?;
    let wanted = call.type_in(call.value(3))?;
    let descriptor = super::method_types::descriptor_of(&wanted);
    let program = call.machine.program;
    let above = program.superclasses(class).chain(program.supertypes(class).iter().copied());
    let found = above
        .filter_map(|class| program.method_by_name((program.class_name(class), &name, &descriptor)))
        .find(|_| !name.starts_with('<'));
    let how = if is_static { "invokeStatic" } else { "invokeVirtual" };
    let is_interface = program.class(class).flags.is_interface();
    let how = if !is_static && is_interface { "invokeInterface" } else { how };
    let owner = java_name(program.class_name(class));
    let text = format!("no such method: {owner}.{name}{}/{how}", text_of(&wanted));
    let Some(method) = found else {
        return Err(call.no_such("java/lang/NoSuchMethodException", &text, "java/lang/NoSuchMethodError"));
    };
    let info = program.method(method);
    if info.flags.is_static() != is_static {
        return call.unmodelled("of a method that is static, or is not, against what is asked");
    }
    call.require_access(info.class, info.flags)?;
    call.method_handle(method, class)
}

fn find_constructor(call: &mut Call<'_, '_>) -> Outcome {
    let class = call.argument_class(1)?;
    let wanted = call.type_in(call.value(2))?;
    let descriptor = super::method_types::descriptor_of(&wanted);
    let program = call.machine.program;
    let owner = program.class_name(class).clone();
    let Some(method) = program.method_by_name((&owner, "<init>", &descriptor)) else {
        let text = format!("no such constructor: {}.<init>{}/newInvokeSpecial", java_name(&owner), text_of(&wanted));
        return Err(call.no_such("java/lang/NoSuchMethodException", &text, "java/lang/NoSuchMethodError"));
    };
    if program.class(class).flags.is_abstract() {
        return call.unmodelled("of an abstract class");
    }
    call.require_access(class, program.method(method).flags)?;
    call.method_handle(method, class)
}

fn find_field(call: &mut Call<'_, '_>, is_static: bool, what: Use) -> Outcome {
    let class = call.argument_class(1)?;
    let name = call.constant_name(2)?;
    let kind = call.named_class(3)?;
    let program = call.machine.program;
    let has_type = |field: &FieldId| {
        let descriptor = program.field_descriptor(*field);
        match parse_field_descriptor(&descriptor) {
            Some(FieldType::Primitive(primitive)) => crate::classfile::primitive_name(primitive) == &*kind,
            Some(FieldType::Reference(name)) => name == kind,
            None => false,
        }
    };
    let above = program.superclasses(class).chain(program.supertypes(class).iter().copied());
    let mut fields = above.flat_map(|class| program.class(class).fields.iter().copied());
    let found = fields.find(|field| *program.field(*field).name == *name && has_type(field));
    let Some(field) = found else {
        let how = match (what, is_static) {
            (Use::Sets, true) => "putStatic",
            (Use::Sets, false) => "putField",
            (_, true) => "getStatic",
            (_, false) => "getField",
        };
        let owner = java_name(program.class_name(class));
        let text = format!("no such field: {owner}.{name}/{}/{how}", java_name(&kind));
        return Err(call.no_such("java/lang/NoSuchFieldException", &text, "java/lang/NoSuchFieldError"));
    };
    let info = program.field(field);
    if info.flags.is_static() != is_static {
        return call.unmodelled("of a field that is static, or is not, against what is asked");
    }
    call.require_access(info.class, info.flags)?;
    call.field_handle(field, class, what)
}

/// Whether access to a member was granted for good.
fn is_forced(call: &mut Call<'_, '_>, member: ObjectId) -> Result<bool, Abrupt> {
    let Value::Int(forced) = call.get(member, ("java/lang/reflect/AccessibleObject", "override", "Z"))? else {
        return Ok(false);
    };
    Ok(call.machine.pool.as_int(forced) == Some(1))
}

fn unreflect(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.present(1)?;
    let method = call.reflected_method(member, "java/lang/reflect/Method")?;
    let info = call.machine.program.method(method);
    if !is_forced(call, member)? {
        call.require_access(info.class, info.flags)?;
    }
    call.method_handle(method, info.class)
}

fn unreflect_constructor(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.present(1)?;
    let method = call.reflected_method(member, "java/lang/reflect/Constructor")?;
    let info = call.machine.program.method(method);
    if call.machine.program.class(info.class).flags.is_abstract() {
        return call.unmodelled("of an abstract class");
    }
    if !is_forced(call, member)? {
        call.require_access(info.class, info.flags)?;
    }
    call.method_handle(method, info.class)
}

fn unreflect_field(call: &mut Call<'_, '_>, what: Use) -> Outcome {
    let member = call.present(1)?;
    let field = call.reflected_field(member)?;
    let info = call.machine.program.field(field);
    if !is_forced(call, member)? {
        call.require_access(info.class, info.flags)?;
    }
    call.field_handle(field, info.class, what)
}

/// For `Field.get` and `set`, which have checked access. What is assigned is checked there too.
fn unreflect_for_accessor(call: &mut Call<'_, '_>) -> Outcome {
    let member = call.present(1)?;
    let field = call.reflected_field(member)?;
    let sets = call.int(2)?;
    let what = if call.machine.pool.as_int(sets) == Some(0) { Use::Gets } else { Use::Sets };
    let class = call.machine.program.field(field).class;
    // What must not be assigned is refused where it would be: most accessors are asked for values alone.
    call.field_handle(field, class, what)
}
