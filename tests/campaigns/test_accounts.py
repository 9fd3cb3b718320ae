"""Sign up, sign in, sign out, change the password; and joining a series on the way."""

from django.test import Client
from django.urls import reverse

from campaigns.models import Membership, Role, User
from tests.cast import PASSWORD, Cast
from tests.conftest import SignIn

NEW = {"username": "mira", "password1": "nine arches of stone", "password2": "nine arches of stone"}


def test_a_name_and_a_password_are_enough(host: User) -> None:
    client = Client()
    response = client.post(reverse("account_signup"), NEW, follow=True)
    assert response.redirect_chain[-1][0] == reverse("series_list")
    assert b"No series yet" in response.content
    assert User.objects.get(username="mira").email == ""


def test_no_other_sites_door_is_shown_where_none_is_set(host: User) -> None:
    page = Client().get(reverse("account_login")).content.decode()
    assert "With Discord" not in page
    assert "With Google" not in page


def test_a_wrong_password_is_said_at_the_form(cast: Cast) -> None:
    response = Client().post(reverse("account_login"), {"login": "player", "password": "wrong"})
    assert response.status_code == 200
    assert b"not correct" in response.content
    assert b"_auth_user_id" not in response.content


def test_signing_in_and_out(cast: Cast) -> None:
    client = Client()
    response = client.post(reverse("account_login"), {"login": "player", "password": PASSWORD})
    assert response["Location"] == reverse("series_list")
    assert client.get(reverse("account_logout")).status_code == 200
    assert client.get(reverse("series_list")).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(reverse("series_list")).status_code == 302


def test_the_password_is_changed(cast: Cast, sign_in: SignIn) -> None:
    new = {"oldpassword": PASSWORD, "password1": "a bridge of nine arches", "password2": "a bridge of nine arches"}
    sign_in(cast.player).post(reverse("account_change_password"), new)
    cast.player.refresh_from_db()
    assert cast.player.check_password("a bridge of nine arches")


def test_a_newcomer_is_led_through_sign_up_into_the_series(cast: Cast) -> None:
    invite = cast.series.invites.create(role=Role.PLAYER)
    url = reverse("join", args=[invite.token])
    client = Client()
    shown = client.get(url)
    assert cast.series.name in shown.content.decode()
    door = f"{reverse('account_signup')}?next={url.replace('/', '%2F')}"
    assert door in shown.content.decode()
    assert f'value="{url}"' in client.get(door).content.decode()
    response = client.post(reverse("account_signup"), {**NEW, "next": url})
    assert response["Location"] == url
    assert b"Join as player" in client.get(url).content
    assert client.post(url)["Location"] == reverse("heroes", args=[cast.series.pk])
    assert Membership.objects.get(series=cast.series, user__username="mira").role == Role.PLAYER


def test_looking_at_a_link_does_not_join(cast: Cast, sign_in: SignIn) -> None:
    invite = cast.series.invites.create(role=Role.PLAYER)
    url = reverse("join", args=[invite.token])
    assert sign_in(cast.stranger).get(url).status_code == 200
    assert sign_in(None).post(url).status_code == 403
    assert not Membership.objects.filter(user=cast.stranger).exists()


def test_a_member_is_led_from_the_link_to_the_series(cast: Cast, sign_in: SignIn) -> None:
    invite = cast.series.invites.create(role=Role.SPECTATOR)
    response = sign_in(cast.player).get(reverse("join", args=[invite.token]))
    assert response["Location"] == reverse("series", args=[cast.series.pk])
