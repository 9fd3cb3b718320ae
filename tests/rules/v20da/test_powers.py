"""Powers of the sheet in a V20 fight and outside it: dice, difficulty, successes, damage, soak, blood and Willpower."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER
from rules.dice import ScriptedRoller, SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.odds import Botch, odds
from rules.v20da.actions.request import Request
from rules.v20da.actions.rolling import face_rule
from rules.v20da.events import AttackResolved
from rules.v20da.moves import AnswerDefense, MakeAttack, TakeAction
from rules.v20da.options import DEFAULTS
from tests.rules.v20da.table import ADA, NOBODY, SYSTEM, Table, duel, kinds, sheet


def power(key: str, use: str, cost: Any = (), timing: str = "reflexive", **effects: int) -> dict[str, Any]:
    """A power as a sheet has it; the name is its key in capitals."""
    told = [{"kind": kind, "amount": amount} for kind, amount in effects.items()]
    name = key.replace("-", " ").title()
    return {"key": key, "name": name, "use": use, "timing": timing, "cost": dict(cost), "effects": told}


FANG = power("wolf-grip", "attack", {"blood": 2}, dice=2, damage=3, difficulty=1)
HIDE = power("stone-hide", "defense", {"blood": 1}, soak=4)
GAZE = power("still-gaze", "any", {"willpower": 1}, successes=2, timing="reflexive")
SKIN = power("moon-skin", "scene", {"blood": 2}, soak=3, dice=1)
FURY = power("red-hour", "scene", {"willpower": 1}, damage=2, difficulty=1)
POWERS = [FANG, HIDE, GAZE]
GIFTED = sheet("vampire", powers=POWERS)


def strike(table: Table, foe: tuple[str, ...] = ("wait",), **fields: Any) -> list[Any]:
    """Both declare, the cards are turned, Ada attacks."""
    table.declare("foe", *foe)
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    return table.move("MakeAttack", fields.pop("dice", ()), ADA, actor="ada", target="foe", **fields)


def answer(table: Table, defense: str, dice: list[int], **fields: Any) -> list[Any]:
    return table.move("AnswerDefense", dice, prompt="attack-1-defense", defense=defense, **fields)


def test_a_power_adds_dice_and_damage_lowers_the_difficulty_and_takes_blood() -> None:
    table = duel(GIFTED)
    events = strike(table, powers=["wolf-grip"])
    assert kinds(events) == ["PowersUsed", "AttackMade"]
    assert (table["ada"].blood, table["ada"].blood_spent) == (10, 2)
    resolved = answer(table, "none", [5, 2, 2, 2, 2, 2, *[2] * 6])[1]
    assert (resolved.attack_pool.total, resolved.attack_difficulty.total) == (6, 5)
    names = [term.name for step in resolved.damage.steps for term in step.terms]
    assert "Wolf Grip" in names
    assert resolved.struck.damage_pool == 6


def test_soak_of_a_power_is_rolled_where_the_body_has_none() -> None:
    table = duel(foe=GIFTED)
    strike(table)
    resolved = answer(table, "none", [6, 2, 2, 2, 6, 6, 6, *[6] * 6], powers=["stone-hide"])[2]
    assert (resolved.soak.total, resolved.struck.applied) == (6, 0)
    assert table["foe"].blood == 11


def test_who_can_only_use_a_power_is_asked_all_the_same() -> None:
    table = duel(foe=GIFTED)
    assert kinds(strike(table, foe=("other",))) == ["AttackMade"]
    (offer,) = table.offers(STORYTELLER, "AnswerDefense")
    assert [field.name for field in offer.fields if field.kind == "choices"] == ["powers"]


def test_a_defender_is_asked_only_for_a_specialty_of_what_may_be_answered_with() -> None:
    able = sheet(abilities={"athletics": 4, "melee": 4}, specialties={"melee": "swords"}, weapons=["club"])
    asked = []
    for declared in ("parry", "dodge", "other"):
        table = duel(foe={**able, "powers": [HIDE], "being": "vampire", "generation": 8, "blood": 12})
        strike(table, foe=(declared,))
        (offer,) = table.offers(STORYTELLER, "AnswerDefense")
        asked.append([field.name for field in offer.fields if field.kind == "flag"])
    assert asked == [["specialty", "willpower"], ["willpower"], []]


def test_successes_of_a_power_stand_above_the_ones() -> None:
    table = duel(GIFTED)
    strike(table, powers=["still-gaze"])
    resolved = answer(table, "none", [1, 1, 2, 2, *[2] * 4])[1]
    assert (resolved.struck.attack.net, resolved.struck.attack.outcome) == (2, "success")
    assert table["ada"].willpower == 4


def test_blood_is_held_to_the_limit_of_the_turn() -> None:
    table = duel(sheet("vampire", generation=12, blood=8, powers=POWERS))
    with pytest.raises(IllegalMove, match="costs 2 blood points, and 1 are left") as refusal:
        strike(table, powers=["wolf-grip"])
    assert refusal.value.data["track"] == "blood"
    (offer,) = table.offers(ADA, "MakeAttack")
    (field,) = [field for field in offer.fields if field.name == "powers"]
    assert {choice.value: choice.reason for choice in field.choices} == {
        "wolf-grip": "costs 2 blood points, 1 left",
        "still-gaze": "",
    }


def test_a_mortal_has_no_blood_to_pay_with() -> None:
    table = duel(sheet(blood=5, powers=POWERS))
    with pytest.raises(IllegalMove, match="0 are left"):
        strike(table, powers=["wolf-grip"])


def test_a_point_for_a_success_and_a_power_need_two_points() -> None:
    table = duel(sheet("vampire", willpower_points=1, powers=POWERS))
    with pytest.raises(IllegalMove, match="0 are left"):
        strike(table, powers=["still-gaze"], willpower=True)


def test_everyone_hears_the_name_of_the_power_alone() -> None:
    table = duel(GIFTED)
    events = strike(table, powers=["wolf-grip"])
    assert table.lines(NOBODY, events)[0] == "Ada uses Wolf Grip."


def test_a_roll_outside_a_fight_takes_powers_and_pays_from_the_sheet() -> None:
    made = SYSTEM.sheets.parse({**GIFTED, "powers": [GAZE, power("night-ear", "roll", {"blood": 1}, difficulty=2)]})
    request = Request("wits", "brawl", powers=("still-gaze", "night-ear"))
    pool = SYSTEM.rolls.pool(made, request, DEFAULTS)
    assert (pool.total, pool.bonus_successes) == (4, 2)
    assert SYSTEM.rolls.odds(made, request, DEFAULTS).success == 1
    roll = SYSTEM.rolls.roll(made, request, ScriptedRoller([4, 2, 2, 2]), DEFAULTS)
    assert (roll.difficulty, roll.total) == (4, 3)
    assert SYSTEM.tasks.cost(made, request, roll, DEFAULTS) == {"blood": 11, "willpower_points": 4}


def test_the_odds_of_an_attack_follow_the_powers_that_are_switched_on() -> None:
    table = duel(GIFTED)
    table.declare("foe", "wait")
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    weigh = SYSTEM.battle.weigh
    kinds_of: dict[str, dict[str, Any]] = {
        "plain": {},
        "grip": {"powers": ("wolf-grip",)},
        "gaze": {"powers": ("still-gaze",)},
        "will": {"willpower": True},
    }
    weighed = {key: weigh(table.state, ADA, MakeAttack("ada", "foe", **more)) for key, more in kinds_of.items()}
    chances = {key: one.odds.success for key, one in weighed.items() if one is not None}
    assert chances["plain"] < chances["grip"] < chances["gaze"] == chances["will"] == 1
    offered = next(offer for offer in SYSTEM.battle.legal_moves(table.state, ADA) if offer.has_preview)
    aims = next(field for field in offered.fields if field.name == "aim")
    assert aims.choices[0].odds == pytest.approx(float(chances["plain"]))
    grip = weighed["grip"]
    assert grip is not None
    made = table.move("MakeAttack", (), ADA, actor="ada", target="foe", powers=["wolf-grip"])[-1]
    assert made.attack.pool == grip.pool
    refused: list[tuple[Any, str, dict[str, Any]]] = [
        (NOBODY, "foe", {}),
        (ADA, "nobody", {}),
        (ADA, "foe", {"powers": ("no-such",)}),
    ]
    for seat, target, more in refused:
        with pytest.raises((IllegalMove, BadInput)):
            weigh(table.state, seat, MakeAttack("ada", target, **more))


def test_a_lasting_power_counts_until_it_is_dropped() -> None:
    table = duel(sheet("vampire", powers=[SKIN, FURY]), foe=sheet("vampire", powers=[SKIN]))
    assert {offer.label for offer in SYSTEM.battle.legal_moves(table.state, ADA) if offer.move == "SwitchOn"} == {
        "Moon Skin",
        "Red Hour",
    }
    for key in ("moon-skin", "red-hour"):
        table.move("SwitchOn", (), ADA, actor="ada", power=key)
    with pytest.raises(IllegalMove, match="Red Hour is already active"):
        table.move("SwitchOn", (), ADA, actor="ada", power="red-hour")
    with pytest.raises(IllegalMove):
        table.move("SwitchOn", (), ADA, actor="foe", power="moon-skin")
    table.move("SwitchOn", actor="foe", power="moon-skin")
    assert (table["ada"].blood_spent, table["foe"].blood_spent) == (2, 2)
    table.move("SwitchOff", (), ADA, actor="ada", power="moon-skin")
    assert [active.name for active in table["ada"].active] == ["Red Hour"]
    made = strike(table)[-1].attack
    assert (made.pool.total, made.difficulty.total) == (4, 5)


def test_a_lasting_power_adds_to_damage_and_soak_and_is_named_to_all() -> None:
    table = duel(sheet("vampire", powers=[FURY]), foe=sheet("vampire", powers=[SKIN]))
    told = [*table.move("SwitchOn", (), ADA, actor="ada", power="red-hour"),
            *table.move("SwitchOn", actor="foe", power="moon-skin")]  # fmt: skip
    lines = [shown["line"] for event in told if (shown := SYSTEM.battle.view_event(event, NOBODY))]
    assert [line.partition(" ")[2] for line in lines] == ["activates Red Hour.", "activates Moon Skin."]
    strike(table)
    resolved = answer(table, "none", [6, 2, 2, 2, *[2] * 5])[1]
    assert resolved.struck.damage_pool == 5
    assert "Red Hour" in [term.name for step in resolved.damage.steps for term in step.terms]
    assert "Moon Skin" in [term.name for step in resolved.soak.steps for term in step.terms]


BRIEF = power("brief-calm", "turn", {"blood": 1}, dice=1)
HOUR = {**power("two-turns", "turns", {"blood": 1}, soak=1), "lasts": 2}
PRICE = {**power("blood-price", "any", {"health": 2}, dice=2), "harm": "aggravated"}
OATH = {**power("last-oath", "any", {"willpower_dots": 1}, dice=1), "once": True}
TIMED = sheet("vampire", powers=[BRIEF, HOUR, PRICE, OATH])


def test_what_lasts_for_this_turn_or_for_so_many_ends_by_itself() -> None:
    table = duel(TIMED)
    for key in ("brief-calm", "two-turns"):
        table.move("SwitchOn", (), ADA, actor="ada", power=key)
    names = []
    for _ in range(3):
        names.append([active.name for active in table["ada"].active])
        for who in ("foe", "ada"):
            table.declare(who, "wait")
        table.reveal()
        events = table.move("NextTurn", [9, 1])
    assert names == [["Brief Calm", "Two Turns"], ["Two Turns"], []]
    assert "is over" not in " ".join(table.lines(NOBODY, events))


def test_wounds_dots_and_what_is_there_once_are_paid() -> None:
    table = duel(TIMED)
    before = table["ada"]
    events = strike(table, powers=["blood-price", "last-oath"])
    assert kinds(events) == ["PowersUsed", "Harmed", "AttackMade"]
    ada = table["ada"]
    assert (ada.health.track, ada.sheet.willpower) == ("**", before.sheet.willpower - 1)
    made = events[-1].attack
    assert "Wounds" not in [term.name for step in made.pool.steps for term in step.terms]
    home = SYSTEM.battle.outcome(table.state)["ada"]
    assert (home["health"], home["willpower"], home["powers_spent"]) == (
        "**",
        before.sheet.willpower - 1,
        ["last-oath"],
    )
    assert home["willpower_points"] <= home["willpower"]
    hurt = duel(sheet("vampire", powers=[PRICE], health="XXXXX"))
    with pytest.raises(IllegalMove, match="Blood Price costs 2 health levels; you can pay 1"):
        strike(hurt, powers=["blood-price"])
    spent = duel(sheet("vampire", powers=[OATH], powers_spent=["last-oath"]))
    with pytest.raises(IllegalMove, match="Last Oath can be used once per scene, and has been used"):
        strike(spent, powers=["last-oath"])


def test_a_defence_paid_in_blood_stays_paid_when_the_blow_hits() -> None:
    table = duel(foe=TIMED)
    strike(table)
    events = answer(table, "none", [6, 6, 2, 2, *[6] * 3, *[2] * 3], powers=["blood-price"])
    assert kinds(events)[:2] == ["PowersUsed", "Harmed"]
    hits = [event for event in events if type(event).__name__ == "Harmed"]
    assert [(hit.before, hit.levels) for hit in hits] == [("", 2), ("**", hits[1].levels)]
    assert table["foe"].health.track == "**" + "/" * hits[1].levels


def test_an_attack_paid_in_blood_hits_as_hard_as_it_was_declared() -> None:
    """Wounds weigh on Strength (V20-183); what a power costs does not weigh on the blow that it aids."""
    table = duel(sheet("vampire", powers=[PRICE], health="XX"))
    assert kinds(strike(table, powers=["blood-price"]))[-1] == "AttackMade"
    assert table["ada"].health.penalty == -2
    move = AnswerDefense("attack-1-defense", "none")
    events = SYSTEM.battle.decide(table.state, STORYTELLER, move, SeededRoller(1))
    (resolved,) = [event for event in events if isinstance(event, AttackResolved)]
    assert [term.amount for step in resolved.damage.steps for term in step.terms if term.name == "Wounds"] == [-1]


def test_a_roll_outside_a_fight_leaves_wounds_and_uses_up_what_is_there_once() -> None:
    made = SYSTEM.sheets.parse(TIMED)
    request = Request("strength", "brawl", powers=("blood-price", "last-oath"))
    total = SYSTEM.rolls.pool(made, request, DEFAULTS).total
    roll = SYSTEM.rolls.roll(made, request, ScriptedRoller([2] * total), DEFAULTS)
    cost = SYSTEM.tasks.cost(made, request, roll, DEFAULTS)
    assert (cost["health"], cost["powers_spent"]) == ("**", ["last-oath"])
    again = SYSTEM.sheets.parse({**TIMED, **cost})
    assert again.willpower == made.willpower - 1


@pytest.mark.parametrize(("mode", "botches"), [("rolled", "ones"), ("net", "net")])
def test_the_odds_of_an_attack_count_botches_as_the_series_does(mode: str, botches: Botch) -> None:
    table = duel(botch_mode=mode)
    table.declare("foe", "wait")
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    weighed = SYSTEM.battle.weigh(table.state, ADA, MakeAttack("ada", "foe"))
    assert weighed is not None
    assert weighed.odds == odds(face_rule(6), weighed.pool.dice, botch=botches)


def test_the_odds_of_another_action_follow_the_powers_and_its_difficulty() -> None:
    table = duel(GIFTED)
    table.declare("foe", "wait")
    table.declare("ada", "other", difficulties=[8], seat=ADA)
    table.reveal()
    plain = TakeAction("ada", "strength")
    before, after = (
        SYSTEM.battle.weigh(table.state, ADA, move) for move in (plain, replace(plain, powers=("still-gaze",)))
    )
    assert before is not None
    assert after is not None
    assert before.odds.success < after.odds.success == 1
    assert next(
        offer for offer in SYSTEM.battle.legal_moves(table.state, ADA) if offer.move == "TakeAction"
    ).has_preview
    with pytest.raises(IllegalMove):
        SYSTEM.battle.weigh(table.state, NOBODY, plain)


def test_dice_of_a_lasting_power_count_when_another_action_is_declared() -> None:
    table = duel(sheet("vampire", powers=[SKIN], blood=10))
    table.move("Override", actor="ada", what="dice", value=-5, reason="a Strength of 3 and 2 dots at most")
    table.declare("foe", "wait")
    assert table.refuse("DeclareActions", ADA, actor="ada", others=["other"]).code == "no_dice"
    table.move("SwitchOn", (), ADA, actor="ada", power="moon-skin")
    table.declare("ada", "other", seat=ADA)
    table.reveal()
