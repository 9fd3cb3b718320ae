"""Whether a picture in parts is one that browsers can draw. A part that is not is an `AssertionError` that says why."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from rules.picture import KINDS
from rules.shapes import check_shape

MAX_PARTS: Final = 60
"""The most stops, cards, lines or boxes of a part."""
SECTORS: Final = 24
LISTS: Final = {
    "ring": "marks",
    "column": "marks",
    "line": "stops",
    "cards": "cards",
    "zones": "rooms",
    "units": "units",
    "words": "lines",
}
"""What a part of each kind has many of."""


def check_parts(picture: Mapping[str, Any], known: Iterable[str]) -> None:
    """Assert that each part is of a kind that browsers draw, with its keys and numbers in their bounds.

    `known`: the combatants whom the seat sees; no part may name another.
    """
    seen = frozenset(known)
    for part in picture["parts"]:
        kind = part.get("kind")
        assert kind in KINDS, f"There is no part of a picture {kind!r}: only {', '.join(KINDS)}"
        check_shape(part, KINDS[kind], kind)
        assert len(part.get(LISTS.get(kind, ""), ())) <= MAX_PARTS, f"{kind} has more than {MAX_PARTS} {LISTS[kind]}"
        _check_numbers(kind, part)
        strangers = set(_list_ids(part)) - seen
        assert not strangers, f"{kind} names {sorted(strangers)}, whom the seat does not see"


def _check_numbers(kind: str, part: Mapping[str, Any]) -> None:
    if kind in ("clock", "boxes"):
        assert 0 <= part["filled"] <= part["of"] <= MAX_PARTS, f"{kind}: {part['filled']} of {part['of']} filled"
    if kind == "units":
        for unit in part["units"]:
            assert 0 <= unit["size"] <= unit["most"] <= MAX_PARTS, (
                f"unit {unit['name']}: {unit['size']} of {unit['most']}"
            )
    if kind == "ring":
        assert 0 <= part["past"] < part["sectors"] <= SECTORS, (
            f"ring: {part['past']} of {part['sectors']} sectors are past"
        )
        for span in part["spans"]:
            assert 0 <= span["lane"] < len(part["lanes"]), f"ring: there is no lane {span['lane']}"
    for name in ("marks", "cards"):
        ids = [item["id"] for item in part.get(name, ())]
        assert len(ids) == len(set(ids)), f"{kind} has two {name} of one combatant"


def _list_ids(part: Mapping[str, Any]) -> Iterator[str]:
    """Return every combatant whom a part names."""
    for name in ("marks", "spans", "gone", "cards", "units", "links"):
        for item in part.get(name, ()):
            yield item["id"]
            if "to" in item:
                yield item["to"]
    for name in ("stops", "rooms"):
        for place in part.get(name, ()):
            yield from place["ids"]
