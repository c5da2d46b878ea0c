//! `khun/board`: [`khun_board`] for JavaScript.
//!
//! Names and results are those of ffish.js where it has the function. What each does is said once, where its users look:
//! in `web/engine/board/index.d.ts`.

mod board;
mod count;
mod object;
mod pgn;
mod refusal;
mod variants;
