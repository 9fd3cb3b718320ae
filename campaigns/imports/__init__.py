"""Import characters from files: `parse_file` makes a draft of a file, and saves nothing."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns import sandbox
from campaigns.core.refusals import Refused
from campaigns.imports import (
    anathema,
    atemi,
    atemi_quick,
    exalted2e,
    exaltedthird,
    grapevine,
    realm_of_darkness,
    storywheel_file,
    worldofdarkness,
)
from campaigns.imports.draft import Draft, Question
from campaigns.imports.kinds import list_kinds
from campaigns.sandbox import character_file
from campaigns.sandbox.character_file import MAX_BYTES
from rules.names import clean_values

XML_FORMATS: Mapping[str, tuple[str, Any]] = {"anathema": ("exalted2e", anathema), "grapevine": ("v20da", grapevine)}
"""The formats in XML, by what the sandbox calls them: the game, and what reads it."""
JSON_FORMATS: Mapping[str, Sequence[Any]] = {
    "exalted2e": (exalted2e,),
    "exalted3e": (exaltedthird, atemi, atemi_quick),
    "v20da": (worldofdarkness, realm_of_darkness),
}
"""The foreign formats that a series of each game can import."""
KNOWN = {
    "exalted2e": gettext_lazy("Storywheel, Anathema (.ecg) and Foundry’s exalted2e"),
    "exalted3e": gettext_lazy("Storywheel, Lot-Casting Atemi and Foundry’s exaltedthird"),
    "v20da": gettext_lazy("Storywheel, Foundry’s worldofdarkness, Realm of Darkness and Grapevine (XML)"),
}

__all__ = ["KNOWN", "MAX_BYTES", "Draft", "Question", "parse_file"]


def parse_file(system: str, data: bytes, kind: str = "") -> Draft | Question:
    """Return a draft of a file for a series of this game, or the question what kind of being it is.

    `kind` answers the question: a key of `list_kinds`. Raises `Refused` if the file or the answer does not fit.
    """
    if kind and kind not in list_kinds(system):
        raise Refused(_("Choose from the list what it is."), status=422)
    form, found = _parse(data)
    if form in XML_FORMATS:
        game, reader = XML_FORMATS[form]
        return reader.parse(found, kind) if system == game else _refuse(system)
    if storywheel_file.is_ours(found):
        return storywheel_file.parse(found, system)
    for reader in JSON_FORMATS.get(system, ()):
        if reader.is_theirs(found):
            parsed: Draft | Question = reader.parse(found, kind)
            return parsed
    return _refuse(system)


def _refuse(system: str) -> Draft:
    known = KNOWN.get(system, "Storywheel")
    raise Refused(
        _("This game can’t import that file. Supported: %(known)s.") % {"known": known},
        status=422,
    )


def _parse(data: bytes) -> tuple[str, Any]:
    """Return the kind of a file and what it holds."""
    if len(data) > MAX_BYTES:
        raise _explain(character_file.BIG)
    try:
        kind, _line, found = sandbox.quick.run(character_file, data).partition(b"\n")
    except character_file.Unfit as reason:
        raise _explain(str(reason)) from None
    return kind.decode(), clean_values(json.loads(found))


def _explain(reason: str) -> Refused:
    if reason == character_file.BIG:
        most = {"most": MAX_BYTES // 1000}
        return Refused(_("A character file can be up to %(most)s kB; this one is larger.") % most, status=413)
    sentences = {
        character_file.SEVERAL: _("Put exactly one character in the zip file."),
        character_file.PACKED: _("This zip file can’t be opened. Unzip it and choose the file inside."),
        character_file.ENTITIES: _("This file contains XML entities. No character needs them, so it was not read."),
        character_file.TORN: _("This file is incomplete: its XML can’t be read."),
        character_file.UNREADABLE: _("This file can’t be read: it is neither JSON nor an Anathema character."),
    }
    return Refused(sentences.get(reason) or _("This file contains no character."), status=422)
