//! How a run grows the trees: decisions on its way, and the leaf at its end.

use super::super::tree::{Continues, DecisionSide, Kind, Leaf, NodeId, Point};
use super::{Activation, Ended, Finished, Runner};
use crate::classfile::{Condition, Instruction};
use crate::concolic::TakenChoice;
use crate::exec::StopReason;
use crate::heap::{Alternative, Reference, Value};
use crate::term::evaluate;

impl<'r, 'p> Runner<'r, 'p> {
    /// Where the activation is.
    pub(in crate::demand) fn point(&self, activation: &Activation, continues: Continues) -> Point {
        let frames = activation.state.frames.iter().map(|frame| (frame.method, frame.instruction)).collect();
        Point { frames, continues }
    }

    /// Goes on from an open node: notes that it was reached. Whether it was open.
    pub(in crate::demand) fn close(&mut self, node: NodeId, kind: Kind) {
        if let Some(found) = self.trees.node_mut(node) {
            if matches!(found.kind, Kind::Open(_)) {
                self.reached.push(node);
            }
            found.kind = kind;
        }
    }

    /// Grows the tree by a decision, or follows the one that is there.
    pub(super) fn record(
        &mut self,
        activation: &mut Activation,
        point: Point,
        decision: TakenChoice,
    ) -> Result<(), StopReason> {
        self.sync(activation);
        let state = &activation.state;
        let (conditions, chosen) = match &decision {
            TakenChoice::Bound(_) => return Ok(()),
            TakenChoice::Condition(condition, truth) => {
                let holds = activation.translation.term(self.machine, *condition);
                let fails = self.machine.pool.not(holds);
                (vec![holds, fails], usize::from(!truth))
            }
            TakenChoice::Symbol(symbol, alternatives, chosen) => {
                let conditions =
                    activation.translation.alternatives(self.machine, self.trees, state, *symbol, alternatives);
                (conditions, *chosen)
            }
            TakenChoice::Types(object, groups, chosen) => {
                let conditions = activation.translation.groups(self.machine, self.trees, state, *object, groups);
                (conditions, *chosen)
            }
            TakenChoice::Components(_, groups, chosen) => {
                let conditions = activation.translation.opaque(self.machine, self.trees, activation.node, groups.len());
                (conditions, *chosen)
            }
        };
        let node = activation.node;
        let Some(found) = self.trees.node(node) else { return Err(StopReason::Diverges) };
        match &found.kind {
            Kind::Decision(sides) => {
                let same = sides.iter().map(|side| side.condition).eq(conditions.iter().copied());
                let next = sides.get(chosen).filter(|_| same).ok_or(StopReason::Diverges)?;
                activation.node = next.node;
            }
            Kind::Open(_) => {
                let mut sides = Vec::with_capacity(conditions.len());
                for (side, condition) in conditions.into_iter().enumerate() {
                    let continues = self.continues(&point, &decision, side);
                    let point = Point { frames: point.frames.clone(), continues };
                    let parent = Some((node, side as u32));
                    sides.push(DecisionSide { condition, node: self.trees.add(activation.method, parent, point) });
                }
                activation.node = sides.get(chosen).map(|side| side.node).ok_or(StopReason::Diverges)?;
                self.close(node, Kind::Decision(sides));
            }
            Kind::Call(_) | Kind::Leaf(_) => return Err(StopReason::Diverges),
        }
        Ok(())
    }

    pub(in crate::demand) fn sync(&mut self, activation: &mut Activation) {
        activation.lead.sync(&self.heap, &mut activation.state);
        activation.translation.sync(self.machine, self.trees, &activation.state, activation.node);
    }

