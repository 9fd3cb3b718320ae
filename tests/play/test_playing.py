"""Seats of a fight that play themselves: who may let them, when they act, and what stops them."""

import asyncio
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Absence, Character, Scene, User
from campaigns.sessions.absences.services import announce_absence
from play.commands.moves import (
    EVERYBODY,
    FOES,
    STEPS,
    BattleMove,
    BringIn,
    CloseBattle,
    LetPlay,
    OpenBattle,
    Pause,
    Rewind,
    Say,
    SetPost,
    ShowCard,
    StopPlaying,
)
from play.commands.overdue import answer_overdue
from play.commands.play_itself import make_key, play_next
from play.commands.submit import Answer, submit
from play.live.hub import Hub
from play.models import Command, Entry, Wait
from play.seats.facts import load_facts
from play.table.events import decode_event, view_event
from play.table.newest import load_state
from play.table.people import AUDIENCE
from play.table.playing import Playing
from play.table.state import TableState, decode_state, encode_state
from rules import get_system
from rules.battle import STORYTELLER, Move, Seat
from rules.dice import SeededRoller
from rules.errors import BadInput, IllegalMove
from rules.forecast.seats import Call, is_decided, list_calls
from tests.cast import gather_cast
from tests.conftest import LIVE
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of
from tests.play.stage.test_tools import Desk
from tests.play.test_waits import pass_hours

pytestmark = pytest.mark.walk

GAMES = ("exalted2e", "exalted3e", "v20da", "wod2004")
MOST = 400
ARMED = {"v20da": "knight"}
"""The archetypes of those whose first would fight with fists until dawn."""


def act(table: TableInPlay, move: Move, user: User | None = None) -> Answer:
    """Act as the Storyteller, or as somebody else, with dice that are always the same."""
    membership = table.cast.membership(user or table.cast.storyteller)
    return submit(membership, table.scene, uuid.uuid4(), None, move, SeededRoller(1))


def open_fight(game: str, *, with_lurker: bool = False) -> TableInPlay:
    """A fight of the player's heroine against the Storyteller's warden that has just begun."""
    cast = gather_cast(game)
    table = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=cast.scene.pk))
    if game in ARMED:
        Character.objects.filter(series=cast.series).update(sheet=get_system(game).sheets.blank(ARMED[game]))
    act(table, OpenBattle())
    act(table, BringIn(table.keys(cast.heroine), "travellers"))
    act(table, BringIn(table.keys(cast.warden), "toll company"))
    if with_lurker:
        act(table, BringIn(table.keys(cast.lurker), "toll company", hidden=True))
    act(table, BattleMove({"kind": "StartBattle"}))
    return table


def state_of(table: TableInPlay) -> TableState:
    return load_state(get_system(table.cast.series.system), table.table)


def go_on(table: TableInPlay, here: Sequence[User] = (), seed: int = 0) -> Answer | None:
    """What the table does by itself now, while these people look."""
    return play_next(table.scene.pk, table.number, {one.pk for one in here}, SeededRoller(seed))


def play_on(table: TableInPlay, here: Sequence[User] = (), most: int = MOST) -> int:
    """Let seats act until none does. Return how many acts that were."""
    for count in range(most):
        if go_on(table, here, count) is None:
            return count
    raise AssertionError(f"it goes on after {most} acts")


def kinds(table: TableInPlay) -> list[str]:
    return [*Entry.objects.filter(table=table.table).order_by("number").values_list("event__kind", flat=True)]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_fight_plays_itself_to_its_end(game: str, db: None) -> None:
    table = open_fight(game)
    act(table, LetPlay((EVERYBODY, STEPS)))
    assert play_on(table) > 1
    assert "SeatsStop" not in kinds(table), "nothing was refused"
    state = state_of(table)
    assert is_decided(get_system(game).battle, state.battle)
    assert not any(call.prompt for call in list_calls(get_system(game).battle, state.battle))
    assert Command.objects.filter(table=table.table, user=None).exclude(first=1).count() > 1
    act(table, CloseBattle())
    assert [one.character for one in state_of(table).playing] == [str(table.cast.heroine.pk)]


