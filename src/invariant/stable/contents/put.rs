//! What calls put into collections.

use super::super::facts::declared_contents;
use super::super::frame::{Entry, Exact, Frame, Fresh};
use super::super::walk::Walk;
use super::methods::{COMPUTING, Method, REFUSING_NULLS, REPLACING, VALUES, asks_meanwhile, is_collection, only_looks};
use crate::classfile::{GenericType, MethodReference};
use crate::explore::{is_view, leaves_collection, shows_no_part};
use crate::heap::Held;
use crate::program::{FieldId, MethodTarget, ReferenceType, compares_quietly};

impl Walk<'_, '_> {
    /// What an argument holds is put into the collection of a field: of the types that the argument's declaration says, and nulls too.
    pub(super) fn put_all(&mut self, field: FieldId, place: usize) {
        let info = self.program.method(self.method);
        let place = place.wrapping_sub(usize::from(info.has_receiver()));
        let declared = self.program.generic_parameters(self.method).into_iter().nth(place).flatten();
        let arguments = match declared {
            Some(GenericType::Class(name, arguments)) => {
                let class = self.program.class_by_name(&name);
                if class.is_some_and(|class| self.program.class(class).is_jdk) { arguments } else { Vec::new() }
            }
            _ => Vec::new(),
        };
        let count = self.facts.want_contents(self.program, field).len();
        for place in 0..count {
            let argument = arguments.get(place).filter(|_| arguments.len() == count);
            let class = argument.and_then(|argument| self.program.named_type(argument));
            self.facts.note_put(self.program, (field, place), Held { class, ..Held::default() }, Exact::Any);
        }
    }

    /// What is in a new object after a call of one of its methods.
    pub(super) fn filled(&self, called: &MethodReference, before: Fresh, others: &[Entry]) -> Fresh {
        if before == Fresh::WithoutNulls {
            return before;
        }
        if &*called.name != "<init>" {
            return Fresh::Filled;
        }
        match (others, &*called.descriptor) {
            (_, "()V" | "(I)V" | "(IF)V") => before,
            ([class], "(Ljava/lang/Class;)V") => class.names.map_or(Fresh::Filled, Fresh::KeyedBy),
            (_, "(IFZ)V" | "(Ljava/util/Comparator;)V" | "(ILjava/util/Comparator;)V") => Fresh::Ordered,
            ([copied], "(Ljava/util/Collection;)V" | "(Ljava/util/Map;)V") => {
                copied.parameter().map_or(Fresh::Filled, Fresh::CopyOf)
            }
            _ => Fresh::Filled,
        }
    }

    /// Whether what a field's collection asks runs no code of a caller: what it is given, and what it holds.
    pub(super) fn are_quiet(&mut self, field: FieldId, given: &[Entry]) -> bool {
        let program = self.program;
        let is_quiet = |class: Option<ReferenceType>| {
            let class = class.and_then(ReferenceType::as_class);
            class.is_some_and(|class| {
                let flags = program.class(class).flags;
                (flags.is_final() || program.class(class).is_enum()) && compares_quietly(program, class)
            })
        };
        let held = self.facts.want_contents(program, field).first().copied().unwrap_or_default();
        let is_null = |entry: &&Entry| entry.exact == Exact::Nothing && entry.never_null.is_none();
        held.is_in_own_order
            && is_quiet(held.class)
            && given.first().is_none_or(|given| is_null(&given) || is_quiet(given.class.known_or(None)))
    }

