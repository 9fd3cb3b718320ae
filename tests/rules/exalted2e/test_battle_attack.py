"""The ten steps in a live battle, with every die: declarations, prompts, rerolls, damage, what follows."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat
from rules.battle.moves import Hide, Override
from rules.battle.sources import NeedsRuling
from rules.defaults import default_answer
from rules.errors import IllegalMove, RulesError
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackDeclared, AttackResolved, CheckRolled, DefenseApplied, DefenseDeclared
from rules.exalted2e.events.table import Asked, StuntRated
from rules.exalted2e.moves.acts import DefendOther, TakeDash, TakeGuard, TakeMisc
from rules.exalted2e.moves.replies import (
    AnswerBystander,
    AnswerClinch,
    AnswerCounter,
    AnswerDefense,
    AnswerReroll,
    RateStunt,
)
from rules.exalted2e.moves.strikes import ContestClinch, CoordinateAttack, DeclareFlurry
from rules.exalted2e.options import Options
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, TRUSTED, Table, hits, make_duel


def resolved(table: Table) -> AttackResolved:
    event = table.last(AttackResolved)
    assert isinstance(event, AttackResolved)
    return event


def test_an_attack_goes_through_all_ten_steps() -> None:
    table = make_duel()
    table.strike("ann", "bo", seat=ADA)
    assert [pending.kind for pending in table.state.pending] == ["defense"]
    table.defend("parry", *hits(8, 10), *hits(2, 8), *hits(2, 4), seat=BEN)
    end = resolved(table)
    numbers = end.numbers
    assert (numbers.pool, numbers.successes, numbers.dv, numbers.net) == (10, 8, 5, 3)
    assert (numbers.raw, numbers.soak, numbers.final, numbers.levels) == (9, 1, 8, 2)
    assert table.one("bo").health.boxes == "LL....."
    steps = [step.number for event in table.log for step in getattr(event, "steps", ())]
    assert steps == list(range(1, 11))
    line = BATTLE.view_event(end, SPECTATOR)
    assert line is not None
    assert line["line"] == ("Ann attacks Bo with the straight sword: 8 successes against Parry DV 5. 2 lethal levels.")


@pytest.mark.parametrize(
    ("faces", "verdict", "told"),
    [
        (
            (*hits(8, 10), *hits(0, 8), *hits(2, 5)),
            "Hit, 3 over DV",
            ": 8 successes against Parry DV 5. No lethal damage.",
        ),
        (hits(1, 10), "Missed", ": 1 success against Parry DV 5."),
        ((1,) + (2,) * 9, "Botch", "."),
    ],
)
def test_a_line_does_not_tell_its_verdict_again(faces: tuple[int, ...], verdict: str, told: str) -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("parry", *faces)
    line = BATTLE.view_event(resolved(table), SPECTATOR)
    assert line is not None
    assert (line["verdict"], line["line"]) == (verdict, f"Ann attacks Bo with the straight sword{told}")


def test_a_tie_with_the_dv_misses_and_rolls_no_damage() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("parry", *hits(5, 10))
    assert not resolved(table).numbers.hit
    assert table.one("bo").health.boxes == "......."


@pytest.mark.parametrize(("mode", "dv"), [("dodge", 4), ("parry", 5), ("none", 0)])
def test_the_defender_chooses_the_mode(mode: str, dv: int) -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend(mode, *(2,) * 10)
    assert resolved(table).numbers.effective_dv == dv


def test_only_the_defender_or_the_storyteller_may_answer() -> None:
    table = make_duel()
    table.strike("ann", "bo", seat=ADA)
    prompt = table.prompt("defense")
    for seat in (ADA, SPECTATOR):
        with pytest.raises(IllegalMove, match="That question is no longer open"):
            table.do(AnswerDefense(prompt, "none"), seat=seat)
    table.do(AnswerDefense(prompt, "none"), *(2,) * 10, seat=STORYTELLER)
    assert table.state.pending == ()


def test_an_extra_defends_by_itself_and_takes_damage_without_a_roll() -> None:
    table = Table()
    table.add("ann", character="ada")
    table.add("ex", "blue", extra=True)
    table.start(4, 0)
    table.strike("ann", "ex", *hits(4, 10))  # net 2, raw 8, no soak: a third of 8, up, are 3 levels; it is out
    assert resolved(table).numbers.levels == 3
    assert table.one("ex").out == "incapacitated"


def test_an_extra_with_too_few_dice_misses_without_a_roll() -> None:
    table = Table()
    table.add("ann", character="ada", abilities__dodge=5, attributes__dexterity=5)
    table.add("ex", "blue", extra=True, weapons=["axe"], attributes__dexterity=1)
    table.start(0, 3)
    table.strike("ex", "ann", weapon="axe")
    table.defend("dodge")
    assert resolved(table).numbers.auto_miss
    assert table.one("ann").health.boxes == "......."


def test_onslaught_counts_every_attack_of_the_flurry_on_the_same_target() -> None:
    table = make_duel()
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2))
    table.defend("parry", *(2,) * 8)
    table.defend("parry", *(2,) * 7)
    dvs = [event.numbers.dv for event in table.log if isinstance(event, AttackResolved)]
    pools = [event.numbers.pool for event in table.log if isinstance(event, AttackResolved)]
    assert (dvs, pools) == ([5, 4], [8, 7])


def test_a_second_series_starts_without_onslaught() -> None:
    table = make_duel()
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2))
    table.defend("parry", *(2,) * 8)
    table.defend("parry", *(2,) * 7)
    table.do(TakeMisc("bo", speed=20))
    table.strike("ann", "bo")
    table.defend("parry", *(2,) * 10)
    assert resolved(table).numbers.dv == 4  # only her own action's -1


def test_one_defensive_stunt_covers_the_flurry_for_its_mode() -> None:
    table = make_duel()
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2))
    table.defend("parry", *(2,) * 8, stunt=2)
    table.defend("parry", *(2,) * 7)
    dvs = [event.numbers.dv for event in table.log if isinstance(event, AttackResolved)]
    assert dvs == [7, 6]


def test_a_series_may_ask_for_a_stunt_on_each_defense() -> None:
    table = make_duel(Options(dv_stunt_covers_flurry=False))
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2))
    table.defend("parry", *(2,) * 8, stunt=2)
    table.defend("parry", *(2,) * 7)
    dvs = [event.numbers.dv for event in table.log if isinstance(event, AttackResolved)]
    assert dvs == [7, 4]


def test_a_rolled_defensive_stunt_adds_its_successes() -> None:
    table = make_duel(Options(dv_stunt="rolled"))
    table.strike("ann", "bo")
    table.defend("dodge", *(2,) * 10, 10, 2, stunt=2)
    assert resolved(table).numbers.dv == 6


def test_a_players_stunt_is_rated_before_the_dice_fall() -> None:
    table = make_duel()
    table.strike("ann", "bo", stunt=3, stunt_text="off the wall", seat=ADA)
    with pytest.raises(IllegalMove):
        table.do(RateStunt(table.prompt("stunt"), 2), seat=ADA)
    table.do(RateStunt(table.prompt("stunt"), 2))
    table.defend("dodge", stunt=1, stunt_text="rolling", seat=BEN)
    assert table.one("bo").stunt == 0
    table.do(RateStunt(table.prompt("defense_stunt"), 0), *(2,) * 12)
    numbers = resolved(table).numbers
    assert (numbers.pool, numbers.dv) == (12, 4)
    assert (table.one("ann").stunt, table.one("bo").stunt) == (2, 0)
    assert [event.rating for event in table.log if isinstance(event, StuntRated)] == [2, 0]


def test_a_stunt_described_without_a_rating_is_rated_and_told() -> None:
    table = make_duel()
    table.strike("ann", "bo", stunt_text="down the banister", seat=ADA)
    (offer,) = [one for one in BATTLE.legal_moves(table.state, STORYTELLER) if one.move == "RateStunt"]
    assert (offer.hint, offer.fields[0].initial) == ("Ann stunts against Bo. Rate it.", 1)
    table.do(RateStunt(table.prompt("stunt"), 2))
    table.defend("dodge", stunt_text="rolling", seat=BEN)
    assert table.last(DefenseDeclared).steps[0].text == "Dodge. A stunt to rate. “rolling”"
    table.do(RateStunt(table.prompt("defense_stunt"), 1), *(2,) * 12)
    numbers = resolved(table).numbers
    assert (numbers.pool, numbers.dv) == (12, 5)


def test_a_described_stunt_that_is_worth_nothing_is_still_told() -> None:
    table = make_duel()
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2, stunt_text="once more"), seat=ADA)
    table.do(RateStunt(table.prompt("stunt"), 0))
    assert table.last(AttackDeclared).steps[0].text.endswith("sword. “once more”")


@pytest.mark.parametrize(("options", "seat"), [(Options(stunt_cap=0), ADA), (Options(), STORYTELLER)])
def test_words_alone_ask_for_no_rating_where_nobody_gives_one(options: Options, seat: Seat) -> None:
    table = make_duel(options)
    table.strike("ann", "bo", stunt_text="with a shout", seat=seat)
    assert table.prompt("defense")


def test_willpower_buys_one_success_and_only_once_an_action() -> None:
    table = make_duel()
    table.strike("ann", "bo", willpower="success")
    assert table.one("ann").willpower == 5
    table.defend("dodge", *hits(4, 10), willpower="success")
    assert (resolved(table).numbers.successes, resolved(table).numbers.dv) == (5, 5)
    table.strike("bo", "ann")
    with pytest.raises(IllegalMove, match="since the last DV refresh"):
        table.defend("dodge", willpower="success")


def test_a_virtue_adds_its_dice_and_is_counted() -> None:
    table = make_duel(virtues__valor=3)
    table.strike("ann", "bo", willpower="valor")
    table.defend("none", *(2,) * 13)
    assert resolved(table).numbers.pool == 13
    assert table.one("ann").sheet.channels["valor"] == 1
    assert BATTLE.outcome(table.state)["ann"]["channels.valor"] == 1


def test_a_virtue_on_the_defense_is_rolled_and_adds_to_the_dv() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("parry", *(2,) * 10, 7, 10, 2, willpower="conviction")
    assert resolved(table).numbers.dv == 8


def test_magic_costs_and_changes_the_attack() -> None:
    table = make_duel(personal=5, peripheral=3)
    table.strike("ann", "bo", magic="Fire", magic_dice=2, magic_successes=1, magic_damage=3, undodgeable=True, motes=5)
    assert (table.one("ann").personal, table.one("ann").peripheral) == (3, 0)
    table.defend("dodge", *hits(3, 12), *hits(1, 12), *hits(2, 5))
    numbers = resolved(table).numbers
    assert (numbers.pool, numbers.successes, numbers.dv, numbers.raw) == (12, 4, 0, 13)


def test_motes_that_are_not_there_cannot_be_spent() -> None:
    table = make_duel(personal=0, peripheral=1)
    with pytest.raises(IllegalMove, match="1 mote left, not 2"):
        table.strike("ann", "bo", motes=2)


def test_an_attack_reroll_keeps_the_better_total() -> None:
    table = make_duel()
    table.strike("ann", "bo", magic_reroll=True)
    table.defend("parry", *hits(3, 10))
    table.do(AnswerReroll(table.prompt("attack_reroll"), True), *hits(2, 10), seat=ADA)
    assert resolved(table).numbers.successes == 3


def test_a_third_excellency_turns_a_hit_into_a_miss() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("parry", *hits(7, 10), third=4)
    table.do(AnswerReroll(table.prompt("defense_reroll"), True), seat=BEN)
    assert (resolved(table).numbers.dv, resolved(table).numbers.hit) == (7, False)


def test_a_third_excellency_is_not_asked_for_after_a_miss() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("parry", *hits(1, 10), third=4)
    assert table.state.attack is None


def test_soak_and_hardness_of_magic_protect() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("none", *hits(2, 10), hardness=8)
    numbers = resolved(table).numbers
    assert (numbers.raw, numbers.stopped, numbers.levels) == (8, True, 0)


def test_a_counterattack_lands_together_with_the_blow() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("none", *hits(1, 10), *hits(1, 6), counter=True)
    table.do(AnswerCounter(table.prompt("counter"), "straight_sword"), seat=BEN)
    assert table.one("bo").health.boxes == "......."
    table.defend("none", *hits(1, 10), *hits(1, 6), *hits(2, 5), *hits(2, 5), seat=ADA)
    assert (table.one("ann").health.boxes[0], table.one("bo").health.boxes[0]) == ("L", "L")
    clock = table.one("bo").clock
    assert clock is not None
    assert (clock.penalty, clock.next) == (0, 2)
    assert table.state.attack is None


def test_striking_back_and_letting_it_be_are_buttons_of_their_own() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("none", *(2,) * 10, counter=True)
    offers = [one for one in BATTLE.legal_moves(table.state, BEN) if one.move == "AnswerCounter"]
    weapons = [[choice.value for field in one.fields for choice in field.choices] for one in offers]
    assert [one.label for one in offers] == ["Don’t counterattack", "Counterattack"]
    assert ("", weapons[0]) == (offers[0].fixed["weapon"], [])
    assert weapons[1][0] == "straight_sword"
    assert "" not in weapons[1]  # a button that says Counterattack strikes back
    default = default_answer(offers, table.prompt("counter"))
    assert default is not None
    assert default["weapon"] == ""


def test_a_counterattack_cannot_be_countered() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("none", *(2,) * 10, counter=True)
    table.do(AnswerCounter(table.prompt("counter"), "straight_sword"))
    table.defend("none", *(2,) * 10, counter=True)
    assert table.state.attack is None


def test_a_botch_puts_the_attacker_off_balance_until_her_next_action() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("dodge", 1, 1, *(2,) * 8)
    assert table.one("ann").botched
    table.strike("bo", "ann")
    table.defend("parry", *(2,) * 10)
    assert resolved(table).numbers.dv == 5 - 1 - 2
    assert table.state.tick == 5
    assert not table.one("ann").botched


def test_a_botched_blow_may_hit_a_bystander_with_its_ones() -> None:
    table = Table()
    for id in ("ann", "bo", "cy"):
        table.add(id)
    table.start(4, 2, 2)
    table.strike("ann", "bo")
    table.defend("dodge", 1, 1, 1, *(2,) * 7)
    table.do(AnswerBystander(table.prompt("bystander"), "cy"))
    table.defend("none", *hits(2, 8), *hits(2, 4))
    numbers = resolved(table).numbers
    assert (numbers.successes, numbers.net, numbers.raw, numbers.levels) == (3, 3, 9, 2)
    assert table.one("cy").health.boxes == "LL....."


def test_the_storyteller_may_spare_the_bystander() -> None:
    table = Table()
    for id in ("ann", "bo", "cy"):
        table.add(id)
    table.start(4, 2, 2)
    table.strike("ann", "bo")
    table.defend("dodge", 1, *(2,) * 9)
    table.do(AnswerBystander(table.prompt("bystander"), ""))
    assert set(table.state.due) == {"bo", "cy"}


@pytest.mark.parametrize(
    ("what", "value", "dodge", "parry"),
    [
        ("cover", 50, 5, 6),
        ("cover", 90, 6, 7),
        ("height", 2, 6, 7),
        ("height", -3, 1, 2),
        ("mounted", 1, 5, 6),
        ("terrain", 2, 2, 5),
        ("terrain", 4, 0, 5),
        ("cramped", 1, 0, 5),
        ("penalty", 2, 2, 3),
        ("botched", 1, 2, 3),
        ("lethal", 2, 3, 4),
        ("unaware", 1, 0, 0),
        ("inactive", 1, 0, 0),
    ],
)
def test_the_situation_changes_the_dv(what: str, value: int, dodge: int, parry: int) -> None:
    for mode, dv in (("dodge", dodge), ("parry", parry)):
        table = make_duel()
        table.do(Override("bo", what, value, ""))
        table.strike("ann", "bo", *((2,) * 10 if what == "inactive" else ()))
        if table.state.pending:
            table.defend(mode, *(2,) * 10)
        assert resolved(table).numbers.effective_dv == dv, mode


def test_higher_ground_is_relative_and_reach_ignores_it() -> None:
    for weapon, height, dv in (("straight_sword", 0, 7), ("straight_sword", 2, 5), ("spear", 0, 5)):
        table = make_duel(weapons=[weapon])
        table.do(Override("bo", "height", 2, ""))
        table.do(Override("ann", "height", height, ""))
        table.strike("ann", "bo", weapon=weapon)
        dice = table.state.attack
        assert dice is not None
        table.defend("parry", *(2,) * (10 if weapon == "straight_sword" else 9))
        assert resolved(table).numbers.dv == dv


def test_bare_hands_do_not_parry_blades_without_a_stunt() -> None:
    for stunt, dv in ((0, 0), (1, 5)):
        table = Table()
        table.add("ann")
        table.add("bo", "blue", "ben", weapons=[])
        table.start(4, 2)
        table.strike("ann", "bo")
        table.defend("parry", *(2,) * 10, stunt=stunt)
        assert resolved(table).numbers.dv == dv


def test_dashing_forbids_the_parry() -> None:
    table = make_duel()
    table.do(TakeDash("ann"))
    table.strike("bo", "ann")
    table.defend("parry", *(2,) * 10)
    assert resolved(table).numbers.dv == -2


def test_a_shield_counts_and_so_does_its_weight() -> None:
    table = Table()
    table.add("ann")
    table.add("bo", "blue", "ben", shield="target")
    table.start(4, 2)
    table.strike("ann", "bo")
    table.defend("dodge", *(2,) * 10)
    assert resolved(table).numbers.dv == 4 + 1 - 1


def test_range_costs_successes_and_ends() -> None:
    for distance, external in ((30, 0), (60, 1), (90, 2)):
        table = make_duel(weapons=["javelin"], abilities__thrown=2)
        table.strike("ann", "bo", weapon="javelin", distance=distance)
        table.defend("dodge", *(2,) * 7)
        assert resolved(table).numbers.all_external == external
    table = make_duel(weapons=["javelin"])
    with pytest.raises(IllegalMove, match="reaches 90 yards"):
        table.strike("ann", "bo", weapon="javelin", distance=91)


def test_the_off_hand_and_being_prone_cost() -> None:
    table = make_duel()
    table.do(Override("ann", "prone", 1, ""))
    table.do(Override("ann", "sight", 2, "dusk"))
    table.strike("ann", "bo", off_hand=True)
    table.defend("dodge", *(2,) * 7)
    numbers = resolved(table).numbers
    assert (numbers.pool, numbers.external) == (7, 1)


def test_an_attack_from_hiding_is_noticed_or_not() -> None:
    for seen, dice in ((True, hits(2, 5)), (False, hits(1, 5))):
        table = make_duel()
        table.do(Hide("ann"))
        if seen:
            table.strike("ann", "bo", *hits(2, 6), *dice, surprise="roll")
            assert table.prompt("defense")
        else:
            table.strike("ann", "bo", *hits(2, 6), *dice, surprise="roll")
            table.defend("parry", *(2,) * 10)
            assert resolved(table).numbers.dv == 0


def test_whoever_stands_in_the_open_attacks_from_hiding_if_the_storyteller_says_so() -> None:
    table = make_duel()
    for surprise in ("roll", "unaware"):
        with pytest.raises(NeedsRuling):
            table.strike("ann", "bo", surprise=surprise, seat=ADA)
    table.strike("ann", "bo", *hits(2, 6), *hits(1, 5), surprise="roll", seat=TRUSTED)
    assert table.prompt("defense")


def test_knockdown_and_stun_are_checked_after_a_heavy_blow() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    # net 6, raw 12, 4 of 11 levels over Stamina 3: falls with 1 success, stunned with none
    table.defend("none", *hits(6, 10), *hits(4, 11), *hits(1, 3), *hits(0, 2))
    checks = [(event.check, event.difficulty, event.success) for event in table.log if isinstance(event, CheckRolled)]
    assert checks == [("knockdown", 2, False), ("stun", 1, False)]
    bo = table.one("bo")
    assert (bo.prone, bo.stunned_by) == (True, "ann")
    table.strike("bo", "ann")
    table.defend("dodge", *(2,) * 6)  # 10 dice, wounds -2, stunned -2
    assert resolved(table).numbers.external == 1
    assert table.state.tick == 5
    assert table.one("bo").stunned_by == ""


def test_a_sweep_calls_for_a_check_whatever_the_damage() -> None:
    table = make_duel()
    table.strike("ann", "bo", maneuver="sweep")
    table.defend("none", *hits(1, 8), *(2,) * 6, *hits(1, 5))
    assert table.one("bo").prone


def test_a_tackle_may_fell_both() -> None:
    table = make_duel(weapons=[])
    table.strike("ann", "bo", weapon="punch", maneuver="tackle")
    table.defend("none", *hits(1, 7), *(2,) * 2, *hits(2, 5), *hits(1, 5))
    assert (table.one("bo").prone, table.one("bo").stunned_by, table.one("ann").prone) == (False, "ann", True)


def test_a_guardian_lends_her_parry() -> None:
    table = Table()
    table.add("ann", "blue")
    table.add("bo", "red", weapons=[])
    table.add("cy", "red")
    table.start(1, 0, 4)
    table.do(DefendOther("cy", "bo"))
    table.strike("ann", "bo")
    table.defend("lent", *(2,) * 10)
    assert resolved(table).numbers.dv == 5 - 1


def test_nobody_lends_what_nobody_offers() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    with pytest.raises(IllegalMove, match="No one is using Defend Other for this defense"):
        table.defend("lent")


def test_a_coordinated_attack_lowers_the_dv_on_the_leaders_next_tick() -> None:
    table = Table()
    table.add("ann", "red")
    table.add("cy", "red")
    table.add("bo", "blue")
    table.start(4, 2, 0)
    table.do(CoordinateAttack("ann", "bo", ("ann", "cy")), *hits(3, 5))
    assert table.state.plans[0].penalty == 2
    table.do(TakeGuard("cy"))
    table.do(TakeGuard("bo"))
    assert table.state.tick == 5
    table.strike("ann", "bo")
    table.strike("cy", "bo")
    table.defend("parry", *(2,) * 10)
    assert resolved(table).numbers.dv == 3


def test_a_clinch_holds_its_victim_until_control_changes() -> None:
    table = make_duel(weapons=[])
    table.strike("ann", "bo", weapon="clinch")
    table.defend("none", *hits(2, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "hold"), seat=ADA)
    assert (table.one("ann").holding, table.one("bo").held_by) == ("bo", "ann")
    assert table.state.tick == 6
    with pytest.raises(IllegalMove, match="Ann is holding someone: contest the clinch, then release or keep holding"):
        table.do(TakeGuard("ann"))
    table.do(ContestClinch("ann"), *hits(2, 6), *hits(1, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "crush"), *hits(1, 2))  # 3 + margin 1, soak 3, Essence 2
    assert table.one("bo").health.boxes == "B......"
    table.do(ContestClinch("ann"), *hits(1, 6), *hits(2, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "throw_down"), seat=BEN)
    assert (table.one("bo").holding, table.one("ann").held_by, table.one("ann").prone) == ("", "", True)


def test_a_tied_contest_keeps_the_present_controller() -> None:
    table = make_duel(weapons=[])
    table.strike("ann", "bo", weapon="clinch")
    table.defend("none", *hits(2, 6))
    table.do(AnswerClinch(table.prompt("clinch"), "hold"))
    table.do(ContestClinch("ann"), *hits(2, 6), *hits(2, 6))
    assert next(pending.who for pending in table.state.pending) == "ann"


def test_the_storyteller_overrides_the_attack_in_hand() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    for what, value in (("attack_dv", 1), ("attack_pool", 3), ("attack_soak", 5), ("attack_raw", 7)):
        table.do(Override("bo", what, value, "so I say"))
    table.defend("dodge", *hits(2, 3), *hits(1, 2), *hits(2, 5))
    numbers = resolved(table).numbers
    assert (numbers.pool, numbers.dv, numbers.net, numbers.raw, numbers.final) == (3, 1, 1, 7, 2)


@pytest.mark.parametrize(
    ("raw", "soak", "dice", "told"),
    [
        (7, 4, 3, "7L − soak 4: 3 dice."),
        (7, 6, 2, "7L − soak 6, at least 2: 2 dice."),
        (1, 9, 1, "1L − soak 9, at least 1: 1 die."),
    ],
)
def test_the_damage_step_tells_the_dice_that_soak_leaves_at_least(raw: int, soak: int, dice: int, told: str) -> None:
    table = make_duel()
    table.strike("ann", "bo")
    for what, value in (("attack_dv", 1), ("attack_pool", 3), ("attack_soak", soak), ("attack_raw", raw)):
        table.do(Override("bo", what, value, "so I say"))
    table.defend("dodge", *hits(2, 3), *hits(0, dice), *hits(0, 5 if raw > 1 else 0))
    (step,) = [step for event in table.log for step in getattr(event, "steps", ()) if step.number == 8]
    assert step.text.startswith(told)


def test_players_give_themselves_no_bonus_and_override_nothing() -> None:
    table = make_duel()
    with pytest.raises(IllegalMove, match="Only the Storyteller can set this: Bonus dice"):
        table.strike("ann", "bo", bonus=1, seat=ADA)
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.do(Override("ann", "willpower", 9, ""), seat=ADA)


@pytest.mark.parametrize(
    "details",
    [
        {"stunt": 4},
        {"stunt": -1},
        {"weapon": "none such"},
        {"ability": "archery"},
        {"willpower": "hope"},
        {"specialty": 1},
        {"magic_dice": 31},
        {"maneuver": "bow"},
        {"surprise": "unaware"},
        {"stunt_text": "x" * 501},
        {"stunt_text": "\ud800"},
    ],
)
def test_what_is_out_of_range_is_refused_with_a_sentence(details: dict[str, Any]) -> None:
    table = make_duel()
    with pytest.raises(RulesError) as refusal:
        table.strike("ann", "bo", seat=ADA, **details)
    assert refusal.value.sentence.endswith(".")


def test_a_stunt_is_told_in_any_prose() -> None:
    table = make_duel()
    told = "\u201cEn\u00a0garde!\u201d\nShe salutes \U0001f469\u200d\U0001f3a4."
    table.strike("ann", "bo", seat=ADA, stunt_text=told)
    assert table.last(Asked).pending.detail == told


def test_the_defense_event_names_the_answer() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.defend("dodge", *(2,) * 10)
    assert table.last(DefenseDeclared).answer.mode == "dodge"
    assert table.last(DefenseApplied).numbers.dv == 4


def test_what_the_battle_did_goes_back_to_the_sheet() -> None:
    table = make_duel()
    table.strike("ann", "bo", willpower="success")
    table.defend("none", *hits(1, 10), *hits(2, 7), *hits(2, 4))
    outcome = BATTLE.outcome(table.state)
    assert outcome["bo"]["health"] == "LL....."
    assert outcome["ann"]["willpower_points"] == 5


def test_magic_aids_a_whole_flurry_and_willpower_its_first_attack() -> None:
    table = make_duel(personal=5, peripheral=0)
    parts = ("attack:straight_sword:bo",) * 2
    table.do(DeclareFlurry("ann", parts, willpower="success", magic="Fury", magic_dice=1, motes=2))
    table.defend("parry", *(2,) * 9)
    table.defend("parry", *(2,) * 8)
    found = [event.numbers for event in table.log if isinstance(event, AttackResolved)]
    assert [(numbers.pool, numbers.successes) for numbers in found] == [(9, 1), (8, 0)]
    assert (table.one("ann").personal, table.one("ann").willpower) == (3, 5)
