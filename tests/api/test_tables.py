"""A program reads and acts at a table as the page of its seat does."""

import json
import uuid
from typing import Any

import pytest
from django.http import HttpResponse

from campaigns.models import TokenScope
from play.commands.moves import BringIn, OpenBattle, Say
from play.models import Command
from tests.api.conftest import Program, sit
from tests.cast import SECRET
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.django_db


def told(response: HttpResponse) -> Any:
    assert response.status_code == 200, response.content
    return json.loads(response.content)


def refused(response: HttpResponse, status: int) -> str:
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    said = json.loads(response.content)
    assert said["status"] == status
    return str(said["detail"])


def fight(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine), "Guests"))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.duelist), "Others"))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.lurker), "Others", hidden=True))


def test_a_table_and_its_log_are_told_by_the_seats_own_numbers(
    coins: TableInPlay, player: Program, storyteller: Program
) -> None:
    cast, scene = coins.cast, coins.scene.pk
    coins.act(cast.storyteller, Say("Welcome."))
    coins.act(cast.storyteller, Say(f"Mind {SECRET}.", to=str(cast.duelist.pk)))
    coins.act(cast.player, Say("Thanks."))
    table, log = told(player.get(f"scenes/{scene}")), told(player.get(f"scenes/{scene}/log"))
    assert table["number"] == log["number"] == coins.count(cast.player) == 2
    assert [(line["number"], line["words"]["text"]) for line in log["lines"]] == [(1, "Welcome."), (2, "Thanks.")]
    assert [line["number"] for line in told(storyteller.get(f"scenes/{scene}/log"))["lines"]] == [1, 2, 3]


def test_the_log_comes_in_pages(coins: TableInPlay, player: Program) -> None:
    for word in "abc":
        coins.act(coins.cast.player, Say(word))
    first = told(player.get(f"scenes/{coins.scene.pk}/log?limit=2"))
    rest = told(player.get(f"scenes/{coins.scene.pk}/log?after={first['next']}&limit=2"))
    assert [line["words"]["text"] for page in (first, rest) for line in page["lines"]] == ["a", "b", "c"]
    assert rest["next"] is None


def test_what_a_program_has_is_not_sent_again(coins: TableInPlay, player: Program) -> None:
    path = f"scenes/{coins.scene.pk}"
    coins.act(coins.cast.player, Say("Here."))
    etag = player.get(path)["ETag"]
    assert etag.startswith('W/"1-'), "it was compressed on its way"
    same = player.get(path, **{"if-none-match": etag})
    assert (same.status_code, same.content) == (304, b"")
    coins.act(coins.cast.storyteller, Say(SECRET, to=str(coins.cast.duelist.pk)))
    assert player.get(path, **{"if-none-match": etag}).status_code == 304
    coins.act(coins.cast.player, Say("Still."))
    assert told(player.get(path, **{"if-none-match": etag}))["number"] == 2


def test_scenes_come_in_pages_and_without_hidden_ones(
    coins: TableInPlay, player: Program, storyteller: Program
) -> None:
    assert [one["id"] for one in told(player.get("scenes"))["scenes"]] == [coins.scene.pk]
    assert player.get(f"scenes/{coins.cast.hidden_scene.pk}").status_code == 404
    page = told(storyteller.get("scenes?limit=1"))
    after = told(storyteller.get(f"scenes?limit=5&after={page['next']}"))
    assert len(page["scenes"]) == 1
    assert coins.cast.hidden_scene.pk in {one["id"] for one in after["scenes"]}


def test_a_command_is_done_once(coins: TableInPlay, player: Program) -> None:
    key, say = uuid.uuid4(), {"kind": "Say", "text": "Once."}
    assert told(player.move(coins.scene.pk, 0, say, key)) == {"number": 1, "repeated": False, "waiting": None}
    assert told(player.move(coins.scene.pk, 0, say, key)) == {"number": 1, "repeated": True, "waiting": None}
    assert Command.objects.get().user == coins.cast.player


def test_a_move_is_made_by_its_offers_schema(coins: TableInPlay, player: Program, storyteller: Program) -> None:
    cast, scene = coins.cast, coins.scene.pk
    fight(coins)
    storyteller_offers = told(storyteller.get(f"scenes/{scene}/offers"))
    begin = next(one for one in storyteller_offers["offers"] if one["move"] == "StartBattle")
    number = told(storyteller.move(scene, storyteller_offers["number"], made_of(begin)))["number"]
    assert number > storyteller_offers["number"]
    mine = told(player.get(f"scenes/{scene}/offers?actor={coins.id_of(cast.heroine)}"))
    open_ones = [one for one in mine["offers"] if not one["reason"] and one["actor"] == coins.id_of(cast.heroine)]
    assert open_ones
    assert told(player.move(scene, mine["number"], made_of(open_ones[0])))["repeated"] is False
    assert SECRET not in json.dumps(mine)


