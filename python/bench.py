#!/usr/bin/env python3
"""How many positions a second get their legal moves listed, from Python: khun beside pyffish, in turn.

    pip install ./python pyffish==0.0.90
    python -P python/bench.py
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterable

import pyffish as theirs

import khun
import khun.pyffish as ours

GAMES = ["makruk", "racingkings", "makpong", "cambodian", "asean", "ai-wok"]
LONGEST_GAME = 100
# Each round lasts about so many seconds for each of them.
ROUND = 1.0


def random_positions(number: int) -> list[tuple[str, str]]:
    """Positions of random games, by name and FEN."""
    rng = random.Random(1)
    positions: list[tuple[str, str]] = []
    while len(positions) < number:
        game = khun.Game(rng.choice(GAMES))
        for _ in range(LONGEST_GAME):
            legal = game.position.legal_moves()
            if not legal:
                break
            positions.append((game.variant, game.position.fen))
            game.push(rng.choice(legal))
    return positions[:number]


def rate(ask: Callable[[int], Iterable[str]], number: int) -> float:
    """Questions a second."""
    asked = 0
    began = time.perf_counter()
    while (passed := time.perf_counter() - began) < ROUND:
        for _ in range(10):
            ask(asked % number)
            asked += 1
    return asked / passed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--positions", type=int, default=2000)
    options = parser.parse_args()
    positions = random_positions(options.positions)
    ready = [khun.Position(variant, fen) for variant, fen in positions]
    contestants: dict[str, Callable[[int], Iterable[str]]] = {
        "pyffish": lambda at: theirs.legal_moves(*positions[at], []),
        "khun.pyffish": lambda at: ours.legal_moves(*positions[at], []),
        "khun.Position": lambda at: ready[at].legal_moves(),
    }
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(options.rounds):
        for name, ask in contestants.items():
            rates[name].append(rate(ask, len(positions)))
        print(f"round {number + 1}: " + ", ".join(f"{name} {found[-1]:,.0f}" for name, found in rates.items()))
    base = statistics.median(rates["pyffish"])
    for name, found in rates.items():
        median = statistics.median(found)
        print(f"{name:14} {median:12,.0f} positions a second, {median / base:8,.1f} times pyffish")


if __name__ == "__main__":
    main()
