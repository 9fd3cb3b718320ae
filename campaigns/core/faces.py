"""Faces of people: subjects with the characters that a member knows."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.core.access import visible_characters
from campaigns.models import Character, Membership, Subject


@dataclass(frozen=True, slots=True)
class Face:
    """A subject with its character, if the reader knows of both."""

    subject: Subject
    character: Character | None

    @property
    def face_url(self) -> str:
        """The URL of the small portrait, or an empty string: the subject's own, or else the character's."""
        return self.subject.face_url or (self.character.face_url if self.character else "")

    @property
    def portrait_url(self) -> str:
        """The URL of the portrait, or an empty string."""
        return self.subject.portrait_url or (self.character.portrait_url if self.character else "")


def add_faces(subjects: Iterable[Subject], membership: Membership) -> list[Face]:
    """Return the subjects with the characters that the member knows of, in one query."""
    subjects = list(subjects)
    wanted = [subject.character_id for subject in subjects if subject.character_id]
    if not wanted:
        return [Face(subject, None) for subject in subjects]
    known = visible_characters(membership).defer(*Character.UNLISTED).in_bulk(wanted)
    return [Face(subject, known.get(subject.character_id or 0)) for subject in subjects]
