"""Keep what people write for a scene until they post it."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from campaigns.edit_conflict import require_unchanged
from campaigns.models import Draft, Membership, Scene
from campaigns.refusals import Refused
from campaigns.services.locks import locked_series
from campaigns.services.quotas import require_room_to_write

CHOICES = {"speaker": 40, "name": 60, "to": 40, "strand": 40}
"""The choices of the form besides the text, with the most characters of each."""
WORDS = ("text",)


def find_draft(membership: Membership, scene: Scene) -> Draft:
    """Return the member's own draft for a scene; a new one where there is none."""
    known = Draft.objects.filter(scene=scene, user=membership.user_id).first()
    return known or Draft(scene=scene, user_id=membership.user_id)


def write_draft(membership: Membership, scene: Scene, values: Mapping[str, str], seen: str) -> Draft:
    """Store the text and the choices of a member's draft, and return it; an empty text removes it.

    Raises `Stale` if the member has changed the text elsewhere since `seen`, unless to the same one, and `Refused` for
    a NUL.
    """
    if any("\x00" in value for value in values.values()):
        raise Refused(_("That holds a character that cannot be kept. Take it out."), status=422)
    with locked_series(membership) as series:
        draft = find_draft(membership, scene)
        if draft.text != values["text"]:
            require_unchanged(draft, WORDS, seen)
            require_room_to_write(series, draft, {"text": values["text"]})
        for name in (*WORDS, *CHOICES):
            setattr(draft, name, values[name])
        if draft.text:
            draft.save()
        elif draft.pk:
            draft.delete()
        return draft


def drop_draft(membership: Membership, scene: Scene) -> None:
    """Remove a member's draft for a scene, whose text is posted."""
    Draft.objects.filter(scene=scene, user=membership.user_id).delete()


def forget_drafts(membership: Membership) -> None:
    """Remove the drafts of a person who leaves the series."""
    Draft.objects.filter(scene__episode__story__series=membership.series_id, user=membership.user_id).delete()
