//! Turns explored paths into cases: names in place of identities, equal parts stored once.

use super::case::{
    CaseCode, CaseConstraint, CaseInput, CaseOutcome, CasePath, CaseResult, Level, Location, MethodName,
    NumberLocation, OpenCallRecord, OpenLocation, Summary,
};
use super::recording::Recording;
use super::step::StepTable;
use crate::classfile::{ClassName, FieldReference};
use crate::exec::{Caveat, StopReason};
use crate::explore::{Outcome, PathEnd};
use crate::heap::{
    Body, Constraint, Heap, InputOrigin, Literal, ObjectId, OpenPlace, Origin, Reference, SymbolOrigin, Value,
};
use crate::program::{BOX_FIELD, ClassId, FieldId, MethodId, Program, TEXT_FIELD};
use crate::term::{TermId, TermPool, TermTableBuilder};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

/// Distinct values in the order in which they came, each kept once: a code can have many thousand steps.
#[derive(Debug)]
struct Numbered<T>(Vec<Rc<T>>, FxHashMap<Rc<T>, u32>);

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn new() -> Self {
        Numbered(Vec::new(), FxHashMap::default())
    }

    fn number(&mut self, value: T) -> u32 {
        if let Some(number) = self.1.get(&value) {
            return *number;
        }
        let number = self.0.len() as u32;
        let value = Rc::new(value);
        self.0.push(Rc::clone(&value));
        self.1.insert(value, number);
        number
    }

    fn into_values(self) -> Vec<T> {
        drop(self.1);
        self.0.into_iter().map(Rc::unwrap_or_clone).collect()
    }
}

/// Collects the paths of one method.
pub struct SummaryBuilder<'p> {
    program: &'p Program,
    terms: TermTableBuilder,
    classes: Numbered<ClassName>,
    fields: Numbered<FieldReference>,
    field_numbers: FxHashMap<FieldId, u32>,
    methods: Numbered<(MethodName, Level)>,
    method_numbers: FxHashMap<(MethodId, Level), u32>,
    codes: Numbered<CaseCode>,
    reasons: Numbered<StopReason>,
    stops: BTreeMap<StopReason, u64>,
    open_calls: BTreeMap<StopReason, u64>,
    paths: Vec<CasePath>,
    constructs: bool,
}

impl<'p> SummaryBuilder<'p> {
    /// A builder for a method's paths; `constructs` when the method is a constructor.
    pub fn new(program: &'p Program, pool: &TermPool, constructs: bool) -> Self {
        SummaryBuilder {
            program,
            terms: TermTableBuilder::new(pool.arithmetic()),
            classes: Numbered::new(),
            fields: Numbered::new(),
            field_numbers: FxHashMap::default(),
            methods: Numbered::new(),
            method_numbers: FxHashMap::default(),
            codes: Numbered::new(),
            reasons: Numbered::new(),
            stops: BTreeMap::new(),
            open_calls: BTreeMap::new(),
            paths: Vec::new(),
            constructs,
        }
    }

