"""Create a series and change its settings."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.deadlines import Rest, dump_rest
from campaigns.edit_conflict import require_unchanged
from campaigns.models import Episode, Membership, Role, Scene, Series, Story, User
from campaigns.services.chronicle import add_part
from campaigns.services.locks import lock_person, series_to_run
from campaigns.services.quotas import require_room_to_write, require_series_room
from rules import get_system
from rules.settings import differing

EDITABLE = ("name", "tone", "house_notes")
OPTIONS = ("options",)
REST = ("rest",)


@transaction.atomic
def create_series(user: User, values: Mapping[str, Any]) -> Series:
    """Create a series with `values` (name, system, tone, house_notes). Its owner becomes a Storyteller of it.

    `numbers` may say how it takes the numbers that players propose (`rules.battle.sources`).
    """
    lock_person(user)
    require_series_room(user)
    texts = {name: values[name] for name in EDITABLE}
    series = Series.objects.create(owner=user, system=values["system"], options=_choose_numbers(values), **texts)
    Membership.objects.create(series=series, user=user, role=Role.STORYTELLER)
    return series


def _choose_numbers(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a new series: only what is not the game's own default."""
    numbers = values.get("numbers") or "usual"
    known = {field.name: field.default for field in fields(get_system(values["system"]).options)}
    return {"numbers": numbers} if known.get("numbers", numbers) != numbers else {}


@transaction.atomic
def begin_series(user: User, values: Mapping[str, Any]) -> Series:
    """Create a series like `create_series`, with a first story, episode and scene: its table is open at once."""
    series = create_series(user, values)
    membership = series.memberships.get()
    story = Story(series=series)
    add_part(membership, story, {"title": _("The first story")})
    episode = Episode(story=story)
    add_part(membership, episode, {"title": _("The first episode")})
    add_part(membership, Scene(episode=episode), {"title": _("The first scene")})
    return series


def edit_series(membership: Membership, values: Mapping[str, Any], seen: str = "") -> Series:
    """Change name, tone and house notes. The game system is fixed, because the sheets are written for it.

    Raises `Stale` if the series no longer has the fingerprint `seen`.
    """
    with series_to_run(membership) as series:
        require_unchanged(series, EDITABLE, seen)
        require_room_to_write(series, series, {name: values[name] for name in EDITABLE})
        for name in EDITABLE:
            setattr(series, name, values[name])
        series.save(update_fields=EDITABLE)
    return series


def set_options(membership: Membership, options: Any, seen: str = "") -> None:
    """Set the options of the rules. A fight under way keeps the options that it began with.

    Raises `Stale` if the options no longer have the fingerprint `seen`.
    """
    with series_to_run(membership) as series:
        require_unchanged(series, OPTIONS, seen)
        series.options = differing(options)
        series.save(update_fields=["options"])


def set_rest(membership: Membership, rest: Rest, seen: str = "") -> None:
    """Set rest days and quiet hours. Deadlines that run are not brought nearer.

    Raises `Stale` if the rest no longer has the fingerprint `seen`.
    """
    with series_to_run(membership) as series:
        require_unchanged(series, REST, seen)
        series.rest = dump_rest(rest)
        series.save(update_fields=["rest"])
