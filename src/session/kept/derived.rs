//! Results that are found from much code and are kept like answers of their own. A method's entry that has used such a
//! result is invalid when the result is another one, and stays valid when only the code behind it was edited.

use super::{Kept, class_name, field_name, method_name};
use crate::exec::{ClassInvariants, Premises, told_held};
use crate::program::{ClassId, OfClass, Program, Reads};
use std::collections::BTreeSet;

impl Kept<'_> {
    /// The invariants of the objects of a class, or of its static fields, as text that is equal where they are.
    pub(super) fn invariants_told(&self, of: OfClass, class: ClassId) -> String {
        let library = self.invariants;
        let key = self.key_of(&class_name(self.program, class), &format!("{of:?}"));
        if !library.knows(of, class)
            && let Some(told) = self.valid(&key)
        {
            return told;
        }
        let mut told = String::new();
        library.with_reads(of, class, &mut |invariants, at_work, reads: &Reads| {
            let at_work: BTreeSet<String> = at_work.iter().map(|method| method_name(self.program, *method)).collect();
            told = format!("{} {at_work:?}", self::told(self.program, invariants));
            self.put_entry(&key, &told, reads);
        });
        told
    }
}

fn told(program: &Program, invariants: &ClassInvariants) -> String {
    let conditions = invariants.conditions.iter().map(|condition| {
        let fields: Vec<String> = condition.fields().map(|field| field_name(program, field)).collect();
        format!("{} {fields:?}", condition.told(program))
    });
    let exact =
        invariants.exact.iter().map(|(field, exactly)| (field_name(program, *field), program.type_name(*exactly)));
    let held = invariants.held.iter().map(|held| told_held(program, held));
    let Premises { closed_types, others } = &invariants.premises;
    let closed: BTreeSet<String> = closed_types.iter().map(|class| class_name(program, *class)).collect();
    format!(
        "{:?} {:?} {:?} {closed:?} {others:?}",
        conditions.collect::<Vec<String>>(),
        exact.collect::<Vec<_>>(),
        held.collect::<Vec<_>>()
    )
}
