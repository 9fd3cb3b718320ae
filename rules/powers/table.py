"""Powers at the table: which may be switched on now, what they bring together, and what they cost."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from rules.battle import Choice, Field
from rules.errors import IllegalMove
from rules.pool import Term
from rules.powers.model import MAX_POWERS, Power, PowerRules
from rules.powers.words import describe_cost, describe_effects


@dataclass(frozen=True, slots=True)
class Share:
    """What one power brings to a sum: its name, the kind of effect, the amount."""

    name: str
    kind: str
    amount: int


@dataclass(frozen=True, slots=True)
class Switched:
    """The powers that were switched on at one moment, added up."""

    names: tuple[str, ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    shares: tuple[Share, ...] = ()

    @property
    def name(self) -> str:
        """All of them, as the log names them."""
        return " and ".join(self.names)

    def total(self, kind: str) -> int:
        """What they bring together of one kind."""
        return sum_shares(self.shares, kind)

    def has(self, kind: str) -> bool:
        """Whether one of them brings this kind."""
        return any(share.kind == kind for share in self.shares)


NO_POWERS: Final = Switched()
"""Nothing was switched on."""


def sum_shares(shares: Iterable[Share], kind: str) -> int:
    """What these shares bring of one kind."""
    return sum(share.amount for share in shares if share.kind == kind)


def make_terms(shares: Iterable[Share], kind: str, category: str, rule: str, sign: int = 1) -> tuple[Term, ...]:
    """One term for each power that brings this kind, under its own name."""
    return tuple(Term(share.name, sign * share.amount, category, rule) for share in shares if share.kind == kind)


def switch_on(rules: PowerRules, owned: Sequence[Power], keys: object, moment: str) -> Switched:
    """Read which powers are switched on. Raises `IllegalMove` for what is not there, not now, or said twice."""
    if not isinstance(keys, (tuple, list)) or len(keys) > MAX_POWERS or not all(isinstance(key, str) for key in keys):
        raise IllegalMove("bad_powers", "The powers are a list of their keys.")
    if not keys:
        return NO_POWERS
    if len(set(keys)) < len(keys):
        raise IllegalMove("power_twice", "A power is switched on once at a time.")
    known = {power.key: power for power in owned}
    chosen = [_choose(rules, known, str(key), moment) for key in keys]
    cost: dict[str, int] = {}
    for power in chosen:
        for track, points in power.cost.items():
            cost[track] = cost.get(track, 0) + points
    shares = tuple(
        Share(power.name, effect.kind, effect.amount)
        for power in chosen
        for effect in power.effects
        if moment in rules.kind(effect.kind).uses
    )
    return Switched(tuple(power.name for power in chosen), cost, shares)


def _choose(rules: PowerRules, known: Mapping[str, Power], key: str, moment: str) -> Power:
    power = known.get(key)
    if power is None:
        raise IllegalMove("no_power", "There is no such power on the sheet.")
    if reason := why_not(rules, power, moment):
        raise IllegalMove("power_not_now", f"{power.name}: {reason}", key=key)
    return power


def why_not(rules: PowerRules, power: Power, moment: str) -> str:
    """Why the power cannot be switched on at this moment, or an empty string."""
    use = rules.use(power)
    if moment not in use.covers:
        return f"It works {use.label.lower()}."
    return rules.timing(power).bars.get(moment, "")


def check_purse(rules: PowerRules, cost: Mapping[str, int], purse: Mapping[str, int], name: str) -> None:
    """Refuse a cost that is beyond what is left on a track. Raises `IllegalMove`."""
    for track in rules.tracks:
        if cost.get(track.key, 0) > purse.get(track.key, 0):
            sentence = f"{name} costs {track.count(cost[track.key])}, and {purse.get(track.key, 0)} are left."
            raise IllegalMove("cannot_pay", sentence, track=track.key)


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that the book lets powers bring of something together; `measure` is what one of them brings."""

    high: int
    measure: Callable[[Power], int]
    label: str
    rule: str


def make_field(
    rules: PowerRules,
    owned: Sequence[Power],
    moment: str,
    purse: Mapping[str, int],
    caps: Sequence[Cap] = (),
    label: str = "Powers",
) -> tuple[Field, ...]:
    """The powers to choose from at this moment, greyed where they cannot be paid or the timing forbids; or nothing.

    `purse`: what is left of each track. The field's `high` is how many of them keep within purse and caps together,
    whichever they are.
    """
    fitting = [power for power in owned if moment in rules.use(power).covers]
    if not fitting:
        return ()
    choices = tuple(_choice(rules, power, moment, purse, caps) for power in fitting)
    open_now = [power for power, choice in zip(fitting, choices, strict=True) if not choice.reason]
    high = _count_payable(open_now, purse, caps)
    return (Field("powers", label, "choices", choices, high=high, initial=(), required=False),)


def _choice(rules: PowerRules, power: Power, moment: str, purse: Mapping[str, int], caps: Sequence[Cap]) -> Choice:
    hint = "; ".join(filter(None, (describe_effects(rules, power, moment), describe_cost(rules, power))))
    reason = why_not(rules, power, moment)
    for track in rules.tracks:
        points, left = power.cost.get(track.key, 0), purse.get(track.key, 0)
        if points > left and not reason:
            reason = f"costs {track.count(points)}, {left} left"
    for cap in caps:
        if cap.measure(power) > cap.high and not reason:
            reason = f"{cap.label}: at most {cap.high} here ({cap.rule})"
    return Choice(power.key, power.name, hint, reason)


def _count_payable(powers: Sequence[Power], purse: Mapping[str, int], caps: Sequence[Cap]) -> int:
    """The largest number of powers of which any may be switched on together."""
    needs = [[power.cost.get(track, 0) for power in powers] for track in purse]
    needs += [[cap.measure(power) for power in powers] for cap in caps]
    limits = [*purse.values(), *(cap.high for cap in caps)]
    fits = (
        all(sum(sorted(need, reverse=True)[:count]) <= limit for need, limit in zip(needs, limits, strict=True))
        for count in range(1, len(powers) + 1)
    )
    return sum(1 for fit in fits if fit)
