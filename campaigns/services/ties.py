"""Make, change, end and remove ties between people and places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.edit_conflict import require_unchanged
from campaigns.models import Character, KnownTo, Membership, Scene, Series, Subject, Tie
from campaigns.refusals import Refused
from campaigns.services.known import set_knowers
from campaigns.services.locks import series_to_run
from campaigns.services.quotas import count_letters, require_room_to_write, require_storage_room
from campaigns.services.subjects import make_subject

MAX_TIES = 1_000
"""The most ties of a series, with those that have ended."""
EDITABLE = ("kind", "words", "strength", "ended", "known_to")
"""The fields that another Storyteller may have changed meanwhile."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a tie: a subject, a character that may have no page yet, or a name that is new.

    A character or a name without a page gets one.
    """

    subject: int | None = None
    character: int | None = None
    name: str = ""


def add_tie(membership: Membership, source: End, target: End, values: Mapping[str, Any], knowers: Sequence[str]) -> Tie:
    """Make a tie, and pages for its ends where they have none."""
    require_storage_room(membership.series, count_letters(values))
    with series_to_run(membership) as series:
        ends = [_find_end(series, end, values, knowers) for end in (source, target)]
        return _make(series, ends[0], ends[1], values, knowers)


def edit_tie(
    membership: Membership,
    tie: Tie,
    values: Mapping[str, Any],
    knowers: Sequence[str],
    *,
    keeps_old: bool = False,
    seen: str = "",
) -> None:
    """Change a tie. Raises `Stale` as `edit_part` does.

    `keeps_old`: it changed in play. The tie as it was ends in the scene in which the new one begins.
    """
    with series_to_run(membership) as series:
        fresh = _find(series, tie)
        require_unchanged(fresh, EDITABLE, seen)
        require_room_to_write(series, fresh, values)
        if keeps_old:
            _make(series, fresh.source, fresh.target, values, knowers)
            values, knowers = {"ended": True, "until_id": values["since_id"]}, ()
        else:
            _require_scenes(series, values)
        for name, value in values.items():
            setattr(fresh, name, value)
        fresh.save(update_fields=[*values])
        if not keeps_old:
            set_knowers(fresh, series.pk, knowers)


def remove_tie(membership: Membership, tie: Tie) -> None:
    """Delete a tie, as if it had never been."""
    with series_to_run(membership) as series:
        _find(series, tie).delete()


def _make(series: Series, source: Subject, target: Subject, values: Mapping[str, Any], knowers: Sequence[str]) -> Tie:
    if source.pk == target.pk:
        raise Refused(_("A tie leads from one to another."), status=422, field="target")
    if series.ties.count() >= MAX_TIES:
        raise Refused(_("There are %(most)s ties already. Take one out first.") % {"most": MAX_TIES})
    _require_scenes(series, values)
    tie = Tie.objects.create(series=series, source=source, target=target, **values)
    set_knowers(tie, series.pk, knowers)
    return tie


def _require_scenes(series: Series, values: Mapping[str, Any]) -> None:
    """Raise `Refused` if a scene that the values name is of another series."""
    for name in ("since", "until"):
        key = values.get(f"{name}_id")
        if key is not None and not Scene.objects.filter(pk=key, episode__story__series=series).exists():
            raise Refused(_("That belongs to another series."), status=404, field=name)


def _find_end(series: Series, end: End, values: Mapping[str, Any], knowers: Sequence[str]) -> Subject:
    """Return the subject at an end. A new one is known to those who know of the tie."""
    if end.subject is not None:
        found = series.subjects.filter(pk=end.subject).first()
    elif end.character is None:
        return make_subject(series, {"name": end.name, "known_to": values["known_to"]}, knowers)
    else:
        found = series.subjects.filter(character=end.character).first()
        character = Character.objects.filter(series=series, pk=end.character).first()
        if found is None and character is not None:
            known_to = KnownTo.STORYTELLER if character.hidden else KnownTo.ALL
            return make_subject(series, {"name": character.name, "character": character, "known_to": known_to}, ())
    if found is None:
        raise Refused(_("Somebody has just taken this page out."), status=404)
    return found


def _find(series: Series, tie: Tie) -> Tie:
    if fresh := series.ties.select_related("source", "target").filter(pk=tie.pk).first():
        return fresh
    raise Refused(_("Somebody has just taken this tie out."), status=404)
