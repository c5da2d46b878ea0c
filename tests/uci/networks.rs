//! Must 12: networks that are loaded while the engine runs.

use std::fs;
use std::path::Path;
use std::process::Command;

use khun::eval::features::INPUTS;
use khun::eval::network::{Architecture, HIDDEN_ONE, Network, OUTPUT_ONE, Parameters};
use khun_board::board::Kind;
use khun_board::rules::Profile;

use crate::client::{Client, ENGINE, best_of};

/// What a network of these says, in centipawns: `bonus` for the side to move, and a pawn for whoever has a rook.
fn rook_lover(profile: Profile, bonus: i32) -> Vec<u8> {
    let architecture = Architecture { profile, width: 128, buckets: 1, men_per_bucket: 8 };
    let mut inputs = vec![0; INPUTS * 128];
    for square in 0..64 {
        inputs[(Kind::Rook.index() * 64 + square) * 128] = HIDDEN_ONE;
    }
    let mut outputs = vec![0; architecture.outputs() * 256];
    for weights in outputs.chunks_mut(256) {
        (weights[0], weights[128]) = (OUTPUT_ONE, -OUTPUT_ONE);
    }
    let bias = bonus * i32::from(HIDDEN_ONE) * i32::from(OUTPUT_ONE) / 100;
    let parameters = Parameters {
        architecture,
        scale: 100,
        note: format!("likes rooks, and {bonus}"),
        inputs,
        bias: vec![0; 128],
        output_bias: vec![bias; architecture.outputs()],
        outputs,
    };
    Network::new(parameters).unwrap().to_bytes()
}

fn load(client: &mut Client, path: &Path) -> Vec<String> {
    client.ask(&format!("setoption name EvalFile value {}", path.display()))
}

/// The answer to `eval`, in which a network's note stands.
fn judgement(client: &mut Client) -> String {
    client.ask("eval").join("\n")
}

/// The score of the last `info` of a short search.
fn searched(client: &mut Client, depth: u32) -> i32 {
    client.send(&format!("go depth {depth}"));
    let heard = client.until("bestmove");
    best_of(&heard);
    let info = heard.iter().rev().find(|line| line.contains(" score cp ")).unwrap();
    let (_, score) = info.split_once(" score cp ").unwrap();
    score.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_network_serves_its_own_games_whatever_is_set_up() {
    let folder = tempfile::tempdir().unwrap();
    let [race, mate] = ["race", "mate"].map(|name| folder.path().join(name));
    fs::write(&race, rook_lover(Profile::Race, 300)).unwrap();
    fs::write(&mate, rook_lover(Profile::Mate, 40)).unwrap();
    let mut client = Client::hello();
    let built_in = judgement(&mut client);
    assert!(load(&mut client, &race).is_empty());
    assert_eq!(judgement(&mut client), built_in);
    client.ask("setoption name UCI_Variant value racingkings");
    assert!(judgement(&mut client).contains("likes rooks, and 300"));
    assert!(load(&mut client, &mate).is_empty());
    assert!(judgement(&mut client).contains("likes rooks, and 300"));
    client.ask("setoption name UCI_Variant value makruk");
    assert!(judgement(&mut client).contains("likes rooks, and 40"));
    assert!(client.ask("setoption name EvalFile value <empty>").is_empty());
    assert_eq!(judgement(&mut client), built_in);
}

#[test]
fn the_search_plays_by_a_loaded_network_and_forgets_the_old_scores() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.net");
    fs::write(&path, rook_lover(Profile::Mate, 500)).unwrap();
    let mut fresh = Client::hello();
    assert!(load(&mut fresh, &path).is_empty());
    let known = searched(&mut fresh, 1);
    assert!(known < -300, "the opponent, to move after ours, is content: {known}");
    let mut client = Client::hello();
    let built_in = searched(&mut client, 5);
    assert!(load(&mut client, &path).is_empty());
    assert_eq!(searched(&mut client, 1), known);
    client.ask("setoption name EvalFile value");
    assert_eq!(searched(&mut client, 5), built_in);
}

#[test]
fn a_damaged_or_foreign_network_leaves_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let good = rook_lover(Profile::Mate, 40);
    fs::write(path("good.net"), &good).unwrap();
    fs::write(path("cut.net"), &good[..good.len() / 2]).unwrap();
    fs::write(path("empty.net"), []).unwrap();
    let mut damaged = good;
    damaged[5000] ^= 4;
    fs::write(path("damaged.net"), damaged).unwrap();
    fs::write(path("foreign.nnue"), b"Not a network of this engine.").unwrap();
    let mut client = Client::hello();
    assert!(load(&mut client, &path("good.net")).is_empty());
    let before = judgement(&mut client);
    for name in ["cut.net", "empty.net", "damaged.net", "foreign.nnue", "missing.net", "."] {
        let heard = load(&mut client, &path(name));
        assert!(heard.len() == 1 && heard[0].starts_with("info string ERROR option EvalFile: "), "{name}: {heard:?}");
        assert_eq!(judgement(&mut client), before, "{name}");
    }
}

#[test]
fn networks_are_found_at_the_path_here_and_beside_the_executable() {
    let home = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let program = home.path().join("engine");
    fs::copy(ENGINE, &program).unwrap();
    let places = [(home.path().join("beside.net"), 11), (elsewhere.path().join("here.net"), 22)];
    for (path, bonus) in &places {
        fs::write(path, rook_lover(Profile::Mate, *bonus)).unwrap();
    }
    let mut client = Client::start_command(Command::new(&program).current_dir(elsewhere.path()));
    for (name, bonus) in [("beside.net", 11), ("here.net", 22), (places[0].0.to_str().unwrap(), 11)] {
        assert!(load(&mut client, Path::new(name)).is_empty(), "{name}");
        assert!(judgement(&mut client).contains(&format!("likes rooks, and {bonus}")), "{name}");
    }
}

#[test]
fn eval_tells_what_each_man_is_worth_to_the_network() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.net");
    fs::write(&path, rook_lover(Profile::Mate, 0)).unwrap();
    let mut client = Client::hello();
    assert!(load(&mut client, &path).is_empty());
    for side in ["w", "b"] {
        for (board, before, worths) in [
            ("4k3/8/p7/8/8/8/8/R2K4", "+1.00", ["+1.00", "+0.00"]),
            ("r3k3/8/8/8/8/P7/8/3K4", "-1.00", ["-1.00", "+0.00"]),
        ] {
            client.ask(&format!("position fen {board} {side} - - 0 1"));
            let text = judgement(&mut client);
            assert!(text.contains(&format!("Before the count: {before} ")), "{text}");
            assert!(text.contains("output 1 of 1 for 4 men: likes rooks, and 0"), "{text}");
            let shown: Vec<_> = text.split(['|', '\n']).map(str::trim).filter(|cell| cell.ends_with(".00")).collect();
            let mut expected = worths.to_vec();
            // Men are shown from the eighth rank down.
            if before.starts_with('+') {
                expected.reverse();
            }
            assert_eq!(shown, expected, "{text}");
        }
    }
}
