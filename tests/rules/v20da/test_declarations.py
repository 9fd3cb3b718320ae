"""Initiative, and declarations: face down by all at once, or openly in reverse order."""

import json
from dataclasses import replace

from rules.v20da.options import Options
from rules.v20da.state.order import acting, declaring
from rules.v20da.timing import Place, action_order, declaration_order, full_defense_pools, movement
from tests.rules.v20da.table import ADA, BEN, BY_HAND, NOBODY, RULES, Table, duel, kinds, sheet


def trio(options: Options | None = None) -> Table:
    """Ada at 14, Ben at 9, the foe at 5."""
    table = Table(options)
    table.add("ada", character="ada")
    table.add("ben", character="ben")
    table.add("foe")
    table.start(10, 5, 1)
    return table


def test_ties_go_to_the_higher_rating_and_full_ties_act_at_once() -> None:
    places = [Place("a", 9, 4), Place("b", 9, 5), Place("c", 12, 2), Place("d", 9, 4)]
    assert action_order(places) == (("c",), ("b",), ("a", "d"))
    assert declaration_order(places) == (("a", "d"), ("b",), ("c",))


def test_full_defence_tires_and_movement_follows_dexterity() -> None:
    assert full_defense_pools(3, 5) == (3, 2, 1, 0, 0)
    assert movement(3) == {"walk": 7, "jog": 15, "run": 29, "with attack": 14}


def test_initiative_is_rolled_for_each_with_wounds_and_shown() -> None:
    table = Table()
    table.add("ada", sheet(health="///X"), "ada")
    table.start(7)
    assert (table["ada"].initiative, table["ada"].rating) == (9, 4)
    assert table.view()["order"] == [{"at": 9, "label": "Initiative 9", "note": "", "now": True, "ids": ["ada"]}]


def test_the_log_tells_a_turns_initiatives_under_its_beginning_by_name() -> None:
    table = Table()
    table.add("ada", sheet(), "ada")
    table.start(7)
    told = [view for event in table.events if (view := RULES.view_event(event, ADA)) and view["exchange"] == "turn-1"]
    assert [view["line"] for view in told if view.get("heads")] == ["Turn 1 starts."]
    assert [step["name"] for view in told for step in view["steps"]] == ["Ada"]


def test_face_down_all_declare_at_once() -> None:
    table = trio()
    assert declaring(table.state) == ("foe", "ben", "ada")
    table.declare("ada", "wait", seat=ADA)
    assert declaring(table.state) == ("foe", "ben")


def test_open_cards_are_read_by_the_quick_before_they_declare() -> None:
    table = trio(replace(BY_HAND, cards="open"))
    events = table.declare("foe", "dodge", attack="kick", target="ben")
    assert table.lines(NOBODY, events) == ["Foe declares: Kick against Ben, Dodge."]
    card = {card["id"]: card for card in table.view(ADA)["picture"]["cards"]}["foe"]
    assert (card["state"], [action["label"] for action in card["actions"]]) == ("turned", ["Kick", "Dodge"])


def test_openly_the_lowest_declares_first() -> None:
    table = trio(replace(BY_HAND, cards="open"))
    assert declaring(table.state) == ("foe",)
    assert "Ada declares later" in table.refuse("DeclareActions", ADA, actor="ada", others=["wait"]).sentence
    table.declare("foe", "wait")
    assert declaring(table.state) == ("ben",)
    table.declare("ben", "wait", seat=BEN)
    table.declare("ada", "wait", seat=ADA)
    assert declaring(table.state) == ()
    assert table.refuse("DeclareActions", actor="ada", others=["wait"]).code == "not_your_turn"


