"""A sheet as a PDF, typeset by typst if the host has installed it.

The page is `templates/pdf/sheet.typ`. It gets the sheet as data, so that nothing people write is read as markup.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import groupby
from typing import Any, Literal

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from campaigns import sandbox
from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.models import Character
from campaigns.sandbox import typeset
from campaigns.sheets.groups import Group, Place, Row
from campaigns.sheets.page import SheetView, build_sheet
from rules.battle import Json
from rules.pool import Breakdown
from rules.sheets import NONE
from rules.wounds import read_mark

TEMPLATES = settings.BASE_DIR / "templates" / "pdf"
SCALES = (1.0, 0.9, 0.8, 0.72)
"""The sizes of type to try, until the sheet fits on one page. The smallest prints text at 7 points."""
MAX_NOTES = 6_000
"""The most characters of notes on the page."""
MAX_WORDS = 40
"""A longer text stands below its label."""


@dataclass(frozen=True, slots=True)
class PrintedGroup:
    """A group as printed. `is_rated`: it holds Attributes, Abilities or Skills and nothing else."""

    title: str
    rows: tuple[dict[str, Json], ...]
    is_rated: bool


def can_make_pdf() -> bool:
    """Whether typst is installed."""
    return find_spec("typst") is not None


def make_pdf(character: Character) -> bytes:
    """Return the sheet as a PDF: on one page in the largest type that fits, on several if none does.

    Raises `Refused` if that takes too long.
    """
    return compile_page(page_data(character, build_sheet(character)), "pdf", SCALES)


def compile_page(data: dict[str, Json], form: Literal["pdf", "png"], scales: Sequence[float] = (1.0,)) -> bytes:
    """Return the page of this data as `pdf`, or its first page as `png`. `scales`: the sizes of type and lines to try,
    until it fits on one page."""
    text = json.dumps(data, ensure_ascii=False)
    order = {"source": str(TEMPLATES / "sheet.typ"), "sheet": text, "form": form, "scales": scales}
    try:
        return sandbox.slow.run(typeset, json.dumps(order).encode())
    except typeset.Unfit:
        raise Refused(_("This sheet is too long to be set as a PDF."), status=413) from None


def page_data(character: Character, sheet: SheetView) -> dict[str, Json]:
    """Return what the page shows: the head, groups with their rows, derived values, and the notes for all."""
    groups = [printed for group in sheet.groups for printed in _print(group)]
    bands = list(_bands(groups))
    set_apart = [group for band in bands for group in band]
    rest = [group for group in groups if group not in set_apart]
    series = character.series
    player = character.owner.get_username() if character.owner else ""
    facts = [(_("Player"), player or _("the Storyteller"))]
    return {
        "name": character.name,
        "player": player,
        "concept": _concept(sheet),
        "where": f"{series.name}, {series.system_name}",
        "footer": f" · {series.name}",
        "facts": [*facts, *([(_("Kind"), _("extra"))] if character.extra else [])],
        "language": (get_language() or "en").split("-")[0],
        "bands": [_plain(band) for band in bands],
        "groups": _plain([*(group for group in rest if group.rows), *_arms(sheet), *_powers(sheet)]),
        "follows": _("Derived values"),
        "derived": [_derived(value) for value in sheet.derived],
        "notes-title": _("Notes"),
        "notes": character.notes[:MAX_NOTES],
    }


def _arms(sheet: SheetView) -> Iterator[PrintedGroup]:
    """Yield weapons and armor by name, with their figures."""
    for table in sheet.arms:
        wordy = table.columns[len(table.columns) - table.words :]
        heads = ["", *("" if column in wordy else f"{translate(column)} " for column in table.columns[1:])]
        things: list[Json] = []
        for row in table.rows:
            said = [f"{head}{translate(cell)}" for head, cell in zip(heads, row, strict=True) if cell != NONE]
            things.append({"name": translate(row[0]), "more": ", ".join(said[1:])})
        yield PrintedGroup(translate(table.title), ({"kind": "things", "label": "", "things": things},), False)


def _powers(sheet: SheetView) -> list[PrintedGroup]:
    """Return powers by name, with what they do and the player's text."""
    things = [
        {"name": power.name, "more": ". ".join(filter(None, (translate(power.what), power.text)))}
        for power in sheet.powers
    ]
    return [PrintedGroup(_("Powers"), ({"kind": "things", "label": "", "things": things},), False)] if things else []


