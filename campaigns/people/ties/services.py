"""The kind of record that a tie between people and places is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from campaigns.core.records.kind import RecordKind, Save
from campaigns.core.refusals import Refused
from campaigns.models import Character, KnownTo, Series, Subject, Tie
from campaigns.people.services import SUBJECTS

MAX_TIES = 1_000
"""The most ties of a series, with those that have ended."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a tie: a subject, a character that may have no page yet, or a name that is new.

    A character or a name without a page gets one.
    """

    subject: int | None = None
    character: int | None = None
    name: str = ""


class Ties(RecordKind[Tie]):
    """Ties. A new one comes with its `ends`; pages are made for those that have none.

    `keeps_old`: the tie changed in play. As it was, it ends in the scene in which the new one begins.
    """

    model = Tie
    most = MAX_TIES
    too_many = gettext_lazy("There are already %(most)s relationships. Delete one first.")
    gone = gettext_lazy("Someone has just deleted this relationship.")

    def list_rows(self, series: Series, row: Tie) -> QuerySet[Tie]:
        """Return the ties of the series with both ends."""
        return super().list_rows(series, row).select_related("source", "target")

    def write(self, save: Save[Tie]) -> None:
        """Find the ends of a new tie, or keep the old one in the history."""
        row = save.row
        if "ends" in save.beside:
            row.source, row.target = (_find_end(save, end) for end in save.beside["ends"])
        if save.beside.get("keeps_old"):
            self.make(save, Tie(series=save.series, source=row.source, target=row.target), save.values)
            ending = {"ended": True, "until": save.values["since"]}
            save = Save(save.membership, save.series, row, ending, {}, is_new=False)
        super().write(save)

    def check(self, save: Save[Tie]) -> None:
        """Require two ends."""
        if save.row.source_id == save.row.target_id:
            raise Refused(_("A relationship goes from one page to another."), status=422, field="target")


TIES = Ties()


def _find_end(save: Save[Tie], end: End) -> Subject:
    """Return the subject at an end. A new one is known to those who know of the tie."""
    if end.subject is not None:
        found = save.series.subjects.filter(pk=end.subject).first()
    elif end.character is None:
        known = {name: value for name, value in save.values.items() if name in ("known_to", "knowers")}
        return _make_page(save, known | {"name": end.name})
    else:
        found = save.series.subjects.filter(character=end.character).first()
        character = Character.objects.filter(series=save.series, pk=end.character).first()
        if found is None and character is not None:
            known_to = KnownTo.STORYTELLER if character.hidden else KnownTo.ALL
            return _make_page(save, {"name": character.name, "character": character, "known_to": known_to})
    if found is None:
        raise Refused(_("Someone has just deleted this page."), status=404)
    return found


def _make_page(save: Save[Tie], values: Mapping[str, Any]) -> Subject:
    return SUBJECTS.make(save, Subject(series=save.series), values)
