"""Create a series."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from campaigns.chronicle.parts import append_part
from campaigns.core.locks import lock_person, series_to_run
from campaigns.core.quotas import require_series_room
from campaigns.models import Episode, Membership, Role, Scene, Series, Story, User
from campaigns.series.members.services import create_invite
from rules import get_system

TEXTS = ("name", "tone", "house_notes")


@transaction.atomic
def create_series(user: User, values: Mapping[str, Any]) -> Series:
    """Create a series with `values` (name, system, tone, house_notes). Its owner becomes a Storyteller of it.

    `numbers` may say how it takes the numbers that players propose (`rules.battle.sources`).
    """
    lock_person(user)
    require_series_room(user)
    texts = {name: values[name] for name in TEXTS}
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
    """Create a series like `create_series`, with a first story, episode and scene: its table is open at once.

    It has a link for players, and at its table the Storyteller is shown how to begin.
    """
    series = create_series(user, values)
    Series.objects.filter(pk=series.pk).update(shows_start=True)
    membership = series.memberships.get()
    create_invite(membership, Role.PLAYER)
    story = Story(series=series)
    append_part(membership, series, story, {"title": _("The first story")})
    episode = Episode(story=story)
    append_part(membership, series, episode, {"title": _("The first episode")})
    append_part(membership, series, Scene(episode=episode), {"title": _("The first scene")})
    return series


def end_start(membership: Membership) -> None:
    """Show the Storyteller no more how to begin."""
    with series_to_run(membership) as series:
        Series.objects.filter(pk=series.pk).update(shows_start=False)
