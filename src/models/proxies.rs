//! `java.lang.reflect.Proxy`: a proxy of one interface is an object of a class that is made for it.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::{MethodModel, Precision, value};
use crate::classfile::{InvokeKind, MethodReference};
use crate::heap::{Reference, Value};
use crate::program::{MAKES_PROXY, proxied_interface, proxy_name};
use std::sync::Arc;

const PROXY: &str = "java/lang/reflect/Proxy";
const MAKE: &str = "(Ljava/lang/ClassLoader;[Ljava/lang/Class;Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;";
/// What runs a default method of a proxy's interface.
const DEFAULT: &str =
    "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;Ljava/lang/Class;)Ljava/lang/Object;";

pub(super) const TABLE: &[MethodModel] = &[
    value(PROXY, "newProxyInstance", MAKE, Precision::Bounded, make),
    value(PROXY, "invokeDefault", DEFAULT, Precision::Bounded, |call| call.refuse("of a proxy's interface")),
    value(PROXY, "isProxyClass", "(Ljava/lang/Class;)Z", Precision::Exact, is_proxy),
];

type Outcome = Result<Option<Value>, Abrupt>;

fn make(call: &mut Call<'_, '_>) -> Outcome {
    if let Some(proxy) = call.given(0) {
        return Ok(Some(proxy));
    }
    if call.value(2) == Value::Reference(Reference::Null) {
        return Err(Abrupt::Threw(NULL_POINTER));
    }
    let interfaces = call.elements_of(call.value(1))?;
    let [Value::Reference(interface)] = interfaces.as_slice() else { return call.unmodelled("of several interfaces") };
    let name = super::class_objects::mirrored_name(call.state, *interface)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
    let program = call.machine.program;
    let is_interface = |class| program.class(class).file().is_some() && program.class(class).flags.is_interface();
    let class = program.class_by_name(&name).filter(|class| is_interface(*class));
    let made = class.and_then(|_| program.class_by_name(&proxy_name(&name)));
    let mut methods = made.into_iter().flat_map(|made| program.class(made).methods.iter().copied());
    let Some(method) = methods.find(|method| &*program.method(*method).name == MAKES_PROXY) else {
        return call.unmodelled("of what is no interface");
    };
    let info = program.method(method);
    let reference = MethodReference {
        class: program.class_name(info.class).clone(),
        name: info.name.clone(),
        descriptor: info.descriptor.clone(),
        interface: false,
    };
    Err(Abrupt::Calls(Box::new(crate::exec::Call {
        reference: Arc::new(reference),
        kind: InvokeKind::Static,
        method,
        arguments: vec![call.value(2)],
        for_model: None,
    })))
}

fn is_proxy(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.named_class(0)?;
    let is = proxied_interface(&name).is_some();
    Ok(Some(Value::Int(call.small(i32::from(is)))))
}
