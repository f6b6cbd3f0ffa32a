//! What makings have left in the fields of objects, and whether the state of an object can still change.

use super::super::memory::{Context, Heap, InputOrigin, SymbolOrigin};
use super::super::value::{ObjectId, Reference, Value};
use super::Construction;
use crate::program::{ClassId, FieldId, FieldKind, Program};

impl Heap {
    /// What an instance field holds where made inputs are concerned: a field that callers can assign is an input at its
    /// first use. None where nothing is special.
    pub(in crate::heap) fn read_made_field(
        &mut self,
        context: &mut Context<'_>,
        object: ObjectId,
        field: FieldId,
    ) -> Option<Value> {
        let caller = self.construction.caller()?;
        let owner = self.construction.owner(object)?;
        if self.construction.ledger.settled.contains(&(object, field)) {
            return None;
        }
        // Of a given input it is known which ones are assigned.
        let giving = self.samples.as_mut().and_then(|samples| samples.giving());
        let may_be_assigned = giving.is_none_or(|giving| giving.assigns(object, field));
        let made = self.construction.made(object).filter(|_| may_be_assigned);
        if made.is_some_and(|made| made.is_finished) && context.program.is_assignable(field, &caller.package) {
            return Some(self.assigned_field(context, object, field));
        }
        if self.construction.running().is_none() {
            self.note_left_state(context, owner, object, field);
            self.note_part(context.program, owner, object, field);
        }
        None
    }

    /// A field that the caller assigns: a new input. A reference can also stay what the constructor made it.
    fn assigned_field(&mut self, context: &mut Context<'_>, object: ObjectId, field: FieldId) -> Value {
        let left = self.instance(object).and_then(|body| body.fields.iter().find(|(id, _)| *id == field));
        let left = left.map(|(_, value)| *value);
        let made = self.construction.made(object).map(|made| (made.class, made.symbol));
        let passed_as = made.and_then(|(class, symbol)| Some((class, self.construction.ledger.generics.get(&symbol)?)));
        let narrowed =
            passed_as.and_then(|(class, generic)| context.program.field_in((class, generic.as_ref()), field));
        let (kind, generic) = match narrowed {
            Some((kind, generic)) => (kind, Some(generic)),
            None => (context.program.field(field).kind, context.program.generic_field(field)),
        };
        let origins = (SymbolOrigin::Field(object, field), InputOrigin::Field(object, field));
        let value = self.new_value(context.pool, kind, origins);
        self.construction.note_generic(value, generic.as_ref());
        if let (Value::Reference(Reference::Symbol(symbol)), Some(Value::Reference(left))) = (value, left)
            && let Reference::Object(left) = self.current(left)
            && !self.input_objects.contains(&left)
        {
            self.construction.ledger_mut().left.insert(symbol, left);
        }
        self.construction.ledger_mut().settled.insert((object, field));
        self.store_field(object, field, value);
        value
    }

    /// Whether an object may be changed by who gave it to a constructor, or by others that know it, after the constructor has
    /// looked into it.
    fn is_kept_and_changeable(&self, program: &Program, object: ObjectId) -> bool {
        if !self.construction.looked_into.borrow().contains_key(&object) {
            return false;
        }
        self.instance(object).is_none_or(|body| {
            let is_constant = |class: &ClassId| {
                program.is_value_class(*class)
                    || program.class(*class).is_enum()
                    || is_immutable(program, *class)
                    || (program.is_user_class(*class) && !has_changeable_state(program, *class))
            };
            !body.types.iter().all(is_constant)
        })
    }

