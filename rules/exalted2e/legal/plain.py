"""Offers of plain actions with a roll: alone, two at once, or one beside attacks (2E-290, 2E-305)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rules.battle import Choice, Field, Later, Offer, Seat
from rules.exalted2e.actions.form import trait_fields
from rules.exalted2e.actions.requests import MAX_DIFFICULTY
from rules.exalted2e.decide.powers import get_purse
from rules.exalted2e.decide.telling import get_speed_text
from rules.exalted2e.decide.ticks import has_pool
from rules.exalted2e.legal.fields import (
    MOST_DICE,
    cost_fields,
    number,
    ruling_fields,
    stunt_fields,
    text,
    willpower_field,
)
from rules.exalted2e.sheet.powers import POWERS
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.timing import ACTIONS
from rules.powers import make_field

MISC = ACTIONS["misc"]


def offer_roll(state: State, seat: Seat, one: Combatant, timing: tuple[Field, ...]) -> Offer:
    """A plain action with a roll; `timing` asks for its Speed and DV penalty."""
    lost = tuple(replace(field, name="dv_penalty") if field.name == "penalty" else field for field in timing)
    return Offer(
        "TakeAction",
        "Act with a roll",
        "act",
        one.id,
        get_speed_text(MISC.speed, MISC.penalty),
        "leap, search, shout, climb",
        Later(partial(_list_fields, state, seat, one, lost)),
        {"actor": one.id},
        ghosts=(state.tick + MISC.speed,),
        weighs=True,
    )


def _list_fields(state: State, seat: Seat, one: Combatant, timing: tuple[Field, ...]) -> tuple[Field, ...]:
    magic: tuple[Field, ...] = ()
    if has_pool(one):
        dice = number("magic_dice", "Magic dice", MOST_DICE), number("magic_successes", "Magic successes", 10)
        magic = (text("magic", "Magic", 80), *dice, *cost_fields(one))
    return (
        *list_act(one),
        *stunt_fields(state, seat, one),
        *_powers(one),
        *willpower_field(one),
        number("failures", "Failed tries before", 10),
        *magic,
        *timing,
        *(ruling_fields() if seat.storyteller else ()),
    )


def _powers(one: Combatant) -> tuple[Field, ...]:
    """The powers of her sheet for a roll that is no attack."""
    if not one.sheet.powers:
        return ()
    return make_field(POWERS, one.sheet.powers, "roll", get_purse(one), spent=one.sheet.powers_spent)


def list_act(one: Combatant, prefix: str = "") -> Iterator[Field]:
    """What is done, what is rolled for it, and how hard it is; names of fields begin with the prefix."""
    where = ", second action" if prefix == "act2_" else ""
    traits = [_unchosen(field) for field in trait_fields(one.sheet)]
    for field in (text("text", "What you do"), *traits, number("difficulty", "Difficulty", MAX_DIFFICULTY, 1, 1)):
        yield replace(field, name=f"{prefix}{field.name}", label=f"{field.label}{where}")


def _unchosen(field: Field) -> Field:
    """A careless tap would spend the turn: nothing is rolled before its traits are chosen."""
    if field.name == "specialty":
        return replace(field, required=False)
    named = tuple(choice for choice in field.choices if choice.value)
    help = "A Virtue is rolled alone, whatever Ability is chosen." if field.name == "ability" else ""
    return replace(field, initial=(), choices=named, help=help)


def offer_two_rolls(state: State, seat: Seat, one: Combatant) -> Offer:
    """A flurry of two plain actions with rolls."""
    return Offer(
        "DeclareFlurry",
        "Two actions with rolls",
        "act",
        one.id,
        get_speed_text(MISC.speed, 2 * MISC.penalty),
        "as a flurry",
        Later(partial(_list_two, state, seat, one)),
        {"actor": one.id, "also": ("act", "act2"), "parts": ()},
        ghosts=(state.tick + MISC.speed,),
        weighs=True,
    )


def _list_two(state: State, seat: Seat, one: Combatant) -> tuple[Field, ...]:
    return (
        *list_act(one, "act_"),
        *list_act(one, "act2_"),
        *list_stunts(state, one, 2),
        *willpower_field(one),
        *(ruling_fields() if seat.storyteller else ()),
    )


def list_stunts(state: State, one: Combatant, most: int) -> tuple[Field, ...]:
    """The ratings of the stunts in a flurry, and their words; extras have none (2E-192)."""
    if one.sheet.being == "extra" or not state.options.stunt_cap:
        return ()
    ratings = tuple(Choice(str(rating), str(rating)) for rating in range(state.options.stunt_cap + 1))
    return (
        Field("stunts", "Stunt ratings, in order", "list", ratings, 0, most, (), required=False),
        text("stunt_text", "Stunt"),
    )
