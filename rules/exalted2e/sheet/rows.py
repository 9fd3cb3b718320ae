"""Rows of a sheet: specialties, Intimacies, own Backgrounds. Older sheets have text instead."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

from rules.codec import encode
from rules.errors import BadInput
from rules.exalted2e.traits import ALL_ABILITIES, MAX_SPECIALTIES, MAX_VIRTUE, label
from rules.names import is_line
from rules.sheets import MAX_NAME, choice, dots, name_choices, number, text
from rules.text import Text

MAX_INTIMACY: Final = 200
MAX_BACKGROUND: Final = 5
SPECIALTY: Final = re.compile(r"([^,;:]*?[^,;:\s\d])(?:\s+([1-3]))?")


@dataclass(frozen=True, slots=True)
class Specialty:
    """A specialty of an Ability, 1 to 3 dots (2E-170, 2E-171).

    A row without a name or without an Ability is kept, but has no effect.
    """

    ability: str = choice(Text("Ability"), name_choices(("", *ALL_ABILITIES)))
    name: str = text(Text("Specialty"), MAX_NAME, chars=is_line, rule="2E-170")
    dots: int = dots(Text("Dots"), 1, MAX_SPECIALTIES, 1, rule="2E-171")

    @property
    def key(self) -> str:
        """What a roll names the specialty by; another Ability may have one of the same name."""
        return f"{self.ability}:{self.name}"


@dataclass(frozen=True, slots=True)
class Intimacy:
    """An Intimacy (2E-514). `scenes`: how many more it takes until it is held; 0 for one that is (2E-516)."""

    text: str = text(Text("Intimacy"), MAX_INTIMACY, rule="2E-514")
    scenes: int = number(Text("Scenes until complete"), 0, MAX_VIRTUE, rule="2E-516")


@dataclass(frozen=True, slots=True)
class OwnBackground:
    """An own Background, 1 to 5 dots (2E-027)."""

    name: str = text(Text("Your own Background"), MAX_NAME, chars=is_line)
    dots: int = dots(Text("Dots"), 1, MAX_BACKGROUND, 1, rule="2E-027")


def convert_rows(data: object) -> object:
    """Return the JSON of a sheet with rows in place of an older sheet's texts."""
    if not isinstance(data, Mapping):
        return data
    found: dict[str, Any] = dict(data)
    if isinstance(specialties := data.get("specialties"), str):
        found["specialties"] = encode(parse_specialties(specialties))
    if isinstance(intimacies := data.get("intimacies"), str):
        found["intimacies"] = [{"text": line} for line in _split(intimacies)]
    return found


def parse_specialties(text: str) -> tuple[Specialty, ...]:
    """Read specialties from a text: "Melee: Swords 2, Rain; Ride: Mules". Raise `BadInput` if that fails."""
    found: list[Specialty] = []
    for group in filter(None, (group.strip() for group in text.split(";"))):
        head, _, names = group.partition(":")
        ability = head.strip().lower().replace(" ", "_")
        if ability not in ALL_ABILITIES:
            raise BadInput(
                "unknown_trait",
                Text("{name} in 'specialties' is not an Ability.", name=repr(ability[:40])),
                key="specialties",
            )
        found += [_parse_specialty(ability, name.strip()) for name in names.split(",")]
    return tuple(found)


def _parse_specialty(ability: str, text: str) -> Specialty:
    match = SPECIALTY.fullmatch(text)
    if match is None or len(text) > MAX_NAME:
        sentence = Text(
            "{name} is not a specialty of {trait}; write 'Melee: Swords 2, Rain; Ride: Mules'.",
            name=repr(text[:40]),
            trait=label(ability),
        )
        raise BadInput("bad_specialty", sentence, key="specialties")
    return Specialty(ability, match[1], int(match[2] or 1))


def _split(text: str) -> list[str]:
    lines = (line.strip() for line in re.split(r"[;\n]", text))
    return [part for line in lines if line for part in wrap(line, MAX_INTIMACY)]


def check_specialties(rows: tuple[Specialty, ...]) -> None:
    """Raise `BadInput` for more dots of specialties than an Ability may have (2E-171)."""
    for ability in ALL_ABILITIES:
        if sum(row.dots for row in rows if row.ability == ability and row.name.strip()) > MAX_SPECIALTIES:
            sentence = Text("{trait} can have up to {n} dots of specialties.", trait=label(ability), n=MAX_SPECIALTIES)
            raise BadInput("too_many_specialties", sentence, key="specialties", rule="2E-171")


def list_specialties(rows: Iterable[Specialty]) -> tuple[Specialty, ...]:
    """Return the rows that have an Ability and a name."""
    return tuple(row for row in rows if row.ability and row.name.strip())
