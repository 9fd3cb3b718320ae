"""A page asks the database as often for many rows as for few."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from itertools import count

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import (
    Character,
    Downtime,
    DowntimeRun,
    Episode,
    Invite,
    KnownTo,
    Membership,
    PrivateNote,
    ProposalState,
    PublicPage,
    Recall,
    Recap,
    Reply,
    Role,
    RunState,
    Scene,
    Series,
    Session,
    SheetChange,
    Story,
    User,
    WebhookEvent,
)
from rules.raising import DAY
from tests.cast import Cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

Page = tuple[str, Callable[[Cast], tuple[object, ...]], Mapping[str, str]]
"""The name of an address, what stands in it, and what stands behind it."""

PAGES: list[Page] = [
    ("series_list", lambda cast: (), {}),
    ("series", lambda cast: (cast.series.pk,), {}),
    ("series", lambda cast: (cast.series.pk,), {"arrange": "1"}),
    ("series", lambda cast: (cast.series.pk,), {"whole": "1"}),
    ("handouts", lambda cast: (cast.series.pk,), {}),
    ("handout_new", lambda cast: (cast.series.pk,), {}),
    ("pictures", lambda cast: (cast.series.pk,), {}),
    ("attachment_edit", lambda cast: (cast.series.attachments.earliest("pk").pk,), {}),
    ("people", lambda cast: (cast.series.pk,), {}),
    ("names", lambda cast: (cast.series.pk,), {}),
    ("subject", lambda cast: (cast.series.subjects.earliest("pk").pk,), {}),
    ("subject_new", lambda cast: (cast.series.pk,), {}),
    ("subject_edit", lambda cast: (cast.series.subjects.earliest("pk").pk,), {}),
    ("secret_edit", lambda cast: (cast.series.subjects.earliest("pk").secrets.earliest("pk").pk,), {}),
    ("ties", lambda cast: (cast.series.pk,), {}),
    ("tie_new", lambda cast: (cast.series.pk,), {}),
    ("tie_edit", lambda cast: (cast.series.ties.earliest("pk").pk,), {}),
    ("threads", lambda cast: (cast.series.pk,), {}),
    ("thread", lambda cast: (cast.series.threads.earliest("pk").pk,), {}),
    ("thread_edit", lambda cast: (cast.series.threads.earliest("pk").pk,), {}),
    ("private_notes", lambda cast: (cast.series.pk,), {}),
    ("recap_edit", lambda cast: ("scene", cast.scene.pk), {}),
    ("public_page", lambda cast: (PublicPage.objects.get(series=cast.series).token,), {}),
    ("calendar", lambda cast: (cast.series.pk,), {}),
    ("sessions", lambda cast: (cast.series.pk,), {}),
    ("session", lambda cast: (cast.series.sessions.earliest("pk").pk,), {}),
    ("members", lambda cast: (cast.series.pk,), {}),
    ("library", lambda cast: (cast.series.pk,), {}),
    ("series_experience", lambda cast: (cast.series.pk,), {}),
    ("series_dice", lambda cast: (cast.series.pk,), {}),
    ("scene_dice", lambda cast: (cast.scene.pk,), {}),
    ("part", lambda cast: ("story", cast.story.pk), {}),
    ("part", lambda cast: ("episode", cast.episode.pk), {}),
    ("part", lambda cast: ("scene", cast.scene.pk), {}),
    ("part", lambda cast: ("downtime", cast.downtime.pk), {}),
    ("part_inside", lambda cast: ("story", cast.story.pk), {}),
    ("part_edit", lambda cast: ("story", cast.story.pk), {}),
    ("part_place", lambda cast: ("scene", cast.scene.pk), {}),
    ("character", lambda cast: (cast.heroine.pk,), {}),
    ("character_edit", lambda cast: (cast.heroine.pk,), {}),
    ("character_changes", lambda cast: (cast.heroine.pk,), {}),
    ("experience", lambda cast: (cast.heroine.pk,), {}),
    ("experience_propose", lambda cast: (cast.heroine.pk,), {"what": "limbs.legs:3"}),
    ("experience_plan", lambda cast: (cast.heroine.pk,), {"goal:limbs.legs": "4"}),
    ("downtime_days", lambda cast: (cast.downtime.pk,), {}),
    ("downtime_recall", lambda cast: (cast.downtime.pk,), {}),
    ("downtime_result", lambda cast: (cast.heroine.downtime_results.get().pk,), {}),
    ("project_new", lambda cast: (cast.heroine.pk,), {}),
    ("account", lambda cast: (), {}),
    ("notices", lambda cast: (), {}),
    ("notice_choices", lambda cast: (), {}),
    ("discord", lambda cast: (cast.series.pk,), {}),
    ("tokens", lambda cast: (cast.series.pk,), {}),
    ("webhooks", lambda cast: (cast.series.pk,), {}),
    ("overlay_settings", lambda cast: (cast.series.pk,), {}),
    ("account_delete", lambda cast: (), {}),
]
numbers = count(1)


def add_rows(cast: Cast, run: DowntimeRun) -> None:
    """Some more of everything that the series holds."""
    n = next(numbers)
    person = User.objects.create_user(f"guest {n}")
    Membership.objects.create(series=cast.series, user=person, role=Role.PLAYER)
    Invite.objects.create(series=cast.series)
    Membership.objects.create(
        series=Series.objects.create(name=f"Series {n}", system=cast.series.system, owner=cast.storyteller),
        user=cast.storyteller,
        role=Role.STORYTELLER,
    )
    for series in (cast.series, Series.objects.get(name=f"Series {n}")):
        story = Story.objects.create(series=series, title="Mud")
        episode = Episode.objects.create(story=story, title="Reeds")
        Scene.objects.create(episode=episode, title="Weir", begins_at=DAY)
        at = timezone.now() + timedelta(hours=n - 50)
        session = Session.objects.create(series=series, starts_at=at)
        date = session.dates.create(starts_at=at)
        for one in (person, cast.player):
            date.answers.create(user=one, reply=Reply.YES)
            session.attendees.create(user=one, name=one.username)
        Downtime.objects.create(story=story, title="Ebb")
    scene = Scene.objects.create(episode=cast.episode, title="Lock")
    Downtime.objects.create(story=cast.story, episode=cast.episode, title="Rest")
    for owner in (person, None):
        add_character(cast, run, Character.objects.create(
            series=cast.series, name=f"Reed {n}", sheet=cast.heroine.sheet, owner=owner, portrait_name="a.webp"
        ), scene, n)  # fmt: skip
    for character in (cast.heroine, None):
        handout = cast.series.handouts.create(title="A map", text="Here", scene=cast.scene)
        handout.readers.create(scene=cast.scene, character=character)
        handout.readers.create(scene=scene, character=character)
    add_subjects(cast, scene, n)
    add_thread(cast, scene, n)
    cast.storyteller.notices.create(series=cast.series, kind="story", key=f"story {n}", words="New", url="/")
    cast.storyteller.push_devices.create(endpoint=f"https://push.example.org/{n}")
    hook = cast.membership(cast.storyteller).webhooks.create(role=Role.STORYTELLER, address="https://bot.example.org/")
    hook.deliveries.create(event=WebhookEvent.TEST)
    PrivateNote.objects.create(series=cast.series, scene=scene, user=cast.storyteller, text="Mine")
    PublicPage.objects.get_or_create(series=cast.series, shows_cast=True)
    told = {"series": cast.series, "text": "So.", "published_at": timezone.now()}
    Recap.objects.create(scene=scene, **told)
    Recap.objects.create(episode=Episode.objects.create(story=cast.story, title="Sand"), **told)
    add_deeds(cast, cast.heroine, scene, n)
    Recall.objects.create(run=run, user=person, begins_at=0, ends_at=1)


def add_subjects(cast: Cast, scene: Scene, n: int) -> None:
    """A page, "A pier 1" among them, that speaks of the first and is tied to it, and scenes that speak of it."""
    character = Character.objects.filter(series=cast.series, subject=None).first()
    page = cast.series.subjects.create(
        name=f"A pier {n}", other_names="A weir", notes="@A pier 1", character=character, known_to="some"
    )
    first = cast.series.subjects.earliest("pk")
    secret = page.secrets.create(series=cast.series, text="Of @A pier 1", known_to="some")
    first.secrets.create(series=cast.series, text="Of @A weir", known_to="some").knowers.add(cast.heroine)
    far = cast.series.subjects.create(name=f"B pier {n}")
    for source, target, ended in ((first, far, False), (far, page, True)):
        tie = cast.series.ties.create(
            source=source, target=target, words="Knows", since=scene, until=scene, ended=ended, known_to="some"
        )
        tie.knowers.add(cast.heroine, cast.duelist)
    for row in (page, secret):
        row.knowers.add(cast.heroine, cast.duelist)
    scene.notes = "@A pier 1"
    scene.save()


def add_thread(cast: Cast, scene: Scene, n: int) -> None:
    picture = cast.series.attachments.create(
        number=20_000 + n, title="A map", width=9, height=9, known_to=KnownTo.SOME, uploaded_by=cast.player
    )
    picture.knowers.add(cast.heroine, cast.duelist)
    thread = cast.series.threads.create(
        title="A rumor", known_to=KnownTo.SOME, segments=4, notes=f"{picture.code} " * n
    )
    people = Character.objects.filter(series=cast.series, name=f"Reed {n}")
    for tied in (thread, cast.series.threads.earliest("pk")):
        tied.knowers.add(*people)
        tied.characters.add(*people)
        tied.scenes.add(cast.scene, scene)
        tied.stories.add(cast.story, Story.objects.filter(series=cast.series).latest("pk"))


def add_character(cast: Cast, run: DowntimeRun, character: Character, scene: Scene, n: int) -> None:
    add_deeds(cast, character, scene, n)
    work = character.projects.create(title="A raft", request={}, goal=3)
    character.doings.create(downtime=cast.downtime, kind="project", project=work, first=1, days=1)
    add_result(run, character)


def add_result(run: DowntimeRun, character: Character) -> None:
    work = character.projects.create(title="A boat", request={}, goal=3)
    moves = {"gains": [1], "successes": 1, "worked": 0, "outcome": ""}
    run.results.create(
        character=character, changes={"spare": [0, 1]}, projects={str(work.pk): moves}, was={"carry": {}},
        lines=[{"day": 1, "text": "Rest", "rule": "", "faces": []}],
    )  # fmt: skip


def add_deeds(cast: Cast, character: Character, scene: Scene, n: int) -> None:
    """What a character has earned, wants, trains and has changed."""
    for place, state in enumerate(ProposalState):
        proposal = character.proposals.create(
            label=f"Arms {n}", path=f"arms{n}{place}", points=1, state=state, user=cast.player, ends_at=10,
            answered_by=cast.storyteller,
        )  # fmt: skip
        character.experience.create(points=1, reason="Bought", proposal=proposal, user=cast.storyteller)
    earned = character.experience.create(
        points=2, reason="A show", user=cast.storyteller, scene=scene, episode=cast.episode, story=cast.story
    )
    character.experience.create(points=-2, reason="A show", reverses=earned)
    change = SheetChange.objects.create(character=character, user=cast.player, values={"spare": [0, 1]})
    SheetChange.objects.create(character=character, user=cast.player, values={"spare": [1, 0]}, undoes=change)
    character.doings.create(downtime=cast.downtime, kind="rest", first=n + 1, days=1)


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    """The Storyteller's browser."""
    return sign_in(cast.storyteller)


