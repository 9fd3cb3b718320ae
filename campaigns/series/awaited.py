"""What waits for a person, over all their series, as far as the record knows it. What waits at the tables is in `play`.

Each list takes the same number of queries, however many series the person has.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum

from django.db.models import Count, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.core.access import is_storyteller, known_parts
from campaigns.core.language import translate
from campaigns.experience.page import WAITING
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeRun,
    Membership,
    Project,
    Proposal,
    ProposalState,
    Role,
    RunState,
    User,
)
from rules.text import isolate_name

SOON = timedelta(hours=24)
"""A deadline that is nearer than this is urgent."""
NEWS = timedelta(days=3)
"""How long an answer to a proposal is shown on the first page."""


class Urgency(IntEnum):
    """How much something presses, the most urgent first."""

    TURN = 0
    TABLE = 1
    DEADLINE = 2
    ANSWER = 3
    DAYS = 4
    READ = 5
    NEWS = 6
    UNREAD = 7


@dataclass(frozen=True, slots=True)
class WaitingMatter:
    """One thing that waits for a person: what it is, in which series (its key), and the page where they can do it."""

    urgency: Urgency
    series: int
    words: str
    url: str


def list_played(memberships: Iterable[Membership]) -> list[Character]:
    """Return the characters that somebody plays in these series, without their sheets."""
    series = [membership.series_id for membership in memberships]
    played = Character.objects.filter(series__in=series, owner__isnull=False)
    return list(played.only("pk", "owner", "series", "name", "extra"))


def list_awaited(user: User, memberships: Sequence[Membership], played: Iterable[Character]) -> list[WaitingMatter]:
    """Return what the record awaits from a person. `played`: the characters of their series that somebody plays."""
    by_series = {membership.series_id: membership for membership in memberships}
    run = [membership for membership in memberships if is_storyteller(membership)]
    mine = [
        character
        for character in played
        if character.owner_id == user.pk and by_series[character.series_id].role != Role.SPECTATOR
    ]
    return [
        *_list_proposals(run),
        *_list_projects(run),
        *_list_downtimes(user, by_series, [character for character in mine if not character.extra]),
        *_list_boundaries(memberships),
        *_list_answers(user, mine),
    ]


def list_awaited_in(
    membership: Membership, mine: Sequence[Character], downtimes: Iterable[Downtime], purchases: int
) -> list[WaitingMatter]:
    """Return what one series awaits from a member, for whom its `downtimes` and `purchases` to approve are known.

    `mine`: the characters that the member plays. What was answered is left out: it waits for nothing.
    """
    is_spectator, key = membership.role == Role.SPECTATOR, membership.series_id
    people = [] if is_spectator else [character for character in mine if not character.extra]
    return [
        *([_list_purchases(key, purchases)] if purchases else ()),
        *_list_projects([membership] if is_storyteller(membership) else ()),
        *_list_open_downtimes([(downtime, membership) for downtime in downtimes], people),
        *_list_boundaries([membership]),
    ]


def _list_proposals(run: Sequence[Membership]) -> Iterable[WaitingMatter]:
    """Yield the proposals of experience that wait for the Storyteller of these series."""
    series = [membership.series_id for membership in run]
    waiting = Proposal.objects.filter(character__series__in=series, state__in=WAITING).order_by()
    for key, n in waiting.values_list("character__series").annotate(Count("pk")):
        yield _list_purchases(key, n)


def _list_purchases(series: int, n: int) -> WaitingMatter:
    words = ngettext("%(n)s purchase to approve", "%(n)s purchases to approve", n) % {"n": n}
    return WaitingMatter(Urgency.ANSWER, series, words, reverse("series_experience", args=[series]))


def _list_projects(run: Sequence[Membership]) -> Iterable[WaitingMatter]:
    """Yield the projects that the Storyteller has not rated: until then nothing is rolled for them."""
    series = [membership.series_id for membership in run]
    for project in Project.objects.filter(character__series__in=series, rated=False, outcome="").select_related(
        "character"
    ):
        words = _("Project to review: %(title)s, %(name)s") % {
            "title": isolate_name(project.title),
            "name": isolate_name(project.character.name),
        }
        url = reverse("project", args=[project.pk])
        yield WaitingMatter(Urgency.ANSWER, project.character.series_id, words, url)


def _list_downtimes(user: User, by_series: dict[int, Membership], mine: Sequence[Character]) -> Iterable[WaitingMatter]:
    """Yield the downtimes that the Storyteller has to look at, and those in which own characters have days free."""
    downtimes = known_parts(Downtime, user).filter(closed_at=None, story__series__in=by_series)
    found = downtimes.select_related("story", "run").distinct()
    return _list_open_downtimes([(downtime, by_series[downtime.story.series_id]) for downtime in found], mine)


def _list_open_downtimes(
    downtimes: Iterable[tuple[Downtime, Membership]], mine: Sequence[Character]
) -> Iterable[WaitingMatter]:
    """Yield what open downtimes await, given each with the person's membership. `mine`: their characters."""
    given: dict[tuple[int, int], int] = {}
    doings = Doing.objects.filter(character__in=mine, downtime__closed_at=None).order_by()
    for downtime, character, days in doings.values_list("downtime", "character").annotate(Sum("days")):
        given[downtime, character] = days
    people: dict[int, list[Character]] = defaultdict(list)
    for character in mine:
        people[character.series_id].append(character)
    for downtime, membership in downtimes:
        run: DowntimeRun | None = getattr(downtime, "run", None)
        series = membership.series_id
        if run is not None and run.state != RunState.OPEN:
            if is_storyteller(membership) and run.state == RunState.LOOK:
                title = isolate_name(downtime.title)
                words = _("%(title)s is resolved: review it and publish") % {"title": title}
                yield WaitingMatter(Urgency.ANSWER, series, words, reverse("part", args=["downtime", downtime.pk]))
            continue
        for person in people[series]:
            if (free := downtime.days - given.get((downtime.pk, person.pk), 0)) > 0:
                yield _describe_days(downtime, run, person, free, series)


