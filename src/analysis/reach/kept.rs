//! Execution trees that are kept in a cache folder: a question about a program begins with what earlier ones have explored.
//!
//! A tree is kept under a key that covers its method and all that it may call, as a summary's does: what is changed gets
//! another key, and so do its callers, and nothing else does. The entry runs in a way of its own, with static fields as class
//! initialisation leaves them; its key covers all class initialisers too.

use crate::demand::{DemandSearch, StoredTree};
use crate::program::{MethodId, Program};
use crate::session::workspace::Workspace;
use crate::store::{Key, Store, decode, encode};
use crate::summary::SummaryKeys;
use blake3::Hasher;
use std::collections::BTreeMap;

type Digest = [u8; 32];

/// The proofs of one question's entry: of each tree, by its digest, the numbers of the nodes that no input leads to.
type Proofs = BTreeMap<Digest, Vec<u32>>;

/// The methods of trees that were loaded, by the trees' digests.
pub(super) type Loaded = BTreeMap<Digest, MethodId>;

/// What is kept of one entry's trees.
pub(super) struct Kept<'a> {
    store: Store,
    program: &'a Program,
    keys: SummaryKeys,
    entry: MethodId,
    methods: Vec<MethodId>,
    initialisers: Digest,
}

impl<'a> Kept<'a> {
    /// What a store has, and will have, for questions from an entry.
    pub(super) fn new(store: Store, workspace: &'a Workspace, entry: MethodId) -> Kept<'a> {
        let program = &workspace.program;
        let keys = SummaryKeys::of_results(program, "execution trees");
        let mut initialisers = Hasher::new();
        for (method, info) in program.methods() {
            if program.is_user_method(method) && &*info.name == "<clinit>" {
                initialisers.update(&keys.key(method, 0, 0));
            }
        }
        let initialisers = *initialisers.finalize().as_bytes();
        Kept { store, program, keys, entry, methods: workspace.calls.reachable(&[entry]), initialisers }
    }

    fn key(&self, method: MethodId) -> Key {
        let key = self.keys.key(method, u32::from(method == self.entry), 0);
        if method == self.entry { self.of_entry(&key) } else { Key(key) }
    }

    fn proofs_key(&self) -> Key {
        self.of_entry(&self.keys.key(self.entry, 2, 0))
    }

    fn of_entry(&self, key: &Digest) -> Key {
        let mut hasher = Hasher::new();
        hasher.update(key);
        hasher.update(&self.initialisers);
        Key(*hasher.finalize().as_bytes())
    }

    /// Gives a search the trees of all methods that the entry may run, as far as they were kept, and says which these are. What
    /// is damaged was not kept.
    pub(super) fn load(&self, search: &mut DemandSearch<'_>) -> Loaded {
        let mut trees: Vec<(MethodId, StoredTree)> = Vec::new();
        let mut digests = Loaded::new();
        for method in self.methods.iter().filter(|method| self.program.is_user_method(**method)) {
            if let Ok(Some(bytes)) = self.store.get(&self.key(*method))
                && let Ok(tree) = decode(&bytes)
            {
                trees.push((*method, tree));
                digests.insert(*blake3::hash(&bytes).as_bytes(), *method);
            }
        }
        search.load(&trees);
        if let Ok(Some(bytes)) = self.store.get(&self.proofs_key())
            && let Ok(proofs) = decode::<Proofs>(&bytes)
        {
            let proofs = proofs.iter().filter_map(|(tree, nodes)| Some((*digests.get(tree)?, nodes.as_slice())));
            search.load_proofs(self.entry, proofs);
        }
        digests
    }

    /// Keeps the trees of a search, but those that are still as they were loaded.
    ///
    /// # Errors
    /// In one line, why one could not be kept.
    pub(super) fn save(&self, search: &DemandSearch<'_>, loaded: &Loaded) -> Result<(), String> {
        let mut proofs = Proofs::new();
        for (method, tree) in search.store() {
            let bytes = encode(&tree).map_err(|error| self.failure(method, &error.to_string()))?;
            let digest = *blake3::hash(&bytes).as_bytes();
            let proven = search.proofs(method);
            if !proven.is_empty() {
                proofs.insert(digest, proven);
            }
            if loaded.get(&digest) != Some(&method) {
                self.store.put(&self.key(method), &bytes).map_err(|error| self.failure(method, &error.to_string()))?;
            }
        }
        let bytes = encode(&proofs).map_err(|error| self.failure(self.entry, &error.to_string()))?;
        self.store.put(&self.proofs_key(), &bytes).map_err(|error| self.failure(self.entry, &error.to_string()))
    }

    fn failure(&self, method: MethodId, error: &str) -> String {
        format!("the execution tree of {} is not kept in the cache: {error}", self.program.method_label(method))
    }
}
