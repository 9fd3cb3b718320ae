"""A sheet as a PDF: drawn for every game from data alone, for those who may read it, where typst is installed."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from campaigns.models import Character, Series
from campaigns.sandbox.typeset import count_pages
from campaigns.sheets import pdf as sheet_pdf
from campaigns.sheets.json import canonical
from campaigns.sheets.page import build_sheet
from campaigns.sheets.pdf import can_make_pdf, compile_page, make_pdf, page_data
from rules import SYSTEMS, get_system
from tests.campaigns.usual import make_usual
from tests.cast import Cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

HOSTILE = '#panic("x") $ \\ " </script> *a* @b <c> // [ ` \u202e ●○☐☒ Äijö Öylätti åÅ 龍 🐉'
NEEDS_TYPST = pytest.mark.skipif(not can_make_pdf(), reason="typst is an extra: pip install -r requirements-pdf.txt")


def character(system: str, archetype: str, **values: object) -> Character:
    """One that is nowhere kept."""
    sheet = canonical(system, {**get_system(system).sheets.blank(archetype), **values})
    return Character(name=HOSTILE[:80], notes=HOSTILE, sheet=sheet, series=Series(name=HOSTILE, system=system))


@NEEDS_TYPST
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_archetype_of_every_game_is_drawn_whatever_it_is_called(system: str) -> None:
    first, *_others, last = get_system(system).sheets.archetypes
    for archetype in (first, last):
        assert make_pdf(character(system, archetype)).startswith(b"%PDF-")


@NEEDS_TYPST
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_usual_character_of_every_game_fits_on_one_page(system: str) -> None:
    assert count_pages(make_pdf(make_usual(system))) == 1


@NEEDS_TYPST
def test_more_than_fits_takes_more_pages_in_the_usual_type() -> None:
    one = make_usual("exalted3e")
    one.notes = "\n".join(["Of the river."] * 400)
    pdf = make_pdf(one)
    assert count_pages(pdf) > 1
    assert count_pages(pdf) == count_pages(compile_page(page_data(one, build_sheet(one)), "pdf"))


@NEEDS_TYPST
def test_a_page_is_drawn_as_a_picture_too() -> None:
    one = character("exalted2e", "dawn")
    assert compile_page(page_data(one, build_sheet(one)), "png").startswith(b"\x89PNG")


def test_attributes_and_abilities_stand_in_bands_and_noughts_elsewhere_are_left_out() -> None:
    one = character("exalted2e", "dawn", motivation="Free the river.")
    page = page_data(one, build_sheet(one))
    assert [[group["title"] for group in band] for band in page["bands"]] == [
        ["Physical Attributes", "Social Attributes", "Mental Attributes"],
        ["Abilities: Dawn", "Abilities: Zenith", "Abilities: Twilight", "Abilities: Night", "Abilities: Eclipse"],
    ]
    titles = [group["title"] for group in page["groups"]]
    assert "Backgrounds" not in titles
    assert {"Weapons", "Armor"} <= set(titles)
    assert ["Join Battle", "6", "2E-035"] in [list(row) for row in page["derived"]]


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_game_prints_noughts_but_those_that_every_sheet_of_it_prints(system: str) -> None:
    """These are Attributes and Abilities. Backgrounds, Disciplines and Merits at nought are left out."""
    for one in (make_usual(system), character(system, next(iter(get_system(system).sheets.archetypes)))):
        page = page_data(one, build_sheet(one))
        assert any(row["value"] == 0 for band in page["bands"] for group in band for row in group["rows"])
        assert not [
            row for group in page["groups"] for row in group["rows"] if row["kind"] == "dots" and not row["value"]
        ]


def test_a_specialty_stands_beside_its_skill_and_a_concept_in_the_head() -> None:
    one = character("wod2004", "officer", specialties={"firearms": "Pistols"})
    page = page_data(one, build_sheet(one))
    rows = [row for band in page["bands"] for group in band for row in group["rows"]]
    assert [row["note"] for row in rows if row["label"] == "Firearms"] == ["Pistols"]
    assert page["concept"] == "Patrol officer"
    assert "Patrol officer" not in str(page["groups"])
    weapons = [thing for group in page["groups"] for row in group["rows"] for thing in row.get("things", [])]
    assert {"name": "Club", "more": "Pool 5, Damage 2B"} in weapons


def test_what_is_not_rated_leaves_the_band_of_abilities_whole() -> None:
    one = character("exalted3e", "solar", favored=["melee", "dodge"])
    page = page_data(one, build_sheet(one))
    assert [[(group["title"], len(group["rows"])) for group in band] for band in page["bands"]] == [
        [("Attributes", 9)],
        [("Abilities", 26)],
    ]
    assert {"Melee, Dodge"} <= {row.get("text") for group in page["groups"] for row in group["rows"]}


def test_entries_are_named_and_wounds_keep_their_marks() -> None:
    one = character(
        "exalted3e",
        "solar",
        intimacies=[{"text": "My sister", "kind": "principle", "intensity": "major"}],
        health={"marks": "lb"},
    )
    told = page_data(one, build_sheet(one))["groups"]
    things = [thing for group in told for row in group["rows"] for thing in row.get("things", [])]
    assert {"name": "My sister", "more": "Principle, Major"} in things
    tracks = [row["marks"] for group in told for row in group["rows"] if row["kind"] == "track"]
    assert tracks == [["l", "b", "", "", "", "", ""]]


def test_rows_with_dots_say_how_many() -> None:
    second = character(
        "exalted2e",
        "dawn",
        specialties=[{"ability": "melee", "name": "Boats", "dots": 1}],
        own_backgrounds=[{"name": "A barge", "dots": 2}],
        intimacies="Her brother",
    )
    third = character("exalted3e", "solar", own_merits=[{"name": "A tower", "dots": 3}])
    told = [group for one in (second, third) for group in page_data(one, build_sheet(one))["groups"]]
    things = [thing for group in told for row in group["rows"] for thing in row.get("things", [])]
    assert [(thing["name"], thing["more"]) for thing in things if thing["name"] in ROWS] == list(ROWS.items())


def test_a_power_says_once_what_it_costs_and_in_the_readers_language() -> None:
    power = {
        "key": "heron",
        "name": "Heron",
        "use": "attack",
        "timing": "supplemental",
        "cost": {"motes": 3},
        "effects": [{"kind": "dice", "amount": 3}],
        "text": "She stands still.",
    }
    one = character("exalted2e", "dawn", powers=[power])

    def told() -> list[str]:
        groups = page_data(one, build_sheet(one))["groups"]
        things = [thing for group in groups for row in group["rows"] for thing in row.get("things", [])]
        return [thing["more"] for thing in things if thing["name"] == "Heron"]

    assert told() == ["+3 dice; on an attack; supplemental; costs 3 motes. She stands still."]
    with override("fi"):
        (finnish,) = told()
    assert "motes" not in finnish
    assert finnish.endswith(". She stands still.")


ROWS = {"Boats": "Melee, Dots 1", "A barge": "Dots 2", "Her brother": "", "A tower": "Dots 3"}


@NEEDS_TYPST
def test_the_pdf_is_for_those_who_may_read_the_sheet(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("character_pdf", args=[cast.heroine.pk])
    found = {name: sign_in(getattr(cast, name)).get(url) for name in ("player", "storyteller", "rival", "stranger")}
    assert {name: answer.status_code for name, answer in found.items()} == {
        "player": 200,
        "storyteller": 200,
        "rival": 403,
        "stranger": 404,
    }
    assert found["player"]["Content-Type"] == "application/pdf"
    assert re.fullmatch(r'inline; filename="[a-z-]+\.pdf"', found["player"]["Content-Disposition"])


def test_where_typst_is_missing_there_is_no_button_and_a_sentence(
    cast: Cast, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = sign_in(cast.player)
    page = reverse("character", args=[cast.heroine.pk])
    link = reverse("character_pdf", args=[cast.heroine.pk])
    assert (link in client.get(page).content.decode()) is can_make_pdf()
    monkeypatch.setattr(sheet_pdf, "find_spec", lambda name: None)
    assert link not in client.get(page).content.decode()
    answer = client.get(link)
    assert answer.status_code == 404
    assert b"requirements-pdf.txt" in answer.content
