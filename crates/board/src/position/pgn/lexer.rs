//! PGN's text as tokens.

/// A piece of movetext or a tag, with where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<'a> {
    /// Bytes from the text's beginning.
    pub at: usize,
    pub token: Token<'a>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `[Name "value"]`, escapes undone.
    Tag(&'a str, String),
    /// `{…}`, or `;` to the line's end.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$5`
    Nag(&'a str),
    /// A move, its number, or the result.
    Word(&'a str),
    /// `[` with something behind it that is no tag.
    BadTag,
    /// `{` without an end.
    OpenComment,
}

/// Takes a text apart.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Lexer<'a> {
    pub const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn at_line_start(&self) -> bool {
        self.text[..self.at].ends_with('\n') || self.at == 0
    }

    /// Passes over blanks, and over lines that `%` at their beginning keeps for other programs.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            if !(self.at_line_start() && self.rest().starts_with('%')) {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    /// The token from here on whose text ends before the first letter that is in `ends`.
    fn until(&mut self, ends: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let word = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// `[Name "value"]` behind its bracket.
    fn tag(&mut self) -> Token<'a> {
        let start = self.at;
        let tag = self.try_tag();
        tag.unwrap_or_else(|| {
            self.at = start;
            self.until(|c| c == '\n');
            Token::BadTag
        })
    }

    fn try_tag(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let name = self.until(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        self.skip_blanks();
        if name.is_empty() || !self.rest().starts_with('"') {
            return None;
        }
        let mut value = String::new();
        let mut letters = self.rest().char_indices().skip(1);
        let length = loop {
            match letters.next()? {
                (_, '\n') => return None,
                (_, '\\') => value.push(letters.next()?.1),
                (at, '"') => break at + 1,
                (_, letter) => value.push(letter),
            }
        };
        self.at += length;
        self.skip_blanks();
        let closed = self.rest().starts_with(']');
        self.at += usize::from(closed);
        closed.then_some(Token::Tag(name, value))
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Placed<'a>;

    fn next(&mut self) -> Option<Placed<'a>> {
        self.skip_blanks();
        let at = self.at;
        let first = self.rest().chars().next()?;
        self.at += first.len_utf8();
        let token = match first {
            '[' => self.tag(),
            '(' => Token::Open,
            ')' => Token::Close,
            ';' => Token::Comment(self.until(|c| c == '\n')),
            '{' => {
                let text = self.until(|c| c == '}');
                let closed = !self.rest().is_empty();
                self.at += usize::from(closed);
                if closed { Token::Comment(text) } else { Token::OpenComment }
            }
            '$' => Token::Nag(self.until(|c| !c.is_ascii_digit())),
            _ => {
                self.at = at;
                let word = self.until(|c| c.is_whitespace() || matches!(c, '[' | '(' | ')' | ';' | '{' | '}' | '$'));
                if word.is_empty() {
                    // A closing brace or the like that stands alone.
                    self.at += first.len_utf8();
                    Token::Word(&self.text[at..self.at])
                } else {
                    Token::Word(word)
                }
            }
        };
        Some(Placed { at, token })
    }
}
