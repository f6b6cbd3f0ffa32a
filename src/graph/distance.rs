//! How far instructions are from a target in the interprocedural control flow, and from which it cannot be reached.

use super::{possible_targets, successors};
use crate::classfile::{BinaryOperator, Code, Instruction, LoadableConstant, ValueKind};
use crate::program::{ClassId, MethodId, Program};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Distances to a set of places, in steps of the interprocedural control flow: successors, handlers, calls into a method and
/// returns from it to any of its call sites. A call that comes back is one step. What may happen is over-approximated, by
/// class hierarchy, class initialisers and calls from outside the class path included: where there is no distance, there is
/// no way.
#[derive(Debug, Default)]
pub struct Distances {
    by_method: FxHashMap<MethodId, Vec<Option<u32>>>,
    /// Instructions from which a target can be reached before the activation ends.
    inside: FxHashMap<MethodId, Vec<bool>>,
}

impl Distances {
    /// Distances of all instructions of the class path to the nearest of `targets`.
    pub fn to(program: &Program, targets: impl IntoIterator<Item = (MethodId, u32)>) -> Distances {
        let flow = Flow::of(program);
        let found = flow.distances(targets);
        let by_method = flow.methods.iter().map(|(method, nodes)| {
            let from = |position: u32| found.get(nodes.anywhere(position) as usize).copied().flatten();
            (*method, (0..nodes.count).map(from).collect())
        });
        let inside = flow.methods.iter().map(|(method, nodes)| {
            let can = |position: u32| found.get(nodes.inside(position) as usize).is_some_and(Option::is_some);
            (*method, (0..nodes.count).map(can).collect())
        });
        Distances { by_method: by_method.collect(), inside: inside.collect() }
    }

    /// The distance from an instruction; none when no target can be reached from it, neither in the method's own activation
    /// nor after its end.
    pub fn from(&self, method: MethodId, instruction: u32) -> Option<u32> {
        self.by_method.get(&method).and_then(|all| all.get(instruction as usize)).copied().flatten()
    }

    /// Whether a target can be reached from an instruction before the method's own activation ends.
    pub fn is_inside(&self, method: MethodId, instruction: u32) -> bool {
        self.inside.get(&method).and_then(|all| all.get(instruction as usize)).copied().unwrap_or(false)
    }
}

/// The nodes of a method. Each instruction has two: from one, the target is to be reached before the activation ends; from the
/// other, it may also be reached after that. So no way enters a method from one call site and leaves it to another. Two more
/// stand for the ends of the activation.
#[derive(Clone, Copy, Debug)]
struct Nodes {
    first: u32,
    count: u32,
}

impl Nodes {
    fn inside(self, position: u32) -> u32 {
        self.first + 2 * position
    }

    fn anywhere(self, position: u32) -> u32 {
        self.first + 2 * position + 1
    }

    fn returned(self) -> u32 {
        self.first + 2 * self.count
    }

    fn raised(self) -> u32 {
        self.first + 2 * self.count + 1
    }
}

/// The control flow of a program, backwards.
#[derive(Default)]
struct Flow {
    methods: FxHashMap<MethodId, Nodes>,
    /// For each node those from which it is the next, and whether that is a step.
    before: Vec<Vec<(u32, bool)>>,
}

