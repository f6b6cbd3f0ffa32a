//! What a call that is not followed leaves behind: anything of its declared type as its result, and anything that the fields of
//! their types admit in what had escaped. Each such call begins an epoch; a field that is read afterwards is an input of that
//! epoch.

use super::array::{ArrayBody, Contents, Elements};
use super::memory::{Body, Context, Heap, InputOrigin, InstanceBody, Object, Origin, SymbolOrigin};
use super::persistent::{PersistentMap, PersistentSet};
use super::value::{ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, Program};
use crate::term::{Domain, InputId, TermId, TermPool};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// The number of an open call on its path, from 0; what is read after it is of this epoch.
pub type Epoch = u32;

/// A place whose content an open call has decided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OpenPlace {
    /// What the call returned.
    Result,
    /// A field of an object that had escaped.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
    /// The primitive elements of an array that had escaped.
    Contents(ObjectId),
    /// An element of an array of references that had escaped, by index.
    Element(ObjectId, TermId),
}

/// What the open calls of a path have left.
#[derive(Clone, Debug, Default)]
pub struct OpenEffects {
    /// How many there were.
    count: Epoch,
    /// The objects that had escaped before one of them, with the epoch of the last.
    changed: PersistentMap<ObjectId, Epoch>,
    /// Those of which an open call has run the constructor: final fields are decided there.
    made: PersistentSet<ObjectId>,
    /// Arrays that stand for what an array of references held after an open call: which one, since when.
    contents: PersistentMap<ObjectId, (ObjectId, Epoch)>,
}

impl OpenEffects {
    /// The epoch of the last open call that may have changed an object; none when none did.
    pub(super) fn changed(&self, object: ObjectId) -> Option<Epoch> {
        self.changed.get(&object).copied()
    }

    /// Whether an open call may have assigned a field of an object that it may have changed.
    pub(super) fn has_assigned(&self, program: &Program, object: ObjectId, field: FieldId) -> bool {
        !stays(program, field) || self.made.contains(&object)
    }

    /// The array and the epoch that an array's stand-in is for.
    pub(super) fn stands_for(&self, array: ObjectId) -> Option<(ObjectId, Epoch)> {
        self.contents.get(&array).copied()
    }

    /// The epoch that the path is in; none before the first open call.
    pub(super) fn epoch(&self) -> Option<Epoch> {
        self.count.checked_sub(1)
    }
}

/// How far parts of an object are from it at most, by what they were read from.
const DEEPEST_PART: usize = 8;

/// Whether nothing that an object's constructor has assigned to a field is assigned again. What a string builder holds is in a
/// hidden field that is marked as final.
fn stays(program: &Program, field: FieldId) -> bool {
    let info = program.field(field);
    info.flags.is_final() && info.kind != FieldKind::Text
}

impl Heap {
    /// Begins the epoch of an open call with these arguments: forgets what had escaped and can change. Final fields, lengths, and
    /// objects that nobody else knows keep what they hold. Of a constructor, the first argument is what it makes.
    pub fn open_call(&mut self, context: &mut Context<'_>, arguments: &[Value], constructs: bool) -> Epoch {
        if constructs
            && let Some(Value::Reference(made)) = arguments.first()
            && let Reference::Object(made) = self.current(*made)
        {
            self.open_effects.made.insert(made);
        }
        let epoch = self.open_effects.count;
        self.open_effects.count += 1;
        let given = self.given_to_jdk(context.program, arguments);
        for object in self.escaped(context.program, arguments) {
            self.forget(context, object, epoch);
            self.note_any_put(context.program, object);
            // What the call itself is given it may change as no code of the owner's would.
            if given.contains(&object) {
                self.note_resized(object);
            } else {
                self.forget_initial_size(object);
            }
        }
        self.forget_statics(context.program);
        epoch
    }

    /// The object that a value refers to; none of null, of what is not decided, and of a number.
    pub fn referred(&self, value: Value) -> Option<ObjectId> {
        let Value::Reference(reference) = value else { return None };
        match self.current(reference) {
            Reference::Object(object) => Some(object),
            Reference::Null | Reference::Symbol(_) => None,
        }
    }

