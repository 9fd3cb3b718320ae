"""The scene's page and its one address for acting: with and without a script, for those who may."""

import json
import re
import uuid
from itertools import product
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Character, Scene, User
from play.commands.forms import is_blind
from play.commands.moves import Say
from play.models import Entry, Table
from play.table.live_scene import live_scenes
from play.table.people import characters, find_scene, load_characters, members
from play.urls import urlpatterns
from tests.campaigns.test_attachments import keep_picture
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import page_facts
from tests.play.opened import open_all

pytestmark = pytest.mark.walk


def post(client: Client, coins: TableInPlay, *, htmx: bool = True, **data: Any) -> Any:
    data = {"command": str(uuid.uuid4()), "number": 0, **data}
    headers = {"HX-Request": "true"} if htmx else {}
    return client.post(f"/scenes/{coins.scene.pk}/command/", data, headers=headers)


def page_of(client: Client, coins: TableInPlay) -> str:
    response = client.get(f"/scenes/{coins.scene.pk}/")
    assert response.status_code == 200
    return response.content.decode()


def test_members_see_the_page_and_strangers_are_told_that_there_is_none(coins: TableInPlay, sign_in: SignIn) -> None:
    for user in coins.cast.members:
        assert "The Toll Bridge" in page_of(sign_in(user), coins)
    assert sign_in(coins.cast.stranger).get(f"/scenes/{coins.scene.pk}/").status_code == 404
    assert sign_in(None).get(f"/scenes/{coins.scene.pk}/").status_code == 302


