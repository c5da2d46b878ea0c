"""Options of the tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--positions", type=int, default=4000, help="how many positions are compared with pyffish")
