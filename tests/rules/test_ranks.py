"""How far forward a move stands: what people do at a table before what the rules merely allow."""

from typing import Any

import pytest

from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Offer
from rules.battle.moves import SHARED
from rules.exalted2e.battle import BATTLE as SECOND_EDITION
from rules.laws import MAX_USUAL, Trial, check_ranks
from rules.text import EMPTY, Text
from tests.rules.exalted2e.table import make_duel
from tests.rules.exalted3e import builders
from tests.rules.v20da import table as table_v20
from tests.rules.wod2004 import table as table_wod


def rank_acts(battle: Any, state: Any, actor: str) -> dict[str, str]:
    """The rank of each act of a combatant by its label."""
    return {str(offer.label): offer.rank for offer in battle.offer(state, STORYTELLER).acts[actor]}


class Watched(Trial):
    """A trial that counts the turns in which somebody can act."""

    turns = 0

    def _take_state(self, state: Any) -> None:
        super()._take_state(state)
        for offers in self.rules.offer(state, STORYTELLER).acts.values():
            ranks = {offer.rank for offer in offers if offer.group == "act" and not offer.reason}
            assert not ranks or "usual" in ranks, [(offer.label, offer.rank) for offer in offers]
            self.turns += bool(ranks)


@pytest.mark.parametrize("system", SYSTEMS)
def test_everybody_who_can_act_has_something_usual_to_do(system: str) -> None:
    """And little of it: `check_ranks` looks at every seat in all trials of the laws."""
    trial = Watched(get_system(system), 3)
    trial.play(30, hostile=0.0)
    assert trial.turns > 4


def test_more_usual_moves_than_anybody_looks_at_are_found() -> None:
    acts = [Offer(f"Move{number}", Text("Move"), "act", "a1") for number in range(MAX_USUAL)]
    check_ranks(
        [*acts, Offer("Rare", Text("Rare"), "act", "a1", rank="rare"), Offer("Other", Text("Other"), "act", "b1")]
    )
    check_ranks([*acts, Offer("Closed", Text("Closed"), "act", "a1", reason=Text("Not now."))])
    with pytest.raises(AssertionError, match="7 usual moves"):
        check_ranks([*acts, Offer("Another", Text("Another"), "act", "a1", reason=EMPTY)])


def test_moves_that_end_something_for_good_are_rare_in_every_game() -> None:
    assert {move.__name__ for move in SHARED if move.terms.rank == "rare"} == {"EndBattle", "Leave", "Hide"}


def test_an_armed_fighter_of_the_second_edition_strikes_with_the_weapon_first() -> None:
    table = make_duel()
    armed = rank_acts(SECOND_EDITION, table.state, "ann")
    assert [armed[f"Attack ({weapon})"] for weapon in ("straight sword", "punch")] == ["usual", "sometimes"]
    assert [armed[f"Flurry ({weapon})"] for weapon in ("straight sword", "punch")] == ["sometimes", "rare"]
    assert (armed["Guard"], armed["Clinch"], armed["Dash"], armed["Jump"]) == (
        "usual",
        "sometimes",
        "sometimes",
        "rare",
    )
    table = make_duel(weapons=[])
    assert rank_acts(SECOND_EDITION, table.state, "ann")["Attack (punch)"] == "usual"


@pytest.mark.parametrize(("prone", "rank"), [(True, "usual"), (False, "rare")])
def test_to_rise_is_usual_for_the_prone_alone(prone: bool, rank: str) -> None:
    ann, bob = builders.fighter("ann", prone=prone), builders.fighter("bob", "blue")
    acts = rank_acts(builders.BATTLE, builders.battle(ann, bob, turn="ann"), "ann")
    assert acts["Rise from prone"] == rank
    assert (acts["Gambit: disarm"], acts["Gambit: unhorse"], acts["Withdraw"]) == ("sometimes", "rare", "rare")
    table = table_wod.duel()
    table.set("ada", prone=prone)
    acts = rank_acts(table_wod.BATTLE, table.state, "ada")
    assert (acts["Stand up"], acts["Grapple"], acts["Drop prone"]) == (rank, "sometimes", "rare")


def test_one_action_is_declared_more_often_than_a_set() -> None:
    table = table_v20.duel()
    acts = rank_acts(table_v20.RULES, table.state, "foe")
    first = [acts[label] for label in ("Attack", "Full defense", "One other action", "Attack, then other actions")]
    assert first == ["usual", "usual", "sometimes", "sometimes"]
    assert acts["Two other actions, then attack"] == "rare"


def test_where_the_declared_target_is_gone_it_is_usual_to_skip() -> None:
    table = table_v20.duel()
    table.declare("foe", attack="strike", target="ada")
    table.declare("ada", attack="strike", target="foe", seat=table_v20.ADA)
    table.reveal()
    assert rank_acts(table_v20.RULES, table.state, "ada")["Skip: Strike"] == "rare"
    table.move("Leave", actor="foe")
    assert rank_acts(table_v20.RULES, table.state, "ada")["Skip: Strike"] == "usual"
