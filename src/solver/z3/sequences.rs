//! Texts as strings of Z3's theory, over integers. It knows no bound, so that it can settle that there is no text at all; what
//! the theory has no operator for stays open.

use super::context::{Ast, Context, Kind, Z3Model};
use super::encoder::{Scene, TextEncoder};
use crate::term::{InputId, Node, Sort, TermId, TermPool, TextOperator};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A model's text is not longer than this.
const LONGEST_VALUE: usize = 1 << 16;
/// One more than the largest unit.
const UNITS: i64 = 1 << 16;

/// The encoding by strings.
#[derive(Debug)]
pub(super) struct Sequences {
    string: Kind,
    truth: Kind,
    integer: Kind,
    texts: FxHashMap<TermId, Ast>,
    facts: FxHashMap<TermId, Vec<Ast>>,
}

impl Sequences {
    pub(super) fn new(context: &Context) -> Option<Self> {
        Some(Sequences {
            string: context.strings()?,
            truth: context.truths()?,
            integer: context.integers()?,
            texts: FxHashMap::default(),
            facts: FxHashMap::default(),
        })
    }

    fn get(&self, text: TermId) -> Option<Ast> {
        self.texts.get(&text).copied()
    }

    fn number(&self, context: &Context, value: i64) -> Option<Ast> {
        context.number(value, self.integer)
    }

    /// `a - b`.
    fn difference(&self, context: &Context, a: Ast, b: Ast) -> Option<Ast> {
        context.integer_sum(&[a, context.integer_negate(b)?])
    }

    fn clamped(&self, context: &Context, index: Ast, length: Ast) -> Option<Ast> {
        let zero = self.number(context, 0)?;
        let lowered = context.choice(context.integer_less(length, index)?, length, index)?;
        context.choice(context.integer_less(index, zero)?, zero, lowered)
    }

    fn substring(&self, context: &Context, text: Ast, from: Ast, to: Ast) -> Option<Ast> {
        let length = context.string_length(text)?;
        let start = self.clamped(context, from, length)?;
        let end = self.clamped(context, to, length)?;
        // A length that is negative gives the empty text.
        context.string_part(text, start, self.difference(context, end, start)?)
    }

    fn of_number(&self, context: &Context, number: Ast) -> Option<Ast> {
        let is_negative = context.integer_less(number, self.number(context, 0)?)?;
        let minus = context.string(&[0x2d])?;
        let negated = context.number_string(context.integer_negate(number)?)?;
        context.choice(is_negative, context.string_concat(&[minus, negated])?, context.number_string(number)?)
    }

    /// `text.replace(sought, replacement)`, where what is sought is known not to be empty.
    fn replaced(&self, context: &Context, text: Ast, sought: Ast, replacement: Ast) -> Option<Ast> {
        context.string_replace(text, sought, replacement)
    }

    fn operation(&mut self, scene: Scene<'_>, id: TermId, operator: TextOperator, arguments: &[TermId]) -> Option<Ast> {
        use TextOperator as T;
        let context = scene.context;
        let text = |at: usize| self.get(*arguments.get(at)?);
        let number = |at: usize| scene.encoded.get(*arguments.get(at)?);
        let unit = |at: usize| scene.pool.as_constant(*arguments.get(at)?).map(|value| value as u16);
        Some(match operator {
            T::Concat => {
                let parts: Vec<Ast> = arguments.iter().map(|&part| self.get(part)).collect::<Option<_>>()?;
                context.string_concat(&parts)?
            }
            T::Substring => self.substring(context, text(0)?, number(1)?, number(2)?)?,
            T::Replace if scene.pool.as_text(*arguments.get(1)?).is_some_and(|sought| !sought.is_empty()) => {
                self.replaced(context, text(0)?, text(1)?, text(2)?)?
            }
            T::ReplaceUnit if unit(1).is_some() && unit(2).is_some() => {
                let (old, new) = (context.string(&[unit(1)?])?, context.string(&[unit(2)?])?);
                self.replaced(context, text(0)?, old, new)?
            }
            T::OfNumber => self.of_number(context, number(0)?)?,
            T::OfUnit if is_unit(scene.pool, *arguments.first()?) => context.code_string(number(0)?)?,
            _ => {
                let open = context.fresh(self.string)?;
                let fact = self.length_of_open(scene, operator, arguments, open)?;
                self.facts.insert(id, vec![fact]);
                open
            }
        })
    }

    /// What is said of a text that the theory has no operator for: how long it can be.
    fn length_of_open(&self, scene: Scene<'_>, operator: TextOperator, arguments: &[TermId], open: Ast) -> Option<Ast> {
        use TextOperator as T;
        let context = scene.context;
        let length = context.string_length(open)?;
        let first = *arguments.first()?;
        match operator {
            T::OfUnit => context.equal(length, self.number(context, 1)?),
            T::OfContents => {
                let (wanted, zero) = (scene.encoded.get(*arguments.get(2)?)?, self.number(context, 0)?);
                let is_negative = context.integer_less(wanted, zero)?;
                context.equal(length, context.choice(is_negative, zero, wanted)?)
            }
            T::ToLowerAscii | T::ToUpperAscii | T::ReplaceUnit => {
                context.equal(length, context.string_length(self.get(first)?)?)
            }
            T::Trim | T::StripLeading | T::StripTrailing => {
                context.not(context.integer_less(context.string_length(self.get(first)?)?, length)?)
            }
            _ => context.truth(true),
        }
    }

    fn char_at(&self, context: &Context, text: Ast, index: Ast) -> Option<Ast> {
        let code = context.string_code(context.string_at(text, index)?)?;
        let zero = self.number(context, 0)?;
        context.choice(context.integer_less(code, zero)?, zero, code)
    }

