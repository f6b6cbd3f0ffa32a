//! Assumptions from the outside: `nonnull:0`, `len<=8:1`, `elems-nonnull:0`, `range:2:0..100`; their text and what they
//! mean for a method.

use super::super::target::is_main;
use crate::heap::Assumptions;
use crate::program::{FieldKind, MethodId, Program};
use crate::report::{JobError, Problem};
use crate::session::workspace::Workspace;
use std::path::Path;
use std::str::FromStr;

/// Which parameter an assumption is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssumedParameter {
    /// A parameter, counted from 0 without the receiver.
    Parameter(u16),
    /// The receiver.
    This,
    /// All parameters that it fits.
    All,
}

/// What is assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    NotNull,
    ElementsNotNull,
    Longest(i32),
    Range(i64, i64),
}

/// An assumption about a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assumption {
    target: AssumedParameter,
    claim: Claim,
}

impl FromStr for Assumption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let forms = "nonnull:P, len<=N:P, elems-nonnull:P or range:P:LOW..HIGH, where P is a number, `this` or `*`";
        let unknown = || format!("`{text}` is no assumption; these are: {forms}");
        let (word, rest) = text.split_once(':').ok_or_else(unknown)?;
        let (claim, target) = match word {
            "nonnull" => (Claim::NotNull, rest),
            "elems-nonnull" => (Claim::ElementsNotNull, rest),
            "range" => {
                let (target, range) = rest.split_once(':').ok_or_else(unknown)?;
                let (low, high) = range.split_once("..").ok_or_else(unknown)?;
                let (low, high) = (low.parse().map_err(|_| unknown())?, high.parse().map_err(|_| unknown())?);
                if low > high {
                    return Err(format!("`{text}`: the range is empty"));
                }
                (Claim::Range(low, high), target)
            }
            _ => {
                let longest = word.strip_prefix("len<=").ok_or_else(unknown)?;
                let longest = longest.parse().ok().filter(|longest| *longest >= 0);
                (Claim::Longest(longest.ok_or_else(unknown)?), rest)
            }
        };
        let target = match target {
            "this" => AssumedParameter::This,
            "*" => AssumedParameter::All,
            number => AssumedParameter::Parameter(number.parse().map_err(|_| unknown())?),
        };
        Ok(Assumption { target, claim })
    }
}

/// Assumptions for methods: each for one that is named, or for all.
#[derive(Clone, Debug, Default)]
pub(super) struct Assumed(Vec<(Option<String>, Assumption)>);

/// What is assumed of one method's parameters.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct OfMethod {
    pub(super) heap: Assumptions,
    /// Bounds of numbers, by position with the receiver.
    pub(super) ranges: Vec<(u16, i64, i64)>,
}

impl Assumed {
    /// The assumptions for all methods, and those of a file with lines like `p.C.m(I) SPEC`.
    ///
    /// # Errors
    /// What is wrong with the file, in one line.
    pub(super) fn of(all: &[Assumption], file: Option<&Path>) -> Result<Assumed, JobError> {
        let mut found: Vec<(Option<String>, Assumption)> = all.iter().map(|assumption| (None, *assumption)).collect();
        if let Some(path) = file {
            let name = path.display();
            let text = std::fs::read_to_string(path).map_err(|error| JobError::Input(format!("{name}: {error}")))?;
            for (number, line) in text.lines().enumerate() {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let wrong = |what: String| JobError::Input(format!("{name}:{}: {what}", number + 1));
                let (method, spec) = line
                    .split_once(char::is_whitespace)
                    .ok_or_else(|| wrong(format!("`{line}` is no line of the form `p.C.m SPEC`")))?;
                let assumption = spec.trim().parse().map_err(wrong)?;
                found.push((Some(method.to_owned()), assumption));
            }
        }
        Ok(Assumed(found))
    }

    /// What they say of a method, which can be the beginning of a program; what does not fit its parameters is left out.
    pub(super) fn of_method(&self, workspace: &Workspace, method: MethodId) -> OfMethod {
        let program = &workspace.program;
        let mut found = OfMethod::default();
        if is_main(program, method) {
            // The machine that starts a program passes an array of strings.
            found.heap.not_null.push(0);
            found.heap.elements_not_null.push(0);
        }
        let info = program.method(method);
        if &*info.name == "<init>" && program.has_enclosing_instance(info.class) {
            found.heap.not_null.push(1);
        }
        for (name, assumption) in &self.0 {
            if name.as_ref().is_none_or(|name| is_named(workspace, method, name)) {
                assumption.apply(program, method, &mut found);
            }
        }
        found
    }

