"""The disk of an embedded server fills up in the middle of play: what was acknowledged stays."""

import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from config.demo import DEMO_PASSWORD
from deploy.processes import EmbeddedSite
from tests.shared.people import Person, Reply
from tests.shared.replays import ask
from tests.shared.test_backup import SCENE
from tests.shared.test_health import READY, get

ROOM = 24
"""Pages that are left on the disk: a few dozen lines of talk."""
LINE = "x" * 400
SPEAKERS = 6


def speak_until_refused(person: Person, site: EmbeddedSite) -> tuple[list[int], Reply]:
    """The numbers of the acknowledged lines, and the first other answer."""
    numbers: list[int] = []
    for _ in range(500):
        reply = person.say(site, SCENE, LINE)
        if reply.status != 200:
            return numbers, reply
        numbers.append(reply.number)
    raise AssertionError("the disk never filled up")


def speak_all_until_refused(people: list[Person], site: EmbeddedSite) -> tuple[list[int], list[Reply]]:
    """The same for many at once, whose commands share transactions."""
    with ThreadPoolExecutor(len(people)) as threads:
        told = list(threads.map(lambda person: speak_until_refused(person, site), people))
    return sorted(number for numbers, _refusal in told for number in numbers), [refusal for _numbers, refusal in told]


def test_a_full_disk_refuses_in_a_sentence_and_loses_nothing(demo_folder: Callable[[], Path]) -> None:
    place = demo_folder()
    site = EmbeddedSite(place)
    with sqlite3.connect(place / "storywheel.sqlite3") as link:
        (pages,) = link.execute("PRAGMA page_count").fetchone()
    full = {"DJANGO_SETTINGS_MODULE": "tests.shared.small_disk", "PAGES": str(pages + ROOM)}
    site.full_environment |= full
    site.start()
    try:
        petra = Person("petra").sign_in(site, DEMO_PASSWORD)  # whose numbers are those of the log
        browser = petra.watch(site, SCENE)
        numbers, refusals = speak_all_until_refused([petra] * SPEAKERS, site)
        assert len(numbers) >= 3
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        for refusal in refusals:
            assert refusal.status == 507
            assert "What you sent was not saved" in refusal.text
            assert "Traceback" not in refusal.text
        alone, refusal = speak_until_refused(petra, site)  # what is left may hold one line, though not six at once
        assert refusal.status == 507
        numbers += alone
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        browser.wait_for(numbers[-1], within=3)
        for path in (f"/scenes/{SCENE}/", "/", "/account/"):
            assert petra.ask(site, "GET", path).status == 200, path
        assert petra.say(site, SCENE, LINE).status == 507
        assert get(site, "/readyz") == (503, json.dumps(READY | {"disk": "full"}))
        assert get(site, "/healthz")[0] == 200
        browser.leave()
    finally:
        site.stop()
    told = ask(site.environment)  # every log replays to its state
    assert told["scenes"][str(SCENE)][0] == numbers[-1]
    roomy = EmbeddedSite(place, name="roomy")
    roomy.start()
    try:
        assert get(roomy, "/readyz") == (200, json.dumps(READY))
        assert petra.say(roomy, SCENE, "There is room again.").number == numbers[-1] + 1
    finally:
        roomy.stop()
