"""Vectors of kind heal: marking and healing damage, dying, motes, Willpower, fatigue."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.battle import Json
from rules.dice import Roller
from rules.exalted2e.actions.rolling import plain_rule, roll
from rules.exalted2e.conformance.given import Result, dispatch, in_range, one_of, read
from rules.exalted2e.health.fatigue import rest_fatigue
from rules.exalted2e.health.healing import HealMode, heal, hours_per_level
from rules.exalted2e.health.recovery import RestMode, motes_per_hour, regain_motes, regain_willpower
from rules.exalted2e.health.track import Damage, Health, Level, check_health, levels, lose_dying_levels, mark
from rules.exalted2e.traits import Being

MOST = 1_000_000
MAX_LEVELS = 1000
LEVELS: Mapping[str, Level] = {"-0": 0, "-1": 1, "-2": 2, "-3": 3, "-4": 4, "Inc": None}


@dataclass(frozen=True, slots=True)
class Time:
    """Keys of op time."""

    damage: Damage
    level: str
    being: Being = "exalt"
    mode: HealMode = "rest"


@dataclass(frozen=True, slots=True)
class Mark:
    """Keys of op mark."""

    boxes: tuple[str, ...]
    damage: tuple[tuple[Damage, int], ...] = ()
    track: Literal["standard", "extra"] = "standard"
    stamina: int = 0
    dying: int = 0


@dataclass(frozen=True, slots=True)
class Heal:
    """Keys of op heal."""

    boxes: tuple[str, ...]
    being: Being = "exalt"
    rest_hours: int = 0
    active_hours: int = 0


@dataclass(frozen=True, slots=True)
class Dying:
    """Keys of op dying."""

    stamina: int
    dying: int = 0
    ticks: int = 0


@dataclass(frozen=True, slots=True)
class Motes:
    """Keys of op motes."""

    hours: int
    capacity: int
    current: int = 0
    mode: RestMode = "rest"
    hearthstone: int = 0
    in_manse: bool = False


@dataclass(frozen=True, slots=True)
class Willpower:
    """Keys of op willpower; `dice` are rolled, those of Conviction where it is left out."""

    permanent: int
    conviction: int = 0
    dice: int | None = None
    current: int = 0
    rule_of_10: bool = True


@dataclass(frozen=True, slots=True)
class Fatigue:
    """Keys of op fatigue."""

    penalty: int
    rest_hours: int = 0


def time(given: Mapping[str, Json], roller: Roller) -> Result:
    """Hours per level."""
    asked = read(Time, given)
    level = LEVELS[one_of("level", asked.level, tuple(LEVELS))]
    return {"hours": hours_per_level(asked.being, asked.damage, level, asked.mode)}


def mark_damage(given: Mapping[str, Json], roller: Roller) -> Result:
    """Damage on a track."""
    asked = read(Mark, given)
    health = _body(asked.boxes, asked.track, asked.stamina, asked.dying)
    for damage, count in asked.damage:
        health = mark(health, damage, in_range("damage", count, 0, MAX_LEVELS))
    return {
        "boxes": list(health.boxes),
        "dying": health.dying,
        "penalty": health.penalty,
        "state": health.state,
        "unconscious": health.unconscious,
    }


def heal_naturally(given: Mapping[str, Json], roller: Roller) -> Result:
    """Rest and activity."""
    asked = read(Heal, given)
    track: Literal["standard", "extra"] = "extra" if len(asked.boxes) == len(levels("extra")) else "standard"
    rest, active = (in_range("hours", hours, 0, MOST) for hours in (asked.rest_hours, asked.active_hours))
    health, healed = heal(_body(asked.boxes, track, 1, 0), asked.being, rest, active)
    return {"boxes": list(health.boxes), "healed": healed}


def die(given: Mapping[str, Json], roller: Roller) -> Result:
    """Dying levels lost as ticks pass."""
    asked = read(Dying, given)
    dying, dead = lose_dying_levels(asked.stamina, asked.dying, in_range("ticks", asked.ticks, 0, MOST))
    return {"dying": dying, "dead": dead}


def motes(given: Mapping[str, Json], roller: Roller) -> Result:
    """Motes after hours of rest."""
    asked = read(Motes, given)
    gained = asked.hours * motes_per_hour(asked.mode, asked.hearthstone, asked.in_manse)
    return {"motes": regain_motes(asked.current, asked.capacity, gained)}


def willpower(given: Mapping[str, Json], roller: Roller) -> Result:
    """Conviction, rolled after a night's sleep."""
    asked = read(Willpower, given)
    pool = asked.conviction if asked.dice is None else asked.dice
    slept = roll(pool, plain_rule(asked.rule_of_10), roller)
    return {"willpower": regain_willpower(asked.current, asked.permanent, slept.total)}


def fatigue(given: Mapping[str, Json], roller: Roller) -> Result:
    """Fatigue after rest."""
    asked = read(Fatigue, given)
    return {"penalty": rest_fatigue(asked.penalty, asked.rest_hours)}


def _body(boxes: tuple[str, ...], track: str, stamina: int, dying: int) -> Health:
    marks = "".join(boxes)
    check_health("boxes", marks, len(levels(track)))
    return Health(track, marks, stamina, track == "extra", dying)


KINDS = {
    "heal": dispatch(
        {
            "time": time,
            "mark": mark_damage,
            "heal": heal_naturally,
            "dying": die,
            "motes": motes,
            "willpower": willpower,
            "fatigue": fatigue,
        }
    )
}