def test_cards_lie_face_down_until_all_are_turned() -> None:
    table = trio()
    table.declare("foe", "wait")
    events = table.declare("ben", "dodge", attack="kick", target="foe", seat=BEN)
    assert table.lines(BEN, events) == ["Ben declares, face down: Kick against Foe, Dodge.", "Ben has declared."]
    assert table.lines(ADA, events) == table.lines(NOBODY, events) == ["Ben has declared."]
    card = {card["id"]: card for card in table.view(ADA)["picture"]["cards"]}["ben"]
    assert (card["state"], card["actions"]) == ("down", [])
    own = {card["id"]: card for card in table.view(BEN)["picture"]["cards"]}["ben"]
    assert [action["label"] for action in own["actions"]] == ["Kick", "Dodge"]
    assert "kick" not in json.dumps(table.view(ADA)).lower()
    assert table.refuse("RevealDeclarations").sentence == "Ada has not declared yet."
    table.declare("ada", "wait", seat=ADA)
    table.reveal()
    turned = {card["id"]: card for card in table.view(NOBODY)["picture"]["cards"]}["ben"]
    assert (turned["state"], [action["target"] for action in turned["actions"]]) == ("turned", ["foe", None])
    assert table.lines(NOBODY, table.events)[-2:] == ["Ben: Kick against Foe, Dodge.", "Foe: Wait and see."]


def test_only_the_storyteller_turns_cards_and_turns() -> None:
    table = duel()
    assert table.refuse("RevealDeclarations", ADA).code == "storyteller_only"
    assert table.refuse("NextTurn").code == "not_revealed"


def test_a_set_with_any_fault_is_refused_whole() -> None:
    table = duel()
    table.declare("foe", "wait")
    twice = table.refuse("DeclareActions", ADA, actor="ada", others=["dodge"] * 3, attack="strike", target="foe")
    assert twice.data["offenders"] == [{"index": 4, "code": "difficulty"}, {"index": 4, "code": "no_dice"}]
    assert table.refuse("DeclareActions", ADA, actor="ada", others=["dodge", "wait"]).code == "alone"
    assert table.refuse("DeclareActions", ADA, actor="ada", others=[]).code == "no_actions"
    assert table.refuse("DeclareActions", ADA, actor="ada", others=["dance"]).code == "unknown_action"
    assert table.refuse("DeclareActions", ADA, actor="ada", others=["stand"]).code == "not_prone"
    assert table.refuse("DeclareActions", ADA, actor="ada", others=["heal"]).code == "blood"
    assert table.refuse("DeclareActions", ADA, actor="ada", attack="bite", target="foe").code == "no_such_attack"
    assert table.refuse("DeclareActions", ADA, actor="ada", attack="strike", target="ada").code == "bad_target"
    assert table.refuse("DeclareActions", ADA, actor="ada", attack="strike").code == "no_target"
    assert table["ada"].cards == ()


def test_the_attack_takes_the_place_that_was_declared() -> None:
    table = duel()
    table.declare("foe", "wait")
    table.declare("ada", "dodge", "other", attack="strike", target="foe", attack_place=2)
    assert [(card.key, card.place) for card in table["ada"].cards] == [("dodge", 1), ("strike", 2), ("other", 3)]


def test_actions_are_taken_from_the_highest_down_and_in_their_order() -> None:
    table = trio()
    table.declare("foe", "other")
    table.declare("ben", "other")
    table.declare("ada", "other", attack="strike", target="foe", attack_place=2, difficulties=[5])
    table.reveal()
    assert acting(table.state) == ("ada",)
    early = table.refuse("TakeAction", BEN, actor="ben", attribute="wits", ability="")
    assert early.sentence == "Ben must wait their turn in the order."
    assert table.refuse("MakeAttack", ADA, actor="ada", target="foe").code == "not_declared"
    table.move("TakeAction", [7], ADA, actor="ada", attribute="wits")
    taken = table.events[-1]
    assert (taken.pool.total, taken.difficulty.total, taken.result.net) == (1, 6, 1)
    assert table.offers(ADA, "MakeAttack")
    assert not table.offers(BEN, "TakeAction")
    table.move("ForgoAction", (), ADA, actor="ada")
    assert acting(table.state) == ("ben",)


