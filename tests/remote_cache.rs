//! A cache on other machines, a Redis server: what it changes is how long a run takes. Answers are the same, whatever it has, says or
//! leaves out; what goes wrong there costs one line.

mod server;

use crate::support::place::{Place, copy};
use serde_json::Value;
use server::{Redis, Then, is_empty, line_to};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The secret of those who share the cache.
const SECRET: &str = "what these machines share";

/// Where an entry's payload begins.
const PAYLOAD: usize = 112;

/// Fixtures that need no others and take no time.
const CLASSES: [&str; 10] = [
    "Account",
    "Aliasing",
    "Asserts",
    "BinarySearch",
    "Checks",
    "Conditions",
    "Grids",
    "IntArithmetic",
    "IntArrays",
    "Intervals",
];

/// A place with a few fixtures.
fn place() -> Place {
    let place = Place::new();
    copy(&PathBuf::from(env!("CASEWISE_FIXTURES")).join("fixtures"), &place.path("classes/fixtures"));
    for file in fs::read_dir(place.path("classes/fixtures")).unwrap().map(|item| item.unwrap().path()) {
        let name = file.file_stem().unwrap().to_str().unwrap().split('$').next().unwrap().to_owned();
        if !CLASSES.contains(&name.as_str()) {
            fs::remove_file(file).unwrap();
        }
    }
    place
}

struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: Vec<String>,
}

/// Runs with a secret, or none.
fn run_with(place: &Place, secret: Option<&str>, arguments: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(place.path("")).stdin(Stdio::null()).args(arguments.split_whitespace());
    command.env_remove("CASEWISE_CACHE_SECRET").env("XDG_CONFIG_HOME", place.path("config"));
    if let Some(secret) = secret {
        command.env("CASEWISE_CACHE_SECRET", secret);
    }
    let Output { status, stdout, stderr } = command.output().unwrap();
    Ran {
        code: status.code(),
        stdout: String::from_utf8(stdout).unwrap(),
        stderr: String::from_utf8(stderr).unwrap().lines().map(str::to_owned).collect(),
    }
}

fn run(place: &Place, arguments: &str) -> Ran {
    run_with(place, Some(SECRET), arguments)
}

impl Ran {
    /// That it ended well, and said nothing.
    #[track_caller]
    fn quiet(self) -> Ran {
        assert_eq!((self.code, &self.stderr), (Some(0), &Vec::new()), "{}", self.stdout);
        self
    }

    /// That it ended well, with one line of the cache.
    #[track_caller]
    fn warned(self, url: &str) -> Ran {
        assert_eq!(self.code, Some(0), "{:?}", self.stderr);
        assert!(self.stderr.len() == 1 && self.stderr[0].contains(url), "{:?}", self.stderr);
        self
    }

    /// That it failed with this code and one line.
    #[track_caller]
    fn refused(self, code: i32, part: &str) {
        assert_eq!((self.code, self.stderr.len()), (Some(code), 1), "{:?}", self.stderr);
        assert!(self.stderr[0].contains(part), "{:?}", self.stderr);
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap()
    }

    fn cost(&self, name: &str) -> u64 {
        let value = &self.json()["totals"]["run"][name];
        value.as_u64().unwrap_or_else(|| panic!("{name}: {value}"))
    }

    /// The report, without what the run has cost.
    fn answers(&self) -> Value {
        let mut report = self.json();
        report["totals"]["run"] = Value::Null;
        report["totals"]["time_ms"] = Value::Null;
        for method in report["methods"].as_array_mut().unwrap() {
            method["time_ms"] = Value::Null;
        }
        report
    }
}

const SUMMARIZE: &str = "summarize classes --format json --timeout 0 --jobs 2";
const CHECK: &str = "check classes --format json --timeout 0 --jobs 2 --fail-on never --class fixtures.Account";

