//! Services that keep files: S3, Google's and Azure's storage, WebDAV, the cache of GitHub's actions; all through OpenDAL.
//!
//! `packs/NAME` and `index/NAME` are the files; which packs there are is what a listing of `index/` says. GitHub's cache cannot be
//! listed, and nothing in it is written twice: there the indexes are in `slots/0`, `slots/1` and so on, each with its pack's name.

use super::answer::{Listed, Trouble, reason};
use super::pack::PackName;
use super::{CONNECTING, FOLDER, PASSWORD, WAITING, lock};
use futures_util::StreamExt;
use futures_util::future::join_all;
use opendal::layers::{ConcurrentLimitLayer, RetryLayer, TimeoutLayer};
use opendal::services::{Azblob, Gcs, Ghac, S3, Webdav};
use opendal::{Builder, Error, ErrorKind, HttpTransporter, Operator};
use opendal_http_transport_reqwest::ReqwestTransport;
use percent_encoding::percent_decode_str;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use url::Url;

/// The most requests at once.
const AT_ONCE: usize = 32;

/// The most files that a listing is followed for.
const MOST_LISTED: usize = 200_000;

/// How many slots are looked at, at once, for whether there are more.
const SLOTS: usize = 16;

/// The most slots.
const MOST_SLOTS: usize = 4_096;

pub(super) struct Service {
    operator: Operator,
    /// What slots have, where there is no listing.
    slots: Option<Mutex<Slots>>,
}

/// What is known of slots.
#[derive(Default)]
struct Slots {
    indexes: FxHashMap<PackName, Vec<u8>>,
    /// The first that may be free.
    free: usize,
}

impl Service {
    /// The service of a URL: what is its own in the URL's query or in the environment variables that it usually has.
    pub(super) fn of(url: &Url) -> Result<Service, String> {
        // The first one stays, for all services.
        HttpTransporter::install_default(ReqwestTransport::default());
        let host = url.host_str().unwrap_or_default();
        let root = format!("/{}/{FOLDER}/", url.path().trim_matches('/')).replace("//", "/");
        let query = Query::of(url)?;
        let (operator, slots) = match url.scheme() {
            "s3" => {
                query.has_only(&["endpoint", "region"])?;
                let mut builder = S3::default().bucket(host).root(&root);
                if let Some(endpoint) = query.get("endpoint") {
                    builder = builder.endpoint(endpoint);
                }
                if let Some(region) = query.get("region") {
                    builder = builder.region(region);
                }
                (operator(builder)?, None)
            }
            "gcs" => {
                query.has_only(&["endpoint"])?;
                let mut builder = Gcs::default().bucket(host).root(&root);
                if let Some(endpoint) = query.get("endpoint") {
                    builder = builder.endpoint(endpoint);
                }
                (operator(builder)?, None)
            }
            "azblob" => {
                query.has_only(&["account", "endpoint"])?;
                (operator(azure(&query, host)?.root(&root))?, None)
            }
            "ghac" => {
                query.has_only(&[])?;
                let version = if host.is_empty() { FOLDER } else { host };
                (operator(Ghac::default().version(version).root(&root))?, Some(Mutex::default()))
            }
            scheme => {
                query.has_only(&[])?;
                let scheme = if scheme.ends_with('s') { "https" } else { "http" };
                let port = url.port().map_or(String::new(), |port| format!(":{port}"));
                let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
                let password = url.password().map(decoded).or_else(|| environment(&[PASSWORD]));
                let builder = Webdav::default().endpoint(&format!("{scheme}://{host}{port}")).root(&root);
                let builder = builder.username(&decoded(url.username())).password(&password.unwrap_or_default());
                (operator(builder)?, None)
            }
        };
        Ok(Service { operator, slots })
    }

    pub(super) async fn list(&self) -> Result<Vec<Listed>, Trouble> {
        match &self.slots {
            Some(slots) => self.list_slots(slots).await,
            None => self.list_folder("index/").await,
        }
    }

    pub(super) async fn abandoned(&self, before: u64) -> Result<Vec<PackName>, Trouble> {
        if self.slots.is_some() {
            return Ok(Vec::new());
        }
        let packs = self.list_folder("packs/").await?;
        let indexed: FxHashSet<PackName> = self.list().await?.into_iter().map(|pack| pack.name).collect();
        let names = packs.into_iter().map(|pack| pack.name);
        Ok(names.filter(|name| name.written < before && !indexed.contains(name)).collect())
    }

