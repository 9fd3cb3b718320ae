"""The live numbers that the Storyteller may set (2E-003)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

from rules.battle.numbers import Number, Numbers, make_flag, make_number
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.sheet.unit import MAX_LOST, MAX_MAGNITUDE
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.traits import MAX_WILLPOWER
from rules.text import Text
from rules.wounds import CAPITALS, HARMS, count_room, set_marks

LATEST: Final = 100_000


def _has_joined(actor: Combatant) -> bool:
    return actor.clock is not None


def _track(label: Text, letter: str) -> Number[Combatant]:
    """Return the number of boxes with this mark. Setting it sorts the marks, the worst first, and resets healing.

    Where no box is empty it pushes out lighter marks; `follow_pushed` returns what happens to those.
    """

    def write(combatant: Combatant, value: int) -> Combatant:
        health = combatant.health
        size = len(health.boxes)
        marks, _ = set_marks(health.boxes, letter, value, size)
        full = len(marks) == size
        dying, dead = health.dying if full else 0, health.dead and full
        changed = replace(health, boxes=marks.ljust(size, "."), healing=(), dying=dying, dead=dead)
        return replace(combatant, health=changed)

    def most(combatant: Combatant) -> int:
        return count_room(combatant.health.boxes, letter, len(combatant.health.boxes))

    def former(combatant: Combatant) -> int:
        return len(combatant.health.boxes)

    return Number(label, 0, most, lambda combatant: combatant.health.boxes.count(letter), write, former=former)


def follow_pushed(before: str, what: str, count: int, actor: Combatant) -> tuple[str, int] | None:
    """Return the number that follows, with its value, once set wounds have pushed lighter marks out of a full track.

    Bashing makes unconscious (2E-404), lethal fills Dying levels, and extras die of it (2E-406, 2E-410).
    """
    if what not in HARMS:
        return None
    _, pushed = set_marks(before, CAPITALS[HARMS.index(what)], count, len(before))
    levels = actor.health.dying_levels
    if lethal := pushed.count("L"):
        return ("dying", min(levels, actor.health.dying + lethal)) if levels else ("dead", 1)
    return ("unconscious", 1) if pushed else None


def _die(actor: Combatant, value: int) -> Combatant:
    return replace(
        actor, health=replace(actor.health, dying=value, dead=bool(value) and value >= actor.health.dying_levels)
    )


def _kill(actor: Combatant, value: bool) -> Combatant:
    """Let it be dead, or bring it back with its Dying levels empty."""
    health = actor.health
    return replace(actor, health=replace(health, dead=value, dying=health.dying if value else 0))


def _stop(actor: Combatant, value: int) -> Combatant:
    return replace(actor, inactive=bool(value), doing=None if value else actor.doing)


def _commands(actor: Combatant) -> bool:
    return actor.unit is not None


def _wears(actor: Combatant) -> bool:
    return actor.worn is not None


def _resize(actor: Combatant, value: int) -> Combatant:
    if actor.unit is None:
        return actor
    return replace(actor, unit=replace(actor.unit, magnitude=value, lost=actor.unit.lost if value else 0))


NUMBERS: Final[Numbers[Combatant]] = {
    "tick": make_number(Text("Next action on tick"), "clock.next", LATEST, has=_has_joined),
    "penalty": make_number(Text("DV penalty from own actions"), "clock.penalty", 20, has=_has_joined),
    "bashing": _track(Text("Bashing levels"), "B"),
    "lethal": _track(Text("Lethal levels"), "L"),
    "aggravated": _track(Text("Aggravated levels"), "A"),
    "dying": Number(
        Text("Dying levels"),
        0,
        lambda combatant: combatant.health.dying_levels,
        lambda combatant: combatant.health.dying,
        _die,
    ),
    "unconscious": make_number(Text("Unconscious (1) or not (0)"), "health.unconscious", 1),
    "dead": make_flag(Text("Dead (1) or not (0)"), lambda combatant: combatant.health.state == "dead", _kill),
    "willpower": make_number(Text("Willpower"), "willpower", MAX_WILLPOWER, private=True),
    "personal": make_number(Text("Personal motes"), "personal", lambda o: mote_room(o.sheet)[0], private=True),
    "peripheral": make_number(Text("Peripheral motes"), "peripheral", lambda o: mote_room(o.sheet)[1], private=True),
    "stunt": make_number(Text("Best stunt since the DV refresh"), "stunt", 3),
    "prone": make_number(Text("Prone (1) or not (0)"), "prone", 1),
    "unaware": make_number(Text("Unaware (1) or not (0)"), "unaware", 1),
    "stunned": Number(
        Text("Stunned (1) or not (0)"),
        0,
        1,
        lambda combatant: int(bool(combatant.stunned_by)),
        lambda combatant, value: replace(combatant, stunned_by=combatant.id if value else ""),
    ),
    "botched": make_number(Text("Off balance after a botch (1) or not (0)"), "botched", 1),
    "inactive": Number(
        Text("Inactive (1) or not (0)"), 0, 1, lambda combatant: int(combatant.inactive), _stop, has=_has_joined
    ),
    "cover": replace(
        make_number(Text("Hard cover in percent (0, 25, 50, 75, 90)"), "ground.cover", 90), steps=(0, 25, 50, 75, 90)
    ),
    "height": make_number(Text("Height above attackers (-3 to 3)"), "ground.height", 3, -3),
    "mounted": make_number(Text("Mounted (1) or not (0)"), "ground.mounted", 1),
    "terrain": make_number(Text("Unstable ground (0 to 4)"), "ground.terrain", 4),
    "cramped": make_number(Text("No room to retreat (1) or free (0)"), "ground.cramped", 1),
    "sight": make_number(Text("Dice lost to poor visibility"), "ground.sight", 10),
    "magnitude": Number(
        Text("Magnitude"),
        0,
        MAX_MAGNITUDE,
        lambda combatant: combatant.magnitude,
        _resize,
        has=_commands,
    ),
    "unit_lost": Number(
        Text("Levels lost at this Magnitude"),
        0,
        MAX_LOST,
        lambda combatant: combatant.unit.lost if combatant.unit else 0,
        lambda combatant, value: replace(
            combatant, unit=replace(combatant.unit, lost=value) if combatant.unit else None
        ),
        has=_wears,
    ),
    "wavers": make_number(Text("Refuses to fight (1) or not (0)"), "wavers", 1),
    "external": make_number(Text("Successes lost to circumstances"), "ground.external", 10),
}
"""By the name that a move gives."""
POOLS: Final = ("willpower", "personal", "peripheral", "magnitude")
"""Of the numbers, the points that are spent and refilled."""
CHIPS: Final[Mapping[str, Text]] = {
    "prone": Text("prone"),
    "unaware": Text("unaware"),
    "stunned": Text("stunned"),
    "botched": Text("off balance"),
    "inactive": Text("inactive"),
    "unconscious": Text("unconscious"),
    "dead": Text("dead"),
    "mounted": Text("mounted"),
    "wavers": Text("refuses to fight"),
}
"""Of the numbers, the conditions that are there or not."""
BODY: Final = frozenset({"bashing", "lethal", "aggravated", "dying", "unconscious", "dead"})
"""The numbers that change `Combatant.health`."""


@dataclass(frozen=True, slots=True)
class _AttackNumber:
    """A number of the current attack. `name`: its field of `Exchange`, if it has a value before it is set."""

    label: Text
    high: int
    name: str = ""
    low: int = 0
    private: bool = False


_ATTACK: Final[Mapping[str, _AttackNumber]] = {
    "pool": _AttackNumber(Text("This attack’s pool"), 60, "pool", private=True),
    "successes": _AttackNumber(Text("This attack’s successes"), 100, "successes"),
    "dv": _AttackNumber(Text("DV against this attack"), 40, "dv", -20),
    "external": _AttackNumber(Text("This attack’s external penalty"), 20, "external"),
    "raw": _AttackNumber(Text("This attack’s raw damage"), 100, "raw", private=True),
    "soak": _AttackNumber(Text("Soak against this attack"), 100, private=True),
    "damage": _AttackNumber(Text("This attack’s damage dice"), 100, "final", private=True),
}


def _give(value: int, actor: Combatant) -> int:
    return value


def _keep(actor: Combatant, value: int) -> Combatant:
    """Return the combatant unchanged: a number of the attack is not stored there."""
    return actor


@lru_cache(64)
def _list_own(tick: int, stunt_cap: int) -> Numbers[Combatant]:
    """Return the numbers that everyone has on this tick. They are one object, so that forms made of it are cached."""
    timing = {"tick": replace(NUMBERS["tick"], low=tick), "stunt": replace(NUMBERS["stunt"], high=stunt_cap)}
    return {**NUMBERS, **timing}


def list_numbers(state: State, actor: Combatant) -> Numbers[Combatant]:
    """Return the numbers of one combatant; for the two in the current attack, also those of the attack."""
    own, attack = _list_own(state.tick, state.options.stunt_cap), state.attack
    if attack is None or actor.id not in (attack.declared.actor, attack.declared.target):
        return own
    found = {**own}
    for name, known in _ATTACK.items():
        before = getattr(attack.numbers, known.name) if attack.numbers and known.name else 0
        read = partial(_give, attack.fixed.get(name, before))
        found[f"attack_{name}"] = Number(known.label, known.low, known.high, read, _keep, known.private)
    return found
