"""Every address of the record under bad input: a 4xx with a sentence, nothing changed, and never a 500."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.core import serializers
from django.db import transaction
from django.http import HttpResponseBase, QueryDict
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns import urls
from campaigns.models import DowntimeRun, Role, TokenScope, User
from campaigns.series.tokens.services import make_token
from tests.campaigns.test_attachments import keep_picture
from tests.cast import Cast, make_absence
from tests.conftest import SignIn

pytestmark = pytest.mark.walk

MODELS = tuple(apps.get_app_config("campaigns").get_models())
FIELDS = (
    *("name", "system", "tone", "house_notes", "title", "in_world_time", "notes", "secret_notes", "hidden", "days"),
    *("day", "time", "prompt_seconds", "edges", "role", "owner", "archetype", "version", "to", "open", "theme", "next"),
    *("what", "figure:weight", "favored", "command", "before", "words", "decision", "points", "days", "story", "page"),
    *("character", "kind", "first", "last", "project", "text", "secret", "act", "moment", "goal", "interval", "rate"),
    *("other_names", "picture", "known_to", "knowers", "source", "target", "strength", "since", "until", "ended", "at"),
    *("place", "description"),
    *("goal:limbs.arms", "who", "occasion", "own", "own_points", "purse", "reason:show", "points:show"),
    *("begins_at_0", "begins_at_1", "start", "months", "weekdays", "era", "first_year", "moons"),
    *("minutes", "date_1", "fixed", "zone", "date", "date-1", "present", "end"),
    *("trait:limbs.arms", "trait:spare", "trait:motto", "trait:gear", "trait:health", "trait:colour", "trait:painted"),
)
QUERY = ("arrange", "next", "what", "story", "goal:limbs.arms", "day", "at_0", "in")
NASTY = {
    "markup": '"><script>alert(1)</script>{{ 7|add:7 }}',
    "nothing": "",
    "wrong type": "x",
    "negative": "-1",
    "huge number": "9" * 400,
    "huge text": "A" * 40_000,
    "a NUL byte": "a\0b",
    "not ASCII": "٣💥\u202e",
}
BROKEN_IDS = ("wrong type", "huge text")
"""With which the id of a form is sent as nasty as the rest; with the others it is whole, and the rest is looked at."""
HUGE_KEYS = (10**17, 10**40)


OF_PLAY = {"series_list", "series", "series_party"}
"""Routes of `play.urls` that show the record."""


def routes() -> dict[str, URLPattern]:
    """Every route of `campaigns.urls` that the site really serves, and those `OF_PLAY`, by its name."""
    resolvers = [resolver for resolver in get_resolver().url_patterns if isinstance(resolver, URLResolver)]
    found = [(route, resolver.urlconf_module is urls) for resolver in resolvers for route in resolver.url_patterns]
    served = [route for route, is_ours in found if isinstance(route, URLPattern) and (is_ours or route.name in OF_PLAY)]
    return {str(route.name): route for route in served}


ROUTES = routes()
KEYED = [name for name, route in ROUTES.items() if "pk" in route.pattern.converters]


def places(name: str, pk_of: Mapping[str, int], token: str = "none") -> list[str]:
    """The addresses of a route, one per kind of part where it takes one."""
    converters = ROUTES[name].pattern.converters
    if "kind" in converters:
        kinds = ("story", "episode", "scene", "downtime")
        return [reverse(name, kwargs={"kind": kind, "pk": pk_of[kind]}) for kind in kinds]
    model = str(ROUTES[name].pattern).split("/", 1)[0]
    every = {
        "token": token,
        "pk": pk_of.get(model),
        "token_id": pk_of.get("token"),
        "webhook_id": pk_of.get("webhook"),
        "step": "story",
    }
    return [reverse(name, kwargs={key: every[key] for key in converters})]


@pytest.fixture
def pk_of(cast: Cast) -> dict[str, int]:
    """One thing of the cast's series per first word of an address."""
    run = DowntimeRun.objects.create(downtime=cast.downtime, seed="s", state="look")
    work = cast.warden.projects.create(title="A raft", request={}, goal=3)
    map_of_all = cast.series.handouts.create(title="A map", text="Here.")
    map_of_all.readers.create(scene=cast.scene)
    page = cast.series.subjects.create(name="The pier", known_to="all", notes="@Deruvin", character=cast.warden)
    other = cast.series.subjects.create(name="The Guild", kind="faction", known_to="all")
    teller = cast.membership(cast.storyteller)
    hook = teller.webhooks.create(role=teller.role, address="https://clock.example.org/", secret="whsec_x")
    doing = cast.warden.doings.create(downtime=cast.downtime, kind="rest", first=1, days=2)
    return {
        "notices": cast.rival.notices.create(series=cast.series, kind="turn", key="turn 1", words="Act.", url="/").pk,
        "people": page.pk,
        "read": cast.warden.pk,
        "secrets": page.secrets.create(series=cast.series, text="It is hollow.", known_to="all").pk,
        "ties": cast.series.ties.create(source=page, target=other, since=cast.scene, known_to="all").pk,
        "doings": doing.pk,
        "results": run.results.create(character=cast.warden, changes={"health": ["B....", "....."]}).pk,
        "projects": work.pk,
        "handouts": map_of_all.pk,
        "attachments": keep_picture(cast, known_to="all").pk,
        "sessions": cast.series.sessions.create(words="At the quay").pk,
        "threads": cast.series.threads.create(title="A rumor", segments=4, known_to="all").pk,
        "series": cast.series.pk,
        "absences": make_absence(cast.membership(cast.rival)).pk,
        "members": cast.membership(cast.rival).pk,
        "invites": cast.series.invites.create(role=Role.PLAYER, token="token").pk,
        "characters": cast.warden.pk,
        "proposals": cast.warden.proposals.create(label="Arms 2 → 3", points=4).pk,
        "entries": cast.warden.experience.create(points=4, reason="A show").pk,
        "changes": cast.warden.changes.create(values={"spare": [0, 1]}).pk,
        "story": cast.story.pk,
        "episode": cast.episode.pk,
        "scene": cast.scene.pk,
        "downtime": cast.downtime.pk,
        "webhook": hook.pk,
        "token": make_token(cast.membership(cast.storyteller), "A clock", TokenScope.READ, (), 7)[0].pk,
    }


