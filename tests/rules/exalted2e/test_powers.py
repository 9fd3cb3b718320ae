"""Powers of the sheet in a 2e battle and outside it: dice, DV, soak, damage, Speed, and what they cost."""

from fractions import Fraction
from typing import Any

import pytest

from rules.battle import STORYTELLER, Offer
from rules.battle.events import PowerSwitched
from rules.battle.moves import SwitchOff, SwitchOn
from rules.codec import decode, encode
from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.requests import RollRequest, build_pool, find_odds, make_roll
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.decide.powers import add_powers
from rules.exalted2e.events.exchange import AttackDeclared, AttackResolved, DamageRolled, DefenseDeclared
from rules.exalted2e.events.table import ActionTaken, Spent
from rules.exalted2e.moves.acts import TakeGuard, TakeMisc, UseCharm
from rules.exalted2e.moves.replies import AnswerClinch
from rules.exalted2e.moves.strikes import ContestClinch, DeclareAttack, DeclareFlurry
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.parse import parse
from rules.exalted2e.state import LogStep, Magic
from rules.exalted2e.system import SYSTEM
from rules.odds import odds
from rules.powers import PowerTotals
from rules.text import Text, join, verbatim
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits, make_duel, make_sheet


def power(key: str, use: str, timing: str = "reflexive", cost: Any = (), **effects: int) -> dict[str, Any]:
    """A power as a sheet has it; the name is its key in capitals."""
    return {
        "key": key,
        "name": key.replace("-", " ").title(),
        "use": use,
        "timing": timing,
        "cost": dict(cost),
        "effects": [{"kind": kind, "amount": amount} for kind, amount in effects.items()],
    }


EMBER = power("ember-arc", "attack", "supplemental", {"motes": 3}, dice=3, damage=2, unblockable=1)
REED = power("reed-bends", "defense", cost={"motes": 2}, dv=2, soak=3)
BELL = power("ninth-bell", "any", cost={"motes": 4, "willpower": 1}, dice=2, successes=1)
STORM = power("storm-walk", "attack", "simple", {"motes": 5}, speed=-2, penalty=-1, dice=1)
GATE = power("gate-opens", "action", "simple", {"motes": 6, "willpower": 1}, speed=-1)
SKIN = power("river-skin", "scene", "reflexive", {"motes": 4}, soak=3, hardness=5, dv=1)
RITE = power("long-rite", "scene", "simple", {"motes": 5, "willpower": 1}, dice=2, damage=1)
POWERS = [EMBER, REED, BELL, STORM, GATE, SKIN, RITE]
RICH: dict[str, Any] = {"powers": POWERS, "personal": 12, "peripheral": 20, "willpower_points": 6}


def duel(options: Options | None = None, **ann: Any) -> Table:
    return make_duel(options, **{**RICH, **ann})


def offers(table: Table, move: str, seat: Any = ADA) -> list[Offer]:
    return [offer for offer in BATTLE.legal_moves(table.state, seat) if offer.move == move]


def terms(event: Any) -> dict[str, int]:
    """Every named addend of an event's steps."""
    return {
        term.name: term.amount for step in event.steps if step.sum for part in step.sum.steps for term in part.terms
    }


def test_a_power_adds_its_dice_and_damage_under_its_own_name_and_is_paid() -> None:
    table = duel()
    table.strike("ann", "bo", powers=("ember-arc",), seat=ADA)
    assert table.last(Spent).why == "Ember Arc"
    assert (table.one("ann").personal, table.one("ann").peripheral) == (12, 17)
    table.defend("dodge", *hits(8, 13), *hits(0, 11), *hits(5, 5), seat=BEN)
    end = table.last(AttackResolved).numbers
    assert (end.pool, end.raw_mod) == (13, 2)
    rolled = next(event for event in table.log if type(event).__name__ == "AttackRolled")
    assert terms(rolled)["Ember Arc"] == 3
    assert terms(table.last(DamageRolled))["Ember Arc"] == 2


def test_everyone_reads_the_name_of_the_power_in_the_log() -> None:
    table = duel()
    (taken, *_) = [e for e in table.strike("ann", "bo", powers=("ember-arc",)) if type(e).__name__ == "AttackDeclared"]
    shown = BATTLE.view_event(taken, SPECTATOR)
    assert shown is not None
    assert "Ember Arc." in str(shown["steps"])
    assert "motes" not in str(shown)


