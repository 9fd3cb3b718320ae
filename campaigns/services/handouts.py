"""Make, change and remove handouts, and copy from a table's log who may see them."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from django.db.models import Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from campaigns.edit_conflict import require_unchanged
from campaigns.models import (
    AttachmentContent,
    Character,
    Handout,
    HandoutPicture,
    HandoutReader,
    Membership,
    Scene,
    Series,
)
from campaigns.pictures import Picture, make_picture, name_of
from campaigns.refusals import Refused
from campaigns.services.locks import series_to_run
from campaigns.services.quotas import count_letters, require_storage_room

MAX_HANDOUTS = 100
"""The most handouts of a series."""
MAX_PICTURES = 7_000_000
"""The most bytes that all pictures and attachments of a series take: its file holds them, and may have 10 MB."""
EDITABLE = ("title", "text", "description")
"""The fields that another Storyteller may have changed meanwhile."""


def add_handout(membership: Membership, values: Mapping[str, Any], content: bytes | None) -> Handout:
    """Make a handout that nobody sees yet. `content`: the file of its picture, None for a text alone."""
    require_storage_room(membership.series, count_letters(values))
    picture = None if content is None else make_picture(content)
    with series_to_run(membership) as series:
        if series.handouts.count() >= MAX_HANDOUTS:
            raise Refused(_("There are %(most)s handouts already. Take one out first.") % {"most": MAX_HANDOUTS})
        handout = Handout(series=series, **values)
        require_scene(handout)
        handout.save()
        if picture:
            keep_picture(handout, picture)
    return handout


def edit_handout(
    membership: Membership, handout: Handout, values: Mapping[str, Any], content: bytes | None, seen: str = ""
) -> None:
    """Change a handout that nobody sees. `content`: the file of another picture. Raises `Stale` as `edit_part` does."""
    require_storage_room(membership.series, count_letters(values))
    picture = None if content is None else make_picture(content)
    with series_to_run(membership) as series:
        fresh = _unseen(series, handout)
        require_unchanged(fresh, EDITABLE, seen)
        for name, value in values.items():
            setattr(fresh, name, value)
        require_scene(fresh)
        fresh.save(update_fields=[*values])
        if picture:
            keep_picture(fresh, picture)


def remove_handout(membership: Membership, handout: Handout) -> None:
    """Delete a handout that nobody sees."""
    with series_to_run(membership) as series:
        _unseen(series, handout).delete()


def _unseen(series: Series, handout: Handout) -> Handout:
    """Return the handout as it is now. Raises `Refused` if somebody sees it, or if it is gone."""
    fresh = series.handouts.filter(pk=handout.pk).first()
    if fresh is None:
        raise Refused(_("Somebody has just taken this handout out."), status=404)
    if reader := fresh.readers.select_related("scene").first():
        if reader.scene is None:
            raise Refused(_("It is shown. Hide it first: what players have seen does not change."))
        raise Refused(
            _("It is shown in “%(scene)s”. Put it away there first: what players have seen does not change.")
            % {"scene": reader.scene.title}
        )
    return fresh


def require_scene(handout: Handout) -> None:
    """Raise `Refused` if the scene that a handout is meant for belongs to another series, or is gone."""
    if handout.scene_id is None:
        return
    if not Scene.objects.filter(pk=handout.scene_id, episode__story__series=handout.series_id).exists():
        raise Refused(_("That belongs to another series."), status=404, field="scene")


def keep_picture(handout: Handout, picture: Picture) -> None:
    """Store a picture that `make_picture` drew. Call it in a transaction.

    Raises `Refused` if the series has no room.
    """
    replaced = HandoutPicture.objects.filter(handout=handout).aggregate(letters=Sum(Length("image")))["letters"]
    require_picture_room(handout.series_id, len(picture.image) - (replaced or 0) * 3 // 4)
    HandoutPicture.objects.update_or_create(handout=handout, defaults={"image": b64encode(picture.image).decode()})
    size = {"width": picture.width, "height": picture.height}
    Handout.objects.filter(pk=handout.pk).update(picture_name=name_of(picture.image), **size)


def require_picture_room(series: int, adding: int) -> None:
    """Raise `Refused` if the pictures and attachments of a series leave no room for `adding` bytes more."""
    pictures = HandoutPicture.objects.filter(handout__series=series).aggregate(letters=Sum(Length("image")))
    contents = AttachmentContent.objects.filter(attachment__series=series).aggregate(letters=Sum(Length("data")))
    stored = sum(found["letters"] or 0 for found in (pictures, contents)) * 3 // 4
    if stored + adding > MAX_PICTURES:
        raise Refused(
            _("This series holds pictures and files of %(size)s MB, which is all it may. Take one out first.")
            % {"size": MAX_PICTURES // 1_000_000},
            status=413,
            field="picture",
        )


def copy_readers(scene: Scene, shown: Mapping[int, tuple[str, ...] | None]) -> None:
    """Store who may see which handouts, as the scene's log says now: by handout, None for everybody, or characters.

    Call it in the transaction that writes the log. Handouts and characters of other series are left out.
    """
    HandoutReader.objects.filter(scene=scene).delete()
    handouts = set(Handout.objects.filter(series=scene.series, pk__in=shown).values_list("pk", flat=True))
    named = {int(key) for keys in shown.values() for key in keys or () if key.isdecimal()}
    people = set(Character.objects.filter(series=scene.series, pk__in=named).values_list("pk", flat=True))
    HandoutReader.objects.bulk_create(
        HandoutReader(handout_id=handout, scene=scene, character_id=character)
        for handout, keys in shown.items()
        if handout in handouts
        for character in ([None] if keys is None else sorted({int(k) for k in keys if k.isdecimal()} & people))
    )
