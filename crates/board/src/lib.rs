//! The rules of Makruk (Thai chess), its relatives and Racing Kings: boards, legal moves, the count, outcomes, FEN, SAN,
//! PGN.
//!
//! List the moves of a position:
//!
//! ```
//! use khun_board::{Catalogue, Position};
//!
//! let makruk = Catalogue::builtin().find("makruk")?;
//! let position = Position::from_fen(makruk, "8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60")?;
//! let moves: Vec<String> = position.legal_moves().into_iter().map(|mv| position.san(mv)).collect();
//! assert_eq!(moves.len(), 23);
//! assert!(moves.contains(&"Re7".to_owned()) && moves.contains(&"Rcd1+".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Play a game to its end, and read the outcome and the count in words:
//!
//! ```
//! use khun_board::{Catalogue, Game, Position};
//!
//! let makruk = Catalogue::builtin().find("makruk")?;
//! let mut game = Game::new(Position::from_fen(makruk, "k7/8/1K6/8/8/8/8/6R1 b - 32 29 70")?);
//! assert_eq!(game.position().describe_count().as_deref(), Some("pieces' honour, 15 of 16 moves (ply 29 of 32)"));
//! for text in ["Kb8", "Rg7", "Kc8", "Kc6"] {
//!     let mv = game.position().parse_san(text)?;
//!     game.push(mv)?;
//! }
//! let outcome = game.outcome().expect("the count is over");
//! assert_eq!(outcome.to_string(), "draw (counting)");
//! assert_eq!(
//!     game.position().explain_outcome(outcome),
//!     "Draw: the count is over (pieces' honour, 17 of 16 moves (ply 33 of 32)).",
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Count the lines of play, as programs do to compare their rules:
//!
//! ```
//! use khun_board::{Catalogue, Position};
//!
//! let start = Position::start(Catalogue::builtin().find("makruk")?);
//! assert_eq!([1, 2, 3, 4].map(|depth| start.perft(depth)), [23, 529, 12_012, 273_026]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A rule set is data: [`Catalogue`] holds those that ship and reads others from a file ([`rules::ini`]). A [`Position`] is
//! small and copied, [`Position::play`] gives the next one; a [`Game`] knows what has been repeated. Texts from people go
//! through [`Position::from_fen`], [`Position::parse_san`], [`Position::parse_uci`] and [`PgnReader`], whose errors say what
//! is wrong and where.
//!
//! Features, both off by default: `rayon` ([`Position::divide`] on several threads) and `serde`.
//!
//! | floor | modules | what lives there |
//! |---|---|---|
//! | 1 | [`geometry`], [`text`], `arch` | squares, bitboards, attacks; text for messages; everything unsafe |
//! | 2 | [`board`] | the men: kinds, letters, how many, where they stand |
//! | 3 | [`rules`] | what a variant is: rule sets, counting, FEN, the rules file |
//! | 4 | [`position`] | the board in play: moves, legality, outcomes, notation, games, perft |

mod arch;
pub mod board;
pub mod geometry;
pub mod position;
pub mod rules;
pub mod text;

pub use board::{Board, Kind, Piece};
pub use geometry::{Bitboard, Color, File, Rank, Square};
pub use position::pgn::{Pgn, PgnReader};
pub use position::{Game, Move, Outcome, Position, Reason};
pub use rules::{Catalogue, Rules, Ruleset};
