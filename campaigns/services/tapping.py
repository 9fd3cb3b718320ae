"""Taps on a sheet with no scene open: a health box, a point of a pool. They write to the record."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from campaigns.access import require_editor
from campaigns.models import Character, Membership, SheetChange, User
from campaigns.refusals import Refused
from campaigns.services.locks import lock_character, locked_series
from campaigns.services.sheet_changes import write_sheet
from campaigns.sheets import canonical
from rules import get_system
from rules.battle import Json
from rules.errors import RulesError
from rules.paths import write_path
from rules.sheets.fate import PLACE as FATE
from rules.sheets.points import change_points
from rules.text import Text

TOGETHER = timedelta(seconds=10)
"""Taps of one person on one place that follow each other within this time are one change of the history."""


def tap_sheet(membership: Membership, character: Character, what: str, by: int) -> None:
    """Change a place of a sheet by touch: `what` as `rules.sheets.points` knows it.

    Raises `Refused` if nothing would change.
    """
    with locked_series(membership) as series:
        fresh = lock_character(character)
        require_editor(fresh, membership)
        rules = get_system(series.system).sheets
        try:
            sheet = fresh.parsed_sheet()
            change = change_points(rules.points(sheet), what, by)
            written: Any = write_path(fresh.sheet, change.trait.key, change.now)
            if getattr(sheet, FATE, ""):
                written = write_path(written, FATE, rules.follow_boxes(sheet, rules.parse(written)))
            after = canonical(series.system, written)
        except RulesError as refusal:
            raise Refused(refusal.sentence) from refusal
        before = _last_tap(fresh, membership.user)
        done = write_sheet(fresh, after, membership.user, Text("By touch"))
        if done and before and set(before.values) == set(done.values):
            _join(before, done)


def _last_tap(character: Character, user: User) -> SheetChange | None:
    """Return the last change of a sheet, if it is a tap of this person a moment ago."""
    last = character.changes.first()
    if last is None or last.user_id != user.pk or last.why != Text("By touch"):
        return None
    return last if timezone.now() - last.at < TOGETHER and last.undoes_id is None else None


def _join(before: SheetChange, done: SheetChange) -> None:
    """Make one change of two that follow each other. Two that cancel each other out leave none."""
    values: dict[str, list[Json]] = {path: [was, done.values[path][1]] for path, (was, _now) in before.values.items()}
    done.delete()
    if all(was == now for was, now in values.values()):
        before.delete()
    else:
        SheetChange.objects.filter(pk=before.pk).update(values=values, at=timezone.now())
