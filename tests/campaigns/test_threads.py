"""Threads: only those who know of one learn of it, and only a Storyteller makes, fills and resolves them."""

import uuid
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from campaigns.core.known import known_rows, visible_rows
from campaigns.core.records.save import save_record
from campaigns.core.refusals import Refused
from campaigns.models import KnownTo, Role, Series, Subject, Thread, User
from campaigns.templatetags.threads import thread_clock
from campaigns.threads import services as keeping
from campaigns.threads.forms import TIES
from campaigns.threads.services import fill_clock
from campaigns.threads.visible import threads_of
from tests.cast import SECRET, Cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

SENT: dict[str, Any] = {
    "title": f"The hollow pile {SECRET}",
    "kind": "rumor",
    "segments": 6,
    "notes": f"Who sinks it? {SECRET}",
    "secret_notes": f"The warden does. {SECRET}",
}
POSTS = ("thread_fill", "thread_resolve", "thread_remove")
PAGES = ("thread", "thread_edit")


def send(client: Client, address: str, **fields: Any) -> Any:
    return client.post(address, {**SENT, "known_to": "storyteller", "command": str(uuid.uuid4()), **fields})


@pytest.fixture
def thread(cast: Cast, sign_in: SignIn) -> Thread:
    """A thread that only the Storyteller knows of, tied to the open scene, its story and three characters."""
    ties = {
        "scenes": [cast.scene.pk],
        "stories": [cast.story.pk],
        "characters": [cast.heroine.pk, cast.duelist.pk, cast.lurker.pk],
    }
    answer = send(sign_in(cast.storyteller), reverse("thread_new", args=[cast.series.pk]), **ties)
    found = Thread.objects.get()
    assert answer.url == reverse("thread", args=[found.pk])
    return found


def tell(thread: Thread, known_to: str, *knowers: Any) -> None:
    thread.known_to = known_to
    thread.save()
    thread.knowers.set(knowers)


def who_sees(thread: Thread, cast: Cast, sign_in: SignIn) -> set[User]:
    """Who finds the thread, on all pages that could show it or on none."""
    part = [reverse("part", args=["scene", cast.scene.pk]), reverse("part", args=["story", cast.story.pk])]
    found = set()
    for user in cast.members:
        client = sign_in(user)
        status = client.get(reverse("thread", args=[thread.pk])).status_code
        texts = [client.get(page).content.decode() for page in [reverse("threads", args=[thread.series_id]), *part]]
        shown = {thread.title in text for text in texts}
        assert shown == {status == 200}
        found |= {user} if status == 200 else set()
        assert (thread in known_rows(Thread, user.pk)) == (status == 200)
        assert (thread in visible_rows(Thread, cast.membership(user))) == (status == 200)
    return found


def test_a_thread_is_found_by_those_who_know_of_it_alone(thread: Thread, cast: Cast, sign_in: SignIn) -> None:
    run = {cast.storyteller, cast.co_storyteller}
    assert who_sees(thread, cast, sign_in) == run
    tell(thread, KnownTo.SOME, cast.heroine)
    assert who_sees(thread, cast, sign_in) == run | {cast.player}
    tell(thread, KnownTo.ALL)
    assert who_sees(thread, cast, sign_in) == set(cast.members)
    tell(thread, KnownTo.STORYTELLER, cast.heroine)
    assert who_sees(thread, cast, sign_in) == run


def test_a_character_that_changes_hands_takes_its_knowledge_along(thread: Thread, cast: Cast, sign_in: SignIn) -> None:
    tell(thread, KnownTo.SOME, cast.heroine)
    cast.heroine.owner = cast.rival
    cast.heroine.save()
    assert cast.rival in who_sees(thread, cast, sign_in)
    assert cast.player not in who_sees(thread, cast, sign_in)


def test_a_player_who_only_watches_now_learns_nothing_by_their_character(thread: Thread, cast: Cast) -> None:
    tell(thread, KnownTo.SOME, cast.heroine)
    cast.series.memberships.filter(user=cast.player).update(role=Role.SPECTATOR)
    assert thread not in known_rows(Thread, cast.player.pk)
    assert thread not in visible_rows(Thread, cast.membership(cast.player))


@pytest.mark.parametrize("name", [*POSTS, *PAGES])
def test_strangers_and_those_who_do_not_know_get_the_page_of_nothing(
    thread: Thread, cast: Cast, sign_in: SignIn, name: str
) -> None:
    address, nothing = reverse(name, args=[thread.pk]), reverse(name, args=[10**8])
    for user in (cast.stranger, cast.player, cast.rival, cast.spectator):
        client = sign_in(user)
        ask = client.post if name in POSTS else client.get
        answers = [ask(one) for one in (address, nothing)]
        assert [one.status_code for one in answers] == [404, 404]
        assert SECRET not in answers[0].content.decode()
    assert Thread.objects.filter(pk=thread.pk, filled=0, resolved_at=None).exists()


