"""Offers for the Storyteller alone."""

from functools import partial
from typing import Any

from rules.battle import LazySequence, Offer, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.exalted2e.actions.morale import FOES
from rules.exalted2e.legal.places import offer_distance, offer_ground
from rules.exalted2e.legal.war import offer_kinds, offer_unit
from rules.exalted2e.moves.acts import CheckValor, SetDifficulty, SetScale
from rules.exalted2e.state import Combatant, State
from rules.text import Text, join

VALOR_CHECK, MORALE_CHECK = Text("Valor check"), Text("Morale check")
DIFFICULTY, NEXT = Text("Set the difficulty"), Text("of the next action with a roll")
FOES_HELP = join("; ", (join(" ", (str(number), foe)) for number, foe in FOES.items()))


def offer_whole(sight: Sight[State]) -> list[Offer]:
    """Return the offers for the whole battle: its kind before it begins, the length of a tick (2E-018, 2E-500)."""
    return [*offer_kinds(sight), _offer_scale(sight)]


def _offer_scale(sight: Sight[State]) -> Offer:
    offer = partial(offer_move, SetScale, actor=None, group="storyteller")
    if sight.state.is_long:
        return offer(Text("Use normal ticks"), fixed={"is_long": False})
    return offer(Text("Use long ticks"), fixed={"is_long": True}, hint=Text("one minute each, for units and long work"))


def offer_rulings(sight: Sight[State], actor: Combatant) -> list[Offer]:
    """Return the offers of a Valor check of someone who can still act, and of a unit in a war (2E-485, 2E-500)."""
    units = [*offer_unit(sight, actor), *offer_distance(sight, actor), *offer_ground(sight, actor)]
    if sight.state.phase != "running" or actor.out:
        return units
    fields = LazySequence(partial(list_fields, CheckValor, {"difficulty": {"help": FOES_HELP}}))
    name = MORALE_CHECK if actor.worn else VALOR_CHECK
    ruled = actor.difficulty
    now: dict[str, dict[str, Any]] = {
        "difficulty": {"initial": ruled.value or 1},
        "hidden": {"initial": ruled.hidden},
    }
    form = LazySequence(partial(list_fields, SetDifficulty, now))
    return [
        offer_move(CheckValor, name, actor, fields, group="storyteller"),
        offer_move(SetDifficulty, DIFFICULTY, actor, form, group="storyteller", hint=NEXT),
        *units,
    ]
