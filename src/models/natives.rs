//! Natives with which classes of the JDK set themselves up: they have nothing to do here, or say what is the same on every machine of
//! this system.

use super::arguments::{Abrupt, Call};
use super::objects::nothing;
use super::{MethodModel, Precision, exact, value};
use crate::heap::Value;

const UTIL: &str = "sun/nio/ch/IOUtil";

pub(super) const TABLE: &[MethodModel] = &[
    // What code that is not Java's keeps of classes and fields.
    exact("java/net/InetAddress", "init", "()V", nothing),
    exact("java/net/Inet4Address", "init", "()V", nothing),
    exact("java/net/Inet6Address", "init", "()V", nothing),
    exact("java/net/DatagramPacket", "init", "()V", nothing),
    exact("java/net/NetworkInterface", "init", "()V", nothing),
    exact("java/net/PlainDatagramSocketImpl", "init", "()V", nothing),
    exact("java/net/PlainSocketImpl", "initProto", "()V", nothing),
    exact("java/net/SocketInputStream", "init", "()V", nothing),
    exact("java/net/SocketOutputStream", "init", "()V", nothing),
    exact("sun/nio/ch/FileDispatcherImpl", "init", "()V", nothing),
    exact("sun/nio/ch/NativeThread", "init", "()V", nothing),
    exact("sun/nio/fs/LinuxNativeDispatcher", "init", "()V", nothing),
    // How many buffers one call of the system may take: what Linux allows.
    value(UTIL, "iovMax", "()I", Precision::Exact, |call| {
        if cfg!(target_os = "linux") { Ok(Some(Value::Int(call.small(1024)))) } else { call.refuse("of this system") }
    }),
    value(UTIL, "writevMax", "()J", Precision::Exact, |call| {
        if cfg!(target_os = "linux") {
            Ok(Some(Value::Long(call.machine.pool.long(i64::MAX))))
        } else {
            call.refuse("of this system")
        }
    }),
    value(
        "jdk/internal/ref/CleanerImpl",
        "start",
        "(Ljava/lang/ref/Cleaner;Ljava/util/concurrent/ThreadFactory;)V",
        Precision::Bounded,
        start_cleaner,
    ),
    // That the numbers of the JDK and those of the JVM are the same.
    value("java/lang/StackStreamFactory", "checkStackWalkModes", "()Z", Precision::Exact, |call| {
        Ok(Some(Value::Int(call.small(1))))
    }),
    value("java/lang/ClassLoader", "registerAsParallelCapable", "()Z", Precision::Exact, parallel),
];

/// The JDK's loaders are registered from the topmost on.
fn parallel(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if call.is_asked_by_jdk() { Ok(Some(Value::Int(call.small(1)))) } else { call.refuse("of a program's loader") }
}

/// Objects are cleaned up after by a thread of its own, once nobody has them any more.
fn start_cleaner(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let factory = call.object(2)?.and_then(|factory| call.state.heap.exact_class(factory));
    let is_program_s = factory.is_some_and(|class| !program.class(class).is_jdk);
    if is_program_s { Err(Abrupt::RunsCode) } else { Ok(None) }
}
