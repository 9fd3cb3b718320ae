"""The tick line in a live battle: joining, acting, refresh, aborts, flurries, leaving."""

import pytest

from rules.battle import STORYTELLER
from rules.battle.moves import AddCombatant, EndBattle, Leave, Override, StartBattle
from rules.errors import IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.table import DyingMarked, StuntRewarded, TickAdvanced
from rules.exalted2e.moves.acts import (
    KeepOn,
    ReadyWeapon,
    Rise,
    TakeAim,
    TakeDash,
    TakeGuard,
    TakeMisc,
    TakeMove,
    UseCharm,
)
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.exalted2e.options import Options
from rules.exalted2e.view.combatant import get_dvs_now
from tests.rules.exalted2e.table import ADA, BEN, HERO, SPECTATOR, Table, hits, make_duel, make_sheet


def penalty(table: Table, id: str) -> int:
    clock = table.one(id).clock
    return clock.penalty if clock else 0


def next_tick(table: Table, id: str) -> int:
    clock = table.one(id).clock
    return clock.next if clock else -1


def test_the_best_join_battle_acts_on_tick_0_and_nobody_later_than_6() -> None:
    table = Table()
    for id in ("ann", "bo", "cy"):
        table.add(id)
    table.do(StartBattle(), 10, 10, 10, 10, 2, 7, 2, 2, 2, 2, 7, 7, 7, 2, 2)
    assert table.state.reaction == 8
    assert {one.id: next_tick(table, one.id) for one in table.state.combatants} == {"ann": 0, "bo": 6, "cy": 5}
    assert table.state.due == ("ann",)


def test_a_late_joiner_rolls_against_the_old_reaction_count() -> None:
    table = make_duel()
    table.do(TakeGuard("ann"))
    table.do(AddCombatant("cy", "Cy", "red", None, make_sheet("dawn", HERO)), 7, 2, 2, 2, 2)
    assert (table.state.tick, next_tick(table, "cy"), table.state.reaction) == (2, 5, 4)
    table.do(AddCombatant("di", "Di", "red", None, make_sheet("dawn", HERO)), 10, 10, 10, 2, 2)
    assert set(table.state.due) == {"bo", "di"}


def test_an_extra_counts_tens_once_in_join_battle() -> None:
    table = Table()
    table.add("ann")
    table.add("ex", extra=True)
    table.do(StartBattle(), 10, 2, 2, 2, 2, 10, 2, 2)
    assert (table.one("ann").join, table.one("ex").join) == (2, 1)


@pytest.mark.parametrize(
    ("move", "speed", "lost"),
    [
        (TakeGuard("ann"), 3, 0),
        (TakeAim("ann", "bo"), 3, 1),
        (TakeDash("ann"), 3, 2),
        (ReadyWeapon("ann", ""), 5, 1),
        (TakeMisc("ann", "shouts"), 5, 1),
        (TakeMisc("ann", "ponders", speed=7, penalty=3), 7, 3),
        (UseCharm("ann", "A Charm"), 6, 1),
        (UseCharm("ann", "A quick Charm", speed=1), 3, 1),
    ],
)
def test_each_action_has_its_speed_and_dv_penalty(move: object, speed: int, lost: int) -> None:
    table = make_duel()
    table.do(move)  # type: ignore[arg-type]
    assert (next_tick(table, "ann"), penalty(table, "ann")) == (speed, lost)


def test_dv_refreshes_when_the_next_action_comes() -> None:
    table = make_duel()
    table.do(TakeDash("ann"))
    assert [dv.total for dv in get_dvs_now(table.state, table.one("ann"))] == [2, -2]
    table.do(TakeGuard("bo"))
    assert table.state.tick == 3
    assert [dv.total for dv in get_dvs_now(table.state, table.one("ann"))] == [4, 5]


def test_nobody_acts_out_of_turn() -> None:
    table = make_duel()
    with pytest.raises(IllegalMove, match="next on tick 2"):
        table.do(TakeGuard("bo"), seat=BEN)
    table.do(TakeGuard("ann"), seat=ADA)
    table.do(TakeMisc("bo"), seat=BEN)
    with pytest.raises(IllegalMove, match="next on tick 7"):
        table.do(TakeDash("bo"), seat=STORYTELLER)


