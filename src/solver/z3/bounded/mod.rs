//! Texts as 16-bit units in a vector of bounded length, and a length. What an operator gives where a text is longer than its
//! vector stays open, so that only a refutation that assumes the bound depends on it.

mod numerals;
mod search;
mod shapes;
mod units;

use super::context::{Ast, Context, Kind, Z3Model};
use super::encoder::{Scene, TextEncoder};
use crate::term::{InputId, Node, Sort, TermId, TextOperator};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use units::Units;

/// Vectors are not longer than this.
const MOST_UNITS: usize = 4096;
/// A model's text is not longer than this.
const LONGEST_VALUE: usize = 1 << 16;

/// A text as Z3 sees it.
#[derive(Clone, Debug)]
struct Form {
    /// The first units; zero from the length on.
    units: Vec<Ast>,
    /// 32 bits, never negative, and exact wherever `within` holds.
    length: Ast,
    /// The length is at least this.
    low: usize,
    /// The length is at most this, if that is known.
    high: Option<usize>,
    /// Whether the text fits its vector, where that is not certain.
    within: Option<Ast>,
    /// Whether the units are the text's first ones even if it does not fit.
    is_prefix: bool,
}

impl Form {
    /// The length, where it is known.
    fn known_length(&self) -> Option<usize> {
        self.high.filter(|high| *high == self.low)
    }
}

/// The bounded encoding.
#[derive(Debug)]
pub(super) struct BoundedTexts {
    /// How long an input may be.
    bound: usize,
    unit: Kind,
    int: Kind,
    truth: Kind,
    /// Assumes that nothing is cut.
    limit: Ast,
    preferences: [Ast; 2],
    forms: FxHashMap<TermId, Rc<Form>>,
    facts: FxHashMap<TermId, Vec<Ast>>,
}

impl BoundedTexts {
    /// The encoding whose inputs have at most `bound` units.
    pub(super) fn new(context: &Context, bound: usize) -> Option<Self> {
        let truth = context.truths()?;
        Some(BoundedTexts {
            bound,
            unit: context.bit_vectors(16)?,
            int: context.bit_vectors(32)?,
            truth,
            limit: context.named("bound", truth)?,
            preferences: [context.named("letters", truth)?, context.named("printable", truth)?],
            forms: FxHashMap::default(),
            facts: FxHashMap::default(),
        })
    }

