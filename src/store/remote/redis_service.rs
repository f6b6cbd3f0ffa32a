//! Redis: packs and indexes under keys, and a sorted set of their names by when they were last of use.
//!
//! `PREFIXpacks/NAME` and `PREFIXindex/NAME` are strings, `PREFIXused` is the set. Adding and removing are transactions.

use super::answer::{Listed, MOST_PACKS, Trouble, now, reason};
use super::pack::PackName;
use super::{CONNECTING, FOLDER, PASSWORD, WAITING};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, IntoConnectionInfo, Pipeline, RedisError};
use std::time::Duration;
use tokio::sync::Mutex;
use url::Url;

/// How long it is waited before a request is made again, each time.
const PAUSES: [Duration; 3] = [Duration::from_millis(100), Duration::from_millis(300), Duration::from_millis(900)];

pub(super) struct RedisService {
    client: Client,
    prefix: String,
    /// Shared by all requests; none until the first, and after a failure.
    connection: Mutex<Option<MultiplexedConnection>>,
}

impl RedisService {
    /// `redis://USER:PASSWORD@HOST:PORT/DATABASE/PREFIX`, of which all but the host may be left out.
    pub(super) fn of(mut url: Url) -> Result<RedisService, String> {
        let path = url.path().trim_matches('/').to_owned();
        let (database, prefix) = match path.split_once('/') {
            Some((first, rest)) if first.parse::<u32>().is_ok() => (first.to_owned(), rest.to_owned()),
            None if path.parse::<u32>().is_ok() => (path, String::new()),
            _ => ("0".to_owned(), path),
        };
        url.set_path(&database);
        let info = url.into_connection_info().map_err(|error| reason(&error.to_string()))?;
        let settings = info.redis_settings().clone();
        let settings = match std::env::var(PASSWORD) {
            Ok(password) if settings.password().is_none() && !password.is_empty() => settings.set_password(password),
            _ => settings,
        };
        let client = Client::open(info.set_redis_settings(settings)).map_err(|error| reason(&error.to_string()))?;
        let prefix = if prefix.is_empty() { format!("{FOLDER}/") } else { format!("{prefix}/{FOLDER}/") };
        Ok(RedisService { client, prefix, connection: Mutex::default() })
    }

    fn packs(&self, name: &PackName) -> String {
        format!("{}packs/{name}", self.prefix)
    }

    fn indexes(&self, name: &PackName) -> String {
        format!("{}index/{name}", self.prefix)
    }

    fn used(&self) -> String {
        format!("{}used", self.prefix)
    }

    pub(super) async fn list(&self) -> Result<Vec<Listed>, Trouble> {
        let mut request = redis::pipe();
        // The most recently used ones first, so that these are taken where there are too many.
        request.cmd("ZREVRANGE").arg(self.used()).arg(0).arg(MOST_PACKS - 1).arg("WITHSCORES");
        let (found,): (Vec<(String, f64)>,) = self.ask(&request).await?;
        let listed = found.into_iter().filter_map(|(name, used)| {
            // Scores are whole numbers of milliseconds; anything else is nobody's of ours.
            Some(Listed { name: name.parse().ok()?, used: used.max(0.0) as u64 })
        });
        Ok(listed.collect())
    }

    pub(super) async fn index(&self, name: &PackName) -> Result<Vec<u8>, Trouble> {
        self.beginning(&self.indexes(name), name.index_bytes()).await
    }

    pub(super) async fn pack(&self, name: &PackName) -> Result<Vec<u8>, Trouble> {
        self.beginning(&self.packs(name), name.bytes).await
    }

    /// So many bytes under a key.
    async fn beginning(&self, key: &str, length: u64) -> Result<Vec<u8>, Trouble> {
        let mut request = redis::pipe();
        request.cmd("GETRANGE").arg(key).arg(0).arg(length.saturating_sub(1));
        let (bytes,): (Vec<u8>,) = self.ask(&request).await?;
        // Of a key that there is not, Redis has an empty text.
        if bytes.is_empty() { Err(Trouble::Gone) } else { Ok(bytes) }
    }

    pub(super) async fn add(&self, name: &PackName, pack: Vec<u8>, index: Vec<u8>) -> Result<(), Trouble> {
        let mut request = redis::pipe();
        request.atomic().set(self.packs(name), pack).ignore().set(self.indexes(name), index).ignore();
        request.zadd(self.used(), name.to_string(), now()).ignore();
        self.ask(&request).await
    }

    pub(super) async fn touch(&self, name: &PackName) -> Result<(), Trouble> {
        let mut request = redis::pipe();
        request.cmd("ZADD").arg(self.used()).arg("XX").arg(now()).arg(name.to_string()).ignore();
        self.ask(&request).await
    }

    pub(super) async fn remove(&self, name: &PackName) -> Result<(), Trouble> {
        let mut request = redis::pipe();
        request.atomic().zrem(self.used(), name.to_string()).ignore();
        request.del(self.packs(name)).ignore().del(self.indexes(name)).ignore();
        self.ask(&request).await
    }

    async fn ask<T: FromRedisValue>(&self, request: &Pipeline) -> Result<T, Trouble> {
        let mut pauses = PAUSES.iter();
        loop {
            let error = match self.try_ask(request).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            let is_passing = error.is_io_error() || error.is_timeout() || error.is_connection_dropped();
            match pauses.next() {
                Some(pause) if is_passing => tokio::time::sleep(*pause).await,
                _ => return Err(Trouble::Failed(reason(&error.to_string()))),
            }
        }
    }

    async fn try_ask<T: FromRedisValue>(&self, request: &Pipeline) -> Result<T, RedisError> {
        let mut connection = self.connected().await?;
        let answer = request.query_async(&mut connection).await;
        if let Err(error) = &answer
            && error.is_unrecoverable_error()
        {
            *self.connection.lock().await = None;
        }
        answer
    }

    async fn connected(&self) -> Result<MultiplexedConnection, RedisError> {
        let mut known = self.connection.lock().await;
        if let Some(connection) = known.as_ref() {
            return Ok(connection.clone());
        }
        let config =
            AsyncConnectionConfig::new().set_connection_timeout(Some(CONNECTING)).set_response_timeout(Some(WAITING));
        let connection = self.client.get_multiplexed_async_connection_with_config(&config).await?;
        Ok(known.insert(connection).clone())
    }
}
