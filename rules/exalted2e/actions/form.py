"""The form of a roll outside combat."""

from collections.abc import Iterator

from rules.battle import Choice, Field
from rules.exalted2e.actions.environment import FOOTING, SIGHT
from rules.exalted2e.actions.powers import ROLL_POWERS
from rules.exalted2e.actions.requests import MAX_DIFFICULTY, MAX_MODIFIER, MODIFIERS, WILLPOWER
from rules.exalted2e.actions.rolling import HIGHEST_TARGET, LOWEST_TARGET, TARGET
from rules.exalted2e.actions.stunts import MAX_STUNT
from rules.exalted2e.actions.willpower import channels_left
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.rows import list_specialties
from rules.exalted2e.traits import ABILITIES, ATTRIBUTES, VIRTUES, has_rule_of_10, label


def list_fields(sheet: Sheet) -> tuple[Field, ...]:
    """The form of a roll for this character; extras and ordinary mortals are not asked what they may not do."""
    return (*trait_fields(sheet), *ROLL_POWERS.fields(sheet), *_efforts_and_stunts(sheet), *_modifiers(), *_goal())


def trait_fields(sheet: Sheet) -> Iterator[Field]:
    """What is rolled: an Attribute with an Ability or a Virtue alone, and specialty dice."""
    attributes = [_rated(sheet.attribute(name), name, group) for group, names in ATTRIBUTES.items() for name in names]
    virtues = [Choice(name, f"{label(name)} alone", "Virtue", dots=sheet.virtue(name)) for name in VIRTUES]
    abilities = [
        _rated(sheet.ability(name), name, label(caste)) for caste, names in ABILITIES.items() for name in names
    ]
    yield Field("attribute", "Attribute", "choice", (*attributes, *virtues), initial="dexterity")
    yield Field("ability", "Ability", "choice", (*abilities, Choice("", "None, for a Virtue")), initial="athletics")
    if owned := list_specialties(sheet.specialties):
        named = ", ".join(f"{row.name} {row.dots} ({label(row.ability)})" for row in owned)
        yield Field("specialty", "Specialty dice", "number", low=0, high=3, initial=0, help=named)


def _rated(rating: int, name: str, group: str) -> Choice:
    return Choice(name, label(name), group, dots=rating)


def _efforts_and_stunts(sheet: Sheet) -> Iterator[Field]:
    if has_rule_of_10(sheet.being):
        yield Field("stunt", "Stunt", "number", low=0, high=MAX_STUNT, initial=0, help="Its rating")
        yield Field("motivation", "Riskily furthers the Motivation", "flag", initial=False)
    if sheet.being != "extra":
        yield Field("effort", "Willpower", "choice", tuple(_efforts(sheet)), initial="")


def _modifiers() -> Iterator[Field]:
    help = {"multiple": "The first of so many actions at once loses as many dice, each further one another die."}
    for name, title in MODIFIERS.items():
        yield Field(name, title, "number", low=0, high=MAX_MODIFIER, initial=0, help=help.get(name, ""))
    sight = (Choice("", "Clear"), *(Choice(name, label(name)) for name in SIGHT))
    footing = (Choice("", "Firm"), *(Choice(name, f"Above the {name}") for name in FOOTING))
    yield Field("sight", "Sight", "choice", sight, initial="")
    yield Field("footing", "Water or mud", "choice", footing, initial="")
    yield Field("mounted", "Mounted", "flag", initial=False)


def _goal() -> Iterator[Field]:
    yield Field("difficulty", "Difficulty", "number", low=0, high=MAX_DIFFICULTY, initial=1)
    yield Field("target", "Target number", "number", low=LOWEST_TARGET, high=HIGHEST_TARGET, initial=TARGET)
    yield Field("automatic", "Take an automatic success", "flag", initial=False)


def _efforts(sheet: Sheet) -> Iterator[Choice]:
    reason = "" if sheet.willpower_points else "No Willpower points are left."
    yield Choice("", "Spend none")
    yield Choice(WILLPOWER, "A success", reason=reason)
    for virtue in VIRTUES:
        left = channels_left(sheet, virtue)
        hint = f"{sheet.virtue(virtue)} dice, {left} left this story"
        yield Choice(
            virtue, f"Channel {label(virtue)}", hint, reason or ("" if left else "Channeled enough this story.")
        )
