"""Powers of the sheet in a fight of 2004 and outside it: dice, agains, Defense, armor, damage, and what they cost."""

from typing import Any

import pytest

from rules.battle import STORYTELLER
from rules.battle import moves as shared
from rules.codec import encode
from rules.dice import ScriptedRoller
from rules.errors import BadInput, DiceError, IllegalMove
from rules.wod2004 import events as ev
from rules.wod2004 import moves as mv
from rules.wod2004.actions.instant import roll_odds
from rules.wod2004.actions.request import Request
from rules.wod2004.options import DEFAULTS, Options
from rules.wod2004.sheet.equipment import WEAPONS
from rules.wod2004.system import SYSTEM
from tests.rules.wod2004.table import ADA, BATTLE, BEN, Table, sheet


def power(key: str, use: str, cost: Any = (), timing: str = "reflexive", **effects: int) -> dict[str, Any]:
    """A power as a sheet has it; the name is its key in capitals."""
    told = [{"kind": kind, "amount": amount} for kind, amount in effects.items()]
    name = key.replace("-", " ").title()
    return {"key": key, "name": name, "use": use, "timing": timing, "cost": dict(cost), "effects": told}


RUSH = power("red-rush", "attack", {"fuel": 2}, dice=3, damage=1, again=8)
VEIL = power("cold-veil", "defense", {"fuel": 1}, defense=2, armor=1)
WILL = power("iron-word", "any", {"willpower": 1}, dice=2, rote=1)
SKIN = power("iron-skin", "scene", {"fuel": 2}, armor=2, defense=1)
FURY = power("slow-fury", "scene", {"willpower": 1}, "instant", dice=2, damage=1)
GIFTED: dict[str, Any] = {
    "being": "supernatural",
    "fuel_name": "Embers",
    "fuel_maximum": 8,
    "fuel": 5,
    "powers": [RUSH, VEIL, WILL],
}


def table_of_two() -> Table:
    """Ada acts first and strikes with 6 dice against Ben's Defense of 3; both have powers."""
    table = Table()
    table.add("ada", "ada", strength=3, brawl=3, dexterity=3, wits=3, **GIFTED)
    table.add("ben", "ben", dexterity=3, wits=3, **GIFTED)
    table.do(shared.StartBattle(), 10, 1)
    return table


def resolved(table: Table) -> ev.AttackResolved:
    return next(event for event in reversed(table.events) if isinstance(event, ev.AttackResolved))


def test_a_power_adds_dice_under_its_own_name_and_damage_to_a_hit() -> None:
    table = table_of_two()
    table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("red-rush",)), seat=ADA)
    assert table.who("ada").fuel == 3
    table.do(mv.AnswerDefense(table.prompt, "defense"), 8, 1, 1, 1, 1, 1, 2, seat=BEN)
    pool = resolved(table).roll.pool
    assert [term.amount for step in pool.steps for term in step.terms if term.name == "Red Rush"] == [3]
    assert (resolved(table).roll.successes, resolved(table).damage) == (1, 2)


def test_a_miss_does_no_damage_all_the_same() -> None:
    table = table_of_two()
    table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("red-rush",)))
    table.do(mv.AnswerDefense(table.prompt, "defense"), *[2] * 6)
    assert resolved(table).damage == 0


def test_a_power_adds_damage_to_who_is_hit_through_cover() -> None:
    table = table_of_two()
    table.set("ada", arms=(WEAPONS["light_pistol"],), drawn="light_pistol")
    table.do(mv.SetCover("ben", durability=1))
    dice = 3 + 3 + 2 - 1  # Dexterity, the power, the pistol; untrained
    table.do(mv.Attack("ada", "light_pistol", ("ben",), range="short", powers=("red-rush",)), 9, 9, *[1] * dice, 9)
    assert (resolved(table).cover, resolved(table).damage) == (1, 2)


