"""Names and other lines of text: which characters they may hold, and how they are written.

Joiners (U+200C, U+200D) are letters of Persian, Hindi, Bengali and others, and hold joined pictures together; tags hold
flags together. Soft hyphens, marks of direction and blanks without width come along with pasted text and are dropped.
"""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

JOINERS: Final = "\u200c\u200d"
MAX_NAME: Final = 80
"""The most characters of a name."""
_TAGS: Final = range(0xE0020, 0xE0080)
_ARABIC_SIGNS: Final = range(0x600, 0x606)
_VISIBLE_FORMATS: Final = frozenset((*JOINERS, *map(chr, _TAGS), *map(chr, _ARABIC_SIGNS), "\u06dd", "\u070f"))
_DROPPED: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff9-\ufffb]"
)
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LOOSE_JOINERS: Final = re.compile(rf"(?:(?<=^)|(?<=\s))[{JOINERS}]+|[{JOINERS}]+(?=\s|$)")


def clean_line(text: str) -> str:
    """Return a text as one line: composed (NFC), without characters that nobody sees, with single blanks."""
    plain = _DROPPED.sub("", _CONTROLS.sub(" ", unicodedata.normalize("NFC", text)))
    plain = plain.encode(errors="ignore").decode()
    return _LOOSE_JOINERS.sub("", " ".join(plain.split()))


def clean_name(text: str, most: int = MAX_NAME) -> str:
    """Return a name as it is kept, of at most `most` characters; a joined picture is not cut in two."""
    name = clean_line(text)
    if len(name) <= most:
        return name
    short = name[:most]
    while short and _is_bound(name[len(short)], short[-1]):
        short = short[:-1]
    return short.strip(f"{JOINERS} ")


def clean_text(text: str) -> str:
    """Return a text of any length, composed and without characters that nobody sees. Its lines and blanks stay."""
    return text if text.isascii() else _DROPPED.sub("", unicodedata.normalize("NFC", text))


def clean_values(data: Any) -> Any:
    """Return JSON with each of its texts as `clean_text` writes it."""
    if isinstance(data, str):
        return clean_text(data)
    if isinstance(data, Mapping):
        return {key: clean_values(value) for key, value in data.items()}
    return [clean_values(value) for value in data] if isinstance(data, list) else data


def is_line(text: str) -> bool:
    """Whether a text may stand as it is: every character is visible, or joins visible ones."""
    return text.isprintable() or all(char.isprintable() or char in _VISIBLE_FORMATS for char in text)


def _is_bound(after: str, before: str) -> bool:
    """Whether two neighbours make one sign: a joiner, a mark, a skin tone."""
    is_mark = unicodedata.category(after) in ("Mn", "Me", "Mc") or "\U0001f3fb" <= after <= "\U0001f3ff"
    return is_mark or after in JOINERS or before in JOINERS
