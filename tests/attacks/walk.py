"""Every address of the site, found in its URL patterns and filled in: a new route is attacked without being named here.

For a route whose arguments nobody knows how to fill in, `test_the_walk_knows_every_route` fails: add an example of them
to `Examples`.
"""

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from campaigns.core.parts import KINDS
from campaigns.models import DowntimeRun, Handout, HandoutPicture, Overlay, PublicPage, Recap, Series, Subject
from tests.cast import SECRET, Cast, make_absence


@dataclass(frozen=True, slots=True)
class Route:
    """A named address: its pattern as text, the names of its arguments, and the view."""

    name: str
    path: str
    arguments: tuple[str, ...]
    view: Callable[..., Any]

    @property
    def local(self) -> str:
        """The name without that of its application."""
        return self.name.rpartition(":")[2]


def routes() -> list[Route]:
    """All routes of the site that have a name."""
    return [route for route in _walk(get_resolver(), "", "", {}) if not route.name.endswith(":")]


def _walk(resolver: URLResolver, path: str, space: str, known: dict[str, Any]) -> Iterator[Route]:
    for one in resolver.url_patterns:
        here, arguments = path + str(one.pattern), known | dict.fromkeys(one.pattern.regex.groupindex)
        if isinstance(one, URLResolver):
            inner = f"{space}{one.namespace}:" if one.namespace else space
            yield from _walk(one, here, inner, arguments)
        elif isinstance(one, URLPattern):
            yield Route(f"{space}{one.name or ''}", here, tuple(arguments), one.callback)


def hide_handout(series: Series) -> Handout:
    """A handout that nobody was shown; its picture, too, would give it away."""
    handout: Handout = series.handouts.create(title=SECRET, text=SECRET, picture_name="0123abcd")
    HandoutPicture.objects.create(handout=handout, image=b64encode(SECRET.encode()).decode())
    return handout


NOTHING = 10**9
"""The key of nothing: what stands in addresses for which there is no example yet."""


class Examples:
    """What stands in the addresses of one series: real keys, so that only access checks keep anybody out."""

    def __init__(self, cast: Cast) -> None:
        whose = cast.duelist

        def make_page(name: str) -> Subject:
            return cast.series.subjects.create(name=name, known_to="all")

        self._makers: dict[str, Callable[[], int]] = {
            "series": lambda: cast.series.pk,
            "absences": lambda: make_absence(cast.membership(cast.rival)).pk,
            "members": lambda: cast.membership(cast.rival).pk,
            "invites": lambda: cast.series.invites.create(role="player").pk,
            "characters": lambda: whose.pk,
            "changes": lambda: whose.changes.create(values={"essence": [1, 2]}).pk,
            "proposals": lambda: whose.proposals.create(label="Essence 2 → 3", points=4).pk,
            "entries": lambda: whose.experience.create(reason="The last scene", points=4).pk,
            "handouts": lambda: cast.series.handouts.create(title="A map", text="Here.").pk,
            "attachments": lambda: cast.series.attachments.create(number=20_000, title="A map", known_to="all").pk,
            "sessions": lambda: cast.series.sessions.create(words="At the quay").pk,
            "notices": lambda: cast.rival.notices.create(series=cast.series, kind="turn", key="turn 1", url="/").pk,
            "people": lambda: make_page("The pier").pk,
            "secrets": lambda: make_page("A weir").secrets.create(series=cast.series, text="?", known_to="all").pk,
            "ties": lambda: cast.series.ties.create(source=make_page("A"), target=make_page("B"), known_to="all").pk,
            "threads": lambda: cast.series.threads.create(title="A rumor").pk,
            "projects": lambda: whose.projects.create(title="A raft", request={}, goal=3).pk,
            "doings": lambda: whose.doings.create(downtime=cast.downtime, kind="rest", first=1, days=2).pk,
            "results": lambda: DowntimeRun.objects.create(downtime=cast.downtime).results.create(character=whose).pk,
            "story": lambda: cast.story.pk,
            "episode": lambda: cast.episode.pk,
            "scene": lambda: cast.scene.pk,
            "downtime": lambda: cast.downtime.pk,
            "account": lambda: 1,
            "read": lambda: whose.pk,
        }
        """By the first word of an address, what its `pk` names."""
        self._keys: dict[str, int] = {}
        self.unknown: set[str] = set()
        """Words for which there is no example yet."""
        cast.series.invites.create(role="player", token="token")
        PublicPage.objects.create(series=cast.series, token="token")
        Overlay.objects.create(series=cast.series, digest=sha256(b"secret").hexdigest(), language="en")
        Recap.objects.create(series=cast.series, scene=cast.scene, text=f"A draft {SECRET}")
        self._plain: dict[str, Any] = {
            "scene_id": cast.scene.pk,
            "character_id": cast.lurker.pk,
            "step": "story",
            "entry": 1,
            "bound": 1,
            "count": 1,
            "token": "token",
            "secret": "secret",
            "signed": "1",
            "actor": "c1",
            "when": "turn",
            "offer": "o-c1-nothing",
            "card": "card-c1",
            "who": "c1",
            "character": str(cast.lurker.pk),
            "tool": "fight",
            "word": "not-the-hosts-word",
            "key": "a-key",
            "uidb36": "1",
            "object_id": str(cast.storyteller.pk),
            "content_type_id": "1",
            "id": str(cast.storyteller.pk),
            "app_label": "campaigns",
            "url": "nothing",
            "provider_id": "sso",
            "system": "exalted2e",
            "side_scene": "nothing",
            "table": "nothing",
            "wait_id": NOTHING,
            "token_id": NOTHING,
            "webhook_id": NOTHING,
            "rest": "me",
        }

    def use(self, keys: Mapping[str, int]) -> None:
        """Put these keys into addresses from now on, by the first word of each."""
        self._keys |= keys

    def addresses(self, route: Route) -> list[str]:
        """The addresses of a route: one, or one for each kind of part where it takes one."""
        if "kind" in route.arguments:
            return [reverse(route.name, kwargs={"kind": kind, "pk": self._key(kind)}) for kind in KINDS]
        values = {name: self._value(route, name) for name in route.arguments}
        return [reverse(route.name, kwargs=values)]

    def _value(self, route: Route, name: str) -> Any:
        return self._key(route.path.split("/")[0]) if name == "pk" else self._plain_value(name)

    def _plain_value(self, name: str) -> Any:
        if name not in self._plain:
            self.unknown.add(name)
        return self._plain.get(name, NOTHING)

    def _key(self, word: str) -> int:
        if word not in self._keys:
            if word not in self._makers:
                self.unknown.add(word)
            self._keys[word] = self._makers.get(word, lambda: NOTHING)()
        return self._keys[word]
