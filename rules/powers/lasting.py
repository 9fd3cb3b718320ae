"""Powers that are switched on and stay so: for the scene, until one's next turn, or for so long."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.errors import IllegalMove
from rules.powers.model import Power, PowerRules, Span
from rules.powers.table import PowerTotals, Share
from rules.powers.use import PowerUse
from rules.text import EMPTY, Text, join


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


def activate(use: PowerUse[Any], actor: Any, key: str, now: int) -> tuple[Power, PowerTotals, Active]:
    """Switch on a lasting power of a combatant. Return the power, its cost, and the power as active from `now`.

    This round, turn or tick is the first that counts. Raises `IllegalMove` if it is on already or cannot be paid.
    """
    on = use.choose_payable(actor, (key,), "scene")
    power = next(power for power in use.owned(actor) if power.key == key)
    if any(power.key == key for power in actor.active):
        raise IllegalMove("switched_on", Text("{name} is already active.", name=power.name), key=key)
    span = use.rules.span(power)
    until = now + power.lasts if span == "count" else None
    return power, on, Active(power.key, power.name, on.shares, span, until)


def find_on(active: Iterable[Active], key: str, who: str) -> Active:
    """What is on under this key, to be dropped. Raises `IllegalMove` where it is not."""
    found = next((power for power in active if power.key == key), None)
    if found is None:
        raise IllegalMove("not_on", Text("{who} has no such active power.", who=who), key=key)
    return found


def put_active(active: Iterable[Active], power: Active, is_on: bool) -> tuple[Active, ...]:
    """What is on once this one is switched on, or is on no more."""
    kept = tuple(other for other in active if other.key != power.key)
    return (*kept, power) if is_on else kept


class PoweredCombatant:
    """A combatant with powers that last."""

    __slots__ = ()
    active: tuple[Active, ...]
    """Those that are switched on."""

    @property
    def standing(self) -> tuple[Share, ...]:
        """Return the effects of all of them."""
        return tuple(share for power in self.active for share in power.shares)


def list_lasting(rules: PowerRules, powers: Iterable[Power]) -> tuple[Power, ...]:
    """The powers of a sheet that are switched on ahead of what they count in."""
    return tuple(power for power in powers if rules.span(power))


def list_over(active: Sequence[Active], now: int) -> tuple[Active, ...]:
    """Those whose time is over as `now` begins."""
    return tuple(power for power in active if power.until is not None and power.until <= now)


def list_turned(active: Sequence[Active]) -> tuple[Active, ...]:
    """Those that end as their owner's turn comes."""
    return tuple(power for power in active if power.span == "turn")


def say_time(rules: PowerRules, power: Active, now: int) -> Text:
    """How long it lasts from now: "3 rounds", "until the next turn"; nothing for the scene."""
    if power.until is not None:
        return rules.count_time(max(1, power.until - now))
    return next((use.lasts for use in rules.uses if use.span == power.span == "turn"), EMPTY)


def say_active(rules: PowerRules, power: Active, now: int) -> Text:
    """Return its name and for how long it still lasts: "Oak Skin, 3 rounds"."""
    return join(", ", (power.name, say_time(rules, power, now)))
