"""Rules at the table beside the ten steps: two weapons, stunts and their rewards, care, nerve, magic's limits."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, Offer, Seat
from rules.battle.moves import EndBattle, Override, StartBattle
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import (
    AttackResolved,
    AttackRolled,
    CheckRolled,
    ClinchChosen,
    ClinchContested,
    DamageRolled,
    Warded,
)
from rules.exalted2e.events.table import ActionTaken, CoordinationRolled, Spent, Stabilized, StuntRewarded, ValorChecked
from rules.exalted2e.moves.acts import (
    CheckValor,
    ReadyWeapon,
    Stabilize,
    TakeAim,
    TakeDash,
    TakeGuard,
    TakeMisc,
    TakeMove,
    TellStunt,
)
from rules.exalted2e.moves.replies import AnswerClinch, AnswerMagic, AnswerWard, RateStunt, TakeReward
from rules.exalted2e.moves.strikes import ContestClinch, CoordinateAttack, DeclareAttack, DeclareFlurry
from rules.exalted2e.options import Options
from tests.rules.exalted2e.table import ADA, BEN, TRUSTED, TRUSTED_BEN, Table, hits, make_duel


def offers(table: Table, seat: Seat, move: str) -> list[Offer]:
    return [offer for offer in BATTLE.legal_moves(table.state, seat) if offer.move == move and not offer.reason]


def pools(table: Table) -> list[int]:
    return [event.numbers.pool for event in table.log if isinstance(event, AttackRolled)]


def make_fencer(**ann: Any) -> Table:
    """Ann with a sword in one hand and a knife in the other, due on tick 5."""
    table = make_duel(weapons=["straight_sword", "knife"], **ann)
    table.do(ReadyWeapon("ann", "knife", keep=True))
    table.do(TakeMisc("bo", speed=20))
    return table


def test_a_flurry_with_a_weapon_in_each_hand_keeps_each_rate_and_weakens_the_off_hand() -> None:
    table = make_fencer()
    (offer,) = [offer for offer in offers(table, ADA, "DeclareFlurry") if " and " in offer.label]
    assert offer.label == "Flurry (straight sword and knife)"
    limits = {field.name: field.high for field in offer.fields if field.name in ("parts", "then")}
    assert limits == {"parts": 2, "then": 3}
    sword, knife = "attack:straight_sword:bo", "attack:knife:bo"
    table.do(DeclareFlurry("ann", (sword,), then=(knife,)))
    table.defend("dodge", *(2,) * 8)
    table.defend("dodge", *(2,) * 6)
    assert pools(table) == [8, 6]  # 10 less 2; the knife 10 less 3 and less the off hand
    with pytest.raises(IllegalMove, match="Rate"):
        make_fencer().do(DeclareFlurry("ann", (sword,) * 3, then=(knife,)))


def test_one_attack_with_the_weapon_in_the_off_hand_loses_a_die() -> None:
    table = make_fencer()
    table.strike("ann", "bo", weapon="knife")
    table.defend("dodge", *(2,) * 9)
    assert pools(table) == [9]


def test_a_specialty_aids_every_attack_of_a_flurry() -> None:
    table = make_duel(specialties="Melee: Swords 2")
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2, specialty=2))
    table.defend("dodge", *(2,) * 10)
    table.defend("dodge", *(2,) * 9)
    assert pools(table) == [10, 9]
    with pytest.raises(BadInput, match="Specialty"):
        make_duel().do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2, specialty=1))


def stunt(table: Table, rating: int, motivation: bool = False) -> None:
    """Ann's stunt on a miss, rated by the Storyteller; then her next action comes."""
    table.strike("ann", "bo", stunt=1, seat=ADA)
    table.do(RateStunt(table.prompt("stunt"), rating, motivation))
    dice = min(3, rating + (motivation and rating < 3))
    table.defend("dodge", *(2,) * (10 + dice))
    table.do(TakeGuard("bo"))


