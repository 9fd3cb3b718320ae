"""Write down private notes of a scene."""

from campaigns.edit_conflict import require_unchanged
from campaigns.models import Membership, PrivateNote, Scene
from campaigns.services.locks import locked_series
from campaigns.services.quotas import require_room_to_write

NOTE = ("text",)


def find_note(membership: Membership, scene: Scene) -> PrivateNote:
    """Return the member's own notes of a scene; new ones where there are none."""
    known = PrivateNote.objects.filter(scene=scene, user=membership.user_id).first()
    return known or PrivateNote(series_id=membership.series_id, scene=scene, user_id=membership.user_id)


def write_note(membership: Membership, note: PrivateNote, text: str, seen: str) -> None:
    """Store a member's notes of a scene; an empty text removes them.

    Raises `Stale` if the member has changed them elsewhere since `seen`, unless to the same text.
    """
    with locked_series(membership) as series:
        fresh = PrivateNote.objects.filter(scene=note.scene_id, user=membership.user_id).first()
        note.pk, note.text = (fresh.pk, fresh.text) if fresh else (None, "")
        if note.text == text:
            return
        require_unchanged(note, NOTE, seen)
        require_room_to_write(series, note, {"text": text})
        note.text = text
        if text:
            note.save()
        else:
            note.delete()
