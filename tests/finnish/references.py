"""The `#:` lines of the catalogues: in which files each message stands, so that a translator can look there.

    python -m tests.finnish.references

writes them into every catalogue, and `make messages` runs it. Files only, without lines, so that they rarely change.
"""

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.finnish.messages import made_places, word_places
from tests.finnish.words import KEY, LOCALE, read_key

KEYED = re.compile(KEY, re.M)
MOST_PLACES = 6
"""Files that are named for one message. A word such as "Strength" is in every room of the rules."""
OURS = "en"
"""English has a catalogue for what packages say, which stands nowhere in our code."""
Places = Mapping[str, frozenset[str]]


@cache
def find_places(domain: str) -> Places:
    """Return the files of each message of a domain, `django` or `rules`, by its key in the catalogue."""
    from tests.finnish.pages import page_places

    return page_places() if domain == "django" else {**word_places(), **made_places()}


def refer(entry: str, places: Places) -> str:
    """Return an entry of a catalogue with the files of its message, after the remarks of people."""
    lines = [line for line in entry.split("\n") if not line.startswith("#:")]
    remarks = sum(1 for line in lines if line.startswith(("# ", "#.")))
    found = KEYED.search(entry)
    files = sorted(places.get(read_key(*found.groups("")), ()))[:MOST_PLACES] if found else ()
    return "\n".join([*lines[:remarks], *(f"#: {file}" for file in files), *lines[remarks:]])


def refer_all(text: str, places: Places) -> str:
    """Return a catalogue in which each entry has the files of its message."""
    head, *entries = text.split("\n\n")
    return "\n\n".join([head, *(refer(entry, places) for entry in entries)])


def list_catalogues() -> Iterator[Path]:
    """Yield every catalogue of messages that stand in our code."""
    yield from (path for path in sorted(LOCALE.glob("*/LC_MESSAGES/*.po")) if path.parts[-3] != OURS)


def main() -> None:
    """Write the references into every catalogue that lacks some, or has old ones."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for path in list_catalogues():
        before = path.read_text()
        after = refer_all(before, find_places(path.stem))
        if after != before:
            path.write_text(after)


if __name__ == "__main__":
    main()