    /// What code comes by that has these arguments: they themselves, and what is behind iterators, views and arrays.
    fn given_to_jdk(&self, program: &Program, arguments: &[Value]) -> FxHashSet<ObjectId> {
        let held = |value: &Value| self.referred(*value);
        let mut open: Vec<ObjectId> = arguments.iter().filter_map(held).collect();
        let mut found: FxHashSet<ObjectId> = FxHashSet::default();
        while let Some(object) = open.pop() {
            if !found.insert(object) {
                continue;
            }
            match self.peek(object).map(|object| &object.body) {
                Some(Body::Instance(body)) => {
                    let of_jdk = |field: &FieldId| program.class(program.field(*field).class).is_jdk;
                    let fields = body.fields.iter().filter(|(field, _)| of_jdk(field));
                    open.extend(fields.filter_map(|(_, value)| held(value)));
                }
                Some(Body::Array(ArrayBody { contents: Contents::References(elements), .. })) => {
                    open.extend(elements.held().iter().filter_map(held));
                }
                _ => {}
            }
        }
        found
    }

    /// Begins the epoch of an open call that changes one object, and what only code of its class knows of it: arrays, and objects of
    /// classes of the JDK that are not public.
    pub fn change_alone(&mut self, context: &mut Context<'_>, object: ObjectId) {
        let epoch = self.open_effects.count;
        self.open_effects.count += 1;
        self.note_change_of_collection(object);
        self.note_resized(object);
        let (parts, others) = self.own_parts(context.program, object);
        // What it holds may be there still.
        others.into_iter().for_each(|other| self.give_away(other));
        let entries = self.entries(context.program);
        for part in parts.into_iter().chain(entries) {
            self.forget(context, part, epoch);
        }
    }

    /// The entries of tables that the path has met, of classes that nobody but the JDK can name: an iterator has given them, of whatever table.
    pub fn entries(&self, program: &Program) -> Vec<ObjectId> {
        let Some(entry) = program.class_by_name("java/util/Map$Entry") else { return Vec::new() };
        let is_entry =
            |class: &ClassId| program.is_hidden_in_jdk(*class) && program.is_subclass(*class, entry) == Some(true);
        let is_one = |object: &ObjectId| self.instance(*object).is_some_and(|body| body.types.iter().all(is_entry));
        self.input_objects().filter(is_one).collect()
    }

    /// Whether an input is what a place held at the start, or after an open call.
    pub fn is_read_from(&self, input: InputId, (at_first, after): (InputOrigin, OpenPlace)) -> bool {
        match self.input(input).map(|input| input.origin) {
            Some(InputOrigin::Open(_, place)) => place == after,
            origin => origin == Some(at_first),
        }
    }

    /// Forgets what an array of references holds.
    pub fn renew_elements(&mut self, context: &mut Context<'_>, array: ObjectId) {
        let epoch = self.open_effects.count;
        self.open_effects.count += 1;
        self.forget(context, array, epoch);
    }

    /// Notes the same of what the path has made and of what was there before refers to.
    pub fn give_away_escaped(&mut self, program: &Program) {
        let is_made = |object: &ObjectId| self.peek(*object).is_some_and(|it| matches!(it.origin, Origin::Allocated));
        let escaped: Vec<ObjectId> = self.escaped(program, &[]).into_iter().filter(is_made).collect();
        escaped.into_iter().for_each(|object| self.give_away(object));
    }

    /// Notes of all that the path has made, or that class initialisation has left, that a reference which is read from now on may be it.
    pub fn give_away_made(&mut self) {
        let is_made = |object: &ObjectId| {
            let origin = self.peek(*object).map(|object| &object.origin);
            !matches!(origin, None | Some(Origin::Input | Origin::Literal(_)))
        };
        let made: Vec<ObjectId> = (0..self.object_count() as u32).map(ObjectId).filter(is_made).collect();
        made.into_iter().for_each(|object| self.give_away(object));
    }

    /// Whether an object is another, or a part of it that only code of its class knows.
    pub fn has_part(&self, program: &Program, object: ObjectId, part: ObjectId) -> bool {
        self.parts(program, object).contains(&part)
    }

    /// The object with these parts.
    pub fn parts(&self, program: &Program, object: ObjectId) -> Vec<ObjectId> {
        self.own_parts(program, object).0
    }

    /// Whether an input was such a part of an object when it was met. What an array of it holds after a call is such a part too.
    pub fn was_part(&self, program: &Program, object: ObjectId, part: ObjectId) -> bool {
        let mut at = self.open_effects.contents.get(&part).map_or(part, |(array, _)| *array);
        for _ in 0..DEEPEST_PART {
            if at == object {
                return true;
            }
            let (holder, as_array) = match self.first_origin(at) {
                Some(SymbolOrigin::Field(holder, field) | SymbolOrigin::Open(_, OpenPlace::Field(holder, field)))
                    if program.class(program.field(field).class).is_jdk =>
                {
                    (holder, program.field(field).kind.is_array())
                }
                Some(SymbolOrigin::Element(array, _)) => (array, false),
                _ => return false,
            };
            if !self.is_hidden(program, at, as_array) {
                return false;
            }
            at = holder;
        }
        false
    }