def test_a_stunt_that_furthers_the_motivation_counts_one_more() -> None:
    table = make_duel(willpower_points=1, personal=0, peripheral=0)
    stunt(table, 2, motivation=True)
    (reward,) = offers(table, ADA, "TakeReward")
    assert [choice.label for choice in reward.fields[0].choices] == ["6 motes", "1 Willpower"]


def test_a_natural_three_that_fits_the_motivation_may_earn_experience() -> None:
    table = make_duel(willpower_points=1)
    stunt(table, 3, motivation=True)
    (reward,) = offers(table, ADA, "TakeReward")
    assert [choice.value for choice in reward.fields[0].choices] == ["motes", "willpower", "experience"]
    table.do(TakeReward(table.prompt("reward"), "experience"), seat=ADA)
    event = table.last(StuntRewarded)
    assert (event.experience, event.willpower, event.personal + event.peripheral) == (1, 0, 0)
    told = BATTLE.view_event(event, ADA)
    assert told is not None
    assert told["line"] == "Ann earns 1 experience point for a 3-die stunt."
    assert BATTLE.earned(table.state) == {"ann": {"experience": 1}}


@pytest.mark.parametrize(("stunt_xp", "rating", "motivation", "earns"), [
    (True, 3, False, True),
    (False, 3, False, False),
    (True, 2, True, False),
    (True, 2, False, False),
])  # fmt: skip
def test_experience_for_a_stunt_needs_a_natural_three(
    stunt_xp: bool, rating: int, motivation: bool, earns: bool
) -> None:
    table = make_duel(Options(stunt_xp=stunt_xp), willpower_points=1)
    stunt(table, rating, motivation)
    (reward,) = offers(table, ADA, "TakeReward")
    assert ("experience" in [choice.value for choice in reward.fields[0].choices]) is earns
    if not earns:
        with pytest.raises(IllegalMove, match="motes or 1 Willpower"):
            table.do(TakeReward(table.prompt("reward"), "experience"), seat=ADA)


def test_the_end_of_the_battle_pays_what_no_refresh_will_pay() -> None:
    table = make_duel(personal=0, peripheral=0)
    table.strike("ann", "bo", stunt=2)
    table.defend("dodge", *(2,) * 12)
    assert table.one("ann").peripheral == 0
    table.do(EndBattle())
    assert table.one("ann").peripheral == 4
    assert BATTLE.outcome(table.state)["ann"]["peripheral"] == 4


def test_a_reward_that_nobody_chose_is_paid_at_the_end() -> None:
    table = make_duel(willpower_points=1, personal=0, peripheral=0)
    stunt(table, 2)
    table.do(EndBattle())
    assert (table.one("ann").peripheral, table.one("ann").willpower) == (4, 1)


def test_the_storyteller_may_grant_a_stunt_of_any_action() -> None:
    table = make_duel(personal=0, peripheral=0)
    table.do(Override("ann", "stunt", 1, "over the chandelier"))
    table.do(TakeDash("ann"))
    table.do(TakeGuard("bo"))
    assert table.one("ann").peripheral == 2


def test_a_stunt_may_be_told_of_an_action_without_dice() -> None:
    table = make_duel(personal=0, peripheral=0)
    table.do(TellStunt("ann", 2, "along the chandelier"), seat=ADA)
    with pytest.raises(IllegalMove, match="Ann’s stunt is waiting to be rated"):
        table.do(TellStunt("ann", 1, "and back"), seat=ADA)
    table.do(TakeDash("ann"), seat=ADA)  # the rating holds nothing up
    assert offers(table, ADA, "RateStunt") == []
    (offer,) = offers(table, STORYTELLER, "RateStunt")
    assert (offer.hint, offer.fields[0].initial) == ("Ann proposes a stunt (2). Rate it.", 2)
    table.do(RateStunt(table.prompt("told_stunt"), 1))
    table.do(TakeGuard("bo"))
    assert table.one("ann").peripheral == 2


def test_extras_tell_no_stunts() -> None:
    table = Table()
    table.add("ex", "blue", extra=True)
    table.start(1)
    assert offers(table, STORYTELLER, "TellStunt") == []
    with pytest.raises(IllegalMove, match="Ex can’t stunt"):
        table.do(TellStunt("ex", 1))


