"""Searches. Expected moves are proofs: mates that the rules show, and counts that arithmetic decides."""

import threading
import time

import pytest

import khun

MATE_IN_ONE = khun.Position("makruk", "k7/7R/8/8/8/8/8/K5R1 w - 16 9 60")
MATED = khun.Position("makruk", "k5R1/7R/8/8/8/8/8/K7 b - 16 9 60")


@pytest.fixture
def engine() -> khun.Engine:
    return khun.Engine(hash=4)


def test_a_mate_is_found(engine: khun.Engine) -> None:
    found = engine.search(MATE_IN_ONE, depth=4)
    assert found.best == "g1g8" and MATE_IN_ONE.play("g1g8").outcome is not None
    assert found.line is not None
    assert (found.line.mate, found.line.cp, found.line.pv, found.line.expectation) == (1, None, ["g1g8"], 1.0)


def test_a_game_that_is_over_has_no_move(engine: khun.Engine) -> None:
    found = engine.search(MATED, depth=4)
    assert found.best is None and found.ponder is None


def test_it_is_proven_that_there_is_no_mate(engine: khun.Engine) -> None:
    found = engine.search(khun.Position("makruk"), mate=2)
    assert found.no_mate == 2 and found.best is not None


def test_the_count_is_looked_at(engine: khun.Engine) -> None:
    # Two rooks have sixteen plies: at nine it is too late for this mate in six, at five it is not.
    late = engine.search(khun.Position("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 9 60"), depth=12)
    soon = engine.search(khun.Position("makruk", "8/8/8/3k4/8/8/8/1KR1R3 w - 16 5 60"), depth=12)
    assert late.line is not None and late.line.cp == 0 and late.line.proven
    assert soon.line is not None and soon.line.mate == 6


def test_lines_come_one_after_another(engine: khun.Engine) -> None:
    game = khun.Game("racingkings")
    depths = [line.depth for line in engine.start(game, depth=6)]
    assert depths == sorted(depths) and depths[-1] == 6
    heard: list[khun.Line] = []
    found = engine.search(game, heard.append, depth=5)
    assert heard and found.line is heard[-1]
    assert all(line.pv and sum(line.wdl) == 1000 for line in heard)


def test_several_lines_are_found(engine: khun.Engine) -> None:
    engine.configure(multipv=3)
    found = engine.search(khun.Position("makruk"), depth=5)
    assert [line.multipv for line in found.lines] == [1, 2, 3]
    assert len({line.pv[0] for line in found.lines}) == 3


def test_limits_hold(engine: khun.Engine) -> None:
    found = engine.search(khun.Position(), nodes=500)
    assert found.line is not None and found.line.nodes <= 500
    began = time.monotonic()
    engine.search(khun.Position(), movetime=100)
    engine.search(khun.Position(), wtime=500, winc=10, movestogo=20)
    assert time.monotonic() - began < 5
    assert engine.search(khun.Position(), depth=3, searchmoves=["a3a4"]).best == "a3a4"


def test_a_search_is_stopped(engine: khun.Engine) -> None:
    search = engine.start(khun.Position())
    assert next(search).depth >= 1 and not search.done
    search.stop()
    assert search.done and search.wait().best is not None
    # Another search takes the engine; the one before it has ended then.
    first = engine.start(khun.Position())
    second = engine.start(khun.Position(), depth=2)
    assert first.done and first.wait().best is not None
    assert second.wait().best is not None


def test_other_threads_run_while_it_searches(engine: khun.Engine) -> None:
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.wait(0.001):
            ticks += 1
        engine.stop()

    thread = threading.Thread(target=tick)
    thread.start()
    engine.search(khun.Position(), movetime=300)
    over.set()
    thread.join()
    # Of 300 ticks; held up, it would be none or one.
    assert ticks > 10


def test_a_listener_that_fails_ends_the_search(engine: khun.Engine) -> None:
    def fail(line: khun.Line) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.search(khun.Position(), fail, movetime=60_000)
    assert engine.search(khun.Position(), depth=1).best is not None


def test_options_are_set_and_read() -> None:
    engine = khun.Engine(threads=1, hash=2, multipv=2, elo=1000, move_overhead=5)
    assert (engine.threads, engine.hash, engine.multipv, engine.elo) == (1, 2, 2, 1000)
    engine.configure(skill=20)
    assert engine.elo is None
    engine.configure(skill=0)
    assert engine.elo == 250
    engine.new_game()


@pytest.mark.parametrize(
    ("options", "fault", "words"),
    [
        ({"hash": 0}, ValueError, "hash: 0 is not from 1 to"),
        ({"elo": 3000}, ValueError, "elo: 3000 is not from 250 to 2500"),
        ({"skill": -1}, ValueError, "skill"),
        ({"hsah": 16}, TypeError, "did you mean `hash`"),
        ({"network": "nowhere.net"}, OSError, "nowhere.net"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, object], fault: type[Exception], words: str) -> None:
    with pytest.raises(fault, match=words):
        khun.Engine(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limits", "fault", "words"),
    [
        ({}, ValueError, "one that ends it"),
        ({"depth": 0}, ValueError, "depth"),
        ({"movetime": -1}, ValueError, "movetime"),
        ({"dept": 5}, TypeError, "did you mean `depth`"),
        ({"depth": 5, "searchmoves": ["a1a8"]}, khun.MoveError, "a1a8"),
    ],
)
def test_limits_that_make_no_sense_are_refused(limits: dict[str, object], fault: type[Exception], words: str) -> None:
    with pytest.raises(fault, match=words):
        khun.Engine(hash=1).search(khun.Position(), **limits)  # type: ignore[arg-type]
