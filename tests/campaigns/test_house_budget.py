"""A budget that the Storyteller types in, for the parts of a new character for which the sources name no number."""

import gzip
import json

import pytest
from django.urls import reverse

from campaigns.core.refusals import Refused
from campaigns.models import Character, Series
from campaigns.sheets.creation import check_budget, list_open_titles, settle
from config import transfer
from rules.codec import encode
from rules.creation import Creation, HouseBudget, Line, check_house_budget, with_house_budget
from rules.errors import BadInput
from rules.text import Text
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn

TITLES = [Text("Physical Attributes"), Text("Social Attributes"), Text("Mental Attributes")]


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("exalted2e")


def told(spent: tuple[int, ...], budget: HouseBudget) -> Creation:
    lines = tuple(Line(title, dots, "2E-020") for title, dots in zip(TITLES, spent, strict=True))
    named = Line(Text("Essence"), 3, "2E-029", 2, 2)
    return with_house_budget(Creation((*lines, named), note=Text("x")), budget, TITLES)


def test_groups_of_attributes_share_their_numbers_and_the_books_own_numbers_stand() -> None:
    budget = HouseBudget(dict(zip(map(str, TITLES), (8, 6, 4), strict=True)) | {"Essence": 9})
    creation = told((4, 8, 6), budget)
    assert [line.most for line in creation.lines] == [4, 8, 6, 2]
    assert [str(fault) for fault in creation.faults] == ["Essence: 1 dot too many (3 of 2, 2E-029)."]
    assert not creation.note


def test_dots_above_are_paid_with_bonus_points_and_all_of_them_are_spent() -> None:
    dots, each = {"Physical Attributes": 6}, {"Physical Attributes": 4}
    creation = told((7, 5, 5), HouseBudget(dots, each, 10))
    assert creation.bonus_spent == 4
    assert "6 left to spend" in " ".join(creation.faults)
    assert "too many" in " ".join(told((7, 5, 5), HouseBudget(dots)).faults)


def test_without_numbers_nothing_changes() -> None:
    assert told((1, 2, 3), HouseBudget(points=15)).note


@pytest.mark.parametrize(
    ("system", "titles"),
    [
        ("exalted2e", {"Abilities", "Backgrounds"}),
        ("exalted3e", {"Attributes", "Merits"}),
        ("v20da", set()),
        ("wod2004", {"Power"}),
    ],
)
def test_what_may_be_typed_is_what_the_sources_leave_open(system: str, titles: set[str]) -> None:
    found = set(map(str, list_open_titles(Series(system=system))))
    assert titles <= found
    assert bool(titles) is bool(found)


def test_the_made_check_holds_a_player_to_the_storytellers_numbers(cast: Cast, sign_in: SignIn) -> None:
    titles = list(map(str, list_open_titles(cast.series)))
    number = titles.index("Abilities")
    client, url = sign_in(cast.storyteller), reverse("series_budget", args=[cast.series.pk])
    page = client.get(reverse("series_options", args=[cast.series.pk])).content.decode()
    assert url in page
    assert client.post(url, {f"dots-{number}": "28", f"each-{number}": "2", "points": "15"}).status_code == 302
    cast.series.refresh_from_db()
    assert cast.series.budget == {"dots": {"Abilities": 28}, "each": {"Abilities": 2}, "points": 15}
    heroine = Character.objects.select_related("series").get(pk=cast.heroine.pk)
    (line,) = [one for one in check_budget(heroine.series, heroine.parsed_sheet()).lines if one.title == "Abilities"]
    assert (line.least, line.most, line.each) == (28, 28, 2)
    with pytest.raises(Refused, match="Abilities"):
        settle(cast.membership(cast.player), heroine, True)


def test_numbers_out_of_bounds_and_edits_of_two_are_refused(cast: Cast, sign_in: SignIn) -> None:
    client, url = sign_in(cast.storyteller), reverse("series_budget", args=[cast.series.pk])
    assert client.post(url, {"dots-0": "-1"}).status_code == 422
    assert client.post(url, {"points": "201"}).status_code == 422
    assert client.post(url, {"points": "5", "seen": "0" * 32}).status_code == 409
    with pytest.raises(BadInput):
        check_house_budget(HouseBudget({"Abilities": 10**9}))


def test_only_storytellers_set_it(cast: Cast, sign_in: SignIn) -> None:
    url = reverse("series_budget", args=[cast.series.pk])
    found = {
        name: sign_in(getattr(cast, name)).get(url).status_code
        for name in ("storyteller", "player", "rival", "spectator", "stranger")
    }
    assert found == {"storyteller": 200, "player": 403, "rival": 403, "spectator": 403, "stranger": 404}


def test_it_travels_with_the_series_and_a_forged_one_is_refused(cast: Cast) -> None:
    budget = encode(HouseBudget({"Abilities": 28}, {"Abilities": 2}, 15))
    Series.objects.filter(pk=cast.series.pk).update(budget=budget)
    data = json.loads(gzip.decompress(transfer.write(Series.objects.get(pk=cast.series.pk))))
    arrived = transfer.import_series(cast.stranger, data)
    assert arrived.budget == {"dots": {"Abilities": 28}, "each": {"Abilities": 2}, "points": 15}
    forged: tuple[object, ...] = (5, [], {"dots": {"Abilities": -1}}, {"dots": 3}, {"points": 10**9}, {"more": 1})
    for budget in forged:
        with pytest.raises(Refused):
            transfer.import_series(cast.stranger, {**data, "series": {**data["series"], "budget": budget}})
    del data["series"]["budget"]
    assert transfer.import_series(cast.stranger, data).budget == {}
