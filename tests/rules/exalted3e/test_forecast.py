"""Fights of Exalted 3e that chance seldom sets up: both the real battle and the simulator play them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.dice import SeededRoller
from rules.errors import BadInput
from rules.exalted3e.forecast.choices import is_ripe
from rules.exalted3e.forecast.forecaster import FORECASTER
from rules.exalted3e.health import Health
from rules.exalted3e.options import Options
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Clinch, Combatant, Group, Modifier, Poison
from rules.forecast import TACTICS, forecast
from rules.forecast.law import check_fight, check_spread
from rules.forecast.runs import check, settle
from rules.pool import Term
from rules.powers import Active
from rules.text import Text
from tests.rules.exalted3e.builders import BOW, SWORD, battle, fighter

pytestmark = pytest.mark.walk

PLANS: tuple[dict[str, Any], ...] = (
    {"red": TACTICS["spending"], "blue": TACTICS["spending"]},
    {"red": TACTICS["spread"], "blue": TACTICS["dangerous"]},
)
CLUB = replace(SWORD, name="club", tags=("improvised",))
FISTS = replace(SWORD, name="fists", damage_type="bashing", tags=("natural",), parry=3, accuracy=4)
CROSSBOW = replace(
    BOW, name="crossbow", tags=("slow",), close_damage=(Term(Text("close"), 14, "weapon", ""),), bands=(3, 4, 2, 0, -2)
)
SPEAR = replace(SWORD, name="spear", tags=("reaching",))
FIRE = replace(SWORD, name="fire", damage_type="aggravated")
WEAK = Health(bashing=3, lethal=3)
"""One level is left."""


def stage(**changes: Any) -> list[Combatant]:
    """Two against two, side by side; the changes are for all."""
    sides = {"ann": "red", "bo": "blue", "cat": "red", "dan": "blue"}
    return [fighter(id, side, **{"willpower": 3, **changes}) for id, side in sides.items()]


def before(*combatants: Combatant, options: Options | None = None, **changes: Any) -> State:
    """A battle before Join Battle."""
    ready = tuple(replace(one, initiative=None) for one in combatants)
    return State(options=options or Options(), combatants=ready, **changes)


def amid(*combatants: Combatant, options: Options | None = None, due: int = 1, **changes: Any) -> State:
    """A battle on a tick of the first so many; the first one's turn is open."""
    state = battle(*combatants, options=options or Options(), turn=combatants[0].id, **changes)
    return replace(state, due=tuple(one.id for one in combatants[:due]))


def tie() -> State:
    """Nobody rolls a success: all act on tick 3, two players, the Storyteller, and one in hiding."""
    ann, bo, cat, dan = stage(join_battle=0)
    return before(
        replace(ann, character="ann"), replace(bo, character="bo"), cat, replace(dan, character="dan", hidden=True)
    )


def tie_with_the_storytellers_own() -> State:
    ann, bo, cat, dan = stage(join_battle=0)
    return before(replace(ann, character="ann"), replace(bo, character="bo", npc=True), cat, dan)


def hide_on_the_same_tick() -> State:
    """Those in hiding are no party: nobody is asked."""
    ann, *others = stage(join_battle=0)
    return before(replace(ann, character="ann", hidden=True), *others)


def fell_on_the_same_tick() -> State:
    """The first one strikes first, and the last one dies of its own blow later."""
    options = Options(felled_takes_its_turn=True)
    return amid(*stage(initiative=20, health=WEAK, evasion=0, arms=(replace(SWORD, parry=None),)), options=options,
                due=4)  # fmt: skip


def fell_each_other() -> State:
    """Ann fells Bo, Bo fells Cat, and Cat fells Ann: the tick ends without anybody, and so does the fight."""
    options = Options(felled_takes_its_turn=True)
    ann, bo, cat, _ = stage(initiative=20, health=WEAK, evasion=0, arms=(replace(SWORD, parry=None),))
    ann, cat = replace(ann, health=Health(lethal=5)), replace(cat, side="green")
    return amid(ann, bo, cat, options=options, due=3)


