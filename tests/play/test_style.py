"""The style page, which stands only where `DEBUG` is set."""

import importlib
import re

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory

import play.urls
from play.html.style.samples import MOMENTS, sample_boards
from play.views.style import show_style
from rules import SYSTEMS


@pytest.fixture(scope="module")
def page() -> str:
    request = RequestFactory().get("/style/")
    request.user = AnonymousUser()
    return show_style(request).content.decode()


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_system_is_shown_at_every_moment(key: str, page: str) -> None:
    for moment in MOMENTS:
        assert f'id="{key}-{moment}"' in page
        assert any(sample_boards(key, moment)["Player"].offers)


def test_both_themes_stand_side_by_side_and_share_no_id(page: str) -> None:
    assert page.count('data-theme="light"') == page.count('data-theme="dark"')
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_it_keeps_to_the_rules_of_all_pages(page: str) -> None:
    assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=", page)


@pytest.mark.django_db
def test_players_never_see_it() -> None:
    assert Client().get("/style/").status_code == 404


def test_it_is_there_for_those_who_work_on_the_look(settings: LazySettings) -> None:
    settings.DEBUG = True
    found = [pattern.name for pattern in importlib.reload(play.urls).urlpatterns]
    settings.DEBUG = False
    importlib.reload(play.urls)
    assert "style" in found
