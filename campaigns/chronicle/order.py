"""The order of the parts that lie beside each other in the chronicle."""

from collections.abc import Sequence

from campaigns.chronicle.tree import siblings
from campaigns.core.parts import Part
from campaigns.models import Scene


def number_parts(family: Sequence[Part]) -> None:
    """Store the order of parts that lie beside each other."""
    for position, part in enumerate(family, start=1):
        if part.position != position:
            part.position = position
            part.save(update_fields=["position"])


def put_before(part: Part, later: Part) -> None:
    """Put a part before another one that lies beside it."""
    family = siblings(part)
    family.remove(part)
    family.insert(family.index(later), part)
    number_parts(family)


def put_before_planned(scene: Scene) -> None:
    """Put a scene that is opened before those of its episode that are still planned: what is played stands in order."""
    family = siblings(scene)
    first = next((part for part in family if isinstance(part, Scene) and part.planned and part.pk != scene.pk), None)
    if first is not None and family.index(first) < family.index(scene):
        put_before(scene, first)