def test_an_unblockable_power_leaves_the_parry_at_nothing() -> None:
    table = duel()
    table.strike("ann", "bo", powers=("ember-arc",))
    table.defend("parry", *hits(1, 13), *hits(0, 8), *hits(5, 5))
    assert table.last(AttackResolved).numbers.effective_dv == 0


def test_a_defense_takes_dv_and_soak_of_a_power() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben", **RICH)
    table.start(3, 1)
    table.strike("ann", "bo")
    table.defend("parry", *hits(8, 10), *hits(0, 3), *hits(5, 5), powers=("reed-bends",), seat=BEN)
    numbers = table.last(AttackResolved).numbers
    assert (numbers.dv, numbers.soak, numbers.net) == (7, 4, 1)
    assert terms(table.last(DefenseDeclared))["Reed Bends"] == 2
    assert terms(table.last(DamageRolled))["Reed Bends"] == -3
    assert table.one("bo").peripheral == 18


def test_a_power_for_everything_counts_what_applies() -> None:
    table = duel()
    table.strike("ann", "bo", powers=("ninth-bell",))
    table.defend("dodge", *hits(3, 12))
    numbers = table.last(AttackResolved).numbers
    assert (numbers.pool, numbers.bonus_successes, numbers.successes) == (12, 1, 4)
    assert table.one("ann").willpower == 5


def test_a_simple_power_makes_the_attack_the_charms_action() -> None:
    table = duel()
    table.strike("ann", "bo", powers=("storm-walk",))
    taken = table.last(ActionTaken)
    assert (taken.speed, taken.penalty) == (4, 0)


def test_no_power_is_faster_than_the_least_speed() -> None:
    fast = power("fast", "attack", "reflexive", {}, speed=-5)
    table = duel(powers=[fast])
    table.strike("ann", "bo", powers=("fast",))
    assert table.last(ActionTaken).speed == 3


def test_a_flurry_pays_once_and_takes_no_simple_power() -> None:
    table = duel()
    flurry = DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2, powers=("ember-arc",))
    with pytest.raises(IllegalMove, match="Storm Walk: A Simple Charm can’t be part of a flurry"):
        table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2, powers=("storm-walk",)))
    table.do(flurry)
    assert table.one("ann").peripheral == 17


def test_a_power_that_is_an_action_has_an_offer_of_its_own() -> None:
    table = duel()
    (offer,) = [offer for offer in offers(table, "UseCharm") if offer.label == "Gate Opens"]
    assert (offer.cost, offer.hint) == ("Speed 5, DV −1", "6 motes, 1 Willpower")
    table.do(UseCharm("ann", powers=("gate-opens",)))
    assert (table.last(ActionTaken).speed, table.last(ActionTaken).text) == (5, "Gate Opens")
    assert (table.one("ann").peripheral, table.one("ann").willpower) == (14, 5)


def test_the_form_greys_a_power_that_cannot_be_paid() -> None:
    table = duel(peripheral=0, personal=3)
    (strike,) = [offer for offer in offers(table, "DeclareAttack") if offer.fixed["weapon"] == "straight_sword"]
    (field,) = [field for field in strike.fields if field.name == "powers"]
    reasons = {choice.value: choice.reason for choice in field.choices}
    assert reasons == {
        "ember-arc": "",
        "ninth-bell": "costs 4 motes, 3 left",
        "storm-walk": "costs 5 motes, 3 left",
    }
    (gate,) = [offer for offer in offers(table, "UseCharm") if offer.label == "Gate Opens"]
    assert gate.reason == "Gate Opens: costs 6 motes, 3 left."


@pytest.mark.parametrize(
    ("keys", "match"),
    [
        (("reed-bends",), "on a defense"),
        (("of-another",), "no such power"),
        (("ember-arc", "ember-arc"), "once at a time"),
        (("ember-arc", "ninth-bell"), "costs 7 motes, and 4 are left"),
    ],
)
def test_an_attack_refuses_what_is_not_there_and_what_cannot_be_paid(keys: tuple[str, ...], match: str) -> None:
    table = duel(peripheral=0, personal=4)
    with pytest.raises(IllegalMove, match=match):
        table.strike("ann", "bo", powers=keys)
    assert (table.one("ann").personal, table.one("ann").willpower) == (4, 6)


