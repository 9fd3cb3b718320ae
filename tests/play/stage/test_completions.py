"""What a line may go on with: the commands of the seat, and no name that the person does not know."""

from typing import Any

import pytest

from campaigns.models import KnownTo, Subject, User
from tests.cast import Cast
from tests.conftest import SignIn


@pytest.fixture
def look(cast: Cast, sign_in: SignIn) -> Any:
    """Fetches what somebody's line may go on with."""

    def fetch(user: User) -> dict[str, Any]:
        answer = sign_in(user).get(f"/scenes/{cast.scene.pk}/stage/completions/")
        assert answer.status_code == 200, answer.content
        told: dict[str, Any] = answer.json()
        return told

    return fetch


def commands(told: dict[str, Any]) -> list[str]:
    return [one["label"] for one in told["commands"]]


def test_each_role_has_its_commands_and_only_the_storyteller_foes(cast: Cast, look: Any) -> None:
    player, storyteller = look(cast.player), look(cast.storyteller)
    assert commands(player) == ["/roll", "/me", "/w", "/sr", "/gmr", "/help"]
    assert commands(storyteller) == ["/roll", "/me", "/w", "/gmr", "/foes", "/help"]
    assert player["foes"] == []
    assert "Soldier" in storyteller["foes"]


def test_traits_are_those_of_the_characters_whom_the_seat_plays(cast: Cast, look: Any) -> None:
    told = look(cast.player)
    assert [*told["traits"]] == [str(cast.heroine.pk)]
    assert {"Dexterity", "Melee"} <= {*told["traits"][str(cast.heroine.pk)]}
    assert cast.heroine.name in told["characters"]
    assert "storyteller" in told["people"]


def test_a_name_that_is_secret_is_no_option(cast: Cast, look: Any) -> None:
    Subject.objects.create(series=cast.series, name="The Hollow Queen", known_to=KnownTo.STORYTELLER)
    Subject.objects.create(series=cast.series, name="Old Ferry", known_to=KnownTo.ALL)
    assert "The Hollow Queen" in look(cast.storyteller)["names"]
    told = look(cast.player)
    assert "Old Ferry" in told["names"]
    assert "Hollow" not in str(told)
    assert "Hollow" not in str(look(cast.spectator))


def test_who_is_not_of_the_series_gets_nothing(cast: Cast, sign_in: SignIn) -> None:
    assert sign_in(cast.stranger).get(f"/scenes/{cast.scene.pk}/stage/completions/").status_code == 404
