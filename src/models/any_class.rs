//! Class objects that are inputs, of which it is not known what they stand for: what they are asked for may be anything of its type, with
//! what `java.lang.Class` guarantees.

use super::class_objects::{CLASS, is_any_class, known_name};
use super::shared_string::shared_string;
use super::{returns_null, returns_object};
use crate::classfile::{FieldType, MethodReference, java_name, parse_method_descriptor};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{EnvironmentSource, ObjectId, Reference, Value};
use crate::program::{FieldKind, ReferenceType};
use crate::term::{Domain, TermId};

/// What a method of a class object gives.
#[derive(Clone, Copy)]
enum Answer {
    Truth,
    /// Flags of a class file.
    Flags,
    Text,
    TextOrNull,
    Object,
    ObjectOrNull,
    /// A new array each time.
    Array,
    ArrayOrNull,
    /// Null for what is no array, else an object.
    OfArray,
    /// An annotation of the class that is the argument, or null.
    Annotation,
    /// Whether there is one.
    HasAnnotation,
}

/// Methods of `java.lang.Class`: name, descriptor, what they give. Others have models that ask for the name.
const METHODS: [(&str, &str, Answer); 47] = [
    ("isEnum", "()Z", Answer::Truth),
    ("isAnnotation", "()Z", Answer::Truth),
    ("isSynthetic", "()Z", Answer::Truth),
    ("isAnonymousClass", "()Z", Answer::Truth),
    ("isLocalClass", "()Z", Answer::Truth),
    ("isMemberClass", "()Z", Answer::Truth),
    ("isRecord", "()Z", Answer::Truth),
    ("isSealed", "()Z", Answer::Truth),
    ("isHidden", "()Z", Answer::Truth),
    ("desiredAssertionStatus", "()Z", Answer::Truth),
    ("getModifiers", "()I", Answer::Flags),
    ("toString", "()Ljava/lang/String;", Answer::Text),
    ("toGenericString", "()Ljava/lang/String;", Answer::Text),
    ("getTypeName", "()Ljava/lang/String;", Answer::Text),
    ("getPackageName", "()Ljava/lang/String;", Answer::Text),
    ("descriptorString", "()Ljava/lang/String;", Answer::Text),
    ("getCanonicalName", "()Ljava/lang/String;", Answer::TextOrNull),
    ("getSuperclass", "()Ljava/lang/Class;", Answer::ObjectOrNull),
    ("getDeclaringClass", "()Ljava/lang/Class;", Answer::ObjectOrNull),
    ("getEnclosingClass", "()Ljava/lang/Class;", Answer::ObjectOrNull),
    ("getNestHost", "()Ljava/lang/Class;", Answer::Object),
    ("arrayType", "()Ljava/lang/Class;", Answer::Object),
    ("getComponentType", "()Ljava/lang/Class;", Answer::OfArray),
    ("componentType", "()Ljava/lang/Class;", Answer::OfArray),
    ("getGenericSuperclass", "()Ljava/lang/reflect/Type;", Answer::ObjectOrNull),
    ("getPackage", "()Ljava/lang/Package;", Answer::ObjectOrNull),
    ("getClassLoader", "()Ljava/lang/ClassLoader;", Answer::ObjectOrNull),
    ("getModule", "()Ljava/lang/Module;", Answer::Object),
    ("getEnclosingMethod", "()Ljava/lang/reflect/Method;", Answer::ObjectOrNull),
    ("getEnclosingConstructor", "()Ljava/lang/reflect/Constructor;", Answer::ObjectOrNull),
    ("getInterfaces", "()[Ljava/lang/Class;", Answer::Array),
    ("getGenericInterfaces", "()[Ljava/lang/reflect/Type;", Answer::Array),
    ("getTypeParameters", "()[Ljava/lang/reflect/TypeVariable;", Answer::Array),
    ("getClasses", "()[Ljava/lang/Class;", Answer::Array),
    ("getDeclaredClasses", "()[Ljava/lang/Class;", Answer::Array),
    ("getFields", "()[Ljava/lang/reflect/Field;", Answer::Array),
    ("getDeclaredFields", "()[Ljava/lang/reflect/Field;", Answer::Array),
    ("getMethods", "()[Ljava/lang/reflect/Method;", Answer::Array),
    ("getDeclaredMethods", "()[Ljava/lang/reflect/Method;", Answer::Array),
    ("getConstructors", "()[Ljava/lang/reflect/Constructor;", Answer::Array),
    ("getDeclaredConstructors", "()[Ljava/lang/reflect/Constructor;", Answer::Array),
    ("getAnnotations", "()[Ljava/lang/annotation/Annotation;", Answer::Array),
    ("getDeclaredAnnotations", "()[Ljava/lang/annotation/Annotation;", Answer::Array),
    ("getRecordComponents", "()[Ljava/lang/reflect/RecordComponent;", Answer::ArrayOrNull),
    ("getAnnotation", "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;", Answer::Annotation),
    ("getDeclaredAnnotation", "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;", Answer::Annotation),
    ("isAnnotationPresent", "(Ljava/lang/Class;)Z", Answer::HasAnnotation),
];

type Outcome<T> = Result<T, Interrupt>;

