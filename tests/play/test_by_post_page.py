"""What a scene by post shows: the terms for the Storyteller, deadlines for those who may know of them."""

from typing import Any

import pytest

from campaigns.models import User
from play.commands.moves import EndPost, SetPost
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of
from tests.play.test_overdue import act_freely
from tests.play.test_waits import by_post, open_waits


def see(table: TableInPlay, user: User) -> Any:
    return facts_of(table.scene, table.cast.membership(user))


def test_everybody_reads_until_when_and_the_player_that_it_is_hers(db: None) -> None:
    table = by_post()
    (wait,) = open_waits(table)
    assert wait.due_at
    for user in table.cast.members:
        facts = see(table, user)
        (told,) = facts["state"]["post"]["waits"]
        assert told["due_at"] == wait.due_at.isoformat()
        assert told.get("is_mine", False) == (user == table.cast.player)
        assert ("time" in facts["tools"]) == (user in table.cast.members[:2])
    act_freely(table, EndPost())
    assert "post" not in see(table, table.cast.player)["state"]


def test_the_terms_that_hold_are_chosen(db: None, sign_in: SignIn) -> None:
    table = by_post()
    act_freely(table, SetPost(24, 168))
    tool = sign_in(table.cast.storyteller).get(f"/scenes/{table.scene.pk}/stage/tools/time").json()
    (form,) = (one for one in tool["forms"] if one["move"] == "SetPost")
    chosen = {
        field["name"]: [option["value"] for option in field["options"] if option.get("chosen")]
        for field in form["main"]
    }
    assert chosen == {"answer_hours": ["24"], "turn_hours": ["168"]}


@pytest.mark.parametrize("who", ["player", "rival", "spectator"])
def test_a_hidden_combatant_who_is_awaited_leaves_no_trace(db: None, who: str) -> None:
    table = by_post()
    (wait,) = open_waits(table)
    wait.subject, wait.combatant, wait.name = "p-hidden", "h-hidden", "xyzzy"
    wait.save()
    facts = see(table, getattr(table.cast, who))
    assert "xyzzy" not in str(facts)
    assert facts["state"]["post"]["waits"] == []
