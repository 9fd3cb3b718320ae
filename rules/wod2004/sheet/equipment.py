"""Weapons and armor: the tables of the book, and own rows (WD-181, WD-203, WD-212)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar, get_args

from rules.errors import BadInput
from rules.tables import load_rows, load_table
from rules.text import Text, join
from rules.wod2004.pools import MODIFIER_LIMIT
from rules.wounds import HARMS, Harm, rank

Mode = Literal["brawl", "weaponry", "thrown", "firearms"]
MODES: Final[Mapping[str, Mode]] = {mode: mode for mode in get_args(Mode)}
MAX_ROWS: Final = 20
MAX_RATING: Final = 20
MAX_TOOL: Final = 60

Row = TypeVar("Row", "Weapon", "Armor")


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon. `rating`: bonus dice. `ranges`: yards of short, medium, long. `strength`: the least to wield it.

    `piercing`: armor that it ignores. `guard`: Defense that it adds against bare hands. `natural`: always at hand.
    """

    key: str
    name: str
    mode: Mode
    rating: int = 0
    type: Harm = "bashing"
    again: int = 10
    piercing: int = 0
    ranges: tuple[int, ...] = ()
    strength: int = 0
    two_handed: bool = False
    autofire: bool = False
    guard: int = 0
    stake: bool = False
    improvised: bool = False
    natural: bool = False

    @property
    def figures(self) -> Text:
        """The figures in short: "3L, 9-again, 30/60/120"."""
        parts = (
            f"{self.rating}{self.type[0].upper()}",
            Text("{a}-again", a=self.again) if self.again < 10 else "",
            Text("AP {n}", n=self.piercing) if self.piercing else "",
            "/".join(map(str, self.ranges)),
        )
        return join(", ", parts)


@dataclass(frozen=True, slots=True)
class Armor:
    """A suit: two ratings (WD-203), least Strength, penalties to Defense and Speed (WD-206), the spots it covers."""

    key: str = ""
    name: str = "None"
    general: int = 0
    ballistic: int = 0
    strength: int = 0
    defense: int = 0
    speed: int = 0
    bulletproof: bool = False
    covers: tuple[str, ...] = ()

    def protects(self, spot: str) -> bool:
        """Return whether the suit covers a specified target; without one it always counts (WD-202)."""
        return not spot or not self.covers or spot in self.covers


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool or other gear that helps a roll by its dice (WD-045)."""

    name: str
    dice: int


WEAPONS: Final = load_rows(Weapon, load_table("wod2004", "weapons"))
ARMORS: Final = load_rows(Armor, load_table("wod2004", "armor"))
NATURAL: Final = tuple(weapon for weapon in WEAPONS.values() if weapon.natural)
NO_ARMOR: Final = Armor()

FIGURE = re.compile(r"(?P<rating>\d{1,2})(?P<type>[BLA])")
RANGES = re.compile(r"(\d{1,5})/(\d{1,5})/(\d{1,5})")
NUMBERED = re.compile(r"(?P<word>strength|str|ap|defense|def|speed) *-?(?P<number>\d{1,2})", re.IGNORECASE)
TOOL = re.compile(r"(?P<name>.*\S)\s+(?P<dice>[+\-−]\d)")
RATINGS = re.compile(r"(\d{1,2})/(\d{1,2})")


@lru_cache(maxsize=256)
def parse_weapons(text: str) -> tuple[Weapon, ...]:
    """Return own weapons, one a line: "Ghul dagger: weaponry, 2L, AP 1". A name alone is improvised."""
    return tuple(_parse_weapon(number, line) for number, line in enumerate(_lines(text), 1))


def _parse_weapon(number: int, line: str) -> Weapon:
    name, parts = _split(line)
    weapon = Weapon(f"own_{number}", name, "weaponry", improvised=not parts)
    for part in parts:
        weapon = _parse_part(weapon, part)
    return weapon


def _parse_part(weapon: Weapon, part: str) -> Weapon:
    if part in MODES:
        return replace(weapon, mode=MODES[part])
    figure = FIGURE.fullmatch(part.upper())
    if figure and int(figure["rating"]) <= MAX_RATING:
        return replace(weapon, rating=int(figure["rating"]), type=HARMS[rank(figure["type"])])
    if ranges := RANGES.fullmatch(part):
        return replace(weapon, ranges=tuple(map(int, ranges.groups())))
    if part in ("9-again", "8-again"):
        return replace(weapon, again=int(part[0]))
    if part in ("two-handed", "autofire", "stake"):
        return _with(weapon, part.replace("-", "_"), True)
    numbered = NUMBERED.fullmatch(part)
    if numbered and numbered["word"].lower() in ("strength", "str", "ap"):
        key = "piercing" if numbered["word"].lower() == "ap" else "strength"
        return _with(weapon, key, int(numbered["number"]))
    sentence = Text(
        '{text} is not part of a weapon: write it like "Dagger: weaponry, 2L, AP 1, 9-again, Str 2".',
        text=repr(part[:40]),
    )
    raise BadInput("bad_weapon", sentence, key="own_weapons")


@lru_cache(maxsize=256)
def parse_armor(text: str) -> Armor:
    """Return own armor: "Coat: 2/1, Def -1, Speed -1, bulletproof". A name alone is 1/0."""
    lines = _lines(text)
    if not lines:
        return NO_ARMOR
    name, parts = _split(lines[0])
    armor = Armor("own", name, general=0 if parts else 1)
    for part in parts:
        ratings, numbered = RATINGS.fullmatch(part), NUMBERED.fullmatch(part)
        if ratings:
            armor = replace(armor, general=int(ratings[1]), ballistic=int(ratings[2]))
        elif part == "bulletproof":
            armor = replace(armor, bulletproof=True)
        elif numbered and numbered["word"].lower() != "ap":
            key = {"str": "strength", "def": "defense"}.get(numbered["word"].lower(), numbered["word"].lower())
            armor = _with(armor, key, int(numbered["number"]))
        else:
            sentence = Text(
                '{text} is not part of armor: write it like "Coat: 2/1, Def -1, Speed -1, bulletproof".',
                text=repr(part[:40]),
            )
            raise BadInput("bad_armor", sentence, key="own_armor")
    return armor


@lru_cache(maxsize=256)
def parse_tools(text: str) -> tuple[Tool, ...]:
    """Return the tools of a sheet, one a line: "Lockpicks +2"."""
    return tuple(map(_parse_tool, _lines(text)))


def _parse_tool(line: str) -> Tool:
    found = TOOL.fullmatch(line)
    dice = int(found["dice"].replace("−", "-")) if found else 0
    if found is None or len(line) > MAX_TOOL or abs(dice) > MODIFIER_LIMIT:
        values = {"text": repr(line[:40]), "n": MODIFIER_LIMIT}
        sentence = Text('{text} is not a tool: write a name and its dice, up to {n}, as in "Lockpicks +2".', **values)
        raise BadInput("bad_tool", sentence, key="tools")
    return Tool(found["name"], dice)


def _with(row: Row, key: str, value: int) -> Row:
    changes: dict[str, Any] = {key: value}
    return replace(row, **changes)


def _lines(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if len(lines) > MAX_ROWS:
        raise BadInput("too_many", Text("You can add up to {n} rows.", n=MAX_ROWS))
    return lines


def _split(line: str) -> tuple[str, list[str]]:
    name, _, rest = line.partition(":")
    return name.strip()[:60], [part for part in (part.strip().lower() for part in rest.split(",")) if part]
