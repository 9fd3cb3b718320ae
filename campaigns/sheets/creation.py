"""Character creation: check a new character against its book's budget, and settle it."""

from typing import Any, cast

from django.utils.translation import gettext as _

from campaigns.core.access import is_storyteller, require_editor
from campaigns.core.language import translate
from campaigns.core.locks import lock_character, locked_series
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership, Series
from rules import get_system
from rules.codec import decode
from rules.creation import Creation, HouseBudget, with_house_budget
from rules.sheets import ATTRIBUTE_TITLES
from rules.text import Text


def check_budget(series: Series, sheet: Any) -> Creation:
    """Return how a parsed sheet spends the creation budget, under the options and the Storyteller's numbers of the
    series."""
    system = get_system(series.system)
    creation = system.sheets.creation(sheet, decode(system.options, series.options))
    return with_house_budget(creation, decode(HouseBudget, series.budget), list(ATTRIBUTE_TITLES.values()))


def list_open_titles(series: Series) -> list[Text]:
    """Return the titles of the parts of a new character for which the sources of the game name no number."""
    system = get_system(series.system)
    sheets, options = system.sheets, cast(Any, decode(system.options, series.options))
    found = (sheets.creation(sheets.parse(sheets.blank(archetype)), options) for archetype in sheets.archetypes)
    return list(dict.fromkeys(line.title for creation in found for line in creation.lines if line.is_free))


def settle(membership: Membership, character: Character, settled: bool, *, anyway: bool = False) -> None:
    """Mark the character as made. Only a Storyteller can unmark it.

    Raises `Refused` if the budget is overspent or not spent, unless the character is made freely or a Storyteller
    passes `anyway`.
    """
    with locked_series(membership):
        character = lock_character(character)
        require_editor(character, membership)
        storyteller = is_storyteller(membership)
        if not settled and not storyteller:
            raise Refused(_("Only the Storyteller can reopen a finished character."), status=403)
        if settled and not (anyway and storyteller):
            _require_ready(character)
        Character.objects.filter(pk=character.pk).update(settled=settled)


def _require_ready(character: Character) -> None:
    if character.made_freely or character.settled:
        return
    faults = check_budget(character.series, character.parsed_sheet()).faults
    if faults:
        sentences = " ".join(map(translate, faults))
        raise Refused(_("Not finished yet: {faults} Or ignore the budget.").format(faults=sentences), status=422)
