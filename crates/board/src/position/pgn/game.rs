//! A game with everything that PGN says of it, and the way to text.

use std::fmt;

use crate::geometry::Color;
use crate::position::pgn::comment::Comment;
use crate::position::pgn::result::GameResult;
use crate::position::{Game, Move, Position};

/// A game: tags, moves with comments and variations, result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pgn {
    /// The tags in order: name and value. `Variant`, `SetUp`, `FEN` and `Result` are among them where they apply.
    pub tags: Vec<(String, String)>,
    /// The position the game begins with.
    pub start: Position,
    /// The moves that were played.
    pub line: PgnLine,
    /// The result, as the movetext ends.
    pub result: GameResult,
}

/// Moves one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnLine {
    /// Comments before the first move.
    pub comments: Vec<Comment>,
    /// The moves.
    pub moves: Vec<PgnMove>,
}

/// A move and what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// Comments behind it.
    pub comments: Vec<Comment>,
    /// What might have been played in its place.
    pub variations: Vec<PgnLine>,
}

impl PgnMove {
    /// A move of which nothing is said.
    #[must_use]
    pub const fn new(mv: Move) -> Self {
        Self { mv, nags: vec![], comments: vec![], variations: vec![] }
    }
}

/// The seven tags that every game has, in their order, with the values of an unknown game.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The width that PGN's standard asks lines of movetext to keep to.
const WIDTH: usize = 80;

impl Pgn {
    /// A game from this position without moves, with the seven tags that every game has, `Variant`, and `SetUp` and
    /// `FEN` where it does not begin with the game's own start.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let mut tags: Vec<(String, String)> = ROSTER.into_iter().map(owned).collect();
        tags.push(owned(("Variant", &start.rules().name)));
        if start != Position::start(start.rules()) {
            tags.push(owned(("SetUp", "1")));
            tags.push(owned(("FEN", &start.fen())));
        }
        Self { tags, start, line: PgnLine::default(), result: GameResult::Unknown }
    }

    /// A game as it was played, with its result.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let mut pgn = Self::new(*game.start());
        pgn.line.moves = game.moves().iter().map(|mv| PgnMove::new(*mv)).collect();
        pgn.set_result(game.outcome().into());
        pgn
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Gives a tag its value: in its place where it has one, else behind all others.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Sets the result and its tag.
    pub fn set_result(&mut self, result: GameResult) {
        self.result = result;
        self.set_tag("Result", result.text());
    }

    /// The game that was played, without variations and comments. The moves of a game that was read are legal; of one
    /// made up elsewhere, those before the first that is not.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start);
        for played in &self.line.moves {
            if game.push(played.mv).is_err() {
                break;
            }
        }
        game
    }
}

impl fmt::Display for Pgn {
    /// The game's text, with a blank line at its end so that another may follow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        let mut words = vec![];
        line_words(&self.line, self.start, &mut words);
        words.push(self.result.text().to_owned());
        writeln!(f, "\n{}\n", wrapped(&words))
    }
}

/// Adds the words of a line of moves; moves that cannot be played end it.
fn line_words(line: &PgnLine, start: Position, words: &mut Vec<String>) {
    let mut position = start;
    words.extend(line.comments.iter().flat_map(comment_words));
    // Black's first move, and one behind a comment or a variation, is written with its number.
    let mut interrupted = true;
    for played in &line.moves {
        let Ok(after) = position.play(played.mv) else { return };
        match (position.to_move(), interrupted) {
            (Color::White, _) => words.push(format!("{}.", position.fullmove())),
            (Color::Black, true) => words.push(format!("{}...", position.fullmove())),
            (Color::Black, false) => {}
        }
        words.push(position.san(played.mv));
        words.extend(played.nags.iter().map(|nag| format!("${nag}")));
        words.extend(played.comments.iter().flat_map(comment_words));
        for variation in &played.variations {
            let from = words.len();
            line_words(variation, position, words);
            if let [first, .., last] = &mut words[from..] {
                first.insert(0, '(');
                last.push(')');
            } else if let [only] = &mut words[from..] {
                *only = format!("({only})");
            }
        }
        interrupted = !played.comments.is_empty() || !played.variations.is_empty();
        position = after;
    }
}

/// A comment's words; the first and the last carry its braces.
fn comment_words(comment: &Comment) -> Vec<String> {
    comment.to_string().split(' ').map(str::to_owned).collect()
}

/// Words in lines of at most [`WIDTH`] letters, longer words alone.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += width;
    }
    text
}