#[test]
fn a_second_machine_computes_nothing() {
    let (place, redis) = (place(), Redis::start(&[]));
    let url = redis.url();
    for (at, command) in [SUMMARIZE, CHECK].iter().enumerate() {
        let alone = run(&place, &format!("{command} --no-cache")).quiet();
        let cold = run(&place, &format!("{command} --cache first{at} --cache {url}")).quiet();
        assert_eq!(cold.answers(), alone.answers());
        assert!(!redis.keys("packs").is_empty());
        let second = run(&place, &format!("{command} --cache second{at} --cache {url}")).quiet();
        assert_eq!(second.answers(), alone.answers());
        let zeros: &[&str] =
            if at == 0 { &["states", "solver_calls", "cache_misses"] } else { &["explored", "replays"] };
        for name in zeros {
            assert!(cold.cost(name) > 0, "{name}");
            assert_eq!(second.cost(name), 0, "{name}");
        }
        // What was brought is in the folder: the server is not needed for it.
        let third = run(&place, &format!("{command} --cache second{at}")).quiet();
        assert_eq!((third.answers(), third.cost(zeros[0])), (alone.answers(), 0));
    }
}

#[test]
fn a_url_alone_has_the_usual_folder() {
    let (place, redis) = (place(), Redis::start(&[]));
    let summarize = format!("{SUMMARIZE} --class fixtures.Account");
    run(&place, &format!("{summarize} --cache {}", redis.url())).quiet();
    assert!(!is_empty(&place.path("summaries-cache")));
    fs::write(place.path("casewise.toml"), format!("cache = [\"other\", \"{}\"]\n", redis.url())).unwrap();
    let second = run(&place, &summarize).quiet();
    assert_eq!(second.cost("states"), 0);
    assert!(!is_empty(&place.path("other")));
}

#[test]
fn machines_that_run_at_once_agree() {
    let (place, redis) = (place(), Redis::start(&[]));
    let alone = run(&place, &format!("{SUMMARIZE} --no-cache")).quiet().answers();
    std::thread::scope(|scope| {
        for machine in 0..4 {
            let (place, alone, url) = (&place, &alone, redis.url());
            scope.spawn(move || {
                let ran = run(place, &format!("{SUMMARIZE} --cache machine{machine} --cache {url}")).quiet();
                assert_eq!(ran.answers(), *alone);
            });
        }
    });
    let last = run(&place, &format!("{SUMMARIZE} --cache last --cache {}", redis.url())).quiet();
    assert_eq!((last.answers(), last.cost("states")), (alone, 0));
    let verified = run(&place, &format!("cache verify --cache {}", redis.url())).quiet();
    assert!(verified.stdout.ends_with("all sound\n"), "{}", verified.stdout);
}

#[test]
fn a_line_that_is_cut_costs_one_line() {
    let (place, redis) = (place(), Redis::start(&[]));
    let alone = run(&place, &format!("{SUMMARIZE} --no-cache")).quiet().answers();
    run(&place, &format!("{SUMMARIZE} --cache full --cache {}", redis.url())).quiet();
    let size: usize = redis.keys("packs").iter().map(|key| redis.get(key).len()).sum();
    // Before anything, while it is asked what there is, and in the middle of what is brought.
    for (at, bytes) in [0, 100, 600, size / 2].into_iter().enumerate() {
        let port = line_to(&redis, bytes as u64, Then::Cut);
        let url = format!("redis://127.0.0.1:{port}/0/tests");
        let ran = run(&place, &format!("{SUMMARIZE} --cache cut{at} --cache {url}")).warned(&url);
        assert_eq!(ran.answers(), alone, "{bytes}");
    }
    // In the middle of what is sent.
    let empty = Redis::start(&[]);
    let port = line_to(&empty, size as u64 / 2, Then::Cut);
    let url = format!("redis://127.0.0.1:{port}/0/tests");
    let ran = run(&place, &format!("{SUMMARIZE} --cache sending --cache {url}")).warned(&url);
    assert_eq!(ran.answers(), alone);
    let left = run(&place, &format!("{SUMMARIZE} --cache after --cache {}", empty.url())).quiet();
    assert_eq!(left.answers(), alone);
}

#[test]
fn a_server_that_is_silent_costs_one_line() {
    let (place, redis) = (place(), Redis::start(&[]));
    let alone = run(&place, &format!("{SUMMARIZE} --no-cache")).quiet().answers();
    let port = line_to(&redis, 60, Then::Silence);
    let url = format!("redis://127.0.0.1:{port}/0/tests");
    let ran = run(&place, &format!("{SUMMARIZE} --cache kept --cache {url}")).warned(&url);
    assert_eq!(ran.answers(), alone);
}