def test_initiative_is_rolled_anew_each_turn() -> None:
    table = duel()
    for actor in ("foe", "ada"):
        table.declare(actor, "wait")
    table.reveal()
    table.move("NextTurn", [1, 10])
    assert (table.state.turn, declaring(table.state), table["ada"].cards) == (2, ("ada", "foe"), ())


def test_a_turn_does_not_end_before_all_have_acted() -> None:
    table = duel()
    table.declare("foe", "other")
    table.declare("ada", "wait")
    table.reveal()
    assert table.refuse("NextTurn").sentence == "Foe has an action left."


def test_who_comes_late_rolls_at_once_and_declares_in_place() -> None:
    table = duel()
    table.declare("foe", "wait")
    table.add("late", dice=[9])
    assert table["late"].initiative == 13
    assert declaring(table.state) == ("late", "ada")


def test_actions_at_the_same_moment_may_be_taken_in_either_order() -> None:
    table = Table()
    table.add("ada", character="ada")
    table.add("foe")
    table.start(5, 5)
    assert declaring(table.state) == ("ada", "foe")
    table.declare("ada", "other")
    table.declare("foe", "other")
    table.reveal()
    assert acting(table.state) == ("ada", "foe")


def test_whoever_falls_at_the_same_moment_still_acts_as_they_stood() -> None:
    table = Table()
    table.add("ada", sheet(health="XXXXX"), "ada")
    table.add("foe")
    table.start(7, 5)
    assert table["ada"].initiative == table["foe"].initiative
    table.declare("ada", attack="strike", target="foe")
    table.declare("foe", attack="strike", target="ada")
    table.reveal()
    table.move("MakeAttack", actor="foe", target="ada")
    table.move("AnswerDefense", [6, 2, 2, 2, 6, 6, 6, 2, 2], prompt="attack-1-defense", defense="none")
    assert table["ada"].health.condition == "incapacitated"
    assert acting(table.state) == ("ada",)
    table.move("MakeAttack", [2, 2], ADA, actor="ada", target="foe")
    assert acting(table.state) == ()


def test_hidden_combatants_change_nothing_that_others_see() -> None:
    tables = [Table(), Table()]
    for number, table in enumerate(tables):
        table.add("ada", character="ada")
        table.add("foe")
        if number:
            table.add("lurker", hidden=True)
            table.add("shade", character="ben", hidden=True)
        table.start(*([10, 1] + [7, 8] * number))
    for step in range(4):
        for table in tables:
            if step == 1:
                table.declare("foe", "dodge")
            if step == 2:
                table.declare("ada", attack="strike", target="foe")
            if step == 3:
                table.reveal()
        assert tables[0].view(ADA) == tables[1].view(ADA)
        assert tables[0].offers(ADA, "DeclareActions") == tables[1].offers(ADA, "DeclareActions")
    assert tables[0].lines(ADA, tables[0].events) == tables[1].lines(ADA, tables[1].events)
    unknown = tables[1].refuse("MakeAttack", ADA, actor="ada", target="nobody")
    hidden = tables[1].refuse("MakeAttack", ADA, actor="ada", target="lurker")
    assert (unknown.code, unknown.sentence, unknown.data) == (hidden.code, hidden.sentence, hidden.data)


def test_the_hidden_declare_and_act_in_their_own_time() -> None:
    table = duel()
    table.add("lurker", hidden=True, dice=[10])
    table.declare("lurker", attack="strike", target="ada")
    table.declare("foe", "wait")
    table.declare("ada", "wait")
    table.reveal()
    assert table.view(ADA)["subline"] == "Everyone has acted."
    started = table.move("MakeAttack", (), actor="lurker", target="ada")
    assert kinds(started) == ["CombatantRevealed", "AttackMade"]
    assert not table["lurker"].hidden
