"""The statistics of a series: counted from what a seat saw, exact, and cheap to ask for again."""

from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.core.seats import get_seat
from campaigns.models import ExperienceEntry, Scene, User
from play.commands.moves import MakeRoll, Rewind
from play.recap.statistics import Statistics, load_statistics, load_tallies
from play.recap.tally import Counting, Tally, find_value
from play.table.by_post import PostBegun, PostTerms
from play.table.events import BattleOpened, Fought, Paused, RollMade, view_event
from rules import SYSTEMS, get_system
from rules.battle import STORYTELLER, Event, Seat
from rules.battle.turning import TURNS
from rules.codec import encode
from rules.dice import ScriptedRoller
from rules.laws import Trial
from rules.text import EMPTY, Text
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.walk

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
ADA = Seat(characters=frozenset({"ada"}))


def told(table: TableInPlay, user: User) -> Statistics:
    seat = get_seat(table.cast.membership(user))
    return load_statistics(get_system("coins"), [table.scene], seat)


def counts(statistics: Statistics) -> dict[str, int]:
    return {row.label: row.count for row in statistics.acts}


def roll(table: TableInPlay, secret: str = "") -> None:
    table.act(table.cast.player, MakeRoll(str(table.cast.heroine.pk), {}, secret), [9, 9, 2])


def test_a_roll_counts_for_its_character_with_its_dice(coins: TableInPlay) -> None:
    roll(coins)
    statistics = told(coins, coins.cast.rival)
    assert counts(statistics) == {coins.cast.heroine.name: 1}
    assert (statistics.scenes, statistics.dice, statistics.successes) == (1, 3, 2)
    assert [one.share for one in statistics.acts] == [1]
    assert [(one.label, one.count) for one in statistics.verdicts] == [("Success", 1)]
    assert statistics.favorites[0].means[0][1] == 1


def test_a_secret_roll_counts_for_those_who_saw_it_alone(coins: TableInPlay) -> None:
    roll(coins)
    roll(coins, "owner")
    roll(coins, "storyteller")
    cast = coins.cast
    seen = {user.username: sum(counts(told(coins, user)).values()) for user in cast.members}
    assert seen == {"storyteller": 3, "co_storyteller": 3, "player": 2, "rival": 1, "spectator": 1}


def test_what_was_taken_back_never_happened(coins: TableInPlay) -> None:
    roll(coins)
    roll(coins)
    assert told(coins, coins.cast.rival).dice == 6
    coins.act(coins.cast.storyteller, Rewind(2))
    assert told(coins, coins.cast.rival).dice == 3
    coins.act(coins.cast.storyteller, Rewind(3))
    assert told(coins, coins.cast.rival).dice == 6
    Scene.objects.filter(pk=coins.scene.pk).update(closed_at=NOON)
    assert told(coins, coins.cast.rival).dice == 6
    Scene.objects.filter(pk=coins.scene.pk).update(closed_at=None)
    roll(coins)
    assert told(coins, coins.cast.rival).dice == 9


def test_a_table_that_has_not_gone_on_is_not_read_again(coins: TableInPlay) -> None:
    roll(coins)
    first = told(coins, coins.cast.rival)
    with CaptureQueriesContext(connection) as queries:
        again = load_tallies(get_system("coins"), [coins.scene], get_seat(coins.cast.membership(coins.cast.rival)))
    assert sum(one.dice["dice"] for one in again) == first.dice
    assert not any("play_entry" in query["sql"] for query in queries)


@pytest.mark.parametrize("key", SYSTEMS)
@pytest.mark.parametrize(("title", "said"), [("", ""), ("", "9 dice"), ("Wits + Awareness", "9 dice")])
def test_a_roll_is_counted_as_its_line_tells_it(key: str, title: str, said: str) -> None:
    system = get_system(key)
    roll = encode(system.command.roll({"pool": 9}, ScriptedRoller([1, 2, 3, 9, 5, 6, 7, 8, 9])))
    if title:
        roll["title"] = encode(Text("{a} + {b}", a=Text("Wits"), b=Text("Awareness")))
    event = RollMade("12", "Ysane", roll, said=Text(said), reason="the door", audience=("ada",))
    view = view_event(system, event, ADA)
    assert view is not None
    counting = Counting(system, ADA)
    counting.add(event, NOON, 1)
    dice = [die["worth"] for step in view["steps"] for die in step.get("dice", ())]
    assert counting.tally.dice == {"dice": 9, "successes": sum(worth for worth in dice if worth > 0)}
    assert counting.tally.acts == {"Ysane": 1}
    assert counting.tally.verdicts == {view["verdict"]: 1}
    assert counting.tally.means == {("Ysane", find_value(view["line"], "what")): 1}
    others = Counting(system, Seat())
    others.add(event, NOON, 1)
    assert others.tally == Tally()


# --- fights


@cache
def fight(key: str) -> list[Event]:
    """The events of a fight that was played at random, in which some lie hidden and somebody is hit."""
    system, seed = get_system(key), 3
    while True:
        trial = Trial(system, seed)
        while len(trial.events) < 60:
            trial.play(60, hostile=0)
        if any((blow := system.battle.attack_result(event)) and blow["hit"] for event in trial.events):
            return trial.events
        seed += 1