def test_the_odds_of_a_shot_at_full_cover_are_those_of_passing_it() -> None:
    table = table_of_two()
    table.set("ada", arms=(WEAPONS["light_pistol"],), drawn="light_pistol")
    table.do(mv.SetCover("ben", durability=2))
    shot = mv.Attack("ada", "light_pistol", ("ben",), range="short")
    weighed = BATTLE.weigh(table.state, STORYTELLER, shot)
    assert weighed is not None
    assert weighed.odds.success == roll_odds(weighed.pool.total, needed=3).success
    offers = BATTLE.legal_moves(table.state, STORYTELLER)
    pistol = next(offer for offer in offers if offer.fixed.get("weapon") == "light_pistol")
    assert pistol.fields[0].choices[0].odds == float(weighed.odds.success)


def test_a_defense_takes_what_a_power_adds() -> None:
    table = table_of_two()
    table.do(mv.Attack("ada", "unarmed", ("ben",)))
    table.do(mv.AnswerDefense(table.prompt, "defense", powers=("cold-veil",)), 2, seat=BEN)
    assert (resolved(table).defense.total, resolved(table).roll.pool.total) == (5, 0)
    assert table.who("ben").fuel == 4


def test_one_point_of_willpower_is_spent_in_a_turn() -> None:
    table = table_of_two()
    with pytest.raises(IllegalMove, match="Only one Willpower point can be spent"):
        table.do(mv.Attack("ada", "unarmed", ("ben",), willpower=True, powers=("iron-word",)))
    table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("iron-word",)))
    assert table.who("ada").willpower_spent
    table.set("ben", willpower_spent=True)
    with pytest.raises(IllegalMove, match="already"):
        table.do(mv.AnswerDefense(table.prompt, "defense", willpower=True))


def test_who_has_acted_and_has_no_willpower_is_asked_for_a_power_that_can_be_paid() -> None:
    table = table_of_two()
    table.set("ben", acted=True, willpower=0)
    table.do(mv.Attack("ada", "unarmed", ("ben",)), seat=ADA)
    table.do(mv.AnswerDefense(table.prompt, "defense", powers=("cold-veil",)), 2, seat=BEN)
    assert resolved(table).defense.total == 5


def test_who_has_acted_and_can_pay_for_nothing_is_not_asked() -> None:
    table = table_of_two()
    table.set("ben", acted=True, willpower=0, fuel=0)
    table.do(mv.Attack("ada", "unarmed", ("ben",)), 2, 2, 2, seat=ADA)
    assert resolved(table).defense.total == 3


def test_a_point_for_defense_and_a_power_of_the_pool_are_both_paid() -> None:
    table = table_of_two()
    before = table.who("ben").willpower
    table.do(mv.Attack("ada", "unarmed", ("ben",)))
    table.do(mv.AnswerDefense(table.prompt, "defense", willpower=True, powers=("cold-veil",)), 2)
    assert (table.who("ben").willpower, table.who("ben").fuel) == (before - 1, 4)
    assert resolved(table).defense.total == 7


def test_everyone_hears_the_name_and_nobody_the_price() -> None:
    table = table_of_two()
    events = table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("red-rush",)))
    (used,) = [event for event in events if isinstance(event, ev.PowersUsed)]
    shown = BATTLE.view_event(used, BEN)
    assert shown is not None
    assert (shown["line"], shown["steps"]) == ("Ada uses Red Rush.", [])


def test_the_power_of_one_in_hiding_is_heard_once_it_is_seen() -> None:
    table = table_of_two()
    table.set("ada", hidden=True)
    events = table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("red-rush",)), *[2] * 9)
    told = [type(event).__name__ for event in events if BATTLE.view_event(event, BEN)]
    assert told.index("CombatantRevealed") < told.index("PowersUsed")


def test_a_struggle_takes_the_powers_of_any_roll() -> None:
    table = table_of_two()
    table.set("ada", grapple="ben")
    table.set("ben", grapple="ada")
    events = table.do(mv.BreakFree("ada", powers=("iron-word",)), *[2] * 14, seat=ADA)
    assert [type(event).__name__ for event in events][:2] == ["PowersUsed", "StruggleRolled"]
    assert table.who("ada").willpower_spent


