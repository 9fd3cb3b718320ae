"""Fights of the Dark Ages that chance seldom sets up: both the real battle and the simulator play them."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rules.dice import SeededRoller
from rules.errors import BadInput
from rules.forecast import TACTICS, Plans, forecast
from rules.forecast.law import check_fight, check_spread, play_really
from rules.forecast.runs import settle, take
from rules.v20da.forecast.figures import best_attack
from rules.v20da.forecast.forecaster import FORECASTER
from rules.v20da.health.levels import parse_track
from rules.v20da.health.levels import settle as check_torpor
from rules.v20da.options import Options
from tests.rules.v20da.table import Table, sheet

pytestmark = pytest.mark.walk

FIGHTERS = ("ada", "ben", "cai", "foe", "imp", "orc")
SPENDING = {"red": TACTICS["spending"], "blue": TACTICS["spending"]}
SPREAD = {"red": TACTICS["spread"], "blue": TACTICS["dangerous"]}
ARCHER = {"weapons": ["crossbow"], "abilities": {"archery": 4}}
PLANS: tuple[Plans, ...] = ({}, SPENDING, SPREAD)
DEADLY = {"own_weapons": "Torch: melee, Strength + 6 aggravated"}


def stage(being: str = "mortal", **changes: Any) -> Table:
    """Three against three of one kind."""
    table = Table()
    for id in FIGHTERS:
        table.add(id, sheet(being, **changes), id if id < "foe" else None)
    return table


def change(table: Table, *ids: str, **values: Any) -> None:
    """Change these combatants, or all."""
    for id in ids or FIGHTERS:
        table.state = table.state.change(id, **values)


def be_hurt(table: Table, track: str, *ids: str) -> None:
    for id in ids or FIGHTERS:
        one = table[id]
        change(table, id, health=check_torpor(parse_track(one.sheet.being, track), one.blood))


def be_in(table: Table, *ids: str, **found: int) -> None:
    for id in ids or FIGHTERS:
        change(table, id, circumstances=replace(table[id].circumstances, **found))


def tie(table: Table) -> None:
    """All act at the same moment of the first turn, and fall by few blows."""
    table.start(3, 3, 3, 3, 3, 3)
    be_hurt(table, "XXXXX")


def tie_ignoring_wounds(table: Table) -> None:
    tie(table)
    change(table, ignores_wounds=True, willpower_used=True)


def tie_half_hidden(table: Table) -> None:
    """Those in hiding act at the moment of those who are not, and come out with their attacks."""
    tie(table)
    change(table, "ben", "cai", "imp", hidden=True)
    change(table, "orc", rating=9)


def tie_with_waiters(table: Table) -> None:
    """Those who wait do not act at any moment, and one has no initiative."""
    tie(table)
    be_in(table, "foe", "imp", dice=-9)
    change(table, "orc", initiative=None)


def raise_dexterity(table: Table) -> None:
    """Blood makes one quicker from the next turn on."""
    table.start(3, 3, 3, 3, 3, 3)
    table.move("RaiseAttribute", actor="ada", attribute="dexterity")


def lose_targets(table: Table) -> None:
    """Those who were declared against have left, or are out of sight."""
    tie(table)
    while table.state.stage == "declare":
        table.state = take(FORECASTER, table.state, SPREAD, SeededRoller(0))
    change(table, "foe", "ada", out="left")
    change(table, "imp", "ben", hidden=True)


def overkill(table: Table) -> None:
    """Three declare against the same; the first kills, so the others may turn to another."""
    change(table, "ada", "ben", "cai", sheet=table["ada"].sheet)
    be_hurt(table, "XXXXX", "foe", "imp")


def fell(table: Table) -> None:
    """A felled opponent who is not dead is the only one that the others may still attack: they let it go."""
    be_hurt(table, "/////", "foe", "imp", "orc")


def be_armored(table: Table) -> None:
    change(table, armor=2)


def be_blind(table: Table) -> None:
    be_in(table, "ada", "ben", "foe", blind=1)


def be_covered(table: Table) -> None:
    be_in(table, cover=2, distance=1)
    be_in(table, "orc", cover=3)
    be_in(table, "ada", exposed=2, opponents=4)


def be_helpless(table: Table) -> None:
    """Those without dice or with too high a difficulty wait."""
    be_in(table, "ada", dice=-9)
    be_in(table, "foe", difficulty=5)
    be_in(table, "imp", difficulty=4)


def be_staked(table: Table) -> None:
    change(table, "ben", conditions=("staked",))
    change(table, "imp", conditions=("disarmed",))


def sink(table: Table) -> None:
    """One is in torpor, one Incapacitated, one dead, and one has left."""
    be_hurt(table, "*******", "ada", "foe")
    change(table, "ada", health=replace(table["ada"].health, condition="torpor"))
    change(table, "imp", out="left")
    change(table, "cai", health=replace(parse_track("vampire", "XXXXXXX"), condition="final_death"))


def bleed_dry(table: Table) -> None:
    change(table, blood=0)


def stand_ready(table: Table) -> None:
    """Nothing is special but the sheets."""


Setting = tuple[str, dict[str, Any], Callable[[Table], None]]
SITUATIONS: dict[str, Setting] = {
    "those who tie strike at once, though felled": ("mortal", DEADLY, tie),
    "so do vampires": ("vampire", DEADLY, tie),
    "and those who ignore their wounds": ("vampire", {"weapons": ["greatsword"]}, tie_ignoring_wounds),
    "and those who come out of hiding": ("mortal", {"weapons": ["club"]}, tie_half_hidden),
    "and those who wait do not": ("mortal", {"weapons": ["club"]}, tie_with_waiters),
    "Dexterity of blood": ("vampire", {"weapons": ["saber"]}, raise_dexterity),
    "targets are lost": ("mortal", {"weapons": ["saber"]}, lose_targets),
    "wounded archers": ("mortal", {**ARCHER, "health": "XX"}, stand_ready),
    "a dead target may be changed for another": ("mortal", {"weapons": ["greatsword"]}, overkill),
    "a felled one is spared": ("mortal", {"weapons": ["club"]}, fell),
    "a felled vampire is spared": ("vampire", {"weapons": ["warhammer"]}, fell),
    "armor is ruined, and no longer hampers": ("mortal", {"weapons": ["battle_axe"]}, be_armored),
    "claws kill for good": ("vampire", {"claws": True, "disciplines": {"fortitude": 1}}, stand_ready),
    "fire meets no Stamina": ("vampire", DEADLY, be_armored),
    "without blood comes torpor": ("vampire", {"weapons": ["club"]}, bleed_dry),
    "fists bruise the living to death": ("mortal", {"health": "/////"}, stand_ready),
    "the blind do not shoot": ("mortal", ARCHER, be_blind),
    "cover, distance and a crowd": ("mortal", ARCHER, be_covered),
    "without dice one waits": ("mortal", {"weapons": ["mace"]}, be_helpless),
    "wounds take the last dice": (
        "mortal",
        {"weapons": ["mace"], "health": "XXXXX", "willpower_points": 0},
        stand_ready,
    ),
    "the staked and the disarmed": ("vampire", {"weapons": ["saber"]}, be_staked),
    "those who are out stay out": ("vampire", {"weapons": ["saber"]}, sink),
}


@pytest.mark.parametrize("said", SITUATIONS)
def test_what_happens_by_the_rules_is_simulated(said: str) -> None:
    being, changes, prepare = SITUATIONS[said]
    table = stage(being, **changes)
    prepare(table)
    for seed in range(9):
        check_fight(FORECASTER, table.state, PLANS[seed % 3], seed, 12)


@pytest.mark.parametrize("moves", [0, 1, 6, 7, 8, 9, 11, 13])
def test_a_forecast_may_begin_anywhere_in_a_turn(moves: int) -> None:
    table = stage(weapons=["mace"])
    tie(table)
    for _ in range(moves):
        table.state = take(FORECASTER, table.state, {}, SeededRoller(moves))
    assert FORECASTER.is_amid(table.state) == (0 < moves < 7 or table.state.exchange is not None)
    for seed in range(2):
        state = settle(FORECASTER, table.state, {}, SeededRoller(seed))
        check_fight(FORECASTER, state, {}, seed, 10)


def test_two_may_fell_each_other_at_the_same_moment() -> None:
    ends: Counter[tuple[str, ...]] = Counter()
    for seed in range(60):
        table = Table()
        for id, character in (("ada", "ada"), ("foe", None)):
            table.add(id, sheet(health="XXXXX", **DEADLY), character)
        table.start(5, 5)
        ends[check_fight(FORECASTER, table.state, {}, seed, 4).fates] += 1
    assert ends["dead", "dead"] > 3
    assert ends["dead", ""] > 3
    assert ends["", "dead"] > 3


def test_a_declared_defense_is_used_before_the_fights_begin() -> None:
    def win(*others: str) -> float:
        table = Table()
        table.add("ada", sheet(health="XX", weapons=["mace"]), "ada")
        table.add("foe", sheet(weapons=["battle_axe"]))
        table.start(1, 10)
        table.declare("ada", *others)
        table.declare("foe", attack="battle_axe", target="ada")
        assert FORECASTER.is_amid(table.state)
        return [*forecast(FORECASTER, table.state, {}, 600)][-1].sides["red"].share

    assert win("full_defense") > win("other") + 0.03


def test_what_players_declared_is_let_go_or_taken() -> None:
    table = stage("vampire", weapons=["mace", "stake"], blood=12)
    table.start(9, 8, 7, 6, 5, 4)
    be_hurt(table, "XX")
    change(table, "imp", conditions=("prone",))
    table.declare("orc", attack="clinch", target="ada")
    table.declare("imp", "stand")
    table.declare("foe", "parry", attack="bite", target="ada", attack_place=2)
    table.declare("cai", "heal")
    table.declare("ben", attack="staking", target="foe")
    table.declare("ada", "other", "dodge")
    for seed in range(20):
        play_really(FORECASTER, table.state, {}, SeededRoller(seed), 3)
    assert [*forecast(FORECASTER, table.state, {}, 200)][-1].is_whole


@pytest.mark.parametrize(("values", "said"), [({"grip": "foe"}, "grapple"), ({"conditions": ("held",)}, "grapple")])
def test_a_grapple_is_not_forecast(values: dict[str, Any], said: str) -> None:
    table = stage()
    change(table, "ada", **values)
    with pytest.raises(BadInput, match=said):
        forecast(FORECASTER, table.state, {})


def test_a_power_that_is_switched_on_is_not_forecast() -> None:
    power = {"name": "Oak Skin", "key": "oak", "use": "scene", "effects": [{"kind": "soak", "amount": 2}]}
    table = stage(powers=[power])
    table.start(9, 8, 7, 6, 5, 4)
    table.move("SwitchOn", actor="ada", power=table["ada"].sheet.powers[0].key)
    with pytest.raises(BadInput, match="Ada has active powers, which forecasts don’t support"):
        forecast(FORECASTER, table.state, {})


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({}, "strike"),
        ({"claws": True}, "claw"),
        ({"weapons": ["stake", "greatsword", "crossbow"]}, "greatsword"),
        ({"weapons": ["stake"], "abilities": {"athletics": 5, "brawl": 5}}, "strike"),
        ({"weapons": ["spear"], "abilities": {"athletics": 5, "melee": 2}}, "spear"),
    ],
)
def test_a_tactic_takes_the_largest_attack_that_is_neither_thrown_nor_a_grapple(
    changes: dict[str, Any], key: str
) -> None:
    table = Table()
    table.add("ada", sheet("vampire", **changes))
    assert best_attack(table["ada"]).key == key


@pytest.mark.parametrize("key", [0, 1, 7, (1, 6, False), (4, 6, True), (6, 9, False), (8, 3, False), (3, 10, True)])
def test_dice_are_drawn_with_the_chances_with_which_they_fall(key: Any) -> None:
    check_spread(FORECASTER, key, throws=6000)


def test_each_number_that_is_tried_makes_its_owner_win_more_often() -> None:
    table = Table(Options())
    table.add("ada", sheet(weapons=["mace"]), "ada")
    table.add("foe", sheet(weapons=["mace"]))
    even = [*forecast(FORECASTER, table.state, {}, 2000)][-1].sides["red"].share
    levers = [lever for lever in FORECASTER.levers(table.state) if lever.actor == "ada"]
    assert [lever.name for lever in levers] == ["Melee", "Strength", "Dexterity", "Stamina", "Wits", "Armor class"]
    for lever in levers:
        share = [*forecast(FORECASTER, lever.state, {}, 2000)][-1].sides["red"].share
        least = even if lever.name == "Stamina" else even + 0.01  # a mortal soaks a mace with armor alone
        assert share >= least, lever.name


def test_a_spending_side_wins_more_often() -> None:
    table = Table()
    table.add("ada", sheet(weapons=["mace"]), "ada")
    table.add("foe", sheet(weapons=["mace"]))
    spent, spared = ([*forecast(FORECASTER, table.state, plans, 1000)][-1] for plans in ({"red": SPENDING["red"]}, {}))
    assert spent.sides["red"].share > spared.sides["red"].share + 0.05
