"""A person's account: second steps, where it is signed in, its data, its end; and who may make one."""

import base64
import hashlib
import hmac
import json
import re
import struct
import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.accounts import services as accounts
from campaigns.core.refusals import Refused
from campaigns.models import (
    Character,
    Doing,
    Downtime,
    DowntimeResult,
    DowntimeRun,
    ExperienceEntry,
    Membership,
    Project,
    Proposal,
    Role,
    RunState,
    Series,
    User,
)
from tests.cast import PASSWORD, SECRET, Cast
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

NEW = {"username": "mira", "password1": "nine arches of stone", "password2": "nine arches of stone"}


def come_in(name: str = "player", password: str = PASSWORD, agent: str = "Firefox") -> Client:
    """A browser that has signed in by the form."""
    client = Client(HTTP_USER_AGENT=agent)
    client.post(reverse("account_login"), {"login": name, "password": password})
    return client


def is_in(client: Client) -> bool:
    return client.get(reverse("series_list")).status_code == 200


def code_of(secret: str, before: int = 0) -> str:
    """What an authenticator app shows now, or has shown so many half minutes before (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", int(time.time()) // 30 - before), hashlib.sha1).digest()
    place = digest[-1] & 15
    number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"


@pytest.fixture
def letters(settings: LazySettings) -> list[Any]:
    """A server with mail; what it has sent."""
    settings.MAIL, settings.EMAIL_BACKEND = True, "django.core.mail.backends.locmem.EmailBackend"
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
    mail.outbox = []
    return mail.outbox


def link_in(letter: Any) -> str:
    found = re.search(r"http://testserver(/\S+)", letter.body)
    assert found, letter.body
    return found[1]


def test_one_page_leads_to_all_that_can_be_done(cast: Cast) -> None:
    page = come_in().get(reverse("account")).content.decode()
    for name in ("account_change_password", "mfa_index", "account_sessions", "my_data", "account_delete"):
        assert f'href="{reverse(name)}"' in page
    assert reverse("account_email") not in page
    assert reverse("staff") not in page


# ---- the second step


def test_an_authenticator_app_becomes_the_second_step(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)  # no code grows old between the app and the page
    client, url = come_in(), reverse("mfa_activate_totp")
    asked = client.get(url)
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    client.post(asked["Location"], {"password": PASSWORD})
    found = re.search(r'id="authenticator_secret" value="(\w+)"', client.get(url).content.decode())
    assert found
    assert b"Incorrect code" in client.post(url, {"code": "000000"}).content
    assert b"Incorrect code" in client.post(url, {"code": code_of(found[1], before=2)}).content
    client.post(url, {"code": code_of(found[1], before=1)})  # it has run out while it was typed
    assert set(Authenticator.objects.values_list("type", flat=True)) == {"totp", "recovery_codes"}
    other = come_in()
    assert not is_in(other)
    assert b"Incorrect code" in other.post(reverse("mfa_authenticate"), {"code": "123456"}).content
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    other.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert is_in(other)
    again = come_in()
    again.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert not is_in(again)


def test_a_passkey_can_be_asked_for_at_the_door_and_made_at_home(cast: Cast) -> None:
    assert b'id="passkey_login"' in Client().get(reverse("account_login")).content
    options = Client().get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"}).json()
    assert options["request_options"]["publicKey"]["challenge"]
    client = come_in()
    client.post(client.get(reverse("mfa_add_webauthn"))["Location"], {"password": PASSWORD})
    page = client.get(reverse("mfa_add_webauthn")).content.decode()
    assert 'id="mfa_webauthn_add"' in page
    assert client.post(reverse("mfa_add_webauthn"), {"name": "x", "credential": "{}"}).status_code == 200
    assert not Authenticator.objects.exists()


def test_staff_come_in_by_the_same_door(cast: Cast) -> None:
    assert Client().get("/admin/")["Location"].startswith("/admin/login/")
    assert Client().get("/admin/login/")["Location"].startswith(reverse("account_login"))


def test_the_host_takes_a_lost_second_step_away_without_seeing_it(cast: Cast, sign_in: SignIn) -> None:
    boss = sign_in(User.objects.create_user("boss", is_staff=True, is_superuser=True))
    step = Authenticator.objects.create(user=cast.player, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    page = boss.get(f"/admin/mfa/authenticator/{step.pk}/change/")
    assert page.status_code == 200
    assert b"JBSWY3DPEHPK3PXP" not in page.content
    boss.post(f"/admin/mfa/authenticator/{step.pk}/delete/", {"post": "yes"})
    assert is_in(come_in())


# ---- where it is signed in


def test_a_person_sees_where_they_are_signed_in_and_ends_it_there(cast: Cast) -> None:
    here, there, stranger = come_in(agent="Firefox"), come_in(agent="An old phone"), come_in("stranger")
    page = here.get(reverse("account_sessions")).content.decode()
    assert "An old phone" in page
    old = UserSession.objects.get(user_agent="An old phone")
    stranger.post(reverse("account_session_end", args=[old.pk]))
    assert is_in(there)
    here.post(reverse("account_session_end", args=[old.pk]))
    assert not is_in(there)
    assert is_in(here)
    assert is_in(stranger)


def test_one_click_signs_out_everywhere_else(cast: Cast) -> None:
    here, others = come_in(), [come_in(), come_in()]
    here.post(reverse("account_sessions_end"))
    assert [is_in(client) for client in (here, *others)] == [True, False, False]


def test_a_new_password_ends_the_other_sessions_at_once(cast: Cast) -> None:
    here, there = come_in(), come_in()
    new = {"oldpassword": PASSWORD, "password1": "a bridge of nine arches", "password2": "a bridge of nine arches"}
    key = there.session.session_key or ""
    here.post(reverse("account_change_password"), new)
    assert not Session.objects.filter(session_key=key).exists()
    assert is_in(here)
    assert len(accounts.list_sessions(cast.player)) == 1


@pytest.mark.parametrize("how", ["a new password", "no password", "not active"])
def test_the_host_shuts_an_account_everywhere_at_once(how: str, cast: Cast, sign_in: SignIn) -> None:
    boss = sign_in(User.objects.create_user("boss", is_staff=True, is_superuser=True))
    there, other = come_in(), come_in("stranger")
    keys, page = {client.session.session_key or "" for client in (there, other)}, "/admin/campaigns/user/{}/{}/"
    if how == "not active":
        joined = {"date_joined_0": "2026-11-21", "date_joined_1": "12:00:00"}
        answer = boss.post(page.format(cast.player.pk, "change"), {"username": cast.player.username, **joined})
    else:
        new = dict.fromkeys(("password1", "password2"), "a bridge of nine arches")
        sent = (
            {"usable_password": "false", "unset-password": "1"}
            if how == "no password"
            else {"usable_password": "true", **new}
        )
        answer = boss.post(page.format(cast.player.pk, "password"), sent)
    assert answer.status_code == 302, answer.content.decode()
    assert accounts.still_signed_in(keys) == {other.session.session_key}
    assert is_in(other)
    assert not is_in(there)
    assert not is_in(come_in())


def test_the_sessions_that_are_left_are_told_in_one_question(cast: Cast, django_assert_num_queries: Any) -> None:
    keys = {come_in().session.session_key or "" for _ in range(2)}
    with django_assert_num_queries(1):
        assert accounts.still_signed_in({*keys, "gone"}) == keys


def test_a_session_that_has_run_out_is_over_though_its_row_is_still_there(cast: Cast) -> None:
    key = come_in().session.session_key or ""
    Session.objects.filter(session_key=key).update(expire_date=timezone.now())
    assert accounts.still_signed_in({key}) == set()


# ---- a forgotten password


def test_without_mail_a_forgotten_password_is_the_hosts_business(
    cast: Cast, capsys: pytest.CaptureFixture[str]
) -> None:
    url = reverse("account_reset_password")
    assert b"Ask the person who runs it" in Client().get(url).content
    assert Client().post(url, {"email": "x@example.org"}).status_code == 409
    there = come_in()
    call_command("reset_link", "player", address="https://table.example.org/")
    link = capsys.readouterr().out.strip().removeprefix("https://table.example.org")
    _set_password(link, "a bridge of nine arches")
    assert is_in(come_in(password="a bridge of nine arches"))
    assert not is_in(there)
    assert b"This link is used up" in Client().get(link, follow=True).content
    with pytest.raises(CommandError, match="Nobody here is called nobody"):
        call_command("reset_link", "nobody")


def _set_password(link: str, password: str) -> None:
    client = Client()
    form = client.get(link)["Location"]
    client.post(form, {"password1": password, "password2": password})


def test_staff_hand_out_such_links_but_not_for_those_above_them(cast: Cast, sign_in: SignIn) -> None:
    boss = User.objects.create_user("boss", is_staff=True, is_superuser=True)
    helper = User.objects.create_user("helper", is_staff=True)
    url = reverse("staff_reset_link")
    page = sign_in(helper).post(url, {"name": "player"}).content.decode()
    found = re.search(r'value="http://testserver(/account/password/reset/key/\S+)"', page)
    assert found
    _set_password(found[1], "a bridge of nine arches")
    assert is_in(come_in(password="a bridge of nine arches"))
    assert sign_in(helper).post(url, {"name": "boss"}).status_code == 403
    assert sign_in(boss).post(url, {"name": "helper"}).status_code == 200
    assert sign_in(boss).post(url, {"name": "nobody"}).status_code == 404
    assert sign_in(cast.rival).post(url, {"name": "player"}).status_code == 404


def test_with_mail_an_address_is_verified_before_anything_else(host: User, letters: list[Any]) -> None:
    client = Client()
    client.post(reverse("account_signup"), {**NEW, "email": "mira@example.org"})
    assert not is_in(client)
    assert not is_in(come_in("mira", NEW["password1"]))
    assert letters[0].to == ["mira@example.org"]
    client.post(link_in(letters[0]))
    assert is_in(come_in("mira", NEW["password1"]))


def test_with_mail_a_forgotten_password_is_reset_by_letter(cast: Cast, letters: list[Any]) -> None:
    EmailAddress.objects.create(user=cast.player, email="player@example.org", verified=True, primary=True)
    url = reverse("account_reset_password")
    Client().post(url, {"email": "player@example.org"})
    _set_password(link_in(letters[0]), "a bridge of nine arches")
    assert is_in(come_in(password="a bridge of nine arches"))
    assert Client().post(url, {"email": "nobody@example.org"}).status_code == 302


def test_accounts_from_before_there_was_mail_are_not_shut_out(cast: Cast, letters: list[Any]) -> None:
    assert is_in(come_in())


# ---- by invitation


def test_where_one_must_be_invited_nobody_else_makes_an_account(cast: Cast, settings: LazySettings) -> None:
    settings.INVITE_ONLY = True
    invite = cast.series.invites.create(role=Role.PLAYER)
    client = Client()
    assert b"By invitation" in client.get(reverse("account_signup")).content
    client.post(reverse("account_signup"), NEW)
    assert not User.objects.filter(username="mira").exists()
    client.get(reverse("join", args=[invite.token]))
    assert client.get(reverse("account_signup")).status_code == 200
    invite.delete()
    client.post(reverse("account_signup"), NEW)
    assert not User.objects.filter(username="mira").exists()
    again = cast.series.invites.create(role=Role.PLAYER)
    client.get(reverse("join", args=[again.token]))
    client.post(reverse("account_signup"), {**NEW, "next": reverse("join", args=[again.token])})
    assert User.objects.filter(username="mira").exists()


def test_the_host_invites_too(host: User, settings: LazySettings, capsys: pytest.CaptureFixture[str]) -> None:
    settings.INVITE_ONLY = True
    call_command("invite", address="http://testserver")
    link = capsys.readouterr().out.strip().removeprefix("http://testserver")
    client = Client()
    assert client.get(link[:-3] + "aa/").status_code == 404
    assert client.get(link)["Location"] == reverse("account_signup")
    client.post(reverse("account_signup"), NEW)
    assert User.objects.filter(username="mira").exists()


# ---- what is mine


def test_my_data_are_mine_and_nobody_elses(cast: Cast, sign_in: SignIn) -> None:
    cast.player.email = "player@example.org"
    cast.player.save()
    client = come_in()
    answer = client.get(reverse("my_data"))
    assert answer["Content-Disposition"] == 'attachment; filename="storywheel-player.json"'
    data = json.loads(answer.content)
    assert data["account"]["email"] == "player@example.org"
    assert [one["name"] for one in data["characters"]] == [cast.heroine.name]
    assert data["memberships"][0]["series"] == cast.series.name
    text = answer.content.decode()
    for other in (SECRET, cast.duelist.name, cast.rival.username, "pbkdf2", "secret_notes", cast.player.password):
        assert other not in text


def test_my_plans_and_what_i_earned_are_mine_and_the_storytellers_part_is_not(cast: Cast) -> None:
    place = cast.downtime
    Doing.objects.create(downtime=place, character=cast.heroine, kind="free", first=1, days=2, secret="I search.")
    Doing.objects.create(downtime=place, character=cast.duelist, kind="free", first=1, days=2, secret="I poison.")
    Project.objects.create(character=cast.heroine, title="A boat", request={}, goal=5)
    ExperienceEntry.objects.create(character=cast.heroine, points=3, reason="A brave word")
    Proposal.objects.create(character=cast.heroine, label="Melee 3 → 4", points=5, words="For the duel.")
    run = DowntimeRun.objects.create(downtime=place, seed="the dice to come", state=RunState.LOOK)
    DowntimeResult.objects.create(run=run, character=cast.heroine, words="Not yet told.", secret_words="Never told.")
    content = come_in().get(reverse("my_data")).content.decode()
    for mine in ("I search.", place.title, "A boat", "A brave word", "For the duel."):
        assert mine in content
    for other in ("I poison.", "Not yet told.", "Never told.", "the dice to come"):
        assert other not in content
    Downtime.objects.update(hidden=True)
    assert place.title not in come_in().get(reverse("my_data")).content.decode()


# ---- its end


def test_an_account_is_deleted_with_the_password_and_the_characters_stay(cast: Cast) -> None:
    client, url = come_in(), reverse("account_delete")
    page = client.get(url).content.decode()
    assert cast.heroine.name in page
    assert client.post(url, {"password": "wrong"}).status_code == 422
    assert User.objects.filter(pk=cast.player.pk).exists()
    assert client.post(url, {"password": PASSWORD})["Location"] == reverse("account_login")
    assert not User.objects.filter(pk=cast.player.pk).exists()
    assert not is_in(client)
    assert Character.objects.get(pk=cast.heroine.pk).owner is None
    assert not UserSession.objects.exists()


def test_the_owner_says_what_becomes_of_each_series(cast: Cast) -> None:
    own = Series.objects.create(name="A quiet one", system=cast.series.system, owner=cast.storyteller)
    client, url = come_in("storyteller"), reverse("account_delete")
    page = client.get(url).content.decode()
    assert "A quiet one" in page
    assert "Transfer it to player" in page
    assert client.post(url, {"password": PASSWORD}).status_code == 422
    heir = cast.membership(cast.player)
    wills = {f"series-{cast.series.pk}": str(heir.pk), f"series-{own.pk}": accounts.REMOVE}
    client.post(url, {"password": PASSWORD, **wills})
    cast.series.refresh_from_db()
    assert cast.series.owner == cast.player
    assert Membership.objects.get(pk=heir.pk).role == Role.STORYTELLER
    assert not Series.objects.filter(pk=own.pk).exists()
    assert not User.objects.filter(username="storyteller").exists()


def test_an_heir_who_has_left_meanwhile_gets_nothing(cast: Cast) -> None:
    heir = cast.membership(cast.player)
    heir.delete()
    with pytest.raises(Refused, match="Choose what happens to"):
        accounts.delete_account(cast.storyteller, {cast.series.pk: str(heir.pk)})
    assert User.objects.filter(username="storyteller").exists()


def test_who_has_no_password_types_their_name(cast: Cast, sign_in: SignIn) -> None:
    cast.player.set_unusable_password()
    cast.player.save()
    client, url = sign_in(cast.player), reverse("account_delete")
    assert client.post(url, {"name": "somebody"}).status_code == 422
    assert client.post(url, {"name": "player"}).status_code == 302
    assert not User.objects.filter(username="player").exists()
