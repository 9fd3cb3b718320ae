"""What the sheet or the table knows is not typed: hiding, specialties, distance, the place."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, Field, Seat
from rules.battle.moves import Hide, Override
from rules.battle.sources import NeedsRuling
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.attack.defenses import list_defenses
from rules.exalted2e.attack.figures import build_attack_pool
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackDeclared, AttackResolved, SurpriseRolled
from rules.exalted2e.events.places import GroundSet
from rules.exalted2e.events.table import ActionRolled
from rules.exalted2e.moves.acts import TakeAction, TakeDash, TakeGuard, TakeMove
from rules.exalted2e.moves.places import SetDistance, SetGround
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from rules.exalted2e.state import Attack
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits, make_duel


def test_who_stands_in_the_open_does_not_attack_from_hiding_by_her_own_word() -> None:
    for surprise in ("roll", "unaware"):
        with pytest.raises(NeedsRuling):
            make_duel().strike("ann", "bo", surprise=surprise, seat=ADA)
        with pytest.raises(NeedsRuling):
            make_duel().do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2, surprise=surprise), seat=ADA)


def test_who_is_hidden_attacks_from_hiding_unless_she_says_otherwise() -> None:
    table = make_duel()
    table.do(Hide("ann"))
    table.strike("ann", "bo", *hits(2, 6), *hits(1, 5), seat=ADA)
    assert table.last(SurpriseRolled).unaware
    table = make_duel()
    table.do(Hide("ann"))
    table.strike("ann", "bo", surprise="", seat=ADA)
    assert table.prompt("defense")


def test_the_first_blow_of_a_flurry_from_hiding_shows_the_attacker() -> None:
    table = make_duel()
    table.do(Hide("ann"))
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",) * 2), *hits(2, 6), *hits(1, 5), seat=ADA)
    table.defend("none", *(2,) * 8)
    assert [event.declared.surprise for event in table.log if isinstance(event, AttackDeclared)] == ["roll", ""]


def test_the_form_asks_who_is_hidden_only_whether_to_step_into_the_open() -> None:
    table = make_duel()
    asked = ask_for_strike(table, ADA)["surprise"]  # what she may only propose is among it
    assert [c.value for c in asked.choices] == ["as_stands", "roll", "unaware"]
    table.do(Hide("ann"))
    hidden = ask_for_strike(table, ADA)["surprise"]
    assert [(c.value, str(c.label)) for c in hidden.choices] == [
        ("as_stands", "From hiding"),
        ("", "In the open"),
        ("unaware", "On an unaware target"),
    ]


def ask_for_strike(table: Table, seat: Seat) -> dict[str, Field]:
    """The fields of the sword's attack by name."""
    offers = BATTLE.legal_moves(table.state, seat)
    strike = next(one for one in offers if one.move == "DeclareAttack" and one.fixed["weapon"] == "straight_sword")
    return {field.name: field for field in strike.fields}


def test_a_corpse_is_no_target_that_a_form_offers() -> None:
    table = Table()
    for id, side in (("ann", "red"), ("bo", "blue"), ("cy", "blue")):
        table.add(id, side, "ada" if id == "ann" else None)
    table.start(4, 2, 2)
    table.do(Override("bo", "lethal", 7, ""))
    table.do(Override("bo", "dying", 3, ""))
    assert table.one("bo").health.state == "dead"
    target = ask_for_strike(table, ADA)["target"]
    assert [choice.value for choice in target.choices] == ["cy"]
    assert target.initial == "cy"
    table.do(Override("cy", "lethal", 7, ""))
    target = ask_for_strike(table, ADA)["target"]
    assert [(choice.value, str(choice.hint)) for choice in target.choices] == [("cy", "incapacitated")]
    assert target.initial == ()  # whoever wants to end it says so


TRAINED: dict[str, Any] = {
    "specialties": [{"ability": "melee", "name": "Swords", "dots": 2}, {"ability": "melee", "name": "Duels"}]
}
SWORDS, DUELS = "melee:Swords", "melee:Duels"


