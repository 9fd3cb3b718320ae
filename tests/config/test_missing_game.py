"""A series whose game is not installed: its pages say so, all others work, and a broken package is in the log."""

import logging

import pytest
from django.apps import apps
from django.urls import reverse

import rules.packages
from campaigns.models import Series
from tests.cast import gather_cast
from tests.conftest import SignIn


def test_pages_of_a_series_whose_game_is_gone_say_so(db: None, sign_in: SignIn) -> None:
    cast = gather_cast("exalted2e")
    Series.objects.filter(pk=cast.series.pk).update(system="gone")
    client = sign_in(cast.storyteller)
    client.raise_request_exception = False
    pages = [reverse("character", args=[cast.heroine.pk]), reverse("table", args=[cast.scene.pk])]
    for url in pages:
        answer = client.get(url)
        assert answer.status_code == 503, url
        assert "does not have that game" in answer.content.decode()
    assert client.get(reverse("series_list")).status_code == 200


def test_a_broken_package_is_logged_at_start(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(rules.packages, "load_packages", lambda: {"blades": "ImportError: no steel"})
    config = apps.get_app_config("config")
    monkeypatch.setattr(config, "broken_games", {})  # put back afterwards
    with caplog.at_level(logging.WARNING):
        config.ready()
    assert "The game blades is left out, for its package is broken: ImportError: no steel" in caplog.text
