"""A sheet as it reads: ratings side by side, pools and tracks as pictures, nothing that nobody has."""

from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns.models import Character, Proposal, ProposalState, Series
from campaigns.sheet_page import SheetView, read_sheet
from campaigns.sheets import canonical
from rules import get_system
from tests.cast import Cast
from tests.conftest import SignIn


def make(system: str, archetype: str, **values: Any) -> Character:
    sheet = canonical(system, {**get_system(system).sheets.blank(archetype), **values})
    return Character(name="X", sheet=sheet, series=Series(name="Y", system=system))


def read(system: str, archetype: str, **values: Any) -> SheetView:
    return read_sheet(make(system, archetype, **values))


def labels(sheet: SheetView) -> list[str]:
    return [place.trait.label for group in sheet.groups for place in group.places]


def test_ratings_of_one_kind_stand_side_by_side() -> None:
    for system, archetype, expected in (
        ("exalted2e", "dawn", [3, 5]),
        ("exalted3e", "mortal", [1, 1]),
        ("wod2004", "mortal", [3, 3]),
        ("v20da", "vampire", [3, 3]),
    ):
        assert [len(band) for band in read(system, archetype).bands] == expected


def test_what_a_scene_changes_comes_before_what_lasts() -> None:
    live = [group.is_live for group in read("exalted2e", "dawn").others]
    assert live == sorted(live, reverse=True)
    assert any(live)


def test_a_background_that_nobody_has_is_not_read_but_an_ability_is() -> None:
    sheet = read("exalted2e", "dawn", backgrounds={"manse": 2})
    assert "Manse" in labels(sheet)
    assert "Cult" not in labels(sheet)
    assert "Bureaucracy" in labels(sheet)


def test_an_empty_pool_is_read_and_other_noughts_are_not() -> None:
    sheet = read("exalted2e", "dawn", willpower_points=0, fatigue=0)
    assert "Willpower points" in labels(sheet)
    assert "Fatigue" not in labels(sheet)


def test_weapons_are_read_from_their_table_alone() -> None:
    sheet = read("exalted2e", "dawn")
    assert [table.title for table in sheet.arms] == ["Weapons", "Armor"]
    assert not {"Weapons", "Armor"} & set(labels(sheet))


def test_dots_that_are_being_trained_are_drawn_as_such(db: None, sign_in: SignIn, cast: Cast) -> None:
    heroine, client = cast.heroine, sign_in(cast.player)
    path = reverse("character", args=[heroine.pk])
    assert b"is-new" not in client.get(path).content
    proposal = Proposal.objects.create(character=heroine, label="X", path=_dots_of(heroine, client), after=9, points=1)
    assert b"is-new" not in client.get(path).content
    proposal.state = ProposalState.TRAINING
    proposal.save()
    assert b"9 in training" in client.get(path).content


def test_a_first_dot_that_is_being_trained_is_read_too() -> None:
    nobody = make("v20da", "vampire", disciplines={})
    assert "Auspex" not in labels(read_sheet(nobody))
    (place,) = [
        place
        for group in read_sheet(nobody, {"disciplines.auspex": 1}).groups
        for place in group.places
        if place.trait.label == "Auspex"
    ]
    assert (place.value, place.training) == (0, 1)


def _dots_of(character: Character, client: Client) -> str:
    groups = read_sheet(character).groups
    return next(place.trait.key for group in groups for place in group.places if place.trait.kind == "dots")
