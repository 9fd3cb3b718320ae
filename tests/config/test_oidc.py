"""Sign-in by a server of the host's own: the whole way, against a small one that this test starts."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaigns.models import User
from deploy.processes import free_port
from tests.cast import Cast
from tests.config.test_settings import load_settings

LOGIN = reverse("openid_connect_login", args=["sso"]) + "?process=login"
KEYS = {
    "STORYWHEEL_OIDC_CLIENT_ID": "storywheel",
    "STORYWHEEL_OIDC_CLIENT_SECRET": "shh",
    "STORYWHEEL_OIDC_NAME": "Example ID",
}


@dataclass
class Issuer:
    """A server that knows one person and asks for no password."""

    url: str
    audience: str = "storywheel"
    asked: list[dict[str, str]] = field(default_factory=list)

    def answer(self, path: str, asked: dict[str, str]) -> dict[str, Any]:
        """The JSON that lies at an address; with a `Location` it leads on."""
        match path:
            case "/.well-known/openid-configuration":
                names = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
                ends = {f"{name}_endpoint": f"{self.url}/{place}" for name, place in names.items()}
                return {"issuer": self.url, "jwks_uri": f"{self.url}/keys", **ends}
            case "/authorize":
                self.asked.append(asked)
                back = urlencode({"code": "once", "state": asked["state"]})
                return {"Location": f"{asked['redirect_uri']}?{back}"}
            case "/token":
                self.asked.append(asked)
                claims = {
                    "iss": self.url,
                    "aud": self.audience,
                    "sub": "7",
                    "exp": time.time() + 60,
                    "iat": time.time(),
                }
                return {"access_token": "a", "token_type": "Bearer", "id_token": jwt.encode(claims, "k" * 32)}
            case _:
                return {"sub": "7", "preferred_username": "mira", "email": "mira@example.org", "email_verified": True}


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            place = urlsplit(self.path)
            asked = {name: values[0] for name, values in parse_qs(place.query or body).items()}
            answer = told.answer(place.path, asked)
            self.send_response(302 if "Location" in answer else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Location", answer.get("Location", ""))
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def do_POST(self) -> None:
            self.do_GET()

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told = Issuer(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield told
    server.shutdown()
    thread.join()
    server.server_close()


def configure(settings: LazySettings, patch: pytest.MonkeyPatch, folder: Path, url: str) -> dict[str, Any]:
    """Set what a process would have that was started with this server."""
    read = load_settings(patch, folder, STORYWHEEL_OIDC_SERVER_URL=url, **KEYS)
    settings.SOCIALACCOUNT_PROVIDERS, settings.SIGN_IN_BY = read["SOCIALACCOUNT_PROVIDERS"], read["SIGN_IN_BY"]
    return read


@pytest.fixture
def by_issuer(
    issuer: Issuer, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> dict[str, Any]:
    return configure(settings, monkeypatch, tmp_path, issuer.url + "/")


def come_back(client: Client) -> HttpResponse:
    """Press the button, go where it leads, and come back with what that server says."""
    there = requests.get(client.post(LOGIN)["Location"], allow_redirects=False, timeout=5)
    back = urlsplit(there.headers["Location"])
    return cast("HttpResponse", client.get(f"{back.path}?{back.query}"))


def test_a_newcomer_signs_in_chooses_a_name_and_comes_again(
    issuer: Issuer, by_issuer: dict[str, Any], host: User
) -> None:
    client = Client()
    assert "With Example ID" in client.get(reverse("account_login")).content.decode()
    assert come_back(client)["Location"] == reverse("socialaccount_signup")
    assert 'value="mira"' in client.get(reverse("socialaccount_signup")).content.decode()
    client.post(reverse("socialaccount_signup"), {"username": "mira_of_the_reeds"})
    user = User.objects.get(username="mira_of_the_reeds")
    assert SocialAccount.objects.filter(user=user, uid="7").exists()
    assert issuer.asked[-1]["client_secret"] == "shh"
    assert issuer.asked[-1]["code_verifier"]
    again = Client()
    assert come_back(again)["Location"] == reverse("series_list")
    assert again.get("/").wsgi_request.user == user


def test_nobody_gets_an_account_by_its_address_or_its_name(
    issuer: Issuer, by_issuer: dict[str, Any], cast: Cast
) -> None:
    User.objects.filter(pk=cast.player.pk).update(username="mira", email="mira@example.org")
    client = Client()
    assert come_back(client)["Location"] == reverse("socialaccount_signup")
    assert client.get("/").status_code == 302
    assert client.post(reverse("socialaccount_signup"), {"username": "mira"}).status_code == 200
    assert not SocialAccount.objects.exists()


@pytest.mark.django_db
def test_what_was_signed_for_another_site_is_refused(issuer: Issuer, by_issuer: dict[str, Any]) -> None:
    issuer.audience = "another"
    client = Client()
    assert "socialaccount" not in come_back(client).get("Location", "")
    assert not User.objects.exists()


@pytest.mark.django_db
def test_while_that_server_is_away_a_page_says_so(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    configure(settings, monkeypatch, tmp_path, f"http://127.0.0.1:{free_port()}")
    answer = Client(raise_request_exception=False).post(LOGIN)
    assert answer.status_code == 401
    assert "Back to sign-in" in answer.content.decode()


@pytest.mark.django_db
def test_without_a_server_its_addresses_are_not_there() -> None:
    assert Client().post(LOGIN).status_code == 404


def test_forms_may_lead_to_that_server(by_issuer: dict[str, Any], issuer: Issuer) -> None:
    assert issuer.url in by_issuer["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["form-action"]
