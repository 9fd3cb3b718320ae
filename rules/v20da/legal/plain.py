"""Offers of a declared plain action: the traits to roll, and the questions of every roll."""

from collections.abc import Sequence

from rules.battle import Choice, Field, Fields, Offer, offer_move
from rules.battle.declare import list_fields
from rules.text import EMPTY, Text, join
from rules.v20da.actions.difficulty import LOWEST
from rules.v20da.actions.request import SINGLES, UNTRAINED, name_specialty
from rules.v20da.decide.powers import USE
from rules.v20da.moves import TakeAction
from rules.v20da.pools import armor_penalty, rating
from rules.v20da.state.figures import action_figures, highest_base
from rules.v20da.state.model import OTHERS, Card, Combatant
from rules.v20da.traits import ABILITIES, ATTRIBUTES, label_of

ANOTHER = OTHERS["other"]
NO_ACTION = Text("No actions are possible.")
NO_DICE = Text("No dice would be left.")


def plain_offers(actor: Combatant, card: Card) -> list[Offer]:
    """Return a form for the traits that have dice by themselves, and one for each step of those that need an Ability.

    In each form every trait can be combined with every other.
    """
    alone = {key: action_figures(actor, (key,), 6, place=card.place).pool.total for key in (*ATTRIBUTES, *SINGLES)}
    found = []
    for least in sorted({min(1, dice) for dice in alone.values()}, reverse=True):
        firsts = [key for key, dice in alone.items() if min(1, dice) == least]
        seconds = _seconds(actor, least, is_hardest=card.difficulty >= highest_base(actor, card.place))
        if any(not choice.reason for choice in seconds):
            label = ANOTHER if least > 0 else Text("Another action, Ability of {n} or more", n=1 - least)
            found.append(_offer(actor, card, label, firsts, seconds))
    return found or [_offer(actor, card, ANOTHER, (), ())]


def _offer(actor: Combatant, card: Card, label: Text, firsts: Sequence[str], seconds: tuple[Choice, ...]) -> Offer:
    most = highest_base(actor, card.place)
    traits = tuple(Choice(key, actor.sheet.label(key), dots=rating(actor.sheet, key)) for key in firsts)
    high = max(LOWEST, card.difficulty, most - 1)
    bounds = {"kind": "number", "low": LOWEST, "high": high, "initial": card.difficulty, "required": True}
    fields = (
        Field("attribute", Text("Trait"), "choice", traits, initial=()),
        Field("ability", Text("and"), "choice", seconds, initial=()),
        *list_fields(TakeAction, {"difficulty": bounds}, "difficulty"),
        *USE.field(actor, "roll"),
        *flags(actor, *actor.sheet.abilities, *ATTRIBUTES),
    )
    is_open = bool(firsts) and card.difficulty <= most
    reason = EMPTY if is_open else Text("No dice would be left, or the difficulty is too high.")
    cost = Text("difficulty {n}", n=card.difficulty)
    if card.place:
        cost = Text("difficulty {n} + {place} for position", n=card.difficulty, place=card.place)
    return offer_move(TakeAction, label, actor, fields, cost=cost, reason=reason, has_preview=True)


def _seconds(actor: Combatant, least: int, *, is_hardest: bool) -> tuple[Choice, ...]:
    """Return Abilities, then Attributes, that leave dice with a trait which has `least` of them by itself.

    `is_hardest`: a Skill without a dot would be too hard (V20-011).
    """
    choices = [Choice("", Text("nothing"), reason=EMPTY if least > 0 else NO_DICE)]
    for key, category in {**ABILITIES, **actor.sheet.custom_abilities}.items():
        dots = actor.sheet.dots(key)
        reason = EMPTY if dots + least > 0 else NO_DICE
        if not dots and category == "knowledge":
            reason = UNTRAINED
        elif not dots and category == "skill" and is_hardest:
            reason = Text("+1 difficulty makes it too high.")
        choices.append(Choice(key, actor.sheet.label(key), reason=reason, dots=dots))
    for key in ATTRIBUTES:
        gain = actor.sheet.dots(key) + (armor_penalty(actor.armor) if key == "dexterity" else 0)
        reason = EMPTY if gain + least > 0 else NO_DICE
        choices.append(Choice(key, label_of(key), reason=reason, dots=actor.sheet.dots(key)))
    return tuple(choices)


def flags(actor: Combatant, *traits: str) -> Fields:
    """Return the questions whether a specialty fits and whether to spend Willpower, if they can be asked."""
    found = []
    sheet = actor.sheet
    named = list(dict.fromkeys(trait for trait in traits if sheet.specialty(trait)))
    if len(named) == 1:
        label = Text("The specialty {name} applies: 10s count twice", name=sheet.specialty(named[0]))
        found.append(Field("specialty", label, "flag", initial=False))
    elif named:
        more = join(", ", (name_specialty(sheet, trait) for trait in named))
        found.append(Field("specialty", Text("Specialty applies: 10s count twice"), "flag", initial=False, help=more))
    if actor.willpower and not actor.willpower_used:
        found.append(Field("willpower", Text("Spend Willpower for a success"), "flag", initial=False))
    return tuple(found)
