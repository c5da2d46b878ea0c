"""A board with the names of python-chess, for Makruk, its relatives and Racing Kings: `import khun.chess as chess`.

What is different, because these games are: a man's kind is its letter in the game (`"m"` for a met) and not a number,
`Board` takes the game's name, and there is neither castling nor en passant. A game drawn by count, repetition, move rule or
dead material is over; nobody has to claim it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import khun

Color = bool
Square = int

WHITE: Color = True
BLACK: Color = False
COLORS = [WHITE, BLACK]
COLOR_NAMES = ["black", "white"]

FILE_NAMES = list("abcdefgh")
RANK_NAMES = list("12345678")
SQUARES: list[Square] = list(range(64))
SQUARE_NAMES = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]


def parse_square(name: str) -> Square:
    """The number of a square: 0 for a1, 63 for h8. Raises ValueError for what is none."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    return 8 * rank_index + file_index


def square_file(square: Square) -> int:
    return square % 8


def square_rank(square: Square) -> int:
    return square // 8


@dataclass(frozen=True)
class Piece:
    """A man: the letter of its kind in lower case, and whose it is."""

    piece_type: str
    color: Color

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        return cls(symbol.lower(), symbol.isupper())

    def symbol(self) -> str:
        return self.piece_type.upper() if self.color else self.piece_type

    def __str__(self) -> str:
        return self.symbol()


@dataclass(frozen=True)
class Move:
    """A move from a square to another; `promotion` is the letter of what a pawn becomes."""

    from_square: Square
    to_square: Square
    promotion: str | None = None

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """Raises ValueError for a text that is not of the form `e3e4` or `d5d6m`."""
        if len(uci) not in (4, 5) or uci[:2] not in SQUARE_NAMES or uci[2:4] not in SQUARE_NAMES:
            raise khun.MoveError(f"{uci!r} is not a move")
        return cls(parse_square(uci[:2]), parse_square(uci[2:4]), uci[4:] or None)

    def uci(self) -> str:
        return square_name(self.from_square) + square_name(self.to_square) + (self.promotion or "")

    def __str__(self) -> str:
        return self.uci()


class Termination(enum.Enum):
    """Why a game ended: python-chess's names, and those that only these games have."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "dead material"
    FIFTY_MOVES = "move rule"
    THREEFOLD_REPETITION = "repetition"
    VARIANT_WIN = "arrival"
    VARIANT_DRAW = "both kings arrived"
    COUNTING = "counting"


@dataclass(frozen=True)
class Outcome:
    """How a game ended; `winner` is None of a draw, `words` a sentence."""

    termination: Termination
    winner: Color | None
    words: str

    def result(self) -> str:
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


class LegalMoves:
    """The legal moves of a board as it is whenever it is asked."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def __iter__(self) -> Iterator[Move]:
        return map(Move.from_uci, self.board.position.legal_moves())

    def __contains__(self, move: Move) -> bool:
        return self.board.is_legal(move)

    def __len__(self) -> int:
        return len(self.board.position.legal_moves())

    def count(self) -> int:
        return len(self)

    def __repr__(self) -> str:
        return f"<LegalMoves ({', '.join(self.board.position.legal_moves_san())})>"