def everything() -> str:
    """All that the record holds, as text, so that any change shows."""
    rows = [row for model in MODELS for row in model._default_manager.order_by("pk")]
    return str(serializers.serialize("json", rows))


def says_why(response: HttpResponseBase) -> bool:
    """Whether a refusal is a page with a sentence."""
    page: bytes = getattr(response, "content", b"")
    return b"<h1" in page and b"</html>" in page


def test_the_walk_finds_the_routes() -> None:
    assert {"series", "character_edit", "part_move", "join"} <= set(ROUTES)
    assert len(ROUTES) == len(urls.urlpatterns) + len(OF_PLAY)


def addresses(pk_of: Mapping[str, int], names: Iterable[str]) -> list[str]:
    """All addresses of these routes."""
    return [url for name in names for url in places(name, pk_of, "token")]


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> set[str | None]:
    """Holds the names that views have looked for in a query or a form; None, once they have looked at all there is."""
    names: set[str | None] = set()

    def heed(way: str, name_of: Callable[..., Any]) -> None:
        plain = getattr(QueryDict, way)

        def heeded(sent: QueryDict, *given: Any, **more: Any) -> Any:
            if not sent._mutable:  # else it is being read from the wire
                names.add(name_of(*given))
            return plain(sent, *given, **more)

        monkeypatch.setattr(QueryDict, way, heeded)

    for way in ("__getitem__", "__contains__", "get", "getlist", "pop"):
        heed(way, lambda name, *_default: name)
    for way in ("__iter__", "items", "lists", "values", "keys", "dict", "copy", "__copy__", "urlencode"):
        heed(way, lambda *_given: None)
    return names


def test_the_walk_hears_what_views_look_for(cast: Cast, sign_in: SignIn, asked_for: set[str | None]) -> None:
    sign_in(cast.storyteller).get(reverse("series", args=[cast.series.pk]), {"arrange": "1", "unheard": "x"})
    assert "arrange" in asked_for
    assert "unheard" not in asked_for


@pytest.mark.parametrize("person", ["storyteller", "player", None])
def test_nothing_that_is_sent_breaks_a_page(
    person: str | None,
    cast: Cast,
    pk_of: dict[str, int],
    sign_in: SignIn,
    settings: LazySettings,
    asked_for: set[str | None],
) -> None:
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, (0, 0))
    client = sign_in(getattr(cast, person) if person else None)
    client.raise_request_exception = False
    sent = NASTY if person == "storyteller" else {what: NASTY[what] for what in ("wrong type", "a NUL byte")}
    for url in addresses(pk_of, ROUTES):
        methods: dict[Callable[..., HttpResponseBase], Iterable[str]] = {client.post: FIELDS, client.get: QUERY}
        for what, value in sent.items():
            command = value if what in BROKEN_IDS else str(uuid.uuid4())
            for ask, names in list(methods.items()):
                asked_for.clear()
                with transaction.atomic():
                    response = ask(url, {**dict.fromkeys(names, value), "command": command})
                    transaction.set_rollback(True)
                assert response.status_code in (200, 302, 400, 403, 404, 405, 409, 422), (url, what)
                if response.status_code >= 400:
                    assert says_why(response), (url, what)
                if response.status_code == 405 or not asked_for & {*names, "command", None}:
                    del methods[ask]  # it reads nothing of what is sent so: another value gives the same answer


