//! Musts 1, 3, 12 and 13: options and files.

use std::fs;
use std::process::Command;
use std::time::Duration;

use khun::search::Strength;
use khun_board::rules::Profile;

use crate::client::{Client, ENGINE, best_of};

const RACE_START: &str = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
const MAKRUK_START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

/// One `option` line in parts.
struct Advertised {
    name: String,
    kind: String,
    rest: String,
}

fn advertised(client: &mut Client) -> Vec<Advertised> {
    client.send("uci");
    let heard = client.until("uciok");
    let options = heard.iter().filter_map(|line| line.strip_prefix("option name "));
    options
        .map(|line| {
            let (name, rest) = line.split_once(" type ").unwrap();
            let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            Advertised { name: name.to_owned(), kind: kind.to_owned(), rest: rest.to_owned() }
        })
        .collect()
}

fn errors(heard: &[String]) -> Vec<&String> {
    heard.iter().filter(|line| line.starts_with("info string ERROR ")).collect()
}

#[test]
fn the_variant_is_a_combo_whose_default_is_in_force() {
    let mut client = Client::start();
    let options = advertised(&mut client);
    let variant = options.iter().find(|option| option.name == "UCI_Variant").unwrap();
    assert_eq!(variant.kind, "combo");
    assert!(variant.rest.starts_with("default makruk var makruk var racingkings"), "{}", variant.rest);
    assert_eq!(variant.rest, variant.rest.to_lowercase());
    assert!(options.iter().all(|option| option.name != "UCI_Chess960"));
    assert_eq!(client.shown("Fen"), MAKRUK_START);
}

#[test]
fn option_names_suit_every_client() {
    let options = advertised(&mut Client::start());
    let reserved = ["name", "type", "default", "min", "max", "var"];
    assert!(options.iter().all(|option| option.name.split(' ').all(|word| !reserved.contains(&word))));
    let with = |word: &str, kind: &str| {
        options.iter().filter(|option| option.kind == kind && option.name.contains(word)).count()
    };
    assert_eq!((with("Ponder", "check"), with("Variant", "combo")), (1, 1));
    let expected = [
        "Hash",
        "Threads",
        "Clear Hash",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "Contempt",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Skill Level",
        "UCI_Opponent",
        "EvalFile",
        "EndgamePath",
        "VariantPath",
        "Debug Log File",
        "Counting",
    ];
    for name in expected {
        assert!(options.iter().any(|option| option.name == name), "{name}");
    }
}

#[test]
fn variants_are_set_in_any_case_and_change_the_board_at_once() {
    let mut client = Client::hello();
    client.send("setoption name uci_variant value racingKings");
    assert_eq!(client.shown("Fen"), RACE_START);
    client.send("position startpos");
    assert_eq!(client.shown("Fen"), RACE_START);
    client.send("setoption name UCI_Variant value MAKRUK");
    assert_eq!(client.shown("Fen"), MAKRUK_START);
}

#[test]
fn an_unknown_variant_to_xboard_is_described() {
    let mut client = Client::hello();
    let heard = client.ask("setoption name UCI_Variant value racingkings");
    let expected =
        format!("info string variant racingkings files 8 ranks 8 pocket 0 template fairy startpos {RACE_START}");
    assert_eq!(heard, [expected]);
    assert!(client.ask("setoption name UCI_Variant value makruk").is_empty());
}

#[test]
fn options_survive_a_new_game() {
    let mut client = Client::playing("racingkings");
    client.send("setoption name multipv value 3");
    client.send("ucinewgame");
    client.send("go depth 3");
    let heard = client.until("bestmove");
    assert!(heard.iter().any(|line| line.contains(" multipv 3 ")), "{heard:#?}");
    best_of(&heard);
}

#[test]
fn what_cannot_be_set_is_refused_in_one_line_and_changes_nothing() {
    let mut client = Client::playing("racingkings");
    let bad = [
        "setoption name Hash value abc",
        "setoption name Hash value",
        "setoption name Hash",
        "setoption name Threads value NaN",
        "setoption name Threads value 1x3",
        "setoption name Ponder value maybe",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_Variant",
        "setoption name Counting value none",
        "setoption name No Such Option value 1",
        "setoption name EvalFile value /no/such/file.nnue",
        "setoption name VariantPath value /no/such/file.ini",
        "setoption name Debug Log File value /no/such/folder/log",
        "setoption",
        "setoption name",
        "setoption Hash 32",
    ];
    for line in bad {
        let heard = client.ask(line);
        assert_eq!((heard.len(), errors(&heard).len()), (1, 1), "{line}: {heard:?}");
    }
    assert_eq!(client.shown("Fen"), RACE_START);
    client.send("go depth 2");
    best_of(&client.until("bestmove"));
}

