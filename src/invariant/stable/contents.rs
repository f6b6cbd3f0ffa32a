//! What becomes of the collections that fields refer to, as a walk comes by them: what is put into one, and whether code that is not followed
//! may come by it.

use super::facts::declared_contents;
use super::frame::{Entry, Exact, Frame, Fresh, OfField};
use super::walk::Walk;
use crate::classfile::{GenericType, Instruction, InvokeKind, MethodReference};
use crate::explore::leaves_collection;
use crate::heap::Held;
use crate::program::{ClassId, FieldId, MethodTarget, Program, ReferenceType, is_desugared};

/// Collections that hold what is put into them, and nothing else.
const COLLECTIONS: [&str; 10] = [
    "java/util/ArrayDeque",
    "java/util/ArrayList",
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/LinkedList",
    "java/util/PriorityQueue",
    "java/util/TreeMap",
    "java/util/TreeSet",
];

/// Those that refuse null.
const REFUSING_NULLS: [&str; 2] = ["java/util/ArrayDeque", "java/util/PriorityQueue"];

/// Methods of tables that put what a function gives under their first argument, or, where that is null, nothing: name and descriptor.
const COMPUTING: [(&str, &str); 4] = [
    ("compute", "(Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;"),
    ("computeIfAbsent", "(Ljava/lang/Object;Ljava/util/function/Function;)Ljava/lang/Object;"),
    ("computeIfPresent", "(Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;"),
    ("merge", "(Ljava/lang/Object;Ljava/lang/Object;Ljava/util/function/BiFunction;)Ljava/lang/Object;"),
];

/// The class whose iterators can put something in.
const WITH_LIST_ITERATORS: &str = "java/util/AbstractSequentialList";

/// What collections give of themselves by which nobody can put anything into them: class, name and descriptor.
const VIEWS: [(&str, &str, &str); 7] = [
    ("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;"),
    ("java/lang/Iterable", "spliterator", "()Ljava/util/Spliterator;"),
    ("java/util/Collection", "stream", "()Ljava/util/stream/Stream;"),
    ("java/util/Collection", "parallelStream", "()Ljava/util/stream/Stream;"),
    ("java/util/Deque", "descendingIterator", "()Ljava/util/Iterator;"),
    ("java/util/Map", "keySet", "()Ljava/util/Set;"),
    ("java/util/Map", "values", "()Ljava/util/Collection;"),
];

/// Types of those by which something can be taken out.
const CHANGEABLE: [&str; 3] = ["Ljava/util/Collection;", "Ljava/util/Iterator;", "Ljava/util/Set;"];

/// What a method that looks at a collection runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Looks {
    /// No code but the collection's.
    Alone,
    /// Code of what the collection holds or of what it is given too, which may do anything.
    CallsBack,
}

/// Methods of these, and of the collections themselves, that take nothing out and put nothing in.
const LOOKING: [(&str, &str, &str, Looks); 27] = [
    ("java/lang/Iterable", "forEach", "(Ljava/util/function/Consumer;)V", Looks::CallsBack),
    ("java/lang/Iterable", "iterator", "()Ljava/util/Iterator;", Looks::Alone),
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", Looks::CallsBack),
    ("java/lang/Object", "hashCode", "()I", Looks::CallsBack),
    ("java/lang/Object", "toString", "()Ljava/lang/String;", Looks::CallsBack),
    ("java/util/Collection", "contains", "(Ljava/lang/Object;)Z", Looks::CallsBack),
    ("java/util/Collection", "containsAll", "(Ljava/util/Collection;)Z", Looks::CallsBack),
    ("java/util/Collection", "isEmpty", "()Z", Looks::Alone),
    ("java/util/Collection", "size", "()I", Looks::Alone),
    ("java/util/Collection", "stream", "()Ljava/util/stream/Stream;", Looks::Alone),
    ("java/util/Collection", "toArray", "()[Ljava/lang/Object;", Looks::Alone),
    ("java/util/Collection", "toArray", "([Ljava/lang/Object;)[Ljava/lang/Object;", Looks::Alone),
    ("java/util/Deque", "getFirst", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/Deque", "getLast", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/Iterator", "hasNext", "()Z", Looks::Alone),
    ("java/util/Iterator", "next", "()Ljava/lang/Object;", Looks::Alone),
    ("java/util/List", "get", "(I)Ljava/lang/Object;", Looks::Alone),
    ("java/util/List", "indexOf", "(Ljava/lang/Object;)I", Looks::CallsBack),
    ("java/util/List", "set", "(ILjava/lang/Object;)Ljava/lang/Object;", Looks::Alone),
    ("java/util/List", "sort", "(Ljava/util/Comparator;)V", Looks::CallsBack),
    ("java/util/Map", "containsKey", "(Ljava/lang/Object;)Z", Looks::CallsBack),
    ("java/util/Map", "forEach", "(Ljava/util/function/BiConsumer;)V", Looks::CallsBack),
    ("java/util/Map", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/Map", "getOrDefault", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", Looks::CallsBack),
    ("java/util/Map", "isEmpty", "()Z", Looks::Alone),
    ("java/util/Map", "size", "()I", Looks::Alone),
    ("java/util/Queue", "peek", "()Ljava/lang/Object;", Looks::Alone),
];

