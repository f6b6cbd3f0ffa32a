//! What JVMs have said of inputs in earlier runs. An answer is good for as long as the classes that were loaded for it are the
//! same; the JVM tells which these are.

use super::jvm::jvm_options;
use crate::classfile::Jdk;
use crate::replay::JobResult;
use crate::run;
use crate::session::workspace::Workspace;
use crate::store::{Key, Store, decode, encode};
use blake3::Hasher;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Changes with every change of the program, the harness included.
const FORMAT: &str = concat!("replay ", env!("CARGO_PKG_VERSION"), " ", env!("CASEWISE_SOURCES"));

/// What a file holds, as a digest; none where there is no such file.
type Content = Option<[u8; 32]>;

/// An answer, and what the classes were that it was given with.
#[derive(Serialize, Deserialize)]
struct Entry {
    /// The classes of the class path that were looked for, with the content of the file or jar that each is in.
    loaded: Vec<(String, [u8; 32])>,
    answer: JobResult,
}

/// The answers of JVMs that are kept in a store.
pub(in crate::analysis) struct KeptReplays<'w> {
    store: Store,
    workspace: &'w Workspace,
    /// The JDK of the JVM.
    jdk: String,
    base: Hasher,
    files: Mutex<HashMap<String, Content>>,
    classes: Mutex<HashMap<String, [u8; 32]>>,
}

impl<'w> KeptReplays<'w> {
    /// The answers of the JVM that would be started now; none where there is none.
    pub(in crate::analysis) fn of(store: Store, workspace: &'w Workspace) -> Option<KeptReplays<'w>> {
        let mut base = Hasher::new();
        let jdk = Jdk::find()?;
        // A JVM of another folder than the one that was found is another one.
        let home = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty());
        if home.is_some_and(|home| Path::new(&home) != jdk.home()) {
            return None;
        }
        for part in [FORMAT, jdk.identity()] {
            text(&mut base, part);
        }
        // What a program that needs much memory does depends on how much there is.
        base.update(&jvm_options().heap().to_le_bytes());
        // What code finds beside the classes of a folder; of a jar, all that it has counts with its classes.
        text(&mut base, workspace.program.resources_told().unwrap_or_default());
        // And what it does to files or the network, on whether it may.
        text(&mut base, run::isolation().name());
        Some(KeptReplays {
            store,
            workspace,
            jdk: jdk.identity().to_owned(),
            base,
            files: Mutex::default(),
            classes: Mutex::default(),
        })
    }

    /// What tells the JVM's JDK from others.
    pub(in crate::analysis) fn jdk(&self) -> &str {
        &self.jdk
    }

    /// What was said to a job, where it would be said again.
    pub(super) fn get(&self, job: &str, depends_on_machine: bool) -> Option<JobResult> {
        let bytes = self.store.get(&self.key(job, depends_on_machine)).ok().flatten()?;
        let entry: Entry = decode(&bytes).ok()?;
        let is_same = |(class, content): &(String, [u8; 32])| self.content(class) == *content;
        entry.loaded.iter().all(is_same).then_some(entry.answer)
    }

    /// Keeps what was said to a job while these classes were looked for. What cannot be kept is asked again.
    pub(super) fn put(&self, job: &str, depends_on_machine: bool, answer: &JobResult, loaded: Vec<String>) {
        let loaded = loaded.into_iter().map(|class| (self.content(&class), class));
        let loaded = loaded.map(|(content, class)| (class, content)).collect();
        let entry = Entry { loaded, answer: answer.clone() };
        if let Ok(bytes) = encode(&entry) {
            let _ = self.store.put(&self.key(job, depends_on_machine), &bytes);
        }
    }

    fn key(&self, job: &str, depends_on_machine: bool) -> Key {
        let mut hasher = self.base.clone();
        text(&mut hasher, job);
        if depends_on_machine {
            let mut variables: Vec<_> = std::env::vars_os().collect();
            variables.sort_unstable();
            text(&mut hasher, &format!("{variables:?} {:?}", std::env::current_dir().ok()));
        }
        Key(*hasher.finalize().as_bytes())
    }

    /// What a class is, by internal name: the content of its file, or of the jar that it is in. Of one that is not there, of
    /// all places where it could be.
    fn content(&self, class: &str) -> [u8; 32] {
        let mut classes = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = classes.get(class) {
            return *known;
        }
        let content = self.find_content(class);
        classes.insert(class.to_owned(), content);
        content
    }

    fn find_content(&self, class: &str) -> [u8; 32] {
        let mut hasher = Hasher::new();
        let mut add = |path: &str| {
            hasher.update(&self.file(path).map_or([0; 32], |content| content));
        };
        match self.workspace.origin(class) {
            Some(origin) => add(origin.split_once("!/").map_or(origin, |(jar, _)| jar)),
            None => {
                for root in &self.workspace.roots {
                    let file = if root.is_dir() { root.join(format!("{class}.class")) } else { root.clone() };
                    add(&file.to_string_lossy());
                }
            }
        }
        *hasher.finalize().as_bytes()
    }

    fn file(&self, path: &str) -> Content {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = files.get(path) {
            return *known;
        }
        let content = std::fs::read(path).ok().map(|bytes| *blake3::hash(&bytes).as_bytes());
        files.insert(path.to_owned(), content);
        content
    }
}

fn text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes());
}
