"""A character of Anathema's second-edition repository: an `.ecg` file (XML)."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring
from django.utils.translation import gettext as _

from campaigns.imports.draft import Builder, Draft, Reader
from campaigns.imports.second_edition import ABILITIES, ATTRIBUTES, VIRTUES, choose_archetype, clear, put_caste
from campaigns.refusals import Refused

SOURCE = "Anathema"


def is_theirs(data: bytes) -> bool:
    """Whether this looks like one of its files."""
    return b"<ExaltedCharacter" in data[:4096]


def read(data: bytes) -> Draft:
    """Read the file. Raises `Refused` for XML that is broken, or that carries entities."""
    try:
        found = _flatten(fromstring(data, forbid_dtd=True))
    except DefusedXmlException as refusal:
        sentence = _("This file carries XML entities. No character needs them, so it is not read.")
        raise Refused(sentence, status=422) from refusal
    except (ParseError, ValueError, LookupError, RecursionError) as refusal:
        raise Refused(_("This file is not whole: its XML cannot be read."), status=422) from refusal
    reader = Reader(found)
    reader.ignore("repositoryId", "repositoryPrintName", "Statistics.experienced", "Statistics.Rules")
    kind, caste = reader.text("Statistics.CharacterType.text"), reader.text("Statistics.CharacterConcept.Caste.type")
    builder = Builder("exalted2e", choose_archetype(kind, caste), rested=True)
    clear(builder)
    put_caste(builder, kind, caste)
    for group in ("Physical", "Social", "Mental"):
        for name in ATTRIBUTES:
            builder.put(f"attributes.{name}", _rating(reader, f"Statistics.Attributes.{group}.{name.title()}"))
    for name in ABILITIES:
        theirs = "".join(word.title() for word in name.split("_"))
        builder.put(f"abilities.{name}", _rating(reader, f"Statistics.Abilities.{theirs}"))
    for name in VIRTUES:
        builder.put(f"virtues.{name}", _rating(reader, f"Statistics.Virtues.{name.title()}"))
    builder.put("essence", _rating(reader, "Statistics.Essence"))
    willpower = _rating(reader, "Statistics.Willpower")
    builder.put("willpower", willpower)
    builder.put("willpower_points", willpower)
    builder.put("specialties", _specialties(reader) or None)
    builder.put("motivation", reader.text("Statistics.CharacterConcept.Motivation.text") or None)
    name = reader.text("Description.CharacterName.text") or reader.text("repositoryPrintName")
    return builder.build(SOURCE, name, reader, reader.text("Description.Concept.text"))


def _rating(reader: Reader, path: str) -> int | None:
    """A trait as it is now: what experience made of it, else what it was made with."""
    made, grown = reader.number(f"{path}.creationValue"), reader.number(f"{path}.experiencedValue")
    return made if grown is None else grown


def _specialties(reader: Reader) -> str:
    """Every specialty as our sheet writes them: "Archery: Bows 2; Melee: Swords"."""
    groups = []
    for name in ABILITIES:
        at = f"Statistics.Abilities.{''.join(word.title() for word in name.split('_'))}.Specialty"
        places = [f"{at}.{row}" for row in reader.rows(at)] or [at]
        named = [(reader.text(f"{place}.name"), reader.number(f"{place}.creationValue") or 1) for place in places]
        words = ", ".join(f"{re.sub('[,;:]', ' ', said)} {dots}" for said, dots in named if said)
        groups += [f"{name.replace('_', ' ').title()}: {words}"] if words else []
    return "; ".join(groups)


def _flatten(element: Element) -> dict[str, Any]:
    """Attributes, text and children of an element by name; several of one name become a list."""
    found: dict[str, Any] = dict(element.attrib)
    text = (element.text or "").strip()
    if text:
        found["text"] = text
    for name, children in _by_name(element):
        found[name] = _flatten(children[0]) if len(children) == 1 else [_flatten(child) for child in children]
    return found


def _by_name(element: Element) -> Iterator[tuple[str, list[Element]]]:
    names: dict[str, list[Element]] = {}
    for child in element:
        names.setdefault(str(child.tag), []).append(child)
    yield from names.items()