/// What the JDK gives by which nobody can put anything into the collection that is the first argument, and methods that only read it.
const READING: [(&str, &str, &str); 25] = [
    ("java/util/Objects", "hashCode", "(Ljava/lang/Object;)I"),
    ("java/util/Objects", "toString", "(Ljava/lang/Object;)Ljava/lang/String;"),
    ("java/lang/String", "valueOf", "(Ljava/lang/Object;)Ljava/lang/String;"),
    ("java/lang/String", "join", "(Ljava/lang/CharSequence;Ljava/lang/Iterable;)Ljava/lang/String;"),
    ("java/util/Collections", "unmodifiableCollection", "(Ljava/util/Collection;)Ljava/util/Collection;"),
    ("java/util/Collections", "unmodifiableList", "(Ljava/util/List;)Ljava/util/List;"),
    ("java/util/Collections", "unmodifiableMap", "(Ljava/util/Map;)Ljava/util/Map;"),
    ("java/util/Collections", "unmodifiableSet", "(Ljava/util/Set;)Ljava/util/Set;"),
    ("java/util/Collections", "unmodifiableSortedMap", "(Ljava/util/SortedMap;)Ljava/util/SortedMap;"),
    ("java/util/Collections", "unmodifiableSortedSet", "(Ljava/util/SortedSet;)Ljava/util/SortedSet;"),
    ("java/util/Collections", "frequency", "(Ljava/util/Collection;Ljava/lang/Object;)I"),
    ("java/util/Collections", "max", "(Ljava/util/Collection;)Ljava/lang/Object;"),
    ("java/util/Collections", "max", "(Ljava/util/Collection;Ljava/util/Comparator;)Ljava/lang/Object;"),
    ("java/util/Collections", "min", "(Ljava/util/Collection;)Ljava/lang/Object;"),
    ("java/util/Collections", "min", "(Ljava/util/Collection;Ljava/util/Comparator;)Ljava/lang/Object;"),
    ("java/util/Collections", "reverse", "(Ljava/util/List;)V"),
    ("java/util/Collections", "rotate", "(Ljava/util/List;I)V"),
    ("java/util/Collections", "sort", "(Ljava/util/List;)V"),
    ("java/util/Collections", "sort", "(Ljava/util/List;Ljava/util/Comparator;)V"),
    ("java/util/Collections", "shuffle", "(Ljava/util/List;)V"),
    ("java/util/Collections", "shuffle", "(Ljava/util/List;Ljava/util/Random;)V"),
    ("java/util/Collections", "swap", "(Ljava/util/List;II)V"),
    ("java/util/List", "copyOf", "(Ljava/util/Collection;)Ljava/util/List;"),
    ("java/util/Map", "copyOf", "(Ljava/util/Map;)Ljava/util/Map;"),
    ("java/util/Set", "copyOf", "(Ljava/util/Collection;)Ljava/util/Set;"),
];

/// Compares what is first with what is second by its own `equals`.
const EQUALS: (&str, &str, &str) = ("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z");

/// Methods of final classes that only ask their argument for its text.
const APPENDING: [(&str, &str, &str); 2] = [
    ("java/lang/StringBuffer", "append", "(Ljava/lang/Object;)Ljava/lang/StringBuffer;"),
    ("java/lang/StringBuilder", "append", "(Ljava/lang/Object;)Ljava/lang/StringBuilder;"),
];

/// Methods and constructors of those collections that only read the collection that is their argument: name and descriptor.
const READING_ARGUMENTS: [(&str, &str); 8] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("addAll", "(Ljava/util/Collection;)Z"),
    ("containsAll", "(Ljava/util/Collection;)Z"),
    ("removeAll", "(Ljava/util/Collection;)Z"),
    ("retainAll", "(Ljava/util/Collection;)Z"),
    ("putAll", "(Ljava/util/Map;)V"),
    ("<init>", "(Ljava/util/Collection;)V"),
    ("<init>", "(Ljava/util/Map;)V"),
];

