//! Games by a player that moves at random: what is written down is what happened.

use khun_board::geometry::Color;
use khun_board::position::{Game, Position};
use khun_board::rules::{Catalogue, Rules};
use khun_train::data::{Flags, Shard, Verdict};
use khun_train::selfplay::{Certainty, Choice, Limits, Openings, Plan, Player, Progress, block, play, work};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Moves at random, and remembers how its last game went.
struct Random {
    rng: Xoshiro256PlusPlus,
    games: Vec<Game>,
}

impl Random {
    fn new() -> Self {
        Self { rng: Xoshiro256PlusPlus::seed_from_u64(0), games: Vec::new() }
    }
}

impl Player for Random {
    fn new_game(&mut self) {
        self.rng = Xoshiro256PlusPlus::seed_from_u64(77);
    }

    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let &mv = game.position().legal_moves().choose(&mut self.rng)?;
        let mut after = game.clone();
        after.push(mv).unwrap();
        self.games.push(after);
        Some(Choice { mv, score: self.rng.random_range(-300..300), certainty: Certainty::Judged })
    }
}

fn plan(rules: Rules) -> Plan {
    let openings = Openings { plies: 4..=7, scrambled: 0.5, largest_score: 400 };
    Plan { rules, openings, limits: Limits::default(), games: 6, seed: 3, until: None, positions: Some(1) }
}

#[test]
fn records_tell_the_game() {
    for name in ["makruk", "racingkings"] {
        let rules = Catalogue::builtin().find(name).unwrap();
        let mut player = Random::new();
        let start = Position::start(rules);
        let played = play(Game::new(start), &mut player, Limits::default(), 400).unwrap();
        let game = player.games.last().unwrap();
        let positions = game.earlier();
        assert_eq!(played.records.len(), positions.len());
        assert!(played.records.len() == 500 || game.outcome().map(|outcome| outcome.winner) == Some(played.winner));
        for (ply, (record, position)) in played.records.iter().zip(positions).enumerate() {
            assert!(record.men().eq(position.board().pieces()));
            assert_eq!(record.to_move(), position.to_move());
            assert_eq!(record.verdict(), Verdict::of(played.winner, position.to_move()));
            assert_eq!(record.flags().contains(Flags::FIRST), ply == 0);
            assert_eq!(record.flags().contains(Flags::CHECK), position.in_check());
            assert_eq!(record.flags().contains(Flags::NOISY), position.is_noisy(game.moves()[ply]));
            assert_eq!(record.flags().contains(Flags::ADJUDICATED), game.outcome().is_none());
            let labels = record.labels();
            assert_eq!(labels.ply as usize, ply);
            assert_eq!(
                labels.count.map(|(limit, plies)| (2 * u16::from(limit), u16::from(plies))),
                position.count().map(|count| (count.limit, count.ply))
            );
        }
    }
}

#[test]
fn a_block_can_be_made_again() {
    let rules = Catalogue::builtin().find("makruk").unwrap();
    let plan = plan(rules);
    let make = |file, number| block(&plan, file, number, &mut Random::new(), &Progress::default());
    assert_eq!(make(0, 0), make(0, 0));
    assert_ne!(make(0, 0), make(0, 1));
    assert_ne!(make(0, 0), make(1, 0));
}

#[test]
fn a_file_goes_on_where_it_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.khd");
    let rules = Catalogue::builtin().find("racingkings").unwrap();
    let plan = plan(rules);
    let progress = Progress::default();
    work(&plan, &path, 2, "note", &mut Random::new(), &progress).unwrap();
    let first = Shard::read(&path).unwrap();
    assert_eq!((first.blocks, first.games), (1, 6));
    let more = Plan { positions: Some(first.records.len() as u64 + 1), ..plan.clone() };
    work(&more, &path, 2, "note", &mut Random::new(), &progress).unwrap();
    let both = Shard::read(&path).unwrap();
    assert_eq!(both.blocks, 2);
    assert_eq!(both.records[..first.records.len()], first.records);
    let second: Vec<_> = block(&plan, 2, 1, &mut Random::new(), &progress).into_iter().flatten().collect();
    assert_eq!(both.records[first.records.len()..], second);
    assert!(work(&plan, &path, 2, "another note", &mut Random::new(), &progress).is_err());
    let white_wins =
        both.records.iter().any(|record| record.verdict() == Verdict::of(Some(Color::White), record.to_move()));
    assert!(white_wins);
}