def test_specialties_are_ticked_by_name_and_counted_by_their_dots() -> None:
    asked = ask_for_strike(make_duel(**TRAINED), ADA)
    assert "specialty" not in asked
    assert [(one.value, str(one.hint)) for one in asked["specialties"].choices] == [
        (SWORDS, "+2 dice"),
        (DUELS, "+1 die"),
    ]
    for named, dice in (((), 10), ((DUELS,), 11), ((SWORDS, DUELS), 13)):
        table = make_duel(**TRAINED)
        table.strike("ann", "bo", specialties=named, seat=ADA)
        table.defend("none", *(2,) * dice)
        assert table.last(AttackResolved).numbers.pool == dice


def test_a_specialty_that_the_sheet_lacks_or_that_is_of_another_ability_is_refused() -> None:
    more = [*TRAINED["specialties"], {"ability": "dodge", "name": "Leaps"}]
    for named in ("melee:Axes", "dodge:Leaps", "Swords"):
        with pytest.raises(BadInput, match="has no specialty"):
            make_duel(specialties=more).strike("ann", "bo", specialties=(named,), seat=ADA)
    with pytest.raises(BadInput, match="no specialty"):
        make_duel(specialties=more).do(TakeAction("ann", "dexterity", "dodge", specialties=(SWORDS,)), seat=ADA)


def test_specialties_aid_the_parts_of_a_flurry_that_they_fit() -> None:
    table = make_duel(specialties=[*TRAINED["specialties"], {"ability": "athletics", "name": "Leaps"}])
    act: dict[str, Any] = {
        "act_attribute": "dexterity",
        "act_ability": "athletics",
        "act_specialties": ("athletics:Leaps",),
    }
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",), ("act",), specialties=(SWORDS,), **act), *(2,) * 4)
    table.defend("none", *(2,) * 9)
    assert table.last(ActionRolled).pool.dice == 4
    assert table.last(AttackResolved).numbers.pool == 9


def test_a_move_with_a_number_of_specialty_dice_counts_as_before() -> None:
    table = make_duel(**TRAINED)
    table.strike("ann", "bo", specialty=2, seat=ADA)
    table.defend("none", *(2,) * 12)
    assert table.last(AttackResolved).numbers.pool == 12


ARCHER: dict[str, Any] = {"weapons": ["long_bow_broadhead"]}


def make_range() -> Table:
    """Ann, ada's, has a bow in hand and acts first; Bo is ben's."""
    return make_duel(**ARCHER)


def ask_for_shot(table: Table, seat: Seat) -> dict[str, Field]:
    offers = BATTLE.legal_moves(table.state, seat)
    shot = next(one for one in offers if one.move == "DeclareAttack" and one.fixed["weapon"] == "long_bow_broadhead")
    return {field.name: field for field in shot.fields}


def shoot(table: Table, seat: Seat = ADA, **more: Any) -> int:
    """Ann shoots at Bo and misses; return the yards."""
    table.do(DeclareAttack("ann", "long_bow_broadhead", "bo", **more), seat=seat)
    pool = build_attack_pool(table.one("ann"), attack_of(table).declared).dice
    table.defend("none", *(2,) * pool)
    return int(table.last(AttackResolved).numbers.distance)


def tell_last(table: Table) -> str:
    """The last line of the log that Ada reads."""
    return str(BATTLE.line(table.log[-1], ADA))


def attack_of(table: Table) -> Attack:
    assert table.state.attack is not None
    return table.state.attack


def test_a_distance_is_said_once_and_kept() -> None:
    table = make_range()
    assert "distance" in ask_for_shot(table, ADA)
    assert shoot(table, distance=30) == 30
    assert table.state.get_distance("bo", "ann") == 30
    assert BATTLE.view(table.state, SPECTATOR)["picture"]["distances"] == [{"ids": ["ann", "bo"], "yards": 30}]
    assert [str(one.hint) for one in ask_for_strike(make_duel(), ADA)["target"].choices] == [""]
    while "ann" not in table.state.due:
        table.do(TakeGuard(table.state.due[0]))
    asked = ask_for_shot(table, ADA)
    assert "distance" not in asked
    assert [str(one.hint) for one in asked["target"].choices] == ["30 yards"]
    assert shoot(table) == 30


