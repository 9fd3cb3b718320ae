"""Whoever does not act in time does the book's mildest: it is offered in every turn, and legal, in every game."""

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER
from rules.battle.passing import MildMove
from rules.defaults import fill_form
from rules.laws import Trial

pytestmark = pytest.mark.walk


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_turn_of_a_random_fight_can_be_passed(system: str) -> None:
    passed = 0
    for seed in range(2):
        trial = Trial(get_system(system), seed)
        rules = trial.rules
        for _ in range(25):
            trial.play(1, hostile=0.0)
            view = rules.view(trial.state, STORYTELLER)
            if view["phase"] != "running" or rules.blocking(trial.state):
                continue
            acting = [one["id"] for one in view["combatants"] if one["acts_now"] and not one["out"]]
            for who in acting[:1]:
                found = rules.pass_turn(trial.state, who)
                assert found, [offer.move for offer in rules.offer(trial.state, STORYTELLER).acts[who]]
                trial.must(STORYTELLER, fill_form(found[1]))
                passed += 1
    assert passed > 4


def test_a_mild_move_fits_only_its_own_open_offer() -> None:
    battle = get_system("v20da").battle
    wait, forgo = battle.mildest
    assert isinstance(wait, MildMove)
    assert (wait.move.__name__, wait.rule, forgo.move.__name__) == ("DeclareActions", "V20-050", "ForgoAction")
