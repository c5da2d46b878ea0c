//! The commands for people, and the binary's own.

use std::fs;
use std::process::{Command, Output};

use crate::client::{Client, ENGINE, best_of};

fn khun(arguments: &[&str]) -> (Output, String) {
    let output = Command::new(ENGINE).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    (output, text)
}

#[test]
fn d_shows_the_board_and_all_that_is_known() {
    let mut client = Client::hello();
    client.send("position fen 8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97 1 moves e5f6");
    assert_eq!(client.shown("Fen"), "8/2K3k1/5S2/6S1/8/8/8/8 b - 44 8 1");
    assert_eq!(client.shown("Count"), "pieces' honour, 4 of 22 moves (ply 8 of 44)");
    assert_eq!(client.shown("Checkers"), "f6");
    assert_eq!(client.shown("Outcome"), "ongoing");
    assert_eq!(client.shown("Key").len(), 16);
    client.send("position fen 8/5KMk/6M1/8/8/8/8/8 b - 128 8 75");
    assert_eq!(client.shown("Outcome"), "white wins (checkmate)");
    client.send("position startpos");
    assert_eq!((client.shown("Count"), client.shown("Checkers")), ("none".to_owned(), String::new()));
}

#[test]
fn perft_prints_a_line_a_move_and_the_sum() {
    let mut client = Client::hello();
    client.send("go perft 3");
    client.send("isready");
    let heard = client.until("Nodes");
    assert_eq!(heard.iter().filter(|line| line.contains(": ") && !line.starts_with("Nodes")).count(), 23);
    assert_eq!(heard[heard.len() - 2], "");
    assert_eq!(heard.last().unwrap(), "Nodes searched: 12012");
    client.send("go perft 0");
    assert_eq!(client.until("Nodes").last().unwrap(), "Nodes searched: 1");
}

#[test]
fn commands_wait_for_a_count_to_end_and_stop_ends_it() {
    let mut client = Client::hello();
    client.send_bytes(b"go perft 11\nstop\n");
    client.until("info");
    client.send_bytes(b"go perft 2\nposition startpos moves a3a4\nd\n");
    let heard = client.until("Fen:");
    assert!(heard.iter().any(|line| line == "Nodes searched: 529"), "{heard:?}");
    assert!(heard.last().unwrap().contains("/P7/"), "{heard:?}");
}

#[test]
fn flip_changes_the_colours() {
    let mut client = Client::hello();
    client.send("position fen 8/4k3/8/8/4M3/8/3K1R2/8 w - 32 8 60");
    client.send("flip");
    assert_eq!(client.shown("Fen"), "8/3k1r2/8/4m3/8/8/4K3/8 b - 32 8 60");
    client.send("flip");
    assert_eq!(client.shown("Fen"), "8/4k3/8/8/4M3/8/3K1R2/8 w - 32 8 60");
    let mut client = Client::playing("racingkings");
    client.send("flip");
    assert_eq!(client.shown("Fen"), "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ b - - 0 1");
}