def _concept(sheet: SheetView) -> str:
    """Return the concept, which stands in the head and not below."""
    return next((place.shown for group in sheet.groups for place in group.places if place.trait.key == "concept"), "")


def _bands(groups: Sequence[PrintedGroup]) -> Iterator[list[PrintedGroup]]:
    """Yield the groups that take the whole width: Attributes and Abilities, side by side or in columns."""
    for _size, run in groupby(groups, key=lambda group: len(group.rows) if group.is_rated else 0):
        side_by_side = list(run)
        if side_by_side[0].is_rated:
            yield side_by_side


def _plain(groups: Iterable[PrintedGroup]) -> list[Json]:
    return [{"title": group.title, "rows": list(group.rows)} for group in groups]


def _print(group: Group) -> Iterator[PrintedGroup]:
    """Yield the group as printed. In a group of ratings, what is not rated follows on its own."""
    rows = _rows(group)
    if not group.rated:
        yield PrintedGroup(translate(group.title), tuple(rows), False)
        return
    yield PrintedGroup(translate(group.title), tuple(row for row in rows if row["kind"] == "dots"), True)
    for row in rows:
        if row["kind"] != "dots":
            yield PrintedGroup(
                str(row["label"]), ({**row, "kind": "lines", "label": "", "lines": [row.get("text", "")]},), False
            )


def _rows(group: Group) -> list[dict[str, Json]]:
    rows: list[dict[str, Json]] = []
    for place in (place for row in group.rows if not row.entry for place in row.places):
        before = rows[-1] if rows else {}
        if place.trait.kind == "text" and place.tail == before.get("of"):
            before["note"] = place.shown
        elif place.trait.key != "concept":
            rows.append(_place(place, group))
    entries = [row for row in group.rows if row.entry]
    if entries:
        rows.append({"kind": "things", "label": "", "things": [_thing(row) for row in entries]})
    return rows


def _thing(row: Row) -> dict[str, str]:
    """Return an entry of a list: its name, and its other values in words."""
    names = [place for place in row.places if place.trait.kind == "text" and place.value]
    said = (place for place in row.places if place.trait.kind == "dots" or not place.is_untouched)
    more = [_say(place) for place in said if place not in names[:1]]
    return {"name": names[0].shown if names else "", "more": ", ".join(filter(None, more))}


def _say(place: Place) -> str:
    label = translate(place.trait.label)
    if place.trait.kind == "flag":
        return label
    return f"{label} {place.value}" if place.trait.kind in ("number", "dots") else _shown(place)


def _shown(place: Place) -> str:
    """Return the value in words. What people wrote is not translated."""
    return place.shown if place.trait.kind == "text" else translate(place.shown)


def _place(place: Place, group: Group) -> dict[str, Json]:
    trait, shown = place.trait, _shown(place)
    labelled = {"label": translate(trait.label)}
    bare = {"label": "" if trait.label == group.title else labelled["label"]}
    if trait.kind == "dots":
        dots = {"value": place.value, "high": place.shown_high}
        return {"kind": "dots", **labelled, **dots, "of": place.tail, "note": ""}
    if trait.kind == "track":
        marks = [read_mark(mark) for mark in str(place.value).ljust(trait.high)]
        return {"kind": "track", **labelled, "marks": marks}
    if trait.kind == "flag":
        return {"kind": "flag", **labelled, "value": bool(place.value)}
    if trait.kind == "items" and any(choice.hint for choice in trait.choices):
        hints = {choice.value: (choice.label, choice.hint) for choice in trait.choices}
        things = [hints.get(item, (item, "")) for item in place.value]
        items = [{"name": translate(name), "more": translate(hint)} for name, hint in things]
        return {"kind": "things", **bare, "things": items}
    if place.is_long or not bare["label"] or len(shown) > MAX_WORDS:
        return {"kind": "lines", **bare, "lines": shown.split("\n"), "text": shown}
    return {"kind": "text", **labelled, "text": shown}


def _derived(value: Breakdown) -> Sequence[Any]:
    rule = next((step.rule for step in value.steps if step.rule), "")
    return [translate(value.title), str(value.total), rule]