    /// Notes that the method under test reads a state that a constructor left and that methods can change.
    fn note_left_state(&self, context: &Context<'_>, owner: ObjectId, object: ObjectId, field: FieldId) {
        let held = self.instance(object).and_then(|body| body.fields.iter().find(|(id, _)| *id == field));
        let holds_array = match held {
            Some((_, Value::Reference(reference))) => match self.current(*reference) {
                Reference::Object(held) => {
                    self.array(held).is_some_and(|body| context.pool.as_int(body.length) != Some(0))
                }
                _ => false,
            },
            _ => false,
        };
        let program = context.program;
        let class = program.field(field).class;
        // What collections and the like hold was put there by the caller.
        let is_callers = self.construction.made(owner).is_some_and(|made| !program.is_user_class(made.class));
        let is_kept = match held {
            Some((_, Value::Reference(reference))) => match self.current(*reference) {
                Reference::Object(held) => self.is_kept_and_changeable(context.program, held),
                _ => false,
            },
            _ => false,
        };
        let is_constant = is_callers
            || matches!(&*program.class(class).name, "java/lang/String" | "java/lang/Enum")
            || (self.instance(object).is_some_and(|body| body.types.iter().all(|class| is_immutable(program, *class)))
                && !held.is_some_and(|(_, value)| self.leads_to_array(program, field, *value)));
        let is_constant = is_constant && !is_other_state(program, &self.construction, owner, field);
        // What models keep of a JDK object in hidden fields, they change.
        let is_hidden = program.field(field).kind == FieldKind::Text;
        let can_change = holds_array || is_callers || is_hidden || self.construction.is_changeable(program, field);
        if (is_kept && !is_callers) || (!is_constant && can_change) {
            self.construction.unsettled.set(self.construction.made(owner).map(|made| made.class));
        }
    }

    /// Whether what a field of an object that never changes refers to is an array that the object was given, or an array of its own that
    /// holds one: others may change what is in it.
    fn leads_to_array(&self, program: &Program, field: FieldId, value: Value) -> bool {
        let array = |value: Value| match value {
            Value::Reference(reference) => match self.current(reference) {
                Reference::Object(object) if self.array(object).is_some() => Some(object),
                _ => None,
            },
            _ => None,
        };
        let Some(found) = array(value) else { return false };
        !program.field(field).kind.is_array()
            || self.stored_elements(found).into_iter().any(|element| array(element).is_some())
    }
}

/// Whether a field of a made object of the JDK may hold what none of the ways to make it puts there: suppressed exceptions, and a
/// cause that no constructor takes.
fn is_other_state(program: &Program, construction: &Construction, owner: ObjectId, field: FieldId) -> bool {
    let field = program.field(field);
    if &*program.class(field.class).name != "java/lang/Throwable" {
        return false;
    }
    let takes_cause = |class: ClassId| {
        let constructor = (&*program.class(class).name, "<init>", "(Ljava/lang/String;Ljava/lang/Throwable;)V");
        program.method_by_name(constructor).is_some_and(|method| program.method(method).flags.is_public())
    };
    match &*field.name {
        "suppressedExceptions" => true,
        "cause" => construction.made(owner).is_some_and(|made| !takes_cause(made.class)),
        _ => false,
    }
}

/// Whether objects of a class have a field that can be assigned after their construction.
fn has_changeable_fields(program: &Program, class: ClassId) -> bool {
    let fields = program.class(class).fields.iter().map(|field| program.field(*field));
    fields.into_iter().any(|field| !field.flags.is_static() && !field.flags.is_final())
}

/// The same of what its superclasses declare too.
fn has_changeable_state(program: &Program, class: ClassId) -> bool {
    program.superclasses(class).any(|above| has_changeable_fields(program, above))
}

/// Whether no object of a class from outside the class path ever changes: what it refers to may.
fn is_immutable(program: &Program, class: ClassId) -> bool {
    let found = program.class(class);
    let name = &*found.name;
    IMMUTABLE.contains(&name)
        // An object of `Object` itself has no state; one of a final class has no more than its class says.
        || (found.is_jdk && (found.flags.is_final() || name == "java/lang/Object") && !has_changeable_state(program, class))
}

/// Classes from outside the class path whose objects never change, though they note what they have worked out.
const IMMUTABLE: &[&str] = &[
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Class",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/String",
    "java/math/BigDecimal",
    "java/math/BigInteger",
];
