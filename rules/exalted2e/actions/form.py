"""The form of a roll outside combat."""

from collections.abc import Iterator
from typing import Any

from rules.battle import Choice, Field
from rules.battle.declare import list_fields as declared
from rules.exalted2e.actions.powers import ROLL_POWERS
from rules.exalted2e.actions.requests import WILLPOWER, RollRequest
from rules.exalted2e.actions.willpower import NO_POINTS, channels_left
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.specialties import list_choices
from rules.exalted2e.traits import ABILITIES, VIRTUES, has_rule_of_10, label
from rules.sheets import ATTRIBUTE_GROUPS
from rules.text import EMPTY, Text

MODIFIERS = (
    "bonus",
    "penalty",
    "magic_bonus",
    "magic_penalty",
    "charm_successes",
    "external",
    "retry",
    "actions",
    "place",
    "tools",
    "sight",
    "footing",
    "weather",
    "mounted",
    "difficulty",
    "target",
    "automatic",
)
"""The fields that do not depend on the sheet."""
VIRTUE = Text("Virtue")
ALONE = {name: Text("{virtue} alone", virtue=label(name)) for name in VIRTUES}
"""The labels of Virtues, which are rolled without an Ability."""


def list_fields(sheet: Sheet) -> tuple[Field, ...]:
    """Return the form of a roll for this character, without what extras and ordinary mortals may not do."""
    stunts = declared(RollRequest, None, "stunt", "motivation") if has_rule_of_10(sheet.being) else ()
    efforts = {"effort": {"choices": tuple(_efforts(sheet))}} if sheet.being != "extra" else {}
    return (
        *trait_fields(sheet),
        *ROLL_POWERS.fields(sheet),
        *stunts,
        *(declared(RollRequest, efforts, "effort") if efforts else ()),
        *declared(RollRequest, None, *MODIFIERS),
    )


def trait_fields(sheet: Sheet) -> Iterator[Field]:
    """Yield the fields of the traits: an Attribute with an Ability, or a Virtue alone; the specialties."""
    attributes = [
        _rated(sheet.attribute(name), name, label(group)) for group, names in ATTRIBUTE_GROUPS.items() for name in names
    ]
    virtues = [Choice(name, alone, VIRTUE, dots=sheet.virtue(name)) for name, alone in ALONE.items()]
    abilities = [
        _rated(sheet.ability(name), name, label(caste)) for caste, names in ABILITIES.items() for name in names
    ]
    with_others = tuple(ability.value for ability in abilities)
    ability: dict[str, Any] = {
        "choices": (*abilities, Choice("", Text("None (roll a Virtue)"))),
        "initial": "athletics",
        "bound_by": "attribute",
        "leaves": {attribute.value: with_others for attribute in attributes}
        | {virtue.value: ("",) for virtue in virtues},
    }
    changes = {"attribute": {"choices": (*attributes, *virtues), "initial": "dexterity"}, "ability": ability}
    yield from declared(RollRequest, changes, *changes)
    if owned := tuple(list_choices(sheet)):
        yield from declared(RollRequest, {"specialties": {"choices": owned}}, "specialties")


def _rated(rating: int, name: str, group: Text) -> Choice:
    return Choice(name, label(name), group, dots=rating)


def _efforts(sheet: Sheet) -> Iterator[Choice]:
    reason = EMPTY if sheet.willpower_points else NO_POINTS
    yield Choice("", Text("Don’t spend"))
    yield Choice(WILLPOWER, Text("A success"), reason=reason)
    for virtue in VIRTUES:
        left = channels_left(sheet, virtue)
        hint = Text("{n} die, {n2} left this story", "{n} dice, {n2} left this story", n=sheet.virtue(virtue), n2=left)
        yield Choice(
            virtue,
            Text("Channel {trait}", trait=label(virtue)),
            hint,
            reason or (EMPTY if left else Text("Already channeled as often as this story allows.")),
        )
