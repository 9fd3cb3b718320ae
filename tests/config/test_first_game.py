"""The host's first game: one short page after the first account, and then the table."""

import uuid

import pytest
from django.conf import LazySettings
from django.test import Client

from campaigns.models import Invite, Role, Scene, Series, User
from config.management.commands import serve
from rules import SYSTEMS
from tests.cast import Cast
from tests.conftest import SignIn

URL = "/first/game/"


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser("boss")


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_name_and_a_game_lead_to_the_table(boss: User, sign_in: SignIn, system: str) -> None:
    client = sign_in(boss)
    page = client.get(URL).content.decode()
    assert page.count("btn--go") == 1
    assert all(title in page for title in SYSTEMS.values())
    answer = client.post(URL, {"name": "The Salt Road", "system": system, "command": str(uuid.uuid4())})
    scene = Scene.objects.get()
    assert answer["Location"] == f"/scenes/{scene.pk}/"
    assert (scene.is_open, scene.series.name, scene.series.system) == (True, "The Salt Road", system)
    assert scene.series.shows_start
    assert Invite.objects.get().role == Role.PLAYER


def test_sent_twice_it_makes_one_game(boss: User, sign_in: SignIn) -> None:
    client, form = sign_in(boss), {"name": "The Salt Road", "system": "v20da", "command": str(uuid.uuid4())}
    assert len({client.post(URL, form)["Location"] for _ in range(2)}) == 1
    assert Series.objects.count() == 1


@pytest.mark.parametrize("wrong", [{"name": ""}, {"system": "chess"}, {"system": ""}, {"name": "x" * 200}])
def test_what_is_missing_is_said_and_nothing_is_made(boss: User, sign_in: SignIn, wrong: dict[str, str]) -> None:
    form = {"name": "The Salt Road", "system": "v20da", "command": str(uuid.uuid4()), **wrong}
    answer = sign_in(boss).post(URL, form)
    assert answer.status_code == 422
    assert 'class="wrong"' in answer.content.decode()
    assert not Series.objects.exists()


def test_it_is_the_hosts_page(cast: Cast, sign_in: SignIn, boss: User) -> None:
    for user, status in ((cast.player, 404), (None, 302), (boss, 200)):
        assert sign_in(user).get(URL).status_code == status


def test_the_servers_checks_wait_in_the_hosts_menu(cast: Cast, boss: User, sign_in: SignIn) -> None:
    assert "/staff/server/" in sign_in(boss).get("/").content.decode()
    assert "/staff/server/" not in sign_in(cast.storyteller).get("/").content.decode()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_server_for_this_machine_alone_has_no_address_elsewhere(host: str) -> None:
    assert serve.find_network_url(host, 8000) == ""


def test_a_server_for_the_network_knows_its_address(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    monkeypatch.setattr(serve, "CONTAINER_SIGNS", ())
    monkeypatch.setattr(serve, "_find_own_address", lambda: "192.168.1.5")
    assert serve.find_network_url("0.0.0.0", 8010) == "http://192.168.1.5:8010"
    assert serve.find_network_url("10.0.0.7", 80) == "http://10.0.0.7:80"
    assert serve.find_network_url("table.example.org", 80) == ""
    settings.ALLOWED_HOSTS = ["localhost"]
    assert "192.168.1.5" in serve.allow_own_addresses("0.0.0.0")
    assert "192.168.1.5" in settings.ALLOWED_HOSTS
    assert Client(headers={"host": "192.168.1.5:8010"}).get("/about/").status_code == 200
    monkeypatch.setattr(serve, "_find_own_address", lambda: "")
    assert serve.find_network_url("0.0.0.0", 8010) == ""


def test_a_container_does_not_know_where_its_machine_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    sign = tmp_path_factory.mktemp("root") / ".dockerenv"
    sign.touch()
    monkeypatch.setattr(serve, "CONTAINER_SIGNS", (sign,))
    assert serve.find_network_url("0.0.0.0", 8010) == ""
