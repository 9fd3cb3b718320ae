"""Handouts in the file, with their pictures. Private notes stay behind: the file may be given to somebody else."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.pictures import Picture
from campaigns.core.refusals import Refused
from campaigns.handouts.services import MAX_HANDOUTS, keep_picture
from campaigns.models import Handout, HandoutPicture, HandoutReader, Scene, Series
from config.transfer.fields import HANDOUT
from config.transfer.ledgers import Part, Place, Places
from config.transfer.rows import write_row
from play.table.handout_events import handout_key


def write_handouts(series: Series, places: Places) -> list[dict[str, Any]]:
    """Return the handouts of a series, oldest first, each with the place of the scene that it is meant for."""
    pictures = dict(HandoutPicture.objects.filter(handout__series=series).values_list("handout", "image"))
    return [
        {
            "id": handout.pk,
            "scene": places["scene", handout.scene_id] if handout.scene_id else None,
            "picture": pictures.get(handout.pk, ""),
            "width": handout.width,
            "height": handout.height,
            "shown": [one.character_id for one in handout.readers.all() if one.scene_id is None],
            **write_row(handout, HANDOUT),
        }
        for handout in series.handouts.order_by("pk").prefetch_related("readers")
    ]


class HandoutImporter:
    """Imports handouts. The logs name them by new keys, so they come before the stories, and their scenes after."""

    def __init__(self, rows: Sequence[Any]) -> None:
        if len(rows) > MAX_HANDOUTS:
            raise Refused(
                _("The file contains %(count)s handouts; at most %(most)s are allowed.")
                % {"count": len(rows), "most": MAX_HANDOUTS},
                status=413,
            )
        self._rows = rows
        self._kept: list[Handout] = []

    def keep(self, handouts: Sequence[Handout]) -> dict[str, str]:
        """Store the pictures of these handouts, which were saved for the rows in turn. Return the new keys in logs."""
        keys: dict[str, str] = {}
        for row, handout in zip(self._rows, handouts, strict=True):
            key = handout_key(int(row["id"]))
            if key in keys:
                raise ValueError
            keys[key] = handout_key(handout.pk)
            if row["picture"]:
                keep_picture(handout, Picture(b64decode(row["picture"]), int(row["width"]), int(row["height"])))
            self._kept.append(handout)
        return keys

    def place(self, parts: Mapping[Place, Part], keys: Mapping[str, str]) -> None:
        """Tie the handouts to their scenes, and to whom they are shown: both must exist by now.

        `keys`: those of the characters in the file, and here.
        """
        for row, handout in zip(self._rows, self._kept, strict=True):
            readers = {None if one is None else int(keys[str(int(one))]) for one in row.get("shown", [])}
            HandoutReader.objects.bulk_create(HandoutReader(handout=handout, character_id=one) for one in readers)
            if row["scene"] is not None:
                scene = parts[tuple(row["scene"])]
                if not isinstance(scene, Scene):
                    raise TypeError
                handout.scene = scene
                handout.save(update_fields=["scene"])
