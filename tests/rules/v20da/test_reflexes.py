"""Blood, healing, Willpower, the Storyteller's numbers, joining, leaving, going home."""

from typing import Any

import pytest

from tests.rules.v20da.table import ADA, BEN, NOBODY, RULES, Table, duel, kinds, sheet

HURT = sheet("vampire", health="*X//", abilities={"survival": 2})


def test_a_turn_of_nothing_else_heals_for_blood() -> None:
    table = duel(ada=HURT)
    table.declare("foe", "wait")
    table.declare("ada", "heal", seat=ADA)
    table.reveal()
    events = table.move("HealWounds", (), ADA, actor="ada", levels=3)
    assert kinds(events) == ["ActionDone", "BloodSpent", "Healed"]
    assert (table["ada"].health.track, table["ada"].blood, table["ada"].blood_spent) == ("*", 9, 3)


def test_healing_keeps_the_limit_of_the_turn() -> None:
    table = duel(ada=sheet("vampire", health="////", generation=13, blood=5))
    table.declare("foe", "wait")
    table.declare("ada", "heal", seat=ADA)
    table.reveal()
    assert table.refuse("HealWounds", ADA, actor="ada", levels=2).data["rule"] == "V20-202"
    table.move("RaiseAttribute", (), ADA, actor="ada", attribute="strength")
    assert not table.offers(ADA, "HealWounds")
    assert table.refuse("HealWounds", ADA, actor="ada", levels=1).code == "blood"


@pytest.mark.parametrize(("dice", "track", "blood"), [([8, 2], "*X", 10), ([2, 3], "*X//", 10), ([1, 2], "*XX//", 9)])
def test_healing_beside_other_actions_may_fail(dice: list[int], track: str, blood: int) -> None:
    table = duel(ada=HURT)
    table.move("HealInStride", dice, ADA, actor="ada", levels=2)
    assert (table["ada"].health.track, table["ada"].blood) == (track, blood)


def test_an_incapacitated_vampire_may_only_heal_or_wait() -> None:
    table = duel(ada=sheet("vampire", health="XXXXXXX"))
    assert table.refuse("DeclareActions", ADA, actor="ada", others=["dodge"]).code == "incapacitated"
    lying = next(one for one in table.view(ADA)["combatants"] if one["id"] == "ada")
    assert not lying["acts_now"]  # it is offered, but nobody waits for it
    assert table.offers(ADA, "DeclareActions", "ada")
    table.declare("ada", "heal", seat=ADA)
    table.declare("foe", "wait")
    table.reveal()
    table.move("HealWounds", (), ADA, actor="ada", levels=3)
    assert table["ada"].health.track == "XXXX"


def test_without_blood_an_incapacitated_vampire_falls_into_torpor() -> None:
    table = duel(ada=sheet("vampire", health="XXXXXX"))
    table.move("Override", actor="ada", what="blood", value=0, reason="Drained.")
    table.move("Override", actor="ada", what="lethal", value=7, reason="The fall.")
    assert table["ada"].health.condition == "torpor"
    assert table.view()["combatants"][0]["out"] == "in torpor"


def test_blood_raises_a_physical_attribute_for_the_scene() -> None:
    table = duel(ada=sheet("vampire"))
    events = table.move("RaiseAttribute", (), ADA, actor="ada", attribute="strength")
    assert table["ada"].sheet.dots("strength") == 4
    assert table.lines(BEN, events) == []
    assert table.refuse("RaiseAttribute", actor="foe", attribute="strength").code == "no_vampire"
    assert table.refuse("RaiseAttribute", ADA, actor="ada", attribute="wits").code == "unknown_choice"
    for _ in range(2):
        table.move("RaiseAttribute", (), ADA, actor="ada", attribute="strength")
    assert table.refuse("RaiseAttribute", ADA, actor="ada", attribute="strength").code == "blood"


def test_a_willpower_point_ignores_wounds_for_a_turn() -> None:
    table = duel(ada=sheet(health="XXXX"))
    assert table.view(ADA)["combatants"][0]["stats"][0]["value"] == 2
    table.move("IgnoreWounds", (), ADA, actor="ada")
    assert table.view(ADA)["combatants"][0]["stats"][0]["value"] == 4
    assert table.refuse("IgnoreWounds", ADA, actor="ada").code == "no_penalty"


