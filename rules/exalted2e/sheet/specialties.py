"""The specialties of a sheet that apply to a roll: named there, and counted by their dots (2E-170, 2E-171)."""

from collections.abc import Collection, Iterator

from rules.battle import Choice
from rules.errors import BadInput
from rules.exalted2e.sheet.model import Sheet
from rules.exalted2e.sheet.rows import Specialty, list_specialties
from rules.exalted2e.traits import MAX_SPECIALTIES, label
from rules.text import Text, verbatim


def find_specialties(sheet: Sheet, *abilities: str) -> tuple[Specialty, ...]:
    """Return the specialties in these Abilities; without any named, all of the sheet."""
    return tuple(row for row in list_specialties(sheet.specialties) if not abilities or row.ability in abilities)


def count_specialties(sheet: Sheet, ability: str, named: Collection[str]) -> int:
    """Return the dice of those named that belong to this Ability, at most three (2E-170)."""
    return min(MAX_SPECIALTIES, sum(row.dots for row in find_specialties(sheet, ability) if row.key in named))


def check_specialties(sheet: Sheet, named: Collection[str], *abilities: str) -> None:
    """Raise `BadInput` for a specialty that the sheet does not have in one of these Abilities."""
    known = {row.key for row in find_specialties(sheet, *abilities)}
    for key in named:
        if not abilities:
            raise BadInput("no_specialty", Text("No specialty applies to this roll."), key="specialties")
        if key not in known:
            name, trait = repr((key.partition(":")[2] or key)[:40]), label(abilities[0])
            sentence = Text("The sheet has no specialty {name} in {trait}.", name=name, trait=trait)
            raise BadInput("no_specialty", sentence, key="specialties")


def list_choices(sheet: Sheet, *abilities: str) -> Iterator[Choice]:
    """Yield a choice for each specialty in these Abilities, with its dots and, if all are meant, its Ability."""
    for row in find_specialties(sheet, *abilities):
        dice = Text("+{n} die", "+{n} dice", n=row.dots)
        hint = dice if len(abilities) == 1 else Text("{trait}, {dice}", trait=label(row.ability), dice=dice)
        yield Choice(row.key, verbatim(row.name), hint)