    fn units<'a>(&self, context: &'a Context) -> Units<'a> {
        Units { context, unit: self.unit, int: self.int }
    }

    fn form(&self, text: TermId) -> Option<Rc<Form>> {
        self.forms.get(&text).cloned()
    }

    fn input(&mut self, context: &Context, id: TermId, input: InputId) -> Option<Form> {
        let on = self.units(context);
        let length = context.zero_extend(1, context.named(&format!("length{}", input.0), context.bit_vectors(31)?)?)?;
        let mut units = Vec::with_capacity(self.bound);
        let (mut letters, mut printable) = (Vec::new(), Vec::new());
        for position in 0..self.bound {
            let raw = self.raw_unit(context, input, position)?;
            units.push(context.choice(on.is_before(position, length)?, raw, on.unit(0)?)?);
            letters.push(on.is_in_runs(raw, &[(0x30, 0x39), (0x41, 0x5a), (0x61, 0x7a)])?);
            printable.push(on.is_in_runs(raw, &[(0x20, 0x7e)])?);
        }
        let within = context.not(context.bits_less(on.int(self.bound as i64)?, length)?)?;
        let facts = vec![
            context.implies(self.limit, within)?,
            context.implies(self.preferences[0], context.all(&letters)?)?,
            context.implies(self.preferences[1], context.all(&printable)?)?,
        ];
        self.facts.insert(id, facts);
        Some(Form { units, length, low: 0, high: None, within: Some(within), is_prefix: true })
    }

    fn raw_unit(&self, context: &Context, input: InputId, position: usize) -> Option<Ast> {
        context.named(&format!("unit{}_{position}", input.0), self.unit)
    }

    fn constant(&self, context: &Context, text: &[u16]) -> Option<Form> {
        let on = self.units(context);
        Some(Form {
            units: text.iter().map(|&unit| on.unit(unit)).collect::<Option<_>>()?,
            length: on.int(text.len() as i64)?,
            low: text.len(),
            high: Some(text.len()),
            within: None,
            is_prefix: true,
        })
    }

    /// The number of a term as 32 bits, and as a constant if it is one.
    fn index(&self, scene: Scene<'_>, id: TermId) -> Option<(Ast, Option<i64>)> {
        let bits = scene.numbers.index_bits(scene.context, scene.pool, id, scene.encoded.get(id)?)?;
        Some((bits, scene.pool.as_constant(id)))
    }

    /// `(char) number`.
    fn low_unit(&self, scene: Scene<'_>, id: TermId) -> Option<Ast> {
        let bits = scene.numbers.number_bits(scene.context, scene.pool, id, scene.encoded.get(id)?)?;
        scene.context.extract(15, 0, bits.bits)
    }

    /// The value where `within` holds, else anything.
    fn guarded(&self, context: &Context, within: Option<Ast>, value: Ast, kind: Kind) -> Option<Ast> {
        match within {
            None => Some(value),
            Some(within) => context.choice(within, value, context.fresh(kind)?),
        }
    }

    fn both(&self, context: &Context, a: Option<Ast>, b: Option<Ast>) -> Option<Option<Ast>> {
        Some(match (a, b) {
            (Some(a), Some(b)) if a != b => Some(context.all(&[a, b])?),
            (Some(a), _) => Some(a),
            (None, b) => b,
        })
    }

    /// A form whose vector may be too short for its text: cut to what is allowed, and assumed to fit.
    fn fitted(&mut self, context: &Context, id: TermId, mut form: Form, most: usize) -> Option<Form> {
        if form.high.is_some_and(|high| high <= most.min(form.units.len())) {
            return Some(form);
        }
        form.units.truncate(most);
        let on = self.units(context);
        let fits = context.not(context.bits_less(on.int(form.units.len() as i64)?, form.length)?)?;
        self.facts.entry(id).or_default().push(context.implies(self.limit, fits)?);
        form.within = self.both(context, form.within, Some(fits))?;
        Some(form)
    }

    /// A text of which nothing is said.
    fn open(&mut self, context: &Context, id: TermId) -> Option<Form> {
        let length = self.units(context).any_length()?;
        let form = Form { units: Vec::new(), length, low: 0, high: None, within: None, is_prefix: false };
        let never = context.truth(false)?;
        self.facts.insert(id, vec![context.implies(self.limit, never)?]);
        Some(Form { within: Some(never), ..form })
    }

    fn operation(
        &mut self,
        scene: Scene<'_>,
        id: TermId,
        operator: TextOperator,
        arguments: &[TermId],
        elements: &[Ast],
    ) -> Option<Form> {
        use TextOperator as T;
        let first = *arguments.first()?;
        let form = |texts: &Self, at: usize| texts.form(*arguments.get(at)?);
        Some(match operator {
            T::Concat => {
                let mut whole = Form::clone(&*form(self, 0)?);
                for &part in arguments.get(1..)? {
                    let part = self.form(part)?;
                    whole = self.concatenated(scene.context, &whole, &part)?;
                }
                if whole.units.len() > MOST_UNITS {
                    whole = self.fitted(scene.context, id, whole, MOST_UNITS)?;
                }
                whole
            }
            T::Substring => {
                let (from, to) = (self.index(scene, *arguments.get(1)?)?, self.index(scene, *arguments.get(2)?)?);
                self.substring(scene.context, &*form(self, 0)?, from, to)?
            }
            T::ReplaceUnit => {
                let (old, new) = (self.low_unit(scene, *arguments.get(1)?)?, self.low_unit(scene, *arguments.get(2)?)?);
                self.unit_replaced(scene.context, &*form(self, 0)?, old, new)?
            }
            T::Replace => {
                let (text, sought, replacement) = (form(self, 0)?, form(self, 1)?, form(self, 2)?);
                self.replaced(scene.context, id, &text, &sought, &replacement)?
            }
            T::Trim | T::StripLeading | T::StripTrailing => self.stripped(scene.context, operator, &*form(self, 0)?)?,
            T::ToLowerAscii | T::ToUpperAscii => {
                self.in_case(scene.context, &*form(self, 0)?, operator == T::ToLowerAscii)?
            }
            T::OfNumber => self.of_number(scene, id, first)?,
            T::OfUnit => {
                let unit = self.low_unit(scene, first)?;
                let length = self.units(scene.context).int(1)?;
                Form { units: vec![unit], length, low: 1, high: Some(1), within: None, is_prefix: true }
            }
            T::OfContents => self.of_contents(scene, id, *arguments.get(2)?, elements)?,
            _ => return None,
        })
    }
}

