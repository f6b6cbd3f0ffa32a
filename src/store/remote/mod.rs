//! A cache on other machines, behind the folder of a store: what the folder has not is asked of it, and what is stored is sent to it.
//!
//! Nobody waits for an answer that there is no entry: the first that is asked of a service is which entries it has. What it has comes in
//! packs of many entries, and goes so. A service that fails is asked nothing more in the run, which tells it in one line.

mod answer;
mod exchange;
mod index;
mod maintain;
mod objects;
mod pack;
mod redis_service;
mod service;

pub use maintain::{RemoteStatistics, RemoteVerification};

use super::entry::Believed;
use super::key::Key;
use super::secret::Secret;
use super::url::RemoteUrl;
use crate::run;
use crate::store::Store;
use answer::{Listed, Trouble, now};
use exchange::patiently;
use index::{Index, Progress};
use objects::Objects;
use pack::{LONGEST_PACK, Pack, PackName};
use std::future::Future;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

/// The folder of a service, below the path of its URL, in which everything is.
const FOLDER: &str = "casewise-cache-2";

/// The variable that has the password of a Redis or WebDAV server, where the URL has none.
const PASSWORD: &str = run::CACHE_PASSWORD;

/// How long a service may take to begin an answer.
const CONNECTING: Duration = Duration::from_secs(5);

/// How long a service may be silent within an answer.
const WAITING: Duration = Duration::from_secs(15);

/// How long a run waits at its beginning to know which entries there are, at most a tenth of its time. What comes later is of use too.
const FIRST_ANSWER: Duration = Duration::from_secs(5);

/// How long the end of a run waits for what is to be sent, where the run has no limit.
const FLUSHING: Duration = Duration::from_secs(30);

/// How long it waits where the run is over.
const LAST_MOMENT: Duration = Duration::from_secs(1);

/// The most bytes that wait to be sent.
const MOST_WAITING: usize = 64 << 20;

/// How many packs are on their way at once, in each direction.
const PACKS_AT_ONCE: usize = 8;

/// A pack that was of use is noted as that once in so many milliseconds: a day.
const USE_NOTED: u64 = 86_400_000;

/// How often whoever waits looks at whether the run is over.
const LOOK: Duration = Duration::from_millis(50);

/// A cache on other machines.
#[derive(Clone)]
pub struct Remote(Arc<Shared>);

impl std::fmt::Debug for Remote {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Remote({})", self.0.url)
    }
}

struct Shared {
    url: RemoteUrl,
    objects: Objects,
    secret: Secret,
    believed: Believed,
    /// Names the packs of this run.
    run: u64,
    /// Until when it is waited for which entries there are.
    known_by: Instant,
    /// When the run is over, where it has a limit.
    deadline: Option<Instant>,
    on_the_way: Semaphore,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Whether it is or was asked which entries there are.
    is_asked: bool,
    /// Whether somebody has waited in vain to know that.
    is_late: bool,
    /// None until it is known.
    index: Option<Index>,
    next: Pack,
    /// How many packs there were before.
    sealed: u32,
    waiting_bytes: usize,
    unsent: u64,
    refused: u64,
    failure: Option<String>,
}

/// The mutex's content; nothing is left half done in it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One thread for all requests of the process, and a few for files; there is none until a URL is used.
fn runtime() -> Result<&'static Runtime, String> {
    static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
    let make = || {
        // That another one was chosen before is no failure.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).max_blocking_threads(4).thread_name("remote cache").enable_all().build().ok()
    };
    RUNTIME.get_or_init(make).as_ref().ok_or_else(|| "no thread for requests".into())
}

/// The remote caches that were opened: one for each URL in a process, and told of at its end.
static OPENED: Mutex<Vec<Remote>> = Mutex::new(Vec::new());

/// Sends what is left to send, within the time that the run has, and tells what went wrong: at most a line for each URL.
pub fn close_remotes() -> Vec<String> {
    let opened = std::mem::take(&mut *lock(&OPENED));
    opened.iter().flat_map(Remote::close).collect()
}

