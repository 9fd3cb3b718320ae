"""Plain actions with a roll in a fight: leap, search, shout, climb; alone and in a flurry (2E-290, 2E-305)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Offer
from rules.battle.moves import Leave, Override, StartBattle
from rules.codec import decode, encode
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.requests import RollRequest, build_pool
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackResolved
from rules.exalted2e.events.table import ActionRolled, ActionTaken, StuntRated
from rules.exalted2e.fighting import suffer_as
from rules.exalted2e.moves.acts import TakeAction, TakeAim, TakeGuard
from rules.exalted2e.moves.places import SetGround
from rules.exalted2e.moves.replies import RateStunt
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.exalted2e.options import Options
from rules.exalted2e.state import State
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, TRUSTED, Table, hits, make_duel

LEAP = TakeAction("ann", "dexterity", "athletics", "over the cart")


def rolled(table: Table) -> ActionRolled:
    found: ActionRolled = table.last(ActionRolled)
    return found


def offer_of(table: Table, move: str, label: str) -> Offer:
    offers = BATTLE.legal_moves(table.state, STORYTELLER)
    return next(one for one in offers if (one.move, one.label, one.actor) == (move, label, "ann"))


def test_a_plain_action_is_rolled_and_told() -> None:
    table = make_duel()
    table.do(LEAP, *hits(3, 5), seat=ADA)
    clock = table.one("ann").clock
    assert clock is not None
    assert (clock.next, clock.penalty, table.state.plain) == (5, 1, ())
    told = BATTLE.view_event(rolled(table), ADA)
    assert told is not None
    assert told["line"] == "Ann rolls Dexterity + Athletics for “over the cart”: 3 successes against difficulty 1."
    assert (told["verdict"], "sum" in told["steps"][0]) == ("Superior", True)
    other = BATTLE.view_event(rolled(table), BEN)
    assert other is not None
    assert "sum" not in other["steps"][0]


@pytest.mark.parametrize(
    ("details", "dice", "total", "verdict"),
    [
        ({"difficulty": 4}, 5, 3, "Failure"),
        ({"specialty": 3}, 6, 3, "Superior"),  # she has one dot
        ({"failures": 2}, 5, 1, "Adequate"),
        ({"bonus": 2, "penalty": 1, "external": 1}, 6, 2, "Competent"),
        ({"willpower": "success"}, 5, 4, "Remarkable"),
        ({"willpower": "valor"}, 8, 3, "Superior"),
        ({"stunt": 2}, 7, 3, "Superior"),
        ({"magic": "Grace", "magic_dice": 3, "magic_successes": 1, "motes": 5}, 8, 4, "Remarkable"),
        ({"attribute": "valor", "ability": "melee"}, 3, 3, "Superior"),
    ],
)
def test_what_the_person_and_the_storyteller_choose_is_in_the_roll(
    details: dict[str, Any], dice: int, total: int, verdict: str
) -> None:
    specialty = [{"ability": "athletics", "name": "Leaps", "dots": 1}]
    table = make_duel(specialties=specialty)
    told: dict[str, Any] = {"attribute": "dexterity", "ability": "athletics", **details}
    table.do(TakeAction("ann", **told), *hits(3, dice))
    assert (rolled(table).pool.dice, rolled(table).total, rolled(table).verdict) == (dice, total, verdict)


@pytest.mark.parametrize(
    ("what", "value", "dice", "external"),
    [("lethal", 4, 3, 0), ("prone", 1, 5, 1), ("sight", 2, 3, 0), ("stunned", 1, 3, 0), ("external", 2, 5, 2)],
)
def test_what_weighs_on_her_in_the_battle_weighs_on_the_roll(what: str, value: int, dice: int, external: int) -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben")
    table.do(StartBattle(), *hits(4, 5), *hits(2, 5))
    table.do(TakeGuard("ann", 1))
    table.do(Override("ann", what, value, "so it is"))
    table.do(LEAP, *hits(0, dice) if what != "lethal" else hits(0, 5))
    pool = rolled(table).pool
    # damage of this very tick does not weigh on its actions (2E-267)
    assert (pool.dice, pool.external) == (5 if what == "lethal" else dice, external)


def test_wounds_of_an_earlier_tick_weigh_on_the_roll() -> None:
    table = make_duel()
    table.do(Override("bo", "lethal", 4, "an old wound"))
    table.do(TakeGuard("ann"))
    table.do(TakeAction("bo", "dexterity", "athletics"), *hits(1, 3), seat=BEN)
    assert rolled(table).pool.dice == 3


def test_a_broken_aim_costs_two_dice() -> None:
    table = make_duel()
    table.do(TakeAim("ann", "bo", ticks=1))
    table.do(LEAP, *hits(1, 3), seat=ADA)
    assert [term.name for term in rolled(table).pool.steps[2].terms] == ["Aim broken off"]


def test_a_players_stunt_is_rated_before_the_roll_and_the_difficulty_may_be_given_with_it() -> None:
    table = make_duel()
    leap = TakeAction("ann", "dexterity", "athletics", "over the cart", stunt_text="down the banister")
    table.do(leap, seat=ADA)
    (offer,) = [one for one in BATTLE.legal_moves(table.state, STORYTELLER) if one.move == "RateStunt"]
    assert offer.hint == "Ann stunts for Dexterity + Athletics. Rate it."
    assert [(field.name, field.initial) for field in offer.fields] == [
        ("rating", 1), ("motivation", False), ("difficulty", 1)
    ]  # fmt: skip
    assert decode(State, encode(table.state)) == table.state
    table.do(RateStunt(table.prompt("action_stunt"), 2, difficulty=3), *hits(3, 7))
    assert (rolled(table).action.request.difficulty, rolled(table).verdict) == (3, "Adequate")
    assert (table.last(StuntRated).rating, table.one("ann").stunt) == (2, 2)
    told = BATTLE.view_event(rolled(table), ADA)
    assert told is not None
    assert told["steps"][0]["text"] == "2-die stunt. “down the banister”"


def test_rolls_wait_until_all_have_declared() -> None:
    table = Table()
    for id, character in (("ann", "ada"), ("bo", "ben")):
        table.add(id, id, character)
    table.start(1, 1)
    table.do(LEAP, seat=ADA)
    assert (len(table.state.plain), table.state.due) == (1, ("bo",))
    table.do(TakeGuard("bo"), *hits(1, 5))
    assert table.state.plain == ()


def test_who_leaves_rolls_no_more() -> None:
    table = Table()
    for id in ("ann", "bo"):
        table.add(id, id)
    table.start(1, 1)
    table.do(LEAP)
    table.do(Leave("ann"))
    assert table.state.plain == ()


def test_a_flurry_holds_a_roll_with_its_penalty() -> None:
    table = make_duel()
    move = DeclareFlurry(
        "ann", ("attack:straight_sword:bo",), ("act",), act_text="leaps", act_attribute="dexterity",
        act_ability="athletics", act_difficulty=2, stunts=("1", "0"),
    )  # fmt: skip
    table.do(move, *hits(2, 4))
    taken = table.last(ActionTaken)
    assert (taken.speed, taken.penalty, taken.text) == (5, 2, "leaps, Straight sword against Bo")
    assert (rolled(table).pool.dice, rolled(table).verdict) == (4, "Adequate")  # 5, a stunt, -2
    table.defend("dodge", *hits(0, 7))
    assert table.last(AttackResolved).numbers.pool == 7  # 10 less 3 for the second of two


def test_two_rolls_at_once_are_a_flurry() -> None:
    table = make_duel()
    both: dict[str, Any] = {"act_attribute": "dexterity", "act_ability": "athletics", "act2_attribute": "wits"}
    move = DeclareFlurry("ann", (), ("act", "act2"), act2_ability="awareness", willpower="success", **both)
    table.do(move, *hits(1, 3), *hits(1, 2), seat=ADA)
    pools = [(event.pool.dice, event.total) for event in table.log if isinstance(event, ActionRolled)]
    assert pools == [(3, 2), (2, 1)]
    assert table.last(ActionTaken).text == "Dexterity + Athletics, Wits + Awareness"


@pytest.mark.parametrize(
    ("strict", "details", "share"),
    [
        (False, {}, 0.6**10 - 0.5**10),
        (False, {"magic": "Edge", "magic_successes": 1}, 0),
        (True, {"magic": "Edge", "magic_successes": 1}, 0.6**10 - 0.5**10),
        (True, {"willpower": "success"}, 0),
    ],
)
def test_the_odds_of_an_attack_tell_its_botch(strict: bool, details: dict[str, Any], share: float) -> None:
    table = make_duel(Options(botch_ignores_charm_successes=strict))
    weighed = BATTLE.weigh(table.state, TRUSTED, DeclareAttack("ann", "straight_sword", "bo", **details))
    assert weighed is not None
    assert float(weighed.odds.botch) == pytest.approx(share)


def test_the_odds_are_those_of_this_attack_while_another_of_ones_own_waits_already() -> None:
    table = make_duel()
    alone = BATTLE.weigh(table.state, STORYTELLER, DeclareAttack("ann", "straight_sword", "bo"))
    table.state = replace(table.state, due=("ann", "bo"))
    table.do(DeclareAttack("ann", "straight_sword", "bo", magic_dice=5))
    table.state = replace(table.state, due=("ann", "bo"))
    assert table.state.waiting
    again = BATTLE.weigh(table.state, STORYTELLER, DeclareAttack("ann", "straight_sword", "bo"))
    assert alone is not None
    assert again is not None
    assert again.pool.dice == alone.pool.dice


def test_the_odds_are_those_of_the_roll() -> None:
    table = make_duel()
    weighed = BATTLE.weigh(table.state, ADA, LEAP)
    assert weighed is not None
    assert (weighed.pool.dice, weighed.measured) == (5, True)
    assert float(weighed.odds.success) == pytest.approx(1 - 0.6**5)
    flurry = DeclareFlurry("ann", ("attack:punch:bo",), ("act",), act_attribute="dexterity", act_ability="athletics")
    weighed = BATTLE.weigh(table.state, ADA, flurry)
    assert weighed is not None
    assert weighed.pool.dice == 3
    assert table.state.plain == ()


@pytest.mark.parametrize(
    "details",
    [
        {"ability": ""},
        {"attribute": "luck"},
        {"specialty": 4},
        {"difficulty": 0},
        {"difficulty": 31},
        {"failures": -1},
        {"bonus": 1},
        {"external": 11},
        {"speed": 0},
        {"magic_dice": 6},
        {"motes": 99},
        {"willpower": "luck"},
        {"powers": ("nothing",)},
    ],
)
def test_a_plain_action_that_cannot_be_is_refused(details: dict[str, Any]) -> None:
    table = make_duel()
    told: dict[str, Any] = {"attribute": "dexterity", "ability": "athletics", **details}
    with pytest.raises((IllegalMove, BadInput)):
        table.do(TakeAction("ann", **told), seat=ADA)


def test_extras_have_no_stunts_to_tell_but_roll_as_well() -> None:
    table = Table(Options(stunt_cap=3))
    table.add("ann", "red", extra=True)
    table.add("bo", "blue", "ben")
    table.start(1, 0)
    with pytest.raises(IllegalMove, match="Extras can’t stunt"):
        table.do(TakeAction("ann", "dexterity", "athletics", stunt=1))
    table.do(TakeAction("ann", "strength", "melee"), 10, 7, 2, 2)
    assert rolled(table).total == 2


def test_the_forms_ask_for_the_traits() -> None:
    table = make_duel()
    names = [field.name for field in offer_of(table, "TakeAction", "Miscellaneous action").fields]
    assert names[:4] == ["text", "attribute", "ability", "difficulty"]
    flurry = offer_of(table, "DeclareFlurry", "Misc. action + attack (straight sword)")
    assert [field.name for field in flurry.fields][:6] == [
        "act_text",
        "act_attribute",
        "act_ability",
        "act_difficulty",
        "act_retry",
        "parts",
    ]
    assert (flurry.cost, flurry.fixed["also"]) == ("Speed 5, DV −1 and −1 per attack", ("act",))
    two = offer_of(table, "DeclareFlurry", "Two actions with rolls")
    assert two.cost == "Speed 5, DV −2"


@pytest.mark.parametrize(
    ("move", "label", "prefix"),
    [
        ("TakeAction", "Miscellaneous action", ""),
        ("DeclareFlurry", "Misc. action + attack (straight sword)", "act_"),
        ("DeclareFlurry", "Two actions with rolls", "act2_"),
    ],
)
def test_no_traits_are_chosen_for_anybody(move: str, label: str, prefix: str) -> None:
    fields = {field.name: field for field in offer_of(make_duel(), move, label).fields}
    asked = [fields[f"{prefix}{name}"] for name in ("attribute", "ability")]
    assert [(field.initial, field.required) for field in asked] == [((), True), ((), True)]


@pytest.mark.parametrize("details", [{}, {"attribute": "dexterity"}, {"ability": "athletics"}])
def test_a_roll_whose_traits_are_not_chosen_says_what_to_choose(details: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="Choose an Attribute and an Ability to roll, or a Virtue alone") as refused:
        make_duel().do(TakeAction("ann", **details), seat=ADA)
    assert refused.value.code == "missing_key"  # odds that wait for a choice are no error


def test_a_hidden_one_rolls_unseen() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", hidden=True)
    table.start(0, 3)
    table.do(TakeAction("bo", "dexterity", "stealth"), *hits(2, 6))
    assert BATTLE.view_event(rolled(table), ADA) is None
    assert BATTLE.view_event(rolled(table), SPECTATOR) is None


def test_a_storm_takes_dice_and_a_success_from_attacks_and_rolls_once() -> None:
    table = make_duel()
    table.do(SetGround("ann", weather="storm", everyone=True))
    assert table.one("bo").ground.weather == 1
    bare = BATTLE.weigh(make_duel().state, ADA, LEAP)
    stormy = BATTLE.weigh(table.state, ADA, LEAP)
    assert bare is not None
    assert stormy is not None
    assert (bare.pool.dice - stormy.pool.dice, stormy.pool.external) == (2, 1)
    strike = DeclareAttack("ann", weapon="straight_sword", target="bo")
    hit, missed = BATTLE.weigh(make_duel().state, ADA, strike), BATTLE.weigh(table.state, ADA, strike)
    assert hit is not None
    assert missed is not None
    assert (hit.pool.dice - missed.pool.dice, missed.pool.external) == (2, 1)
    for request in (RollRequest("wits", "awareness", weather="storm"), RollRequest("wits", "awareness")):
        suffered = suffer_as(table.state, table.one("ann"), request)
        pool = build_pool(table.one("ann").sheet, suffered, table.state.options)
        assert (pool.dice, pool.external) == (3, 1)
