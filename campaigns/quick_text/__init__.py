"""Import a character from a pasted text, as books and notes print it. The result is a draft; nothing is saved."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.imports import kinds
from campaigns.imports.builder import Builder
from campaigns.imports.draft import Draft, Question
from campaigns.quick_text import exalted2e, exalted3e, v20da, wod2004
from campaigns.quick_text.reading import QuickText

MAX_TEXT = 20_000
Traits = Sequence[tuple[str, tuple[str, ...]]]
READERS: Mapping[str, Any] = {"exalted2e": exalted2e, "exalted3e": exalted3e, "v20da": v20da, "wod2004": wod2004}
"""Each finds what kind of being a text is about (`find_kind`), and reads the rest (`read`)."""
EXAMPLES: Mapping[str, str] = {
    "exalted2e": exalted2e.EXAMPLE,
    "exalted3e": exalted3e.EXAMPLE,
    "v20da": v20da.EXAMPLE,
    "wod2004": wod2004.EXAMPLE,
}
"""A block of each game that is understood whole."""

__all__ = ["EXAMPLES", "MAX_TEXT", "READERS", "parse_text"]


def parse_text(system: str, words: str, kind: str = "") -> Draft | Question:
    """Return a draft of a pasted text for a series of this game, or the question what kind of being it is.

    `kind` answers the question: a key of `list_kinds`. Raises `Refused` if nothing can be understood.
    """
    if system not in READERS:
        raise Refused(_("This game can’t read characters from text. Create one on its page instead."), status=422)
    if len(words) > MAX_TEXT:
        raise Refused(_("Character text can be up to {n} characters.").format(n=MAX_TEXT), status=422)
    if kind and kind not in kinds.list_kinds(system):
        raise Refused(_("Choose from the list what it is."), status=422)
    text, source = QuickText(words), _("text")
    traits = READERS[system].list_traits()
    text.known = frozenset(name.casefold() for _path, names in traits for name in names)
    name = text.take_name(trait for _path, names in traits for trait in names[:1])
    found = READERS[system].find_kind(text)
    if not (kind or found.kind):
        if not any(text.has_number(name) for _path, names in traits for name in names):
            raise _nothing()
        return kinds.ask(system, source, name, found.said)
    builder = kinds.begin(system, kind or found.kind, found.said, rested=True)
    builder.is_kind_assumed = found.is_assumed and not kind
    READERS[system].parse(text, builder)
    _ask_unclear(builder, text, traits)
    draft = builder.build(source, name, text)
    if not (kind or draft.kept or draft.asked):
        raise _nothing()
    return draft


def _ask_unclear(builder: Builder, text: QuickText, traits: Traits) -> None:
    """Ask for every trait of which the text says something that was not understood."""
    for path, names in traits:
        if builder.has_place(path) and not builder.has_said(path):
            said = text.unclear.get(names[0]) or next(filter(None, (text.claims(name) for name in names)), "")
            if said:
                builder.ask(path, said)


def _nothing() -> Refused:
    return Refused(_("Nothing was recognized. Write trait and number, such as “Strength 3”."), status=422)