def test_a_guard_may_be_broken_off_without_losing_anything() -> None:
    table = make_duel()
    table.do(TakeGuard("ann"))
    assert table.state.tick == 2
    table.do(TakeDash("ann"), seat=ADA)
    assert (next_tick(table, "ann"), penalty(table, "ann")) == (5, 2)


def test_a_guard_cannot_be_broken_off_on_the_tick_it_began() -> None:
    table = Table()
    table.add("ann", character="ada")
    table.add("bo", "blue")
    table.start(3, 3)
    table.do(TakeGuard("ann"))
    with pytest.raises(IllegalMove, match="has acted on this tick"):
        table.do(TakeDash("ann"))


def test_breaking_off_an_aim_keeps_its_penalty_and_gives_the_dice_so_far() -> None:
    table = make_duel()
    table.do(TakeAim("ann", "bo", ticks=1))
    assert (table.state.tick, table.state.due) == (1, ("ann",))
    table.strike("ann", "bo")
    assert penalty(table, "ann") == 2
    assert table.state.attack is not None
    assert table.state.attack.declared.aim == 1


def test_breaking_off_an_aim_for_somebody_else_costs_two_dice() -> None:
    table = make_duel()
    table.do(AddCombatant("cy", "Cy", "blue", None, make_sheet("dawn", HERO)), 2, 2, 2, 2, 2)
    table.do(TakeAim("ann", "bo", ticks=1))
    table.strike("ann", "cy")
    attack = table.state.attack
    assert attack is not None
    assert (attack.declared.aim, attack.declared.abort) == (0, 2)


def test_a_whole_aim_gives_three_dice_after_a_refresh() -> None:
    table = make_duel()
    table.do(TakeAim("ann", "bo"))
    table.do(TakeDash("bo"))
    assert table.state.tick == 3
    table.strike("ann", "bo")
    attack = table.state.attack
    assert attack is not None
    assert (attack.declared.aim, penalty(table, "ann")) == (3, 1)


@pytest.mark.parametrize(("options", "aims"), [(Options(), [0, 3, 0]), (Options(aim_whole_flurry=True), [0, 3, 3])])
def test_an_aim_aids_one_attack_of_a_flurry_unless_the_series_says_all(options: Options, aims: list[int]) -> None:
    table = Table(options)
    for id, side in (("ann", "red"), ("bo", "blue"), ("cy", "blue")):
        table.add(id, side)
    table.start(5, 0, 0)
    table.do(TakeAim("ann", "bo"))
    blows = tuple(f"attack:punch:{target}" for target in ("cy", "bo", "bo"))
    table.do(DeclareFlurry("ann", blows))
    declared = [table.state.attack.declared, *table.state.queue] if table.state.attack else []
    assert [(item.aim, item.abort) for item in declared] == [(aim, 0) for aim in aims]


def test_aiming_again_holds_the_three_dice() -> None:
    table = make_duel()
    table.do(TakeAim("ann", "bo"))
    table.do(TakeMisc("bo", speed=20))
    table.do(TakeAim("ann", "bo"))
    assert table.state.tick == 6
    table.strike("ann", "bo")
    assert table.state.attack is not None
    assert table.state.attack.declared.aim == 3


def test_one_who_is_asked_again_may_keep_on_aiming() -> None:
    table = make_duel()
    table.do(TakeAim("ann", "bo", ticks=1))
    table.do(KeepOn("ann"))
    assert (table.state.tick, table.state.due, next_tick(table, "ann")) == (2, ("bo",), 3)


def test_moving_is_reflexive_and_once_a_tick() -> None:
    table = make_duel()
    table.do(TakeMove("bo", 4), seat=BEN)
    with pytest.raises(IllegalMove, match="Bo has already moved on this tick"):
        table.do(TakeMove("bo", 1))
    table.do(TakeDash("ann"))
    with pytest.raises(IllegalMove, match="is dashing"):
        table.do(TakeMove("ann", 1))


