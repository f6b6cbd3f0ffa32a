//! The criteria by name. A further one is a row here and a file in `criteria/`.

/// What asks for goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Every way out of every conditional, and every outcome. Always on.
    Coverage,
    /// Comparisons at their edge and just beyond it (section 3.3.1).
    Boundary,
    /// The smallest and the largest value of a number.
    Extreme,
    /// A value that tells each mutant from the original (section 3.3.2).
    Mutation,
    /// Each clause of a decision decides its outcome, both ways (section 3.3.3).
    Mcdc,
    /// Every exception that an instruction can raise (section 3.3.4).
    Error,
    /// Arithmetic that overflows.
    Overflow,
}

impl Criterion {
    /// All, in the order of reports.
    pub const ALL: [Criterion; 7] = [
        Criterion::Coverage,
        Criterion::Boundary,
        Criterion::Extreme,
        Criterion::Mutation,
        Criterion::Mcdc,
        Criterion::Error,
        Criterion::Overflow,
    ];

    /// Its name in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            Criterion::Coverage => "coverage",
            Criterion::Boundary => "boundary",
            Criterion::Extreme => "extreme",
            Criterion::Mutation => "mutation",
            Criterion::Mcdc => "mcdc",
            Criterion::Error => "error",
            Criterion::Overflow => "overflow",
        }
    }
}
