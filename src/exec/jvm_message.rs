//! The messages of the exceptions that the JVM makes itself. Those of `NullPointerException` are in `null_message`.

use super::exception::NULL_POINTER;
use super::machine::Machine;
use super::null_message::describe;
use super::state::State;
use crate::classfile::{Instruction, InvokeKind};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{Element, FieldId, MESSAGE_FIELD, MethodId, is_desugared};
use crate::term::{TermId, TextOperator as T};

impl Machine<'_> {
    /// The message of the exception of a builtin class that an instruction has raised, its operands being on the stack; none
    /// where it is not known.
    pub(super) fn jvm_message(
        &mut self,
        state: &State,
        (method, position): (MethodId, u32),
        instruction: &Instruction,
        class: &str,
    ) -> Option<TermId> {
        if !self.writes_messages {
            return None;
        }
        match (class, instruction) {
            (NULL_POINTER, _) => {
                let depth = self.dereferenced(method, instruction)?;
                let Value::Reference(reference) = state.operand(depth) else { return None };
                if !matches!(state.heap.resolve(reference), Ok(None)) {
                    return None;
                }
                if let Some(known) = self.null_messages.get(&(method, position)) {
                    return *known;
                }
                let message = describe(self.program, method, position, depth).map(|text| self.text_of(&text));
                self.null_messages.insert((method, position), message);
                message
            }
            ("java/lang/ArrayIndexOutOfBoundsException", Instruction::ArrayLoad(_)) => {
                self.outside(state, (state.operand(1), state.operand(0)))
            }
            ("java/lang/ArrayIndexOutOfBoundsException", Instruction::ArrayStore(_)) => {
                self.outside(state, (state.operand(2), state.operand(1)))
            }
            ("java/lang/ArithmeticException", Instruction::Binary(..)) => Some(self.text_of("/ by zero")),
            (
                "java/lang/NegativeArraySizeException",
                Instruction::NewPrimitiveArray(_) | Instruction::NewReferenceArray(_),
            ) => state.operand(0).number().map(|length| self.pool.text_operation(T::OfNumber, &[length])),
            ("java/lang/ArrayStoreException", Instruction::ArrayStore(_)) => {
                let Value::Reference(stored) = state.operand(0) else { return None };
                let stored = self.name_of_type(state, state.heap.resolve(stored).ok()??)?;
                Some(self.text_of(&stored.replace('/', ".")))
            }
            ("java/lang/ClassCastException", Instruction::CheckCast(wanted)) => self.not_cast(state, wanted),
            _ => None,
        }
    }

    /// A constant text.
    pub fn text_of(&mut self, text: &str) -> TermId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.pool.text(&units)
    }

    /// How deep on the stack the reference is that an instruction looks behind.
    fn dereferenced(&mut self, method: MethodId, instruction: &Instruction) -> Option<usize> {
        Some(match instruction {
            Instruction::GetField(_) | Instruction::ArrayLength => 0,
            Instruction::Throw | Instruction::MonitorEnter | Instruction::MonitorExit => 0,
            Instruction::PutField(_) | Instruction::ArrayLoad(_) => 1,
            Instruction::ArrayStore(_) => 2,
            Instruction::Invoke(kind, reference) if *kind != InvokeKind::Static => {
                let site = self.call_site(*kind, reference, self.program.method(method).class).ok()?;
                site.arguments.checked_sub(1)?
            }
            _ => return None,
        })
    }

    fn outside(&mut self, state: &State, (array, index): (Value, Value)) -> Option<TermId> {
        let Value::Reference(reference) = array else { return None };
        let length = state.heap.array(state.heap.resolve(reference).ok()??)?.length;
        let (index, length) =
            [index.number()?, length].map(|number| self.pool.text_operation(T::OfNumber, &[number])).into();
        let parts = [self.text_of("Index "), index, self.text_of(" out of bounds for length "), length];
        Some(self.pool.text_operation(T::Concat, &parts))
    }

    /// The message of a cast between types of the JDK's base module, which one class loader loads in every program.
    fn not_cast(&mut self, state: &State, wanted: &str) -> Option<TermId> {
        let Value::Reference(reference) = state.operand(0) else { return None };
        let object = state.heap.resolve(reference).ok()??;
        let of = self.name_of_type(state, object)?;
        let is_of_base = |name: &str| {
            let element = self.program.reference_type(name).map(|reference| reference.element);
            element.is_some_and(|element| match element {
                Element::Primitive(_) => true,
                Element::Class(class) => {
                    let class = self.program.class(class);
                    class.is_jdk && (class.name.starts_with("java/lang/") || class.name.starts_with("java/util/"))
                }
            })
        };
        if !is_of_base(&of) || !is_of_base(wanted) {
            return None;
        }
        let (of, wanted) = (of.replace('/', "."), wanted.replace('/', "."));
        Some(self.text_of(&format!(
            "class {of} cannot be cast to class {wanted} ({of} and {wanted} are in module java.base of loader 'bootstrap')"
        )))
    }

    /// The internal name of an object's run-time type; none where that is not known, or is numbered by the JVM.
    pub fn name_of_type(&self, state: &State, object: ObjectId) -> Option<String> {
        let name = match state.heap.array(object) {
            Some(_) if state.heap.is_input(state.heap.typed_as(object)) => return None,
            Some(body) if body.possible_components.is_some() => return None,
            Some(body) => self.program.type_name(body.component.array_of()),
            None => self.program.class_name(state.heap.exact_class(object)?).to_string(),
        };
        (!is_desugared(&name)).then_some(name)
    }

    /// Whether the JVM makes an exception without a message: for a null that the code of a hidden class meets, which stands for a reference
    /// to a method.
    pub(super) fn says_nothing(
        &mut self,
        state: &State,
        method: MethodId,
        instruction: &Instruction,
        class: &str,
    ) -> bool {
        if class != NULL_POINTER || !is_desugared(self.program.class_name(self.program.method(method).class)) {
            return false;
        }
        let met = self.dereferenced(method, instruction).map(|depth| state.operand(depth));
        matches!(met, Some(Value::Reference(reference)) if matches!(state.heap.resolve(reference), Ok(None)))
    }

    /// Notes that an exception has no message.
    pub(super) fn note_no_message(&self, state: &mut State, exception: ObjectId) {
        if let Some(field) = self.program.field_by_name(("java/lang/Throwable", "detailMessage", "Ljava/lang/String;"))
        {
            state.heap.write_field(exception, field, Value::Reference(Reference::Null));
        }
    }

    /// Notes the message of an exception that the JVM makes.
    pub(super) fn note_jvm_message(&self, state: &mut State, exception: ObjectId, message: Option<TermId>) {
        if let (Some(field), Some(message)) = (self.message_field(), message) {
            state.heap.write_field(exception, field, Value::Text(message));
        }
    }

    /// The message of an exception that the JVM has made; none where it is not known.
    pub fn noted_jvm_message(&self, state: &State, exception: ObjectId) -> Option<TermId> {
        match state.heap.field_value(exception, self.message_field()?)? {
            Value::Text(message) => Some(message),
            _ => None,
        }
    }

    fn message_field(&self) -> Option<FieldId> {
        self.program.hidden_field(self.program.class_by_name("java/lang/Throwable")?, MESSAGE_FIELD)
    }
}
