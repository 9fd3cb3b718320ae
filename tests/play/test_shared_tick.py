"""A tie of the Third Edition at the table: one tap of the player, two buttons, one line."""

import pytest

from tests.conftest import SignIn
from tests.play.test_standing_orders import ByPost

pytestmark = pytest.mark.django_db


def test_a_player_answers_a_tie_with_one_of_two_buttons(sign_in: SignIn) -> None:
    fight = ByPost("exalted3e", guards=2, by_post=False)
    for who in fight.view["combatants"]:
        fight.make({"kind": "Override", "actor": who["id"], "what": "initiative", "value": 2, "reason": ""})
    for _ in range(6):
        if fight.view["pending"]:
            break
        fight.make({"kind": "EndTurn", "actor": next(who["id"] for who in fight.view["combatants"] if who["acts_now"])})
    assert [prompt["who"] for prompt in fight.view["pending"]] == [fight.heroine]
    client, address = sign_in(fight.player), f"/scenes/{fight.table.scene.pk}/"
    page = client.get(address).content.decode()
    assert "Roll to act first" in page
    assert "Yield" in page
    told = len(client.get(f"{address}log.txt").content.decode().splitlines())
    fight.make({"kind": "AnswerTie", "prompt": fight.view["pending"][0]["id"], "first": False}, fight.player)
    lines = client.get(f"{address}log.txt").content.decode().splitlines()[told:]
    assert len([line for line in lines if "Order on tick" in line]) == 1
    assert not fight.view["pending"]
