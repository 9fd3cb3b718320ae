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
    told = [one for one in recaps if not one.is_empty]
    spoke: Counter[str] = Counter()
    for one in told:
        spoke.update(dict(one.spoke))
    return Recap(
        min((one.began for one in told if one.began), default=None),
        max((one.ended for one in told if one.ended), default=None),
        sum(one.played for one in told),
        sum(one.passed for one in told),
        tuple(dict.fromkeys(name for one in told for name in one.there)),
        tuple(line for one in told for line in one.happened),
        tuple(spoke.most_common()),
    )
