"""The open pages of series in this process: each gets the board of its party when it shows something else.

One look a second, with the same few queries for any number of pages, finds in which series something was written: by
whichever process. Only their boards are drawn, one after the other, for the seat that each person has at that moment;
what is secret sends nothing. The page itself also asks every minute, for the little that no look finds (a ruling on an
option, the name of an account).
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from django.db import DatabaseError
from django.db.models import Max
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import override

from campaigns.chronicle.tree import list_open_scenes
from campaigns.experience.page import WAITING
from campaigns.models import Character, Membership, Proposal, ProposalState, Scene
from campaigns.notices.services import count_unread_notices
from play.html.series_party import draw_series_party
from play.live.hub import list_people_at
from play.seats.series_party import gather_series_party, list_characters
from play.server.threads import run_drawing, run_reading
from play.table.newest import load_states
from play.table.state import TableState
from rules import SYSTEMS

logger = logging.getLogger(__name__)

WATCH_SECONDS = 1.0
"""Seconds between two looks."""
SHOWN = ("version", "owner", "name", "hidden", "extra", "portrait_name")
"""The fields of a character on which its row depends; beside them its ledger, which only grows."""
ACTIVE = timedelta(minutes=5)
"""For how long somebody who acted at a table counts as being there, for processes that do not serve the table."""


@dataclass(frozen=True, slots=True)
class DrawnParty:
    """The board of a party as HTML; a mark of all that comes with it; how many characters it shows, how many proposals
    wait for the Storyteller, and the names of the members who are at a table now.
    """

    html: SafeString
    mark: str
    count: int
    waiting: int
    here: tuple[str, ...]


def draw_party(
    membership: Membership,
    unread: int,
    known: Iterable[Character],
    scenes: Sequence[Scene],
    states: Mapping[int, TableState],
    members: Iterable[Membership],
) -> DrawnParty:
    """Draw the board for a member. For what `gather_series_party` takes, see there; `unread`: notices at the bell.

    `members`: those of the series, with their users.
    """
    at_tables = {scene.pk: list_people_at(scene.pk) for scene in scenes}
    party = gather_series_party(membership, known, scenes, states, at_tables, timezone.now() - ACTIVE)
    html = draw_series_party(party)
    here = tuple(member.user.get_username() for member in members if member.user_id in party.present)
    shown = hashlib.sha256("\n".join((html, *here)).encode()).hexdigest()
    return DrawnParty(html, f"{shown[:16]}-{unread}", len(party.rows), party.waiting, here)


def draw_party_again(membership: Membership, unread: int, seen: str) -> tuple[str, str]:
    """Return the board, who is here, and the bell as a page is sent them again, and their mark. No HTML if the page has
    `seen` it.
    """
    known = list_characters(membership).filter(owner__isnull=False)
    scenes = list_open_scenes([membership])
    members = Membership.objects.filter(series=membership.series_id).select_related("user")
    party = draw_party(membership, unread, known, scenes, load_states(scenes), members)
    if party.mark == seen:
        return "", seen
    context = {"series": membership.series, "party": party, "unread": unread, "is_again": True}
    return render_to_string("play/_series_party.html", context), party.mark


class BoardBasis(NamedTuple):
    """What the board of a person in a series depends on, as far as it changes while people play."""

    role: str
    unread: int
    rows: tuple[tuple[Any, ...], ...]
    here: tuple[frozenset[int], ...]


class PartyPage:
    """One open page. `wake` tells its socket to take the `html`, or that its person no longer has a seat."""

    def __init__(self, series_id: int, user_id: int, language: str, seen: str, wake: Callable[[], None]) -> None:
        self.series_id = series_id
        self.user_id = user_id
        self.language = language
        self.wake = wake
        self.html = ""
        self.is_over = False
        self._seen = seen
        self._known: BoardBasis | None = None

    async def look(self, written: BoardBasis | None) -> None:
        """Draw the board if something was written since the last drawing. None: the person has no seat."""
        if written is None:
            self.is_over = True
            self.wake()
        elif written != self._known:
            drawn = await run_drawing(partial(self._draw, written.unread))
            self._known = written
            if drawn is not None and drawn[0]:
                self.html, self._seen = drawn
                self.wake()

    def _draw(self, unread: int) -> tuple[str, str] | None:
        """Return what `draw_party_again` does. None: the seat was lost since, which the next look finds."""
        of_person = Membership.objects.filter(series=self.series_id, user=self.user_id, user__is_active=True)
        membership = of_person.select_related("series", "user").first()
        if membership is None:
            return None
        with override(self.language):
            return draw_party_again(membership, unread, self._seen)


def load_written(seats: Collection[tuple[int, int]]) -> dict[tuple[int, int], BoardBasis]:
    """Return it for these seats: the keys of a series and a person each. Those who have no seat are left out."""
    series = {key for key, _user in seats}
    of_characters = Character.objects.filter(series__in=series, owner__isnull=False).order_by("pk")
    asked = (*WAITING, ProposalState.TRAINING)
    proposals = Proposal.objects.filter(character__series__in=series, state__in=asked).order_by("pk")
    scenes = Scene.objects.filter(episode__story__series__in=series, planned=False, closed_at=None).order_by("pk")
    hiding = ("hidden", "episode__hidden", "episode__story__hidden")
    tables = list(scenes.values_list("episode__story__series", "pk", "table__number", *hiding))
    rows = [
        *of_characters.values_list("series", "pk", *SHOWN, Max("experience")),
        *proposals.values_list("character__series", "pk", "state"),
        *tables,
    ]
    unread = count_unread_notices({user for _key, user in seats})
    members = Membership.objects.filter(series__in=series, user__in=unread, user__is_active=True)
    playable = members.filter(series__system__in=SYSTEMS).values_list("series", "user", "role")
    return {
        (key, user): BoardBasis(
            role,
            unread[user],
            tuple(row for row in rows if row[0] == key),
            tuple(list_people_at(table[1]) for table in tables if table[0] == key),
        )
        for key, user, role in playable
    }


class PartyPages:
    """The open pages of this process' event loop."""

    def __init__(self) -> None:
        self._pages: set[PartyPage] = set()
        self._watcher: asyncio.Task[None] | None = None

    def join(self, page: PartyPage) -> None:
        """Let a page in. The first look at it comes within a second."""
        self._pages.add(page)
        if self._watcher is None or self._watcher.done():
            self._watcher = asyncio.create_task(self._watch())

    def leave(self, page: PartyPage) -> None:
        """Let a page go."""
        self._pages.discard(page)

    async def _watch(self) -> None:
        while self._pages:
            try:
                await self._look(list(self._pages))
            except DatabaseError:
                pass  # the database is away: pages keep what they show
            except Exception:
                logger.exception("could not look at the parties of this process")
            await asyncio.sleep(WATCH_SECONDS)

    async def _look(self, pages: list[PartyPage]) -> None:
        written = await run_reading(partial(load_written, {(page.series_id, page.user_id) for page in pages}))
        for page in pages:
            try:
                await page.look(written.get((page.series_id, page.user_id)))
            except DatabaseError:
                raise
            except Exception:  # one board that cannot be drawn does not hold up the others
                logger.exception("could not draw the party of series %s", page.series_id)


_pages: "WeakKeyDictionary[asyncio.AbstractEventLoop, PartyPages]" = WeakKeyDictionary()


def get_party_pages() -> PartyPages:
    """Return the open pages of the running event loop."""
    return _pages.setdefault(asyncio.get_running_loop(), PartyPages())
