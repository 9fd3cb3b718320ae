"""Parts of a shared server die in the middle of play: nothing acknowledged is lost, and every page catches up."""

import time

from deploy.shared import SharedServer
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.people import Browser, gather

LINE = r"line-\d+"


def assert_nothing_is_lost(burst: Burst, stage: Stage, scene: int, browsers: list[Browser], within: float) -> None:
    """Every acknowledged line stands in the log once, at its number or after; every page shows the same log."""
    told = stage.tell(scene)
    assert set(burst.acknowledged) <= set(told["said"])
    assert len(told["said"]) == len(set(told["said"]))
    assert told["entries"] == list(range(1, told["number"] + 1))
    assert told["folds_to_its_state"]
    for browser in browsers:
        browser.wait_for(told["number"], within)
        assert browser.said(LINE) == told["said"][-len(browser.said(LINE)) :]
        assert len(browser.said(LINE)) == len(told["said"])


def test_a_web_process_killed_in_mid_burst_loses_nothing(server: SharedServer, stage: Stage) -> None:
    scene, (victim, survivor) = stage.new_scene(), server.webs
    there = stage.watch("aino", victim, scene).wait_for(1)
    elsewhere = stage.watch("aino", survivor, scene).wait_for(1)
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
    burst.when(15, victim.kill)
    burst.finish()
    assert len(burst.acknowledged) == 50
    assert burst.resent
    assert_nothing_is_lost(burst, stage, scene, [elsewhere], within=1)
    assert elsewhere.connects == 1
    victim.start()
    assert_nothing_is_lost(burst, stage, scene, [there, elsewhere], within=2)


def test_play_goes_on_while_redis_is_away_and_pages_catch_up_without_it(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
    burst.when(15, server.redis.kill)
    burst.finish()
    assert burst.failures == []
    assert_nothing_is_lost(burst, stage, scene, browsers, within=1)
    late = [stage.watch("jonas", web, scene) for web in server.webs]
    number = stage.people["mira"].say(server.webs[0], scene, "Still here?").number
    for browser in browsers + late:
        browser.wait_for(number, within=2)
    assert all(browser.connects == 1 for browser in browsers)


def test_after_redis_has_come_back_it_carries_the_numbers_again(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    server.redis.kill()
    number = stage.people["mira"].say(server.webs[0], scene, "Dark.").number
    for browser in browsers:
        browser.wait_for(number, within=2)
    server.redis.start()
    number = stage.people["mira"].say(server.webs[0], scene, "Light.").number
    for browser in browsers:
        browser.wait_for(number, within=2)
    petra = stage.watch("petra", server.webs[0], scene)
    stage.watch("jonas", server.webs[1], scene)
    petra.wait_to_show("jonas", within=5)


def test_postgres_restarted_in_mid_burst_is_owned_up_to_and_gotten_over(server: SharedServer, stage: Stage) -> None:
    scene, mira = stage.new_scene(), stage.people["mira"]
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
    burst.when(15, server.postgres.stop)
    away = mira.say(server.webs[0], scene, "line-away", "00000000-0000-4000-8000-0000000000aa")
    assert away.status >= 500
    assert "Traceback" not in away.text
    server.postgres.start()
    started = time.monotonic()
    burst.finish()
    recovery = time.monotonic() - started
    assert recovery < 10
    assert all(status >= 500 for status in burst.failures)
    assert len(burst.acknowledged) == 50
    assert_nothing_is_lost(burst, stage, scene, browsers, within=3)
    again = mira.say(server.webs[1], scene, "line-away", "00000000-0000-4000-8000-0000000000aa")
    assert again.status == 200
    for browser in browsers:
        browser.wait_for(again.number, within=2)


def test_postgres_killed_in_mid_burst_keeps_what_it_has_committed(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
    burst.when(15, server.postgres.kill)
    server.postgres.start()
    burst.finish()
    assert len(burst.acknowledged) == 50
    assert_nothing_is_lost(burst, stage, scene, browsers, within=3)


def test_a_page_opened_while_postgres_is_away_comes_alive_after_it(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    server.postgres.stop()
    page = stage.watch("mira", server.webs[0], scene)
    time.sleep(0.5)
    server.postgres.start()
    page.wait_for(1, within=15)


def test_play_needs_no_worker(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browser = stage.watch("aino", server.webs[1], scene).wait_for(1)
    server.worker.kill()
    number = stage.people["mira"].say(server.webs[0], scene, "Onward.").number
    browser.wait_for(number, within=2)
    server.worker.start()


def test_a_page_whose_process_has_died_finds_the_log_at_the_other(server: SharedServer, stage: Stage) -> None:
    scene, mira = stage.new_scene(), stage.people["mira"]
    number = mira.say(server.webs[0], scene, "Before.").number
    server.webs[0].kill()
    frame = mira.ask(server.webs[1], "GET", f"/scenes/{scene}/frame/")
    assert f'"n":{number}' in frame.text
    gather(5, lambda: not server.webs[0].is_running())
    server.webs[0].start()
    assert mira.say(server.webs[0], scene, "After.").number == number + 1
