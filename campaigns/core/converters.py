"""URL path converters."""

import re

from django.urls.converters import IntConverter, StringConverter

from campaigns.core.parts import KINDS


class KeyConverter(IntConverter):
    """A primary key, with no more digits than the database can hold: a longer one is a 404."""

    regex = "[0-9]{1,18}"


class KindConverter(StringConverter):
    """The name of a kind of part."""

    regex = "|".join(KINDS)


def parse_key(text: str) -> int | None:
    """Return the primary key or other number in a query string, or None if the text is none."""
    return int(text) if re.fullmatch(KeyConverter.regex, text) else None
