"""Acting out one's Nature gives Willpower back, as the Storyteller rules (V20-355)."""

import pytest
from django.urls import reverse

from campaigns.models import Character
from campaigns.sheets.json import with_values
from play.commands.moves import ActNature, AnswerProposal, GoWithout, Rewind
from play.table.proposals import Proposal
from rules import get_system
from rules.errors import IllegalMove
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn
from tests.play.tasking import TaskTable, key_of


@pytest.fixture
def cast(db: None) -> Cast:
    return gather_cast("v20da")


@pytest.fixture
def table(cast: Cast) -> TaskTable:
    spent = with_values(cast.heroine.sheet, {"nature": "Penitent", "willpower": 5, "willpower_points": 2})
    Character.objects.filter(pk=cast.heroine.pk).update(sheet=spent)
    return TaskTable(cast, cast.scene, get_system("v20da"))


def points(table: TaskTable) -> int:
    found: int = table.sheet(table.cast.heroine)["willpower_points"]
    return found


def claim(table: TaskTable, amount: int = 1) -> Proposal:
    table.act(table.cast.player, ActNature(key_of(table.cast.heroine), amount))
    found: Proposal = table.state.proposals[-1]
    return found


def test_a_claim_waits_for_the_storyteller_who_may_give_more(table: TaskTable) -> None:
    cast, asked = table.cast, claim(table)
    assert (points(table), asked.what) == (2, "acting out the Nature “Penitent”")
    given = table.act(cast.storyteller, AnswerProposal(asked.id, True, {"points": "2"}))
    assert points(table) == 4
    told = "acts out the Nature “Penitent”: Willpower points from 2 to 4."
    assert told in table.reads(cast.player)
    assert told in table.reads(cast.storyteller)
    assert told not in table.reads(cast.rival), "pools are told to those who may know them"
    table.act(cast.storyteller, Rewind(given.first))
    assert points(table) == 2


def test_a_claim_is_refused_or_taken_back_and_gives_nothing(table: TaskTable) -> None:
    cast, asked = table.cast, claim(table)
    table.act(cast.storyteller, AnswerProposal(asked.id, False))
    assert points(table) == 2
    table.act(cast.player, GoWithout(asked.id))
    assert (points(table), table.state.proposals) == (2, ())


def test_the_storyteller_gives_it_at_once_and_no_more_than_was_spent(table: TaskTable) -> None:
    cast = table.cast
    table.act(cast.storyteller, ActNature(key_of(cast.heroine), 9))
    assert points(table) == 5
    with pytest.raises(IllegalMove, match="has spent no Willpower"):
        table.act(cast.player, ActNature(key_of(cast.heroine)))
    with pytest.raises(IllegalMove, match="no Nature on the sheet"):
        table.act(cast.rival, ActNature(key_of(cast.duelist)))
    with pytest.raises(IllegalMove, match="You can’t act for that character here"):
        table.act(cast.rival, ActNature(key_of(cast.heroine)))


@pytest.mark.parametrize("game", ["exalted2e", "exalted3e", "wod2004"])
@pytest.mark.django_db
def test_other_games_have_no_nature(game: str) -> None:
    cast = gather_cast(game)
    table = TaskTable(cast, cast.scene, get_system(game))
    with pytest.raises(IllegalMove, match="no Nature"):
        table.act(cast.storyteller, ActNature(key_of(cast.heroine)))


def test_the_button_stands_where_willpower_is_tapped(table: TaskTable, sign_in: SignIn) -> None:
    cast = table.cast
    member = table.facts(cast.player)["party"]["members"][key_of(cast.heroine)]
    assert "Penitent" in member["nature"]
    client, page = sign_in(cast.player), reverse("character", args=[cast.heroine.pk])
    assert "Acted out the Nature: <bdi>Penitent</bdi>" in client.get(page).content.decode()
    sent = {"move": "ActNature", "character": key_of(cast.heroine), "points": "1", "number": "0", "back": "sheet"}
    command = {"command": "4cf1e6a4-0000-4000-8000-0000000000c1"}
    answer = client.post(reverse("table_command", args=[cast.scene.pk]), sent | command)
    assert answer["Location"] == f"{page}#play"
    assert table.state.proposals[-1].character == key_of(cast.heroine)
