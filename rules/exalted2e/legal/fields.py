"""Fields that several offers share."""

from functools import lru_cache

from rules.battle import Choice, Field, Seat
from rules.exalted2e.actions.willpower import channels_left
from rules.exalted2e.decide.costs import get_charm_limit
from rules.exalted2e.decide.powers import get_purse
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.traits import VIRTUES, label
from rules.powers import Cap, Power, make_field


@lru_cache(maxsize=512)
def number(name: str, title: str, high: int, low: int = 0, initial: int = 0, help: str = "") -> Field:
    """A number that need not be filled in."""
    return Field(name, title, "number", low=low, high=high, initial=initial, required=False, help=help)


@lru_cache(maxsize=128)
def flag(name: str, title: str, help: str = "") -> Field:
    """A yes or no that starts at no."""
    return Field(name, title, "flag", initial=False, required=False, help=help)


@lru_cache(maxsize=128)
def text(name: str, title: str, high: int = 500, help: str = "") -> Field:
    """A text that may stay empty."""
    return Field(name, title, "text", high=high, initial="", required=False, help=help)


def stunt_fields(state: State, seat: Seat, one: Combatant) -> tuple[Field, ...]:
    """A stunt's rating and description; extras have none (2E-192)."""
    if one.sheet.being == "extra" or not state.options.stunt_cap:
        return ()
    help = "" if seat.storyteller else "The Storyteller rates it."
    return (text("stunt_text", "Stunt"), number("stunt", "Stunt rating", state.options.stunt_cap, help=help))


def willpower_field(one: Combatant) -> tuple[Field, ...]:
    """A point of Willpower for a success or a Virtue, once per action (2E-160..163)."""
    if one.sheet.being == "extra" or one.willpower < 1 or one.spent_effect:
        return ()
    dots = tuple((virtue, one.sheet.virtue(virtue)) for virtue in VIRTUES if channels_left(one.sheet, virtue) > 0)
    return _willpower(dots)


@lru_cache(maxsize=512)
def _willpower(virtues: tuple[tuple[str, int], ...]) -> tuple[Field, ...]:
    choices = [Choice("", "None"), Choice("success", "1 success")]
    choices += [Choice(virtue, label(virtue), f"{dots} dice") for virtue, dots in virtues]
    return (Field("willpower", "Willpower", "choice", tuple(choices), initial="", required=False),)


def cost_fields(one: Combatant, *, willpower: str = "magic_willpower") -> tuple[Field, ...]:
    """What magic costs, as far as the pools go; one point of Willpower is left for effect."""
    fields = [number("motes", "Motes", min(100, one.personal + one.peripheral))]
    if one.willpower > 1:
        fields.append(number(willpower, "Willpower for the magic", one.willpower - 1))
    return tuple(fields)


@lru_cache(maxsize=1)
def late_magic() -> tuple[Field, ...]:
    """Generic magic that could wait until the blow had hit."""
    return (
        text("magic", "Magic", 80),
        number("magic_damage", "Raw damage", 20),
        number("magic_post_damage", "Damage after soak", 20),
    )


def power_fields(one: Combatant, moment: str, *abilities: str) -> tuple[Field, ...]:
    """The powers of her sheet that apply at this moment, with Dexterity and the best of these Abilities (2E-113)."""
    if not one.sheet.powers:
        return ()
    limit = get_charm_limit(one, *abilities)
    caps = () if limit is None else (Cap(limit, count_dice, "Dice", "2E-113"),)
    return make_field(POWERS, one.sheet.powers, moment, get_purse(one), caps, spent=one.sheet.powers_spent)


def count_dice(power: Power) -> int:
    """The dice of a power."""
    return power.amount("dice")


MOST_DICE = 10
"""The most dice of magic that a form asks for."""


def get_most_dice(one: Combatant, *abilities: str) -> int:
    """The most dice of magic for a roll with Dexterity and the best of these Abilities (2E-113)."""
    limit = get_charm_limit(one, *abilities)
    return MOST_DICE if limit is None else min(limit, MOST_DICE)


@lru_cache(maxsize=32)
def attack_magic(most: int = MOST_DICE) -> tuple[Field, ...]:
    """Generic magic for an attack, of at most so many dice."""
    return (
        text("magic", "Magic", 80),
        number("magic_dice", "Magic dice", most),
        number("magic_successes", "Magic successes", 10),
        number("magic_damage", "Raw damage", 20),
        number("magic_post_damage", "Damage after soak", 20),
        flag("magic_reroll", "May reroll"),
        flag("magic_late", "More once it hits", "Only for Charms that may wait for the defense."),
        flag("unblockable", "Unblockable"),
        flag("undodgeable", "Undodgeable"),
    )


@lru_cache(maxsize=32)
def defense_magic(most: int = MOST_DICE) -> tuple[Field, ...]:
    """Generic magic for a defense, of at most so many dice."""
    return (
        text("magic", "Magic", 80),
        number("magic_dice", "Dice for the DV", most),
        number("magic_successes", "DV bought", 10),
        number("soak", "Soak", 20),
        number("hardness", "Hardness", 20),
        flag("enables", "Lifts a mundane bar to this defense"),
        flag("counter", "May strike back"),
        flag("magic_late", "More once the damage is rolled"),
    )


@lru_cache(maxsize=4)
def dice_fields() -> tuple[Field, ...]:
    """Dice that the Storyteller gives or takes."""
    return number("bonus", "Bonus dice", 10), number("penalty", "Penalty dice", 10)


@lru_cache(maxsize=4)
def ruling_fields() -> tuple[Field, ...]:
    """Numbers that the Storyteller gives to an attack."""
    return (
        *dice_fields(),
        number("magic_penalty", "Dice that magic takes", 10),
        number("external", "External penalty", 10),
    )
