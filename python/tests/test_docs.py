"""What the documentation shows runs."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import khun

ROOT = Path(__file__).parents[2]
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_pages_examples_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "docs/python.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_page_has_examples_of_everything() -> None:
    page = "\n".join(EXAMPLES)
    assert all(name in page for name in ("khun.Game", "khun.Position", "khun.Engine", "khun.pyffish", "khun.chess"))


@pytest.mark.parametrize("told", [khun, khun.Position, khun.Engine], ids=lambda told: told.__name__)
def test_docstrings_tell_the_truth(told: object) -> None:
    names = {name: getattr(khun, name) for name in khun.__all__}
    (test,) = doctest.DocTestFinder(recurse=False).find(told, "khun", globs=names)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_everything_has_a_docstring() -> None:
    for name in khun.__all__:
        thing = getattr(khun, name)
        if isinstance(thing, type) or callable(thing):
            assert thing.__doc__, name
        if isinstance(thing, type) and not issubclass(thing, Exception):
            methods = [key for key in vars(thing) if not key.startswith("_")]
            untold = [key for key in methods if not getattr(thing, key).__doc__]
            assert not untold, f"{name}: {untold}"


def test_the_example_reviews_a_game_of_each_kind() -> None:
    folder = ROOT / "examples" / "python"
    command = [sys.executable, str(folder / "review_games.py"), str(folder / "games.pgn"), "--nodes", "5000"]
    told = subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    assert "makruk, 1-0" in told and "racingkings, 1-0" in told
    assert "blunder" in told and ", better " in told
    assert "White wins: Black's king is checkmated." in told and "White wins: White's king has reached the goal." in told
