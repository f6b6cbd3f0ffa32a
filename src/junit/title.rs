//! Names of tests: the method, what comes of it, and the situation, in words.

use super::identifier::{is_word, spoken};
use super::words::capitalised;
use std::collections::{BTreeMap, BTreeSet};

/// The longest name.
const LONGEST: usize = 100;
/// The longest condition in words.
const LONGEST_CONDITION: usize = 48;

/// What a name is made of.
#[derive(Clone, Default)]
pub(super) struct Title {
    /// The method, and what tells it from its overloads.
    pub(super) method: String,
    /// `returns5`, `throwsArithmeticException`, …
    pub(super) outcome: String,
    /// What the message of the exception says.
    pub(super) message: Option<String>,
    /// Whether it is what several tests have in common.
    pub(super) is_of_several: bool,
    /// Whether it is known that what comes of the test depends on its conditions and values.
    pub(super) is_known: bool,
    /// The names of the parameters.
    pub(super) parameters: Vec<String>,
    /// The path condition.
    pub(super) conditions: Vec<String>,
    /// The input in words, `XIs5`: of the arguments alone, then with the receiver.
    pub(super) values: [Vec<String>; 2],
    /// The same with what could be something else.
    pub(super) all_values: [Vec<String>; 2],
}

impl Title {
    /// What tests that become one have in common.
    pub(super) fn of_all(titles: &[&Title]) -> Title {
        let Some((first, others)) = titles.split_first() else { return Title::default() };
        let mut title = Title { is_of_several: !others.is_empty(), ..(*first).clone() };
        for other in others {
            title.outcome = common_outcome(&title.outcome, &other.outcome);
            title.message = title.message.filter(|message| other.message.as_ref() == Some(message));
            title.is_known &= other.is_known;
            title.conditions.retain(|condition| other.conditions.contains(condition));
            let both = [(&mut title.values, &other.values), (&mut title.all_values, &other.all_values)];
            for (values, others) in both {
                for (values, others) in values.iter_mut().zip(others) {
                    values.retain(|value| others.contains(value));
                }
            }
        }
        title
    }
}

/// What comes of two tests, in words: where that is not the same, how both begin (`returnsExpected`).
fn common_outcome(one: &str, other: &str) -> String {
    if one == other {
        return one.to_owned();
    }
    let about = |outcome: &str| {
        let left = outcome
            .strip_prefix("leaves")
            .and_then(|rest| rest.strip_suffix("Unchanged").or_else(|| rest.strip_prefix(UNLIKE)).map(str::to_owned));
        left.or_else(|| outcome.strip_prefix("changes").map(str::to_owned))
    };
    if let (Some(one), Some(other)) = (about(one), about(other))
        && one == other
    {
        return format!("leaves{UNLIKE}{one}");
    }
    let one = one.strip_suffix(UNLIKE).unwrap_or(one);
    let (one, other) = (parts(one), parts(other));
    let mut common: Vec<&str> =
        one.iter().zip(&other).take_while(|(one, other)| one == other).map(|(one, _)| *one).collect();
    if common.last() == Some(&"Minus") {
        common.pop();
    }
    match common.first() {
        // Two values that begin alike are two.
        Some(verb) if matches!(*verb, "returns" | "writes") => format!("{verb}{UNLIKE}"),
        Some(_) => format!("{}{UNLIKE}", common.concat()),
        None => format!("does{UNLIKE}"),
    }
}

/// What a name says in place of what is not the same in each row.
const UNLIKE: &str = "Expected";

/// The words and numbers of a name.
fn parts(name: &str) -> Vec<&str> {
    let kind = |character: char| (character.is_ascii_digit(), character.is_ascii_uppercase());
    let mut found = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, character) in name.char_indices() {
        let is_begin = match before.map(kind) {
            None => false,
            Some((was_digit, was_upper)) => {
                let (is_digit, is_upper) = kind(character);
                is_digit != was_digit || (is_upper && !was_upper)
            }
        };
        if is_begin {
            found.extend(name.get(start..at));
            start = at;
        }
        before = Some(character);
    }
    found.extend(name.get(start..).filter(|rest| !rest.is_empty()));
    found
}

