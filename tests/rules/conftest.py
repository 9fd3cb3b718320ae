"""The coin game of the examples, ready for any test of the rules."""

from collections.abc import Iterator

import pytest
from storywheel_coins.system import SYSTEM

from rules import PACKAGED, SYSTEMS, get_system
from rules.system import System


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[System]:
    """The coin game, added as a package adds it."""
    monkeypatch.setitem(SYSTEMS, SYSTEM.key, SYSTEM.name)
    monkeypatch.setitem(PACKAGED, SYSTEM.key, SYSTEM)
    yield get_system(SYSTEM.key)
    get_system.cache_clear()
