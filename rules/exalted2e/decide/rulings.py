"""The Storyteller's word: any live number may be set, and the log keeps what it was and why (2E-003)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from rules.battle import Seat
from rules.errors import IllegalMove
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.decide.script import (
    Script,
    find_own,
    get_audience,
    get_side_audience,
    need_number,
    need_storyteller,
    need_text,
)
from rules.exalted2e.events import Harm, Overridden
from rules.exalted2e.moves import Override
from rules.exalted2e.sheet.parse import mote_room
from rules.exalted2e.state import Combatant, State
from rules.exalted2e.timing import Clock
from rules.exalted2e.traits import MAX_WILLPOWER


@dataclass(frozen=True, slots=True)
class Ruling:
    """One number that the Storyteller may set: its name, its range, what it is now, and what it needs to be there.

    `needs`: "" for nothing, "clock" for those who have joined, "attack" for the two of the attack in hand.
    """

    label: str
    low: int
    high: int
    read: Callable[[State, Combatant], int]
    needs: Literal["", "clock", "attack"] = ""


FAR: Final = 20
LATEST: Final = 100_000


def _marks(letter: str) -> Callable[[State, Combatant], int]:
    return lambda state, one: one.health.boxes.count(letter)


def _attack(name: str) -> Callable[[State, Combatant], int]:
    def read(state: State, one: Combatant) -> int:
        attack = state.attack
        if attack is None:
            return 0
        numbers = attack.numbers
        known = (
            {
                "pool": numbers.pool,
                "successes": numbers.successes,
                "dv": numbers.dv,
                "external": numbers.external,
                "raw": numbers.raw,
                "damage": numbers.final,
            }
            if numbers
            else {}
        )
        return attack.fixed.get(name, known.get(name, 0))

    return read


def _clock(read: Callable[[Clock], int]) -> Callable[[State, Combatant], int]:
    return lambda state, one: read(one.clock) if one.clock else 0


def list_rulings(joined: bool, fighting: bool) -> tuple[str, ...]:
    """The numbers of one who has joined the battle, or not, and is part of the attack in hand, or not."""
    there = {"": True, "clock": joined, "attack": fighting}
    return tuple(what for what, ruling in RULINGS.items() if there[ruling.needs])


def is_fighting(state: State, one: Combatant) -> bool:
    """Whether the combatant is part of the attack in hand."""
    return state.attack is not None and one.id in (state.attack.declared.actor, state.attack.declared.target)


RULINGS: Final[Mapping[str, Ruling]] = {
    "tick": Ruling("Next action on tick", 0, 100_000, _clock(lambda clock: clock.next), "clock"),
    "penalty": Ruling("DV penalty of own actions", 0, 20, _clock(lambda clock: clock.penalty), "clock"),
    "bashing": Ruling("Bashing levels", 0, 40, _marks("B")),
    "lethal": Ruling("Lethal levels", 0, 40, _marks("L")),
    "aggravated": Ruling("Aggravated levels", 0, 40, _marks("A")),
    "dying": Ruling("Dying levels", 0, 10, lambda state, one: one.health.dying),
    "unconscious": Ruling("Unconscious (1) or not (0)", 0, 1, lambda state, one: int(one.health.unconscious)),
    "willpower": Ruling("Willpower", 0, MAX_WILLPOWER, lambda state, one: one.willpower),
    "personal": Ruling("Personal motes", 0, 500, lambda state, one: one.personal),
    "peripheral": Ruling("Peripheral motes", 0, 500, lambda state, one: one.peripheral),
    "stunt": Ruling("Best stunt since the DV refresh", 0, MAX_STUNT, lambda state, one: one.stunt),
    "prone": Ruling("Prone (1) or not (0)", 0, 1, lambda state, one: int(one.prone)),
    "unaware": Ruling("Unaware (1) or not (0)", 0, 1, lambda state, one: int(one.unaware)),
    "stunned": Ruling("Stunned (1) or not (0)", 0, 1, lambda state, one: int(bool(one.stunned_by))),
    "botched": Ruling("Off balance after a botch (1) or not (0)", 0, 1, lambda state, one: int(one.botched)),
    "inactive": Ruling("Inactive (1) or not (0)", 0, 1, lambda state, one: int(one.inactive), "clock"),
    "cover": Ruling("Hard cover in per cent (0, 25, 50, 75, 90)", 0, 90, lambda state, one: one.ground.cover),
    "height": Ruling("Height above attackers (-3 to 3)", -3, 3, lambda state, one: one.ground.height),
    "mounted": Ruling("Mounted (1) or not (0)", 0, 1, lambda state, one: int(one.ground.mounted)),
    "terrain": Ruling("Unstable ground (0 to 4)", 0, 4, lambda state, one: one.ground.terrain),
    "cramped": Ruling("No ground to give (1) or free (0)", 0, 1, lambda state, one: int(one.ground.cramped)),
    "sight": Ruling("Dice lost to bad sight", 0, 10, lambda state, one: one.ground.sight),
    "external": Ruling("Successes lost to the surroundings", 0, 10, lambda state, one: one.ground.external),
    "attack_pool": Ruling("This attack's pool", 0, 60, _attack("pool"), "attack"),
    "attack_successes": Ruling("This attack's successes", 0, 100, _attack("successes"), "attack"),
    "attack_dv": Ruling("The DV against this attack", -20, 40, _attack("dv"), "attack"),
    "attack_external": Ruling("This attack's external penalty", 0, 20, _attack("external"), "attack"),
    "attack_raw": Ruling("This attack's raw damage", 0, 100, _attack("raw"), "attack"),
    "attack_soak": Ruling("Soak against this attack", 0, 100, _attack("soak"), "attack"),
    "attack_damage": Ruling("This attack's damage dice", 0, 100, _attack("damage"), "attack"),
}
"""Every number that can be overridden, by its key."""

_TRACK: Final = {"bashing": "B", "lethal": "L", "aggravated": "A"}
PRIVATE: Final = frozenset(
    {"willpower", "personal", "peripheral", "attack_pool", "attack_soak", "attack_raw", "attack_damage"}
)
"""Rulings on figures that the other side does not see."""
COVERS: Final = (0, 25, 50, 75, 90)


def override(script: Script, seat: Seat, move: Override) -> None:
    """Set a number, held to what it can be."""
    need_storyteller(seat, "set a number")
    state = script.state
    if state.phase == "ended":
        raise IllegalMove("ended", "The battle is over.")
    one = find_own(state, seat, move.actor)
    ruling = RULINGS.get(move.what) if isinstance(move.what, str) else None
    if ruling is None:
        raise IllegalMove("unknown_number", f"Choose one of {', '.join(RULINGS)}.")
    if move.what not in list_rulings(one.clock is not None, is_fighting(state, one)):
        raise IllegalMove("not_now", f"{one.name} has no such number now: {ruling.label}.")
    low, high = get_bounds(state, one, move.what)
    value = max(low, min(need_number("The value", move.value, -FAR, LATEST), high))
    if move.what == "cover":
        value = max(cover for cover in COVERS if cover <= value)
    script.emit(
        Overridden(
            actor=one.id,
            actor_name=one.name,
            what=move.what,
            label=ruling.label,
            was=ruling.read(state, one),
            value=value,
            reason=need_text("The reason", move.reason),
            tick=state.tick,
            marks=_remark(one, move.what, value),
            audience=get_side_audience(state, one.id) if move.what in PRIVATE else get_audience(state, one.id),
        )
    )


def get_bounds(state: State, one: Combatant, what: str) -> tuple[int, int]:
    """The lowest and the highest that the number can be."""
    ruling, limits = RULINGS[what], mote_room(one.sheet)
    most = {
        "personal": limits[0],
        "peripheral": limits[1],
        "dying": one.health.dying_levels,
        "stunt": state.options.stunt_cap,
        **{name: len(one.health.boxes) for name in _TRACK},
    }
    low = state.tick if what == "tick" else ruling.low
    return low, max(low, min(ruling.high, most.get(what, ruling.high)))


def _remark(one: Combatant, what: str, value: int) -> Harm | None:
    """The body with its marks set anew, for those rulings that touch it."""
    health = one.health
    if what in _TRACK:
        counts = {letter: health.boxes.count(letter) for letter in "ALB"} | {_TRACK[what]: value}
        marks = "".join(letter * counts[letter] for letter in "ALB")[: len(health.boxes)]
        boxes = marks.ljust(len(health.boxes), ".")
        full = boxes[-1] != "."
        changed = replace(health, boxes=boxes, healing=(), dying=health.dying if full else 0, dead=health.dead and full)
    elif what == "dying":
        changed = replace(health, dying=value, dead=bool(value) and value >= health.dying_levels)
    elif what == "unconscious":
        changed = replace(health, unconscious=bool(value))
    else:
        return None
    return Harm(one.id, one.name, health.boxes, changed)
