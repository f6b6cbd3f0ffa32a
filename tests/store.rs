//! The persistent store: what was written comes back, or the reader learns why not, whatever happens to the files and to
//! the processes that write them.

use crate::support::random::Random;
use casewise::store::{CodecError, DamageReason, FORMAT_VERSION, Key, Store, decode, encode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// Tells the test binary, started by itself, what to write: folder, order, number of keys, rounds.
const WRITER: &str = "CASEWISE_STORE_TEST_WRITER";

fn key(number: u64) -> Key {
    Key(*blake3::hash(&number.to_le_bytes()).as_bytes())
}

/// The bytes that belong to a key: 0 to 40 KB of noise.
fn payload(number: u64) -> Vec<u8> {
    let mut bytes = vec![0; Random(number).below(40_000)];
    blake3::Hasher::new().update(&number.to_le_bytes()).finalize_xof().fill(&mut bytes);
    bytes
}

fn fresh() -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let store = Store::open(&folder.path().join("cache")).unwrap();
    (folder, store)
}

/// Puts raw bytes where the entry of a key is, and reads the entry.
fn read_raw(store: &Store, key: &Key, raw: &[u8]) -> Result<Option<Vec<u8>>, DamageReason> {
    fs::write(store.path_of(key), raw).unwrap();
    store.get(key).map_err(|damaged| {
        assert_eq!((damaged.key, &damaged.path), (*key, &store.path_of(key)));
        assert_eq!(damaged.to_string().lines().count(), 1);
        damaged.reason
    })
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|item| item.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_was_put_is_got() {
    let (_folder, store) = fresh();
    for number in 0..200 {
        assert_eq!(store.get(&key(number)), Ok(None));
        store.put(&key(number), &payload(number)).unwrap();
    }
    let reopened = Store::open(store.folder()).unwrap();
    for number in 0..200 {
        assert_eq!(reopened.get(&key(number)), Ok(Some(payload(number))));
    }
    let statistics = store.statistics().unwrap();
    let bytes: usize = (0..200).map(|number| payload(number).len() + 112).sum();
    assert_eq!((statistics.entries, statistics.bytes, statistics.temporary_files), (200, bytes as u64, 0));

    store.put(&key(7), b"other").unwrap();
    assert_eq!(store.get(&key(7)), Ok(Some(b"other".to_vec())));
    store.put(&key(7), b"").unwrap();
    assert_eq!(store.get(&key(7)), Ok(Some(Vec::new())));
    assert!(store.remove(&key(7)).unwrap());
    assert!(!store.remove(&key(7)).unwrap());
    assert_eq!(store.get(&key(7)), Ok(None));

    let verification = store.verify().unwrap();
    assert_eq!((verification.checked, verification.damaged.len()), (199, 0));
    assert_eq!(store.clear().unwrap(), 199);
    assert_eq!(names(store.folder()), ["CACHEDIR.TAG", "README"]);
}

#[test]
fn a_key_reads_as_hexadecimal() {
    let mut bytes = [0; 32];
    bytes[0] = 0x0a;
    bytes[31] = 0xf0;
    assert_eq!(Key(bytes).to_string(), format!("0a{}f0", "0".repeat(60)));
}

#[test]
fn every_kind_of_damage_is_named() {
    let (_folder, store) = fresh();
    store.put(&key(1), b"the payload").unwrap();
    store.put(&key(2), b"another one").unwrap();
    let whole = fs::read(store.path_of(&key(1))).unwrap();
    let changed = |offset: usize, bytes: &[u8]| {
        let mut raw = whole.clone();
        raw[offset..offset + bytes.len()].copy_from_slice(bytes);
        read_raw(&store, &key(1), &raw)
    };
    let version = FORMAT_VERSION + 1;
    assert_eq!(changed(0, b"PK"), Err(DamageReason::NotAnEntry));
    assert_eq!(changed(4, &version.to_le_bytes()), Err(DamageReason::Outdated { found: version }));
    assert!(store.get(&key(1)).unwrap_err().is_outdated());
    assert_eq!(changed(8, &key(2).0), Err(DamageReason::OtherKey { found: key(2) }));
    assert_eq!(changed(40, &10u64.to_le_bytes()), Err(DamageReason::TrailingBytes { expected: 122, found: 123 }));
    assert_eq!(changed(40, &12u64.to_le_bytes()), Err(DamageReason::Truncated { expected: 124, found: 123 }));
    assert_eq!(changed(40, &u64::MAX.to_le_bytes()), Err(DamageReason::TooLong { claimed: u64::MAX }));
    assert_eq!(changed(48, &[0; 32]), Err(DamageReason::WrongChecksum));
    assert_eq!(changed(80, &[0; 32]), Err(DamageReason::Foreign));
    assert_eq!(changed(112, b"T"), Err(DamageReason::WrongChecksum));
    assert_eq!(read_raw(&store, &key(1), b""), Err(DamageReason::Truncated { expected: 112, found: 0 }));

    let renamed = fs::read(store.path_of(&key(2))).unwrap();
    assert_eq!(read_raw(&store, &key(1), &renamed), Err(DamageReason::OtherKey { found: key(2) }));
    let verification = store.verify().unwrap();
    assert_eq!((verification.checked, verification.damaged.len()), (2, 1));
    store.put(&key(1), b"the payload").unwrap();
    assert_eq!(store.get(&key(1)), Ok(Some(b"the payload".to_vec())));
}

#[test]
fn each_changed_byte_and_each_truncation_is_noticed() {
    let (_folder, store) = fresh();
    store.put(&key(1), b"a small payload of some forty characters").unwrap();
    let whole = fs::read(store.path_of(&key(1))).unwrap();
    for offset in 0..whole.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut raw = whole.clone();
            raw[offset] ^= change;
            assert!(read_raw(&store, &key(1), &raw).is_err(), "byte {offset} changed by {change:#x}");
        }
        let cut = read_raw(&store, &key(1), &whole[..offset]);
        assert!(matches!(cut, Err(DamageReason::Truncated { .. })), "cut to {offset} bytes: {cut:?}");
    }
    assert!(read_raw(&store, &key(1), &whole).is_ok());
}

