"""Powers in play: which may be switched on now, their effects together, and their cost."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rules.battle import Choice, Field
from rules.errors import IllegalMove
from rules.pool import Term
from rules.powers.model import HEALTH, MAX_POWERS, WILLPOWER_DOTS, Power, PowerRules
from rules.powers.words import count_levels, describe_effects, describe_price
from rules.text import EMPTY, Text, join, list_texts, small, verbatim
from rules.wounds import HARMS, Harm


@dataclass(frozen=True, slots=True)
class Share:
    """One effect of one power: the power's name, the kind of effect, the amount."""

    name: str
    kind: str
    amount: int


@dataclass(frozen=True, slots=True)
class Price:
    """What powers cost apart from points: health levels by their wounds, dots of Willpower, and once-a-scene uses."""

    harm: tuple[tuple[Harm, int], ...] = ()
    dots: int = 0
    once: tuple[str, ...] = ()

    @property
    def wounds(self) -> Text:
        """The health levels in words: "2 lethal health levels"."""
        return list_texts(count_levels(n, kind) for kind, n in self.harm)


NO_PRICE: Final = Price()
"""No cost in health levels, dots of Willpower or once-a-scene uses."""


@dataclass(frozen=True, slots=True)
class PowerTotals:
    """The powers that were switched on at one moment, added up.

    `harm`: the health levels of the cost by their wounds; `once`: keys of powers that are now used up for the scene.
    """

    names: tuple[str, ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    shares: tuple[Share, ...] = ()
    harm: Mapping[Harm, int] = field(default_factory=dict)
    once: tuple[str, ...] = ()

    @property
    def price(self) -> Price:
        """Their cost apart from points."""
        return Price(tuple(self.harm.items()), self.cost.get(WILLPOWER_DOTS, 0), self.once)

    @property
    def name(self) -> str:
        """Their names, as the log shows them."""
        return " and ".join(self.names)

    def points(self, *tracks: str) -> dict[str, Any]:
        """Return the points that they cost on each of these tracks, as fields of an event."""
        return {track: self.cost.get(track, 0) for track in tracks}

    def total(self, kind: str) -> int:
        """Return their total amount of one kind of effect."""
        return sum_shares(self.shares, kind)

    def has(self, kind: str) -> bool:
        """Return whether one of them has this kind of effect."""
        return any(share.kind == kind for share in self.shares)


NO_POWERS: Final = PowerTotals()
"""No powers were switched on."""


def sum_shares(shares: Iterable[Share], kind: str) -> int:
    """Return the total amount of one kind of effect."""
    return sum(share.amount for share in shares if share.kind == kind)


def make_terms(shares: Iterable[Share], kind: str, category: str, rule: str, sign: int = 1) -> tuple[Term, ...]:
    """Return one term for each power with this kind of effect, under the power's name."""
    return tuple(
        Term(verbatim(share.name), sign * share.amount, category, rule) for share in shares if share.kind == kind
    )


def switch_on(
    rules: PowerRules, owned: Sequence[Power], keys: object, moment: str, spent: Sequence[str] = ()
) -> PowerTotals:
    """Return the powers with these keys, switched on. Raises `IllegalMove` for unknown, repeated or unsuitable ones.

    `spent`: keys of powers that are used up in this scene.
    """
    if not isinstance(keys, (tuple, list)) or len(keys) > MAX_POWERS or not all(isinstance(key, str) for key in keys):
        raise IllegalMove("bad_powers", Text("Powers must be a list of their keys."))
    if not keys:
        return NO_POWERS
    if len(set(keys)) < len(keys):
        raise IllegalMove("power_twice", Text("A power can only be active once at a time."))
    known = {power.key: power for power in owned}
    chosen = [_choose(rules, known, str(key), moment, spent) for key in keys]
    cost: dict[str, int] = {}
    for power in chosen:
        for track, points in power.cost.items():
            cost[track] = cost.get(track, 0) + points
    harm = {kind: sum(power.cost.get(HEALTH, 0) for power in chosen if power.harm == kind) for kind in HARMS}
    shares = tuple(
        Share(power.name, effect.kind, effect.amount)
        for power in chosen
        for effect in power.effects
        if moment in rules.kind(effect.kind).uses
    )
    return PowerTotals(
        tuple(power.name for power in chosen),
        cost,
        shares,
        {kind: levels for kind, levels in harm.items() if levels},
        tuple(power.key for power in chosen if power.once),
    )


def _choose(rules: PowerRules, known: Mapping[str, Power], key: str, moment: str, spent: Sequence[str]) -> Power:
    power = known.get(key)
    if power is None:
        raise IllegalMove("no_power", Text("There is no such power on the sheet."))
    if reason := why_not(rules, power, moment):
        raise IllegalMove("power_not_now", Text("{name}: {reason}", name=power.name, reason=reason), key=key)
    if key in spent:
        raise IllegalMove(
            "power_spent", Text("{name} can be used once per scene, and has been used.", name=power.name), key=key
        )
    return power


def why_not(rules: PowerRules, power: Power, moment: str) -> Text:
    """Return why the power cannot be switched on at this moment, or an empty string."""
    use = rules.use(power)
    if moment not in use.covers:
        return Text("It works {use}.", use=small(use.label))
    return rules.timing(power).bars.get(moment, EMPTY)


def count_body(free_levels: int, willpower_dots: int) -> dict[str, int]:
    """Return what a character can pay with: all health levels and dots except the last one of each."""
    return {HEALTH: max(0, free_levels - 1), WILLPOWER_DOTS: max(0, willpower_dots - 1)}


def check_purse(rules: PowerRules, cost: Mapping[str, int], purse: Mapping[str, int], name: str) -> None:
    """Raise `IllegalMove` for a cost that is more than what is left on a track."""
    for track in rules.tracks:
        if cost.get(track.key, 0) > purse.get(track.key, 0):
            values = {"name": name, "cost": track.count(cost[track.key]), "n": purse.get(track.key, 0)}
            sentence = Text("{name} costs {cost}, and {n} are left.", **values)
            if track.key == HEALTH:  # the last level cannot be paid, though it is left
                sentence = Text("{name} costs {cost}; you can pay {n}.", **values)
            raise IllegalMove("cannot_pay", sentence, track=track.key)


@dataclass(frozen=True, slots=True)
class Cap:
    """The most that the book allows of something for all powers together. `measure`: the amount of one power."""

    high: int
    measure: Callable[[Power], int]
    label: Text
    rule: str


POWERS: Final = Text("Powers")


def make_field(
    rules: PowerRules,
    owned: Sequence[Power],
    moment: str,
    purse: Mapping[str, int],
    caps: Sequence[Cap] = (),
    label: Text = POWERS,
    spent: Sequence[str] = (),
) -> tuple[Field, ...]:
    """Return the field for the powers of this moment, greyed if the cost, a cap or the timing forbids; () if none.

    `purse`: what is left of each track; `spent`: keys of powers that are used up in this scene. The field's `high` is
    the largest number of powers that always keeps within purse and caps, no matter which are chosen.
    """
    fitting = [power for power in owned if moment in rules.use(power).covers]
    if not fitting:
        return ()
    choices = tuple(_choice(rules, power, moment, purse, caps, power.key in spent) for power in fitting)
    open_now = [power for power, choice in zip(fitting, choices, strict=True) if not choice.reason]
    high = _count_payable(open_now, purse, caps)
    return (Field("powers", label, "choices", choices, high=high, initial=(), required=False),)


def _choice(
    rules: PowerRules, power: Power, moment: str, purse: Mapping[str, int], caps: Sequence[Cap], is_spent: bool
) -> Choice:
    hint = join("; ", (describe_effects(rules, power, moment), describe_price(rules, power)))
    reason = why_not(rules, power, moment) or (Text("already used in this scene") if is_spent else EMPTY)
    for track in rules.tracks:
        points, left = power.cost.get(track.key, 0), purse.get(track.key, 0)
        if points > left and not reason:
            reason = Text("costs {cost}, {n} left", cost=track.count(points), n=left)
    for cap in caps:
        if cap.measure(power) > cap.high and not reason:
            reason = Text("{label}: at most {n} here ({rule})", label=cap.label, n=cap.high, rule=cap.rule)
    return Choice(power.key, verbatim(power.name), hint, reason)


def _count_payable(powers: Sequence[Power], purse: Mapping[str, int], caps: Sequence[Cap]) -> int:
    """Return the largest number of powers of which any selection can be paid and keeps within the caps."""
    needs = [[power.cost.get(track, 0) for power in powers] for track in purse]
    needs += [[cap.measure(power) for power in powers] for cap in caps]
    limits = [*purse.values(), *(cap.high for cap in caps)]
    fits = (
        all(sum(sorted(need, reverse=True)[:count]) <= limit for need, limit in zip(needs, limits, strict=True))
        for count in range(1, len(powers) + 1)
    )
    return sum(1 for fit in fits if fit)
