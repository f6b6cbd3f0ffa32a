//! What a recording takes from an exploration: instructions as they are executed, and calls.

use super::super::step::{CaseStep, StepTable, argument_count, condition_operands};
use super::{Kind, NO_POSITION, Operand, Recording, constant_tree, declared_reference, local_mask};
use crate::classfile::{Instruction, ValueKind};
use crate::exec::{Assigned, Call, ConcreteRun, Event, OpenCallSite, State};
use crate::explore::{Observed, OpenCallEnd, Recorder, Runs};
use crate::heap::Value;
use crate::program::{MethodId, Program};
use std::rc::Rc;
use std::sync::Arc;

impl Recorder for Recording {
    type Shared = StepTable;

    fn observe(&mut self, shared: &mut StepTable, observed: Observed<'_>) {
        let position = self.position(observed.position);
        match observed.event {
            Event::Executed => self.executed(shared, observed),
            Event::Branched => self.discard(shared, condition_operands(observed.instruction), position),
            Event::Raised(class, _, caught) => {
                let step = shared.number(CaseStep::Raise(Arc::from(*class)));
                self.emit(Vec::new(), Some(step), position, Kind::Other);
                if let Some(depth) = caught {
                    self.caught(shared, *depth);
                }
            }
            Event::Thrown(Some(depth)) if *depth + 1 == self.frames.len() => {
                let exception = self.pop();
                let operands = self.operands();
                operands.clear();
                operands.push(exception);
            }
            Event::Thrown(caught) => {
                let (operands, _) = self.take(1);
                let step = shared.number(CaseStep::Throw);
                self.emit(operands, Some(step), position, Kind::Other);
                if let Some(depth) = caught {
                    self.caught(shared, *depth);
                }
            }
            Event::Threw(_) => {
                let (operands, _) = self.take(1);
                let step = shared.number(CaseStep::Throw);
                self.emit(operands, Some(step), position, Kind::Other);
            }
            Event::Returned | Event::Answered | Event::Finished(_) => {
                let count = match observed.instruction {
                    Instruction::Return(Some(_)) => 1,
                    _ => 0,
                };
                let (operands, _) = self.take(count);
                let step = shared.instruction(observed.method, observed.position, observed.instruction);
                self.emit(operands, Some(step), position, Kind::Return);
                if *observed.event == Event::Answered {
                    self.frames.pop();
                }
                if *observed.event == Event::Returned {
                    self.frames.pop();
                    if let Instruction::Return(Some(kind)) = observed.instruction {
                        let wide = matches!(kind, ValueKind::Long | ValueKind::Double);
                        self.operands().push(Operand::Emitted { wide });
                    }
                }
            }
            // Summaries are of arbitrary states, which nobody makes.
            Event::Call(_) | Event::Built => {}
        }
    }

    /// What is written to the heap stays in the specialised code, each time.
    fn runs(&self, _: &StepTable, _: MethodId) -> Runs {
        Runs::WithoutWrites
    }

    /// What is left of a run is that locals hold constants now.
    fn observe_run(&mut self, shared: &mut StepTable, run: &ConcreteRun, _: &State) {
        let changed = run.assigned.iter().fold(0, |mask, assigned| mask | local_mask(assigned.local));
        self.flush(|tree| tree.locals & changed != 0);
        for Assigned { local, position, value, constant } in run.assigned.iter().copied() {
            let position = self.position(position);
            let kind = match value {
                Value::Long(_) => ValueKind::Long,
                Value::Float(_) => ValueKind::Float,
                Value::Double(_) => ValueKind::Double,
                _ => ValueKind::Int,
            };
            let constant = constant_tree(shared, value, constant, position);
            let step = shared.number(CaseStep::Instruction(Instruction::Store(kind, local)));
            self.emit(vec![Rc::new(constant)], Some(step), position, Kind::Store(local));
        }
    }

    fn open_call(&mut self, shared: &mut StepTable, call: &OpenCallSite, position: u32, end: OpenCallEnd) {
        let position = self.position(position);
        let (operands, _) = self.take(call.arguments);
        self.flush(|_| true);
        let throws = matches!(end, OpenCallEnd::Threw(_));
        let step = CaseStep::Open(call.kind, call.reference.clone(), call.arguments as u16, throws);
        let step = shared.number(step);
        self.emit(operands, Some(step), position, Kind::Other);
        match end {
            OpenCallEnd::Returned(Some(value)) => self.operands().push(Operand::Emitted { wide: value.is_wide() }),
            OpenCallEnd::Threw(Some(depth)) => self.caught(shared, depth),
            OpenCallEnd::Returned(None) | OpenCallEnd::Threw(None) => {}
        }
    }

    fn enter(&mut self, shared: &mut StepTable, program: &Program, call: &Call) {
        self.flush(|_| true);
        if let Some(modelled) = &call.for_model {
            // The instruction itself, when it runs again in the specialised code, asks for the call.
            let instruction = Instruction::Invoke(modelled.kind, modelled.reference.clone());
            let step = shared.number(CaseStep::Instruction(instruction));
            self.emit(Vec::new(), Some(step), NO_POSITION, Kind::Enter);
            self.frames.push(Rc::default());
            return;
        }
        let count = call.arguments.len();
        let _ = self.take(count);
        let locals = program.code(call.method).map_or(0, |code| code.max_locals);
        let target = Arc::new(declared_reference(program, call.method));
        let step = shared.number(CaseStep::Enter(target, count as u16, locals));
        debug_assert_eq!(count, argument_count(call.kind, &call.reference));
        self.emit(Vec::new(), Some(step), NO_POSITION, Kind::Enter);
        self.frames.push(Rc::default());
    }
}
