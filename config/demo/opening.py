"""The first moves of a fight of the demo, up to the moment at which a hero is awaited."""

import uuid
from collections.abc import Collection
from typing import Any

from campaigns.models import Membership, Scene
from campaigns.notices.read_marks import mark_read
from play.commands.moves import BattleMove
from play.commands.submit import submit
from play.models import Table
from play.table.newest import load_state
from rules import get_system
from rules.battle import STORYTELLER, Json, Offer
from rules.defaults import default_answer, fill_form

MAX_STEPS = 30
STRIKES = frozenset({"DeclareAttack", "Attack", "MakeAttack", "DeclareActions"})
"""The moves by which an attack begins, in the four games."""


def play_opening(storyteller: Membership, scene: Scene, heroes: Collection[str], attacked: str = "") -> None:
    """Play the fight on until one of the heroes is about to act, or until the hero `attacked` has to answer an attack.

    Everybody strikes at whom they can reach, and answers by default. Gives up after `MAX_STEPS` moves, or where
    there is none to make.
    """
    for _step in range(MAX_STEPS):
        fight = _Fight(storyteller.series.system, scene)
        if fight.is_attacked(attacked) if attacked else fight.is_due(heroes):
            return
        move = fight.choose(attacked)
        if not move:
            return
        submit(storyteller, scene, uuid.uuid4(), None, BattleMove(move))


def mark_all_read(scene: Scene) -> None:
    """Mark the scene as read by everybody of its series: what they missed would hide what waits."""
    number = Table.objects.get(scene=scene).number
    for member in Membership.objects.filter(series=scene.episode.story.series_id).select_related("user", "series"):
        mark_read(member, scene, number)


class _Fight:
    """The state of a fight, with everything that can be done in it."""

    def __init__(self, system: str, scene: Scene) -> None:
        self._battle = get_system(system).battle
        self._state: Any = load_state(get_system(system), Table.objects.get(scene=scene)).battle
        self._view = self._battle.view(self._state, STORYTELLER)
        self._there = {who["id"]: who for who in self._view["combatants"]}

    def is_due(self, heroes: Collection[str]) -> bool:
        """Return whether one of these characters is about to act, and nobody has to answer anything first."""
        acting = {who["character"] for who in self._there.values() if who["acts_now"]}
        return not self._view["pending"] and not acting.isdisjoint(heroes)

    def is_attacked(self, hero: str) -> bool:
        """Return whether the first open prompt asks this character how it defends itself."""
        prompts = self._battle.prompts(self._state)
        return bool(prompts) and prompts[0].kind == "defense" and self._there[prompts[0].who]["character"] == hero

    def choose(self, target: str) -> dict[str, Json]:
        """Return the next move: an answer that is awaited, else a strike, else what lets time pass. Empty for none.

        `target`: the character at whom foes strike if they can. Who is hidden stays so.
        """
        offers = [offer for offer in self._battle.legal_moves(self._state, STORYTELLER) if not offer.reason]
        if pending := self._view["pending"]:
            return default_answer(offers, pending[0]["id"]) or {}
        acting = next((who for who in self._there.values() if who["acts_now"]), None)
        if acting is None:
            return {}
        hers = [offer for offer in offers if offer.actor == acting["id"] and not acting["hidden"]]
        strikes = (self._aim(offer, target) for offer in hers if offer.move in STRIKES)
        if strike := next(filter(None, strikes), None):
            return strike
        passing = self._battle.pass_turn(self._state, acting["id"])
        return fill_form(passing[1]) if passing else {}

    def _aim(self, offer: Offer, target: str) -> dict[str, Json] | None:
        """Return the strike at a foe, at this character if it can be. None if nobody of the other side is in reach."""
        move = fill_form(offer)
        field = next((field for field in offer.fields if field.name in ("target", "targets")), None)
        if field is None:
            return move
        side = self._there[str(offer.actor)]["side"]
        reached = [str(choice.value) for choice in field.choices if not choice.reason]
        foes = [id for id in reached if self._there[id]["side"] != side and not self._there[id]["hidden"]]
        if not foes:
            return None
        chosen = next((id for id in foes if self._there[id]["character"] == target), foes[0])
        return {**move, field.name: chosen if field.name == "target" else [chosen]}
