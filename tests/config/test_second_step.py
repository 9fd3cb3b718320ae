"""Staff need a second step before they reach what only staff reach."""

from pathlib import Path

import pytest
from allauth.mfa.models import Authenticator
from django.conf import LazySettings
from django.urls import reverse

from campaigns.models import User
from tests.cast import Cast
from tests.config.test_settings import load_settings
from tests.conftest import SignIn

PLACES = ("/admin/", "/staff/", "/staff/changes/", "/admin/campaigns/user/")


@pytest.fixture
def boss(cast: Cast, settings: LazySettings) -> User:
    settings.STAFF_SECOND_STEP = True
    return User.objects.create_superuser("boss")


@pytest.mark.parametrize("place", PLACES)
def test_staff_without_a_second_step_are_led_to_set_one_up(boss: User, sign_in: SignIn, place: str) -> None:
    answer = sign_in(boss).get(place, follow=True)
    assert answer.redirect_chain == [(reverse("mfa_index"), 302)]
    assert "Set up an authenticator app or a passkey here first." in answer.content.decode()


def test_no_form_of_theirs_is_taken_before(boss: User, sign_in: SignIn) -> None:
    answer = sign_in(boss).post(reverse("staff_invitation"))
    assert answer["Location"] == reverse("mfa_index")


@pytest.mark.parametrize("kind", [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN])
def test_an_app_or_a_passkey_is_enough(boss: User, sign_in: SignIn, kind: str) -> None:
    Authenticator.objects.create(user=boss, type=kind, data={})
    for place in PLACES:
        assert sign_in(boss).get(place).status_code == 200


def test_others_notice_nothing(boss: User, cast: Cast, sign_in: SignIn) -> None:
    assert sign_in(cast.player).get("/staff/").status_code == 404
    assert sign_in(None).get("/staff/")["Location"].startswith(reverse("account_login"))
    assert sign_in(boss).get("/").status_code == 200


def test_at_home_staff_need_none(boss: User, sign_in: SignIn, settings: LazySettings) -> None:
    settings.STAFF_SECOND_STEP = False
    assert sign_in(boss).get("/staff/").status_code == 200


@pytest.mark.parametrize(
    ("environment", "is_asked"),
    [
        ({}, False),
        ({"STORYWHEEL_TLS": "1"}, True),
        ({"STORYWHEEL_PRODUCTION": "1"}, True),
        ({"STORYWHEEL_TLS": "1", "STORYWHEEL_STAFF_SECOND_STEP": "0"}, False),
        ({"STORYWHEEL_STAFF_SECOND_STEP": "1"}, True),
    ],
)
def test_it_is_asked_for_where_strangers_come(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, environment: dict[str, str], is_asked: bool
) -> None:
    assert load_settings(monkeypatch, tmp_path, **environment)["STAFF_SECOND_STEP"] is is_asked
