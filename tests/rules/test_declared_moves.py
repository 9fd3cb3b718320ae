"""Moves and events of a battle: what a class says of itself, without a decorator."""

from dataclasses import FrozenInstanceError, fields

import pytest

from rules.battle.declare import AnswerMove, Move, OwnMove, RulingMove, Terms, ask
from rules.battle.events import ActorEvent


class Halt(OwnMove, anytime=True):
    """A move with terms of its own."""

    note: str = ask("Why", default="")


class HaltAll(Halt, storyteller=True):
    """A move that adds to the terms of its parent."""


class Halted(ActorEvent):
    """An event with a field that has no default."""

    note: str


@pytest.mark.parametrize(
    ("cls", "terms"),
    [
        (Move, Terms()),
        (OwnMove, Terms()),
        (RulingMove, Terms(storyteller=True)),
        (AnswerMove, Terms(anytime=True)),
        (Halt, Terms(anytime=True)),
        (HaltAll, Terms(storyteller=True, anytime=True)),
    ],
)
def test_a_class_of_moves_says_who_may_make_them_and_when(cls: type[Move], terms: Terms) -> None:
    assert cls.terms == terms


def test_a_move_is_a_frozen_dataclass_with_the_fields_of_its_parent_first() -> None:
    halt = HaltAll("ann", "enough")
    assert [field.name for field in fields(halt)] == ["actor", "note"]
    assert halt == HaltAll("ann", note="enough") != HaltAll("bob", "enough")
    assert not hasattr(halt, "__dict__")
    with pytest.raises(FrozenInstanceError):
        halt.note = "go on"  # type: ignore[misc]


def test_a_word_that_is_no_term_is_refused_where_the_class_is_written() -> None:
    with pytest.raises(TypeError):

        class Hasty(Move, in_a_hurry=True):
            """A move with a term that does not exist."""


def test_fields_of_an_event_are_given_by_name() -> None:
    event = Halted(actor="ann", actor_name="Ann", note="enough")
    assert (event.audience, event.note) == (None, "enough")
    with pytest.raises(TypeError):
        Halted(*["ann", "Ann"])  # type: ignore[call-arg]
    with pytest.raises(FrozenInstanceError):
        event.note = "go on"  # type: ignore[misc]
