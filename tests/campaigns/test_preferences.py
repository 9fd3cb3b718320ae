"""The theme switch, the pages for what went wrong, and what no page may hold."""

import re
from io import BytesIO

import pytest
from django.conf import LazySettings
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.test import Client, RequestFactory
from django.urls import reverse
from PIL import Image

from config.server import errors
from tests.cast import Cast
from tests.conftest import SignIn


def test_a_theme_is_kept_in_a_cookie_and_forgotten_again(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.player)
    response = client.post(reverse("theme"), {"theme": "dark", "next": "/series/new/"})
    assert response["Location"] == "/series/new/"
    assert 'data-theme="dark"' in client.get("/").content.decode()
    client.post(reverse("theme"), {"theme": ""})
    assert "data-theme" not in client.get("/").content.decode()


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_the_theme_switch_leads_nowhere_else(back: str) -> None:
    assert Client().post(reverse("theme"), {"theme": "light", "next": back})["Location"] == reverse("series_list")


def test_a_made_up_theme_is_no_theme(db: None) -> None:
    client = Client()
    client.post(reverse("theme"), {"theme": "plaid"})
    client.cookies["theme"] = '"><script>'
    assert "data-theme" not in client.get(reverse("account_login")).content.decode()


def test_a_server_error_needs_no_database(rf: RequestFactory) -> None:
    response = errors.server_error(rf.get("/"))
    assert response.status_code == 500
    assert b"Something went wrong" in response.content


@pytest.mark.django_db
def test_a_missing_page_says_what_to_do() -> None:
    response = Client().get("/nowhere/")
    assert response.status_code == 404
    assert b"Page not found" in response.content
    assert b"ask the Storyteller for an invitation" in response.content


def test_the_offline_page_knows_nobody_and_names_no_way_that_needs_the_server(cast: Cast, sign_in: SignIn) -> None:
    page = sign_in(cast.player).get(reverse("offline")).content.decode()
    assert "Can’t reach the table" in page
    assert cast.player.username not in page
    assert page.count("<h1") == 1


def test_the_worker_keeps_the_offline_page() -> None:
    answer = Client().get(reverse("worker"))
    assert answer["Content-Type"] == "text/javascript"
    assert reverse("offline") in answer.content.decode()


def test_the_manifest_lets_a_phone_install_the_app(settings: LazySettings) -> None:
    settings.WHITENOISE_USE_FINDERS = True
    answer = Client().get(reverse("manifest"))
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        picture = Image.open(BytesIO(b"".join(Client().get(icon["src"]))))
        assert "x".join(map(str, picture.size)) == icon["sizes"]


def test_whoever_knocks_too_often_is_told_what_to_do() -> None:
    assert "Wait, then try again" in render_to_string("429.html")


def test_pages_hold_no_inline_style_or_script(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    series = cast.series.pk
    for url in (
        "/",
        reverse("series", args=[series]) + "?arrange=1",
        reverse("members", args=[series]),
        reverse("part", args=["scene", cast.scene.pk]),
        reverse("part_edit", args=["scene", cast.scene.pk]),
        reverse("character", args=[cast.heroine.pk]),
        reverse("character_edit", args=[cast.heroine.pk]),
        reverse("account_change_password"),
    ):
        page = client.get(url).content.decode()
        assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=", page), url
        assert page.count("<h1") == 1, url
        assert page.count("<main") == 1, url
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), url
        for label in re.findall(r'<label[^>]* for="([^"]+)"', page):
            assert label in ids, (url, label)


def test_the_icon_is_found_where_browsers_look_for_it(db: None) -> None:
    answer = Client().get("/favicon.ico")
    assert answer.status_code == 302
    assert answer["Location"] == static("img/icon.svg")
    assert Client().post("/favicon.ico").status_code == 405
