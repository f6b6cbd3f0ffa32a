//! Where a cache on other machines is, told without the secrets that its URL may have.

use std::fmt;

/// The services that a URL may begin with.
const SCHEMES: [&str; 10] = ["s3", "gcs", "azblob", "redis", "rediss", "http", "https", "webdav", "webdavs", "ghac"];

/// The URL of a cache that several machines share. Printed, it has neither user nor password, nor what follows a question mark.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct RemoteUrl(String);

impl RemoteUrl {
    /// Whether a text is a URL, and no folder.
    pub fn is_url(text: &str) -> bool {
        text.split_once("://").is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        })
    }

    /// The URL that a text is.
    ///
    /// # Errors
    /// In one line, when it is of no service that there is.
    pub fn parse(text: &str) -> Result<RemoteUrl, String> {
        let url = RemoteUrl(text.to_owned());
        if !cfg!(feature = "remote-cache") {
            return Err(format!(
                "{url}: this casewise is built without remote caches (the cargo feature `remote-cache`)"
            ));
        }
        let scheme = url.scheme();
        if SCHEMES.contains(&scheme) {
            return Ok(url);
        }
        Err(format!("{url}: no cache is reached by `{scheme}`; there are {}", SCHEMES.join(", ")))
    }

    /// A text, without the secrets that it may have if it is a URL.
    pub fn without_secrets(text: &str) -> String {
        if RemoteUrl::is_url(text) { RemoteUrl(text.to_owned()).to_string() } else { text.to_owned() }
    }

    /// The service that it begins with.
    pub(super) fn scheme(&self) -> &str {
        self.0.split_once("://").map_or("", |(scheme, _)| scheme)
    }

    /// All of it, secrets too.
    #[cfg(feature = "remote-cache")]
    pub(super) fn whole(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for RemoteUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("", &self.0));
        // A password that is not written as it should be may have any character.
        let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
        let place = rest.split(['?', '#', '&']).next().unwrap_or_default();
        let place = place.replace(|character: char| character.is_control(), "?");
        write!(formatter, "{scheme}://{place}")
    }
}

impl fmt::Debug for RemoteUrl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "RemoteUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_shown(text: &str, shown: &str) {
        assert_eq!(RemoteUrl(text.into()).to_string(), shown);
    }

    #[test]
    fn secrets_are_not_shown() {
        is_shown("redis://:secret@localhost:6379/0", "redis://localhost:6379/0");
        is_shown("rediss://user:se/cr?et@host", "rediss://host");
        is_shown("https://user:secret@host/a/b?sig=secret#secret", "https://host/a/b");
        is_shown("s3://bucket/a?endpoint=http://host&key=secret", "s3://bucket/a");
        is_shown("s3://bucket/a?endpoint=http://user:secret@host&key=secret", "s3://host");
    }

    #[test]
    fn folders_are_no_urls() {
        assert!(["s3://b", "weird+x://y"].iter().all(|text| RemoteUrl::is_url(text)));
        assert!(["a/b", "://x", "c:/b", "/a://b"].iter().all(|text| !RemoteUrl::is_url(text)));
    }
}