    /// A method of the collection that a field refers to is called.
    pub(super) fn put(&mut self, field: FieldId, called: &MethodReference, others: &[Entry], frame: &Frame) {
        let program = self.program;
        if program.field(field).kind.is_array() {
            // The methods of arrays are those of objects.
            return;
        }
        let class = match self.facts.field(program, field, (self.method, self.level)).exact {
            Exact::One(class) if is_collection(program, class) => class,
            // Nothing is stored there yet, as far as is known; it is walked through again.
            Exact::Nothing => return,
            _ => return self.facts.give_up_contents(field),
        };
        let MethodTarget::Method(method) = program.select(class, called) else {
            return self.facts.give_up_contents(field);
        };
        if !shows_no_part(program, class, (&called.name, &called.descriptor)) {
            return self.facts.give_up_contents(field);
        }
        if asks_meanwhile(program, class, called) && !self.are_quiet(field, others) {
            self.facts.note_asking(field);
        }
        if !is_view((&called.name, &called.descriptor))
            && !leaves_collection(program, method)
            && !only_looks(self.program, called)
        {
            self.facts.note_changed_by(field, self.method);
        }
        let variables = program.type_variables(program.method(method).class);
        let refuses_nulls = REFUSING_NULLS.contains(&&**program.class_name(class));
        let is_called = |(name, descriptor, _): &&(&str, &str, Method)| {
            (*name, *descriptor) == (&*called.name, &*called.descriptor)
        };
        if let Some((.., applies)) = COMPUTING.iter().find(is_called) {
            // Keys come from the first argument alone, and values from the second where there are three. No null is kept as a value.
            if let Some(key) = others.first() {
                self.note_argument(field, 0, *key, frame.is_known(*key));
            }
            if let [_, value, _] = others {
                self.note_argument(field, VALUES, *value, true);
            }
            let (class, _, exact) = self.given_by(field, VALUES, others.last(), *applies);
            let put = Held { class, is_object: true, ..Held::default() };
            return self.facts.note_put(program, (field, VALUES), put, exact);
        }
        if let Some((.., applies)) = REPLACING.iter().find(is_called) {
            let Some(replaced) = declared_contents(program, field).len().checked_sub(1) else { return };
            let (class, is_object, exact) = self.given_by(field, replaced, others.first(), *applies);
            let put = Held { class, is_object: refuses_nulls || is_object, ..Held::default() };
            return self.facts.note_put(program, (field, replaced), put, exact);
        }
        for (argument, generic) in others.iter().zip(program.parameters_with_variables(method)) {
            let Some(generic) = generic else { continue };
            if let GenericType::Variable(name) = &generic {
                let place = variables.iter().position(|variable| variable == name);
                let Some(place) = place else { continue };
                self.note_argument(field, place, *argument, refuses_nulls || frame.is_known(*argument));
                continue;
            }
            for (place, variable) in variables.iter().enumerate() {
                if generic.mentions(variable) {
                    self.facts.note_put(program, (field, place), Held::default(), Exact::Any);
                }
            }
        }
    }

    /// Of which type that is which a function gives for a type argument of a field's collection, whether it is never null, and of which class
    /// it is exactly. A function that the method is given gives what its declaration says.
    fn given_by(
        &mut self,
        field: FieldId,
        place: usize,
        function: Option<&Entry>,
        (class, name, descriptor): Method,
    ) -> (Option<ReferenceType>, bool, Exact) {
        let program = self.program;
        let declared = declared_contents(program, field).get(place).and_then(|held| held.class);
        let Some(function) = function else { return (None, false, Exact::Any) };
        let of = match function.exact {
            Exact::One(of) => of,
            // What makes it is not walked through yet; this is walked through again then.
            Exact::Nothing => return (declared, true, Exact::Nothing),
            Exact::Array(_) | Exact::Any => {
                return (declared.filter(|_| self.is_declared_with_arguments(*function)), false, Exact::Any);
            }
        };
        let applies =
            MethodReference { class: class.into(), name: name.into(), descriptor: descriptor.into(), interface: true };
        let MethodTarget::Method(method) = program.select(of, &applies) else { return (None, false, Exact::Any) };
        let asker = (self.method, self.level);
        let outcome = self.facts.outcome(program, method, asker);
        (outcome.class.known_or(declared), outcome.never_null == Some(0), outcome.exact)
    }

    /// Whether a value is a parameter of a type that has type arguments, as it is declared.
    fn is_declared_with_arguments(&self, value: Entry) -> bool {
        let receiver = usize::from(self.program.method(self.method).has_receiver());
        let place = value.parameter().and_then(|place| place.checked_sub(receiver));
        let declared = place.and_then(|place| self.program.generic_parameters(self.method).into_iter().nth(place));
        matches!(declared.flatten(), Some(GenericType::Class(_, arguments)) if !arguments.is_empty())
    }

    /// An argument is put into the collection of a field, as what stands for a type argument.
    pub(super) fn note_argument(&mut self, field: FieldId, place: usize, argument: Entry, is_object: bool) {
        let known = self.facts.want_contents(self.program, field).get(place).and_then(|held| held.class);
        let class = argument.class.known_or(known);
        self.facts.note_put(self.program, (field, place), Held { class, is_object, ..Held::default() }, argument.exact);
    }
}