def test_a_pool_that_is_empty_greys_the_power() -> None:
    table = table_of_two()
    table.set("ada", fuel=1)
    offers = [offer for offer in BATTLE.legal_moves(table.state, ADA) if offer.move == "Attack"]
    (field,) = [field for field in offers[0].fields if field.name == "powers"]
    reasons = {choice.value: choice.reason for choice in field.choices}
    assert reasons == {"red-rush": "costs 2 points of the pool, 1 left", "iron-word": ""}
    with pytest.raises(IllegalMove, match="1 are left"):
        table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("red-rush",)))


def test_what_is_left_of_the_pool_goes_home() -> None:
    table = table_of_two()
    table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("red-rush",)))
    assert BATTLE.outcome(table.state)["ada"]["fuel"] == 3
    shown = next(one for one in BATTLE.view(table.state, ADA)["combatants"] if one["id"] == "ada")
    assert {"label": "Embers", "current": 3, "maximum": 8} in shown["tracks"]


def test_a_roll_outside_a_fight_takes_powers_and_pays_from_the_sheet() -> None:
    made = SYSTEM.sheets.parse(sheet(**GIFTED))
    request = Request("strength", "brawl", powers=("iron-word",))
    plain = SYSTEM.rolls.pool(made, Request("strength", "brawl"), DEFAULTS)
    assert SYSTEM.rolls.pool(made, request, DEFAULTS).total == plain.total + 2
    roll = SYSTEM.rolls.roll(made, request, ScriptedRoller([2, 8, 2, 8][: 2 * (plain.total + 2)]), DEFAULTS)
    cost = SYSTEM.tasks.cost(made, request, roll, DEFAULTS)
    assert cost == {"willpower_points": made.willpower_points - 1}
    with pytest.raises(IllegalMove, match="Only one Willpower point can be spent"):
        SYSTEM.rolls.roll(
            made, Request("strength", willpower=True, powers=("iron-word",)), ScriptedRoller([]), DEFAULTS
        )


def test_the_odds_of_an_attack_follow_the_powers_that_are_switched_on() -> None:
    table = table_of_two()
    plain, lit = mv.Attack("ada", "unarmed", ("ben",)), mv.Attack("ada", "unarmed", ("ben",), powers=("red-rush",))
    before, after = BATTLE.weigh(table.state, STORYTELLER, plain), BATTLE.weigh(table.state, STORYTELLER, lit)
    assert before is not None
    assert after is not None
    assert after.pool.total == before.pool.total + 3
    assert after.odds.success > before.odds.success
    told = next(offer for offer in BATTLE.legal_moves(table.state, STORYTELLER) if offer.has_preview)
    assert told.fields[0].choices[0].odds == pytest.approx(float(before.odds.success), abs=0.0001)
    table.do(lit, seat=ADA)
    table.do(mv.AnswerDefense(table.prompt, "defense"), *[1] * after.pool.total, seat=BEN)
    assert resolved(table).roll.pool.total == after.pool.total


def test_the_odds_tell_nobody_a_defense_that_they_may_not_know() -> None:
    table = table_of_two()
    shown = BATTLE.weigh(table.state, ADA, mv.Attack("ada", "unarmed", ("ben",)))
    assert shown is not None
    assert not shown.measured
    assert "Defense" not in [term.name for step in shown.pool.steps for term in step.terms]
    assert BATTLE.weigh(table.state, ADA, mv.Dodge("ada")) is None
    for seat, target in ((BEN, "ben"), (ADA, "nobody")):
        with pytest.raises((IllegalMove, BadInput)):
            BATTLE.weigh(table.state, seat, mv.Attack("ada", "unarmed", (target,)))


def lasting_table() -> Table:
    gifts = {**GIFTED, "powers": [RUSH, VEIL, WILL, SKIN, FURY]}
    table = Table()
    table.add("ada", "ada", strength=3, brawl=3, dexterity=3, wits=3, **gifts)
    table.add("ben", "ben", dexterity=3, wits=3, **gifts)
    table.do(shared.StartBattle(), 10, 1)
    return table


