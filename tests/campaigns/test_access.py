"""What each role may load: strangers find nothing, players nothing hidden, and only Storytellers may run things."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from campaigns.core import access
from campaigns.core.parts import Part
from campaigns.core.seats import get_seat
from campaigns.handouts.attachments.visible import get_attachment_for
from campaigns.models import (
    Character,
    Downtime,
    DowntimeRun,
    Episode,
    Membership,
    Role,
    Scene,
    SheetChange,
    Story,
    User,
)
from campaigns.people.ties.visible import get_tie_to_run
from campaigns.people.visible import get_secret_to_run, get_subject_for
from tests.cast import Cast


def test_strangers_find_nothing_at_all(cast: Cast) -> None:
    stranger = cast.stranger
    loads: list[Callable[[], object]] = [
        lambda: access.get_series_for(stranger, cast.series.pk),
        lambda: access.get_series_to_run(stranger, cast.series.pk),
        lambda: access.get_part_for(Story, stranger, cast.story.pk),
        lambda: access.get_part_for(Episode, stranger, cast.episode.pk),
        lambda: access.get_part_for(Scene, stranger, cast.scene.pk),
        lambda: access.get_part_for(Downtime, stranger, cast.downtime.pk),
        lambda: access.get_members_at(stranger, cast.scene.pk),
        lambda: access.get_character_for(stranger, cast.heroine.pk),
        lambda: access.get_member_to_run(stranger, cast.membership(cast.player).pk),
        lambda: access.get_invite_to_run(stranger, cast.series.invites.create(role=Role.PLAYER).pk),
    ]
    for load in loads:
        with pytest.raises(Http404):
            load()


@pytest.mark.parametrize("name", ["player", "rival", "spectator"])
def test_those_who_do_not_run_the_series_are_refused(cast: Cast, name: str) -> None:
    user: User = getattr(cast, name)
    loads: list[Callable[[], object]] = [
        lambda: access.get_series_to_run(user, cast.series.pk),
        lambda: access.get_part_to_run(Scene, user, cast.scene.pk),
        lambda: access.get_member_to_run(user, cast.membership(cast.rival).pk),
        lambda: access.get_invite_to_run(user, cast.series.invites.create(role=Role.PLAYER).pk),
        lambda: access.get_character_to_edit(user, cast.warden.pk),
    ]
    for load in loads:
        with pytest.raises(PermissionDenied):
            load()


def test_a_co_storyteller_runs_the_series_too(cast: Cast) -> None:
    series, membership = access.get_series_to_run(cast.co_storyteller, cast.series.pk)
    assert series == cast.series
    assert access.is_storyteller(membership)


@pytest.mark.parametrize("name", ["player", "rival", "spectator"])
def test_what_is_hidden_is_not_there_and_hides_what_it_holds(cast: Cast, name: str) -> None:
    user: User = getattr(cast, name)
    inside = Scene.objects.get(episode=cast.hidden_episode)
    rest = Downtime.objects.get(episode=cast.hidden_episode)
    below = Episode.objects.create(story=cast.hidden_story, title="Not hidden itself")
    hidden: list[tuple[type[Part], Part]] = [
        (Story, cast.hidden_story),
        (Episode, cast.hidden_episode),
        (Scene, cast.hidden_scene),
        (Scene, inside),
        (Downtime, rest),
        (Episode, below),
        (Scene, Scene.objects.create(episode=below, title="Nor this")),
        (Downtime, Downtime.objects.create(story=cast.hidden_story, title="Nor this")),
    ]
    for model, part in hidden:
        with pytest.raises(Http404):
            access.get_part_for(model, user, part.pk)
    with pytest.raises(Http404):
        access.get_character_for(user, cast.lurker.pk)


def test_the_storyteller_finds_what_is_hidden(cast: Cast) -> None:
    assert access.get_part_for(Scene, cast.storyteller, cast.hidden_scene.pk)[0] == cast.hidden_scene
    assert set(access.get_members_at(cast.storyteller, cast.hidden_scene.pk)) == set(cast.series.memberships.all())
    assert access.get_character_for(cast.storyteller, cast.lurker.pk)[0] == cast.lurker


def test_downtime_without_an_episode_is_seen_by_all(cast: Cast) -> None:
    assert access.get_part_for(Downtime, cast.spectator, cast.downtime.pk)[0] == cast.downtime


def test_a_player_reads_only_the_sheets_of_their_own(cast: Cast) -> None:
    membership = cast.membership(cast.player)
    assert access.can_read_sheet(cast.heroine, membership)
    assert not access.can_read_sheet(cast.duelist, membership)
    assert not access.can_read_sheet(cast.warden, membership)


def test_a_player_knows_a_hidden_character_of_their_own(cast: Cast) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(hidden=True)
    assert access.get_character_to_edit(cast.player, cast.heroine.pk)[0] == cast.heroine
    with pytest.raises(Http404):
        access.get_character_for(cast.rival, cast.heroine.pk)


FOR_EDITORS = ("change", "doing", "project", "proposal")
FOR_STORYTELLERS = ("entry", "proposal", "result")
"""What a character has: rows that its player may change too, and those that only a Storyteller may."""


@pytest.fixture
def pks(cast: Cast) -> dict[str, int]:
    """A row of each kind that the heroine has."""
    heroine = cast.heroine
    run = DowntimeRun.objects.create(downtime=cast.downtime, seed="s")
    rows = {
        "change": heroine.changes.create(user=cast.player, values={"spare": [0, 1]}),
        "doing": heroine.doings.create(downtime=cast.downtime, kind="rest", first=1, days=1),
        "project": heroine.projects.create(title="A raft", request={}, goal=3),
        "proposal": heroine.proposals.create(label="Arms", path="arms", points=1, user=cast.player),
        "entry": heroine.experience.create(points=1, reason="A show"),
        "result": run.results.create(character=heroine),
    }
    return {name: row.pk for name, row in rows.items()}


def outcomes(user: User, pks: dict[str, int]) -> tuple[set[str], set[str]]:
    """What comes of the person's asking for each row, to change it and to run it."""

    def ask(name: str, what: str) -> str:
        try:
            getattr(access, f"get_{name}_to_{what}")(user, pks[name])
        except (Http404, PermissionDenied) as refusal:
            return type(refusal).__name__
        return "there"

    return {ask(name, "edit") for name in FOR_EDITORS}, {ask(name, "run") for name in FOR_STORYTELLERS}


