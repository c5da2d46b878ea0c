"""Random positions of every game, judged by khun.pyffish and by pyffish."""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyffish as theirs

import khun
import khun.pyffish as ours

sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "arbiters"))
from compare import random_ending  # noqa: E402

GAMES = ["makruk", "racingkings", "makpong", "cambodian", "asean", "ai-wok"]
NOTATIONS = [theirs.NOTATION_DEFAULT, theirs.NOTATION_SAN, theirs.NOTATION_LAN]
THAI_NOTATIONS = [theirs.NOTATION_THAI_SAN, theirs.NOTATION_THAI_LAN]
LONGEST_GAME = 200
# Each question takes pyffish a millisecond: of a game only so many positions are asked about.
POSITIONS_A_GAME = 8


@dataclass
class Asked:
    """A position by the game that led to it, and what is asked beside."""

    variant: str
    start: str
    moves: list[str]
    legal: list[str]
    fen: str
    rng: random.Random

    @property
    def to_here(self) -> tuple[str, str, list[str]]:
        return self.variant, self.start, self.moves

    def notation(self) -> int:
        # pyffish has no Thai letters for queens and bishops.
        return self.rng.choice(NOTATIONS if self.variant == "racingkings" else NOTATIONS + THAI_NOTATIONS)

    def count_started(self) -> int:
        return self.rng.choice([-1, 0, self.rng.randrange(1, len(self.moves) + 2)])


# What is asked: a function's name, and its arguments at a position; None where there is nothing to ask.
Question = Callable[[Asked], "tuple[Any, ...] | None"]
ALWAYS: dict[str, Question] = {
    "legal_moves": lambda at: at.to_here,
    "get_fen": lambda at: (*at.to_here, False, False, at.rng.random() < 0.5, at.count_started()),
}
SOMETIMES: dict[str, Question] = {
    "gives_check": lambda at: at.to_here,
    # Of a game that goes on pyffish says what it would be worth without a legal move.
    "game_result": lambda at: None if at.legal else at.to_here,
    "is_immediate_game_end": lambda at: at.to_here,
    "is_optional_game_end": lambda at: (*at.to_here, False, at.count_started()),
    "has_insufficient_material": lambda at: at.to_here,
    "validate_fen": lambda at: (at.fen, at.variant),
    "is_capture": lambda at: (*at.to_here, at.rng.choice(at.legal)) if at.legal else None,
    "get_san": lambda at: (at.variant, at.fen, at.rng.choice(at.legal), False, at.notation()) if at.legal else None,
    "get_san_moves": lambda at: (*at.to_here, False, at.notation()),
}


@dataclass
class Difference:
    """What the two say differently: a function's name, where and with what it was asked, and both answers."""

    name: str
    at: Asked
    arguments: tuple[Any, ...]
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        return f"{self.name}{self.arguments}: khun {self.ours!r}, pyffish {self.theirs!r}"


def lone_ai_wok_piece(found: Difference) -> bool:
    """pyffish counts the piece among those that cannot mate alone, and a pawn, which becomes one, too."""
    at, name = found.at, found.name
    men = sorted(letter.lower() for letter in at.fen.split()[0] if letter.isalpha())
    return name == "has_insufficient_material" and at.variant == "ai-wok" and men in (["a", "k", "k"], ["k", "k", "p"])


def leap_beside_another_met(found: Difference) -> bool:
    """Of two mets that may go to a square pyffish does not say which, where one leaps there: "Md6" may be either."""
    if found.at.variant != "cambodian" or found.name not in ("get_san", "get_san_moves"):
        return False
    asked = found.arguments[2]
    moves, ours, theirs = ([asked], [found.ours], [found.theirs]) if found.name == "get_san" else (asked, found.ours, found.theirs)
    differing = {move for move, one, other in zip(moves, ours, theirs, strict=True) if one != other}
    return differing <= {"e1e3", "d8d6"}


# Where pyffish is wrong: whatever else it says differently is a difference.
FAULTS = [lone_ai_wok_piece, leap_beside_another_met]


def plain(name: str, answer: Any) -> Any:
    """An answer without what says nothing: the order of moves, and the value of a game that has not ended."""
    if name == "legal_moves":
        return sorted(answer)
    if name in ("is_immediate_game_end", "is_optional_game_end") and not answer[0]:
        return False
    return answer


def random_game(variant: str, rng: random.Random) -> Iterator[Asked]:
    """Some positions of a random game, from the start or from an ending."""
    start = theirs.start_fen(variant) if rng.random() < 0.5 else random_ending(variant, rng)
    if start is None or khun.fen_faults(start, variant):
        return
    game = khun.Game(variant, start)
    plies = sorted(rng.randrange(LONGEST_GAME) for _ in range(POSITIONS_A_GAME))
    for ply in range(LONGEST_GAME):
        legal = game.position.legal_moves()
        if ply in plies or not legal:
            yield Asked(variant, start, game.moves, legal, game.position.fen, rng)
        if not legal:
            return
        game.push(rng.choice(legal))


def compare(seed: str, positions: int) -> list[str]:
    """What the two say differently of so many positions, with the call that shows it."""
    rng = random.Random(seed)
    differences = []
    while positions > 0:
        for at in random_game(rng.choice(GAMES), rng):
            positions -= 1
            for name, question in [*ALWAYS.items(), *rng.sample(list(SOMETIMES.items()), 2)]:
                arguments = question(at)
                if arguments is None:
                    continue
                said = [plain(name, getattr(module, name)(*arguments)) for module in (ours, theirs)]
                found = Difference(name, at, arguments, *said)
                if said[0] != said[1] and not any(fault(found) for fault in FAULTS):
                    differences.append(str(found))
    return differences