    /// The names of packs in a folder.
    async fn list_folder(&self, folder: &str) -> Result<Vec<Listed>, Trouble> {
        let mut found = Vec::new();
        let mut lister = match self.operator.lister(folder).await {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(found),
            lister => lister.map_err(trouble)?,
        };
        let mut looked_at = 0;
        while let Some(entry) = lister.next().await {
            let entry = match entry {
                Err(error) if error.kind() == ErrorKind::NotFound => break,
                entry => entry.map_err(trouble)?,
            };
            looked_at += 1;
            if looked_at > MOST_LISTED {
                break;
            }
            let Ok(name) = entry.name().parse::<PackName>() else { continue };
            let modified = entry.metadata().last_modified().map(SystemTime::from);
            let since = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
            let used = since.map_or(name.written, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX));
            found.push(Listed { name, used });
        }
        Ok(found)
    }

    pub(super) async fn index(&self, name: &PackName) -> Result<Vec<u8>, Trouble> {
        match &self.slots {
            Some(slots) => lock(slots).indexes.get(name).cloned().ok_or(Trouble::Gone),
            None => self.beginning(&format!("index/{name}"), name.index_bytes()).await,
        }
    }

    pub(super) async fn pack(&self, name: &PackName) -> Result<Vec<u8>, Trouble> {
        self.beginning(&format!("packs/{name}"), name.bytes).await
    }

    /// So many bytes of a file.
    async fn beginning(&self, path: &str, length: u64) -> Result<Vec<u8>, Trouble> {
        let bytes = self.operator.read_with(path).range(0..length).await.map_err(trouble)?;
        Ok(bytes.to_vec())
    }

    pub(super) async fn add(&self, name: &PackName, pack: Vec<u8>, index: Vec<u8>) -> Result<(), Trouble> {
        self.operator.write(&format!("packs/{name}"), pack).await.map_err(trouble)?;
        match &self.slots {
            Some(slots) => self.add_to_slot(slots, name, &index).await,
            None => self.operator.write(&format!("index/{name}"), index).await.map(drop).map_err(trouble),
        }
    }

    /// Writes the index again, which is then younger.
    pub(super) async fn touch(&self, name: &PackName) -> Result<(), Trouble> {
        if self.slots.is_some() {
            // What is read there is thereby used.
            return Ok(());
        }
        let index = self.index(name).await?;
        self.operator.write(&format!("index/{name}"), index).await.map(drop).map_err(trouble)
    }

    pub(super) async fn remove(&self, name: &PackName) -> Result<(), Trouble> {
        // The index first: without it nobody looks for the pack.
        for path in [format!("index/{name}"), format!("packs/{name}")] {
            match self.operator.delete(&path).await {
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                done => done.map_err(trouble)?,
            }
        }
        Ok(())
    }

    async fn list_slots(&self, slots: &Mutex<Slots>) -> Result<Vec<Listed>, Trouble> {
        let mut found = Vec::new();
        for first in (0..MOST_SLOTS).step_by(SLOTS) {
            let wave = first..first + SLOTS;
            let answers = join_all(wave.clone().map(|slot| self.slot(slot))).await;
            let mut filled = 0;
            for (slot, answer) in wave.zip(answers) {
                match answer {
                    Err(Trouble::Gone) => {}
                    Err(failed) => return Err(failed),
                    Ok((name, index)) => {
                        filled += 1;
                        let mut slots = lock(slots);
                        slots.indexes.insert(name, index);
                        slots.free = slot + 1;
                        found.push(Listed { name, used: name.written });
                    }
                }
            }
            // What is not used for long is removed there, so that slots may be free between others.
            if filled == 0 {
                break;
            }
        }
        Ok(found)
    }

    async fn slot(&self, slot: usize) -> Result<(PackName, Vec<u8>), Trouble> {
        let bytes = self.operator.read(&format!("slots/{slot}")).await.map_err(trouble)?.to_vec();
        let line = bytes.iter().position(|byte| *byte == b'\n').ok_or(Trouble::Gone)?;
        let (name, index) = bytes.split_at(line);
        let name = std::str::from_utf8(name).ok().and_then(|name| name.parse().ok()).ok_or(Trouble::Gone)?;
        Ok((name, index.get(1..).unwrap_or_default().to_vec()))
    }

    async fn add_to_slot(&self, slots: &Mutex<Slots>, name: &PackName, index: &[u8]) -> Result<(), Trouble> {
        let mut content = format!("{name}\n").into_bytes();
        content.extend_from_slice(index);
        let mut failed = Trouble::Gone;
        for _ in 0..SLOTS {
            let slot = {
                let mut slots = lock(slots);
                slots.free += 1;
                slots.free - 1
            };
            match self.operator.write(&format!("slots/{slot}"), content.clone()).await {
                Ok(_) => return Ok(()),
                // Another machine was faster.
                Err(error) if is_taken(&error) => failed = trouble(error),
                Err(error) => return Err(trouble(error)),
            }
        }
        Err(failed)
    }
}

