"""The kinds of rows that a series has beside its tree: handouts, attachments, people and places, ties and threads.

What is left out stays behind on purpose: private notes, who uploaded a file, who else is a member.
"""

from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.core.pictures import Picture
from campaigns.core.uploads import Upload
from campaigns.handouts.attachments.services import MAX_ATTACHMENTS, keep_content
from campaigns.handouts.services import MAX_HANDOUTS, keep_picture
from campaigns.models import Attachment, Handout, HandoutReader, Secret, Subject, Thread, Tie
from campaigns.people.services import MAX_SECRETS, MAX_SUBJECTS, keep_subject_portrait, require_free_character
from campaigns.people.ties.services import MAX_TIES
from campaigns.threads.services import MAX_THREADS
from config.transfer import fields
from config.transfer.columns import (
    CHARACTER,
    SCENE,
    STORY,
    SUBJECT,
    SUBJECT_KEY,
    Column,
    Data,
    Fields,
    Id,
    KnownBy,
    Many,
    One,
    RowKind,
    StoredFile,
)
from config.transfer.places import ImportState, Places
from config.transfer.saving import take_list
from play.table.handout_events import PREFIX as HANDOUT_KEY


class ShownTo(Column):
    """The characters that see a handout; None is everybody. Those who see it in a scene come with its log."""

    related = ("readers",)

    def write(self, row: Handout, places: Places) -> dict[str, Any]:
        return {"shown": [reader.character_id for reader in row.readers.all() if reader.scene_id is None]}

    def connect(self, row: Handout, data: Data, imported: ImportState) -> None:
        readers = {None if name is None else CHARACTER.find(name, imported) for name in data.get("shown", [])}
        HandoutReader.objects.bulk_create(HandoutReader(handout=row, character_id=key) for key in readers)


class Secrets(Column):
    """The secrets of a person or place."""

    related = ("secrets__knowers",)

    def write(self, row: Subject, places: Places) -> dict[str, Any]:
        return {"secrets": [SECRETS.write(secret, places) for secret in row.secrets.all()]}

    def connect(self, row: Subject, data: Data, imported: ImportState) -> None:
        SECRETS.import_all(take_list(data, "secrets"), imported, subject=row)


class ThreadSubjects(Many):
    """The people and places of a thread. Older files have none: a character's tie is one to the page about it, too."""

    def connect(self, row: Thread, data: Data, imported: ImportState) -> None:
        if self.name in data:
            return super().connect(row, data, imported)
        return row.subjects.set(Subject.objects.filter(character__in=row.characters.all()))


def _store_picture(handout: Handout, image: bytes, size: tuple[int, ...]) -> None:
    if image:
        keep_picture(handout, Picture(image, *size))


def _store_portrait(subject: Subject, image: bytes, _size: tuple[int, ...]) -> None:
    if image:
        keep_subject_portrait(subject, image)


def _store_content(attachment: Attachment, content: bytes, size: tuple[int, ...]) -> None:
    keep_content(attachment, Upload(attachment.kind, content, *size))


def _check_tie(tie: Tie) -> None:
    if tie.source_id == tie.target_id:
        raise ValueError


def _check_thread(thread: Thread) -> None:
    if thread.filled > thread.segments:
        raise ValueError


TOO_MANY_PEOPLE = _(
    "The file contains %(count)s people, secrets or relationships in one list; at most %(most)s are allowed."
)
HANDOUTS = RowKind(
    Handout,
    (
        *(Id(HANDOUT_KEY), One("scene", SCENE, late=True)),
        *(StoredFile("picture", "image", _store_picture, "width", "height"), ShownTo(), Fields(fields.HANDOUT)),
    ),
    MAX_HANDOUTS,
    _("The file contains %(count)s handouts; at most %(most)s are allowed."),
)
ATTACHMENTS = RowKind(
    Attachment,
    (Fields(fields.ATTACHMENT), KnownBy(), StoredFile("content", "data", _store_content, "width", "height")),
    MAX_ATTACHMENTS,
    _("The file contains %(count)s pictures and files; at most %(most)s are allowed."),
)
SECRETS = RowKind(Secret, (Fields(fields.SECRET), KnownBy()), MAX_SECRETS, TOO_MANY_PEOPLE)
SUBJECTS = RowKind(
    Subject,
    (
        *(Id(SUBJECT_KEY), One("character", CHARACTER), StoredFile("portrait", "image", _store_portrait)),
        *(Fields(fields.SUBJECT), KnownBy(), Secrets()),
    ),
    MAX_SUBJECTS,
    TOO_MANY_PEOPLE,
    require_free_character,
)
TIES = RowKind(
    Tie,
    (
        *(One("source", SUBJECT), One("target", SUBJECT), One("since", SCENE), One("until", SCENE)),
        *(Fields(fields.TIE), KnownBy()),
    ),
    MAX_TIES,
    TOO_MANY_PEOPLE,
    _check_tie,
)
THREADS = RowKind(
    Thread,
    (
        *(Fields(fields.THREAD), KnownBy()),
        *(Many("characters", CHARACTER), ThreadSubjects("subjects", SUBJECT)),
        *(Many("stories", STORY), Many("scenes", SCENE)),
    ),
    MAX_THREADS,
    _("The file contains %(count)s threads; at most %(most)s are allowed."),
    _check_thread,
)
