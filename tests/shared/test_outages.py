"""PostgreSQL or Redis is away for a moment while people are all over the site: every answer is a fair one."""

import time
import uuid
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from config.demo import DEMO_PASSWORD
from deploy.shared import SharedServer
from tests.shared.conftest import Stage
from tests.shared.people import Person, Reply
from tests.shared.recovery import recovery, tell
from tests.shared.rounds import AWAY, Rounds, Step

SERIES, STORIES, DOOR = "/series/1/", "/series/1/story/new/", "/account/login/"


class Passer(Person):
    """Somebody whose browser forgets each time that it has signed in, and who opens whole pages."""

    marks: ClassVar[dict[str, str]] = {}

    def ask(self, *asked: Any, **more: Any) -> Reply:
        self.cookies.pop("sessionid", None)
        return super().ask(*asked, **more)


def speech(word: str) -> dict[str, str]:
    return {"move": "Say", "text": word, "command": str(uuid.uuid4()), "number": "0"}


def story(word: str) -> dict[str, str]:
    return {"title": word, "command": str(uuid.uuid4())}


def key(_word: str) -> dict[str, str]:
    return {"login": "aino", "password": DEMO_PASSWORD}


def dark(_word: str) -> dict[str, str]:
    return {"theme": "dark", "next": "/"}


@pytest.fixture
def scene(stage: Stage) -> int:
    return stage.new_scene()


@pytest.fixture
def rounds(server: SharedServer, stage: Stage, scene: int) -> Iterator[Rounds]:
    """Four people who have been everywhere once: the record, a table, files, the door."""
    table = f"/scenes/{scene}/"
    steps = {
        "petra": [Step("/"), Step(SERIES), Step(STORIES, story), Step("/account/sessions/"), Step("/downtime/1/")],
        "mira": [Step(table), Step(f"{table}command/", speech), Step(f"{table}plain/"), Step(f"{table}log.txt")],
        "jonas": [Step("/characters/1/"), Step("/theme/", dark), Step("/account/export/"), Step("/healthz")],
    }
    everybody: list[Any] = [(stage.people[name], theirs) for name, theirs in steps.items()]
    rounds = Rounds([*everybody, (Passer("aino"), [Step(DOOR), Step(DOOR, key), Step(SERIES)])], server.webs)
    try:
        rounds.once_round()
        yield rounds
    finally:
        rounds.finish()


@pytest.mark.parametrize(("ending", "seconds"), [("stop", 4), ("kill", 0)])
def test_while_postgres_is_away_every_answer_is_fair(
    ending: str, seconds: int, server: SharedServer, stage: Stage, scene: int, rounds: Rounds
) -> None:
    getattr(server.postgres, ending)()
    time.sleep(seconds)  # who asks waits for three
    server.postgres.start()
    back_at = time.monotonic()
    rounds.once_round()
    rounds.finish()
    assert not rounds.wrong, "\n".join(sorted(rounds.wrong))
    assert rounds.statuses[AWAY] or not seconds
    tell(f"the last 503 of anything, after PostgreSQL was back ({ending})", rounds.refused_at - back_at, 8)
    assert_all_is_kept(rounds, server, stage, scene)


def test_while_redis_is_away_every_page_and_form_goes_on(
    server: SharedServer, stage: Stage, scene: int, rounds: Rounds
) -> None:
    server.redis.kill()
    rounds.once_round()
    server.redis.start()
    rounds.once_round()
    rounds.finish()
    assert not rounds.wrong, "\n".join(sorted(rounds.wrong))
    assert not rounds.statuses[AWAY]
    assert_all_is_kept(rounds, server, stage, scene)


def assert_all_is_kept(rounds: Rounds, server: SharedServer, stage: Stage, scene: int) -> None:
    """Every word and every title that was acknowledged stands there, at a process that may have known it otherwise."""
    said, told = rounds.acknowledged[f"/scenes/{scene}/command/"], stage.tell(scene)
    assert len(said) > 4
    assert set(said) <= set(told["said"])
    assert told["folds_to_its_state"]
    shown = stage.people["petra"].ask(server.webs[0], "GET", SERIES).text
    assert len(rounds.acknowledged[STORIES]) > 4
    assert [title for title in rounds.acknowledged[STORIES] if f">{title}<" not in shown] == []


def test_who_comes_first_after_a_restart_is_served_at_once(server: SharedServer, stage: Stage) -> None:
    petra, web = stage.people["petra"], server.webs[0]
    for _ in range(3):
        assert petra.ask(web, "GET", SERIES).status == 200
    server.postgres.stop()
    server.postgres.start()
    with recovery("a page of a process that had not noticed PostgreSQL's restart", 2):
        assert petra.ask(web, "GET", SERIES).status == 200


def test_a_connection_that_is_cut_while_many_rows_are_read_is_an_error_that_django_knows(stage: Stage) -> None:
    assert stage.cut_a_reading() == "django.db.utils.OperationalError"
