"""How Anathema writes values: elements with attributes, several of one name in a row."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.utils.translation import gettext as _

from campaigns.imports.reader import Reader
from campaigns.refusals import Refused


def parse(data: bytes) -> dict[str, Any]:
    """The file as a tree of names. Raises `Refused` for XML that is broken, or that carries entities."""
    try:
        return _flatten(fromstring(data, forbid_dtd=True))
    except DefusedXmlException as refusal:
        sentence = _("This file carries XML entities. No character needs them, so it is not read.")
        raise Refused(sentence, status=422) from refusal
    except (ParseError, ValueError, LookupError, RecursionError) as refusal:
        raise Refused(_("This file is not whole: its XML cannot be read."), status=422) from refusal


def rate(reader: Reader, path: str) -> int | None:
    """A trait as it is now: what experience made of it, else what it was made with."""
    made, grown = reader.number(f"{path}.creationValue"), reader.number(f"{path}.experiencedValue")
    return made if grown is None else grown


def each(reader: Reader, path: str) -> list[str]:
    """Where each element of this name stands: one alone is no list."""
    rows = [f"{path}.{row}" for row in reader.rows(path)]
    return rows or ([path] if reader.has(path) else [])


def name_of(identifier: str) -> str:
    """An id in words: "2nd Excellency: Melee" of `Solar.2ndExcellency.Melee`."""
    parts = identifier.split(".")
    words = [re.sub(r"(?<=[a-z])(?=[A-Z])", " ", part) for part in (parts[1:] if len(parts) > 1 else parts)]
    return ": ".join(word for word in words if word)


def _flatten(element: Element) -> dict[str, Any]:
    """Attributes, text and children of an element by name; several of one name become a list."""
    found: dict[str, Any] = dict(element.attrib)
    text = (element.text or "").strip()
    if text:
        found["text"] = text
    for name, children in _by_name(element):
        flat = [_flatten(child) for child in children]
        is_repeated = all(one == flat[0] and one.keys() <= {"text"} for one in flat)  # some files say things twice
        found[name] = flat[0] if is_repeated or len(flat) == 1 else flat
    return found


def _by_name(element: Element) -> Iterator[tuple[str, list[Element]]]:
    names: dict[str, list[Element]] = {}
    for child in element:
        names.setdefault(str(child.tag), []).append(child)
    yield from names.items()
