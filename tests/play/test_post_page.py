"""What a scene by post shows: the switch for the Storyteller, deadlines for those who may know of them."""

import pytest

from campaigns.models import User
from play.commands.moves import EndPost, SetPost
from play.html.page import regions
from play.seats.facts import read_facts, seat_class_of
from play.seats.reading import read_board
from tests.play.conftest import TableInPlay
from tests.play.test_overdue import act_freely
from tests.play.test_waits import by_post, open_waits


def drawn(table: TableInPlay, user: User) -> dict[str, str]:
    return regions(read_board(read_facts(table.scene.pk), seat_class_of(table.cast.membership(user))))


def test_everybody_reads_until_when_and_the_player_that_it_is_hers(db: None) -> None:
    table = by_post()
    (wait,) = open_waits(table)
    assert wait.due_at
    for user in table.cast.members:
        shown = drawn(table, user)
        assert f'datetime="{wait.due_at.isoformat()}"' in shown["status"]
        assert ("Your deadline:" in shown["mine"]) == (user == table.cast.player)
        assert ('value="SetPost"' in shown["cast"]) == (user in table.cast.members[:2])
    act_freely(table, EndPost())
    assert "data-when" not in drawn(table, table.cast.player)["status"]


def test_the_terms_that_hold_are_ticked(db: None) -> None:
    table = by_post()
    act_freely(table, SetPost(24, 168))
    cast = drawn(table, table.cast.storyteller)["cast"]
    for chosen in ('name="answer_hours" id="post-a-24" value="24" checked', 'id="post-t-168" value="168" checked'):
        assert chosen in cast


@pytest.mark.parametrize("who", ["player", "rival", "spectator"])
def test_a_hidden_combatant_who_is_awaited_leaves_no_trace(db: None, who: str) -> None:
    table = by_post()
    (wait,) = open_waits(table)
    wait.subject, wait.combatant, wait.name = "p-hidden", "h-hidden", "xyzzy"
    wait.save()
    shown = "".join(drawn(table, getattr(table.cast, who)).values())
    assert "xyzzy" not in shown
    assert "data-when" not in shown
