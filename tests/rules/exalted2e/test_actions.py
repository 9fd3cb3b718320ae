"""Rolls and what the book calls actions outside combat."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.actions.automatic import required_pool, succeed_automatically
from rules.exalted2e.actions.extended import (
    BotchEffect,
    act_partially,
    add_roll,
    add_round,
    find_winner,
    parse_botch_effect,
    share_done,
)
from rules.exalted2e.actions.form import list_fields
from rules.exalted2e.actions.hidden import conceal, may_look
from rules.exalted2e.actions.morale import needs_valor_check, stands
from rules.exalted2e.actions.requests import RollRequest, build_pool, find_odds, make_roll
from rules.exalted2e.actions.resisted import contest
from rules.exalted2e.actions.rolling import Count, difficulty_name, face_rule, plain_rule, roll, threshold_name
from rules.exalted2e.actions.social import dodge_mdv, parry_mdv
from rules.exalted2e.actions.stunts import best_stunt, pay, rate_stunt, rewards, stunted_dv
from rules.exalted2e.actions.teamwork import Member, assist
from rules.exalted2e.actions.willpower import channels_left, check_willpower
from rules.exalted2e.options import DEFAULTS, Options
from rules.exalted2e.sheet.parse import parse
from rules.exalted2e.sheet.sheets import SHEETS
from rules.roll import Roll
from rules.tasks import Side, Task


def cast(*faces: int, difficulty: int = 1, bonus: int = 0, external: int = 0, options: Options = DEFAULTS) -> Count:
    return roll(
        len(faces),
        face_rule(),
        ScriptedRoller(faces),
        difficulty=difficulty,
        bonus=bonus,
        charm_bonus=bonus,
        external=external,
        options=options,
    )


# Counting


@pytest.mark.parametrize(
    ("being", "successes"), [("exalt", 3), ("spirit", 3), ("heroic_mortal", 3), ("mortal", 2), ("extra", 2)]
)
def test_tens_count_twice_for_those_who_matter(being: str, successes: int) -> None:
    assert roll(2, face_rule(being), ScriptedRoller([10, 7])).successes == successes  # type: ignore[arg-type]


def test_the_target_number_is_held_between_2_and_10() -> None:
    assert plain_rule(True, 0).target == 2
    assert plain_rule(True, 15).target == 10


@pytest.mark.parametrize(
    ("count", "outcome"),
    [
        (cast(7), "success"),
        (cast(6), "failure"),
        (cast(1, 6), "botch"),
        (cast(1, 7, difficulty=2), "failure"),
        (cast(1, 6, bonus=1), "success"),
        (cast(1, 6, bonus=1, external=1), "failure"),
        (cast(1, 6, bonus=1, options=Options(botch_ignores_charm_successes=True)), "botch"),
        (cast(), "auto_fail"),
        (cast(bonus=1), "success"),
    ],
)
def test_a_roll_has_one_of_four_outcomes(count: Count, outcome: str) -> None:
    assert count.outcome == outcome
    assert (count.threshold is None) == (outcome != "success")


def test_difficulties_and_thresholds_have_names() -> None:
    assert [difficulty_name(number) for number in (1, 4, 5, 9)] == [
        "Standard",
        "Nearly Impossible",
        "Legendary",
        "Legendary",
    ]
    assert [threshold_name(number) for number in (None, 0, 5, 8)] == [None, "Adequate", "Phenomenal", "Phenomenal"]


# Automatic success


def test_the_pool_for_an_automatic_success_grows_by_three_dice() -> None:
    assert [required_pool(difficulty) for difficulty in range(1, 6)] == [7, 10, 13, 16, 19]
    assert required_pool(1, external=1) == 10


@pytest.mark.parametrize("where", ["resisted", "stress", "dramatic"])
def test_nothing_is_automatic_when_it_matters(where: str) -> None:
    assert succeed_automatically(20).applies
    assert not succeed_automatically(20, **{where: True}).applies


# Resisted


@pytest.mark.parametrize(
    ("first", "second", "winner", "margin"),
    [
        (cast(7, 8, 9), cast(7), 0, 2),
        (cast(7), cast(8), None, None),
        (cast(7, 7, difficulty=3), cast(7), 1, 1),
        (cast(7, difficulty=2), cast(2), None, None),
        (cast(7, 7, 7, difficulty=2), cast(7, 7, 7), 1, 1),
    ],
)
def test_the_higher_result_above_the_difficulty_wins(
    first: Count, second: Count, winner: int | None, margin: int | None
) -> None:
    found = contest(first, second)
    assert (found.winner, found.margin) == (winner, margin)


def test_a_series_may_give_ties_to_the_one_who_resists() -> None:
    assert contest(cast(7), cast(8), Options(tie="defender")).winner == 1


# Extended


def test_without_a_difficulty_every_success_counts() -> None:
    side = Side("", "", target=5)
    for faces in ((7, 7), (2, 3), (10, 8)):
        side = add_roll(side, cast(*faces))
    assert (side.gains, side.total, side.standing) == ((2, 0, 3), 5, "complete")
    assert Task("", "", "extended", (side,), interval=10, unit="minute").seconds == 30 * 60


def test_with_a_difficulty_the_threshold_counts_and_at_least_one() -> None:
    side = Side("", "", target=9, difficulty=2)
    for faces in ((7, 7), (7,), (10, 10, 7)):
        side = add_roll(side, cast(*faces, difficulty=2))
    assert side.gains == (1, 0, 3)


@pytest.mark.parametrize(
    ("effect", "total", "status"),
    [("none", 2, "in_progress"), ("lose:5", 0, "in_progress"), ("lose_all", 0, "in_progress"), ("fail", 2, "ruined")],
)
def test_the_storyteller_says_what_a_botch_costs(effect: str, total: int, status: str) -> None:
    side = add_roll(Side("", "", target=9, total=2), cast(1), parse_botch_effect(effect))
    assert (side.total, side.standing) == (total, status)


def test_a_botch_effect_that_nobody_knows_is_refused() -> None:
    with pytest.raises(BadInput):
        parse_botch_effect("lose:many")
    assert parse_botch_effect("lose:3") == BotchEffect(3)


def test_what_is_done_of_extended_work_is_a_share() -> None:
    assert share_done(10, 20) == Fraction(1, 2)


def test_a_race_goes_to_the_first_who_gets_there() -> None:
    sides = (Side("", "", target=3), Side("", "", target=3))
    sides = add_round(sides, contest(cast(7, 7), cast(2)))
    sides = add_round(sides, contest(cast(7), cast(8)))
    assert find_winner(sides) is None
    sides = add_round(sides, contest(cast(7, 7), cast(8)))
    assert ([side.total for side in sides], find_winner(sides)) == ([3, 0], 0)
    assert Task("", "", "extended_contested", sides, interval=1).seconds == 3 * 60


def test_an_interrupted_action_is_penalized_or_limited() -> None:
    assert act_partially(6, Fraction(1, 2), 4, penalized=True).pool == 3
    assert act_partially(7, Fraction(1, 3), 5, penalized=False) == act_partially(7, Fraction(1, 3), 5, penalized=False)
    assert act_partially(7, Fraction(1, 3), 5, penalized=False).pool == 7
    assert act_partially(7, Fraction(1, 3), 5, penalized=False).effect == 1


# Teamwork


def test_the_best_pool_rolls_and_her_ability_limits_the_help() -> None:
    found = assist([Member("a", 6, 1), Member("b", 5, 2), Member("c", 4, 1), Member("d", 6, 2), Member("e", 1, 0)])
    assert (found.roller, found.bonus, found.pool) == ("d", 2, 8)


# Stunts


@pytest.mark.parametrize(
    ("being", "rating", "motivation", "dice", "motes", "willpower", "experience"),
    [
        ("exalt", 1, False, 1, 2, False, False),
        ("exalt", 2, True, 3, 6, True, False),
        ("exalt", 3, True, 3, 6, True, True),
        ("exalt", 0, True, 0, 0, False, False),
        ("heroic_mortal", 1, False, 0, 0, False, False),
        ("heroic_mortal", 3, False, 2, 0, True, False),
        ("heroic_mortal", 3, True, 2, 0, True, True),
        ("mortal", 3, True, 0, 0, False, False),
        ("extra", 3, True, 0, 0, False, False),
    ],
)
def test_a_stunt_gives_dice_and_rewards(
    being: str, rating: int, motivation: bool, dice: int, motes: int, willpower: bool, experience: bool
) -> None:
    found = rate_stunt(being, rating, motivation=motivation)  # type: ignore[arg-type]
    assert (found.dice, found.motes, found.willpower, found.experience) == (dice, motes, willpower, experience)


def test_only_the_best_stunt_of_an_action_is_paid() -> None:
    best = best_stunt(rate_stunt("exalt", rating) for rating in (1, 1, 2))
    assert pay(best, "motes") == (4, 0, 0)
    assert pay(best, "willpower") == (0, 1, 0)
    assert pay(rate_stunt("exalt", 1), "willpower") == (2, 0, 0)
    assert pay(rate_stunt("exalt", 3, options=Options(stunt_xp=True)), "experience") == (0, 0, 1)
    assert pay(best_stunt([]), "motes") == (0, 0, 0)
    assert rewards(rate_stunt("exalt", 2)) == ("motes", "willpower")


def test_a_series_may_cap_stunts_and_a_dv_takes_the_dice_as_they_are() -> None:
    assert rate_stunt("exalt", 3, options=Options(stunt_cap=1)).dice == 1
    assert stunted_dv(4, rate_stunt("exalt", 3)) == 7


# Willpower

HERO = parse({
    "being": "exalt",
    "splat": "solar",
    "essence": 2,
    "attributes": {"dexterity": 4, "charisma": 3},
    "abilities": {"melee": 3, "presence": 2, "integrity": 1},
    "specialties": [{"ability": "melee", "name": "Swords", "dots": 2}],
    "virtues": {"valor": 3},
    "channels": {"valor": 1},
    "willpower": 6,
    "willpower_points": 1,
})  # fmt: skip


def test_willpower_must_be_there_and_channels_too() -> None:
    check_willpower(HERO, "valor")
    assert channels_left(HERO, "valor") == 2
    with pytest.raises(IllegalMove):
        check_willpower(HERO, "", points=0)
    with pytest.raises(IllegalMove):
        check_willpower(parse(SHEETS.blank("extra")), "")
    with pytest.raises(IllegalMove):
        check_willpower(parse({"channels": {"compassion": 1}}), "compassion")
    with pytest.raises(IllegalMove):
        check_willpower(HERO, "greed")


# A whole roll


def test_a_request_becomes_a_pool_in_six_steps() -> None:
    request = RollRequest("dexterity", "melee", specialty=2, stunt=1, effort="valor", penalty=2, external=1, failures=1)
    pool = build_pool(HERO, request, DEFAULTS)
    assert [term.kind for term in pool.steps[1].terms] == ["stunt", "specialty", "virtue"]
    assert (pool.total, pool.external, pool.bonus_successes) == (7 + 1 + 2 + 3 - 2, 2, 0)


def test_one_of_several_actions_lowers_the_essence_floor() -> None:
    plain = build_pool(HERO, RollRequest("dexterity", "melee", penalty=9), DEFAULTS)
    multiple = build_pool(HERO, RollRequest("dexterity", "melee", penalty=6, multiple=3), DEFAULTS)
    assert (plain.total, multiple.total) == (HERO.essence, HERO.essence - 3)


def test_a_roll_says_what_it_means() -> None:
    request = RollRequest("dexterity", "melee", stunt=2, effort="willpower", difficulty=3)
    found = make_roll(HERO, request, ScriptedRoller([7, 10, 1, 2, 3, 4, 5, 6, 2]), DEFAULTS)
    assert (found.successes, found.total, found.threshold, found.verdict) == (3, 4, 1, "Competent")
    assert found.notes == ("The stunt earns 4 motes or 1 Willpower",)
    assert found.options["stunt_cap"] == 3


def test_an_automatic_success_needs_no_dice() -> None:
    request = RollRequest("dexterity", "melee", automatic=True)
    found = make_roll(HERO, request, ScriptedRoller([]), DEFAULTS)
    assert (found.dice, found.threshold, found.outcome) == ((), 0, "success")
    with pytest.raises(IllegalMove):
        make_roll(HERO, RollRequest("charisma", "presence", automatic=True), ScriptedRoller([]), DEFAULTS)


def test_the_surroundings_take_dice_or_successes() -> None:
    request = RollRequest("dexterity", "melee", sight="blind", footing="waist", mounted=True)
    pool = build_pool(HERO, request, DEFAULTS)
    assert (pool.total, pool.external) == (3, 3)
    pool = build_pool(HERO, request, Options(vision_external=True))
    assert (pool.total, pool.external) == (7, 5)


def test_a_virtue_may_be_rolled_alone() -> None:
    assert build_pool(HERO, RollRequest("valor", magic_bonus=1), DEFAULTS).total == 4


@pytest.mark.parametrize(
    "request_",
    [
        RollRequest("luck", "melee"),
        RollRequest("dexterity", "luck"),
        RollRequest("dexterity", ""),
        RollRequest("valor", "melee"),
        RollRequest("dexterity", "melee", specialty=3),
        RollRequest("dexterity", "melee", stunt=4),
        RollRequest("dexterity", "melee", effort="greed"),
        RollRequest("dexterity", "melee", bonus=-1),
        RollRequest("dexterity", "melee", target=11),
        RollRequest("dexterity", "melee", magic_bonus=8),
        RollRequest("dexterity", "melee", sight="dim"),
        RollRequest("dexterity", "melee", footing="knees"),
    ],
)
def test_a_request_for_what_is_not_there_is_refused(request_: RollRequest) -> None:
    with pytest.raises((BadInput, IllegalMove)):
        build_pool(HERO, request_, DEFAULTS)


def test_the_odds_of_a_request_are_those_of_its_pool() -> None:
    found = find_odds(HERO, RollRequest("charisma", "presence", effort="willpower", difficulty=1), DEFAULTS)
    assert found.success == 1
    assert found.botch == 0
    assert find_odds(HERO, RollRequest("charisma", "presence", penalty=3), DEFAULTS).botch > 0


def test_the_form_asks_only_for_what_the_character_may_do() -> None:
    names = {field.name for field in list_fields(HERO)}
    assert {"specialties", "stunt", "effort"} <= names
    assert not {"specialties", "stunt", "effort"} & {field.name for field in list_fields(parse(SHEETS.blank("extra")))}


@settings(max_examples=50)
@given(st.lists(st.integers(1, 10), min_size=7, max_size=7), st.integers(0, 6))
def test_a_hidden_roll_tells_its_dice_and_not_how_it_came_out(faces: list[int], difficulty: int) -> None:
    request = RollRequest("dexterity", "melee", difficulty=difficulty)
    found: Roll = make_roll(HERO, request, ScriptedRoller(faces), DEFAULTS)
    hidden = conceal(found)
    assert (hidden.difficulty, hidden.threshold) == (None, None)
    assert hidden.outcome in ("rolled", "botch", "auto_fail")
    assert (hidden.pool, hidden.dice, hidden.total) == (found.pool, found.dice, found.total)


def test_nobody_peeks_at_a_peek() -> None:
    assert may_look("dexterity", "athletics")
    assert not may_look("perception", "awareness")


# Morale and Mental Defense


def test_the_brave_do_not_roll() -> None:
    assert needs_valor_check(3, 3)
    assert not needs_valor_check(4, 3)
    assert stands(True, False, improved=True)
    assert not stands(True, False, improved=False)


def test_mental_defense_is_halved_as_the_being_rounds() -> None:
    assert dodge_mdv(HERO).total == 5
    assert dodge_mdv(HERO, Options(dodge_mdv_round_down=True)).total == 4
    assert parry_mdv(HERO, "charisma", "presence").total == 3


def test_several_actions_at_once_lose_dice_by_their_number_and_place() -> None:
    for place, lost in ((1, 3), (2, 4), (3, 5)):
        pool = build_pool(HERO, RollRequest("dexterity", "melee", actions=3, place=place), DEFAULTS)
        assert [term.amount for term in pool.steps[2].terms if term.kind == "multiple action"] == [-lost]
    alone = build_pool(HERO, RollRequest("dexterity", "melee", actions=1), DEFAULTS)
    assert not alone.steps[2].terms
    with pytest.raises(IllegalMove, match="no action 3 among 2"):
        build_pool(HERO, RollRequest("dexterity", "melee", actions=2, place=3), DEFAULTS)


def test_tools_help_or_are_lacking_by_their_quality() -> None:
    plain = build_pool(HERO, RollRequest("dexterity", "melee"), DEFAULTS).dice
    for tools, dice in (("lacking", -2), ("fine", 1), ("exceptional", 2), ("perfect", 3)):
        assert build_pool(HERO, RollRequest("dexterity", "melee", tools=tools), DEFAULTS).dice == plain + dice
    with pytest.raises(BadInput):
        build_pool(HERO, RollRequest("dexterity", "melee", tools="borrowed"), DEFAULTS)


def test_a_storm_takes_dice_and_a_success() -> None:
    plain = build_pool(HERO, RollRequest("dexterity", "melee"), DEFAULTS).dice
    for sight, weather, options, dice, external in (
        ("", "storm", DEFAULTS, 2, 1),
        ("impaired", "storm", DEFAULTS, 2, 1),
        ("blind", "storm", DEFAULTS, 4, 1),
        ("", "storm", Options(vision_external=True), 0, 2),
        ("", "", DEFAULTS, 0, 0),
    ):
        pool = build_pool(HERO, RollRequest("dexterity", "melee", sight=sight, weather=weather), options)
        assert (plain - pool.dice, pool.external) == (dice, external)
    with pytest.raises(BadInput):
        build_pool(HERO, RollRequest("dexterity", "melee", weather="drizzle"), DEFAULTS)


def test_by_an_option_the_botch_of_somebody_unskilled_is_told_as_worse() -> None:
    novice = parse(SHEETS.blank("soldier"))
    for ability, options, told in (
        ("occult", Options(unskilled_botch=True), True),
        ("occult", Options(), False),
        ("melee", Options(unskilled_botch=True), False),
    ):
        request = RollRequest("dexterity", ability, bonus=5)
        pool = build_pool(novice, request, options)
        roll = make_roll(novice, request, ScriptedRoller((1,) * pool.dice), options)
        assert (roll.outcome, any("Unskilled" in note for note in roll.notes)) == ("botch", told)
