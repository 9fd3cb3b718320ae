"""Weapons, armor and shields: the tables of `data`, and own rows written as the books print them.

Armor and mobility figures are positive penalties; soak, hardness and damage are whole points.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal, TypeVar

from rules.codec import decode
from rules.errors import BadInput
from rules.tables import load_rows, load_table
from rules.text import EMPTY, Text, join

MAX_CARRIED = 12

T = TypeVar("T")
Row = TypeVar("Row", "Weapon", "Armor")
DamageType = Literal["B", "L", "A"]


@dataclass(frozen=True, slots=True)
class Weapon:
    """One way to attack with one weapon (2E-470).

    `damage` is added to Strength unless `flat`; `defense` is None where the weapon cannot parry; `minimum` is the
    least damage dice of a hit; `range` in yards for missiles. `tags`: 2 two-handed, M also used with Martial Arts,
    N natural, R Reach, P piercing, O minimum damage given, T thrown, C clinch, D disarm, L lance, F flame,
    S single shot.
    """

    key: str
    name: str
    ability: Literal["archery", "martial_arts", "melee", "thrown"]
    speed: int
    accuracy: int
    damage: int
    damage_type: DamageType
    defense: int | None = None
    rate: int = 1
    minimum: int = 1
    range: int | None = None
    tags: tuple[str, ...] = ()
    flat: bool = False
    attune: int = 0
    min_strength: int = 0

    @property
    def abilities(self) -> tuple[str, ...]:
        """Return the Abilities for its attacks: its own, and Martial Arts if it is tagged M."""
        other = ("martial_arts",) if "M" in self.tags and self.ability != "martial_arts" else ()
        return (self.ability, *other)

    def strength_penalty(self, strength: int, one_handed: bool = False) -> int:
        """Return the successes lost by low Strength; a two-handed weapon in one hand needs thrice as much (2E-474)."""
        needed = self.min_strength * (3 if one_handed and "2" in self.tags else 1)
        return max(0, needed - strength)

    @property
    def figures(self) -> Text:
        """Return the row in short: "Speed 5, Accuracy +1, Damage +3L, Defense +1, Rate 2"."""
        damage = f"{self.damage}" if self.flat else f"{self.damage:+d}"
        parts = [
            Text("Speed {n}", n=self.speed),
            Text("Accuracy {n}", n=f"{self.accuracy:+d}"),
            Text("Damage {dmg}", dmg=f"{damage}{self.damage_type}"),
            EMPTY if self.defense is None else Text("Defense {n}", n=f"{self.defense:+d}"),
            Text("Rate {n}", n=self.rate),
            EMPTY if self.range is None else Text("Range {n}", n=self.range),
        ]
        return join(", ", parts)

    @property
    def is_ranged(self) -> bool:
        """Whether it is a ranged weapon."""
        return self.range is not None

    @property
    def is_natural(self) -> bool:
        """Whether it is a part of the body."""
        return "N" in self.tags

    @property
    def has_reach(self) -> bool:
        """Whether it ignores the DV bonus of height (2E-348)."""
        return "R" in self.tags

    @property
    def is_piercing(self) -> bool:
        """Whether it halves armored soak (2E-376)."""
        return "P" in self.tags


@dataclass(frozen=True, slots=True)
class Armor:
    """One suit of armor (2E-471); `mobility` and `fatigue` are positive penalties."""

    key: str
    name: str
    soak_lethal: int
    soak_bashing: int
    hardness_lethal: int = 0
    hardness_bashing: int = 0
    mobility: int = 0
    fatigue: int = 0
    attune: int = 0

    @property
    def figures(self) -> Text:
        """Return the row in short: "Soak 5L/3B, Hardness 2L/2B, Mobility -1"."""
        parts = [Text("Soak {dmg}", dmg=f"{self.soak_lethal}L/{self.soak_bashing}B")]
        if self.hardness_lethal or self.hardness_bashing:
            parts.append(Text("Hardness {dmg}", dmg=f"{self.hardness_lethal}L/{self.hardness_bashing}B"))
        parts += [Text("Mobility {n}", n=-self.mobility)] if self.mobility else []
        return join(", ", parts)


@dataclass(frozen=True, slots=True)
class Shield:
    """A shield: its bonus to both DVs against close and ranged attacks (2E-353), and its mobility penalty."""

    key: str
    name: str
    close: int
    ranged: int
    mobility: int = 0


_ARMOR = load_table("exalted2e", "armor")
WEAPONS: Final = load_rows(Weapon, load_table("exalted2e", "weapons")["weapons"])
ARMORS: Final = load_rows(Armor, _ARMOR["armor"])
SHIELDS: Final = load_rows(Shield, _ARMOR["shields"])


@lru_cache(maxsize=512)
def carried(keys: tuple[str, ...], own: str) -> tuple[Weapon, ...]:
    """Return every weapon at hand: those of `keys`, those written in `own`, and the bare body last."""
    rows = _gather(WEAPONS, keys, parse_weapons(own), Text("weapon"))
    natural = [row for row in WEAPONS.values() if row.is_natural and row not in rows]
    return (*rows, *natural)


@lru_cache(maxsize=512)
def worn(keys: tuple[str, ...], own: str) -> tuple[Armor, ...]:
    """Return every suit of armor worn; only the best of each bonus counts (2E-472)."""
    return _gather(ARMORS, keys, parse_armors(own), Text("armor"))


def shield_of(key: str) -> Shield | None:
    """Return the shield of a key, or None for an empty key."""
    return _known(SHIELDS, key, Text("shield")) if key else None


def parse_weapons(text: str) -> tuple[Weapon, ...]:
    """Read own weapons, separated by lines or semicolons.

    "Old Thunder (Melee): Speed 4, Accuracy +2, Damage +5L, Defense +1, Rate 3, Minimum 2, Range 30, Tags O R".
    Damage without a sign is flat. Raise `BadInput` that quotes a line which cannot be read.
    """
    return tuple(_parse_weapon(line) for line in _lines(text))


def parse_armors(text: str) -> tuple[Armor, ...]:
    """Read own armor: "Night Coat: Soak 5L/3B, Hardness 2L/2B, Mobility 1, Fatigue 0, Attune 2"."""
    return tuple(_parse_armor(line) for line in _lines(text))


WEAPON_HELP = Text(
    "Name (Melee): Speed 5, Accuracy +1, Damage +3L, Defense +1, Rate 2; then Minimum, Range, Strength, Tags if any"
)
ARMOR_HELP = Text("Name: Soak 5L/3B; then Hardness 2L/2B, Mobility 1, Fatigue 1, Attune 4 if any")


def _parse_weapon(line: str) -> Weapon:
    head, stats = _parts(line, WEAPON_HELP)
    match = re.fullmatch(r"(.+?) \((\w[\w ]*)\)", head)
    if match is None:
        raise _unread(line, WEAPON_HELP)
    damage = re.fullmatch(r"([+-]?)(\d{1,2})([BLA])", stats.pop("damage", ""))
    if damage is None:
        raise _unread(line, WEAPON_HELP)
    sign = -1 if damage[1] == "-" else 1
    row: dict[str, Any] = {
        "key": _slug(match[1]),
        "name": match[1],
        "ability": _slug(match[2]),
        "damage": sign * int(damage[2]),
        "damage_type": damage[3],
        "flat": not damage[1],
        "tags": stats.pop("tags", "").split(),
    }
    return _built(Weapon, row | _numbers(stats, line, WEAPON_HELP), line, WEAPON_HELP)


def _parse_armor(line: str) -> Armor:
    head, stats = _parts(line, ARMOR_HELP)
    row: dict[str, Any] = {"key": _slug(head), "name": head}
    for name in ("soak", "hardness"):
        pair = re.fullmatch(r"(\d{1,2})L/(\d{1,2})B", stats.pop(name, "0L/0B"))
        if pair is None:
            raise _unread(line, ARMOR_HELP)
        row |= {f"{name}_lethal": int(pair[1]), f"{name}_bashing": int(pair[2])}
    return _built(Armor, row | _numbers(stats, line, ARMOR_HELP), line, ARMOR_HELP)


def _lines(text: str) -> list[str]:
    lines = [line.strip() for line in re.split(r"[;\n]", text) if line.strip()]
    if len(lines) > MAX_CARRIED:
        raise BadInput("too_many", Text("You can add up to {n} rows.", n=MAX_CARRIED), count=len(lines))
    return lines


def _parts(line: str, form: Text) -> tuple[str, dict[str, str]]:
    head, colon, tail = line.partition(":")
    if not colon or not _slug(head) or len(head) > 60:
        raise _unread(line, form)
    stats: dict[str, str] = {}
    for stat in tail.split(","):
        word, _, value = stat.strip().partition(" ")
        if not value or word.lower() in stats:
            raise _unread(line, form)
        stats[word.lower()] = value.strip()
    return head.strip(), stats


def _numbers(stats: Mapping[str, str], line: str, form: Text) -> dict[str, int]:
    if not all(re.fullmatch(r"[+-]?\d{1,3}", value) for value in stats.values()):
        raise _unread(line, form)
    return {"min_strength" if name == "strength" else name: int(value) for name, value in stats.items()}


def _built(cls: type[T], row: Mapping[str, Any], line: str, form: Text) -> T:
    try:
        return decode(cls, row)
    except BadInput as error:
        raise _unread(line, Text("{fault} Format: {form}", fault=error.sentence, form=form)) from error


def _unread(line: str, form: Text) -> BadInput:
    shown = line if len(line) <= 60 else line[:57] + "..."
    return BadInput("bad_equipment", Text("Can’t read {text}. {form}.", text=repr(shown), form=form), line=shown)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _known(table: Mapping[str, T], key: str, kind: Text) -> T:
    if key not in table:
        sentence = Text("There is no {what} {name}.", what=kind, name=repr(key[:40]))
        raise BadInput("unknown_equipment", sentence, key=key[:40])
    return table[key]


def _gather(table: Mapping[str, Row], keys: Sequence[str], own: Sequence[Row], kind: Text) -> tuple[Row, ...]:
    """Return the rows of these keys, then own rows. Raises `BadInput` for an unknown row, a double, and too many."""
    rows = [_known(table, key, kind) for key in keys]
    rows += own
    if len(rows) > 2 * MAX_CARRIED:
        raise BadInput("too_many", Text("At most {n} of {what}.", n=2 * MAX_CARRIED, what=kind), count=len(rows))
    double = next((key for key, times in Counter(row.key for row in rows).items() if times > 1), None)
    if double is not None:
        sentence = Text("The {what} {name} is listed twice.", what=kind, name=repr(double))
        raise BadInput("double_equipment", sentence, key=double)
    return tuple(rows)
