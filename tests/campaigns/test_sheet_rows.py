"""Entries of a list on the page: written into empty rows, taken out again, and never out of step."""

import re

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from campaigns.models import Character, Series, SheetChange
from campaigns.sheets.groups import build_groups, spread
from campaigns.sheets.history import describe_changes
from campaigns.sheets.json import canonical, fitting_sheet, parse_traits
from rules import SYSTEMS, get_system
from rules.battle import Json
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.markup import flat


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted3e")


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The player's browser."""
    return sign_in(cast.player)


def save(client: Client, cast: Cast, traits: dict[str, str], *removed: str) -> list[Json]:
    """Save the page, and what specialties there are then."""
    heroine = Character.objects.get(pk=cast.heroine.pk)
    posted = {f"trait:{key}": value for key, value in traits.items()}
    record = {"version": str(heroine.version), "name": "Ysane", "notes": "", "remove": list(removed)}
    response = client.post(reverse("character_edit", args=[heroine.pk]), {**record, **posted})
    assert response.status_code == 302
    heroine.refresh_from_db()
    written: list[Json] = [row for row in heroine.sheet["specialties"] if row["ability"]]
    assert len(heroine.sheet["specialties"]) == len(written) + 2
    return written


def test_rows_are_written_and_taken_out_and_there_is_always_room_for_more(client: Client, cast: Cast) -> None:
    first = {"specialties.0.ability": "melee", "specialties.0.name": "Duels"}
    second = {"specialties.1.ability": "dodge", "specialties.1.name": "Unarmored", "specialties.1.always": "on"}
    assert len(save(client, cast, first | second)) == 2
    third = {"specialties.2.ability": "ride", "specialties.2.name": "Mules"}
    assert [row["name"] for row in save(client, cast, third)] == ["Duels", "Unarmored", "Mules"]
    assert [row["name"] for row in save(client, cast, {}, "specialties.1")] == ["Duels", "Mules"]


def test_what_is_written_and_taken_out_at_once_is_taken_out(client: Client, cast: Cast) -> None:
    save(client, cast, {"specialties.0.ability": "melee", "specialties.0.name": "Duels"})
    assert save(client, cast, {"specialties.0.name": "Brawls"}, "specialties.0") == []


def test_only_entries_that_are_there_can_be_taken_out(client: Client, cast: Cast) -> None:
    before = Character.objects.get(pk=cast.heroine.pk).sheet
    save(client, cast, {}, "attributes", "specialties.0", "specialties.99", "weapons.0", "x\0y")
    assert Character.objects.get(pk=cast.heroine.pk).sheet == before


