//! What a body in lockstep does to fields, statics, arrays and objects: events of its history.

use super::super::Lockstep;
use super::super::history::{BEGINNING, Event, Raised, Symbol};
use super::super::path::{Entry, Path};
use super::{BOUNDS, GivenUp, NULL, SIZE, Step, malformed, pop, push, raised};
use crate::classfile::{
    ClassName, FieldReference, FieldType, Instruction, PrimitiveType, ValueKind, java_name, parse_field_descriptor,
};
use crate::exec::domain_of_type;
use crate::graph::initialiser;
use crate::program::{ClassId, FieldId};
use crate::term::{Domain, TermId};

impl Lockstep<'_> {
    pub(super) fn field(&self, reference: &FieldReference) -> Result<FieldId, GivenUp> {
        let missing = || format!("{} is not on the class path", java_name(&reference.class));
        self.program.resolve_field(reference).ok_or_else(missing)
    }

    /// What a field keeps of a value: as much as its type has.
    pub(super) fn kept(&mut self, field: &FieldReference, value: Entry) -> Result<TermId, GivenUp> {
        Ok(match parse_field_descriptor(&field.descriptor).ok_or_else(malformed)? {
            FieldType::Primitive(PrimitiveType::Byte) => self.pool.to_byte(value.term),
            FieldType::Primitive(PrimitiveType::Char) => self.pool.to_char(value.term),
            FieldType::Primitive(PrimitiveType::Short) => self.pool.to_short(value.term),
            FieldType::Primitive(PrimitiveType::Boolean) => {
                let one = self.pool.int(1);
                self.pool.and(value.term, one)
            }
            _ => value.term,
        })
    }

    pub(super) fn get_static(&mut self, path: &mut Path, field: &FieldReference) -> Result<Step, GivenUp> {
        let id = self.field(field)?;
        let info = self.program.field(id);
        if let Some(step) = self.initialise_of(path, info.class)? {
            return Ok(step);
        }
        let declared = parse_field_descriptor(&field.descriptor).ok_or_else(malformed)?;
        let (kind, domain) = (declared.value_kind(), domain_of_type(&declared));
        let since = if info.flags.is_final() && self.program.is_user_class(info.class) && !self.initialises {
            Err(BEGINNING)
        } else {
            self.histories.static_field(path.history, id)
        };
        let term = match since {
            Ok(known) => known,
            Err(since) => self.symbol(Symbol::Static(since, id), domain),
        };
        self.is_declared(term, &declared);
        Ok(push(path, Entry { kind, term }))
    }

    pub(super) fn put_static(&mut self, path: &mut Path, field: &FieldReference) -> Result<Step, GivenUp> {
        let id = self.field(field)?;
        if let Some(step) = self.initialise_of(path, self.program.field(id).class)? {
            return Ok(step);
        }
        let value = pop(path)?;
        let kept = self.kept(field, value)?;
        self.happens(path, Event::PutStatic(id, kept));
        Ok(Step::Next)
    }

    /// What the first use of a class does.
    pub(super) fn initialise(&mut self, path: &mut Path, class: &ClassName) -> Result<Option<Step>, GivenUp> {
        let id = self.program.class_by_name(class);
        let id = id.ok_or_else(|| format!("{} is not on the class path", java_name(class)))?;
        self.initialise_of(path, id)
    }

    /// The same of a class that is there. The instruction is executed again when that is done.
    pub(in crate::equivalence::lockstep) fn initialise_of(
        &mut self,
        path: &mut Path,
        class: ClassId,
    ) -> Result<Option<Step>, GivenUp> {
        let program = self.program;
        if !program.is_user_class(class) || path.initialised.contains(&class) {
            return Ok(None);
        }
        path.initialised.insert(class);
        let all = program.initialised_with(class);
        // A superinterface may not be initialised yet (JVMS 5.5).
        let is_done = program.superclasses(self.own).any(|own| own == class);
        if is_done || !all.iter().any(|class| initialiser(program, *class).is_some()) {
            return Ok(None);
        }
        self.happens(path, Event::Initialise(class));
        let throws = self.symbol(Symbol::Throws(path.history), Domain::Boolean);
        let one = self.pool.int(1);
        let fails = self.pool.equal(throws, one);
        Ok(Some(Step::FailIf(fails, class)))
    }

    /// Puts what the last event has given, if it gives anything.
    pub(in crate::equivalence::lockstep) fn give(&mut self, path: &mut Path, result: Option<&FieldType>) {
        if let Some(result) = result {
            let (kind, domain) = (result.value_kind(), domain_of_type(result));
            let term = self.symbol(Symbol::Given(path.history), domain);
            self.is_declared(term, result);
            path.operands.push(Entry { kind, term });
        }
    }

    /// Puts the object of a class or array type that the last event has allocated.
    pub(super) fn allocated(&mut self, path: &mut Path, class: &str) -> Step {
        let term = self.symbol(Symbol::Given(path.history), Domain::Int);
        self.is_of(term, class, true);
        path.not_null.insert(term);
        push(path, Entry { kind: ValueKind::Reference, term })
    }

    pub(super) fn new_array(&mut self, path: &mut Path, instruction: &Instruction) -> Result<Step, GivenUp> {
        let length = path.operands.last().ok_or_else(malformed)?.term;
        if let Some(step) = self.negative(path, length) {
            return Ok(step);
        }
        pop(path)?;
        let element = match instruction {
            Instruction::NewPrimitiveArray(kind) => FieldType::Primitive(*kind),
            Instruction::NewReferenceArray(class) => FieldType::Reference(class.clone()),
            _ => return Err(malformed()),
        };
        let class = ClassName::from(format!("[{}", element.descriptor()));
        self.happens(path, Event::NewArray(class.clone(), vec![length]));
        let step = self.allocated(path, &class);
        let array = path.operands.last().ok_or_else(malformed)?.term;
        let known = self.symbol(Symbol::Length(array), Domain::Length);
        let condition = self.pool.equal(known, length);
        self.assume(path, condition)?;
        Ok(step)
    }

    pub(super) fn negative(&mut self, path: &Path, length: TermId) -> Option<Step> {
        let zero = self.pool.int(0);
        let negative = self.pool.less(length, zero);
        (self.known(path, negative) != Some(false))
            .then_some(Step::RaiseIf(negative, Raised { about: vec![length], ..raised(SIZE) }))
    }

    /// What an access to an array raises, where it may.
    pub(super) fn outside(&mut self, path: &Path, array: TermId, index: TermId) -> Option<Step> {
        if let Some(null) = self.null(path, array) {
            return Some(Step::RaiseIf(null, raised(NULL)));
        }
        let zero = self.pool.int(0);
        let length = self.symbol(Symbol::Length(array), Domain::Length);
        let below = self.pool.less(index, zero);
        let above = self.pool.greater_or_equal(index, length);
        let outside = self.pool.disjunction(below, above);
        (self.known(path, outside) != Some(false))
            .then_some(Step::RaiseIf(outside, Raised { about: vec![index, length], ..raised(BOUNDS) }))
    }
}
