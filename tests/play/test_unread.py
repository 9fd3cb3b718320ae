"""What a person has not read: her own marks, lines that her seat may see, and no trace of others."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.core.parts import kind_of
from campaigns.models import Episode, Membership, Notice, NoticeKind, ReadMark, Role, Scene, Series, Story, User
from campaigns.notices.read_marks import mark_read, story_key
from campaigns.notices.services import notify
from campaigns.series.awaited import list_played
from campaigns.series.members.services import leave_series
from play.commands.moves import Say
from play.commands.submit import submit
from play.seats.facts import load_facts, seat_class_of
from play.seats.log import load_log
from play.seats.unread import find_first_unread, list_unread
from play.table.live_scene import live_scenes
from rules.dice import ScriptedRoller
from rules.text import Text
from tests.cast import Cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

pytestmark = [pytest.mark.walk, pytest.mark.django_db]


def unread(user: User) -> dict[str, int]:
    there = list(Membership.objects.filter(user=user).select_related("series"))
    return {one.title: one.count for one in list_unread(user, there, list_played(there))}


def counts(cast: Cast) -> list[int]:
    return [sum(unread(user).values()) for user in cast.members]


def read(coins: TableInPlay, user: User, sign_in: SignIn, count: object) -> int:
    return sign_in(user).post(reverse("table_read", args=[coins.scene.pk]), {"count": count}).status_code


def whisper(coins: TableInPlay, times: int = 1) -> None:
    for place in range(times):
        coins.act(coins.cast.storyteller, Say(f"canary {place}", to=str(coins.cast.heroine.pk)))


def test_lines_of_others_are_unread_for_those_who_may_see_them(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("For all."))
    whisper(coins, 2)
    coins.act(cast.rival, Say("A bribe.", to="storyteller"))
    assert dict(zip([user.username for user in cast.members], counts(cast), strict=True)) == {
        "storyteller": 1, "co_storyteller": 4, "player": 3, "rival": 1, "spectator": 1,
    }  # fmt: skip


def test_what_is_unread_is_what_the_log_shows(coins: TableInPlay) -> None:
    cast = coins.cast
    for place in range(6):
        coins.act(cast.co_storyteller, Say(f"Line {place}", to="" if place % 2 else str(cast.duelist.pk)))
    for user in (cast.storyteller, cast.player, cast.rival, cast.spectator):
        membership = cast.membership(user)
        seat, _is_spectator = seat_class_of(membership)
        assert sum(unread(user).values()) == load_log(load_facts(coins.scene.pk), seat)[0]
        first = find_first_unread(membership, coins.scene)
        assert first == (1 if sum(unread(user).values()) else None)


def test_a_mark_moves_on_and_never_back(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    whisper(coins, 3)
    for word in "one", "two", "three":
        coins.act(cast.storyteller, Say(word))
    assert unread(cast.rival) == {coins.scene.title: 3}
    assert read(coins, cast.rival, sign_in, 2) == 204
    assert unread(cast.rival) == {coins.scene.title: 1}
    assert find_first_unread(cast.membership(cast.rival), coins.scene) == 3
    for sent in ("1", "0", "-1", "4", "99999999999999", "x", "", "٣"):
        assert read(coins, cast.rival, sign_in, sent) == 204
        assert unread(cast.rival) == {coins.scene.title: 1}
    assert unread(cast.player) == {coins.scene.title: 6}
    assert read(coins, cast.rival, sign_in, 3) == 204
    assert unread(cast.rival) == {}
    whisper(coins)
    assert unread(cast.rival) == {}
    assert find_first_unread(cast.membership(cast.rival), coins.scene) is None


def test_secret_lines_change_nothing_for_others(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("For all."))
    pages = ("/", reverse("series", args=[cast.series.pk]))
    words = [sign_in(cast.rival).get(page).content.decode() for page in pages]
    assert all("1 new in “The Toll Bridge”" in page for page in words)
    whisper(coins, 7)
    for page in pages:
        assert "1 new in “The Toll Bridge”" in sign_in(cast.rival).get(page).content.decode()
        assert "8 new in “The Toll Bridge”" in sign_in(cast.player).get(page).content.decode()


def test_hidden_scenes_are_unread_for_the_storyteller_alone(coins: TableInPlay) -> None:
    coins.act(coins.cast.co_storyteller, Say("Behind the curtain."))
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    assert counts(coins.cast) == [1, 0, 0, 0, 0]


def test_a_character_of_another_series_hears_nothing_here(coins: TableInPlay) -> None:
    """The player of one series watches another, where lines once went to her own ear."""
    cast = coins.cast
    whisper(coins)
    assert unread(cast.player) == {coins.scene.title: 1}
    Membership.objects.filter(user=cast.player).update(role=Role.SPECTATOR)
    other = Series.objects.create(name="Other", system=cast.series.system, owner=cast.rival)
    Membership.objects.create(series=other, user=cast.player, role=Role.PLAYER)
    assert unread(cast.player) == {}


def test_what_was_said_before_somebody_joined_is_not_unread(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("Long ago."))
    late = User.objects.create_user("late")
    Membership.objects.create(series=cast.series, user=late, role=Role.PLAYER)
    coins.act(cast.storyteller, Say("Now."))
    assert unread(late) == {coins.scene.title: 1}
    assert find_first_unread(Membership.objects.get(user=late), coins.scene) == 2


def test_the_line_on_the_first_page_leads_to_the_first_unread_line_and_reading_it_moves_the_mark(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    cast = coins.cast
    client, link = sign_in(cast.rival), reverse("table_unread", args=[coins.scene.pk])
    assert client.get(link)["Location"] == reverse("table", args=[coins.scene.pk])
    for place in range(90):
        whisper(coins, place % 2)
        coins.act(cast.storyteller, Say(f"line{place}x"))
    mark_read(cast.membership(cast.rival), coins.scene, 30)
    assert link in client.get("/").content.decode()
    there = client.get(link)["Location"]
    assert there == f"{reverse('table_log', args=[coins.scene.pk, 21])}#entry-21"
    far = client.get(reverse("table_log", args=[coins.scene.pk, 80]))
    assert far.status_code == 200
    assert unread(cast.rival) == {coins.scene.title: 70}
    page = client.get(there).content.decode()
    assert "canary" not in page
    assert unread(cast.rival) == {coins.scene.title: 30}
    assert f"{reverse('table_log', args=[coins.scene.pk, 61])}#entry-61" in page
    last = client.get(client.get(link)["Location"]).content.decode()
    assert unread(cast.rival) == {}
    assert "Newer lines" not in last


def test_one_tap_marks_all_logs_as_read(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, link = coins.cast, reverse("read_all")
    coins.act(cast.storyteller, Say("For all."))
    whisper(coins, 2)
    before = counts(cast)
    client = sign_in(cast.player)
    assert link in client.get("/").content.decode()
    assert client.post(link)["Location"] == "/"
    assert unread(cast.player) == {}
    assert counts(cast) == [before[0], before[1], 0, *before[3:]]
    assert link not in client.get("/").content.decode()
    coins.act(cast.storyteller, Say("Later."))
    assert unread(cast.player) == {coins.scene.title: 1}
    client.post(link)
    assert unread(cast.player) == {}


def test_a_series_is_marked_as_read_by_itself(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, toll = coins.cast, coins.scene
    coins.act(cast.storyteller, Say("Here."))
    other = Series.objects.create(name="Other", system=cast.series.system, owner=cast.storyteller)
    for user, role in ((cast.storyteller, Role.STORYTELLER), (cast.rival, Role.PLAYER)):
        Membership.objects.create(series=other, user=user, role=role)
    episode = Episode.objects.create(story=Story.objects.create(series=other, title="M"), title="R")
    coins.scene = Scene.objects.create(episode=episode, title="Weir")
    submit(
        Membership.objects.get(series=other, user=cast.storyteller),
        coins.scene,
        uuid4(),
        None,
        Say("There."),
        ScriptedRoller([]),
    )
    assert unread(cast.rival) == {toll.title: 1, "Weir": 1}
    client, link = sign_in(cast.rival), reverse("series_read", args=[cast.series.pk])
    assert link in client.get(reverse("series", args=[cast.series.pk])).content.decode()
    assert client.post(link)["Location"] == reverse("series", args=[cast.series.pk])
    assert unread(cast.rival) == {"Weir": 1}


def test_who_marks_all_as_read_is_not_at_the_table_and_still_gets_notices(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("For all."))
    notify(NoticeKind.STORY, cast.series, [cast.player.pk], story_key(coins.scene.pk), Text("New."), "/")
    Membership.objects.update(joined_at=timezone.now() - timedelta(days=1))
    sign_in(cast.player).post(reverse("read_all"))
    assert Notice.objects.exclude(closed_at=None).filter(user=cast.player, kind=NoticeKind.STORY).exists()
    whisper(coins)
    assert Notice.objects.filter(user=cast.player, kind=NoticeKind.MENTION, read_at=None).exists()


def test_a_scene_that_is_hidden_gets_no_mark(coins: TableInPlay, sign_in: SignIn) -> None:
    coins.act(coins.cast.co_storyteller, Say("Behind the curtain."))
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    for user in coins.cast.members:
        sign_in(user).post(reverse("read_all"))
    assert set(ReadMark.objects.values_list("user", flat=True)) == {coins.cast.storyteller.pk}


def test_marking_many_scenes_as_read_asks_no_more_often(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    client, asked = sign_in(cast.rival), []
    for more in (2, 6):
        for place in range(more):
            coins.scene = Scene.objects.create(episode=cast.episode, title=f"Weir {place}")
            coins.act(cast.storyteller, Say("Hello"))
        with CaptureQueriesContext(connection) as queries:
            client.post(reverse("read_all"))
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_the_page_of_an_episode_or_a_story_counts_its_scenes(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("For all."))
    whisper(coins)
    for part in (cast.episode, cast.story):
        page = reverse("part", args=[kind_of(part), part.pk])
        for user, told in ((cast.player, "2 new<"), (cast.rival, "1 new<")):
            assert told in sign_in(user).get(page).content.decode()


def test_strangers_keep_no_mark(coins: TableInPlay, sign_in: SignIn) -> None:
    coins.act(coins.cast.player, Say("Hello"))
    assert read(coins, coins.cast.stranger, sign_in, 1) == 404
    assert sign_in(coins.cast.stranger).get(reverse("table_unread", args=[coins.scene.pk])).status_code == 404
    assert sign_in(coins.cast.player).get(reverse("table_read", args=[coins.scene.pk])).status_code == 405
    assert sign_in(coins.cast.stranger).post(reverse("series_read", args=[coins.cast.series.pk])).status_code == 404
    assert sign_in(coins.cast.stranger).post(reverse("read_all")).status_code == 302
    assert sign_in(coins.cast.player).get(reverse("read_all")).status_code == 405
    assert not ReadMark.objects.exists()


def test_the_mark_goes_with_the_person_and_with_membership(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("Hello"))
    for user in (cast.player, cast.rival):
        read(coins, user, sign_in, 1)
    mine = sign_in(cast.player).get(reverse("my_data")).json()["read"]
    assert [one["where"] for one in mine] == [f"{cast.series.name}: {coins.scene.title}"]
    assert all(set(one) == {"where", "at"} for one in mine)
    leave_series(cast.membership(cast.player))
    assert set(ReadMark.objects.values_list("user", flat=True)) == {cast.rival.pk}
    cast.rival.delete()
    assert not ReadMark.objects.exists()


def test_a_process_that_knows_nothing_of_a_scene_seldom_asks_for_lines_of_its_log_that_are_read_now(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    cast = coins.cast
    for number in range(70):
        coins.act(cast.storyteller, Say(f"Line {number}, @{cast.warden.name}."))
    for user in (cast.player, cast.co_storyteller):
        client = sign_in(user)
        for read_to in (60, 70):  # the first time there is no mark
            live_scenes.forget()
            with CaptureQueriesContext(connection) as queries:
                page = client.get(reverse("table_log", args=[coins.scene.pk, read_to - 39]))
            assert page.status_code == 200
            assert ReadMark.objects.get(user=user).number == read_to
            print(user, read_to, len(queries))
            assert len(queries) <= 15


def test_pages_ask_as_often_for_many_unread_scenes_as_for_few(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    pages = ("/", reverse("series", args=[cast.series.pk]))
    clients = [sign_in(user) for user in (cast.co_storyteller, cast.rival, cast.spectator)]

    def ask() -> list[int]:
        asked = []
        for client in clients:
            for page in pages:
                with CaptureQueriesContext(connection) as queries:
                    client.get(page)
                asked.append(len(queries))
        return asked

    coins.act(cast.storyteller, Say("Hello"))
    ask()
    few = ask()
    for place in range(8):
        coins.scene = Scene.objects.create(episode=cast.episode, title=f"Weir {place}")
        coins.act(cast.storyteller, Say("Hello"))
        series = Series.objects.create(name=f"S{place}", system=cast.series.system, owner=cast.stranger)
        for user in (cast.co_storyteller, cast.rival, cast.spectator):
            Membership.objects.create(series=series, user=user, role=Role.PLAYER)
        Episode.objects.create(story=Story.objects.create(series=series, title="M"), title="R")
    assert ask() == few
    assert max(few) <= 15
    page = clients[0].get(pages[1]).content.decode()
    assert "and in 4 more scenes" in page
    assert "9 new in 9 scenes" in clients[0].get("/").content.decode()
