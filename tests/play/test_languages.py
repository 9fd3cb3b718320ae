"""Two languages at one table: whoever reads another language gets a drawing of their own."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils.translation import get_language, override

from campaigns.core.language import translate
from play.commands.moves import OpenBattle, Say
from play.consumers import find_language
from play.live.hub import Hub
from play.seats.export import write_transcript
from play.seats.facts import load_facts, seat_class_of
from play.seats.gather import gather_translated_board
from play.seats.translate import translate_board, translate_lines
from play.server.threads import run_reading
from play.stage.facts import make_facts
from rules.battle import Seat
from rules.text import word
from tests.conftest import live
from tests.play.conftest import TableInPlay
from tests.play.fixtures import bridge, storyteller_board


def test_a_socket_reads_the_language_of_the_cookie_else_of_the_browser() -> None:
    headers = [(b"accept-language", b"fi,en;q=0.5")]
    assert find_language({"cookies": {"django_language": "en"}, "headers": headers}) == "en"
    assert find_language({"cookies": {}, "headers": headers}) == "fi"
    assert find_language({"headers": []}) == "en"


@live
async def test_those_who_sit_alike_but_read_otherwise_share_no_drawing(coins: TableInPlay) -> None:
    await sync_to_async(coins.act)(coins.cast.storyteller, OpenBattle())
    hub, player = Hub(), coins.cast.player.pk
    room, english = await hub.join(coins.scene.pk, player, "en")
    _room, finnish = await hub.join(coins.scene.pk, player, "fi")
    for _ in range(500):
        if len(room.drawings) == 2:
            break
        await asyncio.sleep(0.01)
    one, other = (json.loads(room.take(box) or "{}")["facts"]["said"]["text"] for box in (english, finnish))
    assert one == "A fight starts."
    assert other == "Taistelu alkaa."
    for box in (english, finnish):
        await hub.leave(room, box)


@pytest.mark.asyncio
async def test_a_reader_thread_reads_in_the_language_of_whoever_asks(settings: Any) -> None:
    settings.TABLE_THREADS = 1
    with override("fi"):
        assert await run_reading(get_language) == "fi"


def test_a_name_is_never_told_even_if_it_is_a_phrase() -> None:
    view = bridge(storyteller=True)
    view["combatants"][0]["name"] = "Parry"
    with override("fi"):
        told: Any = make_facts(storyteller_board(battle=view))
    ysane = told["fight"]["combatants"]["ys"]
    assert (ysane["name"], ysane["stats"][1]["label"]) == ("Parry", "Torjunta-DV")


def test_what_people_say_and_do_stays_in_their_words(coins: TableInPlay) -> None:
    cast = coins.cast
    for words in ("/me draws the spear, success", "Melee: Parry, success"):
        coins.act(cast.rival, Say(words))
    facts = load_facts(coins.scene.pk)
    with override("fi"):
        board = gather_translated_board(facts, seat_class_of(cast.membership(cast.player)))
        lines = translate_lines(board.log)
        transcript = "".join(write_transcript(facts, Seat()))
    did, said = "Tolvar draws the spear, success", "Melee: Parry, success"
    for log in (board.log, lines):
        assert [line.event["line"] for line in log] == ["rival", did]
        assert [line.speech and line.speech.text for line in log] == [said, "draws the spear, success"]
    assert did in transcript
    assert said in transcript


def test_a_board_in_english_is_the_board_itself() -> None:
    board = storyteller_board()
    with override("en"):
        assert translate_board(board) is board


PRINTED = re.compile(r'^(?:name|label) = "(.+)"$', re.M)
THEIRS = {"Artifact", "Daiklave", "Grand daiklave", "Firewand", "Katana", "Sai", "Shuriken"}
"""Names that no arms have but these."""


@pytest.mark.parametrize("table", sorted(Path("rules").glob("*/data/weapons.toml")), ids=str)
def test_plain_arms_are_told_and_those_with_a_name_of_their_own_keep_it(table: Path) -> None:
    names = PRINTED.findall(table.read_text(encoding="utf-8"))
    with override("fi"):
        assert {name for name in names if translate(word(name)) == name} <= THEIRS
