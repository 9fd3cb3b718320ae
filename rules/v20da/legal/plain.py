"""Offers of a declared plain action: the traits to roll, as on the roll pad, and what goes with every roll."""

from collections.abc import Sequence

from rules.battle import Choice, Field, Offer
from rules.v20da.actions.difficulty import LOWEST
from rules.v20da.actions.request import SINGLES
from rules.v20da.decide.powers import USE
from rules.v20da.pools import armor_penalty, rating
from rules.v20da.state.figures import action_figures, highest_base
from rules.v20da.state.model import Card, Combatant
from rules.v20da.traits import ABILITIES, ATTRIBUTES, label_of


def plain_offers(actor: Combatant, card: Card, *, may_rule: bool) -> list[Offer]:
    """A form for the traits that have dice by themselves, and one for each step of those that need an Ability.

    So every trait of a form goes with every other. `may_rule`: whether the difficulty may be another than the declared
    one, as the Storyteller says.
    """
    alone = {key: action_figures(actor, (key,), 6, place=card.place).pool.total for key in (*ATTRIBUTES, *SINGLES)}
    found = []
    for least in sorted({min(1, dice) for dice in alone.values()}, reverse=True):
        firsts = [key for key, dice in alone.items() if min(1, dice) == least]
        seconds = _seconds(actor, least, is_hardest=card.difficulty >= highest_base(actor, card.place))
        if any(not choice.reason for choice in seconds):
            label = "Another action" + ("" if least > 0 else f", Ability of {1 - least} or more")
            found.append(_offer(actor, card, label, firsts, seconds, may_rule))
    return found or [_offer(actor, card, "Another action", (), (), may_rule)]


def _offer(
    actor: Combatant, card: Card, label: str, firsts: Sequence[str], seconds: tuple[Choice, ...], may_rule: bool
) -> Offer:
    most = highest_base(actor, card.place)
    traits = tuple(Choice(key, actor.sheet.label(key), dots=rating(actor.sheet, key)) for key in firsts)
    high = max(LOWEST, card.difficulty, most - 1)
    asked = Field("difficulty", "Difficulty", "number", low=LOWEST, high=high, initial=card.difficulty)
    fields = (
        Field("attribute", "Trait", "choice", traits, initial=()),
        Field("ability", "and", "choice", seconds, initial=()),
        *((asked,) if may_rule else ()),
        *USE.field(actor, "roll"),
        *flags(actor, *actor.sheet.abilities, *ATTRIBUTES),
    )
    reason = "" if firsts and card.difficulty <= most else "No dice would be left, or the difficulty is too high."
    told = f"difficulty {card.difficulty}" + (f" + {card.place} for its place" if card.place else "")
    return Offer("TakeAction", label, "act", actor.id, told, fields=fields, fixed={"actor": actor.id}, reason=reason,
                 has_preview=True)  # fmt: skip


def _seconds(actor: Combatant, least: int, *, is_hardest: bool) -> tuple[Choice, ...]:
    """Abilities, then Attributes, that leave dice beside a trait which has `least` of them by itself.

    `is_hardest`: a Skill without a dot would be too hard (V20-011).
    """
    choices = [Choice("", "nothing", reason="" if least > 0 else "No dice would be left.")]
    for key, category in {**ABILITIES, **actor.sheet.custom_abilities}.items():
        dots = actor.sheet.dots(key)
        reason = "" if dots + least > 0 else "No dice would be left."
        if not dots and category == "knowledge":
            reason = "A Knowledge without a dot allows no roll."
        elif not dots and category == "skill" and is_hardest:
            reason = "+1 difficulty is too high."
        choices.append(Choice(key, actor.sheet.label(key), "", reason, dots=dots))
    for key in ATTRIBUTES:
        gain = actor.sheet.dots(key) + (armor_penalty(actor.armor) if key == "dexterity" else 0)
        reason = "" if gain + least > 0 else "No dice would be left."
        choices.append(Choice(key, label_of(key), "", reason, dots=actor.sheet.dots(key)))
    return tuple(choices)


def flags(actor: Combatant, *traits: str) -> tuple[Field, ...]:
    """The questions whether a specialty fits and whether a Willpower point is spent, where they can be asked."""
    found = []
    sheet = actor.sheet
    if names := {trait: name for trait in traits if (name := sheet.specialty(trait))}:
        which = f"The specialty {next(iter(names.values()))}" if len(names) == 1 else "A specialty"
        more = ", ".join(f"{name} ({sheet.label(trait)})" for trait, name in names.items() if len(names) > 1)
        found.append(Field("specialty", f"{which} fits: tens count twice", "flag", initial=False, help=more))
    if actor.willpower and not actor.willpower_used:
        found.append(Field("willpower", "Spend Willpower for a success", "flag", initial=False))
    return tuple(found)
