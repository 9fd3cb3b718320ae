"""What the record tells a program: notes and handouts as its seat may see them, in pages, and once."""

import json
from base64 import b64encode
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Character, DowntimeRun, Handout, HandoutPicture, HandoutReader, KnownTo, Thread, TokenScope
from play.commands.moves import PutHandoutAway, ShowHandout
from play.table.live_scene import live_scenes
from tests.api.conftest import Program, sit
from tests.api.test_tables import refused, told
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


def test_more_downtimes_ask_the_database_no_more_often(coins: TableInPlay, storyteller: Program) -> None:
    cast = coins.cast
    cast.heroine.doings.create(downtime=cast.downtime, kind="rest", first=1, days=2)

    def add(state: str) -> None:
        more = cast.story.downtimes.create(title=f"In {state}", days=3)
        DowntimeRun.objects.create(downtime=more, seed="s", state=state).results.create(character=cast.duelist)

    def ask() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as queries:
            return len(told(storyteller.get("downtimes"))["downtimes"]), len(queries)

    add("look")
    ask()
    few, asked_before = ask()
    for state in ("look", "published", "open"):
        add(state)
    assert ask() == (few + 3, asked_before)


IMAGE = b"RIFF and so on"


def hang(coins: TableInPlay, title: str, *shown_to: Character | None) -> Handout:
    """A handout with a picture, shown to these; to everybody for None."""
    handout: Handout = coins.cast.series.handouts.create(
        title=title, picture_name="0123abcd", width=300, height=500, description=f"A pier {title}"
    )
    HandoutPicture.objects.create(handout=handout, image=b64encode(IMAGE + title.encode()).decode())
    for character in shown_to:
        HandoutReader.objects.create(handout=handout, scene=coins.scene, character=character)
    return handout


def pictures(program: Program) -> dict[str, Any]:
    """Each handout's picture, fetched at the address that the list told, by the handout's title."""
    found = {}
    for one in told(program.get("handouts"))["handouts"]:
        if one["picture"]:
            found[one["title"]] = program.client.get(one["picture"]["url"], headers=program.headers)
    return found


def test_a_program_fetches_the_pictures_that_its_seat_may_see(coins: TableInPlay, storyteller: Program) -> None:
    cast = coins.cast
    type(cast.warden).objects.filter(pk=cast.warden.pk).update(owner=cast.player)
    shown_to = {"For all": (None,), HERS: (cast.heroine,), WARDENS: (cast.warden,), SECRET: ()}
    rows = {title: hang(coins, title, *readers) for title, readers in shown_to.items()}
    cast.series.handouts.create(title="No picture", text="Here.")
    seats = {
        sit(cast, cast.player, TokenScope.READ): {"For all", HERS, WARDENS},
        sit(cast, cast.player, TokenScope.ACT, cast.heroine): {"For all", HERS},
        sit(cast, cast.spectator, TokenScope.READ): {"For all"},
        storyteller: set(rows),
    }
    for program, seen in seats.items():
        fetched = pictures(program)
        assert {title: answer.content for title, answer in fetched.items()} == {
            title: IMAGE + title.encode() for title in seen
        }
        assert {answer["Content-Type"] for answer in fetched.values()} == {"image/webp"}
        for title in rows.keys() - seen:
            refused(program.get(f"handouts/{rows[title].pk}/picture.webp"), 404)


