//! `java.lang.invoke.MethodHandle`: a handle is an object of a class made for it, whose fields say what it does; calling it is
//! worked out here, down to uses of members (`program::Use`), which are code.

mod adapting;
mod applying;

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::members::reference;
use super::method_types::text_of;
use super::{MethodModel, Precision, value};
use crate::classfile::{FieldType, MethodReference, MethodType, parse_method_descriptor};
use crate::exec::{ExternalResult, Interrupt, Machine, State};
use crate::heap::{ObjectId, Value};
use crate::program::{ClassId, HANDLE_CLASS, Use};
use adapting::{
    as_type, bind_to, drop_arguments, drop_listed_arguments, filter_arguments, filter_return_value, guard_with_test,
    insert_arguments,
};
pub(super) use adapting::{bound, position};

pub(super) const HANDLE: &str = "java/lang/invoke/MethodHandle";
pub(super) const HANDLES: &str = "java/lang/invoke/MethodHandles";
const A_TYPE: &str = "Ljava/lang/invoke/MethodType;";
const A_HANDLE: &str = "Ljava/lang/invoke/MethodHandle;";
const ANY: &str = "([Ljava/lang/Object;)Ljava/lang/Object;";

pub(super) const TABLE: &[MethodModel] = &[
    value(HANDLE, "invoke", ANY, Precision::Bounded, |call| invoke_as(call, ANY, false)),
    value(HANDLE, "invokeExact", ANY, Precision::Bounded, |call| invoke_as(call, ANY, true)),
    value(HANDLE, "invokeWithArguments", ANY, Precision::Exact, invoke_with_arguments),
    value(HANDLE, "type", "()Ljava/lang/invoke/MethodType;", Precision::Exact, |_| Err(Abrupt::RunsCode)),
    value(
        "java/lang/invoke/Invokers",
        "newWrongMethodTypeException",
        "(Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/WrongMethodTypeException;",
        Precision::Exact,
        |_| Err(Abrupt::RunsCode),
    ),
    value(
        HANDLE,
        "asType",
        "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        as_type,
    ),
    value(HANDLE, "bindTo", "(Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;", Precision::Exact, bind_to),
    value(HANDLE, "toString", "()Ljava/lang/String;", Precision::Exact, to_string),
    value(
        HANDLES,
        "insertArguments",
        "(Ljava/lang/invoke/MethodHandle;I[Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        insert_arguments,
    ),
    value(
        HANDLES,
        "dropArguments",
        "(Ljava/lang/invoke/MethodHandle;I[Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        drop_arguments,
    ),
    value(
        HANDLES,
        "dropArguments",
        "(Ljava/lang/invoke/MethodHandle;ILjava/util/List;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        drop_listed_arguments,
    ),
    value(
        HANDLES,
        "filterReturnValue",
        "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        filter_return_value,
    ),
    value(
        HANDLES,
        "filterArguments",
        "(Ljava/lang/invoke/MethodHandle;I[Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        filter_arguments,
    ),
    value(
        HANDLES,
        "guardWithTest",
        "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        guard_with_test,
    ),
    value(
        HANDLES,
        "constant",
        "(Ljava/lang/Class;Ljava/lang/Object;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        constant,
    ),
    value(HANDLES, "identity", "(Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;", Precision::Exact, identity),
];

type Outcome = Result<Option<Value>, Abrupt>;

/// What a handle does, by the number in its field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Uses a member: in the ways that [`Use`] has, in its order.
    Member,
    /// Calls another handle with a value put in at a place.
    Bound,
    /// Calls another handle, with arguments and result converted.
    Converts,
    /// Calls another handle without some of the arguments.
    Drops,
    /// Gives the result of another handle to a third one.
    FiltersResult,
    /// Calls another handle with arguments that other handles have made of its own.
    FiltersArguments,
    /// Calls one of two handles, as a third one says.
    Guards,
    /// Gives its only argument.
    Identity,
    /// Calls another handle with arguments in another order.
    Permutes,
    /// Calls another handle with what a third one makes of the next arguments before these.
    Folds,
    /// Calls another handle with what a third one makes of some arguments in their place.
    Collects,
    /// Throws its argument.
    Throws,
    /// Calls another handle with the elements of an array in its place.
    Spreads,
    /// Calls another handle with an array of some arguments in their place.
    Gathers,
    /// Calls the handle that is its first argument with the others.
    Invokes,
    /// Calls another handle, with arguments and result cast.
    Casts,
    /// Calls another handle; called as one of another type, with an array of the last arguments.
    Varies,
}

