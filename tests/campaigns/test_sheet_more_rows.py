"""Rows that a page's script adds: they are numbered on from the spare ones, and saved as those are."""

from collections import Counter

import pytest
from django.http import QueryDict
from django.urls import reverse

from campaigns.models import Character
from campaigns.sheets.groups import build_groups
from campaigns.sheets.json import MAX_ITEMS, count_rows
from campaigns.sheets.powers import with_power_rows
from rules import SYSTEMS, get_system
from rules.battle import Json
from rules.sheets import with_room
from tests.cast import gather_cast
from tests.conftest import SignIn

ROWS = [
    ("exalted2e", "intimacies", "text"),
    ("exalted2e", "powers", "name"),
    ("exalted3e", "own_merits", "name"),
    ("v20da", "own_traits", "name"),
]


@pytest.mark.parametrize(("system", "rows", "field"), ROWS)
def test_more_rows_than_the_page_was_sent_with_are_saved(
    db: None, sign_in: SignIn, system: str, rows: str, field: str
) -> None:
    cast = gather_cast(system)
    page, url = sign_in(cast.player), reverse("character_edit", args=[cast.heroine.pk])
    names = [f"Kept {letter}" for letter in "abcdefg"]
    typed = {f"trait:{rows}.{number}.{field}": name for number, name in zip((0, 1, 2, 3, 5, 8, 9), names, strict=True)}
    record = {"version": str(Character.objects.get(pk=cast.heroine.pk).version), "name": "Ysane", "notes": ""}
    assert page.post(url, {**record, **typed}).status_code == 302
    saved: list[Json] = Character.objects.get(pk=cast.heroine.pk).sheet[rows]
    assert [row[field] for row in saved if row[field]] == names
    refused = page.post(url, {**typed, **record})
    assert refused.status_code == 409
    assert all(name in refused.content.decode() for name in names)


def test_a_form_names_no_more_rows_than_a_sheet_may_hold() -> None:
    names = ("intimacies.7.text", "intimacies.199.text", "intimacies.-1.text", "powers.٣.name", "powers.1000.name", "x")
    posted = QueryDict(mutable=True)
    for name in names:
        posted[f"trait:{name}"] = "x"
    assert count_rows(posted) == {"intimacies": MAX_ITEMS}


def test_only_a_list_of_rows_gets_room_for_more() -> None:
    sheets = get_system("exalted2e").sheets
    sheet = sheets.parse(sheets.blank("dawn"))
    assert with_room(sheet, {"weapons": 9, "name": 9, "health": 9, "attributes": 9, "intimacies": 1}) == sheet
    assert len(with_room(sheet, {"intimacies": 9}).intimacies) == 9


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_group_has_one_list_of_rows_at_most_for_the_one_button_that_adds_to_it(system: str) -> None:
    sheets = get_system(system).sheets
    for archetype in sheets.archetypes:
        sheet = sheets.parse(sheets.blank(archetype))
        for group in build_groups(with_power_rows(sheets, sheet, sheets.layout(sheet))):
            lists = Counter(row.entry.partition(".")[0] for row in group.spare_rows)
            assert len(lists) <= 1
