//! What becomes of the collections that fields refer to, as a walk comes by them: what is put into one, and whether code that is not followed
//! may come by it.

mod methods;

use super::facts::declared_contents;
use super::filling::only_reads_array;
use super::frame::{Entry, Exact, Frame, Fresh, OfField};
use super::walk::Walk;
use crate::classfile::{GenericType, Instruction, InvokeKind, MethodReference};
use crate::explore::{has_list_iterators, is_view, leaves_collection, puts_by_part, shows_no_part};
use crate::heap::Held;
use crate::program::{FieldId, MethodTarget, ReferenceType, compares_quietly, is_desugared};
pub(super) use methods::is_collection;
pub use methods::looks_alone;
use methods::{
    APPENDING, ASKING_ENTRIES, CHANGEABLE, COMPUTING, ENTRIES, EQUALS, KEYED, LEADING_TO_ENTRIES, Method, NEXT,
    ORDERING, READING, READING_ARGUMENTS, REFUSING_NULLS, REPLACING, SETTING, SHOWING, TAKING, TAKING_COMPARATORS,
    Taken, VALUES, asks_meanwhile, only_looks,
};

impl Walk<'_, '_> {
    /// Of which watched field a value is that is read from it.
    pub(super) fn of_field(&self, field: FieldId) -> OfField {
        if self.facts.watches_contents(field) { OfField::One(field) } else { OfField::No }
    }

    /// Code that is not followed comes by a value.
    pub(super) fn give_away(&mut self, value: Entry, frame: &mut Frame) {
        if !matches!(value.fresh, Fresh::No | Fresh::WithoutNulls) {
            frame.renew(value.number, Fresh::No, value.of_field);
        }
        frame.forget_array(value.number);
        if !self.notes {
            return;
        }
        match value.view_of {
            OfField::No => {}
            OfField::One(field) if self.has_list_iterators(field) => self.facts.give_up_contents(field),
            OfField::One(field) => self.facts.note_shared(field),
            OfField::Several => self.give_up_all(),
        }
        match value.entry_of {
            OfField::No => {}
            OfField::One(field) => self.facts.note_put(self.program, (field, VALUES), Held::default(), Exact::Any),
            OfField::Several => self.give_up_all(),
        }
        match value.of_field {
            OfField::No => {}
            OfField::One(field) => self.facts.give_up_contents(field),
            OfField::Several => self.give_up_all(),
        }
    }

    /// Whether the iterators of a field's collection can put something in.
    fn has_list_iterators(&mut self, field: FieldId) -> bool {
        match self.facts.field(self.program, field, (self.method, self.level)).exact {
            Exact::One(class) => has_list_iterators(self.program, class),
            Exact::Nothing => false,
            Exact::Array(_) | Exact::Any => true,
        }
    }

    /// Whether a call of a view or an iterator may put something into the collection.
    fn puts_by_part(&self, called: &MethodReference) -> bool {
        let class = self.program.class_by_name(&called.class);
        class.is_none_or(|class| puts_by_part(self.program, class, (&called.name, &called.descriptor)))
    }

    /// Others may have a view of a collection.
    fn show(&mut self, value: Entry) {
        if !self.notes {
            return;
        }
        for shown in [value.of_field, value.view_of] {
            match shown {
                OfField::No => {}
                OfField::One(field) => self.facts.note_shown(field),
                OfField::Several => self.share_all(),
            }
        }
    }

    /// Others may take something out of what the method mentions.
    fn share_all(&mut self) {
        for decoded in &self.code.instructions {
            if let Instruction::GetField(field) = &decoded.instruction
                && let Some(field) = self.program.resolve_field(field)
            {
                self.facts.note_shared(field);
            }
        }
    }

    /// Nothing is known of the contents of what the method mentions.
    pub(super) fn give_up_all(&mut self) {
        for decoded in &self.code.instructions {
            if let Instruction::GetField(field) | Instruction::PutField(field) = &decoded.instruction
                && let Some(field) = self.program.resolve_field(field)
            {
                self.facts.give_up_contents(field);
            }
            if let Instruction::PutField(field) = &decoded.instruction
                && let Some(field) = self.program.resolve_field(field)
            {
                self.facts.note_modifiable(field);
            }
        }
    }

