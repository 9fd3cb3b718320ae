"""Two web processes on PostgreSQL and Redis are one table."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from websockets.sync.client import connect

from deploy.shared import SharedServer
from play.live.room import ITSELF_SECONDS
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.people import Reply, gather

WREN = "Wren Little-Lantern"


def at_once(*calls: Callable[[], Reply]) -> list[Reply]:
    with ThreadPoolExecutor(len(calls)) as threads:
        return [answer.result() for answer in [threads.submit(call) for call in calls]]


def test_a_command_on_one_process_reaches_the_browsers_of_the_other(server: SharedServer, stage: Stage) -> None:
    scene, (one, other) = stage.new_scene(), server.webs
    browsers = [stage.watch(name, site, scene) for name in stage.people for site in (one, other)]
    number = stage.people["mira"].say(one, scene, "I step out of the fog.").number
    for browser in browsers:
        browser.wait_for(number)
        assert browser.said("I step out of the fog.") == ["I step out of the fog."]
    number = stage.people["jonas"].say(other, scene, "And I behind her.").number
    for browser in browsers:
        browser.wait_for(number, within=2)


def test_who_sits_at_the_other_process_is_here_too(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    petra = stage.watch("petra", server.webs[0], scene)
    stage.watch("mira", server.webs[1], scene)
    petra.wait_to_show("mira")


def test_the_way_to_the_next_scene_reaches_the_browsers_of_the_other_process(
    server: SharedServer, stage: Stage
) -> None:
    scene, (one, other) = stage.new_scene(), server.webs
    browsers = [stage.watch(name, site, scene) for name in stage.people for site in (one, other)]
    move = {"move": "NextScene", "title": "The far bank", "end_fight": "true"}
    answer = stage.people["petra"].act(one, scene, 0, move)
    way = answer.headers["hx-redirect"]
    for browser in browsers:
        browser.wait_to_show(f'"url": "{way}"', within=2)
    assert stage.people["mira"].say(other, int(way.split("/")[2]), "Here we are.").status == 200


def test_the_board_of_the_party_follows_what_happens_at_the_other_process(server: SharedServer, stage: Stage) -> None:
    petra, (one, other) = stage.people["petra"], server.webs
    headers = {"Cookie": petra.cookie, "Origin": other.url}
    url = f"{other.url.replace('http', 'ws', 1)}/ws/series/1/party/"
    with connect(url, additional_headers=headers) as page:
        board, series = str(page.recv(timeout=10)), petra.ask(other, "GET", "/series/1/").text
        scene = int(re.search(r'btn--go[^>]* href="/scenes/(\d+)/"', series)[1])  # type: ignore[index]
        who, other, *_ = dict.fromkeys(re.findall(r'href="/characters/(\d+)/"', board))
        way = f'id="board-{other}-s" href="/scenes/{scene}/"'
        for there in (False, True):  # where they are stands on the board while they are apart
            move = {"move": "ShowCharacter", "character": who, "is_here": "true" if there else "false"}
            assert petra.act(one, scene, 0, move).status == 200
            while (way in board) is there:
                board = str(page.recv(timeout=5))


def test_a_command_sent_twice_at_once_to_two_processes_is_done_once(server: SharedServer, stage: Stage) -> None:
    scene, mira = stage.new_scene(), stage.people["mira"]
    for place in range(8):
        key = f"00000000-0000-4000-8000-{place:012d}"
        answers = at_once(*(partial(mira.say, web, scene, f"once-{place}", key) for web in server.webs * 2))
        assert [answer.status for answer in answers] == [200] * 4
        assert len({answer.number for answer in answers}) == 1
    told = stage.tell(scene)
    assert told["said"] == [f"once-{place}" for place in range(8)]
    assert told["entries"] == list(range(1, told["number"] + 1))


def test_a_form_sent_twice_at_once_to_two_processes_makes_one(server: SharedServer, stage: Stage) -> None:
    petra = stage.people["petra"]
    for place in range(4):
        form = {"title": f"Told once {place}", "command": f"00000000-0000-4000-8000-{place:012d}"}
        answers = at_once(*(partial(petra.ask, web, "POST", "/series/1/story/new/", form) for web in server.webs * 2))
        assert [answer.status for answer in answers] == [302] * 4
        assert len({answer.headers["location"] for answer in answers}) == 1
        shown = " ".join(petra.ask(server.webs[1], "GET", "/series/1/?arrange=1").text.split())
        assert shown.count(f'New episode<span class="vh"> in {form["title"]}<') == 1


def test_of_two_moves_on_one_number_one_wins_and_the_other_is_told(server: SharedServer, stage: Stage) -> None:
    petra = stage.people["petra"]
    for scene in (stage.new_scene(), stage.new_scene(), stage.new_scene()):
        before = stage.tell(scene)
        # So slow that somebody else acts next, whatever the dice of Join Battle said.
        move = {"move": "BattleMove", "kind": "TakeMisc", "m.actor": before["acting"][0], "m.speed": "20"}
        answers = at_once(*(partial(petra.act, web, scene, before["number"], move) for web in server.webs))
        won, lost = sorted(answers, key=lambda answer: answer.status)
        assert (won.status, lost.status) == (200, 409)
        assert lost.text.startswith("The table has moved on. ")
        after = stage.tell(scene)
        assert after["number"] == won.number
        assert after["folds_to_its_state"]


def test_who_rolls_in_two_scenes_at_once_pays_for_both(server: SharedServer, stage: Stage) -> None:
    scenes, jonas = (stage.new_scene(), stage.new_scene()), stage.people["jonas"]
    before, line = stage.tell_willpower(WREN), f"/roll Wits+Awareness wp as {WREN}"
    for _ in range(3):
        answers = at_once(*(partial(jonas.say, *place, line) for place in zip(server.webs, scenes, strict=True)))
        assert [answer.status for answer in answers] == [200, 200]
    assert stage.tell_willpower(WREN) == before - 6


def test_many_at_once_on_both_processes_leave_one_log_without_gaps(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browsers = [stage.watch("aino", web, scene) for web in server.webs]
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
    burst.finish()
    told = stage.tell(scene)
    assert burst.failures == []
    assert burst.resent == 0
    assert sorted(told["said"]) == sorted(burst.acknowledged)
    assert told["entries"] == list(range(1, told["number"] + 1))
    for browser in browsers:
        browser.wait_for(told["number"])
        assert browser.said(r"line-\d+") == told["said"]


def test_a_fight_that_plays_itself_is_one_while_both_processes_watch_it(server: SharedServer, stage: Stage) -> None:
    scene, petra = stage.new_scene(), stage.people["petra"]
    browsers = [stage.watch("petra", web, scene) for web in server.webs]
    begun = petra.act(server.webs[0], scene, stage.tell(scene)["number"], {"move": "LetPlay", "actors": ["*", "steps"]})
    assert begun.status == 200
    gather(30, lambda: stage.tell(scene)["number"] > begun.number + 2)
    stopped = petra.act(server.webs[1], scene, stage.tell(scene)["number"], {"move": "StopPlaying"})
    assert stopped.status == 200
    for browser in browsers:
        browser.wait_for(stopped.number)
    time.sleep(1.3 * ITSELF_SECONDS)
    after = stage.tell(scene)
    assert after["number"] == stopped.number
    assert after["entries"] == list(range(1, stopped.number + 1))
    assert after["folds_to_its_state"]


def test_a_scene_that_nobody_has_touched_opens_at_two_processes_at_once(server: SharedServer, stage: Stage) -> None:
    scene = stage.empty_scene
    mira, jonas = stage.people["mira"], stage.people["jonas"]
    answers = at_once(
        partial(mira.say, server.webs[0], scene, "First?"), partial(jonas.say, server.webs[1], scene, "Or I?")
    )
    assert sorted(answer.number for answer in answers) == [1, 2]