def heal_as_the_tick_ends() -> State:
    """Bo was to fall as the tick ends, but the Storyteller has healed it; Dan was beaten."""
    ann, bo, cat, dan = stage()
    return amid(ann, replace(bo, falls="incapacitated"), cat, replace(dan, falls="defeated"), due=2)


def lose_hope() -> State:
    ann, bo, cat, dan = stage(evasion=0)
    return amid(replace(ann, initiative=4), replace(bo, initiative=-4, no_hope=True), cat, replace(dan, no_hope=True))


def lose_hope_on_the_same_tick() -> State:
    options = Options(felled_takes_its_turn=True)
    ann, bo, *others = stage(evasion=0)
    return amid(replace(ann, initiative=4), replace(bo, initiative=-4, no_hope=True), *others, due=2, options=options)


def fall_for_two_reasons() -> State:
    """Bo, whose track is full, is beaten too; it falls for the first of both."""
    options = Options(felled_takes_its_turn=True)
    ann, bo, *others = stage(evasion=0)
    return amid(
        replace(ann, initiative=4),
        replace(bo, initiative=-4, no_hope=True, health=Health(lethal=7)),
        *others,
        due=2,
        options=options,
    )


def pay_for_clubs() -> State:
    """Who has one Initiative Crashes by its own blow, and stays there for three turns."""
    return amid(*stage(arms=(CLUB,), weapon="club", initiative=1, evasion=9, crash_turns=2))


def shoot_crossbows() -> State:
    return before(*stage(arms=(CROSSBOW, FISTS), weapon="crossbow"))


def shoot_crossbows_quickly() -> State:
    return before(*stage(arms=(CROSSBOW, FISTS), weapon="crossbow", quick_draw=True))


def shoot_from_afar() -> State:
    ann, bo, cat, dan = stage(arms=(BOW,), weapon="bow")
    return before(ann, replace(bo, position=4), cat, replace(dan, position=-3))


def have_bare_hands() -> State:
    """The body is better than the sword in hand, which still parries."""
    return before(*stage(arms=(SWORD, FISTS)))


def hide() -> State:
    ann, bo, cat, dan = stage(stealth=6, awareness=3)
    return before(
        replace(ann, hidden=True, position=2), replace(bo, hidden=True, position=-2, anima=2),
        replace(cat, hidden=True, position=-1, anima=1), dan,
    )  # fmt: skip


def hide_all() -> State:
    """Who sees nobody waits."""
    ann, bo, cat, dan = stage(stealth=9)
    return before(replace(ann, hidden=True), bo, replace(cat, hidden=True), replace(dan, hidden=True))


def lie_down() -> State:
    return before(*stage(prone=True, dodge=2))


def lie_and_cannot_rise() -> State:
    """Whoever has moved strikes from the ground."""
    return amid(*stage(prone=True, movement_used="move", dodge=1))


def ride() -> State:
    ann, bo, cat, dan = stage(arms=(SWORD, BOW), ride=4, mobility=2)
    far = replace(bo, position=1, prone=True)
    ridden: dict[str, Any] = {"mounted": True, "mount_speed": 3}
    return before(replace(ann, **ridden), replace(far, **ridden), replace(cat, **ridden, ride=0), dan)


def rise_with_a_mount() -> State:
    """The mount helps, and armor hinders its rider."""
    ann, *others = stage(prone=True, mounted=True, mount_speed=2, ride=3, mobility=2, dodge=0)
    return before(replace(ann, ride=0), *others)


def ride_against_spears() -> State:
    ann, bo, cat, dan = stage()
    return before(replace(ann, mounted=True, ride=8), bo, cat, replace(dan, arms=(SPEAR,), weapon="spear"))


def take_cover() -> State:
    ann, bo, cat, dan = stage(position=0)
    return before(replace(ann, cover="light"), replace(bo, cover="heavy"), replace(cat, position=1), dan)


def shoot_from_cover() -> State:
    """Cover helps those at close range alone."""
    ann, *others = stage(position=1)
    return before(replace(ann, arms=(BOW,), weapon="bow", position=0, cover="heavy"), *others)


