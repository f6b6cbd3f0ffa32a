//! Path ends in a form that two explorations of one method can be compared in: input objects by their least access path,
//! numeric inputs by location, new objects by the order in which the final heap reaches them.

use casewise::exec::State;
use casewise::explore::{Explorer, Outcome, PathEnd};
use casewise::heap::{
    Base, Body, Constraint, Contents, Elements, Heap, InputOrigin, ObjectId, Origin, Reference, SymbolId, SymbolOrigin,
    Value, default_value,
};
use casewise::program::{ClassId, FieldId, FieldKind, Program};
use casewise::summary::Recording;
use casewise::term::{Arithmetic, ContentsValue, Domain, InputId, Model, Node, Sort, TermId, TermPool};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// The terms of both explorations of one method, over inputs that are known by their location.
pub struct Shared {
    pub pool: TermPool,
    inputs: HashMap<(String, Domain), InputId>,
    names: Vec<String>,
}

impl Shared {
    pub fn new(arithmetic: Arithmetic) -> Self {
        Shared { pool: TermPool::new(arithmetic), inputs: HashMap::new(), names: Vec::new() }
    }

    fn input_id(&mut self, location: &str, domain: Domain) -> InputId {
        let names = &mut self.names;
        *self.inputs.entry((location.to_owned(), domain)).or_insert_with(|| {
            names.push(location.to_owned());
            InputId(names.len() as u32 - 1)
        })
    }

    pub fn input(&mut self, location: &str, domain: Domain) -> TermId {
        let id = self.input_id(location, domain);
        self.pool.input(id, domain)
    }

    /// The input of a location, if a term has named it.
    pub fn known_input(&mut self, location: &str, domain: Domain) -> Option<TermId> {
        let id = *self.inputs.get(&(location.to_owned(), domain))?;
        Some(self.pool.input(id, domain))
    }

    pub fn render(&self, term: TermId) -> String {
        casewise::term::render(&self.pool, term, &|id| self.names[id.0 as usize].clone())
    }
}

/// What a field, static or element finally holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Number(TermId),
    /// Elements of a primitive array, and its length.
    Contents(TermId, TermId),
    Reference(String),
}

/// What a place holds when a run has not touched it.
#[derive(Clone, Debug, PartialEq)]
pub enum Untouched {
    /// Its own input.
    Input,
    /// What allocation put there.
    Default,
    /// What class initialisation put there.
    Initialised(Cell),
}

#[derive(Clone, Debug)]
pub struct Case {
    /// What is decided of the input heap.
    pub signature: String,
    /// How the path ends, but for a number that it returns.
    pub outcome: String,
    pub stopped: bool,
    pub number: Option<TermId>,
    pub conditions: BTreeSet<TermId>,
    pub bounds: BTreeSet<TermId>,
    pub heap: BTreeMap<String, (Cell, Untouched)>,
    /// Satisfies the conditions.
    pub model: Model,
}

pub fn canonical(
    explorer: &mut Explorer<'_, Recording>,
    end: &PathEnd<Recording>,
    constructs: bool,
    shared: &mut Shared,
) -> Case {
    let program = explorer.machine.program;
    let state = &end.path.state;
    let pristine = pristine(explorer, &state.heap);
    let mut naming = Naming {
        program,
        source: &explorer.machine.pool,
        heap: &state.heap,
        shared,
        names: HashMap::new(),
        memo: HashMap::new(),
    };
    naming.name_objects(&pristine, constructs);
    let signature = naming.signature();
    let mut conditions = BTreeSet::new();
    for constraint in &state.path.constraints {
        if let Constraint::Condition(term) = constraint {
            conditions.insert(naming.term(*term));
        }
    }
    let bounds = state.path.bounds.iter().map(|bound| naming.term(*bound)).collect();
    let model = naming.model(&state.path.model);
    let mut walk = Walk { naming, pristine: &pristine, new: HashMap::new(), open: Vec::new(), cells: BTreeMap::new() };
    let mut number = None;
    let outcome = match &end.outcome {
        Outcome::Returned(None) => "returns".to_owned(),
        Outcome::Returned(Some(value)) => match walk.cell(*value) {
            Cell::Number(term) => {
                number = Some(term);
                "returns a number".to_owned()
            }
            Cell::Reference(name) => format!("returns {name}"),
            Cell::Contents(..) => unreachable!("a value is no contents"),
        },
        Outcome::Threw(object) => {
            let name = walk.object(*object);
            let types = walk.naming.types(*object);
            format!("throws {name} of {types}")
        }
        Outcome::Stopped(reason) => format!("stops: {reason}"),
    };
    let stopped = matches!(end.outcome, Outcome::Stopped(_));
    if !stopped {
        walk.all();
    }
    let heap = walk.cells;
    Case { signature, outcome, stopped, number, conditions, bounds, heap, model }
}

