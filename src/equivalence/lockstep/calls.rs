//! Calls. A call that does the same in both versions is an event. A call of a small method that may not do the same is
//! followed. A call of a method of strings or boxes is computed.

use super::body::{Body, GivenUp, NULL, Step, malformed, nth, push, raised};
use super::history::{Event, Symbol};
use super::path::{Entry, Path};
use super::{Lockstep, MOST_CALLS, NamedCall, StaticType};
use crate::classfile::{FieldType, InvokeKind, MethodReference, ValueKind, java_name, parse_method_descriptor};
use crate::exec::domain_of_type;
use crate::term::{Domain, TermId};
use std::sync::Arc;

impl Lockstep<'_> {
    pub(super) fn invoke(
        &mut self,
        body: &Body<'_>,
        path: &mut Path,
        (kind, method): (InvokeKind, &Arc<MethodReference>),
    ) -> Result<Step, GivenUp> {
        let parsed = parse_method_descriptor(&method.descriptor).ok_or_else(malformed)?;
        let count = parsed.parameters.len() + usize::from(kind != InvokeKind::Static);
        let first = path.operands.len().checked_sub(count).ok_or_else(malformed)?;
        let given = path.operands.get(first..).unwrap_or_default();
        let given: Vec<Option<StaticType>> = given.iter().map(|entry| self.type_of(*entry)).collect();
        let caller = path.running.map_or(self.own, |running| self.program.method(running).class);
        let site = NamedCall { caller, kind, called: method };
        let is_same = (self.is_same_call)(&site, &given);
        let target = if is_same && !self.opens_all { None } else { (self.target)(&site, body.is_new) };
        let target = target.filter(|target| path.callers.len() < MOST_CALLS && !path.is_active(*target));
        let used = self.program.class_by_name(&method.class).filter(|_| kind == InvokeKind::Static);
        let computed = self.computed(&site, &given);
        if !is_same && target.is_none() && computed.is_none() {
            return Err(format!("calls {}.{}, which may do something else", java_name(&method.class), method.name));
        }
        if kind != InvokeKind::Static {
            let receiver = nth(path, count - 1)?.term;
            if let Some(null) = self.null(path, receiver) {
                return Ok(Step::RaiseIf(null, raised(NULL)));
            }
        } else if let Some(class) = used.filter(|_| target.is_some())
            && let Some(step) = self.initialise_of(path, class)?
        {
            return Ok(step);
        }
        if let Some(computed) = computed {
            return self.compute(path, computed, count);
        }
        if let Some(target) = target {
            let arguments = path.operands.split_off(first);
            path.enter(target, arguments);
            return Ok(Step::Entered);
        }
        let arguments = self.arguments(path, count)?;
        self.happens(path, Event::Call(kind, method.clone(), arguments));
        self.give(path, parsed.result.as_ref());
        Ok(Step::Called(path.history, used))
    }

    /// The method that a call enters, where that is one of a string or a box that gives a number, and computes it from numbers and other
    /// such objects alone.
    fn computed(&self, site: &NamedCall<'_>, given: &[Option<StaticType>]) -> Option<Arc<MethodReference>> {
        let program = self.program;
        let is_value = |name: &str| program.class_by_name(name).is_some_and(|class| program.is_value_class(class));
        let parsed = parse_method_descriptor(&site.called.descriptor)?;
        let is_number = matches!(parsed.result, Some(FieldType::Primitive(_)));
        let compares = &*site.called.name == "equals" && &*site.called.descriptor == "(Ljava/lang/Object;)Z";
        let is_static = site.kind == InvokeKind::Static;
        let class = if is_static { site.called.class.clone() } else { given.first()?.as_ref()?.name.clone() };
        let takes_values = parsed.parameters.iter().all(|parameter| match parameter {
            FieldType::Primitive(_) => true,
            FieldType::Reference(name) => !is_static && (is_value(name) || compares),
        });
        let is_computed = is_number && takes_values && is_value(&class) && site.kind != InvokeKind::Special;
        is_computed.then(|| Arc::new(MethodReference { class, interface: false, ..site.called.clone() }))
    }

    /// Puts what such a method computes, or throws what it throws.
    fn compute(&mut self, path: &mut Path, method: Arc<MethodReference>, count: usize) -> Result<Step, GivenUp> {
        let parsed = parse_method_descriptor(&method.descriptor).ok_or_else(malformed)?;
        let first = path.operands.len().checked_sub(count).ok_or_else(malformed)?;
        let arguments: Vec<TermId> = path.operands.iter().skip(first).map(|entry| entry.term).collect();
        // A string is empty where its length is 0.
        let is_empty = (&*method.class, &*method.name, &*method.descriptor) == ("java/lang/String", "isEmpty", "()Z");
        let method = if is_empty {
            Arc::new(MethodReference { name: "length".into(), descriptor: "()I".into(), ..(*method).clone() })
        } else {
            method
        };
        let refuses = self.symbol(Symbol::Refuses(method.clone(), arguments.clone()), Domain::Boolean);
        let one = self.pool.int(1);
        let condition = self.pool.equal(refuses, one);
        match self.known(path, condition) {
            None => Ok(Step::Fork(condition)),
            Some(true) => {
                path.operands.truncate(first);
                self.happens(path, Event::Call(InvokeKind::Virtual, method, arguments));
                let exception = self.symbol(Symbol::Thrown(path.history), Domain::Int);
                path.not_null.insert(exception);
                Ok(Step::Throw(exception))
            }
            Some(false) => {
                path.operands.truncate(first);
                let result = parsed.result.as_ref().ok_or_else(malformed)?;
                let is_length = is_empty || (&*method.class, &*method.name) == ("java/lang/String", "length");
                let domain = if is_length { Domain::Length } else { domain_of_type(result) };
                let computed = self.symbol(Symbol::Computed(method, arguments), domain);
                let term = if is_empty {
                    let (zero, one) = (self.pool.int(0), self.pool.int(1));
                    let condition = self.pool.equal(computed, zero);
                    self.pool.if_then_else(condition, one, zero)
                } else {
                    computed
                };
                Ok(push(path, Entry { kind: result.value_kind(), term }))
            }
        }
    }

    /// What is known of an argument; of a number, and of null, what leads to no object.
    fn type_of(&self, entry: Entry) -> Option<StaticType> {
        let is_object = entry.kind == ValueKind::Reference && self.pool.as_int(entry.term) != Some(0);
        let none = || StaticType { name: "[I".into(), is_exact: false };
        if is_object { self.types.get(&entry.term).cloned() } else { Some(none()) }
    }

    pub(super) fn is_declared(&mut self, term: TermId, kind: &FieldType) {
        if let FieldType::Reference(class) = kind {
            self.is_of(term, class, false);
        }
    }
}