def test_a_process_that_knows_nothing_of_a_scene_asks_for_its_page_a_fixed_number_of_times(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    """Its texts show a picture and mention somebody."""
    clients = [sign_in(user) for user in (coins.cast.storyteller, coins.cast.player)]
    coins.act(coins.cast.player, Say("Hello"))
    notes = f"{keep_picture(coins.cast, 'all').code} @{coins.cast.warden.name}"
    Scene.objects.filter(pk=coins.scene.pk).update(notes=notes)

    def ask() -> list[int]:
        asked = []
        for client in clients:
            live_scenes.forget()
            with CaptureQueriesContext(connection) as queries:
                page_of(client, coins)
            asked.append(len(queries))
        return asked

    ask()
    few = ask()
    for place, owner in enumerate([coins.cast.player, None] * 10):
        sheet = coins.cast.heroine.sheet
        Character.objects.create(series=coins.cast.series, name=f"Reed {place}", owner=owner, sheet=sheet)
    assert ask() == few
    assert max(few) <= 15


def test_what_is_remembered_of_rows_is_what_django_reads(coins: TableInPlay) -> None:
    for query, key in ((characters, coins.cast.series.pk), (members, coins.cast.series.pk)):
        live_scenes.forget()
        made, read = query.load(key, live_scenes.get(coins.scene.pk)), query.load(key, None)
        assert [one.__dict__ | {"_state": None} for one in made] == [one.__dict__ | {"_state": None} for one in read]
    scene = find_scene(coins.scene.pk)
    assert scene is not None
    assert scene.series.options == coins.cast.series.options
    before = load_characters(scene)
    Character.objects.filter(pk=coins.cast.heroine.pk).update(name="Another")
    assert load_characters(scene) is not before
    assert "Another" in [one.name for one in load_characters(scene)]


def test_every_form_of_the_plain_page_has_a_command_id_of_its_own(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.storyteller)
    post(client, coins, move="OpenBattle")
    page = client.get(f"/scenes/{coins.scene.pk}/plain/", {"open": "tool fight"}).content.decode()
    ids = [part.split('"')[0] for part in page.split('name="command" value="')[1:]]
    assert len(ids) > 3
    assert len(set(ids)) == len(ids)
    assert all(uuid.UUID(id) for id in ids)


def test_a_move_by_script_answers_with_the_new_number(coins: TableInPlay, sign_in: SignIn) -> None:
    response = post(sign_in(coins.cast.player), coins, move="Say", text="Hello")
    assert response.status_code == 200
    assert json.loads(response["HX-Trigger"]) == {"table:moved": {"number": 1}}
    assert response.content == b""


def test_a_move_without_script_leads_back_to_the_plain_page(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.player)
    response = post(client, coins, htmx=False, move="Say", text="Hello", back="plain")
    assert (response.status_code, response["Location"]) == (302, f"/scenes/{coins.scene.pk}/plain/")
    assert "Hello" in client.get(response["Location"]).content.decode()


@pytest.mark.parametrize("htmx", [True, False])
def test_a_refusal_is_a_sentence_and_changes_nothing(coins: TableInPlay, sign_in: SignIn, htmx: bool) -> None:
    response = post(sign_in(coins.cast.player), coins, htmx=htmx, move="OpenBattle")
    assert response.status_code == 409
    assert "Only the Storyteller can do this." in response.content.decode()
    assert ("<html" in response.content.decode()) is not htmx
    assert not Entry.objects.exists()


def test_a_double_click_is_answered_twice_and_done_once(coins: TableInPlay, sign_in: SignIn) -> None:
    client, key = sign_in(coins.cast.player), str(uuid.uuid4())
    answers = [post(client, coins, move="Say", text="Hello", command=key, number=0) for _ in range(2)]
    assert answers[0]["HX-Trigger"] == answers[1]["HX-Trigger"]
    assert Entry.objects.count() == 1


HOSTILE: list[dict[str, Any]] = [
    {},
    {"move": "Say"},
    {"move": "Say", "text": "x" * 5000},
    {"move": "Say", "text": "\x00"},
    {"move": "Say", "text": "x", "command": "not-an-id"},
    {"move": "Say", "text": "x", "number": "-1e9"},
    {"move": "Say", "text": "x", "number": "9" * 30},
    {"move": "Say", "text": "x", "number": ""},
    {"move": "Say", "text": "x", "to": "nobody"},
    {"move": "__class__"},
    {"move": "Move"},
    {"move": "MakeRoll"},
    {"move": "MakeRoll", "character": "999999999999999999999999"},
    {"move": "MakeRoll", "character": "1; drop table"},
    {"move": "MakeRoll", "character": "1", "r.more": "a lot"},
    {"move": "MakeRoll", "character": "1", "secret": "mine"},
    {"move": "BattleMove"},
    {"move": "BattleMove", "kind": "Nonsense"},
    {"move": "BattleMove", "kind": "Flip", "m.actor": "c1"},
    {"move": "BringIn", "characters": ["1", "2"], "side": "x", "copies": "many"},
    {"move": "BringIn", "characters": "x" * 4001, "side": "x"},
    {"move": "BringIn", "characters": ["1", "\x00"], "side": "x"},
    {"move": "Rewind", "entry": "one"},
    {"move": "Rewind"},
]


@pytest.mark.parametrize("role", ["storyteller", "player", "spectator"])
def test_hostile_input_gets_a_sentence_and_changes_nothing(coins: TableInPlay, sign_in: SignIn, role: str) -> None:
    client = sign_in(getattr(coins.cast, role))
    for data in HOSTILE:
        response = post(client, coins, **data)
        assert response.status_code in {400, 403, 409}, data
        assert response.content.decode().strip(), data
        assert not Entry.objects.exists(), data


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"text": "x" * 1_000_001}, "That is too long to send at once. Shorten it."),
        ({f"m.{number}": "x" for number in range(4001)}, "That could not be read. Reload the page"),
    ],
)
def test_more_than_a_form_holds_is_answered_with_a_sentence_and_no_page(
    coins: TableInPlay, sign_in: SignIn, data: dict[str, Any], sentence: str
) -> None:
    response = post(sign_in(coins.cast.player), coins, move="Say", **data)
    assert (response.status_code, response.content.decode().startswith(sentence)) == (400, True)