    fn starts_with(&self, context: &Context, text: Ast, prefix: Ast, offset: Ast) -> Option<Ast> {
        let zero = self.number(context, 0)?;
        let (length, wanted) = (context.string_length(text)?, context.string_length(prefix)?);
        let is_inside = context.all(&[
            context.not(context.integer_less(offset, zero)?)?,
            context.not(context.integer_less(length, offset)?)?,
        ])?;
        let there = context.equal(context.string_part(text, offset, wanted)?, prefix)?;
        let at_end = context.equal(context.integer_sum(&[offset, wanted])?, length)?;
        let at_start = context.equal(offset, zero)?;
        let elsewhere = context.choice(at_end, context.string_suffix(prefix, text)?, there)?;
        context.all(&[is_inside, context.choice(at_start, context.string_prefix(prefix, text)?, elsewhere)?])
    }

    fn index_of(&self, context: &Context, text: Ast, sought: Ast, from: Ast) -> Option<Ast> {
        let start = self.clamped(context, from, context.string_length(text)?)?;
        let found = context.string_index(text, sought, start)?;
        // Said twice, since the theory is better at the second.
        let is_there = context.string_contains(text, sought)?;
        context.choice(is_there, found, self.number(context, -1)?)
    }

    fn compare(&self, context: &Context, a: Ast, b: Ast) -> Option<Ast> {
        let zero = self.number(context, 0)?;
        let any = context.fresh(self.integer)?;
        let more = context.choice(context.integer_less(any, zero)?, zero, any)?;
        let above = context.integer_sum(&[more, self.number(context, 1)?])?;
        let below = context.integer_negate(above)?;
        let order = context.choice(context.string_less(a, b)?, below, above)?;
        context.choice(context.equal(a, b)?, zero, order)
    }
}

/// Is it `text.startsWith(suffix, text.length() - suffix.length())`?
fn is_at_end(pool: &TermPool, arguments: &[TermId]) -> bool {
    let &[text, suffix, offset] = arguments else { return false };
    let Node::Sum { constant, terms, .. } = pool.node(offset) else { return false };
    let is_length = |term: TermId, of: TermId| matches!(pool.node(term), Node::Text(TextOperator::Length, measured) if measured.first() == Some(&of));
    let known = pool.as_text(suffix).map(|units| i64::try_from(units.len()).unwrap_or(i64::MAX));
    match terms.as_ref() {
        &[(1, length)] => is_length(length, text) && known.is_some_and(|known| constant.checked_neg() == Some(known)),
        &[(1, a), (-1, b)] | &[(-1, b), (1, a)] => *constant == 0 && is_length(a, text) && is_length(b, suffix),
        _ => false,
    }
}

/// Is a number always a unit of a text?
fn is_unit(pool: &TermPool, number: TermId) -> bool {
    let (low, high) = pool.range(number);
    low >= 0 && high < UNITS
}

impl TextEncoder for Sequences {
    fn knows(&self, text: TermId) -> bool {
        self.texts.contains_key(&text)
    }

    fn elements_of(&self, _: Scene<'_>, _: TermId) -> usize {
        0
    }

    fn text(&mut self, scene: Scene<'_>, text: TermId, _: &[Ast]) -> Option<()> {
        let context = scene.context;
        let ast = match scene.pool.node(text) {
            Node::TextConstant(units) => context.string(units)?,
            Node::Input(input, _) => context.named(&format!("text{}", input.0), self.string)?,
            &Node::IfThenElse(condition, a, b) => {
                context.choice(scene.encoded.get(condition)?, self.get(a)?, self.get(b)?)?
            }
            Node::Text(operator, arguments) => self.operation(scene, text, *operator, arguments)?,
            _ => return None,
        };
        self.texts.insert(text, ast);
        Some(())
    }

    fn number(&mut self, scene: Scene<'_>, id: TermId) -> Option<Ast> {
        use TextOperator as T;
        let context = scene.context;
        let (operator, arguments) = match scene.pool.node(id) {
            &Node::Equal(a, b) => return context.equal(self.get(a)?, self.get(b)?),
            Node::Text(operator, arguments) => (*operator, arguments),
            _ => return None,
        };
        let text = |at: usize| self.get(*arguments.get(at)?);
        let number = |at: usize| scene.encoded.get(*arguments.get(at)?);
        match operator {
            T::Length => context.string_length(text(0)?),
            T::CharAt => self.char_at(context, text(0)?, number(1)?),
            // The theory refutes a suffix at once, and a part at a position hardly ever.
            T::StartsWith if is_at_end(scene.pool, arguments) => context.string_suffix(text(1)?, text(0)?),
            T::StartsWith => self.starts_with(context, text(0)?, text(1)?, number(2)?),
            T::IndexOf => self.index_of(context, text(0)?, text(1)?, number(2)?),
            T::Compare => self.compare(context, text(0)?, text(1)?),
            _ if operator.result() == Sort::Bool => context.fresh(self.truth),
            _ => context.fresh(self.integer),
        }
    }

    fn unit_at(&mut self, scene: Scene<'_>, text: TermId, index: Ast) -> Option<Ast> {
        self.char_at(scene.context, self.get(text)?, index)
    }

    fn facts(&self, id: TermId) -> &[Ast] {
        self.facts.get(&id).map_or(&[], Vec::as_slice)
    }

    fn bound(&self) -> Option<Ast> {
        None
    }

    fn preferences(&self) -> &[Ast] {
        &[]
    }

    fn value(&self, model: &Z3Model<'_>, text: TermId, _: InputId) -> Option<Arc<[u16]>> {
        let codes = model.string(self.get(text)?, LONGEST_VALUE)?;
        codes.into_iter().map(|code| u16::try_from(code).ok()).collect()
    }
}
