"""The live numbers that the Storyteller may set."""

from dataclasses import replace

from rules.battle.numbers import Number, Numbers, make_number, make_wounds
from rules.text import Text
from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.levels import BOXES, read_track, settle
from rules.v20da.state.model import Combatant
from rules.wounds import STROKE_OF, sort_track

WOUNDS = {"bashing": Text("Bashing levels"), "lethal": Text("Lethal levels"), "aggravated": Text("Aggravated levels")}


def _set_track(one: Combatant, track: str) -> Combatant:
    """Set the track, and from it whether the combatant is Incapacitated."""
    return replace(one, health=settle(read_track(one.sheet.being, sort_track(track)), one.blood), grace=None)


def _of_circumstances(label: Text, what: str, low: int, high: int, *, private: bool = False) -> Number[Combatant]:
    def write(one: Combatant, value: int) -> Combatant:
        return replace(one, circumstances=replace(one.circumstances, **{what: value}))

    def read(one: Combatant) -> int:
        return int(getattr(one.circumstances, what))

    return Number(label, low, high, read, write, private)


def _most_blood(one: Combatant) -> int:
    return blood_maximum(one.sheet.generation) if one.sheet.is_vampire else 10


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
    "cover": _of_circumstances(Text("Cover (light, good, superior)"), "cover", 0, 3),
    "exposed": _of_circumstances(Text("Attacked from flank or rear"), "exposed", 0, 2),
    "distance": _of_circumstances(Text("Beyond a missile's range"), "distance", 0, 1),
    "opponents": _of_circumstances(Text("Opponents around"), "opponents", 1, 9),
    "blind": _of_circumstances(Text("Blind"), "blind", 0, 1),
    "dice": _of_circumstances(Text("Dice on all rolls"), "dice", -10, 10, private=True),
    "difficulty": _of_circumstances(Text("Difficulty of all rolls"), "difficulty", -8, 8, private=True),
}  # fmt: skip
"""By the word of a move."""
