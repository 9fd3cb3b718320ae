"""What a table may set."""

from dataclasses import dataclass

from rules.settings import option


@dataclass(frozen=True, slots=True)
class Options:
    """The coins."""

    heads: int = option(6, "The lowest face that is a head.", 2, 10)
