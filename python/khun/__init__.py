"""Rules and engine for Makruk (Thai chess), its relatives and Racing Kings.

>>> import khun
>>> game = khun.Game("makruk")
>>> game.push_san("e4")
'e3e4'
>>> khun.Engine().search(game, depth=6).best in game.position.legal_moves()
True

`khun.pyffish` has pyffish's functions for these games, `khun.chess` a board with python-chess's names.
"""

from khun._khun import (
    Count,
    Engine,
    Error,
    FenError,
    Found,
    Game,
    Line,
    MoveError,
    Outcome,
    PgnError,
    Position,
    Search,
    VariantError,
    __version__,
    countings,
    fen_faults,
    load_variants,
    read_pgn,
    start_fen,
    variants,
)

__all__ = [
    "Count",
    "Engine",
    "Error",
    "FenError",
    "Found",
    "Game",
    "Line",
    "MoveError",
    "Outcome",
    "PgnError",
    "Position",
    "Search",
    "VariantError",
    "__version__",
    "countings",
    "fen_faults",
    "load_variants",
    "read_pgn",
    "start_fen",
    "variants",
]