fn is_taken(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::Conflict | ErrorKind::ConditionNotMatch)
}

/// A service with what goes before each of its requests.
fn operator(builder: impl Builder) -> Result<Operator, String> {
    let operator = Operator::new(builder).map_err(|error| told(&error))?;
    let again = RetryLayer::new().with_jitter().with_max_times(3).with_min_delay(Duration::from_millis(100));
    Ok(operator
        .layer(TimeoutLayer::new().with_timeout(CONNECTING).with_io_timeout(WAITING))
        .layer(again.with_max_delay(Duration::from_secs(1)))
        .layer(ConcurrentLimitLayer::new(AT_ONCE)))
}

fn azure(query: &Query, container: &str) -> Result<Azblob, String> {
    let account = query.get("account").map(str::to_owned);
    let account = account.or_else(|| environment(&["AZURE_STORAGE_ACCOUNT_NAME", "AZURE_STORAGE_ACCOUNT"]));
    let account = account.ok_or("no account: AZURE_STORAGE_ACCOUNT_NAME, or `?account=NAME`, says it")?;
    let endpoint = query.get("endpoint").map(str::to_owned);
    let endpoint = endpoint.unwrap_or_else(|| format!("https://{account}.blob.core.windows.net"));
    let mut builder = Azblob::default().container(container).account_name(&account).endpoint(&endpoint);
    if let Some(key) = environment(&["AZURE_STORAGE_ACCOUNT_KEY", "AZURE_STORAGE_KEY"]) {
        builder = builder.account_key(&key);
    }
    if let Some(token) = environment(&["AZURE_STORAGE_SAS_TOKEN"]) {
        builder = builder.sas_token(&token);
    }
    Ok(builder)
}

/// The first of these variables that says something.
fn environment(names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

/// What follows the question mark of a URL.
struct Query(Vec<(String, String)>);

impl Query {
    fn of(url: &Url) -> Result<Query, String> {
        if url.fragment().is_some() {
            return Err("a URL of a cache has no `#`".into());
        }
        Ok(Query(url.query_pairs().map(|(key, value)| (key.into_owned(), value.into_owned())).collect()))
    }

    fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, value)| value.as_str())
    }

    fn has_only(&self, keys: &[&str]) -> Result<(), String> {
        match self.0.iter().find(|(key, _)| !keys.contains(&key.as_str())) {
            None => Ok(()),
            Some((key, _)) if keys.is_empty() => Err(format!("`{key}`: this URL has nothing after `?`")),
            Some((key, _)) => Err(format!("`{key}`: after `?` there may be {}", keys.join(" and "))),
        }
    }
}

fn trouble(error: Error) -> Trouble {
    match error.kind() {
        // A file that is shorter than its name says is as good as none.
        ErrorKind::NotFound | ErrorKind::RangeNotSatisfied => Trouble::Gone,
        _ => Trouble::Failed(told(&error)),
    }
}

/// A failure in one line: the message, and the last cause of it. What is around these may have secrets.
fn told(error: &Error) -> String {
    let mut cause: Option<&dyn std::error::Error> = std::error::Error::source(error);
    while let Some(deeper) = cause.and_then(std::error::Error::source) {
        cause = Some(deeper);
    }
    let message = error.message();
    reason(&match cause {
        Some(cause) => format!("{message}: {cause}"),
        None if message.is_empty() => error.kind().to_string(),
        None => message.to_owned(),
    })
}
