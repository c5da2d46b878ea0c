//! What a `go` asks for → the search's limits.

use crate::search::Limits;
use crate::uci::fault::Fault;
use crate::uci::go::Go;
use crate::uci::state::State;
use khun_board::position::Move;

/// The search's limits for a `go`, and what in it could not be followed.
#[must_use]
pub fn limits(go: &Go, state: &State) -> (Limits, Vec<Fault>) {
    let unreadable =
        |(field, text): &(String, Option<String>)| Fault::GoField { field: field.clone(), text: text.clone() };
    let mut faults: Vec<_> = go.unreadable.iter().map(unreadable).collect();
    let search_moves = search_moves(go, state, &mut faults);
    // A limit that was meant and cannot be read must not become a search without end.
    let meant = !go.unreadable.is_empty() && !go.is_limited() && !go.infinite;
    let limits = Limits {
        depth: if meant { Some(1) } else { go.depth.map(|depth| depth.max(1)) },
        nodes: go.nodes,
        soft_nodes: None,
        movetime: go.move_time,
        clock: shared_clock(go.clock),
        increment: go.increment,
        moves_to_go: go.moves_to_go,
        mate: go.mate,
        infinite: go.infinite || !(go.is_limited() || meant),
        ponder: go.ponder,
        search_moves,
    };
    (limits, faults)
}

fn search_moves(go: &Go, state: &State, faults: &mut Vec<Fault>) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in &go.search_moves {
        match state.game().position().parse_uci(text) {
            Ok(mv) if moves.contains(&mv) => {}
            Ok(mv) => moves.push(mv),
            Err(error) => faults.push(Fault::SearchMove(error)),
        }
    }
    moves
}

/// A client that names one side's clock only (fastchess does) means it for both.
fn shared_clock<T: Copy>([white, black]: [Option<T>; 2]) -> [Option<T>; 2] {
    [white.or(black), black.or(white)]
}
