"""A character is made by the book's budget, which the page shows as it is filled in, or freely."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from campaigns.core.refusals import Refused
from campaigns.models import Character
from campaigns.sheets.creation import settle
from campaigns.sheets.json import empty_sheet, fitting_sheet
from campaigns.sheets.services import ImportedCharacter, copy_as_extra, create_character, import_character
from campaigns.sheets.sheet_form import Budget
from rules import SYSTEMS, get_system
from rules.creation import Creation, Line
from rules.text import Text
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.markup import flat

RECORD = {"version": "1", "name": "Ysane", "notes": ""}
MISSING = "Limbs: 1 dot left (3 of 4, TOY-9)."


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The player's browser."""
    return sign_in(cast.player)


def shorten(cast: Cast) -> Character:
    """The heroine with a limb too few."""
    cast.heroine.sheet["limbs"]["arms"] = 1
    cast.heroine.save()
    return cast.heroine


def last_step(cast: Cast) -> str:
    return reverse("character_step", args=[cast.heroine.pk, "check"])


def is_settled(cast: Cast) -> bool:
    return Character.objects.get(pk=cast.heroine.pk).settled


def check(client: Client, cast: Cast, **traits: str) -> str:
    url = reverse("character_check", args=[cast.heroine.pk])
    response = client.post(
        url, {**RECORD, **{f"trait:{key.replace('__', '.')}": value for key, value in traits.items()}}
    )
    assert response.status_code == 200
    return response.content.decode()


def test_the_edit_page_shows_the_budget_until_the_character_is_made(client: Client, cast: Cast) -> None:
    url = reverse("character_step", args=[cast.heroine.pk, "all"])
    page = client.get(url).content.decode()
    assert "On budget." in page
    assert "4 of 4" in page
    assert "TOY-9" in page
    Character.objects.filter(pk=cast.heroine.pk).update(settled=True)
    page = client.get(url).content.decode()
    assert "tally" not in page
    assert "Ignore budget" not in page


def test_the_check_follows_the_dots_and_saves_nothing(client: Client, cast: Cast) -> None:
    assert MISSING in check(client, cast, limbs__arms="1")
    assert "On budget." in check(client, cast, limbs__arms="1", limbs__legs="3")
    assert "Strings: 2 dots too many (9 of 7, TOY-9)." in check(client, cast, strings="9")
    cast.heroine.refresh_from_db()
    assert (cast.heroine.version, cast.heroine.sheet["limbs"]) == (1, {"arms": 2, "legs": 2})


def test_the_check_says_what_the_rules_refuse(client: Client, cast: Cast) -> None:
    assert "Arms and legs together are at most 8." in check(client, cast, limbs__arms="5", limbs__legs="5")
    assert "Strings must be a whole number." in check(client, cast, strings="many")


