"""Attacks at the table: dice, prompts, defence, damage, soak, and what a hit leaves behind."""

from typing import Any

import pytest

from rules.battle import STORYTELLER
from rules.v20da.actions.chances import chances, hit_chance
from rules.v20da.attack import ATTACKS
from tests.rules.v20da.table import ADA, NOBODY, RULES, Table, duel, kinds, sheet

VAMPIRE = sheet("vampire")


def strike(table: Table, key: str = "strike", foe: tuple[str, ...] = ("wait",), **fields: Any) -> list[Any]:
    """Both declare, the cards are turned, Ada attacks."""
    table.declare("foe", *foe)
    table.declare("ada", attack=key, target="foe", seat=ADA)
    table.reveal()
    return table.move("MakeAttack", fields.pop("dice", ()), ADA, actor="ada", target="foe", **fields)


def answer(table: Table, defense: str, dice: list[int], **fields: Any) -> list[Any]:
    return table.move("AnswerDefense", dice, prompt="attack-1-defense", defense=defense, **fields)


def test_who_may_answer_is_asked_and_the_table_waits() -> None:
    table = duel()
    assert kinds(strike(table)) == ["AttackMade"]
    assert table.view(ADA)["pending"] == [
        {"id": "attack-1-defense", "who": "foe", "name": "Foe", "question": "How do you defend?",
         "detail": "Ada: Strike against Foe", "mine": False},
    ]  # fmt: skip
    assert table.refuse("ForgoAction", actor="foe").code == "awaiting_answer"
    assert table.refuse("AnswerDefense", ADA, prompt="attack-1-defense", defense="none").code == "no_such_prompt"
    assert table.refuse("AnswerDefense", prompt="attack-9-defense", defense="none").code == "no_such_prompt"
    assert table.refuse("AnswerDefense", prompt="attack-1-defense", defense="dodge").code == "no_such_defense"


def test_the_storytellers_difficulty_takes_the_place_of_six() -> None:
    table = duel()
    strike(table, foe=("wait",), difficulty=8)
    (made,) = [event for event in table.events if type(event).__name__ == "AttackMade"][-1:]
    assert made.attack.difficulty.total == 8
    assert "Storyteller" in str(made.attack.difficulty.explain())
    table = duel()
    table.declare("foe", "wait")
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    assert table.refuse("MakeAttack", ADA, actor="ada", target="foe", difficulty=4).code == "storyteller_only"


def test_attack_defence_damage_and_soak_fall_in_this_order() -> None:
    table = duel()
    strike(table, foe=("dodge",))
    events = answer(table, "dodge", [6, 7, 8, 9, 6, 2, 3, 4, 6, 6, 6, 2, 2, 7, 3])
    assert kinds(events) == ["DefenseChosen", "AttackResolved", "Harmed"]
    struck = events[1].struck
    assert (struck.attack.net, struck.defense.net, struck.left) == (4, 1, 3)
    assert (struck.damage_pool, struck.damage, struck.soaked, struck.applied) == (5, 3, 1, 2)
    assert table["foe"].health.track == "//"
    assert table.lines(NOBODY, events)[1:] == [
        "Ada vs. Foe, Strike: 4 successes against dodge 1, 2 bashing levels.",
        "Foe takes 2 bashing levels.",
    ]


def test_the_log_shows_dice_to_all_and_sums_to_their_owner() -> None:
    table = duel()
    strike(table, foe=("dodge",))
    resolved = answer(table, "dodge", [6, 2, 2, 2, 6, 2, 3, 4])[1]
    mine, others = RULES.view_event(resolved, ADA), RULES.view_event(resolved, NOBODY)
    assert mine
    assert others
    assert [step["name"] for step in mine["steps"]] == ["Attack", "Dodge"]
    assert [step["rule"] for step in mine["steps"]] == ["V20-150", "V20-152"]
    assert ["sum" in step for step in mine["steps"]] == [True, False]
    assert ["sum" in step for step in others["steps"]] == [False, False]
    assert (mine["verdict"], mine["line"]) == ("miss", "Ada vs. Foe, Strike: 1 success against dodge 1.")
    full = RULES.view_event(resolved, STORYTELLER)
    assert full
    assert all("sum" in step and "dice" in step for step in full["steps"])
    assert (mine["verdict"], mine["exchange"]) == ("miss", "attack-1")


