//! Calls of the JDK's methods, answered by models, or left to the bytecode.

use super::arguments::Call;
use super::method_model::{Implementation, MethodModel, Precision};
use super::{
    BY_SIGNATURE, COMPUTING, Models, any_class, class_objects, constants, initialisers, method_handles, method_types,
    reflection, result_of, scanner_locale, string_fields, transcendental, variable_handles,
};
use crate::classfile::MethodReference;
use crate::exec::{ExternalCalls, ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{ObjectId, Value};
use crate::program::{ClassId, FieldId, Program};

impl ExternalCalls for Models {
    fn call(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        class: ClassId,
        reference: &MethodReference,
        arguments: &[Value],
    ) -> Option<Result<ExternalResult, Interrupt>> {
        let program = machine.program;
        // Without a JDK an exception's message and cause are not kept, so its constructors do nothing.
        let is_throwable = !program.class(class).is_jdk
            && program
                .class_by_name("java/lang/Throwable")
                .is_some_and(|throwable| program.is_subclass(class, throwable) == Some(true));
        if is_throwable && &*reference.name == "<init>" {
            return Some(Ok(ExternalResult::Returned(None)));
        }
        if let Some(result) = variable_handles::access(machine, state, reference, arguments) {
            return Some(result);
        }
        if let Some(result) = method_handles::access(machine, state, reference, arguments) {
            return Some(result);
        }
        if let Some(result) = any_class::answer(machine, state, program.class_name(class), reference, arguments) {
            return Some(result);
        }
        let model = program.superclasses(class).find_map(|declaring| {
            let name = &program.class(declaring).name;
            let row = BY_SIGNATURE.get(&(&**name, &*reference.name, &*reference.descriptor)).copied();
            row.filter(|row| !row.stands_in || !program.class(declaring).is_jdk)
        })?;
        if constants::is_made_by_code(state, model.class, arguments) && !scanner_locale::has(model)
            || gives_way_to_code(program, model) && code_can_run(machine, state, model, arguments, false)
        {
            return Some(Ok(ExternalResult::RunsCode));
        }
        let result = match model.implementation {
            Implementation::Whole(implementation) => implementation(machine, state, arguments),
            Implementation::Value(implementation) => {
                let mut call = Call { machine, state, arguments, model };
                result_of(implementation(&mut call))
            }
        };
        let refuses = matches!(result, Ok(ExternalResult::Threw(_)));
        if gives_way(model, &result) && code_can_run(machine, state, model, arguments, refuses) {
            return Some(Ok(ExternalResult::RunsCode));
        }
        match result {
            Ok(ExternalResult::Returned(Some(Value::Double(term)))) if model.precision == Precision::Approximate => {
                let told = transcendental::as_far_as_known(machine, state, model, arguments, term);
                Some(Ok(ExternalResult::Returned(Some(Value::Double(told)))))
            }
            result => Some(result),
        }
    }

    fn runs_code(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        (class, method): (&str, &str),
        arguments: &[Value],
    ) -> bool {
        constants::is_made_by_code(state, class, arguments)
            || constants::is_runnable(state, (class, method), arguments)
                && constants::are_constant(machine, state, arguments)
    }

    fn read_kept(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        object: ObjectId,
        field: FieldId,
    ) -> Result<Option<Value>, Interrupt> {
        let class = machine.program.field(field).class;
        match &**machine.program.class_name(class) {
            class_objects::CLASS => reflection::read_mirror(machine, state, object, field),
            method_types::TYPE => method_types::read(machine, state, object, field),
            _ => string_fields::read(machine, state, object, field),
        }
    }

    fn assigned_kept(&self, machine: &mut Machine<'_>, state: &mut State, object: ObjectId) -> Result<(), Interrupt> {
        match state.heap.exact_class(object).map(|class| machine.program.class_name(class)) {
            Some(class) if matches!(&**class, class_objects::CLASS | method_types::TYPE) => Ok(()),
            _ => string_fields::assigned(machine, state, object),
        }
    }

    fn has_model(&self, class: &str, reference: &MethodReference) -> bool {
        let row = BY_SIGNATURE.get(&(class, &*reference.name, &*reference.descriptor));
        row.is_some_and(|row| !row.stands_in)
    }

    fn only_computes(&self, class: &str, reference: &MethodReference) -> bool {
        let row = |known: &MethodModel| {
            (known.class, known.name, known.descriptor) == (class, &*reference.name, &*reference.descriptor)
        };
        let takes_objects = reference.descriptor.contains(['L', '[']);
        !takes_objects && COMPUTING.iter().flat_map(|table| table.iter()).any(row)
    }

    fn takes_anything(&self, class: &str) -> bool {
        class == variable_handles::HANDLE || class == method_handles::HANDLE
    }

    fn is_opaque(&self, class: &str) -> bool {
        initialisers::is_opaque(class)
    }

    fn initialise(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        class: ClassId,
    ) -> Option<Result<(), Interrupt>> {
        initialisers::initialise(machine, state, class)
    }

    fn unpredictable(&self, class: &str, field: &str) -> Option<&'static str> {
        initialisers::unpredictable(class, field)
    }

    fn assigned_with(&self, program: &Program, field: FieldId) -> Option<ClassId> {
        initialisers::assigned_with(program, field)
    }

    fn of_the_machine(&self, machine: &mut Machine<'_>, state: &mut State, class: &str, field: &str) -> Option<Value> {
        initialisers::of_the_machine(machine, state, class, field)
    }
}

/// Whether a model's answer is less than what the method's own bytecode says: none, or an exception without its message.
fn gives_way(model: &MethodModel, result: &Result<ExternalResult, Interrupt>) -> bool {
    match result {
        Ok(ExternalResult::Threw(_)) => constants::refuses_in_plain_code(model.class),
        Err(Interrupt::Stop(StopReason::Unmodelled(_))) => true,
        _ => false,
    }
}

/// Whether bytecode goes before a model, since it gives exactly what the JVM does.
fn gives_way_to_code(program: &Program, model: &MethodModel) -> bool {
    model.precision == Precision::Approximate && !transcendental::is_of_jvm(program, model)
}

/// Whether the bytecode of a modelled method can run in place of the model, which has not asked for anything yet; `refuses` where it
/// does nothing but throw.
fn code_can_run(
    machine: &mut Machine<'_>,
    state: &mut State,
    model: &MethodModel,
    arguments: &[Value],
    refuses: bool,
) -> bool {
    let program = machine.program;
    let method = program.method_by_name((model.class, model.name, model.descriptor));
    let has_code = method
        .is_some_and(|method| program.code(method).is_some() && program.class(program.method(method).class).is_jdk);
    has_code
        && (!initialisers::is_opaque(model.class)
            || refuses && constants::is_builder(model.class)
            || constants::is_runnable(state, (model.class, model.name), arguments))
        && state.frame().is_some_and(|frame| frame.answers.is_empty())
        && constants::are_constant(machine, state, arguments)
}
