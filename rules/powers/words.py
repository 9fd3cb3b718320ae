"""Powers in words: what they do, when, and what they cost."""

from rules.powers.model import HEALTH, Power, PowerRules, Track


def describe(rules: PowerRules, power: Power) -> str:
    """What it does, when, and what it costs: "+3 dice; on an attack; supplemental; costs 2 motes"."""
    parts = [describe_effects(rules, power), describe_use(rules, power), rules.timing(power).label.lower()]
    cost = describe_cost(rules, power)
    return "; ".join(filter(None, (*parts, f"costs {cost}" if cost else "", "once per scene" if power.once else "")))


def describe_use(rules: PowerRules, power: Power) -> str:
    """When it is switched on, and for how long: "switched on for 3 rounds"."""
    use = rules.use(power)
    return f"switched on for {rules.count_time(power.lasts)}" if use.span == "count" else use.label.lower()


def describe_effects(rules: PowerRules, power: Power, moment: str = "") -> str:
    """What it does, at one moment or at all: "+3 dice, unblockable"."""
    told = []
    for effect in power.effects:
        kind = rules.kind(effect.kind)
        if not moment or moment in kind.uses:
            signed = f"{effect.amount:+d}".replace("-", "−")
            told.append(kind.told.replace("{n}", signed).replace("{a}", str(effect.amount)))
    return ", ".join(told)


def describe_cost(rules: PowerRules, power: Power) -> str:
    """What it costs: "2 motes, 1 lethal health level"."""
    return ", ".join(_describe_track(power, track) for track in rules.tracks if power.cost.get(track.key))


def _describe_track(power: Power, track: Track) -> str:
    points, _space, name = track.count(power.cost[track.key]).partition(" ")
    return " ".join(filter(None, (points, power.harm if track.key == HEALTH else "", name)))


def describe_price(rules: PowerRules, power: Power) -> str:
    """What a control says beside its name: the cost, and that it is there once in a scene."""
    return ", ".join(filter(None, (describe_cost(rules, power), "once per scene" if power.once else "")))