    /// Adds a path. Returns how many instructions of specialised code are kept for it that no earlier path has.
    pub fn add(&mut self, pool: &TermPool, steps: &mut StepTable, end: &PathEnd<Recording>) -> u64 {
        let state = &end.path.state;
        let heap = &state.heap;
        let mut case = Renaming { objects: Vec::with_capacity(heap.object_count()), named: 0, inputs: Vec::new() };
        if self.constructs {
            case.name(ObjectId(0));
        }
        let mut constraints = Vec::with_capacity(state.path.constraints.len());
        for constraint in &state.path.constraints {
            constraints.extend(self.constraint(pool, heap, &mut case, constraint));
        }
        let outcome = match &end.outcome {
            Outcome::Returned(value) => CaseOutcome::Returned(self.result(pool, heap, &mut case, *value)),
            Outcome::Threw(object) => CaseOutcome::Threw(self.class_of(heap, *object)),
            Outcome::Stopped(reason) => {
                *self.stops.entry(reason.clone()).or_insert(0) += 1;
                CaseOutcome::Stopped(self.reasons.number(reason.clone()))
            }
        };
        let mut inputs: Vec<CaseInput> = Vec::with_capacity(case.inputs.len());
        case.inputs.sort_unstable();
        case.inputs.dedup();
        for id in std::mem::take(&mut case.inputs) {
            let Some(input) = heap.input(crate::term::InputId(id)) else { continue };
            let location = match input.origin {
                InputOrigin::Parameter(index) => Some(NumberLocation::Parameter(index)),
                InputOrigin::Field(object, field) => {
                    case.object(object).map(|object| NumberLocation::Field(object, self.field(field)))
                }
                InputOrigin::Static(field) => Some(NumberLocation::Static(self.field(field))),
                InputOrigin::Length(object) => case.object(object).map(NumberLocation::Length),
                InputOrigin::Contents(object) => case.object(object).map(NumberLocation::Contents),
                InputOrigin::Argument(..) | InputOrigin::Choice(_) | InputOrigin::Environment(_) => None,
                InputOrigin::Result(_) => None,
                InputOrigin::Open(epoch, place) => {
                    Some(NumberLocation::Open(epoch, self.open_location(pool, &mut case, place)))
                }
            };
            inputs.extend(location.map(|location| CaseInput {
                input: id,
                location,
                domain: input.domain,
                witness: state.path.model.get(crate::term::InputId(id)),
            }));
        }
        let (code, schedule) = match &end.outcome {
            Outcome::Stopped(_) => (CaseCode { steps: Vec::new(), pure: false }, Vec::new()),
            _ => {
                let specialised = end.path.record.finish(steps);
                let schedule = specialised
                    .schedule
                    .iter()
                    .map(|entry| (self.method(entry.method, entry.level), entry.case))
                    .collect();
                let returned = matches!(end.outcome, Outcome::Returned(_));
                (CaseCode { steps: specialised.steps, pure: specialised.pure && returned }, schedule)
            }
        };
        let (codes, length) = (self.codes.0.len(), code.steps.len() as u64);
        let code = self.codes.number(code);
        let kept = if self.codes.0.len() > codes { length } else { 0 };
        let open_calls = state.open_calls.iter().map(|call| self.open_call(call)).collect();
        self.paths.push(CasePath { constraints, inputs, code, schedule, open_calls, outcome });
        kept
    }

    /// Whether a path that was added has left a call open.
    pub fn has_open_calls(&self) -> bool {
        !self.open_calls.is_empty()
    }

    /// The summary of all paths added.
    pub fn finish(self, steps: &StepTable, mut caveats: Vec<Caveat>, composable: bool) -> Summary {
        let mut all: Vec<Caveat> =
            self.stops.into_iter().map(|(reason, count)| Caveat::Stopped(count, reason)).collect();
        all.extend(self.open_calls.into_iter().map(|(reason, count)| Caveat::OpenCalls(count, reason)));
        all.append(&mut caveats);
        all.sort();
        Summary {
            terms: self.terms.finish(),
            classes: self.classes.into_values(),
            fields: self.fields.into_values(),
            methods: self.methods.into_values(),
            steps: steps.steps().to_vec(),
            codes: self.codes.into_values(),
            reasons: self.reasons.into_values(),
            ends: self.paths.len() as u64,
            paths: self.paths,
            caveats: all,
            composable,
        }
    }

