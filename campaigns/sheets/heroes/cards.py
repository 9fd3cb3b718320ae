"""The ready heroes of a game as cards: who each is and what she is good at."""

from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin

from django.utils.safestring import SafeString

from rules import get_system
from rules.sheets.cards import GoodAt
from rules.text import Text
from rules.view import initials

MIDDLE, RADIUS = 32, 30
FEWEST_POINTS = 5


@dataclass(frozen=True, slots=True)
class Hero:
    """A ready hero: the key and the name of the archetype, a name for her, and her card. `sign`: drawn for her."""

    archetype: str
    kind: Text
    name: str
    line: Text
    good_at: tuple[GoodAt, ...]
    sign: SafeString
    letters: str


@cache
def list_heroes(system: str) -> tuple[Hero, ...]:
    """Return the ready heroes of a game, in the order of its archetypes."""
    sheets = get_system(system).sheets
    heroes = []
    for place, key in enumerate(sheets.list_heroes()):
        card = sheets.cards[key]
        name, good_at = card.names[0], sheets.list_good_at(key)
        heroes.append(Hero(key, sheets.archetypes[key], name, card.line, good_at, draw_sign(place), initials(name)))
    return tuple(heroes)


def draw_sign(place: int) -> SafeString:
    """Return the outline of a star, as the path of an SVG 64 wide: each place in a row has more points."""
    points = FEWEST_POINTS + place
    corners = []
    for corner in range(2 * points):
        angle, radius = pi * corner / points - pi / 2, RADIUS if corner % 2 == 0 else RADIUS * 0.74
        corners.append(f"{MIDDLE + radius * cos(angle):.1f} {MIDDLE + radius * sin(angle):.1f}")
    return SafeString("M" + "L".join(corners) + "Z")
