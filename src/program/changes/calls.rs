//! What calls do with a group's objects.

use super::super::resolve::{Dispatch, MethodTarget};
use super::super::types::MethodId;
use super::flow::Flow;
use super::jdk::Effect;
use super::objects::Set;
use crate::classfile::{InvokeKind, MethodReference};

impl Flow<'_> {
    /// Follows a call; what it can return.
    pub(super) fn call(
        &mut self,
        caller: MethodId,
        kind: InvokeKind,
        called: &MethodReference,
        arguments: &[Set],
    ) -> Set {
        if called.class.starts_with('[') && &*called.name == "clone" {
            return self.copy_of(arguments.first().copied().unwrap_or_default());
        }
        let program = self.program;
        let class = program.method(caller).class;
        match program.resolve_method(kind, called, class) {
            Dispatch::Fixed(MethodTarget::Method(method)) => self.run(method, arguments),
            Dispatch::Fixed(_) => self.unknown(arguments),
            Dispatch::Virtual => self.select(called, arguments),
        }
    }

    /// A call whose target the receiver's class decides.
    fn select(&mut self, called: &MethodReference, arguments: &[Set]) -> Set {
        let program = self.program;
        let (Some(named), Some((receiver, others))) = (program.class_by_name(&called.class), arguments.split_first())
        else {
            return self.unknown(arguments);
        };
        let mut result = Set::NONE;
        for object in receiver.iter() {
            let known = self.object(object).and_then(|object| object.class);
            let Some(class) = known.or_else(|| program.class_by_name("java/lang/Object")) else { continue };
            if known.is_some() && program.is_subclass(class, named) == Some(false) {
                continue;
            }
            let target = program.select(class, called);
            let mut given = arguments.to_vec();
            if let Some(first) = given.first_mut() {
                *first = Set::one(object);
            }
            result = result.or(match target {
                MethodTarget::Method(method) => self.run(method, &given),
                // A method that the class does not have throws.
                MethodTarget::None | MethodTarget::OtherKind => Set::NONE,
                MethodTarget::External(_) => self.unknown(&given),
            });
        }
        if !receiver.has_others() {
            return result;
        }
        let elsewhere = receiver.and(Set::OUTSIDE.or(Set::MADE));
        let mut given = arguments.to_vec();
        if let Some(first) = given.first_mut() {
            *first = elsewhere;
        }
        // Somebody else may implement it.
        let mut is_unknown = !program.is_user_class(named) || program.may_have_other_subtypes(named);
        for class in program.user_subtypes(named) {
            match program.select(*class, called) {
                MethodTarget::Method(method) if program.is_user_method(method) => {
                    result = result.or(self.run(method, &given));
                }
                MethodTarget::None => {}
                _ => is_unknown = true,
            }
        }
        if is_unknown {
            others.iter().for_each(|other| self.escape(other.and(self.relevant)));
        }
        result.or(Set::OUTSIDE)
    }

    /// A call of one method.
    fn run(&mut self, method: MethodId, arguments: &[Set]) -> Set {
        let program = self.program;
        let is_user = program.is_user_method(method);
        let concerns = arguments.iter().any(|argument| argument.meets(self.relevant));
        if let Some(effect) = program.stated_effect(method) {
            return self.apply(effect, arguments);
        }
        if !concerns {
            let known = self.results.get(&method).copied().filter(|_| is_user).unwrap_or_default();
            return known.or(Set::OUTSIDE);
        }
        if program.code(method).is_none() {
            return self.unknown(arguments);
        }
        self.enter(method, arguments);
        let known = self.results.get(&method).copied().unwrap_or_default();
        if is_user { known.or(Set::OUTSIDE) } else { known }
    }

    /// A call of which nothing is known.
    fn unknown(&mut self, arguments: &[Set]) -> Set {
        let given = arguments.iter().fold(Set::NONE, |all, argument| all.or(*argument));
        self.spoil(given);
        Set::OUTSIDE
    }

    /// A call of a method of which it is stated what it does.
    pub(super) fn call_stated(&mut self, method: MethodId, arguments: &[Set]) {
        if let Some(effect) = self.program.stated_effect(method) {
            let result = self.apply(effect, arguments);
            self.escape(result);
        }
    }

    fn apply(&mut self, effect: Effect, arguments: &[Set]) -> Set {
        let argument = |position: usize| arguments.get(position).copied().unwrap_or_default();
        match effect {
            Effect::Reads => Set::OUTSIDE,
            Effect::ReturnsLast => arguments.last().copied().unwrap_or_default(),
            Effect::CopiesElements => {
                let elements = self.elements_of(argument(0));
                self.store_element(argument(2), elements);
                Set::OUTSIDE
            }
            Effect::Copies => self.copy_of(argument(0)),
            Effect::ReturnsHeld => self.held_by(argument(1)),
            Effect::GivesElements => {
                self.give_elements(argument(0));
                Set::OUTSIDE
            }
        }
    }

    /// A copy of an object or array, which has the same fields or elements.
    fn copy_of(&mut self, set: Set) -> Set {
        let mut copies = set.and(Set::OUTSIDE.or(Set::MADE));
        for object in set.iter() {
            let class = self.object(object).and_then(|object| object.class);
            let copy = self.made(class);
            for number in copy.iter() {
                self.copy_held(object, number);
            }
            if copy.objects().is_empty() {
                let held = self.held_by(Set::one(object));
                self.escape(held);
            }
            copies = copies.or(copy);
        }
        copies
    }

    /// Lets unknown code have what the receiver's iterator returns.
    fn give_elements(&mut self, receiver: Set) {
        let call = |class: &str, name: &str, descriptor: &str| MethodReference {
            class: class.into(),
            name: name.into(),
            descriptor: descriptor.into(),
            interface: true,
        };
        let objects = receiver.and(self.relevant);
        if objects.is_empty() {
            return;
        }
        let iterators = self.select(&call("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;"), &[objects]);
        if !iterators.objects().is_empty() {
            let next = call("java/util/Iterator", "next", "()Ljava/lang/Object;");
            let elements = self.select(&next, &[iterators.objects()]);
            self.escape(elements);
        }
    }
}