impl TextEncoder for BoundedTexts {
    fn knows(&self, text: TermId) -> bool {
        self.forms.contains_key(&text)
    }

    fn elements_of(&self, scene: Scene<'_>, text: TermId) -> usize {
        match scene.pool.node(text) {
            Node::Text(TextOperator::OfContents, arguments) => {
                let length = arguments.get(2).and_then(|&length| scene.pool.as_constant(length));
                match length {
                    Some(length) => usize::try_from(length).unwrap_or(0).min(MOST_UNITS),
                    None => self.bound,
                }
            }
            _ => 0,
        }
    }

    fn text(&mut self, scene: Scene<'_>, text: TermId, elements: &[Ast]) -> Option<()> {
        let form = match scene.pool.node(text) {
            Node::TextConstant(units) => self.constant(scene.context, units)?,
            Node::Input(input, _) => self.input(scene.context, text, *input)?,
            &Node::IfThenElse(condition, a, b) => {
                let (condition, a, b) = (scene.encoded.get(condition)?, self.form(a)?, self.form(b)?);
                self.chosen(scene.context, condition, &a, &b)?
            }
            Node::Text(TextOperator::Concat, parts) if parts.is_empty() => self.constant(scene.context, &[])?,
            Node::Text(operator, arguments) => self.operation(scene, text, *operator, arguments, elements)?,
            _ => return None,
        };
        self.forms.insert(text, Rc::new(form));
        Some(())
    }

    fn number(&mut self, scene: Scene<'_>, id: TermId) -> Option<Ast> {
        use TextOperator as T;
        let context = scene.context;
        let (operator, arguments) = match scene.pool.node(id) {
            &Node::Equal(a, b) => return self.equal(context, &*self.form(a)?, &*self.form(b)?),
            Node::Text(operator, arguments) => (*operator, arguments),
            _ => return None,
        };
        let text = self.form(*arguments.first()?)?;
        let second = || self.form(*arguments.get(1)?);
        let of_int = |bits: Ast| scene.numbers.of_bits(context, bits, Sort::Int);
        match operator {
            T::Length => of_int(text.length),
            T::CharAt => of_int(self.char_at(context, &text, self.index(scene, *arguments.get(1)?)?)?),
            T::StartsWith => self.starts_with(context, &text, &*second()?, self.index(scene, *arguments.get(2)?)?),
            T::IndexOf => {
                of_int(self.index_of(context, &text, &*second()?, self.index(scene, *arguments.get(2)?)?.0)?)
            }
            T::LastIndexOf => {
                of_int(self.last_index_of(context, &text, &*second()?, self.index(scene, *arguments.get(2)?)?.0)?)
            }
            T::Compare => of_int(self.compare(context, &text, &*second()?)?),
            T::Hash => of_int(self.hash(context, &text)?),
            T::AllBelow => self.all_below(context, &text, self.index(scene, *arguments.get(1)?)?.0),
            T::IsInt | T::IsLong | T::ParseInt | T::ParseLong => self.parsed(scene, operator, &text, arguments),
            _ => None,
        }
    }

    fn unit_at(&mut self, scene: Scene<'_>, text: TermId, index: Ast) -> Option<Ast> {
        let bits = scene.numbers.int_bits(scene.context, index)?;
        let unit = self.char_at(scene.context, &*self.form(text)?, (bits, None))?;
        scene.numbers.of_bits(scene.context, unit, Sort::Int)
    }

    fn facts(&self, id: TermId) -> &[Ast] {
        self.facts.get(&id).map_or(&[], Vec::as_slice)
    }

    fn bound(&self) -> Option<Ast> {
        Some(self.limit)
    }

    fn preferences(&self) -> &[Ast] {
        &self.preferences
    }

    fn value(&self, model: &Z3Model<'_>, text: TermId, _: InputId) -> Option<Arc<[u16]>> {
        let form = self.forms.get(&text)?;
        let length = usize::try_from(model.bits(form.length)?).ok().filter(|length| *length <= LONGEST_VALUE)?;
        let mut units = Vec::with_capacity(length);
        for &unit in form.units.iter().take(length) {
            units.push(u16::try_from(model.bits(unit)?).ok()?);
        }
        // What lies beyond the vector is open; whether anything may stand there is checked by evaluation.
        units.resize(length, u16::from(b'a'));
        Some(units.into())
    }
}
