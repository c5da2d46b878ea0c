//! Comments on moves, and what programs write in them.

use std::fmt;
use std::time::Duration;

/// A comment as it stands between its braces, line ends and runs of blanks made one blank.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Comment(String);

/// What a program thinks of the position after a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evaluation {
    /// In pawns. Of whose side, the program says nowhere: `[%eval …]` means White's, Cute Chess's form the mover's.
    Pawns(f32),
    /// Moves to mate, negative when the side is mated.
    Mate(i32),
}

impl Comment {
    /// A comment of this text. Braces cannot stand in a comment and become brackets.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        Self(words.join(" ").replace('{', "(").replace('}', ")"))
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The value of a command such as `[%clk 0:05:00]`.
    fn command(&self, name: &str) -> Option<&str> {
        let mut rest = self.0.as_str();
        while let Some((_, behind)) = rest.split_once("[%") {
            let (inside, after) = behind.split_once(']')?;
            if let Some((found, value)) = inside.split_once(' ')
                && found == name
            {
                return Some(value.trim());
            }
            rest = after;
        }
        None
    }

    /// Cute Chess's form: `+0.35/12 0.104s`, the first two words of the comment.
    fn engine_words(&self) -> Option<(&str, Option<&str>, Option<&str>)> {
        let mut words = self.0.split(' ').map(|word| word.trim_end_matches(','));
        let first = words.next()?;
        let (score, depth) = match first.split_once('/') {
            Some((score, depth)) => (score, Some(depth)),
            None => (first, None),
        };
        Some((score, depth, words.next()))
    }

    /// What is left on the mover's clock: `[%clk 0:04:59]`.
    #[must_use]
    pub fn clock(&self) -> Option<Duration> {
        duration(self.command("clk")?)
    }

    /// The time that the move took: `[%emt 0:00:01]`, or the seconds of Cute Chess's `+0.35/12 0.104s`.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        if let Some(text) = self.command("emt") {
            return duration(text);
        }
        let (.., seconds) = self.engine_words()?;
        duration(seconds?.strip_suffix('s')?)
    }

    /// The evaluation: `[%eval 0.35]` or `[%eval #-3]` (White's view), `+0.35/12` or `-M3/20` (the mover's).
    #[must_use]
    pub fn evaluation(&self) -> Option<Evaluation> {
        if let Some(text) = self.command("eval") {
            let text = text.split(',').next()?;
            return evaluation(text);
        }
        let (score, depth, _) = self.engine_words()?;
        // A bare number may be anything; with a sign or a depth it is a score.
        if depth.is_none() && !score.starts_with(['+', '-']) { None } else { evaluation(score) }
    }

    /// The depth in plies of a score like `+0.35/12` or `[%eval 0.35,12]`.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        match self.command("eval") {
            Some(text) => text.split_once(',')?.1.trim().parse().ok(),
            None => self.engine_words()?.1?.parse().ok(),
        }
    }
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.0)
    }
}

/// `1:02:03.5`, `02:03`, `0.104`.
fn duration(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        if !part.starts_with(|letter: char| letter.is_ascii_digit()) {
            return None;
        }
        seconds = seconds * 60.0 + part.parse::<f64>().ok()?;
    }
    Duration::try_from_secs_f64(seconds).ok()
}

/// `+0.35`, `-1`, `#3`, `#-3`, `+M5`, `-M5`.
fn evaluation(text: &str) -> Option<Evaluation> {
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse().ok().map(Evaluation::Mate);
    }
    if let Some((sign, moves)) = text.split_once('M') {
        let moves: i32 = moves.parse().ok()?;
        return match sign {
            "" | "+" => Some(Evaluation::Mate(moves)),
            "-" => moves.checked_neg().map(Evaluation::Mate),
            _ => None,
        };
    }
    let numeric = text.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '+' | '-' | '.'));
    text.parse().ok().filter(|_| numeric).map(Evaluation::Pawns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_scores_are_read_in_both_forms() {
        let lichess = Comment::new("[%eval -0.31,18] [%clk 0:09:58.7] a\nnovelty");
        assert_eq!(lichess.text(), "[%eval -0.31,18] [%clk 0:09:58.7] a novelty");
        assert_eq!(lichess.evaluation(), Some(Evaluation::Pawns(-0.31)));
        assert_eq!((lichess.depth(), lichess.clock()), (Some(18), Some(Duration::from_millis(598_700))));
        assert_eq!(lichess.elapsed(), None);
        let cute_chess = Comment::new("+M5/20 0.104s, White mates");
        assert_eq!((cute_chess.evaluation(), cute_chess.depth()), (Some(Evaluation::Mate(5)), Some(20)));
        assert_eq!(cute_chess.elapsed(), Some(Duration::from_millis(104)));
        assert_eq!(Comment::new("[%eval #-3]").evaluation(), Some(Evaluation::Mate(-3)));
        assert_eq!(Comment::new("[%emt 1:00:02]").elapsed(), Some(Duration::from_secs(3602)));
        for text in ["", "book", "12 moves later", "[%eval", "[%clk -1]", "[%clk 1e99:0:0]", "inf/3", "-M-2147483648/1"]
        {
            let comment = Comment::new(text);
            assert_eq!((comment.evaluation(), comment.clock()), (None, None), "{text}");
        }
    }
}
