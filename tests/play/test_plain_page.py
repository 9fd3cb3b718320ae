"""The page of a scene that needs no scripts: everything that a person can do, by forms that lead back to it."""

import re
import uuid
from collections.abc import Iterator
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client

from campaigns.core.timezone import TIMEZONE_FIELD
from campaigns.models import Scene
from play.commands.moves import Post, Say
from play.models import Wait
from rules import SYSTEMS
from tests.attacks.test_markup import Forms
from tests.cast import SECRET
from tests.conftest import SignIn
from tests.play.by_post import play_by_post
from tests.play.conftest import TableInPlay
from tests.play.stage.fights import Fight


def plain(scene: Scene) -> str:
    return f"/scenes/{scene.pk}/plain/"


def look(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def forms(client: Client, scene: Scene) -> Iterator[dict[str, str]]:
    """Every form of the page and of what its links open, as a browser sends it that changes nothing."""
    seen, new = set[str](), [plain(scene)]
    while new:
        path = new.pop(0)
        seen.add(path)
        page = look(client, path)
        for sent, _texts in Forms(page).found:
            yield sent
        links = (unescape(link) for link in re.findall(r'href="([^"#]*\?open=[^"#]+)', page))
        new += [link for link in dict.fromkeys(links) if link not in (*seen, *new)]


def test_members_see_it_without_scripts_and_strangers_nothing(coins: TableInPlay, sign_in: SignIn) -> None:
    for user in coins.cast.members:
        page = look(sign_in(user), plain(coins.scene))
        assert "The Toll Bridge" in page
        assert "<script" not in page
    assert SECRET not in look(sign_in(coins.cast.rival), plain(coins.scene))
    assert sign_in(coins.cast.stranger).get(plain(coins.scene)).status_code == 404
    assert sign_in(None).get(plain(coins.scene)).status_code == 302


def test_what_is_sent_from_it_leads_back_to_it(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.player)
    say = next(sent for sent in forms(client, coins.scene) if sent.get("move") == "Say")
    answer = client.post(f"/scenes/{coins.scene.pk}/command/", {**say, "text": "Hold the rope!"})
    assert (answer.status_code, answer["Location"]) == (302, plain(coins.scene))
    assert "Hold the rope!" in look(client, plain(coins.scene))


def test_a_refusal_stands_on_the_page_and_changes_nothing(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.player)
    say = next(sent for sent in forms(client, coins.scene) if sent.get("move") == "Say")
    before = coins.number
    answer = client.post(f"/scenes/{coins.scene.pk}/command/", {**say, "text": "/roll nothing of the kind"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert '<p class="refusal" role="alert">' in page
    assert 'value="/roll nothing of the kind"' in page
    assert "<script" not in page
    assert coins.number == before


def test_a_refused_form_comes_back_as_it_was_sent(coins: TableInPlay, sign_in: SignIn) -> None:
    client = sign_in(coins.cast.player)
    opened = f"{plain(coins.scene)}?open=roll+{coins.cast.heroine.pk}"
    page = look(client, opened)
    action = unescape(re.findall(r'action="([^"]*/command/\?open=roll[^"]*)"', page)[0])
    roll = next(sent for sent, _texts in Forms(page).found if sent.get("move") == "MakeRoll")
    answer = client.post(action, {**roll, "r.more": "2", "secret": "nobody"})
    assert answer.status_code == 400
    again = answer.content.decode()
    assert 'name="r.more" value="2" required checked' in again
    assert roll["command"] not in again


def test_a_spectator_has_no_form_that_acts(coins: TableInPlay, sign_in: SignIn) -> None:
    moves = {sent.get("move") for sent in forms(sign_in(coins.cast.spectator), coins.scene)}
    assert moves <= {None, "ShowCard"}


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_a_fight_is_played_by_its_forms_alone(system: str, sign_in: SignIn, db: None) -> None:
    """Whoever is asked answers, whoever may act acts, each by a form that stands on the page or behind its links."""
    with Fight(system) as fight:
        client, done = sign_in(fight.cast.storyteller), list[str]()
        for _step in range(6):
            done.append(_act(client, fight, done))
        assert len(set(done)) >= 3, done


def _act(client: Client, fight: Fight, done: list[str]) -> str:
    """Send the first form of a move that was not made twice and is accepted; returns the kind of the move."""
    for sent in forms(client, fight.scene):
        kind = sent.get("kind", "")
        if sent.get("move") != "BattleMove" or done.count(kind) > 1 or kind.startswith(("End", "Override", "Set")):
            continue
        answer = client.post(f"/scenes/{fight.scene.pk}/command/", sent)
        assert answer.status_code in (302, 400, 409), sent
        if answer.status_code == 302:
            assert answer["Location"] == plain(fight.scene)
            return kind
    raise AssertionError("no form of a move was accepted")


def test_forms_of_other_pages_lead_back_to_it(coins: TableInPlay, sign_in: SignIn) -> None:
    client, scene = sign_in(coins.cast.storyteller), coins.scene
    note = next(sent for sent in forms(client, scene) if "seen" in sent)
    answer = client.post(f"/scene/{scene.pk}/note/", {**note, "text": "Mine."})
    assert (answer.status_code, answer["Location"]) == (302, plain(scene))
    assert "Mine." in look(client, plain(scene))
    handout = {"title": "A map", "text": "Here.", "scene": scene.pk, "back": "plain", "command": str(uuid.uuid4())}
    answer = client.post(f"/series/{coins.cast.series.pk}/handouts/new/", handout)
    assert (answer.status_code, answer["Location"]) == (302, plain(scene))
    page = look(client, f"/scenes/{scene.pk}/write/?back=plain")
    post = next(sent for sent, _texts in Forms(page).found if sent.get("move") == "Post")
    answer = client.post(f"/scenes/{scene.pk}/write/", {**post, "text": "Rain.", "do": "post"})
    assert (answer.status_code, answer["Location"]) == (302, f"{plain(scene)}#log-part")


def test_what_a_player_missed_can_be_marked_as_read(coins: TableInPlay, sign_in: SignIn) -> None:
    coins.act(coins.cast.storyteller, Say("Who goes there?"))
    client = sign_in(coins.cast.player)
    page = look(client, plain(coins.scene))
    assert "Catch up" in page
    read = next(sent for sent in forms(client, coins.scene) if sent.keys() >= {"count", "back"})
    answer = client.post(f"/scenes/{coins.scene.pk}/read/", read)
    assert (answer.status_code, answer["Location"]) == (302, plain(coins.scene))
    assert "Catch up" not in look(client, plain(coins.scene))
    catch_up = unescape(re.findall(r'href="([^"]*/missed/[^"]*)"', page)[0])
    assert "Who goes there?" in look(client, f"{catch_up}&whole=1")  # as a page from before leads there


def test_what_is_no_longer_there_is_refused_on_the_page(coins: TableInPlay, sign_in: SignIn) -> None:
    answer = sign_in(coins.cast.player).get(f"{plain(coins.scene)}?open=tool+fight")
    assert answer.status_code == 409
    assert "This is not possible now." in answer.content.decode()


def test_the_x_card_stops_play_and_is_put_away(coins: TableInPlay, sign_in: SignIn) -> None:
    for user, move in ((coins.cast.player, "ShowCard"), (coins.cast.storyteller, "PutCardAway")):
        client = sign_in(user)
        sent = next(sent for sent in forms(client, coins.scene) if sent.get("move") == move)
        assert client.post(f"/scenes/{coins.scene.pk}/command/", sent)["Location"] == plain(coins.scene)
        assert ("The X-Card is up" in look(client, plain(coins.scene))) == (move == "ShowCard")


def test_an_own_post_can_be_edited_from_it_and_nobody_elses(coins: TableInPlay, sign_in: SignIn) -> None:
    coins.act(coins.cast.player, Post("It rains."))
    assert "/write/1/?back=plain" in look(sign_in(coins.cast.player), plain(coins.scene))
    assert "/write/1/" not in look(sign_in(coins.cast.rival), plain(coins.scene))


def test_until_when_somebody_is_awaited_is_told_in_the_readers_time_zone(sign_in: SignIn, db: None) -> None:
    fight = play_by_post("exalted2e", 1, fight=True)
    client = sign_in(fight.cast.storyteller)
    page = f"/scenes/{fight.scene.pk}/plain/"
    due = min(filter(None, Wait.objects.filter(table__scene=fight.scene).values_list("due_at", flat=True)))
    for zone, offset in (("", 0), ("Asia/Kolkata", 330)):
        client.cookies[TIMEZONE_FIELD] = zone
        assert f"{due + timedelta(minutes=offset):%H:%M}" in look(client, page)
        assert "UTC" not in look(client, page)
