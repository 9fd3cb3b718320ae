"""A series in play that everybody wants to break into: the cast, a fight that has begun, and a hidden enemy in it."""

import uuid

import pytest
from django.conf import LazySettings

from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.commands.submit import submit
from rules.battle import Move
from tests.attacks.walk import Examples, routes
from tests.cast import SECRET, Cast


@pytest.fixture
def siege(cast: Cast, settings: LazySettings) -> Cast:
    """The cast at its table, where hundreds of commands and forms may be sent in a minute."""
    settings.THROTTLES = settings.THROTTLES | {"commands": (0, 0), "forms": (0, 0)}
    moves: list[Move] = [
        Say(f"Only for me: {SECRET}", "storyteller"),
        OpenBattle(),
        BringIn((str(cast.heroine.pk), str(cast.duelist.pk)), "travellers"),
        BringIn((str(cast.warden.pk),), "toll company"),
        BringIn((str(cast.lurker.pk),), "toll company", hidden=True),
        BattleMove({"kind": "StartBattle"}),
    ]
    for move in moves:
        submit(cast.membership(cast.storyteller), cast.scene, uuid.uuid4(), None, move)
    return cast


@pytest.fixture
def examples(siege: Cast) -> Examples:
    """What to put into the addresses; all of it is made before anybody looks at what changes."""
    made = Examples(siege)
    for route in routes():
        made.addresses(route)
    return made
