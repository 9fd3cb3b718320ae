"""What each seat sees and is offered: own figures, others' marks, no trace of the hidden."""

from fractions import Fraction
from typing import Any

import pytest

from rules.battle import STORYTELLER, Offer, Seat
from rules.battle.moves import Hide, Override, Reveal
from rules.errors import IllegalMove
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import hit_odds
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.moves.acts import TakeGuard, TellStunt
from rules.exalted2e.moves.replies import AnswerDefense
from rules.exalted2e.moves.strikes import DeclareFlurry
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits, make_duel


def seen(table: Table, seat: Seat, id: str) -> dict[str, object]:
    return next(dict(one) for one in BATTLE.view(table.state, seat)["combatants"] if one["id"] == id)


def offers(table: Table, seat: Seat, move: str) -> list[Offer]:
    return [offer for offer in BATTLE.legal_moves(table.state, seat) if offer.move == move]


def test_players_see_the_figures_of_their_own_side_only() -> None:
    table = make_duel()
    assert "stats" in seen(table, ADA, "ann")
    assert "stats" not in seen(table, ADA, "bo")
    assert "tracks" not in seen(table, ADA, "bo")
    assert seen(table, ADA, "bo")["being"] == ""
    assert "stats" in seen(table, STORYTELLER, "bo")
    assert "stats" not in seen(table, SPECTATOR, "ann")
    assert seen(table, ADA, "bo")["health"] == seen(table, BEN, "bo")["health"]


def test_own_is_the_side_of_the_seat() -> None:
    table = make_duel()
    owns = {seat: [one["own"] for one in BATTLE.view(table.state, seat)["combatants"]] for seat in (ADA, BEN)}
    assert owns == {ADA: [True, False], BEN: [False, True]}


def test_the_storyteller_and_spectators_see_the_fight_from_the_players_side() -> None:
    table = make_duel()
    for seat in (STORYTELLER, SPECTATOR):
        view = BATTLE.view(table.state, seat)
        assert [one["own"] for one in view["combatants"]] == [True, False]
        assert [one["own"] for one in view["picture"]["tokens"]] == [True, False]


def test_the_wheel_shows_where_everybody_stands_and_the_depth_of_the_arc() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    picture = BATTLE.view(table.state, ADA)["picture"]
    assert (picture["kind"], picture["now"]) == ("wheel", 0)
    assert picture["tokens"] == [
        {
            "id": "ann",
            "name": "Ann",
            "initials": "An",
            "own": True,
            "extra": False,
            "hidden": False,
            "at": 5,
            "acted": 0,
            "penalty": 1,
            "now": False,
        },
        {
            "id": "bo",
            "name": "Bo",
            "initials": "Bo",
            "own": False,
            "extra": False,
            "hidden": False,
            "at": 2,
            "acted": None,
            "penalty": 0,
            "now": False,
        },
    ]


def test_the_exchange_shows_sums_only_to_those_whose_figures_they_are() -> None:
    table = make_duel()
    table.strike("ann", "bo", magic_reroll=True)
    table.defend("parry", *hits(3, 10))
    for seat, sees in ((ADA, [False, True]), (BEN, [True, False]), (STORYTELLER, [True, True])):
        exchange = BATTLE.view(table.state, seat)["exchange"]
        assert exchange is not None
        assert (exchange["title"], exchange["step"]) == ("Ann attacks Bo", 4)
        assert ["sum" in step for step in exchange["steps"][1:]] == sees, seat


def test_a_hidden_combatant_leaves_no_trace() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("shade", "blue", hidden=True)
    table.start(2, 4)
    view = BATTLE.view(table.state, ADA)
    assert [one["id"] for one in view["combatants"]] == ["ann"]
    assert (view["time"], view["subline"], view["pending"]) == (0, "", [])
    told = [BATTLE.view_event(event, ADA) for event in table.log]
    assert "shade" not in repr((view, told, BATTLE.legal_moves(table.state, ADA))).lower()


def test_a_tick_on_which_only_the_hidden_act_is_not_shown() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("shade", "blue", hidden=True)
    table.start(4, 2)
    table.do(TakeGuard("ann"))
    assert table.state.tick == 2
    assert (BATTLE.view(table.state, ADA)["time"], BATTLE.view(table.state, STORYTELLER)["time"]) == (0, 2)


