"""Mass combat: units worn by their commanders (2E-500 to 2E-506)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import get_system
from rules.battle import STORYTELLER, fold
from rules.battle.moves import Override, StartBattle
from rules.errors import IllegalMove
from rules.exalted2e.attack.figures import build_attack_pool, build_exchange
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.events.exchange import AttackResolved, AttackRolled, DamageRolled
from rules.exalted2e.events.table import JoinBattleRolled, ValorChecked
from rules.exalted2e.events.war import UnitOrdered
from rules.exalted2e.moves.acts import CheckValor, TakeGuard
from rules.exalted2e.moves.strikes import CoordinateAttack, DeclareAttack
from rules.exalted2e.moves.war import ChangeFormation, FormUnit, RallyUnit, SetKind
from rules.exalted2e.options import Options
from rules.exalted2e.sheet.unit import Unit, lose_levels
from rules.laws import Trial
from tests.rules.exalted2e.table import ADA, BEN, SPECTATOR, Table, hits

pytestmark = pytest.mark.walk


def make_war(
    options: Options | None = None, *, ann: dict[str, Any] | None = None, bo: dict[str, Any] | None = None
) -> Table:
    """Ann (ada's) leads a unit of Magnitude 3 and acts on tick 0; Bo (ben's) one of Magnitude 2, on tick 2.

    By an option the Magnitude takes no dice of Join War.
    """
    table = Table(replace(options or Options(), join_war_magnitude=False))
    table.do(SetKind("war"))
    unit = {"unit__name": "The Reed Spears", "unit__magnitude": 3, "unit__drill": 2, "unit__might": 1}
    ratings = {"unit__close_attack": 2, "unit__close_damage": 3, "unit__morale": 2}
    table.add("ann", "red", "ada", **{**unit, **ratings, **(ann or {})})
    table.add("bo", "blue", "ben", **{"unit__magnitude": 2, "unit__armor": 2, "unit__morale": 1, **(bo or {})})
    table.do(StartBattle(), *hits(4, 5), *hits(2, 5))
    return table


def line(table: Table, cls: type) -> str:
    told = BATTLE.view_event(table.last(cls), STORYTELLER)
    assert told is not None
    return told["line"]


def test_a_war_is_joined_by_wits_and_war_and_counted_in_long_ticks() -> None:
    table = make_war()
    joined = table.last(JoinBattleRolled)
    assert [str(term.name) for term in joined.pool.steps[0].terms] == ["Wits", "War"]
    assert (table.state.is_long, BATTLE.view(table.state, ADA)["headline"]) == (True, "Long tick 0")
    assert line(table, JoinBattleRolled) == "Bo rolls Join War: 2 successes, first acts on tick 2."
    table.do(TakeGuard("ann"), seat=ADA)
    assert (table.state.tick, BATTLE.elapsed(table.state)) == (2, 120)


def test_join_war_loses_the_magnitude_of_the_unit() -> None:
    table = Table()
    table.do(SetKind("war"))
    table.add("ann", "red", "ada", unit__magnitude=3)
    table.add("bo", "blue", "ben", unit__magnitude=9)
    table.do(StartBattle(), *hits(1, 2), *hits(1, 2))  # 5 dice less 3, and less 9 down to the floor of Essence 2
    assert table.last(JoinBattleRolled).pool.total == 2


def test_somebody_without_a_unit_joins_a_war_by_wits_and_awareness() -> None:
    table = Table()
    table.do(SetKind("war"))
    table.add("ann", "red", "ada")
    table.add("bo", "blue", "ben", unit__magnitude=1)
    table.do(StartBattle(), *hits(1, 5), *hits(1, 4))
    pools = {event.actor: event.pool for event in table.log if isinstance(event, JoinBattleRolled)}
    assert {who: [str(term.name) for term in pool.steps[0].terms] for who, pool in pools.items() if pool} == {
        "ann": ["Wits", "Awareness"],
        "bo": ["Wits", "War"],
    }


def test_the_kind_is_chosen_before_the_battle_begins() -> None:
    table = make_war()
    with pytest.raises(IllegalMove, match="The battle has already started"):
        table.do(SetKind("debate"))
    fresh = Table()
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        fresh.do(SetKind("war"), seat=ADA)
    with pytest.raises(IllegalMove, match="It is already that kind of battle"):
        fresh.do(SetKind("battle"))
    fresh.add("ann", unit__magnitude=3)
    assert fresh.one("ann").unit is None
    fresh.do(SetKind("war"))
    assert fresh.one("ann").magnitude == 3
    fresh.do(SetKind("battle"))
    assert (fresh.one("ann").unit, fresh.state.is_long) == (None, False)


def test_war_limits_the_ability_and_the_unit_adds_successes() -> None:
    table = make_war()
    table.strike("ann", "bo", seat=ADA)
    table.defend("none", *hits(2, 8), *(2,) * 12, seat=BEN)
    rolled = table.last(AttackRolled).numbers
    # Dexterity 4 + Melee 4 limited to War 2 + Accuracy 2; Might 1, rating 2, a Magnitude more 1.
    assert (rolled.pool, rolled.bonus_successes, rolled.external, rolled.successes) == (8, 4, 0, 6)


@pytest.mark.parametrize(("limits", "total"), [(True, 8), (False, 10)])
def test_war_limits_somebody_alone_against_a_unit_unless_the_option_is_off(limits: bool, total: int) -> None:
    table = make_war(Options(solo_war_limit=limits), ann={"unit__magnitude": 0})
    table.strike("ann", "bo", seat=ADA)
    attack = table.state.attack
    assert attack is not None
    # Dexterity 4 + Melee 4, limited to War 2, + Accuracy 2.
    assert build_attack_pool(table.one("ann"), attack.declared, table.state.options).total == total


def test_an_option_limits_the_whole_pool_by_war() -> None:
    table = make_war(Options(war_limit="pool"))
    table.strike("ann", "bo", seat=ADA)
    assert table.state.attack is not None
    # War 2 in place of Dexterity 4 + Melee 4; Accuracy 2.
    assert build_attack_pool(table.one("ann"), table.state.attack.declared, table.state.options).total == 4


def test_shots_have_ratings_of_their_own() -> None:
    table = make_war(ann={"unit__ranged_attack": 4, "unit__ranged_damage": 5, "weapons": ["long_bow_broadhead"]})
    table.do(DeclareAttack(actor="ann", weapon="long_bow_broadhead", target="bo"), seat=ADA)
    attack = table.state.attack
    assert attack is not None
    pool = build_attack_pool(table.one("ann"), attack.declared)
    assert pool.bonus_successes == 6  # Might 1, rating 4, a Magnitude more 1
    exchange = build_exchange(table.state, attack.declared, pool, 0)
    assert exchange.raw_mod == 5


def test_the_smaller_magnitude_loses_successes_at_most_three() -> None:
    table = make_war(ann={"unit__magnitude": 9})
    table.do(TakeGuard("ann"), seat=ADA)
    table.strike("bo", "ann", seat=BEN)
    attack = table.state.attack
    assert attack is not None
    pool = build_attack_pool(table.one("bo"), attack.declared)
    assert (attack.declared.edge, pool.external, pool.bonus_successes) == (-3, 3, 0)


def test_damage_thins_the_unit_and_not_its_commander() -> None:
    table = make_war()
    table.strike("ann", "bo", seat=ADA)
    # Net 6: raw 3 + 3 + 6 + rating 3 = 15, soak 1 + 2 armor of the unit leaves 12 dice; morale 1 against difficulty 3.
    table.defend("none", *hits(2, 8), *hits(9, 12), 2, seat=BEN)
    numbers = table.last(DamageRolled).numbers
    assert (numbers.raw, numbers.soak, numbers.levels) == (15, 3, 9)
    unit, bo = table.one("bo").unit, table.one("bo")
    assert unit is not None
    assert (unit.magnitude, unit.lost, bo.health.boxes, bo.wavers) == (1, 2, ".......", True)
    checked = table.last(ValorChecked)
    assert (checked.difficulty, checked.is_unit, checked.stands) == (3, True, False)
    assert "Bo’s unit drops to Magnitude 1." in line(table, AttackResolved)
    assert line(table, ValorChecked).startswith("Bo’s unit refuses to fight a clearly superior foe")


def test_without_the_option_nobody_checks_morale_by_itself() -> None:
    table = make_war(Options(rout_check=False))
    table.strike("ann", "bo", seat=ADA)
    table.defend("none", *hits(2, 8), *hits(9, 12), seat=BEN)
    assert not table.one("bo").wavers
    table.do(CheckValor("bo", 2), 2)
    assert table.one("bo").wavers


def test_a_unit_without_magnitude_is_scattered_and_its_commander_stands_alone() -> None:
    table = make_war(Options(magnitude_levels=4))
    table.strike("ann", "bo", seat=ADA)
    table.defend("none", *hits(2, 8), *hits(9, 12), seat=BEN)
    unit, bo = table.one("bo").unit, table.one("bo")
    assert unit is not None
    assert (unit.magnitude, unit.lost, bo.worn, bo.out) == (0, 0, None, "")
    assert "Bo’s unit is scattered." in line(table, AttackResolved)
    table.strike("bo", "ann", seat=BEN)
    attack = table.state.attack
    assert attack is not None
    assert build_attack_pool(bo, attack.declared).total == 8  # War limits her alone against a unit, too (2E-697)


def test_a_unit_that_will_not_stand_is_rallied_before_it_strikes() -> None:
    table = make_war(ann={"unit__drill": 1})
    table.do(Override("ann", "wavers", 1, "fear"))
    with pytest.raises(IllegalMove, match="rally it first"):
        table.strike("ann", "bo", seat=ADA)
    offered = {offer.move for offer in BATTLE.legal_moves(table.state, ADA)}
    assert "RallyUnit" in offered
    assert "DeclareAttack" not in offered
    table.do(RallyUnit("ann"), *hits(2, 5), seat=ADA)  # Charisma 3 + War 2 against Magnitude 3 less Drill 1
    assert not table.one("ann").wavers
    assert line(table, UnitOrdered) == "Ann rallies the unit: 2 successes against difficulty 2."
    assert table.one("ann").clock is not None
    assert (table.one("ann").clock.next, table.one("ann").clock.penalty) == (5, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize(("successes", "formation"), [(1, "Wedge"), (0, "")])
def test_a_formation_changes_by_charisma_and_war(successes: int, formation: str) -> None:
    table = make_war()
    table.do(ChangeFormation("ann", "Wedge"), *hits(successes, 5), seat=ADA)
    unit, ordered = table.one("ann").unit, table.last(UnitOrdered)
    assert unit is not None
    assert (unit.formation, ordered.difficulty) == (formation, 1)  # Magnitude 3 less Drill 2, at least 1


def test_an_order_shows_its_odds_before_it_is_given() -> None:
    table = make_war()
    weighed = BATTLE.weigh(table.state, ADA, ChangeFormation("ann", "Wedge"))
    assert weighed is not None
    assert (weighed.pool.total, weighed.odds.success) == (5, 1 - Fraction(3, 5) ** 5)


def test_units_do_not_coordinate_their_attacks() -> None:
    table = make_war()
    with pytest.raises(IllegalMove, match="Units can’t coordinate attacks"):
        table.do(CoordinateAttack("ann", "bo", ("ann",)), seat=ADA)
    assert "CoordinateAttack" not in {offer.move for offer in BATTLE.legal_moves(table.state, ADA)}


def test_a_unit_is_in_no_clinch() -> None:
    table = make_war()
    with pytest.raises(IllegalMove, match="clinch"):
        table.do(DeclareAttack(actor="ann", weapon="clinch", target="bo"), seat=ADA)


def test_the_storyteller_forms_and_dismisses_units_in_a_war_alone() -> None:
    table = make_war()
    table.do(FormUnit("bo", "Levies", 4, morale=3))
    unit = table.one("bo").unit
    assert unit == Unit("Levies", 4, morale=3)
    table.do(FormUnit("bo", magnitude=0))
    assert table.one("bo").worn is None
    with pytest.raises(IllegalMove, match="Only the Storyteller"):
        table.do(FormUnit("ann", "More", 9), seat=ADA)
    duel = Table()
    duel.add("ann")
    with pytest.raises(IllegalMove, match="Choose it before the battle starts"):
        duel.do(FormUnit("ann", "More", 2))


def test_everybody_sees_the_ranks_and_the_own_side_the_figures() -> None:
    table = make_war()
    for seat in (STORYTELLER, ADA, BEN, SPECTATOR):
        bo = next(one for one in BATTLE.view(table.state, seat)["combatants"] if one["id"] == "bo")
        assert bo["unit"]["size"] == 2
        labels = {str(stat["label"]) for stat in bo.get("stats", ())}
        assert ("Drill" in labels) is (seat in (STORYTELLER, BEN))


def test_the_unit_goes_home_to_the_sheet_as_the_war_has_left_it() -> None:
    table = make_war(Options(rout_check=False))
    table.strike("ann", "bo", seat=ADA)
    table.defend("none", *hits(2, 8), *hits(9, 12), seat=BEN)
    home = BATTLE.outcome(table.state)["bo"]
    assert (home["unit"]["magnitude"], home["unit"]["lost"]) == (1, 2)
    assert fold(BATTLE.apply, BATTLE.start(table.state.options), table.log) == table.state


@given(st.integers(0, 9), st.integers(0, 19), st.integers(0, 60), st.integers(1, 20))
def test_no_blow_leaves_a_negative_magnitude_or_adds_to_it(size: int, lost: int, levels: int, each: int) -> None:
    before = Unit(magnitude=size, lost=lost)
    after = lose_levels(before, levels, each)
    assert 0 <= after.magnitude <= size
    assert 0 <= after.lost < each
    if after.magnitude:
        assert after.magnitude * each - after.lost == size * each - lost - levels


class WarTrial(Trial):
    """A random battle that is a war, with units on some of the sheets."""

    def must(self, seat: Any, move: Any, why: str = "the harness's own move was refused") -> None:
        if move.get("kind") == "StartBattle":
            super().must(STORYTELLER, {"kind": "SetKind", "battle": "war"})
        super().must(seat, move, why)


def test_random_wars_keep_the_laws_of_battle() -> None:
    system = get_system("exalted2e")
    units = [{"magnitude": size, "drill": 1, "might": 1, "morale": 2} for size in (0, 1, 2, 4)]
    sheets = [{**system.sheets.blank(name), "unit": unit} for name in ("dawn", "soldier", "extra") for unit in units]
    trials = [WarTrial(system, seed, sheets).play(160) for seed in (2, 5)]
    accepted = {kind for trial in trials for kind in trial.accepted}
    assert {"SetKind", "DeclareAttack", "ChangeFormation", "FormUnit"} <= accepted
    assert any(getattr(event, "losses", ()) for trial in trials for event in trial.events)
