"""The record is tested with a system of its own, so that no game's rules can make its tests fail."""

import sys
from types import ModuleType

import pytest

from rules import SYSTEMS
from tests.campaigns import toybox
from tests.cast import Cast, gather_cast


@pytest.fixture(autouse=True)
def toybox_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "toybox", "Toybox")
    module: ModuleType = toybox
    monkeypatch.setitem(sys.modules, "rules.toybox.system", module)


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("toybox")
