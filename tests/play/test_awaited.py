"""The first page: what waits for a person at their tables and in the record, and for nobody else."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.chronicle.services import set_open
from campaigns.chronicle.tree import list_open_scenes
from campaigns.models import (
    DowntimeRun,
    Membership,
    Proposal,
    ProposalState,
    RunState,
    Scene,
    User,
)
from campaigns.series.awaited import Urgency, WaitingMatter, list_awaited, list_played
from play.commands.moves import (
    AskUndo,
    BattleMove,
    BringIn,
    GrantUndo,
    OpenBattle,
    Pause,
    RefuseUndo,
    Rewind,
    Say,
)
from play.seats.awaited import list_awaited as list_at_tables
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.table.live_scene import live_scenes
from tests.cast import SECRET, Cast
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.tasking import TaskTable, key_of, only


def memberships(user: User) -> list[Membership]:
    return list(Membership.objects.filter(user=user).select_related("series"))


def at_tables(user: User) -> list[WaitingMatter]:
    there = memberships(user)
    return list_at_tables(user, there, list_played(there), list_open_scenes(there))


def words_at_tables(user: User) -> list[str]:
    return [one.words for one in at_tables(user)]


def of_record(user: User) -> list[WaitingMatter]:
    there = memberships(user)
    return list_awaited(user, there, list_played(there))


def begin_fight(coins: TableInPlay) -> None:
    """The heroine against the duelist: in the toy system both act at once."""
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    for who in (cast.heroine, cast.duelist):
        coins.act(cast.storyteller, BringIn(coins.keys(who), who.name))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))


def whose_turn(coins: TableInPlay) -> set[str]:
    people = (
        coins.cast.storyteller,
        coins.cast.co_storyteller,
        coins.cast.player,
        coins.cast.rival,
        coins.cast.spectator,
    )
    return {user.username for user in people if any(one.urgency == Urgency.TURN for one in at_tables(user))}


def test_a_turn_waits_for_the_player_until_it_is_rewound_or_the_process_forgets(coins: TableInPlay) -> None:
    cast = coins.cast
    assert whose_turn(coins) == set()
    begin_fight(coins)
    assert whose_turn(coins) == {"player", "rival"}
    (told,) = at_tables(cast.player)
    assert told.url == f"/scenes/{coins.scene.pk}/#mine"
    assert told.series == cast.series.pk
    live_scenes.forget()
    assert whose_turn(coins) == {"player", "rival"}
    coins.act(cast.storyteller, Pause(True))
    assert whose_turn(coins) == set()
    coins.act(cast.storyteller, Rewind(2))
    assert whose_turn(coins) == set()


def test_the_turn_of_an_unplayed_combatant_waits_for_the_storytellers(coins: TableInPlay) -> None:
    cast = coins.cast
    for who in (cast.heroine, cast.duelist):
        who.owner = None
        who.save()
    begin_fight(coins)
    assert whose_turn(coins) == {"storyteller", "co_storyteller"}


def test_a_closed_or_hidden_scene_waits_for_no_player(coins: TableInPlay) -> None:
    cast = coins.cast
    begin_fight(coins)
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    assert whose_turn(coins) == set()
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=False)
    set_open(cast.membership(cast.storyteller), Scene.objects.get(pk=coins.scene.pk), False)
    assert whose_turn(coins) == set()


def ask_undo(coins: TableInPlay, user: User) -> None:
    step = gather_translated_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user))).last_step
    assert step
    coins.act(user, AskUndo(step.count))


ASKED = ["player asks to undo a step"]


def test_a_request_to_undo_waits_for_the_storyteller_until_it_is_answered_or_overtaken(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("/roll 1"), [1])
    ask_undo(coins, cast.player)
    assert words_at_tables(cast.storyteller) == ASKED
    assert words_at_tables(cast.player) == []
    coins.act(cast.player, Say("Please."))
    coins.act(cast.rival, Say("/roll 1"), [1])
    assert words_at_tables(cast.storyteller) == ASKED
    newer = coins.number
    coins.act(cast.player, Say("/roll 1"), [1])
    assert words_at_tables(cast.storyteller) == []
    coins.act(cast.storyteller, Rewind(newer + 1))
    assert words_at_tables(cast.storyteller) == ASKED
    coins.act(cast.storyteller, RefuseUndo(f"person:{cast.player.pk}"))
    assert words_at_tables(cast.storyteller) == []


def test_a_request_that_is_granted_waits_no_more(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.player, Say("/roll 1"), [1])
    ask_undo(coins, cast.player)
    coins.act(cast.storyteller, GrantUndo(f"person:{cast.player.pk}"))
    assert words_at_tables(cast.storyteller) == []


@only("wod2004")
def test_a_roll_waits_for_the_player_of_the_character(table: TaskTable) -> None:
    cast = table.cast
    table.set_task()
    assert words_at_tables(cast.player) == ["Roll: The lock"]
    assert words_at_tables(cast.rival) == words_at_tables(cast.storyteller) == []
    table.set_task(character=key_of(cast.warden), title="The bar")
    assert words_at_tables(cast.storyteller) == ["Roll: The bar"]


def test_proposals_wait_for_the_storyteller_and_their_answers_for_the_player(cast: Cast) -> None:
    make = cast.heroine.proposals.create
    waiting = make(label="Strength 3", points=1, user=cast.player)
    assert [one.words for one in of_record(cast.storyteller)] == ["1 purchase to approve"]
    assert not [one for one in of_record(cast.player) if one.urgency == Urgency.NEWS]
    Proposal.objects.filter(pk=waiting.pk).update(
        state=ProposalState.REFUSED, answered_by=cast.storyteller, answered_at=timezone.now()
    )
    assert of_record(cast.storyteller) == []
    assert "Ysane of the Reeds, Strength 3: refused" in [one.words for one in of_record(cast.player)]
    assert not [one for one in of_record(cast.rival) if one.urgency == Urgency.NEWS]
    Proposal.objects.filter(pk=waiting.pk).update(answered_at=timezone.now() - timedelta(days=9))
    assert not [one for one in of_record(cast.player) if one.urgency == Urgency.NEWS]


def test_days_wait_for_the_player_and_press_when_the_downtime_closes_soon(cast: Cast) -> None:
    (told,) = of_record(cast.player)
    assert told.words == "High water: Ysane of the Reeds has 12 days free"
    assert told.urgency == Urgency.DAYS
    run = DowntimeRun.objects.create(downtime=cast.downtime, seed="s", closes_at=timezone.now() + timedelta(hours=5))
    cast.heroine.doings.create(downtime=cast.downtime, kind="rest", first=1, days=4)
    (told,) = of_record(cast.player)
    assert told.urgency == Urgency.DEADLINE
    assert told.words.startswith("High water: Ysane of the Reeds has 8 days free, for 4")
    cast.heroine.doings.create(downtime=cast.downtime, kind="rest", first=5, days=8)
    assert of_record(cast.player) == []
    run.state = RunState.LOOK
    run.save()
    assert [one.words for one in of_record(cast.storyteller)] == ["High water is resolved: review it and publish"]
    assert of_record(cast.rival) == []


def test_a_project_waits_to_be_rated_and_boundaries_to_be_read(cast: Cast) -> None:
    project = cast.heroine.projects.create(title="A raft", request={}, goal=3, rated=False)
    (told,) = of_record(cast.storyteller)
    assert (told.words, told.url) == ("Project to review: A raft, Ysane of the Reeds", f"/projects/{project.pk}/")
    cast.series.lines = "Spiders"
    cast.series.save()
    for user in (cast.rival, cast.spectator):
        assert "Read the lines and veils" in [one.words for one in of_record(user)]


def test_the_first_page_tells_the_most_urgent_first_and_leads_to_its_table(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    begin_fight(coins)
    cast.heroine.proposals.create(label="Strength 3", points=1, user=cast.player, state=ProposalState.REFUSED,
                                  answered_by=cast.storyteller, answered_at=timezone.now())  # fmt: skip
    coins.act(cast.player, Say("Onward."))
    page = sign_in(cast.player).get("/").content.decode()
    assert page.index("Your turn: Ysane") < page.index("days free") < page.index("Strength 3: refused")
    assert page.count("btn--go") == 1
    assert f'btn--go" href="/scenes/{coins.scene.pk}/"' in page


@pytest.mark.parametrize("who", ["player", "rival", "spectator", "stranger"])
def test_nothing_hidden_reaches_the_first_page(cast: Cast, sign_in: SignIn, who: str) -> None:
    cast.lurker.proposals.create(label=SECRET, points=1)
    cast.lurker.projects.create(title=SECRET, request={}, goal=3, rated=False)
    user = getattr(cast, who)
    assert SECRET not in sign_in(user).get("/").content.decode()


def test_many_tables_with_requests_take_as_few_queries_as_one(
    coins: TableInPlay, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    cast = coins.cast
    tables = [coins, *(open_another(coins, title) for title in ("The weir", "The lock"))]
    for table in tables:
        table.act(cast.player, Say("/roll 1"), [1])
        ask_undo(table, cast.player)
    there = memberships(cast.storyteller)
    with django_assert_max_num_queries(4):
        found = list_at_tables(cast.storyteller, there, list_played(there), list_open_scenes(there))
    assert [one.words for one in found] == 3 * ASKED


def open_another(coins: TableInPlay, title: str) -> TableInPlay:
    """One more open scene beside the table."""
    made = Scene.objects.create(episode=coins.cast.episode, title=title)
    return TableInPlay(coins.cast, Scene.objects.select_related("episode__story__series").get(pk=made.pk))
