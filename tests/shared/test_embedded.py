"""The embedded server, killed as by a power cut in the middle of play: what it has acknowledged is on disk."""

import json
import threading
import time
import uuid

from config.demo import STORYTELLER
from deploy.processes import EmbeddedSite
from rules.fair_file import verify
from tests.shared.burst import Burst
from tests.shared.conftest import Stage
from tests.shared.people import Person, Unanswered
from tests.shared.recovery import recovery
from tests.shared.test_faults import assert_nothing_is_lost

DICE = 17
"""Dice of one roll: as many as nobody else rolls here."""


def test_an_embedded_server_killed_in_mid_burst_loses_nothing(embedded: EmbeddedSite, small_stage: Stage) -> None:
    scene = small_stage.new_scene()
    browsers = [small_stage.watch(name, embedded, scene).wait_for(1) for name in ("petra", "mira", "aino")]
    burst = Burst(list(small_stage.people.values())[:3], [embedded], scene, 50)
    for acknowledged in (10, 30):
        burst.when(acknowledged, embedded.kill)
        embedded.start()
    with recovery("all that was clicked meanwhile, after the embedded server was killed and back", 10):
        burst.finish()
    assert len(burst.acknowledged) == 50
    assert burst.failures == []
    assert_nothing_is_lost(burst, small_stage, scene, browsers, within=3)
    assert all(browser.connects > 1 for browser in browsers)


def test_an_embedded_server_killed_in_mid_roll_uses_no_number_of_its_dice_twice(
    embedded: EmbeddedSite, small_stage: Stage
) -> None:
    scene, rolls = small_stage.new_scene(), 40
    mira, petra = small_stage.people["mira"], small_stage.people[STORYTELLER]
    done: list[int] = []

    def roll_all() -> None:
        for place in range(rolls):
            key = str(uuid.uuid4())
            while not _is_done(mira, embedded, scene, key):
                time.sleep(0.05)
            done.append(place)

    thread = threading.Thread(target=roll_all)
    thread.start()
    for count in (8, 24):
        while len(done) < count:
            time.sleep(0.002)
        embedded.kill()
        embedded.start()
    thread.join()
    assert petra.ask(embedded, "POST", f"/scenes/{scene}/dice/seal/", {}).status == 302
    file = json.loads(mira.ask(embedded, "GET", f"/scenes/{scene}/dice.json").text)
    verdicts = verify(file)
    assert not any(verdict.faults for verdict in verdicts)
    mine = [step for verdict in verdicts for step in verdict.stream.steps if len(step.dice) == DICE]
    assert len(mine) == rolls, "each roll that was answered fell once"


def _is_done(person: Person, site: EmbeddedSite, scene: int, key: str) -> bool:
    try:
        return person.say(site, scene, f"/roll {DICE}", key).status == 200
    except Unanswered:
        return False
