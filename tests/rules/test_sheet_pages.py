"""The page of a sheet shows every field of it."""

from dataclasses import fields

import pytest

from rules import SYSTEMS, get_system

OFF_THE_PAGE = {
    "exalted2e": {"powers", "powers_spent", "healing"},
    "exalted3e": {"powers", "powers_spent", "extra"},
    "wod2004": {"powers", "powers_spent"},
    "v20da": {"powers", "powers_spent", "custom_abilities"},
}
"""Fields that have no row on the page of an archetype: powers have their own part of the form."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_field_of_a_sheet_is_on_its_page_or_left_off_on_purpose(system: str) -> None:
    sheets = get_system(system).sheets
    blank = [sheets.parse(sheets.blank(name)) for name in sheets.archetypes]
    on_page = {
        trait.key.split(".")[0] for sheet in blank for section in sheets.layout(sheet) for trait in section.traits
    }
    assert {field.name for field in fields(blank[0])} - on_page == OFF_THE_PAGE[system]