def test_without_net_successes_no_defence_is_rolled() -> None:
    table = duel()
    strike(table, foe=("dodge",))
    resolved = answer(table, "dodge", [2, 2, 2, 1])[1]
    assert resolved.struck.defense is None
    assert not resolved.struck.is_hit


def test_who_can_do_nothing_is_not_asked() -> None:
    table = duel(foe=sheet(health="XXXXXXX"))
    table.declare("ada", attack="strike", target="foe")
    table.reveal()
    events = table.move("MakeAttack", [2, 2, 2, 2], ADA, actor="ada", target="foe")
    assert kinds(events) == ["AttackMade", "AttackResolved"]


def test_a_declared_defence_works_once_and_full_defence_tires() -> None:
    table = duel()
    table.add("bea", character="ada", dice=[9])
    table.declare("foe", "full_defense")
    for who in ("bea", "ada"):
        table.declare(who, attack="strike", target="foe", seat=ADA)
    table.reveal()
    table.move("MakeAttack", (), ADA, actor="ada", target="foe")
    first = answer(table, "block", [6, 6, 6, 6, 6, 6, 6, 6])
    assert first[1].defense_pool.total == 4
    table.move("MakeAttack", (), ADA, actor="bea", target="foe")
    second = table.move("AnswerDefense", [6, 6, 6, 6, 6, 6, 6, 2, 2, 2], prompt="attack-2-defense", defense="block")
    assert (second[1].defense_pool.total, second[1].defense_difficulty.total) == (3, 6)


def test_a_defence_beside_an_attack_follows_the_multiple_actions() -> None:
    table = duel()
    table.declare("foe", "dodge", attack="strike", target="ada")
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    table.move("MakeAttack", (), ADA, actor="ada", target="foe")
    resolved = answer(table, "dodge", [6, 2, 2, 2, 8, 7])[1]
    assert (resolved.defense_pool.total, resolved.defense_difficulty.total) == (2, 8)
    table.move("MakeAttack", [2, 3, 4], actor="foe", target="ada")
    assert (table.events[-1].attack_pool.total, table.events[-1].attack_difficulty.total) == (3, 7)


def test_abort_by_a_point_gives_up_the_rest_for_full_defence() -> None:
    table = duel()
    strike(table, foe=("other",))
    abort: dict[str, Any] = {"prompt": "attack-1-defense", "defense": "dodge", "by": "point"}
    events = table.move("AbortToDefense", [6, 6, 2, 2, 6, 6, 2, 2], **abort)
    assert kinds(events)[:4] == ["WillpowerSpent", "Aborted", "DefenseChosen", "AttackResolved"]
    assert [card.key for card in table["foe"].cards] == ["full_defense"]
    assert (table["foe"].willpower, table["foe"].defenses) == (4, 1)
    told = RULES.view_event(events[1], NOBODY)
    assert told
    assert [(step["name"], step["text"]) for step in told["steps"]] == [("Abort to a defense", "A Willpower point")]


def test_abort_by_a_roll_may_fail() -> None:
    table = duel()
    strike(table, foe=("other",))
    abort: dict[str, Any] = {"prompt": "attack-1-defense", "defense": "dodge", "by": "roll"}
    events = table.move("AbortToDefense", [2, 3, 4, 5, 1, 2, 2, 2, 2], **abort)
    assert kinds(events) == ["Aborted", "AttackResolved"]
    told = RULES.view_event(events[0], NOBODY)
    assert told
    assert [(step["name"], step["rule"]) for step in told["steps"]] == [("Abort to a defense", "V20-145")]
    assert [card.key for card in table["foe"].cards] == ["other"]


