"""The editing page of a sheet, section by section in the order of the printed one."""

from rules.exalted2e.sheet.model import Sheet
from rules.system import Section


def layout(sheet: Sheet) -> tuple[Section, ...]:
    """The sections of the page with the sheet's values."""
    return ()