const KINDS: [Kind; 17] = [
    Kind::Member,
    Kind::Bound,
    Kind::Converts,
    Kind::Drops,
    Kind::FiltersResult,
    Kind::FiltersArguments,
    Kind::Guards,
    Kind::Identity,
    Kind::Permutes,
    Kind::Folds,
    Kind::Collects,
    Kind::Throws,
    Kind::Spreads,
    Kind::Gathers,
    Kind::Invokes,
    Kind::Casts,
    Kind::Varies,
];
const USES: [Use; 5] = [Use::Calls, Use::CallsSpecially, Use::Reflects, Use::Gets, Use::Sets];

pub(super) const FIRST: (&str, &str, &str) = (HANDLE_CLASS, "first", "I");
pub(super) const SECOND: (&str, &str, &str) = (HANDLE_CLASS, "second", "I");
const KIND: (&str, &str, &str) = (HANDLE_CLASS, "kind", "I");
const OWNER: (&str, &str, &str) = (HANDLE_CLASS, "owner", "Ljava/lang/Class;");
pub(super) const TARGET: (&str, &str, &str) = (HANDLE_CLASS, "target", A_HANDLE);
pub(super) const OTHERS: (&str, &str, &str) = (HANDLE_CLASS, "others", "[Ljava/lang/invoke/MethodHandle;");
pub(super) const HELD: (&str, &str, &str) = (HANDLE_CLASS, "held", "Ljava/lang/Object;");
const TYPE: (&str, &str, &str) = (HANDLE, "type", A_TYPE);

impl Call<'_, '_> {
    /// A new handle of a type, whose other fields are zero.
    pub(super) fn new_handle(&mut self, kind: Kind, method_type: &MethodType) -> Result<ObjectId, Abrupt> {
        let class = self.machine.program.class_by_name(HANDLE_CLASS);
        let Some(class) = class.filter(|class| self.machine.program.class(*class).file().is_some()) else {
            return self.unmodelled("without a JDK");
        };
        let method_type = self.method_type(method_type)?;
        let object = self.state.heap.allocate(class);
        self.set(object, TYPE, method_type);
        let number = KINDS.iter().position(|known| *known == kind).unwrap_or(0);
        let number = Value::Int(self.small(number as i32));
        self.set(object, KIND, number);
        Ok(object)
    }

    /// A handle that uses a member.
    pub(super) fn member_handle(
        &mut self,
        (class, position, what): (ClassId, usize, Use),
        method_type: &MethodType,
    ) -> Outcome {
        let handle = self.new_handle(Kind::Member, method_type)?;
        let name = self.machine.program.class_name(class).clone();
        let owner = reference(super::class_objects::literal(self.machine, self.state, &name)?);
        let used = USES.iter().position(|known| *known == what).unwrap_or(0);
        let (first, second) = (Value::Int(self.small(position as i32)), Value::Int(self.small(used as i32)));
        self.set(handle, OWNER, owner);
        self.set(handle, FIRST, first);
        self.set(handle, SECOND, second);
        Ok(Some(reference(handle)))
    }

    /// A handle that is an argument: the object, and its type.
    pub(super) fn handle(&mut self, position: usize) -> Result<(ObjectId, MethodType), Abrupt> {
        let object = self.present(position)?;
        let method_type = self.get(object, TYPE)?;
        Ok((object, self.type_in(method_type)?))
    }

    pub(super) fn handle_in(&mut self, object: ObjectId, field: (&str, &str, &str)) -> Result<ObjectId, Abrupt> {
        let Value::Reference(found) = self.get(object, field)? else { return self.unmodelled("of something else") };
        self.state.heap.resolve(found)?.ok_or(Abrupt::Threw(NULL_POINTER))
    }

    pub(super) fn type_of_handle(&mut self, object: ObjectId) -> Result<MethodType, Abrupt> {
        let method_type = self.get(object, TYPE)?;
        self.type_in(method_type)
    }

    pub(super) fn number_in(&mut self, object: ObjectId, field: (&str, &str, &str)) -> Result<usize, Abrupt> {
        match self.known_number(object, field)? {
            Some(number) => Ok(number),
            None => self.unmodelled("of a handle that is an input"),
        }
    }