def test_powers_and_told_magic_share_the_cap_of_a_solar() -> None:
    table = duel()
    with pytest.raises(IllegalMove, match="at most 8 dice"):
        table.strike("ann", "bo", powers=("ember-arc",), magic_dice=6)


def test_a_lasting_power_guards_until_it_is_dropped_and_holds_its_motes() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben", **RICH)
    table.start(3, 1)
    table.do(SwitchOn("bo", "river-skin"), seat=BEN)
    bo = table.one("bo")
    assert (bo.peripheral, bo.sheet.peripheral_committed, bo.standing[0].name) == (16, 4, "River Skin")
    table.strike("ann", "bo")
    table.defend("parry", *hits(9, 10), *hits(0, 5), *hits(5, 5), seat=BEN)
    numbers = table.last(AttackResolved).numbers
    assert (numbers.dv, numbers.soak, max(numbers.hardness)) == (6, 4, 5)
    assert terms(table.last(DamageRolled))["River Skin"] == -3
    table.do(SwitchOff("bo", "river-skin"), seat=BEN)
    bo = table.one("bo")
    assert (bo.peripheral, bo.sheet.peripheral_committed, bo.standing) == (16, 0, ())


def test_a_simple_lasting_power_takes_the_action_and_aids_every_attack() -> None:
    table = duel()
    (offer,) = offers(table, "SwitchOn")[1:]
    assert (offer.label, offer.group, offer.cost) == ("Long Rite", "act", "Speed 6, DV −1, 5 motes, 1 Willpower")
    table.do(SwitchOn("ann", "long-rite"), seat=ADA)
    assert (table.last(ActionTaken).speed, table.one("ann").willpower) == (6, 5)
    table.do(TakeMisc("bo", speed=20))
    table.strike("ann", "bo")
    table.defend("dodge", *hits(8, 12), *hits(0, 11), *hits(5, 5))
    assert terms(table.last(DamageRolled))["Long Rite"] == 1


def test_the_dice_of_a_lasting_power_count_in_the_cap() -> None:
    table = duel()
    table.do(SwitchOn("ann", "long-rite"))
    table.do(TakeMisc("bo", speed=20))
    with pytest.raises(IllegalMove, match="at most 6 dice"):
        table.strike("ann", "bo", magic_dice=7)


def test_a_lasting_power_is_switched_on_once_and_not_within_an_attack() -> None:
    table = duel()
    table.do(SwitchOn("ann", "river-skin"))
    with pytest.raises(IllegalMove, match="River Skin is already active"):
        table.do(SwitchOn("ann", "river-skin"))
    assert [offer.label for offer in offers(table, "SwitchOff")] == ["Drop River Skin"]
    table.strike("ann", "bo")
    with pytest.raises(IllegalMove, match="Wait until the attack is resolved"):
        table.do(SwitchOff("ann", "river-skin"))


def test_a_lasting_power_is_seen_by_its_name() -> None:
    table = duel()
    (event,) = [event for event in table.do(SwitchOn("ann", "river-skin")) if type(event).__name__ == "PowerSwitched"]
    shown = BATTLE.view_event(event, SPECTATOR)
    assert shown is not None
    assert shown["line"] == "Ann activates River Skin."
    assert "River Skin" in BATTLE.view(table.state, SPECTATOR)["combatants"][0]["conditions"]


def test_what_is_held_is_free_again_when_the_battle_is_over() -> None:
    table = duel()
    table.do(SwitchOn("ann", "river-skin"))
    changes = BATTLE.outcome(table.state)["ann"]
    assert changes["peripheral"] == 16
    assert not any("committed" in path for path in changes)


def test_a_roll_outside_combat_takes_powers_and_pays_from_the_sheet() -> None:
    sheet = parse(make_sheet("dawn", RICH))
    request = RollRequest("dexterity", "athletics", powers=("ninth-bell",))
    plain = RollRequest("dexterity", "athletics")
    pool = build_pool(sheet, request, Options())
    assert pool.dice == build_pool(sheet, plain, Options()).dice + 2
    assert pool.bonus_successes == find_odds(sheet, request, Options()).success == 1
    roll = make_roll(sheet, request, ScriptedRoller([2] * pool.dice), Options())
    assert roll.total == 1
    assert SYSTEM.tasks.cost(sheet, request, roll, Options()) == {"peripheral": 16, "willpower_points": 5}


