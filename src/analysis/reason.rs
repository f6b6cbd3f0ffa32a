//! Why an answer is less than complete, as a value: made where it arises, decided by, and put into words at the border to the
//! report alone.

use super::check::replaying::NotShown;
use super::reason_kind::{kind_of_caveat, kind_of_stop};
use crate::backward::Cut;
use crate::demand::{self, GivenUp};
use crate::exec::{Caveat, StopReason};
use crate::explore::Exhausted;
use crate::loop_summary;
use crate::report::{self, ReasonKind};
use std::cmp::Reverse;
use std::fmt;

/// What stands in the way of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum Cause {
    /// Paths stopped.
    Stopped(StopReason),
    /// What qualifies the whole.
    Qualified(Caveat),
    /// An exploration ended before its paths did.
    Exhausted(Exhausted),
    /// What the demand-driven engine has left open.
    Demand(demand::DemandObstacle),
    /// What stood in the way of a necessary condition.
    Loops(loop_summary::Obstacle),
    /// What backward execution did not follow.
    Backward(Cut),
    /// As many runs as there may be.
    MostExecutions(u64),
    /// As many states as there may be.
    MostStates(u64),
    /// The assumptions exclude every input.
    AssumptionsExcludeAll,
    /// An exception escapes, and a class that it extends is missing.
    UnclearException,
    /// The method of the assertion may be called from where no exploration begins.
    OpenToCallers,
    /// An input is for a method that a caller cannot call.
    NotCallable,
    /// It fails in a state that is not shown reachable.
    UnreachedState,
    /// The target is reached in such a state: by this input.
    ReachedInUnreachedState(Option<String>),
    /// No input that was considered leads to the target, and not all were.
    NotAllInputs,
    /// The target is not reached with static fields as class initialisation leaves them; calls before may leave others.
    OtherStatics,
    /// Places are explored in Java's arithmetic alone.
    OnlyInJava,
    /// Something happens, but no input for it can be written: what, why.
    Unwritten(Event, String),
    /// Something is claimed of an input, but no JVM has shown it: what, why.
    NotShown(Claim, NotShown),
    /// Something is claimed that only a machine with other values would show.
    OtherMachine(Claim, String),
    /// A value was guessed, and the JVM does not show what follows: the failure.
    Guessed(String),
    /// An input was computed and not run: what the JVM does instead.
    Refuted(Claim, String),
    /// An input was found that no JVM was asked about.
    NotAsked,
    /// It fails in mathematical integers on this input; what it does in a JVM.
    OnlyInMathematics(String, String),
    /// A path that seemed possible backward was not confirmed from the beginning: why, if something is known of that.
    NotConfirmed(Option<Box<Cause>>),
    /// More possible paths than are explored from the beginning.
    MorePaths,
    /// More methods than are explored enter code that may change objects of a class: so many.
    ManyEntries(usize),
    /// Nothing is inferred of an enum.
    ConstantsOfAnEnum,
    /// A class of whose objects nothing is inferred, since a finalizer may make half-made ones known.
    Finalizer,
    /// A call was taken to do anything: of what.
    Anything(String),
    /// A path seems possible; whether it was found backward.
    SeemsPossible(bool),
    /// An input that leads to the target by composition does not when it runs inline: how it ends.
    OtherInline(String),
    /// An input that leads to the target by composition cannot run inline.
    CannotRun(Box<Cause>),
    /// There is no JVM.
    NoJvm(String),
    /// A claim that the JVM contradicts: of what, in short.
    Contradicted(Option<String>),
    /// The same of a place, in full.
    Defect(String),
    /// The analysis itself failed.
    AnalysisFailed(String),
}

/// What happens on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum Event {
    /// This exception escapes.
    Throws(String),
    /// The assertion fails.
    Fails,
    /// The target is reached.
    Reached,
}

/// What is claimed of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum Claim {
    /// This exception escapes on some input.
    Possible(String),
    /// The target is reached on it.
    Reached(String),
    /// The assertion fails on it.
    Fails(String),
    /// The same, after so many iterations.
    FailsAfter(String, i64),
}

/// A cause with how many paths it concerns, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Reason {
    pub(in crate::analysis) cause: Cause,
    /// 0 where it concerns the whole answer.
    pub(in crate::analysis) paths: u64,
    /// As `p.C.m:12`, unless the cause says it.
    pub(in crate::analysis) place: Option<String>,
}

impl From<Cause> for Reason {
    fn from(cause: Cause) -> Self {
        Reason { cause, paths: 0, place: None }
    }
}