def test_a_move_by_itself_says_by_which_tactic_it_was_made(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES,), "dangerous"))
    act(table, LetPlay((table.id_of(table.cast.heroine),)))
    play_on(table, most=300)
    system = get_system("wod2004")
    views = [
        view
        for entry in Entry.objects.filter(table=table.table).order_by("number")
        if (view := view_event(system, decode_event(system, entry.event), Seat()))
    ]
    told = [view for view in views if "by_itself" in view]
    assert {str(view["by_itself"]) for view in told} == {"Most dangerous first", "Weakest first"}
    assert all(str(view["why_so"]).startswith("Everyone attacks") for view in told)
    lines = [str(view["line"]) for view in views if view["kind"] == "SeatsPlay"]
    assert lines == [
        "Automatic from now on (Most dangerous first): Deruvin.",
        "Automatic while the player is away (Weakest first): Ysane of the Reeds.",
    ]


def test_of_two_that_ask_for_the_same_act_one_does_it(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine))))
    number = table.number
    assert play_next(table.scene.pk, number, (), SeededRoller(0))
    after = table.number
    assert play_next(table.scene.pk, number, (), SeededRoller(0)) is None
    assert table.number == after
    assert Command.objects.get(first=number + 1).key == make_key(table.scene.pk, number)


def test_a_player_who_is_here_acts_herself(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    act(table, LetPlay((table.id_of(cast.heroine), FOES)))
    play_on(table, [cast.player], most=60)
    state = state_of(table)
    awaited = [call.actor for call in list_calls(get_system("wod2004").battle, state.battle)]
    assert awaited == [table.id_of(cast.heroine)], "the table waits for her"
    assert go_on(table, [cast.player, cast.rival]) is None
    assert go_on(table, [cast.rival]) is not None


def test_who_stands_in_for_a_player_and_is_here_acts_for_her(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    act(table, LetPlay((table.id_of(cast.heroine), FOES)))
    play_on(table, [cast.player], most=60)
    now = timezone.now()
    away = {"begins_at": now - timedelta(days=1), "ends_at": now + timedelta(days=1)}
    days = {"first_day": away["begins_at"].date(), "last_day": away["ends_at"].date()}
    Absence.objects.create(member=cast.membership(cast.player), stand_in=cast.rival, **away, **days)
    assert go_on(table, [cast.rival]) is None
    assert go_on(table, [cast.spectator]) is not None


def test_a_seat_that_nobody_let_play_itself_never_acts(db: None) -> None:
    table = open_fight("wod2004")
    assert go_on(table) is None
    act(table, LetPlay((STEPS,)))
    assert go_on(table) is None


@pytest.mark.parametrize("stop", [Pause(True), ShowCard()])
def test_nothing_acts_by_itself_in_a_paused_fight_and_under_the_card(stop: Move, db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine))))
    act(table, stop)
    assert go_on(table) is None


def test_after_a_rewind_nothing_acts_until_somebody_does(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine))))
    assert go_on(table)
    act(table, Rewind(table.count()))
    assert go_on(table) is None
    act(table, Say("Once more."))
    assert go_on(table)


def test_one_tap_stops_all(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine), STEPS)))
    act(table, StopPlaying())
    assert state_of(table).playing == ()
    assert go_on(table) is None
    with pytest.raises(IllegalMove):
        act(table, StopPlaying())


def test_the_card_does_not_keep_anybody_from_stopping_it(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES,)))
    act(table, ShowCard())
    act(table, StopPlaying())
    assert state_of(table).playing == ()


