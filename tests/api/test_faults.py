"""What fails by our own fault is told to a program as a refusal is, by the sentence of the page."""

import sqlite3

import pytest
from django.db import InterfaceError, OperationalError

from rules import UNKNOWN_SYSTEM
from rules.errors import BadInput
from rules.text import Text
from tests.api.conftest import Program
from tests.api.test_tables import refused
from tests.config.test_outage import CUT, Full
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.django_db

FAULTS = [
    (InterfaceError(), CUT, 503, "lost its database connection"),
    (OperationalError(), Full(), 507, "disk is full"),
    (OperationalError(), sqlite3.OperationalError("no such table"), 500, "The server had an error"),
    (BadInput(UNKNOWN_SYSTEM, Text("No such game.")), None, 503, "game is not installed here"),
    (ZeroDivisionError(), None, 500, "The server had an error"),
]


@pytest.mark.parametrize("place", ["api.tables.gather_translated_board", "api.seat.find_token"])
@pytest.mark.parametrize(("fault", "cause", "status", "sentence"), FAULTS)
def test_a_fault_is_told_to_a_program(
    coins: TableInPlay,
    player: Program,
    monkeypatch: pytest.MonkeyPatch,
    place: str,
    fault: Exception,
    cause: Exception | None,
    status: int,
    sentence: str,
) -> None:
    def fail(*_args: object) -> None:
        raise fault from cause

    monkeypatch.setattr(place, fail)
    player.client.raise_request_exception = False
    path = f"scenes/{coins.scene.pk}"
    assert sentence in refused(player.get(path), status)
    assert refused(player.get(path, **{"accept-language": "fi"}), status) not in ("", sentence)
    assert sentence not in refused(player.get(path, **{"accept-language": "fi"}), status)


def test_a_host_that_is_not_ours_is_refused_as_a_program_expects(player: Program) -> None:
    refused(player.get("me", host="evil.example.org"), 400)
