"""Markup in every text that people can leave anywhere: every page shows it as the text it is."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.test import Client
from django.utils.html import json_script

from campaigns.core.name_field import StoredName
from campaigns.models import Character, Scene, Series
from campaigns.systems import system_choices
from play.table.live_scene import live_scenes
from rules import get_system
from rules.errors import RulesError
from tests.attacks.siege import Answer, all_rows, browser, knock, knock_and_keep, knock_and_look
from tests.attacks.test_table import combatants, post
from tests.attacks.walk import Examples, Route, routes
from tests.cast import Cast, gather_cast
from tests.hard_names import KEPT, MIXED, is_clean
from tests.isolation import NAME, Names, turn_names
from tests.play.opened import open_all

pytestmark = pytest.mark.walk

CANARY = "\"'><img src=x onerror=sing()><script>sing()</script>"
MARKDOWN = f"{CANARY}\n\n[x](javascript:sing) ![x](javascript:sing) <javascript:sing> </textarea><svg onload=sing()>"
SHOWN = "&lt;script&gt;sing()"
KEPT_AS_THEY_ARE = {
    *("password", "token", "feed_token", "system", "role", "key", "session_key", "portrait_name", "seed", "dice_seed"),
    *("path", "good", "trait", "purse", "award", "kind", "outcome"),
}
"""Columns that no person writes."""


HELD = re.compile(r'<script id="[^"]+" type="application/json">(.*?)</script>', re.S)
"""The JSON that a page holds for its script."""


class Inspector(HTMLParser):
    """Reads a page as a browser does, and keeps every tag and attribute that could run something of a stranger's."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.dangers: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in ("iframe", "object", "embed", "base", "style") or (tag == "script" and not _is_ours(values)):
            self.dangers.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name == "style" or "sing" in name or (value or "").startswith("javascript:"):
                self.dangers.append(f"{tag} {name}={value}")


def _is_ours(values: dict[str, str | None]) -> bool:
    return (values.get("src") or "").startswith("/static/") or values.get("type") == "application/json"


def dangers(text: str, *, is_facts: bool = False) -> list[str]:
    """What is dangerous in a page, in the strings of a JSON answer, or in facts."""
    return [danger for piece in pieces(text, is_facts=is_facts) for danger in Inspector(piece).dangers]


def pieces(text: str, *, is_facts: bool = False) -> list[str]:
    """The HTML of an answer: a page with that in the facts that it holds, the strings of JSON, or of facts only those
    whose keys say that they are HTML.

    A page draws other facts as text; `tests/play/test_scripts.py` holds that.
    """
    if text.startswith("{"):
        return [*_strings(json.loads(text), "_html" if is_facts else "")]
    return [text, *(piece for held in HELD.findall(text) for piece in _strings(json.loads(held), "_html"))]


def _strings(value: Any, ending: str, key: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if key.endswith(ending):
            yield value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from _strings(item, ending, name)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item, ending, key)


def sing_in_every_column() -> int:
    """Put the canary into every text of every row of ours; gives how many columns there are."""
    count = 0
    for model in apps.get_models():
        if model._meta.app_label in ("campaigns", "play"):
            for field in model._meta.concrete_fields:
                if _is_text(field) and not field.choices and field.name not in KEPT_AS_THEY_ARE:
                    count += 1
                    _sing(model, field)
    return count


def _is_text(field: Any) -> bool:
    return isinstance(field, models.CharField | models.TextField) and not isinstance(field, models.UUIDField)


def _sing(model: type[models.Model], field: Any) -> None:
    song = MARKDOWN if field.max_length is None or field.max_length > 1000 else CANARY[: field.max_length]
    if isinstance(field, StoredName):
        song = f"{NAME} {CANARY}"[: field.max_length]
    for row in model._base_manager.all():
        text = f"{song[:-4]}{row.pk}" if field.unique else song
        model._base_manager.filter(pk=row.pk).update(**{field.attname: text})


def sing_on_every_sheet() -> None:
    """Put it into every text of a sheet that the rules let through."""
    for character in Character.objects.select_related("series"):
        sheets = get_system(character.series.system).sheets
        for path in list(_texts(character.sheet, ())):
            sung = _replaced(character.sheet, path)
            try:
                sheets.parse(sung)
            except RulesError:
                continue
            character.sheet = sung
        Character.objects.filter(pk=character.pk).update(sheet=character.sheet)


def _is_shown(answer: Answer) -> bool:
    """Whether a browser, or our script, makes markup of it: no file to keep, nor a picture or a PDF."""
    kept = answer.headers.get("Content-Disposition", "").startswith("attachment")
    return not kept and answer.headers.get("Content-Type", "").startswith(("text/", "application/json"))


