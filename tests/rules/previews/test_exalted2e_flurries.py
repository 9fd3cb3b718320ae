"""Second Edition: each attack of a flurry is told as it comes out once the earlier ones have wounded or stunned."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat
from rules.battle.moves import Override
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.legal.flurries import MIXED, STUNS
from rules.exalted2e.legal.usual import USUAL_SOAK
from rules.exalted2e.moves.strikes import DeclareFlurry
from rules.exalted2e.options import Options
from tests.rules.every_roll import HITS, SEVENS, Faces
from tests.rules.exalted2e.table import ADA, Table
from tests.rules.previews.common import chance_of, check_spread, find_chosen, gather, read
from tests.rules.previews.duels import list_usual, play

pytestmark = pytest.mark.walk

FEW: dict[str, Any] = {"attributes__dexterity": 2, "attributes__strength": 1, "abilities__martial_arts": 1}
FRAIL: dict[str, Any] = {
    "attributes__dexterity": 1, "attributes__stamina": 1, "abilities__dodge": 1, "abilities__martial_arts": 0,
    "abilities__resistance": 0, "abilities__athletics": 0, "abilities__melee": 0, "armor": [], "weapons": [],
}  # fmt: skip
TWICE = ("attack:punch:bo",) * 2


def make_fight(options: Options | None = None, *others: str, extra: bool = True, **bo: Any) -> Table:
    """Ann, with few dice, against Bo, whom a blow wounds, and others like him."""
    table = Table(options)
    table.add("ann", "red", "ada", **FEW)
    table.add("bo", "blue", extra=extra, **{**FRAIL, **bo})
    for id in others:
        table.add(id, "blue", extra=True, **FRAIL)
    table.start(2, 0, *(0 for _ in others))
    return table


def tell(table: Table, move: DeclareFlurry, seat: Seat = STORYTELLER) -> list[float]:
    """The chance of each attack, as the odds and as the outlook tell it."""
    weighed, way = BATTLE.weigh(table.state, seat, move), find_chosen(BATTLE.foresee(table.state, seat, move))
    assert weighed is not None
    rolls = (weighed, *weighed.others)
    told = [float(roll.odds.success) if roll.measured else roll.guess or 0.0 for roll in rolls]
    assert [one.chance for one in way.prospects[: len(told)]] == pytest.approx(told)
    return told


def check(table: Table, move: DeclareFlurry, *faces: Faces, attacks: int = 2) -> None:
    """Assert that chances, hits and levels are those of every throw. An attack that does not come about hits nobody."""
    out = play(table, move, faces=faces)

    def struck(place: int) -> float:
        return chance_of(out, lambda one: len(one[0]) > place and one[0][place])

    assert tell(table, move) == pytest.approx([struck(place) for place in range(attacks)])
    way = find_chosen(BATTLE.foresee(table.state, STORYTELLER, move))
    check_spread(read(way, "Hits").spread, gather(out, lambda one: sum(one[0])))
    check_spread(read(way, "Levels of damage").spread, gather(out, lambda one: one[1]))


@pytest.mark.parametrize("dodge", [1, 4])
@pytest.mark.parametrize("lost", [0, 1])
def test_wounds_of_the_first_attack_lower_the_dv_for_the_second(dodge: int, lost: int) -> None:
    """2E-343: an extra has three boxes, and is helpless once they are full."""
    table = make_fight(abilities__dodge=dodge)
    if lost:
        table.do(Override("bo", "lethal", lost, ""))
    check(table, DeclareFlurry(actor="ann", parts=TWICE), *(SEVENS,) * 6)


def test_the_chance_of_the_second_attack_is_better_than_after_a_miss() -> None:
    table, move = make_fight(abilities__dodge=4), DeclareFlurry(actor="ann", parts=TWICE)
    out = play(table, move, faces=(SEVENS, SEVENS))
    missed = {one: chance for one, chance in out.items() if not one[0][0]}
    assert tell(table, move)[1] > chance_of(missed, lambda one: one[0][1]) / sum(missed.values())


def test_damage_that_is_rolled_wounds_before_the_next_attack() -> None:
    table = make_fight(extra=False, attributes__stamina=2, abilities__dodge=3, abilities__resistance=5, fatigue=0)
    check(table, DeclareFlurry(actor="ann", parts=TWICE), SEVENS, HITS, SEVENS, HITS)


@pytest.mark.parametrize("maneuver", ["sweep", "tackle"])
def test_who_is_stunned_defends_worse_where_stuns_lower_dvs(maneuver: str) -> None:
    """2E-388, 2E-389: by an option. A tackle may also take the attacker off her feet."""
    table = make_fight(Options(internal_to_dv=True), abilities__dodge=4)
    check(table, DeclareFlurry(actor="ann", parts=TWICE, maneuvers=(maneuver,)), *(SEVENS,) * 5)


def test_a_tackle_on_one_changes_the_attack_on_another() -> None:
    """2E-367: who lies on the ground has a success less."""
    table = make_fight(None, "cy")
    table.do(Override("bo", "inactive", 1, ""))
    move = DeclareFlurry(actor="ann", parts=("attack:punch:bo", "attack:punch:cy"), maneuvers=("tackle",))
    check(table, move, *(SEVENS,) * 6)


def test_a_hold_ends_the_flurry_on_another() -> None:
    """2E-312."""
    table = make_fight(None, "cy")
    check(table, DeclareFlurry(actor="ann", parts=("attack:clinch:bo", "attack:punch:cy")), SEVENS, SEVENS)


def test_a_player_guesses_the_same_flurry_against_usual_targets() -> None:
    """Dodge, Parry and soak are usual; the wounds are those that come of it."""
    table, move, found = make_fight(), DeclareFlurry(actor="ann", parts=TWICE), list[list[float]]()
    for usual in list_usual(table, "bo"):
        for soak in USUAL_SOAK[True]:
            one = usual.state.get("bo")
            sheet = replace(one.sheet, attributes={**one.sheet.attributes, "stamina": 0}, soak_bashing=soak)
            usual.state = usual.state.change("bo", sheet=sheet)
            found.append(tell(usual, move))
    wanted = [sum(each) / len(found) for each in zip(*found, strict=True)]
    assert tell(table, move, ADA) == pytest.approx(wanted)


def test_what_is_left_out_is_said_aloud() -> None:
    table = make_fight(Options(internal_to_dv=True), "cy", "ed")
    parts = tuple(f"attack:punch:{id}" for id in ("bo", "cy", "ed"))
    there_and_back = ("attack:clinch:bo", "attack:punch:cy", "attack:punch:ed", "attack:punch:bo")
    for seat, flurry, said in (
        (ADA, parts, {STUNS}),
        (STORYTELLER, parts, set()),
        (ADA, there_and_back, {STUNS, MIXED}),
        (STORYTELLER, there_and_back, set()),
    ):
        outlook = BATTLE.foresee(table.state, seat, DeclareFlurry(actor="ann", parts=flurry))
        assert outlook is not None
        assert {note for note in outlook.notes if note in (STUNS, MIXED)} == said