def test_a_storyteller_who_acts_for_a_foe_takes_it_over(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    warden = table.id_of(cast.warden)
    act(table, LetPlay((FOES, table.id_of(cast.heroine))))
    while state_of(table).battle.acting != warden or state_of(table).battle.prompt:
        assert go_on(table)
    act(table, BattleMove({"kind": "EndTurn", "actor": warden}))
    assert [one.character for one in state_of(table).playing] == [str(cast.heroine.pk)]


def test_a_ruling_about_a_foe_takes_nothing_over(db: None) -> None:
    table = open_fight("wod2004")
    warden = table.id_of(table.cast.warden)
    act(table, LetPlay((FOES,)))
    act(table, BattleMove({"kind": "Override", "actor": warden, "what": "willpower", "value": 1, "reason": ""}))
    assert [one.actor for one in state_of(table).playing] == [warden]


def test_players_let_their_own_characters_play_themselves_and_no_others(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    heroine, warden = table.id_of(cast.heroine), table.id_of(cast.warden)
    act(table, LetPlay((heroine,)), cast.player)
    assert state_of(table).playing == (Playing("", "weakest", str(cast.heroine.pk), cast.heroine.name),)
    for actors in ((warden,), (FOES,), (STEPS,), (EVERYBODY,), (heroine, warden)):
        with pytest.raises(IllegalMove):
            act(table, LetPlay(actors), cast.player)
    for user, actors in ((cast.rival, (heroine,)), (cast.spectator, (heroine,))):
        with pytest.raises(IllegalMove):
            act(table, LetPlay(actors), user)
    act(table, LetPlay((warden,)))
    with pytest.raises(IllegalMove):
        act(table, StopPlaying((warden,)), cast.player)
    with pytest.raises(IllegalMove):
        act(table, StopPlaying(), cast.rival)
    act(table, StopPlaying(), cast.player)
    assert [one.actor for one in state_of(table).playing] == [warden]


def test_a_stranger_has_no_table_to_let_anybody_play_at(db: None) -> None:
    table = open_fight("wod2004")
    client = Client()
    client.force_login(table.cast.stranger)
    form = {"command": str(uuid.uuid4()), "number": "0", "move": "LetPlay", "actors": FOES}
    assert client.post(reverse("table_command", args=[table.scene.pk]), form).status_code == 404
    assert state_of(table).playing == ()


def test_what_cannot_be_is_refused_in_a_sentence(db: None) -> None:
    table = open_fight("wod2004")
    with pytest.raises(BadInput):
        act(table, LetPlay(()))
    with pytest.raises(BadInput):
        act(table, LetPlay((FOES,), "flurry"))
    with pytest.raises(IllegalMove):
        act(table, LetPlay(("nobody",)))


def test_a_seat_that_the_rules_refuse_everything_stops_and_says_why(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine))))
    refused: list[Any] = [{"kind": "StandUp", "actor": "c1"}, {"kind": "EndTurn", "actor": "nobody"}]
    monkeypatch.setattr("play.commands.playing.list_moves", lambda *_given: iter(refused))
    assert play_on(table) == 1, "it is not tried again"
    assert len(state_of(table).playing) == 1
    assert kinds(table)[-1] == "SeatsStop"
    system = get_system("wod2004")
    view = view_event(system, decode_event(system, Entry.objects.get(number=table.number).event), Seat())
    assert view
    assert str(view["line"]).endswith("No one here has that ID. Choose from the list.")


def test_a_tactic_that_breaks_stops_its_seat(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine))))
    monkeypatch.setattr("play.commands.playing.list_moves", lambda *_given: 1 / 0)
    assert play_on(table) == 1
    assert len(state_of(table).playing) == 1


def test_nobody_who_may_not_know_of_a_hidden_foe_reads_that_it_plays_itself(db: None) -> None:
    table = open_fight("exalted2e", with_lurker=True)
    cast = table.cast
    act(table, LetPlay((FOES,)))
    system = get_system("exalted2e")
    entries = Entry.objects.filter(table=table.table, event__kind="SeatsPlay").order_by("number")
    events = [decode_event(system, entry.event) for entry in entries]
    assert [view_event(system, one, Seat()) is not None for one in events] == [True, False]
    assert all(view_event(system, one, STORYTELLER) for one in events)
    for user in (cast.player, cast.spectator):
        assert "xyzzy" not in str(facts_of(table.scene, cast.membership(user)))


