//! What kind of reason each stop and each caveat is: the one table that decides whether an answer is complete. Its matches have no
//! wildcard.

use crate::exec::{Caveat, StopReason};
use crate::report::ReasonKind;

/// What a path's stop leaves unknown. There is none that leaves nothing unknown.
pub(in crate::analysis) fn kind_of_stop(reason: &StopReason) -> ReasonKind {
    match reason {
        StopReason::LoopBound(_)
        | StopReason::RecursionBound(_)
        | StopReason::DepthBound
        | StopReason::ArrayLengthBound
        | StopReason::TextBound(_)
        | StopReason::FrameBound(_)
        | StopReason::ConstructionDepth(_) => ReasonKind::Bound,
        StopReason::InstructionBudget | StopReason::Interrupted => ReasonKind::Budget,
        StopReason::SolverUnknown(_) => ReasonKind::Solver,
        StopReason::UnsupportedInstruction(_) | StopReason::CheckedCopy | StopReason::UnspecifiedIdentity => {
            ReasonKind::Instruction
        }
        StopReason::MissingMethod(_)
        | StopReason::NoCode(_)
        | StopReason::NativeMethod(_)
        | StopReason::NoModel(_)
        | StopReason::UnknownReceiver(_)
        | StopReason::Exits(_)
        | StopReason::CallBudget(_)
        | StopReason::ManyReceivers(_)
        | StopReason::Unmodelled(_) => ReasonKind::Call,
        StopReason::MissingClass(_) | StopReason::NoInstance(_) | StopReason::ClassInitialisation(..) => {
            ReasonKind::Class
        }
        StopReason::ConstructorDependsOnState(_)
        | StopReason::NoConstructor(_)
        | StopReason::SharedFactoryResult(_) => ReasonKind::Assumption,
        StopReason::AssumptionFails | StopReason::Internal(_) | StopReason::Diverges => ReasonKind::Defect,
    }
}

/// What a caveat leaves unknown; none where it cannot hide a failure.
pub(in crate::analysis) fn kind_of_caveat(caveat: &Caveat) -> Option<ReasonKind> {
    match caveat {
        Caveat::Stopped(_, reason) | Caveat::OpenCalls(_, reason) => Some(kind_of_stop(reason)),
        Caveat::MaxCases | Caveat::WorkBudget | Caveat::Ended(_) => Some(ReasonKind::Budget),
        Caveat::MathematicalIntegers | Caveat::OpenType(_) | Caveat::DistinctObjects(_) => Some(ReasonKind::Assumption),
        Caveat::StateAfterConstruction(_)
        | Caveat::InputSizeBound(_)
        | Caveat::StateAfterInitialisation(_)
        | Caveat::ContentsAfterInitialisation(_)
        | Caveat::Approximate(_)
        | Caveat::GuessedAtInitialisation(_)
        | Caveat::DistinctConstant(_)
        | Caveat::FixedArgument(_) => Some(ReasonKind::Assumption),
        Caveat::InitialiserNotRun(..) | Caveat::InitialiserDependsOnState(_) => Some(ReasonKind::Class),
        // Where methods can change it, another caveat says so.
        Caveat::InitialisedState(_) => None,
    }
}
