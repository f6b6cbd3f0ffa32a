//! The table of mutation operators, by PIT's names, and its groups.

use std::collections::BTreeSet;
use std::fmt;

macro_rules! operators {
    ($($(#[$documentation:meta])* $variant:ident = $name:literal,)*) => {
        /// A kind of change. Where two operators make the same change, the one that stands first makes it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum Operator {
            $($(#[$documentation])* #[serde(rename = $name)] $variant,)*
        }

        impl Operator {
            /// All operators in the order of the table.
            pub const ALL: &[Operator] = &[$(Operator::$variant,)*];

            /// Its usual name, as in PIT.
            pub fn name(self) -> &'static str {
                match self { $(Operator::$variant => $name,)* }
            }
        }
    };
}

operators! {
    /// `<` for `<=` and so on.
    ConditionalsBoundary = "CONDITIONALS_BOUNDARY",
    /// `==` for `!=`, `<` for `>=` and so on.
    NegateConditionals = "NEGATE_CONDITIONALS",
    /// Arithmetic replaced by another operation, one for each.
    Math = "MATH",
    /// `-x` replaced by `x`.
    InvertNegs = "INVERT_NEGS",
    /// `i++` replaced by `i--`.
    Increments = "INCREMENTS",
    /// A call without a result is removed.
    VoidMethodCalls = "VOID_METHOD_CALLS",
    /// An empty string, collection, optional, or a boxed zero is returned.
    EmptyReturns = "EMPTY_RETURNS",
    /// False is returned.
    FalseReturns = "FALSE_RETURNS",
    /// True is returned.
    TrueReturns = "TRUE_RETURNS",
    /// Null is returned.
    NullReturns = "NULL_RETURNS",
    /// Zero is returned.
    PrimitiveReturns = "PRIMITIVE_RETURNS",
    /// Equality never branches: what is conditional on it is always done.
    RemoveConditionalsEqualIf = "REMOVE_CONDITIONALS_EQUAL_IF",
    /// Equality always branches: what is conditional on it is never done.
    RemoveConditionalsEqualElse = "REMOVE_CONDITIONALS_EQUAL_ELSE",
    /// An order never branches.
    RemoveConditionalsOrderIf = "REMOVE_CONDITIONALS_ORDER_IF",
    /// An order always branches.
    RemoveConditionalsOrderElse = "REMOVE_CONDITIONALS_ORDER_ELSE",
    /// The default of a switch and its first case that differs change places, all other cases go to the default.
    Switch = "EXPERIMENTAL_SWITCH",
    /// Relational operator replacement: each of the other relations.
    Ror = "ROR",
    /// Arithmetic operator replacement: each of the other operations.
    Aor = "AOR",
    /// Arithmetic operator deletion: one of the operands.
    Aod = "AOD",
    /// Shift operator replacement: each of the other shifts.
    Sor = "SOR",
    /// Bitwise operator replacement: the other operators, or one of the operands.
    Obbn = "OBBN",
    /// An increment of a local variable is removed.
    RemoveIncrements = "REMOVE_INCREMENTS",
    /// A constant is replaced by the next one; 1 by 0.
    InlineConsts = "INLINE_CONSTS",
    /// Constant replacement: 1, 0, -1, -c, c + 1, c - 1.
    Crcr = "CRCR",
    /// A call with a result is replaced by a default value.
    NonVoidMethodCalls = "NON_VOID_METHOD_CALLS",
    /// A variable is replaced by its negation.
    Abs = "ABS",
    /// An increment or decrement is inserted before or after the use of a variable.
    Uoi = "UOI",
}

/// PIT's group of this name, as of PIT 1.7.1. Since 1.7.2 `REMOVE_CONDITIONALS_EQUAL_ELSE` and `…_ORDER_ELSE` stand in it for
/// `NEGATE_CONDITIONALS`.
const DEFAULT: &[Operator] = &[
    Operator::ConditionalsBoundary,
    Operator::NegateConditionals,
    Operator::Math,
    Operator::InvertNegs,
    Operator::Increments,
    Operator::VoidMethodCalls,
    Operator::EmptyReturns,
    Operator::FalseReturns,
    Operator::TrueReturns,
    Operator::NullReturns,
    Operator::PrimitiveReturns,
];

/// What PIT's group of this name has beyond its default group.
const STRONGER: &[Operator] = &[Operator::RemoveConditionalsEqualElse, Operator::Switch];

const REMOVE_CONDITIONALS: &[Operator] = &[
    Operator::RemoveConditionalsEqualIf,
    Operator::RemoveConditionalsEqualElse,
    Operator::RemoveConditionalsOrderIf,
    Operator::RemoveConditionalsOrderElse,
];

/// The operators of names and groups, separated by commas, in any case: `default` (also `defaults`), `stronger`, `all`,
/// the name of an operator, `REMOVE_CONDITIONALS` for the four, `SWITCH`.
///
/// # Errors
/// A name that is none, in one line.
pub fn parse_operators(names: &str) -> Result<BTreeSet<Operator>, String> {
    let mut operators = BTreeSet::new();
    for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        match name.to_ascii_uppercase().as_str() {
            "DEFAULT" | "DEFAULTS" => operators.extend(DEFAULT),
            "STRONGER" => operators.extend(DEFAULT.iter().chain(STRONGER)),
            "ALL" => operators.extend(Operator::ALL),
            "REMOVE_CONDITIONALS" => operators.extend(REMOVE_CONDITIONALS),
            "SWITCH" => drop(operators.insert(Operator::Switch)),
            upper => match Operator::ALL.iter().find(|operator| operator.name() == upper) {
                Some(operator) => drop(operators.insert(*operator)),
                None => {
                    let known: Vec<&str> = Operator::ALL.iter().map(|operator| operator.name()).collect();
                    return Err(format!(
                        "{name:?} is no mutation operator: default, stronger, all, REMOVE_CONDITIONALS, {}",
                        known.join(", ")
                    ));
                }
            },
        }
    }
    if operators.is_empty() {
        return Err("no mutation operator is named".into());
    }
    Ok(operators)
}

impl fmt::Display for Operator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_contain_each_other() {
        let [default, stronger, all] = ["default", "stronger", "all"].map(|group| parse_operators(group).unwrap());
        assert!(default.is_subset(&stronger) && stronger.is_subset(&all));
        assert_eq!((default.len(), stronger.len(), all.len()), (11, 13, Operator::ALL.len()));
    }

    #[test]
    fn every_name_stands_for_its_operator() {
        for operator in Operator::ALL {
            assert_eq!(parse_operators(&operator.name().to_lowercase()), Ok(BTreeSet::from([*operator])));
        }
        assert!(parse_operators("MATHS").is_err_and(|message| message.contains("\"MATHS\"")));
        assert!(parse_operators(" , ").is_err());
    }
}
