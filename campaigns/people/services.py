"""The kinds of records that people and places, and the secrets about them, are."""

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet, Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.pictures import name_of
from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.models import Character, Secret, Series, Subject, SubjectPortrait
from campaigns.people.portraits.drawing import make_portrait

MAX_SUBJECTS = 500
"""The most people, places, factions and things of a series."""
MAX_SECRETS = 20
"""The most secrets about one of them."""
MAX_OTHER_NAMES = 600
MAX_PORTRAITS = 2_000_000
"""The most bytes that all their portraits take: the series' file holds them, beside pictures of handouts."""


class Subjects(RecordKind[Subject]):
    """People, places, factions and things, with their portraits. What mentions one that is deleted stays as it is."""

    model = Subject
    most = MAX_SUBJECTS
    too_many = gettext_lazy("There are already %(most)s people and places. Delete one first.")
    gone = gettext_lazy("Someone has just deleted this page.")
    watched = {"portrait_name": "picture"}

    def prepare(self, beside: Mapping[str, Any]) -> Mapping[str, Any]:
        """Draw the portrait."""
        content = beside.get("picture")
        return {**beside, "image": None if content is None else make_portrait(content)}

    def count_files(self, save: Save[Subject]) -> int:
        """Count a new portrait against the one that it replaces."""
        replaced = SubjectPortrait.objects.filter(subject=save.row.pk).aggregate(letters=Sum(Length("image")))
        image = save.beside.get("image")
        return len(image) * 4 // 3 - (replaced["letters"] or 0) if image else 0

    def check(self, save: Save[Subject]) -> None:
        """Require a character without another page."""
        require_free_character(save.row)

    def finish(self, save: Save[Subject]) -> None:
        """Keep the portrait that was sent, or take the old one away."""
        if image := save.beside.get("image"):
            keep_subject_portrait(save.row, image)
        elif save.beside.get("bare"):
            SubjectPortrait.objects.filter(subject=save.row).delete()
            Subject.objects.filter(pk=save.row.pk).update(portrait_name="")


class Secrets(RecordKind[Secret]):
    """Secrets about a subject."""

    model = Secret
    most = MAX_SECRETS
    too_many = gettext_lazy("There are already %(most)s secrets. Delete one first.")
    gone = gettext_lazy("Someone has just deleted this secret.")

    def list_rows(self, series: Series, row: Secret) -> QuerySet[Secret]:
        """Return the secrets about the same subject."""
        return super().list_rows(series, row).filter(subject=row.subject_id).select_related("subject")

    def begin(self, series: Series, row: Secret) -> Secret:
        """Return a new secret about a subject that is still there."""
        SUBJECTS.find(series, row.subject)
        return super().begin(series, row)


SUBJECTS, SECRETS = Subjects(), Secrets()


def require_free_character(subject: Subject) -> None:
    """Raise `Refused` if the subject's character is of another series, or has another page already."""
    if subject.character_id is None:
        return
    if not Character.objects.filter(pk=subject.character_id, series=subject.series_id).exists():
        raise Refused(_("That belongs to another series."), status=404, field="character")
    if Subject.objects.filter(character=subject.character_id).exclude(pk=subject.pk).exists():
        raise Refused(_("This character already has another page."), status=409, field="character")


def follow_name(character: Character, before: str) -> None:
    """Rename the page of a player's character that bore the same name. The old name stays, for mentions of it.

    The pages of others keep theirs: a hidden sheet may be called by a name that is a secret.
    """
    if character.name == before or character.hidden or character.owner_id is None:
        return
    for page in Subject.objects.filter(character=character.pk, name=before):
        page.name = character.name
        others = "\n".join(filter(None, (page.other_names, before)))
        page.other_names = others if len(others) <= MAX_OTHER_NAMES else page.other_names
        page.save(update_fields=["name", "other_names"])


def keep_subject_portrait(subject: Subject, image: bytes) -> None:
    """Store a square that `make_portrait` drew. Call it in a transaction. Raises `Refused` if there is no room."""
    others = SubjectPortrait.objects.filter(subject__series=subject.series_id).exclude(subject=subject)
    stored = (others.aggregate(letters=Sum(Length("image")))["letters"] or 0) * 3 // 4
    if stored + len(image) > MAX_PORTRAITS:
        raise Refused(
            _("The portraits of people and places in this series take up %(size)s MB, the maximum.")
            % {"size": MAX_PORTRAITS // 1_000_000},
            status=413,
            field="picture",
        )
    SubjectPortrait.objects.update_or_create(subject=subject, defaults={"image": b64encode(image).decode()})
    Subject.objects.filter(pk=subject.pk).update(portrait_name=name_of(image))
