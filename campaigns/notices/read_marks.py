"""Remember how far people have read."""

from collections.abc import Mapping

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from campaigns.models import Membership, ReadMark, Scene
from campaigns.notices.services import settle, settle_all

BATCH = 500
_MARK = (
    "INSERT INTO campaigns_readmark AS mark (scene_id, user_id, number, at) VALUES (%s, %s, %s, %s) "
    "ON CONFLICT (scene_id, user_id) DO UPDATE SET at = excluded.at, "
    "number = CASE WHEN mark.number > excluded.number THEN mark.number ELSE excluded.number END"
)


def mark_read(membership: Membership, scene: Scene, number: int) -> None:
    """Note that a member has read the log of a scene up to the entry of this number. A mark never goes back.

    A notice of what is new in the scene is settled with it. It is one statement: of two devices that make the first
    mark at once, the one that has read further counts.
    """
    at = ReadMark._meta.get_field("at").get_db_prep_value(timezone.now(), connection)
    with connection.cursor() as cursor:
        cursor.execute(_MARK, [scene.pk, membership.user_id, number, at])
    settle(membership.series, story_key(scene.pk), [membership.user_id])


@transaction.atomic
def mark_all_read(membership: Membership, numbers: Mapping[int, int]) -> None:
    """Note that a member wants to read no more of these scenes' logs, up to the entries of these numbers.

    `numbers`: by the key of each scene, which the member may see. It is not noted that the member was there: what
    happens at these tables now must still be told by a notice.
    """
    user, marks = membership.user_id, ReadMark.objects.filter(user=membership.user_id, scene__in=numbers)
    known = list(marks)
    for mark in known:
        mark.number = Greatest(F("number"), numbers[mark.scene_id])
    ReadMark.objects.bulk_update(known, ["number"], BATCH)
    new = numbers.keys() - {mark.scene_id for mark in known}
    fresh = [ReadMark(scene_id=scene, user_id=user, number=numbers[scene]) for scene in new]
    ReadMark.objects.bulk_create(fresh, BATCH, ignore_conflicts=True)
    marks.filter(scene__in=new).update(at=membership.joined_at)
    settle_all(membership.series, map(story_key, numbers), [user])


def story_key(scene: int) -> str:
    """Return the name of the notice that something new was written in a scene, by the scene's key."""
    return f"story {scene}"


def forget_marks(membership: Membership) -> None:
    """Forget how far a person has read in the series, who leaves it."""
    marks = ReadMark.objects.filter(scene__episode__story__series=membership.series_id, user=membership.user_id)
    marks.delete()