#[test]
fn eval_tells_the_score_before_and_after_the_count() {
    let mut client = Client::hello();
    client.send("position fen 8/4k3/8/8/4M3/8/3K1R2/8 w - 32 30 60");
    let text = client.ask("eval").join("\n");
    for words in ["Before the count", "After the count", "pieces' honour", "draw"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn help_and_compiler_answer_and_unknown_commands_get_one_line() {
    let mut client = Client::hello();
    assert!(client.ask("help").len() > 10);
    assert!(client.ask("compiler")[0].starts_with("Khun "));
    let heard = client.ask("make me a sandwich");
    assert!(heard.len() == 1 && heard[0].starts_with("info string ERROR unknown command"), "{heard:?}");
    assert!(client.ask("debug on").is_empty());
    client.send("go depth 2");
    best_of(&client.until("bestmove"));
}

#[test]
fn rules_files_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let good = folder.path().join("good.ini");
    let bad = folder.path().join("bad.ini");
    fs::write(&good, "[mine:makruk]\nmakpongRule = true\n").unwrap();
    fs::write(&bad, "[mine:makrukk]\n[yours:makruk]\ncheking = false\nnFoldRule = many\n").unwrap();
    let (output, text) = khun(&["check", good.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let (output, text) = khun(&["check", bad.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    for words in ["line 1", "line 3", "line 4", "checking", "3 faults"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let mut client = Client::hello();
    assert_eq!(client.ask(&format!("check {}", bad.display())).len(), 3);
    assert_eq!(khun(&["check", "/no/such/file"]).0.status.code(), Some(2));
}

#[test]
fn perft_suites_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("suite.epd");
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    fs::write(&path, format!("{start} ;D1 23 ;D2 529 ;D3 12012\n")).unwrap();
    let (output, text) = khun(&["perft", "--suite", path.to_str().unwrap()]);
    assert!(output.status.success() && text.contains("1 OK, 0 FAIL"), "{text}");
    fs::write(&path, format!("{start} ;D1 23 ;D2 530\n# a comment\nnonsense ;D1 1\n{start}\n")).unwrap();
    let (output, text) = khun(&["perft", "--suite", path.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("529 (expected 530)") && text.contains("0 OK, 3 FAIL"), "{text}");
}

#[test]
fn perft_counts_by_hand_with_threads_and_a_table() {
    for arguments in [vec!["perft", "4"], vec!["perft", "--threads", "2", "--hash", "4", "4"]] {
        assert!(khun(&arguments).1.contains("\nNodes searched: 273026\n"), "{arguments:?}");
    }
    let race = ["perft", "-v", "racingKings", "2", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ", "w", "-", "-", "0", "1"];
    assert!(khun(&race).1.contains("\nNodes searched: 421\n"));
}

#[test]
fn analysis_for_people_ends_in_a_sentence() {
    let (output, text) = khun(&["analyse", "--depth", "4", "--threads", "1", "--hash", "8"]);
    assert!(output.status.success());
    assert!(text.contains("makruk: White to move") && text.contains("Count: none"), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("Best is ") && last.ends_with('.'), "{last}");
    let (_, text) = khun(&["analyse", "--movetime", "300", "--threads", "1", "8/4k3/8/8/4M3/8/3K1R2/8 w - 32 8 60"]);
    assert!(text.contains("pieces' honour, 4 of 16 moves"), "{text}");
    let (_, text) = khun(&["analyse", "-v", "racingkings", "K7/7k/8/8/8/8/8/8 w - - 0 1"]);
    assert!(text.contains("The game is over: white wins (arrival)"), "{text}");
}

#[test]
fn bad_arguments_are_explained() {
    for arguments in [["analyse", "8/8 w"], ["analyse", "--variant=chess"], ["perft", "--suite=/no/such/file"]] {
        let output = Command::new(ENGINE).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(output.stderr).unwrap().starts_with("khun: "));
    }
}

#[test]
fn variants_tell_how_they_differ_from_their_parents() {
    let (_, text) = khun(&["variants"]);
    for words in ["racingkings", "makruk-cutechess  as makruk, but", "makpongRule = true"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn version_and_help_answer() {
    assert_eq!(khun(&["-V"]).1.trim(), concat!("khun ", env!("CARGO_PKG_VERSION")));
    let version = khun(&["--version"]).1;
    for words in [env!("CARGO_PKG_VERSION"), "commit", "CPU features", "network for Mate", "network for Race"] {
        assert!(version.contains(words), "{words}: {version}");
    }
    assert!(khun(&["--help"]).1.contains("analyse"));
}

/// The documentation's table of options is what `khun options` prints.
#[test]
fn the_documentation_lists_the_options() {
    let Ok(page) = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/options.md")) else { return };
    let table = khun(&["options"]).1;
    assert!(page.contains(&table), "docs/options.md does not hold what 'khun options' prints:\n{table}");
}

/// OpenBench's way to openings: a line a position, six fields, the same ones for the same seed.
#[test]
fn positions_to_begin_games_from_are_sound_and_repeatable() {
    for variant in ["makruk", "racingkings"] {
        let words = format!("genfens 6 seed 42 book None variant {variant}");
        let text = khun(&[&words, "quit"]).1;
        let fens: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix("info string genfens ").unwrap_or_else(|| panic!("{line}")))
            .collect();
        assert_eq!(fens.len(), 6, "{text}");
        let rules = khun_board::rules::Catalogue::builtin().find(variant).unwrap();
        for fen in &fens {
            let position = khun_board::position::Position::from_fen(rules, fen).unwrap();
            assert!(position.outcome().is_none() && fen.split(' ').count() == 6, "{fen}");
        }
        assert!(fens.iter().any(|fen| *fen != fens[0]));
        assert_eq!(khun(&[&words, "quit"]).1, text);
        assert_ne!(khun(&[&words.replace("42", "43"), "quit"]).1, text);
    }
    assert!(khun(&["genfens x seed 1"]).1.contains("info string ERROR genfens: "));
}

#[test]
fn manual_pages_and_completions_are_made_from_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    assert!(khun(&["man", folder.path().to_str().unwrap()]).0.status.success());
    let page = fs::read_to_string(folder.path().join("khun.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("analyse"), "{page}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(khun(&["completions", shell]).1.contains("analyse"), "{shell}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_instruction_that_the_processor_lacks_ends_it_with_a_line() {
    let client = Client::hello();
    // What the system sends for such an instruction.
    let sent = Command::new("kill").args(["-ILL", &client.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(client.complaints_of("built for a newer processor").len(), 1);
}
