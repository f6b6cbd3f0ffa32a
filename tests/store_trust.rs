//! Whose cache entries are believed: those of the user, of whoever shares the secret, and of others only where that is asked for.

use crate::support::random::Random;
use casewise::store::{DamageReason, Key, SHARED_SECRET, Secret, Store};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Where an entry's checksum and signature stand, and where its payload begins.
const CHECKSUM: usize = 48;
const SIGNATURE: usize = 80;
const PAYLOAD: usize = 112;

fn key(number: usize) -> Key {
    Key(*blake3::hash(&number.to_le_bytes()).as_bytes())
}

fn secret(text: &str) -> Secret {
    Secret::from_text(text.as_bytes())
}

/// Makes the checksum right again, as whoever knows the format can.
fn with_checksum(mut raw: Vec<u8>) -> Vec<u8> {
    let checksum = blake3::Hasher::new().update(&raw[..CHECKSUM]).update(&raw[PAYLOAD..]).finalize();
    raw[CHECKSUM..SIGNATURE].copy_from_slice(checksum.as_bytes());
    raw
}

#[test]
fn no_forged_or_swapped_entry_is_believed() {
    const KEYS: usize = 20;
    let folder = TempDir::new().unwrap();
    let mine = Store::with_secret(folder.path(), secret("what only I know")).unwrap();
    let elsewhere = TempDir::new().unwrap();
    let theirs = Store::with_secret(elsewhere.path(), secret("what they know")).unwrap();
    let payload = |number: usize| format!("the summary of method {number}").into_bytes();
    let mut files = Vec::new();
    for number in 0..KEYS {
        mine.put(&key(number), &payload(number)).unwrap();
        files.push(fs::read(mine.path_of(&key(number))).unwrap());
    }
    let mut random = Random(18);
    let (mut foreign, mut damaged) = (0, 0);
    for attempt in 0..10_000 {
        let number = random.below(KEYS);
        let other = (number + 1 + random.below(KEYS - 1)) % KEYS;
        let raw = match attempt % 5 {
            // Another method's entry, as it is, and with the key and the checksum set right.
            0 => files[other].clone(),
            1 => {
                let mut raw = files[other].clone();
                raw[8..40].copy_from_slice(&key(number).0);
                with_checksum(raw)
            }
            // Another payload behind this entry's head.
            2 => with_checksum([&files[number][..PAYLOAD], &files[other][PAYLOAD..]].concat()),
            // What somebody else has signed, whole, and with this entry's signature.
            kind => {
                theirs.put(&key(number), &payload(other)).unwrap();
                let mut raw = fs::read(theirs.path_of(&key(number))).unwrap();
                if kind == 4 {
                    raw[SIGNATURE..PAYLOAD].copy_from_slice(&files[number][SIGNATURE..PAYLOAD]);
                }
                raw
            }
        };
        fs::write(mine.path_of(&key(number)), raw).unwrap();
        match mine.get(&key(number)) {
            Err(refused) if refused.is_foreign() => foreign += 1,
            Err(_) => damaged += 1,
            Ok(found) => panic!("attempt {attempt} is believed: {found:?}"),
        }
        fs::write(mine.path_of(&key(number)), &files[number]).unwrap();
    }
    assert_eq!((mine.foreign(), damaged), (foreign, 10_000 - foreign));
    for number in 0..KEYS {
        assert_eq!(mine.get(&key(number)), Ok(Some(payload(number))));
    }
}

#[test]
fn others_are_believed_where_that_is_asked_for() {
    let folder = TempDir::new().unwrap();
    let theirs = Store::with_secret(folder.path(), secret("what they know")).unwrap();
    theirs.put(&key(1), b"theirs").unwrap();
    let mine = Store::with_secret(folder.path(), secret("what I know")).unwrap();
    assert_eq!(mine.get(&key(1)).unwrap_err().reason, DamageReason::Foreign);
    let verified = mine.verify().unwrap();
    assert_eq!((verified.checked, verified.foreign, verified.damaged), (1, 1, Vec::new()));
    assert_eq!(mine.clone().believing_others().get(&key(1)), Ok(Some(b"theirs".to_vec())));
    // What is damaged is not believed of anybody.
    let mut raw = fs::read(theirs.path_of(&key(1))).unwrap();
    raw[PAYLOAD] ^= 1;
    fs::write(theirs.path_of(&key(1)), raw).unwrap();
    assert_eq!(mine.believing_others().get(&key(1)).unwrap_err().reason, DamageReason::WrongChecksum);
}

#[test]
fn the_secret_is_made_once_and_is_its_users_alone() {
    let place = TempDir::new().unwrap();
    let folder = place.path().join("settings");
    let stores: Vec<Store> = std::thread::scope(|scope| {
        let makers: Vec<_> = (0..8)
            .map(|number| {
                let cache = place.path().join(format!("cache{number}"));
                let folder = &folder;
                scope.spawn(move || Store::with_secret(&cache, Secret::in_folder(folder).unwrap()).unwrap())
            })
            .collect();
        makers.into_iter().map(|maker| maker.join().unwrap()).collect()
    });
    stores[0].put(&key(1), b"one secret").unwrap();
    let entry = fs::read(stores[0].path_of(&key(1))).unwrap();
    for store in &stores {
        fs::create_dir_all(store.path_of(&key(1)).parent().unwrap()).unwrap();
        fs::write(store.path_of(&key(1)), &entry).unwrap();
        assert_eq!(store.get(&key(1)), Ok(Some(b"one secret".to_vec())));
    }
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let file = folder.join("cache-secret");
    assert_eq!((mode(&folder), mode(&file)), (0o700, 0o600));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let refused = Secret::in_folder(&folder).unwrap_err().to_string();
    assert!(refused.contains("cache-secret") && refused.contains("open to others"), "{refused}");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    fs::write(&file, "short").unwrap();
    assert!(Secret::in_folder(&folder).is_err());
}

