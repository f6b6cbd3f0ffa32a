//! The objects of a cache on other machines, in whichever service has them: packs, and what says which packs there are.

use super::pack::PackName;
use super::redis_service::RedisService;
use super::service::Service;
use crate::store::RemoteUrl;

/// The most packs that are listed. Older ones are as if they were not there, but for who removes them.
pub(super) const MOST_PACKS: usize = 20_000;

/// A pack that a service has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) name: PackName,
    /// When it was written, or a reader last said that it was of use, in milliseconds of Unix time.
    pub(super) used: u64,
}

/// Why a request has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// There is no such object, or not as its name says: another process has removed it.
    Gone,
    /// The service did not do it, in one line without secrets.
    Failed(String),
}

/// A service. All that is asked of it is tried again where that may help, and takes as long as the service takes.
pub(super) enum Objects {
    Service(Service),
    Redis(RedisService),
}

impl Objects {
    /// The service of a URL; nothing is asked of it yet.
    ///
    /// # Errors
    /// In one line, when the URL, or what the environment says beside it, is not enough.
    pub(super) fn of(url: &RemoteUrl) -> Result<Objects, String> {
        let parsed = url::Url::parse(url.whole()).map_err(|error| error.to_string())?;
        match url.scheme() {
            "redis" | "rediss" => RedisService::of(parsed).map(Objects::Redis),
            _ => Service::of(&parsed).map(Objects::Service),
        }
    }

    /// The packs that there are, at most [`MOST_PACKS`], in the order of their names.
    pub(super) async fn list(&self) -> Result<Vec<Listed>, Trouble> {
        let mut packs = match self {
            Objects::Service(service) => service.list().await?,
            Objects::Redis(redis) => redis.list().await?,
        };
        packs.sort_unstable_by_key(|pack| pack.name);
        packs.dedup_by_key(|pack| pack.name);
        packs.drain(..packs.len().saturating_sub(MOST_PACKS));
        Ok(packs)
    }

    /// The index of a pack, not longer than the name says.
    pub(super) async fn index(&self, name: &PackName) -> Result<Vec<u8>, Trouble> {
        match self {
            Objects::Service(service) => service.index(name).await,
            Objects::Redis(redis) => redis.index(name).await,
        }
    }

    /// The bytes of a pack, as many as the name says.
    pub(super) async fn pack(&self, name: &PackName) -> Result<Vec<u8>, Trouble> {
        let bytes = match self {
            Objects::Service(service) => service.pack(name).await?,
            Objects::Redis(redis) => redis.pack(name).await?,
        };
        if bytes.len() as u64 == name.bytes { Ok(bytes) } else { Err(Trouble::Gone) }
    }

    /// Adds a pack with its index. Whoever sees the index can have the pack.
    pub(super) async fn add(&self, name: &PackName, pack: Vec<u8>, index: Vec<u8>) -> Result<(), Trouble> {
        match self {
            Objects::Service(service) => service.add(name, pack, index).await,
            Objects::Redis(redis) => redis.add(name, pack, index).await,
        }
    }

    /// The packs without an index that were written before a moment: their writers were killed.
    pub(super) async fn abandoned(&self, before: u64) -> Result<Vec<PackName>, Trouble> {
        match self {
            Objects::Service(service) => service.abandoned(before).await,
            // There a pack comes with its index.
            Objects::Redis(_) => Ok(Vec::new()),
        }
    }

    /// Notes that a pack was of use now.
    pub(super) async fn touch(&self, name: &PackName) -> Result<(), Trouble> {
        match self {
            Objects::Service(service) => service.touch(name).await,
            Objects::Redis(redis) => redis.touch(name).await,
        }
    }

    /// Removes a pack and its index. That it is not there is no failure.
    pub(super) async fn remove(&self, name: &PackName) -> Result<(), Trouble> {
        match self {
            Objects::Service(service) => service.remove(name).await,
            Objects::Redis(redis) => redis.remove(name).await,
        }
    }
}

/// Milliseconds of Unix time.
pub(super) fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// The most characters of what a service says.
const LONGEST_REASON: usize = 240;

/// What a service says of a failure, as one line in which URLs have no users, passwords and queries.
pub(super) fn reason(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let secretive = word.split_once("://").map(|(scheme, rest)| {
            let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
            format!("{scheme}://{}", rest.split(['?', '#']).next().unwrap_or_default())
        });
        secretive.unwrap_or_else(|| word.to_owned())
    });
    let line = words.collect::<Vec<String>>().join(" ");
    line.chars().filter(|character| !character.is_control()).take(LONGEST_REASON).collect()
}
