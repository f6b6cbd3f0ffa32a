//! The input of a test: expressions and variables that make its objects.

use super::draft::{Draft, Helper, element};
use super::names::source_parts;
use super::shape::{is_hidden, is_open};
use super::varying::{Varying, plain, whole};
use super::words::uncapitalised;
use super::{identifier, literal};
use crate::classfile::{GenericType, PrimitiveType, parse_class_type_parameters, parse_field_descriptor, simple_name};
use crate::input::{ConcreteObject, ConcreteValue, FieldName, ObjectPlace, declared_field};
use crate::program::{ClassId, FieldKind, Linkage};

/// Expressions longer than this get a variable.
const LONGEST_INLINE: usize = 60;
/// Arrays of more elements are filled by assignments to those that are not zero.
const LONGEST_INITIALISER: i32 = 24;
/// Arrays of more elements than this are not written.
const LONGEST_ARRAY: i32 = 100_000;
/// Strings of more units are not written.
const LONGEST_STRING: usize = 10_000;
/// Objects inside one another deeper than this are not written.
const DEEPEST: usize = 40;

/// Where a value goes, which decides how it is written.
#[derive(Clone, Copy)]
pub(super) struct Target<'t> {
    /// The declared type.
    pub(super) kind: Option<FieldKind>,
    /// The declared type with its arguments, as far as they are known.
    pub(super) generic: Option<&'t GenericType>,
    /// What a person would call it.
    pub(super) name: Option<&'t str>,
    /// Whether a constant is narrowed without a cast: in assignments and array initialisers.
    pub(super) narrows: bool,
    pub(super) depth: usize,
}

impl Target<'_> {
    pub(super) fn of(kind: FieldKind) -> Self {
        Target { kind: Some(kind), generic: None, name: None, narrows: false, depth: 0 }
    }

    /// What a parameter for the value would be called.
    fn spoken(&self) -> &str {
        self.name.filter(|name| !name.contains('$')).unwrap_or("value")
    }
}

/// The types that people declare a collection's variable with; others lack what fills it.
const DECLARED_AS: [&str; 11] = [
    "java/util/Collection",
    "java/util/List",
    "java/util/Set",
    "java/util/SortedSet",
    "java/util/NavigableSet",
    "java/util/Queue",
    "java/util/Deque",
    "java/util/Map",
    "java/util/SortedMap",
    "java/util/NavigableMap",
    "java/util/concurrent/ConcurrentMap",
];

type Written = Result<String, String>;

impl Draft<'_, '_> {
    /// A value of the input as an expression.
    pub(super) fn value(&mut self, value: ConcreteValue, target: Target<'_>) -> Written {
        let primitive = match (value, target.kind) {
            (ConcreteValue::Null, _) => return Ok("null".into()),
            (ConcreteValue::Object(number), _) => return self.object(number, target),
            (ConcreteValue::Int(_), Some(FieldKind::Primitive(primitive))) => primitive,
            (ConcreteValue::Int(_), _) => PrimitiveType::Int,
            (ConcreteValue::Long(_), _) => PrimitiveType::Long,
            (ConcreteValue::Float(_), _) => PrimitiveType::Float,
            (ConcreteValue::Double(_), _) => PrimitiveType::Double,
        };
        let known = varying_number(primitive, value, target.spoken());
        let shown = match value {
            ConcreteValue::Int(number)
                if target.narrows && matches!(primitive, PrimitiveType::Byte | PrimitiveType::Short) =>
            {
                number.to_string()
            }
            _ => known.expression.clone(),
        };
        Ok(self.varying(&known, &shown))
    }

