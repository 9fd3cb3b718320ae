"""The search finds what a seat may see, and no trace of anything else."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.core.wanted_words import parse_wanted
from campaigns.models import (
    Character,
    Handout,
    KnownTo,
    PrivateNote,
    Recap,
    Scene,
    SearchedLog,
    SearchText,
    Session,
    Subject,
    Thread,
    User,
)
from campaigns.search.index import forget_removed
from campaigns.search.visible import MAX_HITS, Hit
from play.commands.moves import Rewind, Say
from play.models import Entry
from play.seats import search as searching
from play.seats.log_index import index_all_logs
from play.seats.search import SearchResults, search
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
HOSTILE = (
    '"', '""', "*", "a*", "-a", "a OR", "NEAR(a b, 2)", "words : a", "{words} : a", "^a", "a AND NOT b", "(a", "a:*",
    "a & !b", "a <-> b", "'", "''a", "\\", "a\0b", "%", "_", "%s", ";--", "🐉", "ﷺ", "½", "x" * 10_000, '"' * 10_000,
    "a " * 5_000, "   ", "", "\u200b", "1e5 3.14 -7", "a/b.c@d", "<b>",
)  # fmt: skip


def find(cast: Cast, user: User, typed: str) -> list[Hit]:
    return [hit for group in search(cast.membership(user), typed).groups for hit in group.hits]


def told(found: SearchResults) -> str:
    return " ".join(
        f"{hit.title} {''.join(piece for piece, _marked in hit.excerpt)}"
        for group in found.groups
        for hit in group.hits
    )


def who_finds(cast: Cast, typed: str) -> set[User]:
    return {user for user in cast.members if find(cast, user, typed)}


@pytest.fixture
def run(coins: TableInPlay) -> set[User]:
    """Those who run the series."""
    return {coins.cast.storyteller, coins.cast.co_storyteller}


def test_everybody_finds_what_everybody_may_see(coins: TableInPlay) -> None:
    cast = coins.cast
    notes = "Who pays the *ferryman* of @[Far Quay]?"
    Scene.objects.filter(pk=cast.scene.pk).update(notes=notes, in_world_time="Calibration")
    for typed, title in (
        ("reeds ysa", cast.heroine.name),
        ("drowned", cast.story.title),
        ("silt", cast.episode.title),
        ("ferryman pays", cast.scene.title),
        ('"toll bridge"', cast.scene.title),
        ("calibr", cast.scene.title),
        ("high water", cast.downtime.title),
    ):
        for user in cast.members:
            assert [hit.title for hit in find(cast, user, typed)] == [title], typed
    (hit,) = find(cast, cast.player, "ferryman")
    assert hit.url == reverse("part", args=["scene", cast.scene.pk])
    assert ("ferryman", True) in hit.excerpt
    assert "of Far Quay?" in "".join(piece for piece, _marked in hit.excerpt), "a mention is read as its words"


def test_hidden_rows_and_secret_notes_are_the_storytellers(coins: TableInPlay, run: set[User]) -> None:
    assert who_finds(coins.cast, SECRET) == run
    found = search(coins.cast.membership(coins.cast.storyteller), SECRET)
    # Story, episode, their scenes and rest, the scene itself; secret notes of a story, a scene and four characters.
    assert found.count == 11


Plant = Callable[[Cast], set[User]]


def plant_thread(cast: Cast) -> set[User]:
    thread = Thread.objects.create(series=cast.series, title=f"A {SECRET}", known_to=KnownTo.SOME)
    thread.knowers.add(cast.heroine)
    return {cast.player}


def plant_thread_notes(cast: Cast) -> set[User]:
    Thread.objects.create(series=cast.series, title="A rumor", secret_notes=SECRET, known_to=KnownTo.ALL)
    return set()


def plant_handout(cast: Cast) -> set[User]:
    handout = Handout.objects.create(series=cast.series, title="A letter", text=f"Burn it. {SECRET}")
    handout.readers.create(scene=cast.scene, character=cast.duelist)
    return {cast.rival}


def plant_planned_scene(cast: Cast) -> set[User]:
    Scene.objects.create(episode=cast.episode, title=SECRET, planned=True)
    return set()


def plant_character(cast: Cast) -> set[User]:
    Character.objects.filter(pk=cast.heroine.pk).update(hidden=True, notes=SECRET)
    return {cast.player}


def plant_subject(cast: Cast) -> set[User]:
    subject = Subject.objects.create(series=cast.series, name="The Heron", other_names=SECRET, known_to=KnownTo.SOME)
    subject.knowers.add(cast.duelist)
    return {cast.rival}


def plant_secret(cast: Cast) -> set[User]:
    subject = Subject.objects.create(series=cast.series, name="The Heron", known_to=KnownTo.ALL, secret_notes=SECRET)
    secret = subject.secrets.create(series=cast.series, text=SECRET, known_to=KnownTo.SOME)
    secret.knowers.add(cast.heroine)
    return {cast.player}


def plant_secret_of_an_unknown_subject(cast: Cast) -> set[User]:
    subject = Subject.objects.create(series=cast.series, name=SECRET)
    subject.secrets.create(series=cast.series, text=SECRET, known_to=KnownTo.ALL)
    return set()


def plant_recap(cast: Cast) -> set[User]:
    Recap.objects.create(series=cast.series, scene=cast.scene, text=SECRET, published_at=timezone.now())
    return set(cast.members)


def plant_draft_of_a_recap(cast: Cast) -> set[User]:
    Recap.objects.create(series=cast.series, episode=cast.episode, text=SECRET)
    return set()


def plant_recap_of_a_hidden_scene(cast: Cast) -> set[User]:
    scene = Scene.objects.create(episode=cast.episode, title="A vault", hidden=True)
    Recap.objects.create(series=cast.series, scene=scene, text=SECRET, published_at=timezone.now())
    return set()


def plant_session(cast: Cast) -> set[User]:
    Session.objects.create(series=cast.series, words=f"Bring {SECRET}")
    return set(cast.members)


@pytest.mark.parametrize(
    "plant",
    [
        plant_recap,
        plant_draft_of_a_recap,
        plant_recap_of_a_hidden_scene,
        plant_session,
        plant_subject,
        plant_secret,
        plant_secret_of_an_unknown_subject,
        plant_thread,
        plant_thread_notes,
        plant_handout,
        plant_planned_scene,
        plant_character,
    ],
)
def test_a_secret_is_found_by_those_who_may_see_it(coins: TableInPlay, run: set[User], plant: Plant) -> None:
    knowing = plant(coins.cast)
    assert who_finds(coins.cast, SECRET) == run | knowing


def test_what_becomes_hidden_or_goes_is_found_no_more(coins: TableInPlay, run: set[User]) -> None:
    cast = coins.cast
    assert who_finds(cast, "toll bridge") == set(cast.members)
    Scene.objects.filter(pk=cast.scene.pk).update(hidden=True)
    assert who_finds(cast, "toll bridge") == run
    Scene.objects.filter(pk=cast.scene.pk).update(title="The Ford")
    assert who_finds(cast, "toll bridge") == set()
    assert who_finds(cast, "ford") == run
    Scene.objects.filter(pk=cast.scene.pk).delete()
    assert who_finds(cast, "ford") == set()
    assert not SearchText.objects.filter(kind="scene", key=cast.scene.pk).exists()


def test_a_recap_leads_to_its_part_and_is_found_no_more_when_it_is_taken_back(
    coins: TableInPlay, run: set[User]
) -> None:
    cast = coins.cast
    recaps = [Recap(series=cast.series, text="A ferryman.", published_at=timezone.now(), **place) for place in (
        {"scene": cast.scene}, {"episode": cast.episode}
    )]  # fmt: skip
    for recap in recaps:
        recap.save()
    hits = {hit.title: hit.url for hit in find(cast, cast.spectator, "ferryman")}
    assert hits == {
        cast.scene.title: f"{reverse('part', args=['scene', cast.scene.pk])}#recap-h",
        cast.episode.title: f"{reverse('part', args=['episode', cast.episode.pk])}#recap-h",
    }
    Recap.objects.update(published_at=None)
    assert who_finds(cast, "ferryman") == run
    Recap.objects.all().delete()
    assert who_finds(cast, "ferryman") == set()
    assert not SearchText.objects.filter(kind__endswith="recap").exists()


def test_own_notes_are_found_by_their_writer_alone(coins: TableInPlay) -> None:
    cast = coins.cast
    for user in (cast.player, cast.spectator, cast.storyteller):
        PrivateNote.objects.create(series=cast.series, scene=cast.scene, user=user, text=f"Remember {user.username}zz")
    for user in (cast.player, cast.spectator, cast.storyteller):
        assert who_finds(cast, f"remember {user.username}zz") == {user}
    cast.spectator.delete()
    assert not SearchText.objects.filter(words__contains="spectatorzz").exists()


def test_whispers_and_secret_rolls_are_found_by_those_who_heard_them(coins: TableInPlay, run: set[User]) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("The ferryman lies.", to=str(cast.heroine.pk)))
    coins.act(cast.rival, Say("I bribe the ferryman.", to="storyteller"))
    coins.act(cast.player, Say("/me waves to the ferryman"))
    assert who_finds(cast, "ferryman lies") == run | {cast.player}
    assert who_finds(cast, "bribe") == run | {cast.rival}
    assert who_finds(cast, "waves") == set(cast.members)
    assert [len(find(cast, user, "ferryman")) for user in cast.members] == [3, 3, 2, 2, 1]


def test_a_hidden_speaker_is_found_by_the_name_that_a_seat_reads(coins: TableInPlay, run: set[User]) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("Who goes there?", speaker=str(cast.lurker.pk)))
    assert who_finds(cast, "goes") == set(cast.members)
    assert who_finds(cast, f"{SECRET} goes") == run
    assert SECRET not in told(search(cast.membership(cast.player), "goes"))


def test_lines_of_hidden_scenes_are_found_by_the_storyteller_alone(coins: TableInPlay, run: set[User]) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("A ferryman."))
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    assert who_finds(cast, "ferryman") == run


def test_lines_that_were_taken_back_are_not_found_until_they_are_given_back(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("Kept."))
    coins.act(cast.player, Say("A ferryman."))
    assert who_finds(cast, "ferryman") == set(cast.members)
    coins.act(cast.storyteller, Rewind(2))
    assert who_finds(cast, "ferryman") == set()
    assert who_finds(cast, "kept") == set(cast.members)
    coins.act(cast.storyteller, Rewind(3))
    assert who_finds(cast, "ferryman") == set(cast.members)


def test_a_line_of_the_log_leads_to_its_place(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    for place in range(90):
        secret = place % 3 == 0
        coins.act(cast.storyteller, Say(f"ferry{place}x", to="storyteller" if secret else ""))
    (hit,) = find(cast, cast.player, "ferry10x")
    assert hit.url == f"{reverse('table_log', args=[coins.scene.pk, 7])}#entry-7"
    page = sign_in(cast.player).get(hit.url).content.decode()
    assert re.search(r'id="entry-7" (?:(?!</li>).)*ferry10x', page, re.DOTALL)
    assert "ferry9x" not in page
    assert "rewind/" not in sign_in(cast.storyteller).get(hit.url).content.decode()
    assert sign_in(cast.player).get(reverse("table_log", args=[coins.scene.pk, 61])).status_code == 404
    assert sign_in(cast.stranger).get(hit.url).status_code == 404
    assert Client().get(hit.url).status_code == 302


def test_lines_are_found_in_the_readers_language(coins: TableInPlay) -> None:
    from django.utils.translation import override

    cast = coins.cast
    coins.act(cast.player, Say("/me waves"))
    coins.act(cast.storyteller, Say("Quiet.", to=str(cast.heroine.pk)))
    with override("fi"):
        assert [hit.title for hit in find(cast, cast.player, "waves")] == [cast.scene.title]


def ask(client: Client, cast: Cast, typed: str) -> Any:
    return client.get(reverse("search", args=[cast.series.pk]), {"q": typed})


def test_strangers_find_no_page(coins: TableInPlay, sign_in: SignIn) -> None:
    assert ask(sign_in(coins.cast.stranger), coins.cast, "toll").status_code == 404
    assert ask(Client(), coins.cast, "toll").status_code == 302
    assert sign_in(coins.cast.player).post(reverse("search", args=[coins.cast.series.pk])).status_code == 405


def test_the_page_marks_what_was_found_and_nothing_else(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    Scene.objects.filter(pk=cast.scene.pk).update(notes="<script>Silt</script> & more")
    page = ask(sign_in(cast.player), cast, "silt").content.decode()
    assert "&lt;script&gt;<mark>Silt</mark>&lt;/script&gt; &amp; more" in page
    assert "<script>Silt" not in page
    assert "2 results" in page
    assert "No results." in ask(sign_in(cast.player), cast, SECRET).content.decode()
    assert (
        f'action="{reverse("search", args=[cast.series.pk])}"'
        in sign_in(cast.player).get(reverse("series", args=[cast.series.pk])).content.decode()
    )


@pytest.mark.parametrize("typed", HOSTILE)
def test_hostile_words_find_nothing_or_something_and_break_nothing(
    coins: TableInPlay, sign_in: SignIn, typed: str
) -> None:
    assert ask(sign_in(coins.cast.player), coins.cast, typed).status_code == 200


def test_a_copied_word_with_a_soft_hyphen_is_found(coins: TableInPlay) -> None:
    cast = coins.cast
    Scene.objects.filter(pk=cast.scene.pk).update(notes="Quick\xadsilver")
    assert find(cast, cast.player, "quick\xadsilver")
    assert find(cast, cast.player, "quicksilver")


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=60))
def test_any_words_can_be_looked_for_and_found(coins: TableInPlay, typed: str) -> None:
    cast = coins.cast
    Scene.objects.filter(pk=cast.scene.pk).update(notes=typed.replace("\0", ""))
    hits = find(cast, cast.player, typed)
    wanted = parse_wanted(typed)
    assert bool(wanted.phrases) == any(hit.url.endswith(f"/scene/{cast.scene.pk}/") for hit in hits)


def grow(coins: TableInPlay, scenes: int, lines: int, word: str, *, hidden: bool) -> None:
    cast = coins.cast
    Scene.objects.bulk_create(
        Scene(episode=cast.episode, title=f"{word} {place}", hidden=hidden) for place in range(scenes)
    )
    for place in range(lines):
        coins.act(cast.storyteller, Say(f"{word} {place}", to="storyteller" if hidden else ""))


def asked(client: Client, cast: Cast, typed: str) -> tuple[int, bytes]:
    ask(client, cast, typed)
    with CaptureQueriesContext(connection) as queries:
        page = ask(client, cast, typed)
    return len(queries), re.sub(rb"[\w-]{60,}", b"", page.content)


def test_the_number_of_queries_is_fixed_and_so_is_the_number_of_hits(coins: TableInPlay, sign_in: SignIn) -> None:
    clients = [sign_in(user) for user in (coins.cast.storyteller, coins.cast.player)]
    grow(coins, 2, 2, "ferry", hidden=False)
    few = [asked(client, coins.cast, "ferry")[0] for client in clients]
    grow(coins, 60, 60, "ferry", hidden=False)
    many = [asked(client, coins.cast, "ferry")[0] for client in clients]
    assert few == many
    assert max(many) <= 15
    found = search(coins.cast.membership(coins.cast.player), "ferry")
    assert [len(group.hits) for group in found.groups] == [30, 20]
    assert found.count == MAX_HITS


def test_a_search_that_first_reads_in_what_is_new_keeps_to_its_budget(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    for user in (cast.storyteller, cast.player):
        client = sign_in(user)
        ask(client, cast, "ferry")
        for place in range(12):
            coins.act(cast.storyteller, Say(f"ferry {place}", to=str(cast.heroine.pk) if place % 2 else ""))
        Scene.objects.create(episode=cast.episode, title="Lock", notes="ferry")
        with CaptureQueriesContext(connection) as queries:
            ask(client, cast, "ferry")
        lines = [one for one in queries if "campaigns_searchedlog" in one["sql"] and one["sql"].startswith("INSERT")]
        assert len(lines) == 1
        assert len(queries) <= 15
        coins.act(cast.storyteller, Say("ferry", to=str(cast.heroine.pk)))
        with CaptureQueriesContext(connection) as queries:
            ask(client, cast, "ferry")
        assert len(queries) <= 15


def test_what_is_hidden_changes_neither_queries_nor_the_page(coins: TableInPlay, sign_in: SignIn) -> None:
    grow(coins, 3, 3, "ferry", hidden=False)
    others = (coins.cast.player, coins.cast.rival, coins.cast.spectator)
    before = [asked(sign_in(user), coins.cast, "ferry") for user in others]
    grow(coins, 60, 60, "ferry", hidden=True)
    assert [asked(sign_in(user), coins.cast, "ferry") for user in others] == before


def test_a_long_log_is_indexed_in_portions(coins: TableInPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = coins.cast
    for place in range(7):
        coins.act(cast.player, Say(f"ferry{place}"))
    monkeypatch.setattr(searching, "AT_ONCE", 3)
    found = [search(cast.membership(cast.player), "ferry") for _time in range(3)]
    assert [(one.count, one.is_whole) for one in found] == [(3, False), (6, False), (7, True)]


def test_the_log_of_the_newest_scene_is_indexed_first(coins: TableInPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("ferry of old"))
    coins.scene = Scene.objects.create(episode=cast.episode, title="Now", position=0)
    coins.act(cast.player, Say("ferry of now"))
    monkeypatch.setattr(searching, "AT_ONCE", 1)
    assert [hit.title for hit in find(cast, cast.player, "ferry")] == ["Now"]


def test_the_worker_indexes_all_logs(coins: TableInPlay, monkeypatch: pytest.MonkeyPatch) -> None:
    from play.seats import log_index

    for place in range(7):
        coins.act(coins.cast.player, Say(f"ferry{place}"))
    monkeypatch.setattr(log_index, "PORTION", 2)
    index_all_logs()
    assert SearchText.objects.filter(kind="entry").count() == 7
    assert SearchedLog.objects.get().number == Entry.objects.count()
    index_all_logs()
    assert SearchText.objects.filter(kind="entry").count() == 7


def test_what_was_removed_leaves_the_index_without_a_search(coins: TableInPlay) -> None:
    find(coins.cast, coins.cast.player, "toll")
    Scene.objects.filter(pk=coins.scene.pk).delete()
    forget_removed()
    assert not SearchText.objects.filter(words__contains="toll").exists()


def test_the_index_goes_with_its_series(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, Say("A ferryman."))
    assert find(coins.cast, coins.cast.player, "ferryman")
    coins.cast.series.delete()
    assert not SearchText.objects.exists()
    assert not SearchedLog.objects.exists()