@pytest.mark.parametrize(
    ("key", "body", "defense", "said"),
    [
        (
            "crossbow",
            sheet(weapons=["crossbow"], abilities={"archery": 3}),
            "parry",
            "Only dodging works against ranged attacks",
        ),
        ("throw_spear", sheet(weapons=["spear"]), "block", "Only dodging works against ranged attacks"),
        ("spear", sheet(weapons=["spear"]), "block", "can’t be blocked"),
        ("strike", sheet(), "parry", "weapon in hand"),
    ],
)
def test_not_every_defence_stops_every_attack(key: str, body: dict[str, Any], defense: str, said: str) -> None:
    table = duel(ada=body)
    strike(table, key, foe=("full_defense",))
    assert said in table.refuse("AnswerDefense", prompt="attack-1-defense", defense=defense).sentence


def test_armor_and_vampires_may_block_blades() -> None:
    for foe in (sheet(armor=1), VAMPIRE):
        table = duel(ada=sheet(weapons=["spear"]), foe=foe)
        strike(table, "spear", foe=("full_defense",))
        choices = table.offers(STORYTELLER, "AnswerDefense")[0].fields[0].choices
        assert "block" in [choice.value for choice in choices if not choice.reason]


def test_aiming_is_harder_and_hurts_more() -> None:
    table = duel()
    strike(table, aim="head")
    resolved = answer(table, "none", [8, 8, 2, 2, 6, 6, 6, 6, 6, 2, 2])[1]
    assert (resolved.attack_difficulty.total, resolved.damage.total) == (8, 5)
    assert [term.rule for step in resolved.damage.steps for term in step.terms] == ["V20-154", "V20-161", "V20-154"]


def test_bashing_is_halved_for_vampires_after_soak() -> None:
    table = duel(foe=VAMPIRE)
    strike(table)
    resolved = answer(table, "none", [6, 2, 2, 2, 6, 6, 6, 2, 2])[1]
    assert (resolved.struck.after_soak, resolved.struck.applied) == (3, 1)
    assert table["foe"].health.track == "/"
    shown = RULES.view_event(resolved, NOBODY)
    assert shown
    assert [step["text"] for step in shown["steps"]][-2:] == [
        "0 levels soaked; bashing is halved",
        "1 level (bashing halved)",
    ]


def test_one_great_blow_ruins_armor() -> None:
    table = duel(ada=sheet(weapons=["greatsword"]), foe=sheet(armor=1))
    strike(table, "greatsword")
    events = answer(table, "none", [6, 2, 2, 2, 6, 6, 2, 2, 2, 2, 2, 2])
    assert kinds(events) == ["DefenseChosen", "AttackResolved", "Harmed", "ArmorRuined"]
    assert table["foe"].armor == 0


def test_a_stake_through_the_heart_paralyses_a_vampire() -> None:
    table = duel(ada=sheet(weapons=["stake"]), foe=VAMPIRE)
    strike(table, "staking", foe=("other",))
    events = answer(table, "none", [9, 9, 2, 2, 6, 6, 6, 6, 2, 2, 2, 2, 2])
    assert events[1].attack_difficulty.total == 9
    assert events[-1].condition == "staked"
    assert table.view()["subline"] == "Everyone has acted."
    assert "paralyzed" in table.lines(NOBODY, events)[-1]


@pytest.mark.parametrize(("key", "condition"), [("sweep", "prone"), ("tackle", "prone"), ("hold", "held")])
def test_manoeuvres_leave_their_mark(key: str, condition: str) -> None:
    table = duel()
    strike(table, key)
    pool = 5 if ATTACKS[key].attribute == "strength" else 4
    damage = [] if ATTACKS[key].type == "none" else [2] * (3 + ATTACKS[key].damage)
    answer(table, "none", [8, *[2] * (pool - 1), *damage])
    assert list(table["foe"].conditions) == [condition]
    table.move("EndCondition", actor="foe", condition=condition)
    assert list(table["foe"].conditions) == []


def test_who_is_down_stands_up_as_an_action() -> None:
    table = duel()
    strike(table, "sweep")
    answer(table, "none", [8, 2, 2, 2, 2, 2, 2])
    table.move("NextTurn", [10, 1])
    table.declare("foe", "stand")
    table.declare("ada", "wait")
    table.reveal()
    table.move("StandUp", actor="foe")
    assert table["foe"].conditions == ()


