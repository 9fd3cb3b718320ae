"""What the page has for one person alone, in no fact that others are sent: what was missed, notes, a draft."""

import json
import uuid
from typing import Any

import pytest
from django.test import Client

from campaigns.notices.read_marks import mark_read
from play.commands.moves import EditPost, Post, Say
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_board
from play.stage.facts import make_facts
from tests.conftest import SignIn
from tests.play.conftest import TableInPlay

pytestmark = pytest.mark.django_db
JSON = {"Accept": "application/json"}


def read_mine(client: Client, base: str) -> Any:
    """What is served with the page for its person."""
    page = client.get(base).content.decode()
    return json.loads(page.partition('<script id="mine" type="application/json">')[2].partition("</script>")[0])


def test_what_one_missed_comes_with_the_page_and_in_a_few_sentences(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, base = coins.cast, f"/scenes/{coins.scene.pk}/"
    coins.act(cast.storyteller, Say("The lamp goes out."))
    mark_read(cast.membership(cast.player), coins.scene, coins.number)
    coins.act(cast.storyteller, Say("Only you hear the bell.", to=coins.keys(cast.heroine)[0]))
    coins.act(cast.rival, Say("/roll 3"), [9, 4, 2])
    client = sign_in(cast.player)
    missed = read_mine(client, base)["missed"]
    assert (missed["after"], missed["upto"], missed["count"]) == (1, 3, 2)
    told = client.get(f"{base}stage/missed/", {"after": 1, "upto": 3}).json()
    assert told["words"] == [{"who": "storyteller", "words": "“Only you hear the bell.”"}]
    assert {name for name, _n in told["spoke"]} >= {"storyteller"}
    assert "missed" not in json.dumps(make_facts(find_board(coins)))
    assert client.get(f"{base}stage/missed/", {"after": 3, "upto": 3}).status_code == 404
    assert sign_in(cast.stranger).get(f"{base}stage/missed/").status_code == 404


def test_a_whisper_to_somebody_else_is_neither_counted_nor_told(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, base = coins.cast, f"/scenes/{coins.scene.pk}/"
    coins.act(cast.storyteller, Say("Only you hear the bell.", to=coins.keys(cast.heroine)[0]))
    client = sign_in(cast.rival)
    assert "missed" not in read_mine(client, base)
    assert client.get(f"{base}stage/missed/", {"after": 0, "upto": 1}).status_code == 404


def test_who_has_read_everything_missed_nothing(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, base = coins.cast, f"/scenes/{coins.scene.pk}/"
    coins.act(cast.storyteller, Say("The lamp goes out."))
    client = sign_in(cast.player)
    assert read_mine(client, base)["missed"]["count"] == 1
    client.post(f"{base}read/", {"count": 1})
    assert "missed" not in read_mine(client, base)


def find_board(coins: TableInPlay) -> Any:
    """The player's board."""
    return gather_board(load_facts(coins.scene.pk), seat_class_of(coins.cast.membership(coins.cast.player)))


def test_notes_are_kept_while_they_are_typed_and_never_replaced_unseen(coins: TableInPlay, sign_in: SignIn) -> None:
    client, base = sign_in(coins.cast.player), f"/scenes/{coins.scene.pk}/"
    first = read_mine(client, base)["note"]
    assert first["text"] == ""
    note = f"/scene/{coins.scene.pk}/note/"
    kept = client.post(note, {"text": "Ask the captain.", "seen": first["seen"]}, headers=JSON).json()
    assert (kept["saved"], kept["wrong"]) == (True, "")
    stale = client.post(note, {"text": "Another thing.", "seen": first["seen"]}, headers=JSON)
    assert (stale.status_code, stale.json()["theirs"], stale.json()["saved"]) == (409, "Ask the captain.", False)
    replaced = {"text": "Another thing.", "seen": first["seen"], "over": stale.json()["over"]}
    assert client.post(note, replaced, headers=JSON).json()["saved"]
    assert read_mine(client, base)["note"]["text"] == "Another thing."
    assert read_mine(sign_in(coins.cast.storyteller), base)["note"]["text"] == ""


def test_a_draft_is_kept_previewed_and_posted_by_the_page_before_or_this_one(
    coins: TableInPlay, sign_in: SignIn
) -> None:
    client, base = sign_in(coins.cast.player), f"/scenes/{coins.scene.pk}/"
    draft = client.get(f"{base}write/", headers=JSON).json()
    assert (draft["text"], draft["speaker"], draft["longest"] > 2000) == ("", "", True)
    typed = {"text": "The *water* is black.", "seen": draft["seen"]}
    kept = client.post(f"{base}write/", {**typed, "do": "keep"}, headers=JSON).json()
    assert (kept["saved"], kept["seen"] != draft["seen"]) == (True, True)
    shown = client.post(f"{base}write/", {**typed, "do": "preview"}, headers=JSON).json()
    assert "<em>water</em>" in shown["preview_html"]
    stale = client.post(f"{base}write/", {**typed, "text": "Another.", "do": "keep"}, headers=JSON)
    assert (stale.status_code, stale.json()["theirs"]) == (409, typed["text"])
    sent = {**typed, "seen": kept["seen"], "do": "post", "move": "Post", "command": uuid.uuid4(), "number": 0}
    posted = client.post(f"{base}write/", sent, headers={"HX-Request": "true"})
    assert (posted.status_code, b"write-preview" in posted.content) == (200, False)
    assert client.get(f"{base}write/", headers=JSON).json()["text"] == ""
    (entry,) = make_facts(find_board(coins))["log"].values()
    assert (entry["speech"]["kind"], entry["is_own"]) == ("post", True)


def test_the_rest_of_a_post_and_how_it_was_before_are_fetched(coins: TableInPlay, sign_in: SignIn) -> None:
    cast, base = coins.cast, f"/scenes/{coins.scene.pk}/"
    coins.act(cast.player, Post("\n\n".join(f"Paragraph {n}. " + "It goes on. " * 30 for n in range(12))))
    (entry,) = make_facts(find_board(coins))["log"].values()
    assert entry["speech"]["has_rest"]
    client = sign_in(cast.rival)
    behind = client.get(f"{base}stage/entries/{entry['number']}").json()
    assert "Paragraph 11." in behind["rest_html"]
    assert "Paragraph 11." not in entry["speech"]["text_html"]
    assert "first_html" not in behind
    coins.act(cast.player, EditPost(entry["count"], "Short.", 0))
    edited = client.get(f"{base}stage/entries/{entry['number']}").json()
    assert "Paragraph 11." in edited["first_html"]
    assert "rest_html" not in edited
    assert sign_in(cast.stranger).get(f"{base}stage/entries/{entry['number']}").status_code == 404
