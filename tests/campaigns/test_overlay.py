"""The page on which a Storyteller makes, changes and revokes the address of an overlay."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import AuditEntry, AuditKind, Overlay
from campaigns.series.overlays.services import find_overlay
from config import transfer
from config.backup.tables import list_models
from tests.cast import Cast
from tests.conftest import SignIn

LOOKS = {"delay": "30", "theme": "light", "size": "large", "language": "fi"}
ADDRESS = re.compile(r"/overlay/([\w-]+)/\"")


@pytest.fixture
def page(cast: Cast) -> str:
    return reverse("overlay_settings", args=[cast.series.pk])


@pytest.fixture
def petra(cast: Cast, sign_in: SignIn) -> Client:
    return sign_in(cast.storyteller)


def send(client: Client, page: str, do: str = "make", **changes: str) -> Any:
    return client.post(page, {**LOOKS, "do": do, "command": str(uuid.uuid4()), **changes})


def make(client: Client, page: str) -> str:
    """A new secret."""
    found = ADDRESS.search(send(client, page).content.decode())
    assert found
    return found[1]


def test_the_address_is_shown_once_and_stored_as_a_hash(cast: Cast, petra: Client, page: str) -> None:
    answer = send(petra, page)
    secret = ADDRESS.findall(answer.content.decode())[0]
    assert "no-store" in answer["Cache-Control"]
    assert secret not in petra.get(page).content.decode()
    overlay = Overlay.objects.get()
    assert secret not in str(vars(overlay))
    assert {name: str(getattr(overlay, name)) for name in LOOKS} == LOOKS
    assert find_overlay(secret) == overlay
    assert AuditEntry.objects.filter(kind=AuditKind.LINK_MADE, detail="overlay", series_number=cast.series.pk).exists()


def test_a_new_address_ends_the_old_one(petra: Client, page: str) -> None:
    first, second = make(petra, page), make(petra, page)
    assert find_overlay(first) is None
    assert find_overlay(second) is not None


def test_a_change_of_its_looks_keeps_the_address(petra: Client, page: str) -> None:
    secret = make(petra, page)
    assert send(petra, page, "change", delay="300", theme="dark").status_code == 302
    overlay = find_overlay(secret)
    assert overlay is not None
    assert (overlay.delay, overlay.theme, overlay.size) == (300, "dark", "large")


def test_a_revoked_address_leads_nowhere(cast: Cast, petra: Client, page: str) -> None:
    secret = make(petra, page)
    assert Client().get(reverse("overlay", args=[secret])).status_code == 200
    assert petra.post(reverse("overlay_revoke", args=[cast.series.pk])).status_code == 302
    assert Client().get(reverse("overlay", args=[secret])).status_code == 404
    assert AuditEntry.objects.filter(kind=AuditKind.LINK_REVOKED, detail="overlay").exists()


def test_a_form_that_comes_twice_makes_one_address(petra: Client, page: str) -> None:
    same = str(uuid.uuid4())
    secret = ADDRESS.findall(send(petra, page, command=same).content.decode())[0]
    assert send(petra, page, command=same).status_code == 302
    assert find_overlay(secret) is not None


@pytest.mark.parametrize(
    "wrong", [{"delay": "301"}, {"delay": "-1"}, {"delay": "soon"}, {"theme": "neon"}, {"size": ""}, {"language": "xx"}]
)
def test_looks_that_there_are_not_are_refused(petra: Client, page: str, wrong: dict[str, str]) -> None:
    assert send(petra, page, **wrong).status_code == 422
    assert not Overlay.objects.exists()


@pytest.mark.parametrize("who", ["player", "rival", "spectator"])
def test_only_a_storyteller_makes_one(cast: Cast, sign_in: SignIn, page: str, who: str) -> None:
    client = sign_in(getattr(cast, who))
    assert client.get(page).status_code == 403
    assert send(client, page).status_code == 403
    assert client.post(reverse("overlay_revoke", args=[cast.series.pk])).status_code == 403
    assert not Overlay.objects.exists()


def test_it_stays_behind_when_a_series_travels_and_in_backups(cast: Cast, petra: Client, page: str) -> None:
    make(petra, page)
    digest = Overlay.objects.get().digest
    assert digest.encode() not in transfer.write(cast.series)
    assert Overlay not in list_models()
