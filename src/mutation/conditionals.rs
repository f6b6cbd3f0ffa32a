//! Conditional branches: other relations, and branches that are always or never taken.
//!
//! The compiler branches around what is done when a condition holds, so that the relation of the source is the negation of
//! the branch's; the exception are branches back, and branches to what is done (the first of `a || b`).

use super::change::{Change, Site};
use super::opcodes::{IFEQ, NOP, POP, POP2};
use super::operator::Operator;
use crate::classfile::{Condition, Instruction, NewInstruction, Relation};

/// The relations in the order of the opcodes, with their text in Java; each is beside its negation.
const RELATIONS: [(Relation, &str); 6] = [
    (Relation::Equal, "=="),
    (Relation::NotEqual, "!="),
    (Relation::Less, "<"),
    (Relation::GreaterOrEqual, ">="),
    (Relation::Greater, ">"),
    (Relation::LessOrEqual, "<="),
];

/// What a branch tests, as far as changes are concerned.
struct Test {
    opcode: u8,
    /// The place of the relation in `RELATIONS`.
    relation: u8,
    /// How many opcodes of this kind there are: six for numbers, two for references.
    relations: u8,
    /// What its operands take.
    pop: u8,
    /// Whether the relation is that of the source, not its negation.
    is_direct: bool,
}

impl Test {
    fn of(site: &Site<'_>) -> Option<Test> {
        let decoded = site.at(0)?;
        let Instruction::Branch(condition, target) = &decoded.instruction else { return None };
        let place = |relation: Relation| (0..).zip(RELATIONS).find(|(_, (known, _))| *known == relation);
        let (relation, relations, pop) = match condition {
            Condition::IntZero(relation) => (place(*relation)?.0, 6, POP),
            Condition::IntCompare(relation) => (place(*relation)?.0, 6, POP2),
            Condition::ReferenceEqual(equal) => (u8::from(!equal), 2, POP2),
            Condition::Null(equal) => (u8::from(!equal), 2, POP),
        };
        let is_direct = *target <= site.position || branches_before(site, *target);
        Some(Test { opcode: decoded.opcode, relation, relations, pop, is_direct })
    }

    /// The opcode of another relation of the same kind.
    fn with(&self, relation: u8) -> u8 {
        self.opcode.wrapping_sub(self.relation).wrapping_add(relation)
    }

    /// A relation as the source has it.
    fn text(&self, relation: u8) -> &'static str {
        let relation = if self.is_direct { relation } else { relation ^ 1 };
        RELATIONS.get(usize::from(relation)).map_or("", |(_, text)| text)
    }

    fn replacement(&self, operator: Operator, relation: u8) -> Change {
        let description = format!("replaced {} by {}", self.text(self.relation), self.text(relation));
        Change::new(operator, description, vec![NewInstruction::Branch(self.with(relation))])
    }

    /// The condition replaced by a constant one; still a branch, so that no frame is needed where there was none.
    fn constant(&self, operator: Operator, taken: bool) -> Change {
        let value = if taken == self.is_direct { "true" } else { "false" };
        let description = format!("replaced the condition {} by {value}", self.text(self.relation));
        let code = if taken {
            vec![NewInstruction::Plain(self.pop), NewInstruction::Int(0), NewInstruction::Branch(IFEQ)]
        } else {
            [self.pop, NOP, NOP].map(NewInstruction::Plain).to_vec()
        };
        Change::new(operator, description, code)
    }
}

/// Whether the instruction before a later target is a conditional branch too: then the target is what is done when one of
/// several conditions holds.
fn branches_before(site: &Site<'_>, target: u32) -> bool {
    let before = target.checked_sub(1).filter(|before| *before > site.position);
    let before = before.and_then(|at| site.code.instructions.get(usize::try_from(at).ok()?));
    before.is_some_and(|before| matches!(before.instruction, Instruction::Branch(..)))
}

/// The changes of a conditional branch.
pub(super) fn changes(site: &Site<'_>, into: &mut Vec<Change>) {
    let Some(test) = Test::of(site) else { return };
    let is_order = test.relation >= 2;
    if is_order {
        // `<` and `<=` are 2 and 5, `>=` and `>` are 3 and 4.
        into.push(test.replacement(Operator::ConditionalsBoundary, 7 - test.relation));
    }
    into.push(test.replacement(Operator::NegateConditionals, test.relation ^ 1));
    let (never, always) = if is_order {
        (Operator::RemoveConditionalsOrderIf, Operator::RemoveConditionalsOrderElse)
    } else {
        (Operator::RemoveConditionalsEqualIf, Operator::RemoveConditionalsEqualElse)
    };
    into.push(test.constant(never, false));
    into.push(test.constant(always, true));
    // A boolean against zero has no order, which cannot be told from an int: the other relations are asked for by name.
    for relation in (0..test.relations).filter(|relation| *relation != test.relation) {
        into.push(test.replacement(Operator::Ror, relation));
    }
}