/// Identifiers for all tests of a class, in their order: each with as much of its situation as tells it from the others. What decides is
/// found among all tests, before some became one.
pub(super) fn identifiers(titles: &[Title], all: &[Title]) -> Vec<String> {
    let situations: Vec<Vec<String>> = titles.iter().map(|title| situations(title, all)).collect();
    let mut levels = vec![0_usize; titles.len()];
    let name = |test: usize, level: usize| situations[test].get(level.min(situations[test].len() - 1)).cloned();
    // Each round makes the names that are not unique longer, until no name has more to say.
    let most = situations.iter().map(Vec::len).max().unwrap_or(0);
    for _ in 0..most {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for (test, level) in levels.iter().enumerate() {
            *known.entry(name(test, *level).unwrap_or_default()).or_default() += 1;
        }
        for (test, level) in levels.iter_mut().enumerate() {
            if known.get(&name(test, *level).unwrap_or_default()).is_some_and(|count| *count > 1) {
                *level += 1;
            }
        }
    }
    let mut taken = BTreeSet::new();
    let mut names = Vec::new();
    for (test, level) in levels.iter().enumerate() {
        let base = name(test, *level).unwrap_or_default();
        let mut unique = base.clone();
        let mut number = 2;
        while !taken.insert(unique.clone()) {
            unique = format!("{base}_{number}");
            number += 1;
        }
        names.push(unique);
    }
    names
}

/// The names that a test can have, what says most first: a plain condition that decides, the message of the exception, the values; where all of
/// that is too long or the same for others, more of the path condition.
fn situations(title: &Title, all: &[Title]) -> Vec<String> {
    let start = format!("{}_{}", title.method, title.outcome);
    let peers: Vec<&Title> = all.iter().filter(|other| other.method == title.method).collect();
    let telling = telling_conditions(title, &peers);
    let values = values(title, &peers);
    let with_values: Vec<String> = values.iter().filter_map(|values| with_as_many(&start, values)).collect();
    let mut found: Vec<String> = Vec::new();
    let deciding = deciding(title, &peers, &telling).map(|said| format!("{start}_when{said}"));
    let message = title.message.as_deref().and_then(message_words).map(|said| format!("{start}_{said}"));
    // Where it is not known whether the condition decides, the code says better what does.
    let is_first = title.is_known || message.is_none();
    found.extend(deciding.clone().filter(|_| is_first));
    if let Some(message) = message {
        let with_values = values.iter().find_map(|values| with_as_many(&message, values));
        found.push(message);
        found.extend(with_values);
    }
    found.extend(with_values.iter().cloned());
    found.extend(deciding.filter(|_| !is_first));
    // What rows have in common says little of what comes of them.
    found.extend(title.is_of_several.then(|| start.clone()));
    found.extend(combinations(title, telling).map(|said| format!("{start}_when{said}")));
    if found.is_empty() {
        found.push(start.clone());
    }
    // What is the same whatever is said of it is told by its values, and a number.
    found.extend(with_values);
    let all = title.all_values.iter().map(|values| values.iter().map(String::as_str).collect::<Vec<&str>>());
    found.extend(all.filter_map(|values| with_as_many(&start, &values)));
    // Whatever names and texts have left in it, it is a name in source.
    let is_name = |name: &String| name.len() <= LONGEST && is_word(name);
    let short: Vec<String> = found.into_iter().filter(is_name).collect();
    match (short.is_empty(), is_word(&start)) {
        (false, _) => short,
        (true, true) => vec![start.chars().take(LONGEST).collect()],
        (true, false) => vec![spoken(&start)],
    }
}

/// A condition of a path in words: on how many tests of the method it holds, and its place.
type Telling = (usize, usize, String);

/// The conditions that words say, those of the fewest tests first and what says little last.
fn telling_conditions(title: &Title, peers: &[&Title]) -> Vec<Telling> {
    let rarity = |condition: &String| peers.iter().filter(|other| other.conditions.contains(condition)).count();
    let conditions = title.conditions.iter().enumerate().filter(|(_, condition)| !is_of_nameless(condition));
    let said = conditions.filter_map(|(at, condition)| {
        let said = words(condition)?;
        Some((rarity(condition) + if is_vague(&said) { peers.len() } else { 0 }, at, said))
    });
    let mut telling: Vec<Telling> = said.collect();
    telling.sort();
    telling
}

