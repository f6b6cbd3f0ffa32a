//! The box for processes that run code under analysis: no connections, no other process, no file written outside a folder of
//! their own, memory limited. Made of what Linux gives to every user, Landlock and seccomp filters, and put around a process
//! before its program begins; whatever that starts is inside too.

use std::io;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

/// How code under analysis is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Isolation {
    /// In the box.
    Sandbox,
    /// With all rights of this process.
    Plain,
}

impl Isolation {
    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Isolation::Sandbox => "sandbox",
            Isolation::Plain => "plain",
        }
    }

    /// In the box where the system has one.
    pub fn best() -> Isolation {
        if obstacle().is_none() { Isolation::Sandbox } else { Isolation::Plain }
    }
}

/// Why this system has no box, in words; none where it has one. It is tried once, on a thread that ends with it.
pub fn obstacle() -> Option<&'static str> {
    static OBSTACLE: OnceLock<Option<String>> = OnceLock::new();
    let tried = || match std::thread::spawn(system::enter_for_trial).join() {
        Ok(tried) => tried.err().map(|error| error.to_string()),
        Err(_) => Some("trying it failed".to_owned()),
    };
    OBSTACLE.get_or_init(tried).as_deref()
}

/// What a process in the box may have in writable memory beside the heap that its program asks for, in bytes: a JVM's own
/// structures, compiled code, and the stacks of threads. It is at most a quarter of the run's memory, and at least what a JVM
/// needs with twenty threads of large stacks.
const BESIDE_HEAP: u64 = 1 << 30;
const LEAST_BESIDE_HEAP: u64 = 256 << 20;

/// The largest file that it may write, in bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// Puts the process that a command will start into the box, where it writes to one folder alone and has so many bytes of memory
/// beside what a JVM needs for itself.
///
/// # Errors
/// When the system has no box, or the folder is not there.
pub fn enclose(command: &mut Command, folder: &Path, heap: u64) -> io::Result<()> {
    let beside =
        super::memory_limit().map_or(BESIDE_HEAP, |memory| BESIDE_HEAP.min((memory / 4).max(LEAST_BESIDE_HEAP)));
    system::enclose(command, folder, heap.saturating_add(beside))
}

#[cfg(target_os = "linux")]
mod system {
    use super::super::system_calls::SystemCalls;
    use super::LARGEST_FILE;
    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
        RulesetCreatedAttr, Scope,
    };
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    /// What Landlock must know: all ways to change files, cutting them included.
    const NEEDED: ABI = ABI::V3;
    /// What it is asked for where it knows more: control of devices, and signals to processes outside.
    const WANTED: ABI = ABI::V6;

    /// The box, ready to be put around a process.
    struct Sandbox {
        files: Option<RulesetCreated>,
        calls: SystemCalls,
    }

    impl Sandbox {
        /// The box where one folder may be written to.
        fn new(folder: Option<&Path>) -> io::Result<Sandbox> {
            Ok(Sandbox { files: Some(files(folder).map_err(io::Error::other)?), calls: SystemCalls::new()? })
        }

        /// Puts the calling thread into it, once. Between the fork of a process and its program nothing may allocate or lock:
        /// these are system calls alone.
        fn enter(&mut self) -> io::Result<()> {
            if let Some(files) = self.files.take() {
                files.restrict_self().map_err(|_| io::Error::from(io::ErrorKind::PermissionDenied))?;
            }
            self.calls.restrict()
        }
    }

    fn files(folder: Option<&Path>) -> Result<RulesetCreated, landlock::RulesetError> {
        let rules = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_write(NEEDED))?
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_write(WANTED))?
            .scope(Scope::from_all(WANTED))?
            .create()?;
        let writable = |path: &Path, access| PathFd::new(path).ok().map(|folder| PathBeneath::new(folder, access));
        let folder = folder.and_then(|folder| writable(folder, AccessFs::from_write(NEEDED)));
        let nowhere = writable(Path::new("/dev/null"), AccessFs::WriteFile.into());
        rules.add_rules(folder.into_iter().chain(nowhere).map(Ok::<_, landlock::RulesetError>))
    }

    pub(super) fn enter_for_trial() -> io::Result<()> {
        Sandbox::new(None)?.enter()
    }

    pub(super) fn enclose(command: &mut Command, folder: &Path, memory: u64) -> io::Result<()> {
        let mut sandbox = Sandbox::new(Some(folder))?;
        let limits = [(Resource::Data, memory), (Resource::Fsize, LARGEST_FILE), (Resource::Core, 0)];
        // No limit may be raised above one that is there.
        let limits = limits
            .map(|(resource, most)| (resource, getrlimit(resource).maximum.map_or(most, |maximum| maximum.min(most))));
        let enter = move || {
            for (resource, most) in limits {
                setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
            }
            sandbox.enter()
        };
        // SAFETY: between fork and exec only system calls are made, on what was allocated before.
        unsafe { command.pre_exec(enter) };
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;
    use std::path::Path;
    use std::process::Command;

    fn none() -> io::Result<()> {
        Err(io::Error::other("the sandbox is made of what Linux has"))
    }

    pub(super) fn enter_for_trial() -> io::Result<()> {
        none()
    }

    pub(super) fn enclose(_: &mut Command, _: &Path, _: u64) -> io::Result<()> {
        none()
    }
}
