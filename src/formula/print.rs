//! Formulas as text.

use super::{Application, Formula, Quantified};
use crate::term::{InputId, TermPool, render};

/// A formula in one line, with the names that `name` gives inputs.
pub fn render_formula(pool: &TermPool, formula: &Formula, name: &dyn Fn(InputId) -> String) -> String {
    let joined = |parts: &[Formula], operator: &str, empty: &str| match parts {
        [] => empty.to_owned(),
        [single] => render_formula(pool, single, name),
        _ => {
            let parts: Vec<String> = parts.iter().map(|part| enclosed(pool, part, name)).collect();
            parts.join(operator)
        }
    };
    match formula {
        Formula::Term(term) => render(pool, *term, name),
        Formula::Not(part) => format!("!({})", render_formula(pool, part, name)),
        Formula::And(parts) => joined(parts, " && ", "true"),
        Formula::Or(parts) => match parts.as_slice() {
            [Formula::Not(premise), conclusion] => {
                format!("{} -> {}", enclosed(pool, premise, name), enclosed(pool, conclusion, name))
            }
            _ => joined(parts, " || ", "false"),
        },
        Formula::ForAll(quantified) => quantifier(pool, "forall", quantified, name),
        Formula::Exists(quantified) => quantifier(pool, "exists", quantified, name),
        Formula::Predicate(application) => application_text(pool, application, name),
        Formula::Let(named) => {
            let (application, body) = named.as_ref();
            format!("let {} in ({})", application_text(pool, application, name), render_formula(pool, body, name))
        }
    }
}

fn enclosed(pool: &TermPool, formula: &Formula, name: &dyn Fn(InputId) -> String) -> String {
    let text = render_formula(pool, formula, name);
    match formula {
        Formula::Not(_) | Formula::Predicate(_) | Formula::ForAll(_) | Formula::Exists(_) => text,
        _ => format!("({text})"),
    }
}

fn quantifier(pool: &TermPool, word: &str, quantified: &Quantified, name: &dyn Fn(InputId) -> String) -> String {
    let variables: Vec<String> = quantified.variables.iter().map(|(input, _)| name(*input)).collect();
    format!("{word} {}. ({})", variables.join(", "), render_formula(pool, &quantified.body, name))
}

fn application_text(pool: &TermPool, application: &Application, name: &dyn Fn(InputId) -> String) -> String {
    let arguments: Vec<String> = application.arguments.iter().map(|argument| render(pool, *argument, name)).collect();
    let applied = format!("{}({})", application.symbol.name, arguments.join(", "));
    match application.result {
        Some((result, _)) => format!("{applied} == {}", name(result)),
        None => applied,
    }
}
