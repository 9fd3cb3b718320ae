"""Sheets, gear, health, experience, social values and plain rolls."""

import pytest

from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e.actions import social
from rules.exalted3e.actions.request import Request
from rules.exalted3e.experience import Payment, Purchase, can_pay, cost_of, earn_sessions, essence_allowed
from rules.exalted3e.health import Health, find_outcome, heal_for, hours_to_heal, mark
from rules.exalted3e.options import Options
from rules.exalted3e.recovery import regain_motes
from rules.exalted3e.sheet import SHEETS, Sheet, derived, parse_sheet
from rules.exalted3e.sheet.gear import WEAPON_NAMES, attunement, find_armor, find_weapon
from rules.exalted3e.sheet.profile import build_combatant
from rules.exalted3e.system import SYSTEM


def sheet(archetype: str = "solar", **changes: object) -> Sheet:
    return parse_sheet({**SHEETS.blank(archetype), **changes})


@pytest.mark.parametrize("archetype", SHEETS.archetypes)
def test_every_blank_sheet_parses_lays_out_and_joins_battle(archetype: str) -> None:
    blank = SHEETS.parse(SHEETS.blank(archetype))
    combatant = build_combatant(blank, "a", "A", "red")
    assert combatant.arm.pool
    assert SHEETS.layout(blank)
    assert SHEETS.parse(SHEETS.as_extra(blank)).extra
    assert all(value.steps for value in SHEETS.derived(blank))


def test_the_combatant_has_the_numbers_that_the_book_asks_for() -> None:
    fighter = build_combatant(sheet(), "a", "A", "red")
    assert (fighter.join_battle, fighter.evasion, fighter.arm.parry, fighter.soak) == (6, 3, 4, 6)
    assert (fighter.personal_max, fighter.peripheral_max) == (13, 33)


def test_merits_and_armor_change_what_they_name() -> None:
    plain = build_combatant(
        sheet(armor="heavy", merits=["fast_reflexes_3", "fleet_of_foot_4", "giant_4"]), "a", "A", "x"
    )
    assert (plain.join_battle, plain.fleet, len(plain.health.levels)) == (7, 1, 8)
    assert (plain.evasion, plain.athletics, plain.dodge) == (1, 4, 4)


def test_a_specialty_that_always_applies_counts_in_evasion() -> None:
    special = sheet(specialties=[{"ability": "dodge", "name": "Unarmored", "always": True}])
    assert build_combatant(special, "a", "A", "x").evasion == 4


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"essence": 11}, "essence"),
        ({"weapons": ["laser"]}, "weapons"),
        ({"health": {"marks": "x"}}, "health.marks"),
        ({"attributes": {"strength": 99}}, "attributes.strength"),
        ({"luck": 1}, "luck"),
        ({"concept": "x" * 5000}, "concept"),
    ],
)
def test_a_sheet_that_no_game_could_hold_is_refused_by_key(change: dict[str, object], key: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_sheet({**SHEETS.blank("solar"), **change})
    assert refused.value.data["key"] == key


def test_every_weapon_key_has_its_numbers() -> None:
    for key in WEAPON_NAMES:
        assert find_weapon(key).abilities


def test_weapons_follow_class_and_tags() -> None:
    unarmed, sword, bow = find_weapon("unarmed"), find_weapon("artifact_sword"), find_weapon("long_bow")
    assert (unarmed.accuracy, unarmed.damage, unarmed.defense, unarmed.damage_type) == (4, 7, 0, "bashing")
    assert (sword.accuracy, sword.damage, sword.overwhelming) == (3, 12, 5)
    assert (bow.defense, bow.bands, bow.reach) == (None, (-2, 4, 2, 0, -2), 3)
    assert find_weapon("crossbow").flat == 4
    assert (find_armor("artifact_medium").soak, find_armor("artifact_medium").hardness) == (8, 7)


@pytest.mark.parametrize(("levels", "penalty"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 4), (7, 4)])
def test_the_worst_level_with_damage_gives_the_wound_penalty(levels: int, penalty: int) -> None:
    assert mark(Health(), "lethal", levels).wound_penalty() == penalty


def test_worse_damage_displaces_and_converts() -> None:
    full = mark(mark(Health(), "bashing", 7), "lethal", 2)
    assert (full.bashing, full.lethal, find_outcome(full)) == (5, 2, "unconscious")
    assert mark(full, "bashing", 9).lethal == 7
    assert find_outcome(mark(Health(), "aggravated", 9)) == "dead_or_dying"


def test_healing_goes_from_the_heaviest_penalty_down() -> None:
    hurt = mark(Health(), "lethal", 4)
    assert hours_to_heal(hurt, "mortal") == 48 + 96 + 96 + 168
    assert [heal_for(hurt, "exalt", hours)[0].lethal for hours in (72, 71, 192)] == [3, 4, 0]