/// Objects of class initialisation as it left them: by their number there, the name and the object.
struct Pristine {
    heap: Heap,
    names: HashMap<ObjectId, (String, ObjectId)>,
}

fn pristine(explorer: &mut Explorer<'_, Recording>, heap: &Heap) -> Pristine {
    let program = explorer.machine.program;
    let mut state = State::default();
    state.heap.statics_are_inputs = true;
    let mut fields: BTreeSet<FieldId> =
        heap.touched_statics(program).into_iter().filter(|field| program.field(*field).flags.is_final()).collect();
    for number in 0..heap.object_count() {
        let id = ObjectId(number as u32);
        if let (Some(instance), true) =
            (heap.instance(id), matches!(heap.object(id).unwrap().origin, Origin::Initialised(_)))
        {
            for class in instance.types.iter().flat_map(|class| program.superclasses(*class)) {
                fields.extend(program.class(class).fields.iter().copied().filter(|field| {
                    let flags = program.field(*field).flags;
                    flags.is_enum() && flags.is_static()
                }));
            }
        }
    }
    let mut open = Vec::new();
    let mut sorted: Vec<(bool, String, FieldId)> = fields
        .into_iter()
        .map(|field| (!program.field(field).flags.is_enum(), field_name(program, field), field))
        .collect();
    sorted.sort();
    for (_, name, field) in sorted {
        if let Ok(Value::Reference(Reference::Object(object))) = explorer.machine.initialised_static(&mut state, field)
        {
            open.push((name, object));
        }
    }
    let mut names = HashMap::new();
    let mut next = 0;
    while let Some((name, id)) = open.get(next).cloned() {
        next += 1;
        let Some(object) = state.heap.object(id) else { continue };
        let Origin::Initialised(original) = object.origin else { continue };
        if names.contains_key(&original) {
            continue;
        }
        names.insert(original, (format!("<{name}>"), id));
        match &object.body {
            Body::Instance(body) => {
                let mut fields: Vec<(String, Value)> =
                    body.fields.iter().map(|(field, value)| (field_name(program, *field), *value)).collect();
                fields.sort_by(|left, right| left.0.cmp(&right.0));
                for (field, value) in fields {
                    if let Value::Reference(Reference::Object(target)) = value {
                        open.push((format!("{name}.{field}"), target));
                    }
                }
            }
            Body::Array(body) => {
                if let Contents::References(elements) = &body.contents {
                    for (index, value) in elements.written_one_by_one().0 {
                        if let Value::Reference(Reference::Object(target)) = value {
                            open.push((format!("{name}[{index}]"), target));
                        }
                    }
                }
            }
        }
    }
    Pristine { heap: state.heap, names }
}

fn field_name(program: &Program, field: FieldId) -> String {
    let info = program.field(field);
    format!("{}::{}", program.class(info.class).name, info.name)
}

struct Naming<'a> {
    program: &'a Program,
    source: &'a TermPool,
    heap: &'a Heap,
    shared: &'a mut Shared,
    /// Names of objects that were there before the run, with the length of the access path.
    names: HashMap<ObjectId, (usize, String)>,
    memo: HashMap<TermId, TermId>,
}

