"""What takes the fast path is answered as the pages would answer it."""

import json
import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.db import OperationalError
from django.http import Http404, HttpResponse
from django.test import Client

from campaigns.core.access import get_part_for
from campaigns.models import Membership, Scene, User
from play.commands import submit
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.fast_path import FastPath, is_fast
from play.models import Command, Entry, Table
from play.seats.facts import get_facts_for
from play.table import rows
from play.table import state as states
from play.table.people import get_scene_for
from play.table.state import decode_state, encode_state, write_state
from rules import get_system
from rules.lru_cache import LruCache
from tests.conftest import SignIn, live
from tests.play.conftest import TableInPlay


def finds(find: object, user: User, scene: int) -> tuple[int, int] | None:
    try:
        found, member = find(user, scene)  # type: ignore[operator]
    except Http404:
        return None
    return found.pk, member.pk


@pytest.mark.django_db
def test_a_click_finds_the_scenes_that_a_page_finds(coins: TableInPlay) -> None:
    cast = coins.cast

    def long_way(user: User, scene: int) -> tuple[Scene, Membership]:
        return get_part_for(Scene, user, scene)

    def with_table(user: User, scene: int) -> tuple[Scene, Membership]:
        facts, member = get_facts_for(user, scene)
        return facts.scene, member

    for user in (*cast.members, cast.stranger):
        for scene in (coins.scene.pk, cast.hidden_scene.pk, 987_654_321):
            for short_way in (get_scene_for, with_table):
                assert finds(short_way, user, scene) == finds(long_way, user, scene)
    assert finds(get_scene_for, cast.rival, coins.scene.pk)
    cast.membership(cast.rival).delete()
    assert finds(get_scene_for, cast.rival, coins.scene.pk) is None
    Scene.objects.filter(pk=coins.scene.pk).update(hidden=True)
    assert finds(get_scene_for, cast.player, coins.scene.pk) is None
    assert finds(get_scene_for, cast.storyteller, coins.scene.pk)


@pytest.mark.django_db
def test_what_is_written_by_hand_is_what_the_models_read(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    key = uuid.uuid4()
    membership = cast.membership(cast.player)
    answer = submit.submit(membership, coins.scene, key, coins.number, Say("Ärger \u2028 {%s}"))
    command = Command.objects.get(key=key)
    assert (command.user, command.first, command.last, command.made) == (cast.player, answer.first, answer.last, [])
    entry = Entry.objects.get(number=answer.last)
    assert entry.event["text"] == "Ärger \u2028 {%s}"
    assert (entry.command, entry.told, entry.public, entry.rewound_to) == (command, True, True, None)
    assert entry.at == command.at
    table = Table.objects.get()
    found = rows.find_table(coins.scene.pk)
    assert found is not None
    for name in ("pk", "scene_id", "number", "storyteller_count", "public_number", "due_at"):
        assert getattr(found, name) == getattr(table, name)
    assert rows.find_answer(table, cast.player.pk, key) == (answer.first, answer.last)
    assert rows.find_answer(table, cast.rival.pk, key) is None
    for model, statement in ((Command, rows.ADD_COMMAND), (Entry, rows.ADD_ENTRY), (Table, rows.FIND_TABLE)):
        named = {str(column.column) for column in model._meta.concrete_fields} - {"id", "state"}
        assert all(column in statement for column in named), model


@pytest.mark.django_db
def test_a_state_is_written_as_it_is_encoded(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine, cast.warden), "travellers"))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))
    kept = Table.objects.get().state
    state = decode_state(get_system(coins.scene.episode.story.series.system), kept)
    assert json.loads(write_state(state)) == json.loads(write_state(state)) == encode_state(state) == kept


def test_what_is_remembered_of_a_state_is_its_parts_and_not_the_whole(
    coins: TableInPlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast, kept = coins.cast, LruCache[int, tuple[object, str]](64)
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine, cast.warden), "travellers"))
    monkeypatch.setattr(states, "_written", kept)
    monkeypatch.setattr(states, "TOO_LONG", 300)
    monkeypatch.setattr(states, "LONG", 50)
    state = decode_state(get_system("coins"), coins.state())
    assert len(write_state(state)) > 300
    whole, *parts = (kept.get(id(part)) for part in (state.battle, *state.battle.combatants))
    assert whole is None
    assert all(part and len(part[1]) < 300 for part in parts)


MOVE, OFFER = "/scenes/7/command/", "/scenes/7/stage/offers/o-c1-TakeGuard-Guard"
BY_SCRIPT = [(b"host", b"localhost"), (b"hx-request", b"true"), (b"content-length", b"80")]


def asks(path: str, headers: Sequence[tuple[bytes, bytes]] = BY_SCRIPT, method: str = "") -> bool:
    method = method or ("POST" if path.endswith("/command/") else "GET")
    return is_fast({"path": path, "method": method, "headers": headers})


def test_only_what_a_table_asks_for_by_the_dozen_takes_the_fast_path() -> None:
    for path in (MOVE, OFFER, "/scenes/7/stage/cards/card-c1", "/scenes/7/stage/people/c1"):
        assert asks(path)
    for path in ("/", "/scenes/7/", "/scenes/7/stage/offers/", "/scenes/7/stage/offers/a/b", "/scenes/x/command/"):
        assert not asks(path)


def test_without_a_script_an_answer_is_a_page() -> None:
    assert not asks(MOVE, BY_SCRIPT[::2])
    assert asks(OFFER, BY_SCRIPT[:1])


def test_another_method_is_answered_by_the_pages() -> None:
    assert not asks(MOVE, method="GET")
    assert not asks(OFFER, method="POST")


