"""Parts of a battle that games build theirs of: numbers, figures, boxes of wounds, targets, powers in use."""

from dataclasses import dataclass, replace

import pytest

from rules.battle.board import draw_boxes
from rules.battle.figures import make_figure
from rules.battle.guards import check_storyteller, refusal, refuse
from rules.battle.lines import by, either, says, silent
from rules.battle.numbers import Number, make_number, make_wounds
from rules.battle.seats import STORYTELLER, Seat
from rules.battle.targets import find_first, name_targets, order_targets
from rules.errors import IllegalMove
from rules.powers import Kind, Power, PowerRules, PowerUse, Timing, Track, Use
from rules.text import EMPTY, Text, word


@dataclass(frozen=True)
class Fighter:
    id: str = "a"
    name: str = "Ann"
    side: str = "red"
    character: str | None = None
    hidden: bool = False
    out: str = ""
    points: int = 3
    prone: bool = False
    track: str = "X/"
    powers: tuple[Power, ...] = ()
    powers_spent: tuple[str, ...] = ()


ANN = Fighter()
RULES = PowerRules(
    uses=(Use("roll", Text("On a roll"), frozenset({"roll"})),),
    timings=(Timing("free", Text("Free")),),
    tracks=(Track("points", Text("Points"), "{n} point", "{n} points"),),
    kinds=(Kind("dice", Text("Dice"), frozenset({"roll"}), "T-1", Text("{n} dice")),),
)
FLAME = Power("flame", "Flame", "roll", "free", {"points": 2})
USE: PowerUse[Fighter] = PowerUse(RULES, lambda one: {"points": one.points})


def test_a_number_that_is_a_field_is_set_within_its_bounds() -> None:
    points: Number[Fighter] = make_number(Text("Points"), "points", lambda one: 5)
    prone: Number[Fighter] = make_number(Text("Prone"), "prone", 1)
    assert points.clamp(ANN, 9) == 5
    assert points.write(ANN, 4).points == 4
    assert prone.read(prone.write(ANN, 1)) == 1
    assert prone.write(ANN, 1).prone is True


def test_a_number_of_wounds_has_room_beside_the_others() -> None:
    lethal: Number[Fighter] = make_wounds(
        Text("Lethal"), "X", lambda one: one.track, lambda one, track: replace(one, track=track), lambda one: 7
    )
    assert (lethal.read(ANN), lethal.most(ANN)) == (1, 7)
    assert lethal.write(ANN, 3).track == "/XXX"


def test_a_figure_that_is_a_field_is_read_and_set() -> None:
    figure = make_figure(Text("Points"), "points")
    assert figure.read(figure.write(ANN, 1)) == 1


def test_boxes_show_the_marks_and_then_what_is_free() -> None:
    assert draw_boxes("*/", ["", "−1", "−2"]) == [
        {"mark": "a", "penalty": ""},
        {"mark": "b", "penalty": "−1"},
        {"mark": "", "penalty": "−2"},
    ]


def test_targets_are_foes_who_stand_then_those_who_are_out_then_ones_own() -> None:
    friend, down, foe = Fighter("b"), Fighter("c", side="blue", out="dead"), Fighter("d", side="blue")
    found = order_targets(ANN, [friend, down, ANN, foe], lambda one: word(one.out))
    assert [one.id for one in found] == ["d", "c", "b"]
    assert [choice.hint for choice in name_targets(found, lambda one: word(one.out))] == ["blue", "blue, dead", "red"]
    assert find_first(ANN, found, lambda one: word(one.out)) == "d"
    assert find_first(ANN, [down, friend], lambda one: word(one.out)) is None


def test_a_reason_refuses_and_none_does_not() -> None:
    refuse("out", EMPTY)
    with pytest.raises(IllegalMove, match="Ann is out"):
        refuse("out", Text("Ann is out."))


def test_powers_are_used_by_those_who_have_them_and_can_pay() -> None:
    gifted = replace(ANN, powers=(FLAME,))
    assert USE.field(ANN, "roll") == ()
    assert USE.can_use(gifted, "roll")
    assert USE.choose_payable(gifted, ("flame",), "roll").points("points", "other") == {"points": 2, "other": 0}
    with pytest.raises(IllegalMove, match="1 are left"):
        USE.choose_payable(gifted, ("flame",), "roll", points=2)
    with pytest.raises(IllegalMove, match="no such power"):
        USE.choose(ANN, ("flame",), "roll")


@dataclass(frozen=True)
class Moved:
    actor_name: str = "Ann"
    target_name: str = "Bo"
    yards: int = 2
    how: str = "runs"


def test_a_sentence_is_made_of_its_message_and_the_values_of_an_event() -> None:
    follows = says("{who} follows {whom} for {n} yard.", "{who} follows {whom} for {n} yards.", n="yards")
    assert (follows(Moved()), follows(Moved(yards=1))) == ("Ann follows Bo for 2 yards.", "Ann follows Bo for 1 yard.")
    assert follows(Moved()).values == {"who": "Ann", "whom": "Bo", "n": 2}
    assert says("{who} {how}, {place}.", place=lambda moved: moved.yards * "far ")(Moved()) == "Ann runs, far far ."


def test_a_sentence_is_chosen_by_a_condition_or_a_value_of_an_event() -> None:
    moves = either("yards", says("{who} moves."), silent)
    assert (moves(Moved()), moves(Moved(yards=0))) == ("Ann moves.", "")
    runs, other = by("how", {"runs": says("{who} runs.")}), by("how", {}, says("{who} is there."))
    assert (runs(Moved()), other(Moved())) == ("Ann runs.", "Ann is there.")
    with pytest.raises(KeyError):
        runs(Moved(how="flies"))


def test_the_sentence_of_a_refusal_is_empty_where_a_check_passes() -> None:
    assert refusal(check_storyteller, STORYTELLER) == ""
    assert refusal(check_storyteller, Seat()) == "Only the Storyteller can do that."
