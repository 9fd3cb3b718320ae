"""Sums the recaps of scenes to that of their episode."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.models import Scene
from play.recap.model import Recap


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
