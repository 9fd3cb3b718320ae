"""Try what a move would be refused for, without a die."""

from collections.abc import Callable

from rules.dice import Roller


class _DieFell(Exception):
    """What is only tried has come to its dice."""


class _NoDice:
    """A roller that stops a trial at the first die: what is refused is refused before."""

    def roll(self, count: int) -> tuple[int, ...]:
        raise _DieFell


def rehearse(attempt: Callable[[Roller], object]) -> None:
    """Raise what the rules have against an attempt, up to its first die. It is called with the roller to use."""
    try:
        attempt(_NoDice())
    except _DieFell:
        return
