//! How the JVM runs that is asked whether findings are true.

use crate::replay::JvmOptions;
use std::time::Duration;

/// How long a replay may run.
pub(in crate::analysis) const TIMEOUT: Duration = Duration::from_secs(10);

/// How the JVM runs that is asked.
pub(in crate::analysis) fn jvm_options() -> JvmOptions {
    JvmOptions { timeout: TIMEOUT, fresh_classes: true, ..JvmOptions::default() }
}
