"""khun.pyffish beside pyffish itself."""

import multiprocessing

import pyffish as theirs
import pytest

import khun
import khun.pyffish as ours
from comparison import GAMES, compare

CHUNK = 500

MAKRUK = theirs.start_fen("makruk")


def test_random_positions_are_judged_alike(pytestconfig: pytest.Config) -> None:
    positions = pytestconfig.getoption("--positions")
    chunks = [(f"chunk {number}", CHUNK) for number in range(-(-positions // CHUNK))]
    with multiprocessing.get_context("spawn").Pool() as pool:
        differences = [difference for found in pool.starmap(compare, chunks) for difference in found]
    assert not differences, f"{len(differences)} differences, of them\n" + "\n".join(differences[:10])


def test_the_ai_wok_piece_mates_alone() -> None:
    mate: tuple[str, str, list[str]] = ("ai-wok", "k1A5/8/1K6/8/8/8/8/8 b - - 0 1", [])
    assert not theirs.legal_moves(*mate) and theirs.game_result(*mate) == -theirs.VALUE_MATE
    assert theirs.has_insufficient_material(*mate) == (True, True)
    assert ours.has_insufficient_material(*mate) == (False, True)


def test_of_two_mets_the_one_that_leaps_is_named() -> None:
    leap = ("cambodian", "3mk3/8/8/2m5/8/8/8/4K3 b d - 0 1", "d8d6", False, theirs.NOTATION_SAN)
    other = (*leap[:2], "c5d6", *leap[3:])
    assert (theirs.get_san(*leap), theirs.get_san(*other)) == ("Md6", "Md6")
    assert (ours.get_san(*leap), ours.get_san(*other)) == ("Mdd6", "Mcd6")


@pytest.mark.parametrize("variant", GAMES)
def test_games_are_called_and_begin_alike(variant: str) -> None:
    assert variant in ours.variants()
    assert ours.start_fen(variant) == theirs.start_fen(variant)
    assert ours.two_boards(variant) == theirs.two_boards(variant)
    assert ours.captures_to_hand(variant) == theirs.captures_to_hand(variant)


def test_numbers_have_the_same_names() -> None:
    names = [name for name in dir(theirs) if name.startswith(("NOTATION_", "VALUE_")) or name == "FEN_OK"]
    assert names
    assert [getattr(ours, name) for name in names] == [getattr(theirs, name) for name in names]


@pytest.mark.parametrize("variant", ["makruk", "racingkings"])
@pytest.mark.parametrize(
    "fen",
    [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4KK2 w - - 0 1",
        "3kK3/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4Kz2 w - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 x",
        "4k3/8/8/8/8/8/8/4K3 w",
        "4k3/8/8/8/8/8/8/4K3 w - - 5 9",
        "4k3/8/8/8/8/8/8/R~3K3 w - - 0 1",
    ],
)
def test_fens_are_refused_by_the_same_numbers(variant: str, fen: str) -> None:
    assert ours.validate_fen(fen, variant) == theirs.validate_fen(fen, variant)


# What pyffish takes for a good FEN, and what khun says of it.
BLIND_SPOTS = {
    "4k3/8/8/8/8/8/8/4K4 w - - 0 1": -8,  # a rank of nine files
    "3k4/8/8/8/8/8/8/3RK3 w - - 0 1": -15,  # the side to move could take the king
    "4k3/P7/8/8/8/8/8/4K3 w - - 0 1": -15,  # a pawn that should have been promoted
}


@pytest.mark.parametrize(("fen", "number"), BLIND_SPOTS.items())
def test_fens_are_refused_that_pyffish_overlooks(fen: str, number: int) -> None:
    assert theirs.validate_fen(fen, "makruk") == theirs.FEN_OK
    assert ours.validate_fen(fen, "makruk") == number
    assert khun.fen_faults(fen, "makruk")


def test_illegal_moves_and_bad_fens_are_value_errors() -> None:
    with pytest.raises(ValueError, match="'a1a8' is not legal here"):
        ours.legal_moves("makruk", MAKRUK, ["a1a8"])
    # pyffish answers with some move or other, or with no moves.
    with pytest.raises(khun.MoveError):
        ours.get_san("makruk", MAKRUK, "e3e5")
    with pytest.raises(khun.FenError):
        ours.legal_moves("makruk", "garbage", [])
    with pytest.raises(khun.VariantError, match="did you mean `makruk`"):
        ours.start_fen("makrukk")
    with pytest.raises(ValueError, match="notation"):
        ours.get_san("makruk", MAKRUK, "e3e4", False, ours.NOTATION_JANGGI)


def test_a_server_loads_its_games(tmp_path_factory: pytest.TempPathFactory) -> None:
    text = "[pawnless:makruk]\nstartFen = rnsmksnr/8/8/8/8/8/8/RNSKMSNR w - - 0 1\n"
    ours.load_variant_config(text)
    theirs.load_variant_config(text)
    fen = theirs.start_fen("pawnless")
    assert ours.start_fen("pawnless") == fen
    assert sorted(ours.legal_moves("pawnless", fen, [])) == sorted(theirs.legal_moves("pawnless", fen, []))
    path = tmp_path_factory.mktemp("rules") / "variants.ini"
    path.write_text("[foreign]\npawn = p\nking = k\npocketSize = 6\n\n[second:makruk]\nnFoldRule = 2\n")
    with pytest.warns(UserWarning, match="pocketSize"):
        ours.set_option("VariantPath", path)
    assert "second" in ours.variants()
    with pytest.raises(OSError, match="nowhere"):
        ours.set_option("VariantPath", "nowhere.ini")
    with pytest.raises(ValueError, match="No such option"):
        ours.set_option("Colour", "blue")