def test_overrides_keep_what_was_what_is_and_why() -> None:
    table = duel()
    event = table.move("Override", actor="ada", what="initiative", value=3, reason="Asleep.")[0]
    assert (event.was, event.now, event.reason) == (14, 3, "Asleep.")
    assert table.lines(NOBODY, [event]) == ["The Storyteller changes Ada: Initiative 14 to 3 (Asleep.)."]
    private = table.move("Override", actor="ada", what="willpower", value=4, reason="Hope.")[0]
    assert private.now == 4
    assert table.lines(NOBODY, [private]) == []
    assert table.refuse("Override", actor="ada", what="willpower", value=60, reason="x").code == "out_of_range"
    assert table.refuse("Override", ADA, actor="ada", what="blood", value=1, reason="x").code == "storyteller_only"
    assert table.refuse("Override", actor="ada", what="luck", value=1, reason="x").code == "unknown_number"
    assert table.refuse("Override", actor="ada", what="blood", value=10**9, reason="x").code == "out_of_range"
    assert table.refuse("Override", actor="ada", what="blood", value=1, reason="x" * 201).code == "bad_text"


def test_wounds_may_be_set_by_kind() -> None:
    table = duel()
    table.move("Override", actor="foe", what="bashing", value=3, reason="The fall.")
    table.move("Override", actor="foe", what="aggravated", value=4, reason="Fire.")
    assert table["foe"].health.track == "****///"
    assert table["foe"].health.condition == "incapacitated"
    assert table.refuse("Override", actor="foe", what="bashing", value=4, reason="x").code == "out_of_range"


def test_other_sides_show_marks_and_no_figures() -> None:
    table = duel()
    foe = next(c for c in table.view(ADA)["combatants"] if c["id"] == "foe")
    assert "stats" not in foe
    assert "tracks" not in foe
    assert foe["own"] is False
    assert len(foe["health"]) == 7
    mine = next(c for c in table.view(ADA)["combatants"] if c["id"] == "ada")
    assert [stat["label"] for stat in mine["stats"]] == [
        "Dodge", "Block", "Parry", "Soak, bashing", "Soak, lethal", "Soak, aggravated", "Wounds",
    ]  # fmt: skip


def test_joining_is_checked() -> None:
    table = Table()
    table.add("ada", character="ada")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"id": "ada"}, "id_taken"), ({"id": "a b"}, "bad_id"), ({"id": ""}, "bad_id"), ({"name": ""}, "empty"),
        ({"name": "x" * 81}, "bad_text"), ({"name": "a\u202eb"}, "bad_text"), ({"sheet": {"blod": 3}}, "unknown_key"),
        ({"sheet": {"attributes": {"strength": 9}}}, "out_of_range"), ({"character": ""}, "empty"),
    ]  # fmt: skip
    for wrong, code in cases:
        given: dict[str, Any] = {"id": "new", "name": "New", "side": "blue", "character": None, "sheet": {}, **wrong}
        assert table.refuse("AddCombatant", **given).code == code
    new: dict[str, Any] = {"id": "x", "name": "X", "side": "blue", "character": None, "sheet": {}}
    assert table.refuse("AddCombatant", ADA, **new).code == "storyteller_only"


def test_the_battle_begins_once_with_somebody_and_ends_for_good() -> None:
    table = Table()
    assert table.refuse("StartBattle").code == "nobody_there"
    table.add("ada", character="ada")
    assert table.refuse("IgnoreWounds", ADA, actor="ada").code == "not_started"
    table.start(5)
    assert table.refuse("StartBattle").code == "already_started"
    table.move("EndBattle")
    assert table.refuse("EndBattle").code == "battle_over"
    assert RULES.legal_moves(table.state, ADA) == ()


def test_health_willpower_and_blood_go_home() -> None:
    table = duel(ada=HURT)
    table.move("RaiseAttribute", (), ADA, actor="ada", attribute="stamina")
    table.move("IgnoreWounds", (), ADA, actor="ada")
    assert RULES.outcome(table.state) == {"ada": {"health": "*X//", "willpower_points": 4, "blood": 11}}


def test_hiding_is_told_to_nobody_else() -> None:
    table = duel()
    events = table.move("Hide", actor="foe")
    assert table.lines(ADA, events) == []
    assert [c["id"] for c in table.view(ADA)["combatants"]] == ["ada"]
    assert table.refuse("Hide", actor="foe").code == "already_hidden"
    assert table.lines(ADA, table.move("Reveal", actor="foe")) == ["Foe is revealed."]
    assert table.refuse("Reveal", actor="foe").code == "not_hidden"


def test_a_botch_that_takes_the_last_blood_and_level_is_torpor() -> None:
    table = duel(ada=sheet("vampire", health="/X****", blood=2, attributes={"stamina": 6}, generation=7))
    events = table.move("HealInStride", [1], ADA, actor="ada", levels=2)
    assert (events[1].points, events[1].left) == (2, 0)
    assert table["ada"].health.condition == "torpor"