    /// Where control goes from a decision on one of its sides, as far as that is plain from the instruction.
    fn continues(&mut self, point: &Point, decision: &TakenChoice, side: usize) -> Continues {
        let Some((method, position)) = point.place() else { return Continues::After };
        let code = self.machine.program.code(method);
        let Some(decoded) = code.and_then(|code| code.instructions.get(position as usize)) else {
            return Continues::After;
        };
        let null = match decision {
            TakenChoice::Symbol(_, alternatives, _) => {
                alternatives.get(side).map(|alternative| *alternative == Alternative::Null)
            }
            _ => None,
        };
        match (&decoded.instruction, null) {
            // The condition of falling through is what is asked.
            (Instruction::Branch(Condition::IntZero(_) | Condition::IntCompare(_), target), None) => {
                Continues::At(if side == 0 { position + 1 } else { *target })
            }
            (Instruction::Branch(Condition::Null(wanted), target), Some(null)) => {
                Continues::At(if null == *wanted { *target } else { position + 1 })
            }
            (Instruction::GetField(_) | Instruction::ArrayLength | Instruction::MonitorEnter, Some(true)) => {
                Continues::Raising
            }
            (Instruction::ArrayLoad(_), Some(true)) => Continues::Raising,
            // Both checks of an index are asked as what holds where it is within bounds.
            (Instruction::ArrayLoad(_), None) if matches!(decision, TakenChoice::Condition(..)) && side == 1 => {
                Continues::Raising
            }
            _ => Continues::After,
        }
    }

    /// Ends an activation: a leaf of the tree, and what the caller sees of it.
    pub(super) fn end(&mut self, activation: &mut Activation, ended: Ended, value: Option<Value>) -> Finished {
        if matches!(ended, Ended::Target | Ended::NotComposable(..)) {
            return ended.into();
        }
        if let Ended::Stopped(reason) = &ended {
            // A call that stopped has its leaf in the callee's tree.
            if self.trees.open(activation.node).is_some() {
                self.close(activation.node, Kind::Leaf(Leaf::Stopped(reason.clone())));
            }
            return ended.into();
        }
        self.sync(activation);
        if !activation.is_entry
            && let Some(why) = self.unsuitable(activation)
        {
            return Ended::NotComposable(activation.method, why.into()).into();
        }
        let Some((terms, contents)) = self.contents_left(activation) else {
            return Ended::Stopped(StopReason::Unmodelled("an array whose elements are not computed".into())).into();
        };
        let written = self.composable.effects(activation.method).written.clone();
        let fields = match activation.is_entry && self.composable.inlined(activation.method).is_some() {
            // Nobody composes it.
            true => Vec::new(),
            false => match self.flush(activation, &written, false) {
                Ok(fields) => fields.into_iter().collect(),
                Err(ended) => return ended.into(),
            },
        };
        let (leaf, ended) = match ended {
            Ended::Threw(class, raised) => {
                (Leaf::Threw { class, contents: terms, fields }, Ended::Threw(class, raised))
            }
            _ => {
                let state = &activation.state;
                let term = value.and_then(|value| activation.translation.value(self.machine, self.trees, state, value));
                let number = value.and_then(Value::number);
                let number = number.and_then(|term| evaluate(&self.machine.pool, term, &state.path.model));
                (Leaf::Returned { value: term, contents: terms, fields }, Ended::Returned(number))
            }
        };
        match self.trees.node(activation.node).map(|node| &node.kind) {
            Some(Kind::Leaf(known)) if *known == leaf => {}
            Some(Kind::Open(_)) => self.close(activation.node, Kind::Leaf(leaf)),
            _ => return Ended::Stopped(StopReason::Diverges).into(),
        }
        Finished { ended, contents }
    }

    /// Why a callee's end cannot be described to its caller.
    fn unsuitable(&self, activation: &Activation) -> Option<&'static str> {
        let heap = &activation.state.heap;
        if heap.asks_the_machine() {
            return Some("it asks the machine");
        }
        if self.depends_on_statics(activation) {
            return Some("it depends on more than its arguments");
        }
        if !activation.state.unusable.is_empty() {
            return Some("a class initialiser fails in it");
        }
        if self.lets_escape(activation) {
            return Some("an object that it allocates is known to others when it ends");
        }
        if heap.has_changed_imports() {
            return Some("it changes what class initialisation has left");
        }
        None
    }

    /// Decides a reference input, where it is undecided: an argument that is an array or string.
    pub(in crate::demand) fn decide(&mut self, activation: &mut Activation, value: Value) -> Result<(), StopReason> {
        let Value::Reference(reference) = value else { return Ok(()) };
        let Reference::Symbol(symbol) = activation.state.heap.current(reference) else { return Ok(()) };
        let point = self.point(activation, Continues::After);
        let choice = crate::heap::Choice::Symbol(symbol);
        let decision = activation.lead.answer(&self.heap, self.machine, &mut activation.state, choice)?;
        self.record(activation, point, decision)
    }
}
