"""Bring a pasted text into one plain form, in which readers look for traits: "Strength: 3"."""

import re
from functools import lru_cache
from typing import Final

from campaigns.quick_text.marks import BULLET, count_marks, digits_of, drop_leaders, tick_names
from campaigns.quick_text.markup import strip_markup
from campaigns.quick_text.rows import join_rows

UNPRINTABLE: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
"""Control characters, and marks that nobody sees. Joiners are letters of Persian, Hindi and joined pictures."""
STAR_BOX: Final = re.compile(r"\[\*\](?=[ ]?(?:\[[* ]?\]|$|\n))|(?<=\])\[\*\]")
"""A box with a star, of several."""
BLANKS: Final = re.compile(r"[^\S\n\t]+")
SIGNS: Final[dict[int, int | str]] = {
    **str.maketrans("−–—‒‑‘’：＝，→", "-----'':=,>"),
    ord("→"): "->",
    ord("⇒"): "->",
    ord("➜"): "->",
}
NUMBERED: Final = re.compile(
    r"(?m)^(?P<group>[a-z]+)(?P<n>\d{1,2})_(?:name|origin)[ ]?:[ ]?(?P<name>[^\n]{1,80})\n"
    r"(?P=group)(?P=n)_(?:value|name)[ ]?:[ ]?(?P<value>[^\n]{1,80})$",
    re.IGNORECASE,
)
GROUPS: Final = {
    "discipline": "Disciplines",
    "background": "Backgrounds",
    "specialty": "Specialties",
    "merit": "Merits",
    "flaw": "Flaws",
    "talent": "Talents",
    "skill": "Skills",
    "knowledge": "Knowledges",
}


SPACED: Final = re.compile(r"(?<![^\W_])(?:[A-Z][ ]){3,20}[A-Z](?![^\W_])")
""" "S T R E N G T H", as headings are set apart. A run of O and X is a rating."""


@lru_cache(maxsize=2)
def normalize(words: str) -> str:
    """Return the text in lines of names and ASCII numbers, without marks of formatting.

    The last texts are kept: one text is read for each kind of being that it may be.
    """
    words = re.sub(r"(?<=[^\W\d_])\u200b(?=\d)", " ", words)
    words = UNPRINTABLE.sub("", words.replace("\r\n", "\n").replace("\r", "\n"))
    words = STAR_BOX.sub("[X]", digits_of(words)).translate(SIGNS)
    words = BLANKS.sub(" ", strip_markup(drop_leaders(words)))
    words = SPACED.sub(_close_up, BULLET.sub("", words))
    words = tick_names(words)
    words = drop_leaders(count_marks(words))
    words = NUMBERED.sub(_join_numbered, words)
    return BLANKS.sub(" ", join_rows(words).replace("\t", " "))


def _close_up(match: re.Match[str]) -> str:
    letters = match.group().replace(" ", "")
    return match.group() if set(letters) <= set("OX") else letters


def _join_numbered(match: re.Match[str]) -> str:
    """ "discipline1_name: Auspex" with "discipline1_value: 2" on the next line, as notes with fields have them."""
    heading = GROUPS.get(match["group"].lower(), match["group"].title())
    value = match["value"].strip()
    return f"{heading}: {match['name'].strip()} {value if value.isdigit() else f'({value})'}"