def test_a_lasting_power_counts_until_it_is_dropped() -> None:
    table = lasting_table()
    bare = BATTLE.weigh(table.state, STORYTELLER, mv.Attack("ada", "unarmed", ("ben",)))
    table.do(shared.SwitchOn("ben", "iron-skin"), seat=BEN)
    assert (table.who("ben").fuel, table.who("ben").acted) == (3, False)
    guarded = BATTLE.weigh(table.state, STORYTELLER, mv.Attack("ada", "unarmed", ("ben",)))
    assert bare is not None
    assert guarded is not None
    assert guarded.pool.total == bare.pool.total - 3
    offered = next(offer for offer in BATTLE.legal_moves(table.state, STORYTELLER) if offer.has_preview)
    assert offered.fields[0].choices[0].odds == pytest.approx(float(guarded.odds.success), abs=0.0001)
    table.do(mv.Attack("ada", "unarmed", ("ben",)), seat=ADA)
    table.do(mv.AnswerDefense(table.prompt, "defense"), *[2] * max(1, guarded.pool.total), seat=BEN)
    assert resolved(table).roll.pool.total == guarded.pool.total
    with pytest.raises(IllegalMove, match="Iron Skin is already active"):
        table.do(shared.SwitchOn("ben", "iron-skin"), seat=BEN)
    table.do(shared.SwitchOff("ben", "iron-skin"), seat=BEN)
    assert table.who("ben").active == ()
    with pytest.raises(IllegalMove, match="Ben has no such active power"):
        table.do(shared.SwitchOff("ben", "iron-skin"), seat=BEN)


def test_an_instant_one_is_the_action_and_adds_to_every_attack_after_it() -> None:
    table = lasting_table()
    with pytest.raises(IllegalMove):
        table.do(shared.SwitchOn("ben", "slow-fury"), seat=BEN)
    plain = BATTLE.weigh(table.state, STORYTELLER, mv.Attack("ada", "unarmed", ("ben",)))
    table.do(shared.SwitchOn("ada", "slow-fury"), seat=ADA)
    ada = table.who("ada")
    assert (ada.acted, ada.willpower_spent, [one.name for one in ada.active]) == (True, True, ["Slow Fury"])
    table.do(mv.EndTurn("ada"), seat=ADA)
    table.do(mv.EndTurn("ben"), seat=BEN)
    lit = BATTLE.weigh(table.state, STORYTELLER, mv.Attack("ada", "unarmed", ("ben",)))
    assert plain is not None
    assert lit is not None
    assert lit.pool.total == plain.pool.total + 2
    table.do(mv.Attack("ada", "unarmed", ("ben",)), seat=ADA)
    table.do(mv.AnswerDefense(table.prompt, "defense"), 8, *[1] * (lit.pool.total - 1), seat=BEN)
    assert (resolved(table).roll.successes, resolved(table).damage) == (1, 2)


def test_lasting_powers_are_offered_to_their_owner_and_named_to_all() -> None:
    table = lasting_table()
    offers = {offer.label: offer for offer in BATTLE.legal_moves(table.state, BEN) if offer.move == "SwitchOn"}
    assert set(offers) == {"Iron Skin"}
    assert {offer.label for offer in BATTLE.legal_moves(table.state, ADA) if offer.move == "SwitchOn"} == {
        "Iron Skin",
        "Slow Fury",
    }
    (event, *_) = table.do(shared.SwitchOn("ben", "iron-skin"), seat=BEN)
    shown = BATTLE.view_event(event, ADA)
    assert shown is not None
    assert shown["line"] == "Ben activates Iron Skin."
    assert "fuel" not in str(shown)
    assert "Drop Iron Skin" in [offer.label for offer in BATTLE.legal_moves(table.state, BEN)]
    seen = next(one for one in BATTLE.view(table.state, ADA)["combatants"] if one["id"] == "ben")
    assert "Iron Skin" in seen["conditions"]