/// A plain condition on which what comes of the method's tests depends.
fn deciding<'t>(title: &Title, peers: &[&Title], telling: &'t [Telling]) -> Option<&'t str> {
    let decides = |condition: &String| {
        let (with, without): (Vec<&Title>, Vec<&Title>) =
            peers.iter().partition(|other| other.conditions.contains(condition));
        with.iter().all(|other| other.outcome == title.outcome) && !without.is_empty()
    };
    let is_one = |(_, at, said): &&Telling| {
        let condition = title.conditions.get(*at).filter(|_| !is_vague(said));
        condition.is_some_and(|condition| is_plain(condition, &title.parameters) && decides(condition))
    };
    telling.iter().find(is_one).map(|(_, _, said)| said.as_str())
}

/// The values of a test in words: first those that not all tests of the method have, then all of them. Arguments alone do not tell tests apart
/// of which others do something else with the same.
fn values<'t>(title: &'t Title, peers: &[&Title]) -> Vec<Vec<&'t str>> {
    let [arguments, whole] = &title.values;
    let decide = peers.iter().all(|other| other.values[0] != *arguments || other.outcome == title.outcome);
    let kinds = || [arguments, whole].into_iter().skip(usize::from(!decide && !whole.is_empty()));
    let is_common = |value: &&String| peers.iter().all(|other| other.values.iter().any(|it| it.contains(*value)));
    let telling = kinds().map(|values| values.iter().filter(|value| !is_common(value)).map(String::as_str).collect());
    let all = kinds().map(|values| values.iter().map(String::as_str).collect());
    telling.chain(all).collect()
}

/// A name with values, but for those that would make it too long; none where there is no room for any.
fn with_as_many(start: &str, values: &[&str]) -> Option<String> {
    let mut name = format!("{start}_when");
    let bare = name.len();
    for value in values {
        let joint = if name.len() == bare { "" } else { "And" };
        if name.len() + joint.len() + value.len() <= LONGEST {
            name.push_str(joint);
            name.push_str(value);
        }
    }
    (name.len() > bare).then_some(name)
}

/// One condition, then two, up to four, in their order. What is computed says less than nothing.
fn combinations(title: &Title, mut telling: Vec<Telling>) -> impl Iterator<Item = String> {
    telling.retain(|(_, at, said)| {
        !is_vague(said) && title.conditions.get(*at).is_none_or(|condition| !computes(condition))
    });
    (1..=telling.len().min(4)).map(move |count| {
        let mut chosen: Vec<&Telling> = telling.iter().take(count).collect();
        chosen.sort_by_key(|(_, at, _)| *at);
        chosen.iter().map(|(_, _, words)| words.as_str()).collect::<Vec<&str>>().join("And")
    })
}

/// Whether a condition in words says only what a value is not: that is what everybody expects, or could be anything.
fn is_vague(words: &str) -> bool {
    let last = words.rsplit("Not").next().filter(|_| words.contains("IsNot"));
    last.is_some_and(|last| matches!(last, "Null" | "Empty") || last.starts_with(|first: char| first.is_ascii_digit()))
}

