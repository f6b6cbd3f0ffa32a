//! The system calls that a process in the box may make: those that a JVM makes for programs which read files, compute and
//! run threads. All others are unknown to it, those of later systems too, so that libraries take the ways that they have
//! for older systems.

use rustix::process::getpid;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    apply_filter,
};
use std::collections::BTreeMap;
use std::io;

/// Those that reach nothing outside whatever their arguments are: what files may be opened and changed, Landlock says.
const ALLOWED: &[libc::c_long] = &[
    // Files.
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_read,
    libc::SYS_pread64,
    libc::SYS_readv,
    libc::SYS_preadv,
    libc::SYS_preadv2,
    libc::SYS_write,
    libc::SYS_pwrite64,
    libc::SYS_writev,
    libc::SYS_pwritev,
    libc::SYS_pwritev2,
    libc::SYS_sendfile,
    libc::SYS_copy_file_range,
    libc::SYS_lseek,
    libc::SYS_ftruncate,
    libc::SYS_truncate,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_fadvise64,
    libc::SYS_readahead,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_mkdirat,
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_umask,
    // Waiting.
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_signalfd4,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    libc::SYS_wait4,
    libc::SYS_waitid,
    // Memory, but for what processes share.
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_mincore,
    libc::SYS_msync,
    libc::SYS_get_mempolicy,
    libc::SYS_membarrier,
    // Threads, and what a process does with itself.
    libc::SYS_execve,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_getattr,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_getpriority,
    libc::SYS_getcpu,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getresuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_capget,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getrandom,
    // Time.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    libc::SYS_timer_create,
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
];

/// Older forms of them, which some processors' systems have.
#[cfg(target_arch = "x86_64")]
const ALLOWED_OF_OLD: &[libc::c_long] = &[
    libc::SYS_open,
    libc::SYS_creat,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_renameat,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_inotify_init,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_signalfd,
    libc::SYS_getpgrp,
    libc::SYS_time,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_arch_prctl,
    libc::SYS_getrlimit,
];
#[cfg(target_arch = "aarch64")]
const ALLOWED_OF_OLD: &[libc::c_long] = &[libc::SYS_renameat];
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ALLOWED_OF_OLD: &[libc::c_long] = &[];

/// What may be asked of an open file: how many bytes wait, whether it waits and stays open, and what of a terminal it is.
const CONTROLS: [u64; 6] =
    [libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX, libc::TCGETS, libc::TIOCGWINSZ];

/// What may be done with the number of an open file: neither locks nor leases, which others would notice.
const FILE_CONTROLS: [libc::c_int; 6] =
    [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_GETFD, libc::F_SETFD, libc::F_GETFL, libc::F_SETFL];

/// What a process may say of itself: names of threads and of memory, and which pages it likes.
const PROCESS_CONTROLS: [libc::c_int; 8] = [
    libc::PR_SET_NAME,
    libc::PR_GET_NAME,
    libc::PR_SET_VMA,
    libc::PR_GET_DUMPABLE,
    libc::PR_SET_THP_DISABLE,
    libc::PR_GET_THP_DISABLE,
    libc::PR_CAPBSET_READ,
    libc::PR_GET_TIMERSLACK,
];

/// Stands in the filter for the process that it will be put around; no process has this number.
const THIS_PROCESS: u32 = 0x7fff_fffe;

/// A filter of system calls, ready to be put around a process.
pub(super) struct SystemCalls(BpfProgram);

impl SystemCalls {
    /// The filter.
    ///
    /// # Errors
    /// When filters are not known for this processor.
    pub(super) fn new() -> io::Result<SystemCalls> {
        let always = ALLOWED.iter().chain(ALLOWED_OF_OLD).map(|call| (*call, Vec::new()));
        let rules = always.chain(sometimes()?).collect::<BTreeMap<_, _>>();
        let processor = std::env::consts::ARCH.try_into().map_err(io::Error::other)?;
        let unknown = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
        let filter = SeccompFilter::new(rules, unknown, SeccompAction::Allow, processor);
        Ok(SystemCalls(filter.and_then(BpfProgram::try_from).map_err(io::Error::other)?))
    }

    /// Puts the calling thread behind it. System calls alone, on what was allocated before.
    pub(super) fn restrict(&mut self) -> io::Result<()> {
        let own = getpid().as_raw_nonzero().get().unsigned_abs();
        self.0.iter_mut().filter(|step| step.k == THIS_PROCESS).for_each(|step| step.k = own);
        apply_filter(&self.0).map_err(|_| io::Error::from(io::ErrorKind::PermissionDenied))
    }
}

/// Those that are allowed with some arguments.
fn sometimes() -> io::Result<Vec<(libc::c_long, Vec<SeccompRule>)>> {
    let is = |argument, value: u64| condition(argument, SeccompCmpOp::Eq, value);
    let one_of = |argument, values: &[u64]| {
        values.iter().map(|value| rule(vec![is(argument, *value)?])).collect::<io::Result<Vec<_>>>()
    };
    let numbers =
        |values: &[libc::c_int]| values.iter().map(|value| u64::from(value.unsigned_abs())).collect::<Vec<_>>();
    let has = |argument, flag: libc::c_int| {
        let flag = u64::from(flag.unsigned_abs());
        condition(argument, SeccompCmpOp::MaskedEq(flag), flag)
    };
    let lacks =
        |argument, flag: libc::c_int| condition(argument, SeccompCmpOp::MaskedEq(u64::from(flag.unsigned_abs())), 0);
    Ok(vec![
        // Threads, and no processes; without `clone3`, whose arguments no filter sees, libraries make them by `clone`.
        (libc::SYS_clone, vec![rule(vec![has(0, libc::CLONE_THREAD)?])?]),
        // A signal to a thread of its own.
        (libc::SYS_tgkill, one_of(0, &[THIS_PROCESS.into()])?),
        (libc::SYS_prlimit64, one_of(0, &[0])?),
        // No memory that is shared and no file's: it would not count as the process's.
        (libc::SYS_mmap, vec![rule(vec![lacks(3, libc::MAP_ANONYMOUS)?])?, rule(vec![lacks(3, libc::MAP_SHARED)?])?]),
        // Two ends that only this process has: JVMs close one of them for files that others wait on. Nothing sends to an address.
        (libc::SYS_socketpair, one_of(0, &numbers(&[libc::AF_UNIX]))?),
        (libc::SYS_ioctl, one_of(1, &CONTROLS)?),
        (libc::SYS_fcntl, one_of(1, &numbers(&FILE_CONTROLS))?),
        (libc::SYS_prctl, one_of(0, &numbers(&PROCESS_CONTROLS))?),
    ])
}

fn rule(conditions: Vec<SeccompCondition>) -> io::Result<SeccompRule> {
    SeccompRule::new(conditions).map_err(io::Error::other)
}

fn condition(argument: u8, is: SeccompCmpOp, value: u64) -> io::Result<SeccompCondition> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, is, value).map_err(io::Error::other)
}