BRIEF = power("brief-calm", "turn", {"fuel": 1}, defense=1)
HOUR = {**power("two-turns", "turns", {"fuel": 1}, dice=1), "lasts": 2}
PRICE = {**power("blood-price", "any", {"health": 2}, dice=2, defense=1), "harm": "lethal"}
OATH = {**power("last-oath", "any", {"willpower_dots": 1}, dice=1, defense=1), "once": True}


def timed_table() -> Table:
    gifts = {**GIFTED, "powers": [BRIEF, HOUR, PRICE, OATH]}
    table = Table()
    table.add("ada", "ada", strength=3, brawl=3, dexterity=3, wits=3, **gifts)
    table.add("ben", "ben", dexterity=3, wits=3, **gifts)
    table.do(shared.StartBattle(), 10, 1)
    return table


def test_what_lasts_until_the_next_turn_or_for_so_many_turns_ends_by_itself() -> None:
    table = timed_table()
    for key in ("brief-calm", "two-turns"):
        table.do(shared.SwitchOn("ben", key), seat=BEN)
    seen = next(one for one in BATTLE.view(table.state, ADA)["combatants"] if one["id"] == "ben")
    assert {"Brief Calm, until the next turn", "Two Turns, 2 turns"} <= set(seen["conditions"])
    events = table.do(mv.EndTurn("ada"), seat=ADA)
    assert [active.name for active in table.who("ben").active] == ["Two Turns"], "Ben's place has come"
    over = next(event for event in events if isinstance(event, ev.PowerSwitched))
    line = BATTLE.view_event(over, ADA)
    assert line is not None
    assert line["line"] == "Brief Calm ends for Ben."
    table.do(mv.EndTurn("ben"), seat=BEN)
    assert table.state.turn == 2
    assert table.who("ben").active
    table.do(mv.EndTurn("ada"), seat=ADA)
    table.do(mv.EndTurn("ben"), seat=BEN)
    assert table.state.turn == 3
    assert not table.who("ben").active


def test_wounds_dots_and_what_is_there_once_are_paid() -> None:
    table = timed_table()
    before = table.who("ada")
    events = table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("blood-price", "last-oath")), seat=ADA)
    ada = table.who("ada")
    assert (ada.track, ada.willpower_dots, ada.willpower) == (
        "XX",
        before.willpower_dots - 1,
        before.willpower_dots - 1,
    )
    lines = [shown["line"] for event in events if (shown := BATTLE.view_event(event, BEN))]
    assert "Ada uses Blood Price and Last Oath and pays 2 lethal health levels." in lines
    changes = BATTLE.outcome(table.state)["ada"]
    assert (changes["willpower_lost"], changes["powers_spent"]) == (1, ["last-oath"])
    assert changes["health"].startswith("LL")
    table.do(mv.AnswerDefense(table.prompt, "defense"), *[1] * resolved_dice(table), seat=BEN)
    table.do(mv.EndTurn("ada"), seat=ADA)
    table.do(mv.EndTurn("ben"), seat=BEN)
    with pytest.raises(IllegalMove, match="Last Oath can be used once per scene, and has been used"):
        table.do(mv.Attack("ada", "unarmed", ("ben",), powers=("last-oath",)), seat=ADA)
    offer = next(offer for offer in BATTLE.legal_moves(table.state, ADA) if offer.move == "Attack" and not offer.reason)
    (field,) = [field for field in offer.fields if field.name == "powers"]
    assert [choice.reason for choice in field.choices] == ["", "already used in this scene"]
    assert field.choices[0].hint == "+2 dice; 2 lethal health levels"


def test_a_defense_paid_in_blood_stays_paid_when_the_blow_hits() -> None:
    table = timed_table()
    table.do(mv.Attack("ada", "unarmed", ("ben",)), seat=ADA)
    move = mv.AnswerDefense(table.prompt, "none", powers=("blood-price",))
    events = table.do(move, 8, *[1] * (resolved_dice(table, move) - 1), seat=BEN)
    hit = next(event for event in events if isinstance(event, ev.Harmed))
    assert hit.before == "XX"
    assert table.who("ben").track == "XX" + "/" * hit.amount


