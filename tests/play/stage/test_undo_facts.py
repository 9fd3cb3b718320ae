"""What the Storyteller's page learns before it undoes something: all that goes, and all that counts again."""

from typing import Any

import pytest
from django.test import Client

from play.commands.moves import Rewind, Say
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.stage.patching import find_nulls
from tests.play.test_undo import roll


def preview(client: Client, coins: TableInPlay, entry: int) -> Any:
    """What an undo from this entry on would do."""
    answer = client.get(f"/scenes/{coins.scene.pk}/stage/undo/{entry}")
    assert answer.status_code == 200
    assert not [*find_nulls(answer.json())]
    return answer.json()


@pytest.fixture
def storyteller(coins: TableInPlay, sign_in: SignIn) -> Client:
    """The Storyteller's browser."""
    return sign_in(coins.cast.storyteller)


def test_all_that_goes_is_listed_the_newest_first_with_those_who_did_it(
    coins: TableInPlay, storyteller: Client
) -> None:
    roll(coins, coins.cast.player)
    coins.act(coins.cast.rival, Say("Onward."))
    roll(coins, coins.cast.rival)
    (gone,) = preview(storyteller, coins, 1)["parts"]
    assert gone["says"] == "Taken back: 3 entries, 1 to 3."
    assert [(line.get("by"), line.get("said")) for line in gone["lines"]] == [
        ("rival", None),
        (None, "Onward."),
        ("player", None),
    ]


def test_a_roll_that_only_the_storyteller_saw_is_listed_as_secret(coins: TableInPlay, storyteller: Client) -> None:
    coins.act(coins.cast.storyteller, Say("/gmr 3"), [1, 1, 1])
    (gone,) = preview(storyteller, coins, coins.count())["parts"]
    assert [line.get("is_secret") for line in gone["lines"]] == [True]


def test_to_undo_an_undo_says_what_counts_again(coins: TableInPlay, storyteller: Client) -> None:
    roll(coins, coins.cast.player)
    coins.act(coins.cast.storyteller, Rewind(1))
    parts = preview(storyteller, coins, coins.count())["parts"]
    assert [part["says"] for part in parts] == ["Restored: entry 1."]


def test_what_cannot_be_undone_is_refused_in_words(coins: TableInPlay, storyteller: Client) -> None:
    roll(coins, coins.cast.player)
    coins.act(coins.cast.storyteller, Rewind(1))
    assert "already taken back" in preview(storyteller, coins, 1)["refused"]


def test_nobody_but_the_storyteller_learns_what_would_go(coins: TableInPlay, sign_in: SignIn) -> None:
    roll(coins, coins.cast.player)
    for person in (coins.cast.player, coins.cast.spectator, coins.cast.stranger):
        assert sign_in(person).get(f"/scenes/{coins.scene.pk}/stage/undo/1").status_code in (403, 404)