/// Whether a condition says what a parameter is: null, empty, a constant, true, false, or on which side of zero. A reader sees that in the call.
fn is_plain(condition: &str, parameters: &[String]) -> bool {
    let is_parameter = |word: &String| parameters.contains(word);
    let Some(tokens) = tokens(condition).map(without_casts) else { return false };
    let is_zero = |side: &[Token]| matches!(side, [Token::Number(number)] if number == "0" || number == "0.0");
    let is_constant = |side: &[Token]| match side {
        [Token::Word(word)] => matches!(word.as_str(), "null" | "true" | "false"),
        [Token::Number(_) | Token::Text(_)] | [Token::Symbol("-"), Token::Number(_)] => true,
        _ => false,
    };
    let is_named = |side: &[Token]| matches!(side, [Token::Word(word)] if is_parameter(word));
    let is_size = |side: &[Token]| match side {
        [Token::Word(word), Token::Symbol("."), Token::Word(length), rest @ ..] => {
            let is_call = matches!(rest, [] | [Token::Symbol("("), Token::Symbol(")")]);
            is_parameter(word) && is_call && matches!(length.as_str(), "length" | "size" | "isEmpty")
        }
        _ => false,
    };
    let Some(at) = outside(&tokens, &["==", "!=", "<=", ">=", "<", ">"]) else {
        let inner = tokens.strip_prefix(&[Token::Symbol("!")]).unwrap_or(&tokens);
        return is_named(inner) || (inner == tokens && is_size(inner));
    };
    let (left, right) = tokens.split_at(at);
    let (operator, right) = (right.first(), right.get(1..).unwrap_or_default());
    match operator {
        Some(Token::Symbol("==")) => is_named(left) && is_constant(right) || is_size(left) && is_zero(right),
        Some(Token::Symbol("<" | ">")) => is_named(left) && is_zero(right),
        _ => false,
    }
}

/// The names that a condition speaks of.
pub(super) fn words_of(condition: &str) -> Vec<String> {
    let found = tokens(condition).unwrap_or_default().into_iter().filter_map(|token| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    found.collect()
}

/// Whether a condition speaks of a parameter by its number, where class files have no name for it.
fn is_of_nameless(condition: &str) -> bool {
    let is_number = |word: &String| {
        word.strip_prefix('p').is_some_and(|rest| !rest.is_empty() && rest.chars().all(|digit| digit.is_ascii_digit()))
    };
    tokens(condition)
        .is_some_and(|tokens| tokens.iter().any(|token| matches!(token, Token::Word(word) if is_number(word))))
}

/// What a message says, up to what it says of values; none where that is no sentence or too long.
fn message_words(message: &str) -> Option<String> {
    let begin = message.split([':', '(', '\n']).next()?.split(". ").next()?;
    let words: Vec<&str> =
        begin.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let said: String = words.iter().map(|word| capitalised(word)).collect();
    // An abbreviation stays as it is.
    let is_short = said.chars().nth(1).is_some_and(|second| !second.is_ascii_lowercase());
    let first = said.get(..1)?;
    let first = if is_short { first.to_owned() } else { first.to_ascii_lowercase() };
    let is_said = begin.is_ascii() && words.len() > 1 && said.len() <= LONGEST_CONDITION;
    is_said.then(|| first + said.get(1..).unwrap_or_default())
}

/// Whether a condition is about more than values and a sum: bits, products, several sums.
fn computes(condition: &str) -> bool {
    let tokens = tokens(condition).map(without_casts).unwrap_or_default();
    let is = |symbols: &[&str]| {
        let is_one = |token: &&Token| matches!(token, Token::Symbol(symbol) if symbols.contains(symbol));
        tokens.iter().filter(is_one).count()
    };
    is(&["&", "|", "^", "~", "<<", ">>", ">>>", "*", "/"]) > 0 || is(&["+", "-"]) > 1
}

/// A condition in words, with a capital first letter; none where that would be no longer readable.
pub(super) fn words(condition: &str) -> Option<String> {
    let tokens = without_casts(tokens(condition)?);
    let said = disjunction(&tokens)?;
    (said.len() <= LONGEST_CONDITION && !said.is_empty()).then_some(said)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Number(String),
    Text(String),
    Symbol(&'static str),
}

const SYMBOLS: [&str; 28] = [
    ">>>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "<", ">", "!", "+", "-", "*", "/", "%", "&", "|", "^", "~",
    "(", ")", "[", "]", ".", ",", "?",
];

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let token;
        let length;
        if first.is_ascii_alphabetic() || first == '_' {
            length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            token = Token::Word(rest.get(..length)?.to_owned());
        } else if first.is_ascii_digit() {
            length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '.').unwrap_or(rest.len());
            let digits = rest.get(..length)?;
            token = Token::Number(digits.trim_end_matches(['L', 'f']).to_owned());
        } else if first == '"' || first == '\'' {
            let end = rest.get(1..)?.find(first)?;
            length = end + 2;
            token = Token::Text(rest.get(1..=end)?.to_owned());
        } else {
            let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol))?;
            length = symbol.len();
            token = Token::Symbol(symbol);
        }
        found.push(token);
        rest = rest.get(length..)?.trim_start();
    }
    Some(found)
}

