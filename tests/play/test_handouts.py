"""Handouts at the table: shown to all or to some, put away, taken back by a rewind; others learn nothing of them."""

import json
import re
import uuid
from base64 import b64decode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.chronicle.services import set_open
from campaigns.core.pictures import make_picture
from campaigns.core.records.save import remove_record
from campaigns.core.refusals import Refused
from campaigns.core.seats import get_seat
from campaigns.handouts.services import HANDOUTS, keep_picture
from campaigns.models import Handout, HandoutReader, PrivateNote, Scene, Series, User
from play.commands.handouts import MAX_SHOWN
from play.commands.moves import OpenBattle, PutHandoutAway, Rewind, Say, ShowCard, ShowHandout
from play.live.frames import Drawing, draw_board
from play.models import Table
from play.seats.board import Board
from play.seats.export import export_battle, write_transcript
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board, gather_translated_board
from play.table.handout_events import HandoutShown, list_readers
from play.table.history import state_at
from play.table.live_scene import live_scenes
from play.table.state import TableState, decode_state, encode_state, write_state
from rules import get_system
from rules.battle import Move
from rules.errors import BadInput, IllegalMove, RulesError
from tests.campaigns.test_portraits import picture
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of, page_facts

pytestmark = pytest.mark.walk

TIMES = re.compile(r'"at":"[^"]*"')
IMAGE = make_picture(picture())


@pytest.fixture
def chart(coins: TableInPlay) -> Handout:
    """A secret handout with a picture and a text."""
    cast = coins.cast
    made = Handout.objects.create(
        series=cast.series,
        scene=cast.scene,
        title=f"Map {SECRET}",
        text=f"*Dig* {SECRET}",
        description=f"A {SECRET} pier",
    )
    keep_picture(made, IMAGE)
    made.refresh_from_db()
    return made


def board(coins: TableInPlay, user: User) -> Board:
    return gather_translated_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user)))


def draw(coins: TableInPlay, user: User) -> Drawing:
    return draw_board(gather_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user))))


def reads(coins: TableInPlay, user: User) -> str:
    """All that somebody is sent of the table: the whole page by a frame, and the transcript."""
    seat = get_seat(coins.cast.membership(user))
    return TIMES.sub("", draw(coins, user).make_whole()) + "".join(write_transcript(load_facts(coins.scene.pk), seat))


def sees(coins: TableInPlay, user: User, chart: Handout, sign_in: SignIn) -> bool:
    """Whether somebody sees it: on the table, on its pages, and the picture itself, or nowhere at all."""
    client, base = sign_in(user), reverse("table", args=[coins.scene.pk])
    answer = client.get(chart.picture_url)
    on_table = str(page_facts(client, coins.scene.pk).get("handouts"))
    pages = {chart.picture_name in client.get(base + path).content.decode() for path in ("", "plain/")}
    assert len({answer.status_code == 200, SECRET in on_table, *pages}) == 1
    assert answer.status_code in (200, 404)
    return answer.status_code == 200


def everybody(coins: TableInPlay, chart: Handout, sign_in: SignIn) -> list[bool]:
    """Whether player, rival and spectator see it."""
    cast = coins.cast
    return [sees(coins, user, chart, sign_in) for user in (cast.player, cast.rival, cast.spectator)]


def test_nobody_sees_a_handout_until_it_is_shown(coins: TableInPlay, chart: Handout, sign_in: SignIn) -> None:
    cast = coins.cast
    assert everybody(coins, chart, sign_in) == [False] * 3
    coins.act(cast.storyteller, ShowHandout(chart.pk, coins.keys(cast.heroine)))
    assert everybody(coins, chart, sign_in) == [True, False, False]
    coins.act(cast.storyteller, ShowHandout(chart.pk, everybody=True))
    assert everybody(coins, chart, sign_in) == [True] * 3
    coins.act(cast.storyteller, PutHandoutAway(chart.pk))
    assert everybody(coins, chart, sign_in) == [False] * 3


def test_a_rewind_hides_it_again_and_a_rewind_of_that_shows_it(
    coins: TableInPlay, chart: Handout, sign_in: SignIn
) -> None:
    teller = coins.cast.storyteller
    coins.act(teller, Say("Look."))
    coins.act(teller, ShowHandout(chart.pk, everybody=True))
    coins.act(teller, Rewind(coins.count()))
    assert everybody(coins, chart, sign_in) == [False] * 3
    coins.act(teller, Rewind(coins.count()))
    assert everybody(coins, chart, sign_in) == [True] * 3


