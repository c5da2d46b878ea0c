//! What a `go` asks for: its fields as text gives them.

use std::time::Duration;

/// The limits of a `go`, as text gives them: moves are not looked at yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Only these moves, unchecked.
    pub search_moves: Vec<String>,
    /// Think on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// Think until `stop`.
    pub infinite: bool,
    /// What each side has left; negative clocks are read as zero.
    pub clock: [Option<Duration>; 2],
    /// What each side gains a move.
    pub increment: [Duration; 2],
    /// Moves until more time comes.
    pub moves_to_go: Option<u32>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Find a mate in this many moves.
    pub mate: Option<u32>,
    /// Use exactly this time.
    pub move_time: Option<Duration>,
    /// Fields that were there and could not be read: (field, what stood after it).
    pub unreadable: Vec<(String, Option<String>)>,
}

impl Go {
    /// Whether a field limits the search by itself.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.move_time.is_some()
            || self.clock.iter().any(Option::is_some)
    }
}

/// The words that may stand in a `go`: they end a list of `searchmoves`.
const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Go {
    /// Reads what stands behind `go`, except `perft`.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut words = words.peekable();
        let mut go = Self::default();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|next| !WORDS.contains(next)) {
                        go.search_moves.push(text.to_owned());
                    }
                }
                field if WORDS.contains(&field) => {
                    let text = words.next_if(|next| !WORDS.contains(next));
                    match text.and_then(Number::parse) {
                        Some(Number::Finite(number)) => go.set(field, number),
                        // No limit at all.
                        Some(Number::Infinite) => {}
                        None => go.unreadable.push((field.to_owned(), text.map(str::to_owned))),
                    }
                }
                _ => {} // The protocol asks for unknown words to be skipped.
            }
        }
        go
    }

    /// Sets a numeric field; negative numbers count as zero.
    fn set(&mut self, field: &str, number: i128) {
        let count = u64::try_from(number.max(0)).unwrap_or(u64::MAX);
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        let time = Duration::from_millis(count.min(LONGEST_MS));
        match field {
            "wtime" => self.clock[0] = Some(time),
            "btime" => self.clock[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            // Zero moves to go is what some clients send for "none".
            "movestogo" => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
            "depth" => self.depth = Some(small),
            "nodes" => self.nodes = Some(count),
            "mate" => self.mate = Some(small),
            "movetime" => self.move_time = Some(time),
            _ => {}
        }
    }
}

/// The longest time that is told apart from "for ever": a hundred years, so that sums of times never overflow.
const LONGEST_MS: u64 = 100 * 365 * 24 * 3600 * 1000;

/// A number as clients write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A whole number, cut off at what 128 bits hold.
    Finite(i128),
    /// `Infinity`: lichess's analysis writes "no limit" so.
    Infinite,
}

impl Number {
    /// Reads a number of any length; fractions are cut off (`1500.0`).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = whole.strip_prefix(['-', '+']).unwrap_or(whole);
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits.is_empty() && is_number(digits) && is_number(fraction) {
            let size = digits.parse().unwrap_or(i128::MAX);
            return Some(Self::Finite(if whole.starts_with('-') { -size } else { size }));
        }
        // What remains are exponents and infinities, as programs write large numbers.
        let number: f64 = text.parse().ok().filter(|number: &f64| !number.is_nan())?;
        Some(if number == f64::INFINITY { Self::Infinite } else { Self::Finite(number as i128) })
    }
}
