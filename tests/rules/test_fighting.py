"""The figures of a battle for rolls that are no moves of it: wounds, conditions, and what such a roll costs."""

from dataclasses import replace
from typing import Any

import pytest

from rules import get_system
from rules.battle import STORYTELLER, Seat, fold
from rules.codec import decode, encode
from rules.dice import SeededRoller
from rules.errors import IllegalMove, RulesError
from rules.paths import get_path
from rules.pool import Term
from rules.system import System
from rules.text import Text

LEAP = {
    "exalted2e": ("heroic_mortal", {"attribute": "dexterity", "ability": "athletics"}),
    "exalted3e": ("mortal", {"attribute": "dexterity", "ability": "athletics"}),
    "v20da": ("mortal", {"first": "dexterity", "second": "athletics"}),
    "wod2004": ("mortal", {"attribute": "dexterity", "second": "athletics"}),
}
"""Of each book somebody, and Dexterity + Athletics as its rolls ask for it."""
POINTS = {"exalted3e": "willpower.current"}
ADA = Seat(characters=frozenset({"ada"}))


class Field:
    """A battle under way in which Ada and a nameless foe fight."""

    def __init__(self, key: str) -> None:
        self.system: System = get_system(key)
        sheet = self.system.sheets.blank(LEAP[key][0])
        self.state: Any = self.system.battle.start(self.system.options())
        for id, character in (("a", "ada"), ("foe", None)):
            self.move("AddCombatant", id=id, name=id.title(), side=id, character=character, sheet=sheet)
        self.move("StartBattle")

    def move(self, kind: str, seat: Seat = STORYTELLER, **values: Any) -> None:
        battle = self.system.battle
        move = battle.moves.decode({"kind": kind, **values})
        self.state = fold(battle.apply, self.state, battle.decide(self.state, seat, move, SeededRoller(1)))

    def override(self, what: str, value: int) -> None:
        self.move("Override", actor="a", what=what, value=value, reason="because")

    def pool(self) -> Any:
        request = self.system.rolls.request(**LEAP[self.system.key][1])
        battle = self.system.battle
        request = battle.suffer(self.state, "ada", request)
        return self.system.rolls.pool(battle.sheet(self.state, "ada"), request, self.system.options())

    def read(self, path: str) -> Any:
        return get_path(encode(self.system.battle.sheet(self.state, "ada")), path)

    @property
    def points(self) -> str:
        return POINTS.get(self.system.key, "willpower_points")


@pytest.fixture(params=sorted(LEAP))
def field(request: pytest.FixtureRequest) -> Field:
    return Field(request.param)


def terms(pool: Any) -> dict[str, int]:
    return {term.name.lower(): term.amount for step in pool.steps for term in step.terms}


def test_the_wounds_of_the_battle_count_in_any_roll(field: Field) -> None:
    before = field.pool().total
    field.override("lethal", 6)
    assert terms(field.pool())["wounds"] < 0
    assert field.pool().total < before


def test_who_is_not_in_the_battle_has_no_figures_there(field: Field) -> None:
    assert field.system.battle.sheet(field.state, "ben") is None
    asked = field.system.rolls.request(**LEAP[field.system.key][1])
    assert field.system.battle.suffer(field.state, "ben", asked) == asked
    assert field.system.battle.suffer(None, "ada", asked) == asked


def test_nobody_brings_conditions_of_their_own(field: Field) -> None:
    luck = Term(Text("Luck"), 9, "other", "")
    asked = replace(field.system.rolls.request(**LEAP[field.system.key][1]), conditions=(luck,))
    assert field.system.battle.suffer(None, "ada", asked).conditions == ()
    assert luck not in field.system.battle.suffer(field.state, "ada", asked).conditions


def test_what_a_roll_costs_is_gone_from_the_battle_and_goes_home(field: Field) -> None:
    had = field.read(field.points)
    field.move("ChangeFigures", ADA, character="ada", figures={field.points: had - 1})
    assert field.read(field.points) == had - 1
    assert field.system.battle.outcome(field.state)["a"][field.points] == had - 1


@pytest.mark.parametrize("value", [-1, 10**9, "five", None, [1], True, 2.5])
def test_no_figure_takes_what_it_cannot_be(field: Field, value: object) -> None:
    with pytest.raises(IllegalMove, match="The fight does not track that value"):
        field.move("ChangeFigures", character="ada", figures={field.points: value})