#[test]
fn a_huge_file_costs_no_memory() {
    let (_folder, store) = fresh();
    store.put(&key(1), b"small").unwrap();
    let entry = fs::OpenOptions::new().write(true).open(store.path_of(&key(1))).unwrap();
    entry.set_len(1 << 40).unwrap();
    let reason = store.get(&key(1)).unwrap_err().reason;
    assert_eq!(reason, DamageReason::TrailingBytes { expected: 117, found: 1 << 40 });
}

#[test]
fn fifty_thousand_mutated_entries_are_right_or_refused() {
    // In memory where that is possible: a busy disk makes minutes of so many small writes.
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }.unwrap();
    let store = Store::open(folder.path()).unwrap();
    let noise = |number: u64| (0..20 + 30 * number).map(move |at| Random(number << 16 | at).next() as u8).collect();
    let originals: Vec<Vec<u8>> = (0..16).map(noise).collect();
    for (number, original) in (0..).zip(&originals) {
        store.put(&key(number), original).unwrap();
    }
    let files: Vec<Vec<u8>> = (0..16).map(|number| fs::read(store.path_of(&key(number))).unwrap()).collect();
    let mut random = Random(20_251_121);
    let (mut right, mut reasons) = (0, BTreeMap::<String, u32>::new());
    for _ in 0..50_000 {
        let number = random.below(16);
        let mut raw = files[number].clone();
        for _ in 0..=random.below(3) {
            mutate(&mut raw, &files, &mut random);
        }
        match read_raw(&store, &key(number as u64), &raw) {
            Ok(found) => {
                assert_eq!(found.as_ref(), Some(&originals[number]));
                right += 1;
            }
            Err(reason) => {
                let name = format!("{reason:?}");
                *reasons.entry(name.split([' ', '(']).next().unwrap().to_owned()).or_default() += 1;
            }
        }
    }
    println!("50000 mutated entries: {right} unchanged by the mutation, refused: {reasons:?}");
    assert!(right < 2_500, "{right} mutations changed nothing");
    // All but an unreadable file.
    assert_eq!(reasons.len(), 8, "{reasons:?}");
}

