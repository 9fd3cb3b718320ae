"""What a process answers that is reached by TLS, and where one signs in by other sites too."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deploy.processes import manage
from tests.ready import environment

FAR = {
    "DEBUG": "1",  # static files need not be collected
    "STORYWHEEL_TLS": "1",
    "ALLOWED_HOSTS": "testserver",
    **{f"{name}_CLIENT_ID": f"{name}-id" for name in ("DISCORD", "GOOGLE")},
    **{f"{name}_CLIENT_SECRET": "shh" for name in ("DISCORD", "GOOGLE")},
}
ASK = """
import json
from django.test import Client
page = Client().get("/account/login/", secure=True)
leads = {by: Client().post(f"/account/by/{by}/login/", secure=True).headers["Location"] for by in ("discord", "google")}
told = {
    "text": page.content.decode(),
    "headers": dict(page.headers),
    "cookies": page.cookies.output(),
    "by http": Client().get("/account/login/").headers["Location"],
    "leads": leads,
}
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def far(demo_folder: Callable[[], Path]) -> dict[str, Any]:
    """What a process answers that is reached by TLS, and where one signs in by other sites too."""
    told = manage(environment(demo_folder()) | FAR, "shell", "-v", "0", "-c", ASK)
    answers: dict[str, Any] = json.loads(told.splitlines()[-1])
    return answers


def test_a_page_by_tls_carries_all_its_locks(far: dict[str, Any]) -> None:
    headers = far["headers"]
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "Secure" in far["cookies"]
    assert far["by http"].startswith("https://")


def test_other_sites_doors_open_where_their_keys_are_set(far: dict[str, Any]) -> None:
    sites = {"discord": "https://discord.com/", "google": "https://accounts.google.com/"}
    for name, site in sites.items():
        assert f"With {name.title()}" in far["text"]
        assert far["leads"][name].startswith(site)
        assert f"client_id={name.upper()}-id" in far["leads"][name]
        assert "shh" not in far["leads"][name]
    policy = far["headers"]["Content-Security-Policy"]
    assert "form-action 'self' https://discord.com https://accounts.google.com;" in policy + ";"
