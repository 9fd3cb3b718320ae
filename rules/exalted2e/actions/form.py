"""The form of a roll outside combat."""

from collections.abc import Iterator

from rules.battle import Choice, Field
from rules.exalted2e.actions.environment import SIGHT
from rules.exalted2e.actions.powers import ROLL_POWERS
from rules.exalted2e.actions.requests import MAX_DIFFICULTY, MAX_MODIFIER, MODIFIERS, WILLPOWER
from rules.exalted2e.actions.rolling import HIGHEST_TARGET, LOWEST_TARGET, TARGET
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.actions.willpower import NO_POINTS, channels_left
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.traits import ABILITIES, VIRTUES, has_rule_of_10, label
from rules.sheets import ATTRIBUTE_GROUPS
from rules.text import EMPTY, Text, join

DEPTHS = {"ankles": Text("Above the ankles"), "waist": Text("Above the waist")}
"""The labels of `FOOTING`."""
VIRTUE = Text("Virtue")
ALONE = {name: Text("{virtue} alone", virtue=label(name)) for name in VIRTUES}
"""The labels of Virtues, which are rolled without an Ability."""


def list_fields(sheet: Sheet) -> tuple[Field, ...]:
    """Return the form of a roll for this character, without what extras and ordinary mortals may not do."""
    return (*trait_fields(sheet), *ROLL_POWERS.fields(sheet), *_efforts_and_stunts(sheet), *_modifiers(), *_goal())


def trait_fields(sheet: Sheet) -> Iterator[Field]:
    """Yield the fields of the traits: an Attribute with an Ability, or a Virtue alone; specialty dice."""
    attributes = [
        _rated(sheet.attribute(name), name, label(group)) for group, names in ATTRIBUTE_GROUPS.items() for name in names
    ]
    virtues = [Choice(name, alone, VIRTUE, dots=sheet.virtue(name)) for name, alone in ALONE.items()]
    abilities = [
        _rated(sheet.ability(name), name, label(caste)) for caste, names in ABILITIES.items() for name in names
    ]
    yield Field("attribute", Text("Attribute"), "choice", (*attributes, *virtues), initial="dexterity")
    yield Field(
        "ability", Text("Ability"), "choice", (*abilities, Choice("", Text("None, for a Virtue"))), initial="athletics"
    )
    if owned := list_specialties(sheet.specialties):
        named = join(
            ", ",
            (Text("{name} {n} ({trait})", name=row.name, n=row.dots, trait=label(row.ability)) for row in owned),
        )
        yield Field("specialty", Text("Specialty dice"), "number", low=0, high=3, initial=0, help=named)


def _rated(rating: int, name: str, group: Text) -> Choice:
    return Choice(name, label(name), group, dots=rating)


def _efforts_and_stunts(sheet: Sheet) -> Iterator[Field]:
    if has_rule_of_10(sheet.being):
        yield Field("stunt", Text("Stunt"), "number", low=0, high=MAX_STUNT, initial=0, help=Text("Its rating"))
        yield Field("motivation", Text("Riskily furthers the Motivation"), "flag", initial=False)
    if sheet.being != "extra":
        yield Field("effort", Text("Willpower"), "choice", tuple(_efforts(sheet)), initial="")


def _modifiers() -> Iterator[Field]:
    help = {"multiple": Text("The first of so many actions at once loses as many dice, each further one another die.")}
    for name, title in MODIFIERS.items():
        yield Field(name, title, "number", low=0, high=MAX_MODIFIER, initial=0, help=help.get(name, EMPTY))
    sight = (Choice("", Text("Clear")), *(Choice(name, label(name)) for name in SIGHT))
    footing = (Choice("", Text("Firm")), *(Choice(name, depth) for name, depth in DEPTHS.items()))
    yield Field("sight", Text("Sight"), "choice", sight, initial="")
    yield Field("footing", Text("Water or mud"), "choice", footing, initial="")
    yield Field("mounted", Text("Mounted"), "flag", initial=False)


def _goal() -> Iterator[Field]:
    yield Field("difficulty", Text("Difficulty"), "number", low=0, high=MAX_DIFFICULTY, initial=1)
    yield Field("target", Text("Target number"), "number", low=LOWEST_TARGET, high=HIGHEST_TARGET, initial=TARGET)
    yield Field("automatic", Text("Take an automatic success"), "flag", initial=False)


def _efforts(sheet: Sheet) -> Iterator[Choice]:
    reason = EMPTY if sheet.willpower_points else NO_POINTS
    yield Choice("", Text("Spend none"))
    yield Choice(WILLPOWER, Text("A success"), reason=reason)
    for virtue in VIRTUES:
        left = channels_left(sheet, virtue)
        hint = Text("{n} die, {n2} left this story", "{n} dice, {n2} left this story", n=sheet.virtue(virtue), n2=left)
        yield Choice(
            virtue,
            Text("Channel {trait}", trait=label(virtue)),
            hint,
            reason or (EMPTY if left else Text("Channeled enough this story.")),
        )
