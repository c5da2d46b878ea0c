//! The men as text: FEN's first field.

use std::fmt;

use crate::board::{Board, Letters, Piece};
use crate::geometry::{Color, File, Rank, Square};

/// Something wrong in the text of a placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementFault {
    /// The text has so many ranks instead of eight.
    Ranks(usize),
    /// A rank has so many files instead of eight.
    Files(Rank, usize),
    /// Letters that name no man of the game (each once), and those that do.
    Letters(Vec<char>, Letters),
}

/// Most unknown letters that a message lists.
const LETTERS_LISTED: usize = 12;

impl fmt::Display for PlacementFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranks(ranks) => write!(f, "the board has {ranks} ranks instead of 8"),
            Self::Files(rank, files) => write!(f, "rank {rank} has {files} files instead of 8"),
            Self::Letters(unknown, known) => {
                let unknown = unknown.iter().take(LETTERS_LISTED).map(|letter| letter.escape_default().to_string());
                let unknown = unknown.collect::<Vec<_>>().join(", ");
                write!(f, "unknown letters {unknown} (the men here are {})", known.all())
            }
        }
    }
}

impl std::error::Error for PlacementFault {}

/// What a text places on the board, as far as it can be read, and everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The men.
    pub board: Board,
    /// What is wrong; empty of a good text.
    pub faults: Vec<PlacementFault>,
}

impl Placement {
    /// Reads FEN's first field: eight ranks from the eighth, letters of men and numbers of empty squares. A `~` marks
    /// the man before it as promoted, which says nothing about how it moves.
    #[must_use]
    pub fn read(text: &str, letters: &Letters) -> Self {
        let mut board = Board::EMPTY;
        let mut faults = vec![];
        let mut unknown: Vec<char> = vec![];
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 8 {
            faults.push(PlacementFault::Ranks(ranks.len()));
        }
        for (text, rank) in ranks.iter().zip(Rank::ALL.into_iter().rev()) {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    file += gap as usize;
                } else if letter != '~' {
                    match (letters.kind_of(letter), File::ALL.get(file)) {
                        (Some(kind), Some(at)) => {
                            board.put(Square::at(*at, rank), Piece { color: Color::of_case(letter), kind });
                        }
                        (Some(_), None) => {}
                        (None, _) if unknown.contains(&letter) => {}
                        (None, _) => unknown.push(letter),
                    }
                    file += 1;
                }
            }
            if file != 8 {
                faults.push(PlacementFault::Files(rank, file));
            }
        }
        if !unknown.is_empty() {
            faults.push(PlacementFault::Letters(unknown, *letters));
        }
        Self { board, faults }
    }
}

/// FEN's first field: rank by rank from the eighth, the letters of the men and the numbers of empty squares between them.
#[must_use]
pub fn placement(letter_at: impl Fn(Square) -> Option<char>) -> String {
    let ranks = Rank::ALL.into_iter().rev().map(|rank| {
        let mut text = String::new();
        let mut empty = 0;
        for letter in File::ALL.map(|file| letter_at(Square::at(file, rank))) {
            let Some(letter) = letter else {
                empty += 1;
                continue;
            };
            push_gap(&mut text, &mut empty);
            text.push(letter);
        }
        push_gap(&mut text, &mut empty);
        text
    });
    ranks.collect::<Vec<_>>().join("/")
}

/// Writes how many squares were empty, if any were, and begins to count anew.
fn push_gap(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        *text += &empty.to_string();
    }
    *empty = 0;
}
