//! `natives`: which native methods a module of the JDK has, and what a call of each comes to.

use crate::classfile::{Jdk, java_name};
use crate::exec::sets_up;
use crate::models::{Precision, precision_of};
use crate::report::{JobError, NativeMethod, NativeState, NativesReport, Problem};
use crate::session::JdkSource;

/// Lists the native methods of a module of a JDK.
///
/// # Errors
/// When there is no JDK, or it has no class in the module; classes that cannot be read are in the report.
pub fn natives(source: &JdkSource, module: &str) -> Result<NativesReport, JobError> {
    let jdk = match source {
        JdkSource::None => None,
        JdkSource::Found => Jdk::find(),
        JdkSource::Folder(home) => Some(Jdk::open(home).map_err(JobError::Input)?),
    };
    let Some(jdk) = jdk else {
        return Err(JobError::Input("no JDK: neither --jdk nor JAVA_HOME names one, and none is on the PATH".into()));
    };
    let names = jdk.class_names(module);
    if names.is_empty() {
        return Err(JobError::Input(format!("{module}: the JDK has no such module")));
    }
    let mut report = NativesReport {
        jdk: jdk.specification().unwrap_or_default(),
        module: module.to_owned(),
        ..NativesReport::default()
    };
    for name in names {
        match jdk.class(&name) {
            Some(Ok(class)) => {
                let natives = class.methods.iter().filter(|method| method.flags.is_native());
                report.natives.extend(natives.map(|method| NativeMethod {
                    class: java_name(&class.name),
                    method: method.name.to_string(),
                    descriptor: method.descriptor.to_string(),
                    state: state_of((&class.name, &method.name, &method.descriptor)),
                }));
            }
            Some(Err(message)) => report.problems.push(Problem { origin: java_name(&name), message, is_input: true }),
            None => {}
        }
    }
    report.sum_up();
    Ok(report)
}

fn state_of(method: (&str, &str, &str)) -> NativeState {
    if sets_up(method.1, method.2) {
        return NativeState::Exact;
    }
    match precision_of(method) {
        Some(Precision::Exact) => NativeState::Exact,
        Some(Precision::Bounded) => NativeState::Bounded,
        Some(Precision::Approximate) => NativeState::Approximate,
        None => NativeState::Stop,
    }
}
