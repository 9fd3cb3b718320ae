"""Powers that are switched on and stay so: for the scene, until one's next turn, or for so long."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.powers.model import Power, PowerRules, Span
from rules.powers.table import Share, Switched


@dataclass(frozen=True, slots=True)
class Active:
    """A power that is switched on: what it brings, and the motes that it holds, if it holds any.

    `until`: the round, turn or tick with whose beginning it is over, where its time is counted.
    """

    key: str
    name: str
    shares: tuple[Share, ...] = ()
    span: Span = "scene"
    until: int | None = None
    personal: int = 0
    peripheral: int = 0


def activate(rules: PowerRules, power: Power, on: Switched, now: int) -> Active:
    """The power as it is on from `now`: this round, turn or tick is the first that counts."""
    span = rules.span(power)
    return Active(power.key, power.name, on.shares, span, now + power.lasts if span == "count" else None)


def list_lasting(rules: PowerRules, powers: Iterable[Power]) -> tuple[Power, ...]:
    """The powers of a sheet that are switched on ahead of what they count in."""
    return tuple(power for power in powers if rules.span(power))


def list_over(active: Sequence[Active], now: int) -> tuple[Active, ...]:
    """Those whose time is over as `now` begins."""
    return tuple(one for one in active if one.until is not None and one.until <= now)


def list_turned(active: Sequence[Active]) -> tuple[Active, ...]:
    """Those that end as their owner's turn comes."""
    return tuple(one for one in active if one.span == "turn")


def say_time(rules: PowerRules, one: Active, now: int) -> str:
    """How long it lasts from now: "3 rounds", "until the next turn"; nothing for the scene."""
    if one.until is not None:
        return rules.count_time(max(1, one.until - now))
    words = (use.label.lower().removeprefix("switched on ") for use in rules.uses if use.span == one.span == "turn")
    return next(words, "")


def say_active(rules: PowerRules, one: Active, now: int) -> str:
    """It by its name, and for how long yet: "Oak Skin, 3 rounds"."""
    return ", ".join(filter(None, (one.name, say_time(rules, one, now))))
