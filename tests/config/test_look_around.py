"""The card on the first page of the demo's people: what to try, for whom, and for nobody else."""

import pytest
from django.conf import LazySettings
from django.test import Client

from campaigns.models import Character, DemoSeat, Downtime, Scene, Series, User
from config.demo import load_demo
from config.demo.public.tables import GUESTS, SYSTEMS, take_seat, take_table
from config.demo.tour import list_steps
from tests.cast import Cast
from tests.kept import put

pytestmark = [pytest.mark.walk, pytest.mark.django_db]
CARD = 'class="tour"'


def enter(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def page_of(client: Client) -> str:
    return str(client.get("/").content.decode())


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("petra", "Run The House of Three Lamps"),
        ("mira", "Roll for Ysane of the Reeds in The House of Three Lamps"),
        ("jonas", "Roll for Brother Oskel in The House of Three Lamps"),
        ("aino", "Watch The House of Three Lamps"),
    ],
)
def test_each_of_the_demos_people_has_five_steps_that_lead_to_a_page(name: str, first: str) -> None:
    put(load_demo)
    client, steps = enter(name), list_steps(User.objects.get(username=name))
    page = page_of(client)
    assert CARD in page
    assert steps[0].words.replace("\u2068", "").replace("\u2069", "") == first
    assert len(steps) == 5
    for step in steps:
        assert step.url in page
        assert client.get(step.url).status_code == 200


def test_a_player_is_led_to_what_waits_for_her_own_hero() -> None:
    put(load_demo)
    for name, hero in (("mira", "Iva Lindqvist"), ("jonas", "Mechtild")):
        steps = list_steps(User.objects.get(username=name))
        fight = Scene.objects.get(
            episode__story__series=Character.objects.get(name=hero).series, position=1, episode__position=1
        )
        assert steps[1].url == f"/scenes/{fight.pk}/"
        assert hero in steps[1].words
        assert "How do" in enter(name).get(steps[1].url).content.decode()


def test_it_is_hidden_with_one_button_until_the_next_sign_in() -> None:
    put(load_demo)
    client = enter("mira")
    for _twice in range(2):
        assert client.post("/look-around/hide/")["Location"] == "/"
    assert CARD not in page_of(client)
    assert CARD in page_of(enter("jonas"))
    assert CARD in page_of(enter("mira"))
    assert Client().post("/look-around/hide/").status_code == 403
    assert client.get("/look-around/hide/").status_code == 405


def test_other_servers_and_other_people_have_none(cast: Cast) -> None:
    client = Client()
    client.force_login(cast.storyteller)
    assert CARD not in page_of(client)
    petra = User.objects.create_user("petra")
    Series.objects.create(name="The Salt Road", system="exalted2e", owner=cast.storyteller)
    assert list_steps(petra) == []
    assert CARD not in page_of(enter("petra"))


def test_a_step_goes_when_what_it_leads_to_is_gone() -> None:
    put(load_demo)
    mira = User.objects.get(username="mira")
    Downtime.objects.all().delete()
    Scene.objects.filter(title="The Ferry Terminal, After Hours").delete()
    steps = list_steps(mira)
    assert len(steps) == 4
    assert all(enter("mira").get(step.url).status_code == 200 for step in steps)
    Series.objects.all().delete()
    assert list_steps(mira) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_seat_of_a_public_demo_has_them_at_its_own_table(settings: LazySettings, system: str) -> None:
    settings.PUBLIC_DEMO = True
    mine = take_table(system, "192.0.2.1")
    seats = [mine, *(take_seat(mine.table, "192.0.2.1") for _guest in GUESTS)]
    other = take_table(system, "192.0.2.2")
    assert isinstance(other, DemoSeat)
    for seat in seats:
        client = Client()
        client.force_login(seat.user)
        steps = list_steps(seat.user)
        assert len(steps) == 5, seat.name
        assert CARD in page_of(client)
        for step in steps:
            assert client.get(step.url).status_code == 200, step.url
