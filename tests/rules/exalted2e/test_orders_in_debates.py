"""Standing orders in a debate: what meets words, and what resisting them may cost (2E-512, 2E-515)."""

from typing import Any

import pytest

from rules import get_system
from rules.battle import Offer
from rules.battle.standing_orders import (
    Limit,
    StandingOrder,
    check_order,
    find_break,
    find_move,
    list_replies,
    say,
    why_not,
)
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.debate import InfluenceMet
from rules.exalted2e.moves.acts import TakeGuard
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits, make_duel
from tests.rules.exalted2e.test_battle_debate import DebateTrial, hit, make_debate, plead, rule
from tests.rules.test_standing_orders import Ordered

pytestmark = pytest.mark.walk


def list_offers(table: Table) -> dict[str, Offer]:
    """The answers that Bo may order, by their label."""
    offers = list_replies(BATTLE, table.state, BEN, table.one("bo"))
    return {offer.label: offer for some in offers.values() for offer in some}


def make_order(when: str, label: str, table: Table, **more: Any) -> StandingOrder:
    offer = list_offers(table)[label]
    terms = {name: more.pop(name) for name in ("unless", "foe", "foe_name", "attack", "breaks") if name in more}
    move = {"kind": offer.move, **offer.fixed, **more}
    order = StandingOrder("1", "bo", when, move, offer.label, **terms)
    check_order(BATTLE, table.state, BEN, order)
    return order


def follow(table: Table, order: StandingOrder, *faces: int) -> None:
    """Bo's order acts, as his own seat."""
    move = find_move(BATTLE, table.state, BEN, order)
    assert move is not None, why_not(BATTLE, table.state, BEN, order)
    table.do(BATTLE.moves.decode(move), *faces, seat=BEN)


def speak(table: Table, **more: Any) -> None:
    """Ann speaks, and what the words are to Bo's mind is ruled."""
    plead(table, **more)
    while table.state.due:
        table.do(TakeGuard(table.state.due[0]))
    rule(table)


@pytest.mark.parametrize(("stance", "met"), [("parry", "parry"), ("dodge", "dodge"), ("none", "none"), ("", "dodge")])
def test_an_order_meets_words_with_the_mental_defense_it_names_or_the_best(stance: str, met: str) -> None:
    table = make_debate()
    speak(table)
    follow(table, make_order("influence", "Respond to social attack", table, stance=stance), *hits(1, 7))
    assert table.last(InfluenceMet).stance == met


def test_an_order_resists_while_more_willpower_is_left_than_it_names() -> None:
    table = make_debate(willpower_points=4)
    order = make_order("resist", "Resist with Willpower", table, unless=Limit("willpower", 3))
    told = say(BATTLE, order)
    assert told == "When a social attack succeeds: resist with Willpower, unless willpower below 3. Until I cancel it."
    hit(table)
    follow(table, order)
    assert table.one("bo").willpower == 3
    table = make_debate(willpower_points=2)
    hit(table)
    assert find_move(BATTLE, table.state, BEN, order) is None
    assert why_not(BATTLE, table.state, BEN, order) == "Now willpower below 3."


def test_an_order_to_give_in_waits_for_its_owner_where_the_motivation_forbids_it() -> None:
    table = make_debate()
    order = make_order("resist", "Give in", table)
    hit(table, motivation="1")
    assert find_move(BATTLE, table.state, BEN, order) is None
    follow(table, make_order("resist", "Resist with Willpower", table))


def test_an_order_may_be_for_one_speaker_or_one_purpose() -> None:
    table = make_debate(cid=True)
    speak(table, purpose="erode")
    fits = ({"foe": "ann", "foe_name": "Ann"}, {"attack": "erode"})
    for terms in fits:
        assert find_move(
            BATTLE, table.state, BEN, make_order("influence", "Respond to social attack", table, stance="", **terms)
        )
    for terms in ({"foe": "cid"}, {"attack": "act"}, {"attack": "close"}):
        order = make_order("influence", "Respond to social attack", table, stance="", **terms)
        assert find_move(BATTLE, table.state, BEN, order) is None
    order = make_order("influence", "Respond to social attack", table, stance="", attack="erode")
    assert say(BATTLE, order).startswith(
        "When someone makes a social attack on me (social attacks that erode an Intimacy): "
    )


def test_words_withdraw_an_order_that_ends_with_an_attack() -> None:
    table = make_debate()
    order = make_order("resist", "Give in", table, breaks=("attacked",))
    before = table.state
    plead(table)
    assert find_break(BATTLE, BEN, order, before, table.state, table.log) == "I am attacked"


def test_only_its_owner_answers_by_an_order() -> None:
    table = make_debate()
    speak(table)
    order = make_order("influence", "Respond to social attack", table, stance="")
    assert [find_move(BATTLE, table.state, seat, order) for seat in (ADA, SPECTATOR)] == [None, None]


def test_words_are_answered_in_debates_alone_and_blows_nowhere_else() -> None:
    fight = make_duel()
    assert not {"influence", "resist"} & set(list_replies(BATTLE, fight.state, BEN, fight.one("bo")))
    assert set(list_replies(BATTLE, make_debate().state, BEN, make_debate().one("bo"))) == {
        "influence", "resist", "reward",
    }  # fmt: skip


class OrderedDebate(DebateTrial, Ordered):
    """A random debate in which standing orders are given and carried out."""


def test_orders_in_random_debates_do_what_their_owner_could_do_by_hand() -> None:
    trials = [OrderedDebate(get_system("exalted2e"), seed) for seed in (5, 19, 30)]
    for trial in trials:
        trial.play(160)
    followed = {when for trial in trials for when in trial.followed}
    assert followed >= {"influence", "resist", "turn"}, followed
    assert sum(trial.barred for trial in trials) > 20
