"""The fixed cast of the tests: one person of every role, a stranger, and a series in which they have their places."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from campaigns.chronicle.parts import PARTS
from campaigns.chronicle.recaps.services import RECAPS
from campaigns.chronicle.recaps.visible import find_recap
from campaigns.chronicle.tree import P
from campaigns.core.parts import Part
from campaigns.core.records.save import remove_record, save_record
from campaigns.downtime.changing import RESULTS
from campaigns.downtime.projects.services import PROJECTS
from campaigns.models import (
    Absence,
    Character,
    Downtime,
    DowntimeResult,
    Episode,
    Membership,
    Project,
    Role,
    Scene,
    Series,
    Session,
    Story,
    User,
)
from campaigns.sessions.services import SESSIONS
from rules import get_system

PASSWORD = "a long and quiet river"
SECRET = "xyzzy"
"""Stands in every text and name that only the Storyteller may ever see."""


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is there, and what they play in. Whatever is hidden carries `SECRET` in its name."""

    storyteller: User
    co_storyteller: User
    player: User
    rival: User
    spectator: User
    stranger: User
    series: Series
    story: Story
    episode: Episode
    scene: Scene
    downtime: Downtime
    hidden_story: Story
    hidden_episode: Episode
    hidden_scene: Scene
    heroine: Character
    """The player's."""
    duelist: Character
    """The rival's."""
    warden: Character
    """The Storyteller's, known to all."""
    lurker: Character
    """The Storyteller's, hidden."""

    def membership(self, user: User) -> Membership:
        """The person's membership of the series, as it is now."""
        return Membership.objects.select_related("series", "user").get(series=self.series, user=user)

    @property
    def members(self) -> tuple[User, ...]:
        """Everybody but the stranger."""
        return (self.storyteller, self.co_storyteller, self.player, self.rival, self.spectator)


def gather_cast(system: str) -> Cast:
    """Make the cast in the database, with first sheets of this game system: one question for each kind of row."""
    owner, co_storyteller, player, rival, spectator, stranger = _people(
        "storyteller", "co_storyteller", "player", "rival", "spectator", "stranger"
    )
    series = Series.objects.create(name="The Salt Road", system=system, owner=owner)
    roles = {
        owner: Role.STORYTELLER,
        co_storyteller: Role.STORYTELLER,
        player: Role.PLAYER,
        rival: Role.PLAYER,
        spectator: Role.SPECTATOR,
    }
    Membership.objects.bulk_create(Membership(series=series, user=who, role=role) for who, role in roles.items())
    story, hidden_story = Story.objects.bulk_create(
        [
            Story(series=series, title="The Drowned Ledger", position=1, secret_notes=SECRET),
            Story(series=series, title=f"Story {SECRET}", position=2, hidden=True),
        ]
    )
    episode, hidden_episode = Episode.objects.bulk_create(
        [
            Episode(story=story, title="Silt", position=1),
            Episode(story=story, title=f"Episode {SECRET}", position=2, hidden=True),
        ]
    )
    # What lies in the hidden episode is not hidden itself.
    scene, _, hidden_scene = Scene.objects.bulk_create(
        [
            Scene(episode=episode, title="The Toll Bridge", position=1, secret_notes=SECRET),
            Scene(episode=hidden_episode, title=f"Inside {SECRET}", position=1),
            Scene(episode=episode, title=f"Scene {SECRET}", position=2, hidden=True),
        ]
    )
    downtime, _ = Downtime.objects.bulk_create(
        [
            Downtime(story=story, title="High water", position=3, days=12),
            Downtime(story=story, episode=hidden_episode, title=f"Rest {SECRET}", position=2),
        ]
    )
    sheet = _first_sheet(system)
    heroine, duelist, warden, lurker = Character.objects.bulk_create(
        Character(series=series, name=name, owner=owner, hidden=hidden, sheet=json.loads(sheet), secret_notes=SECRET)
        for name, owner, hidden in (
            ("Ysane of the Reeds", player, False),
            ("Tolvar", rival, False),
            ("Deruvin", None, False),
            (f"Lurker {SECRET}", None, True),
        )
    )
    return Cast(
        storyteller=owner,
        co_storyteller=co_storyteller,
        player=player,
        rival=rival,
        spectator=spectator,
        stranger=stranger,
        series=series,
        story=story,
        episode=episode,
        scene=scene,
        downtime=downtime,
        hidden_story=hidden_story,
        hidden_episode=hidden_episode,
        hidden_scene=hidden_scene,
        heroine=heroine,
        duelist=duelist,
        warden=warden,
        lurker=lurker,
    )


def save_part(membership: Membership, part: P, values: dict[str, Any]) -> P:
    """Add a part of the chronicle, or change one, as a form does."""
    saved: P = save_record(PARTS[type(part)], membership, part, values)
    return saved


def remove_part(membership: Membership, part: Part) -> None:
    """Delete a part of the chronicle."""
    remove_record(PARTS[type(part)], membership, part)


def begin_project(membership: Membership, character: Character, title: str, values: dict[str, Any]) -> Project:
    """Begin an extended project, as its form does."""
    return save_record(PROJECTS, membership, Project(character=character), {"title": title, **values})


def change_result(
    membership: Membership, result: DowntimeResult, words: tuple[str, str], values: dict[str, Any], begun: Any = None
) -> None:
    """Change the result of a downtime: the words to the player and one's own, and values by path."""
    said = dict(zip(("words", "secret_words"), words, strict=True))
    save_record(RESULTS, membership, result, said, beside={"values": values, "begun": begun})


def propose_session(
    membership: Membership, values: dict[str, Any], dates: Iterable[datetime], *, is_fixed: bool = False
) -> Session:
    """Propose dates for a session, or fix the first."""
    beside = {"dates": list(dates), "fixed": is_fixed}
    return save_record(SESSIONS, membership, Session(series=membership.series), values, beside=beside)


def make_absence(membership: Membership) -> Absence:
    """Let a member be away tomorrow."""
    begins = timezone.now() + timedelta(days=1)
    days = {"first_day": begins.date(), "last_day": begins.date()}
    return membership.absences.create(begins_at=begins, ends_at=begins + timedelta(days=1), **days)


def write_recap(membership: Membership, part: Scene | Episode, text: str, *, published: bool) -> None:
    """Write the recap of a part."""
    save_record(RECAPS, membership, find_recap(part), {"text": text}, beside={"published": published})


def _people(*names: str) -> list[User]:
    """They all have one password, hashed once."""
    hashed = make_password(PASSWORD)
    return User.objects.bulk_create(User(username=name, password=hashed) for name in names)


@cache
def _first_sheet(system: str) -> str:
    """Return the blank sheet of the system's first archetype as JSON, which is read faster than a dict is copied."""
    sheets = get_system(system).sheets
    return json.dumps(sheets.blank(next(iter(sheets.archetypes))))
