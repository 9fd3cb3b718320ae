"""What the wounded may do is put forward in the hand, and a roll keeps its traits in sight."""

from typing import Any

import pytest

from play.commands.moves import BattleMove
from rules import SYSTEMS, get_system
from tests.conftest import SignIn
from tests.play.stage.fights import Fight
from tests.play.tasking import open_table


def test_a_wounded_vampire_finds_healing_in_front_and_nobody_else_does(db: None) -> None:
    with Fight("v20da") as fight:

        def find_care(seat: str) -> list[str]:
            cards = fight.facts(seat)["hand"]["cards"]
            tended = [card["offers"][id] for card in cards.values() if card.get("is_closed") for id in card["order"]]
            return [head["move"] for head in tended]

        assert fight.facts("player")["hand"]["cards"]["reflex-c1"]["order"] == []
        wound = {"kind": "Override", "actor": "c1", "what": "lethal", "value": 2, "reason": ""}
        fight.submit(fight.cast.storyteller, BattleMove(wound))
        assert find_care("player") == ["HealInStride"]
        assert find_care("rival") == []


@pytest.mark.django_db
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_traits_of_a_roll_are_in_sight(sign_in: SignIn, system: str) -> None:
    table = open_table(system)
    key = str(table.cast.heroine.pk)
    form: Any = sign_in(table.cast.player).get(f"/scenes/{table.scene.pk}/stage/rolls/{key}").json()
    named = {one["name"] for one in form["main"]}
    assert {f"r.{name}" for name in get_system(system).tasks.spoken.traits} <= named
