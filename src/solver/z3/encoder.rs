//! What encoders of numbers and of texts are to whoever walks the terms, and what they share: walking without recursion, and
//! reading through contents.

use super::context::{Ast, Context, Z3Model};
use crate::term::{
    Domain, InputId, Model, Node, Sort, TermId, TermPool, TextOperator, element_place, evaluate, reachable,
    selected_element,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A number as a bit-vector.
pub(super) struct NumberBits {
    /// 32 bits, or 64.
    pub(super) bits: Ast,
    /// Are they 64?
    pub(super) is_wide: bool,
    /// Whether the number has no more bits than these, where that is not certain.
    pub(super) is_exact: Option<Ast>,
}

/// One way of giving numbers to Z3.
pub(super) trait Encoder {
    /// A node whose children are encoded already.
    fn encode_node(&mut self, context: &Context, pool: &TermPool, id: TermId, encoded: &Encoded) -> Option<Ast>;
    /// The array that stands for the contents of an input.
    fn array(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast>;
    /// A read of such an array, as a number.
    fn read(&mut self, context: &Context, pool: &TermPool, contents: TermId, array: Ast, index: Ast) -> Option<Ast>;
    /// A constant.
    fn constant(&mut self, context: &Context, sort: Sort, value: i64) -> Option<Ast>;
    /// `a + b` of two `Int`s, or `a - b`.
    fn combine(&mut self, context: &Context, a: Ast, b: Ast, is_sum: bool) -> Option<Ast>;
    /// `a < b` of two numbers.
    fn less(&mut self, context: &Context, a: Ast, b: Ast) -> Option<Ast>;
    /// What holds of a term beyond what its encoding says: the bounds of its domain.
    fn bound(&mut self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<Option<Ast>>;
    /// The bits of an encoded number of sort `Float` or `Double`, as a bit-vector.
    fn float_bits(&self, context: &Context, sort: Sort, ast: Ast) -> Option<Ast>;
    /// An `Int` as 32 bits; one that has more, as the nearest that has not: what an index into a text is.
    fn index_bits(&self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<Ast>;
    /// A number as a bit-vector with a sign.
    fn number_bits(&self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<NumberBits>;
    /// An `Int` of at most 32 bits as these bits.
    fn int_bits(&self, context: &Context, ast: Ast) -> Option<Ast>;
    /// The number that 32 (`Int`) or 64 (`Long`) bits with a sign stand for.
    fn of_bits(&self, context: &Context, bits: Ast, sort: Sort) -> Option<Ast>;
    /// The value of an encoded `Int` or `Long` in Z3's model.
    fn value(&self, model: &Z3Model<'_>, ast: Ast, sort: Sort) -> Option<i64>;
}

/// Where a term is encoded: the children are in `encoded`, and `numbers` knows what a number looks like.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) context: &'a Context,
    pub(super) pool: &'a TermPool,
    pub(super) numbers: &'a dyn Encoder,
    pub(super) encoded: &'a Encoded,
}

/// One way of giving texts to Z3. Whatever it cannot say exactly it leaves open, so that a refutation is a proof unless
/// it assumed a bound, and a model is only believed when it has been evaluated.
pub(super) trait TextEncoder {
    /// Is this text encoded already?
    fn knows(&self, text: TermId) -> bool;
    /// How many units of the contents of an array a text that is made of them may have; none where they are not looked
    /// at.
    fn elements_of(&self, scene: Scene<'_>, text: TermId) -> usize;
    /// Encodes a text whose children are encoded. `elements` are those that `elements_of` asked for.
    fn text(&mut self, scene: Scene<'_>, text: TermId, elements: &[Ast]) -> Option<()>;
    /// A number or truth value that an operator computes from texts, or the equality of two texts.
    fn number(&mut self, scene: Scene<'_>, id: TermId) -> Option<Ast>;
    /// `text.charAt(index)` as a number, 0 outside.
    fn unit_at(&mut self, scene: Scene<'_>, text: TermId, index: Ast) -> Option<Ast>;
    /// What holds of a term beyond what its encoding says.
    fn facts(&self, id: TermId) -> &[Ast];
    /// The truth value that assumes the bounds; none where there are none.
    fn bound(&self) -> Option<Ast>;
    /// Truth values that prefer what a person can read, the most readable first.
    fn preferences(&self) -> &[Ast];
    /// The value of an input in Z3's model; `None` where it is too long to be one.
    fn value(&self, model: &Z3Model<'_>, text: TermId, input: InputId) -> Option<Arc<[u16]>>;
}

/// A text made of the contents of an array has no more units in a model.
const MOST_READ: i64 = 4096;

/// Terms that are encoded.
#[derive(Default)]
pub(super) struct Encoded {
    /// How texts are encoded; none where there are none.
    pub(super) texts: Option<Box<dyn TextEncoder>>,
    asts: FxHashMap<TermId, Ast>,
    reads: FxHashMap<(TermId, Ast), Ast>,
    conjuncts: FxHashMap<TermId, Ast>,
}

impl Encoded {
    /// The encoding of a term; `None` if it is not encoded yet.
    pub(super) fn get(&self, id: TermId) -> Option<Ast> {
        self.asts.get(&id).copied()
    }

    /// The encoding of a truth value together with the bounds of everything it mentions.
    pub(super) fn conjunct(
        &mut self,
        encoder: &mut dyn Encoder,
        context: &Context,
        pool: &TermPool,
        id: TermId,
    ) -> Option<Ast> {
        if let Some(&ast) = self.conjuncts.get(&id) {
            return Some(ast);
        }
        let mut parts = vec![self.term(encoder, context, pool, id)?];
        for term in reachable(pool, id) {
            if matches!(pool.node(term), Node::Input(..) | Node::Select(..)) && pool.sort(term).is_number() {
                let ast = self.get(term)?;
                parts.extend(encoder.bound(context, pool, term, ast)?);
            }
            if let Some(texts) = &self.texts {
                parts.extend_from_slice(texts.facts(term));
            }
        }
        let ast = context.all(&parts)?;
        self.conjuncts.insert(id, ast);
        Some(ast)
    }

    /// The encoding of a number or truth value.
    pub(super) fn term(
        &mut self,
        encoder: &mut dyn Encoder,
        context: &Context,
        pool: &TermPool,
        id: TermId,
    ) -> Option<Ast> {
        let mut stack = vec![id];
        let mut visited = rustc_hash::FxHashSet::default();
        while let Some(&term) = stack.last() {
            if self.asts.contains_key(&term) || self.knows_text(term) {
                stack.pop();
                continue;
            }
            if visited.insert(term) {
                pool.node(term).for_each_child(|child| {
                    if !self.asts.contains_key(&child) && !visited.contains(&child) {
                        stack.push(child);
                    }
                });
                continue;
            }
            stack.pop();
            if matches!(pool.sort(term), Sort::Contents(_)) {
                continue;
            }
            if pool.sort(term) == Sort::Text {
                self.text(encoder, context, pool, term)?;
                continue;
            }
            let ast = match *pool.node(term) {
                Node::Text(..) => self.number_of_texts(encoder, context, pool, term)?,
                Node::Equal(a, _) if pool.sort(a) == Sort::Text => {
                    self.number_of_texts(encoder, context, pool, term)?
                }
                Node::Select(contents, index) => {
                    let index = self.get(index)?;
                    self.read(encoder, context, pool, contents, index)?
                }
                _ => encoder.encode_node(context, pool, term, self)?,
            };
            self.asts.insert(term, ast);
        }
        self.get(id)
    }

    fn knows_text(&self, id: TermId) -> bool {
        self.texts.as_ref().is_some_and(|texts| texts.knows(id))
    }

    /// Encodes a text whose children are encoded.
    fn text(&mut self, encoder: &mut dyn Encoder, context: &Context, pool: &TermPool, id: TermId) -> Option<()> {
        let mut texts = self.texts.take()?;
        let count = texts.elements_of(Scene { context, pool, numbers: encoder, encoded: self }, id);
        self.texts = Some(texts);
        let mut elements = Vec::with_capacity(count);
        if let Node::Text(_, arguments) = pool.node(id)
            && let &[contents, from, _] = arguments.as_ref()
            && count > 0
        {
            for offset in 0..count {
                let offset = encoder.constant(context, Sort::Int, i64::try_from(offset).ok()?)?;
                let index = encoder.combine(context, self.get(from)?, offset, true)?;
                elements.push(self.read(encoder, context, pool, contents, index)?);
            }
        }
        texts = self.texts.take()?;
        let done = texts.text(Scene { context, pool, numbers: encoder, encoded: self }, id, &elements);
        self.texts = Some(texts);
        done
    }

    /// A number or truth value that is computed from texts.
    fn number_of_texts(
        &mut self,
        encoder: &mut dyn Encoder,
        context: &Context,
        pool: &TermPool,
        id: TermId,
    ) -> Option<Ast> {
        let mut texts = self.texts.take()?;
        let ast = texts.number(Scene { context, pool, numbers: encoder, encoded: self }, id);
        self.texts = Some(texts);
        ast
    }

    fn unit_at(
        &mut self,
        encoder: &mut dyn Encoder,
        context: &Context,
        pool: &TermPool,
        text: TermId,
        index: Ast,
    ) -> Option<Ast> {
        let mut texts = self.texts.take()?;
        let ast = texts.unit_at(Scene { context, pool, numbers: encoder, encoded: self }, text, index);
        self.texts = Some(texts);
        ast
    }

    /// The element of contents at an index, through stores and copies.
    fn read(
        &mut self,
        encoder: &mut dyn Encoder,
        context: &Context,
        pool: &TermPool,
        contents: TermId,
        index: Ast,
    ) -> Option<Ast> {
        // Reads that are needed first go on top of the stack: nested copies must not nest calls.
        let mut stack = vec![(contents, index)];
        while let Some(&(at, index)) = stack.last() {
            if self.reads.contains_key(&(at, index)) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let mut needed = |reads: &FxHashMap<(TermId, Ast), Ast>, key: (TermId, Ast)| {
                let known = reads.get(&key).copied();
                if known.is_none() {
                    stack.push(key);
                }
                known
            };
            let ast = match *pool.node(at) {
                Node::Input(..) => {
                    let array = encoder.array(context, pool, at)?;
                    Some(encoder.read(context, pool, at, array, index)?)
                }
                Node::Text(TextOperator::ToContents, ref arguments) => {
                    Some(self.unit_at(encoder, context, pool, *arguments.first()?, index)?)
                }
                Node::Zeroed(kind) => Some(encoder.constant(context, kind.sort(), 0)?),
                Node::Elements(kind, ref values) => {
                    let mut read = encoder.constant(context, kind.sort(), 0)?;
                    for (place, value) in values.iter().enumerate().filter(|(_, value)| **value != 0) {
                        let place = encoder.constant(context, Sort::Int, i64::try_from(place).ok()?)?;
                        let value = encoder.constant(context, kind.sort(), *value)?;
                        read = context.choice(context.equal(place, index)?, value, read)?;
                    }
                    Some(read)
                }
                Node::Store(inner, position, value) => {
                    let rest = needed(&self.reads, (inner, index));
                    let same = context.equal(self.get(position)?, index)?;
                    match rest {
                        Some(rest) => Some(context.choice(same, self.get(value)?, rest)?),
                        None => None,
                    }
                }
                Node::IfThenElse(condition, a, b) => {
                    match (needed(&self.reads, (a, index)), needed(&self.reads, (b, index))) {
                        (Some(a), Some(b)) => Some(context.choice(self.get(condition)?, a, b)?),
                        _ => None,
                    }
                }
                Node::Copy { destination, destination_from, source, source_from, length } => {
                    let from = self.get(destination_from)?;
                    let offset = encoder.combine(context, index, from, false)?;
                    let moved = encoder.combine(context, offset, self.get(source_from)?, true)?;
                    match (needed(&self.reads, (source, moved)), needed(&self.reads, (destination, index))) {
                        (Some(copied), Some(kept)) => {
                            let before = encoder.less(context, index, from)?;
                            let within = encoder.less(context, offset, self.get(length)?)?;
                            let covered = context.all(&[context.not(before)?, within])?;
                            Some(context.choice(covered, copied, kept)?)
                        }
                        _ => None,
                    }
                }
                _ => return None,
            };
            match ast {
                Some(ast) => {
                    self.reads.insert((at, index), ast);
                    stack.pop();
                }
                None if stack.len() == before => return None,
                None => {}
            }
        }
        self.reads.get(&(contents, index)).copied()
    }

    /// Z3's model as ours, for everything the conjuncts mention. `Err` says why it cannot be.
    pub(super) fn model(
        &mut self,
        encoder: &mut dyn Encoder,
        context: &Context,
        pool: &TermPool,
        conjuncts: &[TermId],
    ) -> Result<Model, String> {
        let z3_model = context.model().ok_or("Z3 gave no model")?;
        let mut terms: Vec<TermId> = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        for &conjunct in conjuncts {
            terms.extend(reachable(pool, conjunct).into_iter().filter(|&term| seen.insert(term)));
        }
        terms.sort_unstable();
        let mut model = Model::new();
        let too_large = || String::from("a value of Z3's model is beyond 64 bits");
        for &term in &terms {
            if let Node::Input(input, domain) = pool.node(term)
                && (domain.sort().is_number() || domain.sort().is_floating_point())
                && let Some(ast) = self.get(term)
            {
                let value = value_of(encoder, context, &z3_model, ast, domain.sort()).ok_or_else(too_large)?;
                model.set(*input, value);
            }
        }
        for &term in &terms {
            if let Node::Input(input, Domain::Text) = pool.node(term)
                && let Some(texts) = &self.texts
            {
                let units = texts.value(&z3_model, term, *input);
                model.set_text(*input, units.ok_or("a text of Z3's model is too long")?);
            }
        }
        let arrays: FxHashMap<InputId, TermId> = terms
            .iter()
            .filter_map(|&term| match pool.node(term) {
                Node::Input(input, Domain::Contents(_)) => Some((*input, term)),
                _ => None,
            })
            .collect();
        // Children come first, so an index that reads other contents finds them in the model already.
        for &term in &terms {
            for (input, index) in elements_read(pool, term, &model) {
                let Some(&contents) = arrays.get(&input) else { continue };
                let failed = || String::from("Z3 gave no value for an element");
                let array = encoder.array(context, pool, contents).ok_or_else(failed)?;
                let at = encoder.constant(context, Sort::Int, index).ok_or_else(failed)?;
                let read = encoder.read(context, pool, contents, array, at).ok_or_else(failed)?;
                let sort = pool.element_kind(contents).sort();
                let value = value_of(encoder, context, &z3_model, read, sort).ok_or_else(too_large)?;
                model.set_element(input, index, value);
            }
        }
        Ok(model)
    }
}

/// The value of an encoded number in Z3's model, as our models carry it.
fn value_of(encoder: &dyn Encoder, context: &Context, model: &Z3Model<'_>, ast: Ast, sort: Sort) -> Option<i64> {
    if !sort.is_floating_point() {
        return encoder.value(model, ast, sort);
    }
    let bits = model.bits(encoder.float_bits(context, sort, ast)?)?;
    Some(bits as i64)
}

/// The elements of inputs that a term reads itself.
fn elements_read(pool: &TermPool, term: TermId, model: &Model) -> Vec<(InputId, i64)> {
    let Node::Text(TextOperator::OfContents, arguments) = pool.node(term) else {
        return selected_element(pool, term, model).into_iter().collect();
    };
    let &[contents, from, length] = arguments.as_ref() else { return Vec::new() };
    let (Some(from), Some(length)) = (evaluate(pool, from, model), evaluate(pool, length, model)) else {
        return Vec::new();
    };
    let length = length.min(MOST_READ);
    (0..length).filter_map(|offset| element_place(pool, contents, from.checked_add(offset)?, model)).collect()
}
