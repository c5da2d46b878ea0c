//! Inputs that other programs got wrong, with the right answer: `data/cases/rules.tsv`.

mod common;

use common::{game, position, rows, rules, unmarked};
use khun_board::geometry::Color;
use khun_board::position::{Game, Position, Reason};

struct Case<'a> {
    id: &'a str,
    variant: &'a str,
    fen: &'a str,
    moves: &'a str,
    expect: &'a str,
    value: &'a str,
}

impl Case<'_> {
    fn start(&self) -> Position {
        position(rules(self.variant), self.fen)
    }

    fn game(&self) -> Game {
        game(rules(self.variant), self.fen, self.moves)
    }

    fn check(&self) {
        let Self { id, value, .. } = self;
        match self.expect {
            "fen" => assert_eq!(self.game().position().fen(), unmarked(value), "{id}"),
            "count" => assert_eq!(count_text(self.game().position()), *value, "{id}"),
            "legal" => assert_eq!(self.game().position().legal_moves().len().to_string(), *value, "{id}"),
            "outcome" => self.check_outcome(),
            "dead" => {
                let dead = self.game().outcome().is_some_and(|outcome| outcome.reason == Reason::DeadMaterial);
                assert_eq!(dead, *value == "yes", "{id}");
            }
            "perft" => {
                let numbers: Vec<u64> = value.split(' ').map(|number| number.parse().expect(id)).collect();
                assert_eq!(self.game().position().perft(numbers[0] as u32), numbers[1], "{id}");
            }
            "illegal" => self.check_refused(),
            other => panic!("{id}: {other}"),
        }
    }

    fn check_outcome(&self) {
        let outcome = self.game().outcome();
        let found = match outcome {
            None => "ongoing",
            Some(outcome) if outcome.reason == Reason::Stalemate => "stalemate",
            Some(outcome) => match outcome.winner {
                None => "draw",
                Some(Color::White) => "white",
                Some(Color::Black) => "black",
            },
        };
        // "any": the position cannot arise, and need only harm nothing.
        assert!(self.value == "any" || found == self.value, "{}: {found}, not {}", self.id, self.value);
    }

    /// The moves up to the refused one are legal, that one is not, and the refusal names it.
    fn check_refused(&self) {
        let mut game = Game::new(self.start());
        for text in self.moves.split(' ') {
            match game.position().parse_uci(text) {
                Ok(mv) => game.push(mv).unwrap(),
                Err(error) => {
                    assert!(text.starts_with(self.value), "{}: {error}", self.id);
                    assert!(error.to_string().contains(text), "{}: {error}", self.id);
                    return;
                }
            }
        }
        panic!("{}: {} was played", self.id, self.value);
    }
}

fn count_text(position: &Position) -> String {
    position.count().map_or("-".to_owned(), |count| format!("{} {}", count.limit, count.ply))
}

#[test]
fn every_case() {
    let mut seen = 0;
    for row in rows(include_str!("data/cases/rules.tsv")) {
        let [id, variant, fen, moves, expect, value] = row[..] else { panic!("{row:?}") };
        Case { id, variant, fen, moves, expect, value }.check();
        seen += 1;
    }
    assert_eq!(seen, 35);
}
