"""Our own file format of a character, which a server writes and another reads back to an equal sheet."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired, TypedDict

from django.utils.translation import gettext as _

from campaigns.core.language import translate
from campaigns.core.refusals import Refused
from campaigns.imports.draft import Draft
from campaigns.models import Character
from campaigns.sheets.json import canonical
from rules import SYSTEMS
from rules.errors import BadInput
from rules.names import clean_name

FORMAT: Final = "storywheel.character"
VERSION: Final = 1


class CharacterFile(TypedDict):
    """A character's file. `secret_notes` are only there for a Storyteller."""

    format: Literal["storywheel.character"]
    version: Literal[1]
    system: str
    name: str
    extra: bool
    notes: str
    sheet: dict[str, Any]
    secret_notes: NotRequired[str]


def write(character: Character, storyteller: bool) -> CharacterFile:
    """Return the file of a character. It has the Storyteller's notes only if a Storyteller exports it."""
    written: CharacterFile = {
        "format": FORMAT,
        "version": VERSION,
        "system": character.series.system,
        "name": character.name,
        "extra": character.extra,
        "notes": character.notes,
        "sheet": character.sheet,
    }
    return {**written, "secret_notes": character.secret_notes} if storyteller else written


def is_ours(data: Mapping[str, Any]) -> bool:
    """Whether this is a file of ours."""
    return data.get("format") == FORMAT


def parse(data: Mapping[str, Any], system: str) -> Draft:
    """Read a file of ours. Raises `Refused` if its version or game is another, or the rules refuse the sheet."""
    if data.get("version") != VERSION:
        raise Refused(_("This file was written by a newer Storywheel. Update this server first."), status=422)
    if data.get("system") != system:
        theirs = SYSTEMS.get(str(data.get("system"))[:40], "another game")
        raise Refused(_("This character is for %(theirs)s; this series is not.") % {"theirs": theirs}, status=422)
    try:
        sheet = canonical(system, data.get("sheet"))
    except BadInput as refusal:
        raise Refused(
            _("The rules reject this sheet. %(sentence)s") % {"sentence": translate(refusal.sentence)}, status=422
        ) from refusal
    name, notes, secret_notes = data.get("name"), data.get("notes"), data.get("secret_notes")
    return Draft(
        source="Storywheel",
        name=clean_name(str(name or "")) or _("Unnamed"),
        sheet=sheet,
        notes=notes[:20_000] if isinstance(notes, str) else "",
        kept=(_("Whole sheet"),),
        changed=(),
        left=(),
        secret_notes=secret_notes[:20_000] if isinstance(secret_notes, str) else "",
        extra=data.get("extra") is True,
    )