def test_a_point_that_comes_back_finds_no_more_room_than_there_are_dots() -> None:
    table = Table(Options(return_willpower=True))
    oath = {**OATH, "effects": []}
    table.add("ada", "ada", strength=1, **{**GIFTED, "powers": [oath]})
    table.add("ben", "ben", strength=5)
    table.do(shared.StartBattle(), 10, 1)
    table.set("ada", grapple="ben")
    table.set("ben", grapple="ada")
    dots = table.who("ada").willpower_dots
    table.set("ada", willpower=dots)
    events = table.do(mv.BreakFree("ada", modifier=-5, willpower=True, powers=("last-oath",)), 2, seat=ADA)
    assert [event.returned for event in events if isinstance(event, ev.WillpowerSpent)] == [False, True]
    ada = table.who("ada")
    assert (ada.willpower, ada.willpower_dots) == (dots - 1, dots - 1)


def resolved_dice(table: Table, answer: mv.AnswerDefense | None = None) -> int:
    """The dice of the attack that waits."""
    exchange = table.state.exchange
    assert exchange is not None
    move = answer or mv.AnswerDefense(table.prompt, "defense")
    return next(n for n in range(40) if _answers(table, move, n))


def _answers(table: Table, move: mv.AnswerDefense, count: int) -> bool:
    try:
        BATTLE.decide(table.state, BEN, move, ScriptedRoller([1] * count))
    except DiceError:
        return False
    return True


def test_a_roll_outside_a_fight_leaves_wounds_and_uses_up_what_is_there_once() -> None:
    made = SYSTEM.sheets.parse(sheet(**{**GIFTED, "powers": [PRICE, OATH]}))
    request = Request("strength", "brawl", powers=("blood-price", "last-oath"))
    total = SYSTEM.rolls.pool(made, request, DEFAULTS).total
    roll = SYSTEM.rolls.roll(made, request, ScriptedRoller([2] * total), DEFAULTS)
    cost = SYSTEM.tasks.cost(made, request, roll, DEFAULTS)
    assert cost["health"].startswith("LL.")
    assert (cost["willpower_lost"], cost["powers_spent"]) == (1, ["last-oath"])
    SYSTEM.sheets.parse({**sheet(**{**GIFTED, "powers": [PRICE, OATH]}), **cost})
    spent = SYSTEM.sheets.parse(sheet(**{**GIFTED, "powers": [PRICE, OATH], "powers_spent": ["last-oath"]}))
    with pytest.raises(IllegalMove, match="Last Oath can be used once per scene, and has been used"):
        SYSTEM.rolls.roll(spent, Request("strength", powers=("last-oath",)), ScriptedRoller([]), DEFAULTS)


def test_the_odds_of_a_hold_a_struggle_and_an_action_follow_what_is_filled_in() -> None:
    table = table_of_two()
    moves: list[Any] = [mv.Grapple("ada", "ben"), mv.TakeAction("ada", "dexterity", "athletics")]
    for move in moves:
        lit = type(move)(**{**encode(move), "powers": ("iron-word",)})
        before, after = (BATTLE.weigh(table.state, STORYTELLER, one) for one in (move, lit))
        assert before is not None
        assert after is not None
        assert after.pool.total == before.pool.total + 2
        assert after.odds.success > before.odds.success
    table.set("ada", grapple="ben")
    table.set("ben", grapple="ada")
    known, blind = (BATTLE.weigh(table.state, seat, mv.Overpower("ada")) for seat in (STORYTELLER, ADA))
    assert known is not None
    assert blind is not None
    assert (known.measured, blind.measured) == (True, False)
    assert blind.pool.total == known.pool.total + table.who("ben").dots("strength")
    assert {offer.move for offer in BATTLE.legal_moves(table.state, ADA) if offer.has_preview} >= {
        "BreakFree",
        "Overpower",
    }
    table.set("ada", immobilised=2)
    held = BATTLE.weigh(table.state, ADA, mv.BreakFree("ada"))
    assert held is not None
    assert held.measured
    assert held.odds.success == held.odds.at_least(3)