/// What a call of a method of a class object gives that is an input; none of other calls.
pub(super) fn answer(
    machine: &mut Machine<'_>,
    state: &mut State,
    class: &str,
    method: &MethodReference,
    arguments: &[Value],
) -> Option<Outcome<ExternalResult>> {
    if class != CLASS || !state.heap.knows_the_machine() {
        return None;
    }
    let row = METHODS.iter().find(|(name, descriptor, _)| (*name, *descriptor) == (&*method.name, &*method.descriptor));
    let (asked, descriptor, answer) = *row?;
    let Some(Value::Reference(receiver)) = arguments.first() else { return None };
    match state.heap.resolve(*receiver) {
        Ok(Some(object)) if is_any_class(state, object) => {
            let result = parse_method_descriptor(descriptor).and_then(|method| method.result);
            let mut asked = Asked { machine, state, object, asked };
            Some(asked.answer(answer, result.as_ref(), arguments.get(1).copied()))
        }
        Ok(_) => None,
        Err(choice) => Some(Err(choice.into())),
    }
}

/// A class object that is an input, and by what it is asked.
struct Asked<'a, 'p> {
    machine: &'a mut Machine<'p>,
    state: &'a mut State,
    object: ObjectId,
    asked: &'static str,
}

impl Asked<'_, '_> {
    fn answer(
        &mut self,
        answer: Answer,
        result: Option<&FieldType>,
        argument: Option<Value>,
    ) -> Outcome<ExternalResult> {
        let declared = match result {
            Some(FieldType::Reference(name)) => self.machine.program.reference_type(name),
            _ => None,
        };
        match answer {
            Answer::Truth => Ok(returned(Value::Int(self.said(self.asked, Domain::Boolean, None)))),
            Answer::HasAnnotation => {
                let Some(of) = self.argument(argument)? else { return null_argument() };
                Ok(returned(Value::Int(self.said(self.asked, Domain::Boolean, Some(of)))))
            }
            Answer::Flags => {
                let any = self.said(self.asked, Domain::Int, None);
                let all = self.machine.pool.int(i32::from(u16::MAX));
                Ok(returned(Value::Int(self.machine.pool.and(any, all))))
            }
            Answer::TextOrNull if !self.decide("getCanonicalName() != null")? => returns_null(),
            Answer::Text | Answer::TextOrNull => {
                let text = self.said(self.asked, Domain::Text, None);
                returns_object(shared_string(self.machine, self.state, text)?)
            }
            Answer::OfArray if !self.decide("isArray")? => returns_null(),
            Answer::Object | Answer::OfArray => self.object(declared, false, true),
            Answer::ObjectOrNull => self.object(declared, true, true),
            Answer::Array => self.object(declared, false, false),
            Answer::ArrayOrNull => self.object(declared, true, false),
            Answer::Annotation => {
                let Some(of) = self.argument(argument)? else { return null_argument() };
                let declared = self.annotation_type(of).or(declared);
                self.object(declared, true, false)
            }
        }
    }

    fn refused(&self) -> Interrupt {
        StopReason::NoModel(format!("{}.{} of a class object that is an input", java_name(CLASS), self.asked)).into()
    }

    /// What it says, the same each time.
    fn said(&mut self, asked: &'static str, domain: Domain, of: Option<ObjectId>) -> TermId {
        let source = EnvironmentSource::OfClass(self.object, asked, of);
        self.state.heap.environment_value(&mut self.machine.pool, source, domain)
    }

    /// Whether something holds of it.
    fn decide(&mut self, what: &'static str) -> Outcome<bool> {
        let said = self.said(what, Domain::Boolean, None);
        let zero = self.machine.pool.int(0);
        let holds = self.machine.pool.not_equal(said, zero);
        Ok(self.state.path.decide(&mut self.machine.pool, holds)?)
    }

    /// The object of an argument; none for null.
    fn argument(&self, argument: Option<Value>) -> Outcome<Option<ObjectId>> {
        match argument {
            Some(Value::Reference(reference)) => Ok(self.state.heap.resolve(reference)?),
            _ => Ok(None),
        }
    }

    /// The type of annotations that a class object stands for, where it is known.
    fn annotation_type(&self, class: ObjectId) -> Option<ReferenceType> {
        self.machine.program.reference_type(known_name(self.state, class)?)
    }

    /// An object of a declared type, the same each time or another one.
    fn object(&mut self, declared: Option<ReferenceType>, is_nullable: bool, is_same: bool) -> Outcome<ExternalResult> {
        // Where inputs are made, what is made here would be taken for what a caller passes.
        let Some(declared) = declared.filter(|_| !self.state.heap.construction.is_active()) else {
            return Err(self.refused());
        };
        let known = self.state.heap.answer_of(self.object, self.asked).filter(|_| is_same);
        let value = match known {
            Some(known) => known,
            None => {
                let (heap, mut context) = self.machine.heap_context(self.state);
                let value = heap.open_result(&mut context, 0, FieldKind::Reference(declared));
                if let (Value::Reference(Reference::Symbol(symbol)), false) = (value, is_nullable) {
                    heap.require_object(symbol);
                }
                value
            }
        };
        if is_same {
            self.state.heap.keep_answer(self.object, self.asked, value);
        }
        Ok(returned(value))
    }
}

fn returned(value: Value) -> ExternalResult {
    ExternalResult::Returned(Some(value))
}

fn null_argument() -> Outcome<ExternalResult> {
    Ok(ExternalResult::Threw("java/lang/NullPointerException"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;
    use crate::program::Program;

    #[test]
    fn every_method_is_one_of_class() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for (name, descriptor, _) in METHODS {
            assert!(program.method_by_name((CLASS, name, descriptor)).is_some(), "{name}{descriptor}");
        }
    }
}
