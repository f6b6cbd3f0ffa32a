//! A Redis server of a test's own, and a line to it that breaks or is silent.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tempfile::TempDir;

/// A server on a port of this machine, which ends with the test.
pub struct Redis {
    child: Child,
    pub port: u16,
    _folder: TempDir,
}

impl Redis {
    pub fn start(options: &[&str]) -> Redis {
        // Another program may take the port before the server does: then the next one.
        (0..10).find_map(|_| Redis::try_start(options)).expect("redis-server starts: scripts/setup --tests installs it")
    }

    fn try_start(options: &[&str]) -> Option<Redis> {
        let port = TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap().port();
        let folder = TempDir::new().unwrap();
        let mut command = Command::new("redis-server");
        command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--port", &port.to_string(), "--dir"]);
        let child = command.arg(folder.path()).args(options).stdout(Stdio::null()).stdin(Stdio::null()).spawn().ok()?;
        let mut redis = Redis { child, port, _folder: folder };
        while redis.child.try_wait().unwrap().is_none() {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Some(redis);
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/0/tests", self.port)
    }

    /// What the server answers, where that is a list of texts, a text or a number.
    pub fn ask(&self, words: &[&str]) -> Vec<Vec<u8>> {
        self.request(&words.iter().map(|word| word.as_bytes()).collect::<Vec<_>>())
    }

    fn request(&self, words: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let mut request = format!("*{}\r\n", words.len()).into_bytes();
        for word in words {
            request.extend_from_slice(format!("${}\r\n", word.len()).as_bytes());
            request.extend_from_slice(word);
            request.extend_from_slice(b"\r\n");
        }
        stream.write_all(&request).unwrap();
        answer(&mut BufReader::new(stream))
    }

    /// The keys of packs or of indexes, in their order.
    pub fn keys(&self, what: &str) -> Vec<String> {
        let keys = self.ask(&["KEYS", &format!("*/{what}/*")]);
        let mut keys: Vec<String> = keys.into_iter().map(|key| String::from_utf8(key).unwrap()).collect();
        keys.sort();
        keys
    }

    pub fn get(&self, key: &str) -> Vec<u8> {
        self.ask(&["GET", key]).remove(0)
    }

    pub fn set(&self, key: &str, value: &[u8]) {
        self.request(&[b"SET", key.as_bytes(), value]);
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(stream: &mut BufReader<TcpStream>) -> Vec<Vec<u8>> {
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    let (kind, rest) = line.trim_end().split_at(1);
    match kind {
        "*" => (0..rest.parse().unwrap()).flat_map(|_: u32| answer(stream)).collect(),
        "$" => {
            let length: usize = rest.parse().unwrap();
            let mut text = vec![0; length + 2];
            stream.read_exact(&mut text).unwrap();
            text.truncate(length);
            vec![text]
        }
        _ => vec![rest.as_bytes().to_vec()],
    }
}

/// What a line does when its bytes are used up.
#[derive(Clone, Copy)]
pub enum Then {
    /// It is cut, and no other is taken.
    Cut,
    /// Nothing more comes.
    Silence,
}

/// A port that hands on to the server's port as many bytes as are left, of both directions together.
pub fn line_to(redis: &Redis, bytes: u64, then: Then) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    let (server, left) = (redis.port, Arc::new(AtomicU64::new(bytes)));
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            if left.load(Ordering::SeqCst) == 0 && matches!(then, Then::Cut) {
                // Whoever comes from here on is refused.
                break;
            }
            let Ok(upstream) = TcpStream::connect(("127.0.0.1", server)) else { break };
            for (from, to) in [(&client, &upstream), (&upstream, &client)] {
                let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                let left = Arc::clone(&left);
                std::thread::spawn(move || hand_on(from, to, &left, then));
            }
        }
    });
    port
}

fn hand_on(mut from: TcpStream, mut to: TcpStream, left: &AtomicU64, then: Then) {
    let mut buffer = [0; 1 << 12];
    while let Ok(length) = from.read(&mut buffer) {
        let wanted = length as u64;
        let take = |left: u64| Some(left.saturating_sub(wanted));
        let before = left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).unwrap();
        let length = length.min(before as usize);
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
        if wanted == 0 || before <= wanted {
            break;
        }
    }
    if matches!(then, Then::Cut) || left.load(Ordering::SeqCst) > 0 {
        let _ = from.shutdown(Shutdown::Both);
        let _ = to.shutdown(Shutdown::Both);
    } else {
        // Both ends stay open, and nothing comes.
        std::mem::forget((from, to));
    }
}

/// Whether a folder has no entry.
pub fn is_empty(folder: &Path) -> bool {
    !folder.exists() || std::fs::read_dir(folder).unwrap().all(|item| item.unwrap().file_name().len() != 2)
}
