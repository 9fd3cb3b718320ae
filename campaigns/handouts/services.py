"""The kind of record that a handout is; its picture, and who may see it as a table's log says."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from django.db.models import Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.pictures import Picture, make_picture, name_of
from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.models import (
    AttachmentContent,
    Character,
    Handout,
    HandoutPicture,
    HandoutReader,
    Membership,
    Scene,
)
from rules.text import isolate_name

MAX_HANDOUTS = 100
"""The most handouts of a series."""
MAX_PICTURES = 7_000_000
"""The most bytes that all pictures and attachments of a series take: its file holds them, and may have 10 MB."""


class Handouts(RecordKind[Handout]):
    """Handouts, with the `picture` that may be sent. What somebody sees is neither changed nor deleted."""

    model = Handout
    most = MAX_HANDOUTS
    too_many = gettext_lazy("There are already %(most)s handouts. Delete one first.")
    gone = gettext_lazy("Someone has just deleted this handout.")
    watched = {"picture_name": "picture"}

    def prepare(self, beside: Mapping[str, Any]) -> Mapping[str, Any]:
        """Draw the picture."""
        content = beside.get("picture")
        return {**beside, "drawn": None if content is None else make_picture(content)}

    def count_files(self, save: Save[Handout]) -> int:
        """Count a new picture against the one that it replaces."""
        drawn: Picture | None = save.beside["drawn"]
        return len(drawn.image) * 4 // 3 - _count_picture(save.row) if drawn else 0

    def check(self, save: Save[Handout]) -> None:
        """Require that nobody sees it."""
        self.require_removable(save.membership, save.row)

    def finish(self, save: Save[Handout]) -> None:
        """Keep the picture that was sent."""
        if save.beside["drawn"]:
            keep_picture(save.row, save.beside["drawn"])

    def require_removable(self, membership: Membership, row: Handout) -> None:
        """Raise `Refused` if somebody sees it."""
        reader = HandoutReader.objects.filter(handout=row.pk).select_related("scene").first()
        if reader is None:
            return
        if reader.scene is None:
            raise Refused(_("It is shown. Hide it first: what players have seen does not change."))
        raise Refused(
            _("It is shown in “%(scene)s”. Hide it there first: what players have seen can’t be changed.")
            % {"scene": isolate_name(reader.scene.title)}
        )


HANDOUTS = Handouts()


def _count_picture(handout: Handout) -> int:
    """Return how many characters the picture of a handout takes."""
    stored = HandoutPicture.objects.filter(handout=handout.pk).aggregate(letters=Sum(Length("image")))
    return stored["letters"] or 0


def keep_picture(handout: Handout, picture: Picture) -> None:
    """Store a picture that `make_picture` drew. Call it in a transaction.

    Raises `Refused` if the series has no room.
    """
    require_picture_room(handout.series_id, len(picture.image) - _count_picture(handout) * 3 // 4)
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
            _("This series’ pictures and files take up %(size)s MB, the maximum. Delete one first.")
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