    /// Assumptions that fit none of the methods, as problems.
    pub(super) fn unused(&self, workspace: &Workspace, methods: &[MethodId]) -> Vec<Problem> {
        let fits = |(name, assumption): &&(Option<String>, Assumption)| {
            !methods.iter().any(|method| {
                name.as_ref().is_none_or(|name| is_named(workspace, *method, name))
                    && assumption.apply(&workspace.program, *method, &mut OfMethod::default())
            })
        };
        let unused = self.0.iter().filter(fits);
        let problem = |(name, assumption): &(Option<String>, Assumption)| Problem {
            origin: name.clone().unwrap_or_else(|| "--assume".into()),
            message: format!("`{assumption}` fits no parameter of the checked methods"),
            is_input: true,
        };
        unused.map(problem).collect()
    }
}

fn is_named(workspace: &Workspace, method: MethodId, name: &str) -> bool {
    let info = workspace.program.method(method);
    let (label, descriptor) = match name.find('(') {
        Some(at) => (name.get(..at).unwrap_or_default(), name.get(at..)),
        None => (name, None),
    };
    let Some((class, own)) = label.rsplit_once('.') else { return *info.name == *label };
    let fits = |given: &str| info.descriptor.starts_with(given);
    *info.name == *own && workspace.is_called(info.class, class) && descriptor.is_none_or(fits)
}

impl Assumption {
    /// Adds what it says of a method's parameters; whether it says anything.
    fn apply(&self, program: &Program, method: MethodId, found: &mut OfMethod) -> bool {
        let info = program.method(method);
        let receiver = u16::from(info.has_receiver());
        if self.target == AssumedParameter::This {
            // A receiver is never null, and neither array nor number.
            return info.has_receiver() && self.claim == Claim::NotNull;
        }
        let mut fits = false;
        for (position, kind) in (0_u16..).zip(&info.parameters) {
            if !(self.target == AssumedParameter::All || self.target == AssumedParameter::Parameter(position)) {
                continue;
            }
            let at = position.saturating_add(receiver);
            let is_array = kind.is_array();
            let holds_references = matches!(kind, FieldKind::Reference(reference)
                if matches!(reference.component(), Some(FieldKind::Reference(_))));
            let is_string = matches!(kind, FieldKind::Reference(reference)
                if program.type_name(*reference) == "java/lang/String");
            match (self.claim, kind) {
                (Claim::NotNull, FieldKind::Reference(_)) => found.heap.not_null.push(at),
                (Claim::ElementsNotNull, _) if holds_references => found.heap.elements_not_null.push(at),
                (Claim::Longest(longest), _) if is_array || is_string => found.heap.longest.push((at, longest)),
                (Claim::Range(low, high), FieldKind::Primitive(primitive)) if is_integral(*primitive) => {
                    found.ranges.push((at, low, high));
                }
                _ => continue,
            }
            fits = true;
        }
        fits
    }
}

fn is_integral(primitive: crate::classfile::PrimitiveType) -> bool {
    use crate::classfile::PrimitiveType as P;
    !matches!(primitive, P::Float | P::Double)
}

impl std::fmt::Display for Assumption {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let target = match self.target {
            AssumedParameter::Parameter(position) => position.to_string(),
            AssumedParameter::This => "this".into(),
            AssumedParameter::All => "*".into(),
        };
        match self.claim {
            Claim::NotNull => write!(formatter, "nonnull:{target}"),
            Claim::ElementsNotNull => write!(formatter, "elems-nonnull:{target}"),
            Claim::Longest(longest) => write!(formatter, "len<={longest}:{target}"),
            Claim::Range(low, high) => write!(formatter, "range:{target}:{low}..{high}"),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn assumptions_are_written_as_they_are_read() {
        for text in ["nonnull:0", "nonnull:this", "len<=8:1", "elems-nonnull:*", "range:2:0..100", "range:*:-5..-1"] {
            assert_eq!(text.parse::<Assumption>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_assumption_is_refused_in_one_line() {
        for text in ["", "nonnull", "nonnull:x", "len<=-1:0", "len<=:0", "range:0:5..1", "range:0:1", "maybe:0"] {
            let refusal = text.parse::<Assumption>().unwrap_err();
            assert!(refusal.contains(text) && !refusal.contains('\n'), "{refusal}");
        }
    }
}