def test_the_log_says_who_showed_what_to_those_who_see_it(coins: TableInPlay, chart: Handout) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, ShowHandout(chart.pk, coins.keys(cast.heroine, cast.duelist)))
    newest = {user: str(board(coins, user).log[0].event["line"]) for user in (cast.storyteller, cast.player)}
    assert newest[cast.player] == f"storyteller shows Map {SECRET}."
    assert newest[cast.storyteller].endswith(f"to {cast.duelist.name}, {cast.heroine.name}.")
    assert board(coins, cast.spectator).log == ()


def test_others_read_the_same_whether_something_is_shown_to_one_or_not(coins: TableInPlay, chart: Handout) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())

    def look() -> list[str]:
        fights = [json.dumps(export_battle(load_facts(coins.scene.pk), 1, get_seat(cast.membership(cast.rival))))]
        return [reads(coins, user) for user in (cast.rival, cast.spectator)] + fights

    before = look()
    drawn = draw(coins, cast.rival)
    for move in (ShowHandout(chart.pk, coins.keys(cast.heroine)), PutHandoutAway(chart.pk)):
        coins.act(cast.storyteller, move)
        assert look() == before
        assert draw(coins, cast.rival).come_after(drawn) is drawn
    assert SECRET in reads(coins, cast.player)
    assert b64decode(chart.picture.image)  # nowhere but behind its own address
    assert chart.picture.image[:60] not in reads(coins, cast.storyteller)


def test_what_lies_on_the_table_follows_from_the_log_and_is_copied_to_the_record(
    coins: TableInPlay, chart: Handout
) -> None:
    cast = coins.cast
    letter = Handout.objects.create(series=cast.series, title="A letter", text="Dear you")
    moves = [
        ShowHandout(chart.pk, coins.keys(cast.heroine)),
        ShowHandout(letter.pk, everybody=True),
        ShowHandout(chart.pk, leads=True),
        PutHandoutAway(letter.pk),
        Rewind(2),
        ShowHandout(letter.pk, coins.keys(cast.heroine, cast.duelist)),
        Rewind(5),
    ]
    for move in moves:
        coins.act(cast.storyteller, move)
        table, system = coins.table, get_system("coins")
        state = state_at(system, table, table.number)
        assert encode_state(state) == table.state == json.loads(write_state(state))
        assert decode_state(system, table.state) == state
        wanted = {(pk, key) for pk, keys in list_readers(state.handouts).items() for key in keys or [None]}
        rows = HandoutReader.objects.values_list("handout", "character")
        assert {(pk, None if who is None else str(who)) for pk, who in rows} == wanted
        live_scenes.forget()


def test_the_picture_of_the_scene_stands_behind_what_is_shown_after_it(coins: TableInPlay, chart: Handout) -> None:
    cast = coins.cast
    letter = Handout.objects.create(series=cast.series, title="A letter", text="Dear you")
    other = Handout.objects.create(series=cast.series, title="Another place", text="Here")
    for move in (ShowHandout(letter.pk, everybody=True), ShowHandout(chart.pk, leads=True)):
        coins.act(cast.storyteller, move)
    assert [card.title for card in board(coins, cast.player).handouts] == [chart.title, "A letter"]
    coins.act(cast.storyteller, ShowHandout(other.pk, leads=True))
    assert [card.title for card in board(coins, cast.player).handouts] == ["Another place", "A letter"]
    assert str(board(coins, cast.player).log[0].event["line"]) == "The scene’s picture is Another place."


@pytest.mark.parametrize("name", ["player", "rival"])
def test_no_player_shows_or_hides_anything_and_is_told_the_same_of_everything(
    coins: TableInPlay, chart: Handout, name: str
) -> None:
    coins.act(coins.cast.storyteller, ShowHandout(chart.pk, coins.keys(coins.cast.heroine)))
    told = set()
    for pk in (chart.pk, 424242):
        for move in (ShowHandout(pk, everybody=True), ShowHandout(pk, leads=True), PutHandoutAway(pk)):
            with pytest.raises(IllegalMove) as refusal:
                coins.act(getattr(coins.cast, name), move)
            told.add(str(refusal.value.sentence))
    assert told == {"Only the Storyteller can do this."}


def test_what_cannot_be_shown_is_refused_with_a_sentence(coins: TableInPlay, chart: Handout) -> None:
    cast, teller = coins.cast, coins.cast.storyteller
    foreign = Series.objects.create(name="Other", system="coins", owner=cast.stranger).handouts.create(title="Not ours")
    refused: list[tuple[ShowHandout | PutHandoutAway, type[RulesError]]] = [
        (ShowHandout(foreign.pk, everybody=True), IllegalMove),
        (ShowHandout(-1, everybody=True), IllegalMove),
        (ShowHandout(chart.pk), BadInput),
        (ShowHandout(chart.pk, ("x", "9" * 17)), BadInput),
        (ShowHandout(chart.pk, coins.keys(cast.heroine, cast.warden)), BadInput),
        (PutHandoutAway(chart.pk), IllegalMove),
        (PutHandoutAway(foreign.pk), IllegalMove),
    ]
    for move, kind in refused:
        with pytest.raises(kind):
            coins.act(teller, move)
    assert coins.number == 0
    for n in range(MAX_SHOWN):
        coins.act(teller, ShowHandout(Handout.objects.create(series=cast.series, title=f"{n}").pk, everybody=True))
    with pytest.raises(IllegalMove, match="Hide one first"):
        coins.act(teller, ShowHandout(chart.pk, everybody=True))


