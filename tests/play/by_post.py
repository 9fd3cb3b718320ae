"""A scene by post in which much has happened, for tests of what its pages cost."""

import uuid
from datetime import timedelta

from django.utils import timezone

from campaigns.models import Scene
from campaigns.sessions.absences.services import announce_absence
from play.commands.moves import BattleMove, BringIn, EditPost, OpenBattle, Post, Rewind, Say, SetPost
from play.commands.submit import submit
from rules.battle import Move
from rules.dice import SeededRoller
from tests.campaigns.test_attachments import keep_picture
from tests.cast import gather_cast
from tests.play.conftest import TableInPlay
from tests.play.test_long_log import talk

EDITED = "has the key"
"""Words of the edited post."""


def play_by_post(system: str, lines: int, *, fight: bool) -> TableInPlay:
    """A scene by post after this many lines. Its texts show a picture and mention somebody, a post was edited,
    something was taken back, and the rival stands in for the player. `fight`: it is a fight.
    """
    cast = gather_cast(system)
    Scene.objects.filter(pk=cast.scene.pk).update(notes=f"{keep_picture(cast, 'all').code} @{cast.warden.name}")
    table = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
    talk(table, lines)
    begun: tuple[Move, ...] = (
        OpenBattle(),
        BringIn(table.keys(cast.heroine, cast.duelist), "travellers"),
        BringIn(table.keys(cast.warden), "toll company"),
        BattleMove({"kind": "StartBattle"}),
    )
    for move in (SetPost(48, 72), *(begun if fight else ()), Post("The gate is iron."), Say("Taken back.")):
        submit(cast.membership(cast.storyteller), table.scene, uuid.uuid4(), None, move, SeededRoller(0))
    table.act(cast.storyteller, Rewind(table.count()))
    table.act(cast.storyteller, EditPost(table.count() - 2, f"@{cast.warden.name} {EDITED}."))
    absent = cast.membership(cast.player)
    announce_absence(absent, absent, timezone.now(), timezone.now() + timedelta(days=1), cast.rival.pk)
    return table
