//! Games from PGN's text.

use std::fmt;

use crate::position::pgn::comment::Comment;
use crate::position::pgn::game::{Pgn, PgnLine, PgnMove};
use crate::position::pgn::lexer::{Lexer, Placed, Token};
use crate::position::pgn::result::GameResult;
use crate::position::{Position, SanError};
use crate::rules::{Catalogue, FenError, Rules, UnknownVariant};

/// What becomes of variations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variations {
    /// They are read like the game itself.
    #[default]
    Keep,
    /// They are passed over, whatever stands in them.
    Skip,
}

/// Something wrong in a game, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The game, from 1, faulty ones counted too.
    pub game: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in letters, from 1.
    pub column: usize,
    /// What is wrong.
    pub fault: PgnFault,
}

/// What can be wrong in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnFault {
    /// `[` with something behind it that is no tag.
    Tag,
    /// A `Variant` that the catalogue lacks.
    Variant(UnknownVariant),
    /// A `FEN` that is none.
    Fen(FenError),
    /// A word that is not one legal move.
    Move(SanError),
    /// A comment without an end.
    OpenComment,
    /// A variation before the first move, one without an end, or an end without a variation.
    Variation,
    /// More variations in one another than anybody writes.
    Depth,
}

impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tag => f.write_str("a tag is written [Name \"value\"]"),
            Self::Variant(error) => error.fmt(f),
            Self::Fen(error) => error.fmt(f),
            Self::Move(error) => error.fmt(f),
            Self::OpenComment => f.write_str("a comment that begins here has no end"),
            Self::Variation => f.write_str("a variation stands in brackets behind the move that it replaces"),
            Self::Depth => write!(f, "more than {DEEPEST} variations in one another"),
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, line {}, column {}: {}", self.game, self.line, self.column, self.fault)
    }
}

impl std::error::Error for PgnError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            PgnFault::Variant(error) => Some(error),
            PgnFault::Fen(error) => Some(error),
            PgnFault::Move(error) => Some(error),
            PgnFault::Tag | PgnFault::OpenComment | PgnFault::Variation | PgnFault::Depth => None,
        }
    }
}

/// Most variations in one another.
const DEEPEST: usize = 64;

/// Reads the games of a text one after another. A faulty game gives an error, and the next one is read.
///
/// ```
/// use khun_board::{Catalogue, PgnReader};
/// let text = "[Variant \"Makruk\"]\n\n1. e4 {a comment} e5 2. Nd2 *\n";
/// let games: Result<Vec<_>, _> = PgnReader::new(text, Catalogue::builtin()).collect();
/// assert_eq!(games?[0].game().moves().len(), 3);
/// # Ok::<(), khun_board::position::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PgnReader<'a> {
    text: &'a str,
    catalogue: &'a Catalogue,
    variations: Variations,
    /// Where the next game begins.
    at: usize,
    games: usize,
}

impl<'a> PgnReader<'a> {
    /// Reads a text. A game's `Variant` is looked for in the catalogue; one without the tag is played by the catalogue's
    /// first rules.
    #[must_use]
    pub const fn new(text: &'a str, catalogue: &'a Catalogue) -> Self {
        Self { text, catalogue, variations: Variations::Keep, at: 0, games: 0 }
    }

    /// The same with variations kept or passed over.
    #[must_use]
    pub const fn variations(self, variations: Variations) -> Self {
        Self { variations, ..self }
    }

    /// The rules that a `Variant` tag names: names are compared without blanks, as some write `Racing Kings`.
    fn rules(&self, tag: Option<&str>) -> Result<Rules, UnknownVariant> {
        match tag {
            None => Ok(self.catalogue.default_rules()),
            Some(name) => self.catalogue.find(name).or_else(|error| {
                let joined: String = name.split_whitespace().collect();
                self.catalogue.find(&joined).map_err(|_| error)
            }),
        }
    }

    /// The next game, or where and why it cannot be read; `None` at the text's end.
    fn read(&mut self) -> Option<Result<Pgn, (usize, PgnFault)>> {
        let mut lexer = Lexer::new(self.text, self.at);
        let mut tags: Vec<(String, String)> = vec![];
        let (mut variant_at, mut fen_at) = (self.at, self.at);
        let mut comments = vec![];
        let first = loop {
            let Some(placed) = lexer.next() else {
                self.at = self.text.len();
                if tags.is_empty() {
                    return None;
                }
                break None;
            };
            match placed.token {
                Token::Tag(name, value) => {
                    match name {
                        "Variant" => variant_at = placed.at,
                        "FEN" => fen_at = placed.at,
                        _ => {}
                    }
                    tags.push((name.to_owned(), value));
                }
                Token::BadTag => return Some(Err((placed.at, PgnFault::Tag))),
                Token::Comment(text) => comments.push(Comment::new(text)),
                _ => break Some(placed),
            }
        };
        let tag = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
        let rules = match self.rules(tag("Variant")) {
            Ok(rules) => rules,
            Err(error) => return Some(Err((variant_at, PgnFault::Variant(error)))),
        };
        let start = match tag("FEN").map_or_else(|| Ok(Position::start(rules)), |fen| Position::from_fen(rules, fen)) {
            Ok(start) => start,
            Err(error) => return Some(Err((fen_at, PgnFault::Fen(error)))),
        };
        let by_tag = tag("Result").and_then(GameResult::from_text).unwrap_or_default();
        let mut movetext =
            Movetext { variations: self.variations, lines: vec![Line::new(start, comments)], skipping: 0 };
        let mut waiting = first;
        let result = loop {
            let Some(placed) = waiting.take().or_else(|| lexer.next()) else {
                self.at = self.text.len();
                break by_tag;
            };
            // A tag without a result before it: the next game begins.
            if matches!(placed.token, Token::Tag(..) | Token::BadTag) {
                self.at = placed.at;
                break by_tag;
            }
            match movetext.take(&placed) {
                Ok(None) => {}
                Ok(Some(result)) => {
                    self.at = placed.at + result.text().len();
                    break result;
                }
                Err(fault) => return Some(Err((placed.at, fault))),
            }
        };
        Some(movetext.finish().map(|line| Pgn { tags, start, line, result }).map_err(|fault| (self.at, fault)))
    }