def test_a_clinch_goes_on_without_a_roll_while_the_grip_holds() -> None:
    table = duel()
    strike(table, "clinch")
    answer(table, "none", [8, 2, 2, 2, 2, 2, 2])
    assert table["ada"].grip == "foe"
    table.move("NextTurn", [10, 1])
    table.declare("foe", "wait")
    table.declare("ada", attack="squeeze", target="foe", seat=ADA)
    table.reveal()
    events = table.move("MakeAttack", [6, 6, 2, 2, 2], ADA, actor="ada", target="foe")
    assert events[1].struck.applied == 2
    table.move("EndCondition", actor="foe", condition="clinched")
    assert table["ada"].grip is None


def test_a_disarmed_combatant_has_no_weapon() -> None:
    table = duel(ada=sheet(weapons=["club"]), foe=sheet(weapons=["spear"]))
    strike(table, "disarm", foe=("other",))
    answer(table, "none", [8, 2, 2, 2])
    assert table["foe"].conditions == ("disarmed",)
    table.move("ForgoAction", actor="foe")
    table.move("NextTurn", [10, 1])
    assert table.refuse("DeclareActions", actor="foe", attack="spear", target="ada").code == "no_such_attack"


def test_circumstances_count_on_both_sides() -> None:
    table = duel(ada=sheet(weapons=["crossbow"], abilities={"archery": 3}))
    for what, value in (("cover", 1), ("exposed", 2), ("distance", 1), ("blind", 1)):
        table.move("Override", actor="foe", what=what, value=value, reason="The fog.")
    table.move("Override", actor="ada", what="opponents", value=2, reason="They come.")
    strike(table, "crossbow")
    exchange = table.state.exchange
    assert exchange
    assert (exchange.pool.total, exchange.difficulty.total) == (5 + 2 + 2, 6 + 1 + 2 + 1)
    assert {term.rule for step in exchange.difficulty.steps for term in step.terms} == {
        "V20-023", "V20-164", "V20-166", "V20-167",
    }  # fmt: skip


def test_the_blind_do_not_shoot_and_too_hard_is_refused() -> None:
    table = duel(ada=sheet(weapons=["crossbow"], abilities={"archery": 3}))
    table.declare("foe", "wait")
    table.declare("ada", attack="crossbow", target="foe")
    table.reveal()
    table.move("Override", actor="ada", what="blind", value=1, reason="Sand.")
    assert "blind" in table.refuse("MakeAttack", ADA, actor="ada", target="foe").sentence
    table.move("Override", actor="ada", what="blind", value=0, reason="Tears.")
    table.move("Override", actor="ada", what="difficulty", value=5, reason="Dark.")
    assert "too high" in table.refuse("MakeAttack", ADA, actor="ada", target="foe").sentence


def test_willpower_on_an_attack_is_one_success_a_turn() -> None:
    table = duel()
    strike(table, willpower=True)
    assert (table["ada"].willpower, table["ada"].willpower_used) == (4, True)
    assert answer(table, "none", [1, 1, 1, 1, 2, 2, 2])[1].struck.attack.net == 1
    assert all(field.name != "willpower" for offer in table.offers(ADA, "MakeAttack") for field in offer.fields)


def test_a_specialty_counts_only_where_there_is_one() -> None:
    expert = sheet(abilities={"brawl": 4}, specialties={"brawl": "throws"})
    for body, net in ((expert, 2), (sheet(abilities={"brawl": 4}), 1)):
        table = duel(ada=body)
        strike(table, specialty=True)
        resolved = answer(table, "none", [10, 2, 2, 2, 2, 2, *[2] * (2 + net)])[1]
        assert resolved.struck.attack.net == net