def made_of(offer: dict[str, Any]) -> dict[str, Any]:
    """The simplest move that fits an offer's schema."""
    inner = offer["schema"]["properties"]["move"]["properties"]
    return {"kind": "BattleMove", "move": {name: value_of(shape) for name, shape in inner.items()}}


def value_of(shape: dict[str, Any]) -> Any:
    if "const" in shape or "default" in shape:
        return shape.get("const", shape.get("default"))
    if "oneOf" in shape:
        return shape["oneOf"][0]["const"]
    return {"integer": shape.get("minimum"), "boolean": False, "string": "", "array": []}[shape["type"]]


def test_odds_are_told_to_those_who_may_make_the_roll(coins: TableInPlay, player: Program) -> None:
    cast, path = coins.cast, f"scenes/{coins.scene.pk}/odds"
    roll = {"kind": "MakeRoll", "character": str(cast.heroine.pk), "request": {}}
    assert told(player.post(path, {"move": roll})).keys() == {"chance", "about", "dice", "is_struck"}
    assert refused(player.post(path, {"move": {**roll, "character": str(cast.duelist.pk)}}), 409)
    assert refused(player.post(path, {"move": {"kind": "Say", "text": "x"}}), 409)
    assert not Command.objects.exists()


def test_refusals_say_what_the_page_says(coins: TableInPlay, player: Program) -> None:
    scene = coins.scene.pk
    assert refused(player.move(scene, 0, {"kind": "OpenBattle"}), 409) == "Only the Storyteller can do this."
    assert "no move" in refused(player.move(scene, 0, {"kind": "Nonsense"}), 400)
    assert refused(player.move(scene, 9, {"kind": "Say", "text": "x"}), 409).startswith("This page is ahead")
    assert "whole number" in refused(player.move(scene, 0, {"kind": "Rewind", "entry": 1.5}), 400)
    assert "command" in refused(player.post(f"scenes/{scene}/moves", {"number": 0, "move": {}}), 422)
    assert refused(player.post(f"scenes/{scene}/moves", "{no"), 400)
    assert refused(player.get("scenes/987654"), 404)
    assert refused(player.get("nothing/here"), 404)
    assert refused(player.post("me", {}), 405)
    assert not Command.objects.exists()


def test_refusals_come_in_the_programs_language(coins: TableInPlay, player: Program) -> None:
    english = refused(player.get("scenes/987654"), 404)
    assert refused(player.get("scenes/987654", **{"accept-language": "fi"}), 404) not in ("", english)


@pytest.mark.parametrize("move", [{}, {"kind": []}, {"kind": "Say", "text": {"a": 1}}, {"kind": "Say", "text": "\x00"}])
def test_nonsense_is_refused_with_a_sentence(coins: TableInPlay, player: Program, move: dict[str, Any]) -> None:
    response = player.move(coins.scene.pk, 0, move)
    assert response.status_code in (400, 409, 422)
    assert json.loads(response.content)["detail"]


@pytest.mark.parametrize("text", ["\ud800", "Halt \udfff", "\0"], ids=repr)
@pytest.mark.parametrize("move", [{"kind": "Say"}, {"kind": "Post"}, {"kind": "Say", "speaker": "name"}], ids=repr)
def test_half_a_character_does_not_come_into_the_log_where_no_page_could_show_it(
    coins: TableInPlay, storyteller: Program, move: dict[str, Any], text: str
) -> None:
    field = "name" if "speaker" in move else "text"
    said = refused(storyteller.move(coins.scene.pk, 0, {"text": "Halt!", **move, field: text}), 400)
    assert said == f"'{field}' contains a character that is not allowed."
    assert coins.number == 0


def test_a_token_that_reads_does_not_act(coins: TableInPlay) -> None:
    reader = sit(coins.cast, coins.cast.player, TokenScope.READ)
    assert told(reader.get(f"scenes/{coins.scene.pk}"))["number"] == 0
    assert "read-only" in refused(reader.move(coins.scene.pk, 0, {"kind": "Say", "text": "x"}), 403)


def test_the_address_of_the_description_is_open_and_says_3_1(db: None) -> None:
    description = told(Program("").get("openapi.json"))
    assert description["openapi"].startswith("3.1")
    assert description["paths"]["/api/v1/scenes/{scene_id}/moves"]["post"]["responses"].keys() >= {"200", "409", "401"}
    assert description["components"]["securitySchemes"]


def test_a_refusal_of_a_body_that_is_too_long_is_described(player: Program, coins: TableInPlay) -> None:
    assert "Shorten it" in refused(player.post(f"scenes/{coins.scene.pk}/moves", "A" * 1_000_001), 413)
    described = told(player.get("openapi.json"))["paths"]["/api/v1/scenes/{scene_id}/moves"]["post"]["responses"]
    assert "413" in described
