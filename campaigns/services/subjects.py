"""Make, change and remove people and places, with their portraits and the secrets about them."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Sum
from django.db.models.functions import Length
from django.utils.translation import gettext as _

from campaigns.edit_conflict import require_unchanged
from campaigns.models import Character, Membership, Secret, Series, Subject, SubjectPortrait
from campaigns.pictures import name_of
from campaigns.portraits import make_portrait
from campaigns.refusals import Refused
from campaigns.services.known import set_knowers
from campaigns.services.locks import series_to_run
from campaigns.services.quotas import count_letters, require_room_to_write, require_storage_room

MAX_SUBJECTS = 500
"""The most people, places, factions and things of a series."""
MAX_SECRETS = 20
"""The most secrets about one of them."""
MAX_PORTRAITS = 2_000_000
"""The most bytes that all their portraits take: the series' file holds them, beside pictures of handouts."""
EDITABLE = ("kind", "name", "other_names", "notes", "secret_notes", "known_to")
SECRET = ("text", "known_to")
"""The fields that another Storyteller may have changed meanwhile."""


def add_subject(
    membership: Membership, values: Mapping[str, Any], knowers: Sequence[str], content: bytes | None
) -> Subject:
    """Make a subject. `knowers`: keys of characters; `content`: the file of its portrait, or None."""
    require_storage_room(membership.series, count_letters(values))
    image = None if content is None else make_portrait(content)
    with series_to_run(membership) as series:
        subject = make_subject(series, values, knowers)
        if image:
            keep_subject_portrait(subject, image)
    return subject


def make_subject(series: Series, values: Mapping[str, Any], knowers: Sequence[str]) -> Subject:
    """Save a new subject of a series that is locked."""
    if series.subjects.count() >= MAX_SUBJECTS:
        raise Refused(_("There are %(most)s people and places already. Take one out first.") % {"most": MAX_SUBJECTS})
    subject = Subject(series=series, **values)
    require_free_character(subject)
    subject.save()
    set_knowers(subject, series.pk, knowers)
    return subject


def edit_subject(
    membership: Membership,
    subject: Subject,
    values: Mapping[str, Any],
    knowers: Sequence[str],
    content: bytes | None,
    *,
    bare: bool = False,
    seen: str = "",
) -> None:
    """Change a subject. `bare` takes its portrait away. Raises `Stale` as `edit_part` does."""
    image = None if content is None else make_portrait(content)
    with series_to_run(membership) as series:
        fresh = _find_subject(series, subject.pk)
        require_unchanged(fresh, EDITABLE, seen)
        require_room_to_write(series, fresh, values)
        for name, value in values.items():
            setattr(fresh, name, value)
        require_free_character(fresh)
        fresh.save(update_fields=[*values])
        set_knowers(fresh, series.pk, knowers)
        if image:
            keep_subject_portrait(fresh, image)
        elif bare:
            SubjectPortrait.objects.filter(subject=fresh).delete()
            Subject.objects.filter(pk=fresh.pk).update(portrait_name="")


def remove_subject(membership: Membership, subject: Subject) -> None:
    """Delete a subject with its secrets and ties. What mentions it stays as it was written."""
    with series_to_run(membership) as series:
        _find_subject(series, subject.pk).delete()


def require_free_character(subject: Subject) -> None:
    """Raise `Refused` if the subject's character is of another series, or has another page already."""
    if subject.character_id is None:
        return
    if not Character.objects.filter(pk=subject.character_id, series=subject.series_id).exists():
        raise Refused(_("That belongs to another series."), status=404, field="character")
    if Subject.objects.filter(character=subject.character_id).exclude(pk=subject.pk).exists():
        raise Refused(_("This character has another page already."), status=409, field="character")


def keep_subject_portrait(subject: Subject, image: bytes) -> None:
    """Store a square that `make_portrait` drew. Call it in a transaction. Raises `Refused` if there is no room."""
    others = SubjectPortrait.objects.filter(subject__series=subject.series_id).exclude(subject=subject)
    stored = (others.aggregate(letters=Sum(Length("image")))["letters"] or 0) * 3 // 4
    if stored + len(image) > MAX_PORTRAITS:
        raise Refused(
            _("The people and places of this series hold portraits of %(size)s MB, which is all they may.")
            % {"size": MAX_PORTRAITS // 1_000_000},
            status=413,
            field="picture",
        )
    SubjectPortrait.objects.update_or_create(subject=subject, defaults={"image": b64encode(image).decode()})
    Subject.objects.filter(pk=subject.pk).update(portrait_name=name_of(image))


def add_secret(membership: Membership, subject: Subject, values: Mapping[str, Any], knowers: Sequence[str]) -> Secret:
    """Write down a secret about a subject."""
    require_storage_room(membership.series, count_letters(values))
    with series_to_run(membership) as series:
        fresh = _find_subject(series, subject.pk)
        if fresh.secrets.count() >= MAX_SECRETS:
            raise Refused(_("There are %(most)s secrets already. Take one out first.") % {"most": MAX_SECRETS})
        secret = Secret.objects.create(series=series, subject=fresh, **values)
        set_knowers(secret, series.pk, knowers)
    return secret


def edit_secret(
    membership: Membership, secret: Secret, values: Mapping[str, Any], knowers: Sequence[str], seen: str = ""
) -> None:
    """Change a secret. Raises `Stale` as `edit_part` does."""
    with series_to_run(membership) as series:
        fresh = _find_secret(series, secret.pk)
        require_unchanged(fresh, SECRET, seen)
        require_room_to_write(series, fresh, values)
        for name, value in values.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=[*values])
        set_knowers(fresh, series.pk, knowers)


def remove_secret(membership: Membership, secret: Secret) -> None:
    """Delete a secret."""
    with series_to_run(membership) as series:
        _find_secret(series, secret.pk).delete()


def _find_subject(series: Series, pk: int) -> Subject:
    if subject := series.subjects.filter(pk=pk).first():
        return subject
    raise Refused(_("Somebody has just taken this page out."), status=404)


def _find_secret(series: Series, pk: int) -> Secret:
    if secret := Secret.objects.filter(series=series, pk=pk).first():
        return secret
    raise Refused(_("Somebody has just taken this secret out."), status=404)
