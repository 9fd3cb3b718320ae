"""People, places and ties in the file. Characters and pages are named by the keys that they have there, scenes by their
places."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from campaigns.core.refusals import Refused
from campaigns.models import Scene, Secret, Series, Subject, SubjectPortrait, Tie
from campaigns.people.services import MAX_SECRETS, MAX_SUBJECTS, keep_subject_portrait, require_free_character
from campaigns.people.ties.services import MAX_TIES
from config.transfer.fields import SECRET, SUBJECT, TIE
from config.transfer.known import read_known, write_known
from config.transfer.ledgers import Part, Place, Places
from config.transfer.rows import write_row
from config.transfer.saving import fill
from rules.names import clean_values


def write_subjects(series: Series) -> list[dict[str, Any]]:
    """Return the people and places of a series, oldest first, with their secrets and who knows of each."""
    portraits = dict(SubjectPortrait.objects.filter(subject__series=series).values_list("subject", "image"))
    return [
        {
            "id": subject.pk,
            "character": subject.character_id,
            "portrait": portraits.get(subject.pk, ""),
            **write_row(subject, SUBJECT),
            **write_known(subject),
            "secrets": [{**write_row(one, SECRET), **write_known(one)} for one in subject.secrets.all()],
        }
        for subject in series.subjects.prefetch_related("knowers", "secrets__knowers").order_by("pk")
    ]


def write_ties(series: Series, places: Places) -> list[dict[str, Any]]:
    """Return the ties of a series, oldest first, with the keys of their ends and the places of their scenes."""
    return [
        {
            "source": tie.source_id,
            "target": tie.target_id,
            "since": places["scene", tie.since_id] if tie.since_id else None,
            "until": places["scene", tie.until_id] if tie.until_id else None,
            **write_row(tie, TIE),
            **write_known(tie),
        }
        for tie in series.ties.prefetch_related("knowers").order_by("pk")
    ]


class SubjectImporter:
    """Imports people, places and ties. The characters and the scenes must exist."""

    def __init__(self, series: Series, keys: Mapping[str, str]) -> None:
        self._series, self._keys = series, keys
        self.subjects: dict[int, Subject] = {}
        """The people and places by their keys in the file."""

    def keep(self, rows: Sequence[Any]) -> None:
        """Import people and places with their secrets."""
        _require_few(rows, MAX_SUBJECTS)
        for row in rows:
            key, character = int(row["id"]), row["character"]
            if key in self.subjects:
                raise ValueError
            subject = Subject(series=self._series)
            if character is not None:
                subject.character_id = int(self._keys[str(int(character))])
                require_free_character(subject)
            names = {name: clean_values(row[name]) for name in ("other_names",) if name in row}
            fill(subject, {**row, **names}, SUBJECT)
            self.subjects[key] = subject
            read_known(subject, row, self._keys)
            if row["portrait"]:
                keep_subject_portrait(subject, b64decode(row["portrait"]))
            _require_few(row["secrets"], MAX_SECRETS)
            for one in row["secrets"]:
                read_known(fill(Secret(series=self._series, subject=subject), one, SECRET), one, self._keys)

    def tie(self, rows: Sequence[Any], parts: Mapping[Place, Part]) -> None:
        """Import ties between them."""
        _require_few(rows, MAX_TIES)
        for row in rows:
            source, target = (self.subjects[int(row[end])] for end in ("source", "target"))
            if source == target:
                raise ValueError
            scenes = {name: _find_scene(row[name], parts) for name in ("since", "until")}
            tie = fill(Tie(series=self._series, source=source, target=target, **scenes), row, TIE)
            read_known(tie, row, self._keys)


def _find_scene(place: Any, parts: Mapping[Place, Part]) -> Scene | None:
    if place is None:
        return None
    scene = parts[tuple(place)]
    if not isinstance(scene, Scene):
        raise TypeError
    return scene


def _require_few(rows: Any, most: int) -> None:
    if not isinstance(rows, list):
        raise TypeError
    if len(rows) > most:
        raise Refused(
            _("The file contains %(count)s people, secrets or relationships in one list; at most %(most)s are allowed.")
            % {"count": len(rows), "most": most},
            status=413,
        )
