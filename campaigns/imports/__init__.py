"""Import characters from files: `read_file` makes a draft of a file, and saves nothing."""

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
from campaigns.refusals import Refused
from rules.names import clean_text

MAX_BYTES = 1_000_000
MAX_DEPTH = 40
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The compressions that programs use. Others may need as much memory to unpack as the file says."""
BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError)
"""What a file raises that is no zip, or is damaged, encrypted or compressed in another way."""
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

__all__ = ["KNOWN", "MAX_BYTES", "Draft", "Question", "read_file"]


def read_file(system: str, data: bytes, kind: str = "") -> Draft | Question:
    """Return a draft of a file for a series of this game, or the question what kind of being it is.

    `kind` answers the question: a key of `list_kinds`. Raises `Refused` if the file or the answer does not fit.
    """
    if kind and kind not in list_kinds(system):
        raise Refused(_("Choose what it is from the list."), status=422)
    data = _unpack(data)
    if anathema.is_theirs(data):
        return anathema.read(data, kind) if system == "exalted2e" else _refuse(system)
    if grapevine.is_theirs(data):
        return grapevine.read(data, kind) if system == "v20da" else _refuse(system)
    found = _parse(data)
    if storywheel_file.is_ours(found):
        return storywheel_file.read(found, system)
    for form in JSON_FORMATS.get(system, ()):
        if form.is_theirs(found):
            read: Draft | Question = form.read(found, kind)
            return read
    return _refuse(system)


def _refuse(system: str) -> Draft:
    known = KNOWN.get(system, "Storywheel")
    raise Refused(
        _("This is not a file that a series of this game can read. It knows files of %(known)s.") % {"known": known},
        status=422,
    )


def _unpack(data: bytes) -> bytes:
    """Return the one file in a zip, or the data as it is."""
    _check_size(len(data))
    if not data.startswith(b"PK"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = [info for info in archive.infolist() if not info.is_dir()]
            if len(inside) != 1:
                raise Refused(_("Put exactly one character into the zip file."), status=422)
            if inside[0].compress_type not in PACKINGS:
                raise NotImplementedError
            with archive.open(inside[0]) as packed:
                unpacked = packed.read(MAX_BYTES + 1)  # its size in the directory may be false
    except BROKEN as error:
        raise Refused(_("This zip file cannot be opened. Unpack it and choose the file inside."), status=422) from error
    _check_size(len(unpacked))
    return unpacked


def _check_size(size: int) -> None:
    if size > MAX_BYTES:
        raise Refused(
            _("A character's file has at most %(most)s kB; this one has more.") % {"most": MAX_BYTES // 1000},
            status=413,
        )


def _parse(data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:  # broken, not text, or nested without end
        raise Refused(
            _("This file cannot be read: it is neither JSON nor an Anathema character."), status=422
        ) from error
    if not isinstance(found, dict) or _depth(found) > MAX_DEPTH:
        raise Refused(_("This file holds no character."), status=422)
    cleaned: dict[str, Any] = _clean(found)
    return cleaned


def _clean(data: Any) -> Any:
    """Return the data without NUL and half characters, which neither pages nor databases can hold."""
    if isinstance(data, str):
        return clean_text(data.replace("\0", "").encode(errors="replace").decode())
    if isinstance(data, dict):
        return {_clean(key): _clean(value) for key, value in data.items()}
    return [_clean(value) for value in data] if isinstance(data, list) else data


def _depth(data: Any) -> int:
    """Return how deep a value is nested."""
    depth, level = 0, [data]
    while level and depth <= MAX_DEPTH:
        depth += 1
        level = [
            inner
            for value in level
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
    return depth