def test_a_solars_charms_add_no_more_dice_than_attribute_and_ability() -> None:
    table = make_duel()
    with pytest.raises(IllegalMove, match="at most 8 dice"):
        table.strike("ann", "bo", magic="First Excellency", magic_dice=9)
    with pytest.raises(IllegalMove, match="at most 8 dice"):
        table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2, magic_dice=9))
    table.strike("ann", "bo")
    with pytest.raises(IllegalMove, match="at most 8 dice"):
        table.defend("parry", magic_dice=9)
    lunar = make_duel(splat="lunar", caste="")
    lunar.strike("ann", "bo", magic_dice=9)
    lunar.defend("none", *(2,) * 19)
    assert pools(lunar) == [19]


def test_a_stun_ends_when_the_one_who_dealt_it_can_act_no_more() -> None:
    table = Table()
    for id, side in (("ann", "red"), ("bo", "blue"), ("cy", "blue")):
        table.add(id, side, id)
    table.start(4, 2, 1)
    table.strike("ann", "bo", maneuver="tackle")
    table.defend("none", *hits(1, 10), *(2,) * 6, *hits(2, 5), *hits(2, 5))  # both keep their feet: stunned
    assert table.one("bo").stunned_by == "ann"
    table.do(Override("ann", "lethal", 7, ""))
    table.do(TakeGuard("bo"))
    assert table.one("bo").stunned_by == ""


def make_dying(options: Options | None = None, **ann: Any) -> Table:
    table = make_duel(options, **ann)
    table.do(Override("bo", "lethal", 7, ""))
    table.do(Override("bo", "dying", 1, ""))
    assert table.one("bo").out == "dying"
    return table


def test_magic_stabilizes_the_dying() -> None:
    table = make_dying()
    assert [offer.label for offer in offers(table, ADA, "Stabilize")] == ["Stabilize by magic"]
    table.do(Stabilize("ann", "bo", "Touch of Life", motes=3), seat=TRUSTED)
    assert table.one("bo").out == "incapacitated"
    assert table.one("bo").dying_since is None
    told = BATTLE.view_event(table.last(Stabilized), BEN)
    assert told is not None
    assert told["line"] == "Ann saves Bo from death."


@pytest.mark.parametrize("allowed", [False, True])
def test_mundane_care_stabilizes_only_where_the_series_allows_it(allowed: bool) -> None:
    table = make_dying(Options(mundane_stabilize=allowed))
    labels = [offer.label for offer in offers(table, ADA, "Stabilize")]
    assert ("Stabilize" in labels) is allowed
    if allowed:
        table.do(Stabilize("ann", "bo", magical=False), seat=ADA)
        assert table.one("bo").out == "incapacitated"
    else:
        with pytest.raises(IllegalMove, match="Only magical healing"):
            table.do(Stabilize("ann", "bo", magical=False), seat=ADA)


def test_nobody_is_stabilized_who_does_not_die() -> None:
    with pytest.raises(IllegalMove, match="Bo is not dying"):
        make_duel().do(Stabilize("ann", "bo"))


def test_a_valor_check_shows_who_will_not_stand() -> None:
    table = make_duel(virtues__valor=2, peripheral=0)
    table.do(CheckValor("ann", 3), 7, 2)
    assert table.one("ann").wavers
    board = BATTLE.view(table.state, BEN)
    assert "refuses to fight" in next(one for one in board["combatants"] if one["id"] == "ann")["conditions"]
    table.do(CheckValor("ann", 2, improved=True), 7, 7)
    assert not table.one("ann").wavers
    table.do(CheckValor("ann", 2, improved=True), 2, 2)
    assert not table.one("ann").wavers  # the better result counts


def test_valor_above_the_difficulty_needs_no_roll() -> None:
    table = make_duel(virtues__valor=3)
    table.do(CheckValor("ann", 2))
    told = BATTLE.view_event(table.last(ValorChecked), ADA)
    assert told is not None
    assert told["line"] == "Ann holds: Valor is high enough against a slightly superior foe."
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.do(CheckValor("ann", 2), seat=ADA)