/// Casts say nothing of a situation.
fn without_casts(tokens: Vec<Token>) -> Vec<Token> {
    const TYPES: [&str; 7] = ["int", "long", "float", "double", "byte", "char", "short"];
    let mut left = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = match rest {
            [Token::Symbol("("), Token::Word(word), Token::Symbol(")"), after @ ..]
                if TYPES.contains(&word.as_str()) =>
            {
                after
            }
            _ => {
                left.push(first.clone());
                after
            }
        };
    }
    left
}

/// Where a symbol stands outside of parentheses.
fn outside(tokens: &[Token], symbols: &[&str]) -> Option<usize> {
    let mut depth = 0_i32;
    tokens.iter().position(|token| {
        match token {
            Token::Symbol("(" | "[") => depth += 1,
            Token::Symbol(")" | "]") => depth -= 1,
            Token::Symbol(symbol) => return depth == 0 && symbols.contains(symbol),
            _ => {}
        }
        false
    })
}

fn disjunction(tokens: &[Token]) -> Option<String> {
    for (symbol, word) in [("||", "Or"), ("&&", "And")] {
        if let Some(at) = outside(tokens, &[symbol]) {
            let (left, right) = tokens.split_at(at);
            return Some(format!("{}{word}{}", disjunction(left)?, disjunction(right.get(1..)?)?));
        }
    }
    if let [Token::Symbol("("), inner @ .., Token::Symbol(")")] = tokens
        && outside(tokens.get(1..)?, &[")"]).is_none()
        && outside(inner, &["||", "&&", "==", "!=", "<", ">", "<=", ">="]).is_some()
    {
        return disjunction(inner);
    }
    comparison(tokens)
}

fn comparison(tokens: &[Token]) -> Option<String> {
    let Some(at) = outside(tokens, &["==", "!=", "<=", ">=", "<", ">"]) else {
        return match tokens {
            [Token::Symbol("!"), rest @ ..] if is_variable(rest) => Some(format!("{}IsFalse", expression(rest)?)),
            [Token::Symbol("!"), rest @ ..] => negation(&predicate(rest)?),
            _ if is_variable(tokens) => Some(format!("{}IsTrue", expression(tokens)?)),
            _ => predicate(tokens),
        };
    };
    let (left, right) = tokens.split_at(at);
    let (Some(Token::Symbol(operator)), right) = (right.first(), right.get(1..)?) else { return None };
    let subject = expression(left)?;
    let is_zero = matches!(right, [Token::Number(number)] if number == "0" || number == "0.0");
    let is_length = subject.ends_with("Length");
    let stem = subject.strip_suffix("Length").unwrap_or(&subject);
    Some(match (*operator, right) {
        ("==" | "<=", _) if is_zero && is_length && !stem.is_empty() => format!("{stem}IsEmpty"),
        ("!=" | ">", _) if is_zero && is_length && !stem.is_empty() => format!("{stem}IsNotEmpty"),
        ("<", _) if is_zero => format!("{subject}IsNegative"),
        (">", _) if is_zero => format!("{subject}IsPositive"),
        (">=", _) if is_zero => format!("{subject}IsNotNegative"),
        ("<=", _) if is_zero => format!("{subject}IsNotPositive"),
        ("==", [Token::Number(_) | Token::Text(_) | Token::Symbol("-"), ..]) => {
            format!("{subject}Is{}", expression(right)?)
        }
        ("==", [Token::Word(word)]) if matches!(word.as_str(), "null" | "true" | "false") => {
            format!("{subject}Is{}", capitalised(word))
        }
        ("!=", _) => format!("{subject}IsNot{}", expression(right)?),
        ("==", _) => format!("{subject}Equals{}", expression(right)?),
        ("<", _) => format!("{subject}IsLessThan{}", expression(right)?),
        ("<=", _) => format!("{subject}IsAtMost{}", expression(right)?),
        (">", _) => format!("{subject}IsGreaterThan{}", expression(right)?),
        _ => format!("{subject}IsAtLeast{}", expression(right)?),
    })
}

