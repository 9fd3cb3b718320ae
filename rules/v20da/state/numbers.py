"""The live numbers that the Storyteller may set."""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle.numbers import Number, Numbers, make_flag, make_number, make_wounds
from rules.text import Text
from rules.v20da.health.blood import blood_maximum
from rules.v20da.health.fate import LASTING, STAKED, end_life, give_condition
from rules.v20da.health.levels import BOXES, parse_track, settle
from rules.v20da.state.model import Combatant
from rules.v20da.state.paths import put_condition, stake
from rules.wounds import STROKE_OF, STROKES, sort_track

WOUNDS = {"bashing": Text("Bashing levels"), "lethal": Text("Lethal levels"), "aggravated": Text("Aggravated levels")}


def _set_track(actor: Combatant, track: str) -> Combatant:
    """Set the track, and from it the condition. Wounds that push out others end it as damage does (V20-185 to 188).

    Lasting conditions stay unless a wound is taken away: then the boxes alone decide.
    """
    was, health = actor.health, settle(parse_track(actor.sheet.being, sort_track(track)), actor.blood)
    gained = [mark for mark in STROKES if track.count(mark) > was.track.count(mark)]
    has_lost = any(track.count(mark) < was.track.count(mark) for mark in STROKES)
    if gained and has_lost:
        health = end_life(replace(health, condition=was.condition), aggravated="*" in gained)
    elif was.condition in LASTING and not has_lost:
        health = give_condition(health, was.condition)
    return replace(actor, health=health, grace=None)


def _make_condition(label: Text, condition: str) -> Number[Combatant]:
    """Return the number that says whether the body has a lasting condition."""

    def write(combatant: Combatant, value: bool) -> Combatant:
        return put_condition(combatant, condition if value else "")

    return make_flag(label, lambda combatant: combatant.health.condition == condition, write)


def _most_blood(actor: Combatant) -> int:
    return blood_maximum(actor.sheet.generation) if actor.sheet.is_vampire else 10


NUMBERS: Numbers[Combatant] = {
    "initiative": Number(
        Text("Initiative"),
        -20,
        60,
        lambda combatant: combatant.initiative or 0,
        lambda combatant, value: replace(combatant, initiative=value),
    ),
    "willpower": make_number(
        Text("Willpower points"), "willpower", lambda combatant: combatant.sheet.willpower, private=True
    ),
    "blood": Number(
        Text("Blood"),
        0,
        _most_blood,
        lambda combatant: combatant.blood,
        lambda combatant, value: replace(combatant, blood=value, health=settle(combatant.health, value)),
        private=True,
    ),
    **{
        kind: make_wounds(
            WOUNDS[kind], mark, lambda combatant: combatant.health.track, _set_track, lambda combatant: BOXES
        )
        for kind, mark in STROKE_OF.items()
    },
    "armor": make_number(Text("Armor class"), "armor", 5, private=True),
    "cover": make_number(Text("Cover (light, good, superior)"), "circumstances.cover", 3),
    "exposed": make_number(Text("Attacked from flank or rear"), "circumstances.exposed", 2),
    "distance": make_number(Text("Beyond the weapon’s range"), "circumstances.distance", 1),
    "opponents": make_number(Text("Number of opponents"), "circumstances.opponents", 9, 1),
    "blind": make_number(Text("Blind"), "circumstances.blind", 1),
    "staked": make_flag(Text("Staked (1) or not (0)"), lambda combatant: STAKED in combatant.conditions, stake),
    "torpor": _make_condition(Text("In torpor (1) or not (0)"), "torpor"),
    "final_death": _make_condition(Text("Final Death (1) or not (0)"), "final_death"),
    "dead": _make_condition(Text("Dead (1) or not (0)"), "dead"),
    "dice": make_number(Text("Dice on all rolls"), "circumstances.dice", 10, -10, private=True),
    "difficulty": make_number(Text("Difficulty of all rolls"), "circumstances.difficulty", 8, -8, private=True),
}
"""By the word of a move."""
POOLS = ("willpower", "blood")
"""Of the numbers, the points that are spent and refilled."""
CHIPS: Mapping[str, Text] = {
    "blind": Text("blind"),
    "staked": Text("staked"),
    "torpor": Text("in torpor"),
    "final_death": Text("Final Death"),
    "dead": Text("dead"),
}
"""Of the numbers, the conditions that are there or not."""
