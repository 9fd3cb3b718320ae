"""Parts of a shared server die in the middle of play: nothing acknowledged is lost, and every page catches up."""

import os
import signal
import time

import pytest
import redis

from deploy.shared import SharedServer
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.people import Browser, gather
from tests.shared.recovery import recovery

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
        assert browser.differs_from_a_fresh_page() == set()


@pytest.mark.parametrize("place", [0, 1], ids=["the first", "the second"])
def test_a_web_process_killed_in_mid_burst_loses_nothing(server: SharedServer, stage: Stage, place: int) -> None:
    scene, victim, survivor = stage.new_scene(), server.webs[place], server.webs[1 - place]
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
    with recovery(f"pages of {victim.name}, killed and started again", 2):
        there.wait_for(max(burst.acknowledged.values()))
    assert_nothing_is_lost(burst, stage, scene, [there, elsewhere], within=2)


def test_play_needs_neither_worker_nor_clock(server: SharedServer, stage: Stage) -> None:
    scene, victim = stage.new_scene(), server.worker
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 30)
    burst.when(10, victim.kill)
    burst.finish()
    assert (burst.failures, burst.resent) == ([], 0)
    assert_nothing_is_lost(burst, stage, scene, browsers, within=1)
    victim.start()


@pytest.mark.parametrize("name", ["tasks", "posts", "clock"])
def test_a_part_of_the_background_that_is_killed_starts_again(server: SharedServer, stage: Stage, name: str) -> None:
    downtime, before = stage.new_downtime(), list_named_parts(server)
    os.kill(before[name], signal.SIGKILL)
    gather(10, lambda: server.worker.list_parts().get(name, before[name]) != before[name])
    after = list_named_parts(server)
    assert {part for part in before if before[part] != after[part]} == {name}
    ask_for(downtime, server, stage)
    with recovery(f"a downtime, after the background's {name} were killed", 40):
        gather(40, lambda: is_done(downtime, stage))


def list_named_parts(server: SharedServer) -> dict[str, int]:
    """Return the processes of the background by name. A process that has just started is still named `python`."""
    gather(10, lambda: set(server.worker.list_parts()) == {"tasks", "posts", "clock"})
    return server.worker.list_parts()


def test_what_was_asked_for_while_the_worker_was_dead_is_done_when_it_lives(server: SharedServer, stage: Stage) -> None:
    downtime = stage.new_downtime()
    server.worker.kill()
    ask_for(downtime, server, stage)
    assert stage.tell_downtime(downtime) == {"state": "running", "results": 0}
    server.worker.start()
    with recovery("a task that waited for the worker, from its start", 40):
        gather(40, lambda: is_done(downtime, stage))
    assert stage.tell_downtime(downtime)["results"] > 0


def ask_for(downtime: int, server: SharedServer, stage: Stage) -> None:
    """Have a downtime worked out."""
    path = f"/downtime/{downtime}/act/"
    assert stage.people["petra"].ask(server.webs[0], "POST", path, {"act": "run"}).status == 302


def is_done(downtime: int, stage: Stage) -> bool:
    """Whether a downtime is worked out."""
    return bool(stage.tell_downtime(downtime)["state"] == "look")


def test_a_task_that_met_no_database_is_tried_again(server: SharedServer, stage: Stage) -> None:
    downtime = stage.new_downtime()
    with server.worker.asleep():
        ask_for(downtime, server, stage)
        server.postgres.stop()
    with redis.Redis.from_url(server.redis.url) as link:
        gather(10, lambda: link.llen("celery") == 0)
    time.sleep(4)  # it waits three seconds for a connection
    server.postgres.start()
    with recovery("a task that met no database, from PostgreSQL's return", 20):
        gather(20, lambda: is_done(downtime, stage))
    assert stage.tell_downtime(downtime)["results"] > 0