def test_a_roll_refuses_a_power_and_an_effort_beyond_the_willpower() -> None:
    sheet = parse(make_sheet("dawn", {**RICH, "willpower_points": 1}))
    request = RollRequest("dexterity", "athletics", effort="willpower", powers=("ninth-bell",))
    with pytest.raises(IllegalMove, match="0 are left"):
        make_roll(sheet, request, ScriptedRoller([]), Options())


def test_a_roll_counts_powers_in_the_cap_of_a_solar() -> None:
    sheet = parse(make_sheet("dawn", RICH))
    request = RollRequest("strength", "larceny", magic_bonus=3, powers=("ninth-bell",))
    with pytest.raises(IllegalMove, match="at most 3 dice"):
        build_pool(sheet, request, Options())


def test_the_form_of_a_roll_has_no_powers_where_there_are_none() -> None:
    names = [field.name for field in SYSTEM.rolls.fields(parse(make_sheet("dawn")))]
    assert "powers" not in names
    (field,) = [field for field in SYSTEM.rolls.fields(parse(make_sheet("dawn", RICH))) if field.name == "powers"]
    assert [choice.value for choice in field.choices] == ["ninth-bell"]


def test_the_storyteller_is_offered_the_powers_too() -> None:
    table = duel()
    assert any(
        field.name == "powers" for offer in offers(table, "DeclareAttack", STORYTELLER) for field in offer.fields
    )


def test_the_odds_of_an_attack_follow_the_powers_that_are_switched_on() -> None:
    table = duel()
    plain, lit = (
        DeclareAttack("ann", "straight_sword", "bo"),
        DeclareAttack("ann", "straight_sword", "bo", powers=("ember-arc",)),
    )
    before, after = BATTLE.weigh(table.state, STORYTELLER, plain), BATTLE.weigh(table.state, STORYTELLER, lit)
    assert before is not None
    assert after is not None
    assert after.pool.total == before.pool.total + 3
    assert "Ember Arc" in [term.name for step in after.pool.steps for term in step.terms]
    assert after.odds.success > before.odds.success
    table.do(lit)
    assert table.last(AttackDeclared).declared.magic.dice == 3
    assert BATTLE.weigh(duel().state, STORYTELLER, SwitchOff("ann", "river-skin")) is None


def test_a_flurry_is_weighed_by_its_first_attack() -> None:
    table = duel()
    parts = ("attack:straight_sword:bo", "attack:straight_sword:bo")
    alone = BATTLE.weigh(table.state, STORYTELLER, DeclareAttack("ann", "straight_sword", "bo"))
    first = BATTLE.weigh(table.state, STORYTELLER, DeclareFlurry("ann", parts=parts))
    assert alone is not None
    assert first is not None
    assert first.pool.total == alone.pool.total - 2


def test_the_odds_tell_nobody_a_dv_that_they_may_not_know() -> None:
    shown = BATTLE.weigh(duel().state, ADA, DeclareAttack("ann", "straight_sword", "bo"))
    assert shown is not None
    assert not shown.measured
    assert shown.odds == odds(face_rule("exalt"), shown.pool.dice)


def test_an_extra_whose_pool_is_below_the_dv_has_no_chance() -> None:
    """2E-359: it misses without a roll, and its odds say so."""
    table = Table()
    table.add("ann", "red", "ada", extra=True)
    table.add("bo", "blue", "ben", attributes__dexterity=5, abilities__dodge=5, essence=5)
    table.start(3, 1)
    shown = BATTLE.weigh(table.state, STORYTELLER, DeclareAttack("ann", "straight_sword", "bo"))
    assert shown is not None
    assert shown.odds.at_least(1) > 0
    assert shown.odds.success == 0
    offer = next(offer for offer in offers(table, "DeclareAttack", STORYTELLER) if offer.has_preview)
    assert [choice.odds for field in offer.fields for choice in field.choices if choice.value == "bo"] == [0]


@pytest.mark.parametrize(
    ("seat", "target", "more"),
    [(BEN, "bo", {}), (ADA, "nobody", {}), (ADA, "bo", {"powers": ("no-such",)}), (ADA, "bo", {"magic_dice": 999})],
)
def test_what_cannot_be_declared_is_not_weighed(seat: Any, target: str, more: dict[str, Any]) -> None:
    with pytest.raises((IllegalMove, BadInput)):
        BATTLE.weigh(duel().state, seat, DeclareAttack("ann", "straight_sword", target, **more))


