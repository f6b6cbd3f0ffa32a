//! SIGINT and SIGTERM: the first ends the run with what there is, the second ends the program at once.

use super::{children, folders};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::atomic::{AtomicI32, Ordering};

/// The first signal that came; 0 for none.
static FIRST: AtomicI32 = AtomicI32::new(0);

/// A signal that ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// What `kill` sends.
    Terminate,
}

/// The signal that has come, if one has.
pub fn signal() -> Option<Signal> {
    match FIRST.load(Ordering::Relaxed) {
        SIGINT => Some(Signal::Interrupt),
        SIGTERM => Some(Signal::Terminate),
        _ => None,
    }
}

/// Takes the signals of this process from here on.
///
/// # Errors
/// When the system refuses.
pub fn handle_signals() -> std::io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            if FIRST.compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed).is_err() {
                exit_at_once(128 + signal);
            }
        }
    })?;
    Ok(())
}

/// Ends the program without a report, and leaves no process and no temporary folder behind.
pub(super) fn exit_at_once(code: i32) -> ! {
    children::kill_all();
    folders::remove_all();
    // Other threads are at work, so nothing is torn down.
    signal_hook::low_level::exit(code)
}
