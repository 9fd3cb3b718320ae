"""Character creation: check a new character against its book's budget, and settle it."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.access import is_storyteller, require_editor
from campaigns.language import tell
from campaigns.models import Character, Membership, Series
from campaigns.refusals import Refused
from campaigns.services.locks import lock_character, locked_series
from rules import get_system
from rules.codec import decode
from rules.creation import Creation


def check_budget(series: Series, sheet: Any) -> Creation:
    """Return how a parsed sheet spends the creation budget, under the options of the series."""
    system = get_system(series.system)
    return system.sheets.creation(sheet, decode(system.options, series.options))


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
            raise Refused(_("Only the Storyteller can open a character again that is made."), status=403)
        if settled and not (anyway and storyteller):
            _require_ready(character)
        Character.objects.filter(pk=character.pk).update(settled=settled)


def _require_ready(character: Character) -> None:
    if character.made_freely or character.settled:
        return
    faults = check_budget(character.series, character.parsed_sheet()).faults
    if faults:
        told = " ".join(map(tell, faults))
        raise Refused(_("Not made yet: {faults} Or make the character freely.").format(faults=told), status=422)
