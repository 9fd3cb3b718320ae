"""Powers of the sheet in a 3e battle and outside it: dice, successes, damage, Defense, soak, and what they cost."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Seat
from rules.dice import ScriptedRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import SYSTEM
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.actions.request import Request
from rules.exalted3e.battle import BATTLE
from rules.exalted3e.options import Options
from rules.exalted3e.sheet import parse_sheet
from rules.exalted3e.state import State
from rules.pool import Term
from rules.powers import Effect, Power
from tests.rules.battle_laws import trials
from tests.rules.exalted3e.builders import QUIET, SWORD, battle, blank, fighter, found, play


def power(key: str, use: str, timing: str = "reflexive", cost: Any = (), **effects: int) -> Power:
    """A power as a sheet has it; the name is its key in capitals."""
    told = tuple(Effect(kind, amount) for kind, amount in effects.items())
    return Power(key, key.replace("-", " ").title(), use, timing, dict(cost), told)


ARC = power("ember-arc", "attack", "supplemental", {"motes": 3}, dice=2, damage=2)
STEP = power("sure-step", "attack", "reflexive", {"initiative": 2}, successes=1, undodgeable=1)
REED = power("reed-bends", "defense", cost={"motes": 2, "willpower": 1}, defense=2, soak=3, hardness=4)
VOW = power("long-vow", "any", cost={"motes": 6}, dice=1)
SLOW = power("slow-fist", "attack", "simple", {"motes": 1}, dice=1)
POWERS = (ARC, STEP, REED, VOW, SLOW)
BLADE = replace(SWORD, pool=(Term("Dexterity", 3, "attribute", ""), Term("Melee", 3, "ability", "")))
RICH: dict[str, Any] = {"powers": POWERS, "personal": 5, "peripheral": 10, "willpower": 5, "arms": (BLADE,)}
ANN = Seat(characters=frozenset({"ann"}))


def duel(options: Options = QUIET, **ann: Any) -> State:
    return battle(
        fighter("ann", **{**RICH, **ann}), fighter("bob", "blue", character="bob", **RICH), turn="ann", options=options
    )


def test_a_power_adds_dice_and_damage_under_its_own_name_and_is_paid() -> None:
    state, events = play(
        duel(), mv.Attack("ann", "bob", "withering", powers=("ember-arc",)), [7, 7, 7, 7, *[1] * 6, *[7] * 2, *[1] * 8]
    )
    assert state.get("ann").peripheral == 7
    assert found(events, ev.CharmUsed)[0].charm == "Ember Arc"
    assert "Ember Arc" in [term.name for step in found(events, ev.AttackRolled)[0].pool.steps for term in step.terms]
    assert "Ember Arc" in [term.name for step in found(events, ev.DamageRolled)[0].raw.steps for term in step.terms]
    assert found(events, ev.DamageRolled)[0].pool == 10


def test_a_power_may_cost_initiative_and_bar_evasion() -> None:
    state, events = play(duel(), mv.Attack("ann", "bob", "withering", powers=("sure-step",)), [1] * 8)
    assert state.get("ann").initiative == 4
    assert found(events, ev.AttackRolled)[0].successes == 1


def test_a_decisive_attack_needs_what_is_left_after_the_cost() -> None:
    with pytest.raises(IllegalMove, match="no Initiative for a decisive attack"):
        play(duel(initiative=2), mv.Attack("ann", "bob", "decisive", powers=("sure-step",)))


def test_a_defense_takes_what_a_power_adds_for_this_attack_alone() -> None:
    state, _ = play(duel(Options()), mv.Attack("ann", "bob", "withering"))
    prompt = state.pending[0].id
    answer = mv.AnswerDefense(prompt, powers=("reed-bends",))
    state, events = play(state, answer, [7, 7, 7, 7, 7, 7, 1, 1, *[1] * 5])
    rolled, damage = found(events, ev.AttackRolled)[0], found(events, ev.DamageRolled)[0]
    assert [term.amount for step in rolled.defense.steps for term in step.terms if term.name == "Reed Bends"] == [2]
    assert [term.amount for step in damage.soak.steps for term in step.terms if term.name == "Reed Bends"] == [3]
    assert (state.get("bob").peripheral, state.get("bob").willpower) == (8, 4)
    assert state.get("bob").timed == ()


def test_peripheral_motes_of_a_power_raise_the_anima() -> None:
    state, _ = play(duel(), mv.Attack("ann", "bob", "withering", powers=("long-vow",)), [1] * 9)
    assert (state.get("ann").peripheral, state.get("ann").anima) == (4, 1)


def test_no_simple_charm_in_a_flurry() -> None:
    state = duel(flurry=("attack", "aim"))
    with pytest.raises(IllegalMove, match="no part of a flurry"):
        play(state, mv.Attack("ann", "bob", "withering", powers=("slow-fist",)))


@pytest.mark.parametrize(
    ("move", "match"),
    [
        ({"powers": ("reed-bends",)}, "on a defense"),
        ({"powers": ("nothing",)}, "no such power"),
        ({"powers": ("long-vow", "ember-arc"), "motes": 0}, "costs 9 motes, and 8 are left"),
        ({"powers": ("ember-arc",), "motes": 6}, "3 motes, and 2 are left"),
    ],
)
def test_what_is_not_there_or_cannot_be_paid_is_refused(move: dict[str, Any], match: str) -> None:
    with pytest.raises(IllegalMove, match=match):
        play(duel(personal=0, peripheral=8), mv.Attack("ann", "bob", "withering", **move))


def test_the_cap_counts_a_success_as_two_dice() -> None:
    with pytest.raises(IllegalMove, match="Magic adds 6 dice at most here, not 7"):
        play(duel(), mv.Attack("ann", "bob", "withering", motes=5, powers=("sure-step",)))


def test_the_form_greys_what_cannot_be_paid() -> None:
    state = battle(fighter("ann", character="ann", **{**RICH, "personal": 0, "peripheral": 2}), fighter("bob", "blue"),
                   turn="ann")  # fmt: skip
    offer = next(offer for offer in BATTLE.legal_moves(state, ANN) if offer.move == "Attack")
    (field,) = [field for field in offer.fields if field.name == "powers"]
    assert {choice.value: bool(choice.reason) for choice in field.choices} == {
        "ember-arc": True, "sure-step": False, "long-vow": True, "slow-fist": False,
    }  # fmt: skip


def sheet(**changes: Any) -> dict[str, Any]:
    powers = [
        {"key": one.key, "name": one.name, "use": one.use, "timing": one.timing, "cost": dict(one.cost),
         "effects": [{"kind": effect.kind, "amount": effect.amount} for effect in one.effects]}
        for one in POWERS
    ]  # fmt: skip
    data = blank("solar")
    data |= {"powers": powers, **changes}
    return data


def test_a_roll_outside_combat_takes_powers_and_pays_from_the_sheet() -> None:
    made = parse_sheet(sheet())
    plain = SYSTEM.rolls.pool(made, Request(), Options())
    request = Request(powers=("long-vow",))
    assert SYSTEM.rolls.pool(made, request, Options()).total == plain.total + 1
    roll = SYSTEM.rolls.roll(made, request, ScriptedRoller([1] * (plain.total + 1)), Options())
    spent = SYSTEM.tasks.cost(made, request, roll, Options())
    assert spent["motes.peripheral"] == made.motes.peripheral - 6
    assert spent["anima"] == 1


def test_initiative_buys_nothing_outside_combat() -> None:
    powers = [
        {"name": "Sure Step", "use": "any", "cost": {"initiative": 1}, "effects": [{"kind": "dice", "amount": 1}]}
    ]
    made = parse_sheet(sheet(powers=powers))
    (field,) = [field for field in SYSTEM.rolls.fields(made) if field.name == "powers"]
    assert field.choices[0].reason == "costs 1 Initiative, 0 left"


def test_battles_full_of_powers_keep_the_laws() -> None:
    used = 0
    for trial in trials(SYSTEM, range(3, 5), 60, [sheet(), sheet(anima=1)]):
        used += sum(bool(taken.move.get("powers")) for taken in trial.taken)
        for one in trial.state.combatants:
            assert min(one.personal, one.peripheral, one.willpower) >= 0
    assert used


def test_the_storyteller_is_offered_the_powers_of_her_own() -> None:
    offers = BATTLE.legal_moves(duel(), STORYTELLER)
    assert any(field.name == "powers" for offer in offers if offer.move == "Attack" for field in offer.fields)


def test_the_odds_of_an_attack_follow_the_powers_that_are_switched_on() -> None:
    state = duel(character="ann")
    kinds: dict[str, Any] = {"": (), "ember-arc": ("ember-arc",), "sure-step": ("sure-step",)}
    weighed = {
        key: BATTLE.weigh(state, ANN, mv.Attack("ann", "bob", "withering", powers=on)) for key, on in kinds.items()
    }
    chances = {key: one.odds.success for key, one in weighed.items() if one is not None}
    assert chances["ember-arc"] > chances[""]
    assert chances["sure-step"] > chances[""]
    offered = next(offer for offer in BATTLE.legal_moves(state, ANN) if offer.weighs)
    (choice,) = [choice for choice in offered.fields[0].choices if choice.value == "bob"]
    assert choice.odds == pytest.approx(float(chances[""]))
    lit = weighed["ember-arc"]
    assert lit is not None
    _, events = play(state, mv.Attack("ann", "bob", "withering", powers=("ember-arc",)), [1] * lit.pool.dice)
    assert found(events, ev.AttackRolled)[0].pool.total == lit.pool.total


def test_what_cannot_be_attacked_so_is_not_weighed() -> None:
    for seat, move in (
        (Seat(characters=frozenset({"bob"})), mv.Attack("ann", "bob", "withering")),
        (ANN, mv.Attack("ann", "nobody", "withering")),
        (ANN, mv.Attack("ann", "bob", "withering", powers=("no-such",))),
    ):
        with pytest.raises((IllegalMove, BadInput)):
            BATTLE.weigh(duel(character="ann"), seat, move)
    assert BATTLE.weigh(duel(character="ann"), ANN, mv.FullDefense("ann")) is None
