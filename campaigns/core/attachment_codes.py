"""The codes by which notes show attachments: `![The pier](picture:48213)` and `[The letter](file:20417)`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CODE = re.compile(r"(picture|file):([1-9][0-9]{4})")


@dataclass(frozen=True, slots=True)
class KnownAttachment:
    """An attachment that a reader may see."""

    code: str
    url: str
    width: int
    height: int
    words: str
    """What a picture shows, for those who cannot see it."""


def is_code(address: str) -> bool:
    """Whether an address in Markdown is the code of an attachment."""
    return _CODE.fullmatch(address) is not None


def find_codes(text: str) -> Iterator[str]:
    """Yield the codes in a text, and perhaps what only looks like one."""
    return (found[0] for found in _CODE.finditer(text))