def test_the_worker_takes_tasks_again_when_redis_has_come_back(server: SharedServer, stage: Stage) -> None:
    downtime, before = stage.new_downtime(), server.worker.list_parts()
    # A worker of Celery 5.7.0 that keeps a task for later ends when it loses Redis.
    stage.put_off_a_task()
    with redis.Redis.from_url(server.redis.url) as link:
        gather(10, lambda: link.hlen("unacked") > 0)
    server.redis.kill()
    server.redis.start()
    ask_for(downtime, server, stage)
    # Redis forgets what a worker had just taken; a run that stands still for 15 s is asked for again, every 15 s.
    with recovery("a task that was asked for when Redis was just back", 40):
        gather(40, lambda: is_done(downtime, stage))
    assert server.worker.list_parts() == before
    assert server.worker.is_ready()


def test_play_goes_on_while_redis_is_away_and_pages_catch_up_without_it(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
    burst.when(15, server.redis.kill)
    burst.finish()
    assert burst.failures == []
    assert_nothing_is_lost(burst, stage, scene, browsers, within=1)
    late = [stage.watch("jonas", web, scene) for web in server.webs]
    with recovery("a click reaching both processes while Redis is away", 2):
        number = stage.people["mira"].say(server.webs[0], scene, "Still here?").number
        for browser in browsers + late:
            browser.wait_for(number)
    assert all(browser.connects == 1 for browser in browsers)


def test_play_goes_on_while_redis_is_stuck(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    with server.redis.asleep():
        burst = Burst(list(stage.people.values())[:3], server.webs, scene, 30)
        burst.finish()
        assert burst.failures == []
        assert_nothing_is_lost(burst, stage, scene, browsers, within=2)
    assert_nothing_is_lost(burst, stage, scene, browsers, within=2)
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
    with recovery("who is here, told between processes after Redis was back", 6):
        petra.wait_to_show("jonas")


def test_redis_flushed_in_mid_burst_is_not_noticed(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    with redis.Redis.from_url(server.redis.url) as link:
        link.set("something", "in it")
        burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
        burst.when(15, link.flushall)
        assert link.get("something") is None
        burst.finish()
    assert (burst.failures, burst.resent) == ([], 0)
    assert_nothing_is_lost(burst, stage, scene, browsers, within=1)
    assert all(browser.connects == 1 for browser in browsers)
    assert stage.people["mira"].ask(server.webs[1], "GET", "/").status == 200  # she is still signed in


def test_postgres_restarted_in_mid_burst_is_owned_up_to_and_gotten_over(server: SharedServer, stage: Stage) -> None:
    scene, mira = stage.new_scene(), stage.people["mira"]
    browsers = [stage.watch("aino", web, scene).wait_for(1) for web in server.webs]
    burst = Burst(list(stage.people.values())[:3], server.webs, scene, 50)
    burst.when(15, server.postgres.stop)
    away = mira.say(server.webs[0], scene, "line-away", "00000000-0000-4000-8000-0000000000aa")
    assert away.status == 503
    assert "Everything that was confirmed is safe" in away.text
    server.postgres.start()
    with recovery("all that was clicked meanwhile, after PostgreSQL was back", 10):
        burst.finish()
    assert set(burst.failures) <= {503}
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
    with recovery("all that was clicked meanwhile, after PostgreSQL was killed and back", 10):
        burst.finish()
    assert len(burst.acknowledged) == 50
    assert_nothing_is_lost(burst, stage, scene, browsers, within=3)


def test_a_page_opened_while_postgres_is_away_comes_alive_after_it(server: SharedServer, stage: Stage) -> None:
    scene = stage.new_scene()
    server.postgres.stop()
    page = stage.watch("mira", server.webs[0], scene)
    time.sleep(0.5)
    server.postgres.start()
    with recovery("a page that was opened while PostgreSQL was away", 15):
        page.wait_for(1, within=15)


def test_a_page_whose_process_has_died_finds_the_log_at_the_other(server: SharedServer, stage: Stage) -> None:
    scene, mira = stage.new_scene(), stage.people["mira"]
    number = mira.say(server.webs[0], scene, "Before.").number
    server.webs[0].kill()
    with recovery("the log of a dead process, at the other", 10):
        gather(10, lambda: mira.read_facts(server.webs[1], scene)["count"] == number)
    gather(5, lambda: not server.webs[0].is_running())
    server.webs[0].start()
    assert mira.say(server.webs[0], scene, "After.").number == number + 1