def take_full_cover() -> State:
    ann, bo, cat, dan = stage()
    return before(replace(ann, cover="full"), replace(bo, cover="full", position=1), cat, dan)


def walk_in_mud() -> State:
    ann, bo, cat, dan = stage()
    return before(replace(ann, position=2), bo, replace(cat, position=-2, half_to=-1), dan, difficult_terrain=True)


def shift(options: Options) -> State:
    """Ann avenges her own Crash, as the others do; Dan has just recovered from one."""
    ann, bo, cat, dan = stage(evasion=0, arms=(replace(SWORD, parry=None),), initiative=2, crash_turns=2)
    fallen: dict[str, Any] = {"initiative": -2, "crashed_by": "bo"}
    return amid(
        replace(ann, **fallen), bo, replace(cat, initiative=0, crashed_by="dan"), replace(dan, recovered_round=1),
        options=options,
    )  # fmt: skip


def shift_from_afar() -> State:
    """Ann could move again and look for the weakest, but the renewed turn is aimed at Bo."""
    ann, bo, cat, dan = stage(evasion=0, initiative=2)
    ann = replace(ann, initiative=-2, crashed_by="bo", arms=(BOW,), weapon="bow", movement_used="move")
    return amid(ann, replace(bo, position=1), cat, replace(dan, position=3, health=WEAK))


def shift_on_the_ground() -> State:
    """Ann could not rise before, and does so in the renewed turn."""
    ann, *others = stage(evasion=0, initiative=2, dodge=5)
    return amid(replace(ann, initiative=-2, crashed_by="bo", prone=True, movement_used="move"), *others)


def shift_against_the_recovered(options: Options) -> State:
    ann, bo, cat, dan = stage(evasion=0, initiative=2)
    bo = replace(bo, recovered_round=1)
    return amid(replace(ann, initiative=-2, crashed_by="bo"), bo, cat, dan, options=options, round=2)


def rise_to_the_tick(options: Options) -> State:
    """Cat rose to the running tick: it acts on it, before Bo can strike Ann, or on the next, after him."""
    ann, bo, cat, dan = stage(evasion=0)
    ann = replace(ann, initiative=-3, action_used=True, health=WEAK)
    return amid(ann, replace(bo, initiative=5), cat, replace(dan, initiative=1), options=options, tick=6)


def end_crash() -> State:
    """After three turns Crash is over, for those who began the last one in it."""
    ann, bo, cat, dan = stage(evasion=9)
    return amid(
        replace(ann, initiative=-9, crash_turns=2, crashed_at_start=True), replace(bo, initiative=-9, crash_turns=3),
        replace(cat, initiative=-9, crash_turns=2), dan,
    )  # fmt: skip


def be_bruised() -> State:
    """Bruises get worse where no level is left."""
    fists = replace(FISTS, parry=None)
    health = Health(bashing=6)
    return amid(*stage(arms=(fists,), weapon="fists", initiative=30, health=health, evasion=0))


def be_burned() -> State:
    fire = replace(FIRE, parry=None)
    return amid(*stage(arms=(fire,), weapon="fire", initiative=10, health=WEAK, evasion=0))


def be_cut() -> State:
    sword = replace(SWORD, parry=None)
    return amid(*stage(arms=(sword,), initiative=30, health=Health(bashing=5, lethal=1), evasion=0))


def be_hard() -> State:
    """Decisive dice that Hardness stops are not thrown; in Crash another source may hold."""
    ann, bo, cat, dan = stage(initiative=12, evasion=0, hardness=12, hardness_in_crash=7)
    return amid(ann, replace(bo, initiative=-5), cat, dan)


def soak_all_but_the_least() -> State:
    return amid(*stage(soak=40, evasion=0, arms=(replace(SWORD, overwhelming=3),)))


def bear_pain() -> State:
    return amid(*stage(health=Health(lethal=5), pain_tolerance=True, initiative=4))


