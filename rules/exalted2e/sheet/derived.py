"""The values that follow from a sheet's traits, each with its why."""

from rules.exalted2e.sheet.model import Sheet
from rules.pool import Breakdown


def derived(sheet: Sheet) -> tuple[Breakdown, ...]:
    """Join Battle, both DVs, soak, movement and motes."""
    return ()
