"""The live numbers that the Storyteller may set."""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle.numbers import Number, Numbers, make_number, make_wounds
from rules.text import Text
from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.levels import BOXES, read_track, settle
from rules.v20da.state.model import Combatant
from rules.wounds import STROKE_OF, sort_track

WOUNDS = {"bashing": Text("Bashing levels"), "lethal": Text("Lethal levels"), "aggravated": Text("Aggravated levels")}


def _set_track(actor: Combatant, track: str) -> Combatant:
    """Set the track, and from it whether the combatant is Incapacitated."""
    return replace(actor, health=settle(read_track(actor.sheet.being, sort_track(track)), actor.blood), grace=None)


def _most_blood(actor: Combatant) -> int:
    return blood_maximum(actor.sheet.generation) if actor.sheet.is_vampire else 10


NUMBERS: Numbers[Combatant] = {
    "initiative": Number(
        Text("Initiative"), -20, 60, lambda one: one.initiative or 0, lambda one, value: replace(one, initiative=value)
    ),
    "willpower": make_number(Text("Willpower points"), "willpower", lambda one: one.sheet.willpower, private=True),
    "blood": Number(
        Text("Blood"), 0, _most_blood, lambda one: one.blood,
        lambda one, value: replace(one, blood=value, health=settle(one.health, value)), private=True,
    ),
    **{
        kind: make_wounds(WOUNDS[kind], mark, lambda one: one.health.track, _set_track, lambda one: BOXES)
        for kind, mark in STROKE_OF.items()
    },
    "armor": make_number(Text("Armor class"), "armor", 5, private=True),
    "cover": make_number(Text("Cover (light, good, superior)"), "circumstances.cover", 3),
    "exposed": make_number(Text("Attacked from flank or rear"), "circumstances.exposed", 2),
    "distance": make_number(Text("Beyond a missile's range"), "circumstances.distance", 1),
    "opponents": make_number(Text("Opponents around"), "circumstances.opponents", 9, 1),
    "blind": make_number(Text("Blind"), "circumstances.blind", 1),
    "dice": make_number(Text("Dice on all rolls"), "circumstances.dice", 10, -10, private=True),
    "difficulty": make_number(Text("Difficulty of all rolls"), "circumstances.difficulty", 8, -8, private=True),
}  # fmt: skip
"""By the word of a move."""
POOLS = ("willpower", "blood")
"""Of the numbers, the points that are spent and refilled."""
CHIPS: Mapping[str, Text] = {
    "blind": Text("blind"),
}
"""Of the numbers, the conditions that are there or not."""
