"""Names that people choose: none that looks like another's, or like that of somebody who runs the server."""

import unicodedata
from functools import cache

from confusable_homoglyphs.confusables import confusables_data
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.models import User

RESERVED = (
    *("admin", "administrator", "root", "superuser", "sysadmin", "system", "staff", "host", "owner", "moderator"),
    *("support", "help", "helpdesk", "security", "abuse", "postmaster", "webmaster", "official", "nobody", "anonymous"),
    *("storyteller", "storywheel", "gamemaster", "gm", "player", "spectator", "everybody", "everyone"),
    *("kertoja", "ylläpito", "ylläpitäjä", "palvelin", "pelaaja", "katsoja", "kaikki"),
)
"""What stands on pages for those who run a server or a table, in both languages."""


def normalize(name: str) -> str:
    """The name as it is kept: each letter in the one form that Unicode has for it."""
    return unicodedata.normalize("NFKC", name)


def check_name(name: str) -> None:
    """Raises `ValidationError` for a name that others could take for somebody else's."""
    look = get_skeleton(name)
    if look in map(get_skeleton, RESERVED):
        raise ValidationError(_("This name is kept for those who run things here. Choose another."))
    taken = User.objects.values_list("username", flat=True).iterator()
    if any(look == get_skeleton(other) for other in taken):
        raise ValidationError(_("Somebody has this name, or one that looks like it. Choose another."))


def get_skeleton(name: str) -> str:
    """What two names have in common that the eye does not tell apart, after Unicode's list (UTS 39)."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(_stand_in(_stand_in(letter)) for letter in letters)  # L is like no other letter, and l like I


@cache
def _stand_in(letter: str) -> str:
    """One letter for all that look alike: of Latin if there is one, and small."""
    alike = {letter, *_list_alike(letter)}
    alike |= {further for one in tuple(alike) for further in _list_alike(one)}
    latin = {one.casefold() for one in alike if one.isascii() and one.isalpha()}
    return min(latin) if latin else min(alike).casefold()


def _list_alike(letter: str) -> list[str]:
    return [str(one["c"]) for one in confusables_data.get(letter, ()) if len(one["c"]) == 1]