@pytest.mark.parametrize("name", [*POSTS, "thread_edit"])
def test_players_who_know_of_a_thread_change_nothing(thread: Thread, cast: Cast, sign_in: SignIn, name: str) -> None:
    tell(thread, KnownTo.ALL)
    for user in (cast.player, cast.spectator):
        answer = sign_in(user).post(reverse(name, args=[thread.pk]), {"filled": 2, "resolved": "yes", **SENT})
        assert answer.status_code == 403
    assert sign_in(cast.player).get(reverse("thread_new", args=[cast.series.pk])).status_code == 403
    assert Thread.objects.filter(pk=thread.pk, filled=0, resolved_at=None).exists()


def test_who_knows_of_it_reads_neither_secret_notes_nor_hidden_ties(
    thread: Thread, cast: Cast, sign_in: SignIn
) -> None:
    tell(thread, KnownTo.ALL)
    Thread.objects.update(title="The hollow pile", notes="Who sinks it?")
    cast.scene.hidden = True
    cast.scene.save()
    page = sign_in(cast.player).get(reverse("thread", args=[thread.pk])).content.decode()
    assert SECRET not in page
    assert cast.scene.title not in page
    assert cast.heroine.name in page
    page = sign_in(cast.storyteller).get(reverse("thread", args=[thread.pk])).content.decode()
    assert "The warden does" in page
    assert cast.lurker.name in page


def test_a_clock_fills_to_its_last_segment_and_no_further(thread: Thread, cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in(cast.storyteller), reverse("thread_fill", args=[thread.pk])
    for sent, status, filled in (
        (6, 302, 6),
        (7, 422, 6),
        (0, 302, 0),
        ("-1", 422, 0),
        ("x", 422, 0),
        ("9" * 9, 422, 0),
    ):
        assert client.post(address, {"filled": sent}).status_code == status
        assert Thread.objects.get().filled == filled
    assert client.post(address).status_code == 422


def test_a_clock_that_becomes_shorter_is_full_at_most(thread: Thread, cast: Cast, sign_in: SignIn) -> None:
    fill_clock(cast.membership(cast.storyteller), thread, 6)
    client = sign_in(cast.storyteller)
    assert send(client, reverse("thread_edit", args=[thread.pk]), segments=4).status_code == 302
    assert (Thread.objects.get().filled, Thread.objects.get().segments) == (4, 4)


def test_a_resolved_thread_keeps_its_time_and_leaves_the_scenes_it_is_tied_to(
    thread: Thread, cast: Cast, sign_in: SignIn
) -> None:
    client, address = sign_in(cast.storyteller), reverse("thread_resolve", args=[thread.pk])
    assert client.post(address, {"resolved": "yes"}).status_code == 302
    at = Thread.objects.get().resolved_at
    assert at
    assert client.post(address, {"resolved": "yes"}).status_code == 302
    assert Thread.objects.get().resolved_at == at
    assert not threads_of(cast.scene, cast.membership(cast.storyteller))
    assert client.post(address, {"resolved": "perhaps"}).status_code == 422
    assert client.post(address, {"resolved": "no"}).status_code == 302
    assert list(threads_of(cast.scene, cast.membership(cast.storyteller))) == [thread]


def test_some_players_are_somebody(cast: Cast, sign_in: SignIn) -> None:
    answer = send(sign_in(cast.storyteller), reverse("thread_new", args=[cast.series.pk]), known_to="some")
    assert answer.status_code == 422
    assert "Choose who knows of it." in answer.content.decode()
    assert not Thread.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "song"}, {"segments": 5}, {"segments": 10**9}, {"title": "\u200b"}, {"title": "x" * 121}, {"knowers": 0}],
)
def test_what_no_form_offers_is_refused(cast: Cast, sign_in: SignIn, wrong: dict[str, Any]) -> None:
    answer = send(sign_in(cast.storyteller), reverse("thread_new", args=[cast.series.pk]), **wrong)
    assert answer.status_code == 422
    assert not Thread.objects.exists()


