//! The processes that a run starts: each with a process group of its own, and none is left behind.

use super::lock;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::collections::BTreeSet;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

/// The processes that have not been waited for, by id, which is that of their group too; none once no more may be started.
static RUNNING: Mutex<Option<BTreeSet<u32>>> = Mutex::new(Some(BTreeSet::new()));

/// The unit in which the system counts the blocks of files, in bytes.
const BLOCK: u64 = 512;

/// The variable with a secret that several machines or users share, which no process of a run gets to know.
pub const SHARED_SECRET: &str = "CASEWISE_CACHE_SECRET";

/// The variable with the password of a cache on other machines.
pub const CACHE_PASSWORD: &str = "CASEWISE_CACHE_PASSWORD";

/// The variables with what the services of such caches ask for. No process of a run gets to know them either: it may be code under
/// analysis.
const CREDENTIALS: [&str; 9] = [
    CACHE_PASSWORD,
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AZURE_STORAGE_ACCOUNT_KEY",
    "AZURE_STORAGE_KEY",
    "AZURE_STORAGE_SAS_TOKEN",
    "AZURE_CLIENT_SECRET",
    "ACTIONS_RUNTIME_TOKEN",
];

/// Lets the process that a command will start inherit these files, under their numbers here. They are closed here with the
/// command.
pub fn hand_over(command: &mut Command, files: [OwnedFd; 2]) {
    let inherit = move || {
        for file in &files {
            rustix::io::fcntl_setfd(file, rustix::io::FdFlags::empty())?;
        }
        Ok(())
    };
    // SAFETY: between fork and exec only system calls are made.
    unsafe { std::os::unix::process::CommandExt::pre_exec(command, inherit) };
}

/// A running process, killed with what it has started when this goes.
#[derive(Debug)]
pub struct Process {
    child: Child,
}

impl Process {
    /// Starts a command.
    ///
    /// # Errors
    /// When it cannot be started, or the program is about to exit.
    pub fn start(command: &mut Command) -> std::io::Result<Process> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command.env_remove(SHARED_SECRET);
        for name in CREDENTIALS {
            command.env_remove(name);
        }
        let mut running = lock(&RUNNING);
        let running = running.as_mut().ok_or_else(|| std::io::Error::other("the program is about to exit"))?;
        let child = command.spawn()?;
        running.insert(child.id());
        Ok(Process { child })
    }

    /// Runs a command to its end: whether it succeeded, and what it says on standard error.
    ///
    /// # Errors
    /// As [`Process::start`].
    pub fn run(command: &mut Command) -> std::io::Result<(bool, String)> {
        let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut process = Process::start(quiet)?;
        let mut said = Vec::new();
        if let Some(mut errors) = process.child.stderr.take() {
            errors.read_to_end(&mut said)?;
        }
        let is_done = process.child.wait()?.success();
        Ok((is_done, String::from_utf8_lossy(&said).into_owned()))
    }

    /// Its standard input, where that is a pipe, once.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Its standard output, where that is a pipe, once.
    pub fn take_output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// What the files have in bytes that it holds open and that have no name any more; 0 where the system does not tell.
    pub fn written_to_removed_files(&self) -> u64 {
        let open = std::fs::read_dir(format!("/proc/{}/fd", self.child.id()));
        let files = open.into_iter().flatten().flatten().filter_map(|file| std::fs::metadata(file.path()).ok());
        files.filter(|file| file.is_file() && file.nlink() == 0).map(|file| file.len().max(file.blocks() * BLOCK)).sum()
    }

    /// Kills it. It is waited for when this goes.
    pub fn kill(&mut self) {
        kill(self.child.id());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Under the lock: once it was waited for its id may become another's.
        let mut running = lock(&RUNNING);
        kill(self.child.id());
        let _ = self.child.wait();
        if let Some(running) = running.as_mut() {
            running.remove(&self.child.id());
        }
    }
}

/// Kills a process that was not waited for, and its group, which it may have left.
fn kill(id: u32) {
    if let Some(process) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // They may be gone already.
        let _ = kill_process_group(process, Signal::KILL);
        let _ = kill_process(process, Signal::KILL);
    }
}

/// The processes that are running.
pub(super) fn all() -> Vec<u32> {
    lock(&RUNNING).iter().flatten().copied().collect()
}

/// Kills one of them, unless it has been waited for since.
pub(super) fn kill_one(id: u32) {
    // Under the lock: nobody waits for it meanwhile.
    let running = lock(&RUNNING);
    if running.as_ref().is_some_and(|running| running.contains(&id)) {
        kill(id);
    }
}

/// Kills all of them, and lets no more be started.
pub(super) fn kill_all() {
    for process in lock(&RUNNING).take().into_iter().flatten() {
        kill(process);
    }
}
