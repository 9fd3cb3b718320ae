"""What a player is shown is the same, letter by letter, whether somebody lies in wait or not."""

import json
import re
import uuid
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from django.db import transaction

from campaigns.models import Character, Scene, User
from play.commands.moves import BattleMove, BringIn, Say
from play.commands.submit import submit
from play.recap.draft import write_draft
from play.recap.load import load_recap
from play.recap.statistics import load_statistics
from play.seats.export import export_battle, write_transcript
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.overlay import cut_overlay
from play.table.live_scene import live_scenes
from rules import SYSTEMS
from rules.battle import Move
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.play.stage.sent_parts import list_sent

pytestmark = pytest.mark.walk

OTHERWISE = re.compile(
    r'<time.*?</time>|"at": "[^"]*"|(?:name="(?:csrfmiddlewaretoken|command)" value|data-csrf)="[^"]*"'
)
"""When something was done, and what is drawn by lot: all that differs between the two tellings of a story."""
OPEN_FACES, HIDDEN_FACES = [9, 7, 5, 3], [8, 6, 4]
"""No two alike: a tie would take more dice in the one fight than in the other."""


class Faces:
    """These faces, then sixes."""

    def __init__(self, faces: list[int]) -> None:
        self.left = faces

    def roll(self, count: int) -> tuple[int, ...]:
        return tuple(self.left.pop(0) if self.left else 6 for _ in range(count))


def tell_story(cast: Cast, guard: Character, sign_in: SignIn, *, ambush: bool) -> list[str]:
    """A fight begins, with or without those who lie in wait; gives what players and spectators are shown of it."""
    seen: list[str] = []
    browsers = {user: sign_in(user) for user in (cast.player, cast.rival, cast.spectator)}
    teller, alone = cast.storyteller, guard.series.system in ("wod2004", "v20da")
    ambushed = [OPEN_FACES[0], *HIDDEN_FACES, *OPEN_FACES[1:]] if ambush else OPEN_FACES

    def act(user: User, move: Move, faces: list[int] | None = None) -> None:
        scene = Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk)
        submit(cast.membership(user), scene, uuid.uuid4(), None, move, Faces(list(faces or []) if alone else []))

    def look() -> None:
        for user in browsers:
            facts, seat_class = load_facts(cast.scene.pk), seat_class_of(cast.membership(user))
            fight = json.dumps(export_battle(facts, 1, seat_class[0]))
            recap = replace(load_recap(cast.scene, seat_class[0]), began=None, ended=None, played=0)
            counted = replace(load_statistics(facts.system, [cast.scene], seat_class[0]), waits=())
            told = (*write_transcript(facts, seat_class[0]), fight, repr(recap), write_draft(recap), repr(counted))
            sent = [*list_sent(gather_board(facts, seat_class))]
            streamed = cut_overlay(sent[0], "digest")
            pages = (browsers[user].get(f"/scenes/{cast.scene.pk}/{page}").content.decode() for page in ("", "plain/"))
            shown = (*told, json.dumps(sent), json.dumps(streamed), *pages)
            seen.append(OTHERWISE.sub("", "\n".join(shown)))

    act(teller, BringIn((str(cast.heroine.pk),), "travellers"))
    if ambush:
        act(teller, BringIn((str(cast.lurker.pk),), "toll company"))
        act(teller, BringIn((str(guard.pk),), "toll company", copies=2, hidden=True))
        act(teller, Say("Wait until they are on the bridge.", to="storyteller"))
    act(teller, BringIn((str(guard.pk),), "toll company", copies=2))
    act(teller, BringIn((str(cast.warden.pk),), "toll company"))
    look()
    act(teller, BattleMove({"kind": "StartBattle"}), ambushed)
    act(cast.player, Say("Is anybody there?"))
    look()
    act(teller, BringIn((str(guard.pk),), "toll company"), [2])
    act(teller, BringIn((str(cast.duelist.pk),), "travellers"), [1])
    look()
    return seen


def undone(story: Callable[[], list[str]]) -> list[str]:
    """What the story gives; it leaves nothing behind."""
    with transaction.atomic():
        seen = story()
        transaction.set_rollback(True)
    live_scenes.forget()
    return seen


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_ambush_changes_nothing_for_those_who_walk_into_it(db: None, sign_in: SignIn, system: str) -> None:
    cast = gather_cast(system)
    guard = Character.objects.create(series=cast.series, name="Guard", sheet=cast.warden.sheet, extra=True)
    calm = undone(partial(tell_story, cast, guard, sign_in, ambush=False))
    ambushed = undone(partial(tell_story, cast, guard, sign_in, ambush=True))
    assert "Guard 3" in calm[-1]
    assert ambushed == calm
