"""Every page that a person can come to speaks Finnish to whoever chose it."""

import ast
import re
from functools import cache
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Character, Scene, User
from config.demo import SYSTEM as DEMO
from config.demo import load_demo
from rules import SYSTEMS
from tests.cast import gather_cast
from tests.conftest import SignIn
from tests.e2e.sights import SIGHTS
from tests.finnish.words import ROOT, english_in
from tests.isolation import FIRST, LAST, Names, turn_names

pytestmark = pytest.mark.walk

SKIPPED = re.compile(r"<(script|style|pre)\b.*?</\1>|<[^>]*>", re.S)
SPOKEN = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
SHEETS = ("character_edit", "experience_propose", "project_new")
RECORDS = ("series_options", "character_new")
PEOPLE = re.compile(
    r"(The )?Salt Road|The Toll Bridge|The Drowned Ledger|High water|Ysane of the Reeds|Silt|guard \d|Toll \d"
    r"|(Scene|Episode|Story|Inside|Rest|Lurker) xyzzy|\b(co_storyteller|storyteller|player|rival|spectator)\b"
    r"|\((picture|file):\d+\)|\b[0-9a-f]{8,}\b"
)
"""Names in the tests' own series, codes of pictures, digests and commits, which are the same in every language."""
BETWEEN = re.compile(r"\n+\*? ?|\*+|^/me |@(?:(?: |of the )*[A-Z][\w-]*)+")
"""What pages tell apart in a text: lines, emphasis, and mentions of names."""
LINES = re.compile(r"""\s*</text>\s*<text class="tienode__name"[^>]*>\s*""")
"""Where a name in a picture goes on in its next line."""
PICTURE = 2
"""Letters of a name on a token of the wheel."""


def told_to(browser: Client) -> Client:
    browser.post(reverse("set_language"), {"language": "fi", "next": "/"})
    return browser


@cache
def peoples_own() -> list[str]:
    """What the people of the demo have written, the longest first: every text of more than a word in it."""
    trees = (ast.parse(path.read_text()) for path in (ROOT / "config" / "demo").rglob("*.py"))
    nodes = (node for tree in trees for node in ast.walk(tree))
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    parts = (part.strip() for text in texts if " " in text for part in BETWEEN.split(text))
    return sorted((part for part in parts if len(part) > PICTURE), key=len, reverse=True)


def said(page: str) -> set[str]:
    """What is read and heard of a page's body."""
    body = LINES.sub(" ", page[page.index("<body") :])
    return {*map(str.strip, SKIPPED.sub("\n", body).split("\n")), *SPOKEN.findall(body)}


@cache
def is_english(text: str) -> bool:
    """Whether there is English in a text, beside what people have written."""
    if len(text) <= PICTURE or not english_in(text):
        return False
    for words in peoples_own():
        text = text.replace(words, "“”")
    return bool(english_in(PEOPLE.sub("“”", text)))


def read(browser: Client, address: str, loose: list[str] | None = None) -> list[str]:
    """The English of a page. Names that stand loose on it are added to `loose`."""
    html = browser.get(address, follow=True).content.decode()
    if loose is not None:
        names = Names(html)
        loose += [f"{address} {one}" for one in names.loose + names.marked]
    page = unescape(html).replace(FIRST, "").replace(LAST, "")
    assert '<html lang="fi"' in page, address
    return [f"{address} {text}" for text in sorted(said(page)) if is_english(text)]


def test_every_sight_is_told_in_finnish(db: None, sign_in: SignIn) -> None:
    series = load_demo()
    heroine, bridge = Character.objects.get(name="Ysane of the Reeds"), Scene.objects.get(title="The Toll Bridge")
    paths = {
        "series": reverse("series", args=[series.pk]),
        "sheet": reverse("character", args=[heroine.pk]),
        "exalted2e": reverse("table", args=[bridge.pk]),
    }
    people = {user.username: user for user in User.objects.all()}
    seen = [sight for sight in SIGHTS if not re.search(r"\{(?!series|sheet|exalted2e)", sight.path)]
    turn_names()
    browsers = {who: told_to(sign_in(people.get(who))) for who in {sight.who for sight in seen}}
    loose: list[str] = []
    found = [text for sight in seen for text in read(browsers[sight.who], sight.where(paths), loose)]
    assert len(seen) > 50
    assert found == [], "\n".join(found)
    assert loose == [], "\n".join(loose)


@pytest.mark.parametrize("key", [key for key in SYSTEMS if key != DEMO])
def test_sheets_and_tables_of_a_game_are_told_in_finnish(db: None, sign_in: SignIn, key: str) -> None:
    cast = gather_cast(key)
    browser = told_to(sign_in(cast.storyteller))
    addresses = [reverse(name, args=[cast.heroine.pk]) for name in SHEETS]
    addresses += [reverse(name, args=[cast.series.pk]) for name in RECORDS]
    addresses.append(reverse("table", args=[cast.scene.pk]))
    bad = [text for address in addresses for text in read(browser, address)]
    assert bad == [], "\n".join(bad)