impl Remote {
    /// The cache of a URL, of which nothing is asked yet.
    ///
    /// # Errors
    /// In one line, when the URL, or what the environment says beside it, is not enough.
    pub(super) fn open(url: &RemoteUrl, (secret, believed): (Secret, Believed)) -> Result<Remote, String> {
        let mut opened = lock(&OPENED);
        if let Some(known) = opened.iter().find(|remote| remote.0.url == *url && remote.0.believed == believed) {
            return Ok(known.clone());
        }
        let wrong = |reason| format!("{url}: {reason}");
        let runtime = runtime().map_err(wrong)?;
        let entered = runtime.enter();
        let mut run = [0; 8];
        getrandom::fill(&mut run).map_err(|error| wrong(error.to_string()))?;
        let (now, deadline) = (Instant::now(), run::deadline());
        let tenth = deadline.map(|deadline| deadline.saturating_duration_since(now) / 10);
        let remote = Remote(Arc::new(Shared {
            url: url.clone(),
            objects: Objects::of(url).map_err(wrong)?,
            secret,
            believed,
            run: u64::from_le_bytes(run),
            known_by: now + tenth.unwrap_or(FIRST_ANSWER).min(FIRST_ANSWER),
            deadline,
            on_the_way: Semaphore::new(PACKS_AT_ONCE),
            state: Mutex::default(),
            changed: Condvar::new(),
        }));
        drop(entered);
        opened.push(remote.clone());
        Ok(remote)
    }

    /// The cache of a URL for those who know the secret of the process, of which nothing is asked yet; it may be that entries of others
    /// are believed.
    ///
    /// # Errors
    /// In one line, when the URL, or what the environment says beside it, is not enough, or there is no secret.
    pub fn of_process(url: &RemoteUrl, believes_others: bool) -> Result<Remote, String> {
        let (secret, _) = Secret::of_process().map_err(|error| error.to_string())?;
        Remote::open(url, (secret, if believes_others { Believed::All } else { Believed::Own }))
    }

    /// Begins to ask which entries there are, unless that was begun. Nothing is waited for.
    pub fn begin(&self) {
        if !std::mem::replace(&mut lock(&self.0.state).is_asked, true) {
            let shared = Arc::clone(&self.0);
            spawn(async move { shared.learn().await });
        }
    }