fn mutate(raw: &mut Vec<u8>, others: &[Vec<u8>], random: &mut Random) {
    if raw.is_empty() {
        return raw.push(random.next() as u8);
    }
    let at = if random.below(2) == 0 { random.below(raw.len()) } else { random.below(raw.len().min(112)) };
    let until = (at + 1 + random.below(16)).min(raw.len());
    match random.below(8) {
        0 => raw[at] ^= 1 << random.below(8),
        1 => raw[at] = random.next() as u8,
        2 => raw.truncate(at),
        3 => raw.extend((0..=random.below(40)).map(|number| number as u8)),
        4 => raw[at..until].fill([0, 0xff][random.below(2)]),
        5 => drop(raw.drain(at..until)),
        6 => {
            let other = &others[random.below(others.len())];
            let until = raw.len().min(other.len());
            let at = at.min(until);
            raw[at..until].copy_from_slice(&other[at..until]);
        }
        _ => raw.insert(at, random.next() as u8),
    }
}

#[test]
fn foreign_files_are_left_alone() {
    let folder = TempDir::new().unwrap();
    let root = folder.path().join("cache");
    fs::create_dir(&root).unwrap();
    fs::write(root.join(".gitkeep"), "").unwrap();
    let store = Store::open(&root).unwrap();
    assert_eq!(names(&root), [".gitkeep", "CACHEDIR.TAG", "README"]);
    for number in 0..50 {
        store.put(&key(number), b"entry").unwrap();
    }
    let shard = store.path_of(&key(1)).parent().unwrap().to_owned();
    let digits = key(1).to_string();
    let misplaced = if digits.starts_with("00") { root.join("01") } else { root.join("00") };
    fs::create_dir_all(&misplaced).unwrap();
    let foreign = [
        root.join("notes.txt"),
        root.join(".writing-notes"),
        shard.join("notes.txt"),
        shard.join(".writing-short"),
        shard.join(format!("{digits}.entry.bak")),
        shard.join(format!("{}.entry", digits.to_uppercase())),
        misplaced.join(format!("{digits}.entry")),
    ];
    for path in &foreign {
        fs::write(path, "mine").unwrap();
    }
    fs::create_dir(root.join("subfolder")).unwrap();
    assert_eq!(store.statistics().unwrap().entries, 50);
    assert_eq!(store.verify().unwrap().checked, 50);
    assert_eq!(store.clear().unwrap(), 50);
    for path in &foreign {
        assert_eq!(fs::read(path).unwrap(), b"mine", "{}", path.display());
    }
    assert!(root.join("subfolder").is_dir() && root.join(".gitkeep").is_file());
    assert_eq!(store.clear().unwrap(), 0);
}

#[test]
fn a_folder_with_foreign_files_is_not_marked_as_a_cache() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("README"), "my project").unwrap();
    let store = Store::open(folder.path()).unwrap();
    assert_eq!(names(folder.path()), ["README"]);
    assert_eq!(fs::read(folder.path().join("README")).unwrap(), b"my project");
    store.put(&key(1), b"entry").unwrap();
    assert_eq!(store.get(&key(1)), Ok(Some(b"entry".to_vec())));
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_neither_followed_nor_removed() {
    use std::os::unix::fs::symlink;
    let (outside, store) = fresh();
    let target = outside.path().join("target");
    store.put(&key(1), b"entry").unwrap();
    fs::rename(store.path_of(&key(1)), &target).unwrap();
    symlink(&target, store.path_of(&key(1))).unwrap();
    let elsewhere = outside.path().join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let shard = (2..).map(|number| store.path_of(&key(number)).parent().unwrap().to_owned());
    let (number, shard) = (2..).zip(shard).find(|(_, shard)| !shard.exists()).unwrap();
    symlink(&elsewhere, shard).unwrap();

    for number in [1, number] {
        assert_eq!(store.get(&key(number)), Ok(None));
        assert!(store.put(&key(number), b"new").unwrap_err().to_string().contains("foreign"));
        assert!(!store.remove(&key(number)).unwrap());
    }
    assert_eq!(store.statistics().unwrap().entries, 0);
    assert_eq!(store.clear().unwrap(), 0);
    assert!(store.path_of(&key(1)).is_symlink() && target.is_file());
    assert!(names(&elsewhere).is_empty());
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let (_folder, store) = fresh();
    let path = store.path_of(&key(1));
    fs::create_dir_all(&path).unwrap();
    let error = store.put(&key(1), b"entry").unwrap_err();
    assert_eq!(error.to_string().lines().count(), 1);
    assert_eq!(store.get(&key(1)), Ok(None));
    assert_eq!(store.statistics().unwrap(), Default::default());
    assert_eq!(names(path.parent().unwrap()).len(), 1);
}