def test_a_move_that_names_the_hidden_is_refused_like_one_that_names_nobody() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("shade", "blue", hidden=True)
    table.start(4, 2)
    sentences = []
    for target in ("shade", "nobody"):
        try:
            table.strike("ann", target, seat=ADA)
        except IllegalMove as refusal:
            sentences.append((refusal.code, refusal.sentence))
    assert len(sentences) == 2
    assert sentences[0] == sentences[1]


def test_whoever_strikes_from_hiding_comes_into_sight() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("shade", "blue", hidden=True)
    table.start(2, 4)
    table.strike("shade", "ann", *hits(2, 6), *hits(2, 5))  # she notices
    assert not table.one("shade").hidden
    assert BATTLE.view(table.state, ADA)["pending"][0]["mine"]


def test_hiding_and_revealing() -> None:
    table = make_duel()
    table.do(Hide("bo"))
    assert [one["id"] for one in BATTLE.view(table.state, ADA)["combatants"]] == ["ann"]
    assert [one["id"] for one in BATTLE.view(table.state, BEN)["combatants"]] == ["ann", "bo"]
    table.do(Reveal("bo"))
    assert [one["id"] for one in BATTLE.view(table.state, ADA)["combatants"]] == ["ann", "bo"]


def test_an_override_of_a_hidden_or_private_number_stays_with_its_owners() -> None:
    table = make_duel()
    (event,) = table.do(Override("bo", "willpower", 2, "because"))
    assert BATTLE.view_event(event, ADA) is None
    told = BATTLE.view_event(event, BEN)
    assert told is not None
    assert told["line"] == "The Storyteller changes Bo: Willpower 6 to 2 (because)."


def test_who_sets_a_number_may_say_why_and_need_not() -> None:
    (offer, *_) = offers(make_duel(), STORYTELLER, "Override")
    assert [field.name for field in offer.fields if not field.required] == ["reason"]


def test_a_player_whose_turn_it_is_not_sees_why() -> None:
    table = make_duel()
    (offer,) = offers(table, BEN, "DeclareAttack")
    assert offer.reason == "It is not Bo’s turn: next on tick 2."


def test_offers_say_what_they_cost_and_when_one_acts_next() -> None:
    table = make_duel()
    sword = next(offer for offer in offers(table, ADA, "DeclareAttack") if offer.fixed["weapon"] == "straight_sword")
    assert (sword.cost, sword.next_ticks) == ("Speed 5, DV −1", (5,))
    (guard,) = offers(table, ADA, "TakeGuard")
    assert (guard.cost, guard.next_ticks) == ("Speed 3, no DV penalty", (3,))


def test_odds_on_a_target_are_exact_for_those_alone_who_know_its_dv() -> None:
    table = make_duel()

    def get_odds(seat: Seat) -> list[tuple[float | None, bool]]:
        sword = next(offer for offer in offers(table, seat, "DeclareAttack") if not offer.reason)
        return [
            (choice.odds, choice.about) for field in sword.fields if field.name == "target" for choice in field.choices
        ]

    ((guess, is_average),) = get_odds(ADA)
    assert is_average
    assert guess is not None
    assert 0.3 < guess < 0.6  # DV 3 to 8
    ((chance, is_average),) = get_odds(STORYTELLER)
    assert not is_average
    assert chance is not None
    assert chance != guess
    assert 0.3 < chance < 0.6  # 10 dice with doubled tens, mean 5, against DV 5


def test_the_defender_sees_each_dv_and_the_chance_to_be_hit() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    offer = offers(table, BEN, "AnswerDefense")[0]
    (mode,) = [field for field in offer.fields if field.name == "mode"]
    assert [(choice.value, choice.hint) for choice in mode.choices] == [
        ("parry", "DV 5"),
        ("dodge", "DV 4"),
        ("none", "DV 0"),
    ]
    odds = [choice.odds or 0 for choice in mode.choices]
    assert odds == sorted(odds)
    assert odds[-1] > 0.98
    assert offers(table, ADA, "AnswerDefense") == []