def test_experience_prices_and_payment() -> None:
    charm = Purchase("charm", favored=True, solar_charm=True)
    assert [cost_of(charm), cost_of(Purchase("ability", 0, 1)), cost_of(Purchase("attribute", 1, 3))] == [8, 3, 12]
    assert not can_pay((charm,), Payment(0, 8), 10, 10)
    assert can_pay((charm, Purchase("specialty")), Payment(8, 3), 8, 3)
    assert earn_sessions(2, 1, 1) == Payment(10, 4)
    assert [essence_allowed(spent) for spent in (49, 50, 125, 200, 300)] == [1, 2, 3, 4, 5]
    assert essence_allowed(80, being="dragon_blooded") == 3
    assert cost_of(Purchase("attribute", 2, 4, favored=True), unified=True) == 16


def test_intimacies_offset_and_resolve_never_falls_below_nothing() -> None:
    listener = social.Listener(wits=1, integrity=0, supporting="defining")
    assert social.compute_resolve(listener).total == 0
    assert social.compute_resolve(social.Listener(3, 2, opposing="major", supporting="minor")).total == 5
    assert social.compute_resolve(social.Listener(3, 1, gestures=True, overturns=True)).total == 7  # 3E-336, 3E-338


def test_motes_return_peripheral_first() -> None:
    assert regain_motes(5, 20, (13, 33), 5, 2) == (7, 28)
    assert regain_motes(5, 20, (13, 33), 5, 1, resting=True) == (7, 28)


def test_artifacts_commit_motes() -> None:
    assert attunement(("artifact_sword", "knife"), "artifact_heavy") == 11
    titles = [value.title for value in SHEETS.derived(sheet(weapons=["artifact_sword"]))]
    assert "Motes to commit" in titles


def test_a_roll_explains_itself_in_the_books_order() -> None:
    climber = sheet(specialties=[{"ability": "athletics", "name": "Climbing"}])
    request = Request("dexterity", "athletics", specialty=True, stunt=2, motes=2, bonus=-1, difficulty=3)
    roll = SYSTEM.rolls.roll(climber, request, ScriptedRoller([10, 7, 1, 2, 3, 4, 5, 6, 6, 6]), Options())
    assert [step.name for step in roll.pool.steps] == ["Traits", "Bonuses", "Penalties"]
    assert (roll.successes, roll.total, roll.threshold, roll.outcome) == (3, 4, 1, "success")
    assert SYSTEM.rolls.odds(climber, request, Options()).botch == 0


def test_wounds_weigh_on_rolls_and_motes_are_capped() -> None:
    hurt = sheet(health={"marks": "lll"})
    assert SYSTEM.rolls.pool(hurt, Request(), Options()).total == 5
    with pytest.raises(IllegalMove):
        SYSTEM.rolls.pool(hurt, Request(motes=9), Options())


def test_the_command_line_rolls_and_weighs_a_plain_pool() -> None:
    roll = SYSTEM.command.roll({"pool": 3, "difficulty": 2, "bonus_successes": 1}, ScriptedRoller([10, 1, 2]))
    assert (roll.total, roll.outcome) == (3, "success")
    assert SYSTEM.command.odds({"pool": 0}).success == 0
    with pytest.raises(BadInput):
        SYSTEM.command.odds({"pool": 3, "rote": True})


def test_armor_may_take_the_base_of_evasion_below_nothing() -> None:
    blank = SHEETS.blank("mortal")
    attributes, abilities = {**blank["attributes"], "dexterity": 1}, {**blank["abilities"], "dodge": 0}
    slow = sheet("mortal", armor="artifact_heavy", attributes=attributes, abilities=abilities)
    assert build_combatant(slow, "ann", "Ann", "red").evasion == -1
    assert derived.evasion(slow).total == 0


def test_what_somebody_is_can_be_chosen_where_the_numbers_are_worked_out() -> None:
    def choices(data: object) -> set[str]:
        traits = {trait.key: trait for section in SHEETS.layout(SHEETS.parse(data)) for trait in section.traits}
        return {choice.value for choice in traits["archetype"].choices} if "archetype" in traits else set()

    assert choices({}) == {*SHEETS.archetypes} - {"quick", "group"}
    assert not choices(SHEETS.blank("group"))


def test_each_attack_of_a_quick_character_is_an_arm_and_its_looks_count() -> None:
    data = SHEETS.blank("quick")
    data["quick"] |= {"attack": "Bite", "withering": 13, "decisive": 11, "parry": 5, "appearance": 3}
    tail = {"name": "Tail Sweep", "reach": "melee", "withering": 11, "decisive": 9, "damage": 18}
    spit = {"name": "Spit", "reach": "thrown", "withering": 8, "decisive": 6, "damage": 9}
    made = build_combatant(SHEETS.parse({**data, "quick_attacks": [tail, spit, {"name": "Bite"}]}), "a", "A", "x")
    assert [(arm.name, arm.pool[0].amount, arm.accuracy, arm.parry) for arm in made.arms] == [
        ("Bite", 11, 2, 5),
        ("Tail Sweep", 9, 2, 5),
        ("Spit", 6, 2, None),
    ]
    assert (made.weapon, made.appearance) == ("Bite", 3)
