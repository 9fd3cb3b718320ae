"""What the foreign files and texts of the Dark Ages have in common: clan, Nature, own traits, wounds."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.imports.builder import Builder
from campaigns.imports.sheet_lists import MAX_ROWS
from rules.text import Text
from rules.v20da.health.blood import blood_maximum
from rules.v20da.sheet.clans import find_clan, list_clan_disciplines

HARM = (("*", "aggravated"), ("X", "lethal"), ("/", "bashing"))
"""The marks of the track, the worst first."""


def put_clan(builder: Builder, said: str) -> None:
    """The clan, with its Disciplines marked (V20-350)."""
    if not said:
        return
    if builder.sheet["being"] != "vampire":
        builder.leave(_("Clan"), said)
        return
    clan = find_clan(said) or said
    builder.put("clan", clan)
    builder.put("clan_disciplines", list(list_clan_disciplines(clan)) or None)


def put_nature(builder: Builder, nature: str, demeanor: str) -> None:
    """Nature and Demeanor, in their places or in the notes."""
    for key, label, said in (("nature", _("Nature"), nature), ("demeanor", _("Demeanor"), demeanor)):
        if said and key in builder.sheet:
            builder.put(key, said)
        elif said:
            builder.leave(label, said)


def put_own(builder: Builder, rows: Iterable[tuple[str, str, int]]) -> None:
    """Traits that the sheet has no place of its own for, as name, kind and dots."""
    held = [row for row in builder.sheet["own_traits"] if row["name"]]
    for name, kind, dots in rows:
        row = {"name": name[:40].strip(), "kind": kind, "dots": dots}
        line = f"{translate(builder.title_of('own_traits'))}: {name} {dots}"
        if dots and (len(held) >= MAX_ROWS or not builder.place(line, {f"own_traits.{len(held)}": row})):
            builder.leave(builder.title_of("own_traits"), f"{name} {dots}")
        elif dots:
            held.append(row)


def put_harm(builder: Builder, said: Mapping[str, int]) -> None:
    """Wounds by kind in the marks of the track, the worst first."""
    marks = "".join(mark * min(max(0, said.get(kind, 0)), 60) for mark, kind in HARM)
    builder.put("health", marks or None)


def put_pool(builder: Builder, generation: int | None, most: int | None, left: int | None) -> None:
    """Generation and blood. A source that says how much blood there can be says the generation by it (V20-171)."""
    if builder.sheet["being"] != "vampire":
        return
    if generation is None and most is not None:
        generation = next((number for number in range(13, 3, -1) if blood_maximum(number) == most), None)
        if generation:
            line = _("%(generation)d, by the blood pool of %(most)d") % {"generation": generation, "most": most}
            builder.assumed.append((translate(Text("Generation")), line))
    builder.put("generation", generation)
    builder.put("blood", most if left is None else left)