#[test]
fn what_others_have_written_is_not_believed() {
    let (place, redis) = (place(), Redis::start(&[]));
    let url = redis.url();
    let alone = run(&place, &format!("{SUMMARIZE} --no-cache")).quiet().answers();
    run(&place, &format!("{SUMMARIZE} --cache mine --cache {url}")).quiet();
    let mine = redis.keys("packs");
    let whole: Vec<Vec<u8>> = mine.iter().map(|key| redis.get(key)).collect();
    let mut folders = (0..).map(|number| format!("folder{number}"));
    let mut again = || run(&place, &format!("{SUMMARIZE} --cache {} --cache {url}", folders.next().unwrap()));
    // A byte of each entry's payload is another one.
    for (key, pack) in mine.iter().zip(&whole) {
        let mut bytes = pack.clone();
        let mut at = 0;
        while at < bytes.len() {
            let length = u64::from_le_bytes(bytes[at + 40..at + 48].try_into().unwrap()) as usize;
            bytes[at + PAYLOAD] ^= 1;
            at += PAYLOAD + length;
        }
        redis.set(key, &bytes);
    }
    let ran = again().warned(&url);
    assert_eq!(ran.answers(), alone);
    assert!(ran.cost("states") > 0);
    let verify = run(&place, &format!("cache verify --cache {url}"));
    assert_eq!((verify.code, verify.stderr.len()), (Some(4), mine.len()));
    // What was made anew was sent again.
    let ran = again();
    assert_eq!(ran.cost("states"), 0);
    assert_eq!(ran.answers(), alone);
    // Bytes of no entry, too few, none and far too many.
    redis.ask(&["FLUSHALL"]);
    run(&place, &format!("cache push --cache mine --cache {url}")).quiet();
    let pushed = redis.keys("packs");
    let whole: Vec<Vec<u8>> = pushed.iter().map(|key| redis.get(key)).collect();
    for kind in 0..4 {
        for (key, pack) in pushed.iter().zip(&whole) {
            let bytes = match kind {
                0 => vec![b'x'; pack.len()],
                1 => pack[..pack.len() / 2].to_vec(),
                2 => Vec::new(),
                _ => vec![0xff; pack.len() + (8 << 20)],
            };
            redis.set(key, &bytes);
        }
        let ran = again();
        assert_eq!(ran.code, Some(0));
        assert!(ran.stderr.len() <= 1, "{:?}", ran.stderr);
        assert_eq!(ran.answers(), alone, "{kind}");
        assert!(ran.cost("states") > 0, "{kind}");
        // What these runs have sent would answer the next ones.
        let strangers = redis.keys("packs").into_iter().filter(|key| !pushed.contains(key)).collect::<Vec<_>>();
        forget(&redis, &strangers);
    }
    // Somebody else's, under a name that says they are of those who share the secret.
    redis.ask(&["FLUSHALL"]);
    let other =
        run_with(&place, Some("what somebody else knows"), &format!("{SUMMARIZE} --cache theirs --cache {url}"));
    other.quiet();
    let signer = mine[0].split('-').rev().nth(2).unwrap().to_owned();
    for what in ["packs", "index"] {
        for key in redis.keys(what) {
            redis.ask(&["RENAME", &key, &renamed(&key, &signer)]);
        }
    }
    for name in redis.ask(&["ZRANGE", "tests/casewise-cache-2/used", "0", "-1"]) {
        let name = String::from_utf8(name).unwrap();
        redis.ask(&["ZADD", "tests/casewise-cache-2/used", "1", &renamed(&name, &signer)]);
    }
    let ran = again().warned("were not believed");
    assert_eq!(ran.answers(), alone);
    assert!(ran.cost("states") > 0);
}

/// A name with another signer.
fn renamed(name: &str, signer: &str) -> String {
    let mut parts: Vec<&str> = name.split('-').collect();
    let at = parts.len() - 3;
    parts[at] = signer;
    parts.join("-")
}

