//! Plays a random game of Makruk: each move in SAN, the count in words when it changes, the game as PGN at the end.
//! The first argument is a seed.

use khun_board::{Catalogue, Game, Pgn, Position};

/// Xorshift64: random enough for a game.
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 33) as usize
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut state = std::env::args().nth(1).map_or(Ok(1), |seed| seed.parse::<u64>())?.max(1);
    let makruk = Catalogue::builtin().find("makruk")?;
    let mut game = Game::new(Position::start(makruk));
    while game.outcome().is_none() {
        let position = *game.position();
        let moves = position.legal_moves();
        let mv = moves[next(&mut state) % moves.len()];
        print!("{} ", position.san(mv));
        game.push(mv)?;
        let limit = |position: &Position| position.count().map(|count| count.limit);
        if limit(game.position()) != limit(&position) && let Some(count) = game.position().explain_count() {
            println!("\n[{count}]");
        }
    }
    let outcome = game.outcome().ok_or("the game goes on")?;
    println!("\n{}\n", game.position().explain_outcome(outcome));
    let mut pgn = Pgn::of(&game);
    pgn.set_tag("White", "chance");
    pgn.set_tag("Black", "chance");
    print!("{pgn}");
    Ok(())
}
