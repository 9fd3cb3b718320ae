"""Powers in words: what they do, when, and what they cost."""

from rules.powers.model import HEALTH, Power, PowerRules, Track
from rules.text import EMPTY, Text, join, small
from rules.view import signed
from rules.wounds import Harm

ONCE = Text("once per scene")


def describe(rules: PowerRules, power: Power) -> Text:
    """Return its effects, use and cost in words: "+3 dice; on an attack; supplemental; costs 2 motes"."""
    parts = [describe_effects(rules, power), describe_use(rules, power), small(rules.timing(power).label)]
    if cost := describe_cost(rules, power):
        parts.append(Text("costs {cost}", cost=cost))
    return join("; ", (*parts, ONCE if power.once else EMPTY))


def describe_use(rules: PowerRules, power: Power) -> Text:
    """Return when it is switched on, and for how long: "switched on for 3 rounds"."""
    use = rules.use(power)
    if use.span == "count":
        return Text("active for {time}", time=rules.count_time(power.lasts))
    return small(use.label)


def describe_effects(rules: PowerRules, power: Power, moment: str = "") -> Text:
    """Return its effects in words, all or those of one moment: "+3 dice, unblockable"."""
    kinds = ((rules.kind(effect.kind), effect.amount) for effect in power.effects)
    return join(
        ", ",
        (Text(kind.message, n=signed(amount), a=amount) for kind, amount in kinds if not moment or moment in kind.uses),
    )


def describe_cost(rules: PowerRules, power: Power) -> Text:
    """Return its cost in words: "2 motes, 1 lethal health level"."""
    return join(", ", (_describe_track(power, track) for track in rules.tracks if power.cost.get(track.key)))


def _describe_track(power: Power, track: Track) -> Text:
    points = power.cost[track.key]
    return count_levels(points, power.harm) if track.key == HEALTH and power.harm else track.count(points)


def count_levels(n: int, harm: Harm | str) -> Text:
    """Return a number of health levels with their wounds: "2 lethal health levels"."""
    if harm == "bashing":
        return Text("{n} bashing health level", "{n} bashing health levels", n=n)
    if harm == "lethal":
        return Text("{n} lethal health level", "{n} lethal health levels", n=n)
    return Text("{n} aggravated health level", "{n} aggravated health levels", n=n)


def describe_price(rules: PowerRules, power: Power) -> Text:
    """Return the text for a control: the cost, and whether it may be used once in a scene."""
    return join(", ", (describe_cost(rules, power), ONCE if power.once else EMPTY))