def test_whoever_rolls_for_the_storyteller_alone_is_told_that_it_was_heard(coins: TableInPlay, sign_in: SignIn) -> None:
    roll: dict[str, Any] = {"move": "MakeRoll", "character": str(coins.cast.heroine.pk), "secret": "storyteller"}
    for user, told in ((coins.cast.player, True), (coins.cast.storyteller, False)):
        assert ("Only the Storyteller sees" in post(sign_in(user), coins, **roll).content.decode()) == told
    assert not post(sign_in(coins.cast.player), coins, **{**roll, "secret": "owner"}).content


@pytest.mark.parametrize(
    ("text", "is_told"), [("/gmr 5", True), ("/BR 5 # why", True), ("/roll 5", False), ("/sr 5", False), ("gmr", False)]
)
def test_a_word_for_the_storyteller_alone_is_known_as_such(text: str, is_told: bool) -> None:
    assert is_blind(QueryDict(urlencode({"move": "Say", "text": text}))) == is_told


def test_where_nobody_is_ticked_the_storyteller_is_asked_to_choose(coins: TableInPlay, sign_in: SignIn) -> None:
    response = post(sign_in(coins.cast.storyteller), coins, move="BringIn", side="bridge")
    assert (response.status_code, "Choose at least one character." in response.content.decode()) == (400, True)


def test_a_form_without_a_token_is_refused(coins: TableInPlay) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(coins.cast.player)
    assert post(client, coins, move="Say", text="x").status_code == 403
    assert not Entry.objects.exists()


@pytest.mark.parametrize("path", ["", "command/", "plain/", "stage/palette/"])
def test_each_address_takes_only_its_own_method(coins: TableInPlay, sign_in: SignIn, path: str) -> None:
    client, url = sign_in(coins.cast.player), f"/scenes/{coins.scene.pk}/{path}"
    wrong = client.get(url) if path == "command/" else client.post(url)
    assert wrong.status_code == 405
    assert path != "command/" or "Use the button on its page" in wrong.content.decode()


@pytest.mark.parametrize("path", ["", "command/", "plain/", "stage/palette/"])
@pytest.mark.parametrize("role", ["player", "rival", "spectator", "stranger"])
def test_a_hidden_scene_is_not_there(coins: TableInPlay, sign_in: SignIn, path: str, role: str) -> None:
    client, url = sign_in(getattr(coins.cast, role)), f"/scenes/{coins.cast.hidden_scene.pk}/{path}"
    response = client.post(url) if path == "command/" else client.get(url)
    assert response.status_code == 404
    assert SECRET not in response.content.decode()


def fight_with_secrets(coins: TableInPlay, client: Client) -> None:
    cast = coins.cast
    post(client, coins, move="OpenBattle")
    post(client, coins, move="BringIn", characters=coins.keys(cast.heroine), side="travellers")
    post(client, coins, move="BringIn", characters=coins.keys(cast.lurker), side=f"side {SECRET}")
    post(client, coins, move="BattleMove", kind="StartBattle")
    flip: dict[str, Any] = {"m.actor": coins.id_of(cast.lurker)}
    post(client, coins, move="BattleMove", kind="Flip", **flip)
    post(client, coins, move="MakeRoll", character=str(cast.lurker.pk))
    post(client, coins, move="Say", text="Fog.")


@pytest.mark.parametrize("part", ["scene", "episode", "story"])
def test_the_storyteller_reads_at_the_table_that_nobody_else_sees_it(
    coins: TableInPlay, sign_in: SignIn, part: str
) -> None:
    storyteller = sign_in(coins.cast.storyteller)
    assert "is_hidden" not in page_facts(storyteller, coins.scene.pk)["place"]
    found = {"scene": coins.scene, "episode": coins.scene.episode, "story": coins.scene.episode.story}[part]
    found.hidden = True
    found.save()
    assert page_facts(storyteller, coins.scene.pk)["place"]["is_hidden"]