def have_motes() -> State:
    """The dice of motes are few where few are left; they come back as the round ends."""
    traits = (Term(Text("Dexterity"), 4, "attribute", ""), Term(Text("Melee"), 3, "ability", ""))
    sword = replace(SWORD, pool=traits)
    motes: dict[str, Any] = {"personal_max": 6, "peripheral_max": 12, "personal": 3, "peripheral": 5}
    return before(*stage(arms=(sword,), **motes))


def have_orders() -> State:
    return amid(*stage(bonus_dice=-4, onslaught=2))


def have_used_the_turn() -> State:
    ann, *others = stage()
    return amid(replace(ann, action_used=True), *others)


SITUATIONS: dict[str, Callable[[], State]] = {
    "players who act on one tick roll": tie,
    "the Storyteller’s are one party": tie_with_the_storytellers_own,
    "those in hiding are not asked": hide_on_the_same_tick,
    "the felled take their turn by the option": fell_on_the_same_tick,
    "and fell others on it": fell_each_other,
    "the healed do not fall": heal_as_the_tick_ends,
    "the hopeless are defeated": lose_hope,
    "and take their turn by the option": lose_hope_on_the_same_tick,
    "one falls for the first reason": fall_for_two_reasons,
    "improvised weapons cost Initiative": pay_for_clubs,
    "slow weapons are made ready again": shoot_crossbows,
    "which a quick draw makes free": shoot_crossbows_quickly,
    "archers come near": shoot_from_afar,
    "the best weapon strikes, the one in hand parries": have_bare_hands,
    "moves in hiding may be seen": hide,
    "who sees nobody waits": hide_all,
    "rising takes a roll": lie_down,
    "who cannot rise strikes from the ground": lie_and_cannot_rise,
    "riders": ride,
    "a mount helps one rise": rise_with_a_mount,
    "a spear reaches a rider": ride_against_spears,
    "cover helps those beside it": take_cover,
    "but not those before it": shoot_from_cover,
    "full cover is left alone": take_full_cover,
    "difficult ground takes two moves": walk_in_mud,
    "a Shift": lambda: shift(Options()),
    "a Shift with base Initiative first": lambda: shift(Options(break_before_base=False)),
    "the renewed turn has one target": shift_from_afar,
    "and lets one rise": shift_on_the_ground,
    "no Break from the recovered": lambda: shift_against_the_recovered(Options()),
    "nor with base Initiative first": lambda: shift_against_the_recovered(Options(break_before_base=False)),
    "who rises to a tick is late": lambda: rise_to_the_tick(Options()),
    "or not, by the option": lambda: rise_to_the_tick(Options(equal_initiative_is_late=False)),
    "Crash ends after three turns": end_crash,
    "bruises get worse": be_bruised,
    "burns push out all else": be_burned,
    "cuts push out bruises": be_cut,
    "Hardness stops": be_hard,
    "the least damage of a weapon": soak_all_but_the_least,
    "Pain Tolerance": bear_pain,
    "motes": have_motes,
    "orders and onslaught": have_orders,
    "a turn is over": have_used_the_turn,
}


@pytest.mark.parametrize("said", SITUATIONS)
def test_what_happens_by_the_rules_is_simulated(said: str) -> None:
    state = SITUATIONS[said]()
    for seed in range(5):
        for plans in PLANS:
            check_fight(FORECASTER, state, plans, seed, 9)


@pytest.mark.parametrize("helps", [True, False])
def test_willpower_may_help_the_damage(helps: bool) -> None:
    state = before(*stage(), options=Options(stunts_help_damage=helps))
    for seed in range(6):
        check_fight(FORECASTER, state, PLANS[0], seed, 8)


def test_nobody_may_be_left_as_a_tick_ends() -> None:
    state = fell_each_other()
    plans = {"green": TACTICS["dangerous"]}
    outcomes = [check_fight(FORECASTER, state, plans, seed, 5) for seed in range(12)]
    assert any(all(one.fates) for one in outcomes)


