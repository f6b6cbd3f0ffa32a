//! References among the inputs of a run whose input is given.

use super::common::held;
use super::driver::Explorer;
use super::path::{Branch, Path, Recorder};
use crate::exec::StopReason;
use crate::heap::{Alternative, GivenObject, GivenValue, Giving, Reference, SymbolId};
use crate::program::ClassId;

impl<R: Recorder> Explorer<'_, R> {
    /// A reference input as what the given input says.
    pub(super) fn give_object(&mut self, mut path: Path<R>, symbol: SymbolId) -> Branch<R> {
        match self.given(&mut path, symbol) {
            Some(()) => Branch::Open(path),
            None => Branch::stopped(path, StopReason::NoInstance("a given input".into())),
        }
    }

    /// None where the input does not say what it is.
    fn given(&mut self, path: &mut Path<R>, symbol: SymbolId) -> Option<()> {
        let state = &mut path.state;
        let origin = state.heap.symbol(symbol)?.origin;
        let giving = state.heap.samples.as_mut()?.giving()?;
        let position = match giving.reference(&self.machine.pool, &state.path.model, origin)? {
            GivenValue::Null => {
                self.decide_symbol(path, symbol, Alternative::Null);
                return Some(());
            }
            GivenValue::Number(_) => return None,
            GivenValue::Object(position) => position,
        };
        if let Some(other) = giving.symbol(position) {
            let Reference::Object(object) = state.heap.current(Reference::Symbol(other)) else { return None };
            self.decide_symbol(path, symbol, Alternative::Alias(object));
            return Some(());
        }
        let input = giving.input();
        giving.begin(position, symbol);
        match input.objects.get(position)? {
            GivenObject::Made(plan, ..) => {
                let object = self.machine.begin_building(&mut path.state, symbol, plan);
                giving_of(path)?.end(object);
            }
            GivenObject::Opaque(class, _) | GivenObject::Text(class, _) => self.give_opaque(path, symbol, *class)?,
            GivenObject::Array(array, _) => {
                path.state.heap.narrow_declared(symbol, *array);
                self.give_new(path, symbol)?;
            }
            GivenObject::Constant(field) => {
                let held = held(&mut self.machine, &mut path.state, &[*field]);
                self.decide_symbol(path, symbol, Alternative::Alias(*held.first()?));
            }
        }
        Some(())
    }

    fn give_new(&mut self, path: &mut Path<R>, symbol: SymbolId) -> Option<()> {
        self.decide_symbol(path, symbol, Alternative::New);
        let Reference::Object(object) = path.state.heap.current(Reference::Symbol(symbol)) else { return None };
        giving_of(path)?.end(object);
        Some(())
    }

    fn give_opaque(&mut self, path: &mut Path<R>, symbol: SymbolId, class: ClassId) -> Option<()> {
        self.give_new(path, symbol)?;
        let is_exact = self.machine.program.class(class).flags.is_final();
        path.state.heap.restrict_to_opaque(symbol, class, is_exact);
        Some(())
    }
}

fn giving_of<R>(path: &mut Path<R>) -> Option<&mut Giving> {
    path.state.heap.samples.as_mut()?.giving()
}
