"""Fields that several offers share."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from rules.battle import Choice, Field, Fields, Move
from rules.battle.board import Sight
from rules.battle.declare import list_fields
from rules.exalted2e.actions.willpower import channels_left
from rules.exalted2e.attack.defenses import is_off_hand
from rules.exalted2e.decide.costs import get_charm_limit
from rules.exalted2e.decide.powers import USE
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.moves.aids import EXCELLENCY_MOTES, HANDS, MANEUVERS, MAX_COST, MAX_DICE, WILLPOWER
from rules.exalted2e.sheet.equipment import Weapon
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.traits import VIRTUES, label
from rules.powers import Cap
from rules.text import EMPTY, Text, word


def can_stunt(state: State, actor: Combatant) -> bool:
    """Return whether this combatant may stunt; extras may not (2E-192)."""
    return actor.sheet.being != "extra" and state.options.stunt_cap > 0


def stunt_fields(sight: Sight[State], actor: Combatant, move: type[Move]) -> Fields:
    """Return the fields of a stunt's description and rating."""
    if not can_stunt(sight.state, actor):
        return ()
    rating = {
        "high": sight.state.options.stunt_cap,
        "help": EMPTY if sight.seat.storyteller else Text("The Storyteller rates it."),
    }
    return list_fields(move, {"stunt": rating}, "stunt_text", "stunt")


def list_stunts(state: State, actor: Combatant, move: type[Move], most: int) -> Fields:
    """Return the fields of a flurry's stunts: their ratings and their description."""
    if not can_stunt(state, actor):
        return ()
    choices = tuple(Choice(str(rating), word(str(rating))) for rating in range(state.options.stunt_cap + 1))
    return list_fields(move, {"stunts": {"kind": "list", "choices": choices, "high": most}}, "stunts", "stunt_text")


def willpower_field(actor: Combatant, move: type[Move]) -> Fields:
    """Return the field of a point of Willpower for a success or a Virtue, once per action (2E-160..163)."""
    if actor.sheet.being == "extra" or actor.willpower < 1 or actor.spent_effect:
        return ()
    virtues = [virtue for virtue in VIRTUES if channels_left(actor.sheet, virtue) > 0]
    choices = [choice for choice in WILLPOWER if choice.value not in VIRTUES]
    choices += [
        replace(choice, hint=Text("{n} die", "{n} dice", n=actor.sheet.virtue(choice.value)))
        for choice in WILLPOWER
        if choice.value in virtues
    ]
    return list_fields(move, {"willpower": {"choices": tuple(choices)}}, "willpower")


def cost_fields(actor: Combatant, move: type[Move], willpower: str = "magic_willpower") -> Fields:
    """Return the fields of the cost of magic, up to what the pools hold; one point of Willpower is left for effect."""
    names = ("motes", willpower) if actor.willpower > 1 else ("motes",)
    most = {
        "motes": {"high": min(MAX_COST, actor.personal + actor.peripheral)},
        willpower: {"high": actor.willpower - 1},
    }
    return list_fields(move, most, *names)


def power_fields(actor: Combatant, moment: str, *abilities: str) -> Sequence[Field]:
    """Return the field of the powers of the sheet that apply at this moment.

    Their dice are limited by Dexterity and the best of these Abilities (2E-113).
    """
    limit = get_charm_limit(actor, *abilities) if moment != "roll" else None
    caps = () if limit is None else (Cap(limit, lambda power: power.amount("dice"), Text("Dice"), "2E-113"),)
    return USE.field(actor, moment, caps)


def get_most_dice(actor: Combatant, *abilities: str) -> int:
    """Return the most dice of magic for a roll with Dexterity and the best of these Abilities (2E-113)."""
    limit = get_charm_limit(actor, *abilities)
    return MAX_DICE if limit is None else min(limit, MAX_DICE)


def attack_magic(actor: Combatant, move: type[Move]) -> Fields:
    """Return the fields of magic in figures, and of its cost, for an attack. Its dice are bought by the slider."""
    if not has_pool(actor):
        return ()
    names = (
        "magic",
        "magic_successes",
        "magic_damage",
        "magic_post_damage",
        "magic_reroll",
        "magic_late",
        "unblockable",
        "undodgeable",
    )
    return (*list_fields(move, None, *names), *cost_fields(actor, move))


def excellency_field(actor: Combatant, move: type[Move], most: int = MAX_DICE) -> Fields:
    """Return the slider for the dice of an Excellency, up to `most` and what the pools pay (2E-176)."""
    steps = _list_steps(actor, most)
    return list_fields(move, {"excellency": {"high": len(steps) - 1, "choices": steps}}, "excellency") if steps else ()


def excellency_fields(actor: Combatant, most: int, attacks: int) -> Fields:
    """Return a slider for each attack of a flurry."""
    steps = _list_steps(actor, most)
    names = (Text("Excellency, attack {n}", n=n + 1) for n in range(attacks if steps else 0))
    return tuple(
        Field(
            f"excellencies.{n}", name, "number", steps, high=len(steps) - 1, initial=0, required=False, bound_by="parts"
        )
        for n, name in enumerate(names)
    )


def own_fields(actor: Combatant, weapons: Sequence[Weapon], attacks: int) -> tuple[Field, ...]:
    """Return for each attack of a flurry what a single one asks for: Ability, maneuver and hand (2E-668)."""
    names = dict.fromkeys(name for weapon in weapons for name in weapon.abilities if len(weapon.abilities) > 1)
    is_close = any(weapon.range is None and "C" not in weapon.tags for weapon in weapons)
    has_odd = any(not weapon.is_natural and not is_off_hand(actor, weapon) for weapon in weapons)
    return _make_own(tuple(names), is_close, has_odd, attacks)


@lru_cache(maxsize=64)
def _make_own(names: tuple[str, ...], is_close: bool, has_odd: bool, attacks: int) -> tuple[Field, ...]:
    better = Choice("", Text("The better one"))
    abilities = (better, *(Choice(name, label(name)) for name in names)) if names else ()
    asked: tuple[tuple[str, tuple[Choice, ...], Callable[[int], Text]], ...] = (
        ("abilities", abilities, lambda n: Text("Ability, attack {n}", n=n)),
        ("maneuvers", MANEUVERS if is_close else (), lambda n: Text("Maneuver, attack {n}", n=n)),
        ("hands", HANDS if has_odd else (), lambda n: Text("Hand, attack {n}", n=n)),
    )
    return tuple(
        Field(f"{key}.{n}", name(n + 1), "choice", choices, initial="", required=False)
        for key, choices, name in asked
        for n in range(attacks if choices else 0)
    )


def _list_steps(actor: Combatant, most: int) -> tuple[Choice, ...]:
    """Return the steps of a slider, with their price; none where no die can be bought."""
    most = min(most, (actor.personal + actor.peripheral) // EXCELLENCY_MOTES)
    if most < 1 or not has_pool(actor):
        return ()
    return tuple(
        Choice(str(n), Text("{n} die", "{n} dice", n=n), Text("{n} mote", "{n} motes", n=EXCELLENCY_MOTES * n))
        for n in range(most + 1)
    )


def ruling_fields(move: type[Move], *names: str) -> Fields:
    """Return the fields of dice and successes: what helps is the Storyteller's to give, and a player may propose it."""
    return list_fields(move, None, *(names or ("bonus", "penalty", "magic_penalty", "external")))