TIDE = {**power("ebb-tide", "turn", "reflexive", {"motes": 2}, dv=1), "lasts": 0}
HOUR = {**power("brief-hour", "ticks", "reflexive", {"motes": 3}, soak=2), "lasts": 6}
PRICE = {**power("blood-price", "any", cost={"health": 2}, dice=2, dv=1), "harm": "bashing"}
OATH = {**power("last-oath", "any", cost={"willpower_dots": 1}, successes=1, dv=1), "once": True}
TIMED: dict[str, Any] = {**RICH, "powers": [TIDE, HOUR, PRICE, OATH]}


def test_what_lasts_until_the_next_action_or_for_so_many_ticks_ends_by_itself() -> None:
    table = make_duel(None, **TIMED)
    for key in ("ebb-tide", "brief-hour"):
        table.do(SwitchOn("ann", key), seat=ADA)
    assert table.one("ann").sheet.peripheral_committed == 5
    shown = BATTLE.view(table.state, SPECTATOR)["combatants"][0]["conditions"]
    assert {"Ebb Tide, until the next action", "Brief Hour, 6 ticks"} <= set(shown)
    table.do(TakeMisc("ann", speed=5))
    table.do(TakeMisc("bo", speed=6))
    assert table.state.tick == 5
    assert [active.name for active in table.one("ann").active] == ["Brief Hour"], "her next action has come"
    events = table.do(TakeMisc("ann", speed=5))
    assert table.state.tick == 8
    (over,) = [event for event in events if isinstance(event, PowerSwitched)]
    line = BATTLE.view_event(over, SPECTATOR)
    assert line is not None
    assert line["line"] == "Brief Hour ends for Ann."
    assert (table.one("ann").active, table.one("ann").sheet.peripheral_committed) == ((), 0)


def test_the_time_that_a_power_has_left_does_not_tell_of_ticks_on_which_only_the_hidden_act() -> None:
    table = Table()
    table.add("ann", "red", "ada", **TIMED)
    table.add("shade", "blue", hidden=True)
    table.start(4, 2)
    table.do(SwitchOn("ann", "brief-hour"), seat=ADA)
    table.do(TakeGuard("ann"), seat=ADA)
    assert table.state.tick == 2
    told = [BATTLE.view(table.state, seat)["combatants"][0]["conditions"][-1] for seat in (ADA, STORYTELLER)]
    assert told == ["Brief Hour, 6 ticks", "Brief Hour, 4 ticks"]
    table.do(TakeMisc("shade", speed=5))
    table.do(TakeMisc("ann", speed=6), seat=ADA)
    assert table.state.tick == 7
    assert [event.tick for event in table.log if isinstance(event, PowerSwitched) and event.is_over] == [6]


def test_wounds_dots_and_what_is_there_once_are_paid_in_attack_and_defense() -> None:
    table = make_duel(None, **TIMED)
    table.strike("ann", "bo", powers=("blood-price", "last-oath"), seat=ADA)
    ann = table.one("ann")
    assert (ann.health.boxes, ann.sheet.willpower, ann.wound_now) == ("BB.....", 5, 0)
    lines = [shown["line"] for event in table.log if (shown := BATTLE.view_event(event, SPECTATOR))]
    assert "Ann pays 2 bashing health levels for Blood Price and Last Oath." in lines
    assert not [line for line in lines if "dot of Willpower" in line], "what it cost besides is her side's to know"
    changes = BATTLE.outcome(table.state)["ann"]
    assert (changes["health"], changes["willpower"], changes["powers_spent"]) == ("BB.....", 5, ["last-oath"])
    table.defend("none", *hits(0, 18), *hits(5, 5))
    table.do(TakeMisc("bo", speed=20))
    with pytest.raises(IllegalMove, match="Last Oath can be used once per scene, and has been used"):
        table.strike("ann", "bo", powers=("last-oath",))
    (field,) = [field for field in offers(table, "DeclareAttack")[0].fields if field.name == "powers"]
    assert [choice.reason for choice in field.choices] == ["", "already used in this scene"]
    assert [choice.hint for choice in field.choices] == [
        "+2 dice; 2 bashing health levels", "+1 successes; 1 dot of Willpower, once per scene",
    ]  # fmt: skip


