"""pyffish's functions for Makruk, its relatives and Racing Kings: `import khun.pyffish as pyffish`.

Signatures and results are those of pyffish 0.0.90. What pyffish has and these games have not (pockets, two boards, fog) is
left out. Where pyffish answers an illegal move or a bad FEN with whatever comes, these functions raise `khun.MoveError` and
`khun.FenError`, which are ValueErrors.
"""

from khun._khun import pyffish as _rules
from khun._khun import start_fen, variants

captures_to_hand = _rules.captures_to_hand
game_result = _rules.game_result
get_fen = _rules.get_fen
get_san = _rules.get_san
get_san_moves = _rules.get_san_moves
gives_check = _rules.gives_check
has_insufficient_material = _rules.has_insufficient_material
info = _rules.info
is_capture = _rules.is_capture
is_immediate_game_end = _rules.is_immediate_game_end
is_optional_game_end = _rules.is_optional_game_end
legal_moves = _rules.legal_moves
load_variant_config = _rules.load_variant_config
set_option = _rules.set_option
two_boards = _rules.two_boards
validate_fen = _rules.validate_fen
version = _rules.version

FEN_OK = 1
VALUE_DRAW = 0
VALUE_MATE = 32000

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9
# No game here is written so: they are there for programs that name them all when they start.
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
