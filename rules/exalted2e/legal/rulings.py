"""Offers for the Storyteller alone."""

from functools import partial

from rules.battle import Later, Offer, offer_move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.exalted2e.actions.morale import FOES
from rules.exalted2e.moves.acts import CheckValor
from rules.exalted2e.state import Combatant, State
from rules.text import Text, join

VALOR_CHECK = Text("Valor check")
FOES_HELP = join("; ", (join(" ", (str(number), foe)) for number, foe in FOES.items()))


def offer_scale(sight: Sight[State]) -> list[Offer]:
    """Return the offer to change the length of a tick (2E-018)."""
    if sight.state.is_long:
        return [Offer("SetScale", Text("Count in ticks again"), "storyteller", fixed={"is_long": False})]
    hint = Text("a minute each, for units and long work")
    return [Offer("SetScale", Text("Count in long ticks"), "storyteller", hint=hint, fixed={"is_long": True})]


def offer_valor(sight: Sight[State], actor: Combatant) -> list[Offer]:
    """Return the offer of a Valor check of somebody who can still act (2E-485)."""
    if sight.state.phase != "running" or actor.out:
        return []
    fields = Later(partial(list_fields, CheckValor, {"difficulty": {"help": FOES_HELP}}))
    return [offer_move(CheckValor, VALOR_CHECK, actor, fields, group="storyteller")]