#[test]
fn unfinished_writes_are_ignored_and_swept_away_once_their_writer_is_gone() {
    let (_folder, store) = fresh();
    store.put(&key(1), b"entry").unwrap();
    let shard = store.path_of(&key(1)).parent().unwrap().to_owned();
    let (dead, alive) = (shard.join(".writing-abcdefABCDEF"), store.folder().join(".writing-0123456789ab"));
    fs::write(&dead, "CWSC").unwrap();
    let writer = fs::File::create(&alive).unwrap();
    writer.lock().unwrap();
    assert_eq!(store.get(&key(1)), Ok(Some(b"entry".to_vec())));
    assert_eq!(store.statistics().unwrap().temporary_files, 2);
    let verification = store.verify().unwrap();
    assert_eq!((verification.checked, verification.removed_temporary_files), (1, 1));
    assert!(!dead.exists() && alive.exists());
    drop(writer);
    assert_eq!(store.clear().unwrap(), 1);
    assert!(!alive.exists());
}

#[test]
fn a_folder_that_cannot_be_used_is_refused_in_one_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "mine").unwrap();
    let mut unusable = vec![file.clone(), file.join("below")];
    if cfg!(target_os = "linux") {
        unusable.push("/proc/self".into());
        unusable.push("/proc/self/casewise".into());
    }
    for path in unusable {
        let message = Store::open(&path).unwrap_err().to_string();
        assert!(message.starts_with(&format!("cannot use the cache folder {}: ", path.display())), "{message}");
        assert_eq!(message.lines().count(), 1);
        println!("{message}");
    }
    assert_eq!(fs::read(&file).unwrap(), b"mine");
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // To the superuser no folder is read-only.
    if fs::write(folder.path().join("probe"), "").is_err() {
        let error = Store::open(folder.path()).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::PermissionDenied);
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

/// No test by itself: what the processes do that the tests below start.
#[test]
fn writer_process() {
    let Ok(task) = env::var(WRITER) else { return };
    let task: Vec<&str> = task.split('|').collect();
    let [folder, order, keys, rounds] = task[..] else { panic!("{task:?}") };
    let keys: u64 = keys.parse().unwrap();
    let store = Store::open(Path::new(folder)).unwrap();
    println!("\nwriting");
    for round in 0..rounds.parse().unwrap() {
        for number in 0..keys {
            let number = match order {
                "ascending" => number,
                "descending" => keys - 1 - number,
                _ => Random(number + round * keys).next() % keys,
            };
            store.put(&key(number), &payload(number)).unwrap();
        }
    }
}

/// Starts a writer, and waits until it begins to write.
fn start_writer(store: &Store, order: &str, keys: u64, rounds: u64) -> Child {
    let task = format!("{}|{order}|{keys}|{rounds}", store.folder().display());
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "store::writer_process", "--nocapture", "--test-threads=1"])
        .env(WRITER, task)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.as_mut().unwrap());
    assert!(output.lines().any(|line| line.unwrap() == "writing"), "the writer did not start");
    child
}

#[test]
fn two_processes_write_the_same_keys_at_once() {
    let (_folder, store) = fresh();
    let mut writers = [start_writer(&store, "ascending", 2_000, 1), start_writer(&store, "descending", 2_000, 1)];
    let (mut reads, mut found) = (0, 0);
    let mut random = Random(7);
    while writers.iter_mut().any(|writer| writer.try_wait().unwrap().is_none()) {
        let number = random.next() % 2_000;
        reads += 1;
        if let Some(bytes) = store.get(&key(number)).unwrap() {
            assert_eq!(bytes, payload(number));
            found += 1;
        }
    }
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    println!("meanwhile {reads} reads, {found} of them of an entry already there");
    for number in 0..2_000 {
        assert_eq!(store.get(&key(number)), Ok(Some(payload(number))));
    }
    let statistics = store.statistics().unwrap();
    assert_eq!((statistics.entries, statistics.temporary_files), (2_000, 0));
}

#[test]
fn clearing_and_verifying_do_not_disturb_a_writer() {
    let (_folder, store) = fresh();
    let mut writer = start_writer(&store, "ascending", 500, 4);
    let mut cleared = 0;
    while writer.try_wait().unwrap().is_none() {
        assert_eq!(store.verify().unwrap().damaged, []);
        cleared += store.clear().unwrap();
    }
    assert!(writer.wait().unwrap().success());
    println!("{cleared} entries cleared under the writer");
}