    /// What a handle does.
    pub(super) fn kind_of(&mut self, handle: ObjectId) -> Result<Kind, Abrupt> {
        let class = self.state.heap.exact_class(handle);
        if class.is_none_or(|class| &**self.machine.program.class_name(class) != HANDLE_CLASS) {
            return self.unmodelled("of a handle that is an input");
        }
        match KINDS.get(self.number_in(handle, KIND)?) {
            Some(kind) => Ok(*kind),
            None => self.unmodelled("of this handle"),
        }
    }
}

pub(super) fn object_type() -> FieldType {
    FieldType::Reference("java/lang/Object".into())
}

/// Calls the receiver as the call site's descriptor says.
fn invoke_as(call: &mut Call<'_, '_>, descriptor: &str, is_exact: bool) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    let Some(outer) = parse_method_descriptor(descriptor) else { return call.unmodelled("with this type") };
    let given: Vec<Value> = call.arguments.iter().skip(1).copied().collect();
    let mut answered = 0;
    if is_exact && inner != outer {
        let (receiver, outer) = (call.value(0), call.method_type(&outer)?);
        // It throws.
        let check = (
            "java/lang/invoke/Invokers",
            "checkExactType",
            "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)V",
        );
        call.answer(0, check, vec![receiver, outer])?;
        return call.unmodelled("of something else");
    }
    let result = if inner == outer {
        call.apply(handle, given, &mut answered)?
    } else {
        call.apply_as(handle, &outer, given, &mut answered)?
    };
    Ok(outer.result.is_some().then_some(result))
}

fn invoke_with_arguments(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, _) = call.handle(0)?;
    let given = call.elements_of(call.value(1))?;
    let outer = MethodType { parameters: vec![object_type(); given.len()], result: Some(object_type()) };
    call.apply_as(handle, &outer, given, &mut 0).map(Some)
}

/// A call of `invoke` or `invokeExact`, whose descriptor says nothing but how it is called; none for other methods.
pub(super) fn access(
    machine: &mut Machine<'_>,
    state: &mut State,
    called: &MethodReference,
    arguments: &[Value],
) -> Option<Result<ExternalResult, Interrupt>> {
    let is_exact = match (&*called.class, &*called.name) {
        (HANDLE, "invoke") => false,
        (HANDLE, "invokeExact") => true,
        _ => return None,
    };
    let model = TABLE.iter().find(|model| model.name == &*called.name)?;
    let mut call = Call { machine, state, arguments, model };
    let result = invoke_as(&mut call, &called.descriptor, is_exact);
    Some(super::result_of(result))
}

/// The type that a class object stands for, which is not `void`.
pub(super) fn class_type(call: &mut Call<'_, '_>, class: Value) -> Result<FieldType, Abrupt> {
    let Value::Reference(class) = class else { return call.unmodelled("of something else") };
    let name = super::class_objects::mirrored_name(call.state, class)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
    match super::class_objects::mirrored(call.machine, &name)? {
        super::class_objects::Mirrored::Primitive(Some(primitive)) => Ok(FieldType::Primitive(primitive)),
        super::class_objects::Mirrored::Primitive(None) => call.unmodelled("of void"),
        super::class_objects::Mirrored::Reference(_) => Ok(FieldType::Reference(name)),
    }
}

/// A handle of a type that gives its argument.
pub(super) fn identity_of(call: &mut Call<'_, '_>, kind: &FieldType) -> Result<(ObjectId, MethodType), Abrupt> {
    let method_type = MethodType { parameters: vec![kind.clone()], result: Some(kind.clone()) };
    Ok((call.new_handle(Kind::Identity, &method_type)?, method_type))
}

fn identity(call: &mut Call<'_, '_>) -> Outcome {
    let kind = class_type(call, call.value(0))?;
    Ok(Some(reference(identity_of(call, &kind)?.0)))
}

fn constant(call: &mut Call<'_, '_>) -> Outcome {
    let kind = class_type(call, call.value(0))?;
    let held = call.value(1);
    let (identity, method_type) = identity_of(call, &kind)?;
    bound(call, identity, &method_type, (0, held)).map(|made| Some(reference(made)))
}

fn to_string(call: &mut Call<'_, '_>) -> Outcome {
    let (_, method_type) = call.handle(0)?;
    let text = call.constant(&format!("MethodHandle{}", text_of(&method_type)));
    call.new_string(text)
}
