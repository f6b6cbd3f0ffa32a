//! Natural loops of a method's control-flow graph: what a loop bound counts.

use crate::classfile::{Code, Instruction};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeMap;

/// The natural loops of one method. Instruction indices throughout.
#[derive(Debug, Default)]
pub struct Loops {
    /// By head, ascending.
    loops: Vec<Loop>,
    /// For each instruction, what is asked of it again and again; nothing where the method has no loop.
    places: Vec<Place>,
}

#[derive(Debug)]
struct Loop {
    head: u32,
    /// For each instruction, whether it belongs to the loop.
    body: Vec<bool>,
}

#[derive(Debug)]
struct Place {
    /// The heads of the loops that contain the instruction, ascending.
    around: Box<[u32]>,
    /// The heads of those that some successor of the instruction leaves.
    left: Box<[u32]>,
}

impl Loops {
    /// Finds the loops: a back edge goes to an instruction that dominates its source; the body is what reaches the source
    /// without passing the head. A jump back in irreducible code makes a loop of the instructions between its ends.
    pub fn of(code: &Code) -> Loops {
        let count = code.instructions.len();
        let mut backward = Vec::new();
        for (position, decoded) in code.instructions.iter().enumerate() {
            for successor in successors(&decoded.instruction, position as u32) {
                if successor as usize <= position {
                    backward.push((position as u32, successor));
                }
            }
        }
        if backward.is_empty() {
            return Loops::default();
        }
        let graph = control_flow(code);
        let dominators = simple_fast(&graph, NodeIndex::new(0));
        let mut bodies: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
        for (source, head) in backward {
            let reducible = dominators
                .dominators(NodeIndex::new(source as usize))
                .is_some_and(|mut chain| chain.any(|node| node.index() == head as usize));
            let body = bodies.entry(head).or_insert_with(|| vec![false; count]);
            if !reducible {
                body[head as usize..=source as usize].fill(true);
                continue;
            }
            body[head as usize] = true;
            let mut open = vec![source];
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut body[node as usize], true) {
                    let node = NodeIndex::new(node as usize);
                    open.extend(
                        graph.neighbors_directed(node, petgraph::Direction::Incoming).map(|node| node.index() as u32),
                    );
                }
            }
        }
        let loops: Vec<Loop> = bodies.into_iter().map(|(head, body)| Loop { head, body }).collect();
        let place = |position: usize, instruction: &Instruction| {
            let containing: Vec<&Loop> = loops.iter().filter(|it| it.body[position]).collect();
            let after = if containing.is_empty() { Vec::new() } else { successors(instruction, position as u32) };
            let leaves = |it: &&&Loop| after.iter().any(|target| !it.contains(*target));
            Place {
                left: containing.iter().filter(leaves).map(|it| it.head).collect(),
                around: containing.iter().map(|it| it.head).collect(),
            }
        };
        let instructions = code.instructions.iter().enumerate();
        let places = instructions.map(|(position, decoded)| place(position, &decoded.instruction)).collect();
        Loops { loops, places }
    }

    /// Whether an instruction begins a loop.
    pub fn is_head(&self, instruction: u32) -> bool {
        self.with_head(instruction).is_some()
    }

    /// Whether the loop with this head contains an instruction.
    pub fn contains(&self, head: u32, instruction: u32) -> bool {
        self.with_head(head).is_some_and(|it| it.contains(instruction))
    }

    /// Whether a method has no loop.
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty()
    }

    /// The heads of the loops that contain an instruction and that some successor of it leaves, ascending.
    pub fn left_by(&self, instruction: u32) -> &[u32] {
        self.places.get(instruction as usize).map_or(&[], |place| &place.left)
    }

    /// The heads of all loops that contain an instruction, ascending.
    pub fn around(&self, instruction: u32) -> &[u32] {
        self.places.get(instruction as usize).map_or(&[], |place| &place.around)
    }

    fn with_head(&self, head: u32) -> Option<&Loop> {
        // Most methods have one or two.
        self.loops.iter().find(|it| it.head == head)
    }
}

impl Loop {
    fn contains(&self, instruction: u32) -> bool {
        self.body.get(instruction as usize).copied().unwrap_or(false)
    }
}

/// The instructions of a method with all ways between them, those into handlers too.
fn control_flow(code: &Code) -> DiGraph<(), ()> {
    let count = code.instructions.len();
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(count, count);
    for _ in 0..count {
        graph.add_node(());
    }
    for (position, decoded) in code.instructions.iter().enumerate() {
        for successor in successors(&decoded.instruction, position as u32) {
            if (successor as usize) < count {
                graph.add_edge(NodeIndex::new(position), NodeIndex::new(successor as usize), ());
            }
        }
    }
    for handler in &code.handlers {
        for position in handler.start..handler.end.min(count as u32) {
            if (handler.handler as usize) < count {
                let edge = (NodeIndex::new(position as usize), NodeIndex::new(handler.handler as usize));
                graph.add_edge(edge.0, edge.1, ());
            }
        }
    }
    graph
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