#[test]
fn two_hundred_killed_writers_damage_nothing() {
    const KEYS: u64 = 150;
    let (_folder, store) = fresh();
    let mut random = Random(200);
    let (mut right, mut absent, mut abandoned) = (0, 0, 0);
    for kill in 0..200 {
        let mut writer = start_writer(&store, "random", KEYS, u64::MAX / KEYS);
        sleep(Duration::from_micros(random.next() % 15_000));
        writer.kill().unwrap();
        assert!(!writer.wait().unwrap().success());
        for number in 0..KEYS {
            match store.get(&key(number)).unwrap() {
                None => absent += 1,
                Some(bytes) => {
                    assert!(bytes == payload(number), "kill {kill}: entry {number} is wrong");
                    right += 1;
                }
            }
        }
        if kill % 8 == 7 {
            let verification = store.verify().unwrap();
            assert_eq!(verification.damaged, []);
            abandoned += verification.removed_temporary_files;
            assert_eq!(store.statistics().unwrap().temporary_files, 0);
            store.clear().unwrap();
        }
    }
    println!("200 kills: {right} entries right, {absent} absent, 0 damaged; {abandoned} unfinished writes swept away");
    assert!(right > 0 && absent > 0);
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
enum Sample {
    Nothing,
    Number(u64),
    Wide(i128),
    Text { name: String, list: Vec<Option<i32>> },
    Map(BTreeMap<u16, Vec<u8>>),
}

fn samples() -> Vec<Sample> {
    vec![
        Sample::Nothing,
        Sample::Number(u64::MAX),
        Sample::Wide(-1),
        Sample::Text { name: "naïve".into(), list: vec![None, Some(i32::MIN), Some(7)] },
        Sample::Map((0..9).map(|number| (number * 1_000, vec![number as u8; 5])).collect()),
    ]
}

#[test]
fn what_was_encoded_is_decoded() {
    let bytes = encode(&samples()).unwrap();
    assert_eq!(decode::<Vec<Sample>>(&bytes), Ok(samples()));
    let mut longer = bytes.clone();
    longer.extend([0, 0]);
    assert_eq!(decode::<Vec<Sample>>(&longer), Err(CodecError::TrailingBytes(2)));
    for length in 0..bytes.len() {
        assert!(matches!(decode::<Vec<Sample>>(&bytes[..length]), Err(CodecError::Malformed(_))), "{length}");
    }
}

#[test]
fn hostile_bytes_are_decoded_or_refused() {
    let bytes = encode(&samples()).unwrap();
    let mut random = Random(3);
    let mut refused = 0;
    for _ in 0..50_000 {
        let mut raw = bytes.clone();
        for _ in 0..=random.below(4) {
            mutate(&mut raw, std::slice::from_ref(&bytes), &mut random);
        }
        refused += u32::from(decode::<Vec<Sample>>(&raw).is_err());
    }
    println!("50000 mutated encodings: {refused} refused");
    assert!(refused > 10_000);
}

#[test]
fn a_hostile_length_allocates_within_the_limit() {
    for length in [1 << 20, 256 << 20, 1 << 40, u64::MAX] {
        let mut raw = vec![253];
        raw.extend(length.to_le_bytes());
        raw.extend([0; 100]);
        assert!(decode::<String>(&raw).is_err());
        assert!(decode::<Vec<u8>>(&raw).is_err());
        assert!(decode::<Vec<[u64; 32]>>(&raw).is_err());
        assert!(decode::<Vec<Vec<String>>>(&raw).is_err());
        assert!(decode::<BTreeMap<u64, [u64; 32]>>(&raw).is_err());
    }
}

#[test]
fn what_could_not_be_decoded_is_not_encoded() {
    // A small u64 takes one byte but weighs eight: 2^25 of them reach the limit, together with their length.
    let largest = vec![1u64; (256 << 17) - 1];
    let bytes = encode(&largest).unwrap();
    assert!(decode::<Vec<u64>>(&bytes).is_ok_and(|found| found == largest));
    assert_eq!(encode(&vec![1u64; 256 << 17]), Err(CodecError::TooLarge));
}
