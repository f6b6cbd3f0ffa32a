//! System properties that code sets. The JDK's classes have read their properties once, as if nobody had set them. So a
//! property is either set by code or read by the JDK; a path stops at whichever comes second.

use super::machine::Machine;
use super::shared_facts::Happened;
use super::state::State;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The properties that code has set, and that the JDK has read, on whatever path.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties {
    set_on_paths: FxHashSet<Arc<str>>,
    set_by_initialisers: FxHashSet<Arc<str>>,
    read_by_jdk: FxHashSet<Arc<str>>,
}

impl Machine<'_> {
    /// Notes that code sets a property, or clears it; whether it may, as far as the JDK has not read it.
    pub fn sets_property(&mut self, state: &State, name: &Arc<str>) -> bool {
        let properties = &mut self.initialised.properties;
        if properties.read_by_jdk.contains(name) {
            return false;
        }
        let is_on_path = state.heap.statics_are_inputs;
        if !is_on_path {
            properties.set_by_initialisers.insert(name.clone());
        } else if properties.set_on_paths.insert(name.clone()) {
            self.initialised.before.push(Happened::PropertySet(name.clone()));
        }
        true
    }

    /// Notes that the JDK's own code reads a property; whether it finds what the machine says, since no code has set it.
    pub fn reads_property(&mut self, name: &Arc<str>) -> bool {
        let properties = &mut self.initialised.properties;
        if properties.set_on_paths.contains(name) || properties.set_by_initialisers.contains(name) {
            return false;
        }
        if properties.read_by_jdk.insert(name.clone()) && !self.initialised.running {
            self.initialised.before.push(Happened::PropertyRead(name.clone()));
        }
        true
    }

    /// Whether an initialiser sets a property, at a time that depends on which classes are used first.
    pub fn is_set_by_initialiser(&self, name: &str) -> bool {
        self.initialised.properties.set_by_initialisers.contains(name)
    }
}
