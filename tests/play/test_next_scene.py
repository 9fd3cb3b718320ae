"""Going on at the table: who may, what it refuses, and how the browsers of all who sit there learn the way."""

import json
import uuid
from typing import Any

import pytest

from campaigns.chronicle.services import set_open
from campaigns.models import Episode, Membership, Scene, Story, User
from play.commands.moves import BattleMove, BringIn, NextScene, OpenBattle, Say
from play.live.frames import Drawing, draw_board
from play.models import Entry
from play.seats.board import Board
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board, gather_translated_board
from rules.errors import BadInput, IllegalMove, RulesError
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay
from tests.play.facts_of import facts_of, page_facts
from tests.play.test_table_page import post

OTHERS = ["player", "rival", "spectator"]


def board(coins: TableInPlay, user: User) -> Board:
    return gather_translated_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user)))


def draw(coins: TableInPlay, user: User) -> Drawing:
    return draw_board(gather_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(user))))


def start(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, OpenBattle())
    coins.act(cast.storyteller, BringIn(coins.keys(cast.heroine), "one"))
    coins.act(cast.storyteller, BringIn(coins.keys(cast.warden), "other"))
    coins.act(cast.storyteller, BattleMove({"kind": "StartBattle"}))


def next_of(coins: TableInPlay) -> Scene | None:
    return Scene.objects.get(pk=coins.scene.pk).next_scene


def test_one_command_closes_the_scene_and_opens_the_next(coins: TableInPlay) -> None:
    coins.act(coins.cast.storyteller, NextScene("Behind the gate"))
    made = next_of(coins)
    assert made
    assert made.title == "Behind the gate"
    assert not Scene.objects.get(pk=coins.scene.pk).is_open
    shown = board(coins, coins.cast.player)
    assert shown.log[0].event["line"] == "The scene is over."
    assert shown.place.onward
    assert (shown.place.onward.title, shown.place.onward.url) == ("Behind the gate", f"/scenes/{made.pk}/")


def test_a_command_that_comes_twice_opens_one_scene(coins: TableInPlay) -> None:
    key = uuid.uuid4()
    coins.act(coins.cast.storyteller, NextScene("Behind the gate"), key=key)
    coins.scene.refresh_from_db()
    assert coins.act(coins.cast.storyteller, NextScene("Behind the gate"), key=key).repeated
    assert Scene.objects.filter(title="Behind the gate").count() == 1


def test_a_fight_that_runs_is_ended_first_or_with_the_scene(coins: TableInPlay) -> None:
    start(coins)
    before = coins.number
    with pytest.raises(IllegalMove, match="A fight is in progress"):
        coins.act(coins.cast.storyteller, NextScene("Behind the gate"))
    assert (coins.number, next_of(coins)) == (before, None)
    coins.act(coins.cast.storyteller, NextScene("Behind the gate", end_fight=True))
    assert coins.state()["battle"] is None
    kinds = [entry.event["kind"] for entry in Entry.objects.filter(table=coins.table, number__gt=before)]
    assert kinds[-2:] == ["BattleClosed", "SceneClosed"]


def test_a_fight_that_only_gathers_ends_with_the_scene(coins: TableInPlay) -> None:
    coins.act(coins.cast.storyteller, OpenBattle())
    coins.act(coins.cast.storyteller, NextScene("Behind the gate"))
    assert coins.state()["battle"] is None


@pytest.mark.parametrize("name", OTHERS)
def test_only_the_storyteller_goes_on(coins: TableInPlay, name: str) -> None:
    with pytest.raises(RulesError):
        coins.act(getattr(coins.cast, name), NextScene("Mine"))
    assert next_of(coins) is None
    assert Scene.objects.get(pk=coins.scene.pk).is_open


