"""Since you were here: exactly what a seat's log has after its mark, short and whole, and marks on two devices."""

import random
from collections import Counter

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.models import ReadMark, User
from campaigns.notices.read_marks import mark_read
from play.commands.moves import (
    CloseBattle,
    OpenStrand,
    PassTime,
    Post,
    Rewind,
    Say,
)
from play.models import Entry
from play.recap.load import load_recap_after
from play.seats.facts import TableFacts, load_facts, seat_class_of
from play.seats.log import load_span
from play.seats.missed import describe_deeds
from play.seats.unread import MissedCounts, load_personal
from play.table.events import Fought, decode_event, seconds_of
from play.table.history import is_effective
from play.table.lines import LogLine
from play.table.seat_log import count_entries
from rules import SYSTEMS
from rules.battle import Seat
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.stage.test_personal import read_mine
from tests.play.test_replay_law import Game

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
HX = {"hx-request": "true"}
EVERY_LINE = 10_000


def missed(cast: Cast, facts: TableFacts, user: User) -> MissedCounts | None:
    seat, _ = seat_class_of(cast.membership(user))
    return load_personal(cast.membership(user), facts.scene, seat, count_entries(facts.table, seat)).missed


def whole_log(facts: TableFacts, seat: Seat) -> tuple[LogLine, ...]:
    """Newest first."""
    count = count_entries(facts.table, seat)
    return load_span(facts, seat, 0, count, count, EVERY_LINE)


def turning_points(facts: TableFacts, seat: Seat, after: int) -> list[str]:
    """What turned the fight after an entry, told from the entries themselves."""
    battle, found = facts.system.battle, []
    for entry in Entry.objects.filter(table=facts.table, number__gt=after, number__lte=facts.table.number):
        event = decode_event(facts.system, entry.event)
        if isinstance(event, Fought) and is_effective(facts.spans, entry.number) and seat.may_see(event.audience):
            point = battle.find_turning_point(event.event, seat)
            if point is not None and (point.name(is_first=False) or point.name(is_first=True)):
                found.append((str(point.line), bool(point.name(is_first=False))))
    return [line for line, always in found if always]