impl Reason {
    /// What kind of limit it is.
    pub(in crate::analysis) fn kind(&self) -> ReasonKind {
        self.cause.kind()
    }

    /// The reason as the report has it.
    pub(in crate::analysis) fn told(&self) -> report::Reason {
        report::Reason { kind: self.kind(), paths: self.paths, text: self.cause.to_string(), place: self.place.clone() }
    }
}

/// Reasons as the report has them: the one place where they become text.
pub(in crate::analysis) fn told(reasons: &[Reason]) -> Vec<report::Reason> {
    reasons.iter().map(Reason::told).collect()
}

/// Where a reason stands among those of an answer: by kind, what concerns more paths first.
pub(in crate::analysis) fn order(reason: &report::Reason) -> (ReasonKind, Reverse<u64>, String, Option<String>) {
    (reason.kind, Reverse(reason.paths), reason.text.clone(), reason.place.clone())
}

impl Cause {
    /// The cause of a whole answer's being incomplete, as the report has it.
    pub(in crate::analysis) fn told(self) -> report::Reason {
        Reason::from(self).told()
    }

    /// Whether another run on the same classes, with the same JVM, finds the same in its way: not where the run has ended, where a JVM
    /// was not asked to the end, or where an answer depends on the machine.
    pub(in crate::analysis) fn is_lasting(&self) -> bool {
        match self {
            Cause::Exhausted(Exhausted::Ended(_))
            | Cause::Demand(demand::DemandObstacle::Ended(_))
            | Cause::Backward(Cut::Ended(_))
            | Cause::OtherMachine(..)
            | Cause::NoJvm(_)
            | Cause::Contradicted(_)
            | Cause::Defect(_)
            | Cause::AnalysisFailed(_) => false,
            Cause::NotShown(_, why) => matches!(why, NotShown::Chance | NotShown::Charset),
            Cause::NotConfirmed(Some(cause)) | Cause::CannotRun(cause) => cause.is_lasting(),
            Cause::Stopped(_)
            | Cause::Qualified(_)
            | Cause::Exhausted(_)
            | Cause::Demand(_)
            | Cause::Loops(_)
            | Cause::Backward(_)
            | Cause::MostExecutions(_)
            | Cause::MostStates(_)
            | Cause::AssumptionsExcludeAll
            | Cause::UnclearException
            | Cause::OpenToCallers
            | Cause::NotCallable
            | Cause::UnreachedState
            | Cause::ReachedInUnreachedState(_)
            | Cause::NotAllInputs
            | Cause::OtherStatics
            | Cause::OnlyInJava
            | Cause::Unwritten(..)
            | Cause::Guessed(_)
            | Cause::Refuted(..)
            | Cause::NotAsked
            | Cause::OnlyInMathematics(..)
            | Cause::NotConfirmed(None)
            | Cause::MorePaths
            | Cause::ManyEntries(_)
            | Cause::ConstantsOfAnEnum
            | Cause::Finalizer
            | Cause::Anything(_)
            | Cause::SeemsPossible(_)
            | Cause::OtherInline(_) => true,
        }
    }

    /// What kind of limit it is.
    pub(in crate::analysis) fn kind(&self) -> ReasonKind {
        match self {
            Cause::Stopped(reason) => kind_of_stop(reason),
            Cause::Qualified(caveat) => kind_of(caveat),
            Cause::Demand(obstacle) => kind_of_demand(obstacle),
            Cause::Loops(obstacle) => kind_of_loops(obstacle),
            Cause::Backward(cut) => kind_of_cut(cut),
            Cause::Exhausted(_)
            | Cause::MostExecutions(_)
            | Cause::MostStates(_)
            | Cause::MorePaths
            | Cause::ManyEntries(_) => ReasonKind::Budget,
            Cause::UnclearException | Cause::ConstantsOfAnEnum | Cause::Finalizer => ReasonKind::Class,
            Cause::OpenToCallers | Cause::NotCallable | Cause::Anything(_) => ReasonKind::Call,
            Cause::AssumptionsExcludeAll
            | Cause::UnreachedState
            | Cause::ReachedInUnreachedState(_)
            | Cause::NotAllInputs
            | Cause::OtherStatics
            | Cause::OnlyInJava
            | Cause::SeemsPossible(_)
            | Cause::NotConfirmed(None) => ReasonKind::Assumption,
            Cause::Unwritten(..)
            | Cause::NotShown(..)
            | Cause::OtherMachine(..)
            | Cause::Guessed(_)
            | Cause::Refuted(..)
            | Cause::NotAsked
            | Cause::OnlyInMathematics(..)
            | Cause::NoJvm(_) => ReasonKind::Replay,
            Cause::NotConfirmed(Some(cause)) | Cause::CannotRun(cause) => cause.kind(),
            Cause::OtherInline(_) | Cause::Contradicted(_) | Cause::Defect(_) | Cause::AnalysisFailed(_) => {
                ReasonKind::Defect
            }
        }
    }
}

