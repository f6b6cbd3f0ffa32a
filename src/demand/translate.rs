//! From the terms of an activation's state to the terms of its method's tree: every input of the state becomes what it stands
//! for, so that all paths of the method speak of it alike.

use super::composable::is_string;
use super::tree::{NodeId, TreeInput, Trees};
use crate::concolic::initialised_identity;
use crate::exec::{Machine, State};
use crate::heap::{Alternative, InputOrigin, ObjectId, Origin, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::{ClassId, FieldId, FieldKind, MethodId, TEXT_FIELD};
use crate::term::{Domain, ElementKind, InputId, TermId, substitute};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What the inputs of one activation's state are in terms of its method's tree.
#[derive(Clone, Debug)]
pub struct Translation {
    method: MethodId,
    inputs: FxHashMap<InputId, TermId>,
    symbols: FxHashMap<SymbolId, TermId>,
    memo: FxHashMap<TermId, TermId>,
    /// What fields hold in all objects where nothing else is known: at the start, or after the last call that may have changed
    /// them.
    bases: FxHashMap<FieldId, TermId>,
    synced_inputs: u32,
    synced_symbols: u32,
}

impl Translation {
    /// For an activation of a method.
    pub fn new(method: MethodId) -> Self {
        Translation {
            method,
            inputs: FxHashMap::default(),
            symbols: FxHashMap::default(),
            memo: FxHashMap::default(),
            bases: FxHashMap::default(),
            synced_inputs: 0,
            synced_symbols: 0,
        }
    }

    /// Says what an input of the state is.
    pub fn set(&mut self, input: InputId, term: TermId) {
        self.inputs.insert(input, term);
    }

    /// Says what a reference input of the state is.
    pub fn set_symbol(&mut self, symbol: SymbolId, identity: TermId) {
        self.symbols.insert(symbol, identity);
    }

    /// Says what the inputs are that the state has met since the last call; `node` is where the path is.
    pub fn sync(&mut self, machine: &mut Machine<'_>, trees: &mut Trees, state: &State, node: NodeId) {
        while (self.synced_symbols as usize) < state.heap.symbol_count() {
            let symbol = SymbolId(self.synced_symbols);
            self.synced_symbols += 1;
            if self.symbols.contains_key(&symbol) {
                continue;
            }
            let term = self.symbol_term(machine, trees, state, symbol, node);
            self.symbols.insert(symbol, term);
        }
        while (self.synced_inputs as usize) < state.heap.input_count() {
            let input = InputId(self.synced_inputs);
            self.synced_inputs += 1;
            if self.inputs.contains_key(&input) {
                continue;
            }
            let term = self.input_term(machine, trees, state, input, node);
            self.inputs.insert(input, term);
        }
    }

    fn symbol_term(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        symbol: SymbolId,
        node: NodeId,
    ) -> TermId {
        let declared = state.heap.symbol(symbol).and_then(|info| info.declared.as_class());
        match state.heap.symbol(symbol).map(|info| info.origin) {
            Some(SymbolOrigin::Parameter(position)) => {
                // The constants of an enum are objects of class initialisation, which have negative identities.
                let is_enum = declared.is_some_and(|class| machine.program.class(class).is_enum());
                let domain = if is_enum { Domain::Int } else { Domain::Length };
                trees.input_term(&mut machine.pool, self.method, TreeInput::Parameter(position), domain)
            }
            Some(SymbolOrigin::Field(object, field)) => {
                let identity = self.identity(machine, trees, state, object);
                let base = self.base(machine, trees, field, ElementKind::Int);
                machine.pool.select(base, identity)
            }
            _ => {
                let place = TreeInput::Opaque(node, symbol.0 | (1 << 31));
                trees.input_term(&mut machine.pool, self.method, place, Domain::Length)
            }
        }
    }

    fn input_term(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        input: InputId,
        node: NodeId,
    ) -> TermId {
        let Some(info) = state.heap.input(input).copied() else {
            return trees.input_term(&mut machine.pool, self.method, TreeInput::Opaque(node, input.0), Domain::Int);
        };
        let place = match info.origin {
            InputOrigin::Parameter(position) => TreeInput::Parameter(position),
            InputOrigin::Length(array) => match parameter_of(state, array) {
                Some(position) => TreeInput::Length(position),
                None => TreeInput::Opaque(node, input.0),
            },
            InputOrigin::Contents(array) => match parameter_of(state, array) {
                Some(position) => TreeInput::Contents(position),
                None => TreeInput::Opaque(node, input.0),
            },
            InputOrigin::Field(object, field) => match (info.domain, parameter_of(state, object)) {
                (Domain::Text, Some(position)) if is_text_of_string(machine, state, object, field) => {
                    TreeInput::Text(position)
                }
                (domain, _) => match element_kind(domain) {
                    Some(kind) => {
                        let identity = self.identity(machine, trees, state, object);
                        let base = self.base(machine, trees, field, kind);
                        return machine.pool.select(base, identity);
                    }
                    None => TreeInput::Opaque(node, input.0),
                },
            },
            InputOrigin::Choice(_) | InputOrigin::Environment(_) => {
                let asked = (0..input.0).filter_map(|earlier| state.heap.input(InputId(earlier)));
                let is_asked =
                    |origin: InputOrigin| matches!(origin, InputOrigin::Choice(_) | InputOrigin::Environment(_));
                TreeInput::Asked(asked.filter(|earlier| is_asked(earlier.origin)).count() as u32)
            }
            InputOrigin::Static(_) | InputOrigin::Argument(..) | InputOrigin::Result(_) | InputOrigin::Open(..) => {
                TreeInput::Opaque(node, input.0)
            }
        };
        let term = trees.input_term(&mut machine.pool, self.method, place, info.domain);
        if machine.pool.sort(term) == info.domain.sort() {
            return term;
        }
        trees.input_term(&mut machine.pool, self.method, TreeInput::Opaque(node, input.0), info.domain)
    }

    /// What a field holds in all objects, where nothing else is known.
    pub fn base(&mut self, machine: &mut Machine<'_>, trees: &mut Trees, field: FieldId, kind: ElementKind) -> TermId {
        if let Some(known) = self.bases.get(&field) {
            return *known;
        }
        let domain = Domain::Contents(kind);
        let term = trees.input_term(&mut machine.pool, self.method, TreeInput::Field(field), domain);
        self.bases.insert(field, term);
        term
    }

    /// Says what a field holds in all objects after a call.
    pub fn set_base(&mut self, field: FieldId, base: TermId) {
        self.bases.insert(field, base);
    }

    /// A term of the state in terms of the tree. The inputs that it mentions are synced.
    pub fn term(&mut self, machine: &mut Machine<'_>, term: TermId) -> TermId {
        let inputs = &self.inputs;
        let mut replacement = |pool: &mut crate::term::TermPool, input: InputId, domain: Domain| {
            inputs.get(&input).copied().unwrap_or_else(|| pool.input(input, domain))
        };
        substitute(&mut machine.pool, term, &mut replacement, &mut self.memo)
    }

    /// The identity of an object of the state.
    pub fn identity(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        object: ObjectId,
    ) -> TermId {
        self.identity_but_for(machine, trees, state, object, None)
    }

    /// As [`Translation::identity`], but not by what a reference input that was just decided is.
    fn identity_but_for(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        object: ObjectId,
        decided: Option<SymbolId>,
    ) -> TermId {
        match state.heap.object(object).map(|it| &it.origin) {
            Some(Origin::Initialised(number)) => {
                trees.bind(self.method);
                let identity = initialised_identity(*number);
                machine.pool.int(i32::try_from(identity).unwrap_or(i32::MIN))
            }
            Some(Origin::Input | Origin::Constructed(_)) => match introduced_but_for(state, object, decided) {
                Some(symbol) => match self.symbols.get(&symbol) {
                    Some(known) => *known,
                    None => self.symbol_term(machine, trees, state, symbol, NodeId(u32::MAX)),
                },
                None => self.allocated(machine, trees, state, object),
            },
            _ => self.allocated(machine, trees, state, object),
        }
    }

    fn allocated(&self, machine: &mut Machine<'_>, trees: &mut Trees, state: &State, object: ObjectId) -> TermId {
        let place = TreeInput::Allocated(object.0, state.heap.exact_class(object));
        trees.input_term(&mut machine.pool, self.method, place, Domain::Int)
    }

    /// The identity that a reference has: 0 for null.
    pub fn reference(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        reference: Reference,
    ) -> TermId {
        match reference {
            Reference::Null => machine.pool.int(0),
            Reference::Object(object) => self.identity(machine, trees, state, object),
            Reference::Symbol(symbol) => match self.symbols.get(&symbol) {
                Some(known) => *known,
                None => self.symbol_term(machine, trees, state, symbol, NodeId(u32::MAX)),
            },
        }
    }

    /// A number or reference in terms of the tree; none for other values.
    pub fn value(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        value: Value,
    ) -> Option<TermId> {
        match value {
            Value::Reference(reference) => Some(self.reference(machine, trees, state, reference)),
            other => other.number().map(|term| self.term(machine, term)),
        }
    }

    /// Under which condition a reference input is each of its alternatives.
    pub fn alternatives(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        symbol: SymbolId,
        alternatives: &[Alternative],
    ) -> Vec<TermId> {
        let this = self.reference(machine, trees, state, Reference::Symbol(symbol));
        let zero = machine.pool.int(0);
        let mut new = machine.pool.not_equal(this, zero);
        let mut conditions = Vec::new();
        for alternative in alternatives {
            conditions.push(match alternative {
                Alternative::Null => Some(machine.pool.equal(this, zero)),
                Alternative::Alias(object) => {
                    let other = self.identity_but_for(machine, trees, state, *object, Some(symbol));
                    let different = machine.pool.not_equal(this, other);
                    new = machine.pool.conjunction(new, different);
                    Some(machine.pool.equal(this, other))
                }
                Alternative::New => None,
            });
        }
        let declared = state.heap.symbol(symbol).and_then(|info| info.declared.as_class());
        if let Some(class) = declared.filter(|class| machine.program.is_user_class(*class)) {
            let possible = machine.program.concrete_subtypes(class);
            let typed = self.is_of(machine, trees, this, possible);
            new = machine.pool.conjunction(new, typed);
        }
        conditions.into_iter().map(|condition| condition.unwrap_or(new)).collect()
    }

    /// That the object of an identity is of one of these classes.
    fn is_of(&self, machine: &mut Machine<'_>, trees: &mut Trees, identity: TermId, classes: &[ClassId]) -> TermId {
        let all = trees.classes(&mut machine.pool);
        let class = machine.pool.select(all, identity);
        let mut found = machine.pool.truth(false);
        for possible in classes {
            let number = machine.pool.int(trees.class_numbers.number(machine.program, *possible));
            let same = machine.pool.equal(class, number);
            found = machine.pool.disjunction(found, same);
        }
        found
    }

    /// Under which condition an object is of each group of classes.
    pub fn groups(
        &mut self,
        machine: &mut Machine<'_>,
        trees: &mut Trees,
        state: &State,
        object: ObjectId,
        groups: &[Rc<[ClassId]>],
    ) -> Vec<TermId> {
        let identity = self.identity(machine, trees, state, object);
        groups.iter().map(|group| self.is_of(machine, trees, identity, group)).collect()
    }

    /// Conditions of which nothing is known but that one of them holds.
    pub fn opaque(&mut self, machine: &mut Machine<'_>, trees: &mut Trees, node: NodeId, count: usize) -> Vec<TermId> {
        let which = trees.input_term(&mut machine.pool, self.method, TreeInput::Opaque(node, u32::MAX), Domain::Int);
        (0..count)
            .map(|side| {
                let number = machine.pool.int(side as i32);
                machine.pool.equal(which, number)
            })
            .collect()
    }
}

/// The kind of contents in which values of a domain are kept by identity of their objects.
pub fn element_kind(domain: Domain) -> Option<ElementKind> {
    Some(match domain {
        Domain::Boolean => ElementKind::Boolean,
        Domain::Byte => ElementKind::Byte,
        Domain::Char => ElementKind::Char,
        Domain::Short => ElementKind::Short,
        Domain::Int | Domain::Length => ElementKind::Int,
        Domain::Long => ElementKind::Long,
        Domain::Float => ElementKind::Float,
        Domain::Double => ElementKind::Double,
        Domain::Text | Domain::Contents(_) => return None,
    })
}

/// The kind of contents in which a field's values are kept; none for texts.
pub fn field_element_kind(kind: FieldKind) -> Option<ElementKind> {
    match kind {
        FieldKind::Primitive(primitive) => Some(crate::heap::array_element_kind(primitive)),
        FieldKind::Reference(_) => Some(ElementKind::Int),
        FieldKind::Text => None,
    }
}

/// The reference input that first pointed to an input object.
pub fn introduced_by(state: &State, object: ObjectId) -> Option<SymbolId> {
    introduced_but_for(state, object, None)
}

fn introduced_but_for(state: &State, object: ObjectId, decided: Option<SymbolId>) -> Option<SymbolId> {
    (0..state.heap.symbol_count() as u32)
        .map(SymbolId)
        .filter(|symbol| Some(*symbol) != decided)
        .find(|symbol| state.heap.symbol(*symbol).is_some_and(|info| info.value == Some(Reference::Object(object))))
}

/// The parameter that first pointed to an input object.
fn parameter_of(state: &State, object: ObjectId) -> Option<u16> {
    match state.heap.symbol(introduced_by(state, object)?)?.origin {
        SymbolOrigin::Parameter(position) => Some(position),
        _ => None,
    }
}

fn is_text_of_string(machine: &Machine<'_>, state: &State, object: ObjectId, field: FieldId) -> bool {
    let program = machine.program;
    let symbol = introduced_by(state, object).and_then(|symbol| state.heap.symbol(symbol));
    &*program.field(field).name == TEXT_FIELD && symbol.is_some_and(|symbol| is_string(program, symbol.declared))
}