    fn object(&mut self, number: usize, target: Target<'_>) -> Written {
        if let Some(Some(name)) = self.names.get(number) {
            return Ok(name.clone());
        }
        if target.depth > DEEPEST {
            return Err("objects too deep inside one another".into());
        }
        if self.running.get(number) == Some(&true) {
            return Err("an object that is made from itself".into());
        }
        let case = self.case;
        let object = case.objects.get(number).ok_or("an object that is not there")?;
        if let Some(plain) = self.plain(number, object, target)? {
            return Ok(plain);
        }
        let is_inline = self.uses.get(number) == Some(&1)
            && self.spoken_of.get(number) != Some(&true)
            && !self.needs_statements(number, object);
        if is_inline {
            self.set_running(number, true);
            let made = self.initialiser(number, object, target, false);
            self.set_running(number, false);
            let made = made?;
            if plain(&made).len() <= LONGEST_INLINE || target.name.is_none() {
                return Ok(made);
            }
            return self.declare(number, object, target, Some(made));
        }
        self.declare(number, object, target, None)
    }

    fn set_running(&mut self, number: usize, is_running: bool) {
        if let Some(running) = self.running.get_mut(number) {
            *running = is_running;
        }
    }

    /// What is written in full wherever it is used.
    fn plain(&mut self, number: usize, object: &ConcreteObject, target: Target<'_>) -> Result<Option<String>, String> {
        Ok(Some(match object {
            ConcreteObject::String(text) if text.len() > LONGEST_STRING => {
                return Err(format!("a string of {} characters", text.len()));
            }
            ConcreteObject::String(text) if self.tells_identity && self.is_repeated(number, text) => {
                // Literals with the same text are one object.
                format!("new String({})", self.varying_text(&literal::string(text), target.spoken()))
            }
            ConcreteObject::String(text) => self.varying_text(&literal::string(text), target.spoken()),
            ConcreteObject::Class(class) => {
                let name = self.site.types.mirrored(class).ok_or_else(|| closed(class))?;
                format!("{name}.class")
            }
            ConcreteObject::Static(field) => self.static_field(field)?,
            ConcreteObject::New(class) => match self.boxed(number, class, target.spoken()) {
                Some(literal) => literal,
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// Whether a string before this one has the same text.
    fn is_repeated(&self, number: usize, text: &[u16]) -> bool {
        let before = self.case.objects.iter().zip(&self.uses).take(number).filter(|(_, uses)| **uses > 0);
        before.into_iter().any(|(object, _)| matches!(object, ConcreteObject::String(other) if **other == *text))
    }

    /// What a box holds, as a literal that is boxed where it is used.
    fn boxed(&self, number: usize, class: &str, name: &str) -> Option<String> {
        let held = self.case.held_by_box(number).unwrap_or(ConcreteValue::Int(0));
        let value = varying_number(boxed_type(class)?, held, name);
        Some(self.varying(&value, &value.expression))
    }

    /// A string literal in a statement.
    pub(super) fn varying_text(&self, literal: &str, name: &str) -> String {
        self.varying(&Varying::text(literal, name), literal)
    }

    /// A string literal that an assertion compares with.
    pub(super) fn expected_text(&self, literal: &str, name: &str) -> String {
        self.varying(&Varying::text(literal, name).compared(), literal)
    }

    fn static_field(&mut self, name: &FieldName) -> Written {
        let program = self.site.program;
        let field = declared_field(program, name).ok_or_else(|| closed(&name.class))?;
        let info = program.field(field);
        let class = self.site.types.class(info.class).ok_or_else(|| closed(&name.class))?;
        if is_open(program, info.flags, info.class, &self.site.package)
            && let Ok(name) = identifier::field(program, field)
        {
            return Ok(format!("{class}.{name}"));
        }
        if &*name.class == "java/util/Optional" && &*name.name == "EMPTY" {
            return Ok(format!("{class}.empty()"));
        }
        if !program.is_user_class(info.class) {
            return Err(format!("{class}.{} is not accessible", name.name));
        }
        let kind = self.site.types.kind(info.kind).ok_or_else(|| closed(&name.name))?;
        self.help(Helper::Read);
        Ok(format!("({kind}) read({class}.class, null, {})", literal::text(&info.name)))
    }

    /// Whether an object takes more than one expression.
    fn needs_statements(&self, number: usize, object: &ConcreteObject) -> bool {
        let assigned = |is_field: bool| {
            self.case
                .assignments
                .iter()
                .any(|(holder, place, _)| *holder == number && matches!(place, ObjectPlace::Field(_)) == is_field)
        };
        match object {
            ConcreteObject::New(class) if identifier::is_users(self.site.program, class) => {
                self.plan(class, number).is_none_or(|plan| plan.is_guess || !plan.rest.is_empty())
            }
            ConcreteObject::Made(calls) => assigned(true) || !(calls.len() == 1 || is_copied(calls)),
            ConcreteObject::Array(_, length) => *length > LONGEST_INITIALISER && assigned(false),
            _ => false,
        }
    }

    /// Declares an object's variable, unless it is made already, and does to it what the case says.
    fn declare(&mut self, number: usize, object: &ConcreteObject, target: Target<'_>, made: Option<String>) -> Written {
        let (kind, class) = self.declared_type(object, target)?;
        let made = match made {
            Some(made) => made,
            None => {
                self.set_running(number, true);
                let made = self.initialiser(number, object, target, true);
                self.set_running(number, false);
                made?
            }
        };
        // A name that compilers give is none.
        let wanted = match target.name.filter(|name| !name.contains('$')) {
            Some(name) => name.to_owned(),
            None => class.map_or_else(|| "values".to_owned(), |class| self.name_for(class)),
        };
        let name = self.variables.fresh(&wanted);
        // An array's type need not be said twice.
        let shown = plain(&made);
        let short = shown.strip_prefix(&format!("new {kind} {{")).map(|rest| format!("{{{rest}"));
        let made = match (whole(&made), short) {
            (Some(value), short) => self.varying(&value, &short.unwrap_or(shown)),
            (None, Some(short)) => short,
            (None, None) => made,
        };
        self.statements.push(format!("{kind} {name} = {made};"));
        if let Some(slot) = self.names.get_mut(number) {
            *slot = Some(name.clone());
        }
        self.follow(number, object, &name, target.depth)?;
        let (ready, waiting): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.waiting).into_iter().partition(|(object, _)| *object == number);
        self.waiting = waiting;
        self.statements.extend(ready.into_iter().map(|(_, statement)| statement.replace("{}", &name)));
        Ok(name)
    }

    /// What a person would call an object of a class.
    fn name_for(&self, class: ClassId) -> String {
        let parts = source_parts(self.site.program, self.site.program.class_name(class));
        uncapitalised(parts.last().map_or("value", String::as_str))
    }

    /// The type of an object's variable, and the class that names it.
    fn declared_type(
        &mut self,
        object: &ConcreteObject,
        target: Target<'_>,
    ) -> Result<(String, Option<ClassId>), String> {
        let program = self.site.program;
        match object {
            ConcreteObject::Array(descriptor, _) => {
                let kind = self.site.types.descriptor(descriptor).ok_or_else(|| closed(descriptor))?;
                Ok((kind, None))
            }
            _ => {
                let made = self.class_of(object).ok_or("an object of a class that is not there")?;
                let class = match target.generic {
                    // People declare a collection by what they use it as.
                    Some(GenericType::Class(declared, _)) if !program.is_user_class(made) => {
                        let declared = program.class_by_name(declared).filter(|_| DECLARED_AS.contains(&&**declared));
                        declared.filter(|class| program.is_subclass(made, *class) == Some(true)).unwrap_or(made)
                    }
                    _ => made,
                };
                Ok((self.typed(class, target.generic)?, Some(class)))
            }
        }
    }

    /// The class of an object of the input.
    pub(super) fn class_of(&self, object: &ConcreteObject) -> Option<ClassId> {
        let program = self.site.program;
        match object {
            ConcreteObject::New(class) | ConcreteObject::Builder(class, _) => program.class_by_name(class),
            ConcreteObject::Made(calls) => {
                let call = calls.first()?;
                if &*call.method.name == "<init>" {
                    return program.class_by_name(&call.method.class);
                }
                let result = call.method.descriptor.rsplit(')').next()?;
                match program.field_kind(&parse_field_descriptor(result)?)? {
                    FieldKind::Reference(reference) => reference.as_class(),
                    _ => None,
                }
            }
            ConcreteObject::String(_) => program.class_by_name("java/lang/String"),
            ConcreteObject::Class(_) => program.class_by_name("java/lang/Class"),
            ConcreteObject::Static(field) => match program.field(declared_field(program, field)?).kind {
                FieldKind::Reference(reference) => reference.as_class(),
                _ => None,
            },
            ConcreteObject::Array(..) => None,
        }
    }

    /// A class with type arguments: those of the place where they are known, `Object` where that is within bounds, else none.
    pub(super) fn typed(&mut self, class: ClassId, generic: Option<&GenericType>) -> Written {
        let name = self.site.types.class(class).ok_or_else(|| closed(self.site.program.class_name(class)))?;
        let parameters = type_parameters(self.site.program, class);
        if parameters.is_empty() {
            return Ok(name);
        }
        if let Some(GenericType::Class(_, arguments)) = generic
            && arguments.len() == parameters.len()
        {
            let known: Option<Vec<String>> = arguments.iter().map(|argument| self.generic(argument, 0)).collect();
            if let Some(known) = known {
                return Ok(format!("{name}<{}>", known.join(", ")));
            }
            if arguments.iter().any(|argument| matches!(argument, GenericType::Class(_, inner) if !inner.is_empty())) {
                // What has wildcards inside is no type that could be written exactly.
                return Ok(name);
            }
        }
        let is_unbounded = |bound: &Option<GenericType>| {
            bound
                .as_ref()
                .is_none_or(|bound| matches!(bound, GenericType::Class(name, _) if &**name == "java/lang/Object"))
        };
        if parameters.iter().all(|(_, bound)| is_unbounded(bound)) {
            return Ok(format!("{name}<{}>", vec!["Object"; parameters.len()].join(", ")));
        }
        Ok(name)
    }

    fn generic(&mut self, generic: &GenericType, depth: usize) -> Option<String> {
        match generic {
            GenericType::Class(name, arguments) if depth < DEEPEST => {
                let class = self.site.program.class_by_name(name)?;
                let text = self.site.types.class(class)?;
                let parameters = type_parameters(self.site.program, class).len();
                if arguments.len() != parameters {
                    return None;
                }
                if arguments.is_empty() {
                    return Some(text);
                }
                let arguments: Option<Vec<String>> = arguments.iter().map(|one| self.generic(one, depth + 1)).collect();
                Some(format!("{text}<{}>", arguments?.join(", ")))
            }
            GenericType::Array(element) if depth < DEEPEST => Some(format!("{}[]", self.generic(element, depth + 1)?)),
            GenericType::Primitive(letter) => self.site.types.descriptor(&letter.to_string()),
            _ => None,
        }
    }

    /// The expression that makes an object, as far as one expression does.
    fn initialiser(
        &mut self,
        number: usize,
        object: &ConcreteObject,
        target: Target<'_>,
        has_variable: bool,
    ) -> Written {
        match object {
            ConcreteObject::Array(descriptor, length) => self.array(number, descriptor, *length, target),
            ConcreteObject::Builder(class, text) => {
                let name = self.site.types.class_named(class).ok_or_else(|| closed(class))?;
                let held = match text.is_empty() {
                    true => String::new(),
                    false => self.varying_text(&literal::string(text), target.spoken()),
                };
                Ok(format!("new {name}({held})"))
            }
            ConcreteObject::Made(calls) if is_copied(calls) => self.collection(calls, target),
            ConcreteObject::Made(calls) => {
                let call = calls.first().ok_or("an object that nothing makes")?;
                if let Some(script) = &call.script {
                    if !script.is_lambda {
                        return Err("a class that the test would have to write".into());
                    }
                    return self.lambda(&script.extended, call.arguments.first().copied(), target.depth + 1);
                }
                let (receiver, arguments) = call.split_receiver();
                let receiver = match receiver {
                    Some(receiver) => Some(self.value(
                        receiver,
                        Target { kind: None, generic: None, name: None, narrows: false, depth: target.depth + 1 },
                    )?),
                    None => None,
                };
                self.call(&call.method, receiver.as_deref(), arguments, target.depth + 1)
            }
            ConcreteObject::New(class) => self.instance(class, number, target.depth, has_variable),
            ConcreteObject::Static(_) | ConcreteObject::String(_) | ConcreteObject::Class(_) => {
                Err("what is written in full has no variable".into())
            }
        }
    }

    /// The lambda expression that implements a functional interface by always giving an answer.
    fn lambda(&mut self, interface: &str, answer: Option<ConcreteValue>, depth: usize) -> Written {
        let program = self.site.program;
        let method = program.class_by_name(interface).and_then(|interface| program.functional_method(interface));
        let method = program.method(method.ok_or("an interface without a method to implement")?);
        let answer = match answer {
            Some(answer) => {
                self.value(answer, Target { kind: method.result, generic: None, name: None, narrows: false, depth })?
            }
            None => "{}".into(),
        };
        let names: Vec<String> = (1..=method.parameters.len()).map(|number| format!("ignored{number}")).collect();
        // The cast says what it implements, also where something is called on it.
        let name = self.site.types.class_named(interface).ok_or_else(|| closed(interface))?;
        Ok(format!("(({name}) ({}) -> {answer})", names.join(", ")))
    }

    fn array(&mut self, number: usize, descriptor: &str, length: i32, target: Target<'_>) -> Written {
        if length > LONGEST_ARRAY {
            return Err(format!("an array of {length} elements"));
        }
        let kind = self.site.types.descriptor(descriptor).ok_or_else(|| closed(descriptor))?;
        let component = parse_field_descriptor(descriptor.get(1..).unwrap_or_default());
        let component = component.and_then(|component| self.site.program.field_kind(&component));
        let case = self.case;
        let is_zero = !case.assignments.iter().any(|(holder, _, _)| *holder == number);
        if (is_zero && length > 4) || length > LONGEST_INITIALISER || (length == 0 && !kind.ends_with("[][]")) {
            // The length stands in the first brackets.
            let element = kind.find('[').unwrap_or(kind.len());
            let (element, brackets) = kind.split_at(element);
            let made = format!("new {element}[{length}]{}", brackets.get(2..).unwrap_or_default());
            // What is assigned to its elements afterwards needs it as it is.
            return Ok(match is_zero {
                true => self.varying(&Varying::array(&kind, made.clone(), target.spoken()), &made),
                false => made,
            });
        }
        let values: Vec<ConcreteValue> =
            (0..length).map(|index| element(case, number, index).unwrap_or_else(|| zero(component))).collect();
        if let Some(made) = self.text_array(descriptor, &values) {
            return Ok(self.varying(&Varying::array(&kind, made.clone(), target.spoken()), &made));
        }
        let mut elements = Vec::new();
        let mut is_constant = true;
        for value in values {
            if let ConcreteValue::Object(held) = value
                && self.is_unfinished(held)
            {
                // Both directions of a cycle cannot be declared first.
                elements.push("null".into());
                is_constant = false;
                continue;
            }
            let held = Target { kind: component, generic: None, name: None, narrows: true, depth: target.depth + 1 };
            let text = self.value(value, held)?;
            is_constant &= text == "null" || whole(&text).is_some();
            elements.push(inner_initialiser(&kind, text));
        }
        let made = format!("new {kind} {{{}}}", elements.join(", "));
        if !is_constant {
            return Ok(made);
        }
        // What differs is the array, not one element or another of it.
        let made = plain(&made);
        Ok(self.varying(&Varying::array(&kind, made.clone(), target.spoken()), &made))
    }

    /// Units or bytes that read better as a text; none where they do not.
    pub(super) fn text_array(&mut self, descriptor: &str, elements: &[ConcreteValue]) -> Option<String> {
        match (descriptor, literal::as_text(elements)) {
            ("[C", Some(text)) => Some(format!("{text}.toCharArray()")),
            ("[B", Some(text)) => {
                let charsets = self.jdk("java/nio/charset/StandardCharsets").ok()?;
                Some(format!("{text}.getBytes({charsets}.US_ASCII)"))
            }
            ("[B", None) => Some(format!("new byte[] {{{}}}", literal::as_characters(elements)?.join(", "))),
            _ => None,
        }
    }

    fn is_unfinished(&self, number: usize) -> bool {
        self.running.get(number) == Some(&true) && self.names.get(number).is_none_or(Option::is_none)
    }

    /// A collection from its elements.
    fn collection(&mut self, calls: &[crate::input::ConcreteCall], target: Target<'_>) -> Written {
        let (maker, added) = calls.split_first().ok_or("a collection that nothing makes")?;
        let class = self.site.program.class_by_name(&maker.method.class).ok_or("a collection of no class")?;
        let name = self.site.types.class(class).ok_or_else(|| closed(&maker.method.class))?;
        let diamond = if type_parameters(self.site.program, class).is_empty() { "" } else { "<>" };
        let element = match target.generic {
            Some(GenericType::Class(_, arguments)) => arguments.first(),
            _ => None,
        };
        let mut elements = Vec::new();
        for call in added {
            let value = call.arguments.first().copied().unwrap_or(ConcreteValue::Null);
            let target = Target { kind: None, generic: element, name: None, narrows: false, depth: target.depth + 1 };
            elements.push(self.value(value, target)?);
        }
        let has_null = elements.iter().any(|element| element == "null");
        let from = match (elements.as_slice(), has_null) {
            ([], _) => return Ok(format!("new {name}{diamond}()")),
            ([_], true) => format!("{}.singletonList(null)", self.jdk("java/util/Collections")?),
            _ => self.list_of(&elements)?,
        };
        Ok(format!("new {name}{diamond}({from})"))
    }

    /// A list of some elements as the Java of the class under test has it. `List.of` takes no null.
    pub(super) fn list_of(&mut self, elements: &[String]) -> Written {
        let (class, method) = match self.site.has_factories() && !elements.iter().any(|element| element == "null") {
            true => (self.jdk("java/util/List")?, "of"),
            false => (self.jdk("java/util/Arrays")?, "asList"),
        };
        Ok(format!("{class}.{method}({})", elements.join(", ")))
    }

    /// A class of the JDK by its name in source.
    pub(super) fn jdk(&mut self, class: &str) -> Written {
        self.site.types.class_named(class).ok_or_else(|| closed(class))
    }

    /// What happens to an object once it has a variable.
    fn follow(&mut self, number: usize, object: &ConcreteObject, name: &str, depth: usize) -> Result<(), String> {
        let case = self.case;
        if let ConcreteObject::Made(calls) = object
            && !is_copied(calls)
        {
            for call in calls.iter().skip(1) {
                if self.idle.contains(&&call.method) {
                    continue;
                }
                let statement = self.call(&call.method, Some(name), &call.arguments, depth + 1)?;
                self.statements.push(format!("{statement};"));
            }
        }
        match object {
            ConcreteObject::New(class) => {
                let plan = self.plan(class, number).ok_or_else(|| unmade(class))?;
                for (field, value) in plan.rest {
                    self.assign_field(number, name, field, value, depth)?;
                }
            }
            ConcreteObject::Array(descriptor, length) => self.fill(number, descriptor, *length, name, depth)?,
            _ => {
                for (holder, place, value) in &case.assignments {
                    if let (true, ObjectPlace::Field(field)) = (*holder == number, place) {
                        let field = declared_field(self.site.program, field).ok_or("a field that is not there")?;
                        self.assign_field(number, name, field, *value, depth)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Assigns the elements that the initialiser left out.
    fn fill(&mut self, number: usize, descriptor: &str, length: i32, name: &str, depth: usize) -> Result<(), String> {
        let case = self.case;
        let component = parse_field_descriptor(descriptor.get(1..).unwrap_or_default());
        let component = component.and_then(|component| self.site.program.field_kind(&component));
        for (holder, place, value) in &case.assignments {
            let (true, ObjectPlace::Element(index)) = (*holder == number, place) else { continue };
            let is_own = *value == ConcreteValue::Object(number);
            let is_left_out = length > LONGEST_INITIALISER || is_own;
            if is_left_out && element(case, number, *index) == Some(*value) {
                let target = Target { kind: component, generic: None, name: None, narrows: true, depth: depth + 1 };
                let text = self.value(*value, target)?;
                self.statements.push(format!("{name}[{index}] = {text};"));
            }
        }
        Ok(())
    }

    fn assign_field(
        &mut self,
        holder: usize,
        name: &str,
        field: crate::program::FieldId,
        value: ConcreteValue,
        depth: usize,
    ) -> Result<(), String> {
        let program = self.site.program;
        let info = program.field(field);
        let is_assignable = program.is_assignable(field, &self.site.package);
        let member = identifier::field(program, field).ok().filter(|_| is_assignable);
        let generic = program.generic_field(field);
        let unfinished = match value {
            ConcreteValue::Object(held) if held != holder && self.is_unfinished(held) => Some(held),
            _ => None,
        };
        let text = match unfinished {
            Some(_) => "{}".to_owned(),
            None => {
                let target = Target {
                    kind: Some(info.kind),
                    generic: generic.as_ref(),
                    name: Some(&info.name),
                    narrows: member.is_some(),
                    depth: depth + 1,
                };
                self.value(value, target)?
            }
        };
        let statement = if let Some(member) = member {
            let hides = self.case.objects.get(holder).and_then(|object| self.class_of(object));
            let hides = hides.is_some_and(|class| is_hidden(program, field, class));
            match self.site.types.class(info.class).filter(|_| hides) {
                Some(declaring) => format!("(({declaring}) {name}).{member} = {text};"),
                None => format!("{name}.{member} = {text};"),
            }
        } else {
            let class = self.site.types.class(info.class).ok_or_else(|| closed(program.class_name(info.class)))?;
            self.help(Helper::Write);
            format!("write({class}.class, {name}, {}, {text});", literal::text(&info.name))
        };
        match unfinished {
            Some(held) => self.waiting.push((held, statement)),
            None => self.statements.push(statement),
        }
        Ok(())
    }

    /// Assigns a static field.
    pub(super) fn assign_static(&mut self, name: &FieldName, value: ConcreteValue) -> Result<(), String> {
        let program = self.site.program;
        let field = declared_field(program, name).ok_or_else(|| closed(&name.name))?;
        let info = program.field(field);
        let generic = program.generic_field(field);
        let is_accessible = is_open(program, info.flags, info.class, &self.site.package);
        let member = identifier::field(program, field).ok().filter(|_| is_accessible);
        let target = Target {
            kind: Some(info.kind),
            generic: generic.as_ref(),
            name: Some(&info.name),
            narrows: member.is_some(),
            depth: 0,
        };
        let text = self.value(value, target)?;
        let class = self.site.types.class(info.class).ok_or_else(|| closed(&name.class))?;
        if let Some(member) = member {
            self.statements.push(format!("{class}.{member} = {text};"));
        } else {
            self.help(Helper::Write);
            self.statements.push(format!("write({class}.class, null, {}, {text});", literal::text(&info.name)));
        }
        Ok(())
    }
}

/// Whether calls make a collection that another one's elements in their order make as well.
pub(super) fn is_copied(calls: &[crate::input::ConcreteCall]) -> bool {
    const COPIED: [&str; 7] = [
        "java/util/ArrayList",
        "java/util/LinkedList",
        "java/util/Vector",
        "java/util/ArrayDeque",
        "java/util/LinkedHashSet",
        "java/util/HashSet",
        "java/util/TreeSet",
    ];
    let Some((maker, added)) = calls.split_first() else { return false };
    COPIED.contains(&&*maker.method.class)
        && &*maker.method.descriptor == "()V"
        && added.iter().all(|call| &*call.method.name == "add" && call.arguments.len() == 1)
        // Null is no element of a deque, which adding says later than copying would.
        && (added.is_empty() || !added.iter().all(|call| call.arguments.first() == Some(&ConcreteValue::Null)) || added.len() == 1)
}

/// The type parameters of a class.
pub(super) fn type_parameters(program: &crate::program::Program, class: ClassId) -> crate::classfile::TypeParameters {
    match &program.class(class).linkage {
        Linkage::Loaded(file) => {
            file.signature.as_ref().and_then(|text| parse_class_type_parameters(text)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// An array inside an array initialiser needs no `new` of its own when it is of the component's type.
pub(super) fn inner_initialiser(kind: &str, text: String) -> String {
    if !kind.ends_with("[][]") {
        return text;
    }
    let text = plain(&text);
    let component = kind.strip_suffix("[]").unwrap_or(kind);
    if component.strip_suffix("[]").is_some_and(|element| text == format!("new {element}[0]")) {
        return "{}".into();
    }
    match text.strip_prefix(&format!("new {component} {{")) {
        Some(rest) if component.ends_with(']') => format!("{{{rest}"),
        _ => text,
    }
}

/// The primitive that a box holds.
pub(super) fn boxed_type(class: &str) -> Option<PrimitiveType> {
    Some(match class {
        "java/lang/Boolean" => PrimitiveType::Boolean,
        "java/lang/Byte" => PrimitiveType::Byte,
        "java/lang/Character" => PrimitiveType::Char,
        "java/lang/Short" => PrimitiveType::Short,
        "java/lang/Integer" => PrimitiveType::Int,
        "java/lang/Long" => PrimitiveType::Long,
        "java/lang/Float" => PrimitiveType::Float,
        "java/lang/Double" => PrimitiveType::Double,
        _ => return None,
    })
}

/// A number, truth value or character of a primitive type, such as what a box holds.
pub(super) fn varying_number(primitive: PrimitiveType, held: ConcreteValue, name: &str) -> Varying {
    let number = match held {
        ConcreteValue::Int(number) | ConcreteValue::Long(number) => number,
        _ => 0,
    };
    match (primitive, held) {
        (PrimitiveType::Float, ConcreteValue::Float(bits)) => Varying::floating(primitive, &literal::float(bits), name),
        (PrimitiveType::Float, _) => Varying::floating(primitive, &literal::float(0), name),
        (PrimitiveType::Double, ConcreteValue::Double(bits)) => {
            Varying::floating(primitive, &literal::double(bits), name)
        }
        (PrimitiveType::Double, _) => Varying::floating(primitive, &literal::double(0), name),
        _ => Varying::integral(primitive, number, name),
    }
}

/// The zero of a type.
pub(super) fn zero(kind: Option<FieldKind>) -> ConcreteValue {
    match kind {
        Some(FieldKind::Primitive(PrimitiveType::Long)) => ConcreteValue::Long(0),
        Some(FieldKind::Primitive(PrimitiveType::Float)) => ConcreteValue::Float(0),
        Some(FieldKind::Primitive(PrimitiveType::Double)) => ConcreteValue::Double(0),
        Some(FieldKind::Primitive(_)) => ConcreteValue::Int(0),
        _ => ConcreteValue::Null,
    }
}

/// Why something cannot be written.
pub(super) fn closed(name: &str) -> String {
    format!("{} cannot be named by a test of its package", simple_name(name))
}

fn unmade(class: &str) -> String {
    format!("no constructor is known to make this {}", simple_name(class))
}
