"""What the sheet or the table knows is not typed: hiding, specialties, distance, the place."""

import pytest

from rules.battle import STORYTELLER, Field, Seat
from rules.battle.moves import Hide, Override
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackDeclared, AttackResolved, SurpriseRolled
from rules.exalted2e.events.table import ActionRolled
from rules.exalted2e.moves.acts import TakeAction
from rules.exalted2e.moves.strikes import DeclareFlurry
from tests.rules.exalted2e.table import ADA, Table, hits, make_duel


def test_who_stands_in_the_open_does_not_attack_from_hiding_by_her_own_word() -> None:
    for surprise in ("roll", "unaware"):
        with pytest.raises(IllegalMove, match="Storyteller"):
            make_duel().strike("ann", "bo", surprise=surprise, seat=ADA)
        with pytest.raises(IllegalMove, match="Storyteller"):
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
    assert "surprise" not in ask_for_strike(table, ADA)
    assert [c.value for c in ask_for_strike(table, STORYTELLER)["surprise"].choices] == ["as_stands", "roll", "unaware"]
    table.do(Hide("ann"))
    hidden = ask_for_strike(table, ADA)["surprise"]
    assert [(c.value, str(c.label)) for c in hidden.choices] == [("as_stands", "From hiding"), ("", "In the open")]


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


TRAINED = {"specialties": [{"ability": "melee", "name": "Swords", "dots": 2}, {"ability": "melee", "name": "Duels"}]}
SWORDS, DUELS = "melee:Swords", "melee:Duels"


def test_specialties_are_ticked_by_name_and_counted_by_their_dots() -> None:
    asked = ask_for_strike(make_duel(**TRAINED), ADA)
    assert "specialty" not in asked
    assert [(one.value, str(one.hint)) for one in asked["specialties"].choices] == [
        (SWORDS, "+2 dice"), (DUELS, "+1 die"),
    ]  # fmt: skip
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
    act = {"act_attribute": "dexterity", "act_ability": "athletics", "act_specialties": ("athletics:Leaps",)}
    table.do(DeclareFlurry("ann", ("attack:straight_sword:bo",), ("act",), specialties=(SWORDS,), **act), *(2,) * 4)
    table.defend("none", *(2,) * 9)
    assert table.last(ActionRolled).pool.dice == 4  # Dexterity 4 + Athletics 1 + 1 − 2
    assert table.last(AttackResolved).numbers.pool == 9  # 10 + 2 − 3


def test_a_move_with_a_number_of_specialty_dice_counts_as_before() -> None:
    table = make_duel(**TRAINED)
    table.strike("ann", "bo", specialty=2, seat=ADA)
    table.defend("none", *(2,) * 12)
    assert table.last(AttackResolved).numbers.pool == 12