    fn constraint(
        &mut self,
        pool: &TermPool,
        heap: &Heap,
        case: &mut Renaming,
        constraint: &Constraint,
    ) -> Option<CaseConstraint> {
        Some(match constraint {
            Constraint::Condition(term) => CaseConstraint::Condition(self.term(pool, case, *term)),
            Constraint::Bound(term) => CaseConstraint::Bound(self.term(pool, case, *term)),
            Constraint::Null(symbol) => {
                CaseConstraint::Null(self.location(pool, case, heap.symbol(*symbol)?.origin)?)
            }
            Constraint::New(symbol, object) => {
                let location = self.location(pool, case, heap.symbol(*symbol)?.origin)?;
                case.name(*object);
                CaseConstraint::New(location)
            }
            Constraint::Alias(symbol, object) => {
                let location = self.location(pool, case, heap.symbol(*symbol)?.origin)?;
                match case.object(*object) {
                    Some(object) => CaseConstraint::Alias(location, object),
                    None => CaseConstraint::AliasStatic(location, self.static_holding(heap, *object)?),
                }
            }
            Constraint::Types(object, types) => {
                CaseConstraint::Types(case.object(*object)?, types.iter().map(|class| self.class(*class)).collect())
            }
            Constraint::Components(object, types) => CaseConstraint::Components(
                case.object(*object)?,
                types.iter().map(|class| self.class(*class)).collect(),
            ),
            Constraint::Element(array, index, symbol) => {
                CaseConstraint::Element(case.object(*array)?, self.term(pool, case, *index), symbol.is_some())
            }
        })
    }

    fn location(&mut self, pool: &TermPool, case: &mut Renaming, origin: SymbolOrigin) -> Option<Location> {
        Some(match origin {
            SymbolOrigin::Parameter(index) => Location::Parameter(index),
            SymbolOrigin::Field(object, field) => Location::Field(case.object(object)?, self.field(field)),
            SymbolOrigin::Static(field) => Location::Static(self.field(field)),
            SymbolOrigin::Element(array, index) => Location::Element(case.object(array)?, self.term(pool, case, index)),
            // Summaries are of arbitrary states, which nobody makes.
            SymbolOrigin::Argument(..) | SymbolOrigin::Before(_) => return None,
            SymbolOrigin::Open(epoch, place) => Location::Open(epoch, self.open_location(pool, case, place)),
        })
    }

    fn open_location(&mut self, pool: &TermPool, case: &mut Renaming, place: OpenPlace) -> OpenLocation {
        match place {
            OpenPlace::Result => OpenLocation::Result,
            OpenPlace::Field(object, field) => OpenLocation::Field(case.object(object), self.field(field)),
            OpenPlace::Static(field) => OpenLocation::Static(self.field(field)),
            OpenPlace::Contents(array) => OpenLocation::Contents(case.object(array)),
            OpenPlace::Element(array, index) => OpenLocation::Element(case.object(array), self.term(pool, case, index)),
        }
    }

    fn open_call(&mut self, call: &crate::exec::OpenCall) -> OpenCallRecord {
        let (class, name) = (call.reference.class.clone(), call.reference.name.clone());
        let method = MethodName { class, name, descriptor: call.reference.descriptor.clone() };
        *self.open_calls.entry(call.reason.clone()).or_insert(0) += 1;
        OpenCallRecord { method, reason: self.reasons.number(call.reason.clone()), throws: call.throws }
    }

