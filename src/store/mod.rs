//! The persistent store behind the cache: bytes under 32-byte keys, in a folder that several processes may share.
//!
//! What it promises: a reader gets exactly the bytes that were stored under a key, or learns that there are none or that
//! the entry is damaged. It never gets other bytes, whatever happened to the files: a killed writer, a full disk, a
//! flipped bit, a foreign file, an entry that somebody else has written or moved. It knows nothing of what the
//! bytes mean; [`encode`] and [`decode`] turn values into bytes.

mod codec;
mod collect;
mod entry;
mod error;
mod files;
mod folder;
mod key;
mod markers;
#[cfg_attr(not(feature = "remote-cache"), path = "no_remote.rs")]
mod remote;
mod secret;
mod url;

pub use crate::run::SHARED_SECRET;
pub use codec::{CodecError, decode, encode};
pub use collect::Collected;
pub use entry::FORMAT_VERSION;
pub use error::{DamageReason, DamagedEntry, StoreError};
pub use folder::{Store, StoreStatistics, Verification};
pub use key::Key;
pub use remote::{Remote, RemoteStatistics, RemoteVerification, close_remotes};
pub use secret::Secret;
pub use url::RemoteUrl;
