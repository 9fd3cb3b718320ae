"""The kind of record that a draft is: what people write for a scene until they post it."""

from django.utils.translation import gettext as _

from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.models import Draft, Membership, Scene, Series

CHOICES = {"speaker": 40, "name": 60, "to": 40, "strand": 40}
"""The choices of the form beside the text, with the most characters of each. They are no reason for a conflict."""
WORDS = ("text",)


class Drafts(RecordKind[Draft]):
    """Drafts. A scene has one of each member; an empty text deletes it. The form’s choices come beside the text."""

    model = Draft
    watches_new = True
    follows = (*CHOICES, "changed_at")

    def require_writer(self, membership: Membership, row: Draft) -> None:
        """Let each member write their own."""

    def find(self, series: Series, row: Draft) -> Draft:
        """Return the draft as it is now; a new one where there is none."""
        known = Draft.objects.filter(scene=row.scene_id, user=row.user_id).first()
        return known or Draft(scene_id=row.scene_id, user_id=row.user_id)

    begin = find

    def check(self, save: Save[Draft]) -> None:
        """Keep the choices. Refuse a NUL, which no database takes."""
        for name in CHOICES:
            setattr(save.row, name, save.beside.get(name, ""))
        if any("\x00" in getattr(save.row, name) for name in (*WORDS, *CHOICES)):
            raise Refused(_("It contains a character that can’t be saved. Delete that character."), status=422)

    def write(self, save: Save[Draft]) -> None:
        """Store the text, or delete a draft without any."""
        if save.values["text"]:
            super().write(save)
        elif not save.is_new:
            save.row.delete()
            save.row.text = ""


DRAFTS = Drafts()


def find_draft(membership: Membership, scene: Scene) -> Draft:
    """Return the member's own draft for a scene; a new one where there is none."""
    return DRAFTS.find(membership.series, Draft(scene=scene, user_id=membership.user_id))


def drop_draft(membership: Membership, scene: Scene) -> None:
    """Remove a member's draft for a scene, whose text is posted."""
    Draft.objects.filter(scene=scene, user=membership.user_id).delete()


def forget_drafts(membership: Membership) -> None:
    """Remove the drafts of a person who leaves the series."""
    Draft.objects.filter(scene__episode__story__series=membership.series_id, user=membership.user_id).delete()
