"""Fill the lists of a sheet row by row."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.builder import Builder
from rules import get_system
from rules.battle import Json
from rules.powers import describe
from rules.powers.model import MAX_NAME, MAX_POWERS, MAX_TEXT, Power

MAX_ROWS = 30
"""How many rows a sheet holds, of each list."""


WIDEST: dict[str, Json] = {"use": "any"}
"""When a power works of which nobody says when."""
MAX_TRIES = 40
"""How many lines or powers are tried: what has more is no character."""


def fill_list(builder: Builder, place: str, items: Sequence[dict[str, Json]]) -> None:
    """Fill a list of the sheet. If the rules refuse an entry, the others still get their place."""
    said = [item for item in items if item.get("text") or item.get("name")]
    if len(said) > MAX_ROWS:
        why = _("The sheet is full.")
        builder.record_change(builder.title_of(place), len(said), MAX_ROWS, why)
        for item in said[MAX_ROWS:]:
            builder.leave(builder.title_of(place), ", ".join(str(value) for value in item.values()))
    for index, item in enumerate(said[:MAX_ROWS]):
        for name, value in item.items():
            builder.put(f"{place}.{index}.{name}", value or None)


def fill_lines(builder: Builder, place: str, heading: str, lines: Iterable[str]) -> None:
    """Fill a text of the sheet that has one item a line. What it cannot hold or read goes into the notes."""
    for number, line in enumerate(lines):
        held = builder.sheet[place]
        if number >= MAX_TRIES or not builder.place(f"{heading}: {line}", {place: f"{held}\n{line}".strip()}):
            builder.leave(heading, line)


def fill_powers(builder: Builder, rows: Iterable[dict[str, Json]]) -> None:
    """Charms, spells and the like as powers of the sheet; those that it does not hold go into the notes.

    A row has a name, and perhaps use, timing, cost (by track) and text. A use that this game does not know, or that
    nobody has said, becomes the widest one; where no timing is said either, that is reported.
    """
    said = [row for row in rows if str(row["name"]).strip()]
    for row in said[MAX_POWERS:]:
        builder.leave(_("Powers"), _describe_row(row))
    kept = said[:MAX_POWERS]
    whole = [{**WIDEST, **row, **_shorten(row)} for row in kept]
    if kept and not builder.place("", {f"powers.{number}": power for number, power in enumerate(whole)}):
        kept = _place_each(builder, kept)
    powers = get_system(builder.system).sheets.parse(builder.sheet).powers
    bare: list[Power] = []
    for row, power in zip(kept, powers, strict=False):
        builder.kept.append(f"{_('Powers')}: {power.name} ({_describe(builder, power)})")
        bare += [power] if "timing" not in row else []
        if len(str(row.get("text", "")).strip()) > MAX_TEXT:
            builder.leave(_("Powers"), _describe_row(row))
    if bare:
        when = _describe(builder, replace(bare[0], cost={}))
        builder.assumed.append((_("When powers are used"), f"{when} ({', '.join(power.name for power in bare)})"))


def _place_each(builder: Builder, rows: Sequence[dict[str, Json]]) -> list[dict[str, Json]]:
    """Place the powers one by one, as many of their values as the rules accept. Return those that have a place."""
    kept: list[dict[str, Json]] = []
    for tried, row in enumerate(rows):
        short = _shorten(row)
        tries = (
            ({**WIDEST, **row, **short}, {**row, **short, **WIDEST}, {**short, **WIDEST}) if tried < MAX_TRIES else ()
        )
        if any(builder.place("", {f"powers.{len(kept)}": power}) for power in tries):
            kept.append(row)
        else:
            builder.leave(_("Powers"), _describe_row(row))
    return kept


def _shorten(row: dict[str, Json]) -> dict[str, Json]:
    name, text = " ".join(str(row["name"]).split()), str(row.get("text", "")).strip()
    return {"name": name[:MAX_NAME].strip(), "text": text[:MAX_TEXT].strip()}


def _describe_row(row: dict[str, Json]) -> str:
    name, text = str(row["name"]).strip(), str(row.get("text", "")).strip()
    return f"{name}: {text}" if text else name


def _describe(builder: Builder, power: Power) -> str:
    rules = get_system(builder.system).sheets.powers
    return translate(describe(rules, power)) if rules else ""


def choices_of(builder: Builder, place: str) -> dict[str, str]:
    """Return what may be chosen for a trait: name in small letters to key."""
    sheets = get_system(builder.system).sheets
    layout = sheets.layout(sheets.parse(builder.sheet))
    traits = (trait for section in layout for trait in section.traits if trait.key == place)
    return {choice.label.lower(): choice.value for trait in traits for choice in trait.choices}