class Board:
    """A game in play. `game` is the `khun.Game` behind it, for `khun.Engine.search`."""

    def __init__(self, variant: str = "makruk", fen: str | None = None, *, counting: str | None = None) -> None:
        self.counting = counting
        self.game = khun.Game(variant, fen, counting=counting)

    @property
    def uci_variant(self) -> str:
        return self.game.variant

    @property
    def position(self) -> khun.Position:
        return self.game.position

    @property
    def starting_fen(self) -> str:
        return khun.start_fen(self.uci_variant)

    @property
    def legal_moves(self) -> LegalMoves:
        return LegalMoves(self)

    @property
    def move_stack(self) -> list[Move]:
        return [Move.from_uci(uci) for uci in self.game.moves]

    # The position

    @property
    def turn(self) -> Color:
        return self.position.turn == "white"

    @property
    def fullmove_number(self) -> int:
        return self.position.fullmove_number

    @property
    def halfmove_clock(self) -> int:
        return self.position.halfmove_clock

    def ply(self) -> int:
        return self.position.ply

    def fen(self) -> str:
        return self.position.fen

    def board_fen(self) -> str:
        return self.fen().split()[0]

    def set_fen(self, fen: str) -> None:
        self.game = khun.Game(self.uci_variant, fen, counting=self.counting)

    def reset(self) -> None:
        self.set_fen(self.starting_fen)

    def root(self) -> Board:
        return Board(self.uci_variant, self.game.start.fen, counting=self.counting)

    def copy(self) -> Board:
        board = Board(self.uci_variant, counting=self.counting)
        board.game = self.game.copy()
        return board

    def piece_at(self, square: Square) -> Piece | None:
        letter = self.position.piece_at(square_name(square))
        return Piece.from_symbol(letter) if letter else None

    def piece_map(self) -> dict[Square, Piece]:
        return {parse_square(name): Piece.from_symbol(letter) for name, letter in self.position.pieces().items()}

    def pieces(self, piece_type: str, color: Color) -> set[Square]:
        return {square for square, piece in self.piece_map().items() if piece == Piece(piece_type, color)}

    def king(self, color: Color) -> Square:
        return next(iter(self.pieces("k", color)))

    def checkers(self) -> set[Square]:
        return {parse_square(name) for name in self.position.checkers}

    # Moves

    def push(self, move: Move) -> None:
        """Plays a move; unlike python-chess's it raises `khun.MoveError` for one that is not legal."""
        self.game.push(move.uci())

    def pop(self) -> Move:
        return Move.from_uci(self.game.pop())

    def peek(self) -> Move:
        return self.move_stack[-1]

    def push_uci(self, uci: str) -> Move:
        self.game.push(uci)
        return Move.from_uci(uci)

    def push_san(self, san: str) -> Move:
        return Move.from_uci(self.game.push_san(san))

    def parse_uci(self, uci: str) -> Move:
        self.position.san(uci)
        return Move.from_uci(uci)

    def parse_san(self, san: str) -> Move:
        return Move.from_uci(self.position.parse_san(san))

    def uci(self, move: Move) -> str:
        return move.uci()

    def san(self, move: Move) -> str:
        return self.position.san(move.uci())

    def variation_san(self, variation: Iterable[Move]) -> str:
        return self.position.variation_san([move.uci() for move in variation])

    def is_legal(self, move: Move) -> bool:
        return self.position.is_legal(move.uci())

    def is_capture(self, move: Move) -> bool:
        return self.position.is_capture(move.uci())

    def gives_check(self, move: Move) -> bool:
        return self.position.gives_check(move.uci())

    # How it stands

    def is_check(self) -> bool:
        return self.position.in_check

    def is_checkmate(self) -> bool:
        return self._ended_by(Termination.CHECKMATE)

    def is_stalemate(self) -> bool:
        return self._ended_by(Termination.STALEMATE)

    def is_insufficient_material(self) -> bool:
        return self._ended_by(Termination.INSUFFICIENT_MATERIAL)

    def is_variant_end(self) -> bool:
        return self._ended_by(Termination.VARIANT_WIN) or self._ended_by(Termination.VARIANT_DRAW)

    def is_repetition(self, count: int = 3) -> bool:
        return self.game.occurrences >= count

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        return self.outcome(claim_draw=claim_draw) is not None

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or None. There is nothing to claim: `claim_draw` is not looked at."""
        ended = self.game.outcome
        if ended is None:
            return None
        winner = None if ended.winner is None else ended.winner == "white"
        return Outcome(Termination(ended.reason), winner, ended.words)

    def result(self, *, claim_draw: bool = False) -> str:
        ended = self.outcome(claim_draw=claim_draw)
        return ended.result() if ended else "*"

    def _ended_by(self, termination: Termination) -> bool:
        ended = self.outcome()
        return ended is not None and ended.termination is termination

    def __eq__(self, other: object) -> bool:
        return self.position == other.position if isinstance(other, Board) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        men = self.position.pieces()
        ranks = ([men.get(file + rank, ".") for file in FILE_NAMES] for rank in reversed(RANK_NAMES))
        return "\n".join(" ".join(rank) for rank in ranks)

    def __repr__(self) -> str:
        return f"Board({self.uci_variant!r}, {self.fen()!r})"