def test_without_its_token_no_form_does_anything(cast: Cast, pk_of: dict[str, int]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.storyteller)
    before = everything()
    for url in addresses(pk_of, ROUTES.keys() - {"notices_stop"}):  # the address of that is signed, for mail programs
        response = client.post(url, {"name": "x", "title": "x", "role": "player", "to": "up", "open": "no"})
        assert response.status_code == 403, url
        assert b"This form has expired" in response.content, url
    assert everything() == before


def test_strangers_get_nothing_but_not_found(cast: Cast, pk_of: dict[str, int], sign_in: SignIn) -> None:
    client = sign_in(cast.stranger)
    before = everything()
    for url in addresses(pk_of, KEYED):
        for response in (client.get(url), client.post(url, {"title": "x", "name": "x", "role": "player"})):
            assert response.status_code in (404, 405), url
            assert cast.series.name.encode() not in response.content, url
    assert everything() == before


def test_keys_of_nothing_are_not_found(
    cast: Cast, pk_of: dict[str, int], sign_in: SignIn, settings: LazySettings
) -> None:
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, (0, 0))
    client = sign_in(cast.storyteller)
    client.raise_request_exception = False
    before = everything()
    for url in addresses(pk_of, KEYED):
        for key in HUGE_KEYS:
            nothing = "/".join(str(key) if part.isdigit() else part for part in url.split("/"))
            for response in (client.get(nothing), client.post(nothing, {"title": "x"})):
                assert response.status_code in (404, 405), nothing
    assert everything() == before


@pytest.mark.parametrize("person", ["player", "spectator"])
def test_readers_change_nothing_of_others(person: str, cast: Cast, pk_of: dict[str, int], sign_in: SignIn) -> None:
    sent = {"title": "x", "name": "x", "role": "storyteller", "to": "up", "open": "no", "version": "1", "days": "1"}
    # Members leave, write notes of their own, change the address of their feed, answer dates, read lines and veils and
    # add to them, announce absences, and make tokens and webhooks; players make characters, take ready heroes, upload
    # pictures and fill the days of their own, and open the place between scenes.
    allowed = (
        *("series_leave", "private_note", "boundaries", "boundaries_read", "feed_renew", "session_answer"),
        *("character_new", "heroes", "character_import", "character_text", "downtime_days", "pictures"),
        *("absences", "tokens", "webhooks", "series_between"),
    )
    client = sign_in(getattr(cast, person))
    before = everything()
    for url in addresses(pk_of, [name for name in KEYED if name not in allowed]):
        response = client.post(url, sent)
        assert response.status_code in (403, 405), url
        assert says_why(response), url
    assert everything() == before


def test_people_without_an_account_are_led_to_the_door(cast: Cast, pk_of: dict[str, int], sign_in: SignIn) -> None:
    answering_everybody = (
        *("theme", "set_language", "join", "offline", "worker", "manifest", "favicon"),
        *("public_page", "public_portrait", "feed", "notices_stop", "overlay", "overlay_face"),
    )
    client = sign_in(None)
    before = everything()
    for url in addresses(pk_of, [name for name in ROUTES if name not in answering_everybody]):
        for response, status in ((client.get(url), 302), (client.post(url, {"title": "x", "name": "x"}), 403)):
            assert response.status_code in (status, 405), url
            if response.status_code == 302:
                assert response["Location"].startswith("/account/login/?next=/"), url
    assert everything() == before


def test_other_methods_are_refused_with_a_sentence(cast: Cast, pk_of: dict[str, int], sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    for url in addresses(pk_of, ROUTES):
        for response in (client.put(url), client.delete(url)):
            assert response.status_code == 405, url
            assert response["Allow"], url
            assert says_why(response), url


def test_too_many_fields_and_too_much_text_are_refused(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.storyteller)
    url = reverse("series_new")
    assert client.post(url, {f"f{n}": "x" for n in range(4100)}).status_code == 400
    assert client.post(url, {"name": "x" * 2_000_000}).status_code == 400
    assert client.post(url, "{broken", content_type="application/json").status_code == 422
    assert client.post(url, "--x", content_type="multipart/form-data; boundary=x").status_code in (400, 422)


@pytest.mark.parametrize("path", ["/account/login/", "/account/signup/", "/account/password/change/"])
def test_the_account_pages_hold_too(path: str, cast: Cast, sign_in: SignIn) -> None:
    names = ("login", "password", "username", "password1", "password2", "oldpassword", "next")
    people = User.objects.count()
    for person in (None, cast.player):
        client = sign_in(person)
        client.raise_request_exception = False
        for value in NASTY.values():
            assert client.post(path, dict.fromkeys(names, value)).status_code < 500
    assert User.objects.count() == people