def test_another_target_only_when_the_declared_one_is_gone() -> None:
    table = duel()
    table.add("bob", dice=[1])
    table.declare("foe", "wait")
    table.declare("bob", "other")
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    assert table.refuse("MakeAttack", ADA, actor="ada", target="bob").code == "other_target"
    assert [offer.fixed["target"] for offer in table.offers(ADA, "MakeAttack")] == ["foe"]
    table.move("Leave", actor="foe")
    assert [offer.fixed["target"] for offer in table.offers(ADA, "MakeAttack")] == ["bob"]
    table.move("MakeAttack", (), ADA, actor="ada", target="bob")
    assert table.state.exchange


def test_a_hidden_target_must_be_revealed_first() -> None:
    table = duel()
    table.add("lurker", hidden=True, dice=[1])
    assert table.refuse("DeclareActions", actor="foe", attack="strike", target="lurker").code == "hidden_target"


def test_the_botch_switch_reaches_the_table() -> None:
    table = duel(botch_mode="net")
    strike(table)
    assert answer(table, "none", [6, 1, 2, 2])[1].struck.attack.outcome == "botch"


@pytest.mark.parametrize(("melee", "difficulty"), [(0, 7), (1, 6)])
def test_an_untrained_skill_is_harder_in_attack_and_parry(melee: int, difficulty: int) -> None:
    armed = sheet(weapons=["club"], abilities={"melee": melee, "brawl": 1})
    table = duel(ada=armed, foe=armed)
    strike(table, "club", foe=("parry",))
    dice = [8] + [2] * (1 + melee) + [2] * (2 + melee) + [2] * 5
    resolved = answer(table, "parry", dice)[1]
    assert (resolved.attack_difficulty.total, resolved.defense_difficulty.total) == (difficulty, difficulty)


def test_opponents_around_one_are_no_matter_for_other_actions() -> None:
    table = duel()
    table.move("Override", actor="ada", what="opponents", value=3, reason="They come.")
    table.declare("foe", "wait")
    table.declare("ada", "other", seat=ADA)
    table.reveal()
    taken = table.move("TakeAction", [6], ADA, actor="ada", attribute="charisma", ability="")[0]
    assert taken.difficulty.total == 6


def test_each_answer_tells_the_chance_to_be_hit_all_the_same() -> None:
    table = duel()
    strike(table, foe=("full_defense",))
    defend = table.offers(STORYTELLER, "AnswerDefense")[0]
    odds = {choice.value: choice.odds for choice in defend.fields[0].choices}
    assert odds["none"] == float(chances(4, 6).success)
    assert odds["dodge"] == float(hit_chance(chances(4, 6), chances(4, 6))) < odds["none"]
    assert odds["parry"] is None


def test_who_is_struck_down_while_a_question_is_open_can_only_take_the_blow() -> None:
    table = duel()
    strike(table, foe=("dodge",))
    table.move("Override", actor="foe", what="lethal", value=7, reason="The roof falls.")
    assert table.refuse("AnswerDefense", prompt="attack-1-defense", defense="dodge").code == "unable"
    assert kinds(answer(table, "none", [2, 2, 2, 2])) == ["DefenseChosen", "AttackResolved"]


def test_the_button_of_a_defense_names_what_is_chosen_and_the_best_one_is_chosen_first() -> None:
    table = duel(foe=sheet(abilities={"brawl": 4, "athletics": 1}))
    strike(table, foe=("full_defense",))
    defend = table.offers(STORYTELLER, "AnswerDefense")[0]
    assert (defend.label, defend.aimed, defend.fields[0].initial) == ("Defend", "{}", "block")


def test_who_has_declared_no_defense_takes_the_blow_or_aborts() -> None:
    table = duel()
    table.declare("foe", attack="strike", target="ada")
    table.declare("ada", attack="strike", target="foe", seat=ADA)
    table.reveal()
    table.move("MakeAttack", (), ADA, actor="ada", target="foe")
    blow, abort = table.offers(STORYTELLER, "AnswerDefense")[0], table.offers(STORYTELLER, "AbortToDefense")[0]
    assert (blow.label, [choice.label for choice in blow.fields[0].choices]) == ("Don’t defend", ["Don’t defend"])
    assert (abort.aimed, abort.fields[0].initial) == ("Abort: {} (Willpower roll)", "dodge")
