"""The toy system, ready for any test of the rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import SYSTEMS, get_system
from rules.system import System


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    """The toy, added as any fifth system is: its folder where `rules` looks, and one line in the registry."""
    monkeypatch.setattr(rules, "__path__", [*rules.__path__, str(Path(__file__).parent)])
    monkeypatch.setitem(SYSTEMS, "toy", "Coins")
    yield get_system("toy")
    get_system.cache_clear()
