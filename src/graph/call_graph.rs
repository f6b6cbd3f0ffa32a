//! The call graph by class hierarchy analysis, and its strongly connected components, callees first.

use crate::classfile::{Instruction, InvokeKind, MethodReference};
use crate::program::{ClassId, Dispatch, MethodId, MethodTarget, OfMethod, Program, Read, as_one, note};
use crate::run;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::OnceLock;

/// Methods that call one another, directly or through others; a single method is recursive only if it calls itself.
#[derive(Debug)]
pub struct Component {
    /// The methods, in program order.
    pub methods: Vec<MethodId>,
    /// Whether calls can come back.
    pub recursive: bool,
}

/// Who may call whom.
#[derive(Debug)]
pub struct CallGraph {
    callees: Vec<Vec<MethodId>>,
    callers: Vec<Vec<MethodId>>,
    components: Vec<Component>,
    component_of: Vec<usize>,
    /// Classes whose first use others can see, once somebody has asked.
    seen_initialised: OnceLock<FxHashSet<ClassId>>,
}

impl CallGraph {
    /// The classes whose initialisation other code can see. They are found once.
    pub fn seen_initialised(&self, find: impl FnOnce() -> FxHashSet<ClassId>) -> &FxHashSet<ClassId> {
        self.seen_initialised.get_or_init(find)
    }

    /// Builds the graph of every method that has code.
    pub fn of(program: &Program) -> CallGraph {
        CallGraph::with_bodies(program, &FxHashMap::default())
    }

    /// The same, where methods may run other bodies too: those of these variants of them.
    pub fn with_bodies(program: &Program, variants: &FxHashMap<MethodId, MethodId>) -> CallGraph {
        let mut callees: Vec<Vec<MethodId>> = Vec::new();
        // Thousands of methods may call what has thousands of targets.
        let mut known: FxHashMap<(InvokeKind, &MethodReference, Option<ClassId>), Vec<MethodId>> = FxHashMap::default();
        for (id, info) in program.methods() {
            run::checkpoint();
            let (mut targets, mut calls) = (Vec::new(), DistinctCalls::default());
            let other = variants.get(&id).and_then(|variant| program.code(*variant));
            let bodies = program.code(id).into_iter().chain(other);
            for decoded in bodies.flat_map(|code| &code.instructions) {
                if let Instruction::Invoke(kind, reference) = &decoded.instruction
                    && calls.is_new(*kind, reference)
                {
                    // Only what a special call finds depends on where it stands.
                    let caller = (*kind == InvokeKind::Special).then_some(info.class);
                    let found = known.entry((*kind, reference, caller));
                    targets.extend_from_slice(
                        found.or_insert_with(|| possible_targets(program, *kind, reference, info.class)),
                    );
                }
            }
            targets.sort_unstable();
            targets.dedup();
            callees.push(targets);
        }
        let mut callers: Vec<Vec<MethodId>> = vec![Vec::new(); callees.len()];
        for (caller, _) in program.methods() {
            for callee in &callees[caller.index()] {
                if let Some(callers) = callers.get_mut(callee.index()) {
                    callers.push(caller);
                }
            }
        }
        let edges: Vec<Vec<usize>> =
            callees.iter().map(|targets| targets.iter().map(|target| target.index()).collect()).collect();
        let ids: Vec<MethodId> = program.methods().map(|(id, _)| id).collect();
        let mut components = Vec::new();
        let mut component_of = vec![0; callees.len()];
        for nodes in strongly_connected(&edges) {
            let mut methods: Vec<MethodId> = nodes.iter().filter_map(|node| ids.get(*node)).copied().collect();
            methods.sort_unstable();
            let recursive =
                methods.len() > 1 || methods.first().is_some_and(|method| callees[method.index()].contains(method));
            for method in &methods {
                component_of[method.index()] = components.len();
            }
            components.push(Component { methods, recursive });
        }
        CallGraph { callees, callers, components, component_of, seen_initialised: OnceLock::new() }
    }

    /// What a method's code may invoke on the class path, by the class hierarchy; sorted.
    pub fn callees(&self, method: MethodId) -> &[MethodId] {
        self.note(OfMethod::Callees, method);
        self.callees.get(method.index()).map_or(&[], Vec::as_slice)
    }

    /// The methods on the class path whose code may invoke a method; sorted.
    pub fn callers(&self, method: MethodId) -> &[MethodId] {
        self.note(OfMethod::Invokers, method);
        self.callers.get(method.index()).map_or(&[], Vec::as_slice)
    }

    /// Notes a question about a method of the class path. Of others nothing is known here.
    fn note(&self, asked: OfMethod, method: MethodId) {
        if self.has(method) {
            note(Read::Method(asked, method));
        }
    }

    /// The strongly connected components, each after all that it calls.
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// The position of a method's component in [`CallGraph::components`].
    pub fn component_of(&self, method: MethodId) -> usize {
        self.component_of.get(method.index()).copied().unwrap_or(0)
    }

