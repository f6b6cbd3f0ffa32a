//! The objects of a cache on other machines, in whichever service has them: packs, and what says which packs there are.

use super::answer::{Listed, MOST_PACKS, Trouble};
use super::pack::PackName;
use super::redis_service::RedisService;
use super::service::Service;
use crate::store::RemoteUrl;

/// A service. All that is asked of it is tried again where that may help, and takes as long as the service takes.
pub(super) enum Objects {
    Service(Service),
    Redis(Box<RedisService>),
}

impl Objects {
    /// The service of a URL; nothing is asked of it yet.
    ///
    /// # Errors
    /// In one line, when the URL, or what the environment says beside it, is not enough.
    pub(super) fn of(url: &RemoteUrl) -> Result<Objects, String> {
        let parsed = url::Url::parse(url.whole()).map_err(|error| error.to_string())?;
        match url.scheme() {
            "redis" | "rediss" => RedisService::of(parsed).map(|redis| Objects::Redis(Box::new(redis))),
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
