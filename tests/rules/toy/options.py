"""What a table may set."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """`heads`: the lowest face that is a head."""

    heads: int = 6
