"""A player tells a stunt, the Storyteller rates it, and then the dice fall (3E-014 to 3E-017)."""

from dataclasses import replace
from typing import Any

import pytest

from rules.battle import STORYTELLER, Move, Seat
from rules.codec import decode, encode
from rules.dice import SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.exalted3e import events as ev
from rules.exalted3e import moves as mv
from rules.exalted3e.state.board import State
from rules.pool import Term
from tests.rules.exalted3e.builders import BATTLE, QUIET, battle, fighter, found, play, run

ANN, BOB = (Seat(characters=frozenset({name})) for name in ("ann", "bob"))
WORDS = "From the rafters, lantern first"
MISS = [1, 2, 3, 4, 5, 6, 6, 6]


def duel(**changes: Any) -> State:
    ann = fighter("ann", character="ann", willpower=5, **changes)
    return battle(ann, fighter("bob", "blue", character="bob", willpower=2), turn="ann")


def tell(state: State, seat: Seat = ANN, **more: Any) -> State:
    """Ann's attack with a stunt waits to be rated."""
    return play(state, mv.Attack("ann", "bob", "withering", **{"stunt_text": WORDS, **more}), seat=seat)[0]


def rate(state: State, rating: int, faces: list[int]) -> tuple[State, list[Any]]:
    return play(state, mv.RateStunt(state.pending[-1].id, rating), faces)


def terms_of(event: Any) -> list[Term]:
    return [term for step in event.pool.steps for term in step.terms]


def lines(events: list[Any], seat: Seat = BOB) -> list[str]:
    return [str(told["line"]) for event in events if (told := BATTLE.view_event(event, seat))]


def test_nothing_is_paid_or_rolled_before_the_rating() -> None:
    state = tell(duel(), stunt=2, willpower=True)
    assert (state.exchange, state.get("ann").willpower, state.get("ann").action_used) == (None, 5, False)
    assert [(prompt.kind, prompt.who, prompt.storyteller) for prompt in state.pending] == [("stunt", "ann", True)]


@pytest.mark.parametrize(
    ("rating", "dice", "auto", "willpower"), [(0, 8, 0, 5), (1, 10, 0, 5), (2, 10, 1, 6), (3, 10, 2, 7)]
)
def test_the_storytellers_rating_gives_the_dice_the_successes_and_the_willpower(
    rating: int, dice: int, auto: int, willpower: int
) -> None:
    state = tell(duel(), stunt=1)
    state, events = run(state, mv.RateStunt(state.pending[-1].id, rating), SeededRoller(1))
    rolled = found(events, ev.AttackRolled)[0]
    assert (rolled.pool.dice, rolled.pool.bonus_successes, state.get("ann").willpower) == (dice, auto, willpower)
    rules = [term.rule for term in terms_of(rolled) if term.kind == "stunt"]
    assert rules == ([f"3E-{13 + rating:03d}"] if rating else [])


def test_words_without_a_number_are_rated_too() -> None:
    (pending,) = BATTLE.view(tell(duel()), STORYTELLER)["pending"]
    assert (str(pending["question"]), pending["detail"], pending["mine"]) == (
        "Ann stunts against Bob. Rate it.", WORDS, True,
    )  # fmt: skip


def test_others_read_the_words_and_that_the_storyteller_is_awaited() -> None:
    _, events = play(duel(), mv.Attack("ann", "bob", "withering", stunt_text=WORDS), seat=ANN)
    assert lines(events) == [f"Ann stunts: “{WORDS}”"]
    (pending,) = BATTLE.view(tell(duel()), BOB)["pending"]
    assert (str(pending["name"]), str(pending["question"])) == ("The Storyteller", "rates Ann’s stunt")
    assert not pending["detail"]


def test_the_rating_begins_with_what_was_proposed() -> None:
    for proposed, initial in ((0, 1), (3, 3)):
        (offer,) = (
            one for one in BATTLE.legal_moves(tell(duel(), stunt=proposed), STORYTELLER) if one.group == "answer"
        )
        assert (offer.move, [field.initial for field in offer.fields]) == ("RateStunt", [initial])