    /// Brings the pack that has a key into the folder, and tells whether it may be there now. Nothing is waited for where no pack has it.
    pub(super) fn fetch(&self, key: &Key, folder: &Store) -> bool {
        let shared = &self.0;
        let mut state = lock(&shared.state);
        loop {
            if let Some(index) = &state.index {
                let Some(position) = index.pack_of(key) else { return false };
                match index.packs.get(position).map_or(Progress::Gone, |pack| pack.progress) {
                    Progress::Here => return true,
                    Progress::Gone => return false,
                    Progress::OnTheWay => {}
                    Progress::There if state.failure.is_some() => return false,
                    Progress::There => self.bring(&mut state, position, folder),
                }
            } else if Instant::now() >= shared.known_by {
                state.is_late = true;
                return false;
            }
            if state.failure.is_some() || run::is_over(None) {
                return false;
            }
            state = shared.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Asks for a pack, and for the others of the run that wrote it: whoever needs one of them is likely to need them all.
    fn bring(&self, state: &mut State, position: usize, folder: &Store) {
        let Some(index) = &mut state.index else { return };
        for (at, name) in index.like(position) {
            if let Some(known) = index.packs.get_mut(at) {
                known.progress = Progress::OnTheWay;
            }
            let (shared, folder) = (Arc::clone(&self.0), folder.clone());
            spawn(async move { shared.receive(at, name, folder).await });
        }
    }

    /// Sends an entry, its header and its payload, in time. What the service has is not sent again.
    pub(super) fn send(&self, header: &[u8], payload: &[u8]) {
        let Some(mark) = pack::mark_of(header) else { return };
        let length = header.len() + payload.len();
        let mut state = lock(&self.0.state);
        if state.failure.is_some() {
            return;
        }
        if state.index.as_ref().is_some_and(|index| index.has(&mark)) {
            return;
        }
        if length as u64 > LONGEST_PACK {
            state.unsent += 1;
            return;
        }
        if !state.next.marks.is_empty() && state.next.bytes.len() + length > LONGEST_PACK as usize {
            self.seal(&mut state);
        }
        state.next.add(mark, &[header, payload]);
        if state.next.is_full() {
            self.seal(&mut state);
        }
    }

    /// Begins to send what is in the pack that is being made.
    fn seal(&self, state: &mut State) {
        let pack = std::mem::take(&mut state.next);
        if pack.marks.is_empty() {
            return;
        }
        let length = pack.bytes.len();
        if state.waiting_bytes > 0 && state.waiting_bytes + length > MOST_WAITING {
            // A service that is so slow is not waited for.
            state.unsent += pack.marks.len() as u64;
            return;
        }
        state.waiting_bytes += length;
        state.sealed += 1;
        let name = self.0.name(&pack, state.sealed);
        let shared = Arc::clone(&self.0);
        spawn(async move { shared.deliver(name, pack).await });
    }

    /// Sends what is left to send. What there is to tell: at most one line.
    fn close(&self) -> Option<String> {
        let shared = &self.0;
        let mut state = lock(&shared.state);
        self.seal(&mut state);
        let moment = Instant::now() + LAST_MOMENT;
        let latest = shared.deadline.map_or(Instant::now() + FLUSHING, |deadline| deadline.max(moment));
        let latest = latest.min(Instant::now() + FLUSHING);
        let mut last_moment = None;
        let mut wait = |state: MutexGuard<'_, State>, done: &dyn Fn(&State) -> bool| {
            let mut state = state;
            while !done(&state) && state.failure.is_none() {
                if run::signal().is_some() {
                    last_moment.get_or_insert_with(|| Instant::now() + LAST_MOMENT);
                }
                if Instant::now() >= last_moment.unwrap_or(latest).min(latest) {
                    break;
                }
                drop(state);
                std::thread::sleep(Duration::from_millis(5));
                state = lock(&shared.state);
            }
            drop(state);
        };
        wait(state, &|state| state.waiting_bytes == 0);
        let touched = self.note_use();
        let state = lock(&shared.state);
        if let Some(touched) = touched.filter(|_| state.waiting_bytes == 0) {
            wait(state, &|_| touched.is_finished());
        } else {
            drop(state);
        }
        let state = lock(&shared.state);
        let unsent = state.unsent + if state.waiting_bytes > 0 { 1 } else { 0 };
        let refused = match state.refused {
            0 => String::new(),
            count => format!("{count} of its entries are damaged or somebody else's and were not believed"),
        };
        let slow = match (&state.failure, &state.index) {
            (Some(_), _) => "",
            (None, None) if state.is_late => "it has not said in time what it has",
            _ if unsent > 0 => "it is too slow for all that was to be sent",
            _ => "",
        };
        let failure = state.failure.as_ref().map(|failure| format!("{failure}; the run went on without it"));
        let told: Vec<String> =
            [failure.unwrap_or_default(), refused, slow.into()].into_iter().filter(|line| !line.is_empty()).collect();
        (!told.is_empty()).then(|| format!("{}: {}", shared.url, told.join("; ")))
    }

    /// Leaves it out of what is told at the end.
    fn forget(&self) {
        lock(&OPENED).retain(|other| !Arc::ptr_eq(&other.0, &self.0));
    }

    /// Begins to note which packs were of use, where that was not noted of late.
    fn note_use(&self) -> Option<tokio::task::JoinHandle<()>> {
        let used: Vec<PackName> = {
            let state = lock(&self.0.state);
            let index = state.index.as_ref().filter(|_| state.failure.is_none())?;
            let is_due = |listed: &Listed| listed.used.saturating_add(USE_NOTED) < now();
            let used = index.packs.iter().filter(|pack| pack.progress == Progress::Here && is_due(&pack.listed));
            used.map(|pack| pack.listed.name).collect()
        };
        if used.is_empty() {
            return None;
        }
        let shared = Arc::clone(&self.0);
        let all = async move {
            for name in used {
                if let Err(Trouble::Failed(reason)) = patiently(shared.objects.touch(&name)).await {
                    return shared.fail(reason);
                }
            }
        };
        Some(runtime().ok()?.spawn(all))
    }
}

/// Does something beside the run.
fn spawn(work: impl Future<Output = ()> + Send + 'static) {
    // Whoever has a remote cache has a runtime.
    if let Ok(runtime) = runtime() {
        runtime.spawn(work);
    }
}
