"""Positions, games and PGN. Expected values come from pyffish, published counts of moves, and the rules' own texts."""

import copy

import pyffish
import pytest

import khun

MATED = "k5R1/7R/8/8/8/8/8/K7 b - 16 9 60"
COUNTED = "k7/8/1K6/8/8/8/8/6R1 b - 32 29 70"


def test_legal_moves_are_pyffishs() -> None:
    for variant in ("makruk", "racingkings", "cambodian"):
        fen = pyffish.start_fen(variant)
        position = khun.Position(variant)
        legal = position.legal_moves()
        assert position.fen == fen
        assert sorted(legal) == sorted(pyffish.legal_moves(variant, fen, []))
        assert [position.san(uci) for uci in legal] == position.legal_moves_san()
        assert [position.parse_san(san) for san in position.legal_moves_san()] == legal


def test_lines_of_play_are_counted() -> None:
    # Published with Fairy-Stockfish and Stockfish.
    assert [khun.Position("makruk").perft(depth) for depth in (1, 2, 3, 4)] == [23, 529, 12012, 273026]
    assert [khun.Position("racingkings").perft(depth) for depth in (1, 2, 3)] == [21, 421, 11264]


def test_a_position_never_changes() -> None:
    start = khun.Position("makruk")
    after = start.play("e3e4")
    assert start == khun.Position("makruk") and start != after
    assert hash(start) == hash(khun.Position("makruk"))
    assert (start.turn, after.turn, after.ply, after.fullmove_number) == ("white", "black", 1, 1)
    assert after.piece_at("e4") == "P" and after.piece_at("e3") is None
    assert after.pieces()["e8"] == "k" and len(after.pieces()) == 32
    assert start.variation_san(["e3e4", "e6e5", "b1d2"]) == "1. e4 e5 2. Nd2"
    assert after.variation_san(["e6e5"]) == "1... e5"


def test_outcomes_are_told() -> None:
    outcome = khun.Position("makruk", MATED).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.result) == ("white", "checkmate", "1-0")
    assert str(outcome) == "White wins: Black's king is checkmated."
    assert khun.Position("makruk").outcome is None
    assert khun.Position("racingkings", "4K3/8/8/8/8/8/8/k7 b - - 0 1").outcome is not None


def test_the_count_ends_a_game() -> None:
    game = khun.Game("makruk", COUNTED)
    count = game.position.count
    assert count is not None
    assert (count.honour, count.whose, count.limit, count.done, count.left) == ("pieces", "black", 16, 15, 1)
    assert (count.limit_plies, count.done_plies, count.why) == (32, 29, "white has one rook")
    for san in ("Kb8", "Rg7", "Kc8", "Kc6"):
        assert game.outcome is None
        game.push_san(san)
    assert game.outcome is not None and game.outcome.reason == "counting"
    assert game.result == "1/2-1/2"


@pytest.mark.parametrize("started", [-1, 0, 119, 121])
def test_a_called_count_is_pyffishs(started: int) -> None:
    start, moves = "8/5r2/4k3/8/8/3NM3/3K4/8 w - - 0 60", ["d2c3", "f7b7", "e3d2", "b7d7"]
    game = khun.Game("makruk", start)
    for uci in moves:
        game.push(uci)
    limit, ply = pyffish.get_fen("makruk", start, moves, False, False, False, started).split()[3:5]
    count = game.position.count_started(started)
    assert count is not None
    assert (str(count.limit_plies), str(count.done_plies)) == (limit, ply)


def test_players_call_the_count() -> None:
    game = khun.Game("makruk", "4k3/8/3r4/8/8/3R1N2/8/3K4 w - 128 0 60", counting="called")
    assert game.position.count is not None and game.position.count.left_plies is None
    assert game.start_count() and not game.start_count()
    assert game.position.count is not None and game.position.count.done_plies == 1
    assert game.stop_count() and not game.stop_count()
    assert "called" in khun.countings()


def test_moves_are_taken_back() -> None:
    game = khun.Game("makruk")
    assert game.push_san("Nd2") == "b1d2"
    game.push("e6e5")
    before = game.copy()
    assert (game.pop(), game.pop()) == ("e6e5", "b1d2")
    assert before.moves == ["b1d2", "e6e5"] and before.moves_san == ["Nd2", "e5"] and game.moves == []
    with pytest.raises(IndexError):
        game.pop()
    assert copy.deepcopy(before).moves == before.moves


def test_a_repeated_position_is_a_draw() -> None:
    game = khun.Game("makruk")
    for uci in ["a1a2", "a8a7", "a2a1", "a7a8"] * 2:
        assert game.outcome is None
        game.push(uci)
    assert game.occurrences == 3
    assert game.outcome is not None and game.outcome.reason == "repetition"


def test_faults_say_what_is_wrong() -> None:
    with pytest.raises(khun.FenError, match="white has no king") as fen:
        khun.Position("makruk", "4kx2/8/8/8/8/8/8/8 w - - 0 1")
    assert len(fen.value.faults) == 2 and fen.value.faults == khun.fen_faults("4kx2/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(khun.VariantError, match="did you mean `racingkings`"):
        khun.Position("racingking")
    with pytest.raises(khun.MoveError, match="'e3e5' is not legal here"):
        khun.Game().push("e3e5")
    with pytest.raises(khun.MoveError, match="may be any of"):
        khun.Position("makruk", "4k3/4m3/8/3N1N2/8/8/8/4K3 w - - 0 1").parse_san("Nxe7")
    with pytest.raises(khun.Error, match="counting"):
        khun.Position(counting="fast")
    with pytest.raises(khun.Error, match="square"):
        khun.Position().piece_at("i9")
    with pytest.raises(khun.VariantError, match="line 2") as rules:
        khun.load_variants("[mine:makruk]\nnFold = 4\n")
    assert rules.value.faults and "mine" not in khun.variants()
    assert issubclass(khun.Error, ValueError) and issubclass(khun.FenError, khun.Error)


def test_games_of_ones_own_are_played() -> None:
    khun.load_variants("[twofold:makruk]\nnFoldRule = 2\n")
    game = khun.Game("twofold")
    for uci in ("a1a2", "a8a7", "a2a1", "a7a8"):
        game.push(uci)
    assert game.outcome is not None and game.outcome.reason == "repetition"


def test_pgn_comes_back_as_it_went() -> None:
    game = khun.Game("makruk", COUNTED)
    game.tags.update(White="Somchai", Black="Dara", FEN="not theirs to say")
    game.push_san("Kb8")
    game.tags["Result"] = "0-1"
    (again,) = khun.read_pgn(game.pgn())
    assert again.position == game.position and again.start == game.start
    assert again.moves == game.moves and again.result == "0-1"
    assert (again.tags["White"], again.tags["Variant"], again.tags["FEN"]) == ("Somchai", "makruk", COUNTED)


def test_a_faulty_game_is_told_or_skipped() -> None:
    text = '[Variant "Racing Kings"]\n\n1. Kh3 (1. Kg3) {a comment} Ka3 *\n\n[Variant "Makruk"]\n\n1. Nd5 *\n\n[Variant "Makruk"]\n\n1. e4 *\n'
    with pytest.raises(khun.PgnError, match="game 2, line 7, column 4: 'Nd5' is not legal here"):
        khun.read_pgn(text)
    read = khun.read_pgn(text, skip_faulty=True)
    assert [(game.variant, game.moves) for game in read] == [("racingkings", ["h2h3", "a2a3"]), ("makruk", ["e3e4"])]
