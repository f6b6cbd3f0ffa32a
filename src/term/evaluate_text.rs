//! The value of operators on texts under a model.

use super::element::{Values, element};
use super::model::Model;
use super::node::{Node, TermId};
use super::operate;
use super::operator::TextOperator;
use super::pool::TermPool;
use super::sort::Sort;
use super::text;
use std::sync::Arc;

/// The value of a number or truth value that an operator computes from these arguments.
pub(super) fn number(
    pool: &TermPool,
    operator: TextOperator,
    arguments: &[TermId],
    values: &impl Values,
) -> Option<i64> {
    use TextOperator as T;
    let of_text = |at: usize| values.text(*arguments.get(at)?);
    let of_number = |at: usize| values.value(*arguments.get(at)?);
    let first = of_text(0)?;
    let parsed = |sort: Sort| {
        let bounds = super::interval::Interval::width(sort);
        Some(text::parse(&first, of_number(1)?, bounds.low, bounds.high))
    };
    Some(match operator {
        T::Length => text::number(first.len()),
        T::CharAt => text::char_at(&first, of_number(1)?),
        T::StartsWith => i64::from(text::starts_with(&first, &of_text(1)?, of_number(2)?)),
        T::IndexOf => text::index_of(&first, &of_text(1)?, of_number(2)?),
        T::LastIndexOf => text::last_index_of(&first, &of_text(1)?, of_number(2)?),
        T::Compare => text::compare(&first, &of_text(1)?),
        T::Hash => text::hash(&first),
        T::AllBelow => i64::from(text::all_below(&first, of_number(1)?)),
        T::IsInt => i64::from(parsed(Sort::Int)?.is_some()),
        T::IsLong => i64::from(parsed(Sort::Long)?.is_some()),
        T::ParseInt => parsed(Sort::Int)?.unwrap_or(0),
        T::ParseLong => parsed(Sort::Long)?.unwrap_or(0),
        _ => {
            debug_assert!(!pool.sort(*arguments.first()?).is_number(), "{operator:?} gives no number");
            return None;
        }
    })
}

/// The value of a text.
pub(super) fn units(pool: &TermPool, id: TermId, model: &Model, values: &impl Values) -> Option<Arc<[u16]>> {
    match pool.node(id) {
        Node::TextConstant(units) => Some(units.clone()),
        Node::Input(input, _) => Some(model.text(*input)),
        &Node::IfThenElse(condition, a, b) => values.text(if values.value(condition)? != 0 { a } else { b }),
        Node::Text(operator, arguments) => computed(pool, *operator, arguments, model, values),
        _ => None,
    }
}

/// The text that an operator computes from these arguments.
pub(super) fn computed(
    pool: &TermPool,
    operator: TextOperator,
    arguments: &[TermId],
    model: &Model,
    values: &impl Values,
) -> Option<Arc<[u16]>> {
    use TextOperator as T;
    let of_text = |at: usize| values.text(*arguments.get(at)?);
    let of_number = |at: usize| values.value(*arguments.get(at)?);
    Some(match operator {
        T::Concat => {
            let parts: Vec<Arc<[u16]>> = arguments.iter().map(|id| values.text(*id)).collect::<Option<_>>()?;
            text::concat(&parts)?.into()
        }
        T::Substring => text::substring(&of_text(0)?, of_number(1)?, of_number(2)?).into(),
        T::ReplaceUnit => text::replace_unit(&of_text(0)?, of_number(1)? as u16, of_number(2)? as u16).into(),
        T::Replace => text::replace(&of_text(0)?, &of_text(1)?, &of_text(2)?)?.into(),
        T::Trim => text::trim(&of_text(0)?).into(),
        T::StripLeading => text::strip_leading(&of_text(0)?).into(),
        T::StripTrailing => text::strip_trailing(&of_text(0)?).into(),
        T::ToLowerAscii => text::to_lower_ascii(&of_text(0)?).into(),
        T::ToUpperAscii => text::to_upper_ascii(&of_text(0)?).into(),
        T::OfNumber => text::of_number(of_number(0)?).into(),
        T::OfUnit => [of_number(0)? as u16].as_slice().into(),
        T::OfContents => {
            let (contents, from, length) = (*arguments.first()?, of_number(1)?, of_number(2)?.max(0));
            if length > text::number(text::LONGEST) {
                return None;
            }
            let mut units = Vec::new();
            for offset in 0..length {
                let index = operate::wrap(pool.arithmetic(), Sort::Int, i128::from(from) + i128::from(offset))?;
                units.push(element(pool, contents, index, model, values)? as u16);
            }
            units.into()
        }
        _ => return None,
    })
}