@pytest.mark.parametrize(
    "move",
    [
        NextScene(),
        NextScene(" \u200b"),
        NextScene("x" * 200),
        NextScene("Fine", episode="y" * 200),
        NextScene(planned=1),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_has_changed(coins: TableInPlay, move: NextScene) -> None:
    with pytest.raises((BadInput, IllegalMove)):
        coins.act(coins.cast.storyteller, move)
    assert next_of(coins) is None
    assert coins.number == 0


def test_forged_values_are_refused_with_a_sentence(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.storyteller)
    forms: tuple[dict[str, Any], ...] = (
        {"title": "a\x00b"},
        {"title": "x" * 5000},
        {"planned": "nine"},
        {"planned": "9" * 30},
        {"planned": "-1"},
        {"title": "Fine", "end_fight": "perhaps"},
        {"planned": str(coins.cast.hidden_scene.pk)},
    )
    for form in forms:
        assert post(client, coins, move="NextScene", **form).status_code in (400, 409), form
    assert next_of(coins) is None


def test_a_scene_is_prepared_at_its_table_before_it_is_opened(coins: TableInPlay, sign_in: SignIn) -> None:
    cast = coins.cast
    planned = Scene.objects.create(episode=cast.episode, title="The Toll House", planned=True)
    there = TableInPlay(cast, Scene.objects.select_related("episode__story__series").get(pk=planned.pk))
    there.act(cast.storyteller, BringIn(there.keys(cast.warden), "toll company"))
    with pytest.raises(IllegalMove, match="still planned"):
        there.act(cast.storyteller, NextScene("Elsewhere"))
    assert sign_in(cast.player).get(f"/scenes/{planned.pk}/").status_code == 404
    assert page_facts(sign_in(cast.storyteller), planned.pk)["place"]["is_planned"]
    coins.act(cast.storyteller, NextScene(planned=planned.pk))
    opened = page_facts(sign_in(cast.player), planned.pk)
    assert "is_planned" not in opened["place"]
    assert opened["fight"]["phase"] == "setup"


# ---- The pages


def test_the_storytellers_page_goes_there_with_and_without_scripts(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.storyteller)
    answer = post(client, coins, move="NextScene", title="One")
    first = next_of(coins)
    assert first
    assert (answer.status_code, answer["HX-Redirect"]) == (200, f"/scenes/{first.pk}/")
    coins.scene = first
    answer = post(client, coins, htmx=False, move="NextScene", title="Two", back="plain")
    second = next_of(coins)
    assert second
    assert answer["Location"] == f"/scenes/{second.pk}/plain/"


def test_the_form_lists_what_is_planned_to_the_storyteller_alone(coins: TableInPlay, sign_in: SignIn) -> None:
    planned = Scene.objects.create(episode=coins.cast.episode, title=f"House {SECRET}", planned=True)
    base = f"/scenes/{coins.scene.pk}/"
    (form,) = sign_in(coins.cast.storyteller).get(f"{base}stage/tools/next_scene").json()["forms"]
    assert ("planned", str(planned.pk)) in [(one.get("name"), one.get("value")) for one in form["buttons"]]
    assert "end_fight" not in [field["name"] for field in form["main"]]
    for name in OTHERS:
        client = sign_in(getattr(coins.cast, name))
        answer = client.get(f"{base}stage/tools/next_scene")
        assert answer.status_code == 409
        assert not any(
            SECRET in one.content.decode() for one in (answer, client.get(base), client.get(f"{base}plain/"))
        )
        assert "next_scene" not in page_facts(client, coins.scene.pk)["tools"]


def test_a_closed_page_tells_the_way_to_those_who_may_go(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, base = coins.cast, f"/scenes/{coins.scene.pk}/"
    coins.act(cast.storyteller, NextScene(f"Gate {SECRET}"))
    made = next_of(coins)
    assert made
    way = {"title": made.title, "url": f"/scenes/{made.pk}/", "is_open": True}
    for user in cast.members:
        assert page_facts(sign_in(user), coins.scene.pk)["place"]["onward"] == way
        assert f'href="/scenes/{made.pk}/' in sign_in(user).get(f"{base}plain/").content.decode()
    made.hidden = True
    made.save()
    for name in OTHERS:
        client = sign_in(getattr(cast, name))
        place = page_facts(client, coins.scene.pk)["place"]
        assert (place["is_open"], "onward" in place) == (False, False)
        for path in ("", "plain/"):
            page = client.get(base + path).content.decode()
            assert SECRET not in page
            assert f"/scenes/{made.pk}/" not in page
    assert page_facts(sign_in(cast.storyteller), coins.scene.pk)["place"]["onward"] == way


def test_from_a_scene_that_is_closed_itself_the_way_leads_nobody_by_itself(coins: TableInPlay) -> None:
    cast = coins.cast
    coins.act(cast.storyteller, NextScene("Behind the gate"))
    made = next_of(coins)
    assert made
    set_open(cast.membership(cast.storyteller), made, False)
    onward = facts_of(coins.scene, cast.membership(cast.player))["place"]["onward"]
    assert (onward["title"], onward["is_open"]) == ("Behind the gate", False)


@pytest.mark.parametrize("name", ["player", "spectator"])
def test_a_push_holds_the_address_of_the_next_scene_unless_it_is_hidden(coins: TableInPlay, name: str) -> None:
    cast, user = coins.cast, getattr(coins.cast, name)
    secret = Scene.objects.create(episode=cast.hidden_episode, title=SECRET, planned=True)
    before = draw(coins, user)
    coins.act(cast.storyteller, NextScene(planned=secret.pk))
    frame = draw(coins, user).make_change(before)
    assert SECRET not in frame
    assert f"/scenes/{secret.pk}/" not in frame
    place = json.loads(frame)["change"]["place"]
    assert (place["is_open"], "onward" in place) == (False, False)
    set_open(Membership.objects.get(user=cast.storyteller, series=cast.series), coins.scene, True)
    before = draw(coins, user)
    coins.act(cast.storyteller, NextScene("Behind the gate"))
    made = next_of(coins)
    assert made
    pushed = json.loads(draw(coins, user).make_change(before))["change"]
    assert pushed["place"]["onward"] == {"title": "Behind the gate", "url": f"/scenes/{made.pk}/", "is_open": True}


def test_the_storyteller_is_told_that_players_see_nothing_of_an_open_scene(coins: TableInPlay, sign_in: SignIn) -> None:
    """Nothing but a word at the head of the page said it, and players sat at the closed scene."""
    cast = coins.cast
    secret = Scene.objects.create(episode=cast.hidden_episode, title=SECRET, planned=True)
    (form,) = sign_in(cast.storyteller).get(f"/scenes/{coins.scene.pk}/stage/tools/next_scene").json()["forms"]
    assert "hidden: players stay behind" in str(form["buttons"])
    coins.act(cast.storyteller, NextScene(planned=secret.pk))
    assert page_facts(sign_in(cast.storyteller), secret.pk)["place"]["is_hidden"]
    plain = sign_in(cast.storyteller).get(f"/scenes/{secret.pk}/plain/").content.decode()
    assert "Hidden: players can’t see this scene" in plain
    Episode.objects.filter(pk=cast.hidden_episode.pk).update(hidden=False)
    Story.objects.filter(pk=cast.hidden_episode.story_id).update(hidden=False)
    assert "is_hidden" not in page_facts(sign_in(cast.player), secret.pk)["place"]


def test_a_push_says_little_more_than_the_way(coins: TableInPlay) -> None:
    coins.act(coins.cast.player, Say("Onward."))
    before = draw(coins, coins.cast.spectator)
    coins.act(coins.cast.storyteller, NextScene("Behind the gate"))
    assert len(draw(coins, coins.cast.spectator).make_change(before)) < 2500
