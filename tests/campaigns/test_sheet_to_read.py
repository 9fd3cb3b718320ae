"""A sheet as it reads: ratings side by side, pools and tracks as pictures, nothing that nobody has."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now

from campaigns.models import Character, Proposal, ProposalState, Scene, Series
from campaigns.sheets.json import canonical
from campaigns.sheets.page import SheetView, build_sheet
from rules import get_system
from tests.cast import Cast
from tests.conftest import SignIn


def make(system: str, archetype: str, **values: Any) -> Character:
    sheet = canonical(system, {**get_system(system).sheets.blank(archetype), **values})
    return Character(name="X", sheet=sheet, series=Series(name="Y", system=system))


def read(system: str, archetype: str, **values: Any) -> SheetView:
    return build_sheet(make(system, archetype, **values))


def labels(sheet: SheetView) -> list[str]:
    return [place.trait.label for group in sheet.groups for place in group.places]


def test_ratings_of_one_kind_stand_side_by_side() -> None:
    for system, archetype, expected in (
        ("exalted2e", "dawn", [3, 2]),
        ("exalted3e", "mortal", [1, 1]),
        ("wod2004", "officer", [3, 2]),
        ("v20da", "knight", [3, 2]),
    ):
        bands = [band for matter in read(system, archetype).matters for band in matter.bands if band[0].rated]
        assert [len(band) for band in bands] == expected


def test_what_one_plays_with_stands_before_every_trait(db: None, sign_in: SignIn, cast: Cast) -> None:
    sheet = read("exalted2e", "dawn")
    assert not any(group.is_live for matter in sheet.matters for group in matter.groups)
    page = sign_in(cast.player).get(reverse("character", args=[cast.heroine.pk])).content.decode()
    assert page.index('id="play-h"') < page.index('id="values-h"') < page.index('class="matter"')


@pytest.mark.parametrize(
    ("system", "archetype", "pools"),
    [
        ("exalted2e", "dawn", ["Willpower points", "Personal motes", "Peripheral motes"]),
        ("exalted3e", "solar", ["Willpower left", "Personal motes", "Peripheral motes"]),
        ("wod2004", "mortal", ["Willpower"]),
        ("v20da", "vampire", ["Willpower points", "Blood"]),
    ],
)
def test_health_and_pools_of_every_game_are_what_one_plays_with(system: str, archetype: str, pools: list[str]) -> None:
    play = read(system, archetype).play
    assert len(play.boxes) >= 6
    assert [gauge.label for gauge in play.pools][: len(pools)] == pools


def test_ratings_at_nought_are_folded_and_one_in_training_or_with_a_specialty_is_not() -> None:
    one = make("wod2004", "mortal", skills={}, specialties={"firearms": "Pistols"})
    sheet = build_sheet(one, {"skills.brawl": 1})
    (physical,) = [group for group in sheet.groups if group.title == "Physical Skills"]
    assert {"Brawl", "Firearms"} <= {place.trait.label for place in physical.held.places}
    assert {"Brawl", "Firearms"}.isdisjoint(place.trait.label for place in physical.noughts)
    assert "Drive" in {place.trait.label for place in physical.noughts}


def test_a_kept_roll_stands_on_the_sheet_with_its_dice() -> None:
    one = make("exalted2e", "dawn")
    one.favorites = [{"id": "0" * 12, "request": {"attribute": "dexterity", "ability": "melee"}}]
    (roll,) = build_sheet(one).play.rolls
    dexterity, melee = one.sheet["attributes"]["dexterity"], one.sheet["abilities"]["melee"]
    assert (roll.title, roll.dice) == ("Dexterity + Melee", dexterity + melee)


def test_boxes_and_pools_are_buttons_of_an_open_table_or_of_the_sheet(db: None, sign_in: SignIn, cast: Cast) -> None:
    page, url = sign_in(cast.player), reverse("character", args=[cast.heroine.pk])
    assert reverse("table_command", args=[cast.scene.pk]) in page.get(url).content.decode()
    Scene.objects.filter(episode__story__series=cast.series).update(closed_at=now())
    between = page.get(url).content.decode()
    assert reverse("table_command", args=[cast.scene.pk]) not in between
    assert reverse("character_tap", args=[cast.heroine.pk]) in between


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
    nobody = make("v20da", "vampire", disciplines={}, clan_disciplines=[])
    assert "Auspex" not in labels(build_sheet(nobody))
    (place,) = [
        place
        for group in build_sheet(nobody, {"disciplines.auspex": 1}).groups
        for place in group.places
        if place.trait.label == "Auspex"
    ]
    assert (place.value, place.training) == (0, 1)


def _dots_of(character: Character, client: Client) -> str:
    groups = build_sheet(character).groups
    return next(place.trait.key for group in groups for place in group.places if place.trait.kind == "dots")


@pytest.mark.parametrize(
    ("system", "archetype", "empty", "nought"),
    [
        ("exalted2e", "dawn", {"Abilities: Zenith", "Abilities: Twilight", "Abilities: Eclipse"}, "Lore"),
        ("exalted3e", "solar", set(), "Lore"),
        ("wod2004", "soldier", {"Social Skills"}, "Socialize"),
        ("v20da", "knight", {"Knowledges"}, "Theology"),
    ],
)
def test_of_groups_in_which_nothing_is_rated_only_the_names_are_read(
    system: str, archetype: str, empty: set[str], nought: str
) -> None:
    sheet = read(system, archetype)
    shown = {group.title for matter in sheet.matters for group in matter.groups}
    known = {group.title for group in sheet.groups if group.rated}
    assert known - shown == empty
    (matter,) = [one for one in sheet.matters if one.noughts]
    page = render_to_string("campaigns/_sheet_matter.html", {"matter": matter})
    assert nought in page.partition("No dots")[2]


@pytest.mark.parametrize(
    ("system", "archetype", "needed", "other"),
    [
        (
            "exalted2e",
            "dawn",
            ["Join Battle", "Dodge DV", "Parry DV, Slashing sword", "Soak, lethal", "Move"],
            "Dodge MDV",
        ),
        ("exalted3e", "solar", ["Join Battle", "Parry (Straight sword)", "Evasion", "Soak", "Hardness"], "Resolve"),
        ("wod2004", "officer", ["Defense", "Initiative", "Speed", "Health"], "Willpower"),
        ("v20da", "knight", ["Initiative", "Dodge", "Soak, lethal", "Blood per turn"], "Blood pool"),
    ],
)
def test_what_a_fight_needs_stands_before_the_other_values(
    system: str, archetype: str, needed: list[str], other: str
) -> None:
    sheet = read(system, archetype)
    fight, values = ([str(value.title) for value in part] for part in (sheet.fight, sheet.values))
    assert [title for title in fight if title in needed] == needed
    assert other in values
    assert other not in fight
    assert sorted(
        value.title for value in get_system(system).sheets.derived(make(system, archetype).parsed_sheet())
    ) == (sorted([*fight, *values]))