#[test]
fn a_table_too_large_for_the_machine_is_refused_and_the_old_one_kept() {
    let mut client = Client::hello();
    let heard = client.ask("setoption name Hash value 1048576");
    // A machine with a terabyte to spare may have it.
    assert!(heard.is_empty() || errors(&heard).len() == 1, "{heard:?}");
    client.send("setoption name Hash value 4");
    client.send("go depth 3");
    best_of(&client.until("bestmove"));
}

#[test]
fn values_that_clients_send_are_taken() {
    let mut client = Client::hello();
    let good = [
        "setoption name threads value 2",
        "setoption name hash value 8",
        "setoption name Clear Hash",
        "setoption name  Clear   Hash",
        "setoption name Move Overhead value 100",
        "setoption name Ponder value True",
        "setoption name UCI_AnalyseMode value true",
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1500",
        "setoption name Skill Level value 3",
        "setoption name EvalFile value <empty>",
        "setoption name VariantPath value",
        "setoption name Counting value CuteChess",
        "setoption name Debug Log File value",
    ];
    for line in good {
        assert_eq!(client.ask(line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn a_foreign_network_is_refused_and_play_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("foreign.nnue");
    fs::write(&path, b"Not a network of this engine.").unwrap();
    let mut client = Client::hello();
    let heard = client.ask(&format!("setoption name EvalFile value {}", path.display()));
    assert_eq!((heard.len(), errors(&heard).len()), (1, 1), "{heard:?}");
    client.send("go depth 2");
    best_of(&client.until("bestmove"));
}

#[test]
fn rules_files_are_found_at_the_path_here_and_beside_the_executable() {
    let home = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let program = home.path().join("engine");
    fs::copy(ENGINE, &program).unwrap();
    let rules = |name: &str| format!("[{name}:makruk]\nmakpongRule = true\n");
    fs::write(home.path().join("beside.ini"), rules("beside")).unwrap();
    fs::write(elsewhere.path().join("here.ini"), rules("here")).unwrap();
    let mut client = Client::start_command(Command::new(&program).current_dir(elsewhere.path()));
    for (file, name) in [("beside.ini", "beside"), ("here.ini", "here")] {
        assert!(client.ask(&format!("setoption name VariantPath value {file}")).is_empty());
        let options = advertised(&mut client);
        assert!(options.iter().any(|option| option.rest.contains(&format!("var {name}"))), "{file}");
        client.send(&format!("setoption name UCI_Variant value {name}"));
        assert_eq!(client.shown("Fen"), MAKRUK_START);
    }
    client.send("setoption name VariantPath value <empty>");
    let options = advertised(&mut client);
    assert!(options.iter().all(|option| !option.rest.contains("var here")));
}

#[test]
fn the_good_sections_of_a_faulty_rules_file_load() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.ini");
    fs::write(&path, "[good:makruk]\nmakpongRule = true\n\n[bad:makruk]\nchecking = perhaps\nnoSuchKey = 1\n").unwrap();
    let mut client = Client::hello();
    let heard = client.ask(&format!("setoption name VariantPath value {}", path.display()));
    assert_eq!(errors(&heard).len(), 2, "{heard:#?}");
    assert_eq!(heard.len(), 2);
    let options = advertised(&mut client);
    let variant = options.iter().find(|option| option.name == "UCI_Variant").unwrap();
    assert!(variant.rest.contains("var good") && !variant.rest.contains("var bad"), "{}", variant.rest);
}

#[test]
fn the_debug_log_holds_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("both sides.log");
    let mut client = Client::hello();
    client.send(&format!("setoption name Debug Log File value {}", path.display()));
    client.settled();
    client.send("setoption name Debug Log File value");
    client.settled();
    let log = fs::read_to_string(&path).unwrap();
    assert!(log.contains(">> isready") && log.contains("<< readyok"), "{log}");
}

#[test]
fn the_reading_of_the_count_can_be_chosen_at_once() {
    let mut client = Client::hello();
    client.send("position fen 8/8/8/3k4/8/8/8/1KR1R3 w - 16 16 60");
    assert_eq!(client.shown("Outcome"), "ongoing");
    client.send("setoption name Counting value cutechess");
    assert_eq!(client.shown("Outcome"), "draw (counting)");
    client.send("setoption name Counting value variant");
    assert_eq!(client.shown("Outcome"), "ongoing");
}

#[test]
fn chances_come_after_the_score_and_only_when_asked_for() {
    for option in ["UCI_ShowWDL", "ShowWDL"] {
        let mut client = Client::hello();
        client.send("go depth 3");
        assert!(client.until("bestmove").iter().all(|line| !line.contains("wdl")));
        client.send(&format!("setoption name {option} value true"));
        client.send("go depth 3");
        let heard = client.until("bestmove");
        for line in heard.iter().filter(|line| line.contains(" pv ")) {
            let words: Vec<_> = line.split(' ').collect();
            let score = words.iter().position(|word| *word == "score").unwrap();
            let wdl = words.iter().position(|word| *word == "wdl").unwrap();
            assert_eq!(wdl, score + 3, "{line}");
            let sum: u32 = words[wdl + 1..wdl + 4].iter().map(|word| word.parse::<u32>().unwrap()).sum();
            assert_eq!(sum, 1000);
        }
        best_of(&heard);
    }
}

#[test]
fn draws_that_are_known_have_no_other_chances() {
    let mut client = Client::hello();
    client.send("setoption name ShowWDL value true");
    // Two bare kings, and two rooks that come too late by the count (DESIGN.md; `eval` waits for the tables).
    for fen in ["8/8/8/3k4/8/8/8/1K6 w - - 0 60", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60"] {
        client.send(&format!("position fen {fen}"));
        client.send("eval");
        client.send("go depth 2");
        let heard = client.until("bestmove");
        let last = heard.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        assert!(last.contains("score cp 0 wdl 0 1000 0"), "{last}");
    }
}

#[test]
fn a_limited_strength_still_answers_by_the_contract() {
    for line in ["setoption name Skill Level value 0", "setoption name UCI_LimitStrength value true"] {
        let mut client = Client::playing("racingkings");
        client.send(line);
        client.send("setoption name UCI_Elo value 250");
        for _ in 0..5 {
            client.send("go movetime 200");
            best_of(&client.until("bestmove"));
        }
        assert!(client.listen(Duration::from_millis(50)).is_empty());
    }
}

#[test]
fn a_limited_strength_keeps_to_its_means() {
    for (variant, profile) in [("makruk", Profile::Mate), ("racingkings", Profile::Race)] {
        let mut client = Client::playing(variant);
        client.send("setoption name UCI_LimitStrength value true");
        for elo in [250, 1000, 2250] {
            let limitation = Strength::from_elo(elo).limitation(profile);
            client.send(&format!("setoption name UCI_Elo value {elo}"));
            client.send("go nodes 10000000");
            let heard = client.until("bestmove");
            let number = |line: &str, name: &str| -> u64 {
                let mut words = line.split(' ').skip_while(|word| *word != name);
                words.nth(1).and_then(|word| word.parse().ok()).unwrap_or_default()
            };
            for line in heard.iter().filter(|line| line.starts_with("info depth")) {
                assert!(number(line, "nodes") <= limitation.nodes, "{elo}: {line}");
                assert!(number(line, "depth") <= u64::from(limitation.depth), "{elo}: {line}");
            }
            best_of(&heard);
        }
    }
}

#[test]
fn a_folder_without_usable_tables_is_refused_in_one_line_a_file() {
    let mut client = Client::start();
    let folder = tempfile::tempdir().unwrap();
    let ask = |client: &mut Client, folder: &std::path::Path| {
        client.send(&format!("setoption name EndgamePath value {}", folder.display()));
        client.send("isready");
        errors(&client.until("readyok")).len()
    };
    assert_eq!(ask(&mut client, &folder.path().join("none")), 1);
    assert_eq!(ask(&mut client, folder.path()), 1);
    fs::write(folder.path().join("SMM.khunend"), "no table").unwrap();
    assert_eq!(ask(&mut client, folder.path()), 2);
}

#[test]
fn eval_says_how_an_ending_goes() {
    let mut client = Client::start();
    client.send("position fen 8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60");
    client.send("eval");
    client.send("isready");
    let heard = client.until("readyok");
    assert!(heard.contains(&"Ending: mate in 6 (11 plies), 8 plies left: drawn by count".to_owned()), "{heard:?}");
}