    /// Whether only code of the JDK comes by an object that one of the JDK's refers to: it is of a class that nobody else can name, or an
    /// array in a field that is declared `as_array`. What is held as an object is somebody's element.
    fn is_hidden(&self, program: &Program, object: ObjectId, as_array: bool) -> bool {
        match self.peek(object).map(|object| &object.body) {
            Some(Body::Instance(body)) => body.types.iter().all(|class| program.is_hidden_in_jdk(*class)),
            Some(Body::Array(_)) => as_array,
            None => false,
        }
    }

    /// What was stored into an array of references.
    pub fn stored_elements(&self, array: ObjectId) -> Vec<Value> {
        match self.peek(array).map(|array| &array.body) {
            Some(Body::Array(ArrayBody { contents: Contents::References(elements), .. })) => elements.held(),
            _ => Vec::new(),
        }
    }

    /// Notes that an object was put where code that is not followed keeps it: a reference that is read from now on may be this one, and others
    /// have it.
    pub fn give_away(&mut self, object: ObjectId) {
        if !self.input_objects.contains(&object) {
            self.input_objects.push_back(object);
        }
    }

    /// An object with what only code of its class knows of it, and the other objects that these refer to.
    fn own_parts(&self, program: &Program, object: ObjectId) -> (Vec<ObjectId>, Vec<ObjectId>) {
        let is_own = |part: ObjectId, as_array: bool| {
            let is_known =
                self.peek(part).is_none_or(|it| matches!(it.origin, Origin::Initialised(_) | Origin::Literal(_)));
            !is_known && self.is_hidden(program, part, as_array)
        };
        let (mut found, mut others) = (vec![object], Vec::new());
        let mut next = 0;
        while let Some(holder) = found.get(next).copied() {
            next += 1;
            let held: Vec<(Value, bool)> = match self.peek(holder).map(|holder| &holder.body) {
                Some(Body::Instance(body)) => {
                    body.fields.iter().map(|(field, value)| (*value, program.field(*field).kind.is_array())).collect()
                }
                Some(Body::Array(ArrayBody { contents: Contents::References(elements), .. })) => {
                    let at_first = self.initial_elements.get(&holder).into_iter().flatten();
                    let at_first = at_first.map(|(_, symbol)| Value::Reference(Reference::Symbol(*symbol)));
                    elements.held().into_iter().chain(at_first).map(|element| (element, false)).collect()
                }
                _ => Vec::new(),
            };
            for (value, as_array) in held {
                if let Value::Reference(reference) = value
                    && let Reference::Object(part) = self.current(reference)
                    && !found.contains(&part)
                {
                    if is_own(part, as_array) { found.push(part) } else { others.push(part) }
                }
            }
        }
        (found, others)
    }

    /// Whether some input is an array of the same kind of numbers as one that is there: it may be that one.
    pub fn has_input_like(&self, array: ObjectId) -> bool {
        let kind = |object: ObjectId| match self.peek(object).map(|object| &object.body) {
            Some(Body::Array(ArrayBody { contents: Contents::Primitive(kind, _), .. })) => Some(*kind),
            _ => None,
        };
        let wanted = kind(array);
        self.input_objects.iter().any(|input| *input != array && kind(*input) == wanted)
    }

    /// Makes an array of numbers that class initialisation has left an input of the same length, with any elements.
    pub fn make_elements_inputs(&mut self, pool: &mut TermPool, array: ObjectId) {
        let Some(Body::Array(ArrayBody { contents: Contents::Primitive(kind, _), .. })) =
            self.peek(array).map(|object| &object.body)
        else {
            return;
        };
        let kind = *kind;
        let contents = self.new_input(pool, InputOrigin::Contents(array), Domain::Contents(kind));
        if let Some(object) = self.object_mut(array) {
            object.origin = Origin::Input;
            if let Body::Array(body) = &mut object.body {
                body.contents = Contents::Primitive(kind, contents);
            }
        }
        self.input_objects.push_back(array);
    }

    /// The objects that the last open call may have changed.
    pub fn changed_last(&self) -> Vec<ObjectId> {
        let epoch = self.open_effects.epoch();
        let changed = self.open_effects.changed.iter().filter(|(_, since)| Some(**since) == epoch);
        let mut found: Vec<ObjectId> = changed.map(|(object, _)| *object).collect();
        found.sort_unstable();
        found
    }

