"""The named steps of a combatant's surroundings; their numbers are the book's (2E-084, 2E-340, 2E-346 to 2E-353)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.exalted2e.state.combatant import Ground
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the `value` in `Ground`, its name, and what it does."""

    value: int
    name: Text
    hint: Text = EMPTY


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature of a place: the field of `Ground`, and its steps by their keys. The first is the plain one."""

    label: Text
    field: str
    steps: Mapping[str, Step]


def _higher(n: int) -> Text:
    return Text("DV +{n} hand to hand, none against long weapons", n=n)


def _lower(n: int) -> Text:
    return Text("DV −{n} hand to hand", n=n)


def _unstable(n: int) -> Text:
    return Text("Dodge DV −{n}", n=n)


FEATURES: Final[Mapping[str, Feature]] = {
    "cover": Feature(
        Text("Hard cover"),
        "cover",
        {
            "none": Step(0, Text("no cover")),
            "quarter": Step(25, Text("25% cover"), Text("DV +0, against shots +1")),
            "half": Step(50, Text("50% cover"), Text("DV +1, against shots +2")),
            "most": Step(75, Text("75% cover"), Text("DV +1, against shots +3")),
            "nearly_all": Step(90, Text("90% cover"), Text("DV +2, against shots +4")),
        },
    ),
    "height": Feature(
        Text("Height"),
        "height",
        {
            "level": Step(0, Text("level with the others")),
            "gentle": Step(1, Text("up steps or a gentle slope"), _higher(1)),
            "steep": Step(2, Text("up a steep slope, or in a howdah"), _higher(2)),
            "too_steep": Step(3, Text("up a climb that needs hands, or a ladder"), _higher(3)),
            "below_gentle": Step(-1, Text("down steps or a gentle slope"), _lower(1)),
            "below_steep": Step(-2, Text("down a steep slope"), _lower(2)),
            "below_too_steep": Step(-3, Text("down a climb that needs hands"), _lower(3)),
        },
    ),
    "terrain": Feature(
        Text("Ground"),
        "terrain",
        {
            "firm": Step(0, Text("firm ground")),
            "bad": Step(1, Text("bad ground, such as loose pebbles"), _unstable(1)),
            "worse": Step(2, Text("worse ground, such as marsh"), _unstable(2)),
            "extreme": Step(3, Text("extreme ground"), _unstable(3)),
            "hopeless": Step(4, Text("no footing at all"), Text("no dodge")),
        },
    ),
    "room": Feature(
        Text("Room to give ground"),
        "cramped",
        {
            "free": Step(0, Text("room to dodge")),
            "none": Step(1, Text("no ground to give"), Text("close ranks, a narrow place: no dodge")),
        },
    ),
    "sight": Feature(
        Text("Sight"),
        "sight",
        {
            "clear": Step(0, Text("clear sight")),
            "impaired": Step(2, Text("bad sight, such as murk or rain"), Text("−2 dice")),
            "blind": Step(4, Text("blind, or in the dark"), Text("−4 dice")),
        },
    ),
    "footing": Feature(
        Text("Water or mud"),
        "external",
        {
            "dry": Step(0, Text("no water or mud")),
            "ankles": Step(1, Text("water or mud above the ankles"), Text("−1 success")),
            "waist": Step(2, Text("water or mud above the waist"), Text("−2 successes")),
        },
    ),
    "weather": Feature(
        Text("Weather"),
        "weather",
        {
            "fair": Step(0, Text("fair weather")),
            "storm": Step(1, Text("a storm"), Text("−2 dice and −1 success")),
        },
    ),
}
"""By the field of the Storyteller's move."""


def find_step(feature: Feature, ground: Ground) -> Step | None:
    """Return the step on which the ground is; None for a number between the steps."""
    now = int(getattr(ground, feature.field))
    return next((step for step in feature.steps.values() if step.value == now), None)


def put_steps(ground: Ground, chosen: Mapping[str, str]) -> Ground:
    """Return the ground with other steps of some features; an empty step leaves the feature as it is."""
    changes: dict[str, Any] = {}
    for name, key in chosen.items():
        if key:
            feature = FEATURES[name]
            value = feature.steps[key].value
            changes[feature.field] = bool(value) if feature.field == "cramped" else value
    return replace(ground, **changes)


def say_features(ground: Ground, *names: str) -> Iterator[Text]:
    """Yield what is not plain about the ground: of these features, or of all."""
    for name in names or FEATURES:
        feature = FEATURES[name]
        value = int(getattr(ground, feature.field))
        step = find_step(feature, ground)
        if value and step is not None:
            yield step.name
        elif value:
            yield Text("{label} {n}", label=feature.label, n=value)