def test_climbing_is_half_as_fast() -> None:
    table = make_duel()
    with pytest.raises(BadInput, match="Yards must be 1 to 2"):
        table.do(TakeMove("ann", 3, climbing=True))
    table.do(TakeMove("ann", 2, climbing=True))
    table.do(TakeDash("ann", climbing=True))
    assert "up to 4 yards per tick" in table.last(ActionTaken).text


def test_leading_after_a_broken_aim_keeps_all_six_steps() -> None:
    table = Table()
    for id, side in (("ann", "red"), ("bo", "blue")):
        table.add(id, side, id)
    table.start(4, 1)
    table.do(TakeAim("ann", "bo", ticks=1))
    table.do(CoordinateAttack("ann", "bo", ("ann",), bonus=1), *(7,) * 4)
    pool = table.last(CoordinationRolled).pool
    assert [step.name[:2] for step in pool.steps[1:]] == ["1.", "2.", "3.", "4.", "5.", "6."]
    assert pool.total == 4  # 5, a die given, two lost


def test_dice_for_leading_are_the_storytellers_to_give() -> None:
    with pytest.raises(IllegalMove, match="Only the Storyteller can set this: Bonus dice"):
        make_duel().do(CoordinateAttack("ann", "bo", ("ann",), bonus=1), seat=ADA)


def test_the_storyteller_may_set_successes_and_damage_of_the_attack_in_hand() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.do(Override("ann", "attack_successes", 9, ""))
    table.do(Override("ann", "attack_damage", 2, ""))
    table.defend("parry", *(2,) * 10, 7, 7, *(2,) * 4)
    numbers = table.last(AttackResolved).numbers
    assert (numbers.net, numbers.final, numbers.levels) == (4, 2, 2)
    total = table.last(DamageRolled).steps[1].sum
    assert total.steps[-1].after == total.total == 2


def test_a_fall_tells_how_far_the_blow_would_throw() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("none", *hits(6, 10), *(2,) * 11, *(2,) * 5)  # raw 12 against Stamina and Resistance 4
    told = BATTLE.view_event(table.last(CheckRolled), ADA)
    assert told is not None
    assert told["line"] == (
        "Bo falls prone: 0 successes against difficulty 2. Or knocked back 4 yards, if the Storyteller prefers."
    )


def test_the_pool_of_a_check_is_for_its_own_side() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("none", *hits(6, 10), *(2,) * 11, *(2,) * 5)
    event = table.last(CheckRolled)
    shown = {seat: BATTLE.view_event(event, seat) for seat in (ADA, BEN, STORYTELLER)}
    has_sum = {seat: "sum" in told["steps"][0] for seat, told in shown.items() if told is not None}
    assert has_sum == {ADA: False, BEN: True, STORYTELLER: True}


def test_dice_given_to_a_clinch_are_the_storytellers() -> None:
    with pytest.raises(IllegalMove, match="Ann is not holding anyone"):
        make_duel().do(ContestClinch("ann"))
    table = make_duel()
    table.do(DeclareAttack("ann", "clinch", "bo"))
    table.defend("none", *hits(3, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "hold"))
    with pytest.raises(IllegalMove, match="Only the Storyteller can set this: Bonus dice"):
        table.do(ContestClinch("ann", bonus=2), seat=ADA)
    table.do(ContestClinch("ann", bonus=2), *(7,) * 8, *(2,) * 6)
    event = table.last(ClinchContested)
    assert (event.actor_pool.total, event.victim_pool.total, event.margin) == (8, 6, 8)