def test_only_the_storyteller_says_that_a_known_distance_is_less() -> None:
    table = make_range()
    table.do(SetDistance("ann", "bo", 60))
    assert tell_last(table) == "Ann is 60 yards from Bo."
    with pytest.raises(NeedsRuling):
        table.do(DeclareAttack("ann", "long_bow_broadhead", "bo", distance=59), seat=ADA)
    with pytest.raises(IllegalMove, match="Storyteller"):
        table.do(SetDistance("ann", "bo", 10), seat=ADA)
    assert shoot(table, distance=61) == 61
    assert table.state.get_distance("ann", "bo") == 61
    table = make_range()
    table.do(SetDistance("ann", "bo", 60))
    assert shoot(table, STORYTELLER, distance=20) == 20


def test_movement_toward_somebody_or_away_changes_the_distance_by_its_yards() -> None:
    table = make_range()
    assert "target" not in walk_fields(table)  # nothing is known that could change
    table.do(SetDistance("ann", "bo", 20))
    assert {"target", "away"} <= walk_fields(table)
    table.do(TakeMove("ann", 4, target="bo"), seat=ADA)
    assert tell_last(table) == "Ann moves 4 yards toward Bo."
    assert table.state.get_distance("ann", "bo") == 16
    table.do(TakeDash("ann", target="bo", away=True), seat=ADA)
    assert table.state.get_distance("ann", "bo") == 46  # Dexterity + 6 on each of three ticks
    table.do(TakeDash("bo", target="ann", yards=12), seat=BEN)
    assert table.state.get_distance("ann", "bo") == 34


def walk_fields(table: Table) -> set[str]:
    walk = next(one for one in BATTLE.legal_moves(table.state, ADA) if one.move == "TakeMove")
    return {field.name for field in walk.fields}


def test_distances_to_somebody_hidden_are_not_told() -> None:
    table = make_range()
    table.do(SetDistance("ann", "bo", 20))
    table.do(Hide("bo"))
    assert BATTLE.view(table.state, ADA)["picture"]["distances"] == []
    assert "target" not in walk_fields(table)
    assert BATTLE.view(table.state, STORYTELLER)["picture"]["distances"] != []


def test_a_reflexive_move_may_be_stunted() -> None:
    table = make_range()
    table.do(TakeMove("ann", 2, stunt_text="over the balustrade"), seat=ADA)
    assert table.prompt("told_stunt")


def test_the_storyteller_says_where_somebody_stands_in_the_words_of_the_book() -> None:
    table = make_duel()
    with pytest.raises(IllegalMove, match="Storyteller"):
        table.do(SetGround("bo", cover="half"), seat=BEN)
    table.do(SetGround("bo", height="steep", terrain="bad", cover="half"))
    told = "Bo’s position: 50% cover; up a steep slope, or in a howdah; bad ground, such as loose pebbles."
    assert tell_last(table) == told
    seen = next(one for one in BATTLE.view(table.state, ADA)["combatants"] if one["id"] == "bo")
    assert "bad ground, such as loose pebbles" in seen["conditions"]
    table.strike("ann", "bo", seat=ADA)
    dodge = list_defenses(table.state, attack_of(table).declared)[1]
    assert [(str(term.name), term.amount) for step in dodge.dv.steps[-2:] for term in step.terms] == [
        ("50% hard cover", 1),
        ("Higher ground", 2),
        ("Unstable ground", -1),
    ]


def test_everybody_sees_who_is_mounted() -> None:
    """It raises a DV (2E-354)."""
    table = make_duel()
    table.do(Override("bo", "mounted", 1, ""))
    seen = next(one for one in BATTLE.view(table.state, ADA)["combatants"] if one["id"] == "bo")
    assert seen["conditions"] == ["mounted"]


def test_darkness_falls_on_everyone_at_once_and_counts_in_rolls() -> None:
    table = make_duel()
    table.do(SetGround("ann", sight="blind", everyone=True))
    assert [one.ground.sight for one in table.state.combatants] == [4, 4]
    table.strike("ann", "bo", seat=ADA)
    table.defend("none", *(2,) * 6)
    again = table.do(SetGround("ann", sight="blind", everyone=True))
    assert [event.actor for event in again if isinstance(event, GroundSet)] == ["ann"]
    with pytest.raises(BadInput):
        table.do(SetGround("ann", sight="pitch black"))