def test_a_roll_outside_combat_leaves_wounds_and_uses_up_what_is_there_once() -> None:
    sheet = parse(make_sheet("dawn", {**TIMED, "health": "LLL...."}))
    request = RollRequest("dexterity", "melee", powers=("blood-price", "last-oath"))
    roll = make_roll(sheet, request, ScriptedRoller([1] * build_pool(sheet, request, Options()).dice), Options())
    cost = SYSTEM.tasks.cost(sheet, request, roll, Options())
    assert cost["health"] == "LLLBB.."
    assert cost["willpower"] == sheet.willpower - 1
    assert cost["powers_spent"] == ["last-oath"]
    hurt = parse(make_sheet("dawn", {**TIMED, "health": "LLLLL..", "powers_spent": ["last-oath"]}))
    for key, match in (
        ("blood-price", "Blood Price costs 2 health levels; you can pay 1"),
        ("last-oath", "Last Oath can be used once per scene, and has been used"),
    ):
        with pytest.raises(IllegalMove, match=match):
            make_roll(hurt, RollRequest("dexterity", "melee", powers=(key,)), ScriptedRoller([]), Options())


VOW = power("deep-vow", "scene", "reflexive", {"motes": 3, "willpower_dots": 1}, dv=1)


@pytest.mark.parametrize("committed", [0, 4, 12])
def test_a_dot_of_willpower_shrinks_full_pools_and_the_sheet_stays_one(committed: int) -> None:
    """The pools hold motes by Willpower: with a dot gone, what is over has no room (2E-033)."""
    full = make_sheet("dawn", {**TIMED, "powers": [*TIMED["powers"], VOW], "personal": 12 - committed,
                               "peripheral": 30, "personal_committed": committed})  # fmt: skip
    sheet = parse(full)
    request = RollRequest("dexterity", "melee", powers=("last-oath",))
    roll = make_roll(sheet, request, ScriptedRoller([1] * build_pool(sheet, request, Options()).dice), Options())
    after = parse({**full, **SYSTEM.tasks.cost(sheet, request, roll, Options())})
    assert after.willpower == 5
    assert (after.personal + after.personal_committed, after.peripheral) == (11, 29)
    assert after.personal_committed == min(committed, 11)


@pytest.mark.parametrize("committed", [0, 12])
def test_a_dot_of_willpower_shrinks_full_pools_in_a_battle(committed: int) -> None:
    full = {**TIMED, "powers": [*TIMED["powers"], VOW], "personal": 12 - committed, "peripheral": 30,
            "personal_committed": committed}  # fmt: skip
    table = make_duel(None, **full)
    table.do(SwitchOn("ann", "deep-vow"), seat=ADA)
    ann = table.one("ann")
    assert (ann.personal, ann.peripheral, ann.sheet.peripheral_committed) == (max(0, 11 - committed), 27, 3)
    changes = BATTLE.outcome(table.state)["ann"]
    assert ("personal_committed" in changes) == (committed == 12)
    home = parse({**make_sheet("dawn", full), **{path: now for path, now in changes.items() if "." not in path}})
    assert (home.willpower, home.personal + home.personal_committed, home.peripheral) == (5, 11, 27)


def test_the_odds_of_keeping_a_clinch_are_told_to_who_knows_both_pools() -> None:
    table = make_duel(weapons=[], powers=[RITE], peripheral=20, willpower_points=6)
    table.strike("ann", "bo", weapon="clinch")
    table.defend("none", *hits(2, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "hold"), seat=ADA)
    known, blind = (BATTLE.weigh(table.state, seat, ContestClinch("ann")) for seat in (STORYTELLER, ADA))
    assert known is not None
    assert blind is not None
    assert (known.measured, blind.measured) == (True, False)
    assert known.pool == blind.pool
    assert known.odds.success > Fraction(1, 2), "a tie keeps control"
    assert next(offer for offer in offers(table, "ContestClinch")).has_preview


@pytest.mark.parametrize(
    ("count", "said"), [(1, "Rain"), (2, "Rain and P1"), (3, "Rain and P1 and P2"), (41, "Rain and P1 and")]
)
def test_the_names_of_however_many_powers_come_back_from_a_file(count: int, said: str) -> None:
    on = PowerTotals(names=tuple(f"P{n}" for n in range(1, count)))
    magic = add_powers(Magic(name=verbatim("Rain")), on)
    step = LogStep(1, join(" ", (Text("A counterattack."), Text("{name}.", name=magic.name))))
    assert magic.name.startswith(said)
    assert (decode(Magic, encode(magic)), decode(LogStep, encode(step))) == (magic, step)