def ask(client: Client, cast: Cast, page: Page) -> Counter[str]:
    """The questions of a page, by what they ask for."""
    name, args, behind = page
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(reverse(name, args=args(cast)), {"character": str(cast.heroine.pk), **behind})
    assert answer.status_code == 200
    told = (re.sub(r"IN \([\d, ]+\)", "IN", one["sql"]).partition(" WHERE ")[0] for one in asked)
    return Counter(re.sub(r"'\d{4}-[^']*'", "now", re.sub(r"SAVEPOINT .*", "SAVEPOINT", sql)) for sql in told)


@pytest.mark.parametrize("state", [RunState.LOOK, RunState.PUBLISHED])
def test_a_page_asks_as_often_for_many_rows_as_for_few(cast: Cast, client: Client, state: RunState) -> None:
    Series.objects.filter(pk=cast.series.pk).update(clock=DAY)
    run = DowntimeRun.objects.create(
        downtime=cast.downtime, seed="s", state=state, begins_at=0, ends_at=DAY, published_at=timezone.now()
    )
    add_result(run, cast.heroine)
    add_rows(cast, run)
    pages = [page for page in PAGES if page[0] != "downtime_recall" or state == RunState.PUBLISHED]
    for page in pages:
        ask(client, cast, page)  # what is looked up once and kept
    few = [ask(client, cast, page) for page in pages]
    add_rows(cast, run)
    add_rows(cast, run)
    for page, first in zip(pages, few, strict=True):
        assert ask(client, cast, page) - first == Counter(), page[0]
