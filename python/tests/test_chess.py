"""The board with python-chess's names, beside python-chess itself, which plays Racing Kings."""

import random

import chess as theirs
import chess.variant
import pytest

import khun
import khun.chess as ours


def play(seed: int) -> "tuple[ours.Board, chess.variant.RacingKingsBoard]":
    """A random game of Racing Kings on both boards."""
    rng = random.Random(seed)
    mine, other = ours.Board("racingkings"), chess.variant.RacingKingsBoard()
    while not mine.is_game_over():
        move = rng.choice(list(mine.legal_moves))
        assert mine.san(move) == other.san(theirs.Move.from_uci(move.uci()))
        assert mine.is_capture(move) == other.is_capture(theirs.Move.from_uci(move.uci()))
        mine.push(move)
        other.push_uci(move.uci())
        assert sorted(map(str, mine.legal_moves)) == sorted(map(str, other.legal_moves))
        assert mine.fen() == other.fen()
    return mine, other


@pytest.mark.parametrize("seed", range(12))
def test_a_game_goes_as_in_python_chess(seed: int) -> None:
    mine, other = play(seed)
    assert mine.result(claim_draw=True) == other.result(claim_draw=True)
    assert (mine.turn, mine.ply(), mine.fullmove_number) == (other.turn, other.ply(), other.fullmove_number)
    assert str(mine) == str(other) and mine.board_fen() == other.board_fen()
    assert {square: str(piece) for square, piece in mine.piece_map().items()} == {
        square: str(piece) for square, piece in other.piece_map().items()
    }
    assert [mine.king(color) for color in ours.COLORS] == [other.king(color) for color in theirs.COLORS]
    assert [move.uci() for move in mine.move_stack] == [move.uci() for move in other.move_stack]
    assert mine.peek().uci() == other.peek().uci() == mine.pop().uci()


def test_names_of_squares_are_python_chesss() -> None:
    assert ours.SQUARE_NAMES == theirs.SQUARE_NAMES
    assert [ours.parse_square(name) for name in theirs.SQUARE_NAMES] == theirs.SQUARES
    assert [(ours.square_file(at), ours.square_rank(at)) for at in ours.SQUARES] == [
        (theirs.square_file(at), theirs.square_rank(at)) for at in theirs.SQUARES
    ]
    assert ours.square(4, 3) == theirs.E4 and ours.square_name(theirs.E4) == "e4"


def test_a_makruk_game_is_played_and_taken_back() -> None:
    board = ours.Board()
    start = board.copy()
    assert board.push_san("e4") == ours.Move.from_uci("e3e4") and board.turn is ours.BLACK
    board.push_uci("e6e5")
    assert board.peek() == ours.Move(ours.parse_square("e6"), ours.parse_square("e5"))
    assert board.piece_at(ours.parse_square("e5")) == ours.Piece("p", ours.BLACK)
    assert board.root() == start and board != start
    assert board.parse_san("Nd2") in board.legal_moves and len(board.legal_moves) == board.legal_moves.count()
    assert board.variation_san([board.parse_uci("b1d2")]) == "2. Nd2"
    board.pop()
    board.pop()
    assert board == start and not board.move_stack
    board.set_fen("4k3/8/8/3P4/8/8/8/4K3 w - - 0 1")
    assert board.push_san("d6=M").promotion == "m"
    board.reset()
    assert board.fen() == board.starting_fen


def test_ends_are_told() -> None:
    mated = ours.Board("makruk", "k5R1/7R/8/8/8/8/8/K7 b - 16 9 60")
    assert mated.is_check() and mated.is_checkmate() and not mated.is_stalemate() and mated.is_game_over()
    assert mated.checkers() == {ours.parse_square("g8")}
    outcome = mated.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.termination, outcome.result()) == (ours.WHITE, ours.Termination.CHECKMATE, "1-0")
    assert ours.Board("makruk", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").is_insufficient_material()
    race = ours.Board("racingkings", "4K3/8/8/8/8/8/8/k7 b - - 0 1")
    assert race.is_variant_end() and race.result() == "1-0"
    assert ours.Board().result() == "*" and ours.Board().outcome() is None


def test_every_reason_has_its_termination() -> None:
    reasons = "checkmate stalemate arrival counting repetition".split() + ["both kings arrived", "move rule", "dead material"]
    assert sorted(termination.value for termination in ours.Termination) == sorted(reasons)


def test_illegal_moves_are_refused() -> None:
    board = ours.Board()
    with pytest.raises(khun.MoveError):
        board.push(ours.Move.from_uci("e3e5"))
    with pytest.raises(ValueError):
        ours.Move.from_uci("e9e5")
    with pytest.raises(ValueError):
        board.parse_san("Qd4")
    assert not board.is_legal(ours.Move.from_uci("a1a8"))


def test_the_engine_takes_its_game() -> None:
    board = ours.Board("makruk", "k7/7R/8/8/8/8/8/K5R1 w - 16 9 60")
    best = khun.Engine(hash=1).search(board.game, depth=3).best
    assert best is not None
    board.push_uci(best)
    assert board.is_checkmate()
