"""The attacks of a flurry have what single ones have (2E-668), and a clinch that hits ends it (2E-312)."""

from typing import Any

import pytest

from rules.battle import STORYTELLER, gather_items
from rules.errors import BadInput, IllegalMove
from rules.exalted2e.battle import BATTLE
from rules.exalted2e.moves.replies import AnswerClinch
from rules.exalted2e.moves.strikes import DeclareAttack, DeclareFlurry
from tests.rules.exalted2e.table import Table, hits, make_duel

STAFF = "Staff (Melee): Speed 4, Accuracy +0, Damage +3B, Defense +1, Rate 3, Tags M"
SWORD, PUNCH, CLINCH = (f"attack:{weapon}:bo" for weapon in ("straight_sword", "punch", "clinch"))


def declare(table: Table, *parts: str, **more: Any) -> Any:
    """Ann's flurry as it stands once it is declared."""
    table.do(DeclareFlurry(actor="ann", parts=parts, **more))
    return [table.state.attack.declared, *table.state.queue]  # type: ignore[union-attr]


def weigh(table: Table, move: Any) -> list[int]:
    weighed = BATTLE.weigh(table.state, STORYTELLER, move)
    assert weighed is not None
    return [roll.pool.dice for roll in (weighed, *weighed.others)]


def test_each_attack_has_its_own_maneuver_ability_and_hand() -> None:
    table = make_duel(own_weapons=STAFF)
    staff = next(weapon.key for weapon in table.one("ann").sheet.arms() if weapon.name == "Staff")
    table.state = table.state.change("ann", ready=(staff,))
    made = declare(
        table,
        f"attack:{staff}:bo",
        f"attack:{staff}:bo",
        PUNCH,
        abilities=("martial_arts",),
        maneuvers=("", "sweep", "tackle"),
        hands=("", "off", "off"),
    )
    assert [one.ability for one in made] == ["martial_arts", "melee", "martial_arts"]
    assert [one.maneuver for one in made] == ["", "sweep", "tackle"]
    assert [one.off_hand for one in made] == [False, True, False]  # 2E-361: not for unarmed attacks


def test_a_sweep_and_the_off_hand_cost_their_dice_in_a_flurry() -> None:
    """2E-361, 2E-389."""
    table = make_duel()
    plain = weigh(table, DeclareFlurry(actor="ann", parts=(SWORD, SWORD)))
    other = DeclareFlurry(actor="ann", parts=(SWORD, SWORD), maneuvers=("sweep",), hands=("", "off"))
    assert weigh(table, other) == [plain[0] - 2, plain[1] - 1]


def test_a_flurry_of_sweeps_makes_knockdown_checks() -> None:
    table = make_duel()
    made = declare(table, SWORD, SWORD, maneuvers=("sweep", "sweep"))
    assert [one.maneuver for one in made] == ["sweep", "sweep"]


@pytest.mark.parametrize("change", [{"abilities": ("archery",)}, {"parts": (CLINCH, SWORD), "maneuvers": ("sweep",)}])
def test_what_does_not_fit_the_weapon_is_refused(change: dict[str, Any]) -> None:
    move = DeclareFlurry(**{"actor": "ann", "parts": (SWORD, SWORD), **change})
    with pytest.raises(IllegalMove):
        make_duel().do(move)


@pytest.mark.parametrize("change", [{"maneuvers": ("leap",)}, {"hands": ("third",)}])
def test_words_that_are_no_maneuver_and_no_hand_are_bad_input(change: dict[str, Any]) -> None:
    move = DeclareFlurry(actor="ann", parts=(SWORD, SWORD), **change)
    with pytest.raises(BadInput):
        make_duel().do(move)


def test_nobody_sweeps_with_a_bow() -> None:
    """2E-389."""
    table = make_duel(weapons=["crossbow"])
    bow = next(weapon.key for weapon in table.one("ann").sheet.arms() if weapon.range)
    with pytest.raises(IllegalMove, match="sweep or tackle"):
        table.do(DeclareAttack(actor="ann", weapon=bow, target="bo", maneuver="sweep"))


@pytest.mark.parametrize("own", [{"maneuver": "sweep"}, {"off_hand": True}, {"ability": "melee"}])
def test_a_single_attack_is_weighed_beside_flurries_that_are_like_it(own: dict[str, Any]) -> None:
    table = make_duel()
    move = DeclareAttack(actor="ann", weapon="straight_sword", target="bo", **own)
    outlook = BATTLE.foresee(table.state, STORYTELLER, move)
    assert outlook is not None
    alone, double = weigh(table, move), outlook.alternatives[1].prospects[:2]
    assert double[0].why.startswith(f"{alone[0] - 2} dice")
    assert double[1].why.startswith(f"{alone[0] - 3} dice")


def test_a_flurry_is_cut_to_an_attack_like_its_first() -> None:
    table = make_duel()
    move = DeclareFlurry(actor="ann", parts=(SWORD, SWORD), maneuvers=("sweep",))
    alone = DeclareAttack(actor="ann", weapon="straight_sword", target="bo", maneuver="sweep")
    outlook = BATTLE.foresee(table.state, STORYTELLER, move)
    assert outlook is not None
    assert outlook.alternatives[0].prospects[0].why.startswith(f"{weigh(table, alone)[0]} dice")


def test_the_form_asks_for_them_attack_by_attack() -> None:
    offers = [one for one in BATTLE.legal_moves(make_duel().state, STORYTELLER) if one.label.startswith("Flurry (")]
    fields = {field.name: field for field in offers[0].fields}
    assert {"maneuvers.0", "maneuvers.1", "hands.0", "hands.1"} <= set(fields)
    assert fields["maneuvers.1"].label == "Maneuver, attack 2"
    values = gather_items({"maneuvers.1": "sweep", "hands.0": "off"})
    assert values == {"maneuvers": ["", "sweep"], "hands": ["off"]}


@pytest.mark.parametrize("choice", ["hold", "throw_away"])
def test_a_clinch_that_hits_ends_the_flurry_whatever_is_done_with_it(choice: str) -> None:
    """2E-312."""
    table = make_duel()
    declare(table, CLINCH, PUNCH)
    table.defend("none", *hits(3, 4))
    table.do(AnswerClinch(table.prompt("clinch"), choice))
    assert not table.state.queue
    assert table.state.attack is None


def test_what_follows_a_clinch_in_a_flurry_counts_only_if_it_misses() -> None:
    table = make_duel()
    move = DeclareFlurry(actor="ann", parts=(CLINCH, PUNCH))
    outlook = BATTLE.foresee(table.state, STORYTELLER, move)
    assert outlook is not None
    way = next(way for way in outlook.alternatives if way.is_chosen)
    held, struck = (one.chance for one in way.prospects[:2])
    spread = next(one.spread for one in way.prospects if one.label == "Hits")
    assert held is not None
    assert struck is not None
    assert spread is not None
    assert spread.get(2, 0) == 0
    assert spread[1] == pytest.approx(held + struck)  # where the clinch holds, the second attack does not come about
