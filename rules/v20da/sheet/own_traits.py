"""Own traits, in rows: further Abilities (V20-005), Disciplines, Backgrounds."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules.codec import encode
from rules.errors import BadInput
from rules.names import clean_line, is_line
from rules.sheets import SPARE_ROWS
from rules.text import Text
from rules.v20da.traits import ABILITIES, ATTRIBUTES, BACKGROUNDS, DISCIPLINES, label_of, make_key

KINDS: Final[Mapping[str, Text]] = {
    "talent": Text("Talent"),
    "skill": Text("Skill"),
    "knowledge": Text("Knowledge"),
    "discipline": Text("Discipline"),
    "background": Text("Background"),
}
GROUPS: Final[Mapping[str, str]] = {"discipline": "disciplines", "background": "backgrounds"}
"""The group that holds the dots of a kind, if not the Abilities."""
BOOKS_OWN: Final = frozenset((*ATTRIBUTES, *ABILITIES, *DISCIPLINES, *BACKGROUNDS))
MAX_OWN: Final = 40
MAX_NAME: Final = 40
KEY: Final = re.compile(r"[^\W\d_]\w{0,39}")
FORM: Final = Text("Such as: Larceny (skill), Persuasion (talent), Ogham (discipline), Library (background)")
ONE: Final = re.compile(r"(?P<name>[^\W\d_](?:[^\W\d_]|[' -]){0,38}?)\s*\((?P<kind>\w+)\)")


@dataclass(frozen=True, slots=True)
class OwnTrait:
    """One row. Its key stays when the name changes."""

    key: str = ""
    name: str = ""
    kind: str = "talent"
    dots: int = 0

    @property
    def group(self) -> str:
        """The group of the sheet that holds its dots."""
        return GROUPS.get(self.kind, "abilities")


def convert_rows(data: object) -> object:
    """Return the JSON of a sheet with rows in place of the text of an older one."""
    if isinstance(data, Mapping) and isinstance(text := data.get("own_traits"), str):
        return {**data, "own_traits": encode(parse_text(text))}
    return data


def has_rows(data: object) -> bool:
    """Return whether the JSON of a sheet has rows, empty ones or not."""
    return isinstance(data, Mapping) and isinstance(rows := data.get("own_traits"), list | tuple) and bool(rows)


def parse_text(text: str) -> tuple[OwnTrait, ...]:
    """Return the traits of one text. Raises `BadInput` that quotes what cannot be read."""
    return tuple(_parse_trait(part) for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", text))))


def _parse_trait(part: str) -> OwnTrait:
    match = ONE.fullmatch(part)
    kind = match["kind"].lower() if match else ""
    if match is None or kind not in KINDS:
        sentence = Text("{text} is not a custom trait. {form}.", text=repr(part[:40]), form=FORM)
        raise BadInput("bad_trait", sentence, key="own_traits")
    return OwnTrait(name=match["name"], kind=kind)


def name_rows(rows: Sequence[OwnTrait]) -> tuple[OwnTrait, ...]:
    """Return the rows in their places, each named one with its key. Raises `BadInput`."""
    rows = [replace(row, name=clean_line(row.name)) for row in rows]
    kept = {row.key for row in rows if row.name}
    named: dict[str, OwnTrait] = {}
    found: list[OwnTrait] = []
    for number, row in enumerate(rows):
        if not row.name:
            found.append(OwnTrait())
            continue
        keyed = replace(row, key=row.key or _make_key(row.name, kept | named.keys()))
        _check_row(keyed, f"own_traits.{number}", named.values())
        named[keyed.key] = keyed
        found.append(keyed)
    if len(named) > MAX_OWN:
        raise BadInput("too_many", Text("You can add up to {n} custom traits.", n=MAX_OWN), key="own_traits")
    return tuple(found)


def _make_key(name: str, taken: Container[str]) -> str:
    """Return a free key. A renamed row may hold the key that this name would have."""
    key = re.sub(r"\W+", "_", make_key(name)).strip("_")
    more = (f"{key[:36]}_{number}" for number in range(2, 2 * MAX_OWN))
    return next((candidate for candidate in (key, *more) if candidate not in taken), key)


def _check_row(row: OwnTrait, where: str, before: Iterable[OwnTrait]) -> None:
    if row.kind not in KINDS:
        known, key = ", ".join(KINDS), f"{where}.kind"
        sentence = Text(
            "{where} must be one of {known}, not {name}.", where=repr(key), known=known, name=repr(row.kind[:40])
        )
        raise BadInput("bad_trait", sentence, key=key)
    key, name = row.key, row.name.lower()
    if len(row.name) > MAX_NAME or not is_line(row.name) or not KEY.fullmatch(key) or key != key.lower():
        sentence = Text("A trait’s name can have up to {n} characters and starts with a letter.", n=MAX_NAME)
        raise BadInput("bad_trait", sentence, key=f"{where}.name")
    if key in BOOKS_OWN or any(key == other.key or name == other.name.lower() for other in before):
        raise BadInput("bad_trait", Text("{name} is already on the sheet.", name=row.name), key=f"{where}.name")


def add_nameless(rows: Iterable[OwnTrait], held: Mapping[str, tuple[str, int]], gone: set[str]) -> list[OwnTrait]:
    """Return the rows, and one more for each trait of the sheet (key to kind and dots) without a row."""
    found = list(rows)
    known = {row.key for row in found} | gone | BOOKS_OWN
    return found + [OwnTrait(key, label_of(key), kind, dots) for key, (kind, dots) in held.items() if key not in known]


def with_spare(rows: Sequence[OwnTrait]) -> tuple[OwnTrait, ...]:
    """Return the rows with some empty ones. Those in between stay, so that each row keeps its number."""
    last = max((number for number, row in enumerate(rows) if row.name), default=-1)
    kept = tuple(rows[: last + 1])
    empty = sum(not row.name for row in kept)
    return (*kept, *[OwnTrait()] * max(0, SPARE_ROWS - empty))


def list_named(rows: Iterable[Any]) -> tuple[OwnTrait, ...]:
    """Return the rows that have a name."""
    return tuple(row for row in rows if row.name)