def test_rising_ends_being_prone() -> None:
    table = make_duel()
    table.do(Override("ann", "prone", 1, "tripped"))
    table.do(Rise("ann"))
    assert not table.one("ann").prone


def test_two_on_one_tick_declare_before_anything_is_rolled_and_may_drop_each_other() -> None:
    table = Table()
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben", attributes__wits=2, abilities__awareness=3)
    table.start(3, 3)
    assert set(table.state.due) == {"ann", "bo"}
    table.strike("ann", "bo", seat=ADA)
    assert table.state.attack is None
    table.strike("bo", "ann", seat=BEN)
    assert table.state.attack is not None
    assert table.state.attack.declared.actor == "ann"  # equal totals: the better Wits first
    assert (penalty(table, "ann"), penalty(table, "bo")) == (1, 1)
    # Ann's 20 successes against nothing: raw 26, 25 dice, all of them levels
    table.defend("none", *(10,) * 10, *(7,) * 25)
    assert table.one("bo").out == "dead"
    table.defend("none", *hits(10, 10), *hits(4, 15), *hits(3, 5))
    assert table.one("ann").health.boxes == "LLLL..."


def test_damage_of_the_same_tick_does_not_penalize_the_action_but_lowers_dv() -> None:
    table = Table()
    for id in ("ann", "bo", "cy"):
        table.add(id, "red" if id != "bo" else "blue")
    table.start(3, 2, 2)
    for id in ("bo", "cy"):
        table.do(Override(id, "tick", 0, "they act at once"))
    assert set(table.state.due) == {"ann", "bo", "cy"}
    table.strike("ann", "bo")
    table.strike("bo", "cy")
    table.do(TakeGuard("cy"))
    table.defend("none", *hits(3, 10), *hits(2, 8), *hits(2, 4))  # 2 levels of 9 - 1 dice, and she keeps her feet
    assert table.one("bo").health.wound == 1
    assert get_dvs_now(table.state, table.one("bo"))[1].total == 5 - 1 - 1
    attack = table.state.attack
    assert attack is not None
    assert (attack.declared.actor, attack.declared.wound) == ("bo", 0)


def test_a_flurry_takes_the_highest_speed_and_all_dv_penalties() -> None:
    table = make_duel()
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo", "attack:straight_sword:bo"), ("dash",)))
    assert (next_tick(table, "ann"), penalty(table, "ann")) == (5, 4)
    attack = table.state.attack
    assert attack is not None
    assert (attack.declared.multi, attack.declared.onslaught) == (4, 0)
    assert (table.state.queue[0].multi, table.state.queue[0].onslaught) == (5, 1)


def test_rate_limits_a_flurry() -> None:
    table = make_duel()
    with pytest.raises(IllegalMove, match="Rate"):
        table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 3))


def test_draw_and_strike_takes_the_weapons_speed() -> None:
    table = make_duel(weapons=["straight_sword", "slashing_sword"])
    table.do(DeclareFlurry("ann", ("attack:slashing_sword:bo",), ("ready:slashing_sword",)))
    assert (next_tick(table, "ann"), penalty(table, "ann"), table.one("ann").ready) == (4, 2, ("slashing_sword",))


def test_a_weapon_must_be_in_hand() -> None:
    table = make_duel(weapons=["straight_sword", "slashing_sword"])
    with pytest.raises(IllegalMove, match="ready the slashing sword"):
        table.strike("ann", "bo", weapon="slashing_sword")


def test_whoever_leaves_is_waited_for_no_more() -> None:
    table = make_duel()
    table.strike("ann", "bo")
    table.do(Leave("bo"), seat=BEN)
    assert table.state.attack is None
    assert table.state.pending == ()
    assert table.state.due == ("ann",)


def test_the_incapacitated_do_not_act_on_later_ticks() -> None:
    table = make_duel()
    table.do(Override("bo", "lethal", 7, "a falling gate"))
    table.do(TakeGuard("ann"))
    assert (table.state.tick, table.state.due) == (3, ("ann",))


