"""Remember how far people have read."""

from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from campaigns.models import Membership, ReadMark, Scene
from campaigns.services.notices import settle


def mark_read(membership: Membership, scene: Scene, number: int) -> None:
    """Note that a member has read the log of a scene up to the entry of this number. A mark never goes back.

    A notice of what is new in the scene is settled with it. No row is locked: nothing at the table waits for it.
    """
    marks = ReadMark.objects.filter(scene=scene, user=membership.user_id)
    if not marks.update(number=Greatest(F("number"), number), at=timezone.now()):
        ReadMark.objects.bulk_create(
            [ReadMark(scene=scene, user_id=membership.user_id, number=number)], ignore_conflicts=True
        )
    settle(membership.series, story_key(scene), [membership.user_id])


def story_key(scene: Scene) -> str:
    """Return the name of the notice that something new was written in a scene."""
    return f"story {scene.pk}"


def forget_marks(membership: Membership) -> None:
    """Forget how far a person has read in the series, who leaves it."""
    marks = ReadMark.objects.filter(scene__episode__story__series=membership.series_id, user=membership.user_id)
    marks.delete()