def test_the_odds_of_a_defense_count_its_stunt_and_mix_its_dice() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    prompt, ann = table.prompt("defense"), table.one("ann")
    pool = build_attack_pool(ann, table.state.attack.declared, table.state.options)  # type: ignore[union-attr]

    def weigh(**helped: Any) -> Fraction:
        weighed = BATTLE.weigh(table.state, BEN, AnswerDefense(prompt, "parry", **helped))
        assert weighed is not None
        assert weighed.is_struck
        return weighed.odds.success

    def hit(dv: int) -> Fraction:
        return hit_odds(face_rule(ann.sheet.being), pool.dice, dv, pool.bonus_successes, pool.external).success

    assert weigh() == hit(5)
    assert weigh(stunt=2) == hit(7)
    assert weigh(excellency=1) == hit(5) * 6 / 10 + hit(6) * 3 / 10 + hit(7) / 10
    assert weigh(excellency=1, stunt=2) == hit(7) * 6 / 10 + hit(8) * 3 / 10 + hit(9) / 10
    with pytest.raises(IllegalMove):
        BATTLE.weigh(table.state, ADA, AnswerDefense(prompt, "parry"))


def test_others_see_only_who_is_awaited() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    (mine,) = BATTLE.view(table.state, BEN)["pending"]
    (other,) = BATTLE.view(table.state, ADA)["pending"]
    assert (mine["mine"], mine["question"]) == (True, "Ann attacks Bo")
    assert mine["detail"] == "Straight sword, 10 dice, base damage 6 lethal. Tick 0."
    assert (other["mine"], other["name"], other["question"], other["detail"]) == (False, "Bo", "chooses a defense", "")


def test_spectators_are_offered_nothing() -> None:
    assert BATTLE.legal_moves(make_duel().state, SPECTATOR) == ()


def test_a_hidden_combatant_who_is_due_holds_up_nobody_in_sight() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben")
    table.add("shade", "blue", hidden=True)
    table.start(4, 0, 4)
    table.strike("ann", "bo", seat=ADA)
    assert table.state.due == ("shade",)
    assert BATTLE.view(table.state, BEN)["pending"][0]["mine"]


def test_no_form_begins_with_a_target_that_is_out() -> None:
    table = Table()
    for id, side in (("ann", "red"), ("al", "red"), ("ax", "red"), ("bo", "blue"), ("by", "blue")):
        table.add(id, side)
    table.start(5, 0, 0, 0, 0)
    for downed, target in ((("ax",), "bo"), (("bo",), "by"), (("by",), ())):
        for id in downed:
            table.do(Override(id, "lethal", 7, "felled"))
        begun = {(offer.move, field.name): field.initial for offer in BATTLE.legal_moves(table.state, STORYTELLER)
                 if offer.actor == "ann" for field in offer.fields if field.name in ("target", "ward")}  # fmt: skip
        assert begun[("DefendOther", "ward")] == "al"
        assert {begun[move, "target"] for move in ("DeclareAttack", "TakeAim", "CoordinateAttack")} == {target}


def ambushed(*hidden: str) -> Table:
    """Ann is attacked by Bo; those of these ids guard out of sight and have told of stunts."""
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben")
    for id in hidden:
        table.add(id, "blue", id, hidden=True)
    table.start(*(4, 4, *(4 for _ in hidden)))
    for id in hidden:
        table.do(TellStunt(id, 1, "Out of the fog"), seat=Seat(characters=frozenset({id})))
    table.strike("bo", "ann", seat=BEN)
    table.do(TakeGuard("ann"))
    for id in hidden:
        table.do(TakeGuard(id))
    return table


def test_ids_of_prompts_and_attacks_tell_nothing_of_the_hidden() -> None:
    told = []
    for hidden in ((), ("eve", "ida")):
        table = ambushed(*hidden)
        log = [shown["exchange"] for event in table.log if (shown := BATTLE.view_event(event, ADA))]
        told.append([[prompt["id"] for prompt in BATTLE.view(table.state, ADA)["pending"]], [id for id in log if id]])
    assert told[0] == told[1]
    assert all(told[0])


def test_a_form_for_an_old_prompt_answers_no_new_one() -> None:
    table, asked = make_duel(), []
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2))
    for dice in (8, 7):
        asked.append((table.prompt("defense"), table.state.attack and table.state.attack.declared.id))
        table.defend("parry", *(2,) * dice)
    assert all(first != second for first, second in zip(*asked, strict=True))


def test_a_number_to_be_set_says_what_it_is_and_may_be() -> None:
    table = make_duel()
    table.do(Override("ann", "lethal", 2, "thorns"))
    offer = next(one for one in offers(table, STORYTELLER, "Override") if one.actor == "ann")
    hints = {choice.value: choice.hint for choice in offer.fields[0].choices}
    assert hints["lethal"] == "now 2, 0 to 7"
    assert hints["height"] == "now 0, −3 to 3"
    assert hints["tick"] == "now 0, 0 to 100000"