def test_a_time_that_is_over_ends_before_the_dice_of_a_tie() -> None:
    """Nobody reaches anybody, so that all stay on one tick for good."""
    state = replace(tie(), combatants=tuple(replace(one, cover="full") for one in tie().combatants))
    assert check_fight(FORECASTER, state, {}, 1, 3).time == 4


@pytest.mark.parametrize(
    ("initiative", "cost", "hardness", "in_crash", "ripe"),
    [
        (9, 0, 0, False, False),
        (10, 0, 0, False, True),
        (10, 0, 10, False, False),
        (11, 1, 10, False, False),
        (12, 1, 10, False, True),
        (4, 0, 0, True, False),
        (5, 0, 0, True, True),
        (5, 0, 5, True, False),
    ],
)
def test_tactics_strike_decisively_with_enough_initiative(
    initiative: int, cost: int, hardness: int, in_crash: bool, ripe: bool
) -> None:
    assert is_ripe(initiative, cost, hardness, in_crash=in_crash) is ripe


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"group": Group(2, maximum=9)}, "battle group"),
        ({"clinch": Clinch("bo", True, 2)}, "clinch"),
        ({"poison": Poison(2, "lethal", 3)}, "poisoned"),
        ({"active": (Active("wind", "Wind"),)}, "powers"),
        ({"initiative": None}, "Initiative"),
    ],
)
def test_what_the_simulator_does_not_know_is_refused_in_a_sentence(changes: dict[str, Any], said: str) -> None:
    ann, *others = stage()
    state = amid(*others, replace(ann, **changes))
    with pytest.raises(BadInput, match=said):
        check(FORECASTER, state)


@pytest.mark.parametrize(
    "changes",
    [
        {"ward": "cat"},
        {"aim_target": "bo", "aim_count": 1},
        {"rush_target": "bo"},
        {"retreat_from": ("bo",)},
        {"clashed": True},
        {"counters": True},
        {"timed": (Modifier(Text("full defense"), 2, "3E-181"),)},
        {"is_delaying": True, "turn_begun": True},
    ],
)
def test_what_ends_with_a_turn_is_played_to_its_end_first(changes: dict[str, Any]) -> None:
    """The real battle plays on until it is over; then both agree."""
    ann, *others = stage()
    state = amid(*others, replace(ann, **changes))
    assert FORECASTER.is_amid(state)
    state = settle(FORECASTER, state, {}, SeededRoller(3))
    assert not FORECASTER.is_amid(state)
    check_fight(FORECASTER, state, {}, 1, 14)


def test_a_retreat_from_the_fallen_keeps_nobody_waiting() -> None:
    ann, bo, *others = stage()
    assert not FORECASTER.is_amid(amid(replace(ann, retreat_from=("bo",)), replace(bo, out="left"), *others))


@pytest.mark.parametrize("key", [(1, True), (7, True), (12, False)])
def test_the_fast_dice_fall_as_the_real_ones(key: tuple[int, bool]) -> None:
    check_spread(FORECASTER, key)


def test_every_lever_is_worth_something() -> None:
    """Each number is one point higher, and none is forgotten."""
    state = before(*stage())
    levers = [lever for lever in FORECASTER.levers(state) if lever.actor == "ann"]
    said = {str(lever.name) for lever in levers}
    assert said >= {"Parry", "Evasion", "Soak", "Hardness", "Health", "Join Battle"}
    assert all(lever.state != state for lever in levers)


@pytest.mark.parametrize("motes", [0, 15])
def test_a_spending_side_wins_more_often(motes: int) -> None:
    traits = (Term(Text("Dexterity"), 3, "attribute", ""), Term(Text("Melee"), 3, "ability", ""))
    arms = (replace(SWORD, pool=traits),)
    pools: dict[str, Any] = {"personal_max": motes, "personal": motes, "willpower": 0}
    state = before(fighter("ann", "red", arms=arms, **pools), fighter("bo", "blue", arms=arms))

    def wins(plans: Any) -> float:
        return [*forecast(FORECASTER, state, plans, 1000)][-1].sides["red"].share

    gain = wins({"red": TACTICS["spending"]}) - wins({})
    assert gain > 0.05 if motes else gain == 0
