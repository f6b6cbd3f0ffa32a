//! Texts of which only lengths and characters matter, as arrays: a question without texts takes Z3 a fraction of the time.

use super::tree::{NodeId, TreeInput, Trees};
use crate::program::MethodId;
use crate::term::{
    Domain, ElementKind, InputId, Model, Node, Sort, TermId, TermPool, TextOperator, evaluate_truth, reachable,
    substitute,
};
use rustc_hash::FxHashMap;

/// No node has these numbers: what stands for lengths and characters.
const LENGTHS: NodeId = NodeId(u32::MAX - 1);
const CHARACTERS: NodeId = NodeId(u32::MAX - 2);
/// Longer texts are not read back.
const LONGEST: i64 = 100_000;

/// Conjuncts over arrays instead of texts. They hold wherever the conjuncts over texts do; the other way round only where no
/// character behind a text's end is asked for.
pub struct AsArrays {
    /// The conjuncts.
    pub conjuncts: Vec<TermId>,
    /// Texts, with what stands for their lengths and characters.
    texts: Vec<(InputId, InputId, InputId)>,
}

/// The conjuncts over arrays; none where they say more of a text than its length and characters, or nothing.
pub fn as_arrays(pool: &mut TermPool, trees: &mut Trees, entry: MethodId, conjuncts: &[TermId]) -> Option<AsArrays> {
    let mut memo: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut texts: Vec<(InputId, InputId, InputId)> = Vec::new();
    let mut itself = |pool: &mut TermPool, input: InputId, domain: Domain| pool.input(input, domain);
    for conjunct in conjuncts {
        // Operands come before what they are operands of.
        for term in reachable(pool, *conjunct) {
            let Node::Text(operator, arguments) = pool.node(term) else { continue };
            let (operator, arguments) = (*operator, arguments.clone());
            let &Node::Input(text, _) = pool.node(*arguments.first()?) else { continue };
            if memo.contains_key(&term) {
                continue;
            }
            let length = trees.input_term(pool, entry, TreeInput::Opaque(LENGTHS, text.0), Domain::Length);
            let domain = Domain::Contents(ElementKind::Char);
            let characters = trees.input_term(pool, entry, TreeInput::Opaque(CHARACTERS, text.0), domain);
            let numbers = (pool.node(length), pool.node(characters));
            let (&Node::Input(length_id, _), &Node::Input(characters_id, _)) = numbers else { return None };
            if !texts.iter().any(|(known, ..)| *known == text) {
                texts.push((text, length_id, characters_id));
            }
            let replacement = match (operator, arguments.as_ref()) {
                (TextOperator::Length, _) => length,
                (TextOperator::CharAt, [_, index]) => {
                    let index = substitute(pool, *index, &mut itself, &mut memo);
                    pool.select(characters, index)
                }
                _ => return None,
            };
            memo.insert(term, replacement);
        }
    }
    if texts.is_empty() {
        return None;
    }
    let conjuncts: Vec<TermId> =
        conjuncts.iter().map(|conjunct| substitute(pool, *conjunct, &mut itself, &mut memo)).collect();
    let mentions_text =
        |conjunct: &TermId| reachable(pool, *conjunct).into_iter().any(|term| pool.sort(term) == Sort::Text);
    let is_without = !conjuncts.iter().any(mentions_text);
    is_without.then_some(AsArrays { conjuncts, texts })
}

impl AsArrays {
    /// The model with texts, if the conjuncts over texts hold in it.
    pub fn with_texts(&self, pool: &TermPool, conjuncts: &[TermId], mut model: Model) -> Option<Model> {
        for (text, length, characters) in &self.texts {
            let length = model.get(*length);
            if !(0..=LONGEST).contains(&length) {
                return None;
            }
            let contents = model.get_contents(*characters).cloned().unwrap_or_default();
            let units: Vec<u16> = (0..length).map(|index| contents.get(index) as u16).collect();
            model.set_text(*text, units.into());
        }
        let holds = conjuncts.iter().all(|conjunct| evaluate_truth(pool, *conjunct, &model) == Some(true));
        holds.then_some(model)
    }
}