    /// A value is stored in a field; `is_own`: of the method's receiver.
    pub(super) fn keep(&mut self, field: Option<FieldId>, (value, is_own): (Entry, bool), frame: &mut Frame) {
        let Some(field) = field.filter(|field| self.facts.watches_contents(*field)) else {
            return self.give_away(value, frame);
        };
        let is_null = value.exact == Exact::Nothing && value.never_null.is_none();
        if value.of_field == OfField::One(field) && self.notes {
            // Two objects may have it then.
            self.facts.note_shared(field);
            self.facts.note_lengths(field, &[]);
        }
        if is_null || value.of_field == OfField::One(field) {
            return;
        }
        if value.view_of != OfField::No {
            self.give_away(value, frame);
        }
        if value.fresh == Fresh::Array {
            return self.keep_array(field, value, is_own, frame);
        }
        if self.notes {
            if value.fresh != Fresh::WithoutNulls {
                self.facts.note_modifiable(field);
            }
            match value.fresh {
                Fresh::Empty => {}
                Fresh::WithoutNulls => self.facts.note_any_classes(field),
                Fresh::KeyedBy(keys) => {
                    let declared = declared_contents(self.program, field).first().and_then(|held| held.class);
                    if declared != Some(keys) {
                        self.facts.give_up_contents(field);
                    }
                }
                Fresh::Ordered => self.facts.note_ordered(field),
                Fresh::CopyOf(place) => {
                    let class = match value.exact {
                        Exact::One(class) => Some(&**self.program.class_name(class)),
                        _ => None,
                    };
                    if class.is_none_or(|class| TAKING_COMPARATORS.contains(&class)) {
                        self.facts.note_ordered(field);
                    }
                    match class {
                        Some(KEYED) => self.facts.give_up_contents(field),
                        _ => self.put_all(field, place),
                    }
                }
                Fresh::Array | Fresh::Filled | Fresh::No => self.facts.give_up_contents(field),
            }
        }
        if value.fresh == Fresh::No {
            return self.give_away(value, frame);
        }
        frame.renew(value.number, Fresh::No, OfField::One(field));
    }

