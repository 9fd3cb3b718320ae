"""Ready heroes: characters that a player takes as they are, and edits later."""

from django.utils.translation import gettext as _

from campaigns.core.locks import locked_series
from campaigns.core.refusals import Refused
from campaigns.models import Character, Membership
from campaigns.sheets.services import create_character, number_name
from rules import get_system


def take_hero(membership: Membership, archetype: str) -> Character:
    """Create the ready hero of this archetype. A player owns it; a Storyteller has it at hand.

    Its name is the first of its card that nobody in the series has. Raises `Refused` for an archetype without a hero.
    """
    with locked_series(membership) as series:
        sheets = get_system(series.system).sheets
        if archetype not in sheets.list_heroes():
            raise Refused(_("Choose one of the ready heroes."), status=422)
        names = sheets.cards[archetype].names
        taken = set(series.characters.filter(name__in=names).values_list("name", flat=True))
        free = next((name for name in names if name not in taken), None)
        return create_character(membership, free or number_name(series, names[0]), archetype)
