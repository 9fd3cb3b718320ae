"""What a recap holds, and the sum of several."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from campaigns.models import Scene
from rules.text import EMPTY, Text


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened. `label`: what it was; `when`: the tick or turn of a fight.

    `words`: of a post, in Markdown; its `text` is then the name of who speaks, empty for the Storyteller.
    """

    text: Text
    label: Text = EMPTY
    when: Text = EMPTY
    in_fight: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Recap:
    """A scene as one seat saw it.

    `played`: seconds at the table; `passed`: seconds of in-world time. `began` and `ended` are the times of the first
    and the last line that the seat may read; None where there is no line.
    """

    began: datetime | None = None
    ended: datetime | None = None
    played: int = 0
    passed: int = 0
    there: tuple[str, ...] = ()
    happened: tuple[Line, ...] = ()
    spoke: tuple[tuple[str, int], ...] = ()
    """Who spoke, and how many lines: the most talkative first."""

    @property
    def is_empty(self) -> bool:
        """Whether the seat saw nothing that a recap tells."""
        return self.began is None


@dataclass(frozen=True, slots=True)
class SceneRecap:
    """A scene, and what a seat saw of it."""

    scene: Scene
    recap: Recap


def sum_recaps(recaps: Iterable[Recap]) -> Recap:
    """Return what a seat saw of several scenes, given in the order of play."""
    filled = [recap for recap in recaps if not recap.is_empty]
    spoke: Counter[str] = Counter()
    for recap in filled:
        spoke.update(dict(recap.spoke))
    return Recap(
        min((recap.began for recap in filled if recap.began), default=None),
        max((recap.ended for recap in filled if recap.ended), default=None),
        sum(recap.played for recap in filled),
        sum(recap.passed for recap in filled),
        tuple(dict.fromkeys(name for recap in filled for name in recap.there)),
        tuple(line for recap in filled for line in recap.happened),
        tuple(spoke.most_common()),
    )
