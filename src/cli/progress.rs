//! Progress on stderr, while stderr is a terminal.

use crate::report::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// A bar on stderr: methods done, the last one, the time. It is gone when the job ends, however it ends.
pub(super) struct ProgressLine {
    bar: ProgressBar,
    is_shown: bool,
}

impl ProgressLine {
    /// A bar that appears when the analysis begins; none when stderr is no terminal.
    pub(super) fn new() -> Self {
        ProgressLine { bar: ProgressBar::hidden(), is_shown: stderr().is_terminal() }
    }
}

impl Progress for ProgressLine {
    fn begin(&self, methods: usize) {
        if !self.is_shown {
            return;
        }
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {elapsed} {wide_msg}") {
            self.bar.set_style(style);
        }
        self.bar.set_length(u64::try_from(methods).unwrap_or(u64::MAX));
        self.bar.set_draw_target(ProgressDrawTarget::stderr());
        self.bar.enable_steady_tick(Duration::from_millis(200));
    }

    fn done(&self, label: &str) {
        if self.is_shown {
            self.bar.set_message(crate::report::printable(label).into_owned());
            self.bar.inc(1);
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