    /// Whether the method is one of the class path.
    pub fn has(&self, method: MethodId) -> bool {
        method.index() < self.component_of.len()
    }

    /// Whether two methods of the class path can call one another. What the JDK calls back is not known here.
    pub fn mutually_recursive(&self, method: MethodId, other: MethodId) -> bool {
        if method.index() >= self.component_of.len() || other.index() >= self.component_of.len() {
            return false;
        }
        let asked = if method == other { OfMethod::Recursion } else { OfMethod::Component };
        note(Read::Method(asked, method));
        let component = self.component_of(method);
        component == self.component_of(other) && self.components.get(component).is_some_and(|it| it.recursive)
    }

    /// Whether a method may run on an object of its class, or of a class below, while a constructor of the object is at work: what the
    /// constructors of the class, of those above it and of those below it may call.
    pub fn may_run_while_made(&self, program: &Program, method: MethodId) -> bool {
        as_one(Read::Method(OfMethod::RunWhileMade, method), || {
            let class = program.method(method).class;
            let above = program.superclasses(class);
            let below = program.user_subtypes(class).iter().copied();
            let constructors = above.chain(below).flat_map(|class| program.class(class).methods.iter().copied());
            let is_constructor = |it: &MethodId| &*program.method(*it).name == "<init>" && *it != method;
            let mut seen = FxHashSet::default();
            let mut open: Vec<MethodId> = constructors.filter(is_constructor).collect();
            while let Some(caller) = open.pop() {
                if self.callees(caller).contains(&method) {
                    return true;
                }
                open.extend(self.callees(caller).iter().copied().filter(|callee| seen.insert(*callee)));
            }
            false
        })
    }

    /// `roots` and everything they may call, in component order.
    pub fn reachable(&self, roots: &[MethodId]) -> Vec<MethodId> {
        let mut seen = vec![false; self.callees.len()];
        let mut open = roots.to_vec();
        let mut found = Vec::new();
        while let Some(method) = open.pop() {
            if std::mem::replace(&mut seen[method.index()], true) {
                continue;
            }
            found.push(method);
            open.extend(self.callees(method));
        }
        found.sort_unstable_by_key(|method| (self.component_of(*method), *method));
        found
    }
}

/// The strongly connected components of a graph given by its successors, each after all that it leads to.
pub fn strongly_connected(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    for _ in 0..successors.len() {
        graph.add_node(());
    }
    for (from, targets) in successors.iter().enumerate() {
        for to in targets {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(*to), ());
        }
    }
    tarjan_scc(&graph).into_iter().map(|nodes| nodes.into_iter().map(NodeIndex::index).collect()).collect()
}

/// Tells calls that a method's code makes for the first time from those that it repeats, whose targets are the same: code may make one
/// call thousands of times, and it may have thousands of targets.
#[derive(Debug, Default)]
pub struct DistinctCalls<'c>(FxHashSet<(InvokeKind, &'c MethodReference)>);

impl<'c> DistinctCalls<'c> {
    /// Whether a call is none that was asked about before.
    pub fn is_new(&mut self, kind: InvokeKind, reference: &'c MethodReference) -> bool {
        self.0.insert((kind, reference))
    }
}

/// The methods with code on the class path that an invoke instruction in class `caller` may run. Looks at no class of the JDK
/// unless one of the class path is below it.
pub fn possible_targets(
    program: &Program,
    kind: InvokeKind,
    reference: &MethodReference,
    caller: ClassId,
) -> Vec<MethodId> {
    let mut targets = Vec::new();
    let mut add = |target: MethodTarget| {
        if let MethodTarget::Method(method) = target
            && program.is_user_method(method)
            && program.code(method).is_some()
        {
            targets.push(method);
        }
    };
    let named = program.class_by_name(&reference.class);
    if named.is_none_or(|class| !program.is_user_class(class) && program.user_subtypes(class).is_empty()) {
        return targets;
    }
    match program.resolve_method(kind, reference, caller) {
        Dispatch::Fixed(target) => add(target),
        Dispatch::Virtual => {
            if let Some(class) = program.class_by_name(&reference.class) {
                // Abstract classes too: while a constructor of one runs, its receiver may be of no class that is known.
                for receiver in program.user_subtypes(class) {
                    add(program.select(*receiver, reference));
                }
            }
        }
    }
    if calls_to_string(reference) {
        targets.extend(program.methods().filter_map(|(method, info)| {
            let is_one = &*info.name == "toString" && &*info.descriptor == "()Ljava/lang/String;";
            (is_one && !info.flags.is_static() && program.code(method).is_some()).then_some(method)
        }));
    }
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// Whether the model of a method may call `toString` of an object that it is given.
fn calls_to_string(reference: &MethodReference) -> bool {
    let is_text =
        matches!(&*reference.class, "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer");
    is_text && &*reference.name != "equals" && reference.descriptor.contains("Ljava/lang/Object;")
}
