"""Powers in words: what they do, when, and what they cost."""

from rules.powers.model import Power, PowerRules


def describe(rules: PowerRules, power: Power) -> str:
    """What it does, when, and what it costs: "+3 dice; on an attack; supplemental; costs 2 motes"."""
    parts = [describe_effects(rules, power), rules.use(power).label.lower(), rules.timing(power).label.lower()]
    cost = describe_cost(rules, power)
    return "; ".join(filter(None, (*parts, f"costs {cost}" if cost else "")))


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
    """What it costs: "2 motes, 1 Willpower"."""
    return ", ".join(track.count(power.cost[track.key]) for track in rules.tracks if power.cost.get(track.key))