    /// What an open call returns, where it does.
    pub fn open_result(&mut self, context: &mut Context<'_>, epoch: Epoch, kind: FieldKind) -> Value {
        let origins = (SymbolOrigin::Open(epoch, OpenPlace::Result), InputOrigin::Open(epoch, OpenPlace::Result));
        self.new_value(context.pool, kind, origins)
    }

    /// The exception that an open call throws, of this class or a subclass.
    pub fn open_exception(&mut self, class: ClassId) -> ObjectId {
        let body = InstanceBody { types: Rc::from([class]), open: true, fields: Vec::new() };
        let exception = self.add(Object { origin: Origin::Input, body: Body::Instance(body) });
        self.input_objects.push_back(exception);
        exception
    }

    /// What code elsewhere can reach: inputs, what static fields refer to, the call's arguments, and all that these refer to. What
    /// class initialisation left is taken to stay so, as everywhere in a summary.
    pub fn escaped(&self, program: &Program, arguments: &[Value]) -> Vec<ObjectId> {
        let mut open: Vec<ObjectId> = self.input_objects.iter().copied().collect();
        open.extend(self.open_effects.changed.keys().copied());
        open.extend(self.changed_imports());
        let held = |value: &Value| self.referred(*value);
        open.extend(arguments.iter().filter_map(held));
        open.extend(self.static_entries().filter_map(|(_, value)| held(&value)));
        let mut found: FxHashSet<ObjectId> = FxHashSet::default();
        while let Some(object) = open.pop() {
            if !found.insert(object) || self.is_as_imported(object) {
                continue;
            }
            match self.peek(object).map(|object| &object.body) {
                Some(Body::Instance(body)) => open.extend(body.fields.iter().filter_map(|(_, value)| held(value))),
                Some(Body::Array(ArrayBody { contents: Contents::References(elements), .. })) => {
                    open.extend(elements.held().iter().filter_map(held));
                }
                _ => {}
            }
        }
        let can_change = |object: &ObjectId| {
            let is_settled = self.peek(*object).is_none_or(|it| matches!(it.origin, Origin::Initialised(_)));
            !is_settled && self.value_class(program, *object).is_none()
        };
        let mut found: Vec<ObjectId> = found.into_iter().filter(can_change).collect();
        found.sort_unstable();
        found
    }

    fn forget(&mut self, context: &mut Context<'_>, object: ObjectId, epoch: Epoch) {
        let program = context.program;
        self.forget_lookups(object);
        let Some(known) = self.peek(object) else { return };
        let is_input = matches!(known.origin, Origin::Input);
        match &known.body {
            Body::Instance(body) => {
                if matches!(known.origin, Origin::Literal(_)) {
                    return;
                }
                if body.fields.iter().any(|(field, _)| !stays(program, *field))
                    && let Some(Object { body: Body::Instance(body), .. }) = self.object_mut(object)
                {
                    body.fields.retain(|(field, _)| stays(program, *field));
                }
            }
            Body::Array(array) => {
                let contents = match &array.contents {
                    Contents::Primitive(kind, _) => {
                        let kind = *kind;
                        let origin = InputOrigin::Open(epoch, OpenPlace::Contents(object));
                        Contents::Primitive(kind, self.new_input(context.pool, origin, Domain::Contents(kind)))
                    }
                    Contents::References(_) => {
                        let body = array.clone();
                        let held = self.add(Object { origin: Origin::Input, body: Body::Array(body) });
                        self.open_effects.contents.insert(held, (object, epoch));
                        self.hold_the_same(program, held, object);
                        Contents::References(Rc::new(Elements::initial(held)))
                    }
                };
                if let Some(Object { body: Body::Array(array), .. }) = self.object_mut(object) {
                    array.contents = contents;
                }
            }
        }
        self.forget_initial_fields(object, |field| !stays(program, field));
        // From now on a reference that is read may be this one.
        if !is_input && !self.open_effects.changed.contains_key(&object) {
            self.give_away(object);
        }
        self.open_effects.changed.insert(object, epoch);
    }

    /// Whether an object can be what a reference input refers to: one that the path has made is in nothing that was there before
    /// it escaped.
    pub fn can_be_met_by(&self, object: ObjectId, origin: SymbolOrigin) -> bool {
        let is_made =
            self.peek(object).is_some_and(|it| matches!(it.origin, Origin::Allocated | Origin::Constructed(_)));
        !is_made
            || matches!(origin, SymbolOrigin::Open(..))
            || matches!(origin, SymbolOrigin::Field(..) | SymbolOrigin::Element(..))
    }
}