def test_what_its_storyteller_missed_asks_the_database_seldom(
    coins: TableInPlay, sign_in: SignIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(20):
        coins.act(coins.cast.rival, Say(f"Line {number}"))
    client, address = sign_in(coins.cast.storyteller), reverse("table_missed", args=[coins.scene.pk])
    for words in ("?after=0&upto=20", "?after=0&upto=20&whole"):  # as the page of the table asks
        client.get(address + words, headers=HX)  # the scene is live in this process
        with django_assert_max_num_queries(15):
            assert client.get(address + words, headers=HX).status_code == 200


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_told_is_what_the_log_has_after_the_mark(system: str) -> None:
    """A game by chance, with talk, time and rewinds; then every seat is asked from many marks."""
    game, chance = type("GameOf" + system, (Game,), {"system": system})(), random.Random(7)
    try:
        for _ in range(24):
            what = chance.random()
            if what < 0.7 and game.fights():
                game.act(chance.randrange(3), chance.randrange(2**32))
            elif what < 0.8:
                game.take_back(chance.randrange(2**32))
            elif what < 0.9:
                if game.fights():
                    game.submit(game.cast.storyteller, CloseBattle())
                game.start_anew()
            else:
                game.speak(chance.randrange(3))
        facts = load_facts(game.scene.pk)
        for user in (*game.people, game.cast.spectator):
            for mark in sorted({chance.randrange(1, facts.table.number) for _ in range(4)}):
                check_span(game.cast, facts, user, mark)
    finally:
        transaction.set_rollback(True)
        game.undo.__exit__(None, None, None)


def check_span(cast: Cast, facts: TableFacts, user: User, mark: int) -> None:
    ReadMark.objects.all().delete()
    mark_read(cast.membership(user), facts.scene, mark)
    seat, _ = seat_class_of(cast.membership(user))
    log = whole_log(facts, seat)
    new = tuple(line for line in log if line.number > mark)
    others = [line for line in new if line.by != user.pk]
    told = missed(cast, facts, user)
    if not others:
        assert told is None
        return
    assert told is not None
    assert (told.count, told.upto, told.after) == (len(others), log[0].count, log[0].count - len(new))
    shown = load_span(facts, seat, told.after, told.upto, told.upto, EVERY_LINE)
    assert [(line.number, line.count, line.undone) for line in shown] == [
        (line.number, line.count, line.undone) for line in new
    ]
    recap = load_recap_after(facts.scene, facts.table, facts.spans, seat, mark)
    counted = [line for line in new if not line.undone]
    spoke = Counter(line.speech.name for line in counted if line.speech)
    assert Counter(dict(recap.spoke)) == spoke
    numbers = [line.number for line in counted]
    entries = Entry.objects.filter(table=facts.table, number__in=numbers)
    assert recap.passed == sum(seconds_of(decode_event(facts.system, one.event)) for one in entries)
    told_points = [str(line.text) for line in recap.happened if line.in_fight]
    expected = turning_points(facts, seat, mark)
    assert [line for line in told_points if line in expected] == expected
    sentences = " ".join(str(line.event["line"]) for line in counted if "result" in line.event)
    assert all(any(part in sentences for part in deed.split(". ")) for deed in describe_deeds(counted))


def part_of(client: Client, coins: TableInPlay, query: str = "") -> str:
    answer = client.get(f"{reverse('table_missed', args=[coins.scene.pk])}{query}", headers=HX)
    return answer.content.decode() if answer.status_code == 200 else str(answer.status_code)


def test_it_tells_what_was_said_to_me_shown_and_how_much_time_passed(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("Old news."))
    mark_read(cast.membership(cast.player), coins.scene, 1)
    coins.act(cast.storyteller, PassTime(3, "hour"))
    coins.act(cast.rival, Say("Meet me.", to=str(cast.heroine.pk)))
    coins.act(cast.rival, Say(f"Ask @{cast.heroine.name}."))
    coins.act(cast.storyteller, Say("A secret.", to=str(cast.duelist.pk)))
    coins.act(cast.rival, Post("The third *lantern* burns."))
    coins.act(cast.storyteller, OpenStrand("Below"))
    part = part_of(sign_in(cast.player), coins)
    for told in ("3 hours", "To you, rival", "“Meet me.”", f"“Ask @{cast.heroine.name}.”", "Below", "rival 3"):
        assert told in part, told
    assert "Old news." not in part
    assert "A secret." not in part
    whole = part_of(sign_in(cast.player), coins, "?whole=1")
    assert "lantern" in whole
    assert "Old news." not in whole
    assert 'id="missed-entry-2"' in whole


def test_what_was_taken_back_was_not_missed(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("So."))
    mark_read(cast.membership(cast.player), coins.scene, 1)
    coins.act(cast.storyteller, PassTime(3, "hour"))
    coins.act(cast.rival, Say("Meet me.", to=str(cast.heroine.pk)))
    coins.act(cast.storyteller, Rewind(2))
    part = part_of(sign_in(cast.player), coins)
    assert "3 hours" not in part
    assert "Meet me." not in part
    whole = part_of(sign_in(cast.player), coins, "?whole=1")
    assert "taken back" in whole
    coins.act(cast.storyteller, Rewind(coins.count()))
    assert "3 hours" in part_of(sign_in(cast.player), coins)


def test_reading_on_one_device_takes_nothing_from_the_other(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    for word in ("One.", "Two.", "Three."):
        coins.act(cast.storyteller, Say(word))
    phone, desk = sign_in(cast.player), sign_in(cast.player)
    span = "?after=0&upto=3"
    assert "Two." in part_of(phone, coins, f"{span}&whole=1")
    read = reverse("table_read", args=[coins.scene.pk])
    coins.act(cast.storyteller, Say("Four."))
    assert desk.post(read, {"count": "4", "back": "true"}, headers=HX).status_code == 200
    assert "Two." in part_of(phone, coins, f"{span}&whole=1"), "the part that is open stays as it was"
    assert phone.post(read, {"count": "3", "back": "true"})["Location"] == reverse("table", args=[coins.scene.pk])
    assert ReadMark.objects.get(user=cast.player).number == 4, "a mark never goes back"
    assert part_of(phone, coins) == "404"
    assert "missed" not in read_mine(phone, f"/scenes/{coins.scene.pk}/")


@pytest.mark.parametrize(
    "query", ["?after=0&upto=9", "?after=2&upto=1", "?after=-1&upto=1", "?after=x&upto=1", "?after=٣&upto=4"]
)
def test_a_span_that_is_not_there_is_refused_or_what_is_unread_is_shown(
    coins: TableInPlay, sign_in: SignIn, query: str
) -> None:
    coins.act(coins.cast.storyteller, Say("One."))
    part = part_of(sign_in(coins.cast.player), coins, f"{query}&whole=1")
    assert part == "404" or "One." in part
    assert part_of(sign_in(coins.cast.stranger), coins) == "404"


def test_nobody_misses_what_is_hidden_from_them(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, Say("For all."))
    coins.act(cast.storyteller, Say(SECRET, to=str(cast.heroine.pk)))
    coins.act(cast.storyteller, Say(SECRET, speaker=str(cast.lurker.pk), to=str(cast.heroine.pk)))
    for user in (cast.rival, cast.spectator):
        assert missed(cast, load_facts(coins.scene.pk), user) == MissedCounts(0, 1, 1, None)
        for query in ("", "?whole=1", "?after=0&upto=1&whole=1"):
            assert SECRET not in part_of(sign_in(user), coins, query)
        assert part_of(sign_in(user), coins, "?after=0&upto=2") == "404"
