"""What a click takes the short way for says the same as the long way."""

import json
import uuid
from types import SimpleNamespace
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpResponse
from django.test import Client

from campaigns.access import get_part_for
from campaigns.models import Membership, Scene, User
from play.commands import submit
from play.commands.moves import BattleMove, BringIn, OpenBattle, Say
from play.models import Command, Entry, Table
from play.server import fast_path
from play.server.fast_path import FastPath, is_fast
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

    for user in (*cast.members, cast.stranger):
        for scene in (coins.scene.pk, cast.hidden_scene.pk, 987_654_321):
            assert finds(get_scene_for, user, scene) == finds(long_way, user, scene)
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
    for model, statement in ((Command, rows._ADD_COMMAND), (Entry, rows._ADD_ENTRY), (Table, rows._FIND_TABLE)):
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
    state = decode_state(get_system("toy"), coins.state())
    assert len(write_state(state)) > 300
    whole, *parts = (kept.get(id(part)) for part in (state.battle, *state.battle.combatants))
    assert whole is None
    assert all(part and len(part[1]) < 300 for part in parts)


PARTS = ("/scenes/7/command/", "/scenes/7/folds/o-c1-TakeGuard-Guard/")
BY_SCRIPT = [(b"host", b"localhost"), (b"hx-request", b"true")]


def test_only_what_a_table_asks_for_by_the_dozen_goes_the_short_way() -> None:
    for path in (*PARTS, "/scenes/7/frame/"):
        assert is_fast({"path": path, "headers": BY_SCRIPT})
    for path in ("/", "/scenes/7/", "/scenes/7/folds/", "/scenes/7/folds/a/b/", "/scenes/x/command/"):
        assert not is_fast({"path": path, "headers": BY_SCRIPT})


def test_without_a_script_an_answer_is_a_page_and_goes_the_long_way() -> None:
    for path in PARTS:
        assert not is_fast({"path": path, "headers": BY_SCRIPT[:1]})
    assert is_fast({"path": "/scenes/7/frame/", "headers": BY_SCRIPT[:1]})


@pytest.mark.parametrize(
    ("kept", "found", "asked"),
    [
        (True, [503, 200], 2), (True, [503, 503], 2), (True, [200], 1), (True, [500], 1), (True, [404], 1),
        (False, [503], 1),
    ],
)  # fmt: skip
def test_a_kept_connection_that_was_cut_is_found_out_once(
    kept: bool, found: list[int], asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, bodies, closed = [HttpResponse(status=status) for status in found], list[bytes](), list[int]()
    link = SimpleNamespace(connection=object() if kept else None, errors_occurred=False)
    link.close = lambda: closed.append(len(bodies))

    def answer(_fast_path: FastPath, request: ASGIRequest) -> HttpResponse:
        bodies.append(request.body)
        status = answers[len(bodies) - 1]
        link.errors_occurred = status.status_code >= 500
        return status

    monkeypatch.setattr(FastPath, "get_response", answer)
    monkeypatch.setattr(fast_path, "connection", link)
    scope = {"method": "POST", "path": PARTS[0], "query_string": b"", "headers": BY_SCRIPT}
    assert FastPath(no_pages)._answer_kept(scope, b"move=Say").status_code == found[-1]
    assert bodies == [b"move=Say"] * asked
    assert closed == ([1] if found[0] >= 500 else [])


async def no_pages(scope: object, receive: object, send: object) -> None:
    raise AssertionError("the long way")


async def ask(path: str, client: Client, method: str = "POST", body: bytes = b"") -> tuple[int, dict[str, str], str]:
    cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"host", b"localhost"), (b"cookie", cookie.encode()), (b"hx-request", b"true"),
               (b"content-type", b"application/x-www-form-urlencoded")]  # fmt: skip
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers,
             "client": ("127.0.0.1", 1), "scheme": "http"}  # fmt: skip
    link: Any = ApplicationCommunicator(FastPath(no_pages), scope)  # type: ignore[no-untyped-call]
    await link.send_input({"type": "http.request", "body": body})
    start, content = await link.receive_output(5), await link.receive_output(5)
    told = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return start["status"], told, content["body"].decode()


@live
async def test_the_short_way_asks_for_the_same_papers(coins: TableInPlay, sign_in: SignIn) -> None:
    player = await sync_to_async(sign_in)(coins.cast.player)
    stranger = await sync_to_async(sign_in)(coins.cast.stranger)
    path = f"/scenes/{coins.scene.pk}/command/"
    token = "b" * 32
    player.cookies["csrftoken"] = stranger.cookies["csrftoken"] = token
    body = f"csrfmiddlewaretoken={token}&command={uuid.uuid4()}&number=0&move=Say&text=Ho".encode()
    assert (await ask(path, player, body=body.replace(token.encode(), b"x" * 32)))[0] == 403
    assert (await ask(path, stranger, body=body))[0] == 404
    assert (await ask(path, Client(), body=body))[0] in (302, 403)
    status, told, _ = await ask(path, player, body=body)
    assert status == 200
    assert json.loads(told["hx-trigger"])["table:moved"]["number"] == 1
    assert "content-security-policy" in told
    assert "no-store" in told["cache-control"]
    assert (await ask(path, player, body=body))[1]["hx-trigger"] == told["hx-trigger"]  # sent twice, done once
    assert (await ask(f"/scenes/{coins.scene.pk}/folds/d-c1/", player, "GET"))[0] == 409
    assert (await ask(f"/scenes/{coins.scene.pk}/folds/d-c1/", stranger, "GET"))[0] == 404