/// Whether a class is one of those collections.
pub(super) fn is_collection(program: &Program, class: ClassId) -> bool {
    program.class(class).is_jdk && COLLECTIONS.contains(&&**program.class_name(class))
}

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
        if !self.notes {
            return;
        }
        match value.view_of {
            OfField::No => {}
            OfField::One(field) => self.facts.note_shared(field),
            OfField::Several => self.share_all(),
        }
        match value.of_field {
            OfField::No => {}
            OfField::One(field) => self.facts.give_up_contents(field),
            OfField::Several => self.give_up_all(),
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

    /// A value is stored in a field.
    pub(super) fn keep(&mut self, field: Option<FieldId>, value: Entry, frame: &mut Frame) {
        let Some(field) = field.filter(|field| self.facts.watches_contents(*field)) else {
            return self.give_away(value, frame);
        };
        let is_null = value.exact == Exact::Nothing && value.never_null.is_none();
        if value.of_field == OfField::One(field) && self.notes {
            // Two objects may have it then.
            self.facts.note_shared(field);
        }
        if is_null || value.of_field == OfField::One(field) {
            return;
        }
        if value.view_of != OfField::No {
            self.give_away(value, frame);
        }
        if self.notes {
            if value.fresh != Fresh::WithoutNulls {
                self.facts.note_modifiable(field);
            }
            match value.fresh {
                Fresh::Empty | Fresh::WithoutNulls => {}
                Fresh::CopyOf(place) => self.put_all(field, place),
                Fresh::Filled | Fresh::No => self.facts.give_up_contents(field),
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
            self.facts.note_put(self.program, field, place, Held { class, is_object: false });
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
        let others = arguments.get(usize::from(receiver.is_some())..).unwrap_or_default();
        for (place, argument) in others.iter().enumerate() {
            if !self.only_reads(called, receiver, place, others) {
                self.give_away(*argument, frame);
            }
        }
        let Some(receiver) = receiver else { return };
        if receiver.fresh != Fresh::No {
            let fresh = self.filled(called, receiver.fresh, others);
            frame.renew(receiver.number, fresh, receiver.of_field);
        }
        match receiver.of_field {
            OfField::One(field) if self.notes => self.put(field, called, others, frame),
            OfField::Several if self.notes => self.give_up_all(),
            _ => {}
        }
        match receiver.view_of {
            OfField::One(field) if self.notes && !only_looks(self.program, called) => {
                self.facts.note_changed_by(field, self.method);
            }
            OfField::Several if self.notes => self.share_all(),
            _ => {}
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

    /// What is in a new object after a call of one of its methods.
    fn filled(&self, called: &MethodReference, before: Fresh, others: &[Entry]) -> Fresh {
        if before == Fresh::WithoutNulls {
            return before;
        }
        if &*called.name != "<init>" {
            return Fresh::Filled;
        }
        match (others, &*called.descriptor) {
            (_, "()V" | "(I)V" | "(IF)V" | "(IFZ)V" | "(Ljava/util/Comparator;)V" | "(ILjava/util/Comparator;)V") => {
                before
            }
            ([copied], "(Ljava/util/Collection;)V" | "(Ljava/util/Map;)V") => {
                copied.parameter().map_or(Fresh::Filled, Fresh::CopyOf)
            }
            _ => Fresh::Filled,
        }
    }

    /// A method of the collection that a field refers to is called.
    fn put(&mut self, field: FieldId, called: &MethodReference, others: &[Entry], frame: &Frame) {
        let program = self.program;
        let class = match self.facts.field(program, field, (self.method, self.level)).exact {
            Exact::One(class) if is_collection(program, class) => class,
            // Nothing is stored there yet, as far as is known; it is walked through again.
            Exact::Nothing => return,
            _ => return self.facts.give_up_contents(field),
        };
        let MethodTarget::Method(method) = program.select(class, called) else {
            return self.facts.give_up_contents(field);
        };
        if !shows_no_part(program, class, called) {
            return self.facts.give_up_contents(field);
        }
        let is_view =
            VIEWS.iter().any(|(_, name, descriptor)| (*name, *descriptor) == (&*called.name, &*called.descriptor));
        if !is_view && !leaves_collection(program, method) && !only_looks(self.program, called) {
            self.facts.note_changed_by(field, self.method);
        }
        let variables = program.type_variables(program.method(method).class);
        let refuses_nulls = REFUSING_NULLS.contains(&&**program.class_name(class));
        if COMPUTING.contains(&(&*called.name, &*called.descriptor)) {
            // Keys come from the first argument alone, and values from the second where there are three. No null is kept as a value, and
            // what functions give is of the declared type.
            if let Some(key) = others.first() {
                self.note_argument(field, 0, *key, frame.is_known(*key));
            }
            if let [_, value, _] = others {
                self.note_argument(field, 1, *value, true);
            }
            let class = declared_contents(program, field).get(1).and_then(|held| held.class);
            return self.facts.note_put(program, field, 1, Held { class, is_object: true });
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
                    self.facts.note_put(program, field, place, Held::default());
                }
            }
        }
    }

    /// An argument is put into the collection of a field, as what stands for a type argument.
    fn note_argument(&mut self, field: FieldId, place: usize, argument: Entry, is_object: bool) {
        let class = match argument.class {
            Exact::One(class) => Some(ReferenceType::class(class)),
            Exact::Array(array) => Some(array),
            // Null is of every type.
            Exact::Nothing => self.facts.want_contents(self.program, field).get(place).and_then(|held| held.class),
            Exact::Any => None,
        };
        self.facts.note_put(self.program, field, place, Held { class, is_object });
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
            return is_text || is_compared || (is_first && READING.contains(&named));
        }
        if APPENDING.contains(&named) {
            return true;
        }
        is_own(receiver.as_ref()) && READING_ARGUMENTS.contains(&(&*called.name, &*called.descriptor))
    }
}

/// Whether a call of a collection, a view or an iterator takes nothing out and puts nothing in by itself.
fn only_looks(program: &Program, called: &MethodReference) -> bool {
    looks(program, called).is_some()
}

/// Whether such a call leaves everything as it is, since it runs no other code either.
pub fn looks_alone(program: &Program, called: &MethodReference) -> bool {
    looks(program, called) == Some(Looks::Alone)
}

fn looks(program: &Program, called: &MethodReference) -> Option<Looks> {
    let is_one = |(declaring, name, descriptor, _): &&(&str, &str, &str, Looks)| {
        let declaring = program.class_by_name(declaring);
        let class = program.class_by_name(&called.class);
        (*name, *descriptor) == (&*called.name, &*called.descriptor)
            && declaring.zip(class).is_some_and(|(above, class)| program.is_subclass(class, above) == Some(true))
    };
    LOOKING.iter().find(is_one).map(|(.., looks)| *looks)
}

/// Whether nobody can put anything into a collection by what a method of it gives.
fn shows_no_part(program: &Program, class: ClassId, called: &MethodReference) -> bool {
    let Some((_, result)) = called.descriptor.rsplit_once(')') else { return false };
    let is_harmless = !result.starts_with('L') || matches!(result, "Ljava/lang/Object;" | "Ljava/lang/String;");
    let with_list_iterators = program.class_by_name(WITH_LIST_ITERATORS);
    let has_list_iterators = with_list_iterators.is_none_or(|above| program.is_subclass(class, above) != Some(false));
    is_harmless
        || VIEWS.iter().filter(|(_, name, _)| *name != "iterator" || !has_list_iterators).any(
            |(declaring, name, descriptor)| {
                (*name, *descriptor) == (&*called.name, &*called.descriptor)
                    && program
                        .class_by_name(declaring)
                        .is_some_and(|above| program.is_subclass(class, above) == Some(true))
            },
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;
    use crate::program::MethodId;

    fn methods(program: &Program, rows: &[(&str, &str, &str)]) -> Vec<MethodId> {
        rows.iter().map(|row| program.method_by_name(*row).unwrap_or_else(|| panic!("{row:?}"))).collect()
    }

    #[test]
    fn every_row_is_a_method() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        assert!(COLLECTIONS.iter().chain([&WITH_LIST_ITERATORS]).all(|name| program.class_by_name(name).is_some()));
        let looking = LOOKING.map(|(class, name, descriptor, _)| (class, name, descriptor));
        assert_eq!(methods(&program, &looking).len() + methods(&program, &APPENDING).len(), LOOKING.len() + 2);
        assert_eq!(methods(&program, &[EQUALS]).len(), 1);
        assert_eq!(methods(&program, &VIEWS).len() + methods(&program, &READING).len(), VIEWS.len() + READING.len());
        for (name, descriptor) in READING_ARGUMENTS {
            let class = if descriptor.contains("Map") { "java/util/HashMap" } else { "java/util/ArrayList" };
            let mut declaring = program.superclasses(program.class_by_name(class).unwrap());
            let is_there = |above| program.method_by_name((program.class_name(above), name, descriptor)).is_some();
            assert!(declaring.any(is_there), "{class}.{name}");
        }
    }
}
