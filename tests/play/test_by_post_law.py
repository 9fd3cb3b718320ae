"""A game by post and the same moves made live give the same log, but for the switch and the times: in every game."""

import contextlib
import random
import uuid
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.models import Scene
from play.commands.moves import BattleMove, BringIn, EndPost, OpenBattle, SetPost
from play.commands.submit import submit
from play.models import Command, Entry, Wait
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.live_scene import live_scenes
from rules import SYSTEMS
from rules.battle import Move
from rules.dice import SeededRoller
from rules.errors import RulesError
from tests.cast import Cast, gather_cast
from tests.play.test_replay_law import fill

pytestmark = pytest.mark.walk

SWITCHES = ("PostBegun", "PostEnded")


class Played:
    """A fight of the cast, with dice and choices that follow from a seed."""

    def __init__(self, cast: Cast, seed: int) -> None:
        self.cast, self.chance, self.roller = cast, random.Random(seed), SeededRoller(seed)
        self.scene = Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk)
        self.submit(OpenBattle())
        self.submit(BringIn((str(cast.heroine.pk), str(cast.duelist.pk)), "travellers"))
        self.submit(BringIn((str(cast.warden.pk),), "toll company"))
        self.submit(BattleMove({"kind": "StartBattle"}))

    def submit(self, move: Move) -> None:
        member = self.cast.membership(self.cast.storyteller)
        submit(member, self.scene, uuid.uuid4(), None, move, self.roller)

    def step(self) -> None:
        """Make one of the moves that are offered, or none if its filling contradicts itself."""
        member = self.cast.membership(self.cast.storyteller)
        offers = [
            one
            for one in gather_translated_board(load_facts(self.scene.pk), seat_class_of(member)).offers
            if not one.reason
        ]
        kept = [one for one in offers if one.move not in ("EndBattle", "Leave")]
        if kept:
            with contextlib.suppress(RulesError):
                self.submit(BattleMove(fill(self.chance.choice(kept), self.chance)))


def play_out(system: str, seed: int, switches: dict[int, Move], steps: int) -> tuple[list[Any], Any, int]:
    """Return the log without switches, the fight, and how many waits there were; the database is as before."""
    with transaction.atomic():
        live_scenes.forget()
        played = Played(gather_cast(system), seed)
        for step in range(steps):
            if step in switches:
                with contextlib.suppress(RulesError):  # it was so already
                    played.submit(switches[step])
            played.step()
        log = list(Entry.objects.exclude(event__kind__in=SWITCHES).order_by("number").values_list("event", flat=True))
        made = [one for one in Command.objects.order_by("first").values_list("made", flat=True) if one]
        state = played.scene.table.state["battle"]
        names = {str(one.pk): one.name for one in played.cast.series.characters.all()}
        waits = Wait.objects.count()
        transaction.set_rollback(True)
    return [renamed(value, names) for value in (log, made)], renamed(state, names), waits


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Return it with names in place of the keys of characters, which differ between two casts."""
    if isinstance(value, dict):
        return {key: renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("system", SYSTEMS)
def test_by_post_equals_live(db: None, system: str) -> None:
    awaited = 0

    @settings(max_examples=2, deadline=None)
    @given(st.integers(0, 2**32), st.integers(0, 6), st.integers(7, 12))
    def law(seed: int, begins: int, ends: int) -> None:
        nonlocal awaited
        live = play_out(system, seed, {}, 12)
        posted = play_out(system, seed, {begins: SetPost(48, 72), ends: EndPost()}, 12)
        assert posted[:2] == live[:2]
        assert live[2] == 0
        awaited += posted[2]

    law()
    assert awaited
