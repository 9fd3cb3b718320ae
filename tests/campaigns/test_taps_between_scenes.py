"""With no scene open, health, pools and Willpower are tapped on the sheet; taps within seconds are one change."""

import re
import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Character, Scene
from tests.cast import Cast, gather_cast
from tests.conftest import SignIn


@pytest.fixture
def cast(db: None) -> Cast:
    cast = gather_cast("exalted2e")
    Scene.objects.update(closed_at=timezone.now())
    return cast


def tap(cast: Cast, client: Any, what: str, step: int) -> int:
    sent = {"tap": f"{cast.heroine.pk} {what} {step}", "harm": "lethal", "command": str(uuid.uuid4())}
    return int(client.post(reverse("character_tap", args=[cast.heroine.pk]), sent).status_code)


def now(cast: Cast) -> Character:
    return Character.objects.select_related("series").get(pk=cast.heroine.pk)


def test_the_page_offers_the_taps_and_they_write_to_the_sheet(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    page = client.get(reverse("character", args=[cast.heroine.pk])).content.decode()
    assert f'action="{reverse("character_tap", args=[cast.heroine.pk])}"' in page
    assert re.search(r'form="tap-form" name="tap" value="\d+ willpower_points -1"', page)
    before = now(cast).sheet["willpower_points"]
    for _twice in range(2):
        assert tap(cast, client, "willpower_points", -1) == 302
    assert tap(cast, client, "mark", 1) == 302
    assert now(cast).sheet["willpower_points"] == before - 2
    assert now(cast).sheet["health"].startswith("L")
    changes = list(now(cast).changes.order_by("pk"))
    assert [set(one.values) for one in changes] == [{"willpower_points"}, {"health"}]
    assert changes[0].values["willpower_points"] == [before, before - 2]


def test_taps_that_cancel_each_other_out_leave_no_line(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    for step in (-1, 1):
        tap(cast, client, "willpower_points", step)
    assert not now(cast).changes.exists()


def test_others_do_not_tap_and_nonsense_is_a_sentence(cast: Cast, sign_in: SignIn) -> None:
    assert tap(cast, sign_in(cast.rival), "willpower_points", -1) in (403, 404)
    assert tap(cast, sign_in(cast.stranger), "willpower_points", -1) == 404
    client = sign_in(cast.player)
    for what, step in (("essence", 1), ("nothing", 1), ("willpower_points", 7), ("", 1)):
        assert tap(cast, client, what, step) in (400, 409, 422)
    assert not now(cast).changes.exists()