def test_the_dying_lose_a_level_every_five_ticks_and_die() -> None:
    table = make_duel()
    table.do(Override("bo", "lethal", 7, ""))
    table.do(Override("bo", "dying", 1, ""))
    table.do(TakeMisc("ann", speed=11))
    marked = [event for event in table.log if isinstance(event, DyingMarked)]
    assert [(event.dying, event.dead) for event in marked] == [(3, True)]
    assert table.one("bo").out == "dead"


def test_the_inactive_have_no_dv_and_no_turn_until_it_ends() -> None:
    table = make_duel()
    table.do(Override("bo", "inactive", 1, "ensnared"))
    table.do(TakeMisc("ann", speed=6))
    assert table.state.due == ("ann",)
    table.do(Override("bo", "inactive", 0, "free"))
    assert next_tick(table, "bo") == table.state.tick + 1


def test_whoever_is_healed_acts_again_from_the_next_tick() -> None:
    table = make_duel()
    table.do(Override("bo", "lethal", 7, ""))
    table.do(TakeMisc("ann", speed=6))
    table.do(Override("bo", "lethal", 1, "a healing Charm"))
    assert (table.state.tick, next_tick(table, "bo")) == (6, 7)


def test_the_storyteller_may_put_a_turn_off() -> None:
    table = make_duel()
    table.do(Override("ann", "tick", 4, "stumbles"))
    assert (table.state.tick, table.state.due) == (2, ("bo",))


def test_a_stunt_is_rewarded_at_the_next_refresh() -> None:
    table = make_duel(peripheral=10)
    table.strike("ann", "bo", stunt=1, seat=STORYTELLER)
    table.defend("dodge", *(2,) * 11)
    table.do(TakeMisc("bo", speed=20))
    reward = table.last(StuntRewarded)
    assert (reward.actor, reward.peripheral, reward.personal) == ("ann", 2, 0)
    assert table.one("ann").peripheral == 12


def test_a_better_stunt_lets_the_player_take_willpower() -> None:
    from rules.exalted2e.moves.replies import TakeReward

    table = make_duel(willpower_points=3)
    table.strike("ann", "bo", stunt=2)
    table.defend("dodge", *(2,) * 12)
    table.do(TakeMisc("bo", speed=20))
    table.do(TakeReward(table.prompt("reward"), "willpower"), seat=ADA)
    assert table.one("ann").willpower == 4


def test_the_wheel_turns_by_itself_to_the_next_who_acts() -> None:
    table = make_duel()
    events = table.do(TakeGuard("ann"))
    turned = [event for event in events if isinstance(event, TickAdvanced)]
    assert [(event.tick, [acting.id for acting in event.acting]) for event in turned] == [(2, ["bo"])]


def test_nothing_goes_on_after_the_end() -> None:
    table = make_duel()
    table.do(EndBattle())
    with pytest.raises(IllegalMove, match="is over"):
        table.do(TakeGuard("ann"))
    assert BATTLE.legal_moves(table.state, STORYTELLER) == ()
    assert BATTLE.view(table.state, SPECTATOR)["phase"] == "ended"


def test_only_the_storyteller_starts_and_ends() -> None:
    table = Table()
    table.add("ann", character="ada")
    for move in (StartBattle(), EndBattle()):
        with pytest.raises(IllegalMove, match="Only the Storyteller"):
            table.do(move, seat=ADA)


def test_one_seat_does_not_act_for_another() -> None:
    table = make_duel()
    with pytest.raises(IllegalMove, match="You can’t act for Ann"):
        table.do(DeclareAttack("ann", "straight_sword", "bo"), seat=BEN)


def test_nobody_is_asked_who_of_two_tied_combatants_acts_first() -> None:
    table = Table()
    for id, side in (("ann", "red"), ("bo", "blue"), ("by", "blue")):
        table.add(id, side)
    table.start(1, 1, 1)
    assert (table.state.due, table.state.pending) == (("ann", "bo", "by"), ())
    for id in ("by", "ann"):  # they declare in any order, each once (2E-267)
        table.do(TakeGuard(id))
        assert not table.state.pending
    assert table.state.due == ("bo",)