def test_magic_may_be_held_back_until_the_blow_has_hit() -> None:
    table = make_duel()
    table.strike("ann", "bo", magic="Fire and Stones", magic_late=True)
    table.defend("parry", *hits(6, 10))
    assert [pending.kind for pending in table.state.pending] == ["late_magic"]
    none, offer = offers(table, ADA, "AnswerMagic")
    assert not none.fields
    waits = [field.name for field in offer.fields if field.waits]
    assert (offer.fields[0].name, waits) == ("magic", ["magic_damage", "magic_post_damage"])
    table.do(
        AnswerMagic(table.prompt("late_magic"), magic="Fire and Stones", magic_damage=2, magic_post_damage=1, motes=4),
        *(2,) * 9,
        *(2,) * 5,
        seat=TRUSTED,
    )
    numbers = table.last(AttackResolved).numbers
    assert (numbers.net, numbers.raw, numbers.final) == (1, 9, 9)  # 6 + 1 + 2; soak 1; and 1 more after soak
    assert table.last(Spent).peripheral == 4


def test_magic_held_back_is_not_asked_for_after_a_miss() -> None:
    table = make_duel()
    table.strike("ann", "bo", magic_late=True)
    table.defend("parry", *(2,) * 10)
    assert table.state.pending == ()


def test_one_who_is_unaware_defends_only_by_magic() -> None:
    for details, dv in (({}, 0), ({"stunt": 3}, 0), ({"magic": "Surprise Anticipation", "enables": True}, 5)):
        table = make_duel()
        table.strike("ann", "bo", surprise="unaware")
        table.defend("parry", *(2,) * 10, **details)
        assert table.last(AttackResolved).numbers.effective_dv == dv
    table = Table()
    table.add("ann", character="ada")
    table.add("bo", "blue", "ben", being="heroic_mortal", splat="mortal", caste="", essence=1, personal=0, peripheral=0)
    table.start(4, 2)
    table.strike("ann", "bo", *(2,) * 10, surprise="unaware")  # no magic: nothing to choose
    assert table.last(AttackResolved).numbers.effective_dv == 0


def make_clinch(**bo: Any) -> Table:
    """Ann (Strength 3, 6 dice) holds Bo, and contests on tick 6."""
    table = Table()
    table.add("ann", character="ada")
    table.add("bo", "blue", "ben", **bo)
    table.start(4, 2)
    table.do(DeclareAttack("ann", "clinch", "bo"))
    if table.state.pending[0].kind == "defense":
        table.defend("none", *hits(3, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "hold"))
    return table


def test_a_clinching_characters_flurry_holds_only_further_contests() -> None:
    table = make_clinch()
    with pytest.raises(IllegalMove, match="Ann is holding someone: contest the clinch, then release or keep holding"):
        table.do(DeclareFlurry("ann", ("attack:punch:bo",) * 2))
    table.do(ContestClinch("ann", times=2), *hits(4, 4), *hits(1, 6))
    clock = table.one("ann").clock
    assert clock is not None
    assert (clock.penalty, clock.next) == (2, 12)
    table.do(AnswerClinch(table.prompt("clinch"), "hold"), *hits(0, 3), *hits(2, 6))  # the second contest, lost
    assert table.one("bo").holding == "ann"
    table.do(AnswerClinch(table.prompt("clinch"), "release"))
    assert not table.state.pending


def test_letting_go_ends_the_contests() -> None:
    table = make_clinch()
    table.do(ContestClinch("ann", times=3), *hits(3, 3), *hits(1, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "throw_away"))
    assert table.one("bo").prone
    assert not table.state.pending


def test_hardness_may_stop_a_crush() -> None:
    for hardness, dice in ((6, ()), (5, (2,) * 3)):
        table = make_clinch(hardness_bashing=hardness)
        table.do(ContestClinch("ann"), *hits(3, 6), *hits(0, 6))
        table.do(AnswerClinch(table.prompt("clinch"), "crush"), *dice)  # Strength 3 and 3 more, soak 3
        assert table.last(ClinchChosen).levels == 0


def test_an_extra_is_crushed_without_a_roll() -> None:
    table = Table()
    table.add("ann", character="ada")
    table.add("ex", "blue", extra=True)
    table.start(4, 0)
    table.do(DeclareAttack("ann", "clinch", "ex"), *hits(6, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "hold"))
    table.do(ContestClinch("ann"), *hits(3, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "crush"))
    assert table.last(ClinchChosen).levels == 2  # raw 6, soak 2: a third of 4, up


