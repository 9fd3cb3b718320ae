"""A counterattack stands between the attack roll and the damage; both take effect together at the end (3E-297)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Move, Seat
from rules.battle.moves import Leave
from rules.errors import IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.health import Health
from rules.exalted3e.options import Options
from rules.exalted3e.state.board import State
from rules.exalted3e.state.combatant import Group
from tests.rules.exalted3e.builders import BATTLE, QUIET, battle, fighter, found, play

ASKING = replace(QUIET, ask_defender=True)
BOB = Seat(characters=frozenset({"bob"}))
ALLOWED = replace(BOB, granted=frozenset({"counter"}))
"""Bob, whom the Storyteller allows the counterattack that no power of his sheet gives."""
HIT = [7, 7, 7, 7, 1, 2, 3, 4]
MISS = [1, 2, 3, 4, 5, 6, 6, 6]
SIX_HITS = [7, 7, 7, 1, 2, 3]
"""A decisive roll of three successes."""


def ready(**changes: Any) -> State:
    """Ann's turn; Bob's magic will answer her attack."""
    bob = {"counters": True, "character": "bob", **changes}
    return battle(fighter("ann"), fighter("bob", "blue", **bob), turn="ann")


def attacked(state: State, attack: str = "withering", faces: list[int] = HIT) -> State:
    return play(state, mv.Attack("ann", "bob", attack), faces)[0]


def answer(state: State, attack: str, faces: list[int], **more: Any) -> tuple[State, list[Any]]:
    return play(state, mv.AnswerCounter(state.pending[0].id, attack, **more), faces, BOB)


def code(state: State, move: Move, seat: Seat = STORYTELLER) -> str:
    with pytest.raises(IllegalMove) as refused:
        play(state, move, seat=seat)
    return refused.value.code


def test_the_attack_roll_waits_for_the_counterattack() -> None:
    state = attacked(ready())
    assert [(prompt.kind, prompt.who, prompt.options) for prompt in state.pending] == [
        ("counter", "bob", ("withering", "decisive"))
    ]
    assert state.exchange is not None
    assert (state.exchange.rolled, state.get("bob").initiative) == (True, 6)


def test_both_roll_their_damage_before_either_takes_effect() -> None:
    state, events = answer(attacked(ready()), "withering", [*HIT, 7, 7, *[1] * 6, 7, 7, 7, *[1] * 5])
    kinds = [type(event) for event in events]
    last_roll = max(index for index, kind in enumerate(kinds) if kind is ev.DamageRolled)
    moved = [index for index, event in enumerate(events) if isinstance(event, ev.InitiativeChanged)]
    assert kinds.count(ev.DamageRolled) == 2
    assert min(moved) > last_roll
    assert (state.get("ann").initiative, state.get("bob").initiative) == (6 - 2 + 1 + 3, 6 + 1 + 2 - 3)


def test_the_counterattack_takes_effect_first_and_each_has_its_own_line() -> None:
    _, events = answer(attacked(ready()), "withering", [*MISS, *[7] * 3, *[1] * 5])
    ended = found(events, ev.AttackEnded)
    assert [(end.actor, end.counter, end.why, end.dealt) for end in ended] == [
        ("bob", True, "missed", 0),
        ("ann", False, "", 3),
    ]
    lines = [told["line"] for event in ended if (told := BATTLE.view_event(event, BOB))]
    assert lines[0] == "Bob counterattacks Ann (sword): 0 successes against Defense 2."


def test_a_decisive_attack_is_rolled_with_the_initiative_that_the_counterattack_then_takes() -> None:
    state = attacked(ready(), "decisive", SIX_HITS)
    state, events = answer(state, "withering", [*HIT, *[7] * 8, *[7] * 2, *[1] * 4])
    assert found(events, ev.DamageRolled)[1].pool == 6
    ann = state.get("ann")
    assert found(events, ev.BreakGained)[0].actor == "bob"
    assert (ann.initiative, state.get("bob").health.lethal) == (3, 2)


def test_who_is_brought_down_by_the_counterattack_still_deals_the_rolled_damage() -> None:
    ann = fighter("ann", health=Health(lethal=6))
    bob = fighter("bob", "blue", counters=True, character="bob")
    state = attacked(battle(ann, bob, turn="ann"), faces=HIT[:4])
    state, _ = answer(state, "decisive", [*SIX_HITS, 7, *[1] * 5, *[7] * 2, *[1] * 6])
    assert state.get("ann").out == "incapacitated"
    assert state.get("bob").initiative == 3 - 2
    assert (state.exchange, state.interrupted, state.blow) == (None, None, None)
    assert state.current == "bob"


def test_both_suffer_onslaught() -> None:
    state, _ = answer(attacked(ready(), faces=MISS), "withering", MISS)
    assert (state.get("ann").onslaught, state.get("bob").onslaught) == (1, 1)


def test_a_miss_is_paid_for_after_the_counterattack() -> None:
    state, events = answer(attacked(ready(), "decisive", [*MISS[:6]]), "withering", [*HIT, 7, *[1] * 7])
    changes = [event.rule for event in found(events, ev.InitiativeChanged) if event.actor == "ann"]
    assert changes == ["3E-071", "3E-080"]
    assert state.get("ann").initiative == 6 - 1 - 2


def test_who_lets_it_come_keeps_the_counterattack_until_the_own_turn() -> None:
    state, _ = answer(attacked(ready(initiative=3), faces=MISS), "", [])
    assert state.get("bob").counters
    state, _ = play(state, mv.EndTurn("ann"))
    assert (state.current, state.get("bob").counters) == ("bob", False)


def test_a_counterattack_made_is_spent() -> None:
    assert not answer(attacked(ready(), faces=MISS), "withering", MISS)[0].get("bob").counters


def test_a_stunt_and_willpower_help_it() -> None:
    state = attacked(ready(willpower=1), faces=MISS)
    state, _ = answer(state, "withering", [], stunt=1, willpower=True)
    state, events = play(state, mv.RateStunt(state.pending[0].id, 1), [*MISS, 2, 2])
    rolled = found(events, ev.AttackRolled)[0]
    assert (rolled.pool.dice, rolled.successes, state.get("bob").willpower) == (10, 1, 0)


def test_its_chance_is_told_without_the_flurry_that_it_is_no_part_of() -> None:
    """3E-161: a flurry modifies its own two actions alone."""

    def told(state: State) -> float | None:
        offers = BATTLE.legal_moves(state, BOB)
        fields = next(offer.fields for offer in offers if offer.move == "AnswerCounter")
        return next(choice.odds for choice in fields[0].choices if choice.value == "withering")

    plain = attacked(ready())
    assert told(plain) == told(attacked(ready(flurry=("attack",))))
    move = mv.AnswerCounter(plain.pending[0].id, "withering")
    weighed = BATTLE.weigh(plain, BOB, move)
    assert weighed is not None
    assert told(plain) == float(weighed.odds.success)


def test_a_counterattack_is_not_answered_by_another() -> None:
    state = ready().change("ann", counters=True)
    state, events = answer(attacked(state, faces=MISS), "withering", MISS)
    assert not found(events, ev.PromptRaised)
    assert state.get("ann").counters


@pytest.mark.parametrize("changes", [{"counters": False}, {"group": Group(1, maximum=8)}])
def test_who_cannot_counterattack_is_not_asked(changes: dict[str, Any]) -> None:
    _, events = play(ready(**changes), mv.Attack("ann", "bob", "withering"), MISS)
    assert not found(events, ev.PromptRaised)


def test_an_archer_out_of_reach_is_not_countered() -> None:
    ann = fighter("ann", position=1, weapon="bow")
    state = battle(ann, fighter("bob", "blue", counters=True), turn="ann")
    _, events = play(state, mv.Attack("ann", "bob", "withering"), [*MISS, 1, 2])
    assert not found(events, ev.PromptRaised)


def test_nobody_in_crash_counterattacks_decisively() -> None:
    assert attacked(ready(initiative=-1), faces=MISS).pending[0].options == ("withering",)


def test_an_ambush_is_not_countered() -> None:
    _, events = play(ready(), mv.Attack("ann", "bob", "withering", surprise="ambush"), [*MISS, *[1] * 6])
    assert not found(events, ev.PromptRaised)


class TestDeclaredOnDefense:
    def asked(self, **changes: Any) -> State:
        bob = fighter("bob", "blue", character="bob", **{"peripheral": 9, "peripheral_max": 20, **changes})
        state = battle(fighter("ann"), bob, turn="ann", options=ASKING)
        return play(state, mv.Attack("ann", "bob", "withering"))[0]

    def test_the_defender_declares_it_and_is_asked_after_the_roll(self) -> None:
        state = self.asked()
        state, _ = play(state, mv.AnswerDefense(state.pending[0].id, counter=True), HIT, ALLOWED)
        assert [prompt.kind for prompt in state.pending] == ["counter"]

    def test_only_magic_counterattacks(self) -> None:
        state = self.asked(peripheral=0, peripheral_max=0)
        prompt = state.pending[0].id
        assert code(state, mv.AnswerDefense(prompt, counter=True), BOB) == "storyteller_only"
        assert code(state, mv.AnswerDefense(prompt, counter=True), ALLOWED) == "no_magic"
        play(state, mv.AnswerDefense(prompt, counter=True), HIT)

    def test_the_form_offers_it_to_whom_it_is_open(self) -> None:
        for essence, open_to in ((20, True), (0, False)):
            state = self.asked(peripheral_max=essence)
            offer = next(o for o in BATTLE.legal_moves(state, BOB) if o.move == "AnswerDefense")
            assert any(field.name == "counter" for field in offer.fields) == open_to

    def test_the_attacker_defends_against_it_but_cannot_counter_it(self) -> None:
        ann = fighter("ann", character="ann", peripheral=9, peripheral_max=20)
        state = battle(ann, fighter("bob", "blue", counters=True), turn="ann", options=ASKING)
        state, _ = play(state, mv.Attack("ann", "bob", "withering"), MISS)
        state, _ = play(state, mv.AnswerCounter(state.pending[0].id, "withering"))
        prompt = state.pending[0]
        assert (prompt.kind, prompt.who) == ("defense", "ann")
        assert code(state, mv.AnswerDefense(prompt.id, counter=True)) == "no_counter"
        state, events = play(state, mv.AnswerDefense(prompt.id, stunt=1), HIT + [1] * 7)
        assert found(events, ev.AttackRolled)[0].attack.defense_met == 3
        assert state.exchange is None


def test_a_charm_readies_it_ahead() -> None:
    state = battle(fighter("ann"), fighter("bob", "blue", peripheral=9, peripheral_max=9), turn="ann")
    state, _ = play(state, mv.UseCharm("bob", "Riposte", motes=3, counter=True))
    assert (state.get("bob").counters, state.get("bob").peripheral) == (True, 6)
    assert attacked(state, faces=MISS).pending[0].kind == "counter"


def test_who_has_no_magic_readies_nothing() -> None:
    state = battle(fighter("ann"), fighter("bob", "blue", character="bob"), turn="ann")
    assert code(state, mv.UseCharm("bob", "Riposte", counter=True), BOB) == "storyteller_only"
    assert code(state, mv.UseCharm("bob", "Riposte", counter=True), ALLOWED) == "no_magic"


def test_the_answer_shows_its_chances_and_starts_at_letting_it_come() -> None:
    state = attacked(ready())
    offer = next(o for o in BATTLE.legal_moves(state, BOB) if o.move == "AnswerCounter")
    field = offer.fields[0]
    assert (field.initial, [choice.value for choice in field.choices]) == ("", ["", "withering", "decisive"])
    assert [choice.odds is not None for choice in field.choices] == [False, True, True]


def test_who_leaves_in_between_ends_both_attacks() -> None:
    ann = fighter("ann", character="ann", peripheral=9, peripheral_max=20)
    options = Options(ask_clash=False)
    state = battle(ann, fighter("bob", "blue", counters=True), turn="ann", options=options)
    state, _ = play(state, mv.Attack("ann", "bob", "withering"), MISS)
    state, _ = play(state, mv.AnswerCounter(state.pending[0].id, "withering"))
    assert state.interrupted is not None
    state, events = play(state, Leave("bob"))
    assert len(found(events, ev.AttackEnded)) == 2
    assert (state.exchange, state.interrupted, state.pending) == (None, None, ())


def test_a_guardian_question_comes_after_the_counterattack() -> None:
    guard = fighter("gil", "blue", ward="bob")
    ann = fighter("ann")
    bob = fighter("bob", "blue", counters=True, character="bob")
    state = attacked(battle(ann, bob, guard, turn="ann"))
    state, _ = answer(state, "withering", HIT + [7, 7] + [1] * 6)
    assert [prompt.kind for prompt in state.pending] == ["guard"]
    assert state.blow is not None
    assert state.get("ann").initiative == 6
    state, _ = play(state, mv.AnswerGuard(state.pending[0].id, "guardian"), [7, *[1] * 7])
    assert (state.get("ann").initiative, state.get("gil").initiative) == (6 - 2 + 1 + 1, 5)
    assert state.blow is None