    /// Where the game behind a faulty one may begin: at the next line that looks like a tag behind one that does not.
    fn recover(&self, from: usize) -> usize {
        let looks_like_tag = |line: &str| {
            let mut letters = line.trim_start().chars();
            letters.next() == Some('[') && letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        };
        let mut at = self.text[..from].rfind('\n').map_or(0, |end| end + 1);
        let mut seen_other = false;
        for line in self.text[at..].split_inclusive('\n') {
            if looks_like_tag(line) {
                if seen_other && at > from {
                    return at;
                }
            } else {
                seen_other = true;
            }
            at += line.len();
        }
        self.text.len()
    }

    /// Line and column, from 1, of a byte of the text.
    fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }
}

impl Iterator for PgnReader<'_> {
    type Item = Result<Pgn, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = self.read()?;
        self.games += 1;
        Some(read.map_err(|(at, fault)| {
            self.at = self.recover(at);
            let (line, column) = self.place(at);
            PgnError { game: self.games, line, column, fault }
        }))
    }
}

/// A line of moves that is being read.
struct Line {
    read: PgnLine,
    /// Before the last move: where a variation begins.
    before: Position,
    position: Position,
}

impl Line {
    const fn new(start: Position, comments: Vec<Comment>) -> Self {
        Self { read: PgnLine { comments, moves: vec![] }, before: start, position: start }
    }
}

/// The moves of a game that is being read.
struct Movetext {
    variations: Variations,
    /// The game and the variations that are open.
    lines: Vec<Line>,
    /// How many variations deep the reader is in what it passes over.
    skipping: usize,
}

impl Movetext {
    /// Takes the next token; the result, when it is one.
    fn take(&mut self, placed: &Placed<'_>) -> Result<Option<GameResult>, PgnFault> {
        match &placed.token {
            Token::OpenComment => return Err(PgnFault::OpenComment),
            Token::Open if self.skipping > 0 || self.variations == Variations::Skip => self.skipping += 1,
            Token::Close if self.skipping > 0 => self.skipping -= 1,
            _ if self.skipping > 0 => {}
            Token::Open => self.open()?,
            Token::Close => self.close()?,
            Token::Comment(text) => {
                let line = self.line();
                let comment = Comment::new(text);
                match line.read.moves.last_mut() {
                    Some(played) => played.comments.push(comment),
                    None => line.read.comments.push(comment),
                }
            }
            Token::Nag(number) => self.add_nag(number.parse().ok()),
            Token::Word(word) => return self.word(word),
            Token::Tag(..) | Token::BadTag => {}
        }
        Ok(None)
    }

    fn line(&mut self) -> &mut Line {
        self.lines.last_mut().expect("the game itself is never closed")
    }

    fn add_nag(&mut self, nag: Option<u8>) {
        if let (Some(nag), Some(played)) = (nag, self.line().read.moves.last_mut()) {
            played.nags.push(nag);
        }
    }

    fn open(&mut self) -> Result<(), PgnFault> {
        if self.lines.len() > DEEPEST {
            return Err(PgnFault::Depth);
        }
        let line = self.line();
        if line.read.moves.is_empty() {
            return Err(PgnFault::Variation);
        }
        let start = line.before;
        self.lines.push(Line::new(start, vec![]));
        Ok(())
    }

    fn close(&mut self) -> Result<(), PgnFault> {
        if self.lines.len() < 2 {
            return Err(PgnFault::Variation);
        }
        let variation = self.lines.pop().expect("two lines are open").read;
        // Brackets with nothing between them say nothing.
        if variation.moves.is_empty() && variation.comments.is_empty() {
            return Ok(());
        }
        let played = self.line().read.moves.last_mut().expect("a variation opens behind a move");
        played.variations.push(variation);
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<Option<GameResult>, PgnFault> {
        if let Some(result) = GameResult::from_text(word) {
            // Some write the result into variations too.
            return Ok((self.lines.len() == 1).then_some(result));
        }
        // `12.`, `12...`, and `12.e4` in one word.
        let text = match word.trim_start_matches(|letter: char| letter.is_ascii_digit()) {
            behind if behind.starts_with('.') || behind.is_empty() => behind.trim_start_matches('.'),
            _ => word,
        };
        if text.is_empty() {
            return Ok(None);
        }
        let bare = text.trim_end_matches(['!', '?']);
        let nag = match &text[bare.len()..] {
            "!" => Some(1),
            "?" => Some(2),
            "!!" => Some(3),
            "??" => Some(4),
            "!?" => Some(5),
            "?!" => Some(6),
            _ => None,
        };
        if !bare.is_empty() {
            let line = self.line();
            let mv = line.position.parse_san(bare).map_err(PgnFault::Move)?;
            line.before = line.position;
            line.position = line.position.play_unchecked(mv);
            line.read.moves.push(PgnMove::new(mv));
        }
        self.add_nag(nag);
        Ok(None)
    }

    /// The game's moves, when every variation is closed.
    fn finish(mut self) -> Result<PgnLine, PgnFault> {
        match self.lines.pop() {
            Some(line) if self.lines.is_empty() && self.skipping == 0 => Ok(line.read),
            _ => Err(PgnFault::Variation),
        }
    }
}
