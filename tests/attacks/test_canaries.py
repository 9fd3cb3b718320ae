"""Canaries in every text of the record: no address gives them to a rival, a spectator or a stranger, by no key."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client

from campaigns.models import DowntimeRun, KnownTo, Recap, Subject
from tests.attacks.siege import browser
from tests.attacks.test_storing import DOORS, assert_stored_nowhere
from tests.attacks.walk import Examples, hide_handout, routes
from tests.cast import SECRET, Cast

pytestmark = pytest.mark.walk

OWN = "canaryofhers"
"""Stands in what only the heroine's player and the Storyteller may read."""
MINE = "canaryofthestoryteller"
"""Stands in what the Storyteller wrote for themself alone: no co-Storyteller reads it."""
LEVELS = {KnownTo.STORYTELLER: SECRET, KnownTo.SOME: OWN}
SHARED = "What all know"


def plant(cast: Cast) -> dict[str, list[int]]:
    """Write canaries into every text of the record. Return the keys of the rows, by the first word of addresses."""
    made: dict[str, list[int]] = {
        "characters": [cast.heroine.pk, cast.duelist.pk, cast.lurker.pk],
        "story": [cast.story.pk, cast.hidden_story.pk],
        "episode": [cast.episode.pk, cast.hidden_episode.pk],
        "scene": [cast.scene.pk, cast.hidden_scene.pk],
    }
    for place, (known_to, canary) in enumerate([*LEVELS.items(), (KnownTo.ALL, SHARED)]):
        for word, row in plant_known(cast, known_to, canary, 20_000 + place):
            made.setdefault(word, []).append(row.pk)
            if known_to == KnownTo.SOME:
                row.knowers.add(cast.heroine)
    plant_sheet(cast, made)
    return made


def plant_known(cast: Cast, known_to: KnownTo, canary: str, number: int) -> Iterator[tuple[str, Any]]:
    """Make one of each kind of row that says who knows of it."""
    series, what = cast.series, {"series": cast.series, "known_to": known_to}
    end: Subject = series.subjects.create(name=f"An end of {canary}", known_to=known_to)
    subject = series.subjects.create(
        name=f"Page {canary}", other_names=canary, notes=canary, secret_notes=SECRET, known_to=known_to
    )
    if known_to == KnownTo.SOME:
        end.knowers.add(cast.heroine)
    yield "people", subject
    for level, words in LEVELS.items():  # on a page that all know, too
        secret = subject.secrets.create(series=series, text=words, known_to=level)
        secret.knowers.add(cast.heroine)
        yield "secrets", secret
    thread = series.threads.create(title=canary, notes=canary, secret_notes=SECRET, segments=4, **_of(what))
    thread.stories.add(cast.story)
    thread.scenes.add(cast.scene)
    thread.characters.add(cast.heroine, cast.duelist)
    thread.subjects.add(subject)
    yield "threads", thread
    yield "ties", series.ties.create(source=subject, target=end, words=canary, since=cast.scene, **_of(what))
    yield "ties", series.ties.create(source=end, target=subject, words=canary, since=cast.hidden_scene, **_of(what))
    attached = series.attachments.create(
        number=number, title=canary, description=canary, kind="text", uploaded_by=cast.storyteller, **_of(what)
    )
    yield "attachments", attached


def _of(what: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in what.items() if key != "series"}


def plant_sheet(cast: Cast, made: dict[str, list[int]]) -> None:
    """Write canaries into what belongs to the heroine, and into what nobody has been shown yet."""
    her, series = cast.heroine, cast.series
    type(her).objects.filter(pk=her.pk).update(player_notes=OWN, secret_notes=SECRET)
    run = DowntimeRun.objects.create(downtime=cast.downtime)
    rows: dict[str, Model] = {
        "proposals": her.proposals.create(label=OWN, words=OWN, points=4),
        "entries": her.experience.create(reason=OWN, points=4),
        "changes": her.changes.create(values={"motivation": ["", OWN]}, why=OWN),
        "projects": her.projects.create(title=OWN, request={}, goal=3),
        "doings": her.doings.create(downtime=cast.downtime, kind="other", first=1, days=2, text=SHARED, secret=OWN),
        "results": run.results.create(character=her, words=OWN, secret_words=SECRET),
        "handouts": hide_handout(series),
    }
    series.private_notes.create(scene=cast.scene, user=cast.storyteller, text=MINE)
    series.private_notes.create(scene=cast.scene, user=cast.player, text=OWN)
    Recap.objects.update_or_create(scene=cast.scene, defaults={"series": series, "text": SECRET})
    Recap.objects.create(series=series, episode=cast.episode, text=SECRET)
    for word, row in rows.items():
        made.setdefault(word, []).append(row.pk)


@pytest.fixture
def planted(siege: Cast) -> tuple[Cast, list[str]]:
    """The cast, and all addresses with each of the keys."""
    examples, made = Examples(siege), plant(siege)
    found: dict[str, None] = {}
    for place in range(max(map(len, made.values()))):
        examples.use({word: keys[place % len(keys)] for word, keys in made.items()})
        found |= dict.fromkeys(url for route in routes() for url in examples.addresses(route))
    asked = [
        *(f"/series/{siege.series.pk}/search/?q={word}" for word in (SECRET, OWN[:8], MINE)),
        f"/series/{siege.series.pk}/ties/?at={siege.scene.pk}",
        f"/series/{siege.series.pk}/ties/?at={siege.hidden_scene.pk}",
    ]
    return siege, [*(url for url in found if not url.startswith(DOORS)), *asked]


def read(client: Client, url: str) -> tuple[Any, bytes]:
    """The answer of an address, and what it holds. What a search says of the words that were asked for is no leak."""
    answer: Any = client.get(url)
    body = b"".join(answer) if answer.streaming else answer.content
    return answer, body.replace(url.rpartition("?q=")[2].encode(), b"") if "?q=" in url else body


FORBIDDEN: dict[str, tuple[str, ...]] = {
    "storyteller": (),
    "co_storyteller": (MINE,),
    "player": (SECRET, MINE),
    "rival": (SECRET, OWN, MINE),
    "spectator": (SECRET, OWN, MINE),
    "stranger": (SECRET, OWN, MINE, SHARED),
}
SHOWN = {"storyteller": SECRET, "player": OWN, "rival": SHARED}
"""What these people find at many kinds of addresses: the canaries are where they may be read."""


@pytest.mark.parametrize("name", FORBIDDEN)
def test_no_address_gives_away_a_canary_or_may_be_stored_and_those_who_may_read_it_do(
    planted: tuple[Cast, list[str]], name: str
) -> None:
    cast, urls = planted
    client, opened, shown = browser(getattr(cast, name)), 0, set[str]()
    for url in urls:
        answer, body = read(client, url)
        assert answer.status_code < 500, url
        assert_stored_nowhere(url, answer.headers)
        opened += answer.status_code == 200
        for canary in FORBIDDEN[name]:
            assert canary.encode() not in body, (url, canary)
        if name in SHOWN and SHOWN[name].encode() in body:
            shown.add(url.split("/")[1])
    assert opened > (0 if name == "stranger" else 40)
    assert len(shown) > 4 or name not in SHOWN, shown
