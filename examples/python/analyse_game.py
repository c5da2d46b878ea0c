#!/usr/bin/env python3
"""Analyse a Racing Kings game with python-chess and Khun, move by move.

    pip install chess
    python analyse_game.py game.pgn --engine ./khun --time 0.5

Without a file the engine first plays a quick game against itself. (python-chess has no Makruk board; for Makruk use
'khun analyse'.)
"""

import argparse

import chess.engine
import chess.pgn
import chess.variant


def play(engine: chess.engine.SimpleEngine) -> list[chess.Move]:
    """A quick game of the engine against itself."""
    board = chess.variant.RacingKingsBoard()
    while not board.is_game_over(claim_draw=True):
        board.push(engine.play(board, chess.engine.Limit(time=0.05)).move)
    return board.move_stack


def analyse(engine: chess.engine.SimpleEngine, moves: list[chess.Move], seconds: float, slip: int) -> None:
    """Print each move with the score after it, in pawns from White's view, and what was better where it slipped."""
    board = chess.variant.RacingKingsBoard()
    limit = chess.engine.Limit(time=seconds)
    best = engine.analyse(board, limit)
    for move in moves:
        mover, text = board.turn, f"{board.fullmove_number}{'.' if board.turn else '…'} {board.san(move)}"
        better = board.san(best["pv"][0]) if best.get("pv") else ""
        before = best["score"].pov(mover).score(mate_score=10_000)
        board.push(move)
        best = engine.analyse(board, limit)
        after = best["score"].pov(mover).score(mate_score=10_000)
        chances = best["wdl"].white()
        slipped = before - after >= slip and not text.endswith(" " + better)
        remark = f"   better was {better}" if slipped else ""
        print(f"{text:<12} {best['score'].white()!s:>8}   {chances.expectation():4.0%} for White{remark}")
    print(board.result(claim_draw=True))


def main() -> None:
    parser = argparse.ArgumentParser(description="Analyse a Racing Kings game with Khun.")
    parser.add_argument("pgn", nargs="?", help="a PGN file; without one the engine plays a game against itself")
    parser.add_argument("--engine", default="khun", help="the engine's path")
    parser.add_argument("--time", type=float, default=0.5, help="seconds a position")
    parser.add_argument("--slip", type=int, default=100, help="centipawns lost that are worth a remark")
    arguments = parser.parse_args()
    with chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine:
        engine.configure({"UCI_ShowWDL": True})
        if arguments.pgn:
            with open(arguments.pgn, encoding="utf-8") as file:
                game = chess.pgn.read_game(file)
            moves = list(game.mainline_moves()) if game else []
        else:
            moves = play(engine)
        analyse(engine, moves, arguments.time, arguments.slip)


if __name__ == "__main__":
    main()