def test_the_second_editions_rows_are_written_and_read_on_one_line(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    page, heroine = sign_in(cast.player), Character.objects.get(pk=cast.heroine.pk)
    traits = {
        "specialties.0.ability": "melee", "specialties.0.name": "On boats", "specialties.0.dots": "2",
        "own_backgrounds.0.name": "A barge", "own_backgrounds.0.dots": "3", "intimacies.1.text": "Her brother",
    }  # fmt: skip
    sent = {"version": str(heroine.version), "name": "Ysane", "notes": ""}
    url = reverse("character_edit", args=[heroine.pk])
    assert page.post(url, {**sent, **{f"trait:{key}": value for key, value in traits.items()}}).status_code == 302
    sheet = Character.objects.get(pk=heroine.pk).sheet
    assert sheet["specialties"][0] == {"ability": "melee", "name": "On boats", "dots": 2}
    assert sheet["own_backgrounds"][0] == {"name": "A barge", "dots": 3}
    assert [row["text"] for row in sheet["intimacies"]] == ["Her brother", "", ""]
    shown = flat(page.get(reverse("character", args=[heroine.pk])).content.decode())
    assert '<span>On boats<span class="q">, Melee</span></span>' in shown
    assert "Your own Background" not in shown
    sent["version"] = str(heroine.version + 1)
    wrong = {
        **sent,
        "trait:specialties.0.dots": "3",
        "trait:specialties.1.ability": "melee",
        "trait:specialties.1.name": "Rain",
    }
    answer = page.post(url, wrong)
    assert answer.status_code == 422
    assert "up to 3 dots of specialties" in answer.content.decode()


def test_the_history_names_the_rows_that_came_and_went(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    page = sign_in(cast.player)

    def change(**traits: str) -> str:
        version = Character.objects.get(pk=cast.heroine.pk).version
        sent = {f"trait:specialties.{key.replace('_', '.')}": value for key, value in traits.items()}
        record = {"version": str(version), "name": "Ysane", "notes": ""}
        page.post(reverse("character_edit", args=[cast.heroine.pk]), {**record, **sent})
        history = page.get(reverse("character_changes", args=[cast.heroine.pk])).content.decode()
        return re.sub(r"<[^>]*>", "", history.partition('<li class="change">')[2].partition("</ul>")[0])

    assert "Specialties from – to On boats (Melee, 1)" in change(
        **{"0_ability": "melee", "0_name": "On boats", "1_ability": "dodge"}
    )
    told = change(**{"0_dots": "2", "1_name": "In crowds"})
    assert "Specialties from On boats (Melee, 1) to On boats (Melee, 2); In crowds (Dodge, 1)" in told


def test_a_list_that_was_a_text_once_is_told_too() -> None:
    rows = [{"ability": "melee", "name": "Swords", "dots": 2}]
    sheet = canonical("exalted2e", {**get_system("exalted2e").sheets.blank("dawn"), "specialties": rows})
    character = Character(sheet=sheet, series=Series(system="exalted2e"))
    change = SheetChange(values={"specialties": ["Melee: Swords 2", rows]})
    ((moved,),) = (line.moved for line in describe_changes(character, [change]))
    assert (moved.before, moved.after) == ("Melee: Swords 2", "Swords (Melee, 2)")


def test_empty_rows_stand_folded_below_the_written_ones(client: Client, cast: Cast) -> None:
    save(client, cast, {"intimacies.0.text": "My sister", "intimacies.0.intensity": "major"})
    page = client.get(reverse("character_step", args=[cast.heroine.pk, "story"])).content.decode()
    assert page.count('name="remove"') == 1
    written, _, spare = page.partition('value="intimacies.0"')
    assert "My sister" in written
    assert 'class="foldable traitspare"' in spare


@pytest.mark.parametrize("system", SYSTEMS)
def test_boxes_of_health_are_marked_one_by_one_in_every_system(system: str) -> None:
    sheets = get_system(system).sheets
    sheet = sheets.blank(next(iter(sheets.archetypes)))
    track = next(t for s in sheets.layout(sheets.parse(sheet)) for t in s.traits if t.kind == "track")
    free, *marks = (choice.value for choice in track.choices)
    posted = QueryDict(mutable=True)
    posted.setlist(f"trait:{track.key}", [marks[2], free, marks[0], *[free] * (track.high - 3)])
    read = parse_traits(sheets.layout(sheets.parse(sheet)), posted)
    wounded = sheets.layout(sheets.parse(fitting_sheet(system, sheet, read)))
    value = str(next(t.value for s in wounded for t in s.traits if t.key == track.key))
    assert sorted(value.replace(free, "")) == sorted(marks[0] + marks[2])


def test_attributes_stand_together_and_skills_beside_their_specialties() -> None:
    sheets = get_system("wod2004").sheets
    groups = list(spread(build_groups(sheets.layout(sheets.parse({})))))
    widths = {group.title: group.width for group in groups}
    assert [widths[f"{kind} Attributes"] for kind in ("Mental", "Physical", "Social")] == ["third"] * 3
    assert {group.title for group in groups if group.is_paired} == {"Mental Skills", "Physical Skills", "Social Skills"}
