"""What one plays with on a sheet: health boxes, pools, conditions and kept rolls.

Where a scene is open, boxes, pools and rolls are buttons of that scene's table: it writes the log and the sheet's
history, and it refuses what a running fight decides. Between scenes, boxes and pools are tapped on the sheet itself
(`campaigns.sheets.taps`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.models import Character
from campaigns.sheets.groups import Group, Place
from campaigns.sheets.kept_rolls import KeptRoll, weigh_roll
from rules import get_system
from rules.codec import decode
from rules.sheets import Trait
from rules.sheets.conditions import Chip, list_chips, parse_words
from rules.sheets.fate import PLACE, say_fates
from rules.sheets.points import most_of
from rules.text import EMPTY, Text
from rules.wounds import HARMS, NAMES, SMALL, Mark, read_mark


@dataclass(frozen=True, slots=True)
class Box:
    """One health box: its mark, the penalty under it, and what a tap on it says (see `play.commands.taps`)."""

    mark: Mark
    under: tuple[str, ...]
    what: str
    label: str


@dataclass(frozen=True, slots=True)
class Gauge:
    """A pool or a small number. `of`: its full value, else the highest one. `word`: the book's word for the value."""

    key: str
    label: Text
    now: int
    of: int
    most: int
    word: Text = EMPTY


@dataclass(frozen=True, slots=True)
class PlayView:
    """The part of a sheet that a scene changes. `conditions`: what is no number, such as who is dying. `chips`:
    what is given and taken by touch. `fate`: who is dead, dying, unconscious or the like, in a word. `nature`: what may
    give Willpower back if it is acted out."""

    track: Place | None
    boxes: tuple[Box, ...]
    pools: tuple[Gauge, ...]
    others: tuple[Gauge, ...]
    conditions: tuple[Place, ...]
    chips: tuple[Chip, ...]
    rolls: tuple[KeptRoll, ...]
    fate: Text = EMPTY
    nature: str = ""

    @property
    def risen(self) -> tuple[Gauge, ...]:
        """The small numbers that are not 0: the others matter only to somebody who changes them."""
        return tuple(pool for pool in self.others if pool.now)

    @property
    def chips_on(self) -> tuple[Chip, ...]:
        """The conditions that hold."""
        return tuple(chip for chip in self.chips if chip.is_on)

    @property
    def chips_off(self) -> tuple[Chip, ...]:
        """The conditions that can be given."""
        return tuple(chip for chip in self.chips if not chip.is_on)


def build_play(character: Character, sheet: Any, groups: Sequence[Group]) -> PlayView:
    """Return what one plays with. `groups`: the groups of the parsed sheet that a scene may change."""
    system = get_system(character.series.system)
    points = system.sheets.points(sheet)
    options = decode(system.options, character.series.options) if character.favorites else None
    known = {pool.key for pool in (*points.pools, *points.others)}
    places = [place for group in groups for place in group.places if place.trait.key not in known]
    track = next((place for place in places if place.trait == points.track), None)
    return PlayView(
        track,
        _list_boxes(track) if track else (),
        tuple(map(_make_gauge, points.pools)),
        tuple(map(_make_gauge, points.others)),
        tuple(place for place in places if place is not track and place.trait.key != PLACE and not place.is_blank),
        list_chips(parse_words(character.sheet)),
        tuple(weigh_roll(system, sheet, kept, options) for kept in character.favorites),
        say_fates(system.sheets.list_fates(sheet)),
        system.recovery.find_nature(sheet),
    )


def _list_boxes(track: Place) -> tuple[Box, ...]:
    under = track.trait.under
    marks = map(read_mark, track.marks)
    return tuple(_make_box(place, mark, under[place : place + 1]) for place, mark in enumerate(marks))


def _make_box(place: int, mark: Mark, under: tuple[str, ...]) -> Box:
    box = {"n": place + 1, "penalty": "".join(under) or "0"}
    if not mark:
        return Box(mark, under, "mark 1", _("Mark box %(n)s (%(penalty)s)") % box)
    harm = HARMS[SMALL.index(mark)]
    return Box(mark, under, f"{harm} -1", _("Heal box %(n)s: %(harm)s") % {**box, "harm": translate(NAMES[harm])})


def _make_gauge(trait: Trait) -> Gauge:
    most = most_of(trait)
    named = next((choice.label for choice in trait.choices if choice.value == str(trait.value)), EMPTY)
    return Gauge(trait.key, trait.label, int(trait.value), trait.full or most, most, named)