/// Removes packs with their indexes.
fn forget(redis: &Redis, packs: &[String]) {
    for key in packs {
        let name = key.rsplit('/').next().unwrap();
        redis.ask(&["DEL", key, &key.replace("/packs/", "/index/")]);
        redis.ask(&["ZREM", "tests/casewise-cache-2/used", name]);
    }
}

#[test]
fn names_that_are_none_are_passed_over() {
    let (place, redis) = (place(), Redis::start(&[]));
    let url = redis.url();
    for name in ["../../x", "", "000000000001-0000000000000001-00000001-00000001-0001-00000071/..", "x\ny"] {
        redis.ask(&["ZADD", "tests/casewise-cache-2/used", "1", name]);
    }
    let stats = run(&place, &format!("cache stats --cache {url}")).quiet();
    assert!(stats.stdout.contains("Packs         0\n"), "{}", stats.stdout);
    run(&place, &format!("{SUMMARIZE} --class fixtures.Account --cache {url}")).quiet();
}

#[test]
fn without_a_shared_secret_nothing_is_asked() {
    let (place, redis) = (place(), Redis::start(&[]));
    let url = redis.url();
    let summarize = format!("{SUMMARIZE} --class fixtures.Account --cache {url}");
    let ran = run_with(&place, None, &summarize).warned(&url);
    assert!(ran.stderr[0].contains("CASEWISE_CACHE_SECRET"), "{:?}", ran.stderr);
    assert_eq!(redis.ask(&["DBSIZE"]), [b"0"]);
    run_with(&place, None, &format!("cache push --cache {url}")).refused(4, "CASEWISE_CACHE_SECRET");
    // Whoever believes others gets what others have.
    run(&place, &format!("{SUMMARIZE} --class fixtures.Account --cache theirs --cache {url}")).quiet();
    let believing = run_with(&place, None, &format!("{summarize} --cache fresh --trust-cache")).quiet();
    assert_eq!(believing.cost("states"), 0);
}

#[test]
fn what_cannot_be_used_is_told_in_one_line() {
    let (place, redis) = (place(), Redis::start(&["--requirepass", "right"]));
    let summarize = format!("{SUMMARIZE} --class fixtures.Account --cache");
    run(&place, &format!("{summarize} ftp://host/x")).refused(4, "ftp");
    run(&place, &format!("{summarize} redis://a --cache redis://b")).refused(4, "one folder and one URL");
    run(&place, &format!("{summarize} a --cache b")).refused(4, "one folder and one URL");
    run(&place, &format!("{summarize} s3://bucket?key=value")).refused(4, "`key`");
    run(&place, &format!("{summarize} azblob://container")).refused(4, "AZURE_STORAGE_ACCOUNT_NAME");
    for url in [redis.url(), redis.url().replace("//", "//:wrong-password@")] {
        let shown = redis.url();
        let ran = run(&place, &format!("{summarize} {url}")).warned(&shown);
        assert!(!ran.stderr[0].contains("wrong-password"), "{:?}", ran.stderr);
        run(&place, &format!("cache stats --cache {url}")).refused(4, &shown);
        run(&place, &format!("cache pull --cache {url}")).refused(4, &shown);
    }
    run(&place, &format!("{summarize} {}", redis.url().replace("//", "//:right@"))).quiet();
    let config = run(&place, &format!("config check --cache {}", redis.url().replace("//", "//:right@"))).quiet();
    assert!(config.stdout.contains(&redis.url()) && !config.stdout.contains("right@"), "{}", config.stdout);
    let port = redis.port;
    drop(redis);
    run(&place, &format!("cache stats --cache redis://127.0.0.1:{port}")).refused(4, "redis://127.0.0.1");
}