def test_wounds_that_a_roll_costs_are_wounds(field: Field) -> None:
    before, path = field.pool().total, "health.marks" if field.system.key == "exalted3e" else "health"
    field.override("lethal", 6)
    marks = field.read(path)
    field.override("lethal", 0)
    assert field.pool().total == before
    field.move("ChangeFigures", character="ada", figures={path: marks})
    assert field.read(path) == marks
    assert field.pool().total < before
    with pytest.raises(RulesError):
        field.move("ChangeFigures", character="ada", figures={path: marks + "BBBBBBBBBBBBBBB"})


@pytest.mark.parametrize("character", ["ben", "nobody"])
def test_nobody_pays_for_others_or_for_strangers(field: Field, character: str) -> None:
    with pytest.raises(IllegalMove):
        field.move("ChangeFigures", ADA, character=character, figures={})
    with pytest.raises(IllegalMove, match="not in this fight"):
        field.move("ChangeFigures", character=character, figures={})


def test_a_figure_that_the_battle_does_not_keep_is_refused(field: Field) -> None:
    with pytest.raises(IllegalMove, match="The fight does not track that value: 'essence'"):
        field.move("ChangeFigures", character="ada", figures={"essence": 5})


def test_a_battle_from_before_sheets_were_kept_in_it_still_loads() -> None:
    for key in ("exalted3e", "wod2004"):
        field = Field(key)
        stored = encode(field.state)
        for combatant in stored["combatants"]:
            del combatant["sheet"]
        field.state = decode(field.system.battle.state, stored)
        assert field.system.battle.sheet(field.state, "ada") is None


def test_blindness_raises_the_difficulty_in_v20() -> None:
    field = Field("v20da")
    field.override("blind", 1)
    request = field.system.battle.suffer(field.state, "ada", field.system.rolls.request(**LEAP["v20da"][1]))
    assert [(term.name, term.amount) for term in request.obstacles] == [("Blind", 2)]


@pytest.mark.parametrize(
    ("what", "value", "said", "expected"),
    [
        ("sight", 2, "", {"poor visibility": -2}),
        ("sight", 2, "impaired", {"sight": -2}),
        ("sight", 4, "impaired", {"poor visibility": -4}),
        ("external", 1, "", {"surroundings": -1}),
        ("prone", 1, "", {"prone": -1}),
        ("stunned", 1, "", {"stunned": -2}),
        ("mounted", 1, "", {"mounted without ride": -1}),
    ],
)
def test_what_weighs_on_her_in_2e(what: str, value: int, said: str, expected: dict[str, int]) -> None:
    field = Field("exalted2e")
    field.override(what, value)
    asked = field.system.rolls.request(**LEAP["exalted2e"][1], sight=said)
    suffered = field.system.battle.suffer(field.state, "ada", asked)
    pool = field.system.rolls.pool(field.system.battle.sheet(field.state, "ada"), suffered, field.system.options())
    assert expected.items() <= terms(pool).items()
    assert not {"sight", "poor visibility"} <= {*terms(pool)}


@pytest.mark.parametrize("what", ["prone", "stunned"])
def test_a_fall_and_a_stun_leave_the_mind_alone(what: str) -> None:
    field = Field("exalted2e")
    field.override(what, 1)
    asked = field.system.rolls.request(attribute="wits", ability="awareness")
    assert field.system.battle.suffer(field.state, "ada", asked).conditions == ()


def test_a_ruling_on_all_dice_counts_in_wod() -> None:
    field = Field("wod2004")
    before = field.pool().total
    field.override("dice_modifier", -2)
    assert field.pool().total == before - 2
    field.override("dice_modifier", 2)
    assert field.pool().total == before + 2


def test_one_point_of_willpower_in_a_turn_in_wod() -> None:
    field = Field("wod2004")
    field.move("ChangeFigures", character="ada", figures={"willpower_points": field.read("willpower_points") - 1})
    with pytest.raises(IllegalMove, match="A has already spent Willpower this turn"):
        field.system.battle.suffer(field.state, "ada", field.system.rolls.request(willpower=True))


def test_one_success_bought_with_willpower_in_a_turn_in_v20_and_what_powers_cost_is_none() -> None:
    field = Field("v20da")
    rolls, suffer = field.system.rolls.request, field.system.battle.suffer
    had = field.read("willpower_points")
    field.move("ChangeFigures", character="ada", figures={"willpower_points": had - 1})
    suffer(field.state, "ada", rolls(willpower=True))
    field.move("ChangeFigures", character="ada", figures={"willpower_points": had - 2}, bought=True)
    with pytest.raises(IllegalMove, match="A has already spent Willpower on a roll this turn"):
        suffer(field.state, "ada", rolls(willpower=True))
    assert suffer(field.state, "ada", rolls()).willpower is False