def count(key: str, events: list[Event], seat: Seat, seconds: int = 10) -> Tally:
    counting = Counting(get_system(key), seat)
    counting.add(BattleOpened({}), NOON, 0)
    for n, event in enumerate(events, 1):
        counting.add(Fought(event, audience=event.audience), NOON + timedelta(seconds=seconds * n), n)
    return counting.tally


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_fight_is_counted_from_the_lines_of_a_seat_and_from_nothing_else(key: str) -> None:
    system, events = get_system(key), fight(key)
    for seat in (STORYTELLER, ADA, Seat()):
        views = [view for event in events if (view := view_event(system, Fought(event, audience=event.audience), seat))]
        tally, lines = count(key, events, seat), " ".join(view["line"] for view in views)
        for counter in (tally.acts, tally.hits, tally.taken, tally.felled, tally.fell, tally.waits):
            assert all(name in lines for name in counter)
        hits = [
            view for view in views if "result" in view and view["result"]["who"] and view.get("blow", {}).get("hit")
        ]
        assert sum(tally.hits.values()) == len(hits)
        thrown = [die for view in views for step in view["steps"] for die in step.get("dice", ())]
        assert tally.dice["dice"] == len(thrown)


@pytest.mark.parametrize("key", SYSTEMS)
def test_those_who_fight_have_weapons_and_botches(key: str) -> None:
    tally = count(key, fight(key), STORYTELLER)
    assert all((tally.acts, tally.hits, tally.means))
    find = get_system(key).battle.find_turning_point
    botches = [event for event in fight(key) if (point := find(event, STORYTELLER)) and point.turn == "botch"]
    assert tally.verdicts[TURNS["botch"]] == len(botches)


def test_turns_are_timed_without_breaks_pauses_and_posts() -> None:
    events = fight("exalted2e")
    assert {seconds for waits in count("exalted2e", events, STORYTELLER).waits.values() for seconds in waits} >= {10}
    assert not count("exalted2e", events, STORYTELLER, seconds=3601).waits
    counting = Counting(get_system("exalted2e"), STORYTELLER)
    counting.add(BattleOpened({}), NOON, 0)
    for n, event in enumerate(events, 1):
        at = NOON + timedelta(seconds=10 * n)
        counting.add(Fought(event, audience=event.audience), at, n)
        counting.add(Paused(paused=False), at, n)
    assert not counting.tally.waits
    counting.add(PostBegun(PostTerms(24, 24)), NOON, 0)
    for n, event in enumerate(events, 1000):
        counting.add(Fought(event, audience=event.audience), NOON + timedelta(seconds=10 * n), n)
    assert not counting.tally.waits


def test_what_people_have_typed_is_no_favorite() -> None:
    line = Text("{who} rolls {what}.", who="Ysane", what=Text("{a} + {w}", a=Text("Wits"), w="typed"))
    assert find_value(line, "w") == EMPTY
    assert find_value(line, "a") == "Wits"


# --- the page


def page(sign_in: SignIn, user: User, table: TableInPlay, story: object = "") -> str:
    address = reverse("statistics", args=[table.cast.series.pk])
    return sign_in(user).get(f"{address}?story={story}").content.decode()


def test_the_page_shows_each_member_their_own_and_a_stranger_nothing(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    roll(coins, "storyteller")
    assert cast.heroine.name in page(sign_in, cast.storyteller, coins)
    for user in (cast.player, cast.rival, cast.spectator):
        shown = page(sign_in, user, coins)
        assert "No rolls here yet" in shown
        assert SECRET not in shown
    assert sign_in(cast.stranger).get(reverse("statistics", args=[cast.series.pk])).status_code == 404


def test_scenes_that_are_hidden_count_for_storytellers_alone(coins: TableInPlay, sign_in: SignIn) -> None:
    roll(coins)
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    assert coins.cast.heroine.name not in page(sign_in, coins.cast.player, coins)
    assert coins.cast.heroine.name in page(sign_in, coins.cast.storyteller, coins)


def test_one_story_can_be_chosen_and_no_hidden_one(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    roll(coins)
    assert cast.heroine.name in page(sign_in, cast.player, coins, cast.story.pk)
    assert cast.heroine.name not in page(sign_in, cast.storyteller, coins, cast.hidden_story.pk)
    for wrong in (cast.hidden_story.pk, "x", 999):
        address = reverse("statistics", args=[cast.series.pk])
        assert sign_in(cast.player).get(f"{address}?story={wrong}").status_code == 404


def test_experience_is_that_of_ledgers_that_one_may_read(coins: TableInPlay, sign_in: SignIn) -> None:
    for character, points in ((coins.cast.heroine, 4), (coins.cast.duelist, 900)):
        ExperienceEntry.objects.create(character=character, points=points, reason="A session")
    shown = {user.username: page(sign_in, user, coins) for user in coins.cast.members}
    assert '<td class="n">4</td>' in shown["player"]
    assert '<td class="n">900</td>' in shown["rival"]
    assert '<td class="n">904</td>' in shown["storyteller"]
    assert "Experience earned" not in shown["spectator"]
