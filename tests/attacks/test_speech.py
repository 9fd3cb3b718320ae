"""Lines of the log from people who speak for others, and words that are more than words."""

from typing import Any

import pytest

from play.models import Entry
from tests.attacks.siege import browser, knock
from tests.attacks.test_markup import CANARY, SHOWN, dangers
from tests.attacks.test_table import post
from tests.cast import SECRET, Cast
from tests.play.facts_of import page_facts

pytestmark = pytest.mark.walk

NASTY = (
    "\x00",
    "a\x1b[31mb",
    "\u202egnp",
    "\ud83d",
    "\n\n42. taken",
    "x" * 5000,
    "'; DROP TABLE",
    "{who}",
    "%s",
    "{0.x}",
)
EVIL = (
    f"**{CANARY}**", "*<b onmouseover=sing()>*", "[x](javascript:sing())", "![x](/x.png)", "<javascript:sing()>",
    "**a*" * 400, "*" * 2000, "_*" * 900, "&lt;script&gt;", "<https://evil.example>", "`<script>sing()</script>`",
    "# head\n\n<script>sing()</script>", "*\u2028<script>sing()</script>*",
)  # fmt: skip


def said(text: Any, **more: Any) -> dict[str, Any]:
    return {"move": "Say", "text": text, **more}


@pytest.mark.parametrize("text", ["I yield.", "/me yields", "/w st psst", "/roll 3"])
def test_nobody_speaks_in_anothers_name(text: str, siege: Cast) -> None:
    before, answers = Entry.objects.count(), set()
    for person in (siege.player, siege.spectator):
        for key in (
            siege.duelist.pk,
            siege.warden.pk,
            siege.lurker.pk,
            424242,
            -1,
            "1e3",
            "x",
            "' OR 1=1",
            "storyteller",
        ):
            answer = post(browser(person), siege.scene, said(text, speaker=key))
            assert 400 <= answer.status_code < 500, key
            answers.add((person.username, answer.content.decode()))
        assert post(browser(person), siege.scene, said(text, speaker="name", name="Deruvin")).status_code >= 400
    assert len(answers) == 2, "who is hidden is refused like nobody at all"
    assert Entry.objects.count() == before


def test_names_and_speakers_that_no_form_of_ours_sends_are_refused_or_plain(siege: Cast) -> None:
    client = browser(siege.storyteller)
    for nasty in NASTY:
        sent = nasty.encode("utf-8", "surrogatepass")
        for fields in (
            said("Ho", speaker=sent),
            said("Ho", speaker="name", name=sent),
            said("/roll 3 as x", speaker=sent),
        ):
            assert post(client, siege.scene, fields).status_code < 500, nasty
    assert not dangers(knock(browser(siege.player), f"/scenes/{siege.scene.pk}/").text)


def test_emphasis_is_no_way_in(siege: Cast) -> None:
    teller, before = browser(siege.storyteller), Entry.objects.count()
    for words in EVIL:
        for text in (words[:2000], f"/me {words[:1990]}", f"/w [{siege.heroine.name}] {words[:1900]}"):
            fields = said(text, speaker="name", name=CANARY[:60])
            assert post(teller, siege.scene, fields).status_code == 200, text
    assert Entry.objects.count() == before + 3 * len(EVIL)
    for person in (siege.storyteller, siege.player):
        client = browser(person)
        for path in ("", "plain/"):
            text = knock(client, f"/scenes/{siege.scene.pk}/{path}").text
            assert not dangers(text), path
        assert SHOWN in text
        spoken = [entry["speech"] for entry in page_facts(client, siege.scene.pk)["log"].values() if "speech" in entry]
        assert spoken
        assert not [speech for speech in spoken if "<a " in speech["text_html"]]


@pytest.mark.parametrize("person", ["player", "spectator", "stranger", None])
def test_a_line_that_is_not_sent_tells_nobody_what_is_not_theirs(person: str | None, siege: Cast) -> None:
    client, before = browser(getattr(siege, person) if person else None), Entry.objects.count()
    address = f"/scenes/{siege.scene.pk}/meaning/"
    lines = (
        f"/roll Wits as {siege.lurker.name}", f"/w [{siege.lurker.name}] x", f"/w {siege.lurker.pk} x", "/roll 999",
        "/roll " + "9" * 400, "/roll for Only", *NASTY[1:], *(f"/roll {nasty}" for nasty in NASTY[1:]), *EVIL,
    )  # fmt: skip
    for line in lines:
        for more in ({}, {"speaker": str(siege.lurker.pk)}, {"speaker": "name", "name": "x"}):
            query: dict[str, Any] = {"text": line.encode("utf-8", "surrogatepass"), **more}
            answer = client.get(address, query)
            assert answer.status_code == {"stranger": 404, None: 302}.get(person, 200), line
            if answer.status_code == 200:
                assert answer.headers["Content-Type"].startswith("text/plain")
                assert SECRET not in answer.content.decode().replace(siege.lurker.name[:40], ""), line
    assert client.post(address).status_code in (302, 403, 404, 405)
    assert Entry.objects.count() == before


def test_nobody_answers_a_request_for_others(siege: Cast) -> None:
    teller = browser(siege.storyteller)
    fields = {"move": "StartTask", "title": "Now", "action": "simple", "traits": "Wits + Awareness"}
    keys = [str(siege.warden.pk), str(siege.lurker.pk)]
    assert post(teller, siege.scene, {**fields, "characters": keys}).status_code == 200
    group = Entry.objects.latest("number").event["tasks"][0]["group"]
    before = Entry.objects.count()
    for person in (siege.player, siege.rival, siege.spectator):
        for value in (group, "", "t" * 5000, "x"):
            answer = post(browser(person), siege.scene, {"move": "RollForAll", "group": value})
            assert 400 <= answer.status_code < 500
        for more in ({"characters": ["*"]}, {"characters": keys}, {"characters": ["*"] * 500}):
            assert 400 <= post(browser(person), siege.scene, {**fields, **more}).status_code < 500
    assert 400 <= post(teller, siege.scene, {**fields, "characters": [str(n) for n in range(5000)]}).status_code < 500
    assert Entry.objects.count() == before
