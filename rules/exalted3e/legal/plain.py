"""Offers of miscellaneous actions with a roll: a leap, a search, a shout (3E-183)."""

from collections.abc import Mapping
from functools import partial

from rules.battle import Choice, Field, Later, Offer

from ..actions.request import MAX_BONUS, MAX_DIFFICULTY
from ..decide.plain import get_sheet
from ..sheet.model import Sheet
from ..state import Combatant
from ..timing.turns import check_action
from ..traits import ABILITIES, ATTRIBUTES, label
from .common import Maker, effort_fields, number, refusal, text

RULED = number("bonus", "Bonus dice", -10, 10, help="The Storyteller's ruling; darkness is −3.")


def offer_actions(maker: Maker, actor: Combatant) -> list[Offer]:
    """The action with any traits, and the one with those that a specialty of the sheet fits (3E-011)."""
    reason = refusal(check_action, maker.state, actor, "misc") or refusal(get_sheet, actor)
    every = {key: label(key) for key in ABILITIES}
    found = [_offer(maker, actor, "Another action", every, reason, False)]
    sheet = actor.sheet or Sheet()
    if fitting := {key: f"{words}: {name}" for key, words in every.items() if (name := sheet.specialty(key))}:
        found.append(_offer(maker, actor, "Another action, with a Specialty", fitting, reason, True))
    return found


def _offer(
    maker: Maker, actor: Combatant, title: str, abilities: Mapping[str, str], reason: str, specialty: bool
) -> Offer:
    return Offer(
        "TakeAction",
        title,
        "act",
        actor.id,
        "Defense −1",
        "With a roll: a leap, a search, a shout.",
        fields=Later(partial(_list_fields, maker, actor, abilities)),
        fixed={"actor": actor.id, "specialty": specialty},
        reason=reason,
        weighs=True,
    )


def _list_fields(maker: Maker, actor: Combatant, abilities: Mapping[str, str]) -> tuple[Field, ...]:
    """As on the roll pad; magic adds no more dice than the traits that are chosen have (3E-345)."""
    sheet = actor.sheet or Sheet()
    attributes = tuple(Choice(key, label(key), dots=sheet.attribute(key)) for key in ATTRIBUTES)
    fitting = tuple(Choice(key, words, dots=sheet.ability(key)) for key, words in abilities.items())
    cap = max(choice.dots or 0 for choice in attributes) + max(choice.dots or 0 for choice in fitting)
    motes = min(MAX_BONUS, cap, actor.personal + actor.peripheral)
    return (
        Field("attribute", "Attribute", "choice", attributes, initial=()),
        Field("ability", "Ability", "choice", fitting, initial=()),
        number("difficulty", "Difficulty", 0, MAX_DIFFICULTY, 1, "As the Storyteller sets it."),
        *effort_fields(actor),
        *((number("motes", "Motes", 0, motes, help="A die each."),) if motes else ()),
        *((RULED,) if maker.seat.storyteller else ()),
        text("note", "What", 200),
    )
