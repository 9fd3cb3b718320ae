"""Fights of Exalted 2e that chance seldom sets up: both the real battle and the simulator play them."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.battle import Move, fold
from rules.battle.moves import Override
from rules.dice import SeededRoller
from rules.exalted2e.actions.rolling import face_rule
from rules.exalted2e.attack.chances import hit_odds
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.forecast.choices import FLURRY, Match, count_attacks
from rules.exalted2e.forecast.forecaster import FORECASTER
from rules.exalted2e.moves.acts import DefendOther, TakeAction, TakeAim, TakeDash, TakeGuard, TellStunt
from rules.exalted2e.moves.replies import AnswerDefense
from rules.exalted2e.moves.strikes import CoordinateAttack, DeclareAttack, DeclareFlurry
from rules.exalted2e.options import Options
from rules.exalted2e.pools import multiple_action_penalty
from rules.exalted2e.state import Ground, Plan, State
from rules.exalted2e.timing import Clock
from rules.forecast import TACTICS, Plans, forecast
from rules.forecast.law import check_fight, check_spread, play_really
from rules.forecast.runs import settle, take
from rules.powers import Active
from tests.rules.exalted2e.table import ADA, BEN, Table, make_duel

pytestmark = pytest.mark.walk

PLANS = (
    {"red": TACTICS["spending"], "blue": TACTICS["spending"]},
    {"red": TACTICS["spread"], "blue": TACTICS["dangerous"]},
)
STEEL: dict[str, Any] = {"soak_bashing": 40, "soak_lethal": 40, "soak_aggravated": 40}


class Stage(Table):
    """A table on which conditions are set as they are needed."""

    def set(self, id: str, **values: Any) -> None:
        """Set fields of a combatant; those of `sheet`, `health` and `ground` by their own names."""
        one = self.one(id)
        parts: dict[str, Any] = {"sheet": one.sheet, "health": one.health, "ground": one.ground}
        for name, part in parts.items():
            own = {key: values.pop(key) for key in [*values] if key in part.__slots__ and not hasattr(one, key)}
            parts[name] = replace(part, **own)
        self.state = self.state.put(replace(one, **{**parts, **values}))

    def set_all(self, **values: Any) -> None:
        for one in self.state.combatants:
            self.set(one.id, **values)

    def begin(self) -> None:
        """Start the battle: ann, bo, cat and dan act in this order, two and two on the same tick."""
        self.start(4, 4, *([2] * (len(self.state.combatants) - 2)))


def stage(options: Options | None = None, **changes: Any) -> Stage:
    """Two against two; the changes are for the sheets of all."""
    table = Stage(options)
    for id, side in (("ann", "red"), ("bo", "blue"), ("cat", "red"), ("dan", "blue")):
        table.add(id, side, **changes)
    return table


def stand_ready(table: Stage) -> None:
    """Nothing is special but the sheets."""


def hide(table: Stage) -> None:
    """So clumsy that often neither the one nor the other has a success."""
    for one in table.state.combatants:
        few = {**one.sheet.attributes, "dexterity": 1, "wits": 1}
        table.set(one.id, attributes=few, abilities={**one.sheet.abilities, "awareness": 0, "stealth": 1}, essence=1)
    table.set("ann", hidden=True)
    table.set("dan", hidden=True, unaware=True)


def hide_all_reds(table: Stage) -> None:
    """Whoever cannot see anybody guards."""
    table.begin()
    table.set("ann", hidden=True)
    table.set("cat", hidden=True)


def bleed(table: Stage) -> None:
    """Bo is dying, while the others cannot hurt each other."""
    table.begin()
    dying = replace(table.one("bo").health, boxes="L" * 7, stamina=6, dying=1)
    table.set("bo", health=dying, dying_since=2, attributes={**table.one("bo").sheet.attributes, "stamina": 6})
    for id in ("ann", "cat", "dan"):
        table.set(id, **STEEL, hardness_lethal=40, hardness_bashing=40)


def be_battered(table: Stage) -> None:
    """Full tracks: bashing wraps around, and a blow that is on its way still counts."""
    for one in table.state.combatants:
        table.set(one.id, health=replace(one.health, boxes="LBBBBB."))


def be_cut_down(table: Stage) -> None:
    for one in table.state.combatants:
        table.set(one.id, health=replace(one.health, boxes="AALLLL."))


def be_frail(table: Stage) -> None:
    """Nearly every blow may stun, and throw to the ground."""
    for one in table.state.combatants:
        traits = {**one.sheet.attributes, "stamina": 1, "strength": 5}
        boxes: dict[str, Any] = {"track": "-0 " * 20 + "I", "boxes": "." * 21, "stamina": 1}
        table.set(one.id, attributes=traits, health=replace(one.health, **boxes))


def lie_down(table: Stage) -> None:
    table.set_all(prone=True)


def aim(table: Stage) -> None:
    table.begin()
    table.do(TakeAim("ann", "bo", 1))
    table.do(TakeAim("bo", "cat", 2))


def guard(table: Stage) -> None:
    table.begin()
    table.do(TakeGuard("ann", 1))
    table.do(TakeGuard("bo", 2))


def coordinate(table: Stage) -> None:
    table.begin()
    plan = Plan("ann", "bo", ("ann", "cat"), 2, 2)
    others = (replace(plan, penalty=1), replace(plan, at=5), replace(plan, at=0))
    table.state = replace(table.state, plans=(plan, *others))


def be_unaware(table: Stage) -> None:
    table.set_all(unaware=True)
    for id in ("ann", "bo"):  # without Essence nobody is asked; with it, not even an extra can defend
        table.set(id, being="mortal", essence=1)
    deft = {**table.one("dan").sheet.abilities, "dodge": 15}
    table.set(
        "dan", being="extra", awakened=True, armor=("reinforced_breastplate",), abilities=deft, ground=Ground(cover=90)
    )


def be_extras(table: Stage) -> None:
    """Extras strike, and are struck, without being asked; they have no Dying levels."""
    for id in ("bo", "dan"):
        health = replace(table.one(id).health, track="extra", boxes="LL.", extra=True)
        table.set(id, being="extra", essence=1, health=health)
    table.set("ann", soak_lethal=30, abilities={**table.one("ann").sheet.abilities, "dodge": 12})
    table.set("cat", soak_lethal=30)


def be_rewarded(table: Stage) -> None:
    for one, rating in zip(table.state.combatants, (1, 2, 3, 3), strict=True):
        table.set(one.id, stunt=rating, personal=0, peripheral=20 * (rating > 1), willpower=rating)
    table.set("dan", being="heroic_mortal", essence=1, willpower=1)
    table.set("cat", stunt_xp=True, willpower=table.one("cat").sheet.willpower)


def run_dry(table: Stage) -> None:
    """The pools end amid the fight, the Peripheral one first."""
    table.set_all(personal=3, peripheral=6, willpower=2)
    table.set("dan", splat="spirit", personal=15, peripheral=0)


def stand_on_a_hill(table: Stage) -> None:
    table.set("ann", ground=Ground(cover=50, height=1))
    table.set("bo", ground=Ground(mounted=True, external=1))
    table.set("cat", ground=Ground(terrain=4, cramped=True))
    table.set("dan", ground=Ground(terrain=2, sight=4))


def be_blind(table: Stage) -> None:
    """So much is lost that Essence alone leaves dice, but never more than the traits are."""
    for one in table.state.combatants:
        few = {**one.sheet.attributes, "dexterity": 3}
        bare = {**one.sheet.abilities, "melee": 3}
        table.set(one.id, attributes=few, abilities=bare, essence=6, ground=Ground(sight=20, cramped=True))


def come_late(table: Stage) -> None:
    """The fastest is called after the others of this tick, and still strikes first."""
    table.begin()
    table.set("ann", clock=Clock(2))
    table.set("bo", clock=Clock(5))
    table.state = replace(table.state, tick=2, due=("cat", "dan", "ann"))


def stand_above(table: Stage) -> None:
    """Reach makes up for height, which does not count against arrows; a shield does."""
    for id, weapon in zip(("ann", "cat", "bo", "dan"), ("blade", "glaive", "bow", "blade"), strict=True):
        table.set(id, ready=(weapon,))
    table.set("bo", ground=Ground(height=2))
    table.set("dan", ground=Ground(height=2))


def pierce(table: Stage) -> None:
    """One of each side pierces armor, the other does not."""
    for id, weapon in zip(("ann", "cat", "bo", "dan"), ("blade", "pick", "pick", "blade"), strict=True):
        table.set(id, ready=(weapon,), armor=("reinforced_breastplate",))


def fall_off_balance(table: Stage) -> None:
    """With few dice there are many botches, which the Storyteller gives to nobody else."""
    for one in table.state.combatants:
        few = {**one.sheet.attributes, "dexterity": 1}
        bare = {**one.sheet.abilities, "melee": 1}
        table.set(one.id, attributes=few, abilities=bare, essence=1, botched=True, personal=0, peripheral=0)


def carry_two(table: Stage) -> None:
    """The other weapon is better, and in the off hand."""
    table.set_all(ready=("knife", "straight_sword"))


def be_stunned(table: Stage) -> None:
    table.set("ann", stunned_by="bo")
    table.set("cat", stunned_by="dan")
    table.set("dan", health=replace(table.one("dan").health, unconscious=True))


def be_still(table: Stage) -> None:
    table.begin()
    table.do(Override("ann", "inactive", 1, ""))
    table.set("cat", stunned_by="ann")  # the one who stunned him does not act, and is not out
    table.set("bo", clock=Clock(0, None, 2))


def have_one_left(table: Stage) -> None:
    table.begin()
    table.set("ann", spent_effect=True)
    table.set("dan", has_left=True, dying_since=0, health=replace(table.one("dan").health, boxes="L" * 7, dying=1))


ARMS = (
    "Blade (Melee): Speed 5, Accuracy 1, Damage +3L, Defense 0; Glaive (Melee): Speed 5, Accuracy 1, Damage +3L, "
    "Defense 0, Tags R; Bow (Archery): Speed 5, Accuracy 1, Damage +3L, Range 100; Pick (Melee): Speed 5, Accuracy 1, "
    "Damage +3L, Defense 0, Tags P"
)
BOTH = {"weapons": ["knife", "straight_sword"]}
SITUATIONS: dict[str, tuple[dict[str, Any], Callable[[Stage], None]]] = {
    "the hidden strike from hiding": ({}, hide),
    "who sees nobody guards": ({}, hide_all_reds),
    "the dying bleed": ({"own_weapons": "Dirk (Melee): Speed 3, Accuracy 1, Damage +1L", "weapons": []}, bleed),
    "bashing wraps": ({"weapons": []}, be_battered),
    "the fallen are struck again": ({}, be_battered),
    "lethal and aggravated overflow": ({}, be_cut_down),
    "fire is aggravated": ({"own_weapons": "Fire (Melee): Speed 5, Accuracy 3, Damage 6A", "weapons": []}, be_battered),
    "steel pierces": (
        {"own_weapons": "Pick (Melee): Speed 4, Accuracy 2, Damage +5L, Defense 0, Minimum 3, Tags P", "weapons": [],
         "armor": ["reinforced_breastplate"]},
        stand_ready,
    ),
    "one pierces, the other does not": ({"own_weapons": ARMS, "weapons": []}, pierce),
    "armor is hard": ({"hardness_lethal": 8, "hardness_bashing": 8}, stand_ready),
    "no blow does more than its raw damage": (
        {"own_weapons": "Whip (Melee): Speed 4, Accuracy 9, Damage 0L, Defense 0, Minimum 9", "weapons": []},
        stand_ready,
    ),
    "blows stun and throw down": ({}, be_frail),
    "the prone rise": ({}, lie_down),
    "arrows fly": ({"weapons": ["long_bow_broadhead"], "shield": "tower"}, stand_on_a_hill),
    "a shield leaves one hand for a maul": (
        {"own_weapons": "Maul (Melee): Speed 6, Accuracy 4, Damage +6L, Defense 0, Strength 2, Tags 2", "weapons": [],
         "shield": "buckler"},
        stand_ready,
    ),
    "nearly blind": ({}, be_blind),
    "a latecomer": ({}, come_late),
    "weapons differ against height": ({"own_weapons": ARMS, "shield": "tower", "weapons": []}, stand_above),
    "specialties are for defense": ({"specialties": [{"ability": "dodge", "name": "", "dots": 2}]}, stand_ready),
    "an aim ends in an attack": ({}, aim),
    "a guard goes on": ({}, guard),
    "attacks are coordinated": ({}, coordinate),
    "the unaware do not defend": ({}, be_unaware),
    "extras are not asked": ({}, be_extras),
    "stunts are rewarded": ({}, be_rewarded),
    "motes end": ({}, run_dry),
    "the ground counts": ({"shield": "target"}, stand_on_a_hill),
    "botches": ({}, fall_off_balance),
    "one weapon in each hand": (BOTH, carry_two),
    "a stun ends": ({}, be_stunned),
    "the inactive wait": ({}, be_still),
    "one has left": ({}, have_one_left),
}  # fmt: skip
OPTIONS = [
    Options(),
    Options(bashing_wrap=False, internal_to_dv=True, vision_external=True, min_speed=6, stunt_xp=True),
]


@pytest.mark.parametrize("options", OPTIONS, ids=["usual", "unusual"])
@pytest.mark.parametrize("said", SITUATIONS)
def test_what_happens_by_the_rules_is_simulated(said: str, options: Options) -> None:
    changes, prepare = SITUATIONS[said]
    table = stage(options, **changes)
    prepare(table)
    assert not FORECASTER.why_not(table.state)
    assert not FORECASTER.is_amid(table.state)
    for seed in range(2):
        for plans in PLANS:
            check_fight(FORECASTER, table.state, plans, seed, 30 - 3 * seed)


FLURRIES = dict.fromkeys(("red", "blue"), FLURRY)
EAGER: dict[str, Any] = {
    "own_weapons": "Flail (Melee): Speed 5, Accuracy 6, Damage +2L, Defense -4, Rate 3", "weapons": [],
    "abilities__dodge": 0,
}  # fmt: skip
"""14 dice against a DV of 3, and nothing to parry with: all strike three times at once."""
OPEN_HANDED = [said for said, (changes, _) in SITUATIONS.items() if not {"weapons", "shield"} & {*changes}]


def spy_on(monkeypatch: pytest.MonkeyPatch) -> list[Move]:
    """Return a list that the moves of the tactics are written into."""
    moves, choose = list[Move](), FORECASTER.choose

    def note(state: State, plans: Plans) -> Move:
        moves.append(choose(state, plans))
        return moves[-1]

    monkeypatch.setattr(FORECASTER, "choose", note)
    return moves


@pytest.mark.parametrize("options", [*OPTIONS, Options(aim_whole_flurry=True)], ids=["usual", "unusual", "whole aim"])
@pytest.mark.parametrize("said", OPEN_HANDED)
def test_flurries_are_simulated(said: str, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    changes, prepare = SITUATIONS[said]
    table, moves = stage(options, **EAGER, **changes), spy_on(monkeypatch)
    prepare(table)
    for seed in range(2):
        check_fight(FORECASTER, table.state, FLURRIES, seed, 30 - 3 * seed)
    assert any(isinstance(move, DeclareFlurry) for move in moves)


@pytest.mark.parametrize("whole", [False, True])
def test_an_aim_is_for_the_first_attack_of_a_flurry_or_by_an_option_for_all(whole: bool) -> None:
    table = stage(Options(aim_whole_flurry=whole), **EAGER)
    table.set_all(**STEEL)
    aim(table)
    for seed in range(8):
        check_fight(FORECASTER, table.state, FLURRIES, seed, 6)


def test_a_flurry_is_declared_where_it_pays_and_the_hidden_strike_once() -> None:
    table = stage(**EAGER)
    table.begin()
    blow = FORECASTER.choose(table.state, FLURRIES)
    assert blow == DeclareFlurry(actor="ann", parts=("attack:flail:bo",) * 3)
    assert isinstance(FORECASTER.choose(table.state, {}), DeclareAttack)
    table.set("ann", hidden=True)
    assert FORECASTER.choose(table.state, FLURRIES) == DeclareAttack("ann", "flail", "bo", surprise="roll")


@pytest.mark.parametrize(
    ("rate", "mine", "theirs", "count"),
    [
        (3, Match(14, 3), Match(14, 3), 3), (2, Match(14, 3), Match(14, 3), 2), (20, Match(90, 0), Match(9, 0), 10),
        (3, Match(10, 3), Match(8, 3), 2), (3, Match(9, 3), Match(8, 3), 1), (3, Match(5, 3), Match(8, 3), 1),
        (3, Match(14, 3), Match(8, 3), 3), (3, Match(14, 3), Match(7, 3), 1), (1, Match(14, 0), Match(5, 0), 1),
        (3, Match(7, 0), Match(8, 0), 3), (3, Match(6, 0), Match(8, 0), 2), (3, Match(4, 0), Match(8, 0), 1),
    ],
)  # fmt: skip
def test_a_flurry_pays_while_each_attack_likely_hits_and_no_dv_that_helps_is_lost(
    rate: int, mine: Match, theirs: Match, count: int
) -> None:
    assert count_attacks(rate, mine, theirs) == count


@given(st.integers(1, 5), st.integers(0, 30), st.integers(0, 8))
def test_each_attack_of_a_flurry_that_pays_is_likely_to_hit(rate: int, dice: int, dv: int) -> None:
    """A tie with the DV is a miss (2E-365)."""
    count = count_attacks(rate, Match(dice, dv), Match(9, 0))
    for place in range(1, count + 1) if count > 1 else ():
        left = dice - multiple_action_penalty(count, place)
        assert hit_odds(face_rule(), left, max(0, dv - place + 1)).success > 0.5


def test_a_side_that_flurries_wins_more_often_where_nobody_defends_well() -> None:
    table = Stage()
    for n in range(3):
        table.add(f"red{n}", "red", **EAGER)
        table.add(f"blue{n}", "blue", **EAGER)
    once, often = ([*forecast(FORECASTER, table.state, plans, 400)][-1] for plans in ({}, {"red": FLURRY}))
    assert often.sides["red"].share > once.sides["red"].share + 0.1


@pytest.mark.parametrize("being", ["mortal", "exalt"])
@pytest.mark.parametrize("fighters", [2, 4])
def test_those_who_strike_on_the_same_tick_may_fell_each_other(fighters: int, being: str) -> None:
    """The reds fell the blues, whose blows still fall: somebody must choose a defense, or whom a botch hits."""
    times, spread = set(), dict.fromkeys(("red", "blue"), TACTICS["spread"])
    for seed in range(20):
        table = Stage()
        for id, side in [("ann", "red"), ("bo", "blue"), ("cat", "red"), ("dan", "blue")][:fighters]:
            table.add(id, side, own_weapons="Axe (Melee): Speed 6, Accuracy 0, Damage 30L", weapons=[])
        table.start(*[1] * fighters)
        for one in table.state.combatants:
            dots = {"red": 9, "blue": 0}[one.side]
            few = {**one.sheet.attributes, "dexterity": 1 + dots}
            bare = {**one.sheet.abilities, "melee": 1 + dots, "dodge": 0}
            table.set(one.id, being=being, attributes=few, abilities=bare, essence=1, unaware=True)
            table.set(one.id, personal=0, peripheral=0)
        for plans in (spread, {**spread, "blue": TACTICS["spending"]}):
            times.add(check_fight(FORECASTER, table.state, plans, seed, 30).time)
    decided = {0} if fighters == 2 else {0, 6}  # of two, the first blow decides, whatever falls after it
    assert decided <= times or being == "exalt"


@pytest.mark.parametrize("end", range(4))
def test_a_reward_with_a_choice_waits_until_somebody_is_asked(end: int) -> None:
    table = stage()
    be_rewarded(table)
    for seed in range(5):
        check_fight(FORECASTER, table.state, {}, seed, end)


def lead(table: Stage) -> None:
    table.do(CoordinateAttack("ann", "bo", ("cat",)), *[7] * 5)


AMID: dict[str, Callable[[Stage], object]] = {
    "an attack waits": lambda table: table.do(DeclareAttack("ann", "straight_sword", "bo")),
    "a dash": lambda table: table.do(TakeDash("ann")),
    "a ward": lambda table: table.do(DefendOther("ann", "cat")),
}


@pytest.mark.parametrize("said", AMID)
def test_what_tactics_never_do_is_first_played_to_its_end(said: str) -> None:
    table = stage()
    table.begin()
    AMID[said](table)
    assert FORECASTER.is_amid(table.state)
    end = settle(FORECASTER, table.state, {}, SeededRoller(1))
    assert not FORECASTER.is_amid(end)
    check_fight(FORECASTER, end, {}, 1, 30)


def test_a_coordinated_attack_is_simulated() -> None:
    table = stage()
    table.begin()
    lead(table)
    assert table.state.plans
    assert not FORECASTER.is_amid(table.state)
    for seed in range(6):
        check_fight(FORECASTER, table.state, {}, seed, 12)


class Sevens:
    """Dice that all show a seven."""

    def roll(self, count: int) -> tuple[int, ...]:
        return (7,) * count


MAGIC = frozenset({"magic_reroll", "third", "magic_late", "counter"})
"""Figures of magic that the Storyteller has allowed."""


def stage_duel(**told: Any) -> Callable[[], Table]:
    """Ann strikes at Bo, with this said of the attack, and of the defense if it begins with `defend_`."""
    defense = {key.removeprefix("defend_"): told.pop(key) for key in [*told] if key.startswith("defend_")}

    def prepare() -> Table:
        table = make_duel()
        table.strike("ann", "bo", seat=replace(ADA, granted=MAGIC), **told)
        if defense:
            answer = AnswerDefense(table.prompt("defense"), "dodge", **defense)
            table.state = fold(
                BATTLE.apply, table.state, BATTLE.decide(table.state, replace(BEN, granted=MAGIC), answer, Sevens())
            )
        return table

    return prepare


def act(move: Any) -> Callable[[], Table]:
    def prepare() -> Table:
        table = make_duel()
        table.do(move, seat=ADA)
        return table

    return prepare


LEAP = TakeAction("ann", "dexterity", "athletics", stunt=1, stunt_text="over the rail")
ASKED: dict[str, Callable[[], Table]] = {
    "stunt": stage_duel(stunt=2, stunt_text="down the stairs"),
    "defense_stunt": stage_duel(defend_stunt=1, defend_stunt_text="behind the pillar"),
    "told_stunt": act(TellStunt("ann", 1, "on the table")),
    "action_stunt": act(LEAP),
    "defense": stage_duel(),
    "attack_reroll": stage_duel(magic_reroll=True),
    "defense_reroll": stage_duel(defend_third=2),
    "late_magic": stage_duel(magic_late=True),
    "late_ward": stage_duel(defend_magic_late=True),
    "counter": stage_duel(defend_counter=True),
    "clinch": stage_duel(weapon="clinch"),
}


@pytest.mark.parametrize("kind", ASKED)
def test_whatever_is_asked_the_tactics_have_an_answer(kind: str) -> None:
    state: State = ASKED[kind]().state
    seen: set[str] = set()
    for seed in range(12):
        now = state
        while FORECASTER.is_amid(now) and not FORECASTER.is_over(now, 100):
            seen.update(pending.kind for pending in now.pending)
            now = take(FORECASTER, now, {}, SeededRoller(seed))
        assert not any(one.holding for one in now.combatants)
    assert kind in seen


def test_what_the_simulator_does_not_know_has_no_forecast() -> None:
    table = stage()
    table.begin()
    assert not FORECASTER.why_not(table.state)
    assert "long ticks" in FORECASTER.why_not(replace(table.state, is_long=True))
    assert "Mass and social combat have no forecast" in FORECASTER.why_not(replace(table.state, kind="war"))
    held = table.state.put(replace(table.one("ann"), held_by="bo"))
    assert "clinch" in FORECASTER.why_not(held)
    on = table.state.put(replace(table.one("ann"), active=(Active("glow", "Glow", ()),)))
    assert "powers" in FORECASTER.why_not(on)


@pytest.mark.parametrize("key", [(0, True), (1, True), (7, True), (7, False), (3, False)])
def test_drawn_rolls_have_the_odds_of_those_that_fall(key: tuple[int, bool]) -> None:
    check_spread(FORECASTER, key, 4000)


def test_a_side_that_spends_motes_wins_more_often() -> None:
    table = Stage()
    table.add("ann", "red")
    table.add("bo", "blue")
    plain, lavish = (
        [*forecast(FORECASTER, table.state, plans, 400)][-1] for plans in ({}, {"red": TACTICS["spending"]})
    )
    assert lavish.sides["red"].share > plain.sides["red"].share + 0.1
    assert max(points for points, _ in lavish.people[0].spendings[2].spent) > 0
    assert plain.people[0].spendings[2].spent == ((0, 400),)


def test_the_numbers_that_matter_most_are_those_of_a_fight() -> None:
    table = Stage()
    table.add("ann", "red")
    table.add("bo", "blue")
    names = {str(lever.name) for lever in FORECASTER.levers(table.state)}
    assert names == {"Dexterity", "Stamina", "Melee", "Dodge", "Awareness", "Soak", "Health"}
    for lever in FORECASTER.levers(table.state):
        check_fight(FORECASTER, lever.state, {}, 1, 20)


def test_the_real_battle_plays_on_when_somebody_is_asked_early() -> None:
    table = stage()
    aim(table)
    assert any(one.doing is not None and one.doing.wake is not None for one in table.state.combatants)
    assert play_really(FORECASTER, table.state, {}, SeededRoller(1), 30).time >= 1
