//! Natural loops of a method's control-flow graph: what a loop bound counts.

use crate::classfile::{Code, Instruction};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// The natural loops of one method. Instruction indices throughout.
#[derive(Debug, Default)]
pub struct Loops {
    bodies: FxHashMap<u32, FxHashSet<u32>>,
}

impl Loops {
    /// Finds the loops: a back edge goes to an instruction that dominates its source; the body is what reaches the source
    /// without passing the head. A jump back in irreducible code makes a loop of the instructions between its ends.
    pub fn of(code: &Code) -> Loops {
        let count = code.instructions.len();
        let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(count, count);
        for _ in 0..count {
            graph.add_node(());
        }
        let mut backward = Vec::new();
        for (position, decoded) in code.instructions.iter().enumerate() {
            for successor in successors(&decoded.instruction, position as u32) {
                if (successor as usize) < count {
                    graph.add_edge(NodeIndex::new(position), NodeIndex::new(successor as usize), ());
                    if successor as usize <= position {
                        backward.push((position as u32, successor));
                    }
                }
            }
        }
        let mut loops = Loops::default();
        if backward.is_empty() || count == 0 {
            return loops;
        }
        for handler in &code.handlers {
            for position in handler.start..handler.end.min(count as u32) {
                if (handler.handler as usize) < count {
                    let edge = (NodeIndex::new(position as usize), NodeIndex::new(handler.handler as usize));
                    graph.add_edge(edge.0, edge.1, ());
                }
            }
        }
        let dominators = simple_fast(&graph, NodeIndex::new(0));
        for (source, head) in backward {
            let reducible = dominators
                .dominators(NodeIndex::new(source as usize))
                .is_some_and(|mut chain| chain.any(|node| node.index() == head as usize));
            let body = loops.bodies.entry(head).or_default();
            body.insert(head);
            if !reducible {
                body.extend(head..=source);
                continue;
            }
            let mut open = vec![source];
            while let Some(node) = open.pop() {
                if body.insert(node) {
                    let node = NodeIndex::new(node as usize);
                    open.extend(
                        graph.neighbors_directed(node, petgraph::Direction::Incoming).map(|node| node.index() as u32),
                    );
                }
            }
        }
        loops
    }

    /// Whether an instruction begins a loop.
    pub fn is_head(&self, instruction: u32) -> bool {
        self.bodies.contains_key(&instruction)
    }

    /// Whether the loop with this head contains an instruction.
    pub fn contains(&self, head: u32, instruction: u32) -> bool {
        self.bodies.get(&head).is_some_and(|body| body.contains(&instruction))
    }

    /// Whether a method has no loop.
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The heads of the loops that contain `from` and not `to`, or, for an instruction with several successors, that some
    /// successor leaves.
    pub fn left_by(&self, from: u32, instruction: &Instruction) -> Vec<u32> {
        let mut heads: Vec<u32> = self
            .bodies
            .iter()
            .filter(|(_, body)| {
                body.contains(&from) && successors(instruction, from).iter().any(|target| !body.contains(target))
            })
            .map(|(head, _)| *head)
            .collect();
        heads.sort_unstable();
        heads
    }

    /// The heads of all loops that contain an instruction.
    pub fn around(&self, instruction: u32) -> Vec<u32> {
        let mut heads: Vec<u32> =
            self.bodies.iter().filter(|(_, body)| body.contains(&instruction)).map(|(head, _)| *head).collect();
        heads.sort_unstable();
        heads
    }
}

/// Where control can go after an instruction, exceptions aside.
pub fn successors(instruction: &Instruction, position: u32) -> Vec<u32> {
    match instruction {
        Instruction::Branch(_, target) | Instruction::JumpSubroutine(target) => vec![position + 1, *target],
        Instruction::Goto(target) => vec![*target],
        Instruction::Switch(switch) => {
            switch.cases.iter().map(|(_, target)| *target).chain(std::iter::once(switch.default)).collect()
        }
        Instruction::Return(_) | Instruction::Throw | Instruction::ReturnFromSubroutine(_) => Vec::new(),
        _ => vec![position + 1],
    }
}