#[test]
fn folders_and_servers_are_filled_and_emptied() {
    let (place, redis) = (place(), Redis::start(&[]));
    let url = redis.url();
    let cold = run(&place, &format!("{SUMMARIZE} --cache kept")).quiet();
    let stdout = |arguments: &str| run(&place, arguments).quiet().stdout;
    let number = |text: &str| text.split(' ').next().unwrap().parse::<u64>().unwrap();
    let held = |place: &str| {
        let stats = stdout(&format!("cache stats --cache {place}"));
        stats.lines().find_map(|line| line.strip_prefix("Summaries     ")).unwrap().parse::<u64>().unwrap()
    };
    let entries = held("kept");
    assert_eq!(number(&stdout(&format!("cache push --cache kept --cache {url}"))), entries);
    assert_eq!(number(&stdout(&format!("cache push --cache kept --cache {url}"))), 0);
    assert_eq!((held(&url), held("kept")), (entries, entries));
    assert_eq!(number(&stdout(&format!("cache pull --cache pulled --cache {url}"))), entries);
    let warm = run(&place, &format!("{SUMMARIZE} --cache pulled")).quiet();
    assert_eq!((warm.answers(), warm.cost("states")), (cold.answers(), 0));
    assert!(stdout(&format!("cache verify --cache {url}")).starts_with(&format!("{entries} summaries, all sound")));
    // A folder and a server get smaller, and what is left still answers.
    let bytes: u64 = files(&place.path("pulled")).iter().map(|file| file.metadata().unwrap().len()).sum();
    let most = format!("--max-size {}K", bytes / 2048);
    let removed = number(&stdout(&format!("cache gc {most} --cache pulled")));
    assert!(0 < removed && removed < entries, "{removed}");
    assert_eq!(held("pulled"), entries - removed);
    let left: u64 = files(&place.path("pulled")).iter().map(|file| file.metadata().unwrap().len()).sum();
    assert!(left <= bytes / 2, "{left} of {bytes}");
    let ran = run(&place, &format!("{SUMMARIZE} --cache pulled")).quiet();
    assert_eq!(ran.answers(), cold.answers());
    assert_eq!(number(&stdout(&format!("cache gc --max-size 1G --cache {url}"))), 0);
    assert_eq!(held(&url), entries);
    assert_eq!(number(&stdout(&format!("cache clear --cache {url}"))), entries);
    assert_eq!((held(&url), held("kept"), redis.ask(&["DBSIZE"])), (0, entries, vec![b"0".to_vec()]));
}

/// The entries of a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let shards = fs::read_dir(folder).unwrap().map(|item| item.unwrap().path()).filter(|path| path.is_dir());
    shards.flat_map(|shard| fs::read_dir(shard).unwrap().map(|item| item.unwrap().path()).collect::<Vec<_>>()).collect()
}

#[test]
fn the_packs_of_no_use_for_longest_go_first() {
    let (place, redis) = (place(), Redis::start(&[]));
    let url = redis.url();
    let summarize = |class: &str, folder: &str| {
        run(&place, &format!("{SUMMARIZE} --class fixtures.{class} --cache {folder} --cache {url}"))
    };
    summarize("Account", "one").quiet();
    let first = redis.keys("packs");
    summarize("Grids", "two").quiet();
    // The first one was of use long ago, then today.
    let used = "tests/casewise-cache-2/used";
    let name = first[0].rsplit('/').next().unwrap();
    redis.ask(&["ZADD", used, "1", name]);
    assert_eq!(redis.ask(&["ZRANGE", used, "0", "0"]), [name.as_bytes()]);
    summarize("Account", "three").quiet();
    assert_ne!(redis.ask(&["ZRANGE", used, "0", "0"]), [name.as_bytes()]);
    run(&place, &format!("cache gc --max-size 1K --cache {url}")).quiet();
    assert!(redis.keys("packs").is_empty() && redis.keys("index").is_empty());
}

#[test]
fn small_packs_are_joined() {
    let (place, redis) = (place(), Redis::start(&[]));
    let url = redis.url();
    for class in CLASSES {
        let ran = run(&place, &format!("{SUMMARIZE} --class fixtures.{class} --cache {class} --cache {url}"));
        assert_eq!(ran.code, Some(0), "{:?}", ran.stderr);
    }
    let before = redis.keys("packs").len();
    assert!(before >= 8, "{before}");
    run(&place, &format!("cache gc --max-size 1G --cache {url}")).quiet();
    assert_eq!(redis.keys("packs").len(), 1);
    for class in CLASSES {
        let ran = run(&place, &format!("{SUMMARIZE} --class fixtures.{class} --cache again --cache {url}")).quiet();
        assert_eq!(ran.cost("states"), 0, "{class}");
    }
}
