"""Pages of a scene by post, asked of a process that knows nothing of the scene: at most 15 queries each."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.core.timezone import TIMEZONE_FIELD
from campaigns.models import Notice, NoticeKind, NoticeSettings, ReadMark
from campaigns.notices.read_marks import mark_read, story_key
from campaigns.notices.services import notify
from play.table.live_scene import live_scenes
from rules import SYSTEMS
from rules.text import Text
from tests.conftest import SignIn
from tests.play.by_post import EDITED, play_by_post

pytestmark = pytest.mark.walk

MOST = 15
"""Queries of a page. Who stands in for somebody costs one more: the absences that count now."""
HX = {"hx-request": "true"}


def ask(client: Client, address: str, headers: dict[str, str] | None = None, most: int = MOST) -> str:
    """The page, if it took few queries, and one at most for sheets."""
    live_scenes.forget()
    with CaptureQueriesContext(connection) as asked:
        page = client.get(address, headers=headers or {})
    assert page.status_code == 200, address
    statements = [query["sql"] for query in asked]
    assert len(asked) <= most, (address, headers, statements)
    assert sum('"campaigns_character"."sheet"' in one for one in statements) <= 1, (address, statements)
    return page.content.decode()


@pytest.mark.parametrize("fight", [True, False], ids=["fight", "calm"])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_process_that_knows_nothing_of_a_scene_by_post_asks_seldom_for_its_pages(
    db: None, system: str, fight: bool, sign_in: SignIn
) -> None:
    """The page of the table, what was missed, and lines of the log that are read by it and settle a notice."""
    table = play_by_post(system, 1000, fight=fight)
    cast, scene = table.cast, table.scene
    page, missed = (reverse(name, args=[scene.pk]) for name in ("table", "table_missed"))
    for user in (cast.storyteller, cast.player, cast.rival):
        client, count = sign_in(user), table.count(user)
        most = MOST + cast.membership(user).is_stand_in
        client.cookies[TIMEZONE_FIELD] = "Europe/Helsinki"  # the first visit keeps it
        mark_read(cast.membership(user), scene, 900)
        for address in (page, page):
            ask(client, address, most=most)
        assert NoticeSettings.objects.get(user=user).zone == "Europe/Helsinki"
        for query in ("", "?whole", f"?after=900&upto={count}", f"?after=900&upto={count}&whole"):
            for headers in (HX, {}):
                assert EDITED in ask(client, missed + query, headers, most) or "whole" not in query
        mark_read(cast.membership(user), scene, 990)
        notify(NoticeKind.STORY, cast.series, [user.pk], story_key(scene.pk), Text("More"), page)
        assert EDITED in ask(client, reverse("table_log", args=[scene.pk, 991]), most=most)
        assert ReadMark.objects.get(user=user).number > 990
        assert not Notice.objects.filter(user=user, closed_at=None, key=story_key(scene.pk))
