//! Which findings are one, and in which order they are worth reading.

use super::CountedNulls;
use super::circumstances::{Circumstances, is_named_by_all};
use super::round::Simplicity;
use crate::classfile::Instruction;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::report::{CauseEntry, CheckedMethod, FailureCause, Finding, Property, Rank};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// A failure that a caller can bring about, with what its rank depends on.
pub(super) struct Failure {
    pub(super) finding: Finding,
    pub(super) simplicity: Simplicity,
    pub(super) circumstances: Circumstances,
}

/// What ranks findings.
pub(in crate::analysis) struct Ranking<'p> {
    pub(super) program: &'p Program,
    nulls: CountedNulls,
    /// Whether any public method of a public class is checked: where none is, code of the package is who calls.
    has_api: bool,
    /// What public methods of public classes come by themselves.
    given_out: OnceCell<GivenOut>,
}

/// What public methods of public classes come by themselves, and may give to others.
struct GivenOut {
    /// The classes that they make objects of.
    made: BTreeSet<ClassId>,
    /// The static fields that they read.
    read: BTreeSet<FieldId>,
}

impl<'p> Ranking<'p> {
    /// What ranks the findings of these methods.
    pub(in crate::analysis) fn of(program: &'p Program, methods: &[MethodId], nulls: CountedNulls) -> Self {
        let has_api = methods.iter().any(|method| {
            let info = program.method(*method);
            info.flags.is_public() && program.is_public(info.class)
        });
        Ranking { program, nulls, has_api, given_out: OnceCell::new() }
    }

    /// How likely a failure of a method is worth a maintainer's time.
    pub(in crate::analysis) fn rank(
        &self,
        method: MethodId,
        property: Property,
        simplicity: Simplicity,
        circumstances: &Circumstances,
    ) -> Rank {
        let Circumstances { nulls, is_unconditional, is_on_purpose, members, is_out_of_range, is_unchecked, .. } =
            circumstances;
        let is_assertion = property == Property::Assert;
        let is_hidden = |member: &_| !is_named_by_all(self.program, member) && !self.is_given_out(member);
        match () {
            () if simplicity.needs_script => Rank::Scripted,
            () if !self.nulls.count(self.program, nulls) => Rank::Null,
            () if *is_unchecked => Rank::Unchecked,
            () if *is_on_purpose && !is_assertion => Rank::Thrown,
            () if *is_unconditional => Rank::Always,
            () if *is_out_of_range => Rank::Range,
            () if self.has_api && members.iter().any(is_hidden) => Rank::Inner,
            () if is_assertion => Rank::Assertion,
            () if self.has_api && !self.is_called_by_all(method) => Rank::Inner,
            () => Rank::Public,
        }
    }

    /// Whether code of any package can call a method: it can name it, or it overrides one that it can name.
    fn is_called_by_all(&self, method: MethodId) -> bool {
        let info = self.program.method(method);
        let declares = |class: ClassId| {
            let methods = self.program.class(class).methods.iter().map(|id| self.program.method(*id));
            methods
                .into_iter()
                .any(|known| known.name == info.name && known.descriptor == info.descriptor && known.flags.is_public())
        };
        let is_open = |class: ClassId| self.program.is_public(class) && declares(class);
        let above = || self.program.supertypes(info.class).iter().copied().any(is_open);
        info.flags.is_public() && (self.program.is_public(info.class) || !info.flags.is_static() && above())
    }

    /// Whether a member is a constructor of a class that public code makes objects of, or a static field that it reads.
    fn is_given_out(&self, (class, name, descriptor): &(String, String, Option<String>)) -> bool {
        let given_out = self.given_out.get_or_init(|| GivenOut::of(self.program));
        let Some(class) = self.program.class_by_name(class) else { return false };
        let is_read = |field: &FieldId| {
            let info = self.program.field(*field);
            info.class == class && *info.name == **name
        };
        match descriptor {
            Some(_) => name == "<init>" && given_out.made.contains(&class),
            None => given_out.read.iter().any(is_read),
        }
    }
}

impl GivenOut {
    fn of(program: &Program) -> GivenOut {
        let open = program.user_classes().filter(|(class, _)| program.is_public(*class));
        let methods = open.flat_map(|(_, class)| class.methods.iter().copied());
        let methods = methods.filter(|method| program.method(*method).flags.is_public());
        let code = methods.filter_map(|method| program.code(method)).flat_map(|code| &code.instructions);
        let mut given_out = GivenOut { made: BTreeSet::new(), read: BTreeSet::new() };
        for decoded in code {
            match &decoded.instruction {
                Instruction::New(class) => given_out.made.extend(program.class_by_name(class)),
                Instruction::GetStatic(field) => given_out.read.extend(program.resolve_field(field)),
                _ => {}
            }
        }
        given_out
    }
}

/// The causes of all findings.
#[derive(Default)]
pub(super) struct Causes(BTreeMap<String, FailureCause>);

impl Causes {
    /// Adds the findings of the method at this position of the report.
    pub(super) fn add(&mut self, position: usize, method: &CheckedMethod, ranks: &[Rank]) {
        for (number, (finding, rank)) in method.findings.iter().zip(ranks).enumerate() {
            let cause = self.0.entry(finding.cause.clone()).or_insert_with(|| FailureCause {
                fingerprint: finding.cause.clone(),
                rank: *rank,
                property: finding.property,
                exception: finding.exception.clone(),
                place: finding.place.clone(),
                line: finding.line,
                baseline: None,
                suppression: None,
                entries: Vec::new(),
            });
            cause.rank = cause.rank.min(*rank);
            cause.entries.push(CauseEntry { rank: *rank, method: position, finding: number });
        }
    }

    /// All of them, the first one to be read first; the entries of each likewise.
    pub(super) fn in_order(self) -> Vec<FailureCause> {
        let mut causes: Vec<FailureCause> = self.0.into_values().collect();
        FailureCause::sort(&mut causes);
        causes
    }
}