    fn result(&mut self, pool: &TermPool, heap: &Heap, case: &mut Renaming, value: Option<Value>) -> CaseResult {
        match value {
            None => CaseResult::Void,
            Some(Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term)) => {
                CaseResult::Number(self.term(pool, case, term))
            }
            Some(Value::Reference(reference)) => match heap.current(reference) {
                Reference::Null => CaseResult::Null,
                Reference::Object(object) => match case.object(object) {
                    Some(number) => CaseResult::Input(number),
                    None => match self.static_holding(heap, object) {
                        Some(field) => CaseResult::Static(field),
                        None => self.made(pool, heap, case, object),
                    },
                },
                Reference::Symbol(symbol) => heap
                    .symbol(symbol)
                    .and_then(|symbol| self.location(pool, case, symbol.origin))
                    .map_or(CaseResult::Other, CaseResult::Undecided),
            },
            Some(_) => CaseResult::Other,
        }
    }

    fn made(&mut self, pool: &TermPool, heap: &Heap, case: &mut Renaming, object: ObjectId) -> CaseResult {
        let class = self.class_of(heap, object);
        if let Some(Origin::Literal(Literal::String(text))) = heap.object(object).map(|object| &object.origin) {
            return CaseResult::Constant(text.0.clone());
        }
        let held = heap.value_class(self.program, object).and_then(|class| {
            let fields = [TEXT_FIELD, BOX_FIELD].map(|name| self.program.hidden_field(class, name));
            let body = heap.instance(object)?;
            body.fields.iter().find(|(field, _)| fields.contains(&Some(*field))).map(|(_, value)| *value)
        });
        match held {
            Some(
                Value::Text(term) | Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term),
            ) => CaseResult::Holding(class, self.term(pool, case, term)),
            _ => CaseResult::Made(class),
        }
    }

    fn term(&mut self, pool: &TermPool, case: &mut Renaming, term: TermId) -> u32 {
        case.inputs.extend(pool.inputs(term).iter().map(|input| input.0));
        self.terms.add(pool, term)
    }

    fn class(&mut self, class: ClassId) -> u32 {
        self.classes.number(self.program.class(class).name.clone())
    }

    fn class_of(&mut self, heap: &Heap, object: ObjectId) -> u32 {
        match heap.object(object).map(|object| &object.body) {
            Some(Body::Instance(body)) => match body.types.first() {
                Some(class) => self.class(*class),
                None => self.classes.number(Arc::from("java/lang/Object")),
            },
            Some(Body::Array(body)) => {
                let name = self.program.type_name(body.component.array_of());
                self.classes.number(Arc::from(name))
            }
            None => self.classes.number(Arc::from("java/lang/Object")),
        }
    }

    fn field(&mut self, field: FieldId) -> u32 {
        if let Some(number) = self.field_numbers.get(&field) {
            return *number;
        }
        let info = self.program.field(field);
        let number = self.fields.number(FieldReference {
            class: self.program.class(info.class).name.clone(),
            name: info.name.clone(),
            descriptor: Arc::from(self.program.field_descriptor(field)),
        });
        self.field_numbers.insert(field, number);
        number
    }

    fn method(&mut self, method: MethodId, level: Level) -> u32 {
        if let Some(number) = self.method_numbers.get(&(method, level)) {
            return *number;
        }
        let info = self.program.method(method);
        let class = self.program.class(info.class).name.clone();
        let name = MethodName { class, name: info.name.clone(), descriptor: info.descriptor.clone() };
        let number = self.methods.number((name, level));
        self.method_numbers.insert((method, level), number);
        number
    }

    /// The static final field through which an object of class initialisation is known.
    fn static_holding(&mut self, heap: &Heap, object: ObjectId) -> Option<u32> {
        if !matches!(heap.object(object)?.origin, Origin::Initialised(_)) {
            return None;
        }
        let holder = heap.touched_statics(self.program).into_iter().find(|field| {
            self.program.field(*field).flags.is_final()
                && heap.static_value(*field) == Some(Value::Reference(Reference::Object(object)))
        })?;
        Some(self.field(holder))
    }
}

struct Renaming {
    /// The number of each input object, by its identity.
    objects: Vec<Option<u32>>,
    named: u32,
    inputs: Vec<u32>,
}

impl Renaming {
    fn object(&self, id: ObjectId) -> Option<u32> {
        self.objects.get(id.0 as usize).copied().flatten()
    }

    /// Gives an object the next number.
    fn name(&mut self, id: ObjectId) {
        let place = id.0 as usize;
        if self.objects.len() <= place {
            self.objects.resize(place + 1, None);
        }
        self.objects[place] = Some(self.named);
        self.named += 1;
    }
}
