"""Programs beside the people: they follow a scene at any process, and what is new is posted to them."""

import json
import re
import time
import uuid
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from deploy.processes import Site
from deploy.shared import SharedServer
from tests.api.test_client import load_client
from tests.campaigns.hooks import HookServer
from tests.shared.conftest import Stage

SERIES = 1
"""The demo's key."""


def make_token(stage: Stage, site: Site, name: str) -> str:
    """A token that somebody makes on the page, to read."""
    form = {"name": "bot", "scope": "read", "days": "7", "command": str(uuid.uuid4())}
    page = stage.people[name].ask(site, "POST", f"/series/{SERIES}/tokens/", form)
    return "sw_" + page.text.split('value="sw_')[1].partition('"')[0]


def follow(scene: str, token: str, after: int) -> Iterator[Any]:
    """Each line of a scene after a number, as it comes."""
    with urlopen(Request(f"{scene}/events?after={after}", headers={"Authorization": f"Bearer {token}"})) as news:
        for row in news:
            if row.startswith(b"data:"):
                yield json.loads(row[5:])


def test_a_program_hears_at_one_process_what_is_said_at_the_other_until_its_token_is_revoked(
    place: tuple[list[Site], Stage],
) -> None:
    (one, other), stage = place
    scene = stage.new_scene()
    token = make_token(stage, one, "jonas")
    address = f"{one.url}/api/v1/scenes/{scene}"
    number = load_client().call(address, token)["number"]
    news = follow(address, token, number)
    for text in ("I step out of the fog.", "And wait."):
        stage.people["mira"].say(other, scene, text)
        began = time.monotonic()
        assert next(news)["words"]["text"] == text
        assert time.monotonic() - began < 2
    page = stage.people["jonas"].ask(other, "GET", f"/series/{SERIES}/tokens/").text
    (revoke,) = re.findall(r'action="([^"]+/revoke/)"', page)
    stage.people["jonas"].ask(other, "POST", revoke, {})
    with pytest.raises(StopIteration):
        next(news)
    with pytest.raises(HTTPError, match="401"):
        next(follow(address, token, number))


def test_what_is_new_is_posted_once_whichever_process_looks(server: SharedServer, stage: Stage) -> None:
    hooks, scene = HookServer(), stage.new_scene()
    try:
        stage.make_webhook(hooks.origin)
        stage.people["jonas"].say(server.webs[0], scene, "Once.")
        for _n in range(2):
            stage.send_webhooks(hooks.origin)
    finally:
        hooks.close()
    told = [json.loads(one.body)["data"] for one in hooks.posted]
    said = [line["words"]["text"] for one in told if one["scene"] == scene for line in one["lines"]]
    assert said == ["Once."]