def _describe_days(
    downtime: Downtime, run: DowntimeRun | None, who: Character, free: int, series: int
) -> WaitingMatter:
    values = {"title": isolate_name(downtime.title), "n": free, "name": isolate_name(who.name)}
    words = ngettext("%(title)s: %(name)s has %(n)s day free", "%(title)s: %(name)s has %(n)s days free", free) % values
    closes_at, urgency = run.closes_at if run else None, Urgency.DAYS
    if closes_at is not None:
        words = _("%(words)s, for %(time)s more") % {"words": words, "time": timeuntil(closes_at)}
        urgency = Urgency.DEADLINE if closes_at < timezone.now() + SOON else Urgency.DAYS
    return WaitingMatter(urgency, series, words, f"{reverse('downtime_days', args=[downtime.pk])}?character={who.pk}")


def _list_boundaries(memberships: Iterable[Membership]) -> Iterable[WaitingMatter]:
    """Yield the lines and veils that this person has not read. Spectators read them, too."""
    for membership in memberships:
        if not membership.has_read_boundaries:
            url = reverse("boundaries", args=[membership.series_id])
            yield WaitingMatter(Urgency.READ, membership.series_id, _("Read the lines and veils"), url)


def _list_answers(user: User, mine: Sequence[Character]) -> Iterable[WaitingMatter]:
    """Yield the proposals of own characters that somebody else has answered of late."""
    names = {character.pk: character for character in mine}
    answered = Proposal.objects.filter(character__in=names, answered_at__gt=timezone.now() - NEWS)
    answered = answered.exclude(answered_by=user).filter(
        state__in=(ProposalState.TRAINING, ProposalState.DONE, ProposalState.REFUSED)
    )
    for proposal in answered:
        who = names[proposal.character_id]
        values = {"what": translate(proposal.label), "state": proposal.standing, "name": isolate_name(who.name)}
        words = _("%(name)s, %(what)s: %(state)s") % values
        url = reverse("experience", args=[who.pk])
        yield WaitingMatter(Urgency.NEWS, who.series_id, words, url)