impl Flow {
    fn of(program: &Program) -> Flow {
        let mut flow = Flow::default();
        let mut first = 0_u32;
        let with_code = || program.methods().filter_map(|(method, _)| Some((method, program.code(method)?)));
        for (method, code) in with_code() {
            let nodes = Nodes { first, count: u32::try_from(code.instructions.len()).unwrap_or(u32::MAX) };
            first += 2 * nodes.count + 2;
            flow.methods.insert(method, nodes);
        }
        // All code from outside the class path is one method, which may call back.
        let hub = Nodes { first, count: 1 };
        flow.before = vec![Vec::new(); first as usize + 4];
        let outside = Outside::of(program);
        for callee in &outside.called_back {
            if let Some(called) = flow.methods.get(callee).copied() {
                flow.edge(hub.inside(0), called.inside(0), false);
                flow.edge(called.returned(), hub.returned(), false);
                flow.edge(called.raised(), hub.raised(), false);
            }
        }
        for (method, code) in with_code() {
            flow.add_method(method, code);
            for (position, decoded) in (0_u32..).zip(&code.instructions) {
                let (run, leaves) = outside.run_by(program, method, position, &decoded.instruction);
                let called: Vec<Nodes> = run.iter().filter_map(|callee| flow.methods.get(callee).copied()).collect();
                for called in called.into_iter().chain(leaves.then_some(hub)) {
                    flow.add_call((method, position), code, called);
                }
            }
        }
        flow
    }

    fn edge(&mut self, from: u32, to: u32, is_step: bool) {
        if let Some(before) = self.before.get_mut(to as usize) {
            before.push((from, is_step));
        }
    }

    fn add_method(&mut self, method: MethodId, code: &Code) {
        let Some(nodes) = self.methods.get(&method).copied() else { return };
        for (position, decoded) in (0_u32..).zip(&code.instructions) {
            self.edge(nodes.anywhere(position), nodes.inside(position), false);
            let mut next = successors(&decoded.instruction, position);
            if may_raise(&decoded.instruction) {
                next.extend(handlers_of(code, position));
                self.edge(nodes.anywhere(position), nodes.raised(), true);
            }
            for to in next.into_iter().filter(|to| *to < nodes.count) {
                self.edge(nodes.inside(position), nodes.inside(to), true);
                self.edge(nodes.anywhere(position), nodes.anywhere(to), true);
            }
            if matches!(decoded.instruction, Instruction::Return(_)) {
                self.edge(nodes.anywhere(position), nodes.returned(), false);
            }
        }
    }

    fn add_call(&mut self, (method, position): (MethodId, u32), code: &Code, called: Nodes) {
        let Some(nodes) = self.methods.get(&method).copied() else { return };
        self.edge(nodes.inside(position), called.inside(0), true);
        let instruction = code.instructions.get(position as usize).map(|decoded| &decoded.instruction);
        // After an initialiser the instruction itself is executed.
        let after = instruction.map(|instruction| successors(instruction, position)).unwrap_or_default();
        for to in after.into_iter().chain([position]).filter(|to| *to < nodes.count) {
            self.edge(called.returned(), nodes.anywhere(to), true);
        }
        for handler in handlers_of(code, position) {
            self.edge(called.raised(), nodes.anywhere(handler), true);
        }
        self.edge(called.raised(), nodes.raised(), true);
    }

    /// Breadth first; what is no step goes first.
    fn distances(&self, targets: impl IntoIterator<Item = (MethodId, u32)>) -> Vec<Option<u32>> {
        let mut found: Vec<Option<u32>> = vec![None; self.before.len()];
        let mut open: VecDeque<(u32, u32)> = VecDeque::new();
        for (method, instruction) in targets {
            if let Some(nodes) = self.methods.get(&method).filter(|nodes| instruction < nodes.count) {
                open.push_back((nodes.inside(instruction), 0));
            }
        }
        while let Some((node, distance)) = open.pop_front() {
            match found.get_mut(node as usize) {
                Some(known @ None) => *known = Some(distance),
                _ => continue,
            }
            for (before, is_step) in self.before.get(node as usize).map_or(&[][..], Vec::as_slice) {
                if *is_step {
                    open.push_back((*before, distance + 1));
                } else {
                    open.push_front((*before, distance));
                }
            }
        }
        found
    }
}

/// What runs methods without naming them.
struct Outside {
    initialisers: FxHashMap<ClassId, MethodId>,
    /// Methods that code from outside the class path may call.
    called_back: Vec<MethodId>,
}

