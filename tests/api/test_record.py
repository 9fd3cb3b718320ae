"""What the record tells a program: notes and handouts as its seat may see them, in pages, and once."""

import json

import pytest

from campaigns.models import HandoutReader, KnownTo, Thread, TokenScope
from tests.api.conftest import Program, sit
from tests.api.test_tables import told
from tests.cast import SECRET
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.django_db

HERS, WARDENS = "canaryofhers", "canaryofthewarden"


def plant(coins: TableInPlay) -> None:
    """Threads and handouts for all, for one character each, and for the Storyteller. The player plays two of them."""
    cast = coins.cast
    type(cast.warden).objects.filter(pk=cast.warden.pk).update(owner=cast.player)
    for known_to, canary, who in (
        (KnownTo.ALL, "For all", None),
        (KnownTo.SOME, HERS, cast.heroine),
        (KnownTo.SOME, WARDENS, cast.warden),
        (KnownTo.STORYTELLER, SECRET, None),
    ):
        notes = {"notes": f"Notes: {canary}", "secret_notes": SECRET}
        thread = Thread.objects.create(series=cast.series, title=canary, known_to=known_to, **notes)
        handout = cast.series.handouts.create(title=canary, text=f"Text: {canary}")
        if who:
            thread.knowers.add(who)
        if known_to != KnownTo.STORYTELLER:
            HandoutReader.objects.create(handout=handout, scene=cast.scene, character=who)
    unseen = cast.series.handouts.create(title=SECRET, text=SECRET)
    HandoutReader.objects.create(handout=unseen, scene=cast.hidden_scene, character=None)
    HandoutReader.objects.create(handout=unseen, scene=cast.hidden_scene, character=cast.heroine)


@pytest.mark.parametrize(("path", "words"), [("threads", "notes"), ("handouts", "text")])
def test_a_program_reads_the_words_that_its_seat_may_read(coins: TableInPlay, path: str, words: str) -> None:
    cast = coins.cast
    plant(coins)
    told_to = {
        "all": sit(cast, cast.player, TokenScope.READ),
        "hers": sit(cast, cast.player, TokenScope.ACT, cast.heroine),
        "spectator": sit(cast, cast.spectator, TokenScope.READ),
    }
    found = {who: told(program.get(path))[path] for who, program in told_to.items()}
    titles = {who: [one["title"] for one in rows] for who, rows in found.items()}
    assert titles == {"all": ["For all", HERS, WARDENS], "hers": ["For all", HERS], "spectator": ["For all"]}
    assert all(one[words].endswith(one["title"]) for rows in found.values() for one in rows)
    assert SECRET not in json.dumps(found)
    storyteller = sit(cast, cast.storyteller, TokenScope.READ)
    assert SECRET in storyteller.get(path).content.decode()


@pytest.mark.parametrize("path", ["threads", "handouts"])
def test_they_come_in_pages_and_what_a_program_has_is_not_sent_again(
    coins: TableInPlay, storyteller: Program, path: str
) -> None:
    plant(coins)
    ids, after = [], 0
    while after is not None:
        page = told(storyteller.get(f"{path}?limit=2&after={after}"))
        assert len(page[path]) <= 2
        ids += [one["id"] for one in page[path]]
        after = page["next"]
    assert ids == sorted(set(ids))
    assert len(ids) == len(told(storyteller.get(path))[path]) >= 4
    etag = storyteller.get(path)["ETag"]
    assert storyteller.get(path, **{"if-none-match": etag}).status_code == 304
    assert storyteller.get(f"{path}?limit=101").status_code == 422
