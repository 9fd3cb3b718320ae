"""Tactics: how everyone on one side fights in a forecast. They are few, simple and described to people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeVar

from rules.text import Text

Aim = Literal["weakest", "dangerous", "spread"]


class HasSide(Protocol):
    """A combatant of the real battle, or a simulated one."""

    @property
    def side(self) -> str: ...


E = TypeVar("E", bound=HasSide)


@dataclass(frozen=True, slots=True)
class Tactic:
    """How a side fights. `aim`: whom each attacks; `spends`: whether points are spent on attacks as the game allows.

    In every tactic each attacks in each of its turns with the best it has in hand, answers attacks with the best
    defense that costs neither its action nor a point, and never flees. It attacks once, or, if `flurries`, several
    times where its game says that it pays. `sentence` says so to people.
    """

    key: str
    name: Text
    sentence: Text
    aim: Aim
    spends: bool = False
    flurries: bool = False


TACTICS: Final[Mapping[str, Tactic]] = {
    tactic.key: tactic
    for tactic in (
        Tactic(
            "weakest",
            Text("Weakest first"),
            Text(
                "Everyone attacks the opponent with the fewest health levels left, defends at no cost, and never flees."
            ),
            "weakest",
        ),
        Tactic(
            "dangerous",
            Text("Most dangerous first"),
            Text("Everyone attacks the opponent with the largest attack, defends at no cost, and never flees."),
            "dangerous",
        ),
        Tactic(
            "spread",
            Text("One opponent each"),
            Text("Each attacks a different opponent, defends at no cost, and never flees."),
            "spread",
        ),
        Tactic(
            "spending",
            Text("Weakest first, spending everything"),
            Text(
                "Everyone attacks the opponent with the fewest health levels left, spends points on attacks "
                "while they last, defends at no cost, and never flees."
            ),
            "weakest",
            spends=True,
        ),
    )
}
"""The tactics of every game, by their keys."""
DEFAULT: Final = TACTICS["weakest"]


def plan_of(plans: Mapping[str, Tactic], side: str) -> Tactic:
    """Return the tactic of a side; one that has none fights as `DEFAULT` says."""
    return plans.get(side, DEFAULT)


def find_place(actor: E, everyone: Sequence[E], stands: Callable[[E], bool]) -> int:
    """Return how many of the actor's own side who joined before it still stand."""
    before = everyone[: everyone.index(actor)]
    return sum([other.side == actor.side and stands(other) for other in before])


def pick(aim: Aim, opponents: Sequence[E], place: int, vigor: Callable[[E], int], danger: Callable[[E], int]) -> E:
    """Return whom to attack of these, who stand and can be seen, in the order in which they joined; at least one.

    `place`: as `find_place` returns it. `vigor` returns the health levels left, `danger` the dice of an attack. Between
    equals the earlier one is chosen.
    """
    if aim == "spread":
        return opponents[place % len(opponents)]
    return min(opponents, key=vigor) if aim == "weakest" else max(opponents, key=danger)
