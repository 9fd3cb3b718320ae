"""What stands in our addresses."""

from django.urls.converters import IntConverter, StringConverter

from campaigns.chronicle import KINDS


class KeyConverter(IntConverter):
    """A row's key: no longer than the database counts, so that a longer one is simply not there."""

    regex = "[0-9]{1,18}"


class KindConverter(StringConverter):
    """The word for a kind of part."""

    regex = "|".join(KINDS)