    /// What an argument holds is put into the collection of a field: of the types that the argument's declaration says, and nulls too.
    fn put_all(&mut self, field: FieldId, place: usize) {
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

    /// What a call does to the contents of collections that it is given.
    pub(super) fn pass_collections(
        &mut self,
        (kind, called): (InvokeKind, &MethodReference),
        arguments: &[Entry],
        frame: &mut Frame,
    ) {
        let receiver = arguments.first().filter(|_| kind != InvokeKind::Static).copied();
        if receiver.is_none() && self.change_array(called, arguments, frame) {
            return;
        }
        let others = arguments.get(usize::from(receiver.is_some())..).unwrap_or_default();
        for (place, argument) in others.iter().enumerate() {
            if argument.entry_of != OfField::No || !self.only_reads(called, receiver, place, others) {
                self.give_away(*argument, frame);
            } else if SHOWING.contains(&(&*called.class, &*called.name, &*called.descriptor)) {
                self.show(*argument);
            } else if ORDERING.contains(&(&*called.class, &*called.name, &*called.descriptor))
                && let OfField::One(field) = argument.of_field
                && !self.are_quiet(field, others.get(1..).unwrap_or_default())
            {
                self.facts.note_asking(field);
            }
        }
        let Some(receiver) = receiver else { return };
        self.call_entry(receiver, called, others, frame);
        if !matches!(receiver.fresh, Fresh::No | Fresh::Array) {
            let fresh = self.filled(called, receiver.fresh, others);
            frame.renew(receiver.number, fresh, receiver.of_field);
        }
        match receiver.of_field {
            OfField::One(field) if self.notes => self.put(field, called, others, frame),
            OfField::Several if self.notes => self.give_up_all(),
            _ => {}
        }
        match receiver.view_of {
            OfField::One(field) if self.notes && self.puts_by_part(called) => self.facts.give_up_contents(field),
            OfField::Several if self.notes && self.puts_by_part(called) => self.give_up_all(),
            OfField::One(field) if self.notes && !only_looks(self.program, called) => {
                self.facts.note_changed_by(field, self.method);
            }
            OfField::Several if self.notes => self.share_all(),
            _ => {}
        }
    }

    /// A method of an entry is called, or of what leads to entries.
    fn call_entry(&mut self, receiver: Entry, called: &MethodReference, others: &[Entry], frame: &mut Frame) {
        if receiver.entry_of == OfField::No || !self.notes {
            return;
        }
        let named = (&*called.name, &*called.descriptor);
        match (receiver.entry_of, others) {
            (OfField::One(field), [value]) if named == SETTING => {
                self.note_argument(field, VALUES, *value, frame.is_known(*value));
            }
            _ if LEADING_TO_ENTRIES.contains(&named) || ASKING_ENTRIES.contains(&named) => {}
            // Code elsewhere has entries then.
            (OfField::One(field), _) => self.facts.note_put(self.program, (field, VALUES), Held::default(), Exact::Any),
            _ => self.give_up_all(),
        }
    }

    /// Of which watched field's table the result of a call is an entry, or leads to one.
    pub(super) fn entry_of(&self, called: &MethodReference, receiver: Entry) -> OfField {
        let named = (&*called.name, &*called.descriptor);
        match receiver.entry_of {
            OfField::No if named == ENTRIES => receiver.of_field,
            entry_of if LEADING_TO_ENTRIES.contains(&named) => entry_of,
            _ => OfField::No,
        }
    }

    /// Of which watched field's collection the result of a call is a view.
    pub(super) fn view_of(&self, called: &MethodReference, receiver: Entry) -> OfField {
        let is_view = called.descriptor.rsplit_once(')').is_some_and(|(_, result)| CHANGEABLE.contains(&result));
        match (receiver.of_field, receiver.view_of) {
            _ if !is_view => OfField::No,
            (OfField::No, view_of) => view_of,
            (of_field, _) => of_field,
        }
    }

    /// What is known of the result of a call that gives what a watched field's collection holds: of which type and class it is, and whether it
    /// is never null.
    pub(super) fn taken(&mut self, called: &MethodReference, receiver: Entry) -> Option<(Held, Exact)> {
        let program = self.program;
        let class = program.class_by_name(&called.class)?;
        let is_one = |(declaring, name, descriptor, ..): &&(&str, &str, &str, usize, Taken)| {
            let declaring = program.class_by_name(declaring);
            (*name, *descriptor) == (&*called.name, &*called.descriptor)
                && declaring.is_some_and(|above| program.is_subclass(class, above) == Some(true))
        };
        let row = TAKING.iter().find(is_one)?;
        let of = if *row == NEXT { receiver.view_of } else { receiver.of_field };
        let OfField::One(field) = of else { return None };
        if *row == NEXT && (receiver.entry_of != OfField::No || declared_contents(program, field).len() != 1) {
            return None;
        }
        let (held, exact) = self.facts.content((field, row.3), (self.method, self.level));
        Some((Held { is_object: held.is_object && row.4 == Taken::One, ..held }, exact))
    }

    /// What is in a new object after a call of one of its methods.
    fn filled(&self, called: &MethodReference, before: Fresh, others: &[Entry]) -> Fresh {
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
    fn are_quiet(&mut self, field: FieldId, given: &[Entry]) -> bool {
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
    fn put(&mut self, field: FieldId, called: &MethodReference, others: &[Entry], frame: &Frame) {
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
    fn note_argument(&mut self, field: FieldId, place: usize, argument: Entry, is_object: bool) {
        let known = self.facts.want_contents(self.program, field).get(place).and_then(|held| held.class);
        let class = argument.class.known_or(known);
        self.facts.note_put(self.program, (field, place), Held { class, is_object, ..Held::default() }, argument.exact);
    }

    /// Whether a method does nothing to the collection that is an argument of it but read it, and gives nobody anything by which it could be
    /// changed.
    fn only_reads(&self, called: &MethodReference, receiver: Option<Entry>, place: usize, others: &[Entry]) -> bool {
        let named = (&*called.class, &*called.name, &*called.descriptor);
        let is_first = place == usize::from((&*called.class, &*called.name) == ("java/lang/String", "join"));
        let is_own = |entry: Option<&Entry>| match entry.map(|entry| entry.exact) {
            // A class of the class path may have methods of its own.
            Some(Exact::One(class)) => is_collection(self.program, class),
            // Nothing is stored there yet, as far as is known; it is walked through again.
            Some(Exact::Nothing) => true,
            _ => false,
        };
        if receiver.is_none() {
            // Texts are made of what `toString` says.
            let is_text = is_desugared(&called.class) && called.descriptor.ends_with(")Ljava/lang/String;");
            let is_compared = named == EQUALS && is_own(others.first());
            let is_read = || READING.contains(&named) || SHOWING.contains(&named) || only_reads_array(called);
            return is_text || is_compared || (is_first && is_read());
        }
        if APPENDING.contains(&named) {
            return true;
        }
        is_own(receiver.as_ref()) && READING_ARGUMENTS.contains(&(&*called.name, &*called.descriptor))
    }
}