impl Naming<'_> {
    fn name_objects(&mut self, pristine: &Pristine, constructs: bool) {
        for number in 0..self.heap.object_count() {
            let id = ObjectId(number as u32);
            let name = match &self.heap.object(id).unwrap().origin {
                Origin::Constructed(_) if constructs && number == 0 => "this".to_owned(),
                Origin::Initialised(original) => match pristine.names.get(original) {
                    Some((name, _)) => name.clone(),
                    None => format!("<unnamed {}>", self.types(id)),
                },
                Origin::Literal(literal) => format!("<literal {literal:?}>"),
                _ => continue,
            };
            self.names.insert(id, (0, name));
        }
        let symbols: Vec<(SymbolOrigin, ObjectId)> = (0..self.heap.symbol_count())
            .filter_map(|number| {
                let symbol = self.heap.symbol(SymbolId(number as u32)).unwrap();
                match symbol.value {
                    Some(Reference::Object(object)) => Some((symbol.origin, object)),
                    _ => None,
                }
            })
            .collect();
        for level in 1.. {
            let mut unnamed = false;
            let mut found: BTreeMap<ObjectId, String> = BTreeMap::new();
            for (origin, object) in &symbols {
                if self.names.contains_key(object) {
                    continue;
                }
                unnamed = true;
                if self.origin_level(*origin) == Some(level) {
                    let path = self.symbol_location(*origin);
                    match found.get_mut(object) {
                        Some(least) if *least <= path => {}
                        Some(least) => *least = path,
                        None => {
                            found.insert(*object, path);
                        }
                    }
                }
            }
            if !unnamed {
                break;
            }
            assert!(level < 1_000, "an input object without an access path");
            for (object, path) in found {
                self.names.insert(object, (level, path));
            }
        }
    }

    fn origin_level(&self, origin: SymbolOrigin) -> Option<usize> {
        let level = |object: &ObjectId| self.names.get(object).map(|(level, _)| *level);
        Some(
            1 + match origin {
                // Calls are followed here.
                SymbolOrigin::Open(..) | SymbolOrigin::Before(_) => return None,
                SymbolOrigin::Parameter(_) | SymbolOrigin::Static(_) => 0,
                SymbolOrigin::Field(object, _) | SymbolOrigin::Argument(object, _) => level(&object)?,
                SymbolOrigin::Element(array, index) => {
                    let mut most = level(&array)?;
                    for input in self.source.inputs(index) {
                        if let InputOrigin::Field(object, _)
                        | InputOrigin::Length(object)
                        | InputOrigin::Contents(object) = self.heap.input(*input)?.origin
                        {
                            most = most.max(level(&object)?);
                        }
                    }
                    most
                }
            },
        )
    }

    fn name(&self, object: ObjectId) -> &str {
        self.names.get(&object).map_or("<unknown>", |(_, name)| name)
    }

    fn symbol_location(&mut self, origin: SymbolOrigin) -> String {
        match origin {
            SymbolOrigin::Open(call, place) => format!("{place:?} after call {call}"),
            SymbolOrigin::Before(call) => format!("call {call} before"),
            SymbolOrigin::Parameter(position) => format!("p{position}"),
            SymbolOrigin::Field(object, field) => format!("{}.{}", self.name(object), field_name(self.program, field)),
            SymbolOrigin::Static(field) => field_name(self.program, field),
            SymbolOrigin::Argument(object, position) => format!("{}({position})", self.name(object)),
            SymbolOrigin::Element(array, index) => {
                let index = self.term(index);
                format!("{}[{}]", self.name(array), self.shared.render(index))
            }
        }
    }

    fn input_location(&self, origin: InputOrigin) -> String {
        match origin {
            InputOrigin::Choice(number) => format!("choice {number}"),
            InputOrigin::Open(call, place) => format!("{place:?} after call {call}"),
            InputOrigin::Result(number) => format!("result {number}"),
            InputOrigin::Environment(number) => format!("machine {number}"),
            InputOrigin::Argument(object, position) => format!("{}(argument {position})", self.name(object)),
            InputOrigin::Parameter(position) => format!("p{position}"),
            InputOrigin::Field(object, field) => format!("{}.{}", self.name(object), field_name(self.program, field)),
            InputOrigin::Static(field) => field_name(self.program, field),
            InputOrigin::Length(object) => format!("{}.length", self.name(object)),
            InputOrigin::Contents(object) => format!("{}[]", self.name(object)),
        }
    }

    fn types(&self, object: ObjectId) -> String {
        let names = |classes: &[ClassId]| {
            let names: BTreeSet<&str> = classes.iter().map(|class| &*self.program.class(*class).name).collect();
            names.into_iter().collect::<Vec<_>>().join("|")
        };
        match &self.heap.object(object).unwrap().body {
            Body::Instance(body) => names(&body.types),
            Body::Array(body) => match &body.possible_components {
                Some(possible) => format!("{}[]", names(possible)),
                None => match body.component {
                    FieldKind::Reference(component) => match component.as_class() {
                        Some(class) => format!("{}[]", names(&[class])),
                        None => format!("{component:?}[]"),
                    },
                    kind @ (FieldKind::Primitive(_) | FieldKind::Text) => format!("{kind:?}[]"),
                },
            },
        }
    }

    fn signature(&mut self) -> String {
        let mut parts = BTreeSet::new();
        for number in 0..self.heap.symbol_count() {
            let symbol = self.heap.symbol(SymbolId(number as u32)).unwrap();
            let value = match symbol.value {
                None => continue,
                Some(Reference::Object(object)) => self.name(object).to_owned(),
                Some(_) => "null".to_owned(),
            };
            parts.insert(format!("{}={value}", self.symbol_location(symbol.origin)));
        }
        for object in self.heap.input_objects() {
            parts.insert(format!("{}:{}", self.name(object), self.types(object)));
        }
        if let Some((_, name)) = self.names.get(&ObjectId(0)).filter(|(_, name)| name == "this") {
            parts.insert(format!("{name}:{}", self.types(ObjectId(0))));
        }
        parts.into_iter().collect::<Vec<_>>().join("; ")
    }

    fn model(&mut self, model: &Model) -> Model {
        let mut renamed = Model::new();
        for (input, value) in model.numbers() {
            if let Some(known) = self.heap.input(input) {
                let id = self.shared.input_id(&self.input_location(known.origin), known.domain);
                renamed.set(id, value);
            }
        }
        for (input, contents) in model.all_contents() {
            if let Some(known) = self.heap.input(input) {
                let id = self.shared.input_id(&self.input_location(known.origin), known.domain);
                let contents: ContentsValue = contents.clone();
                renamed.set_contents(id, contents);
            }
        }
        renamed
    }

    /// A term of the exploration in the shared pool.
    fn term(&mut self, root: TermId) -> TermId {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.memo.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            self.source.node(term).for_each_child(|child| {
                if !self.memo.contains_key(&child) {
                    stack.push(child);
                }
            });
            if stack.len() == before {
                stack.pop();
                let built = self.build(term);
                self.memo.insert(term, built);
            }
        }
        self.memo[&root]
    }

    fn build(&mut self, term: TermId) -> TermId {
        if let Node::Input(input, domain) = self.source.node(term) {
            let location = match self.heap.input(*input) {
                Some(known) => self.input_location(known.origin),
                None => format!("<unknown input {}>", input.0),
            };
            return self.shared.input(&location, *domain);
        }
        let memo = &self.memo;
        let pool = &mut self.shared.pool;
        let new = |id: &TermId| memo[id];
        match self.source.node(term) {
            Node::Input(..) => unreachable!("done above"),
            Node::Constant(Sort::Float, bits) => pool.float(f32::from_bits(*bits as u32)),
            Node::Constant(Sort::Double, bits) => pool.double(f64::from_bits(*bits as u64)),
            Node::Constant(sort, value) => pool.constant(*sort, *value),
            Node::Truth(value) => pool.truth(*value),
            Node::Zeroed(kind) => pool.zeroed(*kind),
            Node::Elements(kind, values) => pool.contents_of(*kind, values),
            Node::Sum { sort, constant, terms } => {
                let mut sum = pool.constant(*sort, *constant);
                for (coefficient, summand) in terms.iter() {
                    let factor = pool.constant(*sort, *coefficient);
                    let scaled = pool.multiply(factor, new(summand));
                    sum = pool.add(sum, scaled);
                }
                sum
            }
            Node::Product(a, b) => pool.multiply(new(a), new(b)),
            Node::Divide(a, b) => pool.divide(new(a), new(b)),
            Node::Remainder(a, b) => pool.remainder(new(a), new(b)),
            Node::ShiftLeft(a, b) => pool.shift_left(new(a), new(b)),
            Node::ShiftRight(a, b) => pool.shift_right(new(a), new(b)),
            Node::UnsignedShiftRight(a, b) => pool.unsigned_shift_right(new(a), new(b)),
            Node::And(a, b) => pool.and(new(a), new(b)),
            Node::Or(a, b) => pool.or(new(a), new(b)),
            Node::Xor(a, b) => pool.xor(new(a), new(b)),
            Node::IntToLong(a) => pool.int_to_long(new(a)),
            Node::LongToInt(a) => pool.long_to_int(new(a)),
            Node::ToByte(a) => pool.to_byte(new(a)),
            Node::ToChar(a) => pool.to_char(new(a)),
            Node::ToShort(a) => pool.to_short(new(a)),
            Node::CompareLong(a, b) => pool.compare_long(new(a), new(b)),
            Node::Equal(a, b) => pool.equal(new(a), new(b)),
            Node::Less(a, b) => pool.less(new(a), new(b)),
            Node::Not(a) => pool.not(new(a)),
            Node::Conjunction(terms) => {
                let mut conjunction = pool.truth(true);
                for part in terms.iter() {
                    conjunction = pool.conjunction(conjunction, new(part));
                }
                conjunction
            }
            Node::FloatingPoint(operator, arguments) => {
                pool.floating_point(*operator, &arguments.iter().map(new).collect::<Vec<_>>())
            }
            Node::TextConstant(units) => pool.text(units),
            Node::Text(operator, arguments) => {
                pool.text_operation(*operator, &arguments.iter().map(new).collect::<Vec<_>>())
            }
            Node::IfThenElse(c, a, b) => pool.if_then_else(new(c), new(a), new(b)),
            Node::Select(contents, index) => pool.select(new(contents), new(index)),
            Node::Store(contents, index, value) => pool.store(new(contents), new(index), new(value)),
            Node::Copy { destination, destination_from, source, source_from, length } => {
                pool.copy(new(destination), new(destination_from), new(source), new(source_from), new(length))
            }
        }
    }
}

