//! Where answers are kept, and whose are believed.

use crate::report::JobError;
use crate::session::{CachePlace, Job, RemoteUrl};
use clap::{ArgMatches, Args};
use std::path::{Path, PathBuf};

/// The cache folder when none is named.
pub(in crate::cli) const DEFAULT_CACHE: &str = "summaries-cache";

/// The URL that a value of `--cache` is, if it is no folder.
fn url_of(value: &Path) -> Option<&str> {
    value.to_str().filter(|text| RemoteUrl::is_url(text))
}

/// The folder, if one is named, and the URL, of the values of `--cache`.
pub(in crate::cli) fn named_caches(values: &[PathBuf]) -> (Option<&Path>, Option<RemoteUrl>) {
    let folder = values.iter().find(|value| url_of(value).is_none());
    let url = values.iter().find_map(|value| url_of(value));
    (folder.map(PathBuf::as_path), url.and_then(|url| RemoteUrl::parse(url).ok()))
}

/// Where the values of `--cache` say that results are kept: in the default folder where only a URL is given.
pub(in crate::cli) fn cache_place(values: &[PathBuf]) -> CachePlace {
    let (folder, remote) = named_caches(values);
    CachePlace { folder: folder.unwrap_or(Path::new(DEFAULT_CACHE)).to_owned(), remote }
}

/// Compares what a command line, with the file of the project, says of caches with what there may be.
///
/// # Errors
/// Where there are two folders or two URLs, or a URL of no service.
pub(in crate::cli) fn check_caches(matches: &ArgMatches) -> Result<(), JobError> {
    let Some((_, matches)) = matches.subcommand() else { return Ok(()) };
    let values = matches.try_get_raw("cache").ok().flatten();
    let values: Vec<PathBuf> = values.into_iter().flatten().map(PathBuf::from).collect();
    let (urls, folders): (Vec<&PathBuf>, Vec<&PathBuf>) = values.iter().partition(|value| url_of(value).is_some());
    if urls.len() > 1 || folders.len() > 1 {
        return Err(JobError::Cache("--cache names one folder and one URL at most".into()));
    }
    urls.iter()
        .filter_map(|url| url_of(url))
        .try_for_each(|url| RemoteUrl::parse(url).map(drop))
        .map_err(JobError::Cache)
}

/// Where answers are kept.
#[derive(Debug, Args)]
pub(in crate::cli) struct CacheOption {
    /// Folder, URL or both, in which answers are kept from run to run
    ///
    /// It is created when it is not there. Methods for which the code gives the same answers as before are not explored
    /// again, and inputs that run the same classes are not replayed again. It changes how long a run takes, and nothing
    /// else; it can be deleted, moved and shared at any time.
    ///
    /// A URL is a cache that machines share: s3://, gcs://, azblob://, redis://, http:// (WebDAV) or ghac://. It is asked for what
    /// the folder has not, and gets what is kept. Give the option twice to name the folder too.
    #[arg(long, value_name = "DIR|URL", default_value = DEFAULT_CACHE, conflicts_with = "no_cache",
          help_heading = "Resources")]
    cache: Vec<PathBuf>,

    /// Neither read nor keep answers
    ///
    /// Every method is explored afresh, and no cache folder is touched.
    #[arg(long, help_heading = "Resources")]
    no_cache: bool,

    #[command(flatten)]
    trust: TrustOption,
}

impl CacheOption {
    /// The job with where its answers are kept, if they are.
    pub(in crate::cli) fn of(&self, job: Job) -> Job {
        Job { trusts_cache: self.trust.trust_cache, ..job }.kept_in((!self.no_cache).then(|| cache_place(&self.cache)))
    }
}

/// Whose cache entries are believed.
#[derive(Debug, Args)]
pub(in crate::cli) struct TrustOption {
    /// Believe cache entries that somebody else has written
    ///
    /// Entries are signed with a secret of yours, or with the one that the environment variable CASEWISE_CACHE_SECRET has, for
    /// machines that share a cache; those of others are made anew. A cache folder that came with a repository can say
    /// anything of the code: this option is for folders from whoever you trust.
    #[arg(long, help_heading = "Resources")]
    pub(in crate::cli) trust_cache: bool,
}
