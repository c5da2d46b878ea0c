#!/usr/bin/env python3
"""Review games of Makruk, its relatives and Racing Kings: what was a mistake, and what was better.

    pip install ./python
    python examples/python/review_games.py examples/python/games.pgn --time 0.5

Beside each move that lost chances stand the expected score (1 a win, 0 a loss) before and after it, and the better line.
"""

import argparse
from pathlib import Path

import khun

# How much of the expected score a move must lose to be called so.
REMARKS = [(0.30, "blunder"), (0.15, "mistake"), (0.07, "slip")]


def best_line(engine: khun.Engine, game: khun.Game, seconds: float, nodes: int | None) -> khun.Line | None:
    """The best line from here; None where the game is over."""
    if game.outcome:
        return None
    limits = {"nodes": nodes} if nodes else {"movetime": 1000 * seconds}
    return engine.search(game, **limits).line


def chance_of_mover(game: khun.Game, mover: str, line: khun.Line | None) -> float:
    """What the side that has just moved may expect of the game."""
    if line is not None:
        return 1 - line.expectation
    winner = game.outcome.winner if game.outcome else None
    return 0.5 if winner is None else float(winner == mover)


def review(engine: khun.Engine, played: khun.Game, seconds: float, nodes: int | None) -> None:
    """Print a game's moves, and a line for each that lost chances."""
    tags = played.tags
    print(f"{tags.get('White', '?')} – {tags.get('Black', '?')}, {played.variant}, {played.result}")
    engine.new_game()
    game = khun.Game(played.variant, played.start.fen)
    best = best_line(engine, game, seconds, nodes)
    for uci in played.moves:
        before, better = game.position, best
        text = before.variation_san([uci])
        game.push(uci)
        best = best_line(engine, game, seconds, nodes)
        if better is None or better.pv[0] == uci:
            continue
        was, now = better.expectation, chance_of_mover(game, before.turn, best)
        remark = next((word for least, word in REMARKS if was - now >= least), None)
        if remark:
            print(f"  {text:14} {remark}: {was:.2f} to {now:.2f}, better {before.variation_san(better.pv[:5])}")
    print(f"  {game.outcome or 'The game was not played to its end.'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pgn", type=Path, help="a file of games")
    parser.add_argument("--time", type=float, default=0.5, help="seconds a position")
    parser.add_argument("--nodes", type=int, help="nodes a position, in the place of time: the same review every time")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    engine = khun.Engine(threads=options.threads, hash=64)
    for played in khun.read_pgn(options.pgn.read_text(encoding="utf-8")):
        review(engine, played, options.time, options.nodes)


if __name__ == "__main__":
    main()