/// The kind of a caveat where whatever is assumed keeps an answer open.
fn kind_of(caveat: &Caveat) -> ReasonKind {
    kind_of_caveat(caveat).unwrap_or(ReasonKind::Assumption)
}

fn kind_of_demand(obstacle: &demand::DemandObstacle) -> ReasonKind {
    use demand::DemandObstacle;
    match obstacle {
        DemandObstacle::Executions(_)
        | DemandObstacle::SolverBudget
        | DemandObstacle::Formulas
        | DemandObstacle::Ended(_) => ReasonKind::Budget,
        DemandObstacle::Node(_, GivenUp::Unexplored | GivenUp::Misled) => ReasonKind::Budget,
        DemandObstacle::Node(_, GivenUp::Stopped(reason)) => kind_of_stop(reason),
        DemandObstacle::Qualified(caveat) => kind_of(caveat),
    }
}

fn kind_of_loops(obstacle: &loop_summary::Obstacle) -> ReasonKind {
    use loop_summary::{Obstacle, Unsummarised};
    match obstacle {
        Obstacle::Budget => ReasonKind::Budget,
        Obstacle::Stopped(reason) | Obstacle::Loop(Unsummarised::Stops(reason)) => kind_of_stop(reason),
        Obstacle::NoLoop | Obstacle::AtLoop(_) | Obstacle::Loop(_) => ReasonKind::Instruction,
        Obstacle::Undecided => ReasonKind::Solver,
        Obstacle::Unwritten(_) => ReasonKind::Replay,
        Obstacle::Qualified(caveat) => kind_of(caveat),
    }
}

