"""The live numbers that the Storyteller may set."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from operator import attrgetter

from rules.battle.numbers import Number, Numbers, make_flag, make_number
from rules.exalted3e.health import say_boxes
from rules.exalted3e.state.combatant import Combatant
from rules.exalted3e.traits import label
from rules.text import EMPTY, Text, word
from rules.wounds import HARMS, SMALL, count_room, set_marks


def _live(path: str, low: int, high: int | Callable[[Combatant], int], text: Text = EMPTY) -> Number[Combatant]:
    """Return a number that is a field of the combatant, or of a part of it."""
    return make_number(text or word(label(path.rpartition(".")[2])), path, high, low)


def _wounds(kind: str, mark: str) -> Number[Combatant]:
    """Return the number of levels with this harm. Where none is empty, it takes the place of lighter harm (3E-266)."""

    def count(combatant: Combatant) -> int:
        return int(getattr(combatant.health, kind))

    def write(combatant: Combatant, value: int) -> Combatant:
        marks, _ = set_marks(say_boxes(combatant.health), mark, value, len(combatant.health.levels))
        bashing, lethal, aggravated = map(marks.count, SMALL)
        return replace(
            combatant, health=replace(combatant.health, bashing=bashing, lethal=lethal, aggravated=aggravated)
        )

    def most(combatant: Combatant) -> int:
        return count_room(say_boxes(combatant.health), mark, len(combatant.health.levels))

    def former(combatant: Combatant) -> int:
        return combatant.health.free + count(combatant)

    return Number(word(label(kind)), 0, most, count, write, has=_is_single, former=former)


def _make_fate(fate: str, name: Text) -> Number[Combatant]:
    """Return the number that says whether the combatant has a fate that outlasts the fight."""

    def write(combatant: Combatant, value: bool) -> Combatant:
        return replace(
            combatant, out=fate if value else "" if combatant.out in (fate, "incapacitated") else combatant.out
        )

    return make_flag(name, lambda combatant: combatant.fate == fate, write, _is_single)


def _is_single(actor: Combatant) -> bool:
    return actor.group is None


def _is_group(actor: Combatant) -> bool:
    return actor.group is not None


NUMBERS: Numbers[Combatant] = {
    # Writes nothing: `InitiativeChanged` alone changes Initiative.
    "initiative": Number(
        Text("Initiative"),
        -100,
        150,
        lambda combatant: combatant.initiative or 0,
        lambda combatant, value: combatant,
        has=lambda combatant: combatant.initiative is not None,
    ),
    "position": _live("position", -20, 20),
    "willpower": _live("willpower", 0, 10),
    "anima": _live("anima", 0, 3),
    "onslaught": _live("onslaught", 0, 30),
    "crash_turns": _live("crash_turns", 0, 3),
    "withdraw_progress": _live("withdraw_progress", 0, 9),
    "bonus_dice": _live("bonus_dice", -20, 20, Text("Bonus dice")),
    "evasion": _live("evasion", 0, 30),
    "soak": _live("soak", 0, 50),
    "hardness": _live("hardness", 0, 50),
    "hardness_in_crash": _live("hardness_in_crash", 0, 50, Text("Hardness in Crash")),
    "action_used": _live("action_used", 0, 1, Text("Action used")),
    "movement_used": Number(
        Text("Movement used"),
        0,
        1,
        lambda combatant: int(bool(combatant.movement_used)),
        lambda combatant, value: replace(combatant, movement_used="move" if value else ""),
    ),
    "prone": _live("prone", 0, 1),
    "mounted": _live("mounted", 0, 1),
    "aloft": _live("aloft", 0, 1, Text("Out of reach")),
    "mount_speed": _live("mount_speed", 0, 10),
    "rout_penalty": replace(_live("rout_penalty", 0, 5), has=_is_group),
    **{kind: _wounds(kind, mark) for kind, mark in zip(HARMS, SMALL, strict=True)},
    "unconscious": _make_fate("unconscious", Text("Unconscious (1) or not (0)")),
    "dead": _make_fate("dead", Text("Dead (1) or not (0)")),
    "personal": replace(_live("personal", 0, attrgetter("personal_max")), has=attrgetter("has_motes")),
    "peripheral": replace(_live("peripheral", 0, attrgetter("peripheral_max")), has=attrgetter("has_motes")),
    "size": replace(_live("group.size", 0, 5), has=_is_group),
    "magnitude": replace(_live("group.damage", 0, attrgetter("group.maximum"), Text("Magnitude")), has=_is_group),
}
"""By the word that a move says."""
POOLS = ("willpower", "personal", "peripheral", "magnitude")
"""Of the numbers, the points that are spent and refilled."""
CHIPS: Mapping[str, Text] = {
    "prone": Text("prone"),
    "mounted": Text("mounted"),
    "aloft": Text("can’t be followed"),
    "unconscious": Text("unconscious"),
    "dead": Text("dead"),
}
"""Of the numbers, the conditions that are there or not."""