/// A parameter, a field or an element of an array.
fn is_variable(tokens: &[Token]) -> bool {
    let is_part = |token: &Token| matches!(token, Token::Word(_) | Token::Number(_) | Token::Symbol("." | "[" | "]"));
    !tokens.is_empty() && tokens.iter().all(is_part)
}

/// A condition that is a call or a truth value.
fn predicate(tokens: &[Token]) -> Option<String> {
    match tokens {
        [
            Token::Word(class),
            Token::Symbol("."),
            Token::Word(method),
            Token::Symbol("("),
            inner @ ..,
            Token::Symbol(")"),
        ] if matches!(class.as_str(), "Double" | "Float") && method == "isNaN" => {
            Some(format!("{}IsNaN", expression(inner)?))
        }
        _ => expression(tokens),
    }
}

/// The contrary of a predicate in words.
fn negation(said: &str) -> Option<String> {
    const WORDS: [(&str, &str); 5] = [
        ("Is", "IsNot"),
        ("Equals", "DoesNotEqual"),
        ("Contains", "DoesNotContain"),
        ("StartsWith", "DoesNotStartWith"),
        ("EndsWith", "DoesNotEndWith"),
    ];
    let found = WORDS.iter().find(|(word, _)| said.get(1..).is_some_and(|rest| rest.contains(word)));
    Some(match found {
        Some((word, contrary)) => said.replacen(word, contrary, 1),
        None => format!("Not{said}"),
    })
}

fn expression(tokens: &[Token]) -> Option<String> {
    let mut said = String::new();
    for token in tokens {
        let word = match token {
            Token::Word(word) if word == "this" && tokens.len() > 1 => String::new(),
            Token::Word(word) => capitalised(&word.replace('_', "")),
            Token::Number(number) => number_words(number),
            Token::Text(text) => text_words(text)?,
            Token::Symbol(symbol) => match *symbol {
                "+" => "Plus",
                "-" => "Minus",
                "*" => "Times",
                "/" => "DividedBy",
                "%" => "Modulo",
                "&" => "BitAnd",
                "|" => "BitOr",
                "^" => "Xor",
                "!" => "Not",
                "[" => "At",
                "," => "And",
                "." | "(" | ")" | "]" => "",
                _ => return None,
            }
            .to_owned(),
        };
        said.push_str(&word);
    }
    // The sign belongs to the number.
    Some(said.replace("MinusMinValue", "MinValue"))
}

/// Digits as part of a name.
pub(super) fn number_words(number: &str) -> String {
    match number.strip_prefix('-').unwrap_or(number) {
        "2147483648" | "9223372036854775808" => return "MinValue".into(),
        "2147483647" | "9223372036854775807" => {
            return if number.starts_with('-') { "MinusMaxValue".into() } else { "MaxValue".into() };
        }
        _ => {}
    }
    let number = number.strip_suffix(".0").unwrap_or(number);
    number.replace('-', "Minus").replace('.', "Point")
}

/// The longest text that is said letter by letter.
const LONGEST_TEXT: usize = 24;

/// A text as part of a name: letters and digits as they are, some signs by their names; none where that is too long.
pub(super) fn text_words(text: &str) -> Option<String> {
    if text.is_empty() {
        return Some("Empty".into());
    }
    let mut said = String::new();
    let mut starts_word = true;
    for character in text.chars() {
        if character.is_ascii_alphanumeric() {
            said.push(if starts_word { character.to_ascii_uppercase() } else { character });
            starts_word = false;
        } else {
            said.push_str(sign_word(character, text.len())?);
            starts_word = true;
        }
    }
    (said.len() <= LONGEST_TEXT).then_some(said)
}

