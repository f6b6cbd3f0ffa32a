//! The box for processes that run code under analysis: no connections, no other process, no file written outside a folder of
//! their own, memory limited. It refuses a list of system calls, and so is not whole against native code (README, "What is
//! executed"). Made of what Linux gives to every user, Landlock and seccomp filters, and put around a process before
//! its program begins; whatever that starts is inside too.

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
/// structures, compiled code, and the stacks of threads.
const BESIDE_HEAP: u64 = 1 << 30;

/// The largest file that it may write, in bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// Puts the process that a command will start into the box, where it writes to one folder alone and has so many bytes of memory
/// beside what a JVM needs for itself.
///
/// # Errors
/// When the system has no box, or the folder is not there.
pub fn enclose(command: &mut Command, folder: &Path, heap: u64) -> io::Result<()> {
    system::enclose(command, folder, heap.saturating_add(BESIDE_HEAP))
}

#[cfg(target_os = "linux")]
mod system {
    use super::LARGEST_FILE;
    use landlock::{
        ABI, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreated,
        RulesetCreatedAttr, Scope,
    };
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
        apply_filter,
    };
    use std::collections::BTreeMap;
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    /// What Landlock must know: all ways to change files, cutting them included.
    const NEEDED: ABI = ABI::V3;
    /// What it is asked for where it knows more: control of devices, and signals to processes outside.
    const WANTED: ABI = ABI::V6;

    /// The system calls that are refused whatever their arguments: what makes connections, leaves things behind that are no
    /// files, changes whose files are whose, looks into other processes, or is for administrators.
    const REFUSED: &[libc::c_long] = &[
        // Connections, and ways around this list.
        libc::SYS_socket,
        libc::SYS_io_uring_setup,
        // Other processes.
        libc::SYS_kill,
        libc::SYS_tkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_send_signal,
        libc::SYS_pidfd_getfd,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        // What outlives a process.
        libc::SYS_shmget,
        libc::SYS_msgget,
        libc::SYS_semget,
        libc::SYS_mq_open,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        // What Landlock does not know of files.
        libc::SYS_fchmod,
        libc::SYS_fchmodat,
        libc::SYS_fchmodat2,
        libc::SYS_fchown,
        libc::SYS_fchownat,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_open_by_handle_at,
        // What is for administrators, or a way out of limits.
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_clock_adjtime,
        libc::SYS_adjtimex,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
    ];

    /// Older forms of them, and of what makes processes, which some processors' systems have.
    #[cfg(target_arch = "x86_64")]
    const REFUSED_OF_OLD: &[libc::c_long] = &[
        libc::SYS_fork,
        libc::SYS_vfork,
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ];
    #[cfg(not(target_arch = "x86_64"))]
    const REFUSED_OF_OLD: &[libc::c_long] = &[];

    /// The box, ready to be put around a process.
    struct Sandbox {
        files: Option<RulesetCreated>,
        filters: [BpfProgram; 2],
    }

    impl Sandbox {
        /// The box where one folder may be written to.
        fn new(folder: Option<&Path>) -> io::Result<Sandbox> {
            Ok(Sandbox { files: Some(files(folder).map_err(io::Error::other)?), filters: filters()? })
        }

        /// Puts the calling thread into it, once. Between the fork of a process and its program nothing may allocate or lock:
        /// these are system calls alone.
        fn enter(&mut self) -> io::Result<()> {
            if let Some(files) = self.files.take() {
                files.restrict_self().map_err(|_| io::Error::from(io::ErrorKind::PermissionDenied))?;
            }
            for filter in &self.filters {
                apply_filter(filter).map_err(|_| io::Error::from(io::ErrorKind::PermissionDenied))?;
            }
            Ok(())
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

    /// One filter for what is refused, and one for a call that has a stand-in: where `clone3` is not known, `clone` is
    /// used, of which a filter can see whether it makes a thread or a process.
    fn filters() -> io::Result<[BpfProgram; 2]> {
        let always = REFUSED.iter().chain(REFUSED_OF_OLD).map(|call| (*call, Vec::new()));
        let makes_no_thread = condition(0, SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64), 0)?;
        // Input put into the terminal that this runs in.
        let types = condition(1, SeccompCmpOp::Eq, libc::TIOCSTI)?;
        let pastes = condition(1, SeccompCmpOp::Eq, libc::TIOCLINUX)?;
        let sometimes = [(libc::SYS_clone, vec![makes_no_thread]), (libc::SYS_ioctl, vec![types, pastes])];
        let refused = program(always.chain(sometimes).collect(), libc::EPERM)?;
        let unknown = program(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)?;
        Ok([refused, unknown])
    }

    fn condition(argument: u8, is: SeccompCmpOp, value: u64) -> io::Result<SeccompRule> {
        let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, is, value);
        condition.and_then(|condition| SeccompRule::new(vec![condition])).map_err(io::Error::other)
    }

    fn program(rules: BTreeMap<libc::c_long, Vec<SeccompRule>>, error: libc::c_int) -> io::Result<BpfProgram> {
        let processor = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
        let refuse = SeccompAction::Errno(error.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, processor);
        filter.and_then(BpfProgram::try_from).map_err(io::Error::other)
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
