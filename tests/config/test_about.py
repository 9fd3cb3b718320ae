"""What everybody may read about a site; and that neither its pages nor its server speak to others unasked."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from campaigns.models import User
from config.server.monitoring.version import describe_version
from tests.cast import Cast
from tests.conftest import SignIn
from tests.markup import flat

pytestmark = pytest.mark.walk

ROOT = Path(__file__).resolve().parents[2]
LOADS = re.compile(
    r"<(?:script|img|iframe|source|audio|video|object|embed)\b[^>]*?\b(?:src|data|srcset)=\"([^\"]*)\"|"
    r"<link\b[^>]*\bhref=\"([^\"]*)\""
)
CLIENTS = {"http.client", "urllib.request", "urllib3", "requests", "httpx", "aiohttp", "smtplib", "socket", "ftplib"}
"""Modules by which a program speaks to other machines."""
SPEAKERS = {
    "campaigns/notices/outside.py",  # pushes and channels
    "campaigns/notices/letters.py",  # the errors of mail
    "config/background/family.py",  # the service manager of this machine
    "config/host/mail.py",  # its errors, too
    "config/accounts/social_login.py",  # the errors of sign-in by other sites
    "config/management/commands/serve.py",  # which addresses this machine has
}


def test_everybody_may_read_whose_the_games_are(host: User) -> None:
    page = Client().get("/about/").content.decode()
    for words in ("is not official", "no text or art from the books", "MIT license", "No telemetry", "Known gaps"):
        assert words in page
    assert f"Storywheel {describe_version()}" in page
    assert "Ask the person who runs this server" in page


def test_the_host_says_where_the_source_is_and_who_is_asked(host: User, settings: LazySettings) -> None:
    settings.SOURCE_URL, settings.CONTACT = "https://git.example.org/storywheel", "boss@example.org"
    page = Client().get("/about/").content.decode()
    assert 'href="https://git.example.org/storywheel"' in page
    assert page.count("boss@example.org") == 2


def test_visitors_find_it_in_the_foot_and_others_in_their_menu(cast: Cast, sign_in: SignIn) -> None:
    for path in ("/account/login/", "/account/signup/", "/odds/exalted2e/", "/nowhere/"):
        assert 'class="sitefoot"><a href="/about/"' in flat(Client().get(path, follow=True).content.decode()), path
    page = flat(sign_in(cast.player).get("/").content.decode())
    assert '<li><a href="/about/">' in page
    assert "sitefoot" not in page


@pytest.mark.parametrize("path", ["/about/", "/account/login/", "/", "/scenes/{scene}/", "/characters/{heroine}/"])
def test_a_page_loads_nothing_from_other_sites(cast: Cast, sign_in: SignIn, path: str) -> None:
    answer = sign_in(cast.player).get(path.format(scene=cast.scene.pk, heroine=cast.heroine.pk), follow=True)
    loaded = ["".join(found) for found in LOADS.findall(answer.content.decode())]
    assert loaded
    assert [url for url in loaded if not url.startswith("data:") and not re.match(r"/(?!/)", url)] == []
    directives = dict(one.strip().split(" ", 1) for one in answer["Content-Security-Policy"].split(";"))
    assert directives["default-src"] == directives["connect-src"] == "'self'"


def test_scripts_and_styles_name_no_other_site() -> None:
    files = [path for kind in ("js", "css") for path in (ROOT / "static").rglob(f"*.{kind}")]
    named = {
        (path.name, url)
        for path in files
        for url in re.findall(r"""["'(]((?:https?:|wss?:)?//[\w.-]+\.\w+[^"')]*)""", path.read_text())
        if "www.w3.org" not in url  # names of kinds of markup, which nobody fetches
    }
    assert files
    assert named == set()


def imports(path: Path) -> set[str]:
    """The modules that a module imports, with each name that it takes from them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def test_only_what_somebody_has_set_up_makes_the_server_speak_to_others() -> None:
    """Mail goes through Django, sign-in by other sites through allauth; both need settings."""
    modules = [path for room in ("rules", "campaigns", "play", "api", "config") for path in (ROOT / room).rglob("*.py")]
    found = {str(path.relative_to(ROOT)) for path in modules if CLIENTS & imports(path)}
    assert found == SPEAKERS
