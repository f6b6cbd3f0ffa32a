//! How an input object is to be made: by which calls, with arguments of which types.

use crate::classfile::GenericType;
use crate::program::{ClassId, FieldKind, Maker, MethodId, Program, ReferenceType, Scripted};

/// How an input object is to be made.
#[derive(Clone, Debug)]
pub struct MakingPlan {
    /// Its class.
    pub class: ClassId,
    /// The calls: a constructor or a factory first, then methods of the new object.
    pub calls: Vec<PlannedCall>,
    /// Whether the first argument is the enclosing instance, or the receiver of a method that gives the object: it cannot be null.
    pub has_enclosing_instance: bool,
    /// Whether the first call returns the object.
    pub is_factory: bool,
}

/// A call of a plan: the method and the types of its arguments.
#[derive(Clone, Debug)]
pub struct PlannedCall {
    /// The method.
    pub method: MethodId,
    /// The type of each argument, and what is known of its type arguments. Where the first call is one of an instance method, its
    /// receiver is the first argument.
    pub parameters: Vec<(FieldKind, Option<GenericType>)>,
}

impl MakingPlan {
    /// The plan to call one maker.
    pub fn of(program: &Program, maker: Maker) -> Self {
        let kinds = program.method(maker.method).parameters.iter().copied();
        let parameters = kinds.zip(program.generic_parameters(maker.method)).collect();
        MakingPlan {
            class: maker.class,
            calls: vec![PlannedCall { method: maker.method, parameters }],
            has_enclosing_instance: maker.has_enclosing_instance,
            is_factory: maker.is_factory,
        }
    }

    /// The plan to call a method of another object that gives one of a class.
    pub fn of_instance_method(program: &Program, method: MethodId, class: ClassId) -> Self {
        let info = program.method(method);
        let receiver = (FieldKind::Reference(ReferenceType::class(info.class)), None);
        let parameters = info.parameters.iter().copied().zip(program.generic_parameters(method));
        let parameters = std::iter::once(receiver).chain(parameters).collect();
        let calls = vec![PlannedCall { method, parameters }];
        MakingPlan { class, calls, has_enclosing_instance: true, is_factory: true }
    }

    /// The plan to call a static method whose result nobody has.
    pub fn of_call_before(program: &Program, method: MethodId, stand_in: ClassId) -> Self {
        let kinds = program.method(method).parameters.iter().copied();
        let parameters = kinds.zip(program.generic_parameters(method)).collect();
        let calls = vec![PlannedCall { method, parameters }];
        MakingPlan { class: stand_in, calls, has_enclosing_instance: false, is_factory: true }
    }

    /// The plan to make an object of a scripted class.
    pub fn of_script(script: Scripted) -> Self {
        let calls = vec![PlannedCall { method: script.maker, parameters: script.parameters }];
        MakingPlan { class: script.class, calls, has_enclosing_instance: false, is_factory: true }
    }

    /// The same, and a call of a method of the new object.
    pub fn and_then(mut self, program: &Program, method: MethodId) -> Self {
        let kinds = program.method(method).parameters.iter().copied();
        let parameters = kinds.zip(program.generic_parameters(method)).collect();
        self.calls.push(PlannedCall { method, parameters });
        self
    }
}
