"""The kind of record that a person's private notes of a scene are."""

from campaigns.core.records.kind import RecordKind, Save
from campaigns.models import Membership, PrivateNote, Scene, Series

NOTE = ("text",)
"""What is written of notes, and compared."""


class Notes(RecordKind[PrivateNote]):
    """Private notes. A scene has those of each member once; an empty text deletes them."""

    model = PrivateNote
    watches_new = True
    follows = ("changed_at",)

    def require_writer(self, membership: Membership, row: PrivateNote) -> None:
        """Let each member write their own."""

    def find(self, series: Series, row: PrivateNote) -> PrivateNote:
        """Return the notes as they are now; new ones where there are none."""
        stored = PrivateNote.objects.filter(scene=row.scene_id, user=row.user_id).first()
        return stored or PrivateNote(series=series, scene_id=row.scene_id, user_id=row.user_id)

    begin = find

    def write(self, save: Save[PrivateNote]) -> None:
        """Store the text, or delete notes without any."""
        if save.values["text"]:
            super().write(save)
        elif not save.is_new:
            save.row.delete()
            save.row.text = ""


NOTES = Notes()


def find_note(membership: Membership, scene: Scene) -> PrivateNote:
    """Return the member's own notes of a scene; new ones where there are none."""
    return NOTES.find(membership.series, PrivateNote(scene=scene, user_id=membership.user_id))