def test_a_tackle_checks_the_target_once() -> None:
    table = make_duel()
    table.strike("ann", "bo", maneuver="tackle")
    table.defend("none", *hits(6, 10), *(2,) * 11, *hits(2, 5), *hits(2, 5))
    assert [event.check for event in table.log if isinstance(event, CheckRolled)] == ["knockdown", "stun", "knockdown"]


@pytest.mark.parametrize("allowed", [True, False])
def test_a_dash_is_part_of_a_flurry_where_the_series_allows_it(allowed: bool) -> None:
    table = make_duel(Options(dash_in_flurry=allowed))
    flurry = DeclareFlurry("ann", ("attack:straight_sword:bo",), also=("dash",))
    assert any(offer.label.startswith("Dash + attack") for offer in offers(table, ADA, "DeclareFlurry")) is allowed
    if allowed:
        table.do(flurry)
    else:
        with pytest.raises(IllegalMove, match="can’t be part of a flurry in this series"):
            table.do(flurry)


@pytest.mark.parametrize(("lowers", "dv"), [(False, 5), (True, 3)])
def test_fatigue_lowers_dv_only_where_the_series_says_so(lowers: bool, dv: int) -> None:
    table = Table(Options(internal_to_dv=lowers))
    table.add("ann", character="ada")
    table.add("bo", "blue", "ben", fatigue=2)
    table.do(StartBattle(), *hits(4, 5), *hits(2, 3))
    table.strike("ann", "bo")
    table.defend("parry", *(2,) * 10)
    assert table.last(AttackResolved).numbers.dv == dv


@pytest.mark.parametrize(("least", "following"), [(3, 3), (4, 4), (1, 2)])
def test_no_attack_is_faster_than_the_series_allows(least: int, following: int) -> None:
    claw = "Claw (Martial Arts): Speed 2, Accuracy +0, Damage +0L, Defense +0, Rate 1, Tags N"
    table = make_duel(Options(min_speed=least), own_weapons=claw)
    table.strike("ann", "bo", weapon="claw")
    table.defend("none", *(2,) * 6)
    clock = table.one("ann").clock
    assert clock is not None
    assert clock.next == following


def test_damage_may_be_warded_off_between_its_roll_and_its_result() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("parry", *hits(6, 10), *hits(4, 6), magic="Anima", magic_late=True)  # net 1, raw 7, soak 1
    none, offer = offers(table, BEN, "AnswerWard")
    assert not none.fields
    assert (offer.hint, offer.fields[-1].high) == ("4 levels of damage rolled. Prevent some?", 4)
    # one level is no stun; raw 7 is more than Stamina and Resistance
    table.do(AnswerWard(table.prompt("late_ward"), magic="Anima", levels=3, motes=5), *(7,) * 5, seat=TRUSTED_BEN)
    assert table.one("bo").health.boxes == "L......"
    told = BATTLE.view_event(table.last(Warded), ADA)
    assert told is not None
    assert told["line"] == "Bo prevents 3 levels with Anima."


def test_without_damage_there_is_nothing_to_ward_off() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("parry", *hits(6, 10), *(2,) * 6, *(7,) * 5, magic_late=True)
    assert table.state.pending == ()


def test_dice_that_magic_takes_fall_in_step_4_and_no_lower_than_essence() -> None:
    table = make_duel()
    table.strike("ann", "bo", magic_penalty=9)
    table.defend("none", *(2,) * 2)
    steps = table.last(AttackRolled).steps[0].sum.steps
    assert [(step.name[:2], step.after) for step in steps[4:6]] == [("4.", 1), ("5.", 2)]
    with pytest.raises(IllegalMove, match="Only the Storyteller can set this: Bonus dice"):
        make_duel().strike("ann", "bo", bonus=1, seat=ADA)
    make_duel().strike("ann", "bo", magic_penalty=1, external=1, penalty=1, seat=ADA)  # against oneself (2E-671)
