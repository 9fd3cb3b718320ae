"""Vectors of kinds heal and xp."""

from typing import Annotated, Literal

from rules.codec import encode
from rules.conformance import Range, Result, pick
from rules.dice import Roller
from rules.exalted2e import experience
from rules.exalted2e.actions.rolling import plain_rule, roll
from rules.exalted2e.conformance.pool import MANY, make_kinds
from rules.exalted2e.health import healing
from rules.exalted2e.health.recovery import RestMode, motes_per_hour, regain, rest_fatigue
from rules.exalted2e.health.track import Damage, Health, check_health, levels, lose_dying_levels, mark
from rules.exalted2e.traits import Being
from rules.raising import DAY

kind = make_kinds()
Count = Annotated[int, Range(0, MANY)]


@kind("heal", op="time")
def _time(
    *,
    damage: Damage,
    level: Literal["-0", "-1", "-2", "-3", "-4", "Inc"],
    being: Being = "exalt",
    mode: healing.HealMode = "rest",
) -> Result:
    """Return the hours that one level takes to heal."""
    return {"hours": healing.hours_per_level(being, damage, None if level == "Inc" else -int(level), mode)}


@kind("heal", op="mark")
def _mark(
    *,
    boxes: tuple[str, ...],
    damage: tuple[tuple[Damage, Annotated[int, Range(0, 1000)]], ...] = (),
    track: Literal["standard", "extra"] = "standard",
    stamina: int = 0,
    dying: int = 0,
) -> Result:
    """Mark damage on a track. Return its boxes, penalty and state."""
    health = _make_body(boxes, track, stamina, dying)
    for type, count in damage:
        health = mark(health, type, count)
    return {"boxes": list(health.boxes), **pick(health, "dying", "penalty", "state", "unconscious")}


@kind("heal", op="heal")
def _heal(*, boxes: tuple[str, ...], being: Being = "exalt", rest_hours: Count = 0, active_hours: Count = 0) -> Result:
    """Let hours of rest and activity heal a track."""
    track = "extra" if len(boxes) == len(levels("extra")) else "standard"
    health, healed = healing.heal(_make_body(boxes, track, 1, 0), being, rest_hours, active_hours)
    return {"boxes": list(health.boxes), "healed": healed}


def _make_body(boxes: tuple[str, ...], track: str, stamina: int, dying: int) -> Health:
    marks = "".join(boxes)
    check_health("boxes", marks, len(levels(track)))
    return Health(track, marks, stamina, track == "extra", dying)


@kind("heal", op="dying")
def _die(*, stamina: int, dying: int = 0, ticks: Count = 0) -> Result:
    """Return the dying levels after some ticks."""
    lost, dead = lose_dying_levels(stamina, dying, ticks)
    return {"dying": lost, "dead": dead}


@kind("heal", op="motes")
def _motes(
    *,
    hours: int,
    capacity: int,
    current: int = 0,
    mode: RestMode = "rest",
    hearthstone: int = 0,
    in_manse: bool = False,
) -> Result:
    """Return the motes after hours of rest."""
    return {"motes": regain(current, capacity, hours * motes_per_hour(mode, hearthstone, in_manse))}


@kind("heal", op="willpower")
def _willpower(
    roller: Roller,
    *,
    permanent: int,
    conviction: int = 0,
    dice: int | None = None,
    current: int = 0,
    rule_of_10: bool = True,
) -> Result:
    """Roll the Willpower regained by a night's sleep. `dice` are rolled, or Conviction if `dice` is None."""
    slept = roll(conviction if dice is None else dice, plain_rule(rule_of_10), roller)
    return {"willpower": regain(current, permanent, slept.total)}


@kind("heal", op="fatigue")
def _fatigue(*, penalty: int, rest_hours: int = 0) -> Result:
    """Return the fatigue penalty after rest."""
    return {"penalty": rest_fatigue(penalty, rest_hours)}


@kind("xp", op="raise")
def _raise_trait(*, splat: str, trait: str, from_: int, to: int, favored: bool = False) -> Result:
    """Return price and training time of raising a trait."""
    found = experience.raise_trait(experience.splat_table(splat), trait, from_, to, favored)
    price, training = found.price(), [encode(training) for _name, _cost, training in found.steps]
    return {"cost": price.total, "steps": list(price.costs), "training": training, "days": price.seconds // DAY}


@kind("xp", op="buy")
def _buy(
    *,
    splat: str,
    what: str,
    favored: bool = False,
    min_ability: int = 0,
    min_essence: int = 0,
    circle: int = 1,
    degree: Annotated[str, experience.DEGREES] = "initiate",
) -> Result:
    """Return the price of something that is bought whole."""
    figures = {"min_ability": min_ability, "min_essence": min_essence, "circle": circle}
    table, number = experience.splat_table(splat), experience.DEGREES[degree]
    found = experience.buy(table, what, favored, degree=number, **figures)
    price, (_name, _cost, training) = found.price(), found.steps[0]
    return {"cost": price.total, "training": encode(training), "days": price.seconds // DAY}
