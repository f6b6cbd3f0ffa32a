//! The constraints of a path in Java-like notation, its inputs named by access paths.

use crate::classfile::simple_name;
use crate::exec::State;
use crate::heap::{Constraint, EnvironmentSource, InputOrigin, ObjectId, Reference, SymbolId, SymbolOrigin};
use crate::program::{ClassId, FieldId, Program, is_held_value};
use crate::term::{InputId, TermId, TermPool, render};
use rustc_hash::FxHashMap;

/// How many classes of a constraint are named.
const NAMED_CLASSES: usize = 4;

/// How often objects are named anew: as deep as constructors are nested, and once more.
const NAMING_PASSES: usize = 4;

/// Whether an object that was there before was made for an input, by a call that gave it.
fn is_first_of(state: &State, symbol: SymbolId, object: ObjectId) -> bool {
    let made = state.heap.construction.made(object);
    !state.heap.is_input(object) && made.is_some_and(|made| made.symbol == symbol)
}

/// Names the inputs of one path.
pub struct Names<'a> {
    program: &'a Program,
    pool: &'a TermPool,
    state: &'a State,
    parameters: &'a [String],
    objects: FxHashMap<ObjectId, String>,
}

impl<'a> Names<'a> {
    /// Names for a path of a method whose parameters, the receiver first, are called as given.
    pub fn new(program: &'a Program, pool: &'a TermPool, state: &'a State, parameters: &'a [String]) -> Self {
        let mut names = Names { program, pool, state, parameters, objects: FxHashMap::default() };
        // In the order in which they were met, so that the name of what contains an object is there before its own; an
        // argument of a constructor is there before what the constructor makes, so that its name takes another pass.
        for _ in 0..NAMING_PASSES {
            for constraint in &state.path.constraints {
                match constraint {
                    Constraint::New(symbol, object) => {
                        let name = names.symbol(*symbol);
                        names.objects.insert(*object, name);
                    }
                    // What the JDK keeps for all is called as the input that it is first.
                    Constraint::Alias(symbol, object) if is_first_of(state, *symbol, *object) => {
                        let name = names.symbol(*symbol);
                        names.objects.insert(*object, name);
                    }
                    _ => {}
                }
            }
        }
        names
    }

    fn parameter(&self, position: u16) -> String {
        self.parameters.get(usize::from(position)).cloned().unwrap_or_else(|| format!("p{position}"))
    }

    fn object(&self, object: ObjectId) -> String {
        self.objects.get(&object).cloned().unwrap_or_else(|| "this".into())
    }

    fn static_field(&self, field: crate::program::FieldId) -> String {
        let info = self.program.field(field);
        format!("{}.{}", simple_name(&self.program.class(info.class).name), info.name)
    }

    fn symbol(&self, symbol: SymbolId) -> String {
        match self.state.heap.symbol(symbol).map(|symbol| symbol.origin) {
            Some(SymbolOrigin::Parameter(position)) => self.parameter(position),
            Some(SymbolOrigin::Field(object, field)) => {
                format!("{}.{}", self.object(object), self.program.field(field).name)
            }
            Some(SymbolOrigin::Static(field)) => self.static_field(field),
            Some(SymbolOrigin::Element(array, index)) => format!("{}[{}]", self.object(array), self.term(index)),
            Some(SymbolOrigin::Argument(object, position)) => self.argument(object, position),
            Some(SymbolOrigin::Before(_) | SymbolOrigin::Open(..)) | None => "?".into(),
        }
    }

    /// An argument of what made an object, by the constructor's name for it where that is known.
    fn argument(&self, object: ObjectId, position: u16) -> String {
        let construction = &self.state.heap.construction;
        let object = construction.finally(object);
        let maker = construction.made(object).and_then(|made| made.calls.first()).map(|call| call.method);
        let name = maker.and_then(|maker| {
            let names = self.program.parameter_names(maker, "p");
            let is_constructor = self.program.method(maker).has_receiver();
            names.get(usize::from(position) + usize::from(is_constructor)).cloned()
        });
        let name = name.unwrap_or_else(|| format!("p{position}"));
        format!("{}({name})", self.object(object))
    }

    /// Whether a field is what a string, string builder or box holds: people name it by the object.
    fn is_held(&self, field: FieldId) -> bool {
        let info = self.program.field(field);
        is_held_value(self.program.class_name(info.class), &info.name)
    }