def test_who_plays_by_itself_is_stored_with_the_table(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine), STEPS), "spread"))
    state = state_of(table)
    assert len(state.playing) == 3
    system = get_system("wod2004")
    assert decode_state(system, encode_state(state)).playing == state.playing
    assert "playing" not in encode_state(TableState())


def test_by_post_a_player_s_character_has_until_its_deadline(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((FOES, table.id_of(table.cast.heroine))))
    act(table, SetPost(48, 72))
    play_on(table, most=60)
    calls = list(list_calls(get_system("wod2004").battle, state_of(table).battle))
    assert [call.actor for call in calls] == [table.id_of(table.cast.heroine)]


async def settle(room: Any, table: TableInPlay, most: float = 10.0) -> int:
    """Wait until the table has not moved for a while, and return its number."""
    before, steady = -1, 0
    for _ in range(int(most / 0.05)):
        number = await sync_to_async(lambda: table.number)()
        before, steady = number, steady + 1 if number == before else 0
        if steady > 10:
            return number
        await asyncio.sleep(0.05)
    raise AssertionError("the table did not come to rest")


@pytest.mark.usefixtures("transactional_db")
class TestWatched:
    """At a table that somebody watches."""

    pytestmark = LIVE

    async def test_seats_act_while_somebody_watches_and_only_then(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("play.live.room.ITSELF_SECONDS", 0.02)
        table = await sync_to_async(open_fight)("wod2004")
        keys = (FOES, await sync_to_async(table.id_of)(table.cast.heroine), STEPS)
        await sync_to_async(act)(table, LetPlay(keys))
        before = await sync_to_async(lambda: table.number)()
        await asyncio.sleep(0.2)
        assert await sync_to_async(lambda: table.number)() == before, "nobody watches"
        hub = Hub()
        room, box = await hub.join(table.scene.pk, table.cast.spectator.pk)
        seen: set[int] = set()
        for _ in range(1000):
            seen |= {drawing.facts["count"] for drawing in room.drawings.values()}
            if len(seen) > 5:
                break
            await asyncio.sleep(0.01)
        assert len(seen) > 5, "each act is drawn for who watches"
        await sync_to_async(act)(table, StopPlaying())
        after = await settle(room, table)
        await asyncio.sleep(0.2)
        assert await sync_to_async(lambda: table.number)() == after
        await hub.leave(room, box)

    async def test_a_stream_alone_moves_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("play.live.room.ITSELF_SECONDS", 0.02)
        table = await sync_to_async(open_fight)("wod2004")
        await sync_to_async(act)(table, LetPlay((EVERYBODY, STEPS)))
        before = await sync_to_async(lambda: table.number)()
        hub = Hub()
        room, box = await hub.join(table.scene.pk, AUDIENCE)
        await asyncio.sleep(0.3)
        assert await sync_to_async(lambda: table.number)() == before
        await hub.leave(room, box)

    async def test_the_room_of_a_player_waits_for_her(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("play.live.room.ITSELF_SECONDS", 0.02)
        table = await sync_to_async(open_fight)("wod2004")
        heroine = await sync_to_async(table.id_of)(table.cast.heroine)
        await sync_to_async(act)(table, LetPlay((FOES, heroine)))
        hub = Hub()
        room, box = await hub.join(table.scene.pk, table.cast.player.pk)
        await settle(room, table)
        facts = await sync_to_async(load_facts)(table.scene.pk)
        assert [call.actor for call in list_calls(facts.system.battle, facts.state.battle)] == [heroine]
        await hub.leave(room, box)


def sign_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_everybody_sees_who_plays_by_itself_and_only_some_may_stop_it(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    heroine, warden = table.id_of(cast.heroine), table.id_of(cast.warden)
    act(table, LetPlay((FOES, heroine, STEPS), "spread"))
    seen = {user.username: facts_of(table.scene, cast.membership(user)) for user in cast.members}
    marks = {
        name: {id: who["plays"] for id, who in facts["fight"]["combatants"].items()} for name, facts in seen.items()
    }
    foe = {"says": "plays itself", "tactic": "One opponent each"}
    own = {"says": "plays itself while away", "tactic": "One opponent each"}
    assert marks["spectator"] == marks["rival"] == {heroine: own, warden: foe}
    assert marks["player"] == {heroine: {**own, "may_stop": True}, warden: foe}
    assert marks["storyteller"] == {heroine: {**own, "may_stop": True}, warden: {**foe, "may_stop": True}}
    told = {name: facts.get("plays") for name, facts in seen.items()}
    line = "Ysane of the Reeds and Deruvin and your own steps"
    assert told == {**dict.fromkeys(seen), "storyteller": line, "co_storyteller": line}


def test_a_player_lets_the_own_character_play_from_the_own_area(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    for user in (cast.storyteller, cast.rival, cast.spectator):
        assert "away" not in facts_of(table.scene, cast.membership(user))
    desk = Desk(table, sign_in(cast.player))
    (form,) = facts_of(table.scene, cast.membership(cast.player))["away"]
    desk.press(form, "Let Ysane of the Reeds play by itself while I am away", tactic="dangerous")
    assert state_of(table).playing == (Playing("", "dangerous", str(cast.heroine.pk), cast.heroine.name),)
    (form,) = facts_of(table.scene, cast.membership(cast.player))["away"]
    assert form["note"] == "While you are away, Ysane of the Reeds plays by itself: most dangerous first."
    desk.press(form, "Stop")
    assert state_of(table).playing == ()


def test_the_storyteller_s_tool_lets_and_stops(db: None) -> None:
    table = open_fight("wod2004")
    act(table, BringIn(table.keys(table.cast.lurker), "toll company", hidden=True))
    desk = Desk(table, sign_in(table.cast.storyteller))
    forms = desk.open("fight")
    assert "stop-playing" not in forms
    offered = [option["label"] for option in forms["let-play"]["main"][0]["options"]]
    assert offered[-1] == "Your own steps"
    desk.press(forms["let-play"], "Let them play by themselves", actors=[FOES], tactic="dangerous")
    assert {one.tactic for one in state_of(table).playing} == {"dangerous"}
    assert len(state_of(table).playing) == 2
    desk.press(desk.open("fight")["stop-playing"], "Stop all")
    assert state_of(table).playing == ()


def test_the_plain_page_has_the_same_marks_and_forms(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    act(table, LetPlay((FOES,)))
    address = reverse("table_plain", args=[table.scene.pk])
    told = sign_in(cast.storyteller).get(address).content.decode()
    assert "plays itself: Weakest first" in told
    assert "By themselves: Deruvin" in told
    assert "Stop all" in told
    assert "While I am away" in sign_in(cast.player).get(address).content.decode()
    assert "While I am away" not in told


def by_post(game: str = "wod2004") -> TableInPlay:
    """A fight by post in which the heroine's turn has come."""
    table = open_fight(game)
    heroine = table.id_of(table.cast.heroine)
    act(table, LetPlay((FOES, heroine)))
    while next(list_calls(get_system(game).battle, state_of(table).battle)) != Call(heroine):
        assert go_on(table)
    act(table, StopPlaying())
    act(table, SetPost(48, 72))
    return table


def lines_after(table: TableInPlay, number: int) -> list[str]:
    system = get_system(table.cast.series.system)
    entries = Entry.objects.filter(table=table.table, number__gt=number).order_by("number")
    views = (view_event(system, decode_event(system, entry.event), Seat()) for entry in entries)
    return [str(view["line"]) for view in views if view]


def test_at_a_deadline_a_character_that_plays_itself_acts_as_usual(db: None) -> None:
    table = by_post()
    act(table, LetPlay((table.id_of(table.cast.heroine),), "dangerous"), table.cast.player)
    pass_hours(table, 100)
    before = table.number
    assert answer_overdue(table.scene.pk, SeededRoller(3))
    told = lines_after(table, before)
    assert "Ysane of the Reeds ran out of time and acts as usual: most dangerous first." in told
    assert any("attacks Deruvin" in line for line in told)


def test_at_a_deadline_all_others_do_what_is_mildest(db: None) -> None:
    table = by_post()
    pass_hours(table, 100)
    before = table.number
    assert answer_overdue(table.scene.pk, SeededRoller(3))
    assert lines_after(table, before)[0].startswith("Ysane of the Reeds ran out of time. The mildest action is taken:")


def test_what_the_rules_refuse_as_usual_leaves_the_mildest(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    table = by_post()
    act(table, LetPlay((table.id_of(table.cast.heroine),)), table.cast.player)
    monkeypatch.setattr("play.commands.playing.list_moves", lambda *_given: iter([{"kind": "StandUp", "actor": "c1"}]))
    pass_hours(table, 100)
    before = table.number
    assert answer_overdue(table.scene.pk, SeededRoller(3))
    assert "The mildest action is taken" in lines_after(table, before)[0]


def test_an_absence_gives_no_more_time_to_a_character_that_acts_as_usual(db: None) -> None:
    table = by_post()
    cast = table.cast
    absent = cast.membership(cast.player)
    announce_absence(absent, absent, timezone.now(), timezone.now() + timedelta(days=20), None)
    act(table, SetPost(24, 24))
    wait = Wait.objects.get(table=table.table, ended_at=None)
    assert wait.due_at
    assert wait.due_at > timezone.now() + timedelta(days=20)
    act(table, LetPlay((table.id_of(cast.heroine),)), cast.player)
    wait.refresh_from_db()
    assert wait.due_at < timezone.now() + timedelta(days=2)
    act(table, StopPlaying())
    wait.refresh_from_db()
    assert wait.due_at > timezone.now() + timedelta(days=20)


def test_who_is_away_and_chose_so_acts_as_usual_at_the_deadline(db: None) -> None:
    table = by_post()
    cast = table.cast
    absent = cast.membership(cast.player)
    announce_absence(absent, absent, timezone.now(), timezone.now() + timedelta(days=20), None, acts_as_usual=True)
    act(table, SetPost(24, 24))
    wait = Wait.objects.get(table=table.table, ended_at=None)
    assert wait.due_at
    assert wait.due_at < timezone.now() + timedelta(days=2)
    pass_hours(table, 100)
    before = table.number
    assert answer_overdue(table.scene.pk, SeededRoller(3))
    told = lines_after(table, before)
    assert any("ran out of time and acts as usual" in line for line in told)
    assert any("attacks Deruvin" in line for line in told)


def test_the_storyteller_is_not_asked_for_a_foe_that_plays_itself(db: None) -> None:
    table = open_fight("wod2004")
    cast = table.cast
    warden = table.id_of(cast.warden)
    act(table, LetPlay((FOES, table.id_of(cast.heroine))))
    while next(list_calls(get_system("wod2004").battle, state_of(table).battle)) != Call(warden):
        assert go_on(table)
    card = facts_of(table.scene, cast.membership(cast.storyteller))["hand"]["cards"][f"card-{warden}"]
    assert "is_due" not in card
    assert card["theirs"]
    act(table, StopPlaying((warden,)))
    card = facts_of(table.scene, cast.membership(cast.storyteller))["hand"]["cards"][f"card-{warden}"]
    assert card["is_due"]


def test_a_transcript_says_what_came_about_by_itself(db: None) -> None:
    table = open_fight("wod2004")
    act(table, LetPlay((EVERYBODY, STEPS)))
    assert go_on(table)
    told = sign_in(table.cast.spectator).get(reverse("table_transcript", args=[table.scene.pk])).getvalue().decode()
    assert "(automatic: Weakest first)" in told
