"""User names: none may look like another person's, or like a name of the staff."""

import unicodedata
from functools import cache

from confusable_homoglyphs.utils import load
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from campaigns.models import User

RESERVED = (
    *("admin", "administrator", "root", "superuser", "sysadmin", "system", "staff", "host", "owner", "moderator"),
    *("support", "help", "helpdesk", "security", "abuse", "postmaster", "webmaster", "official", "nobody", "anonymous"),
    *("storyteller", "storywheel", "gamemaster", "gm", "player", "spectator", "everybody", "everyone"),
    *("kertoja", "ylläpito", "ylläpitäjä", "palvelin", "pelaaja", "katsoja", "kaikki"),
)
"""Names of staff and roles that appear on pages, in both languages."""

EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO"}
"""Scripts that one word may mix, by the first words of their letters' names."""


def normalize(name: str) -> str:
    """Return the name in Unicode's NFKC form, as it is stored."""
    return unicodedata.normalize("NFKC", name)


def check_name(name: str, owner: User | None = None) -> None:
    """Raise `ValidationError` if the name is reserved, taken, or looks like one that is, or mixes scripts.

    `owner`: whose it may be.
    """
    if not any(letter.isalnum() for letter in name):
        raise ValidationError(_("A name needs a letter or a digit."))
    look = get_skeleton(name)
    if look in map(get_skeleton, RESERVED):
        raise ValidationError(_("This name is reserved for hosts. Choose another."))
    others = User.objects.exclude(pk=owner.pk) if owner else User.objects.all()
    taken = others.values_list("username", flat=True).iterator()
    if any(look == get_skeleton(other) for other in taken):
        raise ValidationError(_("This name, or one that looks like it, is taken. Choose another."))
    if is_mixed(name):
        raise ValidationError(_("Write the name in the letters of one script: some of these look like others."))


def is_mixed(name: str) -> bool:
    """Whether the name has letters of several scripts. Those of East Asia belong together, beside Latin ones too."""
    letters = (letter for letter in name if unicodedata.category(letter) in ("Ll", "Lo", "Lt", "Lu"))
    scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}
    if scripts & EAST_ASIAN:
        return not scripts <= EAST_ASIAN | {"LATIN"}
    return len(scripts) > 1


def get_skeleton(name: str) -> str:
    """Return the form that two names share if the eye cannot tell them apart, by Unicode's list (UTS 39)."""
    letters = unicodedata.normalize("NFKD", name)
    return "".join(_stand_in(_stand_in(letter)) for letter in letters)  # L is like no other letter, and l like I


@cache
def _stand_in(letter: str) -> str:
    """Return one letter for all that look like this one: the first small Latin one if there is any."""
    alike = {letter} | set(_list_alike(letter))
    alike |= {further for lookalike in tuple(alike) for further in _list_alike(lookalike)}
    latin = {letter.casefold() for letter in alike if letter.isascii() and letter.isalpha()}
    return min(latin) if latin else min(alike).casefold()


def _list_alike(letter: str) -> str:
    alike: dict[str, str] = _load_alike()
    return alike.get(letter, "")


@cache
def _load_alike() -> dict[str, str]:
    """Return the letters that look like each, by Unicode's list. Read when somebody first chooses a name: the whole
    list, with the names of all letters, would take ten megabytes of every process."""
    lists: dict[str, list[dict[str, str]]] = load("confusables.json")
    return {letter: "".join(entry["c"] for entry in alike if len(entry["c"]) == 1) for letter, alike in lists.items()}