/// What a sign is called; between words, a space is nothing.
fn sign_word(sign: char, length: usize) -> Option<&'static str> {
    Some(match sign {
        ' ' if length > 2 => "",
        ' ' => "Space",
        '=' => "Equals",
        ',' => "Comma",
        '.' => "Dot",
        '-' => "Dash",
        '+' => "Plus",
        '/' => "Slash",
        '\\' => "Backslash",
        ':' => "Colon",
        ';' => "Semicolon",
        '"' => "Quote",
        '\'' => "Apostrophe",
        '#' => "Hash",
        '*' => "Star",
        '@' => "At",
        '_' => "Underscore",
        '%' => "Percent",
        '&' => "Ampersand",
        '!' => "Exclamation",
        '?' => "Question",
        '(' | ')' => "Parenthesis",
        '[' | ']' => "Bracket",
        '{' | '}' => "Brace",
        '<' => "Less",
        '>' => "Greater",
        '\n' => "Newline",
        '\r' => "Return",
        '\t' => "Tab",
        '^' => "Caret",
        '|' => "Bar",
        '~' => "Tilde",
        '$' => "Dollar",
        '`' => "Backquote",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_said_in_words() {
        for (condition, expected) in [
            ("x < 0", "XIsNegative"),
            ("x == -5", "XIsMinus5"),
            ("s != null", "SIsNotNull"),
            ("a.length == 2", "ALengthIs2"),
            ("a.length <= 0", "AIsEmpty"),
            ("values[0] >= limit", "ValuesAt0IsAtLeastLimit"),
            ("a == b", "AEqualsB"),
            ("a + b > c", "APlusBIsGreaterThanC"),
            ("this.count == 2147483647", "CountIsMaxValue"),
            ("!s.equals(\"on\")", "SDoesNotEqualOn"),
            ("!s.isEmpty()", "SIsNotEmpty"),
            ("this.open", "OpenIsTrue"),
            ("!flags[0]", "FlagsAt0IsFalse"),
            ("(long) x > 5L", "XIsGreaterThan5"),
            ("!Double.isNaN(x)", "XIsNotNaN"),
            ("a < 0 || b < 0", "AIsNegativeOrBIsNegative"),
        ] {
            assert_eq!(words(condition).as_deref(), Some(expected), "{condition}");
        }
        assert_eq!(words("s.equals(\"\u{e9}\")"), None);
        assert_eq!(words("a ≤ b"), None);
    }

    #[test]
    fn names_say_what_tells_tests_apart() {
        let title = |outcome: &str, conditions: &[&str], values: &[&str]| Title {
            method: "sign".into(),
            outcome: outcome.into(),
            message: None,
            is_of_several: false,
            is_known: true,
            parameters: vec!["x".into(), "s".into()],
            conditions: conditions.iter().map(ToString::to_string).collect(),
            values: [values.iter().map(ToString::to_string).collect(), Vec::new()],
            all_values: Default::default(),
        };
        let titles = [
            title("returns1", &["s != null", "x > 0"], &["XIs1"]),
            title("returns1", &["s != null", "x > 0"], &["XIs7"]),
            title("returns0", &["s != null", "x <= 0"], &["XIs0"]),
            title("returns0", &["s != null", "x <= 0"], &["XIs0"]),
        ];
        assert_eq!(
            identifiers(&titles, &titles),
            ["sign_returns1_whenXIs1", "sign_returns1_whenXIs7", "sign_returns0_whenXIs0", "sign_returns0_whenXIs0_2",]
        );
        let rows = Title::of_all(&[&titles[0], &titles[1], &titles[2]]);
        assert_eq!(identifiers(&[rows], &titles), ["sign_returnsExpected"]);
    }

    #[test]
    fn what_comes_of_several_tests_is_how_all_begin() {
        for (one, other, expected) in [
            ("returns5", "returns5", "returns5"),
            ("returns12", "returns15", "returnsExpected"),
            ("returnsMinus1", "returnsMinus2", "returnsExpected"),
            ("setsSizeTo1", "setsSizeTo10", "setsSizeToExpected"),
            ("setsSizeToMinus1", "setsSizeTo1", "setsSizeToExpected"),
            ("changesTotal", "leavesTotalUnchanged", "leavesExpectedTotal"),
            ("leavesExpectedTotal", "changesTotal", "leavesExpectedTotal"),
            ("completes", "writesA", "doesExpected"),
        ] {
            assert_eq!(common_outcome(one, other), expected, "{one} {other}");
        }
    }
}
