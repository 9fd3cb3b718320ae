"""What begins a round, or a turn of everybody, is marked for those who listen."""

import pytest

from rules import get_system
from rules.battle import STORYTELLER, Event, Seat
from rules.exalted3e.events import RoundBegun, TickReached
from rules.wod2004.events import TurnBegan


@pytest.mark.parametrize(
    ("key", "event", "line"),
    [("exalted3e", RoundBegun(turn=2), "Round 2 starts."), ("wod2004", TurnBegan(turn=2), "Turn 2 starts.")],
)
@pytest.mark.parametrize("seat", [STORYTELLER, Seat()])
def test_a_new_round_opens(key: str, event: Event, line: str, seat: Seat) -> None:
    shown = get_system(key).battle.view_event(event, seat)
    assert shown is not None
    assert (shown["line"], shown.get("opens")) == (line, True)


def test_a_tick_opens_nothing() -> None:
    tick = TickReached(turn=1, tick=9, actors=("a", "b"), shown=("Ada", "Bo"), settled=True)
    shown = get_system("exalted3e").battle.view_event(tick, STORYTELLER)
    assert shown is not None
    assert "opens" not in shown