def test_a_player_rates_no_stunt_and_nothing_goes_on_meanwhile() -> None:
    state = tell(duel())
    for move, seat, code in (
        (mv.RateStunt(state.pending[0].id, 3), ANN, "storyteller_only"),
        (mv.EndTurn("ann"), ANN, "awaiting_answer"),
        (mv.Attack("ann", "bob", "withering", stunt_text="again"), ANN, "awaiting_answer"),
    ):
        with pytest.raises(IllegalMove) as refused:
            play(state, move, seat=seat)
        assert refused.value.code == code
    with pytest.raises(BadInput):
        play(state, mv.RateStunt(state.pending[0].id, 4))


def test_the_storytellers_own_stunt_needs_no_rating_and_its_words_are_told() -> None:
    _, events = play(
        duel(), mv.Attack("ann", "bob", "withering", stunt=2, stunt_text=WORDS), [*MISS, 2, 2], STORYTELLER
    )
    assert lines(events)[0] == f"Ann’s 2-point stunt: “{WORDS}”"
    assert found(events, ev.AttackRolled)[0].successes == 1


def test_an_action_that_cannot_be_taken_is_refused_before_anybody_is_asked() -> None:
    with pytest.raises(IllegalMove) as refused:
        tell(duel(), specialty=True)
    assert refused.value.code == "no_specialty"
    with pytest.raises(IllegalMove) as refused:
        tell(duel(), bonus=3)
    assert refused.value.code == "storyteller_only"


def test_a_defense_waits_with_its_stunt_and_adds_the_points_as_rated() -> None:
    state = replace(duel(), options=replace(QUIET, ask_defender=True))
    state, _ = play(state, mv.Attack("ann", "bob", "withering"))
    answer = mv.AnswerDefense(state.pending[0].id, stunt=3, stunt_text="Behind the pillar", willpower=True)
    state, _ = play(state, answer, seat=BOB)
    assert [prompt.kind for prompt in state.pending] == ["stunt"]
    (pending,) = BATTLE.view(state, STORYTELLER)["pending"]
    assert str(pending["question"]) == "Bob proposes a stunt (3) for Defense. Rate it."
    state, events = rate(state, 2, [7, 7, 7, 7, *MISS[:4]])
    assert found(events, ev.AttackRolled)[0].defense.total == 2 + 2 + 1
    assert (state.pending, state.get("bob").willpower) == ((), 2 - 1 + 1)


@pytest.mark.parametrize(
    "move",
    [
        mv.Rush("ann", "bob", stunt=1), mv.TakeCover("ann", "light", 1, stunt=1), mv.Influence("ann", "bob", stunt=1),
        mv.RegainSurprise("ann", stunt=1),
    ],
)  # fmt: skip
def test_any_rolled_action_is_carried_out_once_it_is_rated(move: Move) -> None:
    state = replace(duel(), combatants=duel().change("bob", position=1).combatants)
    state, _ = play(state, move, seat=replace(ANN, granted=frozenset({"level"})))
    state, events = run(state, mv.RateStunt(state.pending[-1].id, 1), SeededRoller(1))
    assert state.told is None
    assert "1-point stunt" in {str(term.name) for term in terms_of(found(events, ev.ContestRolled)[0])}


def test_an_action_that_has_become_impossible_lapses() -> None:
    state = tell(duel()).change("bob", out="defeated")
    state, events = rate(state, 2, [])
    assert lines(events)[-1].startswith("Ann can no longer do that: ")
    assert (state.pending, state.told, state.get("ann").action_used) == ((), None, False)


def test_the_question_lapses_with_who_told_it_and_with_the_battle() -> None:
    state, _ = play(tell(duel()), BATTLE.moves.decode({"kind": "Leave", "actor": "ann"}))
    assert (state.pending, state.told) == ((), None)
    state, _ = play(tell(duel()), BATTLE.moves.decode({"kind": "EndBattle"}))
    assert (state.pending, state.told) == ((), None)


def test_a_waiting_stunt_survives_json() -> None:
    state = tell(duel(), stunt=2)
    assert decode(State, encode(state)) == state


def test_the_words_of_somebody_in_hiding_are_for_its_player_alone() -> None:
    _, events = play(duel(hidden=True), mv.Attack("ann", "bob", "withering", stunt_text=WORDS), seat=ANN)
    assert (lines(events), len(lines(events, ANN))) == ([], 1)
    assert not BATTLE.view(tell(duel(hidden=True)), BOB)["pending"]
