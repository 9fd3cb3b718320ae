"""The languages that people can choose: English, and each folder of translations that has compiled messages."""

from collections.abc import Iterable
from pathlib import Path

from django.conf.locale import LANG_INFO

SOURCE = "en"
"""The language in which the code is written. It needs no messages."""


def find_languages(folders: Iterable[Path]) -> list[tuple[str, str]]:
    """Return the code and the name of each language, English first, the others in the order of their codes.

    A language is a folder with its code as name (`sv`, `pt-br` as `pt_BR`), in one of `folders`, with a `.mo` file
    below `LC_MESSAGES`. It has the name that its readers give it. Codes that Django does not know are left out.
    """
    found = {
        path.parts[-3].replace("_", "-").lower() for folder in folders for path in folder.glob("*/LC_MESSAGES/*.mo")
    }
    codes = [SOURCE, *sorted(code for code in found - {SOURCE} if code in LANG_INFO)]
    return [(code, _name(code)) for code in codes]


def _name(code: str) -> str:
    name: str = LANG_INFO[code]["name_local"]
    return name[:1].upper() + name[1:]
