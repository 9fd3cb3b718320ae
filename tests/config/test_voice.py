"""The pages and letters of allauth in our own English: a catalogue of what it says, in `locale/en`."""

import gettext
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import allauth
import pytest
from django.conf import LazySettings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as translate
from django.utils.translation import override

from campaigns.models import User
from tests.conftest import SignIn

CATALOGUE = Path(__file__).resolve().parents[2] / "locale" / "en" / "LC_MESSAGES" / "django.mo"
ASK = "/account/password/reset/"
FIELD = re.compile(r"%\(\w+\)\w")


def read(path: Path) -> dict[Any, str]:
    with path.open("rb") as file:
        return dict(gettext.GNUTranslations(file)._catalog)  # type: ignore[attr-defined]


def test_every_message_is_still_one_of_allauths() -> None:
    theirs = read(Path(allauth.__file__).parent / "locale" / "de" / "LC_MESSAGES" / "django.mo")
    ours = read(CATALOGUE)
    assert len(ours) > 90
    assert set(ours) - set(theirs) == set()


def test_no_field_is_made_up() -> None:
    for message, told in read(CATALOGUE).items():
        said = message if isinstance(message, str) else message[0]
        assert set(FIELD.findall(told)) <= set(FIELD.findall(said)), said


def test_the_compiled_catalogue_is_the_written_one() -> None:
    """After a change: `msgfmt -o django.mo django.po` in the catalogue's folder."""
    written = CATALOGUE.with_suffix(".po").read_text()
    told = re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', written, re.MULTILINE)
    unquoted = {text.replace("\\n", "\n").replace('\\"', '"') for text in told}
    assert {text for key, text in read(CATALOGUE).items() if key} == unquoted


@pytest.mark.parametrize(("language", "said"), [("en", "Is it you?"), ("fi", "Vahvista pääsy")])
def test_a_page_of_allauth_speaks_as_we_do(language: str, said: str, sign_in: SignIn, player: User) -> None:
    client: Client = sign_in(player)
    client.cookies["django_language"] = language
    with override(language):  # which the page would leave behind
        assert translate("Confirm Access") == said
        assert said in client.get(reverse("account_reauthenticate")).content.decode()


@pytest.mark.parametrize(("language", "said"), [("en", "21 Nov 2026"), ("fi", "21.11.2026")])
def test_a_short_date_is_not_an_american_one(language: str, said: str) -> None:
    with override(language):
        assert date_format(datetime(2026, 11, 21, tzinfo=UTC), "SHORT_DATE_FORMAT") == said


def test_who_asks_for_a_new_password_is_not_told_that_one_was_set(settings: LazySettings, player: User) -> None:
    """The heading of both pages was the subject of the letter that comes afterwards."""
    settings.MAIL = True
    client = Client()
    for answer in (client.get(ASK), client.post(ASK, {"email": "nobody@example.org"}, follow=True)):
        page = answer.content.decode()
        assert re.search(r"<title>\s*A new password", page)
        assert "was set" not in page
    with override("en"):
        assert render_to_string("account/email/password_reset_subject.txt").strip() == "A new password was set"