def test_no_page_of_a_player_carries_what_is_hidden(coins: TableInPlay, sign_in: SignIn) -> None:
    fight_with_secrets(coins, sign_in(coins.cast.storyteller))

    def sees(user: User) -> list[bool]:
        client = sign_in(user)
        plain = client.get(f"/scenes/{coins.scene.pk}/plain/").content.decode()
        opened = [*open_all(client, coins.scene.pk)]
        return [SECRET in shown for shown in (page_of(client, coins), plain, str(opened))]

    assert sees(coins.cast.storyteller) == [True] * 3
    for user in (coins.cast.player, coins.cast.rival, coins.cast.spectator):
        assert sees(user) == [False] * 3


def test_a_secret_entry_leaves_no_gap_in_a_players_log(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.storyteller)
    post(client, coins, move="Say", text="One.")
    post(client, coins, move="MakeRoll", character=str(coins.cast.lurker.pk))
    post(client, coins, move="Say", text="Two.")
    log = page_facts(sign_in(coins.cast.player), coins.scene.pk)["log"]
    assert [(number, entry["shown"]) for number, entry in log.items()] == [("2", 2), ("1", 1)]


def play_routes() -> list[str]:
    """Every route of the live table, with its numbers left open."""
    patterns = [str(route.pattern) for route in urlpatterns]
    return [re.sub(r"<int:\w+>", "{0}", one) for one in patterns if one.startswith("scenes/")]


def find_nothing(client: Client, keys: list[str]) -> None:
    """Whatever is asked of the live table about these numbers, it knows nothing of them."""
    for route, key in product(play_routes(), keys):
        answers = [method("/" + route.format(key)).status_code for method in (client.get, client.post)]
        assert 404 in answers, (route, key)
        assert {*answers} <= {404, 405}, (route, key)


def test_an_address_with_a_number_that_is_nobodys_is_not_there(coins: TableInPlay, sign_in: SignIn) -> None:
    find_nothing(sign_in(coins.cast.storyteller), ["0", "999999999", "9" * 18, "9" * 19, "9" * 400])


def test_strangers_find_nothing_at_any_address(coins: TableInPlay, sign_in: SignIn) -> None:
    find_nothing(sign_in(coins.cast.stranger), [str(coins.scene.pk)])


NASTY_NAMES = [
    "",
    "\x00",
    "x" * 5000,
    "<script>alert(1)</script>",
    "{{ 7|add:7 }}",
    "'; drop table --",
    "\u202e💥",
    "//x.example",
]


@pytest.mark.parametrize("name", NASTY_NAMES, ids=repr)
@pytest.mark.parametrize("path", ["login", "signup", "password/change", "password/reset", "logout"])
def test_the_doors_take_no_nonsense(db: None, sign_in: SignIn, coins: TableInPlay, path: str, name: str) -> None:
    for client in (sign_in(None), sign_in(coins.cast.player)):
        data = dict.fromkeys(
            ("login", "username", "password", "password1", "password2", "oldpassword", "email", "next"), name
        )
        answer = client.post(f"/account/{path}/", data)
        assert answer.status_code < 500
        assert "<script>alert(1)" not in answer.content.decode()
        assert urlsplit(answer.headers.get("Location", "/")).netloc == ""


@pytest.mark.parametrize("role", ["storyteller", "player", "spectator"])
def test_where_nothing_has_happened_yet_every_address_answers(coins: TableInPlay, sign_in: SignIn, role: str) -> None:
    client, base = sign_in(getattr(coins.cast, role)), f"/scenes/{coins.scene.pk}/"
    assert client.get(f"{base}log.txt").content.decode() == "The Salt Road: The Toll Bridge\n\n"
    undo = 200 if role == "storyteller" else 403
    wanted = {"fights/1.json": 404, "stage/undo/1": undo, "stage/entries/1": 404, "stage/cards/card-c1": 409}
    assert {path: client.get(base + path).status_code for path in wanted} == wanted
    assert not Table.objects.exists()
