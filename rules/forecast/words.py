"""A forecast in plain words."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules.forecast.contract import Forecaster, Plans
from rules.forecast.levers import Weight
from rules.forecast.results import Chance, Counts, Forecast, Person, mean, quantile
from rules.forecast.tactics import plan_of
from rules.odds import percent
from rules.text import Text, join

EXACT = Text("A duel, exact: all possible dice were counted.")


def describe_tactics(forecast: Forecast, plans: Plans) -> Iterator[Text]:
    """Yield a sentence for the tactic of each side."""
    for side in forecast.sides:
        tactic = plan_of(plans, side)
        yield Text("{side}: {tactic}. {sentence}", side=side, tactic=tactic.name, sentence=tactic.sentence)


def describe_sides(forecaster: Forecaster[Any], forecast: Forecast) -> Iterator[Text]:
    """Yield who wins, and how long it takes."""
    for side, chance in forecast.sides.items():
        yield Text("{side} wins: {chance}", side=side, chance=say_chance(chance))
    if forecast.nobody.fights:
        yield Text("Undecided: {chance}", chance=say_chance(forecast.nobody))
    middle, late = (forecaster.count(quantile(forecast.times, share)) for share in (0.5, 0.9))
    yield Text("Half of the fights end within {middle}, nine in ten within {late}.", middle=middle, late=late)


def describe_person(person: Person) -> Text:
    """Return what becomes of one combatant."""
    fates = join(", ", (Text("{fate} {chance}", fate=f, chance=percent(c.share)) for f, c in person.fates))
    felled = Text("defeated {chance}", chance=percent(person.felled.share))
    parts = [Text("{felled} ({fates})", felled=felled, fates=fates) if person.fates else felled]
    parts.append(Text("health levels lost {levels}", levels=say_counts(person.lost)))
    parts += [
        Text("{purse} spent {points}", purse=spending.name, points=say_counts(spending.spent))
        for spending in person.spendings
        if any(points for points, _ in spending.spent)
    ]
    return Text("{who}: {parts}.", who=person.name, parts=join("; ", parts))


def describe_out(forecast: Forecast) -> Iterator[Text]:
    """Yield who is out of the fight already, and how."""
    if forecast.out:
        names = (Text("{who} ({fate})", who=who, fate=fate) for who, fate in forecast.out)
        yield Text("Already out: {names}.", names=join(", ", names))


def describe_weights(weights: Sequence[Weight]) -> Iterator[Text]:
    """Yield what one point more of the numbers that matter most does, where it changes a sentence."""
    for weight in weights:
        before, after = percent(weight.before.share), percent(weight.after.share)
        if before != after:
            yield Text(
                "+1 {number} for {who}: {side} wins {after} instead of {before}.",
                number=weight.name,
                who=weight.who,
                side=weight.side,
                before=before,
                after=after,
            )


def say_chance(chance: Chance) -> Text:
    """Return a chance with its bounds, "41 % (38 % to 44 %)"; an exact one without."""
    if chance.is_exact:
        return percent(chance.share)
    low, high = map(percent, chance.bounds)
    return Text("{chance} ({low} to {high})", chance=percent(chance.share), low=low, high=high)


def say_counts(counts: Counts) -> Text:
    """Return the mean, and between what eight of ten fights lie: "3.2 (1 to 6)"."""
    low, high = quantile(counts, 0.1), quantile(counts, 0.9)
    whole, tenth = f"{mean(counts):.1f}".split(".")
    return Text("{whole}.{tenth} ({low} to {high})", whole=whole, tenth=tenth, low=low, high=high)