def test_a_long_body_is_not_held_in_memory() -> None:
    assert asks(MOVE, [*BY_SCRIPT[:2], (b"content-length", b"65536")])
    for length in ([(b"content-length", b"65537")], [(b"content-length", b"-1")], []):
        assert not asks(MOVE, [*BY_SCRIPT[:2], *length])


async def answer_long(scope: Any, receive: Any, send: Any) -> None:
    """The pages: they tell that they were asked, and with what."""
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": scope["method"].encode() + b" " + body})


async def ask(
    path: str, client: Client, method: str = "POST", body: bytes = b"", *, may: bool = True, host: bytes = b"localhost"
) -> tuple[int, dict[str, str], str]:
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"host", host), (b"cookie", cookie.encode()), (b"hx-request", b"true"),
               (b"content-type", b"application/x-www-form-urlencoded"),
               (b"content-length", str(len(body)).encode())]  # fmt: skip
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers,
             "client": ("127.0.0.1", 1), "scheme": "http"}  # fmt: skip
    fast: Any = FastPath(answer_long, lambda _request: may)
    link: Any = ApplicationCommunicator(fast, scope)  # type: ignore[no-untyped-call]
    await link.send_input({"type": "http.request", "body": body})
    start, content = await link.receive_output(5), await link.receive_output(5)
    told = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], told, content["body"].decode()


TOKEN = "b" * 32
LONG = 418


def say(words: str, token: str = TOKEN) -> bytes:
    return f"csrfmiddlewaretoken={token}&command={uuid.uuid4()}&number=0&move=Say&text={words}".encode()


@live
async def test_the_fast_path_asks_for_the_papers_that_a_page_asks_for(coins: TableInPlay, sign_in: SignIn) -> None:
    player = await sync_to_async(sign_in)(coins.cast.player)
    stranger = await sync_to_async(sign_in)(coins.cast.stranger)
    path, offer = f"/scenes/{coins.scene.pk}/command/", f"/scenes/{coins.scene.pk}/stage/offers/o-c1"
    player.cookies["csrftoken"] = stranger.cookies["csrftoken"] = TOKEN
    assert (await ask(path, player, body=say("Ho", "x" * 32)))[0] == LONG
    assert (await ask(path, stranger, body=say("Ho")))[0] == LONG
    assert (await ask(path, Client(), body=say("Ho")))[0] == LONG
    assert (await ask(path, player, body=say("Ho"), host=b"elsewhere.example"))[0] == LONG
    assert (await ask(path, player, body=say("Ho"), may=False))[0] == LONG
    assert (await ask(offer, stranger, "GET"))[0] == (await ask(offer, Client(), "GET"))[0] == LONG
    assert not await Entry.objects.aexists()
    body = say("Ho")
    status, told, _ = await ask(path, player, body=body)
    assert status == 200
    assert json.loads(told["hx-trigger"])["table:moved"]["number"] == 1
    assert (await ask(path, player, body=body))[1]["hx-trigger"] == told["hx-trigger"]  # sent twice, done once
    assert (await ask(offer, player, "GET"))[0] == 409


@live
async def test_nobody_gets_in_with_a_session_from_before_the_password_was_changed(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    player = await sync_to_async(sign_in)(coins.cast.player)
    player.cookies["csrftoken"] = TOKEN
    path = f"/scenes/{coins.scene.pk}/command/"
    assert (await ask(path, player, body=say("Before")))[0] == 200
    await User.objects.filter(pk=coins.cast.player.pk).aupdate(password="another")
    assert (await ask(path, player, body=say("After")))[0] == LONG
    await User.objects.filter(pk=coins.cast.player.pk).aupdate(password=coins.cast.player.password, is_active=False)
    assert (await ask(path, player, body=say("Asleep")))[0] == LONG


@live
async def test_the_fast_path_answers_with_the_headers_of_every_page(coins: TableInPlay, sign_in: SignIn) -> None:
    player = await sync_to_async(sign_in)(coins.cast.player)
    player.cookies["csrftoken"] = TOKEN
    path = f"/scenes/{coins.scene.pk}/command/"
    _, fast, _ = await ask(path, player, body=say("Ho"))
    data = {"csrfmiddlewaretoken": TOKEN, "command": str(uuid.uuid4()), "number": 0, "move": "Say", "text": "Ho"}
    slow = await sync_to_async(player.post)(path, data, headers={"HX-Request": "true"})
    known = {name.lower(): value for name, value in slow.headers.items()}
    assert fast["hx-trigger"].replace("1", "2") == known.pop("hx-trigger")
    assert fast | known == fast
    assert {"content-security-policy", "cache-control", "vary", "x-frame-options"} <= known.keys()


@live
async def test_the_headers_of_a_page_that_says_sorry_are_not_remembered(
    coins: TableInPlay, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await sync_to_async(sign_in)(coins.cast.player)
    player.cookies["csrftoken"] = TOKEN
    monkeypatch.setattr("play.fast_path._show_nothing", lambda _request: HttpResponse(status=503))
    assert (await ask(f"/scenes/{coins.scene.pk}/command/", player, body=say("Ho")))[0] == LONG
    assert not await Entry.objects.aexists()


@live
async def test_an_error_is_told_by_the_pages(
    coins: TableInPlay, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = await sync_to_async(sign_in)(coins.cast.player)
    player.cookies["csrftoken"] = TOKEN

    def fail(*_given: object) -> None:
        raise OperationalError("the connection was cut")

    monkeypatch.setattr("play.views.table.submit", fail)
    body = say("Ho")
    status, _, told = await ask(f"/scenes/{coins.scene.pk}/command/", player, body=body)
    assert (status, told) == (LONG, f"POST {body.decode()}")
