"""The live numbers that the Storyteller may set."""

from collections.abc import Mapping
from dataclasses import replace

from rules.battle.numbers import Number, Numbers, make_flag, make_number, make_wounds
from rules.text import Text
from rules.wod2004.state.combatant import Combatant
from rules.wounds import STROKE_OF, sort_track

OPEN_NUMBERS = frozenset(
    {
        "initiative",
        "bashing",
        "lethal",
        "aggravated",
        "surprised",
        "concealment",
        "cover",
        "structure",
        "acted",
        "moved",
        "prone",
        "unconscious",
        "stable",
        "dead",
    }
)
"""Numbers whose changes every seat may see."""


def _set_track(actor: Combatant, track: str) -> Combatant:
    return actor.with_track(sort_track(track))


def _write_initiative(actor: Combatant, value: int) -> Combatant:
    if actor.initiative is None:
        return actor
    return replace(actor, initiative=replace(actor.initiative, total=value), delayed=True)


WOUNDS = {"bashing": Text("Bashing wounds"), "lethal": Text("Lethal wounds"), "aggravated": Text("Aggravated wounds")}
NUMBERS: Numbers[Combatant] = {
    "initiative": Number(
        Text("Initiative"),
        0,
        60,
        lambda combatant: combatant.initiative.total if combatant.initiative else 0,
        _write_initiative,
        has=lambda combatant: combatant.initiative is not None,
    ),
    **{
        kind: make_wounds(
            WOUNDS[kind], mark, lambda combatant: combatant.track, _set_track, lambda combatant: combatant.boxes
        )
        for kind, mark in STROKE_OF.items()
    },
    "willpower": make_number(Text("Willpower"), "willpower", lambda combatant: combatant.willpower_dots),
    "fuel": make_number(Text("Points of the pool"), "fuel", lambda combatant: combatant.fuel_maximum),
    "attacked": make_number(Text("Attacks received this turn"), "attacked", 20),
    "surprised": make_number(Text("Turns lost to surprise"), "surprised", 3),
    "concealment": make_number(Text("Concealment, grade"), "concealment", 3),
    "cover": make_number(Text("Cover, Durability"), "cover", 20),
    "structure": make_number(Text("Cover, Structure left"), "structure", 60),
    "defense_modifier": make_number(Text("Defense, ruling"), "defense_modifier", 10, -10),
    "dice_modifier": make_number(Text("Dice, ruling"), "dice_modifier", 5, -5),
    "acted": make_number(Text("Action used"), "acted", 1),
    "moved": make_number(Text("Move used"), "moved", 1),
    "prone": make_number(Text("Prone"), "prone", 1),
    "unconscious": make_number(Text("Unconscious"), "unconscious", 1),
    "stable": make_number(Text("Stabilized"), "stable", 1),
    "dead": make_flag(
        Text("Dead"),
        lambda combatant: combatant.condition == "dead",
        lambda combatant, value: replace(combatant, dead=value),
    ),
}
"""By the key that a move names."""
POOLS = ("willpower", "fuel")
"""Of the numbers, the points that are spent and refilled."""
CHIPS: Mapping[str, Text] = {
    "prone": Text("prone"),
    "unconscious": Text("unconscious"),
    "stable": Text("stabilized"),
    "dead": Text("dead"),
}
"""Of the numbers, the conditions that are there or not."""
