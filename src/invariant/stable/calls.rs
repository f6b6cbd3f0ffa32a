//! What a walk knows of calls: which methods one may run, and what these do with the object that a constructor is making.

use super::frame::{Entry, Exact, Frame};
use super::walk::Walk;
use crate::classfile::{InvokeKind, MethodReference};
use crate::graph::possible_targets;
use crate::program::{ClassId, Dispatch, MethodId, MethodTarget};

impl Walk<'_, '_> {
    /// Whether a call is that by which an exception that is being made notes where it is, and no code of the class path does that in its
    /// place.
    pub(super) fn only_fills_in_trace(&self, called: &MethodReference) -> bool {
        let program = self.program;
        let is_it =
            |name: &str, descriptor: &str| (name, descriptor) == ("fillInStackTrace", "()Ljava/lang/Throwable;");
        let is_own = |class: &ClassId| {
            let mut methods = program.class(*class).methods.iter().map(|method| program.method(*method));
            methods.any(|method| is_it(&method.name, &method.descriptor))
        };
        let is_of_exception = || {
            let throwable = program.class_by_name("java/lang/Throwable");
            program.class_by_name(&called.class).zip(throwable).is_some_and(|(class, throwable)| {
                program.is_subclass(class, throwable) == Some(true) && !program.user_subtypes(class).iter().any(is_own)
            })
        };
        is_it(&called.name, &called.descriptor) && is_of_exception()
    }

    /// Another constructor begins the object that this one is making: of the class itself, which assigns all fields, or of the class
    /// above.
    pub(super) fn construct(&mut self, target: Option<MethodId>, frame: &mut Frame) {
        if target.is_some_and(|target| self.program.method(target).class == self.class) {
            frame.assigned = u64::MAX;
        }
        let asker = (self.method, self.level);
        if target.is_none_or(|target| self.facts.shown(self.program, target, asker).leaks) {
            self.lose_this(frame);
        }
    }

    /// A method of the object that is being made runs, which is nothing to the fields that it does not read.
    pub(super) fn help(&mut self, targets: Option<&[MethodId]>, frame: &Frame) {
        let asker = (self.method, self.level);
        let target = match targets {
            Some([target]) if self.program.is_user_method(*target) => *target,
            _ => return self.lose_this(frame),
        };
        let shown = self.facts.shown(self.program, target, asker);
        if shown.leaks {
            return self.lose_this(frame);
        }
        for field in shown.reads {
            if !self.notes {
                break;
            }
            self.facts.note_read(self.method, field);
            self.show_array(field, frame);
            if self.is_constructor && !self.is_assigned(field, frame) {
                self.facts.note_store(field, false, Exact::Nothing);
            }
        }
    }

    /// The methods that a call may run; none where these are not all known.
    pub(super) fn targets(
        &self,
        (kind, called): (InvokeKind, &MethodReference),
        receiver: Option<Entry>,
    ) -> Option<Vec<MethodId>> {
        let program = self.program;
        match program.resolve_method(kind, called, self.class) {
            Dispatch::Fixed(MethodTarget::Method(method)) => Some(vec![method]),
            Dispatch::Fixed(_) => None,
            Dispatch::Virtual => {
                if let Some(Exact::One(class)) = receiver.map(|receiver| receiver.exact) {
                    return match program.select(class, called) {
                        MethodTarget::Method(method) => Some(vec![method]),
                        _ => None,
                    };
                }
                let class = program.class_by_name(&called.class)?;
                if program.class(class).flags.is_final() {
                    return match program.select(class, called) {
                        MethodTarget::Method(method) => Some(vec![method]),
                        _ => None,
                    };
                }
                if !program.is_user_class(class) || program.may_have_other_subtypes(class) || program.is_open(class) {
                    return None;
                }
                let mut targets = Vec::new();
                for receiver in program.user_subtypes(class) {
                    if program.is_open(*receiver) {
                        return None;
                    }
                    if program.class(*receiver).is_concrete() {
                        match program.select(*receiver, called) {
                            MethodTarget::Method(method) => targets.push(method),
                            _ => return None,
                        }
                    }
                }
                targets.sort_unstable();
                targets.dedup();
                Some(targets)
            }
        }
    }

    /// Notes what is passed to methods whose callers are all known.
    pub(super) fn pass(&mut self, (kind, called): (InvokeKind, &MethodReference), arguments: &[Entry], frame: &Frame) {
        if !self.facts.are_watched(&called.name) {
            return;
        }
        for target in possible_targets(self.program, kind, called, self.class) {
            let info = self.program.method(target);
            for place in 0..info.parameters.len() + usize::from(info.has_receiver()) {
                let is_known = arguments.get(place).is_some_and(|argument| frame.is_known(*argument));
                self.facts.note_argument((target, place), is_known);
            }
        }
    }
}