@pytest.mark.parametrize("name", [*TIES, "knowers"])
def test_nothing_of_another_series_is_tied(thread: Thread, cast: Cast, sign_in: SignIn, name: str) -> None:
    other = Series.objects.create(name="Elsewhere", system=cast.series.system, owner=cast.rival)
    rows: dict[str, Any] = {
        "stories": (story := other.stories.create(title="There")),
        "scenes": story.episodes.create(title="There").scenes.create(title="There"),
        "characters": (character := other.characters.create(name="Foreign", sheet={}, owner=cast.rival)),
        "knowers": character,
        "subjects": other.subjects.create(name="Foreign"),
    }
    address = reverse("thread_edit", args=[thread.pk])
    assert send(sign_in(cast.storyteller), address, known_to="some", **{name: rows[name].pk}).status_code == 422
    member = cast.membership(cast.storyteller)
    with pytest.raises(Refused, match="another series"):
        save_record(keeping.THREADS, member, thread, {name: [rows[name]]})
    assert set(thread.characters.all()) == {cast.heroine, cast.duelist, cast.lurker}


def test_a_thread_shows_on_the_pages_about_somebody_and_names_them_once(
    thread: Thread, cast: Cast, sign_in: SignIn
) -> None:
    tell(thread, KnownTo.ALL)
    place = Subject.objects.create(series=cast.series, kind="place", name="The weir", known_to=KnownTo.ALL)
    about = Subject.objects.create(series=cast.series, name="Her page", known_to=KnownTo.ALL, character=cast.heroine)
    hidden = Subject.objects.create(series=cast.series, name=f"Page {SECRET}", character=cast.duelist)
    thread.subjects.set([place, about, hidden])
    thread.characters.set([cast.heroine])
    client = sign_in(cast.player)
    page = client.get(reverse("thread", args=[thread.pk])).content.decode()
    ties = page.partition('id="ties-h"')[2]
    assert [ties.count(one.url) for one in (place, about, hidden, cast.heroine)] == [1, 1, 0, 0]
    assert hidden.name not in page
    thread.characters.clear()
    for shown in (place, about, cast.heroine):
        assert thread.title in client.get(shown.url).content.decode(), shown
    assert thread.title not in client.get(cast.duelist.url).content.decode()
    assert thread.title in sign_in(cast.storyteller).get(cast.duelist.url).content.decode()


def test_two_who_write_at_once_do_not_overwrite_each_other(thread: Thread, cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in(cast.storyteller), reverse("thread_edit", args=[thread.pk])
    seen = client.get(address).context["form"]["seen"].value()
    Thread.objects.update(notes="Written meanwhile.")
    answer = send(client, address, seen=seen)
    assert answer.status_code == 409
    assert "Written meanwhile." in answer.content.decode()
    assert Thread.objects.get().notes == "Written meanwhile."


def test_a_series_has_only_so_many(thread: Thread, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping.THREADS, "most", 1)
    member, new = cast.membership(cast.storyteller), Thread(series=cast.series)
    with pytest.raises(Refused, match="already"):
        save_record(keeping.THREADS, member, new, {"title": "One more"})


def test_it_is_taken_out_for_good(thread: Thread, cast: Cast, sign_in: SignIn) -> None:
    client, address = sign_in(cast.co_storyteller), reverse("thread_remove", args=[thread.pk])
    assert client.post(address).status_code == 302
    assert client.post(address).status_code == 404
    assert not Thread.objects.exists()


@pytest.mark.parametrize(("segments", "filled"), [(0, 0), (4, 1), (12, 12)])
def test_a_clock_shows_its_segments_and_says_them(segments: int, filled: int) -> None:
    drawn = thread_clock(Thread(segments=segments, filled=filled))
    assert (drawn.count("<path"), drawn.count("is-on")) == (segments, filled)
    assert (f"{filled} of {segments} segments filled" in drawn) == bool(segments)


def test_the_page_of_a_character_and_of_a_person_show_the_open_threads_that_the_reader_knows(
    thread: Thread, cast: Cast, sign_in: SignIn
) -> None:
    page = Subject.objects.create(
        series=cast.series, name="Ren of the piles", character=cast.heroine, known_to=KnownTo.ALL
    )
    addresses = [cast.heroine.url, page.url]

    def shown(user: User) -> set[bool]:
        return {f'href="/threads/{thread.pk}/"' in sign_in(user).get(where).content.decode() for where in addresses}

    assert shown(cast.storyteller) == {True}
    assert shown(cast.player) == shown(cast.rival) == {False}
    tell(thread, KnownTo.SOME, cast.heroine)
    assert shown(cast.player) == {True}
    assert shown(cast.rival) == {False}
    keeping.resolve_thread(cast.membership(cast.storyteller), thread, True)
    assert shown(cast.player) == {False}


def test_threads_of_characters_are_tied_to_the_pages_about_them_by_the_upgrade(thread: Thread, cast: Cast) -> None:
    about = Subject.objects.create(series=cast.series, name="Her page", character=cast.heroine)
    Subject.objects.create(series=cast.series, name="The weir")
    import_module("campaigns.migrations.0018_threads_and_downtimes").tie_pages(apps, connection.schema_editor())
    assert list(thread.subjects.all()) == [about]