def test_what_a_character_has_is_changed_by_its_player_and_the_storyteller_and_run_by_her_alone(
    cast: Cast, pks: dict[str, int]
) -> None:
    for storyteller in (cast.storyteller, cast.co_storyteller):
        assert outcomes(storyteller, pks) == ({"there"}, {"there"})
    assert outcomes(cast.player, pks) == ({"there"}, {"PermissionDenied"})
    for reader in (cast.rival, cast.spectator):
        assert outcomes(reader, pks) == ({"PermissionDenied"}, {"PermissionDenied"})
    assert outcomes(cast.stranger, pks) == ({"Http404"}, {"Http404"})


def test_of_what_a_hidden_character_has_nobody_else_finds_anything(cast: Cast, pks: dict[str, int]) -> None:
    Character.objects.filter(pk=cast.heroine.pk).update(hidden=True)
    for user in (cast.rival, cast.spectator):
        assert outcomes(user, pks) == ({"Http404"}, {"Http404"})


def test_who_becomes_a_spectator_may_read_but_no_longer_change(cast: Cast) -> None:
    Membership.objects.filter(user=cast.player).update(role=Role.SPECTATOR)
    membership = cast.membership(cast.player)
    assert access.can_read_sheet(cast.heroine, membership)
    with pytest.raises(PermissionDenied):
        access.get_character_to_edit(cast.player, cast.heroine.pk)


def test_a_seat_holds_the_characters_of_its_player(cast: Cast) -> None:
    seat = get_seat(cast.membership(cast.player))
    assert seat.controls(str(cast.heroine.pk))
    assert not seat.controls(str(cast.duelist.pk))
    assert get_seat(cast.membership(cast.co_storyteller)).storyteller
    assert not get_seat(cast.membership(cast.spectator)).controls(str(cast.heroine.pk))


def test_a_revoked_invite_is_not_there(cast: Cast) -> None:
    invite = cast.series.invites.create(role=Role.PLAYER)
    assert access.get_open_invite(invite.token) == invite
    invite.revoked_at = timezone.now()
    invite.save()
    with pytest.raises(Http404):
        access.get_open_invite(invite.token)


LOADERS: dict[str, Callable[[User, int], object]] = {
    "lurker": access.get_character_for,
    "hidden_scene": partial(access.get_part_for, Scene),
    "members": access.get_members_at,
    "hidden_episode": partial(access.get_part_for, Episode),
    "hidden_story": partial(access.get_part_for, Story),
    "change": access.get_change_to_edit,
    "subject": get_subject_for,
    "secret": get_secret_to_run,
    "tie": get_tie_to_run,
    "attachment": get_attachment_for,
}


@pytest.mark.parametrize("what", LOADERS)
@pytest.mark.parametrize("name", ["player", "spectator"])
def test_what_is_hidden_costs_what_a_missing_one_does(cast: Cast, name: str, what: str) -> None:
    """The time that an answer takes must not tell that something is there."""
    change = SheetChange(character=cast.lurker, values={})
    change.save()
    known, subject = (
        cast.series.subjects.create(name="Nobody", known_to=known_to) for known_to in ("all", "storyteller")
    )
    rows = {
        "change": change,
        "members": cast.hidden_scene,
        "subject": subject,
        "secret": subject.secrets.create(series=cast.series, text="?", known_to="all"),
        "attachment": cast.series.attachments.create(number=20_000, title="?"),
        "tie": cast.series.ties.create(source=known, target=subject, known_to="all"),
    }
    hidden = rows[what].pk if what in rows else getattr(cast, what).pk
    asked = []
    for pk in (hidden, 987_654_321):
        with CaptureQueriesContext(connection) as queries, pytest.raises(Http404):
            LOADERS[what](getattr(cast, name), pk)
        asked.append([re.sub(r"\d+", "0", query["sql"]) for query in queries])
    assert asked[0] == asked[1]