def test_what_should_not_have_been_shown_is_put_away_while_the_card_lies_there(
    coins: TableInPlay, chart: Handout
) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, ShowHandout(chart.pk, everybody=True))
    coins.act(cast.player, ShowCard())
    with pytest.raises(IllegalMove, match="X-Card is in use"):
        coins.act(cast.storyteller, ShowHandout(chart.pk, leads=True))
    coins.act(cast.storyteller, PutHandoutAway(chart.pk))
    assert board(coins, cast.player).handouts == ()


def test_what_lies_on_a_table_is_not_taken_out(coins: TableInPlay, chart: Handout) -> None:
    membership = coins.cast.membership(coins.cast.storyteller)
    coins.act(coins.cast.storyteller, ShowHandout(chart.pk, everybody=True))
    with pytest.raises(Refused, match="Hide it there first"):
        remove_record(HANDOUTS, membership, chart)
    coins.act(coins.cast.storyteller, PutHandoutAway(chart.pk))
    remove_record(HANDOUTS, membership, chart)


def test_the_storytellers_list_is_for_storytellers_of_an_open_scene(
    coins: TableInPlay, chart: Handout, sign_in: SignIn
) -> None:
    cast, base = coins.cast, reverse("table", args=[coins.scene.pk])
    for user in (cast.player, cast.spectator):
        page, answer = (sign_in(user).get(base + path) for path in ("plain/", "stage/tools/handouts"))
        assert (answer.status_code, SECRET in answer.content.decode()) == (409, False)
        assert SECRET not in page.content.decode()
    client = sign_in(cast.storyteller)
    (form,) = client.get(f"{base}stage/tools/handouts").json()["forms"]
    assert form["title"] == chart.title
    sent = {**dict(form["hidden"]), "move": form["move"], "everybody": "true", "command": uuid.uuid4(), "number": 0}
    assert client.post(f"{base}command/", sent).status_code == 302
    assert [card.key for card in board(coins, cast.player).handouts] == [chart.pk]
    set_open(cast.membership(cast.storyteller), coins.scene, False)
    assert client.get(f"{base}stage/tools/handouts").status_code == 409
    assert "handouts" not in page_facts(client, coins.scene.pk)["tools"]


def test_what_lies_on_a_table_costs_a_drawing_no_question(coins: TableInPlay, chart: Handout) -> None:
    def count(move: Move) -> int:
        coins.act(coins.cast.storyteller, move)
        with CaptureQueriesContext(connection) as asked:
            for user in (coins.cast.storyteller, coins.cast.player):
                draw(coins, user)
        return len(asked)

    count(Say("Look."))
    assert count(Say("There.")) == count(ShowHandout(chart.pk, everybody=True))


def test_a_log_that_names_no_handout_of_ours_draws_without_a_picture() -> None:
    gone = HandoutShown("gone-4", "petra", "A map", picture="abc", width=3, height=2)
    state = decode_state(get_system("exalted2e"), encode_state(TableState(handouts=(gone,))))
    assert state.handouts == (gone,)
    assert list_readers(state.handouts) == {}


def test_everybody_has_their_own_notes_at_the_table_and_no_frame_holds_them(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    cast, base = coins.cast, reverse("table", args=[coins.scene.pk])
    for user in cast.members:
        PrivateNote.objects.create(series=cast.series, scene=cast.scene, user=user, text=f"canary of {user}")
    for user in cast.members:
        for path in ("", "plain/"):
            page = sign_in(user).get(base + path).content.decode()
            assert {*re.findall(r"canary of (\w+)", page)} <= {user.username}
        assert f"canary of {user}" in sign_in(user).get(base).content.decode()
        assert "canary" not in str(facts_of(coins.scene, cast.membership(user)))
    answer = sign_in(cast.spectator).post(
        reverse("private_note", args=[coins.scene.pk]), {"text": "Mine.", "back": "true", "command": str(uuid.uuid4())}
    )
    assert answer["Location"] == base
    assert PrivateNote.objects.get(user=cast.spectator).text == "Mine."
    assert Table.objects.filter(scene=Scene.objects.get(pk=coins.scene.pk)).count() == 0