/// Walks the final heap from everything that was there before and from the result.
struct Walk<'a> {
    naming: Naming<'a>,
    pristine: &'a Pristine,
    new: HashMap<ObjectId, String>,
    open: Vec<ObjectId>,
    cells: BTreeMap<String, (Cell, Untouched)>,
}

impl Walk<'_> {
    fn object(&mut self, object: ObjectId) -> String {
        if let Some((_, name)) = self.naming.names.get(&object) {
            return name.clone();
        }
        if let Some(name) = self.new.get(&object) {
            return name.clone();
        }
        let name = format!("new#{}({})", self.new.len(), self.naming.types(object));
        self.new.insert(object, name.clone());
        self.open.push(object);
        name
    }

    fn cell(&mut self, value: Value) -> Cell {
        match value {
            Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term) | Value::Text(term) => {
                Cell::Number(self.naming.term(term))
            }
            Value::Reference(reference) => Cell::Reference(match self.naming.heap.current(reference) {
                Reference::Null => "null".to_owned(),
                Reference::Object(object) => self.object(object),
                Reference::Symbol(symbol) => {
                    let origin = self.naming.heap.symbol(symbol).unwrap().origin;
                    format!("input {}", self.naming.symbol_location(origin))
                }
            }),
            other => Cell::Reference(format!("{other:?}")),
        }
    }

    fn all(&mut self) {
        let program = self.naming.program;
        let heap = self.naming.heap;
        // First what was there before, in the order of names: new objects are numbered as these reach them.
        let mut known: Vec<(String, ObjectId)> =
            self.naming.names.iter().map(|(object, (_, name))| (name.clone(), *object)).collect();
        known.sort();
        let mut statics: Vec<(String, FieldId)> = heap
            .touched_statics(program)
            .into_iter()
            .filter(|field| !program.field(*field).flags.is_final())
            .map(|field| (field_name(program, field), field))
            .collect();
        statics.sort();
        for (name, field) in statics {
            let value = heap.static_value(field).unwrap();
            let unchanged = match value {
                Value::Reference(Reference::Symbol(symbol)) => {
                    heap.symbol(symbol).unwrap().origin == SymbolOrigin::Static(field)
                }
                Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term) | Value::Text(term) => {
                    self.is_input(term, InputOrigin::Static(field))
                }
                _ => false,
            };
            if !unchanged {
                let cell = self.cell(value);
                self.cells.insert(name, (cell, Untouched::Input));
            }
        }
        for (name, object) in known {
            self.body(&name, object);
        }
        let mut next = 0;
        while let Some(object) = self.open.get(next).copied() {
            next += 1;
            let name = self.new[&object].clone();
            self.body(&name, object);
        }
    }

    fn is_input(&self, term: TermId, origin: InputOrigin) -> bool {
        match self.naming.source.node(term) {
            Node::Input(input, _) => self.naming.heap.input(*input).is_some_and(|input| input.origin == origin),
            _ => false,
        }
    }

    fn body(&mut self, name: &str, id: ObjectId) {
        let program = self.naming.program;
        let heap = self.naming.heap;
        let object = heap.object(id).unwrap();
        match &object.body {
            Body::Instance(body) => {
                let mut fields: Vec<(String, FieldId, Value)> =
                    body.fields.iter().map(|(field, value)| (field_name(program, *field), *field, *value)).collect();
                fields.sort_by(|left, right| left.0.cmp(&right.0));
                for (field_name, field, value) in fields {
                    self.field(format!("{name}.{field_name}"), id, field, value);
                }
            }
            Body::Array(body) => {
                let length = self.naming.term(body.length);
                match &body.contents {
                    Contents::Primitive(_, contents) => {
                        if object.origin == Origin::Input && self.is_input(*contents, InputOrigin::Contents(id)) {
                            return;
                        }
                        if let Origin::Initialised(original) = &object.origin
                            && let Some(before) = self.pristine.names.get(original)
                            && let Some(Contents::Primitive(_, before)) =
                                self.pristine.heap.array(before.1).map(|body| &body.contents)
                            && before == contents
                        {
                            return;
                        }
                        let cell = Cell::Contents(self.naming.term(*contents), length);
                        let untouched =
                            if object.origin == Origin::Input { Untouched::Input } else { Untouched::Default };
                        self.cells.insert(format!("{name}[]"), (cell, untouched));
                    }
                    Contents::References(elements) => {
                        if object.origin == Origin::Allocated {
                            self.cells.insert(format!("{name}.length"), (Cell::Number(length), Untouched::Default));
                        }
                        self.elements(name, elements, &object.origin);
                    }
                }
            }
        }
    }

    fn field(&mut self, place: String, object: ObjectId, field: FieldId, value: Value) {
        let program = self.naming.program;
        let heap = self.naming.heap;
        let origin = &heap.object(object).unwrap().origin;
        let unchanged = match value {
            Value::Reference(Reference::Symbol(symbol)) => {
                heap.symbol(symbol).unwrap().origin == SymbolOrigin::Field(object, field)
            }
            Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term) | Value::Text(term) => {
                self.is_input(term, InputOrigin::Field(object, field))
            }
            _ => false,
        };
        if unchanged {
            return;
        }
        let untouched = match origin {
            Origin::Input => Untouched::Input,
            Origin::Initialised(original) => {
                let before = self
                    .pristine
                    .names
                    .get(original)
                    .and_then(|(_, before)| self.pristine.heap.instance(*before))
                    .and_then(|before| before.fields.iter().find(|(id, _)| *id == field));
                match before.map(|(_, value)| *value) {
                    Some(Value::Reference(Reference::Object(there))) => {
                        let Origin::Initialised(there) = &self.pristine.heap.object(there).unwrap().origin else {
                            return;
                        };
                        Untouched::Initialised(Cell::Reference(self.pristine.names[there].0.clone()))
                    }
                    Some(other) => Untouched::Initialised(self.cell(other)),
                    None => Untouched::Default,
                }
            }
            _ => Untouched::Default,
        };
        let cell = self.cell(value);
        let mut zero_pool = TermPool::new(self.naming.shared.pool.arithmetic());
        let is_default = match default_value(&mut zero_pool, program.field(field).kind) {
            Value::Reference(_) => cell == Cell::Reference("null".to_owned()),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) => {
                matches!(cell, Cell::Number(term) if self.naming.shared.pool.as_constant(term) == Some(0))
            }
            Value::Text(_) => matches!(cell, Cell::Number(term) if self.naming.shared.pool.as_text(term) == Some(&[])),
            _ => false,
        };
        let unchanged = match &untouched {
            Untouched::Input => false,
            Untouched::Default => is_default,
            Untouched::Initialised(before) => *before == cell,
        };
        if !unchanged {
            self.cells.insert(place, (cell, untouched));
        }
    }

    fn elements(&mut self, name: &str, elements: &Rc<Elements>, origin: &Origin) {
        let heap = self.naming.heap;
        let (constant, symbolic) = elements.written_one_by_one();
        let mut written: Vec<(String, TermId, Value)> = Vec::new();
        for (index, value) in constant {
            let term = self.naming.shared.pool.int(index);
            written.push((index.to_string(), term, value));
        }
        for (index, value) in symbolic {
            let term = self.naming.term(*index);
            written.push((self.naming.shared.render(term), term, *value));
        }
        written.sort_by(|left, right| left.0.cmp(&right.0));
        for (index, term, value) in written {
            if let Value::Reference(Reference::Symbol(symbol)) = value
                && let SymbolOrigin::Element(array, own) = heap.symbol(symbol).unwrap().origin
                && matches!(elements.base(), Base::Initial(base) if *base == array)
                && self.naming.term(own) == term
            {
                continue;
            }
            let cell = self.cell(value);
            let untouched = match elements.base() {
                Base::Null => Untouched::Default,
                _ => Untouched::Input,
            };
            if *origin == Origin::Allocated
                && cell == Cell::Reference("null".to_owned())
                && untouched == Untouched::Default
            {
                continue;
            }
            self.cells.insert(format!("{name}[{index}]"), (cell, untouched));
        }
        let base = match elements.base() {
            Base::Null => return,
            Base::Initial(array) => {
                let base = self.object(*array);
                if base == name {
                    return;
                }
                format!("the initial elements of {base}")
            }
            Base::Copy { source, source_from, destination_from, length, below } => {
                self.elements(&format!("{name}/source"), source, &Origin::Input);
                self.elements(&format!("{name}/below"), below, &Origin::Input);
                let mut part = |term: &TermId| {
                    let term = self.naming.term(*term);
                    self.naming.shared.render(term)
                };
                format!("copy from {} to {}, {}", part(source_from), part(destination_from), part(length))
            }
        };
        self.cells.insert(format!("{name}/base"), (Cell::Reference(base), Untouched::Input));
    }
}