impl Outside {
    fn of(program: &Program) -> Outside {
        let is_initialiser = |method: &MethodId| &*program.method(*method).name == "<clinit>";
        let with_code = || program.methods().map(|(method, _)| method).filter(|method| program.code(*method).is_some());
        let initialisers = with_code().filter(is_initialiser).map(|method| (program.method(method).class, method));
        Outside {
            initialisers: initialisers.collect(),
            called_back: with_code().filter(|method| may_be_called_back(program, *method)).collect(),
        }
    }

    /// The methods that an instruction may run, and whether it may run code from outside the class path.
    fn run_by(
        &self,
        program: &Program,
        method: MethodId,
        position: u32,
        instruction: &Instruction,
    ) -> (Vec<MethodId>, bool) {
        let own = program.method(method).class;
        let mut run = Vec::new();
        let mut initialised = None;
        let mut leaves = false;
        match instruction {
            Instruction::Invoke(kind, reference) => {
                run.extend(possible_targets(program, *kind, reference, own));
                initialised = Some(&reference.class);
                let class = program.class_by_name(&reference.class);
                leaves = class.is_none_or(|class| has_outside_supertype(program, class));
            }
            Instruction::InvokeDynamic(_) => leaves = true,
            Instruction::New(class) => initialised = Some(class),
            Instruction::GetStatic(field) | Instruction::PutStatic(field) => initialised = Some(&field.class),
            _ => {}
        }
        // The entry's class is initialised before its first instruction.
        let named = initialised.and_then(|name| program.class_by_name(name));
        let classes = named.into_iter().chain((position == 0).then_some(own));
        let classes = classes.flat_map(|class| program.initialised_with(class));
        run.extend(classes.filter_map(|class| self.initialisers.get(&class)));
        run.sort_unstable();
        run.dedup();
        (run, leaves)
    }
}

/// Whether a class or one of its supertypes, other than `Object`, is not on the class path.
fn has_outside_supertype(program: &Program, class: ClassId) -> bool {
    let is_outside =
        |class: &ClassId| !program.is_user_class(*class) && &**program.class_name(*class) != "java/lang/Object";
    is_outside(&class) || program.supertypes(class).iter().any(is_outside)
}

/// Whether code from outside the class path may call a method: it may override one of a type from outside.
fn may_be_called_back(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    if info.flags.is_static() || info.flags.is_private() || &*info.name == "<init>" {
        return false;
    }
    let is_of_object = matches!(&*info.name, "toString" | "equals" | "hashCode" | "clone" | "finalize");
    is_of_object || has_outside_supertype(program, info.class)
}

fn handlers_of(code: &Code, position: u32) -> impl Iterator<Item = u32> + '_ {
    let around = code.handlers.iter().filter(move |handler| (handler.start..handler.end).contains(&position));
    around.map(|handler| handler.handler)
}

/// Whether an instruction may end by an exception.
fn may_raise(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Binary(kind, operator) => {
            matches!(kind, ValueKind::Int | ValueKind::Long)
                && matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder)
        }
        Instruction::Constant(constant) => {
            !matches!(constant, LoadableConstant::Float(_) | LoadableConstant::Double(_) | LoadableConstant::String(_))
        }
        Instruction::ArrayLoad(_)
        | Instruction::ArrayStore(_)
        | Instruction::GetStatic(_)
        | Instruction::PutStatic(_)
        | Instruction::GetField(_)
        | Instruction::PutField(_)
        | Instruction::Invoke(..)
        | Instruction::InvokeDynamic(_)
        | Instruction::New(_)
        | Instruction::NewPrimitiveArray(_)
        | Instruction::NewReferenceArray(_)
        | Instruction::NewMultiArray(..)
        | Instruction::ArrayLength
        | Instruction::Throw
        | Instruction::CheckCast(_)
        | Instruction::InstanceOf(_)
        | Instruction::MonitorEnter
        | Instruction::MonitorExit => true,
        _ => false,
    }
}