fn kind_of_cut(cut: &Cut) -> ReasonKind {
    match cut {
        Cut::Budget(_) | Cut::Ended(_) => ReasonKind::Budget,
        Cut::LongPath => ReasonKind::Bound,
        Cut::SolverUnknown => ReasonKind::Solver,
        Cut::Target | Cut::Code(..) | Cut::ComputedWhenNeeded | Cut::Subroutine => ReasonKind::Instruction,
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = match self {
            Cause::Stopped(reason) => return reason.fmt(formatter),
            Cause::Qualified(caveat) => return caveat.fmt(formatter),
            Cause::Exhausted(exhausted) => return caveat_of(*exhausted).fmt(formatter),
            Cause::Demand(obstacle) => return obstacle.fmt(formatter),
            Cause::Loops(obstacle) => return obstacle.fmt(formatter),
            Cause::Backward(cut) => return cut.fmt(formatter),
            Cause::MostExecutions(most) => return write!(formatter, "not explored further than {most} executions"),
            Cause::MostStates(most) => return write!(formatter, "not explored further than {most} states"),
            Cause::AssumptionsExcludeAll => "the assumptions exclude every input",
            Cause::UnclearException => "an exception escapes of which a class that it extends is missing",
            Cause::OpenToCallers => "its method may be called from where no exploration begins",
            Cause::NotCallable => "it is reached from a method that a caller cannot call",
            Cause::UnreachedState => "a failure needs a state that is not shown reachable",
            Cause::ReachedInUnreachedState(None) => "it is reached in a state that is not shown reachable",
            Cause::ReachedInUnreachedState(Some(input)) => {
                return write!(formatter, "it is reached in a state that is not shown reachable: {input}");
            }
            Cause::NotAllInputs => "no input that was considered leads there, and not all were",
            Cause::OtherStatics => {
                "not reached with static fields as class initialisation leaves them, which calls before may change"
            }
            Cause::OnlyInJava => "whether a line is reached is explored in Java's arithmetic alone",
            Cause::Unwritten(Event::Throws(what), why) => {
                return write!(formatter, "{what} is possible, but no input for it can be written: {why}");
            }
            Cause::Unwritten(Event::Fails, why) => {
                return write!(formatter, "it can fail, but no input for that can be written: {why}");
            }
            Cause::Unwritten(Event::Reached, why) => {
                return write!(formatter, "it is reached, but no input for it can be written: {why}");
            }
            Cause::NotShown(claim @ Claim::FailsAfter(..), why) => {
                return write!(formatter, "{claim}, which no JVM has confirmed: {why}");
            }
            Cause::NotShown(claim, why) => return write!(formatter, "{claim}, but a JVM could not show it: {why}"),
            Cause::OtherMachine(Claim::Possible(what), sources) => {
                return write!(formatter, "{what} is possible with other values of {sources}");
            }
            Cause::OtherMachine(claim, what) => {
                return write!(formatter, "{claim}, on a machine with other values: {what}");
            }
            Cause::Guessed(what) => return write!(formatter, "{what} is possible, but the JVM does not show it"),
            Cause::Refuted(claim @ Claim::FailsAfter(..), what) => {
                return write!(formatter, "{claim}, which no JVM has confirmed: {what}");
            }
            Cause::Refuted(claim, what) => return write!(formatter, "{claim}; {what}"),
            Cause::NotAsked => "an input was found that no JVM was asked about",
            Cause::OnlyInMathematics(input, what) => {
                return write!(formatter, "it fails for mathematical integers on {input}; {what}");
            }
            Cause::NotConfirmed(why) => {
                formatter.write_str("a path that seems possible backward was not confirmed from the beginning: ")?;
                return match why {
                    Some(why) => why.fmt(formatter),
                    None => formatter.write_str("nothing fails on it"),
                };
            }
            Cause::MorePaths => "more possible paths than are explored from the beginning",
            Cause::ManyEntries(count) => {
                return write!(formatter, "{count} methods may change its objects, more than are explored");
            }
            Cause::ConstantsOfAnEnum => "nothing is inferred of the constants of an enum",
            Cause::Finalizer => "nothing is inferred of objects that a finalizer may make known half-made",
            Cause::Anything(what) => return write!(formatter, "{what} was taken to do anything"),
            Cause::SeemsPossible(true) => "a path seems possible backward",
            Cause::SeemsPossible(false) => "a path seems possible",
            Cause::OtherInline(outcome) => {
                return write!(formatter, "an input that leads there does not when it runs inline: {outcome}");
            }
            Cause::CannotRun(why) => return write!(formatter, "an input that leads there cannot run: {why}"),
            Cause::NoJvm(why) | Cause::Defect(why) => why,
            Cause::Contradicted(None) => "a claim that the JVM contradicts",
            Cause::Contradicted(Some(what)) => {
                return write!(formatter, "a claim of {what} that the JVM contradicts");
            }
            Cause::AnalysisFailed(why) => return write!(formatter, "the analysis failed: {why}"),
        };
        formatter.write_str(plain)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::Possible(what) => write!(formatter, "{what} is possible"),
            Claim::Reached(input) => write!(formatter, "it may be reached on {input}"),
            Claim::Fails(input) => write!(formatter, "it is said to fail on {input}"),
            Claim::FailsAfter(input, iterations) => {
                write!(formatter, "it may fail on {input} after {iterations} iterations")
            }
        }
    }
}

/// What an exploration that ended early says.
fn caveat_of(exhausted: Exhausted) -> Caveat {
    match exhausted {
        Exhausted::Cases => Caveat::MaxCases,
        Exhausted::Work => Caveat::WorkBudget,
        Exhausted::Ended(ending) => Caveat::Ended(ending),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reason says of what stood in the way does not depend on who came upon it.
    #[test]
    fn a_stop_is_of_one_kind_whoever_comes_upon_it() {
        let no_code = || StopReason::NoCode("p.C.m".into());
        let met = [
            Cause::Stopped(no_code()),
            Cause::Demand(demand::DemandObstacle::Node(None, GivenUp::Stopped(no_code()))),
            Cause::Loops(loop_summary::Obstacle::Stopped(no_code())),
            Cause::Loops(loop_summary::Obstacle::Loop(loop_summary::Unsummarised::Stops(no_code()))),
        ];
        for cause in met {
            let told = Reason::from(cause).told();
            assert_eq!((told.kind, told.text.as_str()), (ReasonKind::Call, "p.C.m has no code"));
        }
        let confirmed = Cause::NotConfirmed(Some(Box::new(Cause::Stopped(no_code()))));
        assert_eq!(confirmed.kind(), ReasonKind::Call);
        assert_eq!(Cause::Demand(demand::DemandObstacle::Ended(crate::run::Ending::Time)).kind(), ReasonKind::Budget);
        assert_eq!(Cause::Loops(loop_summary::Obstacle::Budget).kind(), ReasonKind::Budget);
    }
}
