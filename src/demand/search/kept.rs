//! Trees and proofs that one run leaves to another.

use super::super::composable::Inlined;
use super::super::stored::StoredTree;
use super::super::tree::{Kind, NodeId, Status};
use super::DemandSearch;
use crate::program::MethodId;
use std::collections::BTreeSet;

impl<'p> DemandSearch<'p> {
    /// Begins with trees that another run has stored. What does not fit is left out.
    pub fn load(&mut self, stored: &[(MethodId, StoredTree)]) {
        let mut known: Vec<(MethodId, &StoredTree, Inlined)> = Vec::new();
        for (method, tree) in stored {
            if let Some(inlined) = tree.inlined(self.program) {
                known.push((*method, tree, inlined));
            }
        }
        for (method, why) in known.iter().flat_map(|(_, _, inlined)| inlined) {
            self.composable.note_inlined(*method, why.clone());
        }
        for (method, tree, inlined) in known {
            // A tree is of calls that are executed inline, or not, as they are now.
            let methods = |noted: &[(MethodId, String)]| noted.iter().map(|(it, _)| *it).collect::<BTreeSet<_>>();
            if methods(&self.composable.noted_below(method)) != methods(&inlined) {
                continue;
            }
            if tree.load((self.program, &mut self.machine.pool), &mut self.trees, method).is_some() {
                self.machine.caveats.extend(tree.caveats().iter().cloned());
                self.has_loaded = true;
            }
        }
        // Where a call was followed, its method has a tree: else what is open in it would be forgotten.
        loop {
            let lacking: BTreeSet<MethodId> = self
                .trees
                .nodes()
                .filter(
                    |(_, node)| matches!(&node.kind, Kind::Call(call) if self.trees.known_root(call.callee).is_none()),
                )
                .map(|(_, node)| node.method)
                .collect();
            if lacking.is_empty() {
                break;
            }
            self.trees.forget(|method| lacking.contains(&method));
        }
    }

    /// The trees as data, those that mean something in other runs.
    pub fn store(&self) -> Vec<(MethodId, StoredTree)> {
        let known = (self.program, &self.machine.pool);
        let stored = |method: MethodId| {
            let inlined = self.composable.noted_below(method);
            Some((method, StoredTree::of(known, &self.trees, inlined, &self.machine.caveats, method)?))
        };
        self.trees.methods().filter_map(stored).collect()
    }

    /// Begins with what was proven before of an entry: of methods' trees as they were loaded, the numbers of nodes.
    pub fn load_proofs<'t>(&mut self, entry: MethodId, proofs: impl Iterator<Item = (MethodId, &'t [u32])>) {
        for (method, numbers) in proofs {
            let nodes: Vec<NodeId> = self.trees.nodes_of(method).map(|(id, _)| id).collect();
            for number in numbers {
                if let Some(open) = nodes.get(*number as usize).and_then(|node| self.trees.open_mut(*node)) {
                    open.status = Status::Unreachable;
                }
            }
        }
        self.entry = Some(entry);
    }

    /// The nodes of a method's tree, by their numbers, that are proven unreachable from the entry of the last question.
    pub fn proofs(&self, method: MethodId) -> Vec<u32> {
        // What was excluded is so for one target.
        if self.is_guided {
            return Vec::new();
        }
        let is_proven = |kind: &Kind| matches!(kind, Kind::Open(open) if open.status == Status::Unreachable);
        let numbered = (0..).zip(self.trees.nodes_of(method));
        numbered.filter(|(_, (_, node))| is_proven(&node.kind)).map(|(number, _)| number).collect()
    }
}
