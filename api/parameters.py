"""What requests name: keys, numbers of entries, and pages of lists."""

from typing import Annotated, TypeVar

from django.db.models import Model, QuerySet
from ninja import Query
from pydantic import Field

Row = TypeVar("Row", bound=Model)

Key = Annotated[int, Field(ge=1, lt=2**63)]
"""A primary key."""
Number = Annotated[int, Field(ge=0, lt=10**9)]
"""A count of entries, as the seat's own pages show it."""
MAX_ROWS = 100
"""The most rows of one page."""
After = Annotated[int, Query(ge=0, lt=2**63)]
"""The key after which a page begins."""
Limit = Annotated[int, Query(ge=1, le=MAX_ROWS)]
"""How many rows a page has at most."""


def load_page(rows: QuerySet[Row], after: int, limit: int) -> tuple[list[Row], int | None]:
    """Return a page of the rows by their keys, and the `after` of the next one; None at the end."""
    found = list(rows.filter(pk__gt=after).order_by("pk")[: limit + 1])
    return found[:limit], found[limit - 1].pk if len(found) > limit else None