/// The program as a user with this folder of settings.
fn casewise(settings: &Path, place: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
    command.current_dir(place).args(arguments).env_remove(SHARED_SECRET).env("XDG_CONFIG_HOME", settings);
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A report without what it cost.
fn without_costs(output: &Output) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    // What was somebody else's is told there too.
    for field in ["totals", "problems"] {
        report[field] = serde_json::Value::Null;
    }
    for method in report["methods"].as_array_mut().unwrap() {
        method["time_ms"] = serde_json::Value::Null;
    }
    report
}

#[test]
fn a_cache_that_came_with_the_code_is_made_anew() {
    let place = TempDir::new().unwrap();
    let [theirs, mine] = ["theirs", "mine"].map(|name| place.path().join(name));
    let classes = PathBuf::from(env!("CASEWISE_FIXTURES")).join("casestudies/Foo.class");
    let summarize = ["summarize", classes.to_str().unwrap(), "--cache", "kept", "--format", "json"];
    let check = ["check", classes.to_str().unwrap(), "--cache", "kept", "--format", "json", "--no-replay"];
    for command in [&summarize[..], &check[..]] {
        let cold = casewise(&theirs, place.path(), command);
        assert_eq!(text(&cold.stderr), "");
        let foreign = casewise(&mine, place.path(), command);
        let said = text(&foreign.stderr);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("casewise: kept: ") && said.contains("somebody else's: made anew"), "{said}");
        assert_eq!(without_costs(&foreign), without_costs(&cold));
        // They are mine now.
        let warm = casewise(&mine, place.path(), command);
        assert_eq!((text(&warm.stderr), without_costs(&warm)), (String::new(), without_costs(&cold)));
        let trusting = casewise(&theirs, place.path(), &[command, &["--trust-cache"]].concat());
        assert_eq!((text(&trusting.stderr), without_costs(&trusting)), (String::new(), without_costs(&cold)));
    }
}

#[test]
fn machines_share_a_secret_by_the_environment() {
    let place = TempDir::new().unwrap();
    let classes = PathBuf::from(env!("CASEWISE_FIXTURES")).join("casestudies/R.class");
    let run = |settings: &str, shared: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_casewise"));
        command.current_dir(place.path()).args(["summarize", classes.to_str().unwrap(), "--method", "R.abs"]);
        command.env("XDG_CONFIG_HOME", place.path().join(settings)).env(SHARED_SECRET, shared);
        command.output().unwrap()
    };
    assert_eq!(text(&run("one", "a secret of the project").stderr), "");
    let shared = run("other", "a secret of the project");
    assert_eq!(text(&shared.stderr), "");
    assert!(text(&shared.stdout).contains("1 hit, 0 misses"), "{}", text(&shared.stdout));
    assert!(text(&run("other", "a secret of somebody").stderr).contains("somebody else's"));
    let short = run("other", "short");
    assert_eq!(short.status.code(), Some(4));
    assert!(text(&short.stderr).contains("fewer than 16 characters"));
}

#[test]
fn whoever_can_keep_no_secret_is_told() {
    let place = TempDir::new().unwrap();
    let classes = PathBuf::from(env!("CASEWISE_FIXTURES")).join("casestudies/R.class");
    // No folder can be made there, by no user.
    let settings = place.path().join("a file");
    fs::write(&settings, "").unwrap();
    let command = ["summarize", classes.to_str().unwrap(), "--method", "R.abs"];
    let run = casewise(&settings, place.path(), &command);
    assert_eq!(run.status.code(), Some(0));
    let said = text(&run.stderr);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("serves no other run") && said.contains("a file"), "{said}");
    assert!(text(&casewise(&settings, place.path(), &command).stderr).contains("somebody else's"));
}

#[test]
fn a_sample_of_entries_is_computed_again() {
    let place = TempDir::new().unwrap();
    let settings = place.path().join("settings");
    let classes = PathBuf::from(env!("CASEWISE_FIXTURES")).join("casestudies/Foo.class");
    let classes = classes.to_str().unwrap();
    let run = |arguments: &[&str]| casewise(&settings, place.path(), arguments);
    run(&["summarize", classes, "--cache", "kept", "--timeout", "0"]);
    let verify = ["cache", "verify", "--cache", "kept", "--recompute", "100", classes];
    let sound = run(&verify);
    let said = text(&sound.stdout);
    assert_eq!((sound.status.code(), text(&sound.stderr)), (Some(0), String::new()), "{said}");
    assert!(said.contains("all sound\n") && said.ends_with("0 differ, 0 not kept\n"), "{said}");
    // What the user has signed, and is wrong all the same.
    let secret = Secret::in_folder(&settings.join("casewise")).unwrap();
    let store = Store::with_secret(&place.path().join("kept"), secret).unwrap();
    let keys = store.keys().unwrap();
    let payload = store.get(&keys[0]).unwrap().unwrap();
    store.put(&keys[1], &payload).unwrap();
    let wrong = run(&verify);
    assert_eq!(wrong.status.code(), Some(4));
    assert!(text(&wrong.stdout).contains(" 1 differ, "), "{}", text(&wrong.stdout));
    let path = store.path_of(&keys[1]);
    let file = path.file_name().unwrap().to_str().unwrap();
    assert!(text(&wrong.stderr).contains(file), "{}", text(&wrong.stderr));
}
