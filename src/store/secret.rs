//! What a user's entries are signed with: whoever does not know it writes none that are believed.

use super::error::StoreError;
use crate::run::SHARED_SECRET;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::OnceLock;

/// The file of a user's secret.
const FILE: &str = "cache-secret";

/// The shortest shared secret, in bytes.
const SHORTEST: usize = 16;

/// A secret.
#[derive(Clone, Copy)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Secret")
    }
}

impl Secret {
    /// The secret that follows from a text.
    pub fn from_text(text: &[u8]) -> Secret {
        Secret(blake3::derive_key("casewise 2026 cache entries of whoever shares a secret", text))
    }

    /// A new one.
    ///
    /// # Errors
    /// When the system has no random numbers.
    fn new() -> io::Result<Secret> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Secret(bytes))
    }

    /// What this secret makes of bytes.
    pub(super) fn signature(&self, bytes: &[u8]) -> blake3::Hash {
        blake3::keyed_hash(&self.0, bytes)
    }

    /// Tells secrets apart, and says nothing of them.
    #[cfg(feature = "remote-cache")]
    pub(super) fn tag(&self) -> u32 {
        let [a, b, c, d, ..] = *self.signature(b"casewise tag of a secret").as_bytes();
        u32::from_le_bytes([a, b, c, d])
    }

    /// Whether there is a secret that several machines share.
    pub fn is_shared() -> bool {
        std::env::var_os(SHARED_SECRET).is_some_and(|text| !text.is_empty())
    }

    /// The secret of this process: the one that [`SHARED_SECRET`] names, else that of the user, which is made when it is first
    /// needed, else, of a user for whom none can be kept, one of this process alone; then also why.
    ///
    /// # Errors
    /// When the shared one is too short, or that of the user cannot be read, or may be read by others.
    pub(super) fn of_process() -> Result<(Secret, Option<String>), StoreError> {
        if let Some(text) = std::env::var_os(SHARED_SECRET).filter(|text| !text.is_empty()) {
            let bytes = text.as_encoded_bytes();
            if bytes.len() < SHORTEST {
                let short = io::Error::new(ErrorKind::InvalidInput, "fewer than 16 characters");
                return Err(StoreError::new("cannot use the shared secret", Path::new(SHARED_SECRET), short));
            }
            return Ok((Secret::from_text(bytes), None));
        }
        let Some(folder) = dirs::config_dir().map(|folder| folder.join("casewise")) else {
            return Ok((Secret::of_nobody()?, Some("the user has no folder of settings".to_owned())));
        };
        match Secret::in_folder(&folder) {
            Err(refused) if !folder.join(FILE).exists() => Ok((Secret::of_nobody()?, Some(refused.to_string()))),
            found => found.map(|secret| (secret, None)),
        }
    }

    /// One that ends with the process.
    fn of_nobody() -> Result<Secret, StoreError> {
        static OWN: OnceLock<Secret> = OnceLock::new();
        let fresh = Secret::new().map_err(|error| StoreError::new("cannot make a secret", Path::new(FILE), error))?;
        Ok(*OWN.get_or_init(|| fresh))
    }

    /// The secret of a folder that is one user's alone; it is made where there is none.
    ///
    /// # Errors
    /// When it cannot be read or written, or may be read or changed by others.
    pub fn in_folder(folder: &Path) -> Result<Secret, StoreError> {
        let file = folder.join(FILE);
        let attempt = |cause| StoreError::new("cannot use the secret of cache entries", &file, cause);
        match read(&file) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            other => return other.map_err(attempt),
        }
        make(folder, &file).and_then(|()| read(&file)).map_err(attempt)
    }
}

fn read(file: &Path) -> io::Result<Secret> {
    let metadata = fs::metadata(file)?;
    let no_secret = || io::Error::new(ErrorKind::InvalidData, "it is no secret of 32 bytes");
    // What is no file could wait or have no end.
    if !metadata.is_file() || metadata.len() != 32 {
        return Err(no_secret());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        if metadata.uid() != crate::run::user() {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "it is another user's"));
        }
        if metadata.permissions().mode() & 0o077 != 0 {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "it is open to others; its mode is to be 600"));
        }
    }
    Ok(Secret(fs::read(file)?.try_into().map_err(|_| no_secret())?))
}

/// Makes it, unless another process was faster.
fn make(folder: &Path, file: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    // Nobody but the user may read what `tempfile` makes.
    let mut written = tempfile::NamedTempFile::new_in(folder)?;
    written.write_all(&Secret::new()?.0)?;
    match written.persist_noclobber(file) {
        Err(refused) if refused.error.kind() == ErrorKind::AlreadyExists => Ok(()),
        other => other.map(drop).map_err(|refused| refused.error),
    }
}