    fn input(&self, input: InputId) -> String {
        match self.state.heap.input(input).map(|input| input.origin) {
            Some(InputOrigin::Parameter(position)) => self.parameter(position),
            Some(InputOrigin::Field(object, field)) if self.is_held(field) => self.object(object),
            Some(InputOrigin::Field(object, field)) => {
                format!("{}.{}", self.object(object), self.program.field(field).name)
            }
            Some(InputOrigin::Static(field)) => self.static_field(field),
            Some(InputOrigin::Length(array)) => format!("{}.length", self.object(array)),
            Some(InputOrigin::Contents(array)) => self.object(array),
            Some(InputOrigin::Argument(object, position)) => self.argument(object, position),
            Some(InputOrigin::Choice(number)) => format!("nondet{number}"),
            Some(InputOrigin::Environment(_)) => self.environment(input),
            Some(InputOrigin::Result(number)) => format!("result{number}"),
            Some(InputOrigin::Open(..)) | None => format!("input{}", input.0),
        }
    }

    /// A value of the machine, by what the program calls to get it.
    fn environment(&self, input: InputId) -> String {
        match self.state.heap.environment_source(input) {
            Some(source @ (EnvironmentSource::PropertyIsSet(_) | EnvironmentSource::VariableIsSet(_))) => {
                format!("isSet({source})")
            }
            Some(EnvironmentSource::IdentityHash(object)) => {
                let name = self.objects.get(object).cloned().unwrap_or_else(|| format!("#{}", object.0));
                format!("System.identityHashCode({name})")
            }
            Some(EnvironmentSource::OwnsMonitor(object)) => {
                let name = self.objects.get(object).cloned().unwrap_or_else(|| format!("#{}", object.0));
                format!("Thread.holdsLock({name})")
            }
            Some(source) => source.to_string(),
            None => format!("input{}", input.0),
        }
    }

    fn term(&self, term: TermId) -> String {
        render(self.pool, term, &|input| self.input(input))
    }

    fn classes(&self, classes: &[ClassId]) -> Vec<String> {
        classes.iter().take(NAMED_CLASSES).map(|class| simple_name(&self.program.class(*class).name)).collect()
    }

    /// The constraints that a person needs to see, in the order of their discovery.
    pub fn conditions(&self) -> Vec<String> {
        self.conditions_as(&|term| term)
    }

    /// The same, with other terms in the place of conditions.
    pub fn conditions_as(&self, shown: &dyn Fn(TermId) -> TermId) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for constraint in &self.state.path.constraints {
            let text = match constraint {
                Constraint::Condition(term) => self.term(shown(*term)),
                Constraint::Null(symbol) => format!("{} == null", self.symbol(*symbol)),
                Constraint::New(symbol, _) if !self.is_nullable(*symbol) => continue,
                Constraint::New(symbol, _) => format!("{} != null", self.symbol(*symbol)),
                Constraint::Alias(symbol, object) if is_first_of(self.state, *symbol, *object) => {
                    format!("{} != null", self.symbol(*symbol))
                }
                Constraint::Alias(symbol, object) => format!("{} == {}", self.symbol(*symbol), self.target(*object)),
                Constraint::Types(object, classes) => {
                    let name = self.object(*object);
                    let mut tests: Vec<String> =
                        self.classes(classes).iter().map(|class| format!("{name} instanceof {class}")).collect();
                    if classes.len() > NAMED_CLASSES {
                        tests.push("…".into());
                    }
                    if tests.len() == 1 { tests.concat() } else { format!("({})", tests.join(" || ")) }
                }
                Constraint::Components(object, classes) => {
                    format!("{} is {}[]", self.object(*object), self.classes(classes).join("[] or "))
                }
                Constraint::Element(..) | Constraint::Bound(_) => continue,
            };
            if !found.contains(&text) {
                found.push(text);
            }
        }
        found
    }

    fn is_nullable(&self, symbol: SymbolId) -> bool {
        self.state.heap.symbol(symbol).is_some_and(|symbol| symbol.nullable)
    }

    /// What an alias points to: an input, or what a static field holds.
    fn target(&self, object: ObjectId) -> String {
        if let Some(name) = self.objects.get(&object) {
            return name.clone();
        }
        let heap = &self.state.heap;
        let holds = |field: &crate::program::FieldId| matches!(heap.static_value(*field), Some(crate::heap::Value::Reference(Reference::Object(held))) if held == object);
        heap.touched_statics(self.program)
            .into_iter()
            .find(holds)
            .map_or_else(|| "this".into(), |field| self.static_field(field))
    }
}
