"""Offers of miscellaneous actions with a roll: a leap, a search, a shout (3E-183)."""

from collections.abc import Mapping
from functools import partial

from rules.battle import Choice, Fields, LazySequence, Offer, offer_move
from rules.battle.guards import refusal
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import MAX_BONUS
from rules.exalted3e.decide.plain import get_sheet
from rules.exalted3e.legal.common import View, declared, effort_fields, excellency, pick
from rules.exalted3e.sheet.model import Sheet
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.timing.turns import check_action
from rules.exalted3e.traits import ABILITIES, ATTRIBUTES, label
from rules.text import Text, word


def offer_actions(sight: View, actor: Combatant) -> list[Offer]:
    """Return an action with any traits, and one with the traits of a specialty on the sheet (3E-011)."""
    reason = refusal(check_action, sight.state, actor, "misc") or refusal(get_sheet, actor)
    every = {key: word(label(key)) for key in ABILITIES}
    found = [_offer(actor, Text("Another action"), every, reason, False)]
    sheet = actor.sheet or Sheet()
    fitting = {
        key: Text("{ability}: {name}", ability=ability, name=name)
        for key, ability in every.items()
        if (name := sheet.specialty(key))
    }
    if fitting:
        found.append(_offer(actor, Text("Another action, with a Specialty"), fitting, reason, True))
    return found


def _offer(actor: Combatant, title: Text, abilities: Mapping[str, Text], reason: Text, specialty: bool) -> Offer:
    fields = LazySequence(partial(_list_fields, actor, abilities))
    cost, hint = Text("Defense −1"), Text("With a roll, such as jumping, searching, shouting.")
    fixed = {"specialty": specialty}
    return offer_move(
        mv.TakeAction, title, actor, fields, cost=cost, hint=hint, fixed=fixed, reason=reason, has_preview=True
    )


def _list_fields(actor: Combatant, abilities: Mapping[str, Text]) -> Fields:
    """Return the fields of the roll pad; magic adds at most the dice of the chosen traits (3E-345)."""
    sheet = actor.sheet or Sheet()
    attributes = tuple(Choice(key, word(label(key)), dots=sheet.attribute(key)) for key in ATTRIBUTES)
    fitting = tuple(Choice(key, words, dots=sheet.ability(key)) for key, words in abilities.items())
    cap = max(choice.dots or 0 for choice in attributes) + max(choice.dots or 0 for choice in fitting)
    return (
        pick(mv.TakeAction, "attribute", attributes, initial=()),
        pick(mv.TakeAction, "ability", fitting, initial=()),
        *declared(mv.TakeAction, "difficulty"),
        *excellency(mv.TakeAction, min(MAX_BONUS, cap, actor.personal + actor.peripheral)),
        *effort_fields(actor),
        *declared(mv.TakeAction, "bonus"),
        *declared(mv.TakeAction, "note"),
    )