def test_the_check_is_for_those_who_may_change_the_character(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("character_check", args=[cast.heroine.pk])
    answers = {name: sign_in(getattr(cast, name)).post(url, RECORD).status_code for name in ("rival", "stranger")}
    assert answers == {"rival": 403, "stranger": 404}


def test_a_player_makes_a_character_that_is_ready(client: Client, cast: Cast) -> None:
    url = reverse("character_settle", args=[cast.heroine.pk])
    assert b"On budget." in client.get(url, follow=True).content
    assert not is_settled(cast)
    assert client.post(last_step(cast), {**RECORD, "go": "finish"}).status_code == 302
    assert is_settled(cast)


def test_what_is_missing_stands_in_the_players_way(client: Client, cast: Cast) -> None:
    shorten(cast)
    url = reverse("character_settle", args=[cast.heroine.pk])
    page = client.get(url, follow=True).content.decode()
    assert MISSING in page
    assert "anyway" not in page
    for place, sent in ((url, {"anyway": "yes"}), (last_step(cast), {**RECORD, "go": "finish"})):
        response = client.post(place, sent)
        assert response.status_code == 422
        assert MISSING in response.content.decode()
        assert not is_settled(cast)


def test_who_ignores_the_budget_finishes_in_the_same_tap(client: Client, cast: Cast) -> None:
    shorten(cast)
    assert client.post(last_step(cast), {**RECORD, "go": "finish", "made_freely": "on"}).status_code == 302
    assert is_settled(cast)


def test_the_storyteller_makes_it_anyway(cast: Cast, sign_in: SignIn) -> None:
    shorten(cast)
    url = reverse("character_settle", args=[cast.heroine.pk])
    client = sign_in(cast.storyteller)
    assert "Finish anyway" in client.get(url, follow=True).content.decode()
    assert client.post(url).status_code == 422
    assert client.post(last_step(cast), {**RECORD, "go": "finish"}).status_code == 302
    assert is_settled(cast)


def test_made_freely_is_a_choice_that_the_storyteller_sees(client: Client, cast: Cast, sign_in: SignIn) -> None:
    shorten(cast)
    response = client.post(reverse("character_edit", args=[cast.heroine.pk]), {**RECORD, "made_freely": "on"})
    assert response.status_code == 302
    settle(cast.membership(cast.player), cast.heroine, True)
    assert is_settled(cast)
    page = sign_in(cast.storyteller).get(reverse("character", args=[cast.heroine.pk])).content.decode()
    assert "Built without the budget." in page


def test_once_made_the_choice_is_closed(client: Client, cast: Cast) -> None:
    settle(cast.membership(cast.player), cast.heroine, True)
    client.post(reverse("character_edit", args=[cast.heroine.pk]), {**RECORD, "made_freely": "on"})
    assert not Character.objects.get(pk=cast.heroine.pk).made_freely


def test_the_storytellers_own_and_what_comes_from_elsewhere_are_made_freely(cast: Cast) -> None:
    assert create_character(cast.membership(cast.storyteller), "Guard", "ball").made_freely
    assert not create_character(cast.membership(cast.player), "Wren", "ball").made_freely
    assert import_character(cast.membership(cast.player), ImportedCharacter("Wren", {})).made_freely
    assert copy_as_extra(cast.membership(cast.storyteller), cast.warden).made_freely


def test_only_the_storyteller_opens_it_again(cast: Cast) -> None:
    settle(cast.membership(cast.player), cast.heroine, True)
    with pytest.raises(Refused):
        settle(cast.membership(cast.player), cast.heroine, False)
    settle(cast.membership(cast.storyteller), cast.heroine, False)
    assert not is_settled(cast)


@pytest.mark.parametrize(
    ("system", "archetype", "path", "spent"),
    [
        ("exalted2e", "dawn", "willpower", "personal"),
        ("wod2004", "", "attributes.resolve", "willpower_points"),
        ("v20da", "knight", "willpower", "willpower_points"),
    ],
)
def test_what_was_full_stays_full_when_its_maximum_moves(system: str, archetype: str, path: str, spent: str) -> None:
    sheets = get_system(system).sheets
    sheet = sheets.blank(archetype or next(iter(sheets.archetypes)))
    *groups, name = path.split(".")
    rating = (sheet[groups[0]] if groups else sheet)[name]
    lower = fitting_sheet(system, sheet, {path: rating - 1})
    assert lower[spent] < sheet[spent]
    assert fitting_sheet(system, lower, {path: rating})[spent] == sheet[spent]


@pytest.mark.parametrize(
    ("system", "values", "pools"),
    [
        ("exalted2e", {"being": "exalt", "splat": "solar", "caste": "dawn", "essence": 2}, ["personal", "peripheral"]),
        ("exalted3e", {"archetype": "solar", "essence": 1}, ["motes.personal", "motes.peripheral"]),
        ("wod2004", {"being": "supernatural", "fuel_maximum": 10}, ["fuel", "willpower_points"]),
        ("v20da", {"being": "vampire", "generation": 10}, ["blood", "willpower_points"]),
    ],
)
def test_who_becomes_more_than_mortal_on_an_empty_sheet_has_full_pools(
    system: str, values: dict[str, Any], pools: list[str]
) -> None:
    sheets = get_system(system).sheets
    sheet = fitting_sheet(system, empty_sheet(system) or {}, values)
    traits = {trait.key: trait for section in sheets.layout(sheets.parse(sheet)) for trait in section.traits}
    assert {pool: traits[pool].value for pool in pools} == {pool: traits[pool].full for pool in pools}
    assert all(traits[pool].full for pool in pools)


def test_a_pool_that_is_set_to_nought_stays_so() -> None:
    sheet = fitting_sheet("v20da", empty_sheet("v20da") or {}, {"being": "vampire", "blood": 0})
    assert sheet["blood"] == 0
    assert fitting_sheet("v20da", sheet, {"generation": 9})["blood"] == 0


@pytest.mark.parametrize("system", SYSTEMS)
def test_any_dot_of_a_ready_sheet_may_be_moved_by_one(system: str) -> None:
    """Nothing that follows from a dot stands in the way of tapping it."""
    sheets = get_system(system).sheets
    for archetype in sheets.archetypes:
        sheet = sheets.blank(archetype)
        dots = [t for s in sheets.layout(sheets.parse(sheet)) for t in s.traits if t.kind == "dots"]
        lowered = [trait for trait in dots if int(str(trait.value)) > trait.low]
        for trait in lowered:
            moved = fitting_sheet(system, sheet, {trait.key: int(str(trait.value)) - 1})
            assert moved != sheet


@pytest.mark.parametrize(
    ("system", "told"),
    [
        ("exalted2e", "Not chosen yet: Physical Attributes and 6 more."),
        ("exalted3e", "Not chosen yet: Abilities and 2 more."),
    ],
)
def test_where_the_sources_name_no_number_an_empty_sheet_is_not_called_right(
    db: None, sign_in: SignIn, system: str, told: str
) -> None:
    cast = gather_cast(system)
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=empty_sheet(system), made_freely=False)
    client = sign_in(cast.player)
    for page in ("character_edit", "character_settle"):
        shown = flat(client.get(reverse(page, args=[cast.heroine.pk]), follow=True).content.decode())
        assert "On budget." not in shown
        assert told in shown


def test_once_something_stands_everywhere_it_says_what_is_held_against_the_book() -> None:
    full = Budget(Creation((Line(Text("Abilities"), 3, "X-1"), Line(Text("Essence"), 1, "X-2", 1, 1))), is_free=False)
    told = render_to_string("campaigns/_creation_short.html", {"budget": full}).strip()
    assert told == "Correct where the sources give a number; the rest is up to you."


@pytest.mark.django_db
def test_a_rating_and_its_points_are_raised_in_one_save(sign_in: SignIn) -> None:
    cast = gather_cast("v20da")
    client, url = sign_in(cast.player), reverse("character_edit", args=[cast.heroine.pk])
    cast.heroine.sheet = {**cast.heroine.sheet, "willpower": 3, "willpower_points": 3}
    cast.heroine.save()
    typed = {**RECORD, "version": str(cast.heroine.version), "trait:willpower": "8"}
    response = client.post(url, {**typed, "trait:willpower_points": "9"})
    assert response.status_code == 422
    response = client.post(url, {**typed, "trait:willpower_points": "8"})
    assert response.status_code == 302
    cast.heroine.refresh_from_db()
    assert (cast.heroine.sheet["willpower"], cast.heroine.sheet["willpower_points"]) == (8, 8)
