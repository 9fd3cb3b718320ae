"""What stands in our addresses."""

import re

from django.urls.converters import IntConverter, StringConverter

from campaigns.chronicle import KINDS


class KeyConverter(IntConverter):
    """A row's key: no longer than the database counts, so that a longer one is simply not there."""

    regex = "[0-9]{1,18}"


class KindConverter(StringConverter):
    """The word for a kind of part."""

    regex = "|".join(KINDS)


def read_key(text: str) -> int | None:
    """A row's key, or another number, as it stands behind an address; None for what is none."""
    return int(text) if re.fullmatch(KeyConverter.regex, text) else None