def test_a_picture_tells_its_size_and_what_it_shows_and_is_not_sent_again(coins: TableInPlay, player: Program) -> None:
    handout = hang(coins, "For all", None)
    (one,) = told(player.get("handouts"))["handouts"]
    url = f"/api/v1/handouts/{handout.pk}/picture.webp"
    assert one["picture"] == {"url": url, "width": 300, "height": 500, "description": "A pier For all"}
    etag = pictures(player)["For all"]["ETag"]
    again = player.get(f"handouts/{handout.pk}/picture.webp", **{"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")


def test_what_has_no_picture_and_what_is_taken_back_is_not_found(coins: TableInPlay, player: Program) -> None:
    shown = hang(coins, "For all", None)
    words = coins.cast.series.handouts.create(title="Words", text="Here.")
    HandoutReader.objects.create(handout=words, scene=coins.scene, character=None)
    assert {one["title"]: bool(one["picture"]) for one in told(player.get("handouts"))["handouts"]} == {
        "For all": True,
        "Words": False,
    }
    HandoutReader.objects.filter(handout=shown).delete()
    gone = [refused(player.get(f"handouts/{key}/picture.webp"), 404) for key in (shown.pk, words.pk, 10**9)]
    assert len(set(gone)) == 1


def lay_out(coins: TableInPlay) -> None:
    """One handout shown to all, one to each of two characters, one meant for the scene, and one of another scene."""
    cast = coins.cast
    type(cast.warden).objects.filter(pk=cast.warden.pk).update(owner=cast.player)
    live_scenes.forget()
    for title, move in (
        ("For all", {"everybody": True, "leads": True}),
        (HERS, {"characters": (str(cast.heroine.pk),)}),
        (WARDENS, {"characters": (str(cast.warden.pk),)}),
    ):
        coins.act(cast.storyteller, ShowHandout(hang(coins, title).pk, **move))
    for scene, text in ((cast.scene, SECRET), (cast.hidden_scene, "elsewhere")):
        cast.series.handouts.create(title=text, text=text, scene=scene)


def test_a_scene_tells_its_handouts_with_their_pictures_to_each_seat_as_far_as_it_may_know(
    coins: TableInPlay, storyteller: Program
) -> None:
    cast = coins.cast
    lay_out(coins)
    seats = {
        sit(cast, cast.player, TokenScope.READ): ["For all", HERS, WARDENS],
        sit(cast, cast.player, TokenScope.ACT, cast.heroine): ["For all", HERS],
        sit(cast, cast.spectator, TokenScope.READ): ["For all"],
    }
    for program, seen in seats.items():
        answer = program.get(f"scenes/{coins.scene.pk}")
        listed = told(answer)["handouts"]
        assert [one["title"] for one in listed] == seen
        assert {(one["revealed"], one["readers"]) for one in listed} == {(None, None)}
        assert [one["leads"] for one in listed] == [title == "For all" for title in seen]
        for one in listed:
            fetched = program.client.get(one["picture"]["url"], headers=program.headers)
            assert fetched.content == IMAGE + one["title"].encode()
            assert one["kind"] == "picture"
            assert one["picture"]["url"] == f"/api/v1/handouts/{one['id']}/picture.webp"
        for canary in {HERS, WARDENS, SECRET, "elsewhere"} - set(seen):
            assert canary not in answer.content.decode()
    *shown, waiting = told(storyteller.get(f"scenes/{coins.scene.pk}"))["handouts"]
    assert [(one["title"], one["revealed"], one["readers"]) for one in shown] == [
        ("For all", True, None), (HERS, True, [cast.heroine.name]), (WARDENS, True, [cast.warden.name]),
    ]  # fmt: skip
    assert waiting | {"id": None} == {
        "id": None, "title": SECRET, "kind": "text", "leads": False, "revealed": False, "readers": None,
        "picture": None,
    }  # fmt: skip


def test_a_handout_that_is_put_away_is_in_no_list_of_the_scene_but_the_storytellers(
    coins: TableInPlay, storyteller: Program, player: Program
) -> None:
    cast = coins.cast
    both = hang(coins, "A map")
    Handout.objects.filter(pk=both.pk).update(text="Ford here.", scene=cast.scene)
    coins.act(cast.storyteller, ShowHandout(both.pk, everybody=True))
    (one,) = told(player.get(f"scenes/{coins.scene.pk}"))["handouts"]
    assert one["kind"] == "both"
    coins.act(cast.storyteller, PutHandoutAway(both.pk))
    assert told(player.get(f"scenes/{coins.scene.pk}"))["handouts"] == []
    (one,) = told(storyteller.get(f"scenes/{coins.scene.pk}"))["handouts"]
    assert (one["id"], one["kind"], one["revealed"]) == (both.pk, "both", False)


def test_openapi_describes_the_handouts_of_a_scene(player: Program) -> None:
    shapes = player.client.get("/api/v1/openapi.json").json()["components"]["schemas"]
    fields = shapes["SceneHandout"]["properties"]
    assert set(fields) == {"id", "title", "kind", "leads", "revealed", "readers", "picture"}
    assert fields["kind"]["enum"] == ["picture", "text", "both"]
    assert "shown to the Storyteller" in " ".join(shapes["SceneHandout"]["description"].split())
