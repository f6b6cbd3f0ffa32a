//! Which paths a Rust source names: just enough of a lexer and of a parser of `use` trees. Comments, doc comments and
//! string literals name nothing.

/// An identifier, `::`, or a single other character, and the line it is on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// A path as the source means it: resolved from the crate's root where it leads there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedPath {
    /// Whether it leads into this crate; else the first segment is another crate or something local.
    pub is_in_crate: bool,
    /// Segments below the root; `*` ends a glob.
    pub segments: Vec<String>,
    pub line: usize,
}

/// The tokens of a source.
pub fn tokens(source: &str) -> Vec<Token> {
    Lexer { characters: source.chars().collect(), at: 0, line: 1, tokens: Vec::new() }.run()
}

struct Lexer {
    characters: Vec<char>,
    at: usize,
    line: usize,
    tokens: Vec<Token>,
}

impl Lexer {
    fn run(mut self) -> Vec<Token> {
        while let Some(character) = self.peek(0) {
            match (character, self.peek(1)) {
                ('/', Some('/')) => self.skip_while(|next| next != '\n'),
                ('/', Some('*')) => self.skip_block_comment(),
                ('"', _) => self.skip_string(),
                ('\'', _) => self.skip_quote(),
                (':', Some(':')) => self.push("::".to_owned(), 2),
                _ if is_word(character) => self.word(),
                _ if character.is_whitespace() => self.advance(),
                _ => self.push(character.to_string(), 1),
            }
        }
        self.tokens
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.characters.get(self.at + ahead).copied()
    }

    fn advance(&mut self) {
        if self.peek(0) == Some('\n') {
            self.line += 1;
        }
        self.at += 1;
    }

    fn push(&mut self, text: String, length: usize) {
        self.tokens.push(Token { text, line: self.line });
        self.at += length;
    }

    fn skip_while(&mut self, condition: impl Fn(char) -> bool) {
        while self.peek(0).is_some_and(&condition) {
            self.advance();
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0;
        while self.peek(0).is_some() {
            match (self.peek(0), self.peek(1)) {
                (Some('/'), Some('*')) => {
                    depth += 1;
                    self.at += 2;
                }
                (Some('*'), Some('/')) => {
                    depth -= 1;
                    self.at += 2;
                    if depth == 0 {
                        return;
                    }
                }
                _ => self.advance(),
            }
        }
    }

    fn skip_string(&mut self) {
        self.advance();
        while let Some(character) = self.peek(0) {
            self.advance();
            match character {
                '\\' => self.advance(),
                '"' => return,
                _ => {}
            }
        }
    }

    /// A character literal, or the quote of a lifetime.
    fn skip_quote(&mut self) {
        if self.peek(1) == Some('\\') {
            self.at += 3;
            self.skip_while(|next| next != '\'');
            self.advance();
        } else if self.peek(2) == Some('\'') {
            self.advance();
            self.advance();
            self.advance();
        } else {
            // A lifetime's name is no path and names nothing.
            self.advance();
            self.skip_while(is_word);
        }
    }

    fn word(&mut self) {
        let start = self.at;
        let length = self.characters.iter().skip(start).take_while(|next| is_word(**next)).count();
        let text: String = self.characters.iter().skip(start).take(length).collect();
        let hashes = self.characters.iter().skip(start + length).take_while(|next| **next == '#').count();
        let after = self.peek(length + hashes);
        match text.as_str() {
            "r" | "br" | "cr" if after == Some('"') => {
                self.at += length + hashes + 1;
                self.skip_raw_string(hashes);
            }
            "b" | "c" if hashes == 0 && after == Some('"') => {
                self.at += length;
                self.skip_string();
            }
            "b" if hashes == 0 && after == Some('\'') => {
                self.at += length;
                self.skip_quote();
            }
            // A raw identifier: the word after the hash is what it names.
            "r" if hashes == 1 => self.at += 2,
            _ => self.push(text, length),
        }
    }

    fn skip_raw_string(&mut self, hashes: usize) {
        while self.peek(0).is_some() {
            let closes = self.peek(0) == Some('"') && (1..=hashes).all(|ahead| self.peek(ahead) == Some('#'));
            self.advance();
            if closes {
                self.at += hashes;
                return;
            }
        }
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// The module path of a file below src/ (`src/heap/value.rs` is `heap::value`).
pub fn module_of(file: &str) -> Vec<String> {
    let inner = file.strip_prefix("src/").unwrap_or(file);
    let inner = inner.strip_suffix(".rs").unwrap_or(inner);
    let mut segments: Vec<String> = inner.split('/').map(str::to_owned).collect();
    if segments.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        segments.pop();
    }
    segments
}

/// Every path that a file names, in `use` items and elsewhere.
pub fn named_paths(file: &str, tokens: &[Token]) -> Vec<NamedPath> {
    let mut finder = Finder { tokens, module: module_of(file), scopes: Vec::new(), found: Vec::new() };
    finder.run();
    finder.found
}

struct Finder<'a> {
    tokens: &'a [Token],
    /// The module that the next token belongs to.
    module: Vec<String>,
    /// One entry per open brace: whether it opened a module.
    scopes: Vec<bool>,
    found: Vec<NamedPath>,
}

impl Finder<'_> {
    fn text(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
    }

