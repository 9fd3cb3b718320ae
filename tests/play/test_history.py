"""Which entries made the state, after any number of rewinds."""

from hypothesis import given
from hypothesis import strategies as st

from play.services.history import effective_spans, is_effective


@st.composite
def logs(draw: st.DrawFn) -> list[int | None]:
    """A log as a list: None for an event, a number for a rewind to it."""
    log: list[int | None] = []
    for number in range(1, draw(st.integers(0, 30)) + 1):
        log.append(draw(st.one_of(st.none(), st.integers(0, number - 1))))
    return log


def naive_states(log: list[int | None]) -> list[tuple[int, ...]]:
    """The state at each number, as the tuple of events that made it."""
    states: list[tuple[int, ...]] = [()]
    for number, to in enumerate(log, 1):
        states.append((*states[-1], number) if to is None else states[to])
    return states


@given(logs())
def test_the_spans_hold_just_the_events_that_made_the_state(log: list[int | None]) -> None:
    rewinds = [(number, to) for number, to in enumerate(log, 1) if to is not None]
    for number, state in enumerate(naive_states(log)):
        spans = effective_spans(rewinds, number)
        made = [at for after, upto in reversed(spans) for at in range(after + 1, upto + 1)]
        assert tuple(at for at in made if log[at - 1] is None) == state


@given(logs())
def test_an_entry_is_taken_back_exactly_when_it_is_in_no_span(log: list[int | None]) -> None:
    spans = effective_spans([(n, to) for n, to in enumerate(log, 1) if to is not None], len(log))
    state = naive_states(log)[-1]
    for number, to in enumerate(log, 1):
        if to is None:
            assert is_effective(spans, number) == (number in state)


def test_a_rewind_to_before_a_rewind_takes_both_back() -> None:
    assert effective_spans([(3, 1), (5, 2)], 6) == [(5, 6), (0, 2)]
