"""The sheet's pages with every real game system: what its archetypes hold can be drawn, filled in and saved."""

from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Character
from campaigns.sheets.json import is_extra
from campaigns.sheets.page import build_sheet
from campaigns.sheets.services import copy_as_extra, create_character, edit_character
from campaigns.sheets.sheet_form import SheetForm
from rules import SYSTEMS, get_system
from tests.cast import gather_cast
from tests.conftest import SignIn

REAL = [key for key in SYSTEMS if key != "toybox"]


class FormReader(HTMLParser):
    """Reads what a browser would send if somebody pressed the form's button at once."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self._select = ""
        self._textarea = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values: dict[str, Any] = dict(attrs)
        name = values.get("name", "")
        if tag == "input" and (values.get("type") not in ("radio", "checkbox") or "checked" in values):
            self._send(name, values.get("value", ""))
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in values:
            self._send(self._select, values["value"])
        elif tag == "textarea":
            self._textarea = name
            self.sent[name] = [""]

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self.sent[self._textarea][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self.sent[self._textarea] = [self.sent[self._textarea][-1].removeprefix("\n")]
            self._textarea = ""

    def _send(self, name: str, value: str) -> None:
        self.sent.setdefault(name, []).append(value)


def read_form(client: Client, character: Character, step: str) -> dict[str, list[str]]:
    """What the form of a step sends if nothing is changed."""
    reader = FormReader()
    page = client.get(reverse("character_step", args=[character.pk, step])).content.decode()
    reader.feed(page[page.index('<form class="making') : page.index("</form>", page.index('<form class="making'))])
    return {name: values for name, values in reader.sent.items() if name and name != "csrfmiddlewaretoken"}


def send_back(client: Client, character: Character, step: str) -> int:
    """Save the form of a step just as it was drawn."""
    url = reverse("character_step", args=[character.pk, step])
    return client.post(url, read_form(client, character, step)).status_code


@pytest.mark.parametrize("system", REAL)
def test_a_sheet_is_shown_and_saved_as_it_was(system: str, db: None, sign_in: SignIn) -> None:
    cast = gather_cast(system)
    client = sign_in(cast.player)
    before = cast.heroine.sheet
    assert client.get(reverse("character", args=[cast.heroine.pk])).status_code == 200
    steps = [step.key for step in SheetForm(cast.heroine, cast.membership(cast.player), None).steps]
    assert len(steps) > 6
    for step in steps:
        assert send_back(client, cast.heroine, step) == 302
        cast.heroine.refresh_from_db()
        assert (cast.heroine.sheet, cast.heroine.version) == (before, 1), step
    assert send_back(client, cast.heroine, "all") == 302
    cast.heroine.refresh_from_db()
    assert (cast.heroine.sheet, cast.heroine.version) == (before, 2)


@pytest.mark.walk
@pytest.mark.parametrize("system", REAL)
def test_every_field_of_every_archetype_is_in_exactly_one_step(system: str, db: None, sign_in: SignIn) -> None:
    cast = gather_cast(system)
    archetypes = [(cast.player, archetype) for archetype in get_system(system).sheets.archetypes]
    for user, archetype in [(cast.storyteller, archetypes[0][1]), *archetypes]:
        member, client = cast.membership(user), sign_in(user)
        made = create_character(member, f"A {archetype}", archetype)
        whole = set(read_form(client, made, "all"))
        steps = [step.key for step in SheetForm(made, member, None).steps]
        found = Counter(name for step in steps for name in read_form(client, made, step))
        shared = {"version", "seen", "step"}
        assert whole - set(found) - shared == set(), archetype
        assert {name: n for name, n in found.items() if n > 1 and name not in shared} == {}, archetype
        assert len(whole) > 30


@pytest.mark.parametrize("system", REAL)
def test_every_archetype_makes_a_character_and_an_extra(system: str, db: None) -> None:
    cast = gather_cast(system)
    run = cast.membership(cast.storyteller)
    for archetype in get_system(system).sheets.archetypes:
        made = create_character(run, f"A {archetype}", archetype)
        extra = copy_as_extra(run, made)
        for character in (made, extra):
            assert build_sheet(character).groups


def test_a_character_from_the_archetype_extra_is_an_extra_and_a_player_makes_none(db: None) -> None:
    cast = gather_cast("exalted2e")
    run = cast.membership(cast.storyteller)
    made = {key: create_character(run, key, key) for key in ("soldier", "extra")}
    assert [made["soldier"].extra, made["extra"].extra] == [False, True]
    assert not create_character(cast.membership(cast.player), "Monk", "extra").extra


@pytest.mark.parametrize("system", REAL)
def test_a_sheet_that_becomes_an_extras_makes_its_character_one(system: str, db: None) -> None:
    cast = gather_cast(system)
    run = cast.membership(cast.storyteller)
    assert is_extra(system, copy_as_extra(run, cast.warden).sheet)
    (guard,) = [key for key in ("soldier", "guard", "mortal") if key in get_system(system).sheets.archetypes][:1]
    made = create_character(run, "Guard", guard)
    for flag in (True, False):
        traits = {"being": "extra" if flag else "mortal"} if system == "exalted2e" else {"extra": flag}
        made = edit_character(run, made, made.version, {}, traits)
        assert made.extra is flag