    fn is_name(&self, at: usize) -> bool {
        self.text(at).starts_with(is_word)
    }

    fn run(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = match self.text(at) {
                "mod" if self.is_name(at + 1) && self.text(at + 2) == "{" => {
                    self.module.push(self.text(at + 1).to_owned());
                    self.scopes.push(true);
                    at + 3
                }
                "{" => {
                    self.scopes.push(false);
                    at + 1
                }
                "}" => {
                    if self.scopes.pop() == Some(true) {
                        self.module.pop();
                    }
                    at + 1
                }
                "use" if self.text(at + 1) != "<" => self.use_tree(at + 1, &[]),
                "extern" if self.text(at + 1) == "crate" => {
                    self.record(&[self.text(at + 2).to_owned()], at + 2);
                    at + 3
                }
                _ if self.is_name(at) && self.text(at.wrapping_sub(1)) != "." => self.path(at),
                "::" if self.is_name(at + 1) && (at == 0 || !self.is_name(at - 1) && self.text(at - 1) != ">") => {
                    self.path(at + 1)
                }
                _ => at + 1,
            };
        }
    }

    /// Reads a path in an expression or a type; a single name is none.
    fn path(&mut self, start: usize) -> usize {
        let mut segments = vec![self.text(start).to_owned()];
        let mut at = start + 1;
        while self.text(at) == "::" && self.is_name(at + 1) {
            segments.push(self.text(at + 1).to_owned());
            at += 2;
        }
        if segments.len() > 1 {
            self.record(&segments, start);
        }
        at
    }

    /// Reads a `use` tree below a prefix; gives the position after it.
    fn use_tree(&mut self, start: usize, prefix: &[String]) -> usize {
        let mut segments = prefix.to_vec();
        let mut at = start;
        loop {
            match self.text(at) {
                "::" => at += 1,
                "{" => {
                    at += 1;
                    while !matches!(self.text(at), "}" | "") {
                        at = self.use_tree(at, &segments);
                        if self.text(at) == "," {
                            at += 1;
                        }
                    }
                    return at + 1;
                }
                "*" => {
                    segments.push("*".to_owned());
                    at += 1;
                    break;
                }
                // `self` in a group means the prefix itself.
                "self" if !segments.is_empty() => at += 1,
                "as" => {
                    at += 2;
                    break;
                }
                _ if self.is_name(at) => {
                    segments.push(self.text(at).to_owned());
                    at += 1;
                }
                _ => break,
            }
        }
        self.record(&segments, start);
        // Whatever this is, it is not a `use` tree: go on behind it rather than stay.
        at.max(start + 1)
    }

    fn record(&mut self, segments: &[String], at: usize) {
        let line = self.tokens.get(at).map_or(0, |token| token.line);
        let mut module = self.module.clone();
        let mut rest = segments;
        let mut is_in_crate = true;
        match segments.first().map(String::as_str) {
            Some("crate" | "casewise") => {
                module.clear();
                rest = rest.get(1..).unwrap_or_default();
            }
            Some("self") => rest = rest.get(1..).unwrap_or_default(),
            Some("super") => {
                while rest.first().is_some_and(|first| first == "super") {
                    module.pop();
                    rest = rest.get(1..).unwrap_or_default();
                }
            }
            _ => is_in_crate = false,
        }
        let mut resolved = if is_in_crate { module } else { Vec::new() };
        resolved.extend_from_slice(rest);
        self.found.push(NamedPath { is_in_crate, segments: resolved, line });
    }
}

/// The modules that a file declares, inline or in files of their own: a path that begins with one is local.
pub fn declared_modules(tokens: &[Token]) -> Vec<&str> {
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    texts
        .windows(3)
        .filter_map(|three| match three {
            ["mod", name, ";" | "{"] => Some(*name),
            _ => None,
        })
        .collect()
}

/// The lines of a source that are not in a `#[cfg(test)]` module.
pub fn lines_without_tests(source: &str) -> usize {
    let tokens = tokens(source);
    let texts: Vec<&str> = tokens.iter().map(|token| token.text.as_str()).collect();
    let mut in_tests = 0;
    let mut at = 0;
    while at < tokens.len() {
        let rest = texts.get(at..).unwrap_or_default();
        at += 1;
        let ["#", "[", "cfg", "(", "test", ")", "]", "mod", _, "{", ..] = rest else { continue };
        let mut depth = 0_usize;
        let closing = rest.iter().position(|text| {
            match *text {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => return false,
            }
            depth == 0
        });
        let first = tokens[at - 1].line;
        let length = closing.unwrap_or(rest.len() - 1);
        in_tests += tokens[at - 1 + length].line + 1 - first;
        at += length;
    }
    source.lines().count() - in_tests
}