def _texts(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _texts(item, (*path, key))


def _replaced(sheet: Any, path: tuple[Any, ...]) -> Any:
    copy = place = json.loads(json.dumps(sheet))
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = CANARY
    return copy


def test_the_inspector_hears_the_canary() -> None:
    assert {"img onerror=sing()", "script", "svg onload=sing()"} <= set(dangers(f"<p>{MARKDOWN}</p>"))
    facts = {"log": {"1": {"speech": {"text_html": CANARY}}}}
    assert dangers(json.dumps(facts), is_facts=True)
    assert dangers(json_script(facts, "facts"))
    assert not dangers('<a href="/series/1/">&lt;script&gt;sing()</a><script src="/static/js/table.js"></script>')


@pytest.mark.parametrize(("person", "language"), [("storyteller", "en"), ("player", "fi")])
def test_no_page_sings_and_each_keeps_names_apart(person: str, language: str, siege: Cast, examples: Examples) -> None:
    sing_on_every_sheet()
    turn_names()
    assert sing_in_every_column() > 20
    live_scenes.forget()
    client, heard, apart, loose = browser(getattr(siege, person)), 0, 0, set[str]()
    client.cookies["django_language"] = language
    for route in routes():
        if route.path.startswith("admin/"):
            continue
        for url in _addresses(client, examples, route):
            answer = knock(client, url)
            assert answer.status < 500, url
            assert answer.headers["X-Content-Type-Options"] == "nosniff", url
            if _is_shown(answer):
                is_facts = "/stage/" in url
                assert not dangers(answer.text, is_facts=is_facts), url
                for names in map(Names, pieces(answer.text, is_facts=is_facts)):
                    apart += names.apart
                    loose |= {f"{route.name}: {one}" for one in names.loose + names.marked}
            heard += SHOWN in answer.text
    assert heard > 10
    assert apart > 300
    assert loose == set()


def _addresses(client: Client, examples: Examples, route: Route) -> list[str]:
    """The addresses of a route; of the plain page also the first link of each kind that opens something on it."""
    found = examples.addresses(route)
    if route.name == "table_plain":
        links = re.findall(r'href="([^"#]*\?open=([a-z-]+)[^"#]*)', knock(client, found[0]).text)
        found += {kind: unescape(url) for url, kind in reversed(links)}.values()
    return found


@pytest.mark.parametrize("system", [key for key, _name in system_choices() if key != "exalted2e"])
def test_no_sheet_of_any_game_sings(system: str, db: None) -> None:
    cast = gather_cast(system)
    sing_on_every_sheet()
    Character.objects.update(name=CANARY)
    client = browser(cast.storyteller)
    for path in ("", "edit/", "changes/"):
        answer = knock(client, f"/characters/{cast.heroine.pk}/{path}")
        assert (answer.status, dangers(answer.text)) == (200, [])


class Forms(HTMLParser):
    """The forms of a page, as a browser that changes nothing would send them; and which of their fields are texts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[dict[str, str], list[str]]] = []
        self.actions: list[str] = []
        """Where each of them is sent; nothing for the page's own address."""
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(({}, []))
            self.actions.append(values.get("action", "") or values.get("hx-post", ""))
        if not self.found:
            return
        sent, texts = self.found[-1]
        name, value, kind = values.get("name", self._select), values.get("value", ""), values.get("type", "text")
        if tag == "select":
            self._select = name
        elif tag == "option" and (value or "selected" in values):
            sent.setdefault(name, value)
        elif tag == "textarea" or (tag == "input" and kind in ("text", "search", "email", "url")):
            texts.append(name)
            sent[name] = value or "Wits + Awareness"
        elif tag == "input" and kind == "number":
            sent[name] = value or values.get("min", "") or "1"
        elif tag == "input" and (kind != "checkbox" or "checked" in values):
            sent.setdefault(name, value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def _list_forms(client: Client, scene: Scene) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """The forms that a person's page can open, as it sends them untouched; and which of their fields are texts."""
    yield {"move": "Say", "speaker": "name", "name": "Somebody"}, ["text", "name"]
    heads: dict[str, Any] = {}
    for path, told in open_all(client, scene.pk):
        assert not dangers(json.dumps(told), is_facts=True), path
        kind = path.partition("/")[0]
        if kind in ("cards", "people"):
            heads |= told.get("card", told)["offers"]
        elif kind == "offers":
            head = heads[told["offer"]]
            yield _fill(told, [("move", "BattleMove"), ("kind", head["move"]), *head["hidden"]])
        elif kind == "rolls":
            yield _fill(told, [("move", "MakeRoll"), ("character", told["character"])])
        elif kind == "tools":
            yield from (_fill(form, [("move", form["move"]), *form["hidden"]]) for form in told["forms"])


def _fill(form: Any, hidden: list[Any]) -> tuple[dict[str, Any], list[str]]:
    sent, texts = dict(hidden), []
    for field in (*form["main"], *form["more"], *form.get("asks", ())):
        options = field.get("options", [])
        chosen = [one["value"] for one in options if one.get("chosen")] or [one["value"] for one in options[:1]]
        sent[field["name"]] = chosen or field.get("value", "")
        if field["shape"] in ("line", "area"):
            texts.append(field["name"])
            sent[field["name"]] = field.get("value") or "Wits + Awareness"
    return sent, texts


def test_no_line_of_the_log_sings_and_each_is_clean(siege: Cast) -> None:
    Character.objects.update(name=CANARY)
    Series.objects.update(name=CANARY)
    teller, said = browser(siege.storyteller), set()
    scenes = [siege.scene, Scene.objects.create(episode=siege.episode, title=CANARY, position=9)]
    post(teller, scenes[1], {"move": "OpenBattle"})
    newcomer = {"move": "BringIn", "characters": str(siege.warden.pk), "side": CANARY[:40]}
    assert post(teller, scenes[1], newcomer).status_code == 200
    for scene in scenes:
        for sent, texts in [*_list_forms(teller, scene)]:
            for text in texts:
                answer = post(teller, scene, {"characters": "*", **sent, text: CANARY, "to": ""})
                assert answer.status_code < 500, sent
                assert not dangers(answer.content.decode()), sent
                if answer.status_code == 200:
                    said.add(sent.get("kind") or sent["move"])
                assert post(teller, scene, {"characters": "*", **sent, text: MIXED, "to": ""}).status_code < 500, sent
    assert {"Say", "StartTask"} <= said
    fighter = next(iter(combatants(siege).values()))
    ruling = {"kind": "Override", "m.actor": fighter, "m.what": "willpower", "m.value": "1", "m.reason": CANARY}
    assert post(teller, siege.scene, {"move": "BattleMove", **ruling}).status_code == 200
    assert all(is_clean(value) for row in all_rows().values() for value in row if isinstance(value, str))
    for person in (siege.storyteller, siege.player, siege.spectator):
        client = browser(person)
        for scene in scenes:
            for path in ("", "plain/"):
                text = knock(client, f"/scenes/{scene.pk}/{path}").text
                assert not dangers(text), (person, path)
            for path, told in open_all(client, scene.pk):
                assert not dangers(json.dumps(told), is_facts=True), (person, path)
        assert SHOWN in knock(client, f"/scenes/{siege.scene.pk}/plain/").text


def _variants(sent: dict[str, str], texts: list[str]) -> Iterator[dict[str, str]]:
    """The canary in every text at once, which a form may refuse and show again; then in one after the other."""
    yield {**sent, **dict.fromkeys(texts, CANARY)}
    for text in texts[:ONE_BY_ONE]:
        yield {**sent, text: CANARY}


ONE_BY_ONE = 6
"""Texts of a form that are tried alone. Those of a sheet are hundreds of the same few kinds."""


@pytest.mark.parametrize(("person", "least"), [("storyteller", 20), ("player", 6), (None, 2)])
def test_what_is_typed_into_any_form_does_not_sing_and_is_clean(
    person: str | None, least: int, siege: Cast, examples: Examples
) -> None:
    client, seen, accepted, shown, kept = browser(getattr(siege, person) if person else None), set(), 0, 0, 0
    for url in [url for route in routes() if not route.path.startswith("admin/") for url in examples.addresses(route)]:
        page = Forms(knock(client, url).text)
        for (sent, texts), action in zip(page.found, page.actions, strict=True):
            kind = re.sub(r"\d+", "#", action or url), frozenset(sent)
            if not texts or kind in seen:
                continue
            seen.add(kind)
            for filled in _variants(sent, texts):
                for answer in knock_and_look(client, action or url, filled, url):
                    assert answer.status < 500, (url, action, filled)
                    assert not _is_shown(answer) or not dangers(answer.text), (url, action, filled)
                    accepted += answer.status == 302
                    shown += SHOWN in answer.text
            status, stored = knock_and_keep(client, action or url, {**sent, **dict.fromkeys(texts, MIXED)})
            assert status < 500, (url, action)
            assert all(map(is_clean, stored)), (url, action, texts)
            kept += any(KEPT in text for text in stored)
    assert len(seen) >= least
    assert shown >= least / 2
    assert accepted or person is None
    assert kept >= least / 4 or person is None
