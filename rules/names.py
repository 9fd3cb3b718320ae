"""Names and other lines of text: which characters they may hold, and how they are written.

`clean_line` stands at every door: forms, importers, the API, the line of foes, the file of a series. The rules trust
it, and refuse only what no page can show (`is_line`, `is_prose`).
"""

import re
from collections.abc import Mapping
from typing import Any, Final
from unicodedata import category, combining, normalize

JOINERS: Final = "\u200c\u200d"
"""Letters of Persian, Hindi, Bengali and others; they hold joined pictures together, too."""
MAX_NAME: Final = 80
"""The most characters of a name."""
_UNSEEN: Final = "\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb"
"""Soft hyphens, spaces without width, and marks of formats that no one uses."""
_DIRECTIONS: Final = "\u061c\u200e\u200f"
_TURNS: Final = "\u202a-\u202e\u2066-\u2069"
"""What turns the direction of everything behind it, as in a name that shows reversed."""
_CONTROLS: Final = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\u2028\u2029\\ud800-\\udfff"
_BLANKS: Final = re.compile(f"[{_CONTROLS}\u2800\u3164\uffa0]")
"""What is a blank in a name: controls, and signs that are drawn as one."""
_DROPPED: Final = re.compile(f"[{_UNSEEN}{_DIRECTIONS}{_TURNS}]")
_FLAG: Final = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)|[\U000e0000-\U000e007f]")
"""The letters of a regional flag, such as Scotland's; without the flag they show nothing."""
_LAST_LATIN: Final = "\u036f"
_VIRAMA: Final = 9
"""The combining class of the sign behind which a joiner decides the shape of a letter, also at the end of a word."""
_NO_LINE: Final = re.compile(f"[\\t\\n\\r{_CONTROLS}{_TURNS}]")
_NO_PROSE: Final = re.compile(f"[{_CONTROLS}{_TURNS}]")


def clean_line(text: str) -> str:
    """Return a text as one line: composed (NFC), without characters that no one sees, with single blanks. To clean it
    again changes nothing.

    Joiners stay where they join: within words of Persian or Hindi, and in signs such as a woman of the fire brigade.
    """
    plain = _BLANKS.sub(" ", text)
    if not plain.isascii():
        plain = normalize("NFC", _FLAG.sub(r"\1", _DROPPED.sub("", plain)))
        plain = normalize("NFC", _keep_joiners(plain))
    return " ".join(plain.split())


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
    """Return a text of any length, composed and without characters that no one sees. Its lines and blanks stay."""
    return text if text.isascii() else normalize("NFC", _DROPPED.sub("", text))


def clean_values(data: Any) -> Any:
    """Return JSON with each of its texts as `clean_text` writes it."""
    if isinstance(data, str):
        return clean_text(data)
    if isinstance(data, Mapping):
        return {key: clean_values(value) for key, value in data.items()}
    return [clean_values(value) for value in data] if isinstance(data, list) else data


def is_line(text: str) -> bool:
    """Return whether a page can show the text on one line."""
    return not _NO_LINE.search(text)


def is_prose(text: str) -> bool:
    """Return whether a page can show the text, which may have several lines."""
    return not _NO_PROSE.search(text)


def _keep_joiners(text: str) -> str:
    kept: list[str] = []
    for place, char in enumerate(text):
        if char not in JOINERS or _joins(kept[-1] if kept else " ", text[place + 1 : place + 2] or " "):
            kept.append(char)
    return "".join(kept)


def _joins(before: str, after: str) -> bool:
    return combining(before) == _VIRAMA or (_is_joined(before) and _is_joined(after))


def _is_joined(char: str) -> bool:
    """Return whether a joiner can change how this character is drawn: Latin letters stand apart anyway."""
    return char > _LAST_LATIN and category(char)[0] in "LMS"


def _is_bound(after: str, before: str) -> bool:
    """Whether two neighbours make one sign: a joiner, a mark, a skin tone."""
    is_mark = category(after)[0] == "M" or "\U0001f3fb" <= after <= "\U0001f3ff"
    return is_mark or after in JOINERS or before in JOINERS
