"""Unpack and parse the file of a character that a stranger may have made. It runs in the sandbox.

The output is a word for the kind of file, and what it holds as JSON without NUL and half characters.
"""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

MAX_MEMORY = 400_000_000
MAX_SECONDS = 10
MAX_BYTES = 1_000_000
MAX_DEPTH = 40
MAX_VALUES = 100_000
"""The most texts, numbers, lists and mappings. The largest file of a program that we know has 12,000."""
PACKINGS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The compressions that programs use. Others may need as much memory to unpack as the file says."""
BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, ValueError, OSError)
"""What a file raises that is no zip, or is damaged, encrypted or compressed in another way."""
XML = {"anathema": b"<ExaltedCharacter", "grapevine": b"<grapevine"}
"""The kinds of files in XML, by what stands near their beginning."""
JSON = "json"
BIG, PACKED, SEVERAL, ENTITIES, TORN, UNREADABLE, NO_CHARACTER = (
    "big",
    "packed",
    "several",
    "entities",
    "torn",
    "unreadable",
    "no character",
)
"""The reasons: has too many bytes, is a zip that cannot be opened, holds more than one file, carries XML entities, is
broken XML, is no JSON, or is nested or filled as no character is."""


class Unfit(Exception):
    """The file does not fit. The message is the reason, in a word."""


def run(content: bytes) -> Iterator[bytes]:
    """Yield the kind of a file and what it holds."""
    text = unpack(content)
    kind = next((kind for kind, mark in XML.items() if mark in text[:4096]), JSON)
    found = parse_json(text) if kind == JSON else parse_xml(text)
    yield kind.encode() + b"\n" + json.dumps(clean(found), ensure_ascii=False).encode()


def is_packed(data: bytes) -> bool:
    """Return whether a file is a zip."""
    return data.startswith(b"PK")


def unpack(data: bytes) -> bytes:
    """Return the one file in a zip, or the data as it is."""
    if not is_packed(data):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = [info for info in archive.infolist() if not info.is_dir()]
            if len(inside) != 1:
                raise Unfit(SEVERAL)
            if inside[0].compress_type not in PACKINGS:
                raise zipfile.BadZipFile(inside[0].compress_type)
            with archive.open(inside[0]) as packed:
                unpacked = packed.read(MAX_BYTES + 1)  # its size in the directory may be false
    except BROKEN:
        raise Unfit(PACKED) from None
    if len(unpacked) > MAX_BYTES:
        raise Unfit(BIG)
    return unpacked


def parse_json(data: bytes) -> Any:
    """Return the mapping of a JSON text."""
    try:
        found = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):  # broken, not text, or nested without end
        raise Unfit(UNREADABLE) from None
    if not isinstance(found, dict):
        raise Unfit(NO_CHARACTER)
    require_sober(found)
    return found


def parse_xml(data: bytes) -> dict[str, Any]:
    """Return the file as a tree of names."""
    try:
        return flatten(fromstring(data, forbid_dtd=True))
    except DefusedXmlException:
        raise Unfit(ENTITIES) from None
    except (ParseError, ValueError, LookupError, RecursionError):
        raise Unfit(TORN) from None


def flatten(element: Element) -> dict[str, Any]:
    """Return attributes, text and children of an element by name; several of one name become a list."""
    found: dict[str, Any] = dict(element.attrib)
    text = (element.text or "").strip()
    if text:
        found["text"] = text
    named: dict[str, list[Element]] = {}
    for child in element:
        named.setdefault(str(child.tag), []).append(child)
    for name, children in named.items():
        flat = [flatten(child) for child in children]
        is_repeated = all(
            description == flat[0] and description.keys() <= {"text"} for description in flat
        )  # some files say things twice
        found[name] = flat[0] if is_repeated or len(flat) == 1 else flat
    return found


def require_sober(data: Any) -> None:
    """Refuse what is nested deeper, or holds more values, than a character."""
    level, depth, count = [data], 0, 0
    while level:
        depth, count = depth + 1, count + len(level)
        if depth > MAX_DEPTH or count > MAX_VALUES:
            raise Unfit(NO_CHARACTER)
        level = [
            inner
            for value in level
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
        ]


def clean(data: Any) -> Any:
    """Return the data without NUL and half characters, which neither pages nor databases can hold."""
    if isinstance(data, str):
        return re.sub("\0", "", data).encode(errors="replace").decode()
    if isinstance(data, dict):
        return {clean(key): clean(value) for key, value in data.items()}
    return [clean(value) for value in data] if isinstance(data, list) else data
