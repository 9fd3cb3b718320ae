"""A character of Grapevine 3 (`.gex` and `.gvm` as XML): live-action traits, of which few have dots on a sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.imports import kinds
from campaigns.imports.anathema_xml import each
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft, Question
from campaigns.imports.reader import Reader
from campaigns.imports.v20_records import put_clan, put_nature, put_own
from rules.v20da.traits import ABILITIES, BACKGROUNDS, DISCIPLINES, make_key

SOURCE = "Grapevine"
NOISE = (
    "id",
    "abc",
    "display",
    "atomic",
    "negative",
    "lastmodified",
    "startdate",
    "status",
    "version",
    "chronicle",
    "player",
    "npc",
    "isnpc",
    "usestandard",
    "randomtraits",
    "size",
)
KINDS: Mapping[str, str] = {"vampire": "vampire", "mortal": "mortal"}
BEINGS = (
    "vampire",
    "mortal",
    "werewolf",
    "mage",
    "changeling",
    "wraith",
    "mummy",
    "kueijin",
    "hunter",
    "demon",
    "fera",
    "various",
)
"""What the program writes characters as."""
VIRTUES = {"conscience": "conscience", "selfcontrol": "self_control", "courage": "courage"}
RATED = {
    "Abilities": ("abilities", "talent", tuple(ABILITIES)),
    "Disciplines": ("disciplines", "discipline", DISCIPLINES),
    "Backgrounds": ("backgrounds", "background", BACKGROUNDS),
}
"""The lists whose traits have dots here: the group of the sheet, the kind of a row of your own, the book's names."""


def parse(tree: dict[str, Any], kind: str = "") -> Draft | Question:
    """Read what the sandbox has found in the file. Raises `Refused` if that is no character or several."""
    found = [(being, row) for being in BEINGS if being in tree for row in _list(tree[being])]
    if len(found) != 1:
        sentence = _("This file holds %(count)d characters. Export one at a time.")
        raise Refused(sentence % {"count": len(found)}, status=422)
    being, character = found[0]
    reader = Reader(character, NOISE)
    name = reader.text("name")
    kind = kind or KINDS.get(being, "")
    if not kind:
        return kinds.ask("v20da", SOURCE, name, being)
    builder = kinds.begin("v20da", kind, being, rested=True)
    _put_state(builder, reader)
    _put_lists(builder, reader)
    builder.open_ledger(earned=reader.number("experience.earned"), left=reader.number("experience.unspent"))
    reader.ignore("experience.entry")
    about = (reader.prose("biography.text", "biography"), reader.prose("notes.text", "notes"))
    return builder.build(SOURCE, name, reader, "\n\n".join(filter(None, about)))


def _list(rows: Any) -> list[Mapping[str, Any]]:
    return [row for row in (rows if isinstance(rows, list) else [rows]) if isinstance(row, Mapping)]


def _put_state(builder: Builder, reader: Reader) -> None:
    """Clan, Nature, Virtues, Road, Willpower, blood."""
    put_clan(builder, reader.text("clan"))
    put_nature(builder, reader.text("nature"), reader.text("demeanor"))
    builder.put("concept", reader.text("concept") or None)
    for theirs, ours in VIRTUES.items():
        builder.put(f"virtues.{ours}", reader.number(theirs))
    builder.put("road_name", reader.text("path") or None)
    builder.put("road", reader.number("pathtraits"))
    willpower, left = reader.number("willpower"), reader.number("tempwillpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", willpower if left is None else left)
    if builder.sheet["being"] == "vampire":
        builder.put("generation", reader.number("generation"))
        blood, held = reader.number("blood"), reader.number("tempblood")
        builder.put("blood", blood if held is None else held)
    for heading, part in ((_("Sire"), "sire"), (_("Sect"), "sect"), (_("Title"), "title"), (_("Coterie"), "coterie")):
        builder.leave(heading, reader.text(part))


def _put_lists(builder: Builder, reader: Reader) -> None:
    """The lists of traits: those with dots on the sheet; all others whole in the notes."""
    rows: list[tuple[str, str, int]] = []
    for at in each(reader, "traitlist"):
        title = reader.text(f"{at}.name")
        traits = [
            (reader.text(f"{row}.name"), reader.number(f"{row}.val"), reader.text(f"{row}.note"))
            for row in each(reader, f"{at}.trait")
        ]
        if title in RATED:
            rows += _rate(builder, title, traits)
        else:
            words = [f"{name} ×{count}" if (count or 1) > 1 else name for name, count, _note in traits]
            builder.leave(title, ", ".join(words))
        reader.ignore(at)
    put_own(builder, rows)


def _rate(builder: Builder, title: str, traits: list[tuple[str, int | None, str]]) -> list[tuple[str, str, int]]:
    """Put the traits of one list in their places; return those that need a row of their own."""
    group, kind, known = RATED[title]
    dots: dict[str, list[int]] = {}
    for name, value, note in traits:
        head, _colon, power = name.partition(":")
        dots.setdefault(head.strip(), []).append(value or 1)
        if power or note:
            builder.leave(title, f"{name} ({note})" if note else name)
    own = []
    for name, values in dots.items():
        rating = values[0] if len(values) == 1 else len(values) if group == "disciplines" else sum(values)
        if make_key(name) in known:
            builder.put(f"{group}.{make_key(name)}", rating)
        else:
            own.append((name, kind, rating))
    return own
